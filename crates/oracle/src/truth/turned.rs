//! What is true of a cast whose bodies turn.

use super::NoTruth;
use crate::Cast;

/// What is true of a cast whose bodies turn, and proven by poses of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turned {
    /// Before this fraction there is no contact: proven. Where there is one, it follows at once or the bodies graze.
    pub free_until: f64,
    /// What comes then.
    pub fact: TurnedFact,
    /// The fraction of the pose with the least distance among those looked at, and an upper bound on that.
    pub least: (f64, f64),
    /// The unit of errors: both reaches and the farthest that the bodies' origins come apart.
    pub scale: f64,
}

/// What is true of a cast whose bodies turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnedFact {
    /// The bodies meet: at a fraction they overlap by at least a depth.
    Meets {
        /// The fraction.
        at: f64,
        /// The depth, a length.
        depth: f64,
    },
    /// They are apart all the way.
    Apart,
    /// They come so near that rounding decides whether they touch.
    Grazes,
}

impl Turned {
    /// The truth of a cast that turns, or does not.
    ///
    /// # Errors
    /// [`NoTruth::TooWide`] when it takes too many poses, with the part of the way that is left; [`NoTruth::Turning`] for
    /// half-spaces, which have no distance of this kind.
    pub fn of(cast: &Cast) -> Result<Self, NoTruth> {
        crate::turning::march(cast)
    }
}
