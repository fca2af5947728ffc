//! The point of a convex set nearest to the origin, by its support function.
//!
//! The set is C itself (the bodies at the start), C with the whole sweep taken off (the bodies during the sweep), or one body
//! about a point. Gilbert, Johnson and Keerthi's method (1988), with every subset of up to four support points tried for the
//! nearest point, so that no sign decides alone. What is found is a plane below and a mixture above; both are proven
//! elsewhere.

use crate::Body;
use crate::arith::{Number, cross, difference, dot, narrow, norm, times};
use crate::solid::Solid;
use crate::tolerance::{MOST_NEAREST, NEAREST};

/// What was found.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The direction whose plane keeps the set from the origin, out of the set; zero when the origin lies in it.
    pub normal: [f64; 3],
    /// Weights, and the directions of the support points that mix to the nearest point.
    pub mixture: Vec<(f64, [f64; 3])>,
    /// |nearest point|, as computed.
    pub distance: f64,
}

/// The point of a body about its own origin that is nearest to `p`.
pub(crate) fn nearest_of(body: &Body, p: &[f64; 3]) -> Nearest {
    let solid = Solid::<f64>::new(body, [0.0; 3]);
    nearest(|n| difference(&solid.support(n), p), p, noise(body, p))
}

/// Whether `p` lies in a body about its own origin, but for rounding: no plane that was found leaves more between them. In twice the
/// precision of `f64`, in which bodies that are all but flat have two sides as well.
#[cfg(feature = "parry")]
pub(crate) fn reaches(body: &Body, p: &[f64; 3]) -> bool {
    use crate::arith::{Double, wide};
    let solid = Solid::<Double>::new(body, [Double::default(); 3]);
    let at: [Double; 3] = wide(p);
    let found = nearest(|n| difference(&solid.support(n), &at), p, noise(body, p));
    let n = wide(&found.normal);
    (dot(&n, &at) - solid.height(&n)).value() <= noise(body, p)
}

/// What rounding makes of the distance of a point from a body.
fn noise(body: &Body, p: &[f64; 3]) -> f64 {
    NEAREST * (body.reach() + norm(p))
}

/// A support point and its direction.
type Corner<N> = ([N; 3], [N; 3]);

/// The nearest point of the set with this support function to within `within`, a length, starting along `first`.
pub fn nearest<N: Number>(
    support: impl Fn(&[N; 3]) -> [N; 3],
    first: &[f64; 3],
    within: f64,
) -> Nearest {
    let first: [N; 3] = first.map(N::from);
    let mut corners: Vec<Corner<N>> = vec![(support(&first), first)];
    let mut weights = vec![N::from(1.0)];
    let mut point = corners[0].0;
    let mut best: (f64, [f64; 3]) = (0.0, [0.0; 3]);
    for _ in 0..MOST_NEAREST {
        let length = norm(&point).value();
        if length <= within || corners.len() == 4 {
            return found(
                [0.0; 3],
                &corners,
                &weights,
                if corners.len() == 4 { 0.0 } else { length },
            );
        }
        let n = times(&point, N::from(-1.0 / length));
        let y = support(&n);
        let below = -dot(&n, &y).value();
        if below > best.0 {
            best = (below, narrow(&n));
        }
        let open = (dot(&n, &y) - dot(&n, &point)).value();
        if open <= within {
            break;
        }
        corners.push((y, n));
        let Mixed {
            point: next,
            weights: shares,
            of: kept,
        } = closest(&corners);
        // In all digits there are: a nearest point that has hardly moved may have another plane.
        let shorter = norm(&point) - norm(&next);
        if shorter.value() <= 0.0 && kept.len() < 4 {
            corners.pop();
            break;
        }
        corners = kept.iter().map(|i| corners[*i]).collect();
        (point, weights) = (next, shares);
    }
    found(best.1, &corners, &weights, norm(&point).value())
}

fn found<N: Number>(
    normal: [f64; 3],
    corners: &[Corner<N>],
    weights: &[N],
    distance: f64,
) -> Nearest {
    let both = weights.iter().zip(corners);
    Nearest {
        normal,
        mixture: both.map(|(w, (_, n))| (w.value(), narrow(n))).collect(),
        distance,
    }
}

/// A point of the hull of some corners.
struct Mixed<N> {
    point: [N; 3],
    weights: Vec<N>,
    /// Which corners the weights are of.
    of: Vec<usize>,
}

/// The nearest point of the hull of up to four points: the best of all subsets whose nearest point of the affine hull lies
/// inside.
fn closest<N: Number>(corners: &[Corner<N>]) -> Mixed<N> {
    // A single point is always a subset of its own.
    let mut best = Mixed {
        point: corners[0].0,
        weights: vec![N::from(1.0)],
        of: vec![0],
    };
    let mut least: Option<N> = None;
    for set in 1..1_usize << corners.len() {
        let of: Vec<usize> = (0..corners.len()).filter(|i| set >> i & 1 == 1).collect();
        let points: Vec<[N; 3]> = of.iter().map(|i| corners[*i].0).collect();
        let Some(weights) = affine(&points) else {
            continue;
        };
        let mut point = [N::default(); 3];
        for (w, p) in weights.iter().zip(&points) {
            point = std::array::from_fn(|i| point[i] + *w * p[i]);
        }
        // Four points hold the origin between them.
        let inside = of.len() == 4;
        let squared = if inside {
            N::default()
        } else {
            dot(&point, &point)
        };
        if least.is_none_or(|least| (squared - least).value() < 0.0) {
            least = Some(squared);
            best = Mixed { point, weights, of };
        }
    }
    best
}

/// Which of up to three points mix to the hull's point nearest to the origin, and their weights.
pub(crate) fn weights_of_nearest<N: Number>(points: &[[N; 3]]) -> Option<Vec<(usize, N)>> {
    let corners: Vec<Corner<N>> = points.iter().map(|p| (*p, *p)).collect();
    if corners.is_empty() {
        return None;
    }
    let Mixed { weights, of, .. } = closest(&corners);
    Some(of.into_iter().zip(weights).collect())
}

/// Weights of the point of the affine hull nearest to the origin; `None` unless all are positive.
fn affine<N: Number>(p: &[[N; 3]]) -> Option<Vec<N>> {
    let shares = match p {
        [_] => vec![N::from(1.0)],
        [a, b] => {
            let e = difference(b, a);
            vec![dot(b, &e), -dot(a, &e)]
        }
        [a, b, c] => {
            let n = cross(&difference(b, a), &difference(c, a));
            let part = |u: &[N; 3], v: &[N; 3]| dot(&cross(u, v), &n);
            vec![part(b, c), part(c, a), part(a, b)]
        }
        [a, b, c, d] => {
            let volume = |u: &[N; 3], v: &[N; 3], w: &[N; 3]| dot(&cross(u, v), w);
            vec![
                volume(b, c, d),
                -volume(a, c, d),
                volume(a, b, d),
                -volume(a, b, c),
            ]
        }
        _ => return None,
    };
    let total = shares.iter().fold(N::default(), |s, x| s + *x);
    if total.value() == 0.0 {
        return None;
    }
    let shares: Vec<N> = shares.into_iter().map(|x| x.over(total)).collect();
    shares.iter().all(|x| x.value() > 0.0).then_some(shares)
}
