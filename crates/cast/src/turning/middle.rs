//! The middle of the axes that separate two bodies.
//!
//! Where a corner, or the apex of a cone, touches something, many axes separate. A depth, or a distance, gives any one of them,
//! as often as not at their border, and a motion that turns takes it over that: φ along it falls at first order at once, though the bodies
//! stay apart, or in contact, for long along those further inside. The same is true of the axis across an edge and a line of a cone that
//! ends in its apex.
//!
//! φ is a least value of functions linear in n, one for every way w from a point of the fixed body to one of the moving body. So the axes
//! along which it is above a bound are a convex cone, but for the bound itself and the radii. A line through one of them, across it, has a
//! chord in common with that cone, and from the middle of a long chord it is far to either end. Where it may be long:
//! - **Along any line**, if the cone is wide and n not at its border.
//! - **Along the border.** What ends the cone near n is a way w between points of the bodies that are farthest along a direction next to n.
//!   Along n × w it comes no nearer. So where the end of an edge touches, or a corner touches an edge, and the cone is a fan, as thin as the
//!   bound: w is along the edge, and n × w along the fan.
//! - **Away from it.** Where n lies at a tip of the cone, as the axis across lines of two cones does, each of those w leads inward, or along
//!   the border, and their sum inward.
//!
//! Of the longest of these the middle is taken. It may still be at the border that the chord was along; so once more from there, where a
//! chord across that one is long.

use super::advance::{Axis, Search};
use super::bound::across;
use super::motion::{Pose, Room};
use crate::Observer;
use crate::closed::unit_or_zero;
use crate::tolerance::{ASIDE, SHORT_CHORD};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// An axis inside of those along which φ is above `least` at a pose, of which `n` (unit) is one, and what it proves there: more than
    /// that. `None` where there are hardly any others.
    #[cold]
    pub(super) fn middle(
        &mut self,
        n: &Vector3<f64>,
        pose: &Pose,
        least: f64,
    ) -> Option<(Vector3<f64>, Room)> {
        // A half-space has one normal, and a support point along no other.
        if self.motion.fixed.shape.unbounded_normal().is_some() {
            return None;
        }
        let one = self.middle_of_chord(n, pose, least)?;
        let other = self.middle_of_chord(&one.0, pose, least);
        Some(other.unwrap_or(one))
    }

    /// The middle of the longest chord that is found from `n`.
    fn middle_of_chord(
        &mut self,
        n: &Vector3<f64>,
        pose: &Pose,
        least: f64,
    ) -> Option<(Vector3<f64>, Room)> {
        let (e, f) = across(n);
        let ways = [e, -e, f, -f].map(|aside| {
            self.evaluations += 1;
            unit_or_zero(&self.motion.way_between(&(n + aside * ASIDE), pose))
        });
        let inward = ways.iter().sum::<Vector3<f64>>();
        let along_ends = ways.map(|way| n.cross(&way));
        let (mut longest, mut middle) = (0.0, *n);
        for along in [e, f, inward].into_iter().chain(along_ends) {
            let along = unit_or_zero(&(along - n * n.dot(&along)));
            // Where the points that are asked for are one, or the way between them is the axis, there is no such direction.
            if along == Vector3::zeros() {
                continue;
            }
            let [one, other] = [along, -along].map(|along| self.far_along(n, &along, pose, least));
            if one + other > longest {
                (longest, middle) = (one + other, n + along * (0.5 * (one - other)));
            }
        }
        if longest == 0.0 {
            return None;
        }
        let middle = middle / sqrt(middle.norm_squared());
        let room = self.room(Axis::Free(middle), pose);
        (room.value > least).then_some((middle, room))
    }

    /// How far φ is above `least` from `n` along a direction across it: the tangent of the angle, to within a half; or none.
    fn far_along(
        &mut self,
        n: &Vector3<f64>,
        along: &Vector3<f64>,
        pose: &Pose,
        least: f64,
    ) -> f64 {
        let mut far = 1.0;
        while far >= SHORT_CHORD {
            let aside = n + along * far;
            let unit = aside / sqrt(aside.norm_squared());
            if self.room(Axis::Free(unit), pose).value > least {
                return far;
            }
            far *= 0.5;
        }
        0.0
    }
}
