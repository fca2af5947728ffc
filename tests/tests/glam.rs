//! glam's types where nalgebra's are taken: by a feature for each version up to 0.33, by arrays for any. What the README shows,
//! with every version.

use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use swept::prelude::*;

/// A box of half side 1 at (4, 0, 0), turned by an eighth about y: its edge, √2 from its centre, is met first.
const EXPECTED: f64 = (4.0 - std::f64::consts::SQRT_2 - 0.5) / 4.0;

macro_rules! by_feature {
    ($($name:ident: $glam:ident),*) => {
        $(#[test]
        fn $name() -> Result<(), Box<dyn std::error::Error>> {
            use $glam::{DQuat, DVec3, Quat, Vec3};
            let turned = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
            let ball = Placed::new(Sphere::new(0.5)?, DVec3::ZERO)?;
            let cube = Placed::new(Cuboid::new(DVec3::ONE)?, (DVec3::X * 4.0, turned))?;
            let Outcome::Hit(hit) = Sweep::new(ball, DVec3::X * 4.0, cube)?.cast() else { panic!() };
            assert!((hit.fraction - EXPECTED).abs() < 1e-14);
            let point = DVec3::from(hit.point_fixed);
            let normal = DVec3::from(hit.normal.into_inner());
            assert!((point - DVec3::X * (4.0 - std::f64::consts::SQRT_2)).length() < 1e-14);
            assert!((normal + DVec3::X).length() < 1e-14);
            // And in f32.
            let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_4);
            let ball = Placed::new(Sphere::new(0.5_f32)?, Vec3::ZERO)?;
            let cube = Placed::new(Cuboid::new(Vec3::ONE)?, (Vec3::X * 4.0, turned))?;
            let Outcome::Hit(hit) = Sweep::new(ball, Vec3::X * 4.0, cube)?.cast() else { panic!() };
            assert!((f64::from(hit.fraction) - EXPECTED).abs() < 1e-7);
            assert!((Vec3::from(hit.point_fixed) - Vec3::X * 2.585_786_4).length() < 1e-6);
            Ok(())
        })*
    };
}
by_feature!(glam_030: glam030, glam_031: glam031, glam_032: glam032, glam_033: glam033);

#[test]
fn glam_034_by_arrays() -> Result<(), Box<dyn std::error::Error>> {
    use glam034::{DQuat, DVec3};
    /// A pose of nalgebra's.
    fn pose(position: DVec3, rotation: DQuat) -> Isometry3<f64> {
        let rotation = Quaternion::from(rotation.to_array());
        let rotation = UnitQuaternion::from_quaternion(rotation);
        Isometry3::from_parts(Translation3::from(position.to_array()), rotation)
    }
    let turned = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
    let ball = Placed::new(Sphere::new(0.5)?, DVec3::ZERO.to_array())?;
    let cube = Placed::new(
        Cuboid::new(DVec3::ONE.to_array())?,
        pose(DVec3::X * 4.0, turned),
    )?;
    let way = DVec3::X * 4.0;
    let Outcome::Hit(hit) = Sweep::new(ball, way.to_array(), cube)?.cast() else {
        panic!()
    };
    assert!((hit.fraction - EXPECTED).abs() < 1e-14);
    let point = DVec3::from_array(hit.point_fixed.coords.into());
    assert!((point - DVec3::X * (4.0 - std::f64::consts::SQRT_2)).length() < 1e-14);
    Ok(())
}
