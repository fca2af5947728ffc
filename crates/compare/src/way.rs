//! Who answers, and in which scalar.

use crate::Scalar;
use serde::{Serialize, Serializer};
use swept::Method;

/// Who answers a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// `parry3d::query::cast_shapes`, or the same of `parry3d-f64`.
    Parry,
    /// swept, by one of its methods.
    Swept(Method),
    /// The closed forms of `swept-analytic`, for the pairs that have one; `f64` only.
    Analytic,
    /// Another program: see [`Peer`](crate::Peer).
    Peer(&'static str),
}

impl Solver {
    /// Everyone but other programs, in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let swept = Method::ALL.into_iter().map(Self::Swept);
        [Self::Parry]
            .into_iter()
            .chain(swept)
            .chain([Self::Analytic])
    }

    /// Its name in commands and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parry => "parry",
            Self::Swept(method) => method.name(),
            Self::Analytic => "analytic",
            Self::Peer(name) => name,
        }
    }

    /// Its place in tables: other programs come last.
    pub(crate) fn place(self) -> usize {
        let place = Self::all().position(|s| s == self);
        place.unwrap_or_else(|| Self::all().count())
    }
}

impl Serialize for Solver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A solver in a scalar: one row of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Who answers.
    pub solver: Solver,
    /// In which scalar.
    pub scalar: Scalar,
}

impl Way {
    /// What all ratios are taken to: parry in `f32`.
    pub const BASE: Self = Self {
        solver: Solver::Parry,
        scalar: Scalar::F32,
    };

    /// Everyone but other programs in both scalars.
    pub fn all() -> impl Iterator<Item = Self> {
        Scalar::ALL.into_iter().flat_map(|scalar| {
            let named = Solver::all().map(move |solver| Self { solver, scalar });
            named.filter(|way| way.solver != Solver::Analytic || way.scalar == Scalar::F64)
        })
    }

    /// `portal f32`.
    pub fn label(self) -> String {
        format!("{} {}", self.solver.name(), self.scalar.name())
    }
}
