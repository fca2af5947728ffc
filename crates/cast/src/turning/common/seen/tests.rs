//! The curve of six points against the way of what is carried.

use super::*;
use crate::tolerance::{POSITION, ROTATION, SUPPORT, TURN};
use crate::wide::Wide;
use crate::{Sweep, Turn, TurningSweep, Turns};
use nalgebra::{Isometry3, Point3, UnitQuaternion};
use swept_support::{Cuboid, Cylinder, Placed};

/// Two boxes that turn by these vectors about points so far from their middles, the moving one on a way, whose middles are so far apart.
fn turning(
    [by, other]: [Vector3<f64>; 2],
    [about, at]: [Vector3<f64>; 2],
    (from, way): (Vector3<f64>, Vector3<f64>),
) -> TurningSweep<f64, Cuboid<f64>, Cuboid<f64>> {
    let cuboid = || Cuboid::new([0.5; 3]).unwrap();
    let turned = UnitQuaternion::from_scaled_axis(from);
    let moving = Placed::new(cuboid(), Isometry3::from_parts(from.into(), turned)).unwrap();
    let fixed = Placed::new(cuboid(), Isometry3::identity()).unwrap();
    let turns = Turns {
        moving: Turn::by(by).about(Point3::from(about)),
        fixed: Turn::by(other).about(Point3::from(at)),
    };
    TurningSweep::new(Sweep::new(moving, way, fixed).unwrap(), turns).unwrap()
}

/// How far a point that a body carries is ever from the curve of the six points, from s to s + h, as a part of what it is said to lose.
fn beyond_the_curve(
    sweep: &TurningSweep<f64, Cuboid<f64>, Cuboid<f64>>,
    carrier: usize,
    q: &Vector3<f64>,
    (s, h): (f64, f64),
) -> f64 {
    let motion = Motion::new(sweep, 0.0);
    let pose = |t: f64| motion.pose(Wide::from(t));
    let (from, to) = (pose(s), pose(s + h));
    let seen = motion.seen_carrying(carrier, 0, &from);
    let local = seen.rotations(&from, &from)[0].apply_transposed(q);
    let (there, then) = (
        seen.sees(&local, &from, &from),
        seen.sees(&local, &from, &to),
    );
    let points = points(&there, &then, h);
    let most = seen.lost(seen.bend(q, [&from, &to]), h);
    let mut farthest = 0.0_f64;
    for i in 0..=32 {
        let t = f64::from(i) / 32.0;
        // By halving, as Bernstein's polynomials add up.
        let mut left = points;
        for k in (0..5).rev() {
            for j in 0..=k {
                left[j] = left[j] * (1.0 - t) + left[j + 1] * t;
            }
        }
        let [there, ..] = seen.sees(&local, &from, &pose(s + h * t));
        let off = sqrt((there - left[0]).norm_squared());
        assert!(off <= most, "{off:e} {most:e} at {t}");
        farthest = farthest.max(off / most);
    }
    farthest
}

#[test]
fn a_point_is_no_farther_from_the_curve_than_its_sixth_derivative_says() {
    let (mut farthest, mut all) = ([0.0_f64; 3], 0.0_f64);
    for i in 0..600_u32 {
        let number = |k: u32| (f64::from(i) * sqrt(f64::from(4 * k + 3))).fract() - 0.5;
        let vector = |k: u32| Vector3::new(number(k), number(k + 1), number(k + 2));
        let (zero, h) = (Vector3::zeros(), 0.2 + 0.2 * (number(0) + 0.5));
        let along = vector(40);
        let kind = i as usize % 4;
        let (omegas, about, way, q) = match kind {
            // The carrier alone turns, and comes along.
            0 => (
                [Vector3::z() * 4.0, zero],
                [vector(1), zero],
                along,
                Vector3::x(),
            ),
            // The other one alone does: what it sees circles it.
            1 => ([zero, Vector3::z() * 4.0], [zero, zero], zero, vector(4)),
            // Both, about one axis, by nearly as much.
            2 => (
                [Vector3::z() * 4.0, Vector3::z() * 1.0],
                [zero, zero],
                zero,
                Vector3::x(),
            ),
            _ => (
                [vector(7) * 6.0, vector(10) * 6.0],
                [vector(13), vector(16)],
                along,
                vector(19),
            ),
        };
        let from = if kind == 2 { zero } else { vector(22) };
        let sweep = turning(omegas, about, (from, way));
        for carrier in [0, 1] {
            let s = 0.3 * (number(25) + 0.5);
            let part = beyond_the_curve(&sweep, carrier, &q, (s, h));
            match (kind, carrier) {
                (0, 0) => farthest[0] = farthest[0].max(part),
                (1, 0) => farthest[1] = farthest[1].max(part),
                (2, _) => farthest[2] = farthest[2].max(part),
                _ => all = all.max(part),
            }
        }
    }
    // ‖M₆‖ of a turn about one axis is √2 times what it does across it.
    assert!(farthest.iter().all(|part| *part > 0.6), "{farthest:?}");
    assert!(all > 0.1, "{all}");
}

/// The parts that the margin is made of, in u of all lengths.
const PARTS: f64 = 2.0 * (TURN + ROTATION) + ROTATION + 2.0 * (SUPPORT + POSITION);

#[test]
fn what_rounding_takes_is_the_sum_of_its_parts() {
    // All powers of two but the extents √3/2, so that the lengths are known: the way between the centres, the displacement, and both bodies
    // around their centres.
    let (zero, x) = (Vector3::zeros(), Vector3::x());
    for (far, at, way) in [(4.0, 0.0, 0.0), (1024.0, 0.0, 64.0), (0.0, 4096.0, 1.0)] {
        let spin = Vector3::z() * 2.0;
        let sweep = turning([spin, spin], [x * far, x * at], (zero, x * way));
        let motion = Motion::new(&sweep, 0.0);
        let pose = motion.pose(Wide::from(0.0));
        let lengths = (far - at).abs() + way + far + at + sqrt(3.0);
        for carrier in [0, 1] {
            let seen = motion.seen_carrying(carrier, 0, &pose);
            for h in [0.0, 0.25, 1.0] {
                let turned = 4.0 * h;
                let least = PARTS * U * lengths * (1.0 + turned + turned * turned);
                let lost = seen.lost(0.0, h);
                assert!(lost >= least, "{lost:e} {least:e}");
                assert!(lost <= 1.25 * least, "{lost:e} {least:e}");
            }
        }
    }
}

/// Where the carrier, or both bodies, are taken for such that stand: a point strays from where it is seen then by no more than is taken off.
#[test]
fn what_is_taken_for_standing_strays_by_no_more_than_is_taken_off() {
    let mut farthest = [0.0_f64; 2];
    for i in 0..1_000_u32 {
        let number = |k: u32| (f64::from(i) * sqrt(f64::from(4 * k + 3))).fract() - 0.5;
        let vector = |k: u32| Vector3::new(number(k), number(k + 1), number(k + 2));
        let turns = [vector(1) * 40.0, vector(4) * [4.0, 0.0][i as usize % 2]];
        let way = vector(7) * [0.0, 1.0][i as usize / 2 % 2];
        let sweep = turning(turns, [vector(10), vector(13)], (vector(16), way));
        let motion = Motion::new(&sweep, 0.0);
        let pose = |t: f64| motion.pose(Wide::from(t));
        let (start, end) = (pose(0.0), pose(1.0));
        for carrier in [0, 1] {
            let [turns, one, both] =
                [0, 1, 2].map(|standing| motion.seen_carrying(carrier, standing, &start));
            let q = vector(19);
            let strays = turns.strays(&q, [&start, &end]);
            let local = turns.rotations(&start, &start)[0].apply_transposed(&q);
            for k in 0..=64 {
                let pose = pose(f64::from(k) / 64.0);
                let [there, ..] = turns.sees(&local, &start, &pose);
                for (i, seen) in [&one, &both].into_iter().enumerate() {
                    let [other, ..] = seen.sees(&local, &start, &pose);
                    let off = sqrt((there - other).norm_squared());
                    let most = strays[i] + seen.lost(0.0, 0.0);
                    assert!(off <= most, "{off} {most}");
                    farthest[i] = farthest[i].max(off / most);
                }
            }
        }
    }
    assert!(farthest.iter().all(|part| *part > 0.95), "{farthest:?}");
}

/// Bodies that turn as one about the same point: whatever one of them carries stands as the other one sees it, but for rounding.
#[test]
fn what_stands_is_off_by_no_more_than_rounding_takes() {
    let mut farthest = 0.0_f64;
    for i in 0..2_000_u32 {
        let number = |k: u32| (f64::from(i) * sqrt(f64::from(4 * k + 3))).fract() - 0.5;
        let vector = |k: u32| Vector3::new(number(k), number(k + 1), number(k + 2));
        let far = f64::from(1_u32 << (i % 24));
        // Both centres are the same point of the world; the moving box stands turned.
        let from = Vector3::new(0.5, 0.25, -0.5);
        let spin = vector(1) * [4.0, 400.0][i as usize % 2];
        let about = vector(4).map(|x| (x * 1024.0).round() / 1024.0 * far);
        let own = UnitQuaternion::from_scaled_axis(from).inverse() * (about - from);
        let sweep = turning([spin, spin], [own, about], (from, Vector3::zeros()));
        let motion = Motion::new(&sweep, 0.0);
        let pose = |t: f64| motion.pose(Wide::from(t));
        let start = pose(0.0);
        for carrier in [0, 1] {
            let seen = motion.seen_carrying(carrier, 0, &start);
            let local = vector(7) - seen.centres[0];
            let [there, ..] = seen.sees(&local, &start, &start);
            for t in [0.125, 0.3, 1.0] {
                let [then, ..] = seen.sees(&local, &start, &pose(t));
                let off = sqrt((then - there).norm_squared());
                // Either place is off.
                let most = 2.0 * seen.lost(0.0, 0.0);
                assert!(off <= most, "{off:e} {most:e} at {t}");
                farthest = farthest.max(off / most);
            }
        }
    }
    assert!(farthest > 1.0 / 128.0, "{farthest}");
}

/// A wheel far from the point that it turns about, on an axis 12u off its own: it counts as standing, and half a turn takes it 24u of that way
/// aside.
#[test]
fn what_counts_as_standing_is_off_by_what_it_strays() {
    let far = 1e6;
    let wheel = Placed::new(Cylinder::new(1.0, 0.5).unwrap(), [0.0; 3]).unwrap();
    let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [1.0, 0.0, 0.0]).unwrap();
    let half = Vector3::new(12.0 * U, 1.0, 0.0) * core::f64::consts::PI;
    let turns = Turns {
        moving: Turn::by(half).about([0.0, far, 0.0]),
        ..Turns::default()
    };
    let sweep = Sweep::new(wheel, [0.0; 3], fixed).unwrap();
    let sweep = TurningSweep::new(sweep, turns).unwrap();
    let motion = Motion::new(&sweep, 0.0);
    let pose = motion.pose(Wide::from(0.0));
    for carrier in [0, 1] {
        let lost = motion.seen_carrying(carrier, 0, &pose).lost(0.0, 0.0);
        assert!(lost >= 24.0 * U * far, "{lost:e}");
    }
}
