//! Times the closed forms of boxes against parry's and swept's casts of the same pairs, in one process.
//!
//! `cargo run --release -p swept-benches --example slab`
//!
//! The closed forms work in `f64` and start from what the others start from: sizes, poses with quaternions, a
//! displacement. The casters take turns on blocks of casts; each block's time is the median of its rounds.

use std::hint::black_box;
use std::time::Instant;
use swept::nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_analytic::Answer as Closed;
use swept_analytic::boxes::{Cuboid, box_box, box_triangle};
use swept_benches::{Answer, CASTS, Cast, Caster, Kind, PAIRS, Pose, casts};

const ROUNDS: usize = 9;
const BLOCK: usize = 1_000;

/// As in the pairs of the library.
const SMALL_BOX: [f64; 3] = [0.5, 0.75, 0.375];
const LARGE_BOX: [f64; 3] = [0.875, 0.5, 0.625];
const TRIANGLE: [[f64; 3]; 3] = [[-1.0, -0.5, 0.25], [1.0, -0.625, 0.0], [0.125, 1.0, -0.25]];

fn main() {
    let norm = |v: &[f64; 3]| Vector3::from(*v).norm();
    let reach = TRIANGLE.iter().map(norm).fold(0.0, f64::max);
    report("box-box", norm(&SMALL_BOX) + norm(&LARGE_BOX), 0.87, |c| {
        box_box(
            &cuboid(SMALL_BOX, &c.moving),
            &c.displacement.into(),
            &cuboid(LARGE_BOX, &c.fixed),
        )
    });
    report("box-triangle", norm(&SMALL_BOX) + reach, 0.66, |c| {
        let pose = isometry(&c.fixed);
        let corners = TRIANGLE.map(|x| pose * Point3::from(x));
        box_triangle(
            &cuboid(SMALL_BOX, &c.moving),
            &c.displacement.into(),
            &corners,
        )
    });
}

/// Prints one pair's times: the closed form, then everyone in the library.
fn report(name: &str, reach: f64, aim: f64, cast: impl Fn(&Cast) -> Closed) {
    let (_, build) = PAIRS.iter().find(|(n, _)| *n == name).expect("a pair");
    let pair = build(CASTS);
    let slab = Slab {
        casts: casts(2010, CASTS, reach, aim),
        cast,
    };
    let mut casters: Vec<&dyn Caster> = vec![&slab];
    casters.extend(pair.casters.iter().map(|c| &**c));
    let judge = casters[2];
    let alike = (0..CASTS)
        .filter(|&i| {
            let (a, b) = (slab.answer(i), judge.answer(i));
            a.kind == b.kind && (a.fraction - b.fraction).abs() < 1e-6
        })
        .count();
    println!("{name}: {alike} of {CASTS} as {}", judge.label());
    for (what, which) in [
        ("all", (0..CASTS).collect::<Vec<_>>()),
        ("hits", pair.hits.clone()),
        ("misses", pair.misses.clone()),
    ] {
        let ns = time(&casters, &which);
        print!("  {what:7}");
        for (caster, ns_here) in casters.iter().zip(&ns) {
            print!(
                "{} {ns_here:.0} ns ({:.4})  ",
                caster.label(),
                ns_here / ns[1]
            );
        }
        println!();
    }
}

struct Slab<F> {
    casts: Vec<Cast>,
    cast: F,
}

impl<F: Fn(&Cast) -> Closed> Caster for Slab<F> {
    fn label(&self) -> &'static str {
        "slab f64"
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box((self.cast)(black_box(&self.casts[i])));
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let (kind, fraction) = match (self.cast)(&self.casts[cast]) {
            Closed::Hit(hit) => (Kind::Hit, hit.fraction),
            Closed::Miss(_) => (Kind::Miss, 1.0),
            Closed::Overlap(_) => (Kind::Overlap, 0.0),
        };
        Answer {
            kind,
            fraction,
            steps: 0,
        }
    }
}

fn cuboid(half_extents: [f64; 3], pose: &Pose) -> Cuboid {
    Cuboid {
        half_extents: half_extents.into(),
        pose: isometry(pose),
    }
}

fn isometry(pose: &Pose) -> Isometry3<f64> {
    let [x, y, z, w] = pose.rotation;
    Isometry3::from_parts(
        Translation3::from(pose.position),
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)),
    )
}

/// Nanoseconds per cast of each caster.
fn time(casters: &[&dyn Caster], which: &[usize]) -> Vec<f64> {
    let mut total = vec![0.0; casters.len()];
    for block in which.chunks(BLOCK) {
        let mut rounds = vec![Vec::new(); casters.len()];
        for _ in 0..ROUNDS {
            for (caster, times) in casters.iter().zip(&mut rounds) {
                let start = Instant::now();
                caster.run(block);
                times.push(start.elapsed().as_nanos() as f64);
            }
        }
        for (times, sum) in rounds.iter_mut().zip(&mut total) {
            times.sort_by(f64::total_cmp);
            *sum += times[ROUNDS / 2];
        }
    }
    total.iter().map(|ns| ns / which.len() as f64).collect()
}
