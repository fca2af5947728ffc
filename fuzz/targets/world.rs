//! Any bytes as a scene, its history and a motion through it: every query answers without a panic, and as casting each
//! convex shape and each triangle by itself does.

#![no_main]

mod wild;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::fmt::Debug;
use std::ops::ControlFlow;
use swept::scene::{
    Geometry, Motion, Next, Object, Query, Scene, SceneOutcome, SubShape, TurningMotion,
};
use swept::{
    CastOptions, Distance, Flaw, Method, Outcome, Placed, Real, Shape, Turn, TurningOptions,
};
use wild::land::{Edit, scene};
use wild::numbers::{are_numbers, is_unit};
use wild::{Number, Triple, Wild, triple};

#[derive(Clone, Debug, Arbitrary)]
struct World {
    wild: Wild,
    edits: Vec<Edit>,
    within: Number,
    turn: Option<Triple>,
    scene_turn: Option<(Triple, Triple)>,
}

fuzz_target!(|world: World| {
    check::<f32>(&world);
    check::<f64>(&world);
});

type Moving<T> = Motion<T, Shape<T>>;

fn check<T: Real>(world: &World) {
    // Bad input is refused where it is built: that is a pass.
    let Some(sweep) = world.wild.sweep::<T>() else {
        return;
    };
    let Ok(motion) = Motion::new(sweep.moving().clone(), *sweep.displacement()) else {
        return;
    };
    let mut scene = scene::<T>(&world.edits);
    let fixed = sweep.fixed();
    let object = Object::new(fixed.shape().clone()).at(fixed.pose());
    let _ = scene.insert(object);
    let query = Query::default().with_cast(world.wild.options::<T>(Method::Auto));

    let all = scene.cast_list(&motion, &query);
    let alone = one_by_one(&scene, &motion, &query);
    check_each(&scene, &all, &alone, world);
    let closest = scene.cast_closest(&motion, &query);
    assert_eq!(
        all.first().unwrap_or(&SceneOutcome::Miss),
        &closest,
        "{world:?}"
    );
    let any = scene.cast_any(&motion, &query);
    assert_eq!(any == SceneOutcome::Miss, all.is_empty(), "{world:?}");
    let mut each = 0;
    scene.cast_each(&motion, &query, |_| {
        each += 1;
        Next::Continue
    });
    assert_eq!(each, all.len(), "{world:?}");
    let mut rebuilt = scene.clone();
    rebuilt.rebuild();
    assert_eq!(rebuilt.cast_closest(&motion, &query), closest, "{world:?}");
    for one in &all {
        check_place(one, world);
    }
    check_certificates(&scene, &motion, &query, world);
    check_distances(&scene, &motion, &query, world);
    let _ = scene.cast_in_company(&motion, &query, world.within.get(), |_| {});
}

/// What each convex shape and each triangle of the scene answers by itself, misses left out.
fn one_by_one<T: Real>(
    scene: &Scene<T>,
    motion: &Moving<T>,
    query: &Query<'_, T>,
) -> Vec<(SubShape, Outcome<T>)> {
    let way = motion.displacement().map(Real::to_f64);
    let mut all = Vec::new();
    let mut ask = |of: SubShape| {
        if scene.is_passed(&of, &way) {
            return;
        }
        let (shape, pose) = scene.convex(&of).expect("it is there");
        let fixed = Placed::new(shape, pose).expect("it was accepted");
        let sweep = motion.against(fixed).expect("it was accepted");
        let outcome = sweep.cast_with(&query.cast);
        if !matches!(outcome, Outcome::Miss(_)) {
            all.push((of, outcome));
        }
    };
    for (id, object) in scene.objects() {
        let parts = match &object.geometry {
            Geometry::Compound(compound) => compound.parts().iter().map(|p| &p.0).collect(),
            geometry => vec![geometry],
        };
        for (part, geometry) in parts.into_iter().enumerate() {
            for triangle in triangles(geometry) {
                ask(SubShape {
                    id,
                    part: part as u32,
                    triangle,
                    user_data: object.user_data,
                });
            }
        }
    }
    all.sort_by_key(|one| one.0);
    all
}

/// The triangles of a geometry that can surely be met, and nothing for a convex shape.
fn triangles<T: Real>(geometry: &Geometry<T>) -> Vec<Option<u32>> {
    match geometry {
        Geometry::Mesh(mesh) => (0..mesh.triangles().len() as u32)
            .filter(|i| !mesh.degenerate().contains(i))
            .map(Some)
            .collect(),
        Geometry::HeightField(field) => (0..2 * (field.rows() - 1) * (field.columns() - 1))
            .filter(|i| field.triangle(*i).is_some())
            .map(Some)
            .collect(),
        _ => vec![None],
    }
}

/// Whether this is a triangle without area, which is met only where that is asked for.
fn is_degenerate<T: Real>(scene: &Scene<T>, of: &SubShape) -> bool {
    let geometry = scene.get(of.id).map(|object| &object.geometry);
    let geometry = match geometry {
        Some(Geometry::Compound(compound)) => compound.parts().get(of.part as usize).map(|p| &p.0),
        geometry => geometry,
    };
    match (geometry, of.triangle) {
        (Some(Geometry::Mesh(mesh)), Some(i)) => mesh.degenerate().contains(&i),
        _ => false,
    }
}

fn check_each<T: Real>(
    scene: &Scene<T>,
    all: &[SceneOutcome<T>],
    alone: &[(SubShape, Outcome<T>)],
    world: &World,
) {
    let mut met: Vec<_> = (all.iter())
        .map(|one| (sub_shape(one), one))
        .filter(|(of, _)| !is_degenerate(scene, of))
        .collect();
    met.sort_by_key(|one| one.0);
    // Boxes may decide what a cast within the limit on steps does not.
    let decided = |of: &SubShape, own: &Outcome<T>| {
        let met = met.binary_search_by_key(of, |one| one.0).is_ok();
        met || !matches!(own, Outcome::Unresolved(_))
    };
    let alone: Vec<_> = (alone.iter())
        .filter(|(of, own)| decided(of, own))
        .collect();
    let same = met.len() == alone.len()
        && met.iter().zip(&alone).all(|((of, one), (expected, own))| {
            let same = match (one, own) {
                (SceneOutcome::Hit(one), Outcome::Hit(own)) => one.hit.fraction >= own.fraction,
                (SceneOutcome::Overlap(one), Outcome::Overlap(own)) => one.overlap == *own,
                (SceneOutcome::Unresolved(one), Outcome::Unresolved(own)) => {
                    one.safe_fraction >= own.safe_fraction
                }
                _ => false,
            };
            of == expected && same
        });
    assert!(same, "{met:?}\n{alone:?}\n{world:?}");
}

fn sub_shape<T: Real>(outcome: &SceneOutcome<T>) -> SubShape {
    outcome.sub_shape().expect("no answer is a miss")
}

fn check_place<T: Real>(outcome: &SceneOutcome<T>, world: &World) {
    let place = match outcome {
        SceneOutcome::Hit(hit) => &hit.place,
        SceneOutcome::Overlap(overlap) => &overlap.place,
        _ => return,
    };
    let normals = [place.normal, place.face_normal];
    let weights = place
        .barycentric
        .map_or([1.0, 0.0, 0.0], |w| w.map(Real::to_f64));
    let off = weights.iter().sum::<f64>() - 1.0;
    assert!(
        normals.iter().all(|n| is_unit(n.iter()))
            && weights.iter().all(|w| *w >= 0.0)
            && off.abs() <= 4.0 * T::EPSILON,
        "{outcome:?}\n{world:?}"
    );
}

fn check_certificates<T: Real>(
    scene: &Scene<T>,
    motion: &Moving<T>,
    query: &Query<'_, T>,
    world: &World,
) {
    if let Some(first) = scene.cast_certified(motion, query) {
        let certified = &first.certified;
        let (shape, pose) = scene.convex(&first.sub_shape).expect("it is there");
        let fixed = Placed::new(shape, pose).expect("it was accepted");
        let sweep = motion.against(fixed).expect("it was accepted");
        let verified = certified.certificate.verify(&sweep);
        check_verified(&certified.outcome, verified.err(), &first, world);
    }
    let Some(turn) = &world.turn else {
        return;
    };
    let turn = Turn::by(triple::<T>(turn));
    let Ok(mut turning) = TurningMotion::new(motion.clone(), turn) else {
        return;
    };
    if let Some((rotation, centre)) = &world.scene_turn {
        let Ok(also) = turning.in_turning_scene(triple::<T>(rotation), triple::<T>(centre)) else {
            return;
        };
        turning = also;
    }
    let options = TurningOptions {
        max_steps: 64,
        ..TurningOptions::default()
    };
    let closest = scene.cast_turning(&turning, query, &options);
    check_place(&closest, world);
    if let Some(first) = scene.cast_turning_certified(&turning, query, &options) {
        let certified = &first.certified;
        let (shape, pose) = scene.convex(&first.sub_shape).expect("it is there");
        let fixed = Placed::new(shape, pose).expect("it was accepted");
        let Ok(sweep) = turning.against(fixed) else {
            return;
        };
        let verified = certified.certificate.verify(&sweep);
        check_verified(&certified.outcome, verified.err(), &first, world);
    }
}

fn check_verified<T: Real>(
    outcome: &Outcome<T>,
    flaw: Option<Flaw>,
    first: &impl Debug,
    world: &World,
) {
    assert!(are_numbers(outcome), "{first:?}\n{world:?}");
    // Below the least normal number no rounding is relative, and nothing is a length.
    let holds = |flaw: &Flaw| (flaw.claimed - flaw.proven).abs() < f64::MIN_POSITIVE;
    assert!(
        flaw.as_ref().is_none_or(holds),
        "{flaw:?}\n{first:?}\n{world:?}"
    );
}

fn check_distances<T: Real>(
    scene: &Scene<T>,
    motion: &Moving<T>,
    query: &Query<'_, T>,
    world: &World,
) {
    let within = world.within.get::<T>();
    let nearest = scene.distance(motion, within, query);
    let mut near = 0;
    scene.near(motion, within, query, |one| {
        near += 1;
        assert!(are_lengths(&one.distance), "{one:?}\n{world:?}");
        ControlFlow::Continue(())
    });
    assert_eq!(nearest.is_some(), near > 0, "{nearest:?}\n{world:?}");
    // Whatever limit the query has.
    let unhurried = query.with_cast(CastOptions::default());
    let mut touches = false;
    scene.near(motion, T::zero(), &unhurried, |_| {
        touches = true;
        ControlFlow::Break(())
    });
    assert_eq!(scene.overlaps(motion, query), touches, "{world:?}");
}

fn are_lengths<T: Real>(distance: &Distance<T>) -> bool {
    let (normal, [low, high]) = match distance {
        Distance::Apart(apart) => (apart.normal, [apart.separation, apart.separation_upper]),
        Distance::Overlap(overlap) => (overlap.normal, [overlap.depth_lower, overlap.depth]),
    };
    is_unit(normal.iter()) && T::zero() <= low && low <= high
}
