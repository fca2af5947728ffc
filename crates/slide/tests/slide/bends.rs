//! Planes that differ by less than their rounding may: each of them stops a move that is long beside the skin.

use crate::common::{clearance, overlaps, placed, vector};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Scene};
use swept_slide::{SlideOptions, Stop, move_and_slide, slide};
use swept_support::{Capsule, Ellipsoid, HalfSpace, Placed, Sphere};

/// Six planes, each a millionth steeper than the one before, along which the way is ten million skins long.
#[test]
fn a_floor_that_bends_by_next_to_nothing_is_slid_along() {
    let (bend, skin) = (2.0_f64.powi(-20), 1e-6);
    let mut high = 0.0;
    let planes = (0..6).map(|k| {
        let (steep, at) = (f64::from(k) * bend, 2.0 * f64::from(k));
        high += 2.0 * (steep - bend).max(0.0);
        Object::new(HalfSpace::new([-steep, 1.0, 0.0]).unwrap()).at([at, high, 0.0])
    });
    let scene = Scene::of(planes).unwrap();
    let options = SlideOptions {
        max_casts: 16,
        ..SlideOptions::default().with_skin(skin)
    };
    for far in [-1.0, 0.0, 0.5] {
        let ball = Placed::new(Sphere::new(1.0).unwrap(), [far, 1.0 + skin, 0.0]).unwrap();
        let report = move_and_slide(&scene, &ball, [10.0, -1e-3, 0.0], &options, slide).unwrap();
        assert_eq!(report.stop, Stop::Arrived, "{far}");
        assert!((report.moved.x - 10.0).abs() < 1e-6, "{report:?}");
        let end = placed(ball.shape(), &Isometry3::from(report.position));
        let apart = clearance(&scene, &end, 1.0).unwrap();
        assert!(apart.separation() > 0.49 * skin, "{far}: {apart:?}");
    }
}

/// Of round things the way out is known to half of the places only, and otherwise after each motion.
#[test]
fn between_round_things_that_it_overlaps_nothing_stalls() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut moves, mut made) = (0, 0);
    let capsule = Capsule::new(0.3, 0.3).unwrap();
    for _ in 0..100 {
        let rock = |rng: &mut ChaCha8Rng| {
            let radii = [0.5, 0.3, 0.2].map(|r| r + rng.random_range(0.0..0.1));
            let pose = Isometry3::new(vector(rng) * 0.5, vector(rng) * 3.0);
            Object::new(Ellipsoid::new(radii).unwrap()).at(pose)
        };
        let scene = Scene::of([rock(&mut rng), rock(&mut rng)]).unwrap();
        let mut pose = Isometry3::new(Vector3::zeros(), vector(&mut rng) * 3.0);
        let options = SlideOptions::default().with_skin(0.0);
        for _ in 0..10 {
            if overlaps(&scene, &capsule, &pose).len() < 2 {
                break;
            }
            let way = vector(&mut rng).normalize() * 0.01;
            let mover = Placed::new(&capsule, pose).unwrap();
            let report = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
            assert!(report.stop != Stop::Stalled, "{report:?}");
            pose.translation.vector = report.position.coords;
            moves += 1;
            made += usize::from(report.moved.norm() > 1e-4);
        }
    }
    assert!(moves > 300 && 10 * made > 9 * moves, "{moves} {made}");
}
