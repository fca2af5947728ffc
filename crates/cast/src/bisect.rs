//! Brackets that are wide along the motion, or open along the normal of a steep plane.

use crate::found::{Contact, Mixture};
use crate::gjk::distance;
use crate::obstacle::AnyObstacle;
use crate::problem::Plane;
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{self, NARROW};
use nalgebra::Vector3;
use swept_support::largest;

/// A wide bracket made narrow by the distance at its middle, or a little beyond the best plane so far, again and again.
///
/// A motion all but parallel to a face meets the obstacle on the face's border, where every normal between that of
/// the face and that of its neighbour supports it. A method may end with the first, whose bound is spoilt by rounding
/// over the small closing speed. The way from the obstacle to a point of the line a little before the contact is a
/// normal of the border, and closes fast; and a point of the line within rounding of the obstacle is contact: within that of `f64`,
/// whatever the scalar, for where the line grazes what is round, a length e is a way of √(2 e r) along it.
///
/// The bracket begins at the first of two planes; the second takes its place where that proves more than all there was room to find,
/// or where neither proves anything and the shapes start less deep along the second.
pub(crate) fn bisect(
    obstacle: &mut AnyObstacle<'_>,
    contact: &Contact,
    [normal, flat]: [Vector3<f64>; 2],
) -> Between {
    let problem = obstacle.problem;
    let plane = problem.plane(&normal);
    obstacle.evaluations += 1;
    let d = obstacle.displacement;
    let reach = problem.reach;
    let (tolerance, base) = (obstacle.tightest(), obstacle.base);
    let touching = tolerance::contact::<f64>() * obstacle.scale;
    let along = NARROW * obstacle.wide() / largest(&d);
    let mut simplex = Simplex::new(obstacle.support(&against(&d)));
    let mut low = plane.lower_bound(reach).max(0.0);
    let mut high = (base + contact.upper).min(1.0);
    let mut between = Between {
        normal,
        plane,
        touch: None,
    };
    // How far beyond the plane at the lower end the next place is at most, a multiple of what touches.
    let mut beyond = f64::INFINITY;
    while high - low > between.narrow(obstacle, along, high) && !obstacle.exhausted() {
        let near = low + between.beyond(beyond * touching);
        let at = (0.5 * (low + high)).min(near);
        if at <= low || at >= high {
            break; // no number lies between
        }
        let x = d * (at - base);
        let found = distance(obstacle, &mut simplex, &x, tolerance);
        let short = found.upper - obstacle.radius;
        if short <= touching {
            let normal = found.plane.map_or(contact.normal, |p| p.normal);
            obstacle.remember(&simplex.parts());
            high = at;
            between.touch = Some(Touch {
                at,
                short: short.max(0.0),
                mixture: simplex.mixture(&x, normal, obstacle.faint()),
            });
            continue;
        }
        let Some(found) = found.plane else {
            break;
        };
        let normal = obstacle.to_world(&found.normal);
        let plane = problem.plane(&normal);
        obstacle.evaluations += 1;
        let bound = plane.lower_bound(reach);
        if plane.speed < 0.0 && bound > low {
            (between.normal, between.plane) = (normal, plane);
        }
        // A little beyond a plane there is contact, if it is the one that is met.
        beyond = if bound > at { 2.0 } else { 4.0 * beyond };
        // Within rounding of contact a plane may prove no more than what is known.
        low = at.max(bound);
    }
    if between.normal == normal && flat != normal {
        let plane = problem.plane(&flat);
        obstacle.evaluations += 1;
        // Of planes that are not known to separate the shapes at the start, the one along which they are less deep there.
        let proven = |plane: &Plane| (plane.lower_bound(reach), -plane.depth());
        if proven(&plane) > proven(&between.plane) {
            (between.normal, between.plane) = (flat, plane);
        }
    }
    between
}

/// What a bisection ends with.
pub(crate) struct Between {
    /// The plane whose bound is the lower end, and its normal in world space.
    pub(crate) normal: Vector3<f64>,
    pub(crate) plane: Plane,
    /// The upper end, where it found one.
    pub(crate) touch: Option<Touch>,
}

impl Between {
    /// The way from the lower end to where its plane has been passed by so much, a length, whatever its height is off by.
    fn beyond(&self, length: f64) -> f64 {
        let Plane { error, speed, .. } = self.plane;
        (2.0 * error + length * self.plane.length) / speed.abs()
    }

    /// How narrow the bracket up to `high` is to be: closed along the normal as any bracket is, or as far as a touch a little beyond the
    /// plane closes it; and where that is more, no wider than `along`, for planes that may be met more steeply than this one.
    fn narrow(&self, obstacle: &AnyObstacle<'_>, along: f64, high: f64) -> f64 {
        along
            .min(self.beyond(obstacle.closed_at_edges()))
            .max(4.0 * f64::EPSILON * high)
    }
}

/// Contact at a fraction, but for `short`.
pub(crate) struct Touch {
    pub(crate) at: f64,
    pub(crate) short: f64,
    pub(crate) mixture: Mixture,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sweep;
    use crate::counted::Counted;
    use crate::obstacle::{Obstacle, Open};
    use crate::problem::Problem;
    use swept_support::{Cuboid, Placed, PointShape};

    /// What the bisection makes of the bracket up to `upper` along this normal, for a point that moves by `d` from `at` toward the cube; the
    /// working origin is at the fraction `base`, and `check` sees how narrow a bracket has to be there.
    fn bisected(
        [at, d, normal]: [[f64; 3]; 3],
        [base, upper]: [f64; 2],
        limit: u32,
        check: impl Fn(&Between, &AnyObstacle<'_>),
    ) {
        let cube = Counted::new(Cuboid::<f64>::new([1.0; 3]).unwrap());
        let moving = Placed::new(PointShape, at).unwrap();
        let fixed = Placed::<f64, _>::new(&cube, [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, d, fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let mut obstacle = Obstacle::new(&problem, limit, Open::of::<f64>(0.0));
        obstacle.move_origin(base);
        let normal = Vector3::from(normal);
        let contact = Contact::new(0.0, upper - base, normal, &Vector3::from(d));
        let counted = obstacle.evaluations;
        cube.take();
        obstacle.forget_types(|obstacle| {
            let between = bisect(obstacle, &contact, [normal; 2]);
            assert_eq!(obstacle.evaluations - counted, cube.take());
            check(&between, obstacle);
        });
    }

    const LIMIT: u32 = 1_000;

    /// What some ten operations with numbers of about 1, whose errors are carried on, may be off by.
    const ROUNDED: f64 = 32.0 * f64::EPSILON;

    /// At the fraction 1/2 the point comes over the edge x = -1, y = 1 of the cube, along its top but for 2⁻³⁰: the top's plane is met there
    /// as well, with an error of 10⁻⁶ of the way, and inside of the cube is all that comes after.
    #[test]
    fn on_the_border_of_a_face_that_the_motion_is_along_the_bracket_becomes_narrow() {
        let e = 1.0 / f64::from(1 << 30);
        let way = [[-3.0, 1.0 + e, 0.0], [4.0, -2.0 * e, 0.0], [0.0, 1.0, 0.0]];
        for (base, upper) in [(0.0, 0.75), (0.25, 0.75), (0.25, 1.5), (0.0, 0.5 + 1e-9)] {
            bisected(way, [base, upper], LIMIT, |between, obstacle| {
                let lower = between.plane.lower_bound(0.0);
                let touch = between.touch.as_ref().unwrap();
                assert!((0.5 - ROUNDED..=0.5).contains(&lower), "{lower}");
                let narrow = NARROW * obstacle.wide() / 4.0;
                assert!(
                    touch.at >= 0.5 - 4.0 * f64::EPSILON
                        && touch.at - lower <= narrow + f64::EPSILON
                );
                // By a plane that closes fast, and at a point of the cube on the line of motion.
                let n = &between.normal;
                assert!(between.plane.speed < -2.0 * n.norm());
                assert_eq!(between.plane.height, obstacle.problem.plane(n).height);
                let x = obstacle.displacement * (touch.at - base);
                assert!((0.0..=ROUNDED).contains(&touch.short), "{}", touch.short);
                assert!((touch.mixture.y - x).norm() <= ROUNDED);
                assert!(obstacle.evaluations < 300, "{}", obstacle.evaluations);
            });
        }
    }

    /// The line passes over the cube by 10⁻³, and comes down to its top a long way after the end.
    #[test]
    fn a_bracket_without_contact_ends_with_a_plane_beyond_it() {
        let way = [[-3.0, 1.001, 0.0], [4.0, -1e-4, 0.0], [-1.0, 0.0, 0.0]];
        bisected(way, [0.0, 0.75], LIMIT, |between, _| {
            let lower = between.plane.lower_bound(0.0);
            assert!((9.9..=10.0 + 1e-12).contains(&lower), "{lower}");
            assert!(between.touch.is_none() && between.normal.y > 0.9 * between.normal.norm());
        });
    }

    #[test]
    fn the_limit_on_support_evaluations_ends_it() {
        let way = [[-3.0, 0.5, 0.0], [4.0, 0.25, 0.0], [0.0, -1.0, 0.0]];
        for limit in [0, 5, 20] {
            bisected(way, [0.0, 1.0], limit, |_, obstacle| {
                assert!(
                    obstacle.evaluations <= limit + 8,
                    "{}",
                    obstacle.evaluations
                );
            });
        }
    }
}
