//! Casting a case that turns.

use crate::answer::push_answer;
use crate::cast::{Found, Place};
use crate::{Case, CaseError, Id};
use nalgebra::{Isometry3, Point3};
use swept::scene::{Query, TurningMotion};
use swept::{
    CastOptions, CertifiedTurn, Method, Outcome, Placed, Real, Shape, Support, Sweep, Turn,
    TurningMethod, TurningOptions, TurningSweep, Turns,
};

/// The answer to a turning case: that of one pair of convex shapes, with its proof.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningAnswer<T: Real> {
    /// The answer of that pair.
    pub certified: CertifiedTurn<T>,
    /// The part of the fixed compound that it is about.
    pub part_fixed: Option<usize>,
    /// The part of the moving compound that it is about.
    pub part_moving: Option<usize>,
    /// The triangle of the mesh that it is about, in file order.
    pub triangle: Option<usize>,
    /// Where in the scene.
    pub(crate) place: Place,
}

impl<T: Real> TurningAnswer<T> {
    /// Appends the line of JSON, without a line end: that of a linear cast, with support `evaluations` after the `steps`
    /// (distance measurements).
    pub fn push_line(&self, id: Option<&Id>, line: &mut String) {
        let (part, part_moving) = match (self.part_fixed, self.part_moving) {
            (None, moving) => (moving, None),
            both => both,
        };
        let found = &self.certified;
        let work = [("steps", found.steps), ("evaluations", found.evaluations)];
        let named = [
            ("part", part),
            ("part_moving", part_moving),
            ("triangle", self.triangle),
        ];
        push_answer(line, id, &found.outcome, found.method.name(), &work, &named);
        line.push('}');
    }
}

impl<T: Real> Case<T> {
    /// What the moving body touches first, both bodies turning as `turn` says: at fraction s a body is rotated by s times
    /// its rotation vector, about its own origin and in world axes, before its own rotation is counted; a compound
    /// turns as a whole.
    ///
    /// Parts are cast one by one, and ranked as in [`Case::cast`]. Of the options, a method other than
    /// [`Method::ConservativeAdvancement`] means the interval bound, and the step limit is that of distance measurements, 20,000 where it is
    /// left at its default.
    ///
    /// # Errors
    /// [`CaseError`] when shapes, poses, displacement and rotations are no turning sweep.
    pub fn cast_turning(&self, options: &CastOptions<T>) -> Result<TurningAnswer<T>, CaseError> {
        let options = turning_options(options);
        let world = self.world()?;
        let query = Query::default();
        let body = &self.moving.pose;
        // Motions that are no turning sweep are all refused for the same reason: one is enough to tell.
        let (mut refused, mut beyond) = (None, false);
        let found = self.first_part(|motion| {
            let turn = Turn::by(self.turn.moving).about(centre(body, motion.moving()));
            let motion = TurningMotion::new(*motion, turn).and_then(|m| {
                let centre = Point3::from(self.fixed.pose.translation.vector);
                m.in_turning_scene(self.turn.fixed, centre)
            });
            match motion {
                Ok(motion) => {
                    let found = world.cast_turning_certified(&motion, &query, &options);
                    beyond |= found.is_none();
                    found.map(|found| (found.certified, found.sub_shape))
                }
                Err(e) => {
                    refused = Some(e);
                    None
                }
            }
        });
        if let Some(e) = refused {
            return Err(CaseError::sweep::<T>(&e));
        }
        if beyond {
            let reason = "positions, displacement and sizes add up to more than a length may be";
            return Err(CaseError::new("turn", reason));
        }
        let (certified, at) = found?;
        let (part_fixed, part_moving) = self.part_names(&at);
        Ok(TurningAnswer {
            certified,
            part_fixed,
            part_moving,
            triangle: at.sub_shape.triangle.map(|t| t as usize),
            place: at,
        })
    }

    /// The one pair of convex shapes that `answer` is about, each turning about its body's own origin: what its
    /// certificate can be checked against.
    ///
    /// # Errors
    /// [`CaseError`] when `answer` names parts that this case does not have.
    pub fn turning_pair(
        &self,
        answer: &TurningAnswer<T>,
    ) -> Result<TurningSweep<T, Shape<T>, Shape<T>>, CaseError> {
        let ((shape, from), (other, at)) = self.convex_pair(Some(&answer.place))?;
        self.turned(self.sweep(shape, &from, other, &at)?)
    }

    /// A pair of this case's parts, turning as their bodies do.
    pub(crate) fn turned<A: Support, B: Support>(
        &self,
        sweep: Sweep<T, A, B>,
    ) -> Result<TurningSweep<T, A, B>, CaseError> {
        let (moving, fixed) = (sweep.moving(), sweep.fixed());
        let turns = Turns {
            moving: Turn::by(self.turn.moving).about(centre(&self.moving.pose, moving)),
            fixed: Turn::by(self.turn.fixed).about(centre(&self.fixed.pose, fixed)),
        };
        TurningSweep::new(sweep, turns).map_err(|e| CaseError::sweep::<T>(&e))
    }
}

/// How a turning case is cast with `options`: those of [`Case::cast_turning`]. The limit of steps, of which a turning cast counts others, is
/// taken over where it is not the default one.
pub fn turning_options<T: Real>(options: &CastOptions<T>) -> TurningOptions<T> {
    let (linear, turning) = (CastOptions::<T>::default(), TurningOptions::<T>::default());
    TurningOptions {
        method: match options.method {
            Method::ConservativeAdvancement => TurningMethod::ConservativeAdvancement,
            _ => TurningMethod::IntervalBound,
        },
        target_distance: options.target_distance,
        tolerance: options.tolerance,
        start_overlap: options.start_overlap,
        max_steps: if options.max_steps == linear.max_steps {
            turning.max_steps
        } else {
            options.max_steps
        },
    }
}

impl<T: Real> Found<T> for CertifiedTurn<T> {
    fn outcome(&self) -> &Outcome<T> {
        &self.outcome
    }
}

/// A body's origin in the frame of one of its parts, computed in `f64` and rounded once.
fn centre<T: Real, S: Support>(body: &Isometry3<T>, part: &Placed<T, S>) -> Point3<T> {
    let lever = body.translation.vector.map(Real::to_f64) - part.position();
    let local = part.rotation().apply_transposed(&lever);
    Point3::from(local.map(T::nearest))
}
