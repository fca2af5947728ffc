//! The configuration space obstacle C = fixed − moving in the working frame: the fixed shape's own axes, with the
//! origin moved along the displacement to where the sweep may first come near ("re-origined").
//!
//! Why this frame: one of the two rotations falls away, and all coordinates are of the size of the shapes wherever the
//! pair stands in the world and however far away the sweep starts, so that errors are units in the last place of the
//! shapes' size. Fractions count from the new origin; `base` is added back once, at the end.

use crate::found::{Directions, Found, Mixture, NO_PARTS, Parts};
use crate::predicate::product_error;
use crate::problem::Problem;
use crate::tolerance::{
    self, CLOSED_AT_EDGES, CONTACT, FAINT, FAR, NOISE, ON_AXIS, U, WORST_PARTS, WORST_TURN,
};
use nalgebra::Vector3;
use swept_support::{Core, KnownCore, LinearMap, Real, Support, paired, sqrt};

/// A support point of the obstacle's core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// The point of the core, in the working frame.
    pub(crate) y: Vector3<f64>,
    /// The direction asked for, in the working frame.
    pub(crate) n: Vector3<f64>,
    /// The moving shape's support point, in its own frame. The fixed shape's is `y` plus this one at its place in the working frame.
    pub(crate) on_moving: Vector3<f64>,
}

/// The moving shape and its motion in the working frame, its origin at the start of the sweep.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// From the moving shape's frame to the working frame.
    pub(crate) map: LinearMap,
    pub(crate) position: Vector3<f64>,
    pub(crate) displacement: Vector3<f64>,
}

impl Frame {
    /// `offset` is the vector from the moving shape's origin to the fixed one's. It and `displacement` are in the world's axes; the
    /// rotations map from the shapes' frames into these.
    #[inline(always)]
    pub(crate) fn new(
        fixed: &LinearMap,
        moving: &LinearMap,
        offset: &Vector3<f64>,
        displacement: &Vector3<f64>,
    ) -> Self {
        Self {
            map: fixed.transposed_times(moving),
            position: -fixed.turn_back(offset),
            displacement: fixed.turn_back(displacement),
        }
    }
}

/// How wide brackets may stay.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    /// Along the normal: a length, or a part of the scale, whichever is more.
    absolute: f64,
    relative: f64,
    /// Along the motion: a part of the scale.
    along: f64,
}

impl Open {
    /// As narrow as rounding allows.
    pub(crate) const NOWHERE: Self = Self {
        absolute: 0.0,
        relative: 0.0,
        along: 0.0,
    };

    /// As narrow as answers in the scalar `T` need, or as `absolute`, a length, if that is more.
    #[inline(always)]
    pub(crate) fn of<T: Real>(absolute: f64) -> Self {
        Self {
            absolute,
            relative: tolerance::bracket::<T>(),
            along: tolerance::wide::<T>(),
        }
    }
}

/// The obstacle in the working frame, and the work spent on it.
pub(crate) struct Obstacle<'a, A, B> {
    pub(crate) problem: &'a Problem<'a, A, B>,
    /// From the moving shape's frame to the working frame.
    pub(crate) moving_to_working: LinearMap,
    /// The moving shape's position in the working frame.
    pub(crate) position: Vector3<f64>,
    /// The displacement in the working frame.
    pub(crate) displacement: Vector3<f64>,
    /// The fraction at the working frame's origin.
    pub(crate) base: f64,
    /// Radius around the core, target distance included.
    pub(crate) radius: f64,
    /// Sum of all lengths that enter: thresholds are relative to it.
    pub(crate) scale: f64,
    /// The support points behind the point of contact, kept when a certificate is asked for.
    pub(crate) parts: Option<Parts>,
    open: Open,
    /// Support evaluations so far.
    pub(crate) evaluations: u32,
    /// Limit on them.
    pub(crate) limit: u32,
}

/// An obstacle of shapes behind `dyn Support`: code for it is compiled once, and not for each pair of shapes.
pub(crate) type AnyObstacle<'a> = Obstacle<'a, &'a (dyn Support + 'a), &'a (dyn Support + 'a)>;

impl<'a, A: Support, B: Support> Obstacle<'a, A, B> {
    /// The obstacle with its origin at the start of the sweep.
    #[inline(always)]
    pub(crate) fn new(problem: &'a Problem<'a, A, B>, limit: u32, open: Open) -> Self {
        let (fixed, moving) = (&problem.fixed_rotation, &problem.moving_rotation);
        let mut frame = Frame::new(fixed, moving, &problem.offset, &problem.displacement);
        if matches!(problem.moving.known_core(), KnownCore::Point) {
            // A point is the same however it is turned. Field by field: copying the struct with its padding makes slower code.
            let LinearMap { rows, exact } = LinearMap::IDENTITY;
            (frame.map.rows, frame.map.exact) = (rows, exact);
        }
        Self::in_frame(problem, &frame, limit, open)
    }

    /// [`new`](Self::new) where the frame has been computed already.
    #[inline(always)]
    pub(crate) fn in_frame(
        problem: &'a Problem<'a, A, B>,
        frame: &Frame,
        limit: u32,
        open: Open,
    ) -> Self {
        Self {
            problem,
            moving_to_working: frame.map,
            position: frame.position,
            displacement: frame.displacement,
            base: 0.0,
            radius: problem.radius(),
            scale: problem.scale(),
            parts: None,
            open,
            evaluations: 0,
            limit,
        }
    }

    /// The obstacle of the same sweep with other support points, as `problem` has them, of shapes in the same places.
    pub(crate) fn with_shapes<'b, C: Support, D: Support>(
        &self,
        problem: &'b Problem<'b, C, D>,
    ) -> Obstacle<'b, C, D> {
        let limit = self.limit.saturating_sub(self.evaluations);
        let mut other = Obstacle::new(problem, limit, self.open);
        other.move_origin(self.base);
        other.parts = self.parts;
        other
    }

    /// Runs code that is not worth compiling for each pair of shapes. The count of support evaluations and the support points behind a
    /// contact come back from it; a moved origin does not.
    pub(crate) fn forget_types<R>(&mut self, run: impl FnOnce(&mut AnyObstacle<'_>) -> R) -> R {
        let (moving, fixed): (&dyn Support, &dyn Support) =
            (self.problem.moving, self.problem.fixed);
        let problem = self.problem.of_shapes(&moving, &fixed);
        let mut any = Obstacle {
            problem: &problem,
            moving_to_working: self.moving_to_working,
            position: self.position,
            displacement: self.displacement,
            base: self.base,
            radius: self.radius,
            scale: self.scale,
            parts: self.parts,
            open: self.open,
            evaluations: self.evaluations,
            limit: self.limit,
        };
        let done = run(&mut any);
        (self.evaluations, self.parts) = (any.evaluations, any.parts);
        done
    }

    /// Whether the core has corners alone.
    fn has_corners(&self) -> bool {
        let corners = |core| core == Core::Polytope;
        corners(self.problem.fixed.core()) && corners(self.problem.moving.core())
    }

    /// Whether the core has corners alone, and a radius around it.
    pub(crate) fn has_round_corners(&self) -> bool {
        self.radius > 0.0 && self.has_corners()
    }

    /// How far a mixture of the obstacle's points may be from where its coordinates have it, as the point of the line of motion at
    /// the fraction `t` from the working origin sees it: a length.
    #[inline(always)]
    pub(crate) fn worst_error(&self, t: f64) -> f64 {
        let turned = |map: &LinearMap, length: f64| if map.exact { 0.0 } else { length };
        let promised = |core, length: f64| if core == Core::Curved { length } else { 0.0 };
        let [sums, moving, promise] = WORST_PARTS;
        let Problem {
            moving: m,
            fixed: f,
            ..
        } = self.problem;
        let (m_extent, f_extent) = (m.extent(), f.extent());
        let mut error = sums * self.scale
            + moving * turned(&self.moving_to_working, m_extent)
            + promise * (promised(m.core(), m_extent) + promised(f.core(), f_extent) + self.radius);
        if !self.problem.fixed_rotation.exact {
            let distance = self.scale - self.problem.size - self.problem.reach;
            let way = self.displacement * t;
            let there = sqrt((self.position + way).norm_squared());
            let [by, applied] = WORST_TURN;
            error += by * there + applied * (distance + sqrt(way.norm_squared()));
        }
        if self.base > 0.0 {
            // The positions' difference was rounded where the sweep starts, which may be far beyond this scale.
            error += U * self.problem.distance;
        }
        error
    }

    /// Whether one of the cores has a curved part.
    pub(crate) fn is_curved(&self) -> bool {
        self.problem.is_curved()
    }

    /// Moves the origin forward along the displacement, to the fraction `base` of the whole.
    ///
    /// The product base·d is taken with its rounding error, so that the difference, which may be much smaller than
    /// either term, is right to its own last places.
    #[inline(always)]
    pub(crate) fn move_origin(&mut self, base: f64) {
        self.base = base;
        let (d, p) = (&self.problem.displacement, &self.problem.offset);
        let offset = paired(
            p,
            d,
            #[inline(always)]
            |p, d| {
                let step = base * d;
                (p - step) - product_error(base, d, step)
            },
        );
        self.place(&offset, sqrt(offset.norm_squared()));
    }

    /// Moves the origin along the displacement to shortly before the shapes' origins are nearest, if the sweep starts
    /// far away: contact comes later, since the shapes do not reach that far.
    #[inline(always)]
    pub(crate) fn come_close(&mut self) {
        let reach = self.problem.size + self.problem.reach;
        if self.problem.distance <= FAR * 0.125 * reach {
            return;
        }
        let (d, p) = (&self.problem.displacement, &self.problem.offset);
        let length = sqrt(d.norm_squared());
        // In units of the length, whose square may be beyond the range of numbers.
        let base = (p.dot(&(d / length)) - 1.125 * reach) / length;
        if base > 0.0 {
            self.move_origin(base.min(1.0));
        }
    }

    /// Up to which distance shapes touch by the measure of `f64`, where what was found ends in a touch: the point of contact is on the line
    /// of motion there. The end of a bracket that was widened is none.
    #[cold]
    pub(crate) fn touch(&self, found: &Found, mixture: &Mixture) -> Option<f64> {
        let touch = tolerance::contact::<f64>() * self.scale;
        let Found::Entry(contact) = found else {
            return None;
        };
        let x = self.displacement * contact.upper;
        let off = mixture.y + mixture.rounding * self.radius - x;
        (contact.short <= touch && off.norm_squared() <= touch * touch).then_some(touch)
    }

    /// How far before a bound the origin is put, so that contact lies surely after it: a length. A millionth of the
    /// scale stands in for shapes without a size.
    pub(crate) fn margin(&self) -> f64 {
        0.125 * (self.problem.size + self.problem.reach) + self.scale / f64::from(1 << 20)
    }

    /// Up to which room or depth shapes touch: the contact tolerance as a length, of brackets that are closed as answers need it.
    pub(crate) fn contact(&self) -> f64 {
        CONTACT * self.open.relative * self.bare_scale()
    }

    /// The distance that what slides along is kept at, but for a touch: the target distance, less what the shapes' places are rounded by. A
    /// shape that was to stand at that distance may stand nearer by as much, and what it slides along next begins as much too soon, around
    /// an edge or a corner. It is never less than 0, so that nothing slides through.
    pub(crate) fn kept(&self) -> f64 {
        let placing = if self.is_for_f32() {
            self.problem.placing::<f32>()
        } else {
            self.problem.placing::<f64>()
        };
        (self.problem.reach - placing).max(0.0)
    }

    /// How far a bracket may stay open along the normal: a length.
    #[inline(always)]
    pub(crate) fn tolerance(&self) -> f64 {
        self.open.absolute.max(self.open.relative * self.scale)
    }

    /// How far a bracket at an edge or a corner may stay open along the normal of a steep plane: a length.
    pub(crate) fn closed_at_edges(&self) -> f64 {
        let least = CLOSED_AT_EDGES * self.open.relative;
        self.open.absolute.max(least * self.scale)
    }

    /// Twice the area up to which a portal's shadow is none. Its sides are no longer than what lies on the axis ([`ON_AXIS`]), and
    /// squares of a normal as short as that, which a portal with such a shadow may have, could vanish.
    #[inline(always)]
    pub(crate) fn least_shadow(&self) -> f64 {
        let side = ON_AXIS * self.scale;
        side * side
    }

    /// Whether brackets are closed no further than answers in `f32` need it, whatever tolerance is asked for.
    #[inline(always)]
    pub(crate) fn is_for_f32(&self) -> bool {
        self.open.relative >= tolerance::bracket::<f32>()
    }

    /// From here on, brackets are closed as if no tolerance had been asked for.
    pub(crate) fn look_closely(&mut self) {
        self.open.absolute = 0.0;
    }

    /// The length along the motion above which a bracket is called wide. It grows with the tolerance asked for along the normal.
    #[inline(always)]
    pub(crate) fn wide(&self) -> f64 {
        let looser = self.open.absolute / (self.open.relative * self.scale);
        let loosely = if looser > 1.0 { looser } else { 1.0 };
        self.open.along * self.scale * loosely
    }

    /// The least that any bracket can be closed to, whatever was asked for: a length.
    #[inline(always)]
    pub(crate) fn tightest(&self) -> f64 {
        NOISE * self.scale
    }

    /// Where the cube of its length is no more than this, the difference of two points says too little of its direction to lay the radius
    /// off along it.
    pub(crate) fn faint(&self) -> f64 {
        let radius = self.problem.moving_radius + self.problem.fixed_radius;
        FAINT * self.scale * (radius * radius)
    }

    /// The scale without the target distance: starts are judged by the shapes alone.
    pub(crate) fn bare_scale(&self) -> f64 {
        self.scale - self.problem.reach
    }

    /// Moves the origin back to the start of the sweep.
    pub(crate) fn back_to_start(&mut self) {
        self.base = 0.0;
        self.place(&self.problem.offset, self.problem.distance);
    }

    #[inline(always)]
    fn place(&mut self, offset: &Vector3<f64>, distance: f64) {
        self.position = -self.problem.fixed_rotation.turn_back(offset);
        self.scale = self.problem.size + self.problem.reach + distance;
    }

    /// A point within the core, in the working frame.
    pub(crate) fn within(&self) -> Vector3<f64> {
        let in_moving = self.problem.moving.interior_point().coords;
        let in_fixed = self.problem.fixed.interior_point().coords;
        in_fixed - self.moving_to_working.apply(&in_moving) - self.position
    }

    /// The point of the obstacle's core that is farthest along `n` (working frame, any length but 0).
    #[inline(always)]
    pub(crate) fn support(&mut self, n: &Vector3<f64>) -> Vertex {
        self.evaluations += 1;
        let n_moving = -self.moving_to_working.apply_transposed(n);
        let on_fixed = self.problem.fixed.support_point(n).coords;
        let on_moving = self.problem.moving.support_point(&n_moving).coords;
        let moved = self.moving_to_working.apply(&on_moving);
        Vertex {
            y: on_fixed - moved - self.position,
            n: *n,
            on_moving,
        }
    }

    /// The point of the obstacle's core made of a point of each shape's core, in that shape's own frame; no direction is
    /// known for it.
    #[inline(always)]
    pub(crate) fn vertex(&self, on_fixed: &Vector3<f64>, on_moving: &Vector3<f64>) -> Vertex {
        let moved = self.moving_to_working.turn(on_moving);
        Vertex {
            y: on_fixed - moved - self.position,
            n: Vector3::zeros(),
            on_moving: *on_moving,
        }
    }

    /// The core point that is made of the same two points of the shapes as `vertex`, a support point of an obstacle
    /// of the same two shapes at other poses. The fixed shape is asked again, in its own frame, for its exact point.
    pub(crate) fn again(&self, vertex: &Vertex) -> Vertex {
        let on_fixed = self.problem.fixed.support_point(&vertex.n).coords;
        let moved = self.moving_to_working.turn(&vertex.on_moving);
        Vertex {
            y: on_fixed - moved - self.position,
            ..*vertex
        }
    }

    /// The fixed shape's point, in the working frame, of a core point `y` whose moving shape's point is `on_moving`.
    #[inline(always)]
    pub(crate) fn on_fixed(&self, y: &Vector3<f64>, on_moving: &Vector3<f64>) -> Vector3<f64> {
        y + self.moving_to_working.turn(on_moving) + self.position
    }

    /// Remembers the support points (four at most) behind a point of contact, with their weights, if a certificate is asked for.
    pub(crate) fn remember(&mut self, parts: &[(&Vertex, f64)]) {
        let map = self.moving_to_working;
        self.remember_directions(|| {
            parts.iter().map(|(v, w)| {
                // The direction that `support` asked for, to the bit: the sign of a zero may decide between two corners.
                let moving = -map.apply_transposed(&v.n);
                (Directions { fixed: v.n, moving }, *w)
            })
        });
    }

    /// [`remember`](Self::remember), given the directions that the shapes were asked for.
    #[inline(always)]
    pub(crate) fn remember_directions<I: Iterator<Item = (Directions, f64)>>(
        &mut self,
        parts: impl FnOnce() -> I,
    ) {
        if self.parts.is_none() {
            return;
        }
        let mut kept = NO_PARTS;
        for (to, part) in kept.iter_mut().zip(parts()) {
            *to = part;
        }
        self.parts = Some(kept);
    }

    /// Whether the limit on support evaluations is reached.
    #[inline(always)]
    pub(crate) fn exhausted(&self) -> bool {
        self.evaluations >= self.limit
    }

    /// A direction of the working frame in world space.
    #[inline(always)]
    pub(crate) fn to_world(&self, n: &Vector3<f64>) -> Vector3<f64> {
        self.problem.fixed_rotation.turn(n)
    }
}
