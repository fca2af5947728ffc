//! What comes along directions that lean: see `leaning.rs` of the solver.

use super::body::{apply, support_value};
use super::motion::{Motion, U};
use super::room::lowest;
use crate::tolerance::BEND;
use crate::turning::carried::Frame;
use crate::turning::leaning::Leaning;
use crate::wide::{Wide, Wide3, dot, narrow, wide3};
use nalgebra::Vector3;
use swept_support::{Support, sqrt};

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// The least φ between two fractions along an axis in a frame, from what it is at both, and the axis in world space there.
    pub(super) fn leaning(&self, frame: Frame, ends: [(Wide, Wide, &Vector3<f64>); 2]) -> f64 {
        let [(from, start, n), (to, end, _)] = ends;
        let moves = narrow(&self.displacement) != Vector3::zeros();
        let spins = [&self.moving.spin, &self.fixed.spin];
        let centres = narrow(&self.centres(from));
        let Some(bodies) = Leaning::seen_from(frame, spins, &centres, moves) else {
            return f64::NEG_INFINITY;
        };
        let h = to - from;
        let length = sqrt(n.norm_squared());
        let (mut first, mut last, mut curvature) = (start, end, 0.0);
        for (i, body) in bodies.iter().enumerate() {
            let Some(body) = body else { continue };
            let reaches = ends.map(|(at, _, n)| {
                let u = if i == 0 { -n } else { *n };
                body.leant(&u, h.value(), |u| self.comes(i, u, at) + u.dot(&body.lever))
            });
            let slack = BEND * U * body.ball * length;
            let (lost, bend) = body.bend((h.value(), length), reaches, slack);
            first = first - Wide::from(lost[0]);
            last = last - Wide::from(lost[1]);
            curvature += bend * (1.0 + 8.0 * U);
        }
        lowest(first, last, h, Wide::from(curvature))
    }

    /// How far the moving body (0) or the fixed one comes along a direction from its own centre at a fraction.
    fn comes(&self, body: usize, u: &Vector3<f64>, at: Wide) -> f64 {
        let u = wide3(u);
        let of = |(value, _): (Wide, f64), centre: Wide3| (value - dot(&u, &centre)).value();
        let (m, f) = (&self.moving, &self.fixed);
        if body == 0 {
            let rotation = m.rotation(at);
            of(
                support_value(m.shape, &rotation, &u),
                apply(&rotation, &m.centre),
            )
        } else {
            let rotation = f.rotation(at);
            of(
                support_value(f.shape, &rotation, &u),
                apply(&rotation, &f.centre),
            )
        }
    }
}
