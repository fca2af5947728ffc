//! Planes through a side of a triangle, for a shape that comes upon the triangle's plane beyond that side.
//!
//! Such a triangle is met later than its plane, at that side, or never: what lies beyond the side is met first as a rule, and the triangle
//! need not be cast against when a bound says that it is met later than that. Its own plane does not: with b its unit normal, on the
//! side that the shape comes from, the plane is met by a point p of the shape before the neighbour is.
//!
//! Let u be the unit vector in the plane that leads out across the side. For any φ ≥ 0 the triangle reaches as far along n = b + φ·u as the
//! side does, since it reaches no farther along b or along u. So all planes through the side with such normals are bounds,
//!
//! ```text
//! l(φ) = min over q of n·(q − e) / −n·d,      q: points of the shape at the start, e: a point of the side, d: the way,
//! ```
//!
//! of the shape's shadow along the side, which is a convex figure, and of the end of a ray. Of one point q alone, l grows with φ while q
//! comes upon the plane across b beyond the side, and falls where it does so before it: turned about the side toward u, the plane sinks
//! beyond it and rises before. The greatest l is where a point of either kind is met at once. From p, which is beyond, the plane is
//! leaned over by steps ([`LEANING`]) until the point that it is met by is before the side, and then held against both: with s along
//! the side and those two points, n = ±s × (q − p). That is one step of a search for the greatest bound, as a portal makes it in space.
//! It is exact for two edges that cross, if no other corner comes between. A search to the end would cost as much as a cast.
//!
//! What is said by which n does not rest on any of this: each plane is held against all three corners, with the margin that the triangle's
//! own plane keeps, so wherever n comes from, the bound holds. And it depends on the triangle and the motion alone, not on what is
//! known already, so that an answer does not depend on the order of the search.

use crate::facing::Facing;
use crate::planes::Mover;
use crate::posed_triangle::Side;
use crate::probe::Beyond;
use crate::tolerance::{BOX_SLACK, LEANING};
use nalgebra::Vector3;
use swept_support::Support;

impl<S: Support> Mover<'_, S> {
    /// The fraction up to which planes through this side of a triangle keep the shape apart from it. Where that is above `limit`, not all
    /// of them are asked.
    pub(crate) fn apart_beside(&self, side: &Side, beyond: &Beyond, limit: f64) -> f64 {
        let normal = side.along.cross(&side.out);
        let normal = if normal.dot(&self.way.displacement) > 0.0 {
            -normal
        } else {
            normal
        };
        let [closing, aside] = [normal, side.out].map(|n| n.dot(&self.way.displacement));
        // Whether a point comes upon the triangle's plane beyond the side. The motion closes in on that.
        let is_beyond = |p: &Vector3<f64>| {
            let from = p - side.corners[0].coords;
            normal.dot(&from) * aside > side.out.dot(&from) * closing
        };
        let (mut first, mut outer) = (0.0_f64, beyond.point);
        for leaning in LEANING {
            let (apart, inner) = self.apart_across(side, normal + side.out * leaning);
            first = first.max(apart);
            if first > limit {
                break;
            }
            if !is_beyond(&inner) {
                let n = side.along.cross(&(inner - outer));
                let n = if n.dot(&normal) < 0.0 { -n } else { n };
                return first.max(self.apart_across(side, n).0);
            }
            outer = inner;
        }
        first
    }

    /// The fraction up to which the plane across `n` that the triangle just reaches keeps the shape apart from it, and the point of the
    /// core, at the start, that meets the plane.
    #[inline]
    fn apart_across(&self, side: &Side, n: Vector3<f64>) -> (f64, Vector3<f64>) {
        let plane = Facing::across(n, self.pose, side);
        let (room, closing) = self.room(&plane);
        let against = self.against(&plane.normal);
        (apart(room - against.reach, closing), against.point)
    }
}

/// The fraction at which `room` is used up of which the whole motion takes `closing`, rounded down: infinite where some is left.
#[inline(always)]
pub(crate) fn apart(room: f64, closing: f64) -> f64 {
    if room > closing {
        f64::INFINITY
    } else {
        room / closing * (1.0 - BOX_SLACK)
    }
}

#[cfg(test)]
mod tests {
    use crate::flight::Pose;
    use crate::linear::Linear;
    use crate::posed_triangle::PosedTriangle;
    use crate::probe::{Probe, Sight};
    use crate::{Motion, Query, Scene};
    use nalgebra::Point3;
    use swept_support::{ConvexHull, Placed};

    /// What is told of a triangle at whose side along z, at x = 0, a hull comes down from a height of 2 by 4.
    fn told(corners: &[[f64; 3]]) -> (Sight, f64) {
        let hull = ConvexHull::new(corners.iter().copied()).unwrap();
        let placed = Placed::new(hull, [0.0, 2.0, 0.0]).unwrap();
        let motion = Motion::new(placed, [0.0, -4.0, 0.0]).unwrap();
        let (scene, query) = (Scene::new(), Query::default());
        let linear = Linear::new(&scene, &motion, &query);
        let triangle = [[-4.0, 0.0, 1.0], [0.0, 0.0, -4.0], [0.0, 0.0, 4.0]].map(Point3::from);
        let triangle = PosedTriangle::of(&Pose::IDENTITY, &triangle);
        let sight = linear.sight(&triangle, 0.0, 1.0);
        (sight, linear.apart_until(&triangle, &sight, 1.0))
    }

    /// The lowest corner, (1, 0), is above the ground beyond the side; an edge goes up from there to (−1, 0.3), and is at 0.15 over the side.
    #[test]
    fn of_two_edges_that_cross_the_bound_is_exact() {
        let (sight, apart) = told(&[
            [1.0, 0.0, 0.0],
            [-1.0, 0.3, 0.0],
            [0.0, 2.0, -1.0],
            [0.0, 2.0, 1.0],
        ]);
        assert!((sight.first - 0.5).abs() < 1e-9, "{}", sight.first);
        assert_eq!(sight.beyond.map(|beyond| beyond.corner), Some(0));
        assert!((apart - 0.5375).abs() < 1e-9 && apart <= 0.5375, "{apart}");
    }

    /// Up to (−1, 1) the plane has to lean over as much as 0.5: more than the first step, and no more than the second, 0.4, tells.
    #[test]
    fn a_plane_leans_over_by_steps() {
        let (_, apart) = told(&[
            [1.0, 0.0, 0.0],
            [-1.0, 1.0, 0.0],
            [0.0, 2.0, -1.0],
            [0.0, 2.0, 1.0],
        ]);
        let by_step = (2.0 + 0.4) / 4.0;
        assert!((apart - by_step).abs() < 1e-9, "{apart}");
    }

    /// Of a corner in between, (0, 0.05), the bound is that corner's, or less.
    #[test]
    fn a_corner_in_between_is_heeded() {
        let (_, apart) = told(&[
            [1.0, 0.0, 0.0],
            [-1.0, 0.3, 0.0],
            [0.0, 0.05, 0.0],
            [0.0, 2.0, 1.0],
        ]);
        assert!((0.5..=0.5125).contains(&apart), "{apart}");
    }

    /// What comes upon the plane between the corners is told no more of.
    #[test]
    fn a_face_that_is_met_is_told_by_its_plane() {
        let (sight, apart) = told(&[
            [-1.0, 0.0, 0.0],
            [1.0, 0.3, 0.0],
            [0.0, 2.0, -1.0],
            [0.0, 2.0, 1.0],
        ]);
        assert!(sight.beyond.is_none());
        assert_eq!(apart, sight.first);
    }
}
