//! Tables of errors: what was built, and what must be said about it.

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use std::fmt::Display;
use swept::{Cuboid, Placed, Real};

/// A row of a table of errors: what was built, and what the error must say.
pub type Row = (Result<(), String>, &'static str);

pub fn refused<S, E: Display>(result: Result<S, E>) -> Result<(), String> {
    result.map(drop).map_err(|e| e.to_string())
}

pub fn check(rows: &[Row]) {
    for (i, (found, expected)) in rows.iter().enumerate() {
        assert_eq!(found, &Err((*expected).to_string()), "row {i}");
    }
}

pub fn three<T: Real>(x: f64, y: f64, z: f64) -> [T; 3] {
    [x, y, z].map(T::nearest)
}

/// A pose from a position and a quaternion x, y, z, w, as it is.
pub fn pose<T: Real>(position: [f64; 3], quaternion: [f64; 4]) -> Isometry3<T> {
    let [x, y, z, w] = quaternion.map(T::nearest);
    Isometry3::from_parts(
        Translation3::from(position.map(T::nearest)),
        UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
    )
}

/// The box of half extents 1 at the origin.
pub fn unit_box<T: Real>() -> Placed<T, Cuboid<T>> {
    Placed::new(Cuboid::new([T::one(); 3]).unwrap(), [T::zero(); 3]).unwrap()
}
