//! Times what is asked of rolling ground of triangles without a sweep: distances, overlaps and rays, against parry in one process and in
//! `f32`.
//!
//! ```sh
//! cargo bench -p swept-benches --bench queries
//! ```
//!
//! Both answer blocks of queries in turn; the least time of each block counts. Of shapes that overlap the ground swept finds the deepest
//! overlap, and parry says 0 at the first, so only overlaps are compared there. What distances are off by is told by swept in `f64`, whose
//! bounds are proven.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{Ray, RayCast, distance, intersection_test};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept::{Capsule, ConvexHull, Cuboid, Cylinder, Placed, Real, Shape, Sphere};
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
    let exact = points.iter().map(|p| p.cast::<f64>()).collect();
    let (ours, exact) = (of(points, triangles.clone()), of(exact, triangles));
    let count = 2 * CELLS * CELLS;
    println!("{QUERIES} queries each of {count} triangles: us per query, and as a part of parry's");
    println!("{:18}{:>10}{:>10}{:>8}", "", "swept", "parry", "part");
    for (kind, (name, peer)) in peers().iter().enumerate() {
        let shape = shape(kind);
        for above in HEIGHTS {
            let places = places(above);
            if above > 0.0 {
                let title = format!("{name} {above}");
                let truth = truth(&exact, kind, &places);
                distances(&title, &places, (&ours, &shape), (&theirs, &**peer), &truth);
            }
            let title = format!("{name} {above} meets");
            overlaps(&title, &places, (&ours, &shape), (&theirs, &**peer));
        }
    }
    for reach in [4.0, 40.0] {
        rays(&format!("ray of {reach}"), reach, &ours, &theirs);
    }
}

fn vector(v: &Vector3<f32>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn of<T: Real>(points: Vec<Point3<T>>, triangles: Vec<[u32; 3]>) -> Scene<T> {
    let mesh = TriangleMesh::new(points, triangles).expect("a mesh");
    Scene::of([Object::new(mesh)]).expect("a scene")
}

/// A ball, a capsule, a box, a bar of 1:20, a cylinder, a hull of 32 corners.
fn peers() -> [(&'static str, Box<dyn peer::Shape>); 6] {
    let points: Vec<_> = round_corners(1.0)
        .iter()
        .map(|p| vector(&p.coords))
        .collect();
    let hull = peer::ConvexPolyhedron::from_convex_hull(&points).expect("a hull");
    let bar = BAR.map(|x| x as f32);
    [
        ("ball", Box::new(peer::Ball::new(1.0))),
        ("capsule", Box::new(peer::Capsule::new_y(1.0, 0.5))),
        ("box", Box::new(peer::Cuboid::new(Vector::splat(1.0)))),
        ("bar", Box::new(peer::Cuboid::new(Vector::from(bar)))),
        ("cylinder", Box::new(peer::Cylinder::new(1.0, 0.5))),
        ("hull", Box::new(hull)),
    ]
}

const BAR: [f64; 3] = [3.0, 0.125, 0.125];

/// The same.
fn shape<T: Real>(kind: usize) -> Shape<T> {
    let [one, half] = [1.0, 0.5].map(T::nearest);
    match kind {
        0 => Sphere::new(one).expect("a ball").into(),
        1 => Capsule::new(one, half).expect("a capsule").into(),
        2 => Cuboid::new([one; 3]).expect("a box").into(),
        3 => Cuboid::new(BAR.map(T::nearest)).expect("a bar").into(),
        4 => Cylinder::new(one, half).expect("a cylinder").into(),
        _ => {
            let corners = round_corners(1.0).into_iter();
            let corners = corners.map(|p| p.map(|x| T::nearest(x.into())));
            ConvexHull::new(corners).expect("a hull").into()
        }
    }
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

/// The distances in `f64`.
fn truth(scene: &Scene<f64>, kind: usize, places: &[Place]) -> Vec<f64> {
    let (shape, query) = (shape::<f64>(kind), Query::default());
    let distance = |(place, _): &Place| {
        let placed = Placed::new(&shape, place.cast::<f64>()).ok()?;
        let still = Motion::at_rest(placed).ok()?;
        let found = scene.distance(&still, f64::INFINITY, &query)?;
        Some(found.distance.separation())
    };
    places
        .iter()
        .map(|p| distance(p).unwrap_or(f64::NAN))
        .collect()
}

fn distances(
    title: &str,
    places: &[Place],
    (scene, shape): Ours<'_>,
    (mesh, peer): Theirs<'_>,
    truth: &[f64],
) {
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
    row(title, places, &ours, &theirs, |all| {
        let off = all.map(|found| {
            let both = found.iter().zip(truth);
            let off = both.map(|(x, exact)| x.map_or(f64::NAN, |x| (f64::from(x) - exact).abs()));
            off.fold(0.0, |a: f64, b| if b <= a { a } else { b })
        });
        format!("off by {:.1e} and {:.1e}", off[0], off[1])
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
    row(title, places, &ours, &theirs, |all| {
        agree(all, |a, b| a == b)
    });
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
    let same = |a: &Option<f32>, b: &Option<f32>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6,
        (a, b) => a.is_none() && b.is_none(),
    };
    row(title, &rays, &ours, &theirs, |all| agree(all, same));
}

fn agree<A>([a, b]: [&[A]; 2], same: impl Fn(&A, &A) -> bool) -> String {
    let agreed = a.iter().zip(b).filter(|(a, b)| same(a, b)).count();
    format!("agree in {agreed} of {}", a.len())
}

/// Times both, and says what `remark` makes of all answers.
fn row<I, A>(
    title: &str,
    items: &[I],
    ours: &dyn Fn(&I) -> Option<A>,
    theirs: &dyn Fn(&I) -> Option<A>,
    remark: impl Fn([&[Option<A>]; 2]) -> String,
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
    let [a, b] = [ours, theirs].map(|way| items.iter().map(way).collect::<Vec<_>>());
    println!(
        "{title:18}{:10.2}{:10.2}{:8.2}  {}",
        swept / 1e3,
        parry / 1e3,
        swept / parry,
        remark([&a, &b])
    );
}
