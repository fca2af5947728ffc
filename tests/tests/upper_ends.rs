//! Both ends of a bracket against the truth, with nothing allowed for: no lower end is late, and by the upper one the shapes themselves touch, not
//! only those grown by what a certificate states.

use swept::{CastOptions, Method, Outcome, Placed, Real, Shape, Support};
use swept_oracle::{Double, Fact, Truth};
use swept_tests::FAMILIES;

const CASTS: usize = 1_000;

/// What a certificate always grows shapes by, as a part of the lengths that enter where the sweep starts (docs/contract.md).
fn always<T: Real>() -> f64 {
    if T::EPSILON == f64::EPSILON {
        28.0 * f64::EPSILON
    } else {
        2.0 * T::EPSILON + 12.0 * f64::EPSILON
    }
}

/// By how much more, of the sizes, where the bracket closed: the 8u that searches close it to in `f64`, which the upper end has in it.
const CLOSED: f64 = 4.0 * f64::EPSILON;

fn holds<T: Real>() {
    let size = |placed: &Placed<T, Shape<T>>| {
        let shape = placed.shape();
        shape.extent() + shape.radius()
    };
    let (mut held, mut open) = (0, 0);
    for family in FAMILIES {
        for (index, case) in family.casts(31).take(CASTS).enumerate() {
            let Some(Fact::Meets(meets)) = Truth::of(&case).ok().map(|truth| truth.fact) else {
                continue;
            };
            let sweep = case.sweep::<T>();
            let (moving, fixed) = (sweep.moving(), sweep.fixed());
            let far = (fixed.position() - moving.position()).norm();
            let sizes = size(moving) + size(fixed);
            let allowed = always::<T>() * (sizes + far) + CLOSED * sizes;
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let certified = sweep.cast_certified(&options);
                let Outcome::Hit(hit) = certified.outcome else {
                    continue;
                };
                let told = || {
                    format!(
                        "{} {index} by {}: {certified:?}",
                        family.name,
                        method.name()
                    )
                };
                let ends = [hit.fraction, hit.fraction_upper];
                let [lower, upper] = ends.map(|x| Double::from(x.to_f64()));
                assert!(lower <= meets.fraction.upper, "late: {}", told());
                // What touches at the start is a hit there. And where rounding did not let the bracket close, the certificate says so.
                let starts = hit.fraction_upper == T::zero();
                if starts || certified.certificate.tolerance > allowed {
                    open += 1;
                    continue;
                }
                held += 1;
                assert!(upper >= meets.fraction.lower, "early: {}", told());
            }
        }
    }
    println!("{held} brackets hold the truth, {open} touch at the start or are open");
    assert!(held > 40_000 && open < held / 10, "{held} {open}");
}

#[test]
fn the_truth_is_between_the_ends_of_every_bracket_in_f64() {
    holds::<f64>();
}

#[test]
fn the_truth_is_between_the_ends_of_every_bracket_in_f32() {
    holds::<f32>();
}
