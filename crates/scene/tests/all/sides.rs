//! Which faces are met: sides, holes, triangles without area.

use crate::common::{SLACK, ball, boxes, met, square};
use nalgebra::{Isometry3, Point3, Vector3};
use swept_cast::{Turn, TurningOptions};
use swept_scene::{
    Faces, Feature, HeightField, MeshOptions, Motion, Object, Query, Scene, SceneOutcome,
    TriangleMesh, TurningMotion,
};
use swept_support::{Cuboid, Placed};

#[test]
fn an_empty_scene_is_missed_and_near_nothing() {
    let scene = Scene::<f64>::new();
    let (motion, query) = (ball(1.0, [0.0; 3], [1.0; 3]), Query::default());
    assert_eq!(scene.cast_closest(&motion, &query), SceneOutcome::Miss);
    assert_eq!(scene.cast_any(&motion, &query), SceneOutcome::Miss);
    assert!(met(&scene, &motion).is_empty() && scene.is_empty());
    assert!(scene.distance(&motion, 1e9, &query).is_none());
    assert!(scene.cast_certified(&motion, &query).is_none());
}

#[test]
fn one_sided_faces_let_out_and_not_in() {
    let query = Query::default();
    for (faces, from, to, blocked) in [
        (Faces::OneSided, 3.0, -3.0, true),
        (Faces::OneSided, -3.0, 3.0, false),
        (Faces::TwoSided, -3.0, 3.0, true),
        // Straddling the face: out is free, in is an overlap.
        (Faces::OneSided, -0.5, 3.0, false),
        (Faces::OneSided, -0.5, -3.0, true),
    ] {
        let scene = Scene::of([Object::new(square(faces))]).unwrap();
        let motion = ball(1.0, [1.0, from, 1.0], [0.0, to - from, 0.0]);
        let found = scene.cast_closest(&motion, &query);
        assert_eq!(
            found != SceneOutcome::Miss,
            blocked,
            "{faces:?} {from} {to}"
        );
    }
    let field = HeightField::new(2, 2, vec![0.0; 4], [4.0, 1.0, 4.0]).unwrap();
    let scene = Scene::of([Object::new(field.with_faces(Faces::OneSided))]).unwrap();
    let down = ball(1.0, [1.0, 3.0, 1.0], [0.0, -6.0, 0.0]);
    let up = ball(1.0, [1.0, -3.0, 1.0], [0.0, 6.0, 0.0]);
    assert!(scene.cast_closest(&down, &query).hit().is_some());
    assert_eq!(scene.cast_closest(&up, &query), SceneOutcome::Miss);
}

/// A ball that straddles a one-sided face is let out of it where it leads out by more than a motion along the face may, 118 units of the
/// way (64, and 27 · 4 / 4 · 2 for the corners); where it turns, by more than any of its points may come in by turning besides.
#[test]
fn what_leads_out_along_a_one_sided_face_by_rounding_alone_is_held() {
    let query = Query::default();
    let options = TurningOptions::default();
    let scene = Scene::of([Object::new(square(Faces::OneSided))]).unwrap();
    let along = 118.0 * f64::EPSILON;
    for (spin, rise, out) in [
        ([0.0; 3], 0.9 * along, false),
        ([0.0; 3], 1.1 * along, true),
        // About the face's normal nothing comes in.
        ([0.0, 2.0, 0.0], 0.9 * along, false),
        ([0.0, 2.0, 0.0], 1.1 * along, true),
        ([0.25, 0.0, 0.0], 0.2, false),
        ([0.25, 0.0, 0.0], 0.3, true),
        ([0.25, 2.0, 0.0], 0.24, false),
        ([0.25, 2.0, 0.0], 0.26, true),
    ] {
        let motion = ball(1.0, [1.0, -0.5, 1.0], [1.0, rise, 0.0]);
        if spin == [0.0; 3] {
            let found = scene.cast_closest(&motion, &query);
            assert_eq!(found == SceneOutcome::Miss, out, "{rise}");
        }
        let motion = TurningMotion::new(motion, Turn::by(spin)).unwrap();
        let found = scene.cast_turning(&motion, &query, &options);
        assert_eq!(found == SceneOutcome::Miss, out, "{spin:?}, {rise}");
    }
}

#[test]
fn it_is_told_which_faces_a_motion_passes() {
    let query = Query::default();
    for faces in [Faces::OneSided, Faces::TwoSided] {
        let one_sided = faces == Faces::OneSided;
        let field = HeightField::new(2, 2, vec![0.0; 4], [4.0, 1.0, 4.0]).unwrap();
        let objects = [
            Object::new(square(faces)),
            Object::new(field.with_faces(faces)),
        ];
        for object in objects {
            // A quarter turn about z: what was up is against x.
            let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
            let pose = Isometry3::new(Vector3::new(5.0, 0.0, 0.0), turn);
            let mut scene = Scene::of([object.at(pose)]).unwrap();
            let motion = ball(1.0, [1.0, 1.0, 1.0], [6.0, 0.0, 0.0]);
            let found = scene.cast_closest(&motion, &query);
            let of = found.sub_shape().unwrap();
            let ways = [[-1.0, 0.1, 0.0], [1.0, 0.1, 0.0], [0.0, 0.0, 1.0]];
            let passed = ways.map(|way| scene.is_passed(&of, &way.into()));
            assert_eq!(passed, [one_sided, false, false]);
            scene.remove(of.id);
            assert!(!scene.is_passed(&of, &Vector3::new(-1.0, 0.0, 0.0)));
        }
    }
    let scene = boxes(1);
    let motion = ball(1.0, [0.0, 3.0, 0.0], [0.0, -6.0, 0.0]);
    let of = scene.cast_closest(&motion, &query).sub_shape().unwrap();
    assert!(!scene.is_passed(&of, &Vector3::y()));
}

#[test]
fn a_ball_falls_through_a_hole_that_it_fits_through() {
    let field = HeightField::new(4, 4, vec![0.0; 16], [2.0, 1.0, 2.0]).unwrap();
    let field = field.with_holes(|r, c| r == 1 && c == 1);
    assert!(field.is_hole(1, 1) && field.triangle(8).is_none() && field.triangle(6).is_some());
    let scene = Scene::of([Object::new(field)]).unwrap();
    let query = Query::default();
    let fall =
        |radius| scene.cast_closest(&ball(radius, [3.0, 5.0, 3.0], [0.0, -10.0, 0.0]), &query);
    assert_eq!(fall(0.9), SceneOutcome::Miss);
    // Of radius 1.25 it rests on the four edges, 1 away from the middle: 0.75 above the ground.
    let found = fall(1.25);
    let hit = found.hit().unwrap();
    assert!((hit.hit.fraction - 0.425).abs() <= SLACK, "{hit:?}");
    assert!(matches!(hit.place.feature, Some(Feature::Edge(_))));
    // The edge of a hole is open: the normal is the separating one.
    assert_eq!(hit.place.normal, hit.hit.normal);
}

#[test]
fn degenerate_triangles_are_reported_and_met_only_on_request() {
    let points =
        [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0], [2.0, 2.0]].map(|[x, z]| Point3::new(x, 0.0, z));
    let triangles = vec![[0, 1, 1], [1, 2, 3], [0, 1, 2], [3, 3, 3]];
    let query = Query::default();
    let fall = |mesh: TriangleMesh<f64>, x: f64| {
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let motion = ball(0.5, [x, 3.0, 2.5], [0.0, -6.0, 0.0]);
        scene
            .cast_closest(&motion, &query)
            .sub_shape()
            .and_then(|s| s.triangle)
    };
    let mesh = TriangleMesh::new(points.into(), triangles.clone()).unwrap();
    assert_eq!(mesh.degenerate(), [0, 1, 3]);
    assert_eq!(fall(mesh.clone(), 1.0), Some(2));
    let options = MeshOptions {
        keep_degenerate: true,
        ..MeshOptions::default()
    };
    let kept = TriangleMesh::with_options(points.into(), triangles, &options).unwrap();
    assert_eq!(fall(kept, 1.5), Some(1));
    let all = TriangleMesh::new(points.into(), vec![[0, 0, 1]]).unwrap();
    assert!(all.bounds().is_none());
    assert_eq!(fall(all, 0.0), None);
}

/// A box that comes at the border of a plate with a side upright on it: the normal of that contact lies in the plate and tells no side. The
/// face that is told is the one that the motion goes against.
#[test]
fn on_the_border_of_a_plate_the_face_told_is_the_one_that_is_gone_against() {
    let scene = Scene::of([Object::new(square(Faces::TwoSided))]).unwrap();
    let cube = Placed::new(Cuboid::new([0.5; 3]).unwrap(), [-2.0, 0.125, 1.0]).unwrap();
    for rise in [0.125, -0.125] {
        let motion = Motion::new(cube, [3.0, rise, 0.0]).unwrap();
        let found = scene.cast_closest(&motion, &Query::default());
        let place = found.hit().unwrap().place;
        assert!(matches!(place.feature, Some(Feature::Edge(_))), "{place:?}");
        assert_eq!(place.normal.into_inner(), -Vector3::x());
        assert_eq!(place.face_normal.y, -rise.signum(), "{place:?}");
    }
}

/// A closed mesh: a corner of a cube, its faces to the outside.
fn corner() -> TriangleMesh<f64> {
    let points = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    TriangleMesh::new(points.map(Point3::from).into(), triangles).unwrap()
}

#[test]
fn the_side_with_room_is_told_where_it_is_known() {
    let field = |faces| {
        let field = HeightField::new(2, 2, vec![0.0; 4], [4.0, 1.0, 4.0]).unwrap();
        Object::new(field.with_faces(faces))
    };
    let (one, two) = (Faces::OneSided, Faces::TwoSided);
    for (object, is_known) in [
        (Object::new(square(one)), true),
        (Object::new(square(two)), false),
        (field(one), true),
        (field(two), false),
        (Object::new(corner()), true),
    ] {
        // A quarter turn about z: what was up is against x, and what was along x is up.
        let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
        let mut scene = Scene::of([object.at(Isometry3::new(Vector3::x(), turn))]).unwrap();
        // Where the side is not known, the other one is met.
        let from = if is_known { -6.0 } else { 6.0 };
        let motion = ball(0.25, [from, 1.0, 1.0], [-2.0 * from, 0.0, 0.0]);
        let found = scene.cast_closest(&motion, &Query::default());
        let hit = found.hit().unwrap();
        let of = hit.place.sub_shape;
        let normal = scene.triangle_normal(&of).unwrap();
        // Counter-clockwise about the corners, whichever side was met.
        let met = hit.place.face_normal.dot(&normal);
        assert!((met - if is_known { 1.0 } else { -1.0 }).abs() < 1e-12);
        assert_eq!(scene.front(&of), is_known.then_some(normal));
        scene.remove(of.id);
        assert_eq!(scene.triangle_normal(&of), None);
        assert_eq!(scene.front(&of), None);
    }
    let scene = boxes(1);
    let motion = ball(1.0, [0.0, 3.0, 0.0], [0.0, -6.0, 0.0]);
    let of = scene.cast_closest(&motion, &Query::default()).sub_shape();
    assert_eq!(scene.triangle_normal(&of.unwrap()), None);
    assert_eq!(scene.front(&of.unwrap()), None);
}

/// A ground that stands in the world's origin is seen in its own axes all the same.
#[test]
fn what_is_turned_about_the_origin_is_met_where_it_is() {
    let turn = Vector3::z() * std::f64::consts::FRAC_PI_2;
    let pose = Isometry3::new(Vector3::zeros(), turn);
    let scene = Scene::of([Object::new(square(Faces::TwoSided)).at(pose)]).unwrap();
    let motion = ball(0.5, [2.5, 1.0, 1.0], [-8.0, 0.0, 0.0]);
    let found = scene.cast_closest(&motion, &Query::default());
    let fraction = found.hit().unwrap().hit.fraction;
    assert!((fraction - 0.25).abs() < SLACK, "{fraction}");
}
