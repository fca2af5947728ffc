//! parry's two bodies as a sweep: which one moves, where they stand, for how long.

use super::answer::{Contact, Frame};
use super::closest::{Item, Search};
use super::convert::at;
use super::motion::{Motion, duration};
use super::parry::math::Pose;
use super::parry::query::{ShapeCastHit, ShapeCastOptions};
use super::parry::shape::{Shape, TypedShape};
use super::view::{View, ball, cuboid, is_upright, upright};
use super::{Scalar, convert};
use crate::CastError;
use nalgebra::{Isometry3, Vector3};
use swept_cast::{StartOverlap, Sweep};
use swept_support::{InvalidShape, Placed, PointShape, Real, Support};

/// A shape and its pose.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub(super) shape: &'a dyn Shape,
    pub(super) pose: &'a Pose,
}

/// Two bodies, and the velocity of the one relative to the other.
pub(super) struct Question<'a> {
    pub(super) moving: Body<'a>,
    pub(super) fixed: Body<'a>,
    /// In world axes.
    pub(super) velocity: Vector3<Scalar>,
    /// Whether parry counts the moving body as the second.
    pub(super) second: bool,
}

impl Question<'_> {
    #[inline(always)]
    pub(super) fn cast(
        &self,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, CastError> {
        if options.max_time_of_impact < 0.0 {
            return Ok(None);
        }
        let (m, f) = (
            self.moving.shape.as_typed_shape(),
            self.fixed.shape.as_typed_shape(),
        );
        if let Some(answer) = self.quick((m, f), options) {
            return Ok(answer);
        }
        match (&View::of(m)?, &View::of(f)?) {
            (Some(m), Some(f)) if !m.is_half_space() => {
                let poses = [self.moving.pose, self.fixed.pose];
                convex(m, f, poses, &self.velocity, self.second, options)
            }
            _ => self.parts(options),
        }
    }

    /// The answer of a closed form, for the shapes that are cast most, by their own types.
    #[inline(always)]
    fn quick(
        &self,
        shapes: (TypedShape<'_>, TypedShape<'_>),
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        use TypedShape::{Ball, Capsule, Cuboid};
        match shapes {
            (Ball(m), Ball(f)) => self.closed(ball(m), ball(f), options),
            (Ball(m), Cuboid(f)) => self.closed(ball(m), cuboid(f), options),
            (Cuboid(m), Ball(f)) => self.closed(cuboid(m), ball(f), options),
            (Cuboid(m), Cuboid(f)) => self.closed(cuboid(m), cuboid(f), options),
            (Capsule(m), _) if !is_upright(m) => None,
            (_, Capsule(f)) if !is_upright(f) => None,
            (Capsule(m), Capsule(f)) => self.closed(upright(m), upright(f), options),
            (Capsule(m), Cuboid(f)) => self.closed(upright(m), cuboid(f), options),
            (Cuboid(m), Capsule(f)) => self.closed(cuboid(m), upright(f), options),
            (Capsule(m), Ball(f)) => self.closed(upright(m), ball(f), options),
            (Ball(m), Capsule(f)) => self.closed(ball(m), upright(f), options),
            _ => None,
        }
    }

    #[inline]
    fn closed<A: Support, B: Support>(
        &self,
        moving: Result<A, InvalidShape>,
        fixed: Result<B, InvalidShape>,
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        let poses = [self.moving.pose, self.fixed.pose];
        let way = Way::new(moving.ok()?, fixed.ok()?, poses, &self.velocity, options).ok()?;
        let outcome = way.sweep.cast_closed(&way.motion.options())?;
        let contact = Contact::plain(&outcome, &way.motion)?;
        Some(contact.and_then(|contact| way.hit(&contact, self.second, options)))
    }

    /// Shapes of which one has parts, or is a half-space that moves.
    #[inline(never)]
    fn parts(&self, options: &ShapeCastOptions) -> Result<Option<ShapeCastHit>, CastError> {
        self.search(options, false).map(|(_, _, hit)| hit)
    }

    /// Shapes of any kind: the search when it is over, the duration, and parry's hit.
    pub(super) fn search(
        &self,
        options: &ShapeCastOptions,
        certify: bool,
    ) -> Result<(Search, Scalar, Option<ShapeCastHit>), CastError> {
        let [m, f] = together(self.moving.pose, self.fixed.pose);
        let duration = duration(options.max_time_of_impact, &self.velocity, || {
            let offset = m.translation.vector - f.translation.vector;
            let reach = options.target_distance.to_f64().max(0.0);
            let sizes = size(self.moving.shape) + size(self.fixed.shape);
            offset.map(Real::to_f64).norm() + sizes + reach
        });
        let motion = Motion::linear(self.velocity * duration, options);
        let (moving, fixed) = (
            Item::new(self.moving.shape, m)?,
            Item::new(self.fixed.shape, f)?,
        );
        // What has no number for a limit has none.
        let limit = (options.max_time_of_impact.to_f64() / duration.to_f64()).min(1.0);
        let mut search = Search::up_to(limit, certify);
        search.bodies([&moving, &fixed], &motion)?;
        let frames = [frame(&m)?, frame(&f)?];
        let hit = search.best.as_ref().map(|found| {
            let time = found.contact.fraction * duration;
            found
                .contact
                .hit(time, &frames[0], &frames[1], self.second, found.parts)
        });
        Ok((search, duration, hit))
    }
}

/// Two convex shapes, of which the moving one has a bound, on their way.
struct Way<A, B> {
    sweep: Sweep<Scalar, A, B>,
    motion: Motion,
    duration: Scalar,
}

impl<A: Support, B: Support> Way<A, B> {
    #[inline(always)]
    fn new(
        moving: A,
        fixed: B,
        [at_m, at_f]: [&Pose; 2],
        velocity: &Vector3<Scalar>,
        options: &ShapeCastOptions,
    ) -> Result<Self, CastError> {
        let [m, f] = together(at_m, at_f);
        let (m, f) = (Placed::<Scalar, _>::new(moving, m)?, Placed::new(fixed, f)?);
        let duration = duration(options.max_time_of_impact, velocity, || {
            let (moving, fixed) = (m.shape(), f.shape());
            if fixed.unbounded_normal().is_some() {
                return f64::INFINITY;
            }
            let sizes = moving.extent() + moving.radius() + fixed.extent() + fixed.radius();
            let reach = options.target_distance.to_f64().max(0.0);
            (f.position() - m.position()).norm() + sizes + reach
        });
        let motion = Motion::linear(velocity * duration, options);
        Ok(Self {
            sweep: Sweep::new(m, motion.displacement, f)?,
            motion,
            duration,
        })
    }

    /// parry's hit, when it is within the limit of time.
    #[inline(always)]
    fn hit(
        &self,
        contact: &Contact,
        second: bool,
        options: &ShapeCastOptions,
    ) -> Option<ShapeCastHit> {
        let time = contact.fraction * self.duration;
        // Without a limit when that is no number.
        if time > options.max_time_of_impact {
            return None;
        }
        let (m, f) = (
            Frame::of(self.sweep.moving()),
            Frame::of(self.sweep.fixed()),
        );
        Some(contact.hit(time, &m, &f, second, [0; 2]))
    }
}

/// Two convex shapes, of which the moving one has a bound. `second` says that it is parry's second.
pub(super) fn convex<A: Support, B: Support>(
    moving: &A,
    fixed: &B,
    poses: [&Pose; 2],
    velocity: &Vector3<Scalar>,
    second: bool,
    options: &ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, CastError> {
    if options.max_time_of_impact < 0.0 {
        return Ok(None);
    }
    let way = Way::new(moving, fixed, poses, velocity, options)?;
    let outcome = way.sweep.cast_with(&way.motion.options());
    let contact = Contact::new(&outcome, &way.motion, way.sweep.moving(), way.sweep.fixed());
    Ok(contact.and_then(|contact| way.hit(&contact, second, options)))
}

impl Motion {
    #[inline(always)]
    pub(super) fn linear(displacement: Vector3<Scalar>, options: &ShapeCastOptions) -> Self {
        Self {
            displacement,
            turns: None,
            reach: options.target_distance,
            start_overlap: start_overlap(options.stop_at_penetration),
        }
    }
}

pub(super) fn start_overlap(stop_at_penetration: bool) -> StartOverlap {
    if stop_at_penetration {
        StartOverlap::Report
    } else {
        StartOverlap::IgnoreIfReceding
    }
}

pub(super) fn frame(pose: &Isometry3<Scalar>) -> Result<Frame, CastError> {
    Ok(Frame::of(&Placed::new(PointShape, *pose)?))
}

/// How far a shape reaches from its origin, roughly, and not less: infinite for a half-space.
pub(super) fn size(shape: &dyn Shape) -> f64 {
    if shape.as_halfspace().is_some() {
        return f64::INFINITY;
    }
    let aabb = shape.compute_local_aabb();
    let far = convert::wide(aabb.mins.abs().max(aabb.maxs.abs()));
    far.norm() * (1.0 + Scalar::EPSILON.to_f64())
}

/// The poses of the moving and the fixed body with the fixed one at the origin, where the difference of their positions is a
/// number of the scalar (always in `f64`, whose solvers take that difference first): then the points of contact are
/// rounded at the size of the shapes, not at that of the world. As they are otherwise.
#[inline(always)]
pub(super) fn together(moving: &Pose, fixed: &Pose) -> [Isometry3<Scalar>; 2] {
    let [m, f] = [moving, fixed].map(|p| convert::wide(p.translation));
    let offset = m - f;
    let near = offset.map(<Scalar as Real>::nearest);
    if near.map(Real::to_f64) == offset {
        [at(near, moving), at(Vector3::zeros(), fixed)]
    } else {
        [convert::isometry(moving), convert::isometry(fixed)]
    }
}
