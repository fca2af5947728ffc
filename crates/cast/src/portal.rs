//! The portal: a triangle of support points that the line of motion pierces.
//!
//! Invariant: the corners' shadows (their sheared x and y) run counter-clockwise, and the axis lies inside or on the
//! border of the triangle they form, for the coordinates as stored: the weights that say so have exact signs.

use crate::predicate::{area, cross};
use crate::shear::Corner;
use crate::tolerance::SLIVER;
use nalgebra::Vector3;

impl Corner {
    /// Twice the signed area of axis, `self`, `other` in the shadow: positive when `other` lies to the left. The
    /// sign is exact.
    #[inline(always)]
    pub(crate) fn cross(&self, other: &Self) -> f64 {
        cross(self.at.x, self.at.y, other.at.x, other.at.y)
    }

    /// The same, accurate and not only of the right sign.
    #[inline(always)]
    pub(crate) fn area(&self, other: &Self) -> f64 {
        area(self.at.x, self.at.y, other.at.x, other.at.y)
    }
}

/// Three corners around the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portal {
    pub(crate) corners: [Corner; 3],
    /// Twice the areas opposite to each corner: the barycentric weights of the axis, none negative.
    pub(crate) weights: [f64; 3],
}

impl Portal {
    /// Weighs the corners; `false` when the axis is not between them, or they have no area.
    #[inline(always)]
    pub(crate) fn weigh(&mut self) -> bool {
        let [a, b, c] = &self.corners;
        self.weights = [b.area(c), c.area(a), a.area(b)];
        let [u, v, w] = self.weights;
        u >= 0.0 && v >= 0.0 && w >= 0.0 && u + v + w > 0.0
    }

    /// The height z at which the axis pierces the portal.
    #[inline(always)]
    pub(crate) fn height(&self) -> f64 {
        let [a, b, c] = &self.corners;
        let [u, v, w] = self.weights;
        (u * a.at.z + v * b.at.z + w * c.at.z) / (u + v + w)
    }

    /// The portal's normal, toward larger z: its z component is twice the area of the shadow.
    ///
    /// The product of two sides errs by u of the product of their lengths. On a sliver, two long sides are all but
    /// parallel and that is much of what they have in common; the product of the two shorter sides takes its place,
    /// whose error is that of the sliver's width.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Vector3<f64> {
        let [a, b, c] = &self.corners;
        let (ab, ca) = (b.at - a.at, a.at - c.at);
        let normal = ca.cross(&ab);
        let (x, z) = (ab.norm_squared(), ca.norm_squared());
        if normal.norm_squared() > SLIVER * (x * z) {
            return normal;
        }
        let bc = c.at - b.at;
        let y = bc.norm_squared();
        if x > y && x > z {
            bc.cross(&ca)
        } else if y > z {
            normal
        } else {
            ab.cross(&bc)
        }
    }

    /// Puts `new` in the place of the corner that keeps the axis inside: the linear program's ratio test. Returns
    /// whether the portal has an area then; if not, nothing is changed.
    ///
    /// The axis lies in the triangle (new, q_i, q_i+1) when new is not to the left of the edge from the axis to q_i
    /// and not to the right of the one to q_i+1. The products that decide it are the new weights; that of the new
    /// corner is the weight of the one it replaces. Among several candidates (ties put the axis on a border) the one
    /// with the largest shadow is taken.
    #[inline(always)]
    pub(crate) fn replace(&mut self, new: &Corner) -> bool {
        let [a, b, c] = &self.corners;
        let side = [new.area(a), new.area(b), new.area(c)];
        if side[0] > 0.0 && side[1] < 0.0 {
            self.put(2, new, side[0], -side[1]);
        } else if side[1] > 0.0 && side[2] < 0.0 {
            self.put(0, new, side[1], -side[2]);
        } else if side[2] > 0.0 && side[0] < 0.0 {
            self.put(1, new, side[2], -side[0]);
        } else {
            return self.replace_on_border(new, &side);
        }
        true
    }

    /// Replaces corner `slot`; `left` and `right` are the products of the new corner with the next and the one after.
    #[inline(always)]
    fn put(&mut self, slot: usize, new: &Corner, left: f64, right: f64) {
        self.corners[slot] = *new;
        self.weights[(slot + 1) % 3] = right;
        self.weights[(slot + 2) % 3] = left;
    }

    #[cold]
    fn replace_on_border(&mut self, new: &Corner, side: &[f64; 3]) -> bool {
        let mut best = (0.0, None);
        for i in 0..3 {
            let (left, right) = (side[i], -side[(i + 1) % 3]);
            let area = left + right + self.weights[(i + 2) % 3];
            if left >= 0.0 && right >= 0.0 && area > best.0 {
                best = (area, Some((i, left, right)));
            }
        }
        let Some((i, left, right)) = best.1 else {
            return false;
        };
        self.put((i + 2) % 3, new, left, right);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f64, y: f64, z: f64) -> Corner {
        Corner {
            at: Vector3::new(x, y, z),
            n: Vector3::z(),
            on_moving: Vector3::zeros(),
        }
    }

    fn portal() -> Portal {
        let mut portal = Portal {
            corners: [
                corner(-1.0, -1.0, 3.0),
                corner(3.0, -1.0, 3.0),
                corner(-1.0, 3.0, 7.0),
            ],
            weights: [0.0; 3],
        };
        assert!(portal.weigh());
        portal
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
    fn a_new_corner_replaces_the_one_that_keeps_the_axis_inside() {
        // From the side of the second corner: the axis is in (new, first, third), so the second goes.
        let mut portal = portal();
        assert!(portal.replace(&corner(1.0, -0.5, 0.0)));
        assert_eq!(portal.corners[1].at.x, 1.0);
        let stored = portal.weights;
        assert!(portal.weigh());
        assert_eq!(portal.weights, stored);
    }

    #[test]
    fn a_corner_on_the_axis_is_taken_and_one_without_area_is_not() {
        let mut portal = portal();
        assert!(portal.replace(&corner(0.0, 0.0, 1.0)));
        assert_eq!(portal.height(), 1.0);
        // Nothing is gained by the corner that is there already.
        let before = portal.weights;
        let again = corner(0.0, 0.0, 1.0);
        let changed = portal.replace(&again);
        assert!(!changed || portal.weights == before);
    }

    #[test]
    fn no_area_is_no_portal() {
        let mut flat = Portal {
            corners: [
                corner(-1.0, 0.0, 0.0),
                corner(1.0, 0.0, 0.0),
                corner(2.0, 0.0, 0.0),
            ],
            weights: [0.0; 3],
        };
        assert!(!flat.weigh());
    }
}
