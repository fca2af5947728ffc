//! The tests of the scenes, as one program: casts are compiled once.

#[cfg(feature = "rayon")]
mod batches;
mod brute_force;
#[cfg(feature = "files")]
mod buffers;
mod changes;
mod common;
mod company;
#[path = "../../../cast/tests/all/counted.rs"]
mod counted;
mod distances;
#[path = "../../../cast/tests/all/environment.rs"]
mod environment;
mod except;
#[cfg(feature = "files")]
mod files;
mod floors;
mod holes;
mod kept;
mod long;
mod moving_parts;
mod objects;
mod pairs;
mod parts;
mod places;
mod refused;
mod sides;
mod slivers;
mod subnormal;
mod undecided;
mod waiting;
