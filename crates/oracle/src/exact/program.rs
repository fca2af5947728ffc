//! The linear program of the line of motion through C, over whole numbers.
//!
//! As in `pierce.rs`, with three differences. The corners of the starting triangle cost more than anything by a second, higher
//! place of every cost instead of a large number, so that they stay where C is flat or touched at its rim, with weight 0.
//! Columns enter by their order and leave by it (Bland, "New finite pivoting rules for the simplex method", 1977) within a
//! working set, which so comes to its optimum; the set grows by a corner of C that is better by exact comparison, of which
//! there are finitely many. So it ends, and what it ends with is the optimum.

use super::corners::{Corners, Whole3, dot};
use crate::pierce::End;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};

/// The optimum.
pub(crate) struct Optimum {
    /// Σ wᵢ zᵢ and Σ wᵢ |d_k| in whole numbers: their quotient is the fraction. `None` when the line passes beside C.
    pub(crate) fraction: Option<(IBig, IBig)>,
    /// Normals out of C of planes that prove the optimum, or that the line passes beside: rounded, so that which of them
    /// proves it best is for others to try. Where corners of the starting triangle are left, their slope counts with
    /// powers of two.
    pub(crate) normals: Vec<[f64; 3]>,
}

struct Column {
    at: Whole3,
    pair: Option<(usize, usize)>,
}

/// A cost in two places, the first of which outranks the second.
type Cost = (IBig, IBig);

struct Program<'a> {
    corners: &'a Corners,
    axes: [usize; 3],
    /// Whether heights count against the motion's axis.
    turned: bool,
    columns: Vec<Column>,
    basis: [usize; 3],
}

/// The exact entry or exit of the line of motion; `first` are pairs of corners to begin with.
pub(crate) fn optimum(corners: &Corners, end: End, first: &[(usize, usize)]) -> Optimum {
    let mut program = Program::new(corners, end);
    for pair in first {
        program.push(*pair);
    }
    while {
        program.settle();
        program.better().is_some_and(|pair| program.push(pair))
    } {}
    program.finish()
}

impl<'a> Program<'a> {
    fn new(corners: &'a Corners, end: End) -> Self {
        let d = &corners.motion;
        let size = |i: usize| {
            if d[i] < IBig::ZERO {
                -&d[i]
            } else {
                d[i].clone()
            }
        };
        let along = (0..3).fold(0, |k, i| if size(i) > size(k) { i } else { k });
        let forward = d[along] > IBig::ZERO;
        let start = |x: i32, y: i32| Column {
            at: [IBig::from(x), IBig::from(y), IBig::ZERO],
            pair: None,
        };
        Self {
            corners,
            axes: [(along + 1) % 3, (along + 2) % 3, along],
            turned: forward != (end == End::Entry),
            columns: vec![start(0, 1), start(-1, -1), start(1, -1)],
            basis: [0, 1, 2],
        }
    }

    /// Adds a corner of C; false when the set has it already.
    fn push(&mut self, pair: (usize, usize)) -> bool {
        if self.columns.iter().any(|c| c.pair == Some(pair)) {
            return false;
        }
        let (f, m) = (&self.corners.fixed[pair.0], &self.corners.moving[pair.1]);
        let y: Whole3 = std::array::from_fn(|i| &f[i] - &m[i]);
        let at = self.sheared(&y);
        self.columns.push(Column {
            at,
            pair: Some(pair),
        });
        true
    }

    /// Across, across, along, all times |d_k|, but the height.
    fn sheared(&self, y: &Whole3) -> Whole3 {
        let [i, j, k] = self.axes;
        let d = &self.corners.motion;
        let across = |c: usize| {
            let x = &y[c] * &d[k] - &d[c] * &y[k];
            if d[k] < IBig::ZERO { -x } else { x }
        };
        let z = if self.turned { -&y[k] } else { y[k].clone() };
        [across(i), across(j), z]
    }

    fn at(&self, i: usize) -> &Whole3 {
        &self.columns[self.basis[i]].at
    }

    fn is_start(&self, i: usize) -> bool {
        self.columns[self.basis[i]].pair.is_none()
    }

    /// Twice the areas that a point makes with the edges of the basis.
    fn shares(&self, x: &IBig, y: &IBig) -> [IBig; 3] {
        let area = |a: &Whole3, b: &Whole3| (&a[0] - x) * (&b[1] - y) - (&a[1] - y) * (&b[0] - x);
        let [a, b, c] = [self.at(0), self.at(1), self.at(2)];
        [area(b, c), area(c, a), area(a, b)]
    }

    /// The cost of a point less the basis plane's there, times twice the basis' area.
    fn reduced(&self, at: &Whole3) -> Cost {
        let shares = self.shares(&at[0], &at[1]);
        let mut cost: Cost = (IBig::ZERO, IBig::ZERO);
        for (i, share) in shares.iter().enumerate() {
            cost.1 += share * &at[2];
            if self.is_start(i) {
                cost.0 -= share;
            } else {
                cost.1 -= share * &self.at(i)[2];
            }
        }
        cost
    }

    /// Bland's rule until no column of the set is better.
    fn settle(&mut self) {
        let zero = (IBig::ZERO, IBig::ZERO);
        while let Some(enters) = (3..self.columns.len())
            .find(|j| !self.basis.contains(j) && self.reduced(&self.columns[*j].at) < zero)
        {
            let weights = self.shares(&IBig::ZERO, &IBig::ZERO);
            let at = &self.columns[enters].at;
            let shares = self.shares(&at[0], &at[1]);
            let mut leaves: Option<usize> = None;
            for i in (0..3).filter(|i| shares[*i] > IBig::ZERO) {
                let sooner = |j: usize| {
                    let (mine, theirs) = (&weights[i] * &shares[j], &weights[j] * &shares[i]);
                    mine < theirs || mine == theirs && self.basis[i] < self.basis[j]
                };
                if leaves.is_none_or(sooner) {
                    leaves = Some(i);
                }
            }
            // The shares' sum is the basis' area, which is positive.
            let Some(leaves) = leaves else { break };
            self.basis[leaves] = enters;
        }
    }

    /// The corner of C whose reduced cost is least, if it is negative. The cost is a sum over both bodies, and so is its
    /// least value, place by place.
    fn better(&self) -> Option<(usize, usize)> {
        let [first, second] = self.gradients();
        let least = |points: &[Whole3], sign: i32| {
            let cost = |p: &Whole3| -> Cost {
                let sign = IBig::from(sign);
                (dot(&first, p) * &sign, dot(&second, p) * &sign)
            };
            let costs = points.iter().map(cost).enumerate();
            costs.min_by(|a, b| a.1.cmp(&b.1)).map_or(0, |(at, _)| at)
        };
        let pair = (
            least(&self.corners.fixed, 1),
            least(&self.corners.moving, -1),
        );
        let (f, m) = (&self.corners.fixed[pair.0], &self.corners.moving[pair.1]);
        let y: Whole3 = std::array::from_fn(|c| &f[c] - &m[c]);
        let zero = (IBig::ZERO, IBig::ZERO);
        (self.reduced(&self.sheared(&y)) < zero).then_some(pair)
    }

    /// The gradients of the reduced cost in its two places, as directions in space.
    fn gradients(&self) -> [Whole3; 2] {
        let [i, j, k] = self.axes;
        let d = &self.corners.motion;
        let positive = d[k] > IBig::ZERO;
        // Sheared coordinates are linear in y: x = ±(y_i d_k − d_i y_k), z = ±y_k.
        let pulled = |p: &Whole3| -> Whole3 {
            let signed = |c: usize| if positive { d[c].clone() } else { -&d[c] };
            let mut n: Whole3 = std::array::from_fn(|_| IBig::ZERO);
            n[i] = &p[0] * signed(k);
            n[j] = &p[1] * signed(k);
            let height = if self.turned { -&p[2] } else { p[2].clone() };
            n[k] = height - &p[0] * signed(i) - &p[1] * signed(j);
            n
        };
        let [high, low] = self.plane();
        [pulled(&high), pulled(&low)]
    }

    /// The same in the sheared frame.
    fn plane(&self) -> [Whole3; 2] {
        let mut planes: [Whole3; 2] = std::array::from_fn(|_| std::array::from_fn(|_| IBig::ZERO));
        for i in 0..3 {
            let (p, q) = (self.at((i + 1) % 3), self.at((i + 2) % 3));
            let slope = [&p[1] - &q[1], &q[0] - &p[0]];
            for c in 0..2 {
                if self.is_start(i) {
                    planes[0][c] -= &slope[c];
                } else {
                    planes[1][c] -= &slope[c] * &self.at(i)[2];
                }
            }
        }
        let area = self.shares(&IBig::ZERO, &IBig::ZERO);
        planes[1][2] = &area[0] + &area[1] + &area[2];
        planes
    }

    fn finish(&self) -> Optimum {
        let weights = self.shares(&IBig::ZERO, &IBig::ZERO);
        let (mut height, mut total, mut outside) = (IBig::ZERO, IBig::ZERO, false);
        for (i, w) in weights.iter().enumerate() {
            outside |= self.is_start(i) && *w > IBig::ZERO;
            height += w * &self.at(i)[2];
            total += w;
        }
        let [.., k] = self.axes;
        let step = &self.corners.motion[k] * &self.corners.factor;
        // Heights count along the axis, or against it where turned.
        let step = if self.turned { -step } else { step };
        let [high, low] = self.gradients();
        let level =
            |of: u32| -> Whole3 { std::array::from_fn(|c| -((&high[c] << of as usize) + &low[c])) };
        let beside = (
            high.each_ref().map(|x| -x),
            high.iter().any(|x| *x != IBig::ZERO),
        );
        let normals = if outside {
            vec![direction(&beside.0)]
        } else if beside.1 {
            (0..=12).map(|p| direction(&level(4 * p))).collect()
        } else {
            vec![direction(&level(0))]
        };
        Optimum {
            normals,
            fraction: (!outside).then(|| (height, total * step)),
        }
    }
}

/// A direction of whole numbers as floats, the largest of them near 1.
fn direction(n: &Whole3) -> [f64; 3] {
    let bits = |x: &IBig| x.clone().unsigned_abs().bit_len();
    let most = n.iter().map(bits).max().unwrap_or(0);
    n.each_ref().map(|x| {
        let shifted = if most > 60 {
            x >> (most - 60)
        } else {
            x.clone()
        };
        shifted.to_f64().value() / (1u64 << 60) as f64
    })
}
