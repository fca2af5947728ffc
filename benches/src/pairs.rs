//! The pairs of bodies, and who casts them.

use crate::parry;
use crate::shapes::{
    Body, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Sphere, Triangle,
};
use crate::workload::{casts, on_sphere};
use crate::{Caster, Kind, Ours};
use swept::Method;

/// Two bodies, the casts between them, and everyone who answers those.
pub struct Pair {
    /// Who answers: parry in `f32` and `f64`, then swept's portal and its default method in `f32`, then in `f64`.
    pub casters: Vec<Box<dyn Caster>>,
    /// Numbers of the casts that parry in `f64` calls hits.
    pub hits: Vec<usize>,
    /// Numbers of the others.
    pub misses: Vec<usize>,
    /// How far each cast moves.
    pub lengths: Vec<f64>,
}

/// Builds a pair with a given number of casts.
type Build = fn(usize) -> Pair;

/// All pairs: name, and how to build one with a given number of casts.
pub const PAIRS: [(&str, Build); 11] = [
    ("box-box", |n| Pair::new(SMALL_BOX, LARGE_BOX, 0.87, n)),
    ("cylinder-cylinder", |n| {
        Pair::new(LONG_CYLINDER, FLAT_CYLINDER, 0.93, n)
    }),
    ("hull128-hull128", |n| {
        Pair::new(hull(11, 0.75), hull(12, 1.0), 1.1, n)
    }),
    ("sphere-box", |n| Pair::new(SMALL_SPHERE, LARGE_BOX, 0.9, n)),
    ("sphere-sphere", |n| {
        Pair::new(SMALL_SPHERE, LARGE_SPHERE, 1.13, n)
    }),
    ("capsule-capsule", |n| {
        Pair::new(SMALL_CAPSULE, LARGE_CAPSULE, 0.7, n)
    }),
    ("capsule-box", |n| {
        Pair::new(SMALL_CAPSULE, LARGE_BOX, 0.82, n)
    }),
    ("cone-cone", |n| Pair::new(LONG_CONE, FLAT_CONE, 0.67, n)),
    ("ellipsoid-box", |n| {
        Pair::new(ELLIPSOID, LARGE_BOX, 0.78, n)
    }),
    ("sphere-triangle", |n| {
        Pair::new(SMALL_SPHERE, TRIANGLE, 0.63, n)
    }),
    ("box-triangle", |n| Pair::new(SMALL_BOX, TRIANGLE, 0.66, n)),
];

const SMALL_BOX: Cuboid = Cuboid {
    half_extents: [0.5, 0.75, 0.375],
};
const LARGE_BOX: Cuboid = Cuboid {
    half_extents: [0.875, 0.5, 0.625],
};
const LONG_CYLINDER: Cylinder = Cylinder {
    half_height: 0.75,
    radius: 0.5,
};
const FLAT_CYLINDER: Cylinder = Cylinder {
    half_height: 0.5,
    radius: 0.75,
};
const SMALL_SPHERE: Sphere = Sphere { radius: 0.5 };
const LARGE_SPHERE: Sphere = Sphere { radius: 0.75 };
const SMALL_CAPSULE: Capsule = Capsule {
    half_height: 0.5,
    radius: 0.25,
};
const LARGE_CAPSULE: Capsule = Capsule {
    half_height: 0.75,
    radius: 0.5,
};
const LONG_CONE: Cone = Cone {
    half_height: 0.75,
    radius: 0.5,
};
const FLAT_CONE: Cone = Cone {
    half_height: 0.5,
    radius: 0.75,
};
const ELLIPSOID: Ellipsoid = Ellipsoid {
    radii: [0.5, 0.75, 0.375],
};
const TRIANGLE: Triangle = Triangle {
    corners: [[-1.0, -0.5, 0.25], [1.0, -0.625, 0.0], [0.125, 1.0, -0.25]],
};

/// A hull all of whose 128 points are corners.
fn hull(seed: u64, radius: f64) -> ConvexHull {
    ConvexHull {
        points: on_sphere(seed, 128, radius),
    }
}

impl Pair {
    fn new<A: Body, B: Body>(moving: A, fixed: B, aim: f64, count: usize) -> Self {
        let casts = casts(2010, count, moving.reach() + fixed.reach(), aim);
        let exact = parry::f64::Parry::new(moving.parry_f64(), fixed.parry_f64(), &casts);
        let (hits, misses) = (0..count).partition(|&i| exact.answer(i).kind == Kind::Hit);
        let lengths = casts
            .iter()
            .map(|c| c.displacement.map(|x| x * x).iter().sum::<f64>().sqrt());
        let single = |label, method| {
            Box::new(Ours::<f32, _, _>::new(
                label,
                method,
                moving.ours::<f32>(),
                fixed.ours::<f32>(),
                &casts,
            ))
        };
        let double = |label, method| {
            Box::new(Ours::<f64, _, _>::new(
                label,
                method,
                moving.ours::<f64>(),
                fixed.ours::<f64>(),
                &casts,
            ))
        };
        Self {
            casters: vec![
                Box::new(parry::f32::Parry::new(
                    moving.parry_f32(),
                    fixed.parry_f32(),
                    &casts,
                )),
                Box::new(exact),
                single("portal f32", Method::Portal),
                single("auto f32", Method::Auto),
                double("portal f64", Method::Portal),
                double("auto f64", Method::Auto),
            ],
            hits,
            misses,
            lengths: lengths.collect(),
        }
    }

    /// How many casts there are.
    pub fn count(&self) -> usize {
        self.hits.len() + self.misses.len()
    }

    /// Those who answer by swept.
    pub fn ours(&self) -> impl Iterator<Item = &dyn Caster> {
        self.casters[2..].iter().map(|c| &**c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A timing of misses alone, or of hits alone, would say nothing about a scene.
    #[test]
    fn sixty_to_eighty_percent_of_all_casts_hit() {
        for (name, build) in PAIRS {
            let pair = build(2_000);
            let share = pair.hits.len() as f64 / pair.count() as f64;
            assert!((0.6..0.8).contains(&share), "{name}: {share}");
        }
    }

    #[test]
    fn everyone_answers_nearly_every_cast_alike() {
        for (name, build) in PAIRS {
            let pair = build(400);
            let judge = &pair.casters[1];
            for caster in &pair.casters {
                caster.run(&pair.hits);
                caster.run(&pair.misses);
                let alike = (0..pair.count())
                    .filter(|&i| {
                        let (a, b) = (caster.answer(i), judge.answer(i));
                        a.kind == b.kind && (a.fraction - b.fraction).abs() < 1e-3
                    })
                    .count();
                let label = caster.label();
                assert!(
                    alike * 100 >= pair.count() * 99,
                    "{name}, {label}: {alike} of {}",
                    pair.count()
                );
            }
        }
    }
}
