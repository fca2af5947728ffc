//! Two points with a radius around them, two spheres above all: straight from the sweep to the outcome.
//!
//! Rotations do not matter, so the world's axes are the working frame. With p the way from the moving centre to the fixed
//! one and r the sum of the radii, the line of motion t·d comes within r of p as in [`round`](super::round), and a step of
//! Newton's method from there gives the plane that proves it, as in [`proof`](super::proof). When they do not meet, the way
//! from p to the nearest point of the motion is the normal of the plane that keeps them apart by most.
//!
//! Starts in contact or far away, grazes and ends within the tolerance are left to the ways that serve all shapes.

use super::answer::show;
use super::{Cores, STEPS};
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
        // Nearer than the target distance, or as good as: for others to decide.
        if gap.is_nan() || gap <= self.reach + NOISE * self.scale {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CastOptions, Certified};
    use swept_support::{Placed, Sphere};

    type Balls<T> = Sweep<T, Sphere<T>, Sphere<T>>;

    /// A ball of radius 0.5 at the origin, moving by `d`, and one of radius 0.75 at `p`.
    fn balls<T: Real>(d: [f64; 3], p: [f64; 3]) -> Balls<T> {
        let ball = |r: f64| Sphere::new(T::nearest(r)).unwrap();
        let moving = Placed::new(ball(0.5), [T::zero(); 3]).unwrap();
        let fixed = Placed::new(ball(0.75), p.map(T::nearest)).unwrap();
        Sweep::new(moving, d.map(T::nearest), fixed).unwrap()
    }

    fn proven<T: Real>(sweep: &Balls<T>, target: f64) -> Certified<T> {
        let options = CastOptions {
            target_distance: T::nearest(target),
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        assert_eq!(certified.certificate.verify(sweep).err(), None);
        assert_eq!(sweep.cast_with(&options), certified.outcome);
        certified
    }

    fn hits<T: Real>(d: [f64; 3], p: [f64; 3], target: f64, fraction: f64, normal: [f64; 3]) {
        let sweep = balls::<T>(d, p);
        let certified = proven(&sweep, target);
        assert_eq!(
            (certified.method, certified.steps),
            (Method::ClosedForm, STEPS)
        );
        let hit = certified.outcome.hit().expect("they meet");
        let (low, high) = (hit.fraction.to_f64(), hit.fraction_upper.to_f64());
        assert!(low <= fraction && fraction <= high && high - low <= 64.0 * T::EPSILON);
        let near = |a: V, b: V| (a - b).amax() <= 32.0 * T::EPSILON;
        let n = V::from(normal);
        assert!(near(hit.normal.map(Real::to_f64), n));
        let fixed = V::from(p) + n * 0.75;
        let moving = V::from(d) * low - n * 0.5;
        assert!(near(hit.point_fixed.coords.map(Real::to_f64), fixed));
        assert!(near(hit.point_moving.coords.map(Real::to_f64), moving));
    }

    /// Head-on from 5 to 1.25 takes 3.75 of 8. Passing by at 0.75, contact is where the centres are 1 apart along the motion:
    /// 0.75² + 1² = 1.25².
    #[test]
    fn balls_meet_when_their_centres_are_both_radii_apart() {
        hits::<f64>(
            [8.0, 0.0, 0.0],
            [5.0, 0.0, 0.0],
            0.0,
            3.75 / 8.0,
            [-1.0, 0.0, 0.0],
        );
        hits::<f32>(
            [8.0, 0.0, 0.0],
            [5.0, 0.0, 0.0],
            0.0,
            3.75 / 8.0,
            [-1.0, 0.0, 0.0],
        );
        hits::<f64>(
            [8.0, 0.0, 0.0],
            [3.0, 0.75, 0.0],
            0.0,
            0.25,
            [-0.8, -0.6, 0.0],
        );
        hits::<f32>(
            [8.0, 0.0, 0.0],
            [3.0, 0.75, 0.0],
            0.0,
            0.25,
            [-0.8, -0.6, 0.0],
        );
        // A target distance of 0.25: 1.5 apart, 3.5 of 8.
        hits::<f64>(
            [8.0, 0.0, 0.0],
            [5.0, 0.0, 0.0],
            0.25,
            3.5 / 8.0,
            [-1.0, 0.0, 0.0],
        );
    }

    /// The gap is the least distance of the whole sweep: on the way, at the end, at the start.
    #[test]
    fn balls_that_miss_keep_their_least_distance() {
        let misses = [
            ([8.0, 0.0, 0.0], [3.0, 0.0, 2.0], 0.75),
            ([2.0, 0.0, 0.0], [5.0, 0.0, 0.0], 1.75),
            ([-8.0, 0.0, 0.0], [0.0, 4.0, 0.0], 2.75),
        ];
        for (d, p, gap) in misses {
            let single = proven(&balls::<f32>(d, p), 0.0);
            let double = proven(&balls::<f64>(d, p), 0.0);
            assert_eq!(
                (single.method, double.method),
                (Method::ClosedForm, Method::ClosedForm)
            );
            for (found, ulp) in [
                (single.outcome_gap(), f64::from(f32::EPSILON)),
                (double.outcome_gap(), f64::EPSILON),
            ] {
                assert!(
                    found <= gap && gap - found <= 128.0 * ulp,
                    "{found} of {gap}"
                );
            }
        }
    }

    /// Nearer than the target distance at the closest, so no miss by 0.75.
    #[test]
    fn a_target_distance_is_met_beside_too() {
        let sweep = balls::<f64>([8.0, 0.0, 0.0], [3.0, 0.0, 2.0]);
        assert!(proven(&sweep, 1.0).outcome.hit().is_some());
        assert!(proven(&sweep, 0.5).outcome.hit().is_none());
    }

    impl<T: Real> Certified<T> {
        fn outcome_gap(&self) -> f64 {
            match &self.outcome {
                Outcome::Miss(miss) => miss.gap.to_f64(),
                other => panic!("{other:?}"),
            }
        }
    }
}
