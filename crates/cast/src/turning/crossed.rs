//! An axis across two edges, one of either body: what it proves while they turn.
//!
//! Let a be the direction of an edge of the fixed body, carried by it, and b that of one of the moving body, both of unit length.
//! Where they cross, n(s) = a(s) × b(s) separates them, and no axis that stands, turns along a straight line, or is carried by one of
//! the bodies keeps across both. Let x and y be points of the two edges, each carried by its body, D = x − y, and for each body its
//! excess, how far it comes beyond that point toward the other:
//!
//! ```text
//! φ = n·D − e_moving − e_fixed,      e_moving = max −n·(m − x),   e_fixed = max n·(f − y)
//! ```
//!
//! This is of bodies without radii and target distance: a ball around an edge touches elsewhere as soon as the axis turns.
//!
//! **The excess** of a body, as that one sees it, is a convex function of n, homogeneous, and n stays in the plane across the body's
//! edge. With W = |ω_moving| + |ω_fixed|, n is never farther than r = W s from where it began, as any of the two sees it. Let r be no
//! more than an eighth of |n|, and t be a unit vector across n in that plane. Then n(s) lies between the two directions n ± κt that
//! the circle of radius r about n touches, κ = r/√(1 − r²/|n|²): it is α(n + κt) + β(n − κt) with α, β ≥ 0, and α + β = n(s)·n/|n|²
//! is at most 9/8. So the excess is no more than 9/8 of the greater one along these two, which is next to none as long as the body
//! shows this edge to both. Rounded, n is up to 7u away from between them (see [`CROSSED`]), along which the excess is no more than
//! the distance of the body's points from x or y.
//!
//! **The edges themselves** bend n·D by K at most, A = |ω_moving|²|x| + |ω_fixed|²|y| with both points from the centres of rotation,
//! V a bound on |D'|, which A changes:
//!
//! ```text
//! n = a × b,   |n'| ≤ W,   |n''| ≤ W²        K = W² max |D| + 2WV + A
//! ```
//!
//! Of an edge that turns about the very point in which it touches another one, D, D' and A are 0 but for rounding: it goes on for as
//! long as it stays the edge that is met. A hair away from each other they are as small, and all this holds at any φ. Nothing here asks
//! for a straight edge: any line serves that the body does not come beyond, as the tangent of a rim (`rim.rs`) or a line of a round
//! side (`side.rs`).

use super::advance::Search;
use super::carried::Frame;
use super::interval::first_root;
use super::motion::{Motion, Pose, map};
use super::shown::Shown;
use super::step::{Leap, Start, Way, later, over};
use crate::Observer;
use crate::tolerance::{
    ALL_BUT_PARALLEL, ALONG_EDGES, BETWEEN, CROSSED, ONTO_ROUND, POINT, SHORTER_YET, SPARE,
    TOUCHING, U, VANISHING,
};
use nalgebra::{Quaternion, Vector3};
use swept_support::{Support, sqrt};

/// A line of one body: a point, from the centre of rotation, and a unit vector along it, in world axes.
pub(super) type Line = (Vector3<f64>, Vector3<f64>);

/// Two lines that cross, one of either body, at a pose.
pub(super) struct Crossed {
    /// Of the moving and the fixed body: the direction.
    along: [Vector3<f64>; 2],
    /// And the point that is nearest to the other line, from the centre of rotation.
    pub(super) points: [Vector3<f64>; 2],
    /// The axis, and its length.
    n: Vector3<f64>,
    length: f64,
    /// From the fixed body's point to the moving body's.
    apart: Vector3<f64>,
    /// What those points are off by.
    off: f64,
}

/// What an axis across two edges proves.
pub(super) struct Spanned {
    /// For how long.
    pub(super) h: f64,
    edges: [Vector3<f64>; 2],
    /// The axis in world space at both ends: a unit vector, and one along it.
    ends: [Vector3<f64>; 2],
    to: Pose,
}

/// How the bodies move: the rotation vectors of the moving and the fixed one, their lengths, and the displacement.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) omega: [Vector3<f64>; 2],
    pub(super) rates: [f64; 2],
    pub(super) displacement: Vector3<f64>,
}

impl Crossed {
    /// Of lines of the moving and the fixed body; `centres` leads from the moving body's centre to the fixed one's.
    pub(super) fn new((p, b): Line, (q, a): Line, centres: &Vector3<f64>) -> Self {
        let r = p - centres - q;
        let n = a.cross(&b);
        let (cosine, across) = (a.dot(&b), n.norm_squared());
        let on_b = (cosine * a.dot(&r) - b.dot(&r)) / across;
        let on_a = a.dot(&r) + on_b * cosine;
        let (x, y) = (p + b * on_b, q + a * on_a);
        let lengths = [p, q, *centres].map(|v| sqrt(v.norm_squared()));
        let lengths = lengths[0] + lengths[1] + lengths[2] + on_a.abs() + on_b.abs();
        Self {
            along: [b, a],
            points: [x, y],
            length: sqrt(across),
            n,
            apart: x - centres - y,
            off: POINT * lengths / across,
        }
    }

    /// For how long the axis changes by no more than its share, less what it may be off by; no time at all where it may be nothing else.
    pub(super) fn lasts(&self, moves: &Moves) -> f64 {
        let sure = self.length - ALL_BUT_PARALLEL;
        BETWEEN * sure / (moves.rates[0] + moves.rates[1]) * (1.0 - 16.0 * U)
    }

    /// The two directions, of the moving body (0) or the fixed one, between which the axis stays for a time `h`: by 1/64 farther
    /// apart, where 1/√(1 − 1/64) counts.
    pub(super) fn sides(&self, body: usize, moves: &Moves, h: f64) -> [Vector3<f64>; 2] {
        let aside = self.n.cross(&self.along[body]) / self.length;
        let far = (moves.rates[0] + moves.rates[1]) * h * TOUCHING;
        [self.n + aside * far, self.n - aside * far]
    }

    /// K in a time `h`.
    pub(super) fn curvature(&self, moves: &Moves, h: f64) -> f64 {
        let [m, f] = moves.rates;
        let sum = m + f;
        let far = |v: &Vector3<f64>| sqrt(v.norm_squared()) + self.off;
        let [x, y] = &self.points;
        let bend = m * m * far(x) + f * f * far(y);
        let velocity = moves.displacement + moves.omega[0].cross(x) - moves.omega[1].cross(y);
        let way = sqrt(moves.displacement.norm_squared());
        let slack = 16.0 * U * way + sum * self.off;
        let speed = sqrt(velocity.norm_squared()) + slack + bend * h;
        let apart = far(&self.apart) + speed * h;
        (sum * sum * apart + 2.0 * sum * speed + bend) * (1.0 + 64.0 * U)
    }

    /// The axis's length at the start, and the least that it comes to while it lasts.
    pub(super) fn lengths(&self) -> (f64, f64) {
        (self.length, self.length * (1.0 - BETWEEN))
    }
}

/// What the excess of a body may be more by than along the directions at the sides: of its extent, and the point of the edge, from its
/// origin, along whatever axes.
pub(super) fn beside(extent: f64, point: &Vector3<f64>) -> f64 {
    CROSSED * (extent + sqrt(point.norm_squared())) * (1.0 + 4.0 * U)
}

/// What excesses along both directions of both bodies take from φ.
pub(super) fn taken(excesses: [[f64; 2]; 2]) -> f64 {
    let [m, f] = excesses.map(|[one, other]| one.max(other).max(0.0));
    (1.0 + BETWEEN) * (m + f) * (1.0 + 4.0 * U)
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// What the axis across the edges that touch proves, if that goes farther than `further`, and no longer than `most`.
    #[cold]
    pub(super) fn across_edges(
        &mut self,
        way: &Way,
        start: &Start,
        (further, most): (f64, f64),
    ) -> Option<Spanned> {
        let motion = self.motion;
        let (pose, base) = (start.pose, start.base);
        if base > 0.0 || motion.radius > 0.0 || motion.fixed.shape.unbounded_normal().is_some() {
            return None;
        }
        let edges = self.edges(way, pose, ALONG_EDGES * start.room.value.max(-base))?;
        let (m, f) = (&motion.moving, &motion.fixed);
        let axis = |at: &Pose| motion.axis_across(&edges, at);
        let first = axis(pose);
        self.evaluations += 1;
        let crossed = motion.crossed(&edges, pose)?;
        let [x, y] = &crossed.points;
        let local = [
            map(&pose.moving).apply_transposed(x),
            map(&pose.fixed).apply_transposed(y),
        ];
        let spare = [
            beside(m.shape.extent(), &(local[0] + m.centre)),
            beside(f.shape.extent(), &(local[1] + f.centre)),
        ];
        let apart = |at: &Pose| {
            let [x, y] = [(&at.moving, 0), (&at.fixed, 1)].map(|(q, i)| map(q).apply(&local[i]));
            axis(at).dot(&(x - at.centres - y))
        };
        let moves = motion.moves();
        let (length, shortest) = crossed.lengths();
        // Half of it: the check has to come to the same by numbers of its own.
        let mut h = (0.5 * crossed.lasts(&moves)).min(start.rest).min(most);
        for _ in 0..SHORTER_YET {
            if h <= further {
                return None;
            }
            let to = motion.pose(later(pose.at, h, start.rest));
            self.evaluations += 2;
            let lost = taken([
                crossed
                    .sides(0, &moves, h)
                    .map(|n| m.reach(&-n, &pose.moving) + n.dot(x) + spare[0]),
                crossed
                    .sides(1, &moves, h)
                    .map(|n| f.reach(&n, &pose.fixed) - n.dot(y) + spare[1]),
            ]);
            // Of the excesses, and of what is apart.
            let off = 2.5 * motion.error(pose).max(motion.error(&to)) * length + VANISHING;
            let less = base * shortest + lost + off;
            let curvature = crossed.curvature(&moves, h) * (1.0 + SPARE);
            let [v, end] = [apart(pose), apart(&to)].map(|apart| apart - less);
            if v > 0.0 && first_root(v, end, h, curvature).0 >= h {
                return Some(Spanned {
                    h,
                    edges,
                    ends: [first / length, axis(&to)],
                    to,
                });
            }
            h *= 0.25;
        }
        None
    }

    /// Records the step that an axis across two edges proves and goes there.
    pub(super) fn span(&mut self, way: &mut Way, start: &Start, spanned: Spanned) -> Leap {
        let Spanned {
            edges, ends, to, ..
        } = spanned;
        let [first, last] = ends;
        way.n = last / sqrt(last.norm_squared());
        let least = over(0.0, 0.0, start.base);
        self.keep_least(least, || first);
        self.book(Frame::Across, edges, [start.pose, &to], least);
        Leap { to, room: None }
    }

    /// The directions of the edges that the fixed and the moving shape show to each other along a way's axis, each in its own frame,
    /// so that their cross product leads out of the fixed one. Of what is round it is the line where the other one crosses it.
    fn edges(&mut self, way: &Way, pose: &Pose, within: f64) -> Option<[Vector3<f64>; 2]> {
        let motion = self.motion;
        let (m, f) = (&motion.moving, &motion.fixed);
        let n = way.n / sqrt(way.n.norm_squared());
        // Of the fixed and the moving body, the latter seen against the axis.
        let seen = [
            (map(&pose.fixed), f.centre, 1.0),
            (map(&pose.moving), m.centre, -1.0),
        ];
        let toward = seen.map(|(map, _, sign)| map.apply_transposed(&(n * sign)));
        self.evaluations += 5;
        let lines = [
            Shown::toward(f.shape, &toward[0], within)?,
            Shown::toward(m.shape, &toward[1], within)?,
        ];
        let mut edges = [
            lines[0].direction(&toward[0])?,
            lines[1].direction(&toward[1])?,
        ];
        if n.dot(&motion.axis_across(&edges, pose)) < 0.0 {
            edges[0] = -edges[0];
        }
        let rounds = if lines.iter().any(Shown::is_round) {
            ONTO_ROUND
        } else {
            0
        };
        for _ in 0..rounds {
            self.evaluations += 1;
            let Crossed { points, n, .. } = motion.crossed(&edges, pose)?;
            let points = [points[1], points[0]];
            for (i, (map, centre, sign)) in seen.iter().enumerate() {
                let at = map.apply_transposed(&points[i]) + centre;
                let n = map.apply_transposed(&(n * *sign));
                let line = lines[i].crossed(&at, &n)?;
                edges[i] = line * edges[i].dot(&line).signum();
            }
        }
        Some(edges)
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The axis across two edges, one of the fixed body and one of the moving body, at a pose.
    fn axis_across(&self, [a, b]: &[Vector3<f64>; 2], at: &Pose) -> Vector3<f64> {
        map(&at.fixed).apply(a).cross(&map(&at.moving).apply(b))
    }

    /// The lines along these edges that touch the bodies along the axis across both; `None` of edges in line, across which there is none.
    fn crossed(&self, edges: &[Vector3<f64>; 2], at: &Pose) -> Option<Crossed> {
        let (m, f) = (&self.moving, &self.fixed);
        let [a, b] = edges;
        let n = self.axis_across(edges, at);
        (n != Vector3::zeros()).then(|| {
            Crossed::new(
                line(m.shape, &m.centre, &at.moving, (&-n, b)),
                line(f.shape, &f.centre, &at.fixed, (&n, a)),
                &at.centres,
            )
        })
    }

    fn moves(&self) -> Moves {
        let (m, f) = (&self.moving, &self.fixed);
        let omega = |turns: bool, omega: Vector3<f64>| if turns { omega } else { Vector3::zeros() };
        Moves {
            omega: [omega(m.turns, m.omega), omega(f.turns, f.omega)],
            rates: [m.spin.rate, f.spin.rate],
            displacement: self.displacement,
        }
    }
}

/// The line through a body's support point along `n` (world axes), with the direction `along` of the shape's own frame.
fn line(
    shape: &impl Support,
    centre: &Vector3<f64>,
    rotation: &Quaternion<f64>,
    (n, along): (&Vector3<f64>, &Vector3<f64>),
) -> Line {
    let map = map(rotation);
    let point = shape.support_point(&map.apply_transposed(n)).coords;
    (map.apply(&(point - centre)), map.apply(along))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::wide::{Wide, Wide3, cross, dot, narrow, wide3};

    fn unit(v: &Vector3<f64>) -> Wide3 {
        let v = wide3(v);
        let length = dot(&v, &v).root();
        v.map(|x| x.over(length))
    }

    /// By how much the farther one of the two sides of a body is off, in u, and the axis's length: of edges along these, after this part of
    /// the time that the axis lasts.
    fn off(a: &Vector3<f64>, b: &Vector3<f64>, body: usize, part: f64) -> (f64, f64) {
        let [a, b] = [unit(a), unit(b)];
        let zero = Vector3::zeros();
        let crossed = Crossed::new((zero, narrow(&b)), (zero, narrow(&a)), &zero);
        let moves = Moves {
            omega: [Vector3::x(), zero],
            rates: [1.0, 0.0],
            displacement: zero,
        };
        let h = part * crossed.lasts(&moves);
        let n = cross(&a, &b);
        let length = dot(&n, &n).root();
        let aside = cross(&n, &[b, a][body]).map(|x| x.over(length) * Wide::from(h * TOUCHING));
        let sides = crossed.sides(body, &moves, h);
        let off = [1.0, -1.0].map(|sign| {
            let i = usize::from(sign < 0.0);
            let off: Wide3 = core::array::from_fn(|k| {
                Wide::from(sides[i][k]) - n[k] - aside[k] * Wide::from(sign)
            });
            sqrt(narrow(&off).norm_squared()) / U
        });
        (off[0].max(off[1]), length.value())
    }

    /// A search that climbs over pairs of edges comes to more than a third of what the derivation does.
    #[test]
    fn directions_at_the_sides_are_off_by_less_than_is_stated() {
        let mut worst = 0.0_f64;
        for seed in 0..48 {
            let dice = &mut Dice(seed);
            let near = [1.0, 1.0, 0.1, 1e-3][seed as usize % 4];
            let mut a = dice.vector();
            let mut b = a + dice.vector() * near;
            let (body, part) = (seed as usize / 4 % 2, 1.0);
            let (mut most, _) = off(&a, &b, body, part);
            for step in 0..4000 {
                let size = f64::powi(2.0, -(step / 80));
                let (c, d) = (a + dice.vector() * size, b + dice.vector() * size);
                let (far, length) = off(&c, &d, body, part);
                if length > 1e-6 && far > most {
                    (a, b, most) = (c, d, far);
                }
            }
            worst = worst.max(most);
        }
        assert!(worst * U <= CROSSED, "{worst} u");
        assert!(worst > 2.5, "{worst} u");
    }
}
