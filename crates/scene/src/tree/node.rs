//! Four boxes side by side.

use wide::f32x4;

/// The sides of four boxes: along x, y and z, the least coordinates of all four, then the greatest.
pub(crate) type Planes = [[f32x4; 2]; 3];

/// A node: the boxes of up to four children, in tree coordinates, and what they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) planes: Planes,
    pub(crate) children: [Child; 4],
}

/// What a box of a node holds: another node, a leaf, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child(u32);

impl Child {
    pub(crate) const NONE: Self = Self(u32::MAX);
    /// The most nodes or leaves that can be told apart.
    pub(crate) const MOST: usize = 0x7fff_ffff;
    const LEAF: u32 = 1 << 31;

    pub(crate) fn node(index: u32) -> Self {
        Self(index)
    }

    pub(crate) fn leaf(index: u32) -> Self {
        Self(index | Self::LEAF)
    }

    /// As a number of its own, greater for leaves than for nodes, from which [`Child::of_bits`] makes it again.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The leaf's index, or else the node's.
    #[inline(always)]
    pub(crate) fn get(self) -> Result<u32, u32> {
        if self.0 & Self::LEAF != 0 {
            Ok(self.0 & !Self::LEAF)
        } else {
            Err(self.0)
        }
    }
}

impl Node {
    /// No children: boxes that nothing enters.
    pub(crate) fn empty() -> Self {
        let (min, max) = (f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY));
        Self {
            planes: [[min, max]; 3],
            children: [Child::NONE; 4],
        }
    }

    pub(crate) fn set(&mut self, slot: usize, min: [f32; 3], max: [f32; 3], child: Child) {
        for i in 0..3 {
            let [low, high] = &mut self.planes[i];
            low.as_mut_array()[slot] = min[i];
            high.as_mut_array()[slot] = max[i];
        }
        self.children[slot] = child;
    }
}
