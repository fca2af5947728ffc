//! Pushing what is met.

use crate::SlideHit;
use nalgebra::Vector3;
use swept_support::Real;

/// The impulse that a character of this mass and velocity gives to what it met, at [`SlideHit::point`]: what stops its own
/// motion against the surface, limited to `most_force` over `time`. Into the surface; zero when it moves away or stands still, whatever
/// its mass, which may be infinite.
///
/// # Examples
/// A mass of 80 that runs against a wall at speed 5 gives it 400, and with a force of at most 1,200 in a sixtieth, 20.
pub fn push<T: Real>(
    hit: &SlideHit<T>,
    velocity: impl Into<Vector3<T>>,
    mass: T,
    most_force: T,
    time: T,
) -> Vector3<T> {
    let closing = -hit.normal.dot(&velocity.into());
    // 0 times ∞ is no number, and the lesser of that and the force is the force.
    let impulse = if closing > T::zero() {
        (closing * mass).min(most_force * time)
    } else {
        T::zero()
    };
    if impulse > T::zero() {
        *hit.normal * -impulse
    } else {
        Vector3::zeros()
    }
}
