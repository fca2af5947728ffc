//! A view into a running cast.

use crate::{Method, TurningMethod};
use nalgebra::{Point3, Vector3};

/// Sees the steps of a cast's search: for tracing, drawing and teaching. It cannot influence the cast.
///
/// A step is a support point that the portal cast, the swept MPR or the GJK ray cast asks for; a distance found by conservative
/// advancement, which takes several; or the whole of a closed form. The first support point, the measuring of a contact at the start and
/// the last check of the plane are counted in [`Certified::steps`](crate::Certified::steps) but not shown.
pub trait Observer {
    /// Whether the solver should prepare steps at all; a constant, so that an observer that looks at nothing costs
    /// nothing.
    const ACTIVE: bool = true;

    /// Whether steps are wanted, for observers that are switched on and off: [`Self::ACTIVE`] unless it is implemented.
    #[inline(always)]
    fn is_active(&self) -> bool {
        Self::ACTIVE
    }

    /// Called after each step.
    fn step(&mut self, step: &Step<'_>);

    /// Called after each step of a turning cast. Does nothing unless it is implemented.
    fn turn(&mut self, _step: &TurningStep) {}
}

/// One measurement of the distance in a turning cast.
#[derive(Clone, Copy, Debug)]
pub struct TurningStep {
    /// The method at work.
    pub method: TurningMethod,
    /// Where both bodies stand: proven free up to there.
    pub fraction: f64,
    /// Unit normal of the plane found between them, in world space, out of the fixed shape; zero when there is none.
    pub normal: Vector3<f64>,
    /// Their separation there, as the simplex tells: an upper bound.
    pub separation: f64,
    /// The nearest point of the moving shape, in world space.
    pub point_moving: Point3<f64>,
    /// The nearest point of the fixed shape, in world space.
    pub point_fixed: Point3<f64>,
}

/// One step, and what is known after it.
///
/// Points are points of the configuration space obstacle C = fixed − moving, with the moving shape at its start, in
/// world axes: the sweep runs from the origin along the displacement, and contact is where it meets C.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The method at work: never [`Method::Auto`].
    pub method: Method,
    /// The direction asked for (any length).
    pub direction: Vector3<f64>,
    /// The farthest point of C's core along it; for conservative advancement, which shows each distance and not each
    /// support point, the nearest point, to within the tolerance of the distance.
    pub support: Point3<f64>,
    /// Proven before rounding: no contact before this fraction.
    pub lower: f64,
    /// Contact by this fraction, as far as the simplex tells; infinite until one is known.
    pub upper: f64,
    /// The portal from which the direction was taken, or the simplex of the distance: up to four points of C's core.
    pub simplex: &'a [Point3<f64>],
}

/// The observer that sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ACTIVE: bool = false;
    #[inline(always)]
    fn step(&mut self, _: &Step<'_>) {}
}

/// What an observer of any type can be asked for.
pub(crate) trait Watch {
    fn step(&mut self, step: &Step<'_>);
    fn turn(&mut self, step: &TurningStep);
}

impl<O: Observer> Watch for O {
    fn step(&mut self, step: &Step<'_>) {
        Observer::step(self, step);
    }
    fn turn(&mut self, step: &TurningStep) {
        Observer::turn(self, step);
    }
}

/// An observer whose type is forgotten, or none: what is generic over observers is compiled once for all of them.
pub(crate) struct Watched<'a>(Option<&'a mut dyn Watch>);

impl<'a> Watched<'a> {
    pub(crate) fn new<O: Observer>(observer: &'a mut O) -> Self {
        Self(observer.is_active().then_some(observer as &mut dyn Watch))
    }
}

impl Observer for Watched<'_> {
    #[inline(always)]
    fn is_active(&self) -> bool {
        self.0.is_some()
    }
    fn step(&mut self, step: &Step<'_>) {
        if let Some(observer) = &mut self.0 {
            observer.step(step);
        }
    }
    fn turn(&mut self, step: &TurningStep) {
        if let Some(observer) = &mut self.0 {
            observer.turn(step);
        }
    }
}
