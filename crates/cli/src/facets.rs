//! A scene as triangles: for its size, and for the picture.

use nalgebra::{Isometry3, Point3, Vector3};
use std::ops::Range;
use swept::scene::{Geometry, Scene, SubShape};
use swept::{Aabb, Placed, PointShape, Real, Shape};
use swept_picture::Solid;

/// The triangles of all objects, in world space.
#[derive(Default)]
pub struct Facets {
    /// Their corners.
    pub triangles: Vec<[Point3<f64>; 3]>,
    /// The same as indices of vertices, those of different objects never equal.
    pub indices: Vec<[u32; 3]>,
    /// How many vertices there are.
    pub vertices: u32,
    runs: Vec<Run>,
}

/// The triangles of one shape.
struct Run {
    slot: u32,
    part: u32,
    whole: Range<usize>,
    /// Whether answers name single triangles of it.
    is_mesh: bool,
}

impl Facets {
    /// The triangles of a scene: those of meshes, and facets of convex shapes. A half-space is shown as a square that is
    /// somewhat larger than all else.
    pub fn of<T: Real>(world: &Scene<T>) -> Self {
        let mut facets = Self::default();
        let mut planes = Vec::new();
        for (id, object) in world.objects() {
            let mut add = |part: u32, geometry: &Geometry<T>, pose: &Isometry3<T>| {
                let Ok(at) = Placed::<T, _>::new(PointShape, *pose) else {
                    return;
                };
                let place =
                    |p: Point3<f64>| Point3::from(at.rotation().apply(&p.coords) + at.position());
                let name = (id.slot(), part);
                match geometry {
                    Geometry::Convex(Shape::HalfSpace(half_space)) => {
                        let normal = at.rotation().apply(&half_space.normal().map(Real::to_f64));
                        planes.push((name, normal, place(Point3::origin())));
                    }
                    Geometry::Convex(shape) => facets.solid(name, shape, place),
                    Geometry::Mesh(mesh) => {
                        let corners = mesh.vertices().iter();
                        let corners = corners.map(|p| place(p.map(Real::to_f64))).collect();
                        facets.add(name, corners, mesh.triangles(), true);
                    }
                    _ => {}
                }
            };
            match &object.geometry {
                Geometry::Compound(compound) => (0..)
                    .map_while(|i| Some((i, compound.part(i, &object.pose)?)))
                    .for_each(|(i, (geometry, pose))| add(i, geometry, &pose)),
                geometry => add(0, geometry, &object.pose),
            }
        }
        let bounds = facets.bounds();
        let (centre, size) = bounds.map_or((Point3::origin(), 10.0), |b| {
            (nalgebra::center(&b.min, &b.max), (b.max - b.min).norm())
        });
        for (name, normal, through) in planes {
            let middle = centre - normal * normal.dot(&(centre - through));
            let other = Vector3::ith(normal.iamin(), 1.0);
            let u = normal.cross(&other).normalize() * size;
            let v = normal.cross(&u);
            let corners = vec![
                middle - u - v,
                middle + u - v,
                middle + u + v,
                middle - u + v,
            ];
            facets.add(name, corners, &[[0, 1, 2], [0, 2, 3]], false);
        }
        facets
    }

    fn solid<T: Real>(
        &mut self,
        name: (u32, u32),
        shape: &Shape<T>,
        place: impl Fn(Point3<f64>) -> Point3<f64>,
    ) {
        let solid = Solid::new(shape, Point3::origin());
        let corners: Vec<_> = solid
            .faces
            .iter()
            .flat_map(|(c, _)| c.map(&place))
            .collect();
        let triangles: Vec<_> = match shape {
            // Flat shapes have no facets.
            Shape::Triangle(triangle) => {
                let corners = triangle.corners().map(|p| place(p.map(Real::to_f64)));
                return self.add(name, corners.into(), &[[0, 1, 2]], false);
            }
            _ => (0..corners.len() as u32 / 3)
                .map(|i| [0, 1, 2].map(|k| 3 * i + k))
                .collect(),
        };
        self.add(name, corners, &triangles, false);
    }

    fn add(
        &mut self,
        (slot, part): (u32, u32),
        corners: Vec<Point3<f64>>,
        triangles: &[[u32; 3]],
        is_mesh: bool,
    ) {
        let first = self.triangles.len();
        for triangle in triangles {
            self.triangles.push(triangle.map(|i| corners[i as usize]));
            self.indices.push(triangle.map(|i| self.vertices + i));
        }
        self.vertices += corners.len() as u32;
        self.runs.push(Run {
            slot,
            part,
            whole: first..self.triangles.len(),
            is_mesh,
        });
    }

    /// The box around everything.
    pub fn bounds(&self) -> Option<Aabb> {
        Aabb::around(self.triangles.iter().flatten().copied())
    }

    /// The triangles that an answer is about: one of a mesh, or all of a convex shape.
    pub fn of_answer(&self, at: &SubShape) -> Range<usize> {
        let of = |run: &&Run| (run.slot, run.part) == (at.id.slot(), at.part);
        match (self.runs.iter().find(of), at.triangle) {
            (Some(run), Some(i)) if run.is_mesh => {
                let i = run.whole.start + i as usize;
                i..i + 1
            }
            (Some(run), None) => run.whole.clone(),
            _ => 0..0,
        }
    }
}
