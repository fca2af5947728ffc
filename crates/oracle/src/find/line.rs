//! The way of the line of motion through a bounded obstacle: one end of it, with its proof.

use super::ends::{Proven, Way};
use super::triangle::{beside, pierced};
use crate::arith::{Ball, Number, cross, difference, dot, narrow};
use crate::exact::{Corners, optimum, quotient};
use crate::graze::least_depth_of_line;
use crate::obstacle::{Obstacle, unit};
use crate::pierce::{End, Pierced, Through, pierce};
use crate::tolerance::{GRAZE, MET, PLAIN, POLISHED, TOO_WIDE};
use crate::truth::Bracket;
use crate::{Double, Means, NoTruth};

/// The obstacle in the three kinds of numbers, and as whole numbers where it is a polytope.
pub(super) struct Bench {
    pub(super) plain: Obstacle<f64>,
    pub(super) fine: Obstacle<Double>,
    pub(super) proof: Obstacle<Ball>,
    pub(super) scale: f64,
    pub(super) cast: crate::Cast,
}

impl Bench {
    /// Whether both bodies are polytopes.
    fn is_polytope(&self) -> bool {
        let flat = |s: &crate::solid::Solid<f64>| s.corners().is_some() && s.radius() == 0.0;
        flat(&self.plain.moving) && flat(&self.plain.fixed)
    }

    /// One end of the line's way through C.
    pub(super) fn way(&self, end: End) -> Result<Way, NoTruth> {
        let polytope = self.is_polytope();
        let rough = pierce(&self.plain, end, PLAIN, &[]);
        match &rough {
            Pierced::Beside(n) if self.proof.room_across(n).is_positive() => {
                let means = if polytope {
                    Means::Exact
                } else {
                    Means::Polished
                };
                return Ok(Way::Beside(unit(n), means));
            }
            Pierced::Through(found) if polytope => {
                if let Some(proven) = self.certified(end, found) {
                    return Ok(Way::Through(proven));
                }
            }
            _ => {}
        }
        if polytope {
            self.exact(end, &rough)
        } else {
            self.polished(end, &rough)
        }
    }

    /// The pair of corners that a direction supports.
    fn pair(&self, n: &[f64; 3]) -> (usize, usize) {
        let back = n.map(|x| -x);
        (
            self.plain.fixed.farthest(n),
            self.plain.moving.farthest(&back),
        )
    }

    fn corner(&self, (f, m): (usize, usize)) -> Option<[Ball; 3]> {
        let f = self.proof.fixed.corners()?.get(f)?;
        let m = self.proof.moving.corners()?.get(m)?;
        Some(difference(f, m))
    }

    /// The triangle found in `f64`, if it is the optimum for certain: the line goes through its inside, and all other
    /// corners of both bodies lie behind its plane.
    ///
    /// Pairs of corners that share one have the other two at the same height on the plane, exactly; when the three pairs
    /// hang together so, all mixtures of their corners lie on it, and nothing but the other corners is left to be
    /// compared.
    fn certified(&self, end: End, found: &Through<f64>) -> Option<Proven> {
        let pairs: Vec<_> = found.directions.iter().map(|n| self.pair(n)).collect();
        let [a, b, c] = pairs.as_slice() else {
            return None;
        };
        let shares = |p: &(usize, usize), q: &(usize, usize)| (p.0 == q.0) != (p.1 == q.1);
        let links = [shares(a, b), shares(b, c), shares(c, a)];
        if links.iter().filter(|l| **l).count() < 2 {
            return None;
        }
        let points = [self.corner(*a)?, self.corner(*b)?, self.corner(*c)?];
        let n = cross(
            &difference(&points[1], &points[0]),
            &difference(&points[2], &points[0]),
        );
        let closing = dot(&n, &self.proof.motion);
        let outward = match end {
            End::Entry => closing.value() < 0.0,
            End::Exit => closing.value() > 0.0,
        };
        let n = if outward { n } else { n.map(|x| -x) };
        let behind = |corners: &[[Ball; 3]], n: &[Ball; 3], on: [usize; 3]| {
            let level = dot(n, &corners[on[0]]);
            let others = corners.iter().enumerate().filter(|(i, _)| !on.contains(i));
            others.fold(true, |all, (_, c)| all && (dot(n, c) - level).is_negative())
        };
        let back = n.map(|x| -x);
        let all_behind = behind(self.proof.fixed.corners()?, &n, [a.0, b.0, c.0])
            && behind(self.proof.moving.corners()?, &back, [a.1, b.1, c.1]);
        if !all_behind {
            return None;
        }
        let d = &self.proof.motion;
        let near = dot(&n, &points[0]).over(dot(&n, d)).centre();
        let fraction = pierced(&points, d, &n, near)?;
        Some(Proven {
            fraction: fraction.into(),
            normal: unit(&n),
            dilation: 0.0,
            means: Means::Exact,
        })
    }

    /// The optimum over whole numbers.
    fn exact(&self, end: End, rough: &Pierced<f64>) -> Result<Way, NoTruth> {
        let Some(corners) = Corners::new(&self.cast) else {
            return self.polished(end, rough);
        };
        let first: Vec<_> = match rough {
            Pierced::Through(found) => found.directions.iter().map(|n| self.pair(n)).collect(),
            Pierced::Beside(n) => vec![self.pair(n)],
        };
        let found = optimum(&corners, end, &first);
        let fraction = found
            .fraction
            .map(|(height, step)| quotient(&height, &step));
        let normal = self.normal_of(end, rough, &found.normals, fraction.as_ref());
        let Some(fraction) = fraction else {
            return Ok(Way::Beside(normal, Means::Exact));
        };
        Ok(Way::Through(Proven {
            fraction,
            normal,
            dilation: 0.0,
            means: Means::Exact,
        }))
    }

    /// Of the normals at hand, the one whose plane proves most: of those, where the line does go through C, whose plane is met at the end
    /// of its way through. A normal of floats that is all but across the motion may prove little, and be that of the contact all the same.
    fn normal_of(
        &self,
        end: End,
        rough: &Pierced<f64>,
        others: &[[f64; 3]],
        at: Option<&Bracket>,
    ) -> [f64; 3] {
        let rough = match rough {
            Pierced::Through(found) => found.normal,
            Pierced::Beside(n) => *n,
        };
        let off = |n: &[f64; 3]| {
            at.map_or(0.0, |at| {
                let n = unit(n).map(Ball::from);
                let way = dot(&n, &self.proof.motion) * Ball::from(at.upper);
                (self.proof.height(&n) - way).value().abs()
            })
        };
        let all = || others.iter().chain([&rough]);
        let least = all().map(off).fold(f64::INFINITY, f64::min);
        let near = least.max(MET * self.scale);
        let worth = |n: &[f64; 3]| {
            let ball = self.proof.crossing(&n.map(Double::from));
            let closing = dot(n, &self.plain.motion);
            match end {
                End::Entry if closing < 0.0 => ball.lower().value(),
                End::Exit if closing > 0.0 => -ball.upper().value(),
                _ if self.proof.room(n).is_positive() => f64::INFINITY,
                _ => f64::NEG_INFINITY,
            }
        };
        let met = all().filter(|n| off(n) <= near);
        let best = met
            .map(|n| (worth(n), unit(n)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or([0.0; 3], |(_, n)| n)
    }

    /// The bounds brought together in twice the precision, and evaluated again with every rounding error.
    fn polished(&self, end: End, rough: &Pierced<f64>) -> Result<Way, NoTruth> {
        let first: Vec<[Double; 3]> = match rough {
            Pierced::Through(found) => {
                let all = found.directions.iter();
                all.map(|n| n.map(Double::from)).collect()
            }
            Pierced::Beside(_) => Vec::new(),
        };
        match pierce(&self.fine, end, POLISHED, &first) {
            Pierced::Beside(n) => {
                let n = narrow(&n);
                if self.proof.room_across(&n).is_positive() {
                    Ok(Way::Beside(unit(&n), Means::Polished))
                } else {
                    Err(NoTruth::TooWide(0.0))
                }
            }
            Pierced::Through(found) => self.proven(end, &found).map(Way::Through),
        }
    }

    fn proven(&self, end: End, found: &Through<Double>) -> Result<Proven, NoTruth> {
        let outer = self.proof.crossing(&found.normal);
        let points: Vec<[Ball; 3]> = found
            .directions
            .iter()
            .map(|n| self.fine.witness(&self.proof, n))
            .collect();
        let inside = <[[Ball; 3]; 3]>::try_from(points.clone())
            .ok()
            .and_then(|points| {
                let normal = found.normal.map(Ball::from);
                pierced(&points, &self.proof.motion, &normal, outer.centre())
            });
        let (inner, dilation) = match inside {
            Some(ball) => (Bracket::from(ball), 0.0),
            None => beside(&points, &self.proof.motion).ok_or(NoTruth::TooWide(f64::INFINITY))?,
        };
        let fraction = match end {
            End::Entry => Bracket {
                lower: outer.lower(),
                upper: inner.upper,
            },
            End::Exit => Bracket {
                lower: inner.lower,
                upper: outer.upper(),
            },
        };
        let normal = unit(&found.normal);
        let rate = dot(&normal, &self.plain.motion).abs();
        let open = (fraction.width() * rate).max(dilation) / self.scale;
        if open.is_nan() || open > TOO_WIDE {
            let deep = least_depth_of_line(&self.plain, &self.proof).max(0.0) / self.scale;
            return Err(if deep <= GRAZE {
                NoTruth::Graze(deep)
            } else {
                NoTruth::TooWide(open)
            });
        }
        Ok(Proven {
            fraction: ordered(fraction, end),
            normal,
            dilation,
            means: Means::Polished,
        })
    }
}

/// The bracket, with the bound that needs a dilation moved out to the other where they cross.
fn ordered(fraction: Bracket, end: End) -> Bracket {
    if fraction.lower <= fraction.upper {
        return fraction;
    }
    let at = match end {
        End::Entry => fraction.lower,
        End::Exit => fraction.upper,
    };
    Bracket {
        lower: at,
        upper: at,
    }
}
