//! Movers that overlap something: they leave it, slide along it, and go no deeper.

use crate::common::{clearance, movers, placed, vector};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::Distance;
use swept_scene::{Object, Scene};
use swept_slide::{SlideOptions, move_and_slide, slide};
use swept_support::{Cuboid, HalfSpace, Real, Sphere, Support};

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
            let at = tilt * nalgebra::Point3::new(0.0, 0.2, 0.0);
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
