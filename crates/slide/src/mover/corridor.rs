//! What a mover goes along in a corridor that it fits exactly.
//!
//! It touches walls on both sides, or all but. Casts cannot keep to a distance that small, and one that keeps to more is stopped by
//! the seam ahead of it, between two triangles or boxes of one wall. But a plane tells that the seam is in nobody's way. Let n be a
//! unit vector that a motion x does not lead against, n·x ≥ 0, and g the least of n·(m − f), over the points m of the mover and f of
//! what was met. The motion makes n·m no less, so along all of it the two are g apart across that plane, or overlap by −g at most.
//! Where g is no less than what the mover is from the nearest thing, it comes no nearer to anything by that: what was met is passed
//! over. That is a proof of each motion and each thing by itself; nothing is asked of the wall.
//!
//! A motion that leads into a wall may be stopped by its seam ahead first. A mover that keeps to a plane keeps from all that is
//! behind it, so the plane that is slid along is then the nearest one that has the seam behind: the wall's.
//!
//! A half-space is behind its own plane alone. The motion keeps to that up to the rounding of both, as along an overlap.
//!
//! Corners of a flat wall are rounded, and stand out of one another by as little as casts call touching. Half of the least skin is
//! the most that a mover overlaps by when any of this is done, so that one that is no thinner than the least skin stays on its side
//! of every plane: it passes through nothing.

use super::Sliding;
use crate::exits::{out_of, wide};
use crate::solid::Solid;
use crate::tolerance::{FLAT, STANDS_OUT};
use nalgebra::{Unit, Vector3};
use swept_scene::{Place, SceneDistance, SceneOutcome};
use swept_support::{Placed, Real, Support};

/// What the mover keeps to between its walls.
pub(super) struct Corridor {
    /// As near as it may come: what it is from the nearest thing, and a little less.
    nearest: f64,
    /// What is thinner may be through something.
    least: f64,
    /// The normals of what is near.
    normals: Vec<Vector3<f64>>,
}

impl Corridor {
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

/// Where a half-space ends.
struct HalfSpacePlane {
    normal: Vector3<f64>,
    position: Vector3<f64>,
}

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// Whether what a cast along the motion has met is beside its whole way. The motion is what planes have left of one as long as `asked`.
    pub(super) fn is_beside(&self, met: &SceneOutcome<T>, asked: f64) -> bool {
        let (place, separating) = match met {
            SceneOutcome::Hit(hit) => (&hit.place, hit.hit.normal),
            SceneOutcome::Overlap(overlap) => (&overlap.place, overlap.overlap.normal),
            _ => return false,
        };
        if let Some(plane) = self.half_space(place) {
            return self.is_along_half_space(&plane, asked);
        }
        let along = self.motion.displacement().map(Real::to_f64).normalize();
        let planes = self.planes_before(place, &separating, |normal| kept_to(normal, &along));
        planes.is_some_and(|mut planes| planes.next().is_some())
    }

    /// Of the planes that have what was met behind them the one that is nearest to the mover, by its normal. One that keeps to it
    /// keeps from what was met; that of a seam ahead, which leans against the motion, is a wall's plane then.
    ///
    /// The planes of one flat wall are as near as each other, but for what stands out. The last of them is taken, that of the face
    /// itself: it is known to rounding. The normal of a distance from something round that touches is off by far more, and what goes
    /// a length s along a plane that is off by an angle e comes by s e into the wall: more than may stand out, after a way that is a
    /// small part of the scale.
    #[cold]
    pub(super) fn nearest_before(
        &self,
        place: &Place<T>,
        separating: &Unit<Vector3<T>>,
    ) -> Option<Unit<Vector3<T>>> {
        let stands_out = STANDS_OUT * self.corridor.as_ref()?.least;
        let planes = self.planes_before(place, separating, |normal| Some(*normal))?;
        let planes: Vec<(Vector3<f64>, f64)> = planes.collect();
        let nearest =
            (planes.iter()).fold(f64::INFINITY, |least, (_, between)| least.min(*between));
        let mut of_wall = planes.into_iter().rev();
        let (normal, _) = of_wall.find(|(_, between)| *between <= nearest + stands_out)?;
        Some(Unit::new_unchecked(normal.map(T::nearest)))
    }

    /// The planes across what `turned` makes of the normals there that have what was met behind them, where the mover stands, no
    /// nearer than it may come: by their normals, with what is between. That of the face that was met comes last. Each is looked for
    /// when it is asked for: among many that are near, the first may be all that counts.
    fn planes_before(
        &self,
        place: &Place<T>,
        separating: &Unit<Vector3<T>>,
        turned: impl Fn(&Vector3<f64>) -> Option<Vector3<f64>>,
    ) -> Option<impl Iterator<Item = (Vector3<f64>, f64)>> {
        let mover = self.motion.moving();
        let corridor = self.corridor.as_ref()?;
        let fixed = self.bounded(place)?;
        let (separating, face) = (wide(separating), wide(&place.face_normal));
        // A face has two sides.
        let own = [separating, face * face.dot(&separating).signum()];
        let normals = corridor.normals.iter().copied().chain(own);
        let turned = normals.filter_map(move |normal| turned(&normal));
        Some(turned.filter_map(move |normal| {
            let [far, near] = [normal, -normal].map(|n| mover.support_point(&n));
            let is_thick = normal.dot(&(far - near)) > corridor.least;
            let between = -out_of(&fixed, mover, &normal);
            (is_thick && between >= corridor.nearest).then_some((normal, between))
        }))
    }

    /// Whether the motion leads along a half-space, which is behind no other plane than its own.
    fn is_along_half_space(&self, plane: &HalfSpacePlane, asked: f64) -> bool {
        let Some(corridor) = &self.corridor else {
            return false;
        };
        let normal = plane.normal;
        let [far, near] = [normal, -normal].map(|n| self.motion.moving().support_point(&n));
        let is_thick = normal.dot(&(far - near)) > corridor.least;
        let between = normal.dot(&(near.coords - plane.position));
        is_thick && between >= corridor.nearest && self.leads_into(&normal, asked) <= 0.0
    }

    /// The plane of the half-space that an answer is about.
    fn half_space(&self, place: &Place<T>) -> Option<HalfSpacePlane> {
        let fixed = self.solid(place)?;
        let own = fixed.shape().unbounded_normal()?;
        let turned = |of: &Vector3<f64>| fixed.rotation().apply(of);
        let normal = turned(&own).normalize();
        // Its only plane is through each of its core's points that it has, and a radius out.
        let core = turned(&fixed.shape().support_point(&own).coords);
        Some(HalfSpacePlane {
            normal,
            position: fixed.position() + core + normal * fixed.shape().radius(),
        })
    }

    /// The convex shape or triangle that an answer is about; `None` for a half-space.
    fn bounded(&self, place: &Place<T>) -> Option<Placed<T, Solid<T>>> {
        let fixed = self.solid(place)?;
        fixed.shape().unbounded_normal().is_none().then_some(fixed)
    }

    fn solid(&self, place: &Place<T>) -> Option<Placed<T, Solid<T>>> {
        Solid::of(self.scene, &place.sub_shape)
    }
}

/// The normal of a plane that the unit vector `along` does not lead against: a normal that it leaves, or what of the normal is across
/// it. `None` where that is next to nothing.
///
/// What is left of a normal that all but faces the motion has the rounding of all of it, and as much as it is short: made of unit
/// length, up to u/FLAT of it may lead against the motion. Taken across once more that is u, as of any other.
fn kept_to(normal: &Vector3<f64>, along: &Vector3<f64>) -> Option<Vector3<f64>> {
    let across = |n: Vector3<f64>| n - along * along.dot(&n).min(0.0);
    let once = Unit::try_new(across(*normal), FLAT)?;
    Some(across(once.into_inner()).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::KEEPS;

    #[test]
    fn no_motion_leads_against_a_plane_that_it_is_taken_to_keep_to() {
        let mut worst = 0.0_f64;
        for i in 0..1000_i32 {
            let [a, b] = [0.7, 1.3].map(|k| k * f64::from(i));
            let along = Vector3::new(a.sin() * b.cos(), a.cos() * b.cos(), b.sin()).normalize();
            let aside = along
                .cross(&Vector3::new(b.cos(), 0.5, a.sin()))
                .normalize();
            let lean = 1.5 * FLAT * 2.0_f64.powi(i % 20);
            let normal = (aside * lean - along).normalize();
            let kept = kept_to(&normal, &along).unwrap();
            assert!((kept.norm() - 1.0).abs() < KEEPS && kept.dot(&aside) > 0.99);
            worst = worst.min(kept.dot(&along));
        }
        assert!(worst >= -KEEPS, "{worst:e}");
        assert_eq!(kept_to(&-Vector3::x(), &Vector3::x()), None);
        assert_eq!(kept_to(&Vector3::x(), &Vector3::x()), Some(Vector3::x()));
    }
}
