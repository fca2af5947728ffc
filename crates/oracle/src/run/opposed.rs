//! Two answers of different outcomes to one cast whose truth is not known: whether one of them must be wrong.

use crate::obstacle::Obstacle;
use crate::tolerance::{AFTER_POSES, TURNED_DOUBT};
use crate::turning::Poses;
use crate::{Cast, Claim, Fact, Precision, Truth};

/// By what length two claims of different outcomes contradict each other; `None` where both can be right, infinite where nothing is
/// known of either.
///
/// *What each says.* The bodies are those of the cast, the same in both scalars: no engine is asked for numbers that its scalar would
/// round. But how near is touching is for the scalar to say: e, its ambiguity at the scale, and as certificates have it, that of bodies
/// grown or shrunk by as much. So with D how deep the bodies overlap at the start (negative where they are apart) and M how deep they
/// are on the way at most,
///
/// - an overlap proves D > −e,
/// - a hit proves D < e and M > −e, the latter at its fraction already,
/// - a miss proves D < e and M < e.
///
/// Claims of scalars with e and e' can both be right where D or M lies between −e of the one and e' of the other, however sharp each
/// proof is for itself: at 10¹⁰ with `f32`, that is thousands of metres. Beyond, one of them is wrong.
///
/// *What is known.* D, and the depth at any other pose, is the truth of a cast that stands still, which there is where there is none of
/// the motion. M is looked for at u + (1 − u)/2ᵏ, u the fraction by which the hit claims contact. On a straight way the depth is concave
/// in the fraction, and one of these poses lies in the second quarter of the way through, where the depth is a fourth of the deepest at
/// least. No sharper than that is what is found of a miss; of turns, which may lead out and in again, less.
pub(super) fn opposed(
    cast: &Cast,
    a: (&Claim, &Precision),
    b: (&Claim, &Precision),
) -> Option<f64> {
    let poses = Poses::new(cast);
    match (a.0, b.0) {
        (Claim::Overlap { .. }, _) => at_the_start(cast, &poses, a.1, b.1),
        (_, Claim::Overlap { .. }) => at_the_start(cast, &poses, b.1, a.1),
        (Claim::Hit { .. }, _) => on_the_way(cast, &poses, a, b.1),
        _ => on_the_way(cast, &poses, b, a.1),
    }
}

/// Where the one claims an overlap at the start, and the other none.
fn at_the_start(cast: &Cast, poses: &Poses, overlap: &Precision, other: &Precision) -> Option<f64> {
    let Some([least, most]) = depth(poses, 0.0) else {
        return Some(f64::INFINITY);
    };
    let is_off = least > doubt(cast, poses, other) || -most > doubt(cast, poses, overlap);
    is_off.then_some(least.max(-most))
}

/// Where the one claims a hit, and the other that they miss each other.
fn on_the_way(
    cast: &Cast,
    poses: &Poses,
    (hit, precision): (&Claim, &Precision),
    miss: &Precision,
) -> Option<f64> {
    let Claim::Hit {
        fraction,
        fraction_upper,
        ..
    } = hit
    else {
        return Some(f64::INFINITY);
    };
    let last = fraction_upper.unwrap_or(*fraction);
    // A fraction alone is rounded, and a hit that is none of the way's is no hit.
    let open = poses.speed * (last - fraction).max(precision.epsilon * fraction);
    let is_within = (0.0..=1.0).contains(fraction) && open.is_finite();
    let Some([_, most]) = depth(poses, *fraction).filter(|_| is_within) else {
        return Some(f64::INFINITY);
    };
    if -most > doubt(cast, poses, precision) + open {
        return Some(-most);
    }
    let left = 1.0 - last.min(1.0);
    let after = (0..AFTER_POSES).filter_map(|k| {
        let at = last.min(1.0) + left / 2.0_f64.powi(k);
        depth(poses, at).map(|[least, _]| least)
    });
    let deepest = after.fold(f64::NEG_INFINITY, f64::max);
    (deepest > doubt(cast, poses, miss)).then_some(deepest)
}

/// What the scalar may call touching: a length.
fn doubt(cast: &Cast, poses: &Poses, precision: &Precision) -> f64 {
    if cast.turn.is_none() {
        precision.ambiguous(Obstacle::<f64>::new(cast).scale())
    } else {
        TURNED_DOUBT * precision.ambiguous(poses.scale) + 4.0 * poses.blur
    }
}

/// Bounds on how deep the bodies overlap at a fraction, negative where they are apart; `None` where that is not known either.
fn depth(poses: &Poses, s: f64) -> Option<[f64; 2]> {
    let [least, most] = match Truth::of(&poses.at(s)).ok()?.fact {
        Fact::Inside(inside) => [inside.depth.lower, inside.depth.upper].map(|x| x.value()),
        Fact::Apart(apart) => [apart.separation.upper, apart.separation.lower].map(|x| -x.value()),
        Fact::Meets(_) => [0.0, 0.0],
    };
    Some([least - poses.blur, most + poses.blur])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Form, Turns};

    /// What each scalar may call touching, of the balls below and of the ball on the ground.
    const E: [f64; 2] = [384.0 * f64::EPSILON, 384.0 * f32::EPSILON as f64];

    /// Balls of radius 1 whose middles come as near as 2 + `off` on a way of 8, 0.5 + `ahead` of which are before that. The scale is 6.
    fn passing(off: f64, ahead: f64) -> Cast {
        let moving = Body::new(Form::sphere(1.0)).at([-4.0 - ahead, 2.0 + off, 0.0]);
        Cast::new(moving, [8.0, 0.0, 0.0], Body::new(Form::sphere(1.0)))
    }

    /// A ball that turns, a length above the ground. There is no truth of that.
    fn ground(height: f64, way: f64) -> Cast {
        let ball = Body::new(Form::sphere(1.0)).at([0.0, 1.0 + height, 0.0]);
        let ground = Body::new(Form::HalfSpace {
            normal: [0.0, 1.0, 0.0],
        });
        Cast::new(ball, [0.0, way, 0.0], ground).turning(Turns {
            moving: [0.0, 1.0, 0.0],
            fixed: [0.0; 3],
        })
    }

    /// Whether claims of two scalars contradict each other, in either order.
    fn contradict(cast: &Cast, claims: [&Claim; 2], precisions: [Precision; 2]) -> bool {
        let [a, b] = [0, 1].map(|i| (claims[i], &precisions[i]));
        let found = opposed(cast, a, b);
        assert_eq!(found, opposed(cast, b, a));
        found.is_some()
    }

    fn scalars() -> [Precision; 2] {
        [Precision::double(), Precision::single()]
    }

    /// The bound of each scalar counts for what that scalar says: f64 may not call touching what f32 may.
    #[test]
    fn an_overlap_and_none_are_both_right_as_far_as_touching_is_for_the_scalar_to_say() {
        let overlap = Claim::overlap();
        for other in [Claim::miss(), Claim::hit(0.0)] {
            let told = |height: f64, precisions: [Precision; 2]| {
                contradict(&ground(height, 0.0), [&overlap, &other], precisions)
            };
            let [double, single] = scalars();
            for (i, [by, none]) in [[double, double], [double, single], [single, double]]
                .into_iter()
                .enumerate()
            {
                let within = [E[usize::from(i == 2)], E[usize::from(i == 1)]];
                // Reaches and offset are 2 + 1 here, and of turns twice as much counts.
                let [above, below] = within;
                assert!(
                    !told(0.5 * above, [by, none]) && !told(-0.5 * below, [by, none]),
                    "{i}"
                );
                assert!(
                    told(4.0 * above, [by, none]) && told(-4.0 * below, [by, none]),
                    "{i}"
                );
            }
        }
    }

    #[test]
    fn a_hit_and_a_miss_are_both_right_of_a_graze_alone() {
        let [double, single] = scalars();
        let (hit, miss) = (Claim::hit(0.5), Claim::miss());
        let told = |off: f64, precisions: [Precision; 2]| {
            contradict(&passing(off, 0.0), [&hit, &miss], precisions)
        };
        for (precisions, [hit, miss]) in [
            ([double, double], [E[0], E[0]]),
            ([single, double], [E[1], E[0]]),
            ([double, single], [E[0], E[1]]),
        ] {
            // They pass each other at the fraction 0.5, apart by `off`.
            assert!(!told(0.5 * hit, precisions) && told(2.0 * hit, precisions));
            assert!(!told(-0.5 * miss, precisions));
        }
        // As deep as this they meet before, and are deeper by a fourth of it at one of the poses after that.
        for depth in [8.0 * E[1], 1e-3, 0.5] {
            let cast = passing(-depth, 0.0);
            let before = (4.0_f64 - (2.0 - depth) * (2.0 - depth)).sqrt();
            let hit = Claim::hit((4.0 - before) / 8.0);
            for precisions in [[double, double], [double, single]] {
                assert!(contradict(&cast, [&hit, &miss], precisions), "{depth}");
            }
        }
    }

    #[test]
    fn turning_bodies_that_meet_after_all_are_no_miss() {
        let scalars = [Precision::double(); 2];
        let cast = ground(1.0, -2.0);
        assert!(Truth::of(&cast).is_err());
        assert!(contradict(
            &cast,
            [&Claim::hit(0.5), &Claim::miss()],
            scalars
        ));
        // Apart where the hit is said to be, and a hit that is nowhere.
        let cast = ground(1.0, -0.5);
        for fraction in [0.5, 1.0, 2.0, f64::NAN] {
            let hit = Claim::hit(fraction);
            assert!(
                contradict(&cast, [&hit, &Claim::miss()], scalars),
                "{fraction}"
            );
        }
        // At the very end they touch.
        let cast = ground(0.5, -0.5);
        assert!(!contradict(
            &cast,
            [&Claim::hit(1.0), &Claim::miss()],
            scalars
        ));
    }
}
