//! A capsule at a segment: one end of its axis, cast at a rounded parallelogram.

use crate::page::{FIXED, HIT, Ink, MOTION, MOVING, Page, SUM, V};
use crate::{lift, way};
use swept_analytic::capsule::{Capsule, against_segment};

/// The outline of the points within `radius` of the segment from `a` to `b`.
pub fn stadium(a: V, b: V, radius: f64) -> Vec<V> {
    let along = (b - a).y.atan2((b - a).x);
    (0..=48)
        .map(|i| {
            let (end, turn) = if i <= 24 {
                (b, f64::from(i) / 24.0 - 0.5)
            } else {
                (a, f64::from(i) / 24.0 - 0.5)
            };
            let angle = along + turn * std::f64::consts::PI;
            end + V::new(angle.cos(), angle.sin()) * radius
        })
        .collect()
}

pub fn draw() -> String {
    let (a, axis, radius) = (V::new(-4.6, 1.5), V::new(1.0, 1.3), 0.45);
    let (p, q, d) = (V::new(-0.4, -1.0), V::new(1.9, 0.1), V::new(5.4, -2.6));
    let moving = Capsule {
        a: lift(a),
        b: lift(a + axis),
        radius,
    };
    let answer = against_segment(&moving, &way(d), &lift(p), &lift(q));
    let hit = answer.hit().expect("it hits");
    let there = d * hit.fraction;
    let corners = [p, q, q - axis, p - axis];
    let mut page = Page::new(
        "A capsule at a segment",
        "The end a is cast at the segment swept by a − b and rounded: a rounded parallelogram (blue).",
    )
    .panel(50.0, 370.0, 255.0)
    .polygon(&corners, Ink::line(SUM).filled());
    for i in 0..4 {
        let side = stadium(corners[i], corners[(i + 1) % 4], radius);
        page = page.polygon(&side, Ink::line(SUM).filled());
    }
    let contact = hit.point.xy().coords;
    page.line(
        p,
        q,
        Ink {
            width: 3.0,
            ..Ink::line(FIXED)
        },
    )
    .polygon(&stadium(a, a + axis, radius), Ink::line(MOVING).filled())
    .line(a, a + axis, Ink::line(MOVING))
    .polygon(
        &stadium(a + there, a + axis + there, radius),
        Ink::line(MOVING).dashed(),
    )
    .arrow(a, a + d, Ink::line(MOTION))
    .dot(a, MOTION)
    .dot(a + there, MOVING)
    .dot(contact, HIT)
    .arrow(contact, contact + hit.normal.xy() * 1.1, Ink::line(HIT))
    .label(a, (-16.0, 14.0), MOTION, "a")
    .label(a + axis, (8.0, -8.0), MOVING, "b")
    .label(q, (8.0, 4.0), FIXED, "segment")
    .label(contact, (8.0, 16.0), HIT, "contact")
    .label(
        V::new(-6.4, -2.7),
        (0.0, 0.0),
        MOTION,
        &format!("first contact at t = {:.4}", hit.fraction),
    )
    .text()
}
