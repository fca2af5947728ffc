//! Two bodies that both spin: what keeps them apart at any two angles.
//!
//! After many turns of both, any angle of the one may come with any angle of the other. One axis that holds at all of them
//! (`whole_turns.rs`) there is only where what the bodies sweep over does not meet; yet a blade goes through the ring of another a
//! million times without ever being met. So the pairs of angles, a square of a turn by a turn, are cut into cells, each a part of a
//! turn of either body, and each cell has an axis of its own.
//!
//! **In a cell**, along an n that stands, the moving body comes no farther than r_moving(−n), the most that it reaches at an angle of
//! the cell, and in the same way the fixed one: the crest of a wave between the ends of an arc, as for the reach of a full turn
//! (`full_turn.rs`). Only the way C between the centres is left to change:
//!
//! ```text
//! φ(s) ≥ −(n·C(s) + r_moving(−n) + r_fixed(n) + radii·|n|)        as long as the angles are in the cell
//! ```
//!
//! It is linear in s, and least at an end of the way. If it is positive for every cell, then nothing is met on that way, whatever the
//! angles are: neither the rates nor the number of turns enter. The number of cells does not either: where the least separation at
//! any two angles is g, the arcs are some √(g/ρ) long where the bodies are near each other, and longer elsewhere.
//!
//! A cell whose axis, that of the distance in its middle, does not serve is halved along the angle that loses more by being an arc. Cells
//! are taken in the order in which they came to be: one in which the bodies meet ends it before others are cut small. Then half of
//! the way is tried, and so on.
//!
//! **One of them may turn slowly**, where the other one spins: it counts at all angles, those included that it never comes to. Where
//! they meet at such, nothing is shown.

use super::advance::Search;
use super::certificate::{AllAngles, Cell};
use super::full_turn::Part;
use super::motion::{Body, Motion, Pose, map};
use super::step::{Leap, Start, Way, later, lowered, over};
use crate::Observer;
use crate::gjk::distance_until;
use crate::obstacle::{Obstacle, Open};
use crate::simplex::Simplex;
use crate::solve::against;
use crate::tolerance::{
    CELLS_PER_STEP, ENOUGH, KEEP, LOOSE, MOST_HALVINGS, NEARLY_FAR, STEPS_PER_TURN, WAYS,
};
use crate::wide::Wide;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::Vector3;
use swept_support::{Support, largest, sqrt};

/// Cells with their axes, in the order of a certificate's; the least φ of any per unit of its axis, and that axis.
struct Cells {
    cells: Vec<Cell>,
    least: (f64, Vector3<f64>),
}

/// Support evaluations of both bodies in a cell, more or less: those of an arc's ends and of some in between.
const EVALUATIONS: u32 = 8;

/// How the search for cells ended.
enum Found {
    Apart(Cells),
    /// They may meet in the middle of this cell.
    Met([Part; 2]),
    /// It took more cells than it was to.
    Many,
}

impl<A: Support, B: Support, O: Observer> Search<'_, '_, A, B, O> {
    /// A step for as long as the bodies are apart at any two angles: as much of the rest as that can be shown for.
    #[cold]
    pub(super) fn at_all_angles(&mut self, way: &mut Way, start: &Start) -> Option<Leap> {
        let (motion, pose, rest, floor) = (self.motion, start.pose, start.rest, start.floor);
        let turn = core::f64::consts::TAU / motion.fastest();
        let stands = largest(&motion.displacement) == 0.0;
        let most = (self.steps + CELLS_PER_STEP * self.steps).min(self.max_steps);
        let (mut h, before) = (rest, self.steps);
        let (to, found) = loop {
            let to = later(pose.at, h, rest);
            // Where they met last, before all other cells.
            let first = self.critical.unwrap_or([Part::WHOLE; 2]);
            let mut cover = Cover::new(motion, pose, to, floor);
            let found = match cover.look(first) {
                Look::Met => Found::Met(first),
                _ => cover.all(most.saturating_sub(self.steps)),
            };
            self.steps += cover.steps;
            self.evaluations += cover.evaluations;
            match found {
                Found::Met(cell) if !stands && h > turn => {
                    self.critical = Some(cell);
                    h *= 0.5;
                }
                Found::Met(_) if stands => {
                    self.paired = u32::MAX;
                    return None;
                }
                found => break (to, found),
            }
        };
        let Found::Apart(Cells { cells, least }) = found else {
            self.paired = 2 * self.steps;
            return None;
        };
        // What takes more steps than others would is tried as seldom as what fails.
        let worth = f64::from(self.steps - before) <= STEPS_PER_TURN * (h / turn);
        self.paired = if worth { 0 } else { 2 * self.steps };
        let to = motion.pose(to);
        let room = over(least.0 - floor, 0.0, floor);
        self.note_all(least.1, pose, &to, room, cells);
        way.turning = Vector3::zeros();
        Some(Leap { to, room: None })
    }

    /// Writes down that the bodies are at least `least` apart at any two angles, along the unit vectors of these cells.
    fn note_all(
        &mut self,
        axis: Vector3<f64>,
        from: &Pose,
        to: &Pose,
        least: f64,
        cells: Vec<Cell>,
    ) {
        let room = lowered(least);
        self.keep_least(room, || axis);
        if self.pieces.is_some() {
            self.all_angles.push(AllAngles {
                from: [from.at.value(), from.at.rest()],
                to: [to.at.value(), to.at.rest()],
                room,
                cells,
            });
        }
    }
}

/// The search for cells that keep φ above a floor from a pose to a fraction.
struct Cover<'m, 'a, A, B> {
    motion: &'m Motion<'a, A, B>,
    middle: Wide,
    centres: [Vector3<f64>; 2],
    floor: f64,
    simplex: Option<Simplex>,
    steps: u32,
    evaluations: u32,
}

/// What is seen of a cell from its middle.
enum Look {
    /// φ along this axis.
    Apart(f64, Vector3<f64>),
    /// It is to be halved: by the moving shape's angle?
    Halve(bool),
    /// The middle itself has too little room, and so has any cell about it.
    Met,
}

impl<'m, 'a, A: Support, B: Support> Cover<'m, 'a, A, B> {
    fn new(motion: &'m Motion<'a, A, B>, from: &Pose, to: Wide, floor: f64) -> Self {
        Self {
            motion,
            middle: from.at + Wide::from(0.5 * (to - from.at).value()),
            centres: [from.centres, motion.centres(to)],
            floor,
            simplex: None,
            steps: 0,
            evaluations: 0,
        }
    }

    /// All cells, unless they come to more than `most`.
    fn all(&mut self, most: u32) -> Found {
        let mut parts = vec![[Part::WHOLE; 2]];
        let mut cells = Vec::new();
        let mut least = (f64::INFINITY, Vector3::y());
        while let Some(&cell) = parts.get(cells.len()) {
            if self.steps >= most {
                return Found::Many;
            }
            let [moving, fixed] = cell;
            let cut = match self.look(cell) {
                Look::Apart(room, n) => {
                    if room < least.0 {
                        least = (room, n);
                    }
                    Cell::Apart(n)
                }
                Look::Halve(true) if moving.halvings < MOST_HALVINGS => {
                    parts.extend(moving.halves().map(|part| [part, fixed]));
                    Cell::ByMoving
                }
                Look::Halve(false) if fixed.halvings < MOST_HALVINGS => {
                    parts.extend(fixed.halves().map(|part| [moving, part]));
                    Cell::ByFixed
                }
                Look::Halve(_) | Look::Met => return Found::Met(cell),
            };
            cells.push(cut);
        }
        Found::Apart(Cells { cells, least })
    }

    fn look(&mut self, cell: [Part; 2]) -> Look {
        self.steps += 1;
        let angles = cell.map(|part| part.angle(1, 2));
        let pose = self.motion.turned_by(self.middle, angles);
        let Some((n, separation)) = self.between(&pose) else {
            return Look::Met;
        };
        let (room, [by_moving, by_fixed]) = self.in_cell(&n, cell, &pose);
        let (above, enough) = (room - self.floor, KEEP * (separation - self.floor));
        if above > enough {
            Look::Apart(room, n)
        } else if above + by_moving + by_fixed > enough {
            Look::Halve(by_moving >= by_fixed)
        } else {
            Look::Met
        }
    }

    /// The unit normal at a pose, and the separation, if it is more than nothing.
    fn between(&mut self, pose: &Pose) -> Option<(Vector3<f64>, f64)> {
        let problem = self.motion.standing(pose)?;
        let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::NOWHERE);
        let mut simplex = match self.simplex.take() {
            Some(mut simplex) => {
                simplex.replace(|v| obstacle.again(v));
                simplex
            }
            None if largest(&pose.offset) > 0.0 => {
                let n = problem
                    .fixed_rotation
                    .apply_transposed(&against(&pose.offset));
                Simplex::new(obstacle.support(&n))
            }
            None => Simplex::new(obstacle.support(&Vector3::y())),
        };
        let close = |lower: f64, upper: f64| upper - lower <= LOOSE * upper;
        let found = distance_until(&mut obstacle, &mut simplex, &Vector3::zeros(), close);
        self.evaluations += obstacle.evaluations;
        let separation = found.upper - obstacle.radius;
        let plane = found
            .plane
            .filter(|plane| plane.lower > 0.0 && separation > 0.0)?;
        let n = obstacle.to_world(&plane.normal);
        self.simplex = Some(simplex).filter(|simplex| simplex.vertices().len() < 4);
        Some((n / sqrt(n.norm_squared()), separation))
    }

    /// A lower bound on φ along a unit vector in a cell on all of the way, and how much of it
    /// either body loses by not standing in the cell's middle, as it does at the pose.
    fn in_cell(&mut self, n: &Vector3<f64>, cell: [Part; 2], pose: &Pose) -> (f64, [f64; 2]) {
        let (motion, centres) = (self.motion, &self.centres);
        let (m, f, against) = (&motion.moving, &motion.fixed, -n);
        self.evaluations += EVALUATIONS;
        let moving = m.in_part(&against, cell[0]);
        let fixed = f.in_part(n, cell[1]);
        let losses = [
            moving - m.reach(&against, &pose.moving),
            fixed - f.reach(n, &pose.fixed),
        ];
        let way = centres.each_ref().map(|c| n.dot(c));
        let far = centres.each_ref().map(|c| sqrt(c.norm_squared()));
        // As for other bounds at any angle: what whoever looks again may find less.
        let open = 2.0 * NEARLY_FAR * (far[0].max(far[1]) + motion.size) + WAYS * motion.ways(1.0);
        let outer = way[0].max(way[1]) + moving + fixed + motion.radius + open;
        (-outer, losses)
    }
}

impl<A: Support, B: Support> Motion<'_, A, B> {
    /// Whether both bodies turn, at whatever rate, and have bounds.
    pub(super) fn both_turn(&self) -> bool {
        let bounded = self.fixed.shape.unbounded_normal().is_none();
        bounded && self.moving.turns && self.fixed.turns
    }

    /// Where they would stand at a fraction, both having turned by these angles.
    pub(super) fn turned_by(&self, t: Wide, angles: [Wide; 2]) -> Pose {
        let [moving, fixed] = angles;
        self.posed(
            t,
            self.moving.turned_by(moving),
            self.fixed.turned_by(fixed),
        )
    }
}

impl<S: Support> Body<'_, S> {
    /// How far its core comes along n from its centre at the angles of a part of a turn.
    fn in_part(&self, n: &Vector3<f64>, part: Part) -> f64 {
        let rotation = map(&self.rotation);
        self.spin
            .part_of_turn((self.shape, &self.centre), &rotation, n, part)
    }
}
