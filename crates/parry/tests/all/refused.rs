//! Motions that are none, of bodies with parts: refused wherever the bodies are, as of single shapes. And parts that cannot be cast:
//! refused where they might be met first.

use crate::bodies::with_parts;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::NonlinearRigidMotion;
use parry3d_f64::shape::{Ball, Compound, Cylinder, HeightField, Shape, SharedShape};
use parry3d_f64::utils::Array2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swept_parry::CastError;
use swept_parry::double::cast_shapes_certified;
use swept_parry::double::query::{ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};

/// Each with a number in it that is none.
fn none() -> impl Iterator<Item = (usize, Vector)> {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    bad.into_iter().flat_map(|x| {
        (0..3).map(move |axis| {
            let mut v = Vector::new(0.0, 1.0, 0.0);
            v[axis] = x;
            (axis, v)
        })
    })
}

#[test]
fn a_velocity_that_is_none_is_refused() {
    let ball = Ball::new(0.5);
    let at = Pose::translation(0.0, 30.0, 0.0);
    let still = Vector::ZERO;
    for (name, body) in with_parts() {
        for (axis, v) in none() {
            for most in [1.0, 1e30, f64::MAX] {
                let options = ShapeCastOptions::with_max_time_of_impact(most);
                let pairs: [[&dyn Shape; 2]; 3] =
                    [[&ball, &*body], [&*body, &ball], [&*body, &*body]];
                for [one, two] in pairs {
                    let stands = Pose::IDENTITY;
                    let cast = cast_shapes(&at, v, one, &stands, still, two, options);
                    assert!(cast.is_err(), "{name} {v}: {cast:?}");
                    let cast = cast_shapes(&at, still, one, &stands, v, two, options);
                    assert!(cast.is_err(), "{name} {v}: {cast:?}");
                }
                let cast =
                    cast_shapes_certified(&at, v, &ball, &Pose::IDENTITY, still, &*body, options);
                let field = ["vel1.x", "vel1.y", "vel1.z"][axis];
                assert!(
                    matches!(&cast, Err(CastError::Sweep(e)) if e.field == field),
                    "{name} {v}: {:?}",
                    cast.map(|cast| cast.hit)
                );
            }
        }
    }
}

/// A length of `f64`, in which shapes are viewed, and none of `f32`: told by the argument, as what is no length at all.
#[test]
fn a_size_beyond_the_scalar_is_told_by_its_argument() {
    use parry3d::math::{Pose, Vector};
    use parry3d::query::ShapeCastOptions;
    use parry3d::shape::{Ball, Capsule, HalfSpace, Shape};
    let (small, large) = (Ball::new(0.5), Ball::new(1e30));
    let (long, floor) = (Capsule::new_y(1e30, 1.0), HalfSpace::new(Vector::Y));
    let options = ShapeCastOptions::with_max_time_of_impact(2.0);
    let pairs: [(&dyn Shape, &dyn Shape, &str); 5] = [
        (&large, &small, "g1.radius"),
        (&small, &large, "g2.radius"),
        (&long, &small, "g1.extent"),
        (&floor, &large, "g2.radius"),
        (&large, &long, "g1.radius"),
    ];
    for (g1, g2, field) in pairs {
        let stands = Pose::translation(0.0, 5.0, 0.0);
        let still = Vector::ZERO;
        let cast = swept_parry::cast_shapes_certified(
            &Pose::IDENTITY,
            Vector::Y,
            g1,
            &stands,
            still,
            g2,
            options,
        );
        let told = cast.map(|cast| cast.hit).unwrap_err().to_string();
        let expected = format!("{field}: 1e30 is not a length within this scalar's range");
        assert!(told.starts_with(&expected), "{told}");
    }
}

#[test]
fn a_rotation_that_is_none_is_refused() {
    let ball = Ball::new(0.5);
    let (at, still) = (Pose::translation(0.0, 30.0, 0.0), Vector::ZERO);
    let stands = NonlinearRigidMotion::new(Pose::IDENTITY, still, still, still);
    for (name, body) in with_parts() {
        for (_, bad) in none() {
            let motions = [
                NonlinearRigidMotion::new(at, still, bad, still),
                NonlinearRigidMotion::new(at, still, Vector::Y, bad),
                NonlinearRigidMotion::new(at, still, still, bad),
                NonlinearRigidMotion::new(at, bad, Vector::Y, Vector::Z),
            ];
            for (i, motion) in motions.iter().enumerate() {
                for end in [1.0, f64::MAX] {
                    let pairs: [[&dyn Shape; 2]; 2] = [[&ball, &*body], [&*body, &ball]];
                    for [one, two] in pairs {
                        let cast = cast_shapes_nonlinear(motion, one, &stands, two, 0.0, end, true);
                        assert!(cast.is_err(), "{name} {i} {bad}: {cast:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_height_field_whose_scale_is_none_is_refused() {
    let (ball, options) = (Ball::new(0.5), ShapeCastOptions::default());
    let (at, stands) = (Pose::translation(0.5, 30.0, 0.5), Pose::IDENTITY);
    for (_, scale) in none() {
        let heights = Array2::new(5, 5, vec![0.5; 25]);
        let field = HeightField::new(heights, scale);
        let cast = cast_shapes(
            &at,
            -Vector::Y,
            &ball,
            &stands,
            Vector::ZERO,
            &field,
            options,
        );
        assert!(cast.is_err(), "{scale}: {cast:?}");
    }
}

/// A ball comes along x at parts, in random order: a ball that it meets, a cylinder that is none, of a height below 0, and balls that
/// it passes by, though not their boxes. The cylinder refuses the cast where its box is met by the time of the hit, whatever the order
/// of the parts, and so their tree.
#[test]
fn whether_a_part_refuses_the_cast_does_not_depend_on_the_order_of_the_parts() {
    let dice = &mut ChaCha8Rng::seed_from_u64(5);
    let (ball, options) = (Ball::new(0.5), ShapeCastOptions::default());
    let (from, way) = (Pose::translation(-3.0, 0.0, 0.0), 32.0 * Vector::X);
    let (mut refused, mut answered) = (0, 0);
    for _ in 0..400 {
        let [bad, good] = [(); 2].map(|()| dice.random_range(0.0..8.0));
        let place = |x: f64, y: f64, z: f64| Pose::translation(x, y, z);
        let mut parts = vec![
            (
                place(bad, 0.0, 0.0),
                SharedShape::new(Cylinder {
                    half_height: -0.001,
                    radius: 0.25,
                }),
            ),
            (place(good, 0.0, 0.0), SharedShape::ball(0.5)),
        ];
        for _ in 0..dice.random_range(0..12) {
            let mut side = || {
                if dice.random_range(0..2) == 0 {
                    0.8
                } else {
                    -0.8
                }
            };
            let (y, z) = (side(), side());
            parts.push((
                place(dice.random_range(0.0..20.0), y, z),
                SharedShape::ball(0.5),
            ));
        }
        let sooner = bad - 0.25 - 0.5 <= good - 1.0;
        for _ in 0..8 {
            for i in (1..parts.len()).rev() {
                parts.swap(i, dice.random_range(0..=i));
            }
            let compound = Compound::new(parts.clone());
            let still = Vector::ZERO;
            let (stands, one, two) = (Pose::IDENTITY, &ball, &compound);
            for answer in [
                cast_shapes(&from, way, one, &stands, still, two, options),
                cast_shapes(&stands, still, two, &from, way, one, options),
            ] {
                match answer {
                    Err(_) => assert!(sooner, "{bad} after {good}"),
                    Ok(hit) => assert!(hit.is_some() && !sooner, "{bad} before {good}"),
                }
            }
            if sooner {
                refused += 1;
            } else {
                answered += 1;
            }
        }
    }
    assert!(refused > 500 && answered > 500, "{refused} {answered}");
}
