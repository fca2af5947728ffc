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

/// A box to build a tree of: its least and its greatest coordinates, and its number.
#[inline]
pub(crate) fn leaf(min: [f32; 3], max: [f32; 3], number: u32) -> Bvh2Node {
    Bvh2Node::new(Box3::new(min.into(), max.into()), 1, number)
}

/// The nodes of a tree of these boxes, root first; none when there are no boxes.
pub(crate) fn build(boxes: Vec<Bvh2Node>, how: Build) -> Vec<Node> {
    if boxes.is_empty() {
        return Vec::new();
    }
    let mut binary = cluster(&boxes, how);
    ReinsertionOptimizer::default().run(&mut binary, how.reinsertion(), None);
    widen(&binary)
}

/// Clusters what lies near along a space-filling curve (D. Meister and J. Bittner, *Parallel Locally-Ordered Clustering for
/// Bounding Volume Hierarchy Construction*, 2018).
///
/// The curve is that of a cube. The library's own runs through the box around everything, where one step up counts as much as one
/// along: of a wide, flat landscape it brings the tops of all hills together, and casts at half a million triangles look at more than
/// twice as many nodes.
fn cluster(boxes: &[Bvh2Node], how: Build) -> Bvh2 {
    let mut all = Box3::INVALID;
    for each in boxes {
        all = all.union(each.aabb());
    }
    let cube = Box3::new(all.min, all.min + all.diagonal().max_element());
    let mut binary = Bvh2::zeroed(boxes.len());
    let mut builder = PlocBuilder::new();
    builder.current_nodes = boxes.iter().zip(0..).map(uneven).collect();
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
    // The boxes as they are. Below a node comes what has a higher number.
    for i in (0..binary.nodes.len()).rev() {
        let node = binary.nodes[i];
        let first = node.first_index as usize;
        binary.nodes[i] = if node.is_leaf() {
            boxes[first]
        } else {
            let [one, other] = [first, first + 1].map(|k| *binary.nodes[k].aabb());
            Bvh2Node::new(one.union(&other), 0, node.first_index)
        };
    }
    binary
}

/// A box with its place in the list for a number, each side of it farther out by a part of its size that is another one for each place.
///
/// Each cluster looks for the neighbour that makes the smaller box with it, and two are joined that chose each other. In a row of equal
/// boxes all would choose the next one, and two a round be joined: time as the square of their number, for a tree as deep.
fn uneven((node, place): (&Bvh2Node, u32)) -> Bvh2Node {
    let aabb = node.aabb();
    let chance = scattered(place);
    let part = |side: u32| ((chance >> (10 * side)) & 0x3ff) as f32 * UNEVEN;
    let size = (aabb.diagonal() + UNEVEN_POINT).to_array();
    let below = [0, 1, 2].map(|i| size[i] * part(i as u32));
    let above = [0, 1, 2].map(|i| size[i] * part(i as u32 + 3));
    let (min, max) = (aabb.min.to_array(), aabb.max.to_array());
    let min = [0, 1, 2].map(|i| min[i] - below[i]);
    let max = [0, 1, 2].map(|i| max[i] + above[i]);
    leaf(min, max, place)
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
        // Parents first, and all below one before the next.
        let mut order = Vec::with_capacity(binary.nodes.len() / 2);
        let mut open = vec![0];
        while let Some(i) = open.pop() {
            let node = &binary.nodes[i as usize];
            if !node.is_leaf() {
                order.push(i);
                open.extend([node.first_index + 1, node.first_index]);
            }
        }
        for &i in order.iter().rev() {
            let node = &binary.nodes[i as usize];
            let shared = |places| costs.shared(node.first_index, places).0;
            let own = node.aabb().half_area() + shared(4);
            costs.0[i as usize] = [own, own.min(shared(2)), own.min(shared(3))];
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
mod tests {
    use super::*;
    use crate::tree::{Frame, Guide, Nodes, Numbers, Ray, Tree, walk};
    use nalgebra::{Point3, Vector3};
    use std::cell::Cell;
    use swept_support::Aabb;

    /// Boxes of the cells of a hilly landscape, n to a side: all of a size, wherever the hills are.
    fn landscape(n: u32) -> impl Iterator<Item = (u32, Aabb)> + Clone {
        (0..n * n).map(move |k| {
            let (x, z) = (f64::from(k / n), f64::from(k % n));
            let y = 3.0 * (0.7 * x).sin() * (0.9 * z).cos();
            let min = Point3::new(x, y, z);
            let max = min + Vector3::repeat(1.0);
            (k, Aabb { min, max })
        })
    }

    /// A tree that counts how often it is looked at.
    struct Counted {
        tree: Tree,
        looks: Cell<u32>,
    }

    impl Nodes for Counted {
        fn bounds(&self) -> Option<&Aabb> {
            self.tree.bounds()
        }
        fn frame(&self) -> &Frame {
            self.tree.frame()
        }
        fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]) {
            self.looks.set(self.looks.get() + 1);
            self.tree.look(index, guide, limit)
        }
    }

    /// Nodes looked at per cast, from above at a slant.
    fn looks(n: u32, how: Build) -> f64 {
        let tree = Tree::new(landscape(n), how);
        let counted = Counted {
            tree,
            looks: Cell::new(0),
        };
        let casts = 500;
        for i in 0..casts {
            let at = |step: f64| (f64::from(i) * step).fract() * f64::from(n - 8) + 2.0;
            let min = Point3::new(at(0.618), 8.0, at(0.733));
            let max = min + Vector3::repeat(0.5);
            let way = Vector3::new(4.0, -12.0, 3.0);
            let ray = Ray::new(&Aabb { min, max }, &way, counted.frame());
            let mut met = 0;
            walk(&counted, &ray, 1.0, |_, _| {
                met += 1;
                // The first few: what is met first is not the last to be looked at.
                if met < 3 { 1.0 } else { -1.0 }
            });
            assert!(met > 0);
        }
        f64::from(counted.looks.get()) / f64::from(casts)
    }

    #[test]
    fn casts_at_a_wide_landscape_look_at_a_few_more_nodes_per_level() {
        for how in Build::ALL {
            let (few, many) = (looks(32, how), looks(512, how));
            println!("{how:?}: {few} and {many} nodes");
            // Four more levels.
            assert!(many <= few + 8.0);
        }
    }

    /// How many nodes there are from the root to the lowest leaf.
    fn depth(nodes: &[Node]) -> usize {
        let mut deepest = 0;
        let mut open = vec![(0, 1)];
        while let Some((node, depth)) = open.pop() {
            deepest = deepest.max(depth);
            let node: &Node = &nodes[node as usize];
            let below = node.children.into_iter().filter_map(|c| c.get().err());
            open.extend(below.map(|child| (child, depth + 1)));
        }
        deepest
    }

    #[test]
    fn rows_and_heaps_of_equal_boxes_are_no_chain() {
        let count = 20_000;
        let row = (0..count).map(|i| leaf([i as f32, 0.0, 0.0], [i as f32 + 1.0, 0.0, 1.0], i));
        let heap = (0..count).map(|i| leaf([0.0; 3], [1.0; 3], i));
        for boxes in [row.collect::<Vec<_>>(), heap.collect()] {
            for how in Build::ALL {
                let nodes = build(boxes.clone(), how);
                println!("{how:?}: {} deep", depth(&nodes));
                // The logarithm to base four is 7.2.
                assert!(depth(&nodes) <= 40);
            }
        }
    }

    #[test]
    fn every_box_is_kept_once_within_those_above_it() {
        for (count, how) in [1, 2, 3, 5, 17, 400]
            .into_iter()
            .flat_map(|n| Build::ALL.map(|how| (n, how)))
        {
            let leaves = landscape(20).take(count);
            let all: Vec<_> = leaves.collect();
            let boxes = all.iter().map(|(number, b)| {
                let [min, max] = [b.min, b.max].map(|p| p.map(|x| x as f32).coords.into());
                leaf(min, max, *number)
            });
            let nodes = build(boxes.collect(), how);
            let mut found = vec![0; count];
            let mut open = vec![(0, [f32::NEG_INFINITY; 3], [f32::INFINITY; 3])];
            while let Some((node, low, high)) = open.pop() {
                let node: &Node = &nodes[node as usize];
                for (slot, child) in node.children.into_iter().enumerate() {
                    if child == Child::NONE {
                        continue;
                    }
                    let side = |i: usize| node.planes[i].to_array()[slot];
                    let (min, max) = ([0, 1, 2].map(side), [3, 4, 5].map(side));
                    assert!((0..3).all(|i| low[i] <= min[i] && max[i] <= high[i]));
                    match child.get() {
                        Ok(number) => {
                            found[number as usize] += 1;
                            let b = &all[number as usize].1;
                            assert!((0..3).all(|i| min[i] == b.min[i] as f32));
                            assert!((0..3).all(|i| max[i] == b.max[i] as f32));
                        }
                        Err(below) => open.push((below, min, max)),
                    }
                }
            }
            assert!(found.iter().all(|&times| times == 1));
        }
    }

    #[test]
    fn most_places_of_a_node_are_taken() {
        for how in Build::ALL {
            let leaves = 40 * 40;
            let nodes = Tree::new(landscape(40), how).memory() / size_of::<Node>();
            let taken = (leaves + nodes - 1) as f64 / nodes as f64;
            println!("{how:?}: {taken}");
            assert!(taken > 3.25);
        }
    }
}
