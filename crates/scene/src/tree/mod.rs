//! A tree of boxes: what decides which pairs of shapes are looked at, and in which order. It decides no answer.
//!
//! Boxes are kept in `f32`, in a frame of the tree's own ([`Frame`]), rounded outward. A [`Guide`] gives each box a number
//! that no leaf within it goes below (the fraction at which it can first be met, the squared distance), and rounding
//! keeps that order: a box within another one never has the lower number. [`walk()`] then visits leaves roughly in the order of
//! their numbers, and passes over what lies beyond the limit. So which leaves lie within the limit of the answer does
//! not depend on how the tree was built. (A guide that gives boxes more than their own number keeps no order among them: see
//! `sieve/boxes.rs`.)

mod build;
mod changing;
mod frame;
mod nearness;
mod node;
mod ray;
mod walk;

pub use build::Build;
pub(crate) use build::Sides;
pub(crate) use changing::ChangingTree;
pub(crate) use frame::Frame;
pub(crate) use nearness::Nearness;
pub(crate) use node::{Child, Node, Planes};
pub(crate) use ray::Ray;
pub(crate) use walk::{Guide, Nodes, Numbers, Stack, walk};

use swept_support::{Aabb, largest};

/// A tree over boxes that have numbers.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    frame: Frame,
    bounds: Option<Aabb>,
    grain: f64,
}

impl Tree {
    /// A tree over the boxes with these numbers; bounded ones only. Each number is below [`Child::MOST`], and its box is asked for three times:
    /// it has to be the same.
    pub(crate) fn new(
        numbers: impl Iterator<Item = u32> + Clone,
        box_of: impl Fn(u32) -> Aabb,
        how: Build,
    ) -> Self {
        let mut boxes = numbers.clone().map(&box_of);
        let Some(mut bounds) = boxes.next() else {
            return Self::EMPTY;
        };
        let side = |b: &Aabb| largest(&(b.max - b.min));
        let (mut count, mut sum) = (1, side(&bounds));
        for b in boxes {
            bounds.min = bounds.min.inf(&b.min);
            bounds.max = bounds.max.sup(&b.max);
            (count, sum) = (count + 1, sum + side(&b));
        }
        let frame = Frame::new(&bounds);
        let sides = |number: u32| {
            let b = box_of(number);
            [frame.lower(&b.min), frame.upper(&b.max)]
        };
        Self {
            nodes: build::build(numbers, sides, how),
            frame,
            bounds: Some(bounds),
            grain: sum / f64::from(count),
        }
    }

    pub(crate) const EMPTY: Self = Self {
        nodes: Vec::new(),
        frame: Frame::UNIT,
        bounds: None,
        grain: 0.0,
    };

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}

/// Nodes that are more than the cache of a core holds beside their triangles, at 112 bytes each: fewer come sooner than asking ahead for
/// them pays.
const MANY: usize = 1 << 14;

/// The entry with this index; beyond the last one, that. Nothing branches on which entry it is, which could not be foretold.
#[inline(always)]
pub(crate) fn entry<N>(of: &[N], index: u32) -> Option<&N> {
    of.get((index as usize).min(of.len().wrapping_sub(1)))
}

/// Has the memory about this place come nearer, and does not wait for it.
#[inline(always)]
pub(crate) fn fetch<N: Copy>(place: &N) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    safe_arch::prefetch_t0(place);
    // Read, which other work waits for no sooner than there is too much of it.
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    std::hint::black_box(*place);
}

impl Nodes for Tree {
    fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn grain(&self) -> f64 {
        self.grain
    }

    #[inline(always)]
    fn are_far(&self) -> bool {
        self.nodes.len() >= MANY
    }

    #[inline(always)]
    fn fetch(&self, children: [Child; 4]) {
        for child in children {
            if let Some(node) = entry(&self.nodes, child.get().err().unwrap_or(0)) {
                // Where it begins and where it ends: two lines of the cache, or three.
                fetch(&node.planes[0]);
                fetch(&node.children[3]);
            }
        }
    }

    #[inline(always)]
    fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]) {
        let node = &self.nodes[index as usize];
        (guide.numbers(&node.planes, limit), node.children)
    }
}
