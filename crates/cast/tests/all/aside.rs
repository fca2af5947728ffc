//! Shapes far from their own origins. Two that are turned alike, with corners moved alike, are the same pair as without that.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{
    CastOptions, Claim, Distance, DistanceCache, DistanceOptions, Method, Outcome, Sweep,
};
use swept_cast::{distance, distance_with};
use swept_support::{
    ConvexHull, HalfSpace, Middle, Placed, Rounded, Segment, Shape, Support, Triangle,
};

/// A number from −1 to 1 that is a whole multiple of 2⁻¹².
fn number(dice: &mut Dice) -> f64 {
    let whole = dice.below(1 << 13) as i32 - (1 << 12);
    f64::from(whole) / f64::from(1 << 12)
}

fn vector(dice: &mut Dice) -> Vector3<f64> {
    Vector3::from_fn(|_, _| number(dice))
}

/// The kinds of shapes whose corners say where they are, and how many corners each is given.
const KINDS: [(&str, usize); 5] = [
    ("segment", 2),
    ("capsule", 2),
    ("triangle", 3),
    ("hull", 8),
    ("hull with a table", 40),
];

fn shape(kind: &str, corners: &[Vector3<f64>], by: &Vector3<f64>) -> Shape<f64> {
    let points: Vec<Point3<f64>> = corners.iter().map(|c| Point3::from(c + by)).collect();
    for (point, corner) in points.iter().zip(corners) {
        assert_eq!(point - by, Point3::from(*corner), "moved without rounding");
    }
    match kind {
        "segment" => Segment::new(points[0], points[1]).unwrap().into(),
        "capsule" => {
            let core = Segment::new(points[0], points[1]).unwrap();
            Rounded::new(core, 0.25).unwrap().into()
        }
        "triangle" => Triangle::new(points[0], points[1], points[2])
            .unwrap()
            .into(),
        _ => ConvexHull::new(points).unwrap().into(),
    }
}

type Pair = Sweep<f64, Shape<f64>, Shape<f64>>;

/// The same pair near its origins and far from them, four of each two kinds, `far` away.
fn pairs(far: f64) -> impl Iterator<Item = (String, Pair, Pair)> {
    let kinds = KINDS.iter().flat_map(|m| KINDS.iter().map(move |f| (m, f)));
    let each = kinds.flat_map(|kinds| [kinds; 4]);
    each.enumerate().map(move |(i, (m, f))| {
        let dice = &mut Dice(i as u64);
        let [moving, fixed] = [m, f].map(|(kind, count)| {
            let corners: Vec<_> = (0..*count).map(|_| vector(dice)).collect();
            (*kind, corners)
        });
        let q = Quaternion::new(0.3, number(dice), number(dice), number(dice));
        let q = UnitQuaternion::new_unchecked(if i % 2 == 0 {
            q
        } else {
            Quaternion::identity()
        });
        let d = vector(dice) + Vector3::new(0.0, 0.0, 3.0);
        let from = vector(dice) * 0.25 - d;
        let by = (vector(dice) * far).map(f64::round) + Vector3::repeat(far);
        let sweep = |by: &Vector3<f64>| {
            let at = |position: Vector3<f64>| Isometry3::from_parts(position.into(), q);
            let m = Placed::new(shape(moving.0, &moving.1, by), at(from)).unwrap();
            let f = Placed::new(shape(fixed.0, &fixed.1, by), at(Vector3::zeros())).unwrap();
            Sweep::new(m, d * 2.0, f).unwrap()
        };
        (
            format!("{} {} {far}", m.0, f.0),
            sweep(&Vector3::zeros()),
            sweep(&by),
        )
    })
}

/// Their brackets meet to the last places of the shapes' size. As seen from their origins they would be wider by 10⁶ times.
#[test]
fn casts_do_not_depend_on_how_far_shapes_are_from_their_origins() {
    let (mut hits, mut misses) = (0, 0);
    for far in [30.0, 1e3, 1e6] {
        for (name, near, away) in pairs(far) {
            for method in Method::ALL {
                let options = CastOptions {
                    method,
                    ..CastOptions::default()
                };
                let [a, b] = [&near, &away].map(|sweep| {
                    let certified = sweep.cast_certified(&options);
                    let proven = certified.certificate.verify(sweep);
                    assert!(proven.is_ok(), "{name} {method:?}: {proven:?}");
                    assert!(certified.certificate.tolerance < 1e-12, "{name}");
                    certified.outcome
                });
                match (a, b) {
                    (Outcome::Hit(a), Outcome::Hit(b)) => {
                        let [open, other] = [&a, &b].map(|hit| hit.fraction_upper - hit.fraction);
                        let apart = (a.fraction - b.fraction).abs();
                        assert!(
                            apart + open.max(other) < 1e-12,
                            "{name} {method:?}: {a:?} {b:?}"
                        );
                        hits += 1;
                    }
                    (Outcome::Miss(_), Outcome::Miss(_)) => misses += 1,
                    (a, b) => panic!("{name} {method:?}: {a:?} {b:?}"),
                }
            }
        }
    }
    assert!(hits > 100 && misses > 20, "{hits} {misses}");
}

/// Points of contact are where they are in the world, and those of closed forms in the shapes' own frames.
#[test]
fn points_of_contact_are_in_the_frames_that_were_given() {
    let far = 1e3;
    let mut closed_forms = 0;
    for (name, near, away) in pairs(far) {
        let (Outcome::Hit(a), Outcome::Hit(b)) = (near.cast(), away.cast()) else {
            continue;
        };
        // From one corner to the same of the other pair.
        let corner = |s: &Pair| s.fixed().support_point(&Vector3::new(0.3, 0.5, 0.8));
        let moved = corner(&away) - corner(&near);
        for (p, q) in [
            (a.point_moving, b.point_moving),
            (a.point_fixed, b.point_fixed),
        ] {
            assert!((p + moved - q).norm() < 1e-9, "{name}: {a:?} {b:?}");
        }
        let Some(closed) = away.cast_closed(&CastOptions::default()) else {
            continue;
        };
        closed_forms += 1;
        let fixed = away.fixed();
        let core = closed.fixed_rotation.apply(&closed.core_fixed) + fixed.position();
        let radius = fixed.shape().radius();
        let met = core + b.normal.into_inner() * radius;
        assert!(
            (met - b.point_fixed.coords).norm() < 1e-9,
            "{name}: {closed:?}"
        );
    }
    assert!(closed_forms > 3, "{closed_forms}");
}

/// A depth, too, and where its line of motion came in.
#[test]
fn overlaps_do_not_depend_on_how_far_shapes_are_from_their_origins() {
    let corners: Vec<_> = (0..8)
        .map(|i| Vector3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
        .collect();
    let by = Vector3::new(-3e5, 7e4, 9e5);
    let [near, away] = [Vector3::zeros(), by].map(|by| {
        let cube = |at: [f64; 3]| Placed::new(shape("hull", &corners, &by), at).unwrap();
        let sweep = Sweep::new(cube([0.5, 0.25, 0.875]), [0.0, 0.0, 2.0], cube([0.0; 3])).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        certified.certificate.verify(&sweep).unwrap();
        *certified.outcome.overlap().unwrap()
    });
    for overlap in [near, away] {
        assert!((overlap.depth - 0.125).abs() < 1e-14, "{overlap:?}");
        assert!(overlap.depth_lower > 0.125 - 1e-9, "{overlap:?}");
        assert!((overlap.entry + 0.9375).abs() < 1e-13 && (overlap.exit - 0.0625).abs() < 1e-13);
    }
    assert!(
        (away.point_fixed - by - near.point_fixed.coords)
            .coords
            .z
            .abs()
            < 1e-9
    );
}

/// The same two shapes at rest: what either bracket says of their distance is true of the other, and both are as narrow. The points are
/// where they are in the world, and what a query leaves behind serves the next.
#[test]
fn distances_do_not_depend_on_how_far_shapes_are_from_their_origins() {
    let mut overlaps = 0;
    for far in [30.0, 1e3, 1e6] {
        for (name, near, away) in pairs(far) {
            let by = away.fixed().support_point(&Vector3::x())
                - near.fixed().support_point(&Vector3::x());
            for part in [0.0, 0.25, 0.5] {
                let way = near.displacement() * part;
                let [a, b] = [&near, &away].map(|sweep| {
                    let mut moving = sweep.moving().as_ref();
                    moving.move_to(moving.position() + way).unwrap();
                    let mut cache = DistanceCache::new();
                    let [cold, warm] = [(); 2].map(|()| {
                        let options = DistanceOptions::default();
                        distance_with(&moving, &sweep.fixed().as_ref(), &options, Some(&mut cache))
                            .unwrap()
                    });
                    let [one, two] = [cold, warm].map(|d| d.separation());
                    assert!(
                        (one - two).abs() < 1e-13,
                        "{name} {part}: {cold:?} {warm:?}"
                    );
                    cold
                });
                let (low, high, points) = match (&a, &b) {
                    (Distance::Apart(a), Distance::Apart(b)) => (
                        [a.separation, b.separation],
                        [a.separation_upper, b.separation_upper],
                        [
                            a.point_moving - b.point_moving,
                            a.point_fixed - b.point_fixed,
                        ],
                    ),
                    (Distance::Overlap(a), Distance::Overlap(b)) => {
                        overlaps += 1;
                        let [one, two] = [a.depth, b.depth];
                        assert!((one - two).abs() < 1e-9, "{name} {part}: {a:?} {b:?}");
                        continue;
                    }
                    _ => panic!("{name} {part}: {a:?} {b:?}"),
                };
                assert!(
                    low[0] <= high[1] && low[1] <= high[0],
                    "{name} {part}: {a:?} {b:?}"
                );
                let open = f64::max(high[0] - low[0], high[1] - low[1]);
                assert!(open < 1e-13, "{name} {part}: {a:?} {b:?}");
                for point in points {
                    assert!((point + by).norm() < 1e-8, "{name} {part}: {a:?} {b:?}");
                }
            }
        }
    }
    assert!(overlaps > 20, "{overlaps}");
}

/// The way from one middle to the other is longer than a position may be: the shapes are measured as they were given.
#[test]
fn middles_that_are_too_far_apart_are_not_asked_for() {
    let far = 0.9 * (1u128 << 100) as f64;
    let triangle = |x: f64| {
        let size = far / 64.0;
        Triangle::new([x, 0.0, 0.0], [x, size, 0.0], [x, 0.0, size]).unwrap()
    };
    let moving = Placed::new(triangle(far), [far, 0.0, 0.0]).unwrap();
    let fixed = Placed::new(triangle(-far), [-far, 0.0, 0.0]).unwrap();
    let Distance::Apart(apart) = distance(&moving, &fixed).unwrap() else {
        panic!("they are apart");
    };
    assert!(apart.separation <= 4.0 * far && apart.separation_upper >= 4.0 * far);
}

/// The one plane of a half-space has a normal that no `f64` is along, and the shape that comes is far from its origin: what the normal
/// is rounded by must not count with that.
#[test]
fn what_falls_on_a_plane_may_come_from_far_beside_its_origin() {
    let ground = Placed::new(HalfSpace::new([0.25, 1.0, 0.5]).unwrap(), [0.0; 3]).unwrap();
    let dice = &mut Dice(7);
    let mut seen = [0; 3];
    for (i, (kind, count)) in KINDS.iter().cycle().take(60).enumerate() {
        let corners: Vec<_> = (0..*count).map(|_| vector(dice)).collect();
        let by = Vector3::repeat([30.0, 1e3, 1e6][i % 3]);
        let shape = shape(kind, &corners, &by);
        let high = Vector3::new(0.0, 4.0 * number(dice) + 1.0, 0.0);
        let moving = Placed::new(shape, high - by).unwrap();
        let sweep = Sweep::new(moving, [0.5, -2.0, 0.25], ground).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        let proven = certified.certificate.verify(&sweep);
        assert!(proven.is_ok(), "{kind} {by:?}: {proven:?}");
        seen[match certified.outcome {
            Outcome::Hit(_) => 0,
            Outcome::Miss(_) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// A shape of the user's own that states whatever it likes for its middle.
#[derive(Clone, Copy)]
struct Stating(Triangle<f64>, Option<Middle>);

impl Support for Stating {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(direction)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.0.interior_point()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
    fn middle(&self) -> Option<Middle> {
        self.1
    }
}

/// A middle whose extent is no length, or more than that about the origin, is none; neither for a cast, nor for who checks it.
#[test]
fn what_is_no_middle_is_passed_over() {
    let triangle = Triangle::new([30.0, 0.0, 0.0], [31.0, 0.5, 0.0], [30.0, 0.25, 1.0]).unwrap();
    let at = Point3::new(30.0, 0.0, 0.0);
    let sweep = |middle| {
        let fixed = Placed::new(Stating(triangle, middle), [0.0; 3]).unwrap();
        let moving = Placed::new(Stating(triangle, middle), [0.3, 0.1, 4.0]).unwrap();
        Sweep::new(moving, [0.1, 0.0, -8.0], fixed).unwrap()
    };
    let plain = sweep(None).cast_certified(&CastOptions::default());
    let mut early = plain.certificate;
    early.claim = Claim::Unresolved {
        safe_fraction: plain.outcome.hit().unwrap().fraction_upper + 1e-6,
    };
    for extent in [-1e6, 1e6, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let stating = sweep(Some(Middle { at, extent }));
        let certified = stating.cast_certified(&CastOptions::default());
        assert_eq!(certified.outcome, plain.outcome, "{extent}");
        certified.certificate.verify(&stating).unwrap();
        assert!(early.verify(&stating).is_err(), "{extent}");
    }
    // Nor is one that is in no place, whatever its extent.
    for x in [f64::NAN, f64::INFINITY, 1e300] {
        let (at, extent) = (Point3::new(x, 0.0, 0.0), 2.0);
        let moving = sweep(Some(Middle { at, extent }));
        let one = Sweep::new(
            *moving.moving(),
            *moving.displacement(),
            *sweep(None).fixed(),
        );
        assert_eq!(one.unwrap().cast(), plain.outcome, "{x}");
    }
}
