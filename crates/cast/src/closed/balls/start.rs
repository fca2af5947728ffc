//! Two balls that are in contact at the start, measured by their centres.

use super::{Ball, Balls, are, prove};
use crate::answer::{Proof, between, freeing, unit};
use crate::closed::answer::show;
use crate::closed::cores;
use crate::solve::length;
use crate::tolerance::{self, APART, CLEARLY_IN, NOISE};
use crate::{
    CastOptions, Claim, Hit, Method, Miss, Observer, Outcome, Overlap, StartOverlap, Sweep,
};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Real, Support, largest, sqrt};

type V = Vector3<f64>;

/// What [`in_contact`] answers where no formula does, told before one is asked.
///
/// The formula of balls leaves open what starts within their radii. Of what starts before these it may tell a miss, but not where a touch
/// surely leads in; and a hit, but only with more room than a touch has, which rounding here hides no more of than 8u of the scale.
#[inline(always)]
pub(crate) fn surely_in_contact<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    let start = Start::new(sweep, options)?;
    let balls = &start.balls;
    let within = balls.p.norm_squared() <= balls.radius * balls.radius;
    let near = start.room() <= balls.reach + start.contact - NOISE * balls.scale;
    let leads_in = start.closing() > 0.0;
    if within || (near && leads_in) {
        start.answer(options, observer, proof)
    } else {
        None
    }
}

/// The outcome of two balls that touch at the start, or overlap by surely more than a touch, and whose centres are surely in two places.
/// The normal is the way between these.
#[cold]
#[inline(never)]
pub(crate) fn in_contact<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    options: &CastOptions<T>,
    observer: &mut impl Observer,
    proof: Option<&mut Proof>,
) -> Option<Outcome<T>> {
    if !are(&cores(sweep)) {
        return None;
    }
    Start::new(sweep, options)?.answer(options, observer, proof)
}

/// Two balls at the start of a sweep, in contact.
struct Start {
    moving: Ball,
    fixed: Ball,
    balls: Balls,
    /// Of the centres, which are apart.
    distance: f64,
    /// Unit normal out of the fixed ball.
    out: V,
    /// The contact tolerance, a length.
    contact: f64,
}

impl Start {
    /// `None` where the centres may be in one place, or nothing moves.
    #[inline(always)]
    fn new<T: Real, A: Support, B: Support>(
        sweep: &Sweep<T, A, B>,
        options: &CastOptions<T>,
    ) -> Option<Self> {
        let (moving, fixed) = (Ball::new(sweep.moving()), Ball::new(sweep.fixed()));
        let d = sweep.displacement().map(Real::to_f64);
        let reach = length(options.target_distance);
        let balls = Balls::new::<T>(&moving, &d, d.norm_squared(), &fixed, reach);
        let distance = sqrt(balls.p.norm_squared());
        let moves = balls.motion >= T::MIN_LENGTH * T::MIN_LENGTH;
        (distance >= APART * balls.scale && moves).then(|| Self {
            moving,
            fixed,
            distance,
            out: balls.p * (-1.0 / distance),
            contact: tolerance::contact::<T>() * (balls.scale - reach),
            balls,
        })
    }

    /// The room between the balls, below 0 where they overlap.
    #[inline(always)]
    fn room(&self) -> f64 {
        self.distance - self.balls.radii
    }

    /// By how much the whole motion closes in along the normal.
    #[inline(always)]
    fn closing(&self) -> f64 {
        -self.out.dot(&self.balls.d)
    }

    #[inline(always)]
    fn answer<T: Real>(
        &self,
        options: &CastOptions<T>,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let (room, reach) = (self.room(), self.balls.reach);
        if room >= -self.contact && room <= reach + self.contact {
            // Points are left to others: they may be in one place, from where no way tells a normal. And the error of a plane counts the
            // target distance in, which others need not: a long one would take all of a gap.
            let are_points = self.balls.radii < T::MIN_LENGTH * T::MIN_LENGTH;
            if are_points || reach > self.balls.radii {
                return None;
            }
            return self.touch(room, observer, proof);
        }
        let is_deep = room < -2.0 * self.contact;
        (is_deep && options.start_overlap == StartOverlap::Report)
            .then(|| self.overlap(observer, proof))
    }

    /// A touch: a miss where the motion does not close in, and contact where it surely leads in (see `blocked.rs`: the balls are their own).
    fn touch<T: Real>(
        &self,
        room: f64,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Option<Outcome<T>> {
        let balls = &self.balls;
        let axis: Unit<Vector3<T>> = unit(&self.out);
        let mut plane = axis.map(Real::to_f64);
        let closing = self.closing();
        if closing > 0.0 {
            if room - closing > balls.reach {
                // Shorter than the room left.
                return None;
            }
            let passed = (balls.scale / largest(&balls.d)).min(1.0);
            let s = between(balls.closing * balls.per_motion, 0.0, passed);
            let held = balls.radii + room.min(balls.reach) - CLEARLY_IN * self.contact;
            if !(held > 0.0 && (balls.d * s - balls.p).norm_squared() < held * held) {
                return None;
            }
            if let Some(proof) = proof {
                let claim = Claim::Hit {
                    fraction: 0.0,
                    fraction_upper: 0.0,
                };
                let short = (room - balls.reach).max(0.0);
                prove::<T>(proof, claim, plane, (balls.scale, short), balls.reach);
            }
            show(Method::ClosedForm, &plane, &balls.p, 0.0, observer);
            let [point_moving, point_fixed] = self.points();
            return Some(Outcome::Hit(Hit {
                fraction: T::zero(),
                fraction_upper: T::zero(),
                normal: axis,
                point_moving,
                point_fixed,
            }));
        }
        let mut gap = balls.plane(&plane).gap();
        if gap <= 0.0 {
            // Rounding the axis may take away all of a small gap.
            plane = self.out;
            gap = gap.min(balls.plane(&plane).gap());
        }
        // On a long way rounding takes more than a touch, and a plane that is tilted proves more.
        if gap < room.min(balls.reach) - self.contact {
            return None;
        }
        let gap = T::round_down(gap.max(0.0));
        if let Some(proof) = proof {
            let claim = Claim::Miss { gap: gap.to_f64() };
            prove::<T>(proof, claim, plane, (balls.scale, 0.0), balls.reach);
        }
        show(
            Method::ClosedForm,
            &plane,
            &balls.p,
            f64::INFINITY,
            observer,
        );
        Some(Outcome::Miss(Miss { axis, gap }))
    }

    /// Of both balls, the point that is deepest in the other one, or the nearest to it.
    fn points<T: Real>(&self) -> [Point3<T>; 2] {
        let on_moving = self.moving.position - self.out * self.moving.radius;
        let on_fixed = self.fixed.position + self.out * self.fixed.radius;
        [on_moving, on_fixed].map(|v| Point3::from(v.map(T::nearest)))
    }

    /// An overlap. The shortest way out is that of the centre from the other one.
    ///
    /// The line of motion is in contact between the roots of |p − t d| = r, of which one lies behind and one ahead: with c = d·p and
    /// R = r² − |p|², (c ± √(c² + R |d|²)) / |d|², where the one that cancels is −R over the other's numerator.
    fn overlap<T: Real>(
        &self,
        observer: &mut impl Observer,
        proof: Option<&mut Proof>,
    ) -> Outcome<T> {
        let balls = &self.balls;
        let (p, motion, closing) = (&balls.p, balls.motion, balls.closing);
        let normal: Unit<Vector3<T>> = unit(&self.out);
        let plane = normal.map(Real::to_f64);
        let depth = T::round_up(freeing(&balls.plane(&plane), &plane, &normal));
        // The way between the centres and its length are 3u off, the sums u each: a plane's error is more.
        let least = balls.radii - self.distance - balls.error;
        let inside = balls.radii * balls.radii - p.norm_squared();
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
            prove::<T>(proof, claim, plane, (balls.scale, 0.0), balls.reach);
        }
        show(Method::ClosedForm, &plane, p, 0.0, observer);
        let [point_moving, point_fixed] = self.points();
        Outcome::Overlap(Overlap {
            depth,
            depth_lower: T::round_down(between(least, 0.0, depth.to_f64())),
            normal,
            point_moving,
            point_fixed,
            entry: T::nearest(entry),
            exit: T::nearest(exit),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::solve::formula;
    use crate::{NoObserver, Sweep};
    use swept_support::{Placed, Sphere};

    /// Balls about as far apart as what counts as a touch, pushed on, along and away.
    fn no_formula_answers<T: Real>(seed: u64) {
        let (mut dice, mut told) = (Dice(seed), 0);
        for case in 0..40_000 {
            let radii = [1.5 + dice.roll(), 1.5 + dice.roll()].map(T::nearest);
            let out = dice.vector().normalize();
            let options = CastOptions {
                target_distance: T::nearest(if case % 4 == 0 {
                    0.5 * dice.part()
                } else {
                    0.0
                }),
                ..CastOptions::default()
            };
            let reach = radii[0].to_f64() + radii[1].to_f64() + options.target_distance.to_f64();
            // Up to the last place of a touch, where the scale is twice the reach.
            let touch = tolerance::contact::<T>() * 2.0 * reach;
            let room = match case % 3 {
                0 => dice.roll() * touch,
                1 => (1.0 + 1e-9 * dice.roll()) * touch,
                _ => dice.roll() * NOISE * reach,
            };
            let way = dice.vector() - out * (2.0 * dice.part());
            let ball = |r: T, at: V| Placed::new(Sphere::new(r).unwrap(), at.map(T::nearest));
            // In f64 the moving ball stands at the origin, where it is put without rounding.
            let [at, from] = [-out * (reach + room), V::zeros()];
            let (moving, fixed) = (ball(radii[0], from).unwrap(), ball(radii[1], at).unwrap());
            let sweep = Sweep::new(moving, way.map(T::nearest), fixed).unwrap();
            if let Some(outcome) = surely_in_contact(&sweep, &options, &mut NoObserver, None) {
                told += 1;
                assert!(
                    formula(&sweep, &options, &mut NoObserver, None).is_none(),
                    "{case}: {outcome:?}"
                );
                assert_eq!(
                    in_contact(&sweep, &options, &mut NoObserver, None),
                    Some(outcome),
                    "{case}"
                );
            }
        }
        assert!(told > 8_000, "{told}");
    }

    #[test]
    fn what_is_told_before_a_formula_is_asked_no_formula_answers() {
        no_formula_answers::<f64>(1);
        no_formula_answers::<f32>(2);
    }
}
