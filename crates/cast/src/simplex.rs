//! The simplex of the distance search: up to four support points, and the point of their hull nearest to a given one.
//!
//! The one owner of push, reduce, reject and witness. The nearest point is found face by face rather than by the
//! determinants of Johnson's subalgorithm: for each candidate face the projection is computed from differences to
//! one of its corners, and where rounding leaves several candidates the nearest of them is taken, which is the idea of
//! M. Montanari, N. Petrinic and E. Barbieri (*Improving the GJK algorithm for faster and more reliable distance
//! queries between convex objects*, 2017) of never ending without a valid answer.

use crate::found::Mixture;
use crate::obstacle::Vertex;
use crate::tolerance::{FLAT, SLIVER, TIE};
use nalgebra::Vector3;
use swept_support::sqrt;

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

    /// Reduces the simplex to the vertices that carry the point with these weights.
    #[inline(always)]
    pub(crate) fn reduce(&mut self, weights: &[f64; 4]) {
        let mut kept = 0;
        for (i, w) in weights.iter().enumerate().take(self.count) {
            if *w > 0.0 {
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
    /// The carried point, moved out by the radius toward `x`; along `normal` when `x` is nearer than `faint`: the way to it
    /// then tells less of the direction than the plane does.
    pub(crate) fn mixture(&self, x: &V, normal: V, faint: f64) -> Mixture {
        let mut mixture = Mixture::of(&self.parts(), normal);
        let out = x - mixture.y;
        let length = sqrt(out.norm_squared());
        if length > faint && out.dot(&normal) > 0.5 * length {
            mixture.rounding = out / length;
        }
        mixture
    }
}

/// Weights of the point of a sliver that is moved along its longest side to where that comes nearest to the origin, if it stays
/// in the sliver: across the sliver the weights are off by rounding, along it by that over the sliver's width.
fn along_longest(corners: [&V; 3], weights: [f64; 3]) -> [f64; 3] {
    let side = |i: usize| corners[(i + 1) % 3] - corners[i];
    let longer = |i: usize, j: usize| {
        if side(i).norm_squared() > side(j).norm_squared() {
            i
        } else {
            j
        }
    };
    let i = longer(longer(0, 1), 2);
    let e = side(i);
    let point = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
    let move_by = -point.dot(&e) / e.norm_squared();
    let mut moved = weights;
    moved[i] -= move_by;
    moved[(i + 1) % 3] += move_by;
    if moved.iter().all(|w| *w > 0.0) {
        moved
    } else {
        weights
    }
}

fn longest(a: V, b: V) -> V {
    if a.norm_squared() > b.norm_squared() {
        a
    } else {
        b
    }
}

/// Weights of the point of the segment a b nearest to the origin.
fn on_segment(a: &V, b: &V) -> [f64; 2] {
    let e = b - a;
    let squared = e.norm_squared();
    let along = -a.dot(&e);
    if !(along > 0.0 && squared > 0.0) {
        [1.0, 0.0]
    } else if along >= squared {
        [0.0, 1.0]
    } else {
        let t = along / squared;
        [1.0 - t, t]
    }
}

/// Weights of the point of the triangle a b c nearest to the origin: inside when the three barycentric coordinates of
/// the projection are positive, otherwise on the nearest of the three sides. On a sliver the projection errs by as much
/// as the sides are away from it, so there the nearest of all four is taken.
#[inline(always)]
pub(crate) fn on_triangle(a: &V, b: &V, c: &V) -> [f64; 3] {
    let (ab, ac) = (b - a, c - a);
    let n = ab.cross(&ac);
    let squared = n.norm_squared();
    let sides = ab.norm_squared() * ac.norm_squared();
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0]);
    if squared > FLAT * sides {
        // With p = −a the origin seen from a: the weight of b is n·(p × ac)/n·n, that of c is n·(ab × p)/n·n.
        let on_b = n.dot(&ac.cross(a)) / squared;
        let on_c = n.dot(&a.cross(&ab)) / squared;
        let on_a = 1.0 - on_b - on_c;
        if on_a > 0.0 && on_b > 0.0 && on_c > 0.0 {
            let inside = [on_a, on_b, on_c];
            if squared > SLIVER * sides {
                return inside;
            }
            let inside = along_longest([a, b, c], inside);
            let point = a * inside[0] + b * inside[1] + c * inside[2];
            best = (point.norm_squared(), inside);
        }
    }
    let [s, t] = on_segment(a, c);
    consider(&mut best, (a * s + c * t).norm_squared(), [s, 0.0, t]);
    let [s, t] = on_segment(b, c);
    consider(&mut best, (b * s + c * t).norm_squared(), [0.0, s, t]);
    let [s, t] = on_segment(a, b);
    consider_older(
        &mut best,
        (a * s + b * t).norm_squared(),
        [s, t, 0.0],
        &[a, b, c],
    );
    best.1
}

/// Weights of the point of a tetrahedron nearest to the origin: all four positive when it lies inside.
///
/// A face may be left out when the origin is on its inner side beyond doubt: the tetrahedron has a height over it, and the
/// origin too, that are more than the rounding of the products they come from. All other faces are candidates.
pub(crate) fn on_tetrahedron(p: &[V; 4]) -> [f64; 4] {
    const FACES: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 2, 3, 1], [0, 1, 3, 2], [0, 1, 2, 3]];
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0, 0.0]);
    let mut inner = [0.0; 4];
    for [i, j, k, opposite] in FACES {
        let (a, b, c) = (p[i], p[j], p[k]);
        let (ab, ac, ad) = (b - a, c - a, p[opposite] - a);
        let n = ab.cross(&ac);
        let (height, origin) = (n.dot(&ad), -n.dot(&a));
        let sides = FLAT * ab.norm_squared() * ac.norm_squared();
        if height * height > sides * ad.norm_squared() && origin * height > 0.0 {
            inner[opposite] = origin / height; // on the inner side of this face
            if origin * origin > sides * a.norm_squared() {
                continue;
            }
        }
        let [u, v, w] = on_triangle(&a, &b, &c);
        let mut weights = [0.0; 4];
        (weights[i], weights[j], weights[k]) = (u, v, w);
        let squared = (a * u + b * v + c * w).norm_squared();
        if opposite == 3 {
            consider_older(&mut best, squared, weights, &[&a, &b, &c]);
        } else {
            consider(&mut best, squared, weights);
        }
    }
    if inner.iter().all(|w| *w > 0.0) {
        inner
    } else {
        best.1
    }
}

fn consider<const N: usize>(best: &mut (f64, [f64; N]), distance: f64, weights: [f64; N]) {
    if distance < best.0 {
        *best = (distance, weights);
    }
}

/// The same for a face without the newest corner, which must be nearer by more than rounding.
///
/// A support point lies beyond the face that it was asked for, so the nearest point of the simplex that it makes is a mixture
/// with it. How much nearer that is may be less than rounding: where a face is as good as touched at its very end, the
/// mixture is all but one corner, and a better one in place of another counts as little as that one's weight. The search
/// would then return to the face it came from, and stay.
fn consider_older<const N: usize>(
    best: &mut (f64, [f64; N]),
    distance: f64,
    weights: [f64; N],
    corners: &[&V; 3],
) {
    let gain = best.0 - distance;
    if gain > 0.0 {
        let far = corners
            .iter()
            .fold(0.0, |far: f64, p| far.max(p.norm_squared()));
        // A length errs by that of the corners' coordinates, a square by twice that times the length: gain² counts from
        // TIE² · best · far on.
        if best.0 == f64::INFINITY || gain * (gain / best.0) > TIE * TIE * far {
            *best = (distance, weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64, z: f64) -> V {
        V::new(x, y, z)
    }

    #[test]
    fn the_nearest_point_of_each_kind_of_face() {
        // The triangle (1,-1,-1), (1,1,-1), (1,0,2): the origin projects to (1,0,0), a third of the way up.
        let w = on_triangle(&v(1.0, -1.0, -1.0), &v(1.0, 1.0, -1.0), &v(1.0, 0.0, 2.0));
        let expected = [1.0 / 3.0; 3];
        for (w, e) in w.iter().zip(expected) {
            assert!((w - e).abs() < 1e-15);
        }
        assert_eq!(
            on_segment(&v(1.0, -1.0, 0.0), &v(1.0, 3.0, 0.0)),
            [0.75, 0.25]
        );
        assert_eq!(on_segment(&v(1.0, 1.0, 0.0), &v(1.0, 3.0, 0.0)), [1.0, 0.0]);
        // A flat triangle falls back to its sides.
        let w = on_triangle(&v(1.0, -1.0, 0.0), &v(1.0, 3.0, 0.0), &v(1.0, 1.0, 0.0));
        let y = -w[0] + 3.0 * w[1] + w[2];
        assert!(y.abs() < 1e-15);
    }

    #[test]
    fn the_nearest_point_of_a_sliver_is_as_near_as_its_plane() {
        // 10⁻⁸ wide and 1 long, tilted, and the origin 10⁻⁹ over it, a third of the way along.
        let (e, across, up) = (
            v(0.6, 0.8, 0.0),
            v(-0.8, 0.6, 0.0) * 1e-8,
            v(0.0, 0.0, 1e-9),
        );
        let a = e * (-1.0 / 3.0) - across * 0.4 - up;
        let (b, c) = (a + e, a + e * 0.5 + across);
        let w = on_triangle(&a, &b, &c);
        let nearest = a * w[0] + b * w[1] + c * w[2];
        assert!((nearest.norm() - 1e-9).abs() < 1e-15, "{}", nearest.norm());
    }

    #[test]
    fn inside_a_tetrahedron_all_weights_are_positive() {
        let p = [
            v(1.0, 1.0, 1.0),
            v(-1.0, -1.0, 1.0),
            v(-1.0, 1.0, -1.0),
            v(1.0, -1.0, -1.0),
        ];
        assert_eq!(on_tetrahedron(&p), [0.25; 4]);
        let shifted = p.map(|q| q + v(0.0, 0.0, 3.0));
        let w = on_tetrahedron(&shifted);
        assert_eq!((w[0], w[1]), (0.0, 0.0));
        assert_eq!((w[2], w[3]), (0.5, 0.5));
    }
}
