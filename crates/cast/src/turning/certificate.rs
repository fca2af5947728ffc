//! The proof that comes with a turning cast's answer.

use super::carried::Frame;
use crate::{Certificate, Claim, Flaw, Outcome, TurningMethod, TurningSweep, Witness};
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{Real, Support};

/// A turning cast's answer with its proof and the work it took.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct CertifiedTurn<T: Real> {
    /// The answer.
    pub outcome: Outcome<T>,
    /// The proof.
    pub certificate: TurningCertificate,
    /// The method that gave the answer.
    pub method: TurningMethod,
    /// Distance measurements.
    pub steps: u32,
    /// Support evaluations (one of each shape), those within distance measurements included.
    pub evaluations: u32,
}

/// What is claimed, and what proves it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TurningCertificate {
    /// Nothing turns, of this sweep alone: the certificate of [`TurningSweep::linear`].
    Linear(Certificate),
    /// The start decides, and the motion does not matter: the certificate that the same two shapes overlap, with no displacement.
    Start(Certificate),
    /// Planes for the parts of the motion, and a witness of the contact.
    Turning(TurningProof),
}

/// The proof of an answer that depends on the motion.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TurningProof {
    /// What the answer claims.
    pub claim: Claim,
    /// Planes, each for a part of the motion, in order and without a gap but for those that `all_angles` fills.
    pub pieces: Vec<Piece>,
    /// Planes for any two angles of both bodies, each with a part of the motion, in order.
    pub all_angles: Vec<AllAngles>,
    /// Up to this fraction an overlap at the start was ignored by request: the pieces begin there. As a sum of two.
    pub ignored: [f64; 2],
    /// Where the pieces begin nearer than the target distance: how near, and for how long.
    pub within: Option<Box<Within>>,
    /// The fraction at which the witness shows contact, as a sum of two.
    pub contact: [f64; 2],
    /// The simplex that shows contact.
    pub witness: Witness,
    /// The target distance that counts as contact, or twice what the shapes are never farther apart than, if that is less.
    pub target_distance: f64,
    /// The dilation that the claim of contact allows itself, and the depth up to which shapes count as touching: a
    /// length.
    pub tolerance: f64,
}

/// A start nearer than the target distance: until the shapes were seen to have come apart to it, being nearer is no contact,
/// as long as they come no nearer than they were.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Within {
    /// How much less than the target distance the separation is where the pieces begin, a length.
    pub by: f64,
    /// The simplex that shows it.
    pub witness: Witness,
    /// From this fraction on the target distance counts, as a sum of two. Of this the check takes the certificate's word: that the
    /// shapes come no nearer than at the start is proven up to there, not that they were still within the target distance until then.
    pub until: [f64; 2],
}

/// One plane for a part of the motion.
///
/// Fractions are sums of two numbers: near a contact the steps may be far smaller than a unit in the last place
/// of the fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Piece {
    /// What the normals stand in: world space, or the frame of a body that carries them along as it turns.
    pub frame: Frame,
    /// Normals at the beginning and at the end, of any length, out of the fixed shape; in between, the
    /// normal goes on a straight line from the one to the other. For a half-space its own normal counts instead. In the frame of
    /// a body that turns they are the same. What goes [`Across`](Frame::Across) edges has their directions in place of normals.
    pub normals: [Vector3<f64>; 2],
    /// Where the part begins.
    pub from: [f64; 2],
    /// Where it ends.
    pub to: [f64; 2],
    /// Claimed: along the normal the separation less the target distance is at least this from the one to the other.
    /// 0 or more, or down to minus the tolerance while the shapes slide along each other, or as much lower as they stand
    /// nearer than the target distance when they start [`Within`] it.
    pub room: f64,
}

/// A part of the motion during which the bodies are apart whatever angles they have turned by: the pairs of angles, a turn of the one
/// by a turn of the other, are cut into cells, and each has a plane of its own.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AllAngles {
    /// Where the part begins, as a sum of two.
    pub from: [f64; 2],
    /// Where it ends.
    pub to: [f64; 2],
    /// Claimed: in each cell the separation along its normal, less the target distance, is at least this.
    pub room: f64,
    /// The cells: the first is all, and the two halves of each that is halved come after all that are named before, the one with the lesser
    /// angles first.
    pub cells: Vec<Cell>,
}

/// A cell of two parts of a turn, one of either body, from where it stands at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Cell {
    /// The shapes are apart along this normal in world space, of any length, out of the fixed shape.
    Apart(Vector3<f64>),
    /// The moving shape's angles are halved.
    ByMoving,
    /// The fixed shape's angles are halved.
    ByFixed,
}

/// What a turning certificate proves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningProven {
    /// Of what is before this fraction, nothing is proven: 0, or more where an overlap at the start was ignored by request. Whoever
    /// did not ask for that should insist on 0.
    pub from: f64,
    /// Proven: from there on the shapes are kept apart up to this fraction, as the pieces claim it.
    pub lower: f64,
    /// The growth of the shapes, a length in all, that the proof of contact needs; infinite for answers that do not
    /// claim contact.
    pub dilation: f64,
    /// Proven: the separation on the way from the one to the other. Negative, down to minus the tolerance, when the shapes slide in
    /// contact; minus infinity where there is no such way, as an overlap was ignored to the end.
    pub gap: f64,
    /// What the certificate allows itself, not proven but claimed: shapes that overlap by no more count as kept apart, and the proof of
    /// contact may grow them by no more. Whoever does not know where a certificate is from should insist on what is nothing to them.
    pub tolerance: f64,
}

impl TurningCertificate {
    /// Checks the claim against the sweep that it is about, by support functions alone. Where the shapes start [`Within`] the target
    /// distance, until when they have not come apart to it is taken at its word; all else is proven.
    ///
    /// # Errors
    /// The first [`Flaw`] found: what is claimed, and what could be proven instead.
    pub fn verify<T: Real, A: Support, B: Support>(
        &self,
        sweep: &TurningSweep<T, A, B>,
    ) -> Result<TurningProven, Flaw> {
        super::verify::verify(self, sweep)
    }
}
