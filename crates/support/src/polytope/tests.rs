//! Surfaces that grow stay closed and convex.

use super::*;

fn cube() -> Vec<Vector3<f64>> {
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
fn check(hull: &Polytope, points: &[Vector3<f64>]) {
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
    assert!(hull.strictly_contains(&Vector3::new(0.999, -0.999, 0.5)));
    assert!(!hull.strictly_contains(&Vector3::new(1.0, 0.2, 0.3)));
    assert!(!hull.strictly_contains(&Vector3::new(1.001, 0.0, 0.0)));
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
}
