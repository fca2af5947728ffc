//! Casting a case: one pair of shapes, or a scene.

use crate::world::Part;
use crate::{Answer, Case, CaseError, Geometry};
use nalgebra::{Isometry3, Unit, Vector3};
use std::cmp::Ordering;
use swept::scene::{Motion, Query, SubShape};
use swept::{CastOptions, Certified, Outcome, Placed, Real, Shape, Support, Sweep};

impl<T: Real> Case<T> {
    /// What the moving body touches first.
    ///
    /// A fixed body of several parts, or a mesh, is cast at as a [scene](swept::scene::Scene) that holds it alone; a
    /// moving body of several parts is cast part by part. The answer is then that of one pair of parts, the first of
    /// these:
    /// 1. the deepest overlap;
    /// 2. the hit with the smallest fraction, or a cast that was given up before that fraction;
    /// 3. the miss with the smallest gap. When no box was within reach, it is that of the part whose box came
    ///    nearest. Its plane keeps *that* pair apart; other parts have planes of their own.
    ///
    /// Among equals the part that comes first wins.
    ///
    /// # Errors
    /// [`CaseError`] when shapes, poses and displacement are no sweep; [`Case::parse`] leaves only magnitudes
    /// beyond the scalar's range to be found here. A case that turns is for [`Case::cast_turning`].
    pub fn cast(&self, options: &CastOptions<T>) -> Result<Answer<T>, CaseError> {
        if !self.turn.is_none() {
            return Err(CaseError::new("turn", "a turning cast, not a linear one"));
        }
        if let (Geometry::Convex(a), Geometry::Convex(b)) =
            (&self.moving.geometry, &self.fixed.geometry)
        {
            let sweep = self.sweep(a, &self.moving.pose, b, &self.fixed.pose)?;
            return Ok(Answer::of_pair(sweep.cast_certified(options)));
        }
        let world = self.world()?;
        let query = Query::default().with_cast(*options);
        let (found, at) = self.first_part(|motion| {
            let found = world.cast_certified(motion, &query)?;
            Some((found.certified, found.sub_shape))
        })?;
        let mut answer = Answer::of_pair(found);
        (answer.part_fixed, answer.part_moving) = self.part_names(&at);
        answer.triangle = at.sub_shape.triangle.map(|t| t as usize);
        answer.place = Some(at);
        let face = world.triangle_normal(&at.sub_shape);
        answer.face_normal = face.map(|n| self.opposed(&n, &answer));
        Ok(answer)
    }

    /// The first of the answers of the moving body's parts, as [`Case::cast`] orders them, and what it is about.
    pub(crate) fn first_part<C: Found<T>>(
        &self,
        mut cast: impl FnMut(&Motion<T, &Shape<T>>) -> Option<(C, SubShape)>,
    ) -> Result<(C, Place), CaseError> {
        let mut first: Option<(C, Place)> = None;
        for (i, (shape, pose)) in self.moving.convex_parts()?.iter().enumerate() {
            let placed = Placed::new(shape, *pose);
            let placed = placed.map_err(|e| CaseError::shape::<T>("moving", &e))?;
            let motion = Motion::new(placed, self.displacement);
            let motion = motion.map_err(|e| CaseError::sweep::<T>(&e))?;
            let Some((found, sub_shape)) = cast(&motion) else {
                continue;
            };
            let earlier = |(known, _): &(C, Place)| order(found.outcome(), known.outcome()).is_lt();
            if first.as_ref().is_none_or(earlier) {
                let moving = i;
                first = Some((found, Place { moving, sub_shape }));
            }
        }
        first.ok_or_else(|| CaseError::new("fixed", "nothing to cast against"))
    }

    /// The parts of the fixed and of the moving body, as far as the bodies have parts.
    pub(crate) fn part_names(&self, at: &Place) -> (Option<usize>, Option<usize>) {
        let fixed = at.sub_shape.part as usize;
        (
            self.fixed.has_parts().then_some(fixed),
            self.moving.has_parts().then_some(at.moving),
        )
    }

    /// The one pair of convex shapes that `answer` is about: what its certificate can be checked against.
    ///
    /// # Errors
    /// [`CaseError`] when `answer` names parts that this case does not have.
    pub fn pair(&self, answer: &Answer<T>) -> Result<Sweep<T, Shape<T>, Shape<T>>, CaseError> {
        let ((shape, from), (other, at)) = self.convex_pair(answer.place.as_ref())?;
        self.sweep(shape, &from, other, &at)
    }

    /// The two convex shapes at `place`, or the bodies' own where there are no parts.
    pub(crate) fn convex_pair(
        &self,
        place: Option<&Place>,
    ) -> Result<(Part<T>, Part<T>), CaseError> {
        let none = || CaseError::new("answer", "no such part in this case");
        let mut parts = self.moving.convex_parts()?.into_iter();
        let moving = parts.nth(place.map_or(0, |at| at.moving));
        let fixed = match (place, &self.fixed.geometry) {
            (Some(at), _) => self.world()?.convex(&at.sub_shape),
            (None, Geometry::Convex(shape)) => Some((shape.clone(), self.fixed.pose)),
            (None, _) => None,
        };
        moving.zip(fixed).ok_or_else(none)
    }

    pub(crate) fn sweep<A: Support, B: Support>(
        &self,
        moving: A,
        from: &Isometry3<T>,
        fixed: B,
        at: &Isometry3<T>,
    ) -> Result<Sweep<T, A, B>, CaseError> {
        let moving = Placed::new(moving, *from).map_err(|e| CaseError::shape::<T>("moving", &e))?;
        let fixed = Placed::new(fixed, *at).map_err(|e| CaseError::shape::<T>("fixed", &e))?;
        Sweep::new(moving, self.displacement, fixed).map_err(|e| CaseError::sweep::<T>(&e))
    }

    /// A face's normal, on the side that opposes the motion.
    fn opposed(&self, normal: &Vector3<f64>, answer: &Answer<T>) -> Unit<Vector3<T>> {
        let side = -normal.dot(&self.displacement.map(Real::to_f64));
        // A motion along the face tells no side: then the answer's own normal does.
        let side = if side == 0.0 {
            normal.dot(&answer.normal())
        } else {
            side
        };
        let sign = if side < 0.0 { -1.0 } else { 1.0 };
        // Adding 0 turns -0 into 0.
        Unit::new_unchecked(normal.map(|x| T::nearest(sign * x + 0.0)))
    }
}

/// An answer of two convex shapes.
pub(crate) trait Found<T: Real> {
    /// What came of the cast.
    fn outcome(&self) -> &Outcome<T>;
}

impl<T: Real> Found<T> for Certified<T> {
    fn outcome(&self) -> &Outcome<T> {
        &self.outcome
    }
}

/// Which pair of convex shapes: a part of the moving body, and what of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) moving: usize,
    pub(crate) sub_shape: SubShape,
}

/// Which of two answers of parts is the answer of the whole: see [`Case::cast`].
fn order<T: Real>(a: &Outcome<T>, b: &Outcome<T>) -> Ordering {
    let key = |outcome: &Outcome<T>| match outcome {
        Outcome::Overlap(overlap) => [0.0, -overlap.depth.to_f64(), 0.0],
        Outcome::Hit(hit) => [1.0, hit.fraction.to_f64(), 0.0],
        Outcome::Unresolved(u) => [1.0, u.safe_fraction.to_f64(), 1.0],
        Outcome::Miss(miss) => [2.0, miss.gap.to_f64(), 0.0],
    };
    let (a, b) = (key(a), key(b));
    a.iter()
        .zip(&b)
        .map(|(x, y)| x.total_cmp(y))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;
    use swept::{Hit, Miss, Overlap, Unresolved};

    #[test]
    fn answers_of_parts_come_in_the_order_that_is_told() {
        let normal = Vector3::y_axis();
        let point = Point3::origin();
        let overlap = |depth: f64| {
            Outcome::Overlap(Overlap {
                depth,
                depth_lower: depth,
                normal,
                point_moving: point,
                point_fixed: point,
                entry: -1.0,
                exit: 1.0,
            })
        };
        let hit = |fraction: f64| {
            Outcome::Hit(Hit {
                fraction,
                fraction_upper: fraction,
                normal,
                point_moving: point,
                point_fixed: point,
            })
        };
        let unresolved = |safe_fraction: f64| Outcome::Unresolved(Unresolved { safe_fraction });
        let miss = |gap: f64| Outcome::Miss(Miss { gap, axis: normal });
        let sorted = [
            overlap(2.0),
            overlap(1.0),
            hit(0.25),
            unresolved(0.375),
            hit(0.5),
            // From there on it could be met, and the other surely is.
            unresolved(0.5),
            miss(0.0),
            miss(0.5),
        ];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(order(a, b), i.cmp(&j), "{i} {j}");
            }
        }
    }
}
