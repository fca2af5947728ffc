//! The points of an overlap: where the shortest way out leaves the core, and a mixture of support points that is the origin.

use super::{Height, Search, Together};
use crate::found::Mixture;
use crate::gjk::{Precision, distance_with_newton};
use crate::simplex::{Simplex, on_tetrahedron, on_triangle};
use crate::tolerance::NOISE;
use nalgebra::Vector3;
use swept_support::{Face, Polytope, Support, sqrt};

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// A mixture of support points that is the origin: the polytope is the union of the tetrahedra from its first corner
    /// to its faces, and the origin lies in one of them, or next to it when rounding has it outside. Also how far off
    /// the mixture is.
    pub(super) fn contact(&self, polytope: &Polytope) -> Option<Together> {
        let points = polytope.points();
        let (off, corners, weights) = polytope
            .faces()
            .iter()
            .map(|f| {
                let [a, b, c] = f.corners.map(|i| points[i]);
                let corners = [points[0], a, b, c];
                let weights = on_tetrahedron(&corners);
                (mix(&corners, &weights).norm(), corners, weights)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        let [a, b, c, d] = corners.map(|p| self.vertex(&p).copied());
        Some((off, [a?, b?, c?, d?], weights))
    }

    /// The core's point nearest to upper·normal, where the way out leaves it: on the polytope's surface, or, where that cuts
    /// off a curve, nearest to a point farther out along the way.
    ///
    /// Let the normal be off the shortest way out by a small angle, so that upper·normal is beside the point where that leaves the core, by s.
    /// There the surface has some radius R, and what is nearest to a point t farther out is beside it by s t/(R + t): by s itself from far
    /// away, where a search finds the surface best, and by next to nothing from near.
    pub(super) fn foot(&mut self, polytope: &Polytope, searches: u32) -> Option<Mixture> {
        let Height { height, normal, .. } = self.best;
        let way_out = normal * height;
        let foot_on = |face: &Face| {
            let corners = face.corners.map(|i| polytope.points()[i]);
            let [a, b, c] = corners.map(|p| p - way_out);
            let weights = on_triangle(&a, &b, &c);
            let point = a * weights[0] + b * weights[1] + c * weights[2];
            (point.norm_squared(), corners, weights)
        };
        let faces = polytope.faces();
        let above = |face: &Face| face.height(&way_out);
        let highest = faces.iter().max_by(|a, b| above(a).total_cmp(&above(b)))?;
        let mut nearest = foot_on(highest);
        for face in faces {
            // No point of a face is nearer than its plane.
            let off = above(face);
            if off * off < nearest.0 {
                let foot = foot_on(face);
                if foot.0 < nearest.0 {
                    nearest = foot;
                }
            }
        }
        let (squared, corners, [u, v, w]) = nearest;
        let [a, b, c] = corners.map(|p| self.vertex(&p));
        let parts = [(a?, u), (b?, v), (c?, w)];
        let mut foot = Mixture::of(&parts, normal);
        let carrying = parts.iter().filter(|(_, w)| *w > 0.0).map(|(v, _)| **v);
        let first = Simplex::of(carrying).unwrap_or_else(|| Simplex::new(self.best.vertex));
        let scale = self.obstacle.scale;
        let (mut off, noise) = (sqrt(squared), NOISE * scale);
        // The core is as far out as what is found from far away, which may be beside the way; from nearer less far beside it.
        let mut away = scale;
        for _ in 0..searches {
            if off <= noise {
                break;
            }
            let other = self.nearest_to(&(way_out + normal * away), first);
            let beside = (other.y - way_out).norm();
            if beside < off {
                (foot, off) = (other, beside);
            }
            away = sqrt(off * scale);
        }
        Some(foot)
    }

    /// The core's point where the shortest way out leaves it, when that is known to be the shortest: as a search from there finds it, if it
    /// does. (Among corners that are nearly in line it may end beside.)
    pub(super) fn where_it_leaves(&mut self) -> Option<Mixture> {
        let way_out = self.best.normal * self.best.height;
        let found = self.nearest_to(&way_out, Simplex::new(self.best.vertex));
        let noise = 4.0 * self.obstacle.tightest();
        ((found.y - way_out).norm_squared() <= noise * noise).then_some(found)
    }

    /// The core's point nearest to `place`, as a search from `simplex` finds it.
    fn nearest_to(&mut self, place: &Vector3<f64>, mut simplex: Simplex) -> Mixture {
        let noise = self.obstacle.tightest();
        // The depth of round shapes takes many supports: this search has a limit of its own.
        let spent = core::mem::take(&mut self.obstacle.evaluations);
        let wanted = Precision {
            open: noise,
            beside: noise,
        };
        distance_with_newton(self.obstacle, &mut simplex, place, &wanted);
        self.obstacle.evaluations += spent;
        Mixture::of(&simplex.parts(), self.best.normal)
    }
}

fn mix(points: &[Vector3<f64>; 4], weights: &[f64; 4]) -> Vector3<f64> {
    let [t, u, v, w] = weights;
    points[0] * *t + points[1] * *u + points[2] * *v + points[3] * *w
}
