//! Bodies that turn and are in the same place at any angle: they count as bodies that stand.
//!
//! **A turntable**, a half-space that turns about its own normal. Rounding leaves an angle between the normal n and the axis that it turns
//! about, of sine σ. Then n goes around on a cone and is never farther than 2σ from where it began, so that φ is off by no more than
//!
//! ```text
//! 2σ·|r|        r from the centre of rotation to a point of the moving core
//! ```
//!
//! |r| is at most the way between the centres, which is convex in s and grows by no more than |d|, and what turns about them. So it may
//! be taken off φ at both ends of a chord, and 2σ|d| added to how fast φ falls.
//!
//! **A wheel**, a shape of revolution that turns about its own axis, through a centre c on it. Its axis goes around on such a cone, and the
//! shape is always where a turn about c, by the angle between the axis and where that began, takes it from where it stood. So none of the
//! points that it fills goes farther than 2σ times how far the core reaches from c, and φ is off by no more than
//!
//! ```text
//! 2σ·(extent + |c|)
//! ```
//!
//! per unit of |n|, at any time: as much is taken off it at both ends of a chord. How φ changes in between, how far a body reaches, and what
//! one that turns sees are those of bodies that stand, with nothing added.
//!
//! What leans by more than rounding counts as none of the two. Nor does a wheel beside a body that turns as it does: the two are at rest
//! to each other, which `carried.rs` knows to the last place.

use super::bound::turns;
use crate::tolerance::{STILL, U, WHEEL};
use crate::turning::{Turn, TurningSweep, Turns};
use crate::wide::{Wide3, direction, dot, narrow, rotation};
use nalgebra::{Quaternion, Vector3};
use swept_support::{Placed, Real, Support, sqrt};

/// What φ is off by where bodies that turn count as standing; nothing beside all else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Still {
    /// 2σ of a turntable, rounded up: per unit of |n| and of the way, φ may be off by this.
    pub(super) by: f64,
    /// From the origins of such bodies to the points that they turn about.
    pub(super) lever: f64,
    /// That of the turntable, and the moving body's ball about its centre.
    around: f64,
    /// What φ may be off by for wheels, per unit of |n|.
    wheels: f64,
}

impl Still {
    /// What a sweep's bodies turn by without those that count as standing, and what φ is off by for these.
    pub(crate) fn of<T: Real, A: Support, B: Support>(
        sweep: &TurningSweep<T, A, B>,
    ) -> (Turns<T>, Self) {
        let (linear, mut turns) = (sweep.linear(), *sweep.turns());
        let (moving, fixed) = (linear.moving(), linear.fixed());
        let mut still = Self::default();
        if let Some(sine) = lean(fixed, &turns.fixed, Support::unbounded_normal) {
            still.by = twice(sine);
            still.lever = lever(&turns.fixed);
            turns.fixed = Turn::none();
        }
        let from_table = still.lever + moving.shape().extent();
        let wheels = [wheel(moving, &turns.moving), wheel(fixed, &turns.fixed)];
        if wheels.iter().all(Option::is_some) || !as_one(&turns) {
            let turns = [&mut turns.moving, &mut turns.fixed];
            for (stray, turn) in wheels.into_iter().zip(turns) {
                if let Some(stray) = stray {
                    still.lever += lever(turn);
                    still.wheels += stray;
                    *turn = Turn::none();
                }
            }
        }
        // Where the moving body does not turn, its centre is its origin.
        let own = if counts(moving, &turns.moving) {
            lever(&turns.moving)
        } else {
            0.0
        };
        still.around = from_table + own;
        (turns, still)
    }

    /// What φ may be off by where the way between the centres is that long, per unit of |n|.
    pub(super) fn stray(&self, far: f64) -> f64 {
        self.by * (far + self.around) + self.wheels
    }

    /// What the points that a body fills may stray by.
    pub(super) fn of_points(&self) -> f64 {
        self.wheels
    }
}

/// Whether both bodies turn by the same rotation vector, but for rounding: they need not stand to be at rest to each other.
fn as_one<T: Real>(turns: &Turns<T>) -> bool {
    let [a, b] = [&turns.moving, &turns.fixed].map(|turn| turn.rotation.map(Real::to_f64));
    let off = WHEEL * U;
    (a - b).norm_squared() <= off * off * a.norm_squared()
}

/// Whether a body turns by as much as counts.
fn counts<T: Real>(body: &Placed<T, impl Support>, turn: &Turn<T>) -> bool {
    let [omega, centre] = [turn.rotation, turn.centre.coords].map(|v| v.map(Real::to_f64));
    turns(&omega, &centre, body.shape().extent())
}

/// What a body may stray by that turns as a wheel does.
fn wheel<T: Real>(body: &Placed<T, impl Support>, turn: &Turn<T>) -> Option<f64> {
    let own = body.shape().axis_of_revolution()?;
    let lies = turn.centre.coords.map(Real::to_f64).cross(&own) == Vector3::zeros();
    let sine = lean(body, turn, |_| lies.then_some(own))?;
    Some(twice(sine) * (body.shape().extent() + lever(turn)))
}

/// The sine of the angle between an axis of a body's own and the one that it turns about, if it turns and they agree but for rounding.
fn lean<T: Real, S: Support>(
    body: &Placed<T, S>,
    turn: &Turn<T>,
    own: impl Fn(&S) -> Option<Vector3<f64>>,
) -> Option<f64> {
    let own = own(body.shape())?;
    if turn.is_none() {
        return None;
    }
    let quaternion = body.pose().rotation.as_ref().coords.map(Real::to_f64);
    let stands = rotation(&Quaternion::from(quaternion));
    let local = direction(&own);
    let own = stands.map(|row| dot(&row, &local));
    let sine = sine(&own, &direction(&turn.rotation.map(Real::to_f64)));
    (sine <= STILL * U).then_some(sine)
}

/// 2σ, rounded up.
fn twice(sine: f64) -> f64 {
    2.0 * sine * (1.0 + 64.0 * U)
}

/// From a body's origin to the point that it turns about, rounded up.
fn lever<T: Real>(turn: &Turn<T>) -> f64 {
    sqrt(turn.centre.coords.map(Real::to_f64).norm_squared()) * (1.0 + 8.0 * U)
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
