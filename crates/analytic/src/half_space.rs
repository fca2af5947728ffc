//! What all shapes do that move toward a half-space: one plane decides.

use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// The answer for a shape whose lowest point starts at `height` above the half-space with this normal and moves by `displacement`.
///
/// With the rate v = n·d, contact comes at t = height / −v. There is one way out of an overlap: up. Up to the height `touching`, above
/// or below the plane, the shape touches it: it is stopped then unless v is at least −`tangential`·|d|, which is rounding of a motion
/// along the plane. A shape that starts higher comes nearer by any negative rate, however small.
///
/// `foot` is the point of contact at a fraction, on the plane.
pub(crate) fn answer(
    normal: &Unit<Vector3<f64>>,
    height: f64,
    displacement: &Vector3<f64>,
    [touching, tangential]: [f64; 2],
    foot: impl Fn(f64) -> Point3<f64>,
) -> Answer {
    if height < -touching {
        return Answer::Overlap(Overlap {
            depth: -height,
            normal: *normal,
            point: foot(0.0),
        });
    }
    let miss = Answer::Miss(Miss { axis: *normal });
    let touches = height <= touching;
    let least = if touches {
        tangential * displacement.norm()
    } else {
        0.0
    };
    let rate = normal.dot(displacement);
    if rate >= -least {
        return miss;
    }
    let fraction = if touches { 0.0 } else { height / -rate };
    if fraction <= 1.0 {
        Answer::Hit(Hit {
            fraction,
            point: foot(fraction),
            normal: *normal,
        })
    } else {
        miss
    }
}

/// The normal of a plane that can be met from either side, on the side of a point at this height above it; on the side that the motion
/// leads to for a point in the plane.
pub(crate) fn facing(
    normal: &Unit<Vector3<f64>>,
    height: f64,
    displacement: &Vector3<f64>,
) -> Unit<Vector3<f64>> {
    let side = if height == 0.0 {
        normal.dot(displacement)
    } else {
        height
    };
    if side < 0.0 { -*normal } else { *normal }
}
