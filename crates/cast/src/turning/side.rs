//! A straight line of a round side, as of a cylinder or a cone, taken for an edge of its body.
//!
//! Along the normal across it, nothing of the body comes beyond it, and an axis that turns loses what the side curves away. What `crossed.rs`
//! proves asks for no more. In contact a normal is known to about the root of the contact tolerance, and of a cone the line turns
//! with it. But along a line the side has one tangent plane, and as its normal turns, the line moves in that plane. The cross product of
//! two directions in a plane is along its normal: so the axis across two such lines, or one and an edge, is off by a product of what
//! their normals are off by. The line at the axis that the last ones gave is a step of a method of second order.

use nalgebra::Vector3;
use swept_support::sqrt;

/// The lines of a round side, in its shape's own frame.
pub(super) struct Side {
    /// The axis of revolution, a unit vector.
    axle: Vector3<f64>,
    /// The parts of a line's direction along the axle and away from it.
    along: f64,
    out: f64,
}

impl Side {
    /// With the direction of the line where the shape is farthest along `n`; `None` where that is along the axle.
    pub(super) fn new(axle: Vector3<f64>, line: Vector3<f64>, n: &Vector3<f64>) -> Option<Self> {
        let out = away(&axle, n)?;
        Some(Self {
            along: axle.dot(&line),
            out: out.dot(&line),
            axle,
        })
    }

    /// The direction of the line where the shape is farthest along `n`.
    pub(super) fn line(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let line = self.axle * self.along + away(&self.axle, n)? * self.out;
        Some(line / sqrt(line.norm_squared()))
    }
}

/// The direction of the part of a vector across an axle (unit).
fn away(axle: &Vector3<f64>, n: &Vector3<f64>) -> Option<Vector3<f64>> {
    let out = n - axle * axle.dot(n);
    let length = sqrt(out.norm_squared());
    (length > 0.0).then(|| out / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a cone lead from its apex out to its rim, at one angle to its axle.
    #[test]
    fn each_line_of_a_side_is_another_turned_about_the_axle() {
        let [axle, e, f] =
            [[2.0, 3.0, 6.0], [3.0, -6.0, 2.0], [6.0, 2.0, -3.0]].map(|v| Vector3::from(v) / 7.0);
        let line = |out: &Vector3<f64>| out * 0.6 - axle * 0.8;
        let side = Side::new(axle, line(&e), &(e * 1.5 + axle * 0.4)).unwrap();
        for out in [e, -e, f, e * 0.6 - f * 0.8] {
            for up in [-2.0, 0.0, 3.0] {
                let found = side.line(&(out * 0.5 + axle * up)).unwrap();
                assert!((found - line(&out)).norm() < 1e-15, "{found}");
            }
        }
        // Along the axle all of them are as far.
        let (up, out) = (Vector3::y(), Vector3::x());
        assert!(Side::new(up, out, &(up * 2.0)).is_none());
        let side = Side::new(up, out, &out).unwrap();
        assert_eq!((side.line(&-up), side.line(&-out)), (None, Some(-out)));
    }
}
