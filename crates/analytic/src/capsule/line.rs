//! A capsule against a line without end.

use super::Capsule;
use crate::quadratic::fma;
use crate::sphere::cast::Obstacle;
use crate::sphere::offset::Offset;
use crate::sphere::prism::{Prism, cross, unit};
use crate::tolerance::ACROSS;
use crate::{Answer, Hit, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// A moving capsule against the line through `on_line` along `direction`, without end on both sides.
///
/// Nothing changes along the line: across it, the capsule is a rounded segment in a plane and the line a point.
///
/// **Error**: 32u of L = the sizes + |a − o| at the start.
///
/// Source: "Sweep Tests", 2010, capsule-line.
pub fn against_line(
    moving: &Capsule,
    displacement: &Vector3<f64>,
    on_line: &Point3<f64>,
    direction: &Unit<Vector3<f64>>,
) -> Answer {
    let axis = moving.b - moving.a;
    core_against_line(
        &moving.a,
        &axis,
        moving.radius,
        displacement,
        on_line,
        direction,
    )
}

/// The same for a rounded segment from `end` to `end` + `axis`, which may be 0.
pub(crate) fn core_against_line(
    end: &Point3<f64>,
    axis: &Vector3<f64>,
    radius: f64,
    displacement: &Vector3<f64>,
    on_line: &Point3<f64>,
    direction: &Unit<Vector3<f64>>,
) -> Answer {
    let u = direction.into_inner();
    let [x, y] = beside(&u);
    let seen = |v: &Vector3<f64>| {
        // Rounded once: what the product is off by is along the line.
        let along = u.dot(v);
        let across = v.zip_map(&u, |v, u| fma(-u, along, v));
        Vector3::new(x.dot(&across), y.dot(&across), 0.0)
    };
    let flat = seen(axis);
    let origin = [Point3::origin()];
    let obstacle = Obstacle {
        endless: Some(Vector3::z()),
        ..Obstacle::for_capsule(&origin, flat, radius, 0.0)
    };
    let from = end - on_line;
    let start = Offset::between(&Point3::from(seen(&from)), &Point3::origin());
    let cast = |d: Vector3<f64>| {
        obstacle
            .cast(&Point3::origin(), &start, &d)
            .mapped(|p| p, |n| Unit::new_normalize(x * n.x + y * n.y))
    };
    let way = seen(displacement);
    let answer = match cast(way) {
        // Of a motion along the line rounding leaves a part across it, which closes no gap.
        Answer::Hit(hit) if hit.fraction == 0.0 && way.norm() <= ACROSS * displacement.norm() => {
            cast(Vector3::zeros())
        }
        other => other,
    };
    // The point of the line beside the point of the axis that is nearest to it, when the capsule has moved by `way`.
    let lifted = |way: Vector3<f64>| {
        let at = from + way;
        let s = Prism::polygon(&origin, Vector3::zeros())
            .nearest(&seen(&at), &flat)
            .along;
        on_line + u * u.dot(&(at + axis * s))
    };
    match answer {
        Answer::Hit(hit) => Answer::Hit(Hit {
            point: lifted(displacement * hit.fraction),
            ..hit
        }),
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            point: lifted(overlap.normal.into_inner() * overlap.depth),
            ..overlap
        }),
        miss => miss,
    }
}

/// Two unit vectors across a unit vector and each other. Coordinates along them have two dimensions and no more: a third, though it were
/// all rounding, would lead thin shapes past each other.
fn beside(u: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let x = unit(&cross(u, &Vector3::ith(u.iamin(), 1.0))).unwrap_or_else(Vector3::x);
    [x, unit(&cross(u, &x)).unwrap_or_else(Vector3::y)]
}
