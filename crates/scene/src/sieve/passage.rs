//! What a sieve has to know of a motion.

use super::Around;
use crate::flight::{Flight, Pose};
use crate::geometry::is_bounded;
use nalgebra::Vector3;
use swept_support::{Aabb, LinearMap, largest};

/// A core on the part of its way on which it can meet the triangles of a mesh, or what stands for it: the box or the ball around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// It begins at this fraction of the motion and lasts for so much of it.
    pub(super) from: f64,
    pub(super) span: f64,
    /// The middle where it begins, and the way from there on, in the frame.
    pub(super) centre: Vector3<f64>,
    pub(super) way: Vector3<f64>,
    /// Of a box, from the frame to its axes; `None` where a ball stands for the core.
    pub(super) turn: Option<LinearMap>,
    pub(super) half: Vector3<f64>,
    /// No point of the core is farther from the box's middle.
    pub(super) ball: f64,
    /// All of the shape is within this of what stands for its core.
    pub(super) radius: f64,
    /// How large all of that is; and how far the corners of triangles are, as seen from the middle.
    pub(super) size: f64,
    pub(super) near: f64,
    /// How far away a touch may be called, but for what is added for each unit of the corners' distance.
    pub(super) touch: f64,
    pub(super) units: f64,
}

impl Passage {
    /// `around` a core that stands at `pose`, within `radius` of which the whole shape stays, for triangles within `bounds` in
    /// the frame `frame`, that `flight` is seen from; it meets the bounds from a fraction on for a while, both given. A touch is called
    /// within `units` per unit of length. `None` of what may be anywhere, which keeps apart from nothing.
    #[inline]
    pub(crate) fn new(
        around: &Around,
        pose: &Pose,
        frame: &Pose,
        (flight, (from, span), bounds): (&Flight, (f64, f64), &Aabb),
        radius: f64,
        units: f64,
    ) -> Option<Self> {
        if !is_bounded(flight.start()) {
            return None;
        }
        let is_round = around.is_round(radius);
        let (middle, radius) = if is_round {
            (around.own.centre.coords, radius + around.own.radius)
        } else {
            (around.centre, radius)
        };
        let centre = pose.position + pose.rotation.turn(&middle) - frame.position;
        let centre = frame.rotation.turn_back(&centre) + flight.displacement() * from;
        let way = flight.displacement() * span;
        let size = largest(&around.half) + largest(&way) + radius;
        let near =
            largest(&(bounds.min - centre).coords).max(largest(&(bounds.max - centre).coords));
        // What the scalar's units are counted of besides the corners' distance.
        let lengths = largest(&pose.position)
            + largest(&frame.position)
            + largest(&centre)
            + around.far
            + largest(flight.displacement()).min(flight.most)
            + size;
        Some(Self {
            from,
            span,
            centre,
            way,
            turn: (!is_round).then(|| pose.rotation.transposed_times(&frame.rotation)),
            half: around.half,
            ball: around.ball,
            radius,
            size,
            near,
            touch: units * lengths,
            units,
        })
    }

    /// All lengths that enter, as seen from the middle.
    pub(super) fn lengths(&self) -> f64 {
        self.near + self.size
    }
}
