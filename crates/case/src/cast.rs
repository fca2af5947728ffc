//! Casting a case: one pair of shapes, or every pair of parts that come near each other.

use crate::leaves::{Leaf, Part, convex};
use crate::region::{Reach, Region};
use crate::{Answer, Case, CaseError, Geometry, Mesh};
use nalgebra::{Isometry3, Unit, Vector3};
use std::cmp::Ordering;
use swept::{Aabb, CastOptions, Certified, LinearMap, Outcome, Placed, Real, Shape, Sweep};

impl<T: Real> Case<T> {
    /// What the moving body touches first.
    ///
    /// Bodies of several parts, and meshes, are cast part by part; a part is passed over when its bounding box is
    /// out of the sweep's reach. The answer is then that of one pair of parts, the first of these:
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
        let (moving, fixed) = (self.moving.leaves()?, self.fixed.leaves()?);
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
        let mut answer = match (search.first, search.nearest) {
            (Some(answer), _) => answer,
            (None, Some((_, at))) => at.cast(self, &moving, &fixed, options)?,
            (None, None) => return Err(CaseError::new("fixed", "nothing to cast against")),
        };
        self.name_parts(&mut answer, &fixed);
        Ok(answer)
    }

    /// The one pair of convex shapes that `answer` is about: what its certificate can be checked against.
    ///
    /// # Errors
    /// [`CaseError`] when `answer` names parts that this case does not have.
    pub fn pair(&self, answer: &Answer<T>) -> Result<Sweep<T, Shape<T>, Shape<T>>, CaseError> {
        let (moving, fixed) = (self.moving.leaves()?, self.fixed.leaves()?);
        let place = &answer.place;
        let (a, from) = convex(&moving, place.moving, None)?;
        let (b, at) = convex(&fixed, place.fixed, place.triangle)?;
        self.sweep(a, &from, b, &at)
    }

    pub(crate) fn sweep<A: swept::Support, B: swept::Support>(
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

    /// Says which parts the answer is about, as far as the bodies have parts, and how its triangle faces.
    fn name_parts(&self, answer: &mut Answer<T>, fixed: &[Leaf<T>]) {
        answer.part_fixed = self.fixed.has_parts().then_some(answer.place.fixed);
        answer.part_moving = self.moving.has_parts().then_some(answer.place.moving);
        answer.triangle = answer.place.triangle;
        let leaf = &fixed[answer.place.fixed];
        if let (Part::Mesh(mesh), Some(triangle)) = (leaf.part, answer.triangle) {
            answer.face_normal = mesh.normal(triangle).and_then(|n| {
                let rotation = LinearMap::from_quaternion(&crate::leaves::quaternion(&leaf.pose))?;
                let normal = rotation.apply(&n);
                let against = -self.displacement.map(Real::to_f64);
                let side = normal.dot(&against);
                // A motion along the face tells no side: then the answer's own normal does.
                let side = if side == 0.0 {
                    normal.dot(&answer.normal())
                } else {
                    side
                };
                let normal = if side < 0.0 { -normal } else { normal };
                // Adding 0 turns -0 into 0.
                let rounded = normal.normalize().map(|x| T::nearest(x + 0.0));
                Some(Unit::new_unchecked(rounded))
            });
        }
    }
}

/// Which pair of convex shapes: leaves of both bodies, and a triangle where the fixed leaf is a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) moving: usize,
    pub(crate) fixed: usize,
    pub(crate) triangle: Option<usize>,
}

impl Place {
    fn cast<T: Real>(
        self,
        case: &Case<T>,
        moving: &[Leaf<T>],
        fixed: &[Leaf<T>],
        options: &CastOptions<T>,
    ) -> Result<Answer<T>, CaseError> {
        let (a, b) = (&moving[self.moving], &fixed[self.fixed]);
        let Part::Convex(shape) = a.part else {
            return Err(CaseError::new("moving", "a mesh cannot move"));
        };
        let certified = match (b.part, self.triangle) {
            (Part::Mesh(mesh), Some(i)) => case
                .sweep(shape, &a.pose, mesh.triangle(i), &b.pose)?
                .cast_certified(options),
            (Part::Convex(other), _) => case
                .sweep(shape, &a.pose, other, &b.pose)?
                .cast_certified(options),
            (Part::Mesh(_), None) => return Err(CaseError::new("fixed", "no triangle named")),
        };
        Ok(Answer::of_parts(certified, self))
    }
}

/// The answer so far.
struct Search<'a, T: Real> {
    case: &'a Case<T>,
    options: &'a CastOptions<T>,
    first: Option<Answer<T>>,
    /// While nothing has been cast: the pair whose boxes came nearest, and how near.
    nearest: Option<(f64, Place)>,
}

impl<T: Real> Search<'_, T> {
    fn pair(
        &mut self,
        (i, shape, pose): (usize, &Shape<T>, &Isometry3<T>),
        (j, fixed): (usize, &Leaf<T>),
    ) -> Result<(), CaseError> {
        let place = Place {
            moving: i,
            fixed: j,
            triangle: None,
        };
        let target = self.options.target_distance.to_f64().max(0.0);
        let displacement: &Vector3<T> = &self.case.displacement;
        match fixed.part {
            Part::Convex(other) => {
                let world = Isometry3::identity();
                let region = Region::new(shape, pose, displacement, &world, target);
                let sweep = self.case.sweep(shape, pose, other, &fixed.pose)?;
                if self.reaches(&region.until(self.horizon()), &sweep.fixed().aabb(), place) {
                    self.consider(sweep.cast_certified(self.options), place);
                }
            }
            Part::Mesh(mesh) => {
                let region = Region::new(shape, pose, displacement, &fixed.pose, target);
                let mut reach = region.until(self.horizon());
                for (start, block) in mesh.blocks() {
                    let distance = reach.apart(block);
                    if distance > 0.0 && !self.may_be_nearest(distance) {
                        continue;
                    }
                    let end = mesh.boxes().len().min(start + Mesh::<T>::BLOCK);
                    for index in start..end {
                        let place = Place {
                            triangle: Some(index),
                            ..place
                        };
                        if self.reaches(&reach, &mesh.boxes()[index], place) {
                            let triangle = mesh.triangle(index);
                            let sweep = self.case.sweep(shape, pose, triangle, &fixed.pose)?;
                            if self.consider(sweep.cast_certified(self.options), place) {
                                reach = region.until(self.horizon());
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a part within `bounds` can be touched; remembers the nearest that cannot.
    #[inline]
    fn reaches(&mut self, reach: &Reach, bounds: &Aabb, place: Place) -> bool {
        let distance = reach.apart(bounds);
        if distance > 0.0 && self.may_be_nearest(distance) {
            self.nearest = Some((distance, place));
        }
        distance <= 0.0 || distance.is_nan()
    }

    /// Whether something out of reach by `distance` is the nearest so far, and that matters.
    fn may_be_nearest(&self, distance: f64) -> bool {
        let nearer = |(least, _)| distance < least;
        self.first.is_none() && self.nearest.is_none_or(nearer)
    }

    /// The fraction up to which other answers still matter.
    fn horizon(&self) -> f64 {
        match self.first.as_ref().map(|answer| &answer.certified.outcome) {
            None | Some(Outcome::Miss(_)) => 1.0,
            Some(outcome) => outcome.safe_fraction().to_f64(),
        }
    }

    /// Takes the answer if it comes before the one so far. Returns whether it did.
    fn consider(&mut self, certified: Certified<T>, place: Place) -> bool {
        let first = self.first.as_ref();
        if first.is_some_and(|f| order(&certified.outcome, &f.certified.outcome).is_ge()) {
            return false;
        }
        self.first = Some(Answer::of_parts(certified, place));
        true
    }
}

/// Which of two answers of parts is the answer of the whole: see [`Case::cast`].
pub(crate) fn order<T: Real>(a: &Outcome<T>, b: &Outcome<T>) -> Ordering {
    let key = |outcome: &Outcome<T>| match outcome {
        Outcome::Overlap(overlap) => [0.0, -overlap.depth.to_f64(), 0.0, 0.0],
        Outcome::Hit(hit) => [1.0, hit.fraction.to_f64(), 0.0, hit.fraction_upper.to_f64()],
        Outcome::Unresolved(u) => [1.0, u.safe_fraction.to_f64(), 1.0, 0.0],
        Outcome::Miss(miss) => [2.0, miss.gap.to_f64(), 0.0, 0.0],
    };
    let (a, b) = (key(a), key(b));
    a.iter()
        .zip(&b)
        .map(|(x, y)| x.total_cmp(y))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}
