//! A tree of boxes: what decides which pairs of shapes are looked at, and in which order. It decides no answer.
//!
//! Boxes are kept in `f32`, in a frame of the tree's own ([`Frame`]), rounded outward. A [`Guide`] gives each box a number
//! that no leaf within it goes below (the fraction at which it can first be met, the squared distance), and rounding
//! keeps that order: a box within another one never has the lower number. [`walk()`] then visits leaves roughly in the order of
//! their numbers, and passes over what lies beyond the limit. So which leaves lie within the limit of the answer does
//! not depend on how the tree was built.

mod build;
mod frame;
mod nearness;
mod node;
mod ray;
mod walk;

pub use build::Build;
pub(crate) use frame::Frame;
pub(crate) use nearness::Nearness;
pub(crate) use node::{Child, Node};
pub(crate) use ray::Ray;
pub(crate) use walk::{Guide, Nodes, Numbers, Stack, walk};

use swept_support::Aabb;

/// A tree over boxes that have numbers.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    frame: Frame,
    bounds: Option<Aabb>,
}

impl Tree {
    /// A tree over these boxes; bounded ones only. Each has a number below [`Child::MOST`].
    pub(crate) fn new(boxes: impl Iterator<Item = (u32, Aabb)> + Clone, how: Build) -> Self {
        let bounds = boxes.clone().map(|(_, b)| b).reduce(|a, b| Aabb {
            min: a.min.inf(&b.min),
            max: a.max.sup(&b.max),
        });
        let Some(bounds) = bounds else {
            return Self::EMPTY;
        };
        let frame = Frame::new(&bounds);
        let leaf = |(number, b): (u32, Aabb)| {
            build::leaf(frame.lower(&b.min), frame.upper(&b.max), number)
        };
        Self {
            nodes: build::build(boxes.map(leaf).collect(), how),
            frame,
            bounds: Some(bounds),
        }
    }

    pub(crate) const EMPTY: Self = Self {
        nodes: Vec::new(),
        frame: Frame::UNIT,
        bounds: None,
    };

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}

/// Nodes that are more than the caches next to a core hold, at 112 bytes each: fewer come sooner than asking ahead for them pays.
const MANY: usize = 1 << 16;

/// Has a number come from memory, and waits for nothing.
#[inline(always)]
pub(crate) fn touch<N>(number: Option<N>) {
    std::hint::black_box(number);
}

impl Tree {
    /// Whether memory is waited for on the way down.
    #[inline(always)]
    pub(crate) fn is_large(&self) -> bool {
        self.nodes.len() >= MANY
    }
}

impl Nodes for Tree {
    fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    #[inline(always)]
    fn fetch(&self, children: [Child; 4]) {
        if !self.is_large() {
            return;
        }
        for child in children {
            let node = self.nodes.get(child.get().err().unwrap_or(0) as usize);
            // Where it begins and where it ends: two lines of the cache, or three.
            touch(node.map(|n| n.planes[0].as_array()[0]));
            touch(node.map(|n| n.children[0]));
        }
    }

    #[inline(always)]
    fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]) {
        let node = &self.nodes[index as usize];
        (guide.numbers(&node.planes, limit), node.children)
    }
}
