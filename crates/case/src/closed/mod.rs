//! Cases in closed form, where the pair of shapes has one.

mod pair;
mod room;
mod solid;

use crate::answer::push_answer;
use crate::{BadLine, Case, CaseError, Geometry, Id, Meshes};
use nalgebra::{Point3, Unit, Vector3};
use room::Room;
use solid::{Core, MOST_CORNERS, Solid};
use swept::{Hit, Miss, Outcome, Overlap, Real};
use swept_analytic as closed;

/// The stated errors of the closed forms as lengths, per unit of scale: at most 96u for the shapes (and twice that for edges
/// of right angles), and what a plane's own evaluation errs by.
const STATED: f64 = 256.0 * U;

/// The unit roundoff of `f64`.
const U: f64 = 0.5 * f64::EPSILON;

/// The method's name in commands and files.
pub const ANALYTIC: &str = "analytic";

/// The answer of a closed form to a case.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedAnswer<T: Real> {
    /// The answer. Its lower bounds (a hit's `fraction`, a miss's `gap`) are those of its plane, evaluated by support
    /// functions with rounding errors subtracted; its upper bounds rest on the error that the closed form states.
    pub outcome: Outcome<T>,
}

impl<T: Real> ClosedAnswer<T> {
    /// The line of JSON, without a line end.
    pub fn to_line(&self, id: Option<&Id>) -> String {
        let mut line = String::with_capacity(400);
        push_answer(&mut line, id, &self.outcome, ANALYTIC, &[], &[]);
        line.push('}');
        line
    }
}

/// Answers one line of JSON in closed form, as [`answer_line`](crate::answer_line) does by casting.
pub fn closed_form_line<T: Real>(
    line: &[u8],
    number: u64,
    meshes: &mut Meshes<T>,
    out: &mut String,
) -> bool {
    let answered = Case::parse(line, meshes).and_then(|case| match case.cast_closed() {
        Ok(answer) => Ok(answer.to_line(case.id.as_ref())),
        Err(error) => Err(BadLine { id: case.id, error }),
    });
    match &answered {
        Ok(line) => out.push_str(line),
        Err(bad) => out.push_str(&bad.to_line(number)),
    }
    out.push('\n');
    answered.is_ok()
}

impl<T: Real> Case<T> {
    /// What the moving shape touches first, in closed form, under default options.
    ///
    /// A hit's `fraction_upper` is where the closed form's plane would be passed by the error that it states; contact by then
    /// is claimed up to a dilation of twice that error. An overlap's `depth_lower` is its depth less that error: every closed form finds
    /// the shortest way out.
    ///
    /// # Errors
    /// [`CaseError`] when the pair has no closed form in either order of its roles, when a body is not one convex shape or
    /// turns, or when the case is no sweep.
    pub fn cast_closed(&self) -> Result<ClosedAnswer<T>, CaseError> {
        if !self.turn.is_none() {
            return Err(CaseError::new("turn", "no closed form for a turning cast"));
        }
        let (Geometry::Convex(a), Geometry::Convex(b)) =
            (&self.moving.geometry, &self.fixed.geometry)
        else {
            let reason = "no closed form for a mesh or a compound (expected two convex shapes)";
            return Err(CaseError::new("moving/fixed", reason));
        };
        let sweep = self.sweep(a, &self.moving.pose, b, &self.fixed.pose)?;
        let none = |name: [&str; 2]| {
            let [a, b] = name;
            CaseError::new(
                "moving/fixed",
                format!("no closed form for {a} against {b}"),
            )
        };
        let origin = sweep.fixed().position();
        let (Some(moving), Some(fixed)) = (
            Solid::new(sweep.moving(), &origin),
            Solid::new(sweep.fixed(), &origin),
        ) else {
            return Err(none(["such a shape", "another"]));
        };
        for (field, solid) in [("moving", &moving), ("fixed", &fixed)] {
            if let Core::Hull(corners) = &solid.core
                && corners.len() > MOST_CORNERS
            {
                let reason = format!(
                    "no closed form for a hull of {} corners (expected at most {MOST_CORNERS})",
                    corners.len()
                );
                return Err(CaseError::new(field, reason));
            }
        }
        let room = Room::new(self, sweep.moving(), sweep.fixed());
        let answer = pair::cast(&moving, &room.d, &fixed)
            .ok_or_else(|| none([moving.name(), fixed.name()]))?;
        let outcome = match answer {
            closed::Answer::Hit(hit) => Outcome::Hit(bracketed(&room, &hit, &origin)),
            closed::Answer::Miss(miss) => Outcome::Miss(proven_miss(&room, &miss)),
            closed::Answer::Overlap(overlap) => {
                let inside = stretch(&moving, &fixed, &room, &overlap);
                Outcome::Overlap(overlapping(&room, &overlap, inside, &origin))
            }
        };
        Ok(ClosedAnswer { outcome })
    }
}

fn rounded<T: Real>(n: &Unit<Vector3<f64>>) -> Unit<Vector3<T>> {
    // Adding 0 turns −0 into 0.
    Unit::new_unchecked(n.map(|x| T::nearest(x + 0.0)))
}

fn nearest<T: Real>(p: &Point3<f64>) -> Point3<T> {
    p.map(T::nearest)
}

/// The hit with its bracket: contact cannot be before its plane is reached, nor, by more than the stated error, after.
fn bracketed<T: Real>(room: &Room<T>, hit: &closed::Hit, origin: &Vector3<f64>) -> Hit<T> {
    let closing = -hit.normal.dot(&room.d);
    let (apart, error) = room.at(&hit.normal, hit.fraction);
    // The subtraction of positions, for a start from afar, has a rounding of its own.
    let start = U * room.scale(0.0);
    let stated = STATED * room.scale(hit.fraction) + start + error;
    let (lower, upper) = if hit.fraction > 0.0 && closing > 0.0 {
        let lower = hit.fraction + ((apart - error) / closing).min(0.0);
        let upper = hit.fraction + stated / closing;
        (lower.next_down().max(0.0), upper.next_up().min(1.0))
    } else {
        (hit.fraction, hit.fraction)
    };
    let fraction = T::round_down(lower);
    let point = hit.point + origin;
    Hit {
        fraction,
        fraction_upper: T::round_up(upper.max(hit.fraction)),
        normal: rounded(&hit.normal),
        point_moving: nearest(&(point + room.d * (fraction.to_f64() - hit.fraction))),
        point_fixed: nearest(&point),
    }
}

/// The miss with the room that its axis leaves, as it is given.
fn proven_miss<T: Real>(room: &Room<T>, miss: &closed::Miss) -> Miss<T> {
    let axis = rounded::<T>(&miss.axis);
    let given = Unit::new_normalize(axis.map(Real::to_f64));
    Miss {
        axis,
        gap: T::round_down(room.throughout(&given).max(0.0)),
    }
}

fn overlapping<T: Real>(
    room: &Room<T>,
    overlap: &closed::Overlap,
    [entry, exit]: [f64; 2],
    origin: &Vector3<f64>,
) -> Overlap<T> {
    let error = STATED * room.scale(0.0);
    let point = overlap.point + origin;
    let deepest = point - overlap.normal.into_inner() * overlap.depth;
    Overlap {
        depth: T::round_up(overlap.depth + error),
        depth_lower: T::round_down((overlap.depth - error).max(0.0)),
        normal: rounded(&overlap.normal),
        point_moving: nearest(&deepest),
        point_fixed: nearest(&point),
        entry: T::round_down(entry),
        exit: T::round_up(exit),
    }
}

/// The fractions between which the line of motion is inside: it is cast at the fixed shape from beyond either end.
fn stretch<T: Real>(
    moving: &Solid,
    fixed: &Solid,
    room: &Room<T>,
    overlap: &closed::Overlap,
) -> [f64; 2] {
    let speed = room.d.norm();
    let forever = [f64::NEG_INFINITY, f64::INFINITY];
    if speed == 0.0 {
        return forever;
    }
    if let Core::HalfSpace(_, n) = &fixed.core {
        // It has one plane only.
        let rise = n.dot(&room.d);
        let at = overlap.depth / rise;
        return if rise < 0.0 {
            [at, f64::INFINITY]
        } else if rise > 0.0 {
            [f64::NEG_INFINITY, at]
        } else {
            forever
        };
    }
    // Twice the sizes away, nothing overlaps.
    let reach = 4.0 * room.scale(0.0) / speed;
    let from = |side: f64| {
        let way = room.d * (side * reach);
        match pair::cast(&moving.moved(&way), &-way, fixed) {
            Some(closed::Answer::Hit(hit)) => (1.0 - hit.fraction) * reach * side,
            _ => 0.0,
        }
    };
    [from(-1.0).min(0.0), from(1.0).max(0.0)]
}
