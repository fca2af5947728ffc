//! What is near where a mover stands: for one that casts do not let go on, though what they met may not be what is in its way.

use super::Sliding;
use super::look::is_passed;
use crate::plane::Plane;
use crate::tolerance::{LEEWAY, WITHIN};
use nalgebra::{Unit, Vector3};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use swept_cast::InvalidSweep;
use swept_scene::SubShape;
use swept_support::{Real, Support};

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// Whether no motion is left, when several planes together stop a mover.
    ///
    /// A plane bounds the motion as soon as the mover is a skin away from the plane. What it separates from may end before it gets there:
    /// that is some way off still then, or behind, for a mover that slides past an end keeps the plane. So what is really near counts.
    /// First what has been met before is measured; if its planes leave a way, all that is near is. Where that leaves one too, its planes
    /// take the place of the others, and a mover that has not moved since this was last looked into goes on with care.
    pub(super) fn is_really_blocked(&mut self, still: f64) -> Result<bool, InvalidSweep> {
        let stands = std::mem::replace(&mut self.looked_from, self.position) == self.position;
        if self.cautious && stands || self.planes.len() < 2 {
            return Ok(true);
        }
        let planes = std::mem::take(&mut self.planes);
        let displacement = self.displacement;
        let is_free = |slide: &Self| slide.left_of(slide.rest).norm() > still;
        self.measure_hits(&displacement)?;
        let mut goes = is_free(self);
        if goes {
            self.planes.clear();
            self.gather(&displacement)?;
            goes = is_free(self);
        }
        if goes {
            self.cautious |= stands;
        } else {
            self.planes = planes;
        }
        Ok(!goes)
    }

    /// Takes the planes of what has been met and is near where the mover stands.
    fn measure_hits(&mut self, motion: &Vector3<f64>) -> Result<(), InvalidSweep> {
        self.motion.set_way(self.position, Vector3::zeros())?;
        for hit in 0..self.report.hits.len() {
            let (before, of) = self.report.hits.split_at(hit);
            let of = &of[0].place.sub_shape;
            let is_measured = before.iter().any(|hit| hit.place.sub_shape == *of);
            if is_measured || self.ignored.contains(&of.id) {
                continue;
            }
            let Some(distance) = self.scene.distance_from(&self.motion, of, &self.query) else {
                continue;
            };
            let of = *of;
            // A plane that is learnt twice is kept to exactly.
            let is_near = distance.separation().to_f64() <= WITHIN * self.skin;
            if is_near && !self.knows(&distance.normal()) {
                self.learn_near(&of, &distance.normal(), motion);
            }
        }
        Ok(())
    }

    /// Takes the planes of all that is near where the mover stands.
    pub(super) fn gather(&mut self, motion: &Vector3<f64>) -> Result<(), InvalidSweep> {
        self.gathered = true;
        self.motion.set_way(self.position, Vector3::zeros())?;
        let mut near: SmallVec<[(SubShape, Unit<Vector3<T>>); 8]> = SmallVec::new();
        let ignored = self.ignored.clone();
        let within = WITHIN * self.skin;
        let scene = self.scene;
        scene.near_planes(
            &self.motion,
            T::nearest(within),
            T::nearest(self.margin),
            &self.query,
            |of, distance| {
                let is_passed = || is_passed(scene, &of, distance, motion);
                if !ignored.contains(&of.id) && !is_passed() {
                    near.push((of, distance.normal()));
                }
                ControlFlow::Continue(())
            },
        );
        for (of, normal) in &near {
            self.learn_near(of, normal, motion);
        }
        Ok(())
    }

    /// Takes the plane of what is near, and what the visitor made of it. One that the motion does not lead into counts as well: what
    /// other planes leave of it may.
    ///
    /// Of a wall that is made upright both hold: what other planes turn down along it is not stopped by the upright one, and would be led
    /// into the wall itself, again and again.
    fn learn_near(&mut self, of: &SubShape, normal: &Unit<Vector3<T>>, motion: &Vector3<f64>) {
        let made = self.made.iter().find(|made| made.is_of(of, normal));
        let made = made.map(|made| Unit::new_unchecked(made.normal.map(T::nearest)));
        for normal in made.iter().chain([normal]) {
            if !self.learn(normal, motion) && !self.knows(normal) {
                self.planes.push(Plane {
                    leeway: LEEWAY,
                    ..Plane::of(normal)
                });
            }
        }
    }
}
