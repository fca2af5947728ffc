//! Any bytes as a velocity and planes: the motion that is left must keep to all of them, whatever their order and the unit, and be the
//! nearest. Normals are whole numbers made of unit length, or any numbers at all.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use swept::Real;
use swept::nalgebra::{Unit, Vector3};
use swept::slide::plane::solve;

#[derive(Clone, Debug, Arbitrary)]
enum Normals {
    /// Whole numbers of at most 3: their angles are far from rounding.
    Whole(Vec<[i8; 3]>),
    /// Anything, and so nearly parallel, opposite, or no numbers.
    Any(Vec<[f64; 3]>),
}

#[derive(Clone, Debug, Arbitrary)]
struct Planes {
    velocity: [f64; 3],
    /// Another velocity: what is left of it is a motion that is free.
    other: [i8; 3],
    normals: Normals,
    turn: u8,
    power: i8,
}

/// More planes than a mover meets at once.
const MOST: usize = 8;

/// What `solve` may lead into a plane, in units of roundoff of the velocity's length: 16, and three of the dot product here.
const INTO: f64 = 20.0;

/// Whole normals are known to a unit of roundoff, and differ by 1/27 in the sine at least; a crease by the square of that, and a
/// corner by its product with a third: 2⁻⁵³ · 16 · 27³ is 3.5e-11.
const NEAREST: f64 = 1e-10;

fn check<T: Real>(planes: &Planes) {
    let unit = |v: Vector3<f64>| {
        // With squares that are numbers: of the smallest vectors they have few digits, and the length that is made of them is off by as much.
        let size = v.amax();
        let v = if size.is_normal() { v / size } else { v };
        Unit::try_new(v, 0.0).map(|n| Unit::new_unchecked(n.map(T::nearest)))
    };
    let (normals, whole): (Vec<Unit<Vector3<T>>>, bool) = match &planes.normals {
        Normals::Whole(n) => {
            let vectors = n.iter().map(|n| Vector3::from(n.map(|x| f64::from(x % 4))));
            (vectors.filter_map(unit).take(MOST).collect(), true)
        }
        Normals::Any(n) => {
            let vectors = n.iter().map(|n| Vector3::from(*n));
            (vectors.filter_map(unit).take(MOST).collect(), false)
        }
    };
    let velocity = Vector3::from(planes.velocity).map(T::nearest);
    let left = solve(velocity, &normals);
    let finite = |v: &Vector3<T>| v.iter().all(|x| x.to_f64().is_finite());
    assert!(finite(&left), "{left:?}");
    if !finite(&velocity) || !normals.iter().all(|n| finite(n)) {
        assert_eq!(left, Vector3::zeros());
        return;
    }
    let mut turned = normals.clone();
    if !turned.is_empty() {
        let by = usize::from(planes.turn) % turned.len();
        turned.rotate_left(by);
    }
    turned.reverse();
    let other = solve(velocity, &turned);
    assert_eq!(other, left, "the order matters: {velocity:?} {normals:?}");

    let wide = |v: &Vector3<T>| v.map(Real::to_f64);
    // Below, the scalar has fewer places than elsewhere.
    let (x, v) = (wide(&left), wide(&velocity));
    let size = v.amax();
    if !(1e-30..f64::MAX).contains(&size) {
        return;
    }
    let (x, v) = (x / size, v / size);
    let roundoff = T::EPSILON;
    for n in &normals {
        let into = -wide(n).dot(&x);
        assert!(
            into <= INTO * roundoff * v.norm(),
            "into {n:?} by {into:e}: {x:?}"
        );
    }
    assert!(
        x.norm() <= v.norm() * (1.0 + 4.0 * roundoff),
        "longer: {x:?}"
    );
    let power = 2.0_f64.powi(i32::from(planes.power % 32));
    let scaled = solve(velocity.map(|c| T::nearest(c.to_f64() * power)), &normals);
    let exact = |c: f64| T::nearest(c).to_f64() == c && (1e-30..1e30).contains(&c.abs());
    if wide(&velocity)
        .iter()
        .all(|c| *c == 0.0 || exact(c * power) && exact(*c))
    {
        // A power of two changes no bit of a number, but for those below the normal ones: their last place, of the same size for all,
        // is rounded to in either unit, half of it each.
        let place = T::NORMAL * T::EPSILON * power.max(1.0);
        for (a, b) in wide(&scaled).iter().zip((wide(&left) * power).iter()) {
            let normal = a.abs().min((b / power).abs()) > T::NORMAL;
            assert!(
                a == b || !normal && (a - b).abs() <= place,
                "another unit: {a:e} and {b:e}"
            );
        }
    }
    // What is left of longer ones may be given at half its length.
    let whole_length = size <= f64::MAX / 2.0;
    if whole && whole_length && T::EPSILON == f64::EPSILON {
        // The nearest point of a convex cone: no free motion is on v's side of it.
        let other = Vector3::from(planes.other.map(f64::from)) / 128.0;
        let free = wide(&solve(other.map(T::nearest), &normals));
        let beyond = (v - x).dot(&(free - x));
        assert!(
            beyond <= NEAREST,
            "{free:?} is nearer than {x:?} by {beyond:e}"
        );
    }
}

fuzz_target!(|planes: Planes| {
    check::<f32>(&planes);
    check::<f64>(&planes);
});
