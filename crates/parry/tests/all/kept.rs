//! Polyhedra that are cast over and over are answered from what is kept of them, as the first time.

use parry3d::math::{Pose, Vector};
use parry3d::query::{NonlinearRigidMotion, ShapeCastHit, ShapeCastOptions};
use parry3d::shape::{
    Ball, Compound, ConvexPolyhedron, HeightField, RoundShape, Shape, SharedShape,
};
use parry3d::utils::Array2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::query::{cast_shapes, cast_shapes_nonlinear};

/// Fewer than make a thread keep anything of a polyhedron.
const CASTS: usize = 100;

fn polyhedron(dice: &mut ChaCha8Rng, corners: usize) -> ConvexPolyhedron {
    let point = || {
        let p = [0; 3].map(|_| dice.random_range(-1.0..1.0));
        Vector::from(p).normalize_or_zero()
    };
    let points: Vec<_> = std::iter::repeat_with(point).take(corners).collect();
    ConvexPolyhedron::from_convex_hull(&points).unwrap()
}

fn shapes() -> Vec<Box<dyn Shape>> {
    let dice = &mut ChaCha8Rng::seed_from_u64(3);
    let [small, large] = [30, 150].map(|corners| polyhedron(dice, corners));
    let part = |x: f32| {
        (
            Pose::from_translation(Vector::new(x, 0.0, 0.0)),
            SharedShape::new(large.clone()),
        )
    };
    let heights = (0..81).map(|_| dice.random_range(-0.5..0.5)).collect();
    vec![
        Box::new(RoundShape {
            inner_shape: small.clone(),
            border_radius: 0.2,
        }),
        Box::new(small),
        Box::new(Compound::new(vec![part(-1.0), part(1.0)])),
        Box::new(large),
        Box::new(Ball::new(0.5)),
        Box::new(HeightField::new(
            Array2::new(9, 9, heights),
            Vector::new(8.0, 1.0, 8.0),
        )),
    ]
}

fn answers(shapes: &[Box<dyn Shape>]) -> Vec<Option<ShapeCastHit>> {
    let dice = &mut ChaCha8Rng::seed_from_u64(5);
    let mut vector = |far: f32| Vector::from([0; 3].map(|_| dice.random_range(-far..far)));
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let mut answers = Vec::new();
    for i in 0..CASTS {
        let (one, two) = (&*shapes[i % 4], &*shapes[i / 4 % shapes.len()]);
        let (at, from) = (
            Pose::new(vector(1.0), vector(3.0)),
            vector(1.0).normalize() * 4.0,
        );
        let velocity = (vector(3.0) - from) * 1.3;
        let from = Pose::new(at.translation + from, vector(3.0));
        answers.push(cast_shapes(&from, velocity, one, &at, Vector::ZERO, two, options).unwrap());
        let motion = |pose: Pose, velocity, spin| {
            NonlinearRigidMotion::new(pose, Vector::ZERO, velocity, spin)
        };
        let (m, f) = (
            motion(from, velocity, vector(1.0)),
            motion(at, Vector::ZERO, vector(1.0)),
        );
        answers.push(cast_shapes_nonlinear(&m, one, &f, two, 0.0, 1.0, true).unwrap());
    }
    answers
}

#[test]
fn answers_do_not_depend_on_what_was_cast_before() {
    let shapes = shapes();
    let bits = |answers: &[Option<ShapeCastHit>]| format!("{answers:?}");
    // On a thread of its own, that keeps nothing yet.
    let first = std::thread::scope(|s| s.spawn(|| answers(&shapes)).join().unwrap());
    let hits = first.iter().flatten().count();
    assert!(hits > CASTS / 2 && hits < 2 * CASTS, "{hits}");
    for round in 0..12 {
        assert_eq!(bits(&answers(&shapes)), bits(&first), "{round}");
    }
}

/// Two bodies of one polyhedron, of a copy of it, and either moving: before there is a hull of it and after.
#[test]
fn bodies_that_share_a_polyhedron_are_cast_as_those_of_two() {
    let dice = &mut ChaCha8Rng::seed_from_u64(7);
    let one = polyhedron(dice, 40);
    let two = one.clone();
    let mut vector = |far: f32| Vector::from([0; 3].map(|_| dice.random_range(-far..far)));
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let mut hits = 0;
    for i in 0..2_000 {
        let at = Pose::new(vector(1.0), vector(3.0));
        // Every eighth starts in overlap, or nearly.
        let far = if i % 8 == 0 { 1.0 } else { 4.0 };
        let from = Pose::new(at.translation + vector(1.0).normalize() * far, vector(3.0));
        let velocity = (at.translation - from.translation + vector(2.0)) * 1.3;
        let cast = |f| cast_shapes(&from, velocity, &one, &at, Vector::ZERO, f, options).unwrap();
        let (shared, apart) = (cast(&one), cast(&two));
        hits += u32::from(shared.is_some());
        assert_eq!(format!("{shared:?}"), format!("{apart:?}"), "{i}");
    }
    assert!((500..1_900).contains(&hits), "{hits}");
}

/// In `f64`, polyhedra far from their own origins are cast as seen from their middles, before there is a hull of them and after: in the
/// same bits, and as near to the truth as those about their origins.
#[test]
fn polyhedra_far_from_their_origins_are_cast_as_those_about_them() {
    use parry3d_f64::math::{Pose, Vector};
    use parry3d_f64::query::ShapeCastOptions;
    use parry3d_f64::shape::{ConvexPolyhedron, RoundShape, Shape};
    use parry3d_f64::transformation::try_convex_hull;
    use swept_parry::double::query::cast_shapes;
    let dice = &mut ChaCha8Rng::seed_from_u64(11);
    // Whole multiples of 2⁻¹²: moved without rounding.
    let mut number = || f64::from(dice.random_range(-4096..4096)) / 4096.0;
    for count in [12, 60] {
        let points: Vec<_> = (0..count)
            .map(|_| Vector::new(number(), number(), number()))
            .collect();
        let (corners, faces) = try_convex_hull(&points).unwrap();
        let [x, y] = [number(), number()].map(|x| x / 4.0);
        let cast = |by: Vector, radius: f64| {
            let moved: Vec<_> = corners.iter().map(|p| *p + by).collect();
            let inner_shape = ConvexPolyhedron::from_convex_mesh(moved, &faces).unwrap();
            let round = RoundShape {
                inner_shape: inner_shape.clone(),
                border_radius: radius,
            };
            let shape: &dyn Shape = if radius > 0.0 { &round } else { &inner_shape };
            let [from, at] =
                [[x, y, 4.0], [0.0; 3]].map(|p| Pose::from_translation(Vector::from(p) - by));
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            let way = Vector::new(0.0, 0.0, -5.0);
            let casts = (0..600).map(|_| {
                cast_shapes(&from, way, shape, &at, Vector::ZERO, &inner_shape, options).unwrap()
            });
            casts.collect::<Vec<_>>()
        };
        for radius in [0.0, 0.125] {
            let near = cast(Vector::ZERO, radius)[0].unwrap().time_of_impact;
            let away = cast(Vector::new(30_000.0, -70_000.0, 1_000_000.0), radius);
            let off = away[0].unwrap().time_of_impact - near;
            assert!(off.abs() < 1e-13, "{count} {radius}: {off:e}");
            let first = format!("{:?}", away[0]);
            let other = away.iter().position(|hit| format!("{hit:?}") != first);
            assert_eq!(other, None, "{count} {radius}");
        }
    }
}
