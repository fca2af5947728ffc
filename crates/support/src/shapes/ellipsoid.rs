use crate::invalid::{InvalidShape, size};
use crate::math::brought_near;
use crate::tolerance::SQUARES;
use crate::{Generator, Real, Support, sqrt};
use nalgebra::{Point3, Vector3};

/// An ellipsoid about its origin, with its principal axes along its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<T: Real> {
    radii: Vector3<T>,
}

impl<T: Real> Ellipsoid<T> {
    /// The ellipsoid (x/a)² + (y/b)² + (z/c)² ≤ 1 for radii (a, b, c); any of them may be 0.
    ///
    /// # Errors
    /// [`InvalidShape`] when one is negative, not finite or out of the scalar's range of lengths.
    pub fn new(radii: impl Into<Vector3<T>>) -> Result<Self, InvalidShape> {
        let radii = radii.into();
        size("radii[0]", radii.x)?;
        size("radii[1]", radii.y)?;
        size("radii[2]", radii.z)?;
        Ok(Self { radii })
    }

    /// The radii along x, y and z.
    pub fn radii(&self) -> &Vector3<T> {
        &self.radii
    }
}

/// The support point along a direction that is nothing to the ellipsoid, or whose squares are beyond the range of numbers.
#[cold]
fn extreme(a: &Vector3<f64>, n: &Vector3<f64>) -> Point3<f64> {
    let mapped = |n: Vector3<f64>| brought_near(&a.component_mul(&n));
    if let Some(w) = brought_near(n).and_then(mapped) {
        return mapped_back(a, &w, w.x * w.x + w.y * w.y + w.z * w.z);
    }
    let is_needle = a.iter().filter(|r| **r > 0.0).count() == 1;
    if is_needle {
        Point3::from(*a)
    } else {
        Point3::origin()
    }
}

/// The point A w / |w|, with w² given.
#[inline(always)]
fn mapped_back(a: &Vector3<f64>, w: &Vector3<f64>, squared: f64) -> Point3<f64> {
    let scale = 1.0 / sqrt(squared);
    Point3::new(
        a.x * (w.x * scale),
        a.y * (w.y * scale),
        a.z * (w.z * scale),
    )
}

impl<T: Real> Support for Ellipsoid<T> {
    /// A ball mapped by the radii A: the farthest point along n is A²n / |A n|. Where A n is nothing, all points of what is flat are
    /// as far: the middle then, but of a needle an end, since searches take what they are given for a corner.
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let a = self.radii.map(Real::to_f64);
        let w = Vector3::new(a.x * n.x, a.y * n.y, a.z * n.z);
        let squared = w.x * w.x + w.y * w.y + w.z * w.z;
        if !SQUARES.contains(&squared) {
            return extreme(&a, n);
        }
        mapped_back(&a, &w, squared)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    #[inline(always)]
    fn generator(&self, _: &Vector3<f64>) -> Option<Generator> {
        Some(Generator {
            centre: Vector3::zeros(),
            radii: self.radii.map(Real::to_f64),
        })
    }
    /// The axis whose two other radii are equal, if there is one.
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        let r = &self.radii;
        (0..3)
            .find(|&i| r[(i + 1) % 3] == r[(i + 2) % 3])
            .map(|i| Vector3::ith(i, 1.0))
    }
    /// The least radius of curvature is a²/b with a the least of the radii and b the greatest, at the ends of the longest axis: across any
    /// direction the shadow of an ellipsoid is an ellipse, whose half axes are no less than a and no more than b. And a ball no larger
    /// than the least radius of curvature of a convex set rolls inside it (W. Blaschke, *Kreis und Kugel*, 1916). Rounded down.
    fn rolling_radius(&self) -> f64 {
        let radii = self.radii.map(Real::to_f64);
        let (least, greatest) = (radii.amin(), radii.amax());
        if greatest > 0.0 {
            // Three roundings, of half an epsilon each.
            least * (least / greatest) * (1.0 - 2.0 * f64::EPSILON)
        } else {
            0.0
        }
    }
    fn extent(&self) -> f64 {
        self.radii.map(Real::to_f64).amax()
    }
}
