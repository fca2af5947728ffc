//! The validated problem: two shapes, of which one moves along a line and either may turn.

use super::angle;
use super::solve::solve;
use crate::{CertifiedTurn, InvalidSweep, NoObserver, Observer, Outcome, Sweep, TurningOptions};
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_support::{Placed, Real, Short, Support, largest};

/// A constant rotation of one body during the motion.
///
/// At fraction s the body is rotated by the angle s·|rotation| about the axis `rotation` (right-handed, in world
/// axes) through its centre; what the shape's pose says of its rotation is applied first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Turn<T: Real> {
    /// The rotation vector: its direction is the axis in world space, its length the whole angle in radians. Any number
    /// of turns up to [`TurningSweep::MAX_ANGLE`].
    pub rotation: Vector3<T>,
    /// The point that the body turns about, in the shape's own frame. It need not lie in the shape.
    pub centre: Point3<T>,
}

impl<T: Real> Turn<T> {
    /// No rotation.
    #[must_use]
    pub fn none() -> Self {
        Self::by(Vector3::zeros())
    }

    /// A rotation by this rotation vector (radians, world axes) about the shape's own origin.
    pub fn by(rotation: impl Into<Vector3<T>>) -> Self {
        Self {
            rotation: rotation.into(),
            centre: Point3::origin(),
        }
    }

    /// The same rotation about another point, given in the shape's own frame.
    #[must_use]
    pub fn about(self, centre: impl Into<Point3<T>>) -> Self {
        Self {
            centre: centre.into(),
            ..self
        }
    }

    /// The displacement and the turn that take a body from one pose to another: the point `centre` of its own frame goes straight, and the body
    /// turns about it by the shorter way, half a turn at most. About its own origin that is what lies between two poses of a simulation; about
    /// the pivot of a joint, which both poses have in one place, the displacement is 0 up to rounding.
    ///
    /// Both are computed in `f64` and rounded once to the scalar: the motion ends at the second pose up to some units in the last place of the
    /// positions, of the centre's coordinates, and of the shape's reach from the centre. What turned farther than half a turn from one pose to
    /// the other is not told from the shorter way, and at half a turn itself either way may come out.
    ///
    /// # Examples
    /// ```
    /// use nalgebra::{Isometry3, Vector3};
    /// use swept_cast::{Sweep, Turn, TurningSweep, Turns};
    /// use swept_support::{Cuboid, Placed, Sphere};
    ///
    /// // A box that a simulation moves by one step, and a ball in its way.
    /// let cuboid = Cuboid::new([2.0, 0.25, 0.25])?;
    /// let from = Placed::new(cuboid, Isometry3::translation(0.0, 1.0, 0.0))?;
    /// let to = Placed::new(cuboid, Isometry3::new(Vector3::y() * 0.5, Vector3::z() * 0.75))?;
    /// let (displacement, turn) = Turn::between(&from, &to, [0.0; 3]);
    /// let turns = Turns { moving: turn, ..Turns::default() };
    /// let ball = Placed::new(Sphere::new(0.5)?, [2.0, 2.0, 0.0])?;
    /// let sweep = TurningSweep::new(Sweep::new(from, displacement, ball)?, turns)?;
    /// assert!(sweep.cast().hit().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between<A, B>(
        from: &Placed<T, A>,
        to: &Placed<T, B>,
        centre: impl Into<Point3<T>>,
    ) -> (Vector3<T>, Self)
    where
        A: Support,
        B: Support,
    {
        let centre = centre.into();
        let lever = centre.coords.map(Real::to_f64);
        let (start, end) = (from.rotation().apply(&lever), to.rotation().apply(&lever));
        let way = (to.position() - from.position()) + (end - start);
        let rotation = (unit(&to.pose()) / unit(&from.pose())).scaled_axis();
        let turn = Self::by(rotation.map(T::nearest)).about(centre);
        (way.map(T::nearest), turn)
    }

    /// Whether this rotation changes nothing.
    pub(crate) fn is_none(&self) -> bool {
        self.rotation == Vector3::zeros()
    }
}

impl<T: Real> Default for Turn<T> {
    fn default() -> Self {
        Self::none()
    }
}

/// What the two bodies of a sweep turn by.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Turns<T: Real> {
    /// The moving shape's rotation, on top of its displacement: the displacement is that of its centre of rotation.
    pub moving: Turn<T>,
    /// The fixed shape's rotation: it turns on the spot.
    pub fixed: Turn<T>,
}

impl<T: Real> Default for Turns<T> {
    /// Nothing turns.
    fn default() -> Self {
        Self {
            moving: Turn::none(),
            fixed: Turn::none(),
        }
    }
}

/// A sweep whose bodies turn while the moving one moves, checked once: every cast of it is total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningSweep<T: Real, A, B> {
    sweep: Sweep<T, A, B>,
    turns: Turns<T>,
}

impl<T: Real, A: Support, B: Support> TurningSweep<T, A, B> {
    /// The largest component of a rotation vector: 2²⁴ radians, some 2.7 million turns.
    pub const MAX_ANGLE: f64 = angle::MOST / 2.0;

    /// The motion of `sweep`, with rotations added to it.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a component of a rotation is not finite or beyond [`MAX_ANGLE`](Self::MAX_ANGLE), when a
    /// centre's coordinate is not finite or beyond [`Real::MAX_LENGTH`], and when positions, displacement and sizes
    /// add up to more than an `f64` length may be.
    pub fn new(sweep: Sweep<T, A, B>, turns: Turns<T>) -> Result<Self, InvalidSweep> {
        const ROTATION: [[&str; 3]; 2] = [
            ["turn.moving[0]", "turn.moving[1]", "turn.moving[2]"],
            ["turn.fixed[0]", "turn.fixed[1]", "turn.fixed[2]"],
        ];
        const CENTRE: [[&str; 3]; 2] = [
            [
                "turn.moving.centre[0]",
                "turn.moving.centre[1]",
                "turn.moving.centre[2]",
            ],
            [
                "turn.fixed.centre[0]",
                "turn.fixed.centre[1]",
                "turn.fixed.centre[2]",
            ],
        ];
        for (i, turn) in [&turns.moving, &turns.fixed].into_iter().enumerate() {
            check(
                &turn.rotation,
                Self::MAX_ANGLE,
                ROTATION[i],
                "a finite angle in radians of magnitude at most 2^24",
            )?;
            check(&turn.centre.coords, T::MAX_LENGTH, CENTRE[i], T::COORDINATE)?;
        }
        if turns.moving.is_none() && turns.fixed.is_none() {
            return Ok(Self { sweep, turns });
        }
        let (m, f) = (sweep.moving(), sweep.fixed());
        let lengths = largest(&m.position())
            + largest(&f.position())
            + largest(&sweep.displacement().map(Real::to_f64))
            + largest(&turns.moving.centre.coords.map(Real::to_f64))
            + largest(&turns.fixed.centre.coords.map(Real::to_f64))
            + m.shape().extent()
            + f.shape().extent();
        if 8.0 * lengths > f64::MAX_LENGTH {
            return Err(InvalidSweep {
                field: "positions, centres, displacement and extents, added up",
                value: lengths,
                expected: "within the range of a turning cast (expected at most 2⁹⁷)",
            });
        }
        Ok(Self { sweep, turns })
    }

    /// The motion without its rotations.
    pub fn linear(&self) -> &Sweep<T, A, B> {
        &self.sweep
    }

    /// The rotations.
    pub fn turns(&self) -> &Turns<T> {
        &self.turns
    }

    /// The sweep with its shapes borrowed as `dyn Support`: for code that is to be compiled once for all shapes.
    pub fn as_dyn(&self) -> TurningSweep<T, &dyn Support, &dyn Support> {
        TurningSweep {
            sweep: self.sweep.as_dyn(),
            turns: self.turns,
        }
    }

    /// What the moving shape touches first, with the default options.
    pub fn cast(&self) -> Outcome<T> {
        self.cast_with(&TurningOptions::default())
    }

    /// What the moving shape touches first.
    ///
    /// The outcomes are those of the linear cast, with these differences: a [`Miss`](crate::Miss) has no single
    /// plane, so its `gap` is a proven lower bound on the separation throughout the motion, and its `axis` the
    /// separating axis at the part of the motion for which that bound is least; an [`Overlap`](crate::Overlap)'s
    /// `entry` and `exit` are not known, and −∞ and ∞.
    pub fn cast_with(&self, options: &TurningOptions<T>) -> Outcome<T> {
        self.cast_until(options, T::one())
    }

    /// What is met first up to a fraction, for those to whom nothing matters that comes later, such as that of a hit on something else: what is met
    /// up to and with that fraction is told as [`cast_with`](Self::cast_with) tells it, and what is met later may be told as a
    /// miss, whose gap is that of the way up to there. What is no number ends nothing.
    pub fn cast_until(&self, options: &TurningOptions<T>, until: T) -> Outcome<T> {
        solve(self, options, &mut NoObserver, (until, false)).outcome
    }

    /// What the moving shape touches first, with the certificate, the method used and the work it took.
    pub fn cast_certified(&self, options: &TurningOptions<T>) -> CertifiedTurn<T> {
        solve(self, options, &mut NoObserver, (T::one(), true))
    }

    /// Like [`cast_certified`](Self::cast_certified), showing each step to `observer` as it is taken, by
    /// [`Observer::turn`].
    pub fn cast_observed(
        &self,
        options: &TurningOptions<T>,
        observer: &mut impl Observer,
    ) -> CertifiedTurn<T> {
        solve(self, options, observer, (T::one(), true))
    }
}

/// A pose's rotation in `f64`. Its quaternion may be of any length but 0.
fn unit<T: Real>(pose: &Isometry3<T>) -> UnitQuaternion<f64> {
    let q = pose.rotation.coords.map(Real::to_f64);
    UnitQuaternion::new_normalize(Quaternion::from(q / q.amax()))
}

fn check<T: Real>(
    v: &Vector3<T>,
    most: f64,
    fields: [&'static str; 3],
    expected: &'static str,
) -> Result<(), InvalidSweep> {
    for (field, x) in fields.into_iter().zip(v.iter()) {
        let value = x.to_f64();
        if !(-most..=most).contains(&value) {
            return Err(InvalidSweep {
                field,
                value: Short::of::<T>(value).0,
                expected,
            });
        }
    }
    Ok(())
}
