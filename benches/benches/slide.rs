//! Times collide and slide against one written with equal care on parry's casts, in one process, in `f32`.
//!
//! `cargo bench -p swept-benches --bench slide [-- FILE.obj..]`: without files, rolling ground and the program's
//! built-in level.
//!
//! Both movers use the same plane solver, the same skin along the normal, the same target distance, deadband and look ahead, and at most as
//! many casts. Moves are those of one walk, each from the same start for both; blocks of them are made in turn,
//! all of them several times, and the least time of each block counts. After each move the distance to the scene is measured by swept.

use nalgebra::{Isometry3, Point3, Unit, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{ShapeCastOptions, ShapeCastStatus, cast_shapes};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::scene::files::Soup;
use swept::scene::{Motion, Object, Query, Scene, TriangleMesh};
use swept::slide::{SlideOptions, move_and_slide, plane, slide};
use swept::{Capsule, ConvexHull, Cuboid, Distance, Placed, Support};
use swept_benches::{Triangles, ground, round_corners, side_by_side};

const MOVES: usize = 4_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = swept_benches::arguments().collect();
    println!(
        "ns per move: parry, swept, ratio; casts per move (median); moves that end in an overlap"
    );
    if files.is_empty() {
        World::new("ground", ground(60)).table();
        let level = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../crates/cli/assets/level.obj"
        );
        World::new("level", read(level)?).table();
    }
    for file in &files {
        World::new(file, read(file)?).table();
    }
    Ok(())
}

fn read(file: &str) -> Result<Triangles, Box<dyn std::error::Error>> {
    let soup = Soup::read(file)?;
    let points = soup
        .vertices
        .iter()
        .map(|p| Point3::from(p.map(|x| x as f32)));
    Ok((points.collect(), soup.triangles))
}

struct World {
    name: String,
    ours: Scene<f32>,
    theirs: peer::TriMesh,
    low: Point3<f32>,
    high: Point3<f32>,
}

/// One move: from where, and how far.
type Move = (Isometry3<f32>, Vector3<f32>);

/// What a mover came to: its end and its casts.
type End = (Vector3<f32>, u32);

impl World {
    fn new(name: &str, (points, triangles): Triangles) -> Self {
        let far = |f: fn(f32, f32) -> f32| {
            let all = points.iter().map(|p| p.coords);
            Point3::from(all.reduce(|a, b| a.zip_map(&b, f)).unwrap_or_default())
        };
        let (low, high) = (far(f32::min), far(f32::max));
        let theirs = points.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
        let theirs = peer::TriMesh::new(theirs, triangles.clone()).expect("a mesh");
        let ours = TriangleMesh::new(points, triangles).expect("a mesh");
        Self {
            name: name.to_owned(),
            ours: Scene::of([Object::new(ours)]).expect("a scene"),
            theirs,
            low,
            high,
        }
    }

    fn table(&self) {
        let s = (self.high - self.low).norm() / 60.0;
        let corners = round_corners(0.8 * s);
        let hull = corners.iter().map(|p| Vector::new(p.x, p.y, p.z));
        let hull = peer::ConvexPolyhedron::from_convex_hull(&hull.collect::<Vec<_>>());
        let half = [0.4 * s, 0.8 * s, 0.3 * s];
        self.row(
            "capsule",
            Capsule::new(0.6 * s, 0.3 * s).expect("sizes"),
            &peer::Capsule::new_y(0.6 * s, 0.3 * s),
            s,
        );
        self.row(
            "box",
            Cuboid::new(half).expect("sizes"),
            &peer::Cuboid::new(Vector::new(half[0], half[1], half[2])),
            s,
        );
        self.row(
            "hull32",
            ConvexHull::new(corners).expect("corners"),
            &hull.expect("a hull"),
            s,
        );
    }

    fn row<S: Support>(&self, name: &str, shape: S, theirs: &dyn peer::Shape, size: f32) {
        let skin = size / 64.0;
        let options = SlideOptions::default().with_skin(skin);
        let ours = |(from, way): &Move| -> End {
            let mover = Placed::new(&shape, *from).expect("a pose");
            let report = move_and_slide(&self.ours, &mover, *way, &options, slide).expect("a move");
            (report.position.coords, report.casts)
        };
        let peer = |m: &Move| self.peer(theirs, m, skin, options.max_casts);
        let moves = self.walk(size, &ours);
        let mut their_move = |one: &Move| {
            black_box(peer(one));
        };
        let mut our_move = |one: &Move| {
            black_box(ours(one));
        };
        let [a, b] = side_by_side(&moves, [&mut their_move, &mut our_move]);
        let overlaps = |(from, _): &Move, (end, _): &End| {
            let pose = Isometry3::from_parts((*end).into(), from.rotation);
            let rest =
                Motion::at_rest(Placed::new(&shape, pose).expect("a pose")).expect("a shape");
            let near = self.ours.distance(&rest, 0.0, &Query::default());
            near.is_some_and(|n| matches!(n.distance, Distance::Overlap(_)))
        };
        let ends = |mover: &dyn Fn(&Move) -> End| {
            let ends: Vec<End> = moves.iter().map(mover).collect();
            let mut casts: Vec<u32> = ends.iter().map(|e| e.1).collect();
            casts.sort_unstable();
            let inside = moves.iter().zip(&ends).filter(|(m, e)| overlaps(m, e));
            (casts[casts.len() / 2], inside.count())
        };
        let (theirs, ours) = (ends(&peer), ends(&ours));
        println!(
            "{:8}{name:>8}{a:>9.0}{b:>9.0}{:>8.3}   casts {} {}   overlaps {} {} of {}",
            self.name,
            b / a,
            theirs.0,
            ours.0,
            theirs.1,
            ours.1,
            moves.len()
        );
    }

    /// A walk with gravity and slow turns, made by our mover.
    fn walk(&self, size: f32, ours: &impl Fn(&Move) -> End) -> Vec<Move> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let centre = nalgebra::center(&self.low, &self.high);
        let start = Isometry3::translation(centre.x, self.high.y + 2.0 * size, centre.z);
        let (mut pose, mut heading, mut moves) = (start, 0.0_f32, Vec::new());
        while moves.len() < MOVES {
            heading += rng.random_range(-0.3..0.3);
            let way = Vector3::new(heading.sin(), -0.4, heading.cos()) * (0.3 * size);
            moves.push((pose, way));
            let (end, _) = ours(&(pose, way));
            pose.translation.vector = end;
            let inside = (0..3)
                .all(|i| end[i] > self.low[i] - size && (i == 1 || end[i] < self.high[i] + size));
            if !inside {
                pose = start;
                heading = rng.random_range(0.0..std::f32::consts::TAU);
            }
        }
        moves
    }

    /// Collide and slide on parry's casts.
    fn peer(&self, shape: &dyn peer::Shape, (from, way): &Move, skin: f32, most: u32) -> End {
        let (q, margin) = (from.rotation.coords, 0.5 * skin);
        let rotation = Rotation::from_xyzw(q.x, q.y, q.z, q.w);
        let still = Vector::new(0.0, 0.0, 0.0);
        let (mut at, mut rest, mut casts) = (from.translation.vector, 1.0_f32, 0);
        let mut planes: Vec<Unit<Vector3<f32>>> = Vec::new();
        let none = way.norm() * 1e-6;
        while casts < most {
            let motion = plane::solve(way * rest, &planes);
            let length = motion.norm();
            if length <= none {
                break;
            }
            let ahead = 1.0 + 16.0 * skin / length;
            let options = ShapeCastOptions {
                target_distance: margin,
                ..ShapeCastOptions::with_max_time_of_impact(ahead)
            };
            let pose = Pose {
                rotation,
                ..Pose::from_translation(Vector::new(at.x, at.y, at.z))
            };
            let velocity = Vector::new(motion.x, motion.y, motion.z);
            casts += 1;
            let hit = cast_shapes(
                &Pose::IDENTITY,
                still,
                &self.theirs,
                &pose,
                velocity,
                shape,
                options,
            )
            .expect("supported");
            let Some(hit) = hit else {
                return (at + motion, casts);
            };
            let n = Vector3::new(hit.normal1.x, hit.normal1.y, hit.normal1.z);
            let Some(n) = Unit::try_new(n, 1e-3) else {
                break;
            };
            let closing = -n.dot(&motion);
            let mut go = 0.0;
            if hit.status != ShapeCastStatus::PenetratingOrWithinTargetDist && closing > 0.0 {
                go = hit.time_of_impact - (skin - margin) / closing;
                if go * closing <= skin / 16.0 {
                    go = 0.0;
                }
            }
            if go >= 1.0 {
                return (at + motion, casts);
            }
            at += motion * go;
            rest *= 1.0 - go;
            if go > 0.0 {
                planes.retain(|p| p.dot(&motion) <= 1e-5 * length);
            }
            if closing <= 0.0
                || planes
                    .iter()
                    .any(|p| (p.into_inner() - n.into_inner()).norm() < 1e-5)
            {
                // It would answer the same again.
                break;
            }
            planes.push(n);
        }
        (at, casts)
    }
}
