//! From swept's outcome to parry's hit.

use super::Scalar;
use super::convert::narrow;
use super::motion::Motion;
use super::parry::math::Vector;
use super::parry::query::{ShapeCastHit, ShapeCastStatus};
use crate::tolerance;
use nalgebra::{Point3, Vector3};
use swept_cast::{Distance, Outcome, StartOverlap, distance};
use swept_support::{LinearMap, Placed, Real, Support};

/// A point of a body and its outward normal there, as the body stands at the start.
pub(super) type Touch = [Vector3<f64>; 2];

/// What two convex shapes do, as parry puts it.
#[derive(Clone, Copy)]
pub(super) struct Contact {
    pub(super) status: ShapeCastStatus,
    pub(super) fraction: Scalar,
    /// How far apart they are at the start where that is what stops them: negative for an overlap. Infinite where they
    /// meet on the way.
    pub(super) room: f64,
    pub(super) moving: Touch,
    pub(super) fixed: Touch,
}

impl Contact {
    /// The contact that the outcome of a closed form stands for, `Some(None)` for a miss; `None` where the outcome alone does not decide.
    #[inline(always)]
    pub(super) fn plain(outcome: &Outcome<Scalar>, motion: &Motion) -> Option<Option<Self>> {
        match outcome {
            Outcome::Hit(hit) if !motion.may_start_within(hit.fraction) => {
                let points = [&hit.point_moving.coords, &hit.point_fixed.coords];
                Some(Some(Self::at(hit.fraction, motion, &hit.normal, points)))
            }
            Outcome::Miss(miss) if motion.reach <= miss.gap => Some(None),
            _ => None,
        }
    }

    /// The contact that an outcome is, `None` for a miss.
    #[inline(always)]
    pub(super) fn new<A: Support, B: Support>(
        outcome: &Outcome<Scalar>,
        motion: &Motion,
        moving: &Placed<Scalar, A>,
        fixed: &Placed<Scalar, B>,
    ) -> Option<Self> {
        match outcome {
            Outcome::Hit(hit) => {
                if motion.may_start_within(hit.fraction)
                    && let Some(start) = within_reach(motion, moving, fixed)
                {
                    return Some(start);
                }
                let points = [&hit.point_moving.coords, &hit.point_fixed.coords];
                Some(Self::at(hit.fraction, motion, &hit.normal, points))
            }
            Outcome::Overlap(overlap) => {
                let points = [&overlap.point_moving.coords, &overlap.point_fixed.coords];
                Some(Self {
                    status: ShapeCastStatus::PenetratingOrWithinTargetDist,
                    room: -overlap.depth.to_f64(),
                    ..Self::at(0.0, motion, &overlap.normal, points)
                })
            }
            Outcome::Miss(miss)
                if motion.reach > miss.gap && motion.start_overlap == StartOverlap::Report =>
            {
                within_reach(motion, moving, fixed)
            }
            Outcome::Miss(_) => None,
            Outcome::Unresolved(open) => {
                Some(unresolved(open.safe_fraction, motion, moving, fixed))
            }
        }
    }

    /// A hit with this normal, out of the fixed shape, and these points, on the moving and on the fixed one.
    #[inline(always)]
    fn at(
        fraction: Scalar,
        motion: &Motion,
        normal: &Vector3<Scalar>,
        points: [&Vector3<Scalar>; 2],
    ) -> Self {
        let normal = normal.map(Real::to_f64);
        let [moving, fixed] = points.map(|p| p.map(Real::to_f64));
        let s = fraction.to_f64();
        Self {
            status: ShapeCastStatus::Converged,
            fraction,
            room: f64::INFINITY,
            moving: motion.back(s, [moving, -normal]),
            fixed: motion.back_of_fixed(s, [fixed, normal]),
        }
    }

    /// The same with the bodies' parts exchanged.
    pub(super) fn exchanged(self) -> Self {
        Self {
            moving: self.fixed,
            fixed: self.moving,
            ..self
        }
    }

    /// parry's hit: points and normals in the frames of their bodies. `second` says that the moving body is parry's second.
    #[inline(always)]
    pub(super) fn hit(
        &self,
        time: Scalar,
        moving: &Frame,
        fixed: &Frame,
        second: bool,
        parts: [u32; 2],
    ) -> ShapeCastHit {
        let (m, f) = (moving.local(&self.moving), fixed.local(&self.fixed));
        let (one, two) = if second { (f, m) } else { (m, f) };
        let [subshape1, subshape2] = if second { [parts[1], parts[0]] } else { parts };
        ShapeCastHit {
            time_of_impact: time,
            witness1: one[0],
            witness2: two[0],
            normal1: one[1],
            normal2: two[1],
            status: self.status,
            subshape1,
            subshape2,
        }
    }
}

/// Where a body stands at the start.
pub(super) struct Frame {
    position: Vector3<f64>,
    rotation: LinearMap,
}

impl Frame {
    #[inline(always)]
    pub(super) fn of<S: Support>(placed: &Placed<Scalar, S>) -> Self {
        Self {
            position: placed.position(),
            rotation: placed.rotation(),
        }
    }

    #[inline(always)]
    fn local(&self, [point, normal]: &Touch) -> [Vector; 2] {
        let point = self.rotation.turn_back(&(point - self.position));
        [narrow(&point), narrow(&self.rotation.turn_back(normal))]
    }
}

/// The start, when the shapes stand nearer there than the target distance, though they do not interpenetrate.
///
/// swept lets them part and slide then; parry stops them, unless it is told not to stop at penetration.
#[cold]
fn within_reach<A: Support, B: Support>(
    motion: &Motion,
    moving: &Placed<Scalar, A>,
    fixed: &Placed<Scalar, B>,
) -> Option<Contact> {
    let Ok(Distance::Apart(apart)) = distance(moving, fixed) else {
        return None;
    };
    let (reach, room) = (motion.reach.to_f64(), apart.separation.to_f64());
    let ((m, size_m), (f, size_f)) = (place(moving), place(fixed));
    let lengths = (f - m).norm() + size_m + size_f + reach;
    let touching = tolerance::touching::<Scalar>() * lengths;
    (room < reach - touching).then(|| {
        let points = [&apart.point_moving.coords, &apart.point_fixed.coords];
        Contact {
            status: ShapeCastStatus::PenetratingOrWithinTargetDist,
            room,
            ..Contact::at(0.0, motion, &apart.normal, points)
        }
    })
}

/// Where a shape is and how large, as the solvers see it: in `f64` from its middle, where it has one.
fn place<S: Support>(placed: &Placed<Scalar, S>) -> (Vector3<f64>, f64) {
    let (origin, shape) = (placed.position(), placed.shape());
    let (at, extent) = match shape.middle() {
        Some(middle) if const { <Scalar as Real>::EPSILON == f64::EPSILON } => {
            let beside = placed.rotation().turn(&middle.at.coords);
            (origin + beside, middle.extent)
        }
        _ => (origin, shape.extent()),
    };
    (at, extent + shape.radius())
}

/// A cast that was given up: of a shape of the user's own that breaks its promises, or of bodies that turn in a way that takes too many
/// steps. Up to here there is no contact; normal and points are those of the start.
#[cold]
fn unresolved<A: Support, B: Support>(
    fraction: Scalar,
    motion: &Motion,
    moving: &Placed<Scalar, A>,
    fixed: &Placed<Scalar, B>,
) -> Contact {
    let (normal, points) = match distance(moving, fixed) {
        Ok(Distance::Apart(at)) => (*at.normal, [at.point_moving, at.point_fixed]),
        Ok(Distance::Overlap(at)) => (*at.normal, [at.point_moving, at.point_fixed]),
        Err(_) => (Vector3::y(), [Point3::origin(); 2]),
    };
    let [m, f] = &points;
    Contact {
        status: ShapeCastStatus::OutOfIterations,
        fraction,
        ..Contact::at(0.0, motion, &normal, [&m.coords, &f.coords])
    }
}
