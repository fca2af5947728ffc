//! Shapes of the user's own in a scene: they are gone along and left just as the library's.

use crate::common::{movers, placed, vector};
use nalgebra::{Isometry3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use swept_scene::{Compound, Geometry, Object, Scene};
use swept_slide::{SlideOptions, depenetrate, move_and_slide, slide};
use swept_support::{Cuboid, HalfSpace, Real, Rounded, Shape, Support};

/// A shape as the library's and as one's own, by itself and as a part of a compound.
fn kinds<T: Real>(shape: &Shape<T>) -> [Geometry<T>; 4] {
    let known = Geometry::from(shape.clone());
    let own = Geometry::Custom(Arc::new(shape.clone()));
    let [known_part, own_part] = [&known, &own].map(|whole| {
        let part = (whole.clone(), Isometry3::identity());
        Compound::new([part]).unwrap().into()
    });
    [known, own, known_part, own_part]
}

/// What becomes of a mover among these, for each kind of geometry: by a move, and freed.
fn ends<T: Real>(
    fixed: &[(Shape<T>, Isometry3<T>)],
    mover: &dyn Support,
    at: &Isometry3<T>,
    way: Vector3<T>,
) -> [[Vector3<T>; 2]; 4] {
    [0, 1, 2, 3].map(|kind| {
        let objects =
            (fixed.iter()).map(|(shape, pose)| Object::new(kinds(shape)[kind].clone()).at(*pose));
        let scene = Scene::of(objects).unwrap();
        let (mover, options) = (placed(mover, at), SlideOptions::default());
        let moved = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
        let freed = depenetrate(&scene, &mover, T::one(), &options).unwrap();
        [moved.moved, freed.moved]
    })
}

/// Corridors of boxes or half-spaces that fit it exactly, and crates that were thrown on it.
fn are_alike<T: Real>() {
    let t = T::nearest;
    let rng = &mut ChaCha8Rng::seed_from_u64(31);
    let (mut went, mut left) = (0, 0);
    for case in 0..150 {
        let mover = &movers::<T>()[case % 5];
        let at = Isometry3::identity();
        let reach = |side: f64| {
            placed::<T>(&**mover, &at)
                .support_point(&(Vector3::x() * side))
                .x
        };
        let mut fixed: Vec<(Shape<T>, Isometry3<T>)> = Vec::new();
        for side in [-1.0, 1.0] {
            let to = reach(side);
            match case / 5 % 3 {
                0 => {
                    let of_box = Cuboid::new([0.5; 3].map(t)).unwrap();
                    for z in -3..4 {
                        let pose = [to + 0.5 * side, 0.0, f64::from(z)].map(t);
                        fixed.push((
                            of_box.into(),
                            Isometry3::translation(pose[0], pose[1], pose[2]),
                        ));
                    }
                }
                1 => {
                    let plane = HalfSpace::new([t(-side), t(0.0), t(0.0)]).unwrap();
                    let rounded = Rounded::new(plane, t(0.25)).unwrap();
                    let pose = Isometry3::translation(t(to + 0.25 * side), t(0.0), t(0.0));
                    fixed.push((rounded.into(), pose));
                }
                _ => {
                    for _ in 0..2 {
                        let half = [0.0; 3].map(|_| t(rng.random_range(0.1..0.6)));
                        let turn = (vector(rng) * 3.0).map(t);
                        let pose = Isometry3::new((vector(rng) * 0.6).map(t), turn);
                        fixed.push((Cuboid::new(half).unwrap().into(), pose));
                    }
                }
            }
        }
        let way = Vector3::new([0.0, 0.1, -0.1][case % 3], 0.05, 1.5);
        let [known, own, known_part, own_part] = ends(&fixed, &**mover, &at, way.map(t));
        assert_eq!(known, own, "{case}");
        assert_eq!(known_part, own_part, "{case}");
        went += usize::from(case / 5 % 3 < 2 && known[0].z.to_f64() > 1.4);
        left += usize::from(known[1].norm().to_f64() > 0.01);
    }
    assert!(went >= 95 && left >= 40, "{went} {left}");
}

#[test]
fn shapes_of_ones_own_are_gone_along_and_left_as_the_librarys() {
    are_alike::<f64>();
    are_alike::<f32>();
}
