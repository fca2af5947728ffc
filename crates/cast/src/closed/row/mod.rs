//! Casts side by side: one moving shape against eight fixed ones at a time.
//!
//! What a closed form computes for every cast, it computes for all eight in one loop without branches, which the compiler
//! turns into instructions for as many numbers as the processor's registers hold; what differs from cast to cast (outcomes,
//! and whatever is left open) is done one by one. Both parts are the functions that a single cast calls, and no operation is
//! merged with another, so all bits are those of a single cast.
//!
//! The instructions are chosen when the program runs: `pulp` asks the processor, and compiles the loop once for
//! each kind of processor that it knows. Without the standard library, and elsewhere, it is compiled for the target alone.

mod balls;
mod boxes;
mod chosen;
mod verdict;

use crate::solve::{asks_for_closed, length};
use crate::{CastOptions, Outcome};
use alloc::vec::Vec;
use boxes::Bare;
use core::array::from_fn;
use nalgebra::Vector3;
use swept_support::{KnownCore, Placed, Real, Support};

/// Casts side by side.
pub(crate) const LANES: usize = 8;

/// What a cast comes to.
type Kind = u64;

/// Left to a single cast.
const OPEN: Kind = 0;
const HIT: Kind = 1;
const MISS: Kind = 2;

/// A number of each.
type Lanes = [f64; LANES];

/// A vector of each.
type Vectors = [Lanes; 3];

/// Fixed shapes, laid out by what they are: eight to a row, and the last row filled up with its last shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Rows {
    Balls(Vec<balls::Row>),
    Boxes(Vec<boxes::Row>),
    /// No closed form casts these side by side.
    None,
}

impl Rows {
    pub(crate) fn new<T: Real>(placed: &[Placed<T, impl Support>]) -> Self {
        let mut shapes = placed.iter().map(Placed::shape);
        if shapes.clone().all(|s| s.known_core() == KnownCore::Point) {
            return Self::Balls(placed.chunks(LANES).map(balls::Row::new).collect());
        }
        if shapes.all(|s| Bare::new(s).is_some()) {
            return Self::Boxes(placed.chunks(LANES).map(boxes::Row::new).collect());
        }
        Self::None
    }
}

/// One moving shape on its way.
pub(crate) enum Mover<T: Real> {
    Ball(balls::Mover<T>),
    Box(boxes::Mover<T>),
    /// Not side by side.
    Other,
}

impl<T: Real> Mover<T> {
    #[inline]
    pub(crate) fn new(
        moving: &Placed<T, impl Support>,
        displacement: &Vector3<T>,
        options: &CastOptions<T>,
    ) -> Self {
        if !asks_for_closed(options) {
            return Self::Other;
        }
        let d = displacement.map(Real::to_f64);
        let reach = length(options.target_distance);
        if moving.shape().known_core() == KnownCore::Point {
            return Self::Ball(balls::Mover::new(moving, d, reach));
        }
        match Bare::new(moving.shape()) {
            Some(bare) if reach == 0.0 => Self::Box(boxes::Mover::new(moving, bare, d, options)),
            _ => Self::Other,
        }
    }

    /// Adds the outcomes of row `k`, which is of so many shapes; those that are not clear come from `otherwise`.
    #[inline]
    pub(crate) fn cast(
        &self,
        rows: &Rows,
        k: usize,
        count: usize,
        outcomes: &mut Vec<Outcome<T>>,
        otherwise: impl Fn(usize) -> Outcome<T>,
    ) {
        match (self, rows) {
            (Self::Ball(mover), Rows::Balls(rows)) => {
                mover.cast(&rows[k], count, outcomes, otherwise);
            }
            (Self::Box(mover), Rows::Boxes(rows)) => {
                mover.cast(&rows[k], count, outcomes, otherwise);
            }
            _ => outcomes.extend((0..count).map(otherwise)),
        }
    }
}

/// Runs a loop over the lanes with the best instructions there are.
#[inline(always)]
fn side_by_side<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(feature = "std")]
    {
        struct Run<F>(F);
        impl<R, F: FnOnce() -> R> pulp::NullaryFnOnce for Run<F> {
            type Output = R;
            #[inline(always)]
            fn call(self) -> R {
                (self.0)()
            }
        }
        pulp::Arch::new().dispatch(Run(run))
    }
    #[cfg(not(feature = "std"))]
    {
        run()
    }
}

/// The vector of lane `i`.
#[inline(always)]
fn vector(of: &Vectors, i: usize) -> Vector3<f64> {
    Vector3::new(of[0][i], of[1][i], of[2][i])
}

/// Puts a vector into lane `i`.
#[inline(always)]
fn put(into: &mut Vectors, i: usize, v: &Vector3<f64>) {
    for k in 0..3 {
        into[k][i] = v[k];
    }
}

/// A vector of each of up to eight shapes.
fn vectors<S>(shapes: &[S], of: impl Fn(&S) -> Vector3<f64>) -> Vectors {
    let each: [Vector3<f64>; LANES] = lanes(shapes, of);
    from_fn(|k| each.map(|v| v[k]))
}

/// Something of each of up to eight shapes.
fn lanes<S, X>(shapes: &[S], of: impl Fn(&S) -> X) -> [X; LANES] {
    from_fn(|i| of(&shapes[i.min(shapes.len() - 1)]))
}
