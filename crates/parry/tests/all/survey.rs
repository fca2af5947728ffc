//! Random casts over all pairs of convex shapes: the drop-in's answer is swept's own, to the last bit, in both scalars.
//!
//! `SWEPT_CASTS` sets the number of casts in each scalar.

/// Casts in each scalar, unless the environment says otherwise.
const CASTS: u64 = 2_000;

fn casts() -> u64 {
    crate::environment::from_environment("SWEPT_CASTS", CASTS)
}

macro_rules! survey {
    ($name:ident, $scalar:ident, $parry:ident, $query:path) => {
        mod $name {
            use rand::{RngExt, SeedableRng};
            use rand_chacha::ChaCha8Rng;
            use swept::nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
            use swept::{LinearMap, Outcome, Placed, Real, Rounded, Support, Sweep};
            use $parry::math::{Pose, Vector};
            use $parry::shape::*;
            use $query as query;

            type Scalar = $scalar;

            const KINDS: u64 = 15;

            struct Dice(ChaCha8Rng);

            impl Dice {
                fn number(&mut self, from: f64, to: f64) -> Scalar {
                    self.0.random_range(from..to) as Scalar
                }

                fn vector(&mut self, far: f64) -> Vector {
                    let mut number = || self.number(-far, far);
                    Vector::new(number(), number(), number())
                }

                /// Half of the bodies stand aligned, on a lattice: contact of many features at once.
                fn pose(&mut self, far: f64) -> Pose {
                    if self.0.random_range(0..2) == 0 {
                        let place = (self.vector(far) * 2.0).round() / 2.0;
                        return Pose::from_translation(place);
                    }
                    Pose::new(self.vector(far), self.vector(3.0))
                }

                /// A shape of a kind, and the same of swept's.
                fn shape(&mut self, kind: u64) -> (Box<dyn Shape>, Box<dyn Support>) {
                    let [a, b, c] = [0; 3].map(|_| self.number(0.1, 1.0));
                    let [p, q, r] = [0; 3].map(|_| self.vector(1.0));
                    let border_radius = self.number(0.05, 0.3);
                    match kind {
                        0 => (Box::new(Ball::new(a)), Box::new(swept::Sphere::new(a).unwrap())),
                        1 => (Box::new(Cuboid::new(Vector::new(a, b, c))), Box::new(cuboid(a, b, c))),
                        2 => (Box::new(Capsule::new_y(a, b)), Box::new(swept::Capsule::new(a, b).unwrap())),
                        3 => (Box::new(Capsule::new(p, q, a)), Box::new(rounded(swept::Segment::new(wide(p), wide(q)).unwrap(), a))),
                        4 => (Box::new(Cylinder::new(a, b)), Box::new(swept::Cylinder::new(a, b).unwrap())),
                        5 => (Box::new(Cone::new(a, b)), Box::new(swept::Cone::new(a, b).unwrap())),
                        6 => (Box::new(Segment::new(p, q)), Box::new(swept::Segment::new(wide(p), wide(q)).unwrap())),
                        7 => (Box::new(Triangle::new(p, q, r)), Box::new(triangle(p, q, r))),
                        8 | 9 => {
                            let polyhedron = self.polyhedron(if kind == 8 { 12 } else { 80 });
                            let own = swept::ConvexHull::new(polyhedron.points().iter().map(|p| wide(*p))).unwrap();
                            if kind == 8 {
                                return (Box::new(polyhedron), Box::new(own));
                            }
                            (Box::new(RoundShape { inner_shape: polyhedron, border_radius }), Box::new(rounded(own, border_radius)))
                        }
                        10 => (
                            Box::new(RoundShape { inner_shape: Cuboid::new(Vector::new(a, b, c)), border_radius }),
                            Box::new(rounded(cuboid(a, b, c), border_radius)),
                        ),
                        11 => (
                            Box::new(RoundShape { inner_shape: Cylinder::new(a, b), border_radius }),
                            Box::new(rounded(swept::Cylinder::new(a, b).unwrap(), border_radius)),
                        ),
                        12 => (
                            Box::new(RoundShape { inner_shape: Cone::new(a, b), border_radius }),
                            Box::new(rounded(swept::Cone::new(a, b).unwrap(), border_radius)),
                        ),
                        13 => (
                            Box::new(RoundShape { inner_shape: Triangle::new(p, q, r), border_radius }),
                            Box::new(rounded(triangle(p, q, r), border_radius)),
                        ),
                        _ => {
                            let normal = p.normalize();
                            (Box::new(HalfSpace::new(normal)), Box::new(swept::HalfSpace::new([normal.x, normal.y, normal.z]).unwrap()))
                        }
                    }
                }

                fn polyhedron(&mut self, corners: usize) -> ConvexPolyhedron {
                    let points: Vec<_> = (0..corners).map(|_| self.vector(1.0).normalize()).collect();
                    ConvexPolyhedron::from_convex_hull(&points).expect("random points have a hull")
                }
            }

            fn wide(v: Vector) -> Point3<Scalar> {
                Point3::new(v.x, v.y, v.z)
            }

            fn cuboid(a: Scalar, b: Scalar, c: Scalar) -> swept::Cuboid<Scalar> {
                swept::Cuboid::new([a, b, c]).unwrap()
            }

            fn triangle(a: Vector, b: Vector, c: Vector) -> swept::Triangle<Scalar> {
                swept::Triangle::new(wide(a), wide(b), wide(c)).unwrap()
            }

            fn rounded<S: Support>(shape: S, radius: Scalar) -> Rounded<Scalar, S> {
                Rounded::new(shape, radius).unwrap()
            }

            fn isometry(pose: &Pose) -> Isometry3<Scalar> {
                let q = &pose.rotation;
                let q = UnitQuaternion::new_unchecked(Quaternion::new(q.w, q.x, q.y, q.z));
                Isometry3::from_parts(wide(pose.translation).coords.into(), q)
            }

            /// The same bits, and a zero is a zero.
            fn same(v: Vector, own: Vector3<f64>) -> bool {
                let own = own.map(<Scalar as Real>::nearest);
                v.x == own.x && v.y == own.y && v.z == own.z
            }

            /// How far a point is from where it should be, in parts of `scale`.
            fn off(v: Vector, own: Vector3<f64>, scale: f64) -> f64 {
                (wide(v).coords.map(Real::to_f64) - own).norm() / scale
            }

            fn local(rotation: LinearMap, v: Vector3<Scalar>) -> Vector3<f64> {
                rotation.apply_transposed(&v.map(Real::to_f64))
            }

            #[test]
            fn the_drop_in_answers_what_swept_answers() {
                let mut dice = Dice(ChaCha8Rng::seed_from_u64(31));
                let (mut counts, mut farthest) = ([0_u64; 4], 0.0_f64);
                let total = super::casts();
                for i in 0..total {
                    let (a, b) = (i % (KINDS - 1), i / (KINDS - 1) % KINDS);
                    let ((g1, s1), (g2, s2)) = (dice.shape(a), dice.shape(b));
                    let (pos1, pos2) = (dice.pose(3.0), dice.pose(1.0));
                    let velocity = (pos2.translation - pos1.translation) * 1.5 + dice.vector(0.7);
                    let options = query::ShapeCastOptions::with_max_time_of_impact(1.0);
                    let hit = query::cast_shapes(&pos1, velocity, &*g1, &pos2, Vector::ZERO, &*g2, options).unwrap();
                    let moving = Placed::new(s1, isometry(&pos1)).unwrap();
                    let fixed = Placed::new(s2, isometry(&pos2)).unwrap();
                    let sweep = Sweep::new(moving, wide(velocity).coords, fixed).unwrap();
                    let (time, status, normal, points, column) = match sweep.cast() {
                        Outcome::Hit(own) => (own.fraction, query::ShapeCastStatus::Converged, own.normal, [own.point_moving, own.point_fixed], 0),
                        Outcome::Overlap(own) => (0.0, query::ShapeCastStatus::PenetratingOrWithinTargetDist, own.normal, [own.point_moving, own.point_fixed], 1),
                        Outcome::Miss(_) => {
                            assert!(hit.is_none(), "{i}: {hit:?}");
                            counts[2] += 1;
                            continue;
                        }
                        Outcome::Unresolved(_) => {
                            assert_eq!(hit.map(|hit| hit.status), Some(query::ShapeCastStatus::OutOfIterations), "{i}");
                            counts[3] += 1;
                            continue;
                        }
                    };
                    counts[column] += 1;
                    let hit = hit.unwrap_or_else(|| panic!("{i}: a miss, and {:?}", sweep.cast()));
                    assert_eq!(hit.time_of_impact.to_bits(), time.to_bits(), "{i}");
                    assert_eq!(hit.status, status, "{i}");
                    let (m, f) = (sweep.moving(), sweep.fixed());
                    assert!(same(hit.normal1, local(m.rotation(), -normal.into_inner())), "{i}");
                    assert!(same(hit.normal2, local(f.rotation(), normal.into_inner())), "{i}");
                    // The points are swept's, seen from their shapes. In world space they are rounded at another place.
                    let way = wide(velocity).coords.map(Real::to_f64) * time.to_f64();
                    let own1 = points[0].coords.map(Real::to_f64) - way - m.position();
                    let own2 = points[1].coords.map(Real::to_f64) - f.position();
                    let own = [m.rotation().apply_transposed(&own1), f.rotation().apply_transposed(&own2)];
                    let far = off(hit.witness1, own[0], 10.0).max(off(hit.witness2, own[1], 10.0));
                    assert!(far < 4.0 * Scalar::EPSILON.to_f64(), "{i}: {far} {hit:?} {own:?}");
                    farthest = farthest.max(far);
                }
                let [hits, overlaps, misses, unresolved] = counts;
                println!(
                    "{}: {hits} hits, {overlaps} overlaps, {misses} misses, {unresolved} unresolved; points off by {farthest:.1e}",
                    stringify!($name)
                );
                assert!(hits > total / 3 && overlaps > total / 100 && misses > total / 50);
                assert_eq!(unresolved, 0);
            }
        }
    };
}

survey!(single, f32, parry3d, swept_parry::query);
survey!(double, f64, parry3d_f64, swept_parry::double::query);
