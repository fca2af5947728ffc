//! The answer in words.

use crate::scene::Shown;
use nalgebra::Vector3;
use std::fmt::Write;
use swept::scene::{Feature, SceneOutcome};
use swept::{Certified, Hit, Miss, Outcome, Overlap, Placed, Real, Sweep};

/// A line of the report: what, and its value.
pub fn row(what: &str, value: &str) -> String {
    format!("{what:<9} {value}\n")
}

/// A name as it may be shown: what would steer a terminal, break a line or is no letter of an XML file is replaced.
pub fn shown(name: &str) -> String {
    let steers = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    name.replace(steers, "\u{fffd}")
}

/// So many of them, in words: `1 triangle`, `2 triangles`.
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// What was cast, what came of it, and what of that is proven.
pub fn report<T: Real>(shown: &Shown<T>) -> String {
    let mut text = row("cast", &shown.spec.words());
    let [from, to] = shown.path.map(|p| triple(&Vector3::from(p.0)));
    text += &row("from", &format!("{from} to {to}"));
    text += &row("through", &shown.words);
    text.push('\n');
    match &shown.first.certified.outcome {
        Outcome::Hit(hit) => hit_rows(&mut text, hit),
        Outcome::Miss(miss) => miss_rows(&mut text, miss),
        Outcome::Overlap(overlap) => overlap_rows(&mut text, overlap),
        Outcome::Unresolved(unresolved) => {
            let safe = unresolved.safe_fraction;
            text += &row(
                "outcome",
                "unresolved: the step limit came before an answer",
            );
            text += &row("safe", &format!("no contact before fraction {safe}"));
        }
    }
    let at = &shown.first.sub_shape;
    let name = shown.name(at);
    match name.strip_prefix("triangle ") {
        Some(triangle) => text += &row("triangle", &format!("{triangle}{}", facing(shown))),
        None if name.is_empty() => {}
        None => text += &row("object", &name),
    }
    text += &row("method", &method(&shown.first.certified));
    text += &row("proven", &proven(shown));
    if let Some(all) = &shown.all {
        all_rows(&mut text, shown, all);
    }
    text
}

/// How the triangle that comes first faces, on the side that opposes the motion.
fn facing<T: Real>(shown: &Shown<T>) -> String {
    let Some(normal) = shown.world.triangle_normal(&shown.first.sub_shape) else {
        return ", without area".to_owned();
    };
    let way = shown.motion.displacement().map(Real::to_f64);
    let sign = if normal.dot(&way) > 0.0 { -1.0 } else { 1.0 };
    // Adding 0 turns -0 into 0.
    let normal = normal.map(|x| T::nearest(sign * x + 0.0));
    format!(", facing {}", triple(&normal))
}

/// Everything that is met.
fn all_rows<T: Real>(text: &mut String, shown: &Shown<T>, all: &[SceneOutcome<T>]) {
    *text += "\n";
    *text += &row("all", &format!("{} met", all.len()));
    for (i, one) in all.iter().enumerate() {
        let (what, place) = match one {
            SceneOutcome::Hit(hit) => (format!("fraction {}", hit.hit.fraction), Some(&hit.place)),
            SceneOutcome::Overlap(overlap) => (
                format!("overlap, depth {}", overlap.overlap.depth),
                Some(&overlap.place),
            ),
            SceneOutcome::Unresolved(u) => {
                (format!("unresolved, safe to {}", u.safe_fraction), None)
            }
            SceneOutcome::Miss => continue,
        };
        let name = one
            .sub_shape()
            .map(|at| shown.name(&at))
            .unwrap_or_default();
        let mut line = what;
        if !name.is_empty() {
            let _ = write!(line, ", {name}");
        }
        if let Some(place) = place {
            let _ = match place.feature {
                Some(Feature::Face) => write!(line, ", face"),
                Some(Feature::Edge(edge)) => write!(line, ", edge {edge}"),
                Some(Feature::Corner(corner)) => write!(line, ", corner {corner}"),
                None => Ok(()),
            };
            let _ = write!(line, ", normal {}", triple(&place.normal));
        }
        *text += &row(&(i + 1).to_string(), &line);
    }
}

fn hit_rows<T: Real>(text: &mut String, hit: &Hit<T>) {
    *text += &row(
        "outcome",
        &format!("hit after {} of the way", percent(hit.fraction)),
    );
    let width = hit.fraction_upper.to_f64() - hit.fraction.to_f64();
    let bracket = format!(
        "{} to {} ({width:.1e} wide)",
        hit.fraction, hit.fraction_upper
    );
    *text += &row("fraction", &bracket);
    *text += &row("normal", &triple(&hit.normal));
    *text += &row("point", &triple(&hit.point_fixed.coords));
}

fn miss_rows<T: Real>(text: &mut String, miss: &Miss<T>) {
    *text += &row("outcome", "miss");
    *text += &row("axis", &triple(&miss.axis));
    let gap = format!(
        "{} along the axis, all the way, to what is named below",
        miss.gap
    );
    *text += &row("gap", &gap);
}

fn overlap_rows<T: Real>(text: &mut String, overlap: &Overlap<T>) {
    *text += &row("outcome", "overlap at the start");
    let depth = format!("{} to {}", overlap.depth_lower, overlap.depth);
    *text += &row("depth", &depth);
    *text += &row("normal", &triple(&overlap.normal));
    *text += &row("point", &triple(&overlap.point_moving.coords));
    *text += &row(
        "contact",
        &format!("from fraction {} to {}", overlap.entry, overlap.exit),
    );
}

/// The method and the work it took: `portal in 7 steps`.
pub fn method<T: Real>(certified: &Certified<T>) -> String {
    let steps = counted(certified.steps as usize, "step");
    format!("{} in {steps}", certified.method.name())
}

/// What the certificate proves about the pair of shapes that the answer is about.
fn proven<T: Real>(shown: &Shown<T>) -> String {
    let first = &shown.first;
    let pair = shown
        .world
        .convex(&first.sub_shape)
        .and_then(|(fixed, at)| {
            let fixed = Placed::new(fixed, at).ok()?;
            let (moving, way) = (shown.motion.moving().as_ref(), shown.motion.displacement());
            Sweep::new(moving, *way, fixed).ok()
        });
    let Some(pair) = pair else {
        return "nothing".to_owned();
    };
    let proven = match first.certified.certificate.verify(&pair) {
        Ok(proven) => proven,
        Err(flaw) => return format!("NOT: {flaw}"),
    };
    let mut text = String::new();
    let _ = match &first.certified.outcome {
        Outcome::Hit(hit) => write!(
            text,
            "no contact before {}, contact by {} (shapes grown by {:.1e})",
            proven.lower, hit.fraction_upper, proven.dilation
        ),
        Outcome::Miss(_) => write!(text, "one plane leaves a gap of {} all the way", proven.gap),
        Outcome::Overlap(_) => write!(
            text,
            "a point common to both (shapes grown by {:.1e}); moving by depth along the normal frees them",
            proven.dilation
        ),
        Outcome::Unresolved(_) => write!(text, "no contact before {}", proven.lower),
    };
    text + ", by support functions alone"
}

fn percent<T: Real>(fraction: T) -> String {
    format!("{:.2} %", 100.0 * fraction.to_f64())
}

fn triple<T: Real>(v: &Vector3<T>) -> String {
    format!("({:?}, {:?}, {:?})", v.x, v.y, v.z)
}
