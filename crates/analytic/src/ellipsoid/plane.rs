//! An ellipsoid against a half-space and against a plane.

use super::Ellipsoid;
use crate::sphere::ends_against_half_space;
use crate::sphere::prism::unit;
use crate::{Answer, half_space};
use nalgebra::{Point3, Unit, Vector3};

/// A moving ellipsoid against everything below a plane: { x : `normal`·(x − `on_plane`) <= 0 }.
///
/// With A = diag(a) in its own axes the ellipsoid is A times the unit ball, so it reaches |An| from its middle along −n, at
/// the point −A²n/|An|: that is the gradient's direction, and that point is what touches first, since all points
/// move alike. The rest is a point against the half-space. Radii may be 0: where all along the normal are, all of the
/// ellipse or segment is level, and its middle is taken.
///
/// **Error**: 48u of the sum of the radii and of the distance of the middle from `on_plane` at the start: 16u for the
/// rotation of n, 16u for that of the point, 8u for the plane; the fraction is a quotient of two numbers, the
/// lower off by 4u·|d|.
pub fn against_half_space(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let Ellipsoid { radii, pose } = moving;
    let n = pose.rotation.inverse_transform_vector(normal);
    let reach = n.component_mul(radii);
    let lowest = unit(&reach).map_or_else(Vector3::zeros, |m| -m.component_mul(radii));
    let middle = Point3::from(pose.translation.vector) - on_plane;
    let lowest = Point3::from(middle + pose.rotation * lowest);
    let origin = Point3::origin();
    ends_against_half_space(&[lowest], 0.0, displacement, &origin, normal)
        .mapped(|p| on_plane + p.coords, |n| n)
}

/// A moving ellipsoid against a plane, met from either side: the side on which its middle is, or to which the motion
/// leads when that is in the plane, as in [`sphere::against_plane`](crate::sphere::against_plane).
///
/// **Error**: as for [`against_half_space`].
pub fn against_plane(
    moving: &Ellipsoid,
    displacement: &Vector3<f64>,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    let height = normal.dot(&(moving.pose.translation.vector - on_plane.coords));
    let normal = half_space::facing(normal, height, displacement);
    against_half_space(moving, displacement, on_plane, &normal)
}
