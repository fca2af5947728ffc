//! A bound on the depth from below where one of the shapes is of revolution, as a cone or a cylinder is.
//!
//! What is centred in such a shape is about as deep along all directions around its axis. A polytope has to be near the obstacle along all
//! of them then, and with k points around a circle it is off by (π/k)²/2 of the circle's radius. But the circles themselves are known.
//!
//! A direction is n = a sin θ + u cos θ, with a along the axis, u a unit vector across it, and cos θ ≥ 0. Let a point of the shape of
//! revolution be R from its axis, at the height z. Then the shape holds the whole disc around the axis there, which reaches z sin θ +
//! R cos θ far along n, whatever u is. With a point c of the other shape, as the obstacle has it,
//!
//! ```text
//! h(n)  ≥  (z + a·c) sin θ + (R + u·c) cos θ
//! ```
//!
//! Let u be in an arc. u·c is no less than at one end of it, or −|c| where that is met between. So with the least of u·c a pair of
//! points is one point (x, z) of a half-plane, and the depth over the arc is no less than the distance of the origin from the border
//! of the hull of such points and of all that is nearer to the axis. That is found without error but rounding. An arc of the angle 2δ
//! takes off δ²/2 of the other shape's size only, nothing of a point's, and is halved where that is too much. If both shapes are of
//! revolution about parallel axes, c is a disc as well.
//!
//! About axes that are all but parallel, it is a disc that leans. Let b be its axis and r its radius, w the part of b across a, and q = w·u.
//! Its rim holds the point r (u − q b) / √(1 − q²) beside its middle, which reaches along n by
//!
//! ```text
//! r (√(1 − q²) cos θ − q (a·b) / √(1 − q²) sin θ)
//! ```
//!
//! That is a point of the half-plane again, with q as it is in the middle of the arc. Elsewhere in the arc q differs by |w| times the way
//! from the middle to an end at most, and the point by (1 − q²)^(−3/2) r times as much: it is taken off the bound.
//!
//! Where two such discs reach as far, and the one's middle lies to the left as u sees it and the other's to the right, either loses δ
//! itself at one end of the arc. Their mixture whose middle is straight ahead does not, and is a disc of the obstacle like them.
//!
//! The arc with the least bound is looked at next (branch and bound), along the direction of its least height: so the
//! least height itself is found as well, among bowls whatever their number.

use super::{Search, Wanted};
use crate::descent::across;
use crate::obstacle::Vertex;
use crate::tolerance::{LEANS, LEANS_MORE, MOST_ARCS, REVOLVED};
use alloc::vec::Vec;
use nalgebra::{Vector2, Vector3};
use swept_support::{Support, sqrt};

type V = Vector3<f64>;
type V2 = Vector2<f64>;

/// Where the axis is, and which of the shapes are of revolution about it.
struct Axis {
    along: V,
    across: [V; 2],
    /// The axis in the fixed and in the moving shape's own frame.
    of: [Option<V>; 2],
    /// Which of the two has this axis. The other may lean: the part of its axis that is across this one.
    upright: usize,
    lean: V2,
    /// By how much a bound is off at most: a length.
    error: f64,
}

/// A disc of the obstacle around the axis' direction, or the sum of one and of another that leans.
#[derive(Clone, Copy)]
struct Disc {
    radius: f64,
    /// The radius of what leans, and the part of its axis that is across the other.
    leaning: f64,
    lean: V2,
    /// Its middle, across the axis and along it.
    middle: V2,
    height: f64,
}

/// Directions between two across the axis, a right angle apart or less.
struct Arc {
    ends: [V2; 2],
    /// Of the discs of the obstacle that have been met on the way to this arc those on their border as it sees them, from below. The
    /// others do not raise its bound, and hardly that of a part of it; with them the work would be the square of the arcs.
    discs: Vec<Disc>,
    /// The least that they reach along all directions that are between the ends as seen along the axis.
    least: Least,
    /// By how much it has been lowered for discs that lean.
    taken_off: f64,
}

/// The least of the greatest heights of points in a half-plane.
struct Least {
    height: f64,
    /// The unit vector along which it is.
    along: V2,
    /// Of the two discs on the border that reach as far, which the lower one is.
    edge: Option<usize>,
}

impl<A: Support, B: Support> Search<'_, '_, A, B> {
    /// A bound from below on the depth, as near to the least height as is wanted, if it can be; `None` where no shape is of revolution.
    #[cold]
    #[inline(never)]
    pub(super) fn around_axis(&mut self, wanted: &Wanted) -> Option<f64> {
        let axis = self.axis()?;
        // A bound is less by the error than what it bounds, so that more arcs gain no more than the error once the gap is twice that.
        let wanted = Wanted {
            open: wanted.open.max(2.0 * axis.error),
            ..*wanted
        };
        let poles = [axis.along, -axis.along].map(|n| self.disc(&axis, &n).0);
        let [x, y] = [V2::x(), V2::y()];
        let mut arcs: Vec<_> = [[x, y], [y, -x], [-x, -y], [-y, x]]
            .into_iter()
            .map(|ends| Arc::new(ends, &poles))
            .collect();
        for _ in 0..MOST_ARCS {
            let least = lowest(&arcs)?;
            if wanted.is_met(arcs[least].least.height - axis.error, self.best.height) {
                break;
            }
            let arc = arcs.swap_remove(least);
            let (disc, height) = self.disc(&axis, &axis.direction(&arc));
            let reach =
                |disc: &Disc| disc.seen_from(&arc.ends).dot(&arc.least.along) - arc.taken_off;
            let level = arc.level();
            let reached = level
                .as_ref()
                .map_or(f64::NEG_INFINITY, reach)
                .max(reach(&disc));
            let is_wide = height - reached > 0.5 * (height - arc.least.height);
            let mut discs = arc.discs;
            discs.push(disc);
            discs.extend(level);
            if is_wide {
                arcs.extend(halves(&arc.ends).map(|ends| Arc::new(ends, &discs)));
            } else {
                arcs.push(Arc::new(arc.ends, &discs));
            }
        }
        lowest(&arcs).map(|i| arcs[i].least.height - axis.error)
    }

    /// The axis of the shape of revolution; of two such shapes, of the larger.
    fn axis(&self) -> Option<Axis> {
        let problem = self.obstacle.problem;
        let map = &self.obstacle.moving_to_working;
        let mut of = [
            problem.fixed.axis_of_revolution(),
            problem.moving.axis_of_revolution(),
        ];
        let extents = [problem.fixed.extent(), problem.moving.extent()];
        let placed = [of[0], of[1].map(|a| map.turn(&a))];
        let (upright, along, other) = match placed {
            [Some(a), Some(b)] => {
                let upright = usize::from(extents[1] > extents[0]);
                let (along, other) = ([a, b][upright], [a, b][1 - upright]);
                if along.cross(&other).norm_squared() > LEANS * LEANS {
                    of[1 - upright] = None;
                    (upright, along, along)
                } else {
                    // Of the other axis either end will do.
                    (upright, along, other * along.dot(&other).signum())
                }
            }
            [Some(a), None] => (0, a, a),
            [_, b] => (1, b?, b?),
        };
        let across = across(&along);
        Some(Axis {
            along,
            across,
            of,
            upright,
            lean: across.map(|e| e.dot(&other)).into(),
            error: REVOLVED * self.obstacle.scale,
        })
    }

    /// The disc that the support point along a unit vector is on, and the height there.
    fn disc(&mut self, axis: &Axis, n: &V) -> (Disc, f64) {
        let y = self.support(n);
        let Vertex { on_moving, .. } = self.vertices[self.vertices.len() - 1];
        let on_fixed = self.obstacle.on_fixed(&y, &on_moving);
        let [(fixed, r), (moving, s)] =
            [(on_fixed, axis.of[0]), (on_moving, axis.of[1])].map(|(p, axis)| about(&p, axis));
        let radii = [r, s];
        let moved = self.obstacle.moving_to_working.turn(&moving);
        let middle = fixed - moved - self.obstacle.position;
        let [e, f] = axis.across;
        let disc = Disc {
            radius: radii[axis.upright],
            leaning: radii[1 - axis.upright],
            lean: axis.lean,
            middle: V2::new(e.dot(&middle), f.dot(&middle)),
            height: axis.along.dot(&middle),
        };
        (disc, n.dot(&y))
    }
}

/// A point's disc about an axis through the origin: its middle and its radius. A disc of radius 0 where there is no axis.
fn about(p: &V, axis: Option<V>) -> (V, f64) {
    let Some(a) = axis else {
        return (*p, 0.0);
    };
    let middle = a * a.dot(p);
    (middle, sqrt((p - middle).norm_squared()))
}

impl Axis {
    /// Where an arc is to be looked at: in its middle.
    fn direction(&self, arc: &Arc) -> V {
        let u = middle(&arc.ends);
        let [e, f] = self.across;
        (e * u.x + f * u.y) * arc.least.along.x + self.along * arc.least.along.y
    }
}

impl Disc {
    /// The disc as any direction between the ends of an arc sees it at least: a point of the half-plane. What leans is seen from the middle
    /// of the arc, from where [`moved`](Self::moved) tells how far it may be elsewhere.
    fn seen_from(&self, ends: &[V2; 2]) -> V2 {
        let [a, b] = ends;
        let c = &self.middle;
        let meets_opposite = a.perp(c) <= 0.0 && c.perp(b) <= 0.0;
        let least = if meets_opposite {
            -sqrt(c.norm_squared())
        } else {
            a.dot(c).min(b.dot(c))
        };
        let q = self.lean.dot(&middle(ends));
        let cosine = sqrt(1.0 - q * q);
        let upright = sqrt(1.0 - self.lean.norm_squared());
        V2::new(
            self.radius + least + self.leaning * cosine,
            self.height - self.leaning * (q * upright / cosine),
        )
    }

    /// How far the point as which an arc sees it may be from where any direction of the arc does.
    fn moved(&self, ends: &[V2; 2]) -> f64 {
        let way = (ends[0] - middle(ends)).norm_squared();
        self.leaning * sqrt(self.lean.norm_squared() * way) * LEANS_MORE
    }

    fn mixed(&self, other: &Self, weight: f64) -> Self {
        let rest = 1.0 - weight;
        Self {
            radius: self.radius * rest + other.radius * weight,
            leaning: self.leaning * rest + other.leaning * weight,
            lean: self.lean,
            middle: self.middle * rest + other.middle * weight,
            height: self.height * rest + other.height * weight,
        }
    }
}

impl Arc {
    fn new(ends: [V2; 2], discs: &[Disc]) -> Self {
        let border = border(discs, &ends);
        let moved = border.iter().map(|(disc, _)| disc.moved(&ends));
        let taken_off = moved.fold(0.0, f64::max);
        let mut least = least_height(&border);
        least.height -= taken_off;
        Self {
            ends,
            discs: border.iter().map(|(disc, _)| *disc).collect(),
            least,
            taken_off,
        }
    }

    /// Of the two discs that reach as far where the bound is least, the mixture whose middle is straight ahead, if there is one.
    fn level(&self) -> Option<Disc> {
        let u = middle(&self.ends);
        let i = self.least.edge?;
        let [p, q] = [&self.discs[i], &self.discs[i + 1]];
        let [left, right] = [p, q].map(|disc| u.perp(&disc.middle));
        (left * right < 0.0).then(|| p.mixed(q, left / (left - right)))
    }
}

/// The unit vector halfway between the ends of an arc.
fn middle(ends: &[V2; 2]) -> V2 {
    let sum = ends[0] + ends[1];
    sum / sqrt(sum.norm_squared())
}

fn halves(ends: &[V2; 2]) -> [[V2; 2]; 2] {
    let middle = middle(ends);
    [[ends[0], middle], [middle, ends[1]]]
}

fn lowest(arcs: &[Arc]) -> Option<usize> {
    let height = |i: usize| arcs[i].least.height;
    (0..arcs.len()).min_by(|&i, &j| height(i).total_cmp(&height(j)))
}

/// The discs whose points, as an arc sees them, are on the border of the points' hull on the side of x, from below.
fn border(discs: &[Disc], ends: &[V2; 2]) -> Vec<(Disc, V2)> {
    let mut points: Vec<_> = discs.iter().map(|d| (*d, d.seen_from(ends))).collect();
    points.sort_by(|(_, p), (_, q)| p.y.total_cmp(&q.y).then(p.x.total_cmp(&q.x)));
    let mut border: Vec<(Disc, V2)> = Vec::with_capacity(points.len());
    for (disc, p) in points {
        while let [.., (_, a), (_, b)] = border[..]
            && (b - a).perp(&(p - b)) <= 0.0
        {
            border.pop();
        }
        border.push((disc, p));
    }
    border
}

/// The least over all unit vectors n with x ≥ 0 of how far the points of a border reach along n, if that is above 0; else a number
/// that is no more than 0.
///
/// The least height is that over an edge of the border, or straight up or down. From the normal of one edge to that of the next the
/// corner between them is no less high than at the lower end, as long as it is above 0 at both. The first of them is straight down
/// and the last straight up, so none is left out, whatever rounding makes of the border.
fn least_height(border: &[(Disc, V2)]) -> Least {
    let mut least = Least {
        height: f64::INFINITY,
        along: V2::x(),
        edge: None,
    };
    let mut look = |height: f64, along: V2, edge| {
        if height < least.height {
            least = Least {
                height,
                along,
                edge,
            };
        }
    };
    if let (Some((_, low)), Some((_, high))) = (border.first(), border.last()) {
        look(-low.y, -V2::y(), None);
        look(high.y, V2::y(), None);
    }
    for (i, edge) in border.windows(2).enumerate() {
        let [(_, p), (_, q)] = [edge[0], edge[1]];
        let way = q - p;
        let length = sqrt(way.norm_squared());
        if length > 0.0 {
            let n = V2::new(way.y, -way.x) / length;
            look(n.dot(&p).min(n.dot(&q)), n, Some(i));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far any of the discs reaches along a direction: `u` across the axis, and the cosine and the sine of the angle above that.
    fn reach(discs: &[Disc], u: &V2, [cos, sin]: [f64; 2]) -> f64 {
        let along = |d: &Disc| {
            // How far the rim of what leans reaches: its radius, by the sine between the direction and its axis.
            let rise = (1.0 - d.lean.norm_squared()).sqrt() * sin + d.lean.dot(u) * cos;
            let leaning = d.leaning * (1.0 - rise * rise).sqrt();
            (d.radius + u.dot(&d.middle)) * cos + d.height * sin + leaning
        };
        discs.iter().map(along).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The least reach of discs over many directions of an arc.
    fn sampled(discs: &[Disc], [a, b]: &[V2; 2]) -> f64 {
        let mut least = f64::INFINITY;
        for i in 0..=64 {
            let u = (a * f64::from(64 - i) + b * f64::from(i)).normalize();
            for k in 0..=2_000 {
                let (sin, cos) = (f64::from(k - 1_000) * core::f64::consts::PI / 2_000.0).sin_cos();
                least = reach(discs, &u, [cos, sin]).min(least);
            }
        }
        least
    }

    fn disc(radius: f64, middle: [f64; 2], height: f64) -> Disc {
        Disc {
            radius,
            leaning: 0.0,
            lean: V2::zeros(),
            middle: middle.into(),
            height,
        }
    }

    /// The same with a disc added to it that leans.
    fn leaning(disc: Disc, leaning: f64, lean: [f64; 2]) -> Disc {
        Disc {
            leaning,
            lean: lean.into(),
            ..disc
        }
    }

    #[test]
    fn an_arc_is_bounded_by_the_least_reach_over_it() {
        let ends = |from: f64, wide: f64| {
            [from, from + wide].map(|angle| V2::new(angle.cos(), angle.sin()))
        };
        for i in 0..24 {
            let from = 0.3 * f64::from(i);
            for (wide, open) in [(1.5, 0.7), (0.2, 0.1), (1e-3, 1e-3)] {
                let discs = [
                    disc(0.0, [0.1, -0.2], 1.0),
                    disc(1.0, [0.3, 0.2], -0.6),
                    disc(0.8, [-0.4, 0.1], 0.2),
                    disc(0.7, [0.0, 0.0], -0.8),
                ];
                let arc = Arc::new(ends(from, wide), &discs);
                let (bound, least) = (arc.least.height, sampled(&discs, &arc.ends));
                assert!(bound > 0.0 && bound <= least, "{bound} {least} {from}");
                assert!(least - bound <= open, "{bound} {least} {from} {wide}");
            }
        }
    }

    #[test]
    fn what_leans_is_seen_as_a_point_of_its_rim() {
        let both = leaning(disc(0.5, [0.0, 0.0], 0.25), 0.75, [0.001, -0.0015]);
        for i in 0..24 {
            let from = 0.3 * f64::from(i);
            for wide in [1.5, 0.2, 1e-3] {
                let ends = [from, from + wide].map(|angle| V2::new(angle.cos(), angle.sin()));
                let (seen, moved) = (both.seen_from(&ends), both.moved(&ends));
                assert!(moved <= 0.75 * 0.00181 * 0.5 * wide, "{moved} {wide}");
                for k in 0..=16 {
                    let u = (ends[0] * f64::from(16 - k) + ends[1] * f64::from(k)).normalize();
                    for angle in -8..=8 {
                        let (sin, cos) =
                            (f64::from(angle) * core::f64::consts::PI / 16.0).sin_cos();
                        let reach = reach(&[both], &u, [cos, sin]);
                        let point = seen.dot(&V2::new(cos, sin));
                        assert!(reach >= point - moved - 1e-15, "{reach} {point} {moved}");
                        // Straight ahead the rim reaches no farther, but for the square of how far it leans; along the axis it may be met
                        // anywhere.
                        let ahead = k == 8 && (-4..=4).contains(&angle);
                        assert!(!ahead || reach <= point + 5e-6, "{reach} {point}");
                    }
                }
            }
        }
    }

    /// What is met on the way to an arc is much more than what bounds it.
    #[test]
    fn an_arc_keeps_the_discs_on_its_border_alone() {
        let outer = [
            disc(0.5, [0.0, 0.0], -1.0),
            disc(1.0, [0.2, 0.1], -0.5),
            disc(1.0, [0.1, 0.2], 0.5),
            disc(0.5, [0.0, 0.0], 1.0),
        ];
        let mut discs = outer.to_vec();
        for i in 0..100 {
            let part = 0.01 * f64::from(i % 50);
            discs.push(outer[i as usize % 4].mixed(&disc(0.1, [0.0, 0.0], 0.0), 0.1 + part));
        }
        let mut ends = [V2::x(), V2::y()];
        for _ in 0..20 {
            let arc = Arc::new(ends, &discs);
            assert_eq!(arc.discs.len(), 4);
            assert_eq!(arc.least.height, Arc::new(ends, &outer).least.height);
            let bound = arc.least.height;
            assert!(bound > 0.0 && bound <= sampled(&discs, &ends), "{bound}");
            discs.truncate(50);
            discs.extend(arc.discs);
            ends = halves(&ends)[1];
        }
    }

    #[test]
    fn what_lies_opposite_an_arc_is_as_far_away_as_it_can_be() {
        let arc = Arc::new([V2::x(), V2::y()], &[disc(2.0, [-0.3, -0.4], 1.0)]);
        assert_eq!(arc.discs[0].seen_from(&arc.ends), V2::new(1.5, 1.0));
    }

    #[test]
    fn straight_up_and_down_are_directions_of_every_arc() {
        let ends = [V2::x(), V2::y()];
        for (top, bottom, up) in [(0.1, -2.0, 1.0), (2.0, -0.1, -1.0)] {
            let discs = [disc(1.0, [0.0; 2], top), disc(1.0, [0.0; 2], bottom)];
            let least = least_height(&border(&discs, &ends));
            assert_eq!((least.height, least.along), (0.1, V2::new(0.0, up)));
        }
    }

    #[test]
    fn a_level_mixture_loses_nothing_but_the_square_of_the_angle() {
        let narrow = [-1e-4, 1e-4].map(|angle: f64| V2::new(angle.cos(), angle.sin()));
        let discs = [disc(1.0, [0.2, 0.3], 0.0), disc(1.0, [0.2, -0.1], 0.5)];
        let mut arc = Arc::new(narrow, &discs);
        arc.least.edge = Some(0);
        let level = arc.level().unwrap();
        assert!(level.middle.y.abs() < 1e-15 && (level.height - 0.375).abs() < 1e-15);
        let seen = level.seen_from(&narrow);
        assert!((seen.x - 1.2).abs() < 1e-8, "{seen}");
        // Both on one side: no mixture of them is straight ahead.
        arc.discs[1].middle.y = 0.1;
        assert!(arc.level().is_none());
    }
}
