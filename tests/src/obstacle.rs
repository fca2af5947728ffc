//! The configuration space obstacle of a sweep, evaluated by support functions alone.

use nalgebra::Vector3;
use swept::{Placed, Real, Support, Sweep};

/// Directions that an answer is held against: the axes and the diagonals of a cube.
pub const PROBES: [[f64; 3]; 14] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, 1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [-1.0, -1.0, -1.0],
];

/// C = fixed − moving, with the moving shape at its start: contact at t exactly when t·d is in C.
///
/// All coordinates are relative to the moving shape's position, which is subtracted first, so that the heights
/// here err by a few units in the last place of C's own size, wherever the pair stands.
pub struct Obstacle<'a, T: Real, A, B> {
    sweep: &'a Sweep<T, A, B>,
    /// The displacement.
    pub motion: Vector3<f64>,
    /// Position of the fixed shape relative to the moving one.
    pub relative: Vector3<f64>,
}

impl<'a, T: Real, A: Support, B: Support> Obstacle<'a, T, A, B> {
    /// The obstacle of `sweep`.
    pub fn new(sweep: &'a Sweep<T, A, B>) -> Self {
        Self {
            sweep,
            motion: sweep.displacement().map(Real::to_f64),
            relative: sweep.fixed().position() - sweep.moving().position(),
        }
    }

    /// The support point along `n`, or `None` where the fixed shape has no bound.
    pub fn support(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let fixed = support_about_origin(self.sweep.fixed(), n)?;
        let moving = support_about_origin(self.sweep.moving(), &-n)?;
        Some(fixed + self.relative - moving)
    }

    /// h(n) for a unit vector along `n`: how far C reaches; infinite where it has no bound.
    pub fn height(&self, n: &Vector3<f64>) -> f64 {
        let n = n.normalize();
        self.support(&n).map_or(f64::INFINITY, |s| n.dot(&s))
    }

    /// The scale L: the largest distance of C's support points along the axes. Where C has no bound, of the part of
    /// it that the moving shape comes near.
    pub fn scale(&self) -> f64 {
        let reach = |shape: &dyn Support| shape.extent() + shape.radius();
        let bounded = PROBES[..6].iter().try_fold(0.0, |far: f64, n| {
            Some(far.max(self.support(&(*n).into())?.norm()))
        });
        bounded.unwrap_or_else(|| {
            self.relative.norm()
                + self.motion.norm()
                + reach(self.sweep.moving().shape())
                + reach(self.sweep.fixed().shape())
        })
    }

    /// The room that the plane with normal `n` leaves during the whole sweep; negative when it leaves none.
    pub fn room(&self, n: &Vector3<f64>) -> f64 {
        let n = n.normalize();
        n.dot(&self.motion).min(0.0) - self.height(&n)
    }
}

/// The farthest point along `n`, radius included, of a shape that is turned but not moved.
pub(crate) fn support_about_origin<T: Real, S: Support>(
    body: &Placed<T, S>,
    n: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let shape = body.shape();
    let rounding = n.normalize() * shape.radius();
    if let Some(normal) = shape.unbounded_normal() {
        // A normal that went through f32 is parallel only to f32's precision: 2 ulps for each component.
        let normal = body.rotation().apply(&normal).normalize();
        let parallel = (n.normalize() - normal).norm() <= 4.0 * T::EPSILON;
        return parallel.then_some(rounding);
    }
    let local = body.rotation().apply_transposed(n);
    let core = shape.support_point(&local);
    Some(body.rotation().apply(&core.coords) + rounding)
}
