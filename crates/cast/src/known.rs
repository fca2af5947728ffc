//! A shape whose core is known, as that core.
//!
//! A shape whose kind is known at run time only, as [`Shape`](swept_support::Shape) is, finds out which it is whenever it is asked anything,
//! some twenty times in a distance. So what it says of itself is asked once here, and its support points are those of its core. And what
//! searches is compiled once for all shapes of known cores.

use nalgebra::{Point3, Vector3};
use swept_support::{Core, KnownCore, Support, paired};

/// A known core with a radius around it.
pub(crate) struct KnownShape<'a> {
    core: KnownCore,
    radius: f64,
    extent: f64,
    /// The shape itself, for what is seldom asked.
    shape: &'a dyn Support,
}

impl<'a> KnownShape<'a> {
    /// Two shapes, where both cores are known.
    #[inline(always)]
    pub(crate) fn both(a: &'a impl Support, b: &'a impl Support) -> Option<[Self; 2]> {
        Some([Self::of(a)?, Self::of(b)?])
    }

    #[inline(always)]
    fn of(shape: &'a impl Support) -> Option<Self> {
        match shape.known_core() {
            KnownCore::Other => None,
            core => Some(Self {
                core,
                radius: shape.radius(),
                extent: shape.extent(),
                shape,
            }),
        }
    }
}

impl Support for KnownShape<'_> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        // By the way between them: corners may be far from the origin, and near to each other.
        let farther = |a: Vector3<f64>, b: Vector3<f64>| if n.dot(&(b - a)) > 0.0 { b } else { a };
        Point3::from(match self.core {
            KnownCore::Point | KnownCore::Other => Vector3::zeros(),
            KnownCore::Segment([a, b]) => farther(a, b),
            KnownCore::Triangle([a, b, c]) => farther(farther(a, b), c),
            KnownCore::Cuboid(half) => paired(&half, n, f64::copysign),
        })
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn core(&self) -> Core {
        Core::Polytope
    }
    #[inline(always)]
    fn known_core(&self) -> KnownCore {
        self.core
    }
}
