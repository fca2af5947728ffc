//! Shapes that answer next to one another as unevenly as the promise of `Support` allows: some points are short by all of it, and some lie
//! outside by all of it. What casts of them state, their certificates prove.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{
    CastOptions, Certified, Claim, Outcome, Sweep, Turn, TurningOptions, TurningSweep, Turns,
};
use swept_support::{Core, HalfSpace, Middle, Placed, Support};

const U: f64 = 0.5 * f64::EPSILON;

/// A box about `at` whose corners are moved toward its middle or away from it, by 7 of the 8 units that are allowed: which way, the digits
/// of the direction say.
#[derive(Clone, Copy, Debug)]
struct Uneven {
    at: Vector3<f64>,
    half: Vector3<f64>,
}

impl Uneven {
    /// 1 or −1, whatever power of two a direction is multiplied by.
    fn side(n: &Vector3<f64>) -> f64 {
        let size = n.amax();
        let mix = |seed: u64, x: f64| {
            let digits = (x / size).to_bits() & !(1 << 63);
            (seed ^ digits)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        };
        let mixed = n.iter().fold(1, |seed, x| mix(seed, *x));
        if mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 63 == 0 {
            1.0
        } else {
            -1.0
        }
    }
}

impl Support for Uneven {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        let corner = self.half.zip_map(n, f64::copysign);
        Point3::from(corner * (1.0 + 7.0 * U * Self::side(n)) + self.at)
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::from(self.at)
    }
    fn extent(&self) -> f64 {
        (self.half.norm() + self.at.norm()) * (1.0 + 8.0 * U)
    }
    fn middle(&self) -> Option<Middle> {
        (self.at != Vector3::zeros()).then(|| Middle {
            at: Point3::from(self.at),
            extent: self.half.norm() * (1.0 + 4.0 * U),
        })
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
}

/// The numbers of a sweep.
#[derive(Clone, Copy)]
struct Pair {
    half: [Vector3<f64>; 2],
    turned: [Vector3<f64>; 2],
    at: Vector3<f64>,
    d: Vector3<f64>,
}

/// How two boxes stand, or a box and a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Straight,
    Turned,
    /// Far from their origins.
    Aside,
    Plane,
}

impl Pair {
    /// Of boxes that overlap, or are apart.
    fn new(dice: &mut Dice, deep: bool) -> Self {
        let mut vector = || dice.vector();
        let half = [vector(), vector()].map(|v| v.abs().add_scalar(0.5));
        let turned = [vector(), vector()];
        let (way, aside) = (vector().normalize() * 6.0, vector());
        let at = if deep { aside * 0.125 } else { aside - way };
        let d = way * 2.0;
        Self {
            half,
            turned,
            at,
            d,
        }
    }

    /// A pair next to it.
    fn beside(&self, dice: &mut Dice, size: f64) -> Self {
        let mut near = |v: &Vector3<f64>| v + dice.vector() * size;
        Self {
            half: self.half.map(|v| near(&v).abs().add_scalar(0.01)),
            turned: self.turned.map(|v| near(&v)),
            at: near(&self.at),
            d: near(&self.d),
        }
    }

    /// The pose of one of them, and its box.
    fn body(&self, i: usize, kind: Kind) -> Placed<f64, Uneven> {
        let (at, turned) = ([self.at, Vector3::zeros()][i], self.turned[i]);
        let q = match kind {
            Kind::Straight => UnitQuaternion::identity(),
            _ => UnitQuaternion::new_normalize(Quaternion::new(1.0, turned.x, turned.y, turned.z)),
        };
        let middle = match kind {
            Kind::Aside => Vector3::new(300.0, -500.0, 700.0),
            _ => Vector3::zeros(),
        };
        let shape = Uneven {
            at: middle,
            half: self.half[i],
        };
        Placed::new(shape, Isometry3::from_parts((at - q * middle).into(), q)).unwrap()
    }

    /// How much more a certificate proves than it claims, in u of both sizes: less than 0 where it is refused.
    fn spare(&self, kind: Kind) -> f64 {
        let moving = self.body(0, kind);
        if kind == Kind::Plane {
            let pose = self.body(1, kind).pose();
            let floor = Placed::new(HalfSpace::new(self.half[1]).unwrap(), pose).unwrap();
            self.of(&Sweep::new(moving, self.d, floor).unwrap())
        } else {
            self.of(&Sweep::new(moving, self.d, self.body(1, kind)).unwrap())
        }
    }

    fn of<B: Support>(&self, sweep: &Sweep<f64, Uneven, B>) -> f64 {
        let Certified { certificate, .. } = sweep.cast_certified(&CastOptions::default());
        let unit = U * (self.half[0].norm() + self.half[1].norm());
        let Ok(found) = certificate.verify(sweep) else {
            return f64::NEG_INFINITY;
        };
        let n = certificate.plane.normalize();
        let more = match certificate.claim {
            Claim::Hit { fraction, .. } => (found.lower - fraction) * n.dot(&self.d).abs(),
            Claim::Miss { gap } => found.gap - gap,
            Claim::Overlap { depth } => depth - found.depth,
            Claim::Unresolved { .. } => panic!("{certificate:?}"),
        };
        more / unit
    }
}

/// Of boxes about their origins that overlap, the solver takes off 15u, 7u of them for rounding of its own, and the check 8u. A search climbs
/// over pairs next to each other toward those where the least is left.
#[test]
fn what_casts_state_of_uneven_shapes_is_proven() {
    let kinds = [Kind::Straight, Kind::Turned, Kind::Aside, Kind::Plane];
    for (k, kind) in kinds.into_iter().enumerate() {
        let mut least = f64::INFINITY;
        for seed in 0..150 {
            let dice = &mut Dice(1_000 * k as u64 + seed);
            let mut pair = Pair::new(dice, seed % 2 == 0);
            let mut spare = pair.spare(kind);
            for step in 0..60 {
                let other = pair.beside(dice, f64::powi(2.0, -step / 2 - 1));
                let found = other.spare(kind);
                assert!(found >= 0.0, "{kind:?} {seed}: {found} u");
                if found < spare {
                    (pair, spare) = (other, found);
                }
            }
            least = least.min(spare);
        }
        // Far above it the boxes would not be as uneven as that.
        let most = if kind == Kind::Straight { 8.0 } else { 40.0 };
        assert!(least <= most, "{kind:?}: {least} u");
    }
}

/// What they state of two that turn is a little more than the check comes to, by directions of its own.
#[test]
fn what_turning_casts_state_of_uneven_shapes_is_proven() {
    let mut hits = 0;
    for seed in 0..600 {
        let dice = &mut Dice(10_000 + seed);
        let pair = Pair::new(dice, false);
        let sweep = Sweep::new(
            pair.body(0, Kind::Turned),
            pair.d,
            pair.body(1, Kind::Turned),
        );
        let [moving, fixed] = [dice.vector(), dice.vector()].map(Turn::by);
        let fixed = if seed % 2 == 0 { fixed } else { Turn::none() };
        let sweep = TurningSweep::new(sweep.unwrap(), Turns { moving, fixed }).unwrap();
        let found = sweep.cast_certified(&TurningOptions::default());
        let proven = found.certificate.verify(&sweep);
        assert!(proven.is_ok(), "{seed}: {proven:?}");
        hits += u32::from(matches!(found.outcome, Outcome::Hit(_)));
    }
    assert!(hits > 500, "{hits}");
}
