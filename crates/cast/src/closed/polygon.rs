//! The line of motion against a convex polygon with a radius around it: the obstacle of two shapes whose cores are
//! points, segments or a triangle, as far as it is flat.
//!
//! First contact is on one of the two faces, or with an edge, each a capsule, or a corner, each a ball; the least of the
//! fractions is the first. A face that is met inside its borders is met first, since it is the border of what lies
//! behind.

use super::proof::{Around, Sight};
use super::round::{Entry, ball, capsule};
use crate::tolerance::SLIVER;
use nalgebra::Vector3;
use swept_support::sqrt;

/// One, two or three corners, or the four of a parallelogram, in order around it.
pub(super) struct Polygon<const K: usize> {
    pub(super) corners: [Vector3<f64>; K],
}

/// Weights of the corners.
pub(super) type Weights<const K: usize> = [f64; K];

impl<const K: usize> Polygon<K> {
    /// The greatest n·c.
    #[inline(always)]
    pub(super) fn height(&self, n: &Vector3<f64>) -> f64 {
        let mut height = n.dot(&self.corners[0]);
        for c in &self.corners[1..] {
            let here = n.dot(c);
            height = if here > height { here } else { height };
        }
        height
    }

    /// Where the line of motion `around.d` first comes within the radius.
    #[inline(always)]
    pub(super) fn sight<H: Fn(&Vector3<f64>) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
        weights: &mut Weights<K>,
    ) -> Sight {
        if K >= 3 {
            match self.face(around, end, weights) {
                Face::Seen(sight) => return sight,
                // Without a radius there is nothing around the face.
                Face::Missed if around.radius == 0.0 => {
                    let beside = (0..K).find_map(|k| self.beside(around, k));
                    return beside.unwrap_or_else(|| self.beyond(around));
                }
                Face::Missed => {}
            }
        }
        self.border(around, weights)
    }

    /// The face toward the motion.
    ///
    /// With e₁, e₂ the sides at the first corner and m = e₁ × e₂ a point of the plane is c₀ + α e₁ + β e₂ with
    /// α = m·((x − c₀) × e₂) / m² and β = m·(e₁ × (x − c₀)) / m².
    #[inline(always)]
    fn face<H: Fn(&Vector3<f64>) -> f64>(
        &self,
        around: &Around<'_, H>,
        end: f64,
        weights: &mut Weights<K>,
    ) -> Face {
        let (c, d) = (&self.corners, around.d);
        let (e1, e2) = (c[1] - c[0], c[K - 1] - c[0]);
        let m = e1.cross(&e2);
        let squared = m.norm_squared();
        if squared <= SLIVER * e1.norm_squared() * e2.norm_squared() {
            return Face::Seen(Sight::Unclear); // a plane too ill known for these formulas
        }
        let speed = m.dot(d);
        let out = if speed > 0.0 { -m } else { m };
        let out = out * (1.0 / sqrt(squared));
        let room = -out.dot(&c[0]) - around.radius;
        let t = -room / out.dot(d);
        if room <= 0.0 || t > end {
            let gone = if room > 0.0 { out } else { -out };
            return if (room > 0.0 && t > end) || around.keeps_apart(&gone) {
                Face::Seen(Sight::Clear(gone))
            } else {
                Face::Missed
            };
        }
        let x = d * t - out * around.radius - c[0];
        let inverse = 1.0 / squared;
        let alpha = m.dot(&x.cross(&e2)) * inverse;
        let beta = m.dot(&e1.cross(&x)) * inverse;
        let within = if K == 3 {
            alpha + beta <= 1.0
        } else {
            alpha <= 1.0 && beta <= 1.0
        };
        if !(alpha >= 0.0 && beta >= 0.0 && within) {
            return Face::Missed;
        }
        if K == 3 {
            weights[0] = 1.0 - alpha - beta;
            weights[1] = alpha;
        } else {
            weights[0] = (1.0 - alpha) * (1.0 - beta);
            weights[1] = alpha * (1.0 - beta);
            weights[2] = alpha * beta;
        }
        weights[K - 1] = if K == 3 { beta } else { (1.0 - alpha) * beta };
        Face::Seen(around.upon(t, out))
    }

    /// The edges and corners.
    #[inline(always)]
    fn border<H: Fn(&Vector3<f64>) -> f64>(
        &self,
        around: &Around<'_, H>,
        weights: &mut Weights<K>,
    ) -> Sight {
        let (d, radius) = (around.d, around.radius);
        let c = &self.corners;
        let (mut first, mut edge, mut along) = (f64::INFINITY, 0, 0.0);
        for k in 0..edges::<K>() {
            let entry = if K == 1 {
                ball(&c[0], d, radius)
            } else {
                capsule(&c[k], &c[(k + 1) % K], d, radius)
            };
            match entry {
                Entry::Inside => return Sight::Unclear,
                Entry::Never => {}
                Entry::At(t, s) => {
                    if t < first {
                        (first, edge, along) = (t, k, s);
                    }
                }
            }
        }
        if first == f64::INFINITY {
            return self.beyond(around);
        }
        let next = (edge + 1) % K;
        *weights = [0.0; K];
        weights[next] += along;
        weights[edge] += 1.0 - along;
        let (a, e) = (c[edge], c[next] - c[edge]);
        if K == 1 || along <= 0.0 || along >= 1.0 {
            let corner = if along > 0.0 { c[next] } else { a };
            return around.beside(
                first,
                #[inline(always)]
                |_| corner,
            );
        }
        let inverse = 1.0 / e.norm_squared();
        around.beside(
            first,
            #[inline(always)]
            |x| a + e * ((x - a).dot(&e) * inverse),
        )
    }

    /// The plane along the motion and the edge from corner `k`, if that keeps them apart.
    #[inline(always)]
    fn beside<H: Fn(&Vector3<f64>) -> f64>(
        &self,
        around: &Around<'_, H>,
        k: usize,
    ) -> Option<Sight> {
        let a = &self.corners[k];
        let across = around.d.cross(&(self.corners[(k + 1) % K] - a));
        let n = if across.dot(a) > 0.0 { -across } else { across };
        around.keeps_apart(&n).then_some(Sight::Clear(n))
    }

    /// Nothing is met: the plane for that, beside an edge or a corner, or behind all.
    #[inline(never)]
    fn beyond<H: Fn(&Vector3<f64>) -> f64>(&self, around: &Around<'_, H>) -> Sight {
        let d = around.d;
        let c = &self.corners;
        if around.keeps_apart(d) {
            return Sight::Clear(*d);
        }
        let share = 1.0 / d.norm_squared();
        for (k, a) in c.iter().enumerate() {
            // Across the motion, and from the corner to the start.
            for n in [d * (d.dot(a) * share) - a, -a] {
                if around.keeps_apart(&n) {
                    return Sight::Clear(n);
                }
            }
            if K > 1
                && let Some(sight) = self.beside(around, k)
            {
                return sight;
            }
        }
        Sight::Unclear
    }
}

enum Face {
    /// This is all there is to it.
    Seen(Sight),
    /// The line passes the face by.
    Missed,
}

/// How many edges there are to look at: one for a corner alone, which is a ball.
const fn edges<const K: usize>() -> usize {
    if K == 2 { 1 } else { K }
}
