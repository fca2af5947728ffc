//! Scenes that have changed, in whatever order, answer as those of the same objects that are built at once, bit by bit.

use crate::common::{pose, shapes};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::{Turn, TurningOptions};
use swept_scene::{
    Compound, Geometry, HeightField, Motion, Next, Object, ObjectId, Query, Scene, SceneOutcome,
    SubShape, TriangleMesh, TurningMotion,
};
use swept_support::{Capsule, Cuboid, HalfSpace, Placed, Real, Shape, Sphere, Support};

/// A geometry of a size of about 1: a shape of any kind, a tent of triangles, a field of hills, a compound, or what has no end.
fn geometry<T: Real>(rng: &mut ChaCha8Rng) -> Geometry<T> {
    let mut size = |least: f64| T::nearest(rng.random_range(least..1.0));
    let cuboid = Cuboid::new([size(0.1), size(0.1), size(0.1)]).unwrap();
    let capsule = Capsule::new(size(0.0), size(0.1)).unwrap();
    let ball = Sphere::new(size(0.1)).unwrap();
    let heights = (0..16).map(|_| size(0.0)).collect();
    let tent = [
        [0.0, 1.0, 0.0],
        [1.0, 0.0, 1.0],
        [1.0, 0.0, -1.0],
        [-1.0, 0.0, -1.0],
        [-1.0, 0.0, 1.0],
    ];
    let tent = tent.map(|p: [f64; 3]| Point3::from(p.map(T::nearest)));
    match rng.random_range(0..100) {
        0..20 => cuboid.into(),
        20..40 => capsule.into(),
        40..60 => ball.into(),
        60..75 => {
            let sides = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
            TriangleMesh::new(tent.into(), sides).unwrap().into()
        }
        75..85 => {
            let scale = [0.5, 0.5, 0.5].map(T::nearest);
            HeightField::new(4, 4, heights, scale).unwrap().into()
        }
        85..98 => {
            let parts = [Geometry::from(cuboid), ball.into(), capsule.into()];
            let parts = parts.map(|part| (part, pose::<T>(rng, [1.0; 3])));
            Compound::new(parts).unwrap().into()
        }
        _ => HalfSpace::new([0.0, 1.0, 0.0].map(T::nearest))
            .unwrap()
            .into(),
    }
}

/// Where things are: most of them all about, some at the very place of others.
fn place<T: Real>(rng: &mut ChaCha8Rng, geometry: &Geometry<T>) -> Isometry3<T> {
    if matches!(geometry, Geometry::Convex(Shape::HalfSpace(_))) {
        return Isometry3::translation(T::zero(), T::nearest(-9.0), T::zero());
    }
    match rng.random_range(0..5) {
        0 => Isometry3::translation(T::nearest(2.0), T::zero(), T::zero()),
        _ => pose(rng, [8.0; 3]),
    }
}

/// One change of a scene, of any kind.
fn change<T: Real>(rng: &mut ChaCha8Rng, scene: &mut Scene<T>, number: u64) {
    let ids: Vec<ObjectId> = scene.objects().map(|(id, _)| id).collect();
    let any = ids[rng.random_range(0..ids.len())];
    match rng.random_range(0..9) {
        0..3 => {
            let geometry = geometry(rng);
            let at = place(rng, &geometry);
            scene
                .insert(Object::new(geometry).at(at).with_user_data(number))
                .unwrap();
        }
        3..5 if ids.len() > 20 => drop(scene.remove(any).unwrap()),
        3..6 => {
            let at = place(rng, &scene.get(any).unwrap().geometry);
            assert!(scene.set_pose(any, at).unwrap());
        }
        6 => {
            let user_data = scene.remove(any).unwrap().user_data;
            let geometry = geometry(rng);
            let at = place(rng, &geometry);
            scene
                .insert(Object::new(geometry).at(at).with_user_data(user_data))
                .unwrap();
        }
        7 => assert!(scene.set_layers(any, rng.random_range(0..4))),
        _ => scene.rebuild(),
    }
}

/// Everything that a scene answers, under the names of another one's objects.
fn answers<T: Real>(
    scene: &Scene<T>,
    motion: &Motion<T, Arc<dyn Support>>,
    turn: Turn<T>,
    query: &Query<'_, T>,
    name: impl Fn(SubShape) -> SubShape,
) -> (Vec<SceneOutcome<T>>, Vec<String>) {
    let named = |outcome: &SceneOutcome<T>| {
        let mut outcome = *outcome;
        match &mut outcome {
            SceneOutcome::Hit(hit) => hit.place.sub_shape = name(hit.place.sub_shape),
            SceneOutcome::Overlap(over) => over.place.sub_shape = name(over.place.sub_shape),
            SceneOutcome::Unresolved(open) => open.sub_shape = name(open.sub_shape),
            SceneOutcome::Miss => {}
        }
        outcome
    };
    let turning = TurningMotion::new(motion.clone(), turn).unwrap();
    let turned = scene.cast_turning(&turning, query, &TurningOptions::default());
    let mut outcomes = vec![named(&scene.cast_closest(motion, query)), named(&turned)];
    scene.cast_all(motion, query, |one| {
        outcomes.push(named(one));
        Next::Continue
    });
    // That something is met does not depend on what is come upon first.
    let any = scene.cast_any(motion, query) == SceneOutcome::Miss;
    let mut others = vec![format!("{any} {}", scene.overlaps(motion, query))];
    others.extend(scene.distance(motion, T::nearest(3.0), query).map(|d| {
        let of = name(d.place.sub_shape);
        format!("{:?} {of:?} {:?}", d.distance, d.place.normal)
    }));
    let mut near = Vec::new();
    scene.near_shapes(motion, T::nearest(2.0), query, |of, distance| {
        near.push((name(of), format!("{distance:?}")));
        ControlFlow::Continue(())
    });
    near.sort();
    others.extend(
        near.into_iter()
            .map(|(of, distance)| format!("{of:?} {distance}")),
    );
    if let Some(proof) = scene.cast_certified(motion, query) {
        let of = name(proof.sub_shape);
        others.push(format!("{of:?} {:?}", proof.certified));
    }
    (outcomes, others)
}

fn changes<T: Real>(seed: u64, rounds: u64) -> [usize; 4] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shapes = shapes::<T>();
    let mut scene = Scene::<T>::new();
    for number in 0..40 {
        let geometry = geometry(&mut rng);
        let at = place(&mut rng, &geometry);
        scene
            .insert(Object::new(geometry).at(at).with_user_data(number))
            .unwrap();
    }
    // Hits, overlaps, misses, and casts that several objects answer.
    let mut counts = [0; 4];
    for round in 0..rounds {
        for k in 0..rng.random_range(1..6) {
            change(&mut rng, &mut scene, 100 + 10 * round + k);
        }
        let ids: Vec<ObjectId> = scene.objects().map(|(id, _)| id).collect();
        let fresh = Scene::of(scene.objects().map(|(_, object)| object.clone())).unwrap();
        let names: HashMap<_, _> = fresh.objects().map(|(id, _)| id).zip(ids).collect();
        let shape = shapes[round as usize % shapes.len()].clone();
        let at = pose::<T>(&mut rng, [9.0; 3]);
        let way = Vector3::from_fn(|i, _| {
            let toward = -at.translation.vector[i].to_f64();
            T::nearest(toward * rng.random_range(0.2..2.0))
        });
        let motion = Motion::new(Placed::new(shape, at).unwrap(), way).unwrap();
        let turn = Turn::by([0.3, -0.5, 0.8].map(T::nearest));
        let query = Query::default().on_layers(if round % 4 == 0 { 1 } else { u32::MAX });
        let expected = answers(&fresh, &motion, turn, &query, |of| SubShape {
            id: names[&of.id],
            ..of
        });
        let found = answers(&scene, &motion, turn, &query, |of| of);
        for (k, (found, expected)) in found.0.iter().zip(&expected.0).enumerate() {
            assert_eq!(found, expected, "round {round}, answer {k}");
        }
        assert_eq!(found.0.len(), expected.0.len(), "round {round}");
        assert_eq!(found.1, expected.1, "round {round}");
        let kind = match found.0[0] {
            SceneOutcome::Hit(_) => 0,
            SceneOutcome::Overlap(_) => 1,
            SceneOutcome::Miss => 2,
            SceneOutcome::Unresolved(_) => panic!("round {round}: unresolved"),
        };
        counts[kind] += 1;
        counts[3] += usize::from(found.0.len() > 4);
    }
    counts
}

#[test]
fn changed_scenes_answer_as_those_that_are_built_at_once() {
    for counts in [changes::<f64>(31, 400), changes::<f32>(32, 400)] {
        assert!(counts.iter().all(|&n| n > 25), "{counts:?}");
    }
}
