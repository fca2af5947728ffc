//! Casts along a line that touches a round side exactly, as bodies on a lattice do: between a hit and a miss. The plane of the touch
//! closes in, or does not, by rounding alone, and says nothing about where along the line the touch is.

use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept::{Capsule, CastOptions, ConvexHull, Cylinder, Outcome, Placed, Real, Shape, Sweep};
use swept_tests::{Dice, METHODS};

const CASES: u64 = 1_200;

/// Of right triangles whose sides are whole numbers.
const SIDES: [[i32; 3]; 3] = [[3, 4, 5], [5, 12, 13], [8, 15, 17]];

/// An upright round body that passes another, in whole numbers: both scalars hold them.
struct Tangent<T: Real> {
    sweep: Sweep<T, Shape<T>, Shape<T>>,
    /// Of both bodies together.
    radius: f64,
    /// Of the way.
    length: f64,
    /// The sum of all lengths.
    scale: f64,
}

impl<T: Real> Tangent<T> {
    fn new(index: u64) -> Self {
        let dice = &mut Dice::new(7, index);
        let mut whole = |low: i32, high: i32| dice.whole(low..=high) as i32;
        let [a, b, c] = SIDES[whole(0, 2) as usize];
        let radius = whole(1, 3);
        // The points of the lattice on the line along (b, a) that passes the axis at `radius`, before it does.
        let is_before = |p: &[i32; 2]| a * p[0] - b * p[1] == radius * c && b * p[0] + a * p[1] < 0;
        let points: Vec<_> = (-30..30)
            .flat_map(|x| (-30..30).map(move |z| [x, z]))
            .filter(is_before)
            .collect();
        let [x, z] = points[whole(0, points.len() as i32 - 1) as usize];
        let steps = whole(2, 3) - (b * x + a * z) / (c * c);
        let from = Vector3::new(x, whole(-2, 2), z);
        let way = Vector3::new(b * steps, whole(-1, 1), a * steps);
        let number = |x: i32| T::nearest(f64::from(x));
        let mut round = |half_height: i32, radius: i32| -> Shape<T> {
            let (half_height, radius) = (number(half_height), number(radius));
            if whole(0, 1) == 0 {
                Capsule::new(half_height, radius).unwrap().into()
            } else {
                Cylinder::new(half_height, radius).unwrap().into()
            }
        };
        let shapes = [round(1, radius - 1), round(3, 1)];
        // Turned about the axis by a quarter, either way, or not at all.
        let mut turn = || {
            let q = Quaternion::new(1.0, 0.0, f64::from(whole(-1, 1)), 0.0);
            let q = UnitQuaternion::from_quaternion(q).coords;
            UnitQuaternion::new_unchecked(Quaternion::from(q.map(T::nearest)))
        };
        let mut at = |p: Vector3<i32>| Isometry3::from_parts(p.map(number).into(), turn());
        let (start, rest) = (at(from), at(Vector3::zeros()));
        let [moving, fixed] = shapes;
        let moving = Placed::new(moving, start).unwrap();
        let fixed = Placed::new(fixed, rest).unwrap();
        let length = way.map(f64::from).norm();
        Self {
            sweep: Sweep::new(moving, way.map(number), fixed).unwrap(),
            radius: f64::from(radius),
            length,
            scale: from.map(f64::from).norm() + length + f64::from(radius + 4),
        }
    }

    /// How long a stretch of the line stays so near that no more is told: a circle of radius r leaves its tangent by δ after √(2rδ), on
    /// both sides. δ is what a bracket is left open by across the motion, and what rounding adds: in `f64` 8u of all lengths
    /// and 24u for a point, here and there; in `f32` half of its epsilon and less.
    fn stretch(&self) -> f64 {
        let open = T::EPSILON.max(24.0 * f64::EPSILON) * self.scale;
        2.0 * (2.0 * self.radius * open).sqrt()
    }
}

fn tangents<T: Real>() {
    let (mut hits, mut wrong) = (0, Vec::new());
    for index in 0..CASES {
        let tangent = Tangent::<T>::new(index);
        let most = tangent.stretch();
        for method in METHODS {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let outcome = tangent.sweep.cast_with(&options);
            let is_right = match &outcome {
                Outcome::Hit(hit) => {
                    hits += 1;
                    let wide = (hit.fraction_upper - hit.fraction).to_f64() * tangent.length;
                    let apart = (hit.point_moving - hit.point_fixed).map(Real::to_f64);
                    wide <= most && apart.norm() <= most
                }
                Outcome::Miss(_) => true,
                _ => false,
            };
            if !is_right {
                wrong.push(format!(
                    "{index} {method:?}, not within {most:e}: {outcome:?}"
                ));
            }
        }
    }
    let first = wrong[..wrong.len().min(10)].join("\n");
    assert!(wrong.is_empty(), "{} wrong\n{first}", wrong.len());
    assert!(hits > CASES, "{hits} hits");
}

#[test]
fn f64_tells_where_a_tangent_touches() {
    tangents::<f64>();
}

#[test]
fn f32_tells_where_a_tangent_touches() {
    tangents::<f32>();
}

/// Lines that enter an overlap through a corner with a radius, at fractions that have a form: with √17 and with √2.
#[test]
fn an_overlap_ends_where_its_round_corners_do() {
    let at = |p: [f64; 3], q: [f64; 4]| {
        let q = UnitQuaternion::from_quaternion(Quaternion::from(q));
        Isometry3::from_parts(Vector3::from(p).into(), q)
    };
    let hull = |points: &[[f64; 3]]| {
        Shape::from(ConvexHull::new(points.iter().map(|p| Point3::from(*p))).unwrap())
    };
    let capsule = |half_height, radius| Shape::from(Capsule::new(half_height, radius).unwrap());
    let upright = [0.0, 0.0, 0.0, 1.0];
    let cases = [
        (
            (capsule(1.0, 2.0), at([-2.0, 2.0, -4.0], upright)),
            [0.0, -2.0, 8.0],
            (
                hull(&[[4.0, 1.0, -2.0], [4.0, 0.0, 0.0], [4.0, 1.0, 2.0]]),
                at([0.0; 3], [0.0, 1.0, 0.0, 1.0]),
            ),
            [-1.0 / 17_f64.sqrt(), 0.25],
        ),
        (
            (
                hull(&[[-1.0, -3.0, -2.0], [0.0, 3.0, 0.0], [-1.0, -3.0, 2.0]]),
                at([2.0, 0.0, 2.0], upright),
            ),
            [0.0, -4.0, 0.0],
            (capsule(1.0, 3.0), at([0.0; 3], [1.0, 0.0, 0.0, 0.0])),
            [-1.0 - 0.5_f64.sqrt(), 1.25],
        ),
    ];
    for (moving, way, fixed, ends) in cases {
        let moving = Placed::new(moving.0, moving.1).unwrap();
        let fixed = Placed::new(fixed.0, fixed.1).unwrap();
        let outcome = Sweep::new(moving, way, fixed).unwrap().cast();
        let Outcome::Overlap(overlap) = outcome else {
            panic!("{outcome:?}");
        };
        for (found, known) in [(overlap.entry, ends[0]), (overlap.exit, ends[1])] {
            // 16u; a portal that has given up is off by 140u in the first case, and by 1,000u in the second.
            assert!((found - known).abs() <= 8.0 * f64::EPSILON, "{overlap:?}");
        }
    }
}
