//! How many triangles end at which test.

/// What became of the triangles that were tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Triangles looked at.
    pub tested: u64,
    /// Those that face along the motion: left out at once.
    pub back_facing: u64,
    /// Those whose plane the sphere does not touch during the motion.
    pub early_out: u64,
    /// Those met with their inside, where no corner or edge needs a test.
    pub inside: u64,
    /// Those whose corners and edges were tested as well.
    pub fully_tested: u64,
    /// Sweeps of all triangles.
    pub sweeps: u64,
}

impl Statistics {
    /// These parts of all triangles tested: back-facing, early out, met inside, fully tested. 0 when there were none.
    #[must_use]
    pub fn shares(&self) -> [f64; 4] {
        let of = |n: u64| n as f64 / self.tested.max(1) as f64;
        [
            self.back_facing,
            self.early_out,
            self.inside,
            self.fully_tested,
        ]
        .map(of)
    }
}
