//! Queries that answer as their pairs do: distances, turning casts, certificates.

use crate::common::{ball, boxes, pose, square};
use nalgebra::{Isometry3, Point3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::{CastOptions, Distance, Method, Outcome, Turn, TurningOptions};
use swept_scene::{
    Faces, Motion, Next, Object, Query, Scene, SceneOutcome, SubShape, TurningMotion,
};
use swept_support::{Cone, Cuboid, Cylinder, Placed, Real, Sphere, Support};

#[test]
fn distances_are_the_least_of_all_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let mesh = square(Faces::TwoSided);
    let query = Query::default();
    let mut kinds = [0; 2];
    for _ in 0..300 {
        let at = pose::<f64>(&mut rng, [2.0; 3]);
        let cube = Cuboid::new([1.0, 0.5, 0.25]).unwrap();
        let other = pose::<f64>(&mut rng, [2.0; 3]);
        let scene = Scene::of([
            Object::new(mesh.clone()).at(at),
            Object::new(cube).at(other),
        ])
        .unwrap();
        let from = pose::<f64>(&mut rng, [3.0; 3]);
        let shape: Arc<dyn Support> = Arc::new(Cuboid::new([0.5, 0.75, 0.25]).unwrap());
        let shape = Motion::at_rest(Placed::new(shape, from).unwrap()).unwrap();
        let signed = |d: &Distance<f64>| match d {
            Distance::Apart(a) => a.separation,
            Distance::Overlap(o) => -o.depth,
        };
        let triangles = [0, 1].map(|i| {
            let fixed = Placed::new(mesh.triangle(i).unwrap(), at).unwrap();
            signed(&swept_cast::distance(shape.moving(), &fixed).unwrap())
        });
        let fixed = Placed::new(cube, other).unwrap();
        let cube = signed(&swept_cast::distance(shape.moving(), &fixed).unwrap());
        let all = [triangles[0], triangles[1], cube];
        let expected = all.into_iter().fold(f64::INFINITY, f64::min);
        let found = scene.distance(&shape, 100.0, &query).unwrap();
        assert_eq!(signed(&found.distance), expected);
        assert_eq!(scene.overlaps(&shape, &query), expected <= 0.0);
        if expected > 0.0 {
            assert!(scene.distance(&shape, 0.99 * expected, &query).is_none());
        }
        let mut near = 0;
        scene.near(&shape, expected.max(0.0), &query, |one| {
            assert!(signed(&one.distance) <= expected.max(0.0));
            near += 1;
            ControlFlow::Continue(())
        });
        assert!(near >= 1);
        // What is as near as the second nearest, and nothing else.
        let mut sorted = all;
        sorted.sort_by(f64::total_cmp);
        let within = sorted[1].max(0.0);
        let mut found = Vec::new();
        scene.near_shapes(&shape, within, &query, |of, distance| {
            assert_eq!(scene.distance_from(&shape, &of, &query), Some(*distance));
            found.push(signed(distance));
            ControlFlow::Continue(())
        });
        found.sort_by(f64::total_cmp);
        let count = sorted.iter().filter(|d| **d <= within).count();
        assert_eq!(found, sorted[..count]);
        kinds[usize::from(expected > 0.0)] += 1;
    }
    assert!(kinds.iter().all(|&k| k > 30), "{kinds:?}");
}

/// A cylinder that is brought to within some 2⁻⁴⁶ of touching a cone: how near they are takes more than a step to find.
#[test]
fn a_limit_on_steps_is_none_for_overlaps() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let cylinder = Cylinder::new(0.5, 0.75).unwrap();
    let (mut met, mut open) = (0, 0);
    for k in 0..400 {
        let cone = Placed::new(
            Cone::new(1.0, 0.5).unwrap(),
            pose::<f64>(&mut rng, [1.0; 3]),
        );
        let cone = cone.unwrap();
        let mut from = pose::<f64>(&mut rng, [4.0; 3]);
        let far = swept_cast::distance(&Placed::new(cylinder, from).unwrap(), &cone).unwrap();
        let off = f64::from(k % 9 - 4) / (1_u64 << 48) as f64;
        from.translation.vector -= *far.normal() * (far.separation() + off);
        let moving = Placed::new(cylinder, from).unwrap();
        let apart = swept_cast::distance(&moving, &cone).unwrap().separation();
        let object = Object::new(*cone.shape()).at(cone.pose());
        let scene = Scene::of([object]).unwrap();
        let shape = Motion::at_rest(moving).unwrap();
        let query = Query::default().with_cast(CastOptions {
            max_steps: 1,
            ..CastOptions::default()
        });
        assert_eq!(scene.overlaps(&shape, &query), apart <= 0.0, "{k}");
        met += u32::from(apart <= 0.0);
        let mut near = false;
        scene.near_shapes(&shape, 0.0, &query, |_, _| {
            near = true;
            ControlFlow::Break(())
        });
        open += u32::from(near && apart > 0.0);
    }
    println!("{met} {open}");
    assert!(met > 100 && open > 10, "{met} {open}");
}

#[test]
fn there_is_no_distance_from_what_is_gone() {
    let cube = Cuboid::new([1.0, 0.5, 0.25]).unwrap();
    let mut scene = Scene::of([Object::new(cube)]).unwrap();
    let shape = Motion::at_rest(Placed::new(cube, [3.0, 0.0, 0.0]).unwrap()).unwrap();
    let query = Query::default();
    let near = scene.distance(&shape, 2.0, &query).unwrap();
    let of = near.place.sub_shape;
    assert_eq!(
        scene.distance_from(&shape, &of, &query),
        Some(near.distance)
    );
    let of_no_triangle = SubShape {
        triangle: Some(0),
        ..of
    };
    assert!(
        scene
            .distance_from(&shape, &of_no_triangle, &query)
            .is_none()
    );
    scene.remove(of.id);
    assert!(scene.distance_from(&shape, &of, &query).is_none());
}

#[test]
fn turning_casts_answer_as_their_pairs_do() {
    turning_casts::<f64>();
    turning_casts::<f32>();
}

fn turning_casts<T: Real>() {
    let number = T::nearest;
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let cube = Cuboid::new([0.5, 0.5, 0.5].map(number)).unwrap();
    let bar = Cuboid::new([2.0, 0.1, 0.1].map(number)).unwrap();
    let query = Query::default();
    let options = TurningOptions::default();
    let mut kinds = [0; 3];
    for case in 0..400 {
        let spread = [4.0, 12.0][case / 4 % 2];
        let poses: Vec<Isometry3<T>> = (0..12).map(|_| pose(&mut rng, [spread; 3])).collect();
        let scene = Scene::of(
            (poses.iter().zip(0..)).map(|(pose, i)| Object::new(cube).at(*pose).with_user_data(i)),
        )
        .unwrap();
        let from = pose::<T>(&mut rng, [5.0; 3]);
        let shape: Arc<dyn Support> = Arc::new(bar);
        let moving = Placed::new(shape, from).unwrap();
        let way = pose::<T>(&mut rng, [4.0; 3]).translation.vector;
        let turn = Turn::by(pose::<T>(&mut rng, [2.0; 3]).translation.vector)
            .about([0.5, 0.0, 0.0].map(number));
        let spin = (case % 2 == 0).then(|| {
            let angle = [0.02, 0.4, 3.0, 20.0][case / 2 % 4];
            let axis = pose::<T>(&mut rng, [angle; 3]).translation.vector;
            (
                axis,
                Point3::from(pose::<T>(&mut rng, [9.0; 3]).translation.vector),
            )
        });
        let motion = TurningMotion::new(Motion::new(moving.clone(), way).unwrap(), turn).unwrap();
        let motion = match spin {
            Some((rotation, centre)) => motion.in_turning_scene(rotation, centre).unwrap(),
            None => motion,
        };
        let found = scene.cast_turning(&motion, &query, &options);
        let mut first = T::one();
        let mut deepest = T::zero();
        let mut all = Vec::new();
        for (i, pose) in poses.iter().enumerate() {
            let fixed = Placed::new(cube, *pose).unwrap();
            match motion.against(fixed).unwrap().cast() {
                Outcome::Hit(hit) => {
                    first = first.min(hit.fraction);
                    all.push((-T::one(), hit.fraction, i as u64));
                }
                Outcome::Overlap(overlap) => {
                    deepest = deepest.max(overlap.depth);
                    all.push((-overlap.depth - T::one(), T::zero(), i as u64));
                }
                Outcome::Miss(_) => {}
                Outcome::Unresolved(_) => panic!("unresolved"),
            }
        }
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let mut shown = Vec::new();
        scene.cast_turning_all(&motion, &query, &options, |one| {
            let depth = match one {
                SceneOutcome::Overlap(found) => found.overlap.depth,
                _ => T::zero(),
            };
            let of = one.sub_shape().unwrap().user_data;
            shown.push((-depth - T::one(), one.safe_fraction(), of));
            Next::Continue
        });
        assert_eq!(shown, all, "case {case}");
        let any = scene
            .cast_turning_any(&motion, &query, &options)
            .sub_shape();
        let any = any.map(|of| of.user_data);
        assert_eq!(any.is_some(), !all.is_empty(), "case {case}");
        assert!(
            any.is_none_or(|of| all.iter().any(|one| one.2 == of)),
            "case {case}"
        );
        let certified = scene
            .cast_turning_certified(&motion, &query, &options)
            .unwrap();
        let (shape, at) = scene.convex(&certified.sub_shape).unwrap();
        let pair = motion.against(Placed::new(shape, at).unwrap()).unwrap();
        let proven = certified.certified.certificate.verify(&pair);
        assert!(proven.is_ok(), "case {case}: {proven:?}");
        match &found {
            SceneOutcome::Overlap(overlap) => {
                assert_eq!(overlap.overlap.depth, deepest);
                kinds[0] += 1;
            }
            SceneOutcome::Hit(hit) => {
                assert_eq!(deepest, T::zero(), "case {case}");
                assert_eq!(hit.hit.fraction, first, "case {case}");
                assert_eq!(certified.certified.outcome.hit(), Some(&hit.hit));
                kinds[1] += 1;
            }
            SceneOutcome::Miss => {
                assert!(deepest == T::zero() && first == T::one());
                assert!(matches!(certified.certified.outcome, Outcome::Miss(_)));
                kinds[2] += 1;
            }
            SceneOutcome::Unresolved(_) => panic!("unresolved"),
        }
    }
    assert!(kinds.iter().all(|&k| k > 8), "{kinds:?}");
}

/// Nothing is met by any box: the proof is that of the box which comes nearest to the way, whatever else is nearer to its start. So
/// few that they are looked at one by one, and a tree of them.
#[test]
fn a_miss_is_proven_of_what_is_nearest_to_the_way() {
    let standing = Sphere::new(0.5).unwrap();
    for (count, nearest) in [3, 40]
        .into_iter()
        .flat_map(|n| (0..n).map(move |i| (n, i)))
    {
        // Along the way, two to four beside it: one at one and a half.
        let at = |i: u32| {
            let beside = if i == nearest {
                1.5
            } else {
                2.0 + f64::from(i * 7 % 40) / 20.0
            };
            Object::new(standing).at([f64::from(i), beside, 0.0])
        };
        let scene = Scene::of((0..count).map(|i| at(i).with_user_data(i.into()))).unwrap();
        let motion = ball(0.25, [-2.0, 0.0, 0.0], [50.0, 0.0, 0.0]);
        let miss = scene.cast_certified(&motion, &Query::default()).unwrap();
        assert_eq!(miss.sub_shape.user_data, u64::from(nearest));
        let gap = miss.certified.outcome.miss().map(|miss| miss.gap);
        assert!(gap.is_some_and(|gap| (gap - 0.75).abs() < 1e-9));
    }
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
        let sweep = motion.against(fixed).unwrap();
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
