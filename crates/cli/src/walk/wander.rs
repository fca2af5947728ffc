//! The walk itself.

use super::{Tally, WalkArgs, World};
use crate::failure::Failure;
use crate::numbers::Triple;
use crate::scene;
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::time::Instant;
use swept::scene::{Motion, Query, Scene, SubShape, TriangleMesh};
use swept::slide::fauerby::{Ellipsoidal, Statistics, Walker};
use swept::slide::{SlideOptions, SlideReport, Stop, move_and_slide, plane, slide};
use swept::{Distance, Ellipsoid, Placed, Real, Shape, Short, Support};

/// A walk to be made.
pub struct Wander<'a, T: Real> {
    pub args: &'a WalkArgs,
    pub world: &'a World<T>,
    pub shape: &'a Shape<T>,
    pub start: Triple,
    /// The moves of a script.
    pub moves: Option<Vec<Vector3<T>>>,
}

/// What is farther away than so many skins is not near.
pub const NEAR: f64 = 1.25;
/// A move that made less than this part of its displacement made nothing; a way that is left by what is near counts from the
/// second of these parts on.
const NOTHING: f64 = 1e-3;
const SOMETHING: f64 = 0.05;
/// The largest skin of a point, as a part of the scene: what a shape as large as that has by default. All of the scene is within a skin as
/// large as the scene, and little of it within this one.
const OF_SCENE: f64 = 1.0 / 128.0;

impl<T: Real> Wander<'_, T> {
    /// Makes all moves, and checks each.
    pub fn walk(&self) -> Result<Tally, Failure> {
        let shape = self.shape;
        let size = shape.extent() + shape.radius();
        let options = SlideOptions {
            skin: self.args.skin.map(T::nearest),
            ..SlideOptions::default()
        };
        let step = self.args.step.unwrap_or(size * 2.0 / 3.0);
        let mut rng = ChaCha8Rng::seed_from_u64(self.args.seed);
        let mut tally = Tally {
            least: f64::INFINITY,
            paths: vec![Vec::new()],
            ..Tally::default()
        };
        let start = Isometry3::from(Point3::from(self.start.rounded::<T>("--from")?));
        Placed::new(shape, start).map_err(|e| {
            let flag = ("--from", self.args.from.is_some());
            scene::refused(format!("moving.{e}"), &[flag], &self.world.name)
        })?;
        self.refuse_longest(step, size)?;
        let (mut pose, mut heading, mut last) = (start, 0.0, None);
        let at_start = self.around(&start, T::zero())?.overlaps;
        let at_start: Vec<_> = at_start.into_iter().map(|(at, _)| at).collect();
        let mut within = at_start.clone();
        for i in 0..self.args.moves {
            let way = match &self.moves {
                Some(moves) => moves[i % moves.len()],
                None => {
                    let way = random(&mut rng, &mut heading, last.as_ref()) * step;
                    way.map(T::nearest)
                }
            };
            let mover = Placed::new(shape, pose).map_err(Failure::of)?;
            let begin = Instant::now();
            let report = move_and_slide(&self.world.scene, &mover, way, &options, slide);
            tally.time += begin.elapsed();
            let report = report.map_err(Failure::of)?;
            pose.translation = report.position.into();
            tally.inside += usize::from(!within.is_empty());
            within = self.check(&pose, &way, &report, &within, &mut tally)?;
            if self.is_outside(&report.position, size) {
                tally.left += 1;
                tally.paths.push(Vec::new());
                (pose, last) = (start, None);
                within.clone_from(&at_start);
            } else {
                last = Some(report);
            }
        }
        Ok(tally)
    }

    /// Refuses moves that may end so far out that the skin which rounding asks for there is larger than the shape. The move itself keeps the
    /// skin of a short one where the scene ends; the one back from there keeps the wide one, beside which nothing small is told apart, and
    /// what is far above the scene is not [outside](Self::is_outside). A point has no size, and [`OF_SCENE`] stands for it.
    fn refuse_longest(&self, step: f64, size: f64) -> Result<(), Failure> {
        let lengths = self.moves.iter().flatten().map(|way| way.amax().to_f64());
        let (length, of) = match (lengths.reduce(f64::max), &self.args.path) {
            (Some(longest), Some(path)) => (longest, path.display().to_string()),
            _ => (step, "--step".to_owned()),
        };
        let options = SlideOptions::default().with_skin(T::zero());
        // Where such a move may end.
        let far = Isometry3::from(Vector3::x() * T::nearest(length));
        let mover = Placed::new(self.shape, far).map_err(Failure::of)?;
        let report = move_and_slide(&Scene::new(), &mover, Vector3::zeros(), &options, slide);
        let skin = report.map_err(Failure::of)?.skin.to_f64();
        let (most, than) = if size > 0.0 {
            (size, "the shape")
        } else {
            (
                OF_SCENE * self.world.scene.farthest(),
                "a 128th of the scene",
            )
        };
        if most == 0.0 || skin <= most {
            return Ok(());
        }
        Err(Failure::Message(format!(
            "{of}: a move by {} may end where rounding asks for a skin of {skin:.1e}, larger than {than} (expected shorter moves)",
            Short(length)
        )))
    }

    /// Holds the end of a move against distances of their own. `within` is what it began in; returns what it ended in.
    fn check(
        &self,
        pose: &Isometry3<T>,
        way: &Vector3<T>,
        report: &SlideReport<T>,
        within: &[SubShape],
        tally: &mut Tally,
    ) -> Result<Vec<SubShape>, Failure> {
        let skin = report.skin.to_f64();
        if let Some(path) = tally.paths.last_mut() {
            path.push(report.position.map(Real::to_f64));
        }
        tally.casts.push(report.casts);
        tally.hits += report.hits.len();
        tally.stopped(report.stop);
        let around = self.around(pose, T::nearest(NEAR * skin))?;
        tally.least = tally.least.min(around.least / skin);
        let is_new = |(at, _): &&(SubShape, f64)| !within.contains(at);
        let entered = around.overlaps.iter().filter(is_new);
        if let Some(depth) = entered.map(|(_, depth)| *depth).reduce(f64::max) {
            tally.entered += 1;
            tally.deepest = tally.deepest.max(depth);
        }
        let size = way.norm().to_f64();
        if report.stop != Stop::Arrived && report.moved.norm().to_f64() < NOTHING * size {
            let best = plane::solve(*way, &around.normals).norm().to_f64();
            tally.stuck += usize::from(best > SOMETHING * size);
        }
        Ok(around.overlaps.into_iter().map(|(at, _)| at).collect())
    }

    /// What is within a length of the shape there.
    fn around(&self, pose: &Isometry3<T>, within: T) -> Result<Around<T>, Failure> {
        let mover = Placed::new(self.shape, *pose).map_err(Failure::of)?;
        let rest = Motion::at_rest(mover.as_ref()).map_err(Failure::of)?;
        let mut around = Around {
            normals: Vec::new(),
            overlaps: Vec::new(),
            least: f64::INFINITY,
        };
        self.world
            .scene
            .near(&rest, within, &Query::default(), |near| {
                match &near.distance {
                    Distance::Overlap(o) => around
                        .overlaps
                        .push((near.place.sub_shape, o.depth.to_f64())),
                    Distance::Apart(a) => around.least = around.least.min(a.separation.to_f64()),
                }
                around.normals.push(near.distance.normal());
                ControlFlow::Continue(())
            });
        Ok(around)
    }

    fn is_outside(&self, at: &Point3<T>, size: f64) -> bool {
        let (at, bounds) = (at.map(Real::to_f64), &self.world.bounds);
        let beside = |i: usize| at[i] < bounds.min[i] - size || at[i] > bounds.max[i] + size;
        beside(0) || beside(2) || at.y < bounds.min.y - size
    }

    /// The space of the method of 2003 for an ellipsoid as wide, high and deep as the shape.
    pub fn ellipsoidal(&self, mesh: &TriangleMesh<T>) -> Result<Ellipsoidal, Failure> {
        let ellipsoid = Ellipsoid::new(self.half_sizes()?.map(T::nearest));
        let ellipsoid = ellipsoid.map_err(Failure::of)?;
        Ellipsoidal::new(mesh, &ellipsoid)
            .ok_or_else(|| Failure::of("--fauerby needs a shape with a size along all axes"))
    }

    /// Half of the shape's sizes along its axes, by its farthest points: of a flat shape one is 0, which a box rounded outward would hide.
    fn half_sizes(&self) -> Result<Vector3<f64>, Failure> {
        let placed = Placed::<T, _>::new(self.shape, Isometry3::identity());
        let placed = placed.map_err(Failure::of)?;
        let farthest = |n: Vector3<f64>| placed.support_point(&n).coords.dot(&n);
        let half = |n: Vector3<f64>| (farthest(n) + farthest(-n)) / 2.0;
        Ok(Vector3::new(
            half(Vector3::x()),
            half(Vector3::y()),
            half(Vector3::z()),
        ))
    }

    /// The same path by the method of 2003: its ellipsoid makes each move from where the walk was.
    pub fn fauerby(&self, space: &Ellipsoidal, tally: &Tally) -> Result<Statistics, Failure> {
        let gravity = 0.1 * self.half_sizes()?.y;
        let mut statistics = Statistics::default();
        for pair in tally.paths.iter().flat_map(|path| path.windows(2)) {
            let walker = Walker {
                position: pair[0],
                very_close: 0.005,
            };
            let way = pair[1] - pair[0];
            let level = Vector3::new(way.x, 0.0, way.z);
            let gravity = Vector3::new(0.0, way.y.min(0.0) - gravity, 0.0);
            space.step(&walker, level, gravity, &mut statistics);
        }
        Ok(statistics)
    }
}

/// What a shape is near to.
struct Around<T: Real> {
    /// The normals of all of it.
    normals: Vec<Unit<Vector3<T>>>,
    /// What is overlapped, and how deep.
    overlaps: Vec<(SubShape, f64)>,
    /// The least separation.
    least: f64,
}

/// A direction of a length of about 1: a walk with slow turns and gravity, or one into, along or between what was met.
fn random<T: Real>(
    rng: &mut ChaCha8Rng,
    heading: &mut f64,
    last: Option<&SlideReport<T>>,
) -> Vector3<f64> {
    *heading += rng.random_range(-0.3..0.3);
    if rng.random_bool(0.01) {
        *heading = rng.random_range(0.0..std::f64::consts::TAU);
    }
    let walking = Vector3::new(heading.sin(), -0.4, heading.cos());
    let normals = last.iter().flat_map(|l| l.planes.iter());
    let normals: Vec<Vector3<f64>> = normals.map(|n| n.map(Real::to_f64)).collect();
    let Some(first) = normals.first() else {
        return walking;
    };
    match rng.random_range(0..8) {
        0 => -first,
        1 => walking.cross(first) - first * 1e-3,
        2 => -normals.iter().sum::<Vector3<f64>>(),
        3 => first.cross(&normals[normals.len() - 1]) + walking * 0.1,
        _ => walking,
    }
}
