//! Falling.

use nalgebra::Vector3;
use swept_support::Real;

/// A constant acceleration, and the greatest speed that a fall comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Gravity<T: Real> {
    /// World space, a length per time squared: finite, or [`Character::step`](super::Character::step) refuses it.
    pub acceleration: Vector3<T>,
    /// A length per time: 0 or more, and infinity where nothing slows a fall.
    pub top_speed: T,
}

impl<T: Real> Gravity<T> {
    /// This acceleration (world space, a length per time squared), up to this speed.
    pub fn new(acceleration: impl Into<Vector3<T>>, top_speed: T) -> Self {
        Self {
            acceleration: acceleration.into(),
            top_speed,
        }
    }

    /// The way that a fall with this velocity takes in this time, and the velocity after it. Exact for constant acceleration, so that a
    /// fall does not depend on how time is cut into steps; but for the step in which the top speed is reached.
    pub fn fall(&self, velocity: impl Into<Vector3<T>>, time: T) -> (Vector3<T>, Vector3<T>) {
        let velocity = velocity.into();
        let faster = velocity + self.acceleration * time;
        // In units of the largest component, as squares may be beyond the range of numbers. Nothing is faster than a NaN, of no speed.
        let size = faster.amax();
        let scaled = (faster / size).norm();
        let after = if scaled > self.top_speed / size {
            faster / size * (self.top_speed / scaled)
        } else {
            faster
        };
        ((velocity + after) * (time * T::nearest(0.5)), after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_is_the_same_in_one_step_and_in_many() {
        let gravity = Gravity::new([0.0, -8.0, 0.0], 100.0);
        // 4 down and 2 more by speed: 1/2 · 8 · 1² and 2 · 1.
        let (way, after) = gravity.fall([0.0, -2.0, 0.0], 1.0);
        assert_eq!((way.y, after.y), (-6.0, -10.0));
        let (mut fallen, mut velocity) = (0.0, Vector3::new(0.0, -2.0, 0.0));
        for _ in 0..64 {
            let (way, after) = gravity.fall(velocity, 1.0 / 64.0);
            fallen += way.y;
            velocity = after;
        }
        assert_eq!((fallen, velocity.y), (-6.0, -10.0));
        let (_, after) = gravity.fall([0.0, -99.0, 0.0], 1.0);
        assert_eq!(after.y, -100.0);
        // Speeds whose squares are no numbers, and none.
        let gravity = Gravity::new([0.0, 0.0, 0.0], 50.0_f32);
        for speed in [2e19, 3e38, 1e-30, 0.0] {
            let (_, after) = gravity.fall([0.0, -speed, 0.0], 1.0);
            assert_eq!(after.y, -speed.min(50.0));
        }
    }
}
