//! Slabs, three at a time: where the line of motion enters the last and leaves the first of them.
//!
//! The arithmetic is written once, for three numbers side by side. In a single cast these are a register; in a row of casts
//! they are three numbers of each, and the casts lie side by side.

use core::ops::{Add, Mul, Sub};
use nalgebra::Vector3;
use swept_support::sqrt;
use wide::f64x4;

/// Three numbers.
pub(super) trait Triple:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    fn new(x: f64, y: f64, z: f64) -> Self;
    fn splat(x: f64) -> Self;
    fn abs(self) -> Self;
    /// The larger and the smaller of each.
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
    /// The larger and the smaller of the three.
    fn largest(self) -> f64;
    fn smallest(self) -> f64;
    /// With the sign of each turned where that of `of` is negative.
    fn signed_by(self, of: Self) -> Self;
    fn inverse(self) -> Self;
    fn root(self) -> Self;
    /// Bit k is set where number k is `x`.
    fn equals(self, x: f64) -> u64;

    #[inline(always)]
    fn of(v: &Vector3<f64>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The fourth lane is empty.
impl Triple for f64x4 {
    #[inline(always)]
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self::new([x, y, z, 0.0])
    }
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self::splat(x)
    }
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
    fn largest(self) -> f64 {
        let [x, y, z, _] = self.to_array();
        larger(larger(x, y), z)
    }
    #[inline(always)]
    fn smallest(self) -> f64 {
        let [x, y, z, _] = self.to_array();
        smaller(smaller(x, y), z)
    }
    #[inline(always)]
    fn signed_by(self, of: Self) -> Self {
        self ^ (of & Self::splat(-0.0))
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        Self::ONE / self
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn equals(self, x: f64) -> u64 {
        u64::from(self.simd_eq(Self::splat(x)).to_bitmask() & 7)
    }
}

/// Three numbers of one cast of a row.
#[derive(Clone, Copy)]
pub(super) struct Three([f64; 3]);

impl Three {
    #[inline(always)]
    fn each(self, f: impl Fn(f64) -> f64) -> Self {
        let [x, y, z] = self.0;
        Self([f(x), f(y), f(z)])
    }
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
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
    #[inline(always)]
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self([x, y, z])
    }
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; 3])
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.each(f64::abs)
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
    fn largest(self) -> f64 {
        let [x, y, z] = self.0;
        larger(larger(x, y), z)
    }
    #[inline(always)]
    fn smallest(self) -> f64 {
        let [x, y, z] = self.0;
        smaller(smaller(x, y), z)
    }
    #[inline(always)]
    fn signed_by(self, of: Self) -> Self {
        const SIGN: u64 = 1 << 63;
        self.with(of, |x, of| {
            f64::from_bits(x.to_bits() ^ (of.to_bits() & SIGN))
        })
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        self.each(|x| 1.0 / x)
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.each(sqrt)
    }
    #[inline(always)]
    fn equals(self, x: f64) -> u64 {
        let [a, b, c] = self.0.map(|y| u64::from(y == x));
        a | b << 1 | c << 2
    }
}

/// Entries and exits of three slabs.
pub(super) type Group<N> = (N, N);

/// The greatest entry and the least exit, each with a bit for every slab that it is the slab's own: four bits to a group,
/// of which the last is never set.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) entry: f64,
    pub(super) entered: u64,
    pub(super) exit: f64,
    pub(super) left: u64,
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
            entry,
            entered,
            exit,
            left,
        }
    }

    /// Whether the line has left a slab before it enters the last, or before it starts.
    #[inline(always)]
    pub(super) fn passes(&self) -> bool {
        (self.entry > self.exit) | (self.exit < 0.0)
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
pub(super) fn first(bits: u64) -> usize {
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
    let inverse = v.abs().larger(N::splat(f64::MIN_POSITIVE)).inverse();
    ((N::splat(0.0) - q - ahead) * inverse, (r - q) * inverse)
}

/// At least the length of `v`.
#[inline(always)]
pub(super) fn length_above(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
