//! How far a body reaches in a full turn, as nearly as wanted.
//!
//! Seen from the body, a direction n turns on a cone about the axis k: u(θ) = (n·k)k + |n⊥|(e cos θ + f sin θ). The farthest
//! that the body comes to along n at any rotation, A(n), is the greatest of H(θ), its support along u(θ). For a point of it,
//! u·q is a constant a = (n·k)(k·q) and a wave of θ, which is at its crest a convex mixture of its values at the ends of an arc
//! about that, times W = w₀ + w₁, as in `mod.rs`, and 1 ≤ W ≤ 1/cos(δ/2) for an arc of the angle δ. With T the greater
//! of H at both ends, and A₀ a bound on −a, the crest is at most
//!
//! ```text
//! W·T − a(W − 1)  ≤  T + (1/cos(δ/2) − 1)·max(T + A₀, 0)
//! ```
//!
//! Arcs where this is more than has been seen are halved. The excess falls to a quarter each time, and but for shapes
//! that are all but round few arcs are left. [`Spin::revolved`] takes the greatest constant part and the greatest wave of any
//! point each: of a box that turns askew, of two different corners.
//!
//! What it is for: a body that spins many times while it sinks slowly, or not at all, onto what it does not reach. No
//! interval bound goes farther than a turn, and this goes as far as no turn can reach.

use super::angle;
use super::bound::{AROUND, Spin, across};
use crate::tolerance::{BEND, FEW_ARCS, NEARLY, NEARLY_FAR, PART_NEARLY, U};
use crate::wide::Wide;
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, sqrt};

/// Half of 22.5°, squared, times 0.51: 1/cos x − 1 is at most 0.51 x² up to there.
const EXCESS: f64 = 0.51 * 0.196_349_540_849_362_1 * 0.196_349_540_849_362_1;

/// A part of the circle: its ends as unit vectors, and how far the body reaches there.
type Arc = [([f64; 2], f64); 2];

fn top(arc: &Arc) -> f64 {
    arc[0].1.max(arc[1].1)
}

/// One of 2^halvings parts of a turn, all of one length, by its number from where the body stands at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    pub(super) halvings: u32,
    number: u32,
}

impl Part {
    /// All of the turn.
    pub(super) const WHOLE: Self = Self {
        halvings: 0,
        number: 0,
    };

    pub(super) fn halves(self) -> [Self; 2] {
        [0, 1].map(|i| Self {
            halvings: self.halvings + 1,
            number: 2 * self.number + i,
        })
    }

    /// The angle at `i` of `of` steps through it.
    pub(super) fn angle(self, i: u32, of: u32) -> Wide {
        let turns = f64::from(self.number) + f64::from(i) / f64::from(of);
        angle::quarter() * Wide::from(4.0 * turns / f64::from(1_u32 << self.halvings))
    }
}

impl Spin {
    /// A(n): a bound on n·(exp(s·ω)q) for every s and every point of the core of a body that turns, q from its centre.
    #[cold]
    pub(crate) fn full_turn(
        &self,
        shape: &impl Support,
        centre: &Vector3<f64>,
        n: &Vector3<f64>,
    ) -> f64 {
        let (e, f) = across(&self.local);
        let out = self.across(n);
        let basis = (e * out, f * out);
        let ends = (0..=16).map(|i| AROUND[i % 16].into());
        let open = (NEARLY * shape.extent()).max(NEARLY_FAR * self.ball);
        self.crest((shape, centre), n, basis, (ends, EXCESS), open)
            .min(self.revolved(n))
    }

    /// The same for the angles in a part of a turn alone. `rotation` is that of the shape at the start.
    pub(super) fn part_of_turn(
        &self,
        (shape, centre): (&impl Support, &Vector3<f64>),
        rotation: &LinearMap,
        n: &Vector3<f64>,
        part: Part,
    ) -> f64 {
        // Turned by θ, the body sees n turned back by θ about its axis.
        let local = rotation.apply_transposed(n);
        let e = local - self.local * self.local.dot(&local);
        let basis = (e, e.cross(&self.local));
        let arcs = 16_u32 >> part.halvings.min(4);
        let ends = (0..=arcs).map(|i| {
            let (s, c) = angle::sin_cos(part.angle(i, arcs));
            [c, s]
        });
        let halved = part.halvings.saturating_sub(4);
        let excess = EXCESS / f64::from(1_u32 << halved) / f64::from(1_u32 << halved);
        self.crest(
            (shape, centre),
            n,
            basis,
            (ends, excess),
            PART_NEARLY * self.ball,
        )
    }

    /// A bound on n·q over the angles between the first and the last of some `ends` of arcs, unit vectors of the plane of a `basis`,
    /// which is as long as n⊥; left open by this length, where few arcs serve.
    fn crest(
        &self,
        (shape, centre): (&impl Support, &Vector3<f64>),
        n: &Vector3<f64>,
        (e, f): (Vector3<f64>, Vector3<f64>),
        (ends, mut excess): (impl Iterator<Item = [f64; 2]>, f64),
        open: f64,
    ) -> f64 {
        let size = self.ball * sqrt(n.norm_squared());
        let along = self.local * n.dot(&self.axis);
        let reach = |at: [f64; 2]| {
            let u = along + e * at[0] + f * at[1];
            let height = u.dot(&shape.support_point(&u).coords) - u.dot(centre);
            // What is no number may be anything.
            (
                at,
                if height.is_nan() {
                    f64::INFINITY
                } else {
                    height
                },
            )
        };
        let still = self.constant(&-n);
        let open = open * sqrt(n.norm_squared());
        let heights: Vec<_> = ends.map(reach).collect();
        let mut arcs: Vec<Arc> = heights.windows(2).map(|ends| [ends[0], ends[1]]).collect();
        let seen = |arcs: &[Arc]| arcs.iter().map(top).fold(f64::NEG_INFINITY, f64::max);
        let mut highest = seen(&arcs);
        let bound = |arc: &Arc, excess: f64| top(arc) + excess * (top(arc) + still).max(0.0);
        // Of arcs that are left out the bound is not above what is seen by more than is left open.
        arcs.retain(|arc| bound(arc, excess) > highest + open);
        while !arcs.is_empty() && arcs.len() <= FEW_ARCS {
            arcs = (arcs.iter())
                .flat_map(|[a, b]| {
                    let sum = [a.0[0] + b.0[0], a.0[1] + b.0[1]];
                    let length = sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
                    let middle = reach(sum.map(|x| x / length));
                    [[*a, middle], [middle, *b]]
                })
                .collect();
            excess *= 0.25;
            highest = highest.max(seen(&arcs));
            arcs.retain(|arc| bound(arc, excess) > highest + open);
        }
        let most = (arcs.iter())
            .map(|arc| bound(arc, excess))
            .fold(highest + open, f64::max);
        // The rounding of both ends of an arc, which the excess scales as well, and of the angle between them.
        most + 8.0 * BEND * U * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wide::{dot, wide3};
    use swept_support::{Cuboid, Cylinder, LinearMap, Sphere};

    fn spin(shape: &impl Support, omega: Vector3<f64>, centre: &Vector3<f64>) -> Spin {
        let wide = wide3(&omega);
        let angle = dot(&wide, &wide).root();
        Spin::new(shape, &LinearMap::IDENTITY, &omega, angle, centre)
    }

    /// (n·k)(k·q) + |n⊥||q⊥| of a point.
    fn crest(n: &Vector3<f64>, k: &Vector3<f64>, q: &Vector3<f64>) -> f64 {
        n.dot(k) * k.dot(q) + n.cross(k).norm() * q.cross(k).norm()
    }

    #[test]
    fn the_crest_of_a_box_is_that_of_its_corners() {
        for i in 0..200 {
            let x = |j: i32| f64::from((i * 7919 + j * 104_729) % 1009) / 504.5 - 1.0;
            let half = Vector3::new(x(1).abs() + 0.1, x(2).abs(), 2.0 * x(3).abs());
            let shape = Cuboid::new(half).unwrap();
            let omega = Vector3::new(x(4), x(5), x(6) + 0.01);
            let centre = Vector3::new(x(7), x(8), 0.0);
            let n = Vector3::new(x(9), x(10), x(11)) * 3.0;
            let k = omega.normalize();
            let found = spin(&shape, omega, &centre).full_turn(&shape, &centre, &n);
            let corner =
                |c: i32| Vector3::from_fn(|j, _| if c >> j & 1 == 0 { half[j] } else { -half[j] });
            let truth = (0..8).map(|c| crest(&n, &k, &(corner(c) - centre)));
            let truth = truth.fold(f64::NEG_INFINITY, f64::max);
            let size = n.norm() * (half.norm() + centre.norm());
            assert!(truth <= found + 1e-15 * size, "{i}: {truth} {found}");
            assert!(found <= truth + 2.0 * NEARLY * size, "{i}: {truth} {found}");
        }
    }

    #[test]
    fn round_bodies_end_it_early() {
        let ball = Sphere::new(1.0).unwrap();
        let centre = Vector3::new(0.5, 0.0, 0.0);
        let n = Vector3::y();
        let found = spin(&ball, Vector3::z(), &centre).full_turn(&ball, &centre, &n);
        assert!((found - 0.5).abs() < 1e-6, "{found}");
        let wheel = Cylinder::new(0.25, 1.0).unwrap();
        let none = Vector3::zeros();
        let found = spin(&wheel, Vector3::y(), &none).full_turn(&wheel, &none, &Vector3::x());
        assert!((found - 1.0).abs() < 1e-12, "{found}");
    }
}
