use crate::invalid::{InvalidShape, Short};
use crate::math::{largest, within};
use crate::{Core, Real, Support};
use alloc::format;
use nalgebra::{Point3, Vector3};

/// Everything below a plane through the shape's origin: a floor or a wall without end. It may only be the fixed
/// shape of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<T: Real> {
    normal: Vector3<T>,
}

impl<T: Real> HalfSpace<T> {
    /// The half-space { p : normal·p ≤ 0 }. The normal points out of it and need not be of unit length.
    ///
    /// # Errors
    /// [`InvalidShape`] when the normal is zero, not finite or out of the scalar's range of lengths.
    #[inline]
    pub fn new(normal: impl Into<Vector3<T>>) -> Result<Self, InvalidShape> {
        let normal = normal.into();
        let wide = normal.map(Real::to_f64);
        let range = T::MIN_LENGTH..=T::MAX_LENGTH;
        if !(within(&wide, T::MAX_LENGTH) && range.contains(&largest(&wide))) {
            return Err(no_direction::<T>(&wide));
        }
        Ok(Self { normal })
    }

    /// The normal as it was given.
    pub fn normal(&self) -> &Vector3<T> {
        &self.normal
    }
}

#[cold]
fn no_direction<T: Real>(normal: &Vector3<f64>) -> InvalidShape {
    let bad = normal.iter().copied().find(|x| !x.is_finite());
    let size = bad.unwrap_or(normal.amax());
    let expected = if size > 0.0 && size.is_finite() {
        let (least, most) = (T::MIN_LENGTH, T::MAX_LENGTH);
        format!("the largest of a magnitude from {least:e} to {most:e}")
    } else {
        "three finite numbers that are not all zero".into()
    };
    InvalidShape::new(
        "normal",
        Short::of::<T>(size).0,
        format!("the size of a direction (expected {expected})"),
    )
}

impl<T: Real> Support for HalfSpace<T> {
    /// The origin, which is a farthest point along the normal; along any other direction there is none.
    #[inline(always)]
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        Some(self.normal.map(Real::to_f64))
    }
}
