//! The distance of two shapes that stand still, as bounds with proof.
//!
//! The search is that of `gjk.rs` from the origin: the obstacle's point nearest to it is the difference of the shapes'
//! nearest points. What it ends with is not taken on trust: the plane is evaluated once more in world space with its
//! rounding errors (`Problem::plane`), which gives the lower bound of a separation and the upper one of a depth, and
//! the nearest point's length is widened by what its coordinates may be off. Shapes whose cores overlap are measured by the
//! expanding polytope of `depth.rs`. Two balls are measured by their centres (`closed/balls/stand.rs`), and where the cores have a formula
//! for their nearest points (`closed/nearest.rs`) its plane takes the place of the search's. In `f64`, shapes far from their own origins are
//! seen from their middles (`aside.rs`).

use crate::answer::{Answer, between, freeing, unit};
use crate::aside;
use crate::closed::axes;
use crate::closed::balls::stand::Stand;
use crate::closed::nearest::{self, Nearest};
use crate::distance_cache::DistanceCache;
use crate::gjk::{Precision, distance_until, distance_with_newton};
use crate::known::KnownShape;
use crate::obstacle::{Obstacle, Open};
use crate::problem::{Problem, Standing};
use crate::proximity::{Allowed, Proximity, beside_plane, proximity_by};
use crate::simplex::Simplex;
use crate::solve::length;
use crate::tolerance::{self, CLEAR, ENOUGH, MIXED, NEARER, NOISE, WORST_DEPTH};
use crate::{InvalidSweep, Method};
use nalgebra::{Point3, Unit, Vector3};
use swept_support::{KnownCore, Placed, Real, Support, largest};

/// How two shapes stand to each other. Points and normals are in world space.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub enum Distance<T: Real> {
    /// They are apart, or touch: their depth, if they have any, is within the contact tolerance, a few units in the last
    /// place of the scale.
    Apart(Separation<T>),
    /// They interpenetrate by more than that.
    Overlap(Penetration<T>),
}

/// The nearest points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Separation<T: Real> {
    /// The shapes are at least this far apart: a length, 0 or more, rounded down. Proven, rounding errors included.
    pub separation: T,
    /// They are at most this far apart, rounded up; rounding errors included.
    pub separation_upper: T,
    /// Unit normal out of the fixed shape, toward the moving one.
    pub normal: Unit<Vector3<T>>,
    /// The moving shape's point nearest to the fixed one.
    pub point_moving: Point3<T>,
    /// The fixed shape's point nearest to the moving one.
    pub point_fixed: Point3<T>,
}

/// How deep two shapes interpenetrate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "T: serde::Serialize")))]
pub struct Penetration<T: Real> {
    /// Moving the moving shape by `depth · normal` frees it: a length, rounded up. Proven, rounding errors included.
    pub depth: T,
    /// No shorter translation than this frees it: a length, 0 or more, rounded down.
    pub depth_lower: T,
    /// Unit normal out of the fixed shape: the direction of the shortest way out.
    pub normal: Unit<Vector3<T>>,
    /// The deepest point of the moving shape.
    pub point_moving: Point3<T>,
    /// The point of the fixed shape that `point_moving` meets once moved by `depth · normal`.
    pub point_fixed: Point3<T>,
}

impl<T: Real> Distance<T> {
    /// A length by which the shapes are proven to be apart: 0 when they overlap, however deep; [`signed`](Self::signed) tells that too.
    pub fn separation(&self) -> T {
        match self {
            Self::Apart(apart) => apart.separation,
            Self::Overlap(_) => T::zero(),
        }
    }

    /// The separation of shapes that are apart, minus the depth of shapes that overlap: a length that the signed distance is not below.
    pub fn signed(&self) -> T {
        match self {
            Self::Apart(apart) => apart.separation,
            Self::Overlap(overlap) => -overlap.depth,
        }
    }

    /// The same with the shapes the other way round.
    #[cold]
    fn exchanged(mut self) -> Self {
        let (normal, on_moving, on_fixed) = match &mut self {
            Self::Apart(apart) => (
                &mut apart.normal,
                &mut apart.point_moving,
                &mut apart.point_fixed,
            ),
            Self::Overlap(overlap) => (
                &mut overlap.normal,
                &mut overlap.point_moving,
                &mut overlap.point_fixed,
            ),
        };
        *normal = -*normal;
        core::mem::swap(on_moving, on_fixed);
        self
    }

    /// Unit normal out of the fixed shape.
    pub fn normal(&self) -> Unit<Vector3<T>> {
        match self {
            Self::Apart(apart) => apart.normal,
            Self::Overlap(overlap) => overlap.normal,
        }
    }
}

/// Options of a distance query.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(deserialize = "T: Real + serde::Deserialize<'de>")
    )
)]
pub struct DistanceOptions<T> {
    /// A length by which the bounds of a separation may stay apart, on top of the few units in the last place of the
    /// scale that rounding asks for. Larger is faster on curved shapes. Less than the square of [`Real::MIN_LENGTH`], or NaN, counts
    /// as 0, and more than [`Real::MAX_LENGTH`] as that. Default: 0.
    pub tolerance: T,
    /// Limit on support evaluations of a search for the nearest points. When it is reached the bounds are given as
    /// they are by then: true, and wide. Whether the shapes are apart or overlap is found out whatever this and the tolerance
    /// are, within a limit of 1,000. Default: 1,000.
    pub max_steps: u32,
}

impl<T: Real> Default for DistanceOptions<T> {
    fn default() -> Self {
        Self {
            tolerance: T::zero(),
            max_steps: ENOUGH,
        }
    }
}

/// The distance of two shapes, with the default options and from a cold start. Either may be without bound (a half-space), but not both.
///
/// # Errors
/// [`InvalidSweep`] when both shapes are without bound, and when a shape of the user's own states a
/// radius or an extent that is no length, or gives support points that are in no place.
///
/// # Sources
/// E. Gilbert, D. Johnson, S. Keerthi, *A fast procedure for computing the distance between complex objects in
/// three-dimensional space* (1988); for overlaps G. van den Bergen, *Proximity queries and penetration depth computation on
/// 3D game objects* (2001).
pub fn distance<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
) -> Result<Distance<T>, InvalidSweep> {
    distance_with(moving, fixed, &DistanceOptions::default(), None)
}

/// The distance of two shapes. With a cache, the search starts from what that keeps of an earlier query of the same two shapes, and leaves
/// behind there what it ends with. Where a formula answers, nothing is searched for, and the cache stays as it is.
///
/// # Errors
/// As for [`distance`].
pub fn distance_with<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
    options: &DistanceOptions<T>,
    mut cache: Option<&mut DistanceCache>,
) -> Result<Distance<T>, InvalidSweep> {
    if let Err(error) = InvalidSweep::check(moving, &Vector3::zeros(), fixed) {
        let [a, b] = [moving.as_dyn(), fixed.as_dyn()];
        return match exchanged(&a, &b) {
            Some([moving, fixed]) => distance_with(moving, fixed, options, cache)
                .map(Distance::exchanged)
                .map_err(InvalidSweep::exchanged),
            None => Err(error),
        };
    }
    // As for sweeps: see `once.rs`.
    #[cfg(debug_assertions)]
    let (moving, fixed) = (&moving.as_dyn(), &fixed.as_dyn());
    if let Some(balls) = Stand::of(moving, fixed) {
        return Ok(balls.measure());
    }
    if const { T::EPSILON == f64::EPSILON }
        && aside::lie_aside(moving, fixed)
        && let Some(distance) = aside::distance(
            &moving.as_dyn(),
            &fixed.as_dyn(),
            options,
            cache.as_deref_mut(),
        )
    {
        return Ok(distance);
    }
    any(moving, fixed, options, cache)
}

/// Whether two shapes overlap or touch: whether their [`distance`] is no separation above 0. Nothing is measured that is clear
/// without, by sixteen contact tolerances.
///
/// # Errors
/// As for [`distance`].
pub fn intersects<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
) -> Result<bool, InvalidSweep> {
    if let Err(error) = InvalidSweep::check(moving, &Vector3::zeros(), fixed) {
        return match exchanged(&moving.as_dyn(), &fixed.as_dyn()) {
            Some([moving, fixed]) => intersects(moving, fixed).map_err(InvalidSweep::exchanged),
            None => Err(error),
        };
    }
    #[cfg(debug_assertions)]
    let (moving, fixed) = (&moving.as_dyn(), &fixed.as_dyn());
    let balls = Stand::of(moving, fixed).and_then(|balls| balls.overlap::<T>());
    if let Some(clear) = balls.or_else(|| clearly(moving, fixed)) {
        return Ok(clear);
    }
    Ok(match distance(moving, fixed)? {
        Distance::Apart(apart) => apart.separation <= T::zero(),
        Distance::Overlap(_) => true,
    })
}

/// The shapes the other way round, of which the first is without bound: which of two at rest moves makes no difference.
#[cold]
fn exchanged<'p, T: Real, S: Support>(
    moving: &'p Placed<T, S>,
    fixed: &'p Placed<T, S>,
) -> Option<[&'p Placed<T, S>; 2]> {
    let is_unbounded = |placed: &Placed<T, S>| placed.shape().unbounded_normal().is_some();
    (is_unbounded(moving) && !is_unbounded(fixed)).then_some([fixed, moving])
}

/// Whether bounded shapes that are not far from their own origins overlap, where one look at the bounds of their cores' distance tells.
#[inline(never)]
fn clearly<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
) -> Option<bool> {
    let is_far = const { T::EPSILON == f64::EPSILON } && aside::lie_aside(moving, fixed);
    if is_far || fixed.shape().unbounded_normal().is_some() {
        return None;
    }
    match KnownShape::both(moving.shape(), fixed.shape()) {
        Some([m, f]) => {
            overlap_clearly::<T, _, _>(Standing::at(&m, moving), Standing::at(&f, fixed))
        }
        None => overlap_clearly::<T, _, _>(Standing::new(moving), Standing::new(fixed)),
    }
}

/// The same of shapes where they stand.
#[inline(always)]
fn overlap_clearly<T: Real, A: Support, B: Support>(
    moving: Standing<'_, A>,
    fixed: Standing<'_, B>,
) -> Option<bool> {
    let problem = Problem::of(moving, Vector3::zeros(), fixed, 0.0);
    let mut obstacle = Obstacle::new(&problem, ENOUGH, Open::of::<T>(0.0));
    // Where nothing is as long as a length, the scale is no measure of what there is.
    if obstacle.scale < T::MIN_LENGTH {
        return None;
    }
    let radii = problem.moving_radius + problem.fixed_radius;
    let (noise, clear) = (
        NOISE * obstacle.scale,
        CLEAR * tolerance::contact::<T>() * obstacle.scale,
    );
    let within = |upper: f64| upper <= noise || upper <= radii - clear;
    let is_apart = |lower: f64| lower > radii + clear;
    let cores = (problem.fixed.known_core(), problem.moving.known_core());
    if let (KnownCore::Cuboid(f), KnownCore::Cuboid(m)) = cores {
        let (map, at) = (&obstacle.moving_to_working, &obstacle.position);
        let told = axes::overlap([&f, &m], map, at, (radii + clear, clear));
        if told.is_some() {
            return told;
        }
    }
    let told = match nearest::nearest(&obstacle, cores) {
        Some(Nearest::Apart(_, length)) if within(length) => Some(true),
        Some(Nearest::Apart(mixture, _)) => {
            let height = nearest::height(&mut obstacle, &mixture.rounding);
            is_apart(-height).then_some(false)
        }
        Some(Nearest::Within(..)) => Some(true),
        None => None,
    };
    if told.is_some() {
        return told;
    }
    let mut simplex = cold_start(&mut obstacle);
    let origin = Vector3::zeros();
    let found = distance_until(&mut obstacle, &mut simplex, &origin, |lower, upper| {
        is_apart(lower) || within(upper)
    });
    let lower = found.plane.map_or(0.0, |plane| plane.lower);
    if is_apart(lower) {
        Some(false)
    } else {
        within(found.upper).then_some(true)
    }
}

/// The distance of two shapes of these types, for which a cast without displacement would be accepted.
#[inline(never)]
pub(crate) fn any<T: Real, A: Support, B: Support>(
    moving: &Placed<T, A>,
    fixed: &Placed<T, B>,
    options: &DistanceOptions<T>,
    cache: Option<&mut DistanceCache>,
) -> Result<Distance<T>, InvalidSweep> {
    match KnownShape::both(moving.shape(), fixed.shape()) {
        Some([m, f]) => {
            let (moving, fixed) = (Standing::at(&m, moving), Standing::at(&f, fixed));
            at_rest(moving, fixed, options, cache)
        }
        None => at_rest(Standing::new(moving), Standing::new(fixed), options, cache),
    }
}

/// The distance of shapes where they stand: from a half-space by its one plane, by a formula where there is one, or by the search.
#[inline(always)]
fn at_rest<T: Real, A: Support, B: Support>(
    moving: Standing<'_, A>,
    fixed: Standing<'_, B>,
    options: &DistanceOptions<T>,
    cache: Option<&mut DistanceCache>,
) -> Result<Distance<T>, InvalidSweep> {
    let problem = Problem::of(moving, Vector3::zeros(), fixed, 0.0);
    let mut obstacle = Obstacle::new(
        &problem,
        options.max_steps,
        Open::of::<T>(length(options.tolerance)),
    );
    let cores = (problem.fixed.known_core(), problem.moving.known_core());
    let found = match problem.fixed.unbounded_normal() {
        Some(normal) => {
            let radii = problem.moving_radius + problem.fixed_radius;
            beside_plane(&mut obstacle, normal, radii)
        }
        None => {
            let open = tolerance::bracket::<T>() * obstacle.scale;
            match nearest::proximity(&mut obstacle, cores, open) {
                Some(found) => found,
                None => searched(&mut obstacle, options, cache),
            }
        }
    };
    let distance = certified(&problem, &obstacle, &found);
    if is_finite(&distance) {
        Ok(distance)
    } else {
        let n = obstacle.to_world(&found.normal);
        Err(InvalidSweep::nowhere::<T, A, B>(&problem, &n))
    }
}

/// The distance by the search for it, from what the cache keeps, if there is one.
#[inline(never)]
fn searched<T: Real, A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    options: &DistanceOptions<T>,
    cache: Option<&mut DistanceCache>,
) -> Proximity {
    let recalled = cache.as_ref().and_then(|cache| cache.recall(obstacle));
    let mut simplex = recalled.unwrap_or_else(|| cold_start(obstacle));
    let allowed = Allowed {
        searches: NEARER,
        depth: tolerance::depth::<T>() * obstacle.scale,
        contact: tolerance::contact::<T>() * obstacle.scale,
    };
    let open = obstacle.tolerance();
    let mut measure = |obstacle: &mut Obstacle<'_, A, B>, open| {
        // In `f32` a point on a curve that is beside its place by the root of rounding is as good as any for most.
        let beside = if obstacle.is_for_f32() {
            f64::INFINITY
        } else {
            open
        };
        let wanted = Precision { open, beside };
        let apart = distance_with_newton(obstacle, &mut simplex, &Vector3::zeros(), &wanted);
        proximity_by(obstacle, &simplex, &apart, open, &allowed)
    };
    let mut found = measure(obstacle, open);
    let undecided = found.room < -allowed.contact && found.depth_lower <= allowed.contact;
    let is_loose = options.max_steps < ENOUGH || length(options.tolerance) > 0.0;
    if undecided && is_loose {
        // Within the tolerance or the limit of steps asked for it is still open whether they overlap: look more closely.
        obstacle.look_closely();
        (obstacle.evaluations, obstacle.limit) = (0, ENOUGH);
        let open = obstacle.tolerance();
        found = measure(obstacle, open);
    }
    if let Some(cache) = cache {
        cache.keep(obstacle, &simplex);
    }
    found
}

/// Whether all lengths and points of a distance are numbers, and no length is below 0. They may not be where a shape of the user's
/// own answers support points that are no numbers, or change from call to call.
fn is_finite<T: Real>(distance: &Distance<T>) -> bool {
    let (upper, moving, fixed) = match distance {
        Distance::Apart(d) => (d.separation_upper, &d.point_moving, &d.point_fixed),
        Distance::Overlap(d) => (d.depth, &d.point_moving, &d.point_fixed),
    };
    let numbers = moving.iter().chain(fixed.iter());
    upper >= T::zero() && upper.is_finite() && numbers.into_iter().all(|x| x.is_finite())
}

/// All corners of a triangle beside a point: the first look at them finds what is nearest. Of other cores, a point that faces the other shape.
#[inline(always)]
fn cold_start<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>) -> Simplex {
    let (fixed, moving) = (obstacle.problem.fixed, obstacle.problem.moving);
    let origin = Vector3::zeros();
    let corners = match (fixed.known_core(), moving.known_core()) {
        (KnownCore::Triangle(t), KnownCore::Point) => t.map(|c| obstacle.vertex(&c, &origin)),
        (KnownCore::Point, KnownCore::Triangle(t)) => t.map(|c| obstacle.vertex(&origin, &c)),
        _ => return facing(obstacle),
    };
    Simplex::of(corners).unwrap_or_else(|| facing(obstacle))
}

/// The support point that faces the other shape, as the shapes' origins stand to each other.
fn facing<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>) -> Simplex {
    let toward = obstacle.position;
    let size = largest(&toward);
    let toward = if size > 0.0 {
        toward / size
    } else {
        Vector3::y()
    };
    Simplex::new(obstacle.support(&toward))
}

/// What was found, proven in world space and rounded outward.
fn certified<T: Real, A: Support, B: Support>(
    problem: &Problem<'_, A, B>,
    obstacle: &Obstacle<'_, A, B>,
    found: &Proximity,
) -> Distance<T> {
    let normal = obstacle.to_world(&found.normal);
    let answer = Answer::<T, A, B>::new(problem, Method::Auto, 0, None);
    let points = |mixture| answer.points(obstacle, mixture, 0.0);
    let plane = problem.plane(&normal);
    let room = plane.gap();
    // As for casts, by the room as it is computed: lowered by its error, in `f64` more than the tolerance, it would make overlaps of touches.
    if plane.room_during(0.0) >= -tolerance::contact::<T>() * obstacle.scale {
        let nearest = match problem.fixed.unbounded_normal() {
            // The plane's height was raised by its error: twice that is taken off, with a factor of two to spare.
            Some(_) => room + 4.0 * plane.error / plane.length,
            None => {
                let radii = problem.moving_radius + problem.fixed_radius;
                let off = obstacle.worst_error(0.0) + MIXED * obstacle.scale;
                swept_support::length(&found.common.y) - radii + off
            }
        };
        let separation = room.max(0.0);
        let (point_moving, point_fixed) = points(&found.common);
        return Distance::Apart(Separation {
            separation: T::round_down(separation),
            separation_upper: T::round_up(if nearest < separation {
                separation
            } else {
                nearest
            }),
            normal: unit(&normal),
            point_moving,
            point_fixed,
        });
    }
    let (point_moving, point_fixed) = points(&found.mixture);
    let (normal, plane) = answer.rounded(&normal);
    let depth = T::round_up(freeing(&problem.plane(&plane), &plane, &normal));
    let lower = found.depth_lower - WORST_DEPTH * obstacle.scale;
    Distance::Overlap(Penetration {
        depth,
        depth_lower: T::round_down(between(lower, 0.0, depth.to_f64())),
        normal,
        point_moving,
        point_fixed,
    })
}
