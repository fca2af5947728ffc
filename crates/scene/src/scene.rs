//! A world of objects.

use crate::flight::Pose;
use crate::geometry::{checked, is_bounded};
use crate::tolerance::{ALONE, FEW, MANY_CHANGES};
use crate::tree::{ChangingTree, Tree};
use crate::{Geometry, Object, ObjectId};
use nalgebra::{Isometry3, Point3};
use std::collections::BinaryHeap;
use swept_support::{Aabb, InvalidShape, Real};

/// Objects at their poses, to cast into.
///
/// The scene keeps a tree over its objects' boxes. [`insert`](Self::insert), [`set_pose`](Self::set_pose),
/// [`set_geometry`](Self::set_geometry) and [`remove`](Self::remove) change it where it is; only what lies far from where it was built is
/// kept beside it. Once much is beside it, or the tree is worn by changes, it is built anew. So a change costs O(log n) on average and copies
/// no shape, and answers do not depend on the order of changes.
#[derive(Clone, Debug)]
pub struct Scene<T: Real> {
    entries: Vec<Slot<T>>,
    free: Vec<u32>,
    tree: ChangingTree,
    /// Slots that are not in the tree: far from where it was built, without bound, or so few that there is none.
    apart: Vec<u32>,
    /// How many have been put beside the tree since it was built.
    aside: usize,
    /// Changes since the tree was built.
    changes: usize,
    /// How many objects there are.
    count: usize,
    /// The [`Entry::farthest`] of each object, with its slot; and some that are out of date, though never the greatest. They are kept as
    /// bits, which are in the order of the numbers where none is negative.
    far: BinaryHeap<(u64, u32)>,
}

#[derive(Clone, Debug)]
struct Slot<T: Real> {
    generation: u32,
    entry: Option<Entry<T>>,
}

/// An object and what follows from its pose.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T: Real> {
    pub(crate) object: Object<T>,
    pub(crate) pose: Pose,
    pub(crate) bounds: Aabb,
    /// [`Geometry::farthest`](crate::Geometry::farthest), from the world's origin; 0 for what nothing can meet.
    farthest: f64,
    generation: u32,
    /// Whether the tree holds it where it stands.
    pub(crate) in_tree: bool,
}

impl<T: Real> Entry<T> {
    pub(crate) fn id(&self, slot: u32) -> ObjectId {
        ObjectId::new(slot, self.generation)
    }

    /// Whether anything can meet it.
    pub(crate) fn is_somewhere(&self) -> bool {
        is_somewhere(&self.bounds)
    }
}

impl<T: Real> Default for Scene<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Scene<T> {
    /// A scene without objects.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            tree: ChangingTree::EMPTY,
            apart: Vec::new(),
            aside: 0,
            changes: 0,
            far: BinaryHeap::new(),
            count: 0,
        }
    }

    /// A scene of these objects.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert), of the first object that is refused.
    pub fn of(objects: impl IntoIterator<Item = Object<T>>) -> Result<Self, InvalidShape> {
        let mut scene = Self::new();
        for (i, object) in objects.into_iter().enumerate() {
            let held = scene.hold(object);
            held.map_err(|e| e.within(&format!("objects[{i}]")))?;
        }
        scene.rebuild();
        Ok(scene)
    }

    /// Adds an object, and returns the id by which it is known from now on.
    ///
    /// # Errors
    /// [`InvalidShape`] when its pose has a coordinate that is not finite or beyond [`Real::MAX_LENGTH`] or a rotation
    /// that is none, and when a shape of the user's own states a radius or an extent that is no length.
    pub fn insert(&mut self, object: Object<T>) -> Result<ObjectId, InvalidShape> {
        let id = self.hold(object)?;
        self.settle(id.slot(), false);
        Ok(id)
    }

    /// Adds an object that is neither in the tree nor beside it yet.
    fn hold(&mut self, object: Object<T>) -> Result<ObjectId, InvalidShape> {
        let prepared = prepared(&object.geometry, &object.pose)?;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.entries.push(Slot {
                generation: 0,
                entry: None,
            });
            self.entries.len() as u32 - 1
        });
        let place = &mut self.entries[slot as usize];
        let entry = Entry {
            object,
            pose: prepared.pose,
            bounds: prepared.bounds,
            farthest: prepared.farthest,
            generation: place.generation,
            in_tree: false,
        };
        let id = ObjectId::new(slot, place.generation);
        self.far.push((prepared.farthest.to_bits(), slot));
        place.entry = Some(entry);
        self.count += 1;
        Ok(id)
    }

    /// Removes an object and returns it; `None` when no object has this id any more.
    pub fn remove(&mut self, id: ObjectId) -> Option<Object<T>> {
        self.get(id)?;
        let slot = &mut self.entries[id.slot() as usize];
        slot.generation += 1;
        let removed = slot.entry.take()?;
        self.count -= 1;
        // A slot whose generations are used up stays empty for good.
        if slot.generation < u32::MAX {
            self.free.push(id.slot());
        }
        if removed.in_tree {
            self.tree.clear(id.slot());
        } else {
            self.apart.retain(|&s| s != id.slot());
        }
        self.forget_what_was_far();
        self.count_change(false);
        Some(removed.object)
    }

    /// Moves an object to another pose. False, and nothing changes, when no object has this id.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert); the object then stays where it is.
    pub fn set_pose(
        &mut self,
        id: ObjectId,
        pose: impl Into<Isometry3<T>>,
    ) -> Result<bool, InvalidShape> {
        let Some(entry) = self.entry_of(id) else {
            return Ok(false);
        };
        let pose = pose.into();
        // Games tell of all their bodies each time, of those too that rest.
        if pose == entry.object.pose {
            return Ok(true);
        }
        let prepared = prepared(&entry.object.geometry, &pose)?;
        entry.object.pose = pose;
        self.take(id, prepared);
        Ok(true)
    }

    /// Makes an object of another geometry, where it stands: it keeps its id, layers and number, and answers number the parts and triangles
    /// of the new one. False, and nothing changes, when no object has this id.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert); the object then stays as it is.
    pub fn set_geometry(
        &mut self,
        id: ObjectId,
        geometry: impl Into<Geometry<T>>,
    ) -> Result<bool, InvalidShape> {
        let Some(entry) = self.entry_of(id) else {
            return Ok(false);
        };
        let geometry = geometry.into();
        let prepared = prepared(&geometry, &entry.object.pose)?;
        entry.object.geometry = geometry;
        self.take(id, prepared);
        Ok(true)
    }

    /// Takes what follows from an object's new pose or geometry.
    fn take(&mut self, id: ObjectId, prepared: Prepared) {
        let Some(entry) = self.entry_of(id) else {
            return;
        };
        (entry.pose, entry.bounds) = (prepared.pose, prepared.bounds);
        let was_far = std::mem::replace(&mut entry.farthest, prepared.farthest);
        let is_beside = !entry.in_tree;
        if was_far.to_bits() != prepared.farthest.to_bits() {
            self.far.push((prepared.farthest.to_bits(), id.slot()));
            self.forget_what_was_far();
        }
        self.settle(id.slot(), is_beside);
    }

    /// Puts an object with a new box where it belongs: into the tree, or beside it, where it may be already.
    fn settle(&mut self, slot: u32, is_beside: bool) {
        let Some(entry) = self
            .entries
            .get_mut(slot as usize)
            .and_then(|s| s.entry.as_mut())
        else {
            return;
        };
        let was_in_tree = entry.in_tree;
        entry.in_tree = is_bounded(&entry.bounds)
            && if was_in_tree {
                self.tree.set(slot, &entry.bounds)
            } else {
                self.tree.insert(slot, &entry.bounds)
            };
        let is_in_tree = entry.in_tree;
        if !is_in_tree {
            self.tree.clear(slot);
        }
        match (is_beside, is_in_tree) {
            (true, true) => self.apart.retain(|&s| s != slot),
            (false, false) => self.apart.push(slot),
            _ => {}
        }
        self.count_change(!is_beside && !is_in_tree);
    }

    /// Counts a change, and builds the tree anew where that is worth it: when much is beside it, when it is found worn, which is looked at
    /// now and then, and in any case after some changes for each object.
    fn count_change(&mut self, is_put_aside: bool) {
        self.changes += 1;
        self.aside += usize::from(is_put_aside);
        let most = self.most_aside();
        if self.aside > most
            || self.changes > MANY_CHANGES * most
            || self.changes.is_multiple_of(most) && self.tree.is_worn()
        {
            self.rebuild();
        }
    }

    /// Takes from what is known to be far what is not there any more, until the farthest is.
    fn forget_what_was_far(&mut self) {
        while let Some((far, slot)) = self.far.peek().copied()
            && self.entry(slot).is_none_or(|e| e.farthest.to_bits() != far)
        {
            self.far.pop();
        }
        // No more than what there is and as much again.
        if self.far.len() > 2 * self.count + FEW {
            let entries = self.entries();
            self.far = entries
                .map(|(slot, e)| (e.farthest.to_bits(), slot))
                .collect();
        }
    }

    /// Puts an object on other layers, one per bit. False, and nothing changes, when no object has this id.
    pub fn set_layers(&mut self, id: ObjectId, layers: u32) -> bool {
        self.change(id, |object| object.layers = layers)
    }

    /// Changes the number that the user keeps with an object. False, and nothing changes, when no object has this id.
    pub fn set_user_data(&mut self, id: ObjectId, user_data: u64) -> bool {
        self.change(id, |object| object.user_data = user_data)
    }

    /// Changes fields of an object on which its box does not depend; whether an object has this id.
    fn change(&mut self, id: ObjectId, how: impl FnOnce(&mut Object<T>)) -> bool {
        let entry = self.entry_of(id);
        entry.map(|entry| how(&mut entry.object)).is_some()
    }

    fn entry_of(&mut self, id: ObjectId) -> Option<&mut Entry<T>> {
        let entry = self.entries.get_mut(id.slot() as usize)?.entry.as_mut()?;
        (entry.generation == id.generation()).then_some(entry)
    }

    /// The object with this id; `None` when it has been removed.
    #[must_use]
    pub fn get(&self, id: ObjectId) -> Option<&Object<T>> {
        let entry = self.entry(id.slot())?;
        (entry.generation == id.generation()).then_some(&entry.object)
    }

    /// The box around all objects, in world space, rounded outward; `None` where there is nothing to meet. It is infinite beside a half-space.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        let boxes = self.entries().filter(|(_, e)| e.is_somewhere());
        Aabb::around(boxes.flat_map(|(_, e)| [e.bounds.min, e.bounds.max]))
    }

    /// All objects, in the order of their ids.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object<T>)> {
        self.entries().map(|(slot, e)| (e.id(slot), &e.object))
    }

    /// All objects by their slots.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u32, &Entry<T>)> {
        let slots = self.entries.iter().zip(0..);
        slots.filter_map(|(slot, i)| slot.entry.as_ref().map(|e| (i, e)))
    }

    /// How many objects there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Rebuilds the tree over the objects now. The scene does so by itself after many changes.
    pub fn rebuild(&mut self) {
        let (mut in_tree, mut apart) = (Vec::new(), Vec::new());
        let many = self.len() > ALONE;
        // With room for what changes until the next time.
        let mut far = Vec::with_capacity(self.len() + self.most_aside() + 1);
        for (slot, i) in self.entries.iter_mut().zip(0..) {
            let Some(entry) = &mut slot.entry else {
                continue;
            };
            far.push((entry.farthest.to_bits(), i));
            entry.in_tree = many && is_bounded(&entry.bounds);
            if entry.in_tree {
                in_tree.push(i);
            } else {
                apart.push(i);
            }
        }
        let box_of = |slot| self.entry(slot).map_or(NOWHERE, |entry| entry.bounds);
        self.tree = ChangingTree::new(in_tree.into_iter(), box_of, self.entries.len());
        self.apart = apart;
        self.far = far.into();
        (self.aside, self.changes) = (0, 0);
    }

    /// How many objects may be put beside the tree before it is built anew: more where there were many once, whose slots are gone through.
    fn most_aside(&self) -> usize {
        FEW + (self.count / 8).max(self.entries.len() / 64)
    }

    pub(crate) fn entry(&self, slot: u32) -> Option<&Entry<T>> {
        self.entries.get(slot as usize)?.entry.as_ref()
    }

    /// The greatest [`Geometry::farthest`](crate::Geometry::farthest) of all objects, from the world's origin.
    pub(crate) fn farthest_sum(&self) -> f64 {
        self.far.peek().map_or(0.0, |(far, _)| f64::from_bits(*far))
    }

    pub(crate) fn tree(&self) -> &Tree {
        self.tree.tree()
    }

    pub(crate) fn apart(&self) -> &[u32] {
        &self.apart
    }
}

/// What follows from an object's geometry and pose.
struct Prepared {
    pose: Pose,
    bounds: Aabb,
    farthest: f64,
}

fn prepared<T: Real>(
    geometry: &Geometry<T>,
    pose: &Isometry3<T>,
) -> Result<Prepared, InvalidShape> {
    let placed = checked(pose)?;
    let bounds = geometry.bounds(pose)?.unwrap_or(NOWHERE);
    let farthest = if is_somewhere(&bounds) {
        placed.position.norm() + geometry.farthest()
    } else {
        0.0
    };
    Ok(Prepared {
        pose: placed,
        bounds,
        farthest,
    })
}

/// The empty box of geometry that nothing can meet, such as a height field of holes alone.
const NOWHERE: Aabb = Aabb {
    min: Point3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
    max: Point3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
};

fn is_somewhere(bounds: &Aabb) -> bool {
    bounds.min.x < f64::INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::PointShape;

    #[test]
    fn few_objects_stay_beside_the_tree() {
        let mut scene = Scene::<f64>::new();
        for i in 1..500 {
            let at = [f64::from(i), 0.0, 0.0];
            let id = scene.insert(Object::new(PointShape).at(at)).unwrap();
            scene.set_pose(id, [0.0, f64::from(i), 0.0]).unwrap();
            assert!(
                i < 100 || scene.apart().len() <= FEW + scene.len() / 8,
                "{i}"
            );
        }
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_given_to_nobody() {
        let point = || Object::<f64>::new(PointShape);
        let mut scene = Scene::of([point()]).unwrap();
        scene.entries[0].generation = u32::MAX - 1;
        let last = scene.hold(point()).unwrap();
        assert_eq!((last.slot(), last.generation()), (1, 0));
        scene.entries[1].generation = u32::MAX - 1;
        let old = ObjectId::new(1, u32::MAX - 1);
        if let Some(entry) = &mut scene.entries[1].entry {
            entry.generation = u32::MAX - 1;
        }
        assert!(scene.remove(old).is_some() && scene.get(old).is_none());
        let next = scene.insert(point()).unwrap();
        assert_eq!((next.slot(), next.generation()), (2, 0));
    }
}
