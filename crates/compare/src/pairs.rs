//! The pairs of shapes that are compared, and how their casts are laid out.

use crate::casts::{Layout, casts, on_sphere};
use crate::workload::reach;
use crate::{Workload, WorkloadError};
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, InvalidShape, Shape, Sphere, Triangle,
};

/// A pair of shapes by name.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Its name: moving shape first.
    pub name: &'static str,
    pub(crate) shapes: fn() -> Result<Shapes, InvalidShape>,
    /// See [`Layout::aim`]: so chosen that two casts of three hit.
    pub(crate) aim: f64,
}

pub(crate) type Shapes = [Shape<f64>; 2];

/// All pairs.
pub const PAIRS: [Pair; 15] = [
    Pair::new("box-box", 0.87, || Ok([small_box()?, large_box()?])),
    Pair::new("cylinder-cylinder", 0.93, || {
        Ok([
            Cylinder::new(0.75, 0.5)?.into(),
            Cylinder::new(0.5, 0.75)?.into(),
        ])
    }),
    Pair::new("hull8-hull8", 0.72, || hulls(8)),
    Pair::new("hull32-hull32", 1.0, || hulls(32)),
    Pair::new("hull128-hull128", 1.1, || hulls(128)),
    Pair::new("hull512-hull512", 1.14, || hulls(512)),
    Pair::new("hull1024-hull1024", 1.15, || hulls(1024)),
    Pair::new("sphere-sphere", 1.13, || {
        Ok([small_sphere()?, Sphere::new(0.75)?.into()])
    }),
    Pair::new("sphere-box", 0.9, || Ok([small_sphere()?, large_box()?])),
    Pair::new("sphere-triangle", 0.63, || {
        Ok([small_sphere()?, triangle()?])
    }),
    Pair::new("capsule-capsule", 0.7, || {
        Ok([small_capsule()?, Capsule::new(0.75, 0.5)?.into()])
    }),
    Pair::new("capsule-box", 0.82, || Ok([small_capsule()?, large_box()?])),
    Pair::new("cone-cone", 0.67, || {
        Ok([Cone::new(0.75, 0.5)?.into(), Cone::new(0.5, 0.75)?.into()])
    }),
    Pair::new("ellipsoid-box", 0.78, || {
        Ok([Ellipsoid::new([0.5, 0.75, 0.375])?.into(), large_box()?])
    }),
    Pair::new("box-triangle", 0.66, || Ok([small_box()?, triangle()?])),
];

fn small_box() -> Result<Shape<f64>, InvalidShape> {
    Ok(Cuboid::new([0.5, 0.75, 0.375])?.into())
}

fn large_box() -> Result<Shape<f64>, InvalidShape> {
    Ok(Cuboid::new([0.875, 0.5, 0.625])?.into())
}

fn small_sphere() -> Result<Shape<f64>, InvalidShape> {
    Ok(Sphere::new(0.5)?.into())
}

fn small_capsule() -> Result<Shape<f64>, InvalidShape> {
    Ok(Capsule::new(0.5, 0.25)?.into())
}

fn triangle() -> Result<Shape<f64>, InvalidShape> {
    let corners = [[-1.0, -0.5, 0.25], [1.0, -0.625, 0.0], [0.125, 1.0, -0.25]];
    let [a, b, c] = corners;
    Ok(Triangle::new(a, b, c)?.into())
}

/// Two hulls all of whose points are corners.
pub(crate) fn hulls(corners: usize) -> Result<Shapes, InvalidShape> {
    let hull = |seed, radius| ConvexHull::new(on_sphere(seed, corners, radius));
    Ok([hull(11, 0.75)?.into(), hull(12, 1.0)?.into()])
}

impl Pair {
    const fn new(
        name: &'static str,
        aim: f64,
        shapes: fn() -> Result<Shapes, InvalidShape>,
    ) -> Self {
        Self { name, shapes, aim }
    }

    /// The pair called `name`.
    ///
    /// # Errors
    /// [`WorkloadError`] names the pairs that there are.
    pub fn named(name: &str) -> Result<&'static Self, WorkloadError> {
        PAIRS.iter().find(|pair| pair.name == name).ok_or_else(|| {
            let names = PAIRS.map(|pair| pair.name).join(", ");
            let reason = format!("there is none called '{name}' (expected one of {names})");
            WorkloadError::new("pair", reason)
        })
    }

    /// `count` casts from a seed, each at its own poses and angle.
    ///
    /// # Errors
    /// None that the pairs of [`PAIRS`] are known to give.
    pub fn workload(&self, seed: u64, count: usize) -> Result<Workload, WorkloadError> {
        self.lay_out(seed, count, |usual| usual)
    }

    /// The same with the casts laid out in another way.
    pub(crate) fn lay_out(
        &self,
        seed: u64,
        count: usize,
        change: impl FnOnce(Layout) -> Layout,
    ) -> Result<Workload, WorkloadError> {
        let shapes = (self.shapes)().map_err(|e| WorkloadError::new(self.name, e.to_string()))?;
        let usual = Layout::usual(reach(&shapes[0]) + reach(&shapes[1]), self.aim);
        lay_out(self.name, &shapes, seed, count, &change(usual))
    }
}

/// `count` casts of these shapes from a seed.
pub(crate) fn lay_out(
    name: &str,
    [moving, fixed]: &Shapes,
    seed: u64,
    count: usize,
    layout: &Layout,
) -> Result<Workload, WorkloadError> {
    let mut workload = Workload::new(name, moving, fixed)?;
    for cast in casts(seed, count, layout) {
        workload.push(&cast)?;
    }
    Ok(workload)
}
