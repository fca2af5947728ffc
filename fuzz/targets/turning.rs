//! Any bytes as two shapes, a sweep and rotations: what the constructors accept is answered without a panic, within the limit
//! on steps, with numbers that are numbers, and with a certificate that verifies.

#![no_main]

mod wild;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use swept::{Real, Turn, TurningMethod, TurningOptions, TurningSweep, Turns};
use wild::numbers::are_numbers;
use wild::{Number, Triple, Wild, triple};

/// A rotation vector and the point that is turned about.
#[derive(Clone, Debug, Arbitrary)]
struct Wheel {
    rotation: Triple,
    centre: Option<Triple>,
}

impl Wheel {
    fn turn<T: Real>(&self) -> Turn<T> {
        let turn = Turn::by(triple::<T>(&self.rotation));
        match &self.centre {
            Some(centre) => turn.about(triple::<T>(centre)),
            None => turn,
        }
    }
}

#[derive(Clone, Debug, Arbitrary)]
struct Turning {
    wild: Wild,
    moving: Option<Wheel>,
    fixed: Option<Wheel>,
    until: Option<Number>,
    advances: bool,
}

/// What a cast may take that is not asked for more: a long one is no finding.
const MOST_STEPS: u32 = 255;

fuzz_target!(|turning: Turning| {
    check::<f32>(&turning);
    check::<f64>(&turning);
});

fn check<T: Real>(turning: &Turning) {
    let turn = |wheel: &Option<Wheel>| wheel.as_ref().map_or(Turn::none(), Wheel::turn);
    let turns = Turns {
        moving: turn(&turning.moving),
        fixed: turn(&turning.fixed),
    };
    let Some(sweep) = turning.wild.sweep::<T>() else {
        return;
    };
    let Ok(sweep) = TurningSweep::new(sweep, turns) else {
        return;
    };
    let options = turning.wild.options::<T>(swept::Method::Auto);
    let options = TurningOptions {
        method: if turning.advances {
            TurningMethod::ConservativeAdvancement
        } else {
            TurningMethod::IntervalBound
        },
        target_distance: options.target_distance,
        tolerance: options.tolerance,
        start_overlap: options.start_overlap,
        max_steps: options.max_steps.min(MOST_STEPS),
    };
    let certified = sweep.cast_certified(&options);
    assert!(
        are_numbers(&certified.outcome),
        "{certified:?}\n{turning:?}"
    );
    if let Err(flaw) = certified.certificate.verify(&sweep) {
        // Below the least normal number no rounding is relative, and nothing is a length.
        let off = (flaw.claimed - flaw.proven).abs();
        assert!(
            off < f64::MIN_POSITIVE,
            "{flaw}\n{certified:?}\n{turning:?}"
        );
    }
    if let Some(until) = turning.until {
        let _ = sweep.cast_until(&options, until.get());
    }
}
