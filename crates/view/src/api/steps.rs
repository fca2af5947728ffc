//! `POST /steps`: every method on the same cast, with what its observer sees; parry beside them; and the obstacle to draw.

use super::convex::{self, Pair};
use super::options::options;
use super::{Ask, Reply, State};
use nalgebra::Vector3;
use serde::Serialize;
use serde_json::value::RawValue;
use swept::{CastOptions, Method, Observer, Placed, Shape, Step, Support, Sweep, TurningStep};
use swept_oracle::{Cast, Claim, Engine, ParryF32, ParryF64};

/// The most steps that are shown of one method.
const MOST_STEPS: usize = 2_000;
/// How many points of the obstacle are sampled.
const SAMPLES: usize = 1_200;

#[derive(Serialize)]
struct Steps {
    turning: bool,
    /// Whether bodies have parts, so that steps and engines are about the pair that answers.
    of_parts: bool,
    obstacle: Obstacle,
    methods: Vec<Work>,
    engines: Vec<Other>,
}

/// One method on the cast.
#[derive(Serialize)]
struct Work {
    /// As it was asked for.
    asked: &'static str,
    /// The program's answer line.
    answer: Box<RawValue>,
    steps: Vec<Seen>,
    /// Steps that were taken and are not shown.
    left_off: usize,
}

/// A step, as the observer sees it.
#[derive(Serialize)]
#[serde(untagged)]
enum Seen {
    Linear {
        method: &'static str,
        direction: [f64; 3],
        support: [f64; 3],
        lower: f64,
        /// `null` while it is infinite.
        upper: f64,
        simplex: Vec<[f64; 3]>,
    },
    Turning {
        method: &'static str,
        lower: f64,
        normal: [f64; 3],
        separation: f64,
        point_moving: [f64; 3],
        point_fixed: [f64; 3],
    },
}

/// The configuration space obstacle at the start, as points of its surface; their hull is drawn.
#[derive(Serialize)]
struct Obstacle {
    points: Vec<[f64; 3]>,
    /// Those of its core, where it has a radius: what the steps' points lie on.
    core: Vec<[f64; 3]>,
    /// For an obstacle without bound, the normal of its only plane; `points` holds one point of it.
    unbounded: Option<[f64; 3]>,
}

/// Another engine on the same pair.
#[derive(Serialize)]
struct Other {
    name: String,
    version: String,
    answer: Option<Claim>,
    /// Why there is no answer.
    none: Option<String>,
}

/// All that is known of the body's cast.
pub fn answer(state: &State, ask: &Ask) -> Result<Reply, Reply> {
    let options = options(&ask.query)?;
    let case = convex::parse(state, ask)?;
    let pair = convex::cast(&case, &options)?.pair;
    let turning = matches!(pair, Pair::Turning(_));
    let known: &[Method] = match turning {
        true => &[Method::Auto, Method::ConservativeAdvancement],
        false => &Method::ALL,
    };
    let mut methods = Vec::new();
    for &method in known {
        let options = CastOptions { method, ..options };
        // Each method answers for itself: of parts, another may come first by the last bits.
        let answered = convex::cast(&case, &options)?;
        let mut recorder = Recorder::default();
        answered.pair.show(&options, &mut recorder);
        let answer = RawValue::from_string(answered.line).map_err(|e| Reply::bad(e.to_string()))?;
        methods.push(Work {
            asked: method.name(),
            answer,
            steps: recorder.steps,
            left_off: recorder.left_off,
        });
    }
    let steps = Steps {
        turning,
        of_parts: !convex::is_whole(&case),
        obstacle: Obstacle::of(pair.linear()),
        methods,
        engines: engines(&pair, &options),
    };
    let text = serde_json::to_string(&steps).map_err(|e| Reply::bad(e.to_string()))?;
    Ok(Reply::json(text))
}

/// parry's answers in both scalars.
pub fn engines_of(cast: &Cast) -> Vec<(Box<dyn Engine>, Result<Claim, String>)> {
    let engines: [Box<dyn Engine>; 2] = [Box::new(ParryF64), Box::new(ParryF32)];
    engines
        .into_iter()
        .map(|engine| {
            let claim = engine.answer(cast).map_err(|e| e.to_string());
            (engine, claim)
        })
        .collect()
}

fn engines(pair: &Pair, options: &CastOptions<f64>) -> Vec<Other> {
    let Ok(cast) = Cast::from_line(&pair.to_line()) else {
        return Vec::new();
    };
    let plain = options.target_distance == 0.0;
    engines_of(&cast)
        .into_iter()
        .map(|(engine, claim)| {
            let claim = match plain {
                true => claim,
                false => Err("asked without a target distance only".to_owned()),
            };
            let (answer, none) = match claim {
                Ok(claim) => (Some(claim), None),
                Err(why) => (None, Some(why)),
            };
            Other {
                name: engine.name().to_owned(),
                version: engine.version().to_owned(),
                answer,
                none,
            }
        })
        .collect()
}

#[derive(Default)]
struct Recorder {
    steps: Vec<Seen>,
    left_off: usize,
}

impl Recorder {
    fn push(&mut self, seen: impl FnOnce() -> Seen) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(seen());
        } else {
            self.left_off += 1;
        }
    }
}

impl Observer for Recorder {
    fn step(&mut self, step: &Step<'_>) {
        self.push(|| Seen::Linear {
            method: step.method.name(),
            direction: step.direction.into(),
            support: step.support.into(),
            lower: step.lower,
            upper: step.upper,
            simplex: step.simplex.iter().map(|p| (*p).into()).collect(),
        });
    }

    fn turn(&mut self, step: &TurningStep) {
        self.push(|| Seen::Turning {
            method: step.method.name(),
            lower: step.fraction,
            normal: step.normal.into(),
            separation: step.separation,
            point_moving: step.point_moving.into(),
            point_fixed: step.point_fixed.into(),
        });
    }
}

impl Obstacle {
    /// C = fixed − moving, with the moving shape at its start, in world axes.
    fn of(sweep: &Sweep<f64, Shape<f64>, Shape<f64>>) -> Self {
        let (moving, fixed) = (sweep.moving(), sweep.fixed());
        let radius = moving.shape().radius() + fixed.shape().radius();
        let core = |n: &Vector3<f64>| core_point(fixed, n) - core_point(moving, &-n);
        if let Some(normal) = fixed.shape().unbounded_normal() {
            let normal = fixed.rotation().apply(&normal).normalize();
            return Self {
                points: vec![(core(&normal) + normal * radius).into()],
                core: Vec::new(),
                unbounded: Some(normal.into()),
            };
        }
        let (mut points, mut cores) = (Vec::new(), Vec::new());
        for n in directions() {
            let at = core(&n);
            points.push((at + n * radius).into());
            cores.push(at.into());
        }
        Self {
            points: distinct(points),
            core: match radius > 0.0 {
                true => distinct(cores),
                false => Vec::new(),
            },
            unbounded: None,
        }
    }
}

/// The support point of a shape's core, in world space.
fn core_point(placed: &Placed<f64, Shape<f64>>, n: &Vector3<f64>) -> Vector3<f64> {
    let local = placed.rotation().apply_transposed(n);
    let core = placed.shape().support_point(&local);
    placed.rotation().apply(&core.coords) + placed.position()
}

/// Unit vectors evenly about the sphere, on a spiral of golden angles; the axes and diagonals first, so that boxes have
/// all their corners.
fn directions() -> impl Iterator<Item = Vector3<f64>> {
    let grid = (0..27).filter(|i| *i != 13).map(|i| {
        Vector3::new(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)
            .map(f64::from)
            .normalize()
    });
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let spiral = (0..SAMPLES).map(move |i| {
        let y = 1.0 - (2 * i + 1) as f64 / SAMPLES as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let r = (1.0 - y * y).sqrt();
        Vector3::new(r * cos, y, r * sin)
    });
    grid.chain(spiral)
}

/// The points, each once.
fn distinct(mut points: Vec<[f64; 3]>) -> Vec<[f64; 3]> {
    points.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept::{Cuboid, Sphere};

    #[test]
    fn the_obstacle_of_a_ball_and_a_box_reaches_as_far_as_both() {
        let moving = Placed::new(Shape::from(Sphere::new(0.5).unwrap()), [0.0, 4.0, 0.0]).unwrap();
        let cuboid = Shape::from(Cuboid::new([1.0, 2.0, 3.0]).unwrap());
        let fixed = Placed::new(cuboid, [0.0, 0.0, 0.0]).unwrap();
        let sweep = Sweep::new(moving, [0.0, -4.0, 0.0], fixed).unwrap();
        let obstacle = Obstacle::of(&sweep);
        // C = box − (0, 4, 0), grown by 1/2.
        let top = obstacle
            .points
            .iter()
            .map(|p| p[1])
            .fold(f64::MIN, f64::max);
        assert_eq!(top, 2.0 - 4.0 + 0.5);
        assert_eq!(obstacle.core.len(), 8);
        assert!(obstacle.core.contains(&[-1.0, -6.0, 3.0]));
    }
}
