//! Skins that are wider than the scene, all of which is near all the time, or than the mover.

use crate::common::{ground, rolling_ground};
use crate::counted::Counted;
use nalgebra::{Point3, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::kit::{Slopes, footing};
use swept_slide::{SlideOptions, SlideReport, Stop, move_and_slide, slide};
use swept_support::{Capsule, Cuboid, HalfSpace, Placed, PointShape};

/// A move of a box that starts at this height, with a skin of 20, and how many support points it asks for.
fn moved(scene: &Scene<f64>, way: [f64; 3], height: f64) -> (SlideReport<f64>, u32) {
    let shape = Counted::new(Cuboid::new([0.3, 0.5, 0.3]).unwrap());
    let mover = Placed::new(&shape, [0.3, height, 0.1]).unwrap();
    let options = SlideOptions::default().with_skin(20.0);
    let report = move_and_slide(scene, &mover, way, &options, slide).unwrap();
    (report, shape.take())
}

/// Of 3,200 triangles each is measured once, which asks for a dozen support points at most, and cast against at the start; not on the ways
/// that leave the ground.
#[test]
fn a_skin_wider_than_a_mesh_costs_a_few_casts_against_all_of_it() {
    let scene = Scene::of([ground(4.0)]).unwrap();
    for way in [[1.0, -0.3, 0.2], [0.0, -1.0, 0.0], [1.0, 0.05, 0.1]] {
        for height in [1.2, 3.0] {
            let (report, asked) = moved(&scene, way, height);
            // Room is made first, to the skin's distance.
            assert!(report.position.y > 20.0 && report.stop == Stop::Arrived);
            assert!(asked < 16 * 3_200, "{way:?} {height}: {asked}");
        }
    }
}

/// A motion that leads away from all of it is made by one cast, which asks next to nothing.
#[test]
fn a_motion_away_from_all_that_is_near_costs_no_more_than_one_that_is_near_to_nothing() {
    let scene = Scene::of([ground(4.0)]).unwrap();
    for height in [1.2, 3.0] {
        let (report, asked) = moved(&scene, [0.0, 1.0, 0.0], height);
        let arrived = (Stop::Arrived, 1, height + 1.0);
        assert_eq!((report.stop, report.casts, report.position.y), arrived);
        assert!(asked < 100, "{height}: {asked}");
    }
}

/// What is met is held against the planes of what is near only until one of them has it behind. Held against all of them each time, as many
/// as there are triangles, it was seven million support points.
#[test]
fn what_a_mover_in_steep_ground_meets_is_held_against_few_planes() {
    let scene = Scene::of([rolling_ground(4.0, 1.5)]).unwrap();
    for way in [[1.0, -0.3, 0.2], [0.0, -1.0, 0.0], [1.0, 0.05, 0.1]] {
        for height in [0.1, 0.4] {
            let (report, asked) = moved(&scene, way, height);
            assert!(asked < 800 * 3_200, "{way:?} {height}: {asked}, {report:?}");
        }
    }
}

/// A point has no size that a skin could be wider than: on a floor without bound it lands at the skin's distance, however wide, and goes
/// on along it.
#[test]
fn a_point_lands_on_a_floor_without_bound_at_any_skin() {
    let floor = HalfSpace::new([0.0, 1.0, 0.0]).unwrap();
    let scene = Scene::of([Object::new(floor)]).unwrap();
    for skin in [1e-3, 1.0, 1e3] {
        let mover = Placed::new(PointShape, [0.0, 2.0 * skin, 0.0]).unwrap();
        let options = SlideOptions::default().with_skin(skin);
        let way = [0.5 * skin, -3.0 * skin, 0.0];
        let report = move_and_slide(&scene, &mover, way, &options, slide).unwrap();
        let off = report.position - Point3::new(way[0], skin, 0.0);
        assert!(off.norm() < 0.1 * skin, "{skin}: {report:?}");
    }
}

/// On an edge that its flank meets, a round foot stands at the skin's distance from the plane that separates, and so farther from the edge:
/// by little with a narrow skin, and by some skins with one as wide as the foot.
#[test]
fn a_round_foot_stands_a_skin_away_from_the_plane_of_an_edge() {
    let block = Object::new(Cuboid::new([1.0, 1.0, 4.0]).unwrap()).at([-1.0, -1.0, 0.0]);
    let scene = Scene::of([block]).unwrap();
    let slopes = Slopes::new(Vector3::y(), 50.0_f64.to_radians()).unwrap();
    let r: f64 = 0.3;
    let foot = Capsule::new(0.5, r).unwrap();
    for skin in [0.003, 0.03, 0.3, 0.6] {
        for s in [0.6_f64, 0.3, 0.2, 0.1] {
            // Met half a skin away, where the normal leads up by the sine s.
            let half = 0.5 * skin;
            let aside = (r + half) * (1.0 - s * s).sqrt();
            let mover = Placed::new(&foot, [aside, 4.5, 0.0]).unwrap();
            let options = SlideOptions::default().with_skin(skin);
            let floor = footing(&scene, &mover, 6.0, &slopes, &options).unwrap();
            let at = floor.unwrap().position;
            let gap = at.x.hypot(at.y - 0.5) - r;
            let further = half * half * (1.0 / (s * s) - 1.0);
            let expected = ((r + skin).powi(2) + further).sqrt() - r;
            assert!((gap - expected).abs() < 1e-6 * skin, "{skin} {s}: {gap}");
        }
    }
}
