//! Holds an answer against the sweep by support functions alone, in plain `f64`.
//!
//! This is not a proof (`Certificate::verify` is): it is a second opinion that shares no code with the solver
//! beyond the shapes, and that looks at every number of the answer.

use crate::{Obstacle, PROBES, Precision, widen};
use nalgebra::{Point3, Vector3};
use swept::{Certified, Claim, Hit, Method, Miss, Outcome, Overlap, Real, Support, Sweep};

/// Checks an answer that was given under default options, its certificate included.
///
/// # Errors
/// What is wrong with it, with the numbers.
pub fn judge<T: Real, A: Support, B: Support>(
    sweep: &Sweep<T, A, B>,
    certified: &Certified<T>,
) -> Result<(), String> {
    if certified.method == Method::Auto {
        return Err("no method named".into());
    }
    let bench = Bench::new(sweep);
    let outcome = widen(&certified.outcome);
    match &outcome {
        Outcome::Hit(hit) => bench.hit(hit),
        Outcome::Miss(miss) => bench.miss(miss),
        Outcome::Overlap(overlap) => bench.overlap(overlap),
        Outcome::Unresolved(u) => Err(format!("unresolved, safe up to {}", u.safe_fraction)),
    }?;
    bench.certificate(&outcome, certified)
}

fn ensure(ok: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if ok { Ok(()) } else { Err(what()) }
}

struct Bench<'a, T: Real, A, B> {
    sweep: &'a Sweep<T, A, B>,
    obstacle: Obstacle<'a, T, A, B>,
    precision: Precision,
    scale: f64,
    /// What the heights computed here may err by.
    noise: f64,
    /// What an answer may err by, along its normal, where rounding decides.
    slack: f64,
    /// How far a point may lie off its body.
    point_slack: f64,
}

impl<'a, T: Real, A: Support, B: Support> Bench<'a, T, A, B> {
    fn new(sweep: &'a Sweep<T, A, B>) -> Self {
        let obstacle = Obstacle::new(sweep);
        let precision = Precision::of::<T>();
        let scale = obstacle.scale();
        // World coordinates are rounded where the pair stands.
        let world = sweep.moving().position().norm() + sweep.fixed().position().norm();
        Self {
            sweep,
            obstacle,
            precision,
            scale,
            noise: 64.0 * f64::EPSILON * scale,
            slack: precision.ambiguous(scale),
            point_slack: precision.point_error * scale + precision.ambiguous(world),
        }
    }

    fn hit(&self, hit: &Hit<f64>) -> Result<(), String> {
        let (lower, upper) = (hit.fraction, hit.fraction_upper);
        ensure((0.0..=1.0).contains(&lower), || {
            format!("fraction {lower} outside [0, 1]")
        })?;
        ensure(lower <= upper && upper.is_finite(), || {
            format!("bracket {lower} .. {upper}")
        })?;
        self.unit("normal", &hit.normal)?;
        let n = hit.normal.into_inner();
        let d = self.obstacle.motion;
        let rate = n.dot(&d);
        ensure(rate <= 4.0 * self.precision.epsilon * d.norm(), || {
            format!("normal {n:?} goes along with the motion: {rate:e}")
        })?;
        let inside = self.obstacle.height(&n) - lower * rate;
        ensure(inside <= self.slack, || {
            format!(
                "the normal's plane is {} ulps inside at the fraction",
                self.ulps(inside)
            )
        })?;
        self.not_apart_throughout([lower, upper], &n)?;
        if self.grazes(&n) {
            return Ok(());
        }
        let width = (upper - lower) * rate.abs();
        ensure(width <= 2.0 * self.precision.error(self.scale), || {
            format!("bracket {} ulps wide", self.ulps(width))
        })?;
        self.contact_points(hit, &n)
    }

    /// Whether the part of `n` across the motion is the normal of a plane that the whole line of motion passes outside, or
    /// inside by rounding errors: then hit and miss are both right, and nobody can tell where contact begins.
    fn grazes(&self, n: &Vector3<f64>) -> bool {
        let along = self.obstacle.motion;
        let across = n - along * (n.dot(&along) / along.norm_squared());
        across.norm() > 0.5 && self.obstacle.height(&across) <= self.slack
    }

    /// None of the probed planes may separate the shapes throughout the bracket: they touch somewhere in it. (At its
    /// upper end thin shapes may already be through.) The gap along a plane changes linearly, so both ends tell.
    fn not_apart_throughout(&self, bracket: [f64; 2], n: &Vector3<f64>) -> Result<(), String> {
        for k in PROBES.map(Vector3::from).iter().chain([n]) {
            let k = k.normalize();
            let height = self.obstacle.height(&k);
            let gap = bracket.map(|t| t * k.dot(&self.obstacle.motion) - height);
            let gap = gap[0].min(gap[1]);
            ensure(gap <= self.slack, || {
                format!(
                    "{} ulps apart along {k:?} throughout the bracket",
                    self.ulps(gap)
                )
            })?;
        }
        Ok(())
    }

    fn contact_points(&self, hit: &Hit<f64>, n: &Vector3<f64>) -> Result<(), String> {
        let (a, b) = (&hit.point_moving, &hit.point_fixed);
        let apart = (a - b).norm();
        ensure(apart <= 2.0 * self.point_slack, || {
            format!("contact points {apart:e} apart")
        })?;
        let start = a - self.obstacle.motion * hit.fraction;
        self.on_body("point_moving", self.sweep.moving(), &start, &-n, 0.0)?;
        self.on_body("point_fixed", self.sweep.fixed(), b, n, 0.0)
    }

    /// The point must lie on the body, as far as some support planes tell, and be farthest along `n` up to `open`.
    fn on_body<S: Support>(
        &self,
        name: &str,
        body: &swept::Placed<T, S>,
        p: &Point3<f64>,
        n: &Vector3<f64>,
        open: f64,
    ) -> Result<(), String> {
        let finite = p.coords.iter().all(|x| x.is_finite());
        ensure(finite, || format!("{name} {p:?}"))?;
        let p = p.coords - body.position();
        for k in PROBES.map(Vector3::from).iter().chain([n]) {
            let k = k.normalize();
            let Some(support) = crate::obstacle::support_about_origin(body, &k) else {
                continue;
            };
            let out = k.dot(&(p - support));
            ensure(out <= self.point_slack, || {
                format!("{name} {out:e} outside along {k:?}")
            })?;
        }
        if let Some(support) = crate::obstacle::support_about_origin(body, n) {
            let deep = n.dot(&(support - p));
            ensure(deep <= self.point_slack + open, || {
                format!("{name} {deep:e} below the surface")
            })?;
        }
        Ok(())
    }

    fn miss(&self, miss: &Miss<f64>) -> Result<(), String> {
        self.unit("axis", &miss.axis)?;
        let room = self.obstacle.room(&miss.axis);
        ensure(miss.gap >= 0.0 && miss.gap.is_finite(), || {
            format!("gap {}", miss.gap)
        })?;
        // Touching shapes are a miss with gap 0 although they may be an ulp deep.
        let slack = if miss.gap == 0.0 {
            self.slack
        } else {
            self.noise
        };
        ensure(miss.gap <= room + slack, || {
            format!("gap {:e} claimed, the axis leaves {room:e}", miss.gap)
        })
    }

    fn overlap(&self, o: &Overlap<f64>) -> Result<(), String> {
        self.unit("normal", &o.normal)?;
        let n = o.normal.into_inner();
        ensure(0.0 < o.depth && o.depth.is_finite(), || {
            format!("depth {}", o.depth)
        })?;
        ensure((0.0..=o.depth).contains(&o.depth_lower), || {
            format!("depth {} below its lower bound {}", o.depth, o.depth_lower)
        })?;
        let excess = o.depth - self.obstacle.height(&n);
        ensure(-self.noise <= excess && excess <= 4.0 * self.slack, || {
            format!(
                "depth {} ulps more than the overlap along its normal",
                self.ulps(excess)
            )
        })?;
        for k in PROBES.map(Vector3::from) {
            let way = self.obstacle.height(&k);
            ensure(o.depth_lower <= way + self.noise, || {
                format!(
                    "depth at least {}, but the way along {k:?} is {way}",
                    o.depth_lower
                )
            })?;
            ensure(o.depth <= way * 1.001 + 1e-6 * self.scale, || {
                format!("depth {}, but the way along {k:?} is {way}", o.depth)
            })?;
        }
        let (a, b) = (&o.point_moving, &o.point_fixed);
        let apart = (a + n * o.depth - b).norm();
        // On curved surfaces, points wander sideways by the root of what the depth is open by.
        let open = o.depth - o.depth_lower;
        let sideways = ((open + self.slack) * self.scale).sqrt();
        ensure(apart <= 2.0 * (self.point_slack + sideways), || {
            format!("points {apart:e} apart after moving by the depth")
        })?;
        self.on_body("point_moving", self.sweep.moving(), a, &-n, open)?;
        self.on_body("point_fixed", self.sweep.fixed(), b, &n, open)?;
        self.line_of_motion(o)
    }

    /// Every plane bounds the stretch of the line of motion that is inside: k·d < 0 from before, k·d > 0 from after.
    fn line_of_motion(&self, o: &Overlap<f64>) -> Result<(), String> {
        ensure(o.entry <= 0.0 && 0.0 <= o.exit, || {
            format!("inside {} .. {}", o.entry, o.exit)
        })?;
        let d = self.obstacle.motion;
        if d == Vector3::zeros() {
            let forever = o.entry == f64::NEG_INFINITY && o.exit == f64::INFINITY;
            return ensure(forever, || {
                format!("no motion, inside {} .. {}", o.entry, o.exit)
            });
        }
        let along = d.normalize();
        for k in PROBES
            .map(|k| Vector3::from(k).normalize())
            .into_iter()
            .chain([along, -along])
        {
            let rate = k.dot(&d);
            let height = self.obstacle.height(&k);
            let at = if rate < 0.0 { o.entry } else { o.exit };
            if height.is_finite() && rate != 0.0 {
                let outside = at * rate - height;
                ensure(outside <= self.slack, || {
                    format!("{} ulps outside along {k:?} at {at}", self.ulps(outside))
                })?;
            }
        }
        Ok(())
    }

    /// The certificate claims what the outcome says, and holds.
    fn certificate(&self, outcome: &Outcome<f64>, answer: &Certified<T>) -> Result<(), String> {
        let certificate = &answer.certificate;
        // Outcomes are rounded outward from the claims: by an ulp of the scalar at most.
        let near = |x: f64, y: f64| (x - y).abs() <= self.precision.epsilon * x.abs().max(y.abs());
        let same = match (outcome, &certificate.claim) {
            (
                Outcome::Hit(hit),
                Claim::Hit {
                    fraction,
                    fraction_upper,
                },
            ) => {
                hit.fraction <= *fraction
                    && near(hit.fraction, *fraction)
                    && hit.fraction_upper >= *fraction_upper
                    && near(hit.fraction_upper, *fraction_upper)
            }
            (Outcome::Miss(miss), Claim::Miss { gap }) => miss.gap <= *gap && near(miss.gap, *gap),
            (Outcome::Overlap(o), Claim::Overlap { depth }) => {
                o.depth >= *depth && near(o.depth, *depth)
            }
            _ => false,
        };
        ensure(same, || {
            format!("the certificate claims {:?}", certificate.claim)
        })?;
        // A few ulps of the sum of all sizes and distances, which is up to four times L.
        let dilation = certificate.tolerance;
        ensure((0.0..=4.0 * self.slack).contains(&dilation), || {
            format!("the certificate allows itself {} ulps", self.ulps(dilation))
        })?;
        certificate
            .verify(self.sweep)
            .map(drop)
            .map_err(|flaw| format!("certificate: {flaw}"))
    }

    fn unit(&self, name: &str, n: &Vector3<f64>) -> Result<(), String> {
        let off = (n.norm() - 1.0).abs();
        ensure(off <= 8.0 * self.precision.epsilon, || {
            format!("{name} {n:?} is not unit")
        })
    }

    fn ulps(&self, length: f64) -> f64 {
        length / (self.precision.epsilon * self.scale)
    }
}
