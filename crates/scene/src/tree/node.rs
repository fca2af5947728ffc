//! Four boxes side by side.

use super::changing::half_area;
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

    /// The least and the greatest coordinates of a child's box.
    pub(crate) fn sides(&self, slot: usize) -> [[f32; 3]; 2] {
        let [x, y, z] = &self.planes;
        let side = |end: usize| {
            [
                x[end].as_array()[slot],
                y[end].as_array()[slot],
                z[end].as_array()[slot],
            ]
        };
        [side(0), side(1)]
    }

    pub(crate) fn set_sides(&mut self, slot: usize, [min, max]: [[f32; 3]; 2]) {
        self.set(slot, min, max, self.children[slot]);
    }

    /// A place without a child.
    pub(crate) fn free(&self) -> Option<u32> {
        (0..4).find(|&slot| self.children[slot as usize] == Child::NONE)
    }

    /// The child whose box grows the least when it is to hold another one: its place, by how much of its half surface, and what it is.
    pub(crate) fn least_grown(&self, [min, max]: [[f32; 3]; 2]) -> Option<(u32, f64, Child)> {
        let growth = |slot: usize| {
            let old = self.sides(slot);
            let [mut low, mut high] = old;
            for i in 0..3 {
                low[i] = low[i].min(min[i]);
                high[i] = high[i].max(max[i]);
            }
            half_area([low, high]) - half_area(old)
        };
        let children = (0..4)
            .zip(self.children)
            .filter(|(_, child)| *child != Child::NONE);
        let grown = children.map(|(slot, child)| (slot, growth(slot as usize), child));
        grown.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The box around all four.
    pub(crate) fn all(&self) -> [[f32; 3]; 2] {
        let less = |a: f32, b: f32| if b < a { b } else { a };
        let more = |a: f32, b: f32| if b > a { b } else { a };
        let mut all = [[0.0; 3]; 2];
        // In loops, as maps of arrays would be calls.
        for (i, [low, high]) in self.planes.iter().enumerate() {
            let ([a, b, c, d], [p, q, r, s]) = (low.to_array(), high.to_array());
            all[0][i] = less(less(a, b), less(c, d));
            all[1][i] = more(more(p, q), more(r, s));
        }
        all
    }
}
