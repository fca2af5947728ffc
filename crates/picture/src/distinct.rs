//! Triangles that coincide, which are drawn once.

use super::subject::Subject;
use nalgebra::Point3;
use std::collections::BTreeMap;

/// The bits of a triangle's corners, from the least on, in its winding.
type Key = [[u64; 3]; 3];

/// The indices of the triangles to draw, in their order. Of those with the same corners and the same winding that is the
/// first, or the first that the answer is about: the others would be painted over it, and cost as much each.
///
/// What coincides with the opposite winding stays: one of the two turns its back and is hidden.
pub fn distinct(subject: &Subject) -> Vec<usize> {
    let mut chosen: BTreeMap<Key, usize> = BTreeMap::new();
    for (index, corners) in subject.triangles.iter().enumerate() {
        let first = chosen.entry(key(corners)).or_insert(index);
        if subject.special.contains(&index) && !subject.special.contains(first) {
            *first = index;
        }
    }
    let mut indices: Vec<usize> = chosen.into_values().collect();
    indices.sort_unstable();
    indices
}

fn key(corners: &[Point3<f64>; 3]) -> Key {
    let mut key = corners.map(|p| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits()));
    let least = (0..3).min_by_key(|&i| key[i]).unwrap_or(0);
    key.rotate_left(least);
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Mark, Solid, draw};
    use nalgebra::Vector3;
    use swept_support::Sphere;

    /// A ball over a floor of these triangles.
    fn over(triangles: Vec<[Point3<f64>; 3]>, special: std::ops::Range<usize>) -> Subject {
        Subject {
            kinds: vec![Kind::Other; triangles.len()],
            triangles,
            special,
            further: Vec::new(),
            solid: Solid::new(&Sphere::new(0.5).unwrap(), Point3::new(1.0, 3.0, 1.0)),
            displacement: Vector3::new(0.0, -4.0, 0.0),
            reached: 0.625,
            mark: Mark::Contact(Point3::new(1.0, 0.0, 1.0), Vector3::y()),
            words: vec![String::new(); 3],
        }
    }

    #[test]
    fn coinciding_triangles_are_drawn_as_one() {
        let [a, b, c] = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]].map(Point3::from);
        let once = draw(&over(vec![[a, b, c]], 0..1));
        let many = vec![[a, b, c], [b, c, a], [c, a, b], [a, b, c]];
        for special in 0..many.len() {
            let subject = over(many.clone(), special..special + 1);
            assert_eq!(distinct(&subject), [special]);
            assert_eq!(draw(&subject), once);
        }
        // From below they turn their backs, and are not hidden by each other.
        let back = |count: usize| draw(&over(vec![[a, c, b]; count], 0..1));
        assert_eq!(back(3), back(1));
        // Other windings stay, as do other places; zeros have no sign.
        let off = Point3::new(4.0, -0.0, -0.0);
        let others = vec![[a, b, c], [a, c, b], [a, b, a], [off, a, b]];
        assert_eq!(distinct(&over(others, 0..0)), [0, 1, 2]);
    }
}
