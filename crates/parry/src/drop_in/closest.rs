//! What comes first, of bodies that may be made of parts.

use super::Scalar;
use super::answer::Contact;
use super::motion::{Motion, turns};
use super::parry::query::ShapeCastStatus;
use super::parry::shape::{Shape, TypedShape};
use super::quick::accepted;
use super::view::View;
use super::{grid, parts};
use crate::CastError;
use nalgebra::Isometry3;
use std::cmp::Ordering;
use swept_cast::{Certified, Outcome, Sweep, TurningSweep};
use swept_support::{Placed, Real, Support};

/// A body where it stands, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) solid: Solid<'a>,
    pub(super) pose: Isometry3<Scalar>,
}

/// A convex shape, or one that has parts.
#[derive(Clone, Copy)]
pub(super) enum Solid<'a> {
    Convex(&'a View<'a>),
    Parts(&'a dyn Shape),
}

impl<'a> Item<'a> {
    /// A body with this shape, of which `view` is the view, where it is convex.
    pub(super) fn new(
        shape: &'a dyn Shape,
        view: Option<&'a View<'a>>,
        pose: Isometry3<Scalar>,
    ) -> Self {
        let solid = view.map_or(Solid::Parts(shape), Solid::Convex);
        Self { solid, pose }
    }

    fn has_parts(&self) -> bool {
        matches!(self.solid, Solid::Parts(_))
    }
}

/// The answer for one pair of convex shapes.
pub(super) struct Answer {
    /// The proof, where it was asked for and nothing turns.
    pub(super) certified: Option<Box<Certified<Scalar>>>,
    /// Whether it takes the question's moving body for the fixed one.
    pub(super) exchanged: bool,
}

/// The contact that comes first.
pub(super) struct Found {
    pub(super) contact: Contact,
    /// The parts that it is of: of the moving body, and of the fixed one.
    pub(super) parts: [u32; 2],
    pub(super) answer: Answer,
}

/// Where in the two bodies a search is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The part of either side.
    parts: [Option<u32>; 2],
    /// Whether the sides are those of the question, exchanged.
    exchanged: bool,
    /// The fraction before which the boxes do not meet.
    floor: f64,
}

impl Place {
    pub(super) const WHOLE: Self = Self {
        parts: [None; 2],
        exchanged: false,
        floor: 0.0,
    };

    fn exchanged(self) -> Self {
        Self {
            parts: [self.parts[1], self.parts[0]],
            exchanged: !self.exchanged,
            ..self
        }
    }

    /// In this part of the fixed side. A part of a part has the number of the outer one, as in parry.
    pub(super) fn in_part(self, index: u32, floor: f64) -> Self {
        Self {
            parts: [self.parts[0], self.parts[1].or(Some(index))],
            floor: self.floor.max(floor),
            ..self
        }
    }
}

/// Looks for what comes first.
///
/// The same answer whatever the order of the search: the deepest overlap at the start (or what stands nearest within the target
/// distance), otherwise the smallest fraction; among equals the lowest part of the moving body, then of the fixed one. A part that cannot
/// be cast makes the whole an error if its box is met no later than that contact: such parts are come upon in every order, others are not.
pub(super) struct Search {
    pub(super) best: Option<Found>,
    /// The answer where there is but one pair and it is a miss.
    pub(super) miss: Option<Answer>,
    /// The fraction up to which contacts matter.
    pub(super) limit: f64,
    certify: bool,
    /// What could not be cast and may be met first.
    refused: Option<Box<Refused>>,
}

/// A part that cannot be cast: from which fraction on it may be met, which one it is, and why.
struct Refused {
    first: f64,
    parts: [Option<u32>; 2],
    error: CastError,
}

impl Search {
    /// A search for contacts up to a fraction, with proofs or without.
    pub(super) fn up_to(limit: f64, certify: bool) -> Self {
        Self {
            best: None,
            miss: None,
            limit,
            certify,
            refused: None,
        }
    }

    /// Searches two whole bodies, the moving one first.
    pub(super) fn bodies(
        &mut self,
        [moving, fixed]: [&Item<'_>; 2],
        motion: &Motion,
    ) -> Result<(), CastError> {
        if moving.has_parts() || fixed.has_parts() {
            motion.check([&moving.pose, &fixed.pose])?;
        }
        self.items(moving, fixed, motion, Place::WHOLE)?;
        match self.refused.take() {
            Some(refused) if refused.first <= self.limit => Err(refused.error),
            _ => Ok(()),
        }
    }

    /// Keeps what a part said that cannot be cast and may be met from the fraction `first` on, until it is known what comes first.
    #[cold]
    pub(super) fn refuse(&mut self, error: CastError, first: f64, at: Place) {
        let at = if at.exchanged { at.exchanged() } else { at };
        let refused = Refused {
            first,
            parts: at.parts,
            error,
        };
        let sooner = self.refused.as_ref().is_none_or(|known| {
            (first.total_cmp(&known.first))
                .then(refused.parts.cmp(&known.parts))
                .is_lt()
        });
        if sooner {
            self.refused = Some(Box::new(refused));
        }
    }

    /// Searches two bodies or parts, the moving one first.
    pub(super) fn items(
        &mut self,
        moving: &Item<'_>,
        fixed: &Item<'_>,
        motion: &Motion,
        at: Place,
    ) -> Result<(), CastError> {
        let exchange = match (&moving.solid, &fixed.solid) {
            (Solid::Convex(m), Solid::Convex(f)) => {
                if !m.is_half_space() {
                    return self.convex((m, &moving.pose), (f, &fixed.pose), motion, at);
                }
                if f.is_half_space() {
                    return Err(CastError::Unsupported);
                }
                true
            }
            (Solid::Parts(_), Solid::Convex(_)) => true,
            (Solid::Convex(_), Solid::Parts(_)) => false,
            // The boxes of what turns tell less: let them be those of the other one.
            (Solid::Parts(_), Solid::Parts(_)) => motion.turns_fixed() && !motion.turns_moving(),
        };
        if exchange {
            let (motion, at) = (motion.exchanged(), at.exchanged());
            return match &moving.solid {
                Solid::Convex(_) => self.items(fixed, moving, &motion, at),
                Solid::Parts(shape) => self.parts(fixed, moving, *shape, &motion, at),
            };
        }
        match &fixed.solid {
            Solid::Parts(shape) => self.parts(moving, fixed, *shape, motion, at),
            Solid::Convex(_) => Err(CastError::Unsupported),
        }
    }

    /// A fixed body that is made of parts.
    fn parts(
        &mut self,
        moving: &Item<'_>,
        fixed: &Item<'_>,
        shape: &dyn Shape,
        motion: &Motion,
        at: Place,
    ) -> Result<(), CastError> {
        let pose = &fixed.pose;
        match shape.as_typed_shape() {
            TypedShape::TriMesh(mesh) => parts::mesh(self, moving, mesh, pose, motion, at),
            TypedShape::HeightField(field) => {
                grid::height_field(self, moving, field, pose, motion, at)
            }
            TypedShape::Voxels(voxels) => grid::voxels(self, moving, voxels, pose, motion, at),
            _ => match shape.as_composite_shape() {
                Some(composite) => {
                    parts::composite(self, moving, (shape, composite), pose, motion, at)
                }
                None => Err(CastError::Unsupported),
            },
        }
    }

    /// Two convex shapes, the moving one first, which is no half-space.
    pub(super) fn convex(
        &mut self,
        (m, at_m): (&View<'_>, &Isometry3<Scalar>),
        (f, at_f): (&View<'_>, &Isometry3<Scalar>),
        motion: &Motion,
        at: Place,
    ) -> Result<(), CastError> {
        if let Some(outcome) = self.quick((m, at_m), (f, at_f), motion)
            && let Some(contact) = Contact::plain(&outcome, motion)
        {
            if let Some(contact) = contact {
                self.consider(contact, Answer::bare(at), at);
            }
            return Ok(());
        }
        let moving = Placed::<Scalar, _>::new(m, *at_m)?;
        let fixed = Placed::new(f, *at_f)?;
        let sweep = Sweep::new(moving, motion.displacement, fixed)?;
        let (moving, fixed) = (sweep.moving(), sweep.fixed());
        let mut certified = None;
        let outcome = if let Some(spins) = &motion.turns {
            let sweep = TurningSweep::new(sweep, turns(spins, moving, fixed))?;
            let until = <Scalar as Real>::round_up(self.limit);
            sweep.cast_until(&motion.turning_options(), until)
        } else if self.certify {
            let answer = sweep.cast_certified(&motion.whole());
            certified.insert(Box::new(answer)).outcome
        } else {
            sweep.cast_with(&motion.options())
        };
        let contact = Contact::new(&outcome, motion, moving, fixed);
        let answer = Answer {
            certified,
            ..Answer::bare(at)
        };
        match contact {
            Some(contact) => self.consider(contact, answer, at),
            None if at.parts == [None; 2] => self.miss = Some(answer),
            None => {}
        }
        Ok(())
    }

    /// The answer of a closed form, for the shapes that are cast most, by their own types.
    #[inline(always)]
    fn quick(
        &self,
        (m, at_m): (&View<'_>, &Isometry3<Scalar>),
        (f, at_f): (&View<'_>, &Isometry3<Scalar>),
        motion: &Motion,
    ) -> Option<Outcome<Scalar>> {
        if self.certify || motion.turns.is_some() {
            return None;
        }
        match (m, f) {
            (View::Ball(m), View::Triangle(f)) => closed((m, at_m), (f, at_f), motion),
            (View::Cuboid(m), View::Triangle(f)) => closed((m, at_m), (f, at_f), motion),
            (View::Upright(m), View::Triangle(f)) => closed((m, at_m), (f, at_f), motion),
            _ => None,
        }
    }

    /// Takes a contact, if it comes first. The bound of the boxes is proven as well as its own: where that is the better one, it
    /// is the fraction, so that what is passed over on its account surely comes later.
    fn consider(&mut self, mut contact: Contact, answer: Answer, at: Place) {
        if contact.room == f64::INFINITY {
            let floor = <Scalar as Real>::round_down(at.floor);
            contact.fraction = contact.fraction.max(floor);
        }
        if contact.fraction.to_f64() > self.limit {
            return;
        }
        let (contact, at) = if at.exchanged {
            (contact.exchanged(), at.exchanged())
        } else {
            (contact, at)
        };
        let found = Found {
            contact,
            parts: at.parts.map(Option::unwrap_or_default),
            answer,
        };
        let first = self
            .best
            .as_ref()
            .is_none_or(|best| found.order(best).is_lt());
        if first {
            self.limit = found.contact.fraction.to_f64();
            self.best = Some(found);
        }
    }
}

impl Answer {
    fn bare(at: Place) -> Self {
        Self {
            certified: None,
            exchanged: at.exchanged,
        }
    }
}

#[inline]
fn closed<A: Support, B: Support>(
    (m, at_m): (&A, &Isometry3<Scalar>),
    (f, at_f): (&B, &Isometry3<Scalar>),
    motion: &Motion,
) -> Option<Outcome<Scalar>> {
    let moving = accepted(Placed::<Scalar, _>::new(m, *at_m))?;
    let fixed = accepted(Placed::new(f, *at_f))?;
    let sweep = accepted(Sweep::new(moving, motion.displacement, fixed))?;
    (sweep.cast_closed(&motion.options())).map(|closed| closed.outcome)
}

impl Found {
    fn order(&self, other: &Self) -> Ordering {
        let open = |found: &Self| found.contact.status == ShapeCastStatus::OutOfIterations;
        let (a, b) = (&self.contact, &other.contact);
        (a.room.total_cmp(&b.room))
            .then(a.fraction.total_cmp(&b.fraction))
            .then(open(self).cmp(&open(other)))
            .then(self.parts.cmp(&other.parts))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::motion::Spin;
    use super::super::parry::math::Vector;
    use super::super::parry::shape::SupportMap;
    use super::super::support_map::Mapped;
    use super::*;
    use nalgebra::{Point3, Vector3};
    use std::sync::atomic::{AtomicU32, Ordering};
    use swept_cast::StartOverlap;
    use swept_support::Sphere;

    /// A small box that counts how often it is asked.
    #[derive(Default)]
    pub(in super::super) struct Counted(AtomicU32);

    impl Counted {
        pub(in super::super) fn asked(&self) -> u32 {
            self.0.load(Ordering::Relaxed)
        }
    }

    impl SupportMap for Counted {
        fn local_support_point(&self, dir: Vector) -> Vector {
            self.0.fetch_add(1, Ordering::Relaxed);
            let side = |x: Scalar| Scalar::copysign(0.1, x);
            Vector::new(side(dir.x), side(dir.y), side(dir.z))
        }
    }

    /// It goes around the origin thousands of times, through the ring of a ball that goes around as well and is never met, and onto
    /// one that stands on that ring's axis.
    #[test]
    fn what_cannot_come_first_is_not_followed_to_the_end() {
        let counted = Counted::default();
        let moving = View::Mapped(Mapped::new(&counted));
        let start = Isometry3::translation(2.0, 0.0, 0.0);
        let spin = |rotation: Vector3<Scalar>, x: f64| Spin {
            rotation: rotation * 1e4,
            centre: Point3::new(x, 0.0, 0.0),
        };
        let motion = Motion {
            displacement: Vector3::zeros(),
            turns: Some([spin(Vector3::z(), 0.0), spin(Vector3::y(), 2.0)]),
            reach: 0.0,
            start_overlap: StartOverlap::Report,
        };
        let ball = View::Ball(Sphere::new(0.5).unwrap());
        let mut search = Search::up_to(1.0, false);
        let mut asked = |x: Scalar, y: Scalar| {
            let at = Isometry3::translation(x, y, 0.0);
            let before = counted.asked();
            let sides = ((&moving, &start), (&ball, &at));
            search
                .convex(sides.0, sides.1, &motion, Place::WHOLE)
                .unwrap();
            counted.asked() - before
        };
        let alone = asked(1.0, 0.0);
        assert!(asked(2.0, 1.2) > 0);
        let after = asked(1.0, 0.0);
        assert!(5 * after < alone, "{after} of {alone}");
        let first = search.best.map(|found| found.contact.fraction);
        assert!(first.is_some_and(|x| x > 1e-5 && x < 1e-4), "{first:?}");
    }
}
