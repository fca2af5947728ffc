//! The middle of the directions that separate two bodies.
//!
//! Where a corner, or the apex of a cone, touches something, many directions separate. A depth, or a distance, gives any one of them,
//! as often as not at their border, and a motion that turns takes them over it: φ along it falls at first order at once, though the bodies
//! stay apart, or in contact, for long along those further inside. The same is true of the axis across an edge and a line of a cone that
//! ends in its apex.
//!
//! φ is a least value of linear functions of n, so the directions along which it is above a bound are a convex set, but for what
//! the bound itself is: seen from one of them, what is left of the set in a direction across is a chord, and the middle of a long chord is
//! inside. Where an edge touches, the set is an arc, as thin as the bound: a direction across it is of no use. What ends the set is a way w
//! between two points of the bodies that comes too near along a direction next to n; along n × w it does not. And where n lies at a tip of
//! the set, as the axis across lines of two cones does, the sum of such ways leads inward. So these are tried as well, and the
//! longest chord is taken. From its middle once more: that is the middle of the other way across.

use super::advance::{Axis, Search};
use super::bound::across;
use super::motion::Pose;
use crate::Observer;
use crate::tolerance::{ASIDE, CHORDS, SHORT_CHORD};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// An axis inside of those along which φ is above `least` at a pose, of which `n` (unit) is one. `None` where there are hardly any
    /// others.
    #[cold]
    pub(super) fn middle(
        &mut self,
        n: &Vector3<f64>,
        pose: &Pose,
        least: f64,
    ) -> Option<Vector3<f64>> {
        // A half-space has one normal, and a support point along no other.
        if self.motion.fixed.shape.unbounded_normal().is_some() {
            return None;
        }
        let (mut middle, mut found) = (*n, None);
        for _ in 0..CHORDS {
            let (e, f) = across(&middle);
            let ways = [e, -e, f, -f].map(|aside| {
                self.evaluations += 1;
                let way = self.motion.way_between(&(middle + aside * ASIDE), pose);
                way / sqrt(way.norm_squared())
            });
            let inward = ways.iter().sum::<Vector3<f64>>();
            let along_ends = ways.map(|way| middle.cross(&way));
            let mut longest = (0.0, middle);
            for along in [e, f, inward].into_iter().chain(along_ends) {
                let along = along - middle * middle.dot(&along);
                let along = along / sqrt(along.norm_squared());
                let [one, other] = [along, -along].map(|along| {
                    let mut far = 1.0;
                    while far >= SHORT_CHORD
                        && !self.separates(&(middle + along * far), pose, least)
                    {
                        far *= 0.5;
                    }
                    if far >= SHORT_CHORD { far } else { 0.0 }
                });
                if one + other > longest.0 {
                    let inside = middle + along * (0.5 * (one - other));
                    longest = (one + other, inside / sqrt(inside.norm_squared()));
                }
            }
            if longest.0 == 0.0 || !self.separates(&longest.1, pose, least) {
                break;
            }
            middle = longest.1;
            found = Some(middle);
        }
        found
    }

    /// Whether φ is above `least` along a direction of any length; not along what is none.
    fn separates(&mut self, n: &Vector3<f64>, pose: &Pose, least: f64) -> bool {
        let unit = n / sqrt(n.norm_squared());
        self.room(Axis::Free(unit), pose).value > least
    }
}
