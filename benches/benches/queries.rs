//! Times what is asked of rolling ground of triangles without a sweep: distances, overlaps and rays, against parry in one process and in
//! `f32`.
//!
//! ```sh
//! cargo bench -p swept-benches --bench queries
//! ```
//!
//! Both answer blocks of queries in turn; the least time of each block counts. Of shapes that overlap the ground swept finds the deepest
//! overlap, and parry says 0 at the first, so only overlaps are compared there.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{Ray, RayCast, distance, intersection_test};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept::{Capsule, ConvexHull, Cuboid, Cylinder, Placed, Shape, Sphere};
use swept_benches::{ground, height, round_corners, side_by_side};

const QUERIES: usize = 200;
/// A square of as many cells of side 1.
const CELLS: u32 = 128;
/// How high above the ground shapes are: in it, near it and far from it.
const HEIGHTS: [f32; 3] = [0.0, 4.0, 16.0];

fn main() {
    let (points, triangles) = ground(CELLS);
    let corners = points.iter().map(|p| vector(&p.coords));
    let theirs = peer::TriMesh::new(corners.collect(), triangles.clone()).expect("a mesh");
    let ours = TriangleMesh::new(points, triangles).expect("a mesh");
    let ours = Scene::of([Object::new(ours)]).expect("a scene");
    let count = 2 * CELLS * CELLS;
    println!("{QUERIES} queries each of {count} triangles: us per query, and as a part of parry's");
    println!(
        "{:18}{:>10}{:>10}{:>8}  both agree in",
        "", "swept", "parry", "part"
    );
    for (name, shape, peer) in shapes() {
        for above in HEIGHTS {
            let places = places(above);
            if above > 0.0 {
                let title = format!("{name} {above}");
                distances(&title, &places, (&ours, &shape), (&theirs, &*peer));
            }
            let title = format!("{name} {above} meets");
            overlaps(&title, &places, (&ours, &shape), (&theirs, &*peer));
        }
    }
    for reach in [4.0, 40.0] {
        rays(&format!("ray of {reach}"), reach, &ours, &theirs);
    }
}

fn vector(v: &Vector3<f32>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

/// The same for both: a ball, a capsule, a box, a bar of 1:20, a cylinder, a hull of 32 corners.
fn shapes() -> [(&'static str, Shape<f32>, Box<dyn peer::Shape>); 6] {
    let corners = round_corners(1.0);
    let points: Vec<_> = corners.iter().map(|p| vector(&p.coords)).collect();
    let hull = ConvexHull::new(corners).expect("a hull");
    let their_hull = peer::ConvexPolyhedron::from_convex_hull(&points).expect("a hull");
    let ball = Sphere::new(1.0).expect("a ball");
    let capsule = Capsule::new(1.0, 0.5).expect("a capsule");
    let cube = Cuboid::new([1.0; 3]).expect("a box");
    let bar = Cuboid::new([3.0, 0.15, 0.15]).expect("a bar");
    let cylinder = Cylinder::new(1.0, 0.5).expect("a cylinder");
    let cuboid = |half| Box::new(peer::Cuboid::new(half));
    [
        ("ball", ball.into(), Box::new(peer::Ball::new(1.0))),
        (
            "capsule",
            capsule.into(),
            Box::new(peer::Capsule::new_y(1.0, 0.5)),
        ),
        ("box", cube.into(), cuboid(Vector::splat(1.0))),
        ("bar", bar.into(), cuboid(Vector::new(3.0, 0.15, 0.15))),
        (
            "cylinder",
            cylinder.into(),
            Box::new(peer::Cylinder::new(1.0, 0.5)),
        ),
        ("hull", hull.into(), Box::new(their_hull)),
    ]
}

/// A pose for both.
type Place = (Isometry3<f32>, Pose);

fn places(above: f32) -> Vec<Place> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut any = |most: f32| Vector3::from_fn(|_, _| rng.random_range(-most..most));
    let place = |_| {
        let (at, rotation) = (any(1.0), UnitQuaternion::from_scaled_axis(any(2.0)));
        let at = over(&at) + Vector3::y() * (above + 0.5 * at.y);
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| rotation.coords[i]);
        let theirs = Pose {
            rotation: Rotation::from_xyzw(x, y, z, w),
            ..Pose::from_translation(vector(&at))
        };
        (
            Isometry3::from_parts(Translation3::from(at), rotation),
            theirs,
        )
    };
    (0..QUERIES).map(place).collect()
}

/// The point of the ground over which x and z, from −1 to 1, are.
fn over(at: &Vector3<f32>) -> Vector3<f32> {
    let middle = CELLS as f32 / 2.0;
    let [x, z] = [at.x, at.z].map(|x| middle + 0.75 * middle * x);
    Vector3::new(x, height(x.into(), z.into()) as f32, z)
}

type Ours<'a> = (&'a Scene<f32>, &'a Shape<f32>);
type Theirs<'a> = (&'a peer::TriMesh, &'a dyn peer::Shape);

/// Distances agree where they differ by less than a millionth of the shapes' sizes and the distance.
fn distances(title: &str, places: &[Place], (scene, shape): Ours<'_>, (mesh, peer): Theirs<'_>) {
    let query = Query::default();
    let ours = |place: &Place| {
        let still = Motion::at_rest(Placed::new(shape, place.0).ok()?).ok()?;
        let found = scene.distance(&still, f32::INFINITY, &query)?;
        Some(found.distance.separation())
    };
    let theirs = |place: &Place| {
        let found = distance(&place.1, peer, &Pose::IDENTITY, mesh).ok()?;
        Some(found.distance)
    };
    let near = |a: &f32, b: &f32| (a - b).abs() <= 1e-6 * (4.0 + a);
    row(title, places, &ours, &theirs, |a, b| {
        a.iter().zip(b).all(|(a, b)| near(a, b))
    });
}

fn overlaps(title: &str, places: &[Place], (scene, shape): Ours<'_>, (mesh, peer): Theirs<'_>) {
    let query = Query::default();
    let ours = |place: &Place| {
        let still = Motion::at_rest(Placed::new(shape, place.0).ok()?).ok()?;
        Some(scene.overlaps(&still, &query))
    };
    let theirs = |place: &Place| intersection_test(&place.1, peer, &Pose::IDENTITY, mesh).ok();
    let theirs = |place: &Place| theirs(place).map(|found| found.intersecting);
    row(title, places, &ours, &theirs, |a, b| a == b);
}

/// Down onto the ground, at any angle. They agree where both miss, or meet it at fractions within a millionth.
fn rays(title: &str, reach: f32, scene: &Scene<f32>, mesh: &peer::TriMesh) {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut any = || Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0_f32));
    let ray = |_| {
        let (at, to) = (any(), any());
        let from = over(&at) + Vector3::y() * (3.0 + at.y);
        (
            Point3::from(from),
            Vector3::new(to.x, -0.75 + 0.5 * to.y, to.z) * reach,
        )
    };
    let rays: Vec<_> = (0..QUERIES).map(ray).collect();
    let query = Query::default();
    let ours = |(from, way): &(Point3<f32>, Vector3<f32>)| {
        let motion = Motion::ray(*from, *way).ok()?;
        scene
            .cast_closest(&motion, &query)
            .hit()
            .map(|hit| hit.hit.fraction)
    };
    let theirs = |(from, way): &(Point3<f32>, Vector3<f32>)| {
        let ray = Ray::new(vector(&from.coords), vector(way));
        let met = mesh.cast_local_ray_and_get_normal(&ray, 1.0, true);
        met.map(|met| met.time_of_impact)
    };
    row(title, &rays, &ours, &theirs, |a, b| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6,
        (a, b) => a.is_none() && b.is_none(),
    });
}

/// Times both, and counts the answers that agree.
fn row<I, A: PartialEq>(
    title: &str,
    items: &[I],
    ours: &dyn Fn(&I) -> Option<A>,
    theirs: &dyn Fn(&I) -> Option<A>,
    agree: impl Fn(&Option<A>, &Option<A>) -> bool,
) {
    let [swept, parry] = side_by_side(
        items,
        [
            &mut |item| {
                black_box(ours(item));
            },
            &mut |item| {
                black_box(theirs(item));
            },
        ],
    );
    let agreed = items.iter().filter(|i| agree(&ours(i), &theirs(i))).count();
    println!(
        "{title:18}{:10.2}{:10.2}{:8.2}  {agreed}",
        swept / 1e3,
        parry / 1e3,
        swept / parry
    );
}
