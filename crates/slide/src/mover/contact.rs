//! What a mover does about what it meets.
//!
//! # The skin is measured along the normal
//! Let the cast stop at fraction f of a motion x, at a margin m (its target distance) from a plane with normal n. The motion closes
//! the gap at s = −n·x per fraction, so at fraction t ≤ f the gap is at least g(t) = m + (f − t) s: the two convex shapes are on
//! their sides of the plane all along. It is the skin k at
//!
//! ```text
//! t = f − (k − m) / s
//! ```
//!
//! However flat the motion, the mover then slides at the skin's distance. (Stopping a skin earlier along the motion would leave
//! k·s/|x|, next to nothing when glancing.) With m = k/2 two things hold at once: nothing ever comes nearer than m, by proof of the
//! cast and not by arithmetic here; and a mover that slides at distance k is no graze of the target m.
//!
//! # What is a skin away already
//! A mover that slides along a crease leads into two planes at once. The cast that finds the first tells what else it meets on the
//! first bit of its way, if that one is a skin away already. A plane of that, with normal n, closes at the speed s = −n·x of the
//! motion x that was cast, and is met at fraction f, so that its gap is m + f s now. Where that is the skin, and the motion that is
//! left after the first plane still leads into it, the next cast would find it before the mover has moved: it is taken at once. It only
//! takes motion away; how far the mover goes is still for a cast to say. But the thing itself has to be near, and not its plane alone: a
//! mover no wider than its skin may have met an edge of it that lies behind what has stopped the mover.

use super::made::Made;
use super::{Course, Sliding};
use crate::plane::Plane;
use crate::tolerance::{DEADBAND, KEEPS, LEEWAY, STILL, WITHIN, WORN};
use crate::{Response, SlideHit, Stop};
use nalgebra::{Point3, Unit, Vector3};
use swept_cast::{Distance, InvalidSweep};
use swept_scene::{Place, SceneHit, SubShape};
use swept_support::{Real, Support};

/// What a cast met.
pub(super) struct Contact<T: Real> {
    pub(super) place: Place<T>,
    pub(super) separating: Unit<Vector3<T>>,
    pub(super) point: Point3<T>,
    /// The fraction of the motion that is safe; minus infinity for an overlap at the start.
    pub(super) fraction: f64,
    /// Of an overlap at the start.
    pub(super) depth: Option<f64>,
}

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// Takes the planes of what else the last cast, along `cast`, found to be a skin away, if the motion that is left still leads
    /// into them: the next cast would find the same.
    pub(super) fn meet_others(
        &mut self,
        cast: &Vector3<f64>,
        on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
    ) -> Result<Option<Stop>, InvalidSweep> {
        // Most casts find none: leave before the vector, which is large, is moved.
        if self.company.is_empty() {
            return Ok(None);
        }
        let still = STILL * self.displacement.norm();
        let margin = self.margin;
        let stands = self.position;
        for SceneHit { hit, place } in std::mem::take(&mut self.company) {
            let motion = self.left_of(self.rest);
            let is_stale = self.position != stands || self.margin < margin;
            if motion.norm() <= still || self.cautious || is_stale {
                break;
            }
            let n = hit.normal.map(Real::to_f64);
            let (closed, closing) = (-n.dot(cast), -n.dot(&motion));
            let gap = margin + hit.fraction.to_f64() * closed;
            let leads = closing > LEEWAY * motion.norm() && closed > LEEWAY * cast.norm();
            let near = gap - self.skin <= DEADBAND * self.skin;
            if !leads || !near || self.ignored.contains(&place.sub_shape.id) {
                continue;
            }
            // What is met at an edge, beyond what has stopped the mover, is not as near as its plane.
            if !self.is_near(&place.sub_shape) {
                continue;
            }
            let contact = Contact {
                place,
                separating: hit.normal,
                point: hit.point_fixed,
                fraction: (gap - margin) / closing,
                depth: None,
            };
            if let Some(stop) = self.meet(&motion, &contact, on_hit)? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    /// Whether something is a skin away from where the motion that was cast last starts, or nearer.
    fn is_near(&self, of: &SubShape) -> bool {
        let distance = self.scene.distance_from(&self.motion, of, &self.query);
        !matches!(distance, Some(Distance::Apart(apart)) if apart.separation.to_f64() > WITHIN * self.skin)
    }

    /// Advances toward a contact, takes its plane, and says why to end, if so.
    pub(super) fn meet(
        &mut self,
        motion: &Vector3<f64>,
        contact: &Contact<T>,
        on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
    ) -> Result<Option<Stop>, InvalidSweep> {
        let n = contact.separating.map(Real::to_f64);
        let closing = -n.dot(motion);
        let blocks = closing > KEEPS * motion.norm();
        let (gap, at) = self.gap_and_stop(contact, closing, blocks);
        if at >= 1.0 {
            self.advance(motion, 1.0);
            return Ok(Some(Stop::Arrived));
        }
        self.advance(motion, at);
        let hit = self.hit(motion, contact, gap - at * closing.max(0.0));
        let response = on_hit(&hit);
        self.report.hits.push(hit);
        let normal = match response {
            Response::Stop => {
                self.learn(&hit.normal, motion);
                return Ok(Some(Stop::Asked));
            }
            Response::Ignore => {
                self.ignored.push(contact.place.sub_shape.id);
                return Ok(None);
            }
            Response::Slide => hit.normal,
            Response::Normal(normal) => {
                self.made.push(Made {
                    of: contact.place.sub_shape,
                    separating: n,
                    normal: normal.map(Real::to_f64),
                });
                normal
            }
        };
        if let Course::Carried(platform) = self.course {
            self.ignored.retain(|id| *id != platform);
        }
        let known = self.planes.len();
        if self.is_within(contact) && self.stand_off(motion)? {
            return Ok(None);
        }
        let worn = contact.depth.is_none() && gap < self.margin + WORN * self.skin;
        let is_worn = worn && self.corridor.is_none();
        let lifted = blocks && is_worn && self.lift(&n, self.skin - gap)?;
        let learnt = self.learn(&normal, motion) || self.planes.len() > known;
        if learnt || at > 0.0 || lifted {
            return Ok(None);
        }
        // Along the plane, as it was cast the motion led into it by rounding.
        if !blocks && is_worn && self.lift(&n, self.skin - gap)? {
            return Ok(None);
        }
        self.learn_more(motion, contact)
    }

    /// Takes more planes where a contact has changed nothing, so that the same cast would answer the same. The separating normal may stop
    /// the motion where the normal that was made of it does not; and if it does not either, the planes of all that is near may.
    fn learn_more(
        &mut self,
        motion: &Vector3<f64>,
        contact: &Contact<T>,
    ) -> Result<Option<Stop>, InvalidSweep> {
        if self.learn(&contact.separating, motion) || self.learn_apart(&contact.separating, motion)
        {
            return Ok(None);
        }
        if self.gathered {
            return Ok(Some(Stop::Stalled));
        }
        self.gather(motion)?;
        Ok(None)
    }

    /// The gap along the separating normal now, and the fraction of the motion at which the mover has to stop. `closing` is the speed
    /// toward the contact, per unit of the fraction; `blocks`, whether that is more than rounding.
    fn gap_and_stop(&self, contact: &Contact<T>, closing: f64, blocks: bool) -> (f64, f64) {
        if let Some(depth) = contact.depth {
            return (-depth, 0.0);
        }
        if !blocks {
            // A graze: the motion is along the plane, and goes as far as the cast proves safe.
            return (self.gap(contact, 0.0), contact.fraction);
        }
        // Where the gap is the skin, or less where there is too little room to go on otherwise.
        let at = contact.fraction - (self.skin - self.margin) / closing;
        let near = at * closing <= DEADBAND * self.skin;
        let least = if self.cautious {
            0.5 * contact.fraction
        } else {
            0.0
        };
        let at = if near { least } else { at.max(least) };
        (self.gap(contact, closing), at)
    }

    /// The contact as the visitor is shown it, with the mover where it stops. The normal is that of the plane that the mover goes
    /// along beside what it met, if there is one, else the surface's, else the separating one: the first of them that opposes the
    /// motion.
    fn hit(&self, motion: &Vector3<f64>, contact: &Contact<T>, gap: f64) -> SlideHit<T> {
        let opposes = |n: &Unit<Vector3<T>>, leeway: f64| {
            n.map(Real::to_f64).dot(motion) < -leeway * motion.norm()
        };
        let beside = self.corridor.as_ref().and_then(|_| {
            let nearest = self.nearest_before(&contact.place, &contact.separating);
            nearest.filter(|n| opposes(n, KEEPS))
        });
        let of_surface = Some(contact.place.normal).filter(|n| opposes(n, LEEWAY));
        SlideHit {
            normal: beside.or(of_surface).unwrap_or(contact.separating),
            separating: contact.separating,
            place: contact.place,
            point: contact.point,
            position: Point3::from(self.position),
            motion: motion.map(T::nearest),
            gap: T::nearest(gap),
        }
    }

    /// The gap between the mover and what it met, given the speed toward it per unit of the fraction.
    fn gap(&self, contact: &Contact<T>, closing: f64) -> f64 {
        if contact.fraction > 0.0 {
            self.margin + contact.fraction * closing
        } else {
            self.gap_within(contact)
        }
    }

    /// The gap between the mover and something nearer than the margin: it is measured, at most the margin.
    #[cold]
    fn gap_within(&self, contact: &Contact<T>) -> f64 {
        let of = &contact.place.sub_shape;
        let distance = self.scene.distance_from(&self.motion, of, &self.query);
        distance.map_or(self.margin, |d| d.separation().to_f64().min(self.margin))
    }

    /// Whether the plane with this normal is known.
    pub(super) fn knows(&self, normal: &Unit<Vector3<T>>) -> bool {
        let normal = normal.map(Real::to_f64);
        self.planes.iter().any(|plane| plane.is_with(&normal))
    }

    /// Takes a plane that the motion leads into; whether that changes anything. A plane that is known already, and stops a motion that
    /// kept to it within its leeway, must be kept to exactly from now on.
    pub(super) fn learn(&mut self, normal: &Unit<Vector3<T>>, motion: &Vector3<f64>) -> bool {
        let plane = Plane {
            leeway: LEEWAY,
            ..Plane::of(normal)
        };
        let into = -plane.normal.dot(motion);
        if into <= KEEPS * motion.norm() {
            return false;
        }
        let mut known = self.planes.iter_mut();
        match known.find(|known| known.is_with(&plane.normal)) {
            Some(known) if known.leeway > KEEPS => {
                *known = Plane {
                    leeway: KEEPS,
                    ..plane
                };
                true
            }
            Some(_) => false,
            None => {
                let within = into <= LEEWAY * motion.norm();
                let leeway = if within { KEEPS } else { LEEWAY };
                self.planes.push(Plane { leeway, ..plane });
                true
            }
        }
    }

    /// Takes a plane besides the one that it is told from by no more than rounding may be; whether that changes anything. A surface
    /// that bends by less than that from triangle to triangle has many such planes, and of those that face the same way each more
    /// turns the motion by no more than they differ.
    fn learn_apart(&mut self, normal: &Unit<Vector3<T>>, motion: &Vector3<f64>) -> bool {
        let plane = Plane::of(normal);
        let leads = -plane.normal.dot(motion) > KEEPS * motion.norm();
        let is_new = leads && self.planes.iter().all(|p| p.normal != plane.normal);
        if is_new {
            self.planes.push(plane);
        }
        is_new
    }
}
