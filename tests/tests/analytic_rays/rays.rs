//! A point against every shape.

use super::compare::{Cast, Counts};
use super::{adversarial, casts};
use nalgebra::{Isometry3, Point3, Quaternion, Unit, UnitQuaternion, Vector3};
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, PointShape, Segment, Shape,
    Sphere, Support, Sweep, Triangle,
};
use swept_analytic::Answer;
use swept_analytic::capsule;
use swept_analytic::ray::{self, Plane, Ray, Upright};
use swept_analytic::sphere;
use swept_tests::Dice;

/// The unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// A closed form: the answer for a ray in the world, at a shape that stands at a pose.
type Closed = Box<dyn Fn(&Ray, &Isometry3<f64>) -> Answer>;

/// The fixed shape of a cast, and its closed form.
struct Fixed {
    shape: Shape<f64>,
    /// The sum of its sizes, as the closed form counts them.
    size: f64,
    /// By how much its angles enlarge an error.
    sharpness: f64,
    /// A place to aim at: an apex, a corner, a rim.
    feature: Vector3<f64>,
    cast: Closed,
}

/// A length: ordinary, or much smaller or larger than others, or none.
fn length(dice: &mut Dice) -> f64 {
    match dice.whole(0..=9) as i32 {
        0 => 0.0,
        1 => dice.log_between(1e-6, 1e3),
        2 => 1.0,
        _ => dice.log_between(0.1, 10.0),
    }
}

fn unsharp(
    shape: Shape<f64>,
    size: f64,
    feature: [f64; 3],
    cast: impl Fn(&Ray, &Isometry3<f64>) -> Answer + 'static,
) -> Fixed {
    Fixed {
        shape,
        size,
        sharpness: 1.0,
        feature: feature.into(),
        cast: Box::new(cast),
    }
}

fn a_sphere(dice: &mut Dice) -> Fixed {
    let r = length(dice);
    let shape = Sphere::new(r).unwrap().into();
    unsharp(shape, r, [r, 0.0, 0.0], move |x, at| {
        let centre = at * Point3::origin();
        ray::against_sphere(x, &sphere::Sphere { centre, radius: r })
    })
}

fn a_box(dice: &mut Dice) -> Fixed {
    let h = Vector3::from(dice.three(length));
    unsharp(
        Cuboid::new(h).unwrap().into(),
        h.norm(),
        h.into(),
        move |x, at| ray::against_box(x, at, &h),
    )
}

fn a_capsule(dice: &mut Dice) -> Fixed {
    let (h, r) = (length(dice), length(dice));
    unsharp(
        Capsule::new(h, r).unwrap().into(),
        h + r,
        [r, h, 0.0],
        move |x, at| {
            let [a, b] = [-h, h].map(|y| at * Point3::new(0.0, y, 0.0));
            ray::against_capsule(x, &capsule::Capsule { a, b, radius: r })
        },
    )
}

fn a_cylinder(dice: &mut Dice) -> Fixed {
    let (h, r) = (length(dice), length(dice));
    unsharp(
        Cylinder::new(h, r).unwrap().into(),
        h + r,
        [r, h, 0.0],
        move |x, at| ray::against_cylinder(x, at, &upright(h, r)),
    )
}

fn a_cone(dice: &mut Dice) -> Fixed {
    let (h, r) = (length(dice), length(dice));
    let rim = dice.chance(0.5);
    let feature = if rim { [r, -h, 0.0] } else { [0.0, h, 0.0] };
    let shape = Cone::new(h, r).unwrap().into();
    let mut cone = unsharp(shape, 2.0 * h + r, feature, move |x, at| {
        ray::against_cone(x, at, &upright(h, r))
    });
    // The sine of half the angle at apex or rim is at least half the smaller side over the larger.
    if h > 0.0 && r > 0.0 {
        cone.sharpness = 2.0 * (2.0 * h).hypot(r) / (2.0 * h).min(r);
    }
    cone
}

fn an_ellipsoid(dice: &mut Dice) -> Fixed {
    let a = Vector3::from(dice.three(length));
    unsharp(
        Ellipsoid::new(a).unwrap().into(),
        a.sum(),
        [a.x, 0.0, 0.0],
        move |x, at| ray::against_ellipsoid(x, at, &a),
    )
}

fn a_segment(dice: &mut Dice) -> Fixed {
    let [a, b] = [(); 2].map(|()| Point3::from(dice.three(|d| d.between(-2.0, 2.0))));
    let size = a.coords.norm() + b.coords.norm();
    unsharp(
        Segment::new(a, b).unwrap().into(),
        size,
        a.into(),
        move |x, at| ray::against_segment(x, &(at * a), &(at * b)),
    )
}

/// The smallest sine of an angle of the triangle.
fn least_sine(corners: &[Point3<f64>; 3]) -> f64 {
    (0..3)
        .map(|i| {
            let side = |k: usize| (corners[(i + k) % 3] - corners[i]).normalize();
            side(1).cross(&side(2)).norm()
        })
        .fold(1.0, f64::min)
}

fn a_triangle(dice: &mut Dice) -> Fixed {
    loop {
        let [a, b, c] = [(); 3].map(|()| Point3::from(dice.three(|d| d.between(-2.0, 2.0))));
        let sine = least_sine(&[a, b, c]);
        if sine > 1e-3 {
            let size = [a, b, c].iter().map(|p| p.coords.norm()).sum();
            let shape = Triangle::new(a, b, c).unwrap().into();
            let triangle = unsharp(shape, size, a.into(), move |x, at| {
                ray::against_triangle(x, &[a, b, c].map(|p| at * p))
            });
            return triangle;
        }
    }
}

fn a_polyhedron(dice: &mut Dice) -> Fixed {
    // A tetrahedron that is not far from regular: no angle below 15 degrees.
    let corners = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ]
    .map(|c| Point3::from(c) + dice.in_ball() * 0.3);
    let planes: Vec<_> = (0..4)
        .map(|i| {
            let [a, b, c] = [1, 2, 3].map(|k| corners[(i + k) % 4]);
            let n = (b - a).cross(&(c - a)).normalize();
            let n = if n.dot(&(corners[i] - a)) > 0.0 {
                -n
            } else {
                n
            };
            let offset = [a, b, c]
                .iter()
                .fold(f64::MIN, |most, p| most.max(n.dot(&p.coords)));
            (Unit::new_unchecked(n), offset)
        })
        .map(|(normal, offset): (Unit<Vector3<f64>>, f64)| Plane {
            point: Point3::from(normal.into_inner() * offset),
            normal,
        })
        .collect();
    let size = 8.0;
    let shape = ConvexHull::new(corners).unwrap().into();
    let mut hull = unsharp(shape, size, corners[0].into(), move |x, at| {
        let placed = |plane: &Plane| Plane {
            point: at * plane.point,
            normal: at.rotation * plane.normal,
        };
        ray::against_polyhedron(x, &planes.iter().map(placed).collect::<Vec<_>>())
    });
    hull.sharpness = 8.0;
    hull
}

fn upright(half_height: f64, radius: f64) -> Upright {
    Upright {
        half_height,
        radius,
    }
}

/// A ray in the shape's frame toward a place near it.
fn aim(dice: &mut Dice, fixed: &Fixed) -> Ray {
    let size = fixed.size.max(1e-3);
    let target = dice.in_ball() * size;
    let way = dice.direction() * (size * dice.between(0.0, 6.0));
    Ray {
        start: Point3::from(target - way * dice.between(0.0, 1.5)),
        displacement: way,
    }
}

/// A ray in the shape's frame that is hard in one way or another.
fn throw(dice: &mut Dice, fixed: &Fixed) -> Ray {
    let n = match dice.whole(0..=2) as i32 {
        0 => Vector3::ith(dice.whole(0..=2) as usize, dice.sign()),
        _ => dice.direction(),
    };
    let surface = {
        let local: &dyn Support = &fixed.shape;
        local.support_point(&n).coords + n * local.radius()
    };
    let size = fixed.size.max(1e-3);
    let at = match dice.whole(0..=4) as i32 {
        0 => fixed.feature,
        1 => surface + n * (dice.sign() * size * dice.log_between(1e-17, 1e-2)),
        2 => surface * dice.between(-0.5, 0.5),
        _ => surface,
    };
    // Which way: anyhow, grazing the surface, along an axis, along the surface.
    let way = match dice.whole(0..=4) as i32 {
        0 => n.cross(&dice.direction()),
        1 => Vector3::ith(dice.whole(0..=2) as usize, dice.sign()),
        2 => n.cross(&dice.direction()) + n * dice.between(-1e-6, 1e-6),
        3 => -n,
        _ => dice.direction(),
    };
    let before = match dice.whole(0..=6) as i32 {
        0 => 0.0,
        1 => dice.log_between(1e-17, 1e-3),
        2 => dice.log_between(10.0, 1e12),
        _ => dice.between(0.0, 4.0),
    } * size;
    let after = match dice.whole(0..=6) as i32 {
        0 => 0.0,
        1 => dice.log_between(1e-17, 1e-3),
        2 => dice.log_between(10.0, 1e12),
        3 => -before * dice.unit(),
        _ => dice.between(0.0, 4.0),
    } * size;
    let still = dice.chance(0.02);
    let d = if still {
        Vector3::zeros()
    } else {
        way * (before + after)
    };
    Ray {
        start: Point3::from(at - way * before),
        displacement: d,
    }
}

fn compare(pair: &str, seed: u64, make: impl Fn(&mut Dice) -> Fixed) {
    let mut counts = Counts::default();
    for index in 0..casts() {
        let dice = &mut Dice::new(seed, index);
        let fixed = make(dice);
        let local = if adversarial(index) {
            throw(dice, &fixed)
        } else {
            aim(dice, &fixed)
        };
        let turned = dice.chance(0.5);
        let pose = if turned {
            let [x, y, z, w] = dice.rotation();
            let rotation = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
            Isometry3::from_parts((dice.in_ball() * fixed.size).into(), rotation)
        } else {
            Isometry3::identity()
        };
        let origin = pose * local.start;
        let ray = Ray {
            start: origin,
            displacement: pose * local.displacement,
        };
        let moving = Placed::new(Shape::from(PointShape), Isometry3::from(origin)).unwrap();
        let placed = Placed::new(fixed.shape.clone(), pose).unwrap();
        let from = ray.start - Point3::from(pose.translation.vector);
        let d = ray.displacement;
        let nearest = if d.norm() > 0.0 {
            let t = (-from.dot(&d) / d.norm_squared()).clamp(0.0, 1.0);
            (from + d * t).norm()
        } else {
            from.norm()
        };
        // What the module states; corners of a turned shape are rounded where it stands.
        let world = fixed.size + nearest + pose.translation.vector.norm();
        let error = 64.0 * U * world + 2.0 * U * d.norm();
        let touching = 16.0 * U * (fixed.size + from.norm());
        let cast = Cast {
            sweep: Sweep::new(moving, d, placed).unwrap(),
            answer: (fixed.cast)(&ray, &pose),
            error: error * fixed.sharpness,
            // A motion that crosses a plane it touches by less than 8u of its length is tangential.
            plane_error: (error + touching + 8.0 * U * d.norm()) * fixed.sharpness,
        };
        counts.count(&cast, || {
            format!("case {index} {:?} {pose:?} {ray:?}", fixed.shape)
        });
    }
    counts.report(pair);
}

macro_rules! pairs {
    ($($name:ident: $seed:expr, $make:expr;)+) => {
        $(#[test]
        fn $name() {
            compare(stringify!($name), $seed, $make);
        })+
    };
}
pairs! {
    point_sphere: 1, a_sphere;
    point_box: 2, a_box;
    point_capsule: 3, a_capsule;
    point_cylinder: 4, a_cylinder;
    point_cone: 5, a_cone;
    point_ellipsoid: 6, an_ellipsoid;
    point_segment: 7, a_segment;
    point_triangle: 8, a_triangle;
    point_polyhedron: 9, a_polyhedron;
}
