//! Criterion benches and examples; what they share is the crate `swept-compare`.
