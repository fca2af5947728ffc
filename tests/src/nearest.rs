//! The distance of two bodies by other means than the library's: bounds from both sides, in twice the precision of
//! `f64`, from closed forms and from all pairs of features.
//!
//! Nothing here searches. From below, any direction will do: the height of both bodies along it has a closed form for
//! every shape. From above, any point of each body will do: for polytopes of a few corners the nearest points of every
//! triple of corners of one to every corner of the other, and of every two pairs of corners, are tried, which the nearest
//! points of the bodies are among; for other shapes the points of the answer are taken, once it is shown how far they
//! lie off the bodies at most.

use crate::{Body, Form};
use nalgebra::Vector3;
use swept_oracle::arith::{difference, dot, norm, wide};
use swept_oracle::{Double, Number};

type V = Vector3<f64>;
/// Three of them.
pub type Double3 = [Double; 3];

/// A body in twice the precision.
pub struct Solid {
    core: Form,
    /// Radius around the core.
    pub radius: f64,
    /// The core's corners in world space, when it has nothing else.
    pub corners: Option<Vec<Double3>>,
    rows: [Double3; 3],
    position: Double3,
}

impl Solid {
    /// The body as it stands.
    pub fn new(body: &Body) -> Self {
        let (core, radius) = split(&body.shape);
        let rows = rotation(&body.rotation);
        let position = wide(&body.position);
        let corners = corners(&core).map(|points| {
            let place = |p: [f64; 3]| {
                let p = wide(&p);
                std::array::from_fn(|i| dot(&rows[i], &p) + position[i])
            };
            points.into_iter().map(place).collect()
        });
        Self {
            core,
            radius,
            corners,
            rows,
            position,
        }
    }

    fn local(&self, v: &Double3) -> Double3 {
        std::array::from_fn(|j| dot(&[self.rows[0][j], self.rows[1][j], self.rows[2][j]], v))
    }

    /// max n·p over the core.
    pub fn height(&self, n: &Double3) -> Double {
        if let Some(corners) = &self.corners {
            let all = corners.iter().map(|c| dot(n, c));
            return all.reduce(Double::max).expect("a corner");
        }
        let [x, y, z] = self.local(n);
        let across = (x * x + z * z).sqrt();
        let number = |x: &f64| Double::from(*x);
        let local = match &self.core {
            Form::Cylinder {
                half_height,
                radius,
            } => number(half_height) * y.abs() + number(radius) * across,
            Form::Cone {
                half_height,
                radius,
            } => {
                let apex = number(half_height) * y;
                apex.max(-apex + number(radius) * across)
            }
            Form::Ellipsoid { radii: [a, b, c] } => {
                norm(&[number(a) * x, number(b) * y, number(c) * z])
            }
            other => unreachable!("{other:?} has corners"),
        };
        local + dot(n, &self.position)
    }

    /// An upper bound on the distance of a point from the core.
    pub fn distance_to(&self, p: &Double3) -> f64 {
        if let Some(corners) = &self.corners {
            let relative: Vec<V> = corners.iter().map(|c| narrow(&difference(c, p))).collect();
            let mut best = f64::INFINITY;
            for_triples(relative.len(), |i, j, k| {
                let (_, q) = on_triangle(&relative[i], &relative[j], &relative[k]);
                best = best.min(q.norm());
            });
            let error = 32.0 * f64::EPSILON * relative.iter().map(V::norm).fold(0.0, f64::max);
            return best + error;
        }
        let [x, y, z] = self
            .local(&difference(p, &self.position))
            .map(Double::value);
        let rim = x.hypot(z);
        match &self.core {
            Form::Cylinder {
                half_height,
                radius,
            } => (y.abs() - half_height)
                .max(0.0)
                .hypot((rim - radius).max(0.0)),
            Form::Cone {
                half_height: h,
                radius,
            } => {
                // In the half-plane through the axis, the cone is a triangle.
                let [apex, base, middle] = [[0.0, *h], [*radius, -h], [0.0, -h]]
                    .map(|c| V::new(c[0] - rim, c[1] - y, 0.0));
                on_triangle(&apex, &base, &middle).1.norm()
            }
            Form::Ellipsoid { radii } => {
                // Off the flat directions altogether, and then until inside: toward the middle, or, as is shorter beside a needle, down the
                // gradient g of Σ (xᵢ/rᵢ)², by t g with Σ ((xᵢ − t gᵢ)/rᵢ)² = 1.
                let p = [x, y, z];
                let flat = (0..3).filter(|i| radii[*i] == 0.0);
                let off = flat.map(|i| p[i] * p[i]).sum::<f64>().sqrt();
                let round = || (0..3).filter(|i| radii[*i] > 0.0);
                let outside = round().map(|i| (p[i] / radii[i]).powi(2)).sum::<f64>();
                let size = round().map(|i| p[i] * p[i]).sum::<f64>().sqrt();
                let inward = size * (1.0 - 1.0 / outside.sqrt().max(1.0));
                let g = |i: usize| p[i] / (radii[i] * radii[i]);
                let a = round().map(|i| (g(i) / radii[i]).powi(2)).sum::<f64>();
                let b = round()
                    .map(|i| p[i] * g(i) / (radii[i] * radii[i]))
                    .sum::<f64>();
                let c = (outside - 1.0).max(0.0);
                let t = c / (b + (b * b - a * c).sqrt());
                let down = t * round().map(|i| g(i) * g(i)).sum::<f64>().sqrt();
                // Not a number where the gradient does not lead inside, or the point is the middle.
                off.hypot(inward.min(down))
            }
            other => unreachable!("{other:?} has corners"),
        }
    }
}

/// The core and the radius around it.
fn split(form: &Form) -> (Form, f64) {
    match form {
        Form::Rounded { shape, radius } => {
            let (core, inner) = split(shape);
            (core, inner + radius)
        }
        Form::Sphere { radius } => (Form::Point, *radius),
        Form::Capsule {
            half_height: h,
            radius,
        } => {
            let (a, b) = ([0.0, -h, 0.0], [0.0, *h, 0.0]);
            (Form::Segment { a, b }, *radius)
        }
        other => (other.clone(), 0.0),
    }
}

fn corners(core: &Form) -> Option<Vec<[f64; 3]>> {
    Some(match core {
        Form::Point => vec![[0.0; 3]],
        Form::Segment { a, b } => vec![*a, *b],
        Form::Triangle { a, b, c } => vec![*a, *b, *c],
        Form::Cuboid { half_extents } => match Form::box_hull(*half_extents) {
            Form::ConvexHull { points } => points,
            _ => unreachable!("a box is a hull"),
        },
        Form::ConvexHull { points } => points.clone(),
        _ => return None,
    })
}

/// The rotation of a quaternion x, y, z, w of any length.
fn rotation(q: &[f64; 4]) -> [Double3; 3] {
    let [x, y, z, w] = q.map(Double::from);
    let one = Double::from(1.0);
    let s = Double::from(2.0).over(x * x + y * y + z * z + w * w);
    [
        [
            one - s * (y * y + z * z),
            s * (x * y - z * w),
            s * (x * z + y * w),
        ],
        [
            s * (x * y + z * w),
            one - s * (x * x + z * z),
            s * (y * z - x * w),
        ],
        [
            s * (x * z - y * w),
            s * (y * z + x * w),
            one - s * (x * x + y * y),
        ],
    ]
}

fn narrow(v: &Double3) -> V {
    v.map(Double::value).into()
}

/// Calls `f` with all triples of indices, repetitions allowed where there are fewer than three.
fn for_triples(count: usize, mut f: impl FnMut(usize, usize, usize)) {
    let last = count - 1;
    if count < 3 {
        return f(0, last, last);
    }
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                f(i, j, k);
            }
        }
    }
}

/// What the moving body must move by along `n` to be as far out as the fixed one: h(n) of fixed − moving, radii included,
/// per unit of length of `n`. Minus a lower bound on the separation, and an upper bound on the depth.
pub fn height(moving: &Solid, fixed: &Solid, n: &V) -> f64 {
    let n: Double3 = wide(&(*n).into());
    let minus = n.map(|x| -x);
    let radii = Double::from(moving.radius) + fixed.radius.into();
    let core = fixed.height(&n) + moving.height(&minus);
    (core.over(norm(&n)) + radii).value()
}

/// Bounds on the distance of the cores of two polytopes, by all pairs of features: no nearer than the first, no farther
/// than the second. The first is negative when no plane between the features found keeps the bodies apart.
pub fn by_features(moving: &[Double3], fixed: &[Double3]) -> (f64, f64) {
    // Differences first, so that what follows has the size of the bodies.
    let origin = fixed[0];
    let near =
        |v: &[Double3]| -> Vec<V> { v.iter().map(|p| narrow(&difference(p, &origin))).collect() };
    let (m, f) = (near(moving), near(fixed));
    let mut best = (f64::INFINITY, Weights::default());
    let mut consider = |apart: V, weights: Weights| {
        let squared = apart.norm_squared();
        if squared < best.0 {
            best = (squared, weights);
        }
    };
    for (at, p) in f.iter().enumerate() {
        for_triples(m.len(), |i, j, k| {
            let (w, q) = on_triangle(&(m[i] - p), &(m[j] - p), &(m[k] - p));
            consider(
                q,
                (
                    [(i, w[0]), (j, w[1]), (k, w[2])],
                    [(at, 1.0), (at, 0.0), (at, 0.0)],
                ),
            );
        });
    }
    for (at, p) in m.iter().enumerate() {
        for_triples(f.len(), |i, j, k| {
            let (w, q) = on_triangle(&(f[i] - p), &(f[j] - p), &(f[k] - p));
            consider(
                -q,
                (
                    [(at, 1.0), (at, 0.0), (at, 0.0)],
                    [(i, w[0]), (j, w[1]), (k, w[2])],
                ),
            );
        });
    }
    for i in 0..m.len() {
        for j in i + 1..m.len() {
            for k in 0..f.len() {
                for l in k + 1..f.len() {
                    let (s, t) = lines(&m[i], &m[j], &f[k], &f[l]);
                    let q = m[i] + (m[j] - m[i]) * s - f[k] - (f[l] - f[k]) * t;
                    consider(
                        q,
                        (
                            [(i, 1.0 - s), (j, s), (j, 0.0)],
                            [(k, 1.0 - t), (l, t), (l, 0.0)],
                        ),
                    );
                }
            }
        }
    }
    // The best of them again, in twice the precision.
    let mix = |points: &[Double3], weights: &[(usize, f64); 3]| -> Double3 {
        let sum = weights
            .iter()
            .fold(Double::default(), |s, (_, w)| s + (*w).into());
        let mut mixed = [Double::default(); 3];
        for (i, w) in weights {
            let share = Double::from(*w).over(sum);
            for axis in 0..3 {
                mixed[axis] = mixed[axis] + points[*i][axis] * share;
            }
        }
        mixed
    };
    let apart = difference(&mix(moving, &best.1.0), &mix(fixed, &best.1.1));
    let upper = norm(&apart);
    let lowest = moving.iter().map(|p| -dot(p, &apart)).reduce(Double::max);
    let highest = fixed.iter().map(|p| dot(p, &apart)).reduce(Double::max);
    let lower = match (lowest, highest) {
        (Some(low), Some(high)) if upper.value() > 0.0 => -(low + high).over(upper),
        _ => Double::from(-1.0),
    };
    (lower.value(), upper.value())
}

/// Indices and weights of the points of the moving body and of the fixed one.
type Weights = ([(usize, f64); 3], [(usize, f64); 3]);

/// The least h(n) over all normals of triples and of pairs of edges of two polytopes' cores: the depth of the cores where
/// they overlap.
pub fn depth_by_normals(moving: &[Double3], fixed: &[Double3]) -> f64 {
    let origin = fixed[0];
    let near =
        |v: &[Double3]| -> Vec<V> { v.iter().map(|p| narrow(&difference(p, &origin))).collect() };
    let (m, f) = (near(moving), near(fixed));
    let mut least = f64::INFINITY;
    let mut consider = |n: V, size: f64| {
        if n.norm() > 1e-6 * size {
            for n in [n.normalize(), -n.normalize()] {
                let high = f.iter().map(|p| n.dot(p)).fold(f64::MIN, f64::max);
                let low = m.iter().map(|p| n.dot(p)).fold(f64::MAX, f64::min);
                least = least.min(high - low);
            }
        }
    };
    for points in [&m, &f] {
        for_triples(points.len(), |i, j, k| {
            let (a, b) = (points[j] - points[i], points[k] - points[i]);
            consider(a.cross(&b), a.norm() * b.norm());
        });
    }
    for i in 0..m.len() {
        for j in i + 1..m.len() {
            for k in 0..f.len() {
                for l in k + 1..f.len() {
                    let (a, b) = (m[j] - m[i], f[l] - f[k]);
                    consider(a.cross(&b), a.norm() * b.norm());
                }
            }
        }
    }
    least
}

/// Weights of the point of a triangle nearest to the origin, and that point.
fn on_triangle(a: &V, b: &V, c: &V) -> ([f64; 3], V) {
    let (ab, ac) = (b - a, c - a);
    let n = ab.cross(&ac);
    let squared = n.norm_squared();
    let mut best = ([1.0, 0.0, 0.0], *a);
    let mut consider = |w: [f64; 3]| {
        let q = a * w[0] + b * w[1] + c * w[2];
        if q.norm_squared() < best.1.norm_squared() {
            best = (w, q);
        }
    };
    if squared > 0.0 {
        let (v, w) = (
            n.dot(&ac.cross(a)) / squared,
            n.dot(&a.cross(&ab)) / squared,
        );
        if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
            consider([1.0 - v - w, v, w]);
        }
    }
    let t = |p: &V, e: V| {
        let t = -p.dot(&e) / e.norm_squared();
        if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) }
    };
    let s = t(a, ab);
    consider([1.0 - s, s, 0.0]);
    let s = t(a, ac);
    consider([1.0 - s, 0.0, s]);
    let s = t(b, c - b);
    consider([0.0, 1.0 - s, s]);
    best
}

/// The parameters of the nearest points of two segments' lines, cut to the segments.
fn lines(a: &V, b: &V, c: &V, d: &V) -> (f64, f64) {
    let (u, v, w) = (b - a, d - c, a - c);
    let n = u.cross(&v);
    let squared = n.norm_squared();
    if squared == 0.0 {
        return (0.0, 0.0);
    }
    let s = v.cross(&w).dot(&n) / squared;
    let t = u.cross(&w).dot(&n) / squared;
    (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cubes_edge_to_edge() {
        let cube = Form::cuboid([1.0; 3]);
        let moving = Solid::new(&Body::new(cube.clone()).at([3.0, 4.0, 0.5]));
        let fixed = Solid::new(&Body::new(cube));
        let corners = |s: &Solid| s.corners.clone().expect("a cube has corners");
        let (lower, upper) = by_features(&corners(&moving), &corners(&fixed));
        // (1, 2) apart across the edges.
        assert!((lower - 5.0_f64.sqrt()).abs() < 1e-15 && (upper - lower).abs() < 1e-15);
        assert!((height(&moving, &fixed, &V::new(0.0, 1.0, 0.0)) + 2.0).abs() < 1e-30);
    }

    #[test]
    fn two_cubes_half_inside_each_other() {
        let cube = Form::cuboid([1.0; 3]);
        let moving = Solid::new(&Body::new(cube.clone()).at([0.5, 1.5, 0.25]));
        let fixed = Solid::new(&Body::new(cube));
        let corners = |s: &Solid| s.corners.clone().expect("a cube has corners");
        assert_eq!(depth_by_normals(&corners(&moving), &corners(&fixed)), 0.5);
    }
}
