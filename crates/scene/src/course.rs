//! A motion that turns, as boxes see it: balls that go along straight lines.
//!
//! The shape turns by ω about a centre that goes from c along s·d, and the scene by Ω about the point P. A point of the shape that
//! starts at c + q is seen from the scene at
//!
//! ```text
//! P + exp(−s·Ω)x(s),      x(s) = z(s) + exp(s·ω)q,      z(s) = c − P + s·d
//! ```
//!
//! and bends by exp(−s·Ω)(Ω × (Ω × x − 2x') + x''). Of z that is Ω × (Ω × z − 2d), whose length is convex in s, and so no more than
//! the greater of both ends; of what turns, three terms of lengths that stay: together no more than
//!
//! ```text
//! K = max |Ω × (Ω × z − 2d)| + (|Ω|² + 2|Ω||ω|)·|q| + |ω|·|ω × q|
//! ```
//!
//! A path that bends no more is off the chord of a part of it, of length h, by at most K h²/8. The shape is in the ball around the
//! centre of rotation that holds it at any angle (q = 0), and in the one around its own origin, whose path bends: which of the two is
//! taken, and whether the way is cut into parts, decides how much is looked at only.

use crate::flight::{Flight, FlightLeg, Pose};
use crate::probe::View;
use crate::tolerance::{ARC, BOX_SLACK, NARROWER, PARTS, TURNED};
use crate::tree::Frame;
use nalgebra::{Point3, UnitQuaternion, Vector3};
use swept_support::{Aabb, largest};

/// How a shape turns, and the scene with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// The centre of rotation at the start, and how far it goes.
    pub(crate) centre: Point3<f64>,
    pub(crate) displacement: Vector3<f64>,
    /// Of the shape, radians about world axes.
    pub(crate) rotation: Vector3<f64>,
    /// Of the scene, and the point that it turns about.
    pub(crate) scene: Option<(Vector3<f64>, Point3<f64>)>,
    /// How much of the displacement counts among the lengths that rounding is a part of: see [`FAR`](crate::tolerance::FAR).
    pub(crate) most: f64,
}

/// A ball that goes along a straight line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roll {
    centre: Point3<f64>,
    radius: f64,
    displacement: Vector3<f64>,
    /// How much of that counts among lengths.
    most: f64,
}

impl Roll {
    fn size(&self) -> f64 {
        self.radius + 0.5 * self.displacement.norm()
    }

    fn lesser(self, other: Self) -> Self {
        if other.size() < self.size() {
            other
        } else {
            self
        }
    }

    pub(crate) fn seen_from(&self, frame: &Pose, reach: f64) -> Flight {
        let way = (&self.displacement, self.most);
        Flight::around(&self.centre, self.radius, way, frame, reach)
    }
}

/// A ball that holds the shape: its middle, which turns with the shape, from the centre of rotation; and its radius.
pub(crate) type Ball = (Vector3<f64>, f64);

impl Turns {
    /// Where a point of the shape is seen.
    fn at(&self, q: &Vector3<f64>, s: f64) -> Point3<f64> {
        let turned = |v: &Vector3<f64>, by: Vector3<f64>| UnitQuaternion::from_scaled_axis(by) * v;
        let there = self.centre + self.displacement * s + turned(q, self.rotation * s);
        match &self.scene {
            Some((omega, pivot)) => pivot + turned(&(there - pivot), -omega * s),
            None => there,
        }
    }

    /// K, the bound on how the path of the point at q bends.
    fn bend(&self, q: &Vector3<f64>) -> f64 {
        let own = self.rotation.norm();
        let turning = own * self.rotation.cross(q).norm();
        let Some((omega, pivot)) = &self.scene else {
            return turning;
        };
        let start = self.centre - pivot;
        let of = |z: Vector3<f64>| {
            let inner = omega.cross(&z) - self.displacement * 2.0;
            omega.cross(&inner).norm()
        };
        let way = of(start).max(of(start + self.displacement));
        let rate = omega.norm();
        way + rate * (rate + 2.0 * own) * q.norm() + turning
    }

    /// A ball on its way between two fractions, as one that goes straight.
    fn part(&self, (q, radius): &Ball, from: f64, to: f64) -> Roll {
        let centre = self.at(q, from);
        let off = self.bend(q) * (to - from) * (to - from) / 8.0;
        Roll {
            centre,
            radius: radius + off + self.slack(q),
            displacement: self.at(q, to) - centre,
            most: self.most,
        }
    }

    /// How far rounding may put the middle of a ball off its path where it meets anything: a length. Both ends of a part are off by a part of
    /// the way up to there, and what lies between them by its share of both, which is that part of its own way.
    fn slack(&self, q: &Vector3<f64>) -> f64 {
        let way = self.displacement.norm().min(self.most);
        let lengths = largest(&self.centre.coords) + q.norm() + way;
        let pivot = self.scene.map_or(0.0, |(_, pivot)| {
            largest(&pivot.coords) + (self.centre - pivot).norm()
        });
        TURNED * (lengths + pivot)
    }

    /// The ball of all that the shape comes to in a scene that turns, at any angle.
    fn everywhere(&self, (q, radius): &Ball) -> Option<Roll> {
        let (_, pivot) = self.scene?;
        let start = self.centre - pivot;
        let far = start.norm().max((start + self.displacement).norm());
        Some(Roll {
            centre: pivot,
            radius: radius + q.norm() + far + self.slack(q),
            displacement: Vector3::zeros(),
            most: self.most,
        })
    }

    /// The whole way of a shape that is in both of these balls.
    pub(crate) fn whole(&self, balls: [&Ball; 2]) -> Roll {
        let everywhere = balls.iter().filter_map(|ball| self.everywhere(ball));
        everywhere.fold(self.narrower(balls, 0.0, 1.0), Roll::lesser)
    }

    /// The parts of that way, in order, if all of them are much narrower than the whole; otherwise none.
    pub(crate) fn parts(&self, balls: [&Ball; 2], whole: &Roll) -> Vec<Roll> {
        let angle = self.rotation.norm() + self.scene.map_or(0.0, |(omega, _)| omega.norm());
        let count = (angle / ARC).ceil().min(PARTS as f64) as usize;
        if count < 2 {
            return Vec::new();
        }
        let at = |i: usize| i as f64 / count as f64;
        let parts = (0..count).map(|i| {
            let part = self.narrower(balls, at(i), at(i + 1));
            (part.radius <= NARROWER * whole.radius).then_some(part)
        });
        parts.collect::<Option<_>>().unwrap_or_default()
    }

    fn narrower(&self, balls: [&Ball; 2], from: f64, to: f64) -> Roll {
        let [one, other] = balls.map(|ball| self.part(ball, from, to));
        one.lesser(other)
    }
}

/// A way and its parts, as seen from a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    whole: Flight,
    /// Parts of it that last equally long, in order, if any.
    parts: [Flight; PARTS],
    count: usize,
}

impl Course {
    pub(crate) fn new((whole, parts): (&Roll, &[Roll]), frame: &Pose, reach: f64) -> Self {
        let whole = whole.seen_from(frame, reach);
        let mut course = Self {
            whole,
            parts: [whole; PARTS],
            count: parts.len().min(PARTS),
        };
        for (flight, part) in course.parts.iter_mut().zip(parts) {
            *flight = part.seen_from(frame, reach);
        }
        course
    }
}

impl From<Course> for Flight {
    fn from(course: Course) -> Self {
        course.whole
    }
}

impl View for Course {
    type Leg = FlightLeg;

    fn wider(mut self, by: f64) -> Self {
        self.whole = self.whole.wider(by);
        self.parts = self.parts.map(|part| part.wider(by));
        self
    }

    /// The fraction before which the ball surely does not meet `bounds` on any part of its way.
    fn first(&self, bounds: &Aabb) -> f64 {
        let first = self.whole.first(bounds);
        if self.count == 0 || first == f64::INFINITY {
            return first;
        }
        for (i, part) in self.parts[..self.count].iter().enumerate() {
            let into = part.first(bounds);
            if into <= 1.0 {
                let fraction = (i as f64 + into) / self.count as f64;
                return first.max(fraction * (1.0 - BOX_SLACK));
            }
        }
        f64::INFINITY
    }

    fn leg(&self, bounds: &Aabb, frame: &Frame) -> Option<FlightLeg> {
        self.whole.leg(bounds, frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Of motions along, across and about the axes, and of any: a ball that turns with the shape is within the one that goes straight, and within
    /// that of all angles.
    #[test]
    fn what_turns_stays_in_the_balls_that_go_straight() {
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        let mut tight = 0.0_f64;
        for case in 0..20_000 {
            let mut vector = || {
                let axis = Vector3::ith(rng.random_range(0..3), 1.0);
                match rng.random_range(0..4) {
                    0 => Vector3::zeros(),
                    1 => axis,
                    2 => -axis,
                    _ => Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0)),
                }
            };
            // Slow ones bend all but as much as they are taken to.
            let slow = [1.0, 1.0 / 64.0][case % 2];
            let turns = Turns {
                centre: Point3::from(vector()),
                displacement: vector() * slow,
                rotation: vector() * slow,
                scene: (case % 5 != 0).then(|| (vector() * slow, Point3::from(vector()))),
                most: f64::INFINITY,
            };
            // A point, so that no length of its own is rounded.
            let point = (vector(), 0.0);
            let around = turns.everywhere(&point);
            for (from, to) in [(0.0, 1.0), (0.5, 0.75), (0.875, 1.0)] {
                let roll = turns.part(&point, from, to);
                for i in 0..=16 {
                    let s = f64::from(i) / 16.0;
                    let there = turns.at(&point.0, from + (to - from) * s);
                    let off = |roll: &Roll| (there - (roll.centre + roll.displacement * s)).norm();
                    let least = off(&roll);
                    assert!(least <= roll.radius, "{case}: {least} {roll:?}");
                    if least > 1e-9 {
                        tight = tight.max(least / roll.radius);
                    }
                    let is_around = around.as_ref().is_none_or(|all| off(all) <= all.radius);
                    assert!(is_around, "{case}: {around:?}");
                }
            }
        }
        assert!(tight > 0.99, "{tight}");
    }
}
