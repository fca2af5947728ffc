//! A box against rolling ground of more and more triangles.

use crate::growth::{Grown, Point, Series};
use crate::judge::{judge, kind};
use crate::measure::answers;
use crate::{Answer, Caster, Kind, Known, Scalar, Solver, Way, WorkloadError, timing};
use core::hint::black_box;
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{ShapeCastOptions, ShapeCastStatus, cast_shapes};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept::nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use swept::scene::{Motion, Object, Query, Scene, SceneOutcome, TriangleMesh};
use swept::{CastOptions, Cuboid, Method, Placed, Real};

/// The name that workload errors go by.
const NAME: &str = "box-ground";

/// Numbers of triangles, or as many as make a square.
pub(crate) const TRIANGLES: [f64; 5] = [1e3, 1e4, 1e5, 1e6, 1e7];

/// Half extents of the box. Cells of the ground have sides of 1.
const HALF: [f64; 3] = [0.5, 0.25, 0.375];

pub(crate) fn series() -> Series {
    Series {
        name: "mesh-size",
        pair: NAME,
        what: "triangles of the ground",
        points: Vec::new(),
    }
}

/// Who of those asked for casts into meshes here: parry in `f32`, and swept by any method.
fn takes_part(way: &Way) -> bool {
    *way == Way::BASE || matches!(way.solver, Solver::Swept(_))
}

/// Measures one size. The truth is what swept answers in `f64`: that it equals the cast of each triangle by itself is
/// tested elsewhere.
pub(crate) fn point(
    triangles: f64,
    ways: &[Way],
    seed: u64,
    casts: usize,
    repeats: usize,
) -> Result<Point, WorkloadError> {
    let side = (triangles / 2.0).sqrt().ceil() as u32;
    let ground = Ground::new(side);
    let starts = starts(side, seed, casts);
    // What takes the time is building, and there are two kinds of it at least.
    let wants = |scalar| ways.iter().any(|w| takes_part(w) && w.scalar == scalar);
    let (single, double) = std::thread::scope(|scope| {
        let single = wants(Scalar::F32).then(|| scope.spawn(|| ground.scene::<f32>()));
        let double = ground.scene::<f64>();
        (single.map(|thread| thread.join()), double)
    });
    let double = double?;
    let single = match single {
        Some(Ok(scene)) => Some(scene?),
        Some(Err(_)) => return Err(said("the scene could not be built")),
        None => None,
    };
    let truth = Ours::new(&double, Method::Auto, &starts)?;
    let known: Vec<Known> = (0..casts).map(|i| truth.known(i)).collect();
    let mut casters: Vec<Box<dyn Caster + '_>> = Vec::new();
    for way in ways.iter().filter(|way| takes_part(way)) {
        match (way.solver, way.scalar, &single) {
            (Solver::Parry, ..) => casters.push(Box::new(Parry::new(&ground, &starts)?)),
            (Solver::Swept(method), Scalar::F32, Some(scene)) => {
                casters.push(Box::new(Ours::new(scene, method, &starts)?));
            }
            (Solver::Swept(method), Scalar::F64, _) => {
                casters.push(Box::new(Ours::new(&double, method, &starts)?));
            }
            _ => {}
        }
    }
    let blocks = timing::blocks(&casters, casts, repeats);
    let base = casters.iter().position(|c| c.way() == Way::BASE);
    let motions: Vec<_> = starts.iter().map(|(_, way)| *way).collect();
    let scale = f64::from(side);
    let cells = casters.iter().zip(&blocks).map(|(caster, timed)| {
        let said = answers(&**caster, casts);
        let errors = judge(&said, &known, &motions, scale, caster.way().scalar);
        Grown::new(
            caster.way(),
            timed.ns(),
            base.map(|base| blocks[base].ns()),
            &errors,
        )
    });
    let hits = known.iter().filter(|k| kind(k) == Some(Kind::Hit)).count();
    Ok(Point {
        x: triangles,
        hit_rate: hits as f64 / casts.max(1) as f64,
        cells: cells.collect(),
    })
}

fn said(error: impl core::fmt::Display) -> WorkloadError {
    WorkloadError::new(NAME, error.to_string())
}

/// Corners in rows, and two triangles for each cell.
struct Ground {
    points: Vec<Point3<f32>>,
    triangles: Vec<[u32; 3]>,
}

/// The height of the ground.
fn height(x: f64, z: f64) -> f64 {
    2.0 * (0.11 * x).sin() * (0.13 * z).cos() + 0.4 * (0.9 * x + 0.3).sin() * (0.7 * z).sin()
}

impl Ground {
    fn new(side: u32) -> Self {
        let points = (0..=side).flat_map(|i| {
            (0..=side).map(move |j| {
                let (x, z) = (f64::from(i), f64::from(j));
                Point3::new(x, height(x, z), z).map(f32::nearest)
            })
        });
        let triangles = (0..side).flat_map(|i| {
            (0..side).flat_map(move |j| {
                let p = i * (side + 1) + j;
                [
                    [p, p + 1, p + side + 1],
                    [p + 1, p + side + 2, p + side + 1],
                ]
            })
        });
        Self {
            points: points.collect(),
            triangles: triangles.collect(),
        }
    }

    fn scene<T: Real>(&self) -> Result<Scene<T>, WorkloadError> {
        let points = self.points.iter().map(|p| p.map(|x| T::nearest(x.into())));
        let mesh = TriangleMesh::new(points.collect::<Vec<_>>(), self.triangles.clone());
        Scene::of([Object::new(mesh.map_err(said)?)]).map_err(said)
    }
}

/// A pose and a displacement, all `f32` numbers.
type Start = (Isometry3<f64>, Vector3<f64>);

/// From above the ground, down at it on a slope; two in three reach it.
fn starts(side: u32, seed: u64, count: usize) -> Vec<Start> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut one = || {
        let mut r = |low: f64, high: f64| rng.random_range(low..high);
        let (x, z) = (r(2.0, f64::from(side) - 2.0), r(2.0, f64::from(side) - 2.0));
        let turn = Vector3::new(r(-3.0, 3.0), r(-3.0, 3.0), r(-3.0, 3.0));
        let start = Vector3::new(x, height(x, z) + r(1.5, 4.0), z);
        let way = Vector3::new(r(-4.0, 4.0), -r(1.0, 5.0), r(-4.0, 4.0));
        let single = |v: Vector3<f64>| v.map(|x| f64::from(x as f32));
        let turn = UnitQuaternion::from_scaled_axis(turn).cast::<f32>().cast();
        let pose = Isometry3::from_parts(Translation3::from(single(start)), turn);
        (pose, single(way))
    };
    (0..count).map(|_| one()).collect()
}

/// swept's side.
struct Ours<'a, T: Real> {
    scene: &'a Scene<T>,
    method: Method,
    cuboid: Cuboid<T>,
    starts: Vec<(Isometry3<T>, Vector3<T>)>,
}

impl<'a, T: Real> Ours<'a, T> {
    fn new(scene: &'a Scene<T>, method: Method, starts: &[Start]) -> Result<Self, WorkloadError> {
        let rounded = starts.iter().map(|(pose, way)| {
            let turn = pose.rotation.coords.map(T::nearest);
            let turn = UnitQuaternion::new_unchecked(turn.into());
            let place = Translation3::from(pose.translation.vector.map(T::nearest));
            (Isometry3::from_parts(place, turn), way.map(T::nearest))
        });
        Ok(Self {
            scene,
            method,
            cuboid: Cuboid::new(HALF.map(T::nearest)).map_err(said)?,
            starts: rounded.collect(),
        })
    }

    /// A miss for what is refused as a motion: none of these is.
    fn cast(&self, (pose, way): &(Isometry3<T>, Vector3<T>)) -> SceneOutcome<T> {
        let query = Query::default().with_cast(CastOptions {
            method: self.method,
            ..CastOptions::default()
        });
        let placed = Placed::new(&self.cuboid, *pose).ok();
        let motion = placed.and_then(|placed| Motion::new(placed, *way).ok());
        motion.map_or(SceneOutcome::Miss, |m| self.scene.cast_closest(&m, &query))
    }

    fn known(&self, cast: usize) -> Known {
        match self.cast(&self.starts[cast]) {
            SceneOutcome::Hit(hit) => Known::Hit {
                lower: hit.hit.fraction.to_f64(),
                upper: hit.hit.fraction_upper.to_f64(),
                normal: hit.hit.normal.map(Real::to_f64),
            },
            SceneOutcome::Miss => Known::Miss,
            SceneOutcome::Overlap(_) => Known::Overlap,
            SceneOutcome::Unresolved(_) => Known::Nothing,
        }
    }
}

impl<T: Real> Caster for Ours<'_, T> {
    fn way(&self) -> Way {
        let wide = T::EPSILON == f64::EPSILON;
        Way {
            solver: Solver::Swept(self.method),
            scalar: if wide { Scalar::F64 } else { Scalar::F32 },
        }
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box(&self.cast(black_box(&self.starts[i])));
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let (kind, fraction, normal) = match self.known(cast) {
            Known::Hit { lower, normal, .. } => (Kind::Hit, lower, Some(normal)),
            Known::Miss => (Kind::Miss, 1.0, None),
            Known::Overlap => (Kind::Overlap, 0.0, None),
            Known::Nothing => (Kind::Unresolved, 0.0, None),
        };
        Answer {
            kind,
            fraction,
            normal,
            work: None,
        }
    }
}

/// parry's side.
struct Parry {
    mesh: peer::TriMesh,
    cuboid: peer::Cuboid,
    starts: Vec<(Pose, Vector)>,
}

impl Parry {
    fn new(ground: &Ground, starts: &[Start]) -> Result<Self, WorkloadError> {
        let vector = |v: &Vector3<f64>| Vector::new(v.x as f32, v.y as f32, v.z as f32);
        let points = ground.points.iter().map(|p| Vector::new(p.x, p.y, p.z));
        let starts = starts.iter().map(|(pose, way)| {
            let [x, y, z, w] = pose.rotation.coords.map(|x| x as f32).into();
            let pose = Pose {
                rotation: Rotation::from_xyzw(x, y, z, w),
                ..Pose::from_translation(vector(&pose.translation.vector))
            };
            (pose, vector(way))
        });
        let mesh = peer::TriMesh::new(points.collect(), ground.triangles.clone());
        Ok(Self {
            mesh: mesh.map_err(said)?,
            cuboid: peer::Cuboid::new(vector(&HALF.into())),
            starts: starts.collect(),
        })
    }

    fn cast(&self, (pose, way): &(Pose, Vector)) -> Option<parry3d::query::ShapeCastHit> {
        let still = Vector::new(0.0, 0.0, 0.0);
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (mesh, cuboid) = (&self.mesh, &self.cuboid);
        // It refuses pairs that it does not know. It knows these.
        cast_shapes(&Pose::IDENTITY, still, mesh, pose, *way, cuboid, options).unwrap_or(None)
    }
}

impl Caster for Parry {
    fn way(&self) -> Way {
        Way::BASE
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box(&self.cast(black_box(&self.starts[i])));
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let found = self.cast(&self.starts[cast]);
        let (kind, fraction) = match &found {
            None => (Kind::Miss, 1.0),
            Some(hit) => match hit.status {
                ShapeCastStatus::Converged => (Kind::Hit, f64::from(hit.time_of_impact)),
                ShapeCastStatus::PenetratingOrWithinTargetDist => (Kind::Overlap, 0.0),
                _ => (Kind::Unresolved, 0.0),
            },
        };
        let hit = found.filter(|_| kind == Kind::Hit);
        Answer {
            kind,
            fraction,
            // Out of the mesh, whose frame is the world's.
            normal: hit.map(|h| Vector3::new(h.normal1.x, h.normal1.y, h.normal1.z).map(f64::from)),
            work: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swept_answers_right_in_both_scalars() {
        let auto = Solver::Swept(Method::Auto);
        let chosen = |way: &Way| *way == Way::BASE || way.solver == auto;
        let ways: Vec<Way> = Way::all().filter(chosen).collect();
        let point = point(2_000.0, &ways, 5, 200, 1).unwrap();
        assert!((0.5..0.9).contains(&point.hit_rate), "{}", point.hit_rate);
        assert_eq!(point.cells.len(), 3);
        for cell in &point.cells {
            let ours = cell.way.solver == auto;
            let allowed = 64.0 * cell.way.scalar.epsilon();
            assert!(
                !ours || (cell.wrong == 0 && cell.most <= allowed),
                "{cell:?}"
            );
        }
    }
}
