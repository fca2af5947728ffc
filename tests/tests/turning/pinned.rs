//! Single motions about a point of contact, each of which one step of the solver once got wrong.

use super::{AnySweep, any, stands, sweep};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use swept::{
    Cone, Cuboid, Cylinder, Distance, Ellipsoid, Outcome, Shape, Turn, TurningOptions, Turns,
};

/// A shape, its rotation and position, the rotation vector of its turn and the point of its own that it turns about.
struct Pinned(Shape<f64>, [f64; 4], [f64; 3], [f64; 3], [f64; 3]);

fn case(moving: Pinned, fixed: Pinned) -> AnySweep {
    let stands = |body: &Pinned| {
        let [i, j, k, w] = body.1;
        let turned = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
        (body.0.clone(), Isometry3::from_parts(body.2.into(), turned))
    };
    let turns = Turns {
        moving: Turn::by(moving.3).about(moving.4),
        fixed: Turn::by(fixed.3).about(fixed.4),
    };
    sweep(stands(&moving), [0.0; 3], stands(&fixed), turns)
}

/// How far the bodies are apart at a fraction; minus the depth where they overlap.
fn apart(case: &AnySweep, t: f64) -> f64 {
    let (linear, turns) = (case.linear(), case.turns());
    let moving = stands(linear.moving(), &turns.moving, linear.displacement(), t);
    let fixed = stands(linear.fixed(), &turns.fixed, &Vector3::zeros(), t);
    match swept::distance(&moving, &fixed).unwrap() {
        Distance::Apart(apart) => apart.separation,
        Distance::Overlap(overlap) => -overlap.depth,
    }
}

/// A cast keeps in contact until it ends, and no longer. Whether it ends at a hit, and its steps.
pub fn ends_where_it_closes_in(i: u64, case: &AnySweep) -> (bool, u32) {
    let found = case.cast_certified(&TurningOptions::default());
    if let Err(flaw) = found.certificate.verify(case) {
        panic!("{i}: {flaw}");
    }
    let end = match &found.outcome {
        Outcome::Hit(hit) => hit.fraction,
        Outcome::Miss(_) => 1.0,
        other => panic!("{i}: {other:?}"),
    };
    for k in 0..16 {
        let t = end * f64::from(k) / 16.0;
        assert!(apart(case, t) > -1e-11, "{i}: {} at {t}", apart(case, t));
    }
    let later = (end + 1e-3).min(1.0);
    let closes = end < 1.0;
    assert!(
        !closes || apart(case, later) < -1e-11,
        "{i}: {} after {end}",
        apart(case, later)
    );
    (closes, found.steps)
}

/// A line of the cone comes all but parallel to the edge of the box. What the place where they cross is off by is taken from the room
/// of the step in the solver's axes and in those of the check.
#[test]
fn the_check_takes_no_more_from_lines_that_are_nearly_parallel() {
    let cone = Pinned(
        any(Cone::new(0.5523279966166748, 0.3164892592468361).unwrap()),
        [
            -0.8631819312182315,
            0.4999039752575253,
            -0.03041062250412624,
            0.06393874552256493,
        ],
        [0.4745200738221385, 0.2717540487169443, 0.07776022715655197],
        [-1.101017697911273, 0.5412008846383757, 0.8035965208846239],
        [
            6.253053630445038e-12,
            0.5523279971010501,
            -4.35082525562791e-12,
        ],
    );
    let half = [0.4550018812477656, 0.698358250155843, 0.3667121680339448];
    let slab = Pinned(
        any(Cuboid::new(half).unwrap()),
        [
            0.027998225736180236,
            -0.06039766850357591,
            -0.01315361055865041,
            0.997694945123122,
        ],
        [
            -0.48101474809267425,
            -0.6895937938483604,
            0.01590685398670469,
        ],
        [
            1.5370983737279995,
            -0.44335134633890516,
            -0.10014633673618697,
        ],
        [half[0], half[1], -0.11152066580168653],
    );
    ends_where_it_closes_in(0, &case(cone, slab));
}

/// The depth of two flat discs, rim on rim, is as loose as a quarter of the contact tolerance where the cast asks for what lies just ahead.
#[test]
fn what_a_loose_depth_makes_of_rims_is_no_hit() {
    let disc = Pinned(
        any(Ellipsoid::new([0.39518951389031787, 0.7121397497761486, 0.0]).unwrap()),
        [
            -0.5870913524393662,
            -0.06390048942493562,
            0.4604447826811376,
            0.6627451044284596,
        ],
        [0.1374411778892106, 0.12923900857484774, 0.2049220070555574],
        [
            -0.14673142245187634,
            0.12208177966670125,
            0.1337403731770197,
        ],
        [0.3701818858822035, 0.24930568406434817, 0.0],
    );
    let other = Pinned(
        any(Ellipsoid::new([0.0, 0.16593129019576958, 0.4083071336548174]).unwrap()),
        [
            0.842003518448373,
            -0.3764110092719383,
            -0.2656326655248491,
            0.28068507980582913,
        ],
        [0.3210196746305545, 0.458076511031619, -0.25506264562326325],
        [
            0.05535557311101892,
            0.17539398389193936,
            0.14315470519313442,
        ],
        [
            -2.7755575615628914e-17,
            0.16510548528342112,
            0.04068511333422672,
        ],
    );
    ends_where_it_closes_in(1, &case(disc, other));
}

/// The corner of a box on the rim of a cylinder: the axes that separate a little later are all behind the motion by then.
#[test]
fn an_axis_at_hand_goes_on_for_a_while() {
    let drum = Pinned(
        any(Cylinder::new(0.28585820481270985, 0.5144379751809153).unwrap()),
        [
            0.4172003392076044,
            0.8784278882914685,
            0.2195584486354025,
            0.07811792156519849,
        ],
        [-0.564442072990023, 0.0742021061493906, 0.14919965565880183],
        [
            0.0790610285882892,
            0.13471869119835758,
            -0.17932630556376739,
        ],
        [-0.42485343349164495, 0.28585820481270974, 0.29007928288418],
    );
    let half = [0.36398117778979594, 0.7762982063344401, 0.5369489414715338];
    let slab = Pinned(
        any(Cuboid::new(half).unwrap()),
        [
            -0.013781988884112707,
            -0.9226447552213907,
            -0.38149955674568004,
            0.05472477179220059,
        ],
        [
            0.27532297898869657,
            -0.2775280075898561,
            -0.8515078165324048,
        ],
        [
            -0.44375963217372255,
            0.49931767678091366,
            0.006333083666900247,
        ],
        [
            0.36398117778979683,
            0.7762982063344406,
            -0.37784771592332356,
        ],
    );
    ends_where_it_closes_in(2, &case(drum, slab));
}
