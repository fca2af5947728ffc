//! The truth of a cast, and by which means it was found.

use super::Fact;
use crate::Cast;
use std::fmt;

/// What is true of a cast, and what proves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// What is true, between bounds. Lengths are those of the cast.
    pub fact: Fact,
    /// The scale L that errors are measured by: the greatest distance from its origin of the obstacle's support points
    /// along the six axes. Of a half-space, of the part that the moving shape comes near.
    pub scale: f64,
    /// What proves it.
    pub means: Means,
    /// By how much C must grow for the inner bounds of fractions to be proven: 0 where a triangle of its points is pierced for
    /// certain, a 2⁻⁷⁰th of the scale or so where the line runs along an edge of a curved body.
    pub dilation: f64,
}

/// By which means a truth was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Means {
    /// Both bodies are polytopes. The optimal triangle of corners is the optimum by exact arithmetic, without any
    /// tolerance; the bracket is its height, rounded outward.
    Exact,
    /// Planes from below and triangles of support points from above, evaluated with all rounding errors counted.
    Polished,
    /// A half-space has one plane: a formula, evaluated with all rounding errors counted.
    Plane,
    /// A second-order cone program, by an interior-point solver, with the gap that it leaves itself.
    Conic,
}

/// Why there is no truth of a cast.
#[derive(Clone, Debug, PartialEq)]
pub enum NoTruth {
    /// The cast turns: [`Turned`](crate::Turned) is for those.
    Turning,
    /// The line of motion runs along the rim of a round body, no deeper in than this part of the scale: where it enters, and
    /// whether it does, no computation tells, and any outcome is right that holds to that length.
    Graze(f64),
    /// The bounds could not be brought together: how far they stay apart along the normal, in units of the scale.
    TooWide(f64),
    /// The cone solver did not finish.
    Solver(String),
}

impl fmt::Display for NoTruth {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Turning => f.write_str("the cast turns"),
            Self::Graze(depth) => write!(
                f,
                "a graze: the line is at most {depth:e} of the scale deep"
            ),
            Self::TooWide(gap) => write!(f, "the bounds stay {gap:e} of the scale apart"),
            Self::Solver(why) => write!(f, "the cone solver ended with {why}"),
        }
    }
}

impl std::error::Error for NoTruth {}

impl Truth {
    /// The truth of a cast that does not turn: exact for two polytopes, within some 2⁻⁸⁰ of the scale for others.
    ///
    /// # Errors
    /// [`NoTruth`] says why there is none.
    pub fn of(cast: &Cast) -> Result<Self, NoTruth> {
        crate::find::find(cast)
    }

    /// The same in a unit that is `unit` times as small.
    pub(crate) fn in_unit(mut self, unit: f64) -> Self {
        self.scale *= unit;
        self.dilation *= unit;
        match &mut self.fact {
            Fact::Meets(meets) => {
                meets.separation = meets.separation.times_power(unit);
                meets.rate *= unit;
                meets.depth_of_line *= unit;
            }
            Fact::Apart(apart) => {
                apart.gap = apart.gap.times_power(unit);
                apart.separation = apart.separation.times_power(unit);
            }
            Fact::Inside(inside) => inside.depth = inside.depth.times_power(unit),
        }
        self
    }

    /// The truth by a cone program: independent of [`Truth::of`], slower, and within some 1e-7 of the bodies' size only, by
    /// the solver's own account. It knows nothing of depths, and says so by a bracket from 0 to infinity.
    ///
    /// # Errors
    /// [`NoTruth`] when the solver did not finish, or leaves too wide a gap.
    #[cfg(feature = "cones")]
    pub fn by_cones(cast: &Cast) -> Result<Self, NoTruth> {
        crate::conic::find(cast)
    }
}
