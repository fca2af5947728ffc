//! The tests of collide and slide, as one program: casts are compiled once.

mod bends;
mod beside;
mod classic;
mod common;
mod corners;
#[path = "../../../cast/tests/all/counted.rs"]
mod counted;
mod enclosed;
mod ends;
#[path = "../../../cast/tests/all/environment.rs"]
mod environment;
mod falls;
mod far;
mod free;
mod hills;
mod hollow;
mod hurdles;
mod kit;
mod lifts;
mod options;
mod overlaps;
mod own;
mod planes;
mod platforms;
mod refused;
mod rises;
mod rooms;
mod seams;
mod sides;
mod steps;
mod survey;
mod thrown;
mod walker;
mod wide;
