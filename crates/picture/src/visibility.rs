//! What hides what: for a point of the page and its nearness, whether a face lies in front of it.

use super::subject::Subject;
use super::view::View;
use nalgebra::{Point2, Point3};

/// Side of a cell of the page, in pixels.
const CELL: f64 = 12.0;
/// Pixels by which rounding may part the nearness of faces in one plane: far less than any margin.
const ROUNDING: f64 = 1e-6;

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
    /// Sorts those of these faces that the view shows into cells.
    pub fn new(view: View, subject: &Subject, shown: &[usize]) -> Self {
        let columns = (view.frame.width / CELL).ceil() as usize + 1;
        let rows = (view.frame.height / CELL).ceil() as usize + 1;
        let mut this = Self {
            view,
            faces: Vec::new(),
            cells: vec![Vec::new(); columns * rows],
            columns,
        };
        for &index in shown {
            let triangle = subject.triangles[index];
            let page = triangle.map(|p| view.project(&p));
            if view.shows(&page) {
                let near = triangle.map(|p| view.nearness(&p));
                this.add(
                    index,
                    std::array::from_fn(|i| [page[i].x, page[i].y, near[i]]),
                );
            }
        }
        this.thin_out();
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

    /// Takes from each cell the faces behind two others that cover all of it: what they hide, one of those two hides too. One would do, if
    /// it did not ask what hides itself. So a cell holds few faces, however many lie behind each other.
    fn thin_out(&mut self) {
        for (index, cell) in self.cells.iter_mut().enumerate() {
            let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[across, down]| {
                let at = [index % self.columns + across, index / self.columns + down];
                let [x, y] = at.map(|cells| cells as f64 * CELL);
                Point2::new(x + self.view.frame.x, y + self.view.frame.y)
            });
            let levels = |i: u32| corners.map(|p| self.faces[i as usize].level_at(&p));
            let covers = |i: &&u32| {
                let face = &self.faces[**i as usize];
                corners.iter().all(|p| face.nearness_at(p).is_some())
            };
            let mut fronts: Vec<(u32, [f64; 4])> = Vec::new();
            for &i in cell.iter().filter(covers) {
                let levels = levels(i);
                let middle = |levels: &[f64; 4]| levels.iter().sum::<f64>();
                let at = fronts.partition_point(|(_, front)| middle(front) >= middle(&levels));
                fronts.insert(at, (i, levels));
                fronts.truncate(2);
            }
            let [first, second] = fronts[..] else {
                continue;
            };
            cell.retain(|&i| {
                let levels = levels(i);
                let behind = |front: &[f64; 4]| (0..4).all(|k| levels[k] <= front[k] + ROUNDING);
                i == first.0 || i == second.0 || !(behind(&first.1) && behind(&second.1))
            });
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
        let weights = self.weights(p);
        weights
            .iter()
            .all(|w| *w >= 0.0)
            .then(|| self.level(&weights))
    }

    /// How near the face's plane is at a point of the page.
    fn level_at(&self, p: &Point2<f64>) -> f64 {
        self.level(&self.weights(p))
    }

    fn level(&self, [u, v, w]: &[f64; 3]) -> f64 {
        let [a, b, c] = &self.corners;
        u * a[2] + v * b[2] + w * c[2]
    }

    /// What the corners weigh in a point of the page.
    fn weights(&self, p: &Point2<f64>) -> [f64; 3] {
        let [a, b, c] = &self.corners;
        let weight = |a: &[f64; 3], b: &[f64; 3]| {
            ((b[0] - a[0]) * (p.y - a[1]) - (p.x - a[0]) * (b[1] - a[1])) / self.area
        };
        [weight(b, c), weight(c, a), weight(a, b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Axes, Frame};
    use crate::{Kind, Mark, Solid};
    use nalgebra::Vector3;
    use swept_support::PointShape;

    /// Walls across the view, one behind the other, from the one at z = 0 on.
    fn walls(count: usize, apart: f64) -> Subject {
        let wall = |i: usize| {
            let z = -apart * i as f64;
            [[-1.0, -1.0], [1.0, -1.0], [0.0, 2.0]].map(|[x, y]| Point3::new(x, y, z))
        };
        Subject {
            triangles: (0..count).map(wall).collect(),
            kinds: vec![Kind::Other; count],
            special: 0..0,
            further: Vec::new(),
            solid: Solid::new(&PointShape, Point3::origin()),
            displacement: Vector3::zeros(),
            reached: 0.0,
            mark: Mark::Nothing,
            words: Vec::new(),
        }
    }

    #[test]
    fn cells_hold_few_of_many_walls_and_hide_as_all_do() {
        let frame = Frame {
            x: 0.0,
            y: 0.0,
            width: 400.0,
            height: 400.0,
        };
        for apart in [0.0, 0.01] {
            let subject = walls(500, apart);
            let all: Vec<usize> = (0..500).rev().collect();
            let view = View::around(Axes::from(0.0, 0.0), &subject.triangles[0], frame, 1.0);
            let visibility = Visibility::new(view, &subject, &all);
            let middle = &visibility.cells[20 * visibility.columns + 16];
            assert_eq!(middle.len(), 2);
            // What lies between two walls is hidden by those before it, each wall by others only.
            let at = |z: f64| Point3::new(0.0, 0.0, z);
            let hidden = |z: f64, itself: Option<usize>| visibility.hidden(&at(z), itself, 0.02);
            assert!(!hidden(0.005, None) && !hidden(0.0, Some(0)));
            assert_eq!(hidden(-apart, Some(1)), apart > 0.0);
            assert!(hidden(-0.005, None) && hidden(-9.0, None));
        }
    }
}
