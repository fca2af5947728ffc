//! What the integration tests share: a description of casts that both scalars and the case format understand,
//! seeded generators of casts, a judge of answers that knows the solver only by its public types, and a runner that
//! holds many casts against that judge.
#![deny(missing_docs)]

mod answer;
#[path = "../../crates/cast/tests/all/environment.rs"]
mod environment;
mod erased;
mod faint;
mod judge;
pub mod nearest;
mod obstacle;
mod opaque;
mod survey;
mod turning;

pub use answer::{Answer, Answers, Options, widen};
pub use environment::from_environment;
pub use erased::erased;
pub use judge::judge;
pub use obstacle::{Obstacle, PROBES};
pub use opaque::Opaque;
pub use survey::{Report, Source, Tally, survey, survey_all_methods};
pub use swept_oracle::{
    Body, Cast, Dice, FAMILIES, Family, Form, Graze, Kind, Meeting, Precision, RunTimeSweep,
    TURNING_FAMILIES, Turns, f32_exact, graze, meet, pair, random_form, throw,
};
pub use turning::{
    Answered, Flag, HuntTally, Stand, Truth, TurningCase, TurningTally, hold, hostile, hunt,
    judge_turning, judged, survey_turning,
};

/// The methods for casts along a line that take all pairs of shapes.
pub const METHODS: [swept::Method; 5] = swept::Method::ALL;
