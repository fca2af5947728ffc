//! From an address back to a shape and its pose.

use crate::flight::Pose;
use crate::geometry::checked;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::triangles::{Front, normal};
use crate::{Faces, Geometry, Scene, SubShape};
use nalgebra::{Isometry3, Unit, Vector3};
use swept_support::{Placed, Real, Shape, Triangle};

/// What an address names: geometry that is no compound, at its pose in world space.
pub(crate) struct Resolved<'a, T: Real> {
    pub(crate) geometry: &'a Geometry<T>,
    pub(crate) pose: Isometry3<T>,
    /// The pose in `f64`, as it was checked.
    pub(crate) placed: Pose,
}

impl<T: Real> Scene<T> {
    pub(crate) fn resolve(&self, at: Address) -> Option<Resolved<'_, T>> {
        let entry = self.entry(at.slot)?;
        let (geometry, pose, placed) = match &entry.object.geometry {
            Geometry::Compound(compound) => {
                let (geometry, pose) = compound.part(at.part, &entry.object.pose)?;
                (geometry, pose, checked(&pose).ok()?)
            }
            geometry => (geometry, entry.object.pose, entry.pose),
        };
        Some(Resolved {
            geometry,
            pose,
            placed,
        })
    }

    /// Shows what an address names to `pairs`, once; nothing when there is no such thing.
    pub(crate) fn show(&self, at: Address, pairs: &mut impl Pairs<T>) {
        let Some(found) = self.resolve(at) else {
            return;
        };
        if let Some(index) = at.triangle {
            if let Some([a, b, c]) = found.geometry.corners(index)
                && let Ok(shape) = Triangle::new(a, b, c)
                && let Ok(fixed) = Placed::new(shape, found.pose)
            {
                let triangle = PosedTriangle::of(&found.placed, &[a, b, c]);
                pairs.pair(at, &fixed, 0.0, &triangle);
            }
        } else if let Some(shape) = found.geometry.convex()
            && let Ok(fixed) = Placed::new(shape, found.pose)
        {
            pairs.pair(at, &fixed, 0.0, &PosedTriangle::NONE);
        }
    }

    pub(crate) fn sub_shape(&self, at: Address) -> Option<SubShape> {
        let entry = self.entry(at.slot)?;
        Some(SubShape {
            id: entry.id(at.slot),
            part: at.part,
            triangle: at.triangle,
            user_data: entry.object.user_data,
        })
    }

    /// What an answer is about; `None` when the object is gone.
    fn named(&self, sub_shape: &SubShape) -> Option<Resolved<'_, T>> {
        self.get(sub_shape.id)?;
        self.resolve(sub_shape.address())
    }

    /// A unit normal of the triangle that an answer is about, in world space, counter-clockwise about its corners. `None` when
    /// the object is gone, for a convex shape, and for a triangle without area.
    #[must_use]
    pub fn triangle_normal(&self, sub_shape: &SubShape) -> Option<Unit<Vector3<f64>>> {
        let found = self.named(sub_shape)?;
        let normal = normal(&found.geometry.corners(sub_shape.triangle?)?)?;
        Some(Unit::new_normalize(found.placed.rotation.apply(&normal)))
    }

    /// The side of a triangle on which there is room, as [`triangle_normal`](Self::triangle_normal), where it is known: of a closed
    /// mesh (see [`TriangleMesh::is_closed`](crate::TriangleMesh::is_closed)) and of one-sided faces the one from which the corners are
    /// counter-clockwise.
    #[must_use]
    pub fn front(&self, sub_shape: &SubShape) -> Option<Unit<Vector3<f64>>> {
        let geometry = self.named(sub_shape)?.geometry;
        let is_closed = matches!(geometry, Geometry::Mesh(mesh) if mesh.is_closed());
        if is_closed || geometry.faces() == Faces::OneSided {
            self.triangle_normal(sub_shape)
        } else {
            None
        }
    }

    /// Whether the triangle that an answer is about shows one side only, and a motion along `way` (world space, any length) passes
    /// through it from behind, as casts do: it leads out by more than rounding. `false` when the object is gone, and for all else.
    #[must_use]
    pub fn is_passed(&self, sub_shape: &SubShape, way: &Vector3<f64>) -> bool {
        let (Some(found), Some(index)) = (self.named(sub_shape), sub_shape.triangle) else {
            return false;
        };
        found.geometry.faces() == Faces::OneSided
            && (found.geometry.corners(index))
                .is_some_and(|c| Front::of(&found.placed, &c).lead(way) > 0.0)
    }

    /// The convex shape that an answer is about, and its pose in world space: with it, the cast of that one pair can be
    /// done again, or its certificate checked ([`Motion::against`](crate::Motion::against)). `None` when the object is gone, or the
    /// shape is the user's own: then [`get`](Self::get) has the object, and [`Compound::part`](crate::Compound::part) its parts.
    #[must_use]
    pub fn convex(&self, sub_shape: &SubShape) -> Option<(Shape<T>, Isometry3<T>)> {
        let found = self.named(sub_shape)?;
        let shape = match (found.geometry, sub_shape.triangle) {
            (Geometry::Convex(shape), None) => shape.clone(),
            (Geometry::Mesh(mesh), Some(i)) => mesh.triangle(i)?.into(),
            (Geometry::HeightField(field), Some(i)) => field.triangle(i)?.into(),
            _ => return None,
        };
        Some((shape, found.pose))
    }
}

impl SubShape {
    /// Where it is in the scene, by indices.
    pub(crate) fn address(&self) -> Address {
        Address {
            slot: self.id.slot(),
            part: self.part,
            triangle: self.triangle,
        }
    }
}
