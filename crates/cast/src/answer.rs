//! The last step: from the solver's numbers to an outcome and its certificate, in world space, rounded outward to the
//! caller's scalar.

use crate::found::{Contact, Mixture, Parts};
use crate::obstacle::Obstacle;
use crate::problem::{Plane, Problem};
use crate::proximity::Proximity;
use crate::tolerance::{NEARLY_UNIT, POINT, WORST_DEPTH, contact};
use crate::{
    Certificate, Certified, Claim, Hit, Method, Miss, Outcome, Overlap, Unresolved, Witness,
};
use core::marker::PhantomData;
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Real, Support, brought_near, length, sqrt};

/// The certificate and the work, for those who ask for them.
pub(crate) struct Proof {
    pub(crate) certificate: Certificate,
    pub(crate) method: Method,
    pub(crate) steps: u32,
}

impl Proof {
    /// Not filled in yet.
    pub(crate) const BLANK: Self = Self {
        certificate: Certificate {
            claim: Claim::Unresolved { safe_fraction: 0.0 },
            plane: Vector3::new(0.0, 0.0, 0.0),
            witness: Witness::NONE,
            target_distance: 0.0,
            tolerance: 0.0,
        },
        method: Method::Auto,
        steps: 0,
    };

    /// With the outcome that it proves.
    pub(crate) fn certified<T: Real>(self, outcome: Outcome<T>) -> Certified<T> {
        Certified {
            outcome,
            certificate: self.certificate,
            method: self.method,
            steps: self.steps,
        }
    }
}

/// Planes that an answer of a miss asks for where there is no room: the one before rounding, too.
pub(crate) const PLANES_WITHOUT_ROOM: u32 = 2;

pub(crate) struct Answer<'s, 'p, T, A, B> {
    problem: &'s Problem<'p, A, B>,
    method: Method,
    /// Support evaluations: those before, and those of the planes that the answer itself asks for.
    steps: u32,
    proof: Option<&'s mut Proof>,
    /// By how much the proof of contact is open beyond rounding: a length, which the certificate's tolerance states.
    spare: f64,
    scalar: PhantomData<T>,
}

impl<'s, 'p, T: Real, A: Support, B: Support> Answer<'s, 'p, T, A, B> {
    #[inline(always)]
    pub(crate) fn new(
        problem: &'s Problem<'p, A, B>,
        method: Method,
        steps: u32,
        proof: Option<&'s mut Proof>,
    ) -> Self {
        Self {
            problem,
            method,
            steps,
            proof,
            spare: 0.0,
            scalar: PhantomData,
        }
    }

    /// States that the proof of contact is open by `spare`, a length.
    #[inline(always)]
    pub(crate) fn open_by(mut self, spare: f64) -> Self {
        self.spare = spare;
        self
    }

    /// A hit with this unit normal in world space, between these fractions.
    pub(crate) fn hit(
        self,
        obstacle: &Obstacle<'_, A, B>,
        normal: &Vector3<f64>,
        lower: f64,
        upper: f64,
        mixture: &Mixture,
    ) -> Outcome<T> {
        self.hit_here(obstacle, normal, lower, upper, mixture)
    }

    /// A hit at the start, where the point of contact is that of the mixture but for the way there.
    #[cold]
    #[inline(never)]
    pub(crate) fn push(
        self,
        obstacle: &Obstacle<'_, A, B>,
        contact: &Contact,
        mixture: &Mixture,
    ) -> Outcome<T> {
        let met = mixture.y + mixture.rounding * obstacle.radius;
        let short = sqrt(met.norm_squared());
        let normal = obstacle.to_world(&contact.normal);
        let answer = self.open_by(short);
        answer.hit_here(obstacle, &normal, 0.0, 0.0, mixture)
    }

    /// [`hit`](Self::hit), inlined into its caller.
    #[inline(always)]
    pub(crate) fn hit_here(
        self,
        obstacle: &Obstacle<'_, A, B>,
        normal: &Vector3<f64>,
        lower: f64,
        upper: f64,
        mixture: &Mixture,
    ) -> Outcome<T> {
        self.hit_at(
            normal,
            (lower, upper),
            #[inline(always)]
            |answer, fraction| answer.points(obstacle, mixture, fraction),
            || witness(obstacle),
        )
    }

    /// The same with the points of contact as `points` has them at a fraction, and the witness.
    #[inline(always)]
    pub(crate) fn hit_at(
        self,
        normal: &Vector3<f64>,
        (lower, upper): (f64, f64),
        points: impl FnOnce(&Self, f64) -> (Point3<T>, Point3<T>),
        witness: impl FnOnce() -> Witness,
    ) -> Outcome<T> {
        let fraction = T::round_down(between(lower, 0.0, 1.0));
        let fraction_upper = T::round_up(between(upper, lower, 1.0).max(fraction.to_f64()));
        let (point_moving, point_fixed) = points(&self, fraction.to_f64());
        let hit = Hit {
            fraction,
            fraction_upper,
            normal: unit(normal),
            point_moving,
            point_fixed,
        };
        let claim = Claim::Hit {
            fraction: fraction.to_f64(),
            fraction_upper: fraction_upper.to_f64(),
        };
        self.prove(claim, *normal, witness);
        Outcome::Hit(hit)
    }

    /// A miss by the plane with this normal. The gap is that of the axis as it is returned, after rounding to the scalar, but at least
    /// `floor`: touching shapes have gap 0, not minus a rounding error. Where the plane leaves no room, two are asked for
    /// ([`PLANES_WITHOUT_ROOM`]).
    pub(crate) fn miss(self, axis: &Vector3<f64>, floor: Option<f64>) -> Outcome<T> {
        self.miss_here(axis, floor)
    }

    /// A motion that slides along the plane with this normal, from a start within the contact tolerance `contact`, a length. Over a long way
    /// rounding may take more than the certificate's tolerance, and a half-space has no other plane to prove the miss by: the certificate
    /// states the difference.
    pub(crate) fn slide(mut self, axis: &Vector3<f64>, contact: f64) -> Outcome<T> {
        self.steps += 1;
        let open = (-self.problem.plane(axis).gap() - contact).max(0.0);
        self.open_by(open).miss(axis, Some(0.0))
    }

    /// [`miss`](Self::miss), inlined into its caller.
    #[inline(always)]
    pub(crate) fn miss_here(mut self, axis: &Vector3<f64>, floor: Option<f64>) -> Outcome<T> {
        self.steps += 1;
        if self.problem.fixed.unbounded_normal().is_some() {
            let plane = self.problem.plane(axis);
            return self.miss_beside(axis, &plane, floor);
        }
        let rounded: Unit<Vector3<T>> = unit(axis);
        let mut plane = rounded.map(Real::to_f64);
        let mut gap = self.problem.plane(&plane).gap();
        if gap <= 0.0 {
            // Rounding the axis may take away all of a small gap: the certificate then keeps the plane before rounding. An ignored
            // overlap has a gap below 0, and may be deeper along either of the two.
            plane = *axis;
            self.steps += 1;
            gap = gap.min(self.problem.plane(&plane).gap());
        }
        self.miss_by(rounded, gap, floor, plane)
    }

    /// A miss by the only plane of a half-space, whose own normal is `axis`. The gap is that of this normal, from which the axis that is
    /// returned differs by rounding.
    #[inline(always)]
    pub(crate) fn miss_beside(
        self,
        axis: &Vector3<f64>,
        plane: &Plane,
        floor: Option<f64>,
    ) -> Outcome<T> {
        let p = self.problem;
        let far = p.distance + length(&p.displacement);
        let gap = plane.gap() - T::EPSILON * (p.size + far);
        self.miss_by(unit(axis), gap, floor, *axis)
    }

    #[inline(always)]
    fn miss_by(
        self,
        axis: Unit<Vector3<T>>,
        gap: f64,
        floor: Option<f64>,
        plane: Vector3<f64>,
    ) -> Outcome<T> {
        // A gap that is NaN stays NaN: `gap < floor` is false then.
        let gap = T::round_down(floor.filter(|floor| gap < *floor).unwrap_or(gap));
        let claim = Claim::Miss { gap: gap.to_f64() };
        self.prove(claim, plane, || Witness::NONE);
        Outcome::Miss(Miss { axis, gap })
    }

    pub(crate) fn overlap(
        mut self,
        obstacle: &Obstacle<'_, A, B>,
        normal: &Vector3<f64>,
        start: &Proximity,
        ends: (f64, f64),
    ) -> Outcome<T> {
        let (point_moving, point_fixed) = self.points(obstacle, &start.mixture, 0.0);
        let slack = WORST_DEPTH * obstacle.scale;
        self.steps += 1;
        let (normal, plane) = self.rounded(normal);
        let depth = T::round_up(freeing(&self.problem.plane(&plane), &plane, &normal));
        let least = between(start.depth_lower - slack, 0.0, depth.to_f64());
        let overlap = Overlap {
            depth,
            depth_lower: T::round_down(least),
            normal,
            point_moving,
            point_fixed,
            entry: T::nearest(ends.0),
            exit: T::nearest(ends.1),
        };
        let claim = Claim::Overlap {
            depth: depth.to_f64(),
        };
        self.prove(claim, plane, || witness(obstacle));
        Outcome::Overlap(overlap)
    }

    /// Safe up to what a plane proves: the one that was found, or else the one across the motion, which nobody has to look for. So a search
    /// that is given more steps, and has found its first plane, tells no less than one that has found none.
    pub(crate) fn unresolved(mut self, found: Option<Vector3<f64>>) -> Outcome<T> {
        let p = self.problem;
        let safe = |n: &Vector3<f64>| p.plane(n).lower_bound(p.reach);
        let across = p.across_the_motion();
        self.steps += if found.is_some() { 3 } else { 1 };
        let plane = found
            .filter(|found| safe(found) > safe(&across))
            .unwrap_or(across);
        let safe_fraction = T::round_down(between(safe(&plane), 0.0, 1.0));
        let claim = Claim::Unresolved {
            safe_fraction: safe_fraction.to_f64(),
        };
        self.prove(claim, plane, || Witness::NONE);
        Outcome::Unresolved(Unresolved { safe_fraction })
    }

    /// The unit normal as it is returned, and the normal of the plane that the claim is about: the rounded normal itself, except
    /// for half-spaces, which no other direction than their own normal bounds.
    #[inline(always)]
    pub(crate) fn rounded(&self, normal: &Vector3<f64>) -> (Unit<Vector3<T>>, Vector3<f64>) {
        let rounded: Unit<Vector3<T>> = unit(normal);
        let plane = match self.problem.fixed.unbounded_normal() {
            Some(_) => *normal,
            None => rounded.map(Real::to_f64),
        };
        (rounded, plane)
    }

    /// The points of contact on the moving and on the fixed shape, in world space, with the moving shape at `fraction`.
    #[inline(always)]
    pub(crate) fn points(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        mixture: &Mixture,
        fraction: f64,
    ) -> (Point3<T>, Point3<T>) {
        let p = self.problem;
        let on_moving = mixture.on_moving;
        let on_fixed = obstacle.on_fixed(&mixture.y, &on_moving);
        let out = obstacle.to_world(&mixture.rounding);
        let fixed = p.fixed_rotation.turn(&on_fixed) + p.fixed_position + out * p.fixed_radius;
        let moving = p.moving_rotation.turn(&on_moving) + p.moving_position - out * p.moving_radius
            + p.displacement * fraction;
        let narrow = |v: Vector3<f64>| Point3::from(v.map(T::nearest));
        (narrow(moving), narrow(fixed))
    }

    /// Fills in the certificate, if one was asked for.
    #[inline(always)]
    fn prove(self, claim: Claim, plane: Vector3<f64>, witness: impl FnOnce() -> Witness) {
        let Some(proof) = self.proof else {
            return;
        };
        let p = self.problem;
        *proof = Proof {
            certificate: Certificate {
                claim,
                plane,
                witness: witness(),
                target_distance: p.reach,
                tolerance: certificate_tolerance::<T>(p.scale(), self.spare),
            },
            method: self.method,
            steps: self.steps,
        };
    }
}

/// The dilation up to which a claim of contact is made, where its proof is open by `spare` beyond rounding: both lengths.
#[inline(always)]
pub(crate) fn certificate_tolerance<T: Real>(scale: f64, spare: f64) -> f64 {
    (2.0 * contact::<T>() + POINT) * scale + spare
}

/// By which multiple of `normal`, as it is returned, shapes have to move to be free if they are as deep as `proven` says along the plane's
/// normal `n`. After rounding to the scalar `normal` may differ from `n` in length and direction. The result is no less than the depth
/// along `n`.
#[inline(always)]
pub(crate) fn freeing<T: Real>(proven: &Plane, n: &Vector3<f64>, normal: &Unit<Vector3<T>>) -> f64 {
    let along = n.dot(&normal.map(Real::to_f64)) / proven.length;
    // The error of the length is in both quotients, and cancels. Of the 8u by which the depth was raised, the dot product takes 3, and the
    // three quotients and the depth's own sum one each.
    proven.depth() / between(along, 0.5, 1.0)
}

/// The support points that the obstacle remembers, as a certificate lists them.
#[inline(always)]
pub(crate) fn witness<A, B>(obstacle: &Obstacle<'_, A, B>) -> Witness {
    obstacle.parts.as_ref().map_or(Witness::NONE, witness_of)
}

/// Those of the support points whose weight is not 0.
#[inline(always)]
pub(crate) fn witness_of(parts: &Parts) -> Witness {
    let mut witness = Witness::NONE;
    for (directions, w) in parts.iter().filter(|(_, w)| *w > 0.0) {
        witness.fixed_directions[witness.count] = directions.fixed;
        witness.moving_directions[witness.count] = directions.moving;
        witness.weights[witness.count] = *w;
        witness.count += 1;
    }
    witness
}

/// `x` within [low, high]; `low` when it is not a number.
#[inline(always)]
pub(crate) fn between(x: f64, low: f64, high: f64) -> f64 {
    if x > low {
        if x < high { x } else { high }
    } else {
        low
    }
}

/// The unit vector along `v` in the caller's scalar; y when `v` has no direction.
#[inline(always)]
pub(crate) fn unit<T: Real>(v: &Vector3<f64>) -> Unit<Vector3<T>> {
    let mut v = *v;
    let mut squared = v.norm_squared();
    if !is_plain(squared) {
        // By a power of two, so that the last place does not depend on the unit of length here either.
        v = brought_near(&v).unwrap_or_default();
        squared = v.norm_squared();
        if !is_plain(squared) {
            (v, squared) = (Vector3::y(), 1.0); // no direction at all: any will do
        }
    }
    Unit::new_unchecked(along(&v, squared).map(T::nearest))
}

/// Whether a squared length is far from overflow and underflow.
#[inline(always)]
pub(crate) fn is_plain(squared: f64) -> bool {
    (1e-200..1e200).contains(&squared)
}

/// The unit vector along `v`, whose squared length is [plain](is_plain). It has the same bits for `v` times any power of two.
#[inline(always)]
pub(crate) fn along(v: &Vector3<f64>, squared: f64) -> Vector3<f64> {
    // Near 1 the inverse root is replaced by its tangent (3 − s)/2, which is off by 3/8 (s − 1)²: below rounding there.
    let inverse = if (squared - 1.0).abs() <= NEARLY_UNIT {
        1.5 - 0.5 * squared
    } else {
        inverse_root(squared)
    };
    v * inverse
}

/// 1/√s of a plain s. Near a power of four it is computed by the tangent there, as near 1, so that scaling `v` by a power of two scales the
/// result exactly. Powers of four have an odd biased exponent, as 1 has (1023): to set the last bit of s's exponent gives that power.
#[inline(always)]
fn inverse_root(squared: f64) -> f64 {
    let stored = (squared.to_bits() >> 52) | 1;
    let power = |exponent: u64| f64::from_bits(exponent << 52);
    // Wrapping: in rows also what is no number is looked at, and then passed over.
    let unit = squared * power(2046_u64.wrapping_sub(stored));
    if (unit - 1.0).abs() <= NEARLY_UNIT {
        (1.5 - 0.5 * unit) * power((3_u64 * 1023).wrapping_sub(stored) / 2)
    } else {
        1.0 / sqrt(squared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn a_unit_vector_does_not_depend_on_the_unit_of_length() {
        let dice = &mut Dice(1);
        for _ in 0..20_000 {
            // Lengths about 1 and about 1.25, a few units in the last place off.
            let mut few = || (dice.below(16) as f64 - 7.0) * f64::EPSILON;
            let v = Vector3::new(0.6 + few(), 0.8 + few(), few());
            let v = if dice.below(2) == 0 { v } else { v * 1.25 };
            let plain = along(&v, v.norm_squared());
            assert!((plain.norm_squared() - 1.0).abs() < 4.0 * f64::EPSILON);
            for power in [-90, -3, -2, -1, 1, 2, 3, 90] {
                let far = v * f64::powi(2.0, power);
                assert_eq!(along(&far, far.norm_squared()), plain, "{v:?} 2^{power}");
            }
            // Where squares are beyond the range of numbers, too.
            for power in [-1000, -500, -340, 340, 500, 1000] {
                let far = v * f64::powi(2.0, power);
                assert_eq!(unit::<f64>(&far).into_inner(), plain, "{v:?} 2^{power}");
            }
        }
    }
}
