//! The depth of cores whose edges are known: points, segments, triangles and boxes.
//!
//! The obstacle of two polytopes is one, and its depth is the least height over its faces. Each face is one of the fixed
//! shape's, one of the moving shape's, or a parallelogram of an edge of either: of two boxes 15 directions or fewer. So no polytope
//! has to be grown.
//!
//! Every height is a bound from above. Bounds from below need the true normals. The product of two edges a, b is off by
//! e = [`EDGES`] over the sine of their angle, and a height changes by no more than that times the size of the obstacle: the height over
//! the true face is at least h − e·scale. Of edges that are all but parallel the product is noise. But then the face is a sliver,
//! w = |a × b| / max(|a|, |b|) wide, and may be forgotten: where the shortest way out leads through it, that through the face beyond one of
//! its long sides is longer by w at most, for the plane of that face is no farther than the side. So each product costs the
//! bound from below the one or the other, whichever is less. (In `f64`, edges at an angle of 10⁻⁴ to 10⁻¹¹ may leave the bounds too far
//! apart; the polytope is grown then.)
//!
//! An obstacle that is plane has its own normal among these, the product of two edges, and depth 0. One that is a line, or a point, has
//! none, whatever a box in it calls its normals, and is left to the polytope.

use super::Search;
use crate::tolerance::EDGES;
use nalgebra::Vector3;
use swept_support::{KnownCore, LinearMap, Support, sqrt};

type V = Vector3<f64>;

/// A core whose edges are known, in the axes of the working frame.
struct Edges {
    /// One of each direction, as long as it is; zero where there are fewer.
    edges: [V; 3],
    /// The normals of a box.
    normals: Option<[V; 3]>,
    /// The two shorter sides of a triangle: of all pairs they make the normal that is the least noise.
    sides: [V; 2],
    /// The point about which it is symmetric, from its shape's origin.
    centre: Option<V>,
}

impl Edges {
    fn of(core: KnownCore, map: &LinearMap) -> Option<Self> {
        let none = Self {
            edges: [V::zeros(); 3],
            normals: None,
            sides: [V::zeros(); 2],
            centre: None,
        };
        Some(match core {
            KnownCore::Other => return None,
            KnownCore::Point => Self {
                centre: Some(V::zeros()),
                ..none
            },
            KnownCore::Segment([a, b]) => Self {
                edges: [map.turn(&(b - a)), V::zeros(), V::zeros()],
                centre: Some(map.turn(&((a + b) * 0.5))),
                ..none
            },
            KnownCore::Triangle([a, b, c]) => {
                let mut edges = [b - a, c - b, a - c].map(|e| map.turn(&e));
                edges.sort_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
                Self {
                    edges,
                    sides: [edges[0], edges[1]],
                    ..none
                }
            }
            KnownCore::Cuboid(half) => {
                let normals = [V::x(), V::y(), V::z()].map(|e| map.turn(&e));
                let [x, y, z] = normals;
                Self {
                    edges: [x * (2.0 * half.x), y * (2.0 * half.y), z * (2.0 * half.z)],
                    normals: Some(normals),
                    centre: Some(V::zeros()),
                    ..none
                }
            }
        })
    }

    /// Whether this is a box that is no line and no point.
    fn is_wide_box(&self) -> bool {
        let lengths = self.edges.iter().filter(|e| **e != V::zeros());
        self.normals.is_some() && lengths.count() >= 2
    }
}

/// What the heights so far leave of the bound from below.
struct Below {
    /// The least height over a true normal; the best of the search is another.
    least: f64,
    /// The slivers that are forgotten are so wide, all together.
    forgotten: f64,
    /// Whether two edges have made a normal: the obstacle is no line then.
    is_wide: bool,
}

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// Looks along all normals that the obstacle can have; the axes of the working frame, in which a fixed box has its own, have
    /// been looked along. A bound from below; `None` where the cores are others, or make a line.
    #[inline(never)]
    pub(super) fn along_normals(&mut self) -> Option<f64> {
        let problem = self.obstacle.problem;
        let map = self.obstacle.moving_to_working;
        let fixed = Edges::of(problem.fixed.known_core(), &LinearMap::IDENTITY)?;
        let moving = Edges::of(problem.moving.known_core(), &map)?;
        // Where both are symmetric, of two opposite directions the one toward their middles' origin is the lower.
        let middle = fixed.centre.zip(moving.centre);
        let middle = middle.map(|(f, m)| f - m - self.obstacle.position);
        let mut below = Below {
            least: f64::INFINITY,
            forgotten: 0.0,
            is_wide: fixed.is_wide_box() || moving.is_wide_box(),
        };
        for n in moving.normals.iter().flatten() {
            self.look(n, EDGES, &middle, &mut below);
        }
        for [a, b] in [fixed.sides, moving.sides] {
            self.across(&a, &b, &middle, &mut below);
        }
        for a in &fixed.edges {
            for b in &moving.edges {
                self.across(a, b, &middle, &mut below);
            }
        }
        let least = below.least.min(self.best.height) - below.forgotten;
        below.is_wide.then_some(least)
    }

    /// Looks along the normal across two edges, or forgets the face that they make.
    fn across(&mut self, a: &V, b: &V, middle: &Option<V>, below: &mut Below) {
        let n = a.cross(b);
        let length = sqrt(n.norm_squared());
        let (a, b) = (sqrt(a.norm_squared()), sqrt(b.norm_squared()));
        if length > 0.0 {
            let (width, off) = (length / a.max(b), EDGES * (a * b / length));
            if width <= off * self.obstacle.scale {
                below.forgotten += width;
            } else {
                self.look(&(n / length), off, middle, below);
                below.is_wide = true;
            }
        }
    }

    /// Looks along a unit normal that is off by `off`, and against it.
    fn look(&mut self, n: &V, off: f64, middle: &Option<V>, below: &mut Below) {
        let signs: &[f64] = match middle {
            Some(middle) if n.dot(middle) > 0.0 => &[-1.0],
            Some(_) => &[1.0],
            None => &[1.0, -1.0],
        };
        for sign in signs {
            let n = n * *sign;
            let height = n.dot(&self.support(&n));
            below.least = below.least.min(height - off * self.obstacle.scale);
        }
    }
}
