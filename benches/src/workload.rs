//! Seeded casts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where a body stands. All numbers are `f32` numbers, so that casters in both precisions solve the same casts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the body's origin.
    pub position: [f64; 3],
    /// Rotation: a quaternion x, y, z, w of unit length up to `f32` rounding.
    pub rotation: [f64; 4],
}

/// One cast: the poses at its start and the moving body's displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Start of the moving body.
    pub moving: Pose,
    /// The fixed body.
    pub fixed: Pose,
    /// The moving body's whole motion.
    pub displacement: [f64; 3],
}

/// `count` casts between bodies whose points lie within `reach` of each other's origins when they touch.
///
/// The line of motion passes the fixed body's origin at a distance of up to `aim` times `reach`. It starts between
/// `reach` and three times `reach` before the point of closest approach, so that nothing overlaps at the start, and
/// some casts end before they reach anything.
pub fn casts(seed: u64, count: usize, reach: f64, aim: f64) -> Vec<Cast> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| cast(&mut rng, reach, aim)).collect()
}

fn cast(rng: &mut ChaCha8Rng, reach: f64, aim: f64) -> Cast {
    let centre = [0; 3].map(|_| rng.random_range(-4.0..4.0));
    let [along, u, v] = frame(&direction(rng));
    let turn = rng.random_range(0.0..core::f64::consts::TAU);
    let aside = aim * reach * rng.random_range(0.0..1.0_f64).sqrt();
    let before = reach * rng.random_range(1.01..3.0);
    let length = before * rng.random_range(0.5..2.5);
    let start = core::array::from_fn(|i| {
        centre[i] + aside * (turn.cos() * u[i] + turn.sin() * v[i]) - before * along[i]
    });
    Cast {
        moving: Pose {
            position: single(start),
            rotation: single(direction(rng)),
        },
        fixed: Pose {
            position: single(centre),
            rotation: single(direction(rng)),
        },
        displacement: single(along.map(|x| x * length)),
    }
}

/// A point of the unit sphere in four dimensions, evenly spread: read as a quaternion, an evenly spread rotation.
fn direction(rng: &mut ChaCha8Rng) -> [f64; 4] {
    loop {
        let q = [0; 4].map(|_| rng.random_range(-1.0..1.0_f64));
        let squared: f64 = q.iter().map(|x| x * x).sum();
        if (0.01..=1.0).contains(&squared) {
            return q.map(|x| x / squared.sqrt());
        }
    }
}

/// The axes x, y and z, rotated by the quaternion `q`.
fn frame(q: &[f64; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = *q;
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        ],
        [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ],
        [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

/// `count` points, evenly spread over the sphere of this radius.
pub fn on_sphere(seed: u64, count: usize, radius: f64) -> Vec<[f64; 3]> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|_| single(frame(&direction(&mut rng))[0].map(|x| x * radius)))
        .collect()
}

/// The numbers rounded to `f32`.
fn single<const N: usize>(x: [f64; N]) -> [f64; N] {
    x.map(|x| f64::from(x as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_casts_and_another_one_others() {
        assert_eq!(casts(1, 20, 2.0, 0.7), casts(1, 20, 2.0, 0.7));
        assert_ne!(casts(1, 20, 2.0, 0.7), casts(2, 20, 2.0, 0.7));
    }

    #[test]
    fn no_cast_starts_within_reach() {
        for c in casts(3, 1_000, 2.0, 0.7) {
            let squared: f64 = (0..3)
                .map(|i| (c.moving.position[i] - c.fixed.position[i]).powi(2))
                .sum();
            assert!(squared > 4.0);
        }
    }
}
