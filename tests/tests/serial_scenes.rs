//! Answers of scenes, reports of moves and a character's state through a data format.

use serde_json::{Value, from_str, to_string, to_value};
use std::f64::consts::FRAC_PI_2;
use swept::prelude::*;
use swept::scene::SubShape;
use swept::slide::kit::{Character, Gait, Gravity, Slopes};
use swept::slide::slide;
use swept::{CastOptions, Certificate};

/// Two triangles of a floor at y = 0, and a unit box on it that took the slot of another.
fn world() -> Scene<f64> {
    let corners = [
        [-9.0, 0.0, -9.0],
        [-9.0, 0.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, 0.0, -9.0],
    ];
    let floor = TriangleMesh::new(
        corners.map(Point3::from).to_vec(),
        vec![[0, 1, 2], [0, 2, 3]],
    )
    .unwrap();
    let cube = || Object::new(Cuboid::new([0.5; 3]).unwrap()).at([4.0, 0.5, -3.0]);
    let mut scene = Scene::of([Object::new(floor).with_user_data(7), cube()]).unwrap();
    let (first, _) = scene.objects().last().unwrap();
    scene.remove(first).unwrap();
    scene.insert(cube().with_user_data(u64::MAX)).unwrap();
    scene
}

/// A ball of radius 1/4 that comes down by 4 from y = 2.25.
fn falls_at(x: f64, z: f64) -> Motion<f64, Sphere<f64>> {
    let ball = Placed::new(Sphere::new(0.25).unwrap(), [x, 2.25, z]).unwrap();
    Motion::new(ball, [0.0, -4.0, 0.0]).unwrap()
}

#[test]
fn answers_of_scenes_are_written_by_their_fields() {
    let scene = world();
    let cast = |x, z, query| to_value(scene.cast_closest(&falls_at(x, z), &query)).unwrap();
    let on_floor = cast(-2.0, 1.0, Query::default());
    assert_eq!(on_floor["outcome"], "hit");
    let fraction = on_floor["hit"]["fraction"].as_f64().unwrap();
    assert!((0.5 - fraction).abs() < 1e-12);
    assert_eq!(on_floor["place"]["feature"], "face");
    assert_eq!(on_floor["place"]["face_normal"][1], 1.0);
    assert_eq!(
        on_floor["place"]["barycentric"].as_array().unwrap().len(),
        3
    );
    let floor = r#"{"id":{"slot":0,"generation":0},"part":0,"triangle":0,"user_data":7}"#;
    assert_eq!(
        on_floor["place"]["sub_shape"],
        from_str::<Value>(floor).unwrap()
    );
    // The side from the second corner of triangle 1 to its third.
    let on_edge = cast(9.125, 1.0, Query::default());
    assert_eq!(
        on_edge["place"]["feature"],
        from_str::<Value>(r#"{"edge":1}"#).unwrap()
    );
    let on_box = cast(4.0, -3.0, Query::default());
    assert_eq!(on_box["place"]["feature"], Value::Null);
    assert_eq!(on_box["place"]["sub_shape"]["id"]["generation"], 1);
    assert_eq!(on_box["place"]["sub_shape"]["user_data"], u64::MAX);
    assert_eq!(cast(50.0, 0.0, Query::default())["outcome"], "miss");
    let given_up = CastOptions {
        max_steps: 0,
        method: swept::Method::Portal,
        ..CastOptions::default()
    };
    let unresolved = cast(-2.0, 1.0, Query::default().with_cast(given_up));
    assert_eq!(unresolved["outcome"], "unresolved");
    assert!(
        unresolved["safe_fraction"]
            .as_f64()
            .is_some_and(|f| f <= 0.5)
    );
    let sunk = Placed::new(Sphere::new(0.25).unwrap(), [-2.0, 0.125, 1.0]).unwrap();
    let sunk = Motion::at_rest(sunk).unwrap();
    let overlap = to_value(scene.cast_closest(&sunk, &Query::default())).unwrap();
    assert_eq!(overlap["outcome"], "overlap");
    let depth = |of: &Value| {
        of["depth"]
            .as_f64()
            .is_some_and(|d| (d - 0.125).abs() < 1e-12)
    };
    assert!(depth(&overlap["overlap"]));
    let distance = to_value(scene.distance(&sunk, 1.0, &Query::default())).unwrap();
    assert_eq!(distance["distance"]["outcome"], "overlap");
    assert!(depth(&distance["distance"]));
    assert_eq!(distance["place"]["sub_shape"]["user_data"], 7);
}

#[test]
fn what_an_answer_is_about_comes_back_and_is_known_to_the_scene() {
    let scene = world();
    for (x, z) in [(-2.0, 1.0), (1.0, 1.0), (4.0, -3.0)] {
        let outcome = scene.cast_closest(&falls_at(x, z), &Query::default());
        let met = outcome.sub_shape().unwrap();
        let back: SubShape = from_str(&to_string(&met).unwrap()).unwrap();
        assert_eq!(back, met);
        assert!(scene.get(back.id).is_some() && scene.convex(&back).is_some());
    }
    // The one that was removed, whose slot is another's now.
    let gone: ObjectId = from_str(r#"{"slot":1,"generation":0}"#).unwrap();
    assert!(scene.get(gone).is_none());
    assert!(from_str::<ObjectId>(r#"{"slot":1}"#).is_err());
}

#[test]
fn proofs_of_scenes_come_back_and_hold() {
    let scene = world();
    let motion = falls_at(-2.0, 1.0);
    let first = scene.cast_certified(&motion, &Query::default()).unwrap();
    let text = to_value(first).unwrap();
    let sent: Certificate = from_str(&text["certified"]["certificate"].to_string()).unwrap();
    let about: SubShape = from_str(&text["sub_shape"].to_string()).unwrap();
    let (shape, pose) = scene.convex(&about).unwrap();
    let fixed = Placed::new(shape, pose).unwrap();
    let proven = sent.verify(&motion.against(fixed).unwrap()).unwrap();
    assert!((0.5 - proven.lower).abs() < 1e-9);
}

#[test]
fn reports_of_moves_are_written_by_their_fields() {
    let scene = world();
    let ball = Placed::new(Sphere::new(0.25).unwrap(), [-2.0, 1.0, 1.0]).unwrap();
    let report = move_and_slide(
        &scene,
        &ball,
        [1.0, -2.0, 0.0],
        &SlideOptions::default(),
        slide,
    );
    let written = to_value(report.unwrap()).unwrap();
    assert_eq!(written["stop"], "arrived");
    assert_eq!(
        written["planes"],
        from_str::<Value>("[[0.0,1.0,0.0]]").unwrap()
    );
    assert_eq!(written["hits"][0]["place"]["sub_shape"]["user_data"], 7);
}

/// A character that is saved in the middle of its way and restored goes on as if it had not been, bit by bit.
#[test]
fn a_character_goes_on_from_where_it_was_saved() {
    let scene = world();
    let body = Capsule::new(0.6, 0.3).unwrap();
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 0.8).unwrap(),
        step_up: 0.3,
        step_down: 0.3,
        gravity: Gravity {
            acceleration: Vector3::new(0.0, -9.8, 0.0),
            top_speed: 50.0,
        },
    };
    let step = |character: &mut Character<f64>| {
        let (walk, options) = (Vector3::new(3.0, 0.0, 0.1), SlideOptions::default());
        let stepped = character.step(&scene, &body, walk, 1.0 / 60.0, &gait, &options);
        stepped.unwrap()
    };
    let mut character = Character::new([-2.0, 2.0, 0.0]);
    let mut stood = [false; 2];
    for _ in 0..60 {
        let mut restored: Character<f64> = from_str(&to_string(&character).unwrap()).unwrap();
        assert_eq!(restored, character);
        stood[usize::from(character.ground.is_some())] = true;
        let paces = step(&mut character);
        assert_eq!(step(&mut restored), paces);
        assert_eq!(restored, character);
        let written = to_value(&paces).unwrap();
        assert_eq!(written["walk"], to_value(&paces.walk).unwrap());
        assert_eq!(written["climbed"], false);
    }
    assert_eq!(stood, [true; 2], "it falls, and it stands");
}

/// Options and gaits go through a data format bit by bit; what they are read from is held to what their constructors take.
#[test]
fn options_of_moves_and_gaits_come_back() {
    let tilted = Unit::new_normalize(Vector3::new(0.1, 0.9, -0.2));
    for up in [Vector3::y_axis(), tilted] {
        for angle in [0.0, 0.8, 50.0_f64.to_radians(), 7.0] {
            let gait = Gait {
                slopes: Slopes::new(*up, angle).unwrap(),
                step_up: 0.1,
                step_down: 0.3,
                gravity: Gravity {
                    acceleration: Vector3::new(0.0, -9.8, 0.0),
                    top_speed: 50.0,
                },
            };
            assert_eq!(gait.slopes.steepest(), angle.min(FRAC_PI_2));
            let read: Gait<f64> = from_str(&to_string(&gait).unwrap()).unwrap();
            assert_eq!(read, gait);
            let narrow = Slopes::new(up.into_inner().cast::<f32>(), angle as f32).unwrap();
            let read: Slopes<f32> = from_str(&to_string(&narrow).unwrap()).unwrap();
            assert_eq!(read, narrow);
        }
    }
    let slopes = |text: &str| from_str::<Slopes<f64>>(text);
    let read = slopes(r#"{"up":[0,0,3],"steepest":-1}"#).unwrap();
    assert_eq!(read, Slopes::new(Vector3::z(), 0.0).unwrap());
    let refused = slopes(r#"{"up":[0,0,0],"steepest":1}"#).unwrap_err();
    assert!(refused.to_string().contains("slopes.up"), "{refused}");
    assert!(slopes(r#"{"up":[0,1,0],"steepest":1,"least":2}"#).is_err());

    let all = |_, _: &Object<f64>| true;
    let options = SlideOptions {
        max_casts: 5,
        ..SlideOptions::default()
    };
    let cast = CastOptions {
        max_steps: 77,
        ..CastOptions::default()
    };
    let own = Scene::<f64>::new().insert(Object::new(PointShape)).unwrap();
    let query = Query::default()
        .on_layers(6)
        .except(own)
        .with_cast(cast)
        .accepting(&all);
    for options in [options, options.with_skin(0.1).with_query(query)] {
        let read: SlideOptions<f64> = from_str(&to_string(&options).unwrap()).unwrap();
        assert_eq!((read.skin, read.max_casts), (options.skin, 5));
        assert_eq!(read.query.cast, options.query.cast);
        assert_eq!(read.query.layers, options.query.layers);
        assert!(read.query.except.is_none() && read.query.accept.is_none());
    }
    let default: SlideOptions<f64> = from_str("{}").unwrap();
    assert_eq!((default.skin, default.max_casts), (None, 8));
    assert!(from_str::<SlideOptions<f64>>(r#"{"skins":1}"#).is_err());
}
