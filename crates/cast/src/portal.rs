//! The portal: a triangle of support points that the line of motion pierces.
//!
//! Invariant: the corners' shadows (their sheared x and y) run counter-clockwise, and the axis lies inside or on the
//! border of the triangle they form, for the coordinates as stored: the weights that say so have exact signs.

use crate::predicate::area;
use crate::tolerance::{LEFT, SLIVER};
use nalgebra::Vector3;

/// Three points around the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portal {
    pub(crate) corners: [Vector3<f64>; 3],
    /// Twice the areas opposite to each corner: the barycentric weights of the axis, none negative.
    pub(crate) weights: [f64; 3],
}

/// `n` without its part along `e`.
#[inline(always)]
fn across(n: &Vector3<f64>, e: &Vector3<f64>) -> Vector3<f64> {
    n - e * (n.dot(e) / e.norm_squared())
}

/// Twice the signed area of axis, `a`, `b` in the shadow: positive when `b` lies to the left of `a`. `left` is [`area`]'s.
#[inline(always)]
fn shadow(a: &Vector3<f64>, b: &Vector3<f64>, left: f64) -> f64 {
    area(a.x, a.y, b.x, b.y, left)
}

impl Portal {
    /// The corners, with the axis between them; `None` when it is not, or they have no area.
    #[inline(always)]
    pub(crate) fn around_axis(corners: [Vector3<f64>; 3]) -> Option<Self> {
        let [a, b, c] = &corners;
        let shadow = |a, b| shadow(a, b, LEFT);
        let weights = [shadow(b, c), shadow(c, a), shadow(a, b)];
        let [u, v, w] = weights;
        (u >= 0.0 && v >= 0.0 && w >= 0.0 && u + v + w > 0.0).then_some(Self { corners, weights })
    }

    /// The height z at which the axis pierces the portal.
    #[inline(always)]
    pub(crate) fn height(&self) -> f64 {
        let [a, b, c] = &self.corners;
        let [u, v, w] = self.weights;
        (u * a.z + v * b.z + w * c.z) / (u + v + w)
    }

    /// The portal's normal, toward larger z: its z component is twice the area of the shadow.
    ///
    /// The product of two sides errs by u of the product of their lengths. On a sliver, two long sides are all but
    /// parallel and that is much of what they have in common; the product of the two shorter sides takes its place,
    /// whose error is that of the sliver's width, and is freed of its part along the longest: turned about that one, the
    /// plane moves at the corners by no more than the sliver is wide.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Vector3<f64> {
        let [a, b, c] = &self.corners;
        let (ab, ca) = (b - a, a - c);
        let normal = ca.cross(&ab);
        let (x, z) = (ab.norm_squared(), ca.norm_squared());
        if normal.norm_squared() > SLIVER * (x * z) {
            return normal;
        }
        let bc = c - b;
        let y = bc.norm_squared();
        if x > y && x > z {
            across(&bc.cross(&ca), &ab)
        } else if y > z {
            across(&normal, &bc)
        } else {
            across(&ab.cross(&bc), &ca)
        }
    }

    /// Whether the axis passes one of the sides by `near` or less, in the shadow.
    ///
    /// It is weight / length from a side: a weight is twice the area of the triangle that the axis makes with the side.
    #[inline(always)]
    pub(crate) fn is_pierced_at_border(&self, near: f64) -> bool {
        let near_side = |i: usize| {
            let side = self.corners[(i + 1) % 3] - self.corners[(i + 2) % 3];
            let (weight, squared) = (self.weights[i], side.x * side.x + side.y * side.y);
            weight * weight <= near * near * squared
        };
        near_side(0) || near_side(1) || near_side(2)
    }

    /// Puts `new` in the place of the corner that keeps the axis inside, the linear program's ratio test, and tells
    /// which one that is. `None` when the portal would have no area; nothing is changed then.
    ///
    /// The axis lies in the triangle (new, q_i, q_i+1) when new is not to the left of the edge from the axis to q_i
    /// and not to the right of the one to q_i+1. The products that decide it are the new weights; that of the new
    /// corner is the weight of the one it replaces. Among several candidates (ties put the axis on a border) the one
    /// with the largest shadow is taken. The new weights are as exact as `left` has them (see [`area`]).
    #[inline(always)]
    pub(crate) fn replace(&mut self, new: &Vector3<f64>, left: f64) -> Option<usize> {
        let [a, b, c] = &self.corners;
        let side = [
            shadow(new, a, left),
            shadow(new, b, left),
            shadow(new, c, left),
        ];
        let slot = if side[0] > 0.0 && side[1] < 0.0 {
            2
        } else if side[1] > 0.0 && side[2] < 0.0 {
            0
        } else if side[2] > 0.0 && side[0] < 0.0 {
            1
        } else {
            // Passed as copies: a variable that is passed by reference anywhere is in memory everywhere.
            on_border(self.weights, side)?
        };
        // Each slot is written by a constant index: the portal then stays in registers.
        match slot {
            0 => self.put::<0>(new, &side),
            1 => self.put::<1>(new, &side),
            _ => self.put::<2>(new, &side),
        }
        Some(slot)
    }

    #[inline(always)]
    fn put<const SLOT: usize>(&mut self, new: &Vector3<f64>, side: &[f64; 3]) {
        let (next, last) = ((SLOT + 1) % 3, (SLOT + 2) % 3);
        self.corners[SLOT] = *new;
        self.weights[next] = -side[last];
        self.weights[last] = side[next];
    }
}

/// The corner to replace when the axis lies on a border of more than one candidate.
#[cold]
fn on_border(weights: [f64; 3], side: [f64; 3]) -> Option<usize> {
    let mut best = (0.0, None);
    for i in 0..3 {
        let (left, right) = (side[i], -side[(i + 1) % 3]);
        let slot = (i + 2) % 3;
        let area = left + right + weights[slot];
        if left >= 0.0 && right >= 0.0 && area > best.0 {
            best = (area, Some(slot));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::tolerance::{LEFT_ROUGHLY, U};

    fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
        Vector3::new(x, y, z)
    }

    fn portal() -> Portal {
        let corners = [v(-1.0, -1.0, 3.0), v(3.0, -1.0, 3.0), v(-1.0, 3.0, 7.0)];
        Portal::around_axis(corners).unwrap()
    }

    #[test]
    fn the_axis_pierces_at_the_weighted_height() {
        // Barycentric weights of (0, 0): 1/2, 1/4, 1/4; so the height is 3/2 + 3/4 + 7/4 = 4.
        let portal = portal();
        assert_eq!(portal.weights, [8.0, 4.0, 4.0]);
        assert_eq!(portal.height(), 4.0);
        // The plane is z = 4 + y, its normal (0, −1, 1) times twice the shadow's area, 16.
        assert_eq!(portal.normal(), Vector3::new(0.0, -16.0, 16.0));
    }

    #[test]
    fn the_axis_pierces_the_middle_or_a_side() {
        // The axis is 1 from the sides x = -1 and y = -1, and √2 from the third, x + y = 2.
        assert!(!portal().is_pierced_at_border(0.9));
        assert!(portal().is_pierced_at_border(1.1));
        let corners = portal().corners.map(|c| c + v(0.75, 0.0, 0.0));
        let moved = Portal::around_axis(corners).unwrap();
        assert!(moved.is_pierced_at_border(0.3) && !moved.is_pierced_at_border(0.2));
    }

    #[test]
    fn a_new_corner_replaces_the_one_that_keeps_the_axis_inside() {
        // From the side of the second corner: the axis is in (new, first, third), so the second goes.
        let mut portal = portal();
        assert_eq!(portal.replace(&v(1.0, -0.5, 0.0), LEFT), Some(1));
        assert_eq!(portal.corners[1].x, 1.0);
        let weighed = Portal::around_axis(portal.corners).unwrap();
        assert_eq!(weighed.weights, portal.weights);
    }

    #[test]
    fn a_corner_on_the_axis_is_taken_and_one_without_area_is_not() {
        let mut portal = portal();
        assert!(portal.replace(&v(0.0, 0.0, 1.0), LEFT).is_some());
        assert_eq!(portal.height(), 1.0);
        // Nothing is gained by the corner that is there already.
        let before = portal.weights;
        let changed = portal.replace(&v(0.0, 0.0, 1.0), LEFT);
        assert!(changed.is_none() || portal.weights == before);
    }

    #[test]
    fn a_sliver_s_normal_is_across_its_longest_side() {
        // 10⁻⁹ wide: the products of its sides, which err by 10⁻¹⁶ of some 0.3, know their direction to 10⁻⁷.
        let (a, e) = (v(-0.3, -0.1, 0.7), v(0.9, 0.3, 0.5));
        let width = v(-0.1, 0.3, 0.2) * 1e-9;
        let (b, c) = (a + e * 0.4 - width, a + e);
        for corners in [[a, b, c], [b, c, a], [c, a, b]] {
            let weights = [1.0; 3];
            let n = Portal { corners, weights }.normal().normalize();
            let along = n.dot(&(c - a).normalize());
            assert!(along.abs() < 4.0 * f64::EPSILON, "{along}");
        }
    }

    #[test]
    fn rough_weights_are_as_exact_as_that_and_vanish_where_exact_ones_do() {
        let dice = &mut Dice(1);
        let (mut replaced, mut rough, mut zeros) = (0, 0, 0);
        for i in 0..40_000 {
            // Near a line through the axis, the nearer the later; some on it.
            let width = 0.5_f64.powi(i % 40);
            let along = dice.vector();
            let mut corner = || {
                if dice.part() < 0.2 {
                    return along * 0.5_f64.copysign(dice.roll());
                }
                along * dice.roll() + dice.vector() * width
            };
            let Some(mut portal) = Portal::around_axis([corner(), corner(), corner()]) else {
                continue;
            };
            if portal.replace(&corner(), LEFT_ROUGHLY).is_none() {
                continue;
            }
            let exact = Portal::around_axis(portal.corners).unwrap();
            for (found, exact) in portal.weights.iter().zip(exact.weights) {
                let error = (found - exact).abs();
                assert!(error <= (1025.0 + 9.0) * U * exact, "{found} {exact}");
                zeros += u32::from(exact == 0.0);
                rough += u32::from(error > 18.0 * U * exact);
            }
            replaced += 1;
        }
        assert!(
            replaced > 5_000 && rough > 100 && zeros > 20,
            "{replaced} {rough} {zeros}"
        );
    }

    #[test]
    fn no_area_is_no_portal() {
        let flat = [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(2.0, 0.0, 0.0)];
        assert!(Portal::around_axis(flat).is_none());
    }
}
