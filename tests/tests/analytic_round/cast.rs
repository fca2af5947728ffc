//! A cast of a sphere or a capsule, for the casters and for the closed forms.

use super::{P, V};
use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion};
use swept::{
    ConvexHull, Cuboid, HalfSpace, Placed, PointShape, Rounded, Segment, Shape, Sweep, Triangle,
};
use swept_analytic::Answer;
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::sphere::{self, Sphere};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fixed {
    Point,
    Sphere,
    HalfSpace,
    Segment,
    Capsule,
    Triangle,
    Polygon,
    Cuboid,
}

/// A cast: the moving shape is the segment from `a` to `a` + `axis` with a radius, the fixed one is given by its corners
/// (by its half extents or its normal) at a pose. All corners are sums without rounding.
#[derive(Clone, Debug)]
pub struct Cast {
    pub kind: Fixed,
    pub capsule: bool,
    pub a: P,
    pub axis: V,
    pub radius: f64,
    pub d: V,
    pub at: P,
    pub turn: UnitQuaternion<f64>,
    pub corners: Vec<V>,
    pub fixed_radius: f64,
}

impl Cast {
    fn world(&self, i: usize) -> P {
        self.at + self.corners[i]
    }

    /// The closed form, for a moving radius that is larger by `more`.
    pub fn closed(&self, more: f64) -> Answer {
        let (a, r, d) = (self.a, self.radius + more, &self.d);
        let all: Vec<P> = (0..self.corners.len()).map(|i| self.world(i)).collect();
        let normal = Unit::new_normalize(self.corners[0]);
        let ball = Sphere {
            centre: all[0],
            radius: self.fixed_radius,
        };
        let stick = |a, b| Capsule {
            a,
            b,
            radius: self.fixed_radius,
        };
        if self.capsule {
            let b = self.a + self.axis;
            let m = Capsule { a, b, radius: r };
            match self.kind {
                Fixed::Point => capsule::against_point(&m, d, &all[0]),
                Fixed::Sphere => capsule::against_sphere(&m, d, &ball),
                Fixed::HalfSpace => capsule::against_half_space(&m, d, &self.at, &normal),
                Fixed::Segment => capsule::against_segment(&m, d, &all[0], &all[1]),
                Fixed::Capsule => capsule::against_capsule(&m, d, &stick(all[0], all[1])),
                Fixed::Triangle => capsule::against_triangle(&m, d, &[all[0], all[1], all[2]]),
                Fixed::Polygon | Fixed::Cuboid => capsule::against_polygon(&m, d, &all),
            }
        } else {
            let m = Sphere {
                centre: a,
                radius: r,
            };
            match self.kind {
                Fixed::Point => sphere::against_point(&m, d, &all[0]),
                Fixed::Sphere => sphere::against_sphere(&m, d, &ball),
                Fixed::HalfSpace => sphere::against_half_space(&m, d, &self.at, &normal),
                Fixed::Segment => sphere::against_segment(&m, d, &all[0], &all[1]),
                Fixed::Capsule => sphere::against_capsule(&m, d, &stick(all[0], all[1])),
                Fixed::Triangle => sphere::against_triangle(&m, d, &[all[0], all[1], all[2]]),
                Fixed::Polygon => sphere::against_polygon(&m, d, &all),
                Fixed::Cuboid => sphere::against_box(&m, d, &self.pose(), &self.corners[0]),
            }
        }
    }

    fn pose(&self) -> Isometry3<f64> {
        Isometry3::from_parts(Translation3::from(self.at.coords), self.turn)
    }

    /// The same for the casters.
    pub fn sweep(&self) -> Sweep<f64, Shape<f64>, Shape<f64>> {
        let round =
            |shape, radius| Shape::Rounded(Box::new(Rounded::new(shape, radius).expect("radius")));
        let segment = |a: V, b: V| Shape::Segment(Segment::new(a, b).expect("segment"));
        let c = &self.corners;
        let fixed = match self.kind {
            Fixed::Point => Shape::Point(PointShape),
            Fixed::Sphere => Shape::Sphere(swept::Sphere::new(self.fixed_radius).expect("radius")),
            Fixed::HalfSpace => Shape::HalfSpace(HalfSpace::new(c[0]).expect("normal")),
            Fixed::Segment => segment(c[0], c[1]),
            Fixed::Capsule => round(segment(c[0], c[1]), self.fixed_radius),
            Fixed::Triangle => Shape::Triangle(Triangle::new(c[0], c[1], c[2]).expect("triangle")),
            Fixed::Polygon => {
                let points = c.iter().map(|&v| P::from(v));
                Shape::ConvexHull(ConvexHull::new(points).expect("hull"))
            }
            Fixed::Cuboid => Shape::Cuboid(Cuboid::new(c[0]).expect("cuboid")),
        };
        let moving = if self.capsule {
            round(segment(V::zeros(), self.axis), self.radius)
        } else {
            Shape::Sphere(swept::Sphere::new(self.radius).expect("radius"))
        };
        let place = |at: V, turn| Isometry3::from_parts(Translation3::from(at), turn);
        let moving = Placed::new(moving, place(self.a.coords, UnitQuaternion::identity()));
        let fixed = Placed::new(fixed, self.pose());
        Sweep::new(moving.expect("pose"), self.d, fixed.expect("pose")).expect("sweep")
    }

    /// The sum of the sizes.
    pub fn size(&self) -> f64 {
        let far = self.corners.iter().map(V::norm).fold(0.0, f64::max);
        2.0 * far + self.radius + self.fixed_radius + self.axis.norm()
    }

    /// The same with all lengths times `s`.
    pub fn scaled(mut self, s: f64) -> Self {
        self.a = P::from(self.a.coords * s);
        self.at = P::from(self.at.coords * s);
        self.axis *= s;
        self.d *= s;
        self.radius *= s;
        self.fixed_radius *= s;
        self.corners.iter_mut().for_each(|c| *c *= s);
        self
    }
}
