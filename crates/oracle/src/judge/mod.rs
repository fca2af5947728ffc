//! Claims about casts, and what is wrong with them.

mod bench;
mod claim;
mod fault;
#[allow(clippy::module_inception)]
mod judge;
mod turning;
mod verdict;

pub use claim::Claim;
pub use fault::{Fault, FaultKind};
pub use judge::judge;
pub use turning::judge_turning;
pub use verdict::Verdict;
