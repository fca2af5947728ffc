//! A half-space has one plane, and that decides everything.

use crate::arith::{Ball, Number, dot, norm};
use crate::obstacle::{Obstacle, unit};
use crate::truth::{Apart, Bracket, Fact, Inside, Meets};
use crate::{Double, Means, Truth};

/// With the separation s = −h(n)/|n| at the start and the rate r = −n·d/|n|, the bodies touch at s/r.
pub(super) fn find(plain: &Obstacle<f64>, proof: &Obstacle<Ball>) -> Truth {
    let n = proof.fixed.unbounded_normal().unwrap_or_default();
    let normal = unit(&n);
    let separation = -proof.height(&n).over(norm(&n));
    let rate = -dot(&n, &proof.motion).over(norm(&n));
    let at = Bracket::from(separation.over(rate));
    let fact = if separation.centre() < 0.0.into() {
        let never = |x: f64| (Bracket::exactly(x), [0.0; 3]);
        let (mut entry, mut exit) = (never(f64::NEG_INFINITY), never(f64::INFINITY));
        if rate.is_positive() {
            entry = (at, normal);
        } else if rate.is_negative() {
            exit = (at, normal);
        }
        Fact::Inside(Inside {
            depth: (-separation).into(),
            normal,
            entry: entry.0,
            exit: exit.0,
            normals: [entry.1, exit.1],
        })
    } else if rate.is_positive() && at.value() <= 1.0 {
        Fact::Meets(Meets {
            fraction: at,
            normal,
            rate: rate.value(),
            separation: separation.into(),
            depth_of_line: f64::INFINITY,
        })
    } else {
        let end = separation - rate;
        let gap = if end.centre() < separation.centre() {
            end
        } else {
            separation
        };
        Fact::Apart(Apart {
            axis: normal,
            gap: no_less(gap.into()),
            separation: no_less(separation.into()),
        })
    };
    Truth {
        fact,
        scale: plain.scale(),
        means: Means::Plane,
        dilation: 0.0,
    }
}

fn no_less(x: Bracket) -> Bracket {
    let zero = Double::default();
    let raise = |x: Double| if x < zero { zero } else { x };
    Bracket {
        lower: raise(x.lower),
        upper: raise(x.upper),
    }
}
