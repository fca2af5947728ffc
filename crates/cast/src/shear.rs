//! The sheared frame of a portal cast: the displacement is its z axis.
//!
//! With k the index of the displacement's largest component, s that component's sign, a = d_i/d_k and b = d_j/d_k, a
//! point y of the working frame has the sheared coordinates (y_i − a·y_k, y_j − b·y_k, s·y_k). No square root is
//! taken, no basis normalised; the line of motion is exactly x = y = 0, and "perpendicular to the motion" is exactly
//! n_z = 0. A direction with sheared components n pulls back by the transposed map.
//!
//! Both shapes' maps into this frame are made once per cast, so that a support point costs two products of a matrix and
//! a vector in a row and not five.

use crate::obstacle::Obstacle;
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, sqrt};

/// Stands for an index k that is known at run time only.
pub(crate) const ANY: usize = 3;

/// The map into the sheared frame. `K` is the index k, known at compile time, so that shearing a point of the fixed shape is two
/// products; or [`ANY`], for casts that are not worth code for each of the three.
pub(crate) struct Shear<const K: usize> {
    /// From the moving shape's frame, and reversed: points of the obstacle have that shape's with a minus.
    moving: LinearMap,
    /// The moving shape's position.
    position: Vector3<f64>,
    /// The largest component of the displacement: z divided by it is the fraction.
    pub(crate) speed: f64,
    a: f64,
    b: f64,
    s: f64,
    /// k.
    axis: usize,
}

/// A support point in sheared coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// The point, moved out by the obstacle's radius along the direction.
    pub(crate) at: Vector3<f64>,
    pub(crate) source: Source,
}

/// Where a corner comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The direction asked for, sheared.
    pub(crate) n: Vector3<f64>,
    /// Both shapes' parts, each in its own frame.
    pub(crate) on_fixed: Vector3<f64>,
    pub(crate) on_moving: Vector3<f64>,
    /// Which corner of a face that is known it is, where that was not asked for.
    pub(crate) of_face: Option<u8>,
}

/// k: the index of the largest component.
#[inline(always)]
pub(crate) fn main_axis(d: &Vector3<f64>) -> usize {
    let (x, y, z) = (d.x.abs(), d.y.abs(), d.z.abs());
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}

/// The two indices after `k`, in turn, and `k`.
#[inline(always)]
const fn around(k: usize) -> [usize; 3] {
    [(k + 1) % 3, (k + 2) % 3, k]
}

impl<const K: usize> Shear<K> {
    /// i, j and k.
    #[inline(always)]
    fn axes(&self) -> [usize; 3] {
        around(if K == ANY { self.axis } else { K })
    }

    /// The frame of the obstacle's displacement, whose largest component is the one with index `K` and not zero, at the
    /// obstacle's present origin.
    #[inline(always)]
    pub(crate) fn new<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> Self {
        let d = &obstacle.displacement;
        let axis = if K == ANY { main_axis(d) } else { K };
        let [i, j, k] = around(axis);
        let (a, b, s) = (d[i] / d[k], d[j] / d[k], 1.0_f64.copysign(d[k]));
        // The moving shape's map, then this one: its rows are rows of that one, sheared.
        let r = &obstacle.moving_to_working.rows;
        let (along, [i, j]) = (r[k], [r[i], r[j]]);
        let less = |a: f64, row: [f64; 3]| {
            [
                a * along[0] - row[0],
                a * along[1] - row[1],
                a * along[2] - row[2],
            ]
        };
        let [x, y, z] = along;
        let moving = [less(a, i), less(b, j), [-s * x, -s * y, -s * z]];
        let mut shear = Self {
            moving: LinearMap {
                rows: moving,
                exact: false,
            },
            position: Vector3::zeros(),
            speed: d[k].abs(),
            a,
            b,
            s,
            axis,
        };
        shear.follow(obstacle);
        shear
    }

    /// Follows the obstacle's origin.
    #[inline(always)]
    pub(crate) fn follow<A: Support, B: Support>(&mut self, obstacle: &Obstacle<'_, A, B>) {
        self.position = self.apply(&obstacle.position);
    }

    /// The sheared direction against the displacement. From n_k = s·n_z − a·n_x − b·n_y with n = −s(a, b, 1).
    pub(crate) fn against(&self) -> Vector3<f64> {
        let Self { a, b, s, .. } = *self;
        Vector3::new(-s * a, -s * b, -(1.0 + a * a + b * b))
    }

    /// The support point along a sheared direction; also what the fixed and the moving shape were asked for, which of the fixed one is the
    /// direction in the working frame.
    #[inline(always)]
    pub(crate) fn support<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        n: &Vector3<f64>,
    ) -> (Corner, [Vector3<f64>; 2]) {
        let asked = [self.pull_back(n), self.moving_direction(n)];
        (self.ask(obstacle, n, &asked), asked)
    }

    /// The same for the direction (x, y, 0), perpendicular to the motion.
    #[inline(always)]
    pub(crate) fn support_across<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        x: f64,
        y: f64,
    ) -> (Corner, Vector3<f64>) {
        let asked = self.across(x, y);
        let corner = self.ask(obstacle, &Vector3::new(x, y, 0.0), &asked);
        (corner, asked[0])
    }

    /// The support point along a direction that was asked for before, with the origin elsewhere: the same corner.
    pub(crate) fn support_again<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        n: &Vector3<f64>,
    ) -> Corner {
        self.ask(obstacle, n, &self.asked(n))
    }

    /// What the fixed and the moving shape are asked for when the obstacle is asked for the sheared direction `n`:
    /// the same to the sign of a zero, which may decide between two corners.
    #[inline(always)]
    pub(crate) fn asked(&self, n: &Vector3<f64>) -> [Vector3<f64>; 2] {
        if n.z == 0.0 {
            self.across(n.x, n.y)
        } else {
            [self.pull_back(n), self.moving_direction(n)]
        }
    }

    #[inline(always)]
    fn across(&self, x: f64, y: f64) -> [Vector3<f64>; 2] {
        let [i, j, k] = self.axes();
        let mut fixed = Vector3::zeros();
        fixed[i] = x;
        fixed[j] = y;
        fixed[k] = -self.a * x - self.b * y;
        let [p, q, _] = &self.moving.rows;
        // Each by itself: a map of an array would be a call, once per step of the search.
        let along = |i: usize| p[i] * x + q[i] * y;
        [fixed, Vector3::new(along(0), along(1), along(2))]
    }

    #[inline(always)]
    fn ask<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        n: &Vector3<f64>,
        [n_fixed, n_moving]: &[Vector3<f64>; 2],
    ) -> Corner {
        obstacle.evaluations += 1;
        let on_fixed = obstacle.problem.fixed.support_point(n_fixed).coords;
        let on_moving = obstacle.problem.moving.support_point(n_moving).coords;
        let at = self.corner(obstacle, n_fixed, &on_fixed, &on_moving);
        let source = Source {
            n: *n,
            on_fixed,
            on_moving,
            of_face: None,
        };
        Corner { at, source }
    }

    /// What these two points of the shapes make, the support point along `n_fixed` (working frame), in sheared coordinates.
    #[inline(always)]
    pub(crate) fn corner<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        n_fixed: &Vector3<f64>,
        on_fixed: &Vector3<f64>,
        on_moving: &Vector3<f64>,
    ) -> Vector3<f64> {
        // The order keeps the chain of operations behind the direction short.
        let mut at = (self.apply(on_fixed) - self.position) + self.moving.apply(on_moving);
        if obstacle.radius > 0.0 {
            at += self.apply(&(n_fixed * (obstacle.radius / sqrt(n_fixed.norm_squared()))));
        }
        at
    }

    /// From the fixed shape's frame and from the moving one's, reversed, into this one; and the moving shape's position in it.
    #[inline(always)]
    pub(crate) fn maps(&self) -> ([LinearMap; 2], Vector3<f64>) {
        let [i, j, k] = self.axes();
        let mut rows = [[0.0; 3]; 3];
        (rows[0][i], rows[0][k]) = (1.0, -self.a);
        (rows[1][j], rows[1][k]) = (1.0, -self.b);
        rows[2][k] = self.s;
        let fixed = LinearMap { rows, exact: false };
        ([fixed, self.moving], self.position)
    }

    /// A point of the working frame in sheared coordinates.
    #[inline(always)]
    fn apply(&self, y: &Vector3<f64>) -> Vector3<f64> {
        let [i, j, k] = self.axes();
        let along = y[k];
        Vector3::new(y[i] - self.a * along, y[j] - self.b * along, self.s * along)
    }

    /// A sheared direction in the working frame: what the fixed shape is asked for.
    #[inline(always)]
    pub(crate) fn pull_back(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let [i, j, k] = self.axes();
        let mut out = Vector3::zeros();
        out[i] = n.x;
        out[j] = n.y;
        out[k] = -self.a * n.x - self.b * n.y + self.s * n.z;
        out
    }

    /// The sheared direction that [`pull_back`](Self::pull_back) leads back to this one.
    pub(crate) fn push(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let [i, j, k] = self.axes();
        Vector3::new(n[i], n[j], self.s * (n[k] + self.a * n[i] + self.b * n[j]))
    }

    /// A sheared direction in the moving shape's frame, reversed: what that shape is asked for.
    #[inline(always)]
    fn moving_direction(&self, n: &Vector3<f64>) -> Vector3<f64> {
        self.moving.apply_transposed(n)
    }

    /// A sheared point in the working frame.
    pub(crate) fn to_working(&self, p: &Vector3<f64>) -> Vector3<f64> {
        let [i, j, k] = self.axes();
        let along = self.s * p.z;
        let mut y = Vector3::zeros();
        y[i] = p.x + self.a * along;
        y[j] = p.y + self.b * along;
        y[k] = along;
        y
    }

    /// The unit direction along which a corner was moved out by the radius, in the working frame.
    #[inline(always)]
    pub(crate) fn rounding(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let n = self.pull_back(n);
        n / sqrt(n.norm_squared())
    }
}

#[cfg(test)]
mod tests {
    use crate::Sweep;
    use crate::obstacle::{Obstacle, Open};
    use crate::problem::Problem;
    use crate::shear::{ANY, Shear, main_axis};
    use nalgebra::Vector3;
    use swept_support::{Cuboid, Placed, PointShape};

    #[test]
    fn the_displacement_is_the_z_axis_and_points_come_back() {
        let moving = Placed::new(PointShape, [1.0, 2.0, 3.0]).unwrap();
        let fixed = Placed::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap(), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [2.0, -8.0, 4.0], fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let obstacle = Obstacle::new(&problem, 10, Open::NOWHERE);
        assert_eq!(main_axis(&obstacle.displacement), 1);
        let shear = Shear::<1>::new(&obstacle);
        let same = Shear::<ANY>::new(&obstacle);
        let p = Vector3::new(0.5, 0.25, -3.0);
        assert_eq!(shear.apply(&p), same.apply(&p));
        assert_eq!(shear.pull_back(&p), same.pull_back(&p));
        assert_eq!(shear.to_working(&p), same.to_working(&p));
        assert_eq!(shear.speed, 8.0);
        // d/2 lies on the axis at half the height of d.
        let half = shear.apply(&Vector3::new(1.0, -4.0, 2.0));
        assert_eq!(half, Vector3::new(0.0, 0.0, 4.0));
        assert_eq!(shear.to_working(&shear.apply(&p)), p);
        assert_eq!(shear.pull_back(&shear.push(&p)), p);
        // The direction against the motion pulls back to −d, up to its length.
        assert_eq!(
            shear.pull_back(&shear.against()) * 8.0,
            Vector3::new(-2.0, 8.0, -4.0)
        );
    }
}
