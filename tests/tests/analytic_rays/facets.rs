//! Curved shapes against the same shapes with facets: the polyhedron form, within the faceting error.
//!
//! A faceted shape is inscribed, and the curved one lies within ε of it. So it is met no later than the faceted one; and
//! as its contact is within ε of the faceted shape, it is not farther outside the plane in which that is met.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_analytic::polyhedron::{Polyhedron, polyhedron_polyhedron};
use swept_analytic::ray::{self, Ray, Upright};
use swept_analytic::{Answer, ellipsoid};
use swept_tests::Dice;

/// How many sides a circle has.
const SIDES: usize = 24;

fn circle() -> impl Iterator<Item = (f64, f64)> {
    (0..SIDES).map(|i| (std::f64::consts::TAU * i as f64 / SIDES as f64).sin_cos())
}

/// How far the unit circle is outside of its facets.
fn circle_error() -> f64 {
    1.0 - (std::f64::consts::PI / SIDES as f64).cos()
}

/// Points of the unit sphere, and how far it is outside of their hull: not farther than 1 less the depth of its middle.
fn ball() -> (Vec<Vector3<f64>>, f64) {
    let mut points = vec![Vector3::y(), -Vector3::y()];
    let rings = 6;
    for ring in 1..rings {
        let (level, y) = (std::f64::consts::PI * f64::from(ring) / f64::from(rings)).sin_cos();
        for i in 0..8 {
            let turn = std::f64::consts::TAU * (f64::from(i) + 0.5 * f64::from(ring % 2)) / 8.0;
            points.push(Vector3::new(level * turn.cos(), y, level * turn.sin()));
        }
    }
    let middle = Polyhedron::point(Point3::origin());
    let hull = hull(&points, &Isometry3::identity());
    match polyhedron_polyhedron(&middle, &Vector3::zeros(), &hull) {
        Answer::Overlap(overlap) => (points, 1.0 - overlap.depth),
        other => panic!("{other:?}"),
    }
}

fn hull(points: &[Vector3<f64>], pose: &Isometry3<f64>) -> Polyhedron {
    let placed: Vec<_> = points.iter().map(|p| pose * Point3::from(*p)).collect();
    Polyhedron::hull(&placed).expect("points")
}

/// Holds the curved shape's answer against the faceted one's.
fn check(curved: &Answer, faceted: &Answer, d: &Vector3<f64>, error: f64, counts: &mut [u64; 3]) {
    // Far above both forms' rounding errors, and far below any ε here.
    let error = error + 1e-9;
    let early = |n: &Vector3<f64>, by: f64| by * n.dot(d).abs() <= error;
    let fine = match (curved, faceted) {
        (Answer::Hit(a), Answer::Hit(b)) => {
            counts[0] += 1;
            let ulps = 1e-12 / b.normal.dot(d).abs().min(1.0);
            a.fraction <= b.fraction + ulps && early(&b.normal, b.fraction - a.fraction)
        }
        (Answer::Miss(_), Answer::Miss(_)) => {
            counts[1] += 1;
            true
        }
        (Answer::Overlap(a), Answer::Overlap(b)) => {
            counts[2] += 1;
            a.depth >= b.depth - 1e-9 && a.depth <= b.depth + error
        }
        (Answer::Overlap(a), _) => a.depth <= error,
        // Passing within ε: the plane that keeps the facets off does not leave more for the curved shape.
        (Answer::Hit(_), Answer::Miss(_)) => true,
        _ => false,
    };
    assert!(fine, "{curved:?} {faceted:?} ε {error:e}");
}

/// A curved shape's closed form.
type Curved = Box<dyn Fn(&Ray) -> Answer>;

/// Casts at a shape given as curved and with facets, all sizes about 1.
fn compare(
    name: &str,
    seed: u64,
    make: impl Fn(&mut Dice, &Isometry3<f64>) -> (Curved, Polyhedron, f64),
) {
    let mut counts = [0; 3];
    for shape in 0..4 {
        let dice = &mut Dice::new(seed, shape);
        let turn = UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.0));
        let pose = Isometry3::from_parts((dice.in_ball() * 4.0).into(), turn);
        let (curved, faceted, error) = make(dice, &pose);
        for _ in 0..super::casts() / 10 {
            let target = pose.translation.vector + dice.in_ball() * 2.0;
            let d = dice.direction() * dice.between(0.5, 12.0);
            let ray = Ray {
                start: Point3::from(target - d * dice.between(0.0, 1.2)),
                displacement: d,
            };
            let point = Polyhedron::point(ray.start);
            let other = polyhedron_polyhedron(&point, &d, &faceted);
            check(&curved(&ray), &other, &d, error, &mut counts);
        }
    }
    println!("{name} with facets: hits, misses, overlaps {counts:?}");
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

fn upright(dice: &mut Dice) -> Upright {
    Upright {
        half_height: dice.between(0.3, 1.5),
        radius: dice.between(0.3, 1.5),
    }
}

#[test]
fn cylinder_with_facets() {
    compare("cylinder", 41, |dice, pose| {
        let (size, pose) = (upright(dice), *pose);
        let Upright {
            half_height: h,
            radius: r,
        } = size;
        let rims: Vec<_> = circle()
            .flat_map(|(s, c)| [-h, h].map(|y| Vector3::new(r * c, y, r * s)))
            .collect();
        let curved = move |ray: &Ray| ray::against_cylinder(ray, &pose, &size);
        (Box::new(curved), hull(&rims, &pose), r * circle_error())
    });
}

#[test]
fn cone_with_facets() {
    compare("cone", 42, |dice, pose| {
        let (size, pose) = (upright(dice), *pose);
        let Upright {
            half_height: h,
            radius: r,
        } = size;
        let mut points: Vec<_> = circle()
            .map(|(s, c)| Vector3::new(r * c, -h, r * s))
            .collect();
        points.push(Vector3::y() * h);
        let curved = move |ray: &Ray| ray::against_cone(ray, &pose, &size);
        (Box::new(curved), hull(&points, &pose), r * circle_error())
    });
}

#[test]
fn ellipsoid_with_facets() {
    let (points, error) = ball();
    compare("ellipsoid", 43, |dice, pose| {
        let (radii, pose) = (Vector3::from(dice.three(|d| d.between(0.3, 1.5))), *pose);
        let points: Vec<_> = points.iter().map(|p| p.component_mul(&radii)).collect();
        let curved = move |ray: &Ray| ray::against_ellipsoid(ray, &pose, &radii);
        (Box::new(curved), hull(&points, &pose), radii.max() * error)
    });
}

#[test]
fn moving_ellipsoid_with_facets() {
    let (points, error) = ball();
    let mut counts = [0; 3];
    for index in 0..super::casts() / 20 {
        let dice = &mut Dice::new(44, index);
        let radii = Vector3::from(dice.three(|d| d.between(0.3, 1.5)));
        let turn = UnitQuaternion::from_scaled_axis(dice.direction() * dice.between(0.0, 3.0));
        let corners = [(); 3].map(|()| Point3::from(dice.in_ball() * 3.0));
        let d = dice.direction() * dice.between(0.5, 12.0);
        let target = corners[0].lerp(&corners[1], dice.unit()).coords + dice.in_ball() * 1.5;
        let pose = Isometry3::from_parts((target - d * dice.between(0.3, 1.2)).into(), turn);
        let body = ellipsoid::Ellipsoid { radii, pose };
        let points: Vec<_> = points.iter().map(|p| p.component_mul(&radii)).collect();
        let fixed = Polyhedron::hull(&corners).expect("corners");
        let other = polyhedron_polyhedron(&hull(&points, &pose), &d, &fixed);
        let curved = ellipsoid::against_triangle(&body, &d, &corners).expect("a solid");
        if let (Answer::Overlap(_), Answer::Overlap(_)) = (&curved, &other) {
            // Depths are compared elsewhere.
            counts[2] += 1;
            continue;
        }
        check(&curved, &other, &d, radii.max() * error, &mut counts);
    }
    println!("moving ellipsoid with facets at triangle: {counts:?}");
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}
