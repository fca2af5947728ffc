//! Triangles in space.

use crate::obj;
use nalgebra::{Point3, Vector3};
use std::io::BufRead;
use swept::{Aabb, Real, Triangle};

/// A mesh: vertices, and triangles in the order of the file they came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh<T: Real> {
    vertices: Vec<Point3<T>>,
    triangles: Vec<[u32; 3]>,
    boxes: Vec<Aabb>,
    blocks: Vec<Aabb>,
}

impl<T: Real> Mesh<T> {
    /// The mesh of an OBJ file. Faces with more than three corners are split into fans about their first corner, so
    /// a triangle's index counts fans in file order; coordinates are rounded to the scalar.
    ///
    /// # Errors
    /// What is wrong, as a phrase: in the file's form, or as in [`Mesh::new`].
    pub fn read_obj(input: impl BufRead) -> Result<Self, String> {
        let (vertices, triangles) = obj::read(input)?;
        let vertices = vertices
            .into_iter()
            .map(|p| Point3::from(p.map(T::nearest)));
        Self::new(vertices.collect(), triangles)
    }

    /// A mesh of these triangles, each three indices into `vertices`.
    ///
    /// # Errors
    /// What is wrong, as a phrase: no triangles, an index without a vertex, a coordinate that is not finite or too
    /// large for the scalar.
    pub fn new(vertices: Vec<Point3<T>>, triangles: Vec<[u32; 3]>) -> Result<Self, String> {
        if triangles.is_empty() {
            return Err("it has no triangles".to_owned());
        }
        let mut boxes = Vec::with_capacity(triangles.len());
        for (index, corners) in triangles.iter().enumerate() {
            let mut points = [Point3::origin(); 3];
            for (point, &corner) in points.iter_mut().zip(corners) {
                let vertex = vertices.get(corner as usize);
                *point = *vertex.ok_or_else(|| format!("triangle {index}: no vertex {corner}"))?;
            }
            let [a, b, c] = points;
            Triangle::new(a, b, c).map_err(|e| format!("triangle {index}: {e}"))?;
            boxes.extend(Aabb::around(points.map(|p| p.map(Real::to_f64))));
        }
        let corners = |b: &[Aabb]| Aabb::around(b.iter().flat_map(|b| [b.min, b.max]));
        let blocks = boxes.chunks(Self::BLOCK).filter_map(corners).collect();
        Ok(Self {
            vertices,
            triangles,
            boxes,
            blocks,
        })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[Point3<T>] {
        &self.vertices
    }

    /// The triangles, as indices of vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The bounding boxes of the triangles, in the mesh's own frame: exact.
    pub fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// The bounding boxes of each run of [`BLOCK`](Self::BLOCK) triangles: neighbours in a file are mostly neighbours in
    /// space, so one look rejects most runs as a whole.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (usize, &Aabb)> {
        self.blocks
            .iter()
            .enumerate()
            .map(|(i, block)| (i * Self::BLOCK, block))
    }

    /// How many triangles share a box in [`blocks`](Self::blocks).
    pub(crate) const BLOCK: usize = 64;

    /// The corners of triangle `index`.
    ///
    /// # Panics
    /// When there is no such triangle.
    pub fn corners(&self, index: usize) -> [Point3<T>; 3] {
        self.triangles[index].map(|i| self.vertices[i as usize])
    }

    /// Triangle `index` as a shape.
    ///
    /// # Panics
    /// When there is no such triangle.
    pub fn triangle(&self, index: usize) -> Triangle<T> {
        let [a, b, c] = self.corners(index);
        Triangle::new(a, b, c).expect("checked when the mesh was made")
    }

    /// Unit normal of triangle `index` in the mesh's own frame, counter-clockwise about it; `None` when the
    /// triangle has no area.
    pub fn normal(&self, index: usize) -> Option<Vector3<f64>> {
        let [a, b, c] = self.corners(index).map(|p| p.coords.map(Real::to_f64));
        let (u, v) = (b - a, c - a);
        // Scaled first, so that the product neither overflows nor vanishes.
        let normal = (u / u.amax()).cross(&(v / v.amax()));
        normal
            .try_normalize(0.0)
            .filter(|n| n.iter().all(|x| x.is_finite()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_points() -> Vec<Point3<f64>> {
        vec![
            Point3::origin(),
            Point3::new(2.0, 0.0, 0.0),
            Point3::new(0.0, 1e-30, 0.0),
        ]
    }

    #[test]
    fn a_mesh_is_checked_when_it_is_made() {
        let mesh = Mesh::new(corner_points(), vec![[0, 1, 2], [0, 0, 1]]).unwrap();
        assert_eq!(mesh.normal(0).unwrap(), Vector3::z());
        assert_eq!(mesh.normal(1), None);
        assert_eq!(mesh.boxes()[1].max, Point3::new(2.0, 0.0, 0.0));
        assert_eq!(
            Mesh::<f64>::new(vec![], vec![]).unwrap_err(),
            "it has no triangles"
        );
        let missing = Mesh::new(corner_points(), vec![[0, 1, 3]]).unwrap_err();
        assert_eq!(missing, "triangle 0: no vertex 3");
        let mut points = corner_points();
        points[1].y = f64::NAN;
        let error = Mesh::new(points, vec![[0, 2, 0], [0, 1, 2]]).unwrap_err();
        assert!(
            error.starts_with("triangle 1: b[1]: NaN is not a coordinate"),
            "{error}"
        );
    }
}
