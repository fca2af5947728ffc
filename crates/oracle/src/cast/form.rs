//! Shapes as plain data.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A shape of the case format, as the numbers it is made of.
///
/// Generated forms hold only numbers that `f32` holds exactly, so that both scalars build the same shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are those of the case format
pub enum Form {
    Point,
    Sphere {
        radius: f64,
    },
    Cuboid {
        half_extents: [f64; 3],
    },
    Capsule {
        half_height: f64,
        radius: f64,
    },
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Cone {
        half_height: f64,
        radius: f64,
    },
    Ellipsoid {
        radii: [f64; 3],
    },
    Segment {
        a: [f64; 3],
        b: [f64; 3],
    },
    Triangle {
        a: [f64; 3],
        b: [f64; 3],
        c: [f64; 3],
    },
    ConvexHull {
        points: Vec<[f64; 3]>,
    },
    HalfSpace {
        normal: [f64; 3],
    },
    Rounded {
        shape: Box<Form>,
        radius: f64,
    },
}

impl Form {
    /// A ball.
    pub fn sphere(radius: f64) -> Self {
        Self::Sphere { radius }
    }

    /// A box.
    pub fn cuboid(half_extents: [f64; 3]) -> Self {
        Self::Cuboid { half_extents }
    }

    /// The box again, as the hull of its eight corners.
    pub fn box_hull(half_extents: [f64; 3]) -> Self {
        Self::ConvexHull {
            points: box_corners(half_extents),
        }
    }

    /// This form with a ball of `radius` around each point.
    pub fn rounded(self, radius: f64) -> Self {
        Self::Rounded {
            shape: Box::new(self),
            radius,
        }
    }

    /// The form without any ball around it, and the radii of those balls: a cylinder has none, a rounded one has one.
    pub fn core(&self) -> (Cow<'_, Self>, Vec<f64>) {
        match self {
            Self::Rounded { shape, radius } => {
                let (core, mut radii) = shape.core();
                radii.push(*radius);
                (core, radii)
            }
            Self::Sphere { radius } => (Cow::Owned(Self::Point), vec![*radius]),
            Self::Capsule {
                half_height,
                radius,
            } => {
                let end = |y: f64| [0.0, y, 0.0];
                let (a, b) = (end(-half_height), end(*half_height));
                (Cow::Owned(Self::Segment { a, b }), vec![*radius])
            }
            other => (Cow::Borrowed(other), Vec::new()),
        }
    }

    /// The corners whose hull the form is; none when it is round or has no bound.
    pub fn corners(&self) -> Option<Vec<[f64; 3]>> {
        Some(match self {
            Self::Point => vec![[0.0; 3]],
            Self::Segment { a, b } => vec![*a, *b],
            Self::Triangle { a, b, c } => vec![*a, *b, *c],
            Self::Cuboid { half_extents } => box_corners(*half_extents),
            Self::ConvexHull { points } => points.clone(),
            _ => return None,
        })
    }

    /// At least the greatest distance of the form's points from its origin, up to rounding; 0 for a half-space.
    pub fn extent(&self) -> f64 {
        let length = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        match self {
            Self::Cylinder {
                half_height,
                radius,
            }
            | Self::Cone {
                half_height,
                radius,
            } => half_height.hypot(*radius),
            Self::Ellipsoid { radii } => radii.iter().copied().fold(0.0, f64::max),
            Self::HalfSpace { .. } => 0.0,
            Self::Sphere { .. } | Self::Capsule { .. } | Self::Rounded { .. } => {
                let (core, radii) = self.core();
                core.extent() + radii.iter().sum::<f64>()
            }
            _ => {
                let corners = self.corners().unwrap_or_default();
                corners.into_iter().map(length).fold(0.0, f64::max)
            }
        }
    }

    /// This form with `length` applied to every length in it and `direction` to every component of a direction.
    pub fn mapped(&self, length: &dyn Fn(f64) -> f64, direction: &dyn Fn(f64) -> f64) -> Self {
        let l = |x: &f64| length(*x);
        let v = |v: &[f64; 3]| v.map(length);
        match self {
            Self::Point => Self::Point,
            Self::Sphere { radius } => Self::Sphere { radius: l(radius) },
            Self::Cuboid { half_extents } => Self::Cuboid {
                half_extents: v(half_extents),
            },
            Self::Capsule {
                half_height,
                radius,
            } => Self::Capsule {
                half_height: l(half_height),
                radius: l(radius),
            },
            Self::Cylinder {
                half_height,
                radius,
            } => Self::Cylinder {
                half_height: l(half_height),
                radius: l(radius),
            },
            Self::Cone {
                half_height,
                radius,
            } => Self::Cone {
                half_height: l(half_height),
                radius: l(radius),
            },
            Self::Ellipsoid { radii } => Self::Ellipsoid { radii: v(radii) },
            Self::Segment { a, b } => Self::Segment { a: v(a), b: v(b) },
            Self::Triangle { a, b, c } => Self::Triangle {
                a: v(a),
                b: v(b),
                c: v(c),
            },
            Self::ConvexHull { points } => Self::ConvexHull {
                points: points.iter().map(v).collect(),
            },
            Self::HalfSpace { normal } => Self::HalfSpace {
                normal: normal.map(direction),
            },
            Self::Rounded { shape, radius } => Self::Rounded {
                shape: Box::new(shape.mapped(length, direction)),
                radius: l(radius),
            },
        }
    }

    /// This form with all lengths times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        self.mapped(&|x| x * factor, &|x| x)
    }
}

fn box_corners(half_extents: [f64; 3]) -> Vec<[f64; 3]> {
    let corner = |i: usize| {
        core::array::from_fn(|axis| {
            let side = if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
            side * half_extents[axis]
        })
    };
    (0..8).map(corner).collect()
}
