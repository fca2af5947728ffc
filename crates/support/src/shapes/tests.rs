//! Every shape against its own definition.

mod aside;
mod bounds;
mod contract;
mod hull;
mod reach;
mod refused;
mod rolling;
mod rounded;

use super::*;
use crate::Support;
use alloc::vec::Vec;

fn at(shape: &dyn Support, n: [f64; 3]) -> [f64; 3] {
    shape.support_point(&Vector3::from(n)).coords.into()
}

/// Points spread over a ball.
pub(crate) fn ball(count: usize) -> Vec<Vector3<f64>> {
    super::convex_hull::sphere_directions(count).collect()
}
