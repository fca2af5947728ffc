//! Falls along what cannot be stood on: the same however time is cut.

use crate::common::box_mesh;
use crate::walker;
use nalgebra::{Isometry3, Point3, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::kit::{Character, Gait, Gravity, Slopes, fly};
use swept_slide::{SlideOptions, move_and_slide, plane, slide};
use swept_support::{Capsule, ConvexHull, Cuboid, HalfSpace, Placed, Support};

const SKIN: f64 = 1.0 / 256.0;
const PULL: f64 = 9.8;
const RATES: [u32; 4] = [30, 60, 240, 1000];

/// Half the height of the capsule's segment, and its radius.
const FOOT: [f64; 2] = [0.5, 0.25];

/// Where a character is after a time, in frames of which so many make one, and the highest that it came to.
fn fall(
    scene: &Scene<f64>,
    mut character: Character<f64>,
    push: Vector3<f64>,
    (time, rate): (f64, u32),
) -> (Character<f64>, f64) {
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap(),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::y() * -PULL,
            top_speed: 50.0,
        },
    };
    let options = SlideOptions::default().with_skin(SKIN);
    let capsule = Capsule::new(FOOT[0], FOOT[1]).unwrap();
    let shape: &dyn Support = &capsule;
    let frame = 1.0 / f64::from(rate);
    let mut highest = f64::NEG_INFINITY;
    for _ in 0..(time / frame).round() as u32 {
        (character.step(scene, &shape, push, frame, &gait, &options)).unwrap();
        highest = highest.max(character.pose.translation.y);
    }
    (character, highest)
}

fn half_spaces(normals: &[Vector3<f64>]) -> Scene<f64> {
    let planes = normals.iter().map(|n| HalfSpace::new(*n).unwrap());
    Scene::of(planes.map(Object::new)).unwrap()
}

/// How far the capsule's middle is from a plane through the origin that it is a skin away from.
fn beside(normal: &Vector3<f64>) -> f64 {
    FOOT[0] * normal.y.abs() + FOOT[1] + SKIN
}

/// A slope too steep to stand on.
fn steep(degrees: f64, turn: f64) -> Vector3<f64> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Vector3::new(sin * turn.cos(), cos, sin * turn.sin())
}

fn at(place: Vector3<f64>) -> Character<f64> {
    Character::new(Isometry3::translation(place.x, place.y, place.z))
}

#[test]
fn a_slide_down_a_steep_wall_is_as_fast_at_all_rates() {
    for degrees in [55.0, 60.0, 75.0, 85.0, 89.0] {
        let normal = steep(degrees, 0.7);
        let scene = half_spaces(&[normal]);
        let pull = Vector3::y() * -PULL;
        let along = pull - normal * normal.dot(&pull);
        // From rest beside it, and from a fall above it, which the wall takes the part across it of.
        for height in [0.0, 0.5] {
            let start = normal * beside(&normal) + Vector3::y() * height;
            // From the wall on, and the part along the wall from the start on.
            let expected = |time: f64| {
                normal * beside(&normal)
                    + (start - normal * normal.dot(&start))
                    + along * (0.5 * time * time)
            };
            for rate in RATES {
                let (character, _) = fall(&scene, at(start), Vector3::zeros(), (1.0, rate));
                let off = character.pose.translation.vector - expected(1.0);
                assert!(off.norm() < SKIN, "{degrees} {height} {rate}: {off}");
                // A wall is met anew when what is seen of it is half a skin nearer.
                let left = character.falling - along;
                let into = -normal.dot(&left);
                assert!(
                    (left + normal * into).norm() < 1e-9,
                    "{degrees} {rate}: {left}"
                );
                let most = (-normal.dot(&pull) * SKIN).sqrt();
                assert!((-1e-9..=most).contains(&into), "{degrees} {rate}: {into}");
            }
        }
    }
}

#[test]
fn a_slide_down_a_wedge_goes_along_its_crease() {
    for (a, b) in [(55.0, 70.0), (70.0, 70.0), (80.0, 60.0), (89.0, 85.0)] {
        let walls = [steep(a, 0.3), steep(b, 2.2)];
        let scene = half_spaces(&walls);
        let crease = walls[0].cross(&walls[1]).normalize();
        let pull = Vector3::y() * -PULL;
        let along = crease * crease.dot(&pull);
        // The place beside both: a skin from each.
        let [x, y] = [0, 1].map(|i| beside(&walls[i]));
        let g = walls[0].dot(&walls[1]);
        let square = 1.0 - g * g;
        let start = walls[0] * ((x - g * y) / square) + walls[1] * ((y - g * x) / square);
        for rate in RATES {
            let (character, _) = fall(&scene, at(start), Vector3::zeros(), (1.0, rate));
            let off = character.pose.translation.vector - start - along * 0.5;
            // A skin from each of two planes is that far from their crease.
            let room = SKIN * (2.0 / (1.0 + g)).sqrt();
            assert!(off.norm() < room, "{a} {b} {rate}: {off}");
            let faster = crease.dot(&(character.falling - along));
            assert!(faster.abs() < 1e-9, "{a} {b} {rate}: {faster}");
            // From above, and aside: first one wall is met, then the other. Each is met within a frame, in which the way goes on at
            // the speed before.
            let fallen = |rate: u32| {
                let aside = walls[0] * 0.3 + Vector3::y() * 0.2;
                fall(&scene, at(start + aside), Vector3::zeros(), (1.0, rate)).0
            };
            let off = fallen(rate).pose.translation.vector - fallen(8000).pose.translation.vector;
            let most = 2.0 * PULL / f64::from(rate) + room;
            assert!(off.norm() < most, "{a} {b} {rate}: {off} of {most}");
        }
    }
}

/// Against a slope too steep to stand on, and in corners of two and of a slope and a wall: the push takes nobody higher than the jump itself,
/// holds nobody up, and loses nothing along the contour.
#[test]
fn pushing_leads_nobody_up_what_is_too_steep() {
    let turned = |t: u32| 0.25 * std::f64::consts::PI * f64::from(t);
    for (steepness, speed) in [51.0, 60.0, 85.0]
        .into_iter()
        .flat_map(|a| [0.0, 3.0].map(|s| (a, s)))
    {
        for beside_it in [
            None,
            Some((55.0, 1.2)),
            Some((80.0, 2.6)),
            Some((90.0, 1.6)),
        ] {
            let mut walls = vec![steep(steepness, 0.0)];
            let mut start = walls[0] * beside(&walls[0]);
            if let Some((degrees, turn)) = beside_it {
                let wall = steep(degrees, turn);
                let g = wall.dot(&walls[0]);
                start +=
                    (wall - walls[0] * g) * ((beside(&wall) - wall.dot(&start)) / (1.0 - g * g));
                walls.push(wall);
            }
            let scene = half_spaces(&walls);
            let mut begins = at(start);
            begins.falling = Vector3::y() * speed;
            for rate in [4, 7, 60] {
                let (alone, _) = fall(&scene, begins, Vector3::zeros(), (1.0, rate));
                for t in 0..8 {
                    let push = Vector3::new(turned(t).cos(), 0.0, turned(t).sin()) * 4.0;
                    let (end, highest) = fall(&scene, begins, push, (1.0, rate));
                    let case = format!("{steepness} {speed} {beside_it:?} {rate} {t}");
                    let most = start.y + speed * speed / (2.0 * PULL);
                    assert!(highest <= most + 0.1 * SKIN, "{case}: {highest} {most}");
                    let [end, alone] = [end, alone].map(|c| c.pose.translation.vector);
                    assert!(
                        speed > 0.0 || end.y < alone.y + SKIN,
                        "{case}: {end} {alone}"
                    );
                    let along = end.z - start.z - push.z;
                    assert!(walls.len() > 1 || along.abs() < SKIN, "{case}: {along}");
                }
            }
        }
    }
}

/// Where slopes that are too steep hold it from all sides, gravity has nothing to take it along: that is ground, to jump from.
#[test]
fn a_pit_of_steep_slopes_is_stood_in() {
    let bowl = |[a, b, c]: [f64; 3]| [steep(a, 0.0), steep(b, 2.0), steep(c, 4.2)];
    for walls in [bowl([60.0, 60.0, 60.0]), bowl([55.0, 75.0, 90.0])] {
        let scene = half_spaces(&walls);
        for rate in [7, 30, 240] {
            let start = at(Vector3::y() * 4.0);
            let (stands, _) = fall(&scene, start, Vector3::zeros(), (3.0, rate));
            assert!(stands.ground.is_some(), "{rate}: {stands:?}");
            let low = stands.pose.translation.y;
            for turn in 0..6 {
                let push = Vector3::new(f64::from(turn).cos(), 0.0, f64::from(turn).sin()) * 4.0;
                let mut character = stands;
                for _ in 0..10 {
                    let (next, highest) =
                        fall(&scene, character, push, (1.0 / f64::from(rate), rate));
                    character = next;
                    assert!(
                        character.ground.is_some() && highest < low + SKIN,
                        "{rate} {turn}: {character:?}"
                    );
                }
                character.falling = Vector3::y() * 4.0;
                character.ground = None;
                let (_, highest) = fall(&scene, character, push, (0.5, rate));
                assert!(highest > low + 0.5, "{rate} {turn}: {highest}");
            }
        }
    }
}

/// A foot that comes to the edge of a floor is led onto it by the push, though the edge is met more steeply than a floor is: a jump that is
/// short by a half of the foot's radius leads onto a ledge.
#[test]
fn a_jump_that_is_a_little_short_leads_onto_a_ledge() {
    let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let ledge = Object::new(Cuboid::new([3.0, 0.5, 5.0]).unwrap()).at([3.0, 0.5, 0.0]);
    let mesh = Object::new(box_mesh([3.0, 0.5, 5.0], false)).at([3.0, 0.5, 0.0]);
    for ledge in [ledge, mesh] {
        let scene = Scene::of([floor.clone(), ledge]).unwrap();
        for rate in [7, 15, 30, 240] {
            for speed in [2.0, 4.0] {
                let start = at(Vector3::new(-0.26, FOOT[0] + FOOT[1] + SKIN, 0.0));
                let (mut stands, _) = fall(&scene, start, Vector3::zeros(), (0.25, 60));
                assert!(stands.ground.is_some());
                // By 1 - 4.1² / 2 g.
                stands.falling = Vector3::y() * 4.1;
                stands.ground = None;
                let (end, _) = fall(&scene, stands, Vector3::x() * speed, (1.0, rate));
                let at = end.pose.translation.vector;
                assert!(end.ground.is_some() && at.y > 1.74, "{rate} {speed}: {at}");
            }
        }
    }
}

#[test]
fn a_ceiling_that_leans_turns_a_jump_once() {
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let overhead = Vector3::new(sin, -cos, 0.0);
    let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let height = 3.0;
    let ceiling = Object::new(HalfSpace::new(overhead).unwrap()).at([0.0, height, 0.0]);
    let scene = Scene::of([floor, ceiling]).unwrap();
    let stands = FOOT[0] + FOOT[1] + SKIN;
    // Straight up until the middle is as far below the ceiling as it comes.
    let met = height - beside(&overhead) / cos;
    let speed = (8.0_f64 * 8.0 - 2.0 * PULL * (met - stands)).sqrt();
    // What the ceiling leaves is along it: sin² of the speed upward, and gravity takes it off.
    let rise = speed * sin * sin;
    for rate in RATES {
        let mut character = at(Vector3::y() * stands);
        character.falling = Vector3::y() * 8.0;
        let (character, highest) = fall(&scene, character, Vector3::zeros(), (2.0, rate));
        let expected = met + rise * rise / (2.0 * PULL);
        let off = highest - expected;
        assert!(off.abs() < SKIN + speed / f64::from(rate), "{rate}: {off}");
        let on_ground = character.ground.is_some() && character.falling == Vector3::zeros();
        let off = character.pose.translation.y - stands;
        assert!(on_ground && off.abs() < SKIN, "{rate}: {off}");
    }
}

#[test]
fn what_slides_down_a_steep_wall_lands_at_its_foot() {
    let wall = steep(70.0, 0.0);
    let floor = Object::new(Cuboid::new([9.0, 1.0, 9.0]).unwrap()).at([0.0, -5.0, 0.0]);
    let wall_there = Object::new(HalfSpace::new(wall).unwrap());
    let scene = Scene::of([floor, wall_there]).unwrap();
    for rate in RATES {
        let start = at(wall * beside(&wall));
        let (character, _) = fall(&scene, start, Vector3::zeros(), (2.0, rate));
        let stands = -4.0 + FOOT[0] + FOOT[1] + SKIN;
        let off = character.pose.translation.y - stands;
        assert!(
            character.ground.is_some() && off.abs() < SKIN,
            "{rate}: {off}"
        );
        assert_eq!(character.falling, Vector3::zeros());
    }
}

/// A landing on a slope that can be stood on: straight below where it fell from, and on from there as far as it walks in the time that is
/// left, at any rate.
#[test]
fn what_lands_on_a_slope_is_not_led_down_it() {
    for degrees in [0.0, 10.0, 30.0, 49.0] {
        let normal = steep(degrees, 0.3);
        let scene = half_spaces(&[normal]);
        for rate in [5, 10, 30, 240] {
            for push in [Vector3::zeros(), Vector3::new(0.5, 0.0, -1.0)] {
                for i in 0..8 {
                    let high = Vector3::y() * (3.0 + 0.1 * f64::from(i));
                    let (end, _) = fall(&scene, at(high), push, (2.0, rate));
                    let (found, expected) = (end.pose.translation.vector, push * 2.0);
                    let off = Vector3::new(found.x - expected.x, 0.0, found.z - expected.z);
                    let above = normal.dot(&found) - beside(&normal);
                    assert!(
                        end.ground.is_some() && above.abs() < SKIN && off.norm() < 2.0 * SKIN,
                        "{degrees} {rate} {i}: {found}, {off}"
                    );
                }
            }
        }
    }
}

/// In frames so short that the square of a fall vanishes: what is about to land does.
#[test]
fn what_falls_by_next_to_nothing_lands() {
    let scene = Scene::<f32>::of([Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap())]).unwrap();
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 0.8).unwrap(),
        step_up: 0.35,
        step_down: 0.35,
        gravity: Gravity {
            acceleration: Vector3::y() * -9.8,
            top_speed: 50.0,
        },
    };
    let (capsule, options) = (Capsule::new(0.5, 0.25).unwrap(), SlideOptions::default());
    for time in [1e-3, 1e-8, 1e-12, 1e-16] {
        let mut character = Character::new(Isometry3::translation(0.0, 0.752, 0.0));
        let paces = character.step(&scene, &capsule, Vector3::zeros(), time, &gait, &options);
        assert!(paces.is_ok(), "{time}: {paces:?}");
        assert!(character.ground.is_some(), "{time}");
    }
}

/// Over the edges of a rail, which are slopes to a round foot while it touches them: nobody leaves the ground upward, in long frames as in
/// short ones, nor who comes down on the rail, nor along a wall that leans back.
#[test]
fn nobody_is_thrown_into_the_air_by_an_edge() {
    let (high, size) = (0.075, FOOT[0] + FOOT[1]);
    let rail = Object::new(Cuboid::new([0.05, high, 5.0]).unwrap()).at([2.0, high, 0.0]);
    let floor = Object::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap());
    let wall = steep(82.0, std::f64::consts::FRAC_PI_2);
    let at_foot = Vector3::new(0.0, size, -beside(&wall) / wall.z);
    let wall = Object::new(HalfSpace::new(wall).unwrap())
        .at(Isometry3::translation(0.0, at_foot.y, at_foot.z));
    let open = Scene::of([floor.clone(), rail.clone()]).unwrap();
    let walled = Scene::of([floor, rail, wall]).unwrap();
    let ways = [
        (open, Vector3::x() * 4.0),
        (walled, Vector3::new(4.0, 0.0, -1.0)),
    ];
    let gait = Gait {
        slopes: Slopes::new(Vector3::y(), 70.0_f64.to_radians()).unwrap(),
        step_up: 0.0,
        step_down: 0.1,
        gravity: Gravity {
            acceleration: Vector3::y() * -PULL,
            top_speed: 50.0,
        },
    };
    let options = SlideOptions::default().with_skin(SKIN);
    let capsule = Capsule::new(FOOT[0], FOOT[1]).unwrap();
    let most = size + 2.0 * high + 2.0 * SKIN;
    let mut rises = 0;
    for (rate, (scene, push)) in [4.0, 8.0, 20.0, 60.0]
        .into_iter()
        .flat_map(|r| ways.iter().map(move |way| (r, way)))
    {
        for start in 0..80 {
            for above in [0.01, 0.3] {
                let mut character = at(Vector3::new(0.025 * f64::from(start), size + above, 0.0));
                for _ in 0..(rate as u32) {
                    let before = character.pose.translation.y;
                    (character.step(scene, &capsule, *push, 1.0 / rate, &gait, &options)).unwrap();
                    let after = character.pose.translation.y;
                    rises += usize::from(after > before + SKIN);
                    assert!(
                        character.ground.is_some() || after <= before.max(most),
                        "{rate} {start} {above}: {before} {after}"
                    );
                }
            }
        }
    }
    assert!(rises > 100, "{rises}");
}

/// Up a slope and over its ridge, behind which it is too steep to stand on: who is beyond all floor comes down by as much as a long frame
/// has led up, however much of a way down the steep side takes.
#[test]
fn nobody_is_left_higher_by_what_is_steep_behind_a_ridge() {
    let (options, gait) = (SlideOptions::default().with_skin(SKIN), walker::gait());
    let capsule = Capsule::new(FOOT[0], FOOT[1]).unwrap();
    let cuboid = Cuboid::new([FOOT[1], FOOT[0] + FOOT[1], FOOT[1]]).unwrap();
    let shapes: [&dyn Support; 2] = [&capsule, &cuboid];
    let mut slid = 0;
    for (degrees, shape) in [52.0_f64, 60.0, 75.0]
        .into_iter()
        .flat_map(|d| shapes.map(|s| (d, s)))
    {
        let [left, right] = [40.0, degrees].map(|d| 8.0 / d.to_radians().tan());
        let ridge = [-9.0, 9.0]
            .map(|z| [[-left, -8.0, z], [0.0, 0.0, z], [right, -8.0, z]].map(Point3::from));
        let ridge = Object::new(ConvexHull::new(ridge.concat()).unwrap());
        let scene = Scene::of([ridge]).unwrap();
        for beyond in [0.35, 0.5, 0.7] {
            let mut character = at(Vector3::new(-1.2, 0.4, 0.0));
            let mut step = |way: f64| {
                let way = Vector3::x() * way;
                (character.step(&scene, &shape, way, 1.0, &gait, &options)).unwrap();
                (character.pose.translation.vector, character.ground)
            };
            let (before, stands) = (0..3).map(|_| step(0.0)).last().unwrap();
            assert!(stands.is_some(), "{degrees}: {before}");
            let (after, stands) = step(beyond - before.x);
            if stands.is_none() {
                assert!(
                    after.y < before.y + 2.0 * SKIN,
                    "{degrees} {beyond}: {before} {after}"
                );
                slid += u32::from(after.x > beyond + SKIN);
            }
        }
    }
    assert!(slid > 5, "{slid}");
}

/// Whoever pushes against a slope that is no floor is led up it by `move_and_slide`, and by `fly` falls along it as if not, however time is
/// cut; up a floor both lead.
#[test]
fn who_flies_is_led_up_no_slope_that_is_no_floor() {
    let slopes = Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap();
    let gravity = Gravity {
        acceleration: Vector3::y() * -PULL,
        top_speed: 50.0,
    };
    let options = SlideOptions::default().with_skin(SKIN);
    let capsule = Capsule::new(FOOT[0], FOOT[1]).unwrap();
    for (degrees, rate) in [30.0, 55.0, 70.0, 85.0]
        .into_iter()
        .flat_map(|d| RATES.map(|r| (d, r)))
    {
        let normal = steep(degrees, 0.7);
        let scene = half_spaces(&[normal]);
        // What leads along up does not count as pushed for.
        let push = slopes.level(normal).normalize() * -20.0 + Vector3::y() * 7.0;
        let start = Placed::new(&capsule, Point3::from(normal * beside(&normal))).unwrap();
        let (mut end, mut falling) = (start, Vector3::zeros());
        let time = 1.0 / f64::from(rate);
        for _ in 0..rate / 10 {
            let (fall, after) = gravity.fall(falling, time);
            let flown = fly(&scene, &end, push * time, fall, &slopes, &options).unwrap();
            end = Placed::new(&capsule, flown.position).unwrap();
            falling = plane::solve(after, &flown.planes);
        }
        let fallen = end.position().y - start.position().y;
        let level = slopes.level(push) * (0.1 - time);
        let slid = move_and_slide(&scene, &start, level, &options, slide).unwrap();
        assert!(slid.moved.y > 0.01, "{degrees} {rate}: {}", slid.moved);
        if degrees == 30.0 {
            assert!(fallen > 0.1, "{rate}: {fallen}");
        } else {
            // Down by sin² of what it falls by in the tenth of a time.
            let expected = -0.5 * PULL * 0.01 * degrees.to_radians().sin().powi(2);
            let off = fallen - expected;
            assert!(off.abs() < SKIN, "{degrees} {rate}: {fallen} {expected}");
        }
    }
}

/// Who is to snap to nothing below stands all the same: on a floor, and in a pit of what is too steep.
#[test]
fn who_steps_down_by_nothing_stands_on_what_is_below() {
    let pit = [steep(60.0, 0.0), steep(60.0, 2.0), steep(60.0, 4.2)];
    let capsule = Capsule::new(FOOT[0], FOOT[1]).unwrap();
    for (scene, rate) in [half_spaces(&pit), half_spaces(&[Vector3::y()])]
        .into_iter()
        .flat_map(|s| RATES.map(|r| (s.clone(), r)))
    {
        let mut gait = walker::gait();
        gait.step_down = 0.0;
        let options = SlideOptions::default().with_skin(SKIN);
        let mut character = at(Vector3::y() * 2.0);
        let mut step = |push: f64| {
            let (push, time) = (Vector3::x() * push, 1.0 / f64::from(rate));
            (character.step(&scene, &capsule, push, time, &gait, &options)).unwrap();
            character
        };
        let stands = (0..2 * rate).map(|_| step(0.0)).last().unwrap();
        assert!(stands.ground.is_some(), "{rate}: {stands:?}");
        for _ in 0..10 {
            assert!(step(2.0).ground.is_some(), "{rate}");
        }
    }
}
