//! Bounds whose last places matter, held against the truth in twice the precision.

use crate::dice::Dice;
use core::ops::{Add, Mul, Sub};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{CastOptions, Distance, Method, Sweep, distance};
use swept_support::{Cuboid, Placed, PointShape, Sphere};

/// A number as a sum of two.
#[derive(Clone, Copy)]
struct Two(f64, f64);

fn sum(a: f64, b: f64) -> Two {
    let s = a + b;
    let part = s - a;
    Two(s, (a - (s - part)) + (b - part))
}

impl Add for Two {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let s = sum(self.0, b.0);
        sum(s.0, s.1 + (self.1 + b.1))
    }
}

impl Sub for Two {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + Self(-b.0, -b.1)
    }
}

impl Mul for Two {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let p = self.0 * b.0;
        sum(p, self.0.mul_add(b.0, -p) + (self.0 * b.1 + self.1 * b.0))
    }
}

/// A point comes to the side across x of a turned box, which is at `at`, or the box comes to the point.
fn touches_by_the_upper_end(
    box_moves: bool,
    [x, y, z, w]: [f64; 4],
    half: [f64; 3],
    at: Vector3<f64>,
    from: Vector3<f64>,
    way: Vector3<f64>,
) {
    let turned = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let pose = Isometry3::from_parts(at.into(), turned);
    let plate = Placed::new(Cuboid::new(half).unwrap(), pose).unwrap();
    let point = Placed::new(PointShape, from).unwrap();

    // Along the side's normal, times q·q, of how far it is away at a fraction.
    let [x, y, z, w] = [x, y, z, w].map(|c| Two(c, 0.0));
    let two = Two(2.0, 0.0);
    let squared = x * x + y * y + z * z + w * w;
    let normal = [
        squared - two * (y * y + z * z),
        two * (x * y + w * z),
        two * (x * z - w * y),
    ];
    let along = |v: &Vector3<f64>| {
        let [a, b, c] = [v.x, v.y, v.z].map(|c| Two(c, 0.0));
        normal[0] * a + normal[1] * b + normal[2] * c
    };
    let away = |t: f64| {
        along(&from) - along(&at) + along(&way) * Two(t, 0.0) - Two(half[0], 0.0) * squared
    };
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let outcome = if box_moves {
            let sweep = Sweep::new(plate, -way, point).unwrap();
            sweep.cast_with(&options)
        } else {
            let sweep = Sweep::new(point, way, plate).unwrap();
            sweep.cast_with(&options)
        };
        let hit = *outcome.hit().unwrap();
        assert!(away(hit.fraction).0 >= 0.0, "{method:?}: {hit:?}");
        assert!(away(hit.fraction_upper).0 <= 0.0, "{method:?}: {hit:?}");
    }
}

/// A point comes from far away, so that the difference of both positions is rounded by more than all else.
#[test]
fn from_far_away_a_point_touches_by_the_upper_end() {
    touches_by_the_upper_end(
        false,
        [
            0.7383282848405186,
            0.8068260600799901,
            0.16325724841905487,
            -0.48551928081029594,
        ],
        [0.1599632108531999, 4.058461468740518, 0.18124568760466767],
        Vector3::new(0.380516572987992, -0.6813681449085107, -0.11123523033115479),
        Vector3::new(-212.8236108063393, -187.568269250006, 213.0810096317767),
        Vector3::new(293.8052129356488, 258.5420517284468, -294.50353183589664),
    );
}

/// A point comes down on the side of a long plate far from the plate's middle, near which it starts: what the plate's rotation is off
/// by counts where they meet.
#[test]
fn far_from_where_it_started_a_point_touches_by_the_upper_end() {
    let half = 0.3573921127454385;
    touches_by_the_upper_end(
        false,
        [
            0.6905794726972878,
            -0.762798289580767,
            0.02229756242324915,
            0.09658988685540902,
        ],
        [half, 100.0, half],
        Vector3::zeros(),
        Vector3::new(0.6655856565120672, -1.7894261084291867, 0.2116529484736048),
        Vector3::new(-94.73001364823213, 11.700896124333472, 8.659071995558275),
    );
}

/// A point comes from so far away that its fraction is rounded by as much as all lengths there.
#[test]
fn a_fraction_that_is_rounded_up_touches() {
    touches_by_the_upper_end(
        false,
        [
            0.6644410109377901,
            0.43386523161250534,
            0.5457599904445007,
            0.1785983058633922,
        ],
        [0.21419563959984914, 0.4527735332562965, 0.2087737079261773],
        Vector3::new(
            -0.2868951700788378,
            -0.4876984642329665,
            -0.4470585772490687,
        ),
        Vector3::new(-21.578784401632806, 34.617808274370404, 10.385627276672272),
        Vector3::new(27.756636378596202, -45.39212487795674, -14.215657318213394),
    );
}

/// The same plate the other way round: a search by distance ends where its end is off by rounding still, and so is the corner by which it
/// is met.
#[test]
fn the_end_of_a_long_plate_touches_by_the_upper_end() {
    touches_by_the_upper_end(
        true,
        [
            0.7574997600157767,
            0.458498978883189,
            -0.39879777016047346,
            -0.35832790601809594,
        ],
        [0.3028156419284128, 75.24481100406136, 0.6248725096903096],
        Vector3::new(0.26264526400528654, -0.585597106189383, -0.9521545792553261),
        Vector3::new(-21.94526854524463, 23.811301729737465, 48.172207441327316),
        Vector3::new(-0.9769682759069722, -3.3167812290940266, 1.339401915870262),
    );
}

/// Near the middle of a plate, sums alone are rounded.
#[test]
fn beside_the_middle_of_a_long_plate_a_point_touches_by_the_upper_end() {
    touches_by_the_upper_end(
        false,
        [
            -0.6965010811355612,
            0.40205057209223716,
            -0.2974034254085145,
            0.25739854203536794,
        ],
        [0.36212788322704514, 33.85345576000769, 0.9227960450122584],
        Vector3::new(
            -0.377180718621688,
            -0.35717496793074366,
            -0.4394999839759952,
        ),
        Vector3::new(0.5551242195508523, -1.2185777368658772, -0.5559311274728955),
        Vector3::new(-0.19788139287337478, 1.6967252711462313, 1.0317532014510067),
    );
}

/// Balls at random, so that both the distance of their middles and what is left of it beside the radii are rounded.
#[test]
fn two_balls_are_as_far_apart_or_as_deep_as_their_bounds_say() {
    let mut dice = Dice(1);
    let mut number = || dice.part();
    let mut found = [0; 2];
    for _ in 0..1_000 {
        let mut ball = || {
            let (radius, at) = (number(), [number(), number(), 2.0 * number()]);
            let ball = Placed::new(Sphere::new(radius).unwrap(), at).unwrap();
            (ball, Two(radius, 0.0), at.map(|x| Two(x, 0.0)))
        };
        let ((moving, r, p), (fixed, s, q)) = (ball(), ball());
        let away = [p[0] - q[0], p[1] - q[1], p[2] - q[2]].map(|x| x * x);
        let squared = away[0] + away[1] + away[2];
        // Whether the middles are no farther apart than both radii and this length.
        let within = |length: f64| {
            let all = r + s + Two(length, 0.0);
            (all * all - squared).0 >= 0.0
        };
        match distance(&moving, &fixed).unwrap() {
            Distance::Apart(apart) => {
                found[0] += 1;
                assert!(within(apart.separation_upper), "{apart:?}");
                assert!(!within(apart.separation.next_down()), "{apart:?}");
            }
            Distance::Overlap(overlap) => {
                found[1] += 1;
                assert!(within(-overlap.depth_lower), "{overlap:?}");
                assert!(!within((-overlap.depth).next_down()), "{overlap:?}");
            }
        }
    }
    assert!(found.iter().all(|count| *count > 200), "{found:?}");
}

/// Balls that come from near and from far, at their middles and grazing: apart before the lower end, in contact by the upper one, and neither is
/// farther off than the 8u of all lengths that rounding may take, along the normal.
#[test]
fn two_balls_meet_between_the_ends_of_their_bracket() {
    let (mut hits, mut nearest) = (0, f64::INFINITY);
    for seed in 0..20_000 {
        let dice = &mut Dice(seed);
        let [a, b] = [dice.part(), dice.part()].map(|x| 0.01 + x);
        let far = f64::powi(2.0, dice.below(20) as i32);
        let p = dice.vector().normalize() * ((a + b) * far + 3.0);
        let beside = dice.vector() * (0.9 * (a + b));
        let way = (p + beside) * (1.0 + dice.part());
        let at = dice.vector();
        let ball =
            |radius: f64, at: Vector3<f64>| Placed::new(Sphere::new(radius).unwrap(), at).unwrap();
        let sweep = Sweep::new(ball(a, at), way, ball(b, at + p)).unwrap();
        let certified = sweep.cast_certified(&CastOptions::default());
        let Some(hit) = certified.outcome.hit() else {
            continue;
        };
        if certified.method != Method::ClosedForm {
            continue;
        }
        hits += 1;
        let r = sum(a, b);
        // The distance less both radii, of which the square is known to the last places.
        let apart = |fraction: f64| {
            let x: [Two; 3] = core::array::from_fn(|k| {
                sum((at + p)[k], -at[k]) - Two(way[k], 0.0) * Two(fraction, 0.0)
            });
            let squared = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            (squared - r * r).0 / (2.0 * r.0)
        };
        let [before, after] = [hit.fraction, hit.fraction_upper].map(apart);
        let lengths = p.norm() + a + b;
        assert!(
            before >= 0.0 && after <= 0.0,
            "{seed}: {before:e} {after:e}"
        );
        assert!(before - after <= 16.0 * f64::EPSILON * lengths, "{seed}");
        nearest = nearest.min(before.min(-after) / lengths);
    }
    assert!(hits > 10_000, "{hits}");
    assert!(nearest < f64::EPSILON, "{nearest:e}");
}

/// Two units in the last place deep is a touch.
#[test]
fn what_is_deep_by_rounding_touches() {
    let at = |x: f64| Placed::new(Sphere::new(1.0).unwrap(), [x, 0.0, 0.0]).unwrap();
    let Distance::Apart(touch) = distance(&at(2.0 - f64::EPSILON), &at(0.0)).unwrap() else {
        panic!("they touch");
    };
    assert!(touch.separation == 0.0 && touch.separation_upper < 1e-14);
    let overlaps = matches!(
        distance(&at(2.0 - 1e-13), &at(0.0)),
        Ok(Distance::Overlap(_))
    );
    assert!(overlaps);
}
