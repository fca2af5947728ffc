//! Faults planted into our own answers: every one is caught, and the answers without them are right.

use swept::{Method, Real};
use swept_oracle::{
    Cast, Claim, Column, Engine, Form, NoAnswer, Ours, Plan, Precision, Report, Source, run,
};

/// An engine that changes what it is asked, or what it answers.
struct Planted<T> {
    inner: Ours<T>,
    ask: fn(&Cast) -> Cast,
    say: fn(&Cast, &Precision, &mut Claim),
}

impl<T: Real + Send + Sync> Engine for Planted<T> {
    fn name(&self) -> &str {
        "planted"
    }
    fn version(&self) -> &str {
        "planted"
    }
    fn precision(&self) -> Precision {
        self.inner.precision()
    }
    fn answer(&self, cast: &Cast) -> Result<Claim, NoAnswer> {
        let mut claim = self.inner.answer(&(self.ask)(cast))?;
        (self.say)(cast, &self.inner.precision(), &mut claim);
        Ok(claim)
    }
}

fn same(cast: &Cast) -> Cast {
    cast.clone()
}

/// What the judge says of our answers by `method` in `T` with a fault planted: hits asked, and wrong answers by column.
fn report<T: Real + Send + Sync + 'static>(
    source: &str,
    ask: fn(&Cast) -> Cast,
    say: fn(&Cast, &Precision, &mut Claim),
) -> Report {
    let inner = Ours::<T>::new(Method::Auto);
    let engines: [Box<dyn Engine>; 2] = [
        Box::new(Ours::<T>::new(Method::Auto)),
        Box::new(Planted { inner, ask, say }),
    ];
    let plan = Plan {
        sources: vec![Source::named(source).unwrap()],
        cases: 300,
        seed: 5,
        keep: 1,
        threads: 0,
    };
    let report = run(&engines, &plan, &()).unwrap();
    assert_eq!(report.wrong_of_ours(), 0, "{}", report.to_text());
    report
}

/// Asserts that at least `share` of the hits are found wrong in `column`.
fn caught(report: &Report, column: Column, share: f64) {
    let hits = report.sources[0].truths.hits as f64;
    let found = report.sources[0].tallies[1].count(column) as f64;
    assert!(hits > 100.0);
    assert!(
        found >= share * hits,
        "{found} of {hits}\n{}",
        report.to_text()
    );
    // What is shown of it reproduces it.
    assert!(
        report
            .faults
            .iter()
            .any(|f| f.engine == "planted" && f.column == column)
    );
}

fn both(source: &str, say: fn(&Cast, &Precision, &mut Claim), column: Column, share: f64) {
    caught(&report::<f64>(source, same, say), column, share);
    caught(&report::<f32>(source, same, say), column, share);
}

fn scale(cast: &Cast) -> f64 {
    cast.moving.reach() + cast.fixed.reach()
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn a_normal_of_the_wrong_sign() {
    let say = |_: &Cast, _: &Precision, claim: &mut Claim| {
        if let Claim::Hit { normal, .. } = claim {
            *normal = normal.map(|n| n.map(|x| -x));
        }
    };
    both("random", say, Column::Normal, 1.0);
}

#[test]
fn a_normal_half_a_degree_off() {
    let say = |_: &Cast, _: &Precision, claim: &mut Claim| {
        if let Claim::Hit {
            normal: Some(n), ..
        } = claim
        {
            // Toward the axis that it is most across to.
            let least = (0..3)
                .min_by(|a, b| n[*a].abs().total_cmp(&n[*b].abs()))
                .unwrap();
            let mut aside = n.map(|x| -x * n[least]);
            aside[least] += 1.0;
            let size = length(aside);
            let (sin, cos) = 0.5_f64.to_radians().sin_cos();
            *n = std::array::from_fn(|i| n[i] * cos + aside[i] / size * sin);
        }
    };
    caught(&report::<f64>("random", same, say), Column::Normal, 0.95);
    // The judge allows f32 what it allows; on edges and corners, where many normals are right, that is wide.
    caught(&report::<f32>("random", same, say), Column::Normal, 0.5);
}

#[test]
fn a_fraction_early_by_ten_thousand_tolerances() {
    let say = |cast: &Cast, precision: &Precision, claim: &mut Claim| {
        if let Claim::Hit { fraction, .. } = claim {
            let tolerance = 1e4 * precision.epsilon * scale(cast) / length(cast.displacement);
            *fraction = (*fraction - tolerance).max(0.0);
        }
    };
    both("random", say, Column::Loose, 0.95);
}

#[test]
fn a_fraction_late_by_twenty_units_in_the_last_place() {
    // Beyond the upper end of the bracket: the lower end has some units to spare.
    let say = |_: &Cast, precision: &Precision, claim: &mut Claim| {
        if let Claim::Hit {
            fraction,
            fraction_upper: Some(upper),
            ..
        } = claim
        {
            *upper *= 1.0 + 20.0 * precision.epsilon;
            *fraction = *upper;
        }
    };
    both("random", say, Column::Late, 0.95);
}

#[test]
fn an_upper_fraction_that_comes_too_early() {
    let say = |_: &Cast, precision: &Precision, claim: &mut Claim| {
        if let Claim::Hit {
            fraction,
            fraction_upper,
            ..
        } = claim
        {
            *fraction *= 1.0 - 4e3 * precision.epsilon;
            *fraction_upper = Some(*fraction);
        }
    };
    both("random", say, Column::Early, 0.9);
}

#[test]
fn a_point_off_its_body_by_a_ten_thousandth() {
    let say = |cast: &Cast, _: &Precision, claim: &mut Claim| {
        if let Claim::Hit {
            point_fixed: Some(p),
            normal: Some(n),
            ..
        } = claim
        {
            let off = 1e-4 * scale(cast);
            *p = std::array::from_fn(|i| p[i] + n[i] * off);
        }
    };
    caught(&report::<f64>("random", same, say), Column::Point, 0.95);
    // What f32 is allowed grows with the distance of the start, and is of this size for the farthest.
    caught(&report::<f32>("random", same, say), Column::Point, 0.5);
}

#[test]
fn a_depth_too_small_by_a_thousandth() {
    let say = |_: &Cast, _: &Precision, claim: &mut Claim| {
        if let Claim::Overlap {
            depth: Some(d),
            depth_lower: Some(lower),
            ..
        } = claim
        {
            *d *= 0.999;
            *lower *= 0.999;
        }
    };
    let report = report::<f64>("overlap", same, say);
    let overlaps = report.sources[0].truths.overlaps;
    let found = report.sources[0].tallies[1].count(Column::Depth);
    assert!(
        overlaps > 250 && found as f64 > 0.95 * overlaps as f64,
        "{}",
        report.to_text()
    );
}

#[test]
fn a_gap_larger_than_there_is() {
    let say = |_: &Cast, _: &Precision, claim: &mut Claim| {
        if let Claim::Miss { gap: Some(gap), .. } = claim {
            *gap *= 1.0 + 1e-9;
        }
    };
    let report = report::<f64>("random", same, say);
    let misses = report.sources[0].truths.misses;
    let found = report.sources[0].tallies[1].count(Column::Plane);
    assert!(
        misses > 50 && found as f64 > 0.95 * misses as f64,
        "{}",
        report.to_text()
    );
}

#[test]
fn a_hull_without_one_of_its_corners() {
    let ask = |cast: &Cast| {
        let mut cast = cast.clone();
        for body in [&mut cast.moving, &mut cast.fixed] {
            if let Form::ConvexHull { points } = &mut body.shape
                && points.len() > 4
            {
                points.pop();
            }
        }
        cast
    };
    let say = |_: &Cast, _: &Precision, _: &mut Claim| {};
    // About one solid in eight is a hull, of up to some dozens of corners, and a hit feels a few of them.
    let report = report::<f64>("random", ask, say);
    let tally = &report.sources[0].tallies[1];
    assert!(tally.wrong > 0, "{}", report.to_text());
    let fault = report
        .faults
        .iter()
        .find(|f| f.engine == "planted")
        .unwrap();
    assert!(fault.shrunk.to_json().contains("convex_hull"), "{fault:?}");
}

#[test]
fn a_miss_for_a_hit_and_an_overlap_for_a_miss() {
    let say = |_: &Cast, _: &Precision, claim: &mut Claim| {
        *claim = match claim {
            Claim::Hit { .. } => Claim::miss(),
            Claim::Miss { .. } => Claim::overlap(),
            _ => Claim::hit(0.5),
        };
    };
    let report = report::<f64>("random", same, say);
    let tally = &report.sources[0].tallies[1];
    assert_eq!(
        tally.count(Column::Outcome),
        tally.casts,
        "{}",
        report.to_text()
    );
}
