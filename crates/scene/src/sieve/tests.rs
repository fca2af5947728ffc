mod boxes;
mod centred;

use super::*;
use crate::Motion;
use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::{CastOptions, Distance, Outcome, Sweep};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, PointShape, Rounded, Shape,
    Sphere, Triangle,
};

/// What the sieve says of one triangle, which is all that there is in its frame.
fn first<T: Real>(
    moving: &Placed<T, Shape<T>>,
    way: Vector3<T>,
    frame: &Isometry3<T>,
    corners: &[Point3<T>; 3],
) -> f64 {
    let motion = Motion::new(moving.as_ref(), way).unwrap();
    let frame = crate::geometry::checked(frame).unwrap();
    let flight = motion.flight(&frame, 0.0, f64::INFINITY);
    let bounds = crate::triangles::around(corners);
    let around = motion.around();
    let units = crate::tolerance::PASSING * T::EPSILON;
    let radius = moving.shape().radius();
    // Boxes that do not meet have no sieve.
    let Some((from, to)) = flight.meets(&bounds) else {
        return f64::INFINITY;
    };
    let seen = (&flight, (from, to - from), &bounds);
    let passage = Passage::new(&around, &motion.pose, &frame, seen, radius, units);
    let sieve = passage.and_then(|passage| Sieve::new(&passage));
    sieve.map_or(f64::INFINITY, |sieve| sieve.first(corners))
}

fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

/// A box of half extents 1 that moves by 10 along x from the origin.
fn of_box(corners: [[f64; 3]; 3]) -> f64 {
    let moving = Placed::new(Cuboid::new([1.0; 3]).unwrap().into(), at(0.0, 0.0, 0.0)).unwrap();
    let way = Vector3::x() * 10.0;
    first(&moving, way, &at(0.0, 0.0, 0.0), &corners.map(Point3::from))
}

#[test]
fn a_box_meets_a_triangle_when_the_last_slab_is_entered() {
    // Across the way at x = 5: the box's front, at 1, is there after 4 of 10.
    let across = of_box([[5.0, -1.0, -1.0], [5.0, 2.0, -1.0], [5.0, -1.0, 2.0]]);
    assert!((0.4 - 1e-4..=0.4).contains(&across), "{across}");
    // A corner at x = 3 in the middle of the way.
    let corner = of_box([[3.0, 0.0, 0.0], [6.0, 3.0, 0.5], [6.0, -3.0, -0.5]]);
    assert!((0.2 - 1e-4..=0.2).contains(&corner), "{corner}");
}

#[test]
fn what_the_boxes_cannot_tell_is_passed_by() {
    // It spans the way's corner beside y = z = 1 with its hypotenuse at y + z = 2.5: each axis sees an overlap, the normal none.
    let beside = of_box([[5.0, 2.5, 0.0], [5.0, 0.0, 2.5], [5.0, 2.5, 2.5]]);
    assert_eq!(beside, f64::INFINITY);
    // With y + z = 1.9 it is met.
    let met = of_box([[5.0, 1.9, 0.0], [5.0, 0.0, 1.9], [5.0, 2.5, 2.5]]);
    assert!((0.4 - 1e-4..=0.4).contains(&met), "{met}");
}

#[test]
fn a_ball_passes_beside_a_side() {
    let ball: Shape<f64> = Sphere::new(1.0).unwrap().into();
    let moving = Placed::new(ball, at(0.0, 0.0, 0.0)).unwrap();
    // A side across the way, at this distance from the line of the ball's centre, and the rest farther out.
    let way = Vector3::new(10.0, 6.0, 3.0);
    let side = Vector3::new(1.0, 2.0, -2.0);
    let out = side.cross(&way).normalize();
    // Wound either way, and on either side.
    for (side, out) in [(side, out), (-side, out), (side, -out), (-side, -out)] {
        let along = |far: f64| {
            let middle = way * 0.5 + out * far;
            let corners = [middle - side, middle + side, middle + out * 3.0 + way * 0.1];
            first(&moving, way, &at(0.0, 0.0, 0.0), &corners.map(Point3::from))
        };
        assert_eq!(along(1.05), f64::INFINITY);
        assert!(along(0.95) < 0.5, "{}", along(0.95));
    }
}

/// A ball of radius 1 that moves by 10 along x from the origin.
fn of_ball(corners: [[f64; 3]; 3]) -> f64 {
    let moving = Placed::new(Sphere::new(1.0).unwrap().into(), at(0.0, 0.0, 0.0)).unwrap();
    let way = Vector3::x() * 10.0;
    first(&moving, way, &at(0.0, 0.0, 0.0), &corners.map(Point3::from))
}

#[test]
fn a_ball_meets_a_triangle_when_it_touches_it() {
    let about = |told: f64, expected: f64| {
        assert!(
            (expected - 1e-4..=expected).contains(&told),
            "{told} {expected}"
        );
    };
    // Between the sides, of a plane that leans: its normal is (1, 1, 0) / √2, and x = 5 is on it.
    about(
        of_ball([[3.0, 2.0, -9.0], [3.0, 2.0, 9.0], [9.0, -4.0, 0.0]]),
        0.5 - 0.1 * 2.0_f64.sqrt(),
    );
    // At a side 0.6 beside the centre's path, which the ball reaches 0.8 ahead of it.
    about(
        of_ball([[5.0, 0.6, -9.0], [5.0, 0.6, 9.0], [9.0, 4.0, 0.0]]),
        0.42,
    );
    // At a corner that is as far, a little later than told.
    let corner = of_ball([[5.0, 0.6, 0.0], [9.0, 4.0, -3.0], [9.0, 4.0, 3.0]]);
    assert!((0.41..=0.42).contains(&corner), "{corner}");
    // Beside the corner: each side's line is met, the triangle is not.
    let beside = of_ball([[5.0, 1.01, 0.0], [9.0, 4.0, -3.0], [9.0, 4.0, 3.0]]);
    assert!(beside > 0.4, "{beside}");
}

#[test]
fn nothing_is_said_of_triangles_without_size() {
    let point = of_box([[5.0, 0.5, 0.5]; 3]);
    assert!((0.4 - 1e-4..=0.4).contains(&point), "{point}");
    let segment = of_box([[5.0, 0.5, 0.5], [7.0, 0.5, 0.5], [6.0, 0.5, 0.5]]);
    assert!((0.4 - 1e-4..=0.4).contains(&segment), "{segment}");
}

/// A motion, and a triangle in a frame of its own.
struct Case<T: Real> {
    moving: Placed<T, Shape<T>>,
    way: Vector3<T>,
    frame: Isometry3<T>,
    corners: [Point3<T>; 3],
}

struct Cases(ChaCha8Rng);

impl Cases {
    fn number(&mut self) -> f64 {
        self.0.random_range(-1.0..1.0)
    }

    /// 1 times ten to a random power.
    fn power(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.0.random_range(low..high))
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.number())
    }

    fn pose<T: Real>(&mut self, position: Vector3<f64>) -> Isometry3<T> {
        let turn = match self.0.random_range(0..3) {
            0 => Vector3::zeros(),
            _ => self.vector() * 3.0,
        };
        Isometry3::from_parts(
            Translation3::from(position.map(T::nearest)),
            UnitQuaternion::from_scaled_axis(turn.map(T::nearest)),
        )
    }

    fn shape<T: Real>(&mut self, size: f64) -> Shape<T> {
        let mut l = || T::nearest(size * self.power(-3.0, 0.0));
        let [a, b, c, d] = [l(), l(), l(), l()];
        match self.0.random_range(0..8) {
            0 => Sphere::new(a).unwrap().into(),
            1 => Cuboid::new([a, b, c]).unwrap().into(),
            2 => Capsule::new(a, b).unwrap().into(),
            3 => Cylinder::new(a, b).unwrap().into(),
            4 => Cone::new(a, b).unwrap().into(),
            5 => Ellipsoid::new([a, b, c]).unwrap().into(),
            6 => {
                let inner = Cuboid::new([a, b, c]).unwrap();
                Rounded::new(inner, d).unwrap().into()
            }
            _ => {
                let aside = self.vector();
                let points: Vec<_> = (0..9)
                    .map(|_| Point3::from(((self.vector() + aside) * size).map(T::nearest)))
                    .collect();
                ConvexHull::new(points).unwrap().into()
            }
        }
    }

    /// A shape of about `unit`, on its way past a triangle of any size, needles among them; at times far from the world's
    /// origin, at times along the triangle's plane.
    fn case<T: Real>(&mut self, unit: f64) -> Case<T> {
        let far = [0.0, 0.0, 3.0, 3e3][self.0.random_range(0..4)];
        let aside = [0.0, 1.0, 100.0][self.0.random_range(0..3)];
        let place = self.vector() * unit * far;
        let frame = self.pose::<T>(place);
        let (size, thin) = (unit * self.power(-3.0, 2.0), self.power(-8.0, 0.0));
        let middle = self.vector() * unit * aside;
        let side = self.vector();
        let corners = [
            side,
            -side * self.number().abs(),
            side * self.number() + self.vector() * thin,
        ];
        let corners = corners.map(|v| Point3::from((middle + v * size).map(T::nearest)));
        let [a, b, c] = corners.map(|p| (frame * p).map(Real::to_f64));
        let mut way = self.vector() * unit * self.power(-1.0, 2.0);
        if self.0.random_range(0..4) == 0 {
            way = ((b - a) * self.number() + (c - a) * self.number()).cap_magnitude(way.norm());
        }
        let target = a + (b - a) * self.number().abs() * 0.5 + (c - a) * self.number().abs() * 0.5;
        let start = target.coords - way * self.number().abs()
            + self.vector() * unit * self.power(-2.0, 0.3);
        let shape = self.shape::<T>(unit);
        Case {
            moving: Placed::new(shape, self.pose(start)).unwrap(),
            way: way.map(T::nearest),
            frame,
            corners,
        }
    }
}

/// What the sieve says of a case, and what the cast does; `None` of what is no triangle.
fn both<T: Real>(case: &Case<T>, name: usize) -> Option<(f64, Outcome<T>)> {
    let Case {
        moving,
        way,
        frame,
        corners,
    } = case;
    let first = first(moving, *way, frame, corners);
    let [a, b, c] = *corners;
    let fixed = Placed::new(Triangle::new(a, b, c).ok()?, *frame).unwrap();
    let sweep = Sweep::new(moving.as_ref(), *way, fixed).unwrap();
    let outcome = sweep.cast_with(&CastOptions::default());
    match &outcome {
        Outcome::Hit(hit) => {
            let at = hit.fraction_upper.to_f64();
            assert!(first <= at, "{name}: {first:e}, hit by {at:e}: {sweep:?}");
        }
        Outcome::Overlap(_) => assert!(first <= 0.0, "{name}: {first:e}: {sweep:?}"),
        Outcome::Miss(_) => {}
        Outcome::Unresolved(_) => panic!("{name}: unresolved: {sweep:?}"),
    }
    Some((first, outcome))
}

/// How many casts hit, how many do not, and of these how many the sieve tells as much of, or nearly.
#[derive(Debug, Default)]
struct Tally {
    hits: usize,
    close: usize,
    misses: usize,
    passed: usize,
}

impl Tally {
    fn count<T: Real>(&mut self, said: Option<(f64, Outcome<T>)>) {
        match said {
            Some((first, Outcome::Hit(hit))) => {
                self.hits += 1;
                self.close += usize::from(first > 0.99 * hit.fraction_upper.to_f64());
            }
            Some((first, Outcome::Miss(_))) => {
                self.misses += 1;
                self.passed += usize::from(first > 1.0);
            }
            _ => {}
        }
    }

    /// Of `count` casts there is a tenth of either kind, and half of the hits are told to a hundredth, and one miss in `part`.
    fn is_much(&self, count: usize, part: usize) {
        println!("{self:?}");
        assert!(self.hits > count / 10 && self.misses > count / 10);
        assert!(self.passed > self.misses / part && self.close > self.hits / 2);
    }
}

fn never_late<T: Real>(count: usize, seed: u64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let mut tally = Tally::default();
    for number in 0..count {
        let unit = [1.0, 1e-6, 1e6][number % 3];
        tally.count(both(&cases.case::<T>(unit), number));
    }
    tally.is_much(count, 2);
}

#[test]
fn it_is_never_late() {
    never_late::<f32>(20_000, 1);
    never_late::<f64>(20_000, 2);
}

/// Rays through a triangle, through its sides and corners up to rounding, and past them by little.
fn rays_are_never_late<T: Real>(count: usize, seed: u64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let mut tally = Tally::default();
    for number in 0..count {
        let unit = [1.0, 1e-6, 1e6][number % 3];
        let case = cases.case::<T>(unit);
        let [a, b, c] = case.corners.map(|p| (case.frame * p).map(Real::to_f64));
        let far = [1.0, 0.0, 1e-6, 1e-3, -1.0][cases.0.random_range(0..5)] * cases.number().abs();
        let along = cases.number().abs() * f64::from(cases.0.random_range(0..=1_i8));
        let on_side = a + (b - a) * along;
        let target = on_side + (c - on_side) * far;
        let way = case.way.map(Real::to_f64);
        let start = target.coords - way * cases.number().abs();
        // What is shorter than a touch is stopped where it starts, beside what it never comes to.
        if way.norm() < 8.0 * T::EPSILON.to_f64() * (start.norm() + a.coords.norm()) {
            continue;
        }
        let moving = Placed::new(PointShape.into(), cases.pose(start)).unwrap();
        tally.count(both(&Case { moving, ..case }, number));
    }
    tally.is_much(count, 5);
}

#[test]
fn it_is_never_late_for_rays() {
    rays_are_never_late::<f32>(50_000, 6);
    rays_are_never_late::<f64>(50_000, 7);
}

/// A ball, or the hull of so many points all over it.
fn round<T: Real>(radius: f64, corners: u32) -> Shape<T> {
    if corners == 0 {
        return Sphere::new(T::nearest(radius)).unwrap().into();
    }
    let on_ball = |i: u32| {
        let height: f64 = 2.0 * (f64::from(i) + 0.5) / f64::from(corners) - 1.0;
        let (sin, cos) = (2.4 * f64::from(i)).sin_cos();
        let wide = (1.0 - height * height).sqrt();
        Point3::new(wide * cos, height, wide * sin) * radius
    };
    let points = (0..corners).map(|i| on_ball(i).map(T::nearest));
    ConvexHull::new(points).unwrap().into()
}

/// Of a part of what is round it tells what a cast does: the less, the farther away the frames are for their scalar.
fn round_shapes_are_told<T: Real>((count, seed): (usize, u64), corners: u32, part: f64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let mut tally = Tally::default();
    for number in 0..count {
        let unit = [1.0, 1e-6, 1e6][number % 3];
        let case = cases.case::<T>(unit);
        let shape = round(unit * cases.power(-2.0, 1.0), corners);
        let pose = cases.pose(case.moving.position());
        let moving = Placed::new(shape, pose).unwrap();
        tally.count(both(&Case { moving, ..case }, number));
    }
    tally.is_much(count, 2);
    let told = tally.close as f64 / tally.hits as f64;
    assert!(told > part, "{told}");
}

#[test]
fn balls_are_told_of_when_they_touch() {
    round_shapes_are_told::<f32>((20_000, 10), 0, 0.75);
    round_shapes_are_told::<f64>((20_000, 11), 0, 0.95);
}

#[test]
fn round_hulls_are_told_of_nearly_when_they_touch() {
    round_shapes_are_told::<f32>((4_000, 12), 60, 0.55);
    round_shapes_are_told::<f64>((4_000, 13), 60, 0.62);
}

/// What a ball keeps from triangles of all sizes, needles among them, is no more than it is measured to be, and not much less.
fn balls_are_never_nearer<T: Real>(count: usize, seed: u64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let (mut apart, mut close) = (0, 0);
    for number in 0..count {
        let unit = [1.0, 1e-6, 1e6][number % 3];
        let Case { frame, corners, .. } = cases.case::<T>(unit);
        let [a, b, c] = corners;
        let Ok(triangle) = Triangle::new(a, b, c) else {
            continue;
        };
        let fixed = Placed::new(triangle, frame).unwrap();
        let centre = (frame * a).map(Real::to_f64).coords + cases.vector() * unit;
        let radius = [0.0, 0.1][number % 2] * unit;
        let pose: Isometry3<T> = cases.pose(centre);
        let ball: Shape<T> = match Sphere::new(T::nearest(radius)) {
            Ok(ball) if radius > 0.0 => ball.into(),
            _ => PointShape.into(),
        };
        let moving = Placed::new(ball, pose).unwrap();
        let [pose, frame] = [&pose, &frame].map(|p| crate::geometry::checked(p).unwrap());
        let bounds = crate::triangles::around(&corners);
        let units = 2.0 * crate::tolerance::short::<T>();
        let radius = moving.shape().radius() * (1.0 + units);
        let Some(sieve) = BallSieve::new(&pose, &frame, &bounds, radius, units) else {
            panic!("{number}: they have a size");
        };
        let kept = Sift::first(&sieve, &corners);
        let (separation, upper) = match swept_cast::distance(&moving, &fixed).unwrap() {
            Distance::Apart(d) => (d.separation.to_f64(), d.separation_upper.to_f64()),
            Distance::Overlap(_) => (0.0, 0.0),
        };
        assert!(
            kept <= separation.max(upper * (1.0 - T::EPSILON)),
            "{number}: {kept:e} {separation:e}"
        );
        let sizes = fixed.shape().extent() + fixed.position().norm() + moving.position().norm();
        apart += usize::from(separation > 0.0);
        close += usize::from(separation > 0.0 && kept >= separation * 0.99 - 1e-5 * sizes);
    }
    println!("of {apart} {close} are close");
    assert!(apart > count / 2 && close > apart - apart / 20);
}

#[test]
fn no_ball_is_nearer_than_it_is_said_to_be() {
    balls_are_never_nearer::<f32>(50_000, 8);
    balls_are_never_nearer::<f64>(50_000, 9);
}

/// Triangles and ways that are nothing beside the shape, but for where they lie: squares of their products are below all numbers of `f32`.
fn never_late_at_odds<T: Real>(count: usize, seed: u64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let (mut hits, mut overlaps) = (0, 0);
    for number in 0..count {
        let size = cases.power(-16.0, 0.0);
        let corner = |cases: &mut Cases| {
            let digits = Vector3::from_fn(|_, _| f64::from(cases.0.random_range(-1..=1_i8)));
            Point3::from((digits * size).map(T::nearest))
        };
        let corners = std::array::from_fn(|_| corner(&mut cases));
        let near = number % 2 == 0;
        let way = cases.vector() * if near { cases.power(-27.0, 0.0) } else { 4.0 };
        // Through the triangle's middle, or from within reach of it.
        let start = if near {
            cases.vector() * 0.1
        } else {
            way * -cases.number().abs()
        };
        let shape = cases.shape::<T>(1.0);
        let case = Case {
            moving: Placed::new(shape, cases.pose(start)).unwrap(),
            way: way.map(T::nearest),
            frame: Isometry3::identity(),
            corners,
        };
        match both(&case, number) {
            Some((_, Outcome::Hit(_))) => hits += 1,
            Some((_, Outcome::Overlap(_))) => overlaps += 1,
            _ => {}
        }
    }
    println!("{hits} hits, {overlaps} overlaps");
    assert!(hits > count / 10 && overlaps > count / 10);
}

#[test]
fn it_is_never_late_where_squares_are_lost() {
    never_late_at_odds::<f32>(20_000, 3);
    never_late_at_odds::<f64>(20_000, 4);
}

/// Neither of shapes without a radius nor of others: where it counts, its product with the least length is a normal number.
#[test]
fn no_radius_is_so_small_that_its_products_are_slow() {
    fn check<T: Real>() {
        let mut cases = Cases(ChaCha8Rng::seed_from_u64(5));
        let (mut none, mut some) = (0, 0);
        for number in 0..3_000 {
            let unit = [1.0, 1e-6, 1e6][number % 3];
            let Case { moving, way, .. } = cases.case::<T>(unit);
            let frame = Placed::new(
                Sphere::new(T::nearest(unit)).unwrap(),
                Isometry3::identity(),
            );
            let frame = frame.unwrap();
            let flight = Flight::of(&moving, &way, &frame, 0.0);
            let Some(sieve) = Sieve::of(&moving, &flight, &frame, flight.start(), 0.0) else {
                panic!("{number}: it starts in its own box");
            };
            let [radius, ..] = sieve.radius.to_array();
            if radius == 0.0 {
                none += 1;
            } else {
                some += 1;
                let least = radius * LEAST_SQUARE.sqrt();
                assert!(least.is_normal(), "{number}: {radius:e}");
            }
        }
        assert!(none > 1_000 && some > 500, "{none} {some}");
    }
    check::<f32>();
    check::<f64>();
}
