//! The page, cut into squares until few faces are left in each.

use super::flat::{Flat, ROUNDING};
use super::view::Frame;

/// A cell with no more faces than this is not cut further.
const FEW: usize = 12;
/// The side of the smallest cells, in pixels.
const SMALLEST: f64 = 1.5;

/// A square of the page.
#[derive(Clone, Copy, Debug)]
pub struct Square {
    /// Its least corner.
    pub corner: [f64; 2],
    pub side: f64,
}

impl Square {
    /// The least square around the frame that halves down to the smallest cells.
    fn around(frame: &Frame) -> Self {
        let mut side = SMALLEST;
        while side < frame.width.max(frame.height) {
            side *= 2.0;
        }
        Self {
            corner: [frame.x, frame.y],
            side,
        }
    }

    /// Where it is cut.
    pub fn middle(&self) -> [f64; 2] {
        self.corner.map(|x| x + self.side / 2.0)
    }

    /// A quarter of it: bit 0 of its number is its place across the page, bit 1 that down the page.
    pub fn quarter(&self, number: usize) -> Self {
        let half = self.side / 2.0;
        let [x, y] = self.corner;
        Self {
            corner: [
                x + half * (number & 1) as f64,
                y + half * (number >> 1) as f64,
            ],
            side: half,
        }
    }

    fn corners(&self) -> [[f64; 2]; 4] {
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
            .map(|at: [f64; 2]| [0, 1].map(|axis| self.corner[axis] + at[axis] * self.side))
    }
}

/// A part of the page, and the faces of which a part may be seen there.
pub struct Cell {
    pub square: Square,
    /// Up to two faces that cover all of it, the nearest ones.
    pub fronts: Vec<u32>,
    pub content: Content,
}

/// What is in a cell.
pub enum Content {
    /// All its faces, the fronts among them.
    Faces(Vec<u32>),
    /// Its quarters.
    Quarters(Box<[Cell; 4]>),
}

impl Cell {
    /// All of the page.
    pub fn page(frame: &Frame, faces: &[Flat]) -> Self {
        let all = (0..faces.len() as u32).collect();
        Self::new(Square::around(frame), all, faces)
    }

    /// Keeps of `near` what lies in the square, less the faces behind two others that cover all of it: what they hide, one of
    /// those two hides too. One would do, if it did not ask what hides itself. So a cell holds few faces, however many lie
    /// behind each other; and where many lie beside each other, or pass through each other, it is cut.
    fn new(square: Square, mut near: Vec<u32>, faces: &[Flat]) -> Self {
        let corners = square.corners();
        near.retain(|&i| faces[i as usize].meets(&corners));
        let levels = |i: u32| corners.map(|p| faces[i as usize].level_at(&p));
        let covers = |i: &&u32| {
            let face = &faces[**i as usize];
            corners.iter().all(|p| face.nearness_at(p).is_some())
        };
        let mut fronts: Vec<(u32, [f64; 4])> = Vec::new();
        for &i in near.iter().filter(covers) {
            let levels = levels(i);
            let middle = |levels: &[f64; 4]| levels.iter().sum::<f64>();
            let at = fronts.partition_point(|(_, front)| middle(front) >= middle(&levels));
            fronts.insert(at, (i, levels));
            fronts.truncate(2);
        }
        if let [first, second] = fronts[..] {
            near.retain(|&i| {
                let levels = levels(i);
                let behind = |front: &[f64; 4]| (0..4).all(|k| levels[k] <= front[k] + ROUNDING);
                i == first.0 || i == second.0 || !(behind(&first.1) && behind(&second.1))
            });
        }
        let content = if near.len() <= FEW || square.side <= SMALLEST {
            near.shrink_to_fit();
            Content::Faces(near)
        } else {
            let quarter = |number| Self::new(square.quarter(number), near.clone(), faces);
            Content::Quarters(Box::new([0, 1, 2, 3].map(quarter)))
        };
        Self {
            square,
            fronts: fronts.into_iter().map(|(i, _)| i).collect(),
            content,
        }
    }

    /// The faces where `p` lies.
    pub fn faces_at(&self, p: &[f64; 2]) -> &[u32] {
        let mut cell = self;
        loop {
            match &cell.content {
                Content::Faces(faces) => return faces,
                Content::Quarters(quarters) => {
                    let middle = cell.square.middle();
                    let beyond = [0, 1].map(|axis| usize::from(p[axis] >= middle[axis]));
                    cell = &quarters[beyond[0] + 2 * beyond[1]];
                }
            }
        }
    }
}
