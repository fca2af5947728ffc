//! A case's bodies as a scene has them.

use crate::{Body, Case, CaseError, Geometry};
use nalgebra::Isometry3;
use std::sync::Arc;
use swept::scene::{self, Compound, Object, Scene};
use swept::{Real, Shape};

/// A convex part of a body, or all of it, and where it stands in the world.
pub(crate) type Part<T> = (Shape<T>, Isometry3<T>);

impl<T: Real> Case<T> {
    /// A scene that holds the fixed body alone.
    pub(crate) fn world(&self) -> Result<Scene<T>, CaseError> {
        let object = Object::new(self.fixed.in_scene("fixed")?).at(self.fixed.pose);
        let mut scene = Scene::new();
        let inserted = scene.insert(object);
        inserted.map_err(|e| CaseError::shape::<T>("fixed", &e))?;
        Ok(scene)
    }
}

impl<T: Real> Body<T> {
    /// What a scene makes of it, in its own frame; `name` is what errors call it.
    pub(crate) fn in_scene(&self, name: &str) -> Result<scene::Geometry<T>, CaseError> {
        Ok(match &self.geometry {
            Geometry::Convex(shape) => shape.clone().into(),
            Geometry::Mesh { mesh, .. } => Arc::clone(mesh).into(),
            Geometry::Compound(parts) => {
                let part = |part: &Self| Ok((part.in_scene(name)?, part.pose));
                let parts: Result<Vec<_>, CaseError> = parts.iter().map(part).collect();
                let compound = Compound::new(parts?);
                let compound = compound.map_err(|e| CaseError::shape::<T>(name, &e))?;
                compound.into()
            }
        })
    }

    /// The convex shapes of a body that can move, each at its pose in the world: in file order, the parts of nested
    /// compounds in place of them.
    pub(crate) fn convex_parts(&self) -> Result<Vec<Part<T>>, CaseError> {
        let convex = |geometry: &scene::Geometry<T>, pose| match geometry {
            scene::Geometry::Convex(shape) => Ok((shape.clone(), pose)),
            _ => Err(CaseError::new("moving", "a mesh cannot move")),
        };
        match self.in_scene("moving")? {
            scene::Geometry::Compound(compound) => (0..)
                .map_while(|i| compound.part(i, &self.pose))
                .map(|(geometry, pose)| convex(geometry, pose))
                .collect(),
            geometry => Ok(vec![convex(&geometry, self.pose)?]),
        }
    }

    /// Whether answers name a part of it.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self.geometry, Geometry::Compound(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Quaternion, Translation3, UnitQuaternion, Vector3};
    use swept::PointShape;

    #[test]
    fn nested_poses_compose_from_the_outside_in() {
        // A quarter turn about z takes x to y; its quaternion is not of unit length.
        let quarter = UnitQuaternion::new_unchecked(Quaternion::new(3e200, 0.0, 0.0, 3e200));
        let outer = Isometry3::from_parts(Translation3::new(10.0, 0.0, 0.0), quarter);
        let point = Body::new(PointShape).at(Isometry3::translation(1.0, 0.0, 0.5));
        let inner = Body {
            geometry: Geometry::Compound(vec![point.clone(), point]),
            pose: Isometry3::from_parts(Translation3::new(0.0, 2.0, 0.0), quarter),
        };
        let body: Body<f64> = Body {
            geometry: Geometry::Compound(vec![inner]),
            pose: outer,
        };
        let parts = body.convex_parts().unwrap();
        assert_eq!(parts.len(), 2);
        // (1, 0, ½) → (0, 1, ½) → (0, 3, ½) → (-3, 0, ½) → (7, 0, ½)
        let off = parts[1].1.translation.vector - Vector3::new(7.0, 0.0, 0.5);
        assert!(off.amax() <= 8.0 * f64::EPSILON, "{off}");
    }

    #[test]
    fn a_compound_without_parts_is_refused() {
        let body = Body::<f64> {
            geometry: Geometry::Compound(vec![]),
            pose: Isometry3::identity(),
        };
        let error = body.convex_parts().unwrap_err().to_string();
        assert!(
            error.starts_with("moving.parts: 0 is not a count of parts"),
            "{error}"
        );
    }
}
