//! The truth of any cast.

use super::{Fact, NoTruth, Truth, Turned, TurnedFact};
use crate::judge::judge_turning;
use crate::{Cast, Claim, Precision, Verdict, judge};

/// The truth of a cast, whether its bodies turn or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// They do not.
    Straight(Truth),
    /// They do.
    Turned(Turned),
}

impl Known {
    /// The truth of a cast.
    ///
    /// # Errors
    /// [`NoTruth`] says why there is none.
    pub fn of(cast: &Cast) -> Result<Self, NoTruth> {
        if cast.turn.is_none() {
            Truth::of(cast).map(Self::Straight)
        } else {
            Turned::of(cast).map(Self::Turned)
        }
    }

    /// Holds a claim against the truth of its cast.
    pub fn judge(&self, cast: &Cast, claim: &Claim, precision: &Precision) -> Verdict {
        match self {
            Self::Straight(truth) => judge(cast, claim, truth, precision),
            Self::Turned(turned) => judge_turning(cast, claim, turned, precision),
        }
    }

    /// The outcome's name in the case format. A graze is called a miss.
    pub fn outcome(&self) -> &'static str {
        match self {
            Self::Straight(truth) => match truth.fact {
                Fact::Meets(_) => "hit",
                Fact::Apart(_) => "miss",
                Fact::Inside(_) => "overlap",
            },
            Self::Turned(turned) => match turned.fact {
                TurnedFact::Meets { .. } if turned.free_until > 0.0 => "hit",
                TurnedFact::Meets { .. } => "overlap",
                TurnedFact::Apart | TurnedFact::Grazes => "miss",
            },
        }
    }
}
