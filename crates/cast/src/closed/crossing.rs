//! Slabs, three at a time: where the line of motion enters the last and leaves the first of them.
//!
//! The arithmetic is written once, for three numbers side by side. In a single cast these are a register; in a row of casts
//! they are three numbers of each, and the casts lie side by side.

use super::proof::Sight;
use crate::tolerance::FACES;
use core::ops::{Add, Mul, Sub};
use nalgebra::Vector3;
use swept_support::{inverse_power_of_two, sqrt};
use wide::{f32x4, f64x4};

/// Three numbers.
pub(super) trait Triple:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// One of them.
    type Number: Copy + PartialOrd;

    fn new(of: [Self::Number; 3]) -> Self;
    /// Three of `f64`, each rounded to what these are.
    fn of(v: &Vector3<f64>) -> Self;
    fn number(x: f64) -> Self::Number;
    /// The three.
    fn parts(self) -> [Self::Number; 3];
    fn splat(x: Self::Number) -> Self;
    const ZERO: Self::Number;
    const HALF: Self::Number;
    fn abs(self) -> Self;
    /// The larger and the smaller of each.
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
    /// The largest and the smallest of the three.
    fn largest(self) -> Self::Number;
    fn smallest(self) -> Self::Number;
    /// With the sign of each turned where that of `of` is negative.
    fn signed_by(self, of: Self) -> Self;
    /// One over each, or over the least normal number where that is more.
    fn inverse(self) -> Self;
    fn root(self) -> Self;
    /// Bit k is set where number k is `x`.
    fn equals(self, x: Self::Number) -> u32;
}

/// Three numbers in a register: the fourth lane is empty.
macro_rules! register {
    ($name:ty, $number:ident) => {
        impl Triple for $name {
            type Number = $number;

            #[inline(always)]
            fn new([x, y, z]: [$number; 3]) -> Self {
                Self::new([x, y, z, 0.0])
            }
            #[inline(always)]
            fn of(v: &Vector3<f64>) -> Self {
                // All four at once, so that it is done for pairs.
                Self::new([v.x, v.y, v.z, 0.0].map(|x| x as $number))
            }
            #[inline(always)]
            fn number(x: f64) -> $number {
                x as $number
            }
            #[inline(always)]
            fn parts(self) -> [$number; 3] {
                let [x, y, z, _] = self.to_array();
                [x, y, z]
            }
            #[inline(always)]
            fn splat(x: $number) -> Self {
                Self::splat(x)
            }
            const ZERO: $number = 0.0;
            const HALF: $number = 0.5;

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                self.fast_max(other)
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                self.fast_min(other)
            }
            #[inline(always)]
            fn largest(self) -> $number {
                let [x, y, z, _] = self.to_array();
                larger(larger(x, y), z)
            }
            #[inline(always)]
            fn smallest(self) -> $number {
                let [x, y, z, _] = self.to_array();
                smaller(smaller(x, y), z)
            }
            #[inline(always)]
            fn signed_by(self, of: Self) -> Self {
                self ^ (of & Self::splat(-0.0))
            }
            #[inline(always)]
            fn inverse(self) -> Self {
                Self::ONE / self.fast_max(Self::splat($number::MIN_POSITIVE))
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn equals(self, x: $number) -> u32 {
                self.simd_eq(Self::splat(x)).to_bitmask() & 7
            }
        }
    };
}

register!(f32x4, f32);
register!(f64x4, f64);

#[inline(always)]
fn larger<X: PartialOrd>(a: X, b: X) -> X {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller<X: PartialOrd>(a: X, b: X) -> X {
    if a < b { a } else { b }
}

/// Three numbers of one cast of a row.
#[derive(Clone, Copy)]
pub(super) struct Three([f32; 3]);

impl Three {
    #[inline(always)]
    fn each(self, f: impl Fn(f32) -> f32) -> Self {
        let [x, y, z] = self.0;
        Self([f(x), f(y), f(z)])
    }
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([f(a, x), f(b, y), f(c, z)])
    }
}

impl Add for Three {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for Three {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Mul for Three {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |a, b| a * b)
    }
}

impl Triple for Three {
    type Number = f32;

    #[inline(always)]
    fn new(of: [f32; 3]) -> Self {
        Self(of)
    }
    #[inline(always)]
    fn of(v: &Vector3<f64>) -> Self {
        Self([v.x as f32, v.y as f32, v.z as f32])
    }
    #[inline(always)]
    fn number(x: f64) -> f32 {
        x as f32
    }
    #[inline(always)]
    fn parts(self) -> [f32; 3] {
        self.0
    }
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 3])
    }
    const ZERO: f32 = 0.0;
    const HALF: f32 = 0.5;

    #[inline(always)]
    fn abs(self) -> Self {
        self.each(f32::abs)
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.with(other, larger)
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.with(other, smaller)
    }
    #[inline(always)]
    fn largest(self) -> f32 {
        let [x, y, z] = self.0;
        larger(larger(x, y), z)
    }
    #[inline(always)]
    fn smallest(self) -> f32 {
        let [x, y, z] = self.0;
        smaller(smaller(x, y), z)
    }
    #[inline(always)]
    fn signed_by(self, of: Self) -> Self {
        const SIGN: u32 = 1 << 31;
        self.with(of, |x, of| {
            f32::from_bits(x.to_bits() ^ (of.to_bits() & SIGN))
        })
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        self.each(|x| 1.0 / larger(x, f32::MIN_POSITIVE))
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.each(|x| sqrt(x.into()) as f32)
    }
    #[inline(always)]
    fn equals(self, x: f32) -> u32 {
        let [a, b, c] = self.0.map(|y| u32::from(y == x));
        a | b << 1 | c << 2
    }
}

/// Entries and exits of three slabs.
pub(super) type Group<N> = (N, N);

/// Which slab is entered last and which is left first, each with a bit for every slab that is: four bits to a group, of which the
/// last is never set.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) entered: u32,
    pub(super) left: u32,
    /// Whether the line has left a slab before it enters the last, or before it starts.
    pub(super) passes: bool,
}

impl Crossing {
    /// The intersection of all slabs.
    #[inline(always)]
    pub(super) fn of<N: Triple, const COUNT: usize>(groups: &[Group<N>; COUNT]) -> Self {
        let (mut entries, mut exits) = groups[0];
        for (entry, exit) in &groups[1..] {
            entries = entries.larger(*entry);
            exits = exits.smaller(*exit);
        }
        let (entry, exit) = (entries.largest(), exits.smallest());
        let (mut entered, mut left) = (0, 0);
        for (k, (entries, exits)) in groups.iter().enumerate() {
            entered |= entries.equals(entry) << (4 * k);
            left |= exits.equals(exit) << (4 * k);
        }
        Self {
            entered,
            left,
            passes: (entry > exit) | (exit < N::ZERO),
        }
    }

    /// The number of the slab that is entered last; the first of equals.
    #[inline(always)]
    pub(super) fn enters(&self) -> usize {
        first(self.entered)
    }

    /// The number of the slab that is left first; the first of equals.
    #[inline(always)]
    pub(super) fn leaves(&self) -> usize {
        first(self.left)
    }
}

/// The lowest bit that is set; some slab, where rounding has left none.
#[inline(always)]
pub(super) fn first(bits: u32) -> usize {
    bits.trailing_zeros() as usize % 20
}

/// Entry and exit of slabs of half widths `r` by a point at `q` that moves by `v`; one that is not crossed lasts for ever,
/// or never begins.
#[inline(always)]
pub(super) fn interval<N: Triple>(q: N, v: N, r: N) -> Group<N> {
    interval_ahead(q, v, r, r)
}

/// The same, the entry being that of slabs of half widths `ahead`.
///
/// Where the line of motion goes through an edge or a corner, it enters several slabs at one fraction t, and the entry of
/// each is computed with an error of e/|v|, where e is what lengths across it are off by. What the slab proves is off by
/// as much again, so of all of them the fastest is wanted, and the greatest entry may be any. With d = `ahead` − r
/// the greatest of t − d/|v| ± e/|v| is that of a slab whose |v| is no less than (d − e) / (d + e) times the greatest. So d is far
/// above e, and nearly the fastest is taken. A slab that is entered last by more than d/|v| is taken as before, and one that is
/// taken although another is entered later by less is not borne out: the cast is left open.
///
/// The exit stays as it is: a line that slides along a side leaves it where it enters, and has to pass.
#[inline(always)]
pub(super) fn interval_ahead<N: Triple>(q: N, v: N, r: N, ahead: N) -> Group<N> {
    let q = q.signed_by(v);
    let inverse = v.abs().inverse();
    ((N::splat(N::ZERO) - q - ahead) * inverse, (r - q) * inverse)
}

/// The sight that a crossing gives or, where that is unclear, the one that is computed `closely`.
#[inline(always)]
pub(super) fn clear_sight(
    mut found: Crossing,
    closely: impl Fn() -> Crossing,
    mut sight: impl FnMut(&Crossing) -> Sight,
) -> Sight {
    let mut is_close = false;
    // A loop, so that what looks stands in the program once.
    loop {
        let seen = sight(&found);
        if is_close || !matches!(seen, Sight::Unclear) {
            return seen;
        }
        is_close = true;
        found = closely();
    }
}

/// What slabs are wider by, in units of about the scale.
pub(super) struct Widths<N> {
    /// Around the cores.
    pub(super) radius: N,
    /// Whether there is a radius.
    pub(super) rounded: bool,
    /// What the slabs of the products are widened by, a length per unit of length of what they are products with.
    pub(super) margin: N,
    /// By how much the slabs of the faces are entered ahead, a length per unit of length of their normal.
    pub(super) ahead: N,
}

impl<N: Triple> Widths<N> {
    /// The products are widened by `later` of the scale.
    #[inline(always)]
    pub(super) fn new(scale: f64, later: f64, radius: f64) -> Self {
        let unit = inverse_power_of_two(scale);
        let margin = later * (scale * unit);
        Self {
            radius: N::splat(N::number(radius * unit)),
            rounded: radius > 0.0,
            margin: N::splat(N::number(margin)),
            ahead: N::splat(N::number(FACES * margin)),
        }
    }
}

/// At least the length of `v`.
#[inline(always)]
pub(super) fn length_above(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
