//! Freeing shapes from boxes that were thrown on them: what leaves each of them by its nearest side leads into another.

use crate::common::{overlaps, placed, vector};
use crate::free::{SKIN, movers};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Object, Scene};
use swept_slide::{Freed, SlideOptions, depenetrate};
use swept_support::{Capsule, Cuboid, Real, Sphere, Support};

/// What touches a box in `f32`, at places and turns of up to 4, is in it by no more than some 40 units of 2⁻²².
const IN: f64 = 1e-5;

/// The half sizes of a box, and where it is.
type Thrown = ([f64; 3], Isometry3<f64>);

fn scene<T: Real>(boxes: &[Thrown]) -> Scene<T> {
    let t = T::nearest;
    let object = |(half, at): &Thrown| {
        let turn = at.rotation.scaled_axis();
        let pose = Isometry3::new(at.translation.vector.map(t), turn.map(t));
        Object::new(Cuboid::new(half.map(t)).unwrap()).at(pose)
    };
    Scene::of(boxes.iter().map(object)).unwrap()
}

/// What frees a shape that is at the origin, no farther than `most`. It overlaps nothing then, has entered nothing for that, and its
/// middle has not gone into a box.
fn free<T: Real>(boxes: &[Thrown], shape: &dyn Support, most: f64) -> Freed<T> {
    let scene = scene::<T>(boxes);
    let start = Isometry3::identity();
    let options = SlideOptions::default().with_skin(T::nearest(SKIN));
    let mover = placed(shape, &start);
    let freed = depenetrate(&scene, &mover, T::nearest(most), &options).unwrap();
    let [before, after] =
        [start, freed.position.coords.into()].map(|at| overlaps(&scene, shape, &at));
    assert!(after.keys().all(|of| before.contains_key(of)), "{boxes:?}");
    assert_eq!(after.is_empty(), freed.is_free(), "{boxes:?}");
    let moved = freed.moved.map(Real::to_f64);
    // Ways of up to 4 are told to 2⁻²² in each coordinate of an `f32`.
    assert!(moved.norm() <= most + 1e-6, "{boxes:?}: {freed:?}");
    for (half, at) in boxes {
        let is_in = |part: i32| {
            let gone = moved * (f64::from(part) / 64.0);
            let middle = at.inverse_transform_point(&(shape.interior_point() + gone));
            middle.iter().zip(half).all(|(x, half)| x.abs() < half - IN)
        };
        let went_in = (1..=64).any(|part| is_in(part) && !is_in(part - 1));
        assert!(!freed.is_free() || !went_in, "{boxes:?}: {freed:?}");
    }
    freed
}

/// Between two boxes that face each other, nearer than it is thick, a ball of radius r = 0.5 is out of neither to its side. Their upper
/// edges are 1 above it and 0.4 aside: it is over them where its middle is higher than these by √(r² − 0.4²) = 0.3. That is where a way
/// ends that begins with one over the face of a box, at 1.5, and each end that is measured at takes off some.
#[test]
fn what_is_squeezed_comes_out_over_the_edges() {
    fn check<T: Real>() {
        let side = |x: f64| ([1.0, 1.0, 4.0], Isometry3::translation(x, 0.0, 0.0));
        let floor = ([4.0, 0.5, 4.0], Isometry3::translation(0.0, -1.5, 0.0));
        let boxes = [side(1.4), side(-1.4), floor];
        let ball = Sphere::new(T::nearest(0.5)).unwrap();
        let freed = free::<T>(&boxes, &ball, 1.375);
        let moved = freed.moved.map(Real::to_f64);
        let aside = Vector3::new(moved.x, 0.0, moved.z).norm();
        let is_over = (1.3..1.3 + 4.0 * SKIN).contains(&moved.y) && aside < 4.0 * SKIN;
        assert!(freed.is_free() && is_over, "{freed:?}");
        // Not as far as that, it stays.
        let kept = free::<T>(&boxes, &ball, 1.25);
        assert!(
            !kept.is_free() && kept.moved.norm() < T::nearest(0.2),
            "{kept:?}"
        );
    }
    check::<f64>();
    check::<f32>();
}

/// Two starts to two digits, made like those of the next test: the half sizes of the boxes, where they are, and their turns about an
/// axis. The nearest sides of these boxes lead into one another, whichever of them are taken. By trying all directions a way of 1.04 is
/// found out of the first, and one of 0.84 out of the second.
#[test]
fn where_nearest_sides_lead_into_each_other_there_is_a_way_out() {
    let first = [
        [[0.67, 0.83, 0.85], [-0.1, 1.19, 0.49], [-0.63, 1.44, -1.99]],
        [
            [0.84, 0.59, 0.86],
            [0.14, -1.08, -0.79],
            [0.45, -1.08, -2.09],
        ],
        [
            [0.45, 0.45, 0.49],
            [-0.04, -0.73, -0.48],
            [2.65, 0.14, 1.34],
        ],
        [
            [0.69, 0.73, 0.9],
            [-0.23, -1.33, -0.17],
            [-1.37, 1.15, 0.24],
        ],
        [[0.67, 0.54, 0.48], [-0.22, 0.37, -0.54], [-1.94, 0.0, 2.17]],
        [[0.55, 0.94, 0.73], [-0.75, -0.1, 0.89], [-0.44, 0.55, 2.05]],
    ];
    let second = [
        [[0.39, 0.37, 0.53], [-0.13, -0.42, -0.18], [0.35, 2.19, 1.1]],
        [
            [0.23, 0.87, 0.42],
            [-0.39, -0.19, 0.51],
            [-0.18, -0.31, -1.88],
        ],
        [
            [0.95, 0.71, 0.69],
            [-0.69, 1.08, 0.26],
            [-0.68, -0.33, -0.15],
        ],
        [[0.24, 0.72, 0.88], [-0.82, 0.26, 0.21], [1.01, 1.05, -0.67]],
    ];
    for (boxes, least) in [(&first[..], 1.04), (&second[..], 0.84)] {
        let of = |[half, at, turn]: &[[f64; 3]; 3]| {
            (*half, Isometry3::new((*at).into(), (*turn).into()))
        };
        let boxes: Vec<Thrown> = boxes.iter().map(of).collect();
        let capsule = Capsule::new(0.6, 0.3).unwrap();
        let wide = free::<f64>(&boxes, &capsule, 4.0);
        let narrow = free::<f32>(&boxes, &capsule, 4.0);
        assert!(wide.is_free() && narrow.is_free(), "{wide:?} {narrow:?}");
        assert!(wide.moved.norm() < 1.25 * least, "{wide:?}");
    }
}

/// Shapes with three to six boxes thrown on them. By steps alone, each by the nearest sides, a quarter of them stay.
#[test]
fn out_of_boxes_at_random_nearly_all_come() {
    fn stays<T: Real>() -> (usize, usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(41);
        let (mut starts, mut stays) = (0, 0);
        for case in 0..300 {
            let (shape, _) = &movers()[case % 6];
            let mut boxes: Vec<Thrown> = Vec::new();
            for _ in 0..40 {
                let half = [(); 3].map(|()| rng.random_range(0.2..1.0));
                let at = Isometry3::new(vector(&mut rng) * 1.5, vector(&mut rng) * 3.0);
                let alone = scene::<T>(&[(half, at)]);
                let overlapped = overlaps(&alone, &**shape, &Isometry3::identity());
                if boxes.len() < 3 + case % 4 && !overlapped.is_empty() {
                    boxes.push((half, at));
                }
            }
            starts += usize::from(boxes.len() >= 3);
            stays += usize::from(!free::<T>(&boxes, &**shape, 4.0).is_free());
        }
        (starts, stays)
    }
    for (starts, stays) in [stays::<f64>(), stays::<f32>()] {
        println!("{stays} of {starts}");
        assert!(starts == 300 && stays <= 9, "{stays} of {starts}");
    }
}
