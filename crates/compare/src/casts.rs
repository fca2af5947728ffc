//! Seeded casts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where a shape stands. All numbers are `f32` numbers, so that casters in both precisions solve the same casts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the shape's origin.
    pub position: [f64; 3],
    /// Rotation: a quaternion x, y, z, w of unit length up to `f32` rounding.
    pub rotation: [f64; 4],
}

/// One cast: the poses at its start and the displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Start of the moving shape.
    pub moving: Pose,
    /// The fixed shape.
    pub fixed: Pose,
    /// The moving shape's whole motion.
    pub displacement: [f64; 3],
}

/// What the casts of a workload have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// When the shapes touch, their points lie within this of each other's origins.
    pub(crate) reach: f64,
    /// The line of motion passes the fixed shape's origin at a distance of up to this times `reach`.
    pub(crate) aim: f64,
    /// How many times `reach` the start may lie before the point of closest approach, from more than 1 on, so that nothing
    /// overlaps at the start.
    pub(crate) before: [f64; 2],
    /// Keeps both rotations of the first cast for all.
    pub(crate) same_rotations: bool,
}

impl Layout {
    /// Starts of one to three times the reach before the point of closest approach; all rotations at random.
    pub(crate) const fn usual(reach: f64, aim: f64) -> Self {
        Self {
            reach,
            aim,
            before: [1.01, 3.0],
            same_rotations: false,
        }
    }
}

/// `count` casts. Some of them end before they reach anything.
pub(crate) fn casts(seed: u64, count: usize, layout: &Layout) -> Vec<Cast> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut casts: Vec<Cast> = (0..count).map(|_| cast(&mut rng, layout)).collect();
    if let (true, Some(first)) = (layout.same_rotations, casts.first().copied()) {
        for cast in &mut casts {
            cast.moving.rotation = first.moving.rotation;
            cast.fixed.rotation = first.fixed.rotation;
        }
    }
    casts
}

fn cast(rng: &mut ChaCha8Rng, layout: &Layout) -> Cast {
    let reach = layout.reach;
    let centre = [0; 3].map(|_| rng.random_range(-4.0..4.0));
    let [along, u, v] = frame(&direction(rng));
    let turn = rng.random_range(0.0..core::f64::consts::TAU);
    let aside = layout.aim * reach * rng.random_range(0.0..1.0_f64).sqrt();
    let before = reach * rng.random_range(layout.before[0]..layout.before[1]);
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
pub(crate) fn on_sphere(seed: u64, count: usize, radius: f64) -> Vec<[f64; 3]> {
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
        let layout = Layout::usual(2.0, 0.7);
        assert_eq!(casts(1, 20, &layout), casts(1, 20, &layout));
        assert_ne!(casts(1, 20, &layout), casts(2, 20, &layout));
    }

    #[test]
    fn no_cast_starts_within_reach() {
        for c in casts(3, 1_000, &Layout::usual(2.0, 0.7)) {
            let squared: f64 = (0..3)
                .map(|i| (c.moving.position[i] - c.fixed.position[i]).powi(2))
                .sum();
            assert!(squared > 4.0);
        }
    }

    #[test]
    fn a_session_keeps_its_rotations_and_changes_its_angles() {
        let layout = Layout {
            same_rotations: true,
            ..Layout::usual(2.0, 0.7)
        };
        let casts = casts(4, 50, &layout);
        for pair in casts.windows(2) {
            assert_eq!(pair[0].moving.rotation, pair[1].moving.rotation);
            assert_eq!(pair[0].fixed.rotation, pair[1].fixed.rotation);
            assert_ne!(pair[0].displacement, pair[1].displacement);
        }
    }
}
