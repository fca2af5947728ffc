//! The little arithmetic that every shape needs: a square root without `std`, and rotations as matrices.

use crate::tolerance::{SQUARES, WHOLE_SQUARES};
use core::cmp::Ordering;
use nalgebra::{Quaternion, Vector3};

/// Square root, correctly rounded, with or without the standard library.
#[inline(always)]
#[must_use]
pub fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrt(x)
    }
}

/// `v` divided by the power of two that brings its largest part into [1, 2), where squares neither overflow nor vanish: exact, but for
/// parts that vanish beside the largest. So what is computed of it has the bits that it has of `v` itself wherever nothing is lost there.
/// `None` when `v` is zero or infinite.
///
/// Always inlined: around a call, even one that is seldom made, the caller's variables would have to be in memory.
#[inline(always)]
#[must_use]
pub fn brought_near(v: &Vector3<f64>) -> Option<Vector3<f64>> {
    /// 2⁶⁴: a subnormal number times it is normal.
    const NORMAL: f64 = 18_446_744_073_709_551_616.0;
    let size = largest(v);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let factor = if size < f64::MIN_POSITIVE {
        NORMAL
    } else {
        1.0
    };
    Some(v * factor / power_of_two_below(size * factor))
}

/// The largest power of two that is not above `x`, a positive number that is not subnormal.
#[inline(always)]
#[must_use]
pub fn power_of_two_below(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & EXPONENT)
}

/// The inverse of [`power_of_two_below`], which brings `x` to at least 1 and below 2. From 2¹⁰²³ on it is 0, as it would be subnormal; of 0
/// and of subnormal numbers it is 2¹⁰²³.
#[inline(always)]
#[must_use]
pub fn inverse_power_of_two(x: f64) -> f64 {
    // Exponents are stored with 1023 added: those of a power and of its inverse are 2046 together.
    f64::from_bits((2046_u64 << 52).wrapping_sub(x.to_bits() & EXPONENT) & EXPONENT)
}

/// Where a number keeps its exponent.
const EXPONENT: u64 = 0x7ff << 52;

/// The length of `v`, whose parts are numbers and below 10¹⁵⁰: right to two units in the last place, also where the squares vanish.
#[inline(always)]
#[must_use]
pub fn length(v: &Vector3<f64>) -> f64 {
    let squared = v.norm_squared();
    if squared < WHOLE_SQUARES {
        return length_of_tiny(v);
    }
    sqrt(squared)
}

#[cold]
#[inline(never)]
fn length_of_tiny(v: &Vector3<f64>) -> f64 {
    brought_near(v).map_or(0.0, |near| {
        let power = largest(v) / largest(&near);
        power * sqrt(near.norm_squared())
    })
}

/// A direction as it is, or brought near where squares of its parts are beyond the range of numbers.
pub(crate) fn with_squares(direction: &Vector3<f64>) -> Vector3<f64> {
    if SQUARES.contains(&direction.norm_squared()) {
        return *direction;
    }
    brought_near(direction).unwrap_or(*direction)
}

/// A linear map of space, a rotation above all, as nine numbers, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearMap {
    /// The rows of the matrix.
    pub rows: [[f64; 3]; 3],
    /// Whether the matrix is the identity, which holds no rounding error.
    pub exact: bool,
}

impl LinearMap {
    /// The identity.
    pub const IDENTITY: Self = Self {
        rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        exact: true,
    };

    /// The rotation that the direction of `q` stands for: `q` is normalised here, in `f64`, so that a quaternion
    /// which is of unit length only to its scalar's precision loses nothing. `None` when `q` is zero or not finite.
    #[inline(always)]
    #[must_use]
    pub fn from_quaternion(q: &Quaternion<f64>) -> Option<Self> {
        if has_squares(q) {
            return Some(Self::from_plain(q));
        }
        scaled(q.i, q.j, q.k, q.w).map(|q| Self::from_plain(&q))
    }

    /// Whether [`from_quaternion`](Self::from_quaternion) gives a rotation: neither zero, nor infinite, nor NaN.
    #[inline(always)]
    pub(crate) fn is_rotation(q: &Quaternion<f64>) -> bool {
        has_squares(q) || scaled(q.i, q.j, q.k, q.w).is_some()
    }

    /// The same for a quaternion known to be one; the identity for any other.
    #[inline(always)]
    pub(crate) fn from_rotation(q: Quaternion<f64>) -> Self {
        let q = if has_squares(&q) {
            q
        } else {
            scaled(q.i, q.j, q.k, q.w).unwrap_or(Quaternion::new(1.0, 0.0, 0.0, 0.0))
        };
        Self::from_plain(&q)
    }

    /// With s = 2 / q·q the entries are 1 − s(y² + z²), s(xy − zw), and so on. s carries a relative error of at most
    /// 5u, which acts on R − I (spectral norm at most 2): 10u. Each term s·y² or s·xy is rounded twice and its sum once, and the
    /// difference from 1 once more, which is at most 7u in an entry and a matrix of a norm of 9u: 19u together, and 24u with the rounding of
    /// its product with a vector. That no quaternion comes to more is proven by branch and bound over all of them
    /// (`math/worst_rotation.rs`); searches have found 17.3u and 21.7u.
    /// Where x, y and z vanish, it is the identity exactly.
    #[inline(always)]
    fn from_plain(q: &Quaternion<f64>) -> Self {
        let (x, y, z, w) = (q.i, q.j, q.k, q.w);
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        let (xs, ys, zs) = (x * s, y * s, z * s);
        let rows = [
            [1.0 - (y * ys + z * zs), x * ys - w * zs, x * zs + w * ys],
            [x * ys + w * zs, 1.0 - (x * xs + z * zs), y * zs - w * xs],
            [x * zs - w * ys, y * zs + w * xs, 1.0 - (x * xs + y * ys)],
        ];
        let exact = (x == 0.0) & (y == 0.0) & (z == 0.0);
        Self { rows, exact }
    }

    /// Matrix times vector.
    #[inline(always)]
    #[must_use]
    pub fn apply(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let r = &self.rows;
        Vector3::new(
            r[0][0] * v.x + r[0][1] * v.y + r[0][2] * v.z,
            r[1][0] * v.x + r[1][1] * v.y + r[1][2] * v.z,
            r[2][0] * v.x + r[2][1] * v.y + r[2][2] * v.z,
        )
    }

    /// Transposed matrix times vector: for a rotation, its inverse.
    #[inline(always)]
    #[must_use]
    pub fn apply_transposed(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let r = &self.rows;
        Vector3::new(
            r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z,
            r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
            r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z,
        )
    }

    /// [`apply`](Self::apply), skipped where the matrix is the identity: for code that runs once per cast, where that is
    /// often known at compile time.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self, v: &Vector3<f64>) -> Vector3<f64> {
        if self.exact { *v } else { self.apply(v) }
    }

    /// [`apply_transposed`](Self::apply_transposed) in the same way.
    #[inline(always)]
    #[must_use]
    pub fn turn_back(&self, v: &Vector3<f64>) -> Vector3<f64> {
        if self.exact {
            *v
        } else {
            self.apply_transposed(v)
        }
    }

    /// The product `selfᵀ · other`: the rotation from `other`'s frame into `self`'s.
    #[inline(always)]
    #[must_use]
    pub fn transposed_times(&self, other: &Self) -> Self {
        if self.exact {
            return *other;
        }
        let (a, b) = (&self.rows, &other.rows);
        let rows = [row(a, b, 0), row(a, b, 1), row(a, b, 2)];
        Self {
            rows,
            // Not that of the identity: `self` would have been.
            exact: false,
        }
    }
}

/// A row of the product aᵀ b. Always inlined, and no closure: a call would spill what is in registers to memory and read it back.
#[inline(always)]
fn row(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3], i: usize) -> [f64; 3] {
    let (u, v, w) = (a[0][i], a[1][i], a[2][i]);
    [
        u * b[0][0] + v * b[1][0] + w * b[2][0],
        u * b[0][1] + v * b[1][1] + w * b[2][1],
        u * b[0][2] + v * b[1][2] + w * b[2][2],
    ]
}

/// Whether the squares of a quaternion's parts neither overflow nor vanish.
#[inline(always)]
fn has_squares(q: &Quaternion<f64>) -> bool {
    let squared = q.i * q.i + q.j * q.j + q.k * q.k + q.w * q.w;
    SQUARES.contains(&squared)
}

/// The quaternion divided by its largest part; `None` when it is zero or not finite. Takes numbers, not a reference,
/// for which the quaternion would have to be put into memory even where nothing needs scaling.
#[cold]
fn scaled(i: f64, j: f64, k: f64, w: f64) -> Option<Quaternion<f64>> {
    let q = Quaternion::new(w, i, j, k);
    let largest = q.coords.amax();
    let finite = largest > 0.0 && largest.is_finite() && !q.coords.iter().any(|x| x.is_nan());
    finite.then(|| q / largest)
}

/// The largest magnitude of three coordinates, none of which is NaN.
#[inline(always)]
#[must_use]
pub fn largest(v: &Vector3<f64>) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    larger(larger(v.x.abs(), v.y.abs()), v.z.abs())
}

/// An order of points, in which those at one place are equal: zeros of either sign are.
pub(crate) fn by_place(p: &Vector3<f64>, q: &Vector3<f64>) -> Ordering {
    // A sum with 0 has no sign.
    let by = |k: usize| (p[k] + 0.0).total_cmp(&(q[k] + 0.0));
    by(0).then(by(1)).then(by(2))
}

/// The vector of what `f` makes of each pair of coordinates. (Whether nalgebra's `zip_map` is inlined depends on what stands around it, and
/// what is lent to a call goes through memory.)
#[inline(always)]
pub fn paired(a: &Vector3<f64>, b: &Vector3<f64>, f: impl Fn(f64, f64) -> f64) -> Vector3<f64> {
    Vector3::new(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z))
}

/// Whether all three coordinates have a magnitude of at most `limit`: no NaN, no infinity.
#[inline(always)]
#[must_use]
pub fn within(v: &Vector3<f64>, limit: f64) -> bool {
    (v.x.abs() <= limit) & (v.y.abs() <= limit) & (v.z.abs() <= limit)
}

#[cfg(test)]
mod worst_rotation;

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

    #[test]
    fn a_quarter_turn_about_y_sends_z_to_x_whatever_the_quaternion_s_length() {
        for length in [1.0, 3.0, 1e-200, 1e200] {
            let q = Quaternion::new(length, 0.0, length, 0.0);
            let r = LinearMap::from_quaternion(&q).unwrap();
            let turned = r.apply(&Vector3::z());
            assert!((turned - Vector3::x()).norm() < 4.0 * f64::EPSILON);
            assert!((r.apply_transposed(&turned) - Vector3::z()).norm() < 4.0 * f64::EPSILON);
        }
    }

    #[test]
    fn what_is_brought_near_keeps_its_digits() {
        let v = Vector3::new(3.0, -0.1, 1.7);
        for k in [-1000, -400, 0, 400, 1000] {
            assert_eq!(brought_near(&(v * 2_f64.powi(k))), Some(v / 2.0), "{k}");
        }
        let least = f64::from_bits(1);
        assert_eq!(brought_near(&(Vector3::y() * least)), Some(Vector3::y()));
        assert_eq!(brought_near(&Vector3::zeros()), None);
        assert_eq!(brought_near(&Vector3::repeat(f64::INFINITY)), None);
    }

    #[test]
    fn powers_of_two_and_their_inverses() {
        for k in -1022..=1022 {
            let power = 2.0_f64.powi(k);
            for x in [power, 1.5 * power, (2.0 * power).next_down()] {
                assert_eq!(power_of_two_below(x), power, "{k}");
                assert_eq!(inverse_power_of_two(x) * power, 1.0, "{k}");
            }
        }
        assert_eq!(inverse_power_of_two(f64::MAX), 0.0);
        let least = [0.0, f64::from_bits(1)];
        assert!(least.map(inverse_power_of_two) == [2.0_f64.powi(1023); 2]);
    }

    #[test]
    fn a_length_does_not_vanish_with_its_squares() {
        for k in [-1000, -500, -480, 0, 400] {
            let unit = 2_f64.powi(k);
            assert_eq!(
                length(&(Vector3::new(2.0, -3.0, 6.0) * unit)),
                7.0 * unit,
                "{k}"
            );
        }
        assert_eq!(length(&Vector3::zeros()), 0.0);
        assert_eq!(
            length(&Vector3::new(0.0, -f64::from_bits(1), 0.0)),
            f64::from_bits(1)
        );
    }

    /// As they are by quaternions themselves, and one after another.
    #[test]
    fn matrices_turn_as_their_quaternions_do() {
        let v = Vector3::new(3.0, -5.0, 7.0);
        let quaternions = [
            Quaternion::new(1.0, 2.0, -3.0, 4.0),
            Quaternion::new(-0.5, 0.25, 0.125, 1.0),
            Quaternion::new(0.0, 1.0, 2.0, -2.0),
            Quaternion::new(2.0, 0.0, 0.0, 0.0),
        ];
        let near = |a: Vector3<f64>, b: Vector3<f64>| (a - b).norm() < 1e-14;
        for p in &quaternions {
            let (one, by) = (
                LinearMap::from_rotation(*p),
                UnitQuaternion::new_normalize(*p),
            );
            for turned in [one.apply(&v), one.turn(&v)] {
                assert!(near(turned, by * v), "{p}");
            }
            for back in [one.apply_transposed(&v), one.turn_back(&v)] {
                assert!(near(back, by.inverse() * v), "{p}");
            }
            for q in &quaternions {
                let other = LinearMap::from_quaternion(q).unwrap();
                let both = one.transposed_times(&other);
                let expected = by.inverse() * (UnitQuaternion::new_normalize(*q) * v);
                assert!(near(both.apply(&v), expected), "{p} {q}");
                assert_eq!(both.exact, one.exact && other.exact, "{p} {q}");
            }
        }
    }

    /// What is largest or too large may be any of the three, of either sign.
    #[test]
    fn every_coordinate_counts() {
        for k in 0..3 {
            for sign in [1.0, -1.0] {
                let mut v = Vector3::new(0.5, -0.25, 0.125);
                v[k] = 2.0 * sign;
                assert_eq!(largest(&v), 2.0);
                assert!(within(&v, 2.0) && !within(&v, 1.75));
                v[k] = f64::NAN;
                assert!(!within(&v, f64::INFINITY));
            }
        }
    }

    #[test]
    fn only_the_identity_is_called_exact() {
        let identity = LinearMap::from_quaternion(&Quaternion::new(-2.0, 0.0, 0.0, 0.0)).unwrap();
        assert_eq!(identity, LinearMap::IDENTITY);
        let other = LinearMap::from_quaternion(&Quaternion::new(1.0, 1e-9, 0.0, 0.0)).unwrap();
        assert!(!other.exact);
    }

    #[test]
    fn quaternions_without_a_direction_are_refused() {
        for bad in [0.0, f64::NAN, f64::INFINITY] {
            assert!(LinearMap::from_quaternion(&Quaternion::new(bad, 0.0, 0.0, bad)).is_none());
        }
    }
}
