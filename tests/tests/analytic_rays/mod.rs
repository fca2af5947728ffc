//! Rays and ellipsoids in closed form against every caster: they must agree within the sum of the errors that they state.
//!
//! 3,000 casts per pair, ordinary and adversarial in turn. `SWEPT_ANALYTIC_CASTS` sets another number; beyond the first
//! 200,000 all are ordinary, so that 1,100,000 are a million ordinary and 100,000 adversarial casts:
//! `SWEPT_ANALYTIC_CASTS=1_100_000 cargo test --profile testrelease -p swept-tests analytic -- --nocapture`

mod compare;
mod ellipsoids;
mod facets;
mod rays;

/// How many casts there are per pair.
fn casts() -> u64 {
    swept_tests::from_environment("SWEPT_ANALYTIC_CASTS", 3_000)
}

/// Whether a cast is adversarial.
fn adversarial(index: u64) -> bool {
    index % 2 == 1 && index < 200_000
}
