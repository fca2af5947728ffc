//! The answer to a case, and its line.

use crate::Id;
use crate::cast::Place;
use crate::print::{push_key, push_number, push_triple};
use nalgebra::{Unit, Vector3};
use std::fmt::Write;
use swept::{Certified, Outcome, Real};

/// The answer to a case.
///
/// The certificate is about one pair of convex shapes: [`Case::pair`](crate::Case::pair) gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<T: Real> {
    /// The answer of that pair, with its proof.
    pub certified: Certified<T>,
    /// The part of the fixed compound that it is about; parts of nested compounds count one by one, in file order.
    pub part_fixed: Option<usize>,
    /// The part of the moving compound that it is about.
    pub part_moving: Option<usize>,
    /// The triangle of the mesh that it is about, in file order.
    pub triangle: Option<usize>,
    /// Unit normal of that triangle, on the side that opposes the motion. `None` for a triangle without area.
    pub face_normal: Option<Unit<Vector3<T>>>,
    /// Where in the scene; `None` when there is none.
    pub(crate) place: Option<Place>,
}

impl<T: Real> Answer<T> {
    pub(crate) fn of_pair(certified: Certified<T>) -> Self {
        Self {
            certified,
            part_fixed: None,
            part_moving: None,
            triangle: None,
            face_normal: None,
            place: None,
        }
    }

    /// The answer's normal or axis; zero when it has none.
    pub(crate) fn normal(&self) -> Vector3<f64> {
        match &self.certified.outcome {
            Outcome::Hit(hit) => hit.normal.map(Real::to_f64),
            Outcome::Miss(miss) => miss.axis.map(Real::to_f64),
            Outcome::Overlap(overlap) => overlap.normal.map(Real::to_f64),
            Outcome::Unresolved(_) => Vector3::zeros(),
        }
    }

    /// The line of JSON, without a line end.
    ///
    /// `part` is the fixed body's part, or the moving body's when the fixed one has none; when both are compounds,
    /// `part_moving` is added.
    pub fn to_line(&self, id: Option<&Id>) -> String {
        let mut line = String::with_capacity(400);
        self.push_line(id, &mut line);
        line
    }

    /// Appends the line of JSON, without a line end.
    pub fn push_line(&self, id: Option<&Id>, line: &mut String) {
        let (part, part_moving) = match (self.part_fixed, self.part_moving) {
            (None, moving) => (moving, None),
            both => both,
        };
        let work = [("steps", self.certified.steps)];
        let named = [
            ("part", part),
            ("part_moving", part_moving),
            ("triangle", self.triangle),
        ];
        let method = self.certified.method.name();
        push_answer(line, id, &self.certified.outcome, method, &work, &named);
        if let Some(normal) = &self.face_normal {
            push_key(line, "face_normal");
            push_triple(line, normal);
        }
        line.push('}');
    }
}

/// Appends an answer's object up to what names its parts, without the closing brace.
pub(crate) fn push_answer<T: Real>(
    line: &mut String,
    id: Option<&Id>,
    outcome: &Outcome<T>,
    method: &str,
    work: &[(&str, u32)],
    named: &[(&str, Option<usize>)],
) {
    line.push('{');
    if let Some(id) = id {
        let _ = write!(line, "\"id\":{id},");
    }
    push_outcome(line, outcome);
    push_key(line, "method");
    let _ = write!(line, "\"{method}\"");
    for (key, count) in work {
        push_key(line, key);
        let _ = write!(line, "{count}");
    }
    for (key, index) in named {
        if let Some(index) = index {
            push_key(line, key);
            let _ = write!(line, "{index}");
        }
    }
}

fn push_outcome<T: Real>(line: &mut String, outcome: &Outcome<T>) {
    let number = |line: &mut String, key: &str, x: T| {
        push_key(line, key);
        push_number(line, x.to_f64());
    };
    let triple = |line: &mut String, key: &str, v: &Vector3<T>| {
        push_key(line, key);
        push_triple(line, v);
    };
    match outcome {
        Outcome::Hit(hit) => {
            line.push_str("\"outcome\":\"hit\"");
            number(line, "fraction", hit.fraction);
            number(line, "fraction_upper", hit.fraction_upper);
            triple(line, "normal", &hit.normal);
            triple(line, "point_moving", &hit.point_moving.coords);
            triple(line, "point_fixed", &hit.point_fixed.coords);
        }
        Outcome::Miss(miss) => {
            line.push_str("\"outcome\":\"miss\"");
            triple(line, "axis", &miss.axis);
            number(line, "gap", miss.gap);
        }
        Outcome::Overlap(overlap) => {
            line.push_str("\"outcome\":\"overlap\"");
            number(line, "depth", overlap.depth);
            number(line, "depth_lower", overlap.depth_lower);
            triple(line, "normal", &overlap.normal);
            triple(line, "point_moving", &overlap.point_moving.coords);
            triple(line, "point_fixed", &overlap.point_fixed.coords);
            number(line, "entry", overlap.entry);
            number(line, "exit", overlap.exit);
        }
        Outcome::Unresolved(unresolved) => {
            line.push_str("\"outcome\":\"unresolved\"");
            number(line, "safe_fraction", unresolved.safe_fraction);
        }
    }
}
