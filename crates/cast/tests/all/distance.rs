//! Distances and depths that went wrong where one number decides between two ways to go on.

use crate::dice::Dice;
use nalgebra::{Isometry3, Point3, Quaternion, Translation3, UnitQuaternion};
use swept_cast::{
    Distance, DistanceCache, DistanceOptions, Outcome, Sweep, distance, distance_with, intersects,
};
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Placed, PointShape, Real, Shape,
    Sphere, Support,
};

/// An upright cylinder of radius 3 stands beside an upright edge of a box, its axis (3, 4) from the edge: 5 − 3 = 2 apart
/// along (0.6, 0, 0.8). Their heights have next to nothing in common, so that the nearest point is a mixture of corners
/// of which one has next to no weight.
#[test]
fn a_face_that_is_touched_at_its_end_is_found() {
    for overlap in [1e-1_f64, 1e-4, 1e-7, 1e-10, 1e-13, 0.0] {
        let cylinder = Cylinder::new(1.0, 3.0).unwrap();
        let moving = Placed::new(cylinder, [5.0, 3.0 - overlap, 5.0]).unwrap();
        let cuboid = Cuboid::new([2.0, 2.0, 1.0]).unwrap();
        let fixed = Placed::new(cuboid, [0.0; 3]).unwrap();
        let Distance::Apart(apart) = distance(&moving, &fixed).unwrap() else {
            panic!("{overlap}");
        };
        let open = apart.separation_upper - apart.separation;
        assert!(
            (apart.separation - 2.0_f64).abs() < 1e-12 && open < 1e-12,
            "{overlap}: {apart:?}"
        );
    }
}

/// A plate in x = 0 ends at z = −1, on the axis of an upright cylinder of radius 1: half of all directions across the axis
/// are ways out, all as long as the radius, and no polytope tells them apart. The points are on the bodies all the same.
#[test]
fn where_many_ways_out_are_as_long_the_points_are_on_the_bodies() {
    let upright = |x: f64, y: f64, z: f64, w: f64| {
        UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z))
    };
    let pose = |y: f64, z: f64, turn| Isometry3::from_parts([0.0, y, z].into(), turn);
    // Half a turn about x and a quarter about y leave both upright.
    let turned = pose(-2.0, -1.0, upright(0.0, 1.0, 0.0, 1.0));
    let moving = Placed::new(Cylinder::new(3.0, 1.0).unwrap(), turned).unwrap();
    let turned = pose(0.0, 0.0, upright(1.0, 0.0, 0.0, 0.0));
    let fixed = Placed::new(Cuboid::new([0.0, 3.0, 1.0]).unwrap(), turned).unwrap();
    let Distance::Overlap(found) = distance(&moving, &fixed).unwrap() else {
        panic!("they overlap");
    };
    let (p, q, n) = (found.point_moving, found.point_fixed, found.normal);
    assert!((found.depth - 1.0).abs() < 1e-13);
    assert!((f64::hypot(p.x, p.z + 1.0) - 1.0).abs() < 1e-13, "{p}");
    assert!(q.x.abs().max((q.z + 1.0).abs()) < 1e-13, "{q}");
    assert!((p + n.into_inner() * found.depth - q).amax() < 1e-13);
}

/// A limit or a tolerance that ends the search before any plane is found that shows how the shapes stand leaves open how far apart
/// they are, and not whether they are.
#[test]
fn a_loose_search_tells_apart_from_overlapping() {
    let point = Placed::new(PointShape, [-15.0, -5.5, -11.0]).unwrap();
    let capsule = Placed::new(Capsule::new(1.0, 0.5).unwrap(), [0.0; 3]).unwrap();
    let ball = Placed::new(Sphere::new(0.875).unwrap(), [1.5, 0.25, -0.5]).unwrap();
    let upright = Placed::new(Cylinder::new(1.0, 0.5).unwrap(), [0.1, 0.3, -0.2]).unwrap();
    let cuboid = Placed::new(Cuboid::new([1.0, 2.0, 3.0]).unwrap(), [0.5; 3]).unwrap();
    let beside = Placed::new(Cuboid::new([1.0; 3]).unwrap(), [0.2, 2.0, 4.6]).unwrap();
    let shapes: [Placed<f64, &dyn Support>; 6] = [
        point.as_dyn(),
        capsule.as_dyn(),
        ball.as_dyn(),
        upright.as_dyn(),
        cuboid.as_dyn(),
        beside.as_dyn(),
    ];
    let steps = (0..20).map(|max_steps| DistanceOptions {
        max_steps,
        ..DistanceOptions::default()
    });
    let tolerances = (-4..4).map(|k| DistanceOptions {
        tolerance: f64::powi(2.0, k),
        ..DistanceOptions::default()
    });
    for options in steps.chain(tolerances) {
        for (i, a) in shapes.iter().enumerate() {
            for b in shapes.iter().take(i) {
                let known = distance(a, b).unwrap();
                let found = distance_with(a, b, &options, None).unwrap();
                let ([at_least, at_most], [lower, upper]) = match (&known, &found) {
                    (Distance::Apart(known), Distance::Apart(found)) => (
                        [known.separation, known.separation_upper],
                        [found.separation, found.separation_upper],
                    ),
                    (Distance::Overlap(known), Distance::Overlap(found)) => (
                        [known.depth_lower, known.depth],
                        [found.depth_lower, found.depth],
                    ),
                    other => panic!("{options:?}: {other:?}"),
                };
                let holds = lower <= at_most && upper >= at_least;
                assert!(holds, "{options:?}: {known:?} {found:?}");
            }
        }
    }
}

/// A solid, and a hull a millionth as large within it: the depth's bounds are as near to each other as a round valley leaves them.
fn tiny_in(solid: Shape<f64>, corners: &[[f64; 3]], at: [f64; 3], [x, y, z, w]: [f64; 4]) {
    let hull = ConvexHull::new(corners.iter().map(|p| Point3::from(*p))).unwrap();
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
    let moving = Placed::new(solid, [0.0; 3]).unwrap();
    let fixed = Placed::new(hull, Isometry3::from_parts(Translation3::from(at), turn)).unwrap();
    let Ok(Distance::Overlap(overlap)) = distance(&moving, &fixed) else {
        panic!("apart");
    };
    let open = overlap.depth - overlap.depth_lower;
    assert!(open < 2e-3 * overlap.depth, "{overlap:?}");
}

#[test]
fn slivers_at_the_corners_of_a_tiny_hull_leave_the_depth_bounded() {
    tiny_in(
        Cone::new(0.16617296831499034, 1.5182180741700169)
            .unwrap()
            .into(),
        &[
            [
                -1.0825129098730059e-6,
                -2.3360158916626363e-6,
                -1.7148553564518903e-6,
            ],
            [
                9.119701813751347e-8,
                -2.322711105119251e-6,
                2.1562419418670113e-6,
            ],
            [
                -2.9396269039790473e-6,
                -2.417402215602569e-6,
                -3.985129606434261e-7,
            ],
            [
                2.75026703587774e-6,
                4.4110903304125707e-7,
                -1.8048952182556056e-6,
            ],
            [
                2.892221681558477e-6,
                5.816475560081684e-7,
                1.8910141542515553e-6,
            ],
        ],
        [
            2.156882182516737e-6,
            0.02444795465481575,
            1.0594703209226341e-6,
        ],
        [
            0.11952840798125186,
            0.9633038843290243,
            -0.22619254273669975,
            0.0812128052242232,
        ],
    );
    tiny_in(
        Cone::new(1.4859626091580806, 1.8028818496115397)
            .unwrap()
            .into(),
        &[
            [
                -4.360762911638859e-6,
                -2.8282876794523973e-6,
                1.0664586935236367e-6,
            ],
            [
                -4.225847885450156e-6,
                -5.9456381199377106e-6,
                3.470592104928332e-6,
            ],
            [
                -3.2311495895288184e-6,
                1.8438335041854102e-6,
                6.014121450770698e-6,
            ],
            [
                -1.5536133533300723e-6,
                -7.235795296463239e-6,
                -2.778659305916347e-6,
            ],
            [
                -5.823998849402084e-6,
                -5.211988845561261e-6,
                3.253909503430534e-6,
            ],
            [
                -2.6673614210727663e-6,
                7.4612073603711455e-6,
                -2.9536287525362397e-6,
            ],
            [
                5.836381729808823e-6,
                1.4814452337924247e-6,
                3.332807686481478e-7,
            ],
            [
                -7.3933024796575654e-6,
                5.652187315429802e-6,
                4.696763555321981e-6,
            ],
            [
                1.695248317162628e-6,
                5.254538257178073e-6,
                2.821504903648016e-6,
            ],
        ],
        [-0.11662099633302603, -0.5307113363012175, 0.282190684773203],
        [
            0.578970819268056,
            -0.07063086694670458,
            0.25916977299340127,
            -0.7698279676895234,
        ],
    );
}

/// The centre of a ball is (3, 4) beside an edge of a box: 5 less its radius. Neither is turned, so that the difference of their
/// points errs by a few units in its last place, and the bounds are no farther apart than that makes them.
#[test]
fn the_distance_of_shapes_that_are_not_turned_is_known_to_rounding() {
    for k in [-60, 0, 60] {
        let unit = f64::powi(2.0, k);
        let cuboid = Cuboid::new([2.0, 1.0, 3.0].map(|x| x * unit)).unwrap();
        let ball = Sphere::new(0.7 * unit).unwrap();
        let fixed = Placed::new(cuboid, [0.0; 3]).unwrap();
        let at = [5.0, 0.25, 7.0].map(|x| x * unit);
        let Distance::Apart(apart) = distance(&Placed::new(ball, at).unwrap(), &fixed).unwrap()
        else {
            panic!("apart");
        };
        let (low, high) = (apart.separation, apart.separation_upper);
        // 5 − 0.7, rounded once.
        assert!(low < 4.3 * unit && 4.3 * unit < high, "{low:e} {high:e}");
        let scale = (13.0 + 0.7) * unit;
        assert!(
            high - low <= 20.0 * f64::EPSILON * scale,
            "{low:e} {high:e}"
        );
    }
}

/// A small hull, flat to rounding, at a face of a tetrahedron. Three of its corners are in line, and so are three of the polytope's,
/// beside a sliver. The depth is that of the obstacle's nearest face, in exact arithmetic.
#[test]
fn corners_in_line_leave_the_depth_bounded() {
    let tetrahedron = [
        [0.06813241912744294, 0.3058059116839478, 0.8274464053937272],
        [-0.5943646671728833, 0.5385593768761405, 0.22843734048150605],
        [
            0.39075150288594007,
            -0.07219148083891735,
            0.6157957485876236,
        ],
        [-0.14186609922378185, 0.7495340488071344, 0.4474539060793727],
    ];
    let (x, y, z) = (
        0.00038846920650959443,
        0.0014223846296563213,
        -0.0001086621935498146,
    );
    let flat = [
        [-x, -y, z],
        [1.889238425525925e-20, -y, -0.00010866219354981457],
        [x, -y, z],
        [-x, y, z],
    ];
    let at = [-0.2485377250272702, 0.4264050272683209, 0.37297720156503184];
    let hull = |corners: [[f64; 3]; 4]| ConvexHull::new(corners).unwrap();
    let solid = Placed::new(hull(tetrahedron), [0.0; 3]).unwrap();
    let flat = Placed::new(hull(flat), at).unwrap();
    for found in [distance(&solid, &flat), distance(&flat, &solid)] {
        let Ok(Distance::Overlap(overlap)) = found else {
            panic!("apart");
        };
        let depth = 1.7506660056729742e-4;
        assert!(overlap.depth_lower <= depth && depth <= overlap.depth);
        assert!(overlap.depth - overlap.depth_lower < 1e-13, "{overlap:?}");
    }
}

/// Cylinders one on top of the other, and on boxes, anywhere across and with next to no gap: the nearest point is on the line between
/// any two points of the rims, up to rounding, and the way to it is too short to tell the normal.
#[test]
fn what_stands_on_a_cylinder_is_known_to_be_as_high_as_it_is() {
    let mut dice = Dice(5);
    let mut roll = || dice.part();
    for i in 0..4_000 {
        let mut size = || 0.0625 * 256.0_f64.powf(roll());
        let (h, r, half, other) = (size(), size(), size(), size());
        let (scale, far) = (h + r + half + other, 0.7 * roll() * (r + other));
        let (across, angle) = (h + half + scale * 0.1_f64.powi(3 + i % 10), 7.0 * roll());
        let at = [far * angle.cos(), across, far * angle.sin()];
        let fixed: Shape<f64> = if i % 3 == 0 {
            Cuboid::new([other, half, other]).unwrap().into()
        } else {
            Cylinder::new(half, other).unwrap().into()
        };
        let moving = Placed::new(Cylinder::new(h, r).unwrap(), at).unwrap();
        let fixed = Placed::new(fixed, [0.0; 3]).unwrap();
        let Distance::Apart(apart) = distance(&moving, &fixed).unwrap() else {
            panic!("{i}: they overlap");
        };
        let gap = across - h - half;
        let off = (gap - apart.separation).max(apart.separation_upper - gap);
        assert!(off < 1e-14 * scale, "{i}: {gap:e} {apart:?}");
    }
}

/// Boxes that stand on one another touch, however they are turned about their common upright axis: their depth is 0, and what rounding
/// may hide of it is no overlap. A cast without displacement says the same of them.
#[test]
fn boxes_that_stand_on_one_another_touch() {
    fn stacked<T: Real>(to: impl Fn(f64) -> T) {
        for far in [0.0, 1.0, 1e3, 1e5] {
            for turn in [0.0, 0.3, 0.9, 1.2] {
                let put = |x: f64, y: f64, turn: f64| {
                    let at = Translation3::new(to(far + x), to(far + y), to(x));
                    let turned = UnitQuaternion::from_euler_angles(T::zero(), to(turn), T::zero());
                    let cuboid = Cuboid::new([to(0.5); 3]).unwrap();
                    Placed::new(cuboid, Isometry3::from_parts(at, turned)).unwrap()
                };
                let (moving, fixed) = (put(0.0625, 1.0, turn + 0.3), put(0.0, 0.0, turn));
                let found = distance(&moving, &fixed).unwrap();
                assert!(
                    matches!(found, Distance::Apart(apart) if apart.separation == T::zero()),
                    "{far} {turn}: {found:?}"
                );
                assert!(intersects(&moving, &fixed).unwrap());
                let sweep = Sweep::new(moving, [T::zero(); 3], fixed).unwrap();
                let cast = sweep.cast();
                assert!(
                    matches!(cast, Outcome::Miss(miss) if miss.gap == T::zero()),
                    "{far} {turn}: {cast:?}"
                );
            }
        }
    }
    stacked(|x| x);
    stacked(|x| x as f32);
}

/// Points nearer to each other than squares can tell are no nearer than they are, and no farther.
#[test]
fn points_whose_squares_vanish_have_a_distance() {
    for k in [-100, -400, -500, -540, -600, -800, -1_000] {
        let off = 2_f64.powi(k);
        let moving = Placed::new(PointShape, [off; 3]).unwrap();
        let fixed = Placed::new(PointShape, [0.0; 3]).unwrap();
        let Distance::Apart(apart) = distance(&moving, &fixed).unwrap() else {
            panic!("2^{k}: they overlap");
        };
        let truth = 3_f64.sqrt() * off;
        assert!(
            apart.separation <= truth && truth <= apart.separation_upper,
            "2^{k}: {apart:?}"
        );
    }
}

/// What a cache keeps of bodies that stand corner to corner are these corners: asked again and again while they turn and move a little, it
/// gathers no rounding.
#[test]
fn what_a_cache_keeps_gathers_no_rounding() {
    let turn = UnitQuaternion::from_euler_angles(0.3, -1.0, 2.0);
    let cuboid = Cuboid::new([0.1, 0.7, 0.3]).unwrap();
    let apart = |i: f64| {
        let turned = turn * UnitQuaternion::from_euler_angles(0.0, 0.0, 1e-3 * i);
        let at = turn * nalgebra::Vector3::new(2.0, 2.0, 2.0 + 1e-3 * i);
        let moving = Isometry3::from_parts(at.into(), turned);
        let fixed = Isometry3::from_parts(Translation3::identity(), turn);
        let put = |pose| Placed::<f64, _>::new(cuboid, pose).unwrap();
        (put(moving), put(fixed))
    };
    let mut cache = DistanceCache::new();
    let mut ask = |i: u32| {
        let (moving, fixed) = apart(f64::from(i));
        let options = DistanceOptions::default();
        let found = distance_with(&moving, &fixed, &options, Some(&mut cache)).unwrap();
        assert!(found.separation() > 2.0);
        cache
    };
    let first = ask(0);
    for i in 1..50 {
        assert_eq!(ask(i), first, "{i}");
    }
    cache.clear();
    assert_eq!(cache, DistanceCache::new());
}

/// How far beside the normal the way between nearest points may be that are no more than 8 apart, of shapes whose scale is no more than 8,
/// where the search alone finds them: its bounds close to 8 units roundoff of the scale, and what the way is off by sideways makes it longer
/// by its square over twice its length, √(2 · 8 · 64 · 2⁻⁵³).
const BESIDE: f64 = 3.4e-7;

/// The same where Newton's method finds them: what places of no more than 4 are known to, 100 units in their last place.
const ALONG: f64 = 1e-13;

/// Newton's method has the last digits of curved shapes' nearest points, of 97 pairs in a hundred at least: of these 3,499 it is 99, give or
/// take a sixth were they others.
#[test]
fn the_way_between_nearest_points_on_curves_is_along_the_normal() {
    let corners = [[-1.0, -0.5, 0.0], [1.0, -0.5, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
    let shapes: [Shape<f64>; 6] = [
        Cylinder::new(0.75, 0.5).unwrap().into(),
        Cone::new(0.75, 0.75).unwrap().into(),
        Ellipsoid::new([1.0, 0.75, 0.5]).unwrap().into(),
        Cuboid::new([1.0, 0.75, 0.5]).unwrap().into(),
        Capsule::new(0.75, 0.5).unwrap().into(),
        ConvexHull::new(corners).unwrap().into(),
    ];
    let mut dice = Dice(1);
    let (mut apart, mut along) = (0, 0);
    for _ in 0..4_000 {
        let [moving, fixed] = [
            &shapes[dice.below(6) as usize],
            &shapes[dice.below(3) as usize],
        ]
        .map(|shape| {
            let turn = UnitQuaternion::from_scaled_axis(dice.vector() * 3.0);
            let at = Translation3::from(dice.vector() * 2.0);
            Placed::new(shape, Isometry3::from_parts(at, turn)).unwrap()
        });
        let Distance::Apart(found) = distance(&moving, &fixed).unwrap() else {
            continue;
        };
        let (way, n) = (
            found.point_moving - found.point_fixed,
            found.normal.into_inner(),
        );
        let beside = (way - n * n.dot(&way)).norm();
        assert!(beside <= BESIDE, "{beside:e} {moving:?} {fixed:?}");
        apart += 1;
        along += i32::from(beside <= ALONG);
    }
    assert!(apart > 2_000 && 100 * along >= 97 * apart);
}

/// Half a unit apart, and half a unit deep, up to rounding: some 1e-15 of lengths up to 3.
#[test]
fn a_signed_distance_is_a_separation_or_minus_a_depth() {
    let ball = Sphere::new(1.0).unwrap();
    let at = |x: f64| Placed::new(ball, [x, 0.0, 0.0]).unwrap();
    let signed = |x: f64| distance(&at(0.0), &at(x)).unwrap().signed();
    assert!((signed(2.5) - 0.5).abs() < 1e-12, "{}", signed(2.5));
    assert!((signed(1.5) + 0.5).abs() < 1e-12, "{}", signed(1.5));
}
