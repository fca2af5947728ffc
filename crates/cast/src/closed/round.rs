//! Where the line of motion, t·d, comes within a radius of a point or of a segment.
//!
//! Both are quadratics A t² − 2 B t + C = 0 whose smaller root, in its stable form, is t = C / (B + √D). The
//! discriminant is never taken as B² − A C, which cancels far from the feature: by Lagrange's identity it is a difference
//! of two squared lengths, A r² − (the line's distance)², each of which is computed from one product of vectors.

use nalgebra::Vector3;
use swept_support::sqrt;

/// How the line meets a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Entry {
    /// It does not, or it has left it behind.
    Never,
    /// It starts in it.
    Inside,
    /// First at this fraction, at this parameter along the feature, from 0 to 1.
    At(f64, f64),
}

/// The ball of `radius` about `a`: A = d·d, B = d·a, C = a·a − r², D = A r² − |d × a|².
#[inline(always)]
pub(super) fn ball(a: &Vector3<f64>, d: &Vector3<f64>, radius: f64) -> Entry {
    let ahead = d.dot(a);
    let room = a.norm_squared() - radius * radius;
    if room <= 0.0 {
        return Entry::Inside;
    }
    let discriminant = d.norm_squared() * radius * radius - d.cross(a).norm_squared();
    if ahead <= 0.0 || discriminant < 0.0 {
        return Entry::Never;
    }
    Entry::At(room / (ahead + sqrt(discriminant)), 0.0)
}

/// The segment from `a` to `b` with `radius` around it.
///
/// The cylinder about its line: with e = b − a all vectors are crossed with e, so A = |d × e|², B = (d × e)·(a × e),
/// C = |a × e|² − r² e², D = e² (A r² − (d·(a × e))²). A line that misses the cylinder misses both end balls; one that
/// enters it beside the segment may only meet the ball at that end.
#[inline(always)]
pub(super) fn capsule(a: &Vector3<f64>, b: &Vector3<f64>, d: &Vector3<f64>, radius: f64) -> Entry {
    let e = b - a;
    let length = e.norm_squared();
    let (across, moment) = (d.cross(&e), a.cross(&e));
    let passing = d.dot(&moment);
    let discriminant = across.norm_squared() * radius * radius - passing * passing;
    if discriminant < 0.0 {
        return Entry::Never;
    }
    let room = moment.norm_squared() - radius * radius * length;
    let ahead = across.dot(&moment);
    let t = if room <= 0.0 {
        0.0 // inside the cylinder: an end may be ahead
    } else if ahead > 0.0 {
        room / (ahead + sqrt(length * discriminant))
    } else {
        return Entry::Never;
    };
    // Where along e the line enters, in units of e².
    let along = t * d.dot(&e) - a.dot(&e);
    if along < 0.0 {
        ball(a, d, radius)
    } else if along > length {
        match ball(b, d, radius) {
            Entry::At(t, _) => Entry::At(t, 1.0),
            other => other,
        }
    } else if room <= 0.0 {
        Entry::Inside
    } else {
        Entry::At(t, along / length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONG_X: Vector3<f64> = Vector3::new(8.0, 0.0, 0.0);

    #[test]
    fn a_ball_is_met_its_radius_before_its_centre() {
        let at = |x: f64, y: f64| ball(&Vector3::new(x, y, 0.0), &ALONG_X, 1.0);
        assert_eq!(at(5.0, 0.0), Entry::At(0.5, 0.0)); // 4 of 8
        assert_eq!(at(5.0, 1.5), Entry::Never);
        assert_eq!(at(-5.0, 0.0), Entry::Never);
        assert_eq!(at(0.5, 0.0), Entry::Inside);
    }

    #[test]
    fn a_capsule_is_met_at_its_side_or_at_an_end() {
        let at = |from: [f64; 3], to: [f64; 3]| capsule(&from.into(), &to.into(), &ALONG_X, 1.0);
        // Across the way at x = 5: met at x = 4, a quarter along.
        assert_eq!(at([5.0, -1.0, 0.0], [5.0, 3.0, 0.0]), Entry::At(0.5, 0.25));
        // Along the way from 3 to 6, and the other way round.
        assert_eq!(at([3.0, 0.0, 0.0], [6.0, 0.0, 0.0]), Entry::At(0.25, 0.0));
        assert_eq!(at([6.0, 0.0, 0.0], [3.0, 0.0, 0.0]), Entry::At(0.25, 1.0));
        // Beyond its end, within the cylinder, but not within the ball.
        assert_eq!(at([5.0, 1.5, 0.0], [5.0, 4.0, 0.0]), Entry::Never);
        assert_eq!(at([5.0, 0.5, 2.0], [5.0, 0.5, 4.0]), Entry::Never);
        assert_eq!(at([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), Entry::Inside);
    }
}
