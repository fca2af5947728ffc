//! Casts at mesh files whose corners the scalar does not hold.
//!
//! A file's corners are decimal numbers, of which `f32` rounds most. What it makes of them is another mesh: the bracket of a cast at that
//! one need not hold the time of contact with the mesh in the file. So what is first is looked for in `f64`, among corners as the file
//! has them, and that pair is cast in the scalar asked for. Nothing is rounded there, as casts compute in `f64` whatever the scalar.

use crate::answer::Answer;
use crate::cast::Place;
use crate::{Case, CaseError, Meshes, TurningAnswer, turning_options};
use nalgebra::Unit;
use swept::{CastOptions, Real, Shape, Sweep};

impl<T: Real> Case<T> {
    /// [`Case::cast`] at corners as their files have them.
    pub(crate) fn cast_as_filed(
        &self,
        meshes: &mut Meshes<T>,
        options: &CastOptions<T>,
    ) -> Result<Answer<T>, CaseError> {
        let Some(filed) = self.as_filed(meshes)? else {
            return self.cast(options);
        };
        let found = filed.cast(&in_f64(options))?;
        let pair = self.pair_as_filed(&filed, found.place.as_ref())?;
        Ok(Answer {
            certified: pair.cast_certified(options),
            part_fixed: found.part_fixed,
            part_moving: found.part_moving,
            triangle: found.triangle,
            face_normal: found
                .face_normal
                .map(|n| Unit::new_unchecked(n.map(T::nearest))),
            place: found.place,
        })
    }

    /// [`Case::cast_turning`] at corners as their files have them.
    pub(crate) fn cast_turning_as_filed(
        &self,
        meshes: &mut Meshes<T>,
        options: &CastOptions<T>,
    ) -> Result<TurningAnswer<T>, CaseError> {
        let Some(filed) = self.as_filed(meshes)? else {
            return self.cast_turning(options);
        };
        let found = filed.cast_turning(&in_f64(options))?;
        let pair = self.pair_as_filed(&filed, Some(&found.place))?;
        let pair = self.turned(pair)?;
        Ok(TurningAnswer {
            certified: pair.cast_certified(&turning_options(options)),
            part_fixed: found.part_fixed,
            part_moving: found.part_moving,
            triangle: found.triangle,
            place: found.place,
        })
    }

    /// This case with the corners that its mesh files have, if `T` rounds any.
    fn as_filed(&self, meshes: &mut Meshes<T>) -> Result<Option<Case<f64>>, CaseError> {
        let Some(meshes) = meshes.filed(&self.fixed.geometry) else {
            return Ok(None);
        };
        // A line has all digits of this case's numbers.
        let filed = Case::parse(self.to_line().as_bytes(), meshes);
        filed.map(Some).map_err(|bad| bad.error)
    }

    /// The two convex shapes at `place`, where this case has them, the fixed one with the corners that it has in `filed`.
    fn pair_as_filed(
        &self,
        filed: &Case<f64>,
        place: Option<&Place>,
    ) -> Result<Sweep<T, Shape<T>, Shape<f64>>, CaseError> {
        let ((moving, from), (_, at)) = self.convex_pair(place)?;
        let (_, (fixed, _)) = filed.convex_pair(place)?;
        self.sweep(moving, &from, fixed, &at)
    }
}

/// The same options.
fn in_f64<T: Real>(options: &CastOptions<T>) -> CastOptions<f64> {
    CastOptions {
        method: options.method,
        target_distance: options.target_distance.to_f64(),
        tolerance: options.tolerance.to_f64(),
        start_overlap: options.start_overlap,
        chord: options.chord,
        max_steps: options.max_steps,
    }
}
