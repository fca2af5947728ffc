//! Casts of bodies that are made of several convex shapes.

use crate::linear::Linear;
use crate::pairs::visit;
use crate::question::{Closest, Question};
use crate::rank::Found;
use crate::turning::Turning;
use crate::{Motion, Query, Scene, SceneOutcome, TurningMotion};
use swept_cast::TurningOptions;
use swept_support::{Real, Support};

/// What a body of several parts meets first, and with which of them.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct PartsOutcome<T: Real> {
    /// The answer of that part's own cast.
    pub outcome: SceneOutcome<T>,
    /// The index of the moving part that it is about; `None` for a miss.
    pub part_moving: Option<usize>,
}

impl<T: Real> Scene<T> {
    /// What a body of several convex parts meets first: a vehicle, a door with its handle, the link of a robot.
    ///
    /// Each part is a motion of its own. They keep together when all have the same displacement; where they have not, fractions are
    /// compared all the same, as places on the way that are passed at one time. The parts may overlap each other.
    ///
    /// The answer is the first of those that [`cast_closest`](Self::cast_closest) gives for the parts one by one, in its order, and
    /// among equals with the same sub-shape that of the part with the lowest index. It costs less than these, since what is met later
    /// than the first is not looked at. Its certificate is that of
    /// [`cast_certified`](Self::cast_certified) for the part it is about. No parts at all meet nothing.
    ///
    /// ```
    /// use nalgebra::Isometry3;
    /// use swept_scene::{Motion, Object, Query, Scene, compose};
    /// use swept_support::{Cuboid, Placed, Shape, Sphere};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let scene = Scene::of([Object::new(Cuboid::new([9.0, 1.0, 9.0])?)])?;
    /// // A hammer that falls, handle up: its head is a box, half a unit below its origin.
    /// let hammer: [(Shape<f64>, Isometry3<f64>); 2] = [
    ///     (Sphere::new(0.25)?.into(), Isometry3::translation(0.0, 0.5, 0.0)),
    ///     (Cuboid::new([0.5, 0.25, 0.25])?.into(), Isometry3::translation(0.0, -0.5, 0.0)),
    /// ];
    /// let body = Isometry3::translation(0.0, 4.75, 0.0);
    /// let mut parts = Vec::new();
    /// for (shape, pose) in &hammer {
    ///     parts.push(Motion::new(Placed::new(shape, compose(&body, pose))?, [0.0, -6.0, 0.0])?);
    /// }
    /// let first = scene.cast_parts(&parts, &Query::default());
    /// assert_eq!(first.part_moving, Some(1));
    /// assert!((first.outcome.safe_fraction() - 0.5).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn cast_parts<'m, S: Support + 'm>(
        &self,
        parts: impl IntoIterator<Item = &'m Motion<T, S>>,
        query: &Query<'_, T>,
    ) -> PartsOutcome<T> {
        let parts = parts.into_iter();
        #[cfg(debug_assertions)]
        let parts: Vec<_> = parts.map(Motion::as_dyn).collect();
        #[cfg(debug_assertions)]
        let parts = parts.iter();
        self.first_of(parts.map(|part| Linear::new(self, part, query)), query)
    }

    /// What a body of several convex parts that turns meets first, as [`cast_parts`](Self::cast_parts): of
    /// [`cast_turning`](Self::cast_turning) for the parts one by one.
    ///
    /// They keep together when all have the same rotation vector and displacement, and centres that are one point of the world: for a
    /// part at pose P in a body that turns about the point c of its own frame, the centre is P⁻¹c.
    pub fn cast_turning_parts<'m, S: Support + 'm>(
        &self,
        parts: impl IntoIterator<Item = &'m TurningMotion<T, S>>,
        query: &Query<'_, T>,
        options: &TurningOptions<T>,
    ) -> PartsOutcome<T> {
        let parts = parts.into_iter();
        #[cfg(debug_assertions)]
        let parts: Vec<_> = parts.map(TurningMotion::as_dyn).collect();
        #[cfg(debug_assertions)]
        let parts = parts.iter();
        let options = query.turning(options);
        self.first_of(parts.map(|part| Turning::new(self, part, &options)), query)
    }

    /// The first answer of all these questions. Each is asked knowing what the others have met before it.
    fn first_of<Q: Question<T>>(
        &self,
        questions: impl Iterator<Item = Q>,
        query: &Query<'_, T>,
    ) -> PartsOutcome<T> {
        let mut first: Option<(Found<T>, usize, Q)> = None;
        for (index, question) in questions.enumerate() {
            let known = first.as_ref().map(|(found, ..)| *found);
            let mut closest = Closest::after(&question, known);
            visit(self, &question, query, &mut closest);
            let new = closest.first.filter(|f| f.comes_before(known.as_ref()));
            if let Some(found) = new {
                first = Some((found, index, question));
            }
        }
        match first {
            Some((found, index, question)) => PartsOutcome {
                outcome: self.outcome(&found, &question),
                part_moving: Some(index),
            },
            None => PartsOutcome {
                outcome: SceneOutcome::Miss,
                part_moving: None,
            },
        }
    }
}
