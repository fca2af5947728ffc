//! Where a line meets the hull of up to four points with a ball around each of its points, when one of the points is new.
//!
//! The line is t d, the new point w, the radius r. With q = t d − w, and an edge e or two edges e, f from w to other points, the line comes
//! within r of
//!
//! ```text
//! w        |q|² = r²                t = (d·w − √(d² r² − |d × w|²)) / d²
//! an edge  |q × e|² = r² e²         t = (c·k − √(e² (c² r² − (e·(d × w))²))) / c²     c = d × e, k = w × e
//! a face   n·q = r |n|              t = (n·w + r |n|) / (n·d)                         n = e × f or f × e, so that n·d < 0
//! ```
//!
//! (|c × k|² = e² (e·(d × w))² takes the place of what would cancel.) It does so for an edge and a face as a whole where the foot of t d, the
//! nearest point of the edge's line or the face's plane, lies in it. Such a point belongs to the hull, so none of these heights is too
//! early but for rounding; and where the line first meets the hull's ball, the nearest point of the hull is such a foot, so that the least of them is the one.
//! Without w the line is met later than with it (`rounded.rs`), so w is a corner of that face: no other faces are asked.
//!
//! Where the line passes all of them by, it is nearest to a corner or to an edge, at |d × w|² / d² and (e·(d × w))² / c²: its foot there tells
//! whether that lies in the edge. The direction toward the line is −w without its part along d, or ±c.

use crate::tolerance::BESIDE;
use nalgebra::Vector3;
use swept_support::{largest, sqrt};

type V = Vector3<f64>;

/// A line through the origin, and the radius around what it may meet.
pub(super) struct Line {
    /// Its direction, the largest component 1, so that squares neither overflow nor vanish.
    pub(super) d: V,
    /// The largest component of the motion along it: a height along the line is a fraction times this.
    pub(super) speed: f64,
    /// d².
    squared: f64,
    pub(super) radius: f64,
}

/// Where a line meets a hull with a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum At {
    /// At this height along it.
    Meets(f64),
    /// Nowhere: it passes by, at a distance with this square.
    Passes(f64),
}

impl At {
    /// Whether the line is met earlier here, or passed nearer by.
    pub(super) fn is_nearer_than(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Meets(t), Self::Meets(u)) => t < u,
            (Self::Meets(_), Self::Passes(_)) => true,
            (Self::Passes(a), Self::Passes(b)) => a < b,
            (Self::Passes(_), Self::Meets(_)) => false,
        }
    }
}

/// The face that the line meets, or passes by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) at: At,
    /// The way from the nearest point of the face to the line: a unit vector where the line is met, across the line and of any length where
    /// it passes by.
    pub(super) normal: V,
    /// How many corners the face has: the new point, and those of the others that come first here.
    pub(super) count: usize,
    pub(super) others: [usize; 2],
    /// Shares of the new point and of these others in the nearest point.
    pub(super) shares: [f64; 3],
}

impl Aim {
    /// Farther than any.
    const NONE: Self = Self {
        at: At::Passes(f64::INFINITY),
        normal: V::new(0.0, 0.0, 0.0),
        count: 1,
        others: [0; 2],
        shares: [1.0, 0.0, 0.0],
    };
}

impl Line {
    /// The line of a motion, which is not zero.
    pub(super) fn new(motion: &V, radius: f64) -> Self {
        let speed = largest(motion);
        let d = motion / speed;
        Self {
            d,
            speed,
            squared: d.norm_squared(),
            radius,
        }
    }

    /// How far along the line a fraction of the motion is.
    pub(super) fn height(&self, fraction: f64) -> f64 {
        fraction * self.speed
    }

    /// Where the line meets the plane through `y` with this unit normal, put off by the radius.
    #[inline(always)]
    pub(super) fn bound(&self, normal: &V, y: &V) -> f64 {
        (normal.dot(y) + self.radius) / normal.dot(&self.d)
    }

    /// Of the faces of the hull of `w` and of three `others` at most that have `w` for a corner, the one that the line meets first, or comes
    /// nearest to.
    #[inline(always)]
    pub(super) fn aim(&self, w: &V, others: &[V]) -> Aim {
        let mut best = Aim::NONE;
        let e = |i: usize| others[i] - w;
        match others.len() {
            2 if self.face(w, [e(0), e(1)], [0, 1], &mut best) => return best,
            3 => {
                for [i, j, opposite] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
                    // Nothing is met before a face with all of the hull below its plane.
                    if self.face(w, [e(i), e(j)], [i, j], &mut best)
                        && best.normal.dot(&e(opposite)) <= 0.0
                    {
                        return best;
                    }
                }
            }
            _ => {}
        }
        let across = self.d.cross(w);
        for i in 0..others.len() {
            self.edge(w, &e(i), i, &across, &mut best);
        }
        self.corner(w, &across, &mut best);
        best
    }

    /// Takes the face of `w` and two edges where that is met, and earlier than what is known.
    #[inline(always)]
    fn face(&self, w: &V, [e, f]: [V; 2], others: [usize; 2], best: &mut Aim) -> bool {
        let across = e.cross(&f);
        let n = if across.dot(&self.d) > 0.0 {
            -across
        } else {
            across
        };
        let squared = n.norm_squared();
        let length = sqrt(squared);
        let t = (n.dot(w) + self.radius * length) / n.dot(&self.d);
        let at = At::Meets(t);
        if !at.is_nearer_than(&best.at) {
            return false;
        }
        let q = self.d * t - w;
        let a = across.dot(&q.cross(&f)) / squared;
        let b = across.dot(&e.cross(&q)) / squared;
        let is_met = a >= -BESIDE && b >= -BESIDE && a + b <= 1.0 + BESIDE;
        if is_met {
            *best = Aim {
                at,
                normal: n * (1.0 / length),
                count: 3,
                others,
                shares: [1.0 - a - b, a, b].map(|share| share.max(0.0)),
            };
        }
        is_met
    }

    /// Takes the edge from `w` to another corner where the line meets it earlier, or passes it nearer by, than what is known.
    #[inline(always)]
    fn edge(&self, w: &V, e: &V, other: usize, across: &V, best: &mut Aim) {
        let (c, k) = (self.d.cross(e), w.cross(e));
        let (cc, ck, squared, off) = (c.norm_squared(), c.dot(&k), e.norm_squared(), e.dot(across));
        let within = cc * (self.radius * self.radius) - off * off;
        let (at, t) = if within >= 0.0 {
            let t = (ck - sqrt(squared * within)) / cc;
            (At::Meets(t), t)
        } else {
            (At::Passes(off * off / cc), ck / cc)
        };
        if !at.is_nearer_than(&best.at) {
            return;
        }
        let q = self.d * t - w;
        let share = e.dot(&q) / squared;
        if !(-BESIDE..=1.0 + BESIDE).contains(&share) {
            return;
        }
        let share = share.clamp(0.0, 1.0);
        let normal = match at {
            At::Meets(_) => unit(&(q - e * share)),
            At::Passes(_) if c.dot(w) > 0.0 => -c,
            At::Passes(_) => c,
        };
        *best = Aim {
            at,
            normal,
            count: 2,
            others: [other, 0],
            shares: [1.0 - share, share, 0.0],
        };
    }

    /// Takes `w` itself where the line meets its ball earlier, or passes it nearer by, than what is known.
    #[inline(always)]
    fn corner(&self, w: &V, across: &V, best: &mut Aim) {
        let (along, off) = (self.d.dot(w), across.norm_squared());
        let within = self.squared * (self.radius * self.radius) - off;
        let (at, t) = if within >= 0.0 {
            let t = (along - sqrt(within)) / self.squared;
            (At::Meets(t), t)
        } else {
            (At::Passes(off / self.squared), along / self.squared)
        };
        if at.is_nearer_than(&best.at) {
            let q = self.d * t - w;
            *best = Aim {
                at,
                normal: if within >= 0.0 { unit(&q) } else { q },
                ..Aim::NONE
            };
        }
    }
}

#[inline(always)]
fn unit(v: &V) -> V {
    v * (1.0 / sqrt(v.norm_squared()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::simplex::{on_segment, on_tetrahedron, on_triangle};
    use std::vec;
    use std::vec::Vec;

    /// The way from the nearest point of the points' hull to `x`, found without a line.
    fn way(points: &[V], x: &V) -> V {
        let seen: Vec<V> = points.iter().map(|p| p - x).collect();
        let shares = match seen[..] {
            [_] => vec![1.0],
            [a, b] => on_segment(&a, &b).to_vec(),
            [a, b, c] => on_triangle(&a, &b, &c).to_vec(),
            [a, b, c, d] => on_tetrahedron(&[a, b, c, d]).to_vec(),
            _ => panic!(),
        };
        seen.iter()
            .zip(shares)
            .fold(V::zeros(), |sum, (p, w)| sum - p * w)
    }

    /// What is said of the hull of the new point and the others is true: where it is met the hull is at the distance of the radius along the
    /// normal, and farther before, so that the line comes in there, as distances are convex; where it is passed nothing is nearer.
    fn is_true(line: &Line, w: &V, others: &[V], aim: &Aim) {
        let points: Vec<V> = others.iter().copied().chain([*w]).collect();
        let distance = |t: f64| way(&points, &(line.d * t)).norm();
        let mut nearest = *w * aim.shares[0];
        for i in 1..aim.count {
            nearest += others[aim.others[i - 1]] * aim.shares[i];
        }
        assert!(
            aim.shares.iter().all(|s| (0.0..=1.0).contains(s)),
            "{aim:?}"
        );
        let size = points.iter().map(V::norm).fold(line.radius, f64::max);
        match aim.at {
            At::Meets(t) => {
                let there = line.d * t;
                // Where the line grazes, it is met as far off along itself as the root of rounding, and the foot with it: 1e-7.
                let wrong = (nearest + aim.normal * line.radius - there).norm();
                assert!(wrong <= 1e-7 * size, "{wrong} {aim:?}");
                assert!((distance(t) - line.radius).abs() <= 1e-12 * size, "{aim:?}");
                assert!(aim.normal.dot(&line.d) <= 1e-7, "{aim:?}");
                let before = distance(t - 1e-3);
                assert!(before > line.radius, "{before} {aim:?}");
            }
            At::Passes(off) => {
                let (mut from, mut to) = (-16.0, 16.0);
                for _ in 0..100 {
                    let (a, b) = ((2.0 * from + to) / 3.0, (from + 2.0 * to) / 3.0);
                    if distance(a) < distance(b) {
                        to = b
                    } else {
                        from = a
                    }
                }
                let least = distance(from);
                assert!((off.sqrt() - least).abs() <= 1e-9 * size, "{off} {least}");
                assert!(least >= line.radius - 1e-12 * size);
                // The plane keeps the hull on its side.
                let height = |p: &V| aim.normal.dot(p) / aim.normal.norm();
                assert!(points.iter().all(|p| height(p) <= -least + 1e-7 * size));
            }
        }
    }

    /// From point to point, each beyond the plane of what the line met or passed before, as support points are.
    #[test]
    fn the_first_face_is_the_one_that_distances_tell() {
        let mut dice = Dice(1);
        // By corners of the face: met, and passed by.
        let mut counts = [[0; 3]; 2];
        for i in 0..60_000 {
            let line = Line::new(&dice.vector().normalize(), [0.01, 0.1, 0.5][i % 3]);
            let place = dice.vector() * 0.5 + line.d * 4.0;
            // Flat hulls too, and such as lie along the line.
            let flat = [1.0, 1e-3, 0.0][i / 3 % 3];
            let across = if i % 2 == 0 {
                line.d
            } else {
                dice.vector().normalize()
            };
            let mut point = || {
                let p = dice.vector();
                place + p - across * (across.dot(&p) * (1.0 - flat))
            };
            let mut others: Vec<V> = Vec::new();
            let mut w = point();
            let mut aim = line.aim(&w, &others);
            is_true(&line, &w, &others, &aim);
            for _ in 0..6 {
                let ahead = (0..8)
                    .map(|_| point())
                    .find(|p| aim.normal.dot(&(p - w)) > 1e-3);
                let Some(next) = ahead else { continue };
                let named = aim.others.map(|k| others.get(k).copied().unwrap_or(w));
                others = [w, named[0], named[1]][..aim.count].to_vec();
                w = next;
                let nearer = line.aim(&w, &others);
                assert!(nearer.at.is_nearer_than(&aim.at), "{nearer:?} {aim:?}");
                is_true(&line, &w, &others, &nearer);
                aim = nearer;
                let passes = usize::from(matches!(aim.at, At::Passes(_)));
                counts[passes][aim.count - 1] += 1;
            }
        }
        assert!(counts[0].iter().all(|n| *n > 3_000), "{counts:?}");
        assert!(
            counts[1][..2].iter().all(|n| *n > 3_000) && counts[1][2] == 0,
            "{counts:?}"
        );
    }

    /// Points that fall together, edges along the line and triangles without an area: what is met is there, if something is said to be met.
    #[test]
    fn degenerate_faces_are_met_where_they_are() {
        let line = Line::new(&V::x(), 0.25);
        let w = V::new(2.0, 0.0, 0.0);
        let [along, side] = [V::new(3.0, 0.0, 0.0), V::new(2.5, 0.125, 0.0)];
        for others in [
            vec![w],
            vec![w, w],
            vec![along],
            vec![along, w],
            vec![along, side],
            vec![along, V::new(4.0, 0.0, 0.0), w],
            vec![side, w, side],
        ] {
            let aim = line.aim(&w, &others);
            assert_eq!(aim.at, At::Meets(1.75), "{others:?}");
            assert_eq!(aim.normal, -V::x());
        }
        // The line passes in the plane of a triangle.
        let aim = line.aim(
            &V::new(2.0, 1.0, 0.0),
            &[V::new(3.0, 0.5, 0.0), V::new(3.0, 2.0, 0.0)],
        );
        assert_eq!((aim.at, aim.count), (At::Passes(1.0), 1));
        // An edge that is passed between its ends.
        let aim = line.aim(&V::new(1.0, 0.5, -1.0), &[V::new(1.0, 0.5, 1.0)]);
        assert_eq!(
            (aim.at, aim.count, aim.shares),
            (At::Passes(0.25), 2, [0.5, 0.5, 0.0])
        );
        assert_eq!(aim.normal.normalize(), -V::y());
    }
}
