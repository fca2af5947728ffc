//! Touching and overlapping starts, motions that recede and none at all, degenerate shapes, and large numbers.

use super::*;
use crate::check::direction;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Every shape of these tests, touched from above at the origin by a sphere of radius 1 at `centre`.
fn floors(centre: P, d: V) -> Vec<Answer> {
    let (m, o) = (ball(centre, 1.0), P::origin());
    let up = Unit::new_unchecked(V::z());
    let corners = [p(-4.0, -4.0, 0.0), p(4.0, -4.0, 0.0), p(0.0, 6.0, 0.0)];
    let below = stick(p(-4.0, 0.0, -1.0), p(4.0, 0.0, -1.0), 1.0);
    let lying = stick(centre, centre + v(0.5, 0.0, 0.0), 1.0);
    vec![
        sphere::against_point(&m, &d, &o),
        sphere::against_sphere(&m, &d, &ball(p(0.0, 0.0, -2.0), 2.0)),
        sphere::against_half_space(&m, &d, &o, &up),
        sphere::against_plane(&m, &d, &o, &up),
        sphere::against_segment(&m, &d, &p(-4.0, 0.0, 0.0), &p(4.0, 0.0, 0.0)),
        sphere::against_line(&m, &d, &o, &Unit::new_unchecked(V::x())),
        sphere::against_capsule(&m, &d, &below),
        sphere::against_triangle(&m, &d, &corners),
        sphere::against_polygon(&m, &d, &corners),
        sphere::against_aligned_box(&m, &d, &p(0.0, 0.0, -1.0), &v(5.0, 5.0, 1.0)),
        sphere::against_box(
            &m,
            &d,
            &Isometry3::translation(0.0, 0.0, -1.0),
            &v(5.0, 5.0, 1.0),
        ),
        capsule::against_point(&lying, &d, &o),
        capsule::against_sphere(&lying, &d, &ball(p(0.0, 0.0, -2.0), 2.0)),
        capsule::against_half_space(&lying, &d, &o, &up),
        capsule::against_plane(&lying, &d, &o, &up),
        capsule::against_line(&lying, &d, &o, &Unit::new_unchecked(V::x())),
        capsule::against_segment(&lying, &d, &p(-4.0, 0.0, 0.0), &p(4.0, 0.0, 0.0)),
        capsule::against_capsule(&lying, &d, &below),
        capsule::against_triangle(&lying, &d, &corners),
        capsule::against_polygon(&lying, &d, &corners),
    ]
}

#[test]
fn touching_blocks_only_what_closes_in() {
    let touching = p(0.0, 0.0, 1.0);
    let nudge = 2f64.powi(-52);
    for start in [touching, p(0.0, 0.0, 1.0 + nudge), p(0.0, 0.0, 1.0 - nudge)] {
        for answer in floors(start, v(0.0, 0.0, -1.0)) {
            let h = hit(answer);
            assert_eq!(h.fraction, 0.0);
            assert!((h.normal.z - 1.0).abs() < E);
        }
        for d in [
            V::zeros(),
            v(0.0, 1.0, 0.0),
            v(-1.0, 0.0, 0.0),
            v(0.0, 0.0, 1.0),
            v(0.0, 2.0, 1.0),
        ] {
            for (i, answer) in floors(start, d).into_iter().enumerate() {
                assert!(is_miss(answer), "{i} {d:?} {answer:?}");
            }
        }
    }
}

/// What the motion comes to at its very end is met, and what it would come to by the least bit more is not.
#[test]
fn the_end_of_the_motion_belongs_to_it() {
    for (i, answer) in (floors(p(0.0, 0.0, 3.0), v(0.0, 0.0, -2.0)).into_iter()).enumerate() {
        assert_eq!(answer.hit().map(|h| h.fraction), Some(1.0), "{i}");
    }
    for answer in floors(p(0.0, 0.0, 3.0), v(0.0, 0.0, -1.75)) {
        assert!(is_miss(answer), "{answer:?}");
    }
}

/// A capsule that lies in a plane, or is as far through it as it is not, leaves it to the side that it moves to.
#[test]
fn a_capsule_half_through_a_plane_goes_on_the_way_it_goes() {
    let up = Unit::new_unchecked(V::z());
    for (a, b, depth) in [
        (p(0.0, 0.0, -1.0), p(3.0, 0.0, 1.0), 1.5),
        (p(0.0, 0.0, 0.0), p(3.0, 1.0, 0.0), 0.5),
    ] {
        for (d, side) in [(V::z(), 1.0), (-V::z(), -1.0), (V::zeros(), 1.0)] {
            let answer = capsule::against_plane(&stick(a, b, 0.5), &d, &P::origin(), &up);
            let out = overlap(answer);
            assert_eq!((out.normal.z, out.depth), (side, depth), "{d}");
        }
    }
}

#[test]
fn apart_and_deep_starts() {
    for answer in floors(p(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0)) {
        let h = hit(answer);
        assert!(
            (h.fraction - 0.5).abs() < E && (h.normal.z - 1.0).abs() < E,
            "{answer:?}"
        );
    }
    for d in [V::zeros(), V::z(), V::x()] {
        for answer in floors(p(0.0, 0.0, 3.0), d) {
            assert!(is_miss(answer), "{answer:?}");
        }
    }
    for d in [V::zeros(), V::z(), -V::z(), V::y()] {
        for answer in floors(p(0.0, 0.0, 0.75), d) {
            let found = overlap(answer);
            assert!(
                (found.depth - 0.25).abs() < E && (found.normal.z - 1.0).abs() < E,
                "{answer:?}"
            );
        }
    }
}

#[test]
fn degenerate_shapes_are_their_points() {
    let down = v(0.0, 0.0, -8.0);
    let c = p(3.0, 4.0, 5.0);
    let m = ball(c, 1.0);
    let at = p(3.0, 4.0, 0.0);
    let far = p(3.0, 9.0, 0.0);
    let zero = V::zeros();
    let pose = Isometry3::translation(3.0, 4.0, 0.0);
    for answer in [
        sphere::against_segment(&m, &down, &at, &at),
        sphere::against_triangle(&m, &down, &[at; 3]),
        sphere::against_triangle(&m, &down, &[at, far, at]),
        sphere::against_triangle(&m, &down, &[p(3.0, 3.0, 0.0), at, far]),
        sphere::against_polygon(&m, &down, &[at]),
        sphere::against_polygon(&m, &down, &[at, far]),
        sphere::against_aligned_box(&m, &down, &at, &zero),
        sphere::against_box(&m, &down, &pose, &zero),
        sphere::against_capsule(&m, &down, &stick(at, at, 0.0)),
        capsule::against_point(&stick(c, c, 1.0), &down, &at),
        capsule::against_triangle(&stick(c, c, 1.0), &down, &[at; 3]),
        capsule::against_capsule(&stick(c, c, 1.0), &down, &stick(at, at, 0.0)),
    ] {
        assert_hit(answer, 0.5, at, V::z());
    }
    assert!(is_miss(sphere::against_polygon(&m, &down, &[])));
    // Points: a radius of 0.
    let dot = ball(p(3.0, 4.0, 4.0), 0.0);
    let wide = [p(-9.0, -9.0, 0.0), p(9.0, -9.0, 0.0), p(0.0, 99.0, 0.0)];
    assert_hit(
        sphere::against_triangle(&dot, &down, &wide),
        0.5,
        at,
        V::z(),
    );
    assert_hit(
        sphere::against_aligned_box(&dot, &down, &p(3.0, 4.0, -1.0), &v(1.0, 1.0, 1.0)),
        0.5,
        at,
        V::z(),
    );
    let met = hit(sphere::against_point(&dot, &down, &at));
    assert!((met.fraction - 0.5).abs() < E);
    // In the plane, at an edge; and past it.
    let edge = [p(0.0, 0.0, 0.0), p(4.0, 0.0, 0.0), p(0.0, 4.0, 0.0)];
    let along = sphere::against_triangle(&ball(p(1.0, -4.0, 0.0), 0.0), &v(0.0, 8.0, 0.0), &edge);
    assert_hit(along, 0.5, p(1.0, 0.0, 0.0), -V::y());
    assert!(is_miss(sphere::against_triangle(
        &ball(p(1.0, -4.0, 1e-9), 0.0),
        &v(0.0, 8.0, 0.0),
        &edge
    )));
}

#[test]
fn far_starts_and_far_worlds_lose_nothing() {
    // 2⁴⁰ away, and past a corner by 2⁻⁴⁰ of the radius: the fractions are known to their last place.
    let far = 2f64.powi(40);
    let edge = [p(0.0, -1.0, 0.0), p(0.0, 1.0, 0.0), p(-1.0, 0.0, 0.0)];
    for (height, hits) in [(1.0 - 2f64.powi(-40), true), (1.0 + 2f64.powi(-40), false)] {
        let start = ball(p(far, 0.25, height), 1.0);
        let d = v(-2.0 * far, 0.0, 0.0);
        assert_eq!(
            sphere::against_triangle(&start, &d, &edge).hit().is_some(),
            hits
        );
        assert_eq!(
            sphere::against_segment(&start, &d, &edge[0], &edge[1])
                .hit()
                .is_some(),
            hits
        );
        let level = ball(p(far, 0.0, height), 1.0);
        assert_eq!(
            sphere::against_point(&level, &d, &P::origin())
                .hit()
                .is_some(),
            hits
        );
    }
    // All lengths times a power of two: the same fraction.
    for k in [-60, -20, 20, 60] {
        let s = 2f64.powi(k);
        let cast = |s: f64| {
            let m = ball(p(0.3 * s, 0.2 * s, 5.1 * s), 0.7 * s);
            let corners = TRIANGLE.map(|c| c * s);
            hit(sphere::against_triangle(
                &m,
                &(v(0.7, 0.9, -7.3) * s),
                &corners,
            ))
            .fraction
        };
        assert_eq!(cast(s), cast(1.0));
    }
}

#[test]
fn a_point_leaves_a_point() {
    // In one place: any motion leaves, in a plane that is not crossed. At its very end it meets the other.
    let (here, d) = (ball(p(1.0, 2.0, 3.0), 0.0), v(4.0, 5.0, 6.0));
    let Answer::Miss(miss) = sphere::against_point(&here, &d, &here.centre) else {
        panic!()
    };
    assert!(miss.axis.dot(&d) >= 0.0);
    // Short of it by one place in the last: the plane across the motion is not passed but by that.
    let d = v(0.1, 0.7, 0.3);
    let end = here.centre + d;
    let short = d * (1.0 - f64::EPSILON);
    match sphere::against_point(&here, &short, &end) {
        Answer::Miss(miss) => assert!(miss.axis.dot(&short) <= 0.0, "{miss:?}"),
        answer => assert!(answer.hit().is_some(), "{answer:?}"),
    }
}

/// What touches a line that is along no axis slides along it.
#[test]
fn lines_do_not_block_what_moves_along_them() {
    for index in 0..2000 {
        let mut rng = ChaCha8Rng::seed_from_u64(93 << 32 | index);
        let on = P::from(direction(&mut rng) * 3.0);
        let along = Unit::new_unchecked(direction(&mut rng));
        let out = along.cross(&direction(&mut rng)).normalize();
        let centre = on + out + along.into_inner() * rng.random_range(-3.0..3.0);
        let ball = Sphere {
            centre,
            radius: 1.0,
        };
        let way = along.into_inner() * rng.random_range(-9.0..9.0);
        let stick = Capsule {
            a: centre,
            b: centre + along.into_inner(),
            radius: 1.0,
        };
        for answer in [
            sphere::against_line(&ball, &way, &on, &along),
            capsule::against_line(&stick, &way, &on, &along),
        ] {
            match answer {
                Answer::Miss(miss) => assert!(miss.axis.dot(&out) > 0.999),
                // Off by more than what counts as touching.
                Answer::Overlap(overlap) => assert!(overlap.depth < 1e-14),
                Answer::Hit(_) => panic!("{index}: {answer:?}"),
            }
        }
        let inward = sphere::against_line(&ball, &(way - out * 0.1), &on, &along);
        assert!(!matches!(inward, Answer::Miss(_)), "{index}: {inward:?}");
    }
}
