//! Whether shapes overlap or touch, against their distance; and that, against what it is where the shapes tell no more than they have to.

use crate::counted::Counted;
use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{Distance, distance, intersects};
use swept_support::{
    Capsule, Cone, ConvexHull, Core, Cuboid, Cylinder, Ellipsoid, HalfSpace, Placed, PointShape,
    Real, Rounded, Segment, Shape, Sphere, Support, Triangle,
};

/// Any shape: plates and needles, small and large, and some far from their own origins.
fn shape<T: Real>(dice: &mut Dice) -> Shape<T> {
    let kind = dice.below(11);
    let size = 10f64.powf(3.0 * dice.roll());
    let mut length = || T::nearest(size * 10f64.powf(dice.roll()));
    let (x, y, z) = (length(), length(), length());
    let far = if dice.below(4) == 0 {
        dice.vector() * size * 30.0
    } else {
        Vector3::zeros()
    };
    let mut corner = || Point3::from((dice.vector() * size + far).map(T::nearest));
    match kind {
        0 => PointShape.into(),
        1 => Sphere::new(x).unwrap().into(),
        2 => Cuboid::new([x, y, z]).unwrap().into(),
        3 => Capsule::new(x, y).unwrap().into(),
        4 => Cylinder::new(x, y).unwrap().into(),
        5 => Cone::new(x, y).unwrap().into(),
        6 => Ellipsoid::new([x, y, z]).unwrap().into(),
        7 => Segment::new(corner(), corner()).unwrap().into(),
        8 => Triangle::new(corner(), corner(), corner()).unwrap().into(),
        9 => ConvexHull::new((0..12).map(|_| corner()).collect::<Vec<_>>())
            .unwrap()
            .into(),
        _ => Rounded::new(Cuboid::new([x, y, z]).unwrap(), x)
            .unwrap()
            .into(),
    }
}

/// The separation, or minus the depth.
fn signed<T: Real, A: Support, B: Support>(moving: &Placed<T, A>, fixed: &Placed<T, B>) -> f64 {
    match distance(moving, fixed).unwrap() {
        Distance::Apart(apart) => apart.separation.to_f64(),
        Distance::Overlap(overlap) => -overlap.depth.to_f64(),
    }
}

/// A box, a plate or a bar, with a radius around it or none.
fn cuboid<T: Real>(dice: &mut Dice) -> Shape<T> {
    let size = 10f64.powf(dice.roll());
    let mut length = || T::nearest(size * 10f64.powf(dice.roll()));
    let cuboid = Cuboid::new([length(), length(), length()]).unwrap();
    let radius = length();
    if dice.below(4) == 0 {
        Rounded::new(cuboid, radius).unwrap().into()
    } else {
        cuboid.into()
    }
}

/// Any rotation; none, or a quarter turn, that leaves sides parallel; or hardly any.
fn turn(dice: &mut Dice) -> Quaternion<f64> {
    let by = dice.vector();
    match dice.below(6) {
        0 => Quaternion::identity(),
        1 => Quaternion::new(1.0, 0.0, 1.0, 0.0),
        2 => Quaternion::from_parts(1.0, by * 10f64.powf(-12.0 + 6.0 * dice.roll())),
        _ => Quaternion::from_parts(1.0, by),
    }
}

/// Bounds on the separation, or minus those on the depth.
fn bounds<T: Real>(found: &Distance<T>) -> [f64; 2] {
    match found {
        Distance::Apart(d) => [d.separation, d.separation_upper].map(Real::to_f64),
        Distance::Overlap(d) => [d.depth, d.depth_lower].map(|x| -x.to_f64()),
    }
}

/// Pairs anywhere, and then moved along their normal to where they touch, or miss or overlap by some parts of the scale.
fn told_as_measured<T: Real>(seed: u64, shape: impl Fn(&mut Dice) -> Shape<T>) {
    let mut dice = Dice(seed);
    let mut counts = [0; 2];
    for case in 0..3_000 {
        let (a, b) = (shape(&mut dice), shape(&mut dice));
        let size = a.extent() + a.radius() + b.extent() + b.radius();
        let place = |at: Vector3<f64>, dice: &mut Dice| {
            let turn = turn(dice).coords.map(T::nearest).into();
            let turn = UnitQuaternion::new_normalize(turn);
            Isometry3::from_parts(at.map(T::nearest).into(), turn)
        };
        let fixed = place(dice.vector() * size, &mut dice);
        let fixed = Placed::new(&b, fixed).unwrap();
        let at = fixed.position() + dice.vector() * (0.7 * size);
        let mut moving = Placed::new(&a, place(at, &mut dice)).unwrap();
        let plain = [Counted::new(&a), Counted::new(&b)];
        for step in 0..12 {
            let measured = distance(&moving, &fixed).unwrap();
            let far = signed(&moving, &fixed);
            // By support points alone. Up to the contact tolerance, 8ε of the scale in `f64`, an overlap may be a touch for one and not for
            // the other.
            let [m, f] = &plain;
            let by_points = distance(&moving.with_shape(m), &fixed.with_shape(f)).unwrap();
            let [[low, high], [least, most]] = [&measured, &by_points].map(bounds);
            let scale = size + (moving.position() - fixed.position()).norm();
            let touch = 8.0 * T::EPSILON * scale;
            assert!(
                low <= most + touch && least <= high + touch,
                "{case} {step}: {measured:?} {by_points:?}"
            );
            let told = intersects(&moving, &fixed).unwrap();
            assert_eq!(told, far <= 0.0, "{case} {step}: {far:e} {measured:?}");
            assert_eq!(
                intersects(&fixed, &moving).unwrap(),
                signed(&fixed, &moving) <= 0.0
            );
            counts[usize::from(told)] += 1;
            let normal = match measured {
                Distance::Apart(apart) => apart.normal,
                Distance::Overlap(overlap) => overlap.normal,
            };
            let units = [
                0.0, 1.0, -1.0, 4.0, -4.0, 15.0, -15.0, 17.0, -17.0, 40.0, -40.0,
            ][step % 11];
            let left = units * 16.0 * T::EPSILON * size * 10f64.powf(dice.roll()) - far;
            let way = normal.map(Real::to_f64) * left;
            let moved = (moving.position() + way).map(T::nearest);
            if moving.move_to(moved).is_err() {
                break;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 10_000), "{counts:?}");
}

#[test]
fn shapes_meet_that_are_measured_to_in_f64() {
    told_as_measured(71, shape::<f64>);
    told_as_measured(73, cuboid::<f64>);
}

#[test]
fn shapes_meet_that_are_measured_to_in_f32() {
    told_as_measured(72, shape::<f32>);
    told_as_measured(74, cuboid::<f32>);
}

#[test]
fn beside_half_spaces_as_well() {
    let floor = Placed::new(HalfSpace::new([0.0, 2.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    for (y, meets) in [(0.6, false), (0.5, true), (-3.0, true)] {
        let ball = Placed::new(Sphere::new(0.5).unwrap(), [1.0, y, 2.0]).unwrap();
        assert_eq!(intersects(&ball, &floor).unwrap(), meets, "{y}");
        assert_eq!(intersects(&floor, &ball).unwrap(), meets, "{y}");
    }
}

/// Two points a number below the normal ones apart do not touch, as their distance has it.
#[test]
fn what_is_hardly_apart_is_apart() {
    let fixed = Placed::new(PointShape, [0.0; 3]).unwrap();
    for (x, meets) in [
        (5e-312, false),
        (1e-300, false),
        (1e-40, false),
        (1.0, false),
        (0.0, true),
    ] {
        let moving = Placed::new(PointShape, [x, 0.0, 0.0]).unwrap();
        assert_eq!(signed(&moving, &fixed) <= 0.0, meets, "{x:e}");
        assert_eq!(intersects(&moving, &fixed).unwrap(), meets, "{x:e}");
    }
    // The least number of `f32` is 0 once it is rounded down.
    let fixed = Placed::new(PointShape, [0.0_f32; 3]).unwrap();
    for (x, meets) in [(1.4e-45, true), (1e-30, false), (1.0, false)] {
        let moving = Placed::new(PointShape, [x, 0.0, 0.0]).unwrap();
        assert_eq!(signed(&moving, &fixed) <= 0.0, meets, "{x:e}");
        assert_eq!(intersects(&moving, &fixed).unwrap(), meets, "{x:e}");
    }
}

/// A shape that is nowhere.
#[derive(Debug)]
struct Nowhere;

impl Support for Nowhere {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::new(f64::NAN, 0.0, 0.0)
    }
    fn radius(&self) -> f64 {
        0.5
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        1.0
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
}

#[test]
fn what_is_nowhere_is_refused() {
    let nowhere = Placed::<f64, _>::new(Nowhere, [0.0; 3]).unwrap();
    let ball = Placed::new(Sphere::new(0.5).unwrap(), [1.0, 0.0, 0.0]).unwrap();
    assert!(intersects(&nowhere, &ball).is_err() && intersects(&ball, &nowhere).is_err());
}
