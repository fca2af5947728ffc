//! Ids of objects.

/// The id of an object in a scene. Ids are ordered: an object that took the slot of a removed one has its place in the order,
/// and otherwise the one inserted first comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ObjectId {
    slot: u32,
    generation: u32,
}

impl ObjectId {
    pub(crate) fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// The index in the scene's list: at most one object has it at a time.
    #[must_use]
    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// How many objects had this slot before this one.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation
    }
}
