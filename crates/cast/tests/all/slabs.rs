//! Two boxes whose slabs are entered nearly at once: which of them comes last is chosen in `f32`, and once more in `f64` where that
//! cannot tell.

use nalgebra::Vector3;
use swept_cast::{CastOptions, Method, Outcome, Sweep};
use swept_support::{Cuboid, Placed};

/// Cubes of side 1, one at the origin. The other starts at (−5, −5 + later, 0.1) and moves by (10, 10, 0): it enters the slab
/// across x after 4 of 10, and that across y after 4 − `later`.
fn entry(later: f64) -> (f64, Vector3<f64>, Method) {
    let cube = Cuboid::new([0.5; 3]).unwrap();
    let moving = Placed::new(cube, [-5.0, -5.0 + later, 0.1]).unwrap();
    let fixed = Placed::new(cube, [0.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [10.0, 10.0, 0.0], fixed).unwrap();
    let certified = sweep.cast_certified(&CastOptions::default());
    match certified.outcome {
        Outcome::Hit(hit) => (hit.fraction, *hit.normal, certified.method),
        other => panic!("{other:?}"),
    }
}

/// A proven fraction is not late, and earlier by the rounding of lengths up to 14 at most, over a motion of 10 across the face.
fn behind(fraction: f64, exact: f64) -> bool {
    fraction <= exact && exact - fraction < 4e-15
}

#[test]
fn slabs_are_told_apart_far_below_the_rounding_of_f32() {
    for power in 1..=13 {
        let later = 0.1_f64.powi(power);
        let (fraction, normal, method) = entry(later);
        assert_eq!(method, Method::Slab, "{later:e}");
        assert!(behind(fraction, 0.4), "{later:e}: {fraction}");
        assert_eq!(normal, -Vector3::x(), "{later:e}");

        let (fraction, normal, method) = entry(-later);
        assert_eq!(method, Method::Slab, "-{later:e}");
        let exact = 0.4 + later / 10.0;
        assert!(behind(fraction, exact), "-{later:e}: {fraction}");
        assert_eq!(normal, -Vector3::y(), "-{later:e}");
    }
}

#[test]
fn at_an_edge_that_is_met_head_on_either_face_will_do() {
    let (fraction, normal, method) = entry(0.0);
    assert_eq!(method, Method::Slab);
    assert!(behind(fraction, 0.4), "{fraction}");
    assert!(normal == -Vector3::x() || normal == -Vector3::y());
}

#[test]
fn units_make_no_difference_where_products_leave_the_range_of_f32() {
    let scaled = |unit: f64| {
        let cube = Cuboid::new([0.5 * unit, 0.7 * unit, 0.9 * unit]).unwrap();
        let moving = Placed::new(cube, [-5.0 * unit, unit, 0.3 * unit]).unwrap();
        let fixed = Placed::new(cube, [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [10.0 * unit, -2.0 * unit, 0.0], fixed).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        (certified.outcome.safe_fraction(), certified.method)
    };
    // Five less two half sides of 0.5, of ten.
    let (fraction, method) = scaled(1.0);
    assert!(behind(fraction, 0.4) && method == Method::Slab);
    for power in [-90, -60, 60, 90] {
        assert_eq!(scaled(2.0_f64.powi(power)), (fraction, method), "2^{power}");
    }
}
