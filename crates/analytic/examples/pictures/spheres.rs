//! A sphere at a box: the pieces of the rounded box, and the first that its centre enters.

use crate::page::{FIXED, HIT, Ink, MOTION, MOVING, Page, SUM, V};
use crate::{lift, way};
use nalgebra::{Point3, Vector3};
use swept_analytic::sphere::{Sphere, against_aligned_box};

pub fn draw() -> String {
    let (half, radius) = (V::new(1.6, 0.9), 0.7);
    let (start, d) = (V::new(-5.4, 2.7), V::new(7.4, -2.5));
    let moving = Sphere {
        centre: lift(start),
        radius,
    };
    let size = Vector3::new(half.x, half.y, 1.0);
    let answer = against_aligned_box(&moving, &way(d), &Point3::origin(), &size);
    let hit = answer.hit().expect("it hits");
    let centre = start + d * hit.fraction;
    let corner = |x: f64, y: f64| V::new(x * half.x, y * half.y);
    let rectangle = |x: f64, y: f64| [V::new(-x, -y), V::new(x, -y), V::new(x, y), V::new(-x, y)];
    let piece = Ink::line(SUM).filled();
    let mut page = Page::new(
        "A sphere at a box",
        "The centre is cast at a union of slabs and balls (blue): its first contact is the least entry.",
    )
    .panel(56.0, 420.0, 255.0)
    .polygon(&rectangle(half.x + radius, half.y), piece)
    .polygon(&rectangle(half.x, half.y + radius), piece);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        page = page.circle(corner(x, y), radius, piece);
    }
    let normal = hit.normal.xy();
    page.polygon(&rectangle(half.x, half.y), Ink::line(FIXED).filled())
        .circle(start, radius, Ink::line(MOVING).filled())
        .circle(centre, radius, Ink::line(MOVING).dashed())
        .arrow(start, start + d, Ink::line(MOTION))
        .dot(start, MOTION)
        .dot(centre, MOVING)
        .dot(hit.point.xy().coords, HIT)
        .arrow(
            hit.point.xy().coords,
            hit.point.xy().coords + normal * 1.25,
            Ink::line(HIT),
        )
        .label(start, (-8.0, -14.0), MOTION, "c")
        .label(start + d, (6.0, 4.0), MOTION, "c + d")
        .label(hit.point.xy().coords, (10.0, 18.0), HIT, "contact")
        .label(corner(0.0, 0.0), (-12.0, 4.0), FIXED, "box")
        .label(
            V::new(-6.9, -2.2),
            (0.0, 0.0),
            MOTION,
            &format!("first contact at t = {:.4}", hit.fraction),
        )
        .text()
}
