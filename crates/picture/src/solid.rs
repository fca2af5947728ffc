//! The moving shape as faces, and as outlines.

use nalgebra::{Point2, Point3, Vector3};
use swept_support::{Aabb, Face, Polytope, Support};

/// A convex shape, finely faceted.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Points of its surface.
    pub points: Vec<Point3<f64>>,
    /// Facets, counter-clockwise seen from outside, each with its unit normal. A flat shape has none.
    pub faces: Vec<([Point3<f64>; 3], Vector3<f64>)>,
    /// The largest distance of a point from the middle.
    pub size: f64,
    /// The middle of its bounding box.
    pub middle: Point3<f64>,
}

impl Solid {
    /// The hull of the shape's support points along directions spread over the sphere, with its origin at `origin`.
    pub fn new(shape: &dyn Support, origin: Point3<f64>) -> Self {
        const MERIDIANS: usize = 48;
        const PARALLELS: usize = 24;
        let mut points: Vec<Point3<f64>> = Vec::new();
        for i in 0..=PARALLELS {
            let tilt = std::f64::consts::PI * i as f64 / PARALLELS as f64;
            for j in 0..MERIDIANS {
                let turn = std::f64::consts::TAU * (j as f64 + 0.5) / MERIDIANS as f64;
                let (y, across) = (tilt.cos(), tilt.sin());
                let direction = Vector3::new(across * turn.cos(), y, across * turn.sin());
                points.push(surface_point(shape, &direction) + origin.coords);
                if across < 1e-9 {
                    break;
                }
            }
        }
        points.sort_by(|a, b| {
            a.x.total_cmp(&b.x)
                .then(a.y.total_cmp(&b.y))
                .then(a.z.total_cmp(&b.z))
        });
        points.dedup();
        let middle = middle(&points);
        let size = points
            .iter()
            .fold(0.0, |far: f64, p| far.max((p - middle).norm()));
        // About the middle, so that the hull's rounding is that of the shape's own size.
        let local: Vec<_> = points.iter().map(|p| p - middle).collect();
        let hull = Polytope::around(&local);
        let faces = hull.iter().flat_map(|hull| {
            let corners = |f: &Face| f.corners.map(|i| middle + hull.points()[i]);
            hull.faces()
                .iter()
                .map(move |f| (corners(f), f.normal))
                .collect::<Vec<_>>()
        });
        let faces = faces.collect();
        Self {
            points,
            faces,
            size,
            middle,
        }
    }
}

fn surface_point(shape: &dyn Support, direction: &Vector3<f64>) -> Point3<f64> {
    shape.support_point(direction) + direction * shape.radius()
}

fn middle(points: &[Point3<f64>]) -> Point3<f64> {
    let around = Aabb::around(points.iter().copied());
    around.map_or(Point3::origin(), |b| nalgebra::center(&b.min, &b.max))
}

/// The convex hull of points in the plane, counter-clockwise where y points up (Andrew's monotone chain).
pub fn outline(mut points: Vec<Point2<f64>>) -> Vec<Point2<f64>> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &Point2<f64>>| {
        let mut chain: Vec<Point2<f64>> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp(&(p - b)) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}

/// Whether `p` lies within `outline`, as [`outline()`] gives it.
pub fn within(outline: &[Point2<f64>], p: &Point2<f64>) -> bool {
    outline.len() > 2
        && (0..outline.len()).all(|i| {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swept_support::{Capsule, Cuboid, PointShape, Sphere};

    #[test]
    fn solids_have_the_shape_s_size_and_facets() {
        let origin = Point3::new(5.0, 0.0, 0.0);
        let cuboid = Solid::new(&Cuboid::new([1.0, 2.0, 2.0]).unwrap(), origin);
        assert_eq!(
            (cuboid.points.len(), cuboid.faces.len(), cuboid.size),
            (8, 12, 3.0)
        );
        assert_eq!(cuboid.middle, origin);
        let capsule = Solid::new(&Capsule::new(0.9, 0.3).unwrap(), origin);
        assert!((capsule.size - 1.2).abs() < 1e-12 && capsule.faces.len() > 500);
        for (corners, normal) in &capsule.faces {
            assert!(normal.dot(&(corners[0] - origin)) > 0.0);
        }
        let point = Solid::new(&PointShape, origin);
        assert!(point.points.len() == 1 && point.faces.is_empty());
        let ball = Solid::new(&Sphere::new(1.0_f32).unwrap(), Point3::origin());
        assert!(!ball.faces.is_empty());
    }

    #[test]
    fn an_outline_is_the_convex_hull_and_knows_what_is_within() {
        let grid = (0..25).map(|i| Point2::new(f64::from(i % 5), f64::from(i / 5)));
        let square = outline(grid.collect());
        assert_eq!(square.len(), 4);
        assert!(within(&square, &Point2::new(2.0, 3.5)));
        assert!(!within(&square, &Point2::new(-0.1, 2.0)));
    }
}
