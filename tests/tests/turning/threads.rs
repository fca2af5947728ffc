//! Cases from public threads, each re-made from its description.

use super::{proven, sweep};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept::{Cuboid, Outcome, Real, Shape, Turn, TurningSweep, Turns};

/// <https://github.com/dimforge/parry/issues/317>: a box of 470 × 210 × 220 turns by 1.77 rad about a point of its own
/// while it moves, and passes through a standing box of 1300 × 660 × 550. The cast reported no collision.
fn parry_317<T: Real>() -> TurningSweep<T, Shape<T>, Shape<T>> {
    let n = T::nearest;
    let pose = |p: [f64; 3], [w, i, j, k]: [f64; 4]| {
        let q = UnitQuaternion::new_unchecked(Quaternion::new(n(w), n(i), n(j), n(k)));
        Isometry3::from_parts(Translation3::from(p.map(n)), q)
    };
    let moving = pose(
        [6458.7905, -209.1331, 1014.52124],
        [-0.542044, 0.0, 0.0, -0.84035015],
    );
    let fixed = pose(
        [6079.4917, -849.3108, 853.8756],
        [0.99999607, 0.002524775, -0.00026210435, -0.0012064485],
    );
    let centre = [99.97085, -2.2888184e-5, -35.0].map(n);
    let turns = Turns {
        moving: Turn::by([0.0, 0.0, -1.770823].map(n)).about(centre),
        ..Turns::default()
    };
    sweep(
        (Cuboid::new([235.0, 105.0, 110.0].map(n)).unwrap(), moving),
        [588.2583, -553.06335, 471.54688].map(n),
        (Cuboid::new([650.0, 330.0, 275.0].map(n)).unwrap(), fixed),
        turns,
    )
}

#[test]
fn parry_317_collides() {
    let Outcome::Hit(wide) = proven(&parry_317::<f64>()) else {
        panic!();
    };
    let Outcome::Hit(narrow) = proven(&parry_317::<f32>()) else {
        panic!();
    };
    let apart = wide.fraction - f64::from(narrow.fraction);
    assert!(apart.abs() < 1e-5, "{wide:?} {narrow:?}");
    assert!((0.0..1.0).contains(&wide.fraction));
}
