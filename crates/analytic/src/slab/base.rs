//! Where the motion is measured from.

use nalgebra::Vector3;

/// A fraction near the closest approach, at which all coordinates are taken, so that their errors are those of the
/// shapes' sizes and not of how far away the sweep starts.
///
/// It has 26 bits, so that its product with either half of a `f64` is exact: [`Base::coordinate`] then errs by 3u of its
/// result, not of what it subtracts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    /// In [0, 1].
    pub(crate) fraction: f64,
}

impl Base {
    /// The fraction in [0, 1] at which `offset` + fraction · `displacement` is shortest, up to its 26 bits.
    pub(crate) fn nearest(offset: &Vector3<f64>, displacement: &Vector3<f64>) -> Self {
        let squared = displacement.norm_squared();
        let fraction = -offset.dot(displacement) / squared;
        // Not a number without a displacement, or with one whose square underflows.
        let fraction = if fraction > 0.0 {
            fraction.min(1.0)
        } else {
            0.0
        };
        Self {
            fraction: upper_half(fraction),
        }
    }

    /// a − b + fraction · d.
    ///
    /// a − b is split into the rounded difference and its error (Knuth's two-sum), d into halves of 26 and 27 bits: all
    /// products are exact. Where the sum with the upper half's product cancels, it is exact by Sterbenz' lemma; where it
    /// does not, the result is as large as what was rounded.
    pub(crate) fn coordinate(self, a: f64, b: f64, d: f64) -> f64 {
        let (high, low) = two_difference(a, b);
        let upper = upper_half(d);
        (high + self.fraction * upper) + (self.fraction * (d - upper) + low)
    }

    /// The same for each coordinate.
    pub(crate) fn offset(
        self,
        a: &Vector3<f64>,
        b: &Vector3<f64>,
        d: &Vector3<f64>,
    ) -> Vector3<f64> {
        Vector3::new(
            self.coordinate(a.x, b.x, d.x),
            self.coordinate(a.y, b.y, d.y),
            self.coordinate(a.z, b.z, d.z),
        )
    }
}

/// The number with the lower 27 of its 53 bits cleared.
fn upper_half(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1 << 27) - 1))
}

/// a − b rounded, and what the rounding left out.
fn two_difference(a: f64, b: f64) -> (f64, f64) {
    let high = a - b;
    let back = high - a;
    (high, (a - (high - back)) - (b + back))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_far_start_costs_nothing() {
        // 3·2⁵² − 2⁻⁴ is no f64, but the positions 3·2⁵² and 2⁻⁴ are, and half of the displacement −6·2⁵² leads from
        // one to the other's mirror image.
        let far = 3.0 * 2f64.powi(52);
        let base = Base { fraction: 0.5 };
        assert_eq!(base.coordinate(far, 0.0625, -2.0 * far), -0.0625);
        let third = Base {
            fraction: upper_half(1.0 / 3.0),
        };
        // fraction · d with all its bits: d = 3, 26 bits of 1/3.
        assert_eq!(third.coordinate(0.0, 0.0, 3.0), 3.0 * third.fraction);
    }

    #[test]
    fn the_base_is_the_nearest_of_the_sweep() {
        let at = |x: f64, d: f64| {
            Base::nearest(&Vector3::new(x, 7.0, 0.0), &Vector3::new(d, 0.0, 0.0)).fraction
        };
        assert_eq!(at(-2.0, 4.0), 0.5);
        assert_eq!(at(2.0, 4.0), 0.0);
        assert_eq!(at(-8.0, 4.0), 1.0);
        assert_eq!(at(-8.0, 0.0), 0.0);
    }
}
