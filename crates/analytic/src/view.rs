//! A moving point as a shape sees it.

use crate::sphere::offset::Offset;
use nalgebra::{Isometry3, Point3, Vector3};

/// A moving point in a shape's frame.
///
/// The point of the sweep that is nearest to the shape's origin is found in the world, where the difference of positions is
/// known without error ([`Offset`]), and only then rotated. So the rotation's error is one of a near point, however far away
/// the sweep starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The point at the start.
    pub(crate) start: Vector3<f64>,
    /// The point at the end.
    pub(crate) end: Vector3<f64>,
    /// The point where the sweep is nearest to the shape's origin.
    pub(crate) foot: Vector3<f64>,
    /// The fraction at which it is there; fractions below are counted from it.
    pub(crate) shift: f64,
    pub(crate) d: Vector3<f64>,
}

impl View {
    pub(crate) fn new(start: &Point3<f64>, d: &Vector3<f64>, pose: &Isometry3<f64>) -> Self {
        let offset = Offset::between(start, &Point3::from(pose.translation.vector));
        let shift = offset.nearest(d).clamp(0.0, 1.0);
        let inward = |v: &Vector3<f64>| pose.rotation.inverse_transform_vector(v);
        Self {
            start: inward(&offset.high),
            end: inward(&offset.advanced(d, 1.0)),
            foot: inward(&offset.advanced(d, shift)),
            shift,
            d: inward(d),
        }
    }
}
