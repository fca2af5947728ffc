//! A way through the air, clipped so that pushing against what is too steep to stand on leads nobody up it.
//!
//! A way v is what is pushed for on the level, l, and a fall f, up or down: v = l + f. Along planes that leave the cone K of motions its
//! nearest one is P v. Of a slope that leans by a, l takes sin a cos a of itself up: more than what gravity takes in the same time, until
//! the fall is as fast as that. But a push on the level does no work against gravity: no slope that slips under the foot turns one into
//! height. The fall by itself does, up or down, and makes P f. So of a way is made
//!
//! ```text
//! the x in K nearest to v that rises no more than the fall alone: u·x ≤ u·P f,  u being up
//! ```
//!
//! There is one, since P f is such a motion, and but one, since these are convex; it is a continuous function of l and f, and twice as
//! long for ways twice as long. It is P v where that rises no more: where nothing is pushed against. Else u·x = u·P f, and x is the
//! nearest on the level at that height:
//!
//! - along the contour of a slope nothing is taken from l, since the slope's plane and up have no part along it;
//! - pressed against a slope one falls along it as if one did not press, neither held by it nor slower, and in a wedge down its crease;
//! - one that jumps past a slope goes on over it as it falls back: as much as it rises by leaves it.
//!
//! A floor may be walked up, and so may what else a foot comes to stand on. Where there are such planes, x rises no more than the fall
//! alone, or than the whole way along these alone if that is more.

use crate::plane::{Plane, clip};
use crate::tolerance::KEEPS;
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::cell::RefCell;

/// A push through the air.
#[derive(Clone, Debug)]
pub(crate) struct AirPush {
    up: Vector3<f64>,
    /// The product of up with a floor's normal is no less.
    least_rise: f64,
    /// What of the whole way is pushed for.
    push: Vector3<f64>,
    /// The normals of edges behind which a floor is.
    edges: RefCell<SmallVec<[Vector3<f64>; 4]>>,
}

impl AirPush {
    pub(crate) fn new(up: Vector3<f64>, least_rise: f64, push: Vector3<f64>) -> Self {
        Self {
            up,
            least_rise,
            push,
            edges: RefCell::default(),
        }
    }

    /// Takes note of an edge behind which a floor is: it may be come up.
    pub(crate) fn comes_up(&self, edge: Vector3<f64>) {
        self.edges.borrow_mut().push(edge);
    }

    /// What the planes leave of a `part` of the whole way, which is that `motion`.
    pub(crate) fn clip(&self, motion: &Vector3<f64>, part: f64, planes: &[Plane]) -> Vector3<f64> {
        let left = clip(motion, planes);
        if planes.is_empty() || self.push == Vector3::zeros() {
            return left;
        }
        let falls = clip(&(motion - self.push * part), planes);
        let climbable: SmallVec<[Plane; 8]> =
            (planes.iter().copied().filter(|p| self.is_climbable(p))).collect();
        let most = self.up.dot(&falls);
        let most = if climbable.is_empty() {
            most
        } else {
            most.max(self.up.dot(&clip(motion, &climbable)))
        };
        if self.up.dot(&left) <= most {
            left
        } else {
            self.at_height(most, motion, planes).unwrap_or(falls)
        }
    }

    fn is_climbable(&self, plane: &Plane) -> bool {
        let edges = self.edges.borrow();
        self.up.dot(&plane.normal) >= self.least_rise
            || edges.iter().any(|edge| plane.is_with(edge))
    }

    /// The nearest to a motion of those that rise by `height` and lead into none of the planes; `None` where rounding leaves none.
    ///
    /// With x = z + h u, z level, a plane n·x ≥ 0 is a half of the level: m·z ≥ −h n·u, with m what of n is level. They are taken one by
    /// one. Where the nearest so far is outside of one, the nearest is on the line that bounds it, at the place there that is nearest to
    /// what was asked and inside of those before.
    fn at_height(
        &self,
        height: f64,
        motion: &Vector3<f64>,
        planes: &[Plane],
    ) -> Option<Vector3<f64>> {
        let level = |v: &Vector3<f64>| v - self.up * self.up.dot(v);
        let length = motion.norm();
        let (asked, up) = (level(motion), self.up);
        let inside = |z: &Vector3<f64>, p: &Plane| p.normal.dot(&(z + up * height));
        let mut nearest = asked;
        for (i, plane) in planes.iter().enumerate() {
            let across = level(&plane.normal);
            let upright = across.norm();
            if inside(&nearest, plane) >= -plane.leeway * length || upright <= KEEPS {
                continue;
            }
            let foot = asked - across * (inside(&asked, plane) / (upright * upright));
            let along = up.cross(&across) / upright;
            let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
            for other in &planes[..i] {
                let room = -other.leeway * length - inside(&foot, other);
                let rate = other.normal.dot(&along);
                if rate > KEEPS {
                    from = from.max(room / rate);
                } else if rate < -KEEPS {
                    to = to.min(room / rate);
                } else if room > 0.0 {
                    return None;
                }
            }
            if from > to {
                return None;
            }
            nearest = foot + along * 0.0_f64.max(from).min(to);
        }
        Some(nearest + up * height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A slope that leans by so many degrees, facing `turn`.
    fn slope(degrees: f64, turn: f64) -> Plane {
        let (sin, cos) = degrees.to_radians().sin_cos();
        plane(Vector3::new(sin * turn.cos(), cos, sin * turn.sin()))
    }

    fn plane(normal: Vector3<f64>) -> Plane {
        let leeway = KEEPS;
        Plane { normal, leeway }
    }

    fn clipped(push: [f64; 3], fall: [f64; 3], planes: &[Plane]) -> Vector3<f64> {
        let (push, fall) = (Vector3::from(push), Vector3::from(fall));
        let air = AirPush::new(Vector3::y(), 0.8, push);
        air.clip(&(push + fall), 1.0, planes)
    }

    #[test]
    fn who_presses_against_a_slope_falls_along_it_as_if_not() {
        let wall = [slope(60.0, 0.0)];
        // sin² 60 of the fall is left, and leads out by sin 60 cos 60 of it; along the contour all is left.
        let found = clipped([-3.0, 0.0, 2.0], [0.0, -1.0, 0.0], &wall);
        let expected = Vector3::new(0.1875_f64.sqrt(), -0.75, 2.0);
        assert!((found - expected).norm() < 1e-15, "{found}");
        // Who goes out falls free of it.
        let found = clipped([3.0, 0.0, 2.0], [0.0, -1.0, 0.0], &wall);
        assert_eq!(found, Vector3::new(3.0, -1.0, 2.0));
    }

    #[test]
    fn who_jumps_past_a_slope_goes_over_it_as_it_falls_back() {
        let found = clipped([-3.0, 0.0, 2.0], [0.0, 1.0, 0.0], &[slope(60.0, 0.0)]);
        let expected = Vector3::new(-1.0 / 3.0_f64.sqrt(), 1.0, 2.0);
        assert!((found - expected).norm() < 1e-15, "{found}");
    }

    #[test]
    fn a_floor_and_an_edge_of_one_are_come_up() {
        let floor = [slope(30.0, 0.0)];
        let found = clipped([-4.0, 0.0, 0.0], [0.0, 0.5, 0.0], &floor);
        assert!(found.y > 1.0, "{found}");
        let edge = [slope(60.0, 0.0)];
        let push = Vector3::new(-4.0, 0.0, 0.0);
        let air = AirPush::new(Vector3::y(), 0.8, push);
        assert_eq!(air.clip(&push, 1.0, &edge).y, 0.0);
        air.comes_up(edge[0].normal);
        assert!(air.clip(&push, 1.0, &edge).y > 1.0);
    }

    /// Beside any planes: it leads into none, rises no more than the fall alone, and none of many others that do is nearer.
    #[test]
    fn what_is_left_is_the_nearest_that_rises_no_more_than_the_fall() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut limited = 0;
        for case in 0..4000 {
            let mut vector = || Vector3::<f64>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let mut push = vector() * 2.0;
            push.y = 0.0;
            let fall = vector();
            let planes: Vec<Plane> = (0..=case % 4)
                .map(|_| plane(vector().normalize()))
                .filter(|p| p.normal.y < 0.8)
                .collect();
            let whole = push + fall;
            let air = AirPush::new(Vector3::y(), 0.8, push);
            let found = air.clip(&whole, 1.0, &planes);
            let most = clip(&fall, &planes).y;
            let into = planes.iter().map(|p| -p.normal.dot(&found));
            assert!(
                found.y <= most + 1e-12 || planes.is_empty(),
                "{case}: {found}"
            );
            assert!(into.fold(0.0, f64::max) <= 1e-12, "{case}: {found}");
            limited += u32::from(clip(&whole, &planes).y > most + 1e-9);
            // The way to another one of them leads away from what was asked: so it is the nearest.
            for _ in 0..20 {
                let other = clip(&(found + vector()), &planes);
                if other.y <= most {
                    let nearer = (whole - found).dot(&(other - found));
                    assert!(nearer <= 1e-11, "{case}: {found} {other} {nearer:e}");
                }
            }
            let half = air.clip(&(whole * 0.5), 0.5, &planes);
            assert_eq!(half, found * 0.5);
        }
        assert!(limited > 1000, "{limited}");
    }
}
