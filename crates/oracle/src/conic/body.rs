//! A body as constraints on a point of it.

use super::program::{Linear, Program};
use crate::{Body, Form};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Adds the variables and constraints of a point in the body's core, and gives the point relative to the body's origin.
/// Lengths are divided by `unit`.
pub(super) fn point_in_core(program: &mut Program, body: &Body, unit: f64) -> [Linear; 3] {
    let (core, _) = body.shape.core();
    let [x, y, z, w] = body.rotation;
    let largest = body.rotation.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    let q = Quaternion::new(w, x, y, z) / largest;
    let rotation = UnitQuaternion::from_quaternion(q);
    let local = local(program, core.as_ref(), unit);
    let matrix = rotation.to_rotation_matrix();
    std::array::from_fn(|i| {
        (0..3).fold(Linear::default(), |sum, j| {
            sum.plus(&local[j], matrix[(i, j)])
        })
    })
}

/// The radius of the ball around the core.
pub(super) fn radius(body: &Body, unit: f64) -> f64 {
    body.shape.core().1.iter().sum::<f64>() / unit
}

fn local(program: &mut Program, core: &Form, unit: f64) -> [Linear; 3] {
    let l = |x: &f64| x / unit;
    match core {
        Form::Cylinder {
            half_height,
            radius,
        } => {
            let u = free(program);
            program.not_negative(vec![
                Linear::constant(l(half_height)).plus(&u[1], 1.0),
                Linear::constant(l(half_height)).plus(&u[1], -1.0),
            ]);
            program.longest(vec![
                Linear::constant(l(radius)),
                u[0].clone(),
                u[2].clone(),
            ]);
            u
        }
        Form::Cone {
            half_height,
            radius,
        } => {
            let u = free(program);
            let (h, r) = (l(half_height), l(radius));
            // As wide as what is left of the height to the apex allows.
            let wide = if h > 0.0 {
                // The apex' own height, too: where the radius is 0, nothing else ends the cone there.
                program.not_negative(vec![
                    Linear::constant(h).plus(&u[1], 1.0),
                    Linear::constant(h).plus(&u[1], -1.0),
                ]);
                Linear::constant(0.5 * r).plus(&u[1], -0.5 * r / h)
            } else {
                program.zero(vec![u[1].clone()]);
                Linear::constant(r)
            };
            program.longest(vec![wide, u[0].clone(), u[2].clone()]);
            u
        }
        Form::Ellipsoid { radii } => {
            let u = free(program);
            let mut ball = vec![Linear::constant(1.0)];
            ball.extend(u.iter().cloned());
            program.longest(ball);
            std::array::from_fn(|i| Linear::default().plus(&u[i], l(&radii[i])))
        }
        Form::HalfSpace { normal } => {
            let u = free(program);
            let n = Vector3::from(*normal).normalize();
            let above = (0..3).fold(Linear::default(), |sum, i| sum.plus(&u[i], n[i]));
            program.not_negative(vec![Linear::default().plus(&above, -1.0)]);
            u
        }
        polytope => {
            let corners = polytope.corners().unwrap_or_default();
            let weights = program.variables(corners.len());
            let mut one = Linear::constant(-1.0);
            let mut point: [Linear; 3] = std::array::from_fn(|_| Linear::default());
            for (at, corner) in weights.zip(&corners) {
                let weight = Linear::variable(at, 1.0);
                one = one.plus(&weight, 1.0);
                for i in 0..3 {
                    point[i] = std::mem::take(&mut point[i]).plus(&weight, l(&corner[i]));
                }
                program.not_negative(vec![weight]);
            }
            program.zero(vec![one]);
            point
        }
    }
}

/// Three variables.
fn free(program: &mut Program) -> [Linear; 3] {
    let at = program.variables(3);
    std::array::from_fn(|i| Linear::variable(at.start + i, 1.0))
}
