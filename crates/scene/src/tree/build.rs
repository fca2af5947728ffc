//! From boxes to a tree: a binary tree by the library, then four children per node.

use super::node::{Child, Node};
use crate::tolerance::{UNEVEN, UNEVEN_POINT};
use obvhs::aabb::Aabb as Box3;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::bvh2::reinsertion::ReinsertionOptimizer;
use obvhs::ploc::{PlocBuilder, SortPrecision};
use smallvec::{SmallVec, smallvec};

/// How much time a tree is worth. Every tree gives the same answers; better ones give them sooner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Build {
    /// The least time to build: for what changes often.
    Fast,
    /// About an eighth more, for queries that are faster by some percent where triangles are of many sizes.
    #[default]
    Balanced,
    /// About twice that, for some percent more: for what is built once and queried often.
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

/// The least and the greatest coordinates of a box to build a tree of.
pub(crate) type Sides = [[f32; 3]; 2];

/// The nodes of a tree of the boxes with these numbers, root first; none when there are no boxes. Each is asked for twice: there is less to
/// compute than to keep, where memory has to be had first.
pub(crate) fn build(
    numbers: impl Iterator<Item = u32>,
    sides: impl Fn(u32) -> Sides,
    how: Build,
) -> Vec<Node> {
    let leaf = |number: u32| {
        let [min, max] = sides(number);
        Bvh2Node::new(Box3::new(min.into(), max.into()), 1, number)
    };
    let mut binary = cluster(numbers.map(&leaf), how);
    if binary.nodes.is_empty() {
        return Vec::new();
    }
    with_boxes(&mut binary, leaf);
    ReinsertionOptimizer::default().run(&mut binary, how.reinsertion(), None);
    widen(&binary)
}

/// Clusters what lies near along a space-filling curve (D. Meister and J. Bittner, *Parallel Locally-Ordered Clustering for
/// Bounding Volume Hierarchy Construction*, 2018).
///
/// The curve is that of a cube. The library's own runs through the box around everything, where one step up counts as much as one
/// along: of a wide, flat landscape it brings the tops of all hills together, and casts at half a million triangles look at more than
/// twice as many nodes.
fn cluster(leaves: impl Iterator<Item = Bvh2Node>, how: Build) -> Bvh2 {
    let mut all = Box3::INVALID;
    let mut builder = PlocBuilder::new();
    let leaves = leaves.inspect(|leaf| all = all.union(leaf.aabb()));
    builder.current_nodes = leaves.zip(0..).map(uneven).collect();
    let cube = Box3::new(all.min, all.min + all.diagonal().max_element());
    let mut binary = Bvh2::zeroed(builder.current_nodes.len());
    let precision = SortPrecision::U64;
    // How many neighbours along the curve are looked at, but for the first two times.
    match how {
        Build::Fast => builder.build_ploc_from_leaves::<1, false>(&mut binary, cube, precision, 2),
        Build::Balanced => {
            builder.build_ploc_from_leaves::<2, false>(&mut binary, cube, precision, 2);
        }
        Build::Thorough => {
            builder.build_ploc_from_leaves::<14, false>(&mut binary, cube, precision, 2);
        }
    }
    binary
}

/// Gives the nodes of a tree that has just been clustered the boxes of their leaves, as they are.
fn with_boxes(binary: &mut Bvh2, leaf: impl Fn(u32) -> Bvh2Node) {
    // Below a node comes what has a higher number.
    for i in (0..binary.nodes.len()).rev() {
        let node = binary.nodes[i];
        let first = node.first_index;
        binary.nodes[i] = if node.is_leaf() {
            leaf(first)
        } else {
            let [one, other] = [first, first + 1].map(|k| *binary.nodes[k as usize].aabb());
            Bvh2Node::new(one.union(&other), 0, first)
        };
    }
}

/// A box with each side farther out by a part of its size that is another one for each place in the list.
///
/// Each cluster looks for the neighbour that makes the smaller box with it, and two are joined that chose each other. In a row of equal
/// boxes all would choose the next one, and two a round be joined: time as the square of their number, for a tree as deep.
fn uneven((node, place): (Bvh2Node, u32)) -> Bvh2Node {
    let aabb = node.aabb();
    let chance = scattered(place);
    let part = |side: u32| ((chance >> (10 * side)) & 0x3ff) as f32 * UNEVEN;
    let size = (aabb.diagonal() + UNEVEN_POINT).to_array();
    let below = [0, 1, 2].map(|i| size[i] * part(i as u32));
    let above = [0, 1, 2].map(|i| size[i] * part(i as u32 + 3));
    let (min, max) = (aabb.min.to_array(), aabb.max.to_array());
    let min = [0, 1, 2].map(|i| min[i] - below[i]);
    let max = [0, 1, 2].map(|i| max[i] + above[i]);
    Bvh2Node::new(Box3::new(min.into(), max.into()), 1, node.first_index)
}

/// 64 bits that look like chance, the same for the same number (the finalizer of G. Steele, D. Lea and C. Flood, *Fast Splittable
/// Pseudorandom Number Generators*, 2014, figure 16).
fn scattered(number: u32) -> u64 {
    let z = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Four children per node, of which a cast is likely to look at the fewest.
fn widen(binary: &Bvh2) -> Vec<Node> {
    let costs = Costs::of(binary);
    let mut nodes = vec![Node::empty()];
    // Nodes to fill: which, and the binary nodes below it.
    let mut todo: Vec<(usize, u32)> = vec![(0, 0)];
    while let Some((index, top)) = todo.pop() {
        for (slot, b) in costs.children(binary, top).into_iter().enumerate() {
            let below = &binary.nodes[b as usize];
            let child = if below.is_leaf() {
                Child::leaf(below.first_index)
            } else {
                todo.push((nodes.len(), b));
                nodes.push(Node::empty());
                Child::node(nodes.len() as u32 - 1)
            };
            let aabb = below.aabb();
            nodes[index].set(slot, aabb.min.to_array(), aabb.max.to_array(), child);
        }
    }
    nodes.shrink_to_fit();
    nodes
}

/// What it costs to look at all below a binary node that has up to one, two or three places among a wide node's four: the surface of
/// all wide nodes there, which is how likely a ray comes upon them. A wide node has four places to share out between the two below it
/// (H. Ylitie, T. Karras and S. Laine, *Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs*, 2017, section 3.1).
struct Costs(Vec<[f32; 3]>);

impl Costs {
    fn of(binary: &Bvh2) -> Self {
        let mut costs = Self(vec![[0.0; 3]; binary.nodes.len()]);
        // Each comes up twice, before all that is below it and after that.
        let mut open = vec![(0, false)];
        while let Some((i, is_known_below)) = open.pop() {
            let node = &binary.nodes[i as usize];
            if node.is_leaf() {
                continue;
            }
            let first = node.first_index;
            if is_known_below {
                let shared = |places| costs.shared(first, places).0;
                let own = node.aabb().half_area() + shared(4);
                costs.0[i as usize] = [own, own.min(shared(2)), own.min(shared(3))];
            } else {
                open.extend([(i, true), (first + 1, false), (first, false)]);
            }
        }
        costs
    }

    fn cost(&self, node: u32, places: usize) -> f32 {
        self.0[node as usize][places - 1]
    }

    /// The least cost of two neighbours that share some places, and how many of them the first one then has.
    fn shared(&self, first: u32, places: usize) -> (f32, usize) {
        let cost = |k: usize| self.cost(first, k) + self.cost(first + 1, places - k);
        let ways = (1..places).map(|k| (cost(k), k));
        ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 1))
    }

    /// The binary nodes whose boxes the wide node in the place of `top` holds: a lone leaf holds itself.
    fn children(&self, binary: &Bvh2, top: u32) -> SmallVec<[u32; 4]> {
        let mut children = SmallVec::new();
        let mut open: SmallVec<[(u32, usize); 4]> = smallvec![(top, 4)];
        while let Some((i, places)) = open.pop() {
            let node = &binary.nodes[i as usize];
            let first = node.first_index;
            if node.is_leaf() || places == 1 {
                children.push(i);
                continue;
            }
            let (cost, left) = self.shared(first, places);
            if i == top || cost <= self.cost(i, 1) {
                open.extend([(first + 1, places - left), (first, left)]);
            } else {
                children.push(i);
            }
        }
        children
    }
}

#[cfg(test)]
mod tests;
