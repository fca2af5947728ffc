//! Two shapes and the casts between them.

use crate::convert::convert;
use crate::ours::Start;
use crate::{Cast, Pose};
use swept::{InvalidShape, InvalidSweep, Placed, Real, Shape, Short, Support, Sweep};

/// Two shapes and the casts between them, checked: everyone can cast all of them.
///
/// All numbers are `f32` numbers, so that casters in both scalars solve the same casts.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    name: String,
    moving: Shape<f64>,
    fixed: Shape<f64>,
    casts: Vec<Cast>,
}

/// Why something is no workload.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct WorkloadError {
    /// The field, and the line where there are lines.
    pub place: String,
    /// The value found there and what is expected.
    pub reason: String,
}

impl WorkloadError {
    pub(crate) fn new(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            reason: reason.into(),
        }
    }

    fn shape(body: &str, error: &InvalidShape) -> Self {
        Self::new(
            format!("{body}.{}", error.field),
            format!(
                "{} is not {}",
                Short::of::<f32>(error.value),
                error.expected
            ),
        )
    }

    fn sweep(error: &InvalidSweep) -> Self {
        Self::new(
            error.field,
            format!(
                "{} is not {}",
                Short::of::<f32>(error.value),
                error.expected
            ),
        )
    }
}

impl Workload {
    /// A workload without casts yet. Sizes are rounded to `f32`.
    ///
    /// # Errors
    /// [`WorkloadError`] when a size is out of range in `f32`.
    pub fn new(
        name: impl Into<String>,
        moving: &Shape<f64>,
        fixed: &Shape<f64>,
    ) -> Result<Self, WorkloadError> {
        let single = |body: &str, shape: &Shape<f64>| {
            convert::<f64, f32>(shape)
                .and_then(|s| convert::<f32, f64>(&s))
                .map_err(|e| WorkloadError::shape(body, &e))
        };
        Ok(Self {
            name: name.into(),
            moving: single("moving.shape", moving)?,
            fixed: single("fixed.shape", fixed)?,
            casts: Vec::new(),
        })
    }

    /// Adds a cast, its numbers rounded to `f32`.
    ///
    /// # Errors
    /// [`WorkloadError`] when a number is out of range, or the sweep is refused.
    pub fn push(&mut self, cast: &Cast) -> Result<(), WorkloadError> {
        let cast = single(cast)?;
        self.check::<f32>(&cast)?;
        self.check::<f64>(&cast)?;
        self.casts.push(cast);
        Ok(())
    }

    fn check<T: Real>(&self, cast: &Cast) -> Result<(), WorkloadError> {
        let start = Start::<T>::new(cast);
        let at = |body, shape, pose| {
            Placed::new(shape, pose).map_err(|e| WorkloadError::shape(body, &e))
        };
        let moving = at("moving", &self.moving, start.moving)?;
        let fixed = at("fixed", &self.fixed, start.fixed)?;
        Sweep::new(moving, start.displacement, fixed)
            .map(drop)
            .map_err(|e| WorkloadError::sweep(&e))
    }

    /// The pair's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The moving shape.
    pub fn moving(&self) -> &Shape<f64> {
        &self.moving
    }

    /// The fixed shape.
    pub fn fixed(&self) -> &Shape<f64> {
        &self.fixed
    }

    /// The casts.
    pub fn casts(&self) -> &[Cast] {
        &self.casts
    }

    /// The scale of its lengths: how far points of both shapes lie from their origins, added.
    pub fn scale(&self) -> f64 {
        reach(&self.moving) + reach(&self.fixed)
    }
}

/// A bound on the distance of a shape's points from its origin.
pub(crate) fn reach(shape: &Shape<f64>) -> f64 {
    shape.extent() + shape.radius()
}

/// The cast with every number rounded to `f32`, if its lengths are within that one's range: others may round to infinity, and an
/// error could not tell what was written.
fn single(cast: &Cast) -> Result<Cast, WorkloadError> {
    let lengths = |field: &str, of: [f64; 3]| {
        let beyond = |x: &f64| !(-f32::MAX_LENGTH..=f32::MAX_LENGTH).contains(x);
        match of.iter().position(beyond) {
            Some(i) => {
                let reason = format!("{} is not {}", Short(of[i]), f32::COORDINATE);
                Err(WorkloadError::new(format!("{field}[{i}]"), reason))
            }
            None => Ok(of.map(round)),
        }
    };
    let pose = |body: &str, pose: &Pose| {
        Ok(Pose {
            position: lengths(&format!("{body}.position"), pose.position)?,
            rotation: pose.rotation.map(round),
        })
    };
    Ok(Cast {
        moving: pose("moving", &cast.moving)?,
        fixed: pose("fixed", &cast.fixed)?,
        displacement: lengths("displacement", cast.displacement)?,
    })
}

fn round(x: f64) -> f64 {
    f64::from(x as f32)
}
