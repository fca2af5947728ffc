//! The drop-in, from outside.

mod composites;
mod documented;
mod kept;
mod semantics;
mod survey;
mod turning;
