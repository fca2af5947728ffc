//! A tree whose boxes move, come and go: they are changed where they are, and those around them after them, up to the root.
//!
//! What comes goes down to where the boxes around it grow the least, as in the trees of E. Catto, *Dynamic Bounding Volume Hierarchies* (2019),
//! but that there are four children to a node and nothing is rotated: how much larger than at first the nodes have become tells when to build
//! anew.

use super::{Build, Child, Node, Tree};
use crate::tolerance::{FEW, ROAM, WORN};
use swept_support::Aabb;

/// A tree over boxes that have numbers, and the way up from each.
#[derive(Clone, Debug)]
pub(crate) struct ChangingTree {
    tree: Tree,
    /// Where each node's box is.
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
        let mut parents = vec![Place::NOWHERE; tree.nodes.len()];
        let mut leaves = vec![Place::NOWHERE; most];
        let mut load = Load::NONE;
        for (node, at) in tree.nodes.iter().zip(0..) {
            for (slot, child) in (0..4).zip(node.children) {
                let place = Place { node: at, slot };
                match child.get() {
                    Ok(leaf) => {
                        if let Some(leaf) = leaves.get_mut(leaf as usize) {
                            *leaf = place;
                            load.leaves += 1.0;
                        }
                    }
                    Err(below) => {
                        if let Some(parent) = parents.get_mut(below as usize) {
                            *parent = place;
                            load.surface += half_area(node.sides(slot as usize));
                        }
                    }
                }
            }
        }
        Self {
            tree,
            parents,
            leaves,
            load,
            built: load,
        }
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
        let mut at = 0;
        while let Some(node) = self.tree.nodes.get_mut(at as usize) {
            let (free, child) = (node.free(), node.least_grown(sides));
            match (free, child) {
                // Beside what it is not within, or a lone box.
                (Some(slot), Some((_, growth, child))) if growth > 0.0 || child.get().is_ok() => {
                    return self.put(number, Place { node: at, slot }, sides);
                }
                (Some(slot), None) => return self.put(number, Place { node: at, slot }, sides),
                (_, Some((slot, _, child))) => match child.get() {
                    Err(below) => at = below,
                    Ok(leaf) => return self.split(Place { node: at, slot }, leaf, number, sides),
                },
                (None, None) => return false,
            }
        }
        false
    }

    /// Puts a box where there is room.
    fn put(&mut self, number: u32, place: Place, sides: [[f32; 3]; 2]) -> bool {
        self.tree.nodes[place.node as usize].children[place.slot as usize] = Child::leaf(number);
        self.leaves[number as usize] = place;
        self.load.leaves += 1.0;
        self.climb(place, sides);
        true
    }

    /// Puts a box where there is another one: in the place of that comes a node with both.
    fn split(&mut self, place: Place, leaf: u32, number: u32, sides: [[f32; 3]; 2]) -> bool {
        let new = self.tree.nodes.len();
        if new >= Child::MOST {
            return false;
        }
        let old = &mut self.tree.nodes[place.node as usize];
        let [min, max] = old.sides(place.slot as usize);
        old.set_sides(place.slot as usize, NOTHING);
        old.children[place.slot as usize] = Child::node(new as u32);
        let mut node = Node::empty();
        node.set(0, min, max, Child::leaf(leaf));
        node.set(1, sides[0], sides[1], Child::leaf(number));
        let around = node.all();
        self.tree.nodes.push(node);
        self.parents.push(place);
        let places = [(leaf, 0), (number, 1)];
        for (number, slot) in places {
            self.leaves[number as usize] = Place {
                node: new as u32,
                slot,
            };
        }
        self.load.leaves += 1.0;
        self.climb(place, around);
        true
    }

    /// Changes the box with this number. False, and the tree does not hold it any more, when it lies too far from where the tree was built.
    pub(crate) fn set(&mut self, number: u32, bounds: &Aabb) -> bool {
        match (self.near(bounds), self.place(number)) {
            (Some(sides), Some(place)) => {
                self.climb(place, sides);
                true
            }
            _ => {
                self.clear(number);
                false
            }
        }
    }

    /// Takes the box with this number away.
    pub(crate) fn clear(&mut self, number: u32) {
        let Some(place) = self.place(number) else {
            return;
        };
        self.leaves[number as usize] = Place::NOWHERE;
        self.climb(place, NOTHING);
        self.tree.nodes[place.node as usize].children[place.slot as usize] = Child::NONE;
        self.load.leaves -= 1.0;
    }

    fn place(&self, number: u32) -> Option<Place> {
        let place = self.leaves.get(number as usize).copied();
        place.filter(|place| *place != Place::NOWHERE)
    }

    /// A box in tree coordinates, if there is a tree and it lies near enough: the tree's own box then has it.
    fn near(&mut self, bounds: &Aabb) -> Option<[[f32; 3]; 2]> {
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

    /// Changes the box at a place. A box around others is the least that they leave: what is rounded outward stays so.
    fn climb(&mut self, mut place: Place, mut sides: [[f32; 3]; 2]) {
        while let Some(node) = self.tree.nodes.get_mut(place.node as usize) {
            let slot = place.slot as usize;
            let old = node.sides(slot);
            if old == sides {
                return;
            }
            node.set_sides(slot, sides);
            if node.children[slot].get().is_err() {
                self.load.surface += half_area(sides) - half_area(old);
            }
            sides = node.all();
            place = self.parents[place.node as usize];
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
const NOTHING: [[f32; 3]; 2] = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

/// Half the surface of a box; 0 of an empty one.
pub(super) fn half_area([low, high]: [[f32; 3]; 2]) -> f64 {
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

    /// Each box of a node is the least around what it leads to, and that is all boxes that are left; and what is counted of them is what
    /// they have.
    fn assert_whole(tree: &ChangingTree, boxes: &[Option<Aabb>]) {
        let (nodes, frame) = (&tree.tree.nodes, &tree.tree.frame);
        let (mut found, mut surface) = (0_u32, 0.0);
        for node in nodes {
            for slot in 0..4 {
                let sides = node.sides(slot);
                if node.children[slot] == Child::NONE {
                    assert_eq!(sides, NOTHING);
                    continue;
                }
                match node.children[slot].get() {
                    Ok(leaf) => {
                        let own = boxes[leaf as usize].unwrap();
                        assert_eq!(sides, [frame.lower(&own.min), frame.upper(&own.max)]);
                        let all = tree.tree.bounds.unwrap();
                        assert!(
                            (0..3).all(|i| all.min[i] <= own.min[i] && own.max[i] <= all.max[i])
                        );
                        found += 1;
                    }
                    Err(below) => {
                        assert_eq!(sides, nodes[below as usize].all());
                        surface += half_area(sides);
                    }
                }
            }
        }
        assert_eq!(found as usize, boxes.iter().flatten().count());
        let rounding = f64::EPSILON * 1e4 * surface;
        let load = &tree.load;
        assert!(
            (load.surface - surface).abs() <= rounding,
            "{load:?} {surface}"
        );
        assert_eq!(load.leaves, f64::from(found));
    }

    #[test]
    fn a_tree_of_boxes_that_move_come_and_go_stays_whole() {
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        let mut some = |far: f64| {
            let at = Point3::from(Vector3::from_fn(|_, _| rng.random_range(-far..far)));
            let half = Vector3::from_fn(|_, _| rng.random_range(0.0..1.0));
            Aabb {
                min: at - half,
                max: at + half,
            }
        };
        let mut boxes: Vec<_> = (0..300).map(|_| Some(some(16.0))).collect();
        let numbers = 0..boxes.len() as u32;
        let box_of = |i: u32| boxes[i as usize].unwrap();
        let mut tree = ChangingTree::new(numbers, box_of, boxes.len());
        assert_whole(&tree, &boxes);
        for step in 0..4000_u32 {
            let number = step.wrapping_mul(7919) % 300;
            let place = &mut boxes[number as usize];
            // Now and then one goes far beyond where the tree was built, or is taken away; and most come back.
            let far = if step % 97 == 0 { 1e4 } else { 20.0 };
            let to = some(far);
            if step % 101 == 0 {
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
            if step % 50 == 0 {
                assert_whole(&tree, &boxes);
            }
        }
        assert!(boxes.iter().flatten().count() > 200);
    }

    #[test]
    fn a_tree_is_worn_once_what_was_near_is_far_apart() {
        let at = |x: f64| Aabb {
            min: Point3::new(x, 0.0, 0.0),
            max: Point3::new(x + 1.0, 1.0, 1.0),
        };
        let mut tree = ChangingTree::new(0..64, |i| at(f64::from(2 * i)), 64);
        for i in 0..64 {
            assert!(tree.set(i, &at(f64::from(2 * i) + 0.5)));
        }
        assert!(!tree.is_worn());
        for i in 0..64 {
            assert!(tree.set(i, &at(f64::from(2 * (i * 37 % 64)))));
        }
        assert!(tree.is_worn());
    }
}
