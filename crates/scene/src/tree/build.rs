//! From boxes to a tree: a binary tree by the library, then four children per node.

use super::node::{Child, Node};
use obvhs::aabb::Aabb as Box3;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::bvh2::reinsertion::ReinsertionOptimizer;
use obvhs::ploc::{PlocBuilder, SortPrecision};

/// How much time a tree is worth. Every tree gives the same answers; better ones give them sooner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Build {
    /// The least time to build: for what changes often.
    Fast,
    /// About twice that, for queries that are faster by some percent.
    #[default]
    Balanced,
    /// Several times that: for what is built once and queried often.
    Thorough,
}

impl Build {
    /// All of them, the fastest to build first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Balanced, Self::Thorough];

    /// The part of the nodes that are looked at again for a better place.
    fn reinsertion(self) -> f32 {
        match self {
            Self::Fast => 0.0,
            Self::Balanced => 0.01,
            Self::Thorough => 0.2,
        }
    }
}

/// The nodes of a tree of the boxes with these numbers, root first; none when there are no boxes.
pub(crate) fn build(boxes: &[([f32; 3], [f32; 3])], numbers: &[u32], how: Build) -> Vec<Node> {
    let boxes: Vec<Box3> = boxes
        .iter()
        .map(|(min, max)| Box3::new((*min).into(), (*max).into()))
        .collect();
    if boxes.is_empty() {
        return Vec::new();
    }
    let mut binary = cluster(&boxes, how);
    ReinsertionOptimizer::default().run(&mut binary, how.reinsertion(), None);
    widen(&binary, numbers)
}

/// Clusters what lies near along a space-filling curve (D. Meister and J. Bittner, *Parallel Locally-Ordered Clustering for
/// Bounding Volume Hierarchy Construction*, 2018).
///
/// The curve is that of a cube. The library's own runs through the box around everything, where one step up counts as much as one
/// along: of a wide, flat landscape it brings the tops of all hills together, and casts at half a million triangles look at more than
/// twice as many nodes.
fn cluster(boxes: &[Box3], how: Build) -> Bvh2 {
    let numbers = 0..boxes.len() as u32;
    let mut all = Box3::INVALID;
    for each in boxes {
        all = all.union(each);
    }
    let cube = Box3::new(all.min, all.min + all.diagonal().max_element());
    let leaves = boxes.iter().zip(numbers.clone());
    let mut builder = PlocBuilder::new();
    builder.current_nodes = leaves.map(|(b, i)| Bvh2Node::new(*b, 1, i)).collect();
    let mut binary = Bvh2::default();
    binary.reset_for_reuse(boxes.len(), Some(numbers.collect()));
    let precision = SortPrecision::U64;
    // How many neighbours along the curve are looked at, but for the first two times.
    match how {
        Build::Fast => builder.build_ploc_from_leaves::<1, false>(&mut binary, cube, precision, 2),
        Build::Balanced => {
            builder.build_ploc_from_leaves::<6, false>(&mut binary, cube, precision, 2);
        }
        Build::Thorough => {
            builder.build_ploc_from_leaves::<24, false>(&mut binary, cube, precision, 2);
        }
    }
    binary
}

/// Opens the child with the largest surface until there are four.
fn widen(binary: &Bvh2, numbers: &[u32]) -> Vec<Node> {
    let at = |i: u32| &binary.nodes[i as usize];
    let leaf = |i: u32| {
        let prim = binary.primitive_indices[at(i).first_index as usize];
        Child::leaf(numbers[prim as usize])
    };
    let mut nodes = vec![Node::empty()];
    // Nodes to fill: which, and the binary nodes below it.
    let mut todo: Vec<(usize, u32)> = vec![(0, 0)];
    while let Some((index, top)) = todo.pop() {
        let mut below = [top; 4];
        let mut count = 1;
        while count < 4 {
            let inner = (0..count).filter(|&k| !at(below[k]).is_leaf());
            let area = |k: &usize| at(below[*k]).aabb().half_area();
            let Some(widest) = inner.max_by(|a, b| area(a).total_cmp(&area(b))) else {
                break;
            };
            let first = at(below[widest]).first_index;
            below[widest] = first;
            below[count] = first + 1;
            count += 1;
        }
        for (slot, &b) in below[..count].iter().enumerate() {
            let child = if at(b).is_leaf() {
                leaf(b)
            } else {
                todo.push((nodes.len(), b));
                nodes.push(Node::empty());
                Child::node(nodes.len() as u32 - 1)
            };
            let aabb = at(b).aabb();
            nodes[index].set(slot, aabb.min.to_array(), aabb.max.to_array(), child);
        }
    }
    nodes.shrink_to_fit();
    nodes
}
