//! Where lengths are near the end of the range of numbers, and no unit in the last place is a part of them any more: a scene answers there as
//! casting each convex shape and each triangle by itself does.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::Outcome;
use swept_scene::{
    Compound, Geometry, HeightField, MeshOptions, Motion, Next, Object, Query, Scene, SceneOutcome,
    SubShape, TriangleMesh,
};
use swept_support::{Cuboid, Placed, PointShape, Real, Shape, Triangle};

/// Numbers of one size, or 0.
struct Dice<'a> {
    rng: &'a mut ChaCha8Rng,
    unit: f64,
}

impl Dice<'_> {
    fn one_in(&mut self, n: u32) -> bool {
        self.rng.random_range(0..n) == 0
    }

    /// Up to four units, every other time a whole number of them.
    fn length<T: Real>(&mut self) -> T {
        let x: f64 = self.rng.random_range(-4.0..4.0);
        let x = if self.one_in(2) { x.round() } else { x };
        T::nearest(x * self.unit)
    }

    fn point<T: Real>(&mut self) -> Point3<T> {
        Point3::from([0; 3].map(|_| self.length()))
    }

    /// Of a box: no width, or as little as there may be.
    fn half<T: Real>(&mut self) -> T {
        let least = T::MIN_LENGTH.max(self.unit);
        T::nearest([0.0, 0.0, least][self.rng.random_range(0..3)])
    }

    fn convex<T: Real>(&mut self) -> Shape<T> {
        match self.rng.random_range(0..4) {
            0 | 1 => PointShape.into(),
            2 => Cuboid::new([0; 3].map(|_| self.half())).unwrap().into(),
            _ => Triangle::new(self.point(), self.point(), self.point())
                .unwrap()
                .into(),
        }
    }

    fn pose<T: Real>(&mut self) -> Isometry3<T> {
        let turn = match self.rng.random_range(0..4) {
            0 => Vector3::from_fn(|_, _| self.rng.random_range(-3.0..3.0)),
            _ => Vector3::zeros(),
        };
        Isometry3::from_parts(
            Translation3::from(self.point::<T>().coords),
            UnitQuaternion::from_scaled_axis(turn.map(T::nearest)),
        )
    }

    fn geometry<T: Real>(&mut self, nested: bool) -> Geometry<T> {
        match self.rng.random_range(0..if nested { 5 } else { 6 }) {
            0 | 1 => self.convex::<T>().into(),
            2 | 3 => {
                let corners = (0..6).map(|_| self.point()).collect();
                let triangles = (0..4).map(|i| [i, i + 1, (i + 3) % 6]).collect();
                let options = MeshOptions {
                    keep_degenerate: true,
                    ..MeshOptions::default()
                };
                let mesh = TriangleMesh::with_options(corners, triangles, &options);
                mesh.unwrap().into()
            }
            4 => {
                let heights = (0..9).map(|_| self.length()).collect();
                let step = T::nearest(T::MIN_LENGTH.max(self.unit));
                HeightField::new(3, 3, heights, [step, T::one(), step])
                    .unwrap()
                    .into()
            }
            _ => {
                let parts = (0..3).map(|_| (self.geometry(true), self.pose()));
                Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
            }
        }
    }

    /// Each part of it is none, of the size of all else, or far longer.
    fn way<T: Real>(&mut self) -> Vector3<T> {
        let power = self.rng.random_range(-60.0..4.0_f64);
        Vector3::from_fn(|_, _| {
            let x: T = self.length();
            match self.rng.random_range(0..4) {
                0 => T::zero(),
                1 => T::nearest(x.to_f64() / self.unit * power.exp2()),
                _ => x,
            }
        })
    }
}

type Moving<T> = Motion<T, Shape<T>>;

/// What each of them answers by itself, misses left out.
fn one_by_one<T: Real>(
    scene: &Scene<T>,
    motion: &Moving<T>,
    query: &Query<'_, T>,
) -> Vec<(SubShape, Outcome<T>)> {
    let mut all = Vec::new();
    let mut ask = |of: SubShape| {
        let (shape, pose) = scene.convex(&of).unwrap();
        let fixed = Placed::new(shape, pose).unwrap();
        let outcome = motion.against(fixed).unwrap().cast_with(&query.cast);
        if !matches!(outcome, Outcome::Miss(_)) {
            all.push((of, outcome));
        }
    };
    for (id, object) in scene.objects() {
        let parts = match &object.geometry {
            Geometry::Compound(compound) => compound.parts().iter().map(|p| &p.0).collect(),
            geometry => vec![geometry],
        };
        for (part, geometry) in parts.into_iter().enumerate() {
            let triangles = match geometry {
                Geometry::Mesh(mesh) => (0..mesh.triangles().len() as u32).map(Some).collect(),
                Geometry::HeightField(_) => (0..8).map(Some).collect(),
                _ => vec![None],
            };
            for triangle in triangles {
                ask(SubShape {
                    id,
                    part: part as u32,
                    triangle,
                    user_data: 0,
                });
            }
        }
    }
    all.sort_by_key(|one| one.0);
    all
}

/// Whether the scene tells what each of them does, or a better bound on it.
fn is_told<T: Real>(told: &SceneOutcome<T>, alone: &Outcome<T>) -> bool {
    match (told, alone) {
        (SceneOutcome::Hit(told), Outcome::Hit(alone)) => told.hit.fraction >= alone.fraction,
        (SceneOutcome::Overlap(told), Outcome::Overlap(alone)) => told.overlap == *alone,
        (SceneOutcome::Unresolved(told), Outcome::Unresolved(alone)) => {
            told.safe_fraction >= alone.safe_fraction
        }
        _ => false,
    }
}

/// The powers of two that sizes are drawn from begin at the least number of the scalar.
fn hold<T: Real>(least: i32, casts: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let most = T::MIN_LENGTH.log2() as i32;
    let query = Query::default();
    let mut met = [0; 8];
    let mut passed = 0;
    for case in 0..casts {
        let part = case % met.len();
        let low = least + (most - least) * part as i32 / met.len() as i32;
        let high = least + (most - least) * (part as i32 + 1) / met.len() as i32;
        let power = rng.random_range(low..high);
        let mut dice = Dice {
            rng: &mut rng,
            // In two steps: below the normal numbers a power of two has no exponent.
            unit: f64::from(power / 2).exp2() * f64::from(power - power / 2).exp2(),
        };
        let objects = (0..case % 7 + 1).map(|_| {
            let geometry = dice.geometry::<T>(false);
            Object::new(geometry).at(dice.pose())
        });
        let mut objects: Vec<_> = objects.collect();
        // Every other world is far larger than all that is met in it.
        let far = dice.one_in(2).then_some([1.0, -1.0]);
        objects.extend(far.into_iter().flatten().map(|x| {
            let place = [0.0, 0.0, 1e3 * x].map(T::nearest);
            Object::new(PointShape).at(place)
        }));
        let scene = Scene::of(objects).unwrap();
        for _ in 0..8 {
            let moving = Placed::new(dice.convex::<T>(), dice.pose()).unwrap();
            let motion = Motion::new(moving, dice.way()).unwrap();
            let mut all = Vec::new();
            scene.cast_all(&motion, &query, |one| {
                all.push(*one);
                Next::Continue
            });
            let (shape, pose) = (motion.moving().shape(), motion.moving().pose());
            let way = motion.displacement();
            let context = format!("{case}, 2^{power}: {shape:?} {pose:?} {way:?}");
            let first = all.first().copied().unwrap_or(SceneOutcome::Miss);
            assert_eq!(scene.cast_closest(&motion, &query), first, "{context}");
            all.sort_by_key(SceneOutcome::sub_shape);
            let alone = one_by_one(&scene, &motion, &query);
            for (of, own) in &alone {
                let told = all.iter().find(|one| one.sub_shape() == Some(*of));
                // Boxes may decide what a cast within the limit on steps does not.
                let is_open = matches!(own, Outcome::Unresolved(_));
                let same = told.map_or(is_open, |told| is_told(told, own));
                assert!(
                    same,
                    "{context} {of:?} {:?} {own:?} {told:?}",
                    scene.convex(of)
                );
            }
            assert!(all.len() <= alone.len(), "{context}");
            met[part] += alone.len();
            passed += usize::from(alone.is_empty());
        }
    }
    // By size; and motions that meet nothing.
    assert!(
        met.iter().all(|&n| n > casts / 8) && passed > casts / 2,
        "{met:?} {passed}"
    );
}

#[test]
fn bodies_of_any_size_in_f64_are_met_as_they_are_alone() {
    hold::<f64>(-1074, 2_000, 1);
}

#[test]
fn bodies_of_any_size_in_f32_are_met_as_they_are_alone() {
    hold::<f32>(-149, 2_000, 2);
}

/// Points that pass another by a few of the least numbers that there are: casts cannot tell them apart.
#[test]
fn what_a_cast_does_not_tell_apart_is_within_the_boxes() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut beside = 0;
    for case in 0..4_000 {
        let mut dust = |most: u64| f64::from_bits(rng.random_range(0..most));
        let at = [dust(1 << 33), dust(1 << 33), dust(1 << 33)];
        let fixed = Placed::new(PointShape, at).unwrap();
        let scene = Scene::of([Object::new(PointShape).at(at)]).unwrap();
        let ahead = [0.0, dust(8), dust(1 << 20), dust(1 << 33)][case % 4];
        let from = [at[0] + dust(4), at[1] - ahead, at[2] - dust(4)];
        let way = [0.0, [10.75, dust(1 << 34)][case / 4 % 2], dust(64)];
        let motion = Motion::new(Placed::new(PointShape, from).unwrap(), way).unwrap();
        let alone = motion.against(fixed).unwrap().cast();
        let found = scene.cast_closest(&motion, &Query::default());
        if matches!(alone, Outcome::Miss(_)) {
            continue;
        }
        assert_ne!(
            found,
            SceneOutcome::Miss,
            "{case}: {from:?} {way:?} {alone:?}"
        );
        beside += usize::from(from[0] > at[0]);
    }
    assert!(beside > 1_000, "{beside}");
}

/// A way far shorter than the world that it is in, along an axis on which nothing else moves.
#[test]
fn a_short_way_in_a_large_world_meets_what_is_there() {
    for unit in [1e-20, 1e-25, 1e-30, 1e-34, 1e-38] {
        let at = |z: f64| Object::new(PointShape).at([0.0, 0.0, z]);
        let scene = Scene::of((-8..=8).map(|i| at(f64::from(i)))).unwrap();
        let from = Placed::new(PointShape, [0.0, unit, 0.0]).unwrap();
        let motion = Motion::new(from, [0.0, -2.0 * unit, 0.0]).unwrap();
        let found = scene.cast_closest(&motion, &Query::default());
        assert!(
            (found.safe_fraction() - 0.5).abs() < 1e-9,
            "{unit:e}: {found:?}"
        );
    }
}
