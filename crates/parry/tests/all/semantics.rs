//! What the options and the fields of a hit mean.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
};
use parry3d_f64::shape::{
    Ball, Capsule, ConvexPolyhedron, Cuboid, HalfSpace, Segment, Shape, SupportMap, Triangle,
};
use std::sync::Arc;
use swept::{Outcome, Placed, Sweep};
use swept_parry::CastError;
use swept_parry::double::query::{
    ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes, details,
};
use swept_parry::double::{ShapeView, SweptQueryDispatcher, cast_shapes_certified, dispatcher};

const CUBE: Cuboid = Cuboid {
    half_extents: Vector::ONE,
};
const BALL: Ball = Ball { radius: 0.5 };

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z)
}

/// The ball on its way toward the cube at the origin.
fn ball(from: Pose, velocity: Vector, options: ShapeCastOptions) -> Option<ShapeCastHit> {
    cast_shapes(
        &from,
        velocity,
        &BALL,
        &Pose::IDENTITY,
        Vector::ZERO,
        &CUBE,
        options,
    )
    .unwrap()
}

fn stopping(stop_at_penetration: bool, target_distance: f64) -> ShapeCastOptions {
    ShapeCastOptions {
        stop_at_penetration,
        target_distance,
        ..ShapeCastOptions::default()
    }
}

#[track_caller]
fn near(a: Vector, b: Vector) {
    assert!((a - b).length() < 1e-12, "{a} is not {b}");
}

#[test]
fn points_and_normals_are_in_the_frames_of_their_shapes() {
    // The cube is turned by a quarter about z: its own +y is the world's −x.
    let quarter = Pose::new(
        Vector::new(7.0, 0.0, 0.0),
        Vector::Z * std::f64::consts::FRAC_PI_2,
    );
    let options = ShapeCastOptions::default();
    let hit = cast_shapes(
        &at(3.0, 0.25, 0.0),
        Vector::X * 2.0,
        &BALL,
        &quarter,
        Vector::ZERO,
        &CUBE,
        options,
    );
    let hit = hit.unwrap().unwrap();
    assert!((hit.time_of_impact - 1.25).abs() < 1e-14 && hit.time_of_impact <= 1.25);
    assert_eq!(
        (hit.status, hit.subshape1, hit.subshape2),
        (ShapeCastStatus::Converged, 0, 0)
    );
    near(hit.normal1, Vector::X);
    near(hit.witness1, Vector::X * 0.5);
    near(hit.normal2, Vector::Y);
    near(hit.witness2, Vector::new(0.25, 1.0, 0.0));
    // The other way round, everything is exchanged.
    let back = cast_shapes(
        &quarter,
        Vector::X * -2.0,
        &CUBE,
        &at(3.0, 0.25, 0.0),
        Vector::ZERO,
        &BALL,
        options,
    );
    let back = back.unwrap().unwrap().swapped();
    assert_eq!(back.time_of_impact, hit.time_of_impact);
    near(back.normal2, hit.normal2);
    near(back.witness1, hit.witness1);
}

#[test]
fn a_limit_of_time_is_kept_at_any_size() {
    // 2.5 of way at a speed of 2: 1.25.
    for (limit, met) in [
        (1.0, false),
        (1.2, false),
        (1.3, true),
        (4.0, true),
        (0.0, false),
        (f64::INFINITY, true),
        (-1.0, false),
    ] {
        let options = ShapeCastOptions::with_max_time_of_impact(limit);
        let hit = ball(at(4.0, 0.0, 0.0), Vector::X * -2.0, options);
        assert_eq!(hit.is_some(), met, "{limit}");
        assert!(
            hit.is_none_or(|hit| (hit.time_of_impact - 1.25).abs() < 1e-14),
            "{limit}"
        );
    }
    // A speed of 1e-200 takes its time, and one of 1e20 none.
    for speed in [1e-200, 1e-20, 1e20, 1e40] {
        let hit = ball(
            at(4.0, 0.0, 0.0),
            Vector::X * -speed,
            ShapeCastOptions::default(),
        )
        .unwrap();
        assert!(
            (hit.time_of_impact * speed / 2.5 - 1.0).abs() < 1e-14,
            "{speed}"
        );
    }
    // What is there at once is there within no time.
    let touching = ball(
        at(1.5, 0.0, 0.0),
        -Vector::X,
        ShapeCastOptions::with_max_time_of_impact(0.0),
    );
    assert_eq!(touching.unwrap().time_of_impact, 0.0);
}

#[test]
fn overlaps_stop_unless_they_are_left_and_told_not_to() {
    let inside = at(1.25, 0.0, 0.0);
    for (velocity, stop, met) in [
        (1.0, true, true),
        (-1.0, true, true),
        (1.0, false, false),
        (-1.0, false, true),
    ] {
        let hit = ball(inside, Vector::X * velocity, stopping(stop, 0.0));
        assert_eq!(hit.is_some(), met, "{velocity} {stop}");
        if let Some(hit) = hit {
            assert_eq!(hit.status, ShapeCastStatus::PenetratingOrWithinTargetDist);
            assert_eq!(hit.time_of_impact, 0.0);
            near(hit.normal2, Vector::X);
            near(hit.witness2, Vector::X);
            near(hit.witness1, Vector::X * -0.5);
        }
    }
}

#[test]
fn touching_stops_what_closes_in_and_nothing_else() {
    let touching = at(1.5, 0.0, 0.0);
    for stop in [true, false] {
        let hit = ball(touching, -Vector::X, stopping(stop, 0.0)).unwrap();
        assert_eq!(
            (hit.time_of_impact, hit.status),
            (0.0, ShapeCastStatus::Converged)
        );
        assert!(ball(touching, Vector::Y, stopping(stop, 0.0)).is_none());
        assert!(ball(touching, Vector::X, stopping(stop, 0.0)).is_none());
    }
}

#[test]
fn the_target_distance_is_where_a_cast_stops() {
    let hit = ball(at(4.0, 0.0, 0.0), -Vector::X, stopping(true, 0.5)).unwrap();
    assert!((hit.time_of_impact - 2.0).abs() < 1e-14);
    near(hit.witness1, Vector::X * -0.5);
    near(hit.witness2, Vector::X);
    // Nearer than that at the start: stopped in any direction, or in the closing one only.
    for (velocity, stop, met) in [
        (-Vector::X, true, true),
        (Vector::Y, true, true),
        (Vector::X, true, true),
        (-Vector::X, false, true),
        (Vector::Y, false, false),
        (Vector::X, false, false),
    ] {
        let hit = ball(at(1.75, 0.0, 0.0), velocity, stopping(stop, 0.5));
        assert_eq!(hit.is_some(), met, "{velocity} {stop}");
        if let Some(hit) = hit {
            assert_eq!(
                (hit.time_of_impact, hit.status),
                (0.0, ShapeCastStatus::PenetratingOrWithinTargetDist)
            );
            near(hit.witness2, Vector::X);
        }
    }
    // At it: only what closes in is stopped.
    for (velocity, met) in [(-Vector::X, true), (Vector::Y, false), (Vector::X, false)] {
        let hit = ball(at(2.0, 0.0, 0.0), velocity, stopping(true, 0.5));
        assert_eq!(
            hit.map(|hit| hit.status),
            met.then_some(ShapeCastStatus::Converged),
            "{velocity}"
        );
    }
}

/// In `f64`, how far the corners are from their shapes' origins has no part in it.
#[test]
fn the_target_distance_is_told_of_shapes_far_from_their_origins() {
    let by = Vector::new(-70_000.0, 30_000.0, 1_000_000.0);
    let corners = |top: f64| {
        let corner = |x, y, z| Vector::new(x, y, z) + by;
        [
            corner(-1.0, -1.0, top),
            corner(1.0, -1.0, top),
            corner(0.0, 1.0, top),
            corner(0.0, 0.0, 0.0),
        ]
    };
    let [a, b, c, d] = corners(-0.5);
    let floor = ConvexPolyhedron::from_convex_hull(&[a, b, c, d]).unwrap();
    let [a, b, _, d] = corners(0.5);
    let shapes: [&dyn Shape; 2] = [&Triangle::new(a, b, d), &Segment::new(a, d)];
    let target = 0.25;
    let cast = |shape, room: f64, velocity, stop| {
        let from = Pose::from_translation(Vector::new(0.0, 0.0, room) - by);
        let (stands, options) = (Pose::from_translation(-by), stopping(stop, target));
        cast_shapes(
            &from,
            velocity,
            shape,
            &stands,
            Vector::ZERO,
            &floor,
            options,
        )
        .unwrap()
        .map(|hit| (hit.time_of_impact, hit.status))
    };
    let within = Some((0.0, ShapeCastStatus::PenetratingOrWithinTargetDist));
    for shape in shapes {
        // By 4e-9 and 5e-10: exactly, as 2⁻³³ is the last place of these positions.
        for less in [28, 31].map(|power| f64::powi(0.5, power)) {
            for (velocity, stop) in [(Vector::Z, true), (-Vector::Z, true), (-Vector::Z, false)] {
                let hit = cast(shape, target - less, velocity, stop);
                assert_eq!(hit, within, "{less:e} {velocity}");
            }
            assert_eq!(cast(shape, target - less, Vector::Z, false), None);
        }
        assert_eq!(cast(shape, target, Vector::Z, true), None);
        let touching = Some((0.0, ShapeCastStatus::Converged));
        assert_eq!(cast(shape, target, -Vector::Z, true), touching);
    }
}

#[test]
fn half_spaces_stand_and_move() {
    let floor = HalfSpace::new(Vector::Y);
    let capsule = Capsule::new_y(1.0, 0.5);
    let options = ShapeCastOptions::default();
    let hit = cast_shapes(
        &at(3.0, 4.0, 5.0),
        Vector::Y * -2.0,
        &capsule,
        &Pose::IDENTITY,
        Vector::ZERO,
        &floor,
        options,
    );
    let hit = hit.unwrap().unwrap();
    assert!((hit.time_of_impact - 1.25).abs() < 1e-13);
    near(hit.witness2, Vector::new(3.0, 0.0, 5.0));
    let risen = cast_shapes(
        &Pose::IDENTITY,
        Vector::Y * 2.0,
        &floor,
        &at(3.0, 4.0, 5.0),
        Vector::ZERO,
        &capsule,
        options,
    );
    let risen = risen.unwrap().unwrap().swapped();
    assert_eq!(risen.time_of_impact, hit.time_of_impact);
    near(risen.witness1, hit.witness1);
    near(risen.normal2, hit.normal2);
    assert!(
        cast_shapes(
            &Pose::IDENTITY,
            Vector::Y,
            &floor,
            &at(0.0, 9.0, 0.0),
            Vector::ZERO,
            &floor,
            options
        )
        .is_err()
    );
}

#[test]
fn bad_input_is_refused_and_named() {
    let options = ShapeCastOptions::default();
    let cast = |velocity: Vector, shape: &dyn Shape| {
        cast_shapes_certified(
            &at(4.0, 0.0, 0.0),
            velocity,
            shape,
            &Pose::IDENTITY,
            Vector::ZERO,
            &CUBE,
            options,
        )
    };
    assert!(
        matches!(cast(Vector::X * f64::NAN, &BALL), Err(CastError::Sweep(e)) if e.field == "vel1.x")
    );
    assert!(
        matches!(cast(Vector::X, &Ball::new(-1.0)), Err(CastError::Shape(e)) if e.field == "g1.radius" && e.value == -1.0)
    );
    let nowhere = at(f64::INFINITY, 0.0, 0.0);
    let told = cast_shapes_certified(
        &Pose::IDENTITY,
        Vector::X,
        &BALL,
        &nowhere,
        Vector::ZERO,
        &CUBE,
        options,
    );
    assert!(matches!(told, Err(CastError::Shape(e)) if e.field == "pos2.position[0]"));
    let refused = cast_shapes(
        &nowhere,
        Vector::X,
        &BALL,
        &Pose::IDENTITY,
        Vector::ZERO,
        &CUBE,
        options,
    );
    assert!(refused.is_err());
}

#[test]
fn the_dispatcher_casts_and_leaves_all_else_to_parry() {
    let pos12 = at(4.0, 0.25, 0.0);
    let options = ShapeCastOptions::default();
    // The second shape moves, seen from the first.
    let hit = dispatcher()
        .cast_shapes(&pos12, Vector::X * -2.0, &CUBE, &BALL, options)
        .unwrap()
        .unwrap();
    let own = cast_shapes(
        &Pose::IDENTITY,
        Vector::ZERO,
        &CUBE,
        &pos12,
        Vector::X * -2.0,
        &BALL,
        options,
    );
    let own = own.unwrap().unwrap();
    assert_eq!(hit.time_of_impact, own.time_of_impact);
    near(hit.witness1, own.witness1);
    near(hit.normal2, own.normal2);
    let distance = dispatcher()
        .distance(&pos12, &CUBE, &BALL)
        .unwrap()
        .distance;
    assert_eq!(
        distance,
        DefaultQueryDispatcher
            .distance(&pos12, &CUBE, &BALL)
            .unwrap()
            .distance
    );
    assert!(SweptQueryDispatcher.distance(&pos12, &CUBE, &BALL).is_err());
}

/// Engines keep a dispatcher for good, and ask it for manifolds as well: rapier's narrow phase does.
#[test]
fn the_dispatcher_can_be_kept_in_the_place_of_parrys() {
    type Kept = Arc<dyn PersistentQueryDispatcher<(), ()>>;
    let [ours, theirs]: [Kept; 2] = [Arc::new(dispatcher()), Arc::new(DefaultQueryDispatcher)];
    let pos12 = at(1.25, 0.25, 0.5);
    let met = [ours, theirs].map(|kept| {
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        let found = kept.contact_manifolds(&pos12, &CUBE, &CUBE, 0.125, &mut manifolds, &mut None);
        assert!(found.is_ok());
        let points = manifolds.iter().flat_map(|manifold| &manifold.points);
        points.map(|point| (point.local_p1, point.dist)).collect()
    });
    let [ours, theirs]: [Vec<_>; 2] = met;
    assert!(!ours.is_empty() && ours == theirs, "{ours:?} {theirs:?}");
}

/// A support map of the user's own: an ellipsoid.
struct Egg;

impl SupportMap for Egg {
    fn local_support_point(&self, n: Vector) -> Vector {
        let radii = Vector::new(1.0, 2.0, 3.0);
        radii * (radii * n).normalize_or_zero()
    }
}

#[test]
fn a_support_map_is_cast_as_it_is() {
    let options = ShapeCastOptions::default();
    let hit = details::cast_shapes_support_map_support_map(
        &at(0.0, 8.0, 0.0),
        Vector::Y * -2.0,
        &Egg,
        &CUBE,
        options,
    )
    .unwrap();
    assert!(
        (hit.time_of_impact - 2.5).abs() < 1e-13,
        "{}",
        hit.time_of_impact
    );
    // And as a shape of swept's.
    let egg = Placed::new(ShapeView::of_support_map(&Egg), [0.0; 3]).unwrap();
    let cube = Placed::new(ShapeView::new(&CUBE).unwrap(), [0.0, 8.0, 0.0]).unwrap();
    let Outcome::Hit(own) = Sweep::new(egg, [0.0, 10.0, 0.0], cube).unwrap().cast() else {
        panic!()
    };
    let off: f64 = own.fraction - 0.5;
    assert!(off.abs() < 1e-13);
}

#[test]
fn a_certified_cast_proves_its_hit_and_its_miss() {
    let options = ShapeCastOptions::with_max_time_of_impact(2.0);
    for (velocity, met) in [(Vector::X * -2.0, true), (Vector::Y, false)] {
        let pos = at(4.0, 0.25, 0.0);
        let answer = cast_shapes_certified(
            &pos,
            velocity,
            &BALL,
            &Pose::IDENTITY,
            Vector::ZERO,
            &CUBE,
            options,
        )
        .unwrap();
        let plain = ball(pos, velocity, options);
        assert_eq!(
            answer.hit.map(|h| h.time_of_impact),
            plain.map(|h| h.time_of_impact)
        );
        assert_eq!((answer.duration, answer.exchanged), (2.0, false));
        let way = velocity * 2.0;
        let sweep = Sweep::new(
            Placed::new(ShapeView::new(&BALL).unwrap(), [4.0, 0.25, 0.0]).unwrap(),
            [way.x, way.y, way.z],
            Placed::new(ShapeView::new(&CUBE).unwrap(), [0.0; 3]).unwrap(),
        );
        assert!(
            answer
                .certified
                .as_ref()
                .unwrap()
                .certificate
                .verify(&sweep.unwrap())
                .is_ok()
        );
        assert_eq!(matches!(answer.outcome(), Some(Outcome::Hit(_))), met);
    }
}
