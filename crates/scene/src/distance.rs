//! What is near a shape.

use crate::keep::{Plane, keep_away, keep_triangle_away};
use crate::linear::length;
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::still::Still;
use crate::tolerance::{MOST_APART, MOST_HELD, least, short};
use crate::{Motion, Place, Query, Scene, SubShape};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use swept_cast::{Distance, DistanceOptions, distance_with, intersects};
use swept_support::{Placed, Real, Support};

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
    /// Where boxes or triangles' planes prove a separation to be greater than its own distance query proves it, theirs counts: by a unit
    /// in its last place, seldom, and by whatever a limit on steps leaves open. So what is proven to be farther than `within` is not found,
    /// even if its [`separation`](swept_cast::Separation::separation) is that, rounded down.
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
        match shape.as_ball() {
            Some(ball) => self.nearest(&ball, within, query),
            None => self.nearest(shape, within, query),
        }
    }

    fn nearest<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        query: &Query<'_, T>,
    ) -> Option<SceneDistance<T>> {
        let mut nearest = Nearest {
            shape,
            options: options(query),
            found: None,
            within: away(within),
            limit: widened::<T>(away(within)),
        };
        let still = Still::nearest_first(shape, nearest.limit);
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
        visit_each: impl FnMut(SubShape, &Distance<T>) -> ControlFlow<()>,
    ) {
        self.each_near_shape(shape, within, None, query, visit_each);
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
        visit_each: impl FnMut(SubShape, &Distance<T>) -> ControlFlow<()>,
    ) {
        self.each_near_shape(shape, within, Some(length(margin)), query, visit_each);
    }

    /// With a margin, without what lies behind something that was shown.
    fn each_near_shape<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: T,
        margin: Option<f64>,
        query: &Query<'_, T>,
        mut visit_each: impl FnMut(SubShape, &Distance<T>) -> ControlFlow<()>,
    ) {
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
        visit(self, &Still::up_to(shape, near.limit), query, &mut near);
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
        visit(self, &Still::up_to(shape, any.limit), query, &mut any);
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

impl<T: Real, S: Support> Motion<T, S> {
    /// The distance from one shape, where the motion starts; `None` when that shape breaks its promises.
    fn measure<B: Support>(
        &self,
        fixed: &Placed<T, B>,
        options: &DistanceOptions<T>,
    ) -> Option<Distance<T>> {
        distance_with(self.moving(), fixed, options, None).ok()
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

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        first: f64,
        _: &PosedTriangle<'_>,
    ) {
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

    fn pair<B: Support>(
        &mut self,
        _: Address,
        fixed: &Placed<T, B>,
        _: f64,
        _: &PosedTriangle<'_>,
    ) {
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
    fn passes_over(&self, triangle: &PosedTriangle<'_>) -> bool {
        keep_triangle_away(&self.planes, triangle)
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        fixed: &Placed<T, B>,
        _: f64,
        triangle: &PosedTriangle<'_>,
    ) {
        if !triangle.is_some() && keep_away(self.planes.iter().copied(), fixed, triangle) {
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
