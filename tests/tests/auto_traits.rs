//! What users may do with public types: send it to another thread and share it there, and print it. That this file compiles is
//! the test.

use std::error::Error;
use std::fmt::Debug;
use swept::scene::*;
use swept::slide::kit::{Character, Gait, Gravity, Ground, Paces, Slopes};
use swept::slide::*;
use swept::*;

fn shared<T: Send + Sync + Debug>() {}
fn copied<T: Copy + PartialEq + Send + Sync + Debug>() {}
fn error<T: Error + Clone + PartialEq + Send + Sync + 'static>() {}

fn of_scalar<T: Real>() {
    copied::<Placed<T, Sphere<T>>>();
    copied::<Sweep<T, Sphere<T>, Cuboid<T>>>();
    copied::<TurningSweep<T, Sphere<T>, Cuboid<T>>>();
    shared::<Shape<T>>();
    shared::<ConvexHull<T>>();
    copied::<CastOptions<T>>();
    copied::<DistanceOptions<T>>();
    copied::<TurningOptions<T>>();
    copied::<Turns<T>>();
    copied::<Outcome<T>>();
    copied::<Distance<T>>();
    shared::<Certified<T>>();
    shared::<CertifiedTurn<T>>();
    shared::<Targets<T, Sphere<T>>>();

    shared::<Scene<T>>();
    shared::<Object<T>>();
    shared::<Geometry<T>>();
    shared::<TriangleMesh<T>>();
    shared::<HeightField<T>>();
    shared::<Compound<T>>();
    copied::<Motion<T, Sphere<T>>>();
    copied::<TurningMotion<T, Sphere<T>>>();
    shared::<PartsOutcome<T>>();
    copied::<Place<T>>();
    shared::<Batch<'_, T, Sphere<T>>>();
    copied::<SceneOutcome<T>>();
    copied::<SceneDistance<T>>();
    shared::<SceneCertified<Certified<T>>>();
    shared::<MeshOptions>();

    shared::<SlideReport<T>>();
    copied::<SlideHit<T>>();
    shared::<SlideOptions<'_, T>>();
    shared::<Freed<T>>();
    copied::<Character<T>>();
    shared::<Gait<T>>();
    copied::<Ground<T>>();
    copied::<Gravity<T>>();
    shared::<Paces<T>>();
    copied::<Slopes<T>>();
}

#[test]
fn public_types_are_shared_by_threads_and_printed() {
    of_scalar::<f32>();
    of_scalar::<f64>();
    shared::<Certificate>();
    shared::<TurningCertificate>();
    shared::<DistanceCache>();
    copied::<ObjectId>();
    copied::<SubShape>();
    shared::<Flight>();
    shared::<Sieve>();
    shared::<TurningFlight>();
    shared::<TurningSieve>();
    shared::<files::Soup>();
    shared::<files::FileError>();
    shared::<NoObserver>();
    copied::<Stop>();
    copied::<Order>();
    shared::<Proven>();
    shared::<TurningProven>();
    error::<InvalidShape>();
    error::<InvalidSweep>();
    error::<InvalidInput>();
    error::<InvalidBatch>();
    error::<Flaw>();
}
