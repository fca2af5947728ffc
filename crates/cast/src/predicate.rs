//! The one decision of the portal: on which side of a line through the axis does a point lie, and by how much?
//!
//! Both functions compute a.x·b.y − a.y·b.x, a difference of products. Each product errs by at most u of itself, the
//! difference by u of its result (J. R. Shewchuk, *Adaptive precision floating-point arithmetic and fast robust
//! geometric predicates*, 1997, section 4), so the plain difference d of the products p and q errs by at most
//! u(|p| + |q|) + u|d|. Where that does not do, the errors of the products, found exactly by Dekker's splitting, are
//! added.

/// The difference with an exact sign: for decisions.
#[inline(always)]
pub(crate) fn cross(ax: f64, ay: f64, bx: f64, by: f64) -> f64 {
    let (p, q) = (ax * by, ay * bx);
    let difference = p - q;
    if difference.abs() > f64::EPSILON * (p.abs() + q.abs()) {
        difference
    } else {
        cross_exactly(ax, ay, bx, by, p, q)
    }
}

/// The difference with a relative error of at most (1 + 1/`left`)u and an exact sign: for weights. On a sliver of the width w
/// the plain difference would be off by u/w, and the mixture would miss the axis by as much.
///
/// `left`: the part of both products together, more than 2u, that their plain difference has to leave.
#[inline(always)]
pub(crate) fn area(ax: f64, ay: f64, bx: f64, by: f64, left: f64) -> f64 {
    let (p, q) = (ax * by, ay * bx);
    let difference = p - q;
    if difference.abs() > left * (p.abs() + q.abs()) {
        difference
    } else {
        cross_exactly(ax, ay, bx, by, p, q)
    }
}

#[inline(never)]
fn cross_exactly(ax: f64, ay: f64, bx: f64, by: f64, p: f64, q: f64) -> f64 {
    let (s, s_error) = two_sum(p, -q);
    let (t, t_error) = two_sum(product_error(ax, by, p), -product_error(ay, bx, q));
    // The four terms add up to the true value.
    let (sum, rest) = two_sum(s, t);
    sum + (rest + (s_error + t_error))
}

/// a + b as a rounded sum and its exact error (Knuth).
#[inline(always)]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The exact error a·b − p of the rounded product p (Dekker, with Veltkamp's splitting). Needs |a|, |b| < 2⁹⁹⁶, which
/// the range of lengths guarantees, and no fused multiply-add, which portable builds lack.
#[inline(always)]
pub(crate) fn product_error(a: f64, b: f64, p: f64) -> f64 {
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low
}

#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2^27 + 1
    let high = c - (c - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn the_sign_is_exact_where_the_plain_difference_vanishes() {
        // (1 + e)(1 - e) - 1·1 = -e², which no f64 difference of rounded products shows.
        let e = f64::EPSILON;
        assert_eq!((1.0 + e) * (1.0 - e) - 1.0, 0.0);
        assert_eq!(cross(1.0 + e, 1.0, 1.0, 1.0 - e), -e * e);
        assert_eq!(cross(1.0 - e, 1.0, 1.0, 1.0 + e), -e * e);
        assert_eq!(cross(1.0, 1.0 - e, 1.0 + e, 1.0), e * e);
    }

    #[test]
    fn slivers_have_accurate_areas() {
        // (1 + e)·(1 + 2e) − 1·(1 + 4e) = −e + 2e² for e = 2⁻³⁰: plain rounding keeps 22 bits of it at most.
        let e = 1.0 / f64::from(1 << 30);
        let exact = -e + 2.0 * e * e;
        for left in [0.125, e] {
            let found = area(1.0 + e, 1.0 + 4.0 * e, 1.0, 1.0 + 2.0 * e, left);
            assert!(
                (found - exact).abs() <= 4.0 * f64::EPSILON * e,
                "{found} {exact}"
            );
        }
    }

    #[test]
    fn areas_are_as_exact_as_is_asked_for() {
        // Products of odd numbers of 53 bits that cancel to about 2⁻ᵏ of both: plain, up to the part that is to be left.
        let (mut plain, mut exactly) = (0, 0);
        for k in 1..40 {
            let near = 1.0 / (1u64 << k) as f64;
            for i in 1..200 {
                let (ax, bx) = (1.0 + f64::from(i) / 3.0, 1.0 / f64::from(2 * i + 1));
                let (ay, by) = (ax * 0.7, bx * 0.7 * (1.0 + near));
                let (p, q) = (ax * by, ay * bx);
                let truth = (p - q) + (product_error(ax, by, p) - product_error(ay, bx, q));
                let left = 1.0 / 1024.0;
                let found = area(ax, ay, bx, by, left);
                let error = (found - truth).abs() / truth.abs();
                let u = 0.5 * f64::EPSILON;
                assert!(error <= (1.0 + 1.0 / left) * u, "{error} {k} {i}");
                plain += u32::from(error > 9.0 * u);
                exactly += u32::from((p - q).abs() <= left * (p + q) && error <= 9.0 * u);
            }
        }
        assert!(plain > 200 && exactly > 2_000, "{plain} {exactly}");
    }

    /// Whole numbers of up to 53 bits, of either sign, and others that are all but in line with them: what is left of both products is
    /// any part of them, and known exactly.
    #[test]
    fn signs_and_areas_are_those_of_whole_numbers() {
        let dice = &mut Dice(1);
        let mut draw = |bits: u32| (dice.bits() >> 11) as i64 % (1 << bits) - (1 << (bits - 1));
        let (mut faint, mut plain) = (0, 0);
        for i in 0..20_000 {
            let (off, sign) = (1 + i % 52, 1 - 2 * i64::from(i & 1));
            let a = [draw(53), draw(53)];
            let b = a.map(|x| sign * (x >> (i % 7)) + draw(off));
            let exact = i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0]);
            let ([ax, ay], [bx, by]) = (a.map(|x| x as f64), b.map(|x| x as f64));
            let found = cross(ax, ay, bx, by);
            let signs = [found > 0.0, found < 0.0];
            assert_eq!(signs, [exact > 0, exact < 0], "{a:?} {b:?}");
            let u = 0.5 * f64::EPSILON;
            let (left, both) = (1.0 / 1024.0, (ax * by).abs() + (ay * bx).abs());
            let off = (area(ax, ay, bx, by, left) - exact as f64).abs();
            // And u for the exact one as an `f64`.
            assert!(off <= (2.0 + 1.0 / left) * u * (exact as f64).abs());
            if (exact as f64).abs() <= left * both {
                assert!(off <= 4.0 * u * (exact as f64).abs(), "{a:?} {b:?}");
                faint += 1;
            } else {
                plain += 1;
            }
        }
        assert!(faint > 5_000 && plain > 1_000, "{faint} {plain}");
    }

    #[test]
    fn equal_products_give_zero() {
        assert_eq!(cross(3.0, 5.0, 6.0, 10.0), 0.0);
        assert_eq!(cross(0.0, 5.0, 0.0, 10.0), 0.0);
    }
}
