//! The parts put together, in the usual way.

use crate::exits::wide;
use crate::kit::checks;
use crate::kit::fly::fly_from;
use crate::kit::footing::{footing_at, footing_or_hold};
use crate::kit::platform::{ride_from, way_upright};
use crate::kit::step::step_up_at;
use crate::kit::{Footing, Gravity, Slopes, Surface};
use crate::lean::Lean;
use crate::mover::{Course, placed, skin_at, slide_from, slide_on};
use crate::tolerance::{MOST_DESCENTS, ROUNDED, STILL};
use crate::{Response, SlideHit, SlideOptions, SlideReport, Stop};
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use swept_cast::InvalidSweep;
use swept_scene::{ObjectId, Scene};
use swept_support::{Real, Support, largest};

/// How a character moves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Gait<T: Real> {
    /// Up, and what is floor.
    pub slopes: Slopes<T>,
    /// The highest step that is climbed, 0 for none: a length, above the feet (see [`step_up`](super::step_up)), which hang a skin above the floor. A
    /// round foot walks up an edge that it meets at a floor's angle besides.
    pub step_up: T,
    /// How far the floor may drop below the feet before the character falls: a length. Down a stair, or over the top of a ramp, it comes down
    /// with a floor that is no farther below.
    ///
    /// What is less than the skin counts as the skin, since the feet hang as far as that above the floor. Beside a wall that leans back
    /// there may be no way straight down: then it is looked for aside as well, by half of this at most, in one step of time however short.
    pub step_down: T,
    /// How it falls.
    pub gravity: Gravity<T>,
}

/// What a character stands on: a floor, or a pit of what is too steep, from which no way leads down.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Ground<T: Real> {
    /// The object.
    pub object: ObjectId,
    /// Its pose when it was last stood on.
    pub pose: Isometry3<T>,
    /// The floor's normal, in world space: up in such a pit.
    pub normal: Unit<Vector3<T>>,
    /// The point that is stood on, in world space.
    pub point: Point3<T>,
    /// What of the ways on the object, its own and the character's, is lost in the rounding of the character's position, in world space:
    /// it is made up for when the object moves on, or the character does.
    #[cfg_attr(feature = "serde", serde(default = "Vector3::zeros"))]
    pub owed: Vector3<T>,
}

/// What a step of a character came to.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Paces<T: Real> {
    /// The move on the level or through the air; where it lands, through the air and then on the level. Where it climbs a step on which a
    /// slope begins, up to the step and then up the slope.
    pub walk: SlideReport<T>,
    /// Whether a step was climbed: it stands higher on it than it stood. What is passed over in one frame does not count.
    pub climbed: bool,
    /// What of the way of its platform it could not follow, in world space: 0 where nothing held it back. Between a lift and a
    /// ceiling this is up, and as much as the lift has come into it: where that is more than half of its height, it is crushed, though it
    /// overlap nothing inside a hollow lift.
    pub held_back: Vector3<T>,
}

/// Where a character is, and how fast it falls: its whole state, for whoever saves and restores it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Character<T: Real> {
    /// Its pose in world space: the place of its shape's origin, and how the shape is turned.
    pub pose: Isometry3<T>,
    /// The velocity of its fall, jump or slide down what is too steep, in world space: a length per time, 0 on the ground. It has a
    /// part across up where a wall or a ceiling has turned it. The velocity that it is to move with comes on top of it.
    pub falling: Vector3<T>,
    /// What it stands on.
    pub ground: Option<Ground<T>>,
}

impl<T: Real> Character<T> {
    /// A character in the air at `pose`, at rest.
    pub fn new(pose: impl Into<Isometry3<T>>) -> Self {
        Self {
            pose: pose.into(),
            falling: Vector3::zeros(),
            ground: None,
        }
    }

    /// Moves for `time` with this velocity (world space, a length per time; its part along up does not count): carried by what it
    /// stands on, up and down steps, or through the air. Where it climbs a step it may go toward it by as much as the skin, or by
    /// some skins along a wall beside it, though `time` be less than that takes.
    ///
    /// It does not turn with what it stands on: what tilts below it lifts it. What of a platform stands out of the floor that is
    /// stood on, or moves into it by itself, may come to overlap it: [`depenetrate`](crate::depenetrate()) frees it.
    ///
    /// What is hollow, a mesh of triangles, overlaps nothing that is inside. Where such a thing comes farther into the character in one
    /// frame than half of it, the character ends in there, and `depenetrate` calls it free: it sees where things are, and not where they
    /// were. Of what is stood on [`Paces::held_back`] tells that; for anything else, move what moves by itself in parts that are shorter
    /// than half of the character, with a step and `depenetrate` after each.
    ///
    /// # Errors
    /// [`InvalidSweep`] names what is no number or below 0 where that means nothing: `velocity[0]`, `time`, `gait.step_up`,
    /// `gait.gravity.acceleration[1]`, `falling[2]` and so on. All else is as for [`move_and_slide`](crate::move_and_slide): `displacement` is
    /// named where numbers, or what it stands on, make a way that is none. On an error nothing changes.
    pub fn step<S: Support>(
        &mut self,
        scene: &Scene<T>,
        shape: &S,
        velocity: impl Into<Vector3<T>>,
        time: T,
        gait: &Gait<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<Paces<T>, InvalidSweep> {
        #[cfg(debug_assertions)]
        let shape: &&dyn Support = &(shape as _);
        let velocity = velocity.into();
        checks::step(self, &velocity, time, gait)?;
        let skin = skin_at(scene, shape, &self.pose, options)?;
        let gait = &Gait {
            step_down: gait.step_down.max(skin),
            ..*gait
        };
        // On a copy: a step that is refused after the ride must not have been carried, or the next one would be carried again.
        let mut stepped = *self;
        let held_back = stepped.ride(scene, shape, gait, options)?;
        let level = gait.slopes.level(velocity) * time;
        let (walk, climbed) = match stepped.ground {
            Some(ground) => stepped.walk(scene, shape, &level, &ground, gait, options)?,
            None => stepped.fly(scene, shape, &level, time, gait, options)?,
        };
        *self = stepped;
        Ok(Paces {
            walk,
            climbed,
            held_back,
        })
    }

    /// Leaves the ground with this speed along up: a length per time. One that is no number is refused by the next step, as `falling`.
    pub fn jump(&mut self, speed: T, gait: &Gait<T>) {
        self.falling = *gait.slopes.up * speed;
        self.ground = None;
    }

    /// Goes with the platform. What of its way could not be followed.
    fn ride<S: Support>(
        &mut self,
        scene: &Scene<T>,
        shape: &S,
        gait: &Gait<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<Vector3<T>, InvalidSweep> {
        let Some(ground) = self.ground else {
            return Ok(Vector3::zeros());
        };
        let Some(platform) = scene.get(ground.object) else {
            self.ground = None;
            return Ok(Vector3::zeros());
        };
        let mover = placed(shape, &self.pose)?;
        let way = way_upright(
            &ground.pose,
            &platform.pose,
            &mover,
            &ground.point,
            &ground.normal,
            &gait.slopes,
        );
        if way == Vector3::zeros() {
            return Ok(Vector3::zeros());
        }
        let way = way + ground.owed.map(Real::to_f64);
        let mut is_free = true;
        let mut respond = |hit: &SlideHit<T>| {
            is_free = false;
            gait.slopes.respond(hit)
        };
        let pose = self.pose;
        let narrow = way.map(T::nearest);
        let report = ride_from(
            scene,
            shape,
            &pose,
            ground.object,
            narrow,
            options,
            &mut respond,
        )?;
        self.pose.translation = report.position.into();
        let missing = (way - report.moved.map(Real::to_f64)).map(T::nearest);
        // Where nothing was met but the platform, the two differ by rounding.
        let is_free = is_free && report.stop == Stop::Arrived;
        let [owed, held_back] = if is_free {
            [missing, Vector3::zeros()]
        } else {
            [Vector3::zeros(), missing]
        };
        self.ground = Some(Ground { owed, ..ground });
        Ok(held_back)
    }

    /// On the ground: the walk, and whether a step was climbed.
    fn walk<S: Support>(
        &mut self,
        scene: &Scene<T>,
        shape: &S,
        level: &Vector3<T>,
        ground: &Ground<T>,
        gait: &Gait<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<(SlideReport<T>, bool), InvalidSweep> {
        let slopes = &gait.slopes;
        let start = self.pose.translation.vector;
        let level = &self.owing(level, slopes);
        let walk = self.walk_on(scene, shape, level, ground, slopes, options)?;
        self.owe(level, &walk.moved, slopes);
        let is_wall = |hit: &SlideHit<T>| slopes.surface(&hit.normal) == Surface::Wall;
        let mut climbed = None;
        if gait.step_up > T::zero() && walk.hits.iter().any(is_wall) {
            let from = (&self.pose, Some(ground));
            let way = (level, Some(&walk));
            climbed = step_up_at(scene, shape, from, way, gait.step_up, slopes, options)?;
        }
        let Some(climb) = climbed else {
            let stands = self.come_down(scene, shape, (&start, &walk), gait, options)?;
            self.stand(scene, stands);
            return Ok((walk, false));
        };
        self.stand(scene, Some(climb.footing));
        match self.ground.filter(|_| climb.left > T::zero()) {
            None => Ok((walk, climb.is_higher)),
            Some(ground) => {
                let rest = level * climb.left;
                let rest = self.walk_on(scene, shape, &rest, &ground, slopes, options)?;
                let stands = self.come_down(scene, shape, (&start, &rest), gait, options)?;
                self.stand(scene, stands);
                Ok((walk.then(rest), climb.is_higher))
            }
        }
    }

    /// A way over the level, and what is owed of those before. Who does not walk rests.
    fn owing(&self, level: &Vector3<T>, slopes: &Slopes<T>) -> Vector3<T> {
        match &self.ground {
            Some(ground) if *level != Vector3::zeros() => level + slopes.level(ground.owed),
            _ => *level,
        }
    }

    /// Takes note of what is owed of a way over the level, if there is one. What more than rounding has taken is gone.
    fn owe(&mut self, level: &Vector3<T>, moved: &Vector3<T>, slopes: &Slopes<T>) {
        if *level == Vector3::zeros() {
            return;
        }
        let lengths = largest(&self.pose.translation.vector.map(Real::to_f64));
        let missing = level - slopes.level(*moved);
        let is_rounding = missing.amax().to_f64() <= ROUNDED * T::EPSILON * lengths;
        let missing = if is_rounding {
            missing
        } else {
            Vector3::zeros()
        };
        self.ground = self.ground.map(|ground| Ground {
            owed: ground.owed - slopes.level(ground.owed) + missing,
            ..ground
        });
    }

    /// The walk along the slope of what is stood on, with the speed over the level kept.
    fn walk_on<S: Support>(
        &self,
        scene: &Scene<T>,
        shape: &S,
        level: &Vector3<T>,
        ground: &Ground<T>,
        slopes: &Slopes<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<SlideReport<T>, InvalidSweep> {
        let floor = &ground.normal;
        let along = level - *slopes.up * (floor.dot(level) / floor.dot(&slopes.up));
        let lean = Lean::of(&wide(floor), &wide(&slopes.up));
        let lean = lean.as_ref();
        let course = lean.map_or(Course::Plain, Course::Floor);
        slide_on(
            scene,
            shape,
            &self.pose,
            along,
            course,
            options,
            &mut |hit| slopes.respond_on(lean, hit),
        )
    }

    /// Goes where a walk has led from this start, on a step or not, and looks for the floor below that.
    ///
    /// What leads up may end before the way does: under a round foot an edge is a slope at one point only. Who is then beyond all floor
    /// comes down by as much as it was led up, so that nobody is thrown into the air, however long the frame.
    fn come_down<S: Support>(
        &mut self,
        scene: &Scene<T>,
        shape: &S,
        (start, walk): (&Vector3<T>, &SlideReport<T>),
        gait: &Gait<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<Option<Footing<T>>, InvalidSweep> {
        let slopes = &gait.slopes;
        self.pose.translation = walk.position.into();
        let found = footing_or_hold(scene, shape, &self.pose, gait.step_down, slopes, options)?;
        let uphill = (walk.position.coords - start).dot(&slopes.up);
        if found.is_some() || uphill <= T::zero() {
            return Ok(found);
        }
        let mut respond = |hit: &SlideHit<T>| match slopes.surface(&hit.normal) {
            Surface::Floor => Response::Stop,
            _ => Response::Slide,
        };
        // Along a wall that leans back, which would hold it where the walk has ended, and which leaves sin² of its slope of a way down.
        let mut left = uphill;
        for _ in 0..MOST_DESCENTS {
            let down = *slopes.up * -left;
            let down = slide_from(scene, shape, &self.pose, down, options, &mut respond)?;
            self.pose.translation = down.position.into();
            left += down.moved.dot(&slopes.up);
            if down.stop != Stop::Arrived || left <= down.skin {
                break;
            }
        }
        footing_or_hold(scene, shape, &self.pose, gait.step_down, slopes, options)
    }

    /// Through the air, or without friction along what it cannot stand on. Where it lands, it walks for the rest of the time: a floor
    /// is not slid down, however much of a long frame's fall is left. Whether a step was climbed then.
    ///
    /// Let P take a velocity to what planes leave of it, and let v be along them, P v = v. In a time t gravity g makes it v' = P (v +
    /// g t) = v + t P g, and the way P (v t + g t²/2) = v t + P g t²/2: exact, however time is cut. Down a wall whose slope is the
    /// angle a, P g is g sin a along the slope, g sin² a down; in a wedge it is the part of g along the crease. That needs all of v,
    /// across up as well: what P takes is lost once, when the planes are met. Of the part along up alone P would take as much again
    /// with every frame.
    ///
    /// What is pushed for on the level leads nobody up a slope that is no floor ([`fly`](crate::kit::fly())); but onto an edge behind which a
    /// floor is.
    fn fly<S: Support>(
        &mut self,
        scene: &Scene<T>,
        shape: &S,
        level: &Vector3<T>,
        time: T,
        gait: &Gait<T>,
        options: &SlideOptions<'_, T>,
    ) -> Result<(SlideReport<T>, bool), InvalidSweep> {
        let slopes = &gait.slopes;
        let (fall, after) = gait.gravity.fall(self.falling, time);
        let pose = self.pose;
        let fly = |lands| fly_from(scene, shape, &pose, (level, &fall), lands, slopes, options);
        let way = level + fall;
        let falls = way.dot(&slopes.up) < T::zero();
        let mut flight = fly(true)?;
        if flight.stop == Stop::Asked {
            let at = Isometry3::from_parts(flight.position.into(), self.pose.rotation);
            let stands = footing_at(scene, shape, &at, gait.step_down, slopes, options)?;
            self.stand(scene, stands);
            if let Some(ground) = self.ground {
                // What is left is a part of the whole way, and that part of the time is left. Of the longest components, since the
                // square of a short way vanishes.
                let rest = flight.left.amax() / way.amax();
                let (walk, climbed) =
                    self.walk(scene, shape, &(level * rest), &ground, gait, options)?;
                return Ok((flight.then(walk), climbed));
            }
            // What no floor is found under falls on along it.
            flight = fly(false)?;
        }
        self.pose.translation = flight.position.into();
        self.falling = crate::plane::solve(after, &flight.planes);
        if falls && self.falling.norm().to_f64() <= STILL * after.norm().to_f64() {
            // A pit of what is too steep: who came to rest there would hang in the air for ever.
            let (pose, reach) = (self.pose, gait.step_down);
            let stands = footing_or_hold(scene, shape, &pose, reach, slopes, options)?;
            self.stand(scene, stands);
        }
        Ok((flight, false))
    }

    fn stand(&mut self, scene: &Scene<T>, stands: Option<Footing<T>>) {
        let before = self.ground;
        self.ground = stands.and_then(|footing| {
            self.pose.translation = footing.position.into();
            self.falling = Vector3::zeros();
            let object = footing.sub_shape.id;
            let stood = before.filter(|ground| ground.object == object);
            Some(Ground {
                object,
                pose: scene.get(object)?.pose,
                normal: footing.normal,
                point: footing.point,
                owed: stood.map_or(Vector3::zeros(), |ground| ground.owed),
            })
        });
    }
}
