//! One thing that is wrong with a claim.

use std::fmt;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// A hit where the bodies stay apart: by how much they do.
    FalseHit,
    /// A miss where the bodies meet: how deep the claimed plane goes in, or infinite without one.
    FalseMiss,
    /// An overlap where the bodies start apart: by how much they do; or none where they overlap: how deep.
    WrongStart,
    /// The fraction is above the truth: something is passed through, by this much along the normal.
    Late,
    /// The upper fraction is below the truth: contact is claimed too early, by this much along the normal.
    Early,
    /// The fraction is off by more than the scalar allows: by this much along the normal.
    BeyondBound,
    /// The bracket is wider than the scalar allows: by this much along the normal.
    WideBracket,
    /// A number is not finite, or out of its range.
    OutOfRange,
    /// The normal is not of unit length, by this much times the scale.
    NotUnit,
    /// The normal does not separate the bodies at the fraction: by how much its plane cuts into the obstacle.
    BadNormal,
    /// A point of contact lies off its body, or inside it, by this much.
    BadPoint,
    /// The two points of contact are this far apart.
    PointsApart,
    /// The claimed gap is more than the plane leaves during the whole sweep: by this much.
    BadPlane,
    /// The depth is not the overlap along the normal, or not the least, or below its lower bound: by this much.
    BadDepth,
    /// The lower bound of the depth is above the truth: by this much.
    DepthTooHigh,
    /// The entry or exit of the line of motion is off by this much along its normal.
    BadEntryOrExit,
    /// The cast was given up.
    Unresolved,
}

impl FaultKind {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FalseHit => "false hit",
            Self::FalseMiss => "false miss",
            Self::WrongStart => "wrong start",
            Self::Late => "late",
            Self::Early => "early",
            Self::BeyondBound => "beyond the bound",
            Self::WideBracket => "wide bracket",
            Self::OutOfRange => "out of range",
            Self::NotUnit => "not unit",
            Self::BadNormal => "bad normal",
            Self::BadPoint => "bad point",
            Self::PointsApart => "points apart",
            Self::BadPlane => "bad plane",
            Self::BadDepth => "bad depth",
            Self::DepthTooHigh => "depth too high",
            Self::BadEntryOrExit => "bad entry or exit",
            Self::Unresolved => "unresolved",
        }
    }

    /// Whether the outcome itself is wrong: a hit for a miss, and so on.
    pub const fn is_wrong_outcome(self) -> bool {
        matches!(self, Self::FalseHit | Self::FalseMiss | Self::WrongStart)
    }
}

/// One thing that is wrong with a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// Of which field.
    pub field: &'static str,
    /// By how much: a length; infinite where no length tells.
    pub amount: f64,
    /// The amount in units in the last place of the scale: amount / (ε·L).
    pub ulps: f64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { kind, field, .. } = self;
        write!(
            f,
            "{} ({field}): {:e}, {:.3} ulps of L",
            kind.name(),
            self.amount,
            self.ulps
        )
    }
}
