//! A motion that turns, as boxes see it: parts of its way, on each of which the shape goes straight on, within a margin.
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
//! A path that bends no more is off the chord of a part of it, of length h, by at most K h²/8.
//!
//! The point at c + q + v is seen beside that of q by Q(s)v, with Q(s) = exp(−s·Ω)exp(s·ω). Let the part have its middle at m, and δ =
//! s − m, so that |δ| ≤ h/2. Then Q(s) = exp(−δ·Ω)Q(m)exp(δ·ω), and since no chord is longer than its arc,
//!
//! ```text
//! |Q(s)v − Q(m)v| ≤ |δ|(|ω × v| + |Ω||v|) ≤ h/2·(|ω × v| + |Ω||v|)
//! ```
//!
//! So the core as it stands at m, put to where the chord has the point q, is off by no more than both. What is around the core is
//! a ball, and turns with nothing. And the shape is in a ball around q at any angle.
//!
//! Two points are tried as q: the centre of rotation, whose own path does not bend, and the middle of the shape. Which of the two is
//! taken, and whether the way is cut into parts, decides only how much is looked at, and no answer.

mod seen;

pub use seen::TurningSieve;
pub(crate) use seen::{Course, CourseLeg};

use crate::flight::{Flight, Pose, Reaches};
use crate::sieve::{Around, Passage, Sieve};
use crate::tolerance::{ARC, CARRIED, NARROWER, PARTS, REACH_MARGIN};
use nalgebra::{Point3, UnitQuaternion, Vector3};
use swept_support::{Aabb, LinearMap, Support, largest};

/// How a shape turns, and the scene with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurningWay {
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

/// What turns, as it is seen at the start from a point that turns with it.
#[derive(Clone, Copy, Debug)]
struct Body {
    /// The point, from the centre of rotation.
    point: Vector3<f64>,
    /// No point of the shape is farther from that.
    radius: f64,
    /// From the point to the shape's origin.
    origin: Vector3<f64>,
    /// From the shape's axes to the world's.
    rotation: LinearMap,
    /// Over the whole motion, the greatest |ω × v| and the greatest |Ω||v| of points v of the core, together; and what rounding adds to
    /// a margin.
    swing: f64,
    rounding: f64,
}

/// A part of a motion: a ball that goes along a straight line, and the shape in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Roll {
    centre: Point3<f64>,
    radius: f64,
    displacement: Vector3<f64>,
    /// How much of that counts among lengths.
    most: f64,
    stand: Option<Stand>,
}

/// A core that goes straight on as it stands: no point of the real one is farther from it than the margin.
#[derive(Clone, Copy, Debug)]
struct Stand {
    pose: Pose,
    margin: f64,
}

impl Roll {
    /// How much wider than the shape it is; of a ball, all of it.
    fn spread(&self) -> f64 {
        let margin = self.stand.map_or(f64::INFINITY, |stand| stand.margin);
        margin.min(self.radius)
    }

    fn size(&self) -> f64 {
        self.spread() + 0.5 * self.displacement.norm()
    }

    fn lesser(self, other: Self) -> Self {
        if other.size() < self.size() {
            other
        } else {
            self
        }
    }

    pub(crate) fn seen_from(&self, shape: &impl Support, frame: &Pose, reach: f64) -> Flight {
        let way = (&self.displacement, self.most);
        let ball = Flight::around(&self.centre, self.radius, way, frame, reach);
        let Some(Stand { pose, margin }) = &self.stand else {
            return ball;
        };
        let turn = frame.rotation.transposed_times(&pose.rotation);
        let reaches = Reaches::of(shape, &turn);
        let reach = reach + margin;
        ball.within(&Flight::new(&reaches, shape, pose, way, frame, reach))
    }

    /// What triangles tell of this part, which is seen from `frame` as `flight` and meets `bounds` from a fraction of it on for a while;
    /// `around` the core. The rest is as for [`Sieve::new`].
    fn sieve(
        &self,
        (around, radius): (&Around, f64),
        frame: &Pose,
        (flight, lasts, bounds): (&Flight, (f64, f64), &Aabb),
        (reach, units): (f64, f64),
    ) -> Option<Sieve> {
        let lengths = largest(&self.centre.coords)
            + largest(&frame.position)
            + largest(&self.displacement).min(self.most)
            + self.radius
            + reach;
        let reach = reach + REACH_MARGIN * lengths;
        let seen = (flight, lasts, bounds);
        let passage = match &self.stand {
            Some(stand) if around.half.min() + stand.margin < self.radius => {
                let radius = radius + stand.margin + reach;
                Passage::new(around, &stand.pose, frame, seen, radius, units)
            }
            _ => {
                let pose = Pose {
                    rotation: frame.rotation,
                    position: self.centre.coords,
                };
                let radius = self.radius + reach;
                Passage::new(&Around::POINT, &pose, frame, seen, radius, units)
            }
        };
        Sieve::new(&passage?)
    }
}

/// A shape on its way: all of that, and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Rolls {
    whole: Roll,
    parts: Vec<Roll>,
    /// The box that stands for the core where triangles are sifted, and what is around the core.
    around: Around,
    radius: f64,
}

impl Rolls {
    /// A shape whose core is `around` in its own axes, and whose origin stands at `start`, with the centre of rotation at `centre` in its
    /// own axes; `rounding` (a length) is what the scalar takes of its place. `worth` is asked how many parts are worth their while,
    /// of all of the way.
    pub(crate) fn new(
        way: &TurningWay,
        (around, radius): (Around, f64),
        (start, centre): (&Pose, &Vector3<f64>),
        rounding: f64,
        worth: impl FnOnce(&Roll) -> usize,
    ) -> Self {
        let of_scene = way.scene.map_or(0.0, |(omega, _)| omega.norm());
        let bodies = Body::both(
            (&around, radius),
            (&start.rotation, centre),
            (&way.rotation, of_scene),
            rounding,
        );
        let bodies = [&bodies[0], &bodies[1]];
        let whole = way.whole(bodies);
        Self {
            whole,
            parts: way.parts(bodies, &whole, worth(&whole)),
            around,
            radius,
        }
    }
}

impl Body {
    /// A shape whose core is `around` in its own axes, which stand as `rotation`, seen from its middle, and from the centre of rotation,
    /// at `centre` in its own axes. `rounding` (a length) is what the scalar takes of its place.
    fn both(
        (around, radius): (&Around, f64),
        (rotation, centre): (&LinearMap, &Vector3<f64>),
        (own, of_scene): (&Vector3<f64>, f64),
        rounding: f64,
    ) -> [Self; 2] {
        let omega = rotation.apply_transposed(own);
        // What a box sweeps over by turning about its middle, and no more than a ball does.
        let far = around.half.norm().min(around.ball);
        let sides = (0..3).map(|i| around.half[i] * omega.cross(&Vector3::ith(i, 1.0)).norm());
        let turning = sides.sum::<f64>().min(own.norm() * far);
        [around.centre, *centre].map(|point| {
            let aside = around.centre - point;
            let far = far + aside.norm();
            let swing = turning + omega.cross(&aside).norm() + of_scene * far;
            Self {
                point: rotation.apply(&(point - centre)),
                radius: far + radius + rounding,
                origin: rotation.apply(&-point),
                rotation: *rotation,
                swing,
                rounding: rounding + CARRIED * swing,
            }
        })
    }
}

/// How the shape and the scene have turned at a fraction of the way.
struct Moment {
    s: f64,
    own: UnitQuaternion<f64>,
    /// Back from the scene's rotation.
    back: UnitQuaternion<f64>,
}

impl TurningWay {
    fn moment(&self, s: f64) -> Moment {
        let scene = self.scene.map(|(omega, _)| omega);
        Moment {
            s,
            own: UnitQuaternion::from_scaled_axis(self.rotation * s),
            back: scene.map_or_else(UnitQuaternion::identity, |omega| {
                UnitQuaternion::from_scaled_axis(-omega * s)
            }),
        }
    }

    /// Where a point of the shape is seen.
    fn at(&self, q: &Vector3<f64>, moment: &Moment) -> Point3<f64> {
        let there = self.centre + self.displacement * moment.s + moment.own * q;
        match &self.scene {
            Some((_, pivot)) => pivot + moment.back * (there - pivot),
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

    /// A body on its way from one moment to another, with the one half way between them, as one that goes straight.
    fn part(&self, body: &Body, [from, half, to]: [&Moment; 3]) -> Roll {
        let (q, span) = (&body.point, to.s - from.s);
        let centre = self.at(q, from);
        let off = self.bend(q) * span * span / 8.0 + self.slack(q);
        let turn = (half.back * half.own).inverse();
        let stand = LinearMap::from_quaternion(&turn).map(|turn| Stand {
            pose: Pose {
                rotation: turn.transposed_times(&body.rotation),
                position: centre.coords + turn.apply_transposed(&body.origin),
            },
            margin: off + body.rounding + 0.5 * span * body.swing,
        });
        Roll {
            centre,
            radius: body.radius + off,
            displacement: self.at(q, to) - centre,
            most: self.most,
            stand,
        }
    }

    /// How far rounding may put the middle of a ball off its path where it meets anything: a length ([`CARRIED`]). Both ends of a part are off
    /// by a part of the way up to there, and what lies between them by its share of both, which is that part of its own way.
    fn slack(&self, q: &Vector3<f64>) -> f64 {
        let way = self.displacement.norm().min(self.most);
        let lengths = largest(&self.centre.coords) + q.norm() + way;
        let pivot = self.scene.map_or(0.0, |(_, pivot)| {
            largest(&pivot.coords) + (self.centre - pivot).norm()
        });
        CARRIED * (1.0 + self.angle()) * (lengths + pivot)
    }

    /// By how many radians the shape and the scene turn, together.
    fn angle(&self) -> f64 {
        self.rotation.norm() + self.scene.map_or(0.0, |(omega, _)| omega.norm())
    }

    /// The ball of all that the shape comes to in a scene that turns, at any angle.
    fn everywhere(&self, body: &Body) -> Option<Roll> {
        let (_, pivot) = self.scene?;
        let (start, q) = (self.centre - pivot, &body.point);
        let far = start.norm().max((start + self.displacement).norm());
        Some(Roll {
            centre: pivot,
            radius: body.radius + q.norm() + far + self.slack(q),
            displacement: Vector3::zeros(),
            most: self.most,
            stand: None,
        })
    }

    /// The whole way of a shape, from whichever of these points less is looked at.
    fn whole(&self, bodies: [&Body; 2]) -> Roll {
        let everywhere = bodies.iter().filter_map(|body| self.everywhere(body));
        let [from, half, to] = [0.0, 0.5, 1.0].map(|s| self.moment(s));
        everywhere.fold(self.narrower(bodies, [&from, &half, &to]), Roll::lesser)
    }

    /// The parts of that way, in order and `most` at the most, all of them much narrower than the whole; or that alone.
    fn parts(&self, bodies: [&Body; 2], whole: &Roll, most: usize) -> Vec<Roll> {
        let count = ((self.angle() / ARC).ceil() as usize).min(most.min(PARTS));
        if count < 2 {
            return vec![*whole];
        }
        let at = |halves: usize| self.moment(halves as f64 / (2 * count) as f64);
        let mut from = at(0);
        let parts = (0..count).map(|i| {
            let (half, to) = (at(2 * i + 1), at(2 * i + 2));
            let part = self.narrower(bodies, [&from, &half, &to]);
            from = to;
            (part.spread() <= NARROWER * whole.spread()).then_some(part)
        });
        parts.collect::<Option<_>>().unwrap_or_else(|| vec![*whole])
    }

    fn narrower(&self, bodies: [&Body; 2], moments: [&Moment; 3]) -> Roll {
        let [one, other] = bodies.map(|body| self.part(body, moments));
        one.lesser(other)
    }
}

#[cfg(test)]
mod tests;
