//! Where the line of motion goes through a corner many planes are right: the one that it meets most steeply is to be taken.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, Rounded, Segment, Sphere,
    Support, Triangle,
};

/// A hull, a quarter turn about z, whose corner at its origin moves by (4.5, 4.5, 4.5) onto the point (1.25, 1.25, 1.25): after 5 of
/// 18. Planes that are met at rates from 0 to 6.3 keep the two apart until then.
#[test]
fn every_method_takes_a_steep_plane_at_a_corner() {
    let corners = [
        [1.5, 2.0, 1.5],
        [0.0, 0.0, 1.25],
        [0.75, 0.75, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, -1.5, 1.25],
    ];
    let hull = ConvexHull::new(corners.map(Point3::from)).unwrap();
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(1.0, 0.0, 0.0, -1.0));
    let moving = Placed::new(hull, Isometry3::from_parts(Vector3::zeros().into(), turn)).unwrap();
    let point = Segment::new([1.25; 3], [1.25; 3]).unwrap();
    let fixed = Placed::new(point, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [4.5; 3], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let off = 5.0 / 18.0 - certified.outcome.safe_fraction();
        // 64 units in the last place of lengths of about 3, at a rate of 6.3.
        assert!((0.0..6.8e-15).contains(&off), "{method:?}: {off:e}");
        let rate = certified
            .certificate
            .plane
            .normalize()
            .dot(&Vector3::repeat(-4.5));
        assert!(rate > 4.5 - 1e-9, "{method:?}: {rate}");
    }
}

/// What touches at the start slides, by all methods: the gap is 0.
fn slides(moving: Placed<f64, impl Support>, motion: [f64; 3], fixed: Placed<f64, impl Support>) {
    slides_within(0.0, moving, motion, fixed);
}

/// The same of what stands at a target distance, which the gap is all but.
fn slides_within(
    target_distance: f64,
    moving: Placed<f64, impl Support>,
    motion: [f64; 3],
    fixed: Placed<f64, impl Support>,
) {
    let sweep = Sweep::new(moving.as_dyn(), motion, fixed.as_dyn()).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            target_distance,
            ..CastOptions::default()
        };
        let outcome = sweep.cast_with(&options);
        let gap = outcome.miss().map(|miss| miss.gap);
        let least = target_distance * (1.0 - 1e-13);
        assert!(
            gap.is_some_and(|gap| (least..=target_distance).contains(&gap)),
            "{method:?}: {outcome:?}"
        );
    }
}

fn turned(q: [f64; 4], at: [f64; 3]) -> Isometry3<f64> {
    let [x, y, z, w] = q;
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    Isometry3::from_parts(Vector3::from(at).into(), turn)
}

/// A cylinder's rim and an edge or another rim have one point in common; of all the planes that go between them there, the motion is along
/// one that is the last of those.
#[test]
fn a_rim_slides_along_an_edge_that_it_touches() {
    // A box, whose edge stands on the rim and beside the side of an upright cylinder, goes down along the side.
    let cuboid = Cuboid::new([3.0, 3.0, 2.0]).unwrap();
    let pose = turned([0.0, 1.0, 0.0, 1.0], [0.0; 3]);
    let upright = Placed::new(Cylinder::new(4.0, 5.0).unwrap(), pose).unwrap();
    let moving = Placed::new(cuboid, [8.0, 7.0, -2.0]).unwrap();
    slides(moving, [0.0, -6.0, 0.0], upright);
    // Two cylinders, across one another.
    let pose = turned([1.0, 0.0, 0.0, 0.0], [7.0, -6.0, 0.0]);
    let moving = Placed::new(Cylinder::new(1.0, 5.0).unwrap(), pose).unwrap();
    let pose = turned([0.0, 0.0, 1.0, 1.0], [0.0; 3]);
    let across = Placed::new(Cylinder::new(2.0, 5.0).unwrap(), pose).unwrap();
    slides(moving, [-14.0, -2.0, -20.0], across);
    // A hull, whose corner meets a rim.
    let corners = [
        [-4.0, 4.0, 0.0],
        [-4.0, -2.0, -3.0],
        [1.0, 0.0, -3.0],
        [4.0, 2.0, -3.0],
    ];
    let hull = ConvexHull::new(corners.map(Point3::from)).unwrap();
    let moving = Placed::new(hull, turned([1.0, 0.0, 0.0, 1.0], [9.0, -5.0, 2.0])).unwrap();
    let pose = turned([0.0, 1.0, 0.0, 1.0], [0.0; 3]);
    let cone = Placed::new(Cone::new(2.0, 5.0).unwrap(), pose).unwrap();
    slides(moving, [10.0, 5.0, -11.0], cone);
}

/// Beside what is round the normal is off by the root of rounding, along what is round; along what is flat there, the plane may not be
/// off at all.
#[test]
fn what_is_round_one_way_and_flat_the_other_slides_on_a_slant() {
    let about_x = |at| turned([1.0, 0.0, 0.0, 0.0], at);
    let ball = |radius: f64, at| Placed::new(Sphere::new(radius).unwrap(), at).unwrap();
    // A ball at the side of a cylinder, where that ends.
    let cylinder = |half_height| Cylinder::new(half_height, 5.0).unwrap();
    let fixed = Placed::new(cylinder(4.0), about_x([0.0; 3])).unwrap();
    slides_within(5.0, ball(5.0, [0.0, -4.0, 15.0]), [-4.0, 2.0, 0.0], fixed);
    // A cylinder's disc that stands with its rim on a ball.
    let pose = turned([0.0, 0.0, 1.0, 1.0], [6.0, 5.0, 0.0]);
    let moving = Placed::new(cylinder(1.0), pose).unwrap();
    slides(moving, [0.0, -4.0, 4.0], ball(5.0, [0.0; 3]));
    // A cone's rim beside the edge of a rectangle.
    let pose = turned([1.0, 0.0, 0.0, 1.0], [5.25, 0.0, -2.0]);
    let moving = Placed::new(Cone::new(2.0, 3.0).unwrap(), pose).unwrap();
    let pose = turned([0.0, 1.0, 0.0, 1.0], [0.0; 3]);
    let flat = Placed::new(Cuboid::new([4.0, 0.0, 1.0]).unwrap(), pose).unwrap();
    slides_within(1.25, moving, [0.0, 2.0, 1.0], flat);
}

/// An ellipsoid stands on the flat top of a rounded cylinder, over any point of it to its rim, or beside its side: where a motion
/// takes it away from there, or along, it is not held, and where it leads in, it is a hit at 0. The plane by distance leans by some
/// times the root of rounding.
#[test]
fn what_is_round_stands_on_what_is_rounded_without_overlap() {
    let radii = [4.0, 2.0, 3.0];
    let turns = [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0, 1.0],
        [1.0, 0.0, 0.0, 1.0],
    ];
    let disc = Rounded::new(Cylinder::new(1.0, 5.0).unwrap(), 1.0).unwrap();
    let mut casts = 0;
    for turn in turns {
        // How far it reaches along y as it is turned.
        let height = turned(turn, [0.0; 3]).inverse_transform_vector(&Vector3::y());
        let height = radii[height.iamax()];
        for x in [-5.0, -4.875, -3.0, -0.5, 0.0, 1.25, 4.0, 5.0] {
            for z in [0.0, 0.5, -3.0] {
                if f64::hypot(x, z) > 5.0 {
                    continue;
                }
                let pose = turned(turn, [x, 2.0 + height, z]);
                let ellipsoid = Placed::new(Ellipsoid::new(radii).unwrap(), pose).unwrap();
                let fixed = Placed::new(disc, turned([1.0, 0.0, 0.0, 0.0], [0.0; 3])).unwrap();
                for (motion, closes) in [
                    ([-2.0, 2.0, 2.0], false),
                    ([1.0, 0.0, -1.0], false),
                    ([2.0, -2.0, 1.0], true),
                ] {
                    for exchanged in [false, true] {
                        let way = if exchanged {
                            motion.map(|x: f64| -x)
                        } else {
                            motion
                        };
                        let (m, f) = (ellipsoid.as_dyn(), fixed.as_dyn());
                        let (m, f) = if exchanged { (f, m) } else { (m, f) };
                        let sweep = Sweep::new(m, way, f).unwrap();
                        for method in Method::ALL {
                            let options = CastOptions {
                                method,
                                ..CastOptions::default()
                            };
                            let outcome = sweep.cast_with(&options);
                            let is_right = match outcome {
                                Outcome::Hit(hit) => closes && hit.fraction == 0.0,
                                Outcome::Miss(_) => !closes,
                                _ => false,
                            };
                            assert!(is_right, "{turn:?} {x} {z} {way:?} {method:?}: {outcome:?}");
                            casts += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(casts > 1500, "{casts}");
}

/// An upright side touches an upright edge from (3, 4) or (4, −3) of its axis, and slides along it obliquely: up or down, and around. The
/// normal found there is off by some 2⁻²⁵, and what is made perpendicular to the motion of it leans along the edge.
#[test]
fn a_round_side_slides_obliquely_along_an_edge() {
    let upright = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 1.0, 0.0));
    let turned = |p: [f64; 3]| Isometry3::from_parts(p.into(), upright);
    let cylinder = || Cylinder::new(1.0, 0.46875).unwrap();
    let cuboid = || Cuboid::new([0.75, 0.5, 1.25]).unwrap();
    // From the edge at (−0.75, 1.25): 0.46875·(−0.6, 0.8).
    let at = [-1.03125, 1.125, 1.625];
    for up in [-10.0, -3.0, -0.5, 0.25, 1.0, 7.0] {
        for along in [1.0, -1.0, 0.125] {
            let motion = [4.0 * along, up, 3.0 * along];
            let moving = Placed::new(cylinder(), turned(at)).unwrap();
            let fixed = Placed::new(cuboid(), [0.0; 3]).unwrap();
            slides(moving, motion, fixed);
            let moving = Placed::new(cuboid(), [0.0; 3]).unwrap();
            let fixed = Placed::new(cylinder(), turned(at)).unwrap();
            slides(moving, motion.map(|x| -x), fixed);
        }
    }
}

/// Where a cone's tip or a cylinder's rim touches a corner, and most planes there are closed in on: the search for the steepest does
/// not end, and the one that is slid along is found next to the start's.
#[test]
fn tips_and_rims_slide_past_corners() {
    let quarter_turn = [0.0, 1.0, 0.0, 1.0];
    slides(
        Placed::new(
            Cone::new(0.46875, 1.0).unwrap(),
            turned(
                quarter_turn,
                [-35.21097154351559, -25.078655970384734, -31.70896809159353],
            ),
        )
        .unwrap(),
        [
            0.5663820054887337,
            -2.2060863433215624e-8,
            -0.31166001407328825,
        ],
        Placed::new(
            Cuboid::new([53.38713064153479, 0.7457838317283574, 0.4203982435367214]).unwrap(),
            turned(
                [
                    0.3421823632826468,
                    -0.20921765335787992,
                    0.3489753452310549,
                    0.8469683655264764,
                ],
                [0.0; 3],
            ),
        )
        .unwrap(),
    );
    slides(
        Placed::new(
            Cuboid::new([0.46875, 1.2056758586011627, 0.5]).unwrap(),
            [0.4156336816570766, 2.665038256308976, 0.356144824203805],
        )
        .unwrap(),
        [
            -0.6656056819022997,
            0.04342579512941501,
            0.0014560375219324234,
        ],
        Placed::new(
            Cylinder::new(1.0738967653928186, 1.0).unwrap(),
            turned(
                [
                    -0.7436144054245403,
                    0.13606149371878484,
                    0.524845849836041,
                    -0.3912310313382675,
                ],
                [0.0; 3],
            ),
        )
        .unwrap(),
    );
}

/// The normals found are off by some 10⁻⁹ and 10⁻⁷. The nearest that is not closed in on keeps the shapes as far apart, if it is held
/// to the distance of the core and not to a point at that distance along the normal found.
#[test]
fn an_ellipsoid_and_a_radius_slide_obliquely_along_each_other() {
    let none = [0.0, 0.0, 0.0, 1.0];
    let ellipsoid = Ellipsoid::new([27.068740581231395, 0.5, 2.0]).unwrap();
    let half_turn = [0.0, 1.0, 0.0, 0.0];
    let at = [
        -27.735468497798657,
        0.49747464388350965,
        -0.17120050569328804,
    ];
    let motion = [2.5559725062324663, 0.9652002838662278, -1.3197024979237186];
    let cylinder = Cylinder::new(0.47576036758607276, 0.44948092818590035).unwrap();
    let q = [
        0.8738924274354086,
        0.20710956375639322,
        0.4377375176505634,
        -0.04246786447195417,
    ];
    slides(
        Placed::new(ellipsoid, turned(half_turn, at)).unwrap(),
        motion,
        Placed::new(Rounded::new(cylinder, 0.25).unwrap(), turned(q, [0.0; 3])).unwrap(),
    );
    let capsule = Capsule::new(0.2404363705894083, 0.02493948605209961).unwrap();
    let at = [
        -0.999071365530868,
        0.06783973812224814,
        -0.31818408279919563,
    ];
    let motion = [0.0, 3.407248388146805, -0.07613240412346815];
    let ellipsoid = Ellipsoid::new([1.0, 1.1344944914689987, 0.5]).unwrap();
    let q = [
        -0.5083461259470191,
        -0.6780050149594082,
        -0.5305384361092487,
        0.020551976433004857,
    ];
    slides(
        Placed::new(capsule, turned(none, at)).unwrap(),
        motion,
        Placed::new(ellipsoid, turned(q, [0.0; 3])).unwrap(),
    );
}

/// Turned boxes land with a corner on an edge of a cube, nearly along its top, at fractions that are known. The plane of the top is met there
/// too, up to 10⁸ times as flatly as those that close in fast, and tells as little of when.
#[test]
fn where_a_line_goes_through_an_edge_nearly_along_a_face_it_is_met_as_steeply_as_it_can_be() {
    let mut dice = Dice(4);
    let (mut early, mut late) = (0.0_f64, 0.0_f64);
    for i in 0..4_000 {
        let q = Quaternion::new(dice.roll(), dice.roll(), dice.roll(), dice.roll());
        let turn = UnitQuaternion::new_normalize(q);
        let (size, edge) = (dice.vector().map(|x| 0.25 + x.abs()), dice.roll());
        let shape = Cuboid::new(size).unwrap();
        // Between the normals of the top and of the side, nearer to the side.
        let normal = Vector3::new(1.0, dice.part(), 0.0);
        let corner = turn
            * shape
                .support_point(&-turn.inverse_transform_vector(&normal))
                .coords;
        let flatness = 10.0_f64.powf(-8.0 * dice.part());
        let way = Vector3::new(-1.0, -flatness, dice.roll()) * (0.25 + dice.part());
        let fraction = dice.part();
        let from = Vector3::new(1.0, 1.0, edge) - corner - way * fraction;
        let moving = Placed::new(shape, Isometry3::from_parts(from.into(), turn)).unwrap();
        let fixed = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, way, fixed).unwrap();
        let Outcome::Hit(hit) = sweep.cast_with(&CastOptions {
            method: Method::Portal,
            ..CastOptions::default()
        }) else {
            panic!("{i}");
        };
        let length = way.norm();
        early = early.max((fraction - hit.fraction) * length);
        late = late.max((hit.fraction_upper - fraction) * length);
    }
    // 64u of lengths up to 8, at a rate of 0.3 and more.
    assert!(early < 2e-13 && late < 2e-13, "{early:e} {late:e}");
}

/// A segment that is turned upside down meets a triangle's edge, by a plane that is met 4 % less steeply than the steepest. All numbers are
/// whole, and the fraction is 67/162. The lower end is no farther off, along the plane, than what its proof and the
/// rounding of the points take, 39u and 24u of all lengths, though at edges twice as much is allowed along the steepest plane.
#[test]
fn a_plane_that_is_steeper_by_little_does_not_make_the_bound_worse() {
    let segment = Segment::new([2.0, 8.0, 8.0], [8.0, 8.0, 8.0]).unwrap();
    let corners = [[0.0, 2.0, 0.0], [5.0, 3.0, -4.0], [-6.0, -2.0, -4.0]];
    let [a, b, c] = corners.map(Point3::from);
    let triangle = Placed::new(Triangle::new(a, b, c).unwrap(), [0.0; 3]).unwrap();
    let over = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 1.0, 0.0, 0.0));
    let pose = Isometry3::from_parts([-10.0, -1.0, 4.0].into(), over);
    let sweep = Sweep::new(
        Placed::new(segment, pose).unwrap(),
        [5.0, 17.0, 0.0],
        triangle,
    )
    .unwrap();
    let lengths = 132.0_f64.sqrt() + 56.0_f64.sqrt() + 117.0_f64.sqrt();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let outcome = sweep.cast_with(&options);
        let hit = outcome.hit().unwrap();
        let rate = -hit.normal.dot(sweep.displacement());
        let early = (67.0 / 162.0 - hit.fraction) * rate;
        let allowed = 63.0 * 0.5 * f64::EPSILON * lengths;
        assert!((0.0..=allowed).contains(&early), "{method:?}: {early:e}");
    }
}
