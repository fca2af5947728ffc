//! Seeded random numbers whose values every scalar can hold.

use nalgebra::Vector3;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::ops::RangeInclusive;

/// `x` rounded to the nearest `f32`: a number that both scalars hold exactly.
pub fn f32_exact(x: f64) -> f64 {
    f64::from(x as f32)
}

/// A source of random numbers; the same seed and index give the same numbers on every machine.
///
/// Each case draws from dice of its own, so that case 700,000 can be made again without the 700,000 before it.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of case number `index` under `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(index);
        Self(rng)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.random::<f32>())
    }

    /// Uniform between two numbers, exact in `f32`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        f32_exact(low + (high - low) * self.unit())
    }

    /// Between two positive numbers, every order of magnitude equally likely, exact in `f32`.
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        f32_exact(low * (high / low).powf(self.unit()))
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A whole number, as `f64`.
    pub fn whole(&mut self, range: RangeInclusive<i32>) -> f64 {
        f64::from(self.0.random_range(range))
    }

    /// One of `items`, which must not be empty.
    pub fn pick<'a, I>(&mut self, items: &'a [I]) -> &'a I {
        &items[self.0.random_range(0..items.len())]
    }

    /// −1 or 1.
    pub fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Three numbers, each drawn by `draw`.
    pub fn three(&mut self, mut draw: impl FnMut(&mut Self) -> f64) -> [f64; 3] {
        [draw(self), draw(self), draw(self)]
    }

    /// A point in the unit ball, uniform.
    pub fn in_ball(&mut self) -> Vector3<f64> {
        loop {
            let p = Vector3::from(self.three(|d| d.between(-1.0, 1.0)));
            if p.norm_squared() <= 1.0 {
                return p;
            }
        }
    }

    /// A unit vector, uniform over the sphere.
    pub fn direction(&mut self) -> Vector3<f64> {
        loop {
            let p = self.in_ball();
            if p.norm_squared() > 0.01 {
                return p.normalize();
            }
        }
    }

    /// A quaternion (x, y, z, w), uniform over the rotations; of unit length to `f32`'s precision.
    pub fn rotation(&mut self) -> [f64; 4] {
        loop {
            let q = [(); 4].map(|()| self.between(-1.0, 1.0));
            let squared: f64 = q.iter().map(|c| c * c).sum();
            if (0.01..1.0).contains(&squared) {
                return q.map(|c| f32_exact(c / squared.sqrt()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_repeat_themselves_and_differ_between_indices() {
        let mut first = Dice::new(7, 3);
        let mut again = Dice::new(7, 3);
        let mut other = Dice::new(7, 4);
        let a = first.rotation();
        assert_eq!(a, again.rotation());
        assert_ne!(a, other.rotation());
        assert!(a.iter().all(|&c| c == f32_exact(c)));
    }
}
