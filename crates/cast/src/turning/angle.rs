//! Sine and cosine of an angle of twice the precision of `f64`, many turns long.
//!
//! The angle is reduced by a whole number k of quarter turns in wide arithmetic, so that a body that has turned a million times stands as
//! exactly as one that has not. For angles up to 2²⁵, |k| is below 2²⁴·⁴. π/2 is known to 2⁻¹⁰⁹, k of them to 2⁻⁸⁴·⁷. Of their wide
//! product, which is below 2²⁵, the high part and its rounding error, up to 2⁻²⁹, are exact; k times the low part of π/2 is below 2⁻²⁹
//! and is rounded by 2⁻⁸³; and the sum of these two is below 2⁻²⁸ and is rounded by 2⁻⁸². What the difference from the angle loses is
//! below 2⁻¹⁰⁶: the high parts' is exact, and so is that of the low ones. So the rest r is right to 2⁻⁸¹·², and a search has found 2⁻⁸¹·²⁷.
//!
//! On |r| ≤ π/4 + 2⁻⁵⁰ both series are cut where the first term left out is below u/50 (r¹⁹/19! is u/1300 at most, r¹⁸/18! u/55), and
//! Horner's scheme errs by less than 2u. With the quarter turns exact, both results err by at most 3u. No library function is called: the
//! bits are the same on every platform.

use crate::wide::Wide;

/// π/2 as an unevaluated sum: its nearest `f64`, and the nearest `f64` to the rest.
const QUARTER: (f64, f64) = (core::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17);

/// Angles may be this large, in radians: k then stays an exact integer of far fewer bits than `f64` holds.
pub(crate) const MOST: f64 = (1u64 << 25) as f64;

/// π/2 in wide precision.
pub(crate) fn quarter() -> Wide {
    Wide::new(QUARTER.0, QUARTER.1)
}

/// The whole number of quarter turns nearest to `angle`, and what is left over.
pub(crate) fn reduce(angle: Wide) -> (i64, Wide) {
    let turns = angle.value() * core::f64::consts::FRAC_2_PI;
    // Truncation toward zero after adding half: no rounding function without the standard library.
    let k = (turns + if turns < 0.0 { -0.5 } else { 0.5 }) as i64;
    (k, angle - quarter() * Wide::from(k as f64))
}

/// Sine and cosine of `angle`, each to within 3u.
pub(crate) fn sin_cos(angle: Wide) -> (f64, f64) {
    let (k, rest) = reduce(angle);
    let (r, low) = (rest.value(), rest.rest());
    let z = r * r;
    // Σ (−z)^i / (2i + 3)! and Σ (−z)^i / (2i + 4)!, times −z·r and z².
    let odd = [
        1.0 / 6.0,
        1.0 / 120.0,
        1.0 / 5_040.0,
        1.0 / 362_880.0,
        1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        1.0 / 1_307_674_368_000.0,
        1.0 / 355_687_428_096_000.0,
    ];
    let even = [
        1.0 / 24.0,
        1.0 / 720.0,
        1.0 / 40_320.0,
        1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        1.0 / 87_178_291_200.0,
        1.0 / 20_922_789_888_000.0,
    ];
    let series = |terms: &[f64]| terms.iter().rev().fold(0.0, |sum, c| c - z * sum);
    let (s, c) = (
        r - r * z * series(&odd),
        1.0 - z * (0.5 - z * series(&even)),
    );
    // sin(r + low) and cos(r + low): the square of `low` is far below u.
    let (s, c) = (s + low * c, c - low * s);
    match k.rem_euclid(4) {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_at_the_quarters_and_right_at_a_third_of_a_half_turn() {
        assert_eq!(sin_cos(Wide::from(0.0)), (0.0, 1.0));
        let third = Wide::new(core::f64::consts::FRAC_PI_3, 0.0);
        let (s, c) = sin_cos(third);
        assert!((s - 0.75_f64.sqrt()).abs() < 4e-16 && (c - 0.5).abs() < 4e-16);
        for k in [1_i64, -3, 4, 1_000_001, -16_000_002] {
            let (s, c) = sin_cos(quarter() * Wide::from(k as f64));
            let expected = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)];
            let (es, ec) = expected[k.rem_euclid(4) as usize];
            assert!(
                (s - es).abs() < 1e-22 && (c - ec).abs() < 1e-22,
                "{k}: {s} {c}"
            );
        }
    }

    /// The least exact of 400,000 that were searched. What is left over was computed with 300 bits.
    #[test]
    fn a_rest_is_right_to_what_its_product_loses() {
        let (k, rest) = reduce(Wide::new(
            33_522_587.463_208_29,
            1.636_961_680_249_609_8e-11,
        ));
        let exact = Wide::new(-1.930_345_207_468_616_4e-9, -7.175_359_321_817_747e-26);
        let off = (rest - exact).value().abs();
        assert_eq!(k, 21_341_142);
        let bound = 1.66 * f64::powi(2.0, -82);
        assert!(off > 0.99 * bound && off < bound, "{off:e}");
    }

    #[test]
    fn within_three_units_of_the_platform_s_own() {
        for i in -3_000..3_000 {
            let x = f64::from(i) * 0.0371;
            let (s, c) = sin_cos(Wide::from(x));
            assert!(
                (s - x.sin()).abs() <= 5e-16 && (c - x.cos()).abs() <= 5e-16,
                "{x}"
            );
        }
    }
}
