//! What tests by hand share: boxes, and answers of one kind.

use nalgebra::{Isometry3, Vector3};
use swept_analytic::boxes::Cuboid;
use swept_analytic::{Answer, Hit, Overlap};

/// A box of these half extents about a point, along the world's axes.
pub fn cuboid(half: [f64; 3], at: [f64; 3]) -> Cuboid {
    Cuboid {
        half_extents: half.into(),
        pose: Isometry3::translation(at[0], at[1], at[2]),
    }
}

/// The hit that an answer has to be.
#[track_caller]
pub fn hit(answer: Answer) -> Hit {
    match answer {
        Answer::Hit(hit) => hit,
        other => panic!("{other:?}"),
    }
}

/// The overlap that an answer has to be.
#[track_caller]
pub fn overlap(answer: Answer) -> Overlap {
    match answer {
        Answer::Overlap(overlap) => overlap,
        other => panic!("{other:?}"),
    }
}

/// The axis of the miss that an answer has to be.
#[track_caller]
pub fn miss_axis(answer: Answer) -> Vector3<f64> {
    match answer {
        Answer::Miss(miss) => miss.axis.into_inner(),
        other => panic!("{other:?}"),
    }
}
