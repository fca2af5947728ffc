//! Curved cores whose generators are known are cast by Newton's method: to the same contacts as behind support points alone, which
//! takes many more of them.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{
    Capsule, CastOptions, Certified, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Generator,
    Outcome, Placed, Real, Rounded, Segment, Sphere, Support, Sweep, Triangle,
};
use swept_tests::{Dice, Opaque, from_environment};

/// Support points of hits, with generators and without.
#[derive(Debug, Default)]
struct Work {
    hits: u32,
    known: u32,
    opaque: u32,
}

fn curved<T: Real>() -> Vec<(&'static str, Box<dyn Support>)> {
    let of = T::nearest;
    let drum = Cylinder::new(of(0.25), of(0.5)).expect("valid sizes");
    vec![
        (
            "rod",
            Box::new(Cylinder::new(of(1.0), of(0.25)).expect("valid sizes")),
        ),
        (
            "cone",
            Box::new(Cone::new(of(0.5), of(0.5)).expect("valid sizes")),
        ),
        (
            "lens",
            Box::new(Ellipsoid::new([0.5, 0.3, 0.7].map(of)).expect("valid sizes")),
        ),
        (
            "pill",
            Box::new(Rounded::new(drum, of(0.125)).expect("valid sizes")),
        ),
        (
            "disc",
            Box::new(Cylinder::new(of(0.0), of(0.75)).expect("valid sizes")),
        ),
        (
            "flat lens",
            Box::new(Ellipsoid::new([0.5, 0.0, 0.75].map(of)).expect("valid sizes")),
        ),
    ]
}

fn others<T: Real>() -> Vec<(&'static str, Box<dyn Support>)> {
    let of = T::nearest;
    let corner = |p: [f64; 3]| Point3::from(p.map(of));
    let corners = [
        [-1.0, 0.0, -1.0],
        [1.0, 0.0, -0.5],
        [0.0, 0.25, 1.0],
        [0.25, 0.75, 0.0],
    ]
    .map(corner);
    let [a, b, c, _] = corners;
    vec![
        (
            "ball",
            Box::new(Sphere::new(of(0.5)).expect("a valid size")),
        ),
        (
            "capsule",
            Box::new(Capsule::new(of(0.5), of(0.25)).expect("valid sizes")),
        ),
        (
            "box",
            Box::new(Cuboid::new([0.6, 0.5, 0.4].map(of)).expect("valid sizes")),
        ),
        (
            "triangle",
            Box::new(Triangle::new(a, b, c).expect("valid corners")),
        ),
        ("segment", Box::new(Segment::new(a, b).expect("valid ends"))),
        (
            "hull",
            Box::new(ConvexHull::new(corners).expect("valid corners")),
        ),
    ]
}

fn cast<T: Real>(
    (moving, at): (&dyn Support, &Isometry3<T>),
    way: Vector3<T>,
    (fixed, stands): (&dyn Support, &Isometry3<T>),
) -> Certified<T> {
    let moving = Placed::<T, _>::new(moving, *at).expect("a valid pose");
    let fixed = Placed::new(fixed, *stands).expect("a valid pose");
    let sweep = Sweep::new(moving, way, fixed).expect("a valid sweep");
    let certified = sweep.cast_certified(&CastOptions::default());
    assert_eq!(certified.certificate.verify(&sweep).err(), None);
    certified
}

/// Neither bracket ends before the other begins, and one normal is as good as the other. A third of the bodies stand in parallel, on a
/// lattice.
fn compare<T: Real>(
    dice: &mut Dice,
    moving: &dyn Support,
    fixed: &dyn Support,
    casts: u64,
) -> Work {
    let mut work = Work::default();
    for _ in 0..casts {
        let aligned = dice.chance(0.33);
        let mut near = |far: f64| {
            let at = dice.direction() * far * dice.unit();
            if aligned {
                at.map(|x| (4.0 * x).round() / 4.0)
            } else {
                at
            }
        };
        let stands = near(1.0);
        let toward = stands + near(1.5);
        let from = stands + dice.direction() * 4.0;
        let from = if aligned { from.map(f64::round) } else { from };
        let way = (toward - from) * 1.4;
        let mut pose = |at: Vector3<f64>| {
            let turn = if aligned {
                Vector3::zeros()
            } else {
                dice.direction() * dice.between(0.0, 3.0)
            };
            let turn = UnitQuaternion::from_scaled_axis(turn.map(T::nearest));
            Isometry3::from_parts(at.map(T::nearest).into(), turn)
        };
        let (at, stands) = (pose(from), pose(stands));
        let way = way.map(T::nearest);
        let known = cast((moving, &at), way, (fixed, &stands));
        let (m, f) = (Opaque(moving), Opaque(fixed));
        let opaque = cast((&m, &at), way, (&f, &stands));
        let what = || format!("{at:?} {way:?} {stands:?}\n{known:?}\n{opaque:?}");
        match (&known.outcome, &opaque.outcome) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                let meet = a.fraction <= b.fraction_upper && b.fraction <= a.fraction_upper;
                assert!(meet, "{}", what());
                work.hits += 1;
                work.known += known.steps;
                work.opaque += opaque.steps;
            }
            (Outcome::Miss(_), Outcome::Miss(_)) => {}
            // Touching, or not, by rounding.
            (Outcome::Hit(_), Outcome::Miss(m)) | (Outcome::Miss(m), Outcome::Hit(_)) => {
                assert!(m.gap.to_f64() <= 64.0 * T::EPSILON.to_f64(), "{}", what());
            }
            _ => panic!("{}", what()),
        }
    }
    work
}

fn all_pairs<T: Real>(seed: u64) {
    let mut dice = Dice::new(seed, 0);
    let casts = from_environment("SWEPT_CASTS", 150);
    let mut all = curved::<T>();
    all.extend(others::<T>());
    let mut sum = Work::default();
    for (name, curved) in curved::<T>() {
        for (other, shape) in &all {
            let work = compare::<T>(&mut dice, &curved, shape, casts);
            assert!(u64::from(work.hits) > casts / 3, "{name} {other} {work:?}");
            sum.hits += work.hits;
            sum.known += work.known;
            sum.opaque += work.opaque;
        }
    }
    println!("{sum:?}");
    let part = if T::EPSILON.to_f64() == f64::EPSILON {
        0.5
    } else {
        0.8
    };
    assert!(
        f64::from(sum.known) < part * f64::from(sum.opaque),
        "{sum:?}"
    );
}

/// A shape that tells of generators that it has not.
struct Lying<'a> {
    shape: &'a dyn Support,
    generator: Generator,
}

impl Support for Lying<'_> {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.shape.support_point(direction)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    fn generator(&self, direction: &Vector3<f64>) -> Option<Generator> {
        let mut generator = self.generator;
        if direction.x > 0.0 {
            generator.centre = -generator.centre;
        }
        Some(generator)
    }
}

#[test]
fn generators_that_are_none_cost_time_and_no_answer() {
    let mut dice = Dice::new(3, 0);
    let lens = Ellipsoid::new([0.5, 0.3, 0.7]).expect("valid sizes");
    let numbers = [0.0, 0.5, -2.0, 1e-300, 1e300, f64::INFINITY, f64::NAN];
    for _ in 0..200 {
        let mut three = || Vector3::from(dice.three(|dice| *dice.pick(&numbers)));
        let generator = Generator {
            centre: three(),
            radii: three(),
        };
        let lying = Lying {
            shape: &lens,
            generator,
        };
        for (_, other) in &others::<f64>() {
            compare::<f64>(&mut dice, &lying, other, 5);
        }
    }
}

#[test]
fn contacts_are_those_of_support_points_alone_in_f64() {
    all_pairs::<f64>(1);
}

#[test]
fn contacts_are_those_of_support_points_alone_in_f32() {
    all_pairs::<f32>(2);
}
