//! Which corners of a hull can be the farthest along a direction: a table over the directions.
//!
//! The directions are the points of the surface of a cube, cut into square cells. All directions of a cell are
//! positive multiples of mixtures of its four corner directions k, so if k·(w − v) > 0 at all four, the corner w beats
//! the corner v throughout the cell, and v need not be looked at there. What is left, two or three corners in most
//! cells, is compared in full: the table leaves out no corner that could win, so a search through it is exact.
//!
//! The cube map as an index of directions is S. Ehmann's and M. Lin's idea for closest features (*Accurate and fast
//! proximity queries between polyhedra using convex surface decomposition*, 2001, section 4, uses a lookup table for
//! starting points); here the table holds all candidates, so that no walk follows.

use super::without_duplicates;
use crate::Real;
use crate::shapes::farthest_of;
use crate::tolerance::BEATEN;
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells {
    /// Cells along a side of the cube.
    side: u32,
    /// The candidates of each cell, by number and in their order: always as many, the first again where there are fewer, so
    /// that comparing them is a row of instructions and no loop. Where there are more, the range of them in `crowds`. Copies
    /// of the corners instead of their numbers would be read in one go, but four times as much memory is more than the
    /// nearest cache holds of two hulls.
    cells: Vec<[u32; FEW]>,
    crowds: Vec<u32>,
}

/// Candidates that a cell has room for.
const FEW: usize = 4;
/// Marks the first entry of a cell that has more.
const CROWD: u32 = 1 << 31;
/// More cells than this along a side of the cube cost more memory than they save time.
const MOST_CELLS: u32 = 32;
/// Cells per corner, or somewhat more: half as many leave a third more candidates, twice as many a fifth fewer.
const CELLS_PER_CORNER: usize = 4;
/// A table whose crowds hold more than this many times the corners is not worth its memory: corners that lie all but in one
/// place.
const MOST_CROWDED: usize = 64;

impl Cells {
    /// The table of these corners; `None` when their number or their places make it too large.
    pub(crate) fn new<T: Real>(corners: &[Point3<T>]) -> Option<Self> {
        if corners.len() >= CROWD as usize / MOST_CROWDED {
            return None;
        }
        let wide: Vec<Vector3<f64>> = corners.iter().map(|p| p.coords.map(Real::to_f64)).collect();
        let enough = |s: &u32| (6 * s * s) as usize >= CELLS_PER_CORNER * corners.len();
        let side = (1..MOST_CELLS).find(enough).unwrap_or(MOST_CELLS);
        let largest = wide.iter().fold(0.0, |far: f64, p| far.max(p.amax()));
        let mut table = Self {
            side,
            cells: alloc::vec![[0; FEW]; (6 * side * side) as usize],
            crowds: Vec::new(),
        };
        let mut race = Race {
            margin: BEATEN * largest,
            // There are fewer than the numbers of 32 bits.
            known: without_duplicates(&wide)
                .into_iter()
                .map(|i| i as u32)
                .collect(),
            corners: wide,
            heights: Vec::new(),
        };
        for face in 0..6 {
            table.fill(&mut race, 0, face, [0, 0], [side, side])?;
        }
        Some(table)
    }

    /// Fills a block of cells (rows and columns of a face, `to` excluded), all of whose candidates are among those from place `first` on:
    /// halves it until it is one cell. What is beaten in the block is beaten in its halves.
    fn fill(
        &mut self,
        race: &mut Race,
        first: usize,
        face: u32,
        from: [u32; 2],
        to: [u32; 2],
    ) -> Option<()> {
        let end = race.known.len();
        race.survivors(first, &block_corners(self.side, face, from, to));
        let longer = usize::from(to[1] - from[1] > to[0] - from[0]);
        if to[longer] - from[longer] > 1 {
            let (mut low, mut high) = (to, from);
            low[longer] = from[longer].midpoint(to[longer]);
            high[longer] = low[longer];
            self.fill(race, end, face, from, low)?;
            self.fill(race, end, face, high, to)?;
        } else {
            let cell = ((face * self.side + from[0]) * self.side + from[1]) as usize;
            self.set(cell, &race.known[end..]);
            if self.crowds.len() > MOST_CROWDED * race.corners.len() {
                return None;
            }
        }
        race.known.truncate(end);
        Some(())
    }

    /// Gives a cell its candidates.
    fn set(&mut self, cell: usize, candidates: &[u32]) {
        self.cells[cell] = if candidates.len() > FEW {
            let first = self.crowds.len();
            self.crowds.extend(candidates);
            [CROWD | first as u32, self.crowds.len() as u32, 0, 0]
        } else {
            [0, 1, 2, 3].map(|i| candidates[if i < candidates.len() { i } else { 0 }])
        };
    }

    /// The number of the corner that is farthest along `n`, the first of equals. For a direction without direction (zero or
    /// NaN) that of some corner.
    #[inline(always)]
    pub(crate) fn farthest<T: Real>(&self, corners: &[Point3<T>], n: &Vector3<f64>) -> usize {
        let cell = &self.cells[self.cell_of(n)];
        let wide = |i: u32| corners[i as usize].map(Real::to_f64);
        if let Some(crowd) = self.crowd(cell) {
            return crowd[farthest_of(crowd.iter().map(|&i| wide(i)), n)] as usize;
        }
        let along = |i: u32| n.dot(&wide(i).coords);
        let reach = [
            along(cell[0]),
            along(cell[1]),
            along(cell[2]),
            along(cell[3]),
        ];
        // As a tournament, so that no comparison waits for more than one other.
        let better = |a: (f64, u32), b: (f64, u32)| {
            let b_wins = b.0 > a.0;
            (
                if b_wins { b.0 } else { a.0 },
                core::hint::select_unpredictable(b_wins, b.1, a.1),
            )
        };
        let at = |i: usize| (reach[i], cell[i]);
        better(better(at(0), at(1)), better(at(2), at(3))).1 as usize
    }

    /// The least and the greatest n·p of all corners p, to the bit as a scan of them has it, where `n` is a direction. −n is in the cell
    /// opposite to that of n, up to the rounding that the margin of the table covers for n itself, so one look is enough for both.
    #[inline]
    pub(crate) fn reaches<T: Real>(&self, corners: &[Point3<T>], n: &Vector3<f64>) -> (f64, f64) {
        let (face, place) = self.place_of(n);
        let cells = (self.side * self.side) as usize;
        let (here, opposite) = (
            face * cells + place,
            (face ^ 1) * cells + (cells - 1 - place),
        );
        (
            -self.greatest(corners, opposite, &-n),
            self.greatest(corners, here, n),
        )
    }

    /// The greatest n·p of all corners p, where `n` is in this cell.
    #[inline(always)]
    fn greatest<T: Real>(&self, corners: &[Point3<T>], cell: usize, n: &Vector3<f64>) -> f64 {
        let cell = &self.cells[cell];
        let along = |i: u32| n.dot(&corners[i as usize].map(Real::to_f64).coords);
        let greater = |a: f64, b: f64| if a < b { b } else { a };
        if let Some(crowd) = self.crowd(cell) {
            return (crowd.iter()).fold(f64::NEG_INFINITY, |most, &i| greater(most, along(i)));
        }
        greater(
            greater(along(cell[0]), along(cell[1])),
            greater(along(cell[2]), along(cell[3])),
        )
    }

    /// The candidates of a cell that has no room for all of them.
    #[inline(always)]
    fn crowd(&self, cell: &[u32; FEW]) -> Option<&[u32]> {
        (cell[0] & CROWD != 0).then(|| &self.crowds[(cell[0] & !CROWD) as usize..cell[1] as usize])
    }

    /// The number of the cell that holds `n`.
    #[inline(always)]
    fn cell_of(&self, n: &Vector3<f64>) -> usize {
        let (face, place) = self.place_of(n);
        face * (self.side * self.side) as usize + place
    }

    /// The face of the cube that `n` leads through, the two of an axis one after the other, and the number of its cell on the face. That of
    /// −n is as far from the last number as this is from 0.
    #[inline(always)]
    fn place_of(&self, n: &Vector3<f64>) -> (usize, usize) {
        // The axis with the largest component is chosen by number: which one that is cannot be foretold.
        let (x, y, z) = (n.x.abs(), n.y.abs(), n.z.abs());
        let main = if x < y { y } else { x };
        let axis = core::hint::select_unpredictable(main < z, 2, usize::from(x < y));
        let main = if main < z { z } else { main };
        // The other two are looked up apart: read side by side, where they were just written, they would be waited for.
        let (along, rows, columns) = ([n.x, n.y, n.z], [n.y, n.z, n.x], [n.z, n.x, n.y]);
        let face = 2 * axis as u32 + u32::from(along[axis] < 0.0);
        // u and v run from −main to main; the middle of cell i is where (w/main + 1)·side/2 − 1/2 is i. A direction that
        // rounding puts across a border is still a mixture of its neighbour cell's corners up to that rounding, which the
        // margin of the table (`BEATEN`) covers.
        let scale = 0.5 * f64::from(self.side) / main;
        let first = 0.5 * f64::from(self.side) - 0.5;
        // Rounds to a whole number, which may be one below or above all cells, and shows it in the last bits.
        const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
        let last = self.side as i32 - 1;
        let index = |w: f64| (((w * scale + first) + WHOLE).to_bits() as i32).clamp(0, last) as u32;
        let (row, column) = (index(rows[axis]), index(columns[axis]));
        (face as usize, (row * self.side + column) as usize)
    }
}

/// The corners while a table is made of them.
struct Race {
    corners: Vec<Vector3<f64>>,
    /// A corner is beaten by those that are higher by more than this.
    margin: f64,
    /// By numbers, the candidates of a block, after them those of the half of it that is looked at, and so on.
    known: Vec<u32>,
    /// Of the candidates that are looked at, at each corner direction of the block. Empty between calls: kept for its memory.
    heights: Vec<[f64; 4]>,
}

impl Race {
    /// Adds to the candidates those from place `first` on that no likely winner beats at all four corner directions of a block of cells. Likely
    /// winners are the highest at each of these, and in the middle.
    fn survivors(&mut self, first: usize, directions: &[Vector3<f64>; 4]) {
        let Self {
            corners,
            margin,
            known,
            heights,
        } = self;
        let [k, l, m, n] = directions;
        let mut best = [(f64::NEG_INFINITY, 0); 5];
        for (at, &i) in known[first..].iter().enumerate() {
            let p = &corners[i as usize];
            // One by one, as a map of an array would be a call.
            let [a, b, c, d] = [k.dot(p), l.dot(p), m.dot(p), n.dot(p)];
            heights.push([a, b, c, d]);
            for (best, height) in best.iter_mut().zip([a + b + c + d, a, b, c, d]) {
                let higher = height > best.0;
                best.0 = if higher { height } else { best.0 };
                best.1 = core::hint::select_unpredictable(higher, at, best.1);
            }
        }
        let winners = best.map(|(_, at)| heights[at]);
        let is_beaten = |own: &[f64; 4]| {
            let beats = |w: &[f64; 4], j: usize| w[j] - own[j] > *margin;
            // Nothing branches on each of the four.
            let all = |w: &[f64; 4]| beats(w, 0) & beats(w, 1) & beats(w, 2) & beats(w, 3);
            winners.iter().any(all)
        };
        for (place, own) in (first..).zip(&*heights) {
            if !is_beaten(own) {
                known.push(known[place]);
            }
        }
        heights.clear();
    }
}

/// The four corner directions of a block of cells, on the cube of half side 1.
fn block_corners(side: u32, face: u32, from: [u32; 2], to: [u32; 2]) -> [Vector3<f64>; 4] {
    let at = |i: u32| f64::from(2 * i) / f64::from(side) - 1.0;
    let main = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    let direction = |row: u32, column: u32| {
        let (u, v) = (at(row), at(column));
        match face / 2 {
            0 => Vector3::new(main, u, v),
            1 => Vector3::new(v, main, u),
            _ => Vector3::new(u, v, main),
        }
    };
    [
        direction(from[0], from[1]),
        direction(from[0], to[1]),
        direction(to[0], from[1]),
        direction(to[0], to[1]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of the unit sphere along a spiral.
    fn cloud(count: usize) -> Vec<Point3<f64>> {
        (0..count)
            .map(|i| {
                let y = 1.0 - (2 * i + 1) as f64 / count as f64;
                let (across, turn) = ((1.0 - y * y).sqrt(), 2.4 * i as f64);
                Point3::new(across * turn.cos(), y, across * turn.sin())
            })
            .collect()
    }

    #[test]
    fn the_winner_is_that_of_a_scan() {
        for count in [4, 8, 24, 128, 1000, 30_000] {
            let corners = cloud(count);
            let cells = Cells::new(&corners).unwrap();
            for k in cloud(3_000) {
                // The second and third lie on borders between cells, the third on an edge of the cube.
                for n in [
                    k.coords,
                    (k.coords * 8.0).map(|c| c.round()),
                    Vector3::new(k.x, k.y, -k.y),
                ] {
                    let scanned = farthest_of(corners.iter().copied(), &n);
                    assert_eq!(cells.farthest(&corners, &n), scanned, "{n}");
                }
            }
        }
    }

    /// Along and against directions of all kinds: on borders between cells, along the cube's edges and diagonals, and of cells with crowds.
    #[test]
    fn the_reaches_are_those_of_a_scan() {
        let ring = (0..64).map(|i| {
            let a = f64::from(i) * core::f64::consts::TAU / 64.0;
            Point3::new(a.cos(), 1.0, a.sin())
        });
        let hulls = [4, 24, 128, 1000].map(cloud);
        let (mut crowded, mut even, mut odd) = (0, 0, 0);
        for corners in hulls.into_iter().chain([ring.collect()]) {
            let cells = Cells::new(&corners).unwrap();
            for k in cloud(3_000) {
                for n in [
                    k.coords,
                    (k.coords * 8.0).map(|c| c.round()),
                    Vector3::new(k.x, k.y, -k.y),
                    k.coords.map(f64::signum),
                ] {
                    let along = corners.iter().map(|p| n.dot(&p.coords));
                    let scanned = (
                        along.clone().fold(f64::INFINITY, f64::min),
                        along.fold(f64::NEG_INFINITY, f64::max),
                    );
                    assert_eq!(cells.reaches(&corners, &n), scanned, "{n}");
                    let (face, place) = cells.place_of(&n);
                    let side = cells.side as usize;
                    let cell = &cells.cells[face * side * side + place];
                    crowded += usize::from(cells.crowd(cell).is_some());
                    *(if side.is_multiple_of(2) {
                        &mut even
                    } else {
                        &mut odd
                    }) += 1;
                }
            }
        }
        assert!(
            crowded > 1_000 && even > 10_000 && odd > 10_000,
            "{crowded} {even} {odd}"
        );
    }

    #[test]
    fn few_corners_are_left_to_compare() {
        for count in [24, 128, 1000] {
            let cells = Cells::new(&cloud(count)).unwrap();
            let crowded = cells.cells.iter().filter(|c| c[0] & CROWD != 0);
            assert!(crowded.count() * 25 < cells.cells.len(), "{count}");
        }
    }

    #[test]
    fn of_corners_in_one_place_the_first_is_kept_and_too_many_near_one_another_have_no_table() {
        let same = [Point3::new(1.0, 2.0, 3.0); 100];
        let cells = Cells::new(&same).unwrap();
        assert!(cells.crowds.is_empty());
        assert_eq!(cells.farthest(&same, &Vector3::x()), 0);
        let near: Vec<_> = (0..1000)
            .map(|i| Point3::new(1.0, 1.0, 1.0 + f64::from(i) * f64::EPSILON / 1e3))
            .collect();
        let spread: Vec<_> = (0..100)
            .map(|i| {
                Point3::new(
                    1.0 + f64::from(i) * 1e-17,
                    1e-15 * f64::from(i % 7),
                    1e-16 * f64::from(i),
                )
            })
            .collect();
        assert!(Cells::new(&near).unwrap().crowds.is_empty());
        assert!(Cells::new(&spread).is_none());
    }

    #[test]
    fn corners_that_differ_in_the_sign_of_a_zero_are_one() {
        // The centre of a prism's top, its rings, and the centre again.
        let ring = |i: u32, y: f64| {
            let a = f64::from(i) * core::f64::consts::TAU / 12.0;
            Point3::new(a.cos(), y, a.sin())
        };
        let rings = [-1.0, 1.0].map(|y| (0..12).map(move |i| ring(i, y)));
        let mut corners = alloc::vec![Point3::new(0.0, 1.0, 0.0)];
        corners.extend(rings.into_iter().flatten());
        corners.push(Point3::new(-0.0, 1.0, 0.0));
        let cells = Cells::new(&corners).unwrap();
        for n in [
            Vector3::y(),
            Vector3::new(0.0, 2.0, -0.0),
            Vector3::new(1e-9, 1.0, 0.0),
        ] {
            let scanned = farthest_of(corners.iter().copied(), &n);
            assert_eq!(cells.farthest(&corners, &n), scanned);
        }
    }

    #[test]
    fn directions_without_direction_find_some_corner() {
        let corners = cloud(30);
        let cells = Cells::new(&corners).unwrap();
        for n in [
            Vector3::zeros(),
            Vector3::repeat(f64::NAN),
            Vector3::repeat(f64::INFINITY),
            Vector3::new(f64::NAN, -1.0, f64::NEG_INFINITY),
        ] {
            assert!(cells.farthest(&corners, &n) < 30);
        }
    }
}
