//! What hides what: for a point of the page and its nearness, whether a face lies in front of it.

use super::view::View;
use nalgebra::{Point2, Point3};

/// Side of a cell of the page, in pixels.
const CELL: f64 = 12.0;

/// The scene's faces on the page, by the cells that they touch.
pub struct Visibility {
    view: View,
    faces: Vec<Flat>,
    cells: Vec<Vec<u32>>,
    columns: usize,
}

/// A face on the page: its corners, each with its nearness.
struct Flat {
    index: usize,
    corners: [[f64; 3]; 3],
    area: f64,
}

impl Visibility {
    /// Sorts the faces that the view shows into cells.
    pub fn new(view: View, triangles: &[[Point3<f64>; 3]]) -> Self {
        let columns = (view.frame.width / CELL).ceil() as usize + 1;
        let rows = (view.frame.height / CELL).ceil() as usize + 1;
        let mut this = Self {
            view,
            faces: Vec::new(),
            cells: vec![Vec::new(); columns * rows],
            columns,
        };
        for (index, triangle) in triangles.iter().enumerate() {
            let page = triangle.map(|p| view.project(&p));
            if view.shows(&page) {
                let near = triangle.map(|p| view.nearness(&p));
                this.add(
                    index,
                    std::array::from_fn(|i| [page[i].x, page[i].y, near[i]]),
                );
            }
        }
        this
    }

    fn add(&mut self, index: usize, corners: [[f64; 3]; 3]) {
        let [a, b, c] = corners;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        if area == 0.0 {
            return; // seen edge-on: it hides nothing
        }
        let face = self.faces.len() as u32;
        self.faces.push(Flat {
            index,
            corners,
            area,
        });
        let range = |axis: usize, count: usize| {
            let cell = |x: f64| self.cell(axis, x).clamp(0.0, count as f64 - 1.0) as usize;
            let along = corners.map(|p| p[axis]);
            let least = along.iter().fold(f64::INFINITY, |m, x| m.min(*x));
            let most = along.iter().fold(f64::NEG_INFINITY, |m, x| m.max(*x));
            cell(least)..=cell(most)
        };
        let rows = self.cells.len() / self.columns;
        let (across, down) = (range(0, self.columns), range(1, rows));
        for row in down {
            for column in across.clone() {
                self.cells[row * self.columns + column].push(face);
            }
        }
    }

    fn cell(&self, axis: usize, x: f64) -> f64 {
        let start = [self.view.frame.x, self.view.frame.y][axis];
        ((x - start) / CELL).floor()
    }

    /// Whether a face other than `itself` lies more than `margin` pixels in front of `p`. Points outside the frame
    /// are hidden.
    pub fn hidden(&self, p: &Point3<f64>, itself: Option<usize>, margin: f64) -> bool {
        let (page, nearness) = (self.view.project(p), self.view.nearness(p));
        let frame = &self.view.frame;
        let (x, y) = (page.x - frame.x, page.y - frame.y);
        if !(0.0..=frame.width).contains(&x) || !(0.0..=frame.height).contains(&y) {
            return true;
        }
        let (column, row) = ((x / CELL) as usize, (y / CELL) as usize);
        let cell = &self.cells[row * self.columns + column];
        cell.iter().any(|&i| {
            let face = &self.faces[i as usize];
            let near = face.nearness_at(&page);
            near.is_some_and(|near| near > nearness + margin) && Some(face.index) != itself
        })
    }
}

impl Flat {
    /// How near the face is at a point of the page; `None` where it is not.
    fn nearness_at(&self, p: &Point2<f64>) -> Option<f64> {
        let [a, b, c] = &self.corners;
        let weight = |a: &[f64; 3], b: &[f64; 3]| {
            ((b[0] - a[0]) * (p.y - a[1]) - (p.x - a[0]) * (b[1] - a[1])) / self.area
        };
        let (u, v, w) = (weight(b, c), weight(c, a), weight(a, b));
        (u >= 0.0 && v >= 0.0 && w >= 0.0).then(|| u * a[2] + v * b[2] + w * c[2])
    }
}
