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

/// Directions spread over the sphere, along a spiral of constant area per step (E. B. Saff, A. B. J. Kuijlaars, *Distributing many points on
/// a sphere*, 1997). Each is turned from the last by one fixed rotation, so that no sine is needed.
pub(crate) fn ball(count: usize) -> Vec<Vector3<f64>> {
    // A turn by an angle with cosine and sine (-0.7373688780783197, 0.6754902942615238): the golden angle.
    let (c, s) = (-0.737_368_878_078_319_7, 0.675_490_294_261_523_8);
    let (mut x, mut z) = (1.0, 0.0);
    let direction = |i| {
        let y = 1.0 - (2 * i + 1) as f64 / count as f64;
        let across = crate::sqrt(1.0 - y * y);
        (x, z) = (c * x - s * z, s * x + c * z);
        Vector3::new(across * x, y, across * z)
    };
    (0..count).map(direction).collect()
}
