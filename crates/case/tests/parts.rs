//! Bodies of several parts: which part answers, and that boxes pass nothing over.

use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use std::sync::Arc;
use swept::scene::TriangleMesh;
use swept::{CastOptions, Outcome, Placed, Real, Sphere, StartOverlap, Sweep};
use swept_case::{Answer, Body, Case, Geometry, Meshes};

fn read(line: &str) -> Case<f64> {
    Case::parse(line.as_bytes(), &mut Meshes::default()).unwrap()
}

fn cast(line: &str) -> Answer<f64> {
    let case = read(line);
    let answer = case.cast(&CastOptions::default()).unwrap();
    let pair = case.pair(&answer).unwrap();
    answer.certified.certificate.verify(&pair).unwrap();
    answer
}

/// A ball of radius 1/2 moving along x by 8, against the given parts.
fn ball_against(parts: &str) -> Answer<f64> {
    cast(&format!(
        r#"{{"moving":{{"shape":{{"type":"sphere","radius":0.5}}}},
        "fixed":{{"shape":{{"type":"compound","parts":[{parts}]}}}},"displacement":[8,0,0]}}"#
    ))
}

/// A ball of radius 1/2 at (x, y, 0).
fn at(x: f64, y: f64) -> String {
    format!(r#"{{"shape":{{"type":"sphere","radius":0.5}},"position":[{x},{y},0]}}"#)
}

#[test]
fn the_first_part_in_the_way_is_hit() {
    // Touching at centre distance 1: after 4 of 8, after 2 of 8, never.
    let answer = ball_against(&[at(5.0, 0.0), at(3.0, 0.0), at(3.0, 2.0)].join(","));
    let hit = answer.certified.outcome.hit().unwrap();
    assert!((hit.fraction - 0.25).abs() < 1e-14 && answer.part_fixed == Some(1));
    let line = answer.to_line(None);
    assert!(
        line.contains(r#""outcome":"hit","fraction":0.2"#) && line.ends_with(r#","part":1}"#),
        "{line}"
    );
}

#[test]
fn among_equals_the_first_part_is_named() {
    let answer = ball_against(&[at(9.0, 0.0), at(3.0, 0.0), at(3.0, 0.0)].join(","));
    assert_eq!(answer.part_fixed, Some(1));
}

#[test]
fn overlaps_come_first_and_the_deepest_of_them() {
    let parts = [at(1.25, 0.0), at(0.0, 0.75), at(0.5, 0.0), at(-0.25, -0.75)].join(",");
    let answer = ball_against(&parts);
    let Outcome::Overlap(overlap) = answer.certified.outcome else {
        panic!("{answer:?}")
    };
    assert_eq!(answer.part_fixed, Some(2));
    assert!((overlap.depth - 0.5).abs() < 1e-14);
}

#[test]
fn a_miss_is_that_of_the_part_with_the_smallest_gap() {
    // The boxes of parts 1 and 2 are touched on the way; both spheres are passed at their side.
    let answer = ball_against(&[at(3.0, 9.0), at(9.3, 0.5), at(9.2, 0.0), at(3.0, -1.5)].join(","));
    let Outcome::Miss(miss) = answer.certified.outcome else {
        panic!("{answer:?}")
    };
    assert_eq!(answer.part_fixed, Some(2));
    // Centres end 1.2 apart along x.
    assert!(miss.gap <= 0.2 && miss.gap > 0.2 - 1e-9, "{miss:?}");
}

#[test]
fn a_miss_far_from_every_box_still_has_a_plane_with_a_gap() {
    let answer = ball_against(&[at(3.0, 9.0), at(4.0, -4.0), at(-9.0, 0.0)].join(","));
    let Outcome::Miss(miss) = answer.certified.outcome else {
        panic!("{answer:?}")
    };
    assert_eq!(answer.part_fixed, Some(1));
    assert!(miss.gap <= 3.0 && miss.gap > 0.0, "{miss:?}");
}

#[test]
fn a_moving_compound_and_two_compounds_name_their_parts() {
    let two = format!(
        r#"{{"type":"compound","parts":[{},{}]}}"#,
        at(0.0, 0.0),
        at(1.0, 3.0)
    );
    let wall = r#"{"shape":{"type":"cuboid","half_extents":[1,9,9]},"position":[4,0,0]}"#;
    let line = format!(r#"{{"moving":{{"shape":{two}}},"fixed":{wall},"displacement":[2,0,0]}}"#);
    // The part at x = 1 reaches to 1.5 and meets the wall's side at 3 after 1.5 of 2.
    let answer = cast(&line);
    assert_eq!((answer.part_moving, answer.part_fixed), (Some(1), None));
    assert!(
        (answer.certified.outcome.hit().unwrap().fraction - 0.75).abs() < 1e-13,
        "{answer:?}"
    );
    assert!(answer.to_line(None).ends_with(r#""part":1}"#));
    let nested = format!(
        r#"{{"shape":{{"type":"compound","parts":[{},{wall}]}}}}"#,
        at(99.0, 0.0)
    );
    let fixed = format!(
        r#"{{"shape":{{"type":"compound","parts":[{},{nested}]}}}}"#,
        at(-99.0, 0.0)
    );
    let line = format!(r#"{{"moving":{{"shape":{two}}},"fixed":{fixed},"displacement":[2,0,0]}}"#);
    let answer = cast(&line);
    assert_eq!((answer.part_moving, answer.part_fixed), (Some(1), Some(2)));
    assert!(
        answer
            .to_line(None)
            .ends_with(r#""part":2,"part_moving":1}"#)
    );
}

#[test]
fn a_target_distance_widens_every_box() {
    let case = read(&format!(
        r#"{{"moving":{{"shape":{{"type":"point"}}}},"fixed":{{"shape":{{"type":"compound","parts":[{}]}}}},
        "displacement":[8,0,0]}}"#,
        at(4.0, 1.0)
    ));
    let options = CastOptions {
        target_distance: 0.75,
        ..CastOptions::default()
    };
    // Within 1.25 of the centre, 1 to the side: 0.75 before it.
    let answer = case.cast(&options).unwrap();
    let hit = answer.certified.outcome.hit().unwrap();
    assert!((hit.fraction - 3.25 / 8.0).abs() < 1e-12, "{hit:?}");
}

/// Numbers in [-1, 1) from a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| size * self.next())
    }
    fn rotation<T: Real>(&mut self) -> UnitQuaternion<T> {
        let [i, j, k, w] = std::array::from_fn(|_| T::nearest(self.next()));
        UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k))
    }
}

fn soup<T: Real>(numbers: &mut Numbers, count: usize) -> TriangleMesh<T> {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let centre = numbers.vector(6.0);
        for _ in 0..3 {
            let p: Vector3<f64> = centre + numbers.vector(1.0);
            vertices.push(Point3::from(p.map(T::nearest)));
        }
    }
    let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    TriangleMesh::new(vertices, triangles.collect()).unwrap()
}

/// The loop without boxes: every triangle is cast. Its first hit, or deepest overlap.
fn plainly<T: Real>(
    case: &Case<T>,
    mesh: &TriangleMesh<T>,
    options: &CastOptions<T>,
) -> Option<(usize, Outcome<T>)> {
    let Geometry::Convex(shape) = &case.moving.geometry else {
        panic!()
    };
    let mut first: Option<(usize, T, Outcome<T>)> = None;
    for i in 0..mesh.triangles().len() {
        let moving = Placed::new(shape, case.moving.pose).unwrap();
        let fixed = Placed::new(mesh.triangle(i as u32).unwrap(), case.fixed.pose).unwrap();
        let outcome = Sweep::new(moving, case.displacement, fixed)
            .unwrap()
            .cast_with(options);
        let key = match &outcome {
            Outcome::Hit(hit) => hit.fraction,
            Outcome::Overlap(overlap) => -overlap.depth - T::one(),
            Outcome::Miss(_) => continue,
            Outcome::Unresolved(_) => panic!("unresolved: {}", case.to_line()),
        };
        if first.as_ref().is_none_or(|(_, least, _)| key < *least) {
            first = Some((i, key, outcome));
        }
    }
    first.map(|(i, _, outcome)| (i, outcome))
}

fn boxes_change_nothing<T: Real>(seed: u64, start_overlap: StartOverlap) {
    let mut numbers = Numbers(seed);
    let (mut hits, mut others) = (0, 0);
    for _ in 0..60 {
        let mesh = Arc::new(soup::<T>(&mut numbers, 150));
        let position =
            |numbers: &mut Numbers, size| Translation3::from(numbers.vector(size).map(T::nearest));
        let case = Case {
            id: None,
            moving: Body::new(Sphere::new(T::nearest(0.6)).unwrap()).at(Isometry3::from_parts(
                position(&mut numbers, 9.0),
                numbers.rotation(),
            )),
            fixed: Body {
                geometry: Geometry::Mesh {
                    file: "soup.obj".into(),
                    mesh: Arc::clone(&mesh),
                },
                pose: Isometry3::from_parts(position(&mut numbers, 2.0), numbers.rotation()),
            },
            displacement: numbers.vector(12.0).map(T::nearest),
            turn: swept_case::Turn::none(),
        };
        let options = CastOptions {
            start_overlap,
            ..CastOptions::default()
        };
        let answer = case.cast(&options).unwrap();
        match plainly(&case, &mesh, &options) {
            Some((triangle, outcome)) => {
                assert_eq!(
                    (answer.triangle, &answer.certified.outcome),
                    (Some(triangle), &outcome)
                );
                hits += 1;
                let against: T = answer.face_normal.unwrap().dot(&case.displacement);
                assert!(against <= T::zero());
            }
            None => {
                assert!(matches!(answer.certified.outcome, Outcome::Miss(_)));
                others += 1;
            }
        }
        let pair = case.pair(&answer).unwrap();
        answer.certified.certificate.verify(&pair).unwrap();
    }
    assert!(hits > 10 && others > 5, "{hits} hits, {others} misses");
}

#[test]
fn boxes_pass_over_nothing_that_matters() {
    boxes_change_nothing::<f64>(1, StartOverlap::Report);
    boxes_change_nothing::<f32>(2, StartOverlap::Report);
    boxes_change_nothing::<f64>(3, StartOverlap::IgnoreIfReceding);
}

#[test]
fn a_mesh_in_a_compound_names_part_and_triangle() {
    let folder = std::env::temp_dir().join(format!("swept-case-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(
        folder.join("floor.obj"),
        "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nf 1 2 3 4\n",
    )
    .unwrap();
    let line = r#"{"moving":{"shape":{"type":"sphere","radius":1},"position":[-2,5,2]},"fixed":{"shape":{"type":
        "compound","parts":[{"shape":{"type":"point"},"position":[50,0,0]},{"shape":{"type":"mesh","file":
        "floor.obj"},"position":[0,1,0]}]}},"displacement":[0,-4,0]}"#;
    let mut meshes = Meshes::<f64>::in_folder(&folder);
    let case = Case::parse(line.as_bytes(), &mut meshes).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let answer = case.cast(&CastOptions::default()).unwrap();
    // From 5 down to 1 + 1: three quarters of the way, on the far half of the floor.
    assert!((answer.certified.outcome.safe_fraction() - 0.75).abs() < 1e-14);
    let line = answer.to_line(None);
    assert!(
        line.contains(r#""part":1,"triangle":1,"face_normal":["#),
        "{line}"
    );
    assert!(answer.face_normal.unwrap().y == 1.0);
    // The mesh was read once and is remembered although the file is gone.
    Case::parse(case.to_line().as_bytes(), &mut meshes).unwrap();
}

/// A ball that is sunk into a floor from above and goes along it: the motion tells no side of the floor, the way out does.
#[test]
fn along_a_face_its_normal_is_on_the_side_of_the_answer() {
    let corners = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]].map(Point3::from);
    for winding in [[0, 1, 2], [0, 2, 1]] {
        let mesh = TriangleMesh::new(corners.to_vec(), vec![winding]).unwrap();
        for side in [1.0, -1.0] {
            let case = Case {
                id: None,
                moving: Body::new(Sphere::new(1.0).unwrap()).at([0.0, 0.75 * side, 0.0]),
                fixed: Body {
                    geometry: Geometry::Mesh {
                        file: "floor.obj".into(),
                        mesh: Arc::new(mesh.clone()),
                    },
                    pose: Isometry3::identity(),
                },
                displacement: [1.0, 0.0, 0.0].into(),
                turn: swept_case::Turn::none(),
            };
            let answer = case.cast(&CastOptions::default()).unwrap();
            assert!(matches!(answer.certified.outcome, Outcome::Overlap(_)));
            assert_eq!(answer.face_normal.map(|n| n.y), Some(side), "{winding:?}");
        }
    }
}
