//! A turning cast as plain data.

use crate::{Case, RunTimeSweep, f32_exact};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use swept::{Real, Shape, Turn, TurningSweep};

/// Rotation vectors in radians, about each shape's own origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    /// Of the moving shape.
    #[serde(default)]
    pub moving: [f64; 3],
    /// Of the fixed shape.
    #[serde(default)]
    pub fixed: [f64; 3],
}

/// A turning cast. Serialised, it is one line of the case format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningCase {
    /// The shapes, where they start, and the displacement.
    #[serde(flatten)]
    pub case: Case,
    /// The rotations.
    pub turn: Turns,
}

impl TurningCase {
    /// The case as a sweep in the scalar `T`.
    ///
    /// # Panics
    /// When a number is not what the sweep takes: a mistake in a generator or a test.
    pub fn sweep<T: Real>(&self) -> TurningSweep<T, Shape<T>, Shape<T>> {
        let linear: RunTimeSweep<T> = self.case.sweep();
        let turns = swept::Turns {
            moving: Turn::by(self.turn.moving.map(T::nearest)),
            fixed: Turn::by(self.turn.fixed.map(T::nearest)),
        };
        TurningSweep::new(linear, turns).unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// The case with every number rounded to `f32`.
    pub fn exact(&self) -> Self {
        Self {
            case: self.case.exact(),
            turn: Turns {
                moving: self.turn.moving.map(f32_exact),
                fixed: self.turn.fixed.map(f32_exact),
            },
        }
    }

    /// The case as a line of the case format.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| format!("{e}: {self:?}"))
    }

    /// A bound on how fast any point of one body moves relative to any point of the other.
    pub fn speed(&self) -> f64 {
        let turning = |w: [f64; 3], reach: f64| Vector3::from(w).norm() * reach;
        self.case.motion().norm()
            + turning(self.turn.moving, self.case.moving.reach())
            + turning(self.turn.fixed, self.case.fixed.reach())
    }
}
