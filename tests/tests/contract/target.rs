//! Stopping at a distance, and stopping early within a tolerance.

use super::expect::{Hits, assert_hit_with, assert_miss_with, case};
use swept::Outcome;
use swept_tests::{Answers, Body, Cast, Form, Options};

/// A ball of radius 0.5 at a height of 5.5 over a floor with its top at 1: 4 apart.
fn falling(displacement: [f64; 3]) -> Cast {
    let moving = Body::new(Form::sphere(0.5)).at([0.0, 5.5, 0.0]);
    case(
        moving,
        displacement,
        Body::new(Form::cuboid([50.0, 1.0, 50.0])),
    )
}

fn target(target_distance: f64) -> Options {
    Options {
        target_distance,
        ..Options::default()
    }
}

#[test]
fn it_stops_at_the_target_distance() {
    // 4 - 10t = 0.5.
    let expected = Hits::at(0.35).normal([0.0, 1.0, 0.0]);
    assert_hit_with(&falling([0.0, -10.0, 0.0]), &target(0.5), expected);
    for answer in falling([0.0, -10.0, 0.0]).answers_with(&target(0.5)) {
        let hit = *answer.outcome.hit().expect("a hit");
        // The points are those of the bodies themselves: (0, 1.5, 0) and (0, 1, 0).
        let apart = hit.point_moving - hit.point_fixed;
        assert!(
            (apart - nalgebra::Vector3::new(0.0, 0.5, 0.0)).norm() < 1e-4,
            "{hit:?}"
        );
    }
}

#[test]
fn it_misses_what_stays_farther_than_the_target_distance() {
    // It ends 1 above the floor.
    assert_miss_with(&falling([0.0, -3.0, 0.0]), &target(0.5), |miss| {
        0.5 <= miss.gap && miss.gap <= 1.0
    });
}

#[test]
fn at_the_target_distance_only_closing_motions_are_stopped() {
    let expected = Hits::at(0.0).normal([0.0, 1.0, 0.0]);
    assert_hit_with(&falling([0.0, -10.0, 0.0]), &target(4.0), expected);
    assert_hit_with(&falling([2.0, -1.0, 0.0]), &target(4.0), expected);
    for displacement in [[0.0, 1.0, 0.0], [3.0, 0.0, 1.0]] {
        assert_miss_with(&falling(displacement), &target(4.0), |miss| miss.gap <= 4.0);
    }
}

#[test]
fn a_target_distance_that_is_no_length_counts_as_none() {
    for bad in [-1.0, f64::NAN, -0.0] {
        for answer in falling([0.0, -10.0, 0.0]).answers_with(&target(bad)) {
            let hit = *answer.outcome.hit().expect("a hit");
            assert!((hit.fraction - 0.4).abs() < 1e-6, "{hit:?}");
        }
    }
}

#[test]
fn a_tolerance_may_widen_the_bracket_and_never_moves_it_off_the_truth() {
    // Turned ellipsoids need many steps. The truth is taken from the tightest bracket.
    let form = |x, y, z| Form::Ellipsoid { radii: [x, y, z] };
    let moving = Body::new(form(1.0, 2.0, 3.0))
        .turned([1.0, 2.0, -1.0, 3.0])
        .at([5.0, 9.0, 2.0]);
    let fixed = Body::new(form(3.0, 1.0, 2.0)).turned([2.0, -1.0, 3.0, 1.0]);
    let case = case(moving, [-8.0, -16.0, -4.0], fixed);
    let tight = *case.answers()[0].outcome.hit().expect("a hit");
    for tolerance in [1e-6, 1e-3, 0.1] {
        let options = Options {
            tolerance,
            ..Options::default()
        };
        for answer in case.answers_with(&options) {
            let Outcome::Hit(hit) = answer.outcome else {
                panic!("{answer:?}")
            };
            assert!(hit.fraction <= tight.fraction_upper, "{answer:?}");
            assert!(hit.fraction_upper >= tight.fraction, "{answer:?}");
            let open = (hit.fraction_upper - hit.fraction) * -hit.normal.dot(&case.motion());
            let allowed = tolerance + 2.0 * answer.precision.error(answer.scale);
            assert!(open <= allowed, "{open:e} open: {answer:?}");
        }
    }
}
