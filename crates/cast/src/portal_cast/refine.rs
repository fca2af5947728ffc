//! Phase 2 of a portal cast: from the first portal to the one that the axis goes through on the obstacle's surface.

use super::{PortalCast, Side};
use crate::Observer;
use crate::found::{Contact, Found};
use crate::tolerance::{
    LEFT, LEFT_ROUGHLY, MISSED, MOST_REFINEMENTS, NARROW, ON_BORDER, POINT, STALLED_STEPS,
};
use nalgebra::Vector3;
use swept_support::Support;

impl<A: Support, B: Support, O: Observer, const K: usize> PortalCast<'_, '_, A, B, O, K> {
    /// Phase 2, until the bracket closes or `settled` (of the lower and upper height, and that of the sweep's end) is
    /// content. For the entry the plane's bound is the lower one and the pierced height the upper; for the exit the
    /// roles are swapped.
    pub(super) fn refine(&mut self, side: Side, settled: impl Fn(f64, f64, f64) -> bool) -> Found {
        let toward = side.toward();
        let speed = self.shear.speed;
        let tolerance = self.obstacle.tolerance();
        let open = tolerance * tolerance;
        // How exact the pierced point is.
        let (left, missed) = if self.obstacle.is_for_f32() {
            (LEFT_ROUGHLY, MISSED * self.obstacle.scale)
        } else {
            (LEFT, 0.0)
        };
        // Bounds along `toward`: `inner` is reached by the obstacle, `outer` is not passed by it.
        let (mut inner, mut outer) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut normal = Vector3::zeros();
        let (mut stalled, mut steps) = (0, 0);
        let least = self.obstacle.least_shadow();
        let mut closed = false;
        self.reached = None;
        let mut next = self.first_finish();
        // A local copy to which there is no reference: it stays in registers.
        let mut portal = self.portal;
        let bounds = |inner: f64, outer: f64| match side {
            Side::Entry => (-outer, -inner),
            Side::Exit => (inner, outer),
        };
        loop {
            let pierced = toward * portal.height();
            let n = portal.normal() * toward;
            let inverse = 1.0 / n.z.abs();
            if n.z * toward <= least || n.z.is_nan() {
                if outer == f64::INFINITY {
                    return Found::Undecided;
                }
                break;
            }
            if steps == next {
                self.portal = portal;
                if let Some((contact, mixture)) = self.finish(side, n) {
                    let (lower, upper) = (contact.lower * speed, contact.upper * speed);
                    if settled(lower, upper, self.end) && side == Side::Entry && lower > self.end {
                        return Found::Clear(contact.normal);
                    }
                    self.reached = Some(mixture);
                    return Found::Entry(contact);
                }
                next = 2 * steps + 2;
            }
            if self.obstacle.exhausted() {
                return Found::Exhausted((outer < f64::INFINITY).then_some(normal));
            }
            let (corner, [n_working, _]) = self.shear.support(self.obstacle, &n);
            let bound = n.dot(&corner.at) * inverse;
            stalled += 1;
            steps += 1;
            if pierced > inner {
                (inner, stalled) = (pierced, 0);
            }
            if bound < outer {
                (outer, normal, stalled) = (bound, n_working, 0);
            }
            let (lower, upper) = bounds(inner, outer);
            if self.observer.is_active() {
                self.portal = portal;
            }
            let shown = match side {
                Side::Entry => [lower / speed, upper / speed],
                Side::Exit => [0.0, f64::INFINITY],
            };
            self.show(&corner.at, &corner.source.n, 3, shown);
            if settled(lower, upper, self.end) {
                if side == Side::Entry && lower > self.end {
                    return Found::Clear(normal);
                }
                closed = true;
                break;
            }
            // How far the new plane lies beyond the pierced point, along its normal.
            let rise = (bound - pierced) * n.z.abs();
            if rise <= 0.0 || rise * rise <= open * n_working.norm_squared() {
                closed = true;
                if rise <= 0.0 || !self.may_narrow(outer - inner, n.z, &n_working) {
                    break;
                }
            }
            if stalled == STALLED_STEPS || steps == MOST_REFINEMENTS {
                break;
            }
            let Some(slot) = portal.replace(&corner.at, left) else {
                break;
            };
            self.sources[slot] = corner.source;
        }
        self.portal = portal;
        let bounds = bounds(inner, outer);
        Found::Entry(self.contact(side, bounds, &normal, missed, closed))
    }

    /// The contact, which lies between these heights; `missed` is by how much, along the normal, a pierced point may be off.
    #[inline(always)]
    fn contact(
        &self,
        side: Side,
        (lower, upper): (f64, f64),
        normal: &Vector3<f64>,
        missed: f64,
        closed: bool,
    ) -> Contact {
        let speed = self.shear.speed;
        let displacement = &self.obstacle.displacement;
        let mut contact = Contact::new(lower / speed, upper / speed, *normal, displacement);
        if missed > 0.0 {
            let span = missed * contact.stretch;
            match side {
                Side::Entry => contact.upper += span,
                Side::Exit => contact.lower -= span,
            }
        }
        let on_border = ON_BORDER * self.obstacle.scale;
        // So far from closed that corners nearby are not told from the plane's own.
        let is_open = || (contact.upper - contact.lower) * speed > NARROW * self.obstacle.wide();
        let border =
            contact.is_flat(speed) && (self.portal.is_pierced_at_border(on_border) || is_open());
        Contact {
            closed,
            border,
            ..contact
        }
    }

    /// Whether the bracket, `gap` wide along the motion, is called wide, and may become narrow: its ends are close along
    /// the normal, but the motion is all but parallel to the surfaces. Not where the error of a point at that angle,
    /// POINT · scale · |n| / n_z, is as wide by itself.
    #[inline(always)]
    fn may_narrow(&self, gap: f64, z: f64, normal: &Vector3<f64>) -> bool {
        let wide = self.obstacle.wide();
        let error = POINT * self.obstacle.scale;
        let (error, squared) = (error * error * normal.norm_squared(), z * z);
        let left = wide - gap;
        let is_wide = left < 0.0 || left * left * squared < error;
        is_wide && wide * wide * squared > error
    }
}
