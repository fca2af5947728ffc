//! A half-space that turns about its own normal, as a turntable does: it is in the same place at any angle, and counts as one that
//! stands.
//!
//! Rounding leaves an angle between the normal n and the axis that it turns about, of sine σ. Then n goes around on a cone and is never
//! farther than 2σ from where it began, so that φ is off by no more than
//!
//! ```text
//! 2σ·|r|        r from the centre of rotation to a point of the moving core
//! ```
//!
//! |r| is at most the way between the centres, which is convex in s and grows by no more than |d|, and what turns about them. So it may
//! be taken off φ at both ends of a chord, and 2σ|d| added to how fast φ falls. What leans by more than rounding does not count as one.

use crate::tolerance::{TURNTABLE, U};
use crate::turning::TurningSweep;
use crate::wide::{Wide3, direction, dot, narrow, rotation};
use nalgebra::{Quaternion, Vector3};
use swept_support::{Real, Support, sqrt};

/// What φ is off by beside a turntable that counts as standing; nothing beside all else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turntable {
    /// 2σ, rounded up: per unit of |n| and of the way, φ may be off by this.
    pub(super) by: f64,
    /// From the half-space's origin to the point that it turns about.
    pub(super) lever: f64,
    /// That, and the moving body's ball about its centre.
    around: f64,
}

impl Turntable {
    /// The turntable of a sweep, if its fixed shape is one.
    pub(crate) fn of<T: Real, A: Support, B: Support>(
        sweep: &TurningSweep<T, A, B>,
    ) -> Option<Self> {
        let (linear, turns) = (sweep.linear(), sweep.turns());
        let fixed = linear.fixed();
        let normal = fixed.shape().unbounded_normal()?;
        if turns.fixed.is_none() {
            return None;
        }
        let quaternion = fixed.pose().rotation.as_ref().coords.map(Real::to_f64);
        let stands = rotation(&Quaternion::from(quaternion));
        let local = direction(&normal);
        let normal = stands.map(|row| dot(&row, &local));
        let sine = sine(&normal, &direction(&turns.fixed.rotation.map(Real::to_f64)));
        let [own, lever] = [&turns.moving, &turns.fixed]
            .map(|turn| sqrt(turn.centre.coords.map(Real::to_f64).norm_squared()));
        (sine <= TURNTABLE * U).then(|| Self {
            by: 2.0 * sine * (1.0 + 64.0 * U),
            lever,
            around: lever + own + linear.moving().shape().extent(),
        })
    }

    /// What φ may be off by where the way between the centres is that long, per unit of |n|.
    pub(super) fn stray(&self, far: f64) -> f64 {
        self.by * (far + self.around)
    }
}

/// The sine of the angle between two vectors: their products are wide, so that it is right to its own last places.
fn sine(a: &Wide3, b: &Wide3) -> f64 {
    let cross = Vector3::from_fn(|i, _| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        (a[j] * b[k] - a[k] * b[j]).value()
    });
    let lengths = narrow(a).norm_squared() * narrow(b).norm_squared();
    sqrt(cross.norm_squared() / lengths)
}
