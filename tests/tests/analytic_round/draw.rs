//! Casts of spheres and capsules, at random and near where rounding decides.

use super::cast::{Cast, Fixed};
use super::{P, V};
use nalgebra::UnitQuaternion;
use swept_analytic::Answer;
use swept_tests::Dice;

/// A multiple of 2⁻²⁰.
fn grid(x: f64) -> f64 {
    let unit = 2f64.powi(20);
    (x * unit).round() / unit
}

fn snapped(v: V) -> V {
    v.map(grid)
}

/// From this cast on all are random: seven eighths of those before are adversarial, 100,000.
const ADVERSARIAL: u64 = 114_288;

/// A vector of small whole numbers or of any.
fn vector(d: &mut Dice, whole: bool) -> V {
    snapped(V::from(d.three(|d| {
        if whole {
            d.whole(-2..=2)
        } else {
            d.between(-2.0, 2.0)
        }
    })))
}

fn radius(d: &mut Dice) -> f64 {
    match d.whole(0..=9) as i32 {
        0 => 0.0,
        1 => d.log_between(1e-6, 1.0),
        2..=4 => 0.5,
        _ => d.between(0.1, 2.0),
    }
}

/// The corners of the fixed shape, its half extents or its normal.
fn corners(d: &mut Dice, kind: Fixed, whole: bool) -> Vec<V> {
    match kind {
        Fixed::Point | Fixed::Sphere => vec![V::zeros()],
        Fixed::HalfSpace => vec![d.direction()],
        Fixed::Segment | Fixed::Capsule => vec![vector(d, whole), vector(d, whole)],
        Fixed::Triangle => (0..3).map(|_| vector(d, whole)).collect(),
        Fixed::Polygon => {
            // A parallelogram with one corner cut off is flat without rounding.
            let (o, u, v) = (vector(d, whole), vector(d, whole), vector(d, whole));
            vec![o, o + u, o + u + v * 0.5, o + u * 0.5 + v, o + v]
        }
        Fixed::Cuboid => vec![vector(d, whole).abs()],
    }
}

/// Directions of edges of the fixed shape.
fn edges(d: &mut Dice, kind: Fixed, corners: &[V], turn: &UnitQuaternion<f64>) -> Vec<V> {
    match kind {
        Fixed::Cuboid => {
            let axes = turn.to_rotation_matrix();
            (0..3).map(|i| axes.matrix().column(i).into()).collect()
        }
        Fixed::HalfSpace => vec![corners[0].cross(&d.direction())],
        _ if corners.len() > 1 => corners.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        _ => vec![d.direction()],
    }
}

/// A point of the fixed shape: a corner, or one between two.
fn on_shape(d: &mut Dice, kind: Fixed, corners: &[V], turn: &UnitQuaternion<f64>) -> V {
    match kind {
        Fixed::HalfSpace => V::zeros(),
        Fixed::Cuboid => turn * V::from(d.three(Dice::sign)).component_mul(&corners[0]),
        _ => {
            let (p, q) = (*d.pick(corners), *d.pick(corners));
            p + (q - p) * *d.pick(&[0.0, 0.5, 0.25])
        }
    }
}

/// What a cast is drawn to be: random, grazing, grazing to the last places, parallel to an edge, in a plane of the shape, from far
/// away, tiny, huge.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Random,
    Grazing,
    Touching,
    AlongAnEdge,
    InAPlane,
    FarAway,
    Tiny,
    Huge,
}

const FAMILIES: [Family; 8] = [
    Family::Random,
    Family::Grazing,
    Family::Touching,
    Family::AlongAnEdge,
    Family::InAPlane,
    Family::FarAway,
    Family::Tiny,
    Family::Huge,
];

/// The direction of the motion.
fn motion(d: &mut Dice, family: Family, edges: &[V], whole: bool) -> V {
    let motion = match family {
        Family::AlongAnEdge => *d.pick(edges),
        Family::InAPlane => {
            *d.pick(edges) * d.between(-1.0, 1.0) + *d.pick(edges) * d.between(-1.0, 1.0)
        }
        _ if whole => vector(d, whole),
        _ => d.direction() * d.between(0.5, 4.0),
    };
    if motion.norm() < 1e-3 {
        d.direction()
    } else {
        motion
    }
}

/// The unit direction from the fixed shape in which the line of motion passes it.
fn aside(d: &mut Dice, family: Family, edges: &[V], motion: &V) -> V {
    let away = match family {
        Family::Grazing | Family::Touching => motion.cross(&d.direction()),
        Family::InAPlane => {
            let n = d.pick(edges).cross(d.pick(edges));
            if n.norm() > 0.0 {
                n
            } else {
                motion.cross(&d.direction())
            }
        }
        _ => d.direction(),
    };
    away.try_normalize(0.0).unwrap_or(V::x())
}

/// The radius with which it just touches, or a few places beside it.
fn nearly_touching(d: &mut Dice, mut cast: Cast) -> Cast {
    let hits = |c: &Cast| !matches!(c.closed(0.0), Answer::Miss(_));
    let (mut low, mut high) = (0.0, 4.0 * (1.0 + cast.radius + cast.fixed_radius));
    for _ in 0..60 {
        cast.radius = 0.5 * (low + high);
        if hits(&cast) {
            high = cast.radius
        } else {
            low = cast.radius
        }
    }
    cast.radius *= 1.0 + d.whole(-4..=4) * 2f64.powi(d.whole(-53..=-40) as i32);
    cast
}

/// A cast of each family in turn.
pub fn random_cast(kind: Fixed, capsule: bool, index: u64) -> Cast {
    let mut dice = Dice::new(2003 + kind as u64 * 2 + u64::from(capsule), index);
    let d = &mut dice;
    let whole = d.chance(0.4);
    let corners = corners(d, kind, whole);
    let turn = match kind {
        Fixed::Cuboid if !whole => {
            UnitQuaternion::from_scaled_axis(d.direction() * d.between(0.0, 3.0))
        }
        _ => UnitQuaternion::identity(),
    };
    let fixed_radius = match kind {
        Fixed::Sphere | Fixed::Capsule => radius(d),
        _ => 0.0,
    };
    let at = P::from(vector(d, whole) * 2.0);
    let axis = if capsule {
        snapped(vector(d, whole) * 0.5)
    } else {
        V::zeros()
    };
    let family = match index {
        ADVERSARIAL.. => Family::Random,
        _ => FAMILIES[(index % 8) as usize],
    };
    let edges = edges(d, kind, &corners, &turn);
    let on_shape = on_shape(d, kind, &corners, &turn);
    let r = radius(d);
    let reach = r + fixed_radius;
    let mut motion = motion(d, family, &edges, whole);
    let is_half_space = kind == Fixed::HalfSpace;
    if is_half_space && motion.dot(&corners[0]) > 0.0 && d.chance(0.9) {
        motion = -motion;
    }
    let away = if is_half_space {
        corners[0].normalize()
    } else {
        aside(d, family, &edges, &motion)
    };
    let level = match family {
        _ if is_half_space => d.between(0.0, 8.0),
        Family::Grazing | Family::Touching => 1.0,
        Family::InAPlane => *d.pick(&[0.0, 0.5, 1.0]),
        _ => d.between(0.0, 1.3),
    };
    let back = if family == Family::FarAway {
        d.log_between(1e3, 1e7)
    } else {
        d.between(0.0, 1.0) * d.pick(&[1.0, 6.0])
    };
    let mut length = back + d.between(0.0, 4.0);
    if d.chance(0.05) {
        length *= 1e3;
    }
    let direction = motion.normalize();
    let offset = if d.chance(0.5) { axis } else { V::zeros() };
    let start = snapped(on_shape + away * (reach * level) - direction * (back + reach) - offset);
    let along_edges = matches!(family, Family::AlongAnEdge | Family::InAPlane);
    let cast = Cast {
        kind,
        capsule,
        a: at + start,
        axis,
        radius: r,
        d: if along_edges || whole {
            motion * length
        } else {
            direction * (length + reach)
        },
        at,
        turn,
        corners,
        fixed_radius,
    };
    match family {
        Family::Touching => nearly_touching(d, cast),
        Family::Tiny => cast.scaled(2f64.powi(-40)),
        Family::Huge => cast.scaled(2f64.powi(40)),
        _ => cast,
    }
}
