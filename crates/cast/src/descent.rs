//! The direction of least height near a given one, for obstacles with curved parts, on which an expanding polytope gains
//! only a constant factor per point.
//!
//! With n = (a + E t)/|a + E t| for a unit vector a and two columns E across it, f(t) = h(n) is a function of two
//! variables. The support point p of n is the gradient of h, which is homogeneous of degree one, so
//! ∇f = Eᵀ(p − f n)/|a + E t|. It jumps where p does: along edges and corners of the obstacle, on which the least height
//! of most pairs with flat parts lies. A quasi-Newton method (BFGS) with a line search for the weak Wolfe conditions
//! goes down to such kinks as well as into smooth bowls: A. S. Lewis, M. L. Overton, *Nonsmooth optimization via
//! quasi-Newton methods* (2013), algorithms 2.1 and 2.6. Whatever it evaluates is a proven upper bound, so nothing
//! hangs on its success.

use crate::tolerance::{DESCENT_STEPS, LINE_STEPS, U, WOLFE};
use nalgebra::{Matrix2, Vector2, Vector3};
use swept_support::sqrt;

/// A point of the chart: the height there, and its gradient.
pub(crate) struct Here {
    t: Vector2<f64>,
    pub(crate) height: f64,
    pub(crate) gradient: Vector2<f64>,
}

impl Here {
    /// The point `t` of the chart of directions from + E t, by its support point.
    #[inline]
    pub(crate) fn at(
        t: Vector2<f64>,
        from: &Vector3<f64>,
        e: &[Vector3<f64>; 2],
        support: &mut (impl FnMut(&Vector3<f64>) -> Vector3<f64> + ?Sized),
    ) -> Self {
        let n = from + e[0] * t.x + e[1] * t.y;
        let length = sqrt(n.norm_squared());
        let n = n / length;
        let p = support(&n);
        let height = n.dot(&p);
        let rest = (p - n * height) / length;
        Self {
            t,
            height,
            gradient: Vector2::new(e[0].dot(&rest), e[1].dot(&rest)),
        }
    }
}

/// Goes down from the unit vector `from`. `support` gives the support point of a unit vector; it sees all directions that
/// are tried. `scale` is the size of the obstacle.
pub(crate) fn descend(
    from: &Vector3<f64>,
    scale: f64,
    mut support: impl FnMut(&Vector3<f64>) -> Vector3<f64>,
) {
    let e = across(from);
    let mut look = |t| Here::at(t, from, &e, &mut support);
    // Radii of curvature are at most of the obstacle's size.
    let mut inverse = Matrix2::identity() / scale;
    let mut here = look(Vector2::zeros());
    for step in 0..DESCENT_STEPS {
        let way = -(inverse * here.gradient);
        let slope = here.gradient.dot(&way);
        // No more than rounding is to be gained.
        if slope.is_nan() || slope > -U * U * scale {
            return;
        }
        let Some(next) = search(&here, &way, slope, &mut look) else {
            return;
        };
        let (s, y) = (next.t - here.t, next.gradient - here.gradient);
        here = next;
        let bend = s.dot(&y);
        if bend <= 0.0 {
            return;
        }
        if step == 0 {
            inverse = Matrix2::identity() * (bend / y.norm_squared());
        }
        let v = Matrix2::identity() - s * y.transpose() / bend;
        inverse = v * inverse * v.transpose() + s * s.transpose() / bend;
    }
}

/// A point along `way` that is lower and no longer as steep; `None` where rounding leaves none.
fn search(
    from: &Here,
    way: &Vector2<f64>,
    slope: f64,
    look: &mut impl FnMut(Vector2<f64>) -> Here,
) -> Option<Here> {
    let (mut near, mut far, mut along) = (0.0, f64::INFINITY, 1.0);
    for _ in 0..LINE_STEPS {
        let there = look(from.t + way * along);
        if there.height > from.height + WOLFE[0] * along * slope || there.height.is_nan() {
            far = along;
        } else if there.gradient.dot(way) < WOLFE[1] * slope {
            near = along;
        } else {
            return Some(there);
        }
        along = if far.is_finite() {
            0.5 * (near + far)
        } else {
            2.0 * near
        };
    }
    None
}

/// Two unit vectors that are perpendicular to `n` and to each other.
pub(crate) fn across(n: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let mut axis = Vector3::zeros();
    axis[n.iamin()] = 1.0;
    let u = n.cross(&axis);
    let u = u / sqrt(u.norm_squared());
    [u, n.cross(&u)]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    type Support<'a> = dyn FnMut(&Vector3<f64>) -> Vector3<f64> + 'a;

    /// The least height that a search finds from a direction, and how many support points that took.
    pub(crate) fn lowest(
        from: [f64; 3],
        support: impl Fn(&Vector3<f64>) -> Vector3<f64>,
        search: impl FnOnce(&Vector3<f64>, f64, &mut Support<'_>),
    ) -> (f64, u32) {
        let (mut best, mut asked) = (f64::INFINITY, 0);
        search(&Vector3::from(from).normalize(), 2.0, &mut |n| {
            let p = support(n);
            best = n.dot(&p).min(best);
            asked += 1;
            p
        });
        (best, asked)
    }

    fn least(from: [f64; 3], support: impl Fn(&Vector3<f64>) -> Vector3<f64>) -> (f64, u32) {
        lowest(from, support, |from, scale, support| {
            descend(from, scale, support)
        })
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        // A ball of radius 2 about (0, 0, -1.5): h(n) = 2 - 1.5 n.z, least 0.5 at n = z.
        let (found, asked) = least([0.3, 0.2, 1.0], |n| n * 2.0 - Vector3::z() * 1.5);
        assert!(
            (found - 0.5).abs() <= 8.0 * U && asked < 40,
            "{found} {asked}"
        );
    }

    #[test]
    fn it_finds_the_bottom_of_a_kink() {
        // An upright cylinder of radius 1 and half height 1, its top's centre 0.25 above the origin: the top is nearest,
        // and a direction beside its normal has a support point on the rim.
        let support = |n: &Vector3<f64>| {
            let flat = Vector3::new(n.x, n.y, 0.0);
            let rim = if flat.norm() > 0.0 {
                flat.normalize()
            } else {
                flat
            };
            rim + Vector3::z() * (n.z.signum() - 0.75)
        };
        let (found, asked) = least([0.1, -0.05, 1.0], support);
        assert!(
            (found - 0.25).abs() <= 8.0 * U && asked < 300,
            "{found} {asked}"
        );
    }
}
