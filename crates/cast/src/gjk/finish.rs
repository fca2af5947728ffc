//! The last digits of a distance from a curved core, by [Newton's method](crate::newton), from where the search is.
//!
//! The distance d of a point x is the greatest n·x − h(n) over unit normals n, and Newton's method as it is seeks the least height along a
//! line: where that leaves the core. So the line goes through x along the best normal so far, and the core has a ball of the best lower
//! bound ℓ around it, by which it falls short of x by d − ℓ. Where the line leaves that, the normal is that of the core's point nearest to
//! x, but for what the line strays by on its last d − ℓ: with an angle ε between both normals d − ℓ is of the order of ε², so that the
//! next normal is off by the order of ε³, and the one after that, with the better bound, by ε⁷. And the ball's own curvature leaves no
//! Hessian singular, of corners either.
//!
//! The normal that comes out is one more query, which bounds the distance from below, and the nearest mixture of the support points of the
//! generators that take part bounds it from above. Where these do not meet, the search goes on as if nothing had been tried.

use super::{Distance, Precision, Separation};
use crate::descent::across;
use crate::found::Directions;
use crate::newton::{Active, generator, support_point, toward};
use crate::obstacle::{AnyObstacle, Vertex};
use crate::simplex::Simplex;
use crate::tolerance::{NEWTON_ROUNDS, NEWTON_SQUARES};
use nalgebra::Vector3;
use swept_support::{Core, LinearMap, Support, sqrt};

type V = Vector3<f64>;

/// The distance of `x` from the core; `None` where that is not found. `plane` is the best one so far, and the corners of `simplex` tell which
/// generators of the shapes take part. They are replaced by those that carry the nearest point.
#[inline(never)]
pub(super) fn finish(
    obstacle: &mut AnyObstacle<'_>,
    simplex: &mut Simplex,
    x: &V,
    plane: &Separation,
    wanted: &Precision,
) -> Option<Distance> {
    if !has_generators(obstacle, &plane.normal) {
        return None;
    }
    let frame = Frame::along(&plane.normal);
    let maps = [frame.0, frame.of(&obstacle.moving_to_working)];
    let mut active = Active::new(maps, plane.lower, frame.0.apply(&(obstacle.position + x)));
    // The latest first. Those that an earlier query has left are of no direction.
    let asked = simplex
        .vertices()
        .iter()
        .rev()
        .filter(|v| v.n != V::zeros());
    for vertex in asked {
        take(obstacle, &mut active, vertex)?;
    }
    if active.count() == 0 {
        return None;
    }
    let (mut n, mut around) = (V::z(), plane.lower);
    let mut near = NEWTON_SQUARES * wanted.open * obstacle.scale;
    let mut found = None;
    for _ in 0..NEWTON_ROUNDS {
        let Some(settled) = active.settle(n, near).filter(|_| !obstacle.exhausted()) else {
            break;
        };
        n = settled;
        let normal = frame.0.apply_transposed(&n);
        let normal = normal / sqrt(normal.norm_squared());
        let query = obstacle.support(&normal);
        let plane = Separation {
            normal,
            height: normal.dot(&query.y),
            lower: normal.dot(&(x - query.y)),
        };
        let mut touches = Simplex::new(query);
        if active.count() > 1 {
            let met = (0..active.count()).map(|i| touch(obstacle, &active, i, &normal));
            touches = Simplex::of(met).unwrap_or(touches);
        }
        let (weights, way) = touches.nearest(x);
        let upper = sqrt(way.norm_squared());
        if upper - plane.lower <= wanted.open && plane.lower > obstacle.tightest() {
            touches.reduce(&weights, 0);
            *simplex = touches;
            found = Some(Distance {
                upper,
                // Not the best of all, which rounding may say of an earlier one, whose normal is off by its root.
                plane: Some(plane),
                exhausted: false,
            });
            // What the line strayed by: the bounds feel its square.
            let strayed = (upper - around) * sqrt(n.xy().norm_squared());
            if strayed <= wanted.beside {
                break;
            }
        } else {
            match take(obstacle, &mut active, &query) {
                Some(true) => {}
                // All that reaches as far takes part: once more, and nearer.
                Some(false) => near *= NEWTON_SQUARES * NEWTON_SQUARES,
                None => break,
            }
        }
        around = around.max(plane.lower);
        active.put_around(around);
    }
    found
}

/// Axes of which the third is a unit vector.
struct Frame(LinearMap);

impl Frame {
    fn along(n: &V) -> Self {
        let [a, b] = across(n);
        let rows = [a, b, *n].map(|row| [row.x, row.y, row.z]);
        Self(LinearMap { rows, exact: false })
    }

    /// From a shape's frame into these axes, reversed, as the obstacle's points have that shape's with a minus.
    fn of(&self, map: &LinearMap) -> LinearMap {
        let column = |k: usize| {
            -self
                .0
                .apply(&V::new(map.rows[0][k], map.rows[1][k], map.rows[2][k]))
        };
        let [x, y, z] = [column(0), column(1), column(2)];
        LinearMap {
            rows: [0, 1, 2].map(|i| [x[i], y[i], z[i]]),
            exact: false,
        }
    }
}

/// Whether both shapes are polytopes or tell what they are hulls of.
fn has_generators(obstacle: &AnyObstacle<'_>, n: &V) -> bool {
    let asked = directions(obstacle, n);
    let tells =
        |shape: &dyn Support, n| shape.core() == Core::Polytope || shape.generator(n).is_some();
    tells(obstacle.problem.fixed, &asked.fixed) && tells(obstacle.problem.moving, &asked.moving)
}

/// Has the generators behind a vertex take part; `false` where they do already, or there is no room; `None` where a shape has none.
fn take(obstacle: &mut AnyObstacle<'_>, active: &mut Active, vertex: &Vertex) -> Option<bool> {
    let asked = directions(obstacle, &vertex.n);
    let fixed = obstacle.problem.fixed;
    let on_fixed = match fixed.core() {
        Core::Polytope => {
            obstacle.evaluations += 1;
            fixed.support_point(&asked.fixed).coords
        }
        Core::Curved => V::zeros(),
    };
    let of = [
        generator(fixed, &asked.fixed, &on_fixed)?,
        generator(obstacle.problem.moving, &asked.moving, &vertex.on_moving)?,
    ];
    Some(active.take(&of, &[asked.fixed, asked.moving]))
}

/// What the shapes are asked for along `n`.
fn directions(obstacle: &AnyObstacle<'_>, n: &V) -> Directions {
    Directions {
        fixed: *n,
        moving: -obstacle.moving_to_working.apply_transposed(n),
    }
}

/// The obstacle's point along `n` that a choice of generators has.
fn touch(obstacle: &mut AnyObstacle<'_>, active: &Active, choice: usize, n: &V) -> Vertex {
    obstacle.evaluations += 1;
    let asked = directions(obstacle, n);
    let [fixed, moving] = active.choice(choice);
    let problem = obstacle.problem;
    let on_fixed = support_point(problem.fixed, &toward(fixed, &asked.fixed), fixed);
    let on_moving = support_point(problem.moving, &toward(moving, &asked.moving), moving);
    Vertex {
        n: *n,
        ..obstacle.vertex(&on_fixed, &on_moving)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::{Obstacle, Open};
    use crate::problem::{Problem, Standing};
    use nalgebra::Point3;
    use swept_support::{Cylinder, Generator, Placed};

    /// A cylinder of height and radius 1 that is asked for nothing along no direction.
    struct Strict(Cylinder<f64>);

    impl Support for Strict {
        fn support_point(&self, n: &V) -> Point3<f64> {
            assert_ne!(*n, V::zeros());
            self.0.support_point(n)
        }
        fn interior_point(&self) -> Point3<f64> {
            self.0.interior_point()
        }
        fn extent(&self) -> f64 {
            self.0.extent()
        }
        fn generator(&self, n: &V) -> Option<Generator> {
            assert_ne!(*n, V::zeros());
            self.0.generator(n)
        }
    }

    /// Two upright cylinders, (3, 4) from axis to axis and (1, 0) from end to end: from rim to rim it is (5 − 2, 1). What has been kept of an
    /// earlier query are points of the shapes, and no directions: by these alone nothing is found.
    #[test]
    fn a_distance_from_rim_to_rim_is_found_at_once() {
        let strict = Strict(Cylinder::new(0.5, 1.0).unwrap());
        let shape: &dyn Support = &strict;
        let moving = Placed::<f64, _>::new(shape, [3.0, 2.0, 4.0]).unwrap();
        let fixed = Placed::<f64, _>::new(shape, [0.0; 3]).unwrap();
        let (moving, fixed) = (Standing::new(&moving), Standing::new(&fixed));
        let problem = Problem::of(moving, V::zeros(), fixed, 0.0);
        let mut obstacle = Obstacle::new(&problem, 1_000, Open::NOWHERE);
        let about = V::new(0.5, 0.3, 0.7);
        let about = about / sqrt(about.norm_squared());
        let near = obstacle.support(&about);
        let plane = Separation {
            normal: about,
            height: about.dot(&near.y),
            lower: -about.dot(&near.y),
        };
        let wanted = Precision {
            open: obstacle.tightest(),
            beside: obstacle.tightest(),
        };
        let kept = obstacle.vertex(&V::new(0.0, 0.5, 1.0), &V::new(0.0, -0.5, -1.0));
        let mut simplex = Simplex::new(kept);
        let found = finish(&mut obstacle, &mut simplex, &V::zeros(), &plane, &wanted);
        assert!(found.is_none());
        simplex.push(near);
        let found = finish(&mut obstacle, &mut simplex, &V::zeros(), &plane, &wanted).unwrap();
        let (plane, distance) = (found.plane.unwrap(), sqrt(10.0));
        assert!((found.upper - distance).abs() <= obstacle.tightest());
        assert!((plane.lower - distance).abs() <= obstacle.tightest());
        let normal = V::new(0.6 * 3.0, 1.0, 0.8 * 3.0) / distance;
        assert!((plane.normal - normal).norm() <= 2.0 * obstacle.tightest());
    }
}
