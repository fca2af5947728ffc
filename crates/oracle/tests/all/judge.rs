//! The judge finds each kind of fault, and lets a right answer pass: one thing is made wrong at a time.

use swept_oracle::{Body, Cast, Claim, Fact, FaultKind, Form, Precision, Truth, Verdict, judge};

/// A cube of half extent 1 falls from 5 on another: contact after 3 of 6.
fn falling() -> Cast {
    let cube = || Body::new(Form::cuboid([1.0; 3]));
    Cast::new(cube().at([0.25, 5.0, 0.5]), [0.0, -6.0, 0.0], cube())
}

fn held(cast: &Cast, claim: Claim) -> Verdict {
    let truth = Truth::of(cast).expect("a truth");
    judge(cast, &claim, &truth, &Precision::double())
}

#[track_caller]
fn finds(cast: &Cast, claim: Claim, kind: FaultKind, amount: f64) {
    let verdict = held(cast, claim);
    let fault = verdict.faults.iter().find(|f| f.kind == kind);
    let fault = fault.unwrap_or_else(|| panic!("no {}: {verdict}", kind.name()));
    let near = (fault.amount - amount).abs() <= 1e-9 * amount.abs();
    assert!(near || fault.amount == amount, "{fault}, expected {amount}");
}

/// A cylinder of radius 2 comes head-on to a box's face and passes beside it but for `deep`.
fn beside(deep: f64) -> Cast {
    let cylinder = Body::new(Form::Cylinder {
        half_height: 3.0,
        radius: 2.0,
    })
    .at([0.0, -8.0, -3.0 + deep]);
    let cuboid = Body::new(Form::cuboid([2.0, 3.0, 1.0]));
    Cast::new(cylinder, [0.0, 8.0, 0.0], cuboid)
}

#[test]
fn a_graze_is_a_miss_though_its_contact_is_head_on_and_no_plane_is_named() {
    let verdict = held(&beside(0.0), Claim::miss());
    assert!(verdict.faults.is_empty() && verdict.excused, "{verdict}");
    finds(&beside(0.125), Claim::miss(), FaultKind::FalseMiss, 0.125);
}

/// The numbers of a hit, to be made wrong one at a time.
#[derive(Clone, Copy)]
struct Hit {
    fraction: f64,
    upper: f64,
    normal: [f64; 3],
    moving: [f64; 3],
    fixed: [f64; 3],
}

impl From<Hit> for Claim {
    fn from(hit: Hit) -> Self {
        Self::Hit {
            fraction: hit.fraction,
            fraction_upper: Some(hit.upper),
            normal: Some(hit.normal),
            point_moving: Some(hit.moving),
            point_fixed: Some(hit.fixed),
        }
    }
}

const RIGHT: Hit = Hit {
    fraction: 0.5,
    upper: 0.5,
    normal: [0.0, 1.0, 0.0],
    moving: [0.0, 1.0, 0.0],
    fixed: [0.0, 1.0, 0.0],
};

/// The right hit, changed.
fn hit(change: impl Fn(&mut Hit)) -> Claim {
    let mut claim = RIGHT;
    change(&mut claim);
    claim.into()
}

#[test]
fn a_right_hit_is_right() {
    let verdict = held(&falling(), RIGHT.into());
    assert!(verdict.is_right(), "{verdict}");
    assert_eq!((verdict.error, verdict.width), (Some(0.0), Some(0.0)));
}

#[test]
fn a_hit_is_late_from_the_last_place_on() {
    let late = 0.5_f64.next_up();
    finds(
        &falling(),
        hit(|h| (h.fraction, h.upper) = (late, late)),
        FaultKind::Late,
        (late - 0.5) * 6.0,
    );
}

#[test]
fn contact_is_early_when_bodies_grown_by_rounding_are_apart() {
    // Twice what rounding may decide, at a speed of 6.
    let doubt = Precision::double().ambiguous(Truth::of(&falling()).unwrap().scale);
    let early = |by: f64| {
        let at = 0.5 - by * doubt / 6.0;
        hit(move |h| (h.fraction, h.upper) = (at, at))
    };
    let gap = (0.5 - (0.5 - 2.0 * doubt / 6.0)) * 6.0;
    finds(&falling(), early(2.0), FaultKind::Early, gap);
    assert!(held(&falling(), early(0.5)).is_right());
}

#[test]
fn fractions_have_bounds() {
    finds(
        &falling(),
        hit(|h| h.fraction = 0.49),
        FaultKind::BeyondBound,
        0.06,
    );
    finds(
        &falling(),
        hit(|h| h.fraction = 0.49),
        FaultKind::WideBracket,
        0.06,
    );
    finds(
        &falling(),
        hit(|h| h.fraction = f64::NAN),
        FaultKind::OutOfRange,
        f64::INFINITY,
    );
    finds(
        &falling(),
        hit(|h| h.upper = 0.4),
        FaultKind::OutOfRange,
        f64::INFINITY,
    );
}

#[test]
fn normals_must_be_unit_and_separate() {
    finds(
        &falling(),
        hit(|h| h.normal = [0.0, 1.5, 0.0]),
        FaultKind::NotUnit,
        0.5 * scale(),
    );
    // Along x, the cubes overlap by 2 − 0.25.
    finds(
        &falling(),
        hit(|h| h.normal = [1.0, 0.0, 0.0]),
        FaultKind::BadNormal,
        1.75,
    );
}

fn scale() -> f64 {
    Truth::of(&falling()).expect("a truth").scale
}

#[test]
fn points_must_lie_on_their_bodies_and_together() {
    // At the hit the moving cube spans y from 1 to 3.
    finds(
        &falling(),
        hit(|h| h.moving[1] = 0.5),
        FaultKind::BadPoint,
        0.5,
    );
    finds(
        &falling(),
        hit(|h| h.fixed[0] = 1.25),
        FaultKind::BadPoint,
        0.25,
    );
    finds(
        &falling(),
        hit(|h| h.fixed[1] = 0.75),
        FaultKind::BadPoint,
        0.25,
    );
    finds(
        &falling(),
        hit(|h| h.moving[2] = 0.75),
        FaultKind::PointsApart,
        0.75,
    );
}

#[test]
fn outcomes_must_be_right() {
    // The cubes are 0.5 apart along z, of 2 that they are wide together: without that the line would pass beside.
    finds(&falling(), Claim::miss(), FaultKind::FalseMiss, 1.5);
    let axis = Claim::Miss {
        axis: Some([1.0, 0.0, 0.0]),
        gap: Some(0.1),
    };
    finds(&falling(), axis, FaultKind::FalseMiss, 1.75);
    finds(&falling(), axis, FaultKind::BadPlane, 1.85);
    finds(&falling(), Claim::overlap(), FaultKind::WrongStart, 3.0);
    let mut short = falling();
    short.displacement = [0.0, -2.0, 0.0];
    finds(&short, RIGHT.into(), FaultKind::FalseHit, 1.0);
    let safe = Claim::Unresolved {
        safe_fraction: Some(0.75),
    };
    finds(&falling(), safe, FaultKind::Late, 1.5);
}

#[test]
fn misses_must_leave_the_room_they_claim() {
    let mut short = falling();
    short.displacement = [0.0, -2.0, 0.0];
    let miss = |gap| Claim::Miss {
        axis: Some([0.0, 1.0, 0.0]),
        gap: Some(gap),
    };
    assert!(held(&short, miss(1.0)).is_right());
    finds(&short, miss(1.25), FaultKind::BadPlane, 0.25);
}

#[test]
fn overlaps_must_be_the_least_way_out() {
    // 1.5 apart of 2 along y: half deep; along x it would be 1.75.
    let cube = || Body::new(Form::cuboid([1.0; 3]));
    let cast = Cast::new(cube().at([0.25, 1.5, 0.5]), [0.0, -6.0, 0.0], cube());
    let overlap = |depth, normal, entry, exit| Claim::Overlap {
        depth: Some(depth),
        depth_lower: Some(0.5),
        normal: Some(normal),
        point_moving: Some([0.0, 0.5, 0.0]),
        point_fixed: Some([0.0, 1.0, 0.0]),
        entry: Some(entry),
        exit: Some(exit),
    };
    let up = [0.0, 1.0, 0.0];
    let (entry, exit) = (-0.5 / 6.0, 3.5 / 6.0);
    let verdict = held(&cast, overlap(0.5, up, entry, exit));
    assert!(verdict.is_right(), "{verdict}");
    finds(
        &cast,
        overlap(0.75, up, entry, exit),
        FaultKind::BadDepth,
        0.25,
    );
    finds(
        &cast,
        overlap(1.75, [1.0, 0.0, 0.0], entry, exit),
        FaultKind::BadDepth,
        1.25,
    );
    finds(
        &cast,
        overlap(0.5, up, -1.0, exit),
        FaultKind::BadEntryOrExit,
        5.5,
    );
    let deeper = Claim::Overlap {
        depth: Some(0.5),
        depth_lower: Some(0.5 + 1e-9),
        normal: None,
        point_moving: None,
        point_fixed: None,
        entry: None,
        exit: None,
    };
    assert!(held(&cast, deeper).has(FaultKind::OutOfRange));
    assert!(held(&cast, deeper).has(FaultKind::DepthTooHigh));
    // An entry after the start, and an exit before it.
    for late in [
        overlap(0.5, up, 1e-30, exit),
        overlap(0.5, up, entry, -1e-30),
    ] {
        assert!(held(&cast, late).has(FaultKind::OutOfRange));
    }
    let safe = |fraction| Claim::Unresolved {
        safe_fraction: Some(fraction),
    };
    finds(&cast, safe(1e-30), FaultKind::Late, 0.5);
    assert!(!held(&cast, safe(0.0)).has(FaultKind::Late));
}

/// What rounding may decide of an outcome is no excuse for a number that is claimed to be proven.
#[test]
fn what_is_proven_is_held_to_the_last_place() {
    let mut short = falling();
    short.displacement = [0.0, -2.0, 0.0];
    let miss = Claim::Miss {
        axis: Some([0.0, 1.0, 0.0]),
        gap: Some(1.0_f64.next_up()),
    };
    finds(&short, miss, FaultKind::BadPlane, f64::EPSILON);
    let late = 0.5_f64.next_up();
    let safe = Claim::Unresolved {
        safe_fraction: Some(late),
    };
    finds(&falling(), safe, FaultKind::Late, (late - 0.5) * 6.0);
    // Half of what rounding may decide is missing from the way out.
    let mut inside = falling();
    inside.moving.position[1] = 1.5;
    let scale = Truth::of(&inside).expect("a truth").scale;
    let depth = 0.5 - 0.5 * Precision::double().ambiguous(scale);
    let shallow = Claim::Overlap {
        depth: Some(depth),
        depth_lower: None,
        normal: Some([0.0, 1.0, 0.0]),
        point_moving: None,
        point_fixed: None,
        entry: None,
        exit: None,
    };
    finds(&inside, shallow, FaultKind::BadDepth, 0.5 - depth);
}

#[test]
fn what_rounding_decides_is_excused() {
    // Past the edge by half an ulp of 2: whoever calls it a hit is right enough, and so is who calls it a miss.
    let cube = || Body::new(Form::cuboid([1.0; 3]));
    let cast = Cast::new(
        cube().at([2.0_f64.next_up(), 5.0, 0.5]),
        [0.0, -6.0, 0.0],
        cube(),
    );
    let verdict = held(&cast, Claim::hit(0.5));
    assert!(verdict.is_right() && verdict.excused, "{verdict}");
    let far = Cast::new(cube().at([2.0 + 1e-12, 5.0, 0.5]), [0.0, -6.0, 0.0], cube());
    assert!(held(&far, Claim::hit(0.5)).has(FaultKind::FalseHit));
}

#[test]
fn a_gap_without_an_axis_is_no_more_than_the_least_distance() {
    // A ball of radius 1 passes over another one at a height of 3: they come as near as 1, whatever plane is meant.
    let ball = || Body::new(Form::sphere(1.0));
    let cast = Cast::new(ball().at([-4.0, 3.0, 0.0]), [8.0, 0.0, 0.0], ball());
    let miss = |gap| Claim::Miss {
        axis: None,
        gap: Some(gap),
    };
    assert!(held(&cast, miss(1.0)).is_right());
    finds(&cast, miss(1.25), FaultKind::BadPlane, 0.25);
}

#[test]
fn a_hit_that_rounding_excuses_is_where_the_bodies_are() {
    // A cube passes over another one, 2⁻⁵⁰ above it. After an eighth of the way their sides are 7/4 apart.
    let cube = || Body::new(Form::cuboid([1.0; 3]));
    let over = cube().at([-5.0, 2.0 + f64::powi(2.0, -50), 0.0]);
    let passes = Cast::new(over, [10.0, 0.0, 0.0], cube());
    let verdict = held(&passes, Claim::hit(0.5));
    assert!(verdict.is_right() && verdict.excused, "{verdict}");
    finds(&passes, Claim::hit(0.125), FaultKind::Early, 1.75);
    // One that leaves it upward touches at the start, and after half of the way they are 3 apart.
    let leaves = Cast::new(cube().at([0.0, 2.0, 0.0]), [0.0, 6.0, 0.0], cube());
    assert!(held(&leaves, Claim::hit(0.0)).is_right());
    finds(&leaves, Claim::hit(0.5), FaultKind::Early, 3.0);
    // Beside a half-space likewise.
    let plane = Body::new(Form::HalfSpace {
        normal: [0.0, 2.0, 0.0],
    });
    let leaves = Cast::new(cube().at([0.0, 1.0, 0.0]), [0.0, 6.0, 0.0], plane);
    assert!(held(&leaves, Claim::hit(0.0)).is_right());
    finds(&leaves, Claim::hit(0.5), FaultKind::Early, 3.0);
}

#[test]
fn bodies_that_pass_each_other_within_a_bracket_may_be_apart_again_at_its_end() {
    // A point passes a cube's edge at a right angle to its diagonal, 2⁻⁵⁰ away, after half of the way; after 2⁻⁴⁴ more it is 2⁻⁴¹ past it,
    // which is four times what rounding may decide.
    let start = [-3.0, 5.0 + f64::powi(2.0, -50), 0.0];
    let point = Body::new(Form::Point).at(start);
    let cube = Body::new(Form::cuboid([1.0; 3]));
    let passes = Cast::new(point, [8.0, -8.0, 0.0], cube);
    let within = |from: f64, to: f64| Claim::Hit {
        fraction: 0.5 + from * f64::powi(2.0, -44),
        fraction_upper: Some(0.5 + to * f64::powi(2.0, -44)),
        normal: None,
        point_moving: None,
        point_fixed: None,
    };
    let verdict = held(&passes, within(-1.0, 1.0));
    assert!(verdict.is_right() && verdict.excused, "{verdict}");
    let past = f64::powi(2.0, -41);
    finds(&passes, within(1.0, 2.0), FaultKind::Early, past);
    let before = past + f64::powi(2.0, -50);
    finds(&passes, within(-2.0, -1.0), FaultKind::Early, before);
}

#[test]
fn a_plane_that_is_all_but_along_the_motion_is_the_one_that_is_met() {
    // A triangle slides along a plate's side, 2.6e-18 off it, and closes in on it by 2.7e-14 of the way. Before it is there, after 0.6876
    // of the way, it comes over the plate's edge after 0.6875, and by no number of `f64` is it known not to touch it there.
    let turned = [
        0.1201623587792922,
        0.5848667406174765,
        -0.0915959500070439,
        -0.7969329409828934,
    ];
    let triangle = Form::Triangle {
        a: [0.0; 3],
        b: [0.32782673835754395, 0.0, 0.0],
        c: [0.0, 0.2447073757648468, 0.0],
    };
    let moving = Body::new(triangle)
        .turned([0.12016235877929214, turned[1], turned[2], turned[3]])
        .at([-2.3857531605221203, -0.6186342066679212, -0.912947104642118]);
    let plate = Form::cuboid([
        0.9812696576118469,
        0.060052111744880676,
        0.0006924624321982265,
    ]);
    let motion = [3.044678400204468, 0.06787516303753668, 0.1614923540720101];
    let slides = Cast::new(moving, motion, Body::new(plate).turned(turned));
    let truth = Truth::of(&slides).expect("a truth");
    let Fact::Meets(meets) = &truth.fact else {
        panic!("{truth:?}");
    };
    // 2.7e-14 of a way that is 3 long.
    assert!(meets.rate < 1e-13, "{meets:?}");
    let hit = |fraction: f64, upper: f64| Claim::Hit {
        fraction,
        fraction_upper: Some(upper),
        normal: None,
        point_moving: None,
        point_fixed: None,
    };
    let verdict = held(&slides, hit(0.6875169873237578, 0.6875169873237638));
    assert!(verdict.is_right() && verdict.excused, "{verdict}");
}

#[test]
fn an_axis_is_off_by_its_rounding_over_a_long_way() {
    // A point goes from a cube's edge along a plane through that, far away. In `f32` no axis is that plane's normal.
    let cube = || Body::new(Form::cuboid([1.0; 3]));
    let point = |x: f64| Body::new(Form::Point).at([x, x, 0.0]);
    let motion = [3e15, -1e15, 0.0];
    let axis = [0.1_f64.sqrt(), 0.9_f64.sqrt(), 0.0].map(swept_oracle::f32_exact);
    let claim = Claim::Miss {
        axis: Some(axis),
        gap: Some(0.0),
    };
    let judged = |cast: &Cast| {
        let truth = Truth::of(cast).expect("a truth");
        judge(cast, &claim, &truth, &Precision::single())
    };
    let verdict = judged(&Cast::new(point(1.0), motion, cube()));
    assert!(verdict.is_right(), "{verdict}");
    // A quarter deep, it is not excused by that.
    let verdict = judged(&Cast::new(point(0.75), motion, cube()));
    assert!(!verdict.is_right(), "{verdict}");
}

#[test]
fn a_half_space_is_entered_far_away_up_to_rounding_there() {
    // 2⁻¹³ deep, and 2⁻³⁰ deeper with each step aside: 2¹⁷ steps away it came in.
    let deep = Body::new(Form::cuboid([1.0; 3])).at([0.0, 1.0 - f64::powi(2.0, -13), 0.0]);
    let plane = Body::new(Form::HalfSpace {
        normal: [0.0, 1.0, 0.0],
    });
    let aside = Cast::new(deep, [1.0, -f64::powi(2.0, -30), 0.0], plane);
    let entered = |off: f64| Claim::Overlap {
        depth: None,
        depth_lower: None,
        normal: None,
        point_moving: None,
        point_fixed: None,
        entry: Some(-131_072.0 * (1.0 + off)),
        exit: Some(f64::INFINITY),
    };
    // Off by 1.2e-13 along the normal, which is more than rounding makes of the cube, and far less than it makes of the way, 1.9e-9.
    let verdict = held(&aside, entered(1e-9));
    assert!(verdict.is_right(), "{verdict}");
    finds(
        &aside,
        entered(1e-4),
        FaultKind::BadEntryOrExit,
        f64::powi(2.0, -13) * 1e-4,
    );
}
