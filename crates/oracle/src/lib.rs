//! The truth about casts, by arithmetic of its own, and a judge that holds any shape caster's answers against it.
//!
//! Nothing here computes with the library that it judges: a [`Cast`] is plain numbers, [`Truth::of`] evaluates the shapes by
//! itself, and [`judge()`] holds a [`Claim`] against that truth. The library's types appear where its casts are built
//! ([`Cast::sweep`]) and its outcomes are read (`Claim::from`). The chapter `docs/oracle.md` says what is proven, and how.
#![deny(missing_docs)]

pub mod arith;
mod cast;
#[cfg(feature = "cones")]
mod conic;
mod depth;
mod engine;
mod exact;
mod facade;
mod find;
mod generate;
mod graze;
mod judge;
mod nearest;
mod obstacle;
mod pierce;
mod plain;
mod precision;
#[cfg(feature = "check")]
mod report;
#[cfg(feature = "check")]
mod run;
#[cfg(feature = "check")]
mod shrink;
mod solid;
mod tolerance;
mod truth;
mod turning;

pub use arith::{Ball, Double, Number};
pub use cast::{Body, Cast, Form, Turns};
#[cfg(feature = "drop-in")]
pub use engine::{DropInF32, DropInF64};
pub use engine::{Engine, NoAnswer, Ours, Program, ours};
#[cfg(feature = "parry")]
pub use engine::{ParryF32, ParryF64};
pub use facade::RunTimeSweep;
pub use generate::{
    Dice, Drawn, FAMILIES, Family, Graze, HALF_SPACES, Kind, Meeting, QUARTER_TURNS,
    TURNING_FAMILIES, f32_exact, graze, meet, pair, random_form, throw,
};
pub use judge::{Claim, Fault, FaultKind, Verdict, judge, judge_turning};
pub use nearest::{Nearest, nearest};
pub use precision::Precision;
#[cfg(feature = "check")]
pub use report::{EngineReport, Report, SourceReport, Timing};
#[cfg(feature = "check")]
pub use run::{Column, Finding, Histogram, Plan, Progress, Source, Tally, Truths, run};
#[cfg(feature = "check")]
pub use shrink::{Reproduced, shrink};
pub use solid::{Solid, rotation};
pub use truth::{
    Apart, Bracket, Fact, Inside, Known, Means, Meets, NoTruth, Truth, Turned, TurnedFact,
};
