//! What of a scene has no end.

use crate::geometry::is_bounded;
use crate::probe::Address;
use crate::{Geometry, Query, Scene};
use nalgebra::Vector3;
use swept_support::Real;

impl<T: Real> Scene<T> {
    /// The outward normals of the half-spaces that the query looks at, those among the parts of compounds as well: in world space, of any
    /// length. Whatever else there is ends somewhere.
    pub fn unbounded_normals(&self, query: &Query<'_, T>) -> impl Iterator<Item = Vector3<f64>> {
        let apart = self.apart().iter().filter_map(|slot| {
            let entry = self.entry(*slot)?;
            let is_seen = || query.looks_at(entry.id(*slot), &entry.object);
            (!is_bounded(&entry.bounds) && is_seen()).then_some((*slot, &entry.object.geometry))
        });
        let addresses = apart.flat_map(|(slot, geometry)| {
            let parts = match geometry {
                Geometry::Compound(compound) => compound.unbounded(),
                _ => &[0],
            };
            parts.iter().map(move |&part| Address {
                slot,
                part,
                triangle: None,
            })
        });
        addresses.filter_map(|at| {
            let found = self.resolve(at)?;
            let own = found.geometry.convex()?.unbounded_normal()?;
            Some(found.placed.rotation.apply(&own))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Compound, HeightField, Object};
    use nalgebra::Isometry3;
    use swept_support::{HalfSpace, PointShape};

    #[test]
    fn half_spaces_are_told_wherever_they_are() {
        let quarter = Isometry3::rotation(Vector3::z() * std::f64::consts::FRAC_PI_2);
        let floor = || HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
        let parts: [(Geometry<f64>, _); 2] = [
            (PointShape.into(), Isometry3::identity()),
            (floor().into(), quarter),
        ];
        let objects = [
            Object::new(PointShape),
            Object::new(floor()).at(quarter.inverse()),
            Object::new(Compound::new(parts).unwrap()).at(quarter),
        ];
        let mut scene = Scene::of(objects).unwrap();
        let told = |scene: &Scene<f64>, query: &Query<'_, f64>| {
            scene.unbounded_normals(query).collect::<Vec<_>>()
        };
        let [right, down] = told(&scene, &Query::default())[..] else {
            panic!("{scene:?}");
        };
        assert!((right - Vector3::x()).norm() < 1e-15 && (down + Vector3::y()).norm() < 1e-15);
        // Of what the query passes over none is.
        let ids: Vec<_> = scene.objects().map(|(id, _)| id).collect();
        let accept = |id, _: &Object<f64>| id != ids[1];
        assert_eq!(
            told(&scene, &Query::default().accepting(&accept)),
            vec![down]
        );
        scene.remove(ids[2]);
        assert_eq!(told(&scene, &Query::default()), vec![right]);
        scene.remove(ids[1]);
        assert!(told(&scene, &Query::default()).is_empty());
    }

    #[test]
    fn a_scene_ends_where_all_that_is_in_it_does() {
        let ends = |scene: &Scene<f64>| scene.unbounded_normals(&Query::default()).next().is_none();
        let holes = HeightField::new(2, 2, vec![0.0; 4], [1.0; 3]).unwrap();
        let holes = holes.with_holes(|_, _| true);
        let mut scene = Scene::<f64>::of([Object::new(holes), Object::new(PointShape)]).unwrap();
        assert!(ends(&scene));
        for i in 1..50 {
            let at = [f64::from(i), 0.0, 0.0];
            scene.insert(Object::new(PointShape).at(at)).unwrap();
        }
        assert!(ends(&scene));
        let half_space = || HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
        let id = scene.insert(Object::new(half_space())).unwrap();
        assert!(!ends(&scene));
        scene.rebuild();
        assert!(!ends(&scene));
        scene.set_geometry(id, PointShape).unwrap();
        assert!(ends(&scene));
        let pose = Isometry3::identity();
        let compound = Compound::new([(half_space(), pose)]).unwrap();
        scene.insert(Object::new(compound)).unwrap();
        assert!(!ends(&scene));
    }
}
