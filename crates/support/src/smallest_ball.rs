//! The smallest ball around points.
//!
//! It is the smallest around four of them at most: those that it stands on. A point outside the smallest ball around some others lies on the
//! smallest around all of these (E. Welzl, *Smallest enclosing disks (balls and ellipsoids)*, 1991). So the point farthest from the
//! centre joins those that the ball stands on, and the smallest ball around these five, with the new one on it, is that through one, two or
//! three of the others that holds the rest (B. Gärtner, *Fast and robust smallest enclosing balls*, 1999, for the farthest first). It grows each
//! time, and no ball around all is smaller, so it has been found when no point is outside.
//!
//! # What rounding does
//! It moves the centre, and nothing that is promised comes of that: any point may be a centre. The radius is the largest distance from it
//! as it is kept: differences of coordinates, which err by u of themselves, their squares, sums and a root, 5u in all, which
//! [`LENGTH_UP`](crate::tolerance::LENGTH_UP) is more than.

use crate::BoundingBall;
use crate::shapes::extent_of;
use crate::tolerance::{CLOSE, HELD, ROUNDS};
use nalgebra::{Point3, Vector3};

/// A ball around `points`, at least one, which reach as far as `extent` from the origin: close to the smallest, and no larger than that about
/// the origin. The search begins at `middle`, which may be any point; from the middle of their box it takes the fewest rounds.
pub(crate) fn smallest_ball(
    middle: &Point3<f64>,
    points: impl Iterator<Item = Point3<f64>> + Clone,
    extent: f64,
) -> BoundingBall {
    let farthest = |from: &Point3<f64>| {
        let mut far = (-1.0, *from);
        for p in points.clone() {
            let squared = (p - from).norm_squared();
            far = if squared > far.0 { (squared, p) } else { far };
        }
        far
    };
    let (squared, first) = farthest(middle);
    let mut best = (squared, *middle);
    let mut stands = Stands::on(first);
    for _ in 0..ROUNDS {
        let (squared, p) = farthest(&stands.centre);
        if squared < best.0 {
            best = (squared, stands.centre);
        }
        if squared <= stands.squared * (1.0 + CLOSE) {
            break;
        }
        match stands.with(&p) {
            Some(larger) => stands = larger,
            None => break,
        }
    }
    ball_about(&best.1, points, extent)
}

/// The ball around `points` about this centre, or that about the origin, as far as they reach from there, if it is no larger.
pub(crate) fn ball_about(
    centre: &Point3<f64>,
    points: impl Iterator<Item = Point3<f64>> + Clone,
    extent: f64,
) -> BoundingBall {
    let centre = *centre;
    let radius = extent_of(points.map(move |p| Point3::from(p - centre)));
    if radius < extent {
        return BoundingBall { centre, radius };
    }
    BoundingBall {
        centre: Point3::origin(),
        radius: extent,
    }
}

/// The smallest ball around a few points, all of which are on it.
#[derive(Clone, Copy, Debug)]
struct Stands {
    points: [Point3<f64>; 4],
    count: usize,
    centre: Point3<f64>,
    /// The square of the radius.
    squared: f64,
}

impl Stands {
    fn on(point: Point3<f64>) -> Self {
        Self {
            points: [point; 4],
            count: 1,
            centre: point,
            squared: 0.0,
        }
    }

    /// The smallest ball around these points and `p`, which is outside; `None` where rounding leaves none.
    fn with(&self, p: &Point3<f64>) -> Option<Self> {
        let ways = self.points.map(|q| q - p);
        let ways = &ways[..self.count];
        let (mut best, mut least) = (None, f64::INFINITY);
        for choice in 1..1_usize << self.count {
            let Some(centre) = on_all(ways, choice) else {
                continue;
            };
            let squared = centre.norm_squared();
            let holds =
                |way: &Vector3<f64>| (way - centre).norm_squared() <= squared * (1.0 + HELD);
            // What is no number is not less.
            if squared < least && ways.iter().all(holds) {
                (best, least) = (Some((choice, centre)), squared);
            }
        }
        let (choice, centre) = best?;
        let mut stands = Self {
            centre: p + centre,
            squared: least,
            ..Self::on(*p)
        };
        for (_, q) in chosen(&self.points, choice) {
            stands.points[stands.count] = *q;
            stands.count += 1;
        }
        Some(stands)
    }
}

/// Those of `all` whose bits are in `choice`.
fn chosen<V>(all: &[V], choice: usize) -> impl Iterator<Item = (usize, &V)> {
    (all.iter().enumerate()).filter(move |(i, _)| choice >> i & 1 == 1)
}

/// The centre of the smallest ball that the origin and the chosen points, up to three, are on; `None` for more.
fn on_all(points: &[Vector3<f64>], choice: usize) -> Option<Vector3<f64>> {
    let mut chosen = chosen(points, choice).map(|(_, p)| p);
    let all = [chosen.next(), chosen.next(), chosen.next(), chosen.next()];
    match all {
        [Some(a), None, ..] => Some(a / 2.0),
        [Some(a), Some(b), None, _] => {
            let n = a.cross(b);
            let across = (b * a.norm_squared() - a * b.norm_squared()).cross(&n);
            Some(across / (2.0 * n.norm_squared()))
        }
        [Some(a), Some(b), Some(c), None] => {
            let sum = b.cross(c) * a.norm_squared()
                + c.cross(a) * b.norm_squared()
                + a.cross(b) * c.norm_squared();
            Some(sum / (2.0 * a.dot(&b.cross(c))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
