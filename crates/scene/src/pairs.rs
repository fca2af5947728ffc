//! From a scene to pairs of convex shapes: what a motion can meet, roughly in the order in which it does.
//!
//! Invariant: every bound that a pair can be passed over for is part of the number that the pair is shown with, whether or not something
//! has been found before it. So that a tree's bound is part of it, the leaf's box is asked for its number in `f64`, as seen from the tree's
//! own frame, which is no lower than the tree's: of an object, its box in the world; of a part, its boxes in the compound and in the
//! world; of a triangle, its box in the mesh. So what is passed over for a limit would have had a number above that limit, and the number
//! counts as the pair's own answer does (`rank.rs`): which answer comes first, a hit or a cast that was given up, does not depend on the
//! order of the search. (For large shapes among small triangles boxes are passed over for more than their own numbers tell. What is then
//! counted besides is in `stand_in.rs`.)

use crate::flight::Pose;
use crate::geometry::{checked, farthest};
use crate::part::{Ahead, Part};
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Leg, Pairs, Probe, Sight, View};
use crate::scene::Entry;
use crate::sieve::{BoxSieve, Sift};
use crate::tolerance::placing;
use crate::tree::{Guide, Nodes, walk};
use crate::triangles::{Front, Triangles, around};
use crate::waiting::Waiting;
use crate::{Compound, Faces, Geometry, Query, Scene};
use nalgebra::{Isometry3, Point3};
use swept_support::{Aabb, Placed, PointShape, Real, Support, Triangle, largest};

/// Shows to `pairs` what `probe` can meet.
pub(crate) fn visit<T: Real>(
    scene: &Scene<T>,
    probe: &impl Probe,
    query: &Query<'_, T>,
    pairs: &mut impl Pairs<T>,
) {
    let world = probe.seen_from(&Pose::IDENTITY);
    let mut search = Search {
        probe,
        pairs,
        world: &world,
    };
    let object = |slot: u32, in_tree: bool, search: &mut Search<'_, _, _>| {
        let entry = scene.entry(slot);
        debug_assert!(entry.is_none_or(|e| e.in_tree == in_tree), "{slot}");
        if let Some(entry) = entry
            && query.looks_at(entry.id(slot), &entry.object)
        {
            search.object(slot, entry);
        }
    };
    for &slot in scene.apart() {
        object(slot, false, &mut search);
    }
    let tree = scene.tree();
    search.tree(tree, &world, |search, slot, _| object(slot, true, search));
}

struct Search<'a, M: Probe, P> {
    probe: &'a M,
    pairs: &'a mut P,
    /// The probe in world space.
    world: &'a M::View,
}

impl<M: Probe, P> Search<'_, M, P> {
    /// Visits the leaves of a tree that the probe, as seen from the tree's frame, can meet while they matter.
    fn tree<T: Real>(
        &mut self,
        tree: &impl Nodes,
        view: &M::View,
        leaf: impl FnMut(&mut Self, u32, Ahead<'_, <M::View as View>::Leg>),
    ) where
        P: Pairs<T>,
    {
        // Looked at where it is: it is dear to move.
        let leg = leg(tree, view);
        if let Some(leg) = &leg {
            self.leaves(tree, leg, leg, leaf);
        }
    }

    /// Visits the leaves of a tree on this part of the probe, by a guide whose numbers are the part's own or greater.
    fn leaves<T: Real>(
        &mut self,
        tree: &impl Nodes,
        leg: &<M::View as View>::Leg,
        guide: &impl Guide,
        mut leaf: impl FnMut(&mut Self, u32, Ahead<'_, <M::View as View>::Leg>),
    ) where
        P: Pairs<T>,
    {
        let mut most = self.pairs.limit();
        let mut limit = leg.limit(most);
        walk(tree, guide, limit, |index, rest| {
            leaf(self, index, Ahead { leg, rest });
            let now = self.pairs.limit();
            if now != most {
                (most, limit) = (now, leg.limit(now));
            }
            limit
        });
    }

    fn object<T: Real>(&mut self, slot: u32, entry: &Entry<T>)
    where
        P: Pairs<T>,
    {
        // A mesh that stands in the world's axes is asked for its own box, which is within this one.
        let has_tree = matches!(
            &entry.object.geometry,
            Geometry::Mesh(_) | Geometry::HeightField(_)
        );
        let first = if has_tree && entry.pose.is_identity() {
            0.0
        } else {
            self.world.first(&entry.bounds)
        };
        if first > self.pairs.limit() {
            return;
        }
        let at = Address {
            slot,
            part: 0,
            triangle: None,
        };
        match &entry.object.geometry {
            Geometry::Compound(compound) => self.compound(at, compound, entry, first),
            geometry => self.part(at, geometry, &entry.object.pose, &entry.pose, first),
        }
    }

    fn compound<T: Real>(
        &mut self,
        at: Address,
        compound: &Compound<T>,
        entry: &Entry<T>,
        floor: f64,
    ) where
        P: Pairs<T>,
    {
        let part = |search: &mut Self, index: u32, floor: f64| {
            if floor > search.pairs.limit() {
                return;
            }
            let Some((geometry, pose)) = compound.part(index, &entry.object.pose) else {
                return;
            };
            let Ok(placed) = checked(&pose) else {
                return;
            };
            let Ok(Some(bounds)) = geometry.bounds(&pose) else {
                return;
            };
            let first = search.world.first(&bounds).max(floor);
            if first <= search.pairs.limit() {
                let at = Address { part: index, ..at };
                search.part(at, geometry, &pose, &placed, first);
            }
        };
        for &index in compound.unbounded() {
            part(self, index, floor);
        }
        let rounding = placing::<T>() * largest(&entry.pose.position);
        let view = self.probe.seen_from(&entry.pose).wider(rounding);
        self.tree(compound.tree(), &view, |search, index, _| {
            // The tree goes by this, which can be more than the box in the world tells.
            let seen = view.first(compound.part_bounds(index));
            part(search, index, seen.max(floor));
        });
    }

    /// One convex shape or mesh, whose box is not met before `floor`.
    fn part<T: Real>(
        &mut self,
        at: Address,
        geometry: &Geometry<T>,
        pose: &Isometry3<T>,
        placed: &Pose,
        floor: f64,
    ) where
        P: Pairs<T>,
    {
        match geometry {
            Geometry::Convex(shape) => self.convex(at, shape, pose, floor),
            Geometry::Custom(shape) => self.convex(at, &**shape, pose, floor),
            Geometry::Mesh(mesh) => self.mesh::<T, 1>(at, &**mesh, pose, placed, floor),
            Geometry::HeightField(field) => self.mesh::<T, 2>(at, &**field, pose, placed, floor),
            // A compound's parts are none.
            Geometry::Compound(_) => {}
        }
    }

    /// A mesh, or what is like one: leaf i of its tree is `LEAF` triangles, from number `LEAF` · i on.
    fn mesh<T: Real, const LEAF: u32>(
        &mut self,
        at: Address,
        mesh: &(impl Nodes + Triangles<T>),
        pose: &Isometry3<T>,
        placed: &Pose,
        floor: f64,
    ) where
        P: Pairs<T>,
    {
        let Some(bounds) = mesh.bounds() else {
            return;
        };
        let by = self.probe.touching() * farthest(bounds);
        // Known, where that is the world's.
        let view = &if placed.is_identity() {
            self.world.wider(by)
        } else {
            self.probe.seen_from(placed).wider(by)
        };
        let leg = leg(mesh, view);
        let Some(leg) = &leg else {
            return;
        };
        let mut part = Part {
            at,
            pose,
            placed,
            view,
            floor,
            waiting: Waiting::new(),
            late: None,
        };
        let boxes = if P::STAND_IN {
            let tree = (bounds, mesh.frame(), mesh.grain());
            self.probe.box_sieve(placed, view, leg, tree)
        } else {
            None
        };
        match boxes.filter(|_| P::BY_BOXES) {
            None => self.among::<T, LEAF>(&mut part, mesh, leg, (leg, bounds)),
            Some(boxes) => self.among_small::<T, LEAF>(&mut part, mesh, leg, (boxes, bounds)),
        }
    }

    /// The triangles of a mesh within these bounds, by a guide among their boxes.
    #[inline(always)]
    fn among<T: Real, const LEAF: u32>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        mesh: &(impl Nodes + Triangles<T>),
        leg: &<M::View as View>::Leg,
        (guide, bounds): (&impl Guide, &Aabb),
    ) where
        P: Pairs<T>,
    {
        let (placed, view) = (part.placed, part.view);
        // Many motions pass all triangles by.
        let mut sieve: Option<Option<M::Sieve>> = None;
        self.leaves(mesh, leg, guide, |search, leaf, mut ahead| {
            let sieve = sieve.get_or_insert_with(|| search.probe.sieve(placed, view, leg, bounds));
            for k in 0..LEAF {
                search.sift(part, mesh, LEAF * leaf + k, sieve.as_ref());
            }
            search.triangles(part, mesh, |first| ahead.is_due(first));
        });
        self.triangles(part, mesh, |_| true);
    }

    /// The same for a shape that is large beside them.
    ///
    /// Out of line: what small shapes have no use for would be in their way.
    #[inline(never)]
    fn among_small<T: Real, const LEAF: u32>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        mesh: &(impl Nodes + Triangles<T>),
        leg: &<M::View as View>::Leg,
        (boxes, bounds): (BoxSieve, &Aabb),
    ) where
        P: Pairs<T>,
    {
        let guide = boxes.closer(leg);
        self.among::<T, LEAF>(part, mesh, leg, (&guide, bounds));
    }

    fn convex<T: Real>(&mut self, at: Address, shape: &dyn Support, pose: &Isometry3<T>, floor: f64)
    where
        P: Pairs<T>,
    {
        if let Ok(fixed) = Placed::new(shape, *pose) {
            self.pairs.pair(at, &fixed, floor, &PosedTriangle::NONE);
        }
    }

    /// Has a triangle wait for its turn, if it can have one.
    #[inline(always)]
    fn sift<T: Real>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        triangles: &impl Triangles<T>,
        index: u32,
        sieve: Option<&M::Sieve>,
    ) where
        P: Pairs<T>,
    {
        let Some(corners) = triangles.corners(index) else {
            return;
        };
        if self
            .pairs
            .passes_over(&PosedTriangle::of(part.placed, &corners))
        {
            return;
        }
        let first = match sieve {
            Some(sieve) => sieve.first(&corners),
            None => part.view.first(&around(&corners)),
        };
        let first = first.max(part.floor);
        if first > self.pairs.limit() {
            return;
        }
        if part.waiting.is_full() {
            self.triangles(part, triangles, |_| true);
        }
        part.waiting.put(first, index);
    }

    /// The triangles whose turn it is.
    #[inline(always)]
    fn triangles<T: Real>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        triangles: &impl Triangles<T>,
        mut is_due: impl FnMut(f64) -> bool,
    ) where
        P: Pairs<T>,
    {
        // Most triangles that are come upon have been passed over.
        if part.waiting.is_empty() && part.late.is_none() {
            return;
        }
        loop {
            let first = part.waiting.lowest();
            if let Some(late) = &mut part.late {
                let number = late.lowest();
                if (number < first || part.waiting.is_empty())
                    && is_due(number)
                    && let Some((_, (index, sight))) = late.next()
                {
                    self.late(part, triangles, index, sight, &mut is_due);
                    continue;
                }
            }
            if !is_due(first) {
                return;
            }
            let Some((first, index)) = part.waiting.next() else {
                return;
            };
            if first > self.pairs.limit() {
                // Nor do the others matter that wait by their bounds.
                part.waiting.clear();
            } else {
                self.triangle(part, triangles, index, first, &mut is_due);
            }
        }
    }

    /// A triangle that comes up: it is cast, or waits once more.
    #[inline(always)]
    fn triangle<T: Real>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        triangles: &impl Triangles<T>,
        index: u32,
        first: f64,
        is_due: &mut impl FnMut(f64) -> bool,
    ) where
        P: Pairs<T>,
    {
        let Some(corners) = triangles.corners(index) else {
            return;
        };
        let triangle = PosedTriangle::of(part.placed, &corners);
        // Others have been looked at since it was sifted.
        if self.pairs.passes_over(&triangle) {
            return;
        }
        if triangles.faces() == Faces::OneSided
            && self.probe.passes(&Front::of(part.placed, &corners))
        {
            return;
        }
        let limit = self.pairs.limit();
        let sight = if P::BY_PLANES {
            self.probe.sight(&triangle, first, limit)
        } else {
            Sight::from(first)
        };
        if sight.first > limit {
            return;
        }
        let number = sight.first + sight.beyond.map_or(0.0, |_| self.probe.pause());
        if number > first && part.puts_off(number, index, &sight, is_due) {
            return;
        }
        self.turn(part, index, corners, &triangle, &sight, is_due);
    }

    /// A triangle that has waited for others.
    #[inline(never)]
    fn late<T: Real>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        triangles: &impl Triangles<T>,
        index: u32,
        sight: Sight,
        is_due: &mut impl FnMut(f64) -> bool,
    ) where
        P: Pairs<T>,
    {
        if sight.first <= self.pairs.limit()
            && let Some(corners) = triangles.corners(index)
        {
            let triangle = PosedTriangle::of(part.placed, &corners);
            if !self.pairs.passes_over(&triangle) {
                self.turn(part, index, corners, &triangle, &sight, is_due);
            }
        }
    }

    /// A triangle that comes before others by its plane: it is cast, or waits once more for what planes beside it tell.
    #[inline(always)]
    fn turn<T: Real>(
        &mut self,
        part: &mut Part<'_, T, M::View>,
        index: u32,
        corners: [Point3<T>; 3],
        triangle: &PosedTriangle<'_>,
        sight: &Sight,
        is_due: &mut impl FnMut(f64) -> bool,
    ) where
        P: Pairs<T>,
    {
        let limit = self.pairs.limit();
        let first = self.probe.apart_until(triangle, sight, limit);
        if first > limit {
            return;
        }
        if first > sight.first && part.puts_off(first, index, &Sight::from(first), is_due) {
            return;
        }
        self.cast(part, index, corners, triangle, first);
    }

    fn cast<T: Real>(
        &mut self,
        part: &Part<'_, T, M::View>,
        index: u32,
        corners: [Point3<T>; 3],
        triangle: &PosedTriangle<'_>,
        first: f64,
    ) where
        P: Pairs<T>,
    {
        let first = first.max(part.view.first(&around(&corners)));
        if first > self.pairs.limit() {
            return;
        }
        let [a, b, c] = corners;
        if let Ok(shape) = Triangle::new(a, b, c)
            && let Ok(stand) = Placed::new(PointShape, *part.pose)
        {
            // The triangle comes last: it is dear to move.
            let fixed = stand.with_shape(shape);
            let at = Address {
                triangle: Some(index),
                ..part.at
            };
            self.pairs.pair(at, &fixed, first, triangle);
        }
    }
}

/// The part of a probe that a tree can meet, as seen from the tree's frame.
#[inline(always)]
fn leg<V: View>(tree: &impl Nodes, view: &V) -> Option<V::Leg> {
    view.leg(tree.bounds()?, tree.frame())
}

#[cfg(test)]
mod tests;
