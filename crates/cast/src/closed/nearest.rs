//! Nearest points of shapes that stand, for the cores that have a formula: a point and a point, a segment, a triangle, a box or the hull of
//! two discs, as cylinders and cones are, and two segments.
//!
//! As for sweeps, the formula proposes, and the plane across the way between the points proves: what lies between the core's height along
//! it and the length of the way is what the distance is open by. Where that is more than was asked for, as with slivers, cores that all but
//! meet and segments that are all but parallel, the search for the distance takes over. A point inside a solid is as deep as the nearest
//! side, exactly.
//!
//! Source: C. Ericson, *Real-Time Collision Detection* (2005), sections 5.1.2 (segment), 5.1.3 (box), 5.1.5 (triangle) and 5.1.9 (two
//! segments).

use super::{Cores, either, held};
use crate::answer::is_plain;
use crate::found::Mixture;
use crate::obstacle::Obstacle;
use crate::proximity::Proximity;
use crate::simplex::{on_segment, on_triangle};
use crate::tolerance::PARALLEL_SEGMENTS;
use nalgebra::Vector3;
use swept_support::{KnownCore, Support, paired, sqrt};

type V = Vector3<f64>;

/// What the formula for two cores finds.
pub(crate) enum Nearest {
    /// The obstacle's point nearest to the origin, and how far from there it is: a length, more than rounding.
    Apart(Mixture, f64),
    /// A point lies in a solid. The nearest point of its sides, how far away that is, and the point itself in the moving shape's frame.
    Within(Mixture, f64, V),
}

/// What there is to say of these cores; `None` where there is no formula, or where they meet up to rounding.
#[inline(always)]
pub(crate) fn nearest<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    (fixed, moving): Cores,
) -> Option<Nearest> {
    use KnownCore::{Cuboid, Other, Point, Segment, Triangle};
    let (map, at) = (&obstacle.moving_to_working, obstacle.position);
    let origin = V::zeros();
    // The obstacle's point made of a point of each shape, in that shape's own frame.
    let y = |on_fixed: V, on_moving: V| on_fixed - map.apply(&on_moving) - at;
    let apart = |on_fixed, on_moving| apart(obstacle, y(on_fixed, on_moving), on_moving);
    // The fixed shape's origin in the moving one's frame.
    let seen = || -map.apply_transposed(&at);
    match (fixed, moving) {
        (Point, Point) => apart(origin, origin),
        (Segment(f), Point) => apart(of_segment(&f, &at), origin),
        (Point, Segment(m)) => apart(origin, of_segment(&m, &seen())),
        (Triangle(f), Point) => apart(of_triangle(&f, &at), origin),
        (Point, Triangle(m)) => apart(origin, of_triangle(&m, &seen())),
        (Cuboid(_) | Other, Point) => match Place::of(obstacle.problem.fixed, &fixed, &at)? {
            Place::Beside(on_fixed) => apart(on_fixed, origin),
            Place::Inside(side, out, depth) => Some(Nearest::Within(
                mixture(y(side, origin), origin, out),
                depth,
                origin,
            )),
        },
        (Point, Cuboid(_) | Other) => {
            let at = seen();
            match Place::of(obstacle.problem.moving, &moving, &at)? {
                Place::Beside(on_moving) => apart(origin, on_moving),
                Place::Inside(side, out, depth) => Some(Nearest::Within(
                    mixture(y(origin, side), side, -map.apply(&out)),
                    depth,
                    at,
                )),
            }
        }
        (Segment(f), Segment(m)) => {
            let [s, t] = of_segments(&f, &m.map(|end| map.apply(&end) + at));
            apart(along(&f, s), along(&m, t))
        }
        _ => None,
    }
}

/// How such shapes stand to each other, where the bounds of their distance are no more than `tolerance` apart, a length.
#[inline(always)]
pub(crate) fn proximity<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    cores: Cores,
    tolerance: f64,
) -> Option<Proximity> {
    let radii = obstacle.problem.moving_radius + obstacle.problem.fixed_radius;
    match nearest(obstacle, cores)? {
        Nearest::Apart(mixture, length) => {
            let height = height(obstacle, &mixture.rounding);
            let is_proven = length + height <= tolerance;
            is_proven.then(|| Proximity {
                normal: mixture.rounding,
                room: -height - radii,
                depth_lower: radii - length,
                mixture,
                common: mixture,
                short: (length - radii).max(0.0),
            })
        }
        Nearest::Within(mixture, depth, inside) => Some(Proximity {
            normal: mixture.rounding,
            room: -(depth + radii),
            depth_lower: depth + radii,
            mixture,
            common: Mixture {
                y: V::zeros(),
                on_moving: inside,
                ..mixture
            },
            short: 0.0,
        }),
    }
}

/// The height of the core along `n`.
#[inline(always)]
pub(crate) fn height<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>, n: &V) -> f64 {
    n.dot(&obstacle.support(n).y)
}

#[inline(always)]
fn mixture(y: V, on_moving: V, rounding: V) -> Mixture {
    Mixture {
        y,
        on_moving,
        rounding,
    }
}

/// The obstacle's point `y` as its nearest, unless the way from there is too short to tell a direction.
#[inline(always)]
fn apart<A: Support, B: Support>(
    obstacle: &Obstacle<'_, A, B>,
    y: V,
    on_moving: V,
) -> Option<Nearest> {
    let squared = y.norm_squared();
    let length = sqrt(squared);
    let tells = is_plain(squared) & (squared * length > obstacle.faint());
    (tells & (length > obstacle.tightest())).then(|| {
        let mixture = mixture(y, on_moving, y * (-1.0 / length));
        Nearest::Apart(mixture, length)
    })
}

/// The point of a segment nearest to `at`.
#[inline(always)]
fn of_segment(ends: &[V; 2], at: &V) -> V {
    let [a, b] = ends;
    let [s, t] = on_segment(&(a - at), &(b - at));
    a * s + b * t
}

/// The same of a triangle.
#[inline(always)]
fn of_triangle(corners: &[V; 3], at: &V) -> V {
    let [a, b, c] = corners;
    let [s, t, u] = on_triangle(&(a - at), &(b - at), &(c - at));
    a * s + b * t + c * u
}

/// Where a point is that is looked at from a solid.
enum Place {
    /// Outside, or upon it: the solid's point nearest to it.
    Beside(V),
    /// Inside: the nearest point of the surface, its normal there, and how far away it is.
    Inside(V, V, f64),
}

impl Place {
    /// Looked at from a box, or from what is the hull of two discs.
    #[inline(always)]
    fn of(shape: &impl Support, core: &KnownCore, at: &V) -> Option<Self> {
        match core {
            KnownCore::Cuboid(half) => Some(of_box(half, at)),
            _ => Some(of_discs(&shape.discs()?, at)),
        }
    }
}

#[inline(always)]
fn of_box(half: &V, at: &V) -> Place {
    let room = half - at.abs();
    if !(room.x > 0.0 && room.y > 0.0 && room.z > 0.0) {
        return Place::Beside(paired(at, half, held));
    }
    // Of equals the axis y, then x, and the side in front, as the search for a depth takes them.
    let signs = at.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let (mut depth, mut out) = (room.y, V::new(0.0, signs.y, 0.0));
    for (room, axis) in [
        (room.x, V::new(signs.x, 0.0, 0.0)),
        (room.z, V::new(0.0, 0.0, signs.z)),
    ] {
        out = either(room < depth, axis, out);
        depth = if room < depth { room } else { depth };
    }
    let side = paired(
        at,
        &paired(half, &out, |half, out| half * out),
        |x, side| {
            if side == 0.0 { x } else { side }
        },
    );
    Place::Inside(side, out, depth)
}

/// In the half-plane through the axis and the point, the solid is what is between two levels and inside the line from one rim to the other.
#[inline(always)]
fn of_discs(discs: &[[f64; 2]; 2], at: &V) -> Place {
    let [[low, r], [high, s]] = *discs;
    let squared = at.x * at.x + at.z * at.z;
    // What is as near to the axis as no length is, is on it, and any way leads out.
    let (out, e, f) = if is_plain(squared) {
        let out = sqrt(squared);
        (out, at.x / out, at.z / out)
    } else {
        (0.0, 1.0, 0.0)
    };
    let around = |out: f64, y: f64| V::new(e * out, y, f * out);
    let (dr, dy) = (s - r, high - low);
    let length = sqrt(dr * dr + dy * dy);
    // Out of the side, and how far the point is inside it.
    let (n_out, n_up) = (dy / length, -dr / length);
    let room = (r - out) * n_out + (low - at.y) * n_up;
    let (above, below) = (high - at.y, at.y - low);
    if room > 0.0 && above > 0.0 && below > 0.0 {
        return if above <= room && above <= below {
            Place::Inside(around(out, high), V::y(), above)
        } else if below <= room {
            Place::Inside(around(out, low), -V::y(), below)
        } else {
            let side = around(out + n_out * room, at.y + n_up * room);
            Place::Inside(side, around(n_out, n_up), room)
        };
    }
    if above <= 0.0 && out <= s {
        return Place::Beside(around(out, high));
    }
    if below <= 0.0 && out <= r {
        return Place::Beside(around(out, low));
    }
    let part = ((out - r) * dr + (at.y - low) * dy) / (length * length);
    let part = if part > 0.0 { part.min(1.0) } else { 0.0 };
    Place::Beside(around(
        r * (1.0 - part) + s * part,
        low * (1.0 - part) + high * part,
    ))
}

/// The point that lies at a part of a segment.
#[inline(always)]
fn along(ends: &[V; 2], part: f64) -> V {
    ends[0] * (1.0 - part) + ends[1] * part
}

/// Where two segments are nearest to each other, as parts of each. Where they run side by side, in the middle of where they do.
///
/// With the sides e and g and the way r from the second one's beginning to the first one's, the points at s and t are r + s e − t g apart.
/// The lines are nearest where that is across both, at s = ((e·g)(g·r) − (e·r) g²) / |e × g|²; held to the segment, s has its t at
/// (s e·g + g·r) / g², and held in turn, t its s. Of segments that are all but parallel s is noise, which t then follows: what it is off by
/// counts as little as they diverge.
#[inline(always)]
fn of_segments([a, b]: &[V; 2], [p, q]: &[V; 2]) -> [f64; 2] {
    let part = |x: f64| {
        if x > 0.0 {
            if x < 1.0 { x } else { 1.0 }
        } else {
            0.0
        }
    };
    let (e, g, r) = (b - a, q - p, a - p);
    let (ee, gg, eg) = (e.norm_squared(), g.norm_squared(), e.dot(&g));
    let (er, gr) = (e.dot(&r), g.dot(&r));
    let across = e.cross(&g).norm_squared();
    let s = if across > PARALLEL_SEGMENTS * (ee * gg) {
        part((eg * gr - er * gg) / across)
    } else {
        // The second one's ends, as parts of the first.
        let (first, last) = (part(-er / ee), part((eg - er) / ee));
        0.5 * (first + last)
    };
    let t = part((s * eg + gr) / gg);
    let s = part((t * eg - er) / ee);
    [s, t]
}

#[cfg(test)]
mod tests;
