//! The answer in words.

use crate::scene::Shown;
use nalgebra::Vector3;
use std::fmt::Write;
use swept::{Certified, Hit, Miss, Outcome, Overlap, Real};

/// A line of the report: what, and its value.
pub fn row(what: &str, value: &str) -> String {
    format!("{what:<9} {value}\n")
}

/// What was cast, what came of it, and what of that is proven.
pub fn report<T: Real>(shown: &Shown<T>) -> String {
    let mut text = row("cast", &shown.spec.words());
    let [from, to] = shown.path.map(|p| triple(&Vector3::from(p.0)));
    text += &row("from", &format!("{from} to {to}"));
    text += &row("through", &shown.scene);
    text.push('\n');
    match &shown.answer.certified.outcome {
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
    if let Some(triangle) = shown.answer.triangle {
        let faces = match &shown.answer.face_normal {
            Some(normal) => format!(", facing {}", triple(normal)),
            None => ", without area".to_owned(),
        };
        text += &row("triangle", &format!("{triangle}{faces}"));
    }
    text += &row("method", &method(&shown.answer.certified));
    text += &row("proven", &proven(shown));
    text
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
        "{} along the axis, all the way, to the triangle below",
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
    let plural = if certified.steps == 1 { "" } else { "s" };
    format!(
        "{} in {} step{plural}",
        certified.method.name(),
        certified.steps
    )
}

/// What the certificate proves about the pair of shapes that the answer is about.
fn proven<T: Real>(shown: &Shown<T>) -> String {
    let pair = match shown.case.pair(&shown.answer) {
        Ok(pair) => pair,
        Err(e) => return format!("nothing: {e}"),
    };
    let proven = match shown.answer.certified.certificate.verify(&pair) {
        Ok(proven) => proven,
        Err(flaw) => return format!("NOT: {flaw}"),
    };
    let mut text = String::new();
    let _ = match &shown.answer.certified.outcome {
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
