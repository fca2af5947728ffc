//! What a method finds, before it is certified and put into an outcome.

use crate::obstacle::Vertex;
use crate::tolerance::FLAT_RATE;
use nalgebra::Vector3;
use swept_support::sqrt;

/// What a method found out, in the working frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// First contact lies between two fractions of the displacement, counted from the working origin.
    Entry(Contact),
    /// The shapes touch at the start, in this plane, and the motion surely leads in.
    Push(Contact),
    /// The shapes touch at the start, in the plane with this normal or within a touch of it, and the motion does not close in on it; or within
    /// a touch of it on the way, beside corners with a radius.
    Slide(Vector3<f64>),
    /// A plane with this normal keeps the shapes apart during the whole sweep.
    Clear(Vector3<f64>),
    /// The line of motion is in contact at the start, or nearly so: the start decides.
    Start,
    /// Rounding decides: the line touches the obstacle's boundary, or the obstacle is flat along it.
    Undecided,
    /// The step limit came first; surely no contact before the fraction that this normal proves, if there is one.
    Exhausted(Option<Vector3<f64>>),
}

impl Found {
    /// The same bracket up to the end of another, where its own falls short of contact by more than `touch`, a length, and that one
    /// does not: a search by distance that gives up before a graze ends where the shapes are apart, however near. `touch` is none
    /// where the other's end is no contact either. The working origin has to be the other's then, which is `moved`, a part of the
    /// motion, before this one's.
    #[cold]
    pub(crate) fn until(&self, other: &Self, moved: f64, touch: Option<f64>) -> Option<Self> {
        let (Self::Entry(first), Self::Entry(last)) = (self, other) else {
            return None;
        };
        let lower = first.lower + moved;
        (first.short > touch? && last.upper > lower).then_some(Self::Entry(Contact {
            lower,
            upper: last.upper,
            short: last.short,
            ..*first
        }))
    }

    /// The same bracket with the tangent of another as its lower end, where that is surely later: by all that may be wrong with the heights
    /// of both planes, `error` each, a length. Its fractions are counted from an origin that lies `ahead` of this one's, a part of the
    /// motion. Both are proven, and how narrow a bracket is does not say which of its ends is the nearer.
    #[cold]
    pub(crate) fn with_the_later(self, other: &Self, ahead: f64, error: f64) -> Self {
        let (Self::Entry(own), Self::Entry(other)) = (self, other) else {
            return self;
        };
        let lower = other.lower + ahead;
        if lower - error * other.stretch <= own.lower + error * own.stretch || lower > own.upper {
            return self;
        }
        Self::Entry(Contact {
            lower,
            normal: other.normal,
            stretch: other.stretch,
            ..own
        })
    }
}

/// Where the line of motion meets the obstacle: bounds and plane. The point of contact itself is left in the
/// [`Mixture`] that every method is lent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// Bounds on the fraction, from the working origin, before rounding errors.
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Normal of the plane behind the tighter of the proofs, of any length, out of the obstacle.
    pub(crate) normal: Vector3<f64>,
    /// |n| / |n·d|: what the plane's moving by one unit of length changes in the fraction.
    pub(crate) stretch: f64,
    /// Whether the bracket closed as far as was asked for.
    pub(crate) closed: bool,
    /// How far the obstacle is from the line at `upper`, where the search for contact ended short of it: a length.
    pub(crate) short: f64,
    /// Whether the line may go through an edge or a corner of the obstacle, where other planes are as right as this.
    pub(crate) border: bool,
}

impl Contact {
    /// Contact between two fractions along the motion `d`, closed as far as was asked for.
    #[inline(always)]
    pub(crate) fn new(lower: f64, upper: f64, normal: Vector3<f64>, d: &Vector3<f64>) -> Self {
        Self {
            lower: lower.min(upper),
            upper: upper.max(lower),
            stretch: sqrt(normal.norm_squared()) / normal.dot(d).abs(),
            normal,
            closed: true,
            short: 0.0,
            border: true,
        }
    }

    /// The same of the motion that is opposite to this one.
    pub(crate) fn turned_back(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
            ..self
        }
    }

    /// Whether the line of motion, whose largest component is `speed`, meets the plane at so small an angle that a steeper
    /// plane would be worth something.
    #[inline(always)]
    pub(crate) fn is_flat(&self, speed: f64) -> bool {
        FLAT_RATE * self.stretch * speed > 1.0
    }
}

/// A point of the obstacle, mixed from support points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixture {
    /// The core's point, in the working frame.
    pub(crate) y: Vector3<f64>,
    /// The moving shape's part of it, in that shape's frame.
    pub(crate) on_moving: Vector3<f64>,
    /// From the core's point to the point itself, in units of the radius: a vector of length 1 or less.
    pub(crate) rounding: Vector3<f64>,
}

impl Mixture {
    /// The origin, mixed from nothing.
    pub(crate) const NONE: Self = Self {
        y: Vector3::new(0.0, 0.0, 0.0),
        on_moving: Vector3::new(0.0, 0.0, 0.0),
        rounding: Vector3::new(0.0, 0.0, 0.0),
    };

    /// Mixes vertices by weights that are not negative.
    pub(crate) fn of(parts: &[(&Vertex, f64)], rounding: Vector3<f64>) -> Self {
        let share = 1.0 / parts.iter().map(|(_, w)| w).sum::<f64>();
        let mut mixture = Self {
            rounding,
            ..Self::NONE
        };
        for (v, w) in parts {
            mixture.y += v.y * (w * share);
            mixture.on_moving += v.on_moving * (w * share);
        }
        mixture
    }
}

/// The directions behind a support point of the obstacle, each in its shape's own frame, exactly as the shapes were
/// asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directions {
    pub(crate) fixed: Vector3<f64>,
    pub(crate) moving: Vector3<f64>,
}

/// The directions of a mixture's support points with their weights: what a certificate lists. No weight is negative;
/// unused ones are 0.
pub(crate) type Parts = [(Directions, f64); 4];

/// A mixture of nothing.
pub(crate) const NO_PARTS: Parts = [(
    Directions {
        fixed: Vector3::new(0.0, 0.0, 0.0),
        moving: Vector3::new(0.0, 0.0, 0.0),
    },
    0.0,
); 4];

#[cfg(test)]
mod tests {
    use super::*;

    /// A bracket along x, met by a plane whose normal closes in by a part of its length.
    fn bracket(lower: f64, upper: f64, part: f64) -> Found {
        let normal = Vector3::new(-part, 1.0, 0.0);
        Found::Entry(Contact::new(lower, upper, normal, &Vector3::x()))
    }

    #[test]
    fn a_bracket_takes_the_later_lower_end_that_is_surely_later() {
        let found = bracket(0.5, 0.75, 1.0);
        let lower = |other: Found, error| {
            let Found::Entry(c) = found.with_the_later(&other, 0.125, error) else {
                panic!();
            };
            assert_eq!(c.upper, 0.75);
            (c.lower, -c.normal.x)
        };
        assert_eq!(lower(bracket(0.5, 0.9, 0.25), 1e-9), (0.625, 0.25));
        // Heights that are off by a fiftieth move a plane that is met so flatly by an eighth and more.
        assert_eq!(lower(bracket(0.5, 0.9, 0.125), 0.02), (0.5, 1.0));
        // Nothing is later than contact, and what is no bracket has no end.
        assert_eq!(lower(bracket(0.7, 0.9, 0.25), 1e-9), (0.5, 1.0));
        assert_eq!(lower(Found::Undecided, 1e-9), (0.5, 1.0));
    }
}
