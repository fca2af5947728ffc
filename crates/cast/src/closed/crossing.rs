//! Slabs, four at a time: where the line of motion enters the last and leaves the first of them.

use nalgebra::Vector3;
use wide::f64x4;

/// Entries and exits of four slabs, of which the fourth lane is empty.
pub(super) type Group = (f64x4, f64x4);

/// The greatest entry and the least exit, each with the number of its slab: four to a group.
pub(super) struct Crossing {
    pub(super) entry: f64,
    pub(super) enters: usize,
    pub(super) exit: f64,
    pub(super) leaves: usize,
}

impl Crossing {
    /// The intersection of all slabs; the first of equals.
    #[inline(always)]
    pub(super) fn of<const N: usize>(groups: &[Group; N]) -> Self {
        let (mut entries, mut exits) = groups[0];
        for (entry, exit) in &groups[1..] {
            entries = entries.fast_max(*entry);
            exits = exits.fast_min(*exit);
        }
        let [e0, e1, e2, _] = entries.to_array();
        let [x0, x1, x2, _] = exits.to_array();
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let smaller = |a: f64, b: f64| if a < b { a } else { b };
        let entry = larger(larger(e0, e1), e2);
        let exit = smaller(smaller(x0, x1), x2);
        let (mut which_in, mut which_out) = (0, 0);
        for (k, (entries, exits)) in groups.iter().enumerate() {
            let is = |all: &f64x4, one: f64| all.simd_eq(f64x4::splat(one)).to_bitmask() & 7;
            which_in |= is(entries, entry) << (4 * k);
            which_out |= is(exits, exit) << (4 * k);
        }
        Self {
            entry,
            enters: which_in.trailing_zeros() as usize % (4 * N),
            exit,
            leaves: which_out.trailing_zeros() as usize % (4 * N),
        }
    }
}

/// Three numbers and an empty lane.
#[inline(always)]
pub(super) fn lanes(v: &Vector3<f64>) -> f64x4 {
    f64x4::new([v.x, v.y, v.z, 0.0])
}

/// Entry and exit of slabs of half widths `r` by a point at `q` that moves by `v`; one that is not crossed lasts for ever,
/// or never begins.
#[inline(always)]
pub(super) fn interval(q: f64x4, v: f64x4, r: f64x4) -> Group {
    let sign = v & f64x4::splat(-0.0);
    let q = q ^ sign;
    let inverse = f64x4::ONE / v.abs().fast_max(f64x4::splat(f64::MIN_POSITIVE));
    ((-q - r) * inverse, (r - q) * inverse)
}

/// At least the length of `v`.
#[inline(always)]
pub(super) fn length_above(v: &Vector3<f64>) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
