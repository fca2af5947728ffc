//! The depth of cores whose edges are known: points, segments, triangles and boxes.
//!
//! The obstacle of two polytopes is one, and its depth is the least height over its faces. Each face is one of the fixed
//! shape's, one of the moving shape's, or a parallelogram of an edge of either: of two boxes 15 directions or fewer. So no polytope
//! has to be grown.
//!
//! Every height is a bound from above. The bound from below needs the heights along the true normals. The product of two edges a, b is off
//! by e = [`EDGES`] over the sine of their angle, and a height changes by no more than that times the size of the obstacle: over
//! the true face it is at least h − e·scale.
//!
//! Of edges that are all but parallel ([`PARALLEL`]) the product is noise, and the face is forgotten. Let a belong to a box or a
//! segment. The shape is a prism along a, so the shadow of the obstacle along a is a polygon each of whose edges is the shadow of a face.
//! That of a × b is |b| sin long. Without it, and others like it, the polygon grows by caps over what was forgotten. From any point
//! there, and from any on the edges that are gone, one of the next lines is no farther than all that was forgotten is long, so
//! the depth without them is greater by that length at most. There has to be a next line: another side of the box, or a product of a
//! that is not forgotten. A triangle that is all but its longest side is taken for that side: what is smaller is less deep, and by
//! its width at most.
//!
//! Where no two edges make a normal, the obstacle is a line or a point, has no face, and is left to the polytope; so is what is
//! all but a line, and in `f64` what has edges at an angle between some 10⁻⁴ and 10⁻¹¹, whose bounds may stay too far apart.

use super::Search;
use crate::tolerance::{EDGES, PARALLEL};
use nalgebra::Vector3;
use swept_support::{KnownCore, LinearMap, Support, sqrt};

type V = Vector3<f64>;

/// A core whose edges are known, in the axes of the working frame.
struct Edges {
    /// One of each direction, as long as it is; zero where there are fewer.
    edges: [V; 3],
    /// Their lengths.
    lengths: [f64; 3],
    /// The normals of a box.
    normals: Option<[V; 3]>,
    /// The two shorter sides of a triangle: of all pairs they make the normal that is the least noise.
    sides: Option<[V; 2]>,
    /// The point about which it is symmetric, from its shape's origin; a triangle is about none.
    centre: Option<V>,
    /// By how much it is smaller than the core: a length.
    thinner: f64,
}

impl Edges {
    fn of(core: KnownCore, map: &LinearMap) -> Option<Self> {
        match core {
            KnownCore::Other => None,
            KnownCore::Point => Some(Self::segment(V::zeros(), V::zeros())),
            KnownCore::Segment([a, b]) => Some(Self::segment(
                map.turn(&(b - a)),
                map.turn(&((a + b) * 0.5)),
            )),
            KnownCore::Triangle(corners) => Some(Self::triangle(&corners.map(|c| map.turn(&c)))),
            KnownCore::Cuboid(half) => {
                let normals = [V::x(), V::y(), V::z()].map(|e| map.turn(&e));
                let [x, y, z] = normals;
                let edges = [x * (2.0 * half.x), y * (2.0 * half.y), z * (2.0 * half.z)];
                Some(Self {
                    normals: Some(normals),
                    ..Self::new(edges, Some(V::zeros()))
                })
            }
        }
    }

    fn new(edges: [V; 3], centre: Option<V>) -> Self {
        Self {
            edges,
            lengths: edges.map(|e| sqrt(e.norm_squared())),
            normals: None,
            sides: None,
            centre,
            thinner: 0.0,
        }
    }

    fn segment(way: V, middle: V) -> Self {
        Self::new([way, V::zeros(), V::zeros()], Some(middle))
    }

    fn triangle(c: &[V; 3]) -> Self {
        let mut sides = [0, 1, 2].map(|k| (c[(k + 1) % 3] - c[k], (c[(k + 1) % 3] + c[k]) * 0.5));
        sides.sort_by(|(a, _), (b, _)| a.norm_squared().total_cmp(&b.norm_squared()));
        let [(a, _), (b, _), (longest, middle)] = sides;
        let triangle = Self {
            sides: Some([a, b]),
            ..Self::new([a, b, longest], None)
        };
        let [a_long, b_long, long] = triangle.lengths;
        let area = sqrt(a.cross(&b).norm_squared());
        if area > PARALLEL * a_long * b_long {
            return triangle;
        }
        let largest = area + EDGES * a_long * b_long;
        Self {
            thinner: if long > 0.0 { largest / long } else { 0.0 },
            ..Self::segment(longest, middle)
        }
    }

    /// Of a box, whether its shadow along each edge has another side; of all others `false`.
    fn beside(&self) -> [bool; 3] {
        let there = self.lengths.map(|length| length > 0.0);
        let others = |i: usize, j: usize| self.normals.is_some() && (there[i] || there[j]);
        [others(1, 2), others(2, 0), others(0, 1)]
    }

    /// Whether this is a box that is no line and no point.
    fn is_wide_box(&self) -> bool {
        let there = self.lengths.iter().filter(|length| **length > 0.0);
        self.normals.is_some() && there.count() >= 2
    }
}

/// What the heights along true normals leave of the bound from below.
struct Below {
    least: f64,
    /// The obstacle's middle as the origin sees it, where it has one: of two opposite normals the one that points away from it has the
    /// lesser height.
    middle: Option<V>,
}

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// Looks along all normals that the obstacle can have; the axes of the working frame, in which a fixed box has its own, have
    /// been looked along. A bound from below, if the origin is inside by more than that; `None` where there is none.
    #[inline(never)]
    pub(super) fn along_normals(&mut self) -> Option<f64> {
        let problem = self.obstacle.problem;
        let map = self.obstacle.moving_to_working;
        let fixed = Edges::of(problem.fixed.known_core(), &LinearMap::IDENTITY)?;
        let moving = Edges::of(problem.moving.known_core(), &map)?;
        let middle = fixed.centre.zip(moving.centre);
        let mut below = Below {
            least: f64::INFINITY,
            middle: middle.map(|(f, m)| f - m - self.obstacle.position),
        };
        let mut is_wide = fixed.is_wide_box() || moving.is_wide_box();
        for n in moving.normals.iter().flatten() {
            self.look(n, EDGES, &mut below);
        }
        for [a, b] in [fixed.sides, moving.sides].into_iter().flatten() {
            let n = a.cross(&b);
            let length = sqrt(n.norm_squared());
            let off = EDGES * sqrt(a.norm_squared()) * sqrt(b.norm_squared()) / length;
            self.look(&(n / length), off, &mut below);
            is_wide = true;
        }
        let (mut fixed_beside, mut moving_beside) = (fixed.beside(), moving.beside());
        let (mut forgotten, mut length_forgotten) = ([[false; 3]; 3], 0.0);
        for (i, a) in fixed.edges.iter().enumerate() {
            for (j, b) in moving.edges.iter().enumerate() {
                let (a_long, b_long) = (fixed.lengths[i], moving.lengths[j]);
                if a_long == 0.0 || b_long == 0.0 {
                    continue;
                }
                let n = a.cross(b);
                let length = sqrt(n.norm_squared());
                let sine = length / (a_long * b_long);
                if sine > PARALLEL {
                    self.look(&(n / length), EDGES / sine, &mut below);
                    (fixed_beside[i], moving_beside[j], is_wide) = (true, true, true);
                } else {
                    // On both sides of the shadow.
                    forgotten[i][j] = true;
                    length_forgotten += 2.0 * (sine + EDGES) * a_long.max(b_long);
                }
            }
        }
        let is_prism = |core: &Edges| core.sides.is_none();
        for (i, row) in forgotten.iter().enumerate() {
            for (j, forgotten) in row.iter().enumerate() {
                let along_fixed = is_prism(&fixed) && fixed_beside[i];
                let along_moving = is_prism(&moving) && moving_beside[j];
                if *forgotten && !along_fixed && !along_moving {
                    return None;
                }
            }
        }
        let least = below.least.min(self.best.height);
        is_wide.then_some(least - length_forgotten - fixed.thinner - moving.thinner)
    }

    /// Looks along a unit normal that is off by `off`, and against it.
    fn look(&mut self, n: &V, off: f64, below: &mut Below) {
        let signs: &[f64] = match &below.middle {
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
