use super::*;
use crate::tree::{Frame, Guide, Nodes, Numbers, Ray, Tree, walk};
use nalgebra::{Point3, Vector3};
use std::cell::Cell;
use swept_support::Aabb;

/// A tree of the cells of a hilly landscape, n to a side: all of a size, wherever the hills are.
fn landscape(n: u32, how: Build) -> Tree {
    Tree::new(0..n * n, |k| cell(n, k), how)
}

fn cell(n: u32, k: u32) -> Aabb {
    let (x, z) = (f64::from(k / n), f64::from(k % n));
    let y = 3.0 * (0.7 * x).sin() * (0.9 * z).cos();
    let min = Point3::new(x, y, z);
    let max = min + Vector3::repeat(1.0);
    Aabb { min, max }
}

/// A tree that counts how often it is looked at.
struct Counted {
    tree: Tree,
    /// Whether memory is said to be waited for.
    far: bool,
    looks: Cell<u32>,
}

impl Counted {
    fn new(tree: Tree) -> Self {
        Self {
            tree,
            far: false,
            looks: Cell::new(0),
        }
    }
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
    fn are_far(&self) -> bool {
        self.far
    }
    fn fetch(&self, children: [Child; 4]) {
        self.tree.fetch(children);
    }
}

/// A cast at a landscape that is n wide, from above at a slant.
fn slanting(i: u32, n: u32, frame: &Frame) -> Ray {
    let at = |step: f64| (f64::from(i) * step).fract() * f64::from(n - 8) + 2.0;
    let min = Point3::new(at(0.618), 8.0, at(0.733));
    let max = min + Vector3::repeat(0.5);
    Ray::new(&Aabb { min, max }, &Vector3::new(4.0, -12.0, 3.0), frame)
}

/// Nodes looked at per cast, from above at a slant.
fn looks(n: u32, how: Build) -> f64 {
    let counted = Counted::new(landscape(n, how));
    let casts = 500;
    for i in 0..casts {
        let ray = slanting(i, n, counted.frame());
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

/// Nodes that are opened ahead of their turn change nothing of what is visited, nor in which order, while the limit falls.
#[test]
fn what_is_opened_ahead_comes_in_its_turn() {
    let n = 64;
    for how in Build::ALL {
        let mut counted = Counted::new(landscape(n, how));
        let mut looks = [0; 2];
        for i in 0..500 {
            let ray = slanting(i, n, counted.frame());
            let [one, other] = [false, true].map(|far| {
                counted.far = far;
                counted.looks.set(0);
                let mut visits = vec![];
                walk(&counted, &ray, 1.0, |leaf, _| {
                    visits.push(leaf);
                    1.0 - 0.02 * (i % 8 * visits.len() as u32) as f32
                });
                looks[usize::from(far)] += counted.looks.get();
                visits
            });
            assert!(!one.is_empty());
            assert_eq!(one, other, "{how:?} {i}");
        }
        println!("{how:?}: {looks:?} nodes");
        // Some of them for nothing.
        assert!(looks[0] < looks[1] && looks[1] < 2 * looks[0]);
    }
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
    let row = |i| [[i as f32, 0.0, 0.0], [i as f32 + 1.0, 0.0, 1.0]];
    let heap = |_| [[0.0; 3], [1.0; 3]];
    for sides in [row, heap] as [fn(u32) -> Sides; 2] {
        for how in Build::ALL {
            let nodes = build(0..count, sides, how);
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
        let sides = |k| {
            let Aabb { min, max } = cell(20, k);
            [min, max].map(|p| p.map(|x| x as f32).coords.into())
        };
        let nodes = build(0..count, sides, how);
        let mut found = vec![0; count as usize];
        let mut open = vec![(0, [f32::NEG_INFINITY; 3], [f32::INFINITY; 3])];
        while let Some((node, low, high)) = open.pop() {
            let node: &Node = &nodes[node as usize];
            for (slot, child) in node.children.into_iter().enumerate() {
                if child == Child::NONE {
                    continue;
                }
                let planes = node.planes.map(|planes| planes.map(|x| x.to_array()[slot]));
                let (min, max) = (planes.map(|[least, _]| least), planes.map(|[_, most]| most));
                assert!((0..3).all(|i| low[i] <= min[i] && max[i] <= high[i]));
                match child.get() {
                    Ok(number) => {
                        found[number as usize] += 1;
                        assert_eq!([min, max], sides(number));
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
        let nodes = landscape(40, how).memory() / size_of::<Node>();
        let taken = (leaves + nodes - 1) as f64 / nodes as f64;
        println!("{how:?}: {taken}");
        assert!(taken > 3.25);
    }
}
