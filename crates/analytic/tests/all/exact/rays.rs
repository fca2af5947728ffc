//! Rays at a turned box, beside its edges and all but along its faces, where what a line meets first is known least.

use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;
use swept_analytic::ray::{Ray, against_box};

type Exact = [BigRational; 3];

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("a finite number")
}

fn dot(a: &Exact, b: &Exact) -> BigRational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// The axes of a frame that is turned by a quaternion, whatever its length.
fn axes(rotation: &UnitQuaternion<f64>) -> [Exact; 3] {
    let [x, y, z, w] = rotation.coords.data.0[0].map(exact);
    let squared = &x * &x + &y * &y + &z * &z + &w * &w;
    let two = BigRational::from(BigInt::from(2)) / squared;
    let one = BigRational::one;
    let off = |a: &BigRational, b: &BigRational| &two * (a * a + b * b);
    let plus =
        |a: &BigRational, b: &BigRational, c: &BigRational, d: &BigRational| &two * (a * b + c * d);
    let minus =
        |a: &BigRational, b: &BigRational, c: &BigRational, d: &BigRational| &two * (a * b - c * d);
    [
        [
            one() - off(&y, &z),
            plus(&x, &y, &z, &w),
            minus(&x, &z, &y, &w),
        ],
        [
            minus(&x, &y, &z, &w),
            one() - off(&x, &z),
            plus(&y, &z, &x, &w),
        ],
        [
            plus(&x, &z, &y, &w),
            minus(&y, &z, &x, &w),
            one() - off(&x, &y),
        ],
    ]
}

/// A ray in the frame of a box, exactly.
struct Seen {
    start: Exact,
    d: Exact,
}

impl Seen {
    fn new(ray: &Ray, pose: &Isometry3<f64>) -> Self {
        let axes = axes(&pose.rotation);
        let from: Exact =
            std::array::from_fn(|k| exact(ray.start[k]) - exact(pose.translation.vector[k]));
        let d: Exact = std::array::from_fn(|k| exact(ray.displacement[k]));
        Self {
            start: std::array::from_fn(|i| dot(&axes[i], &from)),
            d: std::array::from_fn(|i| dot(&axes[i], &d)),
        }
    }

    /// How far its point at a fraction is outside of the box, along the worst axis.
    fn outside(&self, t: &BigRational, half: &Vector3<f64>) -> BigRational {
        let along = |i: usize| (&self.start[i] + t * &self.d[i]).abs() - exact(half[i]);
        (0..3).map(along).max().expect("three axes")
    }

    /// The fractions between which it is in the box made smaller on each side, by a length; none if it never is.
    fn within(&self, half: &Vector3<f64>, less: &BigRational) -> Option<[BigRational; 2]> {
        let (mut enter, mut leave) = (BigRational::zero(), BigRational::one());
        for i in 0..3 {
            let half = exact(half[i]) - less;
            if self.d[i].is_zero() {
                if self.start[i].abs() > half {
                    return None;
                }
                continue;
            }
            let at = [-&half, half].map(|side| (side - &self.start[i]) / &self.d[i]);
            let [one, other] = at;
            let (first, last) = if one < other {
                (one, other)
            } else {
                (other, one)
            };
            enter = enter.max(first);
            leave = leave.min(last);
        }
        (enter < leave).then_some([enter, leave])
    }
}

/// A ray that comes down on a face of a box, close beside an edge and all but along the face, or anywhere.
fn throw(rng: &mut ChaCha8Rng) -> (Ray, Isometry3<f64>, Vector3<f64>) {
    let half = Vector3::from_fn(|_, _| rng.random_range(0.1..2.0));
    let mut any = || Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0_f64));
    let (turn, middle, aside) = (any(), any() * 3.0, any());
    let rotation = UnitQuaternion::from_quaternion(Quaternion::from_parts(0.7, turn));
    let pose = Isometry3::from_parts(middle.into(), rotation);
    let small = |rng: &mut ChaCha8Rng| {
        f64::powi(0.5, rng.random_range(0..52)) * rng.random_range(-1.0..1.0)
    };
    // A point of the face at +x, beside the edge toward +y.
    let on = Vector3::new(half.x, half.y * (1.0 - small(rng)), half.z * aside.z);
    let along = Vector3::new(-small(rng).abs(), aside.y + small(rng), aside.x * 0.5);
    let d = along * rng.random_range(1.0..4.0);
    let start =
        on - d * rng.random_range(0.0..1.0) + Vector3::new(small(rng), small(rng), 0.0) * 1e-3;
    let ray = Ray {
        start: pose * nalgebra::Point3::from(start),
        displacement: rotation * d,
    };
    (ray, pose, half)
}

/// A hit is that of a box grown by twice 64u of the scale at most, and no later than that of one made smaller by 64u.
#[test]
fn rays_along_faces_are_early_by_no_more_than_is_stated() {
    const U: f64 = f64::EPSILON / 2.0;
    let mut rng = ChaCha8Rng::seed_from_u64(1115);
    let (mut hits, mut misses) = (0, 0);
    let mut earliest = 0.0_f64;
    for cast in 0..2_000 {
        let (ray, pose, half) = throw(&mut rng);
        let seen = Seen::new(&ray, &pose);
        let from = ray.start - pose.translation.vector;
        let d = ray.displacement;
        let nearest = (-from.coords.dot(&d) / d.norm_squared()).clamp(0.0, 1.0);
        let scale = half.norm() + (from.coords + d * nearest).norm();
        let error = 64.0 * U * scale;
        let within = seen.within(&half, &exact(error));
        match against_box(&ray, &pose, &half) {
            Answer::Hit(hit) => {
                hits += 1;
                let rounded = 2.0 * U * hit.fraction * d.norm();
                let outside = seen.outside(&exact(hit.fraction), &half);
                let early = outside.to_f64().expect("a number") - rounded;
                earliest = earliest.max(early / error);
                assert!(
                    early <= 2.0 * error,
                    "{cast}: {} times the error early",
                    early / error
                );
                if let Some([enter, _]) = within {
                    let at_last = exact(hit.fraction * (1.0 - 2.0 * U));
                    assert!(at_last <= enter, "{cast}: late, {hit:?}");
                }
            }
            Answer::Miss(_) => {
                misses += 1;
                assert!(within.is_none(), "{cast}: a hit at {within:?} is missed");
            }
            Answer::Overlap(_) => {}
        }
    }
    // What the search is for is nearly found by chance already.
    assert!(earliest > 0.5, "{earliest} times the error");
    assert!(hits > 1_000 && misses > 500, "{hits} hits, {misses} misses");
}
