//! Smooth floors of triangles: no normal off the plane.

use crate::common::{direction, number, pose, shapes};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use swept_cast::{Turn, TurningOptions};
use swept_scene::{
    HeightField, Motion, Object, Query, Scene, SceneOutcome, TriangleMesh, TurningMotion,
};
use swept_support::{ConvexHull, Cuboid, Cylinder, Placed, Real, Support};

const HALF: f64 = 8.0;

/// A square floor of side 16 in the plane y = 0, cut in cells of all sizes.
fn floor<T: Real>(rng: &mut ChaCha8Rng) -> TriangleMesh<T> {
    let lines = |rng: &mut ChaCha8Rng| {
        let mut lines: Vec<f64> = (0..15).map(|_| rng.random_range(-HALF..HALF)).collect();
        lines.extend([-HALF, -1.0, 0.0, 1.0, HALF]);
        lines.sort_by(f64::total_cmp);
        lines
    };
    let (x, z) = (lines(rng), lines(rng));
    let at = |i: usize, j: usize| Point3::new(x[i], 0.0, z[j]).map(T::nearest);
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..x.len() - 1 {
        for j in 0..z.len() - 1 {
            let n = points.len() as u32;
            // Vertices of its own for every cell, and either diagonal.
            points.extend([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
            let k = u32::from(rng.random_bool(0.5));
            triangles.push([n + k, n + k + 1, n + k + 2]);
            triangles.push([n + k, n + k + 2, n + (k + 3) % 4]);
        }
    }
    TriangleMesh::new(points, triangles).unwrap()
}

/// The greatest angle, in degrees, of landings on a floor whose plane has this normal.
fn land<T: Real>(scene: &Scene<T>, frame: &Isometry3<T>, casts: usize, seed: u64) -> f64 {
    let query = Query::default();
    land_by(frame, casts, seed, |motion, _| {
        scene.cast_closest(&motion, &query)
    })
}

/// The same of what turns on its way.
fn land_turning<T: Real>(scene: &Scene<T>, frame: &Isometry3<T>, casts: usize, seed: u64) -> f64 {
    let (query, options) = (Query::default(), TurningOptions::default());
    land_by(frame, casts, seed, |motion, rng| {
        let turn = Turn::by((direction(rng) * rng.random_range(0.0..3.0)).map(T::nearest));
        let motion = TurningMotion::new(motion, turn).unwrap();
        scene.cast_turning(&motion, &query, &options)
    })
}

/// The same by any kind of cast, which may draw more of its motion.
fn land_by<T: Real>(
    frame: &Isometry3<T>,
    casts: usize,
    seed: u64,
    cast: impl Fn(Motion<T, Arc<dyn Support>>, &mut ChaCha8Rng) -> SceneOutcome<T>,
) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shapes = shapes::<T>();
    let up = (frame.rotation * Vector3::y()).map(Real::to_f64);
    let (mut worst, mut hits) = (0.0_f64, 0);
    for case in 0..casts {
        let shape = Arc::clone(&shapes[case % shapes.len()]);
        let mut from = pose::<T>(&mut rng, [4.0; 3]);
        if case % 3 == 0 {
            // Upright, on the lines of the floor.
            let x = f64::from(rng.random_range(-2..=2));
            from = Isometry3::translation(T::nearest(x), T::zero(), T::nearest(0.5 * x));
        }
        from.translation.y = T::nearest(rng.random_range(1.8..3.0));
        let mut way = direction(&mut rng) * 4.0;
        way.y = -[0.02, 0.5, 8.0][case % 3] - way.y.abs();
        let moving = Placed::new(shape, frame * from).unwrap();
        let way = frame.rotation * way.map(T::nearest);
        let motion = Motion::new(moving, way).unwrap();
        match cast(motion, &mut rng) {
            SceneOutcome::Hit(hit) => {
                hits += 1;
                for normal in [hit.place.normal, hit.place.face_normal] {
                    let normal = normal.map(Real::to_f64);
                    let angle = normal.cross(&up).norm().atan2(normal.dot(&up)).to_degrees();
                    worst = worst.max(angle);
                }
            }
            SceneOutcome::Miss => {}
            other => panic!("case {case}: {other:?}"),
        }
    }
    assert!(hits > casts / 3, "{hits} hits");
    println!("{hits} hits, {worst} degrees at worst");
    worst
}

/// Casts on each floor: `SWEPT_CASTS` in all, of twelve floors.
fn casts() -> usize {
    number("SWEPT_CASTS", 60_000).div_ceil(12)
}

#[test]
fn landings_on_a_floor_of_triangles_have_its_normal() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for case in 0..4 {
        let frame = if case == 0 {
            Isometry3::identity()
        } else {
            pose(&mut rng, [20.0; 3])
        };
        let scene = Scene::of([Object::new(floor::<f64>(&mut rng)).at(frame)]).unwrap();
        assert!(land(&scene, &frame, casts(), case) < 0.01);
        let frame = frame.cast::<f32>();
        let scene = Scene::of([Object::new(floor::<f32>(&mut rng)).at(frame)]).unwrap();
        assert!(land(&scene, &frame, casts(), case) < 0.01);
    }
}

#[test]
fn landings_of_what_turns_have_the_floor_s_normal() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for case in 0..2 {
        let frame = pose(&mut rng, [20.0; 3]);
        let scene = Scene::of([Object::new(floor::<f64>(&mut rng)).at(frame)]).unwrap();
        assert!(land_turning(&scene, &frame, casts() / 10, case) < 0.01);
        let frame = frame.cast::<f32>();
        let scene = Scene::of([Object::new(floor::<f32>(&mut rng)).at(frame)]).unwrap();
        assert!(land_turning(&scene, &frame, casts() / 10, case) < 0.01);
    }
}

#[test]
fn landings_across_the_cells_of_a_height_field_have_its_normal() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for case in 0..2 {
        let middle = Isometry3::translation(-HALF, 0.0, -HALF);
        let frame = pose::<f64>(&mut rng, [20.0; 3]);
        let field = HeightField::new(33, 65, vec![0.0; 33 * 65], [0.25, 1.0, 0.5]).unwrap();
        let scene = Scene::of([Object::new(field).at(frame * middle)]).unwrap();
        assert!(land(&scene, &frame, casts(), case) < 0.01);
        let field = HeightField::new(33, 65, vec![0.0; 33 * 65], [0.25, 1.0, 0.5]).unwrap();
        let frame = frame.cast::<f32>();
        let scene = Scene::of([Object::new(field).at(frame * middle.cast::<f32>())]).unwrap();
        assert!(land(&scene, &frame, casts(), case) < 0.01);
    }
}

/// A wheel rolls along a floor, so high above it. How often it is stopped: at an edge, with the normal of the floor, against which it does
/// not move.
fn roll<T: Real>(play: f64, wheels: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(73);
    let mut stopped = 0;
    for i in 0..wheels {
        let scene = Scene::of([Object::new(floor::<T>(&mut rng))]).unwrap();
        let mut number = |low, high| T::nearest(rng.random_range(low..high)).to_f64();
        let (radius, half, way) = (number(0.1, 1.0), number(0.05, 0.3), number(-4.0, 4.0));
        let heading = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), number(-3.0, 3.0));
        let lying = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2);
        let [forward, axle] = [Vector3::x(), Vector3::z()].map(|v| heading * v);
        let at = Vector3::new(number(-3.0, 3.0), radius * (1.0 + play), number(-3.0, 3.0));
        let rotation = (heading * lying).coords.map(T::nearest);
        let pose = Isometry3::from_parts(
            at.map(T::nearest).into(),
            UnitQuaternion::new_normalize(rotation.into()),
        );
        let wheel = Cylinder::new(T::nearest(half), T::nearest(radius)).unwrap();
        let wheel = Placed::new(wheel, pose).unwrap();
        let motion = Motion::new(wheel, (forward * way).map(T::nearest)).unwrap();
        let spin = axle * (-way / radius);
        let motion = TurningMotion::new(motion, Turn::by(spin.map(T::nearest))).unwrap();
        match scene.cast_turning(&motion, &Query::default(), &TurningOptions::default()) {
            SceneOutcome::Miss => {}
            SceneOutcome::Hit(hit) => {
                stopped += 1;
                let normal = hit.place.normal.map(Real::to_f64);
                assert!((normal - Vector3::y()).norm() < 1e-6, "{i}: {normal}");
                let centre = at + forward * (way * hit.hit.fraction.to_f64());
                let lever = hit.hit.point_moving.coords.map(Real::to_f64) - centre;
                let moves = forward * way + spin.cross(&lever);
                assert!(moves.y.abs() < 1e-3 * way.abs(), "{i}: {moves}");
            }
            other => panic!("{i}: {other:?}"),
        }
    }
    stopped
}

#[test]
fn a_wheel_in_contact_is_stopped_at_edges_and_one_with_a_play_rolls_on() {
    let wheels = number("SWEPT_WHEELS", 200);
    assert!(roll::<f64>(0.0, wheels) > wheels / 10);
    assert_eq!(roll::<f64>(1e-3, wheels), 0);
    assert_eq!(roll::<f32>(1e-3, wheels), 0);
}

/// What stands upright, so high above a floor, slides along it and spins. How often it is stopped: at an edge, with the normal of the floor.
fn spin<T: Real>(play: f64, movers: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(74);
    let mut stopped = 0;
    for i in 0..movers {
        let scene = Scene::of([Object::new(floor::<T>(&mut rng))]).unwrap();
        let mut number = |low: f64, high: f64| T::nearest(rng.random_range(low..high));
        let (half, width, depth) = (number(0.1, 1.0), number(0.1, 1.0), number(0.1, 1.0));
        let height = T::nearest(half.to_f64() * (1.0 + play));
        let at = [number(-3.0, 3.0), height, number(-3.0, 3.0)];
        let way = Vector3::new(number(-3.0, 3.0), T::zero(), number(-3.0, 3.0));
        let turn = Turn::by(Vector3::y() * number(-4.0, 4.0));
        let mover: Arc<dyn Support> = if i % 2 == 0 {
            Arc::new(Cuboid::new([width, half, depth]).unwrap())
        } else {
            Arc::new(Cylinder::new(half, width).unwrap())
        };
        let motion = Motion::new(Placed::new(mover, at).unwrap(), way).unwrap();
        let motion = TurningMotion::new(motion, turn).unwrap();
        match scene.cast_turning(&motion, &Query::default(), &TurningOptions::default()) {
            SceneOutcome::Miss => {}
            SceneOutcome::Hit(hit) => {
                stopped += 1;
                for normal in [hit.place.normal, hit.place.face_normal] {
                    let normal = normal.map(Real::to_f64);
                    assert!((normal - Vector3::y()).norm() < 1e-6, "{i}: {normal}");
                }
            }
            other => panic!("{i}: {other:?}"),
        }
    }
    stopped
}

#[test]
fn what_spins_in_contact_is_stopped_at_edges_and_what_has_a_play_is_not() {
    let movers = number("SWEPT_WHEELS", 200);
    assert!(spin::<f64>(0.0, movers) > movers / 2);
    assert!(spin::<f32>(0.0, movers) > movers / 2);
    assert_eq!(spin::<f64>(1e-3, movers), 0);
    assert_eq!(spin::<f32>(1e-3, movers), 0);
}

/// By how much of a way of 4 along a floor a shape gets that rests on it, is stopped at edges, and goes on each time.
fn slid<T: Real>(shape: &impl Support, rests: &Isometry3<T>, way: Vector3<f64>) -> f64 {
    let line = |i: i32| T::nearest(f64::from(i));
    let corner = |i: i32, j: i32| Point3::new(line(i), T::zero(), line(j));
    let cells = (-4..8).flat_map(|i| (-4..8).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)];
        [[a, b, c], [c, b, d]]
    });
    let points: Vec<_> = triangles.flatten().map(|(i, j)| corner(i, j)).collect();
    let indices = (0..points.len() as u32).step_by(3);
    let mesh = TriangleMesh::new(points, indices.map(|i| [i, i + 1, i + 2]).collect()).unwrap();
    let scene = Scene::of([Object::new(mesh)]).unwrap();
    let mut left = way.normalize() * 4.0;
    let mut pose = *rests;
    for _ in 0..100 {
        let moving = Placed::new(shape, pose).unwrap();
        let motion = Motion::new(moving, left.map(T::nearest)).unwrap();
        let SceneOutcome::Hit(hit) = scene.cast_closest(&motion, &Query::default()) else {
            return 1.0;
        };
        assert_eq!(hit.place.normal, Vector3::y_axis());
        let fraction = hit.hit.fraction.to_f64();
        let gone = left * fraction;
        pose.translation.vector += gone.map(T::nearest);
        left -= gone;
        left.y = left.y.max(0.0);
    }
    1.0 - left.norm() / 4.0
}

/// At the start they touch, and no motion along the floor closes in on it: each edge stops them once.
#[test]
fn what_slides_on_triangles_in_contact_gets_across_their_edges() {
    fn check<T: Real>(turns: &[f64]) {
        let t = T::nearest;
        let half = [t(0.5), t(0.25), t(0.375)];
        let [x, y, z] = half;
        let cuboid = Cuboid::new(half).unwrap();
        let ends = [-1.0, 1.0].map(t);
        let corners = ends.map(|i| ends.map(|j| ends.map(|k| Point3::new(x * i, y * j, z * k))));
        let hull = ConvexHull::new(corners.into_iter().flatten().flatten()).unwrap();
        let shapes: [&dyn Support; 2] = [&cuboid, &hull];
        for (k, shape) in shapes.iter().enumerate() {
            for &turn in turns {
                let turned = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), t(turn));
                let at = Vector3::new(t(0.2), y, t(0.3)).into();
                let rests = Isometry3::from_parts(at, turned);
                for way in [
                    [1.0, 0.0, 0.0],
                    [0.7, 0.0, 0.3],
                    [0.0, 0.0, 1.0],
                    [0.6, -0.1, 0.4],
                ] {
                    let part = slid(shape, &rests, way.into());
                    assert_eq!(part, 1.0, "{k} {turn} {way:?}");
                }
            }
        }
    }
    check::<f32>(&[0.0, 0.3, 1.0]);
    check::<f64>(&[0.0, 0.3, 1.0]);
}
