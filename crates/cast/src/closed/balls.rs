//! Two points with a radius around them, two spheres above all: straight from the sweep to the outcome.
//!
//! Rotations do not matter, so the world's axes are the working frame. With p the way from the moving centre to the fixed
//! one and r the sum of the radii, the line of motion t·d comes within r of p where |p − t d| = r, at (d·p − √D) / |d|² with
//! D = |d|² r² − |d × p|². This cancels where p is far, by no more than the rounding of p does, and a step of Newton's method
//! from there gives the plane that proves it. When they do not meet, the way from p to the nearest point of the motion is the
//! normal of the plane that keeps them apart by most.
//!
//! A start in contact is measured by the same two centres ([`start`]). Those far away in `f64`, grazes and ends within the tolerance are left
//! to the ways that serve all shapes.

pub(crate) mod stand;
pub(crate) mod start;

use super::answer::show;
use super::{Cores, STEPS};
use crate::answer::{Proof, along, between, certificate_tolerance, is_plain, witness_of};
use crate::found::{Directions, NO_PARTS};
use crate::problem::Plane;
use crate::tolerance::{self, CORRECTED, MOTION, NOISE, POSITION, STEEP_BALLS, SUPPORT, U};
use crate::{Certificate, Claim, Hit, Method, Miss, Observer, Outcome, Sweep};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{KnownCore, Placed, Real, Support, sqrt};

type V = Vector3<f64>;

/// The sweep of two balls.
#[derive(Clone, Copy)]
pub(super) struct Balls {
    /// From the moving centre to the fixed one.
    p: V,
    d: V,
    /// |d|², its inverse, and d·p.
    motion: f64,
    per_motion: f64,
    closing: f64,
    /// Both radii and the target distance.
    radius: f64,
    /// Both radii.
    radii: f64,
    /// The target distance.
    reach: f64,
    /// The sum of all lengths that enter.
    scale: f64,
    /// Rounding error of h(n) per unit of |n|: see [`Problem::new`](crate::problem::Problem::new).
    error: f64,
    /// Whether the balls are apart at the start, not far, no more than balls, and move.
    pub(super) ordinary: bool,
}

/// A ball as it stands: where, its radius, and its core's extent.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    pub(super) position: V,
    pub(super) radius: f64,
    pub(super) extent: f64,
}

/// Where the line of motion meets the fixed ball.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) t: f64,
    /// √D: how fast the motion closes in there, times the radius.
    speed: f64,
}

/// First contact.
pub(super) struct Met {
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// Out of the fixed ball.
    pub(super) out: V,
    /// Of the plane, before rounding is taken off.
    root: f64,
    /// Whether all that was to be proven is.
    pub(super) clear: bool,
}

/// No contact, as far as the motion is from the fixed ball where it is nearest.
pub(super) struct Passed<T> {
    /// The way from there, as it is returned.
    pub(super) axis: Vector3<T>,
    /// The room along it, before it is rounded to the caller's scalar.
    pub(super) gap: f64,
    /// Whether that is surely a miss.
    pub(super) clear: bool,
}

/// Whether both cores are points.
#[inline(always)]
pub(crate) fn are(cores: &Cores) -> bool {
    matches!(cores, (KnownCore::Point, KnownCore::Point))
}

/// The outcome of two balls, in the clear cases.
#[inline(always)]
pub(crate) fn solve<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    reach: f64,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    let (moving, fixed) = (Ball::new(sweep.moving()), Ball::new(sweep.fixed()));
    let d = sweep.displacement().map(Real::to_f64);
    let balls = Balls::new::<T>(&moving, &d, d.norm_squared(), &fixed, reach);
    if !balls.ordinary {
        return None;
    }
    if balls.meet() {
        let met = balls.met::<T>(&balls.entry());
        return met
            .clear
            .then(|| balls.hit(&met, &moving, &fixed, observer, proof));
    }
    balls.miss(observer, proof)
}

impl Ball {
    #[inline(always)]
    pub(super) fn new<T: Real>(placed: &Placed<T, impl Support>) -> Self {
        let shape = placed.shape();
        Self {
            position: placed.position(),
            radius: shape.radius(),
            extent: shape.extent(),
        }
    }
}

impl Met {
    /// A contact whose proof is done with.
    #[inline(always)]
    pub(super) fn proven(lower: f64, upper: f64, out: V) -> Self {
        Self {
            lower,
            upper,
            out,
            root: lower,
            clear: true,
        }
    }
}

impl Balls {
    /// `motion` is |d|².
    #[inline(always)]
    pub(super) fn new<T: Real>(
        moving: &Ball,
        d: &V,
        motion: f64,
        fixed: &Ball,
        reach: f64,
    ) -> Self {
        let p = fixed.position - moving.position;
        let extent = moving.extent + fixed.extent;
        let radii = moving.radius + fixed.radius;
        let radius = radii + reach;
        let squared = p.norm_squared();
        let distance = sqrt(squared);
        let size = extent + radius;
        let room = squared - radius * radius;
        let moves = motion >= T::MIN_LENGTH * T::MIN_LENGTH;
        let near = distance <= tolerance::far_balls::<T>() * size;
        let scale = size + distance;
        let least = T::MIN_LENGTH;
        Self {
            p,
            d: *d,
            motion,
            per_motion: 1.0 / motion,
            closing: d.dot(&p),
            radius,
            radii,
            reach,
            scale,
            error: U * (POSITION * scale + SUPPORT * extent),
            ordinary: (room > 0.0) & moves & near & (extent == 0.0) & (radius >= least * least),
        }
    }

    /// How far off the line p lies, by Lagrange's identity: see `round`.
    #[inline(always)]
    fn discriminant(&self) -> f64 {
        self.motion * self.radius * self.radius - self.d.cross(&self.p).norm_squared()
    }

    /// Whether the motion meets the fixed ball: (d·p − √D) / |d|² is at most 1 when D is at least the square of what d·p has beyond
    /// |d|². So told, it is known before the root is, and what comes next is not guessed at for as long. At the very end rounding may
    /// tell it either way: neither is clear then.
    #[inline(always)]
    pub(super) fn meet(&self) -> bool {
        let beyond = (self.closing - self.motion).max(0.0);
        (self.closing > 0.0) & (self.discriminant() >= beyond * beyond)
    }

    /// Where it does.
    #[inline(always)]
    pub(super) fn entry(&self) -> Entry {
        let speed = sqrt(self.discriminant());
        Entry {
            t: (self.closing - speed) * self.per_motion,
            speed,
        }
    }

    /// Contact near `t`.
    ///
    /// The plane with the normal x = t d − p has its root at N / V with N = −(x·p + r |x|), V = −x·d. Since x·p = t x·d − |x|², and
    /// r |x| ≤ (|x|² + r²) / 2,
    ///
    /// ```text
    /// N / V  =  t + (|x|² − r |x|) / V  ≥  t + q / V,  q = (|x|² − r²) / 2,
    /// ```
    ///
    /// a step of Newton's method for |x|² = r², which takes no root, and of V no more than its first digits. Those are √D, from which t was
    /// made: V = d·p − t |d|² differs from the root that was used by the rounding of t alone, 9u |p| along the motion, and
    /// [`steep`](Self::steep) says that D is at least 2⁻⁴⁰ of |d|² r times the scale. So it differs by a 2²⁰th of itself, which is
    /// nothing where
    /// |q| ≤ [`CORRECTED`] times r and the scale: 2⁻⁶⁷ of both.
    ///
    /// Rounding: p is off by u |p|, r by 2u r; x = t d − p + e with |e| ≤ u |p| + 2u r; and q by 2u r². So N is off by
    /// (2u |p| + 6u r) |x|. Two sums take 2u of the root, which is at most |p| / |d|, and so at most 2u |p| |x| / V. Of all that, 6u of the
    /// scale at most, E counts 7: before the lower end the balls are apart. By the upper one they touch: what their distance, a convex
    /// function of t, falls short of E on the way there is E r |d|² / 2V² of it, less than 2⁻¹⁰.
    ///
    /// At the root the centres' distance is √(r² + q² |d|² / D), 2⁻⁵⁵ of the scale beyond r by the same two bounds: contact. And |x|² is
    /// so near to r² that 1 / |x| is (1 − q / r²) / r.
    #[inline(always)]
    pub(super) fn met<T: Real>(&self, entry: &Entry) -> Met {
        let r = self.radius;
        let x = self.d * entry.t - self.p;
        let q = 0.5 * (x.norm_squared() - r * r);
        let (inverse, per_radius) = (1.0 / entry.speed, 1.0 / r);
        let stretch = r * inverse;
        let root = entry.t + q * inverse;
        let lower = root - self.error * stretch;
        let upper = root + self.error * stretch;
        // Clear of the start, where numbers are smallest, and of the end.
        let touching = tolerance::contact::<T>() * self.scale * stretch;
        let inside = (lower > touching) & (lower >= T::NORMAL) & (root <= 1.0);
        let corrected = q.abs() <= CORRECTED * r * self.scale;
        Met {
            lower,
            upper,
            root,
            out: x * (per_radius * (1.0 - q * per_radius * per_radius)),
            clear: corrected & self.steep::<T>() & inside,
        }
    }

    /// Whether the motion is not so flat a graze that the bracket is wide, nor that D is lost in its rounding.
    #[inline(always)]
    fn steep<T: Real>(&self) -> bool {
        let (r, flat) = (self.radius, tolerance::flat_balls::<T>());
        self.discriminant()
            >= self.motion * r * (r * (1.0 / (flat * flat)) + STEEP_BALLS * self.scale)
    }

    /// The outcome of contact.
    #[inline(always)]
    fn hit<T: Real>(
        &self,
        met: &Met,
        moving: &Ball,
        fixed: &Ball,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Outcome<T> {
        let hit: Hit<T> = touch(met, &self.d, moving, fixed);
        if let Some(proof) = proof {
            let claim = Claim::Hit {
                fraction: hit.fraction.to_f64(),
                fraction_upper: hit.fraction_upper.to_f64(),
            };
            let short = (self.d * met.root - self.p).norm() - self.radius;
            let short = if short > 0.0 { short } else { 0.0 };
            prove::<T>(proof, claim, met.out, (self.scale, short), self.reach);
        }
        show(Method::ClosedForm, &met.out, &self.p, met.lower, observer);
        Outcome::Hit(hit)
    }

    /// Passing by, if the motion does.
    ///
    /// Nearest is x = s d − p with s = d·p / |d|², 0 ≤ s ≤ 1. With n the axis as it is returned, made of length 1, and θ its angle to x, the
    /// centres are apart along n at t by
    ///
    /// ```text
    /// n·(t d − p)  =  n·x + (t − s) n·d  ≥  (1 − θ²/2) |x| − max(s n·d, (s − 1) n·d).
    /// ```
    ///
    /// So all but the last term need not wait for n. That is 0 up to rounding, as n·d is where 0 < s < 1, and where s is 0 or 1 what is
    /// left of it is below 0.
    ///
    /// Rounding: as s |d| ≤ |p|, x is off by 2u |p| + u |x|, its length by 2.5u of itself besides, and the radii by u of theirs. Of the 7u of
    /// the scale that E counts, that leaves 1.5u |p|. θ is at most ε/2 for the axis and 4u |p| / |x| for x: θ²/2 takes ε²/8 of |x|, and
    /// 8 (u |p|)² / |x|, which is within the 1.5u where there is a gap, since 7u |p| is less than |x| then. n·d is off by 4u |d|, and by
    /// less than ε of itself for the length of the axis as it is returned. Three sums, none above |x|, and what is taken off for
    /// them, take 4u of it.
    #[inline(always)]
    pub(super) fn passed<T: Real>(&self) -> Passed<T> {
        let s = between(self.closing * self.per_motion, 0.0, 1.0);
        let x = self.d * s - self.p;
        let squared = x.norm_squared();
        let length = sqrt(squared);
        let axis = along(&x, squared).map(T::nearest);
        let speed = axis.map(T::to_f64).dot(&self.d);
        let turned = (s * speed).max((s - 1.0) * speed) * (1.0 + T::EPSILON);
        let off = self.error + U * MOTION * sqrt(self.motion);
        let slack = 2.0 * f64::EPSILON + 0.125 * T::EPSILON * T::EPSILON;
        let gap = length - (self.radii + off + turned) - slack * length;
        Passed {
            axis,
            gap,
            // Surely a miss: not nearer than the target distance, nor as good as, which is for others to decide.
            clear: is_plain(squared) & (gap > self.reach + NOISE * self.scale),
        }
    }

    #[inline(always)]
    fn plane(&self, normal: &V) -> Plane {
        let length = sqrt(normal.norm_squared());
        let height = normal.dot(&self.p) + self.radii * length;
        Plane {
            height: height + self.error * length,
            speed: normal.dot(&self.d),
            speed_error: U * MOTION * length * sqrt(self.motion),
            length,
            error: self.error * length,
        }
    }

    /// No contact.
    #[inline(always)]
    fn miss<T: Real>(
        &self,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let passed = self.passed::<T>();
        if !passed.clear {
            return None;
        }
        let axis = Unit::new_unchecked(passed.axis);
        let gap = T::round_down(passed.gap);
        let plane = axis.map(Real::to_f64);
        if let Some(proof) = proof {
            let claim = Claim::Miss { gap: gap.to_f64() };
            prove::<T>(proof, claim, plane, (self.scale, 0.0), self.reach);
        }
        show(Method::ClosedForm, &plane, &self.p, f64::INFINITY, observer);
        Some(Outcome::Miss(Miss { axis, gap }))
    }
}

/// A contact as it is given back.
#[inline(always)]
pub(super) fn touch<T: Real>(met: &Met, d: &V, moving: &Ball, fixed: &Ball) -> Hit<T> {
    let fraction = T::cut_down(met.lower);
    let there = moving.position + d * fraction;
    let narrow = |v: V| Point3::from(v.map(T::nearest));
    Hit {
        fraction: T::nearest(fraction),
        fraction_upper: T::nearest(T::cut_up(if met.upper < 1.0 { met.upper } else { 1.0 })),
        normal: Unit::new_unchecked(met.out.map(T::nearest)),
        point_moving: narrow(there - met.out * moving.radius),
        point_fixed: narrow(fixed.position + met.out * fixed.radius),
    }
}

/// Writes the certificate down: what is claimed, the plane, the scale, and what the proof is open by. A contact has both
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
    if let Claim::Hit { .. } | Claim::Overlap { .. } = claim {
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
