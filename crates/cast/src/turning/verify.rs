//! Checking a turning certificate: by support functions alone, in twice the precision of the solver.
//!
//! Both poses, sines and cosines included, are computed anew in wide arithmetic. For each piece, the separation along its
//! normal at both ends and one of the bounds of `mod.rs` have to leave the room that is claimed; the pieces have to
//! follow one another from the start to the fraction claimed, and only of shapes that are shown to start within the target
//! distance may they claim less than that. For the contact, the witness's directions are asked for
//! again at the pose of the contact. The bodies' reach from their axes is that of `bound.rs`: a few support
//! evaluations, good to half a dozen digits more than it needs.

use super::certificate::{TurningCertificate, TurningProof, TurningProven};
use crate::turning::TurningSweep;
use crate::verify::{check_target, check_tolerance, check_upper, claim, verify_moved};
use crate::wide::Wide;
use crate::{Claim, Flaw, Proven};
use motion::Motion;
use nalgebra::Vector3;
use swept_support::{Real, Support};

mod any_angle;
mod body;
mod cells;
mod crossed;
mod leaning;
mod motion;
mod room;

/// Checks a certificate against the turning sweep that it is about.
pub(crate) fn verify<T: Real, A: Support, B: Support>(
    certificate: &TurningCertificate,
    sweep: &TurningSweep<T, A, B>,
) -> Result<TurningProven, Flaw> {
    // As for casts: see `once.rs`.
    #[cfg(debug_assertions)]
    let sweep = &sweep.as_dyn();
    check(certificate, sweep)
}

#[cfg_attr(debug_assertions, inline(never))]
fn check<T: Real, A: Support, B: Support>(
    certificate: &TurningCertificate,
    sweep: &TurningSweep<T, A, B>,
) -> Result<TurningProven, Flaw> {
    let linear = sweep.linear();
    let (certificate, proven) = match certificate {
        TurningCertificate::Turning(proof) => return turning(proof, sweep),
        TurningCertificate::Linear(certificate) => {
            let turns = sweep.turns();
            let none = turns.moving.is_none() && turns.fixed.is_none();
            claim("nothing turns", 0.0, 1.0, none)?;
            (certificate, certificate.verify(linear)?)
        }
        TurningCertificate::Start(certificate) => {
            let overlap = matches!(certificate.claim, Claim::Overlap { .. });
            claim("an overlap is proven at the start", 1.0, 0.0, overlap)?;
            let rest = Vector3::zeros();
            let proven = verify_moved(certificate, linear, &rest)?;
            // Of shapes that overlap no more than the tolerance says the plane may keep apart those that rest, and not those that move.
            let lower = 0.0;
            (certificate, Proven { lower, ..proven })
        }
    };
    let gap = match certificate.claim {
        Claim::Miss { .. } => proven.gap,
        _ => certificate.target_distance,
    };
    Ok(TurningProven {
        from: 0.0,
        lower: proven.lower.min(1.0),
        dilation: proven.dilation,
        gap,
        tolerance: proven.tolerance,
    })
}

/// Checks the proof of a sweep whose bodies turn.
fn turning<T: Real, A: Support, B: Support>(
    proof: &TurningProof,
    sweep: &TurningSweep<T, A, B>,
) -> Result<TurningProven, Flaw> {
    check_target(proof.target_distance)?;
    check_tolerance(proof.tolerance)?;
    let motion = Motion::new(sweep, proof.target_distance);
    let from = wide(&proof.ignored).ceil();
    claim(
        "an overlap is ignored for a part of the motion",
        from,
        from.clamp(0.0, 1.0),
        (0.0..=1.0).contains(&from),
    )?;
    let (at, room) = follow(proof, &motion)?;
    let lower = at.floor().min(1.0);
    let mut proven = TurningProven {
        from,
        lower,
        dilation: f64::INFINITY,
        gap: rounded_down(room, proof.target_distance),
        tolerance: proof.tolerance,
    };
    match proof.claim {
        Claim::Hit {
            fraction,
            fraction_upper,
        } => {
            claim(
                "no contact before the fraction",
                fraction,
                lower,
                at.reaches(fraction),
            )?;
            proven.dilation = contact(proof, &motion, [fraction, fraction_upper])?;
        }
        Claim::Miss { gap } => {
            claim("the pieces reach the end", 1.0, lower, at.reaches(1.0))?;
            // Shapes that overlapped at the start keep no gap.
            let holds = if from > 0.0 {
                gap < 0.0
            } else {
                gap <= proven.gap || (gap == 0.0 && proven.gap >= -proof.tolerance)
            };
            claim("gap", gap, proven.gap, holds)?;
        }
        Claim::Unresolved { safe_fraction } => {
            claim(
                "safe_fraction",
                safe_fraction,
                lower,
                at.reaches(safe_fraction),
            )?;
        }
        Claim::Overlap { depth } => claim("an overlap is proven at the start", depth, 0.0, false)?,
    }
    Ok(proven)
}

/// Follows the pieces from the end of the ignored overlap on: how far they reach, and the least room that any of them proves; none after an
/// ignored overlap without pieces.
fn follow<A: Support, B: Support>(
    proof: &TurningProof,
    motion: &Motion<'_, A, B>,
) -> Result<(Wide, f64), Flaw> {
    let mut at = wide(&proof.ignored);
    let ignored = at.ceil() > 0.0;
    let (by, until) = within(proof, motion, at)?;
    let mut room = if ignored && proof.pieces.is_empty() && proof.all_angles.is_empty() {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    };
    let (mut pieces, mut all_angles) = (proof.pieces.iter().peekable(), proof.all_angles.iter());
    let mut following = all_angles.next();
    loop {
        let begins = |from: &[f64; 2]| (wide(from) - at).value() == 0.0;
        let next = pieces.next_if(|piece| begins(&piece.from) || following.is_none());
        let (from, to, claimed) = match (next, following) {
            (Some(piece), _) => (piece.from, piece.to, piece.room),
            (None, Some(all)) => (all.from, all.to, all.room),
            (None, None) => break,
        };
        let (from, to) = (wide(&from), wide(&to));
        claim(
            "the pieces follow one another",
            at.value(),
            from.value(),
            (from - at).value() == 0.0,
        )?;
        let beyond = (to - Wide::from(1.0)).value();
        claim(
            "a piece is a part of the motion",
            to.value(),
            1.0,
            beyond <= 0.0,
        )?;
        let proven = match (next, following) {
            (None, Some(all)) => {
                following = all_angles.next();
                motion.at_all_angles(all)
            }
            (Some(piece), _) => motion.room(piece),
            (None, None) => break,
        };
        claim("room of a piece", claimed, proven, claimed <= proven)?;
        at = to;
        let early = (until - at).value() >= 0.0;
        let least = -proof.tolerance - if early { by } else { 0.0 };
        claim("a piece in contact", least, claimed, claimed >= least)?;
        room = room.min(proven);
    }
    Ok((at, room))
}

/// The dilation that the witness needs to show contact on the way, between these two fractions.
fn contact<A: Support, B: Support>(
    proof: &TurningProof,
    motion: &Motion<'_, A, B>,
    [fraction, fraction_upper]: [f64; 2],
) -> Result<f64, Flaw> {
    check_upper(fraction_upper)?;
    let (contact, from) = (wide(&proof.contact), wide(&proof.ignored));
    claim(
        "contact is at the fraction or after it",
        fraction,
        contact.value(),
        contact.reaches(fraction),
    )?;
    let by = (Wide::from(fraction_upper) - contact).value();
    claim("fraction_upper", fraction_upper, contact.value(), by >= 0.0)?;
    let after = (contact - from).value();
    claim(
        "contact is on the way",
        contact.value(),
        from.ceil(),
        after >= 0.0,
    )?;
    let dilation = motion.dilation(&proof.witness, proof.target_distance, contact)?;
    claim(
        "contact by fraction_upper",
        proof.tolerance,
        dilation,
        dilation <= proof.tolerance,
    )?;
    Ok(dilation)
}

/// By how much the shapes are shown to be nearer than the target distance where the pieces begin, and the fraction from which on that
/// counts as contact.
fn within<A: Support, B: Support>(
    proof: &TurningProof,
    motion: &Motion<'_, A, B>,
    start: Wide,
) -> Result<(f64, Wide), Flaw> {
    let Some(within) = &proof.within else {
        return Ok((0.0, start));
    };
    let separation = proof.target_distance - within.by;
    let dilation = motion.dilation(&within.witness, separation, start)?;
    claim(
        "a start within the target distance",
        proof.tolerance,
        dilation,
        within.by >= 0.0 && dilation <= proof.tolerance,
    )?;
    Ok((within.by, wide(&within.until)))
}

/// The sum of two numbers, of which the first may be infinite, rounded down.
fn rounded_down(a: f64, b: f64) -> f64 {
    if a.is_finite() {
        (Wide::from(a) + Wide::from(b)).floor()
    } else {
        a
    }
}

fn wide(parts: &[f64; 2]) -> Wide {
    Wide::new(parts[0], parts[1])
}
