//! parry's side, once for `parry3d` and once for `parry3d-f64`: two crates of the same source.

macro_rules! parry {
    ($module:ident, $parry:ident, $scalar:ident) => {
        pub mod $module {
            use crate::{Answer, Caster, Kind, Solver, Way, Workload};
            use core::hint::black_box;
            use swept::Shape as Ours;
            use swept::nalgebra::Vector3;
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::details::cast_shapes_support_map_support_map;
            use $parry::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};
            use $parry::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Segment, Shape,
                SupportMap, Triangle,
            };

            type Scalar = $module;

            /// A shape of parry's own, or a support map of the user's, which parry takes through its generic
            /// function only.
            pub enum Solid {
                Shape(Box<dyn Shape>),
                Map(Box<dyn SupportMap>),
            }

            impl Solid {
                /// Nothing for a shape that parry lacks, or cannot take.
                fn new(shape: &Ours<f64>) -> Option<Self> {
                    let size = |x: f64| x as Scalar;
                    Some(match shape {
                        Ours::Cuboid(s) => Self::shape(Cuboid::new(vector(s.half_extents()))),
                        Ours::Sphere(s) => Self::shape(Ball::new(size(s.radius()))),
                        Ours::Capsule(s) => {
                            Self::shape(Capsule::new_y(size(s.half_height()), size(s.radius())))
                        }
                        Ours::Cylinder(s) => {
                            Self::shape(Cylinder::new(size(s.half_height()), size(s.radius())))
                        }
                        Ours::Cone(s) => {
                            Self::shape(Cone::new(size(s.half_height()), size(s.radius())))
                        }
                        Ours::Ellipsoid(s) => Self::Map(Box::new(Ellipsoid {
                            radii: vector(s.radii()),
                        })),
                        Ours::Segment(s) => {
                            let [a, b] = s.ends().each_ref().map(|p| vector(&p.coords));
                            Self::shape(Segment::new(a, b))
                        }
                        Ours::Triangle(s) => {
                            let [a, b, c] = s.corners().each_ref().map(|p| vector(&p.coords));
                            Self::shape(Triangle::new(a, b, c))
                        }
                        Ours::ConvexHull(s) => {
                            let points: Vec<_> =
                                s.corners().iter().map(|p| vector(&p.coords)).collect();
                            Self::shape(ConvexPolyhedron::from_convex_hull(&points)?)
                        }
                        _ => return None,
                    })
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
                /// Nothing when parry lacks one of the shapes.
                pub fn new(workload: &Workload) -> Option<Self> {
                    let start = |c: &crate::Cast| {
                        let displacement = vector(&c.displacement.into());
                        (pose(&c.moving), displacement, pose(&c.fixed))
                    };
                    Some(Self {
                        moving: Solid::new(workload.moving())?,
                        fixed: Solid::new(workload.fixed())?,
                        casts: workload.casts().iter().map(start).collect(),
                    })
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
                fn way(&self) -> Way {
                    Way {
                        solver: Solver::Parry,
                        scalar: crate::Scalar::$scalar,
                    }
                }

                fn run(&self, casts: &[usize]) {
                    for &i in casts {
                        black_box(&self.cast(black_box(&self.casts[i])));
                    }
                }

                fn answer(&self, cast: usize) -> Answer {
                    let start = &self.casts[cast];
                    let found = self.cast(start);
                    let (kind, fraction) = match &found {
                        None => (Kind::Miss, 1.0),
                        Some(hit) => match hit.status {
                            ShapeCastStatus::Converged => {
                                (Kind::Hit, f64::from(hit.time_of_impact))
                            }
                            ShapeCastStatus::PenetratingOrWithinTargetDist => (Kind::Overlap, 0.0),
                            _ => (Kind::Unresolved, 0.0),
                        },
                    };
                    // Outward of the second shape, in its own frame.
                    let normal = found.filter(|_| kind == Kind::Hit).map(|hit| {
                        let n = start.2.rotation * hit.normal2;
                        Vector3::new(n.x, n.y, n.z).map(f64::from)
                    });
                    Answer {
                        kind,
                        fraction,
                        normal,
                        work: None,
                    }
                }
            }

            fn vector(v: &Vector3<f64>) -> Vector {
                let v = v.map(|x| x as Scalar);
                Vector::new(v.x, v.y, v.z)
            }

            /// parry expects rotations of unit length in its own scalar.
            fn pose(pose: &crate::Pose) -> Pose {
                let [x, y, z, w] = pose.rotation.map(|x| x as Scalar);
                Pose {
                    rotation: Rotation::from_xyzw(x, y, z, w).normalize(),
                    ..Pose::from_translation(vector(&pose.position.into()))
                }
            }
        }
    };
}

parry!(f32, parry3d, F32);
parry!(f64, parry3d_f64, F64);
