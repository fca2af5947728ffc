//! Random shapes of every kind, of about unit size.

use crate::{Dice, Form};

/// The kinds of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Kind {
    Point,
    Sphere,
    Cuboid,
    Capsule,
    Cylinder,
    Cone,
    Ellipsoid,
    Segment,
    Triangle,
    ConvexHull,
    Rounded,
    HalfSpace,
}

impl Kind {
    /// Every kind that can move.
    pub const MOVING: [Self; 11] = [
        Self::Point,
        Self::Sphere,
        Self::Cuboid,
        Self::Capsule,
        Self::Cylinder,
        Self::Cone,
        Self::Ellipsoid,
        Self::Segment,
        Self::Triangle,
        Self::ConvexHull,
        Self::Rounded,
    ];

    /// Every kind with a volume.
    pub const SOLID: [Self; 8] = [
        Self::Sphere,
        Self::Cuboid,
        Self::Capsule,
        Self::Cylinder,
        Self::Cone,
        Self::Ellipsoid,
        Self::ConvexHull,
        Self::Rounded,
    ];

    /// All ordered pairs of a moving and a fixed kind: 11 times 12.
    pub fn pairs() -> impl Iterator<Item = (Self, Self)> {
        let fixed = || Self::MOVING.into_iter().chain([Self::HalfSpace]);
        Self::MOVING
            .into_iter()
            .flat_map(move |a| fixed().map(move |b| (a, b)))
    }

    /// Whether a line of motion can meet this pair only by falling on a set of measure zero: the obstacle of the
    /// two is a point or a segment.
    pub fn is_needle_in_haystack(moving: Self, fixed: Self) -> bool {
        use Kind::{Point, Segment};
        matches!((moving, fixed), (Point, Point | Segment) | (Segment, Point))
    }
}

/// A shape of this kind, between a tenth and one and a half across, about its origin.
pub fn random_form(dice: &mut Dice, kind: Kind) -> Form {
    let size = |d: &mut Dice| d.between(0.1, 1.0);
    let within = |d: &mut Dice| <[f64; 3]>::from(d.in_ball());
    match kind {
        Kind::Point => Form::Point,
        Kind::Sphere => Form::sphere(size(dice)),
        Kind::Cuboid => Form::cuboid(dice.three(size)),
        Kind::Capsule => Form::Capsule {
            half_height: size(dice),
            radius: size(dice),
        },
        Kind::Cylinder => Form::Cylinder {
            half_height: size(dice),
            radius: size(dice),
        },
        Kind::Cone => Form::Cone {
            half_height: size(dice),
            radius: size(dice),
        },
        Kind::Ellipsoid => Form::Ellipsoid {
            radii: dice.three(size),
        },
        Kind::Segment => Form::Segment {
            a: within(dice),
            b: within(dice),
        },
        Kind::Triangle => Form::Triangle {
            a: within(dice),
            b: within(dice),
            c: within(dice),
        },
        Kind::ConvexHull => random_hull(dice),
        Kind::HalfSpace => Form::HalfSpace {
            normal: dice.direction().into(),
        },
        Kind::Rounded => {
            let inner = *dice.pick(&Kind::MOVING);
            random_form(dice, inner).rounded(dice.between(0.01, 0.5))
        }
    }
}

/// The hull of 4 to 32 points: in a ball, on a sphere, or on a coarse grid, where many of them are coplanar.
fn random_hull(dice: &mut Dice) -> Form {
    let count = dice.whole(4..=32) as usize;
    let style = dice.whole(0..=2);
    let point = |d: &mut Dice| match style {
        0.0 => d.in_ball(),
        1.0 => d.direction(),
        _ => d.three(|d| d.whole(-3..=3) / 4.0).into(),
    };
    let points = (0..count).map(|_| point(dice).into()).collect();
    Form::ConvexHull { points }
}
