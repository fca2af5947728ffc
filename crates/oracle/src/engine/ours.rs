//! Our own methods.

use super::guard::guarded;
use super::{Engine, NoAnswer};
use crate::{Body, Cast, Claim, Precision, RunTimeSweep};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use std::marker::PhantomData;
use swept::{
    CastOptions, Flaw, Method, Placed, Real, Shape, Sweep, Turn, TurningMethod, TurningOptions,
    TurningSweep, Turns,
};

/// The library in the scalar `T`, by one method, under default options; of casts that turn, the interval bound for the default
/// method, and conservative advancement. An answer whose certificate does not verify is no answer.
#[derive(Clone, Debug)]
pub struct Ours<T> {
    name: String,
    method: Method,
    scalar: PhantomData<T>,
}

impl<T: Real> Ours<T> {
    /// The library by `method`; named after it and its scalar, as in `portal-f32`.
    pub fn new(method: Method) -> Self {
        Self {
            name: format!("{}-{}", method.name(), Precision::of::<T>().scalar),
            method,
            scalar: PhantomData,
        }
    }
}

/// Every method in both scalars.
pub fn ours() -> Vec<Box<dyn Engine>> {
    let mut all: Vec<Box<dyn Engine>> = Vec::new();
    for method in Method::ALL {
        all.push(Box::new(Ours::<f64>::new(method)));
        all.push(Box::new(Ours::<f32>::new(method)));
    }
    all
}

impl<T: Real + Send + Sync> Engine for Ours<T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        concat!("swept ", env!("CARGO_PKG_VERSION"))
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn precision(&self) -> Precision {
        Precision::of::<T>()
    }

    fn answer(&self, cast: &Cast) -> Result<Claim, NoAnswer> {
        guarded(|| {
            let sweep = sweep::<T>(cast)?;
            if !cast.turn.is_none() {
                return self.turning(cast, sweep);
            }
            let certified = sweep.cast_certified(&CastOptions {
                method: self.method,
                ..CastOptions::default()
            });
            let verdict = certified.certificate.verify(&sweep);
            verdict.map_err(unproven)?;
            Ok(Claim::from(&certified.outcome))
        })
    }
}

impl<T: Real> Ours<T> {
    /// The answer to a cast that turns. Two methods have a counterpart there.
    fn turning(&self, cast: &Cast, sweep: RunTimeSweep<T>) -> Result<Claim, NoAnswer> {
        let method = match self.method {
            Method::Auto => TurningMethod::IntervalBound,
            Method::ConservativeAdvancement => TurningMethod::ConservativeAdvancement,
            _ => return Err(NoAnswer::Unsupported("turning casts by this method".into())),
        };
        let turn = |vector: [f64; 3]| Turn::by(vector.map(T::nearest));
        let turns = Turns {
            moving: turn(cast.turn.moving),
            fixed: turn(cast.turn.fixed),
        };
        let sweep =
            TurningSweep::new(sweep, turns).map_err(|e| NoAnswer::Refused(e.to_string()))?;
        let certified = sweep.cast_certified(&TurningOptions {
            method,
            ..TurningOptions::default()
        });
        let verdict = certified.certificate.verify(&sweep);
        verdict.map_err(unproven)?;
        Ok(Claim::from(&certified.outcome))
    }
}

fn unproven(flaw: Flaw) -> NoAnswer {
    NoAnswer::Unproven(flaw.to_string())
}

/// The sweep of a cast that may hold any numbers.
fn sweep<T: Real>(cast: &Cast) -> Result<RunTimeSweep<T>, NoAnswer> {
    let displacement = cast.displacement.map(T::nearest);
    let (moving, fixed) = (placed(&cast.moving)?, placed(&cast.fixed)?);
    Sweep::new(moving, displacement, fixed).map_err(|e| NoAnswer::Refused(e.to_string()))
}

fn placed<T: Real>(body: &Body) -> Result<Placed<T, Shape<T>>, NoAnswer> {
    let refused = |e: swept::InvalidShape| NoAnswer::Refused(e.to_string());
    let shape = body.shape.build::<T>().map_err(refused)?;
    let [x, y, z, w] = body.rotation.map(T::nearest);
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let translation = Translation3::from(body.position.map(T::nearest));
    Placed::new(shape, Isometry3::from_parts(translation, rotation)).map_err(refused)
}
