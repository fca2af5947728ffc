//! The plane of a triangle, seen from the side that a shape is on.

use crate::flight::Pose;
use crate::tilt::Tilt;
use nalgebra::Vector3;

/// The slab that holds a triangle, about c across n, as seen by a shape at p.
///
/// The room between them is, at the fraction t of a motion by d and on the side s = ±1 where the shape starts,
/// s·n·(p − c) + t·s·n·d − h(−s·n) − r·|n| − half. It lasts until that is used up at the speed of closing in, −s·n·d.
///
/// What uses it leaves a margin that is far more than the rounding of all of it, t being 1 at most.
pub(crate) struct Facing {
    /// s·n.
    pub(crate) normal: Vector3<f64>,
    /// s·n·(p − c) − half.
    pub(crate) height: f64,
    /// The sum of the lengths that the triangle brings.
    pub(crate) lengths: f64,
}

impl Facing {
    /// A triangle's, for a shape that stands there; of a convex shape, `None`.
    #[inline]
    pub(crate) fn new(shape: &Pose, tilt: &Tilt<'_>) -> Option<Self> {
        let slab = tilt.slab()?;
        let height = slab.normal.dot(&(shape.position - slab.middle.coords));
        let (normal, height) = if height < 0.0 {
            (-slab.normal, -height)
        } else {
            (slab.normal, height)
        };
        Some(Self {
            normal,
            height: height - slab.half,
            lengths: slab.lengths,
        })
    }

    /// −s·n·d, or 0 when that does not close in.
    #[inline]
    pub(crate) fn closing(&self, displacement: &Vector3<f64>) -> f64 {
        (-self.normal.dot(displacement)).max(0.0)
    }

    /// |n| is at most the sum of its components.
    #[inline]
    pub(crate) fn length_above(&self) -> f64 {
        let n = &self.normal;
        n.x.abs() + n.y.abs() + n.z.abs()
    }
}
