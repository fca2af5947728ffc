//! Telling the ground from what stands on it, so that they can have different colours.

use super::subject::Kind;
use nalgebra::Point3;

/// The kind of each triangle. The ground is the connected part that spans most of the scene in both horizontal
/// directions, if there are other parts; y is up.
#[must_use]
pub fn kinds(triangles: &[[Point3<f64>; 3]], indices: &[[u32; 3]], vertices: usize) -> Vec<Kind> {
    let mut parts = Parts((0..vertices as u32).collect());
    for &[a, b, c] in indices {
        parts.join(a, b);
        parts.join(b, c);
    }
    let part: Vec<u32> = indices.iter().map(|t| parts.find(t[0])).collect();
    let whole = span(triangles.iter());
    let mut ground = None;
    if part.iter().any(|p| *p != part[0]) {
        let mut sorted = part.clone();
        sorted.sort_unstable();
        // Only parts of some size: a scene may have thousands of single triangles.
        let large = |run: &&[u32]| 8 * run.len() >= triangles.len();
        let mut candidates = sorted
            .chunk_by(|a, b| a == b)
            .filter(large)
            .map(|run| run[0]);
        ground = candidates.find(|name| {
            let of = triangles
                .iter()
                .zip(&part)
                .filter(|(_, p)| **p == *name)
                .map(|(t, _)| t);
            span(of)
                .iter()
                .zip(&whole)
                .all(|(own, all)| *own >= 0.8 * all)
        });
    }
    let slope = |[a, b, c]: &[Point3<f64>; 3]| {
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        normal.is_some_and(|n| (0.3..0.95).contains(&n.y.abs()))
    };
    let kind = |(triangle, part): (&[Point3<f64>; 3], &u32)| match ground {
        Some(ground) if *part == ground => Kind::Ground,
        Some(_) if slope(triangle) => Kind::Slope,
        _ => Kind::Other,
    };
    triangles.iter().zip(&part).map(kind).collect()
}

/// Extent along x and z.
fn span<'a>(triangles: impl Iterator<Item = &'a [Point3<f64>; 3]>) -> [f64; 2] {
    let around = swept_support::Aabb::around(triangles.flatten().copied());
    around.map_or([0.0; 2], |b| [b.max.x - b.min.x, b.max.z - b.min.z])
}

/// Vertices by the connected part they belong to: each names another of its part, or itself.
struct Parts(Vec<u32>);

impl Parts {
    fn find(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            let next = self.0[v as usize];
            self.0[v as usize] = self.0[next as usize];
            v = next;
        }
        v
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_the_part_that_spans_the_scene() {
        let v = [
            [0., 0., 0.],
            [9., 0., 0.],
            [9., 0., 9.],
            [0., 0., 9.],
            [4., 0., 4.],
            [4., 3., 4.],
            [5., 0., 4.],
            [4., 3., 6.],
        ];
        let indices = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
        let triangles = indices.map(|t| t.map(|i: u32| Point3::from(v[i as usize])));
        let found = kinds(&triangles, &indices, v.len());
        assert_eq!(
            found,
            [Kind::Ground, Kind::Ground, Kind::Other, Kind::Slope]
        );
        let alone = kinds(&triangles[..2], &indices[..2], v.len());
        assert_eq!(alone, [Kind::Other; 2]);
    }
}
