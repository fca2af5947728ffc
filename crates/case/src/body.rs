//! One side of a case: a shape and where it stands.

use crate::error::Expected;
use crate::fields::{COORDINATE, POINT, Path, Unknown, fields, scalars};
use crate::json::Json;
use crate::shapes::{Context, parse_geometry};
use crate::{CaseError, Meshes};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use std::sync::Arc;
use swept::scene::TriangleMesh;
use swept::{Placed, PointShape, Real, Shape};

/// How deep compounds may be nested in compounds.
pub const MAX_COMPOUND_DEPTH: usize = 16;

/// A shape at a pose, as the case gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<T: Real> {
    /// What stands there.
    pub geometry: Geometry<T>,
    /// Where it stands. The quaternion is kept as it was written, of unit length or not.
    pub pose: Isometry3<T>,
}

/// What a case can cast: a convex shape, several of them, or a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry<T: Real> {
    /// One convex shape.
    Convex(Shape<T>),
    /// Parts, each with a pose of its own within the whole; they may overlap.
    Compound(Vec<Body<T>>),
    /// The triangles of a file; only as the fixed shape.
    Mesh {
        /// The file's name as the case gives it.
        file: String,
        /// Its triangles.
        mesh: Arc<TriangleMesh<T>>,
    },
}

impl<T: Real> Body<T> {
    /// `shape` at the origin, not rotated.
    pub fn new(shape: impl Into<Shape<T>>) -> Self {
        Self {
            geometry: Geometry::Convex(shape.into()),
            pose: Isometry3::identity(),
        }
    }

    /// This body at `pose`.
    #[must_use]
    pub fn at(self, pose: impl Into<Isometry3<T>>) -> Self {
        Self {
            pose: pose.into(),
            ..self
        }
    }

    pub(crate) fn parse(
        json: &Json,
        path: &Path,
        context: Context,
        meshes: &mut Meshes<T>,
    ) -> Result<Self, CaseError> {
        const BODY: Expected = Expected::new("a body", "an object with shape, position, rotation");
        let names = ["shape", "position", "rotation"];
        let unknown = Unknown::Refuse("a body");
        let found = fields(json, path, BODY, names, unknown)?;
        Self::of(found, path, context, meshes)
    }

    /// A body of its fields: shape, position and rotation.
    pub(crate) fn of(
        [shape, position, rotation]: [Option<&Json>; 3],
        path: &Path,
        context: Context,
        meshes: &mut Meshes<T>,
    ) -> Result<Self, CaseError> {
        const SHAPE: Expected = Expected::new("a shape", "an object with a type");
        let at_shape = path.key("shape");
        let shape = shape.ok_or_else(|| CaseError::missing(at_shape, SHAPE))?;
        let body = Self {
            geometry: parse_geometry(shape, &at_shape, context, meshes)?,
            pose: parse_pose(position, rotation, path)?,
        };
        Placed::new(PointShape, body.pose).map_err(|e| CaseError::shape::<T>(path, &e))?;
        Ok(body)
    }
}

fn parse_pose<T: Real>(
    position: Option<&Json>,
    rotation: Option<&Json>,
    path: &Path,
) -> Result<Isometry3<T>, CaseError> {
    const QUATERNION: Expected = Expected::new(
        "a quaternion",
        "four finite numbers x, y, z, w that are not all zero",
    );
    let [x, y, z] = match position {
        Some(json) => scalars(json, &path.key("position"), POINT, COORDINATE)?,
        None => [T::zero(); 3],
    };
    let turn = match rotation {
        Some(json) => scalars(json, &path.key("rotation"), QUATERNION, COORDINATE)?,
        None => [T::zero(), T::zero(), T::zero(), T::one()],
    };
    let [i, j, k, w] = turn;
    // The library normalises, in f64, whatever scalar the components are stored in.
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
    Ok(Isometry3::from_parts(Translation3::new(x, y, z), rotation))
}
