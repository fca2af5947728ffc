//! Casts that turn.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{Ball, Compound, Cuboid, HalfSpace, Segment, Shape, SharedShape, TriMesh};
use std::f64::consts::{FRAC_PI_2, PI};
use swept_parry::double::query::{ShapeCastHit, ShapeCastStatus, cast_shapes_nonlinear};

fn still(at: Vector) -> NonlinearRigidMotion {
    NonlinearRigidMotion::constant_position(Pose::from_translation(at))
}

fn motion(at: Vector, linvel: Vector, angvel: Vector) -> NonlinearRigidMotion {
    NonlinearRigidMotion::new(Pose::from_translation(at), Vector::ZERO, linvel, angvel)
}

fn cast(
    (m1, g1): (&NonlinearRigidMotion, &dyn Shape),
    (m2, g2): (&NonlinearRigidMotion, &dyn Shape),
    times: [f64; 2],
) -> Option<ShapeCastHit> {
    cast_shapes_nonlinear(m1, g1, m2, g2, times[0], times[1], true).unwrap()
}

/// A rod of half length 2 that turns about z, and a ball of radius 1/2 at height 3/2: they touch when cos θ · 3/2 = 1/2.
#[test]
fn a_rod_turns_into_a_ball() {
    let rod = Segment::new(Vector::X * -2.0, Vector::X * 2.0);
    let ball = Ball::new(0.5);
    let angle = (1.0_f64 / 3.0).acos();
    let spin = motion(Vector::ZERO, Vector::ZERO, Vector::Z * 1.5);
    for end in [1.0, 100.0, f64::MAX, f64::INFINITY] {
        let hit = cast((&spin, &rod), (&still(Vector::Y * 1.5), &ball), [0.0, end]).unwrap();
        assert!(
            (hit.time_of_impact - angle / 1.5).abs() < 1e-9
                && hit.status == ShapeCastStatus::Converged
        );
        // In the ball's frame the normal leads back to the rod, in the rod's across it.
        assert!((hit.normal1 - Vector::Y).length() < 1e-6, "{}", hit.normal1);
        assert!(
            (hit.witness1 - Vector::X * 2.0_f64.sqrt()).length() < 1e-6,
            "{}",
            hit.witness1
        );
        let toward = Vector::new(angle.sin(), -angle.cos(), 0.0);
        assert!(
            (hit.normal2 - toward).length() < 1e-6 && (hit.witness2 - toward * 0.5).length() < 1e-6
        );
    }
    assert!(cast((&spin, &rod), (&still(Vector::Y * 1.5), &ball), [0.0, 0.8]).is_none());
    assert!(cast((&spin, &rod), (&still(Vector::Y * 1.5), &ball), [0.0, -1.0]).is_none());
    // Exchanged, and with the other body turning the other way about the rod's centre.
    let back = cast((&still(Vector::Y * 1.5), &ball), (&spin, &rod), [0.0, 1.0]).unwrap();
    assert!((back.time_of_impact - angle / 1.5).abs() < 1e-9);
    let orbit = NonlinearRigidMotion::new(
        Pose::from_translation(Vector::Y * 1.5),
        Vector::Y * -1.5,
        Vector::ZERO,
        Vector::Z * -1.5,
    );
    let seen = cast((&orbit, &ball), (&still(Vector::ZERO), &rod), [0.0, 1.0]).unwrap();
    assert!((seen.time_of_impact - angle / 1.5).abs() < 1e-9);
}

#[test]
fn a_cast_begins_and_ends_when_it_is_told() {
    let rod = Segment::new(Vector::X * -2.0, Vector::X * 2.0);
    let ball = Ball::new(0.5);
    let angle = (1.0_f64 / 3.0).acos();
    let spin = motion(Vector::ZERO, Vector::ZERO, Vector::Z);
    // Begun past the ball, the rod's other end comes to it half a turn later.
    let leaves = PI - angle;
    let hit = cast(
        (&spin, &rod),
        (&still(Vector::Y * 1.5), &ball),
        [leaves + 0.01, 10.0],
    )
    .unwrap();
    assert!(
        (hit.time_of_impact - (PI + angle)).abs() < 1e-9,
        "{}",
        hit.time_of_impact
    );
    let inside = cast(
        (&spin, &rod),
        (&still(Vector::Y * 1.5), &ball),
        [FRAC_PI_2, 10.0],
    )
    .unwrap();
    assert_eq!(
        (inside.time_of_impact, inside.status),
        (FRAC_PI_2, ShapeCastStatus::PenetratingOrWithinTargetDist)
    );
}

#[test]
fn without_rotation_it_is_the_linear_cast() {
    let (ball, cube) = (Ball::new(0.5), Cuboid::new(Vector::ONE));
    let fall = motion(Vector::Y * 5.0, Vector::Y * -2.0, Vector::ZERO);
    let hit = cast(
        (&fall, &ball),
        (&still(Vector::ZERO), &cube),
        [0.0, f64::MAX],
    )
    .unwrap();
    assert!((hit.time_of_impact - 1.75).abs() < 1e-14);
    let floor = HalfSpace::new(Vector::Y);
    let tumble = motion(
        Vector::Y * 5.0,
        Vector::Y * -2.0,
        Vector::new(3.0, 1.0, 0.0),
    );
    let hit = cast(
        (&tumble, &ball),
        (&still(Vector::ZERO), &floor),
        [0.0, f64::MAX],
    )
    .unwrap();
    assert!((hit.time_of_impact - 2.25).abs() < 1e-9);
}

/// A compound of two rods is met as the one of them that is met, standing or turning, by a mesh of one triangle.
#[test]
fn bodies_with_parts_turn() {
    let rod = SharedShape::segment(Vector::X * -2.0, Vector::X * 2.0);
    let parts = vec![
        (Pose::IDENTITY, rod.clone()),
        (Pose::translation(0.0, 0.0, 5.0), rod),
    ];
    let cross = Compound::new(parts);
    // A wall at y = 1 that the rod's tip reaches when 2 sin θ = 1.
    let corners = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)].map(|(x, z)| Vector::new(x, 1.0, z));
    let wall = TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    let spin = motion(Vector::ZERO, Vector::ZERO, Vector::Z);
    let angle = 0.5_f64.asin();
    let wall_at = still(Vector::ZERO);
    let hit = cast((&spin, &cross), (&wall_at, &wall), [0.0, 1.0]).unwrap();
    assert!((hit.time_of_impact - angle).abs() < 1e-9 && hit.subshape2 == 0);
    let back = cast((&wall_at, &wall), (&spin, &cross), [0.0, 1.0]).unwrap();
    assert!((back.time_of_impact - angle).abs() < 1e-9);
    assert_eq!(back.subshape2, hit.subshape1);
    // The wall turns the other way, about the same point.
    let counter = motion(Vector::ZERO, Vector::ZERO, -Vector::Z);
    let seen = cast(
        (&counter, &wall),
        (&still(Vector::ZERO), &cross),
        [0.0, 1.0],
    )
    .unwrap();
    assert!((seen.time_of_impact - angle).abs() < 1e-9);
    let away = motion(Vector::Y * -3.0, Vector::ZERO, Vector::Z);
    assert!(cast((&away, &cross), (&wall_at, &wall), [0.0, f64::MAX]).is_none());
}

/// Of many parts under long spins, what comes first is what comes first of all pairs of them.
#[test]
fn of_parts_that_spin_the_first_pair_is_told() {
    let mut hits = 0;
    for i in 0..120 {
        let x = |j: i32| f64::from((i * 7919 + j * 104_729) % 1009) / 504.5 - 1.0;
        let v = |j: i32| Vector::new(x(j), x(j + 1), x(j + 2));
        let cuboid = |j: i32| SharedShape::new(Cuboid::new(v(j).abs() * 0.6));
        let body = |j: i32| -> Vec<(Pose, SharedShape)> {
            let part = |k: i32| {
                (
                    Pose::new(v(j + 20 * k) * 2.0, v(j + 20 * k + 3)),
                    cuboid(j + 20 * k + 6),
                )
            };
            (0..4).map(part).collect()
        };
        let angle = [0.5, 100.0, 1e4, 1e6][i as usize % 4];
        let motion = |at: Vector, j: i32, rate: f64| {
            NonlinearRigidMotion::new(
                Pose::new(at, v(j)),
                v(j + 3),
                v(j + 6) * 0.3,
                v(j + 9) * rate,
            )
        };
        let one = motion(v(901) * 2.5, 911, angle);
        let two = motion(Vector::ZERO, 941, if i % 3 == 0 { angle } else { 1.0 });
        let (parts1, parts2) = (body(100), body(500));
        let of_part = |motion: &NonlinearRigidMotion, pose: &Pose| NonlinearRigidMotion {
            start: motion.start * *pose,
            local_center: pose.inverse() * motion.local_center,
            ..*motion
        };
        let times = [0.0, 1.0];
        let mut first: Option<(bool, f64)> = None;
        for (pose1, part1) in &parts1 {
            for (pose2, part2) in &parts2 {
                let (m1, m2) = (of_part(&one, pose1), of_part(&two, pose2));
                let hit = cast((&m1, &**part1), (&m2, &**part2), times);
                // What was given up says no more than that it is free until then.
                let found = hit.map(|h| {
                    (
                        h.status == ShapeCastStatus::OutOfIterations,
                        h.time_of_impact,
                    )
                });
                first = match (first, found) {
                    (Some(a), Some(b)) => Some(if b.1 < a.1 { b } else { a }),
                    (a, b) => a.or(b),
                };
            }
        }
        let (whole1, whole2) = (Compound::new(parts1), Compound::new(parts2));
        let hit = cast((&one, &whole1), (&two, &whole2), times);
        let Some((open, time)) = first else {
            assert!(hit.is_none(), "{i}: {hit:?}");
            continue;
        };
        let hit = hit.unwrap_or_else(|| panic!("{i}: {first:?}"));
        if !open {
            assert!(
                (hit.time_of_impact - time).abs() < 1e-9,
                "{i}: {hit:?} {first:?}"
            );
        }
        hits += 1;
    }
    assert!(hits > 30, "{hits}");
}

/// A rod has turned by very many radians when the cast begins: in the scalar the angle has no digit after the point left, or its
/// square is no number.
#[test]
fn a_start_after_very_many_turns_is_where_the_body_is_then() {
    use parry3d::math::{Pose, Vector};
    use parry3d::query::NonlinearRigidMotion;
    use parry3d::shape::{Ball, Segment};
    use swept_parry::query::cast_shapes_nonlinear;
    let rod = Segment::new(Vector::X * -2.0, Vector::X * 2.0);
    let ball = Ball::new(0.5);
    let stands = NonlinearRigidMotion::constant_position(Pose::translation(0.0, 1.5, 0.0));
    let angle = (1.0_f64 / 3.0).acos();
    for rate in [1.0_f32, 1e3, 1e6, 1e9, 1e20, 1e30] {
        let spin =
            NonlinearRigidMotion::new(Pose::IDENTITY, Vector::ZERO, Vector::ZERO, Vector::Z * rate);
        let start = 1000.3_f32;
        let hit = cast_shapes_nonlinear(&spin, &rod, &stands, &ball, start, f32::MAX, true);
        let hit = hit.unwrap().unwrap();
        // Either end of the rod comes to the ball when it has turned by a multiple of half a turn and the angle.
        let turned = f64::from(rate) * f64::from(start);
        let phase = (turned.sin().atan2(turned.cos()) + PI) % PI;
        let rest = (angle - phase).rem_euclid(PI);
        let expected = if phase > angle && phase < PI - angle {
            0.0
        } else {
            rest
        };
        let expected = f64::from(start) + expected / f64::from(rate);
        let off = (f64::from(hit.time_of_impact) - expected).abs();
        assert!(off < 1e-4, "{rate:e}: {} {expected}", hit.time_of_impact);
        // The point that is touched is where it is on the ball, which does not turn.
        let side = if phase < angle || phase > PI - angle {
            0.5_f32
        } else {
            0.0
        };
        assert!(
            (hit.witness2.length() - side).abs() < 1e-2 || side == 0.0,
            "{hit:?}"
        );
    }
}
