//! Input that is no shape or no sweep, and input that barely is one: each is an error that names the field and the value,
//! or has the right answer, stated here.

mod directions;
mod expect;
mod lengths;
mod options;
mod shapes;
mod sweeps;
mod table;
