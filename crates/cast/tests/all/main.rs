//! Whole casts, through the public interface: they are compiled with the crate, and not once more for its tests.

mod aside;
mod axes;
mod balls;
mod batch;
mod brackets;
mod certificates;
mod chords;
mod depths;
mod dice;
mod distance;
mod edges;
mod faces;
mod far;
mod grazing;
mod hinges;
mod ignored;
mod pieces;
mod planes;
mod proven;
mod rounding;
mod slabs;
mod targets;
mod thin;
mod turning;
mod upper;
mod vanishing;
