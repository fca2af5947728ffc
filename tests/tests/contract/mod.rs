//! The contract, case by case, with numbers that a reader can derive. Every case is cast in both scalars by every
//! method.
//!
//! Positions and sizes are exact in `f32`; quaternions are written x, y, z, w, and need not be of unit length: (0, 0,
//! 1, 3), say, turns by the angle with cosine 4/5 and sine 3/5.

mod brackets;
mod edges;
mod expect;
mod flat;
mod flight;
mod limits;
mod no_shape;
mod observer;
mod plane;
mod start;
mod start_overlap;
mod target;
mod thin;
mod tolerance;
mod user_shape;
