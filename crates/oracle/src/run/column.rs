//! The columns of the tables: what can be wrong with an answer, as few words as tell it.

use crate::{FaultKind, NoAnswer};
use serde::{Serialize, Serializer};

/// What can be wrong with an answer, with no finer distinction than a table needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// A hit where there is none, no hit where there is one, an overlap or none at the start.
    Outcome,
    /// The fraction lies after the contact: something is passed through.
    Late,
    /// The upper fraction lies before the contact; or a fraction without a bracket does, by more than the scalar allows.
    Early,
    /// A number is not finite, or out of its range.
    Range,
    /// The normal is not of unit length, or does not separate.
    Normal,
    /// A point lies off its body, or the two points lie apart.
    Point,
    /// The plane of a miss does not leave the gap that is claimed.
    Plane,
    /// Depth, entry or exit are wrong.
    Depth,
    /// The cast was given up.
    Unresolved,
    /// The engine's own proof does not hold.
    Unproven,
    /// The engine panicked.
    Panic,
    /// A good cast was refused.
    Refused,
    /// A program ended, kept silent, or answered something else.
    Broken,
    /// Engines that should agree do not; said of casts whose truth is not known.
    Disagrees,
    /// The bracket holds the truth, and is wider, or further off, than the scalar allows: right, but loose.
    Loose,
}

impl Column {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 15] = [
        Self::Outcome,
        Self::Late,
        Self::Early,
        Self::Range,
        Self::Normal,
        Self::Point,
        Self::Plane,
        Self::Depth,
        Self::Unresolved,
        Self::Unproven,
        Self::Panic,
        Self::Refused,
        Self::Broken,
        Self::Disagrees,
        Self::Loose,
    ];

    /// Its heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Late => "late",
            Self::Early => "early",
            Self::Range => "range",
            Self::Normal => "normal",
            Self::Point => "point",
            Self::Plane => "plane",
            Self::Depth => "depth",
            Self::Unresolved => "unresolved",
            Self::Unproven => "unproven",
            Self::Panic => "panic",
            Self::Refused => "refused",
            Self::Broken => "broken",
            Self::Disagrees => "disagrees",
            Self::Loose => "loose",
        }
    }

    /// What it means, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Outcome => "a hit where there is none, none where there is one, or a wrong start",
            Self::Late => "the fraction lies after the contact: something is passed through",
            Self::Early => "contact is claimed before there is any",
            Self::Range => "a number is not finite, or out of its range",
            Self::Normal => "the normal is not of unit length, or does not separate",
            Self::Point => "a point of contact lies off its body, or the two lie apart",
            Self::Plane => "the plane of a miss does not leave the gap that is claimed",
            Self::Depth => "depth, entry or exit are wrong",
            Self::Unresolved => "the cast was given up",
            Self::Unproven => "the engine's own proof does not hold",
            Self::Panic => "the engine panicked",
            Self::Refused => "a good cast was refused",
            Self::Broken => "the program ended, kept silent, or answered something else",
            Self::Disagrees => "engines contradict each other on a cast whose truth is not known",
            Self::Loose => {
                "the bracket holds the truth, but is wider or further off than the scalar allows: not counted as wrong"
            }
        }
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl From<FaultKind> for Column {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::FalseHit | FaultKind::FalseMiss | FaultKind::WrongStart => Self::Outcome,
            FaultKind::Late => Self::Late,
            FaultKind::Early => Self::Early,
            FaultKind::OutOfRange => Self::Range,
            // With a bracket that does not hold the truth, the fraction is late or the upper fraction early as well.
            FaultKind::BeyondBound | FaultKind::WideBracket => Self::Loose,
            FaultKind::NotUnit | FaultKind::BadNormal => Self::Normal,
            FaultKind::BadPoint | FaultKind::PointsApart => Self::Point,
            FaultKind::BadPlane => Self::Plane,
            FaultKind::BadDepth | FaultKind::DepthTooHigh | FaultKind::BadEntryOrExit => {
                Self::Depth
            }
            FaultKind::Unresolved => Self::Unresolved,
        }
    }
}

impl Column {
    /// Whether an answer that counts here is wrong.
    pub fn is_wrong(self) -> bool {
        self != Self::Loose
    }

    /// Where a missing answer is counted; nowhere when the engine has no such shape.
    pub fn of_none(why: &NoAnswer) -> Option<Self> {
        match why {
            NoAnswer::Unsupported(_) => None,
            NoAnswer::Panicked(_) => Some(Self::Panic),
            NoAnswer::Refused(_) => Some(Self::Refused),
            NoAnswer::Unproven(_) => Some(Self::Unproven),
            NoAnswer::Broken(_) => Some(Self::Broken),
        }
    }
}
