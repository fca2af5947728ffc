//! A tolerance that was asked for: larger is faster, and the answer stays proven.

use swept::CastOptions;
use swept_tests::{Kind, Source};

#[test]
fn a_looser_bracket_takes_no_more_steps() {
    for (moving, fixed) in [
        (Kind::Cylinder, Kind::Cylinder),
        (Kind::Cone, Kind::Ellipsoid),
        (Kind::ConvexHull, Kind::ConvexHull),
    ] {
        let mut before = u32::MAX;
        for tolerance in [0.0, 1e-12, 1e-9, 1e-6, 1e-3] {
            let options = CastOptions {
                tolerance,
                ..CastOptions::default()
            };
            let mut steps = 0;
            for index in 0..200 {
                let case = Source::Pair(moving, fixed).case(41, index);
                let sweep = case.sweep::<f64>();
                let certified = sweep.cast_certified(&options);
                let flaw = certified.certificate.verify(&sweep).err();
                assert_eq!(flaw, None, "{}", case.to_json());
                steps += certified.steps;
            }
            assert!(
                steps <= before,
                "{moving:?}-{fixed:?}: {steps} steps at {tolerance:e}, {before} with less"
            );
            before = steps;
        }
    }
}
