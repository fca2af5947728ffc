//! What a mover goes along in a corridor that it fits exactly.
//!
//! It touches walls on both sides, or all but. Casts cannot keep to a distance that small, and one that keeps to more is stopped by the seam ahead
//! of it, between two triangles or boxes of one wall. But a plane tells that the seam is in nobody's way. Let n be a unit vector that a motion x does
//! not lead against, n·x ≥ 0, and g the least of n·(m − f), over the points m of the mover and f of what was met. The motion makes n·m no
//! less, so along all of it the two are g apart across that plane, or overlap by −g at most. Where g is no less than what the mover is from the nearest
//! thing, it comes no nearer to anything by that: what was met is passed over. That is a proof of each motion and each thing by itself; nothing
//! is asked of the wall.
//!
//! A motion that leads into a wall may be stopped by its seam ahead first. A mover that keeps to a plane keeps from all that is behind it, so the
//! plane that is slid along is then the nearest one that has the seam behind: the wall's.
//!
//! Corners of a flat wall are rounded, and stand out of one another by as little as casts call touching. Half of the least skin is the most that a
//! mover overlaps by when any of this is done, so that one that is no thinner than the least skin stays on its side of every plane: it passes
//! through nothing.

use super::Sliding;
use crate::exits::{out_of, wide};
use crate::tolerance::{FLAT, STANDS_OUT};
use nalgebra::{Unit, Vector3};
use swept_scene::{Place, SceneDistance, SceneOutcome};
use swept_support::{Placed, Real, Shape, Support};

/// What is beside the mover.
pub(super) struct Beside {
    /// As near as it may come: what it is from the nearest thing, and a little less.
    nearest: f64,
    /// What is thinner may be through something.
    least: f64,
    /// The normals of what is near.
    normals: Vec<Vector3<f64>>,
}

impl Beside {
    pub(super) fn of<T: Real>(nearest: f64, least: f64, near: &[SceneDistance<T>]) -> Self {
        let mut normals: Vec<Vector3<f64>> = Vec::new();
        for normal in near.iter().map(|one| wide(&one.distance.normal())) {
            if !normals.contains(&normal) {
                normals.push(normal);
            }
        }
        Self {
            nearest: nearest - STANDS_OUT * least,
            least,
            normals,
        }
    }
}

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// Whether what a cast along the motion has met is beside its whole way.
    pub(super) fn is_beside(&self, met: &SceneOutcome<T>) -> bool {
        let (place, separating) = match met {
            SceneOutcome::Hit(hit) => (&hit.place, hit.hit.normal),
            SceneOutcome::Overlap(overlap) => (&overlap.place, overlap.overlap.normal),
            _ => return false,
        };
        let along = self.motion.displacement().map(Real::to_f64).normalize();
        // A plane that is left is in the way no more than one across the motion.
        let kept_to = |normal: &Vector3<f64>| {
            let across = normal - along * along.dot(normal).min(0.0);
            Unit::try_new(across, FLAT).map(Unit::into_inner)
        };
        self.planes_before(place, &separating, kept_to)
            .next()
            .is_some()
    }

    /// Of the planes that have what was met behind them the one that is nearest to the mover, by its normal. One that keeps to it keeps from what was
    /// met; that of a seam ahead, which leans against the motion, is a wall's plane then.
    #[cold]
    pub(super) fn nearest_before(
        &self,
        place: &Place<T>,
        separating: &Unit<Vector3<T>>,
    ) -> Option<Unit<Vector3<T>>> {
        let planes = self.planes_before(place, separating, |normal| Some(*normal));
        let nearest = planes.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map(|(normal, _)| Unit::new_unchecked(normal.map(T::nearest)))
    }

    /// The planes across what `turned` makes of the normals there that have what was met behind them, where the mover stands, no nearer than it may
    /// come: by their normals, with what is between.
    fn planes_before(
        &self,
        place: &Place<T>,
        separating: &Unit<Vector3<T>>,
        turned: impl Fn(&Vector3<f64>) -> Option<Vector3<f64>>,
    ) -> impl Iterator<Item = (Vector3<f64>, f64)> {
        let mover = self.motion.moving();
        let of_both = self.beside.as_ref().zip(self.bounded(place));
        let (separating, face) = (wide(separating), wide(&place.face_normal));
        // A face has two sides.
        let own = [separating, face * face.dot(&separating).signum()];
        of_both.into_iter().flat_map(move |(beside, fixed)| {
            let normals = beside.normals.iter().chain(&own).filter_map(&turned);
            let before = normals.filter_map(|normal| {
                let [far, near] = [normal, -normal].map(|n| mover.support_point(&n));
                let is_thick = normal.dot(&(far - near)) > beside.least;
                let between = -out_of(&fixed, mover, &normal);
                (is_thick && between >= beside.nearest).then_some((normal, between))
            });
            before.collect::<Vec<_>>()
        })
    }

    /// The convex shape or triangle that an answer is about; `None` for a half-space and a shape of the user's own.
    fn bounded(&self, place: &Place<T>) -> Option<Placed<T, Shape<T>>> {
        let (shape, pose) = self.scene.convex(&place.sub_shape)?;
        let fixed = Placed::new(shape, pose).ok()?;
        fixed.shape().unbounded_normal().is_none().then_some(fixed)
    }
}
