//! Charts as SVG, on logarithmic axes.
//!
//! Backgrounds are left out and text takes its colour from the page, so that one picture serves on light and dark ground.

use core::ops::Range;
use plotters::chart::MeshStyle;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;

/// Points of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// Red, green, blue.
    pub(crate) colour: [u8; 3],
    /// Drawn as rings instead of discs.
    pub(crate) hollow: bool,
    /// The points.
    pub(crate) points: Vec<[f64; 2]>,
}

/// What a chart shows.
#[derive(Clone, Debug)]
pub(crate) struct Chart<'a> {
    /// Below the x axis.
    pub(crate) x: &'a str,
    /// Beside the y axis.
    pub(crate) y: &'a str,
    /// Whether points of one colour are joined.
    pub(crate) joined: bool,
    /// The points.
    pub(crate) marks: Vec<Marks>,
}

/// Width and height in pixels.
const SIZE: (u32, u32) = (640, 400);
/// About how many labels an axis has.
const LABELS: usize = 6;
const GREY: RGBColor = RGBColor(128, 128, 128);
const FONT: (&str, i32) = ("sans-serif", 13);
const SMALL: (&str, i32) = ("sans-serif", 12);

impl Chart<'_> {
    /// Both axes logarithmic. Points that are not positive and finite are left out; nothing is drawn where none are left.
    pub(crate) fn svg(&self) -> Option<String> {
        let shown = |p: &&[f64; 2]| p.iter().all(|x| *x > 0.0 && x.is_finite());
        let axis = |i: usize| {
            let points = self
                .marks
                .iter()
                .flat_map(|m| m.points.iter().filter(shown));
            range(points.map(|p| p[i]))
        };
        let (x, y) = (axis(0)?, axis(1)?);
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut context = ChartBuilder::on(&area)
            .margin(8)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(x.log_scale(), y.log_scale())
            .ok()?;
        axes(&mut context.configure_mesh(), self.x)
            .y_desc(self.y)
            .y_labels(LABELS)
            .y_label_formatter(&|y| number(*y))
            .draw()
            .ok()?;
        // What comes first in tables lies on top.
        for marks in self.marks.iter().rev() {
            let points = || marks.points.iter().filter(shown).map(|p| (p[0], p[1]));
            if self.joined {
                context
                    .draw_series(LineSeries::new(points(), marks.line()))
                    .ok()?;
            }
            if !self.joined || marks.points.len() < 20 {
                let disc = |p| Circle::new(p, 3, marks.disc());
                context.draw_series(points().map(disc)).ok()?;
            }
        }
        area.present().ok()?;
        drop(context);
        drop(area);
        Some(svg)
    }
}

impl Marks {
    fn rgb(&self) -> RGBColor {
        let [r, g, b] = self.colour;
        RGBColor(r, g, b)
    }

    fn line(&self) -> ShapeStyle {
        self.rgb().stroke_width(2)
    }

    fn disc(&self) -> ShapeStyle {
        if self.hollow {
            self.rgb().stroke_width(2)
        } else {
            self.rgb().filled()
        }
    }
}

/// Rows of names, each with points along a logarithmic x axis: the second coordinate of a point is its row.
pub(crate) fn rows(x: &str, names: &[String], marks: &[Marks]) -> Option<String> {
    let values = marks.iter().flat_map(|m| &m.points).map(|p| p[0]);
    let range = range(values.filter(|x| *x > 0.0 && x.is_finite()))?;
    let height = 70 + 26 * names.len() as u32;
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (SIZE.0, height)).into_drawing_area();
    let down = (0..names.len().max(1)).into_segmented();
    let mut context = ChartBuilder::on(&area)
        .margin(8)
        .x_label_area_size(44)
        .y_label_area_size(130)
        .build_cartesian_2d(range.log_scale(), down)
        .ok()?;
    // The first name on top: rows are counted from below.
    let name = |row: &SegmentValue<usize>| match row {
        SegmentValue::CenterOf(i) | SegmentValue::Exact(i) if *i < names.len() => {
            names[names.len() - 1 - i].clone()
        }
        _ => String::new(),
    };
    axes(&mut context.configure_mesh(), x)
        .y_labels(names.len())
        .y_label_formatter(&name)
        .draw()
        .ok()?;
    for marks in marks.iter().rev() {
        let row = |p: &[f64; 2]| {
            (
                p[0],
                SegmentValue::CenterOf(names.len() - 1 - p[1] as usize),
            )
        };
        let disc = |p: &[f64; 2]| Circle::new(row(p), 4, marks.disc());
        context.draw_series(marks.points.iter().map(disc)).ok()?;
    }
    area.present().ok()?;
    drop(context);
    drop(area);
    Some(svg)
}

/// The lines and letters of all charts, with `text` and numbers below the x axis.
fn axes<'m, 'a, 'b, X, Y, DB>(
    mesh: &'m mut MeshStyle<'a, 'b, X, Y, DB>,
    text: &str,
) -> &'m mut MeshStyle<'a, 'b, X, Y, DB>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged + ValueFormatter<Y::ValueType>,
    DB: DrawingBackend,
{
    mesh.x_desc(text)
        .x_labels(LABELS)
        .x_label_formatter(&|x| number(*x))
        .axis_style(GREY)
        .bold_line_style(GREY.mix(0.35))
        .light_line_style(TRANSPARENT)
        .label_style(SMALL)
        .axis_desc_style(FONT)
}

/// A little more than the values; nothing where there are none.
fn range(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    (low <= high).then(|| low / 1.5..high * 1.5)
}

/// Powers of ten, and what lies between, in few digits.
fn number(x: f64) -> String {
    match x {
        x if (1e-3..1e6).contains(&x) => format!("{}", (x * 1e6).round() / 1e6),
        x => format!("{x:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(points: &[[f64; 2]]) -> Marks {
        Marks {
            colour: [1, 2, 3],
            hollow: false,
            points: points.to_vec(),
        }
    }

    #[test]
    fn what_has_no_logarithm_is_left_out() {
        let mut chart = Chart {
            x: "size",
            y: "ns",
            joined: false,
            marks: vec![marks(&[[1.0, 0.0]])],
        };
        assert_eq!(chart.svg(), None);
        chart
            .marks
            .push(marks(&[[1.0, 10.0], [10.0, f64::NAN], [100.0, 30.0]]));
        let svg = chart.svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("size") && !svg.contains("NaN"));
    }

    #[test]
    fn every_row_has_its_name() {
        let names = ["above", "below"].map(String::from);
        let svg = rows("ns", &names, &[marks(&[[5.0, 0.0], [50.0, 1.0]])]).unwrap();
        assert_eq!(svg.matches("<circle").count(), 2);
        let (above, below) = (svg.find("above").unwrap(), svg.find("below").unwrap());
        assert!(above != below && svg.matches("above").count() == 1);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(
            [number(0.001), number(10.0), number(1e7), number(1e-9)],
            ["0.001", "10", "1e7", "1e-9"]
        );
    }
}
