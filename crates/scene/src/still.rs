//! A shape that stands still, as a search sees it: how far from it things are, by boxes and by planes.

use crate::Motion;
use crate::facing::Facing;
use crate::flight::{Flight, Pose};
use crate::geometry::{farthest, grown};
use crate::planes::Against;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Leg, Probe, Sight, View};
use crate::sieve::{BallSieve, Passage, Sieve, Sift};
use crate::tolerance::{DISTANCE_DOWN, LEAST_NORMAL, PASSING, SQUARE_UP, short};
use crate::tree::{Frame, Guide, Nearness, Numbers, Planes};
use crate::triangles::Front;
use nalgebra::{Point3, Vector3};
use swept_support::{Aabb, KnownCore, Real, Support, largest, sqrt};

/// A shape at rest.
pub(crate) struct Still<'a, T: Real, S> {
    shape: &'a Motion<T, S>,
    within: f64,
    /// Whether it matters how far away triangles are by their planes, or only which of them are beyond the limit.
    nearest_first: bool,
    sifts: Sifts,
}

/// What is told of triangles before their planes are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sifts {
    Nothing,
    /// Their distance from a point.
    Distances,
    /// Whether slabs about a core keep them apart: only where no support points are needed for a box around it, which takes longer.
    Slabs,
}

impl<'a, T: Real, S: Support> Still<'a, T, S> {
    /// What is within this length by boxes, and by planes.
    pub(crate) fn up_to(shape: &'a Motion<T, S>, within: f64) -> Self {
        Self {
            shape,
            within,
            nearest_first: false,
            sifts: match shape.moving().shape().known_core() {
                KnownCore::Point => Sifts::Distances,
                KnownCore::Other => Sifts::Nothing,
                _ => Sifts::Slabs,
            },
        }
    }

    /// What is within this length by boxes alone.
    pub(crate) fn by_boxes(shape: &'a Motion<T, S>, within: f64) -> Self {
        Self {
            sifts: Sifts::Nothing,
            ..Self::up_to(shape, within)
        }
    }

    /// The same, triangles in the order in which their planes have them.
    pub(crate) fn nearest_first(shape: &'a Motion<T, S>, within: f64) -> Self {
        let all = Self::up_to(shape, within);
        Self {
            nearest_first: true,
            // Slabs say nothing of how far.
            sifts: match all.sifts {
                Sifts::Slabs => Sifts::Nothing,
                sifts => sifts,
            },
            ..all
        }
    }
}

impl<T: Real, S: Support> Probe for Still<'_, T, S> {
    type View = Standing;
    type Sieve = StillSieve;

    /// With the shape's own part of what a distance may be found too short by ([`short`]) added on all sides.
    fn seen_from(&self, frame: &Pose) -> Standing {
        let shape = self.shape.moving().shape();
        let radius = shape.radius();
        let size = shape.extent() + radius;
        let reach = short::<T>() * size;
        let bounds = self.shape.flight(frame, reach, f64::INFINITY).start;
        Standing {
            bounds: grown(&bounds, -radius),
            radius,
            within: self.within,
            short: 2.0 * short::<T>(),
        }
    }

    /// With as much taken off as the view's boxes and planes have: what a distance may be found too short by, here of radius, limit and all
    /// coordinates.
    fn sieve(
        &self,
        frame: &Pose,
        view: &Standing,
        _: &StandingLeg,
        bounds: &Aabb,
    ) -> Option<StillSieve> {
        let pose = &self.shape.pose;
        match self.sifts {
            Sifts::Nothing => None,
            Sifts::Distances => {
                let taken = view.radius * (1.0 + short::<T>());
                let sieve = BallSieve::new(pose, frame, bounds, taken, view.short)?;
                Some(StillSieve::Distances(sieve))
            }
            Sifts::Slabs => {
                let part = part::<T>();
                let still = Flight {
                    displacement: Vector3::zeros(),
                    ..self.shape.flight(frame, 0.0, f64::INFINITY)
                };
                let seen = (&still, (0.0, 1.0), bounds);
                let radius = (view.radius + self.within) * (1.0 + part);
                let passage = Passage::new(&self.shape.around(), pose, frame, seen, radius, part)?;
                let sieve = Sieve::new(&passage)?;
                Some(StillSieve::Slabs(sieve))
            }
        }
    }

    #[inline]
    fn sight(&self, triangle: &PosedTriangle<'_>, first: f64, limit: f64) -> Sight {
        if self.sifts == Sifts::Distances {
            return Sight::from(first);
        }
        let least = if self.nearest_first {
            first
        } else {
            first.max(limit)
        };
        Sight::from(first.max(self.shape.kept(triangle, least, limit)))
    }

    fn passes(&self, _: &Front) -> bool {
        false
    }
}

/// What [`Sifts`] tell.
#[allow(clippy::large_enum_variant)] // one to a search, used where it is made
pub(crate) enum StillSieve {
    /// How far each triangle is away.
    Distances(BallSieve),
    /// Whether each may be within the limit: slabs that a motion leads nowhere in are those that it starts in, or it is never in all of them.
    Slabs(Sieve),
}

impl Sift for StillSieve {
    #[inline(always)]
    fn first<T: Real>(&self, corners: &[Point3<T>; 3]) -> f64 {
        match self {
            Self::Distances(sieve) => sieve.first(corners),
            Self::Slabs(sieve) => sieve.first(corners),
        }
    }
}

/// What part of all lengths rounding may take of the distance that a plane leaves.
fn part<T: Real>() -> f64 {
    (PASSING * T::EPSILON).max(short::<T>())
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
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
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

    /// By squares, which takes no root. Nothing comes before what may touch, wherever in the shape it is.
    #[inline(always)]
    fn is_by(&self, first: f64, number: f32) -> bool {
        let scaled = (first + self.radius) * self.scale;
        first <= 0.0 || scaled * scaled <= f64::from(number)
    }
}

impl<T: Real, S: Support> Motion<T, S> {
    /// A distance that planes before a triangle surely leave, where the motion starts: its own, and if that leaves no more than `enough`,
    /// the one across the way from its nearest point. 0 where that is no more than `least`, and of other shapes.
    #[inline]
    fn kept(&self, triangle: &PosedTriangle<'_>, least: f64, enough: f64) -> f64 {
        let Some(plane) = Facing::new(&self.pose, triangle) else {
            return 0.0;
        };
        let kept = self.left_by(&plane, least);
        if kept > enough {
            return kept;
        }
        let toward = Facing::toward(&self.pose, triangle);
        toward.map_or(kept, |plane| kept.max(self.left_by(&plane, least)))
    }

    /// With l at least the length of a plane's normal, and h the room above the plane along it less how far the core reaches, the plane
    /// leaves L when h > (r + L + κ·(lengths + r + L))·l, κ being the part of all lengths that rounding may take. Of a normal below
    /// [`LEAST_NORMAL`] rounding may take all of h, and the plane tells nothing.
    #[inline]
    fn left_by(&self, plane: &Facing, least: f64) -> f64 {
        if plane.length_above() < LEAST_NORMAL {
            return 0.0;
        }
        let shape = self.moving().shape();
        let lengths = plane.lengths + largest(&self.pose.position) + shape.extent();
        let part = part::<T>();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Object, Query, Scene, TriangleMesh};
    use nalgebra::{Isometry3, UnitQuaternion};
    use std::ops::ControlFlow;
    use swept_support::{Cuboid, Placed, PointShape, Sphere};

    /// A bar along the diagonal of its own box, and triangles in that box: beside it, and just within and just beyond a limit from it.
    #[test]
    fn slabs_pass_over_what_is_in_the_box_alone() {
        let turn = UnitQuaternion::rotation_between(&Vector3::x(), &Vector3::repeat(1.0)).unwrap();
        let at = Isometry3::from_parts([3.0, -2.0, 1.0].into(), turn);
        let bar = Cuboid::<f64>::new([8.0, 0.25, 0.25]).unwrap();
        let bar = Motion::at_rest(Placed::new(bar, at).unwrap()).unwrap();
        let bounds = Aabb::around([[-9.0; 3].into(), [9.0; 3].into()]).unwrap();
        let within = 0.125;
        let still = Still::up_to(&bar, within);
        let view = still.seen_from(&Pose::IDENTITY);
        let leg = view.leg(&bounds, &Frame::new(&bounds)).unwrap();
        let sieve = still.sieve(&Pose::IDENTITY, &view, &leg, &bounds);
        let sieve = sieve.expect("of a box slabs are known");
        for (away, expected) in [(2.0, f64::INFINITY), (0.1251, f64::INFINITY), (0.1249, 0.0)] {
            // A side along the bar, with the rest beyond it.
            let corners = [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
                .map(|[x, y]| at * Point3::new(x, 0.25 + away + y, 0.0));
            assert_eq!(sieve.first(&corners), expected, "{away}");
        }
        let nearest = Still::nearest_first(&bar, within);
        let none = nearest.sieve(&Pose::IDENTITY, &view, &leg, &bounds);
        assert!(none.is_none());
    }

    /// What may touch is looked at before what is nearer to the middle of a ball: whether anything overlaps it is known by the first that does.
    #[test]
    fn nothing_comes_before_what_may_touch() {
        let ball = Placed::new(Sphere::new(1.0).unwrap(), [0.0; 3]).unwrap();
        let ball = Motion::at_rest(ball).unwrap();
        let bounds = Aabb::around([[-2.0; 3].into(), [2.0; 3].into()]).unwrap();
        let frame = Frame::new(&bounds);
        let view = Still::up_to(&ball, 0.0).seen_from(&Pose::IDENTITY);
        let leg = view.leg(&bounds, &frame).unwrap();
        // Boxes around the middle, within the ball and beyond it.
        for (away, expected) in [(0.0, false), (0.5, false), (1.25, true)] {
            let number = (away * frame.scale()).powi(2) as f32;
            assert!(leg.is_by(0.0, number), "{away}");
            assert_eq!(leg.is_by(0.125, number), expected, "{away}");
        }
    }

    /// The product of its sides is the least number there is, and so is the product of that with 0.75, the height of the point.
    #[test]
    fn the_plane_of_a_triangle_whose_normal_is_rounding_tells_nothing() {
        let side = 2.0_f64.powi(-537);
        let corners = [[0.0; 3], [side, 0.0, 0.0], [0.0, side, 0.0]].map(Point3::from);
        let mesh = TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let point = Placed::new(PointShape, [0.0, 0.0, 0.75]).unwrap();
        let (point, query) = (Motion::at_rest(point).unwrap(), Query::default());
        let nearest = scene.distance(&point, 0.8, &query);
        let separation = nearest.map(|near| near.distance.separation());
        assert!(
            separation.is_some_and(|s| (s - 0.75).abs() < 1e-12),
            "{separation:?}"
        );
        let mut near = 0;
        scene.near_shapes(&point, 0.8, &query, |_, _| {
            near += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(near, 1);
    }
}
