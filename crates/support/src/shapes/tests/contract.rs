//! What [`Support`] promises, of every shape: held against the shapes' definitions, by points that are in them.

use super::*;
use crate::{Core, KnownCore};
use alloc::boxed::Box;
use alloc::sync::Arc;

/// Directions: some along the axes and in their planes, and many between.
fn directions() -> Vec<Vector3<f64>> {
    let steps = [-1.0, 0.0, 1.0];
    let all = steps.map(|x| steps.map(|y| steps.map(|z| Vector3::new(x, y, z))));
    let plain = all.as_flattened().as_flattened().iter().copied();
    let between = ball(150).into_iter().map(|n| n * 3.0);
    plain.filter(|n| n.amax() > 0.0).chain(between).collect()
}

/// The points a p + b q + .. of a hull's corners with a + b + .. = 1: those themselves, and those halfway between.
fn mixtures(corners: &[[f64; 3]]) -> Vec<Vector3<f64>> {
    let corners = || corners.iter().copied().map(Vector3::from);
    let halfway = |p: Vector3<f64>| corners().map(move |q| (p + q) * 0.5);
    corners().flat_map(halfway).collect()
}

/// Points on the circles of these radii and heights about y.
fn circles(all: &[(f64, f64)]) -> Vec<Vector3<f64>> {
    let circle = |&(radius, height): &(f64, f64)| {
        (0..60).map(move |i| {
            let (sin, cos) = (f64::from(i) * core::f64::consts::TAU / 60.0).sin_cos();
            Vector3::new(radius * cos, height, radius * sin)
        })
    };
    all.iter().flat_map(circle).collect()
}

/// A shape, points of its core by its definition, some of which are as far as the core reaches, and its radius.
struct Known {
    shape: Shape<f64>,
    points: Vec<Vector3<f64>>,
    radius: f64,
    /// How far a point may be from the outline between those given.
    coarse: f64,
}

fn all() -> Vec<Known> {
    let known = |shape: Shape<f64>, points: Vec<Vector3<f64>>, radius: f64, coarse: f64| Known {
        shape,
        points,
        radius,
        coarse,
    };
    // Away from the origin, which is in none of the shapes that have these corners.
    let hull = [
        [6.0, 6.0, 7.5],
        [4.0, 6.25, 7.0],
        [5.5, 4.0, 7.0],
        [5.0, 7.0, 10.0],
        [5.5, 6.5, 6.0],
    ];
    let [a, b, c, ..] = hull;
    let (h, r) = (0.75, 0.5);
    let box_corners: Vec<_> = [-1.0, 1.0]
        .iter()
        .flat_map(|x| [-2.0, 2.0].map(|y| [[*x, y, 3.0], [*x, y, -3.0]]))
        .flatten()
        .collect();
    let ball = ball(2_000);
    let radii = Vector3::new(2.0, 0.5, 1.0);
    let ellipsoid: Vec<_> = ball.iter().map(|n| n.component_mul(&radii)).collect();
    let tip = [0.0, h, 0.0];
    let cone = circles(&[(r, -h), (0.0, h), (0.5 * r, 0.0)]);
    let cuboid = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    let of = |points| ConvexHull::new::<[f64; 3]>(points).unwrap();
    alloc::vec![
        known(PointShape.into(), mixtures(&[[0.0; 3]]), 0.0, 0.0),
        known(
            Sphere::new(r).unwrap().into(),
            mixtures(&[[0.0; 3]]),
            r,
            0.0
        ),
        known(cuboid.into(), mixtures(&box_corners), 0.0, 0.0),
        known(
            Capsule::new(h, r).unwrap().into(),
            mixtures(&[tip, tip.map(|x| -x)]),
            r,
            0.0
        ),
        known(
            Cylinder::new(h, r).unwrap().into(),
            circles(&[(r, h), (r, -h), (0.0, 0.0)]),
            0.0,
            2e-3
        ),
        known(Cone::new(h, r).unwrap().into(), cone, 0.0, 2e-3),
        known(Ellipsoid::new(radii).unwrap().into(), ellipsoid, 0.0, 1e-2),
        known(
            Segment::new(a, b).unwrap().into(),
            mixtures(&[a, b]),
            0.0,
            0.0
        ),
        known(
            Triangle::new(a, b, c).unwrap().into(),
            mixtures(&[a, b, c]),
            0.0,
            0.0
        ),
        known(of(hull.to_vec()).into(), mixtures(&hull), 0.0, 0.0),
        known(
            Rounded::new(cuboid, r).unwrap().into(),
            mixtures(&box_corners),
            r,
            0.0
        ),
    ]
}

#[test]
fn support_points_are_the_farthest_and_extents_reach_them() {
    for known in all() {
        let Known { shape, points, .. } = &known;
        let far = points.iter().map(|p| p.norm()).fold(0.0, f64::max);
        let extent = shape.extent();
        let open = 1e-15 * far + known.coarse;
        assert!(far <= extent && extent <= far + open, "{shape:?}: {extent}");
        assert_eq!(Support::radius(shape), known.radius, "{shape:?}");
        assert_eq!(shape.unbounded_normal(), None, "{shape:?}");
        for n in directions() {
            let reach = n.dot(&shape.support_point(&n).coords);
            let most = points.iter().map(|p| n.dot(p));
            let beyond = (reach - most.fold(f64::NEG_INFINITY, f64::max)) / n.norm();
            let open = 1e-15 * far;
            assert!(
                -open <= beyond && beyond <= open + known.coarse,
                "{shape:?} {n:?}: {beyond:e}"
            );
        }
    }
}

/// About the origin, or closer.
#[test]
fn balls_hold_the_core() {
    let mut closer = 0;
    for Known { shape, points, .. } in all() {
        let (ball, extent) = (shape.core_ball(), shape.extent());
        let far = points.iter().map(|p| (p - ball.centre.coords).norm());
        let far = far.fold(0.0, f64::max);
        assert!(far <= ball.radius && ball.radius <= extent, "{shape:?}");
        closer += usize::from(ball.radius < extent);
    }
    assert_eq!(closer, 2);
    // Through the apex and the rim of a cone, or about its base.
    for (h, r, y, radius) in [
        (1.0, 1.0, -0.25, 1.25),
        (0.25, 1.0, -0.25, 1.0),
        (0.0, 1.0, 0.0, 1.0),
        (1.0, 0.0, 0.0, 1.0),
        (0.0, 0.0, 0.0, 0.0),
        (4.0, 3.0, -0.5625, 4.5625),
    ] {
        let ball = Cone::new(h, r).unwrap().core_ball();
        assert_eq!(ball.centre, Point3::new(0.0, y, 0.0), "{h} {r}");
        let range = radius..=radius * (1.0 + 1e-15);
        assert!(range.contains(&ball.radius), "{h} {r} {ball:?}");
    }
}

/// A point of the interior is below every plane that supports the core; of a core without an interior it may be on one.
#[test]
fn interior_points_are_inside() {
    for known in all() {
        let (inside, flat) = (
            known.shape.interior_point().coords,
            matches!(
                known.shape,
                Shape::Point(_)
                    | Shape::Sphere(_)
                    | Shape::Capsule(_)
                    | Shape::Segment(_)
                    | Shape::Triangle(_)
            ),
        );
        for n in directions() {
            let depth = n.dot(&(known.shape.support_point(&n).coords - inside)) / n.norm();
            let least = if flat { -1e-15 } else { 0.15 };
            assert!(depth >= least, "{:?} {n:?}: {depth}", known.shape);
        }
    }
}

/// The generator along n reaches n·centre + |A n|, as far as the core does.
#[test]
fn a_generator_reaches_as_far_as_its_core() {
    let mut asked = 0;
    for Known { shape, .. } in all() {
        let is_curved = matches!(shape.core(), Core::Curved);
        for n in directions() {
            let Some(generator) = shape.generator(&n) else {
                assert!(!is_curved, "{shape:?}");
                continue;
            };
            let reach = n.dot(&generator.centre) + generator.radii.component_mul(&n).norm();
            let off = reach - n.dot(&shape.support_point(&n).coords);
            assert!(off.abs() <= 4e-15 * n.norm(), "{shape:?} {n:?}: {off:e}");
            asked += 1;
        }
    }
    assert_eq!(asked, 3 * directions().len());
}

/// A core that is known in closed form is the hull of the points that it tells.
#[test]
fn a_known_core_is_the_one_that_support_points_have() {
    let mut told = 0;
    for Known { shape, .. } in all() {
        let points: Vec<Vector3<f64>> = match shape.known_core() {
            KnownCore::Point => alloc::vec![Vector3::zeros()],
            KnownCore::Segment(ends) => ends.to_vec(),
            KnownCore::Triangle(corners) => corners.to_vec(),
            _ => continue,
        };
        told += 1;
        for n in directions() {
            let reach = points.iter().map(|p| n.dot(p));
            let off =
                reach.fold(f64::NEG_INFINITY, f64::max) - n.dot(&shape.support_point(&n).coords);
            assert!(off.abs() <= 1e-14, "{shape:?} {n:?}: {off:e}");
        }
    }
    assert_eq!(told, 5);
}

#[test]
fn the_farther_disc_of_two_reaches_as_far_as_the_shape() {
    let mut told = 0;
    for shape in all().into_iter().map(|known| known.shape) {
        let Some(discs) = shape.discs() else { continue };
        told += 1;
        assert!(discs[0][0] <= discs[1][0], "{discs:?}");
        assert_eq!(shape.axis_of_revolution(), Some(Vector3::y()));
        for n in directions() {
            let reach = discs.map(|[y, radius]| n.y * y + radius * n.xz().norm());
            let off = reach[0].max(reach[1]) - n.dot(&shape.support_point(&n).coords);
            assert!(off.abs() <= 1e-14, "{shape:?} {n:?}: {off:e}");
        }
    }
    assert!(told >= 2, "{told}");
}

/// All that a shape says of itself, along some directions.
fn says(shape: &dyn Support) -> alloc::string::String {
    let axes = LinearMap::from_quaternion(&nalgebra::Quaternion::new(1.0, 0.5, -0.25, 2.0));
    let along = directions();
    let along = along
        .iter()
        .map(|n| (shape.support_point(n), shape.generator(n)));
    alloc::format!(
        "{:?} {:?}",
        along.collect::<Vec<_>>(),
        (
            (shape.radius(), shape.interior_point(), shape.extent()),
            (shape.middle(), shape.core(), shape.known_core()),
            (shape.core_bounds(&axes.unwrap()), shape.core_ball()),
            shape.rolling_radius(),
            (shape.axis_of_revolution(), shape.unbounded_normal()),
            shape.discs(),
        )
    )
}

#[test]
fn pointers_and_a_radius_of_nothing_change_nothing() {
    let floor = HalfSpace::new([1.0, 2.0, -2.0]).unwrap();
    let aside = Triangle::new([90.0, 0.0, 0.0], [91.0, 0.0, 0.0], [90.0, 1.0, 0.0]).unwrap();
    let shapes = all().into_iter().map(|known| known.shape);
    for shape in shapes.chain([floor.into(), aside.into()]) {
        let said = says(&shape);
        assert_eq!(says(&&shape), said);
        assert_eq!(says(&Box::new(shape.clone())), said);
        assert_eq!(says(&Arc::new(shape.clone())), said);
        assert_eq!(says(&Rounded::new(shape, 0.0).unwrap()), said);
    }
    // And a shape whose kind is known at run time says what its kind does.
    assert_eq!(says(&Shape::from(floor)), says(&floor));
    assert_eq!(says(&Shape::from(aside)), says(&aside));
    // The half-space is below its plane: 0 is the most along its normal.
    let normal = floor.unbounded_normal().unwrap();
    assert_eq!(normal, Vector3::new(1.0, 2.0, -2.0));
    let (at, inside) = (floor.support_point(&normal), floor.interior_point());
    assert_eq!(normal.dot(&at.coords), 0.0);
    assert!(normal.dot(&inside.coords) <= 0.0 && floor.extent() == 0.0);
}

/// Of corners that are as far as each other the first is the farthest; along no direction, the first of all.
#[test]
fn of_equals_the_first_is_the_farthest() {
    let corners = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]];
    let [a, b, c] = corners;
    assert_eq!(at(&Segment::new(a, b).unwrap(), [1.0, 0.0, 5.0]), a);
    assert_eq!(at(&Triangle::new(b, a, c).unwrap(), [2.0, 0.0, 0.0]), b);
    let hull = ConvexHull::new(corners).unwrap();
    assert_eq!(at(&hull, [1.0, 0.0, -1.0]), a);
    assert_eq!(at(&hull, [f64::NAN; 3]), a);
}

/// The axis about which the two other radii are equal, whichever it is.
#[test]
fn an_ellipsoid_of_revolution_knows_its_axis() {
    for k in 0..3 {
        let mut radii = Vector3::repeat(1.0);
        radii[k] = 2.0;
        let ellipsoid = Ellipsoid::new(radii).unwrap();
        assert_eq!(
            ellipsoid.axis_of_revolution(),
            Some(Vector3::ith(k, 1.0)),
            "{k}"
        );
    }
}

/// Along a direction across it both ends of a needle are as far, and nothing between them is a corner; of a disc all points are, and
/// its middle is one.
#[test]
fn across_a_needle_its_end_is_taken_and_across_a_disc_its_middle() {
    let needle = Ellipsoid::new([0.0, 3.0, 0.0]).unwrap();
    assert_eq!(at(&needle, [1.0, 0.0, 2.0]), [0.0, 3.0, 0.0]);
    let short = Ellipsoid::new([0.0, 0.25, 0.0]).unwrap();
    assert_eq!(at(&short, [1.0, 0.0, 2.0]), [0.0, 0.25, 0.0]);
    let disc = Ellipsoid::new([2.0, 0.0, 1.0]).unwrap();
    assert_eq!(at(&disc, [0.0, 1.0, 0.0]), [0.0; 3]);
    assert_eq!(at(&Ellipsoid::new([0.0; 3]).unwrap(), [1.0; 3]), [0.0; 3]);
}
