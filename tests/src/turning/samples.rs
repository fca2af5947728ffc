//! Fractions at which bodies may be nearest.

use super::poses::Poses;

/// Fractions of a motion, equally spaced and closer together at both ends, and the least of what is found between them.
pub struct Samples<'a> {
    poses: &'a Poses,
    count: u32,
}

/// How many of the least samples are refined, and how often their neighbourhood is made smaller: (√5 − 1)/2 to this power is 2⁻⁴⁵.
const REFINED: usize = 3;
const NARROWINGS: u32 = 64;

impl<'a> Samples<'a> {
    pub fn new(poses: &'a Poses, count: u32) -> Self {
        Self { poses, count }
    }

    /// Fractions between two others with upper bounds on the separation there: the least that were found.
    pub fn least(&self, from: f64, to: f64) -> Vec<(f64, f64)> {
        let all = self.measured(&self.fractions(from, to));
        let mut order: Vec<usize> = (0..all.len()).collect();
        // Those that are no higher than both of their neighbours.
        order.retain(|i| {
            let at = |j: usize| all.get(j).map_or(f64::INFINITY, |x| x.1);
            at(*i) <= at(i + 1) && at(*i) <= at(i.wrapping_sub(1))
        });
        order.sort_by(|i, j| all[*i].1.total_cmp(&all[*j].1));
        let refined = |i: &usize| {
            let near = |j: usize| all[j.min(all.len() - 1)].0;
            self.refine(all[*i], near(i.saturating_sub(1)), near(i + 1))
        };
        order.iter().take(REFINED).map(refined).collect()
    }

    /// In order: equally spaced ones, the last four turns, and ever nearer to both ends.
    fn fractions(&self, from: f64, to: f64) -> Vec<f64> {
        let way = to - from;
        let part = |x: f64| (from + way * x).clamp(from, to);
        let mut all: Vec<f64> = (0..=self.count)
            .map(|i| part(f64::from(i) / f64::from(self.count)))
            .collect();
        let turn = 1.0 / self.poses.turns().max(1.0);
        for i in 0..64 {
            all.push((to - turn * f64::from(i) / 16.0).max(from));
        }
        for k in 2..52 {
            let near = f64::from(-k).exp2();
            all.extend([part(near), (to - way * near).max(from)]);
        }
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// The separation at those fractions that another one, at the greatest speed of any point, does not rule out.
    fn measured(&self, fractions: &[f64]) -> Vec<(f64, f64)> {
        let mut all: Vec<(f64, f64)> = Vec::new();
        let (mut free, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
        for s in fractions {
            if *s < free {
                continue;
            }
            let apart = self.poses.separation(*s);
            // Until this, the bodies are farther apart than they have been.
            let spare = apart.lower - least.max(0.0);
            free = if spare > 0.0 {
                s + spare / self.poses.speed
            } else {
                f64::NEG_INFINITY
            };
            least = least.min(apart.upper);
            all.push((*s, apart.upper));
        }
        all
    }

    /// The least separation found between two fractions around a sample, by golden sections.
    fn refine(&self, at: (f64, f64), mut a: f64, mut b: f64) -> (f64, f64) {
        let mut best = at;
        let mut look = |s: f64| {
            let upper = self.poses.separation(s).upper;
            if upper < best.1 {
                best = (s, upper);
            }
            upper
        };
        const GOLDEN: f64 = 0.381_966_011_250_105;
        let (mut u, mut v) = (a + (b - a) * GOLDEN, b - (b - a) * GOLDEN);
        let (mut at_u, mut at_v) = (look(u), look(v));
        for _ in 0..NARROWINGS {
            if !(a < u && u < v && v < b) {
                break;
            }
            if at_u < at_v {
                (b, v, at_v) = (v, u, at_u);
                u = a + (b - a) * GOLDEN;
                at_u = look(u);
            } else {
                (a, u, at_u) = (u, v, at_v);
                v = b - (b - a) * GOLDEN;
                at_v = look(v);
            }
        }
        best
    }
}
