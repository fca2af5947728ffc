//! The oracle, judged by numbers that a reader can derive, by planted faults and by other arithmetic.

mod agreement;
mod by_hand;
mod corpus;
#[cfg(feature = "drop-in")]
mod differences;
#[cfg(feature = "drop-in")]
mod drop_in;
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

/// The number in an environment variable, underscores allowed, or `default`.
fn from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .replace('_', "")
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => default,
    }
}
