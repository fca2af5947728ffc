//! Casts of a point.

use crate::Motion;
use nalgebra::{Isometry3, Point3, Vector3};
use swept_cast::InvalidSweep;
use swept_support::{Placed, PointShape, Real, Short};

impl<T: Real> Motion<T, PointShape> {
    /// A point that moves from `origin` by `displacement`: a cast of it is a ray cast. A ray's direction and greatest distance
    /// are their product; a hit's distance is its fraction times the displacement's length.
    ///
    /// A ray that starts within a shape that has an inside is an [`Overlap`](swept_cast::Outcome::Overlap), as any cast is that starts so: it
    /// leaves the shape at the overlap's `exit`. With [`StartOverlap::Ignore`](swept_cast::StartOverlap::Ignore) it goes on to what is behind.
    /// A ray that starts on a triangle, as far as rounding can tell, is on neither side of it and does not meet it. One that starts on the
    /// surface of a shape with an inside, and leads in, meets it at once.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a coordinate is not finite or beyond [`Real::MAX_LENGTH`].
    #[inline]
    pub fn ray(
        origin: impl Into<Point3<T>>,
        displacement: impl Into<Vector3<T>>,
    ) -> Result<Self, InvalidSweep> {
        let origin = origin.into();
        let pose = Isometry3::translation(origin.x, origin.y, origin.z);
        let fields = ["origin[0]", "origin[1]", "origin[2]"];
        let moving = Placed::new(PointShape, pose).map_err(|_| {
            let fits = |x: &T| x.to_f64().abs() <= T::MAX_LENGTH;
            let i = origin.iter().position(|x| !fits(x)).unwrap_or(0);
            InvalidSweep {
                field: fields[i],
                value: Short::of::<T>(origin[i].to_f64()).0,
                expected: T::COORDINATE,
            }
        })?;
        Self::new(moving, displacement)
    }
}
