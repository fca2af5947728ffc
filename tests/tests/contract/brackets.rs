//! Brackets where the plane that a method ends with is met flatly.

use swept::CastOptions;
use swept_oracle::{Truth, judge};
use swept_tests::{Family, METHODS, Precision};

/// Cylinders of a lattice, rim on rim, the first plane found along the motion but for 10⁻⁵ of it; and an ellipsoid that a corner meets.
#[test]
fn at_an_edge_a_bracket_is_narrow_along_the_steepest_plane() {
    for (family, seed, index) in [("aligned", 9003, 545_255), ("near-the-end", 71_001, 1873)] {
        let family = Family::named(family).expect("a family");
        let cast = family.cast(seed, index);
        let truth = Truth::of(&cast).expect("a truth");
        for method in METHODS {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let outcome = cast.sweep::<f32>().cast_with(&options);
            let verdict = judge(&cast, &(&outcome).into(), &truth, &Precision::single());
            assert!(verdict.is_right(), "{method:?} {}: {verdict}", cast.id);
        }
    }
}
