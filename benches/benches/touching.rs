//! Times casts from where shapes touch, as of what rests, is pushed on, or slides, against parry in one process and in `f32`.
//!
//! ```sh
//! cargo bench -p swept-benches --bench touching
//! ```
//!
//! Shapes are cast, moved to where they hit, and cast on from there: further, along each other, and back. Beside it, the casts that led there.
//! What is said to be hit is counted: further all are, along and back none. (Along means away from one another by a millionth of the way, so
//! that no rounding has them close in.)

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept::{Capsule, ConvexHull, Cuboid, Cylinder, Hit, Placed, Sphere, Support, Sweep, Triangle};
use swept_benches::{ground, height, round_corners, side_by_side};

const CASTS: usize = 1000;
/// The ground is a square of as many cells of side 1.
const CELLS: u32 = 40;

fn main() {
    println!("ns per cast from a touch, parry's, its part, and how many of {CASTS} hit");
    let titles = ["further", "along", "back", "from afar"];
    println!("{:18}{}", "", titles.map(|t| format!("{t:>36}")).concat());
    let (ball, capsule) = (sphere(), Capsule::new(0.5, 0.25).expect("a capsule"));
    let (cuboid, triangle) = (cuboid(), triangle());
    let hull = ConvexHull::new(round_corners(0.5)).expect("a hull");
    let cylinder = Cylinder::new(0.5, 0.4).expect("a cylinder");
    let (their_ball, their_capsule) = (peer::Ball::new(0.5), peer::Capsule::new_y(0.5, 0.25));
    let their_box = peer::Cuboid::new(Vector::new(0.5, 0.25, 0.4));
    let [a, b, c] = CORNERS.map(Vector::from);
    let their_triangle = peer::Triangle::new(a, b, c);
    let points: Vec<_> = round_corners(0.5)
        .iter()
        .map(|p| vector(&p.coords))
        .collect();
    let their_hull = peer::ConvexPolyhedron::from_convex_hull(&points).expect("a hull");
    let their_cylinder = peer::Cylinder::new(0.5, 0.4);

    pair("ball, ball", (&ball, &their_ball), (&ball, &their_ball));
    pair("ball, box", (&ball, &their_ball), (&cuboid, &their_box));
    pair(
        "ball, triangle",
        (&ball, &their_ball),
        (&triangle, &their_triangle),
    );
    pair(
        "capsule, capsule",
        (&capsule, &their_capsule),
        (&capsule, &their_capsule),
    );
    pair(
        "capsule, box",
        (&capsule, &their_capsule),
        (&cuboid, &their_box),
    );
    pair(
        "capsule, triangle",
        (&capsule, &their_capsule),
        (&triangle, &their_triangle),
    );
    pair("box, box", (&cuboid, &their_box), (&cuboid, &their_box));
    pair(
        "box, triangle",
        (&cuboid, &their_box),
        (&triangle, &their_triangle),
    );
    pair(
        "hull, triangle",
        (&hull, &their_hull),
        (&triangle, &their_triangle),
    );
    pair("hull, hull", (&hull, &their_hull), (&hull, &their_hull));
    pair(
        "cylinder, box",
        (&cylinder, &their_cylinder),
        (&cuboid, &their_box),
    );

    let (points, triangles) = ground(CELLS);
    let corners = points.iter().map(|p| vector(&p.coords)).collect();
    let their_ground = peer::TriMesh::new(corners, triangles.clone()).expect("a mesh");
    let mesh = TriangleMesh::new(points, triangles).expect("a mesh");
    let scene = Scene::of([Object::new(mesh)]).expect("a scene");
    let on_ground = (&scene, &their_ground);
    land("ball, ground", (&ball, &their_ball), on_ground);
    land("capsule, ground", (&capsule, &their_capsule), on_ground);
    land("box, ground", (&cuboid, &their_box), on_ground);
    land("hull, ground", (&hull, &their_hull), on_ground);
}

fn sphere() -> Sphere<f32> {
    Sphere::new(0.5).expect("a ball")
}

fn cuboid() -> Cuboid<f32> {
    Cuboid::new([0.5, 0.25, 0.4]).expect("a box")
}

const CORNERS: [[f32; 3]; 3] = [[-2.0, 0.0, -1.5], [2.0, 0.1, -1.0], [0.2, 0.3, 2.0]];

fn triangle() -> Triangle<f32> {
    let [a, b, c] = CORNERS.map(Point3::from);
    Triangle::new(a, b, c).expect("a triangle")
}

fn vector(v: &Vector3<f32>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(place: &Isometry3<f32>) -> Pose {
    let [x, y, z, w] = [0, 1, 2, 3].map(|i| place.rotation.coords[i]);
    Pose {
        rotation: Rotation::from_xyzw(x, y, z, w),
        ..Pose::from_translation(vector(&place.translation.vector))
    }
}

/// The moving shape, the fixed one, and the way.
type Cast = (Isometry3<f32>, Isometry3<f32>, Vector3<f32>);

/// The casts further, along, back, and from afar, of those that hit on the way.
fn casts(mut any: impl FnMut() -> Cast, hit: impl Fn(&Cast) -> Option<Hit<f32>>) -> [Vec<Cast>; 4] {
    let mut all = [(); 4].map(|()| Vec::new());
    while all[0].len() < CASTS {
        let cast = any();
        let Some(met) = hit(&cast).filter(|met| met.fraction > 0.0) else {
            continue;
        };
        let (mut from, fixed, way) = cast;
        from.translation.vector += way * met.fraction;
        let n = met.normal.into_inner();
        let along = way - n * (n.dot(&way) - 1e-6 * way.norm());
        let ways = [way, along, -way].map(|way| (from, fixed, way));
        for (list, cast) in all.iter_mut().zip(ways.into_iter().chain([cast])) {
            list.push(cast);
        }
    }
    all
}

/// Two shapes, of swept and of parry, somewhere near one another.
fn pair<A: Support, B: Support>(
    title: &str,
    (moving, their_moving): (&A, &dyn peer::Shape),
    (fixed, their_fixed): (&B, &dyn peer::Shape),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut vector = || Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0_f32));
    let any = || {
        let [a, b] = [(); 2].map(|()| UnitQuaternion::from_scaled_axis(vector() * 3.0));
        let from = vector().normalize() * 4.0;
        let way = from * -2.0 + vector();
        let at = |at: Vector3<f32>, turn| Isometry3::from_parts(Translation3::from(at), turn);
        (at(from, a), at(Vector3::zeros(), b), way)
    };
    let ours = |(from, to, way): &Cast| {
        let (from, to) = (
            Placed::new(moving, *from).ok()?,
            Placed::new(fixed, *to).ok()?,
        );
        Sweep::new(from, *way, to).ok()?.cast().hit().copied()
    };
    row(title, &casts(any, ours), ours, their_moving, their_fixed);
}

/// A shape over the ground.
fn land<A: Support>(
    title: &str,
    (moving, their_moving): (&A, &dyn peer::Shape),
    (scene, mesh): (&Scene<f32>, &peer::TriMesh),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut vector = || Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0_f32));
    let any = || {
        let middle = CELLS as f32 / 2.0;
        let [x, z] = [vector().x, vector().z].map(|x| middle + 0.75 * middle * x);
        let aside = vector();
        let above = height(x.into(), z.into()) as f32 + 2.0;
        let turn = UnitQuaternion::from_scaled_axis(vector() * 3.0);
        let from = Isometry3::from_parts(Translation3::new(x, above, z), turn);
        let way = Vector3::new(aside.x, -2.0, aside.z) * 2.0;
        (from, Isometry3::identity(), way)
    };
    let query = Query::default();
    let ours = |(from, _, way): &Cast| {
        let motion = Motion::new(Placed::new(moving, *from).ok()?, *way).ok()?;
        scene.cast_closest(&motion, &query).hit().map(|hit| hit.hit)
    };
    row(title, &casts(any, ours), ours, their_moving, mesh);
}

fn row(
    title: &str,
    casts: &[Vec<Cast>; 4],
    ours: impl Fn(&Cast) -> Option<Hit<f32>>,
    moving: &dyn peer::Shape,
    fixed: &dyn peer::Shape,
) {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let still = Vector::new(0.0, 0.0, 0.0);
    let theirs = |(from, to, way): &Cast| {
        cast_shapes(
            &pose(to),
            still,
            fixed,
            &pose(from),
            vector(way),
            moving,
            options,
        )
        .ok()?
    };
    print!("{title:18}");
    for casts in casts {
        let [swept, parry] = side_by_side(
            casts,
            [
                &mut |cast| {
                    black_box(ours(cast));
                },
                &mut |cast| {
                    black_box(theirs(cast));
                },
            ],
        );
        let hits = casts.iter().filter(|cast| ours(cast).is_some()).count();
        let their_hits = casts.iter().filter(|cast| theirs(cast).is_some()).count();
        let part = swept / parry;
        print!("{swept:9.0}{parry:8.0}{part:6.2} {hits:6}{their_hits:6}");
    }
    println!();
}
