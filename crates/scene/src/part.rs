//! A mesh while it is searched: which of its triangles wait for their turn.

use crate::flight::Pose;
use crate::probe::{Address, Leg, Sight};
use crate::tree::Stack;
use crate::waiting::Waiting;
use nalgebra::Isometry3;
use swept_support::Real;

/// What a walk comes to after a leaf.
pub(crate) struct Ahead<'a, L> {
    pub(crate) leg: &'a L,
    pub(crate) rest: &'a mut Stack,
}

impl<L: Leg> Ahead<'_, L> {
    /// Whether a pair with this number is to be looked at before all of that. Where not, what has the lowest number comes next.
    #[inline(always)]
    pub(crate) fn is_due(&mut self, first: f64) -> bool {
        if !self.leg.is_by(first, self.rest.next()) {
            return false;
        }
        self.rest.raise_lowest();
        self.leg.is_by(first, self.rest.next())
    }
}

/// A mesh, as the probe sees it from the mesh's own frame. It is not met before `floor`.
pub(crate) struct Part<'p, T: Real, V> {
    pub(crate) at: Address,
    pub(crate) pose: &'p Isometry3<T>,
    pub(crate) placed: &'p Pose,
    pub(crate) view: &'p V,
    pub(crate) floor: f64,
    /// Triangles by their bounds.
    pub(crate) waiting: Waiting<u32>,
    /// Those whose planes have been looked at, and that others come before; of many shapes there are never any.
    pub(crate) late: Option<Waiting<(u32, Sight)>>,
}

impl<T: Real, V> Part<'_, T, V> {
    /// Has a triangle wait for this number, if others come before it and there is room.
    #[inline]
    pub(crate) fn puts_off(
        &mut self,
        number: f64,
        index: u32,
        sight: &Sight,
        is_due: &mut impl FnMut(f64) -> bool,
    ) -> bool {
        let late = self.late.as_ref().map_or(f64::INFINITY, Waiting::lowest);
        if number <= self.waiting.lowest().min(late) && is_due(number) {
            return false;
        }
        let late = self.late.get_or_insert_with(Waiting::new);
        let has_room = !late.is_full();
        late.put(number, (index, *sight));
        has_room
    }
}
