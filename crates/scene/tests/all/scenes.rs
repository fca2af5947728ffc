//! What a scene promises beyond the first hit.

use crate::common::{pose, shapes};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::{Distance, Method, Outcome, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_scene::{
    Compound, Faces, Feature, Geometry, HeightField, MeshOptions, Motion, Next, Object, Query,
    Scene, SceneOutcome, TriangleMesh, TurningMotion,
};
use swept_support::{Cuboid, HalfSpace, Placed, PointShape, Sphere, Support};

fn ball(radius: f64, at: [f64; 3], way: [f64; 3]) -> Motion<f64, Arc<dyn Support>> {
    let shape: Arc<dyn Support> = Arc::new(Sphere::new(radius).unwrap());
    Motion::new(Placed::new(shape, at).unwrap(), way).unwrap()
}

/// Two triangles of the plane y = 0, seen from above, over the square from 0 to 4.
fn square(faces: Faces) -> TriangleMesh<f64> {
    let points = [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0], [4.0, 4.0]];
    let points = points.map(|[x, z]| Point3::new(x, 0.0, z));
    let options = MeshOptions {
        faces,
        ..MeshOptions::default()
    };
    let triangles = vec![[0, 1, 2], [1, 3, 2]];
    TriangleMesh::with_options(points.into(), triangles, &options).unwrap()
}

fn boxes(count: u32) -> Scene<f64> {
    let cube = Cuboid::new([0.5, 0.5, 0.5]).unwrap();
    let at = |i: u32| Object::new(cube).at([3.0 * f64::from(i), 0.0, 0.0]);
    Scene::of((0..count).map(|i| at(i).with_user_data(u64::from(i)))).unwrap()
}

/// The user data of all that a motion meets, in order.
fn met(scene: &Scene<f64>, motion: &Motion<f64, Arc<dyn Support>>) -> Vec<u64> {
    let mut met = Vec::new();
    scene.cast_all(motion, &Query::default(), |one| {
        met.push(one.sub_shape().unwrap().user_data);
        Next::Continue
    });
    met
}

#[test]
fn an_empty_scene_is_missed_and_near_nothing() {
    let scene = Scene::<f64>::new();
    let (motion, query) = (ball(1.0, [0.0; 3], [1.0; 3]), Query::default());
    assert_eq!(scene.cast_closest(&motion, &query), SceneOutcome::Miss);
    assert_eq!(scene.cast_any(&motion, &query), SceneOutcome::Miss);
    assert!(met(&scene, &motion).is_empty() && scene.is_empty());
    assert!(scene.distance(&motion, 1e9, &query).is_none());
    assert!(scene.cast_certified(&motion, &query).is_none());
}

#[test]
fn one_sided_faces_let_out_and_not_in() {
    let query = Query::default();
    for (faces, from, to, blocked) in [
        (Faces::OneSided, 3.0, -3.0, true),
        (Faces::OneSided, -3.0, 3.0, false),
        (Faces::TwoSided, -3.0, 3.0, true),
        // Straddling the face: out is free, in is an overlap.
        (Faces::OneSided, -0.5, 3.0, false),
        (Faces::OneSided, -0.5, -3.0, true),
    ] {
        let scene = Scene::of([Object::new(square(faces))]).unwrap();
        let motion = ball(1.0, [1.0, from, 1.0], [0.0, to - from, 0.0]);
        let found = scene.cast_closest(&motion, &query);
        assert_eq!(
            found != SceneOutcome::Miss,
            blocked,
            "{faces:?} {from} {to}"
        );
    }
    let field = HeightField::new(2, 2, vec![0.0; 4], [4.0, 1.0, 4.0]).unwrap();
    let scene = Scene::of([Object::new(field.with_faces(Faces::OneSided))]).unwrap();
    let down = ball(1.0, [1.0, 3.0, 1.0], [0.0, -6.0, 0.0]);
    let up = ball(1.0, [1.0, -3.0, 1.0], [0.0, 6.0, 0.0]);
    assert!(scene.cast_closest(&down, &query).hit().is_some());
    assert_eq!(scene.cast_closest(&up, &query), SceneOutcome::Miss);
}

#[test]
fn a_ball_falls_through_a_hole_that_it_fits_through() {
    let field = HeightField::new(4, 4, vec![0.0; 16], [2.0, 1.0, 2.0]).unwrap();
    let field = field.with_holes(|r, c| r == 1 && c == 1);
    assert!(field.is_hole(1, 1) && field.triangle(8).is_none() && field.triangle(6).is_some());
    let scene = Scene::of([Object::new(field)]).unwrap();
    let query = Query::default();
    let fall =
        |radius| scene.cast_closest(&ball(radius, [3.0, 5.0, 3.0], [0.0, -10.0, 0.0]), &query);
    assert_eq!(fall(0.9), SceneOutcome::Miss);
    // Of radius 1.25 it rests on the four edges, 1 away from the middle: 0.75 above the ground.
    let found = fall(1.25);
    let hit = found.hit().unwrap();
    assert!((hit.hit.fraction - 0.425).abs() < 1e-9, "{hit:?}");
    assert!(matches!(hit.place.feature, Some(Feature::Edge(_))));
    // The edge of a hole is open: the normal is the separating one, made of unit length once more.
    let apart = hit.place.normal.into_inner() - hit.hit.normal.into_inner();
    assert!(apart.norm() <= 4.0 * f64::EPSILON, "{hit:?}");
}

#[test]
fn a_place_says_where_the_contact_is() {
    let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.0, 0.5));
    let frame = Isometry3::from_parts([5.0, -2.0, 1.0].into(), turned);
    let object = Object::new(square(Faces::TwoSided)).at(frame);
    let scene = Scene::of([object.with_user_data(7)]).unwrap();
    let shape: Arc<dyn Support> = Arc::new(Sphere::new(0.5).unwrap());
    let start = frame * Isometry3::translation(1.0, 2.0, 0.5);
    let motion = Motion::new(
        Placed::new(shape, start).unwrap(),
        turned * Vector3::new(0.0, -4.0, 0.0),
    );
    let found = scene.cast_closest(&motion.unwrap(), &Query::default());
    let place = found.hit().unwrap().place;
    assert_eq!(place.feature, Some(Feature::Face));
    assert_eq!(
        (place.sub_shape.triangle, place.sub_shape.user_data),
        (Some(0), 7)
    );
    // (1, 0.5) = 0.625 (0, 0) + 0.125 (0, 4) + 0.25 (4, 0).
    let expected = [0.625, 0.125, 0.25];
    let weights = place.barycentric.unwrap();
    let off = (0..3).map(|i| (weights[i] - expected[i]).abs());
    assert!(off.fold(0.0, f64::max) < 1e-9, "{weights:?}");
    assert!((place.normal.into_inner() - turned * Vector3::y()).norm() < 1e-12);
    assert!((place.face_normal.into_inner() - turned * Vector3::y()).norm() < 1e-12);
}

#[test]
fn the_face_most_opposed_is_among_those_at_the_edge() {
    // A roof: two squares that meet in the ridge along z at (0, 1, z), sloping by 45 degrees to both sides.
    let points = [
        [-1.0, 0.0, 0.0],
        [-1.0, 0.0, 4.0],
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 4.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 4.0],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let triangles = vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
    let scene = Scene::of([Object::new(TriangleMesh::new(points, triangles).unwrap())]).unwrap();
    let h = std::f64::consts::FRAC_1_SQRT_2;
    for (way, face) in [
        ([0.5, -4.0, 0.0], [-h, h, 0.0]),
        ([-0.5, -4.0, 0.0], [h, h, 0.0]),
    ] {
        let motion = ball(0.5, [-0.5 * way[0], 3.5, 2.0], way);
        let found = scene.cast_closest(&motion, &Query::default());
        let place = found.hit().unwrap().place;
        assert!(matches!(place.feature, Some(Feature::Edge(_))), "{place:?}");
        assert!((place.face_normal.into_inner() - Vector3::from(face)).norm() < 1e-12);
        // The ridge stands out: what separates there is what the surface has there.
        assert!(
            (place.normal.into_inner() - found.hit().unwrap().hit.normal.into_inner()).norm()
                < 1e-9
        );
    }
    // A box that slides under the eaves' level into the valley's edge of a V gets a face's normal.
    let points = [
        [-1.0, 1.0, 0.0],
        [-1.0, 1.0, 4.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 4.0],
        [1.0, 1.0, 0.0],
        [1.0, 1.0, 4.0],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let triangles = vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
    let scene = Scene::of([Object::new(TriangleMesh::new(points, triangles).unwrap())]).unwrap();
    let point = Motion::ray([0.0, 2.0, 2.0], [0.0, -3.0, 0.0]).unwrap();
    let found = scene.cast_closest(&point, &Query::default());
    let normal = found.hit().unwrap().place.normal;
    assert!(
        (normal.y - h).abs() < 1e-12 && (normal.x.abs() - h).abs() < 1e-12,
        "{normal:?}"
    );
}

#[test]
fn everything_is_met_in_order_and_the_visitor_is_obeyed() {
    let scene = boxes(20);
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
    assert_eq!(met(&scene, &motion), (0..20).collect::<Vec<u64>>());
    let query = Query::default();
    for (after, next, expected) in [
        (3, Next::Stop, 4),
        (3, Next::Clip(0.2), 7),
        (30, Next::Stop, 20),
    ] {
        let mut count = 0;
        scene.cast_all(&motion, &query, |_| {
            count += 1;
            if count > after { next } else { Next::Continue }
        });
        assert_eq!(count, expected);
    }
    // Two at the same place: the lower name first.
    let mut scene = boxes(1);
    let twin = scene
        .insert(Object::new(Cuboid::new([0.5; 3]).unwrap()).with_user_data(9))
        .unwrap();
    assert_eq!(met(&scene, &motion), [0, 9]);
    let first = scene.cast_closest(&motion, &query).sub_shape().unwrap();
    assert!(first.user_data == 0 && first.id < twin);
}

#[test]
fn layers_and_filters_hide_objects() {
    let cube = Cuboid::new([0.5; 3]).unwrap();
    let at = |i: u32| Object::new(cube).at([3.0 * f64::from(i), 0.0, 0.0]);
    let scene =
        Scene::of((0..4).map(|i| at(i).on_layers(1 << i).with_user_data(i.into()))).unwrap();
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
    let first = |query: &Query<'_, f64>| {
        scene
            .cast_closest(&motion, query)
            .sub_shape()
            .map(|s| s.user_data)
    };
    assert_eq!(first(&Query::default()), Some(0));
    assert_eq!(first(&Query::default().on_layers(0b1100)), Some(2));
    assert_eq!(first(&Query::default().on_layers(0)), None);
    let odd = |_, object: &Object<f64>| object.user_data % 2 == 1;
    assert_eq!(first(&Query::default().accepting(&odd)), Some(1));
    assert_eq!(
        first(&Query::default().accepting(&odd).on_layers(0b0101)),
        None
    );
}

#[test]
fn moved_and_removed_objects_are_where_they_are() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let cube = Cuboid::new([0.5; 3]).unwrap();
    let mut scene = Scene::new();
    let mut names = Vec::new();
    for i in 0..200 {
        let object = Object::new(cube)
            .at(pose(&mut rng, [10.0; 3]))
            .with_user_data(i);
        names.push(scene.insert(object).unwrap());
    }
    let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    names.push(
        scene
            .insert(Object::new(floor).at([0.0, -10.0, 0.0]))
            .unwrap(),
    );
    for round in 0..300 {
        let name = names[round * 7 % names.len()];
        if round % 3 == 0 {
            if let Some(object) = scene.remove(name) {
                assert!(scene.get(name).is_none() && scene.remove(name).is_none());
                assert!(!scene.set_pose(name, [0.0; 3]).unwrap());
                if round % 2 == 0 {
                    let again = scene.insert(object).unwrap();
                    assert!(again != name && scene.get(again).is_some());
                    names.push(again);
                }
            }
        } else if scene.get(name).is_some() {
            assert!(
                scene
                    .set_pose(name, pose::<f64>(&mut rng, [10.0; 3]))
                    .unwrap()
            );
        }
        // The same objects, put together afresh in the order of their names.
        let (ids, objects): (Vec<_>, Vec<_>) =
            scene.objects().map(|(id, o)| (id, o.clone())).unzip();
        let fresh = Scene::of(objects).unwrap();
        let from = pose::<f64>(&mut rng, [12.0; 3]);
        let motion = ball(
            0.5,
            from.translation.vector.into(),
            (-1.5 * from.translation.vector).into(),
        );
        let query = Query::default();
        let (a, b) = (
            scene.cast_closest(&motion, &query),
            fresh.cast_closest(&motion, &query),
        );
        assert_eq!(a.safe_fraction(), b.safe_fraction());
        let same = |o: &SceneOutcome<f64>| o.sub_shape().map(|s| s.id);
        assert_eq!(same(&a), same(&b).map(|id| ids[id.slot() as usize]));
    }
    assert!(
        scene.set_pose(names[0], [f64::NAN, 0.0, 0.0]).is_err() || scene.get(names[0]).is_none()
    );
}

#[test]
fn parts_of_compounds_answer_for_themselves() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let query = Query::default();
    let mut hits = 0;
    for case in 0..300 {
        let floor = (square(Faces::TwoSided).into(), pose(&mut rng, [2.0; 3]));
        let parts: Vec<(Geometry<f64>, Isometry3<f64>)> = shapes::<f64>()
            .into_iter()
            .map(|s| (Geometry::Custom(s_into(s)), pose(&mut rng, [2.0; 3])))
            .chain([floor])
            .collect();
        let inner = Compound::new(parts.iter().cloned()).unwrap();
        let at = pose::<f64>(&mut rng, [1.0; 3]);
        let whole = Compound::new([
            (
                Geometry::from(PointShape),
                Isometry3::translation(50.0, 0.0, 0.0),
            ),
            (inner.into(), at),
        ]);
        let whole = whole.unwrap();
        assert_eq!(whole.parts().len(), parts.len() + 1);
        let stand = pose::<f64>(&mut rng, [1.0; 3]);
        let separate = whole
            .parts()
            .iter()
            .map(|(g, p)| Object::new(g.clone()).at(stand * p));
        let separate = Scene::of(separate).unwrap();
        let scene = Scene::of([Object::new(whole.clone()).at(stand)]).unwrap();
        let from = pose::<f64>(&mut rng, [9.0; 3]).translation.vector;
        let motion = ball(0.3, from.into(), (-1.5 * from).into());
        let (a, b) = (
            scene.cast_closest(&motion, &query),
            separate.cast_closest(&motion, &query),
        );
        assert!(
            (a.safe_fraction() - b.safe_fraction()).abs() < 1e-12,
            "case {case}"
        );
        if let (Some(a), Some(b)) = (a.hit(), b.hit()) {
            assert_eq!(a.place.sub_shape.part, b.place.sub_shape.id.slot());
            hits += 1;
        }
    }
    assert!(hits > 100, "{hits}");
}

fn s_into(shape: Arc<dyn Support>) -> Arc<dyn Support + Send + Sync> {
    // Of the same size, in a form that can be shared.
    Arc::new(Sphere::new(shape.extent().max(shape.radius()) * 0.5).unwrap())
}

#[test]
fn distances_are_the_least_of_all_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let mesh = square(Faces::TwoSided);
    let query = Query::default();
    let mut kinds = [0; 2];
    for _ in 0..300 {
        let at = pose::<f64>(&mut rng, [3.0; 3]);
        let cube = Cuboid::new([1.0, 0.5, 0.25]).unwrap();
        let other = pose::<f64>(&mut rng, [3.0; 3]);
        let scene = Scene::of([
            Object::new(mesh.clone()).at(at),
            Object::new(cube).at(other),
        ])
        .unwrap();
        let from = pose::<f64>(&mut rng, [6.0; 3]);
        let shape: Arc<dyn Support> = Arc::new(Cuboid::new([0.5, 0.75, 0.25]).unwrap());
        let shape = Motion::at_rest(Placed::new(shape, from).unwrap()).unwrap();
        let signed = |d: &Distance<f64>| match d {
            Distance::Apart(a) => a.separation,
            Distance::Overlap(o) => -o.depth,
        };
        let mut expected = f64::INFINITY;
        for i in 0..2 {
            let fixed = Placed::new(mesh.triangle(i).unwrap(), at).unwrap();
            expected = expected.min(signed(
                &swept_cast::distance(shape.moving(), &fixed).unwrap(),
            ));
        }
        let fixed = Placed::new(cube, other).unwrap();
        expected = expected.min(signed(
            &swept_cast::distance(shape.moving(), &fixed).unwrap(),
        ));
        let found = scene.distance(&shape, 100.0, &query).unwrap();
        assert_eq!(signed(&found.distance), expected);
        assert_eq!(scene.overlaps(&shape, &query), expected <= 0.0);
        if expected > 0.0 {
            assert!(scene.distance(&shape, 0.99 * expected, &query).is_none());
        }
        let mut near = 0;
        scene.near(&shape, expected.max(0.0) + 1e-9, &query, |one| {
            assert!(signed(&one.distance) <= expected.max(0.0) + 1e-9);
            near += 1;
            ControlFlow::Continue(())
        });
        assert!(near >= 1);
        kinds[usize::from(expected > 0.0)] += 1;
    }
    assert!(kinds.iter().all(|&k| k > 5), "{kinds:?}");
}

#[test]
fn a_ray_meets_what_it_is_sent_at() {
    let scene = Scene::of([
        Object::new(square(Faces::TwoSided)),
        Object::new(Sphere::new(1.0).unwrap()).at([1.0, 5.0, 1.0]),
    ])
    .unwrap();
    let query = Query::default();
    let down = scene.cast_closest(
        &Motion::ray([1.0, 10.0, 1.0], [0.0, -20.0, 0.0]).unwrap(),
        &query,
    );
    assert!((down.safe_fraction() - 0.2).abs() < 1e-12);
    let beside = scene.cast_closest(
        &Motion::ray([3.0, 10.0, 0.5], [0.0, -20.0, 0.0]).unwrap(),
        &query,
    );
    assert!((beside.safe_fraction() - 0.5).abs() < 1e-12);
    assert_eq!(beside.hit().unwrap().place.feature, Some(Feature::Face));
    let bad = Motion::ray([0.0, f64::NAN, 0.0], [1.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(bad.field, "origin[1]");
}

#[test]
fn turning_casts_answer_as_their_pairs_do() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let cube = Cuboid::new([0.5, 0.5, 0.5]).unwrap();
    let bar = Cuboid::new([2.0, 0.1, 0.1]).unwrap();
    let query = Query::default();
    let options = TurningOptions::default();
    let mut kinds = [0; 3];
    for case in 0..120 {
        let poses: Vec<Isometry3<f64>> = (0..12).map(|_| pose(&mut rng, [6.0; 3])).collect();
        let scene = Scene::of(poses.iter().map(|p| Object::new(cube).at(*p))).unwrap();
        let from = pose::<f64>(&mut rng, [7.0; 3]);
        let shape: Arc<dyn Support> = Arc::new(bar);
        let moving = Placed::new(shape, from).unwrap();
        let way = pose::<f64>(&mut rng, [4.0; 3]).translation.vector;
        let turn =
            Turn::by(pose::<f64>(&mut rng, [2.0; 3]).translation.vector).about([0.5, 0.0, 0.0]);
        let spin =
            (case % 2 == 0).then_some((Vector3::new(0.0, 0.4, 0.2), Point3::new(1.0, 0.0, -1.0)));
        let motion = TurningMotion::new(Motion::new(moving.clone(), way).unwrap(), turn).unwrap();
        let motion = match spin {
            Some((rotation, centre)) => motion.in_turning_scene(rotation, centre).unwrap(),
            None => motion,
        };
        let found = scene.cast_turning(&motion, &query, &options);
        let mut first = 1.0;
        let mut deepest = 0.0_f64;
        for pose in &poses {
            let fixed = Placed::new(cube, *pose).unwrap();
            let sweep = Sweep::new(moving.as_ref(), way, fixed).unwrap();
            let fixed = spin.map(|(r, c)| Turn::by(r).about(pose.inverse_transform_point(&c)));
            let turns = Turns {
                moving: turn,
                fixed: fixed.unwrap_or_default(),
            };
            match TurningSweep::new(sweep, turns).unwrap().cast() {
                Outcome::Hit(hit) => first = hit.fraction.min(first),
                Outcome::Overlap(overlap) => deepest = deepest.max(overlap.depth),
                Outcome::Miss(_) => {}
                Outcome::Unresolved(_) => panic!("unresolved"),
            }
        }
        let certified = scene
            .cast_turning_certified(&motion, &query, &options)
            .unwrap();
        match &found {
            SceneOutcome::Overlap(overlap) => {
                assert!((overlap.overlap.depth - deepest).abs() < 1e-9);
                kinds[0] += 1;
            }
            SceneOutcome::Hit(hit) => {
                assert!(
                    deepest == 0.0 && (hit.hit.fraction - first).abs() < 1e-9,
                    "case {case}"
                );
                assert_eq!(certified.certified.outcome.hit(), Some(&hit.hit));
                kinds[1] += 1;
            }
            SceneOutcome::Miss => {
                assert!(deepest == 0.0 && first == 1.0);
                assert!(matches!(certified.certified.outcome, Outcome::Miss(_)));
                kinds[2] += 1;
            }
            SceneOutcome::Unresolved(_) => panic!("unresolved"),
        }
    }
    assert!(kinds.iter().all(|&k| k > 5), "{kinds:?}");
}

#[test]
fn certified_answers_prove_what_the_others_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let scene = boxes(6);
    let query = Query::default();
    let mut kinds = [0; 3];
    for _ in 0..300 {
        let from = pose::<f64>(&mut rng, [12.0, 2.0, 2.0]).translation.vector;
        let way = pose::<f64>(&mut rng, [6.0, 3.0, 3.0]).translation.vector;
        let motion = ball(0.5, from.into(), way.into());
        let found = scene.cast_closest(&motion, &query);
        let certified = scene.cast_certified(&motion, &query).unwrap();
        let (shape, at) = scene.convex(&certified.sub_shape).unwrap();
        let fixed = Placed::new(shape, at).unwrap();
        let sweep = Sweep::new(motion.moving().as_ref(), way, fixed).unwrap();
        certified.certified.certificate.verify(&sweep).unwrap();
        assert_ne!(certified.certified.method, Method::Auto);
        match (&found, &certified.certified.outcome) {
            (SceneOutcome::Hit(hit), Outcome::Hit(proven)) => {
                assert_eq!(hit.hit, *proven);
                kinds[0] += 1;
            }
            (SceneOutcome::Overlap(overlap), Outcome::Overlap(proven)) => {
                assert_eq!(overlap.overlap, *proven);
                kinds[1] += 1;
            }
            (SceneOutcome::Miss, Outcome::Miss(_)) => kinds[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(kinds.iter().all(|&k| k > 20), "{kinds:?}");
}

#[test]
fn bad_meshes_and_fields_are_refused_with_the_field_s_name() {
    let p = |x: f64| Point3::new(x, 0.0, 0.0);
    let mesh = |points: Vec<Point3<f64>>, triangles| {
        TriangleMesh::new(points, triangles)
            .unwrap_err()
            .to_string()
    };
    assert!(mesh(vec![], vec![]).starts_with("triangles: 0 is not a count of triangles"));
    assert_eq!(
        mesh(vec![p(0.0), p(1.0)], vec![[0, 1, 0], [0, 1, 7]]),
        "triangles[1][2]: 7 is not the index of a vertex (there are 2)"
    );
    for (bad, text) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (1e300, "1e300")] {
        let error = mesh(vec![p(0.0), p(bad), p(1.0)], vec![[0, 1, 2]]);
        assert!(
            error.starts_with(&format!("vertices[1][0]: {text} is not ")),
            "{error}"
        );
    }
    let field = |rows, columns, heights, scale: [f64; 3]| {
        HeightField::new(rows, columns, heights, scale)
            .unwrap_err()
            .to_string()
    };
    assert!(field(1, 5, vec![0.0; 5], [1.0; 3]).starts_with("rows: 1 is not"));
    assert!(
        field(2, 2, vec![0.0; 5], [1.0; 3])
            .starts_with("heights: 5 is not one height per vertex (expected 4)")
    );
    assert!(field(2, 2, vec![0.0; 4], [0.0, 1.0, 1.0]).starts_with("scale[0]: 0 is not"));
    assert!(field(2, 2, vec![0.0; 4], [1.0, f64::NAN, 1.0]).starts_with("scale[1]: NaN is not"));
    assert!(
        field(2, 2, vec![0.0, 0.0, f64::NAN, 0.0], [1.0; 3]).starts_with("heights[2]: NaN is not")
    );
    let none: [(PointShape, [f64; 3]); 0] = [];
    assert!(
        Compound::<f64>::new(none)
            .unwrap_err()
            .to_string()
            .starts_with("parts: 0 is not")
    );
    let nowhere = Scene::of([Object::new(PointShape).at([0.0, 1e300, 0.0])]).unwrap_err();
    assert!(
        nowhere
            .to_string()
            .starts_with("objects[0].position[1]: 1e300 is not"),
        "{nowhere}"
    );
}

#[test]
fn degenerate_triangles_are_reported_and_met_only_on_request() {
    let points =
        [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0], [2.0, 2.0]].map(|[x, z]| Point3::new(x, 0.0, z));
    let triangles = vec![[0, 1, 1], [1, 2, 3], [0, 1, 2], [3, 3, 3]];
    let query = Query::default();
    let fall = |mesh: TriangleMesh<f64>, x: f64| {
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let motion = ball(0.5, [x, 3.0, 2.5], [0.0, -6.0, 0.0]);
        scene
            .cast_closest(&motion, &query)
            .sub_shape()
            .and_then(|s| s.triangle)
    };
    let mesh = TriangleMesh::new(points.into(), triangles.clone()).unwrap();
    assert_eq!(mesh.degenerate(), [0, 1, 3]);
    assert_eq!(fall(mesh.clone(), 1.0), Some(2));
    let options = MeshOptions {
        keep_degenerate: true,
        ..MeshOptions::default()
    };
    let kept = TriangleMesh::with_options(points.into(), triangles, &options).unwrap();
    assert_eq!(fall(kept, 1.5), Some(1));
    let all = TriangleMesh::new(points.into(), vec![[0, 0, 1]]).unwrap();
    assert!(all.bounds().is_none());
    assert_eq!(fall(all, 0.0), None);
}
