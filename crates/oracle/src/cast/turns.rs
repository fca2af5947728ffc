//! How the bodies of a cast turn.

use crate::f32_exact;
use serde::{Deserialize, Serialize};

/// Rotation vectors in radians, world axes, each about its body's own origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    /// Of the moving body.
    #[serde(default)]
    pub moving: [f64; 3],
    /// Of the fixed body.
    #[serde(default)]
    pub fixed: [f64; 3],
}

impl Turns {
    /// No rotation.
    pub const NONE: Self = Self {
        moving: [0.0; 3],
        fixed: [0.0; 3],
    };

    /// Whether nothing turns.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The same with every number rounded to `f32`.
    pub fn exact(&self) -> Self {
        Self {
            moving: self.moving.map(f32_exact),
            fixed: self.fixed.map(f32_exact),
        }
    }
}
