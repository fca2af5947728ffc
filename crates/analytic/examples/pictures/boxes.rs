//! Two boxes: one slab per axis, and the intersection of the intervals in which the line of motion is in them.

use crate::page::{FIXED, HIT, Ink, MOTION, MOVING, Page, SUM, V};
use crate::way;
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use swept_analytic::boxes::{Cuboid, box_box};

fn cuboid(half: V, at: V, turn: f64) -> Cuboid {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), turn);
    Cuboid {
        half_extents: Vector3::new(half.x, half.y, 1.0),
        pose: Isometry3::from_parts(way(at).into(), turn),
    }
}

fn corners(body: &Cuboid) -> [V; 4] {
    let h = &body.half_extents;
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
        let local = nalgebra::Point3::new(x * h.x, y * h.y, 0.0);
        (body.pose * local).xy().coords
    })
}

pub fn draw() -> String {
    let (start, d, turn) = (V::new(-4.0, 1.9), V::new(6.8, -1.5), 0.5f64);
    let fixed = cuboid(V::new(1.2, 0.7), V::zeros(), 0.0);
    let moving = cuboid(V::new(0.6, 0.35), start, turn);
    let answer = box_box(&moving, &way(d), &fixed);
    let hit = answer.hit().expect("it hits");
    let (f, m) = (corners(&fixed), corners(&moving).map(|c| c - start));
    let axes = [
        (V::x(), FIXED, "x of the fixed box"),
        (V::y(), FIXED, "y of the fixed box"),
        (
            V::new(turn.cos(), turn.sin()),
            MOVING,
            "x of the moving box",
        ),
        (
            V::new(-turn.sin(), turn.cos()),
            MOVING,
            "y of the moving box",
        ),
    ];
    let reach = |points: &[V; 4], n: &V| points.iter().map(|p| n.dot(p)).fold(f64::MIN, f64::max);
    let mut page = Page::new(
        "Two boxes",
        "Along each axis the boxes overlap for an interval of t; they touch where all intervals do.",
    )
    .panel(46.0, 235.0, 205.0)
    .polygon(&f, Ink::line(FIXED).filled())
    .polygon(&corners(&moving), Ink::line(MOVING).filled())
    .polygon(&m.map(|c| c + start + d * hit.fraction), Ink::line(MOVING).dashed());
    for (n, colour, _) in axes {
        let half = reach(&f, &n) + reach(&m, &n);
        let along = V::new(-n.y, n.x);
        for side in [-1.0, 1.0] {
            page = page.endless(n * (half * side), along, 2.9, Ink::line(colour).dashed());
        }
    }
    let contact = hit.point.xy().coords;
    page = page
        .arrow(start, start + d, Ink::line(MOTION))
        .dot(start + d * hit.fraction, SUM)
        .dot(contact, HIT)
        .label(contact, (8.0, -8.0), HIT, "contact")
        .panel(190.0, 505.0, 120.0);
    let (mut entry, mut exit) = (f64::MIN, f64::MAX);
    for (row, (n, colour, name)) in axes.into_iter().enumerate() {
        let (half, speed) = (reach(&f, &n) + reach(&m, &n), n.dot(&d));
        let ends = [-half, half].map(|h| (h - n.dot(&start)) / speed);
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        (entry, exit) = (entry.max(low), exit.min(high));
        let y = -0.3 * row as f64;
        let shown = [low, high].map(|t| t.clamp(-0.1, 1.0));
        let bar = Ink {
            width: 6.0,
            ..Ink::line(colour)
        };
        page = page
            .line(V::new(shown[0], y), V::new(shown[1], y), bar)
            .label(V::new(0.0, y), (0.0, -8.0), colour, name);
    }
    assert!(
        (entry - hit.fraction).abs() < 1e-12,
        "the picture tells what the code does"
    );
    page.line(V::new(0.0, -1.0), V::new(1.0, -1.0), Ink::line(MOTION))
        .label(V::new(0.0, -1.0), (-3.0, 16.0), MOTION, "0")
        .label(V::new(1.0, -1.0), (-3.0, 16.0), MOTION, "1")
        .line(V::new(entry, 0.1), V::new(entry, -1.0), Ink::line(HIT))
        .line(
            V::new(exit, 0.1),
            V::new(exit, -1.0),
            Ink::line(HIT).dashed(),
        )
        .label(
            V::new(entry, -1.0),
            (-34.0, 34.0),
            HIT,
            &format!("entry {entry:.4}"),
        )
        .text()
}
