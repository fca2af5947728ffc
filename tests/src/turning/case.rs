//! A turning cast with all that may be asked of one, as plain numbers.

use crate::{Body, Cast};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept::{Placed, Real, Shape, Sweep, Turn, TurningOptions, TurningSweep, Turns};

/// A cast whose bodies turn about any points of their own frames, and its options.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningCase {
    /// The shapes, poses, displacement and rotation vectors.
    pub cast: Cast,
    /// What the moving and the fixed body turn about, in the shape's own frame.
    pub centres: [[f64; 3]; 2],
    /// How it is to be cast.
    pub options: TurningOptions<f64>,
}

impl TurningCase {
    /// The sweep in the scalar `T`, its numbers rounded to that.
    ///
    /// # Errors
    /// What the library refuses, in its own words.
    pub fn sweep<T: Real>(&self) -> Result<TurningSweep<T, Shape<T>, Shape<T>>, String> {
        let number = T::nearest;
        let cast = &self.cast;
        let displacement = cast.displacement.map(number);
        let (moving, fixed) = (placed::<T>(&cast.moving)?, placed::<T>(&cast.fixed)?);
        let sweep = Sweep::new(moving, displacement, fixed).map_err(|e| e.to_string())?;
        let turn =
            |by: [f64; 3], about: [f64; 3]| Turn::by(by.map(number)).about(about.map(number));
        let turns = Turns {
            moving: turn(cast.turn.moving, self.centres[0]),
            fixed: turn(cast.turn.fixed, self.centres[1]),
        };
        TurningSweep::new(sweep, turns).map_err(|e| e.to_string())
    }

    /// The options in the scalar `T`.
    pub fn options<T: Real>(&self) -> TurningOptions<T> {
        TurningOptions {
            method: self.options.method,
            target_distance: T::nearest(self.options.target_distance),
            tolerance: T::nearest(self.options.tolerance),
            start_overlap: self.options.start_overlap,
            max_steps: self.options.max_steps,
        }
    }

    /// The same case with all lengths times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            cast: self.cast.scaled(factor),
            centres: self.centres.map(|c| c.map(|x| x * factor)),
            options: TurningOptions {
                target_distance: self.options.target_distance * factor,
                tolerance: self.options.tolerance * factor,
                ..self.options
            },
        }
    }

    /// The case with every number rounded to the scalar `T`.
    pub fn rounded_to<T: Real>(&self) -> Self {
        let number = |x: f64| T::nearest(x).to_f64();
        let mut cast = self.cast.mapped(&number, &number);
        cast.turn.moving = cast.turn.moving.map(number);
        cast.turn.fixed = cast.turn.fixed.map(number);
        Self {
            cast,
            centres: self.centres.map(|c| c.map(number)),
            options: TurningOptions {
                target_distance: number(self.options.target_distance),
                tolerance: number(self.options.tolerance),
                ..self.options
            },
        }
    }
}

fn placed<T: Real>(body: &Body) -> Result<Placed<T, Shape<T>>, String> {
    let shape = body.shape.build::<T>().map_err(|e| e.to_string())?;
    let [x, y, z, w] = body.rotation.map(T::nearest);
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let at = Translation3::from(body.position.map(T::nearest));
    Placed::new(shape, Isometry3::from_parts(at, rotation)).map_err(|e| e.to_string())
}
