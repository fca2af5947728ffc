//! The proof that comes with an answer.

use crate::{Flaw, Method, Outcome, Proven, Sweep};
use nalgebra::Vector3;
use swept_support::{Real, Support};

/// An answer with its proof and the work it took.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Certified<T: Real> {
    /// The answer.
    pub outcome: Outcome<T>,
    /// The proof.
    pub certificate: Certificate,
    /// The method that gave the answer: never [`Method::Auto`].
    pub method: Method,
    /// Support evaluations of the configuration space obstacle (one of each shape), the last check included.
    pub steps: u32,
}

/// What is claimed, and what proves it: a plane below, a simplex of support points above.
///
/// The claims are those of the outcome, as exact numbers. Anyone can check them by support functions alone:
/// [`Certificate::verify`] does, in twice the precision of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Certificate {
    /// What the answer claims.
    pub claim: Claim,
    /// Normal of the proving plane, in world space, of any length, out of the fixed shape. Every such vector gives
    /// a true bound; no precision is lost by its being rounded. (An unbounded shape has one plane only: its own.)
    pub plane: Vector3<f64>,
    /// The simplex that shows contact; empty where none is claimed.
    pub witness: Witness,
    /// The target distance that counts as contact.
    pub target_distance: f64,
    /// The dilation that the claim of contact allows itself, and by how much a gap of 0 may fall short: a length. The
    /// depth up to which shapes count as touching is less than half of it.
    pub tolerance: f64,
}

/// The claim of a [`Certificate`]; fields as in [`Outcome`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum Claim {
    Hit { fraction: f64, fraction_upper: f64 },
    Miss { gap: f64 },
    Overlap { depth: f64 },
    Unresolved { safe_fraction: f64 },
}

/// A point of the configuration space obstacle's core, as a mixture of support points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Witness {
    /// The directions whose support points on the fixed shape are mixed, in that shape's own frame.
    pub fixed_directions: [Vector3<f64>; Self::MOST],
    /// The directions whose support points on the moving shape are mixed, in that shape's own frame.
    pub moving_directions: [Vector3<f64>; Self::MOST],
    /// The weights: none negative, their sum 1 up to rounding (the check divides by it).
    pub weights: [f64; Self::MOST],
    /// How many of them are used.
    pub count: usize,
}

impl Witness {
    /// The most support points a witness mixes: a tetrahedron, for an overlap.
    pub const MOST: usize = 4;

    /// A witness of nothing.
    pub const NONE: Self = Self {
        fixed_directions: [Vector3::new(0.0, 0.0, 0.0); Self::MOST],
        moving_directions: [Vector3::new(0.0, 0.0, 0.0); Self::MOST],
        weights: [0.0; Self::MOST],
        count: 0,
    };
}

impl Certificate {
    /// Checks the claim against the sweep that it is about, by support functions alone.
    ///
    /// # Errors
    /// The first [`Flaw`] found: what is claimed, and what could be proven instead.
    pub fn verify<T: Real, A: Support, B: Support>(
        &self,
        sweep: &Sweep<T, A, B>,
    ) -> Result<Proven, Flaw> {
        crate::verify::verify(self, sweep)
    }
}
