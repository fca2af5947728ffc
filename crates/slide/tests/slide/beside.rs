//! Characters that go beside walls.

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::SlideOptions;
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_support::{Capsule, Cuboid, HalfSpace, Real, Support};

/// The way over the level that a character makes in a frame on a slope beside an upright wall, and what the wall leaves of the one
/// asked for.
fn beside_a_wall<T: Real>(
    frame: UnitQuaternion<f64>,
    degrees: f64,
    facing: f64,
    way: Vector3<f64>,
) -> [Vector3<f64>; 2] {
    let t = T::nearest;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let floor = Vector3::new(sin, cos, 0.0);
    let wall = Vector3::new(facing.cos(), 0.0, facing.sin());
    let half_space = |n: Vector3<f64>| Object::new(HalfSpace::new((frame * n).map(t)).unwrap());
    let scene = Scene::of([half_space(floor), half_space(wall)]).unwrap();
    let up = (frame * Vector3::y()).map(t);
    let gait = Gait {
        slopes: Slopes::new(up, t(60.0_f64.to_radians())).unwrap(),
        step_up: T::zero(),
        step_down: t(0.35),
        gravity: Gravity {
            acceleration: up * t(-9.8),
            top_speed: t(50.0),
        },
    };
    let shape: &dyn Support = &Capsule::new(t(0.5), t(0.25)).unwrap();
    let (skin, radius) = (1.0 / 64.0, 0.25);
    // A skin off both.
    let middle = wall * (radius + skin);
    let height = (radius + skin - floor.dot(&middle)) / cos + 0.5;
    let at = (frame * (middle + Vector3::y() * height)).map(t);
    let turn = frame.scaled_axis().map(t);
    let mut character = Character::new(Isometry3::new(at, turn));
    let options = SlideOptions::default().with_skin(t(skin));
    let mut step = |way: Vector3<f64>, time: f64| {
        let before = character.pose.translation.vector;
        let velocity = (frame * way).map(t);
        let step = character.step(&scene, &shape, velocity, t(time), &gait, &options);
        step.unwrap();
        (character.pose.translation.vector - before).map(Real::to_f64)
    };
    // It lands at once: a longer fall would slide down the slope.
    step(Vector3::zeros(), 1e-4);
    let moved = frame.inverse() * step(way, 1.0);
    let left = way - wall * wall.dot(&way).min(0.0);
    [Vector3::new(moved.x, 0.0, moved.z), left]
}

#[test]
fn a_way_on_a_slope_beside_a_wall_is_what_the_wall_leaves_of_the_level_one() {
    for frame in [Vector3::zeros(), Vector3::new(0.4, -0.7, 1.1)] {
        for degrees in [0.0, 10.0, 30.0, 50.0, 59.0] {
            for facing in [0.1, 0.7, 1.3, 2.2, 3.7, 5.5] {
                for heading in [0.0, 0.9, 2.5, 4.1, 5.6_f64] {
                    let frame = UnitQuaternion::new(frame);
                    let way = Vector3::new(heading.cos(), 0.0, heading.sin()) * 0.8;
                    let case = format!("{degrees} {facing} {heading}");
                    let [moved, left] = beside_a_wall::<f64>(frame, degrees, facing, way);
                    assert!((moved - left).norm() < 1e-6, "{case}: {moved} {left}");
                    let [moved, left] = beside_a_wall::<f32>(frame, degrees, facing, way);
                    assert!((moved - left).norm() < 1e-3, "{case}: {moved} {left}");
                }
            }
        }
    }
}

#[test]
fn on_a_slope_beside_a_wall_that_leans_back_it_stays_on_the_ground() {
    fn stays<T: Real>() {
        let t = T::nearest;
        let up = Vector3::y_axis();
        let gait = Gait {
            slopes: Slopes::new(*up, t(60.0_f64.to_radians())).unwrap(),
            step_up: T::zero(),
            step_down: t(0.35),
            gravity: Gravity {
                acceleration: *up * t(-9.8),
                top_speed: t(50.0),
            },
        };
        let shape: &dyn Support = &Capsule::new(t(0.5), t(0.25)).unwrap();
        let mut frames = 0;
        for degrees in [3.0_f64, 25.0, 50.0] {
            for leans in [1.0_f64, 6.0, 15.0] {
                for facing in [0.4, 1.9, 3.3, 5.2_f64] {
                    let [(sin, cos), (back, out)] =
                        [degrees, leans].map(|a| a.to_radians().sin_cos());
                    let floor = Vector3::new(sin, cos, 0.0);
                    let wall = Vector3::new(out * facing.cos(), back, out * facing.sin());
                    let planes = [floor, wall];
                    let half_spaces = planes.map(|n| HalfSpace::new(n.map(t)).unwrap());
                    let scene = Scene::of(half_spaces.map(Object::new)).unwrap();
                    let start = (Vector3::y() * 2.0 + wall).map(t);
                    let mut character = Character::new(Isometry3::from_parts(
                        start.into(),
                        UnitQuaternion::identity(),
                    ));
                    let options = SlideOptions::default();
                    let mut was_on_ground = false;
                    for frame in 0..300 {
                        // Into the wall, and along it now one way, now the other.
                        let turn = facing + 2.0 + f64::from(frame / 60 % 3);
                        let velocity = Vector3::new(turn.cos(), 0.0, turn.sin()) * 3.0;
                        let time = t(1.0 / 60.0);
                        (character.step(&scene, &shape, velocity.map(t), time, &gait, &options))
                            .unwrap();
                        let is_on_ground = character.ground.is_some();
                        assert!(
                            is_on_ground || !was_on_ground,
                            "{degrees} {leans} {facing}: {frame}"
                        );
                        was_on_ground = is_on_ground;
                        frames += usize::from(is_on_ground);
                    }
                }
            }
        }
        assert!(frames > 9000, "{frames}");
    }
    stays::<f32>();
    stays::<f64>();
}

#[test]
fn who_steps_down_beside_a_wall_that_leans_back_does_not_fall() {
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap(),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::y() * -9.8,
            top_speed: 50.0,
        },
    };
    let capsule = Capsule::new(0.5, 0.25).unwrap();
    let cuboid = Cuboid::new([0.25, 0.75, 0.25]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let mut lowest = 0;
    for case in 0..240 {
        let (shape, turn) = (shapes[case % 2], case as f64);
        let back = [2.0_f64, 6.0, 15.0, 30.0][case / 2 % 4].to_radians();
        let drop = [0.1, 0.2, 0.25][case / 8 % 3];
        let wall = HalfSpace::new([0.0, back.sin(), back.cos()]).unwrap();
        let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
        let step = Cuboid::new([2.0, 0.5 * drop, 2.0]).unwrap();
        let scene = Scene::of([
            Object::new(wall),
            Object::new(floor),
            Object::new(step).at([-2.0, 0.5 * drop, 0.0]),
        ])
        .unwrap();
        let mut character = Character::new(Isometry3::translation(-1.5, 1.0, 0.8));
        // Along the wall, and more or less into it.
        let into = 1.0 + 0.5 * turn.sin();
        let velocity = Vector3::new(1.5, 0.0, -into);
        let time = 1.0 / [60.0, 100.0, 37.0][case / 24 % 3];
        let mut was_on_ground = false;
        for frame in 0..(2.0 / time) as u32 {
            let before = character.pose.translation.vector;
            (character.step(
                &scene,
                &shape,
                velocity,
                time,
                &gait,
                &SlideOptions::default(),
            ))
            .unwrap();
            let on_ground = character.ground.is_some();
            assert!(on_ground || !was_on_ground, "{case}: {frame} {before:?}");
            was_on_ground = on_ground;
        }
        assert!(character.pose.translation.x > 0.5, "{case}");
        lowest += u32::from(character.pose.translation.y < 0.78);
    }
    // All of them have come down.
    assert_eq!(lowest, 240);
}
