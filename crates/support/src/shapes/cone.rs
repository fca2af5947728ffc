use super::cylinder::on_disc;
use super::length_rounded_up;
use crate::invalid::{InvalidShape, size};
use crate::math::brought_near;
use crate::tolerance::{LENGTH_UP, SQUARES};
use crate::{BoundingBall, Generator, Real, Support, sqrt};
use nalgebra::{Point3, Vector3};

/// A cone with its axis along y: apex at y = `half_height`, base disc at y = −`half_height`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<T> {
    half_height: T,
    radius: T,
    extent: f64,
}

impl<T: Real> Cone<T> {
    /// A cone whose apex stands 2·`half_height` above the centre of its base of radius `radius`. Half height 0 is
    /// a disc, radius 0 a segment.
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

    /// Half the distance from base to apex.
    pub fn half_height(&self) -> T {
        self.half_height
    }

    /// The radius of the base. (The support function counts the whole cone as core.)
    pub fn radius(&self) -> T {
        self.radius
    }

    /// The apex reaches h·n_y, the base's rim −h·n_y + r·|n_xz|: the apex wins when 2h·n_y ≥ r·|n_xz|.
    #[inline(always)]
    fn is_apex_farthest(&self, n: &Vector3<f64>) -> bool {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        let squared = n.x * n.x + n.z * n.z;
        if SQUARES.contains(&squared) {
            2.0 * h * n.y >= r * sqrt(squared)
        } else {
            is_apex_far(h, r, n)
        }
    }
}

/// The same where squares are beyond the range of numbers.
#[cold]
fn is_apex_far(h: f64, r: f64, n: &Vector3<f64>) -> bool {
    let n = brought_near(n).unwrap_or(*n);
    // What vanishes across y is nothing beside what is along it.
    2.0 * h * n.y >= r * sqrt(n.x * n.x + n.z * n.z)
}

impl<T: Real> Support for Cone<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        if self.is_apex_farthest(n) {
            return Point3::new(0.0, h, 0.0);
        }
        let (x, z) = on_disc(r, n);
        Point3::new(x, -h, z)
    }
    fn interior_point(&self) -> Point3<f64> {
        // The centroid: a quarter of the way from base to apex.
        Point3::new(0.0, -0.5 * self.half_height.to_f64(), 0.0)
    }
    #[inline(always)]
    fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        Some(if self.is_apex_farthest(n) {
            Generator::disc(h, 0.0)
        } else {
            Generator::disc(-h, r)
        })
    }
    /// Through the apex and the rim, where the centre is then above the base; about the base's centre where it would be below. Rounding moves the
    /// centre along the axis, and the radius is what it takes from there.
    fn core_ball(&self) -> BoundingBall {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        // (h − y)² = (h + y)² + r²
        let y = if r < 2.0 * h { -r * (r / h) / 4.0 } else { -h };
        let to_rim = length_rounded_up(&Vector3::new(r, h + y, 0.0));
        BoundingBall {
            centre: Point3::new(0.0, y, 0.0),
            radius: to_rim.max((h - y) * LENGTH_UP),
        }
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        Some(Vector3::y())
    }
    #[inline(always)]
    fn discs(&self) -> Option<[[f64; 2]; 2]> {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        Some([[-h, r], [h, 0.0]])
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
