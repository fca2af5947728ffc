//! How deep bodies overlap: the distance from the origin to the surface of C, which holds it.
//!
//! From above, every direction n gives a translation by h(n)/|n| that frees the bodies. From below, points of C span a closed
//! surface around the origin: each of its triangles, seen from the origin, is turned outward, so the surface winds around the
//! origin, and a ball that reaches none of its triangles' planes lies inside the points' hull, and so inside C. The
//! surface is grown at its nearest face ("expanding polytope": van den Bergen, 2001) in `f64`; both bounds are then
//! evaluated in numbers that count rounding errors.

use crate::arith::{Ball, Double, Number, cross, difference, dot, negated, norm, wide};
use crate::obstacle::{Obstacle, unit};
use crate::tolerance::{DEPTH, FLAT, MOST_FACES, NOISE};
use crate::truth::Bracket;

/// A depth, and the direction that proves it from above.
#[derive(Clone, Debug)]
pub(crate) struct Depth {
    pub(crate) depth: Bracket,
    pub(crate) normal: [f64; 3],
}

struct Face {
    corners: [usize; 3],
    /// Unit normal, outward.
    normal: [f64; 3],
    /// Distance of its plane from the origin; negative while the origin is outside of it.
    height: f64,
}

struct Surface {
    points: Vec<[f64; 3]>,
    /// The directions that the points support.
    directions: Vec<[f64; 3]>,
    faces: Vec<Face>,
}

/// The depth of an overlap: the origin lies in C.
pub(crate) fn depth(plain: &Obstacle<f64>, proof: &Obstacle<Ball>, scale: f64) -> Depth {
    let mut best = (f64::INFINITY, [0.0, 0.0, 1.0]);
    let mut way_out = |n: [f64; 3]| {
        let h = plain.height(&n);
        if h < best.0 {
            best = (h, n);
        }
        h
    };
    for n in AXES {
        way_out(n);
    }
    let mut surface = Surface::new(plain, scale);
    if let Some(surface) = &mut surface {
        while surface.faces.len() < MOST_FACES {
            let Some((n, below)) = surface.nearest() else {
                break;
            };
            if way_out(n) - below <= DEPTH * scale || !surface.grow(plain, &n, scale) {
                break;
            }
        }
    } else if let Some(n) = Surface::across(plain, scale) {
        way_out(n);
        way_out(negated(&n));
    }
    let normal = unit(&best.1);
    let above = -proof.separation(&normal);
    let below = surface.map_or(Ball::default(), |s| s.proven(proof));
    let no_less = |x: Double| {
        if x.value() < 0.0 {
            Double::default()
        } else {
            x
        }
    };
    Depth {
        depth: Bracket {
            lower: no_less(below.lower()),
            upper: no_less(above.upper()),
        },
        normal,
    }
}

const AXES: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];

impl Surface {
    /// A tetrahedron of C's points. `None` where C is flat.
    fn new(plain: &Obstacle<f64>, scale: f64) -> Option<Self> {
        let flat = FLAT * scale;
        let along = |n: [f64; 3]| (plain.support(&n), n);
        let widest = (0..3)
            .map(|i| (along(AXES[2 * i]), along(AXES[2 * i + 1])))
            .max_by(|a, b| {
                let size = |x: &(([f64; 3], _), ([f64; 3], _))| norm(&difference(&x.0.0, &x.1.0));
                size(a).total_cmp(&size(b))
            })?;
        let (a, b) = widest;
        let edge = difference(&b.0, &a.0);
        if norm(&edge) <= flat {
            return None;
        }
        let aside = cross(&edge, &AXES[least(&edge)]);
        let off = |p: &[f64; 3], n: &[f64; 3]| dot(n, &difference(p, &a.0)).abs() / norm(n);
        let c = Self::farther(plain, &aside, &off, flat)
            .or_else(|| Self::farther(plain, &cross(&edge, &aside), &off, flat))?;
        let n = cross(&edge, &difference(&c.0, &a.0));
        let d = Self::farther(plain, &n, &off, flat)?;
        let corners = [a, b, c, d];
        let mut surface = Self {
            points: corners.iter().map(|c| c.0).collect(),
            directions: corners.iter().map(|c| c.1).collect(),
            faces: Vec::new(),
        };
        let outward = dot(&n, &difference(&d.0, &a.0)) < 0.0;
        for [i, j, k] in [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]] {
            surface.add(if outward { [i, j, k] } else { [i, k, j] });
        }
        Some(surface)
    }

    /// Of the support points along `n` and against it, the one farther off, if that is off by more than `flat`.
    fn farther(
        plain: &Obstacle<f64>,
        n: &[f64; 3],
        off: &dyn Fn(&[f64; 3], &[f64; 3]) -> f64,
        flat: f64,
    ) -> Option<([f64; 3], [f64; 3])> {
        let [a, b] = [*n, negated(n)].map(|n| (plain.support(&n), n));
        let [of_a, of_b] = [&a, &b].map(|p| off(&p.0, &p.1));
        let (point, off) = if of_a >= of_b { (a, of_a) } else { (b, of_b) };
        (off > flat).then_some(point)
    }

    /// A direction across a flat C.
    fn across(plain: &Obstacle<f64>, scale: f64) -> Option<[f64; 3]> {
        let points: Vec<_> = AXES.iter().map(|n| plain.support(n)).collect();
        let mut best = (FLAT * scale * scale, None);
        for a in &points {
            for b in &points {
                let n = cross(&difference(a, &points[0]), &difference(b, &points[0]));
                if norm(&n) > best.0 {
                    best = (norm(&n), Some(n));
                }
            }
        }
        best.1
    }

    fn add(&mut self, corners: [usize; 3]) {
        let [a, b, c] = corners.map(|i| self.points[i]);
        let normal = unit(&cross(&difference(&b, &a), &difference(&c, &a)));
        self.faces.push(Face {
            corners,
            normal,
            height: dot(&normal, &a),
        });
    }

    /// Normal and height of the face whose plane is nearest.
    fn nearest(&self) -> Option<([f64; 3], f64)> {
        let lower = |a: &&Face, b: &&Face| a.height.total_cmp(&b.height);
        self.faces
            .iter()
            .min_by(lower)
            .map(|f| (f.normal, f.height))
    }

    /// Takes C's farthest point along `n` in, and all faces away that it sees. False when it sees none, or the hole that
    /// they leave has no simple rim.
    fn grow(&mut self, plain: &Obstacle<f64>, n: &[f64; 3], scale: f64) -> bool {
        let point = plain.support(n);
        let sees = |f: &Face| dot(&f.normal, &point) > f.height + NOISE * scale;
        let (seen, kept): (Vec<Face>, Vec<Face>) = self.faces.drain(..).partition(sees);
        let mut rim: Vec<(usize, usize)> = Vec::new();
        for face in &seen {
            let [a, b, c] = face.corners;
            for edge in [(a, b), (b, c), (c, a)] {
                match rim.iter().position(|e| *e == (edge.1, edge.0)) {
                    Some(at) => drop(rim.swap_remove(at)),
                    None => rim.push(edge),
                }
            }
        }
        let mut starts: Vec<usize> = rim.iter().map(|e| e.0).collect();
        starts.sort_unstable();
        starts.dedup();
        self.faces = kept;
        if seen.is_empty() || starts.len() != rim.len() {
            self.faces.extend(seen);
            return false;
        }
        self.points.push(point);
        self.directions.push(*n);
        let new = self.points.len() - 1;
        for (a, b) in rim {
            self.add([a, b, new]);
        }
        true
    }

    /// The least distance of the faces' planes, counting every rounding error; nothing below 0 is worth telling.
    fn proven(&self, proof: &Obstacle<Ball>) -> Ball {
        let points: Vec<[Ball; 3]> = self
            .directions
            .iter()
            .map(|n| proof.support(&wide(n)))
            .collect();
        let mut least = Ball::from(f64::INFINITY);
        for face in &self.faces {
            let [a, b, c] = face.corners.map(|i| points[i]);
            let n = cross(&difference(&b, &a), &difference(&c, &a));
            let height = dot(&n, &a).over(norm(&n));
            if height.lower() < least.lower() {
                least = height;
            }
        }
        least
    }
}

/// The axis that a direction is least along.
fn least(n: &[f64; 3]) -> usize {
    let axis = (0..3).fold(0, |k, i| if n[i].abs() < n[k].abs() { i } else { k });
    2 * axis
}
