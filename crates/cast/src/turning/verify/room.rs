//! The room that a piece of a turning certificate proves: the least φ along its normal, from what it is at both ends.
//!
//! There are four kinds of pieces, and for each some bounds, of which any may be the best: the chord of φ less what it may bend by, the
//! greatest speed at which φ falls, and what holds at any angle. Those that are dear are asked for only where the others do not prove what
//! the piece claims.

use super::any_angle::End;
use super::body::support_value;
use super::motion::{Motion, U};
use super::wide;
use crate::turning::bound::curvature;
use crate::turning::carried::{Carried, Frame};
use crate::turning::certificate::Piece;
use crate::verify::WIDE_ROUNDING;
use crate::wide::{Wide, Wide3, dot, narrow, sum_of, wide3};
use nalgebra::Vector3;
use swept_support::{Support, brought_near, sqrt};

/// How often a piece along a standing axis is halved where its own chord does not prove what it claims. What the chord of a half leaves below φ
/// is a quarter: after six times, of 64 parts, a 4096th.
const HALVINGS: u32 = 6;

/// What is known at both ends of a piece.
struct Ends {
    /// Their fractions.
    at: [Wide; 2],
    /// φ there, rounded down.
    phi: [Wide; 2],
    /// The normals in world space.
    n: [Wide3; 2],
    /// Them, rounded.
    normals: [Vector3<f64>; 2],
    /// How far each body reaches toward the other there, rounded up.
    reaches: [[f64; 2]; 2],
    /// The length of the longer normal.
    longest: Wide,
    /// The φ that the piece claims, and what rounding takes from it later: where that is proven, no more is looked for.
    enough: f64,
}

impl Ends {
    /// How long the piece lasts.
    fn lasts(&self) -> Wide {
        self.at[1] - self.at[0]
    }

    /// Whether the axis stands in the world.
    fn stand(&self) -> bool {
        self.normals[0] == self.normals[1]
    }

    /// One of them, as bounds at any angle take it.
    fn end(&self, i: usize) -> End<'_> {
        End {
            at: self.at[i],
            n: &self.normals[i],
            reaches: self.reaches[i],
        }
    }

    /// The least φ between them, which bends by no more than `bend`.
    fn chord(&self, bend: f64) -> f64 {
        lowest(self.phi[0], self.phi[1], self.lasts(), Wide::from(bend))
    }

    /// The least φ between them, which falls from the first by no more than `loss`.
    fn fallen(&self, loss: Wide) -> f64 {
        least(self.phi[0].value(), (self.phi[0] - loss).value())
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The room that a piece proves, per unit of the normal: the best of the bounds for its kind, at its worst place.
    pub(super) fn room(&self, piece: &Piece) -> f64 {
        let (from, to) = (wide(&piece.from), wide(&piece.to));
        let lasts = (to - from).value();
        if lasts.is_nan() || lasts < 0.0 {
            return f64::NEG_INFINITY;
        }
        if piece.frame == Frame::Across {
            return self.across(piece, (from, to));
        }
        let ends = self.ends(piece, [from, to]);
        // A half-space brings its own normal, which no other body carries.
        let plane = self.fixed.shape.unbounded_normal().is_some();
        let (best, length) = if !plane && let Some(seen) = self.seen_from(piece.frame) {
            if piece.normals[0] != piece.normals[1] {
                return f64::NEG_INFINITY;
            }
            (self.along_carried(&ends, piece.frame, &seen), ends.longest)
        } else if plane && self.fixed.turns {
            // The normal of a half-space keeps its length as it turns.
            (self.beside_turning_plane(&ends), ends.longest)
        } else if ends.stand() {
            (self.along_standing(&ends), ends.longest)
        } else {
            let best = self.along_turning(&ends);
            // On its way the normal may be shorter.
            let length = if best > 0.0 {
                ends.longest
            } else {
                shortest(&ends.n)
            };
            (best, length)
        };
        let room = Wide::from(best).over(length).value();
        // Rounded twice as the least of a chord, once by the length, and once here: four units.
        room - 8.0 * U * room.abs()
    }

    fn ends(&self, piece: &Piece, at: [Wide; 2]) -> Ends {
        let sized = sized(&piece.normals);
        let (start, n, reaches) = self.separation((piece.frame, &sized[0]), at[0]);
        let (end, later, ahead) = self.separation((piece.frame, &sized[1]), at[1]);
        let [one, other] = [n, later].map(|n| dot(&n, &n).root());
        let longest = if one.value() > other.value() {
            one
        } else {
            other
        };
        Ends {
            at,
            phi: [start, end],
            n: [n, later],
            normals: [narrow(&n), narrow(&later)],
            reaches: [reaches, ahead],
            longest,
            enough: (piece.room + 16.0 * U * piece.room.abs()) * longest.value(),
        }
    }

    /// The least φ along an axis that a body carries: the best of the chord, the speed and the circle, or else of bodies that lean and of
    /// any angle.
    fn along_carried(&self, ends: &Ends, frame: Frame, seen: &Carried) -> f64 {
        let n = ends.longest.value();
        let centres = ends.at.map(|t| narrow(&self.centres(t)));
        let both = [&centres[0], &centres[1]];
        let bend = seen.curvature(both) * n * (1.0 + 4.0 * U);
        let speed = seen.speed(both) * n * (1.0 + 4.0 * U);
        let (lost, rate) = seen.circle(&centres[0]);
        let (h, up) = (ends.lasts(), Wide::from(1.0 + 8.0 * U));
        let best = ends
            .chord(bend)
            .max(ends.fallen(Wide::from(speed) * h * up))
            .max(ends.fallen((Wide::from(lost) + Wide::from(rate) * h) * Wide::from(n) * up));
        self.at_last(ends, frame, best)
    }

    /// The least φ along an axis that stands in the world: the best of the chord, the speed and what turning bodies can reach, or else of
    /// bodies that lean and of any angle.
    fn along_standing(&self, ends: &Ends) -> f64 {
        let (n, h) = (&ends.normals[0], ends.lasts());
        let reach = |t: Wide| self.revolved(&ends.n[0], n, t);
        let best = self
            .chord_standing(ends)
            .max(ends.fallen(Wide::from(self.closing(n)) * h))
            .max(least(reach(ends.at[0]), reach(ends.at[1])));
        let best = self.at_last(ends, Frame::World, best);
        if best < ends.enough {
            best.max(self.in_halves(ends, HALVINGS))
        } else {
            best
        }
    }

    /// The least φ along an axis that stands in the world, by the chord.
    fn chord_standing(&self, ends: &Ends) -> f64 {
        let (n, h) = (&ends.normals[0], ends.lasts().value());
        let (m, f) = (&self.moving.spin, &self.fixed.spin);
        let reaches = [0, 1].map(|i| ends.reaches[0][i].max(ends.reaches[1][i]));
        let bend = m.bend(&-n, h, reaches[0]) + f.bend(n, h, reaches[1]);
        ends.chord(bend * (1.0 + 2.0 * U))
    }

    /// The least φ along an axis that stands in the world, by the chords of the halves, or of their halves. What turning bodies reach on the way
    /// is bounded by what they reach at its ends, and a step may be the first part of a way at whose far end they reached less than where it
    /// ends: then its own chord proves less than that of the way.
    fn in_halves(&self, ends: &Ends, times: u32) -> f64 {
        let whole = self.chord_standing(ends);
        if whole >= ends.enough || times == 0 {
            return whole;
        }
        let middle = ends.at[0] + ends.lasts() * Wide::from(0.5);
        let (phi, _, reaches) = self.separation((Frame::World, &ends.normals[0]), middle);
        if phi.value() < ends.enough {
            return whole;
        }
        let half = |at: [Wide; 2], phi: [Wide; 2], reaches: [[f64; 2]; 2]| Ends {
            at,
            phi,
            reaches,
            ..*ends
        };
        let first = half(
            [ends.at[0], middle],
            [ends.phi[0], phi],
            [ends.reaches[0], reaches],
        );
        let last = half(
            [middle, ends.at[1]],
            [phi, ends.phi[1]],
            [reaches, ends.reaches[1]],
        );
        let first = self.in_halves(&first, times - 1);
        if first < ends.enough {
            return whole;
        }
        whole.max(first.min(self.in_halves(&last, times - 1)))
    }

    /// The least φ along an axis that turns on its way, by the chord.
    fn along_turning(&self, ends: &Ends) -> f64 {
        let [n, later] = &ends.normals;
        let d = narrow(&self.displacement);
        let spins = (&self.moving.spin, &self.fixed.spin);
        let bend = curvature(spins.0, spins.1, &d, (n, later), ends.lasts().value());
        ends.chord(bend * (1.0 + 2.0 * U))
    }

    /// The least φ beside a half-space that turns: the best of the chord and the speed, or else of bodies that lean and of any angle.
    fn beside_turning_plane(&self, ends: &Ends) -> f64 {
        let (closing, bend) = self.closing_to_plane(ends);
        let best = ends
            .chord(bend)
            .max(ends.fallen(Wide::from(closing) * ends.lasts()));
        self.at_last(ends, Frame::Fixed, best)
    }

    /// `best`, or what is dearer to find, where that does not prove enough.
    fn at_last(&self, ends: &Ends, frame: Frame, mut best: f64) -> f64 {
        if best < ends.enough {
            let end = |i: usize| (ends.at[i], ends.phi[i], &ends.normals[i]);
            best = best.max(self.leaning(frame, [end(0), end(1)]));
        }
        self.or_at_any_angle(ends, frame, best)
    }

    /// `best`, or what holds at any angle, where that does not prove enough.
    fn or_at_any_angle(&self, ends: &Ends, frame: Frame, best: f64) -> f64 {
        if best < ends.enough {
            best.max(self.at_any_angle(frame, &ends.end(0), &ends.end(1)))
        } else {
            best
        }
    }

    /// A bound on how fast φ along n can fall, n rounded: that of a half-space which has another rotation than none is off by u in each
    /// part, and so n·d by u·|n||d|, however little is left of it. Its own rounding and those of the sums are u of less.
    fn closing(&self, n: &Vector3<f64>) -> f64 {
        let along = dot(&wide3(n), &self.displacement).value();
        let closing = self.moving.spin.speed(n) + self.fixed.spin.speed(n) - along;
        let way = sqrt(n.norm_squared()) * sum_of(&self.displacement);
        (closing + (4.0 * U + self.still.by) * way) * (1.0 + 4.0 * U)
    }

    /// Beside a half-space that turns, bounds on how fast φ can fall, and on how it bends: see `half_space.rs` of the solver.
    fn closing_to_plane(&self, ends: &Ends) -> (f64, f64) {
        let (m, f) = (&self.moving.spin, &self.fixed.spin);
        let far = |t: Wide| narrow(&self.centres(t)).norm();
        let far = (far(ends.at[0]).max(far(Wide::from(1.0))) + m.ball) * (1.0 + 8.0 * U);
        let speed = m.rate * m.reach() + narrow(&self.displacement).norm();
        let (length, across) = (ends.longest.value(), f.across(&ends.normals[0]));
        let first = f.rate * far * across + speed * length;
        let second = f.rate * across * (f.rate * far + 2.0 * speed)
            + m.bend_along(m.reach(), &ends.normals[0], 2.0 * across);
        let up = 1.0 + 16.0 * U;
        match self.seen_from(Frame::Fixed) {
            Some(seen) => {
                let centres = ends.at.map(|t| narrow(&self.centres(t)));
                let both = [&centres[0], &centres[1]];
                let (speed, bend) = (seen.speed(both), seen.curvature(both));
                (
                    first.min(speed * length) * up,
                    second.min(bend * length) * up,
                )
            }
            None => (first * up, second * up),
        }
    }

    /// The bound of what turning bodies can reach, at a fraction.
    fn revolved(&self, n: &Wide3, n_low: &Vector3<f64>, t: Wide) -> f64 {
        let length = sqrt(n_low.norm_squared());
        let outer = |value: (Wide, f64)| value.0 + Wide::from(value.1);
        let against = n.map(|x| Wide::from(0.0) - x);
        let moving = if self.moving.turns {
            Wide::from(self.moving.outer(&against, &-n_low))
        } else {
            outer(support_value(
                self.moving.shape,
                &self.moving.start,
                &against,
            ))
        };
        let fixed = if self.fixed.turns {
            Wide::from(self.fixed.outer(n, n_low))
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
}

/// The lesser one; the second where either is no number.
fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// A piece's normals, both divided by the power of two that brings the longer one near to 1: only their directions count, and how their
/// lengths compare. What is no direction comes out as no number, which proves nothing.
fn sized(normals: &[Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
    let [a, b] = normals;
    let longer = if a.amax() < b.amax() { b } else { a };
    let size = brought_near(longer).map_or(f64::NAN, |near| longer.amax() / near.amax());
    normals.map(|n| n / size)
}

/// A lower bound on |n| on the straight line between two vectors.
///
/// Wide, as the line may pass much closer to 0 than its ends are: what rounds is relative to the longer end, by which both are brought
/// near to 1, and so is all that is left for it.
fn shortest([a, b]: &[Wide3; 2]) -> Wide {
    let e = [0, 1, 2].map(|k| b[k] - a[k]);
    let (along, squared) = (dot(a, &e), dot(&e, &e));
    let nearest = if along.value() >= 0.0 {
        *a
    } else if (along + squared).value() <= 0.0 {
        *b
    } else {
        let t = (Wide::from(0.0) - along).over(squared);
        [0, 1, 2].map(|k| a[k] + e[k] * t)
    };
    let longer = dot(a, a).value().max(dot(b, b).value());
    let least = dot(&nearest, &nearest) - Wide::from(WIDE_ROUNDING * longer);
    if least.value() > 0.0 {
        least.root()
    } else {
        Wide::from(0.0)
    }
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
        // Of small numbers the square of b would vanish; b/2K is a part of h.
        start - b * b.over(curvature * Wide::from(2.0))
    } else {
        ends
    };
    // Where this is positive, start is no less than any of the terms: some ten operations on them, each off by 2⁻¹⁰⁴ of itself.
    value.value() - WIDE_ROUNDING * start.value().abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::{Sweep, Turn, TurningSweep, Turns};
    use nalgebra::{Isometry3, UnitQuaternion};
    use swept_support::{HalfSpace, Placed, PointShape};

    /// φ0 = φh = K/16 over h = 1: half of the way there the bound is K/16 − K/8 = −K/16, where the square of K/2 vanishes, too.
    #[test]
    fn the_least_value_of_small_numbers_is_that_of_large_ones() {
        for power in [0, -300, -530, -700, -900] {
            let k = f64::powi(2.0, power);
            let end = Wide::from(k / 16.0);
            let least = lowest(end, end, Wide::from(1.0), Wide::from(k));
            let off = (least + k / 16.0).abs();
            assert!(off <= 1e-15 * k, "2^{power}: {least:e}");
        }
    }

    /// Under a half-space that is turned somehow, a point goes all but along it: n·d is little more than what the rounding of n makes of it.
    #[test]
    fn a_rounded_normal_does_not_hide_how_fast_a_body_closes_in() {
        let mut worst = 0.0_f64;
        for seed in 0..20 {
            let dice = &mut Dice(seed);
            let q = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
            let pose = Isometry3::from_parts(Vector3::zeros().into(), q);
            let own = dice.vector();
            let away = |d: &Vector3<f64>| {
                let floor = Placed::<f64, _>::new(HalfSpace::new(own).unwrap(), pose).unwrap();
                let point = Placed::new(PointShape, [0.0; 3]).unwrap();
                let turns = Turns {
                    moving: Turn::by([1.0, 0.0, 0.0]),
                    ..Turns::default()
                };
                let sweep =
                    TurningSweep::new(Sweep::new(point, *d, floor).unwrap(), turns).unwrap();
                let motion = Motion::new(&sweep, 0.0);
                let (_, n, _) = motion.separation((Frame::World, &Vector3::y()), Wide::from(0.0));
                let low = narrow(&n);
                let closes = -dot(&n, &wide3(d)).value();
                assert!(motion.closing(&low) >= closes, "{closes:e}");
                // What the rounding of n hides of it.
                let hidden =
                    (closes + dot(&wide3(&low), &wide3(d)).value()) / (low.norm() * d.norm());
                (hidden / U, low)
            };
            let (_, n) = away(&Vector3::x());
            for _ in 0..300 {
                let (hidden, _) = away(&n.cross(&dice.vector()));
                worst = worst.max(hidden);
            }
        }
        assert!(worst > 0.5, "{worst} u");
    }

    /// Of two points, on which no shape's promise is taken off: by the last places of the room, however long the normal is.
    #[test]
    fn a_room_is_rounded_down() {
        for seed in 0..20_000 {
            let dice = &mut Dice(seed);
            let mut point = || Placed::<f64, _>::new(PointShape, dice.vector()).unwrap();
            let (m, f) = (point(), point());
            let turns = Turns::default();
            let linear = Sweep::new(m, Vector3::zeros(), f).unwrap();
            let sweep = TurningSweep::new(linear, turns).unwrap();
            let (motion, n) = (Motion::new(&sweep, 0.0), dice.vector());
            let piece = Piece {
                frame: Frame::World,
                normals: [n; 2],
                from: [0.0; 2],
                to: [0.0; 2],
                room: 0.0,
            };
            let offset = [0, 1, 2].map(|k| Wide::new(m.position()[k], -f.position()[k]));
            let n = wide3(&n);
            let apart = dot(&n, &offset).over(dot(&n, &n).root());
            assert!(apart.reaches(motion.room(&piece)), "{seed}");
        }
    }

    /// Two normals all but opposite: halfway between (1, 0, 0) and (−1, 2h, 0) the line is at h/√(1 + h²) from 0, where a part of the way
    /// in `f64` is off by more.
    #[test]
    fn between_normals_all_but_opposite_the_shortest_is_no_longer_than_it_is() {
        for power in 0..48 {
            let h = f64::powi(2.0, -power) / 3.0;
            let ends = [[1.0, 0.0, 0.0], [-1.0, 2.0 * h, 0.0]].map(|n| wide3(&n.into()));
            let length = shortest(&ends);
            let at_most = Wide::from(h).over(Wide::from(1.0 + h * h).root());
            assert!(
                at_most.reaches(length.value() * (1.0 - 2.0 * U)),
                "2^-{power}"
            );
            assert!(
                length.value() >= at_most.value() * (1.0 - 4.0 * U) - sqrt(WIDE_ROUNDING),
                "2^-{power}: {:e}",
                length.value() / at_most.value() - 1.0
            );
        }
    }

    /// A normal that turns is shortest where it begins: no more is lost of its length there than of one that stands.
    #[test]
    fn a_normal_that_turns_is_shortest_where_it_begins() {
        for power in 0..200 {
            let aside = f64::powi(2.0, -power) / 3.0;
            let begins = Vector3::new(0.6, 0.8, 0.1);
            let across = begins.cross(&Vector3::new(0.3, -0.2, 0.9)) * aside;
            let ends = [begins, begins + across].map(|n| wide3(&n));
            let length = dot(&ends[0], &ends[0]).root().value();
            let off = shortest(&ends).value() / length - 1.0;
            assert!(off.abs() <= 2.0 * U, "2^-{power}: {off:e}");
        }
    }
}
