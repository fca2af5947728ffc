//! A path over a scene.

use super::distinct::distinct;
use super::marks::{END, START};
use super::paint::{self, Painter, hex, path_data};
use super::solid::Solid;
use super::subject::{Mark, Subject};
use super::view::{Axes, View};
use super::visibility::Visibility;
use super::{MAIN, SIZE, caption, clip, creases, ground, marks, rectangle, surface};
use nalgebra::{Point2, Point3, Vector3};
use std::fmt;
use svg::Document;
use svg::node::element::{Circle, Definitions, Group, Path, Style};
use swept_support::Support;

/// What is drawn over a scene.
pub struct Over<'a> {
    /// What walks.
    pub shape: &'a dyn Support,
    /// Where the shape's origin was, move by move: a path for each time that it was put to where it starts.
    pub paths: &'a [Vec<Point3<f64>>],
    /// The caption's lines.
    pub words: [String; 3],
}

impl fmt::Debug for Over<'_> {
    /// Without the shape, which need not tell what it is.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Over")
            .field("paths", &self.paths)
            .field("words", &self.words)
            .finish_non_exhaustive()
    }
}

/// Points of a path beyond this many are thinned out: more than one a pixel cannot be seen.
const MOST_POINTS: usize = 20_000;

/// The picture of a path, as the text of an SVG file: what is in sight as a line, what something hides as a faint one.
#[must_use]
pub fn draw_path(
    triangles: Vec<[Point3<f64>; 3]>,
    indices: &[[u32; 3]],
    vertices: usize,
    over: &Over,
) -> String {
    let mut points = over.paths.iter().flatten().copied();
    let first = points.next().unwrap_or(Point3::origin());
    let last = points.last().unwrap_or(first);
    let corners: Vec<_> = triangles.iter().flatten().copied().collect();
    let subject = Subject {
        kinds: ground::kinds(&triangles, indices, vertices),
        triangles,
        special: 0..0,
        further: Vec::new(),
        solid: Solid::new(over.shape, last),
        displacement: Vector3::zeros(),
        reached: 0.0,
        mark: Mark::Nothing,
        words: over.words.to_vec(),
    };
    let mut palette = paint::Palette::default();
    let view = View::around(Axes::from(0.62, 0.75), &corners, MAIN, 0.92);
    let mut painter = Painter::new(view, &mut palette);
    marks::add_end(&subject, &mut painter);
    let shown = distinct(&subject);
    let visibility = Visibility::new(view, &subject, &shown);
    surface::add(&subject, &shown, &visibility, &mut painter);
    creases::add(&subject, &shown, &visibility, &mut painter);
    let scene = painter.paint();
    let main = Group::new()
        .set("clip-path", "url(#main)")
        .add(rectangle(MAIN).set("fill", "url(#sky)"))
        .add(scene)
        .add(lines(over.paths, &view, &visibility, 2.0))
        .add(dot(&view.project(&first), &hex(START)))
        .add(dot(&view.project(&last), &hex(END)));
    Document::new()
        .set("viewBox", (0, 0, SIZE[0], SIZE[1]))
        .set("width", SIZE[0])
        .set("height", SIZE[1])
        .set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
        .add(Style::new(palette.style()))
        .add(Definitions::new().add(clip("main", MAIN)).add(paint::sky()))
        .add(main)
        .add(caption::words(&subject, MAIN.height))
        .to_string()
}

/// The paths, cut where they go in and out of sight. A point counts as hidden when it is by more than `margin` pixels.
fn lines(paths: &[Vec<Point3<f64>>], view: &View, visibility: &Visibility, margin: f64) -> Group {
    let count: usize = paths.iter().map(Vec::len).sum();
    let step = count.div_ceil(MOST_POINTS).max(1);
    let mut runs: Vec<(bool, Vec<Point2<f64>>)> = Vec::new();
    for path in paths {
        let mut from = None;
        for p in path.iter().step_by(step) {
            let hidden = visibility.hidden(p, None, margin);
            let at = view.project(p);
            match (from, runs.last_mut()) {
                (Some((was, _)), Some((_, run))) if was == hidden => run.push(at),
                // From where the last run ended, so that there is no gap.
                (Some((_, before)), _) => runs.push((hidden, vec![before, at])),
                (None, _) => runs.push((hidden, vec![at])),
            }
            from = Some((hidden, at));
        }
    }
    let mut group = Group::new()
        .set("fill", "none")
        .set("stroke", "#c4122f")
        .set("stroke-linejoin", "round");
    for (hidden, run) in runs {
        group = group.add(
            Path::new()
                .set("d", path_data(&run, false))
                .set("stroke-width", if hidden { 0.6 } else { 1.1 })
                .set("stroke-opacity", if hidden { 0.18 } else { 0.55 }),
        );
    }
    group
}

fn dot(at: &Point2<f64>, colour: &str) -> Circle {
    Circle::new()
        .set("cx", at.x)
        .set("cy", at.y)
        .set("r", 5)
        .set("fill", colour)
        .set("stroke", "#ffffff")
        .set("stroke-width", 1.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::Sphere;

    #[test]
    fn no_line_leads_from_where_one_path_ends_to_where_the_next_begins() {
        // Two paths side by side over the floor, the second from the first one's start.
        let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
        let [a, b, c, d] = corners.map(|[x, z]| Point3::new(x, 0.0, z));
        let shape = Sphere::new(0.25).unwrap();
        let draw = |paths: &[Vec<Point3<f64>>]| {
            let over = Over {
                shape: &shape,
                paths,
                words: Default::default(),
            };
            let indices = [[0, 2, 1], [0, 3, 2]];
            draw_path(vec![[a, c, b], [a, d, c]], &indices, 4, &over)
        };
        let at = |x: f64, z: f64| Point3::new(x, 0.5, z);
        let (one, other) = (
            vec![at(1.0, 1.0), at(7.0, 1.0)],
            vec![at(1.0, 1.0), at(1.0, 7.0)],
        );
        let strokes = |picture: &str| picture.matches("stroke-opacity=\"0.55\"").count();
        assert_eq!(strokes(&draw(&[one.clone(), other.clone()])), 2);
        assert_eq!(strokes(&draw(&[[one, other].concat()])), 1);
    }
}
