//! The validated question: what moves, and how far.

use crate::flight::{Flight, Pose, Reaches};
use crate::sieve::Around;
use nalgebra::{Isometry3, Vector3};
use swept_cast::{InvalidSweep, Sweep};
use swept_support::{
    Core, KnownCore, LinearMap, Placed, PointShape, Real, Sphere, Support, within,
};

/// A convex shape and its displacement, checked once: every cast of it into a scene is total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<T: Real, S> {
    moving: Placed<T, S>,
    displacement: Vector3<T>,
    pub(crate) pose: Pose,
    /// Along the world's axes.
    pub(crate) reaches: Reaches,
}

impl<T: Real, S: Support> Motion<T, S> {
    /// The motion of `moving` by `displacement` (world space; the whole way).
    ///
    /// # Errors
    /// [`InvalidSweep`] when a component of the displacement is not finite or beyond [`Real::MAX_LENGTH`], when the shape
    /// is without bound (a half-space), and when a shape of the user's own states a radius or an extent that is no length.
    #[inline]
    pub fn new(
        moving: Placed<T, S>,
        displacement: impl Into<Vector3<T>>,
    ) -> Result<Self, InvalidSweep> {
        let displacement = displacement.into();
        if let Ok(origin) = Placed::new(PointShape, Isometry3::identity()) {
            Sweep::new(moving.as_ref(), displacement, origin)?;
        }
        let pose = Pose::of(&moving);
        let reaches = Reaches::of(moving.shape(), &pose.rotation);
        Ok(Self {
            moving,
            displacement,
            pose,
            reaches,
        })
    }

    /// Changes the motion to one of the same shape, with the same rotation, from `position` by `displacement` (world space): cheaper
    /// than a new motion for a shape that moves in several steps.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a component of either is not finite or beyond [`Real::MAX_LENGTH`]; nothing changes then.
    pub fn set_way(
        &mut self,
        position: impl Into<Vector3<T>>,
        displacement: impl Into<Vector3<T>>,
    ) -> Result<(), InvalidSweep> {
        let displacement = displacement.into();
        if !within(&displacement.map(Real::to_f64), T::MAX_LENGTH) {
            return Motion::new(self.moving.as_ref(), displacement).map(drop);
        }
        self.moving.move_to(position).map_err(|e| InvalidSweep {
            field: match &*e.field {
                "position[0]" => "moving.position[0]",
                "position[1]" => "moving.position[1]",
                _ => "moving.position[2]",
            },
            value: e.value,
            expected: T::COORDINATE,
        })?;
        self.pose.position = self.moving.position();
        self.displacement = displacement;
        Ok(())
    }

    /// A shape that stands still: for distances.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn at_rest(moving: Placed<T, S>) -> Result<Self, InvalidSweep> {
        Self::new(moving, Vector3::zeros())
    }

    /// The sweep of this motion toward one shape. With the shape and the pose that [`Scene::convex`](crate::Scene::convex) gives, it
    /// is the sweep that an answer is about, and that its certificate is checked against.
    ///
    /// # Errors
    /// [`InvalidSweep`] when that is a shape of the user's own that states a radius or an extent that is no length.
    #[inline(always)]
    pub fn against<B: Support>(
        &self,
        fixed: Placed<T, B>,
    ) -> Result<Sweep<T, &S, B>, InvalidSweep> {
        Sweep::new(self.moving.as_ref(), self.displacement, fixed)
    }

    /// The motion with its shape borrowed as `dyn Support`: for code that is to be compiled once for all shapes.
    pub fn as_dyn(&self) -> Motion<T, &dyn Support> {
        Motion {
            moving: self.moving.as_dyn(),
            displacement: self.displacement,
            pose: self.pose,
            reaches: self.reaches,
        }
    }

    /// The same motion of a ball, if that is what moves, and says no more of itself than a ball does: what searches for distances is
    /// compiled for it once, and does without what other shapes need.
    pub(crate) fn as_ball(&self) -> Option<Motion<T, Sphere<f64>>> {
        let shape = self.moving.shape();
        let is_ball = matches!(shape.known_core(), KnownCore::Point)
            && shape.extent() == 0.0
            && shape.core() == Core::Polytope;
        let ball = is_ball.then(|| Sphere::new(shape.radius()).ok())??;
        Some(Motion {
            moving: self.moving.with_shape(ball),
            displacement: self.displacement,
            pose: self.pose,
            reaches: self.reaches,
        })
    }

    /// The shape at its start.
    pub fn moving(&self) -> &Placed<T, S> {
        &self.moving
    }

    /// The whole way, in world space.
    pub fn displacement(&self) -> &Vector3<T> {
        &self.displacement
    }

    /// From where to where the shape reaches along a unit vector (world space) where the motion starts.
    pub(crate) fn reach(&self, n: &Vector3<f64>) -> [f64; 2] {
        [-n, *n].map(|along| self.moving.support_point(&along).coords.dot(n))
    }

    /// The box that stands for the core where triangles are sifted.
    pub(crate) fn around(&self) -> Around {
        let shape = self.moving.shape();
        Around::core(shape, || {
            if self.pose.rotation.exact {
                self.reaches
            } else {
                Reaches::of(shape, &LinearMap::IDENTITY)
            }
        })
    }

    /// The motion as boxes see it from `frame`, `reach` added on all sides. Of the displacement so much counts among the lengths as `most`.
    #[inline(always)]
    pub(crate) fn flight(&self, frame: &Pose, reach: f64, most: f64) -> Flight {
        let displacement = self.displacement.map(Real::to_f64);
        let (shape, pose) = (self.moving.shape(), &self.pose);
        let reaches = if frame.rotation.exact {
            self.reaches
        } else {
            Reaches::of(shape, &frame.rotation.transposed_times(&pose.rotation))
        };
        Flight::new(&reaches, shape, pose, (&displacement, most), frame, reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;
    use swept_support::Cuboid;

    #[test]
    fn a_new_way_is_that_of_a_new_motion_and_a_bad_one_changes_nothing() {
        let turned = UnitQuaternion::from_euler_angles(0.3, -0.7, 1.1);
        let at = |x: f64| Isometry3::from_parts([x, 2.0, -1.0].into(), turned);
        let shape = Cuboid::new([1.0, 2.0, 0.5]).unwrap();
        let place = |x: f64| Placed::new(shape, at(x)).unwrap();
        let mut motion = Motion::new(place(0.0), [1.0, 0.0, 0.0]).unwrap();
        motion.set_way([5.0, 2.0, -1.0], [0.0, -3.0, 0.0]).unwrap();
        let new = Motion::new(place(5.0), [0.0, -3.0, 0.0]).unwrap();
        assert_eq!(motion.moving(), new.moving());
        assert_eq!(motion.displacement(), new.displacement());
        let flight = |motion: &Motion<f64, _>| motion.flight(&Pose::IDENTITY, 0.25, f64::INFINITY);
        assert_eq!(flight(&motion).start(), flight(&new).start());
        let bad = [f64::NAN, f64::INFINITY, 1e300];
        for x in bad {
            for (axis, field) in [
                (0, "moving.position[0]"),
                (1, "moving.position[1]"),
                (2, "moving.position[2]"),
            ] {
                let position = Vector3::ith(axis, x);
                let error = motion.set_way(position, [0.0; 3]).unwrap_err();
                assert_eq!(error.field, field);
            }
            let error = motion.set_way([0.0; 3], [0.0, 0.0, x]).unwrap_err();
            assert_eq!(error.field, "displacement[2]");
        }
        assert_eq!(motion.moving(), new.moving());
        assert_eq!(motion.displacement(), new.displacement());
    }
}
