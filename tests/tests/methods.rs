//! Every method on the same casts: each answer stands up to the judge, and the brackets of all of them overlap.
//!
//! A third of the casts go over all ordered pairs of shapes, one over the hard families, one over the same with numbers that are all but
//! zero in place of zeros. `SWEPT_METHOD_CASTS` sets another number than 150,000 per scalar (a million takes some minutes), `SWEPT_SEED`
//! another seed.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept::{CastOptions, Method, Outcome, Placed, Real, Support, Sweep, Triangle};
use swept_tests::{Dice, Source, from_environment, survey_all_methods};

fn all_methods_agree<T: Real>() {
    let casts = from_environment("SWEPT_METHOD_CASTS", 150_000);
    let seed = from_environment("SWEPT_SEED", 2004);
    for sources in [Source::pairs(), Source::families(), Source::faint()] {
        let report = survey_all_methods::<T>(&sources, casts / 3, seed);
        report.assert_clean();
        assert_eq!(report.total().casts(), casts / 3);
        println!("{report}");
    }
}

#[test]
fn all_methods_agree_in_f64() {
    all_methods_agree::<f64>();
}

#[test]
fn all_methods_agree_in_f32() {
    all_methods_agree::<f32>();
}

/// Two triangles of very different size, with corners that all but meet somewhere along a motion of the size of the smaller one: the
/// obstacle has corners that are a billion times nearer than others.
#[test]
fn small_shapes_beside_large_ones_are_resolved() {
    for index in 0..60_000 {
        let mut dice = Dice::new(37, index);
        let sizes = [0; 2].map(|_| dice.log_between(1e-6, 1e6));
        let [moving, fixed] = sizes.map(|size| {
            let widths = dice.three(|dice| {
                if dice.chance(0.5) {
                    size
                } else {
                    size * dice.log_between(1e-7, 1.0)
                }
            });
            let mut corner = || Point3::from(dice.in_ball().component_mul(&Vector3::from(widths)));
            Triangle::new(corner(), corner(), corner()).unwrap()
        });
        let [turned, beside] = [(); 2].map(|()| {
            let axis = dice.in_ball();
            let angle = dice.log_between(1e-12, 1.0) / axis.norm();
            UnitQuaternion::new(axis * angle)
        });
        let meeting = beside * fixed.support_point(&dice.in_ball()).coords
            - turned * moving.support_point(&dice.in_ball()).coords;
        let small = sizes[0].min(sizes[1]);
        let motion = dice.in_ball() * small * dice.log_between(1e-3, 1e3);
        let off = dice.in_ball() * small * dice.log_between(1e-9, 10.0);
        let start = meeting + off - motion * dice.unit();
        let sweep = Sweep::new(
            Placed::new(moving, Isometry3::from_parts(start.into(), turned)).unwrap(),
            motion,
            Placed::new(fixed, Isometry3::from_parts(Default::default(), beside)).unwrap(),
        )
        .unwrap();
        for method in Method::ALL {
            let certified = sweep.cast_certified(&CastOptions {
                method,
                ..CastOptions::default()
            });
            let resolved = !matches!(certified.outcome, Outcome::Unresolved(_));
            assert!(resolved, "{index} by {method:?}: {sweep:?}");
            let flaw = certified.certificate.verify(&sweep).err();
            assert_eq!(flaw, None, "{index} by {method:?}: {sweep:?}");
        }
    }
}
