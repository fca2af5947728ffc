//! Two answers to one cast whose truth is not known: whether one of them must be wrong.

use crate::arith::dot;
use crate::obstacle::Obstacle;
use crate::tolerance::SHORT;
use crate::{Cast, Claim, Precision};

/// By what length two claims of the same outcome contradict each other, beyond what the judge would allow them; `None` where
/// both can be right.
///
/// *Hits.* One claims contact by the fraction u, the other, with the normal n, none before the fraction l > u. If it is right, its
/// plane keeps the bodies (l − u) · |n·d| apart at u: so much is one of them off by. Of a claim without a bracket, what a fraction
/// may be off by counts; where neither has a normal, nothing is said.
///
/// *Overlaps.* One claims a depth of no more than u, the other of no less than l > u.
///
/// Of casts that turn nothing is said: a plane does not stay where it is.
pub(super) fn contradiction(
    cast: &Cast,
    a: (&Claim, &Precision),
    b: (&Claim, &Precision),
) -> Option<f64> {
    if !cast.turn.is_none() {
        return None;
    }
    let obstacle = Obstacle::<f64>::new(cast);
    let scale = obstacle.scale();
    let beyond = |a, b| late(&obstacle.motion, scale, a, b).or_else(|| deep(scale, a, b));
    beyond(a, b).or_else(|| beyond(b, a))
}

/// By how much the first claims freedom where the second claims contact, if both are hits.
fn late(
    motion: &[f64; 3],
    scale: f64,
    (later, precise): (&Claim, &Precision),
    (sooner, roughly): (&Claim, &Precision),
) -> Option<f64> {
    let (free, bracket, n) = hit(later)?;
    let (fraction, upper, other) = hit(sooner)?;
    // A bracket's lower end is proven; its upper end is so for bodies that are grown by what rounding may decide.
    let after = if bracket.is_some() {
        0.0
    } else {
        precise.error(scale)
    };
    let before = match upper {
        Some(_) => roughly.ambiguous(scale),
        None => roughly.error(scale),
    };
    let rate = dot(&n.or(other)?, motion).abs();
    let off = (free - upper.unwrap_or(fraction)) * rate;
    (off > after + before).then_some(off)
}

/// Fraction, upper fraction and normal of a hit.
fn hit(claim: &Claim) -> Option<(f64, Option<f64>, Option<[f64; 3]>)> {
    match claim {
        Claim::Hit {
            fraction,
            fraction_upper,
            normal,
            ..
        } => Some((*fraction, *fraction_upper, *normal)),
        _ => None,
    }
}

/// By how much the first claims to be deeper than the second can be, if both are overlaps.
fn deep(
    scale: f64,
    (deeper, precise): (&Claim, &Precision),
    (less, roughly): (&Claim, &Precision),
) -> Option<f64> {
    let (depth, lower) = overlap(deeper)?;
    let least = lower.unwrap_or(depth - precise.depth_error * scale);
    let (most, _) = overlap(less)?;
    let off = least - most;
    (off > SHORT * roughly.epsilon * scale).then_some(off)
}

/// Depth and its lower bound, of an overlap that says so.
fn overlap(claim: &Claim) -> Option<(f64, Option<f64>)> {
    match claim {
        Claim::Overlap {
            depth, depth_lower, ..
        } => depth.map(|depth| (depth, *depth_lower)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Form, Turns};

    const NORMAL: [f64; 3] = [-1.0, 0.0, 0.0];

    /// Balls of radius 1 with middles 4 apart, closing in at 4 a fraction. The scale is 6.
    fn balls() -> Cast {
        let moving = Body::new(Form::sphere(1.0)).at([-4.0, 0.0, 0.0]);
        Cast::new(moving, [4.0, 0.0, 0.0], Body::new(Form::sphere(1.0)))
    }

    fn hit(fraction: f64, fraction_upper: Option<f64>) -> Claim {
        Claim::Hit {
            fraction,
            fraction_upper,
            normal: Some(NORMAL),
            point_moving: None,
            point_fixed: None,
        }
    }

    fn overlap(depth: f64, depth_lower: Option<f64>) -> Claim {
        Claim::Overlap {
            depth: Some(depth),
            depth_lower,
            normal: None,
            point_moving: None,
            point_fixed: None,
            entry: None,
            exit: None,
        }
    }

    fn double(cast: &Cast, a: &Claim, b: &Claim) -> Option<f64> {
        let precision = Precision::double();
        let found = contradiction(cast, (a, &precision), (b, &precision));
        assert_eq!(found, contradiction(cast, (b, &precision), (a, &precision)));
        found
    }

    #[test]
    fn brackets_that_lie_apart_contradict_each_other() {
        let cast = balls();
        let sooner = hit(0.25, Some(0.5));
        assert_eq!(double(&cast, &sooner, &hit(0.4, Some(0.75))), None);
        // The upper end is good for bodies grown by 64 ε of 6: 96 ε of the way at 4 a fraction.
        assert_eq!(
            double(&cast, &sooner, &hit(0.5 + 90.0 * f64::EPSILON, Some(0.75))),
            None
        );
        let later = hit(0.5 + 110.0 * f64::EPSILON, Some(0.75));
        assert_eq!(double(&cast, &sooner, &later), Some(440.0 * f64::EPSILON));
        // In f32 both are within what an upper end is good for.
        let (single, double) = (Precision::single(), Precision::double());
        let found = contradiction(&cast, (&sooner, &single), (&later, &double));
        assert_eq!(found, None);
    }

    #[test]
    fn fractions_alone_may_be_off_by_the_scalar_s_budget() {
        let cast = balls();
        let budget = 2.0 * 64.0 * 6.0 / 4.0;
        let off = |ulps: f64| hit(0.5 + ulps * f64::EPSILON, None);
        assert_eq!(double(&cast, &hit(0.5, None), &off(budget - 2.0)), None);
        assert!(double(&cast, &hit(0.5, None), &off(budget + 2.0)).is_some());
        // Without a normal there is no telling how fast they close in.
        assert_eq!(double(&cast, &Claim::hit(0.25), &Claim::hit(0.75)), None);
    }

    #[test]
    fn a_depth_below_another_s_lower_bound_contradicts_it() {
        let cast = balls();
        let deep = overlap(0.5, Some(0.375));
        assert_eq!(double(&cast, &deep, &overlap(0.4, Some(0.25))), None);
        let less = overlap(0.25, Some(0.125));
        assert_eq!(double(&cast, &deep, &less), Some(0.125));
        assert_eq!(
            double(&cast, &overlap(0.5, None), &less),
            Some(0.25 - Precision::double().depth_error * 6.0)
        );
    }

    #[test]
    fn of_turning_casts_and_of_other_outcomes_nothing_is_said() {
        let (a, b) = (hit(0.125, Some(0.25)), hit(0.75, Some(0.75)));
        assert!(double(&balls(), &a, &b).is_some());
        assert_eq!(double(&balls(), &a, &Claim::miss()), None);
        let turning = balls().turning(Turns {
            moving: [0.0, 1.0, 0.0],
            fixed: [0.0; 3],
        });
        assert_eq!(double(&turning, &a, &b), None);
    }
}
