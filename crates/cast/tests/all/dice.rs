//! Numbers that look random, the same in every run.

use nalgebra::Vector3;

/// S. Vigna's SplitMix64 (prng.di.unimi.it): what neighbouring seeds lead to has nothing in common.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        (self.bits() >> 16) % n
    }

    /// In [0, 1).
    pub(crate) fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [-1, 1).
    pub(crate) fn roll(&mut self) -> f64 {
        2.0 * self.part() - 1.0
    }

    /// With components in [-1, 1).
    pub(crate) fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.roll(), self.roll(), self.roll())
    }
}
