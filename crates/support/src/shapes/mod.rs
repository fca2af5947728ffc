//! One file per shape. All stand in their own frame: centred on the origin unless their corners say otherwise,
//! and with y as the axis of everything that has one.

mod capsule;
mod cone;
mod convex_hull;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod half_space;
mod point;
mod rounded;
mod segment;
#[cfg(feature = "serde")]
mod serial;
mod shape;
mod sphere;
mod triangle;

pub use capsule::Capsule;
pub use cone::Cone;
pub use convex_hull::ConvexHull;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use half_space::HalfSpace;
pub use point::PointShape;
pub use rounded::Rounded;
pub use segment::Segment;
pub use shape::Shape;
pub use sphere::Sphere;
pub use triangle::Triangle;

use crate::invalid::{InvalidShape, coordinate};
use crate::math::{largest, within};
use crate::tolerance::{ASIDE, LENGTH_UP, WHOLE_SQUARES};
use crate::{Aabb, LinearMap, Middle, Real, sqrt};
use core::fmt::Display;
use nalgebra::{Point3, Vector3};

/// The length of `v`, rounded up: what an `extent` may promise.
#[inline(always)]
fn length_rounded_up(v: &Vector3<f64>) -> f64 {
    sqrt(v.norm_squared()) * LENGTH_UP
}

/// The largest distance of `points` from the origin, rounded up: what a shape with these corners may promise as its extent. NaN
/// when a coordinate is NaN.
#[inline]
pub fn extent_of<I: IntoIterator<Item = Point3<f64>> + Clone>(points: I) -> f64 {
    // The bits of floats that are not negative are ordered as they are, those of what is no number last, which `f64::max` would pass
    // over. The root of the greatest is the greatest root.
    let squared = |p: Point3<f64>| p.coords.norm_squared().to_bits();
    let far = f64::from_bits(points.clone().into_iter().map(squared).fold(0, u64::max));
    if far < WHOLE_SQUARES {
        return extent_of_tiny(points);
    }
    sqrt(far) * LENGTH_UP
}

/// The same of points whose squares vanish, all or in part: twice the largest coordinate is more than √3 times that.
#[cold]
fn extent_of_tiny(points: impl IntoIterator<Item = Point3<f64>>) -> f64 {
    let far = |far: f64, p: Point3<f64>| far.max(largest(&p.coords));
    2.0 * points.into_iter().fold(0.0, far)
}

/// The mean of `count` points: a point inside their hull.
pub fn middle_of(count: usize, points: impl IntoIterator<Item = Point3<f64>>) -> Point3<f64> {
    let share = 1.0 / count as f64;
    let sum = |sum, p: Point3<f64>| sum + p.coords * share;
    points.into_iter().fold(Vector3::zeros(), sum).into()
}

/// The box around `points` with its sides along the rows of `axes`, for a shape whose corners they are: at least one, and all of them
/// numbers.
pub fn bounds_of(points: impl IntoIterator<Item = Point3<f64>>, axes: &LinearMap) -> Aabb {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for p in points {
        for (i, row) in axes.rows.iter().enumerate() {
            let along = row[0] * p.x + row[1] * p.y + row[2] * p.z;
            low[i] = if along < low[i] { along } else { low[i] };
            high[i] = if along > high[i] { along } else { high[i] };
        }
    }
    Aabb {
        min: low.into(),
        max: high.into(),
    }
}

/// Which of `points` has the greatest n·p: the first of equals, and the first of all when `n` is no direction.
#[inline(always)]
pub fn farthest_of(points: impl IntoIterator<Item = Point3<f64>>, n: &Vector3<f64>) -> usize {
    // Selected by number and without a branch: which one wins cannot be foretold.
    let (mut best, mut reach) = (0, f64::NEG_INFINITY);
    for (i, p) in points.into_iter().enumerate() {
        let along = n.x * p.x + n.y * p.y + n.z * p.z;
        let farther = along > reach;
        best = core::hint::select_unpredictable(farther, i, best);
        reach = if farther { along } else { reach };
    }
    best
}

/// The first of a shape's corners, where the others lie around it and the shape's origin is far away, at about `extent`.
#[inline(always)]
fn middle_among<const K: usize>(corners: &[Point3<f64>; K], extent: f64) -> Option<Middle> {
    let (at, squares) = (corners[0], extent * extent);
    // One that is far from the first is enough for most shapes.
    let is_near = |corner: &Point3<f64>| (corner - at).norm_squared() < ASIDE.end * squares;
    if !corners[1..].iter().all(is_near) {
        return None;
    }
    let extent = extent_of(corners.map(|corner| Point3::from(corner - at)));
    (extent * extent > ASIDE.start * squares).then_some(Middle { at, extent })
}

/// The one of `points` with the greatest n·p; the first of equals. They are told apart by the ways from the first to the others, which
/// rounding leaves as exact as they are short, wherever the points are.
#[inline(always)]
fn farthest(points: &[Point3<f64>], n: &Vector3<f64>) -> Point3<f64> {
    let mut best = points[0];
    let mut reach = 0.0;
    for p in &points[1..] {
        let along = n.dot(&(p - points[0]));
        if along > reach {
            (best, reach) = (*p, along);
        }
    }
    best
}

/// A corner that was given as `name`, checked.
#[inline(always)]
fn corner<T: Real>(name: impl Display, p: Point3<T>) -> Result<Point3<T>, InvalidShape> {
    if within(&p.coords.map(Real::to_f64), T::MAX_LENGTH) {
        return Ok(p);
    }
    no_corner(&name, p)
}

/// The same for one that is likely none: names are made only when they are told.
#[cold]
fn no_corner<T: Real>(name: &dyn Display, p: Point3<T>) -> Result<Point3<T>, InvalidShape> {
    for i in 0..3 {
        coordinate(alloc::format!("{name}[{i}]"), p[i])?;
    }
    Ok(p)
}

#[cfg(test)]
mod tests;
