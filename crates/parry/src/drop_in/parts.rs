//! Meshes, polylines, compounds, and composite shapes of the user's own: through the tree of boxes that parry keeps of them.

use super::Scalar;
use super::closest::{Item, Place, Search, Solid};
use super::convert::{box3, isometry, point, wide};
use super::crowd::{Crowd, around};
use super::mirrored::{box_of, box_of_one, box_of_parts, boxes, mirrored};
use super::motion::Motion;
use super::parry::bounding_volume::Aabb;
use super::parry::partitioning::{Bvh, BvhNode, TraversalAction};
use super::parry::shape::{CompositeShape, Shape, TriMesh};
use super::question::size;
use super::slabs::Slabs;
use super::view::{Room, View};
use crate::{CastError, tolerance};
use nalgebra::{Isometry3, Point3, Vector3};
use std::cell::RefCell;
use std::collections::HashMap;
use swept_scene::{Flight, TurningFlight, compose};
use swept_support::{Placed, PointShape, Real, Support, largest, sqrt};

/// A triangle mesh. Its flags have done their work when it was made: casts meet what triangles are left, from either side.
pub(super) fn mesh(
    search: &mut Search,
    moving: &Item<'_>,
    mesh: &TriMesh,
    pose: &Isometry3<Scalar>,
    motion: &Motion,
    at: Place,
) -> Result<(), CastError> {
    let bounds = mesh.local_aabb();
    let seen = Seen::of(moving, motion, (pose, Parts::InPlace), &bounds)?;
    let (body, flight) = ((moving, motion), seen.flight());
    Crowd::among(search, body, pose, (&seen, &bounds), at, |search, crowd| {
        walk(search, mesh.bvh(), flight, at, |search, index| {
            let [i, j, k] = mesh.indices()[index as usize];
            let corner = |i: u32| point(mesh.vertices()[i as usize]);
            let corners = [corner(i), corner(j), corner(k)];
            // The sieve before the box: few triangles are left for the box's quotients then.
            let sifted = crowd.sifted(&corners);
            if sifted > search.limit {
                return Ok(());
            }
            let Some((met, _)) = flight.meets(&around(&corners)) else {
                return Ok(());
            };
            let first = met.max(sifted);
            if first <= search.limit {
                crowd.put(search, index, corners, first);
            }
            Ok(())
        });
    })
}

/// Any other shape with a tree of parts.
pub(super) fn composite(
    search: &mut Search,
    moving: &Item<'_>,
    (shape, composite): (&dyn Shape, &dyn CompositeShape),
    pose: &Isometry3<Scalar>,
    motion: &Motion,
    at: Place,
) -> Result<(), CastError> {
    let mirrored = mirrored(shape);
    let bounds = mirrored.map_or_else(|| box_of_one(shape), box_of_parts);
    let seen = Seen::of(moving, motion, (pose, Parts::Placed), &bounds)?;
    let flight = seen.flight();
    let part = |search: &mut Search, index: u32| {
        let mut result = Ok(());
        composite.map_part_at(index, &mut |part, shape, _| {
            let pose = part.map_or(*pose, |part| compose(pose, &isometry(part)));
            let (mut room, mut view) = (Room::new(), None);
            result = View::put(&mut view, shape, Some(&mut room))
                .map_err(CastError::from)
                .and_then(|()| {
                    let part = Item::new(shape, view.as_ref(), pose);
                    // The tree's box has been met, but its number is rounded.
                    search.items(moving, &part, motion, at.in_part(index, 0.0))
                });
        });
        result
    };
    let Some(compound) = mirrored else {
        walk(search, composite.bvh(), flight, at, part);
        return Ok(());
    };
    for (index, aabb) in boxes(compound).enumerate() {
        let Some((first, _)) = flight.meets(&box3(&aabb)) else {
            continue;
        };
        let index = index as u32;
        if first <= search.limit
            && let Err(error) = part(search, index)
        {
            search.refuse(error, first, at.in_part(index, first));
        }
    }
    Ok(())
}

/// How the parts of a body stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// In the body's frame, as corners that are cast at its pose.
    InPlace,
    /// At poses of their own in the world, which are rounded to the scalar.
    Placed,
}

/// The motion as the boxes of a fixed body see it, with all that these boxes may be too small by: for rounding, and for what counts as a
/// touch.
#[derive(Debug)]
pub(super) enum Seen {
    Straight(Flight),
    Turning(Box<TurningFlight>),
}

impl Seen {
    /// From a body at `pose`.
    pub(super) fn of(
        moving: &Item<'_>,
        motion: &Motion,
        (pose, parts): (&Isometry3<Scalar>, Parts),
        bounds: &Aabb,
    ) -> Result<Self, CastError> {
        let frame = Placed::<Scalar, _>::new(PointShape, *pose)?;
        let far = wide(bounds.mins.abs().max(bounds.maxs.abs())).amax();
        if !far.is_finite() {
            return Ok(Self::Straight(Flight::EVERYWHERE));
        }
        let mut placed = match parts {
            Parts::InPlace => 0.0,
            Parts::Placed => largest(&frame.position()),
        };
        if matches!(moving.solid, Solid::Parts(_)) {
            placed += largest(&moving.pose.translation.vector.map(Real::to_f64));
        }
        let target = motion.reach.to_f64().max(0.0);
        let sizes = target + far + bounded_size(moving);
        let reach = target
            + tolerance::boxes::<Scalar>() * far
            + tolerance::touches::<Scalar>() * sizes
            + tolerance::placing::<Scalar>() * placed;
        match &moving.solid {
            Solid::Convex(view) => Self::of_shape(view, &moving.pose, motion, &frame, reach),
            Solid::Parts(shape) => {
                if size(*shape).is_infinite() {
                    return Ok(Self::Straight(Flight::EVERYWHERE));
                }
                let hull = BoxView(box_of(*shape));
                Self::of_shape(&hull, &moving.pose, motion, &frame, reach)
            }
        }
    }

    fn of_shape(
        shape: &impl Support,
        pose: &Isometry3<Scalar>,
        motion: &Motion,
        frame: &Placed<Scalar, PointShape>,
        reach: f64,
    ) -> Result<Self, CastError> {
        let moving = Placed::<Scalar, _>::new(shape, *pose)?;
        let way = &motion.displacement;
        let Some([spin, turning]) = motion
            .turns
            .as_ref()
            .filter(|spins| spins.iter().any(|spin| !spin.is_none()))
        else {
            return Ok(Self::Straight(Flight::of(&moving, way, frame, reach)));
        };
        // The centres that a turning cast works with are rounded to the scalar.
        let lever = (spin.centre.coords - moving.position()).norm();
        let mut lengths = lever + shape.extent() + shape.radius();
        if !turning.is_none() {
            let start = spin.centre - turning.centre;
            let far = start.norm().max((start + way.map(Real::to_f64)).norm());
            lengths += far;
        }
        let reach = reach + tolerance::boxes::<Scalar>() * lengths;
        let turns = [spin, turning].map(|spin| (spin.rotation.map(Real::to_f64), spin.centre));
        let turning = TurningFlight::of(&moving, way, turns, frame, reach);
        Ok(match turning {
            Some(turning) => Self::Turning(Box::new(turning)),
            None => Self::Straight(Flight::EVERYWHERE),
        })
    }

    /// As a box that goes straight.
    pub(super) fn flight(&self) -> &Flight {
        match self {
            Self::Straight(flight) => flight,
            Self::Turning(turning) => turning.whole(),
        }
    }
}

/// How large what moves is; nothing of what has no bound.
fn bounded_size(moving: &Item<'_>) -> f64 {
    let size = match &moving.solid {
        Solid::Convex(view) => view.extent() + view.radius(),
        Solid::Parts(shape) => size(*shape),
    };
    if size.is_finite() { size } else { 0.0 }
}

/// A box of parry's, as large as it may be.
struct BoxView(Aabb);

impl Support for BoxView {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let (min, max) = (wide(self.0.mins), wide(self.0.maxs));
        let pick = |i: usize| if n[i] >= 0.0 { max[i] } else { min[i] };
        Point3::new(pick(0), pick(1), pick(2))
    }
    /// What the parts of a compound may stick out of their box by.
    fn radius(&self) -> f64 {
        self.extent() * tolerance::boxes::<Scalar>()
    }
    fn interior_point(&self) -> Point3<f64> {
        nalgebra::center(&point(self.0.mins), &point(self.0.maxs))
    }
    fn extent(&self) -> f64 {
        let far = wide(self.0.mins.abs().max(self.0.maxs.abs()));
        sqrt(far.norm_squared()) * tolerance::LENGTH_UP
    }
}

/// Shows the leaves of a tree that matter, roughly in the order in which they are met. What a leaf refuses, the search keeps, with
/// the fraction from which the leaf's box is met.
fn walk(
    search: &mut Search,
    tree: &Bvh,
    flight: &Flight,
    at: Place,
    leaf: impl FnMut(&mut Search, u32) -> Result<(), CastError>,
) {
    let ray = Slabs::new(flight.start(), flight.displacement());
    let limit = search.limit;
    let state = RefCell::new((search, leaf, Vec::new()));
    // parry passes over boxes whose cost is no less than the best one: ours count up to and with the limit.
    let above = |limit: f64| <Scalar as Real>::round_up(limit).next_up();
    tree.find_best(
        above(limit),
        |node: &BvhNode, _| ray.first(node),
        |index, _| {
            let (search, leaf, refused) = &mut *state.borrow_mut();
            let before = search.limit;
            if let Err(error) = leaf(search, index) {
                refused.push((index, error));
            }
            (search.limit < before).then(|| above(search.limit))
        },
    );
    let (search, _, refused) = state.into_inner();
    if !refused.is_empty() {
        refuse(search, (tree, &ray), refused, at);
    }
}

/// Keeps what leaves refused. parry does not say of a leaf that it shows where its box is: they are looked up, those that may still matter.
#[cold]
fn refuse(
    search: &mut Search,
    (tree, ray): (&Bvh, &Slabs),
    refused: Vec<(u32, CastError)>,
    at: Place,
) {
    let mut refused: HashMap<u32, CastError> = refused.into_iter().collect();
    tree.traverse(|node| {
        let first = ray.first(node).to_f64();
        if first > search.limit {
            return TraversalAction::Prune;
        }
        if let Some(index) = node.leaf_data()
            && let Some(error) = refused.remove(&index)
        {
            search.refuse(error, first, at.in_part(index, first));
        }
        TraversalAction::Continue
    });
}
