//! Criterion benches of the cells of `swept compare`, and programs that time scenes, moves, turning casts and the drop-in beside
//! parry. They are benches too, so that tests do not build them.

/// What the user asked for: cargo adds a flag of its own to what it passes on to a bench.
pub fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1).filter(|a| a != "--bench")
}
