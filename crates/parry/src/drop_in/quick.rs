//! The shapes that are cast most, by their own types: the answer of a closed form, straight from parry's numbers to parry's hit.
//!
//! A closed form knows the points of contact in the frames of their shapes, which is where parry wants them. So bodies stay where
//! they are, and nothing goes to world space and back but the normal: the hit has the bits of swept's own.

use super::Scalar;
use super::convert::{isometry, narrow, point, wide};
use super::motion::{Motion, duration};
use super::parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, Unsupported};
use super::parry::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, HalfSpace, Triangle, TypedShape};
use super::passing::passes_by;
use super::question::{Question, far};
use super::view::{ball, cuboid, is_upright, upright};
use nalgebra::Vector3;
use swept_cast::{Closed, Outcome, Sweep};
use swept_support::{self as own, InvalidShape, Placed, Real, Support};

/// One of parry's shapes that swept has a type for.
trait Known {
    type Own: Support;

    /// Whether swept's type describes the shape as it is. A capsule off its origin has no such type.
    #[inline(always)]
    fn fits(&self) -> bool {
        true
    }

    /// The shape as swept's type.
    fn own(&self) -> Result<Self::Own, InvalidShape>;
}

impl Known for Ball {
    type Own = own::Sphere<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        ball(self)
    }
}

impl Known for Cuboid {
    type Own = own::Cuboid<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        cuboid(self)
    }
}

impl Known for Capsule {
    type Own = own::Capsule<f64>;
    #[inline(always)]
    fn fits(&self) -> bool {
        is_upright(self)
    }
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        upright(self)
    }
}

impl Known for Triangle {
    type Own = own::Triangle<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        own::Triangle::new(point(self.a), point(self.b), point(self.c))
    }
}

impl Known for Cylinder {
    type Own = own::Cylinder<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        own::Cylinder::new(self.half_height.to_f64(), self.radius.to_f64())
    }
}

impl Known for Cone {
    type Own = own::Cone<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        own::Cone::new(self.half_height.to_f64(), self.radius.to_f64())
    }
}

impl Known for HalfSpace {
    type Own = own::HalfSpace<f64>;
    #[inline(always)]
    fn own(&self) -> Result<Self::Own, InvalidShape> {
        own::HalfSpace::new(wide(self.normal))
    }
}

impl Question<'_> {
    /// The answer of a closed form, where there is one; otherwise that for shapes of any kind, or for one polyhedron that both bodies have.
    #[inline(always)]
    pub(super) fn quick(
        &self,
        shapes: (TypedShape<'_>, TypedShape<'_>),
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        use TypedShape::{
            Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, Triangle,
        };
        match shapes {
            (Ball(m), Ball(f)) => self.known(m, f, options),
            (Ball(m), Cuboid(f)) => self.known(m, f, options),
            (Ball(m), Capsule(f)) => self.known(m, f, options),
            (Cuboid(m), Ball(f)) => self.known(m, f, options),
            (Cuboid(m), Cuboid(f)) => self.known(m, f, options),
            (Cuboid(m), Capsule(f)) => self.known(m, f, options),
            (Capsule(m), Ball(f)) => self.known(m, f, options),
            (Capsule(m), Cuboid(f)) => self.known(m, f, options),
            (Capsule(m), Capsule(f)) => self.known(m, f, options),
            (Ball(m), Triangle(f)) => self.known(m, f, options),
            (Cuboid(m), Triangle(f)) => self.known(m, f, options),
            (Capsule(m), Triangle(f)) => self.known(m, f, options),
            (Triangle(m), Ball(f)) => self.known(m, f, options),
            (Triangle(m), Cuboid(f)) => self.known(m, f, options),
            (Triangle(m), Capsule(f)) => self.known(m, f, options),
            (Ball(m), HalfSpace(f)) => self.known(m, f, options),
            (Cuboid(m), HalfSpace(f)) => self.known(m, f, options),
            (Capsule(m), HalfSpace(f)) => self.known(m, f, options),
            (Cylinder(m), HalfSpace(f)) => self.known(m, f, options),
            (Cone(m), HalfSpace(f)) => self.known(m, f, options),
            (ConvexPolyhedron(m), ConvexPolyhedron(f)) if std::ptr::eq(m, f) => self.twins(options),
            _ => self.any(options),
        }
    }

    /// A function for each pair of types, which writes its answer where the caller wants it.
    #[inline(never)]
    fn known<M: Known, F: Known>(
        &self,
        moving: &M,
        fixed: &F,
        options: &ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        match self.closed(moving, fixed, options) {
            Some(answer) => Ok(answer),
            None => self.any(options),
        }
    }

    /// The answer of the closed form for half-spaces, whatever comes down on one.
    #[inline(never)]
    pub(super) fn onto<A: Support>(
        &self,
        moving: &A,
        ground: &own::HalfSpace<f64>,
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        self.between(moving, ground, options)
    }

    #[inline(always)]
    fn closed<M: Known, F: Known>(
        &self,
        moving: &M,
        fixed: &F,
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        if !(moving.fits() && fixed.fits()) {
            return None;
        }
        let moving = accepted(moving.own())?;
        let fixed = accepted(fixed.own())?;
        self.between(&moving, &fixed, options)
    }

    #[inline(always)]
    fn between<A: Support, B: Support>(
        &self,
        moving: &A,
        fixed: &B,
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        let m = accepted(Placed::<Scalar, _>::new(moving, isometry(self.moving.pose)))?;
        let f = accepted(Placed::<Scalar, _>::new(fixed, isometry(self.fixed.pose)))?;
        let duration = duration(options.max_time_of_impact, &self.velocity, || {
            far(&m, &f, options)
        });
        let motion = Motion::linear(self.velocity * duration, options);
        let sweep = accepted(Sweep::new(m, motion.displacement, f))?;
        self.told(&sweep, &motion, duration, options)
    }

    /// What the closed form tells of a sweep of this duration.
    #[inline(always)]
    fn told<A: Support, B: Support>(
        &self,
        sweep: &Sweep<Scalar, A, B>,
        motion: &Motion,
        duration: Scalar,
        options: &ShapeCastOptions,
    ) -> Option<Option<ShapeCastHit>> {
        if passes_by(sweep, motion.reach) {
            return Some(None);
        }
        let closed = sweep.cast_closed(&motion.options())?;
        match closed.outcome {
            Outcome::Hit(hit) if !motion.may_start_within(hit.fraction) => {
                let time = hit.fraction * duration;
                // Without a limit when that is no number.
                if time > options.max_time_of_impact {
                    return Some(None);
                }
                let radii = [
                    sweep.moving().shape().radius(),
                    sweep.fixed().shape().radius(),
                ];
                let answer = answer(&closed, &hit.normal, radii, time);
                Some(Some(if self.second {
                    answer.swapped()
                } else {
                    answer
                }))
            }
            Outcome::Miss(miss) if motion.reach <= miss.gap => Some(None),
            _ => None,
        }
    }
}

/// The value, if there is no error. Unlike `Result::ok` alone, the error is dropped before the value is taken: an error that is still to be
/// dropped would keep the whole result in memory.
#[inline(always)]
pub(super) fn accepted<T, E>(of: Result<T, E>) -> Option<T> {
    of.map_err(drop).ok()
}

/// parry's hit, the moving body its first: points and normals in the frames of their bodies.
#[inline(always)]
fn answer(
    closed: &Closed<Scalar>,
    normal: &Vector3<Scalar>,
    [radius_m, radius_f]: [f64; 2],
    time: Scalar,
) -> ShapeCastHit {
    let out = normal.map(Real::to_f64);
    let n_m = closed.moving_rotation.turn_back(&-out);
    let n_f = closed.fixed_rotation.turn_back(&out);
    ShapeCastHit {
        time_of_impact: time,
        witness1: narrow(&(closed.core_moving + n_m * radius_m)),
        witness2: narrow(&(closed.core_fixed + n_f * radius_f)),
        normal1: narrow(&n_m),
        normal2: narrow(&n_f),
        status: ShapeCastStatus::Converged,
        subshape1: 0,
        subshape2: 0,
    }
}
