//! The words below the picture.

use super::marks::{END, START};
use super::paint::hex;
use super::subject::{Mark, Subject};
use svg::node::element::{Circle, Group, Text};

/// The caption, in the strip of the page from `top` down.
pub fn caption(subject: &Subject, top: f64, size: [f64; 2]) -> Group {
    let mut group = words(subject, top);
    let (stands, points) = match subject.mark {
        Mark::Contact(..) => ("at contact", "point and normal"),
        Mark::Plane(..) => ("at the end", "separating plane"),
        Mark::WayOut(..) => ("at the start", "deepest point, way out"),
        Mark::Nothing => ("proven safe", ""),
    };
    let start = if subject.travelled().norm() > 0.0 {
        "start"
    } else {
        ""
    };
    let keys = [
        (hex(START), start),
        (hex(END), stands),
        ("#c4122f".to_owned(), points),
    ];
    let mut down = top + 36.0;
    for (colour, words) in keys.iter().filter(|(_, words)| !words.is_empty()) {
        let at = size[0] - 210.0;
        group = group
            .add(
                Circle::new()
                    .set("cx", at)
                    .set("cy", down - 5.0)
                    .set("r", 6)
                    .set("fill", colour.as_str()),
            )
            .add(
                Text::new(*words)
                    .set("x", at + 16.0)
                    .set("y", down)
                    .set("font-size", 15),
            );
        down += 27.0;
    }
    group
}

/// The lines of words alone.
pub fn words(subject: &Subject, top: f64) -> Group {
    let mut group = Group::new().set("fill", "#1d2433");
    for (i, words) in subject.words.iter().enumerate() {
        let (font, down) = if i == 0 {
            (25, 40.0)
        } else {
            (15, 42.0 + 26.0 * i as f64)
        };
        let mut line = Text::new(words.as_str())
            .set("x", 28)
            .set("y", top + down)
            .set("font-size", font);
        if i == 0 {
            line = line.set("font-weight", "bold");
        }
        group = group.add(line);
    }
    group
}
