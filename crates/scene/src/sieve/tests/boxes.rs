//! What is told of boxes around a triangle, against casts of that.

use super::*;
use crate::geometry::{checked, farthest};
use crate::linear::Linear;
use crate::posed_triangle::PosedTriangle;
use crate::probe::{Leg, Probe, View};
use crate::question::Question;
use crate::tree::{Child, Frame, Guide, Node};
use crate::{Object, Query, Scene, TriangleMesh};
use swept_cast::Unresolved;

/// Of four boxes around the triangle, each within the next, when the box around the shape meets them, and when the shape does as far as is known:
/// infinite where never. And the number of what stands for the shape. `None` where not even the outermost is met.
fn told<T: Real>(cases: &mut Cases, case: &Case<T>) -> Option<([[f64; 4]; 2], f64)> {
    let mesh = TriangleMesh::new(case.corners.to_vec(), vec![[0, 1, 2]]).ok()?;
    let scene = Scene::of([Object::new(mesh).at(case.frame)]).ok()?;
    let motion = Motion::new(case.moving.as_ref(), case.way).unwrap();
    let query = Query::default();
    let linear = Linear::new(&scene, &motion, &query);
    let mut boxes = [crate::triangles::around(&case.corners); 4];
    let size = (boxes[0].max - boxes[0].min).norm();
    for k in 1..4 {
        let mut more = || Vector3::from_fn(|_, _| size * cases.number().abs() * 0.5);
        boxes[k].min = boxes[k - 1].min - more();
        boxes[k].max = boxes[k - 1].max + more();
    }
    let bounds = &boxes[3];
    let tree = Frame::new(bounds);
    let mut node = Node::empty();
    for (k, b) in boxes.iter().enumerate() {
        let child = Child::leaf(k as u32);
        node.set(k, tree.lower(&b.min), tree.upper(&b.max), child);
    }
    let frame = checked(&case.frame).unwrap();
    let view = linear
        .seen_from(&frame)
        .wider(linear.touching() * farthest(bounds));
    let leg = view.leg(bounds, &tree)?;
    let sieve = linear.box_sieve(&frame, &view, &leg, (bounds, &tree, 0.0));
    let closer = sieve.expect("a size").closer(&leg);
    let [a, b, c] = case.corners;
    let fixed = Placed::new(Triangle::new(a, b, c).ok()?, case.frame).unwrap();
    let unknown = Outcome::Unresolved(Unresolved {
        safe_fraction: T::zero(),
    });
    let own = view.first(&boxes[0]);
    let posed = PosedTriangle::of(&frame, &case.corners);
    let stand_in = linear.stand_in((&fixed, &posed), own, &unknown);
    let numbers = [
        leg.numbers(&node.planes, 1.0),
        closer.numbers(&node.planes, 1.0),
    ];
    let numbers = numbers.map(|numbers| {
        let (of, within) = (numbers.of.to_array(), numbers.within.to_bitmask());
        let first = |k: usize| match within >> k & 1 {
            0 => f64::INFINITY,
            _ => leg.first(of[k]),
        };
        [first(0), first(1), first(2), first(3)]
    });
    Some((numbers, stand_in))
}

/// About the same case, in a frame whose origin is so far away: what casts may call a touch grows with that.
fn seen_from_afar<T: Real>(case: Case<T>, by: Vector3<f64>) -> Case<T> {
    let corners = case
        .corners
        .map(|p| (p.map(Real::to_f64) + by).map(T::nearest));
    let back = (case.frame.rotation * by.map(T::nearest)).map(Real::to_f64);
    let position = case.frame.translation.vector.map(Real::to_f64) - back;
    let frame = Isometry3::from_parts(position.map(T::nearest).into(), case.frame.rotation);
    Case {
        frame,
        corners,
        ..case
    }
}

fn boxes_are_never_late<T: Real>(count: usize, seed: u64) {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let (mut hits, mut later, mut misses, mut passed) = (0, 0, 0, 0);
    for name in 0..count {
        let unit = [1.0, 1e-6, 1e6][name % 3];
        let mut case = cases.case::<T>(unit);
        if name % 4 == 3 {
            case = seen_from_afar(case, cases.vector() * unit * 3e3);
        }
        let [a, b, c] = case.corners;
        let Ok(triangle) = Triangle::new(a, b, c) else {
            continue;
        };
        let fixed = Placed::new(triangle, case.frame).unwrap();
        let sweep = Sweep::new(case.moving.as_ref(), case.way, fixed).unwrap();
        let outcome = sweep.cast();
        let Some(([plain, first], stand_in)) = told(&mut cases, &case) else {
            assert!(matches!(outcome, Outcome::Miss(_)), "{name}");
            continue;
        };
        let most = match &outcome {
            Outcome::Hit(hit) => hit.fraction_upper.to_f64(),
            Outcome::Overlap(_) => 0.0,
            _ => f64::INFINITY,
        };
        for k in 0..4 {
            assert!(first[k] >= plain[k], "{name} {k}: {plain:?} {first:?}");
            assert!(first[k] <= most, "{name} {k}: {first:?} {outcome:?}");
            // Nor is what only planes tell later than what would be asked if the cast were given up.
            let plane = if first[k] > plain[k] { first[k] } else { 0.0 };
            assert!(
                plane <= stand_in,
                "{name} {k}: {plain:?} {first:?} {stand_in}"
            );
        }
        match outcome {
            Outcome::Hit(hit) => {
                assert!(stand_in <= hit.fraction_upper.to_f64(), "{name}");
                hits += 1;
                later += usize::from(first[0] > plain[0] + 0.01 * (most - plain[0]));
            }
            Outcome::Miss(_) if plain[0] <= 1.0 => {
                misses += 1;
                passed += usize::from(first[0] > 1.0);
            }
            _ => {}
        }
    }
    println!("{hits} hits, {later} told more of; {misses} misses, {passed} passed over");
    assert!(hits > count / 10 && later > hits / 10 && passed > misses / 50);
}

#[test]
fn boxes_around_triangles_are_never_late() {
    boxes_are_never_late::<f32>(20_000, 30);
    boxes_are_never_late::<f64>(20_000, 31);
}

/// How much sooner a number may be than the fraction: the slack is 64 · 2⁻²⁴ of lengths of 22 at most, which are the way, the ball and the tree as
/// seen from it. That is 8.4e-6 of the way of 10, and twice as much where the plane leans.
const NEAR: f64 = 2e-5;

/// A ball of radius 1 that moves by 10 along x from the origin, and boxes at 5: of a flat one across the way, of one that it meets with its side
/// at a height of 0.6, and of one that the box around it meets at a corner, 0.8 out both ways, and it itself does not.
#[test]
fn a_ball_meets_boxes_later_than_the_box_around_it() {
    let case = |corners: [[f64; 3]; 3]| Case::<f64> {
        moving: Placed::new(Sphere::new(1.0).unwrap().into(), at(0.0, 0.0, 0.0)).unwrap(),
        way: Vector3::x() * 10.0,
        frame: at(0.0, 0.0, 0.0),
        corners: corners.map(Point3::from),
    };
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(32));
    let mut of = |corners: [[f64; 3]; 3]| {
        let ([plain, first], _) = told(&mut cases, &case(corners)).unwrap();
        assert!((plain[0] - 0.4).abs() < NEAR, "{plain:?}");
        first[0]
    };
    let flat = of([[5.0, -1.0, -1.0], [5.0, 2.0, -1.0], [5.0, -1.0, 2.0]]);
    assert!((0.4 - NEAR..=0.4).contains(&flat), "{flat}");
    // The plane at its nearest point from (4, 0, 0), along (1, 0.6, 0): reached when 1 · s + 0.36 = √1.36 is left of the way.
    let side = of([[5.0, 0.6, -1.0], [5.5, 2.0, -1.0], [5.5, 0.6, 2.0]]);
    let expected = (4.0 + 1.36 - 1.36_f64.sqrt()) / 10.0;
    assert!(
        (expected - NEAR..=expected).contains(&side),
        "{side} {expected}"
    );
    let corner = of([[5.0, 0.8, 0.8], [5.5, 2.0, 0.8], [5.5, 0.8, 2.0]]);
    assert!(corner > 0.45, "{corner}");
}
