//! What hides what: for a point of the page and its nearness, whether a face lies in front of it.

use super::cells::{Cell, Content};
use super::flat::{Flat, Spot, part};
use super::subject::Subject;
use super::view::View;
use nalgebra::Point3;

/// Cells of up to this side, in pixels, are looked at as wholes only: pieces of a face that are no larger are asked at points.
const SHORTEST: f64 = 16.0;

/// The scene's faces on the page, by the cells in which they may be seen.
pub struct Visibility {
    view: View,
    faces: Vec<Flat>,
    page: Cell,
}

/// What is known of all points of a piece of a face that lie in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// There is none.
    Outside,
    /// No face hides any of them, and all of the piece lies in the frame.
    Seen,
    /// Each is hidden.
    Hidden,
    /// Neither is certain.
    Unknown,
}

/// Who asks: the triangle that is not hidden by itself, and the pixels by which others must be in front.
#[derive(Clone, Copy)]
struct Asker {
    itself: usize,
    margin: f64,
}

impl Visibility {
    /// Sorts those of these faces that the view shows into cells.
    pub fn new(view: View, subject: &Subject, shown: &[usize]) -> Self {
        let flat = |&index: &usize| {
            let triangle = subject.triangles[index];
            let page = triangle.map(|p| view.project(&p));
            let corners = triangle.map(|p| spot(&view, &p));
            view.shows(&page).then(|| Flat::new(index, corners))?
        };
        let faces: Vec<Flat> = shown.iter().filter_map(flat).collect();
        let page = Cell::page(&view.frame, &faces);
        Self { view, faces, page }
    }

    /// Whether a face other than `itself` lies more than `margin` pixels in front of `p`. Points outside the frame
    /// are hidden.
    pub fn hidden(&self, p: &Point3<f64>, itself: Option<usize>, margin: f64) -> bool {
        let [x, y, nearness] = spot(&self.view, p);
        let frame = &self.view.frame;
        let (across, down) = (x - frame.x, y - frame.y);
        if !(0.0..=frame.width).contains(&across) || !(0.0..=frame.height).contains(&down) {
            return true;
        }
        self.page.faces_at(&[x, y]).iter().any(|&i| {
            let face = &self.faces[i as usize];
            let near = face.nearness_at(&[x, y]);
            near.is_some_and(|near| near > nearness + margin) && Some(face.index) != itself
        })
    }

    /// What [`hidden`](Self::hidden) says of every point of a triangle, as far as it is told without asking for them one by one.
    pub fn sight(&self, corners: &[Point3<f64>; 3], itself: usize, margin: f64) -> Sight {
        let frame = &self.view.frame;
        let whole = corners.map(|p| spot(&self.view, &p)).to_vec();
        let inside = whole.iter().all(|[x, y, _]| {
            (0.0..=frame.width).contains(&(x - frame.x))
                && (0.0..=frame.height).contains(&(y - frame.y))
        });
        let shown = if inside {
            whole
        } else {
            let (right, bottom) = (frame.x + frame.width, frame.y + frame.height);
            let shown = part(&whole, |p| p[0] - frame.x);
            let shown = part(&shown, |p| right - p[0]);
            let shown = part(&shown, |p| p[1] - frame.y);
            part(&shown, |p| bottom - p[1])
        };
        match self.sight_in(&self.page, &shown, Asker { itself, margin }) {
            Sight::Seen if !inside => Sight::Unknown,
            sight => sight,
        }
    }

    /// The same of a polygon in a cell.
    fn sight_in(&self, cell: &Cell, polygon: &[Spot], asker: Asker) -> Sight {
        if polygon.is_empty() {
            return Sight::Outside;
        }
        let others = |faces: &'_ [u32]| -> Vec<&Flat> {
            let faces = faces.iter().map(|&i| &self.faces[i as usize]);
            faces.filter(|face| face.index != asker.itself).collect()
        };
        let hidden = |faces: &[&Flat]| faces.iter().any(|f| f.hides(polygon, asker.margin));
        if hidden(&others(&cell.fronts)) {
            return Sight::Hidden;
        }
        let quarters = match &cell.content {
            Content::Faces(faces) => {
                let faces = others(faces);
                return if faces.iter().all(|f| f.spares(polygon, asker.margin)) {
                    Sight::Seen
                } else if hidden(&faces) {
                    Sight::Hidden
                } else {
                    Sight::Unknown
                };
            }
            Content::Quarters(_) if cell.square.side <= SHORTEST => return Sight::Unknown,
            Content::Quarters(quarters) => quarters,
        };
        let [x, y] = cell.square.middle();
        let left = part(polygon, |p| x - p[0]);
        let right = part(polygon, |p| p[0] - x);
        let mut all = Sight::Outside;
        for (number, quarter) in quarters.iter().enumerate() {
            let half = [&left, &right][number & 1];
            let polygon = match number >> 1 {
                0 => part(half, |p| y - p[1]),
                _ => part(half, |p| p[1] - y),
            };
            all = match (all, self.sight_in(quarter, &polygon, asker)) {
                (one, Sight::Outside) | (Sight::Outside, one) => one,
                (one, other) if one == other => one,
                _ => Sight::Unknown,
            };
            if all == Sight::Unknown {
                break;
            }
        }
        all
    }
}

fn spot(view: &View, p: &Point3<f64>) -> Spot {
    let page = view.project(p);
    [page.x, page.y, view.nearness(p)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Axes, Frame};
    use crate::{Kind, Mark, Solid};
    use nalgebra::Vector3;
    use swept_support::PointShape;

    const SQUARE: Frame = Frame {
        x: 0.0,
        y: 0.0,
        width: 400.0,
        height: 400.0,
    };

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
        for apart in [0.0, 0.01] {
            let subject = walls(500, apart);
            let all: Vec<usize> = (0..500).rev().collect();
            let view = View::around(Axes::from(0.0, 0.0), &subject.triangles[0], SQUARE, 1.0);
            let visibility = Visibility::new(view, &subject, &all);
            assert_eq!(visibility.page.faces_at(&[200.0, 240.0]).len(), 2);
            // What lies between two walls is hidden by those before it, each wall by others only.
            let at = |z: f64| Point3::new(0.0, 0.0, z);
            let hidden = |z: f64, itself: Option<usize>| visibility.hidden(&at(z), itself, 0.02);
            assert!(!hidden(0.005, None) && !hidden(0.0, Some(0)));
            assert_eq!(hidden(-apart, Some(1)), apart > 0.0);
            assert!(hidden(-0.005, None) && hidden(-9.0, None));
        }
    }

    /// A number in [0, 1), the next of a sequence.
    fn next(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn what_is_told_of_a_whole_triangle_is_so_at_all_its_points() {
        let frame = Frame {
            x: 30.0,
            y: 0.0,
            width: 400.0,
            height: 300.0,
        };
        let mut state = 7;
        let mut told = [0; 3];
        // Thick heaps of triangles, flat ones of which some overlap in one plane, and both turned.
        for (count, thick) in [(30, 1.0), (400, 1.0), (400, 0.0), (400, 1e-3)] {
            let mut subject = walls(count, 0.0);
            for corners in &mut subject.triangles {
                *corners = [0; 3].map(|_| {
                    let [x, y, z] = [0; 3].map(|_| 2.0 * next(&mut state) - 1.0);
                    Point3::new(x, thick * y, z)
                });
            }
            let all: Vec<usize> = (0..count).collect();
            let corners: Vec<_> = subject.triangles.iter().flatten().copied().collect();
            // A part of it lies outside of the frame.
            let view = View::around(Axes::from(0.4, 0.6), &corners, frame, 1.3);
            let visibility = Visibility::new(view, &subject, &all);
            for i in 0..600 {
                let index = i % count;
                let [a, b, c] = subject.triangles[index];
                let at = |u: f64, v: f64| a + ((b - a) * u + (c - a) * v);
                let (u, v, size) = (next(&mut state), next(&mut state), next(&mut state));
                let size = size * size * (1.0 - u) * (1.0 - v);
                let piece = [
                    at(u * (1.0 - v), v),
                    at(u * (1.0 - v) + size, v),
                    at(u * (1.0 - v), v + size),
                ];
                let margin = [0.02, -0.02][i % 2];
                let sight = visibility.sight(&piece, index, margin);
                let expected = match sight {
                    Sight::Seen => Some(false),
                    Sight::Hidden => Some(true),
                    Sight::Outside | Sight::Unknown => None,
                };
                for k in 0..60 {
                    let (s, t) = (next(&mut state), next(&mut state));
                    let p = piece[0]
                        + ((piece[1] - piece[0]) * s + (piece[2] - piece[0]) * (1.0 - s) * t);
                    if !view.frame.holds(&view.project(&p), 0.0) {
                        assert_ne!(sight, Sight::Seen, "{count} {thick} {i} {k}");
                        continue;
                    }
                    assert_ne!(sight, Sight::Outside, "{count} {thick} {i} {k}");
                    let hidden = visibility.hidden(&p, Some(index), margin);
                    assert!(
                        expected.is_none_or(|e| e == hidden),
                        "{count} {thick} {i} {k}: {sight:?}"
                    );
                }
                match sight {
                    Sight::Seen => told[0] += 1,
                    Sight::Hidden => told[1] += 1,
                    Sight::Outside => told[2] += 1,
                    Sight::Unknown => {}
                }
            }
        }
        assert!(told.iter().all(|n| *n > 10), "{told:?}");
    }

    #[test]
    fn of_large_walls_it_is_told_at_once() {
        for apart in [0.0, 0.01] {
            let subject = walls(500, apart);
            let all: Vec<usize> = (0..500).collect();
            let view = View::around(Axes::from(0.0, 0.0), &subject.triangles[0], SQUARE, 0.9);
            let visibility = Visibility::new(view, &subject, &all);
            let sight = |i: usize| {
                // Clear of the sides, where all of them end together.
                let middle = Point3::new(0.0, 0.0, -apart * i as f64);
                let inner = subject.triangles[i].map(|p| middle + (p - middle) * 0.8);
                visibility.sight(&inner, i, 0.02)
            };
            assert_eq!(sight(0), Sight::Seen);
            // In one plane all are seen; else the first hides them.
            let others = if apart == 0.0 {
                Sight::Seen
            } else {
                Sight::Hidden
            };
            assert!((1..500).all(|i| sight(i) == others));
        }
    }
}
