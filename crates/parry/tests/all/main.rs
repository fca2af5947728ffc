//! The drop-in, from outside.

mod bodies;
mod composites;
mod documented;
mod kept;
mod long;
mod semantics;
mod survey;
mod turning;
