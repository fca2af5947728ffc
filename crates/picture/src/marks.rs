//! The moving shape, its way, and what the answer points at.

use super::layer::{Layer, plane};
use super::paint::{Mosaic, Painter, hex, mix, path_data, tenths};
use super::shadows;
use super::solid::outline;
use super::subject::{Further, Mark, Subject};
use super::view::View;
use nalgebra::{Point2, Point3, Vector3};
use std::collections::BTreeMap;
use svg::Node;
use svg::node::element::{Circle, Group, Line, Path};

/// The colour of the start, and of the end.
pub const START: [f64; 3] = [0.16, 0.42, 0.78];
/// The colour of the end.
pub const END: [f64; 3] = [0.91, 0.40, 0.12];
/// How many shades of a colour the facets take.
const SHADES: f64 = 24.0;
const POINT: &str = "#c4122f";

/// Adds the shape at its start, on its way and at its end, each as near as it is.
pub fn add_poses(subject: &Subject, painter: &mut Painter) {
    let apart = subject.travelled().norm() / (2.0 * subject.solid.size).max(f64::MIN_POSITIVE);
    let ghosts = apart.clamp(0.0, 7.0) as u32;
    for i in 1..=ghosts {
        let share = f64::from(i) / f64::from(ghosts + 1);
        shadows::add(subject, &(subject.travelled() * share), 0.08, painter);
        add_ghost(subject, share, painter);
    }
    if subject.travelled().norm() * painter.view.scale > 4.0 {
        shadows::add(subject, &Vector3::zeros(), 0.22, painter);
        add_solid(subject, 0.0, START, painter);
    }
    shadows::add(subject, &subject.travelled(), 0.22, painter);
    add_solid(subject, 1.0, END, painter);
}

/// Adds the shape where it stands, as an end.
pub fn add_end(subject: &Subject, painter: &mut Painter) {
    shadows::add(subject, &Vector3::zeros(), 0.22, painter);
    add_solid(subject, 0.0, END, painter);
}

fn silhouette(subject: &Subject, shift: &Vector3<f64>, view: &View) -> Vec<Point2<f64>> {
    outline(
        subject
            .solid
            .points
            .iter()
            .map(|p| view.project(&(p + shift)))
            .collect(),
    )
}

/// Adds the shape moved by `shift`, drawn as `node`, at its place among the faces.
fn add_layer(subject: &Subject, shift: &Vector3<f64>, node: impl Node, painter: &mut Painter) {
    let view = painter.view;
    let middle = view.nearness(&(subject.solid.middle + shift));
    let seen = |p: &Point3<f64>| (view.project(&(p + shift)), view.nearness(&(p + shift)));
    let facing = |normal: &Vector3<f64>| normal.dot(&view.axes.toward) > 1e-6;
    let facets = subject
        .solid
        .faces
        .iter()
        .filter(|(_, normal)| facing(normal));
    let mut front: Vec<_> = facets
        .map(|(corners, _)| plane(corners.map(|p| seen(&p))))
        .collect();
    if front.is_empty() {
        front.push([0.0, 0.0, middle]);
    }
    // What the shape touches should not cover it.
    front.iter_mut().for_each(|[_, _, level]| *level += 1.0);
    let outline = silhouette(subject, shift, &view);
    painter.layer(Layer::new(middle, outline, front, node));
}

fn add_ghost(subject: &Subject, share: f64, painter: &mut Painter) {
    let shift = subject.travelled() * share;
    let colour = hex(mix(START, END, share));
    let outline = silhouette(subject, &shift, &painter.view);
    let path = Path::new()
        .set("d", path_data(&outline, true))
        .set("fill", colour.as_str())
        .set("fill-opacity", 0.13)
        .set("stroke", colour)
        .set("stroke-opacity", 0.55)
        .set("stroke-width", 1.2);
    add_layer(subject, &shift, path, painter);
}

fn add_solid(subject: &Subject, share: f64, colour: [f64; 3], painter: &mut Painter) {
    let shift = subject.travelled() * share;
    let view = painter.view;
    let light = (view.axes.toward + view.axes.up * 1.1 - view.axes.right * 0.8).normalize();
    let mut faces: BTreeMap<u32, Mosaic> = BTreeMap::new();
    for (corners, normal) in &subject.solid.faces {
        if normal.dot(&view.axes.toward) > 0.0 {
            let shade = (normal.dot(&light).max(0.0) * SHADES).round() as u32;
            let page = corners.map(|p| view.project(&(p + shift)));
            faces.entry(shade).or_default().add(&page);
        }
    }
    let mut facets = tenths();
    for (shade, mosaic) in faces {
        let lit = f64::from(shade) / SHADES;
        let dark = mix(colour, [0.05, 0.06, 0.12], 0.45 * (1.0 - lit));
        let shaded = hex(mix(dark, [1.0, 1.0, 1.0], 0.5 * lit * lit));
        let path = Path::new().set("d", mosaic.path_data());
        let path = path.set("fill", shaded.as_str());
        facets = facets.add(path.set("stroke", shaded));
    }
    let group = Group::new().set("opacity", 0.93).add(facets);
    let outline = silhouette(subject, &shift, &view);
    let edge = Path::new()
        .set("d", path_data(&outline, true))
        .set(
            "fill",
            if subject.solid.faces.is_empty() {
                hex(colour)
            } else {
                "none".into()
            },
        )
        .set("stroke", hex(mix(colour, [0.0; 3], 0.45)))
        .set("stroke-width", 1.6)
        .set("stroke-linejoin", "round");
    add_layer(subject, &shift, group.add(edge), painter);
}

/// What is drawn over everything: the line of motion, the point and the normal.
pub fn on_top(subject: &Subject, view: &View) -> Group {
    let place = |share: f64| view.project(&(subject.solid.middle + subject.displacement * share));
    let (start, stop, end) = (place(0.0), place(subject.reached), place(1.0));
    let rest = line(&stop, &end, "#30384a", 1.2)
        .set("stroke-dasharray", "2 5")
        .set("opacity", 0.7);
    let mut group = Group::new()
        .set("stroke-linecap", "round")
        .add(line(&start, &stop, "#30384a", 1.6).set("stroke-dasharray", "9 5"))
        .add(rest)
        .add(dot(&start, 3.2, &hex(START)));
    for hit in &subject.further {
        group = group.add(further(subject, hit, view));
    }
    match subject.mark {
        Mark::Contact(point, normal) => {
            let length = (0.8 * subject.solid.size * view.scale).clamp(60.0, 120.0);
            group = group.add(arrow(view, &point, &(normal * (length / view.scale))));
            group = group.add(dot(&view.project(&point), 5.0, POINT));
        }
        Mark::WayOut(point, way) => {
            group =
                group
                    .add(arrow(view, &point, &way))
                    .add(dot(&view.project(&point), 5.0, POINT));
        }
        Mark::Plane(point, axis) => group = group.add(separating_plane(view, &point, &axis)),
        Mark::Nothing => {}
    }
    group
}

/// One of many hits: the shape's outline there, the point and the normal.
fn further(subject: &Subject, hit: &Further, view: &View) -> Group {
    let colour = hex(mix(START, END, hit.fraction));
    let outline = silhouette(subject, &(subject.displacement * hit.fraction), view);
    let outline = Path::new()
        .set("d", path_data(&outline, true))
        .set("fill", "none")
        .set("stroke", colour.as_str())
        .set("stroke-opacity", 0.6)
        .set("stroke-width", 1.0);
    let at = view.project(&hit.point);
    let length = 26.0 / view.scale;
    let tip = view.project(&(hit.point + hit.normal * length));
    Group::new()
        .add(outline)
        .add(line(&at, &tip, &colour, 2.0))
        .add(dot(&at, 3.6, &colour))
}

fn line(from: &Point2<f64>, to: &Point2<f64>, colour: &str, width: f64) -> Line {
    Line::new()
        .set("x1", from.x)
        .set("y1", from.y)
        .set("x2", to.x)
        .set("y2", to.y)
        .set("stroke", colour)
        .set("stroke-width", width)
}

/// A dot with a white rim.
fn dot(at: &Point2<f64>, radius: f64, colour: &str) -> Circle {
    Circle::new()
        .set("cx", at.x)
        .set("cy", at.y)
        .set("r", radius)
        .set("fill", colour)
        .set("stroke", "#ffffff")
        .set("stroke-width", 1.5)
}

/// An arrow along `v` from `at`, on a white rim.
fn arrow(view: &View, at: &Point3<f64>, v: &Vector3<f64>) -> Group {
    let (from, to) = (view.project(at), view.project(&(at + v)));
    let length = (to - from).norm();
    if length < 1.0 {
        return Group::new();
    }
    let along = (to - from) / length;
    let across = nalgebra::Vector2::new(-along.y, along.x);
    let head = 13.0_f64.min(0.6 * length);
    let neck = to - along * head;
    let tip = [
        to,
        neck + across * (0.42 * head),
        neck - across * (0.42 * head),
    ];
    let tip = |colour: &str, width: f64| {
        Path::new()
            .set("d", path_data(&tip, true))
            .set("fill", colour)
            .set("stroke", colour)
            .set("stroke-width", width)
            .set("stroke-linejoin", "round")
    };
    Group::new()
        .add(line(&from, &neck, "#ffffff", 6.0))
        .add(tip("#ffffff", 4.0))
        .add(line(&from, &neck, POINT, 3.0))
        .add(tip(POINT, 0.8))
}

/// A square of the plane through `at` with this unit normal, and its normal.
fn separating_plane(view: &View, at: &Point3<f64>, normal: &Vector3<f64>) -> Group {
    let side = 90.0 / view.scale;
    let other = if normal.y.abs() < 0.9 {
        Vector3::y()
    } else {
        Vector3::x()
    };
    let u = normal.cross(&other).normalize();
    let v = normal.cross(&u);
    let corner = |a: f64, b: f64| view.project(&(at + (u * a + v * b) * side));
    let square = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    let square = Path::new()
        .set("d", path_data(&square, true))
        .set("fill", POINT)
        .set("fill-opacity", 0.12)
        .set("stroke", POINT)
        .set("stroke-width", 1.2)
        .set("stroke-dasharray", "5 4");
    Group::new()
        .add(square)
        .add(arrow(view, at, &(normal * (0.8 * side))))
}
