//! Casting a case that turns: one pair of convex shapes, or every pair of parts that can come near each other.

use crate::answer::push_answer;
use crate::cast::order;
use crate::leaves::{Leaf, Part, convex, quaternion};
use crate::region::Region;
use crate::{Case, CaseError, Id};
use nalgebra::{Isometry3, Point3, Vector3};
use swept::{
    Aabb, CastOptions, CertifiedTurn, LinearMap, Method, Outcome, Real, Shape, Sphere, Support,
    Turn, TurningMethod, TurningOptions, TurningSweep, Turns,
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
    /// [`Method::ConservativeAdvancement`] means the interval bound, and the step limit is that of distance measurements.
    ///
    /// # Errors
    /// [`CaseError`] when shapes, poses, displacement and rotations are no turning sweep.
    pub fn cast_turning(&self, options: &CastOptions<T>) -> Result<TurningAnswer<T>, CaseError> {
        let (moving, fixed) = (self.moving.leaves()?, self.fixed.leaves()?);
        let options = TurningOptions {
            method: match options.method {
                Method::ConservativeAdvancement => TurningMethod::ConservativeAdvancement,
                _ => TurningMethod::IntervalBound,
            },
            target_distance: options.target_distance,
            tolerance: options.tolerance,
            start_overlap: options.start_overlap,
            max_steps: options.max_steps,
        };
        let mut search = Search {
            case: self,
            options,
            first: None,
            nearest: None,
        };
        for (i, a) in moving.iter().enumerate() {
            let Part::Convex(shape) = a.part else {
                return Err(CaseError::new("moving", "a mesh cannot move"));
            };
            for (j, b) in fixed.iter().enumerate() {
                search.pair((i, shape, &a.pose), (j, b))?;
            }
        }
        if let (None, Some((_, place))) = (&search.first, search.nearest) {
            let (a, b) = (&moving[place.0], &fixed[place.1]);
            if let (Part::Convex(shape), Part::Mesh(mesh), Some(triangle)) =
                (a.part, b.part, place.2)
            {
                search.cast(place, (shape, &a.pose), (mesh.triangle(triangle), &b.pose))?;
            }
        }
        let nothing = || CaseError::new("fixed", "nothing to cast against");
        let mut answer = search.first.ok_or_else(nothing)?;
        answer.part_fixed = answer.part_fixed.filter(|_| self.fixed.has_parts());
        answer.part_moving = answer.part_moving.filter(|_| self.moving.has_parts());
        Ok(answer)
    }

    /// The one pair of convex shapes that `answer` is about: what its certificate can be checked against.
    ///
    /// # Errors
    /// [`CaseError`] when `answer` names parts that this case does not have.
    pub fn turning_pair(
        &self,
        answer: &TurningAnswer<T>,
    ) -> Result<TurningSweep<T, Shape<T>, Shape<T>>, CaseError> {
        let (moving, fixed) = (self.moving.leaves()?, self.fixed.leaves()?);
        let (a, from) = convex(&moving, answer.part_moving.unwrap_or(0), None)?;
        let (b, at) = convex(&fixed, answer.part_fixed.unwrap_or(0), answer.triangle)?;
        self.turning_sweep((a, &from), (b, &at))
    }

    /// The turning sweep of two parts, each turning about its body's own origin.
    fn turning_sweep<A: Support, B: Support>(
        &self,
        (shape, from): (A, &Isometry3<T>),
        (other, at): (B, &Isometry3<T>),
    ) -> Result<TurningSweep<T, A, B>, CaseError> {
        let sweep = self.sweep(shape, from, other, at)?;
        let turn = |rotation: Vector3<T>, body: &Isometry3<T>, leaf: &Isometry3<T>| {
            Turn::by(rotation).about(centre(body, leaf))
        };
        let turns = Turns {
            moving: turn(self.turn.moving, &self.moving.pose, from),
            fixed: turn(self.turn.fixed, &self.fixed.pose, at),
        };
        TurningSweep::new(sweep, turns).map_err(|e| CaseError::sweep::<T>(&e))
    }
}

/// Leaves of both bodies, and a triangle where the fixed one is a mesh.
type Place = (usize, usize, Option<usize>);

struct Search<'a, T: Real> {
    case: &'a Case<T>,
    options: TurningOptions<T>,
    first: Option<TurningAnswer<T>>,
    /// Of the triangles that are out of reach, the one whose box comes nearest.
    nearest: Option<(f64, Place)>,
}

impl<T: Real> Search<'_, T> {
    fn pair(
        &mut self,
        (i, shape, pose): (usize, &Shape<T>, &Isometry3<T>),
        (j, fixed): (usize, &Leaf<T>),
    ) -> Result<(), CaseError> {
        let mesh = match fixed.part {
            Part::Convex(other) => {
                return self.cast((i, j, None), (shape, pose), (other, &fixed.pose));
            }
            Part::Mesh(mesh) => mesh,
        };
        let region = self.region(shape, pose, &fixed.pose);
        for (index, bounds) in mesh.boxes().iter().enumerate() {
            let place = (i, j, Some(index));
            let distance = region
                .as_ref()
                .map_or(0.0, |r| r.until(self.horizon()).apart(bounds));
            if distance > 0.0 {
                if self.nearest.is_none_or(|(least, _)| distance < least) {
                    self.nearest = Some((distance, place));
                }
                continue;
            }
            self.cast(place, (shape, pose), (mesh.triangle(index), &fixed.pose))?;
        }
        Ok(())
    }

    /// What a moving part can touch: the ball around its body's origin that holds it at any rotation, on its way. `None`
    /// when the fixed body turns, or when the ball is beyond all numbers.
    fn region(
        &self,
        shape: &Shape<T>,
        pose: &Isometry3<T>,
        frame: &Isometry3<T>,
    ) -> Option<Region> {
        if self.case.turn.fixed != Vector3::zeros() {
            return None;
        }
        let body = &self.case.moving.pose;
        let lever = (pose.translation.vector - body.translation.vector).map(Real::to_f64);
        let radius = lever.norm() + shape.extent() + shape.radius();
        let ball = Sphere::<f64>::new(radius * (1.0 + 16.0 * T::EPSILON)).ok()?;
        let target = self.options.target_distance.to_f64().max(0.0);
        let displacement = &self.case.displacement;
        let region = Region::new(&ball, body, displacement, frame, target);
        let bounded = region.until(1.0).apart(&Aabb::EVERYTHING) <= 0.0;
        bounded.then_some(region)
    }

    /// The fraction up to which other answers still matter.
    fn horizon(&self) -> f64 {
        match self.first.as_ref().map(|answer| &answer.certified.outcome) {
            None | Some(Outcome::Miss(_)) => 1.0,
            Some(outcome) => outcome.safe_fraction().to_f64(),
        }
    }

    /// Casts one pair, and takes the answer if it comes before the one so far.
    fn cast<B: Support>(
        &mut self,
        place: Place,
        (shape, from): (&Shape<T>, &Isometry3<T>),
        (other, at): (B, &Isometry3<T>),
    ) -> Result<(), CaseError> {
        let sweep = self.case.turning_sweep((shape, from), (other, at))?;
        let certified = sweep.cast_certified(&self.options);
        let earlier =
            |first: &TurningAnswer<T>| order(&certified.outcome, &first.certified.outcome).is_ge();
        if !self.first.as_ref().is_some_and(earlier) {
            self.first = Some(TurningAnswer {
                certified,
                part_fixed: Some(place.1),
                part_moving: Some(place.0),
                triangle: place.2,
            });
        }
        Ok(())
    }
}

/// A body's origin in the frame of one of its parts, computed in `f64` and rounded once.
fn centre<T: Real>(body: &Isometry3<T>, leaf: &Isometry3<T>) -> Point3<T> {
    let wide = |v: &Vector3<T>| v.map(Real::to_f64);
    let lever = wide(&body.translation.vector) - wide(&leaf.translation.vector);
    let rotation = LinearMap::from_quaternion(&quaternion(leaf)).unwrap_or(LinearMap::IDENTITY);
    Point3::from(rotation.apply_transposed(&lever).map(T::nearest))
}
