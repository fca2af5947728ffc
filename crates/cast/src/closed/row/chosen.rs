//! The slab that decides a cast, where casts lie side by side: no number of a slab and no branch on it, but masks.

use super::super::slab::{Boxes, Meeting};
use super::super::{Only, V, either};
use core::array::from_fn;

/// Of the slabs of two boxes one, numbered as in `slab`: its bit is set, or none.
#[derive(Clone, Copy)]
pub(super) struct Chosen(u64);

/// The slabs across the axes of the moving box, and across products.
const OF_MOVING: u64 = 0xf0;
const OF_PRODUCTS: u64 = 0xfff00;

impl Chosen {
    /// The first of these.
    #[inline(always)]
    pub(super) fn first(bits: u64) -> Self {
        Self(bits & bits.wrapping_neg())
    }

    #[inline(always)]
    pub(super) fn is_any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn is_of(self, slabs: u64) -> bool {
        self.0 & slabs != 0
    }

    /// The fixed box's axis i, of those of products and of its own.
    #[inline(always)]
    fn fixed(self) -> Only {
        only(|i| self.is_of(0xf00 << (4 * i) | 1 << i))
    }

    /// The moving box's axis j, likewise.
    #[inline(always)]
    fn moving(self) -> Only {
        only(|j| self.is_of(0x1_1110 << j))
    }

    /// The slab's axis, of any length, as `Boxes::axis` has it.
    #[inline(always)]
    pub(super) fn axis(self, boxes: &Boxes) -> V {
        let own = self
            .fixed()
            .map(|only| f64::from_bits(only & 1.0_f64.to_bits()));
        let column = self.column(boxes);
        let product = own.cross(&column);
        self.pick(&own, &column, &product)
    }

    /// Where boxes meet at the fraction `t` in the plane across the slab's axis, with this normal: see `Boxes::meeting`.
    #[inline(always)]
    pub(super) fn meeting(self, boxes: &Boxes, normal: &V, t: f64, tolerance: f64) -> Meeting {
        let near = boxes.near(normal, t, tolerance);
        let (i, j) = (self.fixed(), self.moving());
        let a = boxes.on_fixed_face(&i, &near);
        let b = boxes.on_moving_face(&j, &near);
        let c = boxes.on_edges([&i, &j], &self.column(boxes), &near);
        Meeting {
            on_fixed: self.pick(&a.on_fixed, &b.on_fixed, &c.on_fixed),
            on_moving: self.pick(&a.on_moving, &b.on_moving, &c.on_moving),
            apart: self.of(a.apart, b.apart, c.apart),
        }
    }

    /// The moving box's axis j.
    #[inline(always)]
    fn column(self, boxes: &Boxes) -> V {
        let j = self.moving();
        let row = |k: usize| {
            let bits: [u64; 3] = from_fn(|l| boxes.rotation.rows[k][l].to_bits() & j[l]);
            f64::from_bits(bits[0] | bits[1] | bits[2])
        };
        V::new(row(0), row(1), row(2))
    }

    /// What belongs to the slab, of what belongs to each kind of them.
    #[inline(always)]
    fn pick(self, of_fixed: &V, of_moving: &V, of_product: &V) -> V {
        let of_a_face = either(self.is_of(OF_MOVING), *of_moving, *of_fixed);
        either(self.is_of(OF_PRODUCTS), *of_product, of_a_face)
    }

    #[inline(always)]
    fn of(self, of_fixed: f64, of_moving: f64, of_product: f64) -> f64 {
        let of_a_face = if self.is_of(OF_MOVING) {
            of_moving
        } else {
            of_fixed
        };
        if self.is_of(OF_PRODUCTS) {
            of_product
        } else {
            of_a_face
        }
    }
}

/// The component that `is` is true of.
#[inline(always)]
fn only(is: impl Fn(u32) -> bool) -> Only {
    let mask = |k| if is(k) { u64::MAX } else { 0 };
    Only::new(mask(0), mask(1), mask(2))
}
