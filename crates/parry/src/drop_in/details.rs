//! parry's module `query::details`, with the cast of support maps that swept answers.

use super::convert::vector;
use super::parry::math::{Pose, Vector};
pub use super::parry::query::details::*;
pub use super::parry::query::{ShapeCastHit, ShapeCastOptions};
use super::parry::shape::SupportMap;
use super::question::convex;
use super::support_map::Mapped;
use super::view::View;

/// What two shapes known by their support maps alone touch first: the second one moves, seen from the first.
/// `parry::query::details::cast_shapes_support_map_support_map`, answered by swept.
///
/// What the answer promises holds up to the rounding of the maps. Shapes that have a type of their own in parry are better cast by
/// [`cast_shapes`](super::query::cast_shapes). `None` also stands for what is no shape, pose or motion: this function of parry's
/// has no error.
pub fn cast_shapes_support_map_support_map<G1, G2>(
    pos12: &Pose,
    vel12: Vector,
    g1: &G1,
    g2: &G2,
    options: ShapeCastOptions,
) -> Option<ShapeCastHit>
where
    G1: ?Sized + SupportMap,
    G2: ?Sized + SupportMap,
{
    let (g1, g2) = (Borrowed(g1), Borrowed(g2));
    let views = [
        View::Mapped(Mapped::new(&g2)),
        View::Mapped(Mapped::new(&g1)),
    ];
    let [moving, fixed] = &views;
    let poses = [pos12, &Pose::IDENTITY];
    convex(moving, fixed, poses, &vector(vel12), true, &options).unwrap_or_default()
}

/// A reference, which has a size and so can be one to a trait.
struct Borrowed<'a, G: ?Sized>(&'a G);

impl<G: ?Sized + SupportMap> SupportMap for Borrowed<'_, G> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        self.0.local_support_point(direction)
    }
}
