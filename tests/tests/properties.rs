//! Laws that hold for every cast, whatever its answer: the world may be turned, scaled, cut and read backwards.
//!
//! The entry fraction is a convex function of where the line of motion passes, and an answer's normal is its slope. So
//! when rounding shifts a shape by δ, the fraction moves by at most δ / min |n·d| over both normals, and a hit
//! can become a miss only with a gap of at most δ. That is all the tolerance these tests allow.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use swept::{CastOptions, Hit, Miss, Outcome, Overlap, Real};
use swept_tests::{Body, Cast, Dice, FAMILIES, Kind, Obstacle, Precision, pair, widen};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 256,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2010),
        ..ProptestConfig::default()
    }
}

/// A case of any family.
fn any_case() -> impl Strategy<Value = Cast> {
    (0..FAMILIES.len(), any::<u32>()).prop_map(|(f, index)| FAMILIES[f].cast(8, index.into()))
}

/// A random cast of two shapes of any kind, the half-space excepted.
fn any_pair() -> impl Strategy<Value = Cast> {
    let kind = || prop::sample::select(&Kind::MOVING[..]);
    (kind(), kind(), any::<u32>()).prop_map(|(a, b, i)| pair(a, b, 9, i.into()))
}

/// An answer, the displacement it is about, and the length by which it may be off.
struct Seen {
    outcome: Outcome<f64>,
    motion: Vector3<f64>,
    doubt: f64,
}

fn cast<T: Real>(case: &Cast) -> Seen {
    cast_with::<T>(case, &CastOptions::default())
}

fn cast_with<T: Real>(case: &Cast, options: &CastOptions<T>) -> Seen {
    let sweep = case.sweep::<T>();
    let scale = Obstacle::new(&sweep).scale() + options.target_distance.to_f64();
    Seen {
        outcome: widen(&sweep.cast_with(options)),
        motion: sweep.displacement().map(Real::to_f64),
        doubt: Precision::of::<T>().ambiguous(scale),
    }
}

/// How far rounding the numbers of `case` to `T` can shift one shape against the other: an ulp of every coordinate,
/// and a rotation by up to 4 ulps.
fn rounding<T: Real>(case: &Cast) -> f64 {
    let coordinates = [case.moving.position, case.fixed.position, case.displacement];
    let coordinates: f64 = coordinates.map(|v| Vector3::from(v).norm()).iter().sum();
    T::EPSILON * (4.0 * (case.moving.reach() + case.fixed.reach()) + coordinates)
}

/// Whether two answers can be about the same cast, up to shifts of `shift`.
fn agree(a: &Seen, b: &Seen, shift: f64) -> Result<(), String> {
    let doubt = a.doubt + b.doubt + shift;
    let ok = match (&a.outcome, &b.outcome) {
        (Outcome::Hit(x), Outcome::Hit(y)) => {
            let rate = x
                .normal
                .dot(&a.motion)
                .abs()
                .min(y.normal.dot(&b.motion).abs());
            (x.fraction - y.fraction).abs() * rate <= doubt
        }
        (Outcome::Miss(_), Outcome::Miss(_)) => true,
        (Outcome::Overlap(x), Outcome::Overlap(y)) => {
            // Depths come as brackets.
            x.depth_lower.max(y.depth_lower) <= x.depth.min(y.depth) + doubt
        }
        (Outcome::Hit(_), Outcome::Miss(m)) | (Outcome::Miss(m), Outcome::Hit(_)) => m.gap <= doubt,
        (Outcome::Overlap(o), Outcome::Hit(_) | Outcome::Miss(_))
        | (Outcome::Hit(_) | Outcome::Miss(_), Outcome::Overlap(o)) => o.depth <= doubt,
        (Outcome::Unresolved(_), _) | (_, Outcome::Unresolved(_)) => false,
    };
    if ok {
        Ok(())
    } else {
        Err(format!(
            "{:?}\nagainst {:?}\nallowed {doubt:e}",
            a.outcome, b.outcome
        ))
    }
}

/// Runs a law in both scalars, and names the case that breaks it.
fn both(
    case: &Cast,
    law_f64: impl FnOnce(&Cast) -> Result<(), String>,
    law_f32: impl FnOnce(&Cast) -> Result<(), String>,
) -> Result<(), TestCaseError> {
    let named = |scalar, e| TestCaseError::fail(format!("{scalar}: {e}\n{}", case.to_json()));
    law_f64(case).map_err(|e| named("f64", e))?;
    law_f32(case).map_err(|e| named("f32", e))
}

// ---------------------------------------------------------------------------------------------- rigid motion

fn moved(case: &Cast, seed: u64) -> Cast {
    let mut dice = Dice::new(seed, 0);
    let [x, y, z, w] = dice.rotation();
    let turn = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    let shift = dice.in_ball() * dice.log_between(1.0, 100.0);
    let body = |b: &Body| {
        let [x, y, z, w] = b.rotation;
        let q = turn.into_inner() * Quaternion::new(w, x, y, z);
        Body {
            shape: b.shape.clone(),
            position: (turn * Vector3::from(b.position) + shift).into(),
            rotation: [q.i, q.j, q.k, q.w],
        }
    };
    Cast {
        turn: swept_oracle::Turns::NONE,
        id: case.id.clone(),
        moving: body(&case.moving),
        fixed: body(&case.fixed),
        displacement: (turn * case.motion()).into(),
    }
}

fn rigid_motion<T: Real>(case: &Cast, seed: u64) -> Result<(), String> {
    let other = moved(case, seed);
    agree(
        &cast::<T>(case),
        &cast::<T>(&other),
        2.0 * rounding::<T>(&other),
    )
}

// ------------------------------------------------------------------------------------------------------ scale

/// The outcome with all lengths times `factor`: exact for a power of two.
fn scaled(outcome: &Outcome<f64>, factor: f64) -> Outcome<f64> {
    match *outcome {
        Outcome::Hit(hit) => Outcome::Hit(Hit {
            point_moving: hit.point_moving * factor,
            point_fixed: hit.point_fixed * factor,
            ..hit
        }),
        Outcome::Miss(miss) => Outcome::Miss(Miss {
            gap: miss.gap * factor,
            ..miss
        }),
        Outcome::Overlap(overlap) => Outcome::Overlap(Overlap {
            depth: overlap.depth * factor,
            depth_lower: overlap.depth_lower * factor,
            point_moving: overlap.point_moving * factor,
            point_fixed: overlap.point_fixed * factor,
            ..overlap
        }),
        Outcome::Unresolved(u) => Outcome::Unresolved(u),
    }
}

fn power_of_two<T: Real>(case: &Cast, exponent: i32) -> Result<(), String> {
    let factor = f64::from(exponent).exp2();
    let other = case.scaled(factor);
    assert_eq!(other, other.exact(), "not exact in f32");
    let [here, there] = [case, &other].map(|c| {
        let certified = c.sweep::<T>().cast_certified(&CastOptions::default());
        (widen(&certified.outcome), certified.steps, certified.method)
    });
    let expected = (scaled(&here.0, factor), here.1, here.2);
    if there == expected {
        Ok(())
    } else {
        Err(format!(
            "times 2^{exponent}: {there:?}\nexpected {expected:?}"
        ))
    }
}

// -------------------------------------------------------------------------------------------------- swapped roles

/// The fixed shape moves the other way; the answer seen from the first case.
fn swapped<T: Real>(case: &Cast) -> Result<(), String> {
    let other = Cast {
        turn: swept_oracle::Turns::NONE,
        id: case.id.clone(),
        moving: case.fixed.clone(),
        fixed: case.moving.clone(),
        displacement: case.displacement.map(|x| -x),
    };
    let (here, there) = (cast::<T>(case), cast::<T>(&other));
    agree(&here, &there, 0.0)?;
    let (Outcome::Hit(x), Outcome::Hit(y)) = (&here.outcome, &there.outcome) else {
        return Ok(());
    };
    let rate = x
        .normal
        .dot(&here.motion)
        .abs()
        .min(y.normal.dot(&there.motion).abs());
    let apart = (x.fraction - y.fraction_upper).max(y.fraction - x.fraction_upper);
    if apart * rate > here.doubt {
        return Err(format!("the brackets do not overlap\n{x:?}\n{y:?}"));
    }
    // The other's normal, flipped, must prove the same fraction (where the contact is at a corner of the obstacle there
    // are many such normals).
    let sweep = case.sweep::<T>();
    let flipped = -y.normal.into_inner();
    let inside = Obstacle::new(&sweep).height(&flipped) - x.fraction * flipped.dot(&here.motion);
    if inside > here.doubt {
        return Err(format!("flipped normal {inside:e} inside\n{x:?}\n{y:?}"));
    }
    Ok(())
}

// ------------------------------------------------------------------------------------- split and longer sweeps

/// Half of the way, and from there the other half.
fn split<T: Real>(case: &Cast) -> Result<(), String> {
    let whole = cast::<T>(case);
    let mut half = case.clone();
    half.displacement = case.displacement.map(|x| x / 2.0);
    let mut in_two = cast::<T>(&half);
    let mut shift = 0.0;
    match &mut in_two.outcome {
        Outcome::Hit(hit) => hit.fraction /= 2.0,
        Outcome::Miss(first) => {
            let at = Vector3::from(case.moving.position) + Vector3::from(half.displacement);
            half.moving.position = at.into();
            shift = 2.0 * rounding::<T>(&half);
            let gap = first.gap;
            in_two = cast::<T>(&half);
            match &mut in_two.outcome {
                Outcome::Hit(hit) => hit.fraction = 0.5 + hit.fraction / 2.0,
                Outcome::Miss(second) => second.gap = second.gap.min(gap),
                _ => {}
            }
        }
        _ => {}
    }
    in_two.motion = whole.motion;
    agree(&whole, &in_two, shift)
}

/// Twice the way: the same contact at half the fraction, or one in the second half.
fn longer<T: Real>(case: &Cast) -> Result<(), String> {
    let short = cast::<T>(case);
    let mut twice = case.clone();
    twice.displacement = case.displacement.map(|x| x * 2.0);
    let mut long = cast::<T>(&twice);
    if let Outcome::Hit(hit) = &mut long.outcome {
        hit.fraction *= 2.0;
        let beyond = (hit.fraction - 1.0) * hit.normal.dot(&short.motion).abs();
        if matches!(short.outcome, Outcome::Miss(_)) && beyond >= -long.doubt {
            return Ok(());
        }
    }
    long.motion = short.motion;
    agree(&short, &long, 0.0)
}

// ------------------------------------------------------------------------------------------------ growing shapes

/// Casting to a target distance is casting the shape grown by it.
fn target_distance<T: Real>(case: &Cast, distance: f64) -> Result<(), String> {
    let mut grown = case.clone();
    grown.moving.shape = grown.moving.shape.rounded(distance);
    let options = CastOptions {
        target_distance: T::nearest(distance),
        ..CastOptions::default()
    };
    let (grown, near) = (cast::<T>(&grown), cast_with::<T>(case, &options));
    if matches!(grown.outcome, Outcome::Overlap(_)) {
        return Ok(()); // within the target distance from the start on: a convention, not a law
    }
    agree(&grown, &near, T::EPSILON * distance)
}

/// A larger shape is not stopped later.
fn growing<T: Real>(case: &Cast, radius: f64) -> Result<(), String> {
    let mut grown = case.clone();
    grown.fixed.shape = grown.fixed.shape.rounded(radius);
    let (small, large) = (cast::<T>(case), cast::<T>(&grown));
    let ok = match (&small.outcome, &large.outcome) {
        (Outcome::Hit(s), Outcome::Hit(l)) => l.fraction <= s.fraction_upper,
        (Outcome::Hit(_), Outcome::Miss(m)) => m.gap <= large.doubt,
        (Outcome::Overlap(s), Outcome::Overlap(l)) => l.depth >= s.depth_lower,
        (Outcome::Overlap(o), _) => o.depth <= large.doubt,
        _ => true,
    };
    if ok {
        Ok(())
    } else {
        Err(format!("{:?}\ngrown {:?}", small.outcome, large.outcome))
    }
}

// ---------------------------------------------------------------------------------------------------- determinism

fn repeats<T: Real>(case: &Cast) -> Result<(), String> {
    let run = || {
        let certified = case.sweep::<T>().cast_certified(&CastOptions::default());
        // As text: every bit of every number, the sign of a zero included.
        format!("{certified:?}")
    };
    let (first, again) = (run(), run());
    let elsewhere = std::thread::scope(|s| s.spawn(run).join()).map_err(|_| "panicked")?;
    if first == again && first == elsewhere {
        Ok(())
    } else {
        Err(format!("{first}\n{again}\n{elsewhere}"))
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_answer_moves_along_with_the_world(case in any_case(), seed in any::<u64>()) {
        both(&case, |c| rigid_motion::<f64>(c, seed), |c| rigid_motion::<f32>(c, seed))?;
    }

    #[test]
    fn a_power_of_two_of_all_lengths_changes_no_bit(case in any_case(), k in -20..=20) {
        both(&case, |c| power_of_two::<f64>(c, k), |c| power_of_two::<f32>(c, k))?;
    }

    #[test]
    fn a_power_of_two_changes_no_bit_for_any_pair(case in any_pair(), k in -20..=20) {
        both(&case, |c| power_of_two::<f64>(c, k), |c| power_of_two::<f32>(c, k))?;
    }

    #[test]
    fn swapped_roles_see_the_same_contact(case in any_case()) {
        both(&case, swapped::<f64>, swapped::<f32>)?;
    }

    #[test]
    fn swapped_roles_see_the_same_contact_for_any_pair(case in any_pair()) {
        both(&case, swapped::<f64>, swapped::<f32>)?;
    }

    #[test]
    fn two_halves_make_a_whole(case in any_case()) {
        both(&case, split::<f64>, split::<f32>)?;
    }

    #[test]
    fn twice_the_way_is_half_the_fraction(case in any_case()) {
        both(&case, longer::<f64>, longer::<f32>)?;
    }

    #[test]
    fn a_target_distance_is_a_radius(case in any_pair(), k in 1..=32) {
        let distance = f64::from(k) / 64.0;
        both(
            &case,
            |c| target_distance::<f64>(c, distance),
            |c| target_distance::<f32>(c, distance),
        )?;
    }

    #[test]
    fn a_larger_shape_is_not_stopped_later(case in any_case(), k in 1..=32) {
        let radius = f64::from(k) / 64.0;
        both(&case, |c| growing::<f64>(c, radius), |c| growing::<f32>(c, radius))?;
    }

    #[test]
    fn the_same_cast_gives_the_same_bits(case in any_case()) {
        both(&case, repeats::<f64>, repeats::<f32>)?;
    }
}
