//! Two points with a radius around them, two spheres above all: straight from the sweep to the outcome.
//!
//! Rotations do not matter, so the world's axes are the working frame. With p the way from the moving centre to the fixed
//! one and r the sum of the radii, the line of motion t·d comes within r of p as in [`round`](super::round), and a step of
//! Newton's method from there gives the plane that proves it, as in [`proof`](super::proof). When they do not meet, the way
//! from p to the nearest point of the motion is the normal of the plane that keeps them apart by most.
//!
//! A start in overlap is measured by the same two centres. Touching starts, those far away in `f64`, grazes and ends within the
//! tolerance are left to the ways that serve all shapes.

use super::answer::show;
use super::{Cores, STEPS, cores};
use crate::answer::{Proof, between, certificate_tolerance, unit, witness_of};
use crate::found::{Directions, NO_PARTS};
use crate::problem::Plane;
use crate::solve::length;
use crate::tolerance::{self, APART, MOTION, NOISE, POINT, POSITION, SUPPORT, U, WORST_POINT};
use crate::{
    CastOptions, Certificate, Claim, Hit, Method, Miss, Observer, Outcome, Overlap, StartOverlap,
    Sweep,
};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{KnownCore, Placed, Real, Support, sqrt};

type V = Vector3<f64>;

/// The sweep of two balls.
#[derive(Clone, Copy)]
pub(super) struct Balls {
    /// From the moving centre to the fixed one.
    p: V,
    d: V,
    /// |d|² and d·p.
    motion: f64,
    closing: f64,
    /// |p|² less the square of the radius.
    room: f64,
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
    /// Whether the balls are apart at the start, not far, and move.
    pub(super) ordinary: bool,
}

/// A ball as it stands: where, its radius, and its core's extent.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    pub(super) position: V,
    pub(super) radius: f64,
    pub(super) extent: f64,
}

/// First contact.
pub(super) struct Met {
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// Out of the fixed ball.
    pub(super) out: V,
    /// The distance of the centres there, squared.
    apart: f64,
    /// Whether all that was to be proven is.
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
    if balls.may_meet() {
        let t = balls.entry();
        if t <= 1.0 {
            let met = balls.met::<T>(t);
            return met
                .clear
                .then(|| balls.hit(&met, &moving, &fixed, observer, proof));
        }
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
            apart: 0.0,
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
        Self {
            p,
            d: *d,
            motion,
            closing: d.dot(&p),
            room,
            radius,
            radii,
            reach,
            scale,
            error: U * (POSITION * scale + SUPPORT * extent),
            ordinary: (room > 0.0) & moves & near & (radius > 0.0),
        }
    }

    /// How far off the line p lies, by Lagrange's identity: see `round`.
    #[inline(always)]
    fn discriminant(&self) -> f64 {
        self.motion * self.radius * self.radius - self.d.cross(&self.p).norm_squared()
    }

    /// Whether the line of motion, were it long enough, meets the fixed ball.
    #[inline(always)]
    pub(super) fn may_meet(&self) -> bool {
        (self.closing > 0.0) & (self.discriminant() >= 0.0)
    }

    /// Where it does.
    #[inline(always)]
    pub(super) fn entry(&self) -> f64 {
        self.room / (self.closing + sqrt(self.discriminant()))
    }

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
    pub(super) fn met<T: Real>(&self, t: f64) -> Met {
        let (p, d) = (&self.p, &self.d);
        let motion = sqrt(self.motion);
        let normal = d * t - p;
        let length = sqrt(normal.norm_squared());
        let inverse = -1.0 / normal.dot(d);
        let root = -(normal.dot(p) + self.radius * length) * inverse;
        let stretch = length * inverse;
        let slower = U * MOTION * motion * root;
        let lower = (root - (self.error + slower) * stretch) * (1.0 - 2.0 * f64::EPSILON);
        // Contact, by the distance there; not so flat a graze that the bracket is wide; clear of the start and the end.
        let apart = (d * root - p).norm_squared();
        let within = self.radius + NOISE * self.scale;
        let steep = stretch * motion <= tolerance::flat_balls::<T>();
        let touching = tolerance::contact::<T>() * self.scale * stretch;
        Met {
            lower,
            upper: (root + WORST_POINT * self.scale * stretch) * (1.0 + f64::EPSILON),
            out: normal * (1.0 / length),
            apart,
            clear: (apart <= within * within) & steep & (lower > touching) & (root <= 1.0),
        }
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
            let short = sqrt(met.apart) - self.radius;
            let short = if short > 0.0 { short } else { 0.0 };
            prove::<T>(proof, claim, met.out, (self.scale, short), self.reach);
        }
        show(Method::ClosedForm, &met.out, &self.p, met.lower, observer);
        Outcome::Hit(hit)
    }

    /// The normal from p to the nearest point s d of the motion, 0 ≤ s ≤ 1.
    #[inline(always)]
    pub(super) fn nearest(&self) -> V {
        let s = between(self.closing / self.motion, 0.0, 1.0);
        self.d * s - self.p
    }

    /// The room that the plane across this normal leaves.
    #[inline(always)]
    pub(super) fn gap(&self, plane: &V) -> f64 {
        self.plane(plane).gap()
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

    /// Whether that is surely a miss: not nearer than the target distance, nor as good as, which is for others to decide.
    #[inline(always)]
    pub(super) fn suffices(&self, gap: f64) -> bool {
        gap > self.reach + NOISE * self.scale
    }

    /// No contact.
    #[inline(always)]
    fn miss<T: Real>(
        &self,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let axis: Unit<Vector3<T>> = unit(&self.nearest());
        let plane = axis.map(Real::to_f64);
        let gap = self.gap(&plane);
        if !self.suffices(gap) {
            return None;
        }
        let gap = T::round_down(gap);
        if let Some(proof) = proof {
            let claim = Claim::Miss { gap: gap.to_f64() };
            prove::<T>(proof, claim, plane, (self.scale, 0.0), self.reach);
        }
        show(Method::ClosedForm, &plane, &self.p, f64::INFINITY, observer);
        Some(Outcome::Miss(Miss { axis, gap }))
    }
}

/// The outcome of two balls that overlap at the start by surely more than a touch, and whose centres are surely in two places.
///
/// The shortest way out is that of the centre from the other one. The line of motion is in contact between the roots of
/// |p − t d| = r, of which one lies behind and one ahead: with c = d·p and R = r² − |p|², (c ± √(c² + R |d|²)) / |d|², where the one
/// that cancels is −R over the other's numerator.
#[cold]
#[inline(never)]
pub(crate) fn overlap<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    if !are(&cores(sweep)) {
        return None;
    }
    let (moving, fixed) = (Ball::new(sweep.moving()), Ball::new(sweep.fixed()));
    let d = sweep.displacement().map(Real::to_f64);
    let reach = length(options.target_distance);
    let balls = Balls::new::<T>(&moving, &d, d.norm_squared(), &fixed, reach);
    let (p, motion, closing) = (&balls.p, balls.motion, balls.closing);
    let squared = p.norm_squared();
    let distance = sqrt(squared);
    let deep = balls.radii - distance > 2.0 * tolerance::contact::<T>() * balls.scale;
    let apart = distance >= APART * balls.scale;
    let moves = motion >= T::MIN_LENGTH * T::MIN_LENGTH;
    if !(deep && apart && moves && options.start_overlap == StartOverlap::Report) {
        return None;
    }
    let out = p * (-1.0 / distance);
    let normal: Unit<Vector3<T>> = unit(&out);
    let plane = normal.map(Real::to_f64);
    let depth = T::round_up(balls.plane(&plane).depth());
    let least = balls.radii - distance - POINT * balls.scale;
    let inside = balls.radii * balls.radii - squared;
    let root = sqrt(closing * closing + inside * motion);
    let (entry, exit) = if closing > 0.0 {
        let ahead = closing + root;
        (-inside / ahead, ahead / motion)
    } else {
        let behind = closing - root;
        (behind / motion, -inside / behind)
    };
    if let Some(proof) = proof {
        let claim = Claim::Overlap {
            depth: depth.to_f64(),
        };
        prove::<T>(proof, claim, plane, (balls.scale, 0.0), reach);
    }
    show(Method::ClosedForm, &plane, p, 0.0, observer);
    let narrow = |v: V| Point3::from(v.map(T::nearest));
    Some(Outcome::Overlap(Overlap {
        depth,
        depth_lower: T::round_down(between(least, 0.0, depth.to_f64())),
        normal,
        point_moving: narrow(moving.position - out * moving.radius),
        point_fixed: narrow(fixed.position + out * fixed.radius),
        entry: T::nearest(entry),
        exit: T::nearest(exit),
    }))
}

/// A contact as it is given back.
#[inline(always)]
pub(super) fn touch<T: Real>(met: &Met, d: &V, moving: &Ball, fixed: &Ball) -> Hit<T> {
    let fraction = T::round_down(met.lower);
    let there = moving.position + d * fraction.to_f64();
    let narrow = |v: V| Point3::from(v.map(T::nearest));
    Hit {
        fraction,
        fraction_upper: T::round_up(if met.upper < 1.0 { met.upper } else { 1.0 }),
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
