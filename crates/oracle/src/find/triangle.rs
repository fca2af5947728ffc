//! A triangle of C's points that the line of motion goes through, evaluated with every rounding error.

use crate::Double;
use crate::arith::{Ball, Number, cross, difference, dot, narrow, norm, sum, times};
use crate::truth::Bracket;

/// Where the line t·d goes through a triangle, if it does so for certain: if all three weights are positive.
///
/// With t₀ near the answer and zᵢ = yᵢ − t₀ d, the weights are λᵢ = det(zⱼ, zₖ, d) over their sum, and Σ λᵢ yᵢ = t d. For any n,
/// then, t n·d = n·y₁ − Σ λᵢ n·(y₁ − yᵢ). Near the contact, with the normal of the contact for n, the differences are tiny,
/// so the weights may err by parts of themselves: a sliver of a triangle costs no digits, as its own normal would.
pub(super) fn pierced(
    points: &[[Ball; 3]; 3],
    motion: &[Ball; 3],
    normal: &[Ball; 3],
    near: Double,
) -> Option<Ball> {
    let back = times(motion, Ball::from(-near));
    let z = points.map(|y| sum(&y, &back));
    let weight = |j: usize, k: usize| dot(&cross(&z[j], &z[k]), motion);
    let mut weights = [weight(1, 2), weight(2, 0), weight(0, 1)];
    if weights.iter().all(|w| w.is_negative()) {
        weights = weights.map(|w| -w);
    }
    if !weights.iter().all(|w| w.is_positive()) {
        return None;
    }
    let total = weights[0] + weights[1] + weights[2];
    let first = dot(normal, &points[0]);
    let mut height = first;
    for (w, y) in weights.iter().zip(points) {
        let share = w.over(total).within_one();
        height = height - share * (first - dot(normal, y));
    }
    Some(height.over(dot(normal, motion)))
}

/// The point of the hull of up to three points nearest to the line, roughly: its fraction and its distance from the line,
/// which is how much C must grow to be met there for certain.
pub(super) fn beside(points: &[[Ball; 3]], motion: &[Ball; 3]) -> Option<(Bracket, f64)> {
    let across = |p: &[Ball; 3]| {
        let d = narrow(motion);
        let (p, squared) = (p.map(Ball::centre), dot(&d, &d));
        let d = d.map(Double::from);
        let along = dot(&p, &d).over(squared.into());
        difference(&p, &times(&d, along))
    };
    let flat: Vec<[Double; 3]> = points.iter().map(across).collect();
    let weights = crate::nearest::weights_of_nearest(&flat)?;
    let mut mixed = [Ball::default(); 3];
    let total = weights
        .iter()
        .fold(Ball::default(), |s, (_, w)| s + Ball::from(*w));
    for (i, w) in weights {
        mixed = sum(&mixed, &times(&points[i], Ball::from(w).over(total)));
    }
    let along = dot(&mixed, motion).over(dot(motion, motion));
    let fraction = Ball::from(along.centre());
    let rest = difference(&mixed, &times(motion, fraction));
    let bracket = Bracket {
        lower: along.centre(),
        upper: along.centre(),
    };
    Some((bracket, norm(&rest).upper().value()))
}
