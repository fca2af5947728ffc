#![doc = include_str!("../README.md")]
//!
//! It knows nothing of casts and scenes, only of shapes, triangles and points, all in `f64`.
#![deny(missing_docs, missing_debug_implementations)]
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

mod caption;
mod cells;
mod creases;
mod distinct;
mod flat;
mod ground;
mod layer;
mod marks;
mod paint;
mod path;
mod shadows;
mod solid;
mod subject;
mod surface;
mod view;
mod visibility;

use distinct::distinct;
pub use ground::kinds;
use paint::Painter;
pub use path::{Over, draw_path};
pub use solid::Solid;
pub use subject::{Further, Kind, Mark, Subject};
use svg::Document;
use svg::node::element::{ClipPath, Definitions, Group, Rectangle, Style};
use view::{Frame, View};
use visibility::Visibility;

/// The whole picture, in pixels.
const SIZE: [f64; 2] = [1280.0, 860.0];
/// The part of it that shows the scene; the rest is the caption's.
const MAIN: Frame = Frame {
    x: 0.0,
    y: 0.0,
    width: 1280.0,
    height: 740.0,
};
/// The side of the close-up, and how far it stays from the edge.
const INSET: f64 = 300.0;
const EDGE: f64 = 24.0;

/// The picture of a cast, as the text of an SVG file.
#[must_use]
pub fn draw(subject: &Subject) -> String {
    let axes = view::best_axes(subject);
    let shown = distinct(subject);
    let mut palette = paint::Palette::default();
    let whole = View::around(axes, &subject.extremes(), MAIN, 0.6);
    let mut document = Document::new()
        .set("viewBox", (0, 0, SIZE[0], SIZE[1]))
        .set("width", SIZE[0])
        .set("height", SIZE[1])
        .set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif");
    let main = panel(subject, &shown, whole, "main", &mut palette);
    let inset = emptiest_corner(subject, &whole);
    let close_up = View::around(axes, &subject.close_extremes(), inset, 0.66);
    // A close-up that would show much the same, or no contact, is left out.
    let detail = (subject.contact().is_some() && close_up.scale > 1.6 * whole.scale)
        .then(|| panel(subject, &shown, close_up, "close-up", &mut palette));
    let clips = Definitions::new()
        .add(clip("main", MAIN))
        .add(clip("close-up", inset));
    let page = Frame {
        x: 0.0,
        y: 0.0,
        width: SIZE[0],
        height: SIZE[1],
    };
    document = document
        .add(Style::new(palette.style()))
        .add(clips.add(paint::sky()))
        .add(rectangle(page).set("fill", "#ffffff"))
        .add(main);
    if let Some(detail) = detail {
        let border = |colour, width| {
            rectangle(inset)
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", width)
        };
        document = document
            .add(border("#30384a", 7))
            .add(detail)
            .add(border("#ffffff", 3));
    }
    document
        .add(caption::caption(subject, MAIN.height, SIZE))
        .to_string()
}

/// The corner of the main view that holds least of the shape's way, the lower left one if there is a choice.
fn emptiest_corner(subject: &Subject, view: &View) -> Frame {
    let (right, bottom) = (MAIN.width - INSET - EDGE, MAIN.height - INSET - EDGE);
    let corners = [(EDGE, bottom), (right, EDGE), (EDGE, EDGE), (right, bottom)];
    let frames = corners.map(|(x, y)| Frame {
        x,
        y,
        width: INSET,
        height: INSET,
    });
    let covered = |frame: &Frame| {
        let shifts = (0..=10).map(|i| subject.travelled() * (f64::from(i) / 10.0));
        let poses = shifts.flat_map(|s| subject.solid.points.iter().map(move |p| p + s));
        poses
            .filter(|p| frame.holds(&view.project(p), EDGE))
            .count()
    };
    frames.into_iter().min_by_key(covered).unwrap_or(frames[0])
}

/// One view of the cast in its frame, with these triangles of the scene.
fn panel(
    subject: &Subject,
    shown: &[usize],
    view: View,
    name: &str,
    palette: &mut paint::Palette,
) -> Group {
    let mut painter = Painter::new(view, palette);
    marks::add_poses(subject, &mut painter);
    let visibility = Visibility::new(view, subject, shown);
    surface::add(subject, shown, &visibility, &mut painter);
    creases::add(subject, shown, &visibility, &mut painter);
    Group::new()
        .set("clip-path", format!("url(#{name})"))
        .add(rectangle(view.frame).set("fill", "url(#sky)"))
        .add(painter.paint())
        .add(marks::on_top(subject, &view))
}

fn rectangle(frame: Frame) -> Rectangle {
    Rectangle::new()
        .set("x", frame.x)
        .set("y", frame.y)
        .set("width", frame.width)
        .set("height", frame.height)
}

fn clip(name: &str, frame: Frame) -> ClipPath {
    ClipPath::new().set("id", name).add(rectangle(frame))
}
