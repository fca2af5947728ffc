//! Starts nearer than the target distance, where what counts is not to come nearer; and what their certificates prove.

use super::{AnySweep, assert_hit, moving, sweep};
use nalgebra::{Isometry3, UnitQuaternion};
use swept::turning_certificate::Within;
use swept::{
    CertifiedTurn, Claim, Cuboid, Distance, HalfSpace, Outcome, Placed, PointShape, Shape, Sphere,
    TurningCertificate, TurningMethod, TurningOptions, TurningProof, distance,
};
use swept_tests::{Dice, TURNING_FAMILIES};

/// A body on its way, about its own origin.
fn on_the_way(sweep: &AnySweep, t: f64) -> [Placed<f64, Shape<f64>>; 2] {
    let linear = sweep.linear();
    let turns = [sweep.turns().moving, sweep.turns().fixed];
    let ways = [*linear.displacement(), nalgebra::Vector3::zeros()];
    let bodies = [linear.moving(), linear.fixed()];
    core::array::from_fn(|i| {
        let pose = bodies[i].pose();
        let centre = pose * turns[i].centre + ways[i] * t;
        let rotation = UnitQuaternion::from_scaled_axis(turns[i].rotation * t) * pose.rotation;
        let origin = centre.coords - rotation * turns[i].centre.coords;
        let pose = Isometry3::from_parts(origin.into(), rotation);
        Placed::new(bodies[i].shape().clone(), pose).unwrap()
    })
}

/// How far apart the bodies are on their way; `None` when they overlap.
fn apart(sweep: &AnySweep, t: f64) -> Option<f64> {
    let [moving, fixed] = on_the_way(sweep, t);
    match distance(&moving, &fixed).unwrap() {
        Distance::Apart(apart) => Some(apart.separation),
        Distance::Overlap(_) => None,
    }
}

/// Before the fraction that the answer gives the bodies come no nearer than they were at the start, and no nearer than the
/// target distance once they have come apart.
fn hold_against_poses(sweep: &AnySweep, found: &CertifiedTurn<f64>, start: f64) {
    let outcome = &found.outcome;
    let TurningCertificate::Turning(TurningProof {
        within: Some(within),
        target_distance: reach,
        ..
    }) = &found.certificate
    else {
        let at_once = outcome.hit().is_some_and(|hit| hit.fraction == 0.0);
        assert!(at_once, "{outcome:?} of {sweep:?}");
        return;
    };
    let end = outcome.hit().map_or(1.0, |hit| hit.fraction);
    let (reach, slack) = (*reach, 1e-9 * reach);
    for i in 0..200 {
        let t = end * f64::from(i) / 200.0;
        let now = apart(sweep, t).unwrap_or(0.0);
        let left = t > within.until[0];
        let least = if left { reach } else { start } - slack;
        assert!(
            now >= least,
            "{now} at {t} from {start}, {reach}, {outcome:?} of {sweep:?}"
        );
    }
}

fn options(reach: f64) -> TurningOptions<f64> {
    TurningOptions {
        target_distance: reach,
        ..TurningOptions::default()
    }
}

/// Answers of one kind.
#[derive(Debug, Default)]
struct Count {
    at_once: u32,
    later: u32,
    misses: u32,
    begun_within: u32,
}

impl Count {
    fn assert_enough(&self) {
        let Self {
            at_once,
            later,
            misses,
            begun_within,
        } = *self;
        let enough = at_once > 20 && later > 20 && misses > 20 && begun_within > 40;
        assert!(enough, "{self:?}");
    }

    fn check(&mut self, sweep: &AnySweep, part: f64, method: TurningMethod) {
        let Some(start) = apart(sweep, 0.0) else {
            return;
        };
        let reach = start * part;
        let options = TurningOptions {
            method,
            ..options(reach)
        };
        let found = sweep.cast_certified(&options);
        assert_eq!(found.outcome, sweep.cast_with(&options));
        if let Err(flaw) = found.certificate.verify(sweep) {
            panic!("{flaw}: {:?} of {sweep:?}", found.outcome);
        }
        match &found.outcome {
            Outcome::Hit(hit) if hit.fraction > 0.0 => self.later += 1,
            Outcome::Hit(_) => self.at_once += 1,
            Outcome::Miss(_) => self.misses += 1,
            _ => panic!(
                "{:?} after {} steps of {sweep:?}",
                found.outcome, found.steps
            ),
        }
        if let TurningCertificate::Turning(proof) = &found.certificate {
            self.begun_within += u32::from(proof.within.is_some());
        }
        hold_against_poses(sweep, &found, start);
    }
}

#[test]
fn what_starts_within_the_target_distance_comes_no_nearer() {
    let mut count = Count::default();
    for family in TURNING_FAMILIES {
        for i in 0..60 {
            let sweep = family.cast(53, i).turning_sweep::<f64>();
            let part = *Dice::new(54, i).pick(&[1.0 + 1e-12, 1.001, 1.1, 1.5, 4.0]);
            count.check(&sweep, part, TurningMethod::IntervalBound);
            count.check(&sweep, part, TurningMethod::ConservativeAdvancement);
        }
    }
    count.assert_enough();
}

#[test]
fn beside_a_plane_too() {
    let mut count = Count::default();
    for i in 0..400 {
        let dice = &mut Dice::new(55, i);
        let box_shape = Cuboid::new([dice.between(0.1, 2.0), 0.5, 0.25]).unwrap();
        let fixed = HalfSpace::new(dice.direction()).unwrap();
        let away = *fixed.normal() * dice.between(2.5, 3.0);
        let spin = moving((dice.direction() * dice.between(0.1, 6.0)).into());
        let way = (dice.direction() * dice.log_between(0.01, 2.0)).into();
        let place = Isometry3::translation(away.x, away.y, away.z);
        let sweep = sweep((box_shape, place), way, (fixed, [0.0; 3]), spin);
        count.check(
            &sweep,
            *dice.pick(&[1.001, 1.1, 2.0]),
            TurningMethod::IntervalBound,
        );
    }
    count.assert_enough();
}

/// A rod with one end 0.1 from a point turns away from it, and comes back with its other end after half a turn.
fn rod() -> AnySweep {
    let rod = Cuboid::new([2.0, 0.1, 0.1]).unwrap();
    let point = (PointShape, [1.0, -0.2, 0.0]);
    sweep((rod, [0.0; 3]), [0.0; 3], point, moving([0.0, 0.0, 4.0]))
}

#[test]
fn a_rod_leaves_and_comes_back() {
    let sweep = rod();
    let found = sweep.cast_certified(&options(0.3));
    found.certificate.verify(&sweep).unwrap();
    // The point is at the radius r = √1.04 and at the angle −asin(0.2/r); the rod's other half reaches 0.4 from its middle line.
    let r = 1.04_f64.sqrt();
    let turned = std::f64::consts::PI - (0.2 / r).asin() - (0.4 / r).asin();
    assert_hit(&found.outcome, turned / 4.0, 1e-9);
    let TurningCertificate::Turning(proof) = &found.certificate else {
        panic!("{:?}", found.certificate);
    };
    let within = proof.within.as_ref().unwrap();
    assert!((within.by - 0.2).abs() < 1e-9, "{within:?}");
    // It has left when its middle line is 0.4 from the point.
    let left = ((0.4 / r).asin() - (0.2 / r).asin()) / 4.0;
    let until = within.until[0];
    assert!((left..left + 0.05).contains(&until), "{until} after {left}");
}

#[test]
fn a_start_within_is_not_taken_on_trust() {
    let sweep = rod();
    let found = sweep.cast_certified(&options(0.3));
    let TurningCertificate::Turning(proof) = found.certificate else {
        panic!("{:?}", found.certificate);
    };
    let flaw = |change: &dyn Fn(&mut Option<Box<Within>>)| {
        let mut changed = proof.clone();
        change(&mut changed.within);
        let certificate = TurningCertificate::Turning(changed);
        certificate.verify(&sweep).unwrap_err().what
    };
    let nearer = |by: f64| move |within: &mut Option<Box<Within>>| within.as_mut().unwrap().by = by;
    assert_eq!(flaw(&|within| *within = None), "a piece in contact");
    assert_eq!(flaw(&nearer(0.1)), "a piece in contact");
    for by in [0.21, 0.35, f64::INFINITY, f64::NAN, -0.1] {
        let what = flaw(&nearer(by));
        assert_eq!(what, "a start within the target distance", "{by}");
    }
    let until =
        |t: f64| move |within: &mut Option<Box<Within>>| within.as_mut().unwrap().until[0] = t;
    assert_eq!(flaw(&until(0.0)), "a piece in contact");
    assert_eq!(flaw(&until(f64::NAN)), "a piece in contact");
    assert!(matches!(proof.claim, Claim::Hit { .. }));
}

/// A target distance far beyond what the shapes are ever apart takes no digits from the motion: what closes in is a hit at 0, and
/// what does not goes on.
#[test]
fn target_distances_far_beyond_the_motion() {
    for power in 0..=15 {
        let reach = 30.0 * 10_f64.powi(power);
        for (way, hits) in [([0.0, -10.0, 0.0], true), ([0.0, 10.0, 0.0], false)] {
            let case = sweep(
                (Sphere::new(1.0).unwrap(), [0.0, 5.0, 0.0]),
                way,
                (Cuboid::new([5.0, 1.0, 5.0]).unwrap(), [0.0; 3]),
                moving([0.0, 1.0, 0.0]),
            );
            let found = case.cast_certified(&options(reach));
            found.certificate.verify(&case).unwrap();
            match found.outcome {
                Outcome::Hit(hit) => assert!(hits && hit.fraction == 0.0, "{reach:e}: {hit:?}"),
                Outcome::Miss(miss) => {
                    let gap = 2.999..=3.0;
                    assert!(!hits && gap.contains(&miss.gap), "{reach:e}: {miss:?}");
                }
                other => panic!("{reach:e}: {other:?}"),
            }
        }
    }
}
