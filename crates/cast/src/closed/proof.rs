//! Guess and prove: a formula proposes a fraction and the feature met there; a plane through that feature proves it.
//!
//! The formulas are free to be wrong, by rounding or in a case that they leave out: what they propose is taken only when
//! the support height of the whole obstacle bears it out. So no answer depends on a case distinction, and what is not
//! borne out goes to the methods that iterate.

use crate::found::{Contact, Found};
use crate::tolerance::NEAR;
use nalgebra::Vector3;
use swept_support::sqrt;

/// A formula's answer.
pub(super) enum Sight {
    /// The line meets the obstacle, in a plane of unit normal; the parts of the point of contact are with the caller.
    Touches(Contact),
    /// This plane keeps them apart during the whole sweep.
    Clear(Vector3<f64>),
    /// Nothing that could be proven.
    Unclear,
}

impl Sight {
    /// What it amounts to, when the sweep is over at `end`.
    #[inline(always)]
    pub(super) fn found(self, end: f64) -> Option<Found> {
        match self {
            Self::Touches(contact) if contact.lower > end => Some(Found::Clear(contact.normal)),
            // The start is for others to judge.
            Self::Touches(contact) => (contact.lower > 0.0).then_some(Found::Entry(contact)),
            Self::Clear(normal) => Some(Found::Clear(normal)),
            Self::Unclear => None,
        }
    }
}

#[inline(always)]
fn touches(lower: f64, upper: f64, normal: Vector3<f64>, stretch: f64, short: f64) -> Sight {
    Sight::Touches(Contact {
        lower,
        upper,
        normal,
        stretch,
        closed: true,
        short,
        border: false,
    })
}

/// A plane that closes in: where the line comes through it.
pub(super) struct Across {
    /// The fraction.
    pub(super) root: f64,
    /// Its unit normal, out of the obstacle.
    pub(super) normal: Vector3<f64>,
    /// 1 / |n·d|: positive where there is such a plane.
    pub(super) stretch: f64,
}

/// A core as the proofs see it: the line of motion, the core's heights, and what is around it.
pub(super) struct Around<'a, H> {
    pub(super) d: &'a Vector3<f64>,
    /// Radius around the core.
    pub(super) radius: f64,
    /// How far a bracket may stay open: a length.
    pub(super) tolerance: f64,
    /// max n·c over the core.
    height: H,
}

impl<'a, H: Fn(&Vector3<f64>) -> f64> Around<'a, H> {
    /// `height` has to be inlined wherever it is used: a call would spill to memory all that is in registers.
    #[inline(always)]
    pub(super) fn new(d: &'a Vector3<f64>, radius: f64, tolerance: f64, height: H) -> Self {
        Self {
            d,
            radius,
            tolerance,
            height,
        }
    }

    /// The plane across a unit normal that closes in: its root (h(n) + r) / (n·d), and 1 / |n·d|.
    #[inline(always)]
    pub(super) fn root(&self, n: &Vector3<f64>) -> (f64, f64) {
        let stretch = -1.0 / n.dot(self.d);
        (-((self.height)(n) + self.radius) * stretch, stretch)
    }

    /// Contact near `t` with a feature whose point nearest to x is `nearest(x)`, at a distance of the radius, which is
    /// not 0.
    ///
    /// The plane across the way from the feature to t·d has a root that is no later than the contact, and nearer to it than
    /// t is, since it is a step of Newton's method. Contact is proven there when the feature is within the radius. The normal is that
    /// at t, and the points of contact are as far apart as the step is long: where the line all but touches, that is the root of
    /// rounding, and one more step is taken.
    #[inline(always)]
    pub(super) fn beside(
        &self,
        mut t: f64,
        nearest: impl Fn(&Vector3<f64>) -> Vector3<f64>,
    ) -> Sight {
        let within = self.radius + self.tolerance;
        for _ in 0..2 {
            let x = self.d * t;
            let normal = x - nearest(&x);
            let normal = normal * (1.0 / sqrt(normal.norm_squared()));
            let (root, stretch) = self.root(&normal);
            let x = self.d * root;
            let squared = (x - nearest(&x)).norm_squared();
            let step = (t - root) * (t - root) * self.d.norm_squared();
            let near = step <= (NEAR * self.tolerance) * (NEAR * self.tolerance);
            if stretch > 0.0 && squared <= within * within && near {
                let short = if squared > self.radius * self.radius {
                    sqrt(squared) - self.radius
                } else {
                    0.0
                };
                return touches(root, root, normal, stretch, short.max(0.0));
            }
            t = root;
        }
        Sight::Unclear
    }

    /// Contact at `t` with a face whose unit normal, out of the obstacle and against the motion, is `normal`.
    #[inline(always)]
    pub(super) fn upon(&self, t: f64, normal: Vector3<f64>) -> Sight {
        let (root, stretch) = self.root(&normal);
        if stretch > 0.0 && t - root <= self.tolerance * stretch {
            return touches(root.min(t), t, normal, stretch, 0.0);
        }
        Sight::Unclear
    }

    /// Contact in the plane across `axis`, of any length and either sense. That the line is on the obstacle there is for the caller to show.
    #[inline(always)]
    pub(super) fn through(&self, axis: &Vector3<f64>) -> Sight {
        let Across {
            root,
            normal,
            stretch,
        } = self.across(axis);
        if stretch > 0.0 {
            return touches(root, root, normal, stretch, 0.0);
        }
        Sight::Unclear
    }

    /// The plane across `axis`, of any length and either sense, that closes in.
    ///
    /// The fraction waits for neither the root nor the quotient that bring the axis to unit length. They turn it by 3u, which the bound of `f32`
    /// has room for ([`COARSE`](crate::tolerance::COARSE)); that of `f64` is taken of the unit normal.
    #[inline(always)]
    pub(super) fn across(&self, axis: &Vector3<f64>) -> Across {
        let along = axis.dot(self.d);
        let speed = along.abs();
        let length = sqrt(axis.norm_squared());
        let into = axis * -1.0_f64.copysign(along);
        Across {
            root: -((self.height)(&into) + self.radius * length) / speed,
            normal: into * (1.0 / length),
            stretch: length / speed,
        }
    }

    /// The unit vector along `axis`, or against it where that is against the motion.
    #[inline(always)]
    pub(super) fn against(&self, axis: &Vector3<f64>) -> Vector3<f64> {
        let length = sqrt(axis.norm_squared()).copysign(axis.dot(self.d));
        axis * (-1.0 / length)
    }

    /// Whether the line is at this point of the core at `t`, to what brackets are closed to. Weights and products that made the point
    /// err in the plane of a face, where a radius hides it, and without one it is what the line misses the core by.
    #[inline(always)]
    pub(super) fn meets(&self, point: &Vector3<f64>, t: f64) -> bool {
        (self.d * t - point).norm_squared() <= self.tolerance * self.tolerance
    }

    /// A plane for a line that comes in through the plane of the unit normal `into`, which is zero where there is none, only after it has
    /// left through one with the normal `out`, of any length and sign: one of the two, or their mixture that is perpendicular to the
    /// motion.
    #[inline(never)]
    pub(super) fn apart(&self, into: Vector3<f64>, out: Vector3<f64>, end: f64) -> Sight {
        let out = self.receding(out);
        for n in [self.mixed(&into, &out), out, into] {
            if self.keeps_apart(&n) {
                return Sight::Clear(n);
            }
        }
        let (root, stretch) = self.root(&into);
        if stretch > 0.0 && root > end {
            return Sight::Clear(into);
        }
        Sight::Unclear
    }

    /// `n`, or −n where that is what the motion recedes from.
    #[inline(always)]
    pub(super) fn receding(&self, n: Vector3<f64>) -> Vector3<f64> {
        if n.dot(self.d) < 0.0 { -n } else { n }
    }

    /// The mixture that is perpendicular to the motion, of a normal that this closes in on and one that it recedes from.
    #[inline(always)]
    pub(super) fn mixed(&self, into: &Vector3<f64>, out: &Vector3<f64>) -> Vector3<f64> {
        into * out.dot(self.d) - out * into.dot(self.d)
    }

    /// Whether the plane with this normal keeps the line apart from the working origin on: there by more than the tolerance, and
    /// as far ahead as the end, toward which a normal across the motion may close in by its rounding. Not one so short that its length
    /// is lost, and the radius with it.
    ///
    /// The working origin may lie ahead of the start. Nothing is met before it, but a plane that the motion recedes from (n·d > 0)
    /// need not separate there. So it is a proposal, and no proof: a miss is claimed by `conclude` alone, which evaluates the
    /// plane against the sweep as it was given, from its start to its end, and goes on to other methods where it leaves no gap.
    #[inline(always)]
    pub(super) fn keeps_apart(&self, n: &Vector3<f64>) -> bool {
        let squared = n.norm_squared();
        if squared < f64::MIN_POSITIVE {
            return false;
        }
        let length = sqrt(squared);
        let speed = n.dot(self.d);
        let closing = if speed < 0.0 { -speed } else { 0.0 };
        (self.height)(n) + (self.radius + self.tolerance) * length + closing < 0.0
    }
}
