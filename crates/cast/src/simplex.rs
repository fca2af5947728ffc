//! The simplex of the distance search: up to four support points, and the point of their hull nearest to a given one.
//!
//! The one owner of push, reduce, reject and witness. The nearest point is found face by face rather than by the
//! determinants of Johnson's subalgorithm: for each candidate face the projection is computed from differences to
//! one of its corners, and where rounding leaves several candidates the nearest of them is taken, which is the idea of
//! M. Montanari, N. Petrinic and E. Barbieri (*Improving the GJK algorithm for faster and more reliable distance
//! queries between convex objects*, 2017) of never ending without a valid answer.

use crate::found::Mixture;
use crate::obstacle::Vertex;
use crate::tolerance::SLIVER;
use nalgebra::Vector3;
use swept_support::sqrt;

mod nearest;

pub(crate) use nearest::{on_segment, on_tetrahedron, on_triangle};

type V = Vector3<f64>;

/// Up to four support points with the weights of the point nearest to the last place asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex {
    vertices: [Vertex; 4],
    weights: [f64; 4],
    count: usize,
}

impl Simplex {
    pub(crate) fn new(first: Vertex) -> Self {
        Self {
            vertices: [first; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
            count: 1,
        }
    }

    /// The simplex of several vertices, four at most, found earlier; `None` without any.
    pub(crate) fn of(vertices: impl IntoIterator<Item = Vertex>) -> Option<Self> {
        let mut vertices = vertices.into_iter();
        let mut simplex = Self::new(vertices.next()?);
        vertices.for_each(|v| simplex.push(v));
        Some(simplex)
    }

    pub(crate) fn vertices(&self) -> &[Vertex] {
        &self.vertices[..self.count]
    }

    /// Whether the point of the core is one of the vertices already.
    pub(crate) fn holds(&self, vertex: &Vertex) -> bool {
        self.vertices().iter().any(|v| v.y == vertex.y)
    }

    /// Puts `place(v)` in the place of each vertex v, so that a simplex serves after the shapes have moved.
    pub(crate) fn replace(&mut self, place: impl Fn(&Vertex) -> Vertex) {
        for v in &mut self.vertices[..self.count] {
            *v = place(v);
        }
    }

    /// Adds a support point; a full simplex stays as it is.
    pub(crate) fn push(&mut self, vertex: Vertex) {
        if self.count < 4 {
            self.vertices[self.count] = vertex;
            self.weights[self.count] = 0.0;
            self.count += 1;
        }
    }

    /// The weights of the point nearest to `x`, and the vector from that point to `x`: zero up to rounding when `x` lies
    /// inside a tetrahedron. The simplex stays as it is.
    #[inline(always)]
    pub(crate) fn nearest(&self, x: &V) -> ([f64; 4], V) {
        let p = |i: usize| self.vertices[i].y - x;
        match self.count {
            1 => ([1.0, 0.0, 0.0, 0.0], -p(0)),
            2 => {
                let (a, b) = (p(0), p(1));
                let [u, v] = on_segment(&a, &b);
                ([u, v, 0.0, 0.0], -(a * u + b * v))
            }
            3 => {
                let (a, b, c) = (p(0), p(1), p(2));
                let [u, v, w] = on_triangle(&a, &b, &c);
                ([u, v, w, 0.0], -(a * u + b * v + c * w))
            }
            _ => {
                let p = [p(0), p(1), p(2), p(3)];
                let w = on_tetrahedron(&p);
                (w, -(p[0] * w[0] + p[1] * w[1] + p[2] * w[2] + p[3] * w[3]))
            }
        }
    }

    /// Reduces the simplex to the vertices that carry the point with these weights, and to those that `also` has a bit for.
    #[inline(always)]
    pub(crate) fn reduce(&mut self, weights: &[f64; 4], also: u32) {
        let mut kept = 0;
        for (i, w) in weights.iter().enumerate().take(self.count) {
            if *w > 0.0 || also >> i & 1 != 0 {
                if kept < i {
                    self.vertices[kept] = self.vertices[i];
                }
                self.weights[kept] = *w;
                kept += 1;
            }
        }
        self.count = kept.max(1);
    }

    /// A vector normal to the carrying face and pointing to `x`, where `v` is the way from the nearest point to `x`.
    ///
    /// All vertices of the face must support the plane with this normal. The way v carries the rounding error e of
    /// coordinates much larger than itself when x is near, which turns it by e/|v|. The cross product of a triangle's
    /// sides does not depend on x, but it turns by e over the triangle's least height: corners that are the same up to
    /// rounding, as parallel edges of two boxes produce them, make triangles with a normal of noise. So a triangle that
    /// is less high than v is long counts as its longest side, and for a side, whose direction errs by e over its
    /// length, v is freed of its part along it. So is the product of a sliver of the part along its longest side: turned about
    /// that side, the plane moves at the corners by no more than the sliver is wide.
    #[inline(always)]
    pub(crate) fn normal(&self, v: &V) -> V {
        let [a, b, c, _] = &self.vertices;
        let across = |e: &V| v - e * (e.dot(v) / e.norm_squared());
        match self.count {
            2 => across(&(b.y - a.y)),
            3 => {
                let (ab, ac) = (b.y - a.y, c.y - a.y);
                let n = ab.cross(&ac);
                let longest = longest(ab, longest(ac, c.y - b.y));
                let squared = longest.norm_squared();
                if n.norm_squared() <= squared * v.norm_squared() {
                    across(&longest)
                } else {
                    let n = if n.dot(v) < 0.0 { -n } else { n };
                    if n.norm_squared() > SLIVER * (squared * squared) {
                        n
                    } else {
                        n - longest * (n.dot(&longest) / squared)
                    }
                }
            }
            _ => *v,
        }
    }

    /// Where the nearest point to `x` is on an edge of a face up to rounding, that face, a bit for each of its vertices: of the faces that
    /// hold the point, the one whose plane is the farthest from `x` on this side of all vertices, as far as the point itself may be.
    /// Slivers tell no normal. No bits where there is none.
    #[cold]
    #[inline(never)]
    pub(crate) fn face_beside(&self, x: V) -> u32 {
        let (weights, _) = self.nearest(&x);
        let vertices = self.vertices();
        let mut best = (0.0, 0);
        for face in [0b0111_u32, 0b1011, 0b1101, 0b1110] {
            let holds = |i: usize| face >> i & 1 != 0;
            let mut corners = (0..vertices.len()).filter(|i| holds(*i));
            let carries = (0..4).all(|i| weights[i] <= 0.0 || holds(i));
            let (Some(i), Some(j), Some(k), true) =
                (corners.next(), corners.next(), corners.next(), carries)
            else {
                continue;
            };
            let [a, b, c] = [i, j, k].map(|i| vertices[i].y);
            let (ab, ac) = (b - a, c - a);
            let n = ab.cross(&ac);
            let squared = n.norm_squared();
            if squared <= SLIVER * ab.norm_squared() * ac.norm_squared() {
                continue;
            }
            let toward = if n.dot(&(x - a)) < 0.0 { -1.0 } else { 1.0 };
            let n = n * (toward / sqrt(squared));
            let way = |v: &Vertex| n.dot(&(x - v.y));
            let least = vertices.iter().map(way).fold(f64::INFINITY, f64::min);
            if least > best.0 {
                best = (least, face);
            }
        }
        best.1
    }

    /// The carried point of the core, seen through `part` of each vertex.
    pub(crate) fn mix(&self, part: impl Fn(&Vertex) -> V) -> V {
        let mut sum = V::zeros();
        for (v, w) in self.vertices().iter().zip(self.weights) {
            sum += part(v) * w;
        }
        sum
    }

    /// The vertices with their weights: the mixture that is the carried point. Unused ones weigh 0.
    pub(crate) fn parts(&self) -> [(&Vertex, f64); 4] {
        let weight = |i: usize| if i < self.count { self.weights[i] } else { 0.0 };
        let [a, b, c, d] = &self.vertices;
        [
            (a, weight(0)),
            (b, weight(1)),
            (c, weight(2)),
            (d, weight(3)),
        ]
    }
}

impl Simplex {
    /// The carried point, moved out by the radius toward `x`; along `normal` where the cube of the way to it is no more than `faint`: it
    /// then tells less of the direction than the plane does.
    pub(crate) fn mixture(&self, x: &V, normal: V, faint: f64) -> Mixture {
        let mut mixture = Mixture::of(&self.parts(), normal);
        let out = x - mixture.y;
        let length = sqrt(out.norm_squared());
        if length * length * length > faint && out.dot(&normal) > 0.5 * length {
            mixture.rounding = out / length;
        }
        mixture
    }
}

fn longest(a: V, b: V) -> V {
    if a.norm_squared() > b.norm_squared() {
        a
    } else {
        b
    }
}
