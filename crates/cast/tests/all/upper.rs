//! Upper ends of brackets, held against first contact in twice the precision.

use core::ops::{Add, Mul, Sub};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Sweep};
use swept_support::{Cuboid, Placed, PointShape};

/// A number as a sum of two.
#[derive(Clone, Copy)]
struct Two(f64, f64);

fn sum(a: f64, b: f64) -> Two {
    let s = a + b;
    let part = s - a;
    Two(s, (a - (s - part)) + (b - part))
}

impl Add for Two {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let s = sum(self.0, b.0);
        sum(s.0, s.1 + (self.1 + b.1))
    }
}

impl Sub for Two {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + Self(-b.0, -b.1)
    }
}

impl Mul for Two {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let p = self.0 * b.0;
        sum(p, self.0.mul_add(b.0, -p) + (self.0 * b.1 + self.1 * b.0))
    }
}

/// A point comes to the side across x of a turned box, which is at `at`.
fn touches_by_the_upper_end(
    [x, y, z, w]: [f64; 4],
    half: [f64; 3],
    at: Vector3<f64>,
    from: Vector3<f64>,
    way: Vector3<f64>,
) {
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let pose = Isometry3::from_parts(at.into(), turned);
    let fixed = Placed::new(Cuboid::new(half).unwrap(), pose).unwrap();
    let moving = Placed::new(PointShape, from).unwrap();
    let sweep = Sweep::new(moving, way, fixed).unwrap();

    // Along the side's normal, times q·q, of how far it is away at a fraction.
    let [x, y, z, w] = [x, y, z, w].map(|c| Two(c, 0.0));
    let two = Two(2.0, 0.0);
    let squared = x * x + y * y + z * z + w * w;
    let normal = [
        squared - two * (y * y + z * z),
        two * (x * y + w * z),
        two * (x * z - w * y),
    ];
    let along = |v: &Vector3<f64>| {
        let [a, b, c] = [v.x, v.y, v.z].map(|c| Two(c, 0.0));
        normal[0] * a + normal[1] * b + normal[2] * c
    };
    let away = |t: f64| {
        along(&from) - along(&at) + along(&way) * Two(t, 0.0) - Two(half[0], 0.0) * squared
    };
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let hit = *sweep.cast_with(&options).hit().unwrap();
        assert!(away(hit.fraction).0 >= 0.0, "{method:?}: {hit:?}");
        assert!(away(hit.fraction_upper).0 <= 0.0, "{method:?}: {hit:?}");
    }
}

/// A point comes from far away, so that the difference of both positions is rounded by more than all else.
#[test]
fn from_far_away_a_point_touches_by_the_upper_end() {
    touches_by_the_upper_end(
        [
            0.7383282848405186,
            0.8068260600799901,
            0.16325724841905487,
            -0.48551928081029594,
        ],
        [0.1599632108531999, 4.058461468740518, 0.18124568760466767],
        Vector3::new(0.380516572987992, -0.6813681449085107, -0.11123523033115479),
        Vector3::new(-212.8236108063393, -187.568269250006, 213.0810096317767),
        Vector3::new(293.8052129356488, 258.5420517284468, -294.50353183589664),
    );
}

/// A point comes down on the side of a long plate far from the plate's middle, near which it starts: what the plate's rotation is off
/// by counts where they meet.
#[test]
fn far_from_where_it_started_a_point_touches_by_the_upper_end() {
    let half = 0.3573921127454385;
    touches_by_the_upper_end(
        [
            0.6905794726972878,
            -0.762798289580767,
            0.02229756242324915,
            0.09658988685540902,
        ],
        [half, 100.0, half],
        Vector3::zeros(),
        Vector3::new(0.6655856565120672, -1.7894261084291867, 0.2116529484736048),
        Vector3::new(-94.73001364823213, 11.700896124333472, 8.659071995558275),
    );
}
