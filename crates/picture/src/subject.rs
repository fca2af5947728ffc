//! What is drawn, in plain `f64`, whatever scalar was cast.

use super::solid::Solid;
use nalgebra::{Point3, Vector3};
use std::ops::Range;

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The scene's triangles.
    pub triangles: Vec<[Point3<f64>; 3]>,
    /// What each of them is.
    pub kinds: Vec<Kind>,
    /// The triangles that the answer is about.
    pub special: Range<usize>,
    /// Every hit, when all were asked for.
    pub further: Vec<Further>,
    /// The moving shape at its start.
    pub solid: Solid,
    /// Its whole motion.
    pub displacement: Vector3<f64>,
    /// How much of the motion it makes.
    pub reached: f64,
    /// What to point at.
    pub mark: Mark,
    /// The caption's lines: what happened, then the details.
    pub words: Vec<String>,
}

/// One of many hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Further {
    /// How much of the motion is made by then.
    pub fraction: f64,
    /// The point of contact.
    pub point: Point3<f64>,
    /// The surface's normal there.
    pub normal: Vector3<f64>,
}

/// What to point at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// The point of contact and the normal there.
    Contact(Point3<f64>, Vector3<f64>),
    /// A point of the separating plane and its normal.
    Plane(Point3<f64>, Vector3<f64>),
    /// The deepest point, and the way out.
    WayOut(Point3<f64>, Vector3<f64>),
    /// Nothing.
    Nothing,
}

/// What a triangle is part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The ground.
    Ground,
    /// A roof or a ramp.
    Slope,
    /// Anything else.
    Other,
}

impl Subject {
    /// The motion that is made.
    #[must_use]
    pub fn travelled(&self) -> Vector3<f64> {
        self.displacement * self.reached
    }

    /// Points that the picture must hold: the shape at its start and at its end, and what is pointed at.
    pub fn extremes(&self) -> Vec<Point3<f64>> {
        let start = self.solid.points.iter().copied();
        let also = match self.mark {
            Mark::Plane(p, _) => Some(p),
            Mark::Nothing => Some(self.solid.middle + self.displacement),
            Mark::Contact(..) | Mark::WayOut(..) => None,
        };
        let end = self
            .further
            .iter()
            .map(|hit| hit.fraction)
            .fold(0.0, f64::max);
        let end = (end > 0.0).then(|| self.solid.middle + self.displacement * end);
        let also = also.into_iter().chain(end);
        start.chain(self.close_extremes()).chain(also).collect()
    }

    /// The same for the close-up: the shape at its end, and the point of contact.
    #[must_use]
    pub fn close_extremes(&self) -> Vec<Point3<f64>> {
        let end = self.solid.points.iter().map(|p| p + self.travelled());
        end.chain(self.contact()).collect()
    }

    /// The point where the shapes touch or overlap.
    #[must_use]
    pub fn contact(&self) -> Option<Point3<f64>> {
        match self.mark {
            Mark::Contact(p, _) | Mark::WayOut(p, _) => Some(p),
            Mark::Plane(..) | Mark::Nothing => None,
        }
    }
}
