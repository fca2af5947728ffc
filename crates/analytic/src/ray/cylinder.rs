//! A ray against a cylinder.

use super::Ray;
use super::clip::Clip;
use crate::Answer;
use crate::sphere::cast::Obstacle;
use crate::sphere::interval::Interval;
use crate::sphere::prism::{Prism, across};
use crate::view::View;
use nalgebra::{Isometry3, Point3, Vector3};

/// The sizes of a cylinder or a cone that stands along y, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Upright {
    /// Half of its height, at least 0: it reaches from y = −`half_height` to `half_height`.
    pub half_height: f64,
    /// The radius of a cylinder, or of a cone's base, at least 0.
    pub radius: f64,
}

/// A ray against a cylinder with its middle and its axes at `pose`.
///
/// The slab |y| <= h and the round side x² + z² <= r² each cut an interval out of the line; the side is a ball in two
/// dimensions, with tangents for planes. Half height 0 makes a disc, radius 0 a segment, both a point. The depth is the
/// distance to the nearer of cap and side, and exact.
///
/// **Error**: that of all [rays](super), L = h + r + the distance.
pub fn against_cylinder(ray: &Ray, pose: &Isometry3<f64>, fixed: &Upright) -> Answer {
    let Upright {
        half_height,
        radius,
    } = *fixed;
    let view = ray.seen_from(pose);
    if radius == 0.0 {
        return rod(pose, &view, half_height);
    }
    let mut clip = Clip::new(view, half_height + radius);
    clip.slab(1, half_height);
    wall(&mut clip, radius);
    clip.answer_at(ray, pose)
}

/// The shape lies within `radius` of the axis: a ball in two dimensions, with tangents for planes.
pub(super) fn wall(clip: &mut Clip, radius: f64) {
    let View {
        start,
        end,
        foot,
        d,
        ..
    } = clip.view;
    let level = |p: Vector3<f64>| Vector3::new(p.x, 0.0, p.z);
    let over = |p: Vector3<f64>| (p.norm() - radius, clip.direction(&p, &Vector3::y()));
    let (start, end) = (over(level(start)), over(level(end)));
    clip.start(start.0, start.1, radius);
    clip.end(end.0, end.1, radius);
    let (q, d) = (level(foot), level(d));
    let inside = Interval::ALL.in_cylinder(&q, &d, &Vector3::y(), radius);
    if inside.first().is_none() {
        clip.beside(across(&q, &d).unwrap_or(q));
    } else if inside.low.is_finite() {
        let normal = |t: f64| clip.direction(&(q + d * t), &Vector3::y());
        let (low, high) = (normal(inside.low), normal(inside.high));
        clip.enter(inside.low, low);
        clip.leave(inside.high, high);
    }
}

/// What is left of a cylinder or a cone without a radius: a segment.
pub(super) fn rod(pose: &Isometry3<f64>, view: &View, half_height: f64) -> Answer {
    let ends = [-half_height, half_height].map(|y| Point3::new(0.0, y, 0.0));
    let prism = Prism {
        base: Point3::origin(),
        ..Prism::polygon(&ends, Vector3::zeros())
    };
    let answer = Obstacle::for_sphere(prism, 0.0, 0.0).cast_view(&Point3::origin(), view);
    answer.placed(&pose.rotation, &pose.translation.vector)
}
