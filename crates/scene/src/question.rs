//! The search for the first hit, for motions along a line and for turning ones.

use crate::flight::Flight;
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs, Probe};
use crate::rank::Found;
use crate::tolerance::{DEPTH_ROUNDING, DEPTH_SLACK};
use crate::{Place, Query, Scene, SceneHit, SceneOutcome, SceneOverlap, SceneUnresolved};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use swept_cast::{Outcome, Unresolved};
use swept_support::{Placed, Real, Support, largest};

/// A motion that can be cast against one shape after the other.
pub(crate) trait Question<T: Real>: Probe<View: Into<Flight>> {
    /// An answer with its proof.
    type Certified;
    /// What moves.
    type Shape: Support;

    /// The moving shape at its start.
    fn moving(&self) -> &Placed<T, Self::Shape>;

    /// The answer against one shape. What comes later than the fraction `until` may be told as a miss.
    fn cast<B: Support>(&self, fixed: &Placed<T, B>, until: f64) -> Outcome<T>;

    /// A fraction until which the shape surely keeps apart from a triangle, `first` or more: what counts where the cast of it, with this outcome,
    /// tells less than boxes around it may have been passed over for (`stand_in.rs`).
    #[inline]
    fn stand_in<B: Support>(
        &self,
        _: (&Placed<T, B>, &PosedTriangle<'_>),
        first: f64,
        _outcome: &Outcome<T>,
    ) -> f64 {
        first
    }

    /// The answer against one shape with its proof; `None` where the two do not make a valid sweep.
    fn certify<B: Support>(&self, fixed: &Placed<T, B>) -> Option<Self::Certified>;

    /// The velocity of a point of it at `fraction`, per unit of fraction, relative to the scene.
    fn velocity(&self, point: &Point3<T>, fraction: f64) -> Vector3<f64>;

    /// The least and the greatest coordinate of the shape along a unit vector (world space) at `fraction`.
    fn reach(&self, n: &Vector3<f64>, fraction: f64) -> [f64; 2];

    /// How the scene as a whole has moved by then; `None` when it stands.
    fn scene_at(&self, fraction: f64) -> Option<Isometry3<f64>>;
}

/// The answer for two shapes that do not make a valid sweep: one of the user's own breaks the contract of `Support`, or lengths are
/// beyond the range of a turning cast.
pub(crate) fn undecided<T: Real>() -> Outcome<T> {
    Outcome::Unresolved(Unresolved {
        safe_fraction: T::zero(),
    })
}

/// No less than the scalar that follows a fraction: by a unit in the last place, of 1 or of the least normal number.
#[inline]
pub(crate) fn next_above<T: Real>(fraction: f64) -> f64 {
    fraction * (1.0 + T::EPSILON) + T::NORMAL * T::EPSILON
}

/// An upper bound on the depth of an overlap with a triangle: the shorter of the two ways out, along its normal and against it. Infinite
/// for other shapes.
pub(crate) fn deepest<T: Real>(
    moving: &Placed<T, impl Support>,
    triangle: &PosedTriangle<'_>,
) -> f64 {
    let Some(across) = triangle.across() else {
        return f64::INFINITY;
    };
    let [back, front] = [-across.normal, across.normal].map(|n| {
        let far = moving.support_point(&n);
        let heights = across.corners.map(|p| (far - p).dot(&n));
        heights.into_iter().fold(f64::NEG_INFINITY, f64::max)
    });
    let shape = moving.shape();
    let lengths = largest(&moving.position()) + shape.extent() + shape.radius() + across.lengths;
    front.min(back) * (1.0 + DEPTH_SLACK) + DEPTH_ROUNDING * lengths
}

impl<T: Real> Scene<T> {
    /// What comes first.
    pub(crate) fn closest(
        &self,
        question: &impl Question<T>,
        query: &Query<'_, T>,
    ) -> SceneOutcome<T> {
        let mut closest = Closest::new(question);
        visit(self, question, query, &mut closest);
        match closest.first {
            Some(found) => self.outcome(&found, question),
            None => SceneOutcome::Miss,
        }
    }

    /// What was found, with its place.
    pub(crate) fn outcome(&self, found: &Found<T>, question: &impl Question<T>) -> SceneOutcome<T> {
        let at = found.rank.at;
        let unresolved = |safe_fraction: T| match self.sub_shape(at) {
            Some(sub_shape) => SceneOutcome::Unresolved(SceneUnresolved {
                safe_fraction,
                sub_shape,
            }),
            None => SceneOutcome::Miss,
        };
        match found.outcome {
            Outcome::Hit(hit) => {
                let fraction = hit.fraction.to_f64();
                let velocity = question.velocity(&hit.point_moving, fraction);
                let touch = (&hit.normal, &hit.point_fixed, velocity);
                let reach = |n: &Vector3<f64>| question.reach(n, fraction);
                match self.place_at(at, touch, reach, question.scene_at(fraction)) {
                    Some(place) => SceneOutcome::Hit(SceneHit { hit, place }),
                    None => unresolved(hit.fraction),
                }
            }
            Outcome::Overlap(overlap) => {
                let velocity = question.velocity(&overlap.point_moving, 0.0);
                let touch = (&overlap.normal, &overlap.point_fixed, velocity);
                let reach = |n: &Vector3<f64>| question.reach(n, 0.0);
                match self.place_at(at, touch, reach, None) {
                    Some(place) => SceneOutcome::Overlap(SceneOverlap { overlap, place }),
                    None => unresolved(T::zero()),
                }
            }
            Outcome::Unresolved(open) => unresolved(open.safe_fraction),
            Outcome::Miss(_) => SceneOutcome::Miss,
        }
    }

    /// Where a contact is, in a scene that has moved as a whole: normal, point on the scene, velocity.
    fn place_at(
        &self,
        at: Address,
        (normal, point, velocity): (&Unit<Vector3<T>>, &Point3<T>, Vector3<f64>),
        reach: impl Fn(&Vector3<f64>) -> [f64; 2],
        scene: Option<Isometry3<f64>>,
    ) -> Option<Place<T>> {
        let Some(moved) = scene else {
            return self.place(at, (normal, point), &velocity, reach);
        };
        let round = |v: Vector3<f64>| Unit::new_unchecked(v.map(T::nearest));
        let back = |n: &Unit<Vector3<T>>| {
            let n = n.map(Real::to_f64);
            round(moved.rotation.inverse_transform_vector(&n))
        };
        let forth = |n: Unit<Vector3<T>>| round(moved.rotation * n.map(Real::to_f64));
        let point = moved.inverse_transform_point(&point.map(Real::to_f64));
        let velocity = moved.rotation.inverse_transform_vector(&velocity);
        let turned = back(normal);
        let reach = |n: &Vector3<f64>| {
            let n = moved.rotation * n;
            let shift = n.dot(&moved.translation.vector);
            reach(&n).map(|x| x - shift)
        };
        let touch = (&turned, &point.map(T::nearest));
        let place = self.place(at, touch, &velocity, reach)?;
        // A normal that was kept, to the bit, in the scene's frame is kept here as well.
        let forth = |n: Unit<Vector3<T>>| if n == turned { *normal } else { forth(n) };
        Some(Place {
            normal: forth(place.normal),
            face_normal: forth(place.face_normal),
            ..place
        })
    }
}

/// Keeps what comes first.
pub(crate) struct Closest<'a, T: Real, Q> {
    pub(crate) question: &'a Q,
    pub(crate) first: Option<Found<T>>,
    limit: f64,
}

impl<'a, T: Real, Q: Question<T>> Closest<'a, T, Q> {
    pub(crate) fn new(question: &'a Q) -> Self {
        Self {
            question,
            first: None,
            limit: 1.0,
        }
    }

    /// The same for one who has met something before, with another shape.
    pub(crate) fn after(question: &'a Q, known: Option<Found<T>>) -> Self {
        let mut closest = Self::new(question);
        if let Some(found) = known {
            closest.take(found);
        }
        closest
    }

    /// Takes what was found, if it comes first; whether it does.
    #[inline]
    pub(crate) fn take(&mut self, found: Found<T>) -> bool {
        let comes_first = found.comes_before(self.first.as_ref());
        if comes_first {
            // A hit whose fraction rounds down to the same number may still come first, by its address.
            self.limit = next_above::<T>(found.rank.fraction);
            self.first = Some(found);
        }
        comes_first
    }

    /// The fraction up to which pairs matter.
    #[inline]
    pub(crate) fn limit(&self) -> f64 {
        self.limit
    }

    /// Whether an overlap with a triangle would surely be less deep than the one that is known.
    #[inline]
    pub(crate) fn is_shallower(&self, triangle: &PosedTriangle<'_>) -> bool {
        let known = self.first.as_ref().and_then(|first| first.rank.depth());
        known.is_some_and(|depth| deepest(self.question.moving(), triangle) < depth)
    }
}

impl<T: Real, Q: Question<T>> Pairs<T> for Closest<'_, T, Q> {
    const STAND_IN: bool = true;

    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        first: f64,
        triangle: &PosedTriangle<'_>,
    ) {
        if first <= self.limit && !self.is_shallower(triangle) {
            let outcome = self.question.cast(fixed, self.limit);
            let first = self.question.stand_in((fixed, triangle), first, &outcome);
            if first > self.limit {
                return;
            }
            let deepest = || deepest(self.question.moving(), triangle);
            if let Some(found) = Found::new(outcome, at, first, deepest) {
                self.take(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Object, TriangleMesh};
    use nalgebra::UnitQuaternion;

    /// A shape that touches the border of a plate from outside, from above or below: the normal lies in the plate, and only how far the
    /// shape reaches across it tells the side. All is told in the world, in which the scene has moved.
    #[test]
    fn in_a_scene_that_has_moved_the_side_is_that_of_the_shape() {
        let corners = [[0.0, 0.0, -4.0], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]].map(Point3::from);
        let plate = TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let scene = Scene::of([Object::new(plate)]).unwrap();
        let at = Address {
            slot: 0,
            part: 0,
            triangle: Some(0),
        };
        let turn = UnitQuaternion::from_euler_angles(0.3, -0.2, 1.0);
        let moved = Isometry3::from_parts([3.0, -5.0, 2.0].into(), turn);
        let normal = Unit::new_unchecked(moved.rotation * -Vector3::x());
        let point = moved * Point3::new(0.0, 0.0, 1.0);
        for (heights, side) in [([0.0, 1.0], 1.0), ([-1.0, 0.0], -1.0)] {
            // Along the plate's normal the shape is at these heights above it.
            let reach = |n: &Vector3<f64>| {
                assert!((n - moved.rotation * Vector3::y()).amax() < 1e-12);
                heights.map(|height| height + n.dot(&moved.translation.vector))
            };
            // As if it went for the other side.
            let velocity = moved.rotation * Vector3::new(1.0, 0.5 * side, 0.0);
            let touch = (&normal, &point, velocity);
            let place = scene.place_at(at, touch, reach, Some(moved)).unwrap();
            let expected = moved.rotation * Vector3::y() * side;
            assert!((*place.face_normal - expected).amax() < 1e-12, "{place:?}");
            assert_eq!(place.normal, normal);
        }
    }
}
