//! What is told to be inside is, and all that is clearly inside is told.

use super::*;
use crate::polytope::first_tetrahedron;
use crate::polytope::tests::{check, cube};
use crate::shapes::tests::ball;
use std::{println, vec};

/// The hull of points by adding one after the other.
fn one_by_one(points: &[Vector3<f64>]) -> Polytope {
    Polytope::around(points).unwrap()
}

/// A surface that has grown to the end: closed, around all points, and none is left above a face.
fn check_growth(points: &[Vector3<f64>]) -> Option<Many<'_>> {
    let start = first_tetrahedron(points)?;
    let extent = points.iter().map(Vector3::norm).fold(0.0, f64::max);
    let hull = Polytope::tetrahedron(start, extent)?;
    let mut many = Many::new(points, hull);
    many.grow();
    assert_eq!(many.first, alloc::vec![NONE; many.hull.faces.len()]);
    check(&many.hull, points);
    Some(many)
}

/// How high a point is above the surface; of one inside it is how deep, negative.
fn height(hull: &Polytope, p: &Vector3<f64>) -> f64 {
    let heights = hull.faces().iter().map(|f| f.height(p));
    heights.fold(f64::NEG_INFINITY, f64::max)
}

/// Numbers from −1 to 1 that look like chance.
fn chance(seed: u32) -> impl FnMut() -> f64 {
    let mut state = u64::from(seed) + 1;
    move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Sets of many kinds: in a cube, on a ball, in a shell, on a grid, on the sides of a box, along a spiral, each as it is and all but flat.
fn sets() -> Vec<Vec<Vector3<f64>>> {
    let mut sets = Vec::new();
    for count in [5, 9, 40, 300, 900] {
        let mut some = chance(count);
        let mut any = || Vector3::from_fn(|_, _| some());
        let cube: Vec<_> = (0..count).map(|_| any()).collect();
        let shell = cube.iter().map(|p| p.normalize() + p * 0.01);
        let grid = cube.iter().map(|p| p.map(|x| (4.0 * x).round() / 4.0));
        let sides = cube.iter().map(|p| p / p.amax());
        let spiral = (0..count).map(|i| {
            let t = f64::from(i) / f64::from(count);
            Vector3::new(t * (40.0 * t).cos(), t * (40.0 * t).sin(), 0.3 * t * t)
        });
        let kinds: [Vec<_>; 6] = [
            ball(count as usize),
            shell.collect(),
            grid.collect(),
            sides.collect(),
            spiral.collect(),
            cube,
        ];
        for flat in [1.0, 1e-3, 1e-5] {
            for far in [0.0, 1e3] {
                for set in &kinds {
                    let change = |p: &Vector3<f64>| Vector3::new(p.x + far, p.y * flat, p.z - far);
                    sets.push(set.iter().map(change).collect());
                }
            }
        }
    }
    sets
}

#[test]
fn what_is_redundant_is_inside_of_the_others_or_at_the_place_of_one() {
    let (mut told, mut again, mut left, mut shallow) = (0, 0, 0, 0);
    for points in sets() {
        let Some(redundant) = Polytope::redundant(&points) else {
            assert!(first_tetrahedron(&points).is_none_or(|start| {
                let extent = points.iter().map(Vector3::norm).fold(0.0, f64::max);
                Polytope::tetrahedron(start, extent).is_none()
            }));
            continue;
        };
        check_growth(&points);
        let all = one_by_one(&points);
        let kept = points.iter().zip(&redundant).filter(|(_, spare)| !**spare);
        let kept: Vec<_> = kept.map(|(p, _)| *p).collect();
        let without = one_by_one(&kept);
        for (i, p) in points.iter().enumerate() {
            let (height, above) = (height(&all, p), height(&without, p));
            // Told, it is inside without all that is told; not told, it is not deep.
            if redundant[i] && kept.contains(p) {
                let first = points.iter().position(|q| q == p);
                assert!(first.is_some_and(|first| first < i && !redundant[first]));
                again += 1;
            } else if redundant[i] {
                assert!(above < 0.0, "{above:e} {height:e}");
                told += 1;
            } else {
                assert!(height > -10.0 * all.noise, "{height:e} of {:e}", all.noise);
                left += 1;
                shallow += i32::from(height < -all.noise);
            }
        }
    }
    println!("{told} inside, {again} once more, {left} not, {shallow} of them by little");
    assert!(told > 10_000 && again > 500 && left > 10_000 && shallow < 100);
}

/// Nearly all is told by one face, wherever the points are.
#[test]
fn few_points_are_held_against_all_faces() {
    for far in [0.0, 1e9] {
        let mut some = chance(7);
        let points: Vec<_> = (0..5_000)
            .map(|_| Vector3::from_fn(|_, _| some() + far))
            .collect();
        let many = check_growth(&points).unwrap();
        let told = many.redundant.iter().filter(|spare| **spare).count();
        let corners = many.corners.len();
        println!("{told} of 5000, {corners} corners on the way");
        assert!(told + corners > 4_980 && corners < 400);
    }
}

/// A point beyond one face is in the cone over no other; and one that is all but on a face is not surely inside.
#[test]
fn one_face_tells_of_what_is_in_its_cone_and_deep_enough() {
    let corners = [
        [1.0, 0.0, 0.25],
        [-1.0, 0.5, 0.0],
        [0.0, -1.0, 0.5],
        [0.0, 0.25, 2.0],
    ];
    let corners = corners.map(Vector3::from);
    let hull = Polytope::tetrahedron(corners, 2.5).unwrap();
    let many = Many::new(&corners, hull);
    let all = [0, 1, 2, 3];
    let mut some = chance(3);
    let (mut beyond, mut told) = (0, 0);
    for _ in 0..20_000 {
        let p = Vector3::from_fn(|_, _| 1.5 * some());
        let is_above = |face: usize| many.hull.faces[face].height(&p) > 0.0;
        for face in all {
            // Below this one, and above another.
            if !is_above(face) && all.into_iter().any(is_above) {
                assert!(!many.is_inside(&p, &[face]));
                beyond += 1;
            }
        }
        let f = &many.hull.faces[told % 4];
        let on = f
            .corners
            .map(|i| many.hull.points[i] * (1.0 + 0.5 * some()));
        let on = (on[0] + on[1] + on[2]) / 3.0;
        let deep = many.hull.noise * 1e3_f64.powf(some());
        let p = on - f.normal * (f.height(&on) + deep);
        if many.is_inside(&p, &all) {
            assert!(height(&many.hull, &p) < -INSIDE * many.hull.noise);
            told += 1;
        }
    }
    assert!(
        beyond > 10_000 && (1_000..19_000).contains(&told),
        "{beyond} {told}"
    );
}

/// Where fewer faces come than go, the last ones fill the gaps: there they are pending, one that came as well as others.
#[test]
fn faces_that_move_keep_their_points() {
    let points = cube();
    let hull = one_by_one(&points);
    let mut many = Many::new(&points, hull);
    let (none, mut pending) = (NONE, Vec::new());
    let mut renumber = |gone: &[usize], new: usize| {
        many.first = (0..6).map(|i| 10 + i).collect();
        for &face in gone {
            many.first[face] = NONE;
        }
        let mut came = Vec::new();
        pending.clear();
        many.renumber(&mut gone.to_vec(), new, &mut came, &mut pending);
        (many.first.clone(), came, pending.clone())
    };
    let more = (
        vec![10, none, 12, 13, 14, 15, none, none],
        vec![1, 6, 7],
        vec![],
    );
    assert_eq!(renumber(&[1], 3), more);
    let fewer = (vec![10, none, 15, 13], vec![1], vec![4, 2]);
    assert_eq!(renumber(&[1, 4, 2], 1), fewer);
    let moved = (vec![none, 11, 12, 13, 14], vec![0], vec![0]);
    assert_eq!(renumber(&[5, 0], 1), moved);
}
