//! One body of a workload, as a swept shape in either precision and as a parry shape in either precision.
//!
//! All sizes are `f32` numbers.

use crate::parry::{f32 as parry_f32, f64 as parry_f64};
use swept::{Real, Support};

/// A body that every caster knows.
pub trait Body {
    /// Its type in swept: the concrete one, as users write it.
    type Ours<T: Real>: Support + 'static;
    /// The body for swept.
    fn ours<T: Real>(&self) -> Self::Ours<T>;
    /// The body for parry in `f32`.
    fn parry_f32(&self) -> parry_f32::Solid;
    /// The body for parry in `f64`.
    fn parry_f64(&self) -> parry_f64::Solid;
    /// A bound on the distance of its points from its origin.
    fn reach(&self) -> f64;
}

macro_rules! bodies {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* } => $ours:expr, $solid:ident, $reach:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name { $(pub $field: $type),* }

        impl Body for $name {
            type Ours<T: Real> = swept::$name<T>;
            fn ours<T: Real>(&self) -> swept::$name<T> {
                let Self { $($field),* } = self;
                $(let $field = Narrow::<T>::narrow($field);)*
                $ours.expect("a valid size")
            }
            fn parry_f32(&self) -> parry_f32::Solid {
                let Self { $($field),* } = self;
                parry_f32::Solid::$solid($($field),*)
            }
            fn parry_f64(&self) -> parry_f64::Solid {
                let Self { $($field),* } = self;
                parry_f64::Solid::$solid($($field),*)
            }
            fn reach(&self) -> f64 {
                let Self { $($field),* } = self;
                $reach
            }
        }
    )*};
}

bodies! {
    Cuboid { half_extents: [f64; 3] } => swept::Cuboid::new(half_extents), cuboid, norm(half_extents);
    Sphere { radius: f64 } => swept::Sphere::new(radius), sphere, *radius;
    Capsule { half_height: f64, radius: f64 } =>
        swept::Capsule::new(half_height, radius), capsule, half_height + radius;
    Cylinder { half_height: f64, radius: f64 } =>
        swept::Cylinder::new(half_height, radius), cylinder, half_height.hypot(*radius);
    Cone { half_height: f64, radius: f64 } =>
        swept::Cone::new(half_height, radius), cone, half_height.hypot(*radius);
    Ellipsoid { radii: [f64; 3] } => swept::Ellipsoid::new(radii), ellipsoid, farthest(&[*radii]);
    Triangle { corners: [[f64; 3]; 3] } =>
        swept::Triangle::new(corners[0], corners[1], corners[2]), triangle, farthest(corners);
    ConvexHull { points: Vec<[f64; 3]> } => swept::ConvexHull::new(points), convex_hull, farthest(points);
}

/// A size in the scalar of a swept shape.
trait Narrow<T> {
    type Out;
    fn narrow(&self) -> Self::Out;
}
impl<T: Real> Narrow<T> for f64 {
    type Out = T;
    fn narrow(&self) -> T {
        T::nearest(*self)
    }
}
impl<T: Real, N: Narrow<T>, const COUNT: usize> Narrow<T> for [N; COUNT] {
    type Out = [N::Out; COUNT];
    fn narrow(&self) -> Self::Out {
        self.each_ref().map(Narrow::narrow)
    }
}
impl<T: Real, N: Narrow<T>> Narrow<T> for Vec<N> {
    type Out = Vec<N::Out>;
    fn narrow(&self) -> Self::Out {
        self.iter().map(Narrow::narrow).collect()
    }
}

fn norm(v: &[f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn farthest(points: &[[f64; 3]]) -> f64 {
    points.iter().map(norm).fold(0.0, f64::max)
}
