//! What is returned in `f32` holds as it is returned: lengths are rounded outward, and the gap of a miss is the room along its axis after
//! that was rounded, which turns it by more than a small gap allows.

use nalgebra::Vector3;
use swept_cast::{Distance, Outcome, Sweep, distance};
use swept_support::{HalfSpace, Placed, PointShape, Sphere, Support};

/// Vectors of numbers from −1/2 to 1/2, which are all over the place: multiples of numbers without a simple relation.
fn spread(i: u32) -> [Vector3<f32>; 4] {
    let root = |n: usize| ([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37][n] as f64).sqrt();
    let number = |n: usize| (f64::from(i) * root(n)).fract() as f32 - 0.5;
    [0, 3, 6, 9].map(|n| Vector3::new(number(n), number(n + 1), number(n + 2)))
}

/// The gap that a cast of a point claims, and how far the point stays from the plane across the returned axis through a place at least.
fn gap_and_room(
    from: Vector3<f32>,
    displacement: Vector3<f32>,
    fixed: impl Support,
    at: Vector3<f32>,
) -> Option<(f64, f64)> {
    let moving = Placed::new(PointShape, from).unwrap();
    let fixed = Placed::new(fixed, at).unwrap();
    let sweep = Sweep::new(moving, displacement, fixed).unwrap();
    let miss = *sweep.cast().miss()?;
    let wide = |v: Vector3<f32>| v.map(f64::from);
    let n = wide(miss.axis.into_inner());
    let closing = n.dot(&wide(displacement)).min(0.0);
    let room = n.dot(&(wide(from) - wide(at))) + closing;
    Some((miss.gap.into(), room / n.norm()))
}

#[test]
fn points_keep_the_gap_along_the_axis_that_is_returned() {
    let mut apart = 0;
    for i in 1..=2_000 {
        let [from, displacement, ..] = spread(i);
        let near = from * 2f32.powi(-25);
        let found = gap_and_room(near, displacement * 4.0, PointShape, Vector3::zeros());
        let Some((gap, room)) = found else { continue };
        // Points that all but touch are called touching.
        assert!(gap == 0.0 || gap <= room + 1e-15, "{i}: {gap:e} {room:e}");
        apart += u32::from(gap > 0.0);
    }
    assert!(apart > 200, "{apart}");
}

/// The plane of a half-space cannot be turned; a gap that was that of its own normal would be more than the returned one leaves.
#[test]
fn a_point_over_a_half_space_keeps_the_gap_along_the_axis_that_is_returned() {
    let mut apart = 0;
    for i in 1..=500 {
        let [normal, at, beside, way] = spread(i);
        let up = normal.normalize();
        let floor = HalfSpace::new(normal).unwrap();
        let from = at * 16.0 + up.cross(&beside) * 64.0 + up * 0.5;
        let displacement = up.cross(&way) * 64.0;
        let found = gap_and_room(from, displacement, floor, at * 16.0);
        let Some((gap, room)) = found else { continue };
        assert!(gap <= room, "{i}: {gap:e} {room:e}");
        apart += u32::from(gap > 0.49);
    }
    assert!(apart > 400, "{apart}");
}

#[test]
fn distances_and_depths_of_balls_are_rounded_outward() {
    let mut seen = [0; 2];
    for i in 1..=500 {
        let [from, ..] = spread(i);
        let ball = |at: Vector3<f32>| Placed::new(Sphere::new(0.25).unwrap(), at).unwrap();
        let (moving, fixed) = (ball(from), ball(Vector3::zeros()));
        let apart = from.map(f64::from).norm() - 0.5;
        if apart.abs() < 1e-4 {
            continue; // this may be called a touch
        }
        let holds = |[low, high]: [f32; 2], truth: f64| {
            let (low, high) = (f64::from(low), f64::from(high));
            assert!(low <= truth + 1e-15, "{i}: {low} {truth}");
            assert!(high >= truth - 1e-15, "{i}: {high} {truth}");
        };
        match distance(&moving, &fixed).unwrap() {
            Distance::Apart(found) => holds([found.separation, found.separation_upper], apart),
            Distance::Overlap(found) => holds([found.depth_lower, found.depth], -apart),
        }
        let found = Sweep::new(moving, Vector3::zeros(), fixed).unwrap().cast();
        if let Outcome::Overlap(found) = found {
            holds([found.depth_lower, found.depth], -apart);
        }
        seen[usize::from(apart > 0.0)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

/// A ball of radius 1/4 whose middle is 1 above a plane is 3/4 away from it, to the last place.
#[test]
fn a_half_space_is_as_far_away_as_it_is() {
    let ball = Placed::new(Sphere::new(0.25).unwrap(), [3.0, 1.0, -2.0]).unwrap();
    let floor = Placed::<f64, _>::new(HalfSpace::new([0.0, 1.0, 0.0]).unwrap(), [0.0; 3]).unwrap();
    let Ok(Distance::Apart(found)) = distance(&ball, &floor) else {
        panic!("they are apart")
    };
    let bounds = found.separation..=found.separation_upper;
    assert!(bounds.contains(&0.75), "{bounds:?}");
}
