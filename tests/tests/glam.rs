//! glam's types, and mint's, where nalgebra's are taken: by a feature for each version, glam's up to 0.33 and by arrays for any.
//! What docs/glam.md shows. The features switch on nalgebra's own, whose names cargo checks; one of them is tried.

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept::prelude::*;
use swept::slide::kit::{Character, Gait, Gravity, Slopes, carried, fly, push, ride, step_up};
use swept::slide::{plane, slide};

/// A box of half side 1 at (4, 0, 0), turned by an eighth about y: its edge, √2 from its centre, is met first.
const EXPECTED: f64 = (4.0 - std::f64::consts::SQRT_2 - 0.5) / 4.0;

#[test]
fn glam_033_by_a_feature() -> Result<(), Box<dyn std::error::Error>> {
    use glam033::{DQuat, DVec3, Quat, Vec3};
    let position = DVec3::X * 4.0;
    let rotation = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
    let mut met = None;
    let mut shown = || -> Result<(), Box<dyn std::error::Error>> {
        let ball = Placed::new(Sphere::new(0.5)?, DVec3::ZERO)?;
        let cube = Placed::new(Cuboid::new(DVec3::ONE)?, (position, rotation))?; // DVec3, DQuat
        let Outcome::Hit(hit) = Sweep::new(ball, DVec3::X * 4.0, cube)?.cast() else {
            return Ok(());
        };
        let (point, normal) = (
            DVec3::from(hit.point_fixed),
            DVec3::from(hit.normal.into_inner()),
        );
        met = Some((hit.fraction, point, normal));
        Ok(())
    };
    shown()?;
    let (fraction, point, normal) = met.expect("they meet");
    assert!((fraction - EXPECTED).abs() < 1e-14);
    assert!((point - DVec3::X * (4.0 - std::f64::consts::SQRT_2)).length() < 1e-14);
    assert!((normal + DVec3::X).length() < 1e-14);
    // And in f32.
    let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_4);
    let ball = Placed::new(Sphere::new(0.5_f32)?, Vec3::ZERO)?;
    let cube = Placed::new(Cuboid::new(Vec3::ONE)?, (Vec3::X * 4.0, turned))?;
    let Outcome::Hit(hit) = Sweep::new(ball, Vec3::X * 4.0, cube)?.cast() else {
        panic!()
    };
    assert!((f64::from(hit.fraction) - EXPECTED).abs() < 1e-7);
    assert!((Vec3::from(hit.point_fixed) - Vec3::X * 2.585_786_4).length() < 1e-6);
    Ok(())
}

/// A character, and each part of it that takes a vector.
#[test]
fn glam_033_in_a_character() -> Result<(), Box<dyn std::error::Error>> {
    use glam033::{Quat, Vec3};
    let mut scene = Scene::of([Object::new(HalfSpace::new(Vec3::Y)?)])?;
    let platform =
        scene.insert(Object::new(Cuboid::new(Vec3::splat(0.5_f32))?).at(Vec3::X * 3.0))?;
    let (body, options) = (Capsule::new(0.6, 0.3)?, SlideOptions::default());
    let gait = Gait {
        slopes: Slopes::new(Vec3::Y, 0.8)?,
        step_up: 0.3,
        step_down: 0.3,
        gravity: Gravity::new(Vec3::Y * -9.8, 50.0),
    };
    let mut player = Character::new((Vec3::Y, Quat::IDENTITY));
    player.step(&scene, &body, Vec3::X, 1.0 / 60.0, &gait, &options)?;
    let at = Vec3::from(player.pose.translation);
    assert!(at.x > 0.0 && at.y < 1.0, "{at}");
    for _ in 1..60 {
        player.step(&scene, &body, Vec3::X, 1.0 / 60.0, &gait, &options)?;
    }
    let at = Vec3::from(player.pose.translation);
    assert!((at - Vec3::new(1.0, 0.9, 0.0)).length() < 0.05, "{at}");

    let slopes = &gait.slopes;
    let mover = Placed::new(&body, at)?;
    let report = move_and_slide(&scene, &mover, Vec3::X * 5.0, &options, slide)?;
    assert!(report.moved.x < 1.5);
    assert!(push(&report.hits[0], Vec3::X, 80.0, 1e3, 0.1).x > 0.0);
    let left = plane::solve(Vec3::X, &report.planes);
    assert!(Vec3::from(left).length() < 1e-3, "{left}");
    assert_eq!(
        step_up(&scene, &mover, Vec3::X, 0.3, slopes, &options)?,
        None
    );
    let flown = fly(&scene, &mover, Vec3::X, Vec3::Y * 0.5, slopes, &options)?;
    let ridden = ride(&scene, &mover, platform, Vec3::Z, &options, slide)?;
    assert!(flown.moved.y > 0.4 && ridden.moved.z > 0.9);
    let before = Isometry3::identity();
    let way = carried(&before, &(Vec3::Z, Quat::IDENTITY).into(), at);
    assert_eq!((Vec3::from(way), slopes.level(Vec3::ONE).y), (Vec3::Z, 0.0));
    assert_eq!(gait.gravity.fall(Vec3::ZERO, 0.5).1.y, -4.9);
    Ok(())
}

#[test]
fn glam_034_by_arrays() -> Result<(), Box<dyn std::error::Error>> {
    use glam034::{DQuat, DVec3};
    let ball = Placed::new(Sphere::new(0.5)?, DVec3::ZERO.to_array())?;
    let (position, half_extents, displacement) = (DVec3::X * 4.0, DVec3::ONE, DVec3::X * 4.0);
    let rotation = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
    let mut met = None;
    let mut shown = || -> Result<(), Box<dyn std::error::Error>> {
        let rotation = UnitQuaternion::from_quaternion(Quaternion::from(rotation.to_array()));
        let pose = Isometry3::from_parts(Translation3::from(position.to_array()), rotation);
        let cube = Placed::new(Cuboid::new(half_extents.to_array())?, pose)?;
        let Outcome::Hit(hit) = Sweep::new(ball, displacement.to_array(), cube)?.cast() else {
            return Ok(());
        };
        let point = DVec3::from_array(hit.point_fixed.coords.into());
        met = Some((hit.fraction, point));
        Ok(())
    };
    shown()?;
    let (fraction, point) = met.expect("they meet");
    assert!((fraction - EXPECTED).abs() < 1e-14);
    assert!((point - DVec3::X * (4.0 - std::f64::consts::SQRT_2)).length() < 1e-14);
    Ok(())
}

#[test]
fn mint_where_vectors_are_taken() -> Result<(), Box<dyn std::error::Error>> {
    use mint::{Point3, Vector3};
    let ball = Placed::new(Sphere::new(0.5)?, Isometry3::identity())?;
    let cube = Placed::new(
        Cuboid::new(Vector3::from([1.0; 3]))?,
        Isometry3::translation(4.0, 0.0, 0.0),
    )?;
    let way = Vector3::from([4.0, 0.0, 0.0]);
    let Outcome::Hit(hit) = Sweep::new(ball, way, cube)?.cast() else {
        panic!()
    };
    let point: Point3<f64> = hit.point_fixed.into();
    let normal: Vector3<f64> = hit.normal.into_inner().into();
    assert!((hit.fraction - 0.625).abs() < 1e-14);
    assert_eq!((point.x, normal.x), (3.0, -1.0));
    Ok(())
}

#[test]
fn mint_where_poses_are_taken() -> Result<(), Box<dyn std::error::Error>> {
    let position = mint::Vector3::from([4.0, 0.0, 0.0]);
    let (sin, cos) = std::f64::consts::FRAC_PI_8.sin_cos();
    let rotation = mint::Quaternion::from([0.0, sin, 0.0, cos]);
    let half_extents = mint::Vector3::from([1.0; 3]);
    let ball = Placed::new(Sphere::new(0.5)?, Isometry3::identity())?;
    let turned = UnitQuaternion::from_quaternion(rotation.into());
    let pose = Isometry3::from_parts(Vector3::from(position).into(), turned);
    let cube = Placed::new(Cuboid::new(half_extents)?, pose)?;
    let hit = Sweep::new(ball, mint::Vector3::from([4.0, 0.0, 0.0]), cube)?.cast();
    assert!((hit.safe_fraction() - EXPECTED).abs() < 1e-14);
    Ok(())
}
