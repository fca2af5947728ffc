//! Bodies that turn while they move.

use super::Scalar;
use super::closest::{Found, Item, Search};
use super::convert::{isometry, narrow, point, vector, wide};
use super::motion::{Motion, Spin, duration, duration_of_parts};
use super::parry::math::Pose;
use super::parry::query::{NonlinearRigidMotion, ShapeCastHit};
use super::parry::shape::Shape;
use super::question::{frame, size, start_overlap, together};
use super::view::{Room, View};
use crate::CastError;
use crate::tolerance::FIRST_TURNS;
use nalgebra::{Isometry3, Point3, Unit, UnitQuaternion, Vector3};
use swept_cast::TurningSweep;
use swept_support::{LinearMap, Placed, PointShape, Real, largest};

/// Two bodies and their motions.
pub(super) struct Turning<'a> {
    pub(super) moving: (&'a dyn Shape, &'a NonlinearRigidMotion),
    pub(super) fixed: (&'a dyn Shape, &'a NonlinearRigidMotion),
    /// When the cast starts and ends.
    pub(super) times: [Scalar; 2],
    pub(super) stop_at_penetration: bool,
}

impl Turning<'_> {
    pub(super) fn cast(&self) -> Result<Option<ShapeCastHit>, CastError> {
        let ((shape_m, m), (shape_f, f)) = (self.moving, self.fixed);
        let [start, end] = self.times;
        let most = end - start;
        if most < 0.0 {
            return Ok(None);
        }
        let pose = |motion: &NonlinearRigidMotion| {
            if start == 0.0 {
                motion.start
            } else {
                pose_at(motion, start)
            }
        };
        let [at_m, at_f] = together([&pose(m), &pose(f)]);
        let centres = [centre(&at_m, m)?, centre(&at_f, f)?];
        let velocity = vector(m.linvel) - vector(f.linvel);
        let rates = [vector(m.angvel), vector(f.angvel)];
        let (mut room_m, mut room_f) = (Room::new(), Room::new());
        let (mut view_m, mut view_f) = (None, None);
        View::put(&mut view_m, shape_m, Some(&mut room_m))?;
        View::put(&mut view_f, shape_f, Some(&mut room_f))?;
        let parts = view_m.is_none() || view_f.is_none();
        let duration = self.duration(most, &velocity, &rates, &centres, parts);
        let spins = [0, 1].map(|i| Spin {
            rotation: rates[i] * duration,
            centre: centres[i],
        });
        let motion = Motion {
            displacement: velocity * duration,
            turns: (!spins.iter().all(Spin::is_none)).then_some(spins),
            reach: 0.0,
            start_overlap: start_overlap(self.stop_at_penetration),
        };
        let moving = Item::new(shape_m, view_m.as_ref(), at_m);
        let fixed = Item::new(shape_f, view_f.as_ref(), at_f);
        let limit = (most.to_f64() / duration.to_f64()).min(1.0);
        let angle = |spin: &Spin| largest(&spin.rotation.map(Real::to_f64));
        let angle = if parts {
            spins.iter().map(angle).fold(0.0, f64::max)
        } else {
            0.0
        };
        let Some(found) = first([&moving, &fixed], &motion, angle, limit)? else {
            return Ok(None);
        };
        let frames = [frame(&at_m)?, frame(&at_f)?];
        let time = after(start, found.contact.fraction * duration);
        Ok(Some(found.contact.hit(
            time,
            &frames[0],
            &frames[1],
            false,
            found.parts,
        )))
    }

    /// How long the sweep takes: no longer than the bodies can be followed; where there are parts, no longer than until they have parted.
    fn duration(
        &self,
        most: Scalar,
        velocity: &Vector3<Scalar>,
        rates: &[Vector3<Scalar>; 2],
        centres: &[Point3<f64>; 2],
        parts: bool,
    ) -> Scalar {
        let offset = centres[0] - centres[1];
        let far = || {
            let levers: f64 = [self.moving, self.fixed]
                .iter()
                .map(|(shape, motion)| {
                    let lever = vector(motion.local_center).map(Real::to_f64).norm();
                    size(*shape) + lever
                })
                .sum();
            offset.norm() + levers
        };
        let until = |most| match parts {
            true => duration_of_parts(most, velocity, &offset, far),
            false => duration(most, velocity, far),
        };
        let [a, b] = rates.map(|rate| largest(&rate.map(Real::to_f64)));
        let turning = TurningSweep::<Scalar, PointShape, PointShape>::MAX_ANGLE / a.max(b);
        if turning.is_infinite() || turning.is_nan() {
            return until(most);
        }
        // Half of it, because the duration is the power of two above.
        let turning = <Scalar as Real>::round_down(turning / 2.0);
        if velocity == &Vector3::zeros() {
            return duration(most.min(turning), &rates[0], || f64::INFINITY);
        }
        until(most).min(duration(turning, velocity, || f64::INFINITY))
    }
}

/// What comes first up to the fraction `limit`. The motion is followed for the [`FIRST_TURNS`] at first, where it turns by `angle` in all:
/// what spins meets most of what it does meet soon, and until then nothing tells which parts to look at first.
fn first(
    bodies: [&Item<'_>; 2],
    motion: &Motion,
    angle: f64,
    limit: f64,
) -> Result<Option<Found>, CastError> {
    let soon = FIRST_TURNS.map(|turned| turned / angle);
    let soon = soon.into_iter().filter(|until| *until < limit);
    for until in soon.chain([limit]) {
        let mut search = Search::up_to(until, false);
        search.bodies(bodies, motion)?;
        if search.best.is_some() {
            return Ok(search.best);
        }
    }
    Ok(None)
}

/// Where a body stands at a time, rounded to the scalar at the end. parry rounds the angle to the scalar, and its square may leave
/// the range of that.
fn pose_at(motion: &NonlinearRigidMotion, time: Scalar) -> Pose {
    let time = time.to_f64();
    let turning = wide(motion.angvel) * time;
    let mut pose = motion.start;
    let mut moved = wide(motion.start.translation) + wide(motion.linvel) * time;
    let greatest = largest(&turning);
    if greatest != 0.0 {
        let scaled = turning / greatest;
        let angle = greatest * scaled.norm();
        let turn = UnitQuaternion::from_axis_angle(&Unit::new_normalize(scaled), angle);
        let stands = isometry(&motion.start).rotation.cast::<f64>();
        let stands = UnitQuaternion::new_normalize(stands.into_inner());
        let lever = stands * wide(motion.local_center);
        moved += lever - turn * lever;
        let [x, y, z, w] = (turn * stands).coords.map(<Scalar as Real>::nearest).into();
        let rotation = &mut pose.rotation;
        (rotation.x, rotation.y, rotation.z, rotation.w) = (x, y, z, w);
    }
    pose.translation = narrow(&moved);
    pose
}

/// A body's centre of rotation in world space.
fn centre(
    pose: &Isometry3<Scalar>,
    motion: &NonlinearRigidMotion,
) -> Result<Point3<f64>, CastError> {
    let placed = Placed::<Scalar, _>::new(PointShape, *pose)?;
    let rotation: LinearMap = placed.rotation();
    let lever = rotation.apply(&point(motion.local_center).coords);
    Ok(Point3::from(lever + placed.position()))
}

/// Not after the time itself: a sum is rounded down.
fn after(start: Scalar, time: Scalar) -> Scalar {
    let sum = start + time;
    if sum - start > time || sum - time > start {
        sum.next_down()
    } else {
        sum
    }
}
