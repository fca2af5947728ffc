//! Starts within a touch of the obstacle's border that the motion does not lead into: the plane along which it slides, or leaves.

use super::search::perpendicular;
use super::{PortalCast, Side};
use crate::Observer;
use crate::found::Found;
use crate::tolerance::{MOST_SIDES, NEAR_START};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

impl<A: Support, B: Support, O: Observer, const K: usize> PortalCast<'_, '_, A, B, O, K> {
    /// What becomes of a start that lies in the obstacle, where the line of motion has entered before.
    #[cold]
    #[inline(never)]
    pub(super) fn leave(&mut self) -> Found {
        let touch = self.obstacle.contact();
        let near = NEAR_START * touch;
        let exit = self.refine(Side::Exit, |lower, upper, _| upper < 0.0 || lower > near);
        let Found::Entry(exit) = exit else {
            return exit;
        };
        if exit.upper < 0.0 {
            return Found::Clear(exit.normal);
        }
        if self.obstacle.base > 0.0 {
            return Found::Start;
        }
        // It leaves where it starts.
        if exit.upper <= touch * exit.stretch && exit.upper * self.shear.speed <= near {
            return Found::Slide(exit.normal);
        }
        self.alongside(touch).map_or(Found::Start, Found::Slide)
    }

    /// The normal of a plane along the motion that is no farther than `touch` beyond the axis, where there is one. The portal's shadow is grown
    /// at the side that is nearest to the axis, until that side is the border of the obstacle's, or none is within a touch.
    fn alongside(&mut self, touch: f64) -> Option<Vector3<f64>> {
        let mut ring = [Vector3::zeros(); MOST_SIDES];
        ring[..3].copy_from_slice(&self.portal.corners);
        for count in 3..MOST_SIDES {
            let mut nearest = (f64::INFINITY, Vector3::zeros(), 0);
            for (i, a) in ring[..count].iter().enumerate() {
                let out = perpendicular(a, &ring[(i + 1) % count], false);
                let away = out.dot(a) / sqrt(self.shear.pull_back(&out).norm_squared());
                if away < nearest.0 {
                    nearest = (away, out, i);
                }
            }
            let (away, out, i) = nearest;
            if away > touch || self.obstacle.exhausted() {
                return None;
            }
            let (corner, normal) = self.shear.support_across(self.obstacle, out.x, out.y);
            if out.dot(&corner.at) <= touch * sqrt(normal.norm_squared()) {
                return Some(normal);
            }
            ring[i + 1..=count].rotate_right(1);
            ring[i + 1] = corner.at;
        }
        None
    }
}
