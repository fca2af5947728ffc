//! The scene's faces, as far as they can be seen.
//!
//! A face of which some is seen and some is hidden is split until the pieces are tiny; pieces that turn out alike
//! are joined again. What is drawn in the end hides nothing of the rest.

use super::paint::{Colour, Painter, Seen, mix};
use super::subject::{Kind, Subject};
use super::visibility::{Sight, Visibility};
use nalgebra::{Point2, Point3, Vector3};

/// Pieces up to this size, in pixels, are not split further.
const SMALLEST: f64 = 4.0;
/// Larger pieces are split before it is asked whether they are hidden: few points of a piece are asked.
const LARGEST: f64 = 14.0;
/// The most times a face is split in two.
const DEEPEST: u32 = 26;
/// Pixels by which a face must be in front to hide another. Where two coincide, as the bottom of a box does with the
/// ground that it stands on, the one that turns its back is hidden: for it, the margin is negative.
const MARGIN: f64 = 0.02;

/// Adds those of these faces that the view shows.
pub fn add(subject: &Subject, shown: &[usize], visibility: &Visibility, painter: &mut Painter) {
    let mut pieces = Vec::new();
    for &index in shown {
        let corners = &subject.triangles[index];
        let [a, b, c] = corners;
        let back = (b - a).cross(&(c - a)).dot(&painter.view.axes.toward) < 0.0;
        let margin = if back { -MARGIN } else { MARGIN };
        let mut splitter = Splitter {
            visibility,
            painter,
            index,
            margin,
            pieces: &mut pieces,
        };
        if let Some(gap) = splitter.split(corners, DEEPEST) {
            splitter.keep(gap, Seen::Whole, corners);
        }
        let colour = if subject.special.contains(&index) {
            [0.97, 0.72, 0.32]
        } else {
            colour(corners, subject.kinds[index], &painter.view.axes.toward)
        };
        for piece in pieces.drain(..) {
            painter.face(piece.gap, piece.seen, colour, &piece.corners);
        }
    }
}

/// A face's colour by its kind and the light on it. Both sides look the same.
fn colour(corners: &[Point3<f64>; 3], kind: Kind, toward: &Vector3<f64>) -> Colour {
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a));
    let normal = normal.try_normalize(0.0).unwrap_or(*toward);
    let normal = if normal.dot(toward) < 0.0 {
        -normal
    } else {
        normal
    };
    let (base, dark): (Colour, Colour) = match kind {
        Kind::Ground => ([0.77, 0.85, 0.66], [0.24, 0.36, 0.34]),
        Kind::Slope => ([0.83, 0.55, 0.45], [0.30, 0.18, 0.24]),
        Kind::Other => ([0.94, 0.91, 0.86], [0.28, 0.29, 0.38]),
    };
    let light = Vector3::new(-0.45, 0.78, 0.43).normalize();
    let lit = 0.5 + 0.5 * normal.dot(&light);
    let shade = 0.30 + 0.74 * lit * lit.sqrt();
    mix(dark, base, shade.min(1.0))
}

/// A part of a face to be drawn, and where among the layers.
struct Piece {
    gap: usize,
    seen: Seen,
    corners: [Point2<f64>; 3],
}

struct Splitter<'a, 'p> {
    visibility: &'a Visibility,
    painter: &'a Painter<'p>,
    index: usize,
    margin: f64,
    pieces: &'a mut Vec<Piece>,
}

impl Splitter<'_, '_> {
    fn keep(&mut self, gap: usize, seen: Seen, corners: &[Point3<f64>; 3]) {
        let corners = corners.map(|p| self.painter.view.project(&p));
        self.pieces.push(Piece { gap, seen, corners });
    }

    /// Where among the layers all of the face belongs, if all of it can be seen. Otherwise keeps the pieces that can.
    fn split(&mut self, corners: &[Point3<f64>; 3], depth: u32) -> Option<usize> {
        let view = &self.painter.view;
        let page = corners.map(|p| view.project(&p));
        if !view.shows(&page) {
            return None;
        }
        let length = |i: usize| (page[(i + 1) % 3] - page[i]).norm();
        let longest = (0..3)
            .max_by(|&i, &j| length(i).total_cmp(&length(j)))
            .unwrap_or(0);
        let small = depth == 0 || length(longest) <= SMALLEST;
        if length(longest) > LARGEST && !small {
            // Of most large pieces it is known what would become of the small ones that they would be split into.
            match self.visibility.sight(corners, self.index, self.margin) {
                Sight::Outside | Sight::Hidden => return None,
                Sight::Seen => {
                    if let Some(gap) = self.painter.gap_of_all(corners) {
                        return Some(gap);
                    }
                }
                Sight::Unknown => {}
            }
        } else {
            let (seen, hidden) = self.seen(corners);
            if !seen && (hidden || small) {
                return None;
            }
            // What is neither, or both and large, is split whatever its place among the layers.
            if seen && (!hidden || small) {
                let [a, b, c] = *corners;
                let (gap, through) = self.painter.gap(&[a, b, c, middle(corners)]);
                if !hidden && (small || !through) {
                    return Some(gap);
                }
                if small {
                    self.keep(gap, Seen::Part, corners);
                    return None;
                }
            }
        }
        let [a, b, c] = [0, 1, 2].map(|k| corners[(longest + k) % 3]);
        let half = nalgebra::center(&a, &b);
        let parts = [[a, half, c], [half, b, c]];
        let gaps = parts.map(|part| self.split(&part, depth - 1));
        if gaps[0].is_some() && gaps[0] == gaps[1] {
            return gaps[0];
        }
        for (gap, part) in gaps.iter().zip(&parts) {
            if let Some(gap) = gap {
                self.keep(*gap, Seen::Whole, part);
            }
        }
        None
    }

    /// Whether some of a few points of the face can be seen, and whether some are hidden. Those outside the frame, which
    /// cuts off whatever is drawn there, are neither.
    fn seen(&self, corners: &[Point3<f64>; 3]) -> (bool, bool) {
        let [a, b, c] = corners;
        let middle = middle(corners);
        let inward = |p: &Point3<f64>| middle + (p - middle) * 0.92;
        let halves = [
            nalgebra::center(a, b),
            nalgebra::center(b, c),
            nalgebra::center(c, a),
        ];
        let points = corners.iter().chain(&halves).map(inward).chain([middle]);
        let view = &self.painter.view;
        let (mut seen, mut hidden) = (false, false);
        for p in points.filter(|p| view.frame.holds(&view.project(p), 0.0)) {
            let behind = self.visibility.hidden(&p, Some(self.index), self.margin);
            (seen, hidden) = (seen || !behind, hidden || behind);
        }
        (seen, hidden)
    }
}

fn middle([a, b, c]: &[Point3<f64>; 3]) -> Point3<f64> {
    Point3::from((a.coords + b.coords + c.coords) / 3.0)
}
