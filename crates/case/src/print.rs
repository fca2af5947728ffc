//! Numbers as text that reads back to the same bits.

use nalgebra::Vector3;
use swept::Real;

/// Appends `x` with the fewest digits that read back to the same `f64`; `null` when it is not finite.
pub(crate) fn push_number(out: &mut String, x: f64) {
    match serde_json::Number::from_f64(x) {
        Some(number) => out.push_str(&number.to_string()),
        None => out.push_str("null"),
    }
}

/// Appends three numbers in brackets.
pub(crate) fn push_triple<T: Real>(out: &mut String, v: &Vector3<T>) {
    out.push('[');
    for i in 0..3 {
        out.push_str(if i > 0 { "," } else { "" });
        push_number(out, v[i].to_f64());
    }
    out.push(']');
}

/// Appends `,"key":`.
pub(crate) fn push_key(out: &mut String, key: &str) {
    out.push_str(",\"");
    out.push_str(key);
    out.push_str("\":");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(x: f64) -> String {
        let mut out = String::new();
        push_number(&mut out, x);
        out
    }

    #[test]
    fn an_f32_is_printed_as_its_f64() {
        assert_eq!(printed(f64::from(0.1_f32)), "0.10000000149011612");
    }

    #[test]
    fn every_bit_pattern_reads_back_in_both_scalars() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let narrow = f32::from_bits((bits >> 32) as u32);
            if narrow.is_finite() {
                let text = printed(f64::from(narrow));
                assert_eq!(text.parse::<f32>().unwrap().to_bits(), narrow.to_bits());
                assert_eq!(
                    text.parse::<f64>().unwrap().to_bits(),
                    f64::from(narrow).to_bits()
                );
            }
            let wide = f64::from_bits(bits);
            if wide.is_finite() {
                assert_eq!(
                    printed(wide).parse::<f64>().unwrap().to_bits(),
                    wide.to_bits()
                );
            }
        }
        assert_eq!(printed(f64::INFINITY), "null");
    }
}
