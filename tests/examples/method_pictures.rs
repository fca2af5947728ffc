//! Draws the steps of each method on the same cast, as the observer sees them: `docs/pictures/*.svg`.
//!
//! `cargo run --release -p swept-tests --example method_pictures [FOLDER]`. Both shapes are prisms along z and the motion
//! lies in the plane of the picture, so that the obstacle's outline is a polygon and its planes are lines. The methods know them by
//! their support points alone: with faces that are known, the portal cast has nothing to search for.

use nalgebra::{Isometry3, UnitQuaternion, Vector2, Vector3};
use std::fmt::Write;
use swept::{CastOptions, ConvexHull, Cuboid, Method, Observer, Placed, Step, Sweep};
use swept_tests::{Obstacle, Opaque};

type V = Vector2<f64>;
type Prisms<'a> = Sweep<f64, Opaque<'a>, Opaque<'a>>;

/// One step, flattened onto the picture's plane.
struct Seen {
    method: Method,
    direction: V,
    support: V,
    lower: f64,
    upper: f64,
    simplex: Vec<V>,
}

#[derive(Default)]
struct Recorder(Vec<Seen>);

impl Observer for Recorder {
    fn step(&mut self, step: &Step<'_>) {
        self.0.push(Seen {
            method: step.method,
            direction: step.direction.xy(),
            support: step.support.coords.xy(),
            lower: step.lower,
            upper: step.upper,
            simplex: step.simplex.iter().map(|p| p.coords.xy()).collect(),
        });
    }
}

/// What moves, and what stands.
fn shapes() -> (Cuboid<f64>, ConvexHull<f64>) {
    let rim = (0..9).flat_map(|i| {
        let turn = f64::from(i) * std::f64::consts::TAU / 9.0 + 0.2;
        let (x, y) = (1.9 * turn.cos(), 1.2 * turn.sin());
        [[x, y, -0.5], [x, y, 0.5]]
    });
    let hull = ConvexHull::new(rim.collect::<Vec<_>>()).expect("a prism");
    (Cuboid::new([0.7, 0.3, 0.5]).expect("a box"), hull)
}

fn sweep<'a>(moving: &'a Cuboid<f64>, fixed: &'a ConvexHull<f64>) -> Prisms<'a> {
    let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 0.5);
    let pose = Isometry3::from_parts([-6.0, 1.9, 0.0].into(), turned);
    let moving = Placed::new(Opaque(moving), pose).expect("a pose");
    let fixed = Placed::new(Opaque(fixed), [0.0, 0.0, 0.0]).expect("a pose");
    Sweep::new(moving, [7.0, -1.6, 0.0], fixed).expect("a sweep")
}

/// An SVG in the making, y upward.
struct Page {
    text: String,
    /// Pixels per unit, and where the plane's origin lies on the page.
    scale: f64,
    origin: (f64, f64),
}

impl Page {
    /// A page on which these points fill the frame.
    fn around(points: &[V]) -> Self {
        let range = |part: &dyn Fn(&V) -> f64| {
            let all = || points.iter().map(part);
            (
                all().fold(f64::MAX, f64::min),
                all().fold(f64::MIN, f64::max),
            )
        };
        let ((left, right), (bottom, top)) = (range(&|p| p.x), range(&|p| p.y));
        let (width, height) = (440.0, 290.0);
        let scale = (width / (right - left)).min(height / (top - bottom));
        let origin = (
            44.0 + 0.5 * (width - scale * (right + left)),
            64.0 + 0.5 * (height + scale * (top + bottom)),
        );
        Self {
            text: String::new(),
            scale,
            origin,
        }
    }

    fn at(&self, p: V) -> (f64, f64) {
        (
            self.origin.0 + self.scale * p.x,
            self.origin.1 - self.scale * p.y,
        )
    }

    fn shape(&mut self, points: &[V], style: &str) {
        let list: Vec<_> = points
            .iter()
            .map(|p| {
                let (x, y) = self.at(*p);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = writeln!(
            self.text,
            r#"<polygon points="{}" {style}/>"#,
            list.join(" ")
        );
    }

    fn line(&mut self, a: V, b: V, style: &str) {
        let ((x1, y1), (x2, y2)) = (self.at(a), self.at(b));
        let _ = writeln!(
            self.text,
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#
        );
    }

    fn circle(&mut self, centre: V, radius: f64, style: &str) {
        let (x, y) = self.at(centre);
        let _ = writeln!(
            self.text,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" {style}/>"#
        );
    }

    fn text(&mut self, p: V, shift: (f64, f64), colour: &str, text: &str) {
        let (x, y) = self.at(p);
        let _ = writeln!(
            self.text,
            r#"<text x="{:.1}" y="{:.1}" fill="{colour}">{text}</text>"#,
            x + shift.0,
            y + shift.1
        );
    }
}

/// A colour per step, from light to dark.
const COLOURS: [&str; 8] = [
    "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#0072b2", "#cc79a7", "#8a6d00", "#444444",
];

fn outline(sweep: &Prisms<'_>, swept_by: V) -> Vec<V> {
    let obstacle = Obstacle::new(sweep);
    let mut points: Vec<V> = Vec::new();
    for i in 0..1440 {
        let turn = f64::from(i) * std::f64::consts::TAU / 1440.0;
        let n = Vector3::new(turn.cos(), turn.sin(), 0.0);
        let mut p = obstacle.support(&n).expect("bounded shapes").xy();
        if n.xy().dot(&swept_by) > 0.0 {
            p += swept_by;
        }
        if points.last().is_none_or(|q| (p - q).norm() > 1e-9) {
            points.push(p);
        }
    }
    points
}

/// The obstacle as it is swept against the motion, and the way from the origin to the surface of that.
fn swept_obstacle(page: &mut Page, swept: &[V], surface: V) {
    page.shape(
        swept,
        r##"fill="#f4efe2" stroke="#c9b98a" stroke-dasharray="5 4""##,
    );
    page.line(
        V::zeros(),
        surface,
        r##"stroke="#a05a00" stroke-width="2" marker-end="none""##,
    );
    page.circle(surface, 4.0, r##"fill="#a05a00""##);
    page.text(surface, (-4.0, 20.0), "#a05a00", "surface");
}

/// The line of motion.
fn motion(page: &mut Page, d: V) {
    page.line(V::zeros(), d, r##"stroke="#222" stroke-width="1.4""##);
    page.circle(V::zeros(), 3.5, r##"fill="#222""##);
    page.text(V::zeros(), (-26.0, 18.0), "#222", "start");
    page.text(d, (4.0, 14.0), "#222", "d");
}

/// Step number `i` of a method.
fn step(page: &mut Page, method: Method, d: V, steps: &[Seen], i: usize) {
    let step = &steps[i];
    let colour = COLOURS[i.min(COLOURS.len() - 1)];
    let label = format!("{}", i + 1);
    let line = format!(r#"stroke="{colour}" stroke-width="1.6""#);
    let thin = format!(r#"stroke="{colour}" stroke-width="1.2" stroke-dasharray="3 3""#);
    let filled = format!(r#"fill="{colour}""#);
    let from = d * step.lower;
    if method == Method::ConservativeAdvancement {
        // The step starts where the last one ended: the circle of the separation, and the nearest point.
        let radius = (step.support - from).norm() * page.scale;
        let circle = format!(r#"fill="none" clip-path="url(#frame)" {thin}"#);
        page.circle(from, radius, &circle);
        page.line(from, step.support, &line);
    }
    // Of an obstacle that is swept, all is shown where it is not.
    let back = if method == Method::SweptMpr && step.method == method {
        d
    } else {
        V::zeros()
    };
    let shown = step.support - back;
    if method != Method::ConservativeAdvancement {
        let across = V::new(-step.direction.y, step.direction.x);
        if across.norm() > 1e-9 {
            let across = across.normalize() * 1.25;
            page.line(shown - across, shown + across, &thin);
        }
        let simplex: Vec<_> = step.simplex.iter().map(|p| p - back).collect();
        if simplex.len() > 1 {
            let style = format!(r#"{filled} fill-opacity="0.10" {line}"#);
            page.shape(&simplex, &style);
        }
    }
    if matches!(method, Method::ConservativeAdvancement | Method::GjkRayCast) {
        page.circle(from, 3.2, &filled);
        let again = i > 0 && steps[i - 1].lower == step.lower;
        if !again {
            page.text(from, (-3.0, -8.0), colour, &label);
        }
    }
    if method != Method::ConservativeAdvancement {
        page.circle(shown, 3.2, &filled);
        page.text(shown, (-14.0, -6.0 + 11.0 * (i % 3) as f64), colour, &label);
    }
    let bounds = if step.upper.is_finite() {
        format!("{:.4} to {:.4}", step.lower, step.upper)
    } else {
        format!("from {:.4}", step.lower)
    };
    let _ = writeln!(
        page.text,
        r#"<text x="536" y="{}" fill="{colour}" font-size="12">{label}: {bounds}</text>"#,
        84 + 17 * i
    );
}

/// Where the shapes touch first.
fn first_contact(page: &mut Page, contact: V) {
    page.circle(
        contact,
        5.0,
        r##"fill="none" stroke="#c00" stroke-width="2""##,
    );
    let label = contact + V::new(-30.0, 66.0) / page.scale;
    let begin = contact + V::new(-3.0, 6.0) / page.scale;
    page.line(begin, label, r##"stroke="#c00""##);
    page.text(label, (-60.0, -4.0), "#c00", "first contact");
}

fn draw(method: Method, caption: &str) -> String {
    let (moving, fixed) = shapes();
    let sweep = sweep(&moving, &fixed);
    let options = CastOptions {
        method,
        ..CastOptions::default()
    };
    let mut recorder = Recorder::default();
    let answer = sweep.cast_observed(&options, &mut recorder);
    let d = sweep.displacement().xy();
    let hit = answer.outcome.hit().expect("it hits");
    let obstacle = outline(&sweep, V::zeros());
    let swept = match method {
        Method::SweptMpr => outline(&sweep, -d),
        _ => Vec::new(),
    };
    let mut all = obstacle.clone();
    all.extend([V::zeros(), d]);
    all.extend(&swept);
    let mut page = Page::around(&all);
    let _ = writeln!(
        page.text,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="720" height="400" viewBox="0 0 720 400" font-family="sans-serif" font-size="13">
<clipPath id="frame"><rect y="52" width="524" height="318"/></clipPath>
<rect width="720" height="400" fill="white"/>
<text x="16" y="24" font-size="15" font-weight="bold">{}</text>
<text x="16" y="44" fill="#555">{caption}</text>"##,
        title(method)
    );
    if method == Method::SweptMpr {
        swept_obstacle(&mut page, &swept, d * (hit.fraction - 1.0));
    }
    page.shape(&obstacle, r##"fill="#dfe6ee" stroke="#7a8896""##);
    motion(&mut page, d);
    for i in 0..recorder.0.len() {
        step(&mut page, method, d, &recorder.0, i);
    }
    first_contact(&mut page, d * hit.fraction);
    let _ = writeln!(
        page.text,
        r##"<text x="536" y="66" font-size="12" fill="#555">bounds on the fraction</text>
<text x="16" y="386" fill="#555">answer: contact at {:.4}, {} support evaluations, the final check included</text>
</svg>"##,
        hit.fraction, answer.steps
    );
    page.text
}

fn title(method: Method) -> &'static str {
    match method {
        Method::ConservativeAdvancement => "Conservative advancement",
        Method::SweptMpr => "Swept MPR",
        Method::GjkRayCast => "GJK ray cast",
        _ => "Portal cast",
    }
}

/// The pictures, each with what is said above it.
const PICTURES: [(Method, &str); 4] = [
    (
        Method::Portal,
        "Portals close in on the point where the line of motion enters.",
    ),
    (
        Method::ConservativeAdvancement,
        "Distance, then as far as the nearest point's plane allows.",
    ),
    (
        Method::SweptMpr,
        "A portal on the swept obstacle (dashed), against the motion.",
    ),
    (
        Method::GjkRayCast,
        "One support point per step, whose plane (dashed) the point advances to.",
    ),
];

/// Where they are kept.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures");

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| FOLDER.into());
    std::fs::create_dir_all(&folder)?;
    for (method, caption) in PICTURES {
        let file = format!("{folder}/{}.svg", method.name());
        std::fs::write(file, draw(method, caption))?;
    }
    Ok(())
}

/// The book tells of these steps by their numbers.
#[test]
fn the_pictures_are_those_of_the_methods_as_they_are() {
    for (method, caption) in PICTURES {
        let name = method.name();
        let kept = std::fs::read_to_string(format!("{FOLDER}/{name}.svg")).unwrap();
        assert!(kept == draw(method, caption), "{name}: draw it anew");
    }
}
