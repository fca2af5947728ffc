//! Proofs of answers, and brute force: what the tests of spheres and capsules share.
//!
//! Distances here come from projections and a search over the moving axis, not from the pieces of the closed forms.

use nalgebra::{Point3, Unit, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;

pub type V = Vector3<f64>;
pub type P = Point3<f64>;

pub fn p(x: f64, y: f64, z: f64) -> P {
    P::new(x, y, z)
}

pub fn v(x: f64, y: f64, z: f64) -> V {
    V::new(x, y, z)
}

/// A convex shape: one point, the two ends of a segment, or the corners of a flat polygon in order; or a box.
#[derive(Clone, Debug)]
pub enum Core {
    Polygon(Vec<P>),
    Box(P, V),
}

impl Core {
    pub fn distance(&self, x: &P) -> f64 {
        match self {
            Self::Box(centre, half) => {
                let q = (x - centre).abs() - half;
                q.map(|c| c.max(0.0)).norm()
            }
            Self::Polygon(corners) => to_polygon(corners, x),
        }
    }

    pub fn corners(&self) -> Vec<P> {
        match self {
            Self::Polygon(corners) => corners.clone(),
            Self::Box(c, h) => (0..8)
                .map(|i| {
                    let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
                    c + h.component_mul(&v(sign(1), sign(2), sign(4)))
                })
                .collect(),
        }
    }
}

fn to_segment(a: &P, b: &P, x: &P) -> f64 {
    let e = b - a;
    let s = if e.norm_squared() > 0.0 {
        ((x - a).dot(&e) / e.norm_squared()).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - (a + e * s)).norm()
}

fn to_polygon(corners: &[P], x: &P) -> f64 {
    let n = corners.len();
    let mut least = f64::INFINITY;
    let mut normal = V::zeros();
    for i in 0..n {
        let (a, b) = (corners[i], corners[(i + 1) % n]);
        least = least.min(to_segment(&a, &b, x));
        normal += (a - corners[0]).cross(&(b - corners[0]));
    }
    if let Some(m) = Unit::try_new(normal, 0.0) {
        let inside = (0..n).all(|i| {
            let e = corners[(i + 1) % n] - corners[i];
            e.cross(&(x - corners[i])).dot(&m) >= 0.0
        });
        if inside {
            least = least.min((x - corners[0]).dot(&m).abs());
        }
    }
    least
}

/// Distance of the segment from `a` to `b` from a core, which is convex along the segment: golden section.
pub fn distance(a: &P, b: &P, fixed: &Core) -> f64 {
    let at = |s: f64| fixed.distance(&(a + (b - a) * s));
    if a == b {
        return at(0.0);
    }
    let (mut low, mut high) = (0.0, 1.0);
    let mut best = at(0.0).min(at(1.0));
    let ratio = 0.618_033_988_749_894_9;
    let (mut s, mut t) = (1.0 - ratio, ratio);
    let (mut fs, mut ft) = (at(s), at(t));
    for _ in 0..90 {
        best = best.min(fs).min(ft);
        if fs <= ft {
            high = t;
            (t, ft) = (s, fs);
            s = high - ratio * (high - low);
            fs = at(s);
        } else {
            low = s;
            (s, fs) = (t, ft);
            t = low + ratio * (high - low);
            ft = at(t);
        }
    }
    best
}

/// One sweep, as the tests see it.
#[derive(Clone, Debug)]
pub struct Case {
    pub a: P,
    pub b: P,
    pub radius: f64,
    pub d: V,
    pub fixed: Core,
    pub fixed_radius: f64,
}

#[derive(Default, Debug)]
pub struct Counts {
    pub hits: u32,
    pub misses: u32,
    pub overlaps: u32,
}

impl Case {
    fn radii(&self) -> f64 {
        self.radius + self.fixed_radius
    }

    /// The sizes and the distance of the starts.
    pub fn scale(&self) -> f64 {
        let corners = self.fixed.corners();
        let from = corners[0];
        let far = corners
            .iter()
            .map(|c| (c - from).norm())
            .fold(0.0, f64::max);
        far + self.radii() + (self.a - from).norm() + (self.b - self.a).norm()
    }

    pub fn separation(&self, way: V) -> f64 {
        distance(&(self.a + way), &(self.b + way), &self.fixed) - self.radii()
    }

    /// How far apart the plane across `n` keeps the shapes, moved by `way`.
    pub fn room(&self, n: &V, way: V) -> f64 {
        let moving = [self.a, self.b].map(|m| n.dot(&(m.coords + way)));
        let fixed = self
            .fixed
            .corners()
            .iter()
            .map(|c| n.dot(&c.coords))
            .fold(f64::MIN, f64::max);
        moving[0].min(moving[1]) - fixed - self.radii()
    }

    /// Proves the answer or panics. A hit: at its fraction the shapes touch, and a plane is between them that the motion
    /// crosses, so that they do not touch before. A miss: the plane keeps them apart to the end. An overlap: they
    /// do, moving by the depth frees them, and no plane frees them sooner.
    pub fn prove(&self, answer: &Answer, tolerance: f64, counts: &mut Counts) {
        let e = tolerance * self.scale();
        let on_fixed = |point: &P| self.fixed.distance(point) - self.fixed_radius;
        match answer {
            Answer::Hit(hit) => {
                counts.hits += 1;
                let way = self.d * hit.fraction;
                let e = e + 4.0 * f64::EPSILON * way.norm();
                assert!((0.0..=1.0).contains(&hit.fraction), "{self:?} {answer:?}");
                let apart = self.separation(way);
                assert!(apart <= e, "{apart:e} apart: {self:?} {answer:?}");
                let room = self.room(&hit.normal, way);
                assert!(room >= -e, "plane cuts by {room:e}: {self:?} {answer:?}");
                let speed = hit.normal.dot(&self.d);
                assert!(speed < 0.0, "recedes: {self:?} {answer:?}");
                let off = on_fixed(&hit.point);
                assert!(
                    off.abs() <= e || off < 0.0 && self.fixed_radius == 0.0,
                    "{off:e}: {self:?} {answer:?}"
                );
            }
            Answer::Miss(miss) => {
                counts.misses += 1;
                let room = self
                    .room(&miss.axis, V::zeros())
                    .min(self.room(&miss.axis, self.d));
                let e = e + 4.0 * f64::EPSILON * self.d.norm();
                assert!(room >= -e, "plane cuts by {room:e}: {self:?} {answer:?}");
            }
            Answer::Overlap(overlap) => {
                counts.overlaps += 1;
                let apart = self.separation(V::zeros());
                assert!(apart <= e, "{apart:e} apart: {self:?} {answer:?}");
                let n = overlap.normal.into_inner();
                assert!(overlap.depth > 0.0);
                let freed = self.room(&n, n * overlap.depth);
                assert!(freed.abs() <= e, "{freed:e}: {self:?} {answer:?}");
                let mut rng = ChaCha8Rng::seed_from_u64(5);
                for _ in 0..50 {
                    let m = direction(&mut rng);
                    assert!(
                        -self.room(&m, V::zeros()) >= overlap.depth - e,
                        "{self:?} {answer:?} {m:?}"
                    );
                }
                let off = on_fixed(&overlap.point);
                assert!(off.abs() <= e, "{off:e}: {self:?} {answer:?}");
            }
        }
    }
}

pub fn direction(rng: &mut ChaCha8Rng) -> V {
    loop {
        let x = V::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&x.norm_squared()) {
            return x.normalize();
        }
    }
}

/// A number of any size between 2^−20 and 2^20 in one case of four, else between 0.1 and 2.
pub fn size(rng: &mut ChaCha8Rng) -> f64 {
    match rng.random_range(0..8) {
        0 => 2f64.powf(rng.random_range(-20.0..20.0)),
        1 => 0.0,
        _ => rng.random_range(0.1..2.0),
    }
}

/// A coordinate: in half of the cases a small whole number, so that points coincide and lines are parallel.
pub fn coordinate(rng: &mut ChaCha8Rng, whole: bool) -> f64 {
    if whole {
        f64::from(rng.random_range(-2..=2))
    } else {
        rng.random_range(-2.0..2.0)
    }
}

pub fn point(rng: &mut ChaCha8Rng, whole: bool) -> P {
    P::from(V::from_fn(|_, _| coordinate(rng, whole)))
}

/// A random sweep at these corners: near and far starts, tilted and axis-parallel motions, small and large.
pub fn sweep(rng: &mut ChaCha8Rng, fixed: Core, capsule: bool) -> Case {
    let whole = rng.random_range(0..2) == 0;
    let radius = if whole {
        f64::from(rng.random_range(0..3)) * 0.5
    } else {
        size(rng).min(4.0)
    };
    let target = point(rng, whole);
    let mut d = if whole {
        V::from_fn(|_, _| f64::from(rng.random_range(-2..=2)))
    } else {
        direction(rng) * rng.random_range(0.1..10.0)
    };
    if rng.random_range(0..5) == 0 {
        d *= 2f64.powi(rng.random_range(-10..20));
    }
    let a = target
        - d * if whole {
            f64::from(rng.random_range(0..=2))
        } else {
            rng.random_range(-0.2..1.2)
        };
    let b = if capsule {
        let w = if whole {
            V::from_fn(|_, _| f64::from(rng.random_range(-1..=1)))
        } else {
            direction(rng) * size(rng).min(4.0)
        };
        a + w
    } else {
        a
    };
    Case {
        a,
        b,
        radius,
        d,
        fixed,
        fixed_radius: 0.0,
    }
}

/// A convex polygon of up to eight corners on an ellipse, or a small one of whole numbers; sometimes degenerate.
pub fn polygon(rng: &mut ChaCha8Rng, corners: usize) -> Vec<P> {
    if corners <= 3 && rng.random_range(0..2) == 0 {
        return (0..corners).map(|_| point(rng, true)).collect();
    }
    let centre = point(rng, false);
    let u = direction(rng);
    let w = u.cross(&direction(rng)).normalize();
    let (long, short) = (rng.random_range(0.2..3.0), rng.random_range(0.0..1.0));
    let mut angles: Vec<f64> = (0..corners)
        .map(|_| rng.random_range(0.0..std::f64::consts::TAU))
        .collect();
    angles.sort_by(f64::total_cmp);
    angles
        .into_iter()
        .map(|t| centre + u * (long * t.cos()) + w * (short * t.sin()))
        .collect()
}
