//! The scene's edges: strong where the surface ends or bends, faint where it goes on.

use super::paint::{Painter, Pen};
use super::subject::Subject;
use super::visibility::Visibility;
use nalgebra::{Point3, Vector3};
use std::collections::BTreeMap;

/// A bend of at least this angle's cosine is smooth: 30 degrees.
const SMOOTH: f64 = 0.866;
/// Edges are split into pieces of at most this many pixels: each is seen or hidden.
const PIECE: f64 = 7.0;
/// Faint edges shorter than this many pixels would only make the page grey.
const SHORTEST_FAINT: f64 = 14.0;

/// Pixels by which a face must be in front to hide an edge: those that meet there do not.
const MARGIN: f64 = 0.3;

type Key = [[u64; 3]; 2];

/// Adds the edges of these triangles that the view shows.
pub fn add(subject: &Subject, shown: &[usize], visibility: &Visibility, painter: &mut Painter) {
    let mut edges: BTreeMap<Key, Edge> = BTreeMap::new();
    for &index in shown {
        let corners = &subject.triangles[index];
        let [a, b, c] = corners;
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
            continue;
        };
        for i in 0..3 {
            let ends = [corners[i], corners[(i + 1) % 3]];
            if painter.view.shows(&ends.map(|p| painter.view.project(&p))) {
                let edge = edges.entry(key(&ends)).or_insert(Edge {
                    ends,
                    normals: Vec::new(),
                });
                edge.normals.push(normal);
            }
        }
    }
    for edge in edges.values() {
        edge.add(visibility, painter);
    }
}

struct Edge {
    ends: [Point3<f64>; 2],
    normals: Vec<Vector3<f64>>,
}

impl Edge {
    fn sharp(&self) -> bool {
        let first = self.normals[0];
        // Windings need not agree: a bend is the same from either side.
        self.normals.len() == 1
            || self.normals[1..]
                .iter()
                .any(|n| first.dot(n).abs() < SMOOTH)
    }

    /// Inside a flat face that was split into triangles.
    fn flat(&self) -> bool {
        let first = self.normals[0];
        self.normals.len() > 1
            && self.normals[1..]
                .iter()
                .all(|n| first.dot(n).abs() > 1.0 - 1e-9)
    }

    /// Adds the stretches that can be seen.
    fn add(&self, visibility: &Visibility, painter: &mut Painter) {
        let view = painter.view;
        let page = self.ends.map(|p| view.project(&p));
        let length = (page[1] - page[0]).norm();
        let pen = if self.sharp() { Pen::Crease } else { Pen::Net };
        if pen == Pen::Net && (length < SHORTEST_FAINT || self.flat()) {
            return;
        }
        let pieces = (length / PIECE).ceil().clamp(1.0, 400.0) as u32;
        let at = |i: u32| {
            self.ends[0] + (self.ends[1] - self.ends[0]) * (f64::from(i) / f64::from(pieces))
        };
        // Neighbouring pieces of one gap are one line.
        let mut run: Option<(usize, u32)> = None;
        for i in 0..=pieces {
            let gap = (i < pieces).then(|| {
                let (from, to) = (at(i), at(i + 1));
                let middle = nalgebra::center(&from, &to);
                let seen = !visibility.hidden(&middle, None, MARGIN);
                seen.then(|| painter.gap_for_line(&[from, middle, to]))
            });
            let gap = gap.flatten();
            if run.map(|(gap, _)| gap) != gap {
                if let Some((gap, first)) = run {
                    painter.line(gap, pen, &[at(first), at(i)].map(|p| view.project(&p)));
                }
                run = gap.map(|gap| (gap, i));
            }
        }
    }
}

/// The ends' bits, in an order of their own.
fn key(ends: &[Point3<f64>; 2]) -> Key {
    let mut key = ends.map(|p| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits()));
    key.sort_unstable();
    key
}
