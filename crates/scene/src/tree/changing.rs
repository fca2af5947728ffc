//! A tree whose boxes move, come and go: it is changed where it is.
//!
//! An R-tree (A. Guttman, *R-trees: a dynamic index structure for spatial searching*, 1984) with four children to a node, which begins as
//! the tree that is built. What comes goes down to where the boxes around it grow the least; a node without room becomes two, and so the
//! one above it where that has none, so that no way down becomes longer but all do. What moves stays in its node while its middle is within
//! that, and else comes anew. A box around others is the least that they leave: what is rounded outward stays so.

use super::{Build, Child, Node, Sides, Tree};
use crate::tolerance::{FEW, ROAM, WORN};
use swept_support::Aabb;

/// A tree over boxes that have numbers, and the way up from each.
#[derive(Clone, Debug)]
pub(crate) struct ChangingTree {
    tree: Tree,
    /// Where each node's box is; [`Place::NOWHERE`] for the root's.
    parents: Vec<Place>,
    /// Where the box with each number is; [`Place::NOWHERE`] for those that the tree does not hold.
    leaves: Vec<Place>,
    /// How many boxes there are, and the surface of all nodes but the root, which is how many a cast is likely to look at, in tree units.
    load: Load,
    /// The same when the tree was built.
    built: Load,
}

#[derive(Clone, Copy, Debug)]
struct Load {
    leaves: f64,
    surface: f64,
}

impl Load {
    const NONE: Self = Self {
        leaves: 0.0,
        surface: 0.0,
    };
}

/// One of the four boxes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    node: u32,
    slot: u32,
}

impl Place {
    const NOWHERE: Self = Self {
        node: u32::MAX,
        slot: 0,
    };
}

const ROOT: u32 = 0;

/// A box and what it is around.
type Entry = (Sides, Child);

impl ChangingTree {
    pub(crate) const EMPTY: Self = Self {
        tree: Tree::EMPTY,
        parents: Vec::new(),
        leaves: Vec::new(),
        load: Load::NONE,
        built: Load::NONE,
    };

    /// A tree as by [`Tree::new`], of numbers below `most`.
    pub(crate) fn new(
        numbers: impl Iterator<Item = u32> + Clone,
        box_of: impl Fn(u32) -> Aabb,
        most: usize,
    ) -> Self {
        let tree = Tree::new(numbers, box_of, Build::Balanced);
        let count = tree.nodes.len();
        let mut made = Self {
            tree,
            parents: vec![Place::NOWHERE; count],
            leaves: vec![Place::NOWHERE; most],
            ..Self::EMPTY
        };
        for node in 0..count as u32 {
            for slot in 0..4 {
                let (sides, child) = made.tree.nodes[node as usize].entry(slot);
                if child != Child::NONE {
                    made.load.leaves += f64::from(u8::from(child.get().is_ok()));
                    made.load.surface += surface(sides, child);
                    made.link(child, Place { node, slot });
                }
            }
        }
        made.built = made.load;
        made
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Adds a box with a number that the tree does not hold. False, and nothing changes, where there is no tree yet, or when the box lies too
    /// far from where it was built.
    pub(crate) fn insert(&mut self, number: u32, bounds: &Aabb) -> bool {
        let Some(sides) = self.near(bounds) else {
            return false;
        };
        if self.leaves.len() <= number as usize {
            self.leaves.resize(number as usize + 1, Place::NOWHERE);
        }
        let mut at = ROOT;
        // Down to boxes, and never into room above them: nodes that are halved there would be ever more levels.
        while let Some(Err(below)) = self.tree.nodes[at as usize].least_grown(sides) {
            at = below;
        }
        self.add(at, (sides, Child::leaf(number)));
        self.load.leaves += 1.0;
        true
    }

    /// Changes the box with this number. False, and the tree does not hold it any more, when it lies too far from where the tree was built.
    pub(crate) fn set(&mut self, number: u32, bounds: &Aabb) -> bool {
        if let Some(place) = self.place(number)
            && let Some(sides) = self.near(bounds)
            && self.tree.nodes[place.node as usize].has_middle(sides)
        {
            self.assign(place, (sides, Child::leaf(number)));
            self.climb(place.node);
            return true;
        }
        self.clear(number);
        self.insert(number, bounds)
    }

    /// Takes the box with this number away, and the nodes that hold nothing without it.
    pub(crate) fn clear(&mut self, number: u32) {
        let Some(mut place) = self.place(number) else {
            return;
        };
        self.leaves[number as usize] = Place::NOWHERE;
        self.load.leaves -= 1.0;
        loop {
            self.assign(place, (NOTHING, Child::NONE));
            let (node, above) = (place.node, self.parents[place.node as usize]);
            if above == Place::NOWHERE || !self.tree.nodes[node as usize].is_empty() {
                return self.climb(node);
            }
            place = above;
        }
    }

    fn place(&self, number: u32) -> Option<Place> {
        let place = self.leaves.get(number as usize).copied();
        place.filter(|place| *place != Place::NOWHERE)
    }

    /// A box in tree coordinates, if there is a tree and it lies near enough: the tree's own box then has it.
    fn near(&mut self, bounds: &Aabb) -> Option<Sides> {
        let all = self.tree.bounds.as_mut()?;
        let frame = &self.tree.frame;
        let sides = [frame.lower(&bounds.min), frame.upper(&bounds.max)];
        let is_near = sides.as_flattened().iter().all(|x| x.abs() <= ROAM);
        is_near.then(|| {
            all.min = all.min.inf(&bounds.min);
            all.max = all.max.sup(&bounds.max);
            sides
        })
    }

    /// Puts an entry into a node, or into the halves of it and of those above it that have no room.
    fn add(&mut self, mut at: u32, mut entry: Entry) {
        while self.tree.nodes[at as usize].free().is_none() {
            let half = self.halve(at, entry);
            if at == ROOT {
                // It stays where it is, so that both halves come below it.
                let other = self.grow();
                for slot in 0..4 {
                    let moved = self.tree.nodes[ROOT as usize].entry(slot);
                    self.assign(Place { node: ROOT, slot }, (NOTHING, Child::NONE));
                    self.assign(Place { node: other, slot }, moved);
                }
                let around = self.tree.nodes[other as usize].all();
                self.assign(
                    Place {
                        node: ROOT,
                        slot: 0,
                    },
                    (around, Child::node(other)),
                );
                entry = half;
            } else {
                self.climb(at);
                at = self.parents[at as usize].node;
                entry = half;
            }
        }
        if let Some(slot) = self.tree.nodes[at as usize].free() {
            self.assign(Place { node: at, slot }, entry);
        }
        self.climb(at);
    }

    /// Halves a full node and one entry more, so that the surface of both halves together is the least. One half stays, the other one is a new
    /// node, which belongs nowhere yet.
    fn halve(&mut self, at: u32, entry: Entry) -> Entry {
        let node = &self.tree.nodes[at as usize];
        let all = [
            node.entry(0),
            node.entry(1),
            node.entry(2),
            node.entry(3),
            entry,
        ];
        let around = |part: u32| {
            let some = (0..5).filter(|i| part >> i & 1 == 1);
            some.fold(NOTHING, |sides, i: usize| union(sides, all[i].0))
        };
        // Two of five, the others the rest: each bit an entry.
        let pairs = (0..32_u32).filter(|part| part.count_ones() == 2);
        let cost = |part: &u32| half_area(around(*part)) + half_area(around(!part & 31));
        let goes = pairs
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
            .unwrap_or(3);
        let new = self.grow();
        for slot in 0..4 {
            self.assign(Place { node: at, slot }, (NOTHING, Child::NONE));
        }
        let (mut stay, mut gone) = (0, 0);
        for (i, entry) in all.into_iter().enumerate() {
            let (node, slot) = if goes >> i & 1 == 1 {
                (new, &mut gone)
            } else {
                (at, &mut stay)
            };
            self.assign(Place { node, slot: *slot }, entry);
            *slot += 1;
        }
        (self.tree.nodes[new as usize].all(), Child::node(new))
    }

    /// A new node, without children, that belongs nowhere yet.
    fn grow(&mut self) -> u32 {
        self.tree.nodes.push(Node::empty());
        self.parents.push(Place::NOWHERE);
        self.tree.nodes.len() as u32 - 1
    }

    /// Has this entry at a place, in place of what was there.
    fn assign(&mut self, place: Place, (sides, child): Entry) {
        let node = &mut self.tree.nodes[place.node as usize];
        let (old, before) = node.entry(place.slot);
        node.set(place.slot as usize, sides[0], sides[1], child);
        self.load.surface += surface(sides, child) - surface(old, before);
        self.link(child, place);
    }

    /// Notes where a child is.
    fn link(&mut self, child: Child, place: Place) {
        let known = match child.get() {
            _ if child == Child::NONE => None,
            Ok(number) => self.leaves.get_mut(number as usize),
            Err(node) => self.parents.get_mut(node as usize),
        };
        if let Some(known) = known {
            *known = place;
        }
    }

    /// Has the boxes around a node that has changed, up to the root, hold what it holds.
    fn climb(&mut self, mut at: u32) {
        loop {
            let (place, sides) = (
                self.parents[at as usize],
                self.tree.nodes[at as usize].all(),
            );
            if place == Place::NOWHERE {
                return;
            }
            let (old, child) = self.tree.nodes[place.node as usize].entry(place.slot);
            if old == sides {
                return;
            }
            self.assign(place, (sides, child));
            at = place.node;
        }
    }

    /// Whether casts are likely to look at so many more nodes than when it was built, for as many boxes, that it is worth building anew.
    pub(crate) fn is_worn(&self) -> bool {
        let leaves = self.load.leaves;
        let more = (leaves / self.built.leaves).max(1.0);
        let nodes = self.tree.nodes.len() as f64;
        self.load.surface > WORN * self.built.surface * more || nodes > WORN * leaves + FEW as f64
    }
}

/// The box of nothing.
const NOTHING: Sides = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

/// The box around two.
pub(super) fn union([mut low, mut high]: Sides, [min, max]: Sides) -> Sides {
    for i in 0..3 {
        low[i] = low[i].min(min[i]);
        high[i] = high[i].max(max[i]);
    }
    [low, high]
}

/// What an entry adds to a tree's surface: nodes do.
fn surface(sides: Sides, child: Child) -> f64 {
    match child.get() {
        Err(_) => half_area(sides),
        Ok(_) => 0.0,
    }
}

/// Half the surface of a box; 0 of an empty one.
pub(super) fn half_area([low, high]: Sides) -> f64 {
    let side = |i: usize| f64::from((high[i] - low[i]).max(0.0));
    let (x, y, z) = (side(0), side(1), side(2));
    x * y + y * z + z * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Point3, Vector3};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Walks down from the root: each box of a node is the least around what it leads to, which is all boxes that are left, each once, and
    /// where they are noted to be; nothing is empty; what is counted is what there is. How many nodes lie above a box, at most.
    fn assert_whole(tree: &ChangingTree, boxes: &[Option<Aabb>]) -> u32 {
        let (nodes, frame) = (&tree.tree.nodes, &tree.tree.frame);
        let (mut found, mut area, mut deepest) = (0_u32, 0.0, 0);
        let mut open = vec![(ROOT, 1)];
        while let Some((at, depth)) = open.pop() {
            deepest = deepest.max(depth);
            for slot in 0..4 {
                let place = Place { node: at, slot };
                let (sides, child) = nodes[at as usize].entry(slot);
                match child.get() {
                    _ if child == Child::NONE => assert_eq!(sides, NOTHING),
                    Ok(leaf) => {
                        let own = boxes[leaf as usize].unwrap();
                        assert_eq!(sides, [frame.lower(&own.min), frame.upper(&own.max)]);
                        assert_eq!(tree.leaves[leaf as usize], place);
                        let all = tree.tree.bounds.unwrap();
                        let holds = |i| all.min[i] <= own.min[i] && own.max[i] <= all.max[i];
                        assert!((0..3).all(holds));
                        found += 1;
                    }
                    Err(below) => {
                        let node = &nodes[below as usize];
                        assert!(sides == node.all() && !node.is_empty());
                        assert_eq!(tree.parents[below as usize], place);
                        area += half_area(sides);
                        open.push((below, depth + 1));
                    }
                }
            }
        }
        assert_eq!(found as usize, boxes.iter().flatten().count());
        let load = &tree.load;
        let rounding = f64::EPSILON * 1e4 * (tree.built.surface + area);
        assert!((load.surface - area).abs() <= rounding, "{load:?} {area}");
        assert_eq!(load.leaves, f64::from(found));
        deepest
    }

    fn around(at: [f64; 3], half: f64) -> Aabb {
        let (at, half) = (Point3::from(at), Vector3::repeat(half));
        Aabb {
            min: at - half,
            max: at + half,
        }
    }

    fn of(boxes: &[Aabb]) -> ChangingTree {
        let numbers = 0..boxes.len() as u32;
        ChangingTree::new(numbers, |i| boxes[i as usize], boxes.len())
    }

    #[test]
    fn a_tree_of_boxes_that_move_come_and_go_stays_whole() {
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        let mut some = |far: f64| {
            let at = [0; 3].map(|_| rng.random_range(-far..far));
            around(at, rng.random_range(0.0..1.0))
        };
        let first: Vec<_> = (0..300).map(|_| some(16.0)).collect();
        let mut tree = of(&first);
        let mut boxes: Vec<_> = first.into_iter().map(Some).collect();
        assert_whole(&tree, &boxes);
        // Many come and go; then all go, and come again.
        for step in 0..6_000_u32 {
            let number = step.wrapping_mul(7919) % 300;
            let place = &mut boxes[number as usize];
            // Now and then one goes far beyond where the tree was built.
            let far = if step % 97 == 0 { 1e4 } else { 20.0 };
            let to = some(far);
            if step % 3 == 0 || (3_000..3_300).contains(&step) {
                tree.clear(number);
                *place = None;
            } else {
                let stays = if place.is_some() {
                    tree.set(number, &to)
                } else {
                    tree.insert(number, &to)
                };
                assert_eq!(stays, far < 1e4, "{step}");
                *place = stays.then_some(to);
            }
            if step % 50 == 0 || step == 3_299 {
                assert_whole(&tree, &boxes);
            }
        }
        assert!(boxes.iter().flatten().count() > 100);
    }

    /// One after the other along a row, at one place, and row by row: no way down becomes as long as a chain. Each node has two entries at
    /// least, so that twelve nodes one above the other have 4,096 boxes.
    #[test]
    fn what_comes_in_order_makes_no_chain() {
        let far = [[-1e3, 0.0, 0.0], [1e3, 0.0, 0.0]].map(|at| around(at, 1.0));
        let row = |i: u32| [f64::from(i), 0.0, 0.0];
        let rows = |i: u32| [f64::from(i % 60), f64::from(i / 60), 0.0];
        let orders: [fn(u32) -> [f64; 3]; 3] = [row, |_| [0.0; 3], rows];
        for order in orders {
            let (mut tree, mut boxes) = (of(&far), far.map(Some).to_vec());
            for i in 0..3_000 {
                let one = around(order(i).map(|x| 0.1 * x), 0.05);
                assert!(tree.insert(boxes.len() as u32, &one));
                boxes.push(Some(one));
            }
            let deepest = assert_whole(&tree, &boxes);
            assert!(deepest <= 12, "{deepest}");
        }
    }

    /// A thousand marbles in a box of ten units, in a world of ten thousand: they are shuffled, and boxes of nodes that are a part of what all
    /// is are as small as if the tree had been built of them.
    #[test]
    fn what_is_shuffled_in_a_corner_of_the_world_is_found_as_soon() {
        let mut rng = ChaCha8Rng::seed_from_u64(37);
        let mut any = |far: f64| [0; 3].map(|_| rng.random_range(-far..far));
        let far: Vec<_> = (0..24).map(|_| around(any(1e4), 5.0)).collect();
        let marbles: Vec<_> = (0..1_000).map(|_| around(any(5.0), 0.05)).collect();
        let mut boxes = [far.clone(), marbles].concat();
        let mut tree = of(&boxes);
        for (number, place) in (0..).zip(&mut boxes).skip(far.len()) {
            *place = around(any(5.0), 0.05);
            assert!(tree.set(number, place));
        }
        // How many nodes hold a point, on an average.
        let mut looked_at = |tree: &ChangingTree| {
            let mut count = 0;
            for _ in 0..500 {
                let at = any(5.0).map(|x| x / 2.0);
                let point = tree.tree.frame.place(&at.into()).map(|x| x as f32);
                let mut open = vec![ROOT];
                while let Some(node) = open.pop() {
                    count += 1;
                    for slot in 0..4 {
                        let ([low, high], child) = tree.tree.nodes[node as usize].entry(slot);
                        let is_in = (0..3).all(|i| (low[i]..=high[i]).contains(&point[i]));
                        open.extend(child.get().err().filter(|_| is_in));
                    }
                }
            }
            f64::from(count) / 500.0
        };
        let (changed, built) = (looked_at(&tree), looked_at(&of(&boxes)));
        assert!(changed < 2.5 * built, "{changed} {built}");
    }

    #[test]
    fn a_tree_is_worn_once_what_was_near_is_far_apart() {
        let at = |x: f64| around([x, 0.0, 0.0], 0.5);
        let row: Vec<_> = (0..64).map(|i| at(f64::from(2 * i))).collect();
        let mut tree = of(&row);
        for i in 0..64 {
            assert!(tree.set(i, &at(f64::from(2 * i) + 0.5)));
        }
        assert!(!tree.is_worn());
        // All over the room that there is.
        for i in 0..64 {
            let far = f64::from(i * 37 % 64);
            assert!(tree.set(i, &around([far, 3.0 * far, -2.0 * far], 0.5)));
        }
        assert!(tree.is_worn());
    }
}
