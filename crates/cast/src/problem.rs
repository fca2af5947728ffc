//! The sweep as the solvers see it: `f64`, differences taken first, and each plane's bound with its rounding error.

use crate::Sweep;
use crate::solve::against;
use crate::tolerance::{DIRECTION, DUST, MOTION, POSITION, ROTATION, SUPPORT, U, UNIT, placing};
use nalgebra::Vector3;
use swept_support::{Core, KnownCore, LinearMap, Placed, Real, Support, largest, length, sqrt};

/// A sweep in `f64`, in the world's axes.
pub(crate) struct Problem<'a, A, B> {
    pub(crate) moving: &'a A,
    pub(crate) fixed: &'a B,
    pub(crate) moving_rotation: LinearMap,
    pub(crate) fixed_rotation: LinearMap,
    pub(crate) moving_position: Vector3<f64>,
    pub(crate) fixed_position: Vector3<f64>,
    /// From the moving shape's origin to the fixed one's, in world axes.
    pub(crate) offset: Vector3<f64>,
    /// The length of `offset`.
    pub(crate) distance: f64,
    pub(crate) displacement: Vector3<f64>,
    pub(crate) moving_radius: f64,
    pub(crate) fixed_radius: f64,
    /// The target distance.
    pub(crate) reach: f64,
    /// The largest coordinates of where the shapes lay before they were seen from their middles, summed up; 0 where they are not.
    pub(crate) aside: f64,
    /// The sum of both extents and both radii.
    pub(crate) size: f64,
    /// Rounding error of h(n) per unit of |n|, the target distance not counted.
    error: f64,
    /// Rounding error of n·d per unit of |n|·|d|.
    speed_error: f64,
}

/// What the plane with the normal n, a vector of any length in world space, proves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// An upper bound on h(n) = max n·c over the obstacle, radii included, target distance not.
    pub(crate) height: f64,
    /// n·d, rounded.
    pub(crate) speed: f64,
    /// Bound on the error of `speed`.
    pub(crate) speed_error: f64,
    /// |n|, rounded.
    pub(crate) length: f64,
    /// Bound on the error that `height` was raised by.
    pub(crate) error: f64,
}

impl<'a, A: Support, B: Support> Problem<'a, A, B> {
    #[inline(always)]
    pub(crate) fn new<T: Real>(sweep: &'a Sweep<T, A, B>, reach: f64) -> Self {
        let displacement = sweep.displacement().map(Real::to_f64);
        let moving = Standing::new(sweep.moving());
        Self {
            aside: sweep.aside(),
            ..Self::of(moving, displacement, Standing::new(sweep.fixed()), reach)
        }
    }

    /// The sweep of a shape by a displacement toward another one.
    #[inline(always)]
    pub(crate) fn of(
        m: Standing<'a, A>,
        displacement: Vector3<f64>,
        f: Standing<'a, B>,
        reach: f64,
    ) -> Self {
        let offset = f.position - m.position;
        let distance = length(&offset);
        Self::at_distance(m, displacement, f, reach, distance)
    }

    /// The same, the distance of the shapes' origins being known.
    #[inline(always)]
    pub(crate) fn at_distance(
        m: Standing<'a, A>,
        displacement: Vector3<f64>,
        f: Standing<'a, B>,
        reach: f64,
        distance: f64,
    ) -> Self {
        let (moving, fixed) = (m.shape, f.shape);
        let offset = f.position - m.position;
        let (moving_radius, fixed_radius) = (moving.radius(), fixed.radius());
        let share =
            |extent: f64, turned: bool| extent * if turned { SUPPORT + ROTATION } else { SUPPORT };
        let (moving_extent, fixed_extent) = (moving.extent(), fixed.extent());
        let positions = distance + moving_radius + fixed_radius;
        // Any other direction is a vector of floats and exact by definition. A half-space's normal is not: its own rounding counts.
        let direction = if fixed.unbounded_normal().is_some() {
            DIRECTION
        } else {
            0.0
        };
        let error = UNIT
            * (share(moving_extent, m.turned)
                + share(fixed_extent, f.turned)
                + POSITION * positions
                + direction * (positions + moving_extent + fixed_extent));
        Self {
            moving,
            fixed,
            moving_rotation: m.rotation,
            fixed_rotation: f.rotation,
            moving_position: m.position,
            fixed_position: f.position,
            offset,
            distance,
            displacement,
            moving_radius,
            fixed_radius,
            reach,
            aside: 0.0,
            size: moving_extent + fixed_extent + moving_radius + fixed_radius,
            error,
            speed_error: UNIT * (MOTION + direction),
        }
    }

    /// The same problem with a fixed shape of other support points in the same place: for searches, whose planes are
    /// certified by the problem itself.
    pub(crate) fn with_fixed<'b, C: Support>(&'b self, fixed: &'b C) -> Problem<'b, A, C> {
        let wider = fixed.extent() - self.fixed.extent();
        Problem {
            size: self.size + wider,
            error: self.error + UNIT * (SUPPORT + ROTATION) * wider,
            ..self.of_shapes(self.moving, fixed)
        }
    }

    /// The same problem with other types of shapes, or other shapes of the same size.
    pub(crate) fn of_shapes<'b, C, D>(&self, moving: &'b C, fixed: &'b D) -> Problem<'b, C, D> {
        Problem {
            moving,
            fixed,
            moving_rotation: self.moving_rotation,
            fixed_rotation: self.fixed_rotation,
            moving_position: self.moving_position,
            fixed_position: self.fixed_position,
            offset: self.offset,
            distance: self.distance,
            displacement: self.displacement,
            moving_radius: self.moving_radius,
            fixed_radius: self.fixed_radius,
            reach: self.reach,
            aside: self.aside,
            size: self.size,
            error: self.error,
            speed_error: self.speed_error,
        }
    }

    /// The problem of the same shapes on a part of the way, from one fraction to another, which may be the smaller one, without the target
    /// distance: for searches, whose planes are certified by the problem itself.
    pub(crate) fn between(&self, from: f64, to: f64) -> Self {
        let offset = self.offset - self.displacement * from;
        Self {
            offset,
            distance: length(&offset),
            displacement: self.displacement * (to - from),
            reach: 0.0,
            ..*self
        }
    }

    /// The sum of all lengths that enter at the start.
    #[inline(always)]
    pub(crate) fn scale(&self) -> f64 {
        self.size + self.reach + self.distance
    }

    /// How far the shapes may stand from where they were to be put beside each other, as their places are rounded to the scalar: a length.
    /// The moving one is no farther from the world's origin than the fixed one and their distance together.
    #[inline(always)]
    pub(crate) fn placing<T: Real>(&self) -> f64 {
        let places = 2.0 * largest(&self.fixed_position) + self.distance;
        placing::<T>() * (places + self.aside)
    }

    /// Whether one of the cores has a curved part.
    pub(crate) fn is_curved(&self) -> bool {
        self.fixed.core() == Core::Curved || self.moving.core() == Core::Curved
    }

    /// The radius around the obstacle's core: both radii and the target distance.
    #[inline(always)]
    pub(crate) fn radius(&self) -> f64 {
        self.moving_radius + self.fixed_radius + self.reach
    }

    /// The direction `n`, along which the motion closes in by no more than a rounding error, tilted along the motion by the part `by`
    /// of both lengths, so that the motion surely does not close in. On a way much longer than the shapes are large, that rounding
    /// error would take all room; the tilt takes a few units in the last place of the shapes' size.
    pub(crate) fn tilted(&self, n: &Vector3<f64>, by: f64) -> Vector3<f64> {
        let d = self.displacement / largest(&self.displacement);
        n + d * (by * sqrt(n.norm_squared()) / sqrt(d.norm_squared()))
    }

    /// The normal of the plane across the motion, against it, or any where there is no motion; of a half-space, that of its only plane.
    pub(crate) fn across_the_motion(&self) -> Vector3<f64> {
        match self.fixed.unbounded_normal() {
            Some(own) => self.fixed_rotation.turn(&own),
            None if self.displacement == Vector3::zeros() => Vector3::y(),
            None => against(&self.displacement),
        }
    }

    /// The fraction of the motion, which is not zero, after which bounded shapes have surely passed each other. After a way as long as the
    /// distance of their origins, both sizes and the target distance together, the origins are at least the last two apart.
    pub(crate) fn passed(&self) -> f64 {
        let lengths = self.distance + self.size + self.reach;
        (lengths / largest(&self.displacement)).min(1.0)
    }

    /// Whether the moving shape, the radius included, is wider along `n` (world space) than `least`.
    pub(crate) fn is_wide(&self, n: &Vector3<f64>, least: f64) -> bool {
        let local = self.moving_rotation.turn_back(n);
        let [far, near] = [local, -local].map(|n| self.moving.support_point(&n));
        local.dot(&(far - near)) > (least - 2.0 * self.moving_radius) * sqrt(n.norm_squared())
    }

    /// What `n` (world space, any length) proves.
    #[inline(always)]
    pub(crate) fn plane(&self, n: &Vector3<f64>) -> Plane {
        let n_fixed = self.fixed_rotation.turn_back(n);
        let on_fixed = self.fixed.support_point(&n_fixed);
        self.plane_and_nearest(n, n_fixed.dot(&on_fixed.coords)).0
    }

    /// The same, the fixed core being known to reach as far as `height` along `n` from its origin; and the point of the moving core
    /// that is the farthest against `n`, in its own frame.
    #[inline(always)]
    pub(crate) fn plane_and_nearest(&self, n: &Vector3<f64>, height: f64) -> (Plane, Vector3<f64>) {
        let n_moving = -self.moving_rotation.turn_back(n);
        let on_moving = self.moving.support_point(&n_moving);
        let length = sqrt(n.norm_squared());
        let height = height
            + n_moving.dot(&on_moving.coords)
            + n.dot(&self.offset)
            + (self.moving_radius + self.fixed_radius) * length;
        let d = &self.displacement;
        let plane = Plane {
            height: height + self.error * length,
            speed: n.dot(d),
            speed_error: self.speed_error * length * sqrt(d.norm_squared()),
            length,
            error: self.error * length,
        };
        (plane, on_moving.coords)
    }
}

/// A shape at its pose in world space.
pub(crate) struct Standing<'a, S> {
    pub(crate) shape: &'a S,
    /// From its frame into the world's axes.
    pub(crate) rotation: LinearMap,
    pub(crate) position: Vector3<f64>,
    /// Whether its support points in the world carry a rotation's error.
    pub(crate) turned: bool,
}

impl<'a, S: Support> Standing<'a, S> {
    #[inline(always)]
    pub(crate) fn new<T: Real>(placed: &'a Placed<T, S>) -> Self {
        Self::at(placed.shape(), placed)
    }

    /// `shape` at the pose of `placed`, so that the shape may be borrowed for longer than its pose. The rotation of a point is the
    /// identity.
    #[inline(always)]
    pub(crate) fn at<T: Real>(shape: &'a S, placed: &Placed<T, impl Support>) -> Self {
        let rotation = match shape.known_core() {
            KnownCore::Point => LinearMap::IDENTITY,
            _ => placed.rotation(),
        };
        Self {
            shape,
            rotation,
            position: placed.position(),
            turned: !rotation.exact,
        }
    }
}

impl Plane {
    /// A fraction before which there is surely no contact: 0 when the plane is not known to separate the shapes at the start, infinity when
    /// it separates them for ever.
    #[inline(always)]
    pub(crate) fn lower_bound(&self, reach: f64) -> f64 {
        let room = -(self.height + reach * self.length * (1.0 + POSITION * U)) - DUST;
        let closing = -self.speed + self.speed_error;
        let apart = room > 0.0;
        if !apart {
            0.0
        } else if closing <= 0.0 {
            f64::INFINITY
        } else {
            // One quotient, one product: rounded down by two units.
            room / (closing + DUST) * (1.0 - 2.0 * f64::EPSILON)
        }
    }

    /// For the one plane of an unbounded shape: a fraction by which there is surely contact, infinity when there never
    /// is.
    pub(crate) fn upper_bound(&self, reach: f64) -> f64 {
        let room = 2.0 * self.error - (self.height + reach * self.length * (1.0 - POSITION * U));
        let closing = -self.speed - self.speed_error;
        if closing > 0.0 {
            room / closing * (1.0 + 2.0 * f64::EPSILON)
        } else {
            f64::INFINITY
        }
    }

    /// The room that the plane of an unbounded shape leaves at the end of the sweep, per unit of |n|: within
    /// [`lost`](Self::lost) of the true one. Not positive where they touch.
    pub(crate) fn room_at_end(&self, reach: f64) -> f64 {
        (self.error - self.height + self.speed) / self.length - reach
    }

    /// The greatest error of [`room_at_end`](Self::room_at_end): those of the height and of the speed, and four roundings of its sums and
    /// products.
    pub(crate) fn lost(&self, reach: f64) -> f64 {
        let enters = self.height.abs() + self.error + self.speed.abs();
        (2.0 * self.error + self.speed_error + 4.0 * f64::EPSILON * enters) / self.length
            + 4.0 * f64::EPSILON * reach
    }

    /// The room that the plane surely leaves between the shapes during the whole sweep, rounded down; negative when
    /// it leaves none.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        let closing = (self.speed_error - self.speed).max(0.0);
        let room = -self.height - closing;
        // Rounding of the difference and of the quotient.
        let slack = 2.0 * f64::EPSILON * (self.height.abs() + closing);
        let gap = (room - slack) / self.length;
        let gap = gap - 2.0 * f64::EPSILON * gap.abs();
        if gap >= 0.0 {
            (gap - DUST).max(0.0)
        } else {
            gap - DUST
        }
    }

    /// The room that the plane leaves from the start to the fraction `part` of the sweep, as computed: it is not lowered by its rounding
    /// error.
    pub(crate) fn room_during(&self, part: f64) -> f64 {
        let closing = (-self.speed * part).max(0.0);
        (self.error - self.height - closing) / self.length
    }

    /// How deep the shapes are at the start along the normal, rounded up.
    pub(crate) fn depth(&self) -> f64 {
        let depth = self.height / self.length;
        depth + 4.0 * f64::EPSILON * depth.abs() + DUST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use swept_support::PointShape;

    /// A number of 53 bits over 2⁵³, of either sign, and the integer above.
    fn number(dice: &mut Dice) -> (f64, i128) {
        let k = (dice.bits() >> 10) as i64 - (1 << 53);
        (k as f64 / (1u64 << 53) as f64, k.into())
    }

    /// Beside the sums of products of integers, which are exact: a speed is off by no more than is stated, and by more than half a unit
    /// roundoff of both lengths, so that it has to be stated.
    #[test]
    fn a_speed_is_off_by_no_more_than_is_stated() {
        let point = |at: [f64; 3]| Placed::new(PointShape, at).unwrap();
        let dice = &mut Dice(1);
        let mut most: f64 = 0.0;
        for _ in 0..20_000 {
            let n = [(); 3].map(|()| number(dice));
            let d = [(); 3].map(|()| number(dice));
            let way = d.map(|(x, _)| x);
            let sweep = Sweep::new(point([0.0; 3]), way, point([4.0; 3])).unwrap();
            let problem = Problem::new(&sweep, 0.0);
            let plane = problem.plane(&n.map(|(x, _)| x).into());
            let exact: i128 = n.iter().zip(&d).map(|(a, b)| a.1 * b.1).sum();
            // In units of 2⁻¹⁰⁶, of which both are whole numbers.
            let unit = f64::powi(2.0, 106);
            let off = ((plane.speed * unit) as i128 - exact).unsigned_abs() as f64 / unit;
            assert!(off <= plane.speed_error, "{off:e} {plane:?}");
            most = most.max(off / (plane.length * length(&problem.displacement)));
        }
        assert!(most > 0.5 * crate::tolerance::U, "{most:e}");
    }
}
