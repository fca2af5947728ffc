//! Boxes and triangles.

use super::rational::{Exact, Q, V, cross, minus, q, to_f64};
use super::{check, points};
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use num_bigint::BigInt;
use num_rational::BigRational;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_analytic::boxes::*;

const CASTS: usize = 3_000;

/// A box on the grid of eighths, turned by a quaternion of small whole numbers.
struct Grid {
    cuboid: Cuboid,
    axes: [V; 3],
    corners: Vec<V>,
}

fn eighths(rng: &mut ChaCha8Rng, range: core::ops::RangeInclusive<i64>) -> Q {
    q(i128::from(rng.random_range(range)), 8)
}

fn grid(rng: &mut ChaCha8Rng, reach: i64) -> Grid {
    let half: V = core::array::from_fn(|_| eighths(rng, 0..=8));
    let middle: V = core::array::from_fn(|_| eighths(rng, -reach..=reach));
    let [x, y, z, w]: [i128; 4] = core::array::from_fn(|_| i128::from(rng.random_range(-2i64..=2)));
    let w = if [x, y, z, w] == [0; 4] { 1 } else { w };
    let n = x * x + y * y + z * z + w * w;
    let axes = [
        [
            w * w + x * x - y * y - z * z,
            2 * (x * y + w * z),
            2 * (x * z - w * y),
        ],
        [
            2 * (x * y - w * z),
            w * w - x * x + y * y - z * z,
            2 * (y * z + w * x),
        ],
        [
            2 * (x * z + w * y),
            2 * (y * z - w * x),
            w * w - x * x - y * y + z * z,
        ],
    ]
    .map(|axis| axis.map(|c| q(c, n)));
    let corners = (0..8)
        .map(|bits| {
            core::array::from_fn(|i| {
                (0..3).fold(middle[i], |sum, j| {
                    let step = axes[j][i] * half[j];
                    if bits >> j & 1 == 1 {
                        sum + step
                    } else {
                        sum - step
                    }
                })
            })
        })
        .collect();
    let turn = Quaternion::new(w as f64, x as f64, y as f64, z as f64);
    Grid {
        cuboid: Cuboid {
            half_extents: to_f64(&half),
            pose: Isometry3::from_parts(
                to_f64(&middle).into(),
                UnitQuaternion::new_normalize(turn),
            ),
        },
        axes,
        corners,
    }
}

fn with_crosses(a: &[V], b: &[V]) -> Vec<V> {
    a.iter()
        .flat_map(|a| b.iter().map(move |b| cross(a, b)))
        .collect()
}

fn motion(rng: &mut ChaCha8Rng) -> V {
    let long = i128::from([1, 1, 4][rng.random_range(0..3usize)]);
    core::array::from_fn(|_| eighths(rng, -24..=24) * long)
}

#[test]
fn boxes_sweep_as_in_rational_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    for cast in 0..CASTS {
        let (moving, fixed) = (grid(&mut rng, 24), grid(&mut rng, 8));
        let displacement = motion(&mut rng);
        let d: Vector3<f64> = to_f64(&displacement);
        let answer = box_box(&moving.cuboid, &d, &fixed.cuboid);
        let bracket = box_box_bracket(&moving.cuboid, &d, &fixed.cuboid, 0.0);
        let mut axes = [fixed.axes, moving.axes].concat();
        axes.extend(with_crosses(&fixed.axes, &moving.axes));
        let exact = Exact {
            moving: moving.corners,
            displacement,
            fixed: fixed.corners,
            axes,
        };
        check(
            &format!("box-box {cast}"),
            &exact,
            &answer,
            &bracket,
            d.norm(),
        );
    }
}

#[test]
fn boxes_and_triangles_sweep_as_in_rational_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for cast in 0..CASTS {
        let cuboid = grid(&mut rng, 8);
        let corners: [V; 3] =
            core::array::from_fn(|_| core::array::from_fn(|_| eighths(&mut rng, -16..=16)));
        let displacement = motion(&mut rng);
        let d: Vector3<f64> = to_f64(&displacement);
        let edges = [
            minus(&corners[1], &corners[0]),
            minus(&corners[2], &corners[1]),
            minus(&corners[0], &corners[2]),
        ];
        let mut axes = cuboid.axes.to_vec();
        axes.push(cross(&edges[0], &edges[1]));
        axes.extend(with_crosses(&cuboid.axes, &edges));
        let [a, b, c] = points(&corners)[..] else {
            continue;
        };
        let (box_corners, triangle) = (cuboid.corners, corners.to_vec());
        let exact = |moving: Vec<V>, fixed: Vec<V>| Exact {
            moving,
            displacement,
            fixed,
            axes: axes.clone(),
        };
        check(
            &format!("box-triangle {cast}"),
            &exact(box_corners.clone(), triangle.clone()),
            &box_triangle(&cuboid.cuboid, &d, &[a, b, c]),
            &box_triangle_bracket(&cuboid.cuboid, &d, &[a, b, c], 0.0),
            d.norm(),
        );
        check(
            &format!("triangle-box {cast}"),
            &exact(triangle, box_corners),
            &triangle_box(&[a, b, c], &d, &cuboid.cuboid),
            &triangle_box_bracket(&[a, b, c], &d, &cuboid.cuboid, 0.0),
            d.norm(),
        );
    }
}

/// Of a way so long that the error of the slabs is nothing beside it, fractions are known to their rounding; and a bracket has that of
/// its own sums in it.
#[test]
fn a_bracket_holds_to_the_last_bit_on_the_longest_ways() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    let unit = |x: f64| Cuboid {
        half_extents: Vector3::repeat(1.0),
        pose: Isometry3::translation(x, 0.0, 0.0),
    };
    let side = [[1.0, -1.0, -1.0], [1.0, 1.0, -1.0], [1.0, 0.0, 1.0]].map(Point3::from);
    for _ in 0..CASTS {
        let from = rng.random_range(1i64 << 46..1 << 48);
        let way = rng.random_range(from..1 << 49);
        let exact = BigRational::new(BigInt::from(from - 2), BigInt::from(way));
        let (moving, d) = (unit(from as f64), Vector3::new(-way as f64, 0.0, 0.0));
        for bracket in [
            box_box_bracket(&moving, &d, &unit(0.0), 0.0),
            box_triangle_bracket(&moving, &d, &side, 0.0),
            triangle_box_bracket(&side, &-d, &moving, 0.0),
        ] {
            let [lower, upper] = [bracket.lower, bracket.upper]
                .map(|x| BigRational::from_float(x).expect("a number"));
            assert!(lower <= exact && exact <= upper, "{from} {way} {bracket:?}");
            assert!(
                bracket.upper - bracket.lower <= 2.0 * f64::EPSILON,
                "{bracket:?}"
            );
        }
    }
}
