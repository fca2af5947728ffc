//! How two bodies move: in units of what a sweep is in, fractions of a displacement.
//!
//! parry's motions are velocities and a limit of time, which is the largest number there is unless the user says otherwise. A
//! sweep has a displacement. The duration that makes one of the other is a power of two, no less than the limit of time: then the
//! displacement has the velocity's digits, a time the fraction's, and nothing is rounded. What is met after the limit is
//! dropped. Where the limit is beyond all that can be met, the duration ends there.

use super::Scalar;
use crate::CastError;
use crate::tolerance::{BEYOND, LONG};
use nalgebra::{Isometry3, Point3, Rotation3, Vector3};
use swept_cast::{CastOptions, StartOverlap, Sweep, Turn, TurningOptions, TurningSweep, Turns};
use swept_support::{Placed, PointShape, Real, Support, largest, within};

/// A motion of one body relative to another.
#[derive(Clone, Copy)]
pub(super) struct Motion {
    /// Of the moving body, relative to the fixed one, in world axes.
    pub(super) displacement: Vector3<Scalar>,
    /// The rotations of the moving and of the fixed body.
    pub(super) turns: Option<[Spin; 2]>,
    /// The target distance.
    pub(super) reach: Scalar,
    pub(super) start_overlap: StartOverlap,
}

/// A rotation vector over the whole motion, and the point of world space that it is about at the start.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Spin {
    pub(super) rotation: Vector3<Scalar>,
    pub(super) centre: Point3<f64>,
}

impl Motion {
    /// The same with the bodies' parts exchanged: seen from the one that was moving.
    pub(super) fn exchanged(&self) -> Self {
        Self {
            displacement: -self.displacement,
            turns: self.turns.map(|[moving, fixed]| [fixed, moving]),
            ..*self
        }
    }

    /// Whether bodies that stand there can be cast so: what pairs of shapes find out when they are cast, and bodies with parts must
    /// not leave to those that are met.
    pub(super) fn check(&self, [moving, fixed]: [&Isometry3<Scalar>; 2]) -> Result<(), CastError> {
        let way = self.displacement.map(Real::to_f64);
        if self.turns.is_none() && within(&way, Scalar::MAX_LENGTH) {
            return Ok(());
        }
        let moving = Placed::<Scalar, _>::new(PointShape, *moving)?;
        let fixed = Placed::<Scalar, _>::new(PointShape, *fixed)?;
        let sweep = Sweep::new(moving, self.displacement, fixed)?;
        if let Some(spins) = &self.turns {
            let turns = turns(spins, sweep.moving(), sweep.fixed());
            TurningSweep::new(sweep, turns)?;
        }
        Ok(())
    }

    /// Whether a hit at this fraction may be a start within the target distance. That is decided by the distance there, which no cast
    /// tells.
    #[inline(always)]
    pub(super) fn may_start_within(&self, fraction: Scalar) -> bool {
        self.reach > 0.0 && fraction == 0.0
    }

    pub(super) fn turns_moving(&self) -> bool {
        self.turns.is_some_and(|[moving, _]| !moving.is_none())
    }

    pub(super) fn turns_fixed(&self) -> bool {
        self.turns.is_some_and(|[_, fixed]| !fixed.is_none())
    }

    #[inline(always)]
    pub(super) fn options(&self) -> CastOptions<Scalar> {
        CastOptions {
            target_distance: self.reach,
            start_overlap: self.start_overlap,
            // Nothing in parry's answer tells of it.
            chord: false,
            ..CastOptions::default()
        }
    }

    /// The options for an answer that is returned with all of its fields.
    pub(super) fn whole(&self) -> CastOptions<Scalar> {
        CastOptions {
            chord: true,
            ..self.options()
        }
    }

    pub(super) fn turning_options(&self) -> TurningOptions<Scalar> {
        TurningOptions {
            target_distance: self.reach,
            start_overlap: self.start_overlap,
            ..TurningOptions::default()
        }
    }

    /// Where a point of the moving body that is at `point` at this fraction stood at the start; and a normal.
    pub(super) fn back(&self, fraction: f64, at: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        let moved = self.displacement.map(Real::to_f64) * fraction;
        let [point, normal] = [at[0] - moved, at[1]];
        match self.turns {
            Some([moving, _]) => moving.back(fraction, [point, normal]),
            None => [point, normal],
        }
    }

    /// The same for the fixed body.
    pub(super) fn back_of_fixed(&self, fraction: f64, at: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        match self.turns {
            Some([_, fixed]) => fixed.back(fraction, at),
            None => at,
        }
    }
}

impl Spin {
    pub(super) fn is_none(&self) -> bool {
        self.rotation == Vector3::zeros()
    }

    fn back(&self, fraction: f64, [point, normal]: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        let turn = Rotation3::from_scaled_axis(self.rotation.map(Real::to_f64) * -fraction);
        let centre = self.centre.coords;
        [centre + turn * (point - centre), turn * normal]
    }

    fn of<S: Support>(&self, placed: &Placed<Scalar, S>) -> Turn<Scalar> {
        let lever = self.centre.coords - placed.position();
        let local = placed.rotation().apply_transposed(&lever);
        Turn::by(self.rotation).about(Point3::from(local.map(<Scalar as Real>::nearest)))
    }
}

/// The rotations for two placed shapes.
pub(super) fn turns<A: Support, B: Support>(
    [moving, fixed]: &[Spin; 2],
    m: &Placed<Scalar, A>,
    f: &Placed<Scalar, B>,
) -> Turns<Scalar> {
    Turns {
        moving: moving.of(m),
        fixed: fixed.of(f),
    }
}

/// The duration of a sweep: a power of two, at which `velocity` is within the range of displacements.
///
/// `most` is the limit of time; `far` gives a length that is beyond all that can be met.
#[inline(always)]
pub(super) fn duration(
    most: Scalar,
    velocity: &Vector3<Scalar>,
    far: impl FnOnce() -> f64,
) -> Scalar {
    let duration = power_above(most);
    let way = velocity.map(|v| (v * duration).to_f64());
    if most > 0.0 && within(&way, Scalar::MAX_LENGTH) {
        duration
    } else {
        until_beyond(most, velocity, far())
    }
}

/// The duration of a sweep of bodies with parts: the same, but ending when all has been passed, or soon after, where the limit of time is
/// much later. The boxes of parts are wider by what the whole way may be rounded by, and tell nothing when that is out of all proportion.
/// `offset` leads from one origin to the other: `far`, which is dearer, is no less.
pub(super) fn duration_of_parts(
    most: Scalar,
    velocity: &Vector3<Scalar>,
    offset: &Vector3<f64>,
    far: impl Fn() -> f64,
) -> Scalar {
    let whole = duration(most, velocity, &far);
    let way = largest(&velocity.map(|v| (v * whole).to_f64()));
    if way <= LONG * largest(offset) {
        return whole;
    }
    let far = far();
    if far > 0.0 && way > LONG * far {
        until_beyond(most, velocity, far)
    } else {
        whole
    }
}

/// The power of two that is not below a positive number; infinite for the largest ones.
#[inline(always)]
fn power_above(x: Scalar) -> Scalar {
    let fraction = (1 << (Scalar::MANTISSA_DIGITS - 1)) - 1;
    Scalar::from_bits(x.to_bits().saturating_add(fraction) & !fraction)
}

/// The duration of a sweep whose limit of time is out of all proportion: that in which it passes `far`.
#[inline(never)]
fn until_beyond(most: Scalar, velocity: &Vector3<Scalar>, far: f64) -> Scalar {
    let velocity = velocity.map(Real::to_f64);
    let greatest = largest(&velocity);
    if greatest.is_nan() || greatest <= 0.0 {
        return 1.0;
    }
    let passed = far * BEYOND / greatest;
    let limit = if most > 0.0 {
        passed.min(most.to_f64())
    } else {
        passed
    };
    // No farther than a displacement may be, and no shorter than the smallest normal number.
    let longest = Scalar::MAX_LENGTH / greatest;
    let limit = limit.min(longest / 2.0).max(Scalar::MIN_POSITIVE.to_f64());
    let power = limit.log2().ceil().exp2();
    <Scalar as Real>::nearest(power.min(Scalar::MAX.to_f64() / 2.0))
}
