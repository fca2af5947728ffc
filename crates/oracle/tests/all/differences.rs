//! Where the drop-in differs from parry by more than parry's own tolerance, on random casts over all pairs of parry's shapes: the
//! oracle proves parry wrong there, or finds nothing wrong with either answer (a graze, a face that meets a face, an edge with
//! many normals). Counted by kind, in both scalars.
//!
//! `SWEPT_CASTS` sets the number of casts, half in each scalar (4,000 by default), `SWEPT_SEED` another seed. With `--nocapture` it
//! prints the counts.

use crate::from_environment;
use rayon::prelude::*;
use std::collections::BTreeMap;
use swept_oracle::{
    Cast, Claim, Column, DropInF32, DropInF64, Engine, FAMILIES, FaultKind, Form, Kind, Known,
    NoTruth, ParryF32, ParryF64, Precision, Verdict, pair,
};

/// The kinds that parry has types for.
const MOVING: [Kind; 9] = [
    Kind::Sphere,
    Kind::Cuboid,
    Kind::Capsule,
    Kind::Cylinder,
    Kind::Cone,
    Kind::Segment,
    Kind::Triangle,
    Kind::ConvexHull,
    Kind::Rounded,
];

/// All pairs in turn; every third cast is of bodies in parallel position on a lattice.
fn cast(seed: u64, index: u64) -> Cast {
    if index % 3 == 2
        && let Some(family) = FAMILIES.iter().find(|family| family.name == "aligned")
    {
        return family.cast(seed, index);
    }
    let kinds = MOVING.len() as u64;
    let place = index / 3 * 2 + index % 3;
    let moving = MOVING[(place % kinds) as usize];
    let fixed = match place / kinds % (kinds + 1) {
        k if k == kinds => Kind::HalfSpace,
        k => MOVING[k as usize],
    };
    pair(moving, fixed, seed, index)
}

/// Whether a shape has a type in parry: others are support maps, and no more exact than parry computes those.
fn is_typed(form: &Form) -> bool {
    match form {
        Form::Point | Form::Ellipsoid { .. } => false,
        Form::Rounded { shape, .. } => !matches!(
            **shape,
            Form::Ellipsoid { .. } | Form::Rounded { .. } | Form::HalfSpace { .. }
        ),
        _ => true,
    }
}

/// What two answers differ in: the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Differ {
    Outcome,
    Time,
    Normal,
    Point,
}

/// What two answers differ in by more than parry's own tolerance: its searches end at a relative 10 ε of a squared distance, so
/// √(10 ε) of a length.
fn differ(cast: &Cast, a: &Claim, b: &Claim, precision: &Precision) -> Option<Differ> {
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let apart = |a: &Option<[f64; 3]>, b: &Option<[f64; 3]>| match (a, b) {
        (Some(a), Some(b)) => length([a[0] - b[0], a[1] - b[1], a[2] - b[2]]),
        _ => 0.0,
    };
    let [from, to] = [cast.moving.position, cast.fixed.position];
    let sizes = cast.moving.reach() + cast.fixed.reach();
    let offset = length([from[0] - to[0], from[1] - to[1], from[2] - to[2]]);
    let relative = (10.0 * precision.epsilon).sqrt();
    let tolerance = relative * (sizes + offset);
    let (time, normals, points) = match (a, b) {
        (
            Claim::Hit {
                fraction: s,
                normal: n,
                point_moving: p,
                point_fixed: q,
                ..
            },
            Claim::Hit {
                fraction: t,
                normal: m,
                point_moving: v,
                point_fixed: w,
                ..
            },
        ) => {
            let way = (s - t).abs() * length(cast.displacement);
            (way, apart(n, m), apart(p, v).max(apart(q, w)))
        }
        (
            Claim::Overlap {
                normal: n,
                point_moving: p,
                point_fixed: q,
                ..
            },
            Claim::Overlap {
                normal: m,
                point_moving: v,
                point_fixed: w,
                ..
            },
        ) => (0.0, apart(n, m), apart(p, v).max(apart(q, w))),
        (Claim::Miss { .. }, Claim::Miss { .. }) => return None,
        _ => return Some(Differ::Outcome),
    };
    // What is no number differs.
    let is = |x: f64, most: f64| x.is_nan() || x > most;
    if is(time, tolerance) {
        Some(Differ::Time)
    } else if is(normals, relative) {
        Some(Differ::Normal)
    } else {
        is(points, tolerance).then_some(Differ::Point)
    }
}

/// What is wrong with an answer, the most telling first. A time is judged without a bracket, and may be off by what the scalar
/// allows.
fn fault(verdict: &Verdict) -> Option<&'static str> {
    let mut faults: Vec<_> = verdict.faults.iter().map(|fault| fault.kind).collect();
    faults.sort();
    faults.first().map(|kind| match kind {
        FaultKind::BeyondBound => "time",
        kind => Column::from(*kind).name(),
    })
}

/// The counts of one scalar.
#[derive(Default)]
struct Counts {
    casts: u64,
    same: u64,
    /// parry has no such shape, or no answer.
    unasked: u64,
    /// By what differs, and what is wrong with parry's answer.
    wrong: BTreeMap<(Differ, &'static str), u64>,
    /// Where neither is wrong: by what differs, and why.
    neither: BTreeMap<(Differ, &'static str), u64>,
    /// The truth itself leaves its bounds too far apart to tell.
    open: u64,
    /// Where the drop-in is.
    ours: Vec<String>,
}

impl Counts {
    fn add(mut self, other: Self) -> Self {
        self.casts += other.casts;
        self.same += other.same;
        self.unasked += other.unasked;
        self.open += other.open;
        for (of, n) in other.wrong {
            *self.wrong.entry(of).or_default() += n;
        }
        for (of, n) in other.neither {
            *self.neither.entry(of).or_default() += n;
        }
        self.ours.extend(other.ours);
        self
    }

    fn print(&self, scalar: &str) {
        let Counts {
            casts,
            same,
            unasked,
            open,
            ..
        } = self;
        let sum = |of: &BTreeMap<_, u64>| of.values().sum::<u64>();
        println!(
            "{scalar}: {casts} casts; the same {same}, not for parry {unasked}, parry wrong {}, neither wrong {}, no truth {open}, ours wrong {}",
            sum(&self.wrong),
            sum(&self.neither),
            self.ours.len()
        );
        for (what, of) in [
            ("parry wrong", &self.wrong),
            ("neither wrong", &self.neither),
        ] {
            for ((differ, why), n) in of {
                println!("    {what:14} {differ:8?} {why:12} {n}");
            }
        }
    }
}

fn compare(seed: u64, index: u64, ours: &dyn Engine, parry: &dyn Engine) -> Counts {
    let mut counts = Counts {
        casts: 1,
        ..Counts::default()
    };
    let cast = cast(seed, index);
    if !is_typed(&cast.moving.shape) || !is_typed(&cast.fixed.shape) {
        counts.unasked = 1;
        return counts;
    }
    let precision = ours.precision();
    let (a, b) = match (ours.answer(&cast), parry.answer(&cast)) {
        (Ok(a), Ok(b)) => (a, b),
        // A hull that parry cannot make.
        (Err(_), Err(_)) => {
            counts.unasked = 1;
            return counts;
        }
        (Ok(_), Err(why)) => {
            let panics = matches!(why, swept_oracle::NoAnswer::Panicked(_));
            let why = if panics { "panic" } else { "no answer" };
            counts.wrong.insert((Differ::Outcome, why), 1);
            return counts;
        }
        (Err(why), Ok(_)) => {
            counts.ours.push(format!("{why} {}", cast.to_json()));
            return counts;
        }
    };
    let Some(what) = differ(&cast, &a, &b, &precision) else {
        counts.same = 1;
        return counts;
    };
    let truth = match Known::of(&cast) {
        Ok(truth) => truth,
        Err(NoTruth::Graze(_)) => {
            counts.neither.insert((what, "graze"), 1);
            return counts;
        }
        Err(NoTruth::TooWide(_)) => {
            counts.open = 1;
            return counts;
        }
        Err(why) => {
            counts.ours.push(format!("{why} {}", cast.to_json()));
            return counts;
        }
    };
    let [own, theirs] = [&a, &b].map(|claim| truth.judge(&cast, claim, &precision));
    if let Some(fault) = fault(&own) {
        counts
            .ours
            .push(format!("{} {fault}: {own} {}", cast.id, cast.to_json()));
    } else if let Some(fault) = fault(&theirs) {
        counts.wrong.insert((what, fault), 1);
    } else if own.excused || theirs.excused {
        counts.neither.insert((what, "touch"), 1);
    } else if what == Differ::Time {
        // So flat a motion that both are right along the normal, which is what the judge measures along.
        counts.neither.insert((what, "flat"), 1);
    } else if what == Differ::Outcome {
        // Both cannot be right.
        let json = cast.to_json();
        counts.ours.push(format!("{what:?} {a:?} {b:?} {json}"));
    } else {
        counts.neither.insert((what, "several"), 1);
    }
    counts
}

#[test]
fn where_it_differs_parry_is_wrong_or_both_are_right() {
    let seed = from_environment("SWEPT_SEED", 31);
    let casts = from_environment("SWEPT_CASTS", 4_000);
    let engines: [(&str, &dyn Engine, &dyn Engine); 2] = [
        ("f64", &DropInF64, &ParryF64),
        ("f32", &DropInF32, &ParryF32),
    ];
    let both = engines.map(|(scalar, ours, parry)| {
        let counts = (0..casts / 2)
            .into_par_iter()
            .map(|index| compare(seed, index, ours, parry))
            .reduce(Counts::default, Counts::add);
        counts.print(scalar);
        counts
    });
    for counts in both {
        assert!(counts.ours.is_empty(), "{}", counts.ours.join("\n"));
        assert!(
            counts.open * 100_000 <= counts.casts,
            "{} open",
            counts.open
        );
        // Most answers are the same, and parry is wrong often enough to be seen.
        assert!(counts.same * 2 > counts.casts && !counts.wrong.is_empty());
    }
}
