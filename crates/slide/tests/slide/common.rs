//! What several tests use: movers, worlds, and the check that nothing overlaps.

use nalgebra::{Isometry3, Point3, Unit, Vector3};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::Distance;
use swept_scene::{HeightField, Motion, Object, Query, Scene, SubShape, TriangleMesh};
use swept_support::{Capsule, ConvexHull, Cuboid, Ellipsoid, Placed, Real, Sphere, Support};

/// A capsule, a box, an ellipsoid, a hull and a sphere, each about 1 high.
pub fn movers<T: Real>() -> Vec<Arc<dyn Support>> {
    let t = T::nearest;
    let corners = (0..16).map(|i| {
        let (a, b) = (f64::from(i) * 2.4, f64::from(i) * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()).map(|x| t(0.5 * x))
    });
    vec![
        Arc::new(Capsule::new(t(0.25), t(0.25)).unwrap()),
        Arc::new(Cuboid::new([t(0.25), t(0.5), t(0.3)]).unwrap()),
        Arc::new(Ellipsoid::new([t(0.25), t(0.5), t(0.25)]).unwrap()),
        Arc::new(ConvexHull::new(corners).unwrap()),
        Arc::new(Sphere::new(t(0.4)).unwrap()),
    ]
}

pub fn placed<'a, T: Real>(
    shape: &'a dyn Support,
    pose: &Isometry3<T>,
) -> Placed<T, &'a dyn Support> {
    Placed::new(shape, *pose).unwrap()
}

/// Rolling ground, so far across, of 3,200 triangles.
pub fn ground(across: f64) -> Object<f64> {
    rolling_ground(across, 0.3)
}

/// The same with hills of this height.
pub fn rolling_ground(across: f64, high: f64) -> Object<f64> {
    let n = 40;
    let at = |i: u32| {
        let [x, z] = [i / (n + 1), i % (n + 1)].map(|k| across * (f64::from(k) / 40.0 - 0.5));
        Point3::new(x, high * (1.4 * x).sin() * (1.8 * z).cos(), z)
    };
    let cells = (0..n * n).map(|k| k / n * (n + 1) + k % n);
    let triangles = cells.flat_map(|a| [[a, a + 1, a + n + 1], [a + n + 2, a + n + 1, a + 1]]);
    let corners = (0..(n + 1) * (n + 1)).map(at);
    Object::new(TriangleMesh::new(corners.collect(), triangles.collect()).unwrap())
}

/// A vector of any direction, of a length up to 1.
pub fn vector(rng: &mut ChaCha8Rng) -> Vector3<f64> {
    loop {
        let v: Vector3<f64> = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm()) {
            return v;
        }
    }
}

/// How the mover stands to the scene, by distances of its own: the deepest overlap, or the nearest thing within `within`.
pub fn clearance<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, &dyn Support>,
    within: f64,
) -> Option<Distance<T>> {
    let rest = Motion::at_rest(mover.as_ref()).unwrap();
    let found = scene.distance(&rest, T::nearest(within), &Query::default());
    found.map(|near| near.distance)
}

/// What the shape overlaps at a pose, and how deep.
pub fn overlaps<T: Real>(
    scene: &Scene<T>,
    shape: &dyn Support,
    pose: &Isometry3<T>,
) -> BTreeMap<SubShape, f64> {
    let mut all = BTreeMap::new();
    let rest = Motion::at_rest(placed(shape, pose)).unwrap();
    scene.near_shapes(&rest, T::zero(), &Query::default(), |of, distance| {
        if let Distance::Overlap(overlap) = distance {
            all.insert(of, overlap.depth.to_f64());
        }
        ControlFlow::Continue(())
    });
    all
}

/// The normals of all that is within a distance: as measured, and freed of internal edges.
pub fn normals_near<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, &dyn Support>,
    within: f64,
) -> Vec<Unit<Vector3<T>>> {
    let mut normals = Vec::new();
    let rest = Motion::at_rest(mover.as_ref()).unwrap();
    scene.near(&rest, T::nearest(within), &Query::default(), |near| {
        normals.push(near.distance.normal());
        ControlFlow::Continue(())
    });
    normals
}

/// A box as a mesh of twelve triangles, its faces outward, or inward when `inside_out`.
pub fn box_mesh<T: Real>(half: [f64; 3], inside_out: bool) -> TriangleMesh<T> {
    let corner = |i: u32| {
        let side = |bit: u32, h: f64| if i >> bit & 1 == 1 { h } else { -h };
        Point3::new(side(0, half[0]), side(1, half[1]), side(2, half[2])).map(T::nearest)
    };
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| {
        if inside_out {
            [[a, c, b], [a, d, c]]
        } else {
            [[a, b, c], [a, c, d]]
        }
    });
    TriangleMesh::new((0..8).map(corner).collect(), triangles.collect()).unwrap()
}

/// A closed room of side 12 about the origin with things in it: boxes at any angle and flush with the floor, wedges that
/// leave acute corners, hills, spheres, pillars, stairs.
pub fn level<T: Real>(rng: &mut ChaCha8Rng) -> Scene<T> {
    let t = T::nearest;
    let mut scene = Scene::new();
    let mut add = |object: Object<T>| {
        scene.insert(object).unwrap();
    };
    add(Object::new(box_mesh([6.0; 3], true)));
    let mut r = |low: f64, high: f64| rng.random_range(low..high);
    for i in 0..24 {
        let at = Vector3::new(r(-5.0, 5.0), -5.0 + r(0.0, 3.0), r(-5.0, 5.0));
        let turn = if i % 3 == 0 {
            Vector3::zeros()
        } else {
            Vector3::new(r(-3.0, 3.0), r(-3.0, 3.0), r(-3.0, 3.0))
        };
        let pose = Isometry3::new(at.map(t), turn.map(t));
        let half = [r(0.1, 1.0), r(0.1, 1.0), r(0.1, 1.0)];
        match i % 5 {
            0 | 1 => add(Object::new(Cuboid::new(half.map(t)).unwrap()).at(pose)),
            2 => add(Object::new(box_mesh(half, false)).at(pose)),
            3 => add(Object::new(Sphere::new(t(half[0])).unwrap()).at(pose)),
            _ => add(Object::new(Capsule::new(t(half[0]), t(0.5 * half[1])).unwrap()).at(pose)),
        }
    }
    for step in 0..6 {
        let high = 0.2 * f64::from(step + 1);
        let at = [
            t(-5.5 + 0.4 * f64::from(step)),
            t(-6.0 + 0.5 * high),
            t(5.0),
        ];
        add(Object::new(Cuboid::new([t(0.2), t(0.5 * high), t(1.0)]).unwrap()).at(at));
    }
    let heights = (0..81).map(|_| t(r(0.0, 0.6))).collect();
    let hills = HeightField::new(9, 9, heights, [t(0.5), t(1.0), t(0.5)]).unwrap();
    add(Object::new(hills).at([t(1.0), t(-6.2), t(1.0)]));
    scene
}
