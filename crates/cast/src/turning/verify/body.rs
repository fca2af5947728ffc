//! One turning body in wide arithmetic: its pose at any fraction.

use crate::turning::bound::{Spin, turns};
use crate::turning::carried::{Axle, axle};
use crate::turning::full_turn::Part;
use crate::turning::turned::Turned;
use crate::turning::{Turn, angle};
use crate::wide::{Wide, Wide3, dot, narrow, rotation, wide3};
use nalgebra::{Quaternion, Vector3};
use swept_support::{LinearMap, Placed, Real, Support, sqrt};

const U: f64 = 0.5 * f64::EPSILON;

pub(super) struct Body<'a, S> {
    pub(super) shape: &'a S,
    pub(super) start: [Wide3; 3],
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
        let vector = turn.rotation.map(Real::to_f64);
        let omega = wide3(&vector);
        let angle = dot(&omega, &omega).root();
        let centre = turn.centre.coords.map(Real::to_f64);
        let turns = turns(&vector, &centre, shape.extent());
        let centre = if turns { centre } else { Vector3::zeros() };
        Self {
            shape,
            start: rotation(&Quaternion::from(q)),
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

    /// The rotation matrix at a fraction: exp(t·ω) times that of the start, with
    /// exp(t·ω) = cos·I + sin·\[k\]× + (1 − cos)·k kᵀ.
    pub(super) fn rotation(&self, t: Wide) -> [Wide3; 3] {
        if !self.turns {
            return self.start;
        }
        let (s, c) = sin_cos(self.angle * t);
        let k = self.omega.map(|x| x.over(self.angle));
        let rest = Wide::from(1.0) - c;
        let minus = |x: Wide| Wide::from(0.0) - x;
        let cross = [
            [Wide::from(0.0), minus(k[2]), k[1]],
            [k[2], Wide::from(0.0), minus(k[0])],
            [minus(k[1]), k[0], Wide::from(0.0)],
        ];
        let turned: [Wide3; 3] = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let straight = if i == j { c } else { Wide::from(0.0) };
                straight + s * cross[i][j] + rest * k[i] * k[j]
            })
        });
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let column = core::array::from_fn(|l| self.start[l][j]);
                dot(&turned[i], &column)
            })
        })
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

/// Sine and cosine in wide arithmetic: reduced as in `angle.rs`, then by their series up to r²⁹.
fn sin_cos(angle: Wide) -> (Wide, Wide) {
    let (k, r) = angle::reduce(angle);
    let minus_square = Wide::from(0.0) - r * r;
    let (mut s, mut c) = (r, Wide::from(1.0));
    let (mut odd, mut even) = (r, Wide::from(1.0));
    for i in 1..=14 {
        let i = f64::from(2 * i);
        even = (even * minus_square).over(Wide::from(i * (i - 1.0)));
        odd = (odd * minus_square).over(Wide::from(i * (i + 1.0)));
        (s, c) = (s + odd, c + even);
    }
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
