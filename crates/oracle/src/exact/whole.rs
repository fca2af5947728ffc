//! Floats as whole numbers, and quotients of whole numbers as floats.

use crate::Double;
use crate::truth::Bracket;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, UnsignedAbs};

/// The exponent e for which every number is a whole multiple of 2ᵉ.
pub(super) fn common_exponent(numbers: impl Iterator<Item = f64>) -> i32 {
    numbers
        .filter(|x| *x != 0.0)
        .map(|x| {
            let (mantissa, exponent) = parts(x);
            exponent + mantissa.trailing_zeros() as i32
        })
        .min()
        .unwrap_or(0)
}

/// x / 2ᵉ, which must be whole.
pub(super) fn whole(x: f64, e: i32) -> IBig {
    if x == 0.0 {
        return IBig::ZERO;
    }
    let (mantissa, exponent) = parts(x);
    let trailing = mantissa.trailing_zeros();
    let odd = IBig::from(mantissa >> trailing);
    let shift = usize::try_from(exponent + trailing as i32 - e).unwrap_or(0);
    let size = odd << shift;
    if x < 0.0 { -size } else { size }
}

/// x = ± mantissa · 2ᵉ.
fn parts(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let low = bits & 0x000f_ffff_ffff_ffff;
    if exponent == 0 {
        (low, -1074)
    } else {
        (low | 1 << 52, exponent - 1075)
    }
}

/// a / b between two numbers of twice the precision of `f64`, no more than 2⁻¹⁰⁰ apart of it; equal where it is one.
pub(crate) fn quotient(a: &IBig, b: &IBig) -> Bracket {
    if *a == IBig::ZERO {
        return Bracket::exactly(0.0);
    }
    let negative = (*a < IBig::ZERO) != (*b < IBig::ZERO);
    let (a, b) = (a.clone().abs(), b.clone().abs());
    // 105 or 106 bits of the quotient, and whether anything is left.
    let bits = |x: &IBig| x.clone().unsigned_abs().bit_len() as i64;
    let shift = 105 - (bits(&a) - bits(&b));
    let scaled = if shift >= 0 {
        (a << shift as usize, b)
    } else {
        (a, b << (-shift) as usize)
    };
    let whole = &scaled.0 / &scaled.1;
    let exact = &whole * &scaled.1 == scaled.0;
    let high = &whole >> 53_usize;
    let low = &whole - (&high << 53_usize);
    let part = |x: &IBig, power: i64| to_f64(x) * two_to(power);
    let below = Double::from(part(&high, 53 - shift)) + Double::from(part(&low, -shift));
    let above = if exact {
        below
    } else {
        below.above(below.value() * STEP)
    };
    let bracket = Bracket {
        lower: below,
        upper: above,
    };
    if negative {
        Bracket {
            lower: -bracket.upper,
            upper: -bracket.lower,
        }
    } else {
        bracket
    }
}

/// One unit of the last of 106 bits, and one for the sum of two parts: 2⁻¹⁰³.
const STEP: f64 = 1.0 / (1u128 << 103) as f64;

/// A whole number of at most 54 bits as an `f64`, exactly or rounded to nearest.
fn to_f64(x: &IBig) -> f64 {
    x.to_f64().value()
}

fn two_to(power: i64) -> f64 {
    2.0_f64.powi(power.clamp(-1074, 1023) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_whole_multiples() {
        let e = common_exponent([0.75, -3.0, 0.0].into_iter());
        assert_eq!(e, -2);
        assert_eq!(whole(-3.0, e), IBig::from(-12));
        assert_eq!(whole(0.75, e), IBig::from(3));
        assert_eq!(whole(5e-324, -1074), IBig::from(1));
    }

    #[test]
    fn quotients_are_bracketed_and_exact_where_they_can_be() {
        let half = quotient(&IBig::from(-3), &IBig::from(6));
        assert_eq!(half, Bracket::exactly(-0.5));
        let third = quotient(&IBig::from(1), &IBig::from(3));
        assert!(third.lower < third.upper && third.width() < 1e-29);
        let three = Double::from(3.0);
        assert!(third.lower * three <= 1.0.into() && third.upper * three >= 1.0.into());
        let large = quotient(
            &(IBig::from(1) << 3000_usize),
            &((IBig::from(1) << 2998_usize) + 1),
        );
        assert!(large.lower < 4.0.into() && (large.upper - 4.0.into()).value().abs() < 1e-29);
    }
}
