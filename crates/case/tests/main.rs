//! All tests of the case format, in one program: the casts behind them are compiled once.

mod bad_lines;
mod closed;
mod filed;
mod lookup;
mod parts;
mod round_trip;
mod shared_meshes;
mod turning;
