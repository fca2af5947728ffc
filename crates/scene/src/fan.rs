//! The faces that meet at an edge or a corner, and the normals that a surface can have there.

use crate::Feature;
use crate::tolerance::{FLAT, MOST_FACES, PARALLEL, POLAR};
use crate::triangles::{Triangles, normal, winding};
use nalgebra::{Point3, Vector3};
use swept_support::Real;

/// The faces around an edge or a corner, seen from one side: what they say of a direction and of a motion, as they are gone over. However
/// many there are, none is kept.
pub(crate) struct Fan<'a> {
    /// The direction in which a normal is sought, of unit length, and the motion.
    raw: &'a Vector3<f64>,
    motion: &'a Vector3<f64>,
    /// The unit normal, on that side, of the face that is begun with; the one that is nearest to `raw`; and the one that is most opposed
    /// to the motion.
    first: Vector3<f64>,
    nearest: Vector3<f64>,
    opposed: Vector3<f64>,
    /// Of the edges that stand out on that side, the normal nearest to `raw`.
    ridge: Option<Vector3<f64>>,
    /// Of a corner, whether edges leave it, and none of them toward `raw`.
    peak: Option<bool>,
    /// The faces' normals, each times its angle at the corner, or at an edge alike: added up.
    weighted: Vector3<f64>,
    /// How many faces were gone over.
    count: usize,
    /// Whether the surface ends here, or is folded back on itself: then it can be met from anywhere.
    open: bool,
}

impl<'a> Fan<'a> {
    /// The faces of `mesh` at a feature of `triangle`, beginning with the unit normal of its own on the side that is meant.
    pub(crate) fn around<T: Real>(
        mesh: &impl Triangles<T>,
        (triangle, feature): (u32, Feature),
        face: &Vector3<f64>,
        (raw, motion): (&'a Vector3<f64>, &'a Vector3<f64>),
    ) -> Self {
        let mut fan = Self {
            raw,
            motion,
            first: *face,
            nearest: *face,
            opposed: *face,
            ridge: None,
            peak: None,
            weighted: *face,
            count: 1,
            open: false,
        };
        match feature {
            Feature::Face => {}
            Feature::Edge(edge) => {
                if let Some((_, there)) = fan.step(mesh, (triangle, face), edge.into(), triangle) {
                    fan.add(&there);
                    fan.weighted += there;
                }
            }
            Feature::Corner(corner) => fan.turn(mesh, triangle, corner.into()),
        }
        fan
    }

    /// Adds a face.
    fn add(&mut self, face: &Vector3<f64>) {
        self.count += 1;
        if face.dot(self.motion) < self.opposed.dot(self.motion) {
            self.opposed = *face;
        }
        if !self.is_nearer(&self.nearest, face) {
            self.nearest = *face;
        }
    }

    /// Whether the first of two directions is nearer to `raw`.
    fn is_nearer(&self, one: &Vector3<f64>, other: &Vector3<f64>) -> bool {
        one.dot(self.raw).total_cmp(&other.dot(self.raw)).is_gt()
    }

    /// Goes around a corner of `start`, from edge to edge, until it comes back; both ways to where the surface ends, where it does.
    fn turn<T: Real>(&mut self, mesh: &impl Triangles<T>, start: u32, corner: usize) {
        let Some(corners) = mesh.wide(start) else {
            return;
        };
        let pivot = &corners[corner];
        self.weighted *= angle(&corners, pivot);
        let back = self.go(mesh, start, corner, pivot);
        if !back {
            self.open = true;
            self.go(mesh, start, (corner + 2) % 3, pivot);
        }
    }

    /// Goes around `pivot` over an edge of `start`, and on until the surface ends; whether it came back to `start`.
    fn go<T: Real>(
        &mut self,
        mesh: &impl Triangles<T>,
        start: u32,
        edge: usize,
        pivot: &Point3<f64>,
    ) -> bool {
        let (mut at, mut edge, mut here) = (start, edge, self.first);
        while self.count < MOST_FACES {
            let Some((next, there)) = self.step(mesh, (at, &here), edge, start) else {
                return false;
            };
            let spoke = mesh.wide(at).and_then(|c| {
                let far = if c[edge] == *pivot {
                    c[(edge + 1) % 3]
                } else {
                    c[edge]
                };
                (far - pivot).try_normalize(0.0)
            });
            if let Some(spoke) = spoke {
                let leads_away = spoke.dot(self.raw) <= POLAR;
                self.peak = Some(leads_away && self.peak.unwrap_or(true));
            }
            if next == start {
                return true;
            }
            self.add(&there);
            if let Some(corners) = mesh.wide(next) {
                self.weighted += there * angle(&corners, pivot);
            }
            let Some(out) = other_edge(mesh, next, at, pivot) else {
                return false;
            };
            (at, edge, here) = (next, out, there);
        }
        false
    }

    /// Goes over an edge of `at`, whose face has the normal `here`: the triangle there and its normal, on the same side. Where that
    /// triangle is `start`, a ridge between the two goes by the normal that it was begun with.
    fn step<T: Real>(
        &mut self,
        mesh: &impl Triangles<T>,
        (at, here): (u32, &Vector3<f64>),
        edge: usize,
        start: u32,
    ) -> Option<(u32, Vector3<f64>)> {
        let Some((next, across)) = Across::edge(mesh, at, edge) else {
            self.open = true;
            return None;
        };
        let side = across.winding.dot(here).signum();
        let there = across.normal * side;
        let turn = here.dot(&there);
        if turn < -PARALLEL {
            // Folded flat on itself, as where a face with an inward corner is split into a fan: an edge of a plate.
            self.open = true;
        } else if across.rise * side < 0.0 && turn < PARALLEL {
            let beyond = if next == start { self.first } else { there };
            let ridge = between(here, &beyond, self.raw);
            if self
                .ridge
                .is_none_or(|known| !self.is_nearer(&known, &ridge))
            {
                self.ridge = Some(ridge);
            }
        }
        Some((next, there))
    }

    /// The direction nearest to `raw`, of unit length, that the surface can have here; `None` when it can have `raw` itself
    /// because it ends here or stands out on all sides.
    ///
    /// At a corner that stands out on all sides, it can have every direction that no edge leaves the corner toward.
    pub(crate) fn nearest(&self) -> Option<Vector3<f64>> {
        if self.open || self.peak == Some(true) {
            return None;
        }
        let ridge = self
            .ridge
            .filter(|ridge| !self.is_nearer(&self.nearest, ridge));
        Some(ridge.unwrap_or(self.nearest))
    }

    /// Whether `raw` leads to the other side of the surface, where no point of it is nearer to what lies along `raw` than the edge
    /// or the corner is: by the sign of its product with the faces' normals weighted by their angles. One face alone does not tell:
    /// above an edge that is sharper than a right angle it can be met from beyond its plane.
    ///
    /// Source: J. A. Bærentzen, H. Aanæs, *Signed distance computation using the angle weighted pseudonormal* (2005).
    pub(crate) fn is_behind(&self) -> bool {
        self.weighted.dot(self.raw) < -FLAT
    }

    /// The face's normal that is most opposed to the motion; of equals, that of the triangle itself.
    pub(crate) fn most_opposed(&self) -> Vector3<f64> {
        self.opposed
    }
}

/// The angle of a triangle at a point, which is one of its corners.
fn angle(corners: &[Point3<f64>; 3], pivot: &Point3<f64>) -> f64 {
    let mut sides = corners.iter().filter(|p| *p != pivot).map(|p| p - pivot);
    let [a, b] = [sides.next(), sides.next()].map(Option::unwrap_or_default);
    a.angle(&b)
}

/// What lies across an edge of a triangle.
struct Across {
    /// The triangle's own normal, of any length.
    winding: Vector3<f64>,
    /// The neighbour's unit normal, as if it were wound like the triangle.
    normal: Vector3<f64>,
    /// How far the neighbour rises above the triangle's plane, along `winding`.
    rise: f64,
}

impl Across {
    fn edge<T: Real>(mesh: &impl Triangles<T>, at: u32, edge: usize) -> Option<(u32, Self)> {
        let next = mesh.neighbours(at)[edge]?;
        let corners = mesh.wide(at)?;
        let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
        let beyond = mesh.wide(next)?.into_iter().find(|p| *p != a && *p != b)?;
        let winding = winding(&corners);
        let across = Self {
            winding,
            normal: normal(&[b, a, beyond])?,
            rise: winding.dot(&(beyond - a)),
        };
        Some((next, across))
    }
}

/// The edge of `triangle` that ends at `pivot` and does not lead to `from`.
fn other_edge<T: Real>(
    mesh: &impl Triangles<T>,
    triangle: u32,
    from: u32,
    pivot: &Point3<f64>,
) -> Option<usize> {
    let corners = mesh.wide(triangle)?;
    let corner = corners.iter().position(|p| p == pivot)?;
    let across = mesh.neighbours(triangle);
    [corner, (corner + 2) % 3]
        .into_iter()
        .find(|&edge| across[edge] != Some(from))
}

/// The unit vector nearest to `raw` on the shorter arc from `a` to `b`.
fn between(a: &Vector3<f64>, b: &Vector3<f64>, raw: &Vector3<f64>) -> Vector3<f64> {
    let axis = a.cross(b);
    let flat = raw - axis * (axis.dot(raw) / axis.norm_squared());
    // On the arc when it is turned from `a` toward `b`, and from `b` toward `a`.
    let on_arc = a.cross(&flat).dot(&axis) >= 0.0 && flat.cross(b).dot(&axis) >= 0.0;
    match flat.try_normalize(0.0) {
        Some(flat) if on_arc => flat,
        _ if a.dot(raw) >= b.dot(raw) => *a,
        _ => *b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TriangleMesh;

    /// A direction and a motion that do not matter.
    const ANY: (&Vector3<f64>, &Vector3<f64>) =
        (&Vector3::new(0.0, 1.0, 0.0), &Vector3::new(0.0, -1.0, 0.0));

    /// The faces of a box with these sides, each of two triangles: at some corners a face has one of them, at others both.
    fn boxes(sides: [f64; 3]) -> TriangleMesh<f64> {
        let corner = |i: usize| Point3::from([0, 1, 2].map(|k| sides[k] * (i >> k & 1) as f64));
        let triangles = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6]].into_iter();
        let triangles = triangles.chain([[0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3]]);
        let triangles = triangles.chain([[0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]);
        TriangleMesh::new((0..8).map(corner).collect(), triangles.collect()).unwrap()
    }

    /// Three right angles meet at the corner of a box, so that its weighted normal is along the diagonal: whichever triangle is met there,
    /// and however the faces are cut, though the triangles' own angles are all different.
    #[test]
    fn a_corner_of_a_box_has_the_diagonal_for_its_normal() {
        let mesh = boxes([1.0, 2.0, 5.0]);
        let middle = Vector3::new(0.5, 1.0, 2.5);
        for (triangle, of) in mesh.triangles().iter().zip(0..) {
            let corners = mesh.wide(of).unwrap();
            for corner in 0..3_u8 {
                let face = normal(&corners).unwrap();
                let fan = Fan::around(&mesh, (of, Feature::Corner(corner)), &face, ANY);
                let out = corners[usize::from(corner)].coords - middle;
                let diagonal = out.map(f64::signum) * std::f64::consts::FRAC_PI_2;
                let error = (fan.weighted - diagonal).norm();
                assert!(error < 1e-12, "{triangle:?} {corner}: {:?}", fan.weighted);
            }
        }
    }

    /// Of a box: at a corner that stands out on all sides every direction between its edges' is kept, and seen from inside none is.
    #[test]
    fn at_a_corner_that_stands_out_each_direction_is_kept() {
        let mesh = boxes([1.0, 2.0, 5.0]);
        let middle = Vector3::new(0.5, 1.0, 2.5);
        for of in 0..mesh.triangles().len() as u32 {
            let corners = mesh.wide(of).unwrap();
            let face = normal(&corners).unwrap();
            for corner in 0..3_u8 {
                let out = (corners[usize::from(corner)].coords - middle).map(f64::signum);
                for weights in [[1.0, 1.0, 1.0], [3.0, 0.5, 0.1], [0.1, 0.2, 4.0]] {
                    let raw = out.component_mul(&Vector3::from(weights)).normalize();
                    let nearest = |face, raw| {
                        let at = (of, Feature::Corner(corner));
                        Fan::around(&mesh, at, &face, (&raw, ANY.1)).nearest()
                    };
                    assert_eq!(nearest(face, raw), None, "{of} {corner} {raw}");
                    // From inside, only the faces' own normals.
                    let inside = nearest(-face, -raw).unwrap();
                    assert!((inside.amax() - 1.0).abs() < 1e-12, "{inside}");
                    // Of these the nearest.
                    assert!((inside.dot(&-raw) - raw.amax()).abs() < 1e-12, "{inside}");
                }
            }
        }
    }

    /// A disc that is cut about its middle is flat there, however many sides it has; with more than are looked at it counts as open.
    #[test]
    fn the_middle_of_a_disc_is_flat() {
        let raw = Vector3::new(0.8, 0.6, 0.0);
        for sides in [3, 12, 64, 65, 1000, MOST_FACES as u32 + 1] {
            let rim = |i: u32| {
                let (sin, cos) =
                    (std::f64::consts::TAU * f64::from(i) / f64::from(sides)).sin_cos();
                Point3::new(cos, 0.0, -sin)
            };
            let corners = std::iter::once(Point3::origin()).chain((0..sides).map(rim));
            let triangles = (0..sides).map(|i| [0, 1 + i, 1 + (i + 1) % sides]);
            let mesh = TriangleMesh::new(corners.collect(), triangles.collect()).unwrap();
            let face = normal(&mesh.wide(0).unwrap()).unwrap();
            let at = (0, Feature::Corner(0));
            let found = Fan::around(&mesh, at, &face, (&raw, ANY.1)).nearest();
            if sides as usize > MOST_FACES {
                assert_eq!(found, None);
            } else {
                let flat = found.is_some_and(|n| (n - Vector3::y()).norm() < 1e-12);
                assert!(flat, "{sides}: {found:?}");
            }
        }
    }

    /// Across a fold of two faces that lean by 45 degrees to x and against it: between their normals what stands out keeps a direction, and
    /// a valley has one of the two.
    #[test]
    fn between_two_faces_a_ridge_has_all_directions_and_a_valley_two() {
        let (sin, cos) = std::f64::consts::FRAC_PI_4.sin_cos();
        for (rise, is_ridge) in [(-1.0, true), (1.0, false)] {
            let corners = [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [2.0, 2.0 * rise, 0.0]];
            let corners = corners.into_iter().chain([[-2.0, 2.0 * rise, 0.0]]);
            let triangles = vec![[0, 1, 2], [1, 0, 3]];
            let mesh = TriangleMesh::new(corners.map(Point3::from).collect(), triangles).unwrap();
            let face = normal(&mesh.wide(0).unwrap()).unwrap();
            for turn in [-1.2_f64, -0.5, 0.1, 0.6, 1.3] {
                let raw = Vector3::new(turn.sin(), turn.cos(), 0.0);
                let side = Vector3::new(sin.copysign(turn), cos, 0.0);
                let expected = if is_ridge && turn.abs() < std::f64::consts::FRAC_PI_4 {
                    raw
                } else {
                    side
                };
                let at = (0, Feature::Edge(0));
                let found = Fan::around(&mesh, at, &face, (&raw, ANY.1))
                    .nearest()
                    .unwrap();
                assert!((found - expected).norm() < 1e-12, "{rise} {turn}: {found}");
            }
        }
    }
}
