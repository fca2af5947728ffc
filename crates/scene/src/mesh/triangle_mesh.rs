//! Triangles in space.

use super::adjacency::Adjacency;
use crate::Faces;
use crate::tree::{Build, Child, Frame, Guide, Nodes, Numbers, Tree, entry, fetch};
use crate::triangles::{Triangles, around, has_area, normal};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, InvalidShape, Real, Triangle};

/// A mesh: vertices, and triangles as indices of them.
///
/// Everything is in the mesh's own frame. Triangles keep their numbers: the one that an answer names is the one with
/// this index in what the mesh was made of.
#[derive(Clone, Debug)]
pub struct TriangleMesh<T: Real> {
    vertices: Vec<Point3<T>>,
    triangles: Vec<[u32; 3]>,
    degenerate: Vec<u32>,
    adjacency: Adjacency,
    faces: Faces,
    keeps_degenerate: bool,
    tree: Tree,
}

/// How a mesh is to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshOptions {
    /// Which sides of its triangles can be met. Default: both.
    pub faces: Faces,
    /// How much time its tree is worth. Default: [`Build::Balanced`].
    pub build: Build,
    /// Whether triangles without area can be met, as the segments or points that they are. Default: no: in a closed
    /// mesh their neighbours are met at the same time. With it, triangles `[i, i, i]` are a cloud of points.
    pub keep_degenerate: bool,
}

impl<T: Real> TriangleMesh<T> {
    /// A two-sided mesh of these triangles, each three indices into `vertices`. Both lists are kept as they are given; arrays become
    /// points by `Point3::from`.
    ///
    /// # Errors
    /// [`InvalidShape`] when there is no triangle, an index has no vertex, or a coordinate is not finite or beyond the
    /// scalar's largest length.
    pub fn new(vertices: Vec<Point3<T>>, triangles: Vec<[u32; 3]>) -> Result<Self, InvalidShape> {
        Self::with_options(vertices, triangles, &MeshOptions::default())
    }

    /// A mesh of these triangles, made as the options say.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with_options(
        mut vertices: Vec<Point3<T>>,
        mut triangles: Vec<[u32; 3]>,
        options: &MeshOptions,
    ) -> Result<Self, InvalidShape> {
        check(&vertices, &triangles)?;
        vertices.shrink_to_fit();
        triangles.shrink_to_fit();
        let corners = |i: u32| triangles[i as usize].map(|v| vertices[v as usize]);
        let all = 0..triangles.len() as u32;
        let mut degenerate: Vec<u32> = all.clone().filter(|&i| !has_area(&corners(i))).collect();
        degenerate.shrink_to_fit();
        let mut left_out = degenerate.iter().copied().peekable();
        let met = all.filter(|i| options.keep_degenerate || left_out.next_if_eq(i).is_none());
        let met: Vec<u32> = met.collect();
        let box_of = |i: u32| around(&corners(i));
        let tree = Tree::new(met.iter().copied(), box_of, options.build);
        Ok(Self {
            adjacency: Adjacency::new(&vertices, &triangles),
            degenerate,
            faces: options.faces,
            keeps_degenerate: options.keep_degenerate,
            tree,
            vertices,
            triangles,
        })
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Point3<T>] {
        &self.vertices
    }

    /// The triangles, as indices of vertices.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The triangles without area, in order. They are not met unless [`MeshOptions::keep_degenerate`] said so.
    #[must_use]
    pub fn degenerate(&self) -> &[u32] {
        &self.degenerate
    }

    /// Which sides can be met.
    #[must_use]
    pub fn faces(&self) -> Faces {
        self.faces
    }

    /// The box around all triangles that can be met, exact; `None` when there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<&Aabb> {
        self.tree.bounds()
    }

    /// The corners of triangle `index`; `None` when there is no such triangle.
    #[inline]
    #[must_use]
    pub fn corners(&self, index: u32) -> Option<[Point3<T>; 3]> {
        // One by one: `array::map` would be a call of its own here, a tenth of a query.
        let [a, b, c] = *self.triangles.get(index as usize)?;
        let at = |i: u32| self.vertices.get(i as usize).copied();
        Some([at(a)?, at(b)?, at(c)?])
    }

    /// Triangle `index` as a shape; `None` when there is no such triangle.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Option<Triangle<T>> {
        let [a, b, c] = self.corners(index)?;
        Triangle::new(a, b, c).ok()
    }

    /// Unit normal of triangle `index`, counter-clockwise about it; `None` when there is no such triangle, or it has no
    /// area.
    #[must_use]
    pub fn normal(&self, index: u32) -> Option<Vector3<f64>> {
        normal(&self.corners(index)?)
    }

    /// The triangle on the other side of each edge of triangle `index`: of the edges from its first corner to its second,
    /// from its second to its third, and from its third to its first. `None` for an edge of one triangle only, or of more than
    /// two; but of two that are there twice, wound both ways, those that are wound alike are neighbours. Vertices at the same place are
    /// one, and a triangle with two corners at one place has no neighbours.
    #[must_use]
    pub fn neighbours(&self, index: u32) -> [Option<u32>; 3] {
        self.adjacency.neighbours(index)
    }

    /// Whether each edge is that of two triangles that are wound alike: then the mesh has an inside, and all corners are
    /// counter-clockwise as seen from one side of it. Vertices at the same place are one.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.adjacency.is_closed()
    }

    /// Bytes of memory that the mesh takes, its tree and adjacency included.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.vertices.capacity() * size_of::<Point3<T>>()
            + self.triangles.capacity() * size_of::<[u32; 3]>()
            + self.degenerate.capacity() * size_of::<u32>()
            + self.adjacency.memory()
            + self.tree.memory()
    }
}

/// Two meshes are equal when they are made of the same: vertices, triangles, and which of them can be met.
impl<T: Real> PartialEq for TriangleMesh<T> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices
            && self.triangles == other.triangles
            && self.faces == other.faces
            && self.keeps_degenerate == other.keeps_degenerate
    }
}

impl<T: Real> Triangles<T> for TriangleMesh<T> {
    #[inline(always)]
    fn corners(&self, index: u32) -> Option<[Point3<T>; 3]> {
        self.corners(index)
    }
    fn neighbours(&self, index: u32) -> [Option<u32>; 3] {
        self.neighbours(index)
    }
    fn faces(&self) -> Faces {
        self.faces
    }
}

impl<T: Real> Nodes for TriangleMesh<T> {
    fn bounds(&self) -> Option<&Aabb> {
        self.tree.bounds()
    }

    fn frame(&self) -> &Frame {
        self.tree.frame()
    }

    fn grain(&self) -> f64 {
        self.tree.grain()
    }

    #[inline(always)]
    fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]) {
        self.tree.look(index, guide, limit)
    }

    #[inline(always)]
    fn are_far(&self) -> bool {
        self.tree.are_far()
    }

    #[inline(always)]
    fn fetch(&self, children: [Child; 4]) {
        self.tree.fetch(children);
        for child in children {
            if let Some(triangle) = entry(&self.triangles, child.get().unwrap_or(0)) {
                fetch(triangle);
            }
        }
    }
}

fn check<T: Real>(vertices: &[Point3<T>], triangles: &[[u32; 3]]) -> Result<(), InvalidShape> {
    let error = |field: String, value: f64, expected: String| {
        Err(InvalidShape {
            field: field.into(),
            value,
            expected: expected.into(),
        })
    };
    if triangles.is_empty() || triangles.len() >= Child::MOST {
        return error(
            "triangles".into(),
            triangles.len() as f64,
            format!("a count of triangles (expected 1 to {})", Child::MOST - 1),
        );
    }
    for (i, vertex) in vertices.iter().enumerate() {
        if !vertex.iter().all(|x| x.to_f64().abs() <= T::MAX_LENGTH) {
            // The shape knows the words for it.
            let one = Triangle::new(*vertex, *vertex, *vertex);
            return one.map(drop).map_err(|e| InvalidShape {
                field: e.field.replacen('a', &format!("vertices[{i}]"), 1).into(),
                ..e
            });
        }
    }
    for (i, triangle) in triangles.iter().enumerate() {
        for (k, &corner) in triangle.iter().enumerate() {
            if corner as usize >= vertices.len() {
                return error(
                    format!("triangles[{i}][{k}]"),
                    corner.into(),
                    format!("the index of a vertex (there are {})", vertices.len()),
                );
            }
        }
    }
    Ok(())
}
