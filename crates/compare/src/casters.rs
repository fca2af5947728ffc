//! Who casts a workload.

use crate::analytic::Analytic;
use crate::convert::convert;
use crate::ours::{Ours, Prover, Start, Starts, options};
use crate::{Caster, Scalar, Solver, Way, Workload, parry};
use std::sync::Arc;
use swept::{Method, Real, Shape};

/// The casters of the ways asked for, those left out that do not know the shapes.
///
/// `tolerance` is that of swept's options, a length; nobody else has one.
pub fn casters(workload: &Workload, ways: &[Way], tolerance: f64) -> Vec<Box<dyn Caster>> {
    let (single, double) = (starts::<f32>(workload), starts::<f64>(workload));
    let build = |way: &Way| -> Option<Box<dyn Caster>> {
        match (way.solver, way.scalar) {
            (Solver::Swept(method), Scalar::F32) => Some(ours(&single, method, tolerance)),
            (Solver::Swept(method), Scalar::F64) => Some(ours(&double, method, tolerance)),
            (Solver::Parry, Scalar::F32) => Some(Box::new(parry::f32::Parry::new(workload)?)),
            (Solver::Parry, Scalar::F64) => Some(Box::new(parry::f64::Parry::new(workload)?)),
            (Solver::Analytic, _) => Some(Box::new(Analytic::new(workload)?)),
            // Those are started by themselves: `Peer::join`.
            (Solver::Peer(_), _) => None,
        }
    };
    ways.iter().filter_map(build).collect()
}

/// All methods of swept in `f64`, as provers.
pub(crate) fn provers(workload: &Workload) -> Vec<Box<dyn Prover>> {
    let starts = starts::<f64>(workload);
    let methods = Method::ALL.into_iter();
    methods.map(|method| ours(&starts, method, 0.0)).collect()
}

fn starts<T: Real>(workload: &Workload) -> Arc<Starts<T>> {
    let shape = |shape| convert(shape).expect("a workload's shapes are in both scalars' range");
    Arc::new(Starts {
        moving: shape(workload.moving()),
        fixed: shape(workload.fixed()),
        casts: workload.casts().iter().map(Start::new).collect(),
    })
}

/// The pairs of shapes named here are compiled for themselves, as in a program that knows what it casts. All others are
/// cast as [`Shape`], whose kind is known at run time.
fn ours<T: Real>(starts: &Arc<Starts<T>>, method: Method, tolerance: f64) -> Box<dyn Prover> {
    let options = options(method, tolerance);
    macro_rules! by_kind {
        ($($moving:ident $fixed:ident,)*) => {
            match (&starts.moving, &starts.fixed) {
                $((Shape::$moving(a), Shape::$fixed(b)) => {
                    Box::new(Ours::new(options, a.clone(), b.clone(), starts))
                })*
                (a, b) => Box::new(Ours::new(options, a.clone(), b.clone(), starts)),
            }
        };
    }
    by_kind! {
        Cuboid Cuboid,
        Cylinder Cylinder,
        ConvexHull ConvexHull,
        Sphere Cuboid,
        Sphere Sphere,
        Capsule Capsule,
        Capsule Cuboid,
        Cone Cone,
        Ellipsoid Cuboid,
        Sphere Triangle,
        Cuboid Triangle,
    }
}
