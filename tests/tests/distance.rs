//! Distances against bounds from other arithmetic (`swept_tests::nearest`): shapes far apart, near, touching, flat and
//! overlapping; and warm starts, which may save work and change nothing.
//!
//! `SWEPT_DISTANCE_PAIRS` sets another number than 100,000 pairs, `SWEPT_SEED` another seed.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use std::cell::Cell;
use swept::{
    Distance, DistanceCache, DistanceOptions, Penetration, Placed, Real, Separation, Support,
    distance, distance_with,
};
use swept_oracle::Double;
use swept_tests::nearest::{Double3, Solid, by_features, depth_by_normals, height};
use swept_tests::{Body, Cast, Dice, PROBES, Precision, Source, f32_exact, from_environment};

/// Polytopes of up to this many corners together are held against all their pairs of features.
const MOST_CORNERS: usize = 20;

/// Pair number `index`: the two bodies of a case, the moving one somewhere on its way.
fn pair(sources: &[Source], seed: u64, index: u64) -> Cast {
    let which = (index % sources.len() as u64) as usize;
    let mut case = sources[which].case(seed, index / sources.len() as u64);
    let mut dice = Dice::new(seed, index);
    let way = case.motion() * *dice.pick(&[0.0, 0.0, 0.25, 0.5, 1.0]) * dice.unit();
    let moved = Vector3::from(case.moving.position) + way;
    case.moving.position = moved.map(f32_exact).into();
    case
}

fn sources() -> Vec<Source> {
    let mut all = Source::families();
    all.extend(Source::pairs());
    all.retain(|s| !matches!(s, Source::Pair(_, swept_tests::Kind::HalfSpace)));
    all
}

/// What was checked.
#[derive(Default, Debug)]
struct Count {
    apart: u32,
    overlaps: u32,
    touching: u32,
    by_features: u32,
    /// The widest bounds of a polytope pair and of any other, in ulps of the scale.
    widest: [f64; 2],
}

struct Bench {
    moving: Solid,
    fixed: Solid,
    precision: Precision,
    /// The sizes and the distance of the bodies.
    scale: f64,
    /// The same with the distance from the world's origin.
    world: f64,
}

impl Bench {
    fn new<T: Real>(case: &Cast) -> Self {
        let reach = case.moving.reach() + case.fixed.reach();
        let [a, b] = [&case.moving, &case.fixed].map(|body| Vector3::from(body.position));
        Self {
            moving: Solid::new(&case.moving),
            fixed: Solid::new(&case.fixed),
            precision: Precision::of::<T>(),
            scale: reach + (a - b).norm(),
            world: reach + a.norm() + b.norm(),
        }
    }

    fn ulp(&self) -> f64 {
        self.precision.epsilon * self.scale
    }

    fn apart<T: Real>(&self, s: &Separation<T>, count: &mut Count) -> Result<(), String> {
        let (lower, upper) = (s.separation.to_f64(), s.separation_upper.to_f64());
        let n = s.normal.map(Real::to_f64);
        let points = [s.point_moving, s.point_fixed].map(|p| p.coords.map(Real::to_f64));
        ensure(
            (n.norm() - 1.0).abs() <= 8.0 * self.precision.epsilon,
            "normal",
        )?;
        // The normal's plane, in exact numbers: nearly all of the separation.
        let plane = -height(&self.moving, &self.fixed, &n);
        ensure(
            plane >= lower - 8.0 * self.ulp(),
            "the normal does not separate",
        )?;
        // The points are on the bodies, and as far apart as they should be.
        let slack =
            self.precision.point_error * self.scale + 8.0 * self.precision.epsilon * self.world;
        let between = points[0] - points[1];
        let line = between.try_normalize(0.0).unwrap_or(n.normalize());
        let inward = [n.normalize(), line];
        let off_moving = off(&self.moving, &points[0], &inward);
        let off_fixed = off(&self.fixed, &points[1], &inward.map(|v| -v));
        ensure(
            off_moving <= slack && off_fixed <= slack,
            "points off the bodies",
        )?;
        let gap = (points[0] - points[1]).norm();
        ensure(
            (gap - upper).abs() <= 2.0 * slack,
            "points and bounds disagree",
        )?;
        // The truth lies in [plane, most]; the answer's bounds must not exclude it.
        let most = gap + off_moving + off_fixed + 4.0 * f64::EPSILON * self.world;
        ensure(lower <= most, "lower bound above the truth")?;
        ensure(upper >= plane, "upper bound below the truth")?;
        let width = (upper - lower) / self.ulp();
        let polytopes = self.moving.corners.is_some() && self.fixed.corners.is_some();
        let widest = &mut count.widest[usize::from(!polytopes)];
        *widest = widest.max(width);
        let most = if polytopes { 64.0 } else { 8192.0 };
        ensure(width <= most, "bounds wide apart")?;
        count.apart += 1;
        count.touching += u32::from(lower <= 64.0 * self.ulp());
        if let Some((m, f)) = self.few_corners() {
            count.by_features += 1;
            let radii = self.moving.radius + self.fixed.radius;
            let (low, high) = by_features(m, f);
            let noise = 1e-28 * self.world;
            ensure(
                lower <= (high - radii).max(0.0) + noise,
                "lower bound above all features",
            )?;
            ensure(
                upper >= low - radii - noise,
                "upper bound below all features",
            )?;
        }
        Ok(())
    }

    fn overlap<T: Real>(&self, o: &Penetration<T>, count: &mut Count) -> Result<(), String> {
        let (depth, lower) = (o.depth.to_f64(), o.depth_lower.to_f64());
        let n = o.normal.map(Real::to_f64);
        ensure(
            depth > 0.0 && lower >= 0.0 && lower <= depth,
            "bounds of a depth",
        )?;
        let along = height(&self.moving, &self.fixed, &n);
        ensure(along <= depth, "the depth does not free the shapes")?;
        ensure(
            depth - along <= 64.0 * self.ulp(),
            "the depth is not that of the normal",
        )?;
        for k in PROBES.map(Vector3::from) {
            let way = height(&self.moving, &self.fixed, &k);
            ensure(lower <= way + self.ulp(), "a shorter way out")?;
            ensure(
                depth <= way * 1.001 + 1e-6 * self.scale,
                "a much shorter way out",
            )?;
        }
        count.overlaps += 1;
        if let Some((m, f)) = self.few_corners() {
            let least = depth_by_normals(m, f);
            if least > 0.0 && least.is_finite() {
                count.by_features += 1;
                let truth = least + self.moving.radius + self.fixed.radius;
                let open = 1e-9 * self.scale + 8.0 * self.ulp();
                ensure(lower <= truth + open, "depth_lower above the truth")?;
                ensure(
                    (depth - truth).abs() <= open.max(1e-6 * self.scale),
                    "not the depth",
                )?;
            }
        }
        Ok(())
    }

    fn few_corners(&self) -> Option<(&[Double3], &[Double3])> {
        let (m, f) = (self.moving.corners.as_ref()?, self.fixed.corners.as_ref()?);
        (m.len() + f.len() <= MOST_CORNERS).then_some((m, f))
    }
}

/// How far a point lies off a body at most: as far as it is from the core less the radius, or as some point at the radius
/// behind it is from the core, whichever bound is better.
fn off(solid: &Solid, p: &Vector3<f64>, inward: &[Vector3<f64>; 2]) -> f64 {
    let from_core = |p: Vector3<f64>| solid.distance_to(&p.map(Double::from).into());
    let behind = inward.map(|v| from_core(p + v * solid.radius));
    let whole = (from_core(*p) - solid.radius).max(0.0);
    whole.min(behind[0]).min(behind[1])
}

fn ensure(ok: bool, what: &str) -> Result<(), String> {
    if ok { Ok(()) } else { Err(what.into()) }
}

fn agrees_with_other_arithmetic<T: Real>() {
    let pairs = from_environment("SWEPT_DISTANCE_PAIRS", 100_000);
    let seed = from_environment("SWEPT_SEED", 1988);
    let sources = sources();
    let mut count = Count::default();
    let mut wrong = std::collections::BTreeMap::<String, (u32, String)>::new();
    for index in 0..pairs {
        let case = pair(&sources, seed, index);
        let answer = distance(&case.moving.placed::<T>(), &case.fixed.placed::<T>()).unwrap();
        let bench = Bench::new::<T>(&case);
        let verdict = match &answer {
            Distance::Apart(apart) => bench.apart(apart, &mut count),
            Distance::Overlap(overlap) => bench.overlap(overlap, &mut count),
        };
        if let Err(e) = verdict {
            let shown = format!("{answer:?}\n{}", case.to_json());
            wrong.entry(e).or_insert((0, shown)).0 += 1;
        }
    }
    println!("{}: {count:?}", Precision::of::<T>().scalar);
    for (what, (times, first)) in &wrong {
        println!("{times} x {what}, first:\n{first}");
    }
    assert!(wrong.is_empty(), "{} kinds of wrong answers", wrong.len());
    // Not vacuous.
    let part = |share: u64| u32::try_from(pairs / share).unwrap();
    assert!(
        count.by_features > part(4) && count.overlaps > part(20) && count.touching > part(1000)
    );
}

#[test]
fn f64_distances_agree_with_other_arithmetic() {
    agrees_with_other_arithmetic::<f64>();
}

#[test]
fn f32_distances_agree_with_other_arithmetic() {
    agrees_with_other_arithmetic::<f32>();
}

/// A shape that counts how often it is asked.
struct Counting<'c, S> {
    shape: S,
    asked: &'c Cell<u32>,
}

impl<S: Support> Support for Counting<'_, S> {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.asked.set(self.asked.get() + 1);
        self.shape.support_point(direction)
    }
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point()
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    fn core(&self) -> swept::Core {
        self.shape.core()
    }
}

/// The pose after a small motion: a hundredth of the size, a hundredth of a radian.
fn nudged(body: &Body, dice: &mut Dice) -> Isometry3<f64> {
    let placed = body.placed::<f64>();
    let shift = dice.in_ball() * (0.01 * body.reach());
    let turn = UnitQuaternion::from_scaled_axis(dice.in_ball() * 0.01);
    let pose = placed.pose();
    let rotation = UnitQuaternion::new_normalize(pose.rotation.into_inner());
    let translation = Translation3::from(pose.translation.vector + shift);
    Isometry3::from_parts(translation, turn * rotation)
}

#[test]
fn warm_starts_change_no_bound_and_save_two_fifths_of_the_supports() {
    let (mut cold_supports, mut warm_supports, mut pairs) = (0, 0, 0);
    let kinds = [
        swept_tests::Kind::Cuboid,
        swept_tests::Kind::ConvexHull,
        swept_tests::Kind::Capsule,
        swept_tests::Kind::Triangle,
        swept_tests::Kind::Rounded,
        swept_tests::Kind::Cylinder,
        swept_tests::Kind::Ellipsoid,
    ];
    for (a, b) in kinds
        .iter()
        .flat_map(|a| kinds.iter().map(move |b| (*a, *b)))
    {
        for index in 0..60 {
            let case = Source::Pair(a, b).case(9, index);
            let mut dice = Dice::new(10, index);
            let asked = Cell::new(0);
            let mut cache = DistanceCache::new();
            let options = DistanceOptions {
                tolerance: 1e-6,
                ..DistanceOptions::default()
            };
            let fixed = case.fixed.placed::<f64>();
            let fixed = Placed::new(fixed.shape(), fixed.pose()).unwrap();
            let shape = case.moving.placed::<f64>();
            let at = |pose, asked| {
                let shape = Counting {
                    shape: shape.shape(),
                    asked,
                };
                Placed::new(shape, pose).unwrap()
            };
            let mut body = case.moving.clone();
            let _ = distance_with(
                &at(shape.pose(), &asked),
                &fixed,
                &options,
                Some(&mut cache),
            )
            .unwrap();
            for _ in 0..10 {
                let pose = nudged(&body, &mut dice);
                body.position = pose.translation.vector.into();
                let q = pose.rotation.coords;
                body.rotation = [q.x, q.y, q.z, q.w];
                let moving = at(pose, &asked);
                asked.set(0);
                let warm = distance_with(&moving, &fixed, &options, Some(&mut cache)).unwrap();
                warm_supports += asked.replace(0);
                let cold = distance_with(&moving, &fixed, &options, None).unwrap();
                cold_supports += asked.replace(0);
                pairs += 1;
                match (&warm, &cold) {
                    (Distance::Apart(x), Distance::Apart(y)) => assert!(
                        x.separation <= y.separation_upper && y.separation <= x.separation_upper,
                        "{x:?}\n{y:?}\n{}",
                        case.to_json()
                    ),
                    (Distance::Overlap(x), Distance::Overlap(y)) => {
                        assert!(x.depth_lower <= y.depth && y.depth_lower <= x.depth);
                    }
                    _ => panic!("{warm:?}\n{cold:?}\n{}", case.to_json()),
                }
            }
        }
    }
    let share = f64::from(warm_supports) / f64::from(cold_supports);
    println!("{pairs} pairs: {cold_supports} supports cold, {warm_supports} warm ({share:.2})");
    assert!(share <= 0.6, "{share}");
}

#[test]
fn a_cache_of_other_shapes_is_not_used() {
    let ball =
        |r: f64, x: f64| Placed::new(swept::Cuboid::new([r; 3]).unwrap(), [x, 0.0, 0.0]).unwrap();
    let mut cache = DistanceCache::new();
    let options = DistanceOptions::default();
    let _ = distance_with(&ball(2.0, 5.0), &ball(1.0, 0.0), &options, Some(&mut cache)).unwrap();
    let warm = distance_with(&ball(1.0, 5.0), &ball(1.0, 0.0), &options, Some(&mut cache)).unwrap();
    assert_eq!(warm, distance(&ball(1.0, 5.0), &ball(1.0, 0.0)).unwrap());
}

#[test]
fn a_half_space_keeps_its_own_normal_whichever_of_the_two_it_is() {
    let plane = swept::HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    let plane = Placed::new(plane, [0.0, 1.0, 0.0]).unwrap();
    let at = |y: f64| Placed::new(swept::Sphere::new(0.5).unwrap(), [3.0, y, 0.0]).unwrap();
    let Distance::Apart(apart) = distance(&at(2.0), &plane).unwrap() else {
        panic!("half a unit apart");
    };
    assert!(apart.separation <= 0.5 && apart.separation_upper >= 0.5);
    assert!(apart.separation_upper - apart.separation < 1e-13);
    let Distance::Overlap(overlap) = distance(&at(1.25), &plane).unwrap() else {
        panic!("a quarter deep");
    };
    assert!((overlap.depth - 0.25).abs() < 1e-13);
    // The other way round normals are opposite, and points are exchanged.
    let Distance::Apart(other) = distance(&plane, &at(2.0)).unwrap() else {
        panic!("half a unit apart");
    };
    assert_eq!(other.separation, apart.separation);
    assert_eq!(other.normal, -apart.normal);
    let [one, two] = [&apart, &other].map(|a| [a.point_moving, a.point_fixed]);
    assert_eq!(one, [two[1], two[0]]);
    let Distance::Overlap(other) = distance(&plane, &at(1.25)).unwrap() else {
        panic!("a quarter deep");
    };
    assert_eq!(other.depth, overlap.depth);
    assert_eq!(other.normal, -overlap.normal);
    assert_eq!(other.point_moving, overlap.point_fixed);
    for (y, meets) in [(2.0, false), (1.25, true)] {
        assert_eq!(swept::intersects(&plane, &at(y)), Ok(meets));
        assert_eq!(swept::intersects(&at(y), &plane), Ok(meets));
    }
    assert!(distance(&plane, &plane).is_err() && swept::intersects(&plane, &plane).is_err());
}
