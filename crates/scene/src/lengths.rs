//! The lengths that decide what casts call touching.

use crate::pairs::visit;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Address, Pairs};
use crate::still::Still;
use crate::tolerance::{FAR, LENGTHS_UP};
use crate::{Motion, Query, Scene};
use swept_support::{Placed, Real, Support};

impl<T: Real> Scene<T> {
    /// An upper bound on the sum of extent, radius and distance of the origin from the world's origin, of any convex shape or
    /// triangle in the scene that can be met: a length. With the moving shape's own size and distance from the world's origin added, it
    /// bounds the scale of every cast into the scene, of which what counts as touching is a part.
    #[must_use]
    pub fn farthest(&self) -> f64 {
        self.farthest_sum() * LENGTHS_UP
    }

    /// The greatest sum of extent, radius and distance of the origins, as [`farthest`](Self::farthest), but seen from the shape where
    /// its motion starts, and of those objects alone that the query looks at and whose boxes are as near as `within` plus `part` of
    /// that sum; `None` when there are none. Neither `within` nor `part` may be negative.
    ///
    /// Boxes decide what is near: no distance is measured. Where `within` is 1,024 times [`farthest`](Self::farthest) and the shape's own
    /// size and distance from the world's origin, everything that can be met is near, and none of it is looked at: what is told is
    /// `farthest` and that distance, which no sum is more than.
    pub fn lengths_near<S: Support>(
        &self,
        shape: &Motion<T, S>,
        within: f64,
        part: f64,
        query: &Query<'_, T>,
    ) -> Option<f64> {
        #[cfg(debug_assertions)]
        let shape = &shape.as_dyn();
        let most = self.farthest() + shape.pose.position.norm() * LENGTHS_UP;
        let size = shape.moving().shape().extent() + shape.moving().shape().radius();
        if within >= FAR * (most + size) {
            let mut met = self.entries().filter(|(_, e)| e.is_somewhere());
            let any = met.any(|(slot, e)| query.looks_at(e.id(slot), &e.object));
            return any.then_some(most);
        }
        let mut lengths = Lengths {
            moving: shape.moving(),
            within,
            part,
            limit: (within + part * most).min(f64::MAX),
            greatest: None,
        };
        visit(
            self,
            &Still::by_boxes(shape, lengths.limit),
            query,
            &mut lengths,
        );
        lengths.greatest
    }
}

/// Keeps the greatest sum.
struct Lengths<'a, T: Real, S> {
    moving: &'a Placed<T, S>,
    within: f64,
    part: f64,
    limit: f64,
    greatest: Option<f64>,
}

impl<T: Real, S: Support> Pairs<T> for Lengths<'_, T, S> {
    const BY_PLANES: bool = false;

    fn limit(&self) -> f64 {
        self.limit
    }

    fn pair<B: Support>(
        &mut self,
        _: Address,
        fixed: &Placed<T, B>,
        first: f64,
        _: &PosedTriangle<'_>,
    ) {
        let apart = (fixed.position() - self.moving.position()).norm();
        let lengths = fixed.shape().extent() + fixed.shape().radius() + apart;
        if first <= self.within + self.part * lengths {
            self.greatest = Some(self.greatest.map_or(lengths, |known| known.max(lengths)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tolerance::LENGTHS_UP;
    use crate::{Compound, HeightField, Motion, Object, Query, Scene, TriangleMesh};
    use nalgebra::{Isometry3, Point3};
    use swept_support::{Cuboid, Placed, PointShape, Sphere};

    #[test]
    fn lengths_are_those_of_what_is_near_and_never_more_than_the_farthest() {
        let corners = [
            [0.0, 0.0, 0.0],
            [8.0, 0.0, 0.0],
            [0.0, 0.0, 6.0],
            [96.0, 0.0, 28.0],
        ];
        let corners = corners.map(Point3::from).to_vec();
        // One triangle reaches 8 from the mesh's origin, the other 100.
        let mesh = TriangleMesh::new(corners, vec![[0, 1, 2], [1, 2, 3]]).unwrap();
        let ball = Sphere::new(2.0).unwrap();
        let pair = [
            (ball, Isometry3::translation(0.0, 3.0, 0.0)),
            (ball, Isometry3::identity()),
        ];
        let pair = Compound::new(pair).unwrap();
        let mut scene = Scene::of([
            Object::new(mesh).at([0.0, -10.0, 0.0]),
            Object::new(pair).at([-40.0, 0.0, 0.0]),
        ])
        .unwrap();
        let near = |scene: &Scene<f64>, x: f64, within: f64, part: f64| {
            let point = Placed::new(PointShape, [x, 0.0, 0.0]).unwrap();
            let point = Motion::at_rest(point).unwrap();
            // Extents are rounded up.
            (scene.lengths_near(&point, within, part, &Query::default())).map(|l| l as f32)
        };
        assert!((110.0..110.001).contains(&scene.farthest()));
        assert_eq!(near(&scene, 0.0, 9.0, 0.0), None);
        // Of the second triangle the box counts, which is 10 below.
        assert_eq!(near(&scene, 0.0, 10.0, 0.0), Some(110.0));
        assert_eq!(
            near(&scene, -1.0, 9.0, 0.01),
            Some(101.0_f32.sqrt() + 100.0)
        );
        assert_eq!(near(&scene, -30.0, 8.0, 0.0), Some(12.0));
        assert_eq!(near(&scene, -30.0, 9.0, 0.0), Some(109.0_f32.sqrt() + 2.0));
        // From afar it is the way there that counts, for each by itself.
        assert_eq!(
            near(&scene, 1e3, 0.0, 1.0),
            Some((1e6_f32 + 100.0).sqrt() + 100.0)
        );
        // What was there does not count any more.
        let cube = Object::new(Cuboid::new([1.0; 3]).unwrap()).at([1e3, 0.0, 0.0]);
        let id = scene.insert(cube.clone()).unwrap();
        let other = scene.insert(cube).unwrap();
        assert!(scene.farthest() > 1e3);
        scene.set_pose(id, Isometry3::identity()).unwrap();
        assert_eq!(near(&scene, 0.0, 0.0, 0.0), Some(3.0_f32.sqrt()));
        assert!(scene.farthest() > 1e3);
        scene.remove(other);
        assert!((110.0..110.001).contains(&scene.farthest()));
        // Of a thousand times all lengths, 111 here, everything is near, and what is told is their bound.
        let far = near(&scene, -1.0, 1e5, 0.0);
        assert_eq!(far, Some(101.0_f32.sqrt() + 100.0));
        let far = near(&scene, -1.0, 1e6, 0.0);
        assert_eq!(far, Some((scene.farthest() + LENGTHS_UP) as f32));
        let nothing = Query::default().on_layers(0);
        let point = Placed::new(PointShape, [0.0; 3]).unwrap();
        let point = Motion::at_rest(point).unwrap();
        assert_eq!(scene.lengths_near(&point, 1e6, 0.0, &nothing), None);
        // Nor does what nothing can meet count, however far it is.
        let holes = HeightField::new(2, 2, vec![0.0; 4], [1.0; 3]).unwrap();
        let holes = Object::new(holes.with_holes(|_, _| true)).at([1e9, 0.0, 0.0]);
        let hole = Scene::of([holes]).unwrap();
        assert_eq!(near(&hole, 0.0, 1e20, 0.0), None);
        assert_eq!(hole.farthest(), 0.0);
        // What moves away counts at once.
        scene
            .set_pose(id, Isometry3::translation(0.0, 2e3, 0.0))
            .unwrap();
        assert!(scene.farthest() > 2e3);
        scene
            .set_geometry(id, Cuboid::new([4e3; 3]).unwrap())
            .unwrap();
        assert!(scene.farthest() > 6e3);
    }
}
