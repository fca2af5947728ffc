//! A ray at a cone that hits, and one that passes its rim: entry after exit, and the plane that the two make.

use crate::page::{FIXED, HIT, Ink, MOTION, Page, SUM, V};
use crate::{lift, way};
use nalgebra::Isometry3;
use swept_analytic::Answer;
use swept_analytic::ray::{Ray, Upright, against_cone};

pub fn draw() -> String {
    let size = Upright {
        half_height: 1.2,
        radius: 1.5,
    };
    let triangle = [V::new(-1.5, -1.2), V::new(1.5, -1.2), V::new(0.0, 1.2)];
    let cast = |start: V, d: V| {
        let ray = Ray {
            start: lift(start),
            displacement: way(d),
        };
        against_cone(&ray, &Isometry3::identity(), &size)
    };
    let (start, d) = (V::new(-2.9, 1.5), V::new(4.6, -1.9));
    let answer = cast(start, d);
    let hit = answer.hit().expect("it hits");
    let contact = start + d * hit.fraction;
    let side = V::new(hit.normal.y, -hit.normal.x);
    let page = Page::new(
        "A ray at a cone",
        "Left: in at the latest entry. Right: out through the side before in through the base, a miss.",
    )
    .panel(52.0, 185.0, 215.0)
    .polygon(&triangle, Ink::line(FIXED).filled())
    .endless(contact, side, 2.2, Ink::line(SUM).dashed())
    .arrow(start, start + d, Ink::line(MOTION))
    .dot(start, MOTION)
    .dot(contact, HIT)
    .arrow(contact, contact + hit.normal.xy() * 0.9, Ink::line(HIT))
    .label(contact, (8.0, 22.0), HIT, &format!("t = {:.4}", hit.fraction))
    .label(V::zeros(), (-14.0, 30.0), FIXED, "cone");

    let (start, d) = (V::new(1.3, -2.3), V::new(2.0, 2.9));
    let Answer::Miss(miss) = cast(start, d) else {
        panic!("it misses")
    };
    let axis = miss.axis.xy();
    let rim = V::new(1.5, -1.2);
    let base = start + d * ((-1.2 - start.y) / d.y);
    // The side's plane: n·x = n·rim, n across the side.
    let n = V::new(2.4, 1.5).normalize();
    let out = start + d * (n.dot(&(rim - start)) / n.dot(&d));
    page.panel(52.0, 510.0, 215.0)
        .polygon(&triangle, Ink::line(FIXED).filled())
        .endless(V::new(0.6, -1.2), V::x(), 2.6, Ink::line(SUM).dashed())
        .endless(rim, V::new(n.y, -n.x), 1.5, Ink::line(SUM).dashed())
        .endless(rim, V::new(axis.y, -axis.x), 1.6, Ink::line(HIT))
        .arrow(start, start + d, Ink::line(MOTION))
        .dot(start, MOTION)
        .dot(base, SUM)
        .dot(out, SUM)
        .arrow(rim, rim + axis * 0.9, Ink::line(HIT))
        .label(base, (8.0, -6.0), SUM, "in, base")
        .label(out, (10.0, 12.0), SUM, "out, side")
        .label(rim, (-38.0, 26.0), HIT, "axis")
        .text()
}
