//! The direction of least height near a given one, where the height has a kink along a curve and is all but level along it.
//!
//! The height of a cone's flank, seen from near its axis, is such: a fold across the flank, and a bowl along its circle that is the
//! shallower the nearer the axis is. The descent of `descent.rs` takes steps by one gradient at a time, which on a fold is that
//! of one side, and ends there before it has gone along.
//!
//! So one variable at a time: with n = (a + s e₀ + r e₁)/|a + s e₀ + r e₁| for a unit vector a and e₀, e₁ across it, F(s) is the least
//! height over r, and the least F is sought. Both searches hold a bracket whose ends slope down into it. Where two tangents meet
//! is the kink itself if there is one; every other step halves the bracket. F slopes as does the mixture of the
//! gradients at both ends of r's bracket that is level along r (the envelope theorem; for a fold, the element of Clarke's
//! generalised gradient that is level across it).
//!
//! Whatever is looked at is a proven upper bound, as with any descent.

use crate::descent::{Here, across};
use crate::tolerance::{FOLD_GAP, FOLD_RETREAT, FOLD_STEPS, FOLD_WIDENING, FOLD_WIDTH, U};
use nalgebra::{Vector2, Vector3};

/// A point of a line, the height there, and its slopes along the line and across it.
#[derive(Clone, Copy)]
struct End {
    at: f64,
    height: f64,
    slope: f64,
    beside: f64,
}

/// Goes down from the unit vector `from`. `support` gives the support point of a unit vector; it sees all directions that are tried.
/// `scale` is the size of the obstacle.
pub(crate) fn follow(
    from: &Vector3<f64>,
    scale: f64,
    support: &mut dyn FnMut(&Vector3<f64>) -> Vector3<f64>,
) {
    let e = along_and_across(from, support);
    let mut near = 0.0;
    least(0.0, scale, &mut |s| {
        let [low, high] = least(near, scale, &mut |r| {
            let here = Here::at(Vector2::new(s, r), from, &e, support);
            End {
                at: r,
                height: here.height,
                slope: here.gradient.y,
                beside: here.gradient.x,
            }
        });
        let lower = if low.height < high.height { low } else { high };
        near = lower.at;
        let rise = high.slope - low.slope;
        let slope = if rise > 0.0 {
            (low.beside * high.slope - high.beside * low.slope) / rise
        } else {
            lower.beside
        };
        End {
            at: s,
            height: lower.height,
            slope,
            beside: 0.0,
        }
    });
}

/// Two unit vectors across `n` and each other: the first along the fold, the second across it. A fold is where gradients jump, and
/// they jump across it.
fn along_and_across(
    n: &Vector3<f64>,
    support: &mut dyn FnMut(&Vector3<f64>) -> Vector3<f64>,
) -> [Vector3<f64>; 2] {
    let [u, v] = across(n);
    let around = [u, -u, v, -v].map(|side| support(&(n + side * FOLD_WIDTH).normalize()));
    let (mut widest, mut squared) = (v, 0.0);
    for (i, p) in around.iter().enumerate() {
        for q in &around[..i] {
            let jump = p - q;
            let jump = jump - n * n.dot(&jump);
            if jump.norm_squared() > squared {
                (widest, squared) = (jump, jump.norm_squared());
            }
        }
    }
    let across = widest.try_normalize(0.0).unwrap_or(v);
    [across.cross(n), across]
}

/// Two points about the least height along a line, the first sloping down toward the second and the second up; near to each other,
/// unless there is no more than rounding to be gained. The same point twice where that is level, or none has been found.
fn least(from: f64, scale: f64, look: &mut dyn FnMut(f64) -> End) -> [End; 2] {
    let start = look(from);
    let Some(mut ends) = bracket(start, look) else {
        return [start; 2];
    };
    let mut beside = 0.5 * FOLD_GAP;
    for step in 0..FOLD_STEPS {
        let [low, high] = ends;
        let wide = high.at - low.at;
        // Where the tangents meet: no height of a convex function is below that.
        let into = (high.height - low.height - high.slope * wide) / (low.slope - high.slope);
        let lowest = low.height + low.slope * into;
        let gain = low.height.min(high.height) - lowest;
        let at = if gain > U * scale {
            low.at + if step % 2 == 0 { into } else { 0.5 * wide }
        } else if wide > FOLD_GAP {
            // The lower end is as low as it gets. Across a fold the other has to be as near, for its gradient to be that of the
            // other side.
            let away = beside;
            beside *= FOLD_RETREAT;
            if low.height < high.height {
                low.at + away
            } else {
                high.at - away
            }
        } else {
            break;
        };
        if !(at > low.at && at < high.at) {
            break;
        }
        let end = look(at);
        ends[usize::from(end.slope > 0.0)] = end;
    }
    ends
}

/// A point that slopes down and one after it that slopes up, or the other way about in the other direction.
fn bracket(start: End, look: &mut dyn FnMut(f64) -> End) -> Option<[End; 2]> {
    let (mut near, mut step) = (start, FOLD_WIDTH.copysign(-start.slope));
    if start.slope == 0.0 || start.slope.is_nan() {
        return None;
    }
    // Half a right angle: farther off lies another bowl.
    while step.abs() <= 1.0 {
        let far = look(near.at + step);
        if far.slope * step >= 0.0 {
            return Some(if step > 0.0 { [near, far] } else { [far, near] });
        }
        (near, step) = (far, FOLD_WIDENING * step);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descent::tests;

    fn lowest(from: [f64; 3], support: impl Fn(&Vector3<f64>) -> Vector3<f64>) -> (f64, u32) {
        tests::lowest(from, support, |from, scale, support| {
            follow(from, scale, support)
        })
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        // A ball of radius 2 about (0, 0, -1.5): h(n) = 2 - 1.5 n.z, least 0.5 at n = z.
        let (found, asked) = lowest([0.03, 0.02, 1.0], |n| n * 2.0 - Vector3::z() * 1.5);
        assert!(
            (found - 0.5).abs() <= 8.0 * U && asked < 2_000,
            "{found} {asked}"
        );
    }

    #[test]
    fn it_follows_the_flank_of_a_cone() {
        // An upright cone of radius 1 and height 1, its base's centre at (-1e-4, 0, -0.25): the flank's normals are (cos, sin, 1)/√2,
        // and its distance along them is (0.75 - 1e-4 cos)/√2, least at the angle 0.
        let support = |n: &Vector3<f64>| {
            let flat = Vector3::new(n.x, n.y, 0.0);
            let rim = flat / flat.norm();
            let centre = Vector3::new(-1e-4, 0.0, -0.25);
            let apex = centre + Vector3::z();
            if n.dot(&(centre + rim)) > n.dot(&apex) {
                centre + rim
            } else {
                apex
            }
        };
        let (found, asked) = lowest([1.0, 0.4, 1.01], support);
        let exact = (0.75 - 1e-4) * 0.5f64.sqrt();
        assert!(
            (found - exact).abs() <= 8.0 * U && asked < 4_000,
            "{found} {exact} {asked}"
        );
    }
}
