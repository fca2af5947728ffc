//! Holds a claim against the truth.

use super::bench::Bench;
use super::{Claim, FaultKind, Verdict};
use crate::arith::{Number, dot, times};
use crate::graze::least_depth_of_line;
use crate::obstacle::Obstacle;
use crate::tolerance::SHORT;
use crate::truth::{Bracket, Fact, Inside, Meets};
use crate::{Cast, Precision, Truth};

/// Holds a claim against the truth of its cast. What a claim leaves out is not judged.
///
/// A fault is noted only where it is certain: the truth's brackets, and the errors of everything evaluated here, count for the
/// claim. Where rounding decides the outcome (a gap, a depth or a margin within [`Precision::ambiguity`]), any outcome is
/// excused that its own plane or points bear out to that length.
pub fn judge(cast: &Cast, claim: &Claim, truth: &Truth, precision: &Precision) -> Verdict {
    let mut bench = Bench::new(cast, truth, precision);
    match claim {
        Claim::Hit {
            fraction,
            fraction_upper,
            normal,
            point_moving,
            point_fixed,
        } => bench.hit(
            (*fraction, *fraction_upper),
            normal.as_ref(),
            [point_moving.as_ref(), point_fixed.as_ref()],
        ),
        Claim::Miss { axis, gap } => bench.miss(axis.as_ref(), *gap),
        Claim::Overlap {
            depth,
            depth_lower,
            normal,
            point_moving,
            point_fixed,
            entry,
            exit,
        } => {
            bench.overlap((*depth, *depth_lower), normal.as_ref(), [*entry, *exit]);
            let points = [point_moving.as_ref(), point_fixed.as_ref()];
            bench.overlap_points((*depth, *depth_lower), normal.as_ref(), points);
        }
        Claim::Unresolved { safe_fraction } => bench.unresolved(*safe_fraction),
    }
    bench.verdict
}

impl Bench<'_> {
    fn hit(
        &mut self,
        (fraction, upper): (f64, Option<f64>),
        normal: Option<&[f64; 3]>,
        points: [Option<&[f64; 3]>; 2],
    ) {
        let last = upper.unwrap_or(fraction);
        if !(0.0..=1.0).contains(&fraction) || !(fraction..f64::INFINITY).contains(&last) {
            self.ensure(false, FaultKind::OutOfRange, "fraction", f64::INFINITY);
            return;
        }
        let truth = self.truth;
        let doubt = self.doubt;
        let sure = match &truth.fact {
            Fact::Meets(meets) => self.fractions(meets, fraction, upper),
            Fact::Apart(apart) => {
                let gap = apart.gap.lower.value();
                self.at_most(gap, doubt, FaultKind::FalseHit, "outcome");
                self.verdict.excused = gap <= doubt;
                false
            }
            Fact::Inside(inside) => {
                let depth = inside.depth.lower.value();
                self.at_most(depth, doubt, FaultKind::WrongStart, "outcome");
                self.verdict.excused = depth <= doubt;
                false
            }
        };
        if self.verdict.has_wrong_outcome() {
            return;
        }
        if !matches!(truth.fact, Fact::Meets(_)) {
            // Rounding decides whether they meet, and not where. By the upper end they may have passed each other.
            let apart = self.apart_between([fraction, last.min(1.0)]);
            self.at_most(apart, doubt, FaultKind::Early, "fraction_upper");
        }
        if let Some(n) = normal
            && self.unit(n, "normal")
        {
            let cut = self.cut(n, fraction);
            self.at_most(cut, doubt, FaultKind::BadNormal, "normal");
            let d = self.proof.motion.map(Number::value);
            let along = dot(n, &d);
            let most = 4.0 * self.precision.epsilon * dot(&d, &d).sqrt();
            self.ensure(along <= most, FaultKind::BadNormal, "normal", along);
        }
        if let [Some(a), Some(b)] = points
            && sure
        {
            let apart = self.apart(a, &[0.0; 3], b);
            self.at_most(
                apart,
                2.0 * self.point_slack,
                FaultKind::PointsApart,
                "points",
            );
        }
        self.points(points, fraction, normal.filter(|_| sure), 0.0);
    }

    /// The points must lie on their bodies, and as far out along the normal as these go, up to `open`.
    fn points(
        &mut self,
        points: [Option<&[f64; 3]>; 2],
        fraction: f64,
        normal: Option<&[f64; 3]>,
        open: f64,
    ) {
        for (p, moving, field) in [
            (points[0], true, "point_moving"),
            (points[1], false, "point_fixed"),
        ] {
            if let Some(p) = p {
                self.on_body(p, moving, fraction, field);
                if let Some(n) = normal {
                    self.on_surface(p, moving, (fraction, open), n, field);
                }
            }
        }
    }

    /// Holds the fractions against the truth; whether it is no graze, so that points and bracket can be held to more.
    fn fractions(&mut self, meets: &Meets, fraction: f64, upper: Option<f64>) -> bool {
        let (rate, strict) = (meets.rate, self.strict);
        let grazes = meets.depth_of_line <= self.doubt;
        let after = beyond(fraction, &meets.fraction) * rate;
        let before = short_of(fraction, &meets.fraction) * rate;
        let error = after.max(before).max(0.0);
        self.verdict.error = Some(self.ulps(error));
        let budget = self.precision.error(self.truth.scale);
        self.at_most(error, budget, FaultKind::BeyondBound, "fraction");
        if let Some(upper) = upper {
            // A bracket claims to be proven.
            self.at_most(after, strict, FaultKind::Late, "fraction");
            // By the upper end contact is claimed for bodies grown by rounding.
            let early = short_of(upper, &meets.fraction) * rate;
            self.at_most(early, self.doubt, FaultKind::Early, "fraction_upper");
            let width = (upper - fraction) * rate;
            self.verdict.width = Some(self.ulps(width));
            if !grazes {
                self.at_most(
                    width,
                    2.0 * budget,
                    FaultKind::WideBracket,
                    "fraction_upper",
                );
            }
        }
        self.verdict.excused = grazes;
        !grazes
    }

    fn miss(&mut self, axis: Option<&[f64; 3]>, gap: Option<f64>) {
        let room = axis.and_then(|n| self.unit(n, "axis").then(|| self.proof.room(n)));
        if gap.is_some_and(|g| !(0.0..f64::INFINITY).contains(&g)) {
            self.ensure(false, FaultKind::OutOfRange, "gap", f64::INFINITY);
        }
        // How deep the plane claimed goes in at most; without one, how deep the line of motion, or the start, is.
        let truth = self.truth;
        // An axis is off by its own rounding, which over a long way is a long one.
        let d = self.proof.motion.map(Number::value);
        let rounding = self.precision.epsilon * dot(&d, &d).sqrt();
        let least_deep = self.doubt..=self.doubt + rounding;
        let deep = |known: f64| {
            room.map_or(known, |r| {
                let deep = -r.upper().value();
                if least_deep.contains(&deep) {
                    deep.min(known)
                } else {
                    deep
                }
            })
        };
        let excuse = match &truth.fact {
            Fact::Apart(_) => None,
            Fact::Meets(meets) => {
                let to_go = short_of(1.0, &meets.fraction)
                    .abs()
                    .min(beyond(1.0, &meets.fraction).abs());
                let known = meets.depth_of_line.min(to_go * meets.rate);
                let mut known = known.min(meets.separation.upper.value());
                let decides = room.is_none_or(|r| least_deep.contains(&-r.upper().value()));
                if decides && known > self.doubt {
                    // The truth knows one plane along the motion, near that of the contact; another may show a graze.
                    let plain = Obstacle::new(self.cast);
                    known = known.min(least_depth_of_line(&plain, &self.proof));
                }
                Some(deep(known))
            }
            Fact::Inside(inside) => Some(deep(inside.depth.lower.value())),
        };
        if let Some(deep) = excuse {
            self.at_most(deep, self.doubt, FaultKind::FalseMiss, "outcome");
            self.verdict.excused = deep <= self.doubt;
        }
        // No plane leaves more room than the bodies' least distance.
        let most = match (&room, &truth.fact) {
            (Some(room), _) => room.upper().value(),
            (None, Fact::Apart(apart)) => apart.gap.upper.value(),
            (None, Fact::Meets(_) | Fact::Inside(_)) => 0.0,
        };
        if let Some(gap) = gap {
            // Touching bodies are a miss with gap 0, although they may be an ulp deep.
            let slack = if gap == 0.0 || self.verdict.excused {
                self.doubt + rounding
            } else {
                self.strict
            };
            self.at_most(gap - most, slack, FaultKind::BadPlane, "gap");
        } else if room.is_some() {
            self.at_most(-most, self.doubt + rounding, FaultKind::BadPlane, "axis");
        }
    }

    fn overlap(
        &mut self,
        (depth, lower): (Option<f64>, Option<f64>),
        normal: Option<&[f64; 3]>,
        ends: [Option<f64>; 2],
    ) {
        let truth = self.truth;
        let doubt = self.doubt;
        let inside = match &truth.fact {
            Fact::Inside(inside) => inside,
            Fact::Meets(_) | Fact::Apart(_) => {
                let separation = match &truth.fact {
                    Fact::Meets(meets) => &meets.separation,
                    Fact::Apart(apart) => &apart.separation,
                    Fact::Inside(inside) => &inside.depth,
                };
                let apart = separation.lower.value();
                self.at_most(apart, doubt, FaultKind::WrongStart, "outcome");
                self.verdict.excused = apart <= doubt;
                return;
            }
        };
        if let Some(depth) = depth {
            self.depth(inside, depth, lower, normal);
        }
        if let Some(lower) = lower {
            let over = lower - inside.depth.upper.value();
            self.at_most(over, self.strict, FaultKind::DepthTooHigh, "depth_lower");
        }
        let known = [&inside.entry, &inside.exit];
        for (i, field) in ["entry", "exit"].into_iter().enumerate() {
            if let Some(end) = ends[i] {
                self.end(end, known[i], &inside.normals[i], field);
            }
        }
    }

    /// The depth is the overlap along the normal, and about the least of all.
    fn depth(
        &mut self,
        inside: &Inside,
        depth: f64,
        lower: Option<f64>,
        normal: Option<&[f64; 3]>,
    ) {
        let scale = self.truth.scale;
        let in_range =
            depth > 0.0 && depth.is_finite() && lower.is_none_or(|l| (0.0..=depth).contains(&l));
        self.ensure(in_range, FaultKind::OutOfRange, "depth", f64::INFINITY);
        let short = SHORT * self.precision.epsilon * scale;
        if let Some(n) = normal {
            if self.unit(n, "normal") {
                let way = self.cut(n, 0.0);
                self.at_most(way - depth, short, FaultKind::BadDepth, "depth");
                self.at_most(depth - way, 4.0 * self.doubt, FaultKind::BadDepth, "depth");
            }
        } else {
            let missing = inside.depth.lower.value() - depth;
            self.at_most(missing, short, FaultKind::BadDepth, "depth");
        }
        let open = self.precision.depth_error * scale;
        let over = depth - inside.depth.upper.value();
        self.at_most(over, open, FaultKind::BadDepth, "depth");
    }

    /// An entry or exit, along the normal there.
    fn end(&mut self, end: f64, known: &Bracket, normal: &[f64; 3], field: &'static str) {
        let right_side = if field == "entry" {
            end <= 0.0
        } else {
            end >= 0.0
        };
        self.ensure(right_side, FaultKind::OutOfRange, field, f64::INFINITY);
        let never = |x: f64| !x.is_finite();
        if never(end) || never(known.lower.value()) {
            let same = end == known.lower.value();
            self.ensure(same, FaultKind::BadEntryOrExit, field, f64::INFINITY);
            return;
        }
        let d = self.proof.motion.map(Number::value);
        let off = beyond(end, known).max(short_of(end, known)) * dot(normal, &d).abs();
        // Half-spaces may be entered or left far away.
        let far = self.precision.ambiguous(end.abs() * dot(&d, &d).sqrt());
        self.at_most(off, self.doubt.max(far), FaultKind::BadEntryOrExit, field);
    }

    fn overlap_points(
        &mut self,
        (depth, lower): (Option<f64>, Option<f64>),
        normal: Option<&[f64; 3]>,
        points: [Option<&[f64; 3]>; 2],
    ) {
        if self.verdict.has_wrong_outcome() {
            return;
        }
        // Over curved surfaces points wander sideways by the root of what the depth is open by.
        let open = depth
            .zip(lower)
            .map_or(0.0, |(depth, lower)| depth - lower)
            .max(0.0);
        if let ([Some(a), Some(b)], Some(n), Some(depth)) = (points, normal, depth) {
            let sideways = ((open + self.doubt) * self.truth.scale).sqrt();
            let apart = self.apart(a, &times(n, depth), b);
            let most = 2.0 * (self.point_slack + sideways);
            self.at_most(apart, most, FaultKind::PointsApart, "points");
        }
        self.points(points, 0.0, normal, open);
    }

    fn unresolved(&mut self, safe: Option<f64>) {
        self.ensure(false, FaultKind::Unresolved, "outcome", 0.0);
        let Some(safe) = safe else { return };
        let truth = self.truth;
        let after = match &truth.fact {
            Fact::Meets(meets) => beyond(safe, &meets.fraction) * meets.rate,
            Fact::Apart(_) => 0.0,
            Fact::Inside(inside) if safe > 0.0 => inside.depth.lower.value(),
            Fact::Inside(_) => 0.0,
        };
        self.at_most(after, self.strict, FaultKind::Late, "safe_fraction");
    }
}

/// How far a number is above the bracket; not more than 0 where it may lie in it.
fn beyond(x: f64, known: &Bracket) -> f64 {
    (crate::Double::from(x) - known.upper).value()
}

/// How far a number is below the bracket.
fn short_of(x: f64, known: &Bracket) -> f64 {
    (known.lower - x.into()).value()
}
