//! Shapes as plain data.

use serde::{Deserialize, Serialize};
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, InvalidShape, PointShape,
    Real, Rounded, Segment, Shape, Sphere, Triangle,
};

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
        let corner = |i: usize| {
            core::array::from_fn(|axis| {
                let side = if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
                side * half_extents[axis]
            })
        };
        Self::ConvexHull {
            points: (0..8).map(corner).collect(),
        }
    }

    /// This form with a ball of `radius` around each point.
    pub fn rounded(self, radius: f64) -> Self {
        Self::Rounded {
            shape: Box::new(self),
            radius,
        }
    }

    /// Whether the form is a half-space, rounded or not.
    pub fn is_unbounded(&self) -> bool {
        match self {
            Self::HalfSpace { .. } => true,
            Self::Rounded { shape, .. } => shape.is_unbounded(),
            _ => false,
        }
    }

    /// The shape with these numbers in the scalar `T`.
    ///
    /// # Errors
    /// What the shape's constructor says.
    pub fn build<T: Real>(&self) -> Result<Shape<T>, InvalidShape> {
        let number = T::nearest;
        let vector = |v: &[f64; 3]| v.map(T::nearest);
        Ok(match self {
            Self::Point => PointShape.into(),
            Self::Sphere { radius } => Sphere::new(number(*radius))?.into(),
            Self::Cuboid { half_extents } => Cuboid::new(vector(half_extents))?.into(),
            Self::Capsule {
                half_height,
                radius,
            } => Capsule::new(number(*half_height), number(*radius))?.into(),
            Self::Cylinder {
                half_height,
                radius,
            } => Cylinder::new(number(*half_height), number(*radius))?.into(),
            Self::Cone {
                half_height,
                radius,
            } => Cone::new(number(*half_height), number(*radius))?.into(),
            Self::Ellipsoid { radii } => Ellipsoid::new(vector(radii))?.into(),
            Self::Segment { a, b } => Segment::new(vector(a), vector(b))?.into(),
            Self::Triangle { a, b, c } => Triangle::new(vector(a), vector(b), vector(c))?.into(),
            Self::ConvexHull { points } => ConvexHull::new(points.iter().map(vector))?.into(),
            Self::HalfSpace { normal } => HalfSpace::new(vector(normal))?.into(),
            Self::Rounded { shape, radius } => {
                Rounded::new(shape.build::<T>()?, number(*radius))?.into()
            }
        })
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
