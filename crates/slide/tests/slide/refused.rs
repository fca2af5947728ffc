//! Steps of a character that are refused, and what they leave as it was.

use nalgebra::{Isometry3, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{ObjectId, Scene};
use swept_slide::kit::{Character, Gait, Gravity, Slopes, fly, footing, ride, step_up};
use swept_slide::{SlideOptions, slide};
use swept_support::{Capsule, Placed, Support};

use crate::walker::{TIME, cuboid, gait, options, steps};

/// A character that has come to rest on a lift.
fn on_a_lift() -> (Scene<f64>, ObjectId, Character<f64>) {
    let mut scene = Scene::new();
    let lift = scene
        .insert(cuboid([4.0, 0.25, 4.0], [0.0, -0.25, 0.0]))
        .unwrap();
    let mut character = Character::new(Isometry3::translation(0.5, 1.0, 0.0));
    steps(&scene, &mut character, [0.0; 3], 60);
    assert_eq!(character.ground.map(|ground| ground.object), Some(lift));
    (scene, lift, character)
}

/// A platform carries it once, by the next step that is made: whether the velocity is none, or makes a way that is none.
#[test]
fn a_step_that_is_refused_has_not_been_carried() {
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    for refused in [f64::NAN, 1e300] {
        let (mut scene, lift, mut character) = on_a_lift();
        let before = character;
        scene.set_pose(lift, [1.0, -0.25, 0.0]).unwrap();
        let velocity = Vector3::new(refused, 0.0, 0.0);
        let step = character.step(&scene, &shape, velocity, TIME, &gait(), &options());
        assert!(
            step.is_err() && character == before,
            "{refused}: {character:?}"
        );
        steps(&scene, &mut character, [0.0; 3], 1);
        let way = character.pose.translation.vector - before.pose.translation.vector;
        assert_eq!(way, Vector3::x(), "{refused}");
    }
}

/// What a step is given.
#[derive(Clone)]
struct Given {
    character: Character<f64>,
    velocity: Vector3<f64>,
    time: f64,
    gait: Gait<f64>,
}

impl Given {
    /// The number that goes by this name.
    fn number(&mut self, field: &str) -> &mut f64 {
        let (name, axis) = match field.split_once('[') {
            Some((name, axis)) => (name, axis.trim_end_matches(']').parse().unwrap()),
            None => (field, 0),
        };
        match name {
            "velocity" => &mut self.velocity[axis],
            "time" => &mut self.time,
            "gait.slopes.up" => &mut self.gait.slopes.up.as_mut_unchecked()[axis],
            "gait.step_up" => &mut self.gait.step_up,
            "gait.step_down" => &mut self.gait.step_down,
            "gait.gravity.acceleration" => &mut self.gait.gravity.acceleration[axis],
            "gait.gravity.top_speed" => &mut self.gait.gravity.top_speed,
            "falling" => &mut self.character.falling[axis],
            _ => panic!("{name}"),
        }
    }
}

#[test]
fn a_step_names_what_it_was_given_and_changes_nothing() {
    let shape: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let (mut scene, lift, character) = on_a_lift();
    scene.set_pose(lift, [1.0, -0.25, 0.0]).unwrap();
    let given = Given {
        character,
        velocity: Vector3::new(1.0, 0.0, 0.5),
        time: TIME,
        gait: gait(),
    };
    let step = |given: &mut Given| {
        let Given {
            velocity,
            time,
            gait,
            ..
        } = given.clone();
        let step = given
            .character
            .step(&scene, &shape, velocity, time, &gait, &options());
        step.map(drop)
    };
    let refuses = |field: &str, x: f64| {
        for in_the_air in [false, true] {
            let mut given = given.clone();
            if in_the_air {
                given.character.jump(1.0, &gait());
            }
            *given.number(field) = x;
            let before = format!("{:?}", given.character);
            let error = step(&mut given).unwrap_err();
            assert_eq!(error.field, field, "{x}");
            assert!(error.value == x || error.value.is_nan() && x.is_nan());
            assert!(error.to_string().contains(" is not a "), "{error}");
            assert_eq!(format!("{:?}", given.character), before, "{field} {x}");
        }
    };
    let vectors = [
        "velocity",
        "gait.slopes.up",
        "gait.gravity.acceleration",
        "falling",
    ];
    for vector in vectors {
        for axis in 0..3 {
            for x in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
                refuses(&format!("{vector}[{axis}]"), x);
            }
        }
    }
    for number in [
        "time",
        "gait.step_up",
        "gait.step_down",
        "gait.gravity.top_speed",
    ] {
        for x in [f64::NAN, -1.0, -1e-300, -f64::INFINITY] {
            refuses(number, x);
        }
        // Nothing at all is no nonsense.
        let mut none = given.clone();
        *none.number(number) = 0.0;
        assert_eq!(step(&mut none), Ok(()), "{number}");
    }
    for number in ["time", "gait.step_up", "gait.step_down"] {
        refuses(number, f64::INFINITY);
    }
    refuses("gait.step_up", 1e300);
    refuses("gait.step_down", 1e300);
    let mut endless = given.clone();
    endless.gait.gravity.top_speed = f64::INFINITY;
    endless.character.jump(1.0, &gait());
    assert_eq!(step(&mut endless), Ok(()));
    // A way may be too long although each number is one.
    let mut far = given.clone();
    far.velocity.z = 1e300;
    assert_eq!(step(&mut far).unwrap_err().field, "displacement[2]");
}

#[test]
fn a_number_of_f32_is_told_in_its_own_digits() {
    let narrow = Gait {
        slopes: Slopes::new([0.0_f32, 1.0, 0.0], 0.8).unwrap(),
        step_up: -0.1,
        step_down: 0.3,
        gravity: Gravity::new([0.0, -9.8, 0.0], 50.0),
    };
    let shape: &dyn Support = &Capsule::new(0.5_f32, 0.25).unwrap();
    let mut character = Character::new([0.0_f32, 1.0, 0.0]);
    let options = SlideOptions::default();
    let step = character.step(
        &Scene::new(),
        &shape,
        Vector3::zeros(),
        0.1,
        &narrow,
        &options,
    );
    let expected = "gait.step_up: -0.1 is not a length (expected a finite number >= 0)";
    assert_eq!(step.unwrap_err().to_string(), expected);
}

#[test]
fn the_parts_name_what_they_were_given() {
    let (scene, lift, character) = on_a_lift();
    let body = Capsule::new(0.5, 0.25).unwrap();
    let mover = Placed::new(&body, character.pose).unwrap();
    let (slopes, options) = (&gait().slopes, &options());
    let field = |asked: Result<(), InvalidSweep>| asked.unwrap_err().field;
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let (way, still) = (Vector3::new(0.1, bad, 0.0), Vector3::zeros());
        let flown = |push, fall| field(fly(&scene, &mover, push, fall, slopes, options).map(drop));
        assert_eq!(
            [flown(way, still), flown(still, way)],
            ["push[1]", "fall[1]"]
        );
        let ridden = ride(&scene, &mover, lift, way, options, slide);
        assert_eq!(field(ridden.map(drop)), "way[1]");
        let climbed = step_up(&scene, &mover, way, 0.3, slopes, options);
        assert_eq!(field(climbed.map(drop)), "way[1]");
    }
    for bad in [f64::NAN, f64::INFINITY, 1e300, -1e-9] {
        let climbed = step_up(&scene, &mover, Vector3::x(), bad, slopes, options);
        assert_eq!(field(climbed.map(drop)), "height");
        let found = footing(&scene, &mover, bad, slopes, options);
        assert_eq!(field(found.map(drop)), "reach");
    }
}
