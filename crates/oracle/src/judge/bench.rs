//! What a judge measures by: the obstacle in numbers that count rounding errors, and what the scalar allows.

use super::{Fault, FaultKind, Verdict};
use crate::arith::{Ball, Number, difference, dot, negated, norm, sum, times, wide};
use crate::nearest::{nearest, nearest_of};
use crate::obstacle::{Obstacle, unit};
use crate::solid::Solid;
use crate::tolerance::NEAREST;
use crate::{Body, Cast, Precision, Truth};

pub(super) struct Bench<'a> {
    pub(super) truth: &'a Truth,
    pub(super) proof: Obstacle<Ball>,
    pub(super) cast: &'a Cast,
    pub(super) precision: &'a Precision,
    /// What rounding may decide: a length.
    pub(super) doubt: f64,
    /// What a proven bound may be off by: the truth's own error, a length.
    pub(super) strict: f64,
    /// How far a point may lie off its body: a length.
    pub(super) point_slack: f64,
    pub(super) verdict: Verdict,
}

impl<'a> Bench<'a> {
    pub(super) fn new(cast: &'a Cast, truth: &'a Truth, precision: &'a Precision) -> Self {
        let length = |v: &[f64; 3]| dot(v, v).sqrt();
        let world = length(&cast.moving.position) + length(&cast.fixed.position);
        let scale = truth.scale;
        Self {
            truth,
            proof: Obstacle::new(cast),
            cast,
            precision,
            doubt: precision.ambiguous(scale),
            strict: crate::tolerance::STRICT * scale + 4.0 * truth.dilation,
            point_slack: precision.point_error * scale + precision.ambiguous(world),
            verdict: Verdict::default(),
        }
    }

    /// A length in units in the last place of the scale.
    pub(super) fn ulps(&self, length: f64) -> f64 {
        length / (self.precision.epsilon * self.truth.scale)
    }

    /// Notes a fault unless `ok`.
    pub(super) fn ensure(&mut self, ok: bool, kind: FaultKind, field: &'static str, amount: f64) {
        if !ok {
            let ulps = self.ulps(amount);
            self.verdict.faults.push(Fault {
                kind,
                field,
                amount,
                ulps,
            });
        }
    }

    /// A length that must not be more than `most`.
    pub(super) fn at_most(&mut self, length: f64, most: f64, kind: FaultKind, field: &'static str) {
        self.ensure(length <= most, kind, field, length);
    }

    /// Whether the vector is of unit length, and can be used as a direction.
    pub(super) fn unit(&mut self, n: &[f64; 3], field: &'static str) -> bool {
        let length: Ball = norm(&wide(n));
        let off = (length.value() - 1.0).abs();
        let ok = off <= 8.0 * self.precision.epsilon;
        self.ensure(ok, FaultKind::NotUnit, field, off * self.truth.scale);
        length.is_positive() && length.value().is_finite()
    }

    /// By how much the plane with this normal cuts into the obstacle at a fraction; negative for room.
    pub(super) fn cut(&self, n: &[f64; 3], fraction: f64) -> f64 {
        let n: [Ball; 3] = wide(n);
        let way = dot(&n, &self.proof.motion) * Ball::from(fraction);
        (self.proof.height(&n) - way).over(norm(&n)).value()
    }

    /// How far the bodies are apart from one fraction to another, by the plane of their nearest points on that way; 0 where none of those
    /// was found.
    pub(super) fn apart_between(&self, ends: [f64; 2]) -> f64 {
        let normal = match self.proof.fixed.unbounded_normal() {
            Some(normal) => unit(&normal),
            None => {
                let plain = Obstacle::<f64>::new(self.cast);
                let support = |n: &[f64; 3]| {
                    // C less the way: the farthest point takes the end of the way that is farthest back.
                    let closing = dot(n, &plain.motion) < 0.0;
                    let way = times(&plain.motion, ends[usize::from(closing)]);
                    difference(&plain.support(n), &way)
                };
                nearest(support, &[1.0; 3], NEAREST * self.truth.scale).normal
            }
        };
        if normal == [0.0; 3] {
            return 0.0;
        }
        ends.map(|at| -self.cut(&normal, at))
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }

    /// The point must lie on the body, up to the slack.
    pub(super) fn on_body(
        &mut self,
        p: &[f64; 3],
        moving: bool,
        fraction: f64,
        field: &'static str,
    ) {
        if !p.iter().all(|x| x.is_finite()) {
            self.ensure(false, FaultKind::OutOfRange, field, f64::INFINITY);
            return;
        }
        let body = self.body(moving);
        let solid = Solid::<Ball>::new(body, [Ball::default(); 3]);
        let place = self.place(p, moving, fraction);
        if let Some(normal) = solid.unbounded_normal() {
            let out = dot(&normal, &place).over(norm(&normal)) - solid.radius();
            self.at_most(out.value(), self.point_slack, FaultKind::BadPoint, field);
            return;
        }
        let found = nearest_of(body, &place.map(Number::value));
        if found.distance > self.point_slack {
            let n: [Ball; 3] = wide(&found.normal);
            let out = (dot(&n, &place) - solid.height(&n))
                .over(norm(&n))
                .lower()
                .value();
            self.at_most(out, self.point_slack, FaultKind::BadPoint, field);
        }
    }

    /// The point must be as far out along `n` as the body goes, up to the slack and `open`.
    pub(super) fn on_surface(
        &mut self,
        p: &[f64; 3],
        moving: bool,
        (fraction, open): (f64, f64),
        n: &[f64; 3],
        field: &'static str,
    ) {
        let n = if moving { negated(n) } else { *n };
        let n: [Ball; 3] = wide(&n);
        let height = Solid::<Ball>::new(self.body(moving), [Ball::default(); 3]).height(&n);
        let place = self.place(p, moving, fraction);
        let deep = (height - dot(&n, &place)).over(norm(&n)).value();
        self.at_most(deep, self.point_slack + open, FaultKind::BadPoint, field);
    }

    fn body(&self, moving: bool) -> &'a Body {
        if moving {
            &self.cast.moving
        } else {
            &self.cast.fixed
        }
    }

    /// A point of the world relative to its body's origin, the moving body at a fraction of its way.
    fn place(&self, p: &[f64; 3], moving: bool, fraction: f64) -> [Ball; 3] {
        let at = difference(&wide(p), &wide(&self.body(moving).position));
        if moving {
            let way = times(&self.proof.motion, Ball::from(fraction));
            difference(&at, &way)
        } else {
            at
        }
    }

    /// |a + way − b|.
    pub(super) fn apart(&self, a: &[f64; 3], way: &[f64; 3], b: &[f64; 3]) -> f64 {
        let moved: [Ball; 3] = sum(&wide(a), &wide(way));
        norm(&difference(&moved, &wide(b))).value()
    }
}
