//! Times turning casts onto rolling ground of triangles against parry's nonlinear casts, in one process and in `f32`.
//!
//! ```sh
//! cargo bench -p swept-benches --bench turning_ground
//! ```
//!
//! All three answer blocks of casts in turn; the least time of each block counts. The drop-in answers parry's own call.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{NonlinearRigidMotion, cast_shapes_nonlinear};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::scene::{Motion, Object, Query, Scene, SceneOutcome, TriangleMesh, TurningMotion};
use swept::{Capsule, ConvexHull, Cuboid, Placed, Shape, Turn, TurningOptions};
use swept_benches::{ground, round_corners, side_by_side};

const CASTS: usize = 100;
/// A square of as many cells of side 1.
const CELLS: u32 = 128;

/// A motion for both: a pose, the displacement, and the rotation about the shape's origin, or about a joint in its frame.
struct Cast {
    from: Vector3<f32>,
    rotation: UnitQuaternion<f32>,
    way: Vector3<f32>,
    turn: Vector3<f32>,
    joint: Vector3<f32>,
}

fn main() {
    let (points, triangles) = ground(CELLS);
    let corners = points.iter().map(|p| Vector::new(p.x, p.y, p.z));
    let theirs = peer::TriMesh::new(corners.collect(), triangles.clone()).expect("a mesh");
    let ours = TriangleMesh::new(points, triangles).expect("a mesh");
    let ours = Scene::of([Object::new(ours)]).expect("a scene");
    println!(
        "{CASTS} casts each onto {} triangles: us per cast, and as a part of parry's",
        2 * CELLS * CELLS
    );
    println!(
        "{:10}{:>8}{:>8} |{:>10}{:>10}{:>10} |{:>8}{:>8} | hits{:>8}{:>8}",
        "", "radians", "joint", "swept", "drop-in", "parry", "swept", "drop-in", "swept", "parry"
    );
    for (name, shape, peer) in shapes() {
        for (angle, joint) in [
            (0.01, 0.0),
            (0.1, 0.0),
            (0.1, 20.0),
            (0.5, 0.0),
            (0.5, 20.0),
            (2.0, 0.0),
            (6.0, 0.0),
        ] {
            let casts = casts(angle, joint);
            row(
                name,
                (angle, joint),
                &casts,
                (&ours, &shape),
                (&theirs, &*peer),
            );
        }
    }
}

/// The same for both: a bar of 1:20, a box, a capsule, a hull of 32 corners.
fn shapes() -> Vec<(&'static str, Shape<f32>, Box<dyn peer::Shape>)> {
    let bar = Cuboid::new([5.0, 0.25, 0.25]).expect("a bar");
    let cube = Cuboid::new([1.0, 1.0, 1.0]).expect("a box");
    let capsule = Capsule::new(1.5, 0.5).expect("a capsule");
    let corners = round_corners(1.5);
    let points = corners.iter().map(|p| Vector::new(p.x, p.y, p.z));
    let points: Vec<_> = points.collect();
    let hull = ConvexHull::new(corners).expect("a hull");
    let their_hull = peer::ConvexPolyhedron::from_convex_hull(&points).expect("a hull");
    vec![
        (
            "bar",
            bar.into(),
            Box::new(peer::Cuboid::new(Vector::new(5.0, 0.25, 0.25))),
        ),
        (
            "box",
            cube.into(),
            Box::new(peer::Cuboid::new(Vector::new(1.0, 1.0, 1.0))),
        ),
        (
            "capsule",
            capsule.into(),
            Box::new(peer::Capsule::new_y(1.5, 0.5)),
        ),
        ("hull", hull.into(), Box::new(their_hull)),
    ]
}

/// Down onto the ground, turning by `angle` about a point at `joint` on the shape's x axis.
fn casts(angle: f32, joint: f32) -> Vec<Cast> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut any = |most: f32| Vector3::from_fn(|_, _| rng.random_range(-most..most));
    let cast = |_| {
        let (at, way) = (any(1.0), any(1.0));
        let middle = CELLS as f32 / 2.0;
        Cast {
            from: Vector3::new(
                middle + 0.75 * middle * at.x,
                7.0 + at.y,
                middle + 0.75 * middle * at.z,
            ),
            rotation: UnitQuaternion::from_scaled_axis(any(2.0)),
            way: Vector3::new(way.x, -5.0 + 2.0 * way.y, way.z),
            turn: any(1.0).normalize() * angle,
            joint: Vector3::new(joint, 0.0, 0.0),
        }
    };
    (0..CASTS).map(cast).collect()
}

fn row(
    name: &str,
    (angle, joint): (f32, f32),
    casts: &[Cast],
    (scene, shape): (&Scene<f32>, &Shape<f32>),
    (mesh, peer): (&peer::TriMesh, &dyn peer::Shape),
) {
    let options = TurningOptions::default();
    let swept = |cast: &Cast| {
        let pose = Isometry3::from_parts(Translation3::from(cast.from), cast.rotation);
        let motion = Motion::new(Placed::new(shape, pose).ok()?, cast.way).ok()?;
        let turn = Turn::by(cast.turn).about(Point3::from(cast.joint));
        let motion = TurningMotion::new(motion, turn).ok()?;
        match scene.cast_turning(&motion, &Query::default(), &options) {
            SceneOutcome::Miss => None,
            met => Some(met.safe_fraction()),
        }
    };
    let still = NonlinearRigidMotion::identity();
    let theirs = |cast: &Cast| {
        let vector = |v: &Vector3<f32>| Vector::new(v.x, v.y, v.z);
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| cast.rotation.coords[i]);
        let start = Pose {
            rotation: Rotation::from_xyzw(x, y, z, w),
            ..Pose::from_translation(vector(&cast.from))
        };
        let (joint, way, turn) = (vector(&cast.joint), vector(&cast.way), vector(&cast.turn));
        NonlinearRigidMotion::new(start, joint, way, turn)
    };
    let drop_in = |cast: &Cast| {
        let found = swept_parry::query::cast_shapes_nonlinear(
            &theirs(cast),
            peer,
            &still,
            mesh,
            0.0,
            1.0,
            true,
        );
        found.ok()?.map(|hit| hit.time_of_impact)
    };
    let parry = |cast: &Cast| {
        let found = cast_shapes_nonlinear(&theirs(cast), peer, &still, mesh, 0.0, 1.0, true);
        found.ok()?.map(|hit| hit.time_of_impact)
    };
    let [ours, parrys] = side_by_side(
        casts,
        [
            &mut |c| {
                black_box(swept(c));
            },
            &mut |c| {
                black_box(parry(c));
            },
        ],
    );
    let [dropped, _] = side_by_side(
        casts,
        [
            &mut |c| {
                black_box(drop_in(c));
            },
            &mut |_| (),
        ],
    );
    let count = |cast: &dyn Fn(&Cast) -> Option<f32>| casts.iter().filter_map(cast).count();
    println!(
        "{name:10}{angle:8}{joint:8} |{:10.1}{:10.1}{:10.1} |{:8.3}{:8.3} | {:>12}{:>8}",
        ours / 1e3,
        dropped / 1e3,
        parrys / 1e3,
        ours / parrys,
        dropped / parrys,
        count(&swept),
        count(&parry),
    );
}
