//! Clips a motion by planes: the pure part of collide and slide.
//!
//! Given a velocity v and unit normals n₁ … n_k, find the motion x nearest to v that leads into none of the planes:
//!
//! ```text
//! minimise |x − v|  subject to  nᵢ·x ≥ 0 for all i
//! ```
//!
//! The feasible motions are a convex cone, so x is unique: it is v's projection on that cone, and so a continuous function of
//! v. On the face of the cone where x lies, some of the constraints are active; x is then the projection of v on the linear
//! space that they leave. Of at most three independent normals that space has dimension 3, 2, 1 or 0:
//!
//! | active | x |
//! | --- | --- |
//! | none | v |
//! | one plane | v − (n·v) n |
//! | two (a crease) | (c·v) c / c², with c = n₁ × n₂ |
//! | three (a corner) | 0 |
//!
//! Each of these that is feasible is no farther from the optimum than the optimum itself is from v, so that **the feasible
//! candidate nearest to v is the optimum**, and as v − x is perpendicular to x, the nearest is the longest. No multipliers, no
//! order. Two shortcuts are exact: v itself, and any single plane that v leads into (its multiplier −n·v is positive, so the
//! conditions of Karush, Kuhn and Tucker hold).
//!
//! # Degenerate sets
//! A repeated plane is kept by whatever keeps the first, up to rounding. Opposite planes leave the plane between them. For
//! nearly parallel planes the crease is formed from n₁ × (n₂ ∓ n₁), whose difference is exact, so its direction keeps its
//! digits however small the angle. Below the rounding of the normals the planes are one.

use crate::tolerance::{FEW, KEEPS, SAME};
use nalgebra::{Unit, Vector3};
use smallvec::SmallVec;
use std::cmp::Ordering;
use swept_support::{Real, power_of_two_below, within};

/// The motion nearest to `velocity` that leads into none of the planes, each given by the unit normal of the side that is
/// free: n·x ≥ 0 for all of them, up to 16 units of roundoff of `velocity`'s length.
///
/// The result does not depend on the order of the planes, not by a bit. It is never longer than `velocity`, and never
/// against it. A velocity or a plane that is not finite gives no motion; what is left of the longest velocities there are is half as
/// long where a component of it would be no number.
///
/// # Examples
/// ```
/// use nalgebra::{Unit, Vector3};
/// use swept_slide::plane;
///
/// let floor = Vector3::y_axis();
/// let wall = Unit::new_normalize(Vector3::new(-1.0, 0.0, 0.0));
/// let velocity = Vector3::new(3.0, -1.0, 2.0);
/// assert_eq!(plane::solve(velocity, &[floor]), Vector3::new(3.0, 0.0, 2.0));
/// assert_eq!(plane::solve(velocity, &[wall, floor]), Vector3::new(0.0, 0.0, 2.0));
/// ```
pub fn solve<T: Real>(velocity: impl Into<Vector3<T>>, planes: &[Unit<Vector3<T>>]) -> Vector3<T> {
    let planes: SmallVec<[Plane; 8]> = planes.iter().map(Plane::of).collect();
    let left = clip(&velocity.into().map(Real::to_f64), &planes);
    let narrow = left.map(T::nearest);
    if finite(&narrow.map(Real::to_f64)) {
        narrow
    } else {
        (left * SHORTER).map(T::nearest)
    }
}

/// A plane in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane {
    /// Unit normal of the free side, of unit length up to the rounding of the caller's scalar.
    pub(crate) normal: Vector3<f64>,
    /// The sine of the angle by which a motion may lead into it.
    pub(crate) leeway: f64,
}

impl Plane {
    /// Whether it is the plane with this normal, but for rounding.
    pub(crate) fn is_with(&self, normal: &Vector3<f64>) -> bool {
        (self.normal - normal).norm() <= SAME
    }

    /// The plane that this normal's direction stands for. It is not made of unit length again: that would turn it by
    /// some rounding, and the crease with a nearly parallel plane by far more.
    pub(crate) fn of<T: Real>(normal: &Unit<Vector3<T>>) -> Self {
        Self {
            normal: normal.map(Real::to_f64),
            leeway: KEEPS,
        }
    }
}

/// [`solve`] in `f64`, each plane with a leeway of its own.
#[inline(always)]
pub(crate) fn clip(velocity: &Vector3<f64>, planes: &[Plane]) -> Vector3<f64> {
    if !finite(velocity) {
        return Vector3::zeros();
    }
    // Most moves meet nothing.
    if planes.is_empty() {
        return *velocity;
    }
    clip_by(velocity, planes)
}

fn finite(v: &Vector3<f64>) -> bool {
    within(v, f64::MAX)
}

/// [`clip`] by one plane at least.
fn clip_by(velocity: &Vector3<f64>, planes: &[Plane]) -> Vector3<f64> {
    if !planes.iter().all(|p| finite(&p.normal)) {
        return Vector3::zeros();
    }
    // A power of two changes no bit of what follows, and keeps squares from vanishing.
    let (v, scale) = scaled(velocity);
    let left = if planes.len() > FEW {
        clip_by_many(&v, planes)
    } else {
        clip_scaled(&v, planes)
    };
    let long = left * scale;
    if finite(&long) {
        long
    } else {
        left * (SHORTER * scale)
    }
}

/// No component of what is left is longer than the velocity, which is √3 times as long as its largest one at most: at half its length it is
/// a number where that may be none.
const SHORTER: f64 = 0.5;

/// [`clip_scaled`], by those of many planes that the motion is led into.
#[cold]
fn clip_by_many(v: &Vector3<f64>, planes: &[Plane]) -> Vector3<f64> {
    let length = v.norm();
    let (mut few, mut left) = (Vec::new(), *v);
    loop {
        let into = |p: &Plane| -p.normal.dot(&left) - p.leeway * length;
        let others = planes.iter().filter(|p| into(p) > 0.0 && !few.contains(*p));
        let worst = others.max_by(|a, b| {
            let nearer = order(&a.normal, &b.normal).then(a.leeway.total_cmp(&b.leeway));
            into(a).total_cmp(&into(b)).then(nearer)
        });
        let Some(worst) = worst else {
            return left;
        };
        few.push(*worst);
        left = clip_scaled(v, &few);
    }
}

fn clip_scaled(v: &Vector3<f64>, planes: &[Plane]) -> Vector3<f64> {
    let length = v.norm();
    let keeps = |x: &Vector3<f64>, p: &Plane| p.normal.dot(x) >= -p.leeway * length;
    let pushed = |p: &Plane| p.normal.dot(v) < -KEEPS * length;
    if planes.iter().all(|p| keeps(v, p)) {
        return *v;
    }
    // Most motions are held against one plane, or none.
    if let [plane] = planes {
        let x = onto(v, &plane.normal);
        if keeps(&x, plane) {
            return x;
        }
    }
    // One plane: what leads into no other by more than rounding is the optimum. Of several, which differ by no more than
    // the leeways, the one that leads least into any.
    let mut best: Option<Vector3<f64>> = None;
    for p in planes.iter().filter(|p| pushed(p)) {
        let x = onto(v, &p.normal);
        if planes.iter().all(|q| keeps(&x, q)) {
            let better = best.is_none_or(|y| {
                let [x_into, y_into] = [&x, &y].map(|x| leads_into(x, planes));
                x_into.total_cmp(&y_into).then(order(&x, &y)) == Ordering::Less
            });
            if better {
                best = Some(x);
            }
        }
    }
    if let Some(x) = best {
        return x;
    }
    // Two planes. A corner, 0, is what is left.
    let mut longest = (0.0, Vector3::zeros());
    for (i, p) in planes.iter().enumerate() {
        for (j, q) in planes.iter().enumerate().skip(i + 1) {
            let Some(c) = crease(&p.normal, &q.normal) else {
                continue;
            };
            let along = c.dot(v) / c.norm_squared();
            let x = c * along;
            let size = along * along * c.norm_squared();
            let others = || {
                planes
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| *k != i && *k != j)
            };
            let longer = size.total_cmp(&longest.0).then(order(&x, &longest.1));
            if longer == Ordering::Greater && others().all(|(_, r)| keeps(&x, r)) {
                longest = (size, x);
            }
        }
    }
    longest.1
}

/// How far a motion leads into any of the planes.
fn leads_into(x: &Vector3<f64>, planes: &[Plane]) -> f64 {
    // Whether `max` gives back the 0 or the -0 of two is open: the sum is 0.
    planes.iter().map(|q| -q.normal.dot(x)).fold(0.0, f64::max) + 0.0
}

/// `v` without its part along `n`, which is of unit length in `f32` at least.
pub(crate) fn onto(v: &Vector3<f64>, n: &Vector3<f64>) -> Vector3<f64> {
    v - n * (n.dot(v) / n.norm_squared())
}

/// The direction common to two planes, of any length; `None` when they are one, or opposite, up to rounding.
///
/// Swapping the two changes its sign at most, up to the bit: which of them is crossed with the difference is decided by
/// their values.
fn crease(a: &Vector3<f64>, b: &Vector3<f64>) -> Option<Vector3<f64>> {
    let (a, b) = if order(a, b) == Ordering::Less {
        (a, b)
    } else {
        (b, a)
    };
    let apart = if a.dot(b) > 0.0 { b - a } else { b + a };
    let c = a.cross(&apart);
    (c.norm_squared() > KEEPS * KEEPS).then_some(c)
}

fn order(a: &Vector3<f64>, b: &Vector3<f64>) -> Ordering {
    let each = a.iter().zip(b.iter()).map(|(x, y)| x.total_cmp(y));
    each.fold(Ordering::Equal, Ordering::then)
}

/// `v` times a power of two, its largest component then from 1 to 2 (0 stays), and what undoes that.
fn scaled(v: &Vector3<f64>) -> (Vector3<f64>, f64) {
    let largest = v.amax();
    if largest < f64::MIN_POSITIVE {
        return (Vector3::zeros(), 1.0);
    }
    // The exponent alone, kept where its inverse is a number as well.
    let power =
        power_of_two_below(largest).clamp(2.0 * f64::MIN_POSITIVE, 0.25 / f64::MIN_POSITIVE);
    (v * (1.0 / power), power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn unit(x: f64, y: f64, z: f64) -> Unit<Vector3<f64>> {
        Unit::new_normalize(Vector3::new(x, y, z))
    }

    #[test]
    fn planes_that_are_left_do_not_block() {
        let v = Vector3::new(1.0, 2.0, 3.0);
        assert_eq!(solve(v, &[unit(1.0, 0.0, 0.0), unit(0.0, 1.0, 0.0)]), v);
        assert_eq!(solve(v, &[]), v);
    }

    #[test]
    fn a_crease_is_followed_and_a_corner_stops() {
        let v = Vector3::new(-1.0, -2.0, 3.0);
        let (x, y) = (unit(1.0, 0.0, 0.0), unit(0.0, 1.0, 0.0));
        assert_eq!(solve(v, &[x, y]), Vector3::new(0.0, 0.0, 3.0));
        assert_eq!(solve(v, &[x, y, unit(0.0, 0.0, -1.0)]), Vector3::zeros());
        // Down into a valley whose sides lean by 45 degrees: along it.
        let (left, right) = (unit(1.0, 1.0, 0.0), unit(-1.0, 1.0, 0.0));
        let found = solve(Vector3::new(0.25, -1.0, 2.0), &[left, right]);
        assert_eq!(found, Vector3::new(0.0, 0.0, 2.0));
    }

    #[test]
    fn opposite_planes_leave_the_plane_between_them() {
        let up = unit(0.0, 1.0, 0.0);
        let found = solve(Vector3::new(1.0, -5.0, 2.0), &[up, -up]);
        assert_eq!(found, Vector3::new(1.0, 0.0, 2.0));
        // Nearly: a wedge that closes toward +x, by any angle, is open in all other directions.
        for angle in [1e-3, 1e-7, 1e-10] {
            let roof = unit(-angle, -1.0, 0.0);
            let along = Vector3::new(0.0, 0.0, 2.0);
            assert!((solve(Vector3::new(1.0, 0.0, 2.0), &[up, roof]) - along).norm() < 1e-15);
            let out = Vector3::new(-1.0, 0.0, 2.0);
            assert_eq!(solve(out, &[up, roof]), out);
        }
    }

    #[test]
    fn a_tiny_error_of_a_normal_changes_a_motion_by_as_little() {
        let v = Vector3::new(1.0, -2.0, 0.5);
        let flat = solve(v, &[unit(0.0, 1.0, 0.0)]);
        for error in [1e-4, 1e-8, 1e-12, 1e-16] {
            let planes = [
                unit(error, 1.0, 0.0),
                unit(-error, 1.0, error),
                unit(0.0, 1.0, -error),
            ];
            // Each of the three creases turns the motion by 2 errors at most per unit of what is pressed in.
            let off = (solve(v, &planes) - flat).norm();
            assert!(off <= 8.0 * error + KEEPS * v.norm(), "{error}: {off}");
        }
    }

    #[test]
    fn the_size_of_the_velocity_changes_nothing() {
        let planes = [
            unit(1.0, 1.0, 0.2),
            unit(-1.0, 1.0, 0.1),
            unit(0.3, 0.2, 1.0),
        ];
        let v = Vector3::new(0.3, -1.0, 0.7);
        let x = solve(v, &planes);
        for exponent in [-900, -100, 100, 900] {
            let power = 2.0_f64.powi(exponent);
            assert_eq!(solve(v * power, &planes), x * power);
        }
        assert_eq!(
            solve(Vector3::new(f64::NAN, 0.0, 0.0), &planes),
            Vector3::zeros()
        );
        assert_eq!(solve(Vector3::zeros(), &planes), Vector3::zeros());
    }

    #[test]
    fn many_planes_are_clipped_by_as_a_few_of_them_would() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut slid, mut stopped) = (0, 0);
        for case in 0..300 {
            let mut part = || rng.random_range(-1.0..1.0_f64);
            let v = Vector3::new(part(), part(), part());
            // About up, and so wide that some of them leave no way.
            let lean = [0.1, 1.0, 3.0][case % 3];
            let of = |normal: Unit<Vector3<f64>>| Plane::of(&normal);
            let planes: Vec<Plane> = (0..60)
                .map(|_| of(unit(lean * part(), 1.0 + 0.1 * part(), lean * part())))
                .collect();
            let (all, many) = (clip_scaled(&v, &planes), clip(&v, &planes));
            assert!((all - many).norm() <= 1e-9, "{all:?} {many:?}");
            let turned: Vec<Plane> = planes.iter().rev().copied().collect();
            assert_eq!(clip(&v, &turned), many);
            if many == Vector3::zeros() {
                stopped += 1;
            } else {
                slid += 1;
            }
        }
        assert!(slid > 100 && stopped > 20, "{slid} {stopped}");
    }

    /// Of any three, whose creases are formed of two in either order, and of three that are one but for rounding.
    #[test]
    fn the_order_of_planes_changes_no_bit() {
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let (mut creases, mut onto_one) = (0, 0);
        for case in 0..3000 {
            let mut part = || rng.random_range(-1.0..1.0_f64);
            let v = Vector3::new(part(), part() - 1.0, part());
            let lean = [1.0, 1e-6, f64::EPSILON][case % 3];
            let planes: [Unit<Vector3<f64>>; 3] = std::array::from_fn(|_| {
                Unit::new_unchecked(Vector3::new(lean * part(), 1.0, lean * part()))
            });
            let planes = planes.map(|n| match case % 3 {
                // Rounding is all that there is.
                2 => n,
                _ => Unit::new_normalize(*n),
            });
            let found = solve(v, &planes);
            let on = planes.iter().filter(|n| n.dot(&found).abs() < 1e-12);
            creases += usize::from(case % 3 < 2 && on.count() == 2 && found != Vector3::zeros());
            onto_one += usize::from(case % 3 == 2 && found != v);
            for [i, j, k] in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let turned = solve(v, &[planes[i], planes[j], planes[k]]);
                assert_eq!(turned.map(f64::to_bits), found.map(f64::to_bits), "{case}");
            }
        }
        assert!(creases > 200 && onto_one > 500, "{creases} {onto_one}");
    }

    /// Of planes that a motion leads into alike the same one is taken first, in whatever order they come. Up to rounding they are one, so
    /// that one of them is all it takes, and which of them that is shows in the last bits.
    #[test]
    fn among_many_planes_led_into_alike_their_order_decides_nothing() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for case in 0..20 {
            let mut off = || f64::EPSILON * f64::from(rng.random_range(-6..=6)) / 4.0;
            // Straight down, into each of them by the same.
            let planes: Vec<Plane> = (0..2 * FEW)
                .map(|_| Plane {
                    normal: Vector3::new(off(), 1.0, off()),
                    leeway: KEEPS,
                })
                .collect();
            let v = Vector3::new(0.0, -1.0, 0.0);
            let found = clip(&v, &planes);
            for turned in 1..planes.len() {
                let mut planes = planes.clone();
                planes.rotate_left(turned);
                assert_eq!(clip(&v, &planes), found, "{case} {turned}");
            }
        }
    }

    /// Between two walls that face each other but for an angle e there is no way but along the line where they meet, wherever it leads;
    /// with a leeway of more than e both let the way between them be. The motion that keeps to one leads into the other by e of its length
    /// at most.
    #[test]
    fn walls_that_face_each_other_but_for_their_leeway_leave_the_way_between_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        for case in 0..1000 {
            let mut vector = || Vector3::<f64>::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let (wall, v) = (vector().normalize(), vector());
            let angle = 1e-9 * 10.0_f64.powi(case % 5);
            let other = (vector().normalize() * angle - wall).normalize();
            let leeway = 4.0 * angle;
            let planes = [wall, other].map(|normal| Plane { normal, leeway });
            let (left, between) = (clip(&v, &planes), onto(&v, &wall));
            let off = (left - between).norm();
            assert!(off <= leeway * v.norm(), "{case}: {left} {between}");
        }
    }

    #[test]
    fn a_hundred_thousand_planes_are_clipped_by() {
        // Down into a bowl that is as steep on all sides, and a little to one: no way.
        let count = 100_000;
        let tangent = |i: u32, lean: f64| {
            let turn = 2.399963 * f64::from(i);
            unit(lean * turn.cos(), 1.0, lean * turn.sin())
        };
        let bowl: Vec<_> = (0..count).map(|i| tangent(i, 0.5)).collect();
        let v = Vector3::new(0.2, -1.0, 0.1);
        assert!(solve(v, &bowl).norm() < 1e-3);
        // Down onto a ridge of as many faces, which none but the most level one stops.
        let ridge: Vec<_> = (0..count)
            .map(|i| unit(0.0, 1.0, 1e-6 * f64::from(i)))
            .collect();
        let found = solve(Vector3::new(1.0, -1.0, 0.0), &ridge);
        assert!(
            (found - Vector3::new(1.0, 0.0, 0.0)).norm() < 1e-9,
            "{found:?}"
        );
    }

    #[test]
    fn what_is_left_of_the_longest_velocities_is_a_number() {
        let wall = Unit::new_normalize(Vector3::new(-1.0, 1.0, 0.0));
        let most = f64::MAX;
        let left = solve(Vector3::new(most, most, most), &[wall]);
        assert!(left.iter().all(|x| x.is_finite()) && left.x > 0.4 * most);
        // Out of this one y grows beyond all numbers.
        let out = Unit::new_normalize(Vector3::new(-0.8, 0.2, -0.57));
        let left = solve(Vector3::repeat(most), &[out]);
        assert!(
            left.iter().all(|x| x.is_finite()) && left.y > 0.5 * most,
            "{left:?}"
        );
        let left = solve(Vector3::repeat(f32::MAX), &[out.cast()]);
        assert!(
            left.iter().all(|x| x.is_finite()) && left.y > 0.5 * f32::MAX,
            "{left:?}"
        );
    }
}
