//! The shortest way that clears half-spaces: a pure function.
//!
//! ```text
//! minimise |x|  subject to  nᵢ·x ≥ bᵢ for all i
//! ```
//!
//! A convex problem in three unknowns: at the optimum at most three independent constraints are active, and they alone have the same
//! optimum (a basis). It is found as that of every problem of this kind is. Of the constraints that the optimum of the present basis
//! does not clear take the one that it misses by most; the two sets together, four constraints at most, have a basis of their own,
//! found by trying the few there are; its optimum is longer. So no basis comes twice, each exchange looks at every constraint once,
//! and their number has never been seen to grow with that of the constraints by more than its logarithm.
//!
//! That the new constraint is active at the optimum of the four: else that would be the optimum without it, which does not clear it. So
//! the candidates are the shortest way onto its plane, onto the lines with each plane of the basis, and onto the points with two;
//! each that clears all four is as long as the optimum at least, and one of them is the optimum. When none does, there is no way.
//!
//! Source: M. Sharir, E. Welzl, *A combinatorial bound for linear programming and related problems* (1992), where the two steps are
//! called violation test and basis computation.

use crate::tolerance::{FLAT, MOST_EXCHANGES};
use nalgebra::{Matrix3, Vector3};
use smallvec::{SmallVec, smallvec};

/// A half-space of ways: n·x ≥ b, n of unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clearing {
    pub(crate) normal: Vector3<f64>,
    pub(crate) by: f64,
}

impl Clearing {
    /// By how much a way is too short.
    pub(crate) fn missed_by(&self, way: &Vector3<f64>) -> f64 {
        self.by - self.normal.dot(way)
    }
}

/// The shortest way that clears all of them, up to [`slack`]; `None` when there is none, or none that their angles let be told
/// from none.
pub(crate) fn shortest(all: &[Clearing]) -> Option<Vector3<f64>> {
    let most = all.iter().map(|c| c.by).fold(0.0, f64::max);
    let mut best = Basis {
        way: Vector3::zeros(),
        active: SmallVec::new(),
    };
    for _ in 0..MOST_EXCHANGES {
        let missed = all.iter().map(|c| (c.missed_by(&best.way), c));
        let worst = missed.max_by(|a, b| a.0.total_cmp(&b.0));
        match worst.filter(|(by, _)| by.total_cmp(&slack(most, best.way.norm())).is_gt()) {
            Some((_, worst)) => best = best.with(worst, most)?,
            None => return Some(best.way),
        }
    }
    None
}

/// What a way of this length may be too short by where `most` is the most that is to be cleared. Two planes at an angle below θ =
/// [`FLAT`] are not taken together. The shortest way onto the one that asks for more then misses the other by θ² of it at most; so do
/// three planes that lean out of a common prism by less.
pub(crate) fn slack(most: f64, way: f64) -> f64 {
    FLAT * FLAT * (most + way)
}

/// Constraints, and the shortest way that clears them: on the planes of all of them.
struct Basis {
    way: Vector3<f64>,
    active: SmallVec<[Clearing; 3]>,
}

impl Basis {
    /// The basis of its constraints and one more, which its way does not clear.
    fn with(&self, new: &Clearing, most: f64) -> Option<Self> {
        let mut best: Option<Self> = None;
        let mut consider = |way: Vector3<f64>, active: SmallVec<[Clearing; 3]>| {
            let shorter = (best.as_ref()).is_none_or(|b| way.norm_squared() < b.way.norm_squared());
            let slack = slack(most, way.norm());
            let mut known = self.active.iter().chain([new]);
            // Not a number clears nothing.
            if shorter && known.all(|c| c.missed_by(&way) <= slack) {
                best = Some(Self { way, active });
            }
        };
        consider(new.normal * new.by, smallvec![*new]);
        for (i, a) in self.active.iter().enumerate() {
            consider(on_two(new, a), smallvec![*new, *a]);
            for b in &self.active[i + 1..] {
                consider(on_three(new, a, b), smallvec![*new, *a, *b]);
            }
        }
        best
    }
}

/// The shortest way onto both planes: x = α a + β b with a·x and b·x as they are to be. With g = a·b the determinant of
/// those two equations is 1 − g². Not a number when they are parallel.
fn on_two(a: &Clearing, b: &Clearing) -> Vector3<f64> {
    let g = a.normal.dot(&b.normal);
    let square = a.normal.cross(&b.normal).norm_squared();
    if square <= FLAT * FLAT {
        return Vector3::repeat(f64::NAN);
    }
    (a.normal * (a.by - g * b.by) + b.normal * (b.by - g * a.by)) / square
}

/// The point of three planes; not a number when they have none that is worth the name.
fn on_three(a: &Clearing, b: &Clearing, c: &Clearing) -> Vector3<f64> {
    let rows = Matrix3::from_rows(&[a, b, c].map(|p| p.normal.transpose()));
    let by = Vector3::new(a.by, b.by, c.by);
    (Some(rows).filter(|r| r.determinant().abs() > FLAT))
        .and_then(|r| r.try_inverse())
        .map_or(Vector3::repeat(f64::NAN), |m| m * by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clearing(normal: [f64; 3], by: f64) -> Clearing {
        Clearing {
            normal: Vector3::from(normal).normalize(),
            by,
        }
    }

    #[test]
    fn one_two_and_three_planes_are_cleared_by_the_shortest_way() {
        let (x, y, z) = (
            clearing([1.0, 0.0, 0.0], 1.0),
            clearing([0.0, 1.0, 0.0], 2.0),
            clearing([0.0, 0.0, 1.0], 3.0),
        );
        let near =
            |a: Option<Vector3<f64>>, b: [f64; 3]| (a.unwrap() - Vector3::from(b)).norm() < 1e-14;
        assert!(near(shortest(&[x]), [1.0, 0.0, 0.0]));
        assert!(near(shortest(&[y, x]), [1.0, 2.0, 0.0]));
        assert!(near(shortest(&[y, x, z]), [1.0, 2.0, 3.0]));
        // Leaning by 45 degrees: one way of 2 along it clears the plane below it as well, by √2.
        let slope = clearing([1.0, 1.0, 0.0], 2.0);
        let root = 2.0_f64.sqrt();
        assert!(near(shortest(&[slope, x]), [root, root, 0.0]));
        assert_eq!(shortest(&[]), Some(Vector3::zeros()));
    }

    #[test]
    fn between_walls_that_leave_no_room_there_is_no_way() {
        let left = clearing([1.0, 0.0, 0.0], 0.5);
        let right = clearing([-1.0, 0.0, 0.0], 0.25);
        assert_eq!(shortest(&[left, right]), None);
        // Room for 0.5 and no more: the wall across may be half as near again.
        let room = clearing([-1.0, 0.0, 0.0], -0.5);
        assert_eq!(shortest(&[left, room]), Some(Vector3::new(0.5, 0.0, 0.0)));
    }

    /// Of all ways onto one, two or three planes that clear everything, the shortest.
    fn by_trying_all(all: &[Clearing]) -> Option<Vector3<f64>> {
        let mut candidates = vec![Vector3::zeros()];
        for (i, a) in all.iter().enumerate() {
            candidates.push(a.normal * a.by);
            for (j, b) in all.iter().enumerate().skip(i + 1) {
                candidates.push(on_two(a, b));
                candidates.extend(all[j + 1..].iter().map(|c| on_three(a, b, c)));
            }
        }
        let clears = |x: &Vector3<f64>| all.iter().all(|c| c.missed_by(x) <= 1e-12);
        let clear = candidates.into_iter().filter(clears);
        clear.min_by(|a, b| a.norm().total_cmp(&b.norm()))
    }

    #[test]
    fn it_is_what_trying_all_finds() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let (mut ways, mut none) = (0, 0);
        for case in 0..3000 {
            let mut one = |x: f64| {
                let mut side = || rng.random_range(-1.0..1.0);
                clearing([side(), side() + x, side()], side())
            };
            // Leaning to all sides, and on the whole to one.
            let lean = f64::from(case % 4);
            let all: Vec<Clearing> = (0..1 + case % 12).map(|_| one(lean)).collect();
            match (shortest(&all), by_trying_all(&all)) {
                (Some(a), Some(b)) => {
                    assert!(
                        (a - b).norm() <= 1e-9 * (1.0 + b.norm()),
                        "{all:?}: {a:?} {b:?}"
                    );
                    ways += 1;
                }
                (None, None) => none += 1,
                other => panic!("{all:?}: {other:?}"),
            }
        }
        assert!(ways > 1000 && none > 200, "{ways} {none}");
    }

    #[test]
    fn many_half_spaces_are_cleared_as_well() {
        // Of a ball of radius 1 whose middle is 0.9 above a bowl: the way up that each of a hundred thousand tangent planes asks for.
        let count = 100_000;
        let all: Vec<Clearing> = (0..count)
            .map(|i| {
                let (t, turn) = (f64::from(i) / f64::from(count), 2.399963 * f64::from(i));
                let slope = 0.5 * t.sqrt();
                let normal = [slope * turn.cos(), 1.0, slope * turn.sin()];
                clearing(normal, 0.1 + 0.05 * t)
            })
            .collect();
        let way = shortest(&all).unwrap();
        assert!(all.iter().all(|c| c.missed_by(&way) <= 1e-12));
        // The outermost lean most and ask for most: nothing shorter than straight up clears those on all sides.
        let up = 0.15 / clearing([0.5, 1.0, 0.0], 0.0).normal.y;
        assert!((way - Vector3::new(0.0, up, 0.0)).norm() < 1e-3, "{way:?}");
    }
}
