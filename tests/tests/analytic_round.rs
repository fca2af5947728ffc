//! Spheres and capsules: the casters against the closed forms, which share no code with them.
//!
//! A closed form answers for a fixed shape that is off by 32u of the sizes, a caster for one that is off by what its
//! certificate states. So the shape is grown and shrunk by the sum of both, and the caster's bracket has to lie between the
//! closed forms of these two: no cast is left out because it grazes. 2,000 casts per pair and method;
//! `SWEPT_ANALYTIC_CASTS` sets another number, and 1,100,000 are a million random and 100,000 adversarial casts.

use nalgebra::{Isometry3, Point3, Translation3, Unit, UnitQuaternion, Vector3};
use swept::{
    CastOptions, Certified, ConvexHull, Cuboid, HalfSpace, Method, Outcome, Placed, PointShape,
    Rounded, Segment, Shape, Sweep, Triangle,
};
use swept_analytic::capsule::{self, Capsule};
use swept_analytic::sphere::{self, Sphere};
use swept_analytic::{Answer, Miss};
use swept_tests::{Dice, from_environment};

type V = Vector3<f64>;
type P = Point3<f64>;

const METHODS: [Method; 4] = [
    Method::Portal,
    Method::ConservativeAdvancement,
    Method::SweptMpr,
    Method::GjkRayCast,
];

const ULPS: f64 = 8.0 * f64::EPSILON;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fixed {
    Point,
    Sphere,
    HalfSpace,
    Segment,
    Capsule,
    Triangle,
    Polygon,
    Cuboid,
}

/// A cast: the moving shape is the segment from `a` to `a` + `axis` with a radius, the fixed one is given by its corners
/// (by its half extents or its normal) at a pose. All corners are sums without rounding.
#[derive(Clone, Debug)]
struct Cast {
    kind: Fixed,
    capsule: bool,
    a: P,
    axis: V,
    radius: f64,
    d: V,
    at: P,
    turn: UnitQuaternion<f64>,
    corners: Vec<V>,
    fixed_radius: f64,
}

/// A multiple of 2⁻²⁰.
fn grid(x: f64) -> f64 {
    let unit = 2f64.powi(20);
    (x * unit).round() / unit
}

fn snapped(v: V) -> V {
    v.map(grid)
}

impl Cast {
    fn world(&self, i: usize) -> P {
        self.at + self.corners[i]
    }

    /// The closed form, for a moving radius that is larger by `more`.
    fn closed(&self, more: f64) -> Answer {
        let (a, r, d) = (self.a, self.radius + more, &self.d);
        let all: Vec<P> = (0..self.corners.len()).map(|i| self.world(i)).collect();
        let normal = Unit::new_normalize(self.corners[0]);
        let ball = Sphere {
            center: all[0],
            radius: self.fixed_radius,
        };
        let stick = |a, b| Capsule {
            a,
            b,
            radius: self.fixed_radius,
        };
        if self.capsule {
            let b = self.a + self.axis;
            let m = Capsule { a, b, radius: r };
            match self.kind {
                Fixed::Point => capsule::against_point(&m, d, &all[0]),
                Fixed::Sphere => capsule::against_sphere(&m, d, &ball),
                Fixed::HalfSpace => capsule::against_half_space(&m, d, &self.at, &normal),
                Fixed::Segment => capsule::against_segment(&m, d, &all[0], &all[1]),
                Fixed::Capsule => capsule::against_capsule(&m, d, &stick(all[0], all[1])),
                Fixed::Triangle => capsule::against_triangle(&m, d, &[all[0], all[1], all[2]]),
                Fixed::Polygon | Fixed::Cuboid => capsule::against_polygon(&m, d, &all),
            }
        } else {
            let m = Sphere {
                center: a,
                radius: r,
            };
            match self.kind {
                Fixed::Point => sphere::against_point(&m, d, &all[0]),
                Fixed::Sphere => sphere::against_sphere(&m, d, &ball),
                Fixed::HalfSpace => sphere::against_half_space(&m, d, &self.at, &normal),
                Fixed::Segment => sphere::against_segment(&m, d, &all[0], &all[1]),
                Fixed::Capsule => sphere::against_capsule(&m, d, &stick(all[0], all[1])),
                Fixed::Triangle => sphere::against_triangle(&m, d, &[all[0], all[1], all[2]]),
                Fixed::Polygon => sphere::against_polygon(&m, d, &all),
                Fixed::Cuboid => sphere::against_box(&m, d, &self.pose(), &self.corners[0]),
            }
        }
    }

    fn pose(&self) -> Isometry3<f64> {
        Isometry3::from_parts(Translation3::from(self.at.coords), self.turn)
    }

    fn sweep(&self) -> Sweep<f64, Shape<f64>, Shape<f64>> {
        let round =
            |shape, radius| Shape::Rounded(Box::new(Rounded::new(shape, radius).expect("radius")));
        let segment = |a: V, b: V| Shape::Segment(Segment::new(a, b).expect("segment"));
        let c = &self.corners;
        let fixed = match self.kind {
            Fixed::Point => Shape::Point(PointShape),
            Fixed::Sphere => Shape::Sphere(swept::Sphere::new(self.fixed_radius).expect("radius")),
            Fixed::HalfSpace => Shape::HalfSpace(HalfSpace::new(c[0]).expect("normal")),
            Fixed::Segment => segment(c[0], c[1]),
            Fixed::Capsule => round(segment(c[0], c[1]), self.fixed_radius),
            Fixed::Triangle => Shape::Triangle(Triangle::new(c[0], c[1], c[2]).expect("triangle")),
            Fixed::Polygon => {
                let points = c.iter().map(|&v| P::from(v));
                Shape::ConvexHull(ConvexHull::new(points).expect("hull"))
            }
            Fixed::Cuboid => Shape::Cuboid(Cuboid::new(c[0]).expect("cuboid")),
        };
        let moving = if self.capsule {
            round(segment(V::zeros(), self.axis), self.radius)
        } else {
            Shape::Sphere(swept::Sphere::new(self.radius).expect("radius"))
        };
        let place = |at: V, turn| Isometry3::from_parts(Translation3::from(at), turn);
        let moving = Placed::new(moving, place(self.a.coords, UnitQuaternion::identity()));
        let fixed = Placed::new(fixed, self.pose());
        Sweep::new(moving.expect("pose"), self.d, fixed.expect("pose")).expect("sweep")
    }

    /// The sum of the sizes.
    fn size(&self) -> f64 {
        let far = self.corners.iter().map(V::norm).fold(0.0, f64::max);
        2.0 * far + self.radius + self.fixed_radius + self.axis.norm()
    }

    fn scaled(mut self, s: f64) -> Self {
        self.a = Point3::from(self.a.coords * s);
        self.at = Point3::from(self.at.coords * s);
        self.axis *= s;
        self.d *= s;
        self.radius *= s;
        self.fixed_radius *= s;
        self.corners.iter_mut().for_each(|c| *c *= s);
        self
    }
}

/// From this cast on all are random: seven eighths of those before are adversarial, 100,000.
const ADVERSARIAL: u64 = 114_288;

/// A cast of the family `index` % 8: random, grazing, grazing to the last places, parallel to an edge, in a plane of
/// the shape, from far away, tiny, huge.
fn random_cast(kind: Fixed, capsule: bool, index: u64) -> Cast {
    let mut dice = Dice::new(2003 + kind as u64 * 2 + u64::from(capsule), index);
    let d = &mut dice;
    let whole = d.chance(0.4);
    let vector = |d: &mut Dice| {
        let v = if whole {
            V::from(d.three(|d| d.whole(-2..=2)))
        } else {
            V::from(d.three(|d| d.between(-2.0, 2.0)))
        };
        snapped(v)
    };
    let radius = |d: &mut Dice| match d.whole(0..=9) as i32 {
        0 => 0.0,
        1 => d.log_between(1e-6, 1.0),
        2..=4 => 0.5,
        _ => d.between(0.1, 2.0),
    };
    let corners: Vec<V> = match kind {
        Fixed::Point | Fixed::Sphere => vec![V::zeros()],
        Fixed::HalfSpace => vec![d.direction()],
        Fixed::Segment | Fixed::Capsule => vec![vector(d), vector(d)],
        Fixed::Triangle => vec![vector(d), vector(d), vector(d)],
        Fixed::Polygon => {
            // A parallelogram with one corner cut off is flat without rounding.
            let (o, u, v) = (vector(d), vector(d), vector(d));
            vec![o, o + u, o + u + v * 0.5, o + u * 0.5 + v, o + v]
        }
        Fixed::Cuboid => vec![vector(d).abs()],
    };
    let turn = match kind {
        Fixed::Cuboid if !whole => {
            UnitQuaternion::from_scaled_axis(d.direction() * d.between(0.0, 3.0))
        }
        _ => UnitQuaternion::identity(),
    };
    let fixed_radius = match kind {
        Fixed::Sphere | Fixed::Capsule => radius(d),
        _ => 0.0,
    };
    let at = P::from(vector(d) * 2.0);
    let axis = if capsule { vector(d) * 0.5 } else { V::zeros() };
    let axis = snapped(axis);
    let family = if index < ADVERSARIAL { index % 8 } else { 0 };
    // A point of the shape, and edges of it.
    let edges: Vec<V> = match kind {
        Fixed::Cuboid => {
            let axes = turn.to_rotation_matrix();
            (0..3).map(|i| axes.matrix().column(i).into()).collect()
        }
        Fixed::HalfSpace => vec![corners[0].cross(&d.direction())],
        _ if corners.len() > 1 => (1..corners.len())
            .map(|i| corners[i] - corners[i - 1])
            .collect(),
        _ => vec![d.direction()],
    };
    let on_shape = match kind {
        Fixed::HalfSpace => V::zeros(),
        Fixed::Cuboid => turn * V::from(d.three(Dice::sign)).component_mul(&corners[0]),
        _ => {
            let (p, q) = (*d.pick(&corners), *d.pick(&corners));
            p + (q - p) * *d.pick(&[0.0, 0.5, 0.25])
        }
    };
    let r = radius(d);
    let reach = r + fixed_radius;
    let mut motion = match family {
        3 => *d.pick(&edges),
        4 => *d.pick(&edges) * d.between(-1.0, 1.0) + *d.pick(&edges) * d.between(-1.0, 1.0),
        _ if whole => vector(d),
        _ => d.direction() * d.between(0.5, 4.0),
    };
    if motion.norm() < 1e-3 {
        motion = d.direction();
    }
    if kind == Fixed::HalfSpace && motion.dot(&corners[0]) > 0.0 && d.chance(0.9) {
        motion = -motion;
    }
    let away = match family {
        _ if kind == Fixed::HalfSpace => corners[0],
        1 | 2 => motion.cross(&d.direction()),
        4 => {
            let n = d.pick(&edges).cross(d.pick(&edges));
            if n.norm() > 0.0 {
                n
            } else {
                motion.cross(&d.direction())
            }
        }
        _ => d.direction(),
    };
    let away = away.try_normalize(0.0).unwrap_or(V::x());
    let level = match family {
        _ if kind == Fixed::HalfSpace => d.between(0.0, 8.0),
        1 | 2 => 1.0,
        4 => *d.pick(&[0.0, 0.5, 1.0]),
        _ => d.between(0.0, 1.3),
    };
    let back = if family == 5 {
        d.log_between(1e3, 1e7)
    } else {
        d.between(0.0, 1.0) * d.pick(&[1.0, 6.0])
    };
    let mut length = back + d.between(0.0, 4.0);
    if d.chance(0.05) {
        length *= 1e3;
    }
    let direction = motion.normalize();
    let offset = if d.chance(0.5) { axis } else { V::zeros() };
    let start = snapped(on_shape + away * (reach * level) - direction * (back + reach) - offset);
    let mut cast = Cast {
        kind,
        capsule,
        a: at + start,
        axis,
        radius: r,
        d: if family == 3 || family == 4 || whole {
            motion * length
        } else {
            direction * (length + reach)
        },
        at,
        turn,
        corners,
        fixed_radius,
    };
    if family == 2 {
        // Bisect for the radius with which it just touches, and go a few places beside it.
        let hits = |c: &Cast| !matches!(c.closed(0.0), Answer::Miss(_));
        let (mut low, mut high) = (0.0, 4.0 * (1.0 + reach));
        for _ in 0..60 {
            cast.radius = 0.5 * (low + high);
            if hits(&cast) {
                high = cast.radius
            } else {
                low = cast.radius
            }
        }
        cast.radius *= 1.0 + d.whole(-4..=4) * 2f64.powi(d.whole(-53..=-40) as i32);
    }
    match family {
        6 => cast.scaled(2f64.powi(-40)),
        7 => cast.scaled(2f64.powi(40)),
        _ => cast,
    }
}

#[derive(Default, Debug)]
struct Tally {
    hits: u64,
    misses: u64,
    overlaps: u64,
    unresolved: u64,
    /// Hit here, miss there, within the errors.
    either: u64,
}

/// When the shapes touch: 0 from the start, infinite never.
fn fraction(answer: &Answer) -> f64 {
    match answer {
        Answer::Hit(hit) => hit.fraction,
        Answer::Miss(_) => f64::INFINITY,
        Answer::Overlap(_) => 0.0,
    }
}

/// What is wrong with the caster's answer, or with the closed form's.
fn disagreement(
    cast: &Cast,
    sweep: &Sweep<f64, Shape<f64>, Shape<f64>>,
    certified: &Certified<f64>,
    tally: &mut Tally,
) -> Option<String> {
    // The closed forms' error, near the contact; a box is turned at the start, and a half-space measured from there.
    let far = match cast.kind {
        Fixed::Cuboid | Fixed::HalfSpace => (cast.a - cast.at).norm(),
        _ => 0.0,
    };
    let own = 16.0 * f64::EPSILON * (2.0 * cast.size() + far);
    let both = own + certified.certificate.tolerance;
    let exact = cast.closed(0.0);
    let grown = fraction(&cast.closed(both));
    let shrunk = (cast.radius > both).then(|| fraction(&cast.closed(-both)));
    let rounding = both + ULPS * cast.d.norm();
    // Starts count as touching within 2^−49 of the scale, on either side.
    let start = cast.size() + (cast.a - cast.at).norm();
    let touching = both + 16.0 * f64::EPSILON * start;
    if let Answer::Miss(Miss { axis }) = &exact
        && cast.kind != Fixed::HalfSpace
    {
        let n = axis.into_inner();
        let moving = n.dot(&sweep.moving().support_point(&-n).coords);
        let fixed = n.dot(&sweep.fixed().support_point(&n).coords);
        let room = moving - fixed + n.dot(&cast.d).min(0.0);
        if room < -touching - rounding {
            return Some(format!("the closed form's plane cuts by {room:e}"));
        }
    }
    match &certified.outcome {
        Outcome::Hit(hit) => {
            tally.hits += 1;
            if matches!(exact, Answer::Miss(_)) {
                tally.either += 1;
            }
            if let Answer::Overlap(overlap) = exact
                && overlap.depth > touching
            {
                return Some("an overlap in closed form".into());
            }
            if grown > hit.fraction_upper + ULPS {
                return Some(format!("the grown shape is met at {grown:?}"));
            }
            match shrunk {
                Some(shrunk) if shrunk < hit.fraction - ULPS => {
                    Some(format!("the shrunk shape is met at {shrunk:?}"))
                }
                _ => None,
            }
        }
        Outcome::Miss(miss) => {
            tally.misses += 1;
            if !matches!(exact, Answer::Miss(_)) {
                tally.either += 1;
                if miss.gap > rounding {
                    return Some("a hit in closed form, with a plane between".into());
                }
            }
            match shrunk {
                Some(shrunk) if shrunk.is_finite() => {
                    Some(format!("the shrunk shape is met at {shrunk:?}"))
                }
                _ => None,
            }
        }
        Outcome::Overlap(found) => {
            tally.overlaps += 1;
            let depth = match &exact {
                Answer::Overlap(overlap) => overlap.depth,
                _ if found.depth_lower <= touching => return None,
                _ => return Some("no overlap in closed form".into()),
            };
            // The search for depth ends within 2^−36 of the scale.
            let slack = touching + 2f64.powi(-36) * start;
            let range = found.depth_lower - slack..=found.depth + slack;
            (!range.contains(&depth)).then(|| format!("the depth is {depth:e}"))
        }
        // No answer, but a promise.
        Outcome::Unresolved(found) => {
            tally.unresolved += 1;
            let shrunk = shrunk.unwrap_or(f64::INFINITY);
            (shrunk < found.safe_fraction - ULPS)
                .then(|| format!("the shrunk shape is met at {shrunk:?}"))
        }
    }
}

fn pair(kind: Fixed, capsule: bool) {
    let casts = from_environment("SWEPT_ANALYTIC_CASTS", 2_000);
    let name = if capsule { "capsule" } else { "sphere" };
    let mut wrong = Vec::new();
    let mut tallies = METHODS.map(|_| Tally::default());
    for index in 0..casts {
        let cast = random_cast(kind, capsule, index);
        let sweep = cast.sweep();
        for (method, tally) in METHODS.into_iter().zip(&mut tallies) {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let certified = sweep.cast_certified(&options);
            assert_eq!(certified.outcome, sweep.cast_with(&options));
            if let Some(why) = disagreement(&cast, &sweep, &certified, tally) {
                let answers = (certified.outcome, cast.closed(0.0));
                wrong.push(format!(
                    "{index} {}: {why}\n{cast:?}\n{answers:?}",
                    method.name()
                ));
            }
        }
    }
    for (method, tally) in METHODS.into_iter().zip(&tallies) {
        println!(
            "{name} at {kind:?}, {}, {casts} casts: {tally:?}",
            method.name()
        );
    }
    let some = wrong[..wrong.len().min(4)].join("\n");
    assert!(wrong.is_empty(), "{} disagreements\n{some}", wrong.len());
    let portal = &tallies[0];
    let enough = casts / 100;
    assert!(portal.hits > enough && portal.misses > enough, "{portal:?}");
}

macro_rules! pairs {
    ($($name:ident: $kind:ident, $capsule:expr;)*) => {
        $(
            #[test]
            fn $name() {
                pair(Fixed::$kind, $capsule);
            }
        )*
    };
}

pairs! {
    sphere_point: Point, false;
    sphere_sphere: Sphere, false;
    sphere_half_space: HalfSpace, false;
    sphere_segment: Segment, false;
    sphere_capsule: Capsule, false;
    sphere_triangle: Triangle, false;
    sphere_polygon: Polygon, false;
    sphere_box: Cuboid, false;
    capsule_point: Point, true;
    capsule_sphere: Sphere, true;
    capsule_half_space: HalfSpace, true;
    capsule_segment: Segment, true;
    capsule_capsule: Capsule, true;
    capsule_triangle: Triangle, true;
    capsule_polygon: Polygon, true;
}
