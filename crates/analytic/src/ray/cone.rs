//! A ray against a cone.

use super::clip::Clip;
use super::cylinder::{rod, wall};
use super::{Ray, Upright, against_cylinder};
use crate::Answer;
use crate::quadratic::{Roots, solve, sqrt};
use crate::sphere::offset::nearest;
use crate::sphere::prism::{across, unit};
use crate::tolerance::{SEAM, TOUCHING};
use crate::view::View;
use core::f64::consts::FRAC_1_SQRT_2;
use nalgebra::{Isometry3, Vector2, Vector3};

/// A ray against a cone with its middle and its axes at `pose`: the apex at y = `half_height`, the base of this radius at
/// y = −`half_height`.
///
/// With H the whole height and g = √(H² + r²), let c = H/g and s = r/g, and q = x − apex. The endless cone below the apex
/// is { c·|q⊥| + s·q_y <= 0 }, q⊥ = (q_x, q_z): this is the height over the side, whose normal (c·q⊥/|q⊥|, s) has unit
/// length. Every such plane passes through the apex.
///
/// **Cone space.** p = (c·q_x, s·q_y, c·q_z) makes it the cone |p⊥| + p_y <= 0 of 45°, and the line p + t·w meets the double
/// cone |p⊥|² = p_y² at the roots of a·t² + 2·b·t + k, with a = |w⊥|² − w_y² and k = |p⊥|² − p_y² as products of sum and
/// difference, b = p⊥·w⊥ − p_y·w_y. It is set up at the line's point that is nearest to the apex in cone space.
///
/// a > 0, the line is flatter than the side: it is inside between the roots, both on one half of the double cone.
/// a < 0: it is inside before the first and after the second root, on opposite halves; going down, below the apex
/// comes last. a = 0, parallel to the side: before or after the only root. A line that meets the upper half alone, or
/// neither, passes beside the cone.
///
/// The base cuts with a plane, and so does the wall of the cylinder about the cone, which adds nothing but at the rim: where base and
/// side meet at next to no angle, a line that passes far from it crosses both within rounding. Half height 0 makes a disc, radius 0 a
/// segment. The depth is the distance to the nearer of base and side, and exact.
///
/// **Error**: that of all [rays](super), L = H + r + the distance, whatever the angle of the apex. The coefficients err by
/// 4u of |w|², |p||w| and |p|², the equation at t by 16u of |p + t·w|², since no point of the line that the cone reaches is nearer to
/// the apex than p. On the side, |p + t·w|² = 2c²s²|q|², and the slope of the equation along the normal is 2cs·|q|: the side is off
/// by 16u·cs·|q|.
pub fn against_cone(ray: &Ray, pose: &Isometry3<f64>, fixed: &Upright) -> Answer {
    let Upright {
        half_height,
        radius,
    } = *fixed;
    if half_height == 0.0 {
        return against_cylinder(ray, pose, fixed);
    }
    let view = ray.seen_from(pose);
    if radius == 0.0 {
        return rod(pose, &view, half_height);
    }
    let mut clip = Clip::new(view, 2.0 * half_height + radius);
    clip.half_space(-Vector3::y(), half_height);
    wall(&mut clip, radius);
    let side = Side::new(half_height, radius);
    side.ends(&mut clip);
    side.cut(&mut clip);
    clip.answer_at(ray, pose)
}

/// The side of a cone.
struct Side {
    apex: Vector3<f64>,
    /// The length of the side, from apex to base.
    length: f64,
    /// What the parts across the axis are multiplied with in cone space.
    c: f64,
    /// What the part along it is.
    s: f64,
}

/// The part of `v` across the axis.
fn beside_axis(v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(v.x, 0.0, v.z)
}

fn level(v: &Vector3<f64>) -> Vector2<f64> {
    Vector2::new(v.x, v.z)
}

impl Side {
    fn new(half_height: f64, radius: f64) -> Self {
        let slope = Vector2::new(2.0 * half_height, radius);
        let length = slope.norm();
        Self {
            apex: Vector3::y() * half_height,
            length,
            c: slope.x / length,
            s: slope.y / length,
        }
    }

    /// The normal on the side of `q`, from the apex. At the apex itself, where `q` is no longer than `noise` and every side is as
    /// good, that on the side of `toward`.
    fn normal(&self, q: &Vector3<f64>, noise: f64, toward: &Vector3<f64>) -> Vector3<f64> {
        let out = Some(beside_axis(q))
            .filter(|_| q.norm() > noise)
            .and_then(|v| unit(&v))
            .or(unit(&beside_axis(toward)))
            .unwrap_or_else(Vector3::x);
        Vector3::new(self.c * out.x, self.s, self.c * out.z)
    }

    /// Tells how high the start and the end are over the side.
    fn ends(&self, clip: &mut Clip) {
        let View { start, end, d, .. } = clip.view;
        let height = |q: &Vector3<f64>| self.c * level(q).norm() + self.s * q.y;
        let q = start - self.apex;
        let noise = TOUCHING * (self.length + start.norm());
        let n = self.normal(&q, noise, &d);
        clip.start(height(&q), n, n.dot(&self.apex));
        let q = end - self.apex;
        let n = self.normal(&q, noise, &-d);
        clip.end(height(&q), n, n.dot(&self.apex));
    }

    /// Cuts the line with the endless cone.
    fn cut(&self, clip: &mut Clip) {
        let View { foot, d, .. } = clip.view;
        if d == Vector3::zeros() {
            return;
        }
        let scale = Vector3::new(self.c, self.s, self.c);
        let q = foot - self.apex;
        let w = d.component_mul(&scale);
        // No contact is farther along than this.
        let reach = 2.0 * (self.length + q.norm()) / d.norm();
        let base = nearest(&q.component_mul(&scale), &w).clamp(-reach, reach);
        let q = q + d * base;
        let p = q.component_mul(&scale);
        let form = |v: &Vector3<f64>| {
            let out = level(v).norm();
            (out - v.y.abs()) * (out + v.y.abs())
        };
        let (a, b) = (form(&w), level(&p).dot(&level(&w)) - p.y * w.y);
        let noise = SEAM * (self.length + q.norm());
        let end = |t: f64, toward: Vector3<f64>| {
            // Infinitely far along, the direction alone counts.
            let there = if t.is_finite() {
                q + d * t
            } else {
                d * t.signum()
            };
            (base + t, self.normal(&there, noise, &toward))
        };
        let up = w.y > 0.0;
        match solve(a, b, form(&p)) {
            Roots::Two(first, last) if a > 0.0 && p.y + w.y * (0.5 * (first + last)) <= 0.0 => {
                let (first, last) = (end(first, -d), end(last, d));
                clip.enter(first.0, first.1);
                clip.leave(last.0, last.1);
            }
            Roots::One(t) if a > 0.0 && p.y + w.y * t <= 0.0 => {
                let (first, last) = (end(t, -d), end(t, d));
                clip.enter(first.0, first.1);
                clip.leave(last.0, last.1);
            }
            roots if a < 0.0 => {
                // A line that is steeper than the side meets both halves, if only in the apex.
                let (first, last) = match roots {
                    Roots::Two(first, last) => (first, last),
                    Roots::One(t) => (t, t),
                    _ => (-b / a, -b / a),
                };
                self.keep(
                    clip,
                    up,
                    end(if up { first } else { last }, if up { d } else { -d }),
                );
            }
            // Along the side: on the lower half when that is the half it comes from, or goes to.
            Roots::One(t) if a == 0.0 && (b > 0.0) == up => {
                self.keep(clip, up, end(t, if up { d } else { -d }));
            }
            Roots::All => clip.half_space(Vector3::y(), self.apex.y),
            _ => clip.beside(beside(&p, &w).component_mul(&scale)),
        }
    }

    /// What lies below an end: all before it for a line that goes up, all after it for one that goes down.
    fn keep(&self, clip: &mut Clip, up: bool, (at, normal): (f64, Vector3<f64>)) {
        if up {
            clip.leave(at, normal);
        } else {
            clip.enter(at, normal);
        }
    }
}

/// In cone space, the normal of a plane between the endless cone of 45° below the apex and the line along `w` through `p`, which
/// passes it and is no steeper than its side.
///
/// A plane through the apex leaves the cone below if its normal is no flatter than 45°. Those across the line are an arc
/// about the steepest one, n₀, which is y less its part along the line; going along the arc is going along t = ±w × n₀, which
/// is level. So n = n₀·cos φ + t·sin φ ends the arc where cos φ·n₀_y = √½. The most room is left by the normal nearest to
/// the way from the apex to the line: that way itself if it is on the arc, an end of the arc else.
fn beside(p: &Vector3<f64>, w: &Vector3<f64>) -> Vector3<f64> {
    if let Some(n) = across(p, w).filter(|n| n.y >= level(n).norm()) {
        return n;
    }
    let Some(w) = w.try_normalize(0.0) else {
        return Vector3::y();
    };
    let flat = level(&w).norm();
    let steepest = Vector3::new(-w.x * w.y, flat * flat, -w.z * w.y) / flat;
    let t = Vector3::new(-w.z, 0.0, w.x) / flat;
    let t = if t.dot(p) < 0.0 { -t } else { t };
    let cos = (FRAC_1_SQRT_2 / flat).min(1.0);
    steepest * cos + t * sqrt((1.0 - cos) * (1.0 + cos))
}
