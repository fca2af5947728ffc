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
use nalgebra::{Point3, Vector3, center};

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

/// Whether shapes of the scalar are seen from their middles: those in `f64` are (see [`Support::middle`](crate::Support::middle)).
const fn has_middles<T: Real>() -> bool {
    T::EPSILON == f64::EPSILON
}

/// How far the corners of a shape reach from the first of them, where its origin is far away beside that, at about `extent`; else 0, which
/// says that it has no [`middle`](first_as_middle).
#[inline(always)]
fn own_extent<T: Real, const K: usize>(corners: &[Point3<f64>; K], extent: f64) -> f64 {
    if const { !has_middles::<T>() } {
        return 0.0;
    }
    let (first, squares) = (corners[0], extent * extent);
    // One that is far from the first is enough for most shapes.
    let is_near = |corner: &Point3<f64>| (corner - first).norm_squared() < ASIDE.end * squares;
    if !corners[1..].iter().all(is_near) {
        return 0.0;
    }
    let own = extent_of(corners.map(|corner| Point3::from(corner - first)));
    if own * own > ASIDE.start * squares {
        own
    } else {
        0.0
    }
}

/// The first of a shape's corners, where they lie around it with this [extent of their own](own_extent).
#[inline(always)]
fn first_as_middle<T: Real>(corners: &[Point3<f64>], own: f64) -> Option<Middle> {
    let (at, extent) = (corners[0], own);
    (const { has_middles::<T>() } && own > 0.0).then_some(Middle { at, extent })
}

/// The middle of the hull of `points`, which reaches as far as `extent` from its shape's origin, where that is far away beside its own size
/// (see [`Support::middle`](crate::Support::middle)). Never in `f32`.
#[inline]
pub fn middle_of_hull<T: Real>(
    points: impl Iterator<Item = Point3<f64>> + Clone,
    extent: f64,
) -> Option<Middle> {
    if const { !has_middles::<T>() } {
        return None;
    }
    let (squares, mut each) = (extent * extent, points.clone());
    let first = each.next()?;
    // No way between two corners is longer than the box's diagonal. One that is too long is enough for most shapes.
    let is_near = |p: Point3<f64>| (p - first).norm_squared() < 4.0 * ASIDE.end * squares;
    if !each.all(is_near) {
        return None;
    }
    let bounds = bounds_of(points.clone(), &LinearMap::IDENTITY);
    let at = center(&bounds.min, &bounds.max);
    let seen = (bounds.max - at).norm_squared() / squares;
    ASIDE.contains(&seen).then(|| Middle {
        at,
        extent: extent_of(points.map(move |p| Point3::from(p - at))),
    })
}

/// The one of `points` with the greatest n·p; the first of equals. They are told apart by their ways from `middle`, which rounding leaves as
/// exact as they are short, or else from the origin. A way from there is exact: from a corner on the other side it would be twice as long
/// as the shape's extent, and its own rounding would come on top.
#[inline(always)]
fn farthest(points: &[Point3<f64>], middle: Option<Middle>, n: &Vector3<f64>) -> Point3<f64> {
    let from = middle.map_or(Point3::origin(), |middle| middle.at);
    let mut best = points[0];
    let mut reach = n.dot(&(best - from));
    for p in &points[1..] {
        let along = n.dot(&(p - from));
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
pub(crate) mod tests;
