//! Down a tree, nearest first.

use super::Frame;
use super::node::{Child, Planes};
use swept_support::Aabb;
use wide::bytemuck::cast;
use wide::{f32x4, u32x4};

/// What gives boxes their numbers.
pub(crate) trait Guide {
    /// A number for each of four boxes, 0 or more, and which of them matter up to `limit`, a finite number; negative, when none do. No box
    /// within one of them has a lower number, but for a guide that says so.
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers;
}

/// The numbers of four boxes.
pub(crate) struct Numbers {
    /// Of a box that does not matter, any number at all.
    pub(crate) of: f32x4,
    /// Lane k is set for box k where that matters; its number is then not above the limit.
    pub(crate) within: f32x4,
}

impl Numbers {
    /// Numbers of which those up to a limit matter.
    #[inline(always)]
    pub(crate) fn up_to(limit: f32, of: f32x4) -> Self {
        let within = of.simd_le(f32x4::splat(limit));
        Self { of, within }
    }
}

/// Where nodes come from: memory, or arithmetic.
pub(crate) trait Nodes {
    /// The box around everything; `None` when there is nothing, not even a root.
    fn bounds(&self) -> Option<&Aabb>;
    /// The coordinates of the nodes' boxes.
    fn frame(&self) -> &Frame;
    /// The children of a node, and their numbers up to a limit. The root is node 0.
    fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]);
    /// How large a leaf's box is, about: the greatest of its sides, in the mean, before it is brought to the frame's coordinates.
    fn grain(&self) -> f64 {
        0.0
    }
    /// Whether there are so many that memory is waited for.
    #[inline(always)]
    fn are_far(&self) -> bool {
        false
    }
    /// Asks memory for the children that will be looked at, where they are far: those of one node are then waited for together and not one
    /// after the other. In the place of each that will not be stands [`Child::NONE`].
    #[inline(always)]
    fn fetch(&self, _children: [Child; 4]) {}
}

/// What is still to be visited, the next one last: three for each step down at most.
pub(crate) struct Stack {
    near: [Due; ROOM],
    count: usize,
    /// What had no room, of trees deeper than any that are known.
    below: Vec<Due>,
}

/// A power of two.
const ROOM: usize = 64;

/// A child and its number, as one integer that is ordered by the number: the bits of a float that is not negative are. Of equals,
/// leaves come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due(u64);

impl Due {
    /// Below all others.
    const NONE: Self = Self(0);

    #[inline(always)]
    fn new(number: f32, child: Child) -> Self {
        Self(u64::from(number.to_bits()) << 32 | u64::from(!child.bits()))
    }

    /// All four; [`Due::NONE`] in the place of those that do not matter.
    #[inline(always)]
    fn four(numbers: &Numbers, children: &[Child; 4]) -> [Self; 4] {
        let within: u32x4 = cast(numbers.within);
        let number = within & cast::<_, u32x4>(numbers.of);
        let child = within & !u32x4::new(children.map(Child::bits));
        // Two at a time, as two words in the order of this machine.
        let [one, other] = if cfg!(target_endian = "little") {
            [child, number]
        } else {
            [number, child]
        };
        let pairs: [[u64; 2]; 2] = [one.unpack_lo(other), one.unpack_hi(other)].map(cast);
        [pairs[0][0], pairs[0][1], pairs[1][0], pairs[1][1]].map(Self)
    }

    #[inline(always)]
    fn number(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn child(self) -> Child {
        Child::of_bits(!(self.0 as u32))
    }
}

impl Stack {
    fn new() -> Self {
        Self {
            near: [Due::NONE; ROOM],
            count: 0,
            below: Vec::new(),
        }
    }

    /// Puts those that matter on the stack, the nearest last. There must be room.
    ///
    /// Which of four do, and in which order, cannot be foretold, so nothing branches on it: all four are sorted and written,
    /// those that do not matter last, and the stack grows by the others.
    #[inline(always)]
    fn push<N: Nodes>(&mut self, numbers: &Numbers, children: &[Child; 4], nodes: &N) {
        let mut due = Due::four(numbers, children);
        if nodes.are_far() {
            nodes.fetch(due.map(Due::child));
        }
        // A sorting network of five comparisons.
        for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (due[i], due[j]) = (due[i].max(due[j]), due[i].min(due[j]));
        }
        if let Some(room) = self.near.get_mut(self.count..self.count + 4) {
            room.copy_from_slice(&due);
        }
        self.count += COUNT[numbers.within.to_bitmask() as usize % 16] as usize;
    }

    /// Has room for four more.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.count + 4 > ROOM {
            self.put_below();
        }
    }

    #[cold]
    #[inline(never)]
    fn put_below(&mut self) {
        let count = self.count.min(ROOM);
        self.below.extend_from_slice(&self.near[..count]);
        self.count = 0;
    }

    /// Puts the children of a node that matter in its place.
    #[inline(always)]
    fn open<N: Nodes>(&mut self, node: u32, nodes: &N, guide: &impl Guide, limit: f32) {
        self.make_room();
        let (numbers, children) = nodes.look(node, guide, limit);
        self.push(&numbers, &children, nodes);
    }

    /// Opens the next one, if it is a node that matters.
    ///
    /// Out of line: code that small trees have no use for would be in their way.
    #[inline(never)]
    fn open_next<N: Nodes>(&mut self, nodes: &N, guide: &impl Guide, limit: f32) {
        let count = self.count.wrapping_sub(1);
        if let Some(next) = self.near.get(count)
            && next.number() <= limit
            && let Err(node) = next.child().get()
        {
            self.count = count;
            self.open(node, nodes, guide, limit);
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Due> {
        if self.count == 0 {
            return self.below.pop();
        }
        self.count -= 1;
        Some(self.near[self.count % ROOM])
    }

    /// The number of the next one; infinite where there is none.
    #[inline(always)]
    pub(crate) fn next(&self) -> f32 {
        let last = match self.count {
            0 => self.below.last().copied(),
            count => Some(self.near[(count - 1) % ROOM]),
        };
        last.map_or(f32::INFINITY, Due::number)
    }

    /// Makes that with the lowest number the next one. Below the children of one node, which stand in their order, there may be others that
    /// come before them. What had no room is left where it is.
    #[inline]
    pub(crate) fn raise_lowest(&mut self) {
        let near = self.near.get_mut(..self.count).unwrap_or_default();
        let lowest = near.iter().enumerate().min_by_key(|(_, due)| **due);
        if let Some((lowest, _)) = lowest {
            near.swap(lowest, near.len() - 1);
        }
    }
}

/// How many of four bits are set.
const COUNT: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// Visits the leaves whose numbers are not above `limit`, a finite number, lower ones mostly first. A visit is shown what is
/// still to come, and returns the limit from then on; a negative one ends the walk. There must be a root.
#[inline(always)]
pub(crate) fn walk<N: Nodes, G: Guide>(
    nodes: &N,
    guide: &G,
    mut limit: f32,
    mut visit: impl FnMut(u32, &mut Stack) -> f32,
) {
    let far = nodes.are_far();
    let mut stack = Stack::new();
    let mut next = Due::new(0.0, Child::node(0));
    loop {
        if next.number() <= limit {
            match next.child().get() {
                Ok(leaf) => {
                    limit = visit(leaf, &mut stack);
                }
                Err(node) => {
                    // Its turn comes after this one and all below, unless the limit does first: both are waited for together.
                    if far {
                        stack.open_next(nodes, guide, limit);
                    }
                    stack.open(node, nodes, guide, limit);
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
        stack.make_room();
        let numbers = Numbers::up_to(limit, f32x4::new(numbers));
        stack.push(&numbers, &children, &Tree::EMPTY);
    }

    #[test]
    fn the_nearest_within_the_limit_comes_first() {
        let mut stack = Stack::new();
        four(&mut stack, [0.5, f32::INFINITY, 0.25, 0.75], 0.6, 1);
        assert_eq!(stack.next(), 0.25);
        assert_eq!(stack.pop(), Some(Due::new(0.25, Child::node(3))));
        assert_eq!(stack.pop(), Some(Due::new(0.5, Child::node(1))));
        assert_eq!((stack.pop(), stack.next()), (None, f32::INFINITY));
    }

    #[test]
    fn what_comes_first_of_all_can_be_raised() {
        let mut stack = Stack::new();
        stack.raise_lowest();
        assert_eq!(stack.pop(), None);
        four(&mut stack, [0.5, 0.1, 0.25, 0.75], 1.0, 1);
        assert_eq!(stack.pop(), Some(Due::new(0.1, Child::node(2))));
        four(&mut stack, [0.3, 0.9, 0.6, 0.4], 1.0, 5);
        assert_eq!(stack.next(), 0.3);
        stack.raise_lowest();
        // The others are all there still, the one that stood last in its place.
        let mut order = Vec::new();
        while let Some(due) = stack.pop() {
            order.push(due.number());
        }
        assert_eq!(order, [0.25, 0.4, 0.6, 0.9, 0.3, 0.5, 0.75]);
    }

    #[test]
    fn what_has_no_room_comes_later() {
        // As many at a time as there may be, so that room ends after any number of them.
        for most in [[4; 3], [3; 3], [1, 4, 3], [2, 3, 4]] {
            let mut stack = Stack::new();
            let steps = 5 * ROOM;
            let mut expected = Vec::new();
            for step in 0..steps {
                let count = most[step % 3];
                let names = 4 * step as u32 + 1;
                let number = [0.1, 0.2, 0.3, 0.4];
                four(&mut stack, number, 0.05 + 0.1 * count as f32, names);
                let mut put: Vec<_> = (0..count).map(|k| (number[k], names + k as u32)).collect();
                put.append(&mut expected);
                expected = put;
            }
            let mut order = Vec::new();
            loop {
                let next = stack.next();
                let Some(due) = stack.pop() else { break };
                assert_eq!(next, due.number());
                order.push((due.number(), due.child().get().unwrap_err()));
            }
            assert_eq!(order, expected, "{most:?}");
        }
    }
}
