//! The line that a body shows another one along an axis: an edge, the tangent of a rim, or one of a round side.

use super::bound::across;
use super::rim::Rim;
use super::side::Side;
use crate::tolerance::ASIDE;
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

/// Such a line, in its shape's own frame.
pub(super) enum Shown {
    Edge(Vector3<f64>),
    Rim(Rim),
    Side(Side),
}

impl Shown {
    /// What a shape shows toward `n` (unit), all of what is straight within a length of the plane across n; `None` where it shows a
    /// corner.
    pub(super) fn toward(shape: &impl Support, n: &Vector3<f64>, within: f64) -> Option<Self> {
        if let Some(axle) = shape.axis_of_revolution()
            && let Some(along) = straight(shape, n, &[axle, -axle], within)
        {
            return Some(Self::Side(Side::new(axle, along, n)?));
        }
        if let Some(rim) = Rim::shown(shape, n) {
            return Some(Self::Rim(rim));
        }
        let (e, f) = across(n);
        straight(shape, n, &[e, -e, f, -f], within).map(Self::Edge)
    }

    /// Its direction where the shape is farthest along `n`.
    pub(super) fn direction(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self {
            Self::Edge(edge) => Some(*edge),
            Self::Rim(rim) => rim.tangent(n),
            Self::Side(side) => side.line(n),
        }
    }

    /// Its direction where another line crosses it at `x`, along the axis `n` across both.
    pub(super) fn crossed(&self, x: &Vector3<f64>, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self {
            Self::Rim(rim) => rim.beside(x),
            _ => self.direction(n),
        }
    }

    pub(super) fn is_round(&self) -> bool {
        !matches!(self, Self::Edge(_))
    }
}

/// The direction of the longest way between points that a shape shows toward `n` and beside it, within a length of the plane across n.
fn straight(
    shape: &impl Support,
    n: &Vector3<f64>,
    asides: &[Vector3<f64>],
    within: f64,
) -> Option<Vector3<f64>> {
    let mut longest = Vector3::zeros();
    let mut ends = [shape.support_point(n).coords; 5];
    for (i, aside) in asides.iter().enumerate() {
        let point = shape.support_point(&(n + aside * ASIDE)).coords;
        if n.dot(&(ends[0] - point)) > within {
            continue;
        }
        ends[i + 1] = point;
        for other in &ends[..=i] {
            let way = point - other;
            if way.norm_squared() > longest.norm_squared() {
                longest = way;
            }
        }
    }
    let length = sqrt(longest.norm_squared());
    (length > within).then(|| longest / length)
}
