//! Pushing what is met.

use crate::SlideHit;
use nalgebra::Vector3;
use swept_support::Real;

/// The impulse that a character of this mass and velocity gives to what it met, at [`SlideHit::point`]: what stops its own
/// motion against the surface, limited to `most_force` over `time`. Into the surface; zero when it moves away.
///
/// # Examples
/// A mass of 80 that runs against a wall at speed 5 gives it 400, and with a force of at most 1,200 in a sixtieth, 20.
pub fn push<T: Real>(
    hit: &SlideHit<T>,
    velocity: &Vector3<T>,
    mass: T,
    most_force: T,
    time: T,
) -> Vector3<T> {
    let closing = -hit.normal.dot(velocity);
    let impulse = (closing * mass).min(most_force * time);
    if impulse > T::zero() {
        *hit.normal * -impulse
    } else {
        Vector3::zeros()
    }
}
