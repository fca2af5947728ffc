//! Hollow meshes that come more than half way into a mover in one frame: nothing is overlapped in them.

use nalgebra::{Isometry3, Vector3};
use swept_scene::{Object, ObjectId, Scene};
use swept_slide::kit::Character;
use swept_slide::{Freed, depenetrate};
use swept_support::{Capsule, Placed};

use crate::common::box_mesh;
use crate::walker::{SKIN, TIME, cuboid, gait, options};

/// Half the height of a character, and its radius.
const HALF: [f64; 2] = [0.9, 0.3];
const BLOCK: [f64; 3] = [3.0, 2.0, 3.0];

fn block(hollow: bool) -> Object<f64> {
    if hollow {
        Object::new(box_mesh(BLOCK, false))
    } else {
        cuboid(BLOCK, [0.0; 3])
    }
}

/// A frame in which a block goes this way in so many parts, the character steps after each, and is freed. What held it back in all, and
/// what came of the last part.
fn frame(
    scene: &mut Scene<f64>,
    moves: ObjectId,
    way: Vector3<f64>,
    parts: u32,
    character: &mut Character<f64>,
) -> (Vector3<f64>, Freed<f64>) {
    let body = Capsule::new(HALF[0] - HALF[1], HALF[1]).unwrap();
    let (from, time) = (
        scene.get(moves).unwrap().pose.translation.vector,
        TIME / f64::from(parts),
    );
    let (mut held_back, mut last) = (Vector3::zeros(), None);
    for part in 1..=parts {
        let to = from + way * (f64::from(part) / f64::from(parts));
        scene.set_pose(moves, to).unwrap();
        let rest = Vector3::zeros();
        let paces = character.step(scene, &body, rest, time, &gait(), &options());
        held_back += paces.unwrap().held_back;
        let placed = Placed::new(&body, character.pose).unwrap();
        let freed = depenetrate(scene, &placed, 2.0, &options()).unwrap();
        character.pose.translation = freed.position.into();
        last = Some(freed);
    }
    (held_back, last.unwrap())
}

/// Between a lift and a ceiling there is no room for a character, and its middle is in the lift. In a hollow one it is free; what it was
/// held back by is as long as ever.
#[test]
fn what_a_lift_has_come_into_its_passenger_is_told_though_the_lift_be_hollow() {
    for hollow in [false, true] {
        let lift = block(hollow).at([0.0, -BLOCK[1], 0.0]);
        let ceiling = cuboid([9.0, 1.0, 9.0], [0.0, 2.9, 0.0]);
        let mut scene = Scene::new();
        let lift = scene.insert(lift).unwrap();
        scene.insert(ceiling).unwrap();
        let mut character = Character::new(Isometry3::translation(0.0, 0.95, 0.0));
        for _ in 0..30 {
            let (_, freed) = frame(&mut scene, lift, Vector3::zeros(), 1, &mut character);
            assert!(freed.is_free());
        }
        assert_eq!(character.ground.map(|ground| ground.object), Some(lift));
        let before = character.pose.translation.y;
        let way = Vector3::y() * 1.4;
        let (held_back, freed) = frame(&mut scene, lift, way, 1, &mut character);
        // It went up to a skin below the ceiling at 1.9.
        let went = 1.9 - SKIN - HALF[0] - before;
        assert!((held_back - (way - Vector3::y() * went)).norm() < 1e-9);
        assert!(held_back.y > HALF[0]);
        assert_eq!(freed.is_free(), hollow);
    }
}

/// What goes by itself comes around who stands before it, if it is hollow, and leads it along in parts that are shorter than half of it.
#[test]
fn in_parts_a_hollow_door_leads_along_who_stands_before_it() {
    for (hollow, parts, is_led) in [(false, 1, true), (true, 1, false), (true, 8, true)] {
        let mut scene = Scene::new();
        let floor = cuboid([20.0, 1.0, 20.0], [0.0, -1.0, 0.0]);
        scene.insert(floor).unwrap();
        let start = [-BLOCK[0] - 0.5, BLOCK[1] + 0.1, 0.0];
        let door = scene.insert(block(hollow).at(start)).unwrap();
        let mut character = Character::new(Isometry3::translation(0.0, 0.95, 0.0));
        let way = Vector3::x() * 1.6;
        let (_, freed) = frame(&mut scene, door, way, parts, &mut character);
        assert!(freed.is_free());
        let face = start[0] + way.x + BLOCK[0];
        let ahead = character.pose.translation.x - face;
        assert_eq!(ahead >= HALF[1], is_led, "{hollow} {parts}: {ahead}");
        assert!(is_led || ahead < -HALF[1]);
    }
}
