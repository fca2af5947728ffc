//! What is drawn, in plain `f64`, whatever scalar was cast.

use super::ground;
use super::solid::Solid;
use crate::report::method;
use crate::scene::Shown;
use nalgebra::{Point3, Vector3};
use swept::{Outcome, Real};

/// What is drawn.
pub struct Subject {
    /// The scene's triangles.
    pub triangles: Vec<[Point3<f64>; 3]>,
    /// What each of them is.
    pub kinds: Vec<Kind>,
    /// The triangle that the answer is about.
    pub special: Option<usize>,
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
    /// What is to be drawn of a cast.
    pub fn of<T: Real>(shown: &Shown<T>) -> Self {
        let wide = |p: Point3<T>| p.map(Real::to_f64);
        let count = shown.mesh.triangles().len();
        let origin = Point3::from(shown.case.moving.pose.translation.vector.map(Real::to_f64));
        let outcome = &shown.answer.certified.outcome;
        let special = shown.answer.triangle;
        let mark = match outcome {
            Outcome::Hit(hit) => Mark::Contact(wide(hit.point_fixed), hit.normal.map(Real::to_f64)),
            Outcome::Overlap(overlap) => {
                let out = overlap.normal.map(Real::to_f64) * overlap.depth.to_f64();
                Mark::WayOut(wide(overlap.point_moving), out)
            }
            Outcome::Miss(miss) => {
                let axis = miss.axis.map(Real::to_f64);
                let farthest = special
                    .into_iter()
                    .filter_map(|i| shown.mesh.corners(i as u32))
                    .flatten()
                    .map(wide);
                let farthest =
                    farthest.max_by(|a, b| axis.dot(&a.coords).total_cmp(&axis.dot(&b.coords)));
                farthest.map_or(Mark::Nothing, |p| Mark::Plane(p, axis))
            }
            Outcome::Unresolved(_) => Mark::Nothing,
        };
        let triangles: Vec<_> = (0..count as u32)
            .filter_map(|i| Some(shown.mesh.corners(i)?.map(wide)))
            .collect();
        let kinds = ground::kinds(
            &triangles,
            shown.mesh.triangles(),
            shown.mesh.vertices().len(),
        );
        Self {
            triangles,
            kinds,
            special,
            solid: Solid::new(&shown.shape, origin),
            displacement: shown.case.displacement.map(Real::to_f64),
            reached: outcome.safe_fraction().to_f64(),
            mark,
            words: words(shown),
        }
    }

    /// The motion that is made.
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
        start.chain(self.close_extremes()).chain(also).collect()
    }

    /// The same for the close-up: the shape at its end, and the point of contact.
    pub fn close_extremes(&self) -> Vec<Point3<f64>> {
        let end = self.solid.points.iter().map(|p| p + self.travelled());
        end.chain(self.contact()).collect()
    }

    /// The point where the shapes touch or overlap.
    pub fn contact(&self) -> Option<Point3<f64>> {
        match self.mark {
            Mark::Contact(p, _) | Mark::WayOut(p, _) => Some(p),
            Mark::Plane(..) | Mark::Nothing => None,
        }
    }
}

/// The caption's lines.
fn words<T: Real>(shown: &Shown<T>) -> Vec<String> {
    // Rounded first, and 0 added, so that nothing is called -0.
    let short = |v: Vector3<f64>| {
        let [x, y, z] = [v.x, v.y, v.z].map(|x| (x * 1e4).round() / 1e4 + 0.0);
        format!("({x:.4}, {y:.4}, {z:.4})")
    };
    let number = |x: T| x.to_f64();
    let triple = |v: &Vector3<T>| short(v.map(Real::to_f64));
    let (headline, detail) = match &shown.answer.certified.outcome {
        Outcome::Hit(hit) => (
            format!(
                "{}: hit at fraction {:.9}",
                shown.spec.name(),
                number(hit.fraction)
            ),
            format!(
                "bracket {:.1e} wide, normal {}, point {}",
                number(hit.fraction_upper) - number(hit.fraction),
                triple(&hit.normal),
                triple(&hit.point_fixed.coords)
            ),
        ),
        Outcome::Miss(miss) => (
            format!("{}: miss", shown.spec.name()),
            format!(
                "gap {:.6} along axis {} all the way",
                number(miss.gap),
                triple(&miss.axis)
            ),
        ),
        Outcome::Overlap(overlap) => (
            format!(
                "{}: overlap, depth {:.9}",
                shown.spec.name(),
                number(overlap.depth)
            ),
            format!(
                "normal {}, point {}",
                triple(&overlap.normal),
                triple(&overlap.point_moving.coords)
            ),
        ),
        Outcome::Unresolved(unresolved) => (
            format!("{}: unresolved", shown.spec.name()),
            format!(
                "no contact before fraction {:.9}",
                number(unresolved.safe_fraction)
            ),
        ),
    };
    let certified = &shown.answer.certified;
    let triangle = shown
        .answer
        .triangle
        .map_or(String::new(), |i| format!("triangle {i} of "));
    vec![
        headline,
        detail,
        format!("{triangle}{}, by {}", shown.scene, method(certified)),
    ]
}
