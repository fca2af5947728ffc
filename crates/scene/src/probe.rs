//! What is asked of a scene, and what is done with what it meets.

use crate::flight::Pose;
use crate::sieve::Sieve;
use crate::tilt::Tilt;
use crate::tree::{Frame, Guide};
use nalgebra::Vector3;
use swept_support::{Aabb, Placed, Real, Support};

/// Which convex shape or triangle, as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    pub(crate) slot: u32,
    pub(crate) part: u32,
    pub(crate) triangle: Option<u32>,
}

/// What is asked of a scene: a motion, or a shape at rest. It gives every box a number, a fraction or a distance, that
/// nothing within the box goes below.
pub(crate) trait Probe {
    type View: View;

    /// It, as seen from a frame.
    fn seen_from(&self, frame: &Pose) -> Self::View;

    /// By what part of the largest coordinate of a mesh's triangles a view is to be wider for them than for boxes that have that already: for
    /// what counts as a touch on account of their size.
    fn touching(&self) -> f64 {
        0.0
    }

    /// It, as triangles within `bounds` in a frame see it, which it can meet on a part of its way; `None` where that tells no more
    /// than its boxes.
    fn sieve(
        &self,
        _frame: &Pose,
        _view: &Self::View,
        _part: &<Self::View as View>::Leg,
        _bounds: &Aabb,
    ) -> Option<Sieve> {
        None
    }

    /// Whether triangles are passed that show only one side, where that one points along `normal` (world space, any length).
    fn passes(&self, normal: &Vector3<f64>) -> bool;
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

    /// What has about this number of the guide.
    fn first(&self, number: f32) -> f64;
}

/// What is done with each pair.
pub(crate) trait Pairs<T: Real> {
    /// The number up to which pairs matter; negative when none do any more.
    fn limit(&self) -> f64;

    /// Whether a triangle is not looked at, whatever its number: asked before it is sifted, and again when its turn has come.
    #[inline(always)]
    fn passes_over(&self, _tilt: &Tilt<'_>) -> bool {
        false
    }

    /// Looks at a pair whose boxes have the number `first`.
    fn pair<B: Support>(&mut self, at: Address, fixed: &Placed<T, B>, first: f64, tilt: &Tilt<'_>);
}
