//! How large the errors of one engine are on one family.

use serde::Serialize;

/// Counts of errors by their size: parts of the scale, four bins to a decade from 10⁻²⁰ to 10².
///
/// Below the first bin an error is counted as none: it is smaller than the last place of any scalar. Merging histograms
/// gives the same counts in any order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Histogram {
    /// Errors below 10⁻²⁰.
    pub none: u64,
    /// Errors by size; the last bin holds all above, those that are no number included.
    pub bins: Vec<u64>,
    /// The greatest; 0 when there is none.
    pub greatest: f64,
}

impl Histogram {
    /// Bins to a decade.
    pub const PER_DECADE: i32 = 4;
    const FIRST: i32 = -20;
    const LAST: i32 = 2;
    const COUNT: usize = ((Self::LAST - Self::FIRST) * Self::PER_DECADE) as usize;

    /// Nothing counted.
    pub fn new() -> Self {
        Self {
            none: 0,
            bins: vec![0; Self::COUNT],
            greatest: 0.0,
        }
    }

    /// Counts one error, whatever its sign.
    pub fn add(&mut self, error: f64) {
        let error = if error.is_nan() {
            f64::INFINITY
        } else {
            error.abs()
        };
        self.greatest = self.greatest.max(error);
        let bin = (error.log10() - f64::from(Self::FIRST)) * f64::from(Self::PER_DECADE);
        if bin < 0.0 {
            self.none += 1;
        } else {
            // A cast of an infinity saturates.
            self.bins[(bin as usize).min(Self::COUNT - 1)] += 1;
        }
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
        self.none += other.none;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            *bin += more;
        }
        self.greatest = self.greatest.max(other.greatest);
    }

    /// How many were counted.
    pub fn total(&self) -> u64 {
        self.none + self.bins.iter().sum::<u64>()
    }

    /// The size that at least `share` of the errors do not exceed, up to the width of a bin; `None` when nothing was
    /// counted.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let total = self.total();
        let wanted = (share * total as f64).ceil() as u64;
        let mut below = self.none;
        if total == 0 {
            return None;
        }
        if below >= wanted {
            return Some(0.0);
        }
        for (i, count) in self.bins.iter().enumerate() {
            below += count;
            if below >= wanted {
                return Some(Self::edge(i + 1).min(self.greatest));
            }
        }
        Some(self.greatest)
    }

    /// Steps of the share of errors that are at least so large: pairs of log₁₀ of the size and the share, falling from
    /// left to right. Empty when nothing was counted.
    pub fn exceedance(&self) -> Vec<(f64, f64)> {
        let total = self.total() as f64;
        let mut left: u64 = self.bins.iter().sum();
        let mut curve = Vec::new();
        for (i, count) in self.bins.iter().enumerate() {
            if left == 0 {
                break;
            }
            let share = left as f64 / total;
            curve.push((Self::edge(i).log10(), share));
            curve.push((Self::edge(i + 1).log10(), share));
            left -= count;
        }
        curve
    }

    /// Where a bin begins.
    fn edge(bin: usize) -> f64 {
        10f64.powf(f64::from(Self::FIRST) + bin as f64 / f64::from(Self::PER_DECADE))
    }
}

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_by_size_and_merged_in_any_order() {
        let mut a = Histogram::new();
        for error in [0.0, 1e-25, 2e-16, -2e-16, 1e-3] {
            a.add(error);
        }
        let mut b = Histogram::new();
        b.add(f64::NAN);
        b.add(1e9);
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.merge(&b);
        ba.merge(&a);
        assert_eq!(ab, ba);
        assert_eq!((ab.none, ab.total(), ab.greatest), (2, 7, f64::INFINITY));
        assert_eq!(ab.bins.last(), Some(&2));
    }

    #[test]
    fn quantiles_bound_their_share_within_a_bin() {
        let mut h = Histogram::new();
        assert_eq!(h.quantile(0.5), None);
        for i in 1..=100 {
            h.add(f64::from(i) * 1e-8);
        }
        let median = h.quantile(0.5).unwrap();
        assert!((50e-8..=50e-8 * 1.8).contains(&median), "{median}");
        assert_eq!(h.quantile(1.0), Some(1e-6));
    }

    #[test]
    fn the_exceedance_falls_from_all_to_the_greatest() {
        let mut h = Histogram::new();
        h.add(0.0);
        h.add(3e-9);
        let curve = h.exceedance();
        assert!(curve.iter().all(|&(_, share)| share == 0.5));
        assert!((curve.last().unwrap().0 - -8.5).abs() < 1e-12, "{curve:?}");
    }
}
