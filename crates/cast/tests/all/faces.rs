//! What comes down on a triangle or on a side of a box: no search is needed for that.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Certified, Method, Outcome, Sweep};
use swept_support::{ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, Rounded, Support, Triangle};

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
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let certified = sweep.cast_certified(&options);
    if let Err(flaw) = certified.certificate.verify(sweep) {
        panic!("{method:?}: {flaw}");
    }
    certified
}

/// Drops each shape on each face, all over it and beside it, and each face on each shape.
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
                for (sweep, rise) in [(falls, Vector3::zeros()), (rises, up)] {
                    let portal = cast(&sweep, Method::Portal);
                    let other = cast(&sweep, Method::ConservativeAdvancement);
                    let (Outcome::Hit(hit), Outcome::Hit(met)) = (portal.outcome, other.outcome)
                    else {
                        assert!(matches!(portal.outcome, Outcome::Miss(_)));
                        assert!(matches!(other.outcome, Outcome::Miss(_)));
                        missed += 1;
                        continue;
                    };
                    assert!((hit.fraction - met.fraction).abs() < 1e-8);
                    let flat = world.inverse_transform_vector(&hit.normal).y.abs() > 1.0 - 1e-9;
                    let touched = hit.point_fixed - rise * hit.fraction;
                    let at = world.inverse_transform_point(&touched);
                    if flat && inside(at.x, at.z) > 0.01 {
                        assert!(portal.steps <= 4, "{} steps", portal.steps);
                        within += 1;
                    } else {
                        elsewhere += 1;
                    }
                }
            }
        }
    }
    let counts = [within, elsewhere, missed];
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}
