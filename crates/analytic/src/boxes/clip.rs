//! The contact of a face, an edge or a corner with a box.

use nalgebra::{Matrix3, Vector3};

/// A convex polygon of up to ten corners: four, and one more for each of the box's six planes that cuts it. Two corners
/// are an edge, one is a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon {
    corners: [Vector3<f64>; Self::MOST],
    count: usize,
}

impl Polygon {
    const MOST: usize = 10;

    pub(super) fn new(corners: &[Vector3<f64>]) -> Self {
        let mut polygon = Self {
            corners: [Vector3::zeros(); Self::MOST],
            count: 0,
        };
        for corner in corners {
            polygon.push(*corner);
        }
        polygon
    }

    pub(super) fn push(&mut self, corner: Vector3<f64>) {
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }

    fn corners(&self) -> &[Vector3<f64>] {
        &self.corners[..self.count]
    }

    fn middle(&self) -> Vector3<f64> {
        self.corners().iter().sum::<Vector3<f64>>() / self.count.max(1) as f64
    }

    /// The middle of what lies in the box |xᵢ| ≤ `half`ᵢ + `slack`; the polygon's own middle when nothing does.
    ///
    /// Sutherland and Hodgman's clipping, plane by plane. Since the corners of a convex polygon's parts are in both
    /// shapes, their mean is, too.
    pub(super) fn middle_within(&self, half: &Vector3<f64>, slack: f64) -> Vector3<f64> {
        if self.count == 1 {
            return self.corners[0];
        }
        let mut part = *self;
        for i in 0..3 {
            for side in [1.0, -1.0] {
                part = part.below(i, side, half[i] + slack);
            }
        }
        if part.count == 0 {
            self.middle()
        } else {
            part.middle()
        }
    }

    /// What satisfies `side`·xᵢ ≤ `limit`.
    fn below(&self, i: usize, side: f64, limit: f64) -> Self {
        let height = |p: &Vector3<f64>| side * p[i] - limit;
        if self.corners().iter().all(|p| height(p) <= 0.0) {
            return *self;
        }
        let mut part = Self::new(&[]);
        for (k, p) in self.corners().iter().enumerate() {
            let next = &self.corners[(k + 1) % self.count];
            let (here, there) = (height(p), height(next));
            if here <= 0.0 {
                part.push(*p);
            }
            if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                let mut cut = p + (next - p) * (here / (here - there));
                cut[i] = side * limit;
                part.push(cut);
            }
        }
        part
    }
}

/// The part of a box that is farthest along the unit vector `n`: the edges along which it falls by no more than `slack`
/// count as level. A box whose three edges are all level is no larger than the slack, and one face of it will do.
pub(super) fn face_of_box(
    middle: &Vector3<f64>,
    axes: &Matrix3<f64>,
    half: &Vector3<f64>,
    n: &Vector3<f64>,
    slack: f64,
) -> Polygon {
    let mut corner = *middle;
    let mut level = [Vector3::zeros(); 2];
    let mut count = 0;
    for j in 0..3 {
        let edge = axes.column(j) * half[j];
        let rise = n.dot(&edge);
        if rise.abs() <= slack && half[j] > 0.0 && count < 2 {
            level[count] = edge;
            count += 1;
        } else if rise < 0.0 {
            corner -= edge;
        } else {
            corner += edge;
        }
    }
    let [u, v] = level;
    match count {
        0 => Polygon::new(&[corner]),
        1 => Polygon::new(&[corner - u, corner + u]),
        _ => Polygon::new(&[
            corner - u - v,
            corner + u - v,
            corner + u + v,
            corner - u + v,
        ]),
    }
}

/// The point of the box |xᵢ| ≤ `half`ᵢ that is nearest to `p`.
pub(super) fn clamp(p: &Vector3<f64>, half: &Vector3<f64>) -> Vector3<f64> {
    p.zip_map(half, |x, e| x.max(-e).min(e))
}
