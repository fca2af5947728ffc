//! Boxes with sides along the axes.

use nalgebra::{Point3, Vector3};

/// An axis-aligned bounding box, closed. In world space, but where a mesh, a field or a compound tells its own: then in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: Point3<f64>,
    /// The corner with the largest coordinates.
    pub max: Point3<f64>,
}

impl Aabb {
    /// All of space.
    pub const EVERYTHING: Self = Self {
        min: Point3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
        max: Point3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
    };

    /// The smallest box around `points`; `None` when there are none.
    pub fn around(points: impl IntoIterator<Item = Point3<f64>>) -> Option<Self> {
        points.into_iter().fold(None, |aabb: Option<Self>, p| {
            Some(match aabb {
                None => Self { min: p, max: p },
                Some(a) => Self {
                    min: a.min.inf(&p),
                    max: a.max.sup(&p),
                },
            })
        })
    }

    /// The smallest box around this one and its copy moved by `displacement`.
    #[must_use]
    pub fn swept(&self, displacement: &Vector3<f64>) -> Self {
        let zero = Vector3::zeros();
        Self {
            min: self.min + displacement.inf(&zero),
            max: self.max + displacement.sup(&zero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swept_box_covers_both_ends() {
        let unit = Aabb::around([Point3::origin(), Point3::new(1.0, 1.0, 1.0)]).unwrap();
        let swept = unit.swept(&Vector3::new(2.0, -3.0, 0.0));
        assert_eq!(swept.min, Point3::new(0.0, -3.0, 0.0));
        assert_eq!(swept.max, Point3::new(3.0, 1.0, 1.0));
    }
}
