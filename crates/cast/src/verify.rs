//! Checking a certificate: by support functions alone, in twice the precision of the solvers.
//!
//! Nothing here uses the solvers' frames, bounds or constants. For the plane: h(n) is the support of both shapes along
//! n, computed in wide arithmetic but for two things, which are added: a shape's own promise (8u·|n|·extent, see
//! `Support`) and how far the direction that it is asked about is from n (times the extent), both with the extent about its middle where it
//! has one. For the contact: the witness's directions are asked for again, the weights are normalised, and the mixture's distance from
//! the line of motion up to the claimed fraction is what the radii, the target distance and the dilation have to cover. The same promise
//! is added: each support point lies within 8u·extent of its convex core, and so does a mixture of them.
//!
//! **What a shape is asked about** may be any direction a near n, in the shape's own frame. For a point c of the core, seen from the middle,
//! and the support point p along a
//!
//! ```text
//! n·c = a·c + (n − a)·c ≤ a·p + 8u·|a|·extent + |n − a|·extent
//! ```
//!
//! Two are asked: n to its last place, and the one that plain arithmetic turns n into. The lesser bound counts. The second is for what casts
//! state: they have asked about that one, and a shape gives the same point again, whatever its promise leaves open between directions next
//! to one another. What they state is a·p with their own rounding, 7u, and the same 8u and |n − a| taken off, which they bound by
//! `ROTATION` and do not know any better. So whatever the shape answers, this check comes to no less.

use crate::answer::between;
use crate::aside::middle_or_origin;
use crate::wide::{Wide, Wide3, direction, dot, narrow, rotation, sum_of, wide3};
use crate::{Certificate, Claim, Sweep, Witness};
use nalgebra::{Quaternion, Vector3};
use swept_support::{LinearMap, Middle, Placed, Real, Support, brought_near, length, sqrt};

/// The greatest angle, in radians, between a half-space's normal and the certificate's: twice what a solver may be off by, which is
/// some 29u for making the normal of unit length and turning it into the world, as much for turning it back, and u for rounding it.
const OWN_PLANE: f64 = 64.0 * f64::EPSILON;

/// The error of a height in wide arithmetic, per unit of all lengths in it. With e = 2⁻¹⁰⁶ (see `wide.rs`) a vector that stands turned is 148e
/// of its length off, one that turns 298e (`turning/verify/body.rs`), but for what its angle adds. The worst is a centre of rotation of a body
/// beside a half-space or a normal that turns: 148e where the body stands at the start, 298e at the fraction, and 298e of the normal.
/// Their product is 13e off, a product with the fraction 7e, and nine sums 3e each: 791e. All else is less: of a support point 298e and 13e
/// twice, and sums; of a radius 298e for the normal's length, 12e for its root, and 7e. This is 1024e.
pub(crate) const WIDE_ROUNDING: f64 = f64::from_bits((1023 - 96) << 52);

/// The additional error of products and quotients that are subnormal: each is off by half of the least number. The product of two wide
/// numbers has three that may be, a sum of three products nine; and there are at most five such sums, a radius and a quotient: 49 halves
/// of it, and this is 64.
const SUBNORMAL: f64 = f64::from_bits(32);

/// Beyond all fractions: a wide quotient that is no number is greater than this. Its products are numbers up to 2⁹⁹⁶.
const BEYOND: f64 = f64::from_bits((1023 + 900) << 52);

/// Plain `f64` operations on what may be missing: their few roundings are added.
const UP: f64 = 1.0 + 8.0 * f64::EPSILON;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proven {
    /// Proven: no contact before this fraction (no nearness below the target distance). 0 when the plane does not
    /// separate the start, infinite when it proves that there never is contact.
    pub lower: f64,
    /// The growth of the shapes, a length in all, that the proof of contact needs; infinite for answers that do not
    /// claim contact.
    pub dilation: f64,
    /// Proven: the room that the plane leaves during the whole sweep. Negative when it leaves none.
    pub gap: f64,
    /// Proven: a translation by this length along the plane's normal frees the shapes at the start. Negative when they
    /// are apart.
    pub depth: f64,
    /// What the certificate allows itself, not proven but claimed: a gap of 0 may fall short by it, and the proof of contact may grow the
    /// shapes by it. Whoever does not know where a certificate is from should insist on what is nothing to them.
    pub tolerance: f64,
}

/// What fails in a certificate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}: claimed {claimed:e}, proven {proven:e}")]
pub struct Flaw {
    /// Which claim fails.
    pub what: &'static str,
    /// The claim.
    pub claimed: f64,
    /// What could be proven.
    pub proven: f64,
}

/// Checks a certificate against the sweep that it is about.
pub(crate) fn verify<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
) -> Result<Proven, Flaw> {
    verify_moved(certificate, sweep, &sweep.displacement().map(Real::to_f64))
}

/// Checks a certificate against a sweep of the same shapes by the displacement `d`.
pub(crate) fn verify_moved<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    // As for casts: see `once.rs`.
    #[cfg(debug_assertions)]
    let sweep = &sweep.as_dyn();
    check(certificate, sweep, d)
}

#[cfg_attr(debug_assertions, inline(never))]
fn check<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    check_target(certificate.target_distance)?;
    let tolerance = certificate.tolerance;
    check_tolerance(tolerance)?;
    let mut proven = plane(certificate, sweep, d)?;
    match certificate.claim {
        Claim::Hit {
            fraction,
            fraction_upper,
        } => {
            check_upper(fraction_upper)?;
            let reach = certificate.target_distance;
            proven.dilation = dilation(certificate, sweep, d, (fraction_upper, reach))?;
            claim(
                "no contact before the fraction",
                fraction,
                proven.lower,
                fraction <= proven.lower,
            )?;
            claim(
                "fraction_upper",
                fraction_upper,
                fraction,
                fraction <= fraction_upper,
            )?;
            claim(
                "contact by fraction_upper",
                tolerance,
                proven.dilation,
                proven.dilation <= tolerance,
            )?;
        }
        Claim::Miss { gap } => {
            // A gap of 0 is claimed for shapes that touch and slide, and may be open by the contact tolerance. Of two points in one
            // place that tolerance is 0: for these it may be open by the rounding of subnormal numbers.
            let touching = tolerance.max(f64::MIN_POSITIVE);
            let holds = gap <= proven.gap || (gap == 0.0 && proven.gap >= -touching);
            claim("gap", gap, proven.gap, holds)?;
        }
        Claim::Overlap { depth } => {
            // An overlap is one of the shapes themselves: the target distance does not count.
            proven.dilation = dilation(certificate, sweep, d, (0.0, 0.0))?;
            claim(
                "contact at the start",
                tolerance,
                proven.dilation,
                proven.dilation <= tolerance,
            )?;
            claim("depth", depth, proven.depth, proven.depth <= depth)?;
        }
        Claim::Unresolved { safe_fraction } => {
            claim(
                "safe_fraction",
                safe_fraction,
                proven.lower,
                safe_fraction <= proven.lower,
            )?;
        }
    }
    Ok(proven)
}

/// A flaw, unless the claim holds.
pub(crate) fn claim(
    what: &'static str,
    claimed: f64,
    proven: f64,
    holds: bool,
) -> Result<(), Flaw> {
    if holds {
        Ok(())
    } else {
        Err(Flaw {
            what,
            claimed,
            proven,
        })
    }
}

/// Checks that a target distance is a length.
pub(crate) fn check_target(distance: f64) -> Result<(), Flaw> {
    let holds = (0.0..=f64::MAX_LENGTH).contains(&distance);
    claim("the target distance is a length", distance, 0.0, holds)
}

/// Checks that a tolerance is a finite length. Shapes that may grow without end touch wherever they are, even by a witness that is no
/// number.
pub(crate) fn check_tolerance(tolerance: f64) -> Result<(), Flaw> {
    let holds = tolerance >= 0.0 && tolerance.is_finite();
    claim("the tolerance is a finite length", tolerance, 0.0, holds)
}

/// Checks that the upper end of a bracket is a fraction of the motion.
pub(crate) fn check_upper(fraction: f64) -> Result<(), Flaw> {
    let holds = (0.0..=1.0).contains(&fraction);
    claim("fraction_upper is one of the motion", fraction, 1.0, holds)
}

/// The support points of a witness: for each, the directions on the fixed and on the moving shape, and its share of the mixture. A
/// flaw, unless all of them are numbers, and the weights are neither too small nor too large for wide arithmetic.
///
/// A shape promises nothing of a direction near the ends of the range of `f64`, and where squares of it vanish a shape may break what it
/// promises: its point may lie far outside of it. So directions are brought near to 1 by a power of two, which changes no other point.
pub(crate) fn mixture(
    witness: &Witness,
) -> Result<impl Iterator<Item = (Vector3<f64>, Vector3<f64>, Wide)>, Flaw> {
    let count = witness.count.min(Witness::MOST);
    let weights = &witness.weights[..count];
    let sum = (weights.iter()).fold(Wide::default(), |sum, w| sum + Wide::from(*w));
    let fits = (FEWEST..=1.0 / FEWEST).contains(&sum.value());
    let valid = fits && weights.iter().all(|w| *w >= 0.0);
    claim("the weights are a mixture", 1.0, sum.value(), valid)?;
    let (fixed, moving) = (&witness.fixed_directions, &witness.moving_directions);
    for n in fixed[..count].iter().chain(&moving[..count]) {
        let size = n.amax();
        // `amax` may pass over a NaN.
        let finite = n.iter().all(|x| x.is_finite());
        claim("the witness has directions", 0.0, size, finite)?;
    }
    let shares = weights.iter().map(move |w| Wide::from(*w).over(sum));
    let directions = fixed.iter().zip(moving);
    let near = |n: &Vector3<f64>| brought_near(n).unwrap_or(*n);
    Ok(directions
        .zip(shares)
        .map(move |((f, m), share)| (near(f), near(m), share)))
}

/// The least sum of weights, 2⁻⁴⁰⁰; the greatest is 2⁴⁰⁰. Weights may come in any unit, and between these two their products neither
/// overflow nor lose digits.
const FEWEST: f64 = f64::from_bits((1023 - 400) << 52);

/// A growth of the shapes: 0 where they overlap, and infinite, which proves nothing, for NaN.
pub(crate) fn growth(by: f64) -> f64 {
    if by.is_nan() {
        f64::INFINITY
    } else {
        by.max(0.0)
    }
}

/// A placed shape with its exact rotation.
struct Body<'a, S> {
    shape: &'a S,
    /// What its promise is about: the core's middle, or else the shape's origin, and how far the core reaches from there.
    middle: Middle,
    rotation: [Wide3; 3],
    /// The same in plain arithmetic.
    stands: LinearMap,
    position: Wide3,
}

impl<'a, S: Support> Body<'a, S> {
    fn new<T: Real>(placed: &'a Placed<T, S>) -> Self {
        let q = placed.pose().rotation.as_ref().coords.map(Real::to_f64);
        let shape = placed.shape();
        Self {
            shape,
            middle: middle_or_origin(shape),
            rotation: rotation(&Quaternion::from(q)),
            stands: placed.rotation(),
            position: wide3(&placed.position()),
        }
    }

    /// The normal of an unbounded shape, in world space.
    fn unbounded_normal(&self) -> Option<Wide3> {
        let local = direction(&self.shape.unbounded_normal()?);
        Some(core::array::from_fn(|i| dot(&self.rotation[i], &local)))
    }

    /// An upper bound on max n·c over the core, without the position. `asked`, times a number about 1, is about n in the shape's own frame.
    fn reach(&self, n: &Wide3, (asked, times): (&Vector3<f64>, Wide)) -> Wide {
        let local: Wide3 = core::array::from_fn(|j| {
            let column = core::array::from_fn(|i| self.rotation[i][j]);
            dot(&column, n)
        });
        let Middle { at, extent } = self.middle;
        let by = |asked: &Vector3<f64>, times: Wide| {
            // As the promise has it: see `Support`.
            let point = self.shape.support_point(asked) - at;
            let a = wide3(asked).map(|x| x * times);
            let aside = core::array::from_fn(|k| local[k] - a[k]);
            let length = |v: &Wide3| sqrt(narrow(v).norm_squared());
            let missing = (4.0 * f64::EPSILON * length(&a) + length(&aside)) * extent;
            dot(&local, &wide3(&at.coords)) + dot(&a, &wide3(&point)) + Wide::from(missing * UP)
        };
        let (exact, bound) = (narrow(&local), by(asked, times));
        if exact == *asked {
            return bound;
        }
        let other = by(&exact, Wide::from(1.0));
        if (other - bound).value() < 0.0 {
            other
        } else {
            bound
        }
    }

    /// The core's support point along a direction in its own frame, from its origin, in the world's axes.
    fn point(&self, n: &Vector3<f64>) -> Wide3 {
        let local = wide3(&self.shape.support_point(n).coords);
        core::array::from_fn(|i| dot(&self.rotation[i], &local))
    }
}

/// The normal of the plane to check, to all of its digits: the certificate's, or of a half-space its own one, from which the certificate's
/// differs by rounding. And the certificate's, brought near to 1 by a power of two, with what it has to be multiplied by to be as long.
fn normal<S: Support>(
    claimed: &Vector3<f64>,
    fixed: &Body<'_, S>,
) -> Result<(Wide3, Vector3<f64>, Wide), Flaw> {
    let near = brought_near(claimed).unwrap_or(*claimed);
    let claimed = wide3(&near);
    let (mut normal, mut times) = (claimed, Wide::from(1.0));
    if let Some(own) = fixed.unbounded_normal() {
        let n = narrow(&own);
        let angle = near.cross(&n).norm() / (near.norm() * n.norm());
        let agrees = near.dot(&n) > 0.0 && angle <= OWN_PLANE;
        claim("the plane of the unbounded shape", 0.0, angle, agrees)?;
        times = dot(&own, &own).root().over(dot(&claimed, &claimed).root());
        normal = own;
    }
    let squared = narrow(&normal).norm_squared();
    let holds = squared > 0.0 && squared.is_finite();
    claim("the plane has a normal", 1.0, squared, holds)?;
    Ok((normal, near, times))
}

/// What the plane proves.
fn plane<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    let (moving, fixed) = (Body::new(sweep.moving()), Body::new(sweep.fixed()));
    let (n, near, times) = normal(&certificate.plane, &fixed)?;
    let opposite = n.map(|x| Wide::from(0.0) - x);
    let on_fixed = fixed.reach(&n, (&fixed.stands.turn_back(&near), times));
    let on_moving = moving.reach(&opposite, (&-moving.stands.turn_back(&near), times));
    let offset: Wide3 = core::array::from_fn(|i| fixed.position[i] - moving.position[i]);
    let core = on_fixed + on_moving + dot(&n, &offset);
    let length = dot(&n, &n).root();
    let radii = Wide::from(moving.shape.radius()) + Wide::from(fixed.shape.radius());
    let target = Wide::from(certificate.target_distance);
    let lengths = sum_of(&offset) + moving.shape.extent() + fixed.shape.extent();
    // The rounding counts only what enters: a gap does not depend on the target distance, however large that is.
    let height = |radius: Wide| {
        let rounding = WIDE_ROUNDING * (lengths + radius.value()) * length.value();
        core + radius * length + Wide::from(rounding * UP)
    };
    let turned = fixed.shape.unbounded_normal().is_some() && !fixed.stands.exact;
    let closing = closing(&n, d, turned);
    let lower = first_contact(Wide::from(-SUBNORMAL) - height(radii + target), closing);
    let never_closer = if closing.value() > 0.0 {
        closing
    } else {
        Wide::from(0.0)
    };
    let gap = Wide::from(0.0) - height(radii) - never_closer;
    let depth = Wide::from(0.0) - below(Wide::from(0.0) - height(radii).over(length));
    Ok(Proven {
        lower,
        dilation: f64::INFINITY,
        gap: below(gap.over(length)).floor(),
        depth: depth.ceil(),
        tolerance: certificate.tolerance,
    })
}

/// A quotient less what it may be off by.
fn below(quotient: Wide) -> Wide {
    quotient - Wide::from(WIDE_ROUNDING * quotient.value().abs() + SUBNORMAL)
}

/// A lower bound on the fraction of first contact, for a separation of at least `room` that closes by no more than `closing` per unit
/// of the fraction. 0 where the room is not positive or NaN.
fn first_contact(room: Wide, closing: Wide) -> f64 {
    let (apart, closes) = (room.value() > 0.0, closing.value() > 0.0);
    if !apart {
        return 0.0;
    }
    if !closes {
        return f64::INFINITY;
    }
    let quotient = room.over(closing);
    if quotient.value().is_finite() {
        below(quotient).floor()
    } else {
        BEYOND
    }
}

/// An upper bound on −n·d.
///
/// The error of a sum of three products is a part of their magnitudes, not of the sum: where large terms cancel, the smallest may be
/// all that is left. A term that is exactly 0 adds nothing. A half-space's normal that is `turned` into the world is off by a part of its
/// length, in each of its parts, even in one that comes out as 0.
fn closing(n: &Wide3, d: &Vector3<f64>, turned: bool) -> Wide {
    let nothing = (0..3).all(|k| n[k].value() == 0.0 || d[k] == 0.0);
    if nothing && !turned {
        return Wide::from(0.0);
    }
    let d = wide3(d);
    let mut magnitudes: f64 = (0..3).map(|k| (n[k] * d[k]).value().abs()).sum();
    if turned {
        magnitudes += narrow(n).norm() * sum_of(&d);
    }
    Wide::from(WIDE_ROUNDING * magnitudes + SUBNORMAL) - dot(n, &d)
}

/// How much the shapes must grow so that somewhere up to `fraction` they are within `reach` of each other.
fn dilation<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
    (fraction, reach): (f64, f64),
) -> Result<f64, Flaw> {
    let (moving, fixed) = (Body::new(sweep.moving()), Body::new(sweep.fixed()));
    // The offset of the origins comes first: far from the world's origin nothing is lost then. The shares sum up to 1.
    let mut mixed: Wide3 = core::array::from_fn(|k| fixed.position[k] - moving.position[k]);
    for (on_fixed, on_moving, share) in mixture(&certificate.witness)? {
        let (f, m) = (fixed.point(&on_fixed), moving.point(&on_moving));
        mixed = core::array::from_fn(|k| mixed[k] + (f[k] - m[k]) * share);
    }
    let radii =
        Wide::from(moving.shape.radius()) + Wide::from(fixed.shape.radius()) + Wide::from(reach);
    let radii = radii.floor(); // the f64 below
    // How far support points may lie outside of their core (the promise of `Support`), and the rounding of the mixture. The points p lie
    // within e = 8u·extent of points c of the core, and the weights w are no less than 0 and 1 in all: Σ w c is in the core, and
    // |Σ w p − Σ w c| ≤ Σ w |p − c| ≤ e. The witness holds the directions as the shape was asked about them: nothing is rounded there.
    let extents = moving.shape.extent() + fixed.shape.extent();
    let lengths = extents + sum_of(&mixed) + radii;
    let promise = |part: f64| {
        let way = sum_of(&wide3(d)) * part;
        4.0 * f64::EPSILON * (moving.middle.extent + fixed.middle.extent)
            + WIDE_ROUNDING * (lengths + way)
    };
    if let Some(n) = fixed.unbounded_normal() {
        // Of a half-space only the distance along its normal counts.
        let ahead: Wide3 =
            core::array::from_fn(|k| Wide::from(d[k]) * Wide::from(fraction) - mixed[k]);
        let height = dot(&ahead, &n).over(dot(&n, &n).root());
        let grown = (height - Wide::from(radii)).value() + 2.0 * f64::EPSILON * radii;
        // Rounded to `f64` last, and twice before.
        return Ok(growth((grown + promise(fraction)) * UP));
    }
    // The nearest point of the line of motion, no later than the fraction. In units of the motion, whose own products may vanish.
    let unit = d.amax();
    let t = if unit > 0.0 {
        let along = d / unit;
        let ahead = dot(&mixed, &wide3(&along)).value();
        between(ahead / along.norm_squared() / unit, 0.0, fraction)
    } else {
        0.0
    };
    let rest: Wide3 = core::array::from_fn(|k| mixed[k] - Wide::from(d[k]) * Wide::from(t));
    let rest = length(&narrow(&rest));
    let grown = rest * (1.0 + 4.0 * f64::EPSILON) - radii * (1.0 - 4.0 * f64::EPSILON);
    Ok(growth(grown + promise(t)))
}

#[cfg(test)]
mod tests;
