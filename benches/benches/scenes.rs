//! Times casts into meshes and height fields against parry in one process, in `f32`.
//!
//! `cargo bench -p swept-benches --bench scenes [-- NAME..]`: with names, only the worlds whose name contains
//! one of them. `SWEPT_DATA` names a folder of OBJ files; without it `../shared/data` is looked for.
//!
//! Worlds of 2 n² triangles are rolling ground with cells of side 1, so that a shape of size 1 meets as many triangles
//! whatever n is. Both casters answer blocks of casts in turn, all of them several times; the least time of each block counts.
//! Casts that start in overlap are left out: parry stops at the first one, swept finds the deepest.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape as peer;
use parry3d::utils::Array2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;
use swept::scene::{
    Batch, HeightField, Motion, Object, Order, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept::{Capsule, ConvexHull, Cuboid, Placed, Sphere, Support};
use swept_benches::{ground, height, round_corners, side_by_side};

const CASTS: usize = 1_000;
const BATCH: usize = 20_000;
const BATCH_ROUNDS: usize = 9;

fn main() {
    let wanted: Vec<String> = swept_benches::arguments().collect();
    println!(
        "ns per cast: parry, swept, ratio; build: million triangles per second, bytes per triangle"
    );
    println!(
        "{:26}{:>10} |{:>26} |{:>26} |{:>26}",
        "world", "shape", "short", "long", "grazing"
    );
    for (name, make) in worlds() {
        if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
            let Some(world) = make() else {
                println!("{name:26} absent");
                continue;
            };
            world.table(&name);
        }
    }
}

type Make = Box<dyn Fn() -> Option<World>>;

fn worlds() -> Vec<(String, Make)> {
    let mut worlds: Vec<(String, Make)> = Vec::new();
    for n in [23, 40, 122, 388, 707, 2236] {
        let name = format!("ground {}", 2 * n * n);
        worlds.push((name, Box::new(move || Some(rolling(n)))));
    }
    for n in [40, 388, 2236] {
        let name = format!("heights {}", 2 * n * n);
        worlds.push((name, Box::new(move || Some(heights(n)))));
    }
    for file in ["building", "voxel_mesh_01", "stanford-bunny"] {
        worlds.push((file.to_owned(), Box::new(move || from_file(file))));
    }
    worlds
}

/// The same triangles for both, and where casts are to go.
struct World {
    ours: Scene<f32>,
    theirs: Box<dyn peer::Shape>,
    /// Points on the surface, and normals there.
    targets: Vec<(Vector3<f64>, Vector3<f64>)>,
    /// The size of shapes.
    size: f64,
    note: String,
}

fn rolling(n: u32) -> World {
    let (points, triangles) = ground(n);
    mesh_world(points, triangles, 1.0)
}

fn mesh_world(points: Vec<Point3<f32>>, triangles: Vec<[u32; 3]>, size: f64) -> World {
    let theirs = points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    let start = Instant::now();
    let theirs = peer::TriMesh::new(theirs, triangles.clone()).expect("a mesh");
    let their_time = start.elapsed();
    let count = triangles.len();
    let start = Instant::now();
    let ours = TriangleMesh::new(points, triangles).expect("a mesh");
    let rate = |time: std::time::Duration| count as f64 / time.as_secs_f64() / 1e6;
    let note = format!(
        "built at {:.1} (parry {:.1}), {:.0} bytes",
        rate(start.elapsed()),
        rate(their_time),
        ours.memory() as f64 / count as f64
    );
    let step = (count / 5_000).max(1);
    let targets = (0..count as u32).step_by(step).filter_map(|i| {
        let normal = ours.normal(i)?;
        let middle = ours
            .corners(i)?
            .map(|p| p.coords.cast::<f64>())
            .iter()
            .sum::<Vector3<f64>>()
            / 3.0;
        Some((middle, normal))
    });
    World {
        targets: targets.collect(),
        ours: Scene::of([Object::new(ours)]).expect("a scene"),
        theirs: Box::new(theirs),
        size,
        note,
    }
}

fn heights(n: u32) -> World {
    let at = |r: u32, c: u32| height(f64::from(c), f64::from(r));
    let rows = (0..=n).flat_map(|r| (0..=n).map(move |c| at(r, c) as f32));
    let ours = HeightField::new(n + 1, n + 1, rows.collect(), [1.0, 1.0, 1.0]).expect("a field");
    let side = n as usize + 1;
    let mut array = Array2::repeat(side, side, 0.0);
    for r in 0..side {
        for c in 0..side {
            array[(r, c)] = at(r as u32, c as u32) as f32;
        }
    }
    let theirs = peer::HeightField::new(array, Vector::new(n as f32, 1.0, n as f32));
    let half = n as f32 / 2.0;
    let centre = Isometry3::translation(-half, 0.0, -half);
    let note = format!("{:.1} bytes", ours.memory() as f64 / (2 * n * n) as f64);
    let step = ((2 * n * n) / 5_000).max(1);
    let targets = (0..2 * n * n).step_by(step as usize).filter_map(|i| {
        let corners = ours.corners(i)?.map(|p| (centre * p).coords.cast::<f64>());
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        Some((
            corners.iter().sum::<Vector3<f64>>() / 3.0,
            normal.normalize(),
        ))
    });
    World {
        targets: targets.collect(),
        ours: Scene::of([Object::new(ours).at(centre)]).expect("a scene"),
        theirs: Box::new(theirs),
        size: 1.0,
        note,
    }
}

/// A mesh file, the shapes of a fiftieth of its size.
fn from_file(name: &str) -> Option<World> {
    let folder = std::env::var_os("SWEPT_DATA").map_or("../shared/data".into(), PathBuf::from);
    let text = std::fs::read_to_string(folder.join(format!("{name}.obj"))).ok()?;
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let [x, y, z] = [0; 3].map(|_| words.next().and_then(|w| w.parse().ok()));
                points.push(Point3::<f32>::new(x?, y?, z?));
            }
            Some("f") => {
                let corner = |w: &str| w.split('/').next()?.parse::<u32>().ok();
                let corners: Option<Vec<u32>> = words.map(corner).collect();
                let corners = corners?;
                for i in 2..corners.len() {
                    triangles.push([corners[0], corners[i - 1], corners[i]].map(|c| c - 1));
                }
            }
            _ => {}
        }
    }
    let far = |f: fn(f32, f32) -> f32| {
        let all = points.iter().map(|p| p.coords);
        all.reduce(|a, b| a.zip_map(&b, f))
    };
    let size = (far(f32::max)? - far(f32::min)?).norm();
    Some(mesh_world(points, triangles, f64::from(size) / 50.0))
}

/// One cast: where the shape starts, and its way.
type Cast = (Isometry3<f32>, Vector3<f32>);

impl World {
    fn table(&self, name: &str) {
        let s = self.size as f32;
        let corners = round_corners(0.5 * s);
        let hull = corners.iter().map(|p| Vector::new(p.x, p.y, p.z));
        let hull = peer::ConvexPolyhedron::from_convex_hull(&hull.collect::<Vec<_>>());
        let rows = [
            self.row(Sphere::new(0.5 * s).unwrap(), &peer::Ball::new(0.5 * s)),
            self.row(
                Capsule::new(0.5 * s, 0.25 * s).unwrap(),
                &peer::Capsule::new_y(0.5 * s, 0.25 * s),
            ),
            self.row(
                Cuboid::new([0.5 * s, 0.25 * s, 0.4 * s]).unwrap(),
                &peer::Cuboid::new(Vector::new(0.5 * s, 0.25 * s, 0.4 * s)),
            ),
            self.row(ConvexHull::new(corners).unwrap(), &hull.unwrap()),
        ];
        for (shape, row) in ["sphere", "capsule", "box", "hull32"].iter().zip(rows) {
            print!("{name:26}{shape:>10} ");
            for (theirs, ours, hits, differ) in row {
                let times = format!("{theirs:.0} {ours:.0} {:.3}", ours / theirs);
                print!("|{times:>19} {hits:3.0}%{differ:>2} ");
            }
            println!();
        }
        println!("{name:26} {}", self.note);
        println!("{name:26} {}", self.batches());
    }

    /// Short casts of a box all over the world, as one batch: on one thread and on two, in the order given and by place.
    fn batches(&self) -> String {
        let s = self.size as f32;
        let shape = Cuboid::new([0.5 * s, 0.25 * s, 0.4 * s]).expect("a box");
        let casts: Vec<Cast> = self.casts(0, BATCH);
        let positions: Vec<_> = casts
            .iter()
            .map(|c| c.0.translation.vector.into())
            .collect();
        let rotations: Vec<_> = casts.iter().map(|c| c.0.rotation).collect();
        let displacements: Vec<_> = casts.iter().map(|c| c.1).collect();
        let batch = Batch {
            shape: &shape,
            positions: &positions,
            rotations: &rotations,
            displacements: &displacements,
        };
        let query = Query::default();
        let time = |threads: usize, order: Order| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads");
            let once = || {
                let start = Instant::now();
                let cast = || self.ours.par_cast_batch(&batch, &query, order);
                black_box(pool.install(cast)).expect("a batch");
                start.elapsed().as_nanos() as f64
            };
            (0..BATCH_ROUNDS)
                .map(|_| once())
                .fold(f64::INFINITY, f64::min)
                / casts.len() as f64
        };
        let orders = [("as given", Order::Given), ("by place", Order::Spatial)];
        let tell = orders.map(|(name, order)| {
            let [one, two] = [1, 2].map(|threads| time(threads, order));
            format!(
                "{name} {one:.0} ns, on two threads {two:.0} ({:.2} times as fast)",
                one / two
            )
        });
        format!("batch of boxes: {}", tell.join("; "))
    }

    /// Times, the share of hits and how many outcomes differ, for each kind of cast.
    fn row<S: Support>(&self, shape: S, theirs: &dyn peer::Shape) -> [(f64, f64, f64, usize); 3] {
        [0, 1, 2].map(|kind| self.time(&shape, theirs, &self.casts(kind, CASTS)))
    }

    fn casts(&self, kind: usize, count: usize) -> Vec<Cast> {
        let mut rng = ChaCha8Rng::seed_from_u64(kind as u64);
        let mut casts = Vec::new();
        while casts.len() < count {
            let (target, normal) = self.targets[rng.random_range(0..self.targets.len())];
            let mut r = || rng.random_range(-1.0..1.0);
            let turn: Vector3<f64> = Vector3::new(r(), r(), r()) * 3.0;
            let aside = Vector3::new(r(), r(), r());
            // Against the surface, or nearly along it.
            let slope = [0.7, 0.7, 0.02][kind];
            let toward = (aside.cross(&normal).normalize() - normal * slope).normalize();
            let before = [1.5, 20.0, 5.0][kind] * self.size;
            let start = target - toward * before + normal * (0.3 * self.size * (1.0 + r()));
            let way = toward * before * 2.0;
            let rotation = UnitQuaternion::from_scaled_axis(turn.cast());
            let start = Isometry3::from_parts(Translation3::from(start.cast()), rotation);
            casts.push((start, way.cast()));
        }
        casts
    }

    fn time<S: Support>(
        &self,
        shape: &S,
        theirs: &dyn peer::Shape,
        casts: &[Cast],
    ) -> (f64, f64, f64, usize) {
        let query = Query::default();
        let ours = |(from, way): &Cast| {
            let moving = Placed::new(shape, *from).expect("a pose");
            let motion = Motion::new(moving, *way).expect("a motion");
            self.ours.cast_closest(&motion, &query)
        };
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let origin = Pose::IDENTITY;
        let peer = |(from, way): &Cast| {
            let (p, q) = (from.translation.vector, from.rotation.coords);
            let pose = Pose {
                rotation: Rotation::from_xyzw(q.x, q.y, q.z, q.w),
                ..Pose::from_translation(Vector::new(p.x, p.y, p.z))
            };
            let way = Vector::new(way.x, way.y, way.z);
            let still = Vector::new(0.0, 0.0, 0.0);
            cast_shapes(&origin, still, &*self.theirs, &pose, way, theirs, options)
                .expect("supported")
        };
        let apart = |cast: &&Cast| !matches!(ours(cast), SceneOutcome::Overlap(_));
        let casts: Vec<Cast> = casts.iter().filter(apart).copied().collect();
        let mut theirs = |cast: &Cast| {
            black_box(peer(cast));
        };
        let mut own = |cast: &Cast| {
            let _ = black_box(ours(cast));
        };
        let [theirs, own] = side_by_side(&casts, [&mut theirs, &mut own]);
        let found: Vec<SceneOutcome<f32>> = casts.iter().map(ours).collect();
        let hits = found.iter().filter(|f| **f != SceneOutcome::Miss).count();
        let differ = casts
            .iter()
            .zip(&found)
            .filter(|(cast, found)| peer(cast).is_some() != (**found != SceneOutcome::Miss));
        let count = casts.len() as f64;
        (theirs, own, 100.0 * hits as f64 / count, differ.count())
    }
}
