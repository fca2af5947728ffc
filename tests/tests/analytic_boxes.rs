//! The slab method against the iterative casts: every pair of boxes, triangles and polyhedra, none of which may contradict.
//!
//! `SWEPT_ANALYTIC_CASTS` sets another number of casts than 20,000 per pair.
//!
//! Both sides prove: the closed form that the shapes do not touch before `lower` and do touch by `upper`, the cast the
//! same with `fraction` and `fraction_upper`, the latter for shapes grown by the certificate's tolerance, which the
//! closed form's lower bound is therefore given as dilation. Any crossing of the two is an error of one of them.

use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept::{CastOptions, Certified, ConvexHull, Cuboid, Method, Outcome, Placed, Sweep, Triangle};
use swept_analytic::boxes::{self, box_box, box_triangle, triangle_box};
use swept_analytic::polyhedron::{
    Polyhedron, polyhedron_polyhedron, polyhedron_polyhedron_bracket,
};
use swept_analytic::{Answer, Bracket};
use swept_tests::{Dice, erased, from_environment};

const METHODS: [Method; 4] = [
    Method::Portal,
    Method::ConservativeAdvancement,
    Method::SweptMpr,
    Method::GjkRayCast,
];

/// One cast of two bodies; for a triangle, the box's half extents are those of its corners' range.
struct Setting {
    moving: boxes::Cuboid,
    displacement: Vector3<f64>,
    fixed: boxes::Cuboid,
    triangle: [Point3<f64>; 3],
}

fn rotation(dice: &mut Dice) -> UnitQuaternion<f64> {
    match dice.whole(0..=3) as u8 {
        // Aligned with the axes.
        0 => UnitQuaternion::identity(),
        // About one axis, by a whole eighth of a turn or by anything.
        1 => UnitQuaternion::from_axis_angle(
            &Vector3::z_axis(),
            dice.whole(0..=8) * core::f64::consts::FRAC_PI_4,
        ),
        2 => UnitQuaternion::from_axis_angle(&Vector3::y_axis(), dice.log_between(1e-16, 1.0)),
        _ => {
            let [x, y, z, w] = dice.rotation();
            UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
        }
    }
}

fn extents(dice: &mut Dice) -> Vector3<f64> {
    let size = match dice.whole(0..=4) as u8 {
        0 => dice.log_between(1e-6, 1e6),
        _ => 1.0,
    };
    Vector3::from(dice.three(|dice| {
        if dice.chance(0.1) {
            0.0
        } else if dice.chance(0.2) {
            size
        } else {
            size * dice.between(0.1, 2.0)
        }
    }))
}

/// A point of the box |xᵢ| ≤ half: anywhere, or one of its corners, edges or faces.
fn point_of(dice: &mut Dice, half: &Vector3<f64>) -> Vector3<f64> {
    half.map(|e| {
        e * if dice.chance(0.5) {
            dice.sign()
        } else {
            dice.between(-1.0, 1.0)
        }
    })
}

impl Setting {
    fn new(dice: &mut Dice, with_triangle: bool) -> Self {
        let (moving_half, fixed_half) = (extents(dice), extents(dice));
        let triangle = {
            let mut corner = || point_of(dice, &fixed_half);
            let (a, b, c) = (corner(), corner(), corner());
            match dice.whole(0..=9) as u8 {
                0 => [a, b, (a + b) * 0.5],
                1 => [a, a, b],
                _ => [a, b, c],
            }
        };
        let turn = rotation(dice);
        let other = if dice.chance(0.3) {
            turn
        } else {
            rotation(dice)
        };
        let far = if dice.chance(0.2) {
            dice.log_between(1.0, 1e6)
        } else {
            1.0
        };
        let size = moving_half.norm() + fixed_half.norm();
        let direction = match dice.whole(0..=2) as u8 {
            0 => turn * Vector3::from(dice.three(|dice| dice.whole(-1..=1))),
            _ => dice.direction(),
        };
        let displacement = direction * (far * size * dice.between(0.5, 3.0));
        // Where a point of the one meets a point of the other, part of the way; sometimes just beside that.
        let on_fixed = if with_triangle {
            let [u, v] = [dice.unit(), dice.unit()];
            let (u, v) = if dice.chance(0.5) {
                (u.round(), 0.0)
            } else {
                (u, v * (1.0 - u))
            };
            triangle[0] + (triangle[1] - triangle[0]) * u + (triangle[2] - triangle[0]) * v
        } else {
            point_of(dice, &fixed_half)
        };
        let meeting = turn * on_fixed - other * point_of(dice, &moving_half);
        let beside = match dice.whole(0..=3) as u8 {
            0 => dice.direction() * (size * dice.log_between(1e-17, 1e-3)),
            1 => dice.in_ball() * size,
            _ => Vector3::zeros(),
        };
        let place = dice.direction() * dice.pick(&[0.0, 1.0, 100.0]).to_owned();
        let start =
            place + meeting + beside - displacement * dice.pick(&[0.5, 0.0, 0.25, 0.9]).to_owned();
        Self {
            moving: boxes::Cuboid {
                half_extents: moving_half,
                pose: Isometry3::from_parts(start.into(), other),
            },
            displacement,
            fixed: boxes::Cuboid {
                half_extents: fixed_half,
                pose: Isometry3::from_parts(place.into(), turn),
            },
            triangle: triangle.map(|x| Point3::from(turn * x + place)),
        }
    }
}

fn placed(body: &boxes::Cuboid) -> Placed<f64, Cuboid<f64>> {
    let shape = Cuboid::new(body.half_extents).expect("a valid size");
    Placed::new(shape, body.pose).expect("a valid pose")
}

fn placed_triangle([a, b, c]: [Point3<f64>; 3]) -> Placed<f64, Triangle<f64>> {
    let shape = Triangle::new(a, b, c).expect("valid corners");
    Placed::new(shape, Isometry3::identity()).expect("a valid pose")
}

/// What was seen.
#[derive(Debug, Default)]
struct Tally {
    hits: u64,
    misses: u64,
    overlaps: u64,
    unresolved: u64,
    /// Hits whose contact is proven by the closed form, too.
    proven: u64,
    /// Outcomes of another kind, within the errors.
    other_kind: u64,
    disagreements: Vec<String>,
}

impl Tally {
    fn compare(
        &mut self,
        what: impl Fn() -> String,
        certified: &Certified<f64>,
        answer: &Answer,
        bracket: &Bracket,
        dilated: &Bracket,
    ) {
        let contradicts = match &certified.outcome {
            Outcome::Hit(hit) => {
                self.hits += 1;
                self.proven += u64::from(bracket.upper <= 1.0);
                hit.fraction > bracket.upper || hit.fraction_upper < dilated.lower
            }
            Outcome::Miss(miss) => {
                self.misses += 1;
                // Touching shapes that slide are a miss.
                miss.gap > 0.0 && bracket.upper <= 1.0
            }
            Outcome::Overlap(overlap) => {
                self.overlaps += 1;
                // Without a depth that is proven, only the grown shapes are claimed to be in contact.
                let claimed = if overlap.depth_lower > 0.0 {
                    bracket
                } else {
                    dilated
                };
                claimed.lower > 0.0
            }
            Outcome::Unresolved(unresolved) => {
                self.unresolved += 1;
                unresolved.safe_fraction > bracket.upper
            }
        };
        let (same, inside) = match (&certified.outcome, answer) {
            (Outcome::Hit(_), Answer::Hit(hit)) => (
                true,
                bracket.lower <= hit.fraction && hit.fraction <= bracket.upper,
            ),
            (Outcome::Overlap(a), Answer::Overlap(b)) => {
                let error = 2.0 * bracket.error + certified.certificate.tolerance;
                (
                    true,
                    b.depth >= a.depth_lower - error && b.depth <= a.depth + error,
                )
            }
            (Outcome::Miss(_), Answer::Miss(_)) => (true, true),
            (Outcome::Unresolved(_), _) => (true, true),
            // Another kind: only where the errors leave it open.
            (Outcome::Hit(hit), Answer::Miss(_)) => {
                (false, hit.fraction == 0.0 || bracket.upper > 1.0)
            }
            (Outcome::Miss(miss), Answer::Hit(_)) => (
                false,
                miss.gap <= certified.certificate.tolerance + 2.0 * bracket.error,
            ),
            (Outcome::Overlap(a), _) => (
                false,
                a.depth_lower <= certified.certificate.tolerance + 2.0 * bracket.error,
            ),
            (_, Answer::Overlap(b)) => (
                false,
                b.depth <= certified.certificate.tolerance + 2.0 * bracket.error,
            ),
        };
        self.other_kind += u64::from(!same);
        if (contradicts || !inside) && self.disagreements.len() < 5 {
            self.disagreements.push(format!(
                "{}\n{:?}\ntolerance {:e}\n{answer:?}\n{bracket:?}\n{dilated:?}",
                what(),
                certified.outcome,
                certified.certificate.tolerance
            ));
        }
    }

    fn finish(&self, name: &str) {
        println!(
            "{name}: hits {} (contact proven twice {}), misses {}, overlaps {}, unresolved {}; of another kind within \
             the errors {}; disagreements {}",
            self.hits,
            self.proven,
            self.misses,
            self.overlaps,
            self.unresolved,
            self.other_kind,
            self.disagreements.len()
        );
        assert!(
            self.disagreements.is_empty(),
            "{}",
            self.disagreements.join("\n\n")
        );
    }
}

fn options(method: Method) -> CastOptions<f64> {
    CastOptions {
        method,
        ..CastOptions::default()
    }
}

macro_rules! compare {
    ($test:ident, $seed:expr, $with_triangle:expr, |$s:ident| $moving:expr, $displacement:expr, $fixed:expr,
     $answer:expr, |$dilation:ident| $bracket:expr) => {
        #[test]
        fn $test() {
            let casts = from_environment("SWEPT_ANALYTIC_CASTS", 20_000);
            let mut tally = Tally::default();
            for index in 0..casts {
                let $s = &Setting::new(&mut Dice::new($seed, index), $with_triangle);
                let sweep = Sweep::new($moving, $displacement, $fixed).expect("a valid sweep");
                let sweep = erased(&sweep);
                let answer = $answer;
                let bracket = {
                    let $dilation = 0.0;
                    $bracket
                };
                for method in METHODS {
                    let certified = sweep.cast_certified(&options(method));
                    let $dilation = certified.certificate.tolerance;
                    let dilated = $bracket;
                    let what = || format!("cast {index} by {}", method.name());
                    tally.compare(what, &certified, &answer, &bracket, &dilated);
                }
            }
            tally.finish(stringify!($test));
        }
    };
}

compare!(
    box_and_box,
    15,
    false,
    |s| placed(&s.moving),
    s.displacement,
    placed(&s.fixed),
    box_box(&s.moving, &s.displacement, &s.fixed),
    |dilation| boxes::box_box_bracket(&s.moving, &s.displacement, &s.fixed, dilation)
);

compare!(
    box_and_triangle,
    13,
    true,
    |s| placed(&s.moving),
    s.displacement,
    placed_triangle(s.triangle),
    box_triangle(&s.moving, &s.displacement, &s.triangle),
    |dilation| boxes::box_triangle_bracket(&s.moving, &s.displacement, &s.triangle, dilation)
);

compare!(
    triangle_and_box,
    31,
    true,
    |s| placed_triangle(s.triangle),
    -s.displacement,
    placed(&s.moving),
    triangle_box(&s.triangle, &-s.displacement, &s.moving),
    |dilation| boxes::triangle_box_bracket(&s.triangle, &-s.displacement, &s.moving, dilation)
);

/// Hulls of up to six points; fewer are points, edges and faces.
fn points(dice: &mut Dice) -> Vec<Point3<f64>> {
    let half = extents(dice);
    let turn = rotation(dice);
    let count = dice.whole(1..=6) as usize;
    (0..count)
        .map(|_| Point3::from(turn * point_of(dice, &half)))
        .collect()
}

#[test]
fn polyhedron_and_polyhedron() {
    let casts = from_environment("SWEPT_ANALYTIC_CASTS", 20_000);
    let mut tally = Tally::default();
    for index in 0..casts {
        let dice = &mut Dice::new(26, index);
        let (still, body) = (points(dice), points(dice));
        let size = still
            .iter()
            .chain(&body)
            .map(|x| x.coords.norm())
            .fold(0.0, f64::max);
        let displacement = dice.direction() * (size * dice.log_between(0.5, 1e3));
        // One point of each meets, part of the way; some casts pass by.
        let meeting = still[0] - body[body.len() - 1];
        let beside = match dice.whole(0..=2) as u8 {
            0 => dice.direction() * (size * dice.log_between(1e-17, 1e-3)),
            1 => dice.in_ball() * size,
            _ => Vector3::zeros(),
        };
        let start = meeting + beside - displacement * *dice.pick(&[0.5, 0.0, 0.25, 0.9]);
        let body: Vec<_> = body.iter().map(|x| x + start).collect();
        let at_home = |points: &[Point3<f64>]| {
            let hull = ConvexHull::new(points.iter().copied()).expect("points");
            Placed::new(hull, Isometry3::identity()).expect("a valid pose")
        };
        let sweep =
            Sweep::new(at_home(&body), displacement, at_home(&still)).expect("a valid sweep");
        let sweep = erased(&sweep);
        let [moving, fixed] = [&body, &still].map(|x| Polyhedron::hull(x).expect("points"));
        let answer = polyhedron_polyhedron(&moving, &displacement, &fixed);
        let bracket =
            |dilation| polyhedron_polyhedron_bracket(&moving, &displacement, &fixed, dilation);
        for method in METHODS {
            let certified = sweep.cast_certified(&options(method));
            let dilated = bracket(certified.certificate.tolerance);
            let what = || format!("cast {index} by {}", method.name());
            tally.compare(what, &certified, &answer, &bracket(0.0), &dilated);
        }
    }
    tally.finish("polyhedron_and_polyhedron");
}
