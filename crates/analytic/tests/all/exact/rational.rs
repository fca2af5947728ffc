//! Sweeps of corner sets in rational numbers.

use nalgebra::Vector3;
use num_rational::Ratio;

pub type Q = Ratio<i128>;
pub type V = [Q; 3];

pub fn q(x: i128, y: i128) -> Q {
    Ratio::new(x, y)
}

pub fn dot(a: &V, b: &V) -> Q {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: &V, b: &V) -> V {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

pub fn minus(a: &V, b: &V) -> V {
    core::array::from_fn(|i| a[i] - b[i])
}

pub fn number(x: &Q) -> f64 {
    *x.numer() as f64 / *x.denom() as f64
}

pub fn to_f64(v: &V) -> Vector3<f64> {
    Vector3::from(v.each_ref().map(number))
}

/// A sweep of the hull of corners, and the axes that decide it.
pub struct Exact {
    pub moving: Vec<V>,
    pub displacement: V,
    pub fixed: Vec<V>,
    pub axes: Vec<V>,
}

impl Exact {
    fn range(points: &[V], axis: &V) -> (Q, Q) {
        let heights: Vec<Q> = points.iter().map(|x| dot(axis, x)).collect();
        (
            *heights.iter().min().expect("a corner"),
            *heights.iter().max().expect("a corner"),
        )
    }

    fn zero(axis: &V) -> bool {
        axis.iter().all(|x| *x.numer() == 0)
    }

    /// Bounds a ≤ t·v ≤ b of contact along each axis: (a, b, v, axis).
    fn slabs(&self) -> impl Iterator<Item = (Q, Q, Q, &V)> {
        self.axes.iter().filter(|n| !Self::zero(n)).map(|n| {
            let (low, high) = Self::range(&self.fixed, n);
            let (from, to) = Self::range(&self.moving, n);
            (low - to, high - from, dot(n, &self.displacement), n)
        })
    }

    /// The interval of contact within the sweep, if there is one, and its true ends.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (mut entry, mut exit) = (q(-1_000_000_000, 1), q(1_000_000_000, 1));
        let zero = q(0, 1);
        for (a, b, v, _) in self.slabs() {
            if v == zero {
                if a > zero || b < zero {
                    return None;
                }
            } else {
                entry = entry.max((a / v).min(b / v));
                exit = exit.min((a / v).max(b / v));
            }
        }
        (entry <= exit && entry <= q(1, 1) && exit >= zero).then(|| (number(&entry), number(&exit)))
    }

    /// The depth at the start: negative when apart.
    pub fn depth(&self) -> f64 {
        self.slabs()
            .map(|(a, b, _, n)| number(&b).min(-number(&a)) / to_f64(n).norm())
            .fold(f64::INFINITY, f64::min)
    }

    /// Whether the line of motion stays in a plane that does not enter the obstacle.
    pub fn touches_only(&self) -> bool {
        let zero = q(0, 1);
        self.slabs()
            .any(|(a, b, v, _)| v == zero && (a == zero || b == zero))
    }

    /// Whether the shapes come within this length of each other, as their slabs have it.
    pub fn nearly(&self, length: f64) -> bool {
        let (mut entry, mut exit) = (0.0f64, 1.0f64);
        for (a, b, v, n) in self.slabs() {
            let grown = length * to_f64(n).norm();
            let (a, b, v) = (number(&a) - grown, number(&b) + grown, number(&v));
            if v == 0.0 {
                if a > 0.0 || b < 0.0 {
                    return false;
                }
            } else {
                entry = entry.max((a / v).min(b / v));
                exit = exit.min((a / v).max(b / v));
            }
        }
        entry <= exit
    }

    /// Each axis as a unit vector, with the ranges of the fixed and the moving shape along it.
    pub fn ranges(&self) -> impl Iterator<Item = (Vector3<f64>, [f64; 2], [f64; 2])> {
        self.axes.iter().filter(|n| !Self::zero(n)).map(|n| {
            let length = to_f64(n).norm();
            let range = |points: &[V]| {
                let (low, high) = Self::range(points, n);
                [number(&low) / length, number(&high) / length]
            };
            (to_f64(n) / length, range(&self.fixed), range(&self.moving))
        })
    }

    pub fn moving(&self) -> Vec<Vector3<f64>> {
        self.moving.iter().map(to_f64).collect()
    }

    pub fn fixed(&self) -> Vec<Vector3<f64>> {
        self.fixed.iter().map(to_f64).collect()
    }
}
