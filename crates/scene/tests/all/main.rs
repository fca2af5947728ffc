//! The tests of the scenes, as one program: casts are compiled once.

#[cfg(feature = "rayon")]
mod batches;
mod brute_force;
mod common;
mod floors;
mod scenes;
