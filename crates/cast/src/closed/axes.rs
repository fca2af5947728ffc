//! Whether two boxes overlap, by their fifteen axes.
//!
//! Source: S. Gottschalk, M. Lin, D. Manocha, *OBBTree: a hierarchical structure for rapid interference detection* (1996), section 5. Boxes
//! are apart where the gap along some axis is positive, of the three of either and the nine products of two, and overlap where it is along
//! none. Products are taken as they are: they are no longer than 1, so that a gap along one of them is no more than that along its direction.

use crate::tolerance::ALL_ONE;
use nalgebra::Vector3;
use swept_support::LinearMap;

type V = Vector3<f64>;

/// Whether boxes of these half extents are apart by more than `apart`, or overlap, where rounding, of no more than `clear`, does not hide
/// it: lengths. The moving one's axes are the columns of `map`, and `at` is the way between the middles, both in the fixed one's frame.
///
/// What a length is off by here, some 100u of the scale, is less than half of what is clear. A product whose axes are all but one
/// ([`ALL_ONE`]) is passed over: were they one, what the other axes say would do, and turning one box by as little moves its points by less
/// than the other half.
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
            if a * a + b * b <= ALL_ONE * ALL_ONE {
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
