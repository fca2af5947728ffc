//! Every threshold of the oracle, with its argument.

/// The power of two not above `x`, so that dividing by it loses nothing; 1 for 0 and for what is not finite.
pub(crate) fn power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() {
        let bits = x.to_bits() & 0x7ff0_0000_0000_0000;
        f64::from_bits(bits.max(1 << 52))
    } else {
        1.0
    }
}
