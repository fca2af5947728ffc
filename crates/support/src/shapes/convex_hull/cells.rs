//! Which corners of a hull can be the farthest along a direction: a table over the directions.
//!
//! The directions are the points of the surface of a cube, cut into square cells. All directions of a cell are
//! positive multiples of mixtures of its four corner directions k, so if k·(w − v) > 0 at all four, the corner w beats
//! the corner v throughout the cell, and v need not be looked at there. What is left, some ten corners per cell, is
//! compared in full: the table leaves out no corner that could win, so a search through it is exact.
//!
//! The cube map as an index of directions is S. Ehmann's and M. Lin's idea for closest features (*Accurate and fast
//! proximity queries between polyhedra using convex surface decomposition*, 2001, section 4, uses a lookup table for
//! starting points); here the table holds all candidates, so that no walk follows.

use crate::Real;
use crate::tolerance::BEATEN;
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

/// The table: cell after cell of candidate corners, each a copy, so that a search reads one stretch of memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells<T: Real> {
    /// Cells along a side of the cube.
    side: usize,
    /// Where each cell's candidates begin; one entry more than there are cells.
    starts: Vec<u32>,
    candidates: Vec<Point3<T>>,
}

/// More cells than this along a side of the cube cost more memory than they save time.
const MOST: usize = 16;

impl<T: Real> Cells<T> {
    /// The table of these corners, about one cell per corner.
    pub(crate) fn new(corners: &[Point3<T>]) -> Self {
        let wide: Vec<Point3<f64>> = corners.iter().map(|p| p.map(Real::to_f64)).collect();
        // The side s with 6s² ≥ the number of corners.
        let side = (1..MOST)
            .find(|s| 6 * s * s >= corners.len())
            .unwrap_or(MOST);
        let extent = wide
            .iter()
            .fold(0.0, |far: f64, p| far.max(p.coords.amax()));
        let mut cells = Self {
            side,
            starts: alloc::vec![0],
            candidates: Vec::new(),
        };
        for face in 0..6 {
            for row in 0..side {
                for column in 0..side {
                    let directions = cell_corners(side, face, row, column);
                    let kept = survivors(&wide, extent, &directions);
                    cells.candidates.extend(kept.iter().map(|&i| corners[i]));
                    cells.starts.push(cells.candidates.len() as u32);
                }
            }
        }
        cells
    }

    /// The corners to compare along `n`. For a direction without direction (zero or NaN) those of some cell.
    #[inline(always)]
    pub(crate) fn candidates(&self, n: &Vector3<f64>) -> &[Point3<T>] {
        let (x, y, z) = (n.x.abs(), n.y.abs(), n.z.abs());
        let (face, main, u, v) = if x >= y && x >= z {
            (usize::from(n.x < 0.0), x, n.y, n.z)
        } else if y >= z {
            (2 + usize::from(n.y < 0.0), y, n.z, n.x)
        } else {
            (4 + usize::from(n.z < 0.0), z, n.x, n.y)
        };
        // u and v run from −main to main. A direction that rounding puts across a border is still a mixture of its
        // neighbour cell's corners up to that rounding, which the margin of the table (`BEATEN`) covers.
        let scale = 0.5 * self.side as f64 / main;
        let index = |w: f64| (((w + main) * scale) as usize).min(self.side - 1);
        let cell = (face * self.side + index(u)) * self.side + index(v);
        let (from, to) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
        &self.candidates[from..to]
    }
}

/// The numbers of the corners that no other beats at all four corner directions of a cell.
fn survivors(corners: &[Point3<f64>], extent: f64, k: &[Vector3<f64>; 4]) -> Vec<usize> {
    let heights = |p: &Point3<f64>| k.map(|k| k.dot(&p.coords));
    // The likely winners: the farthest at each corner of the cell, and in its middle.
    let middle = k[0] + k[1] + k[2] + k[3];
    let rivals = [k[0], k[1], k[2], k[3], middle].map(|n| {
        let first = (f64::NEG_INFINITY, &corners[0]);
        let best = corners.iter().fold(first, |best, p| {
            let along = n.dot(&p.coords);
            if along > best.0 { (along, p) } else { best }
        });
        heights(best.1)
    });
    let margin = BEATEN * extent;
    let beaten = |p: &Point3<f64>| {
        let own = heights(p);
        rivals
            .iter()
            .any(|rival| (0..4).all(|j| rival[j] - own[j] > margin))
    };
    (0..corners.len())
        .filter(|&i| !beaten(&corners[i]))
        .collect()
}

/// The four corner directions of a cell, on the cube of half side 1.
fn cell_corners(side: usize, face: usize, row: usize, column: usize) -> [Vector3<f64>; 4] {
    let at = |i: usize| 2.0 * i as f64 / side as f64 - 1.0;
    let main = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    let direction = |i: usize, j: usize| {
        let (u, v) = (at(row + i), at(column + j));
        match face / 2 {
            0 => Vector3::new(main, u, v),
            1 => Vector3::new(v, main, u),
            _ => Vector3::new(u, v, main),
        }
    };
    [
        direction(0, 0),
        direction(0, 1),
        direction(1, 0),
        direction(1, 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of the unit sphere along a spiral, with a few inside.
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
    fn the_winner_of_every_direction_is_a_candidate() {
        for count in [24, 128, 1000] {
            let corners = cloud(count);
            let cells = Cells::new(&corners);
            for (i, k) in cloud(5_000).iter().enumerate() {
                // Every other direction lies on a border between cells.
                let n = if i % 2 == 0 {
                    k.coords
                } else {
                    (k.coords * 8.0).map(|c| c.round())
                };
                let along = |p: &Point3<f64>| n.dot(&p.coords);
                let all = corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
                let found = cells.candidates(&n).iter().map(along);
                assert_eq!(found.fold(f64::NEG_INFINITY, f64::max), all, "{n}");
            }
            assert!(cells.candidates.len() < 16 * cells.starts.len(), "{count}");
        }
    }

    #[test]
    fn directions_without_direction_find_some_cell() {
        let cells = Cells::new(&cloud(30));
        for n in [
            Vector3::zeros(),
            Vector3::repeat(f64::NAN),
            Vector3::repeat(f64::INFINITY),
        ] {
            assert!(!cells.candidates(&n).is_empty());
        }
    }
}
