//! A way on a slope, clipped as on the level.
//!
//! A walker keeps its speed over the level. With up u and a floor's normal n, of a level way l it makes the one above it on the floor,
//!
//! ```text
//! A l = l − (g·l) u,  g = n/(n·u) − u
//! ```
//!
//! since n·A l = n·l − (n·u)(g·l) = 0. A wall beside the slope is to take from it what leads into the wall on the level. The way
//! along wall and floor that is nearest to A l is another: with t along an upright wall and w across it, both level, it goes
//!
//! ```text
//! l·t + (g·t)(g·w)/(1 + (g·t)²) l·w
//! ```
//!
//! along t, which on a slope of 50 degrees is up to a tenth longer than l.
//!
//! So the whole cone of motions is taken down to the level, where the nearest is looked for. A is linear, and A u = u; a motion x is
//! A z with z = x + (g·x) u, and a plane's m·x ≥ 0 is (Aᵀm)·z ≥ 0, with Aᵀm = m − (u·m) g. Of the floor that is (n·u) u: it is level
//! there; and an upright wall stays what it is. A wall that leans back still does: u·Aᵀm = u·m. The z found is never longer than l,
//! and what A adds to it is along u: the way over the level is never longer than asked for.

use crate::plane::{Plane, clip};
use crate::tolerance::{KEEPS, STEEPEST};
use nalgebra::Vector3;

/// How a floor leans.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lean {
    up: Vector3<f64>,
    /// How much it falls by per length, in each direction on the level: g.
    fall: Vector3<f64>,
}

impl Lean {
    /// Of a floor with this normal, both of unit length. `None` where it is level, and where it is all but upright.
    pub(crate) fn of(floor: &Vector3<f64>, up: &Vector3<f64>) -> Option<Self> {
        let rise = floor.dot(up);
        let level = floor - up * rise;
        let leans = level.norm() <= STEEPEST * rise && level != Vector3::zeros();
        leans.then(|| Self {
            up: *up,
            fall: level / rise,
        })
    }

    /// A motion, taken down to the level.
    pub(crate) fn motion(&self, motion: &Vector3<f64>) -> Vector3<f64> {
        motion + self.up * self.fall.dot(motion)
    }

    /// A plane's normal, taken down to the level: not of unit length.
    pub(crate) fn normal(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        normal - self.fall * self.up.dot(normal)
    }

    /// By how much a motion, or what it is off by, may become longer on the way down to the level: 1 + |g|.
    pub(crate) fn longest(&self) -> f64 {
        1.0 + self.fall.norm()
    }

    /// What the planes leave of a motion: the nearest on the level.
    pub(crate) fn clip(&self, motion: &Vector3<f64>, planes: &[Plane]) -> Vector3<f64> {
        let level = self.motion(motion);
        let longer = motion.norm() / level.norm();
        let planes: Vec<Plane> = (planes.iter())
            .map(|plane| {
                let normal = self.normal(&plane.normal);
                let length = normal.norm();
                Plane {
                    normal: normal / length,
                    // The same part of the motion's length, but for rounding.
                    leeway: (plane.leeway * longer / length).max(KEEPS),
                }
            })
            .collect();
        let left = clip(&level, &planes);
        left - self.up * self.fall.dot(&left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn walls_take_of_a_way_on_a_slope_what_they_take_of_the_level_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for case in 0..1000 {
            let mut vector = || Vector3::<f64>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let up = vector().normalize();
            let level = |v: Vector3<f64>| v - up * up.dot(&v);
            let floor = (up + level(vector())).normalize();
            let (way, wall) = (level(vector()), level(vector()).normalize());
            let lean = Lean::of(&floor, &up).unwrap();
            let along = way - up * (floor.dot(&way) / floor.dot(&up));
            let planes = [floor, wall].map(|normal| Plane {
                normal,
                leeway: KEEPS,
            });
            let left = lean.clip(&along, &planes);
            let expected = way - wall * wall.dot(&way).min(0.0);
            let over = (level(left) - expected).norm();
            let into = planes.map(|p| -p.normal.dot(&left));
            assert!(over < 1e-14, "{case}: {over:e}");
            assert!(into.iter().all(|into| *into < 1e-14), "{case}: {into:?}");
            // Nor off the floor.
            assert!(floor.dot(&left) < 1e-14, "{case}: {left:?}");
        }
    }

    /// What leads into a plane by less than its leeway, of the motion's own length, is let through on a slope as it is on the level,
    /// and what leads in by more is not.
    #[test]
    fn leeways_are_parts_of_the_way_on_the_slope() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for case in 0..1000 {
            let mut vector = || Vector3::<f64>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let up = vector().normalize();
            let floor = (up + vector().cross(&up)).normalize();
            let lean = Lean::of(&floor, &up).unwrap();
            let (way, leeway) = (vector().cross(&floor), 1e-3);
            let aside = vector().cross(&way).normalize();
            for (part, passes) in [(0.9, true), (1.1, false)] {
                let into = way.normalize() * (part * leeway);
                let planes = [(floor, KEEPS), ((aside - into).normalize(), leeway)];
                let planes = planes.map(|(normal, leeway)| Plane { normal, leeway });
                let off = (lean.clip(&way, &planes) - way).norm() / way.norm();
                assert_eq!(off < 0.5 * leeway, passes, "{case} {part}: {off:e}");
                assert!(!passes || off < 1e-13, "{case} {part}: {off:e}");
            }
        }
    }

    /// A floor of 3 along and 4 up falls by three quarters per length.
    #[test]
    fn on_the_way_down_to_the_level_a_motion_becomes_no_longer_than_stated() {
        let lean = Lean::of(&Vector3::new(0.6, 0.8, 0.0), &Vector3::y()).unwrap();
        assert!((lean.longest() - 1.75).abs() < 1e-15);
        let uphill = Vector3::new(-0.8, 0.6, 0.0);
        assert!((lean.motion(&uphill) - Vector3::new(-0.8, 0.0, 0.0)).norm() < 1e-15);
        assert!((lean.motion(&Vector3::x()) - Vector3::new(1.0, 0.75, 0.0)).norm() < 1e-15);
    }

    #[test]
    fn a_level_floor_does_not_lean_nor_does_a_wall() {
        let up = Vector3::y();
        assert!(Lean::of(&up, &up).is_none());
        assert!(Lean::of(&Vector3::x(), &up).is_none());
        assert!(Lean::of(&Vector3::new(0.6, -0.8, 0.0), &up).is_none());
        assert!(Lean::of(&Vector3::new(0.6, 0.8, 0.0), &up).is_some());
    }
}
