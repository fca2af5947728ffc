//! Movers that start nearer to a floor than anything is let come, or touch it, and go along it: its seams are not felt, however it is cut.

use crate::common::{box_mesh, clearance, movers, placed, vector};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::Distance;
use swept_scene::{Compound, Geometry, HeightField, Object, Scene, TriangleMesh};
use swept_slide::{Response, SlideOptions, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Placed, Real, Sphere, Support};

/// Cells on a floor's side, each 1 long.
const CELLS: i32 = 8;

fn narrow<T: Real>(pose: &Isometry3<f64>) -> Isometry3<T> {
    let turn = pose.rotation.coords.map(T::nearest);
    Isometry3::from_parts(
        Translation3::from(pose.translation.vector.map(T::nearest)),
        UnitQuaternion::new_normalize(turn.into()),
    )
}

/// A floor whose top is the plane y = 0 of a pose: of boxes, of a compound of boxes, of meshes that are boxes, of triangles, of
/// triangles with corners of their own, and a height field.
fn floor<T: Real>(kind: usize, pose: &Isometry3<f64>) -> Scene<T> {
    let half = T::nearest(0.5);
    let cells =
        (0..CELLS * CELLS).map(|n| [n / CELLS, n % CELLS].map(|i| f64::from(i - CELLS / 2)));
    let middle = |[x, z]: [f64; 2]| Isometry3::translation(x + 0.5, -0.5, z + 0.5);
    let geometry: Geometry<T> = match kind {
        0 | 1 => {
            let one = |cell| {
                let at = narrow::<T>(&(pose * middle(cell)));
                match kind {
                    0 => Object::new(Cuboid::new([half; 3]).unwrap()).at(at),
                    _ => Object::new(box_mesh([0.5; 3], false)).at(at),
                }
            };
            return Scene::of(cells.map(one)).unwrap();
        }
        2 => {
            let part = |cell| {
                (
                    Cuboid::new([half; 3]).unwrap().into(),
                    narrow::<T>(&middle(cell)),
                )
            };
            let parts: Vec<(Geometry<T>, _)> = cells.map(part).collect();
            Compound::new(parts).unwrap().into()
        }
        3 => {
            let side = CELLS as u32 + 1;
            let flat = vec![T::zero(); (side * side) as usize];
            let field = HeightField::new(side, side, flat, [T::one(); 3]).unwrap();
            let corner = T::nearest(-0.5 * f64::from(CELLS));
            let at = Isometry3::translation(corner, T::zero(), corner);
            Compound::new([(Geometry::from(field), at)]).unwrap().into()
        }
        _ => {
            let quad = |[x, z]: [f64; 2]| [[x, z], [x, z + 1.0], [x + 1.0, z + 1.0], [x + 1.0, z]];
            let corners: Vec<Point3<T>> = cells
                .flat_map(quad)
                .map(|[x, z]| Point3::new(x, 0.0, z).map(T::nearest))
                .collect();
            let quads = (0..corners.len() as u32).step_by(4);
            let triangles = quads.flat_map(|a| [[a, a + 1, a + 2], [a, a + 2, a + 3]]);
            let triangles: Vec<_> = triangles.collect();
            TriangleMesh::new(corners, triangles).unwrap().into()
        }
    };
    Scene::of([Object::new(geometry).at(narrow::<T>(pose))]).unwrap()
}

/// How many of so many moves lose some of their way along the floor.
fn held<T: Real>(far: f64) -> (usize, usize) {
    let rng = &mut ChaCha8Rng::seed_from_u64(17);
    let (mut moves, mut held) = (0, 0);
    for case in 0..30 {
        let turn = match case / 5 % 3 {
            0 => UnitQuaternion::identity(),
            1 => UnitQuaternion::new(Vector3::x() * std::f64::consts::FRAC_PI_2),
            _ => UnitQuaternion::new(vector(rng) * 3.0),
        };
        let pose = Isometry3::from_parts((vector(rng) * far).into(), turn);
        let scene = floor::<T>(case % 5, &pose);
        for shape in &movers::<T>() {
            for _ in 0..6 {
                let mut one = |choices: &[f64]| choices[rng.random_range(0..choices.len())];
                let gap = one(&[0.0, 0.1, 0.4]) / 128.0;
                let start = Vector3::new(one(&[-1.0, -0.5, 0.3]), 0.0, one(&[-1.0, 0.5, 0.7]));
                let level = Vector3::new(one(&[1.0, 0.37, 0.0]), 0.0, one(&[1.0, -0.81]));
                let way = turn * (level - Vector3::y() * one(&[0.0, 0.0, 0.5]));
                let up = turn * Vector3::y();
                let along_floor =
                    narrow::<T>(&Isometry3::from_parts(Translation3::identity(), turn));
                let reach = -placed(&**shape, &along_floor)
                    .support_point(&-up)
                    .coords
                    .dot(&up);
                let at = pose * Point3::from(start + Vector3::y() * (reach + gap));
                let mut end = narrow::<T>(&Isometry3::from_parts(at.coords.into(), turn));
                let mover = placed(&**shape, &end);
                let way = way.map(T::nearest);
                let report =
                    move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
                let moved = report.position.coords.map(Real::to_f64) - mover.position();
                let aside = turn.inverse() * moved - level;
                let error = Vector3::new(aside.x, 0.0, aside.z).norm();
                end.translation.vector = report.position.coords;
                let height = |of: Placed<T, &dyn Support>| of.support_point(&-up).coords.dot(&up);
                let rounding = 64.0 * T::EPSILON * (far + 10.0);
                assert!(
                    height(placed(&**shape, &end)) >= height(mover) - rounding,
                    "{case}: {report:?}"
                );
                moves += 1;
                held += usize::from(error > 1e-3 + rounding);
            }
        }
    }
    (held, moves)
}

#[test]
fn seams_are_not_felt_however_near_a_floor_is() {
    for far in [2.0, 1e3] {
        assert_eq!(held::<f64>(far), (0, 900), "{far}");
        assert_eq!(held::<f32>(far), (0, 900), "{far}");
    }
}

#[test]
fn what_is_passed_through_is_not_stood_off_from() {
    // Slowly into a wall that the game lets it pass: by less than the skin each time.
    let wall = Object::new(Cuboid::new([1.0, 5.0, 5.0]).unwrap()).at([2.0, 0.0, 0.0]);
    let scene = Scene::of([wall]).unwrap();
    let shape = Capsule::new(0.5, 0.25).unwrap();
    let mut at = Isometry3::translation(0.7, 0.0, 0.0);
    for step in 1..=200 {
        let mover = placed(&shape, &at);
        let way = [1e-3, 0.0, 0.0];
        let through = |_: &_| Response::Ignore;
        let report =
            move_and_slide(&scene, &mover, way, &SlideOptions::default(), through).unwrap();
        at.translation.vector = report.position.coords;
        assert!(
            (at.translation.x - 0.7 - 1e-3 * f64::from(step)).abs() < 1e-9,
            "{step}"
        );
    }
}

#[test]
fn what_is_within_its_skin_on_both_sides_stays_there() {
    // A gap of half a skin on either side: there is no room to stand off, and the way along is free.
    let wall = |x: f64| Object::new(Cuboid::new([1.0, 5.0, 5.0]).unwrap()).at([x, 0.0, 0.0]);
    let skin = 1.0 / 64.0;
    let width = 0.25 + 0.4 * skin;
    let scene = Scene::of([wall(-1.0 - width), wall(1.0 + width)]).unwrap();
    let shape = Capsule::new(0.5, 0.25).unwrap();
    let mover = placed(&shape, &Isometry3::identity());
    let options = SlideOptions::default().with_skin(skin);
    let report = move_and_slide(&scene, &mover, [0.0, 1.0, 2.0], &options, slide).unwrap();
    assert!(
        (report.moved - Vector3::new(0.0, 1.0, 2.0)).norm() < 1e-9,
        "{report:?}"
    );
}

#[test]
fn in_a_corridor_that_is_too_narrow_for_the_skin_seams_are_not_felt() {
    let skin = 1.0 / 64.0;
    let wall = |sign: f64, width: f64, cells: i32| {
        let cell = 20.0 / f64::from(cells);
        let at = |i: i32| cell * f64::from(i) - 10.0;
        let quads = (0..cells).flat_map(|i| (0..cells).map(move |k| (i, k)));
        let corners: Vec<Point3<f64>> = quads
            .flat_map(|(i, k)| [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)])
            .map(|(y, z)| Point3::new(sign * width, at(y), at(z)))
            .collect();
        let firsts = (0..corners.len() as u32).step_by(4);
        let triangles = firsts.flat_map(|a| [[a, a + 1, a + 2], [a, a + 2, a + 3]]);
        let triangles: Vec<_> = triangles.collect();
        Object::new(TriangleMesh::new(corners, triangles).unwrap())
    };
    let capsule: &dyn Support = &Capsule::new(0.5, 0.25).unwrap();
    let cube: &dyn Support = &Cuboid::new([0.25, 0.5, 0.3]).unwrap();
    for shape in [capsule, cube] {
        for part in [0.02, 0.25, 0.4, 0.5] {
            for cells in [8, 80] {
                let width = 0.25 + part * skin;
                let scene = Scene::of([wall(-1.0, width, cells), wall(1.0, width, cells)]).unwrap();
                let mover = placed(shape, &Isometry3::translation(0.0, 0.1, 0.3));
                let options = SlideOptions::default().with_skin(skin);
                let way = Vector3::new(0.3, -0.5, 2.0);
                let report = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
                let along = Vector3::new(0.0, way.y, way.z);
                let aside = report.moved.x.abs();
                let error = (report.moved - along).norm();
                assert!(aside <= 0.1 * part * skin, "{part} {cells}: {report:?}");
                assert!(error < 0.01, "{part} {cells}: {report:?}");
            }
        }
    }
}

/// Two walls, 20 high and long and `half` from the plane between them in the frame of a pose: of triangles with corners of their own
/// or of boxes, as many as there are cells on a side squared.
fn corridor<T: Real>(half: f64, cells: i32, of_boxes: bool, frame: &Isometry3<f64>) -> Scene<T> {
    let t = T::nearest;
    let cell = 20.0 / f64::from(cells);
    let middle = |i: i32| cell * (f64::from(i) + 0.5) - 10.0;
    let squares = (0..cells).flat_map(|y| (0..cells).map(move |z| [middle(y), middle(z)]));
    let squares: Vec<[f64; 2]> = squares.collect();
    let wall = |side: f64| -> Vec<Object<T>> {
        if of_boxes {
            let of = |[y, z]: &[f64; 2]| {
                let at = frame * Isometry3::translation(side * (half + 0.5), *y, *z);
                let extents = [0.5, 0.5 * cell, 0.5 * cell].map(t);
                Object::new(Cuboid::new(extents).unwrap()).at(narrow::<T>(&at))
            };
            return squares.iter().map(of).collect();
        }
        let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
        let corner = |[y, z]: [f64; 2], [a, b]: [f64; 2]| {
            let at = Point3::new(side * half, y + a * cell, z + b * cell);
            (frame * at).map(t)
        };
        let points = squares
            .iter()
            .flat_map(|of| corners.map(|at| corner(*of, at)));
        let points: Vec<Point3<T>> = points.collect();
        let firsts = (0..points.len() as u32).step_by(4);
        let triangles = firsts.flat_map(|a| [[a, a + 1, a + 2], [a, a + 2, a + 3]]);
        let triangles: Vec<_> = triangles.collect();
        vec![Object::new(TriangleMesh::new(points, triangles).unwrap())]
    };
    Scene::of([wall(-1.0), wall(1.0)].into_iter().flatten()).unwrap()
}

/// How many of so many ways along a corridor that it fits exactly a mover does not make, and by how much it comes off its middle.
fn held_between<T: Real>(far: f64) -> (usize, usize, f64) {
    let rng = &mut ChaCha8Rng::seed_from_u64(23);
    let (mut ways, mut held, mut off) = (0, 0, 0.0_f64);
    for case in 0..24 {
        let turn = match case % 3 {
            0 => UnitQuaternion::identity(),
            _ => UnitQuaternion::new(vector(rng) * 3.0),
        };
        let frame = Isometry3::from_parts((vector(rng) * far).into(), turn);
        for shape in &movers::<T>() {
            // The hull is no mirror image of itself.
            let upright = narrow::<T>(&Isometry3::from_parts(Translation3::identity(), turn));
            let reach = |side: f64| {
                let n = turn * Vector3::x() * side;
                n.dot(&placed(&**shape, &upright).support_point(&n).coords)
            };
            let half = 0.5 * (reach(1.0) + reach(-1.0));
            let scene = corridor::<T>(half, [1, 3, 8, 20][case % 4], case % 2 == 0, &frame);
            let aside = 0.5 * (reach(-1.0) - reach(1.0));
            let mut pose = narrow::<T>(&(frame * Isometry3::translation(aside, 0.1, 0.3)));
            for _ in 0..6 {
                let along = Vector3::new(
                    0.0,
                    rng.random_range(-1.0..1.0),
                    rng.random_range(-2.0..2.0),
                );
                // Some of them lead into a wall as well.
                let into = [0.0, 0.0, 1e-9, -0.3, 2.0][rng.random_range(0..5)];
                let way = turn * (along + Vector3::x() * into);
                let mover = placed(&**shape, &pose);
                let report = move_and_slide(
                    &scene,
                    &mover,
                    way.map(T::nearest),
                    &SlideOptions::default(),
                    slide,
                )
                .unwrap();
                let moved = report.position.coords.map(Real::to_f64) - mover.position();
                let moved = turn.inverse() * moved;
                pose.translation.vector = report.position.coords;
                let lost = (moved - along).yz().norm();
                ways += 1;
                held += usize::from(lost > 1e-3 * along.norm());
                let at = frame.inverse() * Point3::from(pose.translation.vector.map(Real::to_f64));
                off = off.max((at.x - aside).abs());
            }
        }
    }
    (held, ways, off)
}

#[test]
fn in_a_corridor_that_a_mover_fits_exactly_seams_are_not_felt() {
    for far in [0.0, 100.0] {
        let (wide, narrow) = (held_between::<f64>(far), held_between::<f32>(far));
        for ((held, ways, off), unit) in [(wide, f64::EPSILON), (narrow, f64::from(f32::EPSILON))] {
            assert!(held == 0 && ways == 720, "{far} {unit}: {held} of {ways}");
            assert!(off < 64.0 * unit * (10.0 + far), "{far} {unit}: {off}");
        }
    }
}

#[test]
fn seams_of_a_corridor_are_not_felt_by_what_leaves_an_overlap() {
    for (cells, of_boxes) in [(8, true), (20, true), (8, false), (20, false)] {
        let mut scene = corridor::<f64>(0.25, cells, of_boxes, &Isometry3::identity());
        let within = Object::new(Cuboid::new([0.1; 3]).unwrap());
        scene.insert(within.at([0.0, 0.1, 0.1])).unwrap();
        let shape = Cuboid::new([0.25, 0.5, 0.3]).unwrap();
        let mover = Placed::new(shape, [0.0, 0.1, 0.3]).unwrap();
        let way = Vector3::new(0.3, 0.0, 4.0);
        let report = move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
        let error = (report.moved - Vector3::new(0.0, 0.0, 4.0)).norm();
        assert!(error < 1e-9, "{cells} {of_boxes}: {report:?}");
    }
}

/// Two walls that leave a ball a skin and a quarter in all: not a skin from the one and the margin, half a skin, from the other, but the
/// margin from both. It starts nearer than that to the one, and pushes against it.
#[test]
fn between_walls_that_leave_both_margins_it_keeps_them() {
    let (skin, radius) = (1.0 / 64.0, 0.25);
    let ball: &dyn Support = &Sphere::new(radius).unwrap();
    let wall = |side: f64| Object::new(HalfSpace::new([-side, 0.0, 0.0]).unwrap());
    let scene = Scene::of([
        wall(1.0),
        wall(-1.0).at([-(2.0 * radius + 1.25 * skin), 0.0, 0.0]),
    ])
    .unwrap();
    let options = SlideOptions::default().with_skin(skin);
    let start = Isometry3::translation(-(radius + 0.3 * skin), 0.0, 0.0);
    let way = [0.05, 0.0, 1.0];
    let report = move_and_slide(&scene, &placed(ball, &start), way, &options, slide).unwrap();
    let end = placed(
        ball,
        &Isometry3::from_parts(report.position.into(), UnitQuaternion::identity()),
    );
    let apart = clearance(&scene, &end, 1.0).unwrap();
    assert!((report.moved.z - 1.0).abs() < 1e-3, "{report:?}");
    assert!(
        matches!(&apart, Distance::Apart(apart) if apart.separation >= 0.5 * skin),
        "{apart:?} {report:?}"
    );
}
