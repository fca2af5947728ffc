//! Shadows straight below the moving shape: they show where over the scene it is.

use super::layer::{Layer, plane};
use super::paint::{Painter, path_data};
use super::solid::outline;
use super::subject::Subject;
use nalgebra::{Point2, Point3, Vector3};
use svg::node::element::Path;

/// Adds the shadow of the shape moved by `shift`, unless there is nothing below it.
pub fn add(subject: &Subject, shift: &Vector3<f64>, strength: f64, painter: &mut Painter) {
    let middle = subject.solid.middle + shift;
    let Some(ground) = below(subject, &middle) else {
        return;
    };
    let flat = subject
        .solid
        .points
        .iter()
        .map(|p| p + shift)
        .map(|p| Point2::new(p.x, p.z));
    let drop = |p: &Point2<f64>| {
        // On the plane of the face below the middle, straight below each point of the outline.
        let (dx, dz) = (p.x - ground.point.x, p.y - ground.point.z);
        let y = ground.point.y - (ground.normal.x * dx + ground.normal.z * dz) / ground.normal.y;
        Point3::new(p.x, y, p.y)
    };
    let shadow: Vec<_> = outline(flat.collect()).iter().map(drop).collect();
    if shadow.len() < 3 {
        return;
    }
    let view = painter.view;
    let page: Vec<_> = shadow.iter().map(|p| view.project(p)).collect();
    let path = Path::new()
        .set("d", path_data(&page, true))
        .set("fill", "#141c30")
        .set("fill-opacity", strength);
    let [a, b, c] = [0, 1, 2].map(|i| shadow[i * shadow.len() / 3]);
    let [x, y, level] = plane([a, b, c].map(|p| (view.project(&p), view.nearness(&p))));
    // A little in front of the ground.
    let front = vec![[x, y, level + 2.0]];
    painter.layer(Layer::new(
        view.nearness(&ground.point),
        outline(page),
        front,
        path,
    ));
}

struct Ground {
    point: Point3<f64>,
    normal: Vector3<f64>,
}

/// The highest point of the scene straight below `p`, if it is not too steep to hold a shadow.
fn below(subject: &Subject, p: &Point3<f64>) -> Option<Ground> {
    let under = subject.triangles.iter().filter_map(|[a, b, c]| {
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        let inside = |a: &Point3<f64>, b: &Point3<f64>| {
            (b.x - a.x) * (p.z - a.z) - (p.x - a.x) * (b.z - a.z)
        };
        let sides = [inside(a, b), inside(b, c), inside(c, a)];
        let within = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
        if !within || normal.y.abs() < 0.3 {
            return None;
        }
        let y = a.y - (normal.x * (p.x - a.x) + normal.z * (p.z - a.z)) / normal.y;
        (y < p.y).then(|| Ground {
            point: Point3::new(p.x, y, p.z),
            normal,
        })
    });
    under.max_by(|a, b| a.point.y.total_cmp(&b.point.y))
}
