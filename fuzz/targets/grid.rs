//! Any bytes as two polytopes with whole corners, at whole places, moved by whole numbers, in any unit that is a power of two:
//! everything is parallel, coplanar, flush or exactly grazing, and the oracle knows the truth without a tolerance. Every method
//! is held to it in both scalars, and its certificate must verify.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::any::type_name;
use swept::{CastOptions, Certified, Method, Real};
use swept_oracle::{Body, Cast, Claim, Fact, Form, Means, Precision, RunTimeSweep, Truth, judge};

type Place = [i8; 3];

/// A polytope with corners at whole places, at most 8 from its origin.
#[derive(Clone, Debug, Arbitrary)]
enum Lattice {
    Point,
    Segment([Place; 2]),
    Triangle([Place; 3]),
    Cuboid(Place),
    Tetrahedron([Place; 4]),
    Hull([Place; 7]),
}

/// A cast on the lattice.
#[derive(Clone, Debug, Arbitrary)]
struct Grid {
    unit: i8,
    moving: Lattice,
    fixed: Lattice,
    quarter: u8,
    position: Place,
    displacement: Place,
}

/// Three whole numbers of at most `most`, times the unit.
fn whole(place: Place, most: i8, unit: f64) -> [f64; 3] {
    place.map(|x| f64::from(x % (most + 1)) * unit)
}

impl Lattice {
    fn form(&self, unit: f64) -> Form {
        let corner = |p: &Place| whole(*p, 8, unit);
        match self {
            Self::Point => Form::Point,
            Self::Segment([a, b]) => Form::Segment {
                a: corner(a),
                b: corner(b),
            },
            Self::Triangle([a, b, c]) => Form::Triangle {
                a: corner(a),
                b: corner(b),
                c: corner(c),
            },
            Self::Cuboid(half) => Form::cuboid(corner(half).map(f64::abs)),
            Self::Tetrahedron(points) => Form::ConvexHull {
                points: points.iter().map(corner).collect(),
            },
            Self::Hull(points) => Form::ConvexHull {
                points: points.iter().map(corner).collect(),
            },
        }
    }
}

impl Grid {
    /// The lattice's unit of length, where both scalars have room for the squares of lengths.
    fn unit(&self) -> f64 {
        f64::from(self.unit % 31).exp2()
    }

    fn cast(&self) -> Cast {
        let unit = self.unit();
        // Quarter turns are exact; the direction of a quaternion counts, not its length.
        let turns = [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0, 1.0],
            [0.0, 0.0, -1.0, 1.0],
            [1.0, 0.0, 0.0, 0.0],
        ];
        let moving = Body::new(self.moving.form(unit))
            .turned(turns[usize::from(self.quarter) % turns.len()])
            .at(whole(self.position, 16, unit));
        let fixed = Body::new(self.fixed.form(unit));
        Cast::new(moving, whole(self.displacement, 24, unit), fixed)
    }
}

fuzz_target!(|grid: Grid| {
    let cast = grid.cast();
    let truth = Truth::of(&cast).expect("polytopes have a truth");
    assert_eq!(truth.means, Means::Exact, "{}", cast.to_json());
    let touch = touches(&truth.fact, grid.unit() / 1200.0);
    check::<f32>(&cast, &truth, touch);
    check::<f64>(&cast, &truth, touch);
});

fn check<T: Real>(cast: &Cast, truth: &Truth, touch: bool) {
    let sweep = cast.sweep::<T>();
    for method in Method::ALL {
        let options = CastOptions::default().with_method(method);
        let certified = sweep.cast_certified(&options);
        let told = || format!("{method:?} {}: {certified:?} of {truth:?}", type_name::<T>());
        let verdict = judge(cast, &Claim::from(&certified.outcome), truth, &Precision::of::<T>());
        assert!(verdict.is_right(), "{:?}: {} {}", verdict.faults, cast.to_json(), told());
        assert!(!verdict.excused || touch, "excused: {} {}", cast.to_json(), told());
        check_certificate(&sweep, &certified, cast);
    }
}

/// Whether the bodies touch without overlapping, at the start or all along their contact, so that rounding may decide.
///
/// A height over a plane through lattice points is a multiple of 1/|n| with n the cross product of two whole vectors: edges, at
/// most 16√3 long, or the displacement, at most 24√3. So |n| is at most 1,152, and what is below `least`, a 1,200th, is zero. (At
/// the scale of this lattice, at most 50, rounding decides below 64 ε·50, a 2,600th in `f32`.)
fn touches(fact: &Fact, least: f64) -> bool {
    let zero = match fact {
        Fact::Meets(meets) => meets.depth_of_line.min(meets.separation.value()),
        Fact::Apart(apart) => apart.gap.value(),
        Fact::Inside(inside) => inside.depth.value(),
    };
    zero < least
}

fn check_certificate<T: Real>(sweep: &RunTimeSweep<T>, certified: &Certified<T>, cast: &Cast) {
    if let Err(flaw) = certified.certificate.verify(sweep) {
        panic!("{flaw}: {certified:?} {}", cast.to_json());
    }
}
