//! What the drop-in for parry costs over our own call, and beside parry, on the same casts in the same run.
//!
//! `cargo bench -p swept-benches --bench drop_in`: nanoseconds per cast, and in brackets what the drop-in takes beyond our own
//! call, first with shapes whose types are known when it is compiled, then with shapes of a kind that is known when it runs; *away*:
//! the same casts the other way, in which nothing is met. With a
//! pair's name and `own`, `kind` or `drop-in`, it only casts that: for a profiler. With `mesh`, only the meshes.

use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastHit, ShapeCastOptions, Unsupported};
use parry3d::shape::{
    Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, RoundCylinder, Shape,
    TriMesh, Triangle,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use std::time::Instant;
use swept::nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept::scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept::{Placed, Support, Sweep};

const CASTS: usize = 2_000;
const ROUNDS: usize = 31;

type Cast = (Pose, Vector, Pose);
type Call = fn(
    &Pose,
    Vector,
    &dyn Shape,
    &Pose,
    Vector,
    &dyn Shape,
    ShapeCastOptions,
) -> Result<Option<ShapeCastHit>, Unsupported>;

/// Two thirds of them hit.
fn casts(dice: &mut ChaCha8Rng, far: f32) -> Vec<Cast> {
    let mut vector = |far: f32| {
        let mut number = || dice.random_range(-far..far);
        Vector::new(number(), number(), number())
    };
    (0..CASTS)
        .map(|_| {
            let fixed = Pose::new(vector(1.0), vector(3.0));
            let from = fixed.translation + vector(1.0).normalize() * far;
            let toward = fixed.translation + vector(1.0) - from;
            (Pose::new(from, vector(3.0)), toward * 1.3, fixed)
        })
        .collect()
}

/// Down onto the ground through the origin. All of them hit.
fn falling(dice: &mut ChaCha8Rng) -> Vec<Cast> {
    let mut vector = |low: [f32; 3], high: [f32; 3]| {
        let mut number = |i: usize| dice.random_range(low[i]..high[i]);
        Vector::new(number(0), number(1), number(2))
    };
    (0..CASTS)
        .map(|_| {
            let from = vector([-4.0, 2.0, -4.0], [4.0, 4.0, 4.0]);
            let way = vector([-1.0, -6.0, -1.0], [1.0, -4.0, 1.0]);
            let turn = vector([-3.0; 3], [3.0; 3]);
            (Pose::new(from, turn), way, Pose::IDENTITY)
        })
        .collect()
}

fn isometry(pose: &Pose) -> Isometry3<f32> {
    let (p, q) = (&pose.translation, &pose.rotation);
    let q = UnitQuaternion::new_unchecked(Quaternion::new(q.w, q.x, q.y, q.z));
    Isometry3::from_parts(Vector3::new(p.x, p.y, p.z).into(), q)
}

fn vector(v: Vector) -> Vector3<f32> {
    Vector3::new(v.x, v.y, v.z)
}

/// Median nanoseconds per cast of each way, taken in turns.
fn time(ways: &mut [(&str, &mut dyn FnMut())]) -> Vec<f64> {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for (way, times) in ways.iter_mut().zip(&mut times) {
            let start = Instant::now();
            way.1();
            times.push(start.elapsed().as_secs_f64() / CASTS as f64 * 1e9);
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}

fn call(call: Call, casts: &[Cast], moving: &dyn Shape, fixed: &dyn Shape) {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    for (from, velocity, at) in casts {
        // By reference: an answer that is moved is waited for, in pieces of another size than it was written in.
        let _ = black_box(&call(
            black_box(from),
            *velocity,
            moving,
            at,
            Vector::ZERO,
            fixed,
            options,
        ));
    }
}

/// A shape of ours that is also one of the kinds of [`swept::Shape`].
trait Kind: Support + Clone + Into<swept::Shape<f32>> {}

impl<S: Support + Clone + Into<swept::Shape<f32>>> Kind for S {}

/// Our own call for each cast.
fn cast_all<A: Support, B: Support>(
    casts: &[(Isometry3<f32>, Vector3<f32>, Isometry3<f32>)],
    moving: &A,
    fixed: &B,
) {
    for (from, way, at) in casts {
        let (moving, fixed) = (
            Placed::new(moving, *from).unwrap(),
            Placed::new(fixed, *at).unwrap(),
        );
        black_box(&Sweep::new(moving, *way, fixed).unwrap().cast());
    }
}

/// A pair, with the types of our shapes known when it is compiled, which is the least that a call of ours can cost; and with shapes whose
/// kind is known only when it runs, as parry's are.
fn pair<A: Kind, B: Kind>(
    name: &str,
    (p1, s1): (&dyn Shape, &A),
    (p2, s2): (&dyn Shape, &B),
    only: Option<&str>,
) {
    let dice = &mut ChaCha8Rng::seed_from_u64(5);
    let casts = if p2.as_halfspace().is_some() {
        falling(dice)
    } else {
        casts(dice, 4.0)
    };
    let given: Vec<_> = casts
        .iter()
        .map(|(a, v, b)| (isometry(a), vector(*v), isometry(b)))
        .collect();
    let mut own = || cast_all(black_box(&given), s1, s2);
    let (kind1, kind2): (swept::Shape<f32>, swept::Shape<f32>) =
        (s1.clone().into(), s2.clone().into());
    let mut by_kind = || cast_all(black_box(&given), &kind1, &kind2);
    let mut drop_in = || call(swept_parry::query::cast_shapes, &casts, p1, p2);
    let mut parry = || call(parry3d::query::cast_shapes, &casts, p1, p2);
    let back: Vec<Cast> = casts.iter().map(|(a, v, b)| (*a, -*v, *b)).collect();
    let mut away = || call(swept_parry::query::cast_shapes, &back, p1, p2);
    let mut parry_away = || call(parry3d::query::cast_shapes, &back, p1, p2);
    match only {
        Some("own") => own(),
        Some("kind") => by_kind(),
        Some("drop-in") => drop_in(),
        _ => {
            let t = time(&mut [
                ("own", &mut own),
                ("by kind", &mut by_kind),
                ("drop-in", &mut drop_in),
                ("parry", &mut parry),
                ("away", &mut away),
                ("parry away", &mut parry_away),
            ]);
            println!(
                "{name:20} own {:7.1}  by kind {:7.1}  drop-in {:7.1} ({:+.1}, {:+.1})  parry {:7.1}  away {:5.1} parry {:5.1}",
                t[0],
                t[1],
                t[2],
                t[2] - t[0],
                t[2] - t[1],
                t[3],
                t[4],
                t[5]
            );
        }
    }
}

/// The hull of 40 points in a cube of this half side, as parry's and as ours.
fn stones(dice: &mut ChaCha8Rng, half: f32) -> (ConvexPolyhedron, swept::ConvexHull<f32>) {
    let mut number = || half * dice.random_range(-1.0..1.0_f32);
    let points: Vec<_> = (0..40)
        .map(|_| Vector::new(number(), number(), number()))
        .collect();
    let stone = ConvexPolyhedron::from_convex_hull(&points).unwrap();
    let hull = own_hull(&stone);
    (stone, hull)
}

fn own_hull(shape: &ConvexPolyhedron) -> swept::ConvexHull<f32> {
    let corners = shape.points().iter();
    swept::ConvexHull::new(corners.map(|p| Point3::new(p.x, p.y, p.z))).unwrap()
}

/// Five shapes through a landscape of triangles.
fn mesh(cells: u32) {
    let height = |i: u32, j: u32| (i as f32 * 0.7).sin() + (j as f32 * 0.9).cos() * 0.5;
    let side = cells + 1;
    let points: Vec<_> = (0..side * side)
        .map(|k| {
            let (i, j) = (k / side, k % side);
            [i as f32 * 0.5, height(i, j), j as f32 * 0.5]
        })
        .collect();
    let triangles: Vec<_> = (0..cells * cells)
        .flat_map(|k| {
            let at = k / cells * side + k % cells;
            [[at, at + 1, at + side], [at + side, at + 1, at + side + 1]]
        })
        .collect();
    let theirs = TriMesh::new(
        points.iter().map(|p| Vector::from(*p)).collect(),
        triangles.clone(),
    )
    .unwrap();
    let ours =
        TriangleMesh::new(points.iter().map(|p| Point3::from(*p)).collect(), triangles).unwrap();
    let scene = Scene::<f32>::of([Object::new(ours)]).unwrap();
    let dice = &mut ChaCha8Rng::seed_from_u64(5);
    let width = cells as f32 * 0.5;
    let casts: Vec<Cast> = (0..CASTS)
        .map(|_| {
            let mut number = |a: f32, b: f32| dice.random_range(a..b);
            let from = Vector::new(number(0.0, width), 4.0, number(0.0, width));
            let way = Vector::new(number(-6.0, 6.0), -5.0, number(-6.0, 6.0));
            let turn = Vector::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-2.0, 2.0));
            (Pose::new(from, turn), way, Pose::IDENTITY)
        })
        .collect();
    let (stone, hull) = stones(dice, 0.5);
    let shapes: [(&str, Box<dyn Shape>, swept::Shape<f32>); 5] = [
        (
            "ball",
            Box::new(Ball::new(0.4)),
            swept::Sphere::new(0.4).unwrap().into(),
        ),
        (
            "box",
            Box::new(Cuboid::new(Vector::new(0.3, 0.5, 0.2))),
            swept::Cuboid::new([0.3, 0.5, 0.2]).unwrap().into(),
        ),
        (
            "capsule",
            Box::new(Capsule::new_y(0.4, 0.2)),
            swept::Capsule::new(0.4, 0.2).unwrap().into(),
        ),
        (
            "cylinder",
            Box::new(Cylinder::new(0.4, 0.3)),
            swept::Cylinder::new(0.4, 0.3).unwrap().into(),
        ),
        ("hull", Box::new(stone), hull.into()),
    ];
    for (name, theirs_moving, ours_moving) in &shapes {
        let motions: Vec<_> = casts
            .iter()
            .map(|(from, way, _)| {
                Motion::new(
                    Placed::new(ours_moving, isometry(from)).unwrap(),
                    vector(*way),
                )
                .unwrap()
            })
            .collect();
        let query = Query::default();
        let mut own = || {
            for motion in black_box(&motions) {
                black_box(&scene.cast_closest(motion, &query));
            }
        };
        let mut drop_in = || {
            call(
                swept_parry::query::cast_shapes,
                &casts,
                &**theirs_moving,
                &theirs,
            )
        };
        let mut parry = || {
            call(
                parry3d::query::cast_shapes,
                &casts,
                &**theirs_moving,
                &theirs,
            )
        };
        let t = time(&mut [
            ("own", &mut own),
            ("drop-in", &mut drop_in),
            ("parry", &mut parry),
        ]);
        println!(
            "{name:8} {:8} triangles: scene {:7.1}  drop-in {:7.1} ({:.2})  parry {:7.1}",
            2 * cells * cells,
            t[0],
            t[1],
            t[1] / t[0],
            t[2]
        );
    }
}

fn main() {
    let arguments: Vec<_> = swept_benches::arguments().collect();
    let wanted = arguments.first().map(String::as_str);
    let only = arguments.get(1).map(String::as_str);
    let (ball, sphere) = (Ball::new(0.5), swept::Sphere::new(0.5_f32).unwrap());
    let (cube, cuboid) = (
        Cuboid::new(Vector::new(0.5, 0.7, 0.9)),
        swept::Cuboid::new([0.5_f32, 0.7, 0.9]).unwrap(),
    );
    let (pill, capsule) = (
        Capsule::new_y(0.6, 0.4),
        swept::Capsule::new(0.6_f32, 0.4).unwrap(),
    );
    let (can, cylinder) = (
        Cylinder::new(0.6, 0.5),
        swept::Cylinder::new(0.6_f32, 0.5).unwrap(),
    );
    let (hat, cone) = (Cone::new(0.6, 0.5), swept::Cone::new(0.6_f32, 0.5).unwrap());
    let corners = [[-0.8, 0.0, -0.5], [0.9, 0.1, -0.4], [0.0, -0.1, 0.9_f32]];
    let (sheet, triangle) = (
        Triangle::from(corners.map(Vector::from)),
        swept::Triangle::new(corners[0], corners[1], corners[2]).unwrap(),
    );
    let dice = &mut ChaCha8Rng::seed_from_u64(7);
    let (stone, hull) = stones(dice, 1.0);
    // Along a spiral around a ball.
    let round: Vec<_> = (0..128_u8)
        .map(|i| {
            let (turn, y) = (f32::from(i) * 2.4, (f32::from(i) - 63.5) / 64.0);
            let across = (1.0 - y * y).sqrt();
            Vector::new(across * turn.cos(), y, across * turn.sin())
        })
        .collect();
    let pebble = ConvexPolyhedron::from_convex_hull(&round).unwrap();
    let round = own_hull(&pebble);
    let drum = RoundCylinder {
        inner_shape: can,
        border_radius: 0.1,
    };
    let rounded = swept::Rounded::new(swept::Shape::from(cylinder), 0.1).unwrap();
    let ground = HalfSpace::new(Vector::Y);
    let plane = swept::HalfSpace::new([0.0_f32, 1.0, 0.0]).unwrap();
    macro_rules! pairs {
        ($($name:literal: $a:expr, $b:expr;)*) => {
            $(if wanted.is_none_or(|wanted| wanted == $name) { pair($name, $a, $b, only); })*
        };
    }
    pairs! {
        "ball-box": (&ball, &sphere), (&cube, &cuboid);
        "box-box": (&cube, &cuboid), (&cube, &cuboid);
        "capsule-capsule": (&pill, &capsule), (&pill, &capsule);
        "capsule-box": (&pill, &capsule), (&cube, &cuboid);
        "cylinder-cylinder": (&can, &cylinder), (&can, &cylinder);
        "hull-hull": (&stone, &hull), (&stone, &hull);
        "round-round": (&pebble, &round), (&pebble, &round);
        "hull-round": (&stone, &hull), (&pebble, &round);
        "cone-cone": (&hat, &cone), (&hat, &cone);
        "ball-triangle": (&ball, &sphere), (&sheet, &triangle);
        "box-triangle": (&cube, &cuboid), (&sheet, &triangle);
        "capsule-triangle": (&pill, &capsule), (&sheet, &triangle);
        "ball-cylinder": (&ball, &sphere), (&can, &cylinder);
        "capsule-hull": (&pill, &capsule), (&stone, &hull);
        "box-hull": (&cube, &cuboid), (&stone, &hull);
        "box-cone": (&cube, &cuboid), (&hat, &cone);
        "cylinder-round": (&can, &cylinder), (&pebble, &round);
        "cylinder-triangle": (&can, &cylinder), (&sheet, &triangle);
        "hull-triangle": (&stone, &hull), (&sheet, &triangle);
        "box-rounded": (&cube, &cuboid), (&drum, &rounded);
        "box-plane": (&cube, &cuboid), (&ground, &plane);
        "cylinder-plane": (&can, &cylinder), (&ground, &plane);
    }
    if wanted.is_none_or(|wanted| wanted == "mesh") {
        mesh(16);
        mesh(200);
    }
}
