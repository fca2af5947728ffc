//! The truth by a cone program: every shape of the case format is a set of linear and second-order cone constraints, and a cast
//! is the program min t over them. Solved by an interior-point method (Goulart and Chen, "Clarabel", 2024), it shares with
//! the rest of the oracle neither a support function nor a search.

mod body;
mod cast;
mod program;

pub(crate) use cast::find;
