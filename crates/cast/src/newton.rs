//! The plane of contact by Newton's method, for cores that are hulls of ellipsoids.
//!
//! A portal closes on curved parts by a constant factor per support point. But the support function of such a core is the greatest of a
//! few smooth ones, one for each [`Generator`]. In the sheared frame, with n = (x, y, ∓1), each choice i of one generator of either
//! shape has the height φᵢ(x, y) = n·pᵢ, where pᵢ is the point that those two have in the direction n. φᵢ is convex, the first two
//! coordinates of pᵢ are its gradient gᵢ, and of an ellipsoid with the middle c and the radii A, which L leads into the sheared frame,
//!
//! ```text
//! height  n·L c + |w|,   w = A Lᵀ n
//! point   L c + s,       s = L A w / |w|
//! Hessian (L A² Lᵀ − s sᵀ) / |w|
//! ```
//!
//! The plane sought is that of the least greatest height, in which a mixture Σ λᵢ pᵢ lies on the axis. With the choices known that
//! take part in it, it solves a system of equations:
//!
//! ```text
//! one    g = 0                               a rim on a rim or on a corner
//! two    φ₁ = φ₂,  λ₁ g₁ + λ₂ g₂ = 0         the side of a cylinder or a cone, an edge
//! three  φ₁ = φ₂ = φ₃                        two edges, two sides: the portal's own next step
//! ```
//!
//! Newton's method doubles the digits with each step. For two choices it is sequential quadratic programming (J. Nocedal and S. Wright,
//! *Numerical Optimization*, 2nd edition, 2006, section 18.1): with e = g₁ − g₂ and H the mixture of both Hessians, the tilt
//! is t = α e + β e⊥ with e·t = φ₂ − φ₁ and e⊥·(g₂ + H t) = 0, while λ₁ is that of the mixture nearest to the axis. A choice without a
//! share is dropped, and one that reaches beyond the others is taken in: an active set, as a portal's corners are.
//!
//! Nothing that is proven depends on it: the direction that comes out is asked of the obstacle like any other.

mod ellipsoid;

use crate::tolerance::{LOW, NEWTON_STEPS, SINGULAR};
pub(crate) use ellipsoid::Ellipsoid;
use ellipsoid::{Local, Met};
use nalgebra::{Vector2, Vector3};
use swept_support::{Core, Generator, LinearMap, Support, largest, paired, sqrt};

type V = Vector3<f64>;
type V2 = Vector2<f64>;

/// The choices that take part.
pub(crate) struct Active {
    /// Of the fixed and of the moving shape.
    met: [Met; 2],
    /// From their frames into the sheared one.
    maps: [LinearMap; 2],
    /// A generator of either, by their numbers.
    choices: [[usize; 2]; 3],
    count: usize,
    /// Around both: nothing where they have no radius. It is numbers all the same, since the compiler has them multiplied before anyone asks
    /// whether they count, and what memory happens to hold may be numbers below the normal ones, whose products are slow.
    ball: Ellipsoid,
    position: V,
}

/// What a step comes to.
enum Step {
    /// The choice with this number has no share.
    Drop(usize),
    /// By how much to tilt the direction, and the square of what that comes to: of how far the mixture was from the axis, of how far apart
    /// the heights were, and of by how much the mixture's height along the axis will change.
    Tilt(V2, f64),
    Lost,
}

impl Active {
    /// No choice so far. The obstacle is what the maps make of both shapes, with a ball of this radius around, moved by −`position`.
    #[inline(always)]
    pub(crate) fn new(maps: [LinearMap; 2], radius: f64, position: V) -> Self {
        let ball = ball(radius, &maps[0]);
        Self {
            met: [const { Met::NONE }; 2],
            maps,
            choices: [[0; 2]; 3],
            count: 0,
            ball,
            position,
        }
    }

    /// Another radius of the ball.
    pub(crate) fn put_around(&mut self, radius: f64) {
        self.ball = ball(radius, &self.maps[0]);
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The generators of a choice, of the fixed and of the moving shape.
    #[inline(always)]
    pub(crate) fn choice(&self, i: usize) -> [&Ellipsoid; 2] {
        let [fixed, moving] = self.choices[i];
        [&self.met[0].all[fixed], &self.met[1].all[moving]]
    }

    /// Of the first choice's generator of the fixed (0) or of the moving shape (1), in case it is flat and met face on, by the sheared
    /// direction `n`: the directions, in that shape's frame, of two opposite points of its border between which the axis goes through it.
    #[inline(never)]
    pub(crate) fn face_on(&self, k: usize, n: &V) -> Option<[V; 2]> {
        let choice = self.choice(0);
        let (disc, other) = (choice[k], choice[1 - k]);
        let flat = disc.flat()?;
        let (p, q) = ((flat + 1) % 3, (flat + 2) % 3);
        let middle = (self.rest(n).point + disc.centre + other.at(n).point).xy();
        let column = |c: usize| V2::new(disc.rows[0][c], disc.rows[1][c]);
        let (e, f) = (column(p), column(q));
        let inverse = 1.0 / e.perp(&f);
        // In units of the radii: middle + e u.x + f u.y = 0.
        let u = V2::new(f.perp(&middle), middle.perp(&e)) * inverse;
        let squared = u.norm_squared();
        if squared.is_nan() || squared > 1.0 {
            return None;
        }
        let u = if squared > 0.0 {
            u / sqrt(squared)
        } else {
            V2::x()
        };
        let radii = &disc.of.radii;
        let side = |sign: f64| {
            let mut toward = V::zeros();
            toward[flat] = 1.0_f64.copysign(disc.asked[flat]);
            // A² n is along A u.
            toward[p] = sign * u.x * (radii[q] / radii[p]).min(1.0);
            toward[q] = sign * u.y * (radii[p] / radii[q]).min(1.0);
            toward
        };
        Some([side(1.0), side(-1.0)])
    }

    /// Has a choice take part, which was found by these directions: `false` if there is no room, or if it does already.
    #[inline(always)]
    pub(crate) fn take(&mut self, of: &[Generator; 2], asked: &[V; 2]) -> bool {
        let [fixed, moving] = &mut self.met;
        let (Some(fixed), Some(moving)) = (
            fixed.number(&of[0], &asked[0], &self.maps[0]),
            moving.number(&of[1], &asked[1], &self.maps[1]),
        ) else {
            return false;
        };
        let choice = [fixed, moving];
        if self.count == 3 || self.choices[..self.count].contains(&choice) {
            return false;
        }
        self.choices[self.count] = choice;
        self.count += 1;
        true
    }

    fn drop(&mut self, i: usize) {
        self.count -= 1;
        self.choices.swap(i, self.count);
    }

    /// The part of the height that no choice changes.
    #[inline(always)]
    fn rest(&self, n: &V) -> Local {
        let rest = Local {
            point: -self.position,
            bends: [0.0; 3],
        };
        if self.ball.of.radii.x > 0.0 {
            rest.plus(&self.ball.at(n))
        } else {
            rest
        }
    }

    /// The two shapes' parts of choice `i`; of choice `j` they are known.
    #[inline(always)]
    fn parts(&self, n: &V, i: usize, j: usize, known: &[Local; 2]) -> [Local; 2] {
        let ([f, m], [g, l]) = (self.choices[i], self.choices[j]);
        [
            if f == g {
                known[0]
            } else {
                self.met[0].at(f, n)
            },
            if m == l {
                known[1]
            } else {
                self.met[1].at(m, n)
            },
        ]
    }

    #[inline(always)]
    fn first(&self, n: &V) -> [Local; 2] {
        let [f, m] = self.choices[0];
        [self.met[0].at(f, n), self.met[1].at(m, n)]
    }

    /// Goes from `n` to the least greatest height of the choices; `None` where it does not get there. The last step comes to the root of
    /// `near` at most.
    #[inline(never)]
    pub(crate) fn settle(&mut self, mut n: V, near: f64) -> Option<V> {
        let mut most = f64::INFINITY;
        for _ in 0..NEWTON_STEPS {
            let step = match self.count {
                1 => self.one(&n),
                2 => self.two(&n),
                _ => self.three(&n),
            };
            match step {
                Step::Drop(i) => {
                    self.drop(i);
                    most = f64::INFINITY;
                }
                Step::Tilt(by, off) => {
                    n.x += by.x;
                    n.y += by.y;
                    if off <= near {
                        return Some(n);
                    }
                    if off > most || off.is_nan() {
                        return None;
                    }
                    // Twice as far is far enough.
                    most = 4.0 * off;
                }
                Step::Lost => return None,
            }
        }
        None
    }

    #[inline(always)]
    fn one(&self, n: &V) -> Step {
        let Local { point, bends } = self.rest(n).with(&self.first(n));
        let g = point.xy();
        let [xx, xy, yy] = bends;
        let (det, trace) = (xx * yy - xy * xy, xx + yy);
        if det <= SINGULAR * (trace * trace) {
            return Step::Lost;
        }
        let tilt = V2::new(xy * g.y - yy * g.x, xy * g.x - xx * g.y) * (1.0 / det);
        let change = g.dot(&tilt);
        Step::Tilt(tilt, g.norm_squared() + change * change)
    }

    #[inline(always)]
    fn two(&self, n: &V) -> Step {
        let (rest, a) = (self.rest(n), self.first(n));
        let b = self.parts(n, 1, 0, &a);
        let (a, b) = (rest.with(&a), rest.with(&b));
        let (g, h) = (a.point.xy(), b.point.xy());
        let e = g - h;
        let inverse = 1.0 / e.norm_squared();
        let share = -e.dot(&h) * inverse;
        let rise = n.dot(&(b.point - a.point));
        let within = share.clamp(0.0, 1.0);
        let rest = h + e * within;
        // One without a share goes when it is the lower one, or about as low.
        let low = rise.abs() <= LOW * (rest.x.abs() + rest.y.abs());
        if share < 0.0 && (rise > 0.0 || low) {
            return Step::Drop(0);
        }
        if share > 1.0 && (rise < 0.0 || low) {
            return Step::Drop(1);
        }
        let share = within;
        let bend = |k: usize| b.bends[k] + (a.bends[k] - b.bends[k]) * share;
        let [xx, xy, yy] = [bend(0), bend(1), bend(2)];
        let (along, side) = (e * (inverse * rise), V2::new(-e.y, e.x));
        let bent = V2::new(xx * side.x + xy * side.y, xy * side.x + yy * side.y);
        let curvature = side.dot(&bent);
        if curvature <= 0.0 {
            return Step::Lost;
        }
        let across = -(side.dot(&h) + along.dot(&bent)) / curvature;
        let tilt = along + side * across;
        let change = rest.dot(&tilt);
        let squares = rest.norm_squared() + rise * rise + change * change;
        Step::Tilt(tilt, squares)
    }

    #[inline(always)]
    fn three(&self, n: &V) -> Step {
        let (rest, a) = (self.rest(n), self.first(n));
        let b = self.parts(n, 1, 0, &a);
        let c = self.parts(n, 2, 0, &a);
        let point = |[f, m]: &[Local; 2]| rest.point + f.point + m.point;
        let (a, b, c) = (point(&a), point(&b), point(&c));
        let [g, h, k] = [a.xy(), b.xy(), c.xy()];
        let (e, f) = (g - k, h - k);
        let inverse = 1.0 / e.perp(&f);
        let shares = [h.perp(&k), k.perp(&g), g.perp(&h)].map(|area| area * inverse);
        for (i, share) in shares.iter().enumerate() {
            if *share < 0.0 {
                return Step::Drop(i);
            }
        }
        let (rise, climb) = (n.dot(&(c - a)), n.dot(&(c - b)));
        // e·t = rise, f·t = climb.
        let tilt = V2::new(rise * f.y - climb * e.y, climb * e.x - rise * f.x) * inverse;
        Step::Tilt(tilt, rise * rise + climb * climb)
    }
}

/// A ball about the middle; nothing where it has no radius.
#[inline(always)]
fn ball(radius: f64, map: &LinearMap) -> Ellipsoid {
    if radius > 0.0 {
        let ball = Generator {
            centre: V::zeros(),
            radii: V::repeat(radius),
        };
        Ellipsoid::new(&ball, &V::zeros(), map)
    } else {
        Ellipsoid::NONE
    }
}

/// The generator of a shape that reaches farthest along a direction, whose support point is known: of a polytope, that point itself.
#[inline(always)]
pub(crate) fn generator<S: Support>(shape: &S, asked: &V, at: &V) -> Option<Generator> {
    match shape.core() {
        Core::Polytope => Some(Generator::point((*at).into())),
        Core::Curved => shape.generator(asked),
    }
}

/// The support point of a shape in a direction that leans toward this generator: of a polytope, it is known.
#[inline(always)]
pub(crate) fn support_point<S: Support>(shape: &S, asked: &V, of: &Ellipsoid) -> V {
    match shape.core() {
        Core::Polytope => of.of.centre,
        Core::Curved => shape.support_point(asked).coords,
    }
}

/// A direction whose support point is the one that a generator has along `n`. Where others may reach as far, as the other disc of a
/// cylinder on its side, it leans toward this one's middle, across all that it is round in: of a disc, that changes no point.
#[inline(always)]
pub(crate) fn toward(generator: &Ellipsoid, n: &V) -> V {
    let Generator { centre, radii } = &generator.of;
    if *radii == V::zeros() {
        return generator.asked;
    }
    let flat = paired(centre, radii, |c, r| if r == 0.0 { c } else { 0.0 });
    let off = largest(&flat);
    if off > 0.0 && off.is_finite() {
        n + flat / off * (2.0 * largest(n))
    } else {
        *n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    /// Sheared coordinates that are the shape's own, but for y and z exchanged with x and y: what stands upright lies along x.
    const LYING: LinearMap = LinearMap {
        rows: [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
        exact: false,
    };

    fn point(x: f64, y: f64, z: f64) -> Generator {
        Generator::point(Point3::new(x, y, z))
    }

    fn disc(height: f64) -> Generator {
        Generator {
            centre: V::new(0.0, height, 0.0),
            radii: V::new(1.0, 0.0, 1.0),
        }
    }

    fn ball(height: f64) -> Generator {
        Generator {
            radii: V::repeat(1.0),
            ..disc(height)
        }
    }

    /// Where a hull of these generators, moved by `by`, is met from below, and how many of them have a share.
    fn settled(of: &[Generator], by: [f64; 3], radius: f64, from: [f64; 2]) -> Option<(V, usize)> {
        let mut active = Active::new([LYING, LYING], radius, -V::from(by));
        let up = V::y();
        for of in of {
            assert!(active.take(&[*of, point(0.0, 0.0, 0.0)], &[up, up]));
        }
        let n = active.settle(V::new(from[0], from[1], -1.0), 1e-20)?;
        Some((n, active.count()))
    }

    fn near(found: Option<(V, usize)>, n: [f64; 2], count: usize) {
        let (found, shares) = found.expect("it gets there");
        let apart = (found - V::new(n[0], n[1], -1.0)).norm();
        assert!(apart < 1e-14 && shares == count, "{found} {shares}");
    }

    /// The axis passes a unit ball's middle at 0.6: the normal there is (0.6, 0, 0.8), reversed and with z = −1.
    #[test]
    fn a_ball_is_met_where_its_normal_says() {
        near(
            settled(&[ball(0.0)], [0.6, 0.0, 5.0], 0.0, [0.0, 0.0]),
            [-0.75, 0.0],
            1,
        );
        near(
            settled(&[ball(0.0)], [0.0, 0.6, 5.0], 0.0, [0.5, 0.25]),
            [0.0, -0.75],
            1,
        );
        // A point with a ball around it is no other.
        near(
            settled(&[point(0.0, 0.0, 0.0)], [0.6, 0.0, 0.0], 1.0, [0.0, 0.0]),
            [-0.75, 0.0],
            1,
        );
    }

    /// A cylinder that lies along x, from −0.8 to 1.2: its side is met, at 0.6 from its axis.
    #[test]
    fn the_side_of_a_cylinder_is_shared_by_its_two_rims() {
        let found = settled(&[disc(1.0), disc(-1.0)], [0.2, 0.6, 3.0], 0.0, [0.3, 0.1]);
        near(found, [0.0, -0.75], 2);
    }

    /// The hull of two balls about x = 0.3 and x = 2.3 is met where the first is, at (−0.3, 0, −√0.91) from its middle.
    #[test]
    fn a_choice_without_a_share_is_dropped() {
        let found = settled(&[ball(1.0), ball(-1.0)], [1.3, 0.0, 0.0], 0.0, [0.1, 0.2]);
        near(found, [-0.3 / 0.91_f64.sqrt(), 0.0], 1);
    }

    /// The plane through (1, 0, 1), (−1, 1, 2) and (−1, −1, 3): x − 1 = −x + y − 2 = −x − y − 3 for n = (x, y, −1).
    #[test]
    fn three_corners_have_a_plane() {
        // Sheared (x, y, z) is (z, x, y) of the shape.
        let corners = [
            point(1.0, 1.0, 0.0),
            point(2.0, -1.0, 1.0),
            point(3.0, -1.0, -1.0),
        ];
        let corners =
            corners.map(|c| Generator::point(Point3::new(c.centre.x, c.centre.y, c.centre.z)));
        near(
            settled(&corners, [0.0; 3], 0.0, [0.0, 0.0]),
            [-0.75, -0.5],
            3,
        );
    }

    /// A rim is bent in one direction only: alone, with a corner, it has no steepest plane.
    #[test]
    fn what_is_bent_in_one_direction_alone_is_left_to_others() {
        assert!(settled(&[disc(1.0)], [0.2, 0.6, 0.0], 0.0, [0.3, 0.1]).is_none());
        assert!(settled(&[point(1.0, 2.0, 3.0)], [0.0; 3], 0.0, [0.3, 0.1]).is_none());
    }

    /// An upright unit disc whose middle is at (0.3, 0.4) from the axis: the axis goes through it between the two points of its border
    /// along (0.6, 0.8), which are those of z and x.
    #[test]
    fn a_disc_met_face_on_is_met_between_two_points_of_its_border() {
        let upright = LinearMap {
            rows: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            exact: false,
        };
        let met = |of: Generator, by: V| {
            let mut active = Active::new([upright, upright], 0.0, -by);
            let up = V::y();
            assert!(active.take(&[of, point(0.0, 0.0, 0.0)], &[up, up]));
            active.face_on(0, &-V::z())
        };
        let [a, b] = met(disc(2.0), V::new(0.3, 0.4, 5.0)).expect("it goes through");
        assert!((a - V::new(-0.8, 1.0, -0.6)).norm() < 1e-15, "{a}");
        assert!((b - V::new(0.8, 1.0, 0.6)).norm() < 1e-15, "{b}");
        assert!(met(disc(2.0), V::new(0.9, 0.9, 5.0)).is_none());
        assert!(met(ball(2.0), V::new(0.3, 0.4, 5.0)).is_none());
    }

    #[test]
    fn a_fourth_choice_and_one_that_takes_part_are_refused() {
        let mut active = Active::new([LYING, LYING], 0.0, V::zeros());
        let up = V::y();
        let mut take = |of: Generator| active.take(&[of, ball(0.0)], &[up, up]);
        assert!(take(disc(1.0)) && take(disc(2.0)) && !take(disc(1.0)));
        assert!(take(disc(3.0)) && !take(disc(4.0)));
    }
}
