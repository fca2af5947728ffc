//! A cast as cone programs: where the line of motion enters the obstacle, where it leaves it, and how near it comes.

use super::body::{point_in_core, radius};
use super::program::{Linear, Program, Solved};
use crate::obstacle::{Obstacle, unit};
use crate::tolerance::{CONIC, CONIC_ERROR};
use crate::truth::{Apart, Bracket, Fact, Inside, Meets};
use crate::{Cast, Means, NoTruth, Truth};
use nalgebra::Vector3;

struct Bench<'a> {
    cast: &'a Cast,
    /// The length that all lengths are divided by.
    size: f64,
    /// The fraction that positions count from, where the bodies' origins are nearest.
    near: f64,
    speed: f64,
}

/// One end of the line's way through C, or what there is instead.
enum End {
    At(Bracket, [f64; 3]),
    Never,
    Nowhere,
}

/// The truth by cone programs: see [`Truth::by_cones`].
pub(crate) fn find(cast: &Cast) -> Result<Truth, NoTruth> {
    if !cast.turn.is_none() {
        return Err(NoTruth::Turning);
    }
    let d = cast.motion();
    let offset = Vector3::from(cast.fixed.position) - Vector3::from(cast.moving.position);
    let speed = d.norm();
    let near = if speed > 0.0 {
        offset.dot(&d) / (speed * speed)
    } else {
        0.0
    };
    let size = cast.moving.reach() + cast.fixed.reach() + (offset - d * near).norm();
    let bench = Bench {
        cast,
        size: if size > 0.0 { size } else { 1.0 },
        near,
        speed,
    };
    let fact = bench.fact()?;
    Ok(Truth {
        fact,
        scale: Obstacle::<f64>::new(cast).scale(),
        means: Means::Conic,
        dilation: 0.0,
    })
}

impl Bench<'_> {
    fn fact(&self) -> Result<Fact, NoTruth> {
        if self.speed == 0.0 {
            return self.at_rest();
        }
        let (entry, normal) = match self.end(1.0)? {
            End::Nowhere => return self.apart(),
            End::Never => (Bracket::exactly(f64::NEG_INFINITY), [0.0; 3]),
            End::At(at, normal) => (at, normal),
        };
        if entry.value() > 1.0 {
            return self.apart();
        }
        if entry.value() >= 0.0 {
            let rate = -Vector3::from(normal).dot(&self.cast.motion());
            return Ok(Fact::Meets(Meets {
                fraction: entry,
                normal,
                rate,
                separation: self.distance(0.0)?.0,
                depth_of_line: f64::INFINITY,
            }));
        }
        let (exit, leaving) = match self.end(-1.0)? {
            End::Nowhere => return self.apart(),
            End::Never => (Bracket::exactly(f64::INFINITY), [0.0; 3]),
            End::At(at, normal) => (at, normal),
        };
        if exit.value() < 0.0 {
            return self.apart();
        }
        Ok(Fact::Inside(Inside {
            depth: Bracket {
                lower: 0.0.into(),
                upper: f64::INFINITY.into(),
            },
            normal,
            entry,
            exit,
            normals: [normal, leaving],
        }))
    }

    /// The program with a point of C's core, at the fraction `near` of the way.
    fn program(&self) -> (Program, [Linear; 3], f64) {
        let mut program = Program::default();
        let cast = self.cast;
        let moving = point_in_core(&mut program, &cast.moving, self.size);
        let fixed = point_in_core(&mut program, &cast.fixed, self.size);
        let way = cast.motion() * self.near;
        let offset = Vector3::from(cast.fixed.position) - Vector3::from(cast.moving.position) - way;
        let point = std::array::from_fn(|i| {
            let at = Linear::constant(offset[i] / self.size);
            at.plus(&fixed[i], 1.0).plus(&moving[i], -1.0)
        });
        let radius = radius(&cast.moving, self.size) + radius(&cast.fixed, self.size);
        (program, point, radius)
    }

    /// min or max τ with a point of C at τ along the motion, in units of the size.
    fn end(&self, sign: f64) -> Result<End, NoTruth> {
        let (mut program, mut point, radius) = self.program();
        if radius > 0.0 {
            let ball = program.variables(3);
            let mut longest = vec![Linear::constant(radius)];
            for (i, at) in ball.enumerate() {
                let part = Linear::variable(at, 1.0);
                point[i] = std::mem::take(&mut point[i]).plus(&part, 1.0);
                longest.push(part);
            }
            program.longest(longest);
        }
        let tau = program.variables(1).start;
        let along = self.cast.motion() / self.speed;
        let rows = (0..3).map(|i| {
            point[i]
                .clone()
                .plus(&Linear::variable(tau, 1.0), -along[i])
        });
        let at = program.zero(rows.collect());
        let (value, open, multipliers) = match program.least(tau, sign)? {
            Solved::Impossible => return Ok(End::Nowhere),
            Solved::Unbounded => return Ok(End::Never),
            Solved::Least {
                value,
                open,
                multipliers,
            } => (value, open, multipliers),
        };
        let n = unit(&[
            multipliers[at.start],
            multipliers[at.start + 1],
            multipliers[at.start + 2],
        ]);
        let closing = Vector3::from(n).dot(&along);
        // Out of C: against the motion at an entry, along it at an exit.
        let n = if closing * sign > 0.0 {
            n.map(|x| -x)
        } else {
            n
        };
        if open.is_nan() || open * closing.abs() > CONIC {
            return Err(NoTruth::TooWide(open));
        }
        // The solver's residuals, seen along the normal, move the value by as much over the sine of the graze.
        let error = open + CONIC_ERROR / closing.abs();
        let fraction = |x: f64| self.near + x * self.size / self.speed;
        let bracket = Bracket {
            lower: fraction(value - error).into(),
            upper: fraction(value + error).into(),
        };
        Ok(End::At(bracket, n))
    }

    /// The distance during the part of the sweep up to `end`, and the normal there.
    fn distance(&self, end: f64) -> Result<(Bracket, [f64; 3]), NoTruth> {
        let (mut program, point, radius) = self.program();
        let tau = program.variables(1).start;
        let length = program.variables(1).start;
        let along = if self.speed > 0.0 {
            self.cast.motion() / self.speed
        } else {
            Vector3::zeros()
        };
        let at = |fraction: f64| (fraction - self.near) * self.speed / self.size;
        program.not_negative(vec![
            Linear::constant(-at(0.0)).plus(&Linear::variable(tau, 1.0), 1.0),
            Linear::constant(at(end)).plus(&Linear::variable(tau, 1.0), -1.0),
        ]);
        let mut rows = vec![Linear::variable(length, 1.0)];
        rows.extend((0..3).map(|i| {
            point[i]
                .clone()
                .plus(&Linear::variable(tau, 1.0), -along[i])
        }));
        let at = program.longest(rows);
        let Solved::Least {
            value,
            open,
            multipliers,
        } = program.least(length, 1.0)?
        else {
            return Err(NoTruth::Solver("no distance".into()));
        };
        if open.is_nan() || open > CONIC {
            return Err(NoTruth::TooWide(open));
        }
        let error = open + CONIC_ERROR;
        let bound = |x: f64| ((x - radius).max(0.0) * self.size).into();
        let bracket = Bracket {
            lower: bound(value - error),
            upper: bound(value + error),
        };
        let n = [1, 2, 3].map(|i| multipliers[at.start + i]);
        Ok((bracket, unit(&n)))
    }

    fn apart(&self) -> Result<Fact, NoTruth> {
        let (gap, axis) = self.distance(1.0)?;
        let (separation, _) = self.distance(0.0)?;
        Ok(Fact::Apart(Apart {
            axis,
            gap,
            separation,
        }))
    }

    fn at_rest(&self) -> Result<Fact, NoTruth> {
        let (separation, axis) = self.distance(0.0)?;
        if separation.lower > 0.0.into() {
            return Ok(Fact::Apart(Apart {
                axis,
                gap: separation,
                separation,
            }));
        }
        Ok(Fact::Inside(Inside {
            depth: Bracket {
                lower: 0.0.into(),
                upper: f64::INFINITY.into(),
            },
            normal: axis,
            entry: Bracket::exactly(f64::NEG_INFINITY),
            exit: Bracket::exactly(f64::INFINITY),
            normals: [[0.0; 3]; 2],
        }))
    }
}
