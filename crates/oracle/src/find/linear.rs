//! From the two ends of the line's way through C to what is true of the cast.

use super::ends::{Proven, Way};
use super::half_space;
use super::line::Bench;
use crate::arith::{Ball, Number, difference, dot, negated, times};
use crate::depth::depth;
use crate::nearest::{Nearest, nearest};
use crate::obstacle::{Obstacle, unit};
use crate::pierce::End;
use crate::tolerance::{NEAREST, NEAREST_IN_DOUBLE, WELL_KNOWN, power_of_two};
use crate::truth::{Apart, Bracket, Fact, Inside, Meets};
use crate::{Cast, Double, Means, NoTruth, Truth};

/// The truth of a cast that does not turn.
pub(crate) fn find(cast: &Cast) -> Result<Truth, NoTruth> {
    if !cast.turn.is_none() {
        return Err(NoTruth::Turning);
    }
    // In a unit near the size of what is there, so that no square leaves the range of numbers: exact.
    let far = difference(&cast.fixed.position, &cast.moving.position);
    let lengths = far.iter().chain(&cast.displacement);
    let size = lengths.fold(0.0, |m: f64, x| m.max(x.abs()));
    let unit = power_of_two(size.max(cast.moving.reach()).max(cast.fixed.reach()));
    let cast = cast.scaled(1.0 / unit);
    let proof = Obstacle::<Ball>::new(&cast);
    let plain = Obstacle::<f64>::new(&cast);
    let truth = if plain.is_bounded() {
        let scale = plain.scale();
        let fine = Obstacle::<Double>::new(&cast);
        Bench {
            plain,
            fine,
            proof,
            scale,
            cast,
        }
        .find()
    } else {
        Ok(half_space::find(&plain, &proof))
    }?;
    Ok(truth.in_unit(unit))
}

impl Bench {
    fn find(&self) -> Result<Truth, NoTruth> {
        if self.plain.motion == [0.0; 3] {
            return Ok(self.at_rest());
        }
        let entry = match self.way(End::Entry)? {
            Way::Beside(axis, means) => return Ok(self.apart(axis, means)),
            Way::Through(entry) => entry,
        };
        let beyond = |x: &Bracket, y: f64| x.value() > y;
        if beyond(&entry.fraction, 1.0) {
            return Ok(self.apart(entry.normal, entry.means));
        }
        if entry.fraction.lower >= 0.0.into() || beyond(&entry.fraction, 0.0) {
            return Ok(self.meets(&entry));
        }
        let exit = match self.way(End::Exit)? {
            // The line goes through: both ends exist.
            Way::Beside(axis, means) => return Ok(self.apart(axis, means)),
            Way::Through(exit) => exit,
        };
        if exit.fraction.upper < 0.0.into() {
            return Ok(self.apart(exit.normal, exit.means));
        }
        let (fraction, normals) = ([entry.fraction, exit.fraction], [entry.normal, exit.normal]);
        let dilation = entry.dilation.max(exit.dilation);
        Ok(self.inside(fraction, normals, dilation, entry.means.max(exit.means)))
    }

    fn truth(&self, fact: Fact, means: Means, dilation: f64) -> Truth {
        Truth {
            fact,
            scale: self.scale,
            means,
            dilation,
        }
    }

    fn inside(
        &self,
        [entry, exit]: [Bracket; 2],
        normals: [[f64; 3]; 2],
        dilation: f64,
        means: Means,
    ) -> Truth {
        let depth = depth(&self.plain, &self.proof, self.scale);
        let inside = Inside {
            depth: depth.depth,
            normal: depth.normal,
            entry,
            exit,
            normals,
        };
        self.truth(Fact::Inside(inside), means, dilation)
    }

    /// No displacement: all that there is, is the start.
    fn at_rest(&self) -> Truth {
        let (separation, normal) = self.separation(None);
        let means = Means::Polished;
        if separation.lower > 0.0.into() {
            let apart = Apart {
                axis: normal,
                gap: separation,
                separation,
            };
            return self.truth(Fact::Apart(apart), means, 0.0);
        }
        let ends = [f64::NEG_INFINITY, f64::INFINITY].map(Bracket::exactly);
        self.inside(ends, [[0.0; 3]; 2], separation.upper.value(), means)
    }

    fn meets(&self, entry: &Proven) -> Truth {
        let n = &entry.normal;
        let rate = (-dot(n, &self.plain.motion)).max(0.0);
        let plane = self.proof.separation(n);
        let far = self.proof.motion.map(|x| x * entry.fraction.upper.into());
        let most = crate::arith::norm(&far).upper();
        // The plane of the contact keeps far pairs well apart; for near ones the nearest points tell.
        let separation = if plane.lower().value() > crate::tolerance::NEAR * self.scale {
            Bracket {
                lower: plane.lower(),
                upper: most,
            }
        } else {
            let mut found = self.separation(Some(*n)).0;
            found.upper = if most < found.upper {
                most
            } else {
                found.upper
            };
            found
        };
        let meets = Meets {
            fraction: entry.fraction,
            normal: *n,
            rate,
            separation,
            depth_of_line: self.depth_of_line(n),
        };
        self.truth(Fact::Meets(meets), entry.means, entry.dilation)
    }

    /// How deep the line goes below the plane along the motion that is nearest to this one, if it is near.
    fn depth_of_line(&self, n: &[f64; 3]) -> f64 {
        let d = &self.plain.motion;
        let across = difference(n, &times(d, dot(n, d) / dot(d, d)));
        let length = dot(&across, &across).sqrt();
        if length <= 0.25 {
            return f64::INFINITY;
        }
        (-self.proof.room_across(&across)).upper().value().max(0.0)
    }

    fn apart(&self, axis: [f64; 3], means: Means) -> Truth {
        let d = self.plain.motion;
        let swept = |n: &[f64; 3]| {
            let y = self.plain.support(n);
            // C less the way: the farthest point takes the end of the way that is farthest back.
            if dot(n, &d) < 0.0 {
                difference(&y, &d)
            } else {
                y
            }
        };
        let found = nearest(swept, &negated(&axis), NEAREST * self.scale);
        let room = |n: &[f64; 3]| self.proof.room(n).lower();
        let better = unit(&found.normal);
        let axis = if room(&better) > room(&axis) {
            better
        } else {
            axis
        };
        let upper = self.way_off(&found, true);
        let gap = bracket(room(&axis), upper);
        let separation = self.separation(Some(axis)).0;
        let apart = Apart {
            axis,
            gap,
            separation,
        };
        self.truth(Fact::Apart(apart), means, 0.0)
    }

    /// The distance of the bodies at the start, and the normal that proves it from below. In `f64`; and where that leaves it open, in twice
    /// its precision: of faces that are all but flush, four points may hold the origin between them by rounding alone.
    fn separation(&self, first: Option<[f64; 3]>) -> (Bracket, [f64; 3]) {
        let first = first.unwrap_or([0.0, 1.0, 0.0]);
        let within = NEAREST * self.scale;
        let found = nearest(|n| self.plain.support(n), &negated(&first), within);
        let bounds = self.separated(&found, first);
        if bounds.0.lower > 0.0.into() && bounds.0.width() <= WELL_KNOWN * self.scale {
            return bounds;
        }
        let within = NEAREST_IN_DOUBLE * self.scale;
        let found = nearest(|n| self.fine.support(n), &negated(&bounds.1), within);
        let (again, normal) = self.separated(&found, bounds.1);
        let upper = if again.upper < bounds.0.upper {
            again.upper
        } else {
            bounds.0.upper
        };
        (bracket(again.lower, upper), normal)
    }

    /// What the nearest point that was found proves, or the plane with the normal `first` if that tells more.
    fn separated(&self, found: &Nearest, first: [f64; 3]) -> (Bracket, [f64; 3]) {
        let lower = |n: &[f64; 3]| self.proof.separation(n).lower();
        let better = unit(&found.normal);
        let normal = if lower(&better) > lower(&first) {
            better
        } else {
            first
        };
        (bracket(lower(&normal), self.way_off(found, false)), normal)
    }

    /// An upper bound on the distance, from the mixture that was found.
    fn way_off(&self, found: &Nearest, sweeping: bool) -> Double {
        let d = &self.proof.motion;
        let total = found
            .mixture
            .iter()
            .fold(Ball::default(), |s, (w, _)| s + (*w).into());
        let mut point = [Ball::default(); 3];
        for (weight, n) in &found.mixture {
            let share = Ball::from(*weight).over(total);
            let mut y = self.plain.witness(&self.proof, n);
            if sweeping && dot(n, &self.plain.motion) < 0.0 {
                y = difference(&y, d);
            }
            point = std::array::from_fn(|i| point[i] + share * y[i]);
        }
        crate::arith::norm(&point).upper()
    }
}

fn bracket(lower: Double, upper: Double) -> Bracket {
    let zero = Double::default();
    let lower = if lower < zero { zero } else { lower };
    Bracket {
        lower,
        upper: if upper < lower { lower } else { upper },
    }
}
