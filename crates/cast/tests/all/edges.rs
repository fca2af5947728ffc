//! Where the line of motion goes through a corner many planes are right: the one that it meets most steeply is to be taken.

use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Cone, ConvexHull, Cuboid, Cylinder, Placed, Segment, Support};

/// A hull, a quarter turn about z, whose corner at its origin moves by (4.5, 4.5, 4.5) onto the point (1.25, 1.25, 1.25): after 5 of 18. Planes
/// that are met at rates from 0 to 6.3 keep the two apart until then.
#[test]
fn every_method_takes_a_steep_plane_at_a_corner() {
    let corners = [
        [1.5, 2.0, 1.5],
        [0.0, 0.0, 1.25],
        [0.75, 0.75, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, -1.5, 1.25],
    ];
    let hull = ConvexHull::new(corners.map(Point3::from)).unwrap();
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(1.0, 0.0, 0.0, -1.0));
    let moving = Placed::new(hull, Isometry3::from_parts(Vector3::zeros().into(), turn)).unwrap();
    let point = Segment::new([1.25; 3], [1.25; 3]).unwrap();
    let fixed = Placed::new(point, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [4.5; 3], fixed).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let off = 5.0 / 18.0 - certified.outcome.safe_fraction();
        // 64 units in the last place of lengths of about 3, at a rate of 6.3.
        assert!((0.0..6.8e-15).contains(&off), "{method:?}: {off:e}");
        let rate = certified
            .certificate
            .plane
            .normalize()
            .dot(&Vector3::repeat(-4.5));
        assert!(rate > 4.5 - 1e-9, "{method:?}: {rate}");
    }
}

/// What touches at the start slides, by all methods: the gap is 0.
fn slides(moving: Placed<f64, impl Support>, motion: [f64; 3], fixed: Placed<f64, impl Support>) {
    let sweep = Sweep::new(moving.as_dyn(), motion, fixed.as_dyn()).unwrap();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let outcome = sweep.cast_with(&options);
        assert!(
            matches!(outcome, Outcome::Miss(miss) if miss.gap == 0.0),
            "{method:?}: {outcome:?}"
        );
    }
}

/// A cylinder's rim and an edge or another rim have one point in common; of all the planes that go between them there, the motion is along
/// one that is the last of those.
#[test]
fn a_rim_slides_along_an_edge_that_it_touches() {
    let turned = |q: [f64; 4], at: [f64; 3]| {
        let [x, y, z, w] = q;
        let turn = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Isometry3::from_parts(Vector3::from(at).into(), turn)
    };
    // A box, whose edge stands on the rim and beside the side of an upright cylinder, goes down along the side.
    let cuboid = Cuboid::new([3.0, 3.0, 2.0]).unwrap();
    let pose = turned([0.0, 1.0, 0.0, 1.0], [0.0; 3]);
    let upright = Placed::new(Cylinder::new(4.0, 5.0).unwrap(), pose).unwrap();
    let moving = Placed::new(cuboid, [8.0, 7.0, -2.0]).unwrap();
    slides(moving, [0.0, -6.0, 0.0], upright);
    // Two cylinders, across one another.
    let pose = turned([1.0, 0.0, 0.0, 0.0], [7.0, -6.0, 0.0]);
    let moving = Placed::new(Cylinder::new(1.0, 5.0).unwrap(), pose).unwrap();
    let pose = turned([0.0, 0.0, 1.0, 1.0], [0.0; 3]);
    let across = Placed::new(Cylinder::new(2.0, 5.0).unwrap(), pose).unwrap();
    slides(moving, [-14.0, -2.0, -20.0], across);
    // A hull, whose corner meets a rim.
    let corners = [
        [-4.0, 4.0, 0.0],
        [-4.0, -2.0, -3.0],
        [1.0, 0.0, -3.0],
        [4.0, 2.0, -3.0],
    ];
    let hull = ConvexHull::new(corners.map(Point3::from)).unwrap();
    let moving = Placed::new(hull, turned([1.0, 0.0, 0.0, 1.0], [9.0, -5.0, 2.0])).unwrap();
    let pose = turned([0.0, 1.0, 0.0, 1.0], [0.0; 3]);
    let cone = Placed::new(Cone::new(2.0, 5.0).unwrap(), pose).unwrap();
    slides(moving, [10.0, 5.0, -11.0], cone);
}
