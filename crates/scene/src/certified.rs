//! Answers with their proofs.

use crate::linear::Linear;
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::question::{Closest, Question};
use crate::turning::Turning;
use crate::wayside::{Beside, nearest};
use crate::{Motion, Query, Scene, SubShape, TurningMotion};
use swept_cast::{Certified, CertifiedTurn, Outcome, TurningOptions};
use swept_support::{Placed, Real, Support};

/// The answer of one convex shape or triangle, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SceneCertified<C> {
    /// The answer of that pair: a [`Certified`] or a [`CertifiedTurn`].
    pub certified: C,
    /// What it is about.
    pub sub_shape: SubShape,
}

impl<T: Real> Scene<T> {
    /// What the motion meets first, as [`cast_closest`](Self::cast_closest), with the proof; and when nothing is met, the
    /// miss that came nearest to being none: of all whose boxes are met, the one with the smallest gap; or else that of the
    /// shape whose box comes nearest to the moving one's way; among equals the lowest [`SubShape`], whatever the tree. The plane of
    /// a miss keeps *that* pair apart; others have planes of their own. `None` when the query looks at nothing at all, or at nothing but
    /// one-sided triangles that the motion passes through.
    ///
    /// The fraction is the one that the pair's own plane proves. That of `cast_closest` is proven by the boxes too, and may be
    /// greater where the pair's bracket is open, or the cast unresolved: both are true, and the certificate is of the lesser.
    ///
    /// A miss is proven by a cast of its pair: where the query's limit on steps is too small for that, the answer is unresolved, though
    /// `cast_closest`, which leaves what is beside the way to the boxes, says that nothing is met.
    ///
    /// The certificate is checked against the motion toward that one shape:
    ///
    /// ```
    /// use swept_scene::{Motion, Object, Query, Scene};
    /// use swept_support::{Cuboid, Placed, Sphere};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let scene = Scene::of([Object::new(Cuboid::new([9.0, 1.0, 9.0])?)])?;
    /// let motion = Motion::new(Placed::new(Sphere::new(0.5)?, [0.0, 4.0, 0.0])?, [0.0, -5.0, 0.0])?;
    /// let first = scene.cast_certified(&motion, &Query::default()).ok_or("an empty scene")?;
    /// let (shape, pose) = scene.convex(&first.sub_shape).ok_or("a shape of one's own")?;
    /// let proven = first.certified.certificate.verify(&motion.against(Placed::new(shape, pose)?)?)?;
    /// assert!(proven.lower <= 0.5 && 0.5 - proven.lower < 1e-9);
    /// # Ok(())
    /// # }
    /// ```
    pub fn cast_certified<S: Support>(
        &self,
        motion: &Motion<T, S>,
        query: &Query<'_, T>,
    ) -> Option<SceneCertified<Certified<T>>> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        self.certified(&Linear::new(self, motion, query), query)
    }

    /// What a turning motion meets first, with the proof of that pair's answer: of which pair, and when there is none, is told as by
    /// [`cast_certified`](Self::cast_certified). The certificate is checked against
    /// [`TurningMotion::against`](crate::TurningMotion::against) that one shape.
    pub fn cast_turning_certified<S: Support>(
        &self,
        motion: &TurningMotion<T, S>,
        query: &Query<'_, T>,
        options: &TurningOptions<T>,
    ) -> Option<SceneCertified<CertifiedTurn<T>>> {
        #[cfg(debug_assertions)]
        let motion = &motion.as_dyn();
        let options = query.turning(options);
        self.certified(&Turning::new(self, motion, &options), query)
    }

    fn certified<Q: Question<T>>(
        &self,
        question: &Q,
        query: &Query<'_, T>,
    ) -> Option<SceneCertified<Q::Certified>> {
        let mut closest = Closest::new(question);
        visit(self, question, query, &mut closest);
        let at = match closest.first {
            Some(found) => found.rank.at,
            None => self.nearest_miss(question, query)?,
        };
        Some(SceneCertified {
            certified: self.certify(question, at)?,
            sub_shape: self.sub_shape(at)?,
        })
    }

    /// Of what is not met, that which came nearest to being met.
    fn nearest_miss<Q: Question<T>>(&self, question: &Q, query: &Query<'_, T>) -> Option<Address> {
        let mut search = Misses {
            question,
            least: None,
        };
        visit(self, question, query, &mut search);
        match search.least {
            Some((_, at)) => Some(at),
            None => nearest(self, &Beside(question), query),
        }
    }

    /// The cast of one pair, with its proof.
    fn certify<Q: Question<T>>(&self, question: &Q, at: Address) -> Option<Q::Certified> {
        let mut proof = Proof {
            question,
            certified: None,
        };
        self.show(at, &mut proof);
        proof.certified
    }
}

/// Casts the pair that it is shown, with its proof.
struct Proof<'a, T: Real, Q: Question<T>> {
    question: &'a Q,
    certified: Option<Q::Certified>,
}

impl<T: Real, Q: Question<T>> Pairs<T> for Proof<'_, T, Q> {
    fn limit(&self) -> f64 {
        1.0
    }

    fn pair<B: Support>(
        &mut self,
        _: Address,
        fixed: &Placed<T, B>,
        _: f64,
        _: &PosedTriangle<'_>,
    ) {
        self.certified = self.question.certify(fixed);
    }
}

/// Keeps the miss with the smallest gap.
struct Misses<'a, Q> {
    question: &'a Q,
    least: Option<(f64, Address)>,
}

impl<T: Real, Q: Question<T>> Pairs<T> for Misses<'_, Q> {
    const BY_PLANES: bool = false;

    fn limit(&self) -> f64 {
        1.0
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        _: f64,
        _: &PosedTriangle<'_>,
    ) {
        if let Outcome::Miss(miss) = self.question.cast(fixed, 1.0) {
            let this = (miss.gap.to_f64(), at);
            if self.least.is_none_or(|least| this < least) {
                self.least = Some(this);
            }
        }
    }
}
