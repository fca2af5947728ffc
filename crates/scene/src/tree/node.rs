//! Four boxes side by side.

use super::Sides;
use super::changing::{half_area, union};
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

    /// A child and its box.
    pub(crate) fn entry(&self, slot: u32) -> (Sides, Child) {
        let (slot, [x, y, z]) = (slot as usize, &self.planes);
        let side = |end: usize| {
            [
                x[end].as_array()[slot],
                y[end].as_array()[slot],
                z[end].as_array()[slot],
            ]
        };
        ([side(0), side(1)], self.children[slot])
    }

    /// A place without a child.
    pub(crate) fn free(&self) -> Option<u32> {
        (0..4).find(|&slot| self.children[slot as usize] == Child::NONE)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.children == [Child::NONE; 4]
    }

    /// The child whose box grows the least, by its half surface, when it is to hold another one, and of equals the smaller one: a leaf or a node.
    pub(crate) fn least_grown(&self, sides: Sides) -> Option<Result<u32, u32>> {
        let mut least: Option<(f64, f64, Child)> = None;
        for slot in 0..4 {
            let (old, child) = self.entry(slot);
            if child == Child::NONE {
                continue;
            }
            let (before, after) = (half_area(old), half_area(union(old, sides)));
            if least.is_none_or(|(growth, size, _)| (after - before, before) < (growth, size)) {
                least = Some((after - before, before, child));
            }
        }
        least.map(|(_, _, child)| child.get())
    }

    /// Whether the middle of a box is within this node.
    pub(crate) fn has_middle(&self, [min, max]: Sides) -> bool {
        let [low, high] = self.all();
        (0..3).all(|i| (2.0 * low[i]..=2.0 * high[i]).contains(&(min[i] + max[i])))
    }

    /// The box around all four.
    pub(crate) fn all(&self) -> Sides {
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
