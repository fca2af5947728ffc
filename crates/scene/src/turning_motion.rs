//! What moves and turns: a shape, and the scene as a whole.

use crate::Motion;
use nalgebra::{Point3, Vector3};
use swept_cast::{InvalidSweep, Sweep, Turn, TurningSweep, Turns};
use swept_support::{Placed, PointShape, Real, Support};

/// A motion along which the shape turns, and the scene may turn as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningMotion<T: Real, S> {
    pub(crate) motion: Motion<T, S>,
    pub(crate) turn: Turn<T>,
    /// The scene's rotation vector, and the point that it turns about.
    pub(crate) scene: Option<(Vector3<T>, Point3<T>)>,
}

impl<T: Real, S: Support> TurningMotion<T, S> {
    /// A motion along which the shape turns: the motion's displacement is that of the centre of rotation.
    ///
    /// # Errors
    /// [`InvalidSweep`] when a component of the rotation vector is not finite or beyond
    /// [`TurningSweep::MAX_ANGLE`], or a coordinate of the centre is not finite or beyond [`Real::MAX_LENGTH`].
    pub fn new(motion: Motion<T, S>, turn: Turn<T>) -> Result<Self, InvalidSweep> {
        let turns = Turns {
            moving: turn,
            ..Turns::default()
        };
        check(&motion, turns)?;
        Ok(Self {
            motion,
            turn,
            scene: None,
        })
    }

    /// This motion while the whole scene turns by a rotation vector (radians, world axes) about a point of the world.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn in_turning_scene(
        self,
        rotation: impl Into<Vector3<T>>,
        centre: impl Into<Point3<T>>,
    ) -> Result<Self, InvalidSweep> {
        let (rotation, centre) = (rotation.into(), centre.into());
        let turns = Turns {
            fixed: Turn::by(rotation).about(centre),
            ..Turns::default()
        };
        check(&self.motion, turns)?;
        let scene = (rotation != Vector3::zeros()).then_some((rotation, centre));
        Ok(Self { scene, ..self })
    }

    /// The turning sweep of this motion toward one shape, which turns as the scene does. With the shape and the pose that
    /// [`Scene::convex`](crate::Scene::convex) gives, it is the sweep that an answer is about, and that its certificate is checked against.
    ///
    /// # Errors
    /// [`InvalidSweep`] when that is a shape of the user's own that states a radius or an extent that is no length, and when the point that
    /// the scene turns about is beyond [`Real::MAX_LENGTH`] in the shape's own frame.
    pub fn against<B: Support>(
        &self,
        fixed: Placed<T, B>,
    ) -> Result<TurningSweep<T, &S, B>, InvalidSweep> {
        let turn = |(rotation, centre): (Vector3<T>, Point3<T>)| {
            let lever = centre.coords.map(Real::to_f64) - fixed.position();
            let local = fixed.rotation().apply_transposed(&lever);
            Turn::by(rotation).about(Point3::from(local.map(T::nearest)))
        };
        let turns = Turns {
            moving: self.turn,
            fixed: self.scene.map(turn).unwrap_or_default(),
        };
        TurningSweep::new(self.motion.against(fixed)?, turns)
    }

    /// The motion with its shape borrowed as `dyn Support`: for code that is to be compiled once for all shapes.
    pub fn as_dyn(&self) -> TurningMotion<T, &dyn Support> {
        TurningMotion {
            motion: self.motion.as_dyn(),
            turn: self.turn,
            scene: self.scene,
        }
    }

    /// The motion without its rotations.
    pub fn motion(&self) -> &Motion<T, S> {
        &self.motion
    }

    /// The shape's rotation.
    pub fn turn(&self) -> &Turn<T> {
        &self.turn
    }
}

fn check<T: Real>(motion: &Motion<T, impl Support>, turns: Turns<T>) -> Result<(), InvalidSweep> {
    let Ok(point) = Placed::new(PointShape, motion.moving().pose()) else {
        return Ok(());
    };
    let sweep = Sweep::new(motion.moving().as_ref(), *motion.displacement(), point)?;
    TurningSweep::new(sweep, turns).map(drop)
}
