//! A point on the border of a box as a mixture of its corners.

use nalgebra::Vector3;

/// The corners, as signs, of which `point` on the border of the box is a mixture, with their weights.
pub(super) fn corners(
    half: &Vector3<f64>,
    point: &Vector3<f64>,
) -> impl Iterator<Item = (Vector3<f64>, f64)> + use<> {
    // The share of the upper corner along each axis; at most two of them are neither 0 nor 1.
    let upper = point.zip_map(half, |x, h| {
        if x >= h {
            1.0
        } else if x <= -h {
            0.0
        } else {
            0.5 + 0.5 * (x / h)
        }
    });
    (0..8).filter_map(move |k| {
        let mut signs = Vector3::repeat(1.0);
        let mut w = 1.0;
        for axis in 0..3 {
            if k >> axis & 1 == 0 {
                w *= upper[axis];
            } else {
                signs[axis] = -1.0;
                w *= 1.0 - upper[axis];
            }
        }
        (w > 0.0).then_some((signs, w))
    })
}
