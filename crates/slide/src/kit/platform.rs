//! Moving platforms.

use crate::exits::wide;
use crate::kit::checks::{self, axes};
use crate::kit::{Slopes, Surface};
use crate::mover::{Course, slide_on};
use crate::tolerance::ALONG;
use crate::{Response, SlideHit, SlideOptions, SlideReport};
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{ObjectId, Scene};
use swept_support::{Placed, Real, Support};

/// How a platform that goes from one pose to another carries the point `at`, which stands on it: its motion is that of the
/// platform's own point there, turning included. All of it in world space.
pub fn carried<T: Real>(
    before: &Isometry3<T>,
    after: &Isometry3<T>,
    at: impl Into<Point3<T>>,
) -> Vector3<T> {
    way_of(before, after, &at.into().map(Real::to_f64)).map(T::nearest)
}

/// [`carried`] in `f64`: far from the origin a way is much shorter than what coordinates are rounded by in `f32`.
fn way_of<T: Real>(before: &Isometry3<T>, after: &Isometry3<T>, at: &Point3<f64>) -> Vector3<f64> {
    if before == after {
        return Vector3::zeros();
    }
    wide_pose(after) * wide_pose(before).inverse_transform_point(at) - at
}

fn wide_pose<T: Real>(pose: &Isometry3<T>) -> Isometry3<f64> {
    let rotation = pose.rotation.coords.map(Real::to_f64);
    Isometry3::from_parts(
        pose.translation.vector.map(Real::to_f64).into(),
        UnitQuaternion::new_normalize(rotation.into()),
    )
}

/// How a platform that goes from one pose to another carries a mover that stands on it and does not turn with it. `at` is the point of the
/// floor that the mover stands on and `floor` the floor's normal there, both before the platform moved. All of it in world space.
///
/// On the level, the mover goes where the platform's point below the mover's middle goes: a flat foot may be touched anywhere. Up or
/// down, it goes by what keeps its height above the plane of the floor.
///
/// With the normal n that height was n·(q − p), p being the point `at` and q the mover's lowest point along n. After the turn the
/// normal is n', the point p', and the lowest point along n' is q'. A way of l on the level and h up makes the height n'·(q' + l + h
/// up − p'), which is the same as before for exactly one h. Where the floor has become too steep to stand on, or steeper than 60
/// degrees, up leads along the floor rather than away from it: h is then what the point `at` is carried by.
pub fn carried_upright<T: Real, S: Support>(
    before: &Isometry3<T>,
    after: &Isometry3<T>,
    mover: &Placed<T, S>,
    at: impl Into<Point3<T>>,
    floor: &Unit<Vector3<T>>,
    slopes: &Slopes<T>,
) -> Vector3<T> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    way_upright(before, after, mover, &at.into(), floor, slopes).map(T::nearest)
}

/// [`carried_upright`] in `f64`.
pub(super) fn way_upright<T: Real, S: Support>(
    before: &Isometry3<T>,
    after: &Isometry3<T>,
    mover: &Placed<T, S>,
    at: &Point3<T>,
    floor: &Unit<Vector3<T>>,
    slopes: &Slopes<T>,
) -> Vector3<f64> {
    let (up, floor, at) = (wide(&slopes.up), wide(floor), at.map(Real::to_f64));
    let way = way_of(before, after, &at);
    let middle = mover.position();
    let below = middle + up * up.dot(&(at.coords - middle));
    let way_below = way_of(before, after, &below.into());
    let level = way_below - up * up.dot(&way_below);
    let turned = wide_pose(after).rotation * (wide_pose(before).rotation.inverse() * floor);
    let rise = turned.dot(&up);
    let is_floor = slopes.surface(&Unit::new_unchecked(turned.map(T::nearest))) == Surface::Floor;
    if before.rotation == after.rotation || !is_floor || rise <= ALONG {
        return level + up * up.dot(&way);
    }
    let above = |normal: &Vector3<f64>, floor: &Vector3<f64>| {
        let lowest = mover.support_point(&-normal).coords;
        normal.dot(&(lowest - floor))
    };
    let lost = above(&floor, &at.coords) - above(&turned, &(at.coords + way - level));
    level + up * (lost / rise)
}

/// Carries a mover with its platform, which has already moved: the way of `at`, the point it stands on, stopped by all that
/// is not the platform. Where something else turns the way aside the platform counts as well, or the mover would be led into it.
/// `on_hit` is as for [`move_and_slide`](crate::move_and_slide), and is shown the platform from then on only.
///
/// # Errors
/// As for [`move_and_slide`](crate::move_and_slide), of `way`.
pub fn ride<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    platform: ObjectId,
    way: impl Into<Vector3<T>>,
    options: &SlideOptions<'_, T>,
    mut on_hit: impl FnMut(&SlideHit<T>) -> Response<T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    let (shape, pose) = (mover.shape(), mover.pose());
    let way = way.into();
    checks::way(axes!("way"), &way)?;
    ride_from(scene, shape, &pose, platform, way, options, &mut on_hit)
}

/// [`ride`] of a shape at a pose.
pub(super) fn ride_from<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    platform: ObjectId,
    way: Vector3<T>,
    options: &SlideOptions<'_, T>,
    on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    let mut is_aside = false;
    let course = Course::Carried(platform);
    slide_on(scene, shape, pose, way, course, options, &mut |hit| {
        if hit.sub_shape().id == platform && !is_aside {
            return Response::Ignore;
        }
        let response = on_hit(hit);
        is_aside |= !matches!(response, Response::Ignore);
        response
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::Cuboid;

    #[test]
    fn a_turning_platform_carries_a_point_around_its_middle() {
        let before = Isometry3::translation(1.0, 0.0, 0.0);
        let turn = Vector3::y() * std::f64::consts::FRAC_PI_2;
        let after = Isometry3::new(Vector3::new(1.0, 0.5, 0.0), turn);
        // 2 along x from its middle becomes 2 against z, and half a unit up.
        let way = carried(&before, &after, [3.0, 1.0, 0.0]);
        assert!((way - Vector3::new(-2.0, 0.5, -2.0)).norm() < 1e-15);
        assert_eq!(carried(&after, &after, [3.0, 1.0, 0.0]), Vector3::zeros());
    }

    #[test]
    fn a_floor_that_turns_upright_throws_nothing_up() {
        let foot = Cuboid::new([0.3, 0.9, 0.3]).unwrap();
        let mover = Placed::new(foot, [1.0, 0.9, 0.0]).unwrap();
        // Every slope counts as floor.
        let slopes = Slopes::new([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_2).unwrap();
        let before = Isometry3::identity();
        for degrees in -90..=90 {
            let turn = Vector3::z() * f64::from(degrees).to_radians();
            let after = Isometry3::new(Vector3::zeros(), turn);
            let (at, floor) = (Point3::new(1.0, 0.0, 0.0), Vector3::y_axis());
            let way = carried_upright(&before, &after, &mover, at, &floor, &slopes);
            // The point goes 1.42 at most; the foot is 0.3 aside of it, on a slope of 60 degrees at most.
            assert!(way.norm() < 1.5 + 0.3 * 3.0_f64.sqrt(), "{degrees}: {way}");
        }
    }

    #[test]
    fn a_platform_that_stands_carries_nothing_anywhere() {
        let pose = Isometry3::new(Vector3::new(0.1, 7.3, -3.7), Vector3::new(0.3, 1.1, -0.7));
        let at = Point3::new(123.4, -0.7, 33.3);
        assert_eq!(carried(&pose, &pose, at), Vector3::zeros());
    }

    /// By 50 degrees where a floor may be of 45, and by 65 where it may be of 80: up and down by what the point is carried.
    #[test]
    fn a_floor_that_has_become_too_steep_carries_by_the_point_that_is_stood_on() {
        let before = Isometry3::identity();
        let cuboid = Cuboid::new([0.5_f64, 0.5, 0.5]).unwrap();
        let mover = Placed::new(cuboid, [2.0, 1.5, 0.0]).unwrap();
        let at = Point3::new(2.0, 1.0, 0.0);
        for (turn, steepest, by_point) in [
            (40.0, 45.0, false),
            (50.0, 45.0, true),
            (50.0, 80.0, false),
            (65.0, 80.0, true),
        ] {
            let turn = Vector3::z() * f64::to_radians(turn);
            let after = Isometry3::new(Vector3::new(0.0, 0.25, 0.0), turn);
            let slopes = Slopes::new([0.0, 1.0, 0.0], f64::to_radians(steepest)).unwrap();
            let floor = Vector3::y_axis();
            let way = carried_upright(&before, &after, &mover, at, &floor, &slopes);
            let of_point = carried(&before, &after, at);
            // The middle is above the point.
            let off = (way - of_point).norm();
            assert_eq!(off < 1e-14, by_point, "{turn:?} {steepest}: {off}");
        }
    }
}
