//! The drop-in, from outside.

mod composites;
mod documented;
mod semantics;
mod survey;
mod turning;
