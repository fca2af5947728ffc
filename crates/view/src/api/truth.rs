//! `POST /truth`: what the oracle knows of a cast, what the certificate proves, and what the judge says of each answer.

use super::convex::{self, Answered, Pair, Proven};
use super::options::options;
use super::steps::engines_of;
use super::{Ask, Reply, State};
use serde_json::{Value, json};
use swept::{CastOptions, StartOverlap};
use swept_case::BadLine;
use swept_oracle::{Bracket, Cast, Claim, Fact, Means, NoTruth, Precision, Truth, judge};

/// The truth about the body's cast: of the pair that answers, where bodies have parts.
pub fn answer(state: &State, ask: &Ask) -> Result<Reply, Reply> {
    let options = options(&ask.query)?;
    let case = convex::parse(state, ask)?;
    let Answered { pair, proven, .. } = convex::cast(&case, &options)?;
    let cast = Cast::from_line(&pair.to_line()).map_err(|bad: BadLine| Reply::bad_line(&bad))?;
    let truth = Truth::of(&cast);
    let verdicts = match &truth {
        Ok(truth) => verdicts(&cast, &options, &proven, truth),
        Err(_) => Vec::new(),
    };
    let told = json!({
        "of_parts": !convex::is_whole(&case),
        "exact": told(truth),
        "conic": told(Truth::by_cones(&cast)),
        "certificate": certificate(&pair, &proven),
        "verdicts": verdicts,
    });
    Ok(Reply::json(told.to_string()))
}

fn told(truth: Result<Truth, NoTruth>) -> Value {
    let truth = match truth {
        Ok(truth) => truth,
        Err(why) => return json!({ "none": why.to_string() }),
    };
    let (fact, numbers, normal) = match &truth.fact {
        Fact::Meets(meets) => (
            "meets",
            vec![
                number("fraction", &meets.fraction),
                number("separation at the start", &meets.separation),
            ],
            meets.normal,
        ),
        Fact::Apart(apart) => (
            "apart",
            vec![
                number("gap", &apart.gap),
                number("separation at the start", &apart.separation),
            ],
            apart.axis,
        ),
        Fact::Inside(inside) => (
            "inside",
            vec![
                number("depth", &inside.depth),
                number("entry", &inside.entry),
                number("exit", &inside.exit),
            ],
            inside.normal,
        ),
    };
    json!({
        "fact": fact,
        "numbers": numbers,
        "normal": normal,
        "means": means(truth.means),
        "scale": truth.scale,
        "dilation": truth.dilation,
    })
}

/// A number between its bounds: the nearest `f64` to each, and how far they are apart. `null` where there is no bound.
fn number(name: &str, bracket: &Bracket) -> Value {
    json!({
        "name": name,
        "lower": bracket.lower.value(),
        "upper": bracket.upper.value(),
        "width": bracket.width(),
    })
}

fn means(means: Means) -> &'static str {
    match means {
        Means::Exact => "exact arithmetic on the corners",
        Means::Polished => "planes and triangles, with every rounding error counted",
        Means::Plane => "a formula, with every rounding error counted",
        Means::Conic => "a cone program, by the solver's own account",
    }
}

/// What the answer's certificate proves, or where it fails.
fn certificate(pair: &Pair, proven: &Proven) -> Value {
    let checked = match (pair, proven) {
        (Pair::Linear(sweep), Proven::Linear(certified)) => certified
            .certificate
            .verify(sweep)
            .map(|p| json!({ "lower": p.lower, "dilation": p.dilation, "gap": p.gap, "depth": p.depth })),
        (Pair::Turning(sweep), Proven::Turning(certified)) => certified
            .certificate
            .verify(sweep)
            .map(|p| json!({ "lower": p.lower, "dilation": p.dilation, "gap": p.gap })),
        _ => return Value::Null,
    };
    match checked {
        Ok(proven) => json!({ "proven": proven }),
        Err(flaw) => json!({ "flaw": flaw.to_string() }),
    }
}

/// What the judge says of our answer and of parry's. What was asked otherwise than by default is not what it judges.
fn verdicts(cast: &Cast, options: &CastOptions<f64>, proven: &Proven, truth: &Truth) -> Vec<Value> {
    if options.target_distance != 0.0 || options.start_overlap != StartOverlap::Report {
        return Vec::new();
    }
    let ours = Claim::from(proven.outcome());
    let mut told = vec![verdict(
        options.method.name(),
        cast,
        &ours,
        truth,
        &Precision::double(),
    )];
    for (engine, claim) in engines_of(cast) {
        told.push(match claim {
            Ok(claim) => verdict(engine.name(), cast, &claim, truth, &engine.precision()),
            Err(why) => json!({ "name": engine.name(), "none": why }),
        });
    }
    told
}

fn verdict(name: &str, cast: &Cast, claim: &Claim, truth: &Truth, precision: &Precision) -> Value {
    let verdict = judge(cast, claim, truth, precision);
    let faults: Vec<_> = verdict.faults.iter().map(ToString::to_string).collect();
    json!({
        "name": name,
        "right": verdict.is_right(),
        "excused": verdict.excused,
        "error": verdict.error,
        "faults": faults,
    })
}
