//! parry's side, once for `parry3d` and once for `parry3d-f64`: two crates of the same source.

macro_rules! parry {
    ($module:ident, $parry:ident, $label:literal) => {
        pub mod $module {
            use crate::{Answer, Cast, Caster, Kind};
            use core::hint::black_box;
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::details::cast_shapes_support_map_support_map;
            use $parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};
            use $parry::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Shape, SupportMap,
                Triangle,
            };

            type Scalar = $module;

            /// A shape of parry's own, or a support map of the user's, which parry takes through its generic
            /// function only.
            pub enum Solid {
                Shape(Box<dyn Shape>),
                Map(Box<dyn SupportMap>),
            }

            impl Solid {
                pub fn cuboid(half_extents: &[f64; 3]) -> Self {
                    Self::shape(Cuboid::new(vector(half_extents)))
                }
                pub fn sphere(radius: &f64) -> Self {
                    Self::shape(Ball::new(*radius as Scalar))
                }
                pub fn capsule(half_height: &f64, radius: &f64) -> Self {
                    Self::shape(Capsule::new_y(*half_height as Scalar, *radius as Scalar))
                }
                pub fn cylinder(half_height: &f64, radius: &f64) -> Self {
                    Self::shape(Cylinder::new(*half_height as Scalar, *radius as Scalar))
                }
                pub fn cone(half_height: &f64, radius: &f64) -> Self {
                    Self::shape(Cone::new(*half_height as Scalar, *radius as Scalar))
                }
                pub fn ellipsoid(radii: &[f64; 3]) -> Self {
                    Self::Map(Box::new(Ellipsoid {
                        radii: vector(radii),
                    }))
                }
                pub fn triangle(corners: &[[f64; 3]; 3]) -> Self {
                    let [a, b, c] = corners.each_ref().map(vector);
                    Self::shape(Triangle::new(a, b, c))
                }
                pub fn convex_hull(points: &[[f64; 3]]) -> Self {
                    let points: Vec<_> = points.iter().map(vector).collect();
                    Self::shape(ConvexPolyhedron::from_convex_hull(&points).expect("a solid hull"))
                }

                fn shape(shape: impl Shape) -> Self {
                    Self::Shape(Box::new(shape))
                }

                fn map(&self) -> &dyn SupportMap {
                    match self {
                        Self::Shape(shape) => shape.as_support_map().expect("a convex shape"),
                        Self::Map(map) => &**map,
                    }
                }
            }

            /// parry has no ellipsoid: the farthest point along n is A²n / |A n|, for radii A.
            struct Ellipsoid {
                radii: Vector,
            }

            impl SupportMap for Ellipsoid {
                fn local_support_point(&self, n: Vector) -> Vector {
                    let w = self.radii * n;
                    self.radii * w.normalize_or_zero()
                }
            }

            pub struct Parry {
                moving: Solid,
                fixed: Solid,
                casts: Vec<(Pose, Vector, Pose)>,
            }

            impl Parry {
                pub fn new(moving: Solid, fixed: Solid, casts: &[Cast]) -> Self {
                    let casts = casts
                        .iter()
                        .map(|c| (pose(&c.moving), vector(&c.displacement), pose(&c.fixed)))
                        .collect();
                    Self {
                        moving,
                        fixed,
                        casts,
                    }
                }

                #[inline(always)]
                fn cast(
                    &self,
                    (moving, displacement, fixed): &(Pose, Vector, Pose),
                ) -> Option<ShapeCastHit> {
                    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                    match (&self.moving, &self.fixed) {
                        (Solid::Shape(a), Solid::Shape(b)) => cast_shapes(
                            moving,
                            *displacement,
                            &**a,
                            fixed,
                            Vector::ZERO,
                            &**b,
                            options,
                        )
                        .expect("parry casts all convex pairs"),
                        (a, b) => {
                            let relative = moving.inv_mul(fixed);
                            let local = moving.rotation.inverse() * -*displacement;
                            cast_shapes_support_map_support_map(
                                &relative,
                                local,
                                a.map(),
                                b.map(),
                                options,
                            )
                        }
                    }
                }
            }

            impl Caster for Parry {
                fn label(&self) -> &'static str {
                    $label
                }

                fn run(&self, casts: &[usize]) {
                    for &i in casts {
                        black_box(self.cast(black_box(&self.casts[i])));
                    }
                }

                fn answer(&self, cast: usize) -> Answer {
                    let (kind, fraction) = match self.cast(&self.casts[cast]) {
                        None => (Kind::Miss, 1.0),
                        Some(hit) => match hit.status {
                            ShapeCastStatus::Converged => {
                                (Kind::Hit, f64::from(hit.time_of_impact))
                            }
                            ShapeCastStatus::PenetratingOrWithinTargetDist => (Kind::Overlap, 0.0),
                            _ => (Kind::Unresolved, 0.0),
                        },
                    };
                    Answer {
                        kind,
                        fraction,
                        steps: 0,
                    }
                }
            }

            fn vector(v: &[f64; 3]) -> Vector {
                let [x, y, z] = v.map(|x| x as Scalar);
                Vector::new(x, y, z)
            }

            /// parry expects rotations of unit length in its own scalar.
            fn pose(pose: &crate::Pose) -> Pose {
                let [x, y, z, w] = pose.rotation.map(|x| x as Scalar);
                Pose {
                    rotation: Rotation::from_xyzw(x, y, z, w).normalize(),
                    ..Pose::from_translation(vector(&pose.position))
                }
            }
        }
    };
}

parry!(f32, parry3d, "parry f32");
parry!(f64, parry3d_f64, "parry f64");
