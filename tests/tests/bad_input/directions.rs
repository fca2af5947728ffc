//! Directions of any length.

use super::expect::{assert_hits_at, cast};
use super::table::{pose, three, unit_box};
use swept::{Cuboid, HalfSpace, Placed, Real, Sphere, Sweep};

/// A box whose half extent along x is 2, turned a quarter about z, so that it stands 2 high: 5 - 2 - 1 of 4.
fn turned_box<T: Real>(quaternion: [f64; 4]) {
    let shape = Cuboid::new(three::<T>(2.0, 1.0, 1.0)).unwrap();
    let moving = Placed::new(shape, pose::<T>([0.0, 5.0, 0.0], quaternion)).unwrap();
    let outcome = cast(&Sweep::new(moving, three::<T>(0.0, -4.0, 0.0), unit_box()).unwrap());
    assert_hits_at::<T>(&outcome, 0.5, 4.0, 8.0);
}

#[test]
fn of_a_quaternion_only_the_direction_counts() {
    for length in [1.0, 1e-3, 1e150, 1e-150, 1e-320] {
        turned_box::<f64>([0.0, 0.0, length, length]);
    }
    for length in [1.0, 1e-3, 1e30, 1e-30, 1e-45] {
        turned_box::<f32>([0.0, 0.0, length, length]);
    }
}

#[test]
fn a_normal_out_of_range_is_told_the_range() {
    for length in [1e300, 1e-300] {
        let error = HalfSpace::new([0.0, length, 0.0]).unwrap_err().to_string();
        let expected = format!(
            "normal: {length:e} is not the size of a direction \
             (expected the largest of a magnitude from 7.888609052210118e-31 to 1.2676506002282294e30)"
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn a_half_space_may_have_a_normal_of_any_length() {
    for length in [1e-30, 1e-3, 1e30] {
        let floor = HalfSpace::new([0.0, length, 0.0]).unwrap();
        let fixed = Placed::new(floor, [0.0; 3]).unwrap();
        let moving = Placed::new(Sphere::new(1.0).unwrap(), [0.0, 4.0, 0.0]).unwrap();
        let outcome = cast(&Sweep::new(moving, [0.0, -4.0, 0.0], fixed).unwrap());
        assert_hits_at::<f64>(&outcome, 0.75, 4.0, 6.0);
    }
}
