//! Freeing shapes from triangulated surfaces: floors, corners of rooms, rough ground.

use crate::common::{box_mesh, overlaps, placed, vector};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Faces, MeshOptions, Object, Scene, TriangleMesh};
use swept_slide::{Freed, SlideOptions, depenetrate};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Placed, Real, Rounded,
    Sphere, Support,
};

pub const SKIN: f64 = 1.0 / 128.0;

fn free<T: Real>(scene: &Scene<T>, shape: &dyn Support, pose: &Isometry3<f64>) -> Freed<T> {
    let options = SlideOptions::default().with_skin(T::nearest(SKIN));
    let mover = placed(shape, &pose.cast_to());
    depenetrate(scene, &mover, T::one(), &options).unwrap()
}

/// A pose of either scalar.
trait CastTo {
    fn cast_to<T: Real>(&self) -> Isometry3<T>;
}

impl CastTo for Isometry3<f64> {
    fn cast_to<T: Real>(&self) -> Isometry3<T> {
        let turn = self.rotation.coords.map(T::nearest);
        Isometry3::from_parts(
            Translation3::from(self.translation.vector.map(T::nearest)),
            UnitQuaternion::new_normalize(turn.into()),
        )
    }
}

/// A grid of `k` × `k` cells of this size about the origin, at `place(x, z)`.
fn grid<T: Real>(k: u32, cell: f64, place: impl Fn(f64, f64) -> [f64; 3]) -> Object<T> {
    let at = |i: u32| (f64::from(i) - 0.5 * f64::from(k)) * cell;
    let corner = |n: u32| Point3::from(place(at(n / (k + 1)), at(n % (k + 1))).map(T::nearest));
    let cells = (0..k * k).map(|n| n / k * (k + 1) + n % k);
    let triangles = cells.flat_map(|a| [[a, a + 1, a + k + 1], [a + k + 2, a + k + 1, a + 1]]);
    let corners = (0..(k + 1) * (k + 1)).map(corner);
    Object::new(
        TriangleMesh::new(corners.collect::<Vec<_>>(), triangles.collect::<Vec<_>>()).unwrap(),
    )
}

/// Movers and how far each reaches down.
pub fn movers() -> [(Box<dyn Support>, f64); 6] {
    let rounded = Rounded::new(Cuboid::new([0.375, 0.5, 0.375]).unwrap(), 0.03125).unwrap();
    [
        (Box::new(Cuboid::<f64>::new([0.4, 0.5, 0.4]).unwrap()), 0.5),
        (Box::new(Cylinder::<f64>::new(0.5, 0.4).unwrap()), 0.5),
        (Box::new(rounded), 0.53125),
        (Box::new(Capsule::<f64>::new(0.5, 0.4).unwrap()), 0.9),
        (Box::new(Sphere::<f64>::new(0.4).unwrap()), 0.4),
        // The wider below, so that it grows into triangles beside it as it rises.
        (Box::new(Cone::<f64>::new(0.5, 0.4).unwrap()), 0.5),
    ]
}

fn out_of_a_flat_floor<T: Real>() {
    let floor: Scene<T> = Scene::of([grid(14, 0.1, |x, z| [x, 0.0, z])]).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for (shape, reach) in movers() {
        for depth in [0.005, 0.02, 0.05, 0.1] {
            for _ in 0..20 {
                let mut side = || rng.random_range(-0.1..0.1);
                let at = Translation3::new(side(), reach - depth, side());
                let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), 30.0 * side());
                let freed = free(&floor, &*shape, &Isometry3::from_parts(at, turn));
                assert!(
                    freed.is_free(),
                    "{shape:?} {at:?} {freed:?}",
                    shape = shape.extent()
                );
                let moved = freed.moved.map(Real::to_f64);
                let [least, most] = [depth, depth + 1.01 * SKIN];
                let aside = Vector3::new(moved.x, 0.0, moved.z).norm();
                assert!(
                    (least..most).contains(&moved.y) && aside < 1e-3,
                    "{depth} {moved:?}"
                );
            }
        }
    }
}

#[test]
fn flat_bottoms_leave_a_floor_of_triangles_upward() {
    out_of_a_flat_floor::<f32>();
    out_of_a_flat_floor::<f64>();
}

#[test]
fn out_of_a_triangulated_corner_it_goes_by_what_each_wall_asks_for() {
    let corner: Scene<f64> = Scene::of([
        grid(20, 0.1, |x, z| [x + 1.0, 0.0, z + 1.0]),
        grid(20, 0.1, |y, z| [0.0, z + 1.0, y + 1.0]),
        grid(20, 0.1, |x, y| [y + 1.0, x + 1.0, 0.0]),
    ])
    .unwrap();
    // A cone leans away from the walls: its shortest ways out are not theirs.
    for (shape, reach) in movers().into_iter().take(5) {
        let side = if reach == 0.53125 { 0.40625 } else { 0.4 };
        let depths = Vector3::new(0.01, 0.02, 0.03);
        let at = Vector3::new(side, reach, side) - depths;
        let freed = free(&corner, &*shape, &Isometry3::from(Point3::from(at)));
        let over = freed.moved - depths;
        assert!(freed.is_free(), "{freed:?}");
        assert!(
            over.iter().all(|x| (0.0..1.1 * SKIN).contains(x)),
            "{freed:?}"
        );
    }
}

#[test]
fn on_rough_ground_a_box_is_lifted_by_little_more_than_the_ground_is_rough() {
    let rough = |x: f64, z: f64| [x, 0.01 * (37.0 * x).sin() * (29.0 * z).cos(), z];
    for k in [4, 8, 12, 16, 20, 40] {
        let scene: Scene<f64> = Scene::of([grid(k, 1.0 / f64::from(k), rough)]).unwrap();
        let shape = Cuboid::new([0.4, 0.5, 0.4]).unwrap();
        let freed = free(&scene, &shape, &Isometry3::translation(0.0, 0.47, 0.0));
        assert!(freed.is_free(), "{k}: {} left", freed.remaining.len());
        assert!(
            freed.moved.norm() < 0.04 + 1.1 * SKIN,
            "{k}: {:?}",
            freed.moved
        );
    }
}

#[test]
fn a_ball_leaves_a_bowl_of_thousands_of_triangles() {
    // By trying all threes of planes this would take hours.
    let bowl = grid(48, 1.0 / 48.0, |x, z| [x, 0.3 * (x * x + z * z), z]);
    let scene: Scene<f64> = Scene::of([bowl]).unwrap();
    let ball = Sphere::new(1.0).unwrap();
    let freed = free(&scene, &ball, &Isometry3::translation(0.0, 0.9, 0.0));
    assert!(
        freed.is_free() && (freed.moved.y - 0.1 - SKIN).abs() < 1e-3,
        "{freed:?}"
    );
}

#[test]
fn leaning_planes_are_left_in_both_scalars() {
    // Normals in f32 are of unit length in f32 only.
    fn lean<T: Real>() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let shape = Cuboid::<f64>::new([0.3, 0.5, 0.4]).unwrap();
        for _ in 0..200 {
            let mut side = || rng.random_range(-1.0..1.0);
            let normal = Vector3::new(side(), side(), side()).normalize();
            let plane = HalfSpace::new(normal.map(T::nearest)).unwrap();
            let scene: Scene<T> = Scene::of([Object::new(plane)]).unwrap();
            let reach = normal.abs().dot(&Vector3::new(0.3, 0.5, 0.4));
            let at = Isometry3::from(Point3::from(normal * (reach - 0.01)));
            let freed = free(&scene, &shape, &at);
            let moved = freed.moved.map(Real::to_f64);
            let error = (moved - normal * (0.01 + SKIN)).norm();
            assert!(freed.is_free() && error < 1e-5, "{normal:?} {moved:?}");
        }
    }
    lean::<f32>();
    lean::<f64>();
}

#[test]
fn what_was_free_is_free_after_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    let (mut freed_all, mut overlapped) = (0, 0);
    for case in 0..120 {
        let rough = if case % 2 == 0 { 0.0 } else { 0.03 };
        let ground = grid(12, 0.15, |x, z| {
            [x, rough * (9.0 * x).sin() * (7.0 * z).cos(), z]
        });
        let mut side = |most: f64| rng.random_range(-most..most);
        let wall = grid(6, 0.3, |y, z| [0.5 + 0.1 * y, y + 0.8, z]);
        let boxes = [(); 3].map(|()| {
            let half = [0.2, 0.2, 0.2].map(|x| x + side(0.1));
            Object::new(Cuboid::new(half).unwrap()).at([side(0.9), side(0.4), side(0.9)])
        });
        let scene: Scene<f64> = Scene::of([ground, wall].into_iter().chain(boxes)).unwrap();
        for (shape, reach) in movers() {
            let at = Translation3::new(side(0.3), reach + side(0.1), side(0.3));
            let turn = UnitQuaternion::from_euler_angles(side(0.3), side(3.0), side(0.3));
            let pose = Isometry3::from_parts(at, turn);
            let before = overlaps(&scene, &*shape, &pose);
            let freed = free(&scene, &*shape, &pose);
            let end = Isometry3::from_parts(freed.position.into(), turn);
            let after = overlaps(&scene, &*shape, &end);
            assert!(
                after.keys().all(|of| before.contains_key(of)),
                "{case} {reach}: {pose}"
            );
            assert_eq!(after.len(), freed.remaining.len(), "{case} {reach}: {pose}");
            overlapped += usize::from(!before.is_empty());
            freed_all += usize::from(!before.is_empty() && freed.is_free());
        }
    }
    println!("freed {freed_all} of {overlapped}");
    assert!(
        overlapped > 400 && 10 * freed_all > 8 * overlapped,
        "{freed_all} {overlapped}"
    );
}

/// Between two plates that are apart by a gap more than a mover is thick: whoever overlaps one of them by d comes out by d and by as much of
/// the skin as there is room for, so that it is free however small the gap, and goes no farther than d and the gap.
#[test]
fn where_there_is_no_room_for_the_skin_less_is_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(37);
    let shapes: [&dyn Support; 2] = [
        &Sphere::new(0.4).unwrap(),
        &Cuboid::new([0.4, 0.3, 0.5]).unwrap(),
    ];
    for (shape, gap) in shapes
        .into_iter()
        .flat_map(|s| [2.0, 1.2, 0.7, 0.3, 0.01].map(|part| (s, part * SKIN)))
    {
        for _ in 0..10 {
            // The plates lean as the mover does.
            let tilt = Isometry3::new(vector(&mut rng), vector(&mut rng) * 3.0);
            let plate = |side: f64| {
                let off = Translation3::new(side * (0.5 + 0.4 + 0.5 * gap), 0.0, 0.0);
                Object::new(Cuboid::new([0.5, 3.0, 3.0]).unwrap()).at(tilt * off)
            };
            let scene = Scene::of([plate(-1.0), plate(1.0)]).unwrap();
            let depth = 10.0_f64.powf(rng.random_range(-4.0..-1.0));
            let pose = tilt * Translation3::new(0.5 * gap + depth, 0.0, 0.0);
            let freed: Freed<f64> = free(&scene, shape, &pose);
            let way = freed.moved.norm();
            assert!(
                freed.is_free() && (depth..depth + gap).contains(&way),
                "{gap} {depth}: {freed:?}"
            );
        }
    }
}

/// A way that is cut short is no way out: it passes nothing that the whole one may pass. So however little it may go, it goes no farther,
/// enters nothing, is less deep where it has gone at all, and has its middle on the side of the ground where it was.
#[test]
fn what_may_go_no_farther_is_no_worse_for_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut cut, mut freed_all) = (0, 0);
    for case in 0..60 {
        let rough = [0.0, 0.03][case % 2];
        let ground = grid(6, 0.3, |x, z| {
            [x, rough * (9.0 * x).sin() * (7.0 * z).cos(), z]
        });
        let mut side = |most: f64| rng.random_range(-most..most);
        let crate_there = Object::new(box_mesh([0.2; 3], false)).at([side(0.9), 0.2, side(0.9)]);
        let half = [0.2, 0.2, 0.2].map(|x| x + side(0.1));
        let block = Object::new(Cuboid::new(half).unwrap()).at([side(0.9), side(0.4), side(0.9)]);
        let scene: Scene<f64> = Scene::of([ground, crate_there, block]).unwrap();
        for (shape, reach) in movers().into_iter().take(5) {
            // Every other one has its middle at the ground.
            let high = if case / 2 % 2 == 0 { reach } else { 0.0 };
            let at = Vector3::new(side(0.3), high + side(0.2), side(0.3));
            let turn = Vector3::new(side(0.3), side(3.0), side(0.3));
            let pose = Isometry3::new(at, turn);
            let most = 10.0_f64.powf(side(1.25) - 1.0);
            let options = SlideOptions::default().with_skin(SKIN);
            let freed = depenetrate(&scene, &placed(&*shape, &pose), most, &options).unwrap();
            let moved = freed.moved.norm();
            assert!(moved <= most + 1e-14, "{case} {reach}: {moved} {most}");
            let end = Isometry3::new(freed.position.coords, turn);
            let [before, after] = [&pose, &end].map(|at| overlaps(&scene, &*shape, at));
            assert!(
                after.keys().all(|of| before.contains_key(of)),
                "{case} {reach} {most}: {pose}"
            );
            let [was, is] = [&before, &after].map(|all| all.values().copied().fold(0.0, f64::max));
            assert!(moved == 0.0 || is < was, "{case} {reach}: {was} {is}");
            let is_through = at.y * end.translation.y < 0.0;
            assert!(rough > 0.0 || !is_through, "{case} {reach}: {pose} {end}");
            cut += usize::from(moved > 0.99 * most);
            freed_all += usize::from(was > 0.0 && freed.is_free());
        }
    }
    assert!(cut > 50 && freed_all > 20, "{cut} {freed_all}");
}

#[test]
fn on_the_edge_of_two_triangles_it_leaves_by_their_plane() {
    // A flat square of two triangles, and movers that lean and are deep in it on the edge between them: across that edge each
    // triangle is left by less, to opposite sides.
    fn leaves<T: Real>() {
        let t = T::nearest;
        let corners = [[-3.0, -3.0], [-3.0, 3.0], [3.0, 3.0], [3.0, -3.0]];
        let corners = corners.map(|[x, z]| Point3::new(x, 0.0, z).map(t)).to_vec();
        let square = TriangleMesh::new(corners, vec![[0, 1, 3], [2, 3, 1]]).unwrap();
        let scene = Scene::of([Object::new(square)]).unwrap();
        let options = SlideOptions::default().with_skin(t(SKIN));
        let shapes: [&dyn Support; 4] = [
            &Capsule::new(0.5, 0.25).unwrap(),
            &Cuboid::new([0.25, 0.75, 0.25]).unwrap(),
            &Cylinder::new(0.75, 0.25).unwrap(),
            &Ellipsoid::new([0.25, 0.75, 0.25]).unwrap(),
        ];
        for shape in shapes {
            for (degrees, high, aside) in [
                (35.0_f64, 0.0, 0.0),
                (45.0, 0.02, 0.01),
                (52.0, -0.03, -0.02),
                (58.0, 0.0, 0.01),
            ] {
                let edge = Vector3::new(1.0, 0.0, -1.0).normalize();
                let turn = (edge * degrees.to_radians()).map(t);
                let pose = Isometry3::new(Vector3::new(aside, high, aside).map(t), turn);
                let mover = placed(shape, &pose);
                let freed = depenetrate(&scene, &mover, t(20.0), &options).unwrap();
                let up = Vector3::y();
                let [above, below] = [up, -up].map(|n| mover.support_point(&n).y * n.y);
                let off = freed.moved.map(Real::to_f64).norm() - above.min(below) - SKIN;
                assert!(
                    freed.is_free() && off.abs() < 1e-5,
                    "{degrees} {high}: {off} {freed:?}"
                );
            }
        }
    }
    leaves::<f32>();
    leaves::<f64>();
}

#[test]
fn a_wall_that_is_overlapped_is_not_gone_through() {
    // Four walls, 0.1 thick or sheets of two triangles, that leave little room to a mover in all of them.
    const HALF: [f64; 3] = [3.0, 3.0, 0.05];
    fn wall<T: Real>(is_sheet: bool) -> Object<T> {
        if is_sheet {
            return grid(1, 2.0 * HALF[0], |x, y| [x, y, 0.0]);
        }
        Object::new(Cuboid::new(HALF.map(T::nearest)).unwrap())
    }
    fn gone_through<T: Real>(is_sheet: bool, shape: &dyn Support) -> usize {
        let t = T::nearest;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut through, mut freed_all) = (0, 0);
        for _ in 0..200 {
            let mut side = |most: f64| rng.random_range(-most..most);
            let walls = [(); 4].map(|()| {
                let turn = Vector3::new(side(3.0), side(3.0), side(3.0));
                let turn = UnitQuaternion::from_scaled_axis(turn);
                let off = turn * Vector3::new(side(2.0), side(2.0), side(0.35));
                Isometry3::from_parts(Translation3::from(-off), turn)
            });
            let objects = walls.map(|at| wall(is_sheet).at(at.cast_to()));
            let scene: Scene<T> = Scene::of(objects).unwrap();
            let mover = placed(shape, &Isometry3::identity());
            let freed = depenetrate(&scene, &mover, t(10.0), &SlideOptions::default()).unwrap();
            let moved = freed.moved.map(Real::to_f64);
            // Whether its middle went from one side of the wall to the other within the wall.
            let passes = |at: &Isometry3<f64>| {
                let [from, to] = [Vector3::zeros(), moved]
                    .map(|x| at.inverse_transform_point(&Point3::from(x)).coords);
                let crossing = from + (to - from) * (from.z / (from.z - to.z));
                from.z.abs() > HALF[2] && from.z * to.z < 0.0 && crossing.xy().amax() < HALF[0]
            };
            through += usize::from(walls.iter().any(passes));
            freed_all += usize::from(freed.is_free());
        }
        assert!(freed_all > 150, "{freed_all}");
        through
    }
    let ball = Sphere::new(0.4).unwrap();
    let shapes: [&dyn Support; 3] = [
        &ball,
        &Capsule::new(0.5, 0.25).unwrap(),
        &Cuboid::new([0.3, 0.6, 0.3]).unwrap(),
    ];
    for shape in shapes {
        assert_eq!(gone_through::<f64>(false, shape), 0);
        assert_eq!(gone_through::<f32>(false, shape), 0);
    }
    // On the edge of two triangles it may leave one of them sideways.
    let of_sheets = gone_through::<f64>(true, &ball) + gone_through::<f32>(true, &ball);
    assert!(of_sheets <= 4, "{of_sheets}");
}

/// A closed mesh that leaves no room inside is left to the outside, also by what has its middle inside; one that overlaps it from
/// outside never gets in.
#[test]
fn what_is_in_a_thin_closed_mesh_comes_out() {
    fn stays_in<T: Real>(half: [f64; 3], faces: Faces) -> (usize, usize) {
        let t = T::nearest;
        let mesh = box_mesh::<T>(half, false);
        let (vertices, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
        let options = MeshOptions {
            faces,
            ..MeshOptions::default()
        };
        let mesh = TriangleMesh::with_options(vertices, triangles, &options).unwrap();
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        let (mut overlapped, mut stays) = (0, 0);
        for case in 0..600 {
            // Every other one has its middle outside, near a face.
            let mut at = Vector3::from(half.map(|h| rng.random_range(-h..h)));
            if case % 2 == 0 {
                let k = case % 3;
                at[k] = (half[k] + 0.15).copysign(at[k]);
            }
            let turn = vector(&mut rng) * 3.0;
            let pose = Isometry3::new(at.map(t), turn.map(t));
            let (shape, _) = &movers()[case % 6];
            let mover = placed(&**shape, &pose);
            let options = SlideOptions::default().with_skin(t(SKIN));
            let freed = depenetrate(&scene, &mover, t(5.0), &options).unwrap();
            let end = freed.position.map(Real::to_f64);
            let is_out = end.iter().zip(half).any(|(x, h)| x.abs() > h);
            overlapped += usize::from(freed.depth > T::zero());
            stays += usize::from(!freed.is_free() || !is_out);
        }
        (overlapped, stays)
    }
    for half in [[1.5, 0.1, 2.0], [0.2, 0.3, 0.2]] {
        for faces in [Faces::TwoSided, Faces::OneSided] {
            let wide = stays_in::<f64>(half, faces);
            let narrow = stays_in::<f32>(half, faces);
            assert!(wide.0 > 500 && narrow.0 > 500, "{wide:?} {narrow:?}");
            assert!(
                wide.1 + narrow.1 <= 2,
                "{half:?} {faces:?}: {wide:?} {narrow:?}"
            );
        }
    }
}

/// A box is freed alike whether it is given by its sizes or by its corners, and in any order: its middle is the same.
#[test]
fn the_order_of_corners_does_not_say_where_the_middle_is() {
    let corners = [(); 3].map(|()| [-0.5, 0.5]);
    let corner = |k: usize| Point3::from([0, 1, 2].map(|i| corners[i][k >> i & 1]));
    let floor = [[-5.0, -5.0], [-5.0, 5.0], [5.0, -5.0], [5.0, 5.0]];
    let floor = floor.map(|[x, z]| Point3::new(x, 0.0, z)).to_vec();
    let floor = TriangleMesh::new(floor, vec![[0, 1, 2], [1, 3, 2]]).unwrap();
    let scene = Scene::of([Object::new(floor)]).unwrap();
    for first in 0..8 {
        let hull = ConvexHull::new((0..8).map(|k| corner(k ^ first)).collect::<Vec<_>>()).unwrap();
        for height in [0.1_f64, -0.1] {
            // On which side of the floor the middle is, that is the side to leave it to.
            let mover = Placed::new(&hull, [1.0, height, 0.5]).unwrap();
            let freed = depenetrate(&scene, &mover, 1.0, &SlideOptions::default()).unwrap();
            let out = freed.position.y / height.signum();
            assert!(freed.is_free() && out > 0.5, "{first} {height}: {freed:?}");
        }
    }
}
