//! Whatever answers casts: our methods, parry, any program.

mod conversation;
mod guard;
mod ours;
#[cfg(feature = "parry")]
mod parry;
mod program;

pub use ours::{Ours, ours};
#[cfg(feature = "drop-in")]
pub use parry::{DropInF32, DropInF64};
#[cfg(feature = "parry")]
pub use parry::{ParryF32, ParryF64};
pub use program::Program;

use crate::{Cast, Claim, Precision};
use std::fmt;

/// Something that answers casts.
///
/// An engine keeps no state that an answer could depend on: it answers any cast at any time, from any thread.
pub trait Engine: Send + Sync {
    /// Its name in reports and flags: short, without spaces.
    fn name(&self) -> &str;

    /// What exactly answers: a version, or a command.
    fn version(&self) -> &str;

    /// Whether a wrong answer of it is a fault of this project.
    fn is_ours(&self) -> bool {
        false
    }

    /// What its scalar owes.
    fn precision(&self) -> Precision;

    /// Its answer to one cast.
    ///
    /// # Errors
    /// [`NoAnswer`] says why there is none.
    fn answer(&self, cast: &Cast) -> Result<Claim, NoAnswer>;

    /// Its answers to some casts, in order and one for each. Engines that are slow to start do them in one go.
    fn answer_all(&self, casts: &[Cast]) -> Vec<Result<Claim, NoAnswer>> {
        casts.iter().map(|cast| self.answer(cast)).collect()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The engine has no such shape, and says so. Not a fault.
    Unsupported(String),
    /// It panicked, with this message.
    Panicked(String),
    /// It refused the cast, for this reason.
    Refused(String),
    /// Its answer came with a proof that does not hold.
    Unproven(String),
    /// The program ended, kept silent, or answered something else.
    Broken(String),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "no {what}"),
            Self::Panicked(message) => write!(f, "panicked: {message}"),
            Self::Refused(why) => write!(f, "refused: {why}"),
            Self::Unproven(flaw) => write!(f, "unproven: {flaw}"),
            Self::Broken(how) => write!(f, "broken: {how}"),
        }
    }
}

impl std::error::Error for NoAnswer {}
