//! One side of a cast: a shape and where it stands.

use super::Form;
use serde::{Deserialize, Serialize};

/// A shape and its pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The shape.
    pub shape: Form,
    /// Where the shape's origin stands.
    #[serde(default)]
    pub position: [f64; 3],
    /// Its rotation as a quaternion x, y, z, w, of which only the direction counts.
    #[serde(default = "no_rotation")]
    pub rotation: [f64; 4],
}

fn no_rotation() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

impl Body {
    /// `shape` at the origin, as it is.
    pub fn new(shape: Form) -> Self {
        Self {
            shape,
            position: [0.0; 3],
            rotation: no_rotation(),
        }
    }

    /// The same at `position`.
    pub fn at(mut self, position: impl Into<[f64; 3]>) -> Self {
        self.position = position.into();
        self
    }

    /// The same, turned by the quaternion x, y, z, w.
    pub fn turned(mut self, rotation: [f64; 4]) -> Self {
        self.rotation = rotation;
        self
    }

    /// The greatest distance of the shape's points from its origin, at least; of the plane's for a half-space.
    pub fn reach(&self) -> f64 {
        self.shape.extent()
    }

    pub(crate) fn mapped(
        &self,
        length: &dyn Fn(f64) -> f64,
        direction: &dyn Fn(f64) -> f64,
    ) -> Self {
        Self {
            shape: self.shape.mapped(length, direction),
            position: self.position.map(length),
            rotation: self.rotation.map(direction),
        }
    }
}
