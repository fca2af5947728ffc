//! What is drawn, in plain `f64`, whatever scalar was cast.

use super::ground;
use super::solid::Solid;
use crate::report::method;
use crate::scene::Shown;
use nalgebra::{Point3, Vector3};
use std::ops::Range;
use swept::scene::SceneOutcome;
use swept::{Outcome, Real};

/// What is drawn.
pub struct Subject {
    /// The scene's triangles.
    pub triangles: Vec<[Point3<f64>; 3]>,
    /// What each of them is.
    pub kinds: Vec<Kind>,
    /// The triangles that the answer is about.
    pub special: Range<usize>,
    /// Every hit, when all were asked for.
    pub further: Vec<Further>,
    /// The moving shape at its start.
    pub solid: Solid,
    /// Its whole motion.
    pub displacement: Vector3<f64>,
    /// How much of the motion it makes.
    pub reached: f64,
    /// What to point at.
    pub mark: Mark,
    /// The caption's lines: what happened, then the details.
    pub words: Vec<String>,
}

/// One of many hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Further {
    /// How much of the motion is made by then.
    pub fraction: f64,
    /// The point of contact.
    pub point: Point3<f64>,
    /// The surface's normal there.
    pub normal: Vector3<f64>,
}

/// What to point at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// The point of contact and the normal there.
    Contact(Point3<f64>, Vector3<f64>),
    /// A point of the separating plane and its normal.
    Plane(Point3<f64>, Vector3<f64>),
    /// The deepest point, and the way out.
    WayOut(Point3<f64>, Vector3<f64>),
    /// Nothing.
    Nothing,
}

/// What a triangle is part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The ground.
    Ground,
    /// A roof or a ramp.
    Slope,
    /// Anything else.
    Other,
}

impl Subject {
    /// What is to be drawn of a cast.
    pub fn of<T: Real>(shown: &Shown<T>) -> Self {
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
        Self {
            triangles: facets.triangles.clone(),
            kinds: ground::kinds(&facets.triangles, &facets.indices, facets.vertices as usize),
            special,
            further: further.collect(),
            solid: Solid::new(shown.motion.moving().shape(), origin),
            displacement: shown.motion.displacement().map(Real::to_f64),
            reached: outcome.safe_fraction().to_f64(),
            mark,
            words: words(shown),
        }
    }

    /// The motion that is made.
    pub fn travelled(&self) -> Vector3<f64> {
        self.displacement * self.reached
    }

    /// Points that the picture must hold: the shape at its start and at its end, and what is pointed at.
    pub fn extremes(&self) -> Vec<Point3<f64>> {
        let start = self.solid.points.iter().copied();
        let also = match self.mark {
            Mark::Plane(p, _) => Some(p),
            Mark::Nothing => Some(self.solid.middle + self.displacement),
            Mark::Contact(..) | Mark::WayOut(..) => None,
        };
        let end = self
            .further
            .iter()
            .map(|hit| hit.fraction)
            .fold(0.0, f64::max);
        let end = (end > 0.0).then(|| self.solid.middle + self.displacement * end);
        let also = also.into_iter().chain(end);
        start.chain(self.close_extremes()).chain(also).collect()
    }

    /// The same for the close-up: the shape at its end, and the point of contact.
    pub fn close_extremes(&self) -> Vec<Point3<f64>> {
        let end = self.solid.points.iter().map(|p| p + self.travelled());
        end.chain(self.contact()).collect()
    }

    /// The point where the shapes touch or overlap.
    pub fn contact(&self) -> Option<Point3<f64>> {
        match self.mark {
            Mark::Contact(p, _) | Mark::WayOut(p, _) => Some(p),
            Mark::Plane(..) | Mark::Nothing => None,
        }
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
