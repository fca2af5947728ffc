//! Height fields with holes anywhere, in any unit of length, against brute force.

use crate::common::{assert_equal, brute_force, cut, of_unit, pose};
use nalgebra::{Isometry3, Point3, Translation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_cast::{Outcome, Turn};
use swept_scene::{Faces, HeightField, Motion, Object, Query, Scene, TurningMotion};
use swept_support::{Aabb, Placed, Real, Sphere, Triangle};

/// Which cells are holes: none, all, all but one, a border, one row, one column, a checkerboard, any.
fn hole(kind: u32, [rows, columns]: [u32; 2], [r, c]: [u32; 2], dice: u32) -> bool {
    let at = [dice % rows, dice / 7 % columns];
    match kind {
        0 => false,
        1 => true,
        2 => [r, c] != at,
        3 => r == 0 || c == 0 || r + 1 == rows || c + 1 == columns,
        4 => r == at[0],
        5 => c == at[1],
        6 => (r + c) % 2 == 0,
        _ => (r * 31 + c * 17 + dice) * 7919 % 5 < 3,
    }
}

#[test]
fn fields_and_motions_of_the_same_are_equal() {
    let field = |top| HeightField::new(2, 3, vec![0.0, 1.0, 2.0, 3.0, 4.0, top], [1.0; 3]).unwrap();
    assert_eq!(field(5.0), field(5.0));
    assert_ne!(field(5.0), field(6.0));
    assert_eq!(field(5.0).with_holes(|_, _| false), field(5.0));
    assert_ne!(field(5.0).with_holes(|_, c| c == 1), field(5.0));
    assert_ne!(field(5.0).with_faces(Faces::OneSided), field(5.0));

    let motion = |way| {
        let ball = Placed::new(Sphere::new(0.5).unwrap(), [0.0, 2.0, 0.0]).unwrap();
        Motion::new(ball, [0.0, way, 0.0]).unwrap()
    };
    assert_eq!(motion(-1.0), motion(-1.0));
    assert_ne!(motion(-1.0), motion(-2.0));
    let turning = |by| TurningMotion::new(motion(-1.0), Turn::by([0.0, by, 0.0])).unwrap();
    assert_eq!(turning(1.0), turning(1.0));
    assert_ne!(turning(1.0), turning(2.0));
}

#[test]
fn a_height_field_tells_what_it_was_made_of() {
    let heights = vec![0.0, 1.0, 2.0, 3.0, 4.0, 50.0];
    let field = HeightField::new(2, 3, heights.clone(), [2.0, 0.5, -3.0]);
    assert!(field.is_err(), "a grid that runs backward");
    let field = HeightField::new(2, 3, heights.clone(), [2.0, 0.5, 3.0]).unwrap();
    assert_eq!((field.rows(), field.columns()), (2, 3));
    assert_eq!(field.heights(), heights);
    assert_eq!(*field.scale(), Vector3::new(2.0, 0.5, 3.0));
    // Columns go along x and rows along z; the second triangle of a cell is the one away from the origin.
    let corners = [[2.0, 2.0, 3.0], [2.0, 0.5, 0.0], [0.0, 1.5, 3.0]].map(Point3::from);
    assert_eq!(field.corners(1), Some(corners));
    assert_eq!(field.triangle(1).map(|t| *t.corners()), Some(corners));
    let memory = field.memory();
    assert!((6 * 8..1000).contains(&memory), "{memory}");
    let field = field.with_holes(|row, column| (row, column) == (0, 1));
    // One word for them.
    assert_eq!(field.memory(), memory + 8);
    let holes = [(0, 0), (0, 1), (0, 2), (1, 0)].map(|(r, c)| field.is_hole(r, c));
    assert_eq!(holes, [false, true, true, true]);
    let none = [2, 3, 4, 5, u32::MAX].map(|index| field.corners(index));
    assert_eq!(none, [None; 5]);
    // The height of 25 is that of a corner of the hole alone.
    let (min, max) = (Point3::origin(), Point3::new(2.0, 2.0, 3.0));
    assert_eq!(field.bounds(), Some(&Aabb { min, max }));
}

fn fields<T: Real>(casts: usize, powers: [i32; 2], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut count = [0; 3];
    for case in 0..casts {
        let unit = f64::powi(2.0, rng.random_range(powers[0]..=powers[1]));
        let [rows, columns] = [(); 2].map(|()| rng.random_range(2..=10));
        let (kind, dice) = (rng.random_range(0..=9), rng.random_range(0..1000));
        let whole = rng.random_range(0..2) == 0;
        let heights = (0..rows * columns).map(|_| {
            let height: f64 = rng.random_range(-1.0..1.0);
            T::nearest(if whole { height.round() } else { height })
        });
        let heights: Vec<T> = heights.collect();
        // Upside down, flat, and steep.
        let up = [1.0, -1.0, 0.0, 0.25, -30.0][case % 5];
        let scale = [unit * 1.5, unit * up, unit * 1.25].map(T::nearest);
        let field = HeightField::new(rows, columns, heights, scale).unwrap();
        let cells = [rows - 1, columns - 1];
        let field = field.with_holes(|r, c| hole(kind, cells, [r, c], dice));
        let ground: Vec<(u32, Triangle<T>)> = (0..2 * cells[0] * cells[1])
            .filter_map(|i| Some((i, field.triangle(i)?)))
            .collect();
        assert_eq!(field.bounds().copied(), box_of(&ground), "case {case}");
        let move_by = |p: Isometry3<T>| {
            let place = p.translation.vector.map(|x| T::nearest(x.to_f64() * unit));
            Isometry3::from_parts(Translation3::from(place), p.rotation)
        };
        let at = move_by(pose(&mut rng, [3.0; 3]));
        let middle = [f64::from(columns), 0.0, f64::from(rows)].map(|x| T::nearest(x * 0.7 * unit));
        let from = at
            * Isometry3::translation(middle[0], middle[1], middle[2])
            * move_by(pose(&mut rng, [6.0, 3.0, 6.0]));
        let way = move_by(pose::<T>(
            &mut rng,
            [[0.5; 3], [4.0; 3], [40.0; 3]][case % 3],
        ));
        let shapes = of_unit::<T>(unit);
        let moving = Placed::new(Arc::clone(&shapes[case % shapes.len()]), from).unwrap();
        let motion = Motion::new(moving, way.translation.vector).unwrap();
        let query = Query::default();
        let expected = brute_force(&motion, &query, ground.iter().copied(), &at);
        let scene = Scene::of([Object::new(field).at(at)]).unwrap();
        count[assert_equal(&scene, &motion, &query, &expected, case)] += 1;
        if let Some(Outcome::Hit(hit)) = expected.0 {
            let short = cut(&motion, hit.fraction);
            let expected = brute_force(&short, &query, ground.into_iter(), &at);
            assert_equal(&scene, &short, &query, &expected, case);
        }
    }
    println!("hits, overlaps, misses: {count:?}");
    assert!(count.iter().all(|&c| c > casts / 20), "{count:?}");
}

/// The box around these triangles.
fn box_of<T: Real>(triangles: &[(u32, Triangle<T>)]) -> Option<Aabb> {
    let corners = triangles.iter().flat_map(|(_, t)| *t.corners());
    let corners = corners.map(|p| Point3::from(p.coords.map(Real::to_f64)));
    corners.fold(None, |all: Option<Aabb>, p| {
        let (min, max) = all.map_or((p, p), |all| (all.min.inf(&p), all.max.sup(&p)));
        Some(Aabb { min, max })
    })
}

#[test]
fn height_fields_of_f64_with_holes_answer_as_brute_force_does() {
    fields::<f64>(2000, [-80, 80], 21);
}

#[test]
fn height_fields_of_f32_with_holes_answer_as_brute_force_does() {
    fields::<f32>(2000, [-40, 40], 22);
}
