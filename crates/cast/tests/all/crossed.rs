//! The narrow side of a rod on a segment, turning about where they touch: it goes on across edges for a while, and of the corners of that
//! side, which all stand at one height, the cast and its check need not ask for the same.

use crate::dice::Dice;
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{StartOverlap, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_support::{Cuboid, Placed, Real, Segment};

/// A rod along z, up to a hundredth thick on either side, against a segment along y.
fn proves<T: Real>(seed: u64) {
    let dice = &mut Dice(seed);
    let t = T::nearest;
    let thick = f64::powf(10.0, -2.0 - 2.0 * dice.part());
    let long = 0.5 + 1.5 * dice.part();
    let quarter = UnitQuaternion::new_unchecked(Quaternion::new(
        t(0.707_106_77),
        t(0.707_106_77),
        t(0.0),
        t(0.0),
    ));
    let (y, z) = (0.01 * dice.roll(), 0.01 * dice.roll());
    let at = Vector3::new(t(thick), t(y), t(z));
    let rod = Cuboid::new([t(thick), t(long), t(thick)]).unwrap();
    let moving = Placed::new(rod, Isometry3::from_parts(at.into(), quarter)).unwrap();
    let half = t(0.5 + dice.part());
    let segment = Segment::new([t(0.0), -half, t(0.0)], [t(0.0), half, t(0.0)]).unwrap();
    let fixed = Placed::new(segment, [t(0.0); 3]).unwrap();
    let sweep = Sweep::new(moving, [t(0.0); 3], fixed).unwrap();
    // The rod's own y leads along z, and its own z against y.
    let own = Vector3::new(-thick, -z, thick * dice.roll());
    let moving = Turn {
        centre: own.map(t).into(),
        ..Turn::by((dice.vector() * 3.0).map(t))
    };
    let turns = Turns {
        moving,
        ..Turns::default()
    };
    let sweep = TurningSweep::new(sweep, turns).unwrap();
    let options = TurningOptions {
        start_overlap: StartOverlap::IgnoreIfReceding,
        ..TurningOptions::default()
    };
    let certificate = sweep.cast_certified(&options).certificate;
    let proven = certificate.verify(&sweep);
    assert!(proven.is_ok(), "{seed}: {proven:?}");
}

#[test]
fn the_check_finds_the_edges_that_a_cast_goes_on_across() {
    for seed in 0..400 {
        proves::<f32>(seed);
        proves::<f64>(seed);
    }
}
