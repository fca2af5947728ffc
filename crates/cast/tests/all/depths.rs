//! Bounds on depths where a shape is taken for a simpler one: a shape of revolution for its circles, of what is about as deep along all
//! directions around their axis, and a triangle that is all but a line.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use swept_cast::{Distance, Penetration, distance};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Generator, Placed, PointShape, Real,
    Sphere, Support, Triangle,
};

/// How deep `inner` is, at `at` in the frame of `outer`: as the moving shape and as the fixed one.
fn depths<T: Real>(
    inner: &dyn Support,
    outer: &dyn Support,
    at: [f64; 3],
    turned: UnitQuaternion<f64>,
) -> [Penetration<T>; 2] {
    let stands = Isometry3::from_parts(
        Translation3::new(-3.0, 5.0, 1.5),
        UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -1.1, 0.7)),
    );
    let there = stands * Isometry3::from_parts(Translation3::from(at), turned);
    let pose = |p: Isometry3<f64>| {
        let at = p.translation.vector.map(T::nearest);
        Isometry3::from_parts(at.into(), p.rotation.cast())
    };
    let inner = Placed::new(inner, pose(there)).unwrap();
    let outer = Placed::new(outer, pose(stands)).unwrap();
    [distance(&inner, &outer), distance(&outer, &inner)].map(|found| match found.unwrap() {
        Distance::Overlap(overlap) => overlap,
        Distance::Apart(_) => panic!("they overlap at {at:?}"),
    })
}

fn turns() -> [UnitQuaternion<f64>; 3] {
    [
        UnitQuaternion::identity(),
        UnitQuaternion::from_scaled_axis(Vector3::new(0.0, 0.4, 0.0)),
        UnitQuaternion::from_scaled_axis(Vector3::new(1.0, -0.5, 0.2)),
    ]
}

/// Places on and near the axis.
fn places() -> impl Iterator<Item = [f64; 3]> {
    let heights = [0.0, -0.25, 0.3];
    let aside = [0.0, 1e-12, -1e-7, 1e-3, 0.04];
    heights
        .into_iter()
        .flat_map(move |y| aside.map(|x| [x, y, -0.5 * x]))
}

/// The bounds meet as nearly as those of any other depth.
fn check<T: Real>(inner: &dyn Support, outer: &dyn Support, open: f64) {
    let scale = 2.0 * (inner.extent() + inner.radius() + outer.extent());
    for turned in turns() {
        for at in places() {
            for found in depths::<T>(inner, outer, at, turned) {
                let left = (found.depth - found.depth_lower).to_f64();
                assert!(left <= open * scale, "{left:e} {at:?} {turned} {found:?}");
            }
        }
    }
}

#[test]
fn what_is_centred_in_a_cone_or_a_cylinder_has_a_narrow_bracket() {
    let corners = (0..20).map(|i| {
        let (i, golden) = (f64::from(i), 2.399_963_229_728_653);
        let y = 1.0 - (2.0 * i + 1.0) / 20.0;
        let r = (1.0 - y * y).sqrt();
        nalgebra::Point3::new(r * (golden * i).cos(), y, r * (golden * i).sin()) * 0.05
    });
    let inner: [Box<dyn Support>; 8] = [
        Box::new(Sphere::new(0.01).unwrap()),
        Box::new(Sphere::new(0.25).unwrap()),
        Box::new(Cuboid::new([1e-3, 1e-3, 1e-3]).unwrap()),
        Box::new(Cuboid::new([0.1, 0.04, 0.07]).unwrap()),
        Box::new(ConvexHull::<f64>::new(corners).unwrap()),
        Box::new(Capsule::new(0.02, 0.01).unwrap()),
        Box::new(Ellipsoid::new([0.03, 0.02, 0.05]).unwrap()),
        Box::new(Cylinder::new(0.05, 0.03).unwrap()),
    ];
    let outer: [Box<dyn Support>; 3] = [
        Box::new(Cone::new(1.0, 0.75).unwrap()),
        Box::new(Cone::new(0.75, 2.0).unwrap()),
        Box::new(Cylinder::new(1.5, 0.5).unwrap()),
    ];
    for inner in &inner {
        for outer in &outer {
            check::<f64>(inner, outer, f64::powi(2.0, -36));
            check::<f32>(inner, outer, f64::powi(2.0, -22));
        }
    }
}

/// Two balls that say they are ellipsoids are as deep as their radii are longer together than their middles are apart.
#[test]
fn ellipsoids_of_equal_radii_are_as_deep_as_balls() {
    let (inner, outer) = (0.25, 0.75);
    let [small, large] = [inner, outer].map(|r| Ellipsoid::new([r; 3]).unwrap());
    let far = [[0.0, 0.6, 0.0], [0.5, -0.5, 0.4]];
    for at in places().chain(far) {
        let depth = inner + outer - Vector3::from(at).norm();
        for turned in turns() {
            for found in depths::<f64>(&small, &large, at, turned) {
                let Penetration {
                    depth: upper,
                    depth_lower: lower,
                    ..
                } = found;
                assert!(lower <= depth && depth <= upper, "{depth} {found:?}");
                assert!(upper - lower <= 5e-14, "{:e} {at:?}", upper - lower);
                let freed = found.point_moving + *found.normal * upper;
                let apart = (freed - found.point_fixed).norm();
                assert!(apart <= 1e-7, "{apart:e} {found:?}");
            }
        }
    }
}

/// What is round is about as deep in all directions about its middle.
#[test]
fn what_is_round_or_nearly_so_has_a_narrow_bracket() {
    let corners = [[0.5, 0.0, 0.0], [-0.4, 0.3, 0.1], [0.0, -0.5, 0.2]];
    let corners = corners.into_iter().chain([[0.1, 0.2, 0.6]]);
    let outer: [Box<dyn Support>; 5] = [
        Box::new(Ellipsoid::new([0.75; 3]).unwrap()),
        Box::new(Ellipsoid::new([0.5, 0.55, 0.6]).unwrap()),
        Box::new(Cone::new(1.0, 0.75).unwrap()),
        Box::new(Cylinder::new(1.5, 0.5).unwrap()),
        Box::new(ConvexHull::<f64>::new(corners.map(nalgebra::Point3::from)).unwrap()),
    ];
    for radii in [[0.25; 3], [0.2, 0.21, 0.19], [0.5, 0.3, 0.5]] {
        let inner = Ellipsoid::new(radii).unwrap();
        for outer in &outer {
            check::<f64>(&inner, outer, f64::powi(2.0, -26));
        }
    }
}

/// Bodies of revolution about y that fit into a cylinder of radius 0.5.
fn of_revolution() -> [Box<dyn Support>; 3] {
    [
        Box::new(Cylinder::new(0.5, 0.4).unwrap()),
        Box::new(Cone::new(0.5, 0.4).unwrap()),
        Box::new(Ellipsoid::new([0.3, 0.2, 0.3]).unwrap()),
    ]
}

/// Two bodies of revolution about one axis are as deep along all directions across it.
#[test]
fn coaxial_bodies_have_a_narrow_bracket() {
    let outer = Cylinder::new(1.5, 0.5).unwrap();
    for inner in &of_revolution() {
        for turned in &turns()[..2] {
            for at in places() {
                for found in depths::<f64>(inner, &outer, at, *turned) {
                    let left = found.depth - found.depth_lower;
                    assert!(left <= 1e-10, "{left:e} {at:?} {found:?}");
                }
            }
        }
    }
}

/// Axes that are all but parallel leave a bracket open by little more than their angle times that between two directions.
#[test]
fn bodies_that_lean_a_little_have_a_narrow_bracket() {
    let outer = Cylinder::new(1.5, 0.5).unwrap();
    for inner in &of_revolution() {
        for angle in [1e-9, 2e-5, 1e-3] {
            let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.8, 0.0, 0.6) * angle);
            for at in [[0.0; 3], [1e-7, -0.25, 0.0], [1e-3, 0.3, -5e-4]] {
                for found in depths::<f64>(inner, &outer, at, turned) {
                    let left = found.depth - found.depth_lower;
                    assert!(left <= 1e-10 + 1e-2 * angle, "{left:e} {angle} {found:?}");
                }
            }
        }
    }
}

/// A ball leaves a cylinder through its side or an end, a cone through its side or its base, whichever is nearer.
#[test]
fn the_bracket_of_a_ball_in_a_cone_or_a_cylinder_holds_its_depth() {
    let ball = Sphere::new(0.125).unwrap();
    let (h, r) = (1.0, 0.75);
    let [cone, cylinder] = [
        Box::new(Cone::new(h, r).unwrap()) as Box<dyn Support>,
        Box::new(Cylinder::new(h, r).unwrap()),
    ];
    for at in places() {
        let away = at[0].hypot(at[2]);
        let side = ((h - at[1]) * r - 2.0 * h * away) / (2.0 * h).hypot(r);
        let in_cone = side.min(at[1] + h) + 0.125;
        let in_cylinder = (r - away).min(h - at[1].abs()) + 0.125;
        for (outer, depth) in [(&cone, in_cone), (&cylinder, in_cylinder)] {
            for found in depths::<f64>(&ball, outer, at, turns()[2]) {
                let noise = 64.0 * f64::EPSILON;
                assert!(
                    found.depth_lower <= depth + noise && depth - noise <= found.depth,
                    "{depth} {at:?} {found:?}"
                );
            }
        }
    }
}

/// A disc that leans from the axis of a cone by less than the two are told apart: toward one side of the cone it reaches less far down, by
/// the angle times its radius.
#[test]
fn what_is_all_but_coaxial_is_less_deep_on_one_side() {
    let (half_height, radius, angle) = (1.0 / 64.0, 0.5, 1.2e-5_f64);
    let disc = Cylinder::new(half_height, radius).unwrap();
    let cone = Cone::new(2.0, 2.0).unwrap();
    let leans = UnitQuaternion::from_scaled_axis(Vector3::z() * -angle);
    // The cone's side has the normal (2, 1) / √5, through the apex at 2. The disc's axis leans toward (angle, 1, 0).
    let [across, up] = [2.0, 1.0].map(|x| x / 5.0_f64.sqrt());
    let toward = up * angle.cos() + across * angle.sin();
    let reach = half_height * toward + radius * (1.0 - toward * toward).sqrt();
    let least = up * (2.0 - 0.5) + reach;
    for found in depths::<f64>(&disc, &cone, [0.0, 0.5, 0.0], leans) {
        let lower = found.depth_lower;
        assert!(lower <= least + 1e-12, "{lower} {least}");
        assert!(least - lower < 1e-4 && found.depth >= lower, "{found:?}");
    }
}

/// A triangle of 20 by 2⁻³⁰ leads along a box's edge. The face that its shorter side makes with the box is looked at for the bound only as
/// that of its longest side, from which the triangle's corner is 3/10 of its width nearer here.
#[test]
fn a_triangle_that_is_all_but_a_line_is_less_deep_beside_its_corner() {
    let wide = 2.0_f64.powi(-30);
    let corners = [[-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], [0.0, wide, 0.0]];
    let [a, b, c] = corners;
    let sliver = Triangle::new(a, b, c).unwrap();
    let cuboid = Cuboid::new([1.0, 1.0, 4.0]).unwrap();
    let least = 0.5 + 0.3 * wide;
    let sliver = Placed::<f64, _>::new(sliver, [8.0, -0.5, 0.0]).unwrap();
    let cuboid = Placed::new(cuboid, [0.0; 3]).unwrap();
    for found in [distance(&sliver, &cuboid), distance(&cuboid, &sliver)] {
        let Ok(Distance::Overlap(found)) = found else {
            panic!("{found:?}")
        };
        let lower = found.depth_lower;
        assert!(lower <= least + 1e-12, "{lower} {least}");
        assert!(least - lower < 1e-9, "{found:?}");
    }
}

/// A spheroid that is nearly a ball holds a needle, and two ellipsoids hold a part of each other: once they are freed, the points that they
/// had deepest in each other meet, and both are points of their shapes, as far below the surface as the bounds may stay apart: 2⁻³⁶ of the
/// scale, or an epsilon of `f32`, of which the needle is a fiftieth wide.
fn deepest_points_meet<T: Real>(meet: f64, out: f64) {
    let ellipsoid = |radii: [f64; 3]| Ellipsoid::new(radii).unwrap();
    let needle = ellipsoid([0.0625, 0.0625, 1.25]);
    let nearly_ball = ellipsoid([1.75, 1.75 + 2e-9, 1.75]);
    let [one, two] = [[1.0, 0.8, 0.6], [0.7, 1.1, 0.9]].map(ellipsoid);
    for (moving, fixed) in [(needle, nearly_ball), (nearly_ball, needle), (one, two)] {
        for at in [[0.0; 3], [1e-5, -0.2, 0.1], [0.3, 0.4, 0.5]] {
            for axis in [[0.2, 0.5, 0.3], [-0.7, 0.1, 1.3], [0.0, 2.0, -0.4]] {
                let turned = UnitQuaternion::from_scaled_axis(Vector3::from(axis));
                let at = Vector3::from(at).map(T::nearest);
                let pose = Isometry3::from_parts(at.into(), turned.cast());
                let moving = Placed::<T, _>::new(moving, pose).unwrap();
                let fixed = Placed::new(fixed, Isometry3::identity()).unwrap();
                let Ok(Distance::Overlap(found)) = distance(&moving, &fixed) else {
                    panic!("they overlap");
                };
                let freed = found.point_moving + found.normal.into_inner() * found.depth;
                let apart = (freed - found.point_fixed).norm().to_f64();
                assert!(apart < meet, "{apart:e} {found:?}");
                for (shape, point) in [(moving, found.point_moving), (fixed, found.point_fixed)] {
                    let point = shape.pose().inverse_transform_point(&point);
                    let point = point.coords.map(Real::to_f64);
                    let beyond = point.component_div(shape.shape().radii()).norm() - 1.0;
                    assert!(beyond.abs() < out, "{beyond:e} {found:?}");
                }
            }
        }
    }
}

#[test]
fn the_deepest_points_of_what_is_round_meet_once_freed() {
    deepest_points_meet::<f64>(1e-13, 1e-9);
    deepest_points_meet::<f32>(2e-6, 2e-5);
}

/// What places of about 1 are known to: some 450 units in the last place.
const PLACED: f64 = 1e-13;

/// How far beside the way out a point may be. The bounds of a depth may stay 2⁻³⁶ of the scale apart, so that the normal is off by about the
/// root of that, and a point found from far away was up to s = 3e-7 beside the way. From t farther out it is s t/(R + t) beside it, for a
/// radius R of some 0.5: 5e-10 from t = √(s · 2.5), and 2e-11 from the root of 5e-10 · 2.5. Where R is less it is more.
const BESIDE: f64 = 1e-10;

/// A shape that does not tell which discs it is the hull of, by which a point's depth would be known without a search.
struct Searched<S>(S);

impl<S: Support> Support for Searched<S> {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(n)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.0.interior_point()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
    fn generator(&self, n: &Vector3<f64>) -> Option<Generator> {
        self.0.generator(n)
    }
    fn axis_of_revolution(&self) -> Option<Vector3<f64>> {
        self.0.axis_of_revolution()
    }
}

/// About the axis of a cone or a cylinder all ways out are nearly as long, and the bounds may meet before the shortest has been found. The points
/// are on the surfaces all the same, as far out as these reach along the normal, but for what the bounds leave open.
#[test]
fn the_deepest_points_near_an_axis_are_on_the_surface() {
    let cones = [(1.5, 0.71875), (0.5, 1.25)].map(|(h, r)| Cone::new(h, r).unwrap());
    let cylinder = Cylinder::new(1.0, 0.8).unwrap();
    let searched = (cones.map(Searched), Searched(cylinder));
    let by_search: [&dyn Support; 3] = [&searched.0[0], &searched.0[1], &searched.1];
    let by_formula: [&dyn Support; 3] = [&cones[0], &cones[1], &cylinder];
    assert!(points_about_an_axis(by_search) > 50);
    assert_eq!(points_about_an_axis(by_formula), 0);
}

/// Of 600 points about the axes of these, the number of depths whose bounds do not meet.
fn points_about_an_axis(outer: [&dyn Support; 3]) -> i32 {
    let mut open = 0;
    for i in 0..600 {
        let angle = |k: f64| 3.0 * (f64::from(i) * k).sin();
        let turned =
            UnitQuaternion::from_scaled_axis(Vector3::new(angle(1.3), angle(2.1), angle(0.7)));
        let away = 10_f64.powf(0.6 * angle(0.9) - 3.0);
        let at = Vector3::new(
            away * angle(1.7).cos(),
            0.1 * angle(0.3),
            away * angle(1.7).sin(),
        );
        let outer = Placed::new(
            outer[i as usize % 3],
            Isometry3::from_parts([0.5, -0.3, 0.8].into(), turned),
        );
        let outer = outer.unwrap();
        let inner = Placed::new(
            PointShape,
            Isometry3::from(outer.pose() * Translation3::from(at)),
        )
        .unwrap();
        let Ok(Distance::Overlap(overlap)) = distance(&outer, &inner) else {
            panic!("it is inside: {at:?}");
        };
        let n = overlap.normal.into_inner();
        let deep = (overlap.point_moving - outer.support_point(&-n)).dot(&n);
        let bounds = overlap.depth - overlap.depth_lower;
        assert!(deep.abs() <= bounds + PLACED, "{i} {deep:e} {bounds:e}");
        let apart = overlap.point_moving + n * overlap.depth - overlap.point_fixed;
        assert!(apart.norm() < BESIDE, "{i} {:e}", apart.norm());
        open += i32::from(bounds > PLACED);
    }
    open
}
