//! A convex polytope that grows point by point: the incremental hull behind `ConvexHull` and behind the expanding
//! polytope of the depth search.
//!
//! Invariant: the faces are triangles whose corners, seen from outside, run counter-clockwise, and each knows its
//! three neighbours, so that the surface is closed at all times. Adding a point removes the faces that see it,
//! found by walking from one of them across edges, and fans new ones from the rim of the hole to the point. When
//! rounding spoils the rim (it does not form one loop) or a new face would have no normal, nothing is changed.

use crate::sqrt;
use crate::tolerance::{HEIGHT, INSIDE};
use alloc::vec::Vec;
use nalgebra::Vector3;

/// A triangle of a [`Polytope`]'s surface.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Indices of the corners, counter-clockwise seen from outside.
    pub corners: [usize; 3],
    /// Unit normal, outward.
    pub normal: Vector3<f64>,
    /// normal·p is at least this for the face's own corners.
    pub offset: f64,
    neighbours: [usize; 3], // neighbours[i] lies across the edge from corner i to the next
    alive: bool,
}

/// A closed convex surface of triangles.
#[derive(Clone, Debug)]
pub struct Polytope {
    points: Vec<Vector3<f64>>,
    faces: Vec<Face>,
    /// Heights above a face smaller than this are rounding.
    noise: f64,
}

impl Polytope {
    /// The tetrahedron of four points, or `None` when it is flat to rounding. `extent` bounds the distance from
    /// the origin of all points that will be added.
    pub fn tetrahedron(corners: [Vector3<f64>; 4], extent: f64) -> Option<Self> {
        let noise = HEIGHT * extent;
        let [a, b, c, d] = corners;
        let (normal, _) = plane(&a, &b, &c)?;
        let height = normal.dot(&(d - a));
        if height.abs() <= noise {
            return None;
        }
        // With d above the plane a b c the outward winding of that face is a c b.
        let points = if height > 0.0 {
            [a, c, b, d]
        } else {
            [a, b, c, d]
        };
        let mut polytope = Self {
            points: points.to_vec(),
            faces: Vec::new(),
            noise,
        };
        for (corners, neighbours) in [
            ([0, 1, 2], [1, 2, 3]),
            ([1, 0, 3], [0, 3, 2]),
            ([2, 1, 3], [0, 1, 3]),
            ([0, 2, 3], [0, 2, 1]),
        ] {
            let face = polytope.face(corners, neighbours)?;
            polytope.faces.push(face);
        }
        Some(polytope)
    }

    /// The hull of `points`, up to rounding: a point that cannot be added cleanly is left out, so the result lies
    /// inside the true hull. `None` when the points are flat to rounding.
    pub fn around(points: &[Vector3<f64>]) -> Option<Self> {
        let extent = points.iter().fold(0.0, |far: f64, p| far.max(p.norm()));
        let start = first_tetrahedron(points)?;
        let mut polytope = Self::tetrahedron(start, extent)?;
        for p in points {
            polytope.add(p);
        }
        Some(polytope)
    }

    /// The faces of the surface, with the number that [`add_above`](Self::add_above) takes.
    pub fn faces(&self) -> impl Iterator<Item = (usize, &Face)> {
        self.faces.iter().enumerate().filter(|(_, f)| f.alive)
    }

    /// All points ever added, corners of the surface or not.
    pub fn points(&self) -> &[Vector3<f64>] {
        &self.points
    }

    /// Whether `p` lies below every face by more than rounding could explain.
    pub fn strictly_contains(&self, p: &Vector3<f64>) -> bool {
        self.faces()
            .all(|(_, f)| f.normal.dot(p) - f.offset < -INSIDE * self.noise)
    }

    /// Grows the surface to hold `p`. Returns whether it changed: not when `p` lies inside, or cannot be added.
    pub fn add(&mut self, p: &Vector3<f64>) -> bool {
        let highest = self
            .faces()
            .map(|(i, f)| (f.normal.dot(p) - f.offset, i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match highest {
            Some((height, face)) if height > self.noise => self.add_above(face, p),
            _ => false,
        }
    }

    /// Grows the surface to hold `p`, which lies above the given face. Returns whether it changed.
    pub fn add_above(&mut self, face: usize, p: &Vector3<f64>) -> bool {
        let mut seen = alloc::vec![face];
        let mut rim: Vec<(usize, usize, usize)> = Vec::new(); // from corner, to corner, face beyond
        let mut next = 0;
        while let Some(&i) = seen.get(next) {
            next += 1;
            for k in 0..3 {
                let beyond = self.faces[i].neighbours[k];
                if seen.contains(&beyond) {
                    continue;
                }
                let f = &self.faces[beyond];
                if f.normal.dot(p) - f.offset > self.noise {
                    seen.push(beyond);
                }
            }
        }
        for &i in &seen {
            let f = &self.faces[i];
            for k in 0..3 {
                if !seen.contains(&f.neighbours[k]) {
                    rim.push((f.corners[k], f.corners[(k + 1) % 3], f.neighbours[k]));
                }
            }
        }
        let Some(fan) = self.fan(&rim, p) else {
            return false;
        };
        for &i in &seen {
            self.faces[i].alive = false;
        }
        let first = self.faces.len();
        for (i, &(from, to, beyond)) in rim.iter().enumerate() {
            let f = &mut self.faces[beyond];
            for k in 0..3 {
                if f.corners[k] == to && f.corners[(k + 1) % 3] == from {
                    f.neighbours[k] = first + i;
                }
            }
        }
        self.points.push(*p);
        self.faces.extend(fan);
        self.drop_dead_faces();
        true
    }

    /// The faces from each edge of the rim to `p`; `None` when the rim is not one loop or a face is degenerate.
    fn fan(&self, rim: &[(usize, usize, usize)], p: &Vector3<f64>) -> Option<Vec<Face>> {
        let (apex, first) = (self.points.len(), self.faces.len());
        let starts_at = |corner| rim.iter().position(|e| e.0 == corner);
        let ends_at = |corner| rim.iter().position(|e| e.1 == corner);
        // One loop: following the edges from the first returns to it after all of them.
        let (mut steps, mut at) = (1, rim.first()?.1);
        while at != rim[0].0 {
            at = rim[starts_at(at)?].1;
            steps += 1;
            if steps > rim.len() {
                return None;
            }
        }
        if steps != rim.len() {
            return None;
        }
        rim.iter()
            .map(|&(from, to, beyond)| {
                let (a, b) = (self.points[from], self.points[to]);
                let (normal, offset) = plane(&a, &b, p)?;
                let neighbours = [beyond, first + starts_at(to)?, first + ends_at(from)?];
                Some(Face {
                    corners: [from, to, apex],
                    normal,
                    offset,
                    neighbours,
                    alive: true,
                })
            })
            .collect()
    }

    fn face(&self, corners: [usize; 3], neighbours: [usize; 3]) -> Option<Face> {
        let [a, b, c] = corners.map(|i| self.points[i]);
        let (normal, offset) = plane(&a, &b, &c)?;
        Some(Face {
            corners,
            normal,
            offset,
            neighbours,
            alive: true,
        })
    }

    /// Forgets dead faces once they outnumber the living: the scans over all faces stay proportional to those.
    fn drop_dead_faces(&mut self) {
        let alive = self.faces.iter().filter(|f| f.alive).count();
        if self.faces.len() < 2 * alive + 16 {
            return;
        }
        let mut moved = alloc::vec![usize::MAX; self.faces.len()];
        let mut kept = Vec::with_capacity(alive);
        for (i, f) in self.faces.iter().enumerate() {
            if f.alive {
                moved[i] = kept.len();
                kept.push(*f);
            }
        }
        for f in &mut kept {
            f.neighbours = f.neighbours.map(|n| moved[n]);
        }
        self.faces = kept;
    }
}

/// Unit normal and offset of the plane through three points, counter-clockwise about the normal; `None` when they
/// have none.
fn plane(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Option<(Vector3<f64>, f64)> {
    let n = (b - a).cross(&(c - a));
    let squared = n.norm_squared();
    if !(squared > 0.0 && squared.is_finite()) {
        return None;
    }
    let n = n / sqrt(squared);
    Some((n, n.dot(a).min(n.dot(b)).min(n.dot(c))))
}

/// Four points far from each other: an end along x, the farthest point from it, the farthest from their line, and
/// the farthest from their plane.
fn first_tetrahedron(points: &[Vector3<f64>]) -> Option<[Vector3<f64>; 4]> {
    let most = |key: &dyn Fn(&Vector3<f64>) -> f64| {
        let best = points
            .iter()
            .map(|p| (key(p), p))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(*best.1)
    };
    let a = most(&|p| p.x)?;
    let b = most(&|p| (p - a).norm_squared())?;
    let line = b - a;
    let c = most(&|p| line.cross(&(p - a)).norm_squared())?;
    let normal = line.cross(&(c - a));
    let d = most(&|p| normal.dot(&(p - a)).abs())?;
    Some([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Vec<Vector3<f64>> {
        let sides = [-1.0, 1.0];
        let mut corners = Vec::new();
        for x in sides {
            for y in sides {
                for z in sides {
                    corners.push(Vector3::new(x, y, z));
                }
            }
        }
        corners
    }

    #[test]
    fn a_cube_has_twelve_triangles_one_unit_away_and_a_closed_surface() {
        let hull = Polytope::around(&cube()).unwrap();
        assert_eq!(hull.faces().count(), 12);
        for (i, f) in hull.faces() {
            assert!((f.offset - 1.0).abs() < 1e-15, "{f:?}");
            for n in f.neighbours {
                assert!(hull.faces[n].alive && hull.faces[n].neighbours.contains(&i));
            }
        }
    }

    #[test]
    fn the_inside_is_strict() {
        let hull = Polytope::around(&cube()).unwrap();
        assert!(hull.strictly_contains(&Vector3::new(0.999, -0.999, 0.5)));
        assert!(!hull.strictly_contains(&Vector3::new(1.0, 0.2, 0.3)));
        assert!(!hull.strictly_contains(&Vector3::new(1.001, 0.0, 0.0)));
    }

    #[test]
    fn flat_sets_have_no_polytope() {
        let flat: Vec<_> = cube()
            .into_iter()
            .map(|p| Vector3::new(p.x, 0.0, p.z))
            .collect();
        assert!(Polytope::around(&flat).is_none());
        assert!(Polytope::around(&flat[..1]).is_none());
    }
}
