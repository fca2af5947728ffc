//! The quadratic solver against exact rational arithmetic.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::quadratic::{Roots, solve};

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// a·t² + 2·b·t + c, exactly.
fn value(a: f64, b: f64, c: f64, t: &BigRational) -> BigRational {
    let linear = exact(b) * BigRational::from(BigInt::from(2));
    (exact(a) * t + linear) * t + exact(c)
}

fn discriminant(a: f64, b: f64, c: f64) -> BigRational {
    exact(b) * exact(b) - exact(a) * exact(c)
}

/// A root lies within 4u of `t`, relative: the exact quadratic changes sign there, or has its double root there. Or it is too large.
fn near_root(a: f64, b: f64, c: f64, t: f64) -> bool {
    if t.is_infinite() {
        let far = exact(f64::MAX.copysign(t));
        return (value(a, b, c, &far) * exact(a)).is_negative();
    }
    let width = exact(4.001 * 0.5 * f64::EPSILON) * exact(t).abs();
    let low = value(a, b, c, &(exact(t) - &width));
    let high = value(a, b, c, &(exact(t) + &width));
    let vertex = -exact(b) / exact(a);
    let holds_vertex = (exact(t) - vertex).abs() <= width;
    !(low * high).is_positive() || holds_vertex && !discriminant(a, b, c).is_negative()
}

fn check(a: f64, b: f64, c: f64) {
    let d = discriminant(a, b, c);
    match solve(a, b, c) {
        Roots::None => assert!(d.is_negative(), "{a:e} {b:e} {c:e}: has roots"),
        Roots::One(t) => {
            assert!(d.is_zero(), "{a:e} {b:e} {c:e}: not double");
            assert!(near_root(a, b, c, t), "{a:e} {b:e} {c:e}: {t:e}");
        }
        Roots::Two(s, t) => {
            assert!(d.is_positive(), "{a:e} {b:e} {c:e}: not two");
            assert!(s <= t);
            for root in [s, t] {
                assert!(near_root(a, b, c, root), "{a:e} {b:e} {c:e}: {root:e}");
            }
        }
        Roots::All => panic!("not a constant"),
    }
}

#[test]
fn hard_coefficients() {
    let next = f64::from_bits(1.0f64.to_bits() + 1);
    let last = f64::from_bits(1.0f64.to_bits() - 1);
    for (a, b, c) in [
        // Rounded products would give a discriminant of 0; it is 1 − (1 + ε)(1 − ε/2) and the like.
        (next, 1.0, last),
        (last, 1.0, last),
        (1.0, next, 1.0),
        (next, next, next),
        (94906265.625, 94906267.0, 94906268.375),
        (94906266.375, 94906267.375, 94906268.375),
        // One root cancels in the textbook formula.
        (1.0, -1e8, 1.0),
        (1e-20, 1.0, 1.0),
        (1.0, 1e-160, -1e-320 * 1e12),
        // At the ends of the range.
        (1e300, 1e300, 1e299),
        (1e-300, 3e-150, 1.0),
        (1e-300, 1.0, -1e300),
        (1e200, 0.0, -1e-200),
        (1.0, 3.0, 0.0),
        // A root of less than the other's last place, below the range of products.
        (-4.670635035032062e36, 4.601451520055847e-147, 0.0),
        (5e-324, 1.3715533856122504e135, -4.481562276472515e-50),
        (-1e-310, 3.911438691866678e141, -8.053663124557036e-144),
        (1e300, 1e-300, 0.0),
    ] {
        check(a, b, c);
        check(-a, -b, -c);
        check(a, -b, c);
    }
}

#[test]
fn random_coefficients_close_to_a_double_root() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..20_000 {
        let a: f64 = rng.random_range(0.5..2.0);
        let b: f64 = rng.random_range(-2.0..2.0);
        let c = b * b / a;
        let step = rng.random_range(-3i64..=3);
        check(a, b, f64::from_bits(c.to_bits().wrapping_add_signed(step)));
    }
}

#[test]
fn random_coefficients_of_all_sizes() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut draw = || rng.random_range(-1.0..1.0f64) * 2f64.powi(rng.random_range(-250..250));
    for _ in 0..4_000 {
        check(draw(), draw(), draw());
    }
}

#[test]
fn degenerate_equations() {
    assert_eq!(solve(0.0, 0.0, 0.0), Roots::All);
    assert_eq!(solve(0.0, 0.0, 1.0), Roots::None);
    assert_eq!(solve(0.0, 2.0, -1.0), Roots::One(0.25));
    assert_eq!(solve(0.0, 0.5, -1.5e308), Roots::One(1.5e308));
    assert_eq!(solve(1.0, -3.0, 9.0), Roots::One(3.0));
    assert_eq!(solve(2.0, 0.0, 0.0), Roots::One(0.0));
    assert_eq!(solve(1.0, 0.0, -4.0), Roots::Two(-2.0, 2.0));
    assert_eq!(solve(1.0, f64::NAN, 1.0), Roots::None);
    assert_eq!(solve(f64::INFINITY, 1.0, 1.0), Roots::None);
}

#[test]
fn roots_are_filtered_to_an_interval() {
    let roots = solve(1.0, 0.0, -4.0);
    assert_eq!(roots.first_in(-3.0, 3.0), Some(-2.0));
    assert_eq!(roots.first_in(0.0, 2.0), Some(2.0));
    assert_eq!(roots.first_in(0.0, 1.0), None);
    assert_eq!(Roots::All.first_in(0.5, 1.0), Some(0.5));
    assert_eq!(Roots::None.first_in(0.0, 1.0), None);
}
