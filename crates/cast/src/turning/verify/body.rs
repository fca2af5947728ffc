//! One turning body in wide arithmetic: its pose at any fraction.

use crate::turning::bound::{Spin, turns};
use crate::turning::carried::{Axle, axle};
use crate::turning::full_turn::Part;
use crate::turning::turned::Turned;
use crate::turning::{Turn, angle};
use crate::wide::{Wide, Wide3, Wide4, dot, matrix, narrow, product, quaternion, wide3};
use nalgebra::{Quaternion, Vector3};
use swept_support::{LinearMap, Placed, Real, Support, sqrt};

const U: f64 = 0.5 * f64::EPSILON;

pub(super) struct Body<'a, S> {
    pub(super) shape: &'a S,
    pub(super) start: [Wide3; 3],
    quaternion: Wide4,
    /// The same in plain arithmetic.
    stands: LinearMap,
    pub(super) omega: Wide3,
    /// The rotation vector, zero where the body does not turn.
    pub(super) vector: Vector3<f64>,
    pub(super) angle: Wide,
    pub(super) turns: bool,
    pub(super) centre: Wide3,
    pub(super) position: Wide3,
    pub(super) spin: Spin,
}

impl<'a, S: Support> Body<'a, S> {
    pub(super) fn new<T: Real>(placed: &'a Placed<T, S>, turn: &Turn<T>) -> Self {
        let shape = placed.shape();
        let q = placed.pose().rotation.as_ref().coords.map(Real::to_f64);
        let quaternion = quaternion(&Quaternion::from(q));
        let vector = turn.rotation.map(Real::to_f64);
        let omega = wide3(&vector);
        let angle = dot(&omega, &omega).root();
        let centre = turn.centre.coords.map(Real::to_f64);
        let turns = turns(&vector, &centre, shape.extent());
        let centre = if turns { centre } else { Vector3::zeros() };
        Self {
            shape,
            start: matrix(&quaternion),
            quaternion,
            stands: placed.rotation(),
            omega,
            vector: if turns { vector } else { Vector3::zeros() },
            angle,
            turns,
            centre: wide3(&centre),
            position: wide3(&placed.position()),
            spin: if turns {
                Spin::new(shape, &placed.rotation(), &vector, angle, &centre)
            } else {
                Spin::none(shape.extent())
            },
        }
    }

    /// A bound on how far its core comes along n from its centre at any angle, rounded up.
    pub(super) fn outer(&self, n: &Wide3, n_low: &Vector3<f64>) -> f64 {
        let at_start = || {
            let (value, missing) = support_value(self.shape, &self.start, n);
            let value = value - dot(n, &apply(&self.start, &self.centre));
            value.value() + missing
        };
        let about_start = self.spin.about_start(n_low, at_start);
        self.spin.revolved(n_low).min(about_start)
    }

    /// How far its core comes along n from its centre at the angles of a part of a turn.
    pub(super) fn in_part(&self, n: &Vector3<f64>, part: Part) -> f64 {
        let centre = narrow(&self.centre);
        let rotation = &self.stands;
        self.spin
            .part_of_turn((self.shape, &centre), rotation, n, part)
    }

    /// Its axis, if it is a wheel.
    pub(super) fn wheel(&self) -> Option<Axle> {
        let omega = self.turns.then_some(&self.vector);
        axle(self.shape, &self.stands, omega, &narrow(&self.centre))
    }

    /// The rotation matrix at a fraction, by the quaternion of the turn, (sin θt/2 · ω/θ, cos θt/2), times that of the start.
    ///
    /// With e = 2⁻¹⁰⁶ (see `wide.rs`) the length θ of ω errs by 6e and its root: 8e of itself; θt/2 by 7e more, and where it is reduced by e
    /// (`angle.rs`) and 3e of what is left. Twice all that is less than 20e·θ of the angle. Sine and cosine err by 16e together (`sin_cos`);
    /// the quotient by θ and the products with ω by 12e, 8e and 7e. By 43e of the quaternion a turn is off by 86e, by 32e for the product by
    /// 64e, and the matrix adds 148e with what it is applied to. A vector comes out 298e + 20e·θ of its length off.
    pub(super) fn rotation(&self, t: Wide) -> [Wide3; 3] {
        if !self.turns {
            return self.start;
        }
        let (s, c) = sin_cos(self.angle * t * Wide::from(0.5));
        let s = s.over(self.angle);
        let [x, y, z] = self.omega.map(|x| x * s);
        matrix(&product(&[x, y, z, c], &self.quaternion))
    }
}

/// max n·c over the core, without the position: the value by wide arithmetic, and what may be missing (the shape's
/// promise, and the rounding of the direction that it is asked about).
pub(super) fn support_value(shape: &impl Support, map: &[Wide3; 3], n: &Wide3) -> (Wide, f64) {
    let local: Wide3 = core::array::from_fn(|j| {
        let column = core::array::from_fn(|i| map[i][j]);
        dot(&column, n)
    });
    let direction = narrow(&local);
    let point = shape.support_point(&direction);
    let missing = 10.0 * U * shape.extent() * sqrt(direction.norm_squared());
    (dot(&local, &wide3(&point.coords)), missing)
}

impl<S: Support> Body<'_, S> {
    /// The body at a fraction as another one sees it that carries its axes along; `centres` leads from that one's centre.
    pub(super) fn seen_by<C>(&self, carrier: &Body<C>, centres: &Wide3, t: Wide) -> Turned<'_> {
        let rotation = self.rotation(t);
        let centre: Wide3 = core::array::from_fn(|j| {
            let column = core::array::from_fn(|i| rotation[i][j]);
            self.centre[j] - dot(&column, centres)
        });
        let map = LinearMap {
            rows: rotation.map(|row| narrow(&row).into()),
            exact: false,
        };
        let turn = (&carrier.vector, carrier.angle);
        let own = (self.spin, narrow(&self.centre));
        Turned::new(self.shape, &map, turn, narrow(&centre), own)
    }
}

pub(super) fn apply(map: &[Wide3; 3], v: &Wide3) -> Wide3 {
    core::array::from_fn(|i| dot(&map[i], v))
}

/// Sine and cosine in wide arithmetic: reduced as in `angle.rs`, then by their series up to r²⁹, from the last term to the first:
///
/// ```text
/// sin r = r (1 − r²/2·3 (1 − r²/4·5 (…)))        cos r = 1 − r²/1·2 (1 − r²/3·4 (…))
/// ```
///
/// Each bracket is 1 − x, where x errs by what the next one does and, of itself, by 7e for r², 7e for its product and 12e for the quotient; the
/// difference errs by 3e. With |r| ≤ π/4 the sine's x are 0.103, 0.031 and less, so its brackets err by 7.2e, 4e and less, and r times the
/// first by 14.2e of itself; the cosine's x are 0.31, 0.052 and less, and its brackets 12e and 5e off. Together that is less than 16e.
fn sin_cos(angle: Wide) -> (Wide, Wide) {
    let (k, r) = angle::reduce(angle);
    let (one, square) = (Wide::from(1.0), r * r);
    let (mut odd, mut even) = (one, one);
    for i in (1..=14).rev() {
        let i = f64::from(2 * i);
        odd = one - (square * odd).over(Wide::from(i * (i + 1.0)));
        even = one - (square * even).over(Wide::from(i * (i - 1.0)));
    }
    let (s, c) = (r * odd, even);
    let minus = |x: Wide| Wide::from(0.0) - x;
    match k.rem_euclid(4) {
        0 => (s, c),
        1 => (c, minus(s)),
        2 => (minus(s), minus(c)),
        _ => (minus(c), s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use swept_support::PointShape;

    /// Turned by the first half and then by the second is turned by all of it, and what is turned keeps its length: by less than is
    /// stated, and by more than nothing.
    #[test]
    fn a_body_turns_as_exactly_as_is_stated() {
        let e = f64::powi(2.0, -106);
        let mut worst = [0.0_f64; 2];
        for seed in 0..2_000 {
            let dice = &mut Dice(seed);
            let angle = [0.1, 1.0, 10.0, 1e3][seed as usize % 4];
            let turn = Turn::by(dice.vector() * angle);
            let placed = Placed::<f64, _>::new(PointShape, [0.0; 3]).unwrap();
            let body = Body::new(&placed, &turn);
            let [half, whole] = [0.5, 1.0].map(|t| body.rotation(Wide::from(t)));
            let v = wide3(&dice.vector());
            let twice = apply(&half, &apply(&half, &v));
            let once = apply(&whole, &v);
            let length = narrow(&v).norm();
            let off = [0, 1, 2].map(|k| (once[k] - twice[k]).value());
            let stated = 298.0 + 20.0 * body.angle.value();
            let longer = (dot(&once, &once) - dot(&v, &v)).value() / (2.0 * length);
            worst[0] = worst[0].max(Vector3::from(off).norm() / (length * e * 3.0 * stated));
            worst[1] = worst[1].max(longer.abs() / (length * e * (298.0 + 26.0)));
        }
        assert!(worst.iter().all(|off| *off < 1.0), "{worst:?}");
        assert!(worst.iter().all(|off| *off > 1e-3), "{worst:?}");
    }

    #[test]
    fn sine_and_cosine_far_beyond_f64() {
        for x in [0.1, 1.3, -2.0, 700.25, 16_000_000.5] {
            let (s, c) = sin_cos(Wide::from(x));
            assert!((s * s + c * c - Wide::from(1.0)).value().abs() < 1e-30);
            let (plain_s, plain_c) = angle::sin_cos(Wide::from(x));
            assert!((s.value() - plain_s).abs() < 4e-16 && (c.value() - plain_c).abs() < 4e-16);
            // sin 2x = 2 sin x cos x ties the series to the addition theorem.
            let (double, _) = sin_cos(Wide::from(2.0 * x));
            let error = double - Wide::from(2.0) * s * c;
            assert!(error.value().abs() < 1e-24, "{x}: {}", error.value());
        }
    }
}
