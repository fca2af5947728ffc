//! What meshes take of memory, and that casts and changes of pose take none, by counting allocations.

use allocation_counter::measure;
use nalgebra::{Isometry3, Point3};
use swept_scene::{
    Build, Compound, Feature, Geometry, HeightField, MeshOptions, Motion, Next, Object, Query,
    Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Capsule, ConvexHull, Cuboid, Placed, Sphere, Support};

fn height(x: f32, z: f32) -> f32 {
    2.0 * (0.11 * x).sin() * (0.13 * z).cos() + 0.4 * (0.9 * x).sin() * (0.7 * z).sin()
}

/// Rolling ground of 2 n² triangles.
fn ground(n: u32) -> (Vec<Point3<f32>>, Vec<[u32; 3]>) {
    let points = (0..=n).flat_map(|i| {
        (0..=n).map(move |j| Point3::new(i as f32, height(i as f32, j as f32), j as f32))
    });
    let triangles = (0..n).flat_map(|i| {
        (0..n).flat_map(move |j| {
            let p = i * (n + 1) + j;
            [[p, p + 1, p + n + 1], [p + 1, p + n + 2, p + n + 1]]
        })
    });
    (points.collect(), triangles.collect())
}

#[test]
fn a_mesh_and_its_tree_take_a_hundred_bytes_per_triangle_at_most() {
    for build in Build::ALL {
        for n in [10, 40, 100, 181] {
            let options = MeshOptions {
                build,
                ..MeshOptions::default()
            };
            let mut made = None;
            let counted = measure(|| {
                let (points, triangles) = ground(n);
                made = TriangleMesh::with_options(points, triangles, &options).ok();
            });
            let mesh = made.unwrap();
            let count = mesh.triangles().len();
            let each = counted.bytes_current as f64 / count as f64;
            println!("{build:?}, {count} triangles: {each:.1} bytes each");
            assert!(
                each <= 100.0,
                "{build:?}, {count} triangles: {each} bytes each"
            );
            // What it says of itself is what was counted.
            assert_eq!(
                mesh.memory() as i64,
                counted.bytes_current,
                "{build:?}, {count}"
            );
        }
    }
}

#[test]
fn a_height_field_takes_what_it_says() {
    for (rows, columns) in [(2, 2), (3, 9), (41, 17), (100, 200)] {
        for holes in [false, true] {
            let mut made = None;
            let counted = measure(|| {
                let heights = (0..rows * columns).map(|i| height(i as f32, 0.0)).collect();
                let field = HeightField::new(rows, columns, heights, [1.0; 3]).unwrap();
                made = Some(if holes {
                    field.with_holes(|row, column| (row + column) % 7 == 0)
                } else {
                    field
                });
            });
            let memory = made.unwrap().memory() as i64;
            println!("{rows} by {columns}: {memory} bytes");
            assert_eq!(
                memory, counted.bytes_current,
                "{rows} by {columns}, {holes}"
            );
        }
    }
}

fn scene() -> Scene<f32> {
    let (points, triangles) = ground(40);
    let mesh = TriangleMesh::new(points, triangles).unwrap();
    let heights = (0..41 * 41).map(|i| height((i % 41) as f32, (i / 41) as f32));
    let field = HeightField::new(41, 41, heights.collect(), [1.0, 1.0, 1.0]).unwrap();
    let cube = || Geometry::from(Cuboid::new([0.5; 3]).unwrap());
    let parts = (0..6).map(|i| (cube(), Isometry3::translation(3.0 * i as f32, 6.0, 4.0)));
    Scene::of([
        Object::new(mesh),
        Object::new(field).at([50.0, 0.0, 0.0]),
        Object::new(Compound::new(parts).unwrap()),
        Object::new(Sphere::new(1.0).unwrap()).at([20.0, 5.0, 20.0]),
    ])
    .unwrap()
}

/// A hull with a table of its corners.
fn hull() -> ConvexHull<f32> {
    let corners = (0..32).map(|i| {
        let (a, b) = (i as f32 * 2.4, i as f32 * 0.7);
        Point3::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos())
    });
    ConvexHull::new(corners).unwrap()
}

#[test]
fn a_change_of_pose_copies_no_shape() {
    let mut scene =
        Scene::of([Object::new(hull()), Object::new(hull()).at([9.0, 0.0, 0.0])]).unwrap();
    let ids: Vec<_> = scene.objects().map(|(id, _)| id).collect();
    // So few that they are looked at one by one, and rebuilt seldom.
    for (i, id) in ids.iter().cycle().take(8).enumerate() {
        let counted = measure(|| {
            assert_eq!(scene.set_pose(*id, [i as f32, 1.0, 0.0]), Ok(true));
        });
        assert_eq!(counted.count_total, 0);
        assert_eq!(scene.get(*id).unwrap().pose.translation.x, i as f32);
    }
}

#[test]
fn casts_do_not_allocate() {
    let scene = scene();
    let query = Query::default();
    let hull = hull();
    let (sphere, capsule) = (Sphere::new(0.5).unwrap(), Capsule::new(0.5, 0.25).unwrap());
    let cuboid = Cuboid::new([0.5, 0.25, 0.4]).unwrap();
    let shapes: [&dyn Support; 4] = [&sphere, &capsule, &cuboid, &hull];
    let mut kinds = [0; 2];
    for case in 0..400 {
        let spread = |k: usize, of: usize| (case * k % of) as f32 / of as f32;
        let from = [
            90.0 * spread(37, 101),
            5.0 + 4.0 * spread(11, 23),
            40.0 * spread(29, 97),
        ];
        let way = [
            20.0 * spread(7, 13) - 10.0,
            -3.0 - 8.0 * spread(5, 17),
            20.0 * spread(3, 19) - 10.0,
        ];
        let moving = Placed::new(shapes[case % 4], from).unwrap();
        let motion = Motion::new(moving, way).unwrap();
        let mut found = SceneOutcome::Miss;
        let counted = measure(|| {
            found = scene.cast_closest(&motion, &query);
            let _ = scene.cast_any(&motion, &query);
            scene.cast_each(&motion, &query, |_| Next::Continue);
        });
        assert_eq!(counted.count_total, 0, "case {case}: {found:?}");
        match found {
            SceneOutcome::Hit(_) => kinds[0] += 1,
            SceneOutcome::Miss => kinds[1] += 1,
            _ => {}
        }
    }
    assert!(kinds[0] > 100 && kinds[1] > 10, "{kinds:?}");
}

/// However many faces meet at the corner that is met.
#[test]
fn casts_at_corners_of_many_faces_do_not_allocate() {
    for sides in [3_u32, 12, 13, 100, 900] {
        let rim = |i: u32| {
            let (sin, cos) = (std::f32::consts::TAU * i as f32 / sides as f32).sin_cos();
            Point3::new(cos, 0.0, -sin)
        };
        let corners = std::iter::once(Point3::new(0.0, 0.5, 0.0)).chain((0..sides).map(rim));
        let triangles = (0..sides).map(|i| [0, 1 + i, 1 + (i + 1) % sides]);
        let mesh = TriangleMesh::new(corners.collect(), triangles.collect()).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        for from in [[0.0, 3.0, 0.0], [0.2, 3.0, 0.1], [0.0, -3.0, 0.0]] {
            let ball = Placed::new(Sphere::new(0.25).unwrap(), from).unwrap();
            let motion = Motion::new(ball, from.map(|x| -2.0 * x)).unwrap();
            let mut found = SceneOutcome::Miss;
            let counted = measure(|| found = scene.cast_closest(&motion, &Query::default()));
            let SceneOutcome::Hit(hit) = found else {
                panic!("{sides}, {from:?}: {found:?}")
            };
            let is_corner = matches!(hit.place.feature, Some(Feature::Corner(_)));
            assert!(is_corner || from[1] < 0.0, "{sides}, {from:?}: {hit:?}");
            assert_eq!(counted.count_total, 0, "{sides}, {from:?}: {hit:?}");
        }
    }
}
