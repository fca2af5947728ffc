//! Room for a mover that starts nearer to something than anything is let come.
//!
//! A mover that stands nearer to a floor than the margin m and goes along it comes as near as m to whatever of the floor lies ahead,
//! however that is cut: a cast that keeps to m stops it there, though it would come no nearer to the floor. The normals of those
//! contacts lean against the motion, or face it. So it is moved away first, as out of an overlap of a shape that is wider by m, to
//! the skin's distance where there is room.
//!
//! In a corridor there may be none. Then what the mover is apart from the nearest wall is the skin for the rest of the move, and
//! casts keep to a deadband less: sliding on at that distance meets no seam, and is no graze. Where it is apart by less than casts
//! can keep to, or touches, what it goes along is told by planes instead ([`corridor`](super::corridor)).

use super::Sliding;
use super::contact::Contact;
use super::corridor::Corridor;
use super::look::{is_passed, without};
use crate::exits::{Exits, Fronts};
use crate::mover::enough;
use crate::tolerance::{AROUND, DEADBAND, FARTHEST_OFF, MARGIN, WIDTH, WORN};
use nalgebra::Vector3;
use std::ops::ControlFlow;
use swept_cast::{Distance, InvalidSweep};
use swept_scene::SceneDistance;
use swept_support::{Real, Support};

impl<T: Real, S: Support> Sliding<'_, T, S> {
    /// Whether a cast may have met this because the mover stands within the margin of something.
    pub(super) fn is_within(&self, contact: &Contact<T>) -> bool {
        self.passes_within || contact.fraction <= 0.0
    }

    /// Moves away from all that is within the margin and in the way of the motion, once in a move; whether it did.
    #[cold]
    pub(super) fn stand_off(&mut self, motion: &Vector3<f64>) -> Result<bool, InvalidSweep> {
        if std::mem::replace(&mut self.stood_off, true) {
            return Ok(false);
        }
        let margin = self.margin;
        self.motion.set_way(self.position, Vector3::zeros())?;
        let (scene, mover) = (self.scene, &self.motion);
        let mut near = Vec::new();
        without(&self.ignored, &self.query, |query| {
            scene.near(mover, T::nearest(AROUND * self.skin), query, |one| {
                if !is_passed(scene, &one.place.sub_shape, &one.distance, motion) {
                    near.push(*one);
                }
                ControlFlow::Continue(())
            });
        });
        // The search shows them in an order of its own.
        near.sort_by_key(|one| one.place.sub_shape);
        let exits = Exits::of(scene, mover.moving(), &near, margin, Fronts::OneSided);
        let rooms = [self.skin - margin, WORN * self.skin];
        let way = rooms.into_iter().find_map(|out| exits.shortest(out, 0.0));
        match way.filter(|way| way.norm() <= FARTHEST_OFF * self.skin) {
            Some(way) => {
                let safe = self.cast_past(&way, motion)?.safe_fraction();
                Ok(self.lift_part(&way, safe.to_f64()))
            }
            None => Ok(self.keep_to(&near)),
        }
    }

    /// Has casts keep to a little less than the mover is apart from the nearest thing, or, where that is less than the least skin,
    /// pass over what it goes along; whether it did.
    fn keep_to(&mut self, near: &[SceneDistance<T>]) -> bool {
        let apart = near.iter().map(|one| match &one.distance {
            Distance::Apart(apart) => apart.separation.to_f64(),
            Distance::Overlap(overlap) => -overlap.depth_lower.to_f64(),
        });
        let part = (self.reach / self.displacement.norm()).min(1.0);
        let way = self.displacement * part;
        let least = enough(self.scene, &self.motion, &way, 0.0, &self.query);
        // What is deeper is overlapped: it is for casts to say how that is left, and nothing comes as near for it.
        let nearest =
            (apart.filter(|apart| *apart >= -MARGIN * least)).fold(f64::INFINITY, f64::min);
        if nearest < least {
            self.corridor = Some(Box::new(Corridor::of(nearest, least, near)));
            self.company.clear();
            return true;
        }
        if !(least..self.skin).contains(&nearest) {
            return false;
        }
        self.skin = nearest;
        self.margin = (1.0 - DEADBAND) * nearest;
        self.query.cast.target_distance = T::nearest(self.margin);
        self.query.cast.tolerance = T::nearest(WIDTH * nearest);
        // It was met within the margin that was.
        self.company.clear();
        true
    }
}
