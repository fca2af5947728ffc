//! Boxes, triangles and hulls that stop at a target distance: by slabs, by a face that is known, or by the portal with a ball.

use swept::nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use swept::{
    CastOptions, ConvexHull, Cuboid, Method, Outcome, Placed, Real, Support, Sweep, Triangle,
};
use swept_tests::{Kind, Source, erased};

const TARGET: f64 = 0.5;

/// 64 units in the last place of the sum of all sizes and distances, which is at most 32.
const LENGTH: f64 = 64.0 * f64::EPSILON * 32.0;

fn options(method: Method) -> CastOptions<f64> {
    CastOptions {
        method,
        target_distance: TARGET,
        ..CastOptions::default()
    }
}

/// A triangle in the plane y = 0, from its corners' x and z.
fn floor([a, b, c]: [[f64; 2]; 3]) -> Placed<f64, Triangle<f64>> {
    let corner = |[x, z]: [f64; 2]| Point3::new(x, 0.0, z);
    let triangle = Triangle::new(corner(a), corner(b), corner(c)).unwrap();
    Placed::new(triangle, [0.0; 3]).unwrap()
}

/// A cube of side 2 above the origin, turned by an angle about z.
fn cube(height: f64, angle: f64) -> Placed<f64, Cuboid<f64>> {
    let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
    let pose = Isometry3::from_parts(Translation3::new(0.0, height, 0.0), turned);
    Placed::new(Cuboid::new([1.0; 3]).unwrap(), pose).unwrap()
}

/// Casts both ways, and expects a hit at `fraction` along the vertical by `method`, proven and with points at the target distance.
fn expect<A: Support, B: Support>(
    above: &Placed<f64, A>,
    below: &Placed<f64, B>,
    fall: f64,
    fraction: f64,
    method: Method,
) {
    let down = Sweep::new(above.as_ref(), [0.0, -fall, 0.0], below.as_ref()).unwrap();
    let up = Sweep::new(below.as_ref(), [0.0, fall, 0.0], above.as_ref()).unwrap();
    for (out, certified, flaw) in [
        (
            1.0,
            erased(&down).cast_certified(&options(Method::Auto)),
            verify(&down),
        ),
        (
            -1.0,
            erased(&up).cast_certified(&options(Method::Auto)),
            verify(&up),
        ),
    ] {
        assert_eq!(flaw, None);
        assert_eq!(certified.method, method);
        let hit = certified.outcome.hit().expect("they meet");
        assert!(
            hit.fraction <= fraction && fraction <= hit.fraction_upper,
            "{hit:?}"
        );
        assert!(
            (hit.fraction_upper - hit.fraction) * fall < LENGTH,
            "{hit:?}"
        );
        assert!((hit.normal.y * out - 1.0).abs() < 1e-15, "{hit:?}");
        let apart = (hit.point_moving - hit.point_fixed).norm();
        assert!((apart - TARGET).abs() < LENGTH, "{hit:?}");
    }
}

fn verify<A: Support, B: Support>(sweep: &Sweep<f64, A, B>) -> Option<String> {
    let certified = erased(sweep).cast_certified(&options(Method::Auto));
    certified
        .certificate
        .verify(sweep)
        .err()
        .map(|e| format!("{e:?}"))
}

/// The cube's face is at y = 3 at first, and at the target distance, y = 1/2, after 2.5 of 4.
#[test]
fn a_box_that_lies_flat_on_a_triangle_is_answered_in_closed_form() {
    let above = cube(4.0, 0.0);
    for corners in [
        [[-9.0, -9.0], [9.0, -9.0], [0.0, 18.0]], // all of the face is over the triangle
        [[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]],  // all of the triangle is under the face
        [[0.5, 0.0], [9.0, -1.0], [9.0, 1.0]],    // a corner of it is
        [[0.5, -9.0], [0.5, 9.0], [9.0, 0.0]],    // a side of it passes under the face
        [[-9.0, 0.25], [9.0, 0.25], [0.0, 9.0]],  // a part of the face is over it
    ] {
        expect(&above, &floor(corners), 4.0, 0.625, Method::ClosedForm);
    }
}

/// Turned by an eighth, an edge is the lowest, at y = 4 - √2 first: it falls by 3.5 - √2.
#[test]
fn an_edge_that_lies_flat_on_a_triangle_is_answered_in_closed_form() {
    let above = cube(4.0, std::f64::consts::FRAC_PI_4);
    let fraction = (3.5 - 2.0_f64.sqrt()) / 4.0;
    for corners in [
        [[-9.0, -9.0], [9.0, -9.0], [0.0, 18.0]],
        [[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]],
        [[-0.5, 0.75], [0.5, 0.75], [0.0, 9.0]],
    ] {
        let sweep = Sweep::new(above, [0.0, -4.0, 0.0], floor(corners)).unwrap();
        let certified = erased(&sweep).cast_certified(&options(Method::Auto));
        assert_eq!(certified.method, Method::ClosedForm);
        let hit = certified.outcome.hit().expect("they meet");
        assert!((hit.fraction - fraction).abs() * 4.0 < LENGTH, "{hit:?}");
        assert_eq!(verify(&sweep), None);
    }
}

/// An octahedron, tall and thin, comes down on a floor with a corner, at y = 3 first: the floor's face tells. Where that has its border the
/// obstacle is round, and the portal with a ball does.
#[test]
fn a_hull_is_answered_by_the_portal_over_a_face_and_beside_it() {
    let corners = [0, 1, 2].into_iter().flat_map(|i| {
        [-1.0, 1.0].map(|sign| {
            let mut p = [0.0; 3];
            p[i] = if i == 1 { 4.0 * sign } else { sign };
            Point3::from(p)
        })
    });
    let hull = ConvexHull::new(corners).unwrap();
    let above = Placed::new(&hull, [0.0, 7.0, 0.0]).unwrap();
    let wide = floor([[-9.0, -9.0], [9.0, -9.0], [0.0, 18.0]]);
    expect(&above, &wide, 4.0, 0.625, Method::Portal);

    // The border is 0.4 to the side of the lowest corner, which stops 0.3 above: 0.5² = 0.4² + 0.3². The sides that
    // rise from the corner are steeper than the way there, and farther off.
    let beside = floor([[0.4, -9.0], [0.4, 9.0], [9.0, 0.0]]);
    let sweep = Sweep::new(above, [0.0, -4.0, 0.0], beside).unwrap();
    let certified = erased(&sweep).cast_certified(&options(Method::Auto));
    assert_eq!(certified.method, Method::Portal);
    let hit = certified.outcome.hit().expect("they meet");
    assert!((hit.fraction - 2.7 / 4.0).abs() * 4.0 < LENGTH, "{hit:?}");
    let expected = Vector3::new(-0.8, 0.6, 0.0);
    assert!(
        (hit.normal.into_inner() - expected).norm() < LENGTH / TARGET,
        "{hit:?}"
    );
    assert_eq!(verify(&sweep), None);
}

/// Brackets of the default method and of conservative advancement overlap, up to what their certificates allow; and
/// the former's certificates verify. Returns hits, and those that no iteration by distance was needed for.
fn agree<T: Real>(moving: Kind, fixed: Kind, target: f64, casts: u64) -> (u64, u64) {
    let (mut hits, mut without) = (0, 0);
    for index in 0..casts {
        let case = Source::Pair(moving, fixed).case(47, index);
        let sweep = case.sweep::<T>();
        let options = |method| CastOptions {
            method,
            target_distance: T::nearest(target),
            ..CastOptions::default()
        };
        let auto = sweep.cast_certified(&options(Method::Auto));
        let other = sweep.cast_certified(&options(Method::ConservativeAdvancement));
        let line = case.to_json();
        assert_eq!(auto.certificate.verify(&sweep).err(), None, "{line}");
        match (&auto.outcome, &other.outcome) {
            (Outcome::Hit(a), Outcome::Hit(b)) => {
                hits += 1;
                without += u64::from(auto.method != Method::ConservativeAdvancement);
                let width = (a.fraction_upper - a.fraction).to_f64()
                    + (b.fraction_upper - b.fraction).to_f64();
                let apart =
                    (a.fraction.max(b.fraction) - a.fraction_upper.min(b.fraction_upper)).to_f64();
                assert!(apart <= width, "{a:?}\n{b:?}\n{line}");
            }
            (a, b) => assert_eq!(
                std::mem::discriminant(a),
                std::mem::discriminant(b),
                "{a:?}\n{b:?}\n{line}"
            ),
        }
    }
    (hits, without)
}

#[test]
fn hardly_any_hit_needs_distances() {
    const CASTS: u64 = 300;
    let kinds = [Kind::Cuboid, Kind::Triangle, Kind::ConvexHull];
    for (moving, fixed) in kinds.into_iter().flat_map(|a| kinds.map(|b| (a, b))) {
        for target in [1.0 / 64.0, 0.25] {
            let single = agree::<f32>(moving, fixed, target, CASTS);
            let double = agree::<f64>(moving, fixed, target, CASTS);
            println!(
                "{moving:?}-{fixed:?} at {target}: hits and those without {single:?} in f32, {double:?} in f64"
            );
            for (hits, without) in [single, double] {
                assert!(hits > CASTS / 4, "{hits} of {CASTS}");
                assert!(without * 50 > hits * 49, "{without} of {hits}");
            }
        }
    }
}
