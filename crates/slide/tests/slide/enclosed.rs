//! Closed rooms, at the origin and far from it: nobody leaves them, and a way that is free is made as a whole. How far a mover is from
//! the walls is computed by hand.

use crate::common::{box_mesh, placed, vector};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Faces, MeshOptions, Object, Scene, TriangleMesh};
use swept_slide::{SlideOptions, Stop, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, Real, Sphere, Support};

#[derive(Clone, Copy, Debug)]
enum Walls {
    Boxes,
    Triangles(Faces),
}

/// A room about a point, and the planes of its walls along each axis, as they are rounded.
fn room<T: Real>(walls: Walls, half: [f64; 3], middle: &Vector3<T>) -> (Scene<T>, [[f64; 2]; 3]) {
    let t = T::nearest;
    if let Walls::Triangles(faces) = walls {
        let mesh = box_mesh::<T>(half, true);
        let options = MeshOptions {
            faces,
            ..MeshOptions::default()
        };
        let (corners, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
        let mesh = TriangleMesh::with_options(corners, triangles, &options).unwrap();
        let at = middle.map(Real::to_f64);
        let planes = [0, 1, 2].map(|i| {
            let half = t(half[i]).to_f64();
            [at[i] - half, at[i] + half]
        });
        let at = Isometry3::translation(middle.x, middle.y, middle.z);
        return (Scene::of([Object::new(mesh).at(at)]).unwrap(), planes);
    }
    let thick = 0.25 * half[0];
    let mut scene = Scene::new();
    let planes = [0, 1, 2].map(|axis| {
        [-1.0, 1.0].map(|side| {
            let mut halves = half.map(|h| t(h + 2.0 * thick));
            halves[axis] = t(thick);
            let mut at = *middle;
            at[axis] = t(at[axis].to_f64() + side * (half[axis] + thick));
            let wall = Object::new(Cuboid::new(halves).unwrap());
            let pose = Isometry3::translation(at.x, at.y, at.z);
            scene.insert(wall.at(pose)).unwrap();
            at[axis].to_f64() - side * halves[axis].to_f64()
        })
    });
    (scene, planes)
}

#[derive(Debug, Default)]
struct Counts {
    free: usize,
    held: usize,
}

/// Moves of random directions and lengths in rooms so far from the origin.
fn stays_within<T: Real>(far: f64, moves: usize) {
    let t = T::nearest;
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let movers: [(Box<dyn Support>, [f64; 3]); 3] = [
        (Box::new(Sphere::new(t(0.25)).unwrap()), [0.25; 3]),
        (
            Box::new(Capsule::new(t(0.5), t(0.25)).unwrap()),
            [0.25, 0.75, 0.25],
        ),
        (
            Box::new(Cuboid::new([0.25, 0.5, 0.375].map(t)).unwrap()),
            [0.25, 0.5, 0.375],
        ),
    ];
    let kinds = [
        Walls::Boxes,
        Walls::Triangles(Faces::TwoSided),
        Walls::Triangles(Faces::OneSided),
    ];
    let mut counts = Counts::default();
    for walls in kinds {
        for (shape, size) in &movers {
            let middle = (vector(&mut rng).normalize() * far).map(t);
            // Wide enough for the skin that rounding asks for there.
            let wide = 4.0 + 2048.0 * T::EPSILON * far;
            let half = [wide, 1.25 * wide, 1.75 * wide];
            let (scene, planes) = room(walls, half, &middle);
            let gaps = |at: &Vector3<T>| {
                let at = at.map(Real::to_f64);
                [0, 1, 2].map(|i| {
                    let [low, high] = planes[i];
                    [at[i] - size[i] - low, high - at[i] - size[i]]
                })
            };
            let least = |gaps: &[[f64; 2]; 3]| {
                let all = gaps.iter().flatten();
                all.copied().fold(f64::INFINITY, f64::min)
            };
            let lengths = far + 8.0 * wide;
            // Some units in the last place.
            let rounding = 8.0 * T::EPSILON * lengths;
            let mut at = middle;
            for step in 0..moves {
                let length = wide * 10.0_f64.powf(rng.random_range(-3.0..1.0));
                let way = (vector(&mut rng).normalize() * length).map(t);
                let pose = Isometry3::translation(at.x, at.y, at.z);
                let mover = placed(&**shape, &pose);
                let options = SlideOptions::default();
                let report = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
                let (skin, end) = (report.skin.to_f64(), report.position.coords);
                let (before, after) = (gaps(&at), gaps(&end));
                let told = || format!("{walls:?} {size:?} {step}: {before:?} {after:?} {report:?}");
                // Ways of other lengths are kept other skins.
                let margin = (0.5 * skin).min(least(&before));
                assert!(least(&after) >= margin - rounding, "{}", told());
                let off = (end - at - way).map(Real::to_f64).norm();
                let target = gaps(&(at + way));
                if least(&before).min(least(&target)) > 1.25 * skin + rounding {
                    assert_eq!(report.stop, Stop::Arrived, "{}", told());
                    assert!(off <= rounding, "{}", told());
                    counts.free += 1;
                } else if least(&target) < 0.0 {
                    assert!(!report.hits.is_empty(), "{}", told());
                    counts.held += 1;
                }
                at = end;
            }
        }
    }
    println!("{counts:?}");
    let all = 9 * moves;
    assert!(
        counts.free > all / 20 && counts.held > all / 4,
        "{counts:?}"
    );
}

#[test]
fn nobody_leaves_a_room() {
    stays_within::<f64>(0.0, 1000);
    stays_within::<f32>(0.0, 1000);
}

#[test]
fn nobody_leaves_a_room_far_from_the_origin() {
    for far in [1e5, 1e6, 3e7] {
        stays_within::<f32>(far, 300);
    }
    stays_within::<f64>(1e13, 300);
}
