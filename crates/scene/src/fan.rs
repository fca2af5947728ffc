//! The faces that meet at an edge or a corner, and the normals that a surface can have there.

use crate::Feature;
use crate::tolerance::{PARALLEL, POLAR};
use crate::triangles::{Triangles, normal};
use nalgebra::{Point3, Vector3};
use smallvec::SmallVec;
use swept_support::Real;

/// The faces around an edge or a corner, seen from one side.
pub(crate) struct Fan {
    /// Unit normals on that side.
    faces: SmallVec<[Vector3<f64>; 12]>,
    /// The edges that stand out on that side, as the numbers of the faces beside them.
    ridges: SmallVec<[[usize; 2]; 12]>,
    /// Of a corner, the directions in which edges leave it.
    spokes: SmallVec<[Vector3<f64>; 12]>,
    /// Whether the surface ends here: then it can be met from anywhere.
    open: bool,
}

/// More faces around one corner are not looked at.
const MOST_FACES: usize = 64;

impl Fan {
    /// The faces of `mesh` at a feature of `triangle`, on the side of its normal times `side`; `None` when it has no area.
    pub(crate) fn around<T: Real>(
        mesh: &impl Triangles<T>,
        triangle: u32,
        feature: Feature,
        side: f64,
    ) -> Option<Self> {
        let mut fan = Self {
            faces: SmallVec::new(),
            ridges: SmallVec::new(),
            spokes: SmallVec::new(),
            open: false,
        };
        fan.faces.push(mesh.normal(triangle)? * side);
        match feature {
            Feature::Face => {}
            Feature::Edge(edge) => {
                fan.step(mesh, triangle, edge.into());
            }
            Feature::Corner(corner) => fan.turn(mesh, triangle, corner.into()),
        }
        Some(fan)
    }

    /// Goes around a corner of `start`, from edge to edge, until it comes back or the surface ends.
    fn turn<T: Real>(&mut self, mesh: &impl Triangles<T>, start: u32, corner: usize) {
        let Some(pivot) = mesh.wide(start).map(|c| c[corner]) else {
            return;
        };
        let (mut at, mut edge) = (start, corner);
        while self.faces.len() < MOST_FACES {
            let Some(next) = self.step(mesh, at, edge) else {
                return;
            };
            self.spokes.extend(mesh.wide(at).and_then(|c| {
                let far = if c[edge] == pivot {
                    c[(edge + 1) % 3]
                } else {
                    c[edge]
                };
                (far - pivot).try_normalize(0.0)
            }));
            if next == start {
                // The face just added is the first one again.
                self.faces.pop();
                let count = self.faces.len();
                self.ridges.iter_mut().flatten().for_each(|f| *f %= count);
                return;
            }
            let Some(out) = other_edge(mesh, next, at, &pivot) else {
                break;
            };
            (at, edge) = (next, out);
        }
        self.open = true;
    }

    /// Adds the face across an edge of `at`, whose face was added last, and gives its triangle.
    fn step<T: Real>(&mut self, mesh: &impl Triangles<T>, at: u32, edge: usize) -> Option<u32> {
        let from = self.faces.len() - 1;
        let Some((next, across)) = Across::edge(mesh, at, edge) else {
            self.open = true;
            return None;
        };
        let here = self.faces[from];
        let side = mesh.normal(at)?.dot(&here).signum();
        let there = across.normal * side;
        self.faces.push(there);
        if across.rise * side < 0.0 && here.dot(&there) < PARALLEL {
            self.ridges.push([from, from + 1]);
        }
        Some(next)
    }

    /// The direction nearest to `raw`, of unit length, that the surface can have here; `None` when it can have `raw` itself
    /// because it ends here or stands out on all sides.
    ///
    /// At a corner that stands out on all sides, it can have every direction that no edge leaves the corner toward.
    pub(crate) fn nearest(&self, raw: &Vector3<f64>) -> Option<Vector3<f64>> {
        let peak = !self.spokes.is_empty() && self.spokes.iter().all(|s| s.dot(raw) <= POLAR);
        if self.open || peak {
            return None;
        }
        let ridges = self.ridges.iter();
        let ridges = ridges.map(|[a, b]| between(&self.faces[*a], &self.faces[*b], raw));
        let all = self.faces.iter().copied().chain(ridges);
        all.max_by(|a, b| a.dot(raw).total_cmp(&b.dot(raw)))
    }

    /// The face's normal that is most opposed to a motion; of equals, that of the triangle itself.
    pub(crate) fn most_opposed(&self, motion: &Vector3<f64>) -> Vector3<f64> {
        let mut best = self.faces[0];
        for face in &self.faces[1..] {
            if face.dot(motion) < best.dot(motion) {
                best = *face;
            }
        }
        best
    }
}

/// What lies across an edge of a triangle.
struct Across {
    /// The neighbour's unit normal, as if it were wound like the triangle.
    normal: Vector3<f64>,
    /// How far the neighbour rises above the triangle's plane, along the normal of its winding.
    rise: f64,
}

impl Across {
    fn edge<T: Real>(mesh: &impl Triangles<T>, at: u32, edge: usize) -> Option<(u32, Self)> {
        let next = mesh.neighbours(at)[edge]?;
        let corners = mesh.wide(at)?;
        let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
        let beyond = mesh.wide(next)?.into_iter().find(|p| *p != a && *p != b)?;
        let normal = normal(&[b, a, beyond])?;
        let rise = mesh.normal(at)?.dot(&(beyond - a));
        Some((next, Self { normal, rise }))
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
