//! Ways out that are found from their ends, for a shape that no step frees.
//!
//! The sets of planes of `exits.rs` leave all overlaps by one rule. Out of convex shapes that were thrown together there is often no such
//! way: it leaves one of them by a face that is not the nearest, and each other by what separates the shape from that one there, which may
//! be two edges. What that is can be measured at the end of the way, and only there.
//!
//! Let x be any end, nᵢ the normals there of all that was overlapped and of what is near, and sᵢ the distances, less than 0 where x
//! overlaps it. All of these are convex, so an end y with nᵢ·(y − x) + sᵢ ≥ 0 is apart from the i-th, by the same plane. The shortest such
//! y (`lift.rs`) is an end to measure at in turn. Where x is free it is one of these y itself, and the end found from it is no farther.
//!
//! The first ends are those at which one shape is left by one of its sides, whatever else is there: by near ones and by far ones.
//!
//! No end is past the middle of what is overlapped, on its far side, just as with the ways of `exits.rs` in one direction. Each way is
//! cast as those are, so that it enters nothing else, and is made as a whole, to an end that is free, or not at all.

use super::{Freeing, Look, Remaining};
use crate::exits::{Exits, Fronts, clearing, out_of};
use crate::lift::{Clearing, shortest, slack};
use crate::mover::placed;
use crate::solid::Solid;
use crate::tolerance::{FARTHEST_END, FARTHEST_OUT, MARGIN, MOST_ENDS, MOST_SIDED};
use nalgebra::{Isometry3, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{Motion, Scene};
use swept_support::{Placed, Real, Support};

impl<T: Real, S: Support> Freeing<'_, T, S> {
    /// Where the shortest way out of all overlaps leads of those that are found from their ends; `None` when there is none.
    pub(super) fn by_ends(&self, at: &Look<T>) -> Result<Option<Look<T>>, InvalidSweep> {
        let mover = placed(self.shape, &at.pose)?;
        let overlaps = at.remaining();
        let sides = sides(self.scene, &mover, &overlaps);
        if sides.is_empty() {
            return Ok(None);
        }
        let least = self.least(&mover)?;
        let fronts = Fronts::OneSided;
        let exits = Exits::of(self.scene, &mover, &at.near, 0.0, fronts);
        let mut ways = Vec::new();
        for side in sides {
            let mut end = side.normal * (side.by + self.skin);
            for _ in 0..MOST_ENDS {
                let planes = self.planes_at(at, &overlaps, &end);
                let next = planes.and_then(|all| self.nearest_end(&all, exits.middles(), least));
                let Some(next) = next else {
                    break;
                };
                ways.push(next);
                end = next;
            }
        }
        ways.sort_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
        ways.dedup();
        for way in ways {
            let tried = self.try_way(at, &mover, &way, least, fronts, false)?;
            if let Some(end) = tried.place {
                let next = self.look(Isometry3::from_parts(end.into(), at.pose.rotation))?;
                if next.deepest() == 0.0 {
                    return Ok(Some(next));
                }
            }
        }
        Ok(None)
    }

    /// The planes at the end of a way, of all that is overlapped at its start and of what is near the end: what each asks of a way. `None`
    /// where the end is farther than is of use, or beyond the range of coordinates.
    fn planes_at(
        &self,
        at: &Look<T>,
        overlaps: &[Remaining<T>],
        end: &Vector3<f64>,
    ) -> Option<Vec<Clearing>> {
        // What is not a number is within no length.
        let is_within = end.norm() <= FARTHEST_END * self.most;
        if !is_within {
            return None;
        }
        let place = at.pose.translation.vector.map(Real::to_f64) + end;
        let pose = Isometry3::from_parts(place.map(T::nearest).into(), at.pose.rotation);
        let there = Motion::at_rest(placed(self.shape, &pose).ok()?).ok()?;
        let query = &self.options.query;
        let overlapped = (overlaps.iter())
            .filter_map(|o| (self.scene).distance_from(&there, &o.place.sub_shape, query));
        // What is overlapped there and here counts twice, and as once.
        let near = self.look(pose).ok()?.near;
        let all = overlapped.chain(near.into_iter().map(|near| near.distance));
        let asked = all.map(|distance| {
            let Clearing { normal, by } = clearing(&distance, 0.0);
            let by = normal.dot(end) + by;
            Clearing { normal, by }
        });
        Some(asked.collect())
    }

    /// The shortest way that clears all planes, by the skin where there is room and by less where there is not, and leads past no middle.
    fn nearest_end(
        &self,
        planes: &[Clearing],
        middles: &[Clearing],
        least: f64,
    ) -> Option<Vector3<f64>> {
        let most = planes.iter().map(|plane| plane.by).fold(0.0, f64::max);
        let rooms = [self.skin, MARGIN * self.skin, least];
        rooms.into_iter().find_map(|out| {
            let out = out + slack(most, FARTHEST_OUT * most);
            let cleared = planes.iter().map(|&Clearing { normal, by }| Clearing {
                normal,
                by: by + out,
            });
            shortest(&cleared.chain(middles.iter().copied()).collect::<Vec<_>>())
        })
    }
}

/// The ways out of the deepest convex shapes, each by itself, by their sides: both ways along each axis of its own frame. Of a box these
/// are its faces, and of all else six directions to begin with. A triangle has no sides to speak of, and what is unbounded has no far one.
fn sides<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    overlaps: &[Remaining<T>],
) -> Vec<Clearing> {
    let convex = overlaps.iter().filter_map(|overlap| {
        let fixed = Solid::of(scene, &overlap.place.sub_shape)?;
        let shape = fixed.shape();
        let has_sides = !shape.is_triangle() && shape.unbounded_normal().is_none();
        has_sides.then_some(fixed)
    });
    let of_one = |fixed: Placed<T, Solid<T>>| {
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let axes = axes.map(|axis| fixed.rotation().apply(&axis));
        axes.into_iter().flat_map(move |axis| {
            [axis, -axis].map(|normal| Clearing {
                by: out_of(&fixed, mover, &normal),
                normal,
            })
        })
    };
    convex.take(MOST_SIDED).flat_map(of_one).collect()
}
