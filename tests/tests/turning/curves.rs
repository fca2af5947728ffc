//! Motions along curves, cast as straight ones that turn between the same two poses (docs/turning.md, Limits).

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use swept::{Placed, PointShape, Turn};
use swept_tests::Dice;

/// A chain of rods, each turned by the joint at the end of the one before.
struct Chain {
    axes: Vec<Vector3<f64>>,
    lengths: Vec<f64>,
    from: Vec<f64>,
    by: Vec<f64>,
}

impl Chain {
    fn any(dice: &mut Dice) -> Self {
        let links = 1 + (dice.between(0.0, 5.0) as usize);
        let mut each = |low, high| (0..links).map(|_| dice.between(low, high)).collect();
        let (lengths, from, by) = (each(0.1, 2.0), each(-3.0, 3.0), each(-0.5, 0.5));
        let axes = (0..links).map(|_| dice.direction()).collect();
        Self {
            axes,
            lengths,
            from,
            by,
        }
    }

    /// The pose of the last joint after this part of the move.
    fn last(&self, s: f64) -> Isometry3<f64> {
        let mut pose = Isometry3::identity();
        for i in 0..self.axes.len() {
            pose *= Translation3::new(0.0, if i == 0 { 0.0 } else { self.lengths[i - 1] }, 0.0);
            pose *= UnitQuaternion::new(self.axes[i] * (self.from[i] + self.by[i] * s));
        }
        pose
    }

    /// How far a point of the last rod can be from its place in the cast: (a + b)/8. The joints turn by t together, and none is farther than
    /// all lengths from it, so that a ≤ t² times those; the cast turns by no more than t about the last joint, for b.
    fn margin(&self) -> f64 {
        let t: f64 = self.by.iter().map(|by| by.abs()).sum();
        let last = self.lengths.last().expect("a rod");
        t * t * (self.lengths.iter().sum::<f64>() + last) / 8.0
    }
}

/// Of 2,000 chains no tip is farther off than that, at 21 places each, and the worst comes to more than half of it.
#[test]
fn a_link_stays_within_its_margin_of_the_cast() {
    let mut dice = Dice::new(20, 0);
    let mut most = 0.0_f64;
    for _ in 0..2000 {
        let chain = Chain::any(&mut dice);
        let placed = |s| Placed::new(PointShape, chain.last(s)).expect("a pose");
        let (displacement, turn) = Turn::between(&placed(0.0), &placed(1.0), [0.0; 3]);
        let start = chain.last(0.0);
        let tip = Point3::new(0.0, *chain.lengths.last().expect("a rod"), 0.0);
        for i in 0..=20 {
            let s = f64::from(i) / 20.0;
            let way = Translation3::from(start.translation.vector + displacement * s);
            let turned = UnitQuaternion::new(turn.rotation * s) * start.rotation;
            let cast = Isometry3::from_parts(way, turned);
            let off = (cast * tip - chain.last(s) * tip).norm();
            // Of chains up to 12 long, poses and products of them are rounded by some 1e-14.
            assert!(off <= chain.margin() + 1e-12, "{off} at {s}");
            most = most.max(off / chain.margin());
        }
    }
    // So the bound is no idle one.
    assert!(most > 0.5, "{most}");
}
