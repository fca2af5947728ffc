//! What holds whatever angle a body has turned by: see `whole_turns.rs` and `turned.rs`.
//!
//! The arithmetic is plain. What a body comes to at any angle, and how far the way between the centres leads along any, have their own
//! rounding in them (`bound.rs`, `full_turn.rs`, `turned.rs`). What is left is that of the way between the centres and its product with the
//! axis, 4u, of the axis' length, 2u, of a reach rounded to `f64`, of the sum of the radii and of six more sums, u each: 14u of all lengths,
//! of which 256u are taken. The solver leaves out far more, 2⁻³⁵ of them.

use super::motion::{Motion, U};
use super::room::lowest;
use crate::turning::bound::Spin;
use crate::turning::carried::Frame;
use crate::turning::whole_turns::{Come, as_it_stands, beside_slow_plane, come_along};
use crate::wide::{Wide, narrow};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// An end of a piece: the fraction, the axis in world space, and what either body comes to along it.
pub(super) struct End<'n> {
    pub(super) at: Wide,
    pub(super) n: &'n Vector3<f64>,
    pub(super) reaches: [f64; 2],
}

/// The most choices there are of how to take the bodies in a frame.
const CHOICES: usize = 3;

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The least φ along an axis in a frame over a piece between two ends: the best of all ways to take the bodies, at any angle or
    /// as they stand.
    pub(super) fn at_any_angle(&self, frame: Frame, from: &End<'_>, to: &End<'_>) -> f64 {
        let h = to.at - from.at;
        let ends = [from, to].map(|end| (self.ways(frame, end), self.rounding_at(end)));
        let [(start, rounding), (end, later)] = ends;
        let up = 1.0 + 8.0 * U;
        let way = sqrt(narrow(&self.displacement).norm_squared() * from.n.norm_squared());
        let least = (0..CHOICES).map(|i| {
            let (outer, growth, bend) = start[i];
            let first = -(outer + rounding);
            let growth = growth + 16.0 * U * (growth.abs() + way) + self.still.by * way;
            let steady = first - growth.max(0.0) * h.value() * up;
            let last = Wide::from(-(end[i].0 + later));
            let bent = lowest(Wide::from(first), last, h, Wide::from(bend * up));
            steady.max(bent)
        });
        least.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The radii, and what plain arithmetic may be off by.
    fn rounding_at(&self, end: &End<'_>) -> f64 {
        let length = sqrt(end.n.norm_squared());
        let radii = self.radii() + self.target;
        let balls = self.moving.spin.ball + self.fixed.spin.ball;
        let far = sqrt(narrow(&self.centres(end.at)).norm_squared()) + balls + radii;
        (radii + 256.0 * U * far + self.rounding(end.at)) * length
    }

    /// What each way to take the bodies comes to at an end; infinite where there are fewer.
    fn ways(&self, frame: Frame, end: &End<'_>) -> [Come; CHOICES] {
        const NONE: Come = (f64::INFINITY, 0.0, 0.0);
        let (m, f, n) = (&self.moving, &self.fixed, end.n);
        let (d, against) = (narrow(&self.displacement), -n);
        let wide = self.centres(end.at);
        let centres = narrow(&wide);
        let plane = f.shape.unbounded_normal().is_some();
        let whole = |turns: bool, standing: Come, spin: &Spin, reach: &dyn Fn(&Spin) -> f64| {
            if turns {
                (reach(spin), 0.0, 0.0)
            } else {
                standing
            }
        };
        let moving = as_it_stands(&m.spin, end.reaches[0], &against);
        let turning = |spin: &Spin| spin.full_turn(m.shape, &narrow(&m.centre), &against);
        match frame {
            Frame::World => {
                let fixed = as_it_stands(&f.spin, end.reaches[1], n);
                let fixed_whole = whole(f.turns, fixed, &f.spin, &|spin| {
                    spin.full_turn(f.shape, &narrow(&f.centre), n)
                });
                let moving_whole = whole(m.turns, moving, &m.spin, &turning);
                let pairs = [
                    (moving_whole, fixed_whole),
                    (moving_whole, fixed),
                    (moving, fixed_whole),
                ];
                pairs.map(|(moving, fixed)| come_along(n, (&centres, &d), moving, fixed))
            }
            Frame::Moving if m.turns && !plane => {
                let seen = f.seen_by(m, &wide, end.at);
                let of = |spins| seen.around(n, (&centres, &-d), end.reaches[0], spins);
                [of(false), of(true), NONE]
            }
            Frame::Fixed if f.turns => {
                let back = wide.map(|x| Wide::from(0.0) - x);
                let seen = m.seen_by(f, &back, end.at);
                let of = |spins| seen.around(&against, (&-centres, &d), end.reaches[1], spins);
                let slow = if plane {
                    let last = narrow(&self.centres(Wide::from(1.0)));
                    let by = beside_slow_plane(n, &m.spin, &f.spin, [&centres, &last], &d);
                    let (outer, speed, bend) = whole(m.turns, moving, &m.spin, &turning);
                    let outer = n.dot(&centres) + outer + end.reaches[1];
                    (outer, speed + by.0, bend + by.1)
                } else {
                    NONE
                };
                [of(false), of(true), slow]
            }
            Frame::Moving | Frame::Fixed | Frame::Across => [NONE; CHOICES],
        }
    }
}
