//! The painter's algorithm: far things first, near things over them.
//!
//! Faces and lines that can be seen hide nothing of each other, so only their order relative to the few other
//! things (the moving shape's poses, shadows) matters. Those come first, as **layers**; each face and line then goes
//! into the gap between two layers, where all faces of one colour become one path.

use super::layer::{Layer, Relation};
use super::view::View;
use nalgebra::{Point2, Point3};
use std::collections::BTreeMap;
use std::fmt::Write;
use svg::node::element::{Group, LinearGradient, Path, Stop};

/// A colour: red, green, blue, each 0 to 1.
pub type Colour = [f64; 3];

/// `#rrggbb`.
pub fn hex(colour: Colour) -> String {
    let [r, g, b] = colour.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A blend of two colours.
pub fn mix(a: Colour, b: Colour, share: f64) -> Colour {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

/// The colours of faces, each a class of the style sheet: shorter than two attributes per face.
#[derive(Default)]
pub struct Palette {
    classes: BTreeMap<String, usize>,
}

impl Palette {
    fn class(&mut self, colour: Colour) -> usize {
        // Few enough shades that neighbours often share one, close enough that no step shows.
        let colour = colour.map(|c| (c * 85.0).round() / 85.0);
        let next = self.classes.len();
        *self.classes.entry(hex(colour)).or_insert(next)
    }

    /// The style sheet.
    pub fn style(&self) -> String {
        // Each face is stroked in its own colour, which closes the seams between neighbours.
        let rule = |(colour, class)| format!(".c{class}{{fill:{colour};stroke:{colour}}}");
        let pens = ".crease{stroke:#262c3d;stroke-opacity:.6;stroke-width:9}\
            .net{stroke:#262c3d;stroke-opacity:.12;stroke-width:7}.crease,.net{fill:none}";
        self.classes
            .iter()
            .map(rule)
            .chain([pens.to_owned()])
            .collect()
    }
}

/// What a line is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pen {
    /// For edges inside a surface.
    Net,
    /// For edges at which the surface ends or bends.
    Crease,
}

impl Pen {
    fn class(self) -> &'static str {
        match self {
            Self::Net => "net",
            Self::Crease => "crease",
        }
    }
}

/// Whether all of a piece of a face can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All of it.
    Whole,
    /// A part of it: whatever hides the rest is to be painted over it.
    Part,
}

/// Faces and lines between two layers, as path data by class.
#[derive(Default)]
struct Gap {
    parts: BTreeMap<usize, Mosaic>,
    wholes: BTreeMap<usize, Mosaic>,
    lines: BTreeMap<Pen, String>,
}

/// Gathers what is to be painted, and paints it from far to near.
pub struct Painter<'a> {
    /// The projection.
    pub view: View,
    palette: &'a mut Palette,
    layers: Vec<Layer>,
    gaps: Vec<Gap>,
}

impl<'a> Painter<'a> {
    /// A painter with an empty page.
    pub fn new(view: View, palette: &'a mut Palette) -> Self {
        Self {
            view,
            palette,
            layers: Vec::new(),
            gaps: vec![Gap::default()],
        }
    }

    /// Adds a layer. All layers come before the first face.
    pub fn layer(&mut self, layer: Layer) {
        let at = self
            .layers
            .partition_point(|l| l.nearness <= layer.nearness);
        self.layers.insert(at, layer);
        self.gaps.push(Gap::default());
    }

    /// The gap for a face around these points: after the last layer of which it covers a part. The flag tells that a
    /// layer passes through it.
    pub fn gap(&self, points: &[Point3<f64>]) -> (usize, bool) {
        let seen = self.on_page(points);
        let relations: Vec<_> = self.layers.iter().map(|l| l.relation(&seen)).collect();
        let last = relations.iter().rposition(|r| *r == Relation::Before);
        (
            last.map_or(0, |i| i + 1),
            relations.contains(&Relation::Through),
        )
    }

    /// The gap for every piece of a face with these corners, if it is the same for all of them and no layer passes through any.
    pub fn gap_of_all(&self, corners: &[Point3<f64>; 3]) -> Option<usize> {
        let seen = self.on_page(corners);
        let mut gap = 0;
        for (i, layer) in self.layers.iter().enumerate() {
            match layer.relation_of_all(&seen) {
                Relation::Before => gap = i + 1,
                Relation::Beside | Relation::Behind => {}
                Relation::Through => return None,
            }
        }
        Some(gap)
    }

    /// The gap for a line: before the first layer that covers a part of it, and else after all, so that no face
    /// beside it is painted over its half.
    pub fn gap_for_line(&self, points: &[Point3<f64>]) -> usize {
        let seen = self.on_page(points);
        let covers = |l: &Layer| matches!(l.relation(&seen), Relation::Behind | Relation::Through);
        self.layers
            .iter()
            .position(covers)
            .unwrap_or(self.layers.len())
    }

    fn on_page(&self, points: &[Point3<f64>]) -> Vec<(Point2<f64>, f64)> {
        points
            .iter()
            .map(|p| (self.view.project(p), self.view.nearness(p)))
            .collect()
    }

    /// Adds a face, or a piece of one.
    pub fn face(&mut self, gap: usize, seen: Seen, colour: Colour, corners: &[Point2<f64>]) {
        let class = self.palette.class(colour);
        let gap = &mut self.gaps[gap];
        let faces = if seen == Seen::Whole {
            &mut gap.wholes
        } else {
            &mut gap.parts
        };
        faces.entry(class).or_default().add(corners);
    }

    /// Adds a line.
    pub fn line(&mut self, gap: usize, pen: Pen, ends: &[Point2<f64>; 2]) {
        push_path(self.gaps[gap].lines.entry(pen).or_default(), ends, false);
    }

    /// Everything, in order.
    pub fn paint(self) -> Group {
        let mut group = Group::new();
        let mut layers = self.layers.into_iter();
        for gap in self.gaps {
            let mut flat = tenths();
            for (class, mosaic) in gap.parts.into_iter().chain(gap.wholes) {
                let path = Path::new().set("class", format!("c{class}"));
                flat = flat.add(path.set("d", mosaic.path_data()));
            }
            for (pen, data) in gap.lines {
                flat = flat.add(Path::new().set("class", pen.class()).set("d", data));
            }
            group = group.add(flat);
            if let Some(layer) = layers.next() {
                group = group.add(layer.node);
            }
        }
        group
    }
}

/// Path data through `points`, to a tenth of a pixel.
pub fn path_data(points: &[Point2<f64>], closed: bool) -> String {
    let mut data = String::new();
    for (i, p) in points.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        // Rounded first, so that whole numbers print without a fraction; adding 0 turns -0 into 0.
        let [x, y] = [p.x, p.y].map(|x| (x * 10.0).round() / 10.0 + 0.0);
        let _ = write!(data, "{letter}{x} {y}");
    }
    data + if closed { "Z" } else { "" }
}

/// Faces of one colour as the borders of the areas that they cover together: much less to write than each by itself.
///
/// Every face is turned the same way, so where two of them meet, their sides run against each other and drop out.
#[derive(Default)]
pub struct Mosaic {
    /// The sides that are left, by where they start: corners in tenths of a pixel.
    sides: BTreeMap<Tenths, Vec<Tenths>>,
}

/// A point of the page in whole tenths of a pixel.
type Tenths = [i32; 2];

impl Mosaic {
    /// Adds a face.
    pub fn add(&mut self, corners: &[Point2<f64>]) {
        let mut corners: Vec<Tenths> = corners.iter().map(in_tenths).collect();
        let sides = |corners: &[Tenths]| {
            let next = corners.iter().cycle().skip(1).copied();
            corners.iter().copied().zip(next).collect::<Vec<_>>()
        };
        let turn = |([a, b], [c, d]): (Tenths, Tenths)| {
            i64::from(a) * i64::from(d) - i64::from(b) * i64::from(c)
        };
        if sides(&corners).into_iter().map(turn).sum::<i64>() < 0 {
            corners.reverse();
        }
        for (from, to) in sides(&corners) {
            let back = self.sides.get_mut(&to);
            let opposite = back.and_then(|ends| {
                let at = ends.iter().position(|end| *end == from)?;
                Some(ends.swap_remove(at))
            });
            if opposite.is_none() {
                self.sides.entry(from).or_default().push(to);
            }
        }
    }

    /// The borders as path data.
    pub fn path_data(mut self) -> String {
        let mut data = String::new();
        let starts: Vec<Tenths> = self.sides.keys().copied().collect();
        for first in starts {
            // As many sides end at a corner as start there: following them comes back to the first.
            let (mut border, mut at) = (Vec::new(), first);
            while let Some(next) = self.sides.get_mut(&at).and_then(Vec::pop) {
                border.push(at);
                at = next;
            }
            if !border.is_empty() {
                push_tenths(&mut data, border.into_iter(), true);
            }
        }
        data
    }
}

/// The group in which paths by [`push_path`] and [`Mosaic`] belong.
pub fn tenths() -> Group {
    Group::new()
        .set("transform", "scale(.1)")
        .set("stroke-width", 7)
        .set("stroke-linejoin", "round")
}

/// Appends path data through `points` in whole tenths of a pixel, each from the one before: the shortest form.
pub fn push_path(data: &mut String, points: &[Point2<f64>], closed: bool) {
    push_tenths(data, points.iter().map(in_tenths), closed);
}

fn in_tenths(p: &Point2<f64>) -> Tenths {
    [p.x, p.y].map(|x| (x * 10.0).round() as i32)
}

fn push_tenths(data: &mut String, points: impl Iterator<Item = Tenths>, closed: bool) {
    let mut last = [0; 2];
    for (i, at) in points.enumerate() {
        let [across, down] = [at[0] - last[0], at[1] - last[1]];
        // A minus sign separates as well as a space.
        let gap = if i > 1 && across >= 0 { " " } else { "" };
        data.push_str(["M", "l"].get(i).unwrap_or(&gap));
        let _ = write!(data, "{across}");
        data.push_str(if down < 0 { "" } else { " " });
        let _ = write!(data, "{down}");
        last = at;
    }
    data.push_str(if closed { "z" } else { "" });
}

/// The background: a gradient called `sky`.
pub fn sky() -> LinearGradient {
    let stop =
        |offset: &str, colour: &str| Stop::new().set("offset", offset).set("stop-color", colour);
    LinearGradient::new()
        .set("id", "sky")
        .set("x1", 0)
        .set("y1", 0)
        .set("x2", 0)
        .set("y2", 1)
        .add(stop("0", "#d6e4f2"))
        .add(stop("1", "#f7f9fb"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Axes, Frame};
    use nalgebra::Vector2;

    #[test]
    fn colours_and_paths_are_written_short() {
        assert_eq!(hex([1.0, 0.5, 0.0]), "#ff8000");
        assert_eq!(hex(mix([0.0; 3], [1.0; 3], 0.2)), "#333333");
        let points = [Point2::new(1.0, 2.04), Point2::new(3.55, -0.01)];
        assert_eq!(path_data(&points, true), "M1 2L3.6 0Z");
        let mut data = String::new();
        push_path(&mut data, &[points[0], points[1], points[0]], true);
        assert_eq!(data, "M10 20l26-20-26 20z");
    }

    #[test]
    fn faces_that_share_a_side_become_one_area() {
        let [a, b, c, d] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Point2::from);
        let mut mosaic = Mosaic::default();
        mosaic.add(&[a, b, c]);
        mosaic.add(&[a, d, c]); // the other way round
        assert_eq!(mosaic.path_data(), "M0 0l10 0 0 10-10 0z");
        // Two areas that meet in a corner are one path, and one apart is another.
        let mut mosaic = Mosaic::default();
        for shift in [[0.0, 0.0], [1.0, 1.0], [5.0, 5.0]] {
            mosaic.add(&[a, b, c].map(|p| p + Vector2::from(shift)));
        }
        let data = mosaic.path_data();
        assert_eq!(data, "M0 0l10 0 0 10 10 0 0 10-10-10zM50 50l10 0 0 10z");
    }

    #[test]
    fn faces_go_before_the_layers_that_cover_them_and_after_those_they_cover() {
        let frame = Frame {
            x: 0.0,
            y: 0.0,
            width: 10.0,
            height: 10.0,
        };
        let corners = [Point3::new(-5.0, -5.0, 0.0), Point3::new(5.0, 5.0, 0.0)];
        let view = View::around(Axes::from(0.0, 0.0), &corners, frame, 1.0);
        let mut palette = Palette::default();
        let mut painter = Painter::new(view, &mut palette);
        let square =
            |x: f64| [[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 9.0], [x, 9.0]].map(Point2::from);
        for (nearness, x, name) in [(5.0, 0.0, "near"), (1.0, 2.0, "far")] {
            painter.layer(Layer::new(
                nearness,
                square(x).to_vec(),
                vec![[0.0, 0.0, nearness]],
                Path::new().set("id", name),
            ));
        }
        let at = |x: f64, z: f64| [Point3::new(x - 5.0, 0.0, z)];
        assert_eq!(painter.gap(&at(3.0, 0.0)), (0, false));
        assert_eq!(painter.gap(&at(3.0, 3.0)), (1, false));
        assert_eq!(painter.gap(&at(1.0, 3.0)), (0, false));
        assert_eq!(painter.gap(&at(3.0, 9.0)), (2, false));
        assert_eq!(painter.gap(&at(9.0, 9.0)), (0, false));
        let through = [at(3.0, 0.0)[0], at(3.0, 9.0)[0]];
        assert_eq!(painter.gap(&through), (0, true));
        assert_eq!(painter.gap_for_line(&at(3.0, 3.0)), 1);
        assert_eq!(painter.gap_for_line(&at(9.0, 0.0)), 2);
        painter.face(1, Seen::Whole, [1.0; 3], &square(3.0));
        let text = painter.paint().to_string();
        let place = |what: &str| text.find(what).unwrap();
        assert!(place("far") < place("c0") && place("c0") < place("near"));
    }
}
