//! Ground by heights over a grid.

use crate::Faces;
use crate::tree::{Child, Frame, Guide, Nodes, Numbers};
use crate::triangles::Triangles;
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, InvalidShape, Real, Short, Triangle};
use wide::f32x4;

/// Heights at the vertices of a grid of `rows` by `columns`, and two triangles in each of its cells.
///
/// In the field's own frame, vertex (row r, column c) is at (c · scale.x, height · scale.y, r · scale.z). The cell between
/// rows r, r + 1 and columns c, c + 1 has the number r · (columns − 1) + c; its triangles have twice that number, and one
/// more. Both are wound counter-clockwise seen from above, the first at the vertex (r, c), the second at the vertex (r + 1,
/// c + 1); they share the diagonal between the other two.
///
/// No triangle is stored, and no box of a cell: above the heights there is a pyramid of the least and the greatest heights
/// of 2 by 2 cells, 4 by 4, and so on, in all some four bytes per triangle.
#[derive(Clone, Debug)]
pub struct HeightField<T: Real> {
    heights: Vec<T>,
    rows: u32,
    columns: u32,
    scale: Vector3<T>,
    /// One bit per cell, set where there is no ground; empty when there is ground everywhere.
    holes: Vec<u64>,
    faces: Faces,
    /// From the root down: a block of cells per node, the cells themselves left out.
    levels: Vec<Level>,
    frame: Frame,
    bounds: Option<Aabb>,
}

/// The blocks of one size.
#[derive(Clone, Debug)]
struct Level {
    /// The number of its first node.
    first: u32,
    /// Blocks side by side.
    columns: u32,
    rows: u32,
    /// Cells on a block's side, as a power of two.
    shift: u32,
    /// The least and the greatest height of each block, in tree coordinates.
    ranges: Vec<[f32; 2]>,
}

/// No ground.
const NOTHING: [f32; 2] = [f32::INFINITY, f32::NEG_INFINITY];

impl<T: Real> HeightField<T> {
    /// A two-sided field of these heights, row after row.
    ///
    /// # Errors
    /// [`InvalidShape`] when there are fewer than two rows or columns or too many cells to number, when the number of
    /// heights is not rows · columns, when a height is not finite, when the scale is not finite or not positive along the
    /// grid, or when a vertex lies beyond the scalar's largest length.
    pub fn new(
        rows: u32,
        columns: u32,
        heights: Vec<T>,
        scale: impl Into<Vector3<T>>,
    ) -> Result<Self, InvalidShape> {
        let scale = scale.into();
        check(rows, columns, &heights, &scale)?;
        let mut field = Self {
            heights,
            rows,
            columns,
            scale,
            holes: Vec::new(),
            faces: Faces::TwoSided,
            levels: Vec::new(),
            frame: Frame::UNIT,
            bounds: None,
        };
        field.build();
        Ok(field)
    }

    /// This field without ground in the cells for which `is_hole` (row, column) is true.
    #[must_use]
    pub fn with_holes(mut self, mut is_hole: impl FnMut(u32, u32) -> bool) -> Self {
        let cells = (self.rows as usize - 1) * (self.columns as usize - 1);
        let mut holes = vec![0u64; cells.div_ceil(64)];
        let mut cell = 0;
        for row in 0..self.rows - 1 {
            for column in 0..self.columns - 1 {
                if is_hole(row, column) {
                    holes[cell / 64] |= 1 << (cell % 64);
                }
                cell += 1;
            }
        }
        if holes.iter().all(|&word| word == 0) {
            holes = Vec::new();
        }
        self.holes = holes;
        self.build();
        self
    }

    /// This field with these sides to be met: of one-sided ground, the upper one, toward +y.
    /// A `scale.y` below 0 turns heights over, and not the sides.
    #[must_use]
    pub fn with_faces(self, faces: Faces) -> Self {
        Self { faces, ..self }
    }

    /// Rows of vertices.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Vertices in each row.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The heights, row after row, as they were given.
    pub fn heights(&self) -> &[T] {
        &self.heights
    }

    /// What the column, the height and the row are multiplied by.
    pub fn scale(&self) -> &Vector3<T> {
        &self.scale
    }

    /// The box around all ground, exact: what lies in holes alone is not within. `None` when there is none.
    pub fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    /// Whether a cell has no ground: what lies beside the grid has none.
    pub fn is_hole(&self, row: u32, column: u32) -> bool {
        if row >= self.rows - 1 || column >= self.columns - 1 {
            return true;
        }
        let cell = row as usize * (self.columns as usize - 1) + column as usize;
        self.holes
            .get(cell / 64)
            .is_some_and(|word| word >> (cell % 64) & 1 != 0)
    }

    /// The corners of triangle `index`; `None` when there is no such triangle.
    #[inline]
    pub fn corners(&self, index: u32) -> Option<[Point3<T>; 3]> {
        let (r, c) = self.cell(index)?;
        let [i, j, k] = if index.is_multiple_of(2) {
            [(r, c), (r + 1, c), (r, c + 1)]
        } else {
            [(r + 1, c + 1), (r, c + 1), (r + 1, c)]
        };
        let at = |(r, c)| self.vertex(r, c);
        Some([at(i), at(j), at(k)])
    }

    /// Triangle `index` as a shape; `None` when there is no such triangle.
    pub fn triangle(&self, index: u32) -> Option<Triangle<T>> {
        let [a, b, c] = self.corners(index)?;
        Triangle::new(a, b, c).ok()
    }

    /// Bytes of memory that the field takes.
    pub fn memory(&self) -> usize {
        let ranges = self.levels.iter().map(|l| l.ranges.capacity());
        self.heights.capacity() * size_of::<T>()
            + self.holes.capacity() * size_of::<u64>()
            + self.levels.capacity() * size_of::<Level>()
            + ranges.sum::<usize>() * size_of::<[f32; 2]>()
    }

    /// Row and column of the cell that a triangle is in; `None` for a hole.
    fn cell(&self, triangle: u32) -> Option<(u32, u32)> {
        let cell = triangle / 2;
        let (row, column) = (cell / (self.columns - 1), cell % (self.columns - 1));
        (!self.is_hole(row, column)).then_some((row, column))
    }

    #[inline]
    fn vertex(&self, row: u32, column: u32) -> Point3<T> {
        let height = self.heights[row as usize * self.columns as usize + column as usize];
        let s = &self.scale;
        let product = |a: f64, b: T| T::nearest(a * b.to_f64());
        Point3::new(
            product(column.into(), s.x),
            product(height.to_f64(), s.y),
            product(row.into(), s.z),
        )
    }

    /// The least and the greatest height of a cell, in `f64`.
    #[inline]
    fn range(&self, row: u32, column: u32) -> Option<(f64, f64)> {
        if self.is_hole(row, column) {
            return None;
        }
        let at = row as usize * self.columns as usize + column as usize;
        let below = at + self.columns as usize;
        let heights = [at, at + 1, below, below + 1].map(|i| {
            let product = self.heights[i].to_f64() * self.scale.y.to_f64();
            T::nearest(product).to_f64()
        });
        let [a, b, c, d] = heights;
        Some((a.min(b).min(c.min(d)), a.max(b).max(c.max(d))))
    }

    /// The box between two heights, from one vertex (row, column) to another.
    fn around(&self, (low, high): (f64, f64), first: [u32; 2], last: [u32; 2]) -> Aabb {
        let [near, far] =
            [first, last].map(|[row, column]| self.vertex(row, column).map(Real::to_f64));
        Aabb {
            min: Point3::new(near.x, low, near.z),
            max: Point3::new(far.x, high, far.z),
        }
    }

    /// The bounds and the pyramid.
    fn build(&mut self) {
        let (rows, columns) = (self.rows - 1, self.columns - 1);
        let mut range: Option<(f64, f64)> = None;
        // The grid's lines around all ground.
        let (mut first, mut last) = ([u32::MAX; 2], [0; 2]);
        for row in 0..rows {
            for column in 0..columns {
                if let Some((low, high)) = self.range(row, column) {
                    let (a, b) = range.unwrap_or((low, high));
                    range = Some((a.min(low), b.max(high)));
                    first = [first[0].min(row), first[1].min(column)];
                    last = [last[0].max(row + 1), last[1].max(column + 1)];
                }
            }
        }
        self.levels.clear();
        self.bounds = range.map(|range| self.around(range, first, last));
        let Some(range) = range else {
            return;
        };
        // Of the whole grid, whose lines are boxes' sides.
        self.frame = Frame::new(&self.around(range, [0; 2], [rows, columns]));
        let mut shift = 0;
        loop {
            shift += 1;
            let size = [rows, columns].map(|n| n.div_ceil(1 << shift));
            let level = Level {
                first: 0,
                rows: size[0],
                columns: size[1],
                shift,
                ranges: self.ranges(size, self.levels.last()),
            };
            self.levels.push(level);
            if size == [1, 1] {
                break;
            }
        }
        self.levels.reverse();
        let mut first = 0;
        for level in &mut self.levels {
            level.first = first;
            first += level.ranges.len() as u32;
        }
    }

    /// The ranges of a level from those of the one below; of the lowest from the cells.
    fn ranges(&self, [rows, columns]: [u32; 2], below: Option<&Level>) -> Vec<[f32; 2]> {
        let one = |row: u32, column: u32| match below {
            Some(level) => level.range(row, column),
            None => self.rounded(row, column),
        };
        let mut ranges = Vec::with_capacity(rows as usize * columns as usize);
        for row in 0..rows {
            for column in 0..columns {
                let four = children(row, column).map(|(r, c)| one(r, c));
                ranges.push(
                    four.into_iter()
                        .fold(NOTHING, |[a, b], [low, high]| [a.min(low), b.max(high)]),
                );
            }
        }
        ranges
    }

    /// The range of a cell in tree coordinates, rounded outward.
    #[inline]
    fn rounded(&self, row: u32, column: u32) -> [f32; 2] {
        self.range(row, column).map_or(NOTHING, |(low, high)| {
            [self.frame.low(low, 1), self.frame.high(high, 1)]
        })
    }

    /// Where a line of the grid is in tree coordinates, rounded down and up ([`OUTWARD`](crate::tolerance::OUTWARD)): the same operations as
    /// for a [`vertex`](Self::vertex) on it.
    #[inline]
    fn line(&self, number: u32, most: u32, axis: usize) -> [f32; 2] {
        let scale = self.scale[axis].to_f64();
        let at = T::nearest(f64::from(number.min(most - 1)) * scale).to_f64();
        [self.frame.low(at, axis), self.frame.high(at, axis)]
    }
}

/// The four blocks, or cells, that a block is made of.
#[inline]
fn children(row: u32, column: u32) -> [(u32, u32); 4] {
    let (r, c) = (2 * row, 2 * column);
    [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
}

impl Level {
    #[inline]
    fn range(&self, row: u32, column: u32) -> [f32; 2] {
        if row < self.rows && column < self.columns {
            self.ranges[row as usize * self.columns as usize + column as usize]
        } else {
            NOTHING
        }
    }
}

impl<T: Real> Nodes for HeightField<T> {
    fn bounds(&self) -> Option<&Aabb> {
        self.bounds.as_ref()
    }

    fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Of a cell the greater side: how far up or down one leads is not counted.
    fn grain(&self) -> f64 {
        self.scale.x.to_f64().max(self.scale.z.to_f64())
    }

    #[inline]
    fn look(&self, index: u32, guide: &impl Guide, limit: f32) -> (Numbers, [Child; 4]) {
        let after = self.levels.partition_point(|level| level.first <= index);
        let level = &self.levels[after - 1];
        let block = index - level.first;
        let (row, column) = (block / level.columns, block % level.columns);
        let blocks = children(row, column);
        let (ranges, children) = match self.levels.get(after) {
            Some(below) => (
                blocks.map(|(r, c)| below.range(r, c)),
                blocks.map(|(r, c)| {
                    let inside = r < below.rows && c < below.columns;
                    let node = || Child::node(below.first + r * below.columns + c);
                    if inside { node() } else { Child::NONE }
                }),
            ),
            None => (
                blocks.map(|(r, c)| self.rounded(r, c)),
                blocks.map(|(r, c)| Child::leaf(r * (self.columns - 1) + c)),
            ),
        };
        let shift = level.shift - 1;
        let x = [0, 1, 2].map(|k| self.line((2 * column + k) << shift, self.columns, 0));
        let z = [0, 1, 2].map(|k| self.line((2 * row + k) << shift, self.rows, 2));
        let four = |a: [f32; 4]| f32x4::new(a);
        let planes = [
            [
                four([x[0][0], x[1][0], x[0][0], x[1][0]]),
                four([x[1][1], x[2][1], x[1][1], x[2][1]]),
            ],
            [
                four(ranges.map(|range| range[0])),
                four(ranges.map(|range| range[1])),
            ],
            [
                four([z[0][0], z[0][0], z[1][0], z[1][0]]),
                four([z[1][1], z[1][1], z[2][1], z[2][1]]),
            ],
        ];
        (guide.numbers(&planes, limit), children)
    }
}

/// Two fields are equal when they are made of the same: heights, grid, scale, holes, and which sides can be met.
impl<T: Real> PartialEq for HeightField<T> {
    fn eq(&self, other: &Self) -> bool {
        let grid = |field: &Self| (field.rows, field.columns);
        grid(self) == grid(other)
            && self.heights == other.heights
            && self.scale == other.scale
            && self.holes == other.holes
            && self.faces == other.faces
    }
}

impl<T: Real> Triangles<T> for HeightField<T> {
    #[inline]
    fn corners(&self, index: u32) -> Option<[Point3<T>; 3]> {
        self.corners(index)
    }

    fn neighbours(&self, index: u32) -> [Option<u32>; 3] {
        let Some((r, c)) = self.cell(index) else {
            return [None; 3];
        };
        let triangle = |r: u32, c: u32, second: u32| {
            let number = 2 * (r * (self.columns - 1) + c) + second;
            (!self.is_hole(r, c)).then_some(number)
        };
        // 0 - 1 is a row or column that does not exist, as what lies beside the grid.
        if index.is_multiple_of(2) {
            let left = triangle_beside(c, |c| triangle(r, c, 1));
            let above = triangle_beside(r, |r| triangle(r, c, 1));
            [left, Some(index + 1), above]
        } else {
            [
                triangle(r, c + 1, 0),
                Some(index - 1),
                triangle(r + 1, c, 0),
            ]
        }
    }

    fn faces(&self) -> Faces {
        self.faces
    }
}

/// What is found at the number before `at`, if there is one.
fn triangle_beside(at: u32, find: impl FnOnce(u32) -> Option<u32>) -> Option<u32> {
    find(at.checked_sub(1)?)
}

fn check<T: Real>(
    rows: u32,
    columns: u32,
    heights: &[T],
    scale: &Vector3<T>,
) -> Result<(), InvalidShape> {
    let error = |field: String, value: f64, expected: String| {
        Err(InvalidShape {
            field: field.into(),
            value,
            expected: expected.into(),
        })
    };
    for (field, count) in [("rows", rows), ("columns", columns)] {
        if count < 2 {
            let expected = "a count of vertices (expected at least 2)";
            return error(field.into(), count.into(), expected.into());
        }
    }
    let cells = u64::from(rows - 1) * u64::from(columns - 1);
    let most = Child::MOST / 2;
    if cells > most as u64 {
        let expected = format!("a count of cells (expected at most {most})");
        return error("rows x columns".into(), cells as f64, expected);
    }
    let vertices = u64::from(rows) * u64::from(columns);
    if heights.len() as u64 != vertices {
        let expected = format!("one height per vertex (expected {vertices})");
        return error("heights".into(), heights.len() as f64, expected);
    }
    let most = T::MAX_LENGTH;
    let far = [f64::from(columns - 1), 1.0, f64::from(rows - 1)];
    for (i, field) in ["scale[0]", "scale[1]", "scale[2]"].into_iter().enumerate() {
        let x = scale[i].to_f64();
        let fits = x.abs() * far[i] <= most && (i == 1 || x >= T::MIN_LENGTH);
        if !fits {
            let expected = if i == 1 {
                format!("a factor of heights (expected a magnitude up to {most:e})")
            } else {
                let (least, most) = (T::MIN_LENGTH, most / far[i]);
                format!("the side of a cell (expected a number from {least:e} to {most:e})")
            };
            return error(field.into(), Short::of::<T>(x).0, expected);
        }
    }
    for (i, height) in heights.iter().enumerate() {
        let x = height.to_f64();
        let factor = scale.y.to_f64().abs();
        if !(x.abs() <= most && x.abs() * factor <= most) {
            let most = most / factor.max(1.0);
            let expected = format!("a height (expected a magnitude up to {most:e})");
            return error(format!("heights[{i}]"), Short::of::<T>(x).0, expected);
        }
    }
    Ok(())
}
