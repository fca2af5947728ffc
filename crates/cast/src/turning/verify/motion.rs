//! The motion of two turning bodies in wide arithmetic: their poses, what separates them along a direction, and what is left
//! of that on the way.

use super::any_angle::End;
use super::body::{Body, apply, support_value};
use super::wide;
use crate::turning::TurningSweep;
use crate::turning::bound::curvature;
use crate::turning::carried::{Carried, Frame};
use crate::turning::certificate::Piece;
use crate::verify::{WIDE_ROUNDING, growth, mixture};
use crate::wide::{Wide, Wide3, direction, dot, narrow, sum_of, wide3};
use crate::{Flaw, Witness};
use nalgebra::Vector3;
use swept_support::{Real, Support, sqrt};

pub(super) const U: f64 = 0.5 * f64::EPSILON;

/// 2⁻²⁰⁰: the products of a normal of this size or its inverse with lengths in their range, and its square, are wide numbers.
const SHORT: f64 = f64::from_bits((1023 - 200) << 52);

/// The motion of both bodies.
pub(super) struct Motion<'a, A, B> {
    pub(super) moving: Body<'a, A>,
    pub(super) fixed: Body<'a, B>,
    pub(super) displacement: Wide3,
    /// From the moving body's centre to the fixed one's, at the start.
    offset: Wide3,
    pub(super) target: f64,
    /// The sum of all lengths but those of the way.
    lengths: f64,
}

impl<'a, A: Support, B: Support> Motion<'a, A, B> {
    pub(super) fn new<T: Real>(sweep: &'a TurningSweep<T, A, B>, target: f64) -> Self {
        let linear = sweep.linear();
        let moving = Body::new(linear.moving(), &sweep.turns().moving);
        let fixed = Body::new(linear.fixed(), &sweep.turns().fixed);
        let (m, f) = (
            apply(&moving.start, &moving.centre),
            apply(&fixed.start, &fixed.centre),
        );
        let offset =
            core::array::from_fn(|i| (fixed.position[i] - moving.position[i]) + (f[i] - m[i]));
        let displacement = wide3(&linear.displacement().map(Real::to_f64));
        // An angle is off by its own rounding.
        let turned = |body: f64, angle: &Wide| body * (1.0 + angle.value());
        let lengths = sum_of(&offset)
            + turned(
                moving.shape.extent() + sum_of(&moving.centre),
                &moving.angle,
            )
            + turned(fixed.shape.extent() + sum_of(&fixed.centre), &fixed.angle)
            + moving.shape.radius()
            + fixed.shape.radius()
            + target;
        Self {
            displacement,
            offset,
            target,
            lengths,
            moving,
            fixed,
        }
    }

    pub(super) fn centres(&self, t: Wide) -> Wide3 {
        core::array::from_fn(|i| self.offset[i] - self.displacement[i] * t)
    }

    /// What wide arithmetic may be off by in a height at a fraction, per unit of the normal.
    pub(super) fn rounding(&self, t: Wide) -> f64 {
        WIDE_ROUNDING * (self.lengths + sum_of(&self.displacement) * t.value())
    }

    pub(super) fn radii(&self) -> f64 {
        self.moving.shape.radius() + self.fixed.shape.radius()
    }

    /// The normal of a half-space at a fraction; for all other shapes the given one, out of its frame.
    fn normal(&self, (frame, given): (Frame, &Vector3<f64>), at: [&[Wide3; 3]; 2]) -> Wide3 {
        match (self.fixed.shape.unbounded_normal(), frame) {
            (Some(normal), _) => apply(at[1], &direction(&normal)),
            (None, Frame::World | Frame::Across) => wide3(given),
            (None, Frame::Moving) => apply(at[0], &wide3(given)),
            (None, Frame::Fixed) => apply(at[1], &wide3(given)),
        }
    }

    /// What the carrier of a frame sees of the other body's motion; `None` for the world.
    fn seen_from(&self, frame: Frame) -> Option<Carried> {
        let (m, f) = (&self.moving, &self.fixed);
        let (carrier, other, ball) = match frame {
            Frame::World | Frame::Across => return None,
            Frame::Moving => (&m.vector, (&f.vector, f.wheel()), f.spin.ball),
            Frame::Fixed => (&f.vector, (&m.vector, m.wheel()), m.spin.ball),
        };
        let off = self.rounding(Wide::from(1.0));
        let v = -narrow(&self.displacement);
        Some(Carried::new(carrier, other, ball, v, off))
    }

    /// The least φ on a piece whose normal is carried, from that at its ends: the best of the chord, the speed and the circle.
    fn carried(&self, seen: &Carried, (from, to): (Wide, Wide), ends: [Wide; 2], n: f64) -> f64 {
        let h = to - from;
        let centres = [from, to].map(|t| narrow(&self.centres(t)));
        let both = [&centres[0], &centres[1]];
        let least = |a: f64, b: f64| if a < b { a } else { b };
        let bend = seen.curvature(both) * n * (1.0 + 4.0 * U);
        let speed = seen.speed(both) * n * (1.0 + 4.0 * U);
        let (lost, rate) = seen.circle(&centres[0]);
        let after = |loss: Wide| least(ends[0].value(), (ends[0] - loss).value());
        let up = Wide::from(1.0 + 8.0 * U);
        lowest(ends[0], ends[1], h, Wide::from(bend))
            .max(after(Wide::from(speed) * h * up))
            .max(after(
                (Wide::from(lost) + Wide::from(rate) * h) * Wide::from(n) * up,
            ))
    }

    /// φ along a piece's normal at a fraction, rounded down, the normal used, and each body's reach from its centre toward
    /// the other, rounded up.
    fn separation(&self, given: (Frame, &Vector3<f64>), t: Wide) -> (Wide, Wide3, [f64; 2]) {
        let (moving, fixed) = (self.moving.rotation(t), self.fixed.rotation(t));
        let n = self.normal(given, [&moving, &fixed]);
        let against = n.map(|x| Wide::from(0.0) - x);
        let (on_moving, missing_moving) = support_value(self.moving.shape, &moving, &against);
        let (on_fixed, missing_fixed) = if self.fixed.shape.unbounded_normal().is_some() {
            (Wide::from(0.0), 0.0)
        } else {
            support_value(self.fixed.shape, &fixed, &n)
        };
        let centres = self.centres(t);
        let (m, f) = (
            apply(&moving, &self.moving.centre),
            apply(&fixed, &self.fixed.centre),
        );
        let offset: Wide3 = core::array::from_fn(|i| centres[i] + (m[i] - f[i]));
        let length = dot(&n, &n).root();
        let radius = Wide::from(self.moving.shape.radius())
            + Wide::from(self.fixed.shape.radius())
            + Wide::from(self.target);
        let missing = missing_moving + missing_fixed + self.rounding(t) * length.value();
        let missing = missing * (1.0 + 8.0 * f64::EPSILON);
        let height = on_fixed + on_moving + dot(&n, &offset) + radius * length;
        let reaches = [
            (on_moving + dot(&n, &m)).value() + missing,
            (on_fixed - dot(&n, &f)).value() + missing,
        ];
        (Wide::from(0.0) - (height + Wide::from(missing)), n, reaches)
    }

    /// The room that a piece proves: the best of the three bounds at its worst place, per unit of the normal.
    pub(super) fn room(&self, piece: &Piece) -> f64 {
        let (from, to) = (wide(&piece.from), wide(&piece.to));
        let h = to - from;
        if h.value().is_nan() || h.value() < 0.0 {
            return f64::NEG_INFINITY;
        }
        if piece.frame == Frame::Across {
            return self.across(&piece.normals, (from, to));
        }
        let sized = sized(&piece.normals);
        let normals = sized.each_ref().map(|n| (piece.frame, n));
        let (start, n, reaches) = self.separation(normals[0], from);
        let (end, later, ahead) = self.separation(normals[1], to);
        let ends = (narrow(&n), narrow(&later));
        let [one, other] = [n, later].map(|n| dot(&n, &n).root());
        let longest = if one.value() > other.value() {
            one
        } else {
            other
        };
        // A half-space brings its own normal, which no other body carries.
        let plane = self.fixed.shape.unbounded_normal().is_some();
        let turning_plane = plane && self.fixed.turns;
        // It is dear, and asked for only where it is needed.
        let at_any_angle = |frame: Frame| {
            let (n, later) = (&ends.0, &ends.1);
            let from = End {
                at: from,
                n,
                reaches,
            };
            let to = End {
                at: to,
                n: later,
                reaches: ahead,
            };
            self.at_any_angle(frame, &from, &to)
        };
        let leaning =
            |frame: Frame| self.leaning(frame, [(from, start, &ends.0), (to, end, &ends.1)]);
        if !plane && let Some(seen) = self.seen_from(piece.frame) {
            if piece.normals[0] != piece.normals[1] {
                return f64::NEG_INFINITY;
            }
            let mut best = self.carried(&seen, (from, to), [start, end], longest.value());
            if best < piece.room * longest.value() {
                best = best.max(leaning(piece.frame));
            }
            if best < piece.room * longest.value() {
                best = best.max(at_any_angle(piece.frame));
            }
            let room = Wide::from(best).over(longest).value();
            return room - 2.0 * U * room.abs();
        }
        let (closing, bend) = if turning_plane {
            self.beside_turning_plane(longest.value(), (from, to))
        } else {
            let (m, f) = (&self.moving.spin, &self.fixed.spin);
            let d = narrow(&self.displacement);
            let bend = if ends.0 == ends.1 {
                let n = &ends.0;
                let reaches = [0, 1].map(|i| reaches[i].max(ahead[i]));
                m.bend(&-n, h.value(), reaches[0]) + f.bend(n, h.value(), reaches[1])
            } else {
                curvature(m, f, &d, (&ends.0, &ends.1), h.value())
            };
            (self.closing(&ends.0), bend * (1.0 + 2.0 * U))
        };
        let least = |a: f64, b: f64| if a < b { a } else { b };
        let mut best = lowest(start, end, h, Wide::from(bend));
        if turning_plane || ends.0 == ends.1 {
            let far = (start - Wide::from(closing) * h).value();
            best = best.max(least(start.value(), far));
        }
        if !turning_plane && ends.0 == ends.1 {
            let at = |t: Wide| self.revolved(&n, &ends.0, t);
            best = best.max(least(at(from), at(to)));
        }
        if best < piece.room * longest.value() && !turning_plane && ends.0 == ends.1 {
            best = best.max(leaning(Frame::World));
        }
        if best < piece.room * longest.value() && (turning_plane || ends.0 == ends.1) {
            best = best.max(at_any_angle(if turning_plane {
                Frame::Fixed
            } else {
                Frame::World
            }));
        }
        // The normal of a half-space keeps its length as it turns; others may be shorter on their way.
        let length = if best > 0.0 || turning_plane || ends.0 == ends.1 {
            longest
        } else {
            Wide::from(shortest(&ends)).root()
        };
        let room = Wide::from(best).over(length).value();
        room - 2.0 * U * room.abs()
    }

    /// A bound on how fast φ along n can fall.
    fn closing(&self, n: &Vector3<f64>) -> f64 {
        let along = dot(&wide3(n), &self.displacement).value();
        let closing = self.moving.spin.speed(n) + self.fixed.spin.speed(n) - along;
        (closing + 4.0 * U * along.abs()) * (1.0 + 4.0 * U)
    }

    /// The same beside a half-space that turns: see `motion.rs`.
    fn beside_turning_plane(&self, length: f64, (from, to): (Wide, Wide)) -> (f64, f64) {
        let (m, f) = (&self.moving.spin, &self.fixed.spin);
        let far = |t: Wide| narrow(&self.centres(t)).norm();
        let far = (far(from).max(far(Wide::from(1.0))) + m.ball) * (1.0 + 8.0 * U);
        let speed = m.rate * m.rho + narrow(&self.displacement).norm();
        let first = f.rate * far + speed;
        let second = f.rate * (f.rate * far + 2.0 * speed) + m.rate * m.rate * m.rho;
        let up = length * (1.0 + 16.0 * U);
        match self.seen_from(Frame::Fixed) {
            Some(seen) => {
                let centres = [from, to].map(|t| narrow(&self.centres(t)));
                let both = [&centres[0], &centres[1]];
                let (speed, bend) = (seen.speed(both), seen.curvature(both));
                (first.min(speed) * up, second.min(bend) * up)
            }
            None => (first * up, second * up),
        }
    }

    /// The bound of what turning bodies can reach, at a fraction.
    fn revolved(&self, n: &Wide3, n_low: &Vector3<f64>, t: Wide) -> f64 {
        let length = sqrt(n_low.norm_squared());
        let outer = |value: (Wide, f64)| value.0 + Wide::from(value.1);
        let moving = if self.moving.turns {
            Wide::from(self.moving.spin.revolved(&-n_low))
        } else {
            let against = n.map(|x| Wide::from(0.0) - x);
            outer(support_value(
                self.moving.shape,
                &self.moving.start,
                &against,
            ))
        };
        let fixed = if self.fixed.turns {
            Wide::from(self.fixed.spin.revolved(n_low))
        } else if self.fixed.shape.unbounded_normal().is_some() {
            Wide::from(0.0)
        } else {
            outer(support_value(self.fixed.shape, &self.fixed.start, n))
        };
        let radius = self.radii() + self.target + self.rounding(t);
        let radius = radius * length * (1.0 + 8.0 * U);
        let height = dot(n, &self.centres(t)) + moving + fixed + Wide::from(radius);
        -height.value()
    }

    /// How much the shapes must grow so that they are at most `target` apart at `t`.
    pub(super) fn dilation(&self, witness: &Witness, target: f64, t: Wide) -> Result<f64, Flaw> {
        let (moving, fixed) = (self.moving.rotation(t), self.fixed.rotation(t));
        let mut mixed = [Wide::default(); 3];
        for (on_fixed, on_moving, share) in mixture(witness)? {
            let on_fixed = self.fixed.shape.support_point(on_fixed);
            let on_moving = self.moving.shape.support_point(on_moving);
            let relative = |point: Vector3<f64>, centre: &Wide3| -> Wide3 {
                let p = wide3(&point);
                core::array::from_fn(|k| p[k] - centre[k])
            };
            let f = apply(&fixed, &relative(on_fixed.coords, &self.fixed.centre));
            let m = apply(&moving, &relative(on_moving.coords, &self.moving.centre));
            mixed = core::array::from_fn(|k| mixed[k] + (f[k] - m[k]) * share);
        }
        let centres = self.centres(t);
        let apart: Wide3 = core::array::from_fn(|k| mixed[k] + centres[k]);
        let radii = self.radii() + target;
        let promise = 16.0 * U * (self.moving.shape.extent() + self.fixed.shape.extent());
        if self.fixed.shape.unbounded_normal().is_some() {
            // Under one plane only the way along its normal counts.
            let n = self.normal((Frame::World, &Vector3::y()), [&moving, &fixed]);
            let height = -dot(&apart, &n).value() / narrow(&n).norm();
            let size = narrow(&apart).norm() * 32.0 * U;
            return Ok(growth(height - radii + promise + size));
        }
        let rest = sqrt(narrow(&apart).norm_squared());
        let grown = rest * (1.0 + 8.0 * U) - radii + 8.0 * U * radii.abs();
        Ok(growth(grown + promise))
    }
}

/// A piece's normals, both brought to a size whose square is a number of full precision: only their directions count, and how
/// their lengths compare. What is no direction comes out as no number, which proves nothing.
fn sized(normals: &[Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
    let size = normals[0].amax().max(normals[1].amax());
    if (SHORT..1.0 / SHORT).contains(&size) {
        *normals
    } else {
        normals.map(|n| n / size)
    }
}

/// A lower bound on |n|² on the straight line between two vectors.
fn shortest((a, b): &(Vector3<f64>, Vector3<f64>)) -> f64 {
    let e = b - a;
    let squared = e.norm_squared();
    let t = if squared > 0.0 {
        (-a.dot(&e) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (a + e * t).norm_squared() * (1.0 - 64.0 * U)
}

/// The least value of start + (end − start) s/h − K s (h − s)/2 over [0, h], rounded down; nothing is known with a K that is no number.
pub(super) fn lowest(start: Wide, end: Wide, h: Wide, curvature: Wide) -> f64 {
    if !curvature.value().is_finite() {
        return f64::NEG_INFINITY;
    }
    let ends = if start.value() < end.value() {
        start
    } else {
        end
    };
    if h.value() == 0.0 {
        return ends.value();
    }
    // start − b s + K s²/2: lowest at b/K, if that lies inside.
    let b = curvature * h * Wide::from(0.5) - (end - start).over(h);
    let inside = b.value() > 0.0 && b.value() < (curvature * h).value();
    let value = if inside {
        start - (b * b).over(curvature * Wide::from(2.0))
    } else {
        ends
    };
    // Where this is positive, start is no less than any of the terms: some ten operations on them, each off by 2⁻¹⁰⁴ of itself.
    value.value() - WIDE_ROUNDING * start.value().abs()
}
