//! Turning casts beside parry's nonlinear casts: named cases with their known answers, and bars of many turns by number.
//!
//! ```sh
//! cargo bench -p swept-benches --bench turning
//! ```

use rand::{RngExt, SeedableRng};
use std::error::Error;
use swept::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{Cuboid, Outcome, Placed, Sweep, Turn, TurningSweep, Turns};

/// Two boxes: half extents, position, rotation x, y, z, w; the motion of the first.
struct Case {
    name: &'static str,
    moving: Body,
    fixed: Body,
    displacement: [f64; 3],
    turn: [f64; 3],
    centre: [f64; 3],
    /// The fraction of the first contact, where it can be worked out by hand; NaN for none.
    known: Option<f64>,
}

struct Body {
    half: [f64; 3],
    position: [f64; 3],
    rotation: [f64; 4],
}

const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

fn body(half: [f64; 3], position: [f64; 3]) -> Body {
    Body {
        half,
        position,
        rotation: UPRIGHT,
    }
}

/// A case as a sweep.
type Boxes = TurningSweep<f64, Cuboid<f64>, Cuboid<f64>>;

/// What a cast says: the fraction of first contact, or why there is none.
type Said = Result<f64, &'static str>;

fn ours(case: &Case) -> Result<(Said, Boxes), Box<dyn Error>> {
    let place = |b: &Body| {
        let [x, y, z, w] = b.rotation;
        let q = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
        Placed::new(
            Cuboid::new(b.half)?,
            Isometry3::from_parts(Translation3::from(b.position), q),
        )
    };
    let linear = Sweep::new(place(&case.moving)?, case.displacement, place(&case.fixed)?)?;
    let turns = Turns {
        moving: Turn::by(case.turn).about(case.centre),
        ..Turns::default()
    };
    let sweep = TurningSweep::new(linear, turns)?;
    let said = match sweep.cast() {
        Outcome::Hit(hit) => Ok(hit.fraction),
        Outcome::Miss(_) => Err("miss"),
        Outcome::Overlap(_) => Err("overlap"),
        Outcome::Unresolved(_) => Err("unresolved"),
    };
    Ok((said, sweep))
}

macro_rules! parry {
    ($name:ident, $parry:ident, $scalar:ty) => {
        fn $name(case: &Case) -> Said {
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::{NonlinearRigidMotion, ShapeCastStatus, cast_shapes_nonlinear};
            let vector = |v: &[f64; 3]| {
                let [x, y, z] = v.map(|x| x as $scalar);
                Vector::new(x, y, z)
            };
            let motion = |b: &Body, centre: &[f64; 3], d: &[f64; 3], turn: &[f64; 3]| {
                let [x, y, z, w] = b.rotation.map(|x| x as $scalar);
                let start = Pose {
                    rotation: Rotation::from_xyzw(x, y, z, w).normalize(),
                    ..Pose::from_translation(vector(&b.position))
                };
                NonlinearRigidMotion::new(start, vector(centre), vector(d), vector(turn))
            };
            let zero = [0.0; 3];
            let found = cast_shapes_nonlinear(
                &motion(&case.moving, &case.centre, &case.displacement, &case.turn),
                &$parry::shape::Cuboid::new(vector(&case.moving.half)),
                &motion(&case.fixed, &zero, &zero, &zero),
                &$parry::shape::Cuboid::new(vector(&case.fixed.half)),
                0.0,
                1.0,
                true,
            );
            match found {
                Ok(Some(hit)) if hit.status == ShapeCastStatus::Failed => Err("failed"),
                Ok(Some(hit)) => Ok(f64::from(hit.time_of_impact)),
                Ok(None) => Err("miss"),
                Err(_) => Err("unsupported"),
            }
        }
    };
}

parry!(parry_f32, parry3d, f32);
parry!(parry_f64, parry3d_f64, f64);

/// The separation at a fraction: negative when the boxes overlap.
fn separation(sweep: &Boxes, s: f64) -> f64 {
    let linear = sweep.linear();
    let m = linear.moving();
    let turn = UnitQuaternion::from_scaled_axis(sweep.turns().moving.rotation * s);
    let position = m.position() + linear.displacement() * s;
    let pose = Isometry3::from_parts(Translation3::from(position), turn * m.pose().rotation);
    let still = Placed::new(*m.shape(), pose)
        .ok()
        .and_then(|moving| Sweep::new(moving, Vector3::zeros(), *linear.fixed()).ok());
    match still.map(|still| still.cast()) {
        Some(Outcome::Miss(miss)) => miss.gap,
        Some(Outcome::Overlap(overlap)) => -overlap.depth_lower,
        _ => 0.0,
    }
}

fn named() -> Vec<Case> {
    let rod = [2.0, 0.01, 0.01];
    vec![
        Case {
            name: "parry 317: boxes that pass through",
            moving: Body {
                rotation: [0.0, 0.0, -0.84035015, -0.542044],
                ..body([235.0, 105.0, 110.0], [6458.7905, -209.1331, 1014.52124])
            },
            fixed: Body {
                rotation: [0.002524775, -0.00026210435, -0.0012064485, 0.99999607],
                ..body([650.0, 330.0, 275.0], [6079.4917, -849.3108, 853.8756])
            },
            displacement: [588.2583, -553.06335, 471.54688],
            turn: [0.0, 0.0, -1.770823],
            centre: [99.97085, -2.2888184e-5, -35.0],
            known: None,
        },
        Case {
            name: "a thin rod turns by 3 rad past a post",
            moving: body(rod, [0.0; 3]),
            fixed: body([0.01, 0.01, 1.0], [-1.5, 0.5, 0.0]),
            displacement: [0.0; 3],
            turn: [0.0, 0.0, 3.0],
            centre: [0.0; 3],
            known: None,
        },
        Case {
            name: "a thin rod turns by 20 rad beside a post out of reach",
            moving: body(rod, [0.0; 3]),
            fixed: body([0.01, 0.01, 1.0], [0.0, 2.5, 0.0]),
            displacement: [0.0; 3],
            turn: [0.0, 0.0, 20.0],
            centre: [0.0; 3],
            known: Some(f64::NAN),
        },
        Case {
            name: "a door on its hinge meets a wall at 90 degrees",
            moving: body([1.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
            fixed: body([1.0, 1.0, 2.0], [-1.5, 0.0, 2.0]),
            displacement: [0.0; 3],
            turn: [0.0, -3.0, 0.0],
            centre: [-1.0, 0.0, 0.0],
            // The wall begins at x = −1/2: 2 cos θ = −1/2.
            known: Some((-0.25_f64).acos() / 3.0),
        },
        Case {
            name: "a blade of 40 rad comes down on a box",
            moving: body([2.0, 0.05, 0.2], [0.3, 4.0, 0.1]),
            fixed: body([1.0, 1.0, 1.0], [0.0; 3]),
            displacement: [0.0, -3.5, 0.0],
            turn: [0.0, 3.0, 40.0],
            centre: [0.0; 3],
            known: None,
        },
    ]
}

/// A bar of 1:50 thrown at a box, turning by up to 20 rad.
fn bar(seed: u64) -> Case {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut between = |low: f64, high: f64| {
        f64::from((low + (high - low) * f64::from(rng.random::<f32>())) as f32)
    };
    let mut three = |size: f64| [(); 3].map(|()| between(-size, size));
    let at = Vector3::from(three(1.0)).normalize() * 3.6;
    let aim = Vector3::from(three(0.5));
    let axis = Vector3::from(three(1.0)).normalize();
    let [a, b, c] = three(1.0);
    let angle = between(0.0, 20.0);
    let rotation = [a, b, c, between(0.1, 1.0)];
    let (length, way) = (between(0.5, 1.8), between(0.5, 2.0));
    let half = [0.2; 3].map(|low| between(low, 0.8));
    Case {
        name: "bar",
        moving: Body {
            half: [length, length / 50.0, length / 50.0],
            position: at.into(),
            rotation,
        },
        fixed: body(half, [0.0; 3]),
        displacement: ((aim - at) * way).into(),
        turn: (axis * angle).into(),
        centre: [0.0; 3],
        known: None,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let show = |said: &Said| match said {
        Ok(fraction) => format!("{fraction:.9}"),
        Err(reason) => (*reason).to_owned(),
    };
    println!(
        "{:55}{:>14}{:>14}{:>14}{:>14}",
        "", "known", "swept", "parry f64", "parry f32"
    );
    for case in named() {
        let known = match case.known {
            None => String::new(),
            Some(x) if x.is_nan() => "miss".into(),
            Some(x) => format!("{x:.9}"),
        };
        let said = [ours(&case)?.0, parry_f64(&case), parry_f32(&case)].map(|s| show(&s));
        println!(
            "{:55}{known:>14}{:>14}{:>14}{:>14}",
            case.name, said[0], said[1], said[2]
        );
    }
    let casts: u64 = 3_000;
    println!("\n{casts} bars of 1:50 turning by up to 20 rad, against a box:");
    println!(
        "{:12}{:>8}{:>10}{:>14}{:>10}{:>10}",
        "", "hits", "missed", "penetrating", "early", "failed"
    );
    for (name, cast) in [
        ("swept", None),
        ("parry f64", Some(parry_f64 as fn(&Case) -> Said)),
        ("parry f32", Some(parry_f32 as fn(&Case) -> Said)),
    ] {
        let [mut hits, mut missed, mut penetrating, mut early, mut failed] = [0; 5];
        for seed in 0..casts {
            let case = bar(seed);
            let (proven, sweep) = ours(&case)?;
            match cast.map_or(proven, |cast| cast(&case)) {
                Ok(fraction) => {
                    hits += 1;
                    let room = separation(&sweep, fraction);
                    penetrating += u32::from(room < -1e-3);
                    early += u32::from(room > 1e-3);
                }
                Err("failed" | "unresolved" | "overlap") => failed += 1,
                Err(_) => missed += u32::from(proven.is_ok()),
            }
        }
        println!("{name:12}{hits:8}{missed:10}{penetrating:14}{early:10}{failed:10}");
    }
    Ok(())
}
