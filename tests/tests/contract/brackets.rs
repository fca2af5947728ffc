//! Brackets where the plane that a method ends with is met flatly: at rims and corners, and where the line grazes a curve.

use swept::{CastOptions, Claim, Real};
use swept_oracle::{Truth, judge};
use swept_tests::{Body, Cast, Family, Form, METHODS, Precision, Turns};

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

/// The top of an ellipsoid comes along y to the corner of a triangle and would touch it at the end, far from the origin or near it. x
/// short of that it is x²/9 away: 2 − 2 √(1 − x²/9), half axes 3 along y and 2 along z.
fn grazes_a_corner_at_the_end<T: Real>(far: [f64; 3]) {
    let at = |p: [f64; 3]| [0, 1, 2].map(|k| far[k] + p[k]);
    let ellipsoid = Form::Ellipsoid {
        radii: [4.0, 3.0, 2.0],
    };
    let triangle = Form::Triangle {
        a: [4.0, -2.0, -4.0],
        b: [-1.0, 4.0, 1.0],
        c: [4.0, 3.0, -1.0],
    };
    let cast = Cast {
        id: "graze".into(),
        moving: Body::new(ellipsoid).at(at([-1.0, 11.0, -6.0])),
        fixed: Body::new(triangle).at(far).turned([0.0, 1.0, 0.0, 1.0]),
        displacement: [0.0, -8.0, 0.0],
        turn: Turns::NONE,
    };
    let sweep = cast.sweep::<T>();
    let certified = sweep.cast_certified(&CastOptions::default());
    let Claim::Hit { fraction_upper, .. } = certified.certificate.claim else {
        panic!("{certified:?}");
    };
    certified.certificate.verify(&sweep).expect("a proof");
    let short = 8.0 * (1.0 - fraction_upper);
    // The dilation of `f64`, whatever the scalar, but for its rounding of the fraction.
    let away = 28.0 * f64::EPSILON * 25.0;
    let most = (9.0 * away).sqrt() + 8.0 * T::EPSILON.to_f64();
    assert!(
        short <= most,
        "{short:e} short, {most:e} allowed: {certified:?}"
    );
}

#[test]
fn what_grazes_a_corner_at_the_end_is_not_met_early() {
    for far in [[0.0; 3], [1024.0, -2048.0, 512.0]] {
        grazes_a_corner_at_the_end::<f64>(far);
        grazes_a_corner_at_the_end::<f32>(far);
    }
}
