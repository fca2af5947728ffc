//! Planes that rounding tells apart, or from opposite ones: none of them stalls a move that leads along the others.

use crate::common::{clearance, overlaps, placed, vector};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Scene};
use swept_slide::{SlideOptions, Stop, move_and_slide, slide};
use swept_support::{Capsule, Ellipsoid, HalfSpace, Placed, Real, Sphere};

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

/// Between two half-spaces that it touches, all but, or overlaps by rounding: as often as not the way along the one is rounded into the
/// other. It is pushed against one of them as well, and goes to and fro.
fn goes_between_half_spaces<T: Real>() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let t = T::nearest;
    for case in 0..200 {
        let normal = vector(&mut rng).normalize();
        let far = vector(&mut rng) * [0.0, 100.0][case % 2];
        let gap = [0.0, 0.0, 1e-12, 1e-7][case / 2 % 4];
        let wall = |side: f64| {
            let plane = HalfSpace::new((normal * side).map(t)).unwrap();
            Object::new(plane).at((far - normal * (side * (0.5 + 0.5 * gap))).map(t))
        };
        let scene = Scene::of([wall(1.0), wall(-1.0)]).unwrap();
        let ball = Sphere::new(t(0.5)).unwrap();
        let mut pose = Isometry3::from(Point3::from(far.map(t)));
        let deepest = |pose: &Isometry3<T>| {
            let all = overlaps(&scene, &ball, pose).into_values();
            all.fold(0.0, f64::max)
        };
        let before = deepest(&pose);
        let along = normal.cross(&vector(&mut rng)).normalize();
        let length = 10.0_f64.powf(rng.random_range(-2.0..2.0));
        for step in 0..20 {
            let way = along * [length, -length][step % 2] - normal * (0.1 * length);
            let mover = Placed::new(&ball, pose).unwrap();
            let options = SlideOptions::default();
            let report = move_and_slide(&scene, &mover, way.map(t), &options, slide).unwrap();
            let gone = report.moved.norm().to_f64();
            assert!(gone > 0.99 * length, "{case} {step}: {report:?}");
            pose.translation.vector = report.position.coords;
        }
        let deeper = deepest(&pose) - before;
        let most = 64.0 * T::EPSILON * (length + far.norm() + 1.0);
        assert!(deeper <= most, "{case}: {deeper} {most}");
    }
}

#[test]
fn between_half_spaces_that_it_fits_exactly_it_goes_on() {
    goes_between_half_spaces::<f64>();
    goes_between_half_spaces::<f32>();
}

/// Out of an overlap with one half-space it is lifted to half a skin from another that leans toward it, and goes along both from there.
/// The way is cast as it is rounded: as often as not that leads into the other.
fn goes_along_what_it_was_lifted_to<T: Real>(lengths: std::ops::Range<f64>) {
    let t = T::nearest;
    let rng = &mut ChaCha8Rng::seed_from_u64(29);
    for case in 0..4000 {
        let (over, near) = (vector(rng).normalize(), vector(rng).normalize());
        let depth = 10.0_f64.powf(rng.random_range(-6.0..-1.0));
        let gap = 10.0_f64.powf(rng.random_range(-3.0..-0.5));
        let length = 10.0_f64.powf(rng.random_range(lengths.clone()));
        let wall = |normal: Vector3<f64>, gap: f64| {
            let plane = HalfSpace::new(normal.map(t)).unwrap();
            Object::new(plane).at((-normal * (0.5 + gap)).map(t))
        };
        let scene = Scene::of([wall(over, -depth), wall(near, gap)]).unwrap();
        let along = over.cross(&near).normalize();
        let way = (along - over * 0.1).normalize() * length;
        let ball = Placed::new(Sphere::new(t(0.5)).unwrap(), Isometry3::identity()).unwrap();
        let options = SlideOptions::default();
        let report = move_and_slide(&scene, &ball, way.map(t), &options, slide).unwrap();
        assert!(report.stop != Stop::Stalled, "{case}: {report:?}");
        let moved = report.position.coords.map(Real::to_f64);
        let rounding = 64.0 * T::EPSILON * (length + 1.0);
        let apart = gap + near.dot(&moved);
        let least = gap.min(0.5 * report.skin.to_f64());
        assert!(apart > least - rounding, "{case}: {apart} {report:?}");
        let out = over.dot(&moved);
        assert!(out > -rounding, "{case}: {out} {report:?}");
    }
}

#[test]
fn out_of_one_half_space_and_near_another_nothing_stalls() {
    goes_along_what_it_was_lifted_to::<f32>(1.0..4.5);
    goes_along_what_it_was_lifted_to::<f64>(1.0..12.5);
}
