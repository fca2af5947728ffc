//! Two polytopes in exact arithmetic: no contact comes before the lower end of a bracket, and by the upper one the shapes themselves touch,
//! not only those grown by what a certificate states.
//!
//! A number of the machine is a whole number times a power of two, and so are sums and products of such numbers. The columns of q·q R, R the
//! rotation of a quaternion q, are made of these. So the axes that may separate two polytopes, and the heights of corners along them, need no
//! quotient, if all are counted q·q times, of both. Two polytopes are apart where their corners are, along one of the normals of their
//! faces and the cross products of their edges (S. Gottschalk, M. Lin, D. Manocha, *OBBTree*, 1996, section 5); of flat ones in one
//! plane, along one of the normals of their sides in it.

use core::array::from_fn;
use core::ops::{Add, Mul, Sub};
use nalgebra::{Isometry3, Point3, Quaternion, UnitQuaternion, Vector3};
use num_bigint::{BigInt, Sign};
use swept::{
    CastOptions, ConvexHull, Cuboid, Method, Outcome, Placed, Real, Shape, Sweep, Triangle,
};
use swept_tests::Dice;

const SWEEPS: u64 = 4_000;

/// A whole number times a power of two.
#[derive(Clone)]
struct Exact {
    whole: BigInt,
    power: i64,
}

impl Exact {
    fn of(x: impl Real) -> Self {
        let bits = x.to_f64().to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let normal = exponent > 0;
        let whole = BigInt::from(fraction | u64::from(normal) << 52);
        Self {
            whole: if bits >> 63 == 1 { -whole } else { whole },
            power: exponent.max(1) - 1075,
        }
    }

    /// The whole number that it is times a power of two, no greater than its own.
    fn times(&self, power: i64) -> BigInt {
        &self.whole << (self.power - power)
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        let power = self.power.min(other.power);
        Exact {
            whole: self.times(power) + other.times(power),
            power,
        }
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        let minus = Exact {
            whole: -&other.whole,
            power: other.power,
        };
        self + &minus
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        Exact {
            whole: &self.whole * &other.whole,
            power: self.power + other.power,
        }
    }
}

type V = [Exact; 3];

fn dot(a: &V, b: &V) -> Exact {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

fn cross(a: &V, b: &V) -> V {
    from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}

/// A polytope, q·q times: its corners in the world, the normals that its faces and sides may have, and its edges.
struct Solid {
    squared: Exact,
    corners: Vec<V>,
    normals: Vec<V>,
    edges: Vec<V>,
}

impl Solid {
    fn of<T: Real>(placed: &Placed<T, Shape<T>>) -> Self {
        let pose = placed.pose();
        let q = pose.rotation.as_ref().coords;
        let [x, y, z, w] = from_fn(|i| Exact::of(q[i]));
        let square = |a: &Exact, b: &Exact| &(a * a) + &(b * b);
        let twice = |a: &Exact| a + a;
        let plus = |a: &Exact, b: &Exact, c: &Exact, d: &Exact| twice(&(&(a * b) + &(c * d)));
        let less = |a: &Exact, b: &Exact, c: &Exact, d: &Exact| twice(&(&(a * b) - &(c * d)));
        let rows = [
            [
                &square(&x, &w) - &square(&y, &z),
                less(&x, &y, &z, &w),
                plus(&x, &z, &y, &w),
            ],
            [
                plus(&x, &y, &z, &w),
                &square(&y, &w) - &square(&x, &z),
                less(&y, &z, &x, &w),
            ],
            [
                less(&x, &z, &y, &w),
                plus(&y, &z, &x, &w),
                &square(&z, &w) - &square(&x, &y),
            ],
        ];
        let squared = &square(&x, &y) + &square(&z, &w);
        let at: V = from_fn(|i| &squared * &Exact::of(pose.translation.vector[i]));
        let turned = |p: &V| from_fn(|i| &at[i] + &dot(&rows[i], p));
        let exact = |p: [T; 3]| -> V { p.map(Exact::of) };
        let given: Vec<V> = match placed.shape() {
            Shape::Cuboid(cuboid) => (0..8)
                .map(|bits| {
                    let half = cuboid.half_extents();
                    exact(from_fn(|i| {
                        if bits >> i & 1 == 1 {
                            -half[i]
                        } else {
                            half[i]
                        }
                    }))
                })
                .collect(),
            Shape::Triangle(triangle) => triangle
                .corners()
                .iter()
                .map(|p| exact(p.coords.into()))
                .collect(),
            Shape::ConvexHull(hull) => hull
                .corners()
                .iter()
                .map(|p| exact(p.coords.into()))
                .collect(),
            other => panic!("{other:?} has no corners"),
        };
        let corners: Vec<V> = given.iter().map(turned).collect();
        // Of a box the three edges at the first corner; of all else every two corners are an edge, and every three a face.
        let ends: Vec<usize> = match placed.shape() {
            Shape::Cuboid(_) => vec![1, 2, 4],
            _ => (1..corners.len()).collect(),
        };
        let way = |a: &V, b: &V| -> V { from_fn(|i| &b[i] - &a[i]) };
        let mut edges: Vec<V> = ends
            .iter()
            .map(|&i| way(&corners[0], &corners[i]))
            .collect();
        if ends.len() + 1 == corners.len() {
            for (k, &i) in ends.iter().enumerate() {
                edges.extend(ends[k + 1..].iter().map(|&j| way(&corners[i], &corners[j])));
            }
        }
        let pairs = |k: usize| edges[k + 1..].iter().map(move |b| (k, b));
        let all = (0..edges.len()).flat_map(pairs);
        let mut normals: Vec<V> = all.map(|(k, b)| cross(&edges[k], b)).collect();
        if let Shape::Triangle(_) = placed.shape() {
            let sides: Vec<V> = edges.iter().map(|e| cross(&normals[0], e)).collect();
            normals.extend(sides);
        }
        Self {
            squared,
            corners,
            normals,
            edges,
        }
    }

    /// The least and the greatest height of its corners along an axis.
    fn along(&self, n: &V, times: &Exact) -> [Exact; 2] {
        let heights: Vec<Exact> = self.corners.iter().map(|c| times * &dot(n, c)).collect();
        let end = |up: bool| {
            let beyond = |a: &&Exact, b: &&Exact| {
                let order = (*a - *b).whole.sign().cmp(&Sign::NoSign);
                if up { order } else { order.reverse() }
            };
            heights.iter().max_by(beyond).cloned().expect("corners")
        };
        [end(false), end(true)]
    }
}

/// Along an axis: the ends of both shapes, and how far the moving one goes.
struct Along {
    moving: [Exact; 2],
    fixed: [Exact; 2],
    goes: Exact,
}

fn along<T: Real>(sweep: &Sweep<T, Shape<T>, Shape<T>>) -> Vec<Along> {
    let (m, f) = (Solid::of(sweep.moving()), Solid::of(sweep.fixed()));
    let d = sweep.displacement();
    let d: V = from_fn(|i| Exact::of(d[i]));
    let both = &m.squared * &f.squared;
    let crossed = (m.edges.iter()).flat_map(|a| f.edges.iter().map(move |b| cross(a, b)));
    let axes = m.normals.iter().chain(&f.normals).cloned().chain(crossed);
    // Of parallel edges the product is no axis.
    let is_axis = |n: &V| n.iter().any(|x| x.whole.sign() != Sign::NoSign);
    axes.filter(is_axis)
        .map(|n| Along {
            moving: m.along(&n, &f.squared),
            fixed: f.along(&n, &m.squared),
            goes: &both * &dot(&n, &d),
        })
        .collect()
}

/// Whether the shapes are apart at a fraction, and whether they overlap: where they touch, neither.
fn stand(axes: &[Along], fraction: impl Real) -> (bool, bool) {
    let t = Exact::of(fraction);
    let signs = axes.iter().map(|axis| {
        let by = &t * &axis.goes;
        let [low, high] = axis.moving.each_ref().map(|end| end + &by);
        let above = (&low - &axis.fixed[1]).whole.sign();
        let below = (&axis.fixed[0] - &high).whole.sign();
        above.max(below)
    });
    let most = signs.max();
    (most == Some(Sign::Plus), most == Some(Sign::Minus))
}

/// A box, a triangle or a tetrahedron of up to a thousand to one.
fn shape<T: Real>(dice: &mut Dice) -> (Shape<T>, Vector3<f64>) {
    let decades = *dice.pick(&[0.3, 1.0, 3.0]);
    let size = dice.three(|dice| dice.log_between(10_f64.powf(-decades), 10_f64.powf(decades)));
    let size = Vector3::from(size);
    let mut corner = || {
        let part = Vector3::from(dice.three(|dice| dice.between(-1.0, 1.0)));
        Point3::from(part.component_mul(&size).map(T::nearest))
    };
    let (a, b, c, d) = (corner(), corner(), corner(), corner());
    let shape = match *dice.pick(&[0, 0, 1, 2]) {
        0 => Cuboid::new(size.map(T::nearest)).unwrap().into(),
        1 => Triangle::new(a, b, c).unwrap().into(),
        _ => ConvexHull::new([a, b, c, d]).unwrap().into(),
    };
    (shape, size)
}

/// Turned anyhow, from near and from far, and far from the world's origin.
fn sweep<T: Real>(dice: &mut Dice) -> Sweep<T, Shape<T>, Shape<T>> {
    let far = *dice.pick(&[0.0, 1.0, 1e2, 1e4]);
    let ((moving, hm), (fixed, hf)) = (shape(dice), shape(dice));
    let size = hm.sum() + hf.sum();
    let origin = dice.in_ball() * far * size;
    let aim = hf.map(|half| half * dice.between(-0.5, 0.5));
    let from = dice.direction() * size * dice.log_between(0.7, 20.0);
    let mut pose = |at: Vector3<f64>| {
        let [x, y, z, w] = [0; 4].map(|_| T::nearest(dice.between(-1.0, 1.0)));
        let q = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        Isometry3::from_parts(at.map(T::nearest).into(), q)
    };
    let (there, here) = (pose(origin + aim + from), pose(origin));
    let way = (from * -dice.between(1.0, 2.0)).map(T::nearest);
    let moving = Placed::new(moving, there).unwrap();
    Sweep::new(moving, way, Placed::new(fixed, here).unwrap()).unwrap()
}

fn holds<T: Real>() {
    let (mut hits, mut before, mut after) = (0, 0, 0);
    for index in 0..SWEEPS {
        let sweep = sweep::<T>(&mut Dice::new(31, index));
        let axes = along(&sweep);
        for method in Method::ALL {
            let options = CastOptions {
                method,
                ..CastOptions::default()
            };
            let Outcome::Hit(hit) = sweep.cast_with(&options) else {
                continue;
            };
            hits += 1;
            let told = || format!("{index} by {}: {hit:?}", method.name());
            let (apart, overlap) = stand(&axes, hit.fraction);
            assert!(!overlap, "late: {}", told());
            before += u64::from(apart);
            let (apart, overlap) = stand(&axes, hit.fraction_upper);
            assert!(!apart, "apart by the upper end: {}", told());
            after += u64::from(overlap);
        }
    }
    println!("{hits} hits, {before} apart at the lower end, {after} overlap at the upper one");
    assert!(hits > 3 * SWEEPS, "{hits}");
    // Ends are rounded outward by more than nothing.
    assert!(10 * before.min(after) > 9 * hits, "{before} {after}");
}

#[test]
fn polytopes_touch_between_the_ends_of_every_bracket_in_f64() {
    holds::<f64>();
}

#[test]
fn polytopes_touch_between_the_ends_of_every_bracket_in_f32() {
    holds::<f32>();
}
