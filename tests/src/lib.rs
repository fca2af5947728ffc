//! What the integration tests share: a description of casts that both scalars and the case format understand,
//! seeded generators of casts, a judge of answers that knows the solver only by its public types, and a runner that
//! holds many casts against that judge.
#![deny(missing_docs)]

mod aim;
mod answer;
mod case;
mod dice;
mod double;
pub mod families;
mod form;
mod judge;
mod kind;
pub mod nearest;
mod obstacle;
mod precision;
mod survey;
mod turning;

pub use aim::{Meeting, meet, throw};
pub use answer::{Answer, Options, widen};
pub use case::{Body, Case, RunTimeSweep};
pub use dice::{Dice, f32_exact};
pub use double::{Double, Double3};
pub use families::{FAMILIES, Family};
pub use form::Form;
pub use judge::judge;
pub use kind::{Kind, random_form};
pub use obstacle::{Obstacle, PROBES};
pub use precision::Precision;
pub use survey::{Report, Source, Tally, from_environment, survey, survey_all_methods};
pub use turning::{
    Stand, TURNING_FAMILIES, Truth, TurningCase, TurningFamily, TurningTally, Turns, judge_turning,
    survey_turning,
};
