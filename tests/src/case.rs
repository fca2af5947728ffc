//! A cast as plain data: what the generators make, the case files hold, and both scalars cast.

use crate::{Form, f32_exact};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use serde::{Deserialize, Serialize};
use swept::{Placed, Real, Shape, Sweep};

/// The sweep of a [`Case`].
pub type RunTimeSweep<T> = Sweep<T, Shape<T>, Shape<T>>;

/// A shape and its pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The shape.
    pub shape: Form,
    /// Where the shape's origin stands.
    #[serde(default)]
    pub position: [f64; 3],
    /// Its rotation as a quaternion x, y, z, w, of which only the direction counts.
    #[serde(default = "no_rotation")]
    pub rotation: [f64; 4],
}

fn no_rotation() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

impl Body {
    /// `shape` at the origin, as it is.
    pub fn new(shape: Form) -> Self {
        Self {
            shape,
            position: [0.0; 3],
            rotation: no_rotation(),
        }
    }

    /// The same at `position`.
    pub fn at(mut self, position: impl Into<[f64; 3]>) -> Self {
        self.position = position.into();
        self
    }

    /// The same, turned by the quaternion x, y, z, w.
    pub fn turned(mut self, rotation: [f64; 4]) -> Self {
        self.rotation = rotation;
        self
    }

    /// The shape at its pose, in the scalar `T`.
    ///
    /// # Panics
    /// When a number is not what the shape or the pose takes: a mistake in a generator or a test.
    pub fn placed<T: Real>(&self) -> Placed<T, Shape<T>> {
        let shape = self
            .shape
            .build::<T>()
            .unwrap_or_else(|e| panic!("{e} in {self:?}"));
        let [x, y, z, w] = self.rotation.map(T::nearest);
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        let translation = Translation3::from(self.position.map(T::nearest));
        Placed::new(shape, Isometry3::from_parts(translation, rotation))
            .unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// The greatest distance of the shape's points from its origin (of its plane, for a half-space).
    pub fn reach(&self) -> f64 {
        use swept::Support;
        let shape = self
            .shape
            .build::<f64>()
            .unwrap_or_else(|e| panic!("{e} in {self:?}"));
        shape.extent() + shape.radius()
    }

    fn mapped(&self, length: &dyn Fn(f64) -> f64, direction: &dyn Fn(f64) -> f64) -> Self {
        Self {
            shape: self.shape.mapped(length, direction),
            position: self.position.map(length),
            rotation: self.rotation.map(direction),
        }
    }
}

/// A cast. Serialised, it is one line of the case format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Its name.
    #[serde(default)]
    pub id: String,
    /// The shape that moves, where it starts.
    pub moving: Body,
    /// The shape that stands.
    pub fixed: Body,
    /// The moving shape's whole motion.
    pub displacement: [f64; 3],
}

impl Case {
    /// The case as a sweep in the scalar `T`.
    ///
    /// # Panics
    /// When a number is not what the sweep takes: a mistake in a generator or a test.
    pub fn sweep<T: Real>(&self) -> RunTimeSweep<T> {
        let displacement = self.displacement.map(T::nearest);
        Sweep::new(self.moving.placed(), displacement, self.fixed.placed())
            .unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// The displacement as a vector.
    pub fn motion(&self) -> Vector3<f64> {
        self.displacement.into()
    }

    /// The same case with `length` applied to all lengths and `direction` to the components of directions and
    /// rotations.
    pub fn mapped(&self, length: &dyn Fn(f64) -> f64, direction: &dyn Fn(f64) -> f64) -> Self {
        Self {
            id: self.id.clone(),
            moving: self.moving.mapped(length, direction),
            fixed: self.fixed.mapped(length, direction),
            displacement: self.displacement.map(length),
        }
    }

    /// The same case in another unit: all lengths times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        self.mapped(&|x| x * factor, &|x| x)
    }

    /// The case with every number rounded to `f32`.
    pub fn exact(&self) -> Self {
        self.mapped(&f32_exact, &f32_exact)
    }

    /// The case as a line of the case format, to cast it again elsewhere.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|e| format!("{e}: {self:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_reads_back_as_it_was_written() {
        let moving = Body::new(Form::sphere(f32_exact(0.1)).rounded(0.5)).at([1.0, 2.0, 3.0]);
        let case = Case {
            id: "a".into(),
            moving,
            fixed: Body::new(Form::Point),
            displacement: [f32_exact(1e-7), -2.0, 0.0],
        };
        let line = case.to_json();
        assert!(line.contains(r#""type":"rounded""#), "{line}");
        assert_eq!(serde_json::from_str::<Case>(&line).unwrap(), case);
    }

    #[test]
    fn pose_and_id_have_defaults() {
        let line = r#"{"moving":{"shape":{"type":"point"}},
            "fixed":{"shape":{"type":"sphere","radius":1}},"displacement":[0,1,0],"note":"ignored"}"#;
        let case: Case = serde_json::from_str(line).unwrap();
        assert_eq!(case.moving.rotation, [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(case.fixed.position, [0.0; 3]);
    }
}
