//! Several shapes that stand and move as one.

use crate::Geometry;
use crate::geometry::{checked, grown, is_bounded};
use crate::tolerance::placing;
use crate::tree::{Build, Nodes, Tree};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_support::{Aabb, InvalidShape, LinearMap, Real, largest};

/// Parts at poses of their own; they may overlap. Answers name a part by its index.
#[derive(Clone, Debug)]
pub struct Compound<T: Real> {
    parts: Vec<(Geometry<T>, Isometry3<T>)>,
    /// The parts' boxes, as the tree has them; without bound for a part that is not in it.
    boxes: Vec<Aabb>,
    tree: Tree,
    /// Parts that no box can hold.
    unbounded: Vec<u32>,
    bounds: Option<Aabb>,
    /// The largest coordinate of a part's position.
    farthest: f64,
    /// See [`Geometry::farthest`].
    farthest_part: f64,
}

impl<T: Real> Compound<T> {
    /// A compound of these parts, each at its pose in the compound's frame. Parts of compounds in it take their place,
    /// in order, so that each part is a shape or a mesh.
    ///
    /// # Errors
    /// [`InvalidShape`] when there is no part, when a pose is none, and when a shape of the user's own states a radius or
    /// an extent that is no length.
    pub fn new<G: Into<Geometry<T>>, P: Into<Isometry3<T>>>(
        parts: impl IntoIterator<Item = (G, P)>,
    ) -> Result<Self, InvalidShape> {
        let mut flat: Vec<(Geometry<T>, Isometry3<T>)> = Vec::new();
        for (i, (geometry, pose)) in parts.into_iter().enumerate() {
            let pose = pose.into();
            checked(&pose).map_err(|e| e.within(&format!("parts[{i}]")))?;
            match geometry.into() {
                Geometry::Compound(inner) => flat.extend(
                    inner
                        .parts
                        .iter()
                        .map(|(g, at)| (g.clone(), compose(&pose, at))),
                ),
                geometry => flat.push((geometry, pose)),
            }
        }
        if flat.is_empty() {
            return Err(InvalidShape {
                field: "parts".into(),
                value: 0.0,
                expected: "a count of parts (expected at least 1)".into(),
            });
        }
        let (mut boxes, mut unbounded) = (Vec::new(), Vec::new());
        for (i, (geometry, pose)) in flat.iter().enumerate() {
            let bounds = geometry.bounds(pose);
            let bounds = bounds.map_err(|e| e.within(&format!("parts[{i}]")))?;
            let bounded = bounds.filter(is_bounded);
            if bounds.is_some() && bounded.is_none() {
                unbounded.push(i as u32);
            }
            let rounding = placing::<T>() * reach(geometry, pose);
            boxes.push(bounded.map_or(Aabb::EVERYTHING, |b| grown(&b, rounding)));
        }
        let box_of = |i: u32| boxes[i as usize];
        let in_tree = (0..boxes.len() as u32).filter(|&i| is_bounded(&box_of(i)));
        let tree = Tree::new(in_tree, box_of, Build::Thorough);
        let bounds = if unbounded.is_empty() {
            tree.bounds().copied()
        } else {
            Some(Aabb::EVERYTHING)
        };
        let reaches = flat.iter().map(|(part, at)| reach(part, at));
        Ok(Self {
            farthest_part: reaches.fold(0.0, f64::max),
            farthest: flat.iter().map(|(_, at)| far(at)).fold(0.0, f64::max),
            parts: flat,
            boxes,
            tree,
            unbounded,
            bounds,
        })
    }

    /// The parts and their poses in the compound's frame, those of compounds in it in place of them.
    #[must_use]
    pub fn parts(&self) -> &[(Geometry<T>, Isometry3<T>)] {
        &self.parts
    }

    /// The box around all parts, rounded outward and by as much more as their poses in the world are rounded: infinite when one has no
    /// bound, `None` when none can be met.
    #[must_use]
    pub fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    /// Part `index` and its pose in the world when the compound stands at `pose`, computed in `f64` and rounded once;
    /// `None` when there is no such part.
    pub fn part(&self, index: u32, pose: &Isometry3<T>) -> Option<(&Geometry<T>, Isometry3<T>)> {
        let (geometry, inner) = self.parts.get(index as usize)?;
        Some((geometry, compose(pose, inner)))
    }

    /// Whether each part still has a place in the scalar's range of lengths when the compound stands at `pose`.
    ///
    /// # Errors
    /// [`InvalidShape`] of the first part that has none.
    pub(crate) fn check_at(&self, pose: &Isometry3<T>) -> Result<(), InvalidShape> {
        // Rotated, no position is farther out than its norm: √3 times its largest coordinate, and rounding.
        if 2.0 * self.farthest + far(pose) <= T::MAX_LENGTH {
            return Ok(());
        }
        for i in 0..self.parts.len() as u32 {
            if let Some((_, at)) = self.part(i, pose) {
                checked(&at).map_err(|e| e.within(&format!("parts[{i}]")))?;
            }
        }
        Ok(())
    }

    pub(crate) fn farthest_part(&self) -> f64 {
        self.farthest_part
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The box of a part in the compound's frame, as the tree has it; without bound for one that is not in the tree.
    pub(crate) fn part_bounds(&self, index: u32) -> &Aabb {
        self.boxes.get(index as usize).unwrap_or(&Aabb::EVERYTHING)
    }

    pub(crate) fn unbounded(&self) -> &[u32] {
        &self.unbounded
    }
}

/// The sum of a part's distance from the compound's origin and its own reach from there.
fn reach<T: Real>(part: &Geometry<T>, at: &Isometry3<T>) -> f64 {
    at.translation.vector.map(Real::to_f64).norm() + part.farthest()
}

/// The largest coordinate of a position.
fn far<T: Real>(pose: &Isometry3<T>) -> f64 {
    largest(&pose.translation.vector.map(Real::to_f64))
}

/// The pose `inner` within a body at `outer`, computed in `f64` and rounded once: where a part of a [`Compound`] stands.
pub fn compose<T: Real>(outer: &Isometry3<T>, inner: &Isometry3<T>) -> Isometry3<T> {
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

/// The rotation of `pose` in `f64`, as it was given.
fn quaternion<T: Real>(pose: &Isometry3<T>) -> Quaternion<f64> {
    pose.rotation.as_ref().coords.map(Real::to_f64).into()
}

fn is_identity(q: &Quaternion<f64>) -> bool {
    q.i == 0.0 && q.j == 0.0 && q.k == 0.0
}

/// `q` with components of at most 1: products of such quaternions cannot overflow.
fn scaled(q: Quaternion<f64>) -> Quaternion<f64> {
    (q.coords / q.coords.amax()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About each axis by itself, too.
    #[test]
    fn a_part_is_turned_with_its_compound() {
        let inner = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.5, -0.25, 1.0));
        for turn in [
            Vector3::x(),
            Vector3::y(),
            Vector3::z(),
            Vector3::repeat(0.5),
        ] {
            let outer = Isometry3::new(Vector3::new(7.0, -5.0, 0.5), turn);
            for inner in [inner, Isometry3::new(inner.translation.vector, turn)] {
                let (found, expected) = (compose(&outer, &inner), outer * inner);
                let off = found.rotation.angle_to(&expected.rotation);
                assert!(off < 1e-7, "{turn}: {off}");
                let way = found.translation.vector - expected.translation.vector;
                assert!(way.norm() < 1e-14, "{turn}: {way}");
            }
        }
        let shifted = Isometry3::translation(7.0, -5.0, 0.5);
        assert_eq!(compose(&shifted, &inner).rotation, inner.rotation);
        assert_eq!(compose(&inner, &shifted).rotation, inner.rotation);
    }
}
