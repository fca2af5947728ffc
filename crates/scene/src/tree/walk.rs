//! Down a tree, nearest first.

use super::Frame;
use super::node::Child;
use swept_support::Aabb;
use wide::f32x4;

/// What gives boxes their numbers.
pub(crate) trait Guide {
    /// A number for each of four boxes (the least x, y, z of all four, then the greatest): 0 or more, and infinity for
    /// a box that does not matter. No box within one of them has a lower number.
    fn numbers(&self, planes: &[f32x4; 6]) -> f32x4;
}

/// Where nodes come from: memory, or arithmetic.
pub(crate) trait Nodes {
    /// The box around everything; `None` when there is nothing, not even a root.
    fn bounds(&self) -> Option<&Aabb>;
    /// The coordinates of the nodes' boxes.
    fn frame(&self) -> &Frame;
    /// The children of a node, and their numbers. The root is node 0.
    fn look(&self, index: u32, guide: &impl Guide) -> (f32x4, [Child; 4]);
    /// Asks memory for a child that will be looked at: in a large tree, those of one node are then waited for together and not one after
    /// the other.
    #[inline(always)]
    fn fetch(&self, _child: Child) {}
}

/// What is still to be visited, the next one last: three for each step down at most.
struct Stack {
    near: [(f32, Child); ROOM],
    count: usize,
    /// What had no room, of trees deeper than any that are known.
    below: Vec<(f32, Child)>,
}

/// A power of two.
const ROOM: usize = 64;

impl Stack {
    fn new() -> Self {
        Self {
            near: [(0.0, Child::NONE); ROOM],
            count: 0,
            below: Vec::new(),
        }
    }

    /// Puts those within the limit on the stack, the nearest last. `limit` is finite: what is infinitely far is never within it.
    #[inline(always)]
    fn push<N: Nodes>(&mut self, numbers: f32x4, children: &[Child; 4], limit: f32, nodes: &N) {
        if self.count + 4 > ROOM {
            self.below.extend_from_slice(&self.near[..self.count]);
            self.count = 0;
        }
        let within = numbers.simd_le(f32x4::splat(limit)).to_bitmask();
        let (mut within, numbers) = (within & 15, numbers.to_array());
        let base = self.count;
        while within != 0 {
            let k = within.trailing_zeros() as usize % 4;
            within &= within - 1;
            nodes.fetch(children[k]);
            // Insertion: nearer ones go up.
            let mut at = self.count;
            while at > base && self.near[(at - 1) % ROOM].0 < numbers[k] {
                self.near[at % ROOM] = self.near[(at - 1) % ROOM];
                at -= 1;
            }
            self.near[at % ROOM] = (numbers[k], children[k]);
            self.count += 1;
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(f32, Child)> {
        if self.count == 0 {
            return self.below.pop();
        }
        self.count -= 1;
        Some(self.near[self.count % ROOM])
    }

    /// The number of the next one; infinite where there is none.
    #[inline(always)]
    fn next(&self) -> f32 {
        let last = match self.count {
            0 => self.below.last(),
            count => Some(&self.near[(count - 1) % ROOM]),
        };
        last.map_or(f32::INFINITY, |entry| entry.0)
    }
}

/// Visits the leaves whose numbers are not above `limit`, a finite number, lower ones mostly first. A visit is told the number of what
/// comes next, infinite where that is nothing, and returns the limit from then on; a negative one ends the walk. There must be a
/// root.
#[inline(always)]
pub(crate) fn walk<N: Nodes, G: Guide>(
    nodes: &N,
    guide: &G,
    mut limit: f32,
    mut visit: impl FnMut(u32, f32) -> f32,
) {
    let mut stack = Stack::new();
    let mut next = (0.0, Child::node(0));
    loop {
        if next.0 <= limit {
            match next.1.get() {
                Ok(leaf) => {
                    limit = visit(leaf, stack.next());
                }
                Err(node) => {
                    let (numbers, children) = nodes.look(node, guide);
                    stack.push(numbers, &children, limit, nodes);
                }
            }
        }
        match stack.pop() {
            Some(top) => next = top,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// Four children with these numbers, named by their order.
    fn four(stack: &mut Stack, numbers: [f32; 4], limit: f32, names: u32) {
        let children = [0, 1, 2, 3].map(|k| Child::node(names + k));
        stack.push(f32x4::new(numbers), &children, limit, &Tree::EMPTY);
    }

    #[test]
    fn the_nearest_within_the_limit_comes_first() {
        let mut stack = Stack::new();
        four(&mut stack, [0.5, f32::INFINITY, 0.25, 0.75], 0.6, 0);
        assert_eq!(stack.next(), 0.25);
        assert_eq!(stack.pop(), Some((0.25, Child::node(2))));
        assert_eq!(stack.pop(), Some((0.5, Child::node(0))));
        assert_eq!((stack.pop(), stack.next()), (None, f32::INFINITY));
    }

    #[test]
    fn what_has_no_room_comes_later() {
        let mut stack = Stack::new();
        let steps = 5 * ROOM as u32;
        for step in 0..steps {
            four(&mut stack, [0.1, 0.2, 0.3, 0.4], 1.0, 4 * step);
        }
        let mut order = Vec::new();
        while let Some((number, child)) = stack.pop() {
            order.push((number, child.get().unwrap_err()));
        }
        let expected = (0..steps).rev().flat_map(|step| {
            let number = [0.1, 0.2, 0.3, 0.4];
            (0..4).map(move |k| (number[k], 4 * step + k as u32))
        });
        assert!(order.into_iter().eq(expected));
    }
}
