//! The shortest way that clears half-spaces: a pure function.
//!
//! ```text
//! minimise |x|  subject to  nᵢ·x ≥ bᵢ for all i
//! ```
//!
//! A convex problem in three unknowns: at the optimum at most three independent constraints are active. As for
//! [`plane`](crate::plane), every candidate (the shortest x on one plane, on the line of two, at the point of three) that is feasible
//! is as long as the optimum at least, and the optimum is one of them: the shortest feasible candidate is it.

use crate::tolerance::{FLAT, KEEPS};
use nalgebra::{Matrix3, Vector3};

/// A half-space of ways: n·x ≥ b, n of unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clearing {
    pub(crate) normal: Vector3<f64>,
    pub(crate) by: f64,
}

/// The shortest way that clears all of them, up to rounding; `None` when there is none, or none that their angles let be told
/// from none.
pub(crate) fn shortest(all: &[Clearing]) -> Option<Vector3<f64>> {
    let most = all.iter().map(|c| c.by).fold(0.0, f64::max);
    if most == 0.0 {
        return Some(Vector3::zeros());
    }
    let clears = |x: &Vector3<f64>| {
        let slack = 4.0 * KEEPS * (most + x.norm());
        all.iter().all(|c| c.normal.dot(x) >= c.by - slack)
    };
    let mut best: Option<Vector3<f64>> = None;
    let mut consider = |x: Vector3<f64>| {
        let shorter = best.is_none_or(|b| x.norm_squared() < b.norm_squared());
        if shorter && x.iter().all(|x| x.is_finite()) && clears(&x) {
            best = Some(x);
        }
    };
    for (i, a) in all.iter().enumerate() {
        consider(a.normal * a.by);
        for (j, b) in all.iter().enumerate().skip(i + 1) {
            consider(on_two(a, b));
            for c in &all[j + 1..] {
                let rows = [
                    a.normal.transpose(),
                    b.normal.transpose(),
                    c.normal.transpose(),
                ];
                let rows = Matrix3::from_rows(&rows);
                if rows.determinant().abs() > FLAT {
                    let by = Vector3::new(a.by, b.by, c.by);
                    rows.try_inverse()
                        .into_iter()
                        .for_each(|m| consider(m * by));
                }
            }
        }
    }
    best
}

/// The shortest way onto both planes: x = α a + β b with a·x and b·x as they are to be. With g = a·b the determinant of
/// those two equations is 1 − g².
fn on_two(a: &Clearing, b: &Clearing) -> Vector3<f64> {
    let g = a.normal.dot(&b.normal);
    let square = a.normal.cross(&b.normal).norm_squared();
    if square <= FLAT * FLAT {
        return Vector3::repeat(f64::NAN);
    }
    (a.normal * (a.by - g * b.by) + b.normal * (b.by - g * a.by)) / square
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clearing(normal: [f64; 3], by: f64) -> Clearing {
        Clearing {
            normal: Vector3::from(normal).normalize(),
            by,
        }
    }

    #[test]
    fn one_two_and_three_planes_are_cleared_by_the_shortest_way() {
        let (x, y, z) = (
            clearing([1.0, 0.0, 0.0], 1.0),
            clearing([0.0, 1.0, 0.0], 2.0),
            clearing([0.0, 0.0, 1.0], 3.0),
        );
        let near =
            |a: Option<Vector3<f64>>, b: [f64; 3]| (a.unwrap() - Vector3::from(b)).norm() < 1e-14;
        assert!(near(shortest(&[x]), [1.0, 0.0, 0.0]));
        assert!(near(shortest(&[y, x]), [1.0, 2.0, 0.0]));
        assert!(near(shortest(&[y, x, z]), [1.0, 2.0, 3.0]));
        // Leaning by 45 degrees: one way of 2 along it clears the plane below it as well, by √2.
        let slope = clearing([1.0, 1.0, 0.0], 2.0);
        let root = 2.0_f64.sqrt();
        assert!(near(shortest(&[slope, x]), [root, root, 0.0]));
        assert_eq!(shortest(&[]), Some(Vector3::zeros()));
    }

    #[test]
    fn between_walls_that_leave_no_room_there_is_no_way() {
        let left = clearing([1.0, 0.0, 0.0], 0.5);
        let right = clearing([-1.0, 0.0, 0.0], 0.25);
        assert_eq!(shortest(&[left, right]), None);
        // Room for 0.5 and no more: the wall across may be half as near again.
        let room = clearing([-1.0, 0.0, 0.0], -0.5);
        assert_eq!(shortest(&[left, room]), Some(Vector3::new(0.5, 0.0, 0.0)));
    }
}
