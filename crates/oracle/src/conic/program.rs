//! A cone program, row by row.

use crate::NoTruth;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, SolverStatus, SupportedConeT,
};

/// A number that depends on the variables: constant + Σ coefficient · variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub(super) constant: f64,
    pub(super) terms: Vec<(usize, f64)>,
}

impl Linear {
    pub(super) fn constant(x: f64) -> Self {
        Self {
            constant: x,
            terms: Vec::new(),
        }
    }

    pub(super) fn variable(at: usize, factor: f64) -> Self {
        Self {
            constant: 0.0,
            terms: vec![(at, factor)],
        }
    }

    /// self + other · factor.
    pub(super) fn plus(mut self, other: &Self, factor: f64) -> Self {
        self.constant += other.constant * factor;
        let terms = other.terms.iter().map(|(at, x)| (*at, x * factor));
        self.terms.extend(terms);
        self
    }
}

/// Variables and constraints.
#[derive(Default)]
pub(super) struct Program {
    variables: usize,
    rows: Vec<Linear>,
    cones: Vec<SupportedConeT<f64>>,
}

/// What the solver found.
pub(super) enum Solved {
    /// The least value, with how far it may be off by the solver's own account; the multipliers of all rows.
    Least {
        value: f64,
        open: f64,
        multipliers: Vec<f64>,
    },
    /// No values of the variables meet all constraints.
    Impossible,
    /// There is no least value.
    Unbounded,
}

impl Program {
    pub(super) fn variables(&mut self, count: usize) -> std::ops::Range<usize> {
        let first = self.variables;
        self.variables += count;
        first..self.variables
    }

    /// All of these are 0. Returns where their multipliers stand.
    pub(super) fn zero(&mut self, rows: Vec<Linear>) -> std::ops::Range<usize> {
        self.push(SupportedConeT::ZeroConeT(rows.len()), rows)
    }

    /// None of these is negative.
    pub(super) fn not_negative(&mut self, rows: Vec<Linear>) {
        self.push(SupportedConeT::NonnegativeConeT(rows.len()), rows);
    }

    /// The first is not less than the length of the vector of the others.
    pub(super) fn longest(&mut self, rows: Vec<Linear>) -> std::ops::Range<usize> {
        self.push(SupportedConeT::SecondOrderConeT(rows.len()), rows)
    }

    fn push(&mut self, cone: SupportedConeT<f64>, rows: Vec<Linear>) -> std::ops::Range<usize> {
        let first = self.rows.len();
        self.rows.extend(rows);
        self.cones.push(cone);
        first..self.rows.len()
    }

    /// The least value of a variable times `sign`.
    pub(super) fn least(&self, variable: usize, sign: f64) -> Result<Solved, NoTruth> {
        let mut objective = vec![0.0; self.variables];
        objective[variable] = sign;
        let none = CscMatrix::zeros((self.variables, self.variables));
        let (mut at, mut of, mut value) = (Vec::new(), Vec::new(), Vec::new());
        for (i, row) in self.rows.iter().enumerate() {
            for (variable, x) in &row.terms {
                at.push(i);
                of.push(*variable);
                value.push(-x);
            }
        }
        let matrix = CscMatrix::new_from_triplets(self.rows.len(), self.variables, at, of, value);
        let constants: Vec<f64> = self.rows.iter().map(|r| r.constant).collect();
        let settings = DefaultSettingsBuilder::default()
            .verbose(false)
            .tol_gap_abs(1e-12)
            .tol_gap_rel(1e-12)
            .tol_feas(1e-12)
            .max_iter(100)
            .presolve_enable(false)
            .build()
            .map_err(|e| NoTruth::Solver(e.to_string()))?;
        let mut solver = DefaultSolver::new(
            &none,
            &objective,
            &matrix,
            &constants,
            &self.cones,
            settings,
        )
        .map_err(|e| NoTruth::Solver(e.to_string()))?;
        solver.solve();
        let found = &solver.solution;
        match found.status {
            SolverStatus::Solved
            | SolverStatus::AlmostSolved
            | SolverStatus::InsufficientProgress => Ok(Solved::Least {
                value: found.obj_val * sign,
                open: (found.obj_val - found.obj_val_dual).abs() + found.r_prim + found.r_dual,
                multipliers: found.z.clone(),
            }),
            SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
                Ok(Solved::Impossible)
            }
            SolverStatus::DualInfeasible | SolverStatus::AlmostDualInfeasible => {
                Ok(Solved::Unbounded)
            }
            other => Err(NoTruth::Solver(format!("{other:?}"))),
        }
    }
}
