//! Phase 1 of a portal cast: a first triangle around the axis.
//!
//! Every direction asked is perpendicular to the motion, so that a support point short of the axis proves a miss.

use super::PortalCast;
use crate::Observer;
use crate::found::{Contact, Found, Mixture};
use crate::portal::Portal;
use crate::predicate::cross;
use crate::shear::Corner;
use crate::tolerance::{MOST_REFINEMENTS, NOISE, ON_AXIS};
use nalgebra::Vector3;
use swept_support::Support;

impl<A: Support, B: Support, O: Observer, const K: usize> PortalCast<'_, '_, A, B, O, K> {
    /// Phase 1: a triangle of support points whose shadow holds the axis.
    #[inline(always)]
    pub(super) fn search(&mut self, mixture: &mut Mixture) -> Result<(), Found> {
        let mut v0 = Corner {
            at: self.portal.corners[0],
            source: self.sources[0],
        };
        if self.on_axis(&v0) {
            if v0.at.z > 0.0 {
                return Err(self.head_on(mixture));
            }
            v0 = self.off_axis()?;
        }
        let toward = Vector3::new(-v0.at.x, -v0.at.y, 0.0);
        let mut a = self.probe(&toward, 1)?;
        self.put(1, &a);
        // Turn around v0 until the axis lies between the directions to a and to b.
        let mut side = turn(&v0, &a);
        let mut b;
        loop {
            b = self.probe(&perpendicular(&v0.at, &a.at, side >= 0.0), 2)?;
            let next = turn(&v0, &b);
            if side == 0.0 {
                if next == 0.0 {
                    // Nothing to the left of the line through v0, the axis and a: look to the right, once.
                    b = self.probe(&perpendicular(&v0.at, &a.at, false), 2)?;
                }
                side = -turn(&v0, &b);
                if side == 0.0 {
                    return Err(Found::Undecided);
                }
                break;
            }
            if next == 0.0 || (next > 0.0) != (side > 0.0) {
                break;
            }
            if b.at == a.at {
                return Err(Found::Undecided);
            }
            (a, side) = (b, next);
            self.put(1, &a);
        }
        let (left, right) = if side < 0.0 { (b, a) } else { (a, b) };
        self.push_past_the_axis(&v0, left, right)
    }

    /// The axis runs through the first support point: that is where it enters, for its plane is not met before.
    #[cold]
    fn head_on(&mut self, mixture: &mut Mixture) -> Found {
        self.portal.weights = [1.0, 0.0, 0.0];
        *mixture = self.point_out();
        let (at, source) = (self.portal.corners[0].z, self.sources[0]);
        let mut lower = at;
        if source.of_face.is_some() {
            // The face's normal is rounded: another corner may lie beyond its plane.
            let (farthest, _) = self.shear.support(self.obstacle, &source.n);
            lower = at.min(source.n.dot(&farthest.at) / source.n.z);
        }
        let speed = self.shear.speed;
        let normal = self.shear.pull_back(&source.n);
        Found::Entry(Contact::new(
            lower / speed,
            at / speed,
            normal,
            &self.obstacle.displacement,
        ))
    }

    /// Whether a corner's shadow is the axis.
    fn on_axis(&self, corner: &Corner) -> bool {
        corner.at.x.abs().max(corner.at.y.abs()) <= ON_AXIS * self.obstacle.scale
    }

    /// A first corner off the axis, when the one that there is lies on it and tells no side from the other.
    #[cold]
    fn off_axis(&mut self) -> Result<Corner, Found> {
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let corner = self.probe(&Vector3::new(x, y, 0.0), 0)?;
            if !self.on_axis(&corner) {
                self.put(0, &corner);
                return Ok(corner);
            }
        }
        Err(Found::Undecided)
    }

    /// The rest of phase 1: v0, a, b run counter-clockwise and the axis lies between the rays from v0 through a and b;
    /// moves the edge from a to b outward until the axis lies on its inner side.
    #[inline(always)]
    fn push_past_the_axis(
        &mut self,
        v0: &Corner,
        mut a: Corner,
        mut b: Corner,
    ) -> Result<(), Found> {
        self.put(1, &a);
        self.put(2, &b);
        while turn(&a, &b) < 0.0 {
            let next = self.probe(&perpendicular(&a.at, &b.at, false), 3)?;
            if next.at == a.at || next.at == b.at {
                return Err(Found::Undecided);
            }
            if turn(v0, &next) > 0.0 {
                a = next;
                self.put(1, &next);
            } else {
                b = next;
                self.put(2, &next);
            }
        }
        self.portal = Portal::around_axis([v0.at, a.at, b.at]).ok_or(Found::Undecided)?;
        Ok(())
    }

    /// One query of phase 1: the support point along `n`, which is perpendicular to the motion. A point short of the
    /// axis proves a miss. `known` counts the corners that are part of the picture so far.
    #[inline(always)]
    fn probe(&mut self, n: &Vector3<f64>, known: usize) -> Result<Corner, Found> {
        if n.x.abs().max(n.y.abs()) <= ON_AXIS * self.obstacle.scale && known > 0 {
            return Err(Found::Undecided); // two corners share one shadow
        }
        if self.obstacle.exhausted() {
            return Err(Found::Exhausted(None));
        }
        self.probes += 1;
        if self.probes > MOST_REFINEMENTS {
            return Err(Found::Undecided); // rounding leads in circles
        }
        let (corner, normal) = self.shear.support_across(self.obstacle, n.x, n.y);
        let shown = [self.floor, f64::INFINITY];
        self.show(&corner.at, &corner.source.n, known, shown);
        let height = n.x * corner.at.x + n.y * corner.at.y;
        if height >= 0.0 {
            return Ok(corner);
        }
        let noise = NOISE * self.obstacle.scale;
        if height * height > noise * noise * normal.norm_squared() {
            Err(Found::Clear(normal))
        } else if height < 0.0 {
            Err(Found::Undecided)
        } else {
            Err(Found::Exhausted(None)) // a shape that answers NaN
        }
    }
}

/// On which side of the line from the axis to `a` does `b` lie? Positive to the left; the sign is exact.
#[inline(always)]
fn turn(a: &Corner, b: &Corner) -> f64 {
    cross(a.at.x, a.at.y, b.at.x, b.at.y)
}

/// The sheared direction across the edge from `a` to `b` and perpendicular to the motion: to the edge's left or right.
#[inline(always)]
pub(super) fn perpendicular(a: &Vector3<f64>, b: &Vector3<f64>, left: bool) -> Vector3<f64> {
    let (x, y) = (b.x - a.x, b.y - a.y);
    if left {
        Vector3::new(-y, x, 0.0)
    } else {
        Vector3::new(y, -x, 0.0)
    }
}
