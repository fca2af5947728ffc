//! Which triangles share an edge.
//!
//! Vertices at the same place count as one, whatever their indices: many files give each triangle, or each patch, vertices
//! of its own. An edge belongs to the lower of its two places; the edges of a place are listed together (a counting sort),
//! and a list is short, so that the whole takes a time in proportion to the number of triangles.
//!
//! A triangle with two corners at one place has no edge of its own: its third side is nothing, and the other two are one. Such triangles
//! join the strips that a surface is cut into, and close what is round at its poles. They are in between no others, and are left out.
//!
//! Where a surface is to be seen from both sides, a file may have each triangle twice, wound both ways. An edge then is that of four: two
//! surfaces that lie in each other, of which each has the two that are wound alike.

use nalgebra::Point3;
use swept_support::Real;

/// The neighbours of each triangle across its three edges.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    across: Vec<[u32; 3]>,
    is_closed: bool,
}

/// No triangle, or more than one.
const NONE: u32 = u32::MAX;

impl Adjacency {
    pub(crate) fn new<T: Real>(vertices: &[Point3<T>], triangles: &[[u32; 3]]) -> Self {
        let place = places(vertices);
        // The edges of each triangle, by their lower and upper places.
        let whole = || {
            triangles.iter().zip(0..).filter_map(|(corners, t)| {
                let [a, b, c] = corners.map(|v| place[v as usize]);
                let edges = [(a, b), (b, c), (c, a)].map(|(a, b)| (a.min(b), a.max(b)));
                (a != b && b != c && c != a).then_some((t, edges))
            })
        };
        // Where the edges of each place begin.
        let mut first = vec![0u32; vertices.len() + 2];
        for (_, edges) in whole() {
            for (low, _) in edges {
                first[low as usize + 2] += 1;
            }
        }
        for i in 2..first.len() {
            first[i] += first[i - 1];
        }
        // Each as its upper place, and its triangle and number in it.
        let count = first.last().map_or(0, |&end| end as usize);
        let mut edges = vec![(0u32, 0u32); count];
        for (t, ends) in whole() {
            for ((low, high), k) in ends.into_iter().zip(0..) {
                let at = &mut first[low as usize + 1];
                edges[*at as usize] = (high, t * 3 + k);
                *at += 1;
            }
        }
        let from = |edge: u32| place[triangles[edge as usize / 3][edge as usize % 3] as usize];
        let apex =
            |edge: u32| place[triangles[edge as usize / 3][(edge as usize + 2) % 3] as usize];
        let mut across = vec![[NONE; 3]; triangles.len()];
        let mut join = |a: u32, b: u32| {
            across[a as usize / 3][a as usize % 3] = b / 3;
            across[b as usize / 3][b as usize % 3] = a / 3;
        };
        let mut is_closed = count > 0;
        for ends in first.windows(2) {
            let of_place = &mut edges[ends[0] as usize..ends[1] as usize];
            of_place.sort_unstable();
            for pair in of_place.chunk_by(|a, b| a.0 == b.0) {
                if let [(_, a), (_, b)] = *pair {
                    join(a, b);
                    is_closed &= from(a) != from(b);
                    continue;
                }
                is_closed = false;
                if let [(_, a), (_, b), (_, c), (_, d)] = *pair
                    && let Some(sides) = sides([a, b, c, d], from, apex)
                {
                    for [a, b] in sides {
                        join(a, b);
                    }
                }
            }
        }
        Self { across, is_closed }
    }

    /// Whether each edge is that of two triangles, which go along it in opposite directions; `false` where there is none.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    pub(crate) fn neighbours(&self, triangle: u32) -> [Option<u32>; 3] {
        let across = self.across.get(triangle as usize).unwrap_or(&[NONE; 3]);
        across.map(|t| (t != NONE).then_some(t))
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.across.capacity() * size_of::<[u32; 3]>()
    }
}

/// Of four edges at one place the pairs that are neighbours, where they are those of two triangles that are there twice, wound both ways.
fn sides(
    [a, b, c, d]: [u32; 4],
    from: impl Fn(u32) -> u32,
    apex: impl Fn(u32) -> u32,
) -> Option<[[u32; 2]; 2]> {
    let is_reverse = |a, b| apex(a) == apex(b) && from(a) != from(b);
    let splits = [[a, b, c, d], [a, c, b, d], [a, d, b, c]].into_iter();
    let mut fits = splits.filter(|&[a, b, c, d]| is_reverse(a, b) && is_reverse(c, d));
    let [a, b, c, d] = fits.next()?;
    // Two that are there four times are neighbours of nothing.
    if apex(a) == apex(c) {
        return None;
    }
    Some(if from(a) == from(c) {
        [[a, d], [b, c]]
    } else {
        [[a, c], [b, d]]
    })
}

/// For each vertex, the first one at its place.
///
/// A hash table with linear probing, at most half full, of the vertices that are the first at theirs. (A map would keep the coordinates once
/// more: eight times the memory, which takes five times as long to come.)
fn places<T: Real>(vertices: &[Point3<T>]) -> Vec<u32> {
    // Adding 0 turns -0 into 0.
    let at = |p: &Point3<T>| [p.x, p.y, p.z].map(|x| (x.to_f64() + 0.0).to_bits());
    let bits = (2 * vertices.len() + 1).next_power_of_two().ilog2();
    let mut first = vec![NONE; 1 << bits];
    let place = |(p, i): (&Point3<T>, u32)| {
        let key = at(p);
        let mut cell = hash(&key) >> (u64::BITS - bits);
        loop {
            let known = &mut first[cell as usize];
            if *known == NONE {
                *known = i;
            }
            if *known == i || at(&vertices[*known as usize]) == key {
                return *known;
            }
            cell = (cell + 1) % (1 << bits);
        }
    };
    vertices.iter().zip(0..).map(place).collect()
}

/// Bits of coordinates hashed by multiplication, into the upper bits: fast, and no one gains by making them collide but with himself.
fn hash(key: &[u64; 3]) -> u64 {
    let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    let mixed = key.iter().fold(0, mix);
    (mixed ^ (mixed >> 29)).wrapping_mul(ODD)
}

/// 2⁶⁴ over the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_matched_by_place() {
        let p = |x: f64, y: f64| Point3::new(x, y, 0.0);
        // A square of two triangles with vertices of their own, and a third on the same diagonal's other half.
        let vertices = vec![
            p(0.0, 0.0),
            p(1.0, 0.0),
            p(1.0, 1.0),
            p(-0.0, 0.0),
            p(1.0, 1.0),
            p(0.0, 1.0),
        ];
        let two = Adjacency::new(&vertices, &[[0, 1, 2], [3, 4, 5]]);
        assert_eq!(two.neighbours(0), [None, None, Some(1)]);
        assert_eq!(two.neighbours(1), [Some(0), None, None]);
        assert_eq!(two.neighbours(2), [None; 3]);
        let three = Adjacency::new(&vertices, &[[0, 1, 2], [3, 4, 5], [0, 2, 1]]);
        assert_eq!(three.neighbours(0), [Some(2), Some(2), None]);
        assert!(!two.is_closed() && !three.is_closed());
    }

    /// A tenth of as many places as vertices, in an order of chance.
    #[test]
    fn a_vertex_is_known_by_the_first_one_at_its_place() {
        let at = |k: u64| {
            let [x, y] = [k % 7, k / 7].map(|x| x as f64 / 8.0);
            Point3::new(x - 0.375, y, if k.is_multiple_of(2) { 0.0 } else { -0.0 })
        };
        let chance = (0..5000_u64).map(|i| hash(&[i, 0, 0]) % 500);
        let vertices: Vec<Point3<f64>> = chance.map(at).collect();
        let first = |p| vertices.iter().position(|q| q == p).map(|i| i as u32);
        let expected: Vec<_> = vertices.iter().map(|p| first(p).unwrap()).collect();
        assert_eq!(places(&vertices), expected);
        assert!(places::<f32>(&[]).is_empty());
    }

    #[test]
    fn triangles_with_two_corners_at_one_place_part_no_others() {
        let p = |x: f64, y: f64| Point3::new(x, y, 0.0);
        // A square of two triangles; the last vertex is at the place of the first.
        let corners = [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0)];
        let vertices = [&corners[..], &corners[..1]].concat();
        for collapsed in [[0, 2, 2], [2, 0, 2], [2, 4, 0], [2, 2, 2]] {
            let mesh = Adjacency::new(&vertices, &[[0, 1, 2], collapsed, [4, 2, 3]]);
            assert_eq!(mesh.neighbours(0), [None, None, Some(2)]);
            assert_eq!(mesh.neighbours(1), [None; 3]);
            assert_eq!(mesh.neighbours(2), [Some(0), None, None]);
            assert!(!Adjacency::new(&vertices, &[collapsed]).is_closed());
        }
    }

    #[test]
    fn what_is_there_from_both_sides_is_two_surfaces() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let corners = corners.map(Point3::from);
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let one = Adjacency::new(&corners, &faces);
        let turned = faces.map(|[a, b, c]| [c, b, a]);
        // The turned one's edges are the second, the first and the third.
        let across = |t: u32| one.neighbours(t);
        let behind = |t: u32| [1, 0, 2].map(|k| across(t)[k].map(|t| t + 4));
        let both = Adjacency::new(&corners, &[faces, turned].concat());
        assert!(!both.is_closed());
        for t in 0..4 {
            assert_eq!(both.neighbours(t), across(t), "{t}");
            assert_eq!(both.neighbours(t + 4), behind(t), "{t}");
        }
        // In any order; and what is there twice the same way, or three times, is told from no other.
        let mixed = [faces[0], turned[1], turned[0], faces[1]];
        let mixed = Adjacency::new(&corners, &mixed);
        assert_eq!(mixed.neighbours(0), [Some(2), Some(2), Some(3)]);
        assert_eq!(mixed.neighbours(1), [Some(3), Some(2), Some(3)]);
        for faces in [
            [faces[0], faces[0], faces[1], faces[1]],
            [faces[0], turned[0], faces[0], turned[0]],
            [faces[0], turned[0], faces[1], faces[1]],
        ] {
            let mesh = Adjacency::new(&corners, &faces);
            assert!(
                (0..4).all(|t| !mesh.neighbours(t).contains(&Some(3 - t))),
                "{faces:?}"
            );
        }
    }

    #[test]
    fn a_mesh_is_closed_where_all_edges_are_shared_and_wound_alike() {
        let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let corners = corners.map(Point3::from);
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let is_closed = |faces: &[[u32; 3]]| Adjacency::new(&corners, faces).is_closed();
        assert!(is_closed(&faces));
        assert!(is_closed(&faces.map(|[a, b, c]| [a, c, b])));
        // With an edge that has been cut into three, and a corner into four.
        let cut = [&faces[..], &[[0, 1, 1], [1, 0, 1], [2, 2, 2]]].concat();
        assert!(is_closed(&cut));
        assert!(!is_closed(&faces[..3]));
        assert!(!is_closed(&[faces[0], faces[1], faces[2], [0, 2, 3]]));
        assert!(!is_closed(&[
            faces[0], faces[1], faces[2], faces[3], faces[3]
        ]));
    }
}
