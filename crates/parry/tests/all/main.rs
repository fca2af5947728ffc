//! The drop-in, from outside.

mod bodies;
mod composites;
mod documented;
#[path = "../../../cast/tests/all/environment.rs"]
mod environment;
mod kept;
mod long;
mod mirrored;
mod placed;
mod refused;
mod semantics;
mod survey;
mod touches;
mod turning;
