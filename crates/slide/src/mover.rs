//! Moves a shape as far as it goes, sliding along what it meets.
//!
//! # The loop
//! The way that is left is clipped by the planes met so far ([`plane`](crate::plane)), and the shape is cast along what remains. What
//! is met first gives a fraction that is proven safe and a plane that separates. The mover goes as far as keeps it a **skin** away
//! from that plane, the plane joins the others, and the rest of the way is clipped anew, from the displacement that was asked for: so
//! the order in which planes are met does not matter, and no motion is ever against it.
//!
//! # Invariant
//! Casts keep a margin m, half of the skin ([`contact`] says why). Where the mover starts at least m apart from everything, it is at least
//! m less a few units in the last place apart from everything all along. Where it starts nearer, it comes no nearer, but for a sixteenth
//! where there is no room for more (see `stand_off.rs`).
//!
//! # Why it ends
//! Every round is one cast, and their number is limited. A round that moves nothing and learns no new plane asks for the
//! distances of all that is near, once; the next such round ends the move. Whether a mover is really blocked is looked into twice at most
//! before it moves again, which takes a cast. A mover that is worn against a plane is lifted back from it, which is a change as well.
//! Between planes that leave hardly more than a skin and a half of room, each lift wears it against the next plane, around and around: so
//! in one place it is lifted [`MOST_LIFTS`] times at most, and then goes on from where it is.

mod contact;
mod corridor;
mod look;
mod made;
mod near;
mod skin;
mod stand_off;

use crate::air::AirPush;
use crate::lean::Lean;
use crate::plane::{Plane, clip};
use crate::tolerance::{AHEAD, LEEWAY, MARGIN, MOST_LIFTS, STILL, WIDTH};
use crate::{Response, SlideHit, SlideOptions, SlideReport, Stop};
use contact::Contact;
use corridor::Corridor;
use look::without;
use made::Made;
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use skin::Room;
pub(crate) use skin::{enough, skin, skin_at};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use swept_cast::{CastOptions, InvalidSweep, StartOverlap};
use swept_scene::{Motion, ObjectId, Query, Scene, SceneHit, SceneOutcome};
use swept_support::{Placed, Real, Support};

/// Moves `mover` through the scene by `displacement` (world space), as far as it goes, sliding along what it meets. A dry
/// run: nothing changes but what `on_hit` changes. `on_hit` is shown every contact and says what to make of it;
/// [`slide`](crate::slide) slides along everything.
///
/// A mover that overlaps something at the start may leave it or slide along it, and may not go deeper than casts tell that it is (in `f64`
/// they tell a depth to 2⁻³⁶ of the lengths that enter at worst);
/// [`depenetrate`](crate::depenetrate()) frees it first. The same input gives the same bits.
///
/// # Errors
/// [`InvalidSweep`] when the displacement has a component that is not finite or is beyond the scalar's range of lengths, when
/// the mover leaves that range, and when its shape is without bound.
///
/// # Examples
/// ```
/// use nalgebra::Vector3;
/// use swept_scene::{Object, Scene};
/// use swept_slide::{SlideOptions, Stop, move_and_slide, slide};
/// use swept_support::{Capsule, Cuboid, Placed};
///
/// let floor = Object::new(Cuboid::new([50.0, 1.0, 50.0])?).at([0.0, -1.0, 0.0]);
/// let scene = Scene::of([floor])?;
/// let walker = Placed::new(Capsule::new(0.6, 0.3)?, [0.0, 0.91, 0.0])?;
/// let report = move_and_slide(&scene, &walker, [2.0, -1.0, 0.0], &SlideOptions::default(), slide)?;
/// assert_eq!(report.stop, Stop::Arrived);
/// assert!((report.moved.x - 2.0_f64).abs() < 1e-12 && report.position.y > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_and_slide<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    displacement: impl Into<Vector3<T>>,
    options: &SlideOptions<'_, T>,
    mut on_hit: impl FnMut(&SlideHit<T>) -> Response<T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    #[cfg(debug_assertions)]
    let mover = &mover.as_dyn();
    let displacement = displacement.into();
    slide_from(
        scene,
        mover.shape(),
        &mover.pose(),
        displacement,
        options,
        &mut on_hit,
    )
}

/// [`move_and_slide`] of a shape at a pose. Everything here casts a reference to the caller's shape, so that casts are
/// compiled once for each.
pub(crate) fn slide_from<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    displacement: Vector3<T>,
    options: &SlideOptions<'_, T>,
    on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    slide_on(
        scene,
        shape,
        pose,
        displacement,
        Course::Plain,
        options,
        on_hit,
    )
}

/// The same of a way that is clipped otherwise.
pub(crate) fn slide_on<T: Real, S: Support>(
    scene: &Scene<T>,
    shape: &S,
    pose: &Isometry3<T>,
    displacement: Vector3<T>,
    course: Course<'_>,
    options: &SlideOptions<'_, T>,
    on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
) -> Result<SlideReport<T>, InvalidSweep> {
    let motion = Motion::new(placed(shape, pose)?, displacement)?;
    // The report is filled in where the caller gets it: it is large, and copying it would cost time.
    let mut result = Ok(SlideReport::at(&pose.translation.vector));
    if let Ok(report) = &mut result {
        let mut slide = Sliding::new(scene, motion, displacement, options, report);
        slide.course = course;
        let stop = slide.run(on_hit)?;
        slide.conclude(stop);
    }
    result
}

/// What a mover goes along, and so how planes clip its way.
#[derive(Clone, Copy)]
pub(crate) enum Course<'a> {
    /// Nothing: the nearest way.
    Plain,
    /// A floor that leans, as on the level.
    Floor(&'a Lean),
    /// The air, where pushing is no climbing.
    Air(&'a AirPush),
    /// With a platform that has moved already: it is in nobody's way until something else turns the motion.
    Carried(ObjectId),
}

/// The rotation that is expected, in errors.
const ROTATION: &str = "a rotation (expected a finite quaternion that is not zero)";

/// A shape at a pose that has come about by moving.
pub(crate) fn placed<'s, T: Real, S: Support>(
    shape: &'s S,
    pose: &Isometry3<T>,
) -> Result<Placed<T, &'s S>, InvalidSweep> {
    Placed::new(shape, *pose).map_err(|e| {
        let (field, expected) = match &*e.field {
            "position[0]" => ("mover.position[0]", T::COORDINATE),
            "position[1]" => ("mover.position[1]", T::COORDINATE),
            "position[2]" => ("mover.position[2]", T::COORDINATE),
            _ => ("mover.rotation", ROTATION),
        };
        InvalidSweep {
            field,
            value: e.value,
            expected,
        }
    })
}

/// A move under way.
pub(crate) struct Sliding<'a, T: Real, S> {
    scene: &'a Scene<T>,
    /// The motion that was cast last, from where the mover was then.
    motion: Motion<T, &'a S>,
    start: Vector3<T>,
    position: Vector3<T>,
    query: Query<'a, T>,
    max_casts: u32,
    skin: f64,
    /// The target distance of casts: a part of the skin.
    margin: f64,
    displacement: Vector3<f64>,
    /// How far casts go at most: infinite but for ways that lead far out of the scene.
    reach: f64,
    /// The part of the displacement that is still to be made.
    rest: f64,
    planes: SmallVec<[Plane; 8]>,
    course: Course<'a>,
    /// What the visitor made of contacts.
    made: Vec<Made>,
    ignored: SmallVec<[ObjectId; 4]>,
    /// Hits and casts are kept here from the start, the rest once the move is over.
    report: &'a mut SlideReport<T>,
    /// What the last cast met, besides its first hit, on the first part of its way.
    company: SmallVec<[SceneHit<T>; 4]>,
    /// Whether the mover was within the margin of something that the last cast did not meet.
    passes_within: bool,
    /// Whether it has been moved out of the margin of what it was within.
    stood_off: bool,
    /// The planes that the mover goes along where it is too near to something for casts to keep a distance.
    corridor: Option<Box<Corridor>>,
    /// Whether the planes near the place where the mover stands have been asked for.
    gathered: bool,
    /// Where the mover was when it was last looked into what blocks it, or began.
    looked_from: Vector3<T>,
    /// How often it has been lifted back from a plane since it went farther than a skin.
    lifts: u32,
    /// Whether each step goes half of the way that is safe, with nothing looked for beyond the end of the motion.
    cautious: bool,
}

impl<'a, T: Real, S: Support> Sliding<'a, T, S> {
    #[inline(always)]
    fn new(
        scene: &'a Scene<T>,
        motion: Motion<T, &'a S>,
        displacement: Vector3<T>,
        options: &SlideOptions<'a, T>,
        report: &'a mut SlideReport<T>,
    ) -> Self {
        let displacement = displacement.map(Real::to_f64);
        let start = report.position.coords;
        let Room { skin, reach } = Room::of(scene, &motion, &displacement, options);
        let cast = CastOptions {
            target_distance: T::nearest(MARGIN * skin),
            tolerance: T::nearest(WIDTH * skin),
            start_overlap: StartOverlap::IgnoreIfReceding,
            chord: false,
            ..options.query.cast
        };
        Self {
            scene,
            motion,
            start,
            position: start,
            query: options.query.with_cast(cast),
            max_casts: options.max_casts,
            skin,
            margin: MARGIN * skin,
            displacement,
            reach,
            rest: 1.0,
            planes: SmallVec::new(),
            course: Course::Plain,
            made: Vec::new(),
            ignored: SmallVec::new(),
            report,
            company: SmallVec::new(),
            passes_within: false,
            stood_off: false,
            corridor: None,
            gathered: false,
            looked_from: start,
            lifts: 0,
            cautious: false,
        }
    }

    fn run(
        &mut self,
        on_hit: &mut dyn FnMut(&SlideHit<T>) -> Response<T>,
    ) -> Result<Stop, InvalidSweep> {
        let length = self.displacement.norm();
        let still = STILL * length;
        if still == 0.0 {
            return Ok(Stop::Arrived);
        }
        loop {
            let motion = self.left_of(self.rest);
            if motion.norm() <= still {
                if self.rest * length <= still {
                    return Ok(Stop::Arrived);
                }
                if self.is_really_blocked(still)? {
                    return Ok(Stop::Blocked);
                }
                continue;
            }
            if self.report.casts >= self.max_casts {
                return Ok(Stop::Casts);
            }
            let ahead = self.ahead(&motion);
            let outcome = self.cast(&(motion * ahead), length * self.rest * ahead)?;
            let contact = match self.met(&outcome, &motion, ahead) {
                ControlFlow::Continue(contact) => contact,
                ControlFlow::Break(stop) => return Ok(stop),
            };
            let before = self.position;
            if let Some(stop) = self.meet(&motion, &contact, on_hit)? {
                return Ok(stop);
            }
            if self.position == before
                && let Some(stop) = self.meet_others(&(motion * ahead), on_hit)?
            {
                return Ok(stop);
            }
        }
    }

    /// How far the cast along a motion looks, in lengths of that: no farther than a cast can go, nor than there is something.
    #[inline(always)]
    fn ahead(&self, motion: &Vector3<f64>) -> f64 {
        let length = motion.norm();
        let beyond = if self.cautious {
            0.0
        } else {
            AHEAD * self.skin
        };
        let most = (T::MAX_LENGTH / motion.amax()).max(1.0);
        (1.0 + beyond / length).min(most).min(self.reach / length)
    }

    /// The contact that a cast along the motion and so far `ahead` has met. Where it has met none, the mover goes as far as is safe,
    /// and the move ends.
    #[inline(always)]
    fn met(
        &mut self,
        outcome: &SceneOutcome<T>,
        motion: &Vector3<f64>,
        ahead: f64,
    ) -> ControlFlow<Stop, Contact<T>> {
        let safe = match outcome {
            SceneOutcome::Hit(hit) => {
                return ControlFlow::Continue(Contact {
                    place: hit.place,
                    separating: hit.hit.normal,
                    point: hit.hit.point_fixed,
                    fraction: hit.hit.fraction.to_f64() * ahead,
                    depth: None,
                });
            }
            SceneOutcome::Overlap(overlap) => {
                return ControlFlow::Continue(Contact {
                    place: overlap.place,
                    separating: overlap.overlap.normal,
                    point: overlap.overlap.point_fixed,
                    fraction: f64::NEG_INFINITY,
                    depth: Some(overlap.overlap.depth.to_f64()),
                });
            }
            SceneOutcome::Miss if ahead < 1.0 && self.leaves_all(motion) => 1.0,
            SceneOutcome::Miss => ahead,
            SceneOutcome::Unresolved(open) => open.safe_fraction.to_f64() * ahead,
        };
        self.advance(motion, safe.min(1.0));
        ControlFlow::Break(if safe >= 1.0 {
            Stop::Arrived
        } else {
            Stop::Unresolved
        })
    }

    /// Whether a motion that has met nothing as far as casts go has everything behind it: what ends, and the half-spaces that it leaves. The
    /// sine by which it leaves them is far more than the 2⁻²³ of the way that rounding of the position takes at its end.
    #[cold]
    fn leaves_all(&self, motion: &Vector3<f64>) -> bool {
        let leaves = LEEWAY * motion.norm();
        without(&self.ignored, &self.query, |query| {
            let mut normals = self.scene.unbounded_normals(query);
            normals.all(|n| n.dot(motion) > leaves * n.norm())
        })
    }

    /// What the planes leave of a part of the displacement.
    fn left_of(&self, part: f64) -> Vector3<f64> {
        let motion = self.displacement * part;
        match self.course {
            Course::Plain | Course::Carried(_) => clip(&motion, &self.planes),
            Course::Floor(lean) => lean.clip(&motion, &self.planes),
            Course::Air(push) => push.clip(&motion, part, &self.planes),
        }
    }

    /// Goes `fraction` of the motion. Planes that it leaves behind are forgotten.
    fn advance(&mut self, motion: &Vector3<f64>, fraction: f64) {
        if fraction <= 0.0 {
            return;
        }
        self.shift(&(motion * fraction));
        self.rest *= (1.0 - fraction).max(0.0);
        self.gathered = false;
        if motion.norm() * fraction > self.skin {
            self.lifts = 0;
        }
        if fraction < 1.0 {
            let leaves = LEEWAY * motion.norm();
            let made = &self.made;
            self.planes.retain(|p| {
                let is_left = |n: &Vector3<f64>| n.dot(motion) > leaves;
                !is_left(&p.normal) || made::holds(made, &p.normal, is_left)
            });
        }
    }

    fn shift(&mut self, by: &Vector3<f64>) {
        let position = self.position.map(Real::to_f64) + by;
        self.position = position.map(T::nearest);
    }

    /// Moves away from a plane by `way`, or as far as goes. Whether it did: in one place it does so a few times only.
    fn lift(&mut self, normal: &Vector3<f64>, way: f64) -> Result<bool, InvalidSweep> {
        if self.lifts >= MOST_LIFTS {
            return Ok(false);
        }
        self.lifts += 1;
        let motion = normal * way;
        let safe = self.cast(&motion, motion.norm())?.safe_fraction();
        Ok(self.lift_part(&motion, safe.to_f64()))
    }

    /// Moves away by a way of which so much is safe. Whether it did.
    fn lift_part(&mut self, motion: &Vector3<f64>, safe: f64) -> bool {
        let before = self.position;
        // Only half of a way that is not free, so that the mover keeps away from what is on the other side.
        self.shift(&(motion * if safe < 1.0 { 0.5 * safe } else { 1.0 }));
        self.position != before
    }

    /// What came of the move.
    fn conclude(&mut self, stop: Stop) {
        let nearest = |v: Vector3<f64>| v.map(T::nearest);
        let moved = self.position.map(Real::to_f64) - self.start.map(Real::to_f64);
        let clipped = nearest(self.left_of(1.0));
        let report = &mut *self.report;
        report.position = Point3::from(self.position);
        report.skin = T::nearest(self.skin);
        report.moved = nearest(moved);
        if stop != Stop::Arrived {
            report.left = nearest(self.displacement * self.rest);
        }
        report.clipped = clipped;
        let normals = self.planes.iter().map(|p| nearest(p.normal));
        report.planes.extend(normals.map(Unit::new_unchecked));
        report.stop = stop;
    }
}
