//! The corners of both bodies, and the motion, as whole numbers.

use super::whole::{common_exponent, whole};
use crate::{Body, Cast};
use dashu_int::IBig;

pub(super) type Whole3 = [IBig; 3];

/// Both bodies' corners relative to the moving body's origin, times one positive number; and the displacement, times
/// another.
pub(crate) struct Corners {
    pub(super) moving: Vec<Whole3>,
    pub(super) fixed: Vec<Whole3>,
    /// The displacement, times another positive number than the corners.
    pub(super) motion: Whole3,
    /// What the corners' number is of the motion's.
    pub(super) factor: IBig,
}

impl Corners {
    /// `None` unless both bodies are polytopes.
    pub(crate) fn new(cast: &Cast) -> Option<Self> {
        let (moving, fixed) = (polytope(&cast.moving)?, polytope(&cast.fixed)?);
        let all = moving.iter().chain(&fixed).flatten().copied();
        let places = cast.moving.position.into_iter().chain(cast.fixed.position);
        let e = common_exponent(all.chain(places).chain(cast.displacement));
        let place = |p: &[f64; 3]| p.map(|x| whole(x, e));
        let (turn_m, square_m) = rotation(&cast.moving.rotation);
        let (turn_f, square_f) = rotation(&cast.fixed.rotation);
        let factor = &square_m * &square_f;
        let (from, to) = (place(&cast.moving.position), place(&cast.fixed.position));
        let offset: Whole3 = std::array::from_fn(|i| (&to[i] - &from[i]) * &factor);
        let none: Whole3 = std::array::from_fn(|_| IBig::ZERO);
        Some(Self {
            moving: placed(&moving, e, &turn_m, &square_f, &none),
            fixed: placed(&fixed, e, &turn_f, &square_m, &offset),
            motion: place(&cast.displacement),
            factor,
        })
    }
}

fn polytope(body: &Body) -> Option<Vec<[f64; 3]>> {
    let (core, radii) = body.shape.core();
    let corners = core.corners()?;
    radii.iter().all(|r| *r == 0.0).then_some(corners)
}

fn placed(
    corners: &[[f64; 3]],
    e: i32,
    turn: &[Whole3; 3],
    other: &IBig,
    offset: &Whole3,
) -> Vec<Whole3> {
    let place = |c: &[f64; 3]| {
        let c = c.map(|x| whole(x, e) * other);
        std::array::from_fn(|i| dot(&turn[i], &c) + &offset[i])
    };
    corners.iter().map(place).collect()
}

/// |q|² R, and |q|², both times the same power of two.
fn rotation(q: &[f64; 4]) -> ([Whole3; 3], IBig) {
    let e = common_exponent(q.iter().copied());
    let [x, y, z, w] = q.map(|c| whole(c, e));
    let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
    let (xy, xz, yz) = (&x * &y, &x * &z, &y * &z);
    let (wx, wy, wz) = (&w * &x, &w * &y, &w * &z);
    let two = |a: IBig| a << 1_usize;
    let rows = [
        [&ww + &xx - &yy - &zz, two(&xy - &wz), two(&xz + &wy)],
        [two(&xy + &wz), &ww - &xx + &yy - &zz, two(&yz - &wx)],
        [two(xz - wy), two(yz + wx), &ww - &xx - &yy + &zz],
    ];
    (rows, xx + yy + zz + ww)
}

pub(super) fn dot(a: &Whole3, b: &Whole3) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}
