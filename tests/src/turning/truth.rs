//! What a turning motion really does, from many poses of it: each a cast without displacement, which proves a separation
//! or a depth. It shares with the turning cast the shapes and the linear cast's distance, and neither poses nor bounds.

use crate::Cast;
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use swept::{Outcome, Placed, Shape, Sweep};

/// A turning case, posed anywhere.
pub struct Stand {
    moving: (Shape<f64>, UnitQuaternion<f64>),
    fixed: (Shape<f64>, UnitQuaternion<f64>),
    turns: [Vector3<f64>; 2],
    offset: Vector3<f64>,
    motion: Vector3<f64>,
    speed: f64,
}

/// What was found among the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// The first sample at which the shapes overlap, and by how much at least.
    pub overlap: Option<(f64, f64)>,
    /// The least separation, refined between samples, and its fraction: negative for an overlap.
    pub least: (f64, f64),
}

impl Stand {
    /// The case, in `f64`.
    ///
    /// # Panics
    /// When the case's numbers are no shapes.
    pub fn new(case: &Cast) -> Self {
        let body = |b: &crate::Body| {
            let [x, y, z, w] = b.rotation;
            let q = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
            (b.shape.build::<f64>().expect("a shape"), q)
        };
        let c = case;
        Self {
            moving: body(&c.moving),
            fixed: body(&c.fixed),
            turns: [case.turn.moving.into(), case.turn.fixed.into()],
            offset: Vector3::from(c.moving.position) - Vector3::from(c.fixed.position),
            motion: c.motion(),
            speed: case.speed(),
        }
    }

    /// The separation at a fraction, proven from below; minus the depth, proven from below, in an overlap.
    ///
    /// # Panics
    /// When the pose is no sweep.
    pub fn separation(&self, s: f64) -> f64 {
        let turned =
            |w: &Vector3<f64>, q: &UnitQuaternion<f64>| UnitQuaternion::from_scaled_axis(w * s) * q;
        let at = self.offset + self.motion * s;
        let pose = |at: Vector3<f64>, q| Isometry3::from_parts(Translation3::from(at), q);
        let moving = pose(at, turned(&self.turns[0], &self.moving.1));
        let fixed = pose(Vector3::zeros(), turned(&self.turns[1], &self.fixed.1));
        let moving = Placed::new(&self.moving.0, moving).expect("a pose");
        let fixed = Placed::new(&self.fixed.0, fixed).expect("a pose");
        let still = Sweep::new(moving, Vector3::zeros(), fixed).expect("a sweep");
        match still.cast() {
            Outcome::Miss(miss) => miss.gap,
            Outcome::Hit(_) => 0.0,
            Outcome::Overlap(overlap) => -overlap.depth_lower,
            Outcome::Unresolved(_) => f64::NAN,
        }
    }

    /// How far the shapes' origins are apart at most.
    pub fn far(&self) -> f64 {
        self.offset.norm().max((self.offset + self.motion).norm())
    }

    /// The truth of `samples` equally spaced fractions up to `end`. A sample that the separation at an earlier one rules
    /// out, at the greatest speed of any point, need not be measured: it is known to be apart. Stops at the first
    /// overlap deeper than `tolerance`.
    pub fn truth(&self, samples: u32, end: f64, tolerance: f64) -> Truth {
        let step = end / f64::from(samples);
        let mut least = (0.0, f64::INFINITY);
        let mut overlap = None;
        let mut i = 0;
        while i <= samples {
            let s = step * f64::from(i);
            let separation = self.separation(s);
            if separation < least.1 {
                least = (s, separation);
            }
            if separation < -tolerance {
                overlap = Some((s, -separation));
                break;
            }
            let free = (separation.max(0.0) / self.speed / step).min(f64::from(samples));
            i += (free as u32).max(1);
        }
        // The least separation lies between the neighbours of the least sample.
        let (mut a, mut b) = ((least.0 - step).max(0.0), (least.0 + step).min(end));
        if overlap.is_none() {
            for _ in 0..60 {
                let (u, v) = (a + (b - a) * 0.382, a + (b - a) * 0.618);
                let (at_u, at_v) = (self.separation(u), self.separation(v));
                for (s, x) in [(u, at_u), (v, at_v)] {
                    if x < least.1 {
                        least = (s, x);
                    }
                }
                if at_u < at_v { b = v } else { a = u }
            }
            if least.1 < -tolerance {
                overlap = Some((least.0, -least.1));
            }
        }
        Truth { overlap, least }
    }
}
