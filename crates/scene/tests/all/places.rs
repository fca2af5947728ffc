//! Where a contact is, and the normals there.

use crate::common::{SLACK, ball, square};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_scene::{
    Faces, Feature, MeshOptions, Motion, Object, Query, Scene, SceneOutcome, TriangleMesh,
};
use swept_support::{Cuboid, Cylinder, Ellipsoid, Placed, Real, Sphere, Support};

#[test]
fn a_place_says_where_the_contact_is() {
    let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.0, 0.5));
    let frame = Isometry3::from_parts([5.0, -2.0, 1.0].into(), turned);
    let object = Object::new(square(Faces::TwoSided)).at(frame);
    let scene = Scene::of([object.with_user_data(7)]).unwrap();
    let shape: Arc<dyn Support> = Arc::new(Sphere::new(0.5).unwrap());
    let start = frame * Isometry3::translation(1.0, 2.0, 0.5);
    let motion = Motion::new(
        Placed::new(shape, start).unwrap(),
        turned * Vector3::new(0.0, -4.0, 0.0),
    );
    let found = scene.cast_closest(&motion.unwrap(), &Query::default());
    let place = found.hit().unwrap().place;
    assert_eq!(place.feature, Some(Feature::Face));
    assert_eq!(
        (place.sub_shape.triangle, place.sub_shape.user_data),
        (Some(0), 7)
    );
    // (1, 0.5) = 0.625 (0, 0) + 0.125 (0, 4) + 0.25 (4, 0).
    let expected = [0.625, 0.125, 0.25];
    let weights = place.barycentric.unwrap();
    let off = (0..3).map(|i| (weights[i] - expected[i]).abs());
    // Weights are places over a size of 4.
    assert!(off.fold(0.0, f64::max) <= SLACK, "{weights:?}");
    assert!((place.normal.into_inner() - turned * Vector3::y()).norm() <= SLACK);
    assert!((place.face_normal.into_inner() - turned * Vector3::y()).norm() <= SLACK);
}

#[test]
fn the_face_most_opposed_is_among_those_at_the_edge() {
    // A roof: two squares that meet in the ridge along z at (0, 1, z), sloping by 45 degrees to both sides.
    let points = [
        [-1.0, 0.0, 0.0],
        [-1.0, 0.0, 4.0],
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 4.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 4.0],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let triangles = vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
    let scene = Scene::of([Object::new(TriangleMesh::new(points, triangles).unwrap())]).unwrap();
    let h = std::f64::consts::FRAC_1_SQRT_2;
    for (way, face) in [
        ([0.5, -4.0, 0.0], [-h, h, 0.0]),
        ([-0.5, -4.0, 0.0], [h, h, 0.0]),
    ] {
        let motion = ball(0.5, [-0.5 * way[0], 3.5, 2.0], way);
        let found = scene.cast_closest(&motion, &Query::default());
        let place = found.hit().unwrap().place;
        assert!(matches!(place.feature, Some(Feature::Edge(_))), "{place:?}");
        assert!((place.face_normal.into_inner() - Vector3::from(face)).norm() <= SLACK);
        // The ridge stands out: what separates there is what the surface has there.
        assert!(
            (place.normal.into_inner() - found.hit().unwrap().hit.normal.into_inner()).norm()
                <= SLACK
        );
    }
    // A box that slides under the eaves' level into the valley's edge of a V gets a face's normal.
    let points = [
        [-1.0, 1.0, 0.0],
        [-1.0, 1.0, 4.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 4.0],
        [1.0, 1.0, 0.0],
        [1.0, 1.0, 4.0],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let triangles = vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
    let scene = Scene::of([Object::new(TriangleMesh::new(points, triangles).unwrap())]).unwrap();
    let point = Motion::ray([0.0, 2.0, 2.0], [0.0, -3.0, 0.0]).unwrap();
    let found = scene.cast_closest(&point, &Query::default());
    let normal = found.hit().unwrap().place.normal;
    assert!(
        (normal.y - h).abs() <= SLACK && (normal.x.abs() - h).abs() <= SLACK,
        "{normal:?}"
    );
}

#[test]
fn a_ray_meets_what_it_is_sent_at() {
    let scene = Scene::of([
        Object::new(square(Faces::TwoSided)),
        Object::new(Sphere::new(1.0).unwrap()).at([1.0, 5.0, 1.0]),
    ])
    .unwrap();
    let query = Query::default();
    let down = scene.cast_closest(
        &Motion::ray([1.0, 10.0, 1.0], [0.0, -20.0, 0.0]).unwrap(),
        &query,
    );
    assert!((down.safe_fraction() - 0.2).abs() <= SLACK);
    let beside = scene.cast_closest(
        &Motion::ray([3.0, 10.0, 0.5], [0.0, -20.0, 0.0]).unwrap(),
        &query,
    );
    assert!((beside.safe_fraction() - 0.5).abs() <= SLACK);
    assert_eq!(beside.hit().unwrap().place.feature, Some(Feature::Face));
    let bad = Motion::ray([0.0, f64::NAN, 0.0], [1.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(bad.field, "origin[1]");
}

/// A triangle and its neighbour across the edge along x, folded back onto it: the edge is one of a plate. A ball that comes down
/// 0.3 beside it meets it at 3-4-5.
#[test]
fn the_edge_of_a_fold_is_met_from_beside() {
    let points = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [2.0, 0.0, 4.0],
        [2.0, 0.0, 2.0],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let mesh = TriangleMesh::new(points, vec![[0, 2, 1], [0, 1, 3]]).unwrap();
    let scene = Scene::of([Object::new(mesh)]).unwrap();
    for side in [1.0, -1.0] {
        let motion = ball(0.5, [2.0, 2.0 * side, -0.3], [0.0, -4.0 * side, 0.0]);
        let found = scene.cast_closest(&motion, &Query::default());
        let place = found.hit().unwrap().place;
        let met = Vector3::new(0.0, 0.8 * side, -0.6);
        assert!(
            (place.normal.into_inner() - met).norm() <= SLACK,
            "{place:?}"
        );
    }
}

/// A top whose edge along x overhangs: the face below it leans in by 0.1 in 1. A ball that comes down on the edge, from above the
/// top, meets the top, whichever of the two faces is named.
#[test]
fn above_an_overhang_the_top_is_met() {
    let points = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 0.0, 4.0],
        [0.0, 0.0, 4.0],
        [0.0, -4.0, 0.4],
        [4.0, -4.0, 0.4],
    ];
    let points: Vec<Point3<f64>> = points.map(Point3::from).into();
    let (top, below) = ([[0, 2, 1], [0, 3, 2]], [[0, 1, 4], [1, 5, 4]]);
    for triangles in [[top, below].concat(), [below, top].concat()] {
        let mesh = TriangleMesh::new(points.clone(), triangles).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let motion = ball(0.5, [2.0, 3.0, 0.0], [0.0, -4.0, 0.0]);
        let found = scene.cast_closest(&motion, &Query::default());
        let place = found.hit().unwrap().place;
        assert!(
            (place.normal.into_inner() - Vector3::y()).norm() <= SLACK,
            "{place:?}"
        );
        assert!((place.face_normal.into_inner() - Vector3::y()).norm() <= SLACK);
    }
}

#[test]
fn above_a_corner_of_a_sharp_ridge_the_face_is_that_of_the_top() {
    // A roof whose ridge leads along z over x = 0, with corners in its middle and at its ends. A ball comes to a corner of it along the
    // normal of the right slope, which lies behind the plane of the left one.
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut hits = 0;
    for case in 0..2000_u32 {
        let faces = [Faces::TwoSided, Faces::OneSided][case as usize % 2];
        let slope = 1.0 + 0.05 * f64::from(case % 20);
        let at = [-2.0, 0.0, 2.0];
        let corners = at.map(|z| at.map(|x| Point3::new(x, -slope * f64::abs(x), z)));
        let cells = [0, 1, 3, 4].map(|a| [[a, a + 3, a + 1], [a + 3, a + 4, a + 1]]);
        let options = MeshOptions {
            faces,
            ..MeshOptions::default()
        };
        let mesh = TriangleMesh::with_options(corners.concat(), cells.concat(), &options).unwrap();
        assert!((0..8).all(|i| mesh.normal(i).unwrap().y > 0.0));
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let right = Vector3::new(slope, 1.0, 0.0).normalize();
        let lean = Vector3::new(0.0, rng.random_range(0.0..0.3), 0.0);
        let way = Vector3::new(-1.0, rng.random_range(-1.5..0.5), 0.0);
        let from = (right + lean).normalize() * 0.3 - way * 0.5;
        for z in [0.0, -2.0, 2.0] {
            let from = from + Vector3::new(0.0, 0.0, z);
            let ball = Placed::new(Sphere::new(0.3).unwrap(), from).unwrap();
            let motion = Motion::new(ball, way * 2.0).unwrap();
            if let SceneOutcome::Hit(hit) = scene.cast_closest(&motion, &Query::default()) {
                let off = (hit.place.face_normal.into_inner() - right).norm();
                assert!(off < 1e-12, "{faces:?} {slope} {z}: {:?}", hit.place);
                hits += 1;
            }
        }
    }
    assert!(hits > 4000, "{hits}");
}

/// Sliding over flat ground of 8 by 8 squares, on it or hanging from below, a few units in the last place in or out of it: how often
/// an edge in it was met from aside.
fn slides<T: Real>(count: usize, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..=8 {
        points
            .extend((0..=8).map(|j| Point3::new(f64::from(i), 0.0, f64::from(j)).map(T::nearest)));
    }
    for p in (0..8).flat_map(|i| (0..8).map(move |j| 9 * i + j)) {
        triangles.extend([[p, p + 1, p + 9], [p + 1, p + 10, p + 9]]);
    }
    let ground = Arc::new(TriangleMesh::new(points, triangles).unwrap());
    let half = T::nearest(0.25);
    let shapes: [Arc<dyn Support>; 2] = [
        Arc::new(Cylinder::new(half, half).unwrap()),
        Arc::new(Cuboid::new([half; 3]).unwrap()),
    ];
    let mut aside = 0;
    for case in 0..count {
        let mut r = |s: f64| s * rng.random_range(-1.0..1.0);
        let turned = UnitQuaternion::from_scaled_axis(Vector3::new(r(3.0), r(3.0), r(3.0)));
        let place = Vector3::new(r(4.0), r(4.0), r(4.0));
        let at = |p: Vector3<f64>| {
            let rotation = turned.as_ref().coords.map(T::nearest);
            Isometry3::from_parts(
                Translation3::from((place + turned * p).map(T::nearest)),
                UnitQuaternion::new_unchecked(rotation.into()),
            )
        };
        let scene = Scene::of([Object::new(Arc::clone(&ground)).at(at(Vector3::zeros()))]).unwrap();
        let side = [1.0, -1.0][case % 2];
        let height = side * 0.25 + r(16.0 * T::EPSILON);
        let start = Vector3::new(4.0 + r(2.0), height, 4.0 + r(2.0));
        let climb = [0.0, 1e-7, 1e-3][case % 3] * r(1.0);
        let way = turned * Vector3::new(r(1.0), climb, r(1.0));
        let moving = Placed::new(&*shapes[case / 2 % 2], at(start)).unwrap();
        let motion = Motion::new(moving, way.map(T::nearest)).unwrap();
        if let SceneOutcome::Hit(hit) = scene.cast_closest(&motion, &Query::default()) {
            let out = turned * Vector3::y() * side;
            let [raw, normal, face] = [hit.hit.normal, hit.place.normal, hit.place.face_normal]
                .map(|n| n.map(Real::to_f64).dot(&out));
            aside += usize::from(raw < 0.5);
            assert!(normal > 0.999 && face > 0.999, "case {case}: {hit:?}");
        }
    }
    aside
}

#[test]
fn what_slides_along_the_ground_is_met_from_its_side() {
    let aside = [slides::<f32>(6000, 51), slides::<f64>(6000, 52)];
    assert!(aside.iter().all(|&count| count > 10), "{aside:?}");
}

/// A shape that comes down on a ridge, wherever that is: what is met is the edge, its ends or the face that leans toward the shape, and
/// weights are those of a point of the triangle. How many were met on an edge.
fn on_ridges<T: Real>(far: f64, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut edges = 0;
    for case in 0..600 {
        let mut r = |low: f64, high: f64| rng.random_range(low..high);
        let (left, right) = (r(-1.5, -0.5), r(0.5, 1.5));
        let off = Vector3::new(far, -0.5 * far, 0.25 * far);
        // The roof's two slopes, steep enough that what comes down straight on the ridge touches neither.
        let points = [
            [0.0, 0.0, -2.0],
            [0.0, 0.0, 2.0],
            [left, -2.5, r(-1.0, 1.0)],
            [right, -2.5, r(-1.0, 1.0)],
        ];
        let points = points.map(|p| (Point3::from(p) + off).map(T::nearest));
        let mesh = TriangleMesh::new(points.to_vec(), vec![[1, 2, 0], [0, 3, 1]]).unwrap();
        let scene = Scene::of([Object::new(mesh.clone())]).unwrap();
        let t = T::nearest;
        let shape: Arc<dyn Support> = match case % 3 {
            0 => Arc::new(Sphere::new(t(0.5)).unwrap()),
            1 => Arc::new(Ellipsoid::new([0.4, 0.7, 0.5].map(t)).unwrap()),
            _ => Arc::new(Cylinder::new(t(0.5), t(0.4)).unwrap()),
        };
        let turn = Vector3::new(r(-0.2, 0.2), r(-3.0, 3.0), r(-0.2, 0.2));
        let at = Vector3::new(r(-0.05, 0.05), 2.0, r(-1.5, 1.5)) + off;
        let pose = Isometry3::from_parts(
            at.map(T::nearest).into(),
            UnitQuaternion::from_scaled_axis(turn.map(T::nearest)),
        );
        let moving = Placed::new(shape, pose).unwrap();
        let motion = Motion::new(moving, [0.0, -4.0, 0.0].map(t)).unwrap();
        let found = scene.cast_closest(&motion, &Query::default());
        let SceneOutcome::Hit(hit) = found else {
            panic!("{case}: {found:?}");
        };
        let weights = hit.place.barycentric.unwrap().map(Real::to_f64);
        let sum: f64 = weights.iter().sum();
        assert!(weights.iter().all(|w| *w >= 0.0), "{case}: {weights:?}");
        assert!((sum - 1.0).abs() <= 4.0 * T::EPSILON, "{case}: {weights:?}");
        // The ridge is side 2 of the one triangle and side 2 of the other: from their third corners to their first.
        let point = hit.hit.point_fixed.coords.map(Real::to_f64) - off;
        let is_on_ridge = point.x.abs() <= 1e-7 + 4.0 * T::EPSILON * far;
        let is_edge = hit.place.feature == Some(Feature::Edge(2));
        assert_eq!(is_edge, is_on_ridge, "{case}: {:?} at {point}", hit.place);
        edges += usize::from(is_edge);
    }
    edges
}

#[test]
fn a_ridge_is_an_edge_wherever_it_is() {
    let edges = on_ridges::<f64>(0.0, 21) + on_ridges::<f64>(1e6, 22);
    assert!(edges > 1_000, "{edges}");
    let edges = on_ridges::<f32>(0.0, 23) + on_ridges::<f32>(1e3, 24);
    assert!(edges > 1_000, "{edges}");
}

/// Of a needle the short side is at both of its corners: what is met there is one of these, and not the one at the other end.
#[test]
fn the_blunt_end_of_a_needle_is_no_tip() {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, -1e-8], [1.0, 0.0, 1e-8]].map(Point3::from);
    for turn in 0..3 {
        let triangle = [0, 1, 2].map(|k| (k + turn) % 3);
        let tip = triangle.iter().position(|k| *k == 0).unwrap() as u8;
        let mesh = TriangleMesh::new(points.to_vec(), vec![triangle]).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        for (x, is_tip) in [(-0.25, true), (1.25, false)] {
            let motion = ball(0.5, [x, 2.0, 0.0], [0.0, -4.0, 0.0]);
            let found = scene.cast_closest(&motion, &Query::default());
            let feature = found.hit().unwrap().place.feature.unwrap();
            let Feature::Corner(corner) = feature else {
                panic!("{turn} {x}: {feature:?}");
            };
            assert_eq!(corner == tip, is_tip, "{turn} {x}: {feature:?}");
        }
    }
}

/// How far the weights of places on needles put the contact from where it is, at most: in parts of the needle's length, of about 1.
fn off_needles<T: Real>(seed: u64, out: f64) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut most, mut hits) = (0.0_f64, 0);
    for case in 0..400 {
        let mut r = |a: f64, b: f64| rng.random_range(a..b);
        // The third corner beside the side between the others: from as far as the point is rounded, down to nothing beside it.
        let (wide, at) = (10_f64.powf(r(-12.0, -2.0)), r(0.05, 0.95));
        let across = Vector3::new(r(-0.3, 0.3), r(-0.3, 0.3), 1.0);
        let (from, along) = (
            Vector3::new(out, r(-1.0, 1.0), r(-1.0, 1.0)),
            Vector3::new(1.0, r(-0.3, 0.3), r(-0.3, 0.3)),
        );
        let corners = [from, from + along, from + along * at + across * wide];
        let corners = corners.map(|p| Point3::from(p.map(T::nearest)));
        let mesh = TriangleMesh::new(corners.into(), vec![[0, 1, 2]]).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let start = from + along * r(0.05, 0.95) + Vector3::y() * 2.0;
        let ball = Placed::new(Sphere::new(T::nearest(0.5)).unwrap(), start.map(T::nearest));
        let way = Vector3::new(r(-0.5, 0.5), -4.0, 0.0).map(T::nearest);
        let found =
            scene.cast_closest(&Motion::new(ball.unwrap(), way).unwrap(), &Query::default());
        // One whose corners are on a line is not met.
        let Some(hit) = found.hit() else {
            continue;
        };
        hits += 1;
        let weights = hit.place.barycentric.unwrap().map(Real::to_f64);
        let wide = corners.map(|p| p.coords.map(Real::to_f64));
        let told: Vector3<f64> = (0..3).map(|k| wide[k] * weights[k]).sum();
        let off = (told - hit.hit.point_fixed.coords.map(Real::to_f64)).norm();
        assert!(off.is_finite(), "{case}: {weights:?}");
        most = most.max(off);
    }
    assert!(hits > 200, "{hits}");
    most
}

/// However thin a triangle is, its corners' weights say where on it the contact is.
#[test]
fn weights_on_a_needle_are_those_of_the_contact() {
    // Coordinates of the point and weights are rounded, and the way into the mesh and back is: a few units of lengths of about 2 and 66.
    // A needle that is told by its sides is off by its height at most, 2⁻²⁶.
    assert!(off_needles::<f32>(31, 0.0) < 8.0 * f64::from(f32::EPSILON));
    assert!(off_needles::<f32>(32, 64.0) < 8.0 * 64.0 * f64::from(f32::EPSILON));
    assert!(off_needles::<f64>(33, 0.0) < 2.0 * (-26_f64).exp2());
    assert!(off_needles::<f64>(34, 64.0) < 2.0 * (-26_f64).exp2());
}
