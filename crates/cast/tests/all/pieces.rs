//! Pieces of turning certificates whose normal changes its length on the way: the room that they prove is that along the normal of unit
//! length, where it is longest as where it is shortest.

use nalgebra::{Point3, Vector3};
use swept_cast::{
    Claim, Frame, Piece, Sweep, Turn, TurningCertificate, TurningOptions, TurningProof,
    TurningSweep, Turns, Witness,
};
use swept_support::{Cuboid, Placed, PointShape, Segment, Sphere, Support};

/// Whether one piece for the whole motion is taken for a proof of a room, which may be as low as −1.
pub(crate) fn proves<A: Support, B: Support>(
    sweep: &TurningSweep<f64, A, B>,
    frame: Frame,
    normals: [[f64; 3]; 2],
    room: f64,
) -> bool {
    let piece = Piece {
        frame,
        normals: normals.map(Vector3::from),
        from: [0.0; 2],
        to: [1.0, 0.0],
        room,
    };
    let proof = TurningProof {
        claim: Claim::Unresolved { safe_fraction: 1.0 },
        pieces: vec![piece],
        all_angles: Vec::new(),
        ignored: [0.0; 2],
        within: None,
        contact: [0.0; 2],
        witness: Witness::NONE,
        target_distance: 0.0,
        tolerance: 2.0,
    };
    TurningCertificate::Turning(proof).verify(sweep).is_ok()
}

fn turning<A: Support, B: Support>(
    (moving, from): (A, [f64; 3]),
    displacement: [f64; 3],
    fixed: B,
    omega: [f64; 3],
) -> TurningSweep<f64, A, B> {
    let moving = Placed::new(moving, from).unwrap();
    let fixed = Placed::new(fixed, [0.0; 3]).unwrap();
    let turns = Turns {
        moving: Turn::by(omega),
        ..Turns::default()
    };
    TurningSweep::new(Sweep::new(moving, displacement, fixed).unwrap(), turns).unwrap()
}

/// A point that starts 1/2 deep in a ball and leaves it fast. Along a normal that is a thousandth as long at the start as at the end, that is
/// 1/2000 of the longer one.
#[test]
fn a_depth_where_the_normal_is_short_is_no_smaller_for_that() {
    let ball = Sphere::new(1.0).unwrap();
    let sweep = turning(
        (PointShape, [0.5, 0.0, 0.0]),
        [1000.0, 0.0, 0.0],
        ball,
        [0.0, 0.0, 0.125],
    );
    let normals = [[1e-3, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let proves = |room| proves(&sweep, Frame::World, normals, room);
    assert!(!proves(-0.499), "the point starts 1/2 deep");
    assert!(proves(-0.75));
}

/// A box that begins 67 within the target distance of a point, and turns as it leaves: steps along a normal that turns, at depths, are
/// worth what the check finds them worth.
#[test]
fn what_a_turning_normal_proves_of_a_depth_is_what_its_check_finds() {
    let moving = Placed::new(Cuboid::new([0.25_f32, 0.0, 3.0]).unwrap(), [3.0; 3]).unwrap();
    let fixed = Placed::new(PointShape, [3.0; 3]).unwrap();
    let sweep = Sweep::new(moving, [28.25, 3.0, 9.75], fixed).unwrap();
    let turns = Turns {
        moving: Turn::by([1.5, 0.0, 16.5 * (1.0 + 66.0 * f32::EPSILON)]),
        ..Turns::default()
    };
    let sweep = TurningSweep::new(sweep, turns).unwrap();
    for target_distance in [1.0, 8.0, 67.0, 1e9, f32::MAX, f32::INFINITY] {
        let options = TurningOptions {
            target_distance,
            max_steps: 255,
            ..TurningOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        if let Err(flaw) = certified.certificate.verify(&sweep) {
            panic!("{target_distance}: {flaw}");
        }
    }
}

/// Two rods that cross, the moving one at this height over the other, and turn on about the line through both their middles: so the cross
/// product of their directions grows, by a tenth.
fn rods(height: f64) -> TurningSweep<f64, Segment<f64>, Segment<f64>> {
    let rod = |along: [f64; 3]| {
        let along = Vector3::from(along);
        Segment::new(Point3::from(-along), Point3::from(along)).unwrap()
    };
    let along = [0.5_f64.cos(), 0.5_f64.sin(), 0.0];
    let (moving, fixed) = (rod(along), rod([1.0, 0.0, 0.0]));
    turning(
        (moving, [0.0, 0.0, height]),
        [0.0; 3],
        fixed,
        [0.0, 0.0, 0.05],
    )
}

#[test]
fn rods_across_each_other_are_as_far_apart_as_they_are() {
    let edges = [[1.0, 0.0, 0.0], [0.5_f64.cos(), 0.5_f64.sin(), 0.0]];
    for (height, enough) in [(1.0, 0.75), (-1.0, -1.5)] {
        let sweep = rods(height);
        let proves = |room| proves(&sweep, Frame::Across, edges, room);
        assert!(!proves(height + 0.01), "they are {height} apart");
        assert!(proves(enough), "{height}");
    }
}
