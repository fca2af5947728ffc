//! What cancels in the textbook formula, and what does not in this one.

use crate::page::{HIT, Ink, MOTION, MOVING, Page, SUM, V};
use swept_analytic::quadratic::{Roots, solve};

pub fn draw() -> String {
    // Left: a parabola with two roots. Right: the relative error of the small root of t² + 2·b·t + 1, in bits.
    let f = |t: f64| 1.1 * t * t - 2.0 * 1.5 * t + 1.2;
    let Roots::Two(first, last) = solve(1.1, -1.5, 1.2) else {
        panic!("two roots")
    };
    let mut page = Page::new(
        "The quadratic",
        "Left: q = −(b + sign(b)·√D) cancels nothing. Right: the small root of t² + 2·b·t + 1.",
    )
    .panel(90.0, 60.0, 235.0)
    .arrow(V::new(-0.2, 0.0), V::new(3.1, 0.0), Ink::line(MOTION));
    let curve: Vec<V> = (0..=60)
        .map(|i| {
            let t = -0.05 + 2.9 * f64::from(i) / 60.0;
            V::new(t, f(t))
        })
        .collect();
    for pair in curve.windows(2) {
        page = page.line(pair[0], pair[1], Ink::line(SUM));
    }
    let vertex = 1.5 / 1.1;
    page = page
        .dot(V::new(first, 0.0), HIT)
        .dot(V::new(last, 0.0), HIT)
        .label(V::new(first, 0.0), (-12.0, -12.0), HIT, "c / q")
        .label(V::new(last, 0.0), (2.0, -12.0), HIT, "q / a")
        .line(
            V::new(vertex, 0.15),
            V::new(vertex, f(vertex)),
            Ink::line(MOTION).dashed(),
        )
        .label(V::new(vertex, f(vertex)), (-18.0, 18.0), MOTION, "−b / a")
        .label(V::new(3.1, 0.0), (-4.0, 16.0), MOTION, "t")
        .panel(1.0, 400.0, 330.0);
    // Bits of error against bits of b: 9 pixels to a bit of b, 4 to a bit of error.
    let at = |k: u32, bits: f64| V::new(9.0 * f64::from(k), 4.0 * bits);
    page = page
        .arrow(V::zeros(), V::new(290.0, 0.0), Ink::line(MOTION))
        .arrow(V::zeros(), V::new(0.0, 240.0), Ink::line(MOTION))
        .label(V::new(290.0, 0.0), (-50.0, 18.0), MOTION, "log₂ b")
        .label(V::new(0.0, 240.0), (8.0, 6.0), MOTION, "bits lost");
    for k in 1..=30 {
        let b = 2f64.powi(k as i32) * 1.1;
        let Roots::Two(_, small) = solve(1.0, b, 1.0) else {
            panic!("two roots")
        };
        let textbook = -b + (b * b - 1.0).sqrt();
        // The value at x, whose large parts cancel within one rounding, over the slope there, relative to x.
        let lost = |x: f64| {
            let value = (2.0 * b).mul_add(x, 1.0) + x * x;
            let error = (value / (2.0 * (b + x) * x)).abs() / (0.5 * f64::EPSILON);
            error.max(1.0).log2().min(53.0)
        };
        page = page
            .dot(at(k, lost(textbook)), MOVING)
            .dot(at(k, lost(small)), SUM);
    }
    page.label(at(12, 40.0), (-90.0, -18.0), MOVING, "−b + √(b² − c)")
        .label(at(20, 0.0), (-20.0, -12.0), SUM, "c / q: within 4u")
        .text()
}
