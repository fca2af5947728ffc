//! A body of each kind that has parts, about as large as 40 units and about the origin.

use parry3d_f64::math::{IVector, Pose, Vector};
use parry3d_f64::shape::{
    Compound, HeightField, Polyline, Shape, SharedShape, TriMesh, Triangle, Voxels,
};
use parry3d_f64::utils::Array2;

pub fn with_parts() -> [(&'static str, Box<dyn Shape>); 5] {
    let heights = (0..41 * 41).map(|i| f64::from(i * 37 % 11) / 11.0);
    let heights = Array2::new(41, 41, heights.collect());
    let field = HeightField::new(heights, Vector::new(40.0, 1.0, 40.0));
    let key = |i: i64| IVector::new(i % 40 - 20, i * 7 % 3, i / 40 - 20);
    let keys: Vec<_> = (0..1600).map(key).collect();
    let triangles: Vec<Triangle> = field.triangles().collect();
    let corners = triangles.iter().flat_map(|t| [t.a, t.b, t.c]).collect();
    let indices = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let along = (-20..=20).map(|i| Vector::new(f64::from(i), 0.25, f64::from(i % 2) / 2.0));
    let part = |i: i32| {
        let at = Pose::translation(f64::from(2 * i), 0.0, 0.0);
        (at, SharedShape::cuboid(1.0, 0.5, 20.0))
    };
    [
        (
            "mesh",
            Box::new(TriMesh::new(corners, indices.collect()).unwrap()),
        ),
        ("height field", Box::new(field)),
        ("voxels", Box::new(Voxels::new(Vector::ONE, &keys))),
        ("polyline", Box::new(Polyline::new(along.collect(), None))),
        (
            "compound",
            Box::new(Compound::new((-10..10).map(part).collect())),
        ),
    ]
}
