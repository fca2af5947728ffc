//! Surfaces that grow stay closed and convex.

use super::*;

pub(super) fn cube() -> Vec<Vector3<f64>> {
    let sides = [-1.0, 1.0];
    let mut corners = Vec::new();
    for x in sides {
        for y in sides {
            for z in sides {
                corners.push(Vector3::new(x, y, z));
            }
        }
    }
    corners
}

#[test]
fn above_a_face_that_there_is_not_nothing_grows() {
    let mut hull = Polytope::around(&cube()).unwrap();
    assert!(!hull.add_above(12, &Vector3::new(0.0, 0.0, 3.0)));
    assert!(!hull.add_above(usize::MAX, &Vector3::new(0.0, 0.0, 3.0)));
    assert_eq!(hull.faces().len(), 12);
}

#[test]
fn a_cube_has_twelve_triangles_one_unit_away_and_a_closed_surface() {
    let hull = Polytope::around(&cube()).unwrap();
    assert_eq!(hull.faces().len(), 12);
    for (i, f) in hull.faces().iter().enumerate() {
        assert!((f.offset - 1.0).abs() < 1e-15, "{f:?}");
        for n in f.neighbours {
            assert!(hull.faces[n].neighbours.contains(&i));
        }
    }
}

/// Closed, with a face beyond each edge that runs the other way; as many faces as corners make; all points inside.
pub(super) fn check(hull: &Polytope, points: &[Vector3<f64>]) {
    let mut corners: Vec<_> = hull.faces().iter().flat_map(|f| f.corners).collect();
    corners.sort_unstable();
    corners.dedup();
    assert_eq!(hull.faces().len(), 2 * corners.len() - 4);
    for f in hull.faces() {
        for (k, beyond) in f.neighbours.into_iter().enumerate() {
            let other = hull.faces[beyond];
            let (from, to) = (f.corners[k], f.corners[NEXT[k]]);
            assert!((0..3).any(|j| other.corners[j] == to && other.corners[NEXT[j]] == from));
        }
        for p in points {
            assert!(f.height(p) <= 4.0 * hull.noise, "{}", f.height(p));
        }
    }
}

#[test]
fn a_surface_that_grows_and_swallows_corners_stays_closed() {
    // A spiral that winds outward: each turn swallows corners of the ones before.
    let spiral = |turns: f64, count: u32| {
        let at = move |i: u32| {
            let t = f64::from(i) / f64::from(count);
            let (height, angle) = (1.8 * t - 0.9, turns * core::f64::consts::TAU * t);
            let radius = (0.2 + t) * crate::sqrt(1.0 - height * height);
            let out = Vector3::new(radius * angle.cos(), radius * angle.sin(), 0.0);
            out + Vector3::z() * height * (0.3 + 0.7 * t)
        };
        (0..count).map(at).collect::<Vec<_>>()
    };
    let mut swallowed = 0;
    for (turns, count) in [(3.0, 40), (7.3, 200), (31.7, 500), (0.99, 60)] {
        let points = spiral(turns, count);
        let hull = Polytope::around(&points).unwrap();
        swallowed += 2 * hull.points().len() - 4 - hull.faces().len();
        check(&hull, &points);
        let mut hull = Polytope::around(&points[..points.len() / 2]).unwrap();
        for p in &points {
            hull.add(p);
        }
        check(&hull, &points);
    }
    assert!(swallowed > 10, "{swallowed}");
    check(&Polytope::around(&cube()).unwrap(), &cube());
}

#[test]
fn the_inside_is_strict() {
    let hull = Polytope::around(&cube()).unwrap();
    let is_inside = |x, y, z| hull.face_near(&Vector3::new(x, y, z), 0).is_none();
    assert!(is_inside(0.999, -0.999, 0.5));
    assert!(!is_inside(1.0, 0.2, 0.3) && !is_inside(1.001, 0.0, 0.0));
}

#[test]
fn flat_sets_have_no_polytope() {
    let flat: Vec<_> = cube()
        .into_iter()
        .map(|p| Vector3::new(p.x, 0.0, p.z))
        .collect();
    assert!(Polytope::around(&flat).is_none());
    assert!(Polytope::around(&flat[..1]).is_none());
}

/// The first two corners and the last are in line. Another edge of theirs belongs to a sliver, whose normal is noise, so that the
/// last seems to be above it: of its face there the area is nothing.
#[test]
fn a_point_in_line_with_an_edge_of_a_sliver_is_added() {
    let line = |x| Vector3::new(x, -0.11357673423747588, 0.14443119888997596);
    let points = [
        [
            -0.6396776971197199,
            0.5000188927368946,
            -0.24292720921614158,
        ],
        [
            -0.10706009500999794,
            -0.3245514061684697,
            -0.07458536670789068,
        ],
        [
            0.34621541135212264,
            -0.11357673423747588,
            0.14443119888997596,
        ],
        [
            -0.6396776971197199,
            0.49717412347758194,
            -0.24292720921614158,
        ],
        [
            0.34582694214561305,
            -0.11357673423747588,
            0.14443119888997596,
        ],
        [
            -0.31705861336122276,
            0.11917673095471681,
            -0.4545778660222451,
        ],
    ];
    let mut hull = Polytope::around(&points.map(Vector3::from)).unwrap();
    let last = line(0.34543847293910346);
    assert!(hull.faces().iter().any(|f| f.height(&last) > 1e-4));
    assert!(hull.add(&last));
    let mut all = points.map(Vector3::from).to_vec();
    all.push(last);
    check(&hull, &all);
    // What is a corner is not added once more.
    assert!(!hull.add(&last));
    // The faces that went for it are nothing to the points after it.
    for p in [
        [-0.1, 0.6, 0.4],
        [0.3, 0.5, 0.5],
        [-0.3, -0.4, 0.6],
        [0.5, -0.5, -0.3],
    ] {
        all.push(p.into());
        hull.add(&p.into());
        check(&hull, &all);
    }
}

/// Points on a ball, and one far away, which sees about half of their hull.
fn ball_and_far() -> (Vec<Vector3<f64>>, Vector3<f64>) {
    let ball = crate::shapes::tests::ball(60);
    (ball, Vector3::new(20.0, -30.0, 40.0))
}

/// The hull of points, to which others are added that are no farther from the origin than 100.
fn hull_to_grow(points: &[Vector3<f64>]) -> Polytope {
    let start = first_tetrahedron(points).unwrap();
    let mut hull = Polytope::tetrahedron(start, 100.0).unwrap();
    for p in points {
        hull.add(p);
    }
    hull
}

#[test]
fn a_point_that_swallows_many_corners_leaves_no_gap() {
    let (mut points, far) = ball_and_far();
    let mut hull = hull_to_grow(&points);
    check(&hull, &points);
    let before = hull.faces().len();
    assert!(hull.add(&far));
    assert!(hull.faces().len() + 20 < before);
    points.push(far);
    check(&hull, &points);
    // And it goes on to grow.
    for p in [-far, Vector3::new(-40.0, 10.0, 5.0), far * 1.5] {
        assert!(hull.add(&p));
        points.push(p);
        check(&hull, &points);
    }
    // What lies inside changes nothing.
    let faces = hull.faces().len();
    assert!(!hull.add(&Vector3::new(0.1, 0.2, 0.3)) && hull.faces().len() == faces);
}

/// What is told of the faces that go and come adds up to what there is.
#[test]
fn each_face_that_goes_or_comes_is_told() {
    let (points, far) = ball_and_far();
    let mut hull = hull_to_grow(&points[..20]);
    let told = |f: &Face, corners: [&Vector3<f64>; 3]| {
        let all = corners.map(|p| [p.x, p.y, p.z].map(f64::to_bits));
        (f.corners, all)
    };
    let now = |hull: &Polytope| {
        let faces = hull.faces().iter();
        let mut all: Vec<_> = faces
            .map(|f| told(f, f.corners.map(|i| &hull.points()[i])))
            .collect();
        all.sort_unstable();
        all
    };
    let mut kept = now(&hull);
    let mut gone = 0;
    for p in points[20..].iter().chain([&far]) {
        let Some(face) = hull.seen_from(p) else {
            continue;
        };
        hull.add_watched(face, p, |change| {
            for (count, f, corners) in change.faces() {
                let face = told(f, corners);
                match count {
                    1 => kept.push(face),
                    -1 => {
                        let at = kept.iter().position(|f| *f == face);
                        kept.swap_remove(at.expect("a face that there was"));
                        gone += 1;
                    }
                    _ => panic!("{count}"),
                }
            }
        });
        kept.sort_unstable();
        assert_eq!(kept, now(&hull));
    }
    assert!(gone > 60, "{gone}");
}

/// Heights are measured by the points' own size, and from their own place: nothing depends on the unit of length, nor (where nothing
/// is rounded) on the origin or on which way an axis points.
#[test]
fn a_hull_does_not_depend_on_the_unit_of_length_or_the_axes() {
    let (mut points, far) = ball_and_far();
    points.push(far);
    // Whole parts of 2⁻¹⁰, so that moving them is exact.
    let whole = |p: &Vector3<f64>| p.map(|x| (x * 1024.0).round() / 1024.0);
    let points: Vec<_> = points.iter().map(whole).collect();
    let corners_of = |change: &dyn Fn(&Vector3<f64>) -> Vector3<f64>| {
        let changed: Vec<_> = points.iter().map(change).collect();
        let hull = Polytope::around(&changed).unwrap();
        check(&hull, &changed);
        let inside = changed.iter().map(|p| hull.face_near(p, 0).is_none());
        let inside: Vec<_> = inside.collect();
        assert_eq!(Polytope::redundant(&changed).unwrap(), inside);
        (inside, are_thin(&changed))
    };
    let plain = corners_of(&|p| *p);
    let inside = plain.0.iter().filter(|inside| **inside).count();
    assert!((10..50).contains(&inside) && !plain.1, "{inside}");
    for k in [-90, -30, 30, 90] {
        assert_eq!(corners_of(&|p| p * f64::powi(2.0, k)), plain, "2^{k}");
    }
    assert_eq!(corners_of(&|p| p + Vector3::new(64.0, -32.0, 16.0)), plain);
    for k in 0..3 {
        let mirrored = |p: &Vector3<f64>| {
            let mut p = *p;
            p[k] = -p[k];
            p
        };
        assert_eq!(corners_of(&mirrored), plain, "{k}");
    }
}

/// Not in a plane, up to rounding, are points of which one is off it by more than that, to either side.
#[test]
fn points_in_a_plane_have_no_polytope_wherever_they_are() {
    let level = [
        [1.0, 0.0],
        [0.25, 1.0],
        [-1.0, 0.5],
        [-0.5, -1.0],
        [0.5, -0.75],
    ];
    for k in [-80, 0, 80] {
        let unit = f64::powi(2.0, k);
        for height in [0.0, 0.7] {
            let plane = level.map(|[x, z]| Vector3::new(x, height, z) * unit);
            assert!(Polytope::around(&plane).is_none(), "2^{k}");
            for off in [-1e-3, 1e-3] {
                let mut points = plane.to_vec();
                points.push(Vector3::new(0.125, height + off, 0.0) * unit);
                let hull = Polytope::around(&points).unwrap();
                check(&hull, &points);
            }
        }
    }
}

/// A solid is not thin; what is flat, or a needle, is: however large, and wherever it is.
#[test]
fn what_is_thin_is_so_in_any_unit() {
    let (ball, _) = ball_and_far();
    for (across, flat, thin) in [
        (1.0, 1.0, false),
        (1e-2, 1e-2, false),
        (1.0, 1e-4, false),
        (1.0, 1e-8, true),
        (1e-8, 1e-8, true),
        (1e-8, 1.0, true),
        (1.0, 0.0, true),
        (0.0, 0.0, true),
    ] {
        for k in [-60, 0, 60] {
            for by in [0.0, 3.0] {
                let at = |n: &Vector3<f64>| {
                    let p = Vector3::new(n.x, n.y * across, n.z * across * flat);
                    (p + Vector3::repeat(by)) * f64::powi(2.0, k)
                };
                let points: Vec<_> = ball.iter().map(at).collect();
                assert_eq!(are_thin(&points), thin, "{across} {flat} 2^{k} {by}");
            }
        }
    }
    assert!(are_thin(&[]) && are_thin(&ball[..1]));
}

#[test]
fn a_rim_is_one_loop() {
    let loops = |edges: &[[usize; 2]]| {
        let edge = |&[from, to]: &[usize; 2]| Edge {
            from,
            to,
            beyond: 0,
        };
        let rim: Vec<_> = edges.iter().map(edge).collect();
        is_one_loop(&rim)
    };
    assert!(loops(&[[3, 5], [5, 4], [4, 3]]));
    // Open, in the wrong order, of two loops, and one that touches itself at a corner.
    assert!(!loops(&[]));
    assert!(!loops(&[[3, 5], [5, 4], [4, 2]]));
    assert!(!loops(&[[3, 5], [4, 3], [5, 4]]));
    assert!(!loops(&[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]));
    assert!(!loops(&[[0, 1], [1, 2], [2, 0], [0, 3], [3, 4], [4, 0]]));
}
