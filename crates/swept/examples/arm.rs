//! Can an arm go from one set of joint angles to another, a clearance away from its surroundings and from itself all the way?
//!
//! Joints turn at constant rates, so that the links' points go along curves. Each part of the move is cast as links that go straight and turn
//! evenly between the same two poses, and what may lie between both motions is added to the clearance: a point with the acceleration a, whose
//! place in the cast has the acceleration b, both in parts of the way, is no farther from that than (a + b)/8 (`docs/turning.md`, Limits).
//!
//! `cargo run -p swept --example arm`

use std::error::Error;
use swept::distance;
use swept::prelude::*;

/// The links are capsules along y, each turned by a joint at its lower end: about which axis, how long, how thick. Lengths are metres.
const LINKS: [([f64; 3], f64, f64); 4] = [
    ([0.0, 1.0, 0.0], 0.4, 0.12),
    ([0.0, 0.0, 1.0], 0.7, 0.07),
    ([0.0, 0.0, 1.0], 0.6, 0.06),
    ([0.0, 0.0, 1.0], 0.2, 0.04),
];

/// How far everything is kept apart, at least.
const CLEARANCE: f64 = 0.01;

/// Radians, joint by joint.
type Angles = [f64; LINKS.len()];

/// What comes too near: a link to an object, or to another link.
#[derive(Debug)]
enum Near {
    Object(usize, ObjectId),
    Link(usize, usize),
}

/// The links that do not share a joint. Those that do always touch.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (2..LINKS.len()).flat_map(|i| (0..i - 1).map(move |j| (i, j)))
}

/// The arm at some angles of its joints.
struct Arm(Vec<Placed<f64, Capsule<f64>>>);

impl Arm {
    fn at(angles: &Angles) -> Result<Self, InvalidInput> {
        let mut joint = Isometry3::identity();
        let mut links = Vec::new();
        for ((axis, length, radius), angle) in LINKS.into_iter().zip(angles) {
            joint *= UnitQuaternion::new(Vector3::from(axis) * *angle);
            let middle = joint * Isometry3::translation(0.0, length / 2.0, 0.0);
            links.push(Placed::new(Capsule::new(length / 2.0, radius)?, middle)?);
            joint *= Isometry3::translation(0.0, length, 0.0);
        }
        Ok(Self(links))
    }

    /// What is nearer than the rooms where the arm stands: each link's own, and of two links both together.
    fn near(&self, scene: &Scene<f64>, rooms: &Angles) -> Result<Option<Near>, InvalidInput> {
        for (i, link) in self.0.iter().enumerate() {
            let still = Motion::at_rest(*link)?;
            if let Some(found) = scene.distance(&still, rooms[i], &Query::default()) {
                return Ok(Some(Near::Object(i, found.place.sub_shape.id)));
            }
        }
        for (i, j) in pairs() {
            if distance(&self.0[i], &self.0[j])?.separation() < rooms[i] + rooms[j] {
                return Ok(Some(Near::Link(i, j)));
            }
        }
        Ok(None)
    }

    /// What comes nearer than the rooms first on the way to `next`, and after which part of it. What could not be decided counts.
    fn met(
        &self,
        next: &Self,
        scene: &Scene<f64>,
        rooms: &Angles,
    ) -> Result<Option<(f64, Near)>, InvalidInput> {
        let within = |target_distance| TurningOptions {
            target_distance,
            ..TurningOptions::default()
        };
        let mut first: Option<(f64, Near)> = None;
        let mut found = |at: f64, near: Near| {
            if first.as_ref().is_none_or(|(earlier, _)| at < *earlier) {
                first = Some((at, near));
            }
        };
        let way = |i: usize| {
            let joint = [0.0, -LINKS[i].1 / 2.0, 0.0];
            Turn::between(&self.0[i], &next.0[i], joint)
        };
        for (i, link) in self.0.iter().enumerate() {
            let (displacement, turn) = way(i);
            let motion = TurningMotion::new(Motion::new(*link, displacement)?, turn)?;
            let outcome = scene.cast_turning(&motion, &Query::default(), &within(rooms[i]));
            if let Some(place) = outcome.sub_shape() {
                found(outcome.safe_fraction(), Near::Object(i, place.id));
            }
        }
        for (i, j) in pairs() {
            let [(displacement, moving), (carried, fixed)] = [way(i), way(j)];
            let sweep = Sweep::new(self.0[i], displacement - carried, self.0[j])?;
            let sweep = TurningSweep::new(sweep, Turns { moving, fixed })?;
            let outcome = sweep.cast_with(&within(rooms[i] + rooms[j]));
            if outcome.miss().is_none() {
                found(outcome.safe_fraction(), Near::Link(i, j));
            }
        }
        Ok(first)
    }
}

/// How far a point of each link may be from its place in the cast, when the joints turn by this much.
///
/// The joints up to the link turn by t together, and none is farther from the point than r, so that a ≤ t² r. In the cast the link turns by no
/// more than t, about its own joint, from which the point is no farther than s: b ≤ t² s.
fn margins(by: &Angles) -> Angles {
    let (mut t, mut along) = (0.0, 0.0);
    std::array::from_fn(|i| {
        let (_, length, radius) = LINKS[i];
        t += by[i].abs();
        along += length;
        let (r, s) = (along + radius, length + radius);
        t * t * (r + s) / 8.0
    })
}

/// What comes nearer than the clearance first, if anything does, and after which part of the way.
fn first_met(
    scene: &Scene<f64>,
    [from, to]: [&Angles; 2],
    clearance: f64,
) -> Result<Option<(f64, Near)>, InvalidInput> {
    // Margins go by the square of the angles: in this many parts they are no more than half of the clearance.
    let whole: Angles = std::array::from_fn(|i| to[i] - from[i]);
    let widest = margins(&whole).into_iter().fold(0.0, f64::max);
    let parts = (2.0 * widest / clearance).sqrt().ceil().max(1.0);
    // Each link keeps the clearance around it: between two of them there is twice as much.
    let rooms = margins(&whole.map(|angle| angle / parts)).map(|margin| clearance + margin);

    // A cast tells what comes nearer than it was, and so of what is near from the start nothing. Each part ends no nearer than the next may begin.
    let mut arm = Arm::at(from)?;
    if let Some(near) = arm.near(scene, &rooms)? {
        return Ok(Some((0.0, near)));
    }
    for part in 0..parts as u32 {
        let done = |more: f64| (f64::from(part) + more) / parts;
        let next = Arm::at(&std::array::from_fn(|i| from[i] + whole[i] * done(1.0)))?;
        if let Some((at, near)) = arm.met(&next, scene, &rooms)? {
            return Ok(Some((done(at), near)));
        }
        arm = next;
    }
    Ok(None)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    let ground = scene.insert(Object::new(Cuboid::new([3.0, 0.5, 3.0])?).at([0.0, -0.8, 0.0]))?;
    let post = scene.insert(Object::new(Cuboid::new([0.1, 1.0, 0.1])?).at([1.0, 0.5, 0.0]))?;
    let name = |near: &Near| match *near {
        Near::Object(link, id) if id == ground => format!("link {link} and the ground"),
        Near::Object(link, id) if id == post => format!("link {link} and the post"),
        Near::Object(link, _) => format!("link {link} and something"),
        Near::Link(one, other) => format!("link {one} and link {other}"),
    };

    // From one side of a post to the other: straight, over it, and folded in between; and down to the ground.
    let (left, right) = ([0.7, -1.4, -0.5, 0.0], [-0.7, -1.4, -0.5, 0.0]);
    let (left_up, right_up) = ([0.7, -0.2, -0.3, 0.0], [-0.7, -0.2, -0.3, 0.0]);
    let moves: [(&str, Vec<Angles>); 4] = [
        ("across", vec![left, right]),
        ("over the post", vec![left, left_up, right_up, right]),
        ("folded", vec![left, [0.0, 0.3, -2.9, -1.5], right]),
        ("down", vec![left, [0.7, -2.2, -0.2, 0.0]]),
    ];
    for (what, stations) in moves {
        let mut answer = "free".to_string();
        for (number, way) in stations.windows(2).enumerate() {
            if let Some((at, near)) = first_met(&scene, [&way[0], &way[1]], CLEARANCE)? {
                answer = format!("{} at {at:.4} of way {}", name(&near), number + 1);
                break;
            }
        }
        println!("{what}: {answer}");
    }
    Ok(())
}
