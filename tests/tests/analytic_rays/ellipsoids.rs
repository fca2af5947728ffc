//! A moving ellipsoid against a point, a half-space and polygons.

use super::compare::{Cast, Counts};
use super::{adversarial, casts};
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, Unit, UnitQuaternion, Vector3};
use swept::{ConvexHull, Ellipsoid, HalfSpace, Placed, PointShape, Shape, Sweep};
use swept_analytic::ellipsoid;
use swept_tests::Dice;

/// The unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fixed {
    Point,
    HalfSpace,
    /// A polygon of so many corners.
    Polygon(usize),
}

/// A cast: everything but the closed form's answer.
#[derive(Debug)]
struct Setting {
    moving: ellipsoid::Ellipsoid,
    d: Vector3<f64>,
    /// The point, the point on the plane, or the corners.
    corners: Vec<Point3<f64>>,
    normal: Unit<Vector3<f64>>,
}

fn turn(dice: &mut Dice) -> UnitQuaternion<f64> {
    if dice.chance(0.5) {
        return UnitQuaternion::identity();
    }
    let [x, y, z, w] = dice.rotation();
    UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
}

/// A flat polygon: a corner, a segment, a triangle, or a parallelogram without one corner, which is flat without rounding.
fn polygon(dice: &mut Dice, count: usize, size: f64) -> Vec<Point3<f64>> {
    let grid = |v: Vector3<f64>| v.map(|x| (x * 1048576.0).round() / 1048576.0);
    let corner = |dice: &mut Dice| {
        let whole = dice.chance(0.3);
        let v = if whole {
            Vector3::from(dice.three(|d| d.whole(-2..=2)))
        } else {
            dice.in_ball() * 2.0
        };
        grid(v * size)
    };
    let (o, u, v) = (corner(dice), corner(dice), corner(dice));
    let all = match count {
        1 => vec![o],
        2 => vec![o, o + u],
        3 => vec![o, o + u, o + v],
        _ => vec![o, o + u, o + u + v * 0.5, o + u * 0.5 + v, o + v],
    };
    all.into_iter().map(Point3::from).collect()
}

impl Setting {
    fn new(dice: &mut Dice, fixed: Fixed, hard: bool) -> Self {
        let solid = matches!(fixed, Fixed::Polygon(_));
        let radii = Vector3::from(dice.three(|d| {
            if !solid && d.chance(0.1) {
                0.0
            } else if d.chance(0.3) {
                1.0
            } else {
                d.log_between(0.1, 10.0)
            }
        }));
        let rotation = turn(dice);
        let size = radii.sum().max(0.1);
        let corners = match fixed {
            Fixed::Polygon(count) => polygon(dice, count, 0.5 * size.min(4.0)),
            _ => vec![Point3::from(dice.in_ball() * size)],
        };
        // A point of the fixed shape, and a direction in which the ellipsoid touches it there.
        let (i, j) = (*dice.pick(&corners), *dice.pick(&corners));
        let target = i + (j - i) * *dice.pick(&[0.0, 0.5, 0.3]);
        let normal = Unit::new_normalize(dice.direction());
        let across = corners.last().map_or(normal.into_inner(), |last| {
            (last - corners[0]).cross(&dice.direction())
        });
        let n = if solid && dice.chance(0.7) {
            Unit::try_new(across, 0.0).unwrap_or(normal)
        } else {
            normal
        };
        let reach = (rotation.inverse() * n.into_inner()).component_mul(&radii);
        let lowest = reach
            .try_normalize(0.0)
            .map_or(Vector3::zeros(), |m| rotation * m.component_mul(&radii));
        let (off, way) = if hard {
            let off = match dice.whole(0..=3) as i32 {
                0 => dice.sign() * dice.log_between(1e-17, 1e-2) * size,
                1 => dice.between(-1.0, 1.0) * size,
                _ => 0.0,
            };
            let way = match dice.whole(0..=3) as i32 {
                0 => n.cross(&dice.direction()) + n.into_inner() * dice.between(-1e-6, 1e-6),
                1 => -n.into_inner(),
                2 if solid => corners[corners.len() - 1] - corners[0],
                _ => dice.direction(),
            };
            (off, way)
        } else {
            (dice.between(-1.0, 1.0) * size, dice.direction())
        };
        let length = |dice: &mut Dice| match dice.whole(0..=5) as i32 {
            0 if hard => 0.0,
            1 if hard => dice.log_between(1e-16, 1e5),
            _ => dice.between(0.0, 4.0),
        };
        let (before, after) = (length(dice) * size, length(dice) * size);
        let middle = target.coords + lowest + n.into_inner() * off - way * before;
        Self {
            moving: ellipsoid::Ellipsoid {
                radii,
                pose: Isometry3::from_parts(Translation3::from(middle), rotation),
            },
            d: way * (before + after),
            corners,
            normal: n,
        }
    }

    fn cast(&self, fixed: Fixed) -> Cast {
        let Self {
            moving,
            d,
            corners,
            normal,
        } = self;
        let from = moving.pose.translation.vector - corners[0].coords;
        let nearest = if d.norm() > 0.0 {
            let t = (-from.dot(d) / d.norm_squared()).clamp(0.0, 1.0);
            from + d * t
        } else {
            from
        };
        let sum = moving.radii.sum();
        let identity = Isometry3::from(corners[0]);
        let (shape, at, answer, error) = match fixed {
            Fixed::Point => {
                let answer = ellipsoid::against_point(moving, d, &corners[0]);
                let error = 64.0 * U * (sum + nearest.norm());
                (PointShape.into(), identity, answer, error)
            }
            Fixed::HalfSpace => {
                let answer = ellipsoid::against_half_space(moving, d, &corners[0], normal);
                let shape = Shape::from(HalfSpace::new(normal.into_inner()).unwrap());
                let error = 48.0 * U * (sum + from.norm()) + 4.0 * U * d.norm();
                (shape, identity, answer, error)
            }
            Fixed::Polygon(_) => {
                let answer = ellipsoid::against_polygon(moving, d, corners).unwrap();
                let shape = Shape::from(ConvexHull::new(corners.iter().copied()).unwrap());
                let inside = |v: Vector3<f64>| {
                    let local = moving.pose.rotation.inverse() * v;
                    local.component_div(&moving.radii).norm()
                };
                let extent = corners.iter().map(|c| inside(c - corners[0]));
                let scale = 1.0 + inside(nearest) + extent.fold(0.0, f64::max);
                let n = match &answer {
                    swept_analytic::Answer::Hit(hit) => hit.normal,
                    swept_analytic::Answer::Miss(miss) => miss.axis,
                    swept_analytic::Answer::Overlap(overlap) => overlap.normal,
                };
                let local = moving.pose.rotation.inverse() * n.into_inner();
                let reach = local.component_mul(&moving.radii).norm();
                (
                    shape,
                    Isometry3::identity(),
                    answer,
                    96.0 * U * scale * reach,
                )
            }
        };
        let error = error + 4.0 * U * d.norm();
        let placed = Placed::new(
            Shape::from(Ellipsoid::new(moving.radii).unwrap()),
            moving.pose,
        );
        let start = match fixed {
            Fixed::Polygon(_) => {
                let ratio = moving.radii.max() / moving.radii.min();
                sum + (from.norm() + sum) * ratio
            }
            _ => sum + from.norm(),
        };
        Cast {
            sweep: Sweep::new(placed.unwrap(), *d, Placed::new(shape, at).unwrap()).unwrap(),
            answer,
            error,
            plane_error: error + 16.0 * U * start,
        }
    }
}

fn compare(pair: &str, seed: u64, fixed: Fixed) {
    let mut counts = Counts::default();
    for index in 0..casts() {
        let dice = &mut Dice::new(seed, index);
        let setting = Setting::new(dice, fixed, adversarial(index));
        counts.count(&setting.cast(fixed), || format!("case {index} {setting:?}"));
    }
    counts.report(pair);
}

#[test]
fn ellipsoid_point() {
    compare("ellipsoid at point", 10, Fixed::Point);
}

#[test]
fn ellipsoid_half_space() {
    compare("ellipsoid at half-space", 11, Fixed::HalfSpace);
}

#[test]
fn ellipsoid_corner() {
    compare("ellipsoid at polygon of one corner", 15, Fixed::Polygon(1));
}

#[test]
fn ellipsoid_segment() {
    compare("ellipsoid at segment", 12, Fixed::Polygon(2));
}

#[test]
fn ellipsoid_triangle() {
    compare("ellipsoid at triangle", 13, Fixed::Polygon(3));
}

#[test]
fn ellipsoid_polygon() {
    compare("ellipsoid at polygon", 14, Fixed::Polygon(5));
}
