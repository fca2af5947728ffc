//! What a picture of a cast shows.

use crate::report::method;
use crate::scene::Shown;
use nalgebra::{Point3, Vector3};
use swept::scene::SceneOutcome;
use swept::{Outcome, Real};
use swept_picture::{Further, Mark, Solid, Subject, kinds};

/// What is to be drawn of a cast.
pub fn subject<T: Real>(shown: &Shown<T>) -> Subject {
    let wide = |p: Point3<T>| p.map(Real::to_f64);
    let facets = &shown.facets;
    let origin = Point3::from(shown.motion.moving().position());
    let outcome = &shown.first.certified.outcome;
    let special = facets.of_answer(&shown.first.sub_shape);
    let mark = match outcome {
        Outcome::Hit(hit) => Mark::Contact(wide(hit.point_fixed), hit.normal.map(Real::to_f64)),
        Outcome::Overlap(overlap) => {
            let out = overlap.normal.map(Real::to_f64) * overlap.depth.to_f64();
            Mark::WayOut(wide(overlap.point_moving), out)
        }
        Outcome::Miss(miss) => {
            let axis = miss.axis.map(Real::to_f64);
            let farthest = facets.triangles[special.clone()].iter().flatten().copied();
            let farthest =
                farthest.max_by(|a, b| axis.dot(&a.coords).total_cmp(&axis.dot(&b.coords)));
            farthest.map_or(Mark::Nothing, |p| Mark::Plane(p, axis))
        }
        Outcome::Unresolved(_) => Mark::Nothing,
    };
    let hits = shown.all.iter().flatten().filter_map(SceneOutcome::hit);
    let further = hits.map(|hit| Further {
        fraction: hit.hit.fraction.to_f64(),
        point: wide(hit.hit.point_fixed),
        normal: hit.place.normal.map(Real::to_f64),
    });
    Subject {
        triangles: facets.triangles.clone(),
        kinds: kinds(&facets.triangles, &facets.indices, facets.vertices as usize),
        special,
        further: further.collect(),
        solid: Solid::new(shown.motion.moving().shape(), origin),
        displacement: shown.motion.displacement().map(Real::to_f64),
        reached: outcome.safe_fraction().to_f64(),
        mark,
        words: words(shown),
    }
}

/// The caption's lines.
fn words<T: Real>(shown: &Shown<T>) -> Vec<String> {
    // Rounded first, and 0 added, so that nothing is called -0.
    let short = |v: Vector3<f64>| {
        let [x, y, z] = [v.x, v.y, v.z].map(|x| (x * 1e4).round() / 1e4 + 0.0);
        format!("({x:.4}, {y:.4}, {z:.4})")
    };
    let number = |x: T| x.to_f64();
    let triple = |v: &Vector3<T>| short(v.map(Real::to_f64));
    let (headline, detail) = match &shown.first.certified.outcome {
        Outcome::Hit(hit) => (
            format!(
                "{}: hit at fraction {:.9}",
                shown.spec.name(),
                number(hit.fraction)
            ),
            format!(
                "bracket {:.1e} wide, normal {}, point {}",
                number(hit.fraction_upper) - number(hit.fraction),
                triple(&hit.normal),
                triple(&hit.point_fixed.coords)
            ),
        ),
        Outcome::Miss(miss) => (
            format!("{}: miss", shown.spec.name()),
            format!(
                "gap {:.6} along axis {} all the way",
                number(miss.gap),
                triple(&miss.axis)
            ),
        ),
        Outcome::Overlap(overlap) => (
            format!(
                "{}: overlap, depth {:.9}",
                shown.spec.name(),
                number(overlap.depth)
            ),
            format!(
                "normal {}, point {}",
                triple(&overlap.normal),
                triple(&overlap.point_moving.coords)
            ),
        ),
        Outcome::Unresolved(unresolved) => (
            format!("{}: unresolved", shown.spec.name()),
            format!(
                "no contact before fraction {:.9}",
                number(unresolved.safe_fraction)
            ),
        ),
    };
    let first = &shown.first;
    let name = shown.name(&first.sub_shape);
    let of = if name.is_empty() { "" } else { " of " };
    let all = shown.all.as_ref();
    let all = all.map_or(String::new(), |all| format!("; {} met in all", all.len()));
    vec![
        headline,
        detail,
        format!(
            "{name}{of}{}, by {}{all}",
            shown.words,
            method(&first.certified)
        ),
    ]
}
