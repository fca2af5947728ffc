//! A case, cast by one method, with the one pair of convex shapes that its answer is about.

use super::{Ask, Reply, State};
use nalgebra::Isometry3;
use swept::{CastOptions, Certified, CertifiedTurn, Observer, Outcome, Shape, Sweep, TurningSweep};
use swept_case::{BadLine, Body, Case, CaseError, Geometry, turning_options};

/// A cast of one convex shape toward another.
pub enum Pair {
    /// Along a line.
    Linear(Sweep<f64, Shape<f64>, Shape<f64>>),
    /// Turning meanwhile.
    Turning(TurningSweep<f64, Shape<f64>, Shape<f64>>),
}

/// The answer about a [`Pair`], with its proof.
pub enum Proven {
    /// Along a line.
    Linear(Certified<f64>),
    /// Turning meanwhile.
    Turning(CertifiedTurn<f64>),
}

/// A case's answer.
pub struct Answered {
    /// The program's line.
    pub line: String,
    /// The pair that it is about.
    pub pair: Pair,
    /// What was found of that pair.
    pub proven: Proven,
}

/// The body's case.
pub fn parse(state: &State, ask: &Ask) -> Result<Case<f64>, Reply> {
    Case::parse(&ask.body, &mut state.meshes()).map_err(|bad| Reply::bad_line(&bad))
}

/// Whether both bodies are one convex shape, so that the pair is the whole case.
pub fn is_whole(case: &Case<f64>) -> bool {
    let convex = |body: &Body<f64>| matches!(body.geometry, Geometry::Convex(_));
    convex(&case.moving) && convex(&case.fixed)
}

/// Casts a case.
pub fn cast(case: &Case<f64>, options: &CastOptions<f64>) -> Result<Answered, Reply> {
    let refused = |error: CaseError| {
        let id = case.id.clone();
        Reply::bad_line(&BadLine { id, error })
    };
    let mut line = String::with_capacity(512);
    let id = case.id.as_ref();
    let (pair, proven) = if case.turn.is_none() {
        let answer = case.cast(options).map_err(refused)?;
        answer.push_line(id, &mut line);
        let pair = Pair::Linear(case.pair(&answer).map_err(refused)?);
        (pair, Proven::Linear(answer.certified))
    } else {
        let answer = case.cast_turning(options).map_err(refused)?;
        answer.push_line(id, &mut line);
        let pair = Pair::Turning(case.turning_pair(&answer).map_err(refused)?);
        (pair, Proven::Turning(answer.certified))
    };
    Ok(Answered { line, pair, proven })
}

impl Pair {
    /// The motion without its rotations.
    pub fn linear(&self) -> &Sweep<f64, Shape<f64>, Shape<f64>> {
        match self {
            Self::Linear(sweep) => sweep,
            Self::Turning(sweep) => sweep.linear(),
        }
    }

    /// Casts the pair once more, showing each step to `observer`. Every type of observers has the solvers compiled anew:
    /// there is one here, and what needs no steps is told by [`cast`].
    pub fn show(&self, options: &CastOptions<f64>, observer: &mut impl Observer) {
        match self {
            Self::Linear(sweep) => {
                let _ = sweep.cast_observed(options, observer);
            }
            Self::Turning(sweep) => {
                let _ = sweep.cast_observed(&turning_options(options), observer);
            }
        }
    }

    /// The pair as a line of the case format.
    pub fn to_line(&self) -> String {
        let sweep = self.linear();
        let body = |shape: &Shape<f64>, pose: Isometry3<f64>| Body::new(shape.clone()).at(pose);
        let (moving, fixed) = (sweep.moving(), sweep.fixed());
        let mut turn = swept_case::Turn::none();
        if let Self::Turning(sweep) = self {
            turn.moving = sweep.turns().moving.rotation;
            turn.fixed = sweep.turns().fixed.rotation;
        }
        Case {
            id: None,
            moving: body(moving.shape(), moving.pose()),
            fixed: body(fixed.shape(), fixed.pose()),
            displacement: *sweep.displacement(),
            turn,
        }
        .to_line()
    }
}

impl Proven {
    /// The answer.
    pub fn outcome(&self) -> &Outcome<f64> {
        match self {
            Self::Linear(certified) => &certified.outcome,
            Self::Turning(certified) => &certified.outcome,
        }
    }
}
