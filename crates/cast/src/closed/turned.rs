//! Points and segments with a radius around them: capsules, and spheres.
//!
//! Their ends are turned into the world's axes first, which are the working frame then. That is a rotation of one point or
//! two, where a frame of the fixed shape's takes the product of two matrices, and the motion, the normal and the points of
//! contact there and back.

use super::polygon::Polygon;
use super::proof::{Around, Sight};
use super::{Cores, each};
use crate::found::{Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::problem::Standing;
use nalgebra::{Point3, Vector3};
use swept_support::{Core, KnownCore, LinearMap, Placed, Real, Support};

type V = Vector3<f64>;

/// A shape with such a core about its own origin, in the world's axes.
pub(super) struct Turned {
    pub(super) core: KnownCore,
    radius: f64,
    extent: f64,
    position: V,
    /// From the shape's frame into the world's axes.
    pub(super) map: LinearMap,
}

impl Turned {
    /// `None` for any other core.
    #[inline(always)]
    pub(super) fn new<T: Real, S: Support>(placed: &Placed<T, S>, core: KnownCore) -> Option<Self> {
        let map = placed.rotation();
        let core = match core {
            KnownCore::Point => core,
            KnownCore::Segment([a, b]) => {
                let b_turned = map.apply(&b);
                // Most segments reach as far to either side.
                let a_turned = if a == -b { -b_turned } else { map.apply(&a) };
                KnownCore::Segment([a_turned, b_turned])
            }
            _ => return None,
        };
        Some(Self {
            core,
            radius: placed.shape().radius(),
            extent: placed.shape().extent(),
            position: placed.position(),
            map,
        })
    }

    /// The shape where it stands, its rotation done.
    #[inline(always)]
    pub(super) fn standing(&self) -> Standing<'_, Self> {
        Standing {
            shape: self,
            rotation: LinearMap::IDENTITY,
            position: self.position,
            turned: self.core != KnownCore::Point && !self.map.exact,
        }
    }
}

impl Support for Turned {
    #[inline(always)]
    fn support_point(&self, n: &V) -> Point3<f64> {
        let farther = |a: V, b: V| if n.dot(&b) > n.dot(&a) { b } else { a };
        Point3::from(match self.core {
            KnownCore::Segment([a, b]) => farther(a, b),
            _ => V::zeros(),
        })
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    fn interior_point(&self) -> Point3<f64> {
        self.support_point(&V::y())
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        self.core
    }
}

/// What the formula for two such cores finds. `own` are the cores in their shapes' own frames, for the certificate.
#[inline(always)]
pub(super) fn closed(
    obstacle: &mut Obstacle<'_, Turned, Turned>,
    mixture: &mut Mixture,
    turned: Cores,
    own: Cores,
) -> Option<Found> {
    use KnownCore::{Point, Segment};
    let origin = V::zeros();
    // From the first end of a segment to the second, in its own frame.
    let along = |core: KnownCore| match core {
        Segment([a, b]) => b - a,
        _ => V::y(),
    };
    let (e, g) = (along(own.0), along(own.1));
    match turned {
        (Point, Point) => flat(obstacle, mixture, [(origin, origin)], || [[e, g]]),
        (Segment([a, b]), Point) => {
            let toward = || [[-e, g], [e, g]];
            flat(obstacle, mixture, [(a, origin), (b, origin)], toward)
        }
        (Point, Segment([a, b])) => {
            let toward = || [[e, -g], [e, g]];
            flat(obstacle, mixture, [(origin, a), (origin, b)], toward)
        }
        (Segment([a, b]), Segment([p, q])) => {
            let (ab, pq) = (b - a, q - p);
            if ab.cross(&pq) == V::zeros() {
                // In line: the longest of the differences is their sum.
                let opposed = ab.dot(&pq) < 0.0;
                let (p, q, g) = if opposed { (q, p, -g) } else { (p, q, g) };
                let toward = || [[-e, g], [e, -g]];
                return flat(obstacle, mixture, [(a, q), (b, p)], toward);
            }
            let toward = || [[-e, -g], [e, -g], [e, g], [-e, g]];
            flat(obstacle, mixture, [(a, p), (b, p), (b, q), (a, q)], toward)
        }
        _ => None,
    }
}

/// A flat core: its corners, each a point of either shape in its own frame, and directions that lead to them, for certificates.
#[inline(always)]
pub(super) fn flat<const K: usize, A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    parts: [(V, V); K],
    toward: impl Fn() -> [[V; 2]; K],
) -> Option<Found> {
    let end = 1.0 - obstacle.base;
    let polygon = Polygon {
        corners: each(
            &parts,
            #[inline(always)]
            |(f, m)| obstacle.vertex(f, m).y,
        ),
    };
    let d = obstacle.displacement;
    let around = Around::new(
        &d,
        obstacle.radius,
        obstacle.tightest(),
        #[inline(always)]
        |n: &V| polygon.height(n),
    );
    let mut weights = [0.0; K];
    let sight = polygon.sight(&around, end, &mut weights);
    if let Sight::Touches(contact) = &sight {
        let (mut y, mut on_moving) = (V::zeros(), V::zeros());
        for ((c, (_, m)), w) in polygon.corners.iter().zip(&parts).zip(&weights) {
            y += c * *w;
            on_moving += m * *w;
        }
        if obstacle.radius == 0.0 && !around.meets(&y, contact.upper) {
            return None;
        }
        *mixture = Mixture {
            y,
            on_moving,
            rounding: contact.normal,
        };
        obstacle.remember_directions(|| {
            let parts = toward().into_iter().zip(weights);
            parts.map(|([fixed, moving], w)| (Directions { fixed, moving }, w))
        });
    }
    sight.found(end)
}
