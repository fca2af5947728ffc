//! Where the line of motion goes through a corner many planes are right: the one that it meets most steeply is to be taken.

use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Method, Sweep};
use swept_support::{ConvexHull, Placed, Segment};

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
