//! Whether two boxes overlap, by their fifteen axes.
//!
//! Source: S. Gottschalk, M. Lin, D. Manocha, *OBBTree: a hierarchical structure for rapid interference detection* (1996), section 5. Boxes
//! are apart where the gap along some axis is positive, of the three of either and the nine products of two, and overlap where it is along
//! none. Products are taken as they are: they are no longer than 1, so that a gap along one of them is no more than that along its direction.

use crate::tolerance::SAME_AXIS;
use nalgebra::Vector3;
use swept_support::LinearMap;

type V = Vector3<f64>;

/// Whether boxes of these half extents are apart by more than `apart`, or overlap, where rounding, of no more than `clear`, does not hide
/// it: lengths. The moving one's axes are the columns of `map`, and `at` is the way between the middles, both in the fixed one's frame.
///
/// What a gap is off by here is no more than 80u of the scale. The way between the middles comes into the frame 25u off, the map is 47u off
/// (two matrices of 19u and their product), a product with it 3u, one of the nine another 4u; of the extents the map and its products take
/// 52u. A product whose axes are all but one ([`SAME_AXIS`]) is passed over: were they one, what the other axes say would do, and turning one
/// box by as little changes no gap by as much as is left of what is clear. Along a product that is longer than that, and still as short as what is clear, no gap is clear: then nothing is told.
#[inline(always)]
pub(crate) fn overlap(
    half: [&V; 2],
    map: &LinearMap,
    at: &V,
    (apart, clear): (f64, f64),
) -> Option<bool> {
    let [fixed, moving] = half;
    let r = &map.rows;
    let column = |j: usize| V::new(r[0][j], r[1][j], r[2][j]);
    let gap = |axis: usize| {
        let row = V::from(r[axis]);
        at[axis].abs() - fixed[axis] - row.abs().dot(moving)
    };
    let other_gap = |axis: usize| {
        let column = column(axis);
        column.dot(at).abs() - moving[axis] - column.abs().dot(fixed)
    };
    let most = |a: f64, b: f64| if b > a { b } else { a };
    let faces = [
        gap(0),
        gap(1),
        gap(2),
        other_gap(0),
        other_gap(1),
        other_gap(2),
    ];
    // A core of the user's own may be of no size.
    if !faces.iter().sum::<f64>().is_finite() {
        return None;
    }
    let mut widest = faces.into_iter().fold(f64::NEG_INFINITY, most);
    if widest > apart {
        return Some(false);
    }
    for i in 0..3 {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            // The axis i times the other's j is (0, −b, a) in the order i, k, l.
            let (a, b) = (r[k][j], r[l][j]);
            if a * a + b * b <= SAME_AXIS * SAME_AXIS {
                continue;
            }
            let of_fixed = fixed[k] * b.abs() + fixed[l] * a.abs();
            let of_moving = moving[p] * r[i][q].abs() + moving[q] * r[i][p].abs();
            widest = most(widest, (at[l] * a - at[k] * b).abs() - of_fixed - of_moving);
        }
        if widest > apart {
            return Some(false);
        }
    }
    (widest < -clear).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::sqrt;

    /// What is clear in `f64`, 256u of the scale, which is less than 10 here.
    const CLEAR: f64 = 2560.0 * crate::tolerance::U;

    /// Cubes with sides of 2, the moving one turned, at this place.
    fn cubes(map: &LinearMap, at: [f64; 3]) -> Option<bool> {
        let half = V::repeat(1.0);
        overlap([&half, &half], map, &V::from(at), (CLEAR, CLEAR))
    }

    #[test]
    fn cubes_meet_face_to_face_edge_to_face_and_edge_to_edge() {
        let upright = LinearMap::IDENTITY;
        assert_eq!(cubes(&upright, [1.5, 1.99, 0.0]), Some(true));
        assert_eq!(cubes(&upright, [1.5, 2.01, 0.0]), Some(false));
        // No telling, within what is clear.
        assert_eq!(cubes(&upright, [1.5, 2.0, 0.0]), None);
        // An eighth of a turn about z: an edge that reaches √2.
        let s = sqrt(0.5);
        let turned = LinearMap {
            rows: [[s, -s, 0.0], [s, s, 0.0], [0.0, 0.0, 1.0]],
            exact: false,
        };
        assert_eq!(cubes(&turned, [2.41, 0.0, 0.5]), Some(true));
        assert_eq!(cubes(&turned, [2.42, 0.0, 0.5]), Some(false));
        // An edge along z, √2 along (1, 1, 0), and one along (1, −1, 0), as far against that.
        let crossed = LinearMap {
            rows: [[s, 0.5, -0.5], [-s, 0.5, -0.5], [0.0, s, s]],
            exact: false,
        };
        let along = |d: f64| cubes(&crossed, [d * s, d * s, 0.0]);
        assert_eq!(along(2.82), Some(true));
        assert_eq!(along(2.84), Some(false));
    }

    #[test]
    fn what_is_of_no_size_is_left_to_others() {
        let (half, bad) = (V::repeat(1.0), V::new(f64::NAN, 1.0, 1.0));
        let at = V::new(1e3, 0.0, 0.0);
        for half in [[&half, &bad], [&bad, &half]] {
            assert_eq!(overlap(half, &LinearMap::IDENTITY, &at, (0.0, 0.0)), None);
        }
    }
}
