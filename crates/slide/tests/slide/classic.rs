//! The classic bugs of collide and slide, each as a test that would show it.

use crate::common::{clearance, placed};
use crate::walker::{SKIN, cuboid, gait, options};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::Distance;
use swept_scene::{Object, Scene, TriangleMesh};
use swept_slide::kit::Character;
use swept_slide::{SlideReport, Stop, depenetrate, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Sphere, Support};

fn capsule() -> Capsule<f64> {
    Capsule::new(0.5, 0.25).unwrap()
}

/// Everything behind the plane through `at` with this normal.
fn wall(normal: [f64; 3], at: [f64; 3]) -> Object<f64> {
    Object::new(HalfSpace::new(normal).unwrap()).at(at)
}

fn go(
    scene: &Scene<f64>,
    shape: &dyn Support,
    from: Point3<f64>,
    way: [f64; 3],
) -> SlideReport<f64> {
    let pose = Isometry3::from(from);
    move_and_slide(scene, &placed(shape, &pose), way, &options(), slide).unwrap()
}

/// How far apart the shape and the scene are: proven, 0 when they overlap.
fn room(scene: &Scene<f64>, shape: &dyn Support, at: Point3<f64>) -> f64 {
    let mover = placed(shape, &Isometry3::from(at));
    clearance(scene, &mover, 1.0).map_or(1.0, |d| d.separation())
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn the_skin_is_kept_however_flat_the_motion_is() {
    let scene = Scene::of([wall([0.0, 1.0, 0.0], [0.0; 3])]).unwrap();
    let shape = capsule();
    for slope in [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-6] {
        let from = Point3::new(0.0, 0.75 + 2.0 * SKIN, 0.0);
        let length = 10.0_f64.min(8.0 * SKIN / slope);
        let report = go(&scene, &shape, from, [length, -length * slope, 0.0]);
        // A plane at height 0: the gap along the normal is the gap.
        let gap = report.position.y - 0.75;
        assert!(gap >= SKIN * (1.0 - 1e-9), "{slope}: {}", gap / SKIN);
        assert!(near(report.moved.x, length), "{slope}: {:?}", report.moved);
    }
}

#[test]
fn in_a_corner_it_comes_to_rest_and_stays_there() {
    let walls = [
        wall([1.0, 0.0, 0.0], [0.0; 3]),
        wall([0.0, 0.0, 1.0], [0.0; 3]),
    ];
    let scene = Scene::of(walls).unwrap();
    let shape = capsule();
    let mut at = Point3::new(2.0, 1.0, 1.0);
    let mut seen = Vec::new();
    for _ in 0..20 {
        let report = go(&scene, &shape, at, [-0.5, 0.0, -0.3]);
        assert!(
            report.moved.x <= 0.0 && report.moved.z <= 0.0,
            "against the motion: {report:?}"
        );
        at = report.position;
        seen.push(at);
    }
    assert!(seen[12..].iter().all(|p| p == &seen[12]), "{seen:?}");
    assert!(near(at.x, 0.25 + SKIN) && near(at.z, 0.25 + SKIN));
}

#[test]
fn along_a_crease_a_move_takes_two_casts() {
    // It leads into the floor and into the wall: one cast finds both, one finds the way along them free.
    let scene = Scene::of([
        wall([0.0, 1.0, 0.0], [0.0; 3]),
        wall([0.0, 0.0, 1.0], [0.0; 3]),
    ])
    .unwrap();
    let shape = capsule();
    let mut at = Point3::new(0.0, 0.75 + SKIN, 0.25 + SKIN);
    for step in 1..=20 {
        let report = go(&scene, &shape, at, [0.5, -0.25, -0.25]);
        assert_eq!((report.stop, report.casts), (Stop::Arrived, 2));
        assert_eq!((report.hits.len(), report.planes.len()), (2, 2));
        at = report.position;
        assert!(
            near(at.x, 0.5 * f64::from(step)) && near(at.y, 0.75 + SKIN) && near(at.z, 0.25 + SKIN)
        );
    }
}

#[test]
fn tiny_errors_of_normals_do_not_hold_it() {
    // A corridor whose walls close by 1e-7 over a unit of length, as normals in f32 would have it, and one
    // cell wide: both walls are met at the skin's distance.
    let error = 1e-7;
    let half = 0.25 + SKIN;
    let scene = Scene::of([
        wall([-error, 0.0, 1.0], [0.0, 0.0, -half]),
        wall([-error, 0.0, -1.0], [0.0, 0.0, half]),
    ])
    .unwrap();
    let shape = capsule();
    let mut at = Point3::origin();
    for _ in 0..100 {
        let report = go(&scene, &shape, at, [0.1, 0.0, 0.03]);
        at = report.position;
        let report = go(&scene, &shape, at, [0.1, 0.0, -0.03]);
        at = report.position;
    }
    assert!(at.x > 19.0, "{at:?}");
    assert!(room(&scene, &shape, at) > 0.45 * SKIN);
}

#[test]
fn on_a_slope_it_does_not_creep_downhill() {
    let slope = 30.0_f64.to_radians();
    let normal = [slope.sin(), slope.cos(), 0.0];
    let scene = Scene::of([wall(normal, [0.0; 3])]).unwrap();
    let round = capsule();
    let shape: &dyn Support = &round;
    let gait = gait();
    let mut character = Character::new(Isometry3::translation(0.0, 1.5, 0.0));
    let step = |character: &mut Character<f64>| {
        let still = Vector3::zeros();
        character
            .step(&scene, &shape, still, 1.0 / 60.0, &gait, &options())
            .unwrap()
    };
    for _ in 0..60 {
        step(&mut character);
    }
    let rest = character.pose;
    assert!(character.ground.is_some());
    for _ in 0..1_000 {
        step(&mut character);
        assert_eq!(character.pose, rest);
        // Nothing overlaps, so that nothing is to be resolved: not a bit.
        let mover = placed(shape, &character.pose);
        assert_eq!(
            depenetrate(&scene, &mover, 1.0, &options())
                .unwrap()
                .position
                .coords,
            rest.translation.vector
        );
    }
}

#[test]
fn the_far_side_of_an_acute_corner_is_seen() {
    // Two walls that meet at 10 degrees; driven into the wedge in one long move, and by small ones.
    let (sin, cos) = 5.0_f64.to_radians().sin_cos();
    let scene = Scene::of([
        wall([-sin, 0.0, cos], [0.0; 3]),
        wall([-sin, 0.0, -cos], [0.0; 3]),
    ])
    .unwrap();
    let shape = Sphere::new(0.25).unwrap();
    // The centre is where both walls are a radius and a skin away.
    let end = -(0.25 + SKIN) / sin;
    for parts in [1, 7, 100] {
        let mut at = Point3::new(-20.0, 0.0, 0.3);
        for _ in 0..parts {
            at = go(
                &scene,
                &shape,
                at,
                [25.0 / f64::from(parts), 0.0, 1.0 / f64::from(parts)],
            )
            .position;
            assert!(room(&scene, &shape, at) > 0.49 * SKIN);
        }
        assert!(
            (at.x - end).abs() < SKIN / sin && at.z.abs() < SKIN,
            "{parts}: {at:?}, not {end}"
        );
    }
}

#[test]
fn no_motion_is_no_motion() {
    let scene = Scene::of([wall([0.0, 1.0, 0.0], [0.0; 3])]).unwrap();
    let shape = capsule();
    for height in [0.75, 0.75 + SKIN, 2.0, 0.5] {
        let from = Point3::new(0.1, height, -0.3);
        let report = go(&scene, &shape, from, [0.0; 3]);
        assert_eq!(
            (report.position, report.stop, report.casts),
            (from, Stop::Arrived, 0)
        );
    }
}

#[test]
fn what_is_left_behind_does_not_block() {
    let scene = Scene::of([
        wall([0.0, 1.0, 0.0], [0.0; 3]),
        wall([1.0, 0.0, 0.0], [0.0; 3]),
    ])
    .unwrap();
    let shape = capsule();
    // Against the wall and the floor, at the skin's distance, touching, and inside by a little: away from both.
    for gap in [SKIN, 0.0, -1e-3] {
        let from = Point3::new(0.25 + gap, 0.75 + gap, 0.0);
        let report = go(&scene, &shape, from, [1.0, 0.5, 0.25]);
        assert_eq!(
            (report.stop, report.hits.len()),
            (Stop::Arrived, 0),
            "{gap}"
        );
        assert!((report.moved - Vector3::new(1.0, 0.5, 0.25)).norm() < 1e-15);
        // Along both.
        let report = go(&scene, &shape, from, [0.0, 0.0, 2.0]);
        assert!(near(report.moved.z, 2.0), "{gap}: {report:?}");
    }
}

#[test]
fn seams_of_a_floor_are_not_felt() {
    // A grid of triangles, and boxes side by side, their tops in one plane.
    let corners =
        (0..=20).flat_map(|i| (0..=4).map(move |j| Point3::new(f64::from(i), 0.0, f64::from(j))));
    let cells = (0..20).flat_map(|i| (0..4).map(move |j| i * 5 + j));
    let triangles = cells.flat_map(|p| [[p, p + 1, p + 6], [p, p + 6, p + 5]]);
    let mesh = TriangleMesh::new(corners.collect(), triangles.collect()).unwrap();
    let boxes = (0..20).map(|i| cuboid([0.5, 0.5, 2.0], [f64::from(i) + 0.5, -0.5, 2.0]));
    let worlds = [
        Scene::of([Object::new(mesh)]).unwrap(),
        Scene::of(boxes).unwrap(),
    ];
    let shapes: [(&dyn Support, f64); 2] = [
        (&capsule(), 0.75),
        (&Cuboid::new([0.3, 0.4, 0.2]).unwrap(), 0.4),
    ];
    for (world, scene) in worlds.iter().enumerate() {
        for (shape, half) in shapes {
            for way in [[0.31, -0.05, 0.0], [0.3, -0.2, 0.01], [0.25, -1e-6, 0.02]] {
                let mut at = Point3::new(1.0, half + 0.01, 1.5);
                for _ in 0..50 {
                    let before = at;
                    at = go(scene, shape, at, way).position;
                    let moved = at - before;
                    assert!(
                        near(moved.x, way[0]) && near(moved.z, way[2]),
                        "{world}: {moved:?}"
                    );
                }
                assert!(
                    at.y > half + 0.49 * SKIN && at.y < half + 0.01 + 1e-12,
                    "{world}: {at:?}"
                );
            }
        }
    }
}

/// A flight of ten steps, 0.25 high and 0.4 long, from x = 2 on, with a landing.
fn stairs() -> Scene<f64> {
    let steps = (0..10).map(|i| {
        let high = 0.125 * f64::from(i + 1);
        let length = if i == 9 { 10.0 } else { 0.2 };
        cuboid(
            [length, high, 2.0],
            [2.0 + 0.4 * f64::from(i) + length, high, 0.0],
        )
    });
    Scene::of(steps.chain([wall([0.0, 1.0, 0.0], [0.0; 3])])).unwrap()
}

#[test]
fn stairs_are_climbed_alike_at_any_rate() {
    let scene = stairs();
    let gait = gait();
    let boxed = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let round = capsule();
    for shape in [&round as &dyn Support, &boxed] {
        for (from, speed, height) in [(0.0, 2.0, 2.5), (8.0, -2.0, 0.0)] {
            let mut ends = Vec::new();
            for rate in [30, 60, 300, 1_000] {
                let start = Isometry3::translation(from, 2.5 - height + 0.75 + SKIN, 0.1);
                let mut character = Character::new(start);
                for _ in 0..4 * rate {
                    let velocity = Vector3::new(speed, 0.0, 0.0);
                    character
                        .step(
                            &scene,
                            &shape,
                            velocity,
                            1.0 / f64::from(rate),
                            &gait,
                            &options(),
                        )
                        .unwrap();
                    let room = room(&scene, shape, character.pose.translation.vector.into());
                    assert!(room > 0.49 * SKIN, "{rate}: {room} at {:?}", character.pose);
                }
                ends.push(character.pose.translation.vector);
            }
            println!("{ends:?}");
            for end in &ends {
                assert!((end.y - height - 0.75 - SKIN).abs() < SKIN, "{ends:?}");
                // The way is 8: ten steps cost or give a skin each at most.
                let farther = (end.x - from).abs() - 8.0;
                assert!(farther.abs() < 10.0 * SKIN && near(end.z, 0.1), "{ends:?}");
            }
        }
    }
}

#[test]
fn on_flat_ground_its_height_does_not_change_by_a_bit() {
    let scene = Scene::of([cuboid([50.0, 1.0, 50.0], [0.0, -1.0, 0.0])]).unwrap();
    let shape = capsule();
    let mut at = Point3::new(0.0, 1.0, 0.0);
    at = go(&scene, &shape, at, [0.0, -1.0, 0.0]).position;
    let height = at.y;
    for i in 0..1_000 {
        let turn = f64::from(i) * 0.1;
        for way in [
            [0.0, -0.01, 0.0],
            [0.03 * turn.sin(), -0.003, 0.02 * turn.cos()],
        ] {
            at = go(&scene, &shape, at, way).position;
            assert_eq!(at.y, height, "{i}");
        }
    }
}

#[test]
fn along_a_wall_its_speed_is_kept() {
    // A wall at an angle, of triangles and of boxes: the part of the motion along it is all made.
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), 0.7);
    let along = turn * Vector3::x();
    let into = turn * -Vector3::z();
    let pose = Isometry3::from_parts((into * 0.5).into(), turn);
    let scene = Scene::of([Object::new(Cuboid::new([50.0, 5.0, 0.5]).unwrap()).at(pose)]).unwrap();
    let shape = capsule();
    let mut at = Point3::from(-into * 0.5 - along * 20.0);
    for angle in [0.1, 0.5, 1.0, 1.4, 1.5, 1.57] {
        for _ in 0..10 {
            let way = (along * f64::cos(angle) + into * f64::sin(angle)) * 0.1;
            let report = go(&scene, &shape, at, way.into());
            at = report.position;
            let kept = report.moved.dot(&along);
            assert!(
                (kept - 0.1 * f64::cos(angle)).abs() < 1e-9,
                "{angle}: {kept}"
            );
        }
    }
}

#[test]
fn overlaps_are_left_together_and_nothing_else_is_entered() {
    let shape = capsule();
    // In a corner of two walls and a floor: out of all three at once.
    let corner = Scene::of([
        wall([1.0, 0.0, 0.0], [0.0; 3]),
        wall([0.0, 1.0, 0.0], [0.0; 3]),
        wall([0.0, 0.0, 1.0], [0.0; 3]),
    ])
    .unwrap();
    let inside = Isometry3::translation(0.25 - 0.01, 0.75 - 0.02, 0.25 - 0.03);
    let freed = depenetrate(&corner, &placed(&shape, &inside), 1.0, &options()).unwrap();
    assert!(freed.is_free() && near(freed.depth, 0.03), "{freed:?}");
    let expected = Vector3::new(0.01, 0.02, 0.03).add_scalar(SKIN);
    assert!((freed.moved - expected).norm() < 1e-12, "{freed:?}");
    // Between walls that leave less room than it is wide: it reports what it cannot leave, and does not go through.
    let slot = Scene::of([
        wall([1.0, 0.0, 0.0], [-0.2, 0.0, 0.0]),
        wall([-1.0, 0.0, 0.0], [0.22, 0.0, 0.0]),
    ])
    .unwrap();
    let freed = depenetrate(
        &slot,
        &placed(&shape, &Isometry3::identity()),
        1.0,
        &options(),
    )
    .unwrap();
    assert!(!freed.is_free() && freed.remaining.len() == 2, "{freed:?}");
    assert!(freed.remaining[0].depth <= 0.05 + 1e-12);
    // Where it may not go at all, all that it overlaps is told, the deepest first.
    let walls = [
        wall([1.0, 0.0, 0.0], [-0.2, 0.0, 0.0]),
        wall([-1.0, 0.0, 0.0], [0.22, 0.0, 0.0]),
    ];
    let [one, other] = walls;
    for walls in [[one.clone(), other.clone()], [other, one]] {
        let slot = Scene::of(walls).unwrap();
        let at = Isometry3::identity();
        let freed = depenetrate(&slot, &placed(&shape, &at), 0.0, &options()).unwrap();
        let depths: Vec<_> = freed.remaining.iter().map(|left| left.depth).collect();
        let [deep, shallow] = depths[..] else {
            panic!("{freed:?}");
        };
        assert!(near(deep, 0.05) && near(shallow, 0.03), "{depths:?}");
        assert_eq!(freed.moved, Vector3::zeros());
    }
    // A box near the other side: no farther than it leaves room for.
    let shelf = Scene::of([
        wall([0.0, 1.0, 0.0], [0.0; 3]),
        cuboid([1.0, 0.1, 1.0], [0.0, 1.62, 0.0]),
    ])
    .unwrap();
    let low = Isometry3::translation(0.0, 0.7, 0.0);
    let freed = depenetrate(&shelf, &placed(&shape, &low), 1.0, &options()).unwrap();
    let after = placed(&shape, &Isometry3::from(freed.position));
    assert!(
        !matches!(clearance(&shelf, &after, 1.0), Some(Distance::Overlap(_))) && freed.is_free(),
        "{freed:?}"
    );
    // No farther than allowed.
    let freed = depenetrate(&corner, &placed(&shape, &inside), 0.01, &options()).unwrap();
    assert!(!freed.is_free() && freed.moved.norm() <= 0.01 + 1e-12);
}

#[test]
fn a_visitor_can_ignore_stop_and_turn() {
    use swept_slide::Response;
    let scene = Scene::of([
        cuboid([0.5, 2.0, 9.0], [2.0, 0.0, 0.0]),
        cuboid([0.5, 2.0, 9.0], [5.0, 0.0, 0.0]),
    ])
    .unwrap();
    let shape = capsule();
    let mover = placed(&shape, &Isometry3::identity());
    let way = [8.0, 0.0, 1.0];
    let first = scene.objects().next().unwrap().0;
    let through = move_and_slide(&scene, &mover, way, &options(), |hit| {
        if hit.sub_shape().id == first {
            Response::Ignore
        } else {
            Response::Slide
        }
    });
    let through = through.unwrap();
    assert!(
        near(through.position.x, 4.5 - 0.25 - SKIN) && near(through.position.z, 1.0),
        "{through:?}"
    );
    assert_eq!(through.hits.len(), 2);
    let stopped = move_and_slide(&scene, &mover, way, &options(), |_| Response::Stop).unwrap();
    assert_eq!(stopped.stop, Stop::Asked);
    assert!(near(stopped.position.x, 1.25 - SKIN) && stopped.left.x > 6.0);
    // A ramp made of a wall: it may not rise through the wall, and does not.
    let ramp = nalgebra::Unit::new_normalize(Vector3::new(-1.0, 1.0, 0.0));
    let turned =
        move_and_slide(&scene, &mover, way, &options(), |_| Response::Normal(ramp)).unwrap();
    assert!(turned.position.x <= 1.25 - 0.49 * SKIN, "{turned:?}");
    let bad = move_and_slide(&scene, &mover, [f64::NAN, 0.0, 0.0], &options(), slide);
    assert_eq!(bad.unwrap_err().field, "displacement[0]");
}

#[test]
fn the_same_move_has_the_same_bits() {
    let scene = stairs();
    let shape = capsule();
    let from = Point3::new(1.0, 0.8, 0.3);
    let one = go(&scene, &shape, from, [3.0, -0.4, 0.7]);
    assert_eq!(one, go(&scene, &shape, from, [3.0, -0.4, 0.7]));
}

#[test]
fn exact_grazes_of_boxes_go_on() {
    // Moves at a constant height over a box, at the skin's distance and at the target of the casts. There, a graze may be taken for
    // a contact whose normal is off by up to a thousandth: it is lifted to the skin's distance and goes on, a millionth shorter.
    let scene = Scene::of([cuboid([0.5, 1.0, 9.0], [1.5, -1.0, 0.0])]).unwrap();
    let round = Capsule::new(0.5, 0.3).unwrap();
    let boxed = Cuboid::new([0.3, 0.4, 0.2]).unwrap();
    let shapes: [(&dyn Support, f64, [f64; 3]); 2] = [
        (&round, 0.8, [5.337990100852493, 0.0, -2.7396827705412887]),
        (&boxed, 0.4, [3.5290303819882505, 0.0, 4.852416363318781]),
    ];
    for (shape, half, way) in shapes {
        for gap in [0.5 * SKIN, SKIN, 0.01] {
            let report = go(&scene, shape, Point3::new(0.1, half + gap, 0.0), way);
            assert_eq!(report.stop, Stop::Arrived, "{gap}: {report:?}");
            assert!(
                (report.moved.xz() - Vector3::from(way).xz()).norm()
                    < 1e-6 * Vector3::from(way).norm(),
                "{gap}: {report:?}"
            );
        }
    }
}
