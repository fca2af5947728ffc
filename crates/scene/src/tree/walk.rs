//! Down a tree, nearest first.

use super::Frame;
use super::node::Child;
use smallvec::SmallVec;
use swept_support::Aabb;
use wide::f32x4;

/// What gives boxes their numbers.
pub(crate) trait Guide {
    /// A number for each of four boxes (the least x, y, z of all four, then the greatest): 0 or more, and infinity for
    /// a box that does not matter. No box within one of them has a lower number.
    fn numbers(&self, planes: &[f32x4; 6]) -> [f32; 4];
}

/// Where nodes come from: memory, or arithmetic.
pub(crate) trait Nodes {
    /// The box around everything; `None` when there is nothing, not even a root.
    fn bounds(&self) -> Option<&Aabb>;
    /// The coordinates of the nodes' boxes.
    fn frame(&self) -> &Frame;
    /// The children of a node, and their numbers. The root is node 0.
    fn look(&self, index: u32, guide: &impl Guide) -> ([f32; 4], [Child; 4]);
}

/// Deeper trees than this is enough for do not occur; if one did, the stack would move to the heap.
const STACK: usize = 128;

/// Visits the leaves whose numbers are not above `limit`, lower ones mostly first. A visit is told the number of what
/// comes next, infinite where that is nothing, and returns the limit from then on; a negative one ends the walk. There must be a
/// root.
#[inline(always)]
pub(crate) fn walk<N: Nodes, G: Guide>(
    nodes: &N,
    guide: &G,
    mut limit: f32,
    mut visit: impl FnMut(u32, f32) -> f32,
) {
    let mut stack: SmallVec<[(f32, Child); STACK]> = SmallVec::new();
    let mut next = (0.0, Child::node(0));
    loop {
        if next.0 <= limit {
            match next.1.get() {
                Ok(leaf) => {
                    let after = stack.last().map_or(f32::INFINITY, |top| top.0);
                    limit = visit(leaf, after);
                }
                Err(node) => {
                    let (numbers, children) = nodes.look(node, guide);
                    push(&mut stack, &numbers, &children, limit);
                }
            }
        }
        match stack.pop() {
            Some(top) => next = top,
            None => return,
        }
    }
}

/// Puts the children within the limit on the stack, the nearest last.
#[inline(always)]
fn push(
    stack: &mut SmallVec<[(f32, Child); STACK]>,
    numbers: &[f32; 4],
    children: &[Child; 4],
    limit: f32,
) {
    let base = stack.len();
    for (number, child) in numbers.iter().zip(children) {
        if *number > limit || *number == f32::INFINITY || *child == Child::NONE {
            continue;
        }
        // Insertion: nearer ones go up.
        let mut at = stack.len();
        stack.push((*number, *child));
        while at > base && stack[at - 1].0 < *number {
            stack[at] = stack[at - 1];
            at -= 1;
        }
        stack[at] = (*number, *child);
    }
}
