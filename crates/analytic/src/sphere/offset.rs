//! Working near the contact, however far away the sweep starts.

use crate::quadratic::fma;
use nalgebra::{Point3, Vector3};

/// One point relative to another, without rounding: the exact difference is `high` + `low`.
///
/// For each coordinate, with s = fl(p − o) and v = fl(s − p), the error of s is (p − (s − v)) − (o + v) exactly, whatever the
/// sizes of p and o.
///
/// Source: Knuth's TwoSum; Ogita, Rump and Oishi, "Accurate sum and dot product", 2005, section 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset {
    pub(crate) high: Vector3<f64>,
    low: Vector3<f64>,
}

impl Offset {
    /// `point` relative to `origin`.
    pub(crate) fn between(point: &Point3<f64>, origin: &Point3<f64>) -> Self {
        let high = point - origin;
        let low = point.coords.zip_zip_map(&origin.coords, &high, |p, o, s| {
            let v = s - p;
            (p - (s - v)) - (o + v)
        });
        Self { high, low }
    }

    /// The point after `t` of the displacement: each coordinate to 2u of itself, plus 2u² of the way.
    ///
    /// This is where a sweep from far away becomes one from nearby at no cost: t·d is added with one rounding, which is
    /// relative to the small result.
    pub(crate) fn advanced(&self, displacement: &Vector3<f64>, t: f64) -> Vector3<f64> {
        self.high
            .zip_zip_map(displacement, &self.low, |h, d, l| fma(t, d, h) + l)
    }

    /// The fraction at which the line of motion is nearest to the origin.
    pub(crate) fn nearest(&self, displacement: &Vector3<f64>) -> f64 {
        nearest(&self.high, displacement)
    }
}

/// The t at which |p + t·d| is least, from its derivative 2·(p + t·d)·d = 0; 0 without a motion.
pub(crate) fn nearest(p: &Vector3<f64>, d: &Vector3<f64>) -> f64 {
    let square = d.norm_squared();
    if square == 0.0 {
        0.0
    } else {
        -p.dot(d) / square
    }
}
