//! What an axis across two edges proves: see `crossed.rs` of the solver.

use super::body::{Body, apply, support_value};
use super::motion::{Motion, U, VANISHING};
use super::room::lowest;
use crate::tolerance::{ASIDE, BETWEEN};
use crate::turning::certificate::Piece;
use crate::turning::crossed::{Crossed, Line, Moves, beside, taken};
use crate::wide::{Wide, Wide3, cross, direction, dot, narrow, sum_of, wide3};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// How the direction leans that a body is asked about for the point that its line goes through: aside from its edge, and along it. Where
/// several points stand at one height, as the corners of a side that touches, rounding chooses between them, and the cast's arithmetic may
/// have chosen otherwise. These find the line farthest to either side and the one through the end of the edge. Any of them proves what it
/// proves: the best counts.
const LEANS: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]];

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The least room between two fractions along the axis across an edge of the fixed body and one of the moving body, per unit of it. No
    /// more is looked for than the piece claims.
    pub(super) fn across(&self, piece: &Piece, (from, to): (Wide, Wide)) -> f64 {
        let (m, f) = (&self.moving, &self.fixed);
        if self.radii() + self.target > 0.0 || f.shape.unbounded_normal().is_some() {
            return f64::NEG_INFINITY;
        }
        let [a, b] = piece.normals.each_ref().map(unit);
        let ends = [from, to].map(|t| {
            let (moving, fixed) = (m.rotation(t), f.rotation(t));
            let n = cross(&apply(&fixed, &a), &apply(&moving, &b));
            (moving, fixed, n)
        });
        let (moving, fixed, n) = &ends[0];
        let n = narrow(n);
        // Of edges in line there is no axis across.
        if n == Vector3::zeros() {
            return f64::NEG_INFINITY;
        }
        let centres = [from, to].map(|t| self.centres(t));
        let moves = Moves {
            omega: [m.vector, f.vector],
            rates: [m.spin.rate, f.spin.rate],
            displacement: narrow(&self.displacement),
        };
        let h = to - from;
        let proven = |lines: [Line; 2]| {
            let [on_moving, on_fixed] = lines;
            let crossed = Crossed::new(on_moving, on_fixed, &narrow(&centres[0]));
            let (length, shortest) = crossed.lengths();
            // What is no number lasts no time.
            let lasts = h.value() <= crossed.lasts(&moves);
            if !lasts {
                return f64::NEG_INFINITY;
            }
            let [x, y] = crossed.points.each_ref().map(wide3);
            let local = [apply_transposed(moving, &x), apply_transposed(fixed, &y)];
            let apart = |end: usize| {
                let (moving, fixed, n) = &ends[end];
                let (x, y) = (apply(moving, &local[0]), apply(fixed, &local[1]));
                let centres = &centres[end];
                let way: Wide3 = core::array::from_fn(|i| x[i] - centres[i] - y[i]);
                // However short the axis is, as much of it is rounding.
                let off = self.across_off() * sum_of(&way) * (1.0 + 4.0 * U);
                dot(n, &way) - Wide::from(off)
            };
            let lost = taken([
                crossed
                    .sides(0, &moves, h.value())
                    .map(|n| excess(m, moving, &-n, &x)),
                crossed
                    .sides(1, &moves, h.value())
                    .map(|n| excess(f, fixed, &n, &y)),
            ]);
            // However short the axis is, as much vanishes.
            let off = 2.0 * self.rounding(to) * length + VANISHING;
            let bend = crossed.curvature(&moves, h.value());
            let least = lowest(apart(0), apart(1), h, Wide::from(bend)) - (lost + off);
            let per = if least > 0.0 {
                length * (1.0 + BETWEEN)
            } else {
                shortest
            };
            let room = least / per;
            room - 16.0 * U * room.abs()
        };
        let mut best = f64::NEG_INFINITY;
        for on_fixed in LEANS {
            for on_moving in LEANS {
                best = best.max(proven([
                    line(m, moving, (&-n, on_moving), &b),
                    line(f, fixed, (&n, on_fixed), &a),
                ]));
                if best >= piece.room {
                    return best;
                }
            }
        }
        best
    }
}

/// How far a body comes beyond a point, given from its centre in world axes, along n and what is next to it: rounded up.
fn excess<S: Support>(
    body: &Body<'_, S>,
    rotation: &[Wide3; 3],
    n: &Vector3<f64>,
    point: &Wide3,
) -> f64 {
    let n = wide3(n);
    let (value, missing) = support_value(body.shape, rotation, &n);
    let from = apply(rotation, &body.centre);
    let point: Wide3 = core::array::from_fn(|i| from[i] + point[i]);
    let missing = missing + beside(body.shape.extent(), &narrow(&point));
    (value - dot(&n, &point)).value() + missing * (1.0 + 8.0 * U)
}

/// The line along an edge through the point of a body that is farthest along n, as it leans.
fn line<S: Support>(
    body: &Body<'_, S>,
    rotation: &[Wide3; 3],
    (n, [aside, along]): (&Vector3<f64>, [f64; 2]),
    edge: &Wide3,
) -> Line {
    let direction = narrow(&apply(rotation, edge));
    let leans = n.cross(&direction) * aside + direction * (along * sqrt(n.norm_squared()));
    let n = n + leans * ASIDE;
    let local = narrow(&apply_transposed(rotation, &wide3(&n)));
    let point = body.shape.support_point(&local).coords - narrow(&body.centre);
    let point = apply(rotation, &wide3(&point));
    (narrow(&point), direction)
}

fn apply_transposed(map: &[Wide3; 3], v: &Wide3) -> Wide3 {
    core::array::from_fn(|j| {
        let column = core::array::from_fn(|i| map[i][j]);
        dot(&column, v)
    })
}

/// A unit vector along this one.
fn unit(v: &Vector3<f64>) -> Wide3 {
    let v = direction(v);
    let length = dot(&v, &v).root();
    v.map(|x| x.over(length))
}
