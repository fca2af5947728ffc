//! One smooth part of a core's support function: the height of an ellipsoid, with its gradient and Hessian in sheared coordinates.

use nalgebra::Vector3;
use swept_support::{Generator, LinearMap, sqrt};

type V = Vector3<f64>;

/// A height near a direction: the point that it is of, and the Hessian's xx, xy and yy.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) point: V,
    pub(super) bends: [f64; 3],
}

impl Local {
    /// With those of both shapes.
    #[inline(always)]
    pub(super) fn with(&self, [fixed, moving]: &[Self; 2]) -> Self {
        self.plus(fixed).plus(moving)
    }

    #[inline(always)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.bends, other.bends);
        Self {
            point: self.point + other.point,
            bends: [a + d, b + e, c + f],
        }
    }
}

/// A generator of one of the shapes: in that shape's frame, with the direction that it was found by; and in sheared coordinates its
/// middle, the rows of L A, and the products of the first two.
#[derive(Clone, Copy)]
pub(crate) struct Ellipsoid {
    pub(crate) of: Generator,
    pub(crate) asked: V,
    pub(super) centre: V,
    pub(super) rows: [V; 3],
    squares: [f64; 3],
}

impl Ellipsoid {
    pub(super) const NONE: Self = Self {
        of: Generator {
            centre: V::new(0.0, 0.0, 0.0),
            radii: V::new(0.0, 0.0, 0.0),
        },
        asked: V::new(0.0, 0.0, 0.0),
        centre: V::new(0.0, 0.0, 0.0),
        rows: [V::new(0.0, 0.0, 0.0); 3],
        squares: [0.0; 3],
    };

    #[inline(always)]
    pub(super) fn new(of: &Generator, asked: &V, map: &LinearMap) -> Self {
        let row = |i: usize| V::from(map.rows[i]).component_mul(&of.radii);
        let rows = [row(0), row(1), row(2)];
        let [a, b, _] = &rows;
        Self {
            of: *of,
            asked: *asked,
            centre: map.apply(&of.centre),
            squares: [a.dot(a), a.dot(b), b.dot(b)],
            rows,
        }
    }

    /// The axis along which it has no extent, if it is flat and no more than that.
    pub(crate) fn flat(&self) -> Option<usize> {
        let radii = &self.of.radii;
        let flat = radii.imin();
        let others = radii[(flat + 1) % 3].min(radii[(flat + 2) % 3]);
        (radii[flat] == 0.0 && others > 0.0).then_some(flat)
    }

    #[inline(always)]
    pub(super) fn at(&self, n: &V) -> Local {
        let [a, b, c] = &self.rows;
        let w = a * n.x + b * n.y + c * n.z;
        let squared = w.norm_squared();
        // A point has no Hessian; nor has a disc along its axis, but its height has a kink there, which nothing comes out of.
        let inverse = if squared > 0.0 {
            1.0 / sqrt(squared)
        } else {
            0.0
        };
        let s = V::new(a.dot(&w), b.dot(&w), c.dot(&w)) * inverse;
        let [xx, xy, yy] = &self.squares;
        Local {
            point: self.centre + s,
            bends: [
                (xx - s.x * s.x) * inverse,
                (xy - s.x * s.y) * inverse,
                (yy - s.y * s.y) * inverse,
            ],
        }
    }
}

/// The generators of one shape that have been met: as many as have been counted.
pub(super) struct Met {
    pub(super) all: [Ellipsoid; 3],
    count: usize,
}

impl Met {
    pub(super) const NONE: Self = Self {
        all: [Ellipsoid::NONE; 3],
        count: 0,
    };

    /// The number of a generator, which is met now if it was not before; `None` if there is no room.
    #[inline(always)]
    pub(super) fn number(&mut self, of: &Generator, asked: &V, map: &LinearMap) -> Option<usize> {
        for i in 0..self.count {
            if self.all[i].of == *of {
                return Some(i);
            }
        }
        *self.all.get_mut(self.count)? = Ellipsoid::new(of, asked, map);
        self.count += 1;
        Some(self.count - 1)
    }

    #[inline(always)]
    pub(super) fn at(&self, number: usize, n: &V) -> Local {
        self.all[number].at(n)
    }
}
