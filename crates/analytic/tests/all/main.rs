//! The closed forms, held against numbers that a reader can derive, against each other and against exact rationals.

mod boxes;
mod by_hand;
mod check;
mod close;
mod common;
mod ellipsoids;
mod exact;
mod known_wrong;
mod polyhedra;
mod quadratic;
mod random;
mod rays;
mod triangle_ways;
