//! What an object of a scene is made of.

use crate::flight::Pose;
use crate::tolerance::{TURNED, placing, short};
use crate::triangles::Triangles;
use crate::{Compound, Faces, HeightField, TriangleMesh};
use nalgebra::{Isometry3, Point3};
use std::fmt;
use std::sync::Arc;
use swept_support::{
    Aabb, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, Placed,
    PointShape, Real, Rounded, Segment, Shape, Sphere, Support, Triangle, largest,
};

/// The form of an object. Meshes, height fields and compounds are shared: a thousand objects may hold the same one.
#[derive(Clone)]
#[non_exhaustive]
pub enum Geometry<T: Real> {
    /// One convex shape.
    Convex(Shape<T>),
    /// A convex shape of the user's own.
    Custom(Arc<dyn Support + Send + Sync>),
    /// Triangles.
    Mesh(Arc<TriangleMesh<T>>),
    /// Heights over a grid.
    HeightField(Arc<HeightField<T>>),
    /// Several of these, each at a pose of its own.
    Compound(Arc<Compound<T>>),
}

impl<T: Real> fmt::Debug for Geometry<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Convex(shape) => shape.fmt(f),
            Self::Custom(_) => f.write_str("Custom"),
            Self::Mesh(mesh) => write!(f, "Mesh({} triangles)", mesh.triangles().len()),
            Self::HeightField(field) => {
                write!(f, "HeightField({} x {})", field.rows(), field.columns())
            }
            Self::Compound(compound) => write!(f, "Compound({} parts)", compound.parts().len()),
        }
    }
}

macro_rules! from_convex {
    ($($shape:ty),* $(,)?) => {
        $(impl<T: Real> From<$shape> for Geometry<T> {
            fn from(shape: $shape) -> Self {
                Self::Convex(shape.into())
            }
        })*
    };
}
from_convex!(
    Shape<T>,
    PointShape,
    Sphere<T>,
    Cuboid<T>,
    Capsule<T>,
    Cylinder<T>,
    Cone<T>,
    Ellipsoid<T>,
    Segment<T>,
    Triangle<T>,
    ConvexHull<T>,
    HalfSpace<T>,
);

/// Of a shape of any kind that [`Shape`] holds.
impl<T: Real, S: Into<Shape<T>>> From<Rounded<T, S>> for Geometry<T> {
    fn from(shape: Rounded<T, S>) -> Self {
        Self::Convex(shape.into())
    }
}

impl<T: Real> From<Arc<dyn Support + Send + Sync>> for Geometry<T> {
    fn from(shape: Arc<dyn Support + Send + Sync>) -> Self {
        Self::Custom(shape)
    }
}

macro_rules! from_shared {
    ($($variant:ident($inner:ty)),* $(,)?) => {
        $(impl<T: Real> From<$inner> for Geometry<T> {
            fn from(inner: $inner) -> Self {
                Self::$variant(Arc::new(inner))
            }
        }
        impl<T: Real> From<Arc<$inner>> for Geometry<T> {
            fn from(inner: Arc<$inner>) -> Self {
                Self::$variant(inner)
            }
        })*
    };
}
from_shared!(
    Mesh(TriangleMesh<T>),
    HeightField(HeightField<T>),
    Compound(Compound<T>),
);

impl<T: Real> Geometry<T> {
    /// A convex shape of the user's own. What is in an `Arc` already is [`Custom`](Self::Custom) as it is.
    ///
    /// # Examples
    /// ```
    /// use nalgebra::{Point3, Vector3};
    /// use swept_scene::{Geometry, Object, Scene};
    /// use swept_support::{Sphere, Support};
    ///
    /// struct Egg(Sphere<f64>);
    ///
    /// impl Support for Egg {
    ///     fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
    ///         self.0.support_point(direction)
    ///     }
    ///     fn radius(&self) -> f64 {
    ///         self.0.radius()
    ///     }
    ///     fn interior_point(&self) -> Point3<f64> {
    ///         self.0.interior_point()
    ///     }
    ///     fn extent(&self) -> f64 {
    ///         self.0.extent()
    ///     }
    /// }
    ///
    /// let egg = Geometry::<f64>::custom(Egg(Sphere::new(0.5)?));
    /// let scene = Scene::of([Object::new(egg).at([0.0, 1.0, 0.0])])?;
    /// # assert_eq!(scene.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn custom(shape: impl Support + Send + Sync + 'static) -> Self {
        Self::Custom(Arc::new(shape))
    }

    /// The shape, of one convex shape.
    pub(crate) fn convex(&self) -> Option<&dyn Support> {
        match self {
            Self::Convex(shape) => Some(shape),
            Self::Custom(shape) => Some(&**shape),
            _ => None,
        }
    }

    /// The corners of a triangle; `None` when there is no such triangle.
    pub(crate) fn corners(&self, index: u32) -> Option<[Point3<T>; 3]> {
        match self {
            Self::Mesh(mesh) => mesh.corners(index),
            Self::HeightField(field) => field.corners(index),
            _ => None,
        }
    }

    /// Which sides of its triangles can be met.
    pub(crate) fn faces(&self) -> Faces {
        match self {
            Self::Mesh(mesh) => mesh.faces(),
            Self::HeightField(field) => Triangles::faces(&**field),
            _ => Faces::TwoSided,
        }
    }

    /// The box around it when it stands at `pose`: rounded outward, and widened by its part of what a distance may be found too short
    /// by ([`short`]). Infinite for what has no bound, `None` for what cannot be met at all.
    ///
    /// # Errors
    /// [`InvalidShape`] when the pose is none, and when a shape of the user's own states a radius or an extent that is
    /// no length.
    pub(crate) fn bounds(&self, pose: &Isometry3<T>) -> Result<Option<Aabb>, InvalidShape> {
        fn convex<T: Real>(
            shape: &(impl Support + ?Sized),
            pose: &Isometry3<T>,
        ) -> Result<Aabb, InvalidShape> {
            let sizes = [("extent", shape.extent()), ("radius", shape.radius())];
            for (field, value) in sizes {
                if !(0.0..=4.0 * T::MAX_LENGTH).contains(&value) {
                    return Err(InvalidShape {
                        field: field.into(),
                        value,
                        expected: T::SIZE.into(),
                    });
                }
            }
            let [extent, radius] = sizes.map(|(_, size)| size);
            let slack = short::<T>() * (extent + radius);
            Ok(grown(&Placed::new(shape, *pose)?.aabb(), slack))
        }
        // How far parts stand from where the compound's boxes have them: what comes of the parts' own sizes and positions is in those
        // boxes, and this is the rest.
        let mut rounding = 0.0;
        let local = match self {
            Self::Convex(shape) => return convex(shape, pose).map(Some),
            Self::Custom(shape) => return convex(&**shape, pose).map(Some),
            Self::Mesh(mesh) => mesh.bounds(),
            Self::HeightField(field) => field.bounds(),
            Self::Compound(compound) => {
                compound.check_at(pose)?;
                rounding = placing::<T>();
                compound.bounds()
            }
        };
        let pose = checked(pose)?;
        // No corner is farther from the origin than √3 times its largest coordinate.
        Ok(local.map(|b| {
            let bounds = turned(b, &pose, 2.0 * short::<T>());
            grown(&bounds, rounding * largest(&pose.position))
        }))
    }

    /// The greatest sum of extent, radius and distance of the origin from that of the whole, of all convex shapes and triangles in it,
    /// up to rounding.
    pub(crate) fn farthest(&self) -> f64 {
        let size = |shape: &dyn Support| shape.extent() + shape.radius();
        let corner = |bounds: Option<&Aabb>| {
            bounds.map_or(0.0, |b| b.min.coords.abs().sup(&b.max.coords.abs()).norm())
        };
        match self {
            Self::Convex(shape) => size(shape),
            Self::Custom(shape) => size(&**shape),
            Self::Mesh(mesh) => corner(mesh.bounds()),
            Self::HeightField(field) => corner(field.bounds()),
            Self::Compound(compound) => compound.farthest_part(),
        }
    }
}

/// A pose, checked.
pub(crate) fn checked<T: Real>(pose: &Isometry3<T>) -> Result<Pose, InvalidShape> {
    let placed = Placed::<T, _>::new(PointShape, *pose)?;
    Ok(Pose {
        rotation: placed.rotation(),
        position: placed.position(),
    })
}

/// The box around a box that stands at `pose`, rounded outward, and by this part of its largest coordinate more.
fn turned(bounds: &Aabb, pose: &Pose, slack: f64) -> Aabb {
    if !is_bounded(bounds) {
        return Aabb::EVERYTHING;
    }
    let centre = nalgebra::center(&bounds.min, &bounds.max);
    let half = (bounds.max - bounds.min) / 2.0;
    let size = farthest(bounds);
    let margin = TURNED * size.max(largest(&pose.position)) + slack * size;
    let centre = pose.place(&centre);
    let mut aabb = Aabb {
        min: centre,
        max: centre,
    };
    for (i, row) in pose.rotation.rows.iter().enumerate() {
        let reach = (0..3).map(|k| row[k].abs() * half[k]).sum::<f64>();
        let reach = reach + margin;
        aabb.min[i] -= reach;
        aabb.max[i] += reach;
    }
    aabb
}

/// The box that reaches farther by this length on all sides.
#[inline]
pub(crate) fn grown(bounds: &Aabb, by: f64) -> Aabb {
    Aabb {
        min: bounds.min.map(|x| x - by),
        max: bounds.max.map(|x| x + by),
    }
}

/// The largest of a box's coordinates.
#[inline]
pub(crate) fn farthest(bounds: &Aabb) -> f64 {
    largest(&bounds.min.coords).max(largest(&bounds.max.coords))
}

/// Whether a box has a bound on all sides.
pub(crate) fn is_bounded(bounds: &Aabb) -> bool {
    let finite = |p: &Point3<f64>| p.iter().all(|x| x.is_finite());
    finite(&bounds.min) && finite(&bounds.max)
}
