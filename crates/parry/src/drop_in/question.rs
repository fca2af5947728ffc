//! parry's two bodies as a sweep: which one moves, where they stand, for how long.

use super::answer::{Contact, Frame};
use super::closest::{Item, Search};
use super::convert::{at, vector};
use super::group::Group;
use super::mirrored::box_of;
use super::motion::{Motion, duration, duration_of_parts};
use super::parry::math::{Pose, Vector};
use super::parry::query::{ShapeCastHit, ShapeCastOptions, Unsupported};
use super::parry::shape::Shape;
use super::passing::{passes_by, stays_above_floor};
use super::view::{Room, View};
use super::{Scalar, convert};
use crate::{CastError, tolerance};
use nalgebra::{Isometry3, Vector3};
use swept_cast::{StartOverlap, Sweep};
use swept_support::{Placed, PointShape, Real, Support};

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

impl<'a> Question<'a> {
    /// Two bodies in the world: shape, pose and velocity of the first, which moves relative to the second, and of that.
    #[inline(always)]
    pub(super) fn of(bodies: [(&'a dyn Shape, &'a Pose, Vector); 2]) -> Self {
        let [(moving, at_first, of_moving), (fixed, beside, of_fixed)] = bodies;
        Self {
            moving: Body {
                shape: moving,
                pose: at_first,
            },
            fixed: Body {
                shape: fixed,
                pose: beside,
            },
            velocity: vector(of_moving) - vector(of_fixed),
            second: false,
        }
    }
}

impl Question<'_> {
    #[inline(always)]
    pub(super) fn cast(
        &self,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        if options.max_time_of_impact < 0.0 {
            return Ok(None);
        }
        let (m, f) = (
            self.moving.shape.as_typed_shape(),
            self.fixed.shape.as_typed_shape(),
        );
        self.quick((m, f), options)
    }

    /// Shapes of any kind.
    #[inline(never)]
    pub(super) fn any(
        &self,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (mut room_m, mut room_f) = (Room::new(), Room::new());
        let (mut m, mut f) = (None, None);
        View::put(&mut m, self.moving.shape, Some(&mut room_m)).map_err(|_| Unsupported)?;
        View::put(&mut f, self.fixed.shape, Some(&mut room_f)).map_err(|_| Unsupported)?;
        match (&m, &f) {
            (Some(m), Some(f)) if !m.is_half_space() => self.convex(m, f, options),
            _ => self.parts(options),
        }
    }

    /// Two bodies of one shape: it is looked at once, and a polyhedron's corners are compared with its hull's once.
    #[inline(never)]
    pub(super) fn twins(
        &self,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (mut room, mut view) = (Room::new(), None);
        View::put(&mut view, self.moving.shape, Some(&mut room)).map_err(|_| Unsupported)?;
        match &view {
            Some(view) => self.convex(view, view, options),
            None => self.parts(options),
        }
    }

    /// Convex shapes of any kind: those of one group against those of another as these groups, all else as views.
    #[inline(always)]
    fn convex(
        &self,
        moving: &View<'_>,
        fixed: &View<'_>,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        use Group::{Corners, Flat, Hull, Revolved, Simple};
        let (m, f) = (Group::of(moving), Group::of(fixed));
        if let View::HalfSpace(ground) = fixed {
            // Of balls, boxes and others with a function of their own, those in contact at the start.
            let told = match &m {
                Hull(m) => self.onto(m, ground, options),
                _ => self.onto(moving, ground, options),
            };
            if let Some(answer) = told {
                return Ok(answer);
            }
        }
        match (m, f) {
            (Simple(m), Revolved(f)) => self.typed(&m, &f, options),
            (Simple(m), Hull(f)) => self.typed(&m, &f, options),
            (Revolved(m), Simple(f)) => self.typed(&m, &f, options),
            (Revolved(m), Revolved(f)) => self.typed(&m, &f, options),
            (Revolved(m), Flat(f)) => self.typed(&m, &f, options),
            (Revolved(m), Hull(f)) => self.typed(&m, &f, options),
            (Flat(m), Revolved(f)) => self.typed(&m, &f, options),
            (Flat(m), Hull(f)) => self.typed(&m, &f, options),
            (Hull(m), Simple(f)) => self.typed(&m, &f, options),
            (Hull(m), Revolved(f)) => self.typed(&m, &f, options),
            (Hull(m), Flat(f)) => self.typed(&m, &f, options),
            (Hull(m), Hull(f)) => self.typed(&m, &f, options),
            (Corners(m), Corners(f)) => self.typed(m, f, options),
            // Simple ones and flat ones are left here where no closed form answers: in contact at the start, mostly.
            _ => self.typed(moving, fixed, options),
        }
    }

    /// Convex shapes of these types.
    #[inline(never)]
    fn typed<A: Support, B: Support>(
        &self,
        moving: &A,
        fixed: &B,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let poses = [self.moving.pose, self.fixed.pose];
        convex(moving, fixed, poses, &self.velocity, self.second, options)
    }

    /// Shapes of which one has parts, or is a half-space that moves.
    #[inline(never)]
    fn parts(&self, options: &ShapeCastOptions) -> Result<Option<ShapeCastHit>, Unsupported> {
        match self.search(options, false) {
            Ok((_, _, hit)) => Ok(hit),
            Err(_) => Err(Unsupported),
        }
    }

    /// Casts shapes of any kind: the finished search, the duration of the sweep, and parry's hit.
    pub(super) fn search(
        &self,
        options: &ShapeCastOptions,
        certify: bool,
    ) -> Result<(Search, Scalar, Option<ShapeCastHit>), CastError> {
        let [m, f] = together([self.moving.pose, self.fixed.pose]);
        let (mut room_m, mut room_f) = (Room::new(), Room::new());
        let (shape_m, shape_f) = (self.moving.shape, self.fixed.shape);
        let (mut view_m, mut view_f) = (None, None);
        View::put(&mut view_m, shape_m, Some(&mut room_m))?;
        View::put(&mut view_f, shape_f, Some(&mut room_f))?;
        let offset = (m.translation.vector - f.translation.vector).map(Real::to_f64);
        let far = || {
            let reach = options.target_distance.to_f64().max(0.0);
            let sizes =
                size_by_view(shape_m, view_m.as_ref()) + size_by_view(shape_f, view_f.as_ref());
            offset.norm() + sizes + reach
        };
        let most = options.max_time_of_impact;
        let duration = if view_m.is_some() && view_f.is_some() {
            duration(most, &self.velocity, far)
        } else {
            duration_of_parts(most, &self.velocity, &offset, far)
        };
        let motion = Motion::linear(self.velocity * duration, options);
        let moving = Item::new(shape_m, view_m.as_ref(), m);
        let fixed = Item::new(shape_f, view_f.as_ref(), f);
        // `min` turns a NaN, of a time limit that is NaN, into 1: no limit.
        let limit = (most.to_f64() / duration.to_f64()).min(1.0);
        let mut search = Search::up_to(limit, certify);
        search.bodies([&moving, &fixed], &motion)?;
        let hit = match &search.best {
            Some(found) => {
                let time = found.contact.fraction * duration;
                let (m, f) = (frame(&m)?, frame(&f)?);
                Some(found.contact.hit(time, &m, &f, self.second, found.parts))
            }
            None => None,
        };
        Ok((search, duration, hit))
    }
}

/// A length that is beyond all that two shapes can meet on their way.
#[inline(always)]
pub(super) fn far<A: Support, B: Support>(
    moving: &Placed<Scalar, A>,
    fixed: &Placed<Scalar, B>,
    options: &ShapeCastOptions,
) -> f64 {
    if fixed.shape().unbounded_normal().is_some() {
        return f64::INFINITY;
    }
    let reach = options.target_distance.to_f64().max(0.0);
    (fixed.position() - moving.position()).norm() + sizes(moving, fixed) + reach
}

/// How far two bounded shapes reach from their origins, together.
#[inline(always)]
pub(super) fn sizes<A: Support, B: Support>(
    moving: &Placed<Scalar, A>,
    fixed: &Placed<Scalar, B>,
) -> f64 {
    let (m, f) = (moving.shape(), fixed.shape());
    m.extent() + m.radius() + f.extent() + f.radius()
}

/// Two convex shapes, of which the moving one has a bound. `second` says that it is parry's second.
pub(super) fn convex<A: Support, B: Support>(
    moving: &A,
    fixed: &B,
    poses: [&Pose; 2],
    velocity: &Vector3<Scalar>,
    second: bool,
    options: &ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let most = options.max_time_of_impact;
    if most < 0.0 {
        return Ok(None);
    }
    let [m, f] = together(poses);
    let m = Placed::<Scalar, _>::new(moving, m).map_err(|_| Unsupported)?;
    let f = Placed::<Scalar, _>::new(fixed, f).map_err(|_| Unsupported)?;
    let duration = duration(most, velocity, || far(&m, &f, options));
    let motion = Motion::linear(velocity * duration, options);
    let sweep = Sweep::new(m, motion.displacement, f).map_err(|_| Unsupported)?;
    if passes_by(&sweep, motion.reach) || stays_above_floor(&sweep, motion.reach) {
        return Ok(None);
    }
    let outcome = sweep.cast_with(&motion.options());
    let (m, f) = (sweep.moving(), sweep.fixed());
    let Some(contact) = Contact::new(&outcome, &motion, m, f) else {
        return Ok(None);
    };
    let time = contact.fraction * duration;
    // False for a limit that is NaN, which counts as none.
    if time > most {
        return Ok(None);
    }
    let (m, f) = (Frame::of(m), Frame::of(f));
    Ok(Some(contact.hit(time, &m, &f, second, [0; 2])))
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
    let aabb = box_of(shape);
    let far = convert::wide(aabb.mins.abs().max(aabb.maxs.abs()));
    far.norm() * tolerance::reach::<Scalar>()
}

/// [`size`] of a shape, taken from its view if it has one, which is cheaper.
fn size_by_view(shape: &dyn Shape, view: Option<&View<'_>>) -> f64 {
    match view {
        Some(view) if !view.is_half_space() => view.extent() + view.radius(),
        _ => size(shape),
    }
}

/// The poses of the moving and the fixed body with the fixed one at the origin, where the difference of their positions is a
/// number of the scalar (always in `f64`, whose solvers take that difference first): then the points of contact are
/// rounded at the size of the shapes, not at that of the world. As they are otherwise.
///
/// The origin is −0: that and any number are that number, the sign of a zero included, by which solvers choose among corners that
/// are as far. So they see the difference that they would have taken.
#[inline(always)]
pub(super) fn together([moving, fixed]: [&Pose; 2]) -> [Isometry3<Scalar>; 2] {
    let [m, f] = [moving, fixed].map(|p| convert::wide(p.translation));
    let offset = f - m;
    let near = offset.map(<Scalar as Real>::nearest);
    if near.map(Real::to_f64) == offset {
        [at(-near, moving), at(Vector3::repeat(-0.0), fixed)]
    } else {
        [convert::isometry(moving), convert::isometry(fixed)]
    }
}
