//! What is met along with what comes first, and what is near: without what a plane keeps away.

use crate::common::{direction, pose, shapes};
use crate::counted::Counted;
use nalgebra::{Point3, Unit, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use swept_cast::{CastOptions, Distance};
use swept_scene::{
    Geometry, Motion, Next, Object, Query, Scene, SceneHit, SceneOutcome, SubShape, TriangleMesh,
};
use swept_support::{ConvexHull, Cuboid, HalfSpace, Placed, Sphere, Triangle};

/// 2 n² triangles over [0, n]², their heights at random up to `rough`.
fn ground(n: u32, rough: f64, rng: &mut ChaCha8Rng) -> TriangleMesh<f64> {
    let mut points = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let height = rough * rng.random_range(0.0..1.0);
            points.push(Point3::new(f64::from(i), height, f64::from(j)));
        }
    }
    let cells = (0..n).flat_map(|i| (0..n).map(move |j| i * (n + 1) + j));
    let triangles = cells.flat_map(|p| [[p, p + 1, p + n + 1], [p + 1, p + n + 2, p + n + 1]]);
    TriangleMesh::new(points, triangles.collect()).unwrap()
}

/// Whether the plane across `normal` that is `margin` away from the shape has the whole triangle on its other side.
fn is_behind(
    mesh: &TriangleMesh<f64>,
    of: SubShape,
    normal: &Vector3<f64>,
    shape: &Placed<f64, Cuboid<f64>>,
    margin: f64,
) -> bool {
    let nearest = shape.support_point(&-normal).coords.dot(normal);
    let corners = mesh.corners(of.triangle.unwrap()).unwrap();
    (corners.iter()).all(|p| normal.dot(&p.coords) < nearest - margin + 1e-12)
}

#[test]
fn all_that_is_met_soon_is_told_or_kept_away() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut told, mut others, mut left_out) = (0, 0, [0; 2]);
    for case in 0..400 {
        let rough = [0.0, 0.5, 2.0][case % 3];
        let mesh = ground(6, rough, &mut rng);
        let scene = Scene::of([Object::new(mesh.clone())]).unwrap();
        let from = Point3::new(3.0, 4.0, 3.0) + pose::<f64>(&mut rng, [1.0; 3]).translation.vector;
        let turn = pose::<f64>(&mut rng, [1.0; 3]).rotation;
        let moving = Placed::new(
            Cuboid::new([1.0, 0.5, 0.75]).unwrap(),
            nalgebra::Isometry3::from_parts(from.into(), turn),
        )
        .unwrap();
        let aside = pose::<f64>(&mut rng, [2.0; 3]).translation.vector;
        let motion = Motion::new(moving, Vector3::new(aside.x, -4.0, aside.z)).unwrap();
        let reach = 0.01;
        let query = Query::default().with_cast(CastOptions {
            target_distance: reach,
            ..CastOptions::default()
        });
        let first = scene.cast_closest(&motion, &query);
        let SceneOutcome::Hit(hit) = first else {
            continue;
        };
        let closing = |hit: &SceneHit<f64>| {
            let n = hit.hit.normal.into_inner();
            (-n.dot(motion.displacement()), motion.displacement().norm())
        };
        let near = 1.5 * hit.hit.fraction * closing(&hit).0;
        let mut company = Vec::new();
        let same = scene.cast_in_company(&motion, &query, near, |one| company.push(*one));
        // It, or what has it behind its plane and is met at the same time, up to rounding.
        let SceneOutcome::Hit(found) = same else {
            panic!("{same:?} for {first:?}");
        };
        let later = found.hit.fraction - hit.hit.fraction;
        let normal = found.hit.normal.into_inner();
        let [top, other] = [found, hit].map(|hit| {
            let triangle = hit.place.sub_shape.triangle.unwrap();
            let corners = mesh.corners(triangle).unwrap();
            let along = corners.map(|p| normal.dot(&p.coords));
            along.into_iter().fold(f64::NEG_INFINITY, f64::max)
        });
        assert!((0.0..1e-14).contains(&later) && other <= top, "{later:e}");
        others += usize::from(same != first);

        // All that is near, but for what is met flat.
        let mut soon = Vec::new();
        scene.cast_all(&motion, &query, |one| {
            if let SceneOutcome::Hit(hit) = one
                && hit.hit.fraction * closing(hit).0 <= near
                && closing(hit).0 >= 0.125 * closing(hit).1
            {
                soon.push(*hit);
            }
            Next::Continue
        });
        for one in &company {
            assert!(
                matches!(one, SceneOutcome::Hit(hit) if hit.hit.fraction * closing(hit).0 <= near)
            );
        }
        let is_sooner = |a: &SceneOutcome<f64>, b: &SceneOutcome<f64>| match (a, b) {
            (SceneOutcome::Hit(a), SceneOutcome::Hit(b)) => a.hit.fraction <= b.hit.fraction,
            _ => false,
        };
        assert!(company.is_sorted_by(is_sooner));
        for hit in &soon {
            let one = SceneOutcome::Hit(*hit);
            if one == same || company.contains(&one) {
                told += usize::from(one != same);
                continue;
            }
            let of = hit.place.sub_shape;
            let mut others = soon.iter().filter(|other| other.place.sub_shape != of);
            let is_kept_away = others.any(|other| {
                let normal = other.hit.normal.into_inner();
                is_behind(&mesh, of, &normal, motion.moving(), reach)
            });
            left_out[usize::from(is_kept_away)] += 1;
        }
        if rough == 0.0 {
            assert!(company.is_empty(), "{company:?}");
        }
    }
    // Next to nothing was passed over for another reason.
    let [passed_over, kept_away] = left_out;
    let counts = (told, others, passed_over, kept_away);
    assert!(
        told > 20 && others > 20 && kept_away > 1000 && passed_over < told / 4,
        "{counts:?}"
    );
}

#[test]
fn a_large_triangle_hides_nothing_small_that_stands_before_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let mut first = [0; 2];
    for _ in 0..2000 {
        let mut r = |size: f64| size * rng.random_range(-1.0..1.0);
        let normal = Unit::new_normalize(Vector3::new(r(1.0), r(1.0), r(1.0)));
        let u = normal.cross(&Vector3::new(r(1.0), r(1.0), r(1.0)));
        let (u, v) = (u.normalize(), normal.cross(&u.normalize()));
        let mut triangle = |size: f64, height: f64| {
            let turn = r(3.0);
            [0.0, 2.0, 4.0].map(|k: f64| {
                let (sin, cos) = (turn + k).sin_cos();
                Point3::from((u * cos + v * sin) * size + *normal * height).cast::<f32>()
            })
        };
        // The normal's rounding, at the large one's ends, is larger than the small one's height.
        let [large, small] = [triangle(3e4, 0.0), triangle(0.5, 1e-3)];
        let corners = [large, small].concat();
        let mesh = TriangleMesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let (radius, way) = (0.3_f32, (u * 0.25 - *normal * 2.0).cast::<f32>());
        let from = Point3::from(*normal * 1.5).cast::<f32>();
        let moving = Placed::new(Sphere::new(radius).unwrap(), from).unwrap();
        let motion = Motion::new(moving, way).unwrap();
        let SceneOutcome::Hit(hit) = scene.cast_in_company(&motion, &Query::default(), 0.0, |_| ())
        else {
            panic!("a hit");
        };
        first[hit.place.sub_shape.triangle.unwrap() as usize] += 1;

        let there = from.coords.cast::<f64>() + way.cast::<f64>() * f64::from(hit.hit.fraction);
        let sphere = Placed::new(Sphere::new(f64::from(radius)).unwrap(), there).unwrap();
        let [a, b, c] = small.map(|p| p.cast::<f64>());
        let small = Triangle::new(a, b, c).unwrap();
        let small = Placed::new(small, [0.0; 3]).unwrap();
        let depth = match swept_cast::distance(&sphere, &small).unwrap() {
            Distance::Overlap(overlap) => overlap.depth,
            Distance::Apart(_) => 0.0,
        };
        // Units in the last place of lengths up to 2, and not of the large triangle's.
        assert!(depth <= 8.0 * f64::from(f32::EPSILON), "{depth:e}");
    }
    assert!(first[1] > 100, "{first:?}");
}

#[test]
fn all_that_is_near_is_shown_or_kept_away() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let (mut shown, mut left_out) = (0, 0);
    for case in 0..200 {
        let rough = [0.0, 0.25][case % 2];
        let mesh = ground(6, rough, &mut rng);
        let scene = Scene::of([Object::new(mesh.clone())]).unwrap();
        let moving = Placed::new(
            Cuboid::new([1.0, 0.5, 0.75]).unwrap(),
            [3.0, rough + 0.5625, 3.0],
        )
        .unwrap();
        let shape = Motion::at_rest(moving).unwrap();
        let (within, margin) = (0.25, 0.03125);
        let query = Query::default();
        let mut planes: Vec<(SubShape, Vector3<f64>)> = Vec::new();
        scene.near_planes(&shape, within, margin, &query, |of, distance| {
            let Distance::Apart(apart) = distance else {
                panic!("{distance:?}");
            };
            planes.push((of, apart.normal.into_inner()));
            ControlFlow::Continue(())
        });
        scene.near_shapes(&shape, within, &query, |of, _| {
            if planes.iter().any(|plane| plane.0 == of) {
                shown += 1;
            } else {
                left_out += 1;
                let mut behind = planes.iter();
                assert!(behind.any(|(_, n)| is_behind(&mesh, of, n, shape.moving(), margin)));
            }
            ControlFlow::Continue(())
        });
        if rough == 0.0 {
            assert_eq!(planes.len(), 1);
        }
    }
    assert!(shown > 200 && left_out > 500, "{shown} {left_out}");
}

#[test]
fn a_start_within_the_target_distance_of_what_is_not_met_is_told() {
    let floor = Object::new(Cuboid::new([9.0, 1.0, 9.0]).unwrap()).at([0.0, -1.0, 0.0]);
    let wall = Object::new(Cuboid::new([1.0, 9.0, 9.0]).unwrap()).at([4.0, 0.0, 0.0]);
    let scene = Scene::of([floor, wall]).unwrap();
    let query = Query::default().with_cast(CastOptions {
        target_distance: 0.01,
        ..CastOptions::default()
    });
    let misses = |height: f64, way: [f64; 3]| {
        let cube = Placed::new(Cuboid::new([0.5; 3]).unwrap(), [0.0, 0.5 + height, 0.0]).unwrap();
        let motion = Motion::new(cube, way).unwrap();
        let mut told = 0;
        let first = scene.cast_in_company(&motion, &query, 0.1, |other| {
            told += usize::from(*other == SceneOutcome::Miss);
        });
        (first.hit().is_some(), told)
    };
    // Along the floor to the wall, and away from it, from too near, from a touch, and from far enough.
    for way in [[5.0, 0.0, 0.0], [5.0, 1.0, 1.0]] {
        assert_eq!(misses(0.002, way), (true, 1));
        assert_eq!(misses(0.0, way), (true, 1));
        assert_eq!(misses(0.02, way), (true, 0));
    }
    // Down, the floor is what is met; along it and nowhere, nothing.
    assert_eq!(misses(0.002, [0.0, -1.0, 0.0]), (true, 0));
    assert_eq!(misses(0.002, [0.0, 0.0, 5.0]), (false, 0));
}

/// A cube comes down on a floor of a hundred boxes and goes for a wall.
#[test]
fn of_a_floor_of_boxes_one_is_shown_and_a_wall_without_bound_beside_it() {
    let tile = |i: i32| {
        let at = [f64::from(i % 10) - 4.5, -1.0, f64::from(i / 10) - 4.5];
        Object::new(Cuboid::new([0.5, 1.0, 0.5]).unwrap()).at(at)
    };
    // What it has of points is far below the floor.
    let wall = HalfSpace::new([-1.0, 0.0, 0.0]).unwrap();
    let wall = Object::new(wall).at([2.0, -50.0, 0.0]);
    let cube = Placed::new(Cuboid::new([0.75; 3]).unwrap(), [0.25, 0.875, 0.0]).unwrap();
    let motion = Motion::new(cube, [2.0, -0.5, 0.0]).unwrap();
    for (objects, expected) in [
        ((0..100).map(tile).collect::<Vec<_>>(), [1, 0]),
        ((0..100).map(tile).chain([wall.clone()]).collect(), [1, 1]),
        (
            [wall].into_iter().chain((0..100).map(tile)).collect(),
            [1, 1],
        ),
    ] {
        let scene = Scene::of(objects).unwrap();
        let mut met = [0; 2];
        let mut count = |one: &SceneOutcome<f64>| {
            let normal = one.hit().unwrap().hit.normal;
            met[usize::from(normal.y < 0.5)] += 1;
        };
        let first = scene.cast_in_company(&motion, &Query::default(), 2.0, &mut count);
        count(&first);
        assert_eq!(met, expected);
    }
}

/// A cube skims a ramp, whose box it is in from the start: the hit is near, but far along the way. On the way stands a block.
#[test]
fn a_near_hit_that_is_far_along_the_way_hides_nothing_before_it() {
    let (top, length) = (0.08_f64, 8.0);
    let ramp = [-1.0, length + 1.0].map(|x| (x, top * x / length));
    let ramp = ramp.into_iter().flat_map(|(x, y)| {
        [-1.0, 1.0]
            .into_iter()
            .flat_map(move |z| [[x, y, z], [x, y - 2.0, z]])
    });
    let ramp = Object::new(ConvexHull::new(ramp).unwrap());
    let block = Object::new(Cuboid::new([0.5; 3]).unwrap()).at([5.0, 0.7, 0.0]);
    // The cube's lower edge in front is 0.06 above the ramp, which takes 6/8 of the way.
    let cube = Placed::new(Cuboid::new([0.25; 3]).unwrap(), [-0.25, 0.31, 0.0]).unwrap();
    let motion = Motion::new(cube, [length, 0.0, 0.0]).unwrap();
    let query = Query::default();
    let skimmed = Scene::of([ramp.clone()]).unwrap();
    let fraction = skimmed
        .cast_in_company(&motion, &query, 0.1, |_| ())
        .safe_fraction();
    assert!((fraction - 0.75).abs() < 1e-9, "{fraction}");
    let scene = Scene::of([ramp, block]).unwrap();
    let mut others = Vec::new();
    let first = scene.cast_in_company(&motion, &query, 0.1, |one| others.push(one.safe_fraction()));
    // The block is 4.5 away.
    assert!((first.safe_fraction() - 0.5625).abs() < 1e-9, "{first:?}");
    assert_eq!(first, scene.cast_closest(&motion, &query));
}

#[test]
fn of_thousands_that_are_near_each_is_not_held_against_all_others() {
    for count in [500, 4000] {
        // A ball of radius 1 in a bowl of small ones, all as near as 0.001 and none behind the plane of another but those beside it.
        let asked = Arc::new(AtomicU32::new(0));
        let small = |i: usize| {
            let height = (i as f64 + 0.5) / count as f64;
            let (turn, level) = (2.399963 * i as f64, (1.0 - height * height).sqrt());
            let out = Vector3::new(level * turn.cos(), -height, level * turn.sin());
            let ball = Counted(Sphere::new(1e-4).unwrap(), Arc::clone(&asked));
            Object::new(Geometry::Custom(Arc::new(ball))).at((out * 1.0011).data.0[0])
        };
        let scene = Scene::of((0..count).map(small)).unwrap();
        let ball = Placed::new(Sphere::new(1.0).unwrap(), [0.0; 3]).unwrap();
        let motion = Motion::new(ball, [0.0, -1.0, 0.0]).unwrap();
        let query = Query::default();
        let asked_for = |ask: &mut dyn FnMut()| {
            asked.store(0, Ordering::Relaxed);
            ask();
            asked.load(Ordering::Relaxed) as usize / count
        };
        let mut others = 0;
        let of_each = asked_for(&mut || {
            let _ = scene.cast_in_company(&motion, &query, 0.1, |_| others += 1);
        });
        assert!(of_each < 100 && others == 32, "{count}: {of_each} {others}");
        let mut near = 0;
        let of_each = asked_for(&mut || {
            scene.near_planes(&motion, 0.1, 0.0, &query, |_, _| {
                near += 1;
                ControlFlow::Continue(())
            });
        });
        assert!(of_each < 100 && near > 400, "{count}: {of_each} {near}");
    }
}

/// Where all of a scene is within the target distance, what is overlapped still comes first, and else the same is met as ever.
#[test]
fn what_is_overlapped_comes_before_all_that_is_within_the_target_distance() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let scene = Scene::of([Object::new(ground(40, 1.0, &mut rng))]).unwrap();
    let (mut hits, mut overlaps, mut full) = (0, 0, 0);
    for case in 0..60 {
        let shape = Arc::clone(&shapes::<f64>()[case % 5]);
        let from = [40.0, 3.0, 40.0].map(|side| rng.random_range(0.0..side));
        let way = direction(&mut rng) - Vector3::y();
        let motion = Motion::new(Placed::new(shape, from).unwrap(), way).unwrap();
        let cast = CastOptions {
            target_distance: [4.0, 60.0][case % 2],
            ..CastOptions::default()
        };
        let query = Query::default().with_cast(cast);
        let mut others = 0;
        let found = scene.cast_in_company(&motion, &query, 4.0, |_| others += 1);
        let closest = scene.cast_closest(&motion, &query);
        full += usize::from(others >= 16);
        match (&found, &closest) {
            (SceneOutcome::Hit(a), SceneOutcome::Hit(b)) => {
                assert_eq!(a.hit.fraction, b.hit.fraction, "{case}");
                hits += 1;
            }
            (a, b) => {
                assert_eq!(a, b, "{case}");
                overlaps += usize::from(matches!(a, SceneOutcome::Overlap(_)));
            }
        }
    }
    assert!(
        hits > 10 && overlaps > 10 && full > 5,
        "{hits} {overlaps} {full}"
    );
}

#[test]
fn what_cannot_come_first_is_not_cast_where_all_is_within_the_target_distance() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let scene = Scene::of([Object::new(ground(40, 1.0, &mut rng))]).unwrap();
    let asked = Arc::new(AtomicU32::new(0));
    let ball = Counted(Sphere::new(0.3).unwrap(), Arc::clone(&asked));
    let motion = Motion::new(
        Placed::new(ball, [0.3, 3.0, 0.1]).unwrap(),
        [0.0, -1.0, 0.0],
    );
    let motion = motion.unwrap();
    let cast = CastOptions {
        target_distance: 60.0,
        ..CastOptions::default()
    };
    let query = Query::default().with_cast(cast);
    let mut others = 0;
    let found = scene.cast_in_company(&motion, &query, 1.0, |_| others += 1);
    let in_company = asked.swap(0, Ordering::Relaxed);
    let closest = scene.cast_closest(&motion, &query);
    let alone = asked.swap(0, Ordering::Relaxed);
    assert_eq!(found, closest);
    assert!(
        others == 32 && 4 * in_company < alone,
        "{others} {in_company} {alone}"
    );
}

/// Of what a motion leads away from as a whole one miss within the target distance is told, and the rest need not be cast against. Along the
/// ground, what is behind the shape need not be either; what is met is the same.
#[test]
fn what_is_led_away_from_is_not_cast_once_a_miss_within_the_target_distance_is_told() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let scene = Scene::of([Object::new(ground(40, 1.0, &mut rng))]).unwrap();
    let asked = Arc::new(AtomicU32::new(0));
    let cast = CastOptions {
        target_distance: 60.0,
        ..CastOptions::default()
    };
    let query = Query::default().with_cast(cast);
    for (way, least) in [([0.1, 1.0, 0.2], 16), ([1.0, 0.5, 0.1], 1)] {
        let ball = Counted(Sphere::new(0.3).unwrap(), Arc::clone(&asked));
        let ball = Placed::new(ball, [20.0, 3.0, 20.0]).unwrap();
        let motion = Motion::new(ball, way).unwrap();
        let mut misses = 0;
        let found = scene.cast_in_company(&motion, &query, 1.0, |other| {
            misses += usize::from(*other == SceneOutcome::Miss);
        });
        let in_company = asked.swap(0, Ordering::Relaxed);
        let closest = scene.cast_closest(&motion, &query);
        let alone = asked.swap(0, Ordering::Relaxed);
        assert_eq!((found, misses), (closest, 1), "{way:?}");
        assert!(least * in_company < alone, "{way:?}: {in_company} {alone}");
    }
}
