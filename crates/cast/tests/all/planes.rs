//! Half-spaces of the user's own, whose plane does not go through their origin.

use crate::dice::Dice;
use core::f64::consts::FRAC_PI_2;
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Certificate, Claim, Method, Outcome, StartOverlap, Sweep, Witness};
use swept_support::{Core, Cuboid, HalfSpace, Placed, PointShape, Rounded, Sphere, Support};

/// All below the plane through a point.
struct Below {
    normal: Vector3<f64>,
    point: Vector3<f64>,
}

impl Support for Below {
    fn support_point(&self, _: &Vector3<f64>) -> Point3<f64> {
        self.point.into()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.point.into()
    }
    fn extent(&self) -> f64 {
        self.point.norm()
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn unbounded_normal(&self) -> Option<Vector3<f64>> {
        Some(self.normal)
    }
}

/// The plane is 2 above the shape's origin, which is at (1, 0, 0) and turned so that up is against x: it is x = −1 in the world.
#[test]
fn a_plane_is_met_where_it_is_and_not_at_its_origin() {
    let turned = Isometry3::new(Vector3::x(), Vector3::z() * FRAC_PI_2);
    let floor = Below {
        normal: Vector3::y() * 3.0,
        point: Vector3::new(5.0, 2.0, -4.0),
    };
    let fixed = Placed::new(floor, turned).unwrap();
    let block = Cuboid::new([0.5, 0.25, 0.75]).unwrap();
    let moving = Placed::new(block, [-9.0, 3.0, 0.0]).unwrap();
    let sweep = Sweep::<f64, _, _>::new(moving, [15.0, 0.0, 0.0], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let hit = *sweep.cast_with(&options).hit().unwrap();
        assert!((hit.fraction - 0.5).abs() < 1e-13, "{method:?}: {hit:?}");
        for point in [hit.point_moving, hit.point_fixed] {
            assert!((point.x + 1.0).abs() < 1e-12, "{method:?}: {hit:?}");
        }
    }
    let closed = sweep.cast_closed(&CastOptions::default()).unwrap();
    assert!((closed.core_fixed.y - 2.0).abs() < 1e-12, "{closed:?}");
}

/// Balls beside planes that are a thousand times as far from their origin as the balls are large: the normal is off by its rounding,
/// and the plane by that times as far.
#[test]
fn a_normal_is_off_by_rounding_all_the_way_to_its_plane() {
    let mut dice = Dice(1);
    for target_distance in [0.0, 4.0] {
        for _ in 0..10_000 {
            let [normal, point, way, at] = [1.0, 1e3, 1.0, 1.0].map(|far| dice.vector() * far);
            let n = normal.normalize();
            let above = at + n * (n.dot(&(point - at)) + 2.0);
            let fixed = Placed::new(Below { normal, point }, [0.0; 3]).unwrap();
            let moving = Placed::new(Sphere::new(0.5).unwrap(), above).unwrap();
            let way = way * way.dot(&normal).signum();
            let sweep = Sweep::<f64, _, _>::new(moving, way, fixed).unwrap();
            let options = CastOptions {
                method: Method::Portal,
                target_distance,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            assert!(certified.outcome.miss().is_some(), "{certified:?}");
            certified.certificate.verify(&sweep).unwrap();
        }
    }
}

/// A box with a radius stands half a unit deep in a floor. The way in began where its plane is, and out it ends there, whether chords are
/// asked for or not; ignored, it is as deep as it is at its deepest.
#[test]
fn an_overlap_with_a_half_space_begins_and_ends_at_its_plane() {
    let floor = HalfSpace::new([0.0, 2.0, 0.0]).unwrap();
    let fixed = Placed::new(floor, [0.0, 1.0, 0.0]).unwrap();
    let solid = Rounded::new(Cuboid::new([0.5; 3]).unwrap(), 0.25).unwrap();
    let moving = Placed::new(solid, [3.0, 1.25, -2.0]).unwrap();
    let (never, forever) = (f64::NEG_INFINITY, f64::INFINITY);
    for (d, entry, exit, deepest) in [
        ([1.0, -2.0, 0.0], -0.25, forever, 2.5),
        ([1.0, 2.0, 0.0], never, 0.25, 0.5),
        ([3.0, 0.0, 1.0], never, forever, 0.5),
        ([0.0, 0.0, 0.0], never, forever, 0.5),
    ] {
        let sweep = Sweep::new(moving, d, fixed).unwrap();
        for chord in [true, false] {
            for start_overlap in StartOverlap::ALL {
                let certified = sweep.cast_certified(&CastOptions {
                    chord,
                    start_overlap,
                    ..CastOptions::default()
                });
                certified.certificate.verify(&sweep).unwrap();
                let ignored = match start_overlap {
                    StartOverlap::Report => false,
                    StartOverlap::IgnoreIfReceding => d[1] >= 0.0,
                    StartOverlap::Ignore => true,
                };
                match certified.outcome {
                    Outcome::Overlap(overlap) if !ignored => {
                        let near = |x: f64, y: f64| x == y || (x - y).abs() < 1e-13;
                        assert!(
                            near(overlap.entry, entry) && near(overlap.exit, exit),
                            "{overlap:?}"
                        );
                        assert!(
                            overlap.depth >= 0.5 && near(overlap.depth, 0.5),
                            "{overlap:?}"
                        );
                        assert!(overlap.depth_lower <= 0.5 && near(overlap.depth_lower, 0.5));
                    }
                    Outcome::Miss(miss) if ignored => {
                        let gap = -deepest;
                        assert!(miss.gap <= gap && miss.gap > gap - 1e-13, "{miss:?}");
                    }
                    other => panic!("{d:?} {start_overlap:?}: {other:?}"),
                }
            }
        }
    }
}

/// A ball lies on a floor and rolls. What takes it down by less than a touch is rounding, and it rolls on; what takes it down by more is held.
/// In `f32` a touch is 2⁻²³ of the ball's radius and its distance from the floor's origin, which are 1 together.
#[test]
fn a_motion_that_closes_in_by_rounding_alone_slides_on_a_half_space() {
    let fixed = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0_f32; 3]).unwrap();
    let moving = Placed::new(Sphere::new(0.5).unwrap(), [0.0, 0.5, 0.0]).unwrap();
    let touch = f32::EPSILON;
    for (down, slides) in [(0.0, true), (0.5, true), (2.0, false), (100.0, false)] {
        let sweep = Sweep::new(moving, [3.0, -down * touch, 1.0], fixed).unwrap();
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            certified.certificate.verify(&sweep).unwrap();
            match certified.outcome {
                Outcome::Miss(miss) => assert!(slides && miss.gap == 0.0, "{down}: {miss:?}"),
                Outcome::Hit(hit) => assert!(!slides && hit.fraction == 0.0, "{down}: {hit:?}"),
                other => panic!("{down}: {other:?}"),
            }
        }
    }
}

/// The half-space whose quaternion, as it is given, turns up into the world's normal.
fn turned([w, x, y, z]: [f64; 4]) -> Placed<f64, HalfSpace<f64>> {
    let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let pose = Isometry3::from_parts(Translation3::identity(), rotation);
    Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), pose).unwrap()
}

/// By 3 + i + 2j + 5k up is turned into (−2, −1, 2)/3 exactly, and a way of whole numbers closes in by a third of one. Ways of 2⁵² close in by
/// 2/3, 4/3 or 2, from half of that or from one and a half times as much: they hit halfway, or miss. Twice the precision leaves 2⁻⁹² of a
/// way of 2⁵² open, on either side of 2/3: 3 · 2⁻⁴⁰ in all.
#[test]
fn a_long_way_along_a_half_space_closes_in_by_what_it_does() {
    let (far, dice) = (2_f64.powi(51), &mut Dice(43));
    let left_open = 3.0 * 2_f64.powi(-40);
    for i in 0..20_000 {
        let thirds = f64::from(2 * (1 + i % 3));
        let (a, b) = (
            (dice.roll() * far).round(),
            2.0 * (0.5 * dice.roll() * far).round(),
        );
        let way = [a, b, a + (b - thirds) / 2.0];
        for (part, hits) in [(0.5, true), (1.5, false)] {
            let height = thirds / 3.0 * part;
            let point = Placed::new(PointShape, [-1.5 * height, 0.0, 0.0]).unwrap();
            let sweep = Sweep::new(point, way, turned([3.0, 1.0, 2.0, 5.0])).unwrap();
            let found = sweep.cast_certified(&CastOptions::default());
            match found.outcome {
                Outcome::Hit(hit) => {
                    let bracket = hit.fraction <= part && part <= hit.fraction_upper;
                    let width = hit.fraction_upper - hit.fraction;
                    assert!(
                        hits && bracket && width < left_open,
                        "{way:?} {height}: {hit:?}"
                    );
                    // Coordinates of up to 2⁵² have places of up to 1/2, and either point is off by one at most.
                    let between = (hit.point_moving - hit.point_fixed).amax();
                    assert!(between <= 1.0, "{way:?} {height}: {hit:?}");
                }
                Outcome::Miss(miss) => {
                    let gap = thirds / 3.0 * (part - 1.0);
                    assert!(!hits && miss.gap <= gap, "{way:?} {height}: {miss:?}");
                }
                other => panic!("{way:?} {height}: {other:?}"),
            }
            found.certificate.verify(&sweep).unwrap();
        }
    }
}

/// With w² + y² − x² − z² = 1 the normal's part along y is some 4·10⁻³², and 0 where it is computed. The way is so long that it closes in by
/// more than the height all the same: a plane that would say otherwise is refused.
#[test]
fn a_part_of_a_normal_that_comes_out_as_nothing_may_count() {
    let w = 3_572_778_945_801_157.0;
    let fixed = turned([w, w - 1.0, 3_471_163.0, 84_602_641.0]);
    let (normal, height) = (fixed.rotation().turn(&Vector3::y()), 0.02);
    let moving = Placed::new(PointShape, normal * height).unwrap();
    let sweep = Sweep::new(moving, [0.0, -2_f64.powi(100), 0.0], fixed).unwrap();
    let clear = 0.999 * height;
    for claim in [
        Claim::Miss { gap: clear },
        Claim::Unresolved { safe_fraction: 1.0 },
    ] {
        let forged = Certificate {
            claim,
            plane: normal,
            witness: Witness::NONE,
            target_distance: 0.0,
            tolerance: 0.0,
        };
        assert!(forged.verify(&sweep).is_err(), "{forged:?}");
    }
    let found = sweep.cast_certified(&CastOptions::default());
    found.certificate.verify(&sweep).unwrap();
}
