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

pub(crate) struct Shear {
    /// From the working frame, which is the fixed shape's.
    fixed: LinearMap,
    /// From the moving shape's frame.
    moving: LinearMap,
    /// The moving shape's position.
    position: Vector3<f64>,
    /// The largest component of the displacement: z divided by it is the fraction.
    pub(crate) speed: f64,
    /// i, j, k.
    axes: [usize; 3],
    /// a, b and s.
    slopes: [f64; 3],
}

/// A support point in sheared coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// The point, moved out by the obstacle's radius along the direction.
    pub(crate) at: Vector3<f64>,
    /// The direction asked for, sheared.
    pub(crate) n: Vector3<f64>,
    /// The moving shape's part, in its own frame.
    pub(crate) on_moving: Vector3<f64>,
}

impl Shear {
    /// The frame of the obstacle's displacement, which is not zero, at the obstacle's present origin.
    #[inline(always)]
    pub(crate) fn new<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> Self {
        let d = &obstacle.displacement;
        let (x, y, z) = (d.x.abs(), d.y.abs(), d.z.abs());
        let k = if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        };
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (a, b, s) = (d[i] / d[k], d[j] / d[k], 1.0_f64.copysign(d[k]));
        let mut rows = [[0.0; 3]; 3];
        (rows[0][i], rows[0][k]) = (1.0, -a);
        (rows[1][j], rows[1][k]) = (1.0, -b);
        rows[2][k] = s;
        // The same map after the moving shape's: its rows are rows of that one, sheared.
        let r = &obstacle.moving_to_working.rows;
        let sheared = |row: usize, slope: f64| {
            [
                r[row][0] - slope * r[k][0],
                r[row][1] - slope * r[k][1],
                r[row][2] - slope * r[k][2],
            ]
        };
        let moving = [
            sheared(i, a),
            sheared(j, b),
            [s * r[k][0], s * r[k][1], s * r[k][2]],
        ];
        let fixed = LinearMap { rows, exact: false };
        Self {
            moving: LinearMap {
                rows: moving,
                exact: false,
            },
            position: fixed.apply(&obstacle.position),
            fixed,
            speed: d[k].abs(),
            axes: [i, j, k],
            slopes: [a, b, s],
        }
    }

    /// Follows the obstacle's origin.
    pub(crate) fn follow<A: Support, B: Support>(&mut self, obstacle: &Obstacle<'_, A, B>) {
        self.position = self.fixed.apply(&obstacle.position);
    }

    /// The sheared direction against the displacement. From n_k = s·n_z − a·n_x − b·n_y with n = −s(a, b, 1).
    pub(crate) fn against(&self) -> Vector3<f64> {
        let [a, b, s] = self.slopes;
        Vector3::new(-s * a, -s * b, -(1.0 + a * a + b * b))
    }

    /// The support point along a sheared direction; also the direction in the working frame.
    #[inline(always)]
    pub(crate) fn support<A: Support, B: Support>(
        &self,
        obstacle: &mut Obstacle<'_, A, B>,
        n: &Vector3<f64>,
    ) -> (Corner, Vector3<f64>) {
        obstacle.evaluations += 1;
        let n_fixed = self.pull_back(n);
        let n_moving = self.moving_direction(n);
        let on_fixed = obstacle.problem.fixed.support_point(&n_fixed).coords;
        let on_moving = obstacle.problem.moving.support_point(&n_moving).coords;
        let mut at = self.fixed.apply(&on_fixed) - self.moving.apply(&on_moving) - self.position;
        if obstacle.radius > 0.0 {
            at += self
                .fixed
                .apply(&(n_fixed * (obstacle.radius / sqrt(n_fixed.norm_squared()))));
        }
        let corner = Corner {
            at,
            n: *n,
            on_moving,
        };
        (corner, n_fixed)
    }

    /// A sheared direction in the working frame: what the fixed shape is asked for.
    #[inline(always)]
    pub(crate) fn pull_back(&self, n: &Vector3<f64>) -> Vector3<f64> {
        self.fixed.apply_transposed(n)
    }

    /// A sheared direction in the moving shape's frame, reversed: what that shape is asked for.
    #[inline(always)]
    pub(crate) fn moving_direction(&self, n: &Vector3<f64>) -> Vector3<f64> {
        -self.moving.apply_transposed(n)
    }

    /// A sheared point in the working frame.
    pub(crate) fn to_working(&self, p: &Vector3<f64>) -> Vector3<f64> {
        let ([i, j, k], [a, b, s]) = (self.axes, self.slopes);
        let mut y = Vector3::zeros();
        y[k] = s * p.z;
        (y[i], y[j]) = (p.x + a * y[k], p.y + b * y[k]);
        y
    }

    /// The unit direction along which a corner was moved out by the radius, in the working frame.
    pub(crate) fn rounding(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let n = self.pull_back(n);
        n / sqrt(n.norm_squared())
    }
}

#[cfg(test)]
mod tests {
    use crate::Sweep;
    use crate::obstacle::Obstacle;
    use crate::problem::Problem;
    use crate::shear::Shear;
    use nalgebra::Vector3;
    use swept_support::{Cuboid, Placed, PointShape};

    #[test]
    fn the_displacement_is_the_z_axis_and_points_come_back() {
        let moving = Placed::new(PointShape, [1.0, 2.0, 3.0]).unwrap();
        let fixed = Placed::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap(), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [2.0, -8.0, 4.0], fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let obstacle = Obstacle::new(&problem, 10, 0.0, 0.0);
        let shear = Shear::new(&obstacle);
        assert_eq!(shear.speed, 8.0);
        // d/2 lies on the axis at half the height of d.
        let half = shear.fixed.apply(&Vector3::new(1.0, -4.0, 2.0));
        assert_eq!(half, Vector3::new(0.0, 0.0, 4.0));
        let p = Vector3::new(0.5, 0.25, -3.0);
        assert_eq!(shear.to_working(&shear.fixed.apply(&p)), p);
        // The direction against the motion pulls back to −d, up to its length.
        assert_eq!(
            shear.pull_back(&shear.against()) * 8.0,
            Vector3::new(-2.0, 8.0, -4.0)
        );
    }
}
