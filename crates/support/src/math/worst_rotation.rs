//! That no quaternion makes more of a rotation by rounding than is counted: a proof by branch and bound of what
//! [`LinearMap::from_quaternion`](super::LinearMap::from_quaternion) states, in units u.
//!
//! For unit q let s be off by r of itself, and each entry of the matrix by N, by roundings of its own, all at their worst. A vector v is
//! then turned to what is off along u by
//!
//! ```text
//! r |uᵀ (R − I) v| + |u|ᵀ N |v|          for unit u and v
//! ```
//!
//! at most. With Σ and T the diagonal matrices of the signs of u and v this is ±uᵀ (r (R − I) ± Σ N T) v, and so no more than the
//! greatest norm of such a matrix: 32 of them, as both signs may be changed at once. Less dear is the sum of both norms.
//!
//! It changes by no more than L per radian of q. R turns by 2, so that its norm changes by 2 and that of its magnitudes by 2√2; r is a quadratic
//! form of the eigenvalues 5, 5, 4 and 3, and changes by 2; R − I is no more than 2. N has 3 (1 − Rᵢᵢ) on its diagonal, which changes by 6;
//! twice 2 (|xy| + |zw|) and the like beside it, each of which changes by 4 and all three by 8; and |R|. Together 2·2 + 5·2 + 6 + 8 + 2√2 < 31. The
//! product with a vector adds up to 3 |R|: 3 · 2√2 < 9.
//!
//! Quaternions are looked at by their largest part, taken for 1: the others are in a cube, where no way is shorter than its angle. What of q and
//! −q turns alike, and what half a turn of all axes together makes the same but for signs, is looked at once: x, y and z are not negative.

use alloc::vec::Vec;
use nalgebra::{Matrix3, Vector4};

type M = Matrix3<f64>;

/// What a matrix may be off by.
struct Errors {
    /// Of s, of itself.
    relative: f64,
    /// R − I.
    turned: M,
    /// N.
    entries: M,
}

impl Errors {
    /// Of the rotation of a unit quaternion x, y, z, w, with the `weights` of the columns in a product.
    fn of(q: &Vector4<f64>, weights: [f64; 3]) -> Self {
        let [x, y, z, w] = [q.x, q.y, q.z, q.w];
        let rotation = M::new(
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        );
        // A square and up to three sums; the quotient.
        let relative = 4.0 * (x * x + y * y) + 3.0 * z * z + 2.0 * w * w + 1.0;
        // Each term is rounded by two products, and by a sum on the diagonal. The last difference is off by u of the entry itself.
        let (x, y, z, w) = (x.abs(), y.abs(), z.abs(), w.abs());
        let [xy, xz, yz] = [x * y + w * z, x * z + w * y, y * z + w * x].map(|sum| 4.0 * sum);
        let square = |a: f64, b: f64| 6.0 * (a * a + b * b);
        let terms = M::new(
            square(y, z),
            xy,
            xz,
            xy,
            square(x, z),
            yz,
            xz,
            yz,
            square(x, y),
        );
        let product = M::from_diagonal(&weights.into());
        let magnitudes = rotation.abs();
        Self {
            relative,
            turned: rotation - M::identity(),
            entries: terms + magnitudes + magnitudes * product,
        }
    }

    /// The sum of both norms, or where that is above a bound, the greatest norm over all signs.
    fn most(&self, bound: f64) -> f64 {
        let turned = self.turned * self.relative;
        let sum = norm(&turned) + norm(&self.entries);
        if sum <= bound {
            return sum;
        }
        let signs = |bits: u32| {
            let sign = |i: u32| if bits >> i & 1 == 1 { -1.0 } else { 1.0 };
            M::from_diagonal(&[sign(0), sign(1), sign(2)].into())
        };
        let both = (0..4).flat_map(|s| (0..8).map(move |t| (s, t)));
        let norms = both.map(|(s, t)| norm(&(turned + signs(s) * self.entries * signs(t))));
        norms.fold(0.0, f64::max)
    }
}

/// The spectral norm.
fn norm(m: &M) -> f64 {
    m.singular_values().max()
}

/// Quaternions whose largest part is 1 and whose others are in a cube.
struct Cell {
    largest: usize,
    middle: [f64; 3],
    half: f64,
}

impl Cell {
    fn quaternion(&self) -> Vector4<f64> {
        let mut others = self.middle.into_iter();
        let part = |i: usize, _| {
            if i == self.largest {
                1.0
            } else {
                others.next().unwrap_or(0.0)
            }
        };
        Vector4::from_fn(part).normalize()
    }

    /// How far in radians any of its quaternions is from the middle at most.
    fn radius(&self) -> f64 {
        3_f64.sqrt() * self.half
    }

    /// Whether all of its quaternions turn as others do that are looked at: one of x, y, z is negative.
    fn is_elsewhere(&self) -> bool {
        let others = (0..4).filter(|i| *i != self.largest);
        let mut parts = others.zip(&self.middle);
        parts.any(|(i, middle)| i < 3 && middle + self.half <= 0.0)
    }

    fn eighths(&self) -> impl Iterator<Item = Self> {
        let half = 0.5 * self.half;
        (0..8_u8).map(move |bits| Self {
            largest: self.largest,
            middle: core::array::from_fn(|i| {
                let up = bits >> i & 1 == 1;
                self.middle[i] + if up { half } else { -half }
            }),
            half,
        })
    }
}

/// Shows that the error is nowhere above a bound, and tells the most that was met.
fn prove(bound: f64, changes: f64, weights: [f64; 3]) -> f64 {
    let whole = |largest| Cell {
        largest,
        middle: [0.0; 3],
        half: 1.0,
    };
    let mut cells: Vec<Cell> = (0..4).map(whole).collect();
    let mut most = 0.0_f64;
    while let Some(cell) = cells.pop() {
        if cell.is_elsewhere() {
            continue;
        }
        let q = cell.quaternion();
        let room = bound - changes * cell.radius();
        let here = if room > 0.0 {
            Errors::of(&q, weights).most(room)
        } else {
            f64::INFINITY
        };
        if here <= room {
            most = most.max(here);
            continue;
        }
        assert!(cell.half > 1e-5, "{here} of {bound} at {q}");
        cells.extend(cell.eighths());
    }
    most
}

#[test]
fn the_matrix_is_off_by_no_more_than_19_units() {
    let most = prove(19.0, 31.0, [0.0; 3]);
    assert!(most > 17.0, "{most}");
}

/// Each entry's product and the sums that it is in: two for the first and the second.
#[test]
fn what_it_is_applied_to_is_off_by_no_more_than_24_units() {
    let most = prove(24.0, 40.0, [3.0, 3.0, 2.0]);
    assert!(most > 21.0, "{most}");
}
