//! Where the motion is measured from.

use crate::sphere::offset::{Offset, nearest};
use nalgebra::Vector3;

/// The fraction of the closest approach, at which all coordinates are taken, so that their errors are those of the
/// shapes' sizes and not of how far away the sweep starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    /// In [0, 1].
    pub(crate) fraction: f64,
}

impl Base {
    /// The fraction in [0, 1] at which `offset` + fraction · `displacement` is shortest. It is rounded, and off by a few u: by more than
    /// the shapes' sizes where the way is some 2⁵⁰ times as long, and there no fraction says where they meet.
    pub(crate) fn nearest(offset: &Vector3<f64>, displacement: &Vector3<f64>) -> Self {
        let fraction = nearest(offset, displacement);
        // 0 where it is no number, since squares overflow.
        let fraction = if fraction > 0.0 {
            fraction.min(1.0)
        } else {
            0.0
        };
        Self { fraction }
    }

    /// a − b + fraction · d: see [`Offset::advanced`].
    pub(crate) fn offset(
        self,
        a: &Vector3<f64>,
        b: &Vector3<f64>,
        d: &Vector3<f64>,
    ) -> Vector3<f64> {
        Offset::between(&(*a).into(), &(*b).into()).advanced(d, self.fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_far_start_costs_nothing() {
        // 3·2⁵² − 2⁻⁴ is no f64, but the positions 3·2⁵² and 2⁻⁴ are, and half of the displacement −6·2⁵² leads from
        // one to the other's mirror image.
        let coordinate = |fraction, a: f64, b: f64, d: f64| {
            let [a, b, d] = [a, b, d].map(|x| Vector3::new(x, 0.0, 0.0));
            Base { fraction }.offset(&a, &b, &d).x
        };
        let far = 3.0 * 2f64.powi(52);
        assert_eq!(coordinate(0.5, far, 0.0625, -2.0 * far), -0.0625);
        // fraction · d with all its bits, those that a product of `f64` drops: (1 + ε)(1 − ε) = 1 − ε².
        let e = f64::EPSILON;
        assert_eq!(coordinate(1.0 - e, 1.0, 2.0, 1.0 + e), -e * e);
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
        // Infinite over infinite.
        assert_eq!(at(-1e200, 1e200), 0.0);
    }
}
