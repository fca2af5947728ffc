//! Answers of both scalars and all methods, side by side in `f64`.

use crate::{Cast, Precision};
use nalgebra::{Point3, Unit, Vector3};
use swept::{CastOptions, Hit, Method, Miss, Outcome, Overlap, Real, StartOverlap, Unresolved};

/// One answer to a case.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The scalar it was computed in.
    pub precision: Precision,
    /// The method that was asked for.
    pub method: Method,
    /// The scale of the case.
    pub scale: f64,
    /// The answer; every number as it was given, in `f64`.
    pub outcome: Outcome<f64>,
}

/// Options that do not depend on the scalar.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// As in [`CastOptions`].
    pub target_distance: f64,
    /// As in [`CastOptions`].
    pub tolerance: f64,
    /// As in [`CastOptions`].
    pub start_overlap: StartOverlap,
    /// As in [`CastOptions`]; the default limit when `None`.
    pub max_steps: Option<u32>,
}

impl Options {
    fn of<T: Real>(&self, method: Method) -> CastOptions<T> {
        let default = CastOptions::<T>::default();
        CastOptions {
            method,
            target_distance: T::nearest(self.target_distance),
            tolerance: T::nearest(self.tolerance),
            start_overlap: self.start_overlap,
            chord: true,
            max_steps: self.max_steps.unwrap_or(default.max_steps),
        }
    }
}

/// The answers of all methods to a cast.
pub trait Answers {
    /// The answers of all methods in both scalars.
    fn answers(&self) -> Vec<Answer> {
        self.answers_with(&Options::default())
    }

    /// The answers of all methods in both scalars under `options`.
    fn answers_with(&self, options: &Options) -> Vec<Answer>;
}

impl Answers for Cast {
    fn answers_with(&self, options: &Options) -> Vec<Answer> {
        let mut all = in_scalar::<f64>(self, options);
        all.extend(in_scalar::<f32>(self, options));
        all
    }
}

fn in_scalar<T: Real>(case: &Cast, options: &Options) -> Vec<Answer> {
    let sweep = case.sweep::<T>();
    let scale = crate::Obstacle::new(&sweep).scale();
    let answer = |method| Answer {
        precision: Precision::of::<T>(),
        method,
        scale,
        outcome: widen(&sweep.cast_with(&options.of(method))),
    };
    Method::ALL.into_iter().map(answer).collect()
}

/// The same outcome in `f64`: exact.
pub fn widen<T: Real>(outcome: &Outcome<T>) -> Outcome<f64> {
    let number = Real::to_f64;
    let point = |p: &Point3<T>| p.map(Real::to_f64);
    let unit = |n: &Unit<Vector3<T>>| Unit::new_unchecked(n.map(Real::to_f64));
    match outcome {
        Outcome::Hit(hit) => Outcome::Hit(Hit {
            fraction: number(hit.fraction),
            fraction_upper: number(hit.fraction_upper),
            normal: unit(&hit.normal),
            point_moving: point(&hit.point_moving),
            point_fixed: point(&hit.point_fixed),
        }),
        Outcome::Miss(miss) => Outcome::Miss(Miss {
            axis: unit(&miss.axis),
            gap: number(miss.gap),
        }),
        Outcome::Overlap(overlap) => Outcome::Overlap(Overlap {
            depth: number(overlap.depth),
            depth_lower: number(overlap.depth_lower),
            normal: unit(&overlap.normal),
            point_moving: point(&overlap.point_moving),
            point_fixed: point(&overlap.point_fixed),
            entry: number(overlap.entry),
            exit: number(overlap.exit),
        }),
        Outcome::Unresolved(u) => Outcome::Unresolved(Unresolved {
            safe_fraction: number(u.safe_fraction),
        }),
    }
}
