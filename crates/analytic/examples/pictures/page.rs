//! A drawing: a part of the plane, y upward, on a page.

use nalgebra::Vector2;
use svg::Document;
use svg::node::element::{Circle, Line, Polygon, Rectangle, Text};

pub type V = Vector2<f64>;

pub const FIXED: &str = "#7a8896";
pub const MOVING: &str = "#d55e00";
pub const SUM: &str = "#0072b2";
pub const HIT: &str = "#c00000";
pub const MOTION: &str = "#222222";

/// How something is drawn.
#[derive(Clone, Copy)]
pub struct Ink {
    pub stroke: &'static str,
    pub fill: &'static str,
    pub width: f64,
    pub dashed: bool,
}

impl Ink {
    pub fn line(stroke: &'static str) -> Self {
        Self {
            stroke,
            fill: "none",
            width: 1.4,
            dashed: false,
        }
    }

    pub fn dashed(self) -> Self {
        Self {
            dashed: true,
            width: 1.1,
            ..self
        }
    }

    pub fn filled(self) -> Self {
        Self {
            fill: self.stroke,
            ..self
        }
    }

    fn dashes(self) -> &'static str {
        if self.dashed { "5 4" } else { "none" }
    }
}

pub struct Page {
    document: Document,
    scale: f64,
    origin: V,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;

impl Page {
    /// An empty page with a title and a line below it.
    pub fn new(title: &str, caption: &str) -> Self {
        let text = |y: f64, size: u32, weight: &str, words: &str| {
            Text::new(words)
                .set("x", 16)
                .set("y", y)
                .set("font-size", size)
                .set("font-weight", weight)
        };
        let document = Document::new()
            .set("viewBox", (0, 0, WIDTH as u32, HEIGHT as u32))
            .set("width", WIDTH)
            .set("height", HEIGHT)
            .set("font-family", "sans-serif")
            .set("font-size", 13)
            .add(
                Rectangle::new()
                    .set("width", WIDTH)
                    .set("height", HEIGHT)
                    .set("fill", "white"),
            )
            .add(text(24.0, 15, "bold", title))
            .add(text(44.0, 13, "normal", caption).set("fill", "#555"));
        Self {
            document,
            scale: 1.0,
            origin: V::zeros(),
        }
    }

    /// From here on, coordinates are those of a plane with `scale` pixels to a unit and its origin at this place of the page.
    pub fn panel(mut self, scale: f64, x: f64, y: f64) -> Self {
        self.scale = scale;
        self.origin = V::new(x, y);
        self
    }

    fn at(&self, p: V) -> V {
        self.origin + V::new(p.x, -p.y) * self.scale
    }

    pub fn polygon(mut self, corners: &[V], ink: Ink) -> Self {
        let list: Vec<_> = corners
            .iter()
            .map(|p| {
                let p = self.at(*p);
                format!("{:.1},{:.1}", p.x, p.y)
            })
            .collect();
        self.document = self.document.add(
            Polygon::new()
                .set("points", list.join(" "))
                .set("stroke", ink.stroke)
                .set("stroke-width", ink.width)
                .set("stroke-dasharray", ink.dashes())
                .set("fill", ink.fill)
                .set("fill-opacity", 0.14),
        );
        self
    }

    pub fn line(mut self, a: V, b: V, ink: Ink) -> Self {
        let (a, b) = (self.at(a), self.at(b));
        let number = |x: f64| format!("{x:.1}");
        self.document = self.document.add(
            Line::new()
                .set("x1", number(a.x))
                .set("y1", number(a.y))
                .set("x2", number(b.x))
                .set("y2", number(b.y))
                .set("stroke", ink.stroke)
                .set("stroke-width", ink.width)
                .set("stroke-dasharray", ink.dashes()),
        );
        self
    }

    /// A line with a head at `b`.
    pub fn arrow(self, a: V, b: V, ink: Ink) -> Self {
        let back = (a - b).normalize() * (9.0 / self.scale);
        let side = V::new(-back.y, back.x) * 0.4;
        let head = Ink {
            dashed: false,
            ..ink
        };
        self.line(a, b, ink)
            .line(b, b + back + side, head)
            .line(b, b + back - side, head)
    }

    /// A line without end in both directions, as far as a panel goes.
    pub fn endless(self, on: V, along: V, length: f64, ink: Ink) -> Self {
        let way = along.normalize() * length;
        self.line(on - way, on + way, ink)
    }

    pub fn circle(mut self, centre: V, radius: f64, ink: Ink) -> Self {
        let c = self.at(centre);
        self.document = self.document.add(
            Circle::new()
                .set("cx", format!("{:.1}", c.x))
                .set("cy", format!("{:.1}", c.y))
                .set("r", format!("{:.1}", radius * self.scale))
                .set("stroke", ink.stroke)
                .set("stroke-width", ink.width)
                .set("stroke-dasharray", ink.dashes())
                .set("fill", ink.fill)
                .set("fill-opacity", 0.14),
        );
        self
    }

    pub fn dot(mut self, p: V, colour: &'static str) -> Self {
        let c = self.at(p);
        self.document = self.document.add(
            Circle::new()
                .set("cx", format!("{:.1}", c.x))
                .set("cy", format!("{:.1}", c.y))
                .set("r", 3.4)
                .set("fill", colour),
        );
        self
    }

    /// Words beside a point, shifted by pixels to the right and down.
    pub fn label(mut self, p: V, shift: (f64, f64), colour: &'static str, words: &str) -> Self {
        let c = self.at(p);
        self.document = self.document.add(
            Text::new(words)
                .set("x", format!("{:.1}", c.x + shift.0))
                .set("y", format!("{:.1}", c.y + shift.1))
                .set("fill", colour),
        );
        self
    }

    pub fn text(self) -> String {
        self.document.to_string() + "\n"
    }
}
