//! What stands for a shape, cast in its place.
//!
//! Among triangles that are small beside a shape, boxes are passed over by planes of their own (`sieve/boxes.rs`), and which ones depends on the
//! tree. An answer does not, as long as a triangle's number is no less than what any box around it can have been passed over for (`pairs.rs`).
//!
//! Let the box around the shape meet a box of the tree at t, and the triangle's own box, which is within that, at s ≥ t. A plane then says
//! that what stands for the shape, the ball or the box around it, wider by w, does not meet the tree's box, and so not the triangle, from t until
//! the number that it gives. So it does not meet the triangle before that from s on, nor from any later fraction that is known of the triangle: let
//! it do so at F(w). That is what the number has to be, or more; and with v < w, F(v) ≥ F(w) + (w − v)/D, for a way of length D, unless both
//! are the fraction at which they begin. (Where either is beyond the part of the way on which the box around the shape meets the tree, nothing is
//! met: for the plane that is any number above its end.)
//!
//! A cast that calls a length of c < w a touch, and proves that a hit is between the fractions f and f + e, has
//!
//! ```text
//! f ≥ F(c) − e ≥ F(w) + (w − c)/D − e,
//! ```
//!
//! which is F(w) or more where e D ≤ w − c. Of w, what rounding takes of the plane is not to be had (`sieve/boxes.rs`): there are two thirds of
//! [`SIEVE_SLACK`](crate::tolerance::SIEVE_SLACK) left of all lengths that enter, the shape's size among them, and what casts may call a touch with its
//! plane's rounding, 64 units of the scalar or 128u of `f64` ([`PASSING`](crate::tolerance::PASSING)), of which casts take one unit, or 28u. So half of
//! both, of the size and of the motion's lengths, may be left open; nearly all hits leave less. For what is open by more, and for what was given up, what
//! stands for the shape is cast against the triangle, in `f64` and wider by v, half of what may be called a touch, which is more than c and less than
//! w. Its bracket is closed to some u along the normal, as if v were greater by that. The fraction is the number then, and counts as proven, as the
//! bounds of boxes do. Where even that is given up, or lengths are below 2⁻¹⁰⁰, which have no shape, the number is what it was: then the answer may
//! depend on the tree.

use crate::sieve::Around;
use crate::tolerance::STAND_IN_STEPS;
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Outcome, Sweep};
use swept_support::{Cuboid, Placed, Real, Rounded, Sphere, Support};

/// Whether the outcome of a sweep by `displacement` leaves more open than this length of its way.
#[inline]
pub(crate) fn is_open<T: Real>(
    outcome: &Outcome<T>,
    displacement: &Vector3<f64>,
    length: f64,
) -> bool {
    match outcome {
        Outcome::Hit(hit) => {
            let open = hit.fraction_upper.to_f64() - hit.fraction.to_f64();
            open * displacement.lp_norm(1) > length
        }
        Outcome::Unresolved(_) => true,
        Outcome::Miss(_) | Outcome::Overlap(_) => false,
    }
}

/// The fraction from `first` on until which what is `around` a core and `radius` about that, and `touch` wider, keeps apart from `fixed`: infinite
/// where it passes by.
#[cold]
#[inline(never)]
pub(crate) fn first<T: Real, S: Support, B: Support>(
    around: &Around,
    (radius, touch): (f64, f64),
    moving: &Placed<T, S>,
    (first, displacement): (f64, &Vector3<f64>),
    fixed: &Placed<T, B>,
) -> f64 {
    let pose = |position: Vector3<f64>, pose: Isometry3<T>| {
        let turn = Quaternion::from(pose.rotation.coords.map(Real::to_f64));
        Isometry3::from_parts(position.into(), UnitQuaternion::new_unchecked(turn))
    };
    let shape: &dyn Support = fixed.shape();
    let Ok(fixed) = Placed::new(shape, pose(fixed.position(), fixed.pose())) else {
        return first;
    };
    let at = |middle: &Vector3<f64>| {
        let middle = moving.position() + moving.rotation().apply(middle) + displacement * first;
        pose(middle, moving.pose())
    };
    let left = 1.0 - first;
    let way = displacement * left;
    // Infinite where nothing is left of the way, too.
    let on = |met: f64| {
        if met.is_finite() {
            first + left * met
        } else {
            met
        }
    };
    let met = if around.is_round(radius) {
        Sphere::new(around.own.radius + radius + touch)
            .ok()
            .and_then(|ball| cast(&ball, at(&around.own.centre.coords), &way, &fixed))
    } else {
        Cuboid::new(around.half)
            .and_then(|cuboid| Rounded::new(cuboid, radius + touch))
            .ok()
            .and_then(|cuboid| cast(&cuboid, at(&around.centre), &way, &fixed))
    };
    on(met.unwrap_or(0.0))
}

/// Compiled once, for all that may be met.
#[inline(never)]
fn cast(
    shape: &dyn Support,
    pose: Isometry3<f64>,
    displacement: &Vector3<f64>,
    fixed: &Placed<f64, &dyn Support>,
) -> Option<f64> {
    let moving = Placed::new(shape, pose).ok()?;
    let options = CastOptions {
        max_steps: STAND_IN_STEPS,
        ..CastOptions::default()
    };
    let sweep = Sweep::new(moving, *displacement, *fixed).ok()?;
    match sweep.cast_with(&options) {
        Outcome::Hit(hit) => Some(hit.fraction),
        Outcome::Miss(_) => Some(f64::INFINITY),
        Outcome::Overlap(_) => Some(0.0),
        Outcome::Unresolved(open) => Some(open.safe_fraction),
    }
}
