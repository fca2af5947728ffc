//! Where a line goes into the obstacle, and out of it: a linear program over points of the obstacle.
//!
//! The first fraction of contact is min t with t·d = Σ λᵢ yᵢ, Σ λᵢ = 1, λ ≥ 0, over points yᵢ of C. In a frame sheared so
//! that the displacement is the third axis, a basis is a triangle around the axis in the plane of the two others; its
//! height on the axis is the value, its plane the dual. The column that enters is the support point against the plane's
//! normal ("column generation"), the one that leaves is found by the ratio test. Two bounds come with each step: the
//! triangle's height from above, and from below the height of the plane moved out to the support point.
//!
//! It starts from a triangle that is no part of C, whose corners cost more than anything: while they have weight, the
//! interpolated cost is a direction across d along which C may end before the axis: the line then misses C.
//!
//! Nothing is proven here: the directions and points found are evaluated again, in numbers that count rounding errors.

use crate::arith::{Number, norm};
use crate::obstacle::Obstacle;
use crate::tolerance::{ASIDE, HIGH, MOST_PIVOTS, STALLED};

/// Which end of the line's way through C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Entry,
    Exit,
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) enum Pierced<N> {
    /// The line goes through this triangle of C's points, and not far beyond this plane.
    Through(Through<N>),
    /// The plane with this normal, across the motion, keeps C on its other side.
    Beside([N; 3]),
}

#[derive(Clone, Debug)]
pub(crate) struct Through<N> {
    /// Normal of the plane, out of C: against the motion for an entry, along it for an exit.
    pub(crate) normal: [N; 3],
    /// Directions whose support points are the triangle's corners; fewer than three where C is flat.
    pub(crate) directions: Vec<[N; 3]>,
}

#[derive(Clone, Copy, Debug)]
struct Column<N> {
    /// The point in the sheared frame: across, across, along.
    at: [N; 3],
    /// The direction that it supports; `None` for a corner of the starting triangle.
    direction: Option<[N; 3]>,
}

struct Program<'a, N> {
    obstacle: &'a Obstacle<N>,
    /// Axes of the frame: two across, one along.
    axes: [usize; 3],
    /// d across by d along.
    slope: [N; 2],
    /// Sign of the height: that of the motion along its axis, turned for an exit.
    sign: N,
    /// A point next to the axis, instead of it, so that no triangle has it on an edge.
    aim: [N; 2],
    scale: f64,
}

/// Follows the line of motion into C, or out of it, until the bounds are `tolerance` apart along the normal, or come no
/// closer, all in units of the scale. `first` are directions to begin with.
pub(crate) fn pierce<N: Number>(
    obstacle: &Obstacle<N>,
    end: End,
    tolerance: f64,
    first: &[[N; 3]],
) -> Pierced<N> {
    Program::new(obstacle, end, tolerance * ASIDE).solve(tolerance, first)
}

impl<'a, N: Number> Program<'a, N> {
    fn new(obstacle: &'a Obstacle<N>, end: End, aim: f64) -> Self {
        let d = obstacle.motion.map(N::value).map(f64::abs);
        let along = (0..3).fold(0, |k, i| if d[i] > d[k] { i } else { k });
        let axes = [(along + 1) % 3, (along + 2) % 3, along];
        let [i, j, k] = axes;
        let d = &obstacle.motion;
        let forward = d[k].value() > 0.0;
        let scale = obstacle.scale();
        let size = N::from(aim * scale);
        Self {
            obstacle,
            axes,
            slope: [d[i].over(d[k]), d[j].over(d[k])],
            sign: N::from(if forward == (end == End::Entry) {
                1.0
            } else {
                -1.0
            }),
            // Two numbers without a simple relation.
            aim: [
                size * N::from(0.618_033_988_749),
                size * N::from(-0.414_213_562_373),
            ],
            scale,
        }
    }

    fn column(&self, direction: [N; 3]) -> Column<N> {
        let y = self.obstacle.support(&direction);
        let [i, j, k] = self.axes;
        let across = |c: usize, slope: N, aim: N| y[c] - slope * y[k] - aim;
        Column {
            at: [
                across(i, self.slope[0], self.aim[0]),
                across(j, self.slope[1], self.aim[1]),
                self.sign * y[k],
            ],
            direction: Some(direction),
        }
    }

    /// The direction n with n·y = a x + b y + c z for a point y whose sheared coordinates are (x, y, z).
    fn pulled_back(&self, a: N, b: N, c: N) -> [N; 3] {
        let [i, j, k] = self.axes;
        let mut n = [N::default(); 3];
        n[i] = a;
        n[j] = b;
        n[k] = c * self.sign - a * self.slope[0] - b * self.slope[1];
        n
    }

    /// A triangle around the axis that is no part of C, four times as far out as C goes.
    fn start(&self) -> [Column<N>; 3] {
        let reach = N::from(4.0 * self.scale);
        let corner = |x: f64, y: f64| Column {
            at: [reach * N::from(x), reach * N::from(y), N::default()],
            direction: None,
        };
        [corner(0.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)]
    }

    fn solve(&self, tolerance: f64, first: &[[N; 3]]) -> Pierced<N> {
        let mut basis = self.start();
        let mut bounds = Bounds::default();
        let mut given = first.iter();
        for _ in 0..MOST_PIVOTS {
            let weights = weights(&basis, &[N::default(); 2]);
            let total = weights[0] + weights[1] + weights[2];
            let outside = (0..3).filter(|i| basis[*i].direction.is_none());
            let outside = outside.fold(0.0, |s, i| s + weights[i].value().abs());
            let searching = outside > total.value() * tolerance;
            let plane = plane(&basis, searching, HIGH * self.scale);
            let [a, b, c] = plane.map(|x| x.over(total));
            let steep = if searching { 0.0 } else { -1.0 };
            let n = self.pulled_back(a, b, N::from(steep));
            let given = given.next();
            let column = self.column(given.copied().unwrap_or(n));
            let [x, y, z] = column.at;
            // How far the point lies on the far side of the plane.
            let excess = a * x + b * y + c + N::from(steep) * z;
            if given.is_none() && searching && excess.value() <= 0.25 * tolerance {
                return Pierced::Beside(n);
            }
            let closed = given.is_none()
                && !searching
                && bounds.close(c, c - excess, n) <= tolerance * self.scale;
            let improves = excess.value() > 0.0;
            let stuck = given.is_none() && !improves || bounds.stalled > STALLED;
            if closed || stuck || improves && !replace(&mut basis, &weights, column) {
                break;
            }
        }
        Pierced::Through(Through {
            normal: bounds.highest.map_or([N::default(); 3], |(_, n)| n),
            directions: basis.iter().filter_map(|c| c.direction).collect(),
        })
    }
}

/// The bounds so far, as heights on the axis.
#[derive(Default)]
struct Bounds<N> {
    /// The highest lower bound, and the direction that gave it.
    highest: Option<(N, [N; 3])>,
    /// The lowest upper bound.
    least: Option<N>,
    /// Steps in a row that have moved neither.
    stalled: u32,
}

impl<N: Number> Bounds<N> {
    /// Takes two bounds in, and tells how far they are apart along the normal of the lower one.
    fn close(&mut self, upper: N, lower: N, n: [N; 3]) -> f64 {
        let below = |a: N, b: N| (a - b).value() < 0.0;
        let raised = self.highest.is_none_or(|(height, _)| below(height, lower));
        let lowered = self.least.is_none_or(|height| below(upper, height));
        if raised {
            self.highest = Some((lower, n));
        }
        if lowered {
            self.least = Some(upper);
        }
        self.stalled = if raised || lowered {
            0
        } else {
            self.stalled + 1
        };
        let open = |(height, n): (N, [N; 3])| (upper - height).value() / norm(&n).value();
        self.highest.map_or(f64::INFINITY, open)
    }
}

/// Twice the areas of the triangles that a point makes with the three edges: its barycentric coordinates.
fn weights<N: Number>(basis: &[Column<N>; 3], at: &[N; 2]) -> [N; 3] {
    let to = |i: usize| [basis[i].at[0] - at[0], basis[i].at[1] - at[1]];
    let area = |a: [N; 2], b: [N; 2]| a[0] * b[1] - a[1] * b[0];
    [area(to(1), to(2)), area(to(2), to(0)), area(to(0), to(1))]
}

/// The plane a x + b y + c through the heights of the basis, times twice its area. While `searching`, the heights are the
/// costs of the starting triangle; afterwards its corners stand `high`.
fn plane<N: Number>(basis: &[Column<N>; 3], searching: bool, high: f64) -> [N; 3] {
    let height = |i: usize| match (basis[i].direction, searching) {
        (None, true) => N::from(1.0),
        (Some(_), true) => N::default(),
        (None, false) => N::from(high),
        (Some(_), false) => basis[i].at[2],
    };
    let mut plane = [N::default(); 3];
    for i in 0..3 {
        let (p, q) = (&basis[(i + 1) % 3].at, &basis[(i + 2) % 3].at);
        let z = height(i);
        plane[0] = plane[0] + z * (p[1] - q[1]);
        plane[1] = plane[1] + z * (q[0] - p[0]);
        plane[2] = plane[2] + z * (p[0] * q[1] - p[1] * q[0]);
    }
    plane
}

/// The ratio test: the new column takes the place of the one whose weight comes first to 0 as its own grows. False when
/// none does.
fn replace<N: Number>(basis: &mut [Column<N>; 3], now: &[N; 3], column: Column<N>) -> bool {
    let share = weights(basis, &[column.at[0], column.at[1]]);
    let mut leaving: Option<usize> = None;
    for i in 0..3 {
        if share[i].value() <= 0.0 {
            continue;
        }
        let sooner = |j: usize| (now[i] * share[j] - now[j] * share[i]).value() < 0.0;
        if leaving.is_none_or(sooner) {
            leaving = Some(i);
        }
    }
    if let Some(i) = leaving {
        basis[i] = column;
    }
    leaving.is_some()
}
