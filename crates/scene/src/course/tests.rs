use super::*;
use crate::probe::{Leg, Probe, View};
use crate::tree::{Frame, Guide};
use crate::turning::Turning;
use crate::{Motion, Object, Scene, TriangleMesh, TurningMotion};
use nalgebra::{Isometry3, Translation3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_cast::{Turn, TurningOptions};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, Real, Rounded, Shape, Sphere,
};
use wide::f32x4;

/// Of motions along, across and about the axes, and of any: a ball that turns with the shape is within the one that goes straight, and within
/// that of all angles.
#[test]
fn what_turns_stays_in_the_balls_that_go_straight() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut tight = 0.0_f64;
    for case in 0..20_000 {
        let mut vector = || {
            let axis = Vector3::ith(rng.random_range(0..3), 1.0);
            match rng.random_range(0..4) {
                0 => Vector3::zeros(),
                1 => axis,
                2 => -axis,
                _ => Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0)),
            }
        };
        // Slow ones bend all but as much as they are taken to.
        let slow = [1.0, 1.0 / 64.0][case % 2];
        let way = TurningWay {
            centre: Point3::from(vector()),
            displacement: vector() * slow,
            rotation: vector() * slow,
            scene: (case % 5 != 0).then(|| (vector() * slow, Point3::from(vector()))),
            most: f64::INFINITY,
        };
        // A point, so that no length of its own is rounded.
        let point = Body {
            point: vector(),
            radius: 0.0,
            origin: Vector3::zeros(),
            rotation: LinearMap::IDENTITY,
            swing: 0.0,
            rounding: 0.0,
        };
        let around = way.everywhere(&point);
        for (from, to) in [(0.0, 1.0), (0.5, 0.75), (0.875, 1.0)] {
            let moments = [from, 0.5 * (from + to), to].map(|s| way.moment(s));
            let roll = way.part(&point, [&moments[0], &moments[1], &moments[2]]);
            for i in 0..=16 {
                let s = f64::from(i) / 16.0;
                let there = way.at(&point.point, &way.moment(from + (to - from) * s));
                let off = |roll: &Roll| (there - (roll.centre + roll.displacement * s)).norm();
                let least = off(&roll);
                assert!(least <= roll.radius, "{case}: {least} {roll:?}");
                if least > 1e-9 {
                    tight = tight.max(least / roll.radius);
                }
                let is_around = around.as_ref().is_none_or(|all| off(all) <= all.radius);
                assert!(is_around, "{case}: {around:?}");
            }
        }
    }
    assert!(tight > 0.99, "{tight}");
}

/// About (2, 3, 6), whose length is 7: so many radians are a number, where the one that is turned by is rounded. What the path bends by within
/// a part is not counted.
#[test]
fn what_turns_many_times_is_off_its_path_by_no_more_than_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(29);
    let axis = Vector3::new(2.0, 3.0, 6.0);
    let lever = Vector3::new(3.0, -2.0, 0.0);
    let mut most = 0.0_f64;
    for power in [-8, 0, 4, 12, 20] {
        for _ in 0..2_000 {
            // Of 50 bits, so that seven times as much is exact.
            let fifty = (1_u64 << 49) + rng.random_range(0..1_u64 << 49);
            let per_length = fifty as f64 * 2.0_f64.powi(power - 49);
            let way = TurningWay {
                centre: Point3::origin(),
                displacement: Vector3::zeros(),
                rotation: axis * per_length,
                scene: None,
                most: f64::INFINITY,
            };
            let (sin, cos) = (7.0 * per_length).sin_cos();
            let expected = lever * cos + axis.cross(&lever) * (sin / 7.0);
            let off = (way.at(&lever, &way.moment(1.0)).coords - expected).norm();
            let slack = way.slack(&lever);
            assert!(off <= slack, "{per_length}: {off} > {slack}");
            most = most.max(off / slack);
        }
    }
    assert!(most > 1.0 / 256.0, "{most}");
}

/// Bars, plates, round shapes, and some whose middle is far from their origin.
fn shapes<T: Real>(rng: &mut ChaCha8Rng) -> Shape<T> {
    let mut size = || T::nearest(10f64.powf(rng.random_range(-2.0..0.5)));
    let (x, y, z) = (size(), size(), size());
    let (far, kind) = (size(), rng.random_range(0..8));
    match kind {
        0 | 1 => Cuboid::new([x, y, z]).unwrap().into(),
        2 => Capsule::new(x, y).unwrap().into(),
        3 => Cylinder::new(x, y).unwrap().into(),
        4 => Cone::new(x, y).unwrap().into(),
        5 => Ellipsoid::new([x, y, z]).unwrap().into(),
        6 => Sphere::new(x).unwrap().into(),
        _ => {
            let mut corner = || T::nearest(rng.random_range(-1.0..1.0));
            let points =
                (0..8).map(|_| Point3::new(far + corner() * x, corner() * y, corner() * z));
            let hull = ConvexHull::new(points.collect::<Vec<_>>()).unwrap();
            Rounded::new(hull, T::nearest(0.1) * x).unwrap().into()
        }
    }
}

/// A point of a shape that turns, wherever it comes to, is met by then: by the boxes of the way's parts, by a tree that asks them, and by what
/// sifts triangles. Nor is any of that far too early. Of motions as they are, and of many turns; in scenes that turn as well; seen from
/// any frame.
fn nothing_is_met_late<T: Real>(seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // With something that is met, so that the way is cut into parts.
    let ground = TriangleMesh::new(
        [[-9.0, 0.0, -9.0], [0.0, 0.0, 9.0], [9.0, 0.0, -9.0]]
            .map(|p: [f64; 3]| Point3::from(p.map(T::nearest)))
            .to_vec(),
        vec![[0, 1, 2]],
    )
    .unwrap();
    let scene = Scene::of([Object::new(ground)]).unwrap();
    let (mut checked, mut tight) = (0, [0.0_f64; 3]);
    for case in 0..4_000 {
        let shape = shapes::<T>(&mut rng);
        let mut vector = |most: f64| match case % 7 {
            0 => Vector3::ith(rng.random_range(0..3), most),
            _ => Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0) * most),
        };
        let angle = [0.01, 0.1, 0.5, 3.0, 40.0][case % 5];
        let round = |v: Vector3<f64>| v.map(T::nearest);
        let place = |at: Vector3<f64>, by: Vector3<f64>| {
            let rotation = UnitQuaternion::from_scaled_axis(round(by));
            Isometry3::from_parts(Translation3::from(round(at)), rotation)
        };
        let pose = place(vector(3.0), vector(2.0));
        let frame = place(vector(3.0), vector(if case % 3 == 0 { 0.0 } else { 2.0 }));
        let moving = Placed::new(&shape, pose).unwrap();
        let motion = Motion::new(moving, round(vector(2.0))).unwrap();
        let turn = Turn::by(round(vector(angle))).about(Point3::from(round(vector(1.0))));
        let mut motion = TurningMotion::new(motion, turn).unwrap();
        let in_scene =
            (case % 2 == 0).then(|| (round(vector(angle)), Point3::from(round(vector(2.0)))));
        if let Some((rotation, pivot)) = in_scene {
            motion = motion.in_turning_scene(rotation, pivot).unwrap();
        }
        let options = TurningOptions::default();
        let question = Turning::new(&scene, &motion, &options);
        let frame = crate::geometry::checked(&frame).unwrap();
        let course = question.seen_from(&frame);
        let pose = motion.motion().pose;
        let wide = |v: Vector3<T>| v.map(Real::to_f64);
        let middle = turn.centre.map(Real::to_f64);
        let way = TurningWay {
            centre: pose.place(&middle),
            displacement: wide(*motion.motion().displacement()),
            rotation: wide(turn.rotation),
            scene: in_scene.map(|(by, at)| (wide(by), at.map(Real::to_f64))),
            most: f64::INFINITY,
        };
        for _ in 0..4 {
            let along = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
            let rounding = along.normalize() * shape.radius();
            let point = shape.support_point(&along) + rounding;
            let s = rng.random_range(0.0..1.0);
            let there = way.at(&pose.rotation.apply(&(point - middle)), &way.moment(s));
            let seen = frame
                .rotation
                .apply_transposed(&(there - frame.position).coords);
            // As near as the scalar has it.
            let corner = Point3::from(seen.map(T::nearest));
            let mut beside =
                || corner + Vector3::from_fn(|_, _| T::nearest(rng.random_range(-0.5..0.5)));
            let corners = [corner, beside(), beside()];
            let bounds = crate::triangles::around(&corners);
            let tree = Aabb::around([[-30.0; 3].into(), [30.0; 3].into()]).unwrap();
            let of_tree = Frame::new(&tree);
            let leg = course.leg(&tree, &of_tree).unwrap();
            let (low, high) = (of_tree.lower(&bounds.min), of_tree.upper(&bounds.max));
            let planes = [0, 1, 2].map(|i| [low[i], high[i]].map(f32x4::splat));
            let found = leg.numbers(&planes, leg.limit(1.0));
            assert_eq!(found.within.to_bitmask(), 15, "{case}: {s}");
            let number = leg.first(found.of.to_array()[0]);
            let first = course.first(&bounds);
            assert!(
                number <= first && first <= s,
                "{case}: {number} {first} {s}"
            );
            let sieves = question.sieve(&frame, &course, &leg, &tree).unwrap();
            let sifted = sieves.first(&corners);
            assert!(sifted <= s, "{case}: {sifted} {s}");
            for (most, first) in tight.iter_mut().zip([number, first, sifted]) {
                *most = most.max(first / s);
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 16_000);
    assert!(tight.iter().all(|most| *most > 0.99), "{tight:?}");
}

#[test]
fn nothing_is_met_late_in_f64() {
    nothing_is_met_late::<f64>(5);
}

#[test]
fn nothing_is_met_late_in_f32() {
    nothing_is_met_late::<f32>(6);
}
