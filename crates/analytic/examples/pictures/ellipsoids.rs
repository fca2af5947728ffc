//! An ellipsoid at a segment, in the space we see and in ellipsoid space.

use crate::page::{FIXED, HIT, Ink, MOTION, MOVING, Page, V};
use crate::{lift, way};
use nalgebra::{Isometry3, Vector3};
use swept_analytic::ellipsoid::{Ellipsoid, against_segment};

pub fn draw() -> String {
    let radii = V::new(1.7, 0.6);
    let (start, d) = (V::new(-2.3, 1.4), V::new(3.4, -1.9));
    let (p, q) = (V::new(-0.2, -1.3), V::new(1.3, 0.2));
    let moving = Ellipsoid {
        radii: Vector3::new(radii.x, radii.y, 1.0),
        pose: Isometry3::translation(start.x, start.y, 0.0),
    };
    let answer = against_segment(&moving, &way(d), &lift(p), &lift(q)).expect("a solid");
    let hit = answer.hit().expect("it hits");
    let oval = |centre: V, radii: V| -> Vec<V> {
        (0..72)
            .map(|i| {
                let turn = std::f64::consts::TAU * f64::from(i) / 72.0;
                centre + V::new(turn.cos(), turn.sin()).component_mul(&radii)
            })
            .collect()
    };
    let (contact, normal) = (hit.point.xy().coords, hit.normal.xy());
    // A panel with all coordinates divided by `by`, and the normal multiplied by it.
    let panel = |page: Page, by: V| {
        let inside = |v: V| v.component_div(&by);
        let n = normal.component_mul(&by).normalize();
        let size = inside(radii);
        let along = V::new(-n.y, n.x);
        page.line(
            inside(p),
            inside(q),
            Ink {
                width: 3.0,
                ..Ink::line(FIXED)
            },
        )
        .polygon(&oval(inside(start), size), Ink::line(MOVING).filled())
        .polygon(
            &oval(inside(start + d * hit.fraction), size),
            Ink::line(MOVING).dashed(),
        )
        .arrow(inside(start), inside(start + d), Ink::line(MOTION))
        .endless(inside(contact), along, 1.0, Ink::line(HIT).dashed())
        .arrow(inside(contact), inside(contact) + n * 0.8, Ink::line(HIT))
        .dot(inside(start), MOTION)
        .dot(inside(contact), HIT)
    };
    let page = Page::new(
        "An ellipsoid at a segment",
        "Right: all coordinates over the radii. The ball's normal m comes back as m over the radii.",
    )
    .panel(50.0, 205.0, 215.0);
    let page = panel(page, V::new(1.0, 1.0))
        .label(V::new(-2.0, -2.6), (0.0, 0.0), MOTION, "space")
        .panel(42.0, 545.0, 215.0);
    panel(page, radii)
        .label(
            V::new(-2.0, -3.1),
            (0.0, 0.0),
            MOTION,
            &format!("ellipsoid space, t = {:.4} in both", hit.fraction),
        )
        .text()
}
