//! The configuration space obstacle C = fixed − moving, in whatever numbers are asked for.
//!
//! Contact at the fraction t exactly when t·d lies in C. The origin is the moving body's own at the start, and the positions
//! are subtracted before anything else, so nothing depends on where in the world the pair stands.

use crate::Cast;
use crate::arith::{Ball, Double, Number, difference, dot, narrow, negated, norm, times, wide};
use crate::solid::Solid;

/// C and the displacement.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle<N> {
    pub(crate) moving: Solid<N>,
    pub(crate) fixed: Solid<N>,
    /// The displacement.
    pub(crate) motion: [N; 3],
}

impl<N: Number> Obstacle<N> {
    pub(crate) fn new(cast: &Cast) -> Self {
        let (moving, fixed) = (wide(&cast.moving.position), wide(&cast.fixed.position));
        Self {
            moving: Solid::new(&cast.moving, [N::default(); 3]),
            fixed: Solid::new(&cast.fixed, difference(&fixed, &moving)),
            motion: wide(&cast.displacement),
        }
    }

    /// A farthest point along `n`.
    pub(crate) fn support(&self, n: &[N; 3]) -> [N; 3] {
        difference(&self.fixed.support(n), &self.moving.support(&negated(n)))
    }

    /// h(n) = max n·c over C.
    pub(crate) fn height(&self, n: &[N; 3]) -> N {
        self.fixed.height(n) + self.moving.height(&negated(n))
    }

    /// A point of C, farthest along `n` or nearly, with all that may be wrong with it; `proof` is the same obstacle.
    pub(crate) fn witness(&self, proof: &Obstacle<Ball>, n: &[N; 3]) -> [Ball; 3] {
        let moving = self.moving.witness(&proof.moving, &negated(n));
        difference(&self.fixed.witness(&proof.fixed, n), &moving)
    }

    /// Whether C has any extent at all along the directions asked for: false for a half-space.
    pub(crate) fn is_bounded(&self) -> bool {
        self.fixed.unbounded_normal().is_none()
    }

    /// The scale L: the greatest distance from the origin of C's support points along the six axes. Of a half-space, of the
    /// part that the moving body comes near.
    pub(crate) fn scale(&self) -> f64 {
        let axis = |i: usize| {
            let mut n = [N::default(); 3];
            n[i / 2] = N::from(if i.is_multiple_of(2) { 1.0 } else { -1.0 });
            n
        };
        let length = |v: &[N; 3]| norm(v).value();
        if self.is_bounded() {
            return (0..6).fold(0.0, |far: f64, i| far.max(length(&self.support(&axis(i)))));
        }
        let size = (0..6).fold(0.0, |far: f64, i| {
            far.max(length(&self.moving.support(&axis(i))))
        });
        length(&self.fixed.middle()) + length(&self.motion) + size + self.fixed.radius().value()
    }
}

/// What one plane proves, in the numbers that count every rounding error.
impl Obstacle<Ball> {
    /// −h(n)/|n|: how far the plane with this normal keeps the bodies apart at the start; minus how deep they overlap
    /// along it.
    pub(crate) fn separation(&self, n: &[f64; 3]) -> Ball {
        let n: [Ball; 3] = wide(n);
        -self.height(&n).over(norm(&n))
    }

    /// The room that the plane leaves during the whole sweep, per unit of length of the normal.
    pub(crate) fn room(&self, n: &[f64; 3]) -> Ball {
        let n: [Ball; 3] = wide(n);
        let closing = dot(&n, &self.motion);
        let least = -Ball::default().max(-closing);
        (least - self.height(&n)).over(norm(&n))
    }

    /// −h(n)/|n| for a plane along the motion: the room that it leaves on the part of `n` across the motion, however far
    /// the line is prolonged.
    pub(crate) fn room_across(&self, n: &[f64; 3]) -> Ball {
        let n: [Ball; 3] = wide(n);
        let d = &self.motion;
        let along = dot(&n, d).over(dot(d, d));
        let across = difference(&n, &times(d, along));
        -self.height(&across).over(norm(&across))
    }

    /// h(n)/n·d: the fraction at which the plane lets go of the line of motion, or takes hold of it.
    pub(crate) fn crossing(&self, n: &[Double; 3]) -> Ball {
        let n = n.map(Ball::from);
        self.height(&n).over(dot(&n, &self.motion))
    }
}

/// A unit vector along `n`; zero for zero.
pub(crate) fn unit<N: Number>(n: &[N; 3]) -> [f64; 3] {
    let v = narrow(n);
    let largest = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest == 0.0 {
        return v;
    }
    let v = v.map(|x| x / largest);
    let length = dot(&v, &v).sqrt();
    v.map(|x| x / length)
}
