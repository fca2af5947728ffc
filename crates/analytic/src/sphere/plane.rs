//! A sphere against a half-space and against a plane.

use super::Sphere;
use crate::tolerance::{ACROSS, TOUCHING};
use crate::{Answer, half_space};
use nalgebra::{Point3, Unit, Vector3};

/// A moving sphere against everything below a plane: { x : `normal`·(x − `on_plane`) <= 0 }.
///
/// The centre's height is h = n·(c − o), and the sphere's lowest point is c − r·n. It reaches the plane when
/// h + t·(n·d) = r: t = (r − h) / (n·d).
///
/// **Error**: 8u of L = r + |c − o| at the start; the fraction is a quotient of two numbers, the lower off by 4u·|d|.
///
/// Source: "Narrow Phase: Sweeping a Sphere Against a Polygon", 2010, its first step.
pub fn against_half_space(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    ends_against_half_space(
        &[moving.centre],
        moving.radius,
        displacement,
        on_plane,
        normal,
    )
}

/// A moving sphere against a plane, from whichever side its centre starts on; from the plane itself the motion goes
/// to the side that `normal` points to, unless it leads to the other.
///
/// The normal of the answer is turned to that side, and the rest is [`against_half_space`]: a sphere that starts apart has
/// to come from there.
///
/// **Error**: as for [`against_half_space`].
pub fn against_plane(
    moving: &Sphere,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let height = normal.dot(&(moving.centre - on_plane));
    let normal = half_space::facing(normal, height, displacement);
    against_half_space(moving, displacement, on_plane, &normal)
}

/// A rounded point or segment, given by its ends, against a half-space: the lowest end is what touches first, since all
/// ends move alike.
pub(crate) fn ends_against_half_space(
    ends: &[Point3<f64>],
    radius: f64,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let mut height = f64::INFINITY;
    let mut size = 0.0f64;
    let mut lowest = *on_plane;
    for end in ends {
        let from = end - on_plane;
        size = size.max(from.norm());
        if normal.dot(&from) < height {
            height = normal.dot(&from);
            lowest = *end;
        }
    }
    let separation = height - radius;
    let tolerance = TOUCHING * (radius + size);
    // The foot of the lowest end at a fraction.
    let foot = |t: f64| {
        let end = lowest + displacement * t;
        end - normal.into_inner() * normal.dot(&(end - on_plane))
    };
    half_space::answer(normal, separation, displacement, [tolerance, ACROSS], foot)
}
