//! What comes down on a triangle or on a side of a box: no search is needed for that.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Certified, Method, Observer, Outcome, Step, Sweep};
use swept_support::{
    Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, Rounded, Support, Triangle,
};

/// Shapes that no closed form knows.
fn shapes() -> [Box<dyn Support>; 4] {
    let corners = [
        [0.5, 0.0, 0.1],
        [-0.4, 0.1, 0.0],
        [0.1, 0.6, 0.1],
        [0.0, -0.5, 0.2],
        [0.1, 0.0, 0.7],
        [0.0, 0.1, -0.3],
    ];
    let cylinder = Cylinder::<f64>::new(0.3, 0.2).unwrap();
    [
        Box::new(ConvexHull::<f64>::new(corners.map(Point3::from)).unwrap()),
        Box::new(cylinder),
        Box::new(Ellipsoid::<f64>::new([0.2, 0.5, 0.3]).unwrap()),
        Box::new(Rounded::new(cylinder, 0.05).unwrap()),
    ]
}

/// A shape with a face that looks along y, and by how much more than its borders a point (x, z) of that face lies within it.
type WithFace = (Box<dyn Support>, fn(f64, f64) -> f64);

/// One with an obtuse corner, one without height.
fn faces() -> [WithFace; 3] {
    let triangle = [[-3.0, 0.0, -1.0], [4.0, 0.0, -1.0], [6.0, 0.0, 2.0]];
    let [a, b, c] = triangle.map(Point3::from);
    let cuboid = |half: [f64; 3]| Box::new(Cuboid::<f64>::new(half).unwrap());
    [
        (Box::new(Triangle::<f64>::new(a, b, c).unwrap()), |x, z| {
            let (right, left) = (
                2.0 * (z + 1.0) - 3.0 * (x - 4.0),
                3.0 * (x + 3.0) - 9.0 * (z + 1.0),
            );
            (z + 1.0)
                .min(right / 13.0_f64.sqrt())
                .min(left / 90.0_f64.sqrt())
        }),
        (cuboid([3.0, 0.5, 2.0]), |x, z| {
            (3.0 - x.abs()).min(2.0 - z.abs())
        }),
        (cuboid([1.5, 0.0, 3.0]), |x, z| {
            (1.5 - x.abs()).min(3.0 - z.abs())
        }),
    ]
}

fn cast<A: Support, B: Support>(sweep: &Sweep<f64, A, B>, method: Method) -> Certified<f64> {
    cast_within(sweep, method, 0.0)
}

/// Until the shapes are as near as `target_distance`.
fn cast_within<A: Support, B: Support>(
    sweep: &Sweep<f64, A, B>,
    method: Method,
    target_distance: f64,
) -> Certified<f64> {
    let options = CastOptions {
        method,
        target_distance,
        ..CastOptions::default()
    };
    let certified = sweep.cast_certified(&options);
    if let Err(flaw) = certified.certificate.verify(sweep) {
        panic!("{method:?}: {flaw}");
    }
    certified
}

/// Drops each shape on each face, all over it and beside it, and each face on each shape: until they touch, and until they are near.
#[test]
fn what_comes_down_on_a_face_is_there_at_once_and_what_passes_it_by_is_met_all_the_same() {
    let turned = |k: f64| UnitQuaternion::from_euler_angles(0.3 * k, 1.1 - 0.7 * k, 0.5 + k);
    let way = Vector3::new(0.5, -4.0, 0.25);
    let (mut within, mut elsewhere, mut missed) = (0, 0, 0);
    for (face, inside) in &faces() {
        for shape in &shapes() {
            for k in 0..64 {
                let (i, j) = (f64::from(k % 8), f64::from(k / 8));
                let from = Vector3::new(1.53 * i - 5.0, 3.0, 0.93 * j - 3.4);
                let above = Isometry3::from_parts(from.into(), turned(i + j));
                let world = Isometry3::from_parts([7.0, -2.0, 1.0].into(), turned(j));
                let high = Placed::new(&**shape, world * above).unwrap();
                let low = Placed::new(&**face, world).unwrap();
                let (down, up) = (world.rotation * way, world.rotation * -way);
                let falls = Sweep::new(high, down, low).unwrap();
                let rises = Sweep::new(low, up, high).unwrap();
                let near = [0.0, 0.1];
                for ((sweep, rise), near) in [(falls, Vector3::zeros()), (rises, up)]
                    .into_iter()
                    .flat_map(|sweep| near.map(|near| (sweep, near)))
                {
                    let own = cast_within(&sweep, Method::Auto, near);
                    let other = cast_within(&sweep, Method::ConservativeAdvancement, near);
                    let (Outcome::Hit(hit), Outcome::Hit(met)) = (own.outcome, other.outcome)
                    else {
                        assert!(matches!(own.outcome, Outcome::Miss(_)));
                        assert!(matches!(other.outcome, Outcome::Miss(_)));
                        missed += 1;
                        continue;
                    };
                    assert!((hit.fraction - met.fraction).abs() < 1e-8);
                    let flat = world.inverse_transform_vector(&hit.normal).y.abs() > 1.0 - 1e-9;
                    let touched = hit.point_fixed - rise * hit.fraction;
                    let at = world.inverse_transform_point(&touched);
                    if flat && inside(at.x, at.z) > 0.01 {
                        // One for the face, and the last check.
                        assert_eq!(own.steps, 2);
                        within += 1;
                    } else {
                        elsewhere += 1;
                    }
                }
            }
        }
    }
    let counts = [within, elsewhere, missed];
    assert!(counts.iter().all(|count| *count > 400), "{counts:?}");
}

/// Plates and rods a thousand to ten million times as long as they are wide: half of a side is a sliver, and shares of its corners by
/// plain areas are off by as many units.
#[test]
fn what_comes_down_on_a_long_side_is_met_on_the_line_of_motion() {
    let mut hits = 0;
    for shape in &shapes() {
        for k in 0..200 {
            let t = f64::from(k);
            let long = 1e3 * 10.0_f64.powf(t / 50.0);
            let rod = Placed::new(
                Cuboid::new([long, 1.0, 0.5 + t.sin().abs()]).unwrap(),
                Isometry3::from_parts(
                    [t, -t, 1.0].into(),
                    UnitQuaternion::from_euler_angles(t, 2.0 * t, 0.3 * t),
                ),
            )
            .unwrap();
            let pose = rod.pose();
            let over = [0.9 * long * (7.0 * t).cos(), 20.0, 0.4 * (3.0 * t).sin()];
            let turned = UnitQuaternion::from_euler_angles(0.7 * t, t, 0.1);
            let above = pose * Isometry3::from_parts(over.into(), turned);
            let high = Placed::new(&**shape, above).unwrap();
            let down = pose.rotation * Vector3::new(2.0, -30.0, 1.0);
            let rises = Sweep::new(rod, -down, high).unwrap();
            let falls = Sweep::new(high, down, rod).unwrap();
            for outcome in [
                cast(&rises, Method::Auto).outcome,
                cast(&falls, Method::Auto).outcome,
            ] {
                hits += i32::from(matches!(outcome, Outcome::Hit(_)));
            }
        }
    }
    assert!(hits > 1_000, "{hits}");
}

/// Of no support point at all, nothing comes down anywhere; one is enough, on the face or beside it, for what is told then to be proven.
#[test]
fn what_comes_down_on_a_face_needs_one_support_point() {
    let [hull, ..] = shapes();
    let [(triangle, _), ..] = faces();
    let low = Placed::new(&*triangle, [0.0; 3]).unwrap();
    for (x, hits) in [(1.0, true), (-2.9, false)] {
        let high = Placed::new(&*hull, [x, 3.0, -0.5]).unwrap();
        let sweep = Sweep::new(high, [0.0, -4.0, 0.0], low).unwrap();
        for max_steps in [0, 1] {
            let options = CastOptions {
                max_steps,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            certified.certificate.verify(&sweep).unwrap();
            let hit = matches!(certified.outcome, Outcome::Hit(_));
            assert_eq!(hit, hits && max_steps == 1, "{:?}", certified.outcome);
        }
    }
}

/// A cone comes down point first on a triangle a unit long, whose width is a part of that and whose corners are given from each of them on:
/// what the certificate lists must be those corners, however near two of them are.
#[test]
fn needles_are_met_with_a_proof_from_whichever_corner_they_begin() {
    let over = Isometry3::rotation(Vector3::x() * core::f64::consts::PI);
    for turn in 0..4 {
        let turned = UnitQuaternion::from_euler_angles(0.3 * f64::from(turn), 0.2, 0.1);
        for k in 0..20 {
            let width = 0.25_f64.powi(k);
            let mut corners = [[0.0; 3], [width, 0.0, 0.0], [0.3 * width, 0.0, 1.0]]
                .map(|p| turned * Point3::from(p));
            for _ in 0..3 {
                corners.rotate_left(1);
                let [a, b, c] = corners;
                let needle = Placed::new(Triangle::new(a, b, c).unwrap(), [0.0; 3]).unwrap();
                let above = Isometry3::translation(0.45 * width, 3.0, 0.4) * over;
                let cone = Cone::<f64>::new(0.5, 0.3).unwrap();
                let cone = Placed::new(cone, turned * above).unwrap();
                let sweep = Sweep::new(cone, turned * Vector3::y() * -6.0, needle).unwrap();
                for method in Method::ALL {
                    if !matches!(method, Method::ClosedForm | Method::Slab) {
                        let Outcome::Hit(hit) = cast(&sweep, method).outcome else {
                            panic!("{method:?} misses at the width {width}");
                        };
                        assert!((hit.fraction - 2.5 / 6.0).abs() < 1e-12, "{hit:?}");
                    }
                }
            }
        }
    }
}

/// Hulls, with a radius and without one, come down all along boxes of which a side is a part of the other one's length: down to where no
/// width is told from none.
#[test]
fn thin_boxes_are_met_with_a_proof_all_along() {
    let turned = |k: i32| {
        let k = f64::from(k);
        UnitQuaternion::from_euler_angles(0.3 * k, 1.1 - 0.7 * k, 0.5 + k)
    };
    let corners = [
        [0.5, 0.0, 0.1],
        [-0.4, 0.1, 0.0],
        [0.1, 0.6, 0.1],
        [0.1, 0.0, 0.7],
    ];
    let hull = ConvexHull::<f64>::new(corners.map(Point3::from)).unwrap();
    for k in 0..48 {
        let width = 0.5_f64.powi(k);
        let thin = Cuboid::new([width, 0.02 * f64::from(k % 3), 0.9]).unwrap();
        for along in 0..9 {
            let world = Isometry3::from_parts([7.0, -2.0, 1.0].into(), turned(k + along));
            let turn = turned(along);
            // The corner of the hull that is the lowest comes down beside the box's middle line.
            let lowest = turn * hull.support_point(&(turn.inverse() * -Vector3::y()));
            let x = 0.37 * width * f64::from(along % 3 - 1);
            let above = Vector3::new(x, 1.5, 0.19 * f64::from(along) - 0.81) - lowest.coords;
            let way = world.rotation * -Vector3::y() * 2.0;
            for radius in [0.0, 0.01] {
                let round = Rounded::new(&hull, radius).unwrap();
                let at = world * Isometry3::from_parts(above.into(), turn);
                let (high, low) = (
                    Placed::new(round, at).unwrap(),
                    Placed::new(thin, world).unwrap(),
                );
                let hit = |outcome| matches!(outcome, Outcome::Hit(_));
                assert!(hit(cast(
                    &Sweep::new(high.as_dyn(), way, low.as_dyn()).unwrap(),
                    Method::Auto
                )
                .outcome));
                assert!(hit(cast(
                    &Sweep::new(low.as_dyn(), -way, high.as_dyn()).unwrap(),
                    Method::Auto
                )
                .outcome));
            }
        }
    }
}

/// What is shown of the one step that a face takes.
#[derive(Default)]
struct Shown(Vec<(Vector3<f64>, f64, Vec<f64>)>);

impl Observer for Shown {
    fn step(&mut self, step: &Step<'_>) {
        let height = |p: &Point3<f64>| step.direction.normalize().dot(&p.coords);
        let corners = step.simplex.iter().map(height).collect();
        self.0
            .push((step.direction, height(&step.support), corners));
    }
}

/// Whatever the radius and the target distance: they are no part of the cores, whose points are shown.
#[test]
fn the_step_that_a_face_takes_shows_points_of_the_cores() {
    let low = Placed::new(Cuboid::new([3.0, 0.5, 2.0]).unwrap(), [0.0; 3]).unwrap();
    let cylinder = Cylinder::<f64>::new(0.3, 0.2).unwrap();
    for (radius, target_distance) in [(0.0, 0.0), (0.25, 0.0), (0.0, 0.5), (0.25, 0.5)] {
        let round = Rounded::new(cylinder, radius).unwrap();
        let high = Placed::new(round, [1.0, 3.0, -0.5]).unwrap();
        let sweep = Sweep::new(high, [0.0, -4.0, 0.0], low).unwrap();
        let options = CastOptions {
            target_distance,
            ..CastOptions::default()
        };
        let mut shown = Shown::default();
        let certified = sweep.cast_observed(&options, &mut shown);
        // One for the face, and the last check.
        assert_eq!((certified.method, certified.steps), (Method::Portal, 2));
        let [(direction, support, corners)] = &shown.0[..] else {
            panic!("{:?}", shown.0);
        };
        assert!(direction.y > 0.0 && direction.x == 0.0 && direction.z == 0.0);
        // The box's top is at 1/2, the cylinder's lowest point at 3 - 0.3.
        for height in corners.iter().chain([support]) {
            assert!((height - (0.5 - 2.7)).abs() < 1e-12, "{height}");
        }
        assert_eq!(corners.len(), 3);
    }
}

/// The square of a product of two sides of 10⁻⁸⁰ is no normal number.
#[test]
fn a_triangle_beyond_all_lengths_is_met_where_a_point_is() {
    let cone = Rounded::new(Cone::<f64>::new(1e-25, 1e-25).unwrap(), 1.0).unwrap();
    let turned = UnitQuaternion::from_euler_angles(0.3, 0.2, 0.1);
    let high = Placed::new(cone, Isometry3::from_parts([0.0, 3.0, 0.0].into(), turned)).unwrap();
    for k in 60..85 {
        let e = 0.1_f64.powi(k);
        let triangle = Triangle::new([-e, 0.0, -e], [e, 0.0, -0.9 * e], [0.0, 0.0, e]).unwrap();
        let low = Placed::new(triangle, [0.0; 3]).unwrap();
        let sweep = Sweep::new(low, [-0.006, 6.0, 0.012], high).unwrap();
        for method in [Method::Portal, Method::ConservativeAdvancement] {
            let Outcome::Hit(hit) = cast(&sweep, method).outcome else {
                panic!("{method:?} misses");
            };
            // The point (-0.001, 1, 0.002) t is 1 from (0, 3, 0) at the root of 1.000005 t² - 6 t + 8.
            let t = (3.0 - (9.0 - 8.0 * 1.000_005_f64).sqrt()) / 1.000_005;
            assert!((hit.fraction - t / 6.0).abs() < 1e-12, "{hit:?}");
        }
    }
}
