//! The closed forms' side.

use crate::{Answer, Cast, Caster, Kind, Pose, Scalar, Solver, Way, Workload};
use core::hint::black_box;
use swept::Shape;
use swept::nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept_analytic::Answer as Closed;
use swept_analytic::{boxes, capsule, sphere};

/// The closed form of a pair of shapes.
pub(crate) struct Analytic {
    form: Form,
    casts: Vec<Cast>,
}

/// The pairs with a closed form, moving shape first, with their sizes.
enum Form {
    SphereSphere(f64, f64),
    SphereBox(f64, Vector3<f64>),
    SphereTriangle(f64, [Point3<f64>; 3]),
    CapsuleCapsule([f64; 2], [f64; 2]),
    BoxBox(Vector3<f64>, Vector3<f64>),
    BoxTriangle(Vector3<f64>, [Point3<f64>; 3]),
}

impl Analytic {
    /// Nothing for a pair without a closed form.
    pub(crate) fn new(workload: &Workload) -> Option<Self> {
        let form = match (workload.moving(), workload.fixed()) {
            (Shape::Sphere(a), Shape::Sphere(b)) => Form::SphereSphere(a.radius(), b.radius()),
            (Shape::Sphere(a), Shape::Cuboid(b)) => Form::SphereBox(a.radius(), *b.half_extents()),
            (Shape::Sphere(a), Shape::Triangle(b)) => {
                Form::SphereTriangle(a.radius(), *b.corners())
            }
            (Shape::Capsule(a), Shape::Capsule(b)) => {
                Form::CapsuleCapsule([a.half_height(), a.radius()], [b.half_height(), b.radius()])
            }
            (Shape::Cuboid(a), Shape::Cuboid(b)) => {
                Form::BoxBox(*a.half_extents(), *b.half_extents())
            }
            (Shape::Cuboid(a), Shape::Triangle(b)) => {
                Form::BoxTriangle(*a.half_extents(), *b.corners())
            }
            _ => return None,
        };
        Some(Self {
            form,
            casts: workload.casts().to_vec(),
        })
    }

    #[inline(always)]
    fn cast(&self, cast: &Cast) -> Closed {
        let d = Vector3::from(cast.displacement);
        let (from, at) = (&cast.moving, &cast.fixed);
        match &self.form {
            Form::SphereSphere(a, b) => sphere::against_sphere(&ball(*a, from), &d, &ball(*b, at)),
            Form::SphereBox(a, b) => sphere::against_box(&ball(*a, from), &d, &isometry(at), b),
            Form::SphereTriangle(a, b) => {
                sphere::against_triangle(&ball(*a, from), &d, &corners(b, at))
            }
            Form::CapsuleCapsule(a, b) => {
                capsule::against_capsule(&upright(a, from), &d, &upright(b, at))
            }
            Form::BoxBox(a, b) => boxes::box_box(&cuboid(a, from), &d, &cuboid(b, at)),
            Form::BoxTriangle(a, b) => boxes::box_triangle(&cuboid(a, from), &d, &corners(b, at)),
        }
    }
}

impl Caster for Analytic {
    fn way(&self) -> Way {
        Way {
            solver: Solver::Analytic,
            scalar: Scalar::F64,
        }
    }

    fn run(&self, casts: &[usize]) {
        for &i in casts {
            black_box(&self.cast(black_box(&self.casts[i])));
        }
    }

    fn answer(&self, cast: usize) -> Answer {
        let (kind, fraction, normal) = match self.cast(&self.casts[cast]) {
            Closed::Hit(hit) => (Kind::Hit, hit.fraction, Some(hit.normal.into_inner())),
            Closed::Miss(_) => (Kind::Miss, 1.0, None),
            Closed::Overlap(_) => (Kind::Overlap, 0.0, None),
        };
        Answer {
            kind,
            fraction,
            normal,
            work: None,
        }
    }
}

fn ball(radius: f64, pose: &Pose) -> sphere::Sphere {
    sphere::Sphere {
        centre: pose.position.into(),
        radius,
    }
}

fn cuboid(half_extents: &Vector3<f64>, pose: &Pose) -> boxes::Cuboid {
    boxes::Cuboid {
        half_extents: *half_extents,
        pose: isometry(pose),
    }
}

/// A capsule along its own y axis.
fn upright([half_height, radius]: &[f64; 2], pose: &Pose) -> capsule::Capsule {
    let pose = isometry(pose);
    let end = |y: f64| pose * Point3::new(0.0, y, 0.0);
    capsule::Capsule {
        a: end(-half_height),
        b: end(*half_height),
        radius: *radius,
    }
}

fn corners(corners: &[Point3<f64>; 3], pose: &Pose) -> [Point3<f64>; 3] {
    let pose = isometry(pose);
    corners.map(|p| pose * p)
}

fn isometry(pose: &Pose) -> Isometry3<f64> {
    let [x, y, z, w] = pose.rotation;
    Isometry3::from_parts(
        Translation3::from(pose.position),
        UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)),
    )
}
