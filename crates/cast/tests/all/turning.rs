//! Turning casts of bodies that turn alike, and of corners that touch and part at once.

use crate::counted::Counted;
use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use swept_cast::{
    Distance, Outcome, Sweep, Turn, TurningMethod, TurningOptions, TurningSweep, Turns, distance,
};
use swept_support::{Cuboid, Cylinder, HalfSpace, Placed, Real, Rounded, Support, Triangle};

impl Dice {
    /// A multiple of `step`, of either sign.
    fn even(&mut self, step: f64, most: u64) -> f64 {
        (self.below(2 * most + 1) as f64 - most as f64) * step
    }

    fn steps(&mut self, step: f64, most: u64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.even(step, most))
    }

    fn half_extents(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| 0.25 * (1 + self.below(8)) as f64)
    }
}

fn cuboid(half: Vector3<f64>, at: Vector3<f64>) -> Placed<f64, Cuboid<f64>> {
    Placed::new(Cuboid::new(half).unwrap(), at).unwrap()
}

/// Two boxes that touch at a corner, an edge or a face.
fn touching(dice: &mut Dice) -> (Vector3<f64>, Vector3<f64>, Vector3<f64>) {
    let (a, b) = (dice.half_extents(), dice.half_extents());
    let across = dice.below(3) as usize;
    let at = Vector3::from_fn(|i, _| {
        let most = a[i] + b[i];
        if i <= across {
            if dice.below(2) == 0 { most } else { -most }
        } else {
            dice.even(0.25, (most / 0.25) as u64 - 1)
        }
    });
    (a, b, at)
}

fn answer<A: Support, B: Support>(
    sweep: &TurningSweep<f64, A, B>,
    method: TurningMethod,
) -> (Outcome<f64>, u32) {
    let options = TurningOptions {
        method,
        ..TurningOptions::default()
    };
    let found = sweep.cast_certified(&options);
    found.certificate.verify(sweep).unwrap();
    (found.outcome, found.steps)
}

#[test]
fn bodies_that_turn_as_one_keep_their_distance() {
    for gap in [0.0, 1e-9, 1e-3] {
        for angle in [3.0, 3_000.0] {
            let half = Vector3::new(1.0, 1.0, 1.0);
            let moving = cuboid(half, Vector3::new(2.0 + gap, 0.0, 0.0));
            let linear = Sweep::new(moving, [0.0; 3], cuboid(half, Vector3::zeros())).unwrap();
            let turns = Turns {
                moving: Turn::by([0.0, angle, 0.0]).about([-2.0 - gap, 0.0, 0.0]),
                fixed: Turn::by([0.0, angle, 0.0]),
            };
            let sweep = TurningSweep::new(linear, turns).unwrap();
            for method in TurningMethod::ALL {
                let (outcome, steps) = answer(&sweep, method);
                let Outcome::Miss(miss) = outcome else {
                    panic!("{outcome:?}");
                };
                assert!(miss.gap <= gap && miss.gap >= 0.999 * gap - 1e-12);
                assert!(steps <= 3, "{steps}");
            }
        }
    }
}

#[test]
fn boxes_in_contact_anyhow_turn_as_one() {
    for seed in 0..300 {
        let dice = &mut Dice(seed);
        let (a, b, at) = touching(dice);
        let (rotation, centre) = (dice.steps(0.5, 40), dice.steps(0.5, 4));
        // The whole is turned by some rotation as well, so that numbers are rounded.
        let pose = Isometry3::from_parts(
            Vector3::zeros().into(),
            UnitQuaternion::from_scaled_axis(dice.steps(0.3, 5)),
        );
        let place = |half, at: Vector3<f64>| {
            let pose = pose * Isometry3::translation(at.x, at.y, at.z);
            Placed::new(Cuboid::new(half).unwrap(), pose).unwrap()
        };
        let linear = Sweep::new(place(a, at), [0.0; 3], place(b, Vector3::zeros())).unwrap();
        let turns = Turns {
            moving: Turn::by(rotation).about(Point3::from(centre - at)),
            fixed: Turn::by(rotation).about(Point3::from(centre)),
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        for method in TurningMethod::ALL {
            let (outcome, steps) = answer(&sweep, method);
            assert!(matches!(outcome, Outcome::Miss(_)), "{seed}: {outcome:?}");
            assert!(steps <= 20, "{seed}: {steps}");
        }
    }
}

#[test]
fn a_box_stays_on_the_floor_that_turns_with_it() {
    // Over many turns the rounding of the centres adds up: some 0.3 steps for each radian.
    for (angle, most) in [(1.0, 4), (500.0, 250)] {
        let floor = Placed::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
        let half = Vector3::new(0.5, 0.25, 0.5);
        let linear =
            Sweep::new(cuboid(half, Vector3::new(2.0, 0.25, 1.0)), [0.0; 3], floor).unwrap();
        let rotation = Vector3::new(angle, 0.3, -0.5 * angle);
        let turns = Turns {
            moving: Turn::by(rotation).about([-2.0, -0.25, -1.0]),
            fixed: Turn::by(rotation),
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        for method in TurningMethod::ALL {
            let (outcome, steps) = answer(&sweep, method);
            assert!(matches!(outcome, Outcome::Miss(_)), "{outcome:?}");
            assert!(steps <= most, "{steps}");
        }
    }
}

#[test]
fn a_corner_that_touches_and_parts_at_once_is_no_hit() {
    let moving = cuboid(Vector3::new(1.0, 1.5, 0.5), Vector3::new(-2.5, 1.75, 0.75));
    let fixed = cuboid(Vector3::new(1.5, 0.25, 0.25), Vector3::zeros());
    let turns = Turns {
        moving: Turn::by([1.5, 0.0, 0.1]),
        ..Turns::default()
    };
    let linear = Sweep::new(moving, [-2.0, -2.0, 0.0], fixed).unwrap();
    let sweep = TurningSweep::new(linear, turns).unwrap();
    for method in TurningMethod::ALL {
        let (outcome, _) = answer(&sweep, method);
        assert!(matches!(outcome, Outcome::Miss(_)), "{outcome:?}");
    }
}

/// The room between the boxes at a fraction: the separation, or minus the depth.
fn room(sweep: &TurningSweep<f64, Cuboid<f64>, Cuboid<f64>>, s: f64) -> f64 {
    let at = |placed: &Placed<f64, Cuboid<f64>>, turn: &Turn<f64>, way: Vector3<f64>| {
        let turned = UnitQuaternion::from_scaled_axis(turn.rotation * s);
        let centre = placed.position() + turn.centre.coords + way * s;
        let pose = Isometry3::from_parts((centre - turned * turn.centre.coords).into(), turned);
        Placed::new(*placed.shape(), pose).unwrap()
    };
    let (linear, turns) = (sweep.linear(), sweep.turns());
    let moving = at(linear.moving(), &turns.moving, *linear.displacement());
    let fixed = at(linear.fixed(), &turns.fixed, Vector3::zeros());
    match distance(&moving, &fixed).unwrap() {
        Distance::Apart(apart) => apart.separation,
        Distance::Overlap(overlap) => -overlap.depth,
    }
}

/// Corners, edges and faces that touch, in every motion: none is left open, and what is blocked at the start does lead
/// deeper than what parts at once.
#[test]
fn touching_boxes_that_turn_are_decided() {
    for seed in 0..1_500 {
        let dice = &mut Dice(seed);
        let (a, b, at) = touching(dice);
        let linear = Sweep::new(
            cuboid(a, at),
            dice.steps(0.5, 4),
            cuboid(b, Vector3::zeros()),
        )
        .unwrap();
        let mut turns = Turns {
            moving: Turn::by(dice.steps(0.5, 4)),
            ..Turns::default()
        };
        if dice.below(2) == 0 {
            turns.fixed = Turn::by(dice.steps(0.5, 4));
        }
        if dice.below(3) == 0 {
            turns.moving.centre = Point3::from(dice.steps(0.5, 4));
        }
        let sweep = TurningSweep::new(linear, turns).unwrap();
        let (outcome, steps) = answer(&sweep, TurningMethod::IntervalBound);
        assert!(steps < 2_000, "{seed}: {outcome:?} after {steps} steps");
        let until = match &outcome {
            Outcome::Hit(hit) => hit.fraction,
            Outcome::Miss(_) => 1.0,
            _ => panic!("{seed}: {outcome:?}"),
        };
        for i in 0..60 {
            let s = until * f64::from(i) / 60.0;
            assert!(room(&sweep, s) > -1e-10, "{seed}: {outcome:?} passed {s}");
        }
        let parts = [1e-4, 1e-5, 1e-6].map(|s| room(&sweep, s) > 1e-5 * s);
        assert!(until > 0.0 || parts != [true; 3], "{seed}: {outcome:?}");
    }
}

/// A shaft in a wall of its bearing, which turns against it about an axis that is a little askew: only along an axis that the wall
/// carries along do they stay apart, by intervals of that.
#[test]
fn intervals_along_an_axis_that_a_body_carries_are_as_long_as_they_last() {
    let mut steps = 0;
    for seed in 0..20 {
        let dice = &mut Dice(seed);
        let radius = 0.25 * (1 + dice.below(4)) as f64;
        let play = radius / (256 << dice.below(3)) as f64;
        let shaft = Cylinder::new(2.0, radius).unwrap();
        let shaft = Placed::new(shaft, Vector3::zeros()).unwrap();
        let wall = cuboid(
            Vector3::new(0.5, 3.0, 3.0),
            Vector3::new(radius + play + 0.5, 0.0, 0.0),
        );
        let askew = Vector3::new(0.1 * play, 1.0, 0.2 * play);
        let linear = Sweep::new(shaft, [0.0; 3], wall).unwrap();
        let turns = Turns {
            moving: Turn::by(askew * 6.0),
            fixed: Turn::by(askew * -6.0).about([-radius - play - 0.5, 0.0, 0.0]),
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        let (outcome, more) = answer(&sweep, TurningMethod::IntervalBound);
        assert!(matches!(outcome, Outcome::Miss(_)), "{seed}: {outcome:?}");
        steps += more;
    }
    assert!(steps < 2_500, "{steps}");
}

/// A shaft and a wall of its bearing that both spin, about nearly the same axis, while they come together: what is proven up to the end of
/// a piece is found there again, to whatever angle the bodies have turned.
#[test]
fn a_shaft_and_its_bearing_that_spin_and_come_together_are_certified() {
    let mut hits = 0;
    for seed in 0..200 {
        let dice = &mut Dice(seed);
        let radius = 0.25 * (1 + dice.below(4)) as f64;
        let play = radius / (4 << dice.below(8)) as f64;
        let half = Vector3::new(0.6 * radius, 1.0, 0.8 * radius);
        let shaft = cuboid(half, Vector3::zeros());
        let stands = radius + play + 0.5;
        let wall = cuboid(Vector3::new(0.5, 1.0, 0.25), Vector3::new(stands, 0.0, 0.0));
        let way = dice.steps(0.125 * play, 8);
        let linear = Sweep::new(shaft, way, wall).unwrap();
        let axis = Vector3::y() + dice.steps(play / 64.0, 8);
        let turns = Turns {
            moving: Turn::by(axis * (100 << dice.below(8)) as f64),
            fixed: Turn::by([0.0, -300.0, 0.0]).about([-stands, 0.0, 0.0]),
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        let (outcome, _) = answer(&sweep, TurningMethod::IntervalBound);
        hits += u32::from(matches!(outcome, Outcome::Hit(_)));
    }
    assert!(hits > 20 && hits < 180, "{hits}");
}

/// All but a few dozen, most of which tell how far the bodies reach from their axes before the cast begins.
#[test]
fn the_evaluations_made_are_those_counted() {
    for seed in 0..300 {
        let dice = &mut Dice(seed);
        let (a, b, at) = touching(dice);
        let counted = |half: Vector3<f64>| Counted::new(Cuboid::new(half).unwrap());
        let (one, other) = (counted(a), counted(b));
        let moving = Placed::new(&one, at).unwrap();
        let fixed = Placed::new(&other, Vector3::zeros()).unwrap();
        let linear = Sweep::new(moving, [0.0; 3], fixed).unwrap();
        let turns = Turns {
            moving: Turn::by(dice.steps(0.5, 4)).about(Point3::from(dice.steps(0.5, 4))),
            fixed: Turn::by(dice.steps(0.5, 4)),
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        let _ = [&one, &other].map(Counted::take);
        let found = sweep.cast_certified(&TurningOptions::default());
        let made: u32 = [&one, &other].map(Counted::take).iter().sum();
        let counted = found.evaluations;
        assert!(made / 2 <= counted + 64, "{seed}: {made} {counted}");
    }
}

/// The rounded corner of a box touches the corner of a triangle: next to the axis the way between them is that axis.
#[test]
fn no_point_is_asked_for_along_no_direction() {
    let half = [0.47766788625613626, 0.7532696921701161, 0.4217520753056044];
    let round = Rounded::new(Cuboid::new(half).unwrap(), 0.27969149775662966).unwrap();
    let (x, y) = (0.5641050735298637, 0.4867274639475289);
    let corners = [[x, -y, 0.0], [x, y, 0.0], [-x, 0.27297195095125165, 0.0]];
    let [a, b, c] = corners.map(Point3::from);
    let at = |[i, j, k, w]: [f64; 4], position: [f64; 3]| {
        let turned = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
        Isometry3::from_parts(position.into(), turned)
    };
    let moving = at(
        [
            0.5356718361783053,
            0.5523850874938652,
            0.4443493184135387,
            0.45878108315969335,
        ],
        [
            -0.7009273985962322,
            -0.6746001389446838,
            -0.8071084971481435,
        ],
    );
    let fixed = at(
        [
            0.247224612042319,
            -0.2849839618111671,
            0.4109895053610405,
            0.8299106935050442,
        ],
        [0.5065854181321922, 0.15793981404679774, 0.3333983342234338],
    );
    let linear = Sweep::new(
        Placed::new(Counted::new(round), moving).unwrap(),
        [
            7.920561734523955e-8,
            -4.5113236416720276e-8,
            -1.254904313212902e-7,
        ],
        Placed::new(Counted::new(Triangle::new(a, b, c).unwrap()), fixed).unwrap(),
    );
    let about = [0.6458041978737843, 0.9430005456411608, 0.5399033252952551];
    let turns = Turns {
        moving: Turn::by([0.3381446863246288, -0.3399302481928351, 1.1502919969602325])
            .about(about),
        ..Turns::default()
    };
    let _ = TurningSweep::new(linear.unwrap(), turns).unwrap().cast();
}

/// A box whose support points upward are in no place.
struct Nowhere(Cuboid<f64>, f64);

impl Support for Nowhere {
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        if n.y > 0.3 * n.norm() {
            Point3::new(self.1, 0.0, 0.0)
        } else {
            self.0.support_point(n)
        }
    }
    fn interior_point(&self) -> Point3<f64> {
        Point3::origin()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
}

#[test]
fn shapes_in_no_place_end_turning_casts_with_numbers() {
    let mut unresolved = 0;
    for seed in 0..400 {
        let dice = &mut Dice(seed);
        let x = [f64::NAN, f64::INFINITY][seed as usize % 2];
        let moving = Nowhere(Cuboid::new(dice.half_extents()).unwrap(), x);
        let moving = Placed::new(moving, dice.steps(0.25, 16)).unwrap();
        let fixed = cuboid(dice.half_extents(), Vector3::zeros());
        let linear = Sweep::new(moving, dice.steps(0.25, 16), fixed).unwrap();
        let turns = Turns {
            moving: Turn::by(dice.steps(0.25, 12)),
            ..Turns::default()
        };
        let sweep = TurningSweep::new(linear, turns).unwrap();
        let numbers = match sweep.cast() {
            Outcome::Hit(hit) => {
                let points = [hit.point_moving.coords, hit.point_fixed.coords];
                let lengths = points.iter().flatten().all(|x| x.is_finite());
                lengths && (0.0..=1.0).contains(&hit.fraction)
            }
            Outcome::Unresolved(found) => {
                unresolved += 1;
                (0.0..=1.0).contains(&found.safe_fraction)
            }
            _ => true,
        };
        assert!(numbers, "{seed}: {:?}", sweep.cast());
    }
    assert!(unresolved > 10, "{unresolved} unresolved");
}

/// The motion between two poses leads from one to the other, the shorter way around, and the centre straight; quaternions of any length.
#[test]
fn the_motion_between_two_poses_ends_at_the_second() {
    between::<f64>();
    between::<f32>();
}

fn between<T: Real>() {
    let dice = &mut Dice(5);
    let shape = Cuboid::new([T::nearest(0.5); 3]).unwrap();
    for k in 0..4000 {
        let far = [1.0, 1e-3, 1e4][k % 3];
        let turned = [3.0, 1e-6, 0.0, 40.0][k % 4];
        let first = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
        let then = UnitQuaternion::from_scaled_axis(dice.vector() * turned) * first;
        let [from, to] = [first, then].map(|q| {
            let q = q.into_inner() * [1.0, -1.0, -0.25, 1e20][dice.below(4) as usize];
            let q = Quaternion::from(q.coords.map(T::nearest));
            let q = UnitQuaternion::new_unchecked(q);
            let at = (dice.vector() * far).map(T::nearest);
            Placed::<T, _>::new(shape, Isometry3::from_parts(at.into(), q)).unwrap()
        });
        let centre = Point3::from(dice.vector().map(T::nearest));
        let (way, turn) = Turn::between(&from, &to, centre);
        let rotation = turn.rotation.map(Real::to_f64);
        assert!(turn.centre == centre && rotation.norm() < std::f64::consts::PI + 1e-6);
        // A point of the shape, at the end of the motion and at the second pose.
        let lever = centre.coords.map(Real::to_f64);
        let point = dice.vector();
        let at = |placed: &Placed<T, Cuboid<T>>, p: &Vector3<f64>| {
            placed.rotation().apply(p) + placed.position()
        };
        let out = from.rotation().apply(&(point - lever));
        let out = UnitQuaternion::from_scaled_axis(rotation) * out;
        let end = at(&from, &lever) + way.map(Real::to_f64) + out;
        let off = (end - at(&to, &point)).norm();
        assert!(off <= 16.0 * T::EPSILON * (far + 2.0), "{off:e} {k}");
    }
}
