use super::*;
use crate::linear::Linear;
use crate::{Motion, Object, TriangleMesh};
use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_support::{ConvexHull, Cuboid};

/// Notes the numbers of the pairs that it is shown, and lets all of them come.
#[derive(Default)]
struct Numbers(Vec<f64>);

impl<T: Real> Pairs<T> for Numbers {
    fn limit(&self) -> f64 {
        1.0
    }

    fn pair<B: Support>(
        &mut self,
        _: Address,
        _: &Placed<T, B>,
        first: f64,
        _: &PosedTriangle<'_>,
    ) {
        self.0.push(first);
    }
}

/// Triangles of sizes from 1 to 20, strewn over a space of 100 by 100 by 100: boxes of a tree that overlap at all levels.
fn strewn(rng: &mut ChaCha8Rng) -> TriangleMesh<f32> {
    let mut corners = Vec::new();
    for _ in 0..400 {
        let mut any = |range: f32| Vector3::from_fn(|_, _| rng.random_range(-range..range));
        let (middle, size) = (any(50.0), 1.0 + any(19.0).x.abs());
        corners.extend((0..3).map(|_| Point3::from(middle + any(1.0) * size)));
    }
    let triangles = (0..400).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    TriangleMesh::new(corners, triangles.collect()).unwrap()
}

/// Of how many pairs, on 1,000 ways through the triangles, and how many came after one with a higher number.
fn shown(shape: &impl Support) -> (usize, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let scene = Scene::of([Object::new(strewn(&mut rng))]).unwrap();
    let query = Query::default();
    let (mut all, mut late) = (0, 0);
    for _ in 0..1_000 {
        let mut any = || Vector3::from_fn(|_, _| rng.random_range(-50.0..50.0));
        let (start, end): (Vector3<f32>, Vector3<f32>) = (any() * 2.0, any());
        let moving = Placed::new(shape, Isometry3::new(start, any())).unwrap();
        let motion = Motion::new(moving, end - start).unwrap();
        let mut numbers = Numbers::default();
        let probe = Linear::new(&scene, &motion, &query);
        visit(&scene, &probe, &query, &mut numbers);
        all += numbers.0.len();
        late += numbers.0.windows(2).filter(|two| two[1] < two[0]).count();
    }
    (all, late)
}

#[test]
fn pairs_come_in_the_order_of_their_numbers() {
    let (all, late) = shown(&Cuboid::new([0.5, 0.3, 0.4]).unwrap());
    assert!(all > 1_000, "{all}");
    assert_eq!(late, 0);
}

/// A triangle whose plane is met beyond it lets others come first that are met within a pause from it: here there are none.
#[test]
fn so_do_those_that_wait_for_what_their_planes_tell() {
    let corners = [
        [1.0, 0.0, 0.0],
        [-0.4, 0.8, 0.1],
        [-0.3, -0.9, 0.2],
        [0.1, 0.2, 0.7],
    ];
    let (all, late) = shown(&ConvexHull::new(corners).unwrap());
    assert!(all > 1_000, "{all}");
    assert_eq!(late, 0);
}
