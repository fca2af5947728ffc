//! Names of objects.

/// The name of an object in a scene. Names are ordered: an object that took the place of a removed one comes where that
/// one came, and otherwise the one inserted first comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    slot: u32,
    generation: u32,
}

impl ObjectId {
    pub(crate) fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// The place in the scene's list: at most one object has it at a time.
    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// How many objects had this slot before.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}
