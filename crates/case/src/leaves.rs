//! A body taken apart: its convex shapes and meshes, each at its pose in the world.

use crate::{Body, CaseError, Geometry, Mesh};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{LinearMap, Real, Shape};

/// What cannot be taken apart further.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a, T: Real> {
    Convex(&'a Shape<T>),
    Mesh(&'a Mesh<T>),
}

/// A part at its pose in the world.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a, T: Real> {
    pub(crate) part: Part<'a, T>,
    pub(crate) pose: Isometry3<T>,
}

impl<T: Real> Body<T> {
    /// The parts in file order, those of nested compounds in place of them. A body that is no compound has one.
    pub(crate) fn leaves(&self) -> Result<Vec<Leaf<'_, T>>, CaseError> {
        let mut leaves = Vec::new();
        gather(self, self.pose, &mut leaves);
        if leaves.is_empty() {
            return Err(CaseError::new("parts", "a compound without parts"));
        }
        Ok(leaves)
    }

    /// Whether answers name a part of it.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self.geometry, Geometry::Compound(_))
    }
}

/// Leaf `index` as one convex shape at its pose in the world: of a mesh, the triangle that is named.
pub(crate) fn convex<T: Real>(
    leaves: &[Leaf<T>],
    index: usize,
    triangle: Option<usize>,
) -> Result<(Shape<T>, Isometry3<T>), CaseError> {
    let none = || CaseError::new("answer", "no such part in this case");
    let leaf = leaves.get(index).ok_or_else(none)?;
    match (leaf.part, triangle) {
        (Part::Convex(shape), None) => Ok((shape.clone(), leaf.pose)),
        (Part::Mesh(mesh), Some(i)) if i < mesh.triangles().len() => {
            Ok((mesh.triangle(i).into(), leaf.pose))
        }
        _ => Err(none()),
    }
}

fn gather<'a, T: Real>(body: &'a Body<T>, pose: Isometry3<T>, leaves: &mut Vec<Leaf<'a, T>>) {
    let part = match &body.geometry {
        Geometry::Convex(shape) => Part::Convex(shape),
        Geometry::Mesh { mesh, .. } => Part::Mesh(mesh),
        Geometry::Compound(parts) => {
            for part in parts {
                gather(part, compose(&pose, &part.pose), leaves);
            }
            return;
        }
    };
    leaves.push(Leaf { part, pose });
}

/// The pose `inner` within a body at `outer`, computed in `f64` and rounded once.
fn compose<T: Real>(outer: &Isometry3<T>, inner: &Isometry3<T>) -> Isometry3<T> {
    let wide = |v: &Vector3<T>| v.map(Real::to_f64);
    let (turn, shift) = (quaternion(outer), wide(&inner.translation.vector));
    let turned = match LinearMap::from_quaternion(&turn) {
        Some(rotation) => rotation.apply(&shift),
        None => shift,
    };
    let position = turned + wide(&outer.translation.vector);
    let rotation = if is_identity(&turn) {
        inner.rotation
    } else if is_identity(&quaternion(inner)) {
        outer.rotation
    } else {
        let product = scaled(turn) * scaled(quaternion(inner));
        UnitQuaternion::new_unchecked(product.coords.map(T::nearest).into())
    };
    Isometry3::from_parts(Translation3::from(position.map(T::nearest)), rotation)
}

/// The rotation of `pose` in `f64`, as it was written.
pub(crate) fn quaternion<T: Real>(pose: &Isometry3<T>) -> Quaternion<f64> {
    pose.rotation.as_ref().coords.map(Real::to_f64).into()
}

fn is_identity(q: &Quaternion<f64>) -> bool {
    q.i == 0.0 && q.j == 0.0 && q.k == 0.0
}

/// `q` with components of at most 1: products of such quaternions cannot overflow.
pub(crate) fn scaled(q: Quaternion<f64>) -> Quaternion<f64> {
    (q.coords / q.coords.amax()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let body = Body {
            geometry: Geometry::Compound(vec![inner]),
            pose: outer,
        };
        let leaves = body.leaves().unwrap();
        assert_eq!(leaves.len(), 2);
        // (1, 0) turned once: (0, 1); moved: (0, 3); turned again: (-3, 0); moved: (7, 0).
        let at = leaves[1].pose.translation.vector;
        assert!((at - Vector3::new(7.0, 0.0, 0.5)).norm() < 1e-14, "{at}");
        let q = quaternion(&leaves[1].pose);
        assert!(q.w.abs() < 1e-15 && q.k > 0.0, "{q}");
    }
}
