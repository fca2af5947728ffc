//! What is near a shape.

use crate::facing::Facing;
use crate::flight::Pose;
use crate::geometry::{farthest, grown};
use crate::keep::{Plane, keep_away, keep_triangle_away};
use crate::linear::length;
use crate::pairs::visit;
use crate::planes::Against;
use crate::probe::{Address, Leg, Pairs, Probe, Sight, View};
use crate::sieve::Sieve;
use crate::tilt::Tilt;
use crate::tolerance::{DISTANCE_DOWN, MOST_APART, MOST_HELD, PASSING, SQUARE_UP, least, short};
use crate::tree::{Frame, Guide, Nearness, Numbers};
use crate::triangles::Front;
use crate::{Motion, Place, Query, Scene, SubShape};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use swept_cast::{Distance, DistanceCache, DistanceOptions, distance_with, intersects};
use swept_support::{Aabb, Placed, Real, Support, largest, sqrt};
use wide::f32x4;

/// How a shape stands to one convex shape or triangle of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct SceneDistance<T: Real> {
    /// Their separation or their depth, as their own distance query tells it.
    pub distance: Distance<T>,
    /// What it is about, and the normals there. Without a motion, the face that is most opposed is the one whose normal
    /// is nearest to the query's.
    pub place: Place<T>,
}

impl<T: Real> Scene<T> {
    /// What is nearest to the shape where its motion starts: the deepest overlap, or else the least separation; among
    /// equals the lowest [`SubShape`]. `None` when nothing is as near as `within` (a length; NaN or
    /// negative counts as 0). A shape that does not move is a [`Motion::at_rest`].
    ///
    /// Of the query, the options of casts do not matter but for the limit on steps. One-sided faces are near on both
    /// sides. A shape of the user's own whose support points are no numbers is near to nothing.
    pub fn distance<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        query: &Query<'_, T>,
    ) -> Option<SceneDistance<T>> {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        let mut nearest = Nearest {
            shape,
            options: options(query),
            found: None,
            within: away(within),
            limit: widened::<T>(away(within)),
        };
        let still = Still {
            nearest_first: true,
            ..Still::new(shape, within)
        };
        visit(self, &still, query, &mut nearest);
        let (_, at, distance) = nearest.found?;
        self.near_place(shape, at, &distance)
    }

    /// Shows to `visit_each` all that is as near to the shape, where its motion starts, as `within` (a length; NaN or
    /// negative counts as 0), overlaps included, in no order that means anything. `visit_each` can stop the search. A shape that
    /// does not move is a [`Motion::at_rest`].
    ///
    /// # Examples
    /// Every overlap: `scene.near(&shape, 0.0, &query, |near| ...)`, where touching counts.
    pub fn near<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(&SceneDistance<T>) -> ControlFlow<()>,
    ) {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        self.each_near(shape, within, None, query, &mut |at, distance| {
            self.near_place(shape, at, distance)
                .map_or(ControlFlow::Continue(()), |near| visit_each(&near))
        });
    }

    /// What [`near`](Self::near) shows, without the places: cheaper, where the distances are enough.
    pub fn near_shapes<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(SubShape, &Distance<T>) -> ControlFlow<()>,
    ) {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        self.each_near(shape, within, None, query, &mut |at, distance| {
            self.sub_shape(at)
                .map_or(ControlFlow::Continue(()), |of| visit_each(of, distance))
        });
    }

    /// What [`near_shapes`](Self::near_shapes) shows, without what lies behind something that was shown: for those who will not move
    /// against any normal that they are shown, and so cannot come to what lies behind.
    ///
    /// Left out is what lies as a whole behind a plane that is `margin` (a length) away from the shape, across the normal of a
    /// separation that has been shown. So of a flat floor of triangles one is shown. Which of several that is, the order of the search
    /// decides.
    pub fn near_planes<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        margin: T,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(SubShape, &Distance<T>) -> ControlFlow<()>,
    ) {
        let margin = Some(length(margin));
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        self.each_near(shape, within, margin, query, &mut |at, distance| {
            self.sub_shape(at)
                .map_or(ControlFlow::Continue(()), |of| visit_each(of, distance))
        });
    }

    /// The distance from one convex shape or triangle, where the motion starts: what an answer was about, measured from somewhere else.
    /// `None` when the object is gone, or the shape breaks its promises. Of the query, nothing matters but the limit on steps.
    pub fn distance_from<S: Support>(
        &self,
        shape: &Motion<T, S>,
        of: &SubShape,
        query: &Query<'_, T>,
    ) -> Option<Distance<T>> {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        self.get(of.id)?;
        let mut nearest = Nearest {
            shape,
            options: options(query),
            found: None,
            within: f64::INFINITY,
            limit: f64::INFINITY,
        };
        self.show(of.address(), &mut nearest);
        Some(nearest.found?.2)
    }

    fn each_near<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        margin: Option<f64>,
        query: &Query<'_, T>,
        visit_each: &mut dyn FnMut(Address, &Distance<T>) -> ControlFlow<()>,
    ) {
        let mut near = Near {
            shape,
            options: options(query),
            within: away(within),
            limit: widened::<T>(away(within)),
            margin,
            planes: SmallVec::new(),
            visit: visit_each,
        };
        visit(self, &Still::new(shape, within), query, &mut near);
    }

    /// Whether anything overlaps the shape, or touches it, where its motion starts. Of the query, the options of casts do not matter, nor
    /// does the limit on steps: what [`near`](Self::near) leaves open by its own is found out.
    pub fn overlaps<S: Support>(&self, shape: &Motion<T, S>, query: &Query<'_, T>) -> bool {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        let mut any = Any {
            shape,
            limit: widened::<T>(0.0),
        };
        visit(self, &Still::new(shape, T::zero()), query, &mut any);
        any.limit < 0.0
    }

    fn near_place<S: Support>(
        &self,
        shape: &Motion<T, S>,
        at: Address,
        distance: &Distance<T>,
    ) -> Option<SceneDistance<T>> {
        let (normal, point) = match distance {
            Distance::Apart(apart) => (apart.normal, apart.point_fixed),
            Distance::Overlap(overlap) => (overlap.normal, overlap.point_fixed),
        };
        let toward = -normal.map(Real::to_f64);
        let place = self.place(at, (&normal, &point), &toward, |n| shape.reach(n))?;
        Some(SceneDistance {
            distance: *distance,
            place,
        })
    }
}

/// A length that things may be away: NaN and negative numbers count as 0, and what is more than anything can be apart as that.
fn away<T: Real>(within: T) -> f64 {
    let within = within.to_f64();
    if within > 0.0 {
        within.min(MOST_APART * T::MAX_LENGTH)
    } else {
        0.0
    }
}

/// How far away boxes and triangles' planes may be for what is in them to be found `within`: a distance is found too short by a part of
/// itself and of both sizes ([`short`]), and whatever these are by less than [`least`]. This has the first part and the last; the boxes have
/// the others.
fn widened<T: Real>(within: f64) -> f64 {
    within * (1.0 + short::<T>()) + least::<T>()
}

fn options<T: Real>(query: &Query<'_, T>) -> DistanceOptions<T> {
    DistanceOptions {
        max_steps: query.cast.max_steps,
        ..DistanceOptions::default()
    }
}

/// A shape at rest.
pub(crate) struct Still<'a, T: Real, S> {
    shape: &'a Motion<T, S>,
    within: f64,
    /// Whether it matters how far away triangles are by their planes, or only which of them are beyond the limit.
    nearest_first: bool,
}

impl<'a, T: Real, S: Support> Still<'a, T, S> {
    fn new(shape: &'a Motion<T, S>, within: T) -> Self {
        Self::up_to(shape, widened::<T>(away(within)))
    }

    pub(crate) fn up_to(shape: &'a Motion<T, S>, within: f64) -> Self {
        Self {
            shape,
            within,
            nearest_first: false,
        }
    }
}

impl<T: Real, S: Support> Probe for Still<'_, T, S> {
    type View = Standing;
    type Sieve = Sieve;

    /// With the shape's own part of what a distance may be found too short by ([`short`]) added on all sides.
    fn seen_from(&self, frame: &Pose) -> Standing {
        let shape = self.shape.moving().shape();
        let size = shape.extent() + shape.radius();
        let reach = short::<T>() * size;
        let bounds = self.shape.flight(frame, reach, f64::INFINITY).start;
        Standing {
            bounds: grown(&bounds, -shape.radius()),
            radius: shape.radius(),
            within: self.within,
            short: 2.0 * short::<T>(),
        }
    }

    #[inline]
    fn sight(&self, tilt: &Tilt<'_>, first: f64, limit: f64) -> Sight {
        let least = if self.nearest_first {
            first
        } else {
            first.max(limit)
        };
        Sight::from(first.max(self.shape.kept(tilt, least, limit)))
    }

    fn passes(&self, _: &Front) -> bool {
        false
    }
}

/// The box of a shape's core, and the radius around that. The number of another box is a distance that nothing in it is found nearer than.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    bounds: Aabb,
    radius: f64,
    within: f64,
    /// By what part of a box's largest coordinate what is in it may be found too near: for triangles in the frame of their mesh, whose
    /// sizes are at most √3 times that coordinate.
    short: f64,
}

impl View for Standing {
    type Leg = StandingLeg;

    fn wider(mut self, by: f64) -> Self {
        self.bounds = grown(&self.bounds, by);
        self
    }

    #[inline]
    fn first(&self, bounds: &Aabb) -> f64 {
        let squared = (0..3).fold(0.0, |sum: f64, i| {
            let gap = (bounds.min[i] - self.bounds.max[i])
                .max(self.bounds.min[i] - bounds.max[i])
                .max(0.0);
            sum + gap * gap
        });
        let far = squared.sqrt() * DISTANCE_DOWN;
        // What is nowhere has an endless box, too.
        if far == f64::INFINITY {
            far
        } else {
            (far - self.radius - self.short * farthest(bounds)).max(0.0)
        }
    }

    fn leg(&self, bounds: &Aabb, frame: &Frame) -> Option<StandingLeg> {
        (self.first(bounds) <= self.within).then(|| StandingLeg {
            nearness: Nearness::new(&self.bounds, frame),
            scale: frame.scale(),
            radius: self.radius,
            short: self.short * farthest(bounds),
        })
    }
}

pub(crate) struct StandingLeg {
    nearness: Nearness,
    scale: f64,
    radius: f64,
    /// How much too near anything in the tree may be found: a length.
    short: f64,
}

impl Guide for StandingLeg {
    #[inline(always)]
    fn numbers(&self, planes: &[f32x4; 6], limit: f32) -> Numbers {
        self.nearness.numbers(planes, limit)
    }
}

impl Leg for StandingLeg {
    fn limit(&self, first: f64) -> f32 {
        if first < 0.0 {
            -1.0
        } else {
            let scaled = (first + self.radius + self.short) * self.scale;
            // f32::MAX keeps what is infinitely far out, and boxes without bound are not in trees.
            f32::round_up(scaled * scaled * SQUARE_UP).min(f32::MAX)
        }
    }

    fn first(&self, number: f32) -> f64 {
        (sqrt(number.into()) / self.scale - self.radius).max(0.0)
    }
}

impl<T: Real, S: Support> Motion<T, S> {
    /// The distance from one shape, where the motion starts; `None` when that shape breaks its promises.
    fn measure<B: Support>(
        &self,
        fixed: &Placed<T, B>,
        options: &DistanceOptions<T>,
    ) -> Option<Distance<T>> {
        distance_with(self.moving(), fixed, options, &mut DistanceCache::new()).ok()
    }

    /// A distance that planes before a triangle surely leave, where the motion starts: its own, and if that leaves no more than `enough`,
    /// the one across the way from its nearest point. 0 where that is no more than `least`, and of other shapes.
    #[inline]
    fn kept(&self, tilt: &Tilt<'_>, least: f64, enough: f64) -> f64 {
        let Some(plane) = Facing::new(&self.pose, tilt) else {
            return 0.0;
        };
        let kept = self.left_by(&plane, least);
        if kept > enough {
            return kept;
        }
        let toward = Facing::toward(&self.pose, tilt);
        toward.map_or(kept, |plane| kept.max(self.left_by(&plane, least)))
    }

    /// With l at least the length of a plane's normal, and h the room above the plane along it less how far the core reaches, the plane
    /// leaves L when h > (r + L + κ·(lengths + r + L))·l, κ being the part of all lengths that rounding may take.
    #[inline]
    fn left_by(&self, plane: &Facing, least: f64) -> f64 {
        let shape = self.moving().shape();
        let lengths = plane.lengths + largest(&self.pose.position) + shape.extent();
        let part = (PASSING * T::EPSILON).max(short::<T>());
        let taken = shape.radius() + part * (lengths + shape.radius());
        let length = plane.length_up();
        let left = |room: f64| (room / length - taken) / (1.0 + part);
        // Of a triangle without area that is no number.
        if left(plane.height) > least {
            let reach = Against::of(shape, &self.pose, &plane.normal).reach;
            left(plane.height - reach).max(0.0)
        } else {
            0.0
        }
    }
}

/// Minus the depth of an overlap, or the separation.
fn signed<T: Real>(distance: &Distance<T>) -> f64 {
    match distance {
        Distance::Apart(apart) => apart.separation.to_f64(),
        Distance::Overlap(overlap) => -overlap.depth.to_f64(),
    }
}

struct Nearest<'a, T: Real, S> {
    shape: &'a Motion<T, S>,
    options: DistanceOptions<T>,
    found: Option<(f64, Address, Distance<T>)>,
    within: f64,
    limit: f64,
}

impl<T: Real, S: Support> Pairs<T> for Nearest<'_, T, S> {
    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(&mut self, at: Address, fixed: &Placed<T, B>, first: f64, _: &Tilt<'_>) {
        let Some(distance) = self.shape.measure(fixed, &self.options) else {
            return;
        };
        // What boxes and planes prove counts as well, since pairs are passed over for it: a search that was given up proves less.
        let measured = signed(&distance);
        let far = if measured >= 0.0 {
            measured.max(T::round_down(first).to_f64())
        } else {
            measured
        };
        let nearer = |known: &(f64, Address, Distance<T>)| (far, at) < (known.0, known.1);
        if far <= self.within && self.found.as_ref().is_none_or(nearer) {
            self.limit = widened::<T>(far.max(0.0));
            self.found = Some((far, at, distance));
        }
    }
}

/// Whether anything is met: the limit is −1 then.
struct Any<'a, T: Real, S> {
    shape: &'a Motion<T, S>,
    limit: f64,
}

impl<T: Real, S: Support> Pairs<T> for Any<'_, T, S> {
    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(&mut self, _: Address, fixed: &Placed<T, B>, _: f64, _: &Tilt<'_>) {
        if intersects(self.shape.moving(), fixed).is_ok_and(|meet| meet) {
            self.limit = -1.0;
        }
    }
}

struct Near<'a, T: Real, S> {
    shape: &'a Motion<T, S>,
    options: DistanceOptions<T>,
    within: f64,
    limit: f64,
    /// How far beyond a plane triangles are left out, if they are.
    margin: Option<f64>,
    planes: SmallVec<[Plane; 8]>,
    visit: &'a mut dyn FnMut(Address, &Distance<T>) -> ControlFlow<()>,
}

impl<T: Real, S: Support> Pairs<T> for Near<'_, T, S> {
    #[inline]
    fn limit(&self) -> f64 {
        self.limit
    }

    #[inline]
    fn passes_over(&self, tilt: &Tilt<'_>) -> bool {
        keep_triangle_away(&self.planes, tilt)
    }

    fn pair<B: Support>(&mut self, at: Address, fixed: &Placed<T, B>, _: f64, tilt: &Tilt<'_>) {
        if !tilt.is_triangle() && keep_away(self.planes.iter().copied(), fixed, tilt) {
            return;
        }
        let Some(distance) = self.shape.measure(fixed, &self.options) else {
            return;
        };
        if signed(&distance) > self.within {
            return;
        }
        let margin = self.margin.filter(|_| self.planes.len() < MOST_HELD);
        if let (Some(margin), Distance::Apart(apart)) = (margin, &distance) {
            let plane = Plane::new(&apart.normal, self.shape.moving(), margin);
            self.planes.push(plane);
        }
        if (self.visit)(at, &distance).is_break() {
            (self.within, self.limit) = (-1.0, -1.0);
        }
    }
}
