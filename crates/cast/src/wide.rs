//! Numbers of twice the precision of `f64`, as unevaluated sums of two: what certificates are checked in.
//!
//! T. J. Dekker, *A floating-point technique for extending the available precision* (1971). With e = u² = 2⁻¹⁰⁶ a sum or a difference is
//! off by no more than 3e of itself, and a product by 7e (M. Joldes, J.-M. Muller, V. Popescu, *Tight and rigorous error bounds for basic
//! building blocks of double-word arithmetic*, 2017, algorithms 6 and 10); a product of two `f64` is exact.
//!
//! **A quotient** a/b is q = a′/b′ of the high parts, and what is left, r = a − qb, over b′. As a′ and b′ are u off and q is rounded, |r| is
//! no more than 3u|a|. Computed, r errs by 3e|a| for the product by q, one of whose terms is 0; its high part is u of it off, so is b′, and
//! so is the last quotient: 3 · 3e. That is 12e.
//!
//! **A root** of x is r = √x′, and (x − r²)/2r. |x − r²| is no more than 3u·x, for x′ and for rounding. Half of u of it, twice, are 3e; and
//! what Newton's method leaves, an eighth of its square, is 1.2e. That is 5e.

use crate::predicate::{product_error, two_sum};
use core::ops::{Add, Mul, Sub};
use nalgebra::{Quaternion, Vector3};
use swept_support::{brought_near, power_of_two_below, sqrt};

/// high + low, with |low| at most half a unit in the last place of high.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide {
    high: f64,
    low: f64,
}

impl Wide {
    pub(crate) fn value(self) -> f64 {
        self.high
    }

    /// What `value` leaves out.
    pub(crate) fn rest(self) -> f64 {
        self.low
    }

    /// Whether it is not below a number: by all of it, since what is not in [`value`](Self::value) may be what is missing.
    pub(crate) fn reaches(self, number: f64) -> bool {
        (self - Self::from(number)).value() >= 0.0
    }

    /// The sum of two numbers, kept exactly.
    pub(crate) fn new(high: f64, low: f64) -> Self {
        let (high, low) = two_sum(high, low);
        Self { high, low }
    }

    /// The largest `f64` that is not above it.
    pub(crate) fn floor(self) -> f64 {
        if self.low < 0.0 {
            self.high.next_down()
        } else {
            self.high
        }
    }

    /// The smallest `f64` that is not below it.
    pub(crate) fn ceil(self) -> f64 {
        if self.low > 0.0 {
            self.high.next_up()
        } else {
            self.high
        }
    }

    /// The square root, of a number that is not negative.
    pub(crate) fn root(self) -> Self {
        let root = sqrt(self.high);
        let rest = self - Self::from(root) * Self::from(root);
        Self::new(
            root,
            if root > 0.0 {
                rest.high / (2.0 * root)
            } else {
                0.0
            },
        )
    }

    /// self / other, to `f64` precision and a little more: enough, as all quotients are widened afterwards.
    pub(crate) fn over(self, other: Self) -> Self {
        let q = self.high / other.high;
        let rest = self - other * Self::from(q);
        Self::new(q, rest.high / other.high)
    }
}

impl From<f64> for Wide {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, error) = two_sum(self.high, other.high);
        let (low, low_error) = two_sum(self.low, other.low);
        let (high, error) = two_sum(high, error + low);
        Self::new(high, error + low_error)
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self {
            high: -other.high,
            low: -other.low,
        }
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = product_error(self.high, other.high, high)
            + (self.high * other.low + self.low * other.high);
        Self::new(high, low)
    }
}

/// Three wide numbers.
pub(crate) type Wide3 = [Wide; 3];

pub(crate) fn wide3(v: &Vector3<f64>) -> Wide3 {
    [v.x.into(), v.y.into(), v.z.into()]
}

pub(crate) fn dot(a: &Wide3, b: &Wide3) -> Wide {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn narrow(v: &Wide3) -> Vector3<f64> {
    Vector3::new(v[0].value(), v[1].value(), v[2].value())
}

/// The sum of the components' magnitudes: no less than the length, and no more than √3 times that.
pub(crate) fn sum_of(v: &Wide3) -> f64 {
    v.iter().map(|x| x.value().abs()).sum()
}

/// 2⁶⁰⁰: a number up to this and its inverse have wide products.
const FAR: f64 = f64::from_bits((1023 + 600) << 52);

/// A power of two that brings numbers of this size to where they have wide products: it rounds only what is too small to count beside
/// them.
fn scale_for_products(size: f64) -> f64 {
    match size {
        _ if size > FAR => 1.0 / FAR,
        _ if size < 1.0 / FAR => FAR,
        _ => 1.0,
    }
}

/// A direction of any length, brought near to 1.
pub(crate) fn direction(v: &Vector3<f64>) -> Wide3 {
    wide3(&brought_near(v).unwrap_or(*v))
}

/// A quaternion: the vector part, and the last one.
pub(crate) type Wide4 = [Wide; 4];

/// A quaternion of any length, over the power of two in its largest part: it rounds only what is too small to count beside that.
pub(crate) fn quaternion(q: &Quaternion<f64>) -> Wide4 {
    let q = q * scale_for_products(q.coords.amax());
    let power = power_of_two_below(q.coords.amax());
    [q.i, q.j, q.k, q.w].map(|c| Wide::from(c / power))
}

/// The product of two quaternions, which turns by the second and then by the first. Each part is a sum of four products, off by 7e and
/// 3 · 3e of their magnitudes, which are |a||b| at most: as a vector it is 32e|a||b| off.
pub(crate) fn product([ax, ay, az, aw]: &Wide4, [bx, by, bz, bw]: &Wide4) -> Wide4 {
    let of = |p: [(&Wide, &Wide); 3], (x, y): (&Wide, &Wide)| {
        let [p, q, r] = p.map(|(x, y)| *x * *y);
        p + q + r - *x * *y
    };
    [
        of([(aw, bx), (ax, bw), (ay, bz)], (az, by)),
        of([(aw, by), (ay, bw), (az, bx)], (ax, bz)),
        of([(aw, bz), (az, bw), (ax, by)], (ay, bx)),
        Wide::from(0.0) - of([(ax, bx), (ay, by), (az, bz)], (aw, bw)),
    ]
}

/// The rotation R of a quaternion near to 1 as a matrix, row by row. A vector that it is applied to comes out 148e of its length off:
/// - q·q errs by 7e and 3 · 3e of itself, s = 2/q·q by 12e more, and s acts on R − I, which is no more than 2: 56e.
/// - Along the diagonal y² + z² errs by 10e, and s times it, at most 2, by 17e, and the difference from 1 by 3e: 37e.
/// - Beside it products err by 7e of s(|xy| + |zw|) ≤ 1, their difference and its product with s by 10e of R's own: as matrices 14e and 17e.
/// - Three products with the vector and their sums err by 13e of their magnitudes, √3 of the vector's length at most: 23e.
pub(crate) fn matrix([x, y, z, w]: &Wide4) -> [Wide3; 3] {
    let (x, y, z, w) = (*x, *y, *z, *w);
    let s = Wide::from(2.0).over(x * x + y * y + z * z + w * w);
    let one = Wide::from(1.0);
    [
        [
            one - s * (y * y + z * z),
            s * (x * y - z * w),
            s * (x * z + y * w),
        ],
        [
            s * (x * y + z * w),
            one - s * (x * x + z * z),
            s * (y * z - x * w),
        ],
        [
            s * (x * z - y * w),
            s * (y * z + x * w),
            one - s * (x * x + y * y),
        ],
    ]
}

/// The rotation of a quaternion of any length, as a matrix, row by row.
pub(crate) fn rotation(q: &Quaternion<f64>) -> [Wide3; 3] {
    matrix(&quaternion(q))
}

/// Turns `v` by the rotation of a quaternion of any length. With u its vector part and w its last it is v + 2 (w t + u × t) / q·q, where
/// t = u × v: about half the products that the [matrix](rotation) and its product with `v` take, and one quotient.
///
/// With 12e for an operation, t errs by 4 of them of |u||v| and the bracket by 12 of |q||u||v|, of which 2/q·q makes 24 of |v|; that quotient
/// and its product err by 8 of what they turn by, which is no more than 2|v|; and one for the last sum. 41 · 12e is less than 2⁻⁹⁷.
pub(crate) fn turned(q: &Quaternion<f64>, v: &Wide3) -> Wide3 {
    let [x, y, z, w] = quaternion(q);
    let s = Wide::from(2.0).over(x * x + y * y + z * z + w * w);
    let u = [x, y, z];
    let t = cross(&u, v);
    let across = cross(&u, &t);
    core::array::from_fn(|k| v[k] + s * (w * t[k] + across[k]))
}

pub(crate) fn cross(a: &Wide3, b: &Wide3) -> Wide3 {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn what_f64_drops_is_kept() {
        let tiny = f64::EPSILON * f64::EPSILON;
        let sum = Wide::from(1.0) + Wide::from(tiny) - Wide::from(1.0);
        assert_eq!(sum.value(), tiny);
        let e = Wide::from(1.0 + f64::EPSILON);
        let product = e * e - Wide::from(1.0) - Wide::from(2.0 * f64::EPSILON);
        assert_eq!(product.value(), tiny);
        let third = Wide::from(1.0).over(Wide::from(3.0));
        let rest = third * Wide::from(3.0) - Wide::from(1.0);
        assert!(rest.value().abs() < 1e-31);
    }

    #[test]
    fn rotations_are_orthonormal_far_beyond_f64() {
        let r = rotation(&Quaternion::new(0.3, -0.2, 0.9, 0.1));
        for i in 0..3 {
            for j in 0..3 {
                let expected = Wide::from(if i == j { 1.0 } else { 0.0 });
                assert!((dot(&r[i], &r[j]) - expected).value().abs() < 1e-29);
            }
        }
    }

    /// Numbers at random come to more than half of what is stated.
    #[test]
    fn quotients_and_roots_are_off_by_less_than_is_stated() {
        let e = f64::powi(2.0, -106);
        let mut worst = [0.0_f64; 2];
        let dice = &mut Dice(1);
        let mut number = || {
            let v = dice.vector();
            Wide::new(1.0 + v.x.abs(), 0.5 * f64::EPSILON * v.y)
        };
        for _ in 0..400_000 {
            let (a, b) = (number(), number());
            let q = a.over(b);
            // What is left of either, which is told to a few e of itself.
            worst[0] = worst[0].max(left(a, q, b).abs() / a.value());
            let r = a.root();
            worst[1] = worst[1].max(0.5 * left(a, r, r).abs() / a.value());
        }
        let [quotient, root] = worst.map(|off| off / e);
        assert!(quotient < 12.0 && root < 5.0, "{quotient} {root}");
        assert!(quotient > 6.0 && root > 2.5, "{quotient} {root}");
    }

    /// a − x y, of which all but a few e is 0.
    fn left(a: Wide, x: Wide, y: Wide) -> f64 {
        let high = x.high * y.high;
        let error = product_error(x.high, y.high, high);
        let (p, q) = (x.high * y.low, x.low * y.high);
        let (pe, qe) = (
            product_error(x.high, y.low, p),
            product_error(x.low, y.high, q),
        );
        let small = [a.low, -error, -p, -q, -pe, -qe, -x.low * y.low];
        small
            .iter()
            .fold(Wide::from(a.high - high), |sum, x| sum + Wide::from(*x))
            .value()
    }

    /// Turning by one and then by another is turning by their product.
    #[test]
    fn a_product_turns_by_both() {
        let dice = &mut Dice(2);
        for _ in 0..200 {
            let mut turn = || Quaternion::from_parts(dice.vector().x, dice.vector());
            let (p, q) = (turn(), turn());
            let (a, b) = (rotation(&p), rotation(&q));
            let both = matrix(&product(&quaternion(&p), &quaternion(&q)));
            for (row, turned) in both.iter().zip(&a) {
                for (j, x) in row.iter().enumerate() {
                    let column = [0, 1, 2].map(|l| b[l][j]);
                    let off = (dot(turned, &column) - *x).value();
                    assert!(off.abs() < f64::powi(2.0, -99), "{p} {q}: {off:e}");
                }
            }
        }
    }

    #[test]
    fn a_quaternion_of_any_length_is_the_same_rotation() {
        let q = Quaternion::new(0.5, -0.25, 0.75, 0.125);
        let plain = rotation(&q);
        for power in [-1060, -700, -1, 1, 700, 1022] {
            let far =
                rotation(&(q * f64::powi(2.0, power / 2) * f64::powi(2.0, power - power / 2)));
            for (row, other) in plain.iter().zip(&far) {
                for (x, y) in row.iter().zip(other) {
                    assert_eq!((*x - *y).value(), 0.0, "2^{power}");
                }
            }
        }
    }

    #[test]
    fn a_vector_is_turned_as_by_the_matrix() {
        for (i, j, k, w) in [
            (-0.2, 0.9, 0.1, 0.3),
            (0.7, -0.1, 0.3, -0.6),
            (0.0, 0.0, 3.0, 1e-9),
            (1e-200, 0.0, 0.0, 1.0),
            (0.0, 0.0, 0.0, -2.0),
        ] {
            let v = wide3(&Vector3::new(1.0, -1e6, 0.3)).map(|x| x.over(Wide::from(3.0)));
            let q = Quaternion::new(w, i, j, k);
            let matrix = rotation(&q);
            let plain = turned(&q, &v);
            for (row, x) in matrix.iter().zip(&plain) {
                let off = (dot(row, &v) - *x).value();
                assert!(off.abs() < 1e6 * f64::powi(0.5, 96), "{q}: {off:e}");
            }
            for power in [-700, -300, 300, 1000] {
                assert_eq!(
                    turned(&(q * f64::powi(2.0, power)), &v),
                    plain,
                    "{q} 2^{power}"
                );
            }
        }
    }
}
