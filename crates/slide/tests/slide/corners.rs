//! Movers that are small beside what stands there: pushed into the corner of a closed box of large triangles, they stay inside.

use crate::common::{box_mesh, placed};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Scene};
use swept_slide::{SlideOptions, Stop, move_and_slide, slide};
use swept_support::{Cuboid, HalfSpace, Placed, PointShape, Real, Shape, Sphere};

/// A push toward the origin: along an axis, anywhere, or mostly down; a thousandth long to ten.
fn push(rng: &mut ChaCha8Rng) -> [f64; 3] {
    let length = 10.0_f64.powf(rng.random_range(-3.0..1.0));
    let mut part = || -length * rng.random_range(0.0..1.0);
    let [x, y, z] = [part(), part(), part()];
    match rng.random_range(0..10) {
        0 => [-length, 0.0, 0.0],
        1 => [0.0, -length, 0.0],
        2 => [0.0, 0.0, -length],
        3..7 => [x, y, z],
        _ => [0.05 * x, -length, 0.05 * z],
    }
}

/// How many of `movers`, points or balls and boxes of this size, touch or leave a box of this side, within 25 pushes each, or come
/// nearer to it than half of the skin when they start half of it away.
fn entered<T: Real>(side: f64, size: f64, movers: usize) -> usize {
    let t = T::nearest;
    let half = 0.5 * side;
    // Its corners are at the origin of its mesh and a side away from it.
    let room = Object::new(box_mesh::<T>([half; 3], true)).at([t(half); 3]);
    let scene = Scene::of([room]).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let gap = |at: &Vector3<T>| {
        let least = at.iter().map(|x| x.to_f64()).fold(f64::INFINITY, f64::min);
        least - t(size).to_f64()
    };
    let mut entered = 0;
    for i in 0..movers {
        let shape: Shape<T> = match i % 2 {
            _ if size == 0.0 => PointShape.into(),
            0 => Sphere::new(t(size)).unwrap().into(),
            _ => Cuboid::new([t(size); 3]).unwrap().into(),
        };
        let mut at = Vector3::new(0.3, 0.2, 0.1).map(|x| t(size + x));
        for _ in 0..25 {
            let mover = Placed::new(&shape, Isometry3::translation(at.x, at.y, at.z)).unwrap();
            let way = Vector3::from(push(&mut rng).map(t));
            let report = move_and_slide(&scene, &mover, way, &SlideOptions::default(), slide);
            let report = report.unwrap();
            // Less what may be the sixteenth part of it, and is called touching.
            let margin = 0.5 * report.skin.to_f64() * (1.0 - 1.0 / 16.0);
            let least = if gap(&at) < margin { 0.0 } else { margin };
            at = report.position.coords;
            if gap(&at) <= least {
                entered += 1;
                break;
            }
        }
    }
    entered
}

fn nothing_leaves<T: Real>() {
    let mut left = Vec::new();
    for side in [1.0, 10.0, 1e3, 1e4] {
        for size in [0.0, 1e-4, 1e-3, 1e-2, 0.1] {
            left.push((side, size, entered::<T>(side, size, 40)));
        }
    }
    assert!(left.iter().all(|(.., entered)| *entered == 0), "{left:?}");
}

#[test]
fn small_movers_do_not_leave_large_boxes() {
    nothing_leaves::<f64>();
}

#[test]
fn small_movers_do_not_leave_large_boxes_in_f32() {
    nothing_leaves::<f32>();
}

#[test]
fn a_skin_counts_what_is_near_and_nothing_else() {
    // A wall of a kilometre asks for half a centimetre in `f32`: of who comes to it, and of nobody who stays away.
    let gap = |far: f32| {
        let wall = Object::new(box_mesh::<f32>([500.0; 3], false)).at([-500.0 - far, 0.0, 0.0]);
        let near = Object::new(Cuboid::new([0.5_f32; 3]).unwrap()).at([-0.5, 0.0, 0.0]);
        let scene = Scene::of([wall, near]).unwrap();
        let ball = Placed::new(Sphere::new(0.01_f32).unwrap(), [0.5, 0.0, 0.0]).unwrap();
        let options = SlideOptions::default();
        let report = move_and_slide(&scene, &ball, [-2.0, 0.0, 0.0], &options, slide).unwrap();
        f64::from(report.position.x) - 0.01
    };
    assert!((gap(2e3) - 0.01 / 128.0).abs() < 1e-5, "{}", gap(2e3));
    assert!((2e-3..2e-2).contains(&gap(0.0)), "{}", gap(0.0));
}

#[test]
fn a_move_may_be_as_long_as_a_length() {
    fn longest<T: Real>() {
        let t = T::nearest;
        let (zero, most) = (t(0.0), t(T::MAX_LENGTH));
        let ball = Placed::new(Sphere::new(t(0.5)).unwrap(), [zero; 3]).unwrap();
        let (nothing, options) = (Scene::new(), SlideOptions::default());
        let arrived = move_and_slide(&nothing, &ball, [most, -most, zero], &options, slide);
        let arrived = arrived.unwrap();
        assert_eq!(arrived.stop, Stop::Arrived);
        assert_eq!(arrived.position.coords, Vector3::new(most, -most, zero));
    }
    longest::<f32>();
    longest::<f64>();
}

#[test]
fn what_a_wall_makes_lead_into_a_floor_wears_off_none_of_the_skin() {
    // Down along a floor into a wall: the motion leads into the wall alone, and what that leaves of it into the floor.
    let (sin, cos) = 5.0_f64.to_radians().sin_cos();
    let floor = Object::new(HalfSpace::new([sin, cos, 0.0]).unwrap());
    let wall = Object::new(HalfSpace::new([-1.0, 0.0, 0.0]).unwrap());
    let scene = Scene::of([floor, wall]).unwrap();
    let skin = 1.0 / 64.0;
    let ball = Sphere::new(0.5).unwrap();
    let options = SlideOptions::default().with_skin(skin);
    let mut pose = Isometry3::translation(-1.0, 1.0, 0.0);
    let way = Vector3::new(cos, -sin, 0.0) * 0.05;
    for push in 0..60 {
        let mover = placed(&ball, &pose);
        let down = if push == 0 {
            Vector3::new(0.0, -9.0, 0.0)
        } else {
            way
        };
        let report = move_and_slide(&scene, &mover, down, &options, slide).unwrap();
        pose.translation.vector = report.position.coords;
        let above = Vector3::new(sin, cos, 0.0).dot(&pose.translation.vector) - 0.5;
        assert!(above > 0.9 * skin, "{push}: {}", above / skin);
    }
}
