//! What a distance query leaves behind for the next one.

use crate::obstacle::{Obstacle, Vertex};
use crate::simplex::Simplex;
use nalgebra::Vector3;
use swept_support::Support;

/// The support points that a distance query ended with, for a later query of the same two shapes to start from.
///
/// Points are kept in each shape's own frame, so that they are points of the shapes wherever those move and however they
/// turn: a query that starts from them needs no support evaluation to do so, and its bounds are as true as from a cold
/// start. When little has moved, one or two evaluations confirm that the same features are nearest.
///
/// A cache belongs to two shapes. When one of them changes its form, [`clear`](Self::clear) it; a change of extent,
/// radius or interior point (of a shape with a [`middle`](swept_support::Support::middle), as seen from there) is noticed, and the cache
/// is then not used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceCache {
    /// On the fixed shape and on the moving one.
    points: [(Vector3<f64>, Vector3<f64>); 4],
    count: usize,
    /// Extents, radii and interior points of the shapes they are of.
    shapes: [[f64; 5]; 2],
}

impl Default for DistanceCache {
    fn default() -> Self {
        Self::new()
    }
}

impl DistanceCache {
    /// Nothing to start from.
    #[must_use]
    pub const fn new() -> Self {
        let zero = Vector3::new(0.0, 0.0, 0.0);
        Self {
            points: [(zero, zero); 4],
            count: 0,
            shapes: [[0.0; 5]; 2],
        }
    }

    /// Forgets everything: the next query starts cold.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// The simplex kept, where the shapes stand now.
    pub(crate) fn recall<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
    ) -> Option<Simplex> {
        if self.shapes != marks(obstacle) {
            return None;
        }
        Simplex::of(self.placed(obstacle))
    }

    /// Keeps a simplex. Points that were kept already stay as they were, so that no rounding adds up.
    pub(crate) fn keep<A: Support, B: Support>(
        &mut self,
        obstacle: &Obstacle<'_, A, B>,
        simplex: &Simplex,
    ) {
        let mut kept = Self {
            count: simplex.vertices().len(),
            shapes: marks(obstacle),
            ..Self::new()
        };
        let recalled = kept.shapes == self.shapes;
        for (to, v) in kept.points.iter_mut().zip(simplex.vertices()) {
            let mut old = self.points.iter().zip(self.placed(obstacle));
            let same = old.find(|(_, o)| recalled && o.y == v.y && o.on_moving == v.on_moving);
            *to = match same {
                Some((points, _)) => *points,
                None => (obstacle.on_fixed(&v.y, &v.on_moving), v.on_moving),
            };
        }
        *self = kept;
    }

    fn placed<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
    ) -> impl Iterator<Item = Vertex> {
        self.points[..self.count]
            .iter()
            .map(|(on_fixed, on_moving)| obstacle.vertex(on_fixed, on_moving))
    }
}

fn marks<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> [[f64; 5]; 2] {
    fn mark(shape: &impl Support) -> [f64; 5] {
        let p = shape.interior_point();
        [p.x, p.y, p.z, shape.extent(), shape.radius()]
    }
    [mark(obstacle.problem.fixed), mark(obstacle.problem.moving)]
}
