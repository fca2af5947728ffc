//! The depth of an origin that is next to the surface of a curved core, by a place outside.
//!
//! **The least height.** Let n be off the shortest way out by a small angle a, d be the height along it, and R the radius of curvature
//! where that way leaves the core. The place a length t beyond the plane of n is beside the way by a (d + t), the core's point nearest to
//! that place is beside the way by R/(R + t) of as much, and the normal there is off by
//!
//! ```text
//! a (d + t)/(R + t)
//! ```
//!
//! With d and t small beside R that is next to nothing, and the height, which is off by (R − d) a²/2, is the least one after two or three such
//! searches, whose last digits are Newton's (`gjk/finish.rs`). A polytope would take as many points for every two bits.
//!
//! **Its proof** is a face of support points that the foot of the way out lies in. Tilt n by τ e for three directions e across it whose sum
//! is 0. On a smooth surface the support points move by τ H e, H the Hessian of the support function: the foot is over their mean, and their
//! plane is under it by the mean of e·H e τ²/2. With τ² what is wanted per unit of scale that is no more than half of it as long as H is no
//! more than the scale. At the pole of an ellipsoid that is four times as wide as high it is some four times that: there the face is only the
//! first, and the polytope is grown on from it.
//! Where two points carry the foot, as on the side of a cylinder, one of the directions leads from one to the other: two of the three
//! points are then beside one end, to the left and to the right, and the third is the other end. Three points that carry it make the face
//! themselves. The polytope takes all of them in, until the bounds meet, and is grown on from there where they do not.

use super::winding::Winding;
use super::{Search, Wanted, nearest_face};
use crate::descent::across;
use crate::gjk::{Precision, distance_with_newton};
use crate::obstacle::Vertex;
use crate::simplex::Simplex;
use crate::tolerance::{
    FINELY, NOISE, OUTSIDE, OUTSIDE_ROUNDS, SHALLOW, SHALLOW_AFTER, SHALLOW_AT_LAST,
};
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{Polytope, Support, sqrt};

/// Directions across a normal whose sum is 0, none longer than 1.
const AROUND: [[f64; 2]; 3] = [[0.5, 0.8], [0.5, -0.8], [-1.0, 0.0]];

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// Whether the least height is to be sought from outside, after so many points of the polytope, and how near to it the bound has to come:
    /// where the bounds are as near as is wanted and do not tell whether the shapes touch or overlap, as near as it can.
    pub(super) fn shallow(&self, step: u32, lower: f64, wanted: &Wanted) -> Option<f64> {
        let scale = self.obstacle.scale;
        if !self.obstacle.is_curved() || self.best.height > SHALLOW * scale {
            return None;
        }
        if self.best.height - lower <= wanted.open {
            return Some(wanted.open.min(NOISE * scale));
        }
        let soon = wanted.open < FINELY * scale;
        let after = if soon { SHALLOW_AFTER } else { SHALLOW_AT_LAST };
        (step >= after).then_some(wanted.open)
    }

    /// Seeks the least height from outside, and grows the polytope by a face over it.
    #[cold]
    #[inline(never)]
    pub(super) fn close_from_outside(
        &mut self,
        polytope: &mut Polytope,
        winding: &mut Winding,
        wanted: &Wanted,
    ) {
        let carrying = self.descend_from_outside();
        for vertex in self.face_around(carrying.vertices(), wanted.open) {
            let nearest = nearest_face(polytope).map(|(_, face)| self.proven(face, winding));
            if nearest.is_some_and(|lower| self.is_done(lower, wanted)) {
                return;
            }
            if let Some(face) = polytope.seen_from(&vertex.y) {
                winding.add(polytope, face, &vertex.y);
            }
        }
    }

    /// Goes down to the least height. The simplex that carries the point where the way out leaves the core.
    fn descend_from_outside(&mut self) -> Simplex {
        let mut simplex = Simplex::new(self.best.vertex);
        for _ in 0..OUTSIDE_ROUNDS {
            let before = self.best.height;
            let looked = self.look_from_outside(&mut simplex);
            if looked.is_none() || before - self.best.height <= NOISE * self.obstacle.scale {
                break;
            }
        }
        simplex
    }

    /// One search from outside, and the height along the normal that it finds. It starts from a simplex, and leaves its last one there.
    fn look_from_outside(&mut self, simplex: &mut Simplex) -> Option<Vector3<f64>> {
        let tightest = self.obstacle.tightest();
        let wanted = Precision {
            open: tightest,
            beside: tightest,
        };
        let away = OUTSIDE * self.obstacle.scale;
        let place = self.best.normal * (self.best.height + away);
        let found = distance_with_newton(self.obstacle, simplex, &place, &wanted);
        let normal = found.plane?.normal;
        self.support(&normal);
        Some(normal)
    }

    /// Vertices that make a face under the foot, which these carry, and no farther than `open` under it where the surface is not flat.
    fn face_around(&mut self, carrying: &[Vertex], open: f64) -> Vec<Vertex> {
        let n = self.best.normal;
        let [mut e, mut f] = across(&n);
        if let [p, q] = carrying {
            let way = q.y - p.y;
            let way = way - n * n.dot(&way);
            if let Some(along) = way.try_normalize(0.0) {
                (e, f) = (along, n.cross(&along));
            }
        }
        let tilt = sqrt((open / self.obstacle.scale).max(NOISE));
        let tilted = |way: Vector3<f64>| {
            let n = n + way * tilt;
            n / sqrt(n.norm_squared())
        };
        let beside = AROUND.map(|[x, y]| self.vertex_along(&tilted(e * x + f * y)));
        if carrying.len() == 1 {
            return beside.to_vec();
        }
        // What Newton's method says of their directions holds of others that reach as far; a witness needs the very ones.
        let mean = carrying.iter().map(|v| v.y).sum::<Vector3<f64>>() / carrying.len() as f64;
        let asked = carrying.iter().map(|v| {
            let same = self.vertex_along(&v.n);
            if same.y == v.y {
                return same;
            }
            let way = (v.y - mean).try_normalize(0.0).unwrap_or(e);
            self.vertex_along(&tilted(way))
        });
        let carrying: Vec<_> = asked.collect();
        match carrying.len() {
            2 => [&beside, &carrying[..]].concat(),
            _ => [&carrying[..], &beside].concat(),
        }
    }

    /// The support point along a direction, as it is kept.
    fn vertex_along(&mut self, n: &Vector3<f64>) -> Vertex {
        self.support(n);
        self.vertices[self.vertices.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Height;
    use crate::obstacle::{Obstacle, Open};
    use crate::problem::{Problem, Standing};
    use crate::tolerance::U;
    use swept_support::{Cylinder, Ellipsoid, Placed, PointShape};

    type V = Vector3<f64>;

    /// Asks a search whose core is `shape`, with the origin at a place in it, and whose best direction so far is `n`.
    fn search<R>(
        shape: &dyn Support,
        origin: [f64; 3],
        n: V,
        ask: impl FnOnce(&mut Search<'_, '_, PointShape, &dyn Support>) -> R,
    ) -> R {
        let moving = Placed::<f64, _>::new(PointShape, origin).unwrap();
        let fixed = Placed::<f64, _>::new(shape, [0.0; 3]).unwrap();
        let (moving, fixed) = (Standing::new(&moving), Standing::new(&fixed));
        let problem = Problem::of(moving, V::zeros(), fixed, 0.0);
        let mut obstacle = Obstacle::new(&problem, 1_000, Open::NOWHERE);
        let best = Height::of(&mut obstacle, &(n / sqrt(n.norm_squared())));
        let vertices = [best.vertex].to_vec();
        let obstacle = &mut obstacle;
        ask(&mut Search {
            obstacle,
            vertices,
            best,
        })
    }

    /// A ball of radius 1 that is an ellipsoid, and the origin 2⁻⁸ below its top: of an angle a (d + t)/(1 + t) is left.
    #[test]
    fn a_search_from_outside_leaves_the_share_of_the_angle_that_is_derived() {
        let ball = Ellipsoid::new([1.0; 3]).unwrap();
        let deep = 1.0 / 256.0;
        for angle in [0.05, 1e-3, 1e-6] {
            search(
                &ball,
                [0.0, 1.0 - deep, 0.0],
                V::new(angle, 1.0, 0.0),
                |search| {
                    let away = OUTSIDE * search.obstacle.scale;
                    let high = search.best.height;
                    let mut simplex = Simplex::new(search.best.vertex);
                    let normal = search.look_from_outside(&mut simplex).unwrap();
                    let left = angle * (high + away) / (1.0 + away);
                    assert!(
                        (normal.x - left).abs() < 0.01 * left + 1e-13,
                        "{normal:e} {left:e}"
                    );
                },
            );
        }
    }

    /// How far the plane of the face is below the least height, and the least weight of the foot in it.
    fn face(search: &mut Search<'_, '_, PointShape, &dyn Support>, open: f64) -> (f64, f64) {
        let carrying = search.descend_from_outside();
        let face = search.face_around(carrying.vertices(), open);
        let [a, b, c] = [0, 1, 2].map(|i| face[i].y);
        let n = (b - a).cross(&(c - a));
        let n = n / sqrt(n.norm_squared());
        let n = if n.dot(&search.best.normal) < 0.0 {
            -n
        } else {
            n
        };
        let foot = search.best.normal * search.best.height;
        let areas = [(a, b, c), (b, c, a), (c, a, b)].map(|(a, b, c)| {
            let share = |p: &V| (b - a).cross(&(p - a));
            share(&foot).dot(&share(&c)) / share(&c).norm_squared()
        });
        let least = areas.into_iter().fold(f64::INFINITY, f64::min);
        (search.best.height - n.dot(&a), least)
    }

    /// Over an ellipsoid, whose Hessian is another in each direction, and over the side of a cylinder, which two points carry.
    #[test]
    fn the_face_is_over_the_foot_and_as_near_as_is_wanted() {
        let ellipsoid = Ellipsoid::new([1.0, 0.5, 0.25]).unwrap();
        let cylinder = Cylinder::new(1.0, 0.5).unwrap();
        let deep = 1.0 / 4096.0;
        for open in [1e-9, 1e-12, 1e-14] {
            let top = [0.0, 0.5 - deep, 0.0];
            let side = [0.5 - deep, 0.3, 0.0];
            let [one, two] = [
                search(&ellipsoid, top, V::new(0.01, 1.0, -0.02), |s| face(s, open)),
                search(&cylinder, side, V::new(1.0, 0.01, 0.02), |s| face(s, open)),
            ];
            for (gap, least) in [one, two] {
                let most = 0.5 * open.max(4.0 * NOISE) + 32.0 * U;
                assert!(gap <= most && least > 0.1, "{open}: {gap} {least}");
            }
        }
    }
}
