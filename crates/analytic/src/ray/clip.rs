//! A line against an intersection of convex pieces.
//!
//! A piece (a half-space, a quadric's inside) is met by the line in an interval and has a tangent plane at either end of it,
//! with the whole piece on one side. The line is in all pieces from the latest entry to the earliest exit.
//!
//! **Every miss has a plane.** An entry after the end: the plane of the entry lies below the whole sweep. An exit before
//! the start: that of the exit. An entry at a, across n, after an exit at b < a, across m: here n·d < 0 < m·d, and
//! k = (m·d)·n + (−n·d)·m has k·d = 0. No point of the shape is higher along k than the same sum of the planes' offsets,
//! and the line is higher than that by (m·d)·(−n·d)·(a − b) > 0. (This is Farkas' lemma for one unknown.)
//!
//! **A line all but along a plane** enters it at any time, as far as rounding can tell: the error over its speed. Where the latest entry is
//! such a one, the planes are moved out by the error, and the piece that is then entered last is asked: of those that matter its entry is
//! known best. (What is round bends away from a line that is along it, and knows its entries to the root of the error.) But where
//! the line is inside of all planes so moved from the start on, every other piece was entered before, and the plane of the latest entry is
//! the one that it comes down on.
//!
//! Source: Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978, for half-spaces; tangent planes of curved
//! pieces, the planes of misses and lines along planes are a departure.

use super::Ray;
use crate::sphere::prism::{across, unit};
use crate::tolerance::{GLANCING, RAY, TANGENTIAL, TOUCHING};
use crate::view::View;
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Isometry3, Point3, Unit, Vector3};

/// An end of an interval: its fraction, counted from the foot, and the outward unit normal of the plane there.
#[derive(Clone, Copy, Debug)]
struct End {
    at: f64,
    normal: Vector3<f64>,
    /// How far ahead an entry comes when its plane is moved out by the error.
    spread: f64,
}

/// A plane and a length measured from it.
#[derive(Clone, Copy, Debug)]
struct Height {
    value: f64,
    normal: Vector3<f64>,
}

/// What the pieces so far leave of the line, and what is known of the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clip {
    pub(super) view: View,
    /// Up to this height above or below a surface the start touches it.
    touching: f64,
    /// What a plane may be off by.
    error: f64,
    /// From the first to the last fraction, counted from the foot, at which the point may be within the shape's reach.
    near: [f64; 2],
    enter: End,
    leave: End,
    /// The entry of the piece that is entered last when planes are moved out by the error.
    clear: End,
    /// The normal of a plane along the line, which passes outside of it.
    beside: Option<Vector3<f64>>,
    /// The height of the start above the highest plane of the shape.
    start: Height,
    /// The most room that a plane leaves at the start and at the end.
    room: Height,
    /// A plane that the start touches and the motion does not cross.
    slide: Option<Vector3<f64>>,
}

impl Clip {
    /// The whole line, for a shape whose sizes add up to `size`.
    pub(super) fn new(view: View, size: f64) -> Self {
        let none = Height {
            value: f64::NEG_INFINITY,
            normal: Vector3::y(),
        };
        let never = End {
            at: f64::NEG_INFINITY,
            normal: Vector3::y(),
            spread: 0.0,
        };
        // What is farther from the foot than this is farther from the origin than the shape is wide.
        let reach = 2.0 * (size + view.foot.norm()) / view.d.norm();
        Self {
            view,
            near: [(-view.shift).max(-reach), (1.0 - view.shift).min(reach)],
            touching: TOUCHING * (size + view.start.norm()),
            error: RAY * (size + view.foot.norm()),
            enter: never,
            clear: never,
            leave: End {
                at: f64::INFINITY,
                ..never
            },
            beside: None,
            start: none,
            room: none,
            slide: None,
        }
    }

    /// The start is `height` above a plane across the unit vector `n` below which the shape lies: n·x <= `offset`.
    pub(super) fn start(&mut self, height: f64, n: Vector3<f64>, offset: f64) {
        let rise = n.dot(&self.view.d);
        if height > self.start.value {
            self.start = Height {
                value: height,
                normal: n,
            };
        }
        if height.abs() <= self.touching && rise >= -TANGENTIAL * self.view.d.norm() {
            self.slide = Some(n);
        }
        self.offer_room(height.min(height + rise), n, offset);
    }

    /// The end is `height` above such a plane. Where a sweep stops short of the shape, this is a better plane than what its
    /// prolonged line meets.
    pub(super) fn end(&mut self, height: f64, n: Vector3<f64>, offset: f64) {
        self.offer_room(height.min(height - n.dot(&self.view.d)), n, offset);
    }

    /// `value` is the lower of the heights of both ends, as far as the rounding of the farther one lets it be known: along the plane it is
    /// no more than that. So the plane has to leave room, too, where the shape is, as seen from the foot.
    fn offer_room(&mut self, value: f64, normal: Vector3<f64>, offset: f64) {
        let (height, rise) = (
            normal.dot(&self.view.foot) - offset,
            normal.dot(&self.view.d),
        );
        let value = (self.near.iter()).fold(value, |least, t| least.min(height + t * rise));
        if value > self.room.value {
            self.room = Height { value, normal };
        }
    }

    /// The shape lies in { x : n·x <= `offset` }, n of unit length.
    pub(super) fn half_space(&mut self, n: Vector3<f64>, offset: f64) {
        self.start(n.dot(&self.view.start) - offset, n, offset);
        self.end(n.dot(&self.view.end) - offset, n, offset);
        let height = n.dot(&self.view.foot) - offset;
        let rise = n.dot(&self.view.d);
        let end = End {
            at: -height / rise,
            normal: n,
            spread: self.error / rise.abs(),
        };
        if rise < 0.0 {
            self.enters(end);
        } else if rise > 0.0 {
            self.leaves(end);
        } else if height > 0.0 {
            self.beside(n);
        }
    }

    /// The shape lies between −`half` and `half` along the coordinate axis `i`.
    pub(super) fn slab(&mut self, i: usize, half: f64) {
        let n = Vector3::ith(i, 1.0);
        self.half_space(n, half);
        self.half_space(-n, half);
    }

    /// No point before fraction `at` is below the plane across `normal`.
    pub(super) fn enter(&mut self, at: f64, normal: Vector3<f64>) {
        let spread = 0.0;
        self.enters(End { at, normal, spread });
    }

    /// No point after it is.
    pub(super) fn leave(&mut self, at: f64, normal: Vector3<f64>) {
        let spread = 0.0;
        self.leaves(End { at, normal, spread });
    }

    fn enters(&mut self, end: End) {
        if end.at > self.enter.at {
            self.enter = end;
        }
        if end.at - end.spread > self.clear.at - self.clear.spread {
            self.clear = end;
        }
    }

    fn leaves(&mut self, end: End) {
        if end.at < self.leave.at {
            self.leave = end;
        }
    }

    /// The first contact of a line that enters where `enter` says, or all but along that plane. The other entry is no later: so it is within
    /// the sweep, and before all pieces are left, as the latest is.
    fn first(&self) -> End {
        let View { d, shift, .. } = self.view;
        let (enter, clear) = (self.enter, self.clear);
        let is_known = enter.spread == 0.0 || -enter.normal.dot(&d) >= GLANCING * d.norm();
        let is_in_from_the_start = clear.at - clear.spread < -shift;
        if is_known || is_in_from_the_start {
            enter
        } else {
            clear
        }
    }

    /// A plane across `n`, of any length, keeps the whole line off the shape.
    pub(super) fn beside(&mut self, n: Vector3<f64>) {
        self.beside = Some(n);
    }

    /// The direction of `n` or, where it vanishes, that of the motion's part across the unit vector `along` (or of the
    /// motion, when that is 0), or any such.
    pub(super) fn direction(&self, n: &Vector3<f64>, along: &Vector3<f64>) -> Vector3<f64> {
        let d = &self.view.d;
        let off = |v: Vector3<f64>| v - along * along.dot(&v);
        unit(n)
            .or(unit(&off(*d)))
            .or(unit(&off(Vector3::ith(along.iamin(), 1.0))))
            .unwrap_or_else(Vector3::y)
    }

    /// What all this comes to, in the frame's axes; and whether a miss's axis is meant to be across the motion.
    fn answer(&self) -> (Answer, bool) {
        let View {
            start,
            foot,
            shift,
            d,
            ..
        } = self.view;
        let Height { value, normal } = self.start;
        let surface = || Point3::from(start - normal * value);
        if value < -self.touching {
            let overlap = Overlap {
                depth: -value,
                normal: Unit::new_unchecked(normal),
                point: surface(),
            };
            return (Answer::Overlap(overlap), false);
        }
        if value <= self.touching {
            return match self.slide {
                Some(n) => (miss(n), n.dot(&d) <= TANGENTIAL * d.norm()),
                None => (hit(0.0, surface(), normal), false),
            };
        }
        if self.room.value > 0.0 {
            return (miss(self.room.normal), false);
        }
        if let Some(n) = self.beside.and_then(|n| unit(&n)) {
            return (miss(n), true);
        }
        let (enter, leave) = (self.enter, self.leave);
        if enter.at > leave.at {
            let (down, up) = (enter.normal.dot(&d), leave.normal.dot(&d));
            let n = unit(&(enter.normal * up - leave.normal * down));
            return (miss(n.unwrap_or(enter.normal)), n.is_some());
        }
        if shift + enter.at > 1.0 {
            return (miss(enter.normal), false);
        }
        if shift + leave.at < 0.0 {
            return (miss(leave.normal), false);
        }
        if enter.normal.dot(&d) >= 0.0 {
            // A graze.
            return (miss(enter.normal), true);
        }
        let End { at, normal, .. } = self.first();
        let point = Point3::from(foot + d * at);
        (hit((shift + at).max(0.0), point, normal), false)
    }

    /// The same in the world.
    pub(super) fn answer_at(&self, ray: &Ray, pose: &Isometry3<f64>) -> Answer {
        let (answer, is_across) = self.answer();
        let answer = answer.placed(&pose.rotation, &pose.translation.vector);
        match answer {
            // What rounding left of it along the motion would add up over a long sweep.
            Answer::Miss(Miss { axis }) if is_across => {
                miss(across(&axis, &ray.displacement).unwrap_or(axis.into_inner()))
            }
            other => other,
        }
    }
}

fn miss(axis: Vector3<f64>) -> Answer {
    Answer::Miss(Miss {
        axis: Unit::new_unchecked(axis),
    })
}

fn hit(fraction: f64, point: Point3<f64>, normal: Vector3<f64>) -> Answer {
    Answer::Hit(Hit {
        fraction,
        point,
        normal: Unit::new_unchecked(normal),
    })
}
