//! Proofs that are made up, and what there really is: the separation along a piece's axis by the poses of the bodies, in plain
//! arithmetic and by nothing of what the check goes by.

use super::{AnySweep, stands};
use nalgebra::Vector3;
use swept::turning_certificate::{AllAngles, Frame, Piece};
use swept::{Claim, Flaw, Support, TurningCertificate, TurningProof, TurningProven, Witness};

/// One piece between two fractions.
pub fn piece(frame: Frame, normals: [Vector3<f64>; 2], (from, to): (f64, f64), room: f64) -> Piece {
    Piece {
        frame,
        normals,
        from: [from, 0.0],
        to: [to, 0.0],
        room,
    }
}

/// A proof of no contact up to a fraction, of which whatever is claimed may be as deep as one likes.
pub fn proof(pieces: Vec<Piece>, all_angles: Vec<AllAngles>, until: f64) -> TurningProof {
    TurningProof {
        claim: Claim::Unresolved {
            safe_fraction: until,
        },
        pieces,
        all_angles,
        ignored: [0.0; 2],
        within: None,
        contact: [0.0; 2],
        witness: Witness::NONE,
        target_distance: 0.0,
        tolerance: 1e6,
    }
}

/// What the check makes of a piece, if next to nothing is claimed of what is before.
pub fn check(case: &AnySweep, piece: &Piece) -> Result<TurningProven, Flaw> {
    let before = Piece {
        frame: Frame::World,
        normals: [Vector3::x(); 2],
        from: [0.0; 2],
        to: piece.from,
        room: -1e5,
    };
    let before = (piece.from != [0.0; 2]).then_some(before);
    let pieces = before.into_iter().chain([*piece]).collect();
    TurningCertificate::Turning(proof(pieces, Vec::new(), piece.to[0])).verify(case)
}

/// Whether the check grants a piece.
pub fn claims(case: &AnySweep, piece: &Piece) -> bool {
    check(case, piece).is_ok()
}

/// The separation along a piece's axis at a fraction, negative for a depth, per unit of the axis.
pub fn along(case: &AnySweep, piece: &Piece, t: f64) -> f64 {
    let (linear, turns) = (case.linear(), case.turns());
    let rest = Vector3::zeros();
    let m = stands(linear.moving(), &turns.moving, linear.displacement(), t);
    let f = stands(linear.fixed(), &turns.fixed, &rest, t);
    let [from, to] = [piece.from, piece.to].map(|[high, low]| high + low);
    let part = if to > from {
        (t - from) / (to - from)
    } else {
        0.0
    };
    let [first, last] = piece.normals;
    let between = first + (last - first) * part;
    let (on_moving, on_fixed) = (m.pose().rotation, f.pose().rotation);
    let n = match (f.shape().unbounded_normal(), piece.frame) {
        (Some(normal), _) => on_fixed * normal,
        (None, Frame::World) => between,
        (None, Frame::Moving) => on_moving * between,
        (None, Frame::Fixed) => on_fixed * between,
        (None, Frame::Across) => (on_fixed * first).cross(&(on_moving * last)),
    };
    // Of a half-space, the point of its own plane.
    let on_fixed = if f.shape().unbounded_normal().is_some() {
        f.position().into()
    } else {
        f.support_point(&n)
    };
    n.dot(&(m.support_point(&-n) - on_fixed)) / n.norm()
}

/// The least of that on all of a piece, of so many parts.
pub fn least(case: &AnySweep, piece: &Piece, parts: u32) -> f64 {
    let [from, to] = [piece.from, piece.to].map(|[high, low]| high + low);
    let at = |k: u32| {
        along(
            case,
            piece,
            from + (to - from) * f64::from(k) / f64::from(parts),
        )
    };
    (0..=parts).map(at).fold(f64::INFINITY, f64::min)
}
