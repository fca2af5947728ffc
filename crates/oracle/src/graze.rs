//! How deep the line of motion goes, where it does little more than touch.

use crate::arith::{Ball, cross, sum, times};
use crate::obstacle::{Obstacle, unit};
use crate::tolerance::{NARROWINGS, ROUND};

/// How deep the line goes below some plane along the motion: the least of a round of directions across it, and of the
/// neighbourhood of the best. `proof` is the same obstacle as `plain`, in numbers that count their errors.
pub(crate) fn least_depth_of_line(plain: &Obstacle<f64>, proof: &Obstacle<Ball>) -> f64 {
    let d = plain.motion;
    let least = (0..3).fold(0, |k, i| if d[i].abs() < d[k].abs() { i } else { k });
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    let (u, v) = (unit(&cross(&d, &axis)), unit(&cross(&d, &cross(&d, &axis))));
    let across = |angle: f64| sum(&times(&u, angle.cos()), &times(&v, angle.sin()));
    let height = |angle: f64| plain.height(&across(angle));
    let step = std::f64::consts::TAU / f64::from(ROUND);
    let lower = |a: &f64, b: &f64| height(*a).total_cmp(&height(*b));
    let start = (0..ROUND).map(|i| f64::from(i) * step).min_by(lower);
    let (mut best, mut width) = (start.unwrap_or(0.0), step);
    for _ in 0..NARROWINGS {
        let near = [best - width, best, best + width].into_iter().min_by(lower);
        width *= if near == Some(best) { 0.5 } else { 1.0 };
        best = near.unwrap_or(best);
    }
    (-proof.room_across(&across(best))).upper().value()
}
