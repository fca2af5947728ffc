//! Checking a certificate: by support functions alone, in twice the precision of the solvers.
//!
//! Nothing here uses the solvers' frames, bounds or constants. For the plane: h(n) is the support of both shapes along
//! n, computed in wide arithmetic but for two things, which are added: a shape's own promise (8u·|n|·extent, see
//! `Support`) and the rounding of the direction that it is asked about (2u·|n|·extent). For the contact: the witness's
//! directions are asked for again, the weights are normalised, and the mixture's distance from the line of motion up
//! to the claimed fraction is what the radii, the target distance and the dilation have to cover.

use crate::wide::{Wide, Wide3, direction, dot, narrow, rotation, wide3};
use crate::{Certificate, Claim, Sweep};
use nalgebra::{Quaternion, Vector3};
use swept_support::{Placed, Real, Support, sqrt};

/// The angle, in radians, between the plane of a half-space and a claim of it: a solver that makes the normal of unit length and turns it into
/// the world and back may be off by some 27u each way, and its rounding for the certificate by u. Twice that.
const OWN_PLANE: f64 = 64.0 * f64::EPSILON;

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

pub(crate) fn verify<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
) -> Result<Proven, Flaw> {
    verify_moved(certificate, sweep, &sweep.displacement().map(Real::to_f64))
}

/// The same for the sweep's shapes moved by `d` instead.
pub(crate) fn verify_moved<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    // As for casts: see `once.rs`.
    #[cfg(debug_assertions)]
    let sweep = &sweep.as_dyn();
    any(certificate, sweep, d)
}

#[cfg_attr(debug_assertions, inline(never))]
fn any<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    let mut proven = plane(certificate, sweep, d)?;
    let tolerance = certificate.tolerance;
    match certificate.claim {
        Claim::Hit {
            fraction,
            fraction_upper,
        } => {
            proven.dilation = dilation(certificate, sweep, d, fraction_upper)?;
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
            // Shapes that touch and slide have no room, up to the contact tolerance; and points in one place, whose
            // tolerance is 0, none up to the rounding of numbers below the normal ones.
            let touching = tolerance.max(f64::MIN_POSITIVE);
            let holds = gap <= proven.gap || (gap == 0.0 && proven.gap >= -touching);
            claim("gap", gap, proven.gap, holds)?;
        }
        Claim::Overlap { depth } => {
            proven.dilation = dilation(certificate, sweep, d, 0.0)?;
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

fn claim(what: &'static str, claimed: f64, proven: f64, holds: bool) -> Result<(), Flaw> {
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

/// A placed shape with its exact rotation.
struct Body<'a, S> {
    shape: &'a S,
    rotation: [Wide3; 3],
    position: Wide3,
}

impl<'a, S: Support> Body<'a, S> {
    fn new<T: Real>(placed: &'a Placed<T, S>) -> Self {
        let q = placed.pose().rotation.as_ref().coords.map(Real::to_f64);
        Self {
            shape: placed.shape(),
            rotation: rotation(&Quaternion::from(q)),
            position: wide3(&placed.position()),
        }
    }

    /// The normal of an unbounded shape, in world space.
    fn unbounded_normal(&self) -> Option<Wide3> {
        let local = direction(&self.shape.unbounded_normal()?);
        Some(core::array::from_fn(|i| dot(&self.rotation[i], &local)))
    }

    /// max n·c over the core, without the position: the value by wide arithmetic, and what may be missing.
    fn support_value(&self, n: &Vector3<f64>) -> (Wide, f64) {
        let n_wide = wide3(n);
        let local: Wide3 = core::array::from_fn(|j| {
            let column = core::array::from_fn(|i| self.rotation[i][j]);
            dot(&column, &n_wide)
        });
        let point = self.shape.support_point(&narrow(&local));
        let missing = 10.0 * (0.5 * f64::EPSILON) * self.shape.extent() * sqrt(n.norm_squared());
        (dot(&local, &wide3(&point.coords)), missing)
    }

    /// The core's support point along a direction in its own frame, in world space.
    fn point(&self, n: &Vector3<f64>) -> Wide3 {
        let local = wide3(&self.shape.support_point(n).coords);
        core::array::from_fn(|i| dot(&self.rotation[i], &local) + self.position[i])
    }
}

/// What the plane proves.
fn plane<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
) -> Result<Proven, Flaw> {
    let mut n = certificate.plane / certificate.plane.amax();
    let mut exact = wide3(&n);
    let (moving, fixed) = (Body::new(sweep.moving()), Body::new(sweep.fixed()));
    let mut turned = 0.0;
    if let Some(normal) = fixed.unbounded_normal() {
        // Only its own normal supports an unbounded shape; the claimed plane must be that one.
        let claimed = n;
        (n, exact) = (narrow(&normal), normal);
        let angle = claimed.cross(&n).norm() / (claimed.norm() * n.norm());
        let agrees = claimed.dot(&n) > 0.0 && angle <= OWN_PLANE;
        claim("the plane of the unbounded shape", 0.0, angle, agrees)?;
        // The moving shape is asked about the normal as an `f64` has it.
        turned = 2.0 * f64::EPSILON;
    }
    let squared = n.norm_squared();
    claim(
        "the plane has a normal",
        1.0,
        squared,
        squared > 0.0 && squared.is_finite(),
    )?;
    let (on_fixed, missing_fixed) = fixed.support_value(&n);
    let (on_moving, missing_moving) = moving.support_value(&-n);
    let offset: Wide3 = core::array::from_fn(|i| fixed.position[i] - moving.position[i]);
    let core = on_fixed + on_moving + dot(&exact, &offset);
    // What is not wide from here on is widened by the few roundings that it takes.
    let up = 1.0 + 8.0 * f64::EPSILON;
    let length = dot(&exact, &exact).root();
    let radii = moving.shape.radius() + fixed.shape.radius();
    let turned = turned * moving.shape.extent() * length.value();
    let missing = (missing_fixed + missing_moving + turned) * up;
    let height = |radius: f64| core + Wide::from(radius) * length + Wide::from(missing);
    let closing = Wide::from(0.0) - dot(&exact, &wide3(d));
    let room = Wide::from(0.0) - height(radii + certificate.target_distance);
    let lower = if room.value() <= 0.0 {
        0.0
    } else if closing.value() <= 0.0 {
        f64::INFINITY
    } else {
        room.over(closing).value().next_down()
    };
    let never_closer = if closing.value() > 0.0 {
        closing
    } else {
        Wide::from(0.0)
    };
    let gap = Wide::from(0.0) - height(radii) - never_closer;
    Ok(Proven {
        lower,
        dilation: f64::INFINITY,
        gap: gap.over(length).value().next_down(),
        depth: height(radii).over(length).value().next_up(),
    })
}

/// How much the shapes must grow so that they are in contact somewhere up to `fraction`.
fn dilation<T: Real, A: Support, B: Support>(
    certificate: &Certificate,
    sweep: &Sweep<T, A, B>,
    d: &Vector3<f64>,
    fraction: f64,
) -> Result<f64, Flaw> {
    let witness = &certificate.witness;
    let count = witness.count.min(crate::Witness::MOST);
    let weights = &witness.weights[..count];
    let sum: f64 = weights.iter().sum();
    let valid = weights.iter().all(|w| *w >= 0.0) && sum > 0.0 && sum.is_finite();
    claim("the weights are a mixture", 1.0, sum, valid)?;
    let (moving, fixed) = (Body::new(sweep.moving()), Body::new(sweep.fixed()));
    let mut mixed = [Wide::default(); 3];
    for (i, w) in weights.iter().enumerate() {
        let share = Wide::from(*w).over(sum.into());
        let f = fixed.point(&witness.fixed_directions[i]);
        let m = moving.point(&witness.moving_directions[i]);
        mixed = core::array::from_fn(|k| mixed[k] + (f[k] - m[k]) * share);
    }
    let radii = moving.shape.radius() + fixed.shape.radius() + certificate.target_distance;
    // The promise of each shape's support points to lie in its core.
    let promise = 8.0 * f64::EPSILON * (moving.shape.extent() + fixed.shape.extent());
    if let Some(n) = fixed.unbounded_normal() {
        // Under one plane only the way along its normal counts.
        let ahead: Wide3 =
            core::array::from_fn(|k| Wide::from(d[k]) * Wide::from(fraction) - mixed[k]);
        let height = dot(&ahead, &n).over(dot(&n, &n).root());
        let grown = (height - Wide::from(radii)).value() + 2.0 * f64::EPSILON * radii;
        return Ok((grown + promise).max(0.0));
    }
    // The nearest point of the line of motion, no later than the fraction.
    let squared = d.norm_squared();
    let along = dot(&mixed, &wide3(d)).value();
    let t = if squared > 0.0 {
        (along / squared).clamp(0.0, fraction)
    } else {
        0.0
    };
    let rest: Wide3 = core::array::from_fn(|k| mixed[k] - Wide::from(d[k]) * Wide::from(t));
    let rest = sqrt(narrow(&rest).norm_squared());
    let grown = rest * (1.0 + 4.0 * f64::EPSILON) - radii * (1.0 - 4.0 * f64::EPSILON);
    Ok((grown + promise).max(0.0))
}
