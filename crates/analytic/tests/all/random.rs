//! Seeded random sweeps, each answer proven: see `check`.

use crate::check::{self, Case, Core, Counts, P, V, coordinate, point, polygon, size, sweep};
use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::Answer;
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::sphere::{self, Sphere};

/// What is proven: 64u of the scale at the start.
const TOLERANCE: f64 = 32.0 * f64::EPSILON;
const CASES: u64 = 6_000;

fn each(
    seed: u64,
    capsule: bool,
    fixed: impl Fn(&mut ChaCha8Rng) -> (Core, f64),
    cast: impl Fn(&Case) -> Answer,
) {
    let mut counts = Counts::default();
    for index in 0..CASES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | index);
        let (fixed, fixed_radius) = fixed(&mut rng);
        let case = Case {
            fixed_radius,
            ..sweep(&mut rng, fixed, capsule)
        };
        case.prove(&cast(&case), TOLERANCE, &mut counts);
    }
    println!("{counts:?}");
    assert!(
        counts.hits > 100 && counts.misses > 100 && counts.overlaps > 50,
        "{counts:?}"
    );
}

fn ball(case: &Case) -> Sphere {
    Sphere {
        centre: case.a,
        radius: case.radius,
    }
}

fn stick(case: &Case) -> Capsule {
    Capsule {
        a: case.a,
        b: case.b,
        radius: case.radius,
    }
}

fn corners(case: &Case) -> &[P] {
    match &case.fixed {
        Core::Polygon(corners) => corners,
        Core::Box(..) => &[],
    }
}

fn fixed_ball(case: &Case) -> Sphere {
    Sphere {
        centre: corners(case)[0],
        radius: case.fixed_radius,
    }
}

fn fixed_stick(case: &Case) -> Capsule {
    Capsule {
        a: corners(case)[0],
        b: corners(case)[1],
        radius: case.fixed_radius,
    }
}

fn radius(rng: &mut ChaCha8Rng) -> f64 {
    size(rng).min(3.0)
}

fn polygon_of(rng: &mut ChaCha8Rng, n: usize) -> (Core, f64) {
    (Core::Polygon(polygon(rng, n)), 0.0)
}

fn any_polygon(rng: &mut ChaCha8Rng) -> (Core, f64) {
    let n = rng.random_range(3..9);
    polygon_of(rng, n)
}

fn rounded(rng: &mut ChaCha8Rng, n: usize) -> (Core, f64) {
    (Core::Polygon(polygon(rng, n)), radius(rng))
}

#[test]
fn sphere_point() {
    each(
        1,
        false,
        |r| polygon_of(r, 1),
        |c| sphere::against_point(&ball(c), &c.d, &corners(c)[0]),
    );
}

#[test]
fn sphere_sphere() {
    each(
        2,
        false,
        |r| rounded(r, 1),
        |c| sphere::against_sphere(&ball(c), &c.d, &fixed_ball(c)),
    );
}

#[test]
fn sphere_segment() {
    each(
        3,
        false,
        |r| polygon_of(r, 2),
        |c| sphere::against_segment(&ball(c), &c.d, &corners(c)[0], &corners(c)[1]),
    );
}

#[test]
fn sphere_capsule() {
    each(
        4,
        false,
        |r| rounded(r, 2),
        |c| sphere::against_capsule(&ball(c), &c.d, &fixed_stick(c)),
    );
}

#[test]
fn sphere_triangle() {
    each(
        5,
        false,
        |r| polygon_of(r, 3),
        |c| sphere::against_triangle(&ball(c), &c.d, corners(c).try_into().unwrap()),
    );
}

#[test]
fn sphere_polygon() {
    each(6, false, any_polygon, |c| {
        sphere::against_polygon(&ball(c), &c.d, corners(c))
    });
}

fn random_box(r: &mut ChaCha8Rng) -> (Core, f64) {
    let whole = r.random_range(0..2) == 0;
    let half = V::from_fn(|_, _| coordinate(r, whole).abs());
    (Core::Box(point(r, whole), half), 0.0)
}

#[test]
fn sphere_box() {
    each(7, false, random_box, |c| match &c.fixed {
        Core::Box(centre, half) => sphere::against_aligned_box(&ball(c), &c.d, centre, half),
        Core::Polygon(_) => unreachable!(),
    });
}

#[test]
fn a_box_may_be_turned_with_all_that_meets_it() {
    for index in 0..CASES {
        let mut rng = ChaCha8Rng::seed_from_u64(8 << 32 | index);
        let (fixed, _) = random_box(&mut rng);
        let case = sweep(&mut rng, fixed.clone(), false);
        let Core::Box(centre, half) = fixed else {
            unreachable!()
        };
        let turn = UnitQuaternion::from_scaled_axis(check::direction(&mut rng) * 2.0);
        let pose = Isometry3::from_parts(Translation3::from(turn * centre), turn);
        let moved = Sphere {
            centre: turn * case.a,
            radius: case.radius,
        };
        let turned = sphere::against_box(&moved, &(turn * case.d), &pose, &half);
        // Turned back, the answer has to stand up to the proof; its start is off by the rounding of the turn.
        let back = match turned {
            Answer::Hit(mut h) => {
                h.point = turn.inverse() * h.point;
                h.normal = turn.inverse() * h.normal;
                Answer::Hit(h)
            }
            Answer::Miss(mut m) => {
                m.axis = turn.inverse() * m.axis;
                Answer::Miss(m)
            }
            Answer::Overlap(mut o) => {
                o.point = turn.inverse() * o.point;
                o.normal = turn.inverse() * o.normal;
                Answer::Overlap(o)
            }
        };
        case.prove(&back, 4.0 * TOLERANCE, &mut Counts::default());
    }
}

#[test]
fn capsule_point() {
    each(
        9,
        true,
        |r| polygon_of(r, 1),
        |c| capsule::against_point(&stick(c), &c.d, &corners(c)[0]),
    );
}

#[test]
fn capsule_sphere() {
    each(
        10,
        true,
        |r| rounded(r, 1),
        |c| capsule::against_sphere(&stick(c), &c.d, &fixed_ball(c)),
    );
}

#[test]
fn capsule_segment() {
    each(
        11,
        true,
        |r| polygon_of(r, 2),
        |c| capsule::against_segment(&stick(c), &c.d, &corners(c)[0], &corners(c)[1]),
    );
}

#[test]
fn capsule_capsule() {
    each(
        12,
        true,
        |r| rounded(r, 2),
        |c| capsule::against_capsule(&stick(c), &c.d, &fixed_stick(c)),
    );
}

#[test]
fn capsule_triangle() {
    each(
        13,
        true,
        |r| polygon_of(r, 3),
        |c| capsule::against_triangle(&stick(c), &c.d, corners(c).try_into().unwrap()),
    );
}

#[test]
fn capsule_polygon() {
    each(14, true, any_polygon, |c| {
        capsule::against_polygon(&stick(c), &c.d, corners(c))
    });
}

/// A line without end is a segment so long that its ends are never met: 2²⁰ here, and the tolerance grows with it.
#[test]
fn lines_are_long_segments() {
    let (mut hits, mut misses) = (0, 0);
    for index in 0..CASES {
        let mut rng = ChaCha8Rng::seed_from_u64(15 << 32 | index);
        let on = point(&mut rng, false);
        let u = Unit::new_unchecked(check::direction(&mut rng));
        let long = u.into_inner() * 2f64.powi(20);
        let case = sweep(&mut rng, Core::Polygon(vec![on - long, on + long]), true);
        if case.d.norm() > 100.0 {
            continue;
        }
        for (line, segment) in [
            (
                sphere::against_line(&ball(&case), &case.d, &on, &u),
                sphere::against_segment(&ball(&case), &case.d, &(on - long), &(on + long)),
            ),
            (
                capsule::against_line(&stick(&case), &case.d, &on, &u),
                capsule::against_segment(&stick(&case), &case.d, &(on - long), &(on + long)),
            ),
        ] {
            // 64u of the segment's length.
            let e = TOLERANCE * 2f64.powi(21);
            match (line, segment) {
                (Answer::Hit(l), Answer::Hit(s)) => {
                    hits += 1;
                    let closing = (l.normal.dot(&case.d))
                        .abs()
                        .min(s.normal.dot(&case.d).abs());
                    assert!(
                        (l.fraction - s.fraction).abs() * closing <= e,
                        "{case:?} {l:?} {s:?}"
                    );
                    assert!(
                        (l.point - on).cross(&u).norm() <= TOLERANCE * case.scale(),
                        "{case:?} {l:?}"
                    );
                    let seen = case.a + case.d * l.fraction;
                    let reach = case.radius + (case.b - case.a).norm() + e;
                    assert!((l.point - seen).norm() <= reach, "{case:?} {l:?}");
                }
                (Answer::Miss(_), Answer::Miss(_)) => misses += 1,
                (Answer::Overlap(l), Answer::Overlap(s)) => {
                    assert!((l.depth - s.depth).abs() <= e, "{case:?} {l:?} {s:?}");
                }
                // Radius 0: whether points meet is up to rounding, which is coarser for the segment.
                _ => assert_eq!(case.radius, 0.0, "{case:?} {line:?} {segment:?}"),
            }
        }
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

/// A segment that a line goes through on its way is hit then, however thin both are. A point may pass the line, by its rounding: then the
/// plane that keeps them apart leads along the way.
#[test]
fn thin_shapes_meet_the_line_that_they_cross() {
    let mut passed = 0;
    for index in 0..CASES {
        let mut rng = ChaCha8Rng::seed_from_u64(17 << 32 | index);
        let on = point(&mut rng, false);
        let [u, axis, d] = [(); 3].map(|()| check::direction(&mut rng));
        // A quarter: how the axis and the way lie to the line and to each other.
        if u.cross(&axis).dot(&d).abs() < 0.25 {
            continue;
        }
        let (u, at) = (Unit::new_normalize(u), rng.random_range(-4.0..4.0));
        let (axis, d) = (axis / 64.0, d * 32.0);
        let met = on + u.into_inner() * at - d * 0.75;
        let crossing = Capsule {
            a: met - axis * 0.5,
            b: met + axis * 0.5,
            radius: 0.0,
        };
        let answer = capsule::against_line(&crossing, &d, &on, &u);
        let hit = answer
            .hit()
            .unwrap_or_else(|| panic!("{crossing:?} {d:?} {on:?} {u:?} {answer:?}"));
        let scale = 40.0 + on.coords.norm();
        assert!((hit.fraction - 0.75).abs() * d.norm() <= 16.0 * TOLERANCE * scale);
        let point = Sphere {
            centre: met,
            radius: 0.0,
        };
        if let Answer::Miss(miss) = sphere::against_line(&point, &d, &on, &u) {
            passed += 1;
            assert!(miss.axis.dot(&d).abs() <= TOLERANCE * d.norm(), "{miss:?}");
            assert!(miss.axis.dot(&u).abs() <= TOLERANCE, "{miss:?}");
        }
    }
    assert!(passed > 100, "{passed}");
}

/// A half-space is met where the lowest end of the axis meets it, found here by bisection.
#[test]
fn half_spaces_by_bisection() {
    for index in 0..CASES {
        let mut rng = ChaCha8Rng::seed_from_u64(16 << 32 | index);
        let on = point(&mut rng, false);
        let n = Unit::new_unchecked(check::direction(&mut rng));
        let case = sweep(&mut rng, Core::Polygon(vec![on]), true);
        let room = |t: f64| {
            let low = |x: P| n.dot(&(x + case.d * t - on));
            low(case.a).min(low(case.b)) - case.radius
        };
        let e = TOLERANCE * (case.scale() + case.d.norm());
        match capsule::against_half_space(&stick(&case), &case.d, &on, &n) {
            Answer::Hit(hit) => {
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..100 {
                    let t = 0.5 * (low + high);
                    if room(t) > 0.0 { low = t } else { high = t }
                }
                assert!((hit.fraction - low).abs() * n.dot(&case.d).abs() <= e);
                assert!(n.dot(&(hit.point - on)).abs() <= e);
            }
            Answer::Miss(_) => assert!(room(0.0) >= -e && room(1.0) >= -e),
            Answer::Overlap(overlap) => assert!((overlap.depth + room(0.0)).abs() <= e),
        }
    }
}
