//! Times a world of boxes that move: what it takes to tell of new poses, and casts of a capsule among them, against parry's tree of boxes
//! with a cast for each body that it names, in one process and in `f32`.
//!
//! ```sh
//! cargo bench -p swept-benches --bench bodies
//! ```
//!
//! All bodies were inserted one after the other. Each frame, some of them move a little at random, in both worlds; then the same casts go
//! through both. The least time of all frames counts for the moves, and the mean for the casts.

use nalgebra::Vector3;
use parry3d::bounding_volume::{Aabb, BoundingVolume};
use parry3d::math::{Pose, Vector};
use parry3d::partitioning::{Bvh, BvhWorkspace};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use swept::scene::{Motion, Object, ObjectId, Query, Scene, SceneOutcome};
use swept::{Capsule, Cuboid, Placed};

const FRAMES: usize = 100;
/// Casts after each frame.
const CASTS: usize = 100;
const HALF: f32 = 0.5;
const TALL: f32 = 0.6;
const RADIUS: f32 = 0.3;
/// Fractions that differ by more count as different: parry's own tolerance, √(10 ε).
const ALIKE: f32 = 1e-3;

fn main() {
    println!(
        "{FRAMES} frames of {CASTS} casts each: us per move and cast, and as a part of parry's"
    );
    let titles = [
        "bodies", "moved", "move", "parry", "part", "cast", "parry", "part", "hits", "differ",
    ];
    println!("{}", titles.map(|title| format!("{title:>8}")).concat());
    for (bodies, moved) in [
        (2_000, 0),
        (2_000, 100),
        (2_000, 2_000),
        (20_000, 2_000),
        (20_000, 20_000),
    ] {
        frames(bodies, moved);
    }
}

/// The same boxes in either world.
struct Worlds {
    places: Vec<Vector3<f32>>,
    ids: Vec<ObjectId>,
    ours: Scene<f32>,
    theirs: Bvh,
    workspace: BvhWorkspace,
}

impl Worlds {
    fn of(places: Vec<Vector3<f32>>) -> Self {
        let cube = Cuboid::new([HALF; 3]).expect("a box");
        let mut ours = Scene::new();
        let insert = |at: &Vector3<f32>| ours.insert(Object::new(cube).at(*at)).expect("a pose");
        let ids = places.iter().map(insert).collect();
        let mut theirs = Bvh::new();
        for (at, index) in places.iter().zip(0..) {
            theirs.insert(around(at), index);
        }
        Self {
            places,
            ids,
            ours,
            theirs,
            workspace: BvhWorkspace::default(),
        }
    }

    /// Tells both of the first `moved` bodies' places. The seconds that each takes.
    fn tell(&mut self, moved: usize) -> [f64; 2] {
        let start = Instant::now();
        for (id, at) in self.ids.iter().zip(&self.places).take(moved) {
            self.ours.set_pose(*id, *at).expect("a pose");
        }
        let ours = start.elapsed().as_secs_f64();
        let start = Instant::now();
        for (at, index) in self.places.iter().zip(0..).take(moved) {
            self.theirs
                .insert_or_update_partially(around(at), index, 0.0);
        }
        self.theirs.refit(&mut self.workspace);
        [ours, start.elapsed().as_secs_f64()]
    }

    fn ours(&self, from: &Vector3<f32>, way: &Vector3<f32>) -> Option<f32> {
        let capsule = Capsule::new(TALL, RADIUS).ok()?;
        let motion = Motion::new(Placed::new(capsule, *from).ok()?, *way).ok()?;
        match self.ours.cast_closest(&motion, &Query::default()) {
            SceneOutcome::Miss => None,
            met => Some(met.safe_fraction()),
        }
    }

    fn theirs(&self, from: &Vector3<f32>, way: &Vector3<f32>) -> Option<f32> {
        let (capsule, cube) = (
            peer::Capsule::new_y(TALL, RADIUS),
            peer::Cuboid::new(Vector::splat(HALF)),
        );
        let (start, end) = (pose(from), pose(&(from + way)));
        let swept = capsule.aabb(&start).merged(&capsule.aabb(&end));
        let mut first: Option<f32> = None;
        for index in self.theirs.intersect_aabb(&swept) {
            let at = pose(&self.places[index as usize]);
            let options = ShapeCastOptions::with_max_time_of_impact(first.unwrap_or(1.0));
            let met = cast_shapes(
                &start,
                vector(way),
                &capsule,
                &at,
                Vector::ZERO,
                &cube,
                options,
            );
            if let Ok(Some(hit)) = met {
                first = Some(first.map_or(hit.time_of_impact, |t| t.min(hit.time_of_impact)));
            }
        }
        first
    }
}

fn frames(bodies: usize, moved: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let side = 200.0;
    let mut any = |most: [f32; 3]| Vector3::from(most).map(|x| x * rng.random_range(0.0..1.0_f32));
    let mut worlds = Worlds::of((0..bodies).map(|_| any([side, 10.0, side])).collect());
    let middle = Vector3::new(0.5, 0.0, 0.5);
    let mut moves = [f64::INFINITY; 2];
    let (mut casts, mut hits, mut differ) = ([0.0; 2], 0, 0);
    for _ in 0..FRAMES {
        for place in worlds.places.iter_mut().take(moved) {
            *place += any([1.0, 0.0, 1.0]) - middle;
        }
        let took = worlds.tell(moved);
        moves = [0, 1].map(|i| moves[i].min(took[i]));
        let way = || {
            (
                any([side, 10.0, side]),
                any([10.0, 4.0, 10.0]) - Vector3::new(5.0, 2.0, 5.0),
            )
        };
        let ways: Vec<_> = std::iter::repeat_with(way).take(CASTS).collect();
        let start = Instant::now();
        let ours: Vec<_> = ways
            .iter()
            .map(|(from, way)| worlds.ours(from, way))
            .collect();
        casts[0] += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let theirs: Vec<_> = ways
            .iter()
            .map(|(from, way)| worlds.theirs(from, way))
            .collect();
        casts[1] += start.elapsed().as_secs_f64();
        hits += ours.iter().flatten().count();
        let near = |a: &Option<f32>, b: &Option<f32>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() <= ALIKE,
            (a, b) => a.is_none() && b.is_none(),
        };
        differ += ours
            .iter()
            .zip(&theirs)
            .filter(|(a, b)| !near(a, b))
            .count();
    }
    let columns = [(moves, moved), (casts, FRAMES * CASTS)].map(|(seconds, count)| {
        if count == 0 {
            return format!("{:>8}{:>8}{:>8}", "", "", "");
        }
        let [ours, theirs] = seconds.map(|s| s * 1e6 / count as f64);
        format!("{ours:8.2}{theirs:8.2}{:8.2}", ours / theirs)
    });
    println!("{bodies:8}{moved:8}{}{hits:8}{differ:8}", columns.concat());
}

fn vector(v: &Vector3<f32>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(at: &Vector3<f32>) -> Pose {
    Pose::from_translation(vector(at))
}

fn around(at: &Vector3<f32>) -> Aabb {
    let (at, half) = (vector(at), Vector::splat(HALF));
    Aabb::new(at - half, at + half)
}
