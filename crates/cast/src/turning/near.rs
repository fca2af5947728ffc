//! The distance at a pose of the motion: the linear cast's search, begun where the last one ended.

use super::advance::{Axis, Search};
use super::motion::Pose;
use crate::found::Mixture;
use crate::gjk::distance;
use crate::obstacle::{Obstacle, Open};
use crate::proximity::on_plane;
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::ENOUGH;
use crate::{Observer, TurningStep};
use nalgebra::{Point3, Vector3};
use swept_support::{Support, largest, sqrt};

/// The distance at a fraction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// An upper bound on the separation, target distance taken off; negative within the radii.
    pub(crate) separation: f64,
    /// The axis to separate along, if the cores are apart.
    pub(crate) axis: Option<Axis>,
    /// Unit normal in world space, or zero.
    pub(crate) normal: Vector3<f64>,
    /// The nearest core points, each in its shape's own frame.
    pub(crate) on_moving: Vector3<f64>,
    pub(crate) on_fixed: Vector3<f64>,
    /// From the fixed shape's core point to its surface, in world space, in units of its radius.
    pub(crate) out: Vector3<f64>,
    /// How fast the nearest points approach along the normal, for choosing intervals; negative when they part.
    pub(crate) closing: f64,
    /// All lengths that enter.
    pub(crate) scale: f64,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// The distance at a pose, to within `loose` or a quarter of the tolerance, whichever is more.
    pub(crate) fn near(&mut self, pose: &Pose, loose: f64) -> Option<Near> {
        self.steps += 1;
        let problem = self.motion.standing(pose)?;
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let scale = self.scale(obstacle.scale);
        let radius = obstacle.radius;
        let near = if let Some(normal) = problem.fixed.unbounded_normal() {
            let n = normal / largest(&normal);
            let n = n / sqrt(n.norm_squared());
            let vertex = obstacle.support(&n);
            let separation = -n.dot(&vertex.y) - radius;
            let mixture = on_plane(&mut obstacle, vertex, n, 0.0);
            let normal = obstacle.to_world(&n);
            let along = (normal, Some(Axis::Plane));
            Near::of(&obstacle, &mixture, separation, along, scale)
        } else {
            let origin = Vector3::zeros();
            let mut simplex = match self.simplex.take() {
                Some(mut simplex) => {
                    simplex.replace(|v| obstacle.again(v));
                    simplex
                }
                None if largest(&pose.offset) > 0.0 => {
                    let seed = self.seed.take().unwrap_or_else(|| against(&pose.offset));
                    let n = problem.fixed_rotation.apply_transposed(&seed);
                    Simplex::new(obstacle.support(&n))
                }
                None => Simplex::new(obstacle.support(&Vector3::y())),
            };
            let within = loose.max(0.25 * self.tolerance(scale));
            let found = distance(&mut obstacle, &mut simplex, &origin, within);
            let (normal, axis) = match found.plane {
                Some(plane) => {
                    let n = obstacle.to_world(&plane.normal);
                    (n, Some(Axis::Free(n)))
                }
                None => (Vector3::zeros(), None),
            };
            let out = found.plane.map_or(normal, |p| p.normal);
            let mixture = simplex.mixture(&origin, out, obstacle.faint());
            if simplex.vertices().len() < 4 {
                self.simplex = Some(simplex);
            }
            let separation = found.upper - radius;
            Near::of(&obstacle, &mixture, separation, (normal, axis), scale)
        };
        let near = Near {
            closing: self.motion.closing_rate(pose, &near),
            ..near
        };
        self.evaluations += obstacle.evaluations;
        self.show(pose, &near);
        Some(near)
    }

    /// Shows a distance to the observer.
    pub(super) fn show(&mut self, pose: &Pose, near: &Near) {
        if self.observer.is_active() {
            let (moving, fixed) = self.motion.points(pose, near);
            self.observer.turn(&TurningStep {
                method: self.method,
                fraction: pose.at.value(),
                normal: near.normal,
                separation: near.separation + self.motion.reach,
                point_moving: Point3::from(moving),
                point_fixed: Point3::from(fixed),
            });
        }
    }
}

impl Near {
    /// What a mixture of support points says of the distance. Where the search gave no plane there is no axis, and the normal is 0.
    pub(super) fn of<A: Support, B: Support>(
        obstacle: &Obstacle<'_, A, B>,
        mixture: &Mixture,
        separation: f64,
        (normal, axis): (Vector3<f64>, Option<Axis>),
        scale: f64,
    ) -> Self {
        Self {
            separation,
            axis,
            normal,
            on_moving: mixture.on_moving,
            on_fixed: obstacle.on_fixed(&mixture.y, &mixture.on_moving),
            out: obstacle.to_world(&mixture.rounding),
            closing: 0.0,
            scale,
        }
    }
}
