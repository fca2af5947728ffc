//! One solver for all quadratics of the closed forms.
//!
//! The equation is written a·t² + 2·b·t + c = 0, with half of the middle coefficient, because sweeps give it that way:
//! |p + t·d|² = r² has a = d·d, b = p·d, c = p·p − r².
//!
//! With D = b² − a·c the roots are (−b ± √D) / a. Two things can go wrong. Where b² and a·c are close, D computed
//! from rounded products may have no correct digit, or the wrong sign. Kahan's difference of products computes the rounding
//! error of a·c with a fused multiply-add and gives it back; its result is off by at most 2u·|D| (Jeannerod, Louvet and
//! Muller, "Further analysis of Kahan's algorithm", 2013), so its sign is right and a double root is seen as one. And
//! where √D is close to |b|, one of the sums −b ± √D cancels. So only the sum of equal signs is formed,
//! q = −(b + sign(b)·√D), and the roots are q / a and, since their product is c / a, c / q.

use nalgebra::ComplexField;

/// The real solutions of a quadratic equation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Roots {
    /// There is none: the discriminant is negative, or the equation is a constant other than 0.
    None,
    /// Every number is one: all coefficients are 0.
    All,
    /// One: a double root, or that of a linear equation.
    One(f64),
    /// Two, the smaller first. One that is too large for an `f64` is infinite.
    Two(f64, f64),
}

impl Roots {
    /// The smallest solution in [`low`, `high`].
    #[must_use]
    pub fn first_in(self, low: f64, high: f64) -> Option<f64> {
        let inside = |t: &f64| (low..=high).contains(t);
        match self {
            Self::None => None,
            Self::All => Some(low).filter(inside),
            Self::One(t) => Some(t).filter(inside),
            Self::Two(first, second) => Some(first).filter(inside).or(Some(second).filter(inside)),
        }
    }
}

/// Solves a·t² + 2·b·t + c = 0. Mind the 2: `half_b` is half of the linear coefficient.
///
/// The coefficients count as exact; with a = 0 the equation is linear, and with b = 0 as well a constant. How many solutions
/// there are is decided without error. Each is off by at most 4u of itself, u = 2⁻⁵³, which is at most 4 units in its
/// last place: D errs by 2u, so its root by u, to which the rounding of the root, of the sum and of the quotient add
/// u each. A solution below the normal numbers is off by the least of those instead. If a coefficient is not
/// finite, the answer is [`Roots::None`].
///
/// Source: Kahan, "On the cost of floating-point computation without extra-precise arithmetic", 2004.
#[must_use]
pub fn solve(a: f64, half_b: f64, c: f64) -> Roots {
    if !(a.is_finite() && half_b.is_finite() && c.is_finite()) {
        return Roots::None;
    }
    if a == 0.0 {
        return linear(half_b, c);
    }
    if c == 0.0 {
        let other = quotient(-half_b, a, 1);
        return if half_b == 0.0 {
            Roots::One(0.0)
        } else {
            Roots::Two(other.min(0.0), other.max(0.0))
        };
    }
    // t = 2^k·τ with k such that the outer coefficients become of one size, and all three divided by the largest's
    // power of two: then no product overflows, and one that underflows does not count beside the other.
    let k = (exponent(c) - exponent(a)).div_euclid(2);
    let largest = [(a, 2 * k), (half_b, k), (c, 0)]
        .into_iter()
        .filter(|&(x, _)| x != 0.0)
        .map(|(x, shift)| exponent(x) + shift)
        .max()
        .unwrap_or(0);
    let b = scaled(half_b, k - largest);
    let d = difference_of_products(b, b, scaled(a, 2 * k - largest), scaled(c, -largest));
    if d < 0.0 {
        return Roots::None;
    }
    // Divided by the outer coefficients as they are, since those of the product may be too small for all of their digits.
    if d == 0.0 {
        return Roots::One(quotient(-b, a, largest - k));
    }
    let q = -(b + sqrt(d).copysign(b));
    let s = quotient(q, a, largest - k);
    let t = quotient(c, q, k - largest);
    Roots::Two(s.min(t), s.max(t))
}

/// x / y · 2^k, for a y other than 0, rounded once but below the normal numbers.
fn quotient(x: f64, y: f64, k: i32) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let (of_x, of_y) = (exponent(x), exponent(y));
    scaled(scaled(x, -of_x) / scaled(y, -of_y), of_x - of_y + k)
}

/// 2·b·t + c = 0.
fn linear(half_b: f64, c: f64) -> Roots {
    if half_b == 0.0 {
        if c == 0.0 { Roots::All } else { Roots::None }
    } else {
        Roots::One(quotient(-c, half_b, -1))
    }
}

/// a·b − c·d, off by at most 2u of itself, u = 2⁻⁵³, while no product leaves the range of normal numbers.
///
/// Source: Kahan's algorithm; the bound: Jeannerod, Louvet and Muller, 2013.
pub(crate) fn difference_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = c * d;
    let error = fma(-c, d, product);
    fma(a, b, -product) + error
}

pub(crate) fn fma(a: f64, b: f64, c: f64) -> f64 {
    ComplexField::mul_add(a, b, c)
}

pub(crate) fn sqrt(x: f64) -> f64 {
    ComplexField::sqrt(x)
}

/// The k with 2^k <= |x| < 2^(k+1), for a finite x other than 0.
fn exponent(x: f64) -> i32 {
    let biased = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32;
    match biased(x) {
        // Subnormal: 2⁶⁴ times it is not.
        0 => biased(x * 18_446_744_073_709_551_616.0) - 64 - 1023,
        e => e - 1023,
    }
}

/// x·2^k, exact while the result is a normal number.
fn scaled(mut x: f64, mut k: i32) -> f64 {
    let power = |k: i32| f64::from_bits(((1023 + k) as u64) << 52);
    while k != 0 && x != 0.0 && x.is_finite() {
        // Away from the end of the range that x is near, so that nothing is rounded twice.
        let step = k.clamp(-1022, 1023);
        if step == k {
            return x * power(k);
        }
        x *= power(step);
        k -= step;
    }
    x
}
