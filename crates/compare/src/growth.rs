//! How cost grows.

use crate::casters::casters;
use crate::casts::Layout;
use crate::measure::{Judged, answers};
use crate::pairs::{Pair, Shapes, hulls, lay_out};
use crate::timing;
use crate::truth::Certified;
use crate::workload::reach;
use crate::{Errors, Way, Workload, WorkloadError};
use serde::Serialize;
use swept::{Capsule, Cuboid, InvalidShape};

/// Something that grows while all else stays.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// Its name.
    pub name: &'static str,
    /// The pair that is cast.
    pub pair: &'static str,
    /// What grows, with its unit.
    pub what: &'static str,
    /// From small to large.
    pub points: Vec<Point>,
}

/// A value of what grows.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The value.
    pub x: f64,
    /// The share of casts that hit.
    pub hit_rate: f64,
    /// Who, in the order asked for.
    pub cells: Vec<Grown>,
}

/// One way at one value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Grown {
    /// Who, and in which scalar.
    #[serde(flatten)]
    pub way: Way,
    /// Nanoseconds per cast.
    pub ns: f64,
    /// The time as a ratio to parry's in `f32`.
    pub ratio: Option<f64>,
    /// Wrong outcomes, of the casts of this point.
    pub wrong: usize,
    /// The greatest error along the normal, as a part of the scale.
    pub most: f64,
}

impl Grown {
    /// `base` is the time of parry in `f32`.
    pub(crate) fn new(way: Way, ns: f64, base: Option<f64>, errors: &Errors) -> Self {
        Self {
            way,
            ns,
            ratio: base.map(|base| ns / base),
            wrong: errors.wrong,
            most: errors.most,
        }
    }
}

/// What can grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grows {
    name: &'static str,
    pair: &'static str,
    what: &'static str,
    pub(crate) values: &'static [f64],
    /// The casts at a value, and the tolerance to ask for as a part of the scale.
    workload: fn(f64, u64, usize) -> Result<Workload, WorkloadError>,
    tolerance: fn(f64) -> f64,
}

const NO_TOLERANCE: fn(f64) -> f64 = |_| 0.0;

/// All that grows.
pub(crate) const GROWS: [Grows; 4] = [
    Grows {
        name: "hull-size",
        pair: "hull-hull",
        what: "corners of each hull",
        values: &[
            8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0,
        ],
        workload: |corners, seed, count| {
            let shapes = shapes(hulls(corners as usize))?;
            lay_out("hull-hull", &shapes, seed, count, &usual(&shapes, 1.0))
        },
        tolerance: NO_TOLERANCE,
    },
    Grows {
        name: "distance",
        pair: "cylinder-cylinder",
        what: "distance at the start, in sizes of the shapes",
        values: &[1.0, 1e1, 1e2, 1e3, 1e4, 1e5],
        workload: |distance, seed, count| {
            Pair::named("cylinder-cylinder")?.lay_out(seed, count, |usual| Layout {
                before: [1.01 * distance, 3.0 * distance],
                ..usual
            })
        },
        tolerance: NO_TOLERANCE,
    },
    Grows {
        name: "size-ratio",
        pair: "capsule-box",
        what: "size of the box, in sizes of the capsule",
        values: &[1.0, 1e1, 1e2, 1e3, 1e4, 1e5],
        workload: |ratio, seed, count| {
            let floor = [0.875, 0.5, 0.625].map(|x| x * ratio);
            let shapes = shapes((|| {
                let capsule = Capsule::new(0.5, 0.25)?.into();
                Ok([capsule, Cuboid::new(floor)?.into()])
            })())?;
            lay_out("capsule-box", &shapes, seed, count, &usual(&shapes, 0.8))
        },
        tolerance: NO_TOLERANCE,
    },
    Grows {
        name: "tolerance",
        pair: "cylinder-cylinder",
        what: "tolerance asked for, as a part of the scale (parry takes none)",
        values: &[1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2],
        workload: |_, seed, count| Pair::named("cylinder-cylinder")?.workload(seed, count),
        tolerance: |x| x,
    },
];

fn shapes(made: Result<Shapes, InvalidShape>) -> Result<Shapes, WorkloadError> {
    made.map_err(|e| WorkloadError::new("shape", e.to_string()))
}

fn usual([moving, fixed]: &Shapes, aim: f64) -> Layout {
    Layout::usual(reach(moving) + reach(fixed), aim)
}

impl Grows {
    /// Nothing measured yet.
    pub(crate) fn series(&self) -> Series {
        Series {
            name: self.name,
            pair: self.pair,
            what: self.what,
            points: Vec::new(),
        }
    }

    /// Measures one value.
    pub(crate) fn point(
        &self,
        x: f64,
        ways: &[Way],
        seed: u64,
        casts: usize,
        repeats: usize,
    ) -> Result<Point, WorkloadError> {
        let workload = (self.workload)(x, seed, casts)?;
        let judged = Judged::new(&workload, &Certified::new(&workload));
        let casters = casters(&workload, ways, (self.tolerance)(x) * workload.scale());
        let blocks = timing::blocks(&casters, casts, repeats);
        let base = casters.iter().position(|c| c.way() == Way::BASE);
        let cell = |i: usize| {
            let (caster, timed) = (&*casters[i], &blocks[i]);
            let errors = judged.errors(&answers(caster, casts), caster.way());
            Grown::new(
                caster.way(),
                timed.ns(),
                base.map(|base| blocks[base].ns()),
                &errors,
            )
        };
        Ok(Point {
            x,
            hit_rate: judged.hit_rate(),
            cells: (0..casters.len()).map(cell).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    #[test]
    fn every_series_has_casts_at_both_ends_and_swept_answers_them_right() {
        let auto = Solver::Swept(swept::Method::Auto);
        let chosen = |way: &Way| *way == Way::BASE || way.solver == auto;
        let ways: Vec<Way> = Way::all().filter(chosen).collect();
        for grows in &GROWS {
            for x in [grows.values[0], grows.values[grows.values.len() - 1]] {
                let point = grows.point(x, &ways, 3, 24, 1).unwrap();
                let label = format!("{} {x}", grows.name);
                assert!(
                    (0.25..=1.0).contains(&point.hit_rate),
                    "{label}: {}",
                    point.hit_rate
                );
                for cell in point.cells.iter().filter(|cell| cell.way.solver == auto) {
                    // A fraction in f32 of a long way is as coarse as that way.
                    let coarse = if grows.name == "distance" {
                        10.0 * x
                    } else {
                        1.0
                    };
                    let rounding = 64.0 * coarse * cell.way.scalar.epsilon();
                    let allowed = rounding + 2.0 * (grows.tolerance)(x);
                    assert!(cell.wrong == 0 && cell.most <= allowed, "{label}: {cell:?}");
                }
            }
        }
    }
}
