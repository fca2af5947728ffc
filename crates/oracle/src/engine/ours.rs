//! Our own methods.

use super::guard::guarded;
use super::{Engine, NoAnswer};
use crate::{Cast, Claim, Precision, RunTimeSweep};
use std::marker::PhantomData;
use swept::{CastOptions, Flaw, InvalidSweep, Method, Real, TurningMethod, TurningOptions};

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
            let sweep = cast.try_sweep::<T>().map_err(NoAnswer::Refused)?;
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
        let refused = |e: InvalidSweep| NoAnswer::Refused(e.to_string());
        let sweep = cast.turned(sweep).map_err(refused)?;
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
