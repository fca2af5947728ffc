//! The steepest plane at an edge or a corner of the obstacle.
//!
//! Where the line of motion enters through an edge or a corner, a cone of normals is right: all n with n·(y − p) ≤ 0 for
//! every point y of the obstacle, p being the point of contact. They bound the fraction equally well but for rounding: a height
//! that is off by the length e moves the fraction by e·|n|/|n·d|. So the best of them is the one that the line meets most
//! steeply, the projection of −d onto the cone.
//!
//! It is found by cutting planes. Of the cone's conditions only a few are kept, each as the vector g = y − p of a point y.
//! The steepest n that satisfies those is one of few: −d itself, or −d less its part along one g, or, across two, their cross
//! product. Its support point y either is not above the plane through p, and n is in the cone, or is the next condition.
//! Each step's n is less steep than the last, as it satisfies one condition more; so no set of conditions comes back.
//!
//! Obstacles with curved parts have edges and corners too. Beside a rim the conditions are without number: the search halves the angle to
//! its tangent with each cut, which ends in rounding. A cone that is round itself is slower, and a search that does not end within
//! some cuts leaves the plane as it is. A radius rounds all edges off.

use crate::found::Contact;
use crate::obstacle::Obstacle;
use crate::tolerance::{DOUBT, MOST_CUTS, NOISE, ON_PLANE, UNSURE};
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

type V = Vector3<f64>;

/// Conditions kept at a time: those that hold with equality, three at most but for rounding, and the newest.
const MOST: usize = 6;

/// Where the line of motion enters the obstacle, by the best plane known there.
pub(crate) fn entry<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    contact: &Contact,
) -> Contact {
    better::<A, B, true>(obstacle, contact, 1.0)
}

/// The same by the steepest plane there that may be right, however open that leaves the bracket.
pub(crate) fn entry_to_close<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    contact: &Contact,
) -> Contact {
    better::<A, B, true>(obstacle, contact, UNSURE)
}

/// Where it leaves the obstacle, by the best plane known there.
pub(crate) fn exit<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    contact: &Contact,
) -> Contact {
    better::<A, B, false>(obstacle, contact, 1.0)
}

fn better<A: Support, B: Support, const ENTRY: bool>(
    obstacle: &mut Obstacle<'_, A, B>,
    contact: &Contact,
    unsure: f64,
) -> Contact {
    if may_be_better(obstacle, contact) {
        steepen::<A, B, ENTRY>(obstacle, contact, unsure)
    } else {
        *contact
    }
}

/// Whether the plane is met so flatly, through an edge or a corner, that a steeper one is worth a search.
#[inline(always)]
pub(crate) fn may_be_better<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    contact: &Contact,
) -> bool {
    contact.border && contact.is_flat(largest(&obstacle.displacement)) && obstacle.radius == 0.0
}

/// The contact by the steepest plane whose bound, less all that may be wrong with it, is better than the flat plane's is, less `unsure` times
/// what may be wrong with that: the first of the search.
///
/// It need not be of the cone. Along the motion the point of a flat contact is known no better than the flat plane tells, and a steep
/// plane for which it is too deep by more than rounding is cut away. How much earlier than the contact's end such a plane is met is what
/// the bracket is open by.
#[inline(never)]
fn steepen<A: Support, B: Support, const ENTRY: bool>(
    obstacle: &mut Obstacle<'_, A, B>,
    contact: &Contact,
    unsure: f64,
) -> Contact {
    let d = obstacle.displacement;
    let (against, at) = if ENTRY {
        (-d, contact.upper)
    } else {
        (d, contact.lower)
    };
    let by = |normal: &V, y: &V| {
        let fraction = normal.dot(y) / normal.dot(&d);
        let (lower, upper) = if ENTRY {
            (fraction, contact.upper)
        } else {
            (contact.lower, fraction)
        };
        Contact {
            closed: contact.closed,
            short: contact.short,
            ..Contact::new(lower, upper, *normal, &d)
        }
    };
    let doubt = DOUBT * obstacle.scale;
    let is_as_right = |steeper: &Contact| {
        let doubts = doubt * (unsure * contact.stretch - steeper.stretch);
        if ENTRY {
            steeper.lower > contact.lower - doubts
        } else {
            steeper.upper < contact.upper + doubts
        }
    };
    let noise = 2.0 * NOISE * obstacle.scale;
    let found = steepest(obstacle, &against, &(d * at), noise, |n, y| {
        is_as_right(&by(n, y))
    });
    match found.map(|(n, y)| by(&n, &y)) {
        Some(steeper) if steeper.stretch < contact.stretch && is_as_right(&steeper) => steeper,
        _ => *contact,
    }
}

/// The normal along which the motion closes in least, of the planes that the obstacle rises above by no more than `touch`, where it
/// touches the origin at an edge or a corner: in the working frame. `None` when the search does not end, or when the motion closes in on
/// all of them by more than `further`.
///
/// Those planes are a cone of normals n, and the one with the greatest n·d is the projection of d onto it. Where the motion is along a
/// plane of the cone and closes in on the rest, that is 0, which has no direction. But with m the way from a point within the obstacle
/// to the origin, n·m is above 0 for all n of the cone; so d + ε m, a little further out, has a projection as soon as d closes in by
/// less than that. Where the cone has corners, as it has between faces, that is the corner itself: whatever ε is, if it is less than
/// the sine by which d closes in on the others. `further` is that ε.
///
/// The conditions are taken half of a touch out along m. Of a plane that m is nearly parallel to, that is little of a touch, and the
/// obstacle may rise above it by more than that. So any plane that it rises above by no more than three quarters of one ends the search.
pub(crate) fn beside<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    touch: f64,
    further: f64,
) -> Option<V> {
    let (d, m) = (obstacle.displacement, -obstacle.within());
    let size = largest(&m);
    if size == 0.0 {
        return None;
    }
    let out = d / largest(&d) + m * (further / size);
    // From half of that outside, and up to half of what is left: corners that touch by rounding alone leave the cone room.
    let outside = m * (0.5 * touch / size);
    let touches = |n: &V, y: &V| n.dot(y) <= 0.75 * touch * sqrt(n.norm_squared());
    let (n, _) = steepest(obstacle, &out, &outside, 0.25 * touch, touches)?;
    Some(n)
}

/// The normal nearest to `normal`, a unit vector, along which the motion does not close in, of the planes that the core, which is
/// nearest to the origin along `normal` and `away` from there, does not rise above: in the working frame. `None` when the search does
/// not end.
///
/// A normal by distance is off by an angle θ, the root of what the distance is open by; and where the motion is along the true one, that
/// much of it closes in. The true one, m, has all points y of the core below it by `away`: m·y ≤ −`away`. Of any other unit vector n whose
/// support point y is higher that leaves m·(y + `away`·n) ≤ 0, since m·n ≤ 1: a condition like those of a cone, where the point of contact
/// is −`away`·n. So m is among those that are looked at, and one that is no farther from `normal` is found, whose plane is as far away.
pub(crate) fn along<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    normal: &V,
    away: f64,
    touch: f64,
) -> Option<V> {
    let mut kept = Conditions::none(0.25 * touch);
    // Up to where the shapes have passed each other: what rounding leaves of a longer way along the normal is more than a touch.
    kept.cut(normal, -obstacle.displacement * obstacle.problem.passed());
    // As from outside: what is found may take up the rest of the touch.
    let depth = 0.5 * touch - away;
    let at = |n: &V| n * (depth / sqrt(n.norm_squared()));
    let (n, _) = nearest(obstacle, normal, at, kept, |_, _| false)?;
    Some(n)
}

/// Of the planes that support the obstacle at its point `p`, but for `noise`, the one that the line of motion meets most steeply: its
/// normal and its support point. `against` is −d where the line enters, and d where it leaves. `None` when the search does not end. It may
/// end with a plane before that, if `enough` says so of its normal and its support point.
fn steepest<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    against: &V,
    p: &V,
    noise: f64,
    enough: impl Fn(&V, &V) -> bool,
) -> Option<(V, V)> {
    let back = against / largest(against);
    nearest(obstacle, &back, |_| *p, Conditions::none(noise), enough)
}

/// The same of planes that satisfy some conditions besides, and the one whose normal is at the least angle to `back`; `at` is the point of
/// each normal.
fn nearest<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    back: &V,
    at: impl Fn(&V) -> V,
    mut kept: Conditions,
    enough: impl Fn(&V, &V) -> bool,
) -> Option<(V, V)> {
    for _ in 0..MOST_CUTS {
        if obstacle.exhausted() {
            return None;
        }
        let n = kept.steepest(back)?;
        let y = obstacle.support(&n).y;
        let out = y - at(&n);
        if n.dot(&out) <= kept.noise * sqrt(n.norm_squared()) || enough(&n, &y) {
            return Some((n, y));
        }
        kept.cut(&n, out);
    }
    None
}

/// Vectors that no n of the cone points along.
struct Conditions {
    g: [V; MOST],
    count: usize,
    /// How far above its plane a point may be: a length.
    noise: f64,
}

impl Conditions {
    fn none(noise: f64) -> Self {
        Self {
            g: [V::zeros(); MOST],
            count: 0,
            noise,
        }
    }

    fn g(&self) -> &[V] {
        &self.g[..self.count]
    }

    /// Whether `n` satisfies all conditions, up to the rounding of their products; and leaves no point of them above its plane by more than
    /// is allowed: its support point would be no lower, and it would come back with each cut.
    fn allow(&self, n: &V) -> bool {
        let squared = n.norm_squared();
        self.g().iter().all(|g| {
            let along = n.dot(g);
            let angle = ON_PLANE * ON_PLANE * g.norm_squared();
            along <= 0.0 || along * along <= squared * angle.min(self.noise * self.noise)
        })
    }

    /// The n with the greatest n·back / |n| of all that satisfy the conditions; `None` when none points back.
    fn steepest(&self, back: &V) -> Option<V> {
        let mut best: Option<(f64, V)> = None;
        let mut consider = |n: V| {
            let rate = n.dot(back) / sqrt(n.norm_squared());
            if rate > best.map_or(0.0, |(least, _)| least) && self.allow(&n) {
                best = Some((rate, n));
            }
        };
        consider(*back);
        for (i, g) in self.g().iter().enumerate() {
            // Twice: where little is left, the first time leaves rounding.
            let across = |n: &V| n - g * (g.dot(n) / g.norm_squared());
            consider(across(&across(back)));
            for h in &self.g()[..i] {
                let n = g.cross(h);
                consider(if n.dot(back) < 0.0 { -n } else { n });
            }
        }
        best.map(|(_, n)| n)
    }

    /// Adds a condition, and drops those that `n`, the steepest so far, satisfies with room to spare.
    fn cut(&mut self, n: &V, new: V) {
        let least = -ON_PLANE * sqrt(n.norm_squared());
        let mut count = 0;
        for i in 0..self.count {
            let g = self.g[i];
            if count + 1 < MOST && n.dot(&g) >= least * sqrt(g.norm_squared()) {
                self.g[count] = g;
                count += 1;
            }
        }
        self.g[count] = new;
        self.count = count + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sweep;
    use crate::obstacle::Open;
    use crate::problem::Problem;
    use swept_support::{Cuboid, Placed, PointShape};

    /// A point at the origin, moving by `d`, and the cuboid with half extents 1, 2 and 3 at (1, 2, 3): the obstacle is that
    /// cuboid. The steepest plane at its point `p`.
    fn normal(d: [f64; 3], p: [f64; 3]) -> V {
        let moving = Placed::new(PointShape, [0.0; 3]).unwrap();
        let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
        let fixed = Placed::new(cuboid, [1.0, 2.0, 3.0]).unwrap();
        let sweep = Sweep::new(moving, d, fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let mut obstacle = Obstacle::new(&problem, 100, Open::of::<f64>(0.0));
        let (n, y) = steepest(&mut obstacle, &-V::from(d), &V::from(p), 1e-14, |_, _| {
            false
        })
        .unwrap();
        // The plane goes through p.
        assert!((n.dot(&y) - n.dot(&V::from(p))).abs() <= 1e-14);
        n.normalize()
    }

    fn near(a: V, b: [f64; 3]) -> bool {
        (a - V::from(b).normalize()).norm() <= 1e-15
    }

    #[test]
    fn at_a_corner_it_is_across_the_motion_if_that_goes_into_the_corner() {
        assert!(near(normal([8.0, 4.0, 2.0], [0.0; 3]), [-8.0, -4.0, -2.0]));
    }

    #[test]
    fn else_the_normal_loses_what_points_along_sides() {
        // Along x the motion goes in; along y and z it leaves, so the faces there do not count.
        let n = normal([8.0, -4.0, -2.0], [0.0; 3]);
        assert!(near(n, [-1.0, 0.0, 0.0]));
        // In the middle of the edge along z: −d less its part along the edge.
        let n = normal([8.0, 4.0, 100.0], [0.0, 0.0, 3.0]);
        assert!(near(n, [-8.0, -4.0, 0.0]));
        // In the middle of a face: that face's normal, however flat.
        let n = normal([1.0, 8.0, 8.0], [0.0, 2.0, 3.0]);
        assert!(near(n, [-1.0, 0.0, 0.0]));
    }

    #[test]
    fn a_better_bound_replaces_the_flat_one_s() {
        // Through the corner at the origin from (−9, −1, −1): by the face z = 0 the line goes 1 in 9.1.
        let moving = Placed::new(PointShape, [-9.0, -1.0, -1.0]).unwrap();
        let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
        let fixed = Placed::new(cuboid, [1.0, 2.0, 3.0]).unwrap();
        let sweep = Sweep::new(moving, [18.0, 2.0, 2.0], fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let mut obstacle = Obstacle::new(&problem, 100, Open::of::<f64>(0.0));
        let flat = Contact::new(0.5, 0.5, V::new(0.0, 0.0, -1.0), &obstacle.displacement);
        let found = entry(&mut obstacle, &flat);
        assert!(near(found.normal.normalize(), [-18.0, -2.0, -2.0]));
        assert!(found.stretch < flat.stretch / 9.0);
        // By a plane that is met steeply nothing is asked.
        let asked = obstacle.evaluations;
        let steep = entry(&mut obstacle, &found);
        assert_eq!((steep.normal, obstacle.evaluations), (found.normal, asked));
    }
}
