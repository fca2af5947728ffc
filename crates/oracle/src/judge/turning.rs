//! Holds a claim about a cast that turns against its truth.

use super::{Claim, Fault, FaultKind, Verdict, judge};
use crate::arith::norm;
use crate::tolerance::{LATE_POSES, TURNED_DOUBT};
use crate::truth::{Turned, TurnedFact};
use crate::turning::Poses;
use crate::{Cast, Fact, Precision, Truth};

/// Holds a claim about a cast that turns against its truth. What a claim leaves out is not judged.
///
/// A hit is judged by the pose that it names, as a cast that stands still: apart there it is early, deep there it is late; and
/// its normal and points are those of that pose. It is late as well when the bodies overlap at a pose before it. Within what
/// rounding may decide, 128 ε of the scale of the motion, nothing is a fault.
pub fn judge_turning(cast: &Cast, claim: &Claim, truth: &Turned, precision: &Precision) -> Verdict {
    let poses = Poses::new(cast);
    let mut bench = Bench {
        doubt: TURNED_DOUBT * precision.ambiguous(truth.scale) + 4.0 * poses.blur,
        poses,
        truth,
        precision,
        verdict: Verdict::default(),
    };
    match claim {
        Claim::Hit {
            fraction,
            fraction_upper,
            normal,
            point_moving,
            point_fixed,
        } => bench.hit(
            (*fraction, *fraction_upper),
            *normal,
            [*point_moving, *point_fixed],
        ),
        Claim::Miss { gap, .. } => bench.miss(*gap),
        Claim::Overlap { .. } => bench.overlap(claim),
        Claim::Unresolved { safe_fraction } => {
            bench.fault(FaultKind::Unresolved, "outcome", 0.0);
            if let Some(safe) = safe_fraction {
                bench.late(*safe, "safe_fraction");
            }
        }
    }
    bench.verdict
}

struct Bench<'a> {
    poses: Poses<'a>,
    truth: &'a Turned,
    precision: &'a Precision,
    /// What rounding may decide: a length.
    doubt: f64,
    verdict: Verdict,
}

impl Bench<'_> {
    fn fault(&mut self, kind: FaultKind, field: &'static str, amount: f64) {
        let ulps = amount / (self.precision.epsilon * self.truth.scale);
        self.verdict.faults.push(Fault {
            kind,
            field,
            amount,
            ulps,
        });
    }

    fn hit(
        &mut self,
        (fraction, upper): (f64, Option<f64>),
        normal: Option<[f64; 3]>,
        points: [Option<[f64; 3]>; 2],
    ) {
        let last = upper.unwrap_or(fraction);
        if !(0.0..=1.0).contains(&fraction) || !(fraction..f64::INFINITY).contains(&last) {
            self.fault(FaultKind::OutOfRange, "fraction", f64::INFINITY);
            return;
        }
        // What the bodies move from the fraction to where contact is claimed; a fraction alone is rounded.
        let open = self.poses.speed * (last - fraction).max(self.precision.epsilon * fraction);
        self.pose(fraction, self.doubt + open, normal, points);
        if let [Some(a), Some(b)] = points {
            let apart = norm(&std::array::from_fn::<f64, 3, _>(|i| a[i] - b[i]));
            let slack = 2.0 * self.precision.point_error * self.truth.scale;
            if apart > slack + self.doubt + open {
                self.fault(FaultKind::PointsApart, "points", apart);
            }
        }
        self.late(fraction, "fraction");
        self.verdict.excused = self.truth.fact == TurnedFact::Grazes;
    }

    /// Holds a hit against the pose that it names, up to `doubt`.
    fn pose(
        &mut self,
        fraction: f64,
        doubt: f64,
        normal: Option<[f64; 3]>,
        [point_moving, point_fixed]: [Option<[f64; 3]>; 2],
    ) {
        let pose = self.poses.at(fraction);
        let Ok(truth) = Truth::of(&pose) else {
            return;
        };
        let apart = match &truth.fact {
            Fact::Apart(apart) => apart.separation.lower.value(),
            Fact::Inside(inside) => inside.depth.lower.value(),
            Fact::Meets(_) => 0.0,
        };
        self.verdict.error = Some(apart.max(0.0) / (self.precision.epsilon * self.truth.scale));
        let still = Claim::Hit {
            fraction: 0.0,
            fraction_upper: None,
            normal,
            point_moving,
            point_fixed,
        };
        for fault in self.of_pose(&pose, &still, &truth, doubt) {
            let kind = match fault.kind {
                FaultKind::FalseHit if self.truth.fact != TurnedFact::Apart => FaultKind::Early,
                FaultKind::WrongStart => FaultKind::Late,
                kind => kind,
            };
            self.fault(kind, fault.field, fault.amount);
        }
    }

    /// Whether the bodies overlap before a fraction up to which they are claimed to be apart.
    fn late(&mut self, fraction: f64, field: &'static str) {
        let from = self.truth.free_until;
        let mut deepest = match self.truth.fact {
            TurnedFact::Meets { at, depth } if at < fraction => depth,
            _ => 0.0,
        };
        if (fraction - from) * self.poses.speed > self.doubt {
            for i in 1..LATE_POSES {
                let at = from + (fraction - from) * f64::from(i) / f64::from(LATE_POSES);
                deepest = self.poses.depth(at).max(deepest);
            }
        }
        if deepest > self.doubt {
            self.fault(FaultKind::Late, field, deepest);
        }
    }

    fn miss(&mut self, gap: Option<f64>) {
        match self.truth.fact {
            TurnedFact::Meets { depth, .. } if depth > self.doubt => {
                self.fault(FaultKind::FalseMiss, "outcome", depth);
            }
            TurnedFact::Meets { .. } | TurnedFact::Grazes => self.verdict.excused = true,
            TurnedFact::Apart => {}
        }
        if let Some(gap) = gap {
            if !(0.0..f64::INFINITY).contains(&gap) {
                self.fault(FaultKind::OutOfRange, "gap", f64::INFINITY);
            }
            let over = gap - self.truth.least.1;
            if over > self.doubt {
                self.fault(FaultKind::BadPlane, "gap", over);
            }
        }
    }

    /// Holds an overlap against the start, as a cast that stands still. Where a line of motion would enter and leave is not judged:
    /// bodies that turn follow none.
    fn overlap(&mut self, claim: &Claim) {
        let mut still = *claim;
        if let Claim::Overlap { entry, exit, .. } = &mut still {
            (*entry, *exit) = (None, None);
        }
        let pose = self.poses.at(0.0);
        if let Ok(truth) = Truth::of(&pose) {
            for fault in self.of_pose(&pose, &still, &truth, self.doubt) {
                self.fault(fault.kind, fault.field, fault.amount);
            }
        }
    }

    /// What is wrong with a claim about a pose, where rounding may decide `doubt`.
    fn of_pose(&self, pose: &Cast, still: &Claim, truth: &Truth, doubt: f64) -> Vec<Fault> {
        let wider = Precision {
            ambiguity: doubt / (self.precision.epsilon * truth.scale),
            ..*self.precision
        };
        judge(pose, still, truth, &wider).faults
    }
}
