//! What each scalar owes.

use swept::Real;

/// The accuracy that is asked of an answer, in units of the scale L: the largest coordinate of the obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Name of the scalar.
    pub scalar: &'static str,
    /// Distance from 1 to the next larger number.
    pub epsilon: f64,
    /// Greatest error of a hit, measured along its normal, in ε·L.
    pub error_budget: f64,
    /// How far a contact point may lie off its body, in L.
    pub point_error: f64,
    /// How far a depth may be above the least, in L: the roots of curved surfaces' flatness.
    pub depth_error: f64,
    /// Below this many ε·L two shapes may be called touching or apart, as it comes.
    pub ambiguity: f64,
}

impl Precision {
    /// The precision of the scalar `T`: 64 ulps in `f64`; 4 ulps in `f32`, whose casts are computed in `f64`.
    pub fn of<T: Real>() -> Self {
        if T::EPSILON == f64::EPSILON {
            Self {
                scalar: "f64",
                epsilon: f64::EPSILON,
                error_budget: 64.0,
                point_error: 1e-9,
                depth_error: 1.0 / (1u64 << 34) as f64,
                ambiguity: 64.0,
            }
        } else {
            Self {
                scalar: "f32",
                epsilon: f64::from(f32::EPSILON),
                error_budget: 4.0,
                point_error: 2e-5,
                depth_error: 8.0 * f64::from(f32::EPSILON),
                ambiguity: 64.0,
            }
        }
    }

    /// The precision of `f32`.
    pub fn single() -> Self {
        Self::of::<f32>()
    }

    /// The precision of `f64`.
    pub fn double() -> Self {
        Self::of::<f64>()
    }

    /// `error_budget` as a length at the scale `l`.
    pub fn error(&self, l: f64) -> f64 {
        self.error_budget * self.epsilon * l
    }

    /// `ambiguity` as a length at the scale `l`.
    pub fn ambiguous(&self, l: f64) -> f64 {
        self.ambiguity * self.epsilon * l
    }
}
