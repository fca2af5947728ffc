//! Hulls whose origin is not in their middle, in a ball about that.

use super::*;

/// A hull, and how far its middle is from its origin.
fn aside<T: Real>(shape: &Shape<T>, by: &Vector3<f64>) -> Shape<T> {
    let Shape::ConvexHull(hull) = shape else {
        panic!("no hull: {shape:?}");
    };
    let corners = hull.corners().iter();
    let corners = corners.map(|p| (p.map(Real::to_f64) + by).map(T::nearest));
    ConvexHull::from_corners(corners).unwrap().into()
}

/// So many radii from the origin the middle is: on the hull, outside, and where the corners' own digits end in `f32`.
const ASIDE: [f64; 4] = [0.02, 1.0, 3.0, 1e3];

/// Hulls of so many corners all over a ball, or of nine anywhere for none, at times with a radius.
fn never_late_aside<T: Real>((count, seed): (usize, u64), corners: u32, far: f64) -> Tally {
    let mut cases = Cases(ChaCha8Rng::seed_from_u64(seed));
    let mut tally = Tally::default();
    for number in 0..count {
        let unit = [1.0, 1e-6, 1e6][number % 3];
        let case = cases.case::<T>(unit);
        let size = unit * cases.power(-2.0, 1.0);
        let near = if corners > 0 {
            round(size, corners)
        } else {
            let corner = |cases: &mut Cases| Point3::from((cases.vector() * size).map(T::nearest));
            let corners: Vec<_> = (0..9).map(|_| corner(&mut cases)).collect();
            ConvexHull::from_corners(corners).unwrap().into()
        };
        let way = cases.vector();
        let by = way.normalize() * far * size;
        let hull = aside(&near, &by);
        // Its middle is where the case has the shape.
        let mut pose = cases.pose::<T>(Vector3::zeros());
        let turned = pose.rotation * by.map(T::nearest);
        let position = case.moving.position() - turned.map(Real::to_f64);
        pose.translation = position.map(T::nearest).into();
        let shape = if corners == 0 && number % 2 == 0 {
            let radius = T::nearest(size * cases.power(-2.0, 0.5));
            Rounded::new(hull, radius).unwrap().into()
        } else {
            hull
        };
        let moving = Placed::new(shape, pose).unwrap();
        tally.count(both(&Case { moving, ..case }, number));
    }
    println!("{far}: {tally:?}");
    assert!(tally.hits > count / 10 && tally.misses > count / 10);
    tally
}

#[test]
fn it_is_never_late_for_hulls_whose_origin_is_elsewhere() {
    for (seed, far) in (20..).zip(ASIDE) {
        never_late_aside::<f32>((2_000, seed), 0, far);
        never_late_aside::<f64>((2_000, seed), 0, far);
    }
}

/// As of hulls about their origin; from far away in `f32`, what a cast may call a touch is in the way.
#[test]
fn round_hulls_are_told_of_wherever_their_origin_is() {
    for (seed, far) in (30..).zip(ASIDE) {
        let told = |tally: Tally| tally.close as f64 / tally.hits as f64;
        let single = told(never_late_aside::<f32>((1_000, seed), 60, far));
        let double = told(never_late_aside::<f64>((1_000, seed), 60, far));
        assert!(single > 0.5 || far > 100.0, "{far}: {single}");
        assert!(double > 0.6, "{far}: {double}");
    }
}

/// A hull that states whatever it likes for its ball.
#[derive(Clone)]
struct Stating(ConvexHull<f64>, BoundingBall);

impl Support for Stating {
    fn support_point(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.0.support_point(direction)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.0.interior_point()
    }
    fn extent(&self) -> f64 {
        self.0.extent()
    }
    fn core_ball(&self) -> BoundingBall {
        self.1
    }
}

/// Neither a radius that is no length, or more than about the origin, nor a centre that is nowhere.
#[test]
fn what_is_no_ball_is_passed_over() {
    let hull = aside(&round::<f64>(1.0, 40), &Vector3::new(1.0, 0.5, 0.0));
    let Shape::ConvexHull(hull) = hull else {
        panic!("no hull");
    };
    let ball = hull.core_ball();
    assert!(ball.radius < 1.01 && hull.extent() > 2.0);
    assert_eq!(core_ball(&Stating(hull.clone(), ball), hull.extent()), ball);
    let none = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e-9, 1e300];
    let radii = none.map(|radius| BoundingBall { radius, ..ball });
    let centres = [0, 1, 2].map(|k| {
        [f64::NAN, f64::INFINITY, -1e300].map(|x| {
            let mut centre = ball.centre;
            centre[k] = x;
            BoundingBall { centre, ..ball }
        })
    });
    let origin = about_origin(hull.extent());
    for stated in radii.into_iter().chain(centres.concat()) {
        let stating = Stating(hull.clone(), stated);
        assert_eq!(core_ball(&stating, hull.extent()), origin, "{stated:?}");
        let moving = Placed::<f64, _>::new(stating, [0.0, 5.0, 0.0]).unwrap();
        let motion = Motion::new(moving, [0.1, -9.0, 0.2]).unwrap();
        let Around { ball, far, .. } = motion.around();
        assert!(ball.is_finite() && far.is_finite(), "{stated:?}");
    }
}
