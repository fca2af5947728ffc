//! Times what is asked of two shapes that stand still, against parry in one process and in `f32`: their distance, their depth, and whether
//! they overlap.
//!
//! ```sh
//! cargo bench -p swept-benches --bench pairs [-- PAIR..]
//! ```
//!
//! Both answer blocks of queries in turn; the least time of each block counts. Shapes are of kinds that are known at run time only. What
//! distances and depths are off by is told by swept in `f64`, whose bounds are proven; parry's contacts are asked for what overlaps, and its
//! distances for what is apart.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{contact, distance as peer_distance, intersection_test};
use parry3d::shape as peer;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use swept::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Distance, Placed, Real, Shape, Sphere, Triangle,
    distance, intersects,
};
use swept_benches::{arguments, round_corners, side_by_side};

/// Of each outcome.
const QUERIES: usize = 200;

const KINDS: [&str; 7] = [
    "ball", "capsule", "box", "cylinder", "cone", "hull", "triangle",
];
const HALF: [f64; 3] = [1.0, 0.75, 0.5];
const CORNERS: [[f64; 3]; 3] = [[-1.0, -0.5, 0.0], [1.0, -0.5, 0.0], [0.0, 1.0, 0.0]];

fn main() {
    let asked: Vec<_> = arguments().collect();
    println!(
        "{QUERIES} queries each: ns per query, and as a part of parry's; what lengths are off by"
    );
    println!(
        "{:20}{:>33}{:>33}{:>25}",
        "", "apart", "overlapping", "whether they do"
    );
    for (i, a) in KINDS.iter().enumerate() {
        for (j, b) in KINDS.iter().enumerate().skip(i) {
            let title = format!("{a}-{b}");
            if asked.is_empty() || asked.contains(&title) {
                row(&title, [i, j]);
            }
        }
    }
}

fn shape<T: Real>(kind: usize) -> Shape<T> {
    let n = T::nearest;
    let point = |p: [f64; 3]| Point3::from(p.map(n));
    match kind {
        0 => Sphere::new(n(1.0)).expect("a ball").into(),
        1 => Capsule::new(n(0.75), n(0.5)).expect("a capsule").into(),
        2 => Cuboid::new(HALF.map(n)).expect("a box").into(),
        3 => Cylinder::new(n(0.75), n(0.5)).expect("a cylinder").into(),
        4 => Cone::new(n(0.75), n(0.75)).expect("a cone").into(),
        5 => {
            let corners = round_corners(1.0).into_iter();
            let corners = corners.map(|p| p.map(|x| n(x.into())));
            ConvexHull::new(corners).expect("a hull").into()
        }
        _ => {
            let [a, b, c] = CORNERS.map(point);
            Triangle::new(a, b, c).expect("a triangle").into()
        }
    }
}

fn vector(v: [f64; 3]) -> Vector {
    Vector::from(v.map(|x| x as f32))
}

/// The same.
fn peer(kind: usize) -> Box<dyn peer::Shape> {
    match kind {
        0 => Box::new(peer::Ball::new(1.0)),
        1 => Box::new(peer::Capsule::new_y(0.75, 0.5)),
        2 => Box::new(peer::Cuboid::new(vector(HALF))),
        3 => Box::new(peer::Cylinder::new(0.75, 0.5)),
        4 => Box::new(peer::Cone::new(0.75, 0.75)),
        5 => {
            let points: Vec<_> = round_corners(1.0)
                .iter()
                .map(|p| Vector::new(p.x, p.y, p.z))
                .collect();
            Box::new(peer::ConvexPolyhedron::from_convex_hull(&points).expect("a hull"))
        }
        _ => {
            let [a, b, c] = CORNERS.map(vector);
            Box::new(peer::Triangle::new(a, b, c))
        }
    }
}

/// Poses of the moving shape and the fixed one, for both.
struct Stand {
    ours: [Isometry3<f32>; 2],
    theirs: [Pose; 2],
}

impl Stand {
    fn any(rng: &mut ChaCha8Rng) -> Self {
        let mut any = || Vector3::from_fn(|_, _| rng.random_range(-2.0..2.0_f32));
        let mut pose = |_| {
            let (at, turn) = (any(), UnitQuaternion::from_scaled_axis(any()));
            Isometry3::from_parts(Translation3::from(at), turn)
        };
        let ours = [0, 1].map(&mut pose);
        let theirs = ours.map(|pose| {
            let [x, y, z, w] = [0, 1, 2, 3].map(|i| pose.rotation.coords[i]);
            let at = pose.translation;
            Pose {
                rotation: Rotation::from_xyzw(x, y, z, w),
                ..Pose::from_translation(Vector::new(at.x, at.y, at.z))
            }
        });
        Self { ours, theirs }
    }

    fn placed<'a, T: Real>(&self, shapes: &'a [Shape<T>; 2]) -> [Placed<T, &'a Shape<T>>; 2] {
        let pose = |i: usize| {
            let pose = &self.ours[i];
            let at = pose.translation.vector.map(|x| T::nearest(x.into()));
            let turn = pose.rotation.coords.map(|x| T::nearest(x.into()));
            let turn = UnitQuaternion::new_unchecked(turn.into());
            Isometry3::from_parts(at.into(), turn)
        };
        [0, 1].map(|i| Placed::new(&shapes[i], pose(i)).expect("finite"))
    }

    /// The separation, or minus the depth.
    fn measured<T: Real>(&self, shapes: &[Shape<T>; 2]) -> f64 {
        let [moving, fixed] = self.placed(shapes);
        match distance(&moving, &fixed).expect("bounded") {
            Distance::Apart(apart) => apart.separation.to_f64(),
            Distance::Overlap(overlap) => -overlap.depth.to_f64(),
        }
    }
}

fn row(title: &str, kinds: [usize; 2]) {
    let (ours, exact) = (kinds.map(shape::<f32>), kinds.map(shape::<f64>));
    let theirs = kinds.map(peer);
    let [moving, fixed] = [&*theirs[0], &*theirs[1]];
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut apart, mut overlap) = (Vec::new(), Vec::new());
    while apart.len() < QUERIES || overlap.len() < QUERIES {
        let stand = Stand::any(&mut rng);
        let of_its_kind = if stand.measured(&exact) > 0.0 {
            &mut apart
        } else {
            &mut overlap
        };
        if of_its_kind.len() < QUERIES {
            of_its_kind.push(stand);
        }
    }
    let separation = |s: &Stand| {
        let found = peer_distance(&s.theirs[0], moving, &s.theirs[1], fixed).ok()?;
        Some(found.distance)
    };
    let depth = |s: &Stand| {
        let found = contact(&s.theirs[0], moving, &s.theirs[1], fixed, 0.0).ok()?;
        found.map(|c| c.dist)
    };
    let meets = |s: &Stand| {
        let [moving, fixed] = s.placed(&ours);
        intersects(&moving, &fixed)
    };
    let peers_meet = |s: &Stand| intersection_test(&s.theirs[0], moving, &s.theirs[1], fixed);
    let mut line = format!("{title:20}");
    for (stands, peer) in [
        (&apart, &separation as &dyn Fn(&Stand) -> Option<f32>),
        (&overlap, &depth),
    ] {
        let [swept, parry] = side_by_side(
            stands,
            [
                &mut |s: &Stand| {
                    let [moving, fixed] = s.placed(&ours);
                    let _ = black_box(distance(&moving, &fixed));
                },
                &mut |s| {
                    black_box(peer(s));
                },
            ],
        );
        let mut off = [0.0, 0.0_f64];
        for s in stands {
            let truth = s.measured(&exact);
            let found = [s.measured(&ours), peer(s).map_or(0.0, f64::from)];
            for (off, found) in off.iter_mut().zip(found) {
                *off = off.max((found - truth).abs());
            }
        }
        let [a, b] = off;
        line += &format!(
            "{swept:7.0}{parry:7.0}{:6.2}{a:9.0e}{b:8.0e}",
            swept / parry
        );
    }
    for stands in [&apart, &overlap] {
        let [swept, parry] = side_by_side(
            stands,
            [
                &mut |s: &Stand| {
                    let _ = black_box(meets(s));
                },
                &mut |s| {
                    let _ = black_box(peers_meet(s));
                },
            ],
        );
        line += &format!("{swept:6.0}{:6.2}", swept / parry);
    }
    println!("{line}");
}
