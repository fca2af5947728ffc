//! Movers that slide past the end of what they slide along: it holds them no longer.

use nalgebra::{Point3, Vector3};
use swept_scene::{Object, Scene};
use swept_slide::{SlideOptions, SlideReport, Stop, move_and_slide, slide};
use swept_support::{Cuboid, Placed, Real, Sphere};

const SKIN: f64 = 1.0 / 64.0;
/// In units of the scalar's epsilon: some dozens of roundings of places that are up to 20 from the origin.
const ROUNDING: f64 = 512.0;

/// A ball of radius 0.5 is moved among boxes, each given by its lowest and its highest corner.
fn moved<T: Real>(boxes: &[[[f64; 3]; 2]], from: [f64; 3], way: [f64; 3]) -> SlideReport<T> {
    let t = T::nearest;
    let objects = boxes.iter().map(|[low, high]| {
        let [low, high] = [low, high].map(|p| Vector3::from(*p));
        let half = ((high - low) * 0.5).map(t);
        Object::new(Cuboid::new([half.x, half.y, half.z]).unwrap()).at(((low + high) * 0.5).map(t))
    });
    let scene = Scene::of(objects).unwrap();
    let ball = Placed::new(Sphere::new(t(0.5)).unwrap(), from.map(t)).unwrap();
    let options = SlideOptions::default().with_skin(t(SKIN));
    move_and_slide(&scene, &ball, way.map(t), &options, slide).unwrap()
}

/// The floor that it has slid along is behind it, and the wall leaves the way down.
#[test]
fn a_ledge_holds_nobody_at_the_wall_across_a_pit() {
    fn falls<T: Real>() {
        let ledge = [[-4.0, -1.0, -4.0], [2.0, 0.0, 4.0]];
        let wall = [[4.0, -20.0, -4.0], [5.0, 4.0, 4.0]];
        let from = [0.0, 0.5 + SKIN, 0.0];
        let report = moved::<T>(&[ledge, wall], from, [10.0, -10.0, 0.0]);
        assert_eq!(report.stop, Stop::Arrived);
        let across = 3.5 - SKIN;
        let expected = Vector3::new(across, across - 10.0, 0.0);
        let off = (report.moved.map(Real::to_f64) - expected).norm();
        assert!(off < ROUNDING * T::EPSILON, "{report:?}");
        assert_eq!(report.planes.len(), 1);
    }
    falls::<f32>();
    falls::<f64>();
}

/// Along the ledge to the wall, down along that and below it to a floor, along the floor to another wall, and down again: each of the
/// places where it is turned is looked into.
#[test]
fn a_mover_is_turned_at_one_end_after_the_other() {
    let ledge = [[-4.0, -1.0, -4.0], [2.0, 0.0, 4.0]];
    let wall = [[4.0, -2.0, -4.0], [5.0, 4.0, 4.0]];
    let floor = [[2.0, -6.0, -4.0], [7.0, -5.0, 4.0]];
    let other = [[9.0, -30.0, -4.0], [10.0, -4.0, 4.0]];
    let from = [0.0, 0.5 + SKIN, 0.0];
    let report = moved::<f64>(&[ledge, wall, floor, other], from, [20.0, -20.0, 0.0]);
    assert_eq!(report.stop, Stop::Arrived);
    // To the first wall, down to the floor by 5, to the other wall, and all that is left.
    let expected = Vector3::new(8.5 - SKIN, -5.0 - (20.0 - 8.5 + SKIN - 5.0), 0.0);
    let off = (report.moved - expected).norm();
    assert!(off < ROUNDING * f64::EPSILON, "{report:?}");
}

/// Where all that stops it is near, it stays stopped.
#[test]
fn a_corner_that_is_slid_into_stops() {
    let floor = [[-4.0, -1.0, -4.0], [5.0, 0.0, 4.0]];
    let wall = [[4.0, -20.0, -4.0], [5.0, 4.0, 4.0]];
    let from = [0.0, 0.5 + SKIN, 0.0];
    let report = moved::<f64>(&[floor, wall], from, [10.0, -10.0, 0.0]);
    assert_eq!(report.stop, Stop::Blocked);
    let off = (report.moved - Vector3::new(3.5 - SKIN, 0.0, 0.0)).norm();
    assert!(off < ROUNDING * f64::EPSILON, "{report:?}");
    assert_eq!(report.planes.len(), 2);
}

/// A ball whose skin is as wide as it is slides down a wall to the floor behind it. The cast that meets the wall has also met the floor's
/// far edge, where the ball never comes: along the normal there the floor's corner is a skin away at the start, which the floor is not.
#[test]
fn an_edge_behind_a_wall_stops_nobody_before_it_is_near() {
    let boxes = [
        ([1.0, 10.0, 10.0], [-1.0, 0.0, 0.0]),
        ([10.0, 1.0, 10.0], [10.0, -1.0, 0.0]),
    ];
    let boxes = boxes.map(|(half, at)| Object::new(Cuboid::new(half).unwrap()).at(at));
    let scene = Scene::of(boxes).unwrap();
    let ball = Placed::new(Sphere::new(0.25).unwrap(), [0.5, 1.1606240562764103, 0.0]).unwrap();
    let way = [-2.6972124159172113, -3.1602368579519666, 1.709658476827882];
    let options = SlideOptions::default().with_skin(0.25);
    let report = move_and_slide(&scene, &ball, way, &options, slide).unwrap();
    assert_eq!(report.stop, Stop::Arrived);
    let off = (report.position - Point3::new(0.5, 0.5, way[2])).norm();
    assert!(off < 0.25 / 16.0, "{report:?}");
}
