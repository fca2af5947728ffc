//! Any bytes as a scene and moves through it: a mover, its way out of overlaps and a character end with numbers that are numbers, and
//! nothing that a mover was apart from is entered.

#![no_main]

mod wild;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use swept::nalgebra::{Isometry3, Point3, Vector3};
use swept::scene::{Motion, Object, Query, Scene};
use swept::slide::kit::{Character, Gait, Gravity, Slopes};
use swept::slide::{SlideOptions, depenetrate, move_and_slide, slide};
use swept::{Distance, Method, Placed, Real, Shape};
use wild::land::{Edit, scene};
use wild::{Number, Triple, Wild, triple};

#[derive(Clone, Debug, Arbitrary)]
struct Walk {
    wild: Wild,
    edits: Vec<Edit>,
    skin: Option<Number>,
    max_casts: u8,
    most: Number,
    up: Triple,
    steepest: Number,
    steps: [Number; 2],
    gravity: [Number; 2],
    time: Number,
    velocities: Vec<Triple>,
    jump: Option<Number>,
}

/// More steps are slower and no different.
const MOST_STEPS: usize = 4;

fuzz_target!(|walk: Walk| {
    check::<f32>(&walk);
    check::<f64>(&walk);
});

fn check<T: Real>(walk: &Walk) {
    // Bad input is refused where it is built: that is a pass.
    let Some(sweep) = walk.wild.sweep::<T>() else {
        return;
    };
    let mut scene = scene::<T>(&walk.edits);
    let fixed = sweep.fixed();
    let _ = scene.insert(Object::new(fixed.shape().clone()).at(fixed.pose()));
    let options = SlideOptions {
        skin: walk.skin.map(Number::get),
        max_casts: u32::from(walk.max_casts % 16),
        query: Query::default().with_cast(walk.wild.options(Method::Auto)),
    };
    let mover = sweep.moving();
    let way = *sweep.displacement();
    if let Ok(report) = move_and_slide(&scene, mover, way, &options, slide) {
        let ways = [report.moved, report.left, report.clipped];
        let ok = is_finite(&report.position.coords)
            && ways.iter().all(is_finite)
            && report.skin >= T::zero();
        assert!(ok, "{report:?}\n{walk:?}");
        check_apart(&scene, mover, &report.position, walk);
    }
    if let Ok(freed) = depenetrate(&scene, mover, walk.most.get(), &options) {
        let ok = is_finite(&freed.position.coords) && is_finite(&freed.moved);
        assert!(ok && freed.depth >= T::zero(), "{freed:?}\n{walk:?}");
    }
    check_character(&scene, mover, &options, walk);
}

/// What was surely apart, by more than rounding, is not entered by more than that.
fn check_apart<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, Shape<T>>,
    position: &Point3<T>,
    walk: &Walk,
) {
    let mut moved = mover.pose();
    moved.translation.vector = position.coords;
    let Ok(moved) = Placed::new(mover.shape().clone(), moved) else {
        panic!("it has left the world: {walk:?}");
    };
    let (Ok(before), Ok(after)) = (
        Motion::at_rest(mover.clone()),
        Motion::at_rest(moved.clone()),
    ) else {
        return;
    };
    let query = Query::default();
    let was_free = !scene.overlaps(&before, &query);
    if let Some(nearest) = scene.distance(&after, T::zero(), &query)
        && let Distance::Overlap(overlap) = nearest.distance
        && was_free
        && !scene.is_passed(&nearest.place.sub_shape, &way(mover, position))
    {
        let lengths = scene.farthest() + overlap.depth.to_f64() + far(mover) + far(&moved);
        let rounding = 256.0 * T::EPSILON * lengths;
        assert!(
            overlap.depth_lower.to_f64() <= rounding,
            "{nearest:?}\n{walk:?}"
        );
    }
}

fn way<T: Real>(mover: &Placed<T, Shape<T>>, position: &Point3<T>) -> Vector3<f64> {
    position.coords.map(Real::to_f64) - mover.position()
}

fn far<T: Real>(mover: &Placed<T, Shape<T>>) -> f64 {
    use swept::Support;
    mover.position().amax() + mover.shape().extent() + mover.shape().radius()
}

fn check_character<T: Real>(
    scene: &Scene<T>,
    mover: &Placed<T, Shape<T>>,
    options: &SlideOptions<'_, T>,
    walk: &Walk,
) {
    let Ok(slopes) = Slopes::new(triple::<T>(&walk.up), walk.steepest.get()) else {
        return;
    };
    let [step_up, step_down]: [T; 2] = walk.steps.map(Number::get);
    let [strength, top_speed]: [T; 2] = walk.gravity.map(Number::get);
    let gait = Gait {
        slopes,
        step_up,
        step_down,
        gravity: Gravity::new(*slopes.up * -strength, top_speed),
    };
    let mut character = Character::new(mover.pose());
    if let Some(speed) = walk.jump {
        character.jump(speed.get(), &gait);
    }
    for velocity in walk.velocities.iter().take(MOST_STEPS) {
        let velocity = triple::<T>(velocity);
        let paces = character.step(
            scene,
            mover.shape(),
            velocity,
            walk.time.get(),
            &gait,
            options,
        );
        let Ok(paces) = paces else {
            return;
        };
        let ok = is_placed(&character.pose) && is_finite(&paces.walk.moved);
        assert!(ok, "{character:?}\n{paces:?}\n{walk:?}");
    }
}

fn is_placed<T: Real>(pose: &Isometry3<T>) -> bool {
    is_finite(&pose.translation.vector)
}

fn is_finite<T: Real>(v: &Vector3<T>) -> bool {
    v.iter().all(|x| x.to_f64().is_finite())
}
