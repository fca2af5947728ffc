//! What the options choose, and what is refused.

use crate::common::{box_mesh, placed};
use nalgebra::{Isometry3, Quaternion, Unit, UnitQuaternion, Vector3};
use swept_scene::{Geometry, Object, Query, Scene};
use swept_slide::kit::{Character, Gait, Gravity, Slopes};
use swept_slide::{Response, SlideHit, SlideOptions, depenetrate, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Placed, Real, Sphere};

/// Two walls across x, at 3 on layer 0 and at 6 on layer 1.
fn walls() -> Scene<f64> {
    let wall = Cuboid::new([0.5, 9.0, 9.0]).unwrap();
    let at = |x: f64, layer: u32| Object::new(wall).at([x, 0.0, 0.0]).on_layers(1 << layer);
    Scene::of([at(3.5, 0), at(6.5, 1)]).unwrap()
}

#[test]
fn a_query_says_what_stands_in_the_way() {
    let scene = walls();
    let ball = Sphere::new(1.0).unwrap();
    let end = |query: Query<'_, f64>| {
        let options = SlideOptions::default().with_skin(0.25).with_query(query);
        let mover = placed(&ball, &Isometry3::identity());
        let report = move_and_slide(&scene, &mover, [9.0, 0.0, 0.0], &options, slide);
        report.unwrap().position.x
    };
    // As far as the wall, less the radius and the skin.
    assert!((end(Query::default()) - 1.75).abs() < 1e-12);
    assert!((end(Query::default().on_layers(0b10)) - 4.75).abs() < 1e-12);
    assert_eq!(end(Query::default().on_layers(0)), 9.0);
}

/// The scene has the mover as well, and a game keeps the options that leave it out: with what a visitor passes over besides.
#[test]
fn a_body_in_the_scene_is_not_in_its_own_way() {
    let mut scene = walls();
    let ball = Sphere::new(1.0).unwrap();
    let own = scene.insert(Object::new(ball)).unwrap();
    let query = Query::default().except(own);
    let options: SlideOptions<'static, f64> =
        SlideOptions::default().with_skin(0.25).with_query(query);
    let mover = placed(&ball, &Isometry3::identity());
    let free = depenetrate(&scene, &mover, 1.0, &options).unwrap();
    assert!(free.is_free() && free.moved == Vector3::zeros());
    let first = scene.objects().next().map(|(id, _)| id);
    let through_first = |hit: &SlideHit<f64>| {
        assert!(hit.sub_shape().id != own);
        match Some(hit.sub_shape().id) == first {
            true => Response::Ignore,
            false => Response::Slide,
        }
    };
    let way = [9.0, 0.0, 0.0];
    let report = move_and_slide(&scene, &mover, way, &options, through_first).unwrap();
    assert!((report.position.x - 4.75).abs() < 1e-12, "{report:?}");
    let report = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
    assert!((report.position.x - 1.75).abs() < 1e-12, "{report:?}");
}

#[test]
fn the_report_tells_the_skin_that_was_kept() {
    let scene = walls();
    let ball = Sphere::new(1.0).unwrap();
    let skin = |asked: Option<f64>| {
        let options = SlideOptions {
            skin: asked,
            ..SlideOptions::default()
        };
        let mover = placed(&ball, &Isometry3::identity());
        let report = move_and_slide(&scene, &mover, [1.0, 0.0, 0.0], &options, slide);
        report.unwrap().skin
    };
    assert_eq!(skin(Some(0.25)), 0.25);
    assert_eq!([skin(None), skin(Some(f64::NAN))], [1.0 / 128.0; 2]);
    // The radius and the way: lengths of 2 in all, by 64 units in the last place.
    assert_eq!(skin(Some(0.0)), 128.0 * f64::EPSILON);
}

/// What docs/slide.md says of a capsule of the size 0.9, whose skin is 7 mm were it metres: on floors of boxes, a half-space and triangles.
#[test]
fn the_skin_grows_with_coordinates_and_sizes() {
    fn skin<T: Real>(floor: impl Into<Geometry<T>>, at: f64, x: f64) -> f64 {
        let t = T::nearest;
        let floor = Object::new(floor).at([t(at), t(0.0), t(0.0)]);
        let capsule = Capsule::new(t(0.6), t(0.3)).unwrap();
        let mover = Placed::new(capsule, [t(x), t(0.95), t(0.0)]).unwrap();
        let options = SlideOptions::default();
        let scene = Scene::of([floor]).unwrap();
        let report = move_and_slide(&scene, &mover, [t(0.1), t(0.0), t(0.0)], &options, slide);
        report.unwrap().skin.to_f64()
    }
    let cuboid = |half: f64| Cuboid::new([half, 1e-3, half].map(|x| x as f32)).unwrap();
    let plane = HalfSpace::new([0.0_f32, 1.0, 0.0]).unwrap();
    for (x, millimetres) in [(0.0, 7.03), (4e3, 30.5), (1e4, 76.3), (1e5, 763.0)] {
        for skin in [skin(plane, 0.0, x), skin(cuboid(50.0), x, x)] {
            assert!(
                (1e3 * skin - millimetres).abs() < 0.01 * millimetres,
                "{skin}"
            );
        }
        let tiles = box_mesh::<f32>([50.0, 1e-3, 50.0], false);
        let skin = skin(tiles, x, x);
        assert!(
            (1e3 * skin - millimetres).abs() < 0.01 * millimetres,
            "{skin}"
        );
    }
    for (half, x, millimetres) in [
        (5e3, 0.0, 27.0),
        (5e3, 4e3, 42.2),
        (5e4, 0.0, 270.0),
        (5e4, 4e3, 285.0),
        (5e4, 1e4, 308.0),
    ] {
        let skin = skin(cuboid(half), 0.0, x);
        assert!(
            (1e3 * skin - millimetres).abs() < 0.01 * millimetres,
            "{skin}"
        );
    }
    let wide = Cuboid::new([2e5, 1e-3, 2e5]).unwrap();
    assert!((skin(wide, 0.0, 1e5) - 0.9 / 128.0).abs() < 1e-15);
}

fn gait() -> Gait<f64> {
    Gait {
        slopes: Slopes::new(Vector3::y(), 0.8).unwrap(),
        step_up: 0.0,
        step_down: 0.25,
        gravity: Gravity {
            acceleration: Vector3::new(0.0, -9.8, 0.0),
            top_speed: 50.0,
        },
    }
}

#[test]
fn a_pose_that_is_none_is_refused_with_the_axis() {
    let gait = gait();
    let ball = Sphere::new(1.0).unwrap();
    let error = |pose: Isometry3<f64>| {
        let options = SlideOptions::default();
        let still = Vector3::zeros();
        let step = Character::new(pose).step(&walls(), &ball, still, 1.0, &gait, &options);
        step.unwrap_err().to_string()
    };
    for (axis, x, text) in [
        (0, f64::NAN, "NaN"),
        (1, 1e300, "1e300"),
        (2, -f64::INFINITY, "-inf"),
    ] {
        let found = error(Vector3::ith(axis, x).into());
        let expected = format!("mover.position[{axis}]: {text} is not a finite number within");
        assert!(found.starts_with(&expected), "{found}");
    }
    let none = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 0.0));
    assert_eq!(
        error(Isometry3::from_parts(Vector3::zeros().into(), none)),
        "mover.rotation: 0 is not a rotation (expected a finite quaternion that is not zero)"
    );
}

#[test]
fn a_hit_tells_what_is_between_where_that_is_less_than_the_skin_and_how_deep_it_began() {
    let floor = Object::new(Cuboid::new([5.0, 1.0, 5.0]).unwrap()).at([0.0, -1.0, 0.0]);
    let scene = Scene::of([floor]).unwrap();
    let skin = 1.0_f64 / 64.0;
    let options = SlideOptions::default().with_skin(skin);
    for part in [-2.0, -0.4, 0.0, 0.1, 0.4, 0.7, 1.0] {
        let at = [0.0, 0.5 + part * skin, 0.0];
        let ball = Placed::new(Sphere::new(0.5).unwrap(), at).unwrap();
        let stop = |_: &_| Response::Stop;
        let report = move_and_slide(&scene, &ball, [0.1, -1.0, 0.0], &options, stop).unwrap();
        let gap = report.hits[0].gap;
        assert!((gap - part * skin).abs() < 1e-9, "{part}: {}", gap / skin);
    }
}

/// The state of a character that was damaged where it was kept: a step with it is refused or leads to a place; it never panics.
#[test]
fn a_damaged_state_is_refused_or_goes_on() {
    let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let wall = Object::new(Cuboid::new([1.0, 0.25, 9.0]).unwrap()).at([2.0, 0.0, 0.0]);
    let scene = Scene::of([floor, wall]).unwrap();
    let gait = Gait {
        step_up: 0.5,
        ..gait()
    };
    let ball = Sphere::new(0.25).unwrap();
    let step = |character: &mut Character<f64>| {
        let (way, options) = (Vector3::new(3.0, 0.0, 1.0), SlideOptions::default());
        character.step(&scene, &ball, way, 0.25, &gait, &options)
    };
    let mut sound = Character::new([-0.5, 0.3, 0.0]);
    for _ in 0..2 {
        step(&mut sound).unwrap();
    }
    assert!(sound.ground.is_some());
    let number = |state: &mut Character<f64>, which: usize, x: f64| {
        let quaternion = |rotation: &mut UnitQuaternion<f64>, k: usize| {
            let mut q = rotation.into_inner();
            q.coords[k] = x;
            *rotation = UnitQuaternion::new_unchecked(q);
        };
        let ground = state.ground.as_mut().unwrap();
        let k = which % 3;
        match which / 3 {
            0 => state.pose.translation.vector[k] = x,
            1 => quaternion(&mut state.pose.rotation, k + 1),
            2 => state.falling[k] = x,
            3 => ground.pose.translation.vector[k] = x,
            4 => quaternion(&mut ground.pose.rotation, k + 1),
            5 => ground.point[k] = x,
            _ => {
                let mut normal = ground.normal.into_inner();
                normal[k] = x;
                ground.normal = Unit::new_unchecked(normal);
            }
        }
    };
    let mut refused = 0;
    for which in 0..21 {
        for x in [f64::NAN, f64::INFINITY, 0.0, -1.0, 1e-320, 1e150, -1e308] {
            let mut state = sound;
            number(&mut state, which, x);
            for _ in 0..3 {
                if step(&mut state).is_err() {
                    refused += 1;
                    break;
                }
                let place = state.pose.translation.vector;
                assert!(place.iter().all(|x| x.is_finite()), "{which} {x}: {place}");
            }
        }
    }
    assert!(refused > 20, "{refused}");
}
