//! How a cast is to be done.

use swept_support::Real;

/// Options of a cast. `CastOptions::default()` is what [`Sweep::cast`](crate::Sweep::cast) uses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct CastOptions<T> {
    /// Which method solves the cast. Default: [`Method::Auto`].
    pub method: Method,
    /// Stop when the separation has come down to this length. Less than the square of [`Real::MIN_LENGTH`], or NaN, counts as 0, and
    /// more than [`Real::MAX_LENGTH`] as that. Default: 0.
    pub target_distance: T,
    /// A length by which the bracket of a hit may stay open, on top of the few units in the last place of the scale that
    /// rounding asks for: measured along the normal of the plane that ends the search. The normal given back is that of the plane
    /// with the best bound. Where the motion meets that one more steeply, the bracket is as much wider along it; three times
    /// as wide has been seen. A bracket that would begin before the start begins there: at the fraction 0 the shapes may lie beyond that
    /// plane, and the points of contact in the shapes, by up to this length. Larger is faster. Less than the square of
    /// [`Real::MIN_LENGTH`], or NaN, counts as 0, and more than [`Real::MAX_LENGTH`] as that. Default: 0.
    pub tolerance: T,
    /// What to do with shapes that interpenetrate at the start. Default: [`StartOverlap::Report`].
    pub start_overlap: StartOverlap,
    /// Whether an overlap says where the line of motion enters and leaves it ([`Overlap::entry`](crate::Overlap::entry) and
    /// [`exit`](crate::Overlap::exit)). That is a cast of its own, up to two thirds of the work; without it they are −∞ and +∞, but
    /// beside half-spaces and of two balls, where it is none. Default: `true`.
    pub chord: bool,
    /// Limit on support evaluations; reaching it gives [`Outcome::Unresolved`](crate::Outcome::Unresolved), unless what has been found
    /// by then tells more: to look at that once more may take some evaluations beyond. Default: 1,000, far more than all but a few casts
    /// need: of casts made to be hard, grazes of rims took 1,064 in all and some others up to 1,123, and an overlap 10⁻¹³ of the scale
    /// deep 1,508.
    pub max_steps: u32,
}

impl<T: Real> Default for CastOptions<T> {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            target_distance: T::zero(),
            tolerance: T::zero(),
            start_overlap: StartOverlap::Report,
            chord: true,
            max_steps: 1_000,
        }
    }
}

/// The way a cast is solved. All methods keep the same contract and differ in speed alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Method {
    /// The fastest method for the pair of shapes at hand.
    #[default]
    Auto,
    /// The portal cast: a linear program over the normals, solved by walking triangles of support points.
    Portal,
    /// Conservative advancement: distance, advance by separation over closing speed, again. [`Method::Auto`] and
    /// [`Method::Portal`] use it where the obstacle of polytope cores with a radius is met at an edge or corner that the radius
    /// makes round, and report it then.
    ConservativeAdvancement,
    /// The obstacle swept along the motion, and a portal's way to its surface from the start, as published in 2010.
    SweptMpr,
    /// The ray cast by distance search: the loops of distance and advancement in one, as published in 2004.
    GjkRayCast,
    /// A closed form for the pair of shapes. Reported by [`Method::Auto`], and the same as that where it is asked for. Which pairs have
    /// one: docs/methods.md.
    ClosedForm,
    /// The intersection of all slabs, for a box in front of a box, a triangle or a point. Reported by [`Method::Auto`], and the same as that
    /// where it is asked for.
    Slab,
}

impl Method {
    /// All methods that can be asked for by name. [`Method::Auto`] finds the closed forms by itself.
    pub const ALL: [Self; 5] = [
        Self::Auto,
        Self::Portal,
        Self::ConservativeAdvancement,
        Self::SweptMpr,
        Self::GjkRayCast,
    ];

    /// The method's name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Portal => "portal",
            Self::ConservativeAdvancement => "conservative-advancement",
            Self::SweptMpr => "swept-mpr",
            Self::GjkRayCast => "gjk-ray-cast",
            Self::ClosedForm => "closed-form",
            Self::Slab => "slab",
        }
    }
}

/// What to do with shapes that interpenetrate at the start by more than the contact tolerance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StartOverlap {
    /// Answer [`Outcome::Overlap`](crate::Outcome::Overlap).
    #[default]
    Report,
    /// Let the moving shape leave: a motion that does not lead deeper along the overlap's normal is a miss whose
    /// gap is minus the depth. A motion that leads deeper answers `Overlap`.
    IgnoreIfReceding,
    /// Act as if the overlap were not there: since both shapes are convex and overlap now, nothing can block this
    /// motion later, so the answer is a miss whose gap is minus the greatest depth along the normal.
    Ignore,
}

impl StartOverlap {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Report, Self::IgnoreIfReceding, Self::Ignore];

    /// Its name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::IgnoreIfReceding => "ignore-if-receding",
            Self::Ignore => "ignore",
        }
    }
}
