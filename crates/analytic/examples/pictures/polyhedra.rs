//! Two polyhedra: the obstacle's facets, each from a face of one of them, and the normals on the circle of directions.

use crate::page::{FIXED, HIT, Ink, MOTION, MOVING, Page, V};
use crate::way;
use nalgebra::Point3;
use swept_analytic::polyhedron::{Polyhedron, polyhedron_polyhedron};

fn prism(corners: &[V]) -> Polyhedron {
    let points: Vec<_> = corners
        .iter()
        .flat_map(|c| [-1.0, 1.0].map(|z| Point3::new(c.x, c.y, z)))
        .collect();
    Polyhedron::hull(&points).expect("corners")
}

/// The outward normals of a polygon whose corners run counterclockwise.
fn normals(corners: &[V]) -> Vec<V> {
    (0..corners.len())
        .map(|i| {
            let e = corners[(i + 1) % corners.len()] - corners[i];
            V::new(e.y, -e.x).normalize()
        })
        .collect()
}

fn farthest(corners: &[V], n: &V) -> V {
    let better = |a: V, b: &V| if n.dot(b) > n.dot(&a) { *b } else { a };
    corners.iter().fold(corners[0], better)
}

pub fn draw() -> String {
    let fixed: Vec<V> = (0..5)
        .map(|i| {
            let turn = 0.3 + f64::from(i) * std::f64::consts::TAU / 5.0;
            V::new(1.3 * turn.cos(), turn.sin())
        })
        .collect();
    let moving = [V::new(-0.5, -0.45), V::new(0.6, -0.1), V::new(-0.2, 0.6)];
    let (start, d) = (V::new(-4.2, 1.9), V::new(6.4, -1.6));
    let there: Vec<_> = moving.iter().map(|m| m + start).collect();
    let answer = polyhedron_polyhedron(&prism(&there), &way(d), &prism(&fixed));
    let hit = answer.hit().expect("it hits");
    // The facets in order of their normals' angles, with the shape they come from.
    let mut facets: Vec<(V, &'static str)> =
        normals(&fixed).into_iter().map(|n| (n, FIXED)).collect();
    facets.extend(normals(&moving).into_iter().map(|n| (-n, MOVING)));
    facets.sort_by(|a, b| a.0.y.atan2(a.0.x).total_cmp(&b.0.y.atan2(b.0.x)));
    // Between two normals, the same corners of both are farthest.
    let corner = |i: usize| {
        let n = facets[i].0 + facets[(i + 1) % facets.len()].0;
        farthest(&fixed, &n) - farthest(&moving, &-n)
    };
    let outline: Vec<V> = (0..facets.len()).map(corner).collect();
    let mut page = Page::new(
        "Two polyhedra",
        "Each facet of C = fixed − moving comes from one of them; the origin of the moving one is cast at C.",
    )
    .panel(52.0, 265.0, 225.0)
    .polygon(&fixed, Ink::line(FIXED).filled())
    .polygon(&there, Ink::line(MOVING).filled());
    for (i, (_, colour)) in facets.iter().enumerate() {
        let previous = (i + facets.len() - 1) % facets.len();
        let thick = Ink {
            width: 2.4,
            ..Ink::line(colour)
        };
        page = page.line(outline[previous], outline[i], thick);
    }
    let at = start + d * hit.fraction;
    let moved: Vec<_> = moving.iter().map(|m| m + at).collect();
    page = page
        .polygon(&moved, Ink::line(MOVING).dashed())
        .arrow(start, start + d, Ink::line(MOTION))
        .dot(start, MOTION)
        .dot(at, HIT)
        .arrow(at, at + hit.normal.xy() * 0.9, Ink::line(HIT))
        .label(at, (-76.0, -6.0), HIT, "enters C")
        .panel(80.0, 600.0, 205.0)
        .circle(V::zeros(), 1.0, Ink::line("#bbbbbb"));
    for (n, colour) in &facets {
        page = page.line(V::zeros(), *n, Ink::line(colour)).dot(*n, colour);
    }
    page.arrow(V::zeros(), hit.normal.xy() * 1.3, Ink::line(HIT))
        .label(V::new(-0.8, -1.4), (0.0, 0.0), MOTION, "normals, by shape")
        .text()
}
