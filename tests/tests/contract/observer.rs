//! The observer sees the cast and does not change it.

use swept::{CastOptions, Method, Observer, Step};
use swept_tests::{FAMILIES, Obstacle};

#[derive(Default)]
struct Recorder {
    steps: u32,
    methods: Vec<Method>,
    lower: f64,
    off: f64,
}

impl Observer for Recorder {
    fn step(&mut self, step: &Step<'_>) {
        self.steps += 1;
        self.methods.push(step.method);
        assert!(step.direction.iter().all(|x| x.is_finite()), "{step:?}");
        assert!(step.support.iter().all(|x| x.is_finite()), "{step:?}");
        assert!(!step.lower.is_nan() && !step.upper.is_nan(), "{step:?}");
        assert!(step.simplex.len() <= 4, "{step:?}");
        self.lower = self.lower.max(step.lower);
        self.off = self.off.max(step.support.coords.norm());
    }
}

#[test]
fn watching_changes_nothing() {
    let mut seen = 0;
    for family in FAMILIES {
        for case in family.casts(21).take(50) {
            let sweep = case.sweep::<f64>();
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let mut recorder = Recorder::default();
                let watched = sweep.cast_observed(&options, &mut recorder);
                assert_eq!(
                    watched,
                    sweep.cast_certified(&options),
                    "{}",
                    case.to_json()
                );
                assert!(
                    recorder.steps <= watched.steps,
                    "{} seen of {}",
                    recorder.steps,
                    watched.steps
                );
                assert!(recorder.methods.iter().all(|m| *m != Method::Auto));
                // The points shown are points of the obstacle, whose scale bounds them (a corner is at most √3 of it).
                let scale = Obstacle::new(&sweep).scale();
                assert!(
                    recorder.off <= 2.0 * scale,
                    "{} of {scale}\n{}",
                    recorder.off,
                    case.to_json()
                );
                if let Some(hit) = watched.outcome.hit() {
                    let rate = hit.normal.dot(&case.motion()).abs();
                    let late = (recorder.lower - hit.fraction_upper) * rate;
                    assert!(
                        late <= 64.0 * f64::EPSILON * scale,
                        "{late:e} late\n{}",
                        case.to_json()
                    );
                }
                seen += recorder.steps;
            }
        }
    }
    assert!(seen > 1000, "hardly a step was shown: {seen}");
}
