//! The tests of collide and slide, as one program: casts are compiled once.

mod classic;
mod common;
mod kit;
mod planes;
mod survey;
