//! The casts as a query dispatcher.

use super::Scalar;
use super::convert::vector;
use super::parry::math::{Pose, Vector};
use super::parry::query::details::NormalConstraints;
use super::parry::query::{
    ClosestPoints, Contact, ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher,
    NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher, QueryDispatcherChain,
    ShapeCastHit, ShapeCastOptions, ShapeDistance, ShapeIntersection, Unsupported,
};
use super::parry::shape::Shape;
use super::query::cast_shapes_nonlinear;
use super::question::{Body, Question};

/// Casts by swept, and nothing else: every other query is [`Unsupported`], so that the next dispatcher of a chain answers it.
/// [`dispatcher`] is that chain with parry's own one.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweptQueryDispatcher;

/// Casts by swept, everything else, and shapes that swept refuses, by parry.
#[must_use]
pub fn dispatcher() -> QueryDispatcherChain<SweptQueryDispatcher, DefaultQueryDispatcher> {
    SweptQueryDispatcher.chain(DefaultQueryDispatcher)
}

impl QueryDispatcher for SweptQueryDispatcher {
    fn intersection_test(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        Err(Unsupported)
    }

    fn distance(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        Err(Unsupported)
    }

    fn contact(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Scalar,
    ) -> Result<Option<Contact>, Unsupported> {
        Err(Unsupported)
    }

    fn closest_points(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Scalar,
    ) -> Result<ClosestPoints, Unsupported> {
        Err(Unsupported)
    }

    /// The first shape stands at the origin, the second one moves.
    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let question = Question {
            moving: Body {
                shape: g2,
                pose: pos12,
            },
            fixed: Body {
                shape: g1,
                pose: &Pose::IDENTITY,
            },
            velocity: vector(local_vel12),
            second: true,
        };
        question.cast(&options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Scalar,
        end_time: Scalar,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        cast_shapes_nonlinear(
            motion1,
            g1,
            motion2,
            g2,
            start_time,
            end_time,
            stop_at_penetration,
        )
    }
}

/// Nothing of its own, so that the chain can take the place of parry's dispatcher everywhere.
impl<ManifoldData, ContactData> PersistentQueryDispatcher<ManifoldData, ContactData>
    for SweptQueryDispatcher
{
    fn contact_manifolds(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Scalar,
        _: &mut Vec<ContactManifold<ManifoldData, ContactData>>,
        _: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }

    fn contact_manifold_convex_convex(
        &self,
        _: &Pose,
        _: &dyn Shape,
        _: &dyn Shape,
        _: Option<&dyn NormalConstraints>,
        _: Option<&dyn NormalConstraints>,
        _: Scalar,
        _: &mut ContactManifold<ManifoldData, ContactData>,
    ) -> Result<(), Unsupported> {
        Err(Unsupported)
    }
}
