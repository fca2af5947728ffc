//! Any bytes as two shapes and a sweep: what the constructors accept, every method answers without a panic, with numbers
//! that are numbers, and with a certificate that verifies; and where the sweep starts, the shapes have a distance, by which they overlap
//! or not.

#![no_main]

mod wild;

use libfuzzer_sys::fuzz_target;
use swept::{Distance, Method, Placed, Real, Shape, distance, intersects};
use wild::Wild;
use wild::numbers::{are_numbers, is_unit};

fuzz_target!(|wild: Wild| {
    check::<f32>(&wild);
    check::<f64>(&wild);
});

fn check<T: Real>(wild: &Wild) {
    // Bad input is refused where it is built: that is a pass.
    let Some(sweep) = wild.sweep::<T>() else {
        return;
    };
    stand(sweep.moving(), sweep.fixed());
    for method in Method::ALL {
        let options = wild.options::<T>(method);
        let certified = sweep.cast_certified(&options);
        assert!(are_numbers(&certified.outcome), "{certified:?}\n{wild:?}");
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            // Below the least normal number no rounding is relative, and nothing is a length.
            let off = (flaw.claimed - flaw.proven).abs();
            assert!(
                off < f64::MIN_POSITIVE,
                "{method:?}: {flaw}\n{certified:?}\n{wild:?}"
            );
        }
    }
}

fn stand<T: Real>(moving: &Placed<T, Shape<T>>, fixed: &Placed<T, Shape<T>>) {
    let found = distance(moving, fixed).expect("a sweep of these is accepted");
    let (bounds, points) = match &found {
        Distance::Apart(d) => (
            [d.separation, d.separation_upper],
            [d.point_moving, d.point_fixed],
        ),
        Distance::Overlap(d) => ([d.depth_lower, d.depth], [d.point_moving, d.point_fixed]),
    };
    let [lower, upper] = bounds.map(Real::to_f64);
    let mut numbers = points.iter().flat_map(|p| p.iter());
    assert!(
        0.0 <= lower
            && lower <= upper
            && upper.is_finite()
            && numbers.all(|x| x.to_f64().is_finite())
            && is_unit(found.normal().iter()),
        "{found:?}\n{moving:?}\n{fixed:?}"
    );
    assert_eq!(
        intersects(moving, fixed),
        Ok(found.separation() <= T::zero()),
        "{found:?}\n{moving:?}\n{fixed:?}"
    );
}
