//! Bodies of several parts against their parts' own casts.

use crate::common::{direction, of_unit, pose};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{InvalidSweep, Turn, TurningOptions};
use swept_scene::{
    Motion, Object, PartsOutcome, Query, Scene, SceneOutcome, TriangleMesh, TurningMotion, compose,
};
use swept_support::{Cuboid, Placed, Real, Sphere, Support};

type Part<T> = Motion<T, Arc<dyn Support>>;

/// A shape and where it starts.
type Placing<T> = (Arc<dyn Support>, Isometry3<T>);

/// What comes first of single answers, by the order that `cast_closest` promises. Depths are ranked by what a triangle's plane says of them
/// too, which an answer does not tell: of several overlaps none is said to be the first.
fn first_of<T: Real>(answers: &[SceneOutcome<T>]) -> Option<PartsOutcome<T>> {
    let overlaps = answers.iter().filter(|a| a.overlap().is_some()).count();
    if overlaps > 1 {
        return None;
    }
    let key = |(index, answer): &(usize, &SceneOutcome<T>)| {
        let shallow = answer.overlap().is_none();
        let fraction = answer.safe_fraction().to_f64();
        let sub_shape = answer.sub_shape();
        let unresolved = answer.unresolved().is_some();
        (shallow, fraction, unresolved, sub_shape, *index)
    };
    let met = answers.iter().enumerate();
    let met = met.filter(|(_, answer)| **answer != SceneOutcome::Miss);
    let first = met.min_by(|a, b| key(a).partial_cmp(&key(b)).expect("no NaN"));
    Some(match first {
        Some((index, outcome)) => PartsOutcome {
            outcome: *outcome,
            part_moving: Some(index),
        },
        None => PartsOutcome {
            outcome: SceneOutcome::Miss,
            part_moving: None,
        },
    })
}

/// Rough ground with bodies on it.
fn world<T: Real>(rng: &mut ChaCha8Rng) -> Scene<T> {
    let n = 6_u32;
    let mut points = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let height = rng.random_range(-0.5..0.5);
            points
                .push(Point3::new(f64::from(i) - 3.0, height, f64::from(j) - 3.0).map(T::nearest));
        }
    }
    let cells = (0..n).flat_map(|i| (0..n).map(move |j| i * (n + 1) + j));
    let triangles = cells.flat_map(|p| [[p, p + 1, p + n + 1], [p + 1, p + n + 2, p + n + 1]]);
    let mesh = TriangleMesh::new(points, triangles.collect()).unwrap();
    let mut objects = vec![Object::new(mesh)];
    for _ in 0..6 {
        let half = [0.0; 3].map(|_| T::nearest(rng.random_range(0.1..0.6)));
        let at = pose(rng, [3.0, 1.0, 3.0]);
        objects.push(Object::new(Cuboid::new(half).unwrap()).at(at));
    }
    Scene::of(objects).unwrap()
}

/// Two to five parts of a body above the ground, and the way of that body.
fn body<T: Real>(rng: &mut ChaCha8Rng) -> (Vec<Placing<T>>, Vector3<T>) {
    let mut at = pose::<T>(rng, [2.0, 0.75, 2.0]);
    at.translation.y += T::nearest(1.5);
    let kinds = of_unit::<T>(0.5);
    let parts = (0..rng.random_range(2..6)).map(|_| {
        let shape = Arc::clone(&kinds[rng.random_range(0..kinds.len())]);
        (shape, compose(&at, &pose(rng, [0.75; 3])))
    });
    let parts = parts.collect();
    let mut way = direction(rng) * 4.0;
    way.y = -way.y.abs();
    (parts, way.map(T::nearest))
}

fn motions<T: Real>(parts: &[Placing<T>], way: Vector3<T>) -> Result<Vec<Part<T>>, InvalidSweep> {
    let motion =
        |(shape, at): &Placing<T>| Motion::new(Placed::new(Arc::clone(shape), *at).unwrap(), way);
    parts.iter().map(motion).collect()
}

/// Counts of hits, overlaps and misses, and of answers by a part that is not the first.
type Counts = [usize; 4];

fn count<T: Real>(counts: &mut Counts, answer: &PartsOutcome<T>) {
    match answer.outcome {
        SceneOutcome::Hit(_) => counts[0] += 1,
        SceneOutcome::Overlap(_) => counts[1] += 1,
        SceneOutcome::Miss => counts[2] += 1,
        SceneOutcome::Unresolved(_) => {}
    }
    counts[3] += usize::from(answer.part_moving.is_some_and(|part| part > 0));
}

fn along_a_line<T: Real>(seed: u64) -> Counts {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let query = Query::default();
    let mut counts = [0; 4];
    for case in 0..1_500 {
        let scene = world::<T>(&mut rng);
        let (parts, way) = body::<T>(&mut rng);
        let parts = motions(&parts, way).unwrap();
        let answers: Vec<_> = parts
            .iter()
            .map(|part| scene.cast_closest(part, &query))
            .collect();
        let found = scene.cast_parts(&parts, &query);
        match first_of(&answers) {
            Some(expected) => assert_eq!(found, expected, "case {case}"),
            None => assert!(answers.contains(&found.outcome), "case {case}: {found:?}"),
        }
        count(&mut counts, &found);
    }
    counts
}

#[test]
fn the_first_of_all_parts_is_that_of_their_own_casts() {
    for counts in [along_a_line::<f64>(51), along_a_line::<f32>(52)] {
        let [hits, overlaps, misses, later] = counts;
        assert!(hits > 600 && overlaps > 50 && misses > 300, "{counts:?}");
        assert!(later > 400, "{counts:?}");
    }
}

#[test]
fn the_first_of_all_parts_that_turn_is_that_of_their_own_casts() {
    let mut rng = ChaCha8Rng::seed_from_u64(53);
    let (query, options) = (Query::default(), TurningOptions::default());
    let mut counts = [0; 4];
    for case in 0..300 {
        let scene = world::<f64>(&mut rng);
        let (parts, way) = body::<f64>(&mut rng);
        let pivot = Point3::from(pose::<f64>(&mut rng, [3.0; 3]).translation.vector);
        let rotation = direction(&mut rng) * 2.0;
        let turning = |(part, (_, at)): (Part<f64>, &Placing<f64>)| {
            let turn = Turn::by(rotation).about(at.inverse_transform_point(&pivot));
            TurningMotion::new(part, turn).unwrap()
        };
        let moving = motions(&parts, way * 0.5).unwrap();
        let moving: Vec<_> = moving.into_iter().zip(&parts).map(turning).collect();
        let answer = |part: &TurningMotion<f64, _>| scene.cast_turning(part, &query, &options);
        let answers: Vec<_> = moving.iter().map(answer).collect();
        let found = scene.cast_turning_parts(&moving, &query, &options);
        match first_of(&answers) {
            Some(expected) => assert_eq!(found, expected, "case {case}"),
            None => assert!(answers.contains(&found.outcome), "case {case}: {found:?}"),
        }
        count(&mut counts, &found);
    }
    let [hits, overlaps, misses, later] = counts;
    assert!(hits > 100 && overlaps > 10 && misses > 60, "{counts:?}");
    assert!(later > 70, "{counts:?}");
}

#[test]
fn of_equal_parts_the_first_answers_and_of_no_parts_none() {
    let floor = Object::new(Cuboid::new([9.0, 1.0, 9.0]).unwrap());
    let scene = Scene::of([floor]).unwrap();
    let ball = |x: f64| {
        let ball = Placed::new(Sphere::new(0.5).unwrap(), [x, 4.0, 0.0]).unwrap();
        Motion::new(ball, [0.0, -5.0, 0.0]).unwrap()
    };
    let query = Query::default();
    let found = scene.cast_parts(&[ball(20.0), ball(1.0), ball(-1.0)], &query);
    assert_eq!(found.part_moving, Some(1));
    assert_eq!(found.outcome, scene.cast_closest(&ball(1.0), &query));
    let none: [Motion<f64, Sphere<f64>>; 0] = [];
    let found = scene.cast_parts(&none, &query);
    assert_eq!(
        (found.outcome, found.part_moving),
        (SceneOutcome::Miss, None)
    );
}
