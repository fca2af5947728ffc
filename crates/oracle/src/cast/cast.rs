//! A cast as plain data: what the generators make, the case files hold, and the truth is found for.

use super::{Body, Turns};
use crate::f32_exact;
use nalgebra::Vector3;
use serde::{Deserialize, Deserializer, Serialize};
use swept_case::{BadLine, Case, CaseError, Geometry, Meshes};

/// A cast. Serialised, it is one line of the case format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cast {
    /// Its name.
    #[serde(default, deserialize_with = "name")]
    pub id: String,
    /// The shape that moves, where it starts.
    pub moving: Body,
    /// The shape that stands.
    pub fixed: Body,
    /// The moving shape's whole motion.
    pub displacement: [f64; 3],
    /// How both bodies turn meanwhile.
    #[serde(default, skip_serializing_if = "Turns::is_none")]
    pub turn: Turns,
}

impl Cast {
    /// A cast without a name.
    pub fn new(moving: Body, displacement: impl Into<[f64; 3]>, fixed: Body) -> Self {
        Self {
            id: String::new(),
            moving,
            fixed,
            displacement: displacement.into(),
            turn: Turns::NONE,
        }
    }

    /// The same cast with both bodies turning.
    pub fn turning(self, turn: Turns) -> Self {
        Self { turn, ..self }
    }

    /// The displacement as a vector.
    pub fn motion(&self) -> Vector3<f64> {
        self.displacement.into()
    }

    /// A bound on how fast any point of one body moves relative to any point of the other, per unit of fraction.
    pub fn speed(&self) -> f64 {
        let turning = |w: [f64; 3], reach: f64| Vector3::from(w).norm() * reach;
        self.motion().norm()
            + turning(self.turn.moving, self.moving.reach())
            + turning(self.turn.fixed, self.fixed.reach())
    }

    /// The same case with `length` applied to all lengths and `direction` to the components of directions and
    /// rotations.
    pub fn mapped(&self, length: &dyn Fn(f64) -> f64, direction: &dyn Fn(f64) -> f64) -> Self {
        Self {
            id: self.id.clone(),
            moving: self.moving.mapped(length, direction),
            fixed: self.fixed.mapped(length, direction),
            displacement: self.displacement.map(length),
            turn: self.turn,
        }
    }

    /// The same case in another unit: all lengths times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        self.mapped(&|x| x * factor, &|x| x)
    }

    /// The case with every number rounded to `f32`.
    pub fn exact(&self) -> Self {
        let mut cast = self.mapped(&f32_exact, &f32_exact);
        cast.turn = cast.turn.exact();
        cast
    }

    /// Reads a line of the case format. What is wrong with it is found by the reader of the case format; the numbers are
    /// then read once more, as they stand, so that no shape's constructor comes between the line and the truth.
    ///
    /// # Errors
    /// [`BadLine`] names the first field that is wrong. Meshes and compounds are no convex shapes, and are refused.
    pub fn from_line(line: &str) -> Result<Self, BadLine> {
        let case = Case::<f64>::parse(line.as_bytes(), &mut Meshes::default())?;
        for (name, body) in [("moving", &case.moving), ("fixed", &case.fixed)] {
            if !matches!(body.geometry, Geometry::Convex(_)) {
                let reason = "not one convex shape (expected any type but mesh and compound)";
                return Err(refused(&case, &format!("{name}.shape"), reason));
            }
        }
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        serde_json::from_str(line).map_err(|e| refused(&case, "line", &e.to_string()))
    }

    /// Whether every number is exact in `f32`, so that both scalars see the same cast.
    pub fn is_exact_in_f32(&self) -> bool {
        *self == self.exact()
    }

    /// The case as a line of the case format, to cast it again elsewhere.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| format!("{e}: {self:?}"))
    }
}

fn refused(case: &Case<f64>, field: &str, reason: &str) -> BadLine {
    BadLine {
        id: case.id.clone(),
        error: CaseError {
            field: field.into(),
            reason: reason.into(),
        },
    }
}

/// A name as text, whether the line gives it as text or as a number.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    #[test]
    fn a_case_reads_back_as_it_was_written() {
        let moving = Body::new(Form::sphere(f32_exact(0.1)).rounded(0.5)).at([1.0, 2.0, 3.0]);
        let case = Cast {
            id: "a".into(),
            turn: Turns::NONE,
            moving,
            fixed: Body::new(Form::Point),
            displacement: [f32_exact(1e-7), -2.0, 0.0],
        };
        let line = case.to_json();
        assert!(line.contains(r#""type":"rounded""#), "{line}");
        assert_eq!(serde_json::from_str::<Cast>(&line).unwrap(), case);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let line = r#"{"id":"a","moving":{"shape":{"type":"point"}},
            "fixed":{"shape":{"type":"sphere","radius":1}},"displacement":[0,1,0]}"#;
        let marked = Cast::from_line(&format!("\u{feff}{line}"));
        assert_eq!(marked, Cast::from_line(line));
    }

    #[test]
    fn pose_and_id_have_defaults() {
        let line = r#"{"moving":{"shape":{"type":"point"}},
            "fixed":{"shape":{"type":"sphere","radius":1}},"displacement":[0,1,0],"note":"ignored"}"#;
        let case: Cast = serde_json::from_str(line).unwrap();
        assert_eq!(case.moving.rotation, [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(case.fixed.position, [0.0; 3]);
    }
}
