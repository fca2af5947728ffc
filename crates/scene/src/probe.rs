//! The two sides of a search: a probe, which gives every box a bound, and the pairs that it leads to.

use crate::flight::Pose;
use crate::posed_triangle::PosedTriangle;
use crate::sieve::{BoxSieve, Sift};
use crate::tree::{Frame, Guide};
use crate::triangles::Front;
use nalgebra::Vector3;
use swept_support::{Aabb, Placed, Real, Support};

/// Where a convex shape or triangle is in a scene, by indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) slot: u32,
    pub(crate) part: u32,
    pub(crate) triangle: Option<u32>,
}

/// A motion, or a shape at rest, that a scene is searched for. It gives every box a number, which is a lower bound for all that is
/// within the box: the fraction at which the motion can meet it, or its distance.
pub(crate) trait Probe {
    type View: View;
    /// A finer test for triangles than that of boxes.
    type Sieve: Sift;

    /// The probe as seen from a frame.
    fn seen_from(&self, frame: &Pose) -> Self::View;

    /// By which part of the largest coordinate of a mesh's triangles the view has to be widened for them. What counts as a touch
    /// grows with their size; boxes are widened for it already.
    fn touching(&self) -> f64 {
        0.0
    }

    /// A finer test for triangles within `bounds` in a frame, which the probe can meet on this part of its way; `None` where there is
    /// none finer than the test of boxes.
    fn sieve(
        &self,
        _frame: &Pose,
        _view: &Self::View,
        _part: &<Self::View as View>::Leg,
        _bounds: &Aabb,
    ) -> Option<Self::Sieve> {
        None
    }

    /// A finer test for the boxes around those triangles, in a tree whose leaves are of this size; `None` where there is none, or where it
    /// would be no help.
    #[inline(always)]
    fn box_sieve(
        &self,
        _frame: &Pose,
        _view: &Self::View,
        _part: &<Self::View as View>::Leg,
        _tree: (&Aabb, &Frame, f64),
    ) -> Option<BoxSieve> {
        None
    }

    /// For how long, in numbers, others are let go before a triangle whose plane is met beyond it: see [`Sight`]. It decides no answer.
    fn pause(&self) -> f64 {
        0.0
    }

    /// What the plane of a triangle tells that has the number `first` or more: a number up to which the probe surely stays apart from it by
    /// more than a cast could call a touch, infinite where it passes the triangle by, and where it comes upon that plane. From `limit` on
    /// it does not matter how much the number is.
    #[inline(always)]
    fn sight(&self, _tilt: &PosedTriangle<'_>, first: f64, _limit: f64) -> Sight {
        Sight::from(first)
    }

    /// That number, with what planes through the triangle's side tell, where its own is met beyond it: asked when its turn has come. From
    /// `limit` on it does not matter how much it is.
    #[inline(always)]
    fn apart_until(&self, _tilt: &PosedTriangle<'_>, sight: &Sight, _limit: f64) -> f64 {
        sight.first
    }

    /// Whether the probe passes through a one-sided triangle with this front.
    fn passes(&self, front: &Front) -> bool;
}

/// A probe in one frame.
pub(crate) trait View: Copy {
    type Leg: Leg;

    /// This view as if everything in the scene were larger by this length on all sides.
    fn wider(self, by: f64) -> Self;

    /// The number of a box; infinite when it does not matter.
    fn first(&self, bounds: &Aabb) -> f64;

    /// The part of the probe that a tree within `bounds` can meet, for its coordinates.
    fn leg(&self, bounds: &Aabb, frame: &Frame) -> Option<Self::Leg>;
}

/// A probe in one tree: a guide with numbers of its own.
pub(crate) trait Leg: Guide {
    /// A number of this guide that is not below that of `first`.
    fn limit(&self, first: f64) -> f32;

    /// The number of this probe that corresponds to about this number of the guide.
    fn first(&self, number: f32) -> f64;

    /// Whether a number of this probe is about no more than this one of the guide.
    #[inline(always)]
    fn is_by(&self, first: f64, number: f32) -> bool {
        first <= self.first(number)
    }
}

/// What the plane of a triangle tells of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// A number that is not above the triangle's.
    pub(crate) first: f64,
    /// Where the plane is met beyond a side of the triangle. That itself then has a greater number, if any at all, and what lies beyond
    /// the side may well come first.
    pub(crate) beyond: Option<Beyond>,
}

/// A point of a core, at the start, that comes upon the plane of a triangle beyond the side opposite to a corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    pub(crate) corner: u32,
    pub(crate) point: Vector3<f64>,
}

impl Sight {
    /// Of a plane that was not looked at.
    #[inline(always)]
    pub(crate) fn from(first: f64) -> Self {
        Self {
            first,
            beyond: None,
        }
    }
}

/// What a search does with the pairs that it comes to.
pub(crate) trait Pairs<T: Real> {
    /// Whether a triangle may be passed over for what its plane tells: not where what is missed counts as well.
    const BY_PLANES: bool = true;

    /// Whether what stands for a large shape counts, where a cast leaves open when the shape meets a triangle (`stand_in.rs`).
    const STAND_IN: bool = false;

    /// Whether boxes may then be passed over for more than their own numbers tell: not where what is missed counts as well.
    const BY_BOXES: bool = Self::STAND_IN;

    /// The number up to which pairs matter; negative when none do any more.
    fn limit(&self) -> f64;

    /// Whether to skip a triangle whatever its number: asked before the finer test, and again before the cast.
    #[inline(always)]
    fn passes_over(&self, _tilt: &PosedTriangle<'_>) -> bool {
        false
    }

    /// Looks at a pair whose boxes, or the triangle's plane, have the number `first`.
    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        first: f64,
        triangle: &PosedTriangle<'_>,
    );
}
