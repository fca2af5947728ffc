//! Both bodies at any fraction of the motion, and what one vector n proves there.
//!
//! The pose at a fraction is an ordinary sweep without displacement, in `f64`, with the fixed shape's origin in the
//! world's: problem, obstacle and distance search are those of the linear cast. Fractions are wide numbers, and so is the
//! offset of the two centres at the start, so that the difference offset − s·d is right to its own last
//! places however far away the sweep begins and wherever the pair stands.

use super::angle;
use super::bound::{Spin, curvature, turns};
use super::carried::{Carried, Frame};
use super::near::Near;
use super::still::Still;
use crate::InvalidSweep;
use crate::predicate::product_error;
use crate::problem::{Problem, Standing};
use crate::tolerance::{
    ANEW, CENTRE, DIRECTION, POSITION, ROTATION, SPREAD, SUPPORT, TURN, U, VANISHING, WAYS,
};
use crate::turning::{Turn, TurningSweep};
use crate::wide::{Wide, Wide3, dot, narrow, wide3};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_support::{LinearMap, Placed, Real, Support, largest, sqrt};

/// One body and its rotation.
pub(crate) struct Body<'a, S> {
    pub(crate) shape: &'a S,
    /// The shape's rotation at the start.
    pub(super) rotation: Quaternion<f64>,
    pub(crate) omega: Vector3<f64>,
    /// |ω|.
    pub(super) angle: Wide,
    pub(crate) turns: bool,
    /// The centre of rotation in the shape's own frame; the origin for a body that does not turn.
    pub(crate) centre: Vector3<f64>,
    /// The same at the start, from the shape's origin, in world axes.
    lever: Vector3<f64>,
    pub(crate) spin: Spin,
}

impl<'a, S: Support> Body<'a, S> {
    fn new<T: Real>(placed: &'a Placed<T, S>, turn: &Turn<T>) -> Self {
        let shape = placed.shape();
        let omega = turn.rotation.map(Real::to_f64);
        let centre = turn.centre.coords.map(Real::to_f64);
        let turns = turns(&omega, &centre, shape.extent());
        let wide = wide3(&omega);
        let angle = dot(&wide, &wide).root();
        let centre = if turns { centre } else { Vector3::zeros() };
        let map = placed.rotation();
        let mut rotation =
            Quaternion::from(placed.pose().rotation.as_ref().coords.map(Real::to_f64));
        if !(1e-100..1e100).contains(&rotation.norm_squared()) {
            rotation /= rotation.coords.amax();
        }
        let spin = if turns {
            Spin::new(shape, &map, &omega, angle, &centre)
        } else {
            Spin::none(shape.extent())
        };
        Self {
            shape,
            rotation,
            omega,
            angle,
            turns,
            centre,
            lever: map.apply(&centre),
            spin,
        }
    }

    /// The rotation at a fraction, as a quaternion.
    ///
    /// Half the angle's sine and cosine err by 3u each, the vector part by 4u more: 8u in all, as a vector of four.
    /// The product with the start's rotation adds 4u per component relative to sums of four products, 8u as a vector.
    /// A quaternion off by 16u of its length is a rotation off by twice that: 32u.
    fn rotation(&self, t: Wide) -> Quaternion<f64> {
        if !self.turns {
            return self.rotation;
        }
        self.turned_by(self.angle * t)
    }

    /// The rotation of a body that turns, once it has turned by an angle.
    pub(super) fn turned_by(&self, angle: Wide) -> Quaternion<f64> {
        let (s, c) = angle::sin_cos(angle * Wide::from(0.5));
        let axis = self.omega * (s / self.angle.value());
        Quaternion::from_parts(c, axis) * self.rotation
    }

    /// From the shape's origin to the centre of rotation, at a rotation.
    fn lever(&self, rotation: &Quaternion<f64>) -> Vector3<f64> {
        map(rotation).apply(&self.centre)
    }

    /// Whether the centre of rotation is not the shape's origin.
    fn off_centre(&self) -> bool {
        largest(&self.centre) > 0.0
    }
}

/// The whole motion.
pub(crate) struct Motion<'a, A, B> {
    pub(crate) moving: Body<'a, A>,
    pub(crate) fixed: Body<'a, B>,
    pub(crate) displacement: Vector3<f64>,
    /// From the moving body's centre to the fixed one's, at the start.
    offset: Wide3,
    /// The fixed shape's position at the start, in world space.
    fixed_origin: Vector3<f64>,
    /// The target distance, or as much of it as matters.
    pub(crate) reach: f64,
    /// Both radii and the target distance.
    pub(crate) radius: f64,
    /// Both bodies' balls about their centres, and the radii.
    pub(super) size: f64,
    /// What φ is off by where bodies count as standing that turn, which do not turn here.
    pub(super) still: Still,
    /// What each of them sees of the other's motion, if it turns: the moving one and the fixed one.
    pub(super) seen: [Option<Carried>; 2],
}

/// What a vector proves at a pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// A lower bound on φ, in units of |n|.
    pub(crate) value: f64,
    /// max −n·q over the moving core and max n·q over the fixed one, q from the body's centre: as computed.
    reaches: [f64; 2],
}

/// The rotation of a quaternion that is one.
pub(super) fn map(q: &Quaternion<f64>) -> LinearMap {
    LinearMap::from_quaternion(q).unwrap_or(LinearMap::IDENTITY)
}

/// Where both bodies stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) at: Wide,
    pub(super) moving: Quaternion<f64>,
    pub(super) fixed: Quaternion<f64>,
    /// From the moving shape's origin to the fixed one's.
    pub(crate) offset: Vector3<f64>,
    /// From the moving body's centre to the fixed one's.
    pub(super) centres: Vector3<f64>,
}

impl Pose {
    /// The rotation of a frame; `None` for that of the world.
    pub(super) fn rotation(&self, frame: Frame) -> Option<LinearMap> {
        match frame {
            Frame::World | Frame::Across => None,
            Frame::Moving => Some(map(&self.moving)),
            Frame::Fixed => Some(map(&self.fixed)),
        }
    }
}

impl<'a, A: Support, B: Support> Motion<'a, A, B> {
    pub(crate) fn new<T: Real>(sweep: &'a TurningSweep<T, A, B>, reach: f64) -> Self {
        let linear = sweep.linear();
        let (turns, still) = Still::of(sweep);
        let moving = Body::new(linear.moving(), &turns.moving);
        let fixed = Body::new(linear.fixed(), &turns.fixed);
        let (p, q) = (linear.moving().position(), linear.fixed().position());
        let offset = core::array::from_fn(|i| {
            Wide::new(q[i], -p[i]) + Wide::new(fixed.lever[i], -moving.lever[i])
        });
        let displacement = linear.displacement().map(Real::to_f64);
        let balls = moving.spin.ball + fixed.spin.ball;
        let radii = moving.shape.radius() + fixed.shape.radius();
        // They are less than half of this apart all the time: who asks for more asks for no less than this, and it takes no digits of
        // all else.
        let way = sqrt(narrow(&offset).norm_squared()) + sqrt(displacement.norm_squared());
        let reach = reach.min(2.0 * (way + balls + radii));
        let radius = radii + reach;
        let mut motion = Self {
            displacement,
            offset,
            fixed_origin: q,
            reach,
            radius,
            size: balls + radius,
            still,
            moving,
            fixed,
            seen: [None; 2],
        };
        motion.seen = motion.seen();
        motion
    }

    /// From the moving body's centre to the fixed one's, at a fraction: the products of the displacement are taken with
    /// their errors, so that the difference errs by 4u of itself, and by what [`WAYS`] says of what it is made of.
    pub(super) fn centres(&self, t: Wide) -> Vector3<f64> {
        Vector3::from_fn(|i, _| {
            let (d, o) = (self.displacement[i], self.offset[i]);
            let step = t.value() * d;
            let error = product_error(t.value(), d, step);
            (o.value() - step) + (o.rest() - error - t.rest() * d)
        })
    }

    pub(crate) fn pose(&self, t: Wide) -> Pose {
        self.posed(t, self.moving.rotation(t), self.fixed.rotation(t))
    }

    pub(super) fn posed(&self, t: Wide, moving: Quaternion<f64>, fixed: Quaternion<f64>) -> Pose {
        let centres = self.centres(t);
        let mut offset = centres;
        if self.moving.off_centre() {
            offset += self.moving.lever(&moving);
        }
        if self.fixed.off_centre() {
            offset -= self.fixed.lever(&fixed);
        }
        Pose {
            at: t,
            moving,
            fixed,
            offset,
            centres,
        }
    }

    /// The pose as a problem without displacement. `None` when it leaves the range of lengths, which the sweep's own check
    /// rules out.
    pub(crate) fn standing(&self, pose: &Pose) -> Option<Problem<'a, A, B>> {
        self.standing_as(self.moving.shape, self.fixed.shape, pose)
    }

    /// The same of other shapes in their places.
    pub(super) fn standing_as<'b, C: Support, D: Support>(
        &self,
        m: &'b C,
        f: &'b D,
        pose: &Pose,
    ) -> Option<Problem<'b, C, D>> {
        let at = |position: Vector3<f64>, q: Quaternion<f64>| {
            let rotation = UnitQuaternion::new_unchecked(q);
            Isometry3::from_parts(Translation3::from(position), rotation)
        };
        let rest = Vector3::zeros();
        let moving = Placed::new(m, at(-pose.offset, pose.moving)).ok()?;
        let fixed = Placed::new(f, at(rest, pose.fixed)).ok()?;
        InvalidSweep::check(&moving, &rest, &fixed).ok()?;
        let (moving, fixed) = (Standing::at(m, &moving), Standing::at(f, &fixed));
        Some(Problem::of(moving, rest, fixed, self.reach))
    }

    /// The rounding error of φ at a pose, per unit of |n|: that of any plane (see `problem.rs`), what turning adds (`TURN` and
    /// `CENTRE`), and what the check may find less by (`ANEW`).
    pub(super) fn error(&self, pose: &Pose) -> f64 {
        let of = |turns: bool, extent: f64| {
            extent * (SUPPORT + ROTATION + ANEW + if turns { TURN } else { 0.0 })
        };
        let far = sqrt(pose.offset.norm_squared()) + sqrt(pose.centres.norm_squared());
        let (m, f) = (&self.moving, &self.fixed);
        let mut lengths = of(m.turns, m.shape.extent())
            + of(f.turns, f.shape.extent())
            + CENTRE * (sqrt(m.centre.norm_squared()) + sqrt(f.centre.norm_squared()))
            + 2.0 * POSITION * (far + self.radius);
        if f.shape.unbounded_normal().is_some() {
            // Its normal is not just any vector, and all that stands beside it counts.
            let turn = if f.turns { TURN } else { 0.0 };
            lengths +=
                (DIRECTION + turn) * (far + m.shape.extent() + f.shape.extent() + self.radius);
        }
        // Where the centres come together, what they are the difference of still counts, and the fraction's own last digits.
        U * lengths + WAYS * self.ways(pose.at.value()) + self.still.stray(far)
    }

    /// The largest lengths that the way between the centres is made of, at a fraction; and one of which [`WAYS`] makes [`VANISHING`].
    pub(super) fn ways(&self, at: f64) -> f64 {
        largest(&narrow(&self.offset)) + largest(&self.displacement) * at + VANISHING / WAYS
    }

    /// A lower bound on φ: n·(moving − fixed) over all points of both shapes, radii and target distance taken off, at
    /// a pose. In units of |n|. And each body's own reach toward the other, from its centre.
    pub(crate) fn room(&self, n: &Vector3<f64>, pose: &Pose) -> Room {
        let local_moving = -map(&pose.moving).apply_transposed(n);
        let local_fixed = map(&pose.fixed).apply_transposed(n);
        let on_moving = self.moving.shape.support_point(&local_moving).coords;
        let on_fixed = self.fixed.shape.support_point(&local_fixed).coords;
        let (m, f) = (local_moving.dot(&on_moving), local_fixed.dot(&on_fixed));
        let length = sqrt(n.norm_squared());
        let height = m + f + n.dot(&pose.offset) + self.radius * length;
        Room {
            value: -(height + self.error(pose) * length),
            reaches: [
                m - local_moving.dot(&self.moving.centre),
                f - local_fixed.dot(&self.fixed.centre),
            ],
        }
    }

    /// The way from the point of the fixed body that is farthest along n to the one of the moving body that is farthest against it.
    pub(super) fn way_between(&self, n: &Vector3<f64>, pose: &Pose) -> Vector3<f64> {
        let (moving, fixed) = (map(&pose.moving), map(&pose.fixed));
        let on_moving = self
            .moving
            .shape
            .support_point(&-moving.apply_transposed(n));
        let on_fixed = self.fixed.shape.support_point(&fixed.apply_transposed(n));
        moving.apply(&on_moving.coords) - fixed.apply(&on_fixed.coords) - pose.offset
    }

    /// K for a standing axis n over an interval of length h, from both bodies' reaches at its ends.
    pub(crate) fn bend(&self, n: &Vector3<f64>, h: f64, from: &Room, to: &Room) -> f64 {
        let of = |spin: &Spin, i: usize, toward: &Vector3<f64>| {
            spin.bend(toward, h, from.reaches[i].max(to.reaches[i]))
        };
        (of(&self.moving.spin, 0, &-n) + of(&self.fixed.spin, 1, n)) * (1.0 + 4.0 * U)
    }

    /// What that comes to on a short interval, for choosing its length.
    pub(crate) fn bend_at(&self, n: &Vector3<f64>, at: &Room) -> f64 {
        let (m, f) = (&self.moving.spin, &self.fixed.spin);
        m.bend_at(&-n, at.reaches[0]) + f.bend_at(n, at.reaches[1])
    }

    /// The bound of what turning bodies can reach, at a pose: a lower bound on φ along `n` that holds at any rotation
    /// for as long as the centres stand as they do; it grows by n·d per unit of the fraction.
    pub(crate) fn revolved(&self, n: &Vector3<f64>, pose: &Pose) -> f64 {
        let moving = self.moving.outer(&-n, &pose.moving);
        let fixed = self.fixed.outer(n, &pose.fixed);
        let length = sqrt(n.norm_squared());
        let far = sqrt(pose.centres.norm_squared());
        let slack = SPREAD * U * (far + self.size)
            + WAYS * self.ways(pose.at.value())
            + self.still.stray(far);
        let slack = slack * length;
        -(n.dot(&pose.centres) + moving + fixed + self.radius * length + slack)
    }

    /// K for an axis that goes from n to `end` on a straight line in the time h: the bound on the second derivative
    /// of φ along it.
    pub(crate) fn curvature(&self, n: &Vector3<f64>, end: &Vector3<f64>, h: f64) -> f64 {
        curvature(
            &self.moving.spin,
            &self.fixed.spin,
            &self.displacement,
            (n, end),
            h,
        )
    }

    /// The greater rate of both bodies.
    pub(crate) fn fastest(&self) -> f64 {
        self.moving.spin.rate.max(self.fixed.spin.rate)
    }

    /// K along any standing vector of unit length.
    pub(crate) fn most_bend(&self) -> f64 {
        let of = |spin: &Spin| spin.rate * spin.rate * spin.reach();
        of(&self.moving.spin) + of(&self.fixed.spin)
    }

    /// A bound on how fast φ along n can fall.
    pub(crate) fn closing(&self, n: &Vector3<f64>) -> f64 {
        let d = &self.displacement;
        let length = sqrt(n.norm_squared() * d.norm_squared());
        let turning = self.moving.spin.speed(n) + self.fixed.spin.speed(n);
        (turning - n.dot(d) + (8.0 * U + self.still.by) * length) * (1.0 + 4.0 * U)
    }

    /// A bound on how fast any point of one shape moves relative to any point of the other between two fractions. A half-space that
    /// turns moves the faster the farther out: within the farthest that the moving shape stands.
    fn any_speed(&self, from: Wide, to: Wide) -> f64 {
        let of = |s: &Spin| s.rate * s.reach();
        let mut turning = of(&self.moving.spin) + of(&self.fixed.spin);
        let [from, to] = [from, to].map(|t| self.centres(t));
        if self.fixed.shape.unbounded_normal().is_some() {
            let far = sqrt(from.norm_squared().max(to.norm_squared()));
            turning += self.fixed.spin.rate * (far + self.moving.spin.ball + self.radius);
        }
        let speed = (turning + sqrt(self.displacement.norm_squared())) * (1.0 + 16.0 * U);
        speed.min(self.seen_speed([&from, &to]))
    }

    /// How long from a fraction on no point of one shape surely goes as far as `depth` relative to one of the other. Where they go
    /// the faster the farther they come, what they do much later does not count: the time is doubled as long as that holds.
    pub(crate) fn time_for(&self, depth: f64, at: Wide) -> f64 {
        let depth = (depth - self.still.of_points()).max(0.0);
        let rest = (Wide::from(1.0) - at).value();
        let mut time = depth / self.any_speed(at, Wide::from(1.0));
        while time > 0.0 && 2.0 * time < rest {
            let sure = depth / self.any_speed(at, at + Wide::from(2.0 * time));
            if sure < 2.0 * time {
                return sure.max(time);
            }
            time *= 2.0;
        }
        time
    }

    /// The velocity of the moving body relative to the fixed one at a point given from the fixed shape's origin, at a
    /// pose.
    pub(crate) fn velocity(&self, at: &Vector3<f64>, pose: &Pose) -> Vector3<f64> {
        let from_fixed = at - map(&pose.fixed).apply(&self.fixed.centre);
        let from_moving = from_fixed + pose.centres;
        self.displacement + self.moving.omega.cross(&from_moving)
            - self.fixed.omega.cross(&from_fixed)
    }

    /// How fast the nearest points approach along the normal.
    pub(crate) fn closing_rate(&self, pose: &Pose, near: &Near) -> f64 {
        let on_moving = map(&pose.moving).apply(&(near.on_moving - self.moving.centre));
        let on_fixed = map(&pose.fixed).apply(&(near.on_fixed - self.fixed.centre));
        let velocity = self.displacement + self.moving.omega.cross(&on_moving)
            - self.fixed.omega.cross(&on_fixed);
        -near.normal.dot(&velocity)
    }

    /// The nearest points of both shapes at a pose, in world space: on the moving shape, on the fixed one.
    pub(crate) fn points(&self, pose: &Pose, near: &Near) -> (Vector3<f64>, Vector3<f64>) {
        let (moving, fixed) = (map(&pose.moving), map(&pose.fixed));
        let origin = self.fixed_origin + (self.fixed.lever - fixed.apply(&self.fixed.centre));
        let on_moving = moving.apply(&near.on_moving) - near.out * self.moving.shape.radius();
        let on_fixed = fixed.apply(&near.on_fixed) + near.out * self.fixed.shape.radius();
        (origin + (on_moving - pose.offset), origin + on_fixed)
    }
}

impl<S: Support> Body<'_, S> {
    /// A bound on n·q over the core, q from the centre, at any rotation that the body comes to.
    fn outer(&self, n: &Vector3<f64>, rotation: &Quaternion<f64>) -> f64 {
        if self.turns {
            let at_start = || self.reach(n, &self.rotation);
            return self
                .spin
                .revolved(n)
                .min(self.spin.about_start(n, at_start));
        }
        let local = map(rotation).apply_transposed(n);
        local.dot(&self.shape.support_point(&local).coords)
    }
}
