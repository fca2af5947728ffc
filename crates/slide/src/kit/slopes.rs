//! Floor, wall and ceiling, by slope.

use crate::air::AirPush;
use crate::lean::Lean;
use crate::tolerance::{LEVEL, SLOPE, UNIT, UPRIGHT};
use crate::{Response, SlideHit};
use nalgebra::{Unit, Vector3};
use swept_support::{HalfSpace, InvalidShape, Real};

/// What a surface is to a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// It can be stood and walked on.
    Floor,
    /// Too steep for that, or leaning over by no more than as much.
    Wall,
    /// Overhead.
    Ceiling,
}

/// Which way is up, and how steep a floor may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "Written<T>",
        into = "Written<T>",
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Slopes<T: Real> {
    /// Up, in world space.
    pub up: Unit<Vector3<T>>,
    steepest: T,
    /// The product of `up` with a floor's normal is no less: the cosine of the steepest floor's angle, but for rounding.
    least_rise: T,
}

impl<T: Real> Slopes<T> {
    /// Up, which need not be of unit length, and floors up to this angle from the horizontal, in radians: NaN and what is negative count
    /// as 0, what is above a right angle as one.
    ///
    /// # Errors
    /// [`InvalidShape`] when up is zero, not finite or out of the scalar's range of lengths.
    pub fn new(up: impl Into<Vector3<T>>, steepest: T) -> Result<Self, InvalidShape> {
        let up = direction(up.into())?;
        let angle = steepest.to_f64().clamp(0.0, std::f64::consts::FRAC_PI_2);
        let angle = if angle.is_nan() { 0.0 } else { angle };
        Ok(Self {
            up,
            steepest: T::nearest(angle),
            // A slope of just that angle is floor, whatever its normal is rounded to.
            least_rise: T::nearest(angle.cos() - SLOPE * T::EPSILON),
        })
    }

    /// The angle of the steepest floor from the horizontal, in radians: from 0 to a right angle.
    pub fn steepest(&self) -> T {
        self.steepest
    }

    /// What a surface with this normal is.
    pub fn surface(&self, normal: &Unit<Vector3<T>>) -> Surface {
        let rise = normal.dot(&self.up);
        if rise >= self.least_rise {
            Surface::Floor
        } else if rise > -self.least_rise {
            Surface::Wall
        } else {
            Surface::Ceiling
        }
    }

    /// The part of `v` across up.
    pub fn level(&self, v: impl Into<Vector3<T>>) -> Vector3<T> {
        let v = v.into();
        v - *self.up * self.up.dot(&v)
    }

    /// A way through the air of which so much is pushed for on the level.
    pub(super) fn air_push(&self, push: &Vector3<T>) -> AirPush {
        let wide = |v: &Vector3<T>| v.map(Real::to_f64);
        AirPush::new(wide(&self.up), self.least_rise.to_f64(), wide(push))
    }

    /// What a walker makes of a contact: floors, ceilings and walls are slid along, but of a wall that leans back an upright one is
    /// made where sliding along it would lead up, however little the motion leads down before. What falls on one slides down it.
    pub fn respond(&self, hit: &SlideHit<T>) -> Response<T> {
        self.respond_on(None, hit)
    }

    /// The same on a floor that leans: motion and wall are taken down to the level, where that is floor, and up is off it. So the
    /// upright one that is made of a wall meets the floor where the wall does.
    pub(super) fn respond_on(&self, lean: Option<&Lean>, hit: &SlideHit<T>) -> Response<T> {
        let leans_back =
            self.surface(&hit.normal) == Surface::Wall && hit.normal.dot(&self.up) > T::zero();
        if !leans_back {
            return Response::Slide;
        }
        let wide = |v: &Vector3<T>| v.map(Real::to_f64);
        let narrow = |v: Vector3<f64>| v.map(T::nearest);
        let (motion, normal, longer) = match lean {
            None => (hit.motion, *hit.normal, 1.0),
            Some(lean) => (
                narrow(lean.motion(&wide(&hit.motion))),
                narrow(lean.normal(&wide(&hit.normal)).normalize()),
                lean.longest(),
            ),
        };
        // Along a plane a motion v becomes v - (n·v) n, whose part along up is this.
        let climbs = motion.dot(&self.up) - normal.dot(&self.up) * normal.dot(&motion);
        if climbs < T::nearest(-LEVEL * T::EPSILON * longer) * hit.motion.norm() {
            return Response::Slide;
        }
        self.upright(&normal)
    }

    /// The upright wall that is made of a plane which leans back.
    pub(super) fn upright(&self, normal: &Vector3<T>) -> Response<T> {
        match Unit::try_new(self.level(*normal), T::nearest(UPRIGHT * T::EPSILON)) {
            Some(upright) => Response::Normal(upright),
            None => Response::Slide,
        }
    }
}

/// Up. What is of unit length stays as it was given, to the bit; all else that is a direction is made so.
fn direction<T: Real>(up: Vector3<T>) -> Result<Unit<Vector3<T>>, InvalidShape> {
    // The normal of a half-space is held to the same.
    HalfSpace::new(up).map_err(|error| InvalidShape {
        field: "up".into(),
        ..error
    })?;
    let wide = up.map(Real::to_f64);
    let length = wide.norm();
    let up = if (length - 1.0).abs() <= UNIT * T::EPSILON {
        up
    } else {
        (wide / length).map(T::nearest)
    };
    Ok(Unit::new_unchecked(up))
}

/// What data formats hold: what [`Slopes::new`] takes.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Slopes", deny_unknown_fields)]
struct Written<T: Real> {
    up: Vector3<T>,
    steepest: T,
}

#[cfg(feature = "serde")]
impl<T: Real> From<Slopes<T>> for Written<T> {
    fn from(slopes: Slopes<T>) -> Self {
        Self {
            up: *slopes.up,
            steepest: slopes.steepest,
        }
    }
}

#[cfg(feature = "serde")]
impl<T: Real> TryFrom<Written<T>> for Slopes<T> {
    type Error = InvalidShape;

    fn try_from(Written { up, steepest }: Written<T>) -> Result<Self, InvalidShape> {
        Self::new(up, steepest).map_err(|error| error.within("slopes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use swept_scene::{Object, Place, Scene, SubShape};
    use swept_support::PointShape;

    #[test]
    fn surfaces_go_by_their_angle() {
        let slopes = Slopes::new(Vector3::y(), 45.0_f64.to_radians()).unwrap();
        let at = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            slopes.surface(&Unit::new_normalize(Vector3::new(sin, cos, 0.0)))
        };
        let found = [0.0, 45.0, 46.0, 90.0, 134.0, 136.0, 180.0].map(at);
        use Surface::{Ceiling, Floor, Wall};
        assert_eq!(found, [Floor, Floor, Wall, Wall, Wall, Ceiling, Ceiling]);
    }

    #[test]
    fn an_angle_that_is_none_is_taken_for_the_nearest_that_is_one() {
        let right = std::f64::consts::FRAC_PI_2;
        for (given, taken) in [
            (f64::NAN, 0.0),
            (-1.0, 0.0),
            (0.5, 0.5),
            (2.0, right),
            (f64::INFINITY, right),
        ] {
            let slopes = Slopes::new(Vector3::y(), given).unwrap();
            assert_eq!(slopes.steepest(), taken, "{given}");
            assert_eq!(slopes.surface(&Vector3::y_axis()), Surface::Floor);
        }
    }

    #[test]
    fn a_direction_of_any_length_is_taken_for_up() {
        let taken = |up: Vector3<f64>| *Slopes::new(up, 0.5).unwrap().up;
        for length in [1e-20, 0.5, 2.0, 1e20] {
            let up = taken(Vector3::new(0.6, 0.0, -0.8) * length);
            assert!((up - Vector3::new(0.6, 0.0, -0.8)).norm() < 1e-15, "{up}");
        }
        // What is of unit length but for rounding is kept.
        for up in [
            Vector3::new(0.6, 0.0, -0.8),
            Vector3::new(1.0_f64.next_up(), 0.0, 0.0),
        ] {
            assert_eq!(taken(up), up);
        }
    }

    #[test]
    fn what_is_no_direction_is_not_taken_for_up() {
        fn refuses<T: Real>() {
            for off in [0.0, f64::NAN, f64::INFINITY, 1e-100, 1e38] {
                for k in 0..3 {
                    let mut up = Vector3::zeros();
                    up[k] = T::nearest(off);
                    up[(k + 1) % 3] = T::nearest(if off.is_nan() { 1.0 } else { 0.0 });
                    let error = Slopes::new(up, T::one()).unwrap_err();
                    assert_eq!(error.field, "up", "{off} {k}");
                    #[cfg(feature = "serde")]
                    {
                        let steepest = T::one();
                        let read = Slopes::try_from(Written { up, steepest });
                        assert_eq!(read.unwrap_err().field, "slopes.up", "{off} {k}");
                    }
                }
            }
        }
        refuses::<f32>();
        refuses::<f64>();
    }

    /// A contact with this normal.
    fn contact(normal: Unit<Vector3<f32>>, motion: Vector3<f32>) -> SlideHit<f32> {
        let mut scene = Scene::<f32>::new();
        let id = scene.insert(Object::new(PointShape)).unwrap();
        let sub_shape = SubShape {
            id,
            part: 0,
            triangle: None,
            user_data: 0,
        };
        SlideHit {
            normal,
            separating: normal,
            place: Place {
                sub_shape,
                feature: None,
                barycentric: None,
                normal,
                face_normal: normal,
            },
            point: Point3::origin(),
            position: Point3::origin(),
            motion,
            gap: 0.0,
        }
    }

    /// Whichever way the motion leads: what leans over leads it down, if anything.
    #[test]
    fn a_wall_that_leans_over_is_slid_along_as_it_is() {
        let slopes = Slopes::new(Vector3::y(), 0.8).unwrap();
        for (lean, upright) in [(-0.2, false), (0.0, false), (0.2, true)] {
            let normal = Unit::new_normalize(Vector3::new(-1.0, lean, 0.0));
            for way in [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.1, 2.0]] {
                let found = slopes.respond(&contact(normal, way.into()));
                let is_upright = matches!(found, Response::Normal(n) if n.y == 0.0);
                assert_eq!(is_upright, upright, "{lean} {way:?}: {found:?}");
            }
        }
    }

    #[test]
    fn a_level_motion_meets_a_steep_wall_as_upright_whichever_way_is_up() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut vector = || Vector3::<f32>::from_fn(|_, _| rng.random_range(-1.0..1.0));
        let mut level = 0;
        let mut hit = contact(Vector3::y_axis(), Vector3::zeros());
        for _ in 0..1_000_000 {
            let (up, along) = (vector(), vector());
            if up.norm() < 0.1 || up.cross(&along).norm() < 0.1 * along.norm() {
                continue;
            }
            let slopes = Slopes::new(up, 0.8).unwrap();
            // Once more, since the first time it was far from level.
            let motion = slopes.level(slopes.level(along));
            // A wall before it, that leans back by a fifth.
            let normal = Unit::new_normalize(*slopes.up * 0.2 - motion.normalize());
            hit.normal = normal;
            hit.motion = motion;
            assert!(
                matches!(slopes.respond(&hit), Response::Normal(_)),
                "{up} {along}"
            );
            level += 1;
        }
        assert!(level > 500_000, "{level}");
    }
}
