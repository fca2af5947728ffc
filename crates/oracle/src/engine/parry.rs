//! parry, once as `parry3d` and once as `parry3d-f64`: two crates of the same source. And the drop-in for either, which takes
//! the same shapes by functions of the same names.
//!
//! parry's own shapes where it has them. Points, ellipsoids and rounded shapes that it lacks go through its generic
//! function for support maps, which is what it offers its users for shapes of their own.

use super::guard::guarded;
use super::{Engine, NoAnswer};
use crate::{Body, Cast, Claim, Form, Precision};

/// The version in the lock file; a test holds it against that.
const VERSION: &str = "0.31.1";
#[cfg(feature = "drop-in")]
const OURS: &str = concat!("swept-parry ", env!("CARGO_PKG_VERSION"));

macro_rules! parry {
    ($engine:ident, $module:ident, $scalar:ident, $parry:ident, $query:path, $name:literal, $version:expr, $ours:literal, $what:literal) => {
        #[doc = $what]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $engine;

        impl Engine for $engine {
            fn name(&self) -> &str {
                $name
            }

            fn version(&self) -> &str {
                $version
            }

            fn is_ours(&self) -> bool {
                $ours
            }

            fn precision(&self) -> Precision {
                Precision::of::<$scalar>()
            }

            fn answer(&self, cast: &Cast) -> Result<Claim, NoAnswer> {
                guarded(|| $module::answer(cast))
            }
        }

        mod $module {
            use super::*;
            use query::details::cast_shapes_support_map_support_map;
            use query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, RoundShape,
                Segment, Shape, SupportMap, Triangle,
            };
            use $query as query;

            type Scalar = $scalar;

            pub(super) fn answer(cast: &Cast) -> Result<Claim, NoAnswer> {
                if !cast.turn.is_none() {
                    return Err(NoAnswer::Unsupported("turning casts here".into()));
                }
                let [moving, fixed] = [&cast.moving, &cast.fixed].map(pose);
                let displacement = vector(&cast.displacement);
                let a = solid(&cast.moving.shape)?;
                let b = solid(&cast.fixed.shape)?;
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let hit = match (&a, &b) {
                    (Solid::Shape(a), Solid::Shape(b)) => cast_shapes(
                        &moving,
                        displacement,
                        &**a,
                        &fixed,
                        Vector::ZERO,
                        &**b,
                        options,
                    )
                    .map_err(|e| NoAnswer::Unsupported(e.to_string()))?,
                    (a, b) => {
                        let relative = moving.inv_mul(&fixed);
                        let local = moving.rotation.inverse() * -displacement;
                        let (a, b) = (a.map()?, b.map()?);
                        cast_shapes_support_map_support_map(&relative, local, a, b, options)
                    }
                };
                Ok(claim(hit, &moving, displacement, &fixed))
            }

            /// parry's points and normals are in the frames of their shapes.
            fn claim(
                hit: Option<ShapeCastHit>,
                moving: &Pose,
                displacement: Vector,
                fixed: &Pose,
            ) -> Claim {
                let Some(hit) = hit else {
                    return Claim::miss();
                };
                let wide = |v: Vector| Some([v.x, v.y, v.z].map(f64::from));
                let fraction = f64::from(hit.time_of_impact);
                let normal = wide(fixed.rotation * hit.normal2);
                let travelled = displacement * hit.time_of_impact;
                let point_moving = wide(moving * hit.witness1 + travelled);
                let point_fixed = wide(fixed * hit.witness2);
                match hit.status {
                    ShapeCastStatus::Converged => Claim::Hit {
                        fraction,
                        fraction_upper: None,
                        normal,
                        point_moving,
                        point_fixed,
                    },
                    ShapeCastStatus::PenetratingOrWithinTargetDist => Claim::Overlap {
                        depth: None,
                        depth_lower: None,
                        normal,
                        point_moving,
                        point_fixed,
                        entry: None,
                        exit: None,
                    },
                    _ => Claim::Unresolved {
                        safe_fraction: Some(fraction),
                    },
                }
            }

            /// A shape of parry's own, or a support map.
            enum Solid {
                Shape(Box<dyn Shape>),
                Map(Box<dyn SupportMap>),
            }

            impl Solid {
                fn map(&self) -> Result<&dyn SupportMap, NoAnswer> {
                    let none = || NoAnswer::Unsupported("support map for this pair".into());
                    match self {
                        Self::Shape(shape) => shape.as_support_map().ok_or_else(none),
                        Self::Map(map) => Ok(&**map),
                    }
                }
            }

            fn solid(form: &Form) -> Result<Solid, NoAnswer> {
                let number = |x: f64| x as Scalar;
                Ok(match form {
                    Form::Point => Solid::Map(Box::new(Point)),
                    Form::Sphere { radius } => shape(Ball::new(number(*radius))),
                    Form::Cuboid { half_extents } => shape(Cuboid::new(vector(half_extents))),
                    Form::Capsule {
                        half_height,
                        radius,
                    } => shape(Capsule::new_y(number(*half_height), number(*radius))),
                    Form::Cylinder {
                        half_height,
                        radius,
                    } => shape(Cylinder::new(number(*half_height), number(*radius))),
                    Form::Cone {
                        half_height,
                        radius,
                    } => shape(Cone::new(number(*half_height), number(*radius))),
                    Form::Ellipsoid { radii } => Solid::Map(Box::new(Ellipsoid {
                        radii: vector(radii),
                    })),
                    Form::Segment { a, b } => shape(Segment::new(vector(a), vector(b))),
                    Form::Triangle { a, b, c } => {
                        shape(Triangle::new(vector(a), vector(b), vector(c)))
                    }
                    Form::ConvexHull { points } => shape(hull(points)?),
                    Form::HalfSpace { normal } => shape(HalfSpace::new(vector(normal).normalize())),
                    Form::Rounded { shape, radius } => rounded(shape, number(*radius))?,
                })
            }

            fn hull(points: &[[f64; 3]]) -> Result<ConvexPolyhedron, NoAnswer> {
                let points: Vec<_> = points.iter().map(vector).collect();
                let flat = || NoAnswer::Unsupported("hull of these points".into());
                // parry panics on what is too flat for it instead of returning nothing; either way it has no such shape.
                let hull = guarded(|| ConvexPolyhedron::from_convex_hull(&points).ok_or_else(flat))
                    .map_err(|_| flat())?;
                // Of thin sets of points it may leave corners out: another shape than the one asked about.
                let kept = |p: &Vector| hull.points().contains(p);
                // Of two faces, which lie on one another, no plane but those across their edges tells what is outside.
                let is_flat = hull.faces().len() == 2;
                let inside = |p: &Vector| {
                    hull.faces().iter().all(|face| {
                        let first = face.first_vertex_or_edge as usize;
                        let count = face.num_vertices_or_edges as usize;
                        let corner = |k: usize| {
                            let index = hull.vertices_adj_to_face()[first + k % count];
                            hull.points()[index as usize]
                        };
                        let within = |k: usize| {
                            let (a, b) = (corner(k), corner(k + 1));
                            (b - a).cross(face.normal).dot(*p - a) <= 0.0
                        };
                        face.normal.dot(*p - corner(0)) <= 0.0
                            && (!is_flat || (0..count).all(within))
                    })
                };
                if points.iter().all(|p| kept(p) || inside(p)) {
                    Ok(hull)
                } else {
                    Err(flat())
                }
            }

            /// A rounded shape: the same with a larger radius, parry's own, or a support map.
            fn rounded(core: &Form, border_radius: Scalar) -> Result<Solid, NoAnswer> {
                let more = |radius: f64| radius as Scalar + border_radius;
                Ok(match core {
                    Form::Sphere { radius } => shape(Ball::new(more(*radius))),
                    Form::Point => shape(Ball::new(border_radius)),
                    Form::Capsule {
                        half_height,
                        radius,
                    } => shape(Capsule::new_y(*half_height as Scalar, more(*radius))),
                    Form::Segment { a, b } => {
                        shape(Capsule::new(vector(a), vector(b), border_radius))
                    }
                    Form::Cuboid { half_extents } => shape(RoundShape {
                        inner_shape: Cuboid::new(vector(half_extents)),
                        border_radius,
                    }),
                    Form::Cylinder {
                        half_height,
                        radius,
                    } => shape(RoundShape {
                        inner_shape: Cylinder::new(*half_height as Scalar, *radius as Scalar),
                        border_radius,
                    }),
                    Form::Cone {
                        half_height,
                        radius,
                    } => shape(RoundShape {
                        inner_shape: Cone::new(*half_height as Scalar, *radius as Scalar),
                        border_radius,
                    }),
                    Form::Triangle { a, b, c } => shape(RoundShape {
                        inner_shape: Triangle::new(vector(a), vector(b), vector(c)),
                        border_radius,
                    }),
                    Form::ConvexHull { points } => shape(RoundShape {
                        inner_shape: hull(points)?,
                        border_radius,
                    }),
                    Form::HalfSpace { .. } => {
                        return Err(NoAnswer::Unsupported("rounded half-space".into()));
                    }
                    Form::Ellipsoid { .. } | Form::Rounded { .. } => {
                        let core = solid(core)?;
                        core.map()?;
                        Solid::Map(Box::new(Grown {
                            core,
                            radius: border_radius,
                        }))
                    }
                })
            }

            fn shape(shape: impl Shape) -> Solid {
                Solid::Shape(Box::new(shape))
            }

            struct Point;

            impl SupportMap for Point {
                fn local_support_point(&self, _: Vector) -> Vector {
                    Vector::ZERO
                }
            }

            /// The farthest point along n is A²n / |A n|, for radii A.
            struct Ellipsoid {
                radii: Vector,
            }

            impl SupportMap for Ellipsoid {
                fn local_support_point(&self, n: Vector) -> Vector {
                    let w = self.radii * n;
                    self.radii * w.normalize_or_zero()
                }
            }

            struct Grown {
                core: Solid,
                radius: Scalar,
            }

            impl SupportMap for Grown {
                fn local_support_point(&self, n: Vector) -> Vector {
                    let inner = self.core.map().map(|core| core.local_support_point(n));
                    inner.unwrap_or(Vector::ZERO) + n.normalize_or_zero() * self.radius
                }
            }

            fn vector(v: &[f64; 3]) -> Vector {
                let [x, y, z] = v.map(|x| x as Scalar);
                Vector::new(x, y, z)
            }

            /// parry expects rotations of unit length in its own scalar.
            fn pose(body: &Body) -> Pose {
                let [x, y, z, w] = body.rotation.map(|x| x as Scalar);
                Pose {
                    rotation: Rotation::from_xyzw(x, y, z, w).normalize(),
                    ..Pose::from_translation(vector(&body.position))
                }
            }
        }
    };
}

parry!(
    ParryF32,
    parry_f32,
    f32,
    parry3d,
    parry3d::query,
    "parry-f32",
    VERSION,
    false,
    "`parry3d`, under its default options and a time limit of 1."
);
parry!(
    ParryF64,
    parry_f64,
    f64,
    parry3d_f64,
    parry3d_f64::query,
    "parry-f64",
    VERSION,
    false,
    "`parry3d-f64`, under its default options and a time limit of 1."
);
#[cfg(feature = "drop-in")]
parry!(
    DropInF32,
    drop_in_f32,
    f32,
    parry3d,
    swept_parry::query,
    "drop-in-f32",
    OURS,
    true,
    "`swept-parry` for `parry3d`: the same calls as parry's."
);
#[cfg(feature = "drop-in")]
parry!(
    DropInF64,
    drop_in_f64,
    f64,
    parry3d_f64,
    swept_parry::double::query,
    "drop-in-f64",
    OURS,
    true,
    "`swept-parry` for `parry3d-f64`: the same calls as parry's."
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_lock_file() {
        let lock = include_str!("../../../../Cargo.lock");
        for name in ["parry3d", "parry3d-f64"] {
            let entry = format!("name = \"{name}\"\nversion = \"{VERSION}\"");
            assert!(lock.contains(&entry), "{name} is not {VERSION}");
        }
    }

    #[test]
    fn a_box_on_a_floor_is_met_where_it_should() {
        let cuboid = |h: [f64; 3]| Body::new(Form::cuboid(h));
        let moving = cuboid([0.5; 3]).at([0.0, 5.0, 0.0]);
        let cast = Cast::new(moving, [0.0, -10.0, 0.0], cuboid([4.0, 1.0, 4.0]));
        let engines = [
            &ParryF32 as &dyn Engine,
            &ParryF64,
            #[cfg(feature = "drop-in")]
            &DropInF32,
            #[cfg(feature = "drop-in")]
            &DropInF64,
        ];
        for engine in engines {
            let Ok(Claim::Hit {
                fraction, normal, ..
            }) = engine.answer(&cast)
            else {
                panic!("{:?}", engine.answer(&cast))
            };
            assert!((fraction - 0.35).abs() < 1e-3, "{fraction}");
            assert!(normal.unwrap()[1] > 0.999);
        }
    }
}
