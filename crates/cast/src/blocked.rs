//! Whether a motion from where the shapes touch surely leads into the obstacle: the usual case, decided without a search.
//!
//! A touch is no hit if there is a plane that keeps the shapes as far apart as they are during the whole motion, but for the contact
//! tolerance. No plane does if a ball that lies in the obstacle holds the place q = s d of the moving origin at some fraction s of the
//! motion: with c and r the ball's centre and radius, h(n) ≥ n·c + r for each unit vector n, so the room that its plane leaves there is
//!
//! ```text
//! n·q − h(n)  ≤  n·(q − c) − r  ≤  |q − c| − r.
//! ```
//!
//! Of shapes with a radius, it is the ball of that radius around the core's nearest point. Of those without, it is a ball around q itself
//! within a tetrahedron of points of the core, which the portal or the search for the start has left: the face that is touched and a point
//! from within, or, where the shapes overlap by less than a touch, four corners around the start.

use crate::found::Contact;
use crate::obstacle::Obstacle;
use crate::simplex::Simplex;
use crate::tolerance::{CLEARLY_IN, FACE_DISTANCE};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

type V = Vector3<f64>;

/// Whether surely no plane keeps bounded shapes, which touch at the start and move, as far apart as they are until they have passed each
/// other. `room` is how far the start is from the obstacle, the radius around the core included, negative within it; `nearest` a point of
/// the core near the start, `corners` those of a tetrahedron of the core where one is known, and `contact` the contact tolerance: lengths.
pub(crate) fn is_blocked<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    room: f64,
    nearest: &V,
    corners: impl FnOnce() -> Option<[V; 4]>,
    contact: f64,
) -> bool {
    let (d, passed) = (obstacle.displacement, obstacle.problem.passed());
    // Less than what a plane that is slid along has to leave, by more than what rounding may add to it.
    let kept = obstacle.kept() - obstacle.problem.reach;
    let least = room.min(kept) - CLEARLY_IN * contact;
    let s = (nearest.dot(&d) / d.norm_squared()).clamp(0.0, passed);
    let radius = obstacle.radius + least;
    if radius > 0.0 && (d * s - nearest).norm_squared() < radius * radius {
        return true;
    }
    let room = corners().and_then(|corners| room_on_the_way(&corners, &d, passed));
    room.is_some_and(|room| room + obstacle.radius > -least)
}

/// The corners of a tetrahedron in the core: those of the simplex that a search for the nearest point has left, if they are four, or three
/// and a point from within.
pub(crate) fn tetrahedron<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    simplex: &Simplex,
) -> Option<[V; 4]> {
    match simplex.vertices() {
        [a, b, c] => Some([a.y, b.y, c.y, obstacle.within()]),
        [a, b, c, e] => Some([a.y, b.y, c.y, e.y]),
        _ => None,
    }
}

/// Whether `contact` is where the shapes touch at the start, and the motion surely leads in from there: then that is first contact.
/// `nearest` is the core's point there, and `face` three points of the core around it, where they are known.
#[cold]
#[inline(never)]
pub(crate) fn is_push<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
    nearest: &V,
    face: Option<[V; 3]>,
) -> bool {
    let touch = obstacle.contact();
    let depth = -contact.lower / contact.stretch;
    let corners = || face.map(|[a, b, c]| [a, b, c, obstacle.within()]);
    let is_met = contact.closed && !contact.border && obstacle.base == 0.0;
    is_met && depth.abs() <= touch && is_blocked(obstacle, -depth, nearest, corners, touch)
}

/// A face of a tetrahedron.
#[derive(Clone, Copy)]
struct Side {
    corner: V,
    /// Unit normal into the tetrahedron.
    inward: V,
    /// What a distance from the face is off by, for each unit of the distance from its corner.
    error: f64,
}

impl Side {
    /// The face `a`, `b`, `c` of the tetrahedron with the corner `top` besides; `None` where rounding hides on which side of it that is, as in
    /// what is flat.
    ///
    /// The normal is n = (b − a) × (c − a), off by 4u |b − a| |c − a|, over its length. So a distance n·(q − a) is off by that over the length,
    /// and by 5u more, times |q − a|: counted is [`FACE_DISTANCE`] times |b − a| |c − a| over the length, which is at least 1.
    fn new([a, b, c, top]: [V; 4]) -> Option<Self> {
        let (ab, ac) = (b - a, c - a);
        let n = ab.cross(&ac);
        let length = sqrt(n.norm_squared());
        let sides = sqrt(ab.norm_squared() * ac.norm_squared());
        let away = Self {
            corner: a,
            inward: -n / length,
            error: FACE_DISTANCE * sides / length,
        };
        let side = Self {
            inward: n / length,
            ..away
        };
        [side, away].into_iter().find(|side| side.room(&top) > 0.0)
    }

    /// The distance of `q` from the face, into the tetrahedron, less what it is off by.
    fn room(&self, q: &V) -> f64 {
        let out = q - self.corner;
        self.inward.dot(&out) - self.error * sqrt(out.norm_squared())
    }
}

/// A lower bound on the radius of the largest ball around some s d, 0 ≤ s ≤ `most`, that a tetrahedron holds: `None` where there is none.
///
/// The distance of s d from each face is a linear function of s, and the least of the four is the radius. It is greatest at an end of the
/// way, or where one that grows crosses one that falls.
fn room_on_the_way([a, b, c, e]: &[V; 4], d: &V, most: f64) -> Option<f64> {
    let sides = [
        Side::new([*b, *c, *e, *a])?,
        Side::new([*a, *c, *e, *b])?,
        Side::new([*a, *b, *e, *c])?,
        Side::new([*a, *b, *c, *e])?,
    ];
    let lines = sides.each_ref().map(|side| {
        let at = -side.inward.dot(&side.corner);
        (at, side.inward.dot(d))
    });
    let least = |s: f64| {
        let rooms = lines.map(|(at, rate)| at + rate * s);
        rooms.into_iter().fold(f64::INFINITY, f64::min)
    };
    let mut best = if least(most) > least(0.0) { most } else { 0.0 };
    for (at, grows) in lines.iter().filter(|(_, rate)| *rate > 0.0) {
        for (other, falls) in lines.iter().filter(|(_, rate)| *rate < 0.0) {
            let s = (other - at) / (grows - falls);
            if s > 0.0 && s < most && least(s) > least(best) {
                best = s;
            }
        }
    }
    let rooms = sides.map(|side| side.room(&(d * best)));
    let room = rooms.into_iter().fold(f64::INFINITY, f64::min);
    (room > 0.0).then_some(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::tolerance::U;

    /// Beside what lies between the planes of a tetrahedron at many places of the way.
    #[test]
    fn the_room_on_the_way_is_that_of_its_deepest_place() {
        let dice = &mut Dice(1);
        let (mut found, mut none) = (0, 0);
        for _ in 0..2000 {
            let corners = [(); 4].map(|()| dice.vector());
            let d = dice.vector() * 3.0;
            let deep = |s: f64| {
                let room = |i: usize| {
                    let [a, b, c, top] = [1, 2, 3, 0].map(|k: usize| corners[(i + k) % 4]);
                    let n = (b - a).cross(&(c - a)).normalize();
                    n.dot(&(d * s - a)) * n.dot(&(top - a)).signum()
                };
                (0..4).map(room).fold(f64::INFINITY, f64::min)
            };
            let seen = (0..=4000).map(|k| deep(f64::from(k) / 4000.0));
            let seen = seen.fold(f64::NEG_INFINITY, f64::max);
            match room_on_the_way(&corners, &d, 1.0) {
                Some(room) => {
                    // Between two of the places no distance changes by more.
                    let most = seen + d.norm() / 8000.0;
                    assert!((seen - 1e-9..=most).contains(&room), "{room:e} {seen:e}");
                    found += 1;
                }
                None => {
                    assert!(seen < 1e-9, "{seen:e} {corners:?} {d:?}");
                    none += 1;
                }
            }
        }
        assert!(found > 100 && none > 1000, "{found} {none}");
    }

    #[test]
    fn what_is_flat_but_for_rounding_has_no_room() {
        let dice = &mut Dice(1);
        for _ in 0..10_000 {
            let [a, ab, ac, d] = [(); 4].map(|()| dice.vector());
            let mut corner = |s: f64, t: f64| a + ab * s + ac * t + dice.vector() * U;
            let corners = [
                corner(0.0, 0.0),
                corner(1.0, 0.0),
                corner(0.0, 1.0),
                corner(1.0, 1.0),
            ];
            assert_eq!(room_on_the_way(&corners, &d, 1.0), None);
        }
    }
}
