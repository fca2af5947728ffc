//! The scalar of a caster.

use serde::Serialize;

/// In which scalar shapes are stored and answers are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

impl Scalar {
    /// Both.
    pub const ALL: [Self; 2] = [Self::F32, Self::F64];

    /// Its name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Distance from 1 to the next larger number.
    pub const fn epsilon(self) -> f64 {
        match self {
            Self::F32 => f32::EPSILON as f64,
            Self::F64 => f64::EPSILON,
        }
    }
}
