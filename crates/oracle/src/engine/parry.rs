//! parry, once as `parry3d` and once as `parry3d-f64`: two crates of the same source. And the drop-in for either, which takes
//! the same shapes by functions of the same names.
//!
//! parry's own shapes where it has them. Points, ellipsoids and rounded shapes that it lacks go through its generic
//! function for support maps, which is what it offers its users for shapes of their own.

use super::guard::guarded;
use super::{Engine, NoAnswer};
use crate::nearest::reaches;
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
                let bodies = [&cast.moving, &cast.fixed];
                let [moving, fixed] = bodies.map(pose);
                let [asked_moving, asked_fixed] = bodies.map(asked);
                let displacement = vector(&cast.displacement);
                let a = solid(&cast.moving.shape)?;
                let b = solid(&cast.fixed.shape)?;
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let hit = match (&a, &b) {
                    (Solid::Shape(a), Solid::Shape(b)) => cast_shapes(
                        &asked_moving,
                        displacement,
                        &**a,
                        &asked_fixed,
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
                let wide = |p: &Vector| [p.x, p.y, p.z].map(f64::from);
                let kept = Body::new(Form::ConvexHull {
                    points: hull.points().iter().map(wide).collect(),
                });
                if points.iter().all(|p| reaches(&kept, &wide(p))) {
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

            fn pose(body: &Body) -> Pose {
                Pose {
                    rotation: rotation(body).normalize(),
                    ..Pose::from_translation(vector(&body.position))
                }
            }

            /// What an engine is told of where a body stands. parry expects rotations of unit length in its own scalar. The drop-in
            /// normalises them itself, in `f64`: of one that is normalised in `f32` it would answer another cast than the truth is of.
            fn asked(body: &Body) -> Pose {
                let pose = pose(body);
                let rotation = if $ours { rotation(body) } else { pose.rotation };
                Pose { rotation, ..pose }
            }

            fn rotation(body: &Body) -> Rotation {
                let [x, y, z, w] = body.rotation.map(|x| x as Scalar);
                Rotation::from_xyzw(x, y, z, w)
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

    /// A box that grazes the edge of another: turned by quaternions that are normalised in `f32` it slips past, and meets a face later.
    #[cfg(feature = "drop-in")]
    #[test]
    fn the_drop_in_is_asked_about_the_rotations_of_the_cast() {
        let sides = [0.5213483572006226, 0.6066139340400696, 0.8158017992973328];
        let turned = [
            0.41679954528808594,
            0.6311926245689392,
            -0.4321995675563812,
            0.49099647998809814,
        ];
        let from = [-2.4215617179870605, 0.8330742120742798, 0.5442599654197693];
        let moving = Body::new(Form::cuboid(sides)).turned(turned).at(from);
        let sides = [0.8951510190963745, 0.5041901469230652, 0.428928017616272];
        let turned = [
            -0.3265714645385742,
            -0.7043254971504211,
            -0.5422433018684387,
            0.32132354378700256,
        ];
        let fixed = Body::new(Form::cuboid(sides)).turned(turned);
        let way = [1.2104803323745728, -0.7666733860969543, 0.9765194654464722];
        let Ok(Claim::Hit { fraction, .. }) = DropInF32.answer(&Cast::new(moving, way, fixed))
        else {
            panic!("they meet");
        };
        assert!((fraction - 0.6770360457474166).abs() < 1e-6, "{fraction}");
    }

    #[test]
    fn a_polyhedron_that_leaves_corners_out_is_no_hull_of_the_points() {
        // A pentagon that is flat but for rounding: parry makes two faces of it and leaves out a corner that is 3.5·10⁻¹⁰ outside.
        let points = vec![
            [
                -0.19265955686569214,
                0.07936654984951019,
                0.003962074872106314,
            ],
            [
                -0.09162401407957077,
                -0.4124782085418701,
                0.7662191390991211,
            ],
            [0.5256221294403076, -0.47380149364471436, 0.4259532690048218],
            [-0.20574870705604553, 0.0204410869628191, 0.1134219542145729],
            [-0.3740687966346741, -0.2639656662940979, 0.7174323201179504],
            [-0.2675168216228485, 0.689062237739563, -0.9772147536277771],
            [
                -0.08978521078824997,
                0.06914599984884262,
                -0.0527488999068737,
            ],
            [
                0.08978521078824997,
                -0.06914599984884262,
                0.0527488999068737,
            ],
            [0.19449837505817413, 0.40225768089294434, -0.822930097579956],
        ];
        let moving = Body::new(Form::ConvexHull { points }).at([0.0, 5.0, 0.0]);
        let cast = Cast::new(moving, [0.0, -10.0, 0.0], Body::new(Form::cuboid([1.0; 3])));
        let answer = ParryF64.answer(&cast);
        assert!(
            matches!(answer, Err(NoAnswer::Unsupported(_))),
            "{answer:?}"
        );
        let corners = [-1.0, 1.0]
            .into_iter()
            .flat_map(|x| [-1.0, 1.0].map(|y| [[x, y, -1.0], [x, y, 0.0], [x, y, 1.0]]));
        let whole = Body::new(Form::ConvexHull {
            points: corners.flatten().collect(),
        });
        let cast = Cast::new(whole.at([0.0, 5.0, 0.0]), cast.displacement, cast.fixed);
        assert!(ParryF64.answer(&cast).is_ok());
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
