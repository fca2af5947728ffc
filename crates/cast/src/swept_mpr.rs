//! Swept MPR: the obstacle swept along the motion, and a portal's way to the surface of that.
//!
//! E. Gustafsson, *Thoughts on shape casting* (2010), in four steps, which the code below names:
//! 1. sweep the configuration space obstacle against the motion, by adding a vector to its support function, far enough
//!    that it passes the origin;
//! 2. Minkowski portal refinement (G. Snethen, *XenoCollide*, 2008) from the origin to the surface of the swept
//!    obstacle along the sweep; an origin outside is a miss;
//! 3. subtract that distance from the length of the sweep;
//! 4. that is how far the shape may be cast.
//!
//! Why it works: the origin is in C + [−s, 0]·d exactly when t·d is in C for some t in [0, s]; and the surface of it lies
//! ahead of the origin, against the motion, by (s − t)·d for the first such t.
//!
//! Departures. The portal is that of the portal cast: no centre point, directions across the motion first, decisions by
//! one predicate with an exact sign, tolerances relative to the scale, both bounds kept, so that the answer is a
//! bracket. On ties the swept copy of a support point is taken, so that the portal is one of the swept copies alone and
//! moved back by the sweep is a portal of the obstacle. The length is that of the motion, or if that is longer the
//! obstacle's distance and size together: the distance of the obstacle's centre alone, which the article suggests, does
//! not take a tilted plate past the origin. A contact before the start is looked into on the obstacle itself. And:
//!
//! **Where the subtraction cancels.** The way r to the surface and the length s of the sweep are differences and sums
//! with s, so t = s − r errs by some u·s·|d| as a length. With a sweep as long as the motion that is the last place of |d|,
//! however near the shapes start: a box that starts 1.1 above another and is cast down by 10⁹ lands 10⁻⁸ off (the
//! test below shows it, power of ten by power of ten). Hence the shorter sweep; what is left is an error of a few units
//! in the last place of the distance at which the shapes start. Where that is more than the bracket may be open near the
//! contact, the origin moves to shortly before the contact that the subtraction found, and the portal, whose corners
//! are asked for again by their directions, is refined there.

use crate::found::{Contact, Found, Mixture};
use crate::observer::Watched;
use crate::obstacle::Obstacle;
use crate::portal_cast;
use crate::tolerance::{NEARLY_ACROSS, POINT, SPOILT};
use crate::{Method, Observer, Step};
use nalgebra::{Point3, Vector3};
use swept_support::{Core, Support, sqrt};

/// Casts along the obstacle's displacement. The swept obstacle is another pair of shapes, with portals of its own, which are a third of all that
/// is compiled for a pair, and the default method has no use for them: they are compiled once for all shapes, unless a feature asks for more.
pub(crate) fn swept_mpr<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Found {
    #[cfg(all(feature = "static-mpr", not(debug_assertions)))]
    return cast(obstacle, mixture, observer);
    #[cfg(not(all(feature = "static-mpr", not(debug_assertions))))]
    {
        let (found, base) = obstacle.forget_types(|obstacle| {
            let found = cast(obstacle, mixture, &mut Watched::new(observer));
            (found, obstacle.base)
        });
        if base != obstacle.base {
            obstacle.move_origin(base);
        }
        found
    }
}

/// The same for shapes of these types.
#[inline(never)]
fn cast<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    observer: &mut O,
) -> Found {
    // 1. Far enough that the obstacle passes the origin, and no farther than the motion.
    let reach = obstacle.scale / sqrt(obstacle.displacement.norm_squared());
    let s = reach.min(1.0 - obstacle.base);
    let (found, portal, open) = subtract(obstacle, s, mixture, observer);
    let Found::Entry(contact) = found else {
        return found;
    };
    let base = obstacle.base;
    let d = obstacle.displacement;
    if contact.upper > 0.0 {
        let length = sqrt(d.norm_squared());
        // How far along the motion the lower bound may be off: much, where the motion grazes the plane.
        let doubt = POINT * (obstacle.scale + s * length) * contact.stretch;
        let near = (contact.lower - doubt - obstacle.margin() / length).max(0.0);
        obstacle.move_origin(base + near);
        if obstacle.has_round_corners() {
            // The closed form of a core with a radius finishes this, from here.
            mixture.y -= d * near;
            return Found::Entry(Contact {
                lower: contact.lower - near,
                upper: contact.upper - near,
                ..contact
            });
        }
        // Does the subtraction cancel? What its bracket may be open by, against what it may be near the contact.
        if open <= SPOILT * obstacle.tolerance() {
            obstacle.move_origin(base);
            return found;
        }
    }
    let found =
        obstacle.forget_types(|obstacle| portal_cast::resume(obstacle, observer, &portal, mixture));
    match found {
        Found::Start if obstacle.base > base => {
            obstacle.move_origin(base);
            Found::Undecided
        }
        // The limit came first. The plane that the subtraction ended with may prove more than the one begun with near the contact.
        Found::Exhausted(near) => {
            if near.is_some() {
                obstacle.evaluations += 2;
            }
            let problem = obstacle.problem;
            let free = |n: &Vector3<f64>| {
                problem
                    .plane(&obstacle.to_world(n))
                    .lower_bound(problem.reach)
            };
            let known = contact.normal;
            Found::Exhausted(near.filter(|n| free(n) > free(&known)).or(Some(known)))
        }
        found => found,
    }
}

/// The article's four steps with a sweep by `s` times the displacement: the contact, the sheared directions of the
/// portal's corners, and what the bracket may be open by: a length.
fn subtract<A: Support, B: Support, O: Observer>(
    obstacle: &mut Obstacle<'_, A, B>,
    s: f64,
    mixture: &mut Mixture,
    observer: &mut O,
) -> (Found, [Vector3<f64>; 3], f64) {
    let d = obstacle.displacement;
    let (base, problem) = (obstacle.base, obstacle.problem);
    // 1. Sweep the obstacle. Its working frame is the fixed shape's own.
    let fixed = SweptShape::new(problem.fixed, -d * s);
    let swept = problem.with_fixed(&fixed);
    let mut swept = obstacle.with_shapes(&swept);
    swept.base = base + s;
    // 2. From the origin to the surface. Fractions count from the end of the sweep, so the way is minus the fraction.
    let (found, portal) = if O::ACTIVE {
        let mut named = Named(&mut *observer);
        portal_cast::enter(&mut swept, &mut Watched::new(&mut named), -s, mixture)
    } else {
        portal_cast::enter(&mut swept, observer, -s, mixture)
    };
    obstacle.evaluations += swept.evaluations;
    let found = match found {
        Found::Entry(contact) if contact.lower > 0.0 => {
            // The origin is outside.
            if s < 1.0 - base {
                Found::Undecided
            } else {
                Found::Clear(contact.normal)
            }
        }
        Found::Entry(contact) => {
            // 3. and 4. The length of the sweep less that of the way.
            let cast_by = |fraction: f64| s - -fraction;
            obstacle.parts = swept.parts;
            mixture.y += d * s;
            Found::Entry(Contact {
                lower: cast_by(contact.lower),
                upper: cast_by(contact.upper),
                ..contact
            })
        }
        other => other,
    };
    (found, portal, swept.tolerance())
}

/// A shape swept along a vector in its own frame.
struct SweptShape<'a, S> {
    shape: &'a S,
    sweep: Vector3<f64>,
    length: f64,
}

impl<'a, S: Support> SweptShape<'a, S> {
    fn new(shape: &'a S, sweep: Vector3<f64>) -> Self {
        Self {
            shape,
            sweep,
            length: sqrt(sweep.norm_squared()),
        }
    }
}

impl<S: Support> Support for SweptShape<'_, S> {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        let point = self.shape.support_point(direction);
        let along = direction.dot(&self.sweep);
        // Across the sweep both copies are as far out, and rounding decides: for the swept one.
        if along >= 0.0 || along >= -NEARLY_ACROSS * self.length * sqrt(direction.norm_squared()) {
            point + self.sweep
        } else {
            point
        }
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }

    fn interior_point(&self) -> Point3<f64> {
        self.shape.interior_point() + self.sweep * 0.5
    }

    fn extent(&self) -> f64 {
        self.shape.extent() + self.length
    }

    fn core(&self) -> Core {
        self.shape.core()
    }
}

/// Shows a portal's steps under this method's name.
struct Named<'o, O>(&'o mut O);

impl<O: Observer> Observer for Named<'_, O> {
    fn is_active(&self) -> bool {
        self.0.is_active()
    }

    fn step(&mut self, step: &Step<'_>) {
        self.0.step(&Step {
            method: Method::SweptMpr,
            ..*step
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::Open;
    use crate::problem::Problem;
    use crate::{NoObserver, Sweep};
    use swept_support::{Cuboid, Placed};

    /// A cuboid starts 1.1 above another and falls by `drop`: how far it is from landing, by the subtraction alone with a
    /// sweep as long as the motion, and as cast.
    fn errors(drop: f64) -> (f64, f64) {
        let cuboid = Cuboid::new([1.0, 0.1, 1.0]).unwrap();
        let moving = Placed::new(cuboid, [0.3, 2.2, 0.2]).unwrap();
        let fixed = Placed::new(Cuboid::new([2.0, 1.0, 2.0]).unwrap(), [0.0; 3]).unwrap();
        let sweep = Sweep::new(moving, [0.0, -drop, 0.0], fixed).unwrap();
        let problem = Problem::new(&sweep, 0.0);
        let mut obstacle = Obstacle::new(&problem, 1_000, Open::of::<f64>(0.0));
        let mut mixture = Mixture::NONE;
        let observer = &mut NoObserver;
        let (raw, ..) = subtract(&mut obstacle, 1.0, &mut mixture, observer);
        let cast = swept_mpr(&mut obstacle, &mut mixture, observer);
        let (Found::Entry(raw), Found::Entry(cast)) = (raw, cast) else {
            panic!("{drop}: {raw:?}, {cast:?}");
        };
        let left = |fraction: f64| (drop * fraction - 1.1).abs();
        (left(raw.upper), left(obstacle.base + cast.upper))
    }

    #[test]
    fn a_sweep_as_long_as_the_motion_costs_the_motion_s_last_place_and_the_finish_none_of_it() {
        let mut largest = 0.0_f64;
        for exponent in 1..=9 {
            let drop = 10_f64.powi(exponent) / 3.0;
            let (raw, cast) = errors(drop);
            assert!(raw <= 16.0 * f64::EPSILON * drop, "{drop:e}: {raw:e}");
            assert!(cast <= 1e-13, "{drop:e}: {cast:e}");
            largest = largest.max(raw);
        }
        assert!((1e-9..1e-6).contains(&largest), "{largest:e}");
    }
}
