//! What is no pose, and what is no sweep.

use super::table::{Row, check, pose, refused, three};
use nalgebra::{Point3, Vector3};
use swept::{HalfSpace, Placed, PointShape, Real, Rounded, Support, Sweep, distance, intersects};

fn poses<T: Real>() -> Vec<Row> {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let still = [0.0, 0.0, 0.0, 1.0];
    let place = |p, q| refused(Placed::new(PointShape, pose::<T>(p, q)));
    vec![
        (
            place([0.0, nan, 0.0], still),
            "position[1]: NaN is not a coordinate (expected a finite number)",
        ),
        (
            place([0.0, 0.0, -inf], still),
            "position[2]: -inf is not a coordinate (expected a finite number)",
        ),
        (
            place([0.0; 3], [0.0; 4]),
            "rotation: 0 is not a rotation (expected a finite quaternion that is not zero)",
        ),
        (
            place([0.0; 3], [nan, 0.0, 0.0, 1.0]),
            "rotation: NaN is not a rotation (expected a finite quaternion that is not zero)",
        ),
        (
            place([0.0; 3], [0.0, 0.0, 0.0, inf]),
            "rotation: inf is not a rotation (expected a finite quaternion that is not zero)",
        ),
    ]
}

/// A shape of the user's own that may say anything.
struct Claims {
    radius: f64,
    extent: f64,
}

impl Support for Claims {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

fn sweeps<T: Real>() -> Vec<Row> {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let at = |shape| Placed::new(shape, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let point = || Placed::new(PointShape, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let moved = |x, y, z| refused(Sweep::new(point(), three::<T>(x, y, z), point()));
    let claims = |radius, extent| at(Claims { radius, extent });
    let in_scalar = |[long, short]: [&'static str; 2]| {
        if T::EPSILON == f64::EPSILON {
            long
        } else {
            short
        }
    };
    let one = three::<T>(1.0, 0.0, 0.0);
    let half_space = HalfSpace::new(one).unwrap();
    let half_space = Placed::new(half_space, three::<T>(0.0, 0.0, 0.0)).unwrap();
    let rounded = Rounded::new(*half_space.shape(), T::nearest(1.0)).unwrap();
    let rounded = Placed::new(rounded, three::<T>(0.0, 0.0, 0.0)).unwrap();
    vec![
        (
            moved(nan, 0.0, 0.0),
            in_scalar([
                "displacement[0]: NaN is not a finite number within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
                "displacement[0]: NaN is not a finite number within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
            ]),
        ),
        (
            moved(0.0, inf, 0.0),
            in_scalar([
                "displacement[1]: inf is not a finite number within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
                "displacement[1]: inf is not a finite number within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
            ]),
        ),
        (
            moved(0.0, 0.0, -inf),
            in_scalar([
                "displacement[2]: -inf is not a finite number within this scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
                "displacement[2]: -inf is not a finite number within this scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
            ]),
        ),
        (
            refused(Sweep::new(half_space, one, point())),
            "moving.extent: inf is not that of a bounded shape (a half-space may only be the fixed shape)",
        ),
        (
            refused(Sweep::new(rounded, one, point())),
            "moving.extent: inf is not that of a bounded shape (a half-space may only be the fixed shape)",
        ),
        (
            refused(Sweep::new(claims(nan, 1.0), one, point())),
            in_scalar([
                "moving.radius: NaN is not a length within this scalar's range (expected a number from 0 to 5.070602400912918e30)",
                "moving.radius: NaN is not a length within this scalar's range (expected a number from 0 to 3.6893488147419103e19)",
            ]),
        ),
        (
            refused(Sweep::new(claims(1.0, inf), one, point())),
            in_scalar([
                "moving.extent: inf is not a length within this scalar's range (expected a number from 0 to 5.070602400912918e30)",
                "moving.extent: inf is not a length within this scalar's range (expected a number from 0 to 3.6893488147419103e19)",
            ]),
        ),
        (
            refused(Sweep::new(point(), one, claims(-1.0, 1.0))),
            in_scalar([
                "fixed.radius: -1 is not a length within this scalar's range (expected a number from 0 to 5.070602400912918e30)",
                "fixed.radius: -1 is not a length within this scalar's range (expected a number from 0 to 3.6893488147419103e19)",
            ]),
        ),
        (
            refused(Sweep::new(point(), one, claims(0.0, 1e200))),
            in_scalar([
                "fixed.extent: 1e200 is not a length within this scalar's range (expected a number from 0 to 5.070602400912918e30)",
                "fixed.extent: 1e200 is not a length within this scalar's range (expected a number from 0 to 3.6893488147419103e19)",
            ]),
        ),
    ]
}

/// What an error says is allowed is, and no more.
fn limits<T: Real>(largest: f64) {
    assert!(T::SIZE.ends_with(&format!("from 0 to {largest:e})")));
    let claims = |extent| {
        let radius = 0.0;
        let shape = Placed::new(Claims { radius, extent }, three::<T>(0.0, 0.0, 0.0)).unwrap();
        let point = Placed::new(PointShape, three::<T>(0.0, 0.0, 0.0)).unwrap();
        Sweep::new(point, three::<T>(1.0, 0.0, 0.0), shape).is_ok()
    };
    assert!(claims(largest) && !claims(largest.next_up()));
}

#[test]
fn sizes_are_taken_up_to_the_length_that_is_told() {
    limits::<f64>(5.070602400912918e30);
    limits::<f32>(3.6893488147419103e19);
}

/// Of two shapes at rest the first may be a half-space, and the other one is then the one that moves: it is named as it was given.
#[test]
fn what_is_wrong_beside_a_half_space_is_named_as_it_was_given() {
    let own = |radius, extent| Placed::new(Claims { radius, extent }, [0.0_f64; 3]).unwrap();
    let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    for (radius, extent, name) in [(f64::NAN, 1.0, "radius"), (1.0, -1.0, "extent")] {
        let own = own(radius, extent);
        for (error, side) in [
            (distance(&own, &floor).map(drop), "moving"),
            (distance(&floor, &own).map(drop), "fixed"),
            (intersects(&own, &floor).map(drop), "moving"),
            (intersects(&floor, &own).map(drop), "fixed"),
        ] {
            assert_eq!(error.unwrap_err().field, format!("{side}.{name}"));
        }
    }
}

#[test]
fn poses_and_sweeps_in_f64() {
    check(&poses::<f64>());
    check(&sweeps::<f64>());
    let point = || Placed::new(PointShape, [0.0; 3]).unwrap();
    check(&[(
        refused(Sweep::new(point(), [0.0, -1e31, 0.0], point())),
        "displacement[1]: -1e31 is not a finite number within this \
         scalar's range of lengths (expected a magnitude up to 1.2676506002282294e30)",
    )]);
}

#[test]
fn poses_and_sweeps_in_f32() {
    check(&poses::<f32>());
    check(&sweeps::<f32>());
    // The f32 nearest to 1e30 is 1,000,000,015,047,466,219,876,688,855,040.
    let point = || Placed::new(PointShape, [0.0f32; 3]).unwrap();
    check(&[(
        refused(Sweep::new(point(), [1e30, 0.0, 0.0], point())),
        "displacement[0]: 1e30 is not a finite number within this \
         scalar's range of lengths (expected a magnitude up to 9.223372036854776e18)",
    )]);
}
