//! From space to the page: an orthographic projection, and the choice of a side to look from.

use super::subject::{Mark, Subject};
use nalgebra::{Point2, Point3, Vector3};

/// A rectangle of the page, in pixels, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Frame {
    /// Whether `p` lies in the rectangle or within `margin` of it.
    pub fn holds(&self, p: &Point2<f64>, margin: f64) -> bool {
        (self.x - margin..=self.x + self.width + margin).contains(&p.x)
            && (self.y - margin..=self.y + self.height + margin).contains(&p.y)
    }
}

/// The axes of the page in space: to the right, up, and toward the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    pub right: Vector3<f64>,
    pub up: Vector3<f64>,
    pub toward: Vector3<f64>,
}

impl Axes {
    /// The view from the compass direction `azimuth`, `elevation` above the horizon (radians; y is up).
    pub fn from(azimuth: f64, elevation: f64) -> Self {
        let (s, c) = azimuth.sin_cos();
        let level = Vector3::new(s, 0.0, c);
        let toward = level * elevation.cos() + Vector3::y() * elevation.sin();
        let right = Vector3::new(c, 0.0, -s);
        Self {
            right,
            up: toward.cross(&right),
            toward,
        }
    }

    /// A point as the viewer sees it: how far to the right, up and toward.
    fn seen(&self, p: &Point3<f64>) -> [f64; 3] {
        [&self.right, &self.up, &self.toward].map(|axis| axis.dot(&p.coords))
    }
}

/// A projection onto a frame of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub axes: Axes,
    pub frame: Frame,
    /// Pixels per unit of length.
    pub scale: f64,
    /// What is shown in the middle of the frame.
    centre: Point3<f64>,
}

impl View {
    /// The view in which `points` fill `share` of the frame.
    pub fn around(axes: Axes, points: &[Point3<f64>], frame: Frame, share: f64) -> Self {
        let unit = Self {
            axes,
            frame,
            scale: 1.0,
            centre: Point3::origin(),
        };
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in points {
            for (i, axis) in [axes.right, axes.up, axes.toward].iter().enumerate() {
                let along = axis.dot(&p.coords);
                (low[i], high[i]) = (low[i].min(along), high[i].max(along));
            }
        }
        let middle = |i: usize| (low[i] + high[i]) / 2.0;
        let centre = axes.right * middle(0) + axes.up * middle(1) + axes.toward * middle(2);
        let least = points
            .first()
            .map_or(1.0, |p| p.coords.amax() * 1e-9 + 1e-12);
        let (wide, tall) = ((high[0] - low[0]).max(least), (high[1] - low[1]).max(least));
        Self {
            scale: share * (frame.width / wide).min(frame.height / tall),
            centre: centre.into(),
            ..unit
        }
    }

    /// Where `p` appears on the page.
    pub fn project(&self, p: &Point3<f64>) -> Point2<f64> {
        let v = p - self.centre;
        Point2::new(
            self.frame.x + self.frame.width / 2.0 + self.scale * self.axes.right.dot(&v),
            self.frame.y + self.frame.height / 2.0 - self.scale * self.axes.up.dot(&v),
        )
    }

    /// How near to the viewer `p` is, in pixels: more is nearer.
    pub fn nearness(&self, p: &Point3<f64>) -> f64 {
        self.scale * self.axes.toward.dot(&(p - self.centre))
    }

    /// Whether the box around these points of the page overlaps the frame.
    pub fn shows(&self, points: &[Point2<f64>]) -> bool {
        let f = &self.frame;
        points.iter().any(|p| p.x >= f.x)
            && points.iter().any(|p| p.x <= f.x + f.width)
            && points.iter().any(|p| p.y >= f.y)
            && points.iter().any(|p| p.y <= f.y + f.height)
    }
}

/// The side from which the cast is seen best: little of it hidden behind the scene, the motion and the normal
/// across the view and not along it, and the side that is hit in sight.
pub fn best_axes(subject: &Subject) -> Axes {
    const AZIMUTHS: u32 = 24;
    let samples = samples(subject);
    let candidates = [0.42, 0.62].into_iter().flat_map(|elevation| {
        (0..AZIMUTHS).map(move |i| {
            let turn = f64::from(i) / f64::from(AZIMUTHS);
            Axes::from(std::f64::consts::TAU * turn, elevation)
        })
    });
    let cost = |axes: &Axes| {
        let along = |v: Vector3<f64>| v.try_normalize(0.0).map_or(0.0, |v| v.dot(&axes.toward));
        let motion = along(subject.displacement);
        let facing = match subject.mark {
            Mark::Contact(_, n) | Mark::Plane(_, n) | Mark::WayOut(_, n) => along(n),
            Mark::Nothing => 0.3,
        };
        1.2 * motion * motion + (facing - 0.3).powi(2) + 2.5 * hidden(subject, &samples, axes)
    };
    let scored = candidates.map(|axes| (cost(&axes), axes));
    scored
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(Axes::from(0.7, 0.5), |best| best.1)
}

/// Points that should be in sight: the shape's middle on its way, and its outside where it ends.
fn samples(subject: &Subject) -> Vec<Point3<f64>> {
    let middle = subject.solid.middle;
    let on_the_way = (0..8).map(|i| middle + subject.travelled() * (f64::from(i) / 8.0));
    let points = &subject.solid.points;
    let step = (points.len() / 10).max(1);
    let at_the_end = points.iter().step_by(step).map(|p| {
        // A little inside, clear of the face that is touched.
        middle + (p - middle) * 0.9 + subject.travelled()
    });
    on_the_way.chain(at_the_end).collect()
}

/// The share of `samples` that something hides.
fn hidden(subject: &Subject, samples: &[Point3<f64>], axes: &Axes) -> f64 {
    let triangles: Vec<_> = subject
        .triangles
        .iter()
        .map(|t| t.map(|q| axes.seen(&q)))
        .collect();
    let hides = |p: &Point3<f64>| {
        let p = axes.seen(p);
        triangles.iter().any(|t| in_front(t, &p))
    };
    samples.iter().filter(|p| hides(p)).count() as f64 / samples.len().max(1) as f64
}

/// Whether the triangle crosses the line from `p` to the viewer, both as the viewer sees them: to the right, up, toward.
fn in_front(triangle: &[[f64; 3]; 3], p: &[f64; 3]) -> bool {
    let flat = triangle.map(|[x, y, z]| [x - p[0], y - p[1], z - p[2]]);
    let side = |i: usize| {
        let (a, b) = (flat[i], flat[(i + 1) % 3]);
        a[0] * b[1] - a[1] * b[0]
    };
    let sides = [side(0), side(1), side(2)];
    let crosses = sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0);
    let area: f64 = sides.iter().sum();
    // Each side function, divided by the area, weighs the corner opposite to that side.
    let nearness = (sides[1] * flat[0][2] + sides[2] * flat[1][2] + sides[0] * flat[2][2]) / area;
    crosses && nearness > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_s_axes_are_a_right_handed_frame_with_y_up() {
        let axes = Axes::from(0.8, 0.5);
        assert!((axes.right.cross(&axes.up) - axes.toward).norm() < 1e-15);
        assert!(axes.up.y > 0.8 && axes.right.y == 0.0);
    }

    #[test]
    fn points_land_where_the_frame_says() {
        let front = Axes::from(0.0, 0.0);
        let frame = Frame {
            x: 100.0,
            y: 0.0,
            width: 200.0,
            height: 100.0,
        };
        let corners = [Point3::new(-1.0, -1.0, 0.0), Point3::new(1.0, 1.0, 4.0)];
        let view = View::around(front, &corners, frame, 0.5);
        assert_eq!(view.scale, 25.0);
        assert_eq!(view.project(&corners[1]), Point2::new(225.0, 25.0));
        assert!(view.nearness(&corners[1]) > view.nearness(&corners[0]));
    }

    #[test]
    fn a_triangle_hides_what_is_behind_it_alone() {
        let front = Axes::from(0.0, 0.0);
        let seen = |p: [f64; 3]| front.seen(&Point3::from(p));
        let wall = [[-1., -1., 0.], [1., -1., 0.], [0., 2., 0.]].map(seen);
        assert!(in_front(&wall, &seen([0.0, 0.0, -1.0])));
        assert!(!in_front(&wall, &seen([0.0, 0.0, 1.0])));
        assert!(!in_front(&wall, &seen([3.0, 0.0, -1.0])));
    }
}
