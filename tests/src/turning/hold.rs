//! Holds what a turning cast answers against the poses of its motion: see `poses.rs` for what these may be off by.
//!
//! Samples can only show that an answer is wrong, never that it is right. What they show is certain: a separation of a sample lies between
//! two points and a plane, and a flag is raised only where the side of it that is proven contradicts the answer.

use super::poses::{Poses, Separation};
use super::samples::Samples;
use super::{Answered, TurningCase};
use std::fmt;
use swept::{Hit, Miss, Outcome, Overlap, Real, StartOverlap, TurningCertificate};
use swept_oracle::{Double, Precision};

/// Something that an answer promises and that does not hold.
#[derive(Clone, Debug)]
pub struct Flag {
    /// What kind of promise.
    pub kind: &'static str,
    /// By how much it fails, in units of what is promised: more than 1.
    pub by: f64,
    /// In words.
    pub what: String,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.3e}: {}", self.kind, self.by, self.what)
    }
}

/// Where the pieces of a proof begin and contact is, what it allows itself, and what it says of a start within the target distance.
struct Proof {
    from: f64,
    contact: Option<Double>,
    tolerance: f64,
    target: f64,
    within: Option<(f64, f64)>,
}

impl Proof {
    fn of(certificate: &TurningCertificate, target: f64) -> Self {
        let two = |parts: &[f64; 2]| Double::from(parts[0]) + Double::from(parts[1]);
        match certificate {
            TurningCertificate::Turning(proof) => Self {
                from: two(&proof.ignored).value(),
                contact: Some(two(&proof.contact)),
                tolerance: proof.tolerance,
                target: proof.target_distance,
                within: proof.within.as_ref().map(|w| (w.by, two(&w.until).value())),
            },
            TurningCertificate::Linear(c) | TurningCertificate::Start(c) => Self {
                from: 0.0,
                contact: None,
                tolerance: c.tolerance,
                target,
                within: None,
            },
        }
    }

    /// The separation that counts as contact at a fraction.
    fn target_at(&self, s: f64) -> f64 {
        match self.within {
            Some((by, until)) if s <= until => self.target - by,
            _ => self.target,
        }
    }
}

/// Everything about an answer to a case that does not hold, by `count` samples.
pub fn hold<T: Real>(case: &TurningCase, answer: &Answered<T>, count: u32) -> Vec<Flag> {
    let poses = Poses::new(case);
    let start = poses.at(0.0.into());
    let relative = match T::EPSILON == f64::EPSILON {
        true => 1.0 / (1u64 << 45) as f64,
        false => 1.0 / (1u64 << 24) as f64,
    };
    let mut bench = Bench {
        case,
        precision: Precision::of::<T>(),
        relative,
        proof: Proof::of(&answer.certificate, case.options.target_distance),
        standing: poses.closely(&start),
        linear: matches!(answer.certificate, TurningCertificate::Linear(_)),
        samples: Samples::new(&poses, count),
        poses: &poses,
        flags: Vec::new(),
    };
    if bench.linear && bench.standing.lower < bench.proof.target {
        // On a straight line what recedes from a start within the target distance comes no nearer later.
        let by = bench.proof.target - bench.standing.lower.max(0.0);
        bench.proof.within = Some((by, 1.0));
    }
    bench.start(&answer.outcome);
    match &answer.outcome {
        Outcome::Hit(hit) => bench.hit(hit),
        Outcome::Miss(miss) => bench.miss(miss),
        Outcome::Overlap(overlap) => bench.overlap(overlap),
        Outcome::Unresolved(u) => bench.free("LATE", u.safe_fraction),
    }
    bench.flags
}

struct Bench<'a> {
    case: &'a TurningCase,
    poses: &'a Poses,
    samples: Samples<'a>,
    precision: Precision,
    /// What counts as contact, in parts of the scale.
    relative: f64,
    proof: Proof,
    /// At the start.
    standing: Separation,
    /// Whether nothing turns.
    linear: bool,
    flags: Vec<Flag>,
}

impl Bench<'_> {
    /// Raises a flag where `value` is more than what is `promised` and what is `open` to the judge.
    fn most(
        &mut self,
        kind: &'static str,
        value: f64,
        promised: f64,
        open: f64,
        what: impl Fn() -> String,
    ) {
        if value.is_nan() || value - open > promised {
            let unit = match promised > 0.0 {
                true => promised,
                false => self.contact(self.poses.at(0.0.into()).scale),
            };
            let by = (value - open) / unit;
            let what = format!("{value:e} for {promised:e}: {}", what());
            self.flags.push(Flag { kind, by, what });
        }
    }

    /// What is promised to count as contact at a scale.
    fn contact(&self, scale: f64) -> f64 {
        let ways = self.poses.ways() / (1u128 << 92) as f64;
        if self.linear {
            return self.proof.tolerance;
        }
        let scale = scale + self.proof.target;
        self.case.options.tolerance.max(self.relative * scale) + ways
    }

    /// Whether the start is what the outcome says.
    fn start(&mut self, outcome: &Outcome<f64>) {
        let pose = self.poses.at(0.0.into());
        let contact = 2.0 * self.contact(pose.scale);
        let depth = -self.standing.upper;
        let report = self.case.options.start_overlap == StartOverlap::Report;
        match outcome {
            Outcome::Overlap(_) => {
                let apart = self.standing.lower;
                self.most("START", apart, 0.0, pose.error, || {
                    "an overlap of bodies apart".into()
                });
            }
            Outcome::Unresolved(_) => {}
            _ if report => self.most("START", depth, contact, pose.error, || {
                "deep at the start".into()
            }),
            _ => {}
        }
    }

    /// Whether nothing is met up to a fraction, from where the proof begins.
    fn free(&mut self, kind: &'static str, until: f64) {
        let from = self.proof.from;
        let start = self.poses.at(from.into());
        // Starts in contact may be deeper later by what is allowed in contact.
        let began = self.poses.closely(&start).lower - self.proof.target_at(from);
        let touching = from > 0.0 || began <= 2.0 * self.contact(start.scale);
        let allowed = if touching || self.linear {
            self.proof.tolerance
        } else {
            0.0
        };
        let mut spans = vec![(from, until)];
        if let Some((_, left)) = self.proof.within {
            spans = vec![(from, left.min(until)), (left, until)];
        }
        for (from, to) in spans.into_iter().filter(|(a, b)| a < b) {
            let target = self.proof.target_at(to);
            for (s, upper) in self.samples.least(from, to) {
                let error = self.poses.at(s.into()).error;
                self.most(kind, target - upper, allowed, error, || {
                    format!("too near at {s:?} of {from:?} to {to:?}, target {target:e}")
                });
            }
        }
        self.skipped();
    }

    /// Whether bodies came apart in the part of the motion that was skipped.
    fn skipped(&mut self) {
        let from = self.proof.from;
        if from == 0.0 {
            return;
        }
        for i in 0..64 {
            let s = from * f64::from(i) / 64.0;
            let pose = self.poses.at(s.into());
            let apart = self.poses.separation_at(&pose).lower;
            let allowed = 2.0 * self.contact(pose.scale) + self.proof.target;
            self.most("SKIPPED", apart, allowed, pose.error, || {
                format!("apart at {s:?} before {from:?}")
            });
        }
    }

    fn hit(&mut self, hit: &Hit<f64>) {
        let (lower, upper) = (hit.fraction, hit.fraction_upper);
        if !(0.0 <= lower && lower <= upper && upper <= 1.0) {
            self.most("RANGE", f64::NAN, 0.0, 0.0, || {
                format!("{lower:?} to {upper:?}")
            });
            return;
        }
        let at = self.proof.contact.unwrap_or(lower.into());
        let (before, after) = (
            (Double::from(lower) - at).value(),
            (at - upper.into()).value(),
        );
        self.most("RANGE", before.max(after), 0.0, 0.0, || {
            "contact outside of the bracket".into()
        });
        if !self.linear {
            let width = upper - lower;
            let step = self.precision.epsilon * upper + f64::from(f32::MIN_POSITIVE);
            self.most("RANGE", width, step, 0.0, || {
                format!("{lower:?} to {upper:?}")
            });
        }
        let pose = self.poses.at(at);
        let apart = self.poses.closely(&pose);
        let target = self.proof.target_at(at.value());
        let began = self.standing.lower - self.proof.target_at(0.0);
        let twice =
            began <= 2.0 * self.contact(self.poses.at(0.0.into()).scale) || self.proof.from > 0.0;
        // It is decided by a measured distance, which errs by what a point is rounded by.
        let rounding = pose.scale / (1u64 << 48) as f64;
        let promised = self.contact(pose.scale) * if twice { 2.0 } else { 1.0 } + rounding;
        // A linear cast's contact is by the upper end of its bracket.
        let open = pose.error
            + if self.linear {
                self.poses.speed * (upper - lower)
            } else {
                0.0
            };
        let over = apart.lower - target;
        self.most("APART", over, promised, open, || {
            format!("at the contact {at:?}")
        });
        self.most("CERTIFIED", over, self.proof.tolerance, open, || {
            format!("at the contact {at:?}")
        });
        self.free("LATE", lower);
        let step = (at - lower.into()).value().max(0.0);
        // A linear cast's bracket that would begin before the start begins there: of the length that was allowed, the rest does not show.
        let cut = if self.linear && lower == 0.0 {
            self.case.options.tolerance
        } else {
            0.0
        };
        self.place(hit, target, self.poses.speed * step + open + cut);
    }

    /// The normal and the points of a hit, where the bodies stand at its fraction; `moved` is how far they move from there to the contact.
    fn place(&mut self, hit: &Hit<f64>, target: f64, moved: f64) {
        let pose = self.poses.at(hit.fraction.into());
        let n: [f64; 3] = hit.normal.into_inner().into();
        let unit = self.precision.epsilon;
        self.most(
            "NORMAL",
            (hit.normal.norm() - 1.0).abs(),
            4.0 * unit,
            0.0,
            || format!("{n:?}"),
        );
        // The normal is rounded to the scalar, and the bodies reach as far as their sizes to either side.
        let tolerance = self.proof.tolerance + moved + 2.0 * unit * pose.scale;
        let along = self.poses.along(&pose, &n);
        self.most("NORMAL", target - along, tolerance, pose.error, || {
            format!("{n:?} leaves {along:e}")
        });
        let (a, b) = (&hit.point_moving, &hit.point_fixed);
        let far = a.coords.norm().max(b.coords.norm());
        // The points are rounded to the scalar where they stand, and computed in `f64` there.
        let rounding = 2.0 * unit * far + 64.0 * f64::EPSILON * (pose.scale + far);
        let apart = (a - b).norm();
        // Where the bodies may lie in one another by a little, the points are apart by as much. How near a start within the target
        // distance is was measured here, and only its upper end says that points are too far apart.
        let measured = self.linear && self.proof.within.is_some();
        let target = if measured {
            self.standing.upper.max(target)
        } else {
            target
        };
        let beyond = apart - target.abs();
        self.most("POINTS", beyond, tolerance, 2.0 * rounding, || {
            format!("{apart:e} apart")
        });
        for (body, p) in [a, b].into_iter().enumerate() {
            let radius = Poses::radius_of(self.case, body);
            let p: [f64; 3] = p.coords.into();
            let [outside, below] = self.poses.off(&pose, body, radius, &p, &n);
            self.most("POINTS", outside, tolerance, rounding, || {
                format!("{body}: {p:?} outside")
            });
            let deep = tolerance + rounding + 2.0 * moved;
            self.most("POINTS", below, 2.0 * deep, 2.0 * rounding, || {
                format!("{body}: {p:?} below the surface")
            });
        }
    }

    fn miss(&mut self, miss: &Miss<f64>) {
        let unit = 4.0 * self.precision.epsilon;
        self.most("AXIS", (miss.axis.norm() - 1.0).abs(), unit, 0.0, || {
            format!("{:?}", miss.axis)
        });
        if self.linear && miss.gap < 0.0 {
            return;
        }
        self.free("TUNNEL", 1.0);
        if miss.gap <= 0.0 {
            return;
        }
        for (s, upper) in self.samples.least(self.proof.from, 1.0) {
            let error = self.poses.at(s.into()).error;
            self.most("GAP", miss.gap, upper.max(0.0), error, || {
                format!("at {s:?}")
            });
        }
    }

    fn overlap(&mut self, overlap: &Overlap<f64>) {
        let pose = self.poses.at(0.0.into());
        let noise = 2.0 * self.precision.ambiguous(pose.scale);
        let n: [f64; 3] = overlap.normal.into_inner().into();
        let frees = -self.poses.along(&pose, &n);
        self.most(
            "DEPTH",
            (frees - overlap.depth).abs(),
            noise,
            pose.error,
            || format!("{frees:e} along {n:?}"),
        );
        self.most(
            "DEPTH",
            -self.standing.upper - overlap.depth,
            noise,
            pose.error,
            || "deeper".into(),
        );
        self.most(
            "DEPTH",
            overlap.depth_lower - overlap.depth,
            0.0,
            0.0,
            || "bounds".into(),
        );
        for k in crate::PROBES {
            let frees = -self.poses.along(&pose, &k);
            self.most(
                "DEPTH",
                overlap.depth_lower - frees,
                noise,
                pose.error,
                || format!("free along {k:?}"),
            );
        }
    }
}
