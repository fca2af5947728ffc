//! Truths that a reader can derive, to the last of thirty digits.

use swept_oracle::{Apart, Body, Cast, Double, Fact, Form, Inside, Means, Meets, Number, Truth};

fn truth(moving: Body, d: [f64; 3], fixed: Body) -> Truth {
    Truth::of(&Cast::new(moving, d, fixed)).expect("a truth")
}

fn meets(truth: &Truth) -> &Meets {
    match &truth.fact {
        Fact::Meets(meets) => meets,
        other => panic!("{other:?}"),
    }
}

fn apart(truth: &Truth) -> &Apart {
    match &truth.fact {
        Fact::Apart(apart) => apart,
        other => panic!("{other:?}"),
    }
}

fn inside(truth: &Truth) -> &Inside {
    match &truth.fact {
        Fact::Inside(inside) => inside,
        other => panic!("{other:?}"),
    }
}

fn quotient(a: f64, b: f64) -> Double {
    Double::from(a).over(b.into())
}

/// The bracket holds the number, and is no wider than 1e-22.
fn is(bracket: &swept_oracle::Bracket, x: Double) {
    let slack = Double::from(1e-29);
    assert!(
        bracket.lower <= x + slack && x - slack <= bracket.upper,
        "{bracket:?} {x:?}"
    );
    assert!(bracket.width() < 1e-22, "{bracket:?}");
}

const UNIT: [f64; 3] = [1.0; 3];

#[test]
fn a_box_falls_on_a_floor() {
    // The lower face starts at 4.5, the floor's top is at 1: 3.5 of 10.
    let floor = Body::new(Form::cuboid([50.0, 1.0, 50.0]));
    let found = truth(
        Body::new(Form::cuboid([0.5; 3])).at([0.0, 5.0, 0.0]),
        [0.0, -10.0, 0.0],
        floor,
    );
    let hit = meets(&found);
    assert_eq!(found.means, Means::Exact);
    is(&hit.fraction, quotient(3.5, 10.0));
    assert_eq!((hit.normal, hit.rate), ([0.0, 1.0, 0.0], 10.0));
    // C spans ±50.5, −6.5 to −3.5, ±50.5; where a face is farthest, any of its corners counts, the nearest of which is at
    // ±49.5.
    let corner = |x: f64, y: f64| (50.5_f64.powi(2) + x * x + y * y).sqrt();
    assert!((corner(49.5, 3.5)..=corner(50.5, 6.5) + 1e-9).contains(&found.scale));
}

#[test]
fn a_third_of_the_way_is_a_third_to_the_last_digit() {
    let still = Body::new(Form::cuboid(UNIT));
    let found = truth(
        Body::new(Form::cuboid(UNIT)).at([0.25, 3.0, 0.125]),
        [0.0, -3.0, 0.0],
        still,
    );
    is(&meets(&found).fraction, quotient(1.0, 3.0));
}

#[test]
fn a_quaternion_of_any_length_is_an_exact_rotation() {
    // (1, 0, 0, 2) turns about x by 2·atan(1/2): cos = 3/5, sin = 4/5. The edge of the cube reaches 3/5 + 4/5 up, and down to
    // the point at 0 it is 3 − 7/5 = 8/5 of a way of 7.
    let cube = |q: [f64; 4]| Body::new(Form::cuboid(UNIT)).turned(q).at([0.0, 3.0, 0.0]);
    for length in [1.0, 3.0, 0.1] {
        let q = [1.0, 0.0, 0.0, 2.0].map(|c| c * length);
        let segment = Form::Segment {
            a: [-5.0, 0.0, 0.0],
            b: [5.0, 0.0, 0.0],
        };
        // The lowest edge lies at z = ±(4/5 − 3/5): the segment is put below it.
        for z in [0.2, -0.2] {
            let found = Truth::of(&Cast::new(
                cube(q),
                [0.0, -7.0, 0.0],
                Body::new(segment.clone()).at([0.0, 0.0, z]),
            ));
            let found = found.expect("a truth");
            let hit = match &found.fact {
                Fact::Meets(hit) => hit.fraction.value(),
                other => panic!("{other:?}"),
            };
            assert!(hit >= 8.0 / 35.0 - 1e-15);
        }
        let floor = Body::new(Form::cuboid([9.0, 1.0, 9.0])).at([0.0, -1.0, 0.0]);
        let found = truth(cube(q), [0.0, -7.0, 0.0], floor);
        if length == 0.1 {
            // 0.1 and 0.2 are not quite what they say, but each twice the other all the same.
            assert!((meets(&found).fraction.value() - 8.0 / 35.0).abs() < 1e-15);
        }
        is(&meets(&found).fraction, quotient(8.0, 35.0));
    }
}

#[test]
fn two_balls_meet_where_their_radii_say() {
    // Centres 3 up and 4 across would be 5 apart: the ball falls along x = 4·… until |(x, 3)| = 5, x = 4: from 10, 6 of 12.
    let ball = |r| Body::new(Form::sphere(r));
    let found = truth(ball(2.0).at([10.0, 3.0, 0.0]), [-12.0, 0.0, 0.0], ball(3.0));
    let hit = meets(&found);
    is(&hit.fraction, quotient(1.0, 2.0));
    assert!((hit.normal[0] - 0.8).abs() < 1e-12 && (hit.normal[1] - 0.6).abs() < 1e-12);
    assert_eq!(found.means, Means::Polished);
}

#[test]
fn an_ellipsoid_is_a_stretched_ball() {
    // x²/4 + y² = 1 at y = 3/5 gives x = 8/5: a point from 4 has 12/5 of 6 to go.
    let ellipsoid = Body::new(Form::Ellipsoid {
        radii: [2.0, 1.0, 1.0],
    });
    let y = 0.6;
    let found = truth(
        Body::new(Form::Point).at([4.0, y, 0.0]),
        [-6.0, 0.0, 0.0],
        ellipsoid,
    );
    let x = (Double::from(1.0) - Double::from(y) * y.into()).sqrt() * 2.0.into();
    is(
        &meets(&found).fraction,
        (Double::from(4.0) - x).over(6.0.into()),
    );
}

#[test]
fn a_cone_and_a_cylinder_are_what_they_look_like() {
    // Half way up a cone of radius 1, it is 1/2 wide; the cylinder's rim of radius 2 is met at 5/2: from 5, 5/2 of 5.
    let upright = |f: Form| Body::new(f);
    let cone = Form::Cone {
        half_height: 1.0,
        radius: 1.0,
    };
    let cylinder = Form::Cylinder {
        half_height: 1.0,
        radius: 2.0,
    };
    let found = truth(
        upright(cylinder).at([5.0, 1.0, 0.0]),
        [-5.0, 0.0, 0.0],
        upright(cone),
    );
    is(&meets(&found).fraction, quotient(5.0 - 2.5, 5.0));
    // No: the cylinder's lower rim is at y = 0, where the cone is half as wide as its base.
}

#[test]
fn a_half_space_has_one_plane() {
    // A ball of radius 1 at height 5 above a plane tilted by (3, 4): the plane's distance is 4/5·5 = 4; it closes 4/5·10 = 8.
    let floor = Body::new(Form::HalfSpace {
        normal: [3.0, 4.0, 0.0],
    });
    let found = truth(
        Body::new(Form::sphere(1.0)).at([0.0, 5.0, 0.0]),
        [0.0, -10.0, 0.0],
        floor,
    );
    is(&meets(&found).fraction, quotient(3.0, 8.0));
    assert_eq!(found.means, Means::Plane);
}

#[test]
fn a_miss_has_its_gap() {
    let cube = || Body::new(Form::cuboid(UNIT));
    let found = truth(cube().at([0.0, 2.5, 5.0]), [0.0, 0.0, -10.0], cube());
    let miss = apart(&found);
    assert_eq!((miss.axis, miss.gap.value()), ([0.0, 1.0, 0.0], 0.5));
}

#[test]
fn an_overlap_has_depth_entry_and_exit() {
    // 1.5 apart in x, of 2: half deep. Moving along x, the way inside is from −2 to 2 for the distance: 3.5 back, 0.5 on.
    let cube = || Body::new(Form::cuboid(UNIT));
    let found = truth(cube().at([1.5, 0.25, 0.125]), [2.0, 0.0, 0.0], cube());
    let overlap = inside(&found);
    assert!((overlap.depth.value() - 0.5).abs() < 1e-14 && overlap.depth.width() < 1e-13);
    assert!(overlap.normal[0] > 1.0 - 1e-12);
    is(&overlap.entry, quotient(-3.5, 2.0));
    is(&overlap.exit, quotient(0.5, 2.0));
}

#[test]
fn balls_overlap_by_the_sum_of_their_radii_less_their_distance() {
    let ball = |r| Body::new(Form::sphere(r));
    let found = truth(ball(2.0).at([3.0, 0.0, 4.0]), [0.0, 1.0, 0.0], ball(4.0));
    let overlap = inside(&found);
    assert!(
        (overlap.depth.upper.value() - 1.0).abs() < 1e-12,
        "{:?}",
        overlap.depth
    );
    assert!(
        overlap.depth.lower.value() <= 1.0 && overlap.depth.width() < 1e-3,
        "{:?}",
        overlap.depth
    );
}

#[test]
fn flush_and_flat_and_grazing_casts_are_exact() {
    let cube = || Body::new(Form::cuboid(UNIT));
    // Sliding along the face it touches: contact from where the faces begin to overlap, −6/4, to where they end.
    let found = truth(cube().at([0.0, 2.0, 4.0]), [0.0, 0.0, -4.0], cube());
    is(&meets(&found).fraction, quotient(1.0, 2.0));
    assert_eq!(found.means, Means::Exact);
    // A flat box moving in its own plane at another: no volume anywhere.
    let flat = || Body::new(Form::cuboid([1.0, 0.0, 1.0]));
    let found = truth(flat().at([5.0, 0.0, 0.5]), [-6.0, 0.0, 0.0], flat());
    is(&meets(&found).fraction, quotient(3.0, 6.0));
    // A point through the corner of a triangle, and past it by the least number there is to write.
    let triangle = || {
        Body::new(Form::Triangle {
            a: [0.0; 3],
            b: [0.0, 0.0, 2.0],
            c: [0.0, 2.0, 0.0],
        })
    };
    let at = |z: f64| Body::new(Form::Point).at([3.0, 0.0, z]);
    let through = truth(at(0.0), [-4.0, 0.0, 0.0], triangle());
    is(&meets(&through).fraction, quotient(3.0, 4.0));
    let past = truth(at(-1e-300), [-4.0, 0.0, 0.0], triangle());
    assert!((apart(&past).axis[2] + 1.0).abs() < 1e-12);
}

/// Two boxes, one upon the other, lean the same way; their faces are a hair apart, or one is a hair in the other, or they stand in one place.
#[test]
fn flush_faces_at_rest_are_told_apart_by_a_hair() {
    for (i, hair) in [1e-6, 1e-8, 3e-9, 1e-10, 1e-11, -1e-11, -1e-9, -1e-7]
        .into_iter()
        .enumerate()
    {
        let q = [0.3, -0.2, 0.1, 1.0 + i as f64];
        // The rotated y axis.
        let [x, y, z, w] = q.map(|c| c / q.iter().map(|c| c * c).sum::<f64>().sqrt());
        let up = [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ];
        let at = up.map(|c| c * (3.0 + hair));
        let upper = Body::new(Form::cuboid([0.5, 1.0, 0.75])).turned(q).at(at);
        let lower = Body::new(Form::cuboid([1.0, 2.0, 1.5])).turned(q);
        let found = truth(upper, [0.0; 3], lower);
        let told = match &found.fact {
            Fact::Apart(apart) => apart.separation.value(),
            // From below a depth of a hair may not be known.
            Fact::Inside(inside) => -inside.depth.upper.value(),
            other => panic!("{other:?}"),
        };
        assert!((told - hair).abs() < 1e-14, "{hair:e}: {told:e}");
    }
}
