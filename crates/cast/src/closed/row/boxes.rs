//! A box against eight boxes: where the line of motion crosses their slabs.

use super::super::crossing::{Crossing, Three};
use super::super::run_on;
use super::super::slab::{Boxes, meet};
use super::{LANES, Lanes, Vectors, lanes, put, side_by_side, vector, vectors};
use crate::obstacle::{Frame, Obstacle, Open};
use crate::problem::{Problem, Standing};
use crate::solve::length;
use crate::tolerance::FAR;
use crate::{CastOptions, NoObserver, Outcome};
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{LinearMap, Placed, Real, Support, sqrt};

type V = Vector3<f64>;

/// Eight fixed boxes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    position: Vectors,
    /// Rotation matrices, row by row.
    rotation: [Vectors; 3],
    /// Whether the matrix is the identity.
    exact: [bool; LANES],
    half: Vectors,
    extent: Lanes,
}

impl Row {
    /// All of the shapes have to be boxes.
    pub(super) fn new<T: Real>(placed: &[Placed<T, impl Support>]) -> Self {
        let row = |k: usize| vectors(placed, |p| V::from(p.rotation().rows[k]));
        Self {
            position: vectors(placed, |p| p.position()),
            rotation: [row(0), row(1), row(2)],
            exact: lanes(placed, |p| p.rotation().exact),
            half: vectors(placed, |p| super::super::half_of(p.shape())),
            extent: lanes(placed, |p| p.shape().extent()),
        }
    }

    /// The rotation of lane `i`, where it is not the identity.
    #[inline(always)]
    fn rotation(&self, i: usize) -> LinearMap {
        matrix(&self.rotation, i)
    }
}

/// The matrix of lane `i`, which is not exact.
#[inline(always)]
fn matrix(rows: &[Vectors; 3], i: usize) -> LinearMap {
    let row = |k: usize| [rows[k][0][i], rows[k][1][i], rows[k][2][i]];
    LinearMap {
        rows: [row(0), row(1), row(2)],
        exact: false,
    }
}

/// A box on its way.
pub(crate) struct Mover<'a, T: Real, A> {
    placed: &'a Placed<T, A>,
    rotation: LinearMap,
    half: V,
    d: V,
    options: &'a CastOptions<T>,
}

/// Where the line of motion crosses eight boxes, in their frames.
struct Seen {
    map: [Vectors; 3],
    position: Vectors,
    displacement: Vectors,
    entered: [u32; LANES],
    left: [u32; LANES],
    /// Not 0 where the line passes.
    passes: [u32; LANES],
    /// Not 0 where the sweep starts near enough for the frame to be at its start.
    near: [u64; LANES],
}

impl Seen {
    const NOTHING: Self = Self {
        map: [[[0.0; LANES]; 3]; 3],
        position: [[0.0; LANES]; 3],
        displacement: [[0.0; LANES]; 3],
        entered: [0; LANES],
        left: [0; LANES],
        passes: [0; LANES],
        near: [0; LANES],
    };

    #[inline(always)]
    fn frame(&self, i: usize) -> Frame {
        Frame {
            map: matrix(&self.map, i),
            position: vector(&self.position, i),
            displacement: vector(&self.displacement, i),
        }
    }

    #[inline(always)]
    fn crossing(&self, i: usize) -> Crossing {
        Crossing {
            entered: self.entered[i],
            left: self.left[i],
            passes: self.passes[i] != 0,
        }
    }
}

impl<'a, T: Real, A: Support> Mover<'a, T, A> {
    pub(super) fn new(
        placed: &'a Placed<T, A>,
        half: V,
        d: V,
        options: &'a CastOptions<T>,
    ) -> Self {
        Self {
            placed,
            rotation: placed.rotation(),
            half,
            d,
            options,
        }
    }

    /// The outcomes of a row; those that are not clear by `otherwise`.
    #[inline(always)]
    pub(super) fn cast<B: Support>(
        &self,
        row: &Row,
        fixed: &[Placed<T, B>],
        outcomes: &mut Vec<Outcome<T>>,
        otherwise: impl Fn(usize) -> Outcome<T>,
    ) {
        let seen = side_by_side(
            #[inline(always)]
            || self.look(row),
        );
        for (i, fixed) in fixed.iter().take(LANES).enumerate() {
            // The identity times anything is that, but for the sign of a zero, which a single cast keeps.
            let shared = seen.near[i] != 0 && !row.exact[i];
            let clear = shared
                .then(|| self.conclude(row, &seen, i, fixed))
                .flatten();
            // Each is put where it stays: made in one place and moved to another, it would be waited for.
            match clear {
                Some(outcome) => outcomes.push(outcome),
                None => outcomes.push(otherwise(i)),
            }
        }
    }

    /// Frames and crossings, for all eight.
    #[inline(always)]
    fn look(&self, row: &Row) -> Seen {
        let mut seen = Seen::NOTHING;
        let extent = self.placed.shape().extent();
        let position = self.placed.position();
        for i in 0..LANES {
            let offset = vector(&row.position, i) - position;
            let distance = sqrt(offset.norm_squared());
            let size = extent + row.extent[i];
            let frame = Frame::new(&row.rotation(i), &self.rotation, &offset, &self.d);
            let half = vector(&row.half, i);
            let boxes = Boxes {
                fixed: &half,
                moving: &self.half,
                rotation: &frame.map,
                position: frame.position,
                displacement: frame.displacement,
                radius: 0.0,
            };
            let crossing = boxes.crossing::<Three>(size + distance);
            for k in 0..3 {
                put(&mut seen.map[k], i, &V::from(frame.map.rows[k]));
            }
            put(&mut seen.position, i, &frame.position);
            put(&mut seen.displacement, i, &frame.displacement);
            seen.entered[i] = crossing.entered;
            seen.left[i] = crossing.left;
            seen.passes[i] = crossing.passes.into();
            seen.near[i] = (distance <= FAR * 0.125 * size).into();
        }
        seen
    }

    /// The outcome of one of them.
    #[inline(always)]
    fn conclude<B: Support>(
        &self,
        row: &Row,
        seen: &Seen,
        i: usize,
        fixed: &Placed<T, B>,
    ) -> Option<Outcome<T>> {
        let rotation = row.rotation(i);
        let moving = Standing {
            shape: self.placed.shape(),
            rotation: self.rotation,
            position: self.placed.position(),
            turned: !self.rotation.exact,
        };
        let fixed = Standing {
            shape: fixed.shape(),
            rotation,
            position: fixed.position(),
            turned: true,
        };
        let problem = Problem::of(moving, self.d, fixed, 0.0);
        let (limit, absolute) = (self.options.max_steps, length(self.options.tolerance));
        let frame = seen.frame(i);
        let obstacle = Obstacle::in_frame(&problem, &frame, limit, Open::of::<T>(absolute));
        let half = vector(&row.half, i);
        run_on(
            obstacle,
            &mut NoObserver,
            None,
            #[inline(always)]
            |obstacle, mixture| {
                meet(obstacle, mixture, &half, &self.half, |_, _| {
                    seen.crossing(i)
                })
            },
        )
        .map(|(outcome, _)| outcome)
    }
}
