//! Shapes to and from data formats: the fields of the case format, read through the constructors, so that what is no
//! shape is an error here as well.

use super::Rounded;
use crate::{Real, Support};
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `serial!(Shape { field: Type = how to read it off .. } => how to make it of the fields);`
macro_rules! serial {
    ($shape:ident { $($field:ident: $type:ty = $read:expr),+ } => $make:expr) => {
        const _: () = {
            /// The fields, under the shape's own name.
            #[derive(Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            #[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
            struct $shape<T: Real> {
                $($field: $type),+
            }

            impl<T: Real + Serialize> Serialize for super::$shape<T> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let read = |s: &Self| $shape { $($field: ($read)(s)),+ };
                    read(self).serialize(serializer)
                }
            }

            impl<'de, T: Real + Deserialize<'de>> Deserialize<'de> for super::$shape<T> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let $shape { $($field),+ } = $shape::<T>::deserialize(deserializer)?;
                    ($make)($($field),+).map_err(D::Error::custom)
                }
            }
        };
    };
}

serial!(Sphere { radius: T = |s: &Self| s.radius() } => Self::new);
serial!(Cuboid { half_extents: Vector3<T> = |s: &Self| *s.half_extents() } => Self::new);
serial!(Ellipsoid { radii: Vector3<T> = |s: &Self| *s.radii() } => Self::new);
serial!(HalfSpace { normal: Vector3<T> = |s: &Self| *s.normal() } => Self::new);
serial!(Capsule {
    half_height: T = |s: &Self| s.half_height(),
    radius: T = |s: &Self| s.radius()
} => Self::new);
serial!(Cylinder {
    half_height: T = |s: &Self| s.half_height(),
    radius: T = |s: &Self| s.radius()
} => Self::new);
serial!(Cone {
    half_height: T = |s: &Self| s.half_height(),
    radius: T = |s: &Self| s.radius()
} => Self::new);
serial!(Segment {
    a: Point3<T> = |s: &Self| s.ends()[0],
    b: Point3<T> = |s: &Self| s.ends()[1]
} => Self::new);
serial!(Triangle {
    a: Point3<T> = |s: &Self| s.corners()[0],
    b: Point3<T> = |s: &Self| s.corners()[1],
    c: Point3<T> = |s: &Self| s.corners()[2]
} => Self::new);
// All points are kept, as they were written: what comes back is the same shape, even one with points inside.
serial!(ConvexHull { points: Vec<Point3<T>> = |s: &Self| s.corners().to_vec() } => Self::from_corners);

impl<'de, T: Real + Deserialize<'de>, S: Support + Deserialize<'de>> Deserialize<'de>
    for Rounded<T, S>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Rounded", deny_unknown_fields)]
        struct Raw<T, S> {
            shape: S,
            radius: T,
        }
        let Raw { shape, radius } = Raw::deserialize(deserializer)?;
        Self::new(shape, radius).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
