//! Rays against the shapes that a sphere of radius 0 meets: the sweeps of [`sphere`] under the name of what
//! they are here. Their errors are 32u of L, as stated there.

use super::Ray;
use crate::capsule::Capsule;
use crate::sphere::cast::toward;
use crate::sphere::offset::Offset;
use crate::sphere::{self, Sphere};
use crate::{Answer, Hit, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// A ray against a rounded shape: all points within `radius` of a shape that `sweep` casts a sphere at.
///
/// A point comes within the radius of the shape when a sphere of that radius touches it. The answer's point is moved out to
/// the rounded surface.
///
/// **Error**: that of `sweep`.
///
/// ```
/// use nalgebra::{Isometry3, Point3, Vector3};
/// use swept_analytic::{ray, ray::Ray, sphere};
///
/// // A cube with the half extent 1, rounded by 0.5: 6.5 to go, of 13.
/// let down = Ray { start: Point3::new(0.0, 8.0, 0.0), displacement: Vector3::new(0.0, -13.0, 0.0) };
/// let half_extents = Vector3::repeat(1.0);
/// let answer = ray::against_rounded(&down, 0.5, |ball| {
///     sphere::against_box(ball, &down.displacement, &Isometry3::identity(), &half_extents)
/// });
/// let hit = answer.hit().unwrap();
/// assert_eq!((hit.fraction, hit.point), (0.5, Point3::new(0.0, 1.5, 0.0)));
/// ```
pub fn against_rounded(ray: &Ray, radius: f64, sweep: impl FnOnce(&Sphere) -> Answer) -> Answer {
    let ball = Sphere {
        centre: ray.start,
        radius,
    };
    match sweep(&ball) {
        Answer::Hit(hit) => {
            // Toward where the ray is: a normal that is off by √u is as good a plane's.
            let offset = Offset::between(&ray.start, &hit.point);
            let out = toward(
                &offset.advanced(&ray.displacement, hit.fraction),
                &hit.normal,
            );
            Answer::Hit(Hit {
                point: hit.point + out * radius,
                ..hit
            })
        }
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            point: overlap.point + overlap.normal.into_inner() * radius,
            ..overlap
        }),
        miss => miss,
    }
}

impl Ray {
    fn tip(&self) -> Sphere {
        Sphere {
            centre: self.start,
            radius: 0.0,
        }
    }
}

/// A ray against a point, which most rays that are aimed at one pass by their rounding: [`sphere::against_point`].
pub fn against_point(ray: &Ray, fixed: &Point3<f64>) -> Answer {
    sphere::against_point(&ray.tip(), &ray.displacement, fixed)
}

/// A ray against a ball: [`sphere::against_sphere`].
pub fn against_sphere(ray: &Ray, fixed: &Sphere) -> Answer {
    sphere::against_sphere(&ray.tip(), &ray.displacement, fixed)
}

/// A ray against everything below a plane: [`sphere::against_half_space`].
pub fn against_half_space(
    ray: &Ray,
    on_plane: &Point3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Answer {
    sphere::against_half_space(&ray.tip(), &ray.displacement, on_plane, normal)
}

/// A ray against a plane, met from either side: [`sphere::against_plane`].
pub fn against_plane(ray: &Ray, on_plane: &Point3<f64>, normal: &Unit<Vector3<f64>>) -> Answer {
    sphere::against_plane(&ray.tip(), &ray.displacement, on_plane, normal)
}

/// A ray against the segment from `a` to `b`, which may be one point: [`sphere::against_segment`]. It meets the segment when it
/// passes within 8u of L.
pub fn against_segment(ray: &Ray, a: &Point3<f64>, b: &Point3<f64>) -> Answer {
    sphere::against_segment(&ray.tip(), &ray.displacement, a, b)
}

/// A ray against a capsule: [`sphere::against_capsule`].
pub fn against_capsule(ray: &Ray, fixed: &Capsule) -> Answer {
    sphere::against_capsule(&ray.tip(), &ray.displacement, fixed)
}

/// A ray against a triangle, met from either side: [`sphere::against_triangle`].
pub fn against_triangle(ray: &Ray, corners: &[Point3<f64>; 3]) -> Answer {
    sphere::against_triangle(&ray.tip(), &ray.displacement, corners)
}

/// A ray against a flat convex polygon with its corners in order, met from either side: [`sphere::against_polygon`].
pub fn against_polygon(ray: &Ray, corners: &[Point3<f64>]) -> Answer {
    sphere::against_polygon(&ray.tip(), &ray.displacement, corners)
}
