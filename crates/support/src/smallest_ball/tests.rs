use super::*;
use crate::shapes::tests::ball as on_ball;
use crate::{ConvexHull, LinearMap, Support, bounds_of};
use alloc::vec::Vec;

fn around(points: &[Point3<f64>]) -> BoundingBall {
    let each = || points.iter().copied();
    let bounds = bounds_of(each(), &LinearMap::IDENTITY);
    let middle = nalgebra::center(&bounds.min, &bounds.max);
    smallest_ball(&middle, each(), extent_of(each()))
}

/// All corners are in the ball, and no ball through up to four of them that holds the rest is smaller by more than is said.
fn check(points: &[Point3<f64>], name: &str) {
    let ball = around(points);
    let far = points.iter().map(|p| (p - ball.centre).norm());
    let far = far.fold(0.0, f64::max);
    assert!(far <= ball.radius, "{name}: {far:e} {ball:?}");
    let ways: Vec<_> = points.iter().map(|p| p - points[0]).collect();
    let size = extent_of(ways.iter().copied().map(Point3::from));
    let mut least = f64::INFINITY;
    for i in 0..ways.len() {
        let from: Vec<_> = ways.iter().map(|w| w - ways[i]).collect();
        for choice in 1..1_usize << from.len() {
            let Some(centre) = on_all(&from, choice) else {
                continue;
            };
            let reach = from.iter().map(|w| (w - centre).norm());
            let reach = reach.fold(0.0, f64::max);
            if centre.norm().is_finite() {
                least = least.min(reach);
            }
        }
    }
    let close = least * (1.0 + CLOSE) + 1e-14 * (size + points[0].coords.norm());
    assert!(ball.radius <= close, "{name}: {:e} {least:e}", ball.radius);
}

/// Points in space, in a plane, on a line and on a ball, or all but, of all sizes, about the origin and far from it.
#[test]
fn the_ball_holds_all_points_and_is_all_but_the_smallest() {
    let number = |i: usize, k: usize| ((i * i + 3 * i) as f64 * (7.1 + 4.3 * k as f64)).sin();
    for case in 0..600 {
        let count = 2 + case % 7;
        let unit = 2_f64.powi([0, -90, 90, 12][case % 4]);
        let thin = [1.0, 1e-3, 1e-9, 0.0][case / 4 % 4];
        let flat = [1.0, thin][case / 16 % 2];
        let by = Vector3::new(0.5, -1.0, 0.25) * [0.0, 1.0, 1e3, 1e6][case / 32 % 4];
        let on_ball = on_ball(count);
        let points: Vec<_> = (0..count)
            .map(|i| {
                let at = case * 10 + i;
                let p = Vector3::new(number(at, 0), number(at, 1) * flat, number(at, 2) * thin);
                let p = if case % 5 == 0 { on_ball[i] } else { p };
                Point3::from((p + by) * unit)
            })
            .collect();
        check(&points, &alloc::format!("{case}: {points:?}"));
    }
}

#[test]
fn the_smallest_balls_of_known_points() {
    let known = |points: &[[f64; 3]], centre: [f64; 3], radius: f64| {
        let points: Vec<_> = points.iter().copied().map(Point3::from).collect();
        let ball = around(&points);
        let aside = (ball.centre - Point3::from(centre)).norm();
        assert!(aside <= 1e-15, "{ball:?}");
        let range = radius..=radius * (1.0 + 1e-15);
        assert!(range.contains(&ball.radius), "{ball:?}");
    };
    known(&[[3.0, 4.0, 0.0]], [3.0, 4.0, 0.0], 0.0);
    known(&[[3.0, 4.0, 0.0], [3.0, 4.0, 2.0]], [3.0, 4.0, 1.0], 1.0);
    // One with a blunt corner, and one that has all three on its circle.
    let [a, b] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    known(&[a, b, [2.0, 1.0, 0.0]], [2.0, 0.0, 0.0], 2.0);
    known(&[a, b, [2.0, 4.0, 0.0]], [2.0, 1.5, 0.0], 2.5);
    // A cube from its corner, and four of its corners.
    let cube: Vec<_> = (0..8)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|k| 2.0 * f64::from(k)))
        .collect();
    known(&cube, [1.0; 3], 3_f64.sqrt());
    let four = [cube[0], cube[3], cube[5], cube[6]];
    known(&four, [1.0; 3], 3_f64.sqrt());
}

/// However many points, the rounds end with it.
#[test]
fn many_points_have_a_close_ball_too() {
    for count in [32, 500, 5_000] {
        for by in [Vector3::zeros(), Vector3::new(3.0, -2.0, 1.0)] {
            for tall in [1.0, 0.9, 0.3, 1e-4] {
                let all = on_ball(count).into_iter();
                let all = all.map(|p| Point3::new(p.x, p.y * tall, p.z) + by);
                let points: Vec<_> = all.collect();
                let ball = around(&points);
                assert!(ball.radius < 1.0 + CLOSE, "{count} {tall} {ball:?}");
                let hull = ConvexHull::<f64>::from_corners(points).unwrap();
                assert_eq!(hull.core_ball(), ball);
            }
        }
    }
}
