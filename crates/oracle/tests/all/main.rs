//! The oracle, judged by numbers that a reader can derive, by planted faults and by other arithmetic.

mod agreement;
mod by_hand;
mod corpus;
#[cfg(feature = "drop-in")]
mod differences;
#[cfg(feature = "drop-in")]
mod drop_in;
#[path = "../../../cast/tests/all/environment.rs"]
mod environment;
mod families;
mod judge;
mod known;
mod library;
mod near_touch;
mod planted;
#[cfg(feature = "parry")]
mod runner;
mod shared_truth;
mod turning;

use environment::from_environment;
