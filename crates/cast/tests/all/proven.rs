//! What a certificate proves, beside what its plane and its points have exactly: from the safe side, and by rounding alone.

use crate::dice::Dice;
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{Certificate, Claim, Flaw, Proven, Sweep, Witness};
use swept_support::{Cuboid, HalfSpace, Placed, Rounded, Support};

const U: f64 = 0.5 * f64::EPSILON;

/// Directions of a whole length, whose largest component is a power of two: to divide by it rounds nothing.
const NORMALS: [([f64; 3], f64); 6] = [
    ([2.0, 1.0, -2.0], 3.0),
    ([1.0, -4.0, 8.0], 9.0),
    ([-8.0, 4.0, 1.0], 9.0),
    ([-1.0, -2.0, -2.0], 3.0),
    ([3.0, 0.0, -4.0], 5.0),
    ([0.0, -1.0, 0.0], 1.0),
];

/// A box with a radius, all of its numbers whole parts of 16: what is computed of them below is exact, but for quotients.
#[derive(Clone, Copy)]
struct Body {
    half: Vector3<f64>,
    radius: f64,
    at: Vector3<f64>,
    /// A third of a turn, by which x becomes y, y becomes z, and z becomes x.
    turned: bool,
}

/// A whole part of 16 in [-8, 8].
fn part(dice: &mut Dice) -> f64 {
    (dice.below(257) as f64 - 128.0) / 16.0
}

fn parts(dice: &mut Dice) -> Vector3<f64> {
    Vector3::new(part(dice), part(dice), part(dice))
}

fn turn(v: &Vector3<f64>, turned: bool) -> Vector3<f64> {
    if turned {
        Vector3::new(v.z, v.x, v.y)
    } else {
        *v
    }
}

fn pose(at: &Vector3<f64>, turned: bool) -> Isometry3<f64> {
    let w = if turned { 1.0 } else { 0.0 };
    let quaternion = Quaternion::new(1.0, w, w, w);
    Isometry3::from_parts((*at).into(), UnitQuaternion::new_unchecked(quaternion))
}

impl Body {
    fn new(dice: &mut Dice) -> Self {
        Self {
            half: parts(dice).abs(),
            radius: part(dice).abs() * 0.25,
            at: parts(dice),
            turned: dice.below(2) == 0,
        }
    }

    fn placed(&self) -> Placed<f64, Rounded<f64, Cuboid<f64>>> {
        let rounded = Rounded::new(Cuboid::new(self.half).unwrap(), self.radius);
        Placed::new(rounded.unwrap(), pose(&self.at, self.turned)).unwrap()
    }

    /// How far its core reaches from its place along a direction.
    fn reach(&self, n: &Vector3<f64>) -> f64 {
        turn(&self.half, self.turned).dot(&n.abs())
    }

    /// A corner in the world, by a direction in the body's own frame.
    fn corner(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let corner = self.half.zip_map(n, f64::copysign);
        turn(&corner, self.turned) + self.at
    }
}

/// Checks that a plane proves no more than there is, and no less than that but for what support points may be short of: `missing`, and
/// two roundings.
fn proves_what_there_is(
    found: &Proven,
    [height, closing, length, target]: [f64; 4],
    missing: f64,
) -> bool {
    let beside = |low: f64, high: f64, missing: f64| {
        let rounding = 4.0 * U * (low.abs().min(high.abs()) + missing);
        let open = high - low;
        assert!(
            missing - rounding <= open && open <= missing * (1.0 + 1e-12) + rounding,
            "{found:?}: {open:e}, {missing:e}"
        );
    };
    beside(height / length, found.depth, missing);
    let gap = -height - closing.max(0.0);
    beside(found.gap, gap / length, missing);
    let room = -height - target * length;
    if room <= 0.0 {
        assert_eq!(found.lower, 0.0);
        return false;
    }
    if closing <= 0.0 {
        // Terms that cancel leave what wide arithmetic may have lost.
        assert!(found.lower == f64::INFINITY || closing == 0.0 && found.lower > 1e20);
        return false;
    }
    beside(found.lower, room / closing, missing * length / closing);
    true
}

/// A certificate that claims nothing but a plane.
fn of_plane(plane: Vector3<f64>, target_distance: f64) -> Certificate {
    Certificate {
        claim: Claim::Unresolved { safe_fraction: 0.0 },
        plane,
        witness: Witness::NONE,
        target_distance,
        tolerance: 0.0,
    }
}

#[test]
fn a_plane_proves_the_room_and_the_depth_that_it_has() {
    let mut dice = Dice(1);
    let mut safe = 0;
    for i in 0..2_000 {
        let (mut moving, fixed, d) = (Body::new(&mut dice), Body::new(&mut dice), parts(&mut dice));
        let (n, length) = NORMALS[i % NORMALS.len()];
        let (n, target) = (Vector3::from(n), part(&mut dice).abs() * 0.25);
        if i % 2 == 0 {
            moving.at += n * 3.0;
        }
        let sweep = Sweep::new(moving.placed(), d, fixed.placed()).unwrap();
        let radii = moving.radius + fixed.radius;
        let height =
            n.dot(&(fixed.at - moving.at)) + fixed.reach(&n) + moving.reach(&n) + radii * length;
        let extents = moving.placed().shape().extent() + fixed.placed().shape().extent();
        for unit in [1.0, 0.375, f64::powi(2.0, -900), f64::powi(2.0, 900)] {
            let found = of_plane(n * unit, target).verify(&sweep).unwrap();
            assert_eq!(found.dilation, f64::INFINITY);
            let exact = [height, -n.dot(&d), length, target];
            safe += u32::from(proves_what_there_is(&found, exact, 8.0 * U * extents));
        }
    }
    assert!(safe > 1_000, "{safe}");
}

#[test]
fn a_half_space_s_plane_proves_the_room_and_the_depth_that_it_has() {
    let mut dice = Dice(2);
    let mut safe = 0;
    for i in 0..600 {
        let (mut moving, at, d) = (Body::new(&mut dice), parts(&mut dice), parts(&mut dice));
        let (own, length) = NORMALS[i % NORMALS.len()];
        let (turned, target) = (dice.below(2) == 0, part(&mut dice).abs() * 0.25);
        let n = turn(&Vector3::from(own), turned);
        if i % 2 == 0 {
            moving.at += n * 3.0;
        }
        let floor = HalfSpace::new(own).unwrap();
        let fixed = Placed::<f64, _>::new(floor, pose(&at, turned)).unwrap();
        let sweep = Sweep::new(moving.placed(), d, fixed).unwrap();
        let height = n.dot(&(at - moving.at)) + moving.reach(&n) + moving.radius * length;
        let missing = 8.0 * U * moving.placed().shape().extent();
        let found = of_plane(n, target).verify(&sweep).unwrap();
        let exact = [height, -n.dot(&d), length, target];
        safe += u32::from(proves_what_there_is(&found, exact, missing));
        // Its own plane and no other, but for rounding.
        let across = n.cross(&Vector3::new(1.0, 2.0, 3.0)).normalize() * length;
        let near = of_plane(n + across * (32.0 * f64::EPSILON), target);
        assert_eq!(near.verify(&sweep), Ok(found));
        for other in [n + across * (100.0 * f64::EPSILON), n + across, across, -n] {
            let flaw = of_plane(other, target).verify(&sweep).unwrap_err();
            assert_eq!(flaw.what, "the plane of the unbounded shape");
        }
    }
    assert!(safe > 100, "{safe}");
}

#[test]
fn what_is_no_direction_is_no_plane() {
    let (moving, fixed) = (Body::new(&mut Dice(3)), Body::new(&mut Dice(4)));
    let sweep = Sweep::new(moving.placed(), [1.0; 3], fixed.placed()).unwrap();
    for bad in [
        [0.0; 3],
        [f64::NAN, 1.0, 0.0],
        [1.0, f64::NAN, 0.0],
        [f64::INFINITY, 1.0, 0.0],
    ] {
        let flaw = of_plane(bad.into(), 0.0).verify(&sweep).unwrap_err();
        assert_eq!(flaw.what, "the plane has a normal", "{bad:?}");
    }
}

/// The mixture of a witness: directions to corners on the fixed and on the moving body, and weights in any unit.
fn mixture(dice: &mut Dice, unit: f64) -> Witness {
    let mut witness = Witness::NONE;
    witness.count = 1 + dice.below(4) as usize;
    for k in 0..witness.count {
        let mut direction = || dice.vector().map(|x| if x == 0.0 { 1.0 } else { x });
        witness.fixed_directions[k] = direction();
        witness.moving_directions[k] = direction();
        witness.weights[k] = (1.0 + dice.below(9) as f64) * unit;
    }
    witness
}

/// Of boxes in contact at a corner, or apart: they grow by what is between the mixture and the line of motion so far, less the radii.
#[test]
fn a_witness_proves_the_growth_that_it_takes() {
    let mut dice = Dice(5);
    let (mut ends, mut between, mut covered) = ([0; 2], 0, 0);
    for i in 0..3_000 {
        let (moving, fixed) = (Body::new(&mut dice), Body::new(&mut dice));
        let d = if i % 16 == 0 {
            Vector3::zeros()
        } else {
            parts(&mut dice)
        };
        let (upper, reach) = (dice.below(17) as f64 / 16.0, part(&mut dice).abs());
        let unit = f64::powi(2.0, [0, 390, -390][i % 3]);
        let witness = mixture(&mut dice, unit);
        let sweep = Sweep::new(moving.placed(), d, fixed.placed()).unwrap();
        let certificate = |claim| Certificate {
            claim,
            witness,
            tolerance: 100.0,
            ..of_plane(Vector3::x(), reach)
        };
        let sum: f64 = witness.weights[..witness.count].iter().sum();
        let mixed = (0..witness.count).map(|k| {
            let on_fixed = fixed.corner(&witness.fixed_directions[k]);
            let on_moving = moving.corner(&witness.moving_directions[k]);
            (on_fixed - on_moving) * (witness.weights[k] / sum)
        });
        let mixed: Vector3<f64> = mixed.sum();
        let squared = d.norm_squared();
        let along = if squared > 0.0 {
            mixed.dot(&d) / squared
        } else {
            0.0
        };
        let t = along.clamp(0.0, upper);
        let radii = moving.radius + fixed.radius;
        let grown = |t: f64, reach: f64| ((mixed - d * t).norm() - radii - reach).max(0.0);
        let hit = certificate(Claim::Hit {
            fraction: 0.0,
            fraction_upper: upper,
        });
        let overlap = certificate(Claim::Overlap { depth: 100.0 });
        for (certificate, expected) in [(hit, grown(t, reach)), (overlap, grown(0.0, 0.0))] {
            let found = certificate.verify(&sweep).unwrap().dilation;
            assert!((found - expected).abs() < 1e-13, "{i}: {found} {expected}");
            covered += u32::from(expected == 0.0);
        }
        ends[0] += u32::from(along < 0.0);
        ends[1] += u32::from(along > upper);
        between += u32::from(0.0 < t && t < upper && grown(t, reach) > 0.0);
    }
    let seen = [ends[0], ends[1], between, covered];
    assert!(seen.iter().all(|count| *count > 150), "{seen:?}");
}

/// Beside a half-space the distance along its normal counts alone.
#[test]
fn beside_a_half_space_a_witness_proves_the_height_at_the_end() {
    let mut dice = Dice(6);
    let mut covered = 0;
    for i in 0..600 {
        let (mut moving, at, d) = (Body::new(&mut dice), parts(&mut dice), parts(&mut dice));
        let (own, length) = NORMALS[i % NORMALS.len()];
        let turned = dice.below(2) == 0;
        let n = turn(&Vector3::from(own), turned);
        moving.at += n;
        let (upper, reach) = (dice.below(17) as f64 / 16.0, part(&mut dice).abs() * 0.125);
        let floor = HalfSpace::new(own).unwrap();
        let fixed = Placed::<f64, _>::new(floor, pose(&at, turned)).unwrap();
        let sweep = Sweep::new(moving.placed(), d, fixed).unwrap();
        let mut witness = mixture(&mut dice, 1.0);
        witness.count = 1;
        let corner = moving.corner(&witness.moving_directions[0]);
        let certificate = Certificate {
            claim: Claim::Hit {
                fraction: 0.0,
                fraction_upper: upper,
            },
            witness,
            tolerance: 100.0,
            ..of_plane(n, reach)
        };
        let height = n.dot(&(corner + d * upper - at)) / length;
        let expected = (height - moving.radius - reach).max(0.0);
        let found = certificate.verify(&sweep).unwrap().dilation;
        // A point may lie outside of its core by 8u of the extent.
        let outside = 8.0 * U * moving.placed().shape().extent();
        let rounding = 4.0 * U * (height.abs() + moving.radius + reach);
        let open = found - expected;
        assert!(open < 1e-13, "{i}: {found} {expected}");
        if expected > 0.0 {
            assert!(open >= outside - rounding, "{i}: {open:e}");
        } else {
            covered += 1;
        }
    }
    assert!((100..500).contains(&covered), "{covered}");
}

/// A witness whose weights or directions are no numbers, or too far from 1 to be reckoned with, proves nothing; how many there are is
/// believed up to as many as there can be.
#[test]
fn what_is_no_mixture_proves_nothing() {
    let (moving, fixed) = (Body::new(&mut Dice(7)), Body::new(&mut Dice(8)));
    let sweep = Sweep::new(moving.placed(), [1.0; 3], fixed.placed()).unwrap();
    let whole = Witness {
        fixed_directions: [Vector3::new(1.0, 2.0, 3.0); 4],
        moving_directions: [Vector3::new(-1.0, 2.0, 3.0); 4],
        weights: [0.5, 0.0, 0.25, 0.25],
        count: 4,
    };
    let says = |change: &dyn Fn(&mut Witness)| -> Result<f64, &'static str> {
        let mut witness = whole;
        change(&mut witness);
        let certificate = Certificate {
            claim: Claim::Overlap { depth: 100.0 },
            witness,
            tolerance: 100.0,
            ..of_plane(Vector3::x(), 0.0)
        };
        let found = certificate.verify(&sweep);
        found
            .map(|proven| proven.dilation)
            .map_err(|flaw: Flaw| flaw.what)
    };
    let plain = says(&|_| ());
    assert!(plain.is_ok());
    assert_eq!(says(&|w| w.count = usize::MAX), plain);
    for (power, fits) in [(399, true), (401, false), (1000, false)] {
        for power in [power, -power] {
            let unit = f64::powi(2.0, power);
            let found = says(&|w| w.weights = w.weights.map(|x| x * unit));
            let expected = if fits {
                plain
            } else {
                Err("the weights are a mixture")
            };
            assert_eq!(found, expected, "2^{power}");
        }
    }
    for k in 0..4 {
        for bad in [f64::NAN, f64::INFINITY, -1e-3] {
            let found = says(&|w| w.weights[k] = bad);
            assert_eq!(found, Err("the weights are a mixture"), "{k} {bad}");
        }
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for axis in 0..3 {
                let fixed = says(&|w| w.fixed_directions[k][axis] = bad);
                let moving = says(&|w| w.moving_directions[k][axis] = bad);
                assert_eq!([fixed, moving], [Err("the witness has directions"); 2]);
            }
        }
    }
    assert_eq!(says(&|w| w.count = 0), Err("the weights are a mixture"));
}

/// A claim holds up to what is proven, and not beyond.
#[test]
fn a_claim_of_a_digit_more_than_is_proven_is_a_flaw() {
    let body = |x: f64| Body {
        half: Vector3::repeat(1.0),
        radius: 0.25,
        at: Vector3::x() * x,
        turned: false,
    };
    let sweep = |from: f64, way: f64| {
        let d = [way, 0.0, 0.0];
        Sweep::new(body(from).placed(), d, body(0.0).placed()).unwrap()
    };
    let ends = |sweep: &Sweep<_, _, _>, certificate: Certificate, bad: Claim, what: &str| {
        assert!(certificate.verify(sweep).is_ok(), "{certificate:?}");
        let forged = Certificate {
            claim: bad,
            ..certificate
        };
        assert_eq!(forged.verify(sweep).unwrap_err().what, what);
    };
    let witness = Witness {
        fixed_directions: [Vector3::repeat(1.0); 4],
        moving_directions: [Vector3::new(-1.0, 1.0, 1.0); 4],
        weights: [1.0, 0.0, 0.0, 0.0],
        count: 1,
    };
    let plane = of_plane(Vector3::x(), 0.0);
    let of = |claim: Claim, tolerance: f64| Certificate {
        claim,
        witness,
        tolerance,
        ..plane
    };
    // They come together at half of the way.
    let coming = sweep(4.5, -4.0);
    let proven = plane.verify(&coming).unwrap();
    let safe = |safe_fraction| Claim::Unresolved { safe_fraction };
    let beyond = proven.lower.next_up();
    ends(
        &coming,
        of(safe(proven.lower), 0.0),
        safe(beyond),
        "safe_fraction",
    );
    let hit = |fraction, fraction_upper| Claim::Hit {
        fraction,
        fraction_upper,
    };
    let honest = of(hit(proven.lower, 0.5), 1e-12);
    let early = "no contact before the fraction";
    ends(&coming, honest, hit(beyond, 0.5), early);
    ends(
        &coming,
        honest,
        hit(proven.lower, proven.lower.next_down()),
        "fraction_upper",
    );
    for upper in [-1e-300, 1.0_f64.next_up(), f64::NAN, f64::INFINITY] {
        let what = "fraction_upper is one of the motion";
        ends(&coming, honest, hit(proven.lower, upper), what);
    }
    let dilation = honest.verify(&coming).unwrap().dilation;
    assert!(of(honest.claim, dilation).verify(&coming).is_ok());
    let flaw = of(honest.claim, dilation.next_down()).verify(&coming);
    assert_eq!(flaw.unwrap_err().what, "contact by fraction_upper");
    // They are a quarter deep.
    let deep = sweep(2.25, 0.0);
    let depth = plane.verify(&deep).unwrap().depth;
    let overlap = |depth| Claim::Overlap { depth };
    ends(
        &deep,
        of(overlap(depth), 1e-12),
        overlap(depth.next_down()),
        "depth",
    );
    // They stay a half apart.
    let apart = sweep(3.0, 1.0);
    let gap = plane.verify(&apart).unwrap().gap;
    let miss = |gap| Claim::Miss { gap };
    ends(&apart, of(miss(gap), 0.0), miss(gap.next_up()), "gap");
    // They touch: a gap of 0 may be open by the tolerance, and no other.
    let touching = sweep(2.5, 0.0);
    let gap = plane.verify(&touching).unwrap().gap;
    assert!(gap < 0.0 && gap > -1e-14);
    ends(&touching, of(miss(0.0), -gap), miss(-0.5 * gap), "gap");
    let flaw = of(miss(0.0), (-gap).next_down()).verify(&touching);
    assert_eq!(flaw.unwrap_err().what, "gap");
}
