//! Two boxes in exact arithmetic: no contact comes before the lower end of a bracket, and by the upper one the boxes themselves touch, not
//! only those grown by what a certificate states.
//!
//! A number of the machine is a whole number times a power of two, and so are sums and products of such numbers. The columns of q·q R, R the
//! rotation of a quaternion q, are made of these. So the axes that may separate two boxes and the heights along them need no quotient: along
//! an axis n the boxes are apart at the fraction t by
//!
//! ```text
//! |n·(m − f) + t n·d| − Σ h |n·a|        over the half sides h and the axes a of both
//! ```
//!
//! They are apart where this is above 0 for one of 15 axes (S. Gottschalk, M. Lin, D. Manocha, *OBBTree*, 1996, section 5).

use core::array::from_fn;
use core::ops::{Add, Mul, Sub};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use num_bigint::{BigInt, Sign};
use swept::{CastOptions, Cuboid, Method, Outcome, Placed, Real, Sweep};
use swept_tests::Dice;

const SWEEPS: u64 = 1_500;

/// A whole number times a power of two.
#[derive(Clone)]
struct Exact {
    whole: BigInt,
    power: i64,
}

impl Exact {
    fn of(x: impl Real) -> Self {
        let bits = x.to_f64().to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let normal = exponent > 0;
        let whole = BigInt::from(fraction | u64::from(normal) << 52);
        Self {
            whole: if bits >> 63 == 1 { -whole } else { whole },
            power: exponent.max(1) - 1075,
        }
    }

    fn magnitude(&self) -> Self {
        Self {
            whole: self.whole.magnitude().clone().into(),
            power: self.power,
        }
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        let power = self.power.min(other.power);
        let at = |x: &Exact| &x.whole << (x.power - power);
        Exact {
            whole: at(self) + at(other),
            power,
        }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        let minus = Exact {
            whole: -&other.whole,
            power: other.power,
        };
        self + &minus
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        Exact {
            whole: &self.whole * &other.whole,
            power: self.power + other.power,
        }
    }
}

type V = [Exact; 3];

fn dot(a: &V, b: &V) -> Exact {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

fn cross(a: &V, b: &V) -> V {
    from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}

/// A box: its half sides, the columns of q·q R, q·q, and where it is.
struct Boxed {
    half: V,
    axes: [V; 3],
    squared: Exact,
    at: V,
}

impl Boxed {
    fn of<T: Real>(placed: &Placed<T, Cuboid<T>>) -> Self {
        let (half, pose) = (placed.shape().half_extents(), placed.pose());
        let q = pose.rotation.as_ref().coords;
        let [x, y, z, w] = from_fn(|i| Exact::of(q[i]));
        let square = |a: &Exact, b: &Exact| &(a * a) + &(b * b);
        let twice = |a: &Exact| a + a;
        let plus = |a: &Exact, b: &Exact, c: &Exact, d: &Exact| twice(&(&(a * b) + &(c * d)));
        let less = |a: &Exact, b: &Exact, c: &Exact, d: &Exact| twice(&(&(a * b) - &(c * d)));
        Self {
            half: from_fn(|i| Exact::of(half[i])),
            axes: [
                [
                    &square(&x, &w) - &square(&y, &z),
                    plus(&x, &y, &z, &w),
                    less(&x, &z, &y, &w),
                ],
                [
                    less(&x, &y, &z, &w),
                    &square(&y, &w) - &square(&x, &z),
                    plus(&y, &z, &x, &w),
                ],
                [
                    plus(&x, &z, &y, &w),
                    less(&y, &z, &x, &w),
                    &square(&z, &w) - &square(&x, &y),
                ],
            ],
            squared: &square(&x, &y) + &square(&z, &w),
            at: from_fn(|i| Exact::of(pose.translation.vector[i])),
        }
    }

    /// q·q times how far it reaches from its middle along an axis.
    fn reach(&self, n: &V) -> Exact {
        let [x, y, z] = from_fn(|i| &self.half[i] * &dot(&self.axes[i], n).magnitude());
        &(&x + &y) + &z
    }
}

/// Along an axis, times q·q of both boxes: n·(m − f), n·d, and the sum of both reaches.
struct Along {
    offset: Exact,
    speed: Exact,
    reach: Exact,
}

fn along<T: Real>(sweep: &Sweep<T, Cuboid<T>, Cuboid<T>>) -> Vec<Along> {
    let (m, f) = (Boxed::of(sweep.moving()), Boxed::of(sweep.fixed()));
    let d = sweep.displacement();
    let d: V = from_fn(|i| Exact::of(d[i]));
    let offset: V = from_fn(|i| &m.at[i] - &f.at[i]);
    let both = &m.squared * &f.squared;
    let pairs = m
        .axes
        .iter()
        .flat_map(|a| f.axes.iter().map(move |b| cross(a, b)));
    let axes = m.axes.iter().chain(&f.axes).cloned().chain(pairs);
    axes.map(|n| Along {
        offset: &both * &dot(&n, &offset),
        speed: &both * &dot(&n, &d),
        reach: &(&m.reach(&n) * &f.squared) + &(&f.reach(&n) * &m.squared),
    })
    .collect()
}

/// Whether the boxes are apart at a fraction, and whether they overlap: where they touch, neither.
fn stand(axes: &[Along], fraction: impl Real) -> (bool, bool) {
    let t = Exact::of(fraction);
    let sign = |axis: &Along| {
        let apart = (&axis.offset + &(&t * &axis.speed)).magnitude();
        (&apart - &axis.reach).whole.sign()
    };
    let signs: Vec<Sign> = axes.iter().map(sign).collect();
    let apart = signs.contains(&Sign::Plus);
    // A cross product of parallel edges is no axis: all of it is 0.
    let no_axis = |a: &Along| a.reach.whole.sign() == Sign::NoSign;
    let mut known = signs.iter().zip(axes).filter(|(_, axis)| !no_axis(axis));
    let overlap = known.all(|(sign, _)| *sign == Sign::Minus);
    (apart, overlap)
}

/// Boxes of up to a thousand to one, turned anyhow, from near and from far, and far from the world's origin.
fn sweep<T: Real>(dice: &mut Dice) -> Sweep<T, Cuboid<T>, Cuboid<T>> {
    let decades = *dice.pick(&[0.3, 1.0, 3.0]);
    let far = *dice.pick(&[0.0, 1.0, 1e2, 1e4]);
    let [hm, hf] = [0; 2]
        .map(|_| dice.three(|dice| dice.log_between(10_f64.powf(-decades), 10_f64.powf(decades))));
    let size = hm.iter().chain(&hf).sum::<f64>();
    let origin = dice.in_ball() * far * size;
    let aim = Vector3::from(from_fn(|i| hf[i] * dice.between(-1.0, 1.0)));
    let from = dice.direction() * size * dice.log_between(0.7, 20.0);
    let mut pose = |at: Vector3<f64>| {
        let [x, y, z, w] = [0; 4].map(|_| T::nearest(dice.between(-1.0, 1.0)));
        let q = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Isometry3::from_parts(at.map(T::nearest).into(), q)
    };
    let (moving, fixed) = (pose(origin + aim + from), pose(origin));
    let cuboid = |half: [f64; 3]| Cuboid::new(half.map(T::nearest)).unwrap();
    let way = (from * -dice.between(1.0, 2.0)).map(T::nearest);
    let moving = Placed::new(cuboid(hm), moving).unwrap();
    Sweep::new(moving, way, Placed::new(cuboid(hf), fixed).unwrap()).unwrap()
}

fn holds<T: Real>() {
    let mut hits = 0;
    for index in 0..SWEEPS {
        let sweep = sweep::<T>(&mut Dice::new(31, index));
        let axes = along(&sweep);
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let Outcome::Hit(hit) = sweep.cast_with(&options) else {
                continue;
            };
            hits += 1;
            let told = || format!("{index} by {}: {hit:?}", method.name());
            let (_, overlap) = stand(&axes, hit.fraction);
            assert!(!overlap, "late: {}", told());
            let (apart, _) = stand(&axes, hit.fraction_upper);
            assert!(!apart, "apart by the upper end: {}", told());
        }
    }
    println!("{hits} hits, 0 late, 0 apart by the upper end");
    assert!(hits > 3 * SWEEPS, "{hits}");
}

#[test]
fn boxes_touch_between_the_ends_of_every_bracket_in_f64() {
    holds::<f64>();
}

#[test]
fn boxes_touch_between_the_ends_of_every_bracket_in_f32() {
    holds::<f32>();
}
