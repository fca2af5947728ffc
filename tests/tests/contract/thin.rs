//! Pairs without thickness that start within a touch of each other, next to a border: what crosses is not let through.

use nalgebra::{Isometry3, Matrix3, Point3, Vector3};
use swept::{CastOptions, Method, Outcome, Placed, PointShape, Segment, Support, Sweep, Triangle};
use swept_tests::Dice;

type V = Vector3<f64>;

const CASTS: u64 = 20_000;

/// A point `p` that moves by `d` through the corner at the origin of what the sides `b` and `c` span. All are exact in `f32`.
struct Crossing {
    sides: [V; 2],
    p: V,
    d: V,
}

impl Crossing {
    fn new(dice: &mut Dice) -> Self {
        let side = |dice: &mut Dice| V::from(dice.three(|d| d.between(-1.0, 1.0)));
        Self {
            sides: [side(dice), side(dice)],
            p: V::from(dice.three(|d| d.sign() * d.log_between(1e-10, 1e-6))),
            d: side(dice),
        }
    }

    /// Where it crosses, as parts of both sides, where that is far above the rounding of `f64` and the sides are no sliver; and the
    /// distance from the plane at the start.
    fn meets(&self) -> Option<([f64; 2], f64)> {
        let [b, c] = self.sides;
        let m = b.cross(&c).normalize();
        let (from, speed) = (m.dot(&self.p), m.dot(&self.d));
        let x = Matrix3::from_columns(&[b, c, -self.d])
            .lu()
            .solve(&self.p)?;
        let inside = x.x > 1e-12 && x.y > 1e-12 && x.x + x.y < 0.9;
        let good = b.cross(&c).norm() > 0.05 && from.abs() > 1e-13 && speed.abs() > 0.01;
        (good && inside && (0.0..0.9).contains(&x.z)).then_some(([x.x, x.y], from.abs()))
    }
}

fn cast<A: Support, B: Support>(
    (moving, at): (&A, V),
    d: V,
    fixed: &B,
    method: Method,
) -> Outcome<f32> {
    let at = Isometry3::from(at.map(|x| x as f32));
    let moving = Placed::new(moving, at).unwrap();
    let fixed = Placed::new(fixed, Isometry3::identity()).unwrap();
    let sweep = Sweep::new(moving, d.map(|x| x as f32), fixed).unwrap();
    sweep.cast_with(&CastOptions {
        method,
        ..CastOptions::default()
    })
}

#[test]
fn nothing_crosses_next_to_a_corner() {
    let corner = |v: V| Point3::from(v.map(|x| x as f32));
    let (mut near, mut passed) = (0, Vec::new());
    for index in 0..CASTS {
        let crossing = Crossing::new(&mut Dice::new(31, index));
        let Some((parts, from)) = crossing.meets() else {
            continue;
        };
        let (p, d, [b, c]) = (crossing.p, crossing.d, crossing.sides);
        let triangle = Triangle::new(Point3::origin(), corner(b), corner(c)).unwrap();
        // One along b, the other along c from where it is: together they span the same.
        let across = Segment::new(Point3::origin(), corner(-c)).unwrap();
        let along = Segment::new(Point3::origin(), corner(b)).unwrap();
        near += u32::from(from < 1e-7 && parts.iter().any(|x| *x < 1e-7));
        for method in Method::ALL {
            let outcomes = [
                cast((&PointShape, p), d, &triangle, method),
                cast((&triangle, -p), -d, &PointShape, method),
                cast((&across, p), d, &along, method),
            ];
            for (pair, outcome) in outcomes.iter().enumerate() {
                if !matches!(outcome, Outcome::Hit(_)) {
                    passed.push(format!("{index} pair {pair} {method:?}: {outcome:?}"));
                }
            }
        }
    }
    assert!(near > 500, "{near}");
    let first = passed[..passed.len().min(5)].join("\n");
    assert!(passed.is_empty(), "{} passed\n{first}", passed.len());
}

#[test]
fn a_capsule_all_but_parallel_to_a_segment_is_not_met_before_its_time() {
    // The angle is so small that the products of both directions vanish. Their distance is that of two lines: |d|, and the radius.
    let d = V::new(-0.6, 0.0, -1.0);
    let expected = 1.0 - 0.05 / d.norm();
    for faint in [0.0, 1e-17, 1e-100, 1e-160, 1e-200, -1e-250, 1e-310] {
        for method in Method::ALL {
            let at = -d;
            let rotation = nalgebra::Quaternion::new(1.0, 0.0, 0.0, faint);
            let turned =
                Isometry3::from_parts(at.into(), nalgebra::UnitQuaternion::new_unchecked(rotation));
            let still = Isometry3::from(at);
            let capsule = swept::Capsule::new(1.0, 0.05).unwrap();
            for (pose, corner) in [(turned, 0.0), (still, faint)] {
                let segment = Segment::new([corner, -0.4, 0.0], [0.0, 0.4, 0.0]).unwrap();
                let sweep = Sweep::new(
                    Placed::new(capsule, pose).unwrap(),
                    d,
                    Placed::new(segment, Isometry3::identity()).unwrap(),
                )
                .unwrap();
                let outcome = sweep.cast_with(&CastOptions {
                    method,
                    ..CastOptions::default()
                });
                let Outcome::Hit(hit) = outcome else {
                    panic!("{method:?} {faint:e}: {outcome:?}")
                };
                assert!(
                    (hit.fraction - expected).abs() < 1e-13,
                    "{method:?} {faint:e}: {hit:?}"
                );
            }
        }
    }
}
