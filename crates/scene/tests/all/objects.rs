//! Many objects: order, layers, changes, compounds.

use crate::common::{SLACK, ball, boxes, met, pose, shapes, square};
use crate::counted::Counted;
use nalgebra::{Isometry3, Point3, Vector3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use swept_scene::{
    Compound, Faces, Geometry, Motion, Next, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Cuboid, HalfSpace, Placed, PointShape, Rounded, Sphere, Support};

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

/// What has moved is kept apart from the tree until that is built anew, which may still hold its place of before.
#[test]
fn what_has_moved_is_met_once() {
    let mut scene = boxes(9);
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
    let ids: Vec<_> = scene.objects().map(|(id, _)| id).collect();
    for (at, id) in ids.iter().enumerate().step_by(4) {
        let moved = [3.0 * at as f64, 0.25, 0.0];
        assert!(scene.set_pose(*id, moved).unwrap());
        assert_eq!(met(&scene, &motion), (0..9).collect::<Vec<u64>>());
    }
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
fn layers_and_numbers_change_under_the_same_name() {
    let mut scene = boxes(20);
    let ids: Vec<_> = scene.objects().map(|(id, _)| id).collect();
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
    let first = |scene: &Scene<f64>| {
        let found = scene.cast_closest(&motion, &Query::default().on_layers(1));
        found.sub_shape().map(|s| (s.id, s.user_data))
    };
    assert_eq!(first(&scene), Some((ids[0], 0)));
    assert!(scene.set_user_data(ids[0], 77));
    assert_eq!(first(&scene), Some((ids[0], 77)));
    assert!(scene.set_layers(ids[0], 0b10));
    assert_eq!(first(&scene), Some((ids[1], 1)));
    assert_eq!(scene.get(ids[0]).map(|o| o.layers), Some(0b10));
    assert!(scene.set_layers(ids[0], 0b11));
    assert_eq!(first(&scene), Some((ids[0], 77)));
    // A name that is gone names nothing, and not what came in its place.
    let object = scene.remove(ids[0]).unwrap();
    let again = scene.insert(object).unwrap();
    assert!(!scene.set_layers(ids[0], 0) && !scene.set_user_data(ids[0], 5));
    assert_eq!(first(&scene), Some((again, 77)));
}

/// A shape whose radius is no length.
struct Endless;

impl Support for Endless {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        0.0
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn radius(&self) -> f64 {
        f64::INFINITY
    }
}

#[test]
fn geometry_changes_under_the_same_name() {
    for count in [3, 200] {
        let mut scene = boxes(count);
        let ids: Vec<_> = scene.objects().map(|(id, _)| id).collect();
        let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
        let first = |scene: &Scene<f64>| match scene.cast_closest(&motion, &Query::default()) {
            SceneOutcome::Hit(hit) => (hit.place.sub_shape, 100.0 * hit.hit.fraction),
            other => panic!("{other:?}"),
        };
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9;
        // The first box begins at −0.5, where the ball's front comes after 1.25.
        assert!(scene.set_layers(ids[0], 0b101) && scene.set_user_data(ids[0], 42));
        assert!(near(first(&scene).1, 1.25));
        assert!(
            scene
                .set_geometry(ids[0], Sphere::new(1.0).unwrap())
                .unwrap()
        );
        let (met, after) = first(&scene);
        assert_eq!((met.id, met.user_data, met.triangle), (ids[0], 42, None));
        assert!(near(after, 0.75) && scene.get(ids[0]).unwrap().layers == 0b101);
        let wall = [[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]].map(Point3::from);
        let wall = TriangleMesh::new(wall.into(), vec![[0, 1, 2]]).unwrap();
        assert!(scene.set_geometry(ids[0], wall).unwrap());
        let (met, after) = first(&scene);
        assert_eq!((met.id, met.triangle), (ids[0], Some(0)));
        assert!(near(after, 1.75));
        // What is refused changes nothing.
        let endless = Geometry::Custom(Arc::new(Endless));
        let error = scene.set_geometry(ids[0], endless).unwrap_err();
        assert_eq!(error.field, "radius");
        assert_eq!(first(&scene), (met, after));
    }
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
                assert!(!scene.set_geometry(name, cube).unwrap());
                if round % 2 == 0 {
                    let again = scene.insert(object).unwrap();
                    assert!(again != name && scene.get(again).is_some());
                    names.push(again);
                }
            }
        } else if round % 3 == 1 && scene.get(name).is_some() {
            // Larger and smaller ones than before, some of them without bound.
            let geometry = match round % 10 {
                7 => Geometry::from(floor),
                odd if odd % 2 == 1 => Sphere::new(0.1 * odd as f64).unwrap().into(),
                even => Cuboid::new([0.2, 0.5 + even as f64, 0.3]).unwrap().into(),
            };
            assert!(scene.set_geometry(name, geometry).unwrap());
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
        assert_eq!(scene.len(), objects.len());
        assert_eq!(scene.is_empty(), objects.is_empty());
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

/// A floor without bound among the parts of a compound is met as one that is an object of its own: by casts, by distances, and by what
/// is there.
#[test]
fn a_part_may_have_no_bound() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let query = Query::default();
    let cube = Cuboid::new([0.5; 3]).unwrap();
    let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    let (mut on_floor, mut on_cube, mut within) = (0, 0, 0);
    for case in 0..300 {
        let parts = [
            (Geometry::from(cube), pose(&mut rng, [3.0; 3])),
            (Geometry::from(floor), pose(&mut rng, [2.0; 3])),
        ];
        let stand = pose::<f64>(&mut rng, [2.0; 3]);
        let compound = Compound::new(parts.clone()).unwrap();
        let separate = (0..2).map(|part| {
            let (geometry, at) = compound.part(part, &stand).unwrap();
            Object::new(geometry.clone()).at(at)
        });
        let separate = Scene::of(separate).unwrap();
        let whole = Scene::of([Object::new(compound).at(stand)]).unwrap();
        let from = pose::<f64>(&mut rng, [9.0; 3]).translation.vector;
        let motion = ball(0.3, from.into(), (-1.5 * from).into());
        let [a, b] = [&whole, &separate].map(|scene| scene.cast_closest(&motion, &query));
        assert_eq!(a.safe_fraction(), b.safe_fraction(), "case {case}");
        let place = |found: &SceneOutcome<f64>| found.sub_shape();
        let (part, object) = (place(&a).map(|s| s.part), place(&b).map(|s| s.id.slot()));
        assert_eq!(part, object, "case {case}");
        let still = ball(0.3, from.into(), [0.0; 3]);
        let [c, d] = [&whole, &separate].map(|scene| scene.distance(&still, 100.0, &query));
        let apart = |found: Option<swept_scene::SceneDistance<f64>>| found.map(|f| f.distance);
        assert_eq!(apart(c), apart(d), "case {case}");
        let [e, f] = [&whole, &separate].map(|scene| scene.overlaps(&still, &query));
        assert_eq!(e, f, "case {case}");
        within += usize::from(e);
        on_cube += usize::from(object == Some(0));
        on_floor += usize::from(object == Some(1));
    }
    assert!(
        on_cube > 5 && on_floor > 100 && within > 50,
        "{on_cube} {on_floor} {within}"
    );
}

fn s_into(shape: Arc<dyn Support>) -> Arc<dyn Support + Send + Sync> {
    // Of the same size, in a form that can be shared.
    Arc::new(Sphere::new(shape.extent().max(shape.radius()) * 0.5).unwrap())
}

/// A triangle of `f32` in the plane y = 0, and a ball at this height above it.
fn above(height: f32, radius: f32, way: f32) -> (Object<f32>, Motion<f32, Sphere<f32>>) {
    let corners = [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, -9.0]];
    let floor = TriangleMesh::new(corners.map(Point3::from).to_vec(), vec![[0, 1, 2]]).unwrap();
    let ball = Sphere::new(radius).unwrap();
    let placed = Placed::new(ball, [-3.0, height, -3.0]).unwrap();
    let motion = Motion::new(placed, [0.0, way, 0.0]).unwrap();
    (Object::new(floor), motion)
}

#[test]
fn what_is_clipped_at_a_fraction_still_has_its_equals() {
    // Fractions are rounded down: where the plane is met for sure may lie above the one that was clipped at.
    for step in 1..2000_u16 {
        let height = 0.013 * f32::from(step);
        let (floor, motion) = above(height, 0.0, -height - 1.0);
        let scene = Scene::of([floor.clone(), floor]).unwrap();
        let mut count = 0;
        scene.cast_each(&motion, &Query::default(), |one| {
            count += 1;
            Next::Clip(one.safe_fraction())
        });
        assert_eq!(count, 2, "{height}");
    }
}

/// Along a row of a hundred balls: which ones are shown, and how many are asked for.
#[test]
fn what_comes_after_a_clip_is_not_cast_nor_anything_after_a_stop() {
    let sphere = Sphere::new(0.5).unwrap();
    let counts: Vec<_> = (0..100).map(|_| Arc::new(AtomicU32::new(0))).collect();
    let at = |(i, count): (usize, &Arc<AtomicU32>)| {
        let ball = Geometry::Custom(Arc::new(Counted(sphere, Arc::clone(count))));
        Object::new(ball).at([3.0 * i as f64, 0.0, 0.0])
    };
    let scene = Scene::of(counts.iter().enumerate().map(at)).unwrap();
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [300.0, 0.0, 0.0]);
    let query = Query::default();
    let asked = |search: &mut dyn FnMut()| {
        counts
            .iter()
            .for_each(|count| count.store(0, Ordering::Relaxed));
        search();
        let asked = counts
            .iter()
            .filter(|count| count.load(Ordering::Relaxed) > 0);
        asked.count()
    };
    let mut shown = Vec::new();
    let all = asked(&mut || {
        scene.cast_each(&motion, &query, |one| {
            shown.push(one.safe_fraction());
            Next::Continue
        });
    });
    assert_eq!((all, shown.len()), (100, 100));
    // The tenth, and all that the search comes upon up to there; it comes upon them roughly in order.
    let clip = (2.0 + 27.0 - 0.75) / 300.0 + 1e-9;
    let clipped = asked(&mut || {
        scene.cast_each(&motion, &query, |_| Next::Clip(clip));
    });
    assert!((10..20).contains(&clipped), "{clipped}");
    let mut count = 0;
    let stopped = asked(&mut || {
        scene.cast_each(&motion, &query, |_| {
            count += 1;
            Next::Stop
        });
    });
    assert_eq!((stopped, count), (1, 1));
    let any = asked(&mut || assert!(scene.cast_any(&motion, &query).hit().is_some()));
    assert_eq!(any, 1);
}

#[test]
fn what_is_exactly_as_far_as_asked_for_is_near() {
    for step in 1..2000_u16 {
        let (floor, shape) = above(0.0137 * f32::from(step) + 0.1, 0.1, 0.0);
        let scene = Scene::of([floor]).unwrap();
        let query = Query::default();
        let found = scene.distance(&shape, 100.0, &query).unwrap();
        let within = found.distance.separation();
        let mut count = 0;
        scene.near_shapes(&shape, within, &query, |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(count, 1, "{within}");
        assert_eq!(scene.distance(&shape, within, &query), Some(found));
        assert_eq!(scene.distance(&shape, within.next_down(), &query), None);
    }
}

#[test]
fn a_rounded_shape_of_a_known_kind_stands_in_a_scene() {
    let rounded = Rounded::new(Cuboid::new([1.0, 2.0, 3.0]).unwrap(), 0.5).unwrap();
    let scene = Scene::of([Object::new(rounded)]).unwrap();
    let motion = ball(0.25, [-4.0, 0.0, 0.0], [4.5, 0.0, 0.0]);
    let SceneOutcome::Hit(hit) = scene.cast_closest(&motion, &Query::default()) else {
        panic!("no hit");
    };
    assert!((hit.hit.fraction - 0.5).abs() < 1e-12, "{hit:?}");
}

#[test]
fn a_list_has_all_that_a_visitor_is_shown() {
    let scene = boxes(20);
    let motion = ball(0.25, [-2.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
    let listed = scene.cast_list(&motion, &Query::default());
    let numbers = listed.iter().map(|one| one.sub_shape().unwrap().user_data);
    assert_eq!(numbers.collect::<Vec<_>>(), met(&scene, &motion));
    let rest =
        Motion::at_rest(Placed::new(Cuboid::new([2.0; 3]).unwrap(), [4.5, 0.0, 0.0]).unwrap());
    let listed = scene.cast_list(&rest.unwrap(), &Query::default());
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|one| one.overlap().is_some()));
}

#[test]
fn a_scene_is_as_large_as_what_is_in_it() {
    let own: Arc<dyn Support + Send + Sync> = Arc::new(Sphere::new(1.0_f64).unwrap());
    let mut scene = boxes(0);
    assert_eq!(scene.bounds(), None);
    scene.insert(Object::new(own).at([0.0, 8.0, 0.0])).unwrap();
    let cube = scene
        .insert(Object::new(Cuboid::new([0.5; 3]).unwrap()))
        .unwrap();
    let bounds = scene.bounds().unwrap();
    let (corners, scale) = ([[-1.0, -0.5, -1.0], [1.0, 9.0, 1.0]], 9.0);
    for (found, expected) in [(bounds.min, corners[0]), (bounds.max, corners[1])] {
        assert!(
            (found - Point3::from(expected)).amax() < scale * SLACK,
            "{bounds:?}"
        );
    }
    scene.remove(cube);
    assert!(scene.bounds().unwrap().min.y > 6.9);
    scene
        .insert(Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap()))
        .unwrap();
    assert_eq!(scene.bounds().unwrap().min.y, f64::NEG_INFINITY);
}
