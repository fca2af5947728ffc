//! How a turning cast is to be done.

use crate::StartOverlap;
use swept_support::Real;

/// Options of a turning cast. `TurningOptions::default()` is what [`TurningSweep::cast`](crate::TurningSweep::cast)
/// uses.
///
/// Where nothing turns, a linear cast answers ([`TurningMethod::Linear`]): `method` and `max_steps` are not asked then.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct TurningOptions<T> {
    /// Which bound the cast advances by. Default: [`TurningMethod::IntervalBound`].
    pub method: TurningMethod,
    /// Stop when the separation has come down to this length; for shapes that start nearer than that: when they come
    /// nearer than they were, or have come apart to it and come back. Less than the square of [`Real::MIN_LENGTH`], or NaN, counts as
    /// 0, and more than twice what the shapes are ever apart as that. In a scene, of this and that of the query the larger one. Default: 0.
    pub target_distance: T,
    /// A separation that counts as contact, on top of the few hundred units in the last place of the scale that
    /// rounding asks for. Larger is faster. Less than the square of [`Real::MIN_LENGTH`], or NaN, counts as 0. Default: 0.
    pub tolerance: T,
    /// What to do with shapes that interpenetrate at the start. Default: [`StartOverlap::Report`].
    pub start_overlap: StartOverlap,
    /// Limit on steps, each of which measures the distance once, or how deep a point is that shows an overlap to last; reaching it
    /// gives [`Outcome::Unresolved`](crate::Outcome::Unresolved). Default: 20,000.
    pub max_steps: u32,
}

impl<T: Real> Default for TurningOptions<T> {
    fn default() -> Self {
        Self {
            method: TurningMethod::IntervalBound,
            target_distance: T::zero(),
            tolerance: T::zero(),
            start_overlap: StartOverlap::Report,
            max_steps: 20_000,
        }
    }
}

/// The bound that a turning cast advances by. Both keep the same contract and differ in speed alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TurningMethod {
    /// Separation along one axis at both ends of an interval, less what the curvature of the motion can take
    /// from it in between; or along the whole of what the turning bodies can reach, where that does better.
    #[default]
    IntervalBound,
    /// Conservative advancement: separation over the greatest closing speed. Slower; the cross-check.
    ConservativeAdvancement,
    /// What answers when nothing turns: the linear cast. It is reported and cannot be asked for: asking for it is
    /// asking for the default.
    Linear,
}

impl TurningMethod {
    /// All methods that can be asked for.
    pub const ALL: [Self; 2] = [Self::IntervalBound, Self::ConservativeAdvancement];

    /// The method's name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IntervalBound => "interval-bound",
            Self::ConservativeAdvancement => "conservative-advancement",
            Self::Linear => "linear",
        }
    }
}
