//! What lies beside the way of a motion, by its distance from that: how a miss with a certificate finds the nearest pair.
//!
//! The volume of a box that moves along a line and another box are apart exactly when one of six directions tells: those
//! of the axes, and the three that lie across both an axis and the motion (the normals of the faces of their
//! Minkowski difference). The greatest of the six gaps is how far apart they are, at least.

use crate::flight::{Flight, Pose};
use crate::geometry::grown;
use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Leg, Pairs, Probe, View};
use crate::sieve::Sieve;
use crate::tolerance::{SHADOW, SQUARE_UP, THIRD};
use crate::tree::{Frame, Guide, Nearness, Numbers, Planes};
use crate::triangles::Front;
use crate::{Query, Scene};
use nalgebra::Vector3;
use swept_support::{Aabb, Placed, Real, Support, sqrt};
use wide::f32x4;

/// The shape or triangle whose box comes nearest to the way of a motion's box; of equals, the one that is come upon with
/// the lower address.
pub(crate) fn nearest<T: Real>(
    scene: &Scene<T>,
    beside: &impl Probe,
    query: &Query<'_, T>,
) -> Option<Address> {
    let mut least = Least(None);
    visit(scene, beside, query, &mut least);
    least.0.map(|(_, at)| at)
}

struct Least(Option<(f64, Address)>);

impl<T: Real> Pairs<T> for Least {
    fn limit(&self) -> f64 {
        self.0.map_or(f64::MAX, |(distance, _)| distance)
    }

    fn pair<B: Support>(
        &mut self,
        at: Address,
        _: &Placed<T, B>,
        distance: f64,
        _: &PosedTriangle<'_>,
    ) {
        if self.0.is_none_or(|least| (distance, at) < least) {
            self.0 = Some((distance, at));
        }
    }
}

/// A motion, whose boxes have as numbers how far they are from its way.
pub(crate) struct Beside<'a, M>(pub(crate) &'a M);

impl<M: Probe<View: Into<Flight>>> Probe for Beside<'_, M> {
    type View = Way;
    type Sieve = Sieve;

    fn seen_from(&self, frame: &Pose) -> Way {
        Way::new(&self.0.seen_from(frame).into())
    }

    fn passes(&self, front: &Front) -> bool {
        self.0.passes(front)
    }
}

/// The volume of a moving box.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    swept: Aabb,
    shadows: [Option<Shadow>; 3],
}

/// A moving box seen along its motion, in one direction across it.
#[derive(Clone, Copy)]
struct Shadow {
    across: Vector3<f64>,
    middle: f64,
    half: f64,
}

impl Way {
    fn new(flight: &Flight) -> Self {
        let shadow = |axis: usize| {
            let across = flight
                .displacement
                .cross(&Vector3::ith(axis, 1.0))
                .try_normalize(0.0)?;
            let (middle, half) = project(&flight.start, &across);
            let shadow = Shadow {
                across,
                middle,
                half,
            };
            middle.is_finite().then_some(shadow)
        };
        Self {
            swept: flight.start.swept(&flight.displacement),
            shadows: [shadow(0), shadow(1), shadow(2)],
        }
    }
}

impl View for Way {
    type Leg = WayLeg;

    fn wider(mut self, by: f64) -> Self {
        self.swept = grown(&self.swept, by);
        for shadow in self.shadows.iter_mut().flatten() {
            // A unit vector's components are no more than √3 together.
            shadow.half += 2.0 * by;
        }
        self
    }

    fn first(&self, bounds: &Aabb) -> f64 {
        let gap = (0..3).fold(0.0, |most: f64, i| {
            let (low, high) = (self.swept.min[i], self.swept.max[i]);
            most.max(low - bounds.max[i]).max(bounds.min[i] - high)
        });
        self.shadows.iter().flatten().fold(gap, |most, shadow| {
            let (middle, half) = project(bounds, &shadow.across);
            // NaN, from a box without bound, is no gap.
            most.max((middle - shadow.middle).abs() - half - shadow.half)
        })
    }

    fn leg(&self, _: &Aabb, frame: &Frame) -> Option<WayLeg> {
        Some(WayLeg {
            nearness: Nearness::new(&self.swept, frame),
            scale: frame.scale(),
        })
    }
}

/// The tree's numbers are squared distances along the axes alone divided by three: the greatest of three gaps is no less
/// than the root of a third of the sum of their squares.
pub(crate) struct WayLeg {
    nearness: Nearness,
    scale: f64,
}

impl Guide for WayLeg {
    #[inline(always)]
    fn numbers(&self, planes: &Planes, limit: f32) -> Numbers {
        let squares = self.nearness.numbers(planes, limit).of;
        Numbers::up_to(limit, squares * f32x4::splat(THIRD))
    }
}

impl Leg for WayLeg {
    fn limit(&self, first: f64) -> f32 {
        let scaled = first * self.scale;
        f32::round_up(scaled * scaled * SQUARE_UP).min(f32::MAX)
    }

    fn first(&self, number: f32) -> f64 {
        sqrt(number.into()) / self.scale
    }
}

/// Middle and half length of a box's projection on a unit vector, the half length grown by more than the rounding
/// errors of both.
#[inline]
fn project(bounds: &Aabb, n: &Vector3<f64>) -> (f64, f64) {
    let (mut middle, mut half) = (0.0, 0.0);
    for i in 0..3 {
        let (low, high) = (bounds.min[i], bounds.max[i]);
        middle += n[i] * (0.5 * low + 0.5 * high);
        let slack = SHADOW * (low.abs() + high.abs());
        half += n[i].abs() * (0.5 * high - 0.5 * low + slack);
    }
    (middle, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Motion;
    use nalgebra::{Isometry3, Translation3, UnitQuaternion};
    use swept_support::Cuboid;

    fn way(
        half: [f64; 3],
        from: [f64; 3],
        displacement: [f64; 3],
        frame: &Pose,
        reach: f64,
    ) -> Way {
        let cuboid = Cuboid::new(half).unwrap();
        let motion = Motion::new(Placed::new(cuboid, from).unwrap(), displacement).unwrap();
        Way::new(&motion.flight(frame, reach, f64::INFINITY))
    }

    #[test]
    fn the_way_is_the_swept_box_in_the_frame_s_axes() {
        // The frame stands at (4, 0, 0), turned by a quarter about z: its x axis is the world's y.
        let quarter = UnitQuaternion::from_euler_angles(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let pose = Isometry3::from_parts(Translation3::new(4.0, 0.0, 0.0), quarter);
        let frame = crate::geometry::checked(&pose).unwrap();
        let half = way(
            [1.0, 2.0, 3.0],
            [10.0, 0.0, 0.0],
            [0.0, 4.0, 0.0],
            &frame,
            0.5,
        )
        .swept;
        // In the frame: centre (0, -6, 0), half sides (2, 1, 3), moving along x by 4.
        let (min, max) = (Vector3::new(-2.5, -7.5, -3.5), Vector3::new(6.5, -4.5, 3.5));
        assert!((half.min.coords - min).amax() < 1e-9 && (half.max.coords - max).amax() < 1e-9);
        assert!(half.max.x >= 6.5 && half.min.y <= -7.5);
    }

    #[test]
    fn a_slanted_way_reaches_less_than_the_box_around_it() {
        // A cube of side 2 moving along (10, 10, 0): its way is a band of half width √2 about the line y = x.
        let way = |far: f64| way([1.0; 3], [0.0; 3], [far, far, 0.0], &Pose::IDENTITY, 0.0);
        let at = |x: f64, y: f64| {
            Aabb::around([[x, y, 0.0].into(), [x + 1.0, y + 1.0, 1.0].into()]).unwrap()
        };
        // Corner (8, 2) lies (8 - 2) / √2 from that line.
        let expected = 6.0 / 2.0_f64.sqrt() - 2.0_f64.sqrt();
        assert!((way(10.0).first(&at(8.0, 1.0)) - expected).abs() < 1e-8);
        assert_eq!(way(10.0).first(&at(5.0, 4.0)), 0.0);
        assert!((way(10.0).first(&at(13.0, 12.0)) - 2.0).abs() < 1e-8);
        assert!(way(2.5).first(&at(5.0, 4.0)) > 1.0);
        assert_eq!(way(10.0).first(&Aabb::EVERYTHING), 0.0);
    }
}
