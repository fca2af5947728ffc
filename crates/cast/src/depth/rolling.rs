//! The depth of a core inside which a ball rolls all along its boundary.
//!
//! Let r be the ball's radius. The core C is another convex set K with a ball of that radius around each of its points, and so for unit n
//!
//! ```text
//! h(n) of C  =  h(n) of K + r
//! ```
//!
//! Hence C is deeper than K by r, and where the origin is outside K, the depth is r less the distance from K: a distance search finds it
//! from both sides, with the point of K next to the way out. The support point of K along n is that of C less r n.
//!
//! A search that is content with its bounds may find that point off sideways by a length e, of the order of the root of what they leave
//! open. The way out ends at h(n) n, and if the point is as far along n as K reaches, that is no farther from C than √(r² + e²) − r: by
//! e²/2r or less, and less than e. So the way's own end is taken for the point of C. Each shape lays off its part of the way from K's
//! point to there, as large as its ball, and so the two points meet once the shapes are freed.
//!
//! That is what a depth next to the middle of something round wants: C is about as deep in all directions there, so that a polytope has
//! to be near it in all of them; K is small. Of two balls it is a point, and of a ball and a hull a hull.

use super::{Height, Search, Wanted, depth};
use crate::found::Mixture;
use crate::gjk::distance;
use crate::simplex::Simplex;
use crate::tolerance::ROLLED;
use nalgebra::{Point3, Vector3};
use swept_support::{Core, Support, sqrt};

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// A bound on the depth from below, and the core's boundary point where the shortest way out leaves it, if it was found; `None` where
    /// no ball rolls inside. The way that it finds is looked along.
    #[cold]
    #[inline(never)]
    pub(super) fn without_rolling_ball(
        &mut self,
        wanted: &Wanted,
    ) -> Option<(f64, Option<Mixture>)> {
        let problem = self.obstacle.problem;
        let fixed = WithoutBall::of(problem.fixed);
        let moving = WithoutBall::of(problem.moving);
        let radius = fixed.radius + moving.radius;
        let rolls = radius > 0.0 && radius.is_finite();
        if !rolls {
            return None;
        }
        let (smaller_moving, smaller_fixed): (&dyn Support, &dyn Support) = (&moving, &fixed);
        let problem = problem.of_shapes(&smaller_moving, &smaller_fixed);
        let mut smaller = self.obstacle.with_shapes(&problem);
        let (origin, noise) = (Vector3::zeros(), smaller.tightest());
        let mut simplex = Simplex::new(smaller.support(&self.best.normal));
        let apart = distance(&mut smaller, &mut simplex, &origin, noise);
        let (lower, normal, deepest) = match apart.plane.filter(|plane| plane.lower > noise) {
            Some(plane) => (-apart.upper, plane.normal, None),
            None => {
                let wanted = Wanted {
                    open: wanted.open,
                    contact: wanted.contact - radius,
                    touching: wanted.touching - radius,
                    searches: wanted.searches,
                };
                let found = depth(&mut smaller, &wanted, apart.upper);
                (found.lower, found.normal, found.mixture)
            }
        };
        // Of what is flat it is any point, and the origin is one.
        let nearest = || simplex.mixture(&origin, normal, smaller.faint());
        let left = deepest.unwrap_or_else(nearest);
        self.obstacle.evaluations += smaller.evaluations;
        let off = ROLLED * self.obstacle.scale;
        let way = Height::of(self.obstacle, &normal);
        self.vertices.push(way.vertex);
        if way.height - off > self.best.height {
            return Some((lower + radius - off, None));
        }
        // No less deep along any other direction that was looked along, but for rounding: the point goes with this one.
        self.best = way;
        let way_out = normal * way.height;
        let of_moving = (way_out - left.y) * (moving.radius / radius);
        let turned = self.obstacle.moving_to_working.apply_transposed(&of_moving);
        let mixture = Mixture {
            y: way_out,
            on_moving: left.on_moving - turned,
            rounding: normal,
        };
        Some((lower + radius - off, Some(mixture)))
    }
}

/// A core less the ball that rolls inside it. Its points are rounded as those of the core, and so its obstacle has the scale of the cores'.
struct WithoutBall<S> {
    shape: S,
    radius: f64,
}

impl<S: Support> WithoutBall<S> {
    fn of(shape: S) -> Self {
        let radius = shape.rolling_radius();
        Self { shape, radius }
    }
}

impl<S: Support> Support for WithoutBall<S> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let point = self.shape.support_point(n);
        if self.radius > 0.0 {
            point - n * (self.radius / sqrt(n.norm_squared()))
        } else {
            point
        }
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    fn extent(&self) -> f64 {
        self.shape.extent() - self.radius
    }
    fn core(&self) -> Core {
        self.shape.core()
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        self.shape.axis_of_revolution()
    }
}
