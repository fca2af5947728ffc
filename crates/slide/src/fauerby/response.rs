//! The response to contacts (section 4 of the paper).

use super::Statistics;
use super::sweep::first;
use nalgebra::{Point3, Vector3};
use swept_scene::TriangleMesh;
use swept_support::{Ellipsoid, Real};

/// Triangles in the space of an ellipsoid, in which it is the unit sphere.
#[derive(Clone, Debug)]
pub struct Ellipsoidal {
    radii: Vector3<f64>,
    triangles: Vec<[Point3<f64>; 3]>,
}

/// An ellipsoid that walks as the paper has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Its centre, in world space.
    pub position: Point3<f64>,
    /// How far before a contact it stops, along the motion, in parts of the ellipsoid: the paper's is 0.005.
    pub very_close: f64,
}

/// How deep the recursion goes: after the first move of a call, five more at most.
const DEEPEST: u32 = 5;

impl Ellipsoidal {
    /// The triangles of a mesh around this ellipsoid, whose axes are the world's. The front of a triangle is where its
    /// corners run counter-clockwise. `None` when a radius of the ellipsoid is 0: then there is no such space.
    pub fn new<T: Real>(mesh: &TriangleMesh<T>, ellipsoid: &Ellipsoid<T>) -> Option<Self> {
        let radii = ellipsoid.radii().map(Real::to_f64);
        if radii.min() <= 0.0 {
            return None;
        }
        let into = |p: Point3<T>| Point3::from(p.coords.map(Real::to_f64).component_div(&radii));
        let all = 0..mesh.triangles().len() as u32;
        let triangles = all.filter_map(|i| Some(mesh.corners(i)?.map(into)));
        Some(Self {
            triangles: triangles.collect(),
            radii,
        })
    }

    /// One step: the motion, and after it gravity as a motion of its own. Both in world space.
    pub fn step(
        &self,
        walker: &Walker,
        motion: impl Into<Vector3<f64>>,
        gravity: impl Into<Vector3<f64>>,
        statistics: &mut Statistics,
    ) -> Walker {
        let mut at = Point3::from(walker.position.coords.component_div(&self.radii));
        for way in [motion.into(), gravity.into()] {
            let way = way.component_div(&self.radii);
            at = self.slide(at, way, walker.very_close, 0, statistics);
        }
        Walker {
            position: Point3::from(at.coords.component_mul(&self.radii)),
            ..*walker
        }
    }

    /// The paper's recursion: go to shortly before the first contact, project the end of the motion on the plane there, go on.
    fn slide(
        &self,
        at: Point3<f64>,
        motion: Vector3<f64>,
        very_close: f64,
        depth: u32,
        statistics: &mut Statistics,
    ) -> Point3<f64> {
        if depth > DEEPEST {
            return at;
        }
        let found = first(&at, &motion, self.triangles.iter().copied(), statistics);
        let Some(touch) = found else {
            return at + motion;
        };
        let end = at + motion;
        let (length, mut stop, mut point) = (motion.norm(), at, touch.point);
        let distance = touch.t * length;
        // Nearer than that, it stays, and slides along the plane as it is.
        if distance >= very_close && length > 0.0 {
            let toward = motion / length;
            stop = at + toward * (distance - very_close);
            point -= toward * very_close;
        }
        let Some(normal) = (stop - point).try_normalize(0.0) else {
            return stop;
        };
        let onto = end - normal * normal.dot(&(end - point));
        let rest = onto - point;
        if rest.norm() < very_close {
            return stop;
        }
        self.slide(stop, rest, very_close, depth + 1, statistics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor() -> TriangleMesh<f64> {
        let corners = [
            [-9.0, 0.0, -9.0],
            [-9.0, 0.0, 9.0],
            [9.0, 0.0, 9.0],
            [9.0, 0.0, -9.0],
        ];
        TriangleMesh::new(
            corners.map(Point3::from).to_vec(),
            vec![[0, 1, 2], [0, 2, 3]],
        )
        .unwrap()
    }

    #[test]
    fn an_ellipsoid_falls_to_a_very_close_distance_above_the_floor_and_walks_on_it() {
        let ellipsoid = Ellipsoid::new([0.5, 1.0, 0.5]).unwrap();
        let space = Ellipsoidal::new(&floor(), &ellipsoid).unwrap();
        let mut statistics = Statistics::default();
        let walker = Walker {
            position: Point3::new(0.0, 2.0, 0.0),
            very_close: 0.005,
        };
        let still = Vector3::zeros();
        let fallen = space.step(
            &walker,
            still,
            Vector3::new(0.0, -3.0, 0.0),
            &mut statistics,
        );
        // In the ellipsoid's space the height is 1.005; in the world that is times its radius.
        assert!((fallen.position - Point3::new(0.0, 1.005, 0.0)).norm() < 1e-12);
        let walked = space.step(&fallen, Vector3::new(2.0, 0.0, 1.0), still, &mut statistics);
        assert!((walked.position - Point3::new(2.0, 1.005, 1.0)).norm() < 1e-12);
        assert!(statistics.tested >= 6 && statistics.inside >= 1);
    }

    #[test]
    fn a_flat_ellipsoid_has_no_space() {
        let flat = Ellipsoid::new([0.5, 0.0, 0.5]).unwrap();
        assert!(Ellipsoidal::new(&floor(), &flat).is_none());
    }

    #[test]
    fn the_skin_along_the_motion_is_thinner_the_flatter_the_motion() {
        // Why the general mover measures its skin along the normal.
        let space = Ellipsoidal::new(&floor(), &Ellipsoid::new([1.0; 3]).unwrap()).unwrap();
        let walker = Walker {
            position: Point3::new(-8.0, 1.05, 0.0),
            very_close: 0.005,
        };
        let flat = Vector3::new(10.0, -0.1, 0.0);
        let walked = space.step(&walker, flat, Vector3::zeros(), &mut Statistics::default());
        let left = walked.position.y - 1.0;
        let sine = 0.1 / flat.norm();
        assert!((left - 0.005 * sine).abs() < 1e-12, "{left}");
    }
}
