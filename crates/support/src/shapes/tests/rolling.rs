//! Balls that roll inside shapes.

use super::*;

/// A ball rolls inside where it leaves the set through no plane, wherever it touches it. One that is larger does at the longest axis.
#[test]
fn a_ball_as_small_as_the_least_curvature_rolls_inside_an_ellipsoid() {
    let steps = [-1.0, -0.5, -0.1, 0.0, 0.2, 1.0];
    let all = steps.map(|x| steps.map(|y| steps.map(|z| Vector3::new(x, y, z))));
    let all = all.as_flattened().as_flattened().iter();
    let directions: Vec<_> = all.filter_map(|n| n.try_normalize(0.0)).collect();
    for radii in [[2.0; 3], [3.0, 2.0, 1.0], [0.5, 4.0, 0.5], [1.0, 1.01, 1.0]] {
        let ellipsoid = Ellipsoid::<f64>::new(radii).unwrap();
        let room = |radius: f64| {
            let touching = |n: &Vector3<f64>| ellipsoid.support_point(n).coords - n * radius;
            let beyond = |at: &Vector3<f64>, n: &Vector3<f64>| {
                n.dot(&(ellipsoid.support_point(n).coords - at)) - radius
            };
            let at = directions.iter().map(touching);
            let room = at.flat_map(|at| directions.iter().map(move |n| beyond(&at, n)));
            room.fold(f64::INFINITY, f64::min)
        };
        let radius = ellipsoid.rolling_radius();
        assert!(room(radius) >= -4e-15, "{radii:?}: {}", room(radius));
        assert!(room(1.01 * radius) < -1e-6, "{radii:?}");
    }
    for flat in [[0.0; 3], [1.0, 0.0, 1.0]] {
        let flat: Shape<f64> = Ellipsoid::new(flat).unwrap().into();
        assert_eq!(flat.rolling_radius(), 0.0);
    }
    let rounded = Rounded::new(Ellipsoid::new([0.5, 1.0, 1.0]).unwrap(), 3.0).unwrap();
    let rounded: Shape<f64> = rounded.into();
    assert!((0.25 - rounded.rolling_radius()).abs() <= f64::EPSILON);
    assert_eq!(Cylinder::new(1.0, 1.0).unwrap().rolling_radius(), 0.0);
}

/// The radius of the ball times the greatest of the radii is no more than the square of the least, whichever way all of it is rounded. (A
/// fused sum is rounded once, so that its sign is right.)
#[test]
fn no_ball_that_rolls_is_larger_than_the_least_curvature_by_rounding() {
    for least in (1..400).map(f64::from) {
        for greatest in (1..400).map(f64::from).filter(|b| *b >= least) {
            let ellipsoid = Ellipsoid::new([greatest, least, greatest]).unwrap();
            let radius = ellipsoid.rolling_radius();
            let beyond = radius.mul_add(greatest, -least * least);
            assert!(beyond <= 0.0, "{least} {greatest} {beyond:e}");
        }
    }
}
