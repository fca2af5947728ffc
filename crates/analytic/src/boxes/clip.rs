//! The contact of a face, an edge or a corner with a box.

use super::Axes;
use crate::slab::sign;
use nalgebra::Vector3;

/// A corner, an edge or a face: up to four corners in order, without an allocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    corners: [Vector3<f64>; 4],
    count: usize,
}

impl Feature {
    pub(super) const EMPTY: Self = Self {
        corners: [Vector3::new(0.0, 0.0, 0.0); 4],
        count: 0,
    };

    #[inline(always)]
    pub(super) fn push(&mut self, corner: Vector3<f64>) {
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }

    /// The middle of what lies in the box |xᵢ| ≤ `half`ᵢ + `slack`; the feature's own middle when nothing does.
    #[inline(always)]
    pub(super) fn middle_within(&self, half: &Vector3<f64>, slack: f64) -> Vector3<f64> {
        match self.corners[..self.count] {
            [a] => a,
            [a, b] => middle_of_edge(&a, &b, half, slack),
            _ => middle_of_face(&self.corners[..self.count], half, slack),
        }
    }
}

/// Clips the edge a + s (b − a), 0 ≤ s ≤ 1, as Liang and Barsky do.
#[inline(always)]
fn middle_of_edge(
    a: &Vector3<f64>,
    b: &Vector3<f64>,
    half: &Vector3<f64>,
    slack: f64,
) -> Vector3<f64> {
    let along = b - a;
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for i in 0..3 {
        if along[i] != 0.0 {
            let wall = half[i] + slack;
            let (s, t) = ((-wall - a[i]) / along[i], (wall - a[i]) / along[i]);
            first = first.max(s.min(t));
            last = last.min(s.max(t));
        }
    }
    // Disjoint by rounding alone: the middle is as near to both as either end.
    a + along * (0.5 * (first + last)).clamp(0.0, 1.0)
}

/// Clips a face, plane by plane, as Sutherland and Hodgman do. The corners of the convex part lie in both shapes, and so
/// does their mean.
#[inline(never)]
fn middle_of_face(corners: &[Vector3<f64>], half: &Vector3<f64>, slack: f64) -> Vector3<f64> {
    let whole = Polygon::new(corners);
    let mut part = whole;
    for i in 0..3 {
        for side in [1.0, -1.0] {
            part = part.below(i, side, half[i] + slack);
        }
    }
    if part.count == 0 {
        whole.middle()
    } else {
        part.middle()
    }
}

/// A convex polygon of up to ten corners: four, and one more for each of the box's six planes that cuts it.
#[derive(Clone, Copy, Debug)]
struct Polygon {
    corners: [Vector3<f64>; Self::MOST],
    count: usize,
}

impl Polygon {
    const MOST: usize = 10;

    fn new(corners: &[Vector3<f64>]) -> Self {
        let mut polygon = Self {
            corners: [Vector3::zeros(); Self::MOST],
            count: 0,
        };
        for corner in corners {
            polygon.push(*corner);
        }
        polygon
    }

    fn push(&mut self, corner: Vector3<f64>) {
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
#[inline(always)]
pub(super) fn feature_of_box(
    middle: &Vector3<f64>,
    axes: &Axes,
    half: &Vector3<f64>,
    n: &Vector3<f64>,
    slack: f64,
) -> Feature {
    let edges = [axes.0[0] * half.x, axes.0[1] * half.y, axes.0[2] * half.z];
    let rises = edges.map(|edge| n.dot(&edge));
    let level = |j: usize| rises[j].abs() <= slack && half[j] > 0.0;
    let mut corner = *middle;
    let mut flat = [Vector3::zeros(); 2];
    let mut count = 0;
    for j in 0..3 {
        if level(j) && count < 2 {
            flat[count] = edges[j];
            count += 1;
        } else {
            corner += edges[j] * sign(rises[j]);
        }
    }
    let [u, v] = flat;
    let mut feature = Feature::EMPTY;
    match count {
        0 => feature.push(corner),
        1 => {
            feature.push(corner - u);
            feature.push(corner + u);
        }
        _ => {
            feature.push(corner - u - v);
            feature.push(corner + u - v);
            feature.push(corner + u + v);
            feature.push(corner - u + v);
        }
    }
    feature
}

/// The point of the box |xᵢ| ≤ `half`ᵢ that is nearest to `p`.
pub(super) fn clamp(p: &Vector3<f64>, half: &Vector3<f64>) -> Vector3<f64> {
    p.zip_map(half, |x, e| x.max(-e).min(e))
}
