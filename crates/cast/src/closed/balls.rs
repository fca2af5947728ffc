//! Two points with a radius around them, two spheres above all: straight from the sweep to the outcome.
//!
//! Rotations do not matter, so the world's axes are the working frame. With p the way from the moving centre to the fixed
//! one and r the sum of the radii, the line of motion t·d comes within r of p as in [`round`](super::round), and a step of
//! Newton's method from there gives the plane that proves it, as in [`proof`](super::proof). When they do not meet, the way
//! from p to the nearest point of the motion is the normal of the plane that keeps them apart by most.
//!
//! Starts in contact or far away, grazes and ends within the tolerance are left to the ways that serve all shapes.

use super::STEPS;
use super::answer::show;
use crate::answer::{Proof, between, certificate_tolerance, unit, witness_of};
use crate::found::{Directions, NO_PARTS};
use crate::problem::Plane;
use crate::tolerance::{self, FAR, MOTION, NOISE, POINT, POSITION, SUPPORT, U, WORST_POINT};
use crate::{Certificate, Claim, Hit, Method, Miss, Observer, Outcome, Sweep};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{KnownCore, Real, Support, sqrt};

type V = Vector3<f64>;

/// The sweep of two balls.
struct Balls {
    /// From the moving centre to the fixed one.
    p: V,
    d: V,
    moving_radius: f64,
    fixed_radius: f64,
    /// The target distance.
    reach: f64,
    /// The sum of all lengths that enter.
    scale: f64,
    /// Rounding error of h(n) per unit of |n|: see [`Problem::new`](crate::problem::Problem::new).
    error: f64,
}

/// Whether both cores are points.
#[inline(always)]
pub(crate) fn are<T: Real, A: Support, B: Support>(sweep: &Sweep<T, A, B>) -> bool {
    let point = |core| matches!(core, KnownCore::Point);
    point(sweep.moving().shape().known_core()) && point(sweep.fixed().shape().known_core())
}

/// The outcome of two balls, in the clear cases.
#[inline(always)]
pub(crate) fn solve<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    reach: f64,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    let (m, f) = (sweep.moving(), sweep.fixed());
    let d = sweep.displacement().map(Real::to_f64);
    let p = f.position() - m.position();
    let (moving_radius, fixed_radius) = (m.shape().radius(), f.shape().radius());
    let extent = m.shape().extent() + f.shape().extent();
    let radius = moving_radius + fixed_radius + reach;
    let (closing, squared) = (d.dot(&p), p.norm_squared());
    let distance = sqrt(squared);
    let size = extent + radius;
    let room = squared - radius * radius;
    let motion = d.norm_squared();
    let ordinary = motion >= T::MIN_LENGTH * T::MIN_LENGTH && distance <= FAR * 0.125 * size;
    if !(room > 0.0 && ordinary && radius > 0.0) {
        return None;
    }
    let scale = size + distance;
    let balls = Balls {
        p,
        d,
        moving_radius,
        fixed_radius,
        reach,
        scale,
        error: U * (POSITION * scale + SUPPORT * extent),
    };
    // How far off the line p lies, by Lagrange's identity: see `round`.
    let discriminant = motion * radius * radius - d.cross(&p).norm_squared();
    if closing > 0.0 && discriminant >= 0.0 {
        let t = room / (closing + sqrt(discriminant));
        if t <= 1.0 {
            return balls.hit(sweep, t, sqrt(motion), observer, proof);
        }
    }
    balls.miss(closing, motion, observer, proof)
}

impl Balls {
    /// Contact near `t`.
    ///
    /// The plane with the normal x = t d − p has its root at N / V with N = −(x·p + r |x|), V = −x·d. Rounding takes up to
    /// E |x| from the one and adds up to S |x| to the other, S = 4u |d| as for every plane, and
    ///
    /// ```text
    /// (N − E |x|) / (V + S |x|)  ≥  N / V − (E + S N / V) |x| / V
    /// ```
    ///
    /// by s (e V + s N) / (V² (V + s)) with e = E |x| and s = S |x|. The right side takes one quotient, 1 / V. It rounds N / V by
    /// 3u at most, which the last factor covers, and the small term by a few u of itself, which E does: N errs by no more
    /// than 6.5u of the scale, and E counts 7.
    #[inline(always)]
    fn hit<T: Real, A: Support, B: Support>(
        &self,
        sweep: &Sweep<T, A, B>,
        t: f64,
        motion: f64,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let (p, d) = (&self.p, &self.d);
        let radius = self.moving_radius + self.fixed_radius + self.reach;
        let normal = d * t - p;
        let length = sqrt(normal.norm_squared());
        let inverse = -1.0 / normal.dot(d);
        let root = -(normal.dot(p) + radius * length) * inverse;
        let stretch = length * inverse;
        let slower = U * MOTION * motion * root;
        let lower = (root - (self.error + slower) * stretch) * (1.0 - 2.0 * f64::EPSILON);
        // Contact, by the distance there; not so flat a graze that the bracket is wide; clear of the start and the end.
        let apart = (d * root - p).norm_squared();
        let within = radius + NOISE * self.scale;
        let steep = stretch * motion <= tolerance::wide::<T>() / POINT;
        let touching = tolerance::contact::<T>() * self.scale * stretch;
        if !(apart <= within * within && steep && lower > touching && root <= 1.0) {
            return None;
        }
        let upper = (root + WORST_POINT * self.scale * stretch) * (1.0 + f64::EPSILON);
        let fraction = T::round_down(lower);
        let fraction_upper = T::round_up(if upper < 1.0 { upper } else { 1.0 });
        let out = normal * (1.0 / length);
        let on_fixed = sweep.fixed().position() + out * self.fixed_radius;
        let there = sweep.moving().position() + d * fraction.to_f64();
        let on_moving = there - out * self.moving_radius;
        let narrow = |v: V| Point3::from(v.map(T::nearest));
        if let Some(proof) = proof {
            let claim = Claim::Hit {
                fraction: fraction.to_f64(),
                fraction_upper: fraction_upper.to_f64(),
            };
            let short = sqrt(apart) - radius;
            let short = if short > 0.0 { short } else { 0.0 };
            prove::<T>(proof, claim, out, (self.scale, short), self.reach);
        }
        show(Method::ClosedForm, &out, p, lower, observer);
        Some(Outcome::Hit(Hit {
            fraction,
            fraction_upper,
            normal: Unit::new_unchecked(out.map(T::nearest)),
            point_moving: narrow(on_moving),
            point_fixed: narrow(on_fixed),
        }))
    }

    /// No contact: the normal from p to the nearest point s d of the motion, 0 ≤ s ≤ 1.
    #[inline(always)]
    fn miss<T: Real>(
        &self,
        closing: f64,
        motion: f64,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let s = between(closing / motion, 0.0, 1.0);
        let normal = self.d * s - self.p;
        let axis: Unit<Vector3<T>> = unit(&normal);
        let plane = axis.map(Real::to_f64);
        let length = sqrt(plane.norm_squared());
        let height = plane.dot(&self.p) + (self.moving_radius + self.fixed_radius) * length;
        let gap = Plane {
            height: height + self.error * length,
            speed: plane.dot(&self.d),
            speed_error: U * MOTION * length * sqrt(motion),
            length,
            error: self.error * length,
        }
        .gap();
        let gap = T::round_down(gap);
        if gap <= T::zero() {
            return None;
        }
        if let Some(proof) = proof {
            let claim = Claim::Miss { gap: gap.to_f64() };
            prove::<T>(proof, claim, plane, (self.scale, 0.0), self.reach);
        }
        show(Method::ClosedForm, &plane, &self.p, f64::INFINITY, observer);
        Some(Outcome::Miss(Miss { axis, gap }))
    }
}

/// Writes the certificate down: what is claimed, the plane, the scale, and what the proof is open by. A hit has both
/// shapes' one point for its witness.
#[cold]
fn prove<T: Real>(
    proof: &mut Proof,
    claim: Claim,
    plane: V,
    (scale, short): (f64, f64),
    reach: f64,
) {
    let mut parts = NO_PARTS;
    let (fixed, moving) = (V::y(), V::y());
    if let Claim::Hit { .. } = claim {
        parts[0] = (Directions { fixed, moving }, 1.0);
    }
    *proof = Proof {
        certificate: Certificate {
            claim,
            plane,
            witness: witness_of(&parts),
            target_distance: reach,
            tolerance: certificate_tolerance::<T>(scale, short),
        },
        method: Method::ClosedForm,
        steps: STEPS,
    };
}
