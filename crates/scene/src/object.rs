//! What stands in a scene.

use crate::Geometry;
use nalgebra::Isometry3;
use swept_support::Real;

/// A geometry at a pose, with what a program wants to know of it.
#[derive(Clone, Debug)]
pub struct Object<T: Real> {
    /// What it is made of.
    pub geometry: Geometry<T>,
    /// Where it stands, in world space.
    pub pose: Isometry3<T>,
    /// The layers that it is on, one per bit: queries look at those that share one with them. Default: all.
    pub layers: u32,
    /// A number of the program's own, which answers give back. Default: 0.
    pub user_data: u64,
}

impl<T: Real> Object<T> {
    /// `geometry` at the origin, not rotated, on all layers.
    pub fn new(geometry: impl Into<Geometry<T>>) -> Self {
        Self {
            geometry: geometry.into(),
            pose: Isometry3::identity(),
            layers: u32::MAX,
            user_data: 0,
        }
    }

    /// This object at `pose`.
    #[must_use]
    pub fn at(self, pose: impl Into<Isometry3<T>>) -> Self {
        Self {
            pose: pose.into(),
            ..self
        }
    }

    /// This object on these layers, one per bit.
    #[must_use]
    pub fn on_layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// This object with this number, which the scene keeps for the user and does not look at.
    #[must_use]
    pub fn with_user_data(self, user_data: u64) -> Self {
        Self { user_data, ..self }
    }
}
