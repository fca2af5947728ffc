//! From a turning sweep to its outcome: what does not turn goes to the linear cast, starts in contact to the contract, and
//! the rest to the loop.

use super::advance::{End, Search};
use super::certificate::{CertifiedTurn, TurningCertificate, TurningProof, Within};
use super::contact::Slide;
use super::motion::{Motion, Pose};
use super::near::Near;
use super::standing::Standing;
use crate::answer::{between, unit, witness};
use crate::found::NO_PARTS;
use crate::gjk::distance;
#[cfg(debug_assertions)]
use crate::observer::Watched;
use crate::obstacle::{Obstacle, Open};
use crate::proximity::{Allowed, on_plane, proximity_from};
use crate::simplex::Simplex;
use crate::solve::{at_rest, length};
use crate::tolerance::{self, AFTER, ENOUGH, LEAN_AFTER, LOOK_AFTER, PAIR_AFTER, POINT};
use crate::turning::{TurningMethod, TurningOptions, TurningSweep};
use crate::wide::Wide;
use crate::{
    CastOptions, Certified, Claim, Hit, Miss, Observer, Outcome, StartOverlap, Sweep, Unresolved,
    Witness,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};
use swept_support::{Real, Support};

/// Solves a turning sweep up to and with a fraction; `certify` asks for the proof.
#[inline]
pub(crate) fn solve<T: Real, A: Support, B: Support, O: Observer>(
    sweep: &TurningSweep<T, A, B>,
    options: &TurningOptions<T>,
    observer: &mut O,
    (until, certify): (T, bool),
) -> CertifiedTurn<T> {
    #[cfg(not(debug_assertions))]
    return any(sweep, options, observer, (until, certify));
    // As for linear sweeps: see `once.rs`.
    #[cfg(debug_assertions)]
    any(
        &sweep.as_dyn(),
        options,
        &mut Watched::new(observer),
        (until, certify),
    )
}

/// The same for shapes of these types.
#[inline(never)]
fn any<T: Real, A: Support, B: Support>(
    sweep: &TurningSweep<T, A, B>,
    options: &TurningOptions<T>,
    observer: &mut impl Observer,
    (until, certify): (T, bool),
) -> CertifiedTurn<T> {
    let turns = sweep.turns();
    if turns.moving.is_none() && turns.fixed.is_none() {
        let sweep = sweep.linear().as_dyn();
        return linear(&sweep, options, observer);
    }
    let motion = Motion::new(sweep, length(options.target_distance));
    let method = match options.method {
        TurningMethod::ConservativeAdvancement => TurningMethod::ConservativeAdvancement,
        _ => TurningMethod::IntervalBound,
    };
    let mut solver = Solver {
        sweep,
        options,
        search: Search {
            motion: &motion,
            method,
            observer,
            max_steps: options.max_steps,
            until: beyond(until),
            open: (length(options.tolerance), tolerance::turning::<T>()),
            simplex: None,
            seed: None,
            steps: 0,
            evaluations: 0,
            pieces: certify.then(Vec::new),
            all_angles: Vec::new(),
            least: (f64::INFINITY, Vector3::y()),
            before: None,
            left: None,
            spun: AFTER,
            sought: LOOK_AFTER,
            paired: PAIR_AFTER,
            critical: None,
            leant: LEAN_AFTER,
            inward: LEAN_AFTER,
            shared: 0,
            alone: 0,
            stretch: 2.0,
        },
        ignored: Wide::from(0.0),
        within: None,
        sunk: 0.0,
    };
    solver.cast()
}

/// A fraction that does not round down to `until` or to what comes before it in the scalar: the end of the motion at most.
fn beyond<T: Real>(until: T) -> f64 {
    let until = until.to_f64();
    let next = until + 2.0 * T::EPSILON * until.abs() + T::NORMAL;
    if next < 1.0 { next } else { 1.0 }
}

/// Nothing turns. Compiled once for all shapes: who casts what does not turn has sweeps for it.
#[cold]
#[inline(never)]
pub(crate) fn linear<T: Real>(
    sweep: &Sweep<T, &dyn Support, &dyn Support>,
    options: &TurningOptions<T>,
    observer: &mut impl Observer,
) -> CertifiedTurn<T> {
    let options = CastOptions {
        target_distance: options.target_distance,
        tolerance: options.tolerance,
        start_overlap: options.start_overlap,
        ..CastOptions::default()
    };
    let found = sweep.cast_observed(&options, observer);
    CertifiedTurn {
        outcome: found.outcome,
        certificate: TurningCertificate::Linear(found.certificate),
        method: TurningMethod::Linear,
        steps: 1,
        evaluations: found.steps,
    }
}

struct Solver<'s, 'm, 'a, T: Real, A, B, O> {
    sweep: &'s TurningSweep<T, A, B>,
    options: &'s TurningOptions<T>,
    search: Search<'m, 'a, A, B, O>,
    /// Up to this fraction an overlap was ignored.
    ignored: Wide,
    /// Where the shapes began nearer than the target distance, how near, and until when that is no contact.
    within: Option<(Pose, Standing, Wide)>,
    /// How deep shapes that slide in contact were allowed to be, twice.
    sunk: f64,
}

impl<T: Real, A: Support, B: Support, O: Observer> Solver<'_, '_, '_, T, A, B, O> {
    fn cast(&mut self) -> CertifiedTurn<T> {
        let zero = Wide::from(0.0);
        let start = self.search.motion.pose(zero);
        let Some(near) = self.search.near(&start, 0.0) else {
            return self.unresolved(zero);
        };
        let contact = 2.0 * self.search.tolerance(near.scale);
        // The search for the distance ends early on needles, above the tolerance although they overlap: its axis has to bear it out.
        if near.separation > contact
            && let Some(axis) = near.axis
            && self.search.room(axis, &start).value > 0.0
        {
            return self.go(zero, None, Some(near));
        }
        let Some(standing) = self.search.standing(&start) else {
            return self.unresolved(zero);
        };
        let reach = self.search.motion.reach;
        if standing.room > reach + standing.contact {
            self.go(zero, None, None)
        } else if standing.room >= -standing.contact {
            self.touching(start, &standing, None)
        } else {
            self.overlap(start, &standing)
        }
    }

    /// Deeper than touching at the start.
    fn overlap(&mut self, start: Pose, standing: &Standing) -> CertifiedTurn<T> {
        let ignore = match self.options.start_overlap {
            StartOverlap::Report => false,
            StartOverlap::IgnoreIfReceding => !self.search.leads_deeper(&start, standing),
            StartOverlap::Ignore => true,
        };
        if !ignore {
            let found = self.report();
            return match found.outcome {
                Outcome::Overlap(_) => {
                    self.certified(found.outcome, TurningCertificate::Start(found.certificate))
                }
                Outcome::Unresolved(_) => self.unresolved(Wide::from(0.0)),
                // By a hair no overlap there.
                Outcome::Hit(_) | Outcome::Miss(_) => self.touching(start, standing, None),
            };
        }
        let ignored = Some((standing.room, standing.normal));
        match self.search.escape(standing) {
            Ok((pose, standing)) => {
                self.ignored = pose.at;
                self.touching(pose, &standing, ignored)
            }
            Err(None) => {
                self.ignored = Wide::from(1.0);
                self.miss(ignored)
            }
            Err(Some(_)) => self.unresolved(Wide::from(0.0)),
        }
    }

    /// The overlap at the start, as the linear cast without displacement has it.
    fn report(&mut self) -> Certified<T> {
        let options = CastOptions {
            target_distance: self.options.target_distance,
            tolerance: self.options.tolerance,
            ..CastOptions::default()
        };
        let found = at_rest(&self.sweep.linear().as_dyn(), &options);
        self.search.evaluations += found.steps;
        found
    }

    /// From a pose where the shapes touch.
    fn touching(
        &mut self,
        from: Pose,
        standing: &Standing,
        ignored: Option<(f64, Vector3<f64>)>,
    ) -> CertifiedTurn<T> {
        let slide = self.search.slide(from, standing, &mut self.sunk);
        let until = match &slide {
            Slide::Left(at) | Slide::Exhausted(at) => *at,
            Slide::Stays => Wide::from(1.0),
            Slide::Blocked(pose, _) => pose.at,
        };
        let reach = self.search.motion.reach;
        if reach > 0.0 && standing.room < reach {
            self.within = Some((from, *standing, until));
        }
        match slide {
            Slide::Left(at) => {
                self.search.left = Some(from.at);
                self.go(at, ignored, None)
            }
            Slide::Stays => self.miss(ignored),
            Slide::Blocked(pose, closing) => {
                let pose = if closing { from } else { pose };
                match self.search.touch(&pose) {
                    Some((near, normal)) => self.hit(&pose, &near, normal),
                    None => self.unresolved(pose.at),
                }
            }
            Slide::Exhausted(at) => self.unresolved(at),
        }
    }

    /// The ordinary cast, from a fraction at which the shapes are apart.
    fn go(
        &mut self,
        at: Wide,
        ignored: Option<(f64, Vector3<f64>)>,
        near: Option<Near>,
    ) -> CertifiedTurn<T> {
        match self.search.run(at, near) {
            End::Hit(pose, near) => self.hit(&pose, &near, near.normal),
            End::Clear => self.miss(ignored),
            End::Exhausted(at) => self.unresolved(at),
        }
    }

    fn hit(&mut self, pose: &Pose, near: &Near, normal: Vector3<f64>) -> CertifiedTurn<T> {
        let fraction = T::round_down(between(pose.at.floor(), 0.0, 1.0));
        let fraction_upper = T::round_up(between(pose.at.ceil(), 0.0, 1.0));
        // The points are given where the bodies stand at the fraction as it is rounded.
        let standing = self.search.motion.pose(Wide::from(fraction.to_f64()));
        let (moving, fixed) = self.search.motion.points(&standing, near);
        // Shapes of the user's own may answer support points that are no numbers.
        if !moving.iter().chain(fixed.iter()).all(|x| x.is_finite()) {
            return self.unresolved(pose.at);
        }
        let point = |v: Vector3<f64>| Point3::from(v.map(T::nearest));
        let outcome = Outcome::Hit(Hit {
            fraction,
            fraction_upper,
            normal: unit(&normal),
            point_moving: point(moving),
            point_fixed: point(fixed),
        });
        let claim = Claim::Hit {
            fraction: fraction.to_f64(),
            fraction_upper: fraction_upper.to_f64(),
        };
        self.prove(outcome, claim, Some((pose, normal)))
    }

    /// No contact to the end, from where an overlap was ignored on.
    fn miss(&mut self, ignored: Option<(f64, Vector3<f64>)>) -> CertifiedTurn<T> {
        let (least, axis) = self.search.least;
        let (gap, axis) = match ignored {
            Some((room, normal)) => (room.min(least), normal),
            None => (least.max(0.0), axis),
        };
        let gap = T::round_down(gap);
        let axis = unit(&axis);
        let claim = Claim::Miss { gap: gap.to_f64() };
        self.prove(Outcome::Miss(Miss { axis, gap }), claim, None)
    }

    fn unresolved(&mut self, at: Wide) -> CertifiedTurn<T> {
        // 0 where it is no number.
        let safe_fraction = T::round_down(between(at.floor(), 0.0, 1.0));
        let claim = Claim::Unresolved {
            safe_fraction: safe_fraction.to_f64(),
        };
        let outcome = Outcome::Unresolved(Unresolved { safe_fraction });
        self.prove(outcome, claim, None)
    }

    /// Writes the certificate down, if it was asked for.
    fn prove(
        &mut self,
        outcome: Outcome<T>,
        claim: Claim,
        contact: Option<(&Pose, Vector3<f64>)>,
    ) -> CertifiedTurn<T> {
        let normal = contact.map_or(Vector3::y(), |(_, normal)| normal);
        let contact = contact.map(|(pose, _)| pose);
        let motion = self.search.motion;
        let mut proof = TurningProof {
            claim,
            pieces: Vec::new(),
            all_angles: core::mem::take(&mut self.search.all_angles),
            ignored: parts(self.ignored),
            within: None,
            contact: contact.map_or([0.0; 2], |pose| parts(pose.at)),
            witness: Witness::NONE,
            target_distance: motion.reach,
            tolerance: 0.0,
        };
        if let Some(pieces) = self.search.pieces.take() {
            proof.pieces = pieces;
            let start = motion.pose(Wide::from(0.0));
            let pose = contact.unwrap_or(&start);
            let (witness, scale, mut open) = self.witness(pose, contact.is_some(), normal, 0.0);
            proof.witness = witness;
            if let Some((pose, standing, until)) = self.within.take() {
                let by = motion.reach - standing.room;
                let (witness, _, off) = self.witness(&pose, true, standing.normal, by);
                let until = parts(until);
                proof.within = Some(Box::new(Within { by, witness, until }));
                open = open.max(off);
            }
            let scale = self.search.scale(scale);
            let touching = self.sunk.max(4.0 * self.search.tolerance(scale));
            proof.tolerance = touching + POINT * scale + open;
        }
        self.certified(outcome, TurningCertificate::Turning(proof))
    }

    /// The witness of the contact at a pose, by a search whose directions are those that were asked there, from `normal`
    /// on; the scale there; and how far the witness is from contact, where being within the target distance less `by` is
    /// contact.
    fn witness(
        &mut self,
        pose: &Pose,
        wanted: bool,
        normal: Vector3<f64>,
        by: f64,
    ) -> (Witness, f64, f64) {
        let motion = self.search.motion;
        let Some(problem) = motion.standing(pose) else {
            return (Witness::NONE, 0.0, 0.0);
        };
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        obstacle.parts = Some(NO_PARTS);
        let scale = obstacle.scale;
        if !wanted {
            return (Witness::NONE, scale, 0.0);
        }
        let allowed = obstacle.radius - by;
        let off = if let Some(normal) = problem.fixed.unbounded_normal() {
            let n = normal / normal.norm();
            let vertex = obstacle.support(&n);
            on_plane(&mut obstacle, vertex, n, 0.0);
            -n.dot(&vertex.y)
        } else {
            let n = problem.fixed_rotation.apply_transposed(&normal);
            let mut simplex = Simplex::new(obstacle.support(&n));
            let contact = self.search.tolerance(self.search.scale(scale));
            let within = 0.25 * self.search.tolerance(scale);
            let found = distance(&mut obstacle, &mut simplex, &Vector3::zeros(), within);
            obstacle.remember(&simplex.parts());
            if found.upper - allowed > contact {
                // Where cores overlap by next to nothing the search ends early: their depth tells.
                let closely = Allowed {
                    searches: 1,
                    depth: within,
                    contact,
                };
                let found = proximity_from(&mut obstacle, &mut simplex, within, &closely);
                found.common.y.norm()
            } else {
                found.upper
            }
        };
        self.search.evaluations += obstacle.evaluations;
        (witness(&obstacle), scale, (off - allowed).max(0.0))
    }

    fn certified(&self, outcome: Outcome<T>, certificate: TurningCertificate) -> CertifiedTurn<T> {
        CertifiedTurn {
            outcome,
            certificate,
            method: self.search.method,
            steps: self.search.steps,
            evaluations: self.search.evaluations,
        }
    }
}

fn parts(t: Wide) -> [f64; 2] {
    [t.value(), t.rest()]
}
