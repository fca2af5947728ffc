//! Many objects: order, layers, changes, compounds.

use crate::common::{SLACK, ball, boxes, met, pose, shapes, square};
use nalgebra::Isometry3;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_scene::{Compound, Faces, Geometry, Next, Object, Query, Scene, SceneOutcome};
use swept_support::{Cuboid, HalfSpace, PointShape, Sphere, Support};

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
            (a.safe_fraction() - b.safe_fraction()).abs() <= SLACK,
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
