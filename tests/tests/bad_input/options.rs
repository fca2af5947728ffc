//! Options of any value.

use swept::StartOverlap;
use swept_tests::{Answers, Options};

#[test]
fn options_of_any_value_leave_the_cast_total() {
    let numbers = [
        0.0,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e300,
        1e-300,
    ];
    let modes = [
        StartOverlap::Report,
        StartOverlap::IgnoreIfReceding,
        StartOverlap::Ignore,
    ];
    let moving = swept_tests::Body::new(swept_tests::Form::sphere(0.5)).at([0.0, 5.5, 0.0]);
    let case = swept_tests::Cast {
        turn: swept_oracle::Turns::NONE,
        id: String::new(),
        moving,
        fixed: swept_tests::Body::new(swept_tests::Form::cuboid([1.0; 3])),
        displacement: [0.0, -8.0, 0.0],
    };
    for target_distance in numbers {
        for tolerance in numbers {
            for start_overlap in modes {
                for max_steps in [None, Some(0), Some(1), Some(u32::MAX)] {
                    let options = Options {
                        target_distance,
                        tolerance,
                        start_overlap,
                        max_steps,
                    };
                    for answer in case.answers_with(&options) {
                        // Contact is at 0.5: whatever is allowed for, no answer is later than that.
                        let safe = answer.outcome.safe_fraction();
                        assert!((0.0..=0.5).contains(&safe), "{options:?}: {answer:?}");
                    }
                }
            }
        }
    }
}
