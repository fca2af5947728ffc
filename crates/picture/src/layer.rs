//! What has its place between the faces.

use super::flat::{Spot, part};
use super::solid::within;
use nalgebra::Point2;
use svg::Node;

/// Something that has its place between the faces: a convex thing's outline on the page, and its front.
pub struct Layer {
    /// How near it is on the whole, which orders the layers.
    pub nearness: f64,
    /// Its outline on the page, as [`outline`](super::solid::outline) gives it.
    pub outline: Vec<Point2<f64>>,
    /// Planes on the page, [a, b, c]: its front at (x, y) is as near as the least a·x + b·y + c.
    pub front: Vec<[f64; 3]>,
    /// What is drawn.
    pub node: Box<dyn Node>,
    /// The least and the greatest coordinates of its outline.
    bounds: [Point2<f64>; 2],
}

impl Layer {
    /// A layer with these.
    pub fn new(
        nearness: f64,
        outline: Vec<Point2<f64>>,
        front: Vec<[f64; 3]>,
        node: impl Node,
    ) -> Self {
        let nowhere = [f64::INFINITY, f64::NEG_INFINITY].map(|x| Point2::new(x, x));
        let bounds = outline
            .iter()
            .fold(nowhere, |[low, high], p| [low.inf(p), high.sup(p)]);
        Self {
            nearness,
            outline,
            front,
            node: Box::new(node),
            bounds,
        }
    }

    fn covers(&self, p: &Point2<f64>) -> bool {
        let [low, high] = &self.bounds;
        *low <= *p && *p <= *high && within(&self.outline, p)
    }

    /// Where something with these points on the page, and their nearness, lies.
    pub fn relation(&self, points: &[(Point2<f64>, f64)]) -> Relation {
        let inside: Vec<_> = points.iter().filter(|(p, _)| self.covers(p)).collect();
        let nearer = inside
            .iter()
            .filter(|(p, nearness)| *nearness > self.front_at(p))
            .count();
        match (inside.len(), nearer) {
            (0, _) => Relation::Beside,
            (_, 0) => Relation::Behind,
            (all, nearer) if all == nearer => Relation::Before,
            _ => Relation::Through,
        }
    }

    fn front_at(&self, p: &Point2<f64>) -> f64 {
        let planes = self.front.iter().map(|[a, b, c]| a * p.x + b * p.y + c);
        planes.fold(f64::INFINITY, f64::min)
    }

    /// Where any piece of a flat polygon with these corners lies, if it is not partly before the layer, which is called through.
    ///
    /// The front is concave over the page, so a flat piece is behind it where its corners are; and it is before the front where its
    /// corners are before one of the front's planes.
    pub fn relation_of_all(&self, corners: &[(Point2<f64>, f64)]) -> Relation {
        let before = |[a, b, c]: &[f64; 3]| {
            let nearer = |(p, nearness): &(Point2<f64>, f64)| *nearness > a * p.x + b * p.y + c;
            corners.iter().all(nearer)
        };
        if self.outline.len() < 3 {
            return Relation::Beside;
        }
        let mut covered: Vec<Spot> = corners.iter().map(|(p, near)| [p.x, p.y, *near]).collect();
        let mut inside = true;
        for (i, a) in self.outline.iter().enumerate() {
            let b = self.outline[(i + 1) % self.outline.len()];
            let side = |p: &Spot| (b.x - a.x) * (p[1] - a.y) - (b.y - a.y) * (p[0] - a.x);
            if covered.iter().any(|p| side(p) < 0.0) {
                inside = false;
                covered = part(&covered, side);
            }
        }
        let behind = |p: &Spot| p[2] <= self.front_at(&Point2::new(p[0], p[1]));
        if covered.is_empty() {
            Relation::Beside
        } else if covered.iter().all(behind) {
            Relation::Behind
        } else if inside && self.front.iter().any(before) {
            Relation::Before
        } else {
            Relation::Through
        }
    }
}

/// Where something lies, as a layer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The layer covers nothing of it.
    Beside,
    /// The layer covers a part of it.
    Behind,
    /// It covers a part of the layer.
    Before,
    /// Each covers a part of the other.
    Through,
}

/// The plane through three points of the page with their nearness; level where they are on one line.
pub fn plane(corners: [(Point2<f64>, f64); 3]) -> [f64; 3] {
    let [(p, d), (q, e), (r, f)] = corners;
    let (u, v) = (q - p, r - p);
    let area = u.perp(&v);
    if area == 0.0 {
        return [0.0, 0.0, d.max(e).max(f)];
    }
    let a = ((e - d) * v.y - (f - d) * u.y) / area;
    let b = ((f - d) * u.x - (e - d) * v.x) / area;
    [a, b, d - a * p.x - b * p.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_pass_through_their_corners() {
        let corners = [([0.0, 0.0], 1.0), ([2.0, 0.0], 5.0), ([0.0, 1.0], 0.0)];
        let [a, b, c] = plane(corners.map(|(p, near)| (p.into(), near)));
        assert_eq!([a, b, c], [2.0, -1.0, 1.0]);
    }

    #[test]
    fn what_is_told_of_a_whole_face_is_so_of_its_pieces() {
        // A pyramid over a square, seen from above.
        let outline = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]].map(Point2::from);
        let front = vec![
            [1.0, 0.0, 0.0],
            [-1.0, 0.0, 8.0],
            [0.0, 1.0, 0.0],
            [0.0, -1.0, 8.0],
        ];
        let layer = Layer::new(
            2.0,
            outline.to_vec(),
            front,
            svg::node::element::Group::new(),
        );
        let told = |corners: [[f64; 3]; 3]| {
            let corners = corners.map(|[x, y, near]| (Point2::new(x, y), near));
            let whole = layer.relation_of_all(&corners);
            for i in 0..=40 {
                for j in 0..=40 - i {
                    let weights = [i, j, 40 - i - j].map(|n| f64::from(n) / 40.0);
                    let sum =
                        |of: &dyn Fn(usize) -> f64| (0..3).map(|k| weights[k] * of(k)).sum::<f64>();
                    let place = Point2::new(sum(&|k| corners[k].0.x), sum(&|k| corners[k].0.y));
                    let here = layer.relation(&[(place, sum(&|k| corners[k].1))]);
                    let fits = match whole {
                        Relation::Beside => here == Relation::Beside,
                        Relation::Behind => here != Relation::Before,
                        Relation::Before => here == Relation::Before,
                        Relation::Through => true,
                    };
                    assert!(fits, "{corners:?}: {whole:?}, {here:?}");
                }
            }
            whole
        };
        let level = |z: f64| [[1.0, 1.0, z], [7.0, 2.0, z], [3.0, 7.0, z]];
        assert_eq!(told(level(7.5)), Relation::Before);
        assert_eq!(told(level(0.5)), Relation::Behind);
        assert_eq!(told(level(3.0)), Relation::Through);
        // It reaches beyond the outline, where the front's planes go on to fall.
        assert_eq!(
            told([[-9.0, 4.0, -0.1], [9.0, 3.0, -0.1], [9.0, 5.0, -0.1]]),
            Relation::Behind
        );
        assert_eq!(
            told([[-9.0, 4.0, 9.0], [9.0, 3.0, 9.0], [9.0, 5.0, 9.0]]),
            Relation::Through
        );
        // Its box overlaps that of the outline.
        assert_eq!(
            told([[-9.0, 7.0, 9.0], [9.0, 19.0, 9.0], [-9.0, 19.0, 9.0]]),
            Relation::Beside
        );
    }
}
