//! Queries that leave one object out: they answer as the scene without it does, bit by bit.

use crate::common::{ball, square};
use nalgebra::{Isometry3, Point3, Vector3};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::{Turn, TurningOptions};
use swept_scene::{
    Batch, Compound, Faces, Geometry, HeightField, Motion, Next, Object, ObjectId, Order, Query,
    Scene, TurningMotion,
};
use swept_support::{Cuboid, HalfSpace, Support};

/// What can be an object: convex, of triangles, of parts, and without end.
fn geometries() -> Vec<Geometry<f64>> {
    let cuboid = || Geometry::from(Cuboid::new([2.0, 0.5, 2.0]).unwrap());
    let parts = [
        (cuboid(), Isometry3::identity()),
        (cuboid(), Isometry3::translation(0.5, 0.25, 0.0)),
    ];
    let hills = HeightField::new(3, 3, vec![0.0; 9], [2.0, 1.0, 2.0]).unwrap();
    vec![
        cuboid(),
        square(Faces::TwoSided).into(),
        hills.into(),
        Compound::new(parts).unwrap().into(),
        HalfSpace::new([0.0, 1.0, 0.0]).unwrap().into(),
    ]
}

/// Everything that a scene can be asked, by name, and what it answers.
fn answers(
    scene: &Scene<f64>,
    motion: &Motion<f64, Arc<dyn Support>>,
    query: &Query<'_, f64>,
) -> Vec<(&'static str, String)> {
    let mut told = Vec::new();
    let mut tell = |name, answer: &dyn Debug| told.push((name, format!("{answer:?}")));
    tell("closest", &scene.cast_closest(motion, query));
    tell("any", &scene.cast_any(motion, query).sub_shape());
    let mut all = Vec::new();
    scene.cast_all(motion, query, |one| {
        all.push(*one);
        Next::Continue
    });
    tell("all", &all);
    all.clear();
    scene.cast_each(motion, query, |one| {
        all.push(*one);
        Next::Continue
    });
    all.sort_by_key(|one| one.sub_shape());
    tell("each", &all);
    all.clear();
    all.push(scene.cast_in_company(motion, query, 9.0, |one| tell("company", one)));
    tell("the first in company", &all);
    tell("certified", &scene.cast_certified(motion, query));
    tell("parts", &scene.cast_parts([motion], query));
    let positions = [Point3::from(motion.moving().position())];
    let batch = Batch {
        shape: motion.moving().shape(),
        positions: &positions,
        rotations: &[],
        displacements: &[*motion.displacement()],
    };
    tell("batch", &scene.cast_batch(&batch, query, Order::Given));

    let turn = Turn::by(Vector3::new(0.1, 0.2, -0.1));
    let turning = TurningMotion::new(motion.clone(), turn).unwrap();
    let options = TurningOptions::default();
    tell("turning", &scene.cast_turning(&turning, query, &options));
    let any = scene.cast_turning_any(&turning, query, &options);
    tell("any, turning", &any.sub_shape());
    all.clear();
    scene.cast_turning_all(&turning, query, &options, |one| {
        all.push(*one);
        Next::Continue
    });
    tell("all, turning", &all);
    let certified = scene.cast_turning_certified(&turning, query, &options);
    tell("turning, certified", &certified);
    let parts = scene.cast_turning_parts([&turning], query, &options);
    tell("turning parts", &parts);

    tell("distance", &scene.distance(motion, 9.0, query));
    tell("overlaps", &scene.overlaps(motion, query));
    let mut near = Vec::new();
    scene.near(motion, 9.0, query, |one| {
        near.push(*one);
        ControlFlow::Continue(())
    });
    near.sort_by_key(|one| one.place.sub_shape);
    tell("near", &near);
    let mut shapes = Vec::new();
    scene.near_shapes(motion, 9.0, query, |of, distance| {
        shapes.push((of, *distance));
        ControlFlow::Continue(())
    });
    shapes.sort_by_key(|(of, _)| *of);
    tell("near shapes", &shapes);
    shapes.clear();
    scene.near_planes(motion, 9.0, 0.1, query, |of, _| {
        tell("near planes", &of.id);
        ControlFlow::Continue(())
    });
    let normals: Vec<_> = scene.unbounded_normals(query).collect();
    tell("unbounded", &normals);
    // Nearer than everything, and so near that all there is counts.
    for within in [9.0, 1e9] {
        let lengths = scene.lengths_near(motion, within, 0.0, query).is_some();
        tell("lengths", &lengths);
    }
    told
}

/// Objects of one kind, one below the other, and their ids. The first is in the ball that comes down on them.
fn tower(geometry: &Geometry<f64>, count: u32) -> (Scene<f64>, Vec<ObjectId>) {
    let at = |i: u32| Object::new(geometry.clone()).at([0.0, -2.0 * f64::from(i), 0.0]);
    let scene = Scene::of((0..count).map(at)).unwrap();
    let ids = scene.objects().map(|(id, _)| id).collect();
    (scene, ids)
}

fn motion() -> Motion<f64, Arc<dyn Support>> {
    ball(0.75, [0.5, 0.6, 0.25], [0.1, -9.0, 0.2])
}

#[test]
fn every_query_leaves_the_object_out() {
    for geometry in geometries() {
        // In a tree, and apart from it.
        for (count, moved) in [(1, false), (3, false), (3, true)] {
            let (mut scene, ids) = tower(&geometry, count);
            for own in ids {
                let pose = scene.get(own).unwrap().pose;
                if moved {
                    assert!(scene.set_pose(own, pose).unwrap());
                }
                let mut rest = scene.clone();
                rest.remove(own).unwrap();
                let query = Query::default();
                let left = answers(&scene, &motion(), &query.except(own));
                assert_eq!(left, answers(&rest, &motion(), &query), "{geometry:?}");
                // Without that it is among what is told.
                let name = format!("{own:?}");
                let told = answers(&scene, &motion(), &query);
                for of in ["all", "all, turning", "each", "near", "near shapes"] {
                    let answer = told.iter().find(|(name, _)| *name == of);
                    assert!(answer.unwrap().1.contains(&name), "{of} {geometry:?}");
                }
                assert!(left.iter().all(|(_, answer)| !answer.contains(&name)));
            }
        }
    }
}

/// An object that is gone, with another in its slot by now, and one of another scene.
#[test]
fn an_id_that_names_nothing_leaves_nothing_out() {
    for geometry in geometries() {
        let (mut scene, ids) = tower(&geometry, 3);
        let object = scene.remove(ids[0]).unwrap();
        let again = scene.insert(object).unwrap();
        assert!(again != ids[0] && again.slot() == ids[0].slot());
        let (_, others) = tower(&geometry, 5);
        let query = Query::default();
        let told = answers(&scene, &motion(), &query);
        for gone in [ids[0], others[4]] {
            assert_eq!(answers(&scene, &motion(), &query.except(gone)), told);
        }
    }
}

#[test]
fn layers_and_a_filter_count_beside_it() {
    let cube = Geometry::from(Cuboid::new([2.0, 0.5, 2.0]).unwrap());
    let (mut scene, ids) = tower(&cube, 4);
    assert!(scene.set_layers(ids[1], 0b10));
    let no_third = |id: ObjectId, _: &Object<f64>| id != ids[2];
    let query = Query::default().on_layers(1).accepting(&no_third);
    let first = |query: Query<'_, f64>| {
        let found = scene.cast_closest(&motion(), &query).sub_shape();
        found.map(|of| of.id)
    };
    assert_eq!(first(query), Some(ids[0]));
    assert_eq!(first(query.except(ids[0])), Some(ids[3]));
    assert_eq!(first(query.except(ids[3])), Some(ids[0]));
    // The last one counts.
    let except = Query::default().except(ids[0]);
    assert_eq!(first(except), Some(ids[1]));
    assert_eq!(first(except.except(ids[1])), Some(ids[0]));
}
