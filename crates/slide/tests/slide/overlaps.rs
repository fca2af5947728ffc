//! Movers that overlap something: they leave it, slide along it, and go no deeper.

use crate::common::{clearance, movers, overlaps, placed, vector};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use swept_cast::Distance;
use swept_scene::{Faces, MeshOptions, Motion, Object, Query, Scene, TriangleMesh};
use swept_slide::{SlideOptions, move_and_slide, plane, slide};
use swept_support::{Cone, Cuboid, Cylinder, HalfSpace, Placed, Real, Sphere, Support};

fn depth<T: Real>(scene: &Scene<T>, shape: &dyn Support, pose: &Isometry3<T>) -> f64 {
    match clearance(scene, &placed(shape, pose), 1.0) {
        Some(Distance::Overlap(overlap)) => overlap.depth.to_f64(),
        _ => 0.0,
    }
}

/// A floor through the origin with this pose's y for up: a box, a half-space, or a large ball.
fn floor<T: Real>(kind: u32, pose: &Isometry3<f64>) -> Object<T> {
    let at = |down: f64| {
        let middle = pose.translation.vector - pose.rotation * Vector3::y() * down;
        let turn = pose.rotation.scaled_axis();
        Isometry3::new(middle.map(T::nearest), turn.map(T::nearest))
    };
    let t = T::nearest;
    match kind {
        0 => Object::new(Cuboid::new([t(20.0), t(1.0), t(20.0)]).unwrap()).at(at(1.0)),
        1 => Object::new(HalfSpace::new(Vector3::y()).unwrap()).at(at(0.0)),
        _ => Object::new(Sphere::new(t(20.0)).unwrap()).at(at(20.0)),
    }
}

fn slides_along<T: Real>() {
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    let (mut moves, mut left) = (0, 0);
    for case in 0..600 {
        let tilt = Isometry3::new(vector(rng) * 3.0, vector(rng) * 2.0);
        let scene = Scene::of([floor::<T>(case % 3, &tilt)]).unwrap();
        for shape in &movers::<T>() {
            let at = tilt * Point3::new(0.0, 0.2, 0.0);
            let pose = Isometry3::new(at.coords.map(T::nearest), vector(rng).map(T::nearest));
            let before = depth(&scene, &**shape, &pose);
            if before < 0.01 {
                continue;
            }
            // Level, or down into what is overlapped as well.
            let down = [0.0, 0.3][case as usize / 3 % 2];
            let level = Vector3::new(rng.random_range(0.1..1.0), 0.0, rng.random_range(-1.0..1.0));
            let way = (tilt.rotation * (level - Vector3::y() * down)).map(T::nearest);
            let mover = placed(&**shape, &pose);
            let report =
                move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
            let mut end = pose;
            end.translation.vector = report.position.coords;
            let after = depth(&scene, &**shape, &end);
            let rounding = 256.0 * T::EPSILON * 20.0;
            assert!(after <= before + rounding, "{case}: {before} {after}");
            let moved = report.moved.norm().to_f64();
            assert!(
                moved > 0.8 * level.norm(),
                "{case}: {moved} of {level:?}, {:?}",
                report.stop
            );
            moves += 1;
            left += u32::from(after == 0.0);
        }
    }
    assert!(moves > 2000 && left < moves / 4, "{moves} {left}");
}

#[test]
fn what_is_overlapped_is_slid_along() {
    slides_along::<f64>();
}

#[test]
fn what_is_overlapped_is_slid_along_in_f32() {
    slides_along::<f32>();
}

/// Straight into one of the planes that a ball overlaps, by a way that is long beside it: what the plane leaves is the way's rounding, and
/// that leads deeper into the others.
#[test]
fn what_rounding_leaves_of_a_long_way_leads_no_deeper() {
    let rng = &mut ChaCha8Rng::seed_from_u64(43);
    let ball = Sphere::new(0.5_f32).unwrap();
    for case in 0..200 {
        let normals: Vec<_> = (0..6).map(|_| vector(rng).normalize()).collect();
        let planes = (normals.iter().zip(1..)).map(|(n, i)| {
            let off = n * (0.1 * f64::from(i));
            let plane = HalfSpace::new(n.map(|x| x as f32)).unwrap();
            Object::new(plane).at(off.map(|x| x as f32))
        });
        let scene: Scene<f32> = Scene::of(planes).unwrap();
        let start = Isometry3::identity();
        let way = (normals[5] * -1e5).map(|x| x as f32);
        let mover = Placed::new(&ball, start).unwrap();
        let report = move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide).unwrap();
        let [before, after] = [start, Isometry3::from(report.position)]
            .map(|at| overlaps(&scene, &ball, &at).into_values());
        for (before, after) in before.zip(after) {
            assert!(after <= before + 1e-6, "{case}: {before} {after}");
        }
    }
}

/// Two triangles of this side that meet along the z axis and rise from there by an angle, turned and moved by a pose.
fn fold<T: Real>(side: f64, rise: f64, pose: &Isometry3<f64>, faces: Faces) -> Object<T> {
    let (up, out) = rise.sin_cos();
    let corners = [
        [0.0, 0.0, -side],
        [0.0, 0.0, side],
        [out * side, up * side, 0.3 * side],
        [-out * side, up * side, -0.3 * side],
    ];
    let corners = corners.map(|p| (pose * Point3::from(p)).map(T::nearest));
    let options = MeshOptions {
        faces,
        ..MeshOptions::default()
    };
    let triangles = vec![[0, 1, 2], [1, 0, 3]];
    Object::new(TriangleMesh::with_options(corners.to_vec(), triangles, &options).unwrap())
}

/// All that is overlapped: the greatest depth, and the ways out.
fn ways_out<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, &dyn Support>,
) -> (f64, Vec<Unit<Vector3<f64>>>) {
    let (mut deepest, mut normals) = (0.0_f64, Vec::new());
    let rest = Motion::at_rest(mover.as_ref()).unwrap();
    scene.near_shapes(&rest, T::nearest(0.0), &Query::default(), |_, distance| {
        if let Distance::Overlap(overlap) = distance {
            deepest = deepest.max(overlap.depth.to_f64());
            normals.push(Unit::new_normalize(overlap.normal.map(Real::to_f64)));
        }
        ControlFlow::Continue(())
    });
    (deepest, normals)
}

fn leaves_a_fold<T: Real>() {
    let rng = &mut ChaCha8Rng::seed_from_u64(11);
    let cylinder: Arc<dyn Support> =
        Arc::new(Cylinder::new(T::nearest(0.5), T::nearest(0.3)).unwrap());
    let cone: Arc<dyn Support> = Arc::new(Cone::new(T::nearest(0.5), T::nearest(0.3)).unwrap());
    let shapes = movers::<T>().into_iter().chain([cylinder, cone]);
    let (mut moves, mut opposed) = (0, 0);
    for shape in shapes {
        for case in 0..300 {
            let pose = Isometry3::new(vector(rng) * 3.0, vector(rng) * 2.0);
            let side = [3.0, 100.0][case % 2];
            let rise = [0.0, rng.random_range(0.0..0.8), rng.random_range(-0.8..0.0)][case % 3];
            let scene = Scene::of([fold::<T>(side, rise, &pose, Faces::TwoSided)]).unwrap();
            // Over the fold, so that the ways out of the two may be opposite.
            let at = Vector3::new(
                rng.random_range(-0.3..0.3),
                rng.random_range(0.05..0.6),
                0.1,
            );
            let at = (pose * Point3::from(at)).coords.map(T::nearest);
            let mut pose_there = Isometry3::new(at, vector(rng).map(T::nearest));
            let mover = placed(&*shape, &pose_there);
            let (before, normals) = ways_out(&scene, &mover);
            if normals.len() < 2 || before < 1e-3 {
                continue;
            }
            let way = pose.rotation
                * Vector3::new(
                    rng.random_range(-1.0..1.0),
                    -0.2,
                    rng.random_range(-1.0..1.0),
                );
            let report = move_and_slide(
                &scene,
                &mover,
                way.map(T::nearest),
                &SlideOptions::default(),
                slide,
            )
            .unwrap();
            let free = plane::solve(way, &normals).norm();
            let moved = report.moved.norm().to_f64();
            assert!(
                free < 0.05 || moved > 1e-3 * free,
                "{case}: {free} is free, {report:?}"
            );
            pose_there.translation.vector = report.position.coords;
            let (after, _) = ways_out(&scene, &placed(&*shape, &pose_there));
            // What depths are known to: of the one that was told, and of the one slid along.
            let open = (0.5_f64.powi(36) + 64.0 * T::EPSILON) * (2.0 * side + 1.0);
            assert!(after <= before + 2.0 * open, "{case}: {before} {after}");
            moves += 1;
            opposed += u32::from(normals[0].dot(&normals[1]) < -0.9);
        }
    }
    assert!(moves > 1000 && opposed > 50, "{moves} {opposed}");
}

#[test]
fn between_the_triangles_of_a_fold_it_slides() {
    leaves_a_fold::<f64>();
}

#[test]
fn between_the_triangles_of_a_fold_it_slides_in_f32() {
    leaves_a_fold::<f32>();
}

/// One-sided faces that are overlapped: a way along one of them, as planes leave it, passes it or does not by rounding alone. It leads no
/// deeper all the same.
#[test]
fn along_a_one_sided_face_it_goes_no_deeper() {
    fn check<T: Real>(far: f64, is_flat: bool) {
        let t = T::nearest;
        let rng = &mut ChaCha8Rng::seed_from_u64(13);
        let mut along = 0;
        for case in 0..1500 {
            let shape = &movers::<T>()[case % 5];
            let pose = Isometry3::new(vector(rng) * far, vector(rng) * 2.0);
            let rise = rng.random_range(-0.8..0.8);
            let rise = if is_flat { 0.0 } else { rise };
            let scene = Scene::of([fold::<T>(3.0, rise, &pose, Faces::OneSided)]).unwrap();
            let at = Vector3::from_fn(|_, _| rng.random_range(-0.3..0.3));
            let at = (pose * Point3::from(at)).coords.map(t);
            let mut there = Isometry3::new(at, vector(rng).map(t));
            let before = overlaps(&scene, &**shape, &there);
            let way = vector(rng);
            let mover = placed(&**shape, &there);
            let report =
                move_and_slide(&scene, &mover, way.map(t), &SlideOptions::default(), slide);
            let report = report.unwrap();
            there.translation.vector = report.position.coords;
            let moved = report.moved.map(Real::to_f64);
            for (of, after) in overlaps(&scene, &**shape, &there) {
                let front = scene.triangle_normal(&of).unwrap();
                let Some(before) = before.get(&of) else {
                    continue;
                };
                let [asked, gone] = [way, moved].map(|way| front.dot(&way));
                // It comes through from behind.
                if asked > 0.0 || gone > 1e-4 * moved.norm() {
                    continue;
                }
                let open = (0.5_f64.powi(36) + 64.0 * T::EPSILON) * (far + 4.0);
                assert!(
                    after <= before + 2.0 * open,
                    "{case}: {before} {after} {report:?}"
                );
                along += u32::from(moved.norm() > 0.1 && gone.abs() < 4e-8 * (far + 22.0));
            }
        }
        assert!(along > 50, "{along}");
    }
    check::<f64>(3.0, false);
    check::<f32>(3.0, false);
    // Corners of one flat surface, far away, are rounded out of it, and turn its faces.
    check::<f64>(1000.0, true);
    check::<f32>(1000.0, true);
}
