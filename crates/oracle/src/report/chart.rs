//! The charts of the report, as SVG.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// One engine's curve: the share of its answers (second) whose error is at least so large (first, log₁₀ of the part of the
/// scale).
pub(super) struct Curve {
    pub(super) color: RGBColor,
    pub(super) points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (560, 300);
/// Errors from beyond the last place of `f64` to ten times the scale.
const ERRORS: std::ops::Range<f64> = -18.0..1.0;
/// Shares from one in 100,000 to all.
const SHARES: std::ops::Range<f64> = -5.0..0.1;

/// Curves of error sizes as one SVG element; both axes are logarithmic.
///
/// # Errors
/// What the chart library says.
pub(super) fn exceedance(title: &str, curves: &[Curve]) -> Result<String, String> {
    let mut svg = String::new();
    draw(&mut svg, title, curves).map_err(|e| format!("chart of {title}: {e}"))?;
    Ok(svg)
}

fn draw(svg: &mut String, title: &str, curves: &[Curve]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(52)
        .build_cartesian_2d(ERRORS, SHARES)?;
    let power = |x: &f64| format!("1e{x:.0}");
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(10)
        .y_labels(6)
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .x_desc("error, part of the scale")
        .y_desc("share at least as large")
        .draw()?;
    for curve in curves {
        draw_curve(&mut chart, curve)?;
    }
    root.present()?;
    Ok(())
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn draw_curve(chart: &mut Chart, curve: &Curve) -> Result<(), Box<dyn std::error::Error>> {
    let inside = curve.points.iter().map(|&(error, share)| {
        let share = share.log10().max(SHARES.start);
        (error.clamp(ERRORS.start, ERRORS.end), share)
    });
    chart.draw_series(LineSeries::new(inside, curve.color.stroke_width(2)))?;
    Ok(())
}
