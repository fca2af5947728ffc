//! The motion of two turning bodies in wide arithmetic: their poses, what separates them along a direction, and what is left
//! of that on the way.

use super::body::{Body, apply, support_value};
use crate::turning::TurningSweep;
use crate::turning::carried::{Carried, Frame};
use crate::turning::still::Still;
use crate::verify::{WIDE_ROUNDING, growth, mixture};
use crate::wide::{Wide, Wide3, direction, dot, narrow, sum_of, wide3};
use crate::{Flaw, Witness};
use nalgebra::Vector3;
use swept_support::{Real, Support, sqrt};

pub(super) const U: f64 = 0.5 * f64::EPSILON;

/// A length that counts as none: what vanishes of squares, products and quotients. A square below 2⁻¹⁰²² loses digits, so a norm in plain
/// arithmetic may be off by 2⁻⁵³⁷, and no bound has more than 2⁶ of them; of wide products 2⁻¹⁰⁷⁴ vanishes. They enter bounds times
/// normals, which are brought near to 1, and rates of up to 2²⁶ or their squares and products, 8 of them at most: 2⁵⁵ in all. The
/// quotients of bounds are by a part of the motion, which they are multiplied with afterwards, by a rate where as much is lost whatever
/// the rate, and by the length of an axis, before which this is taken off. 2⁻⁵³⁷⁺⁶⁺⁵⁵ = 2⁻⁴⁷⁶ is far below this.
pub(super) const VANISHING: f64 = f64::from_bits((1023 - 400) << 52);

/// The motion of both bodies.
pub(super) struct Motion<'a, A, B> {
    pub(super) moving: Body<'a, A>,
    pub(super) fixed: Body<'a, B>,
    pub(super) displacement: Wide3,
    /// From the moving body's centre to the fixed one's, at the start.
    offset: Wide3,
    pub(super) target: f64,
    /// The sum of all lengths but those of the way. A body's are off by its own angle times that as well, and by the other one's where that
    /// one carries the normal.
    lengths: f64,
    /// The sum of both angles.
    angles: f64,
    /// What φ is off by where bodies count as standing that turn, which do not turn here.
    pub(super) still: Still,
}

impl<'a, A: Support, B: Support> Motion<'a, A, B> {
    pub(super) fn new<T: Real>(sweep: &'a TurningSweep<T, A, B>, target: f64) -> Self {
        let linear = sweep.linear();
        let (turns, still) = Still::of(sweep);
        let moving = Body::new(linear.moving(), &turns.moving);
        let fixed = Body::new(linear.fixed(), &turns.fixed);
        let (m, f) = (
            apply(&moving.start, &moving.centre),
            apply(&fixed.start, &fixed.centre),
        );
        let offset =
            core::array::from_fn(|i| (fixed.position[i] - moving.position[i]) + (f[i] - m[i]));
        let displacement = wide3(&linear.displacement().map(Real::to_f64));
        let angles = moving.angle.value() + fixed.angle.value();
        let bodies = moving.shape.extent()
            + sum_of(&moving.centre)
            + (fixed.shape.extent() + sum_of(&fixed.centre));
        let lengths = sum_of(&offset)
            + bodies * (1.0 + angles)
            + moving.shape.radius()
            + fixed.shape.radius()
            + target;
        Self {
            displacement,
            offset,
            target,
            lengths,
            angles,
            still,
            moving,
            fixed,
        }
    }

    pub(super) fn centres(&self, t: Wide) -> Wide3 {
        core::array::from_fn(|i| self.offset[i] - self.displacement[i] * t)
    }

    /// What a height at a fraction may be off by for wide arithmetic, what vanishes and bodies that count as standing, per unit of the normal.
    pub(super) fn rounding(&self, t: Wide) -> f64 {
        self.arithmetic(t) + self.stray(t)
    }

    /// The same of bodies that stand where they count as standing: how they move, and what each sees of the other, has no more to it.
    fn arithmetic(&self, t: Wide) -> f64 {
        let way = sum_of(&self.displacement) * t.value();
        let seen = sum_of(&self.centres(t)) * self.angles;
        WIDE_ROUNDING * (self.lengths + way + seen) + VANISHING
    }

    /// What the cross product of two unit vectors, one carried by either body, may be off by: 298e for each (`body.rs`), 24e for its length, and
    /// 17e of their products, beside what the angles add.
    pub(super) fn across_off(&self) -> f64 {
        WIDE_ROUNDING * (1.0 + self.angles)
    }

    /// What bodies that count as standing add to that.
    fn stray(&self, t: Wide) -> f64 {
        self.still.stray(sum_of(&self.centres(t)))
    }

    pub(super) fn radii(&self) -> f64 {
        self.moving.shape.radius() + self.fixed.shape.radius()
    }

    /// The normal of a half-space at a fraction; for all other shapes the given one, out of its frame.
    fn normal(&self, (frame, given): (Frame, &Vector3<f64>), at: [&[Wide3; 3]; 2]) -> Wide3 {
        match (self.fixed.shape.unbounded_normal(), frame) {
            (Some(normal), _) => apply(at[1], &direction(&normal)),
            (None, Frame::World | Frame::Across) => wide3(given),
            (None, Frame::Moving) => apply(at[0], &wide3(given)),
            (None, Frame::Fixed) => apply(at[1], &wide3(given)),
        }
    }

    /// What the carrier of a frame sees of the other body's motion; `None` for the world.
    pub(super) fn seen_from(&self, frame: Frame) -> Option<Carried> {
        let (m, f) = (&self.moving, &self.fixed);
        let (carrier, other, ball) = match frame {
            Frame::World | Frame::Across => return None,
            Frame::Moving => (&m.vector, (&f.vector, f.wheel()), f.spin.ball),
            Frame::Fixed => (&f.vector, (&m.vector, m.wheel()), m.spin.ball),
        };
        let off = self.arithmetic(Wide::from(1.0));
        let v = -narrow(&self.displacement);
        Some(Carried::new(carrier, other, ball, v, off))
    }

    /// φ along a piece's normal at a fraction, rounded down, the normal used, and each body's reach from its centre toward
    /// the other, rounded up.
    pub(super) fn separation(
        &self,
        given: (Frame, &Vector3<f64>),
        t: Wide,
    ) -> (Wide, Wide3, [f64; 2]) {
        let (moving, fixed) = (self.moving.rotation(t), self.fixed.rotation(t));
        let n = self.normal(given, [&moving, &fixed]);
        let against = n.map(|x| Wide::from(0.0) - x);
        let (on_moving, missing_moving) = support_value(self.moving.shape, &moving, &against);
        let (on_fixed, missing_fixed) = if self.fixed.shape.unbounded_normal().is_some() {
            (Wide::from(0.0), 0.0)
        } else {
            support_value(self.fixed.shape, &fixed, &n)
        };
        let centres = self.centres(t);
        let (m, f) = (
            apply(&moving, &self.moving.centre),
            apply(&fixed, &self.fixed.centre),
        );
        let offset: Wide3 = core::array::from_fn(|i| centres[i] + (m[i] - f[i]));
        let length = dot(&n, &n).root();
        let radius = Wide::from(self.moving.shape.radius())
            + Wide::from(self.fixed.shape.radius())
            + Wide::from(self.target);
        let up = 1.0 + 8.0 * f64::EPSILON;
        let missing = missing_moving + missing_fixed + self.arithmetic(t) * length.value();
        let missing = Wide::from(missing * up);
        let stray = self.stray(t) * length.value() * up;
        let height = on_fixed + on_moving + dot(&n, &offset) + radius * length;
        let reaches = [on_moving + dot(&n, &m), on_fixed - dot(&n, &f)];
        let taken = missing + Wide::from(stray);
        let reaches = reaches.map(|reach| (reach + missing).ceil());
        (Wide::from(0.0) - (height + taken), n, reaches)
    }

    /// How much the shapes must grow so that they are at most `target` apart at `t`.
    pub(super) fn dilation(&self, witness: &Witness, target: f64, t: Wide) -> Result<f64, Flaw> {
        let (moving, fixed) = (self.moving.rotation(t), self.fixed.rotation(t));
        let mut mixed = [Wide::default(); 3];
        for (on_fixed, on_moving, share) in mixture(witness)? {
            let on_fixed = self.fixed.shape.support_point(&on_fixed);
            let on_moving = self.moving.shape.support_point(&on_moving);
            let relative = |point: Vector3<f64>, centre: &Wide3| -> Wide3 {
                let p = wide3(&point);
                core::array::from_fn(|k| p[k] - centre[k])
            };
            let f = apply(&fixed, &relative(on_fixed.coords, &self.fixed.centre));
            let m = apply(&moving, &relative(on_moving.coords, &self.moving.centre));
            mixed = core::array::from_fn(|k| mixed[k] + (f[k] - m[k]) * share);
        }
        let centres = self.centres(t);
        let apart: Wide3 = core::array::from_fn(|k| mixed[k] + centres[k]);
        let radii = self.radii() + target;
        let extents = self.moving.shape.extent() + self.fixed.shape.extent();
        // Each support point lies within 8u·extent of its core, and so does their mixture: its weights are no less than 0, and 1 in all.
        // A start within the target distance may be asked about with one below 0, of which and the radii next to nothing is left.
        let sum = 8.0 * U * (self.radii() + target.abs());
        let promise = 8.0 * U * extents + self.rounding(t) + sum;
        if self.fixed.shape.unbounded_normal().is_some() {
            // Under one plane only the way along its normal counts.
            let n = self.normal((Frame::World, &Vector3::y()), [&moving, &fixed]);
            let height = -dot(&apart, &n).value() / narrow(&n).norm();
            let size = narrow(&apart).norm() * 32.0 * U;
            return Ok(growth(height - radii + promise + size));
        }
        let rest = sqrt(narrow(&apart).norm_squared());
        let grown = rest * (1.0 + 8.0 * U) - radii;
        Ok(growth(grown + promise))
    }
}
