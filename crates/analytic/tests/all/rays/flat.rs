//! Rays against boxes, triangles, polyhedra and planes.

use super::*;

#[test]
fn boxes() {
    let h = [1.0, 2.0, 3.0];
    hit(
        cuboid(&ray([5.0, 1.0, 1.0], [-8.0, 0.0, 0.0]), h),
        0.5,
        [1.0, 1.0, 1.0],
        [1.0, 0.0, 0.0],
    );
    // In through the top: y reaches 2 at half of the way, when x is 0.
    hit(
        cuboid(&ray([2.0, 4.0, 0.0], [-4.0, -4.0, 0.0]), h),
        0.5,
        [0.0, 2.0, 0.0],
        [0.0, 1.0, 0.0],
    );
    // Past the corner (1, 2): x + y is 4 all along, and 3 there.
    miss(
        cuboid(&ray([4.0, 0.0, 0.0], [-4.0, 4.0, 0.0]), h),
        [S, S, 0.0],
    );
    overlap(
        cuboid(&ray([0.25, 1.5, 0.0], [1.0, 0.0, 0.0]), h),
        0.5,
        [0.0, 1.0, 0.0],
        [0.25, 2.0, 0.0],
    );
    // Flat: through it at z = 0, and along it at some height.
    let flat = [1.0, 1.0, 0.0];
    hit(
        cuboid(&ray([0.5, 0.0, -1.0], [0.0, 0.0, 4.0]), flat),
        0.25,
        [0.5, 0.0, 0.0],
        [0.0, 0.0, -1.0],
    );
    miss(
        cuboid(&ray([-2.0, 0.0, 0.5], [4.0, 0.0, 0.0]), flat),
        [0.0, 0.0, 1.0],
    );
}

#[test]
fn flat_things() {
    let [a, b, c] = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
    let up = [0.0, 0.0, 1.0];
    let triangle = |ray: &Ray| ray::against_triangle(ray, &[a, b, c]);
    let down = ray([1.0, 1.0, 2.0], [0.0, 0.0, -4.0]);
    hit(triangle(&down), 0.5, [1.0, 1.0, 0.0], up);
    let rising = ray([1.0, 1.0, -2.0], [0.0, 0.0, 4.0]);
    hit(triangle(&rising), 0.5, [1.0, 1.0, 0.0], [0.0, 0.0, -1.0]);
    // x + y is 6 all along, and at most 4 on it.
    miss(
        triangle(&ray([3.0, 3.0, 2.0], [0.0, 0.0, -4.0])),
        [S, S, 0.0],
    );
    // In its plane: through the side x = 0 first.
    let along = ray([-1.0, 1.0, 0.0], [4.0, 0.0, 0.0]);
    hit(triangle(&along), 0.25, [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]);
    let square = [a, b, Point3::new(4.0, 4.0, 0.0), c];
    let beside = ray([3.0, 3.0, 2.0], [0.0, 0.0, -4.0]);
    hit(
        ray::against_polygon(&beside, &square),
        0.5,
        [3.0, 3.0, 0.0],
        up,
    );
    // Corners on one line, and in one place.
    let middle = Point3::new(1.0, 0.0, 0.0);
    let cross = ray([3.0, 0.0, 1.0], [0.0, 0.0, -2.0]);
    let on = [3.0, 0.0, 0.0];
    hit(ray::against_triangle(&cross, &[a, middle, b]), 0.5, on, up);
    hit(ray::against_segment(&cross, &a, &b), 0.5, on, up);
    assert!(ray::against_triangle(&cross, &[a; 3]).hit().is_none());
    assert!(ray::against_segment(&cross, &c, &c).hit().is_none());
    hit(
        ray::against_segment(&cross, &on.into(), &on.into()),
        0.5,
        on,
        up,
    );
    hit(ray::against_point(&cross, &on.into()), 0.5, on, up);
    assert!(ray::against_polygon(&cross, &[]).hit().is_none());
}

#[test]
fn planes() {
    let y = Vector3::y_axis();
    let floor = Plane {
        point: Point3::new(5.0, 1.0, 0.0),
        normal: y,
    };
    let fall = ray([0.0, 2.0, 0.0], [0.0, -4.0, 0.0]);
    let (met, up) = ([0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
    hit(ray::against_polyhedron(&fall, &[floor]), 0.25, met, up);
    hit(
        ray::against_half_space(&fall, &floor.point, &y),
        0.25,
        met,
        up,
    );
    hit(ray::against_plane(&fall, &floor.point, &-y), 0.25, met, up);
    assert!(matches!(
        ray::against_half_space(&fall, &floor.point, &-y),
        Answer::Overlap(o) if o.depth == 1.0
    ));
    // All of space.
    assert!(
        matches!(ray::against_polyhedron(&fall, &[]), Answer::Overlap(o) if o.depth == f64::INFINITY)
    );
    // A wedge over the floor: x + y <= 2, and −x + y <= 2, with the ridge at (0, 2).
    let side = |x: f64| Plane {
        point: Point3::new(0.0, 2.0, 0.0),
        normal: Unit::new_normalize(Vector3::new(x, 1.0, 0.0)),
    };
    let wedge = [side(1.0), side(-1.0)];
    let slide = ray([4.0, 0.0, 0.0], [-4.0, 0.0, 0.0]);
    hit(
        ray::against_polyhedron(&slide, &wedge),
        0.5,
        [2.0, 0.0, 0.0],
        [S, S, 0.0],
    );
    // Over the ridge at height 3: both planes together, straight up.
    miss(
        ray::against_polyhedron(&ray([-4.0, 3.0, 0.0], [8.0, 0.0, 0.0]), &wedge),
        up,
    );
}

#[test]
fn planes_say_the_same_as_boxes() {
    let half = Vector3::new(1.0, 2.0, 0.5);
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.4, 1.1));
    let pose = Isometry3::from_parts([3.0, -2.0, 1.0].into(), turn);
    let planes: Vec<Plane> = (0..6)
        .map(|i| {
            let n = Vector3::ith(i / 2, if i % 2 == 0 { 1.0 } else { -1.0 });
            Plane {
                point: pose * Point3::from(n * half[i / 2]),
                normal: turn * Unit::new_unchecked(n),
            }
        })
        .collect();
    let mut hits = 0;
    for i in 0..400 {
        let spread = |k: f64| (f64::from(i) * k).sin();
        let to =
            Point3::new(3.0, -2.0, 1.0) + Vector3::new(spread(1.3), spread(2.7), spread(3.1)) * 2.5;
        let way = Vector3::new(spread(0.7), spread(1.9), spread(5.3)) * 8.0;
        let ray = Ray {
            start: to - way,
            displacement: way * 1.5,
        };
        let one = ray::against_polyhedron(&ray, &planes);
        let other = ray::against_box(&ray, &pose, &half);
        match (one, other) {
            (Answer::Hit(a), Answer::Hit(b)) => {
                hits += 1;
                let speed = a.normal.dot(&ray.displacement).abs();
                let apart = (a.fraction - b.fraction).abs() * speed;
                assert!(apart <= 2.0 * ERROR, "{ray:?} {a:?} {b:?}");
            }
            (Answer::Overlap(a), Answer::Overlap(b)) => {
                assert!((a.depth - b.depth).abs() <= 2.0 * ERROR, "{a:?} {b:?}");
            }
            (Answer::Miss(_), Answer::Miss(_)) => {}
            _ => panic!("{ray:?} {one:?} {other:?}"),
        }
    }
    assert!(hits > 50, "{hits}");
}

/// Along the upper face up to rounding: which of two planes it enters first, that face's or the side's, is for the side to say.
#[test]
fn along_a_face() {
    let h = [1.0; 3];
    let planes: Vec<_> = (0..6)
        .map(|k| {
            let n = Vector3::ith(k / 2, if k % 2 == 0 { 1.0 } else { -1.0 });
            ray::Plane {
                point: Point3::from(n),
                normal: Unit::new_unchecked(n),
            }
        })
        .collect();
    for down in [0.0, 1e-18, 1e-16, 1e-15, 4e-15] {
        for high in [0.0, 0.5, 2.0, 4.0].map(|k| f64::EPSILON * k) {
            let ray = ray([-5.0, 1.0 + high, 0.25], [10.0, -down, 0.0]);
            let any = [
                cuboid(&ray, h),
                ray::against_polyhedron(&ray, &planes),
                ray::against_cylinder(
                    &ray,
                    &Isometry3::identity(),
                    &ray::Upright {
                        half_height: 1.0,
                        radius: 1.0,
                    },
                ),
            ];
            for (k, answer) in any.iter().enumerate() {
                // The cylinder's side is at x = −√(1 − 1/16).
                let reach = if k == 2 { f64::sqrt(0.9375) } else { 1.0 };
                match answer {
                    Answer::Hit(hit) => {
                        let off = (hit.fraction - (5.0 - reach) / 10.0).abs();
                        assert!(off < 1e-14, "{k}: {down:e} {high:e} {hit:?}");
                    }
                    Answer::Miss(_) => assert!(high > 0.0 || down == 0.0, "{k}: {down:e}"),
                    Answer::Overlap(overlap) => panic!("{k}: {overlap:?}"),
                }
            }
        }
    }
}

/// Lines that cross a segment or pass through a point without rounding, all of it on a grid: they are met there, though nothing of them has
/// a width.
#[test]
fn what_has_no_width_is_met_by_lines_through_it() {
    let part = |k: u32, n: u32| f64::from(k * n % 97) - 48.0;
    for k in 1..3_000 {
        let at = |n: u32| Vector3::new(part(k, n), part(k, n + 6), part(k, n + 14)) / 8.0;
        let (a, b, start) = (at(5), at(29), at(59) + Vector3::repeat(20.0));
        let along = f64::from(k % 9) / 8.0;
        let met = a + (b - a) * along;
        let ray = Ray {
            start: start.into(),
            displacement: (met - start) * 2.0,
        };
        // What goes along the segment meets its end first.
        if (b - a).cross(&ray.displacement) == Vector3::zeros() && a != b {
            continue;
        }
        let [a, b, met] = [a, b, met].map(Point3::from);
        for answer in [
            ray::against_segment(&ray, &a, &b),
            ray::against_triangle(&ray, &[a, b, b]),
            ray::against_point(&ray, &met),
        ] {
            let hit = answer.hit().unwrap_or_else(|| panic!("{k}: {answer:?}"));
            assert!((hit.fraction - 0.5).abs() <= ERROR, "{k}: {hit:?}");
            assert!((hit.point - met).norm() <= ERROR, "{k}: {hit:?}");
        }
    }
}
