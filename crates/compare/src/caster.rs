//! Whatever answers casts.

use crate::{PeerError, Way};
use std::time::Instant;
use swept::nalgebra::Vector3;

/// What a caster said, in numbers that all casters share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Which of the four outcomes.
    pub kind: Kind,
    /// The fraction that may be travelled without contact.
    pub fraction: f64,
    /// The normal of a hit, in world space, out of the fixed shape.
    pub normal: Option<Vector3<f64>>,
    /// What it took, where the caster tells.
    pub work: Option<Work>,
}

/// The work of one cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Support evaluations of the configuration space obstacle.
    pub supports: u32,
    /// Steps as an observer sees them: queries of a portal, or distances found.
    pub steps: u32,
    /// The method that gave the answer, which may not be the one that was asked for.
    pub method: &'static str,
}

/// The four outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// First contact during the sweep.
    Hit,
    /// None.
    Miss,
    /// Contact at the start.
    Overlap,
    /// No answer within the step limit.
    Unresolved,
}

/// Answers the casts of one pair of shapes.
pub trait Caster {
    /// Who it is.
    fn way(&self) -> Way;
    /// Answers these casts, by their numbers, and throws the answers away: the body that is timed.
    fn run(&self, casts: &[usize]);
    /// How long that takes, in nanoseconds.
    fn time(&self, casts: &[usize]) -> f64 {
        let start = Instant::now();
        self.run(casts);
        start.elapsed().as_nanos() as f64
    }
    /// Answers one cast.
    fn answer(&self, cast: usize) -> Answer;
    /// Why it has stopped to answer, where it has. Only another program does.
    fn failure(&self) -> Option<PeerError> {
        None
    }
}
