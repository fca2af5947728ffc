//! Freed within rooms: nobody is led out through a wall.

use crate::common::{box_mesh, placed, vector};
use crate::free::{SKIN, movers};
use nalgebra::{Isometry3, Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_scene::{Faces, MeshOptions, Object, Scene, TriangleMesh};
use swept_slide::{SlideOptions, depenetrate};
use swept_support::{Capsule, Cuboid, Real, Support};

/// What stands in a wall of its room from inside is not led out through it where the walls are a closed mesh of two shells. Where they
/// are one whose front is outside, only what is not freed where nothing tells the front is led out.
#[test]
fn what_is_in_the_wall_of_its_room_stays_inside() {
    const ROOM: [f64; 3] = [2.0, 1.5, 2.5];
    fn goes_out<T: Real>(mesh: TriangleMesh<T>) -> (usize, usize) {
        let t = T::nearest;
        let scene = Scene::of([Object::new(mesh)]).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(18);
        let (mut freed_all, mut out) = (0, 0);
        for case in 0..400 {
            // Its middle is in the room, near a wall, or near an edge of two. The cone is left out: it reaches farther to one side.
            let mut at = Vector3::from(ROOM.map(|h| rng.random_range(-h..h)));
            for k in [case % 3, (case + case / 3 % 2) % 3] {
                at[k] = (ROOM[k] - rng.random_range(0.05..0.5)).copysign(at[k]);
            }
            let turn = vector(&mut rng) * 3.0;
            let pose = Isometry3::new(at.map(t), turn.map(t));
            let (shape, _) = &movers()[case % 5];
            let mover = placed(&**shape, &pose);
            let options = SlideOptions::default().with_skin(t(SKIN));
            let freed = depenetrate(&scene, &mover, t(5.0), &options).unwrap();
            let end = freed.position.map(Real::to_f64);
            freed_all += usize::from(freed.is_free());
            out += usize::from(end.iter().zip(ROOM).any(|(x, h)| x.abs() > h));
        }
        (freed_all, out)
    }
    fn two_shells<T: Real>() -> TriangleMesh<T> {
        let outer = box_mesh::<T>(ROOM.map(|h| h + 0.2), false);
        let inner = box_mesh(ROOM, true);
        let vertices = [outer.vertices(), inner.vertices()].concat();
        let inner = (inner.triangles().iter()).map(|corners| corners.map(|i| i + 8));
        let triangles = outer.triangles().iter().copied().chain(inner);
        TriangleMesh::new(vertices, triangles.collect()).unwrap()
    }
    fn check<T: Real>() {
        let hollow = two_shells::<T>();
        assert!(hollow.is_closed());
        let (freed_all, out) = goes_out(hollow);
        assert!(freed_all > 350 && out == 0, "{freed_all} {out}");
        let room = box_mesh::<T>(ROOM, false);
        let mut triangles = room.triangles().to_vec();
        triangles[0].swap(1, 2);
        let untold = TriangleMesh::new(room.vertices().to_vec(), triangles).unwrap();
        assert!(room.is_closed() && !untold.is_closed());
        let [told, untold] = [room, untold].map(goes_out);
        assert_eq!(told.0, 400);
        assert!(told.1 <= untold.1 + 400 - untold.0, "{told:?} {untold:?}");
    }
    check::<f64>();
    check::<f32>();
}

/// In a room whose walls are boxes, or a mesh of one shell or two, with crates of triangles: what has its middle in the room keeps it there.
#[test]
fn nobody_is_led_out_of_a_room_with_crates() {
    const ROOM: [f64; 3] = [3.0, 1.5, 3.0];
    fn room(rng: &mut ChaCha8Rng, kind: usize, faces: Faces) -> Scene<f64> {
        let options = MeshOptions {
            faces,
            ..MeshOptions::default()
        };
        let faced = |parts: &[TriangleMesh<f64>]| {
            let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
            for part in parts {
                let first = vertices.len() as u32;
                vertices.extend_from_slice(part.vertices());
                triangles.extend(part.triangles().iter().map(|t| t.map(|i| i + first)));
            }
            let mesh = TriangleMesh::with_options(vertices, triangles, &options);
            Object::new(mesh.unwrap())
        };
        let mut scene = Scene::new();
        match kind {
            0 => {
                scene.insert(faced(&[box_mesh(ROOM, true)])).unwrap();
            }
            1 => {
                let outer = box_mesh(ROOM.map(|h| h + 0.2), false);
                scene.insert(faced(&[box_mesh(ROOM, true), outer])).unwrap();
            }
            _ => {
                for (k, side) in (0..3).flat_map(|k| [(k, -1.0), (k, 1.0)]) {
                    let (mut half, mut at) = (ROOM.map(|h| h + 0.2), [0.0; 3]);
                    half[k] = 0.1;
                    at[k] = side * (ROOM[k] + 0.1);
                    let wall = Object::new(Cuboid::new(half).unwrap());
                    scene.insert(wall.at(at)).unwrap();
                }
            }
        }
        for i in 0..6 {
            let half = [(); 3].map(|()| rng.random_range(0.2..0.6));
            let [x, z] = [(); 2].map(|()| rng.random_range(-2.5..2.5));
            let turn = if i % 2 == 0 {
                rng.random_range(-3.0..3.0)
            } else {
                0.0
            };
            let at = Vector3::new(x, half[1] - ROOM[1], z);
            let at = Isometry3::new(at, Vector3::y() * turn);
            scene
                .insert(faced(&[box_mesh(half, false)]).at(at))
                .unwrap();
        }
        scene
    }
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut overlapped, mut freed_all) = (0, 0);
    for case in 0..400 {
        let faces = [Faces::TwoSided, Faces::OneSided][case / 3 % 2];
        let scene = room(&mut rng, case % 3, faces);
        for (shape, _) in movers().into_iter().take(5) {
            let at = Vector3::new(
                rng.random_range(-3.0..3.0),
                rng.random_range(-1.5..0.5),
                rng.random_range(-3.0..3.0),
            );
            let pose = Isometry3::new(at, vector(&mut rng) * 2.0);
            let options = SlideOptions::default().with_skin(SKIN);
            let mover = placed(&*shape, &pose);
            let freed = depenetrate(&scene, &mover, 3.0, &options).unwrap();
            let is_out = freed.position.iter().zip(ROOM).any(|(x, h)| x.abs() > h);
            assert!(!is_out, "{case} {faces:?} {pose}: {freed:?}");
            overlapped += usize::from(freed.depth > 0.0);
            freed_all += usize::from(freed.depth > 0.0 && freed.is_free());
        }
    }
    println!("freed {freed_all} of {overlapped}");
    assert!(10 * freed_all > 9 * overlapped, "{freed_all} {overlapped}");
}

/// A mover that pokes through the walls at a corner of its room, its middle inside, is led back in, by no more than the planes of the walls
/// ask for. The walls are one mesh, or one sheet each, whose rims are open. Of a thin mover that leans some is beyond the corner, where
/// it overlaps no wall, and out of a wall's rim its own way leads around that.
#[test]
fn what_pokes_through_a_corner_of_its_room_is_led_back_in() {
    const ROOM: [f64; 3] = [1.0, 1.25, 1.5];
    fn room<T: Real>(faces: Faces, is_one: bool) -> Scene<T> {
        let options = MeshOptions {
            faces,
            ..MeshOptions::default()
        };
        let walls = box_mesh::<T>(ROOM, true);
        let of = |triangles: &[[u32; 3]]| {
            let vertices = walls.vertices().to_vec();
            let mesh = TriangleMesh::with_options(vertices, triangles.to_vec(), &options);
            Object::new(mesh.unwrap())
        };
        let each = if is_one { 12 } else { 2 };
        Scene::of(walls.triangles().chunks(each).map(of)).unwrap()
    }
    fn check<T: Real>() {
        let t = T::nearest;
        let shapes: [&dyn Support; 4] = [
            &Capsule::new(0.5, 0.05).unwrap(),
            &Cuboid::new([0.4, 0.05, 0.25]).unwrap(),
            &Capsule::new(0.35, 0.25).unwrap(),
            &Cuboid::new([0.25, 0.5, 0.3]).unwrap(),
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(19);
        let mut overlapped = 0;
        for case in 0..800 {
            let faces = [Faces::TwoSided, Faces::OneSided][case / 4 % 2];
            let scene = room::<T>(faces, case / 8 % 2 == 0);
            let turn = (vector(&mut rng) * 3.0).map(t);
            let shape = shapes[case % 4];
            // How far it reaches from its middle, and out of the room.
            let mover = placed(shape, &Isometry3::new(Vector3::zeros(), turn));
            let reach = Vector3::from_fn(|k, _| mover.support_point(&Vector3::ith(k, 1.0))[k]);
            let out =
                |at: &Vector3<f64>| (at.abs() + reach - Vector3::from(ROOM)).sup(&Vector3::zeros());
            let at = Vector3::from_fn(|k, _| {
                let deep = reach[k] * rng.random_range(-0.2..0.8);
                let side = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
                side * (ROOM[k] - reach[k] + deep)
            });
            let pose = Isometry3::new(at.map(t), turn);
            let options = SlideOptions::default().with_skin(t(SKIN));
            let freed = depenetrate(&scene, &placed(shape, &pose), t(5.0), &options).unwrap();
            let [asked, moved] = [out(&at), freed.moved.map(Real::to_f64)].map(|x| x.norm());
            let is_in = out(&freed.position.coords.map(Real::to_f64)) == Vector3::zeros();
            assert!(
                freed.is_free() && is_in && moved < asked + 2.0 * SKIN,
                "{case} {faces:?} {pose}: {asked} {moved} {freed:?}"
            );
            overlapped += usize::from(freed.depth > T::zero());
        }
        assert!(overlapped > 600, "{overlapped}");
    }
    check::<f64>();
    check::<f32>();
}

/// A capsule in a one-sided mesh, its middle before the faces, is freed there.
fn is_freed<T: Real>(
    vertices: Vec<Point3<T>>,
    triangles: Vec<[u32; 3]>,
    at: [f64; 3],
    turn: [f64; 3],
    is_before: impl Fn(&Vector3<f64>) -> bool,
) {
    let t = T::nearest;
    let options = MeshOptions {
        faces: Faces::OneSided,
        ..MeshOptions::default()
    };
    let mesh = TriangleMesh::with_options(vertices, triangles, &options);
    let scene = Scene::of([Object::new(mesh.unwrap())]).unwrap();
    let shape = Capsule::new(0.5, 0.05).unwrap();
    let [at, turn] = [at, turn].map(|v| Vector3::from(v).map(t));
    let mover = placed(&shape, &Isometry3::new(at, turn));
    let options = SlideOptions::default().with_skin(t(SKIN));
    let freed = depenetrate(&scene, &mover, t(5.0), &options).unwrap();
    assert!(freed.depth > T::zero() && freed.is_free(), "{freed:?}");
    assert!(
        is_before(&freed.position.coords.map(Real::to_f64)),
        "{freed:?}"
    );
}

/// A capsule pokes through a one-sided wall of 2 × 2 cells. The shortest way out of the triangles that it overlaps leads along the wall,
/// through the others from behind, and ends deeper in one of them: the next one is taken, out by the front.
#[test]
fn a_way_that_ends_deeper_is_not_the_last() {
    fn check<T: Real>() {
        let corner = |k: u32| Point3::new(0.25 * f64::from(k / 3), f64::from(k % 3), 0.0);
        let vertices = (0..9).map(|k| corner(k).map(T::nearest)).collect();
        let cells = [0, 1, 3, 4].into_iter();
        let triangles = cells.flat_map(|a| [[a, a + 3, a + 4], [a, a + 4, a + 1]]);
        let (at, turn) = ([0.125, 0.5, 0.03125], [2.0, -0.75, 0.0]);
        is_freed::<T>(vertices, triangles.collect(), at, turn, |at| at.z > 0.0);
    }
    check::<f64>();
    check::<f32>();
}

/// A thin capsule pokes through one wall of a one-sided room, and what of it is beyond a second one is beyond the first one, too. The way
/// in through the first wall leads out of the second one by a little, passes it from behind, and ends as deep in it: that one is
/// left by its plane with the first.
#[test]
fn what_a_way_ends_in_is_left_by_its_plane() {
    fn check<T: Real>() {
        const ROOM: [f64; 3] = [1.0, 1.25, 1.5];
        let walls = box_mesh::<T>(ROOM, true);
        let (vertices, triangles) = (walls.vertices().to_vec(), walls.triangles().to_vec());
        let at = [-0.86971638, 1.18867605, -1.30590823];
        let turn = [-1.03098685, 0.30109803, 1.1750993];
        is_freed::<T>(vertices, triangles, at, turn, |at| {
            at.iter().zip(ROOM).all(|(x, h)| x.abs() < h)
        });
    }
    check::<f64>();
    check::<f32>();
}
