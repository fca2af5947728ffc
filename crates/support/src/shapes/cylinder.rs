use super::length_rounded_up;
use crate::invalid::{InvalidShape, size};
use crate::math::brought_near;
use crate::tolerance::SQUARES;
use crate::{Generator, Real, Support, sqrt};
use nalgebra::{Point3, Vector3};

/// A cylinder about its origin, with its axis along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    half_height: T,
    radius: T,
    extent: f64,
}

impl<T: Real> Cylinder<T> {
    /// A cylinder from y = −`half_height` to y = `half_height`. Half height 0 is a disc, radius 0 a segment.
    ///
    /// # Errors
    /// [`InvalidShape`] when one is negative, not finite or out of the scalar's range of lengths.
    #[inline(always)]
    pub fn new(half_height: T, radius: T) -> Result<Self, InvalidShape> {
        Ok(Self {
            half_height: size("half_height", half_height)?,
            radius: size("radius", radius)?,
            extent: length_rounded_up(&Vector3::new(radius.to_f64(), half_height.to_f64(), 0.0)),
        })
    }

    /// Half the height.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the discs. (The support function counts the whole cylinder as core.)
    pub fn radius(&self) -> T {
        self.radius
    }
}

impl<T: Real> Support for Cylinder<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let (x, z) = on_disc(self.radius.to_f64(), n);
        Point3::new(x, self.half_height.to_f64().copysign(n.y), z)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
        let height = self.half_height.to_f64().copysign(n.y);
        Some(Generator::disc(height, self.radius.to_f64()))
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        Some(Vector3::y())
    }
    #[inline(always)]
    fn discs(&self) -> Option<[[f64; 2]; 2]> {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        Some([[-h, r], [h, r]])
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// The point of the disc of radius `r` about the origin, across y, that is farthest along `n`: its x and z. The
/// centre when n runs along y.
#[inline(always)]
pub(super) fn on_disc(r: f64, n: &Vector3<f64>) -> (f64, f64) {
    let squared = n.x * n.x + n.z * n.z;
    if SQUARES.contains(&squared) {
        on_circle(r, n.x, n.z, squared)
    } else {
        far_on_disc(r, n)
    }
}

/// The same for a direction with these parts across y, the squares of which add up to `squared`.
#[inline(always)]
fn on_circle(r: f64, x: f64, z: f64, squared: f64) -> (f64, f64) {
    let scale = r / sqrt(squared);
    (x * scale, z * scale)
}

/// The same where squares are beyond the range of numbers.
#[cold]
fn far_on_disc(r: f64, n: &Vector3<f64>) -> (f64, f64) {
    match brought_near(&Vector3::new(n.x, 0.0, n.z)) {
        Some(n) => on_circle(r, n.x, n.z, n.x * n.x + n.z * n.z),
        None => (0.0, 0.0),
    }
}
