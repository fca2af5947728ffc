//! Two balls that stand: how far apart they are, or how deep in each other, by their centres.

use super::{Ball, Balls, are};
use crate::answer::{between, freeing, is_plain, unit};
use crate::tolerance::{self, APART, CLEAR};
use crate::{Distance, Penetration, Separation};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{Placed, Real, Support, sqrt};

type V = Vector3<f64>;

/// Two balls, their centres surely in two places.
pub(crate) struct Stand {
    moving: Ball,
    fixed: Ball,
    balls: Balls,
    /// Of the centres.
    distance: f64,
}

impl Stand {
    /// `None` of other shapes, and where the centres may be in one place.
    #[inline(always)]
    pub(crate) fn of<T: Real, A: Support, B: Support>(
        moving: &Placed<T, A>,
        fixed: &Placed<T, B>,
    ) -> Option<Self> {
        let cores = (fixed.shape().known_core(), moving.shape().known_core());
        if !are(&cores) {
            return None;
        }
        let (moving, fixed) = (Ball::new(moving), Ball::new(fixed));
        let balls = Balls::new::<T>(&moving, &V::zeros(), 0.0, &fixed, 0.0);
        let squared = balls.p.norm_squared();
        let distance = sqrt(squared);
        let are_two = is_plain(squared) & (distance >= APART * balls.scale);
        (are_two & (moving.extent + fixed.extent == 0.0)).then_some(Self {
            moving,
            fixed,
            balls,
            distance,
        })
    }

    /// The room between the balls, below 0 where they overlap.
    #[inline(always)]
    fn room(&self) -> f64 {
        self.distance - self.balls.radii
    }

    /// Whether they overlap, where that is clear. Where nothing is as long as a length, the scale is no measure of what there is.
    #[inline(always)]
    pub(crate) fn overlap<T: Real>(&self) -> Option<bool> {
        let (room, scale) = (self.room(), self.balls.scale);
        let clear = CLEAR * tolerance::contact::<T>() * scale;
        let is_clear = (room.abs() > clear) & (scale >= T::MIN_LENGTH);
        is_clear.then_some(room < 0.0)
    }

    /// The way between the centres and its length are 3u off, the sums u each: a plane's error is more, and counts on both sides.
    #[inline(always)]
    pub(crate) fn measure<T: Real>(&self) -> Distance<T> {
        let balls = &self.balls;
        let out = balls.p * (-1.0 / self.distance);
        let narrow = |v: V| Point3::from(v.map(T::nearest));
        let point_moving = narrow(self.moving.position - out * self.moving.radius);
        let point_fixed = narrow(self.fixed.position + out * self.fixed.radius);
        let normal: Unit<Vector3<T>> = unit(&out);
        if self.room() >= -tolerance::contact::<T>() * balls.scale {
            let separation = balls.plane(&out).gap().max(0.0);
            let upper = self.room() + balls.error;
            return Distance::Apart(Separation {
                separation: T::round_down(separation),
                separation_upper: T::round_up(upper.max(separation)),
                normal,
                point_moving,
                point_fixed,
            });
        }
        let plane = normal.map(Real::to_f64);
        let depth = T::round_up(freeing(&balls.plane(&plane), &plane, &normal));
        let lower = between(-self.room() - balls.error, 0.0, depth.to_f64());
        Distance::Overlap(Penetration {
            depth,
            depth_lower: T::round_down(lower),
            normal,
            point_moving,
            point_fixed,
        })
    }
}
