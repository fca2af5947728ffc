//! What comes along directions that lean (`leaning.rs`, which the solver and the check share): pieces that claim what the bound does not say.

use super::claim::{claims, least, piece};
use super::{moving, sweep};
use nalgebra::{Point3, Vector3};
use swept::turning_certificate::Frame;
use swept::{PointShape, Segment, Turn, Turns};

/// A point and a body that turns under it while it goes on, as that body sees it: cos s + 3 s sin s − 5/2 s cos s above its centre, which is
/// half as much in between as at both ends. It is not seen to turn about a point that stands.
#[test]
fn what_moves_on_is_not_seen_to_turn_about_a_point() {
    let (point, way) = ([0.0, 1.0, 0.0], [-3.0, -2.5, 0.0]);
    let rod = || Segment::new([0.0, 0.0, -0.1], [0.0, 0.0, 0.1]).unwrap();
    let by = Turn::by([0.0, 0.0, 1.0]);
    let on_fixed = Turns {
        fixed: by,
        ..Turns::default()
    };
    let back = way.map(|x| -x);
    let cases = [
        (
            sweep((PointShape, point), way, (rod(), [0.0; 3]), on_fixed),
            Frame::Fixed,
            Vector3::y(),
        ),
        (
            sweep(
                (rod(), [0.0; 3]),
                back,
                (PointShape, point),
                moving([0.0, 0.0, 1.0]),
            ),
            Frame::Moving,
            -Vector3::y(),
        ),
    ];
    for (case, frame, n) in cases {
        let made_up = |room| piece(frame, [n; 2], (0.0, 0.8), room);
        let least = least(&case, &made_up(0.0), 1000);
        assert!((0.4..0.6).contains(&least), "{frame:?}: {least}");
        assert!(!claims(&case, &made_up(least + 1e-3)), "{frame:?}");
    }
}

/// A point goes around an axis that leans from the normal, as far along that at one end as at the other. What it comes to along directions
/// that lean is taken off at both: less at either would leave 1/5 more than there is.
#[test]
fn what_leans_is_taken_off_at_both_ends() {
    let (rate, half) = (2.4, 1.2_f64);
    let q = Vector3::new(4.0 * half.cos(), -4.0 * half.sin(), 1.0);
    let u = Vector3::new(1.0, 0.0, -1.0).normalize();
    let turn = Turn::by([0.0, 0.0, rate]).about(Point3::from(-q));
    let around = |moving, fixed| Turns { moving, fixed };
    let none = Turn::none();
    let cases = [
        (
            sweep(
                (PointShape, q),
                [0.0; 3],
                (PointShape, [0.0; 3]),
                around(turn, none),
            ),
            -u,
        ),
        (
            sweep(
                (PointShape, [0.0; 3]),
                [0.0; 3],
                (PointShape, q),
                around(none, turn),
            ),
            u,
        ),
    ];
    for (i, (case, n)) in cases.iter().enumerate() {
        let made_up = |room| piece(Frame::World, [*n; 2], (0.0, 1.0), room);
        let least = least(case, &made_up(0.0), 1000);
        // At the middle, 4 along x and 1 along the axis.
        assert!((least + 3.0 / 2.0_f64.sqrt()).abs() < 1e-9, "{i}: {least}");
        assert!(!claims(case, &made_up(least + 1e-6)), "{i}");
        assert!(claims(case, &made_up(least - 0.05)), "{i}");
    }
}
