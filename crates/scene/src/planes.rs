//! What planes tell of a triangle before it is cast against: its own, and those through the side that it is passed by at (`side_planes.rs`).

use crate::facing::Facing;
use crate::flight::Pose;
use crate::geometry::farthest;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Beyond, Sight};
use crate::side_planes::apart;
use crate::tolerance::{FAR, LEAST_NORMAL, PASSING, least};
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, Placed, Real, Support, largest};

/// A motion as the planes of triangles see it: later than a [`Sieve`](crate::Sieve) lets it meet them, for shapes that are not the box
/// that the sieve has in their place.
///
/// A plane takes a support point or a few where a cast takes many: for those who keep triangles in a tree of their own.
#[derive(Clone, Copy, Debug)]
pub struct Planes<S> {
    shape: S,
    pose: Pose,
    way: Way,
}

/// What planes have to know of a motion besides the shape and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) displacement: Vector3<f64>,
    /// What must be left beside the core: the radius, and what counts as contact on top of it.
    pub(crate) margin: f64,
    /// How much of the displacement counts among lengths: see [`FAR`].
    pub(crate) most: f64,
    /// The sum of the lengths of the motion, and what a touch is called within per unit of them.
    lengths: f64,
    units: f64,
}

/// A motion as planes are held against it, its parts where they are: they are dear to move.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a, S> {
    pub(crate) shape: &'a S,
    pub(crate) pose: &'a Pose,
    pub(crate) way: &'a Way,
}

/// The point of a core that is farthest against a direction n.
pub(crate) struct Against {
    /// h(−n): how far it is against n from the core's origin, per unit of n.
    pub(crate) reach: f64,
    /// In the world.
    pub(crate) point: Vector3<f64>,
}

impl Against {
    /// Of a shape that stands there, n in world space.
    #[inline]
    pub(crate) fn of(shape: &impl Support, pose: &Pose, n: &Vector3<f64>) -> Self {
        let local = pose.rotation.apply_transposed(&-n);
        let point = shape.support_point(&local).coords;
        Self {
            reach: local.dot(&point),
            point: pose.rotation.apply(&point) + pose.position,
        }
    }
}

impl<S: Support> Planes<S> {
    /// `moving` on its way by `displacement` (world space), for triangles within `bounds` in the frame of the body `frame`. `reach` (a
    /// length) is added on all sides, such as a target distance and what else may count as a touch beyond rounding.
    pub fn of<T: Real, F: Support>(
        moving: &Placed<T, S>,
        displacement: &Vector3<T>,
        (frame, bounds): (&Placed<T, F>, &Aabb),
        reach: f64,
    ) -> Self
    where
        S: Copy,
    {
        let far = largest(&frame.position()) + farthest(bounds);
        let (shape, pose) = (*moving.shape(), Pose::of(moving));
        let way = Way::new(&shape, &pose, displacement, far, reach);
        Self { shape, pose, way }
    }

    /// The fraction until which planes surely keep the moving shape apart from the triangle with these corners, in the frame of the body
    /// `frame`: infinite where it passes by. It is not below `first`, a fraction for which that is known already, such as a sieve's; and
    /// from `limit` on it does not matter how much it is.
    #[inline]
    pub fn first<T: Real, F: Support, C: Real>(
        &self,
        frame: &Placed<T, F>,
        corners: &[Point3<C>; 3],
        (first, limit): (f64, f64),
    ) -> f64 {
        let frame = Pose::of(frame);
        let triangle = PosedTriangle::of(&frame, corners);
        let mover = Mover {
            shape: &self.shape,
            pose: &self.pose,
            way: &self.way,
        };
        let sight = mover.sight(&triangle, first);
        if sight.first > limit {
            return sight.first;
        }
        mover.apart_until(&triangle, &sight, limit)
    }
}

impl Way {
    /// How far away a cast may call a touch, and more, but for what is added for each unit of the triangles' distance.
    pub(crate) fn touch(&self) -> f64 {
        self.units * self.lengths
    }

    /// `far` is how far from the origin triangles reach.
    #[inline]
    pub(crate) fn new<T: Real>(
        shape: &impl Support,
        pose: &Pose,
        displacement: &Vector3<T>,
        far: f64,
        reach: f64,
    ) -> Self {
        let displacement = displacement.map(Real::to_f64);
        let margin = shape.radius() + reach + least::<T>();
        let near = largest(&pose.position) + shape.extent() + margin;
        let most = FAR * (near + far);
        Self {
            displacement,
            margin,
            most,
            lengths: near + largest(&displacement).min(most),
            units: PASSING * T::EPSILON,
        }
    }
}

impl<S: Support> Mover<'_, S> {
    /// What the triangle's own plane tells. First without the support point: most triangles that are come upon lie across the way.
    #[inline]
    pub(crate) fn sight(&self, triangle: &PosedTriangle<'_>, first: f64) -> Sight {
        let Some(plane) = Facing::new(self.pose, triangle) else {
            return Sight::from(first);
        };
        let (room, closing) = self.room(&plane);
        if room <= closing * first {
            return Sight::from(first);
        }
        let against = self.against(&plane.normal);
        let room = room - against.reach;
        let apart = apart(room, closing);
        if apart == f64::INFINITY {
            return Sight::from(apart);
        }
        let met = apart.max(0.0);
        let beyond = triangle.beyond(&(against.point + self.way.displacement * met));
        Sight {
            first: first.max(met),
            beyond: beyond.map(|corner| Beyond {
                corner,
                point: against.point,
            }),
        }
    }

    /// That, with what planes through the triangle's side tell, where its own is met beyond it.
    #[inline]
    pub(crate) fn apart_until(
        &self,
        triangle: &PosedTriangle<'_>,
        sight: &Sight,
        limit: f64,
    ) -> f64 {
        let Some(beyond) = &sight.beyond else {
            return sight.first;
        };
        triangle.side(beyond.corner).map_or(sight.first, |side| {
            sight.first.max(self.apart_beside(&side, beyond, limit))
        })
    }

    /// How much room a plane leaves the core's origin, and how much of it the whole motion takes. One that tells nothing leaves none.
    #[inline(always)]
    pub(crate) fn room(&self, plane: &Facing) -> (f64, f64) {
        let units = self.way.units * (plane.lengths + self.way.lengths);
        let length = plane.length_above();
        let room = if length < LEAST_NORMAL {
            f64::NEG_INFINITY
        } else {
            plane.height - (self.way.margin + units) * length
        };
        (room, plane.closing(&self.way.displacement))
    }

    #[inline]
    pub(crate) fn against(&self, n: &Vector3<f64>) -> Against {
        Against::of(self.shape, self.pose, n)
    }
}
