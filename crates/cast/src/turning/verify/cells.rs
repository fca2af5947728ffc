//! What holds at any two angles of both bodies: see `turning/cells.rs`.
//!
//! The arithmetic is plain. What a body comes to at the angles of a part of a turn has its own rounding in it (`full_turn.rs`). What is left
//! is that of the axis, which is 1 long up to 3u, of the way between the centres and its product with the axis, 4u, of the sum of the radii, u,
//! and of four more sums: 12u of all lengths, of which 256u are taken. The solver leaves out far more, 2⁻³⁵ of them.

use super::motion::{Motion, U};
use super::wide;
use crate::turning::certificate::{AllAngles, Cell};
use crate::turning::full_turn::Part;
use crate::wide::narrow;
use alloc::vec;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// A part of a turn is not halved more often than its number has digits.
const MOST_HALVINGS: u32 = 24;

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The least room in any cell, per unit of its normal, between both ends of a part of the motion: nothing is proven where the
    /// cells are not all of both turns.
    pub(super) fn at_all_angles(&self, all: &AllAngles) -> f64 {
        let bodies = self.moving.turns && self.fixed.turns;
        let (from, to) = (wide(&all.from), wide(&all.to));
        let forward = (to - from).value() >= 0.0;
        if !bodies || !forward || self.fixed.shape.unbounded_normal().is_some() {
            return f64::NEG_INFINITY;
        }
        let centres = [from, to].map(|t| narrow(&self.centres(t)));
        let rounding = self.rounding(from).max(self.rounding(to));
        let mut parts = vec![[Part::WHOLE; 2]];
        let mut least = f64::INFINITY;
        for (i, cell) in all.cells.iter().enumerate() {
            let Some(&[moving, fixed]) = parts.get(i) else {
                return f64::NEG_INFINITY;
            };
            match cell {
                Cell::Apart(n) => {
                    let room = self.in_cell(n, [moving, fixed], &centres, rounding);
                    // What is no number is no room, whatever comes after it.
                    if room.is_nan() {
                        return f64::NEG_INFINITY;
                    }
                    least = least.min(room);
                }
                Cell::ByMoving if moving.halvings < MOST_HALVINGS => {
                    parts.extend(moving.halves().map(|part| [part, fixed]));
                }
                Cell::ByFixed if fixed.halvings < MOST_HALVINGS => {
                    parts.extend(fixed.halves().map(|part| [moving, part]));
                }
                Cell::ByMoving | Cell::ByFixed => return f64::NEG_INFINITY,
            }
        }
        if parts.len() == all.cells.len() {
            least
        } else {
            f64::NEG_INFINITY
        }
    }

    fn in_cell(
        &self,
        n: &Vector3<f64>,
        [moving, fixed]: [Part; 2],
        centres: &[Vector3<f64>; 2],
        rounding: f64,
    ) -> f64 {
        let n = n / n.amax();
        let n = n / sqrt(n.norm_squared());
        let moving = self.moving.in_part(&-n, moving);
        let fixed = self.fixed.in_part(&n, fixed);
        let [from, to] = centres.each_ref().map(|c| n.dot(c));
        let far = centres.each_ref().map(|c| sqrt(c.norm_squared()));
        let balls = self.moving.spin.ball + self.fixed.spin.ball;
        let radii = self.radii() + self.target;
        let slack = rounding + 256.0 * U * (far[0].max(far[1]) + balls + radii);
        -(from.max(to) + moving + fixed + radii + slack)
    }
}
