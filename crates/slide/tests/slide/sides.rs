//! One-sided faces: what is behind them leaves through them as if they were not there.

use crate::common::placed;
use nalgebra::{Isometry3, Point3, Vector3};
use swept_scene::{Faces, MeshOptions, Object, Scene, TriangleMesh};
use swept_slide::kit::{Slopes, footing};
use swept_slide::{SlideOptions, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, Ellipsoid, Real, Support};

const SKIN: f64 = 1.0 / 128.0;

/// A square of 16 by 16 about `centre`, of 5 by 5 cells, whose front is where `side` and `up` turn counter-clockwise.
fn square<T: Real>(
    faces: Faces,
    centre: [f64; 3],
    side: Vector3<f64>,
    up: Vector3<f64>,
) -> Object<T> {
    let at = |k: u32| 3.2 * f64::from(k) - 8.0;
    let corner =
        |k: u32| (Point3::from(centre) + side * at(k % 6) + up * at(k / 6)).map(T::nearest);
    let cells = (0..25).map(|k| k / 5 * 6 + k % 5);
    let triangles = cells.flat_map(|a| [[a, a + 1, a + 6], [a + 7, a + 6, a + 1]]);
    let options = MeshOptions {
        faces,
        ..MeshOptions::default()
    };
    let corners = (0..36).map(corner).collect();
    Object::new(TriangleMesh::with_options(corners, triangles.collect(), &options).unwrap())
}

/// Movers that touch a floor, or are too near to it, within reach of a face that they leave through.
fn moves_out<T: Real>() {
    let t = T::nearest;
    let shapes: [Box<dyn Support>; 3] = [
        Box::new(Capsule::new(t(0.5), t(0.5)).unwrap()),
        Box::new(Cuboid::new([t(0.5), t(1.0), t(0.5)]).unwrap()),
        Box::new(Ellipsoid::new([t(0.5), t(1.0), t(0.25)]).unwrap()),
    ];
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
    let options = SlideOptions::default().with_skin(t(SKIN));
    let cells = (0..64).map(|k| {
        let at = [f64::from(k % 8) - 4.0, -0.5, f64::from(k / 8) - 4.0].map(t);
        Object::new(Cuboid::new([0.5; 3].map(t)).unwrap()).at(at)
    });
    let floor: Vec<Object<T>> = cells.collect();
    for shape in &shapes {
        for (gap, before) in [
            (0.0, 0.25),
            (0.1, -0.5),
            (-0.2, -0.5),
            (0.4, -10.0),
            (0.0, 1.5),
        ] {
            let wall = square(Faces::OneSided, [0.5 + before * SKIN, 0.0, 0.0], y, z);
            let open = Scene::of(floor.clone()).unwrap();
            let walled = Scene::of(floor.iter().cloned().chain([wall])).unwrap();
            let at = Isometry3::translation(t(0.01), t(1.0 + gap * SKIN), t(0.1));
            for way in [
                x * 2.0,
                x + z * 0.5,
                x * 2.0 - y * 0.1 - z,
                x - y * 1e-9 + z,
            ] {
                let mover = placed(&**shape, &at);
                let go = |scene| move_and_slide(scene, &mover, way.map(t), &options, slide);
                let (expected, report) = (go(&open).unwrap(), go(&walled).unwrap());
                let off = (report.position - expected.position).map(Real::to_f64);
                assert!(
                    off.norm() < 0.01 * SKIN,
                    "{gap} {before} {way:?}: {report:?} {expected:?}"
                );
            }
        }
    }
}

#[test]
fn what_leaves_through_a_one_sided_face_makes_no_room_for_it() {
    moves_out::<f32>();
    moves_out::<f64>();
}

#[test]
fn the_back_of_a_one_sided_face_is_no_floor() {
    let (x, z) = (Vector3::x(), Vector3::z());
    let capsule = Capsule::<f64>::new(0.5, 0.5).unwrap();
    let slopes = Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap();
    let options = SlideOptions::default().with_skin(SKIN);
    // A slope that is too steep to stand on, through the origin, and the capsule above it.
    let steep = Vector3::new(0.5, 3.0_f64.sqrt() * 0.5, 0.0);
    let slope = square(Faces::TwoSided, [0.0; 3], z, steep);
    let mover = placed(&capsule, &Isometry3::translation(2.0, 6.0, 0.0));
    let stands = |objects: Vec<Object<f64>>| {
        footing(&Scene::of(objects).unwrap(), &mover, 4.0, &slopes, &options).unwrap()
    };
    assert_eq!(stands(vec![slope.clone()]), None);
    // Its lower end comes down to where the middle of its ball is half a unit and a skin off the slope. A little more than a skin
    // below that is a face.
    let end = 2.0 * 3.0_f64.sqrt() + 2.0 * (0.5 + SKIN) - 0.5;
    for (faces, side, up, is_floor) in [
        (Faces::TwoSided, x, z, true),
        (Faces::OneSided, z, x, true),
        (Faces::OneSided, x, z, false),
    ] {
        let below = square(faces, [0.0, end - 1.05 * SKIN, 0.0], side, up);
        let found = stands(vec![slope.clone(), below]);
        assert_eq!(found.is_some(), is_floor, "{faces:?} {side:?}: {found:?}");
    }
}
