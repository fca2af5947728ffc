//! Any bytes as two polytopes with whole corners, at whole places, moved by whole numbers, in any unit that is a power of two:
//! everything is parallel, coplanar, flush or exactly grazing, and the oracle knows the truth without a tolerance. Every method
//! is held to it in both scalars, and its certificate must verify.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::any::type_name;
use swept::nalgebra::Vector3;
use swept::{CastOptions, Certificate, Certified, Hit, Method, Outcome, Real};
use swept_oracle::{
    Body, Cast, Claim, Fact, Form, Means, Meets, Precision, QUARTER_TURNS, RunTimeSweep, Truth,
    judge,
};

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

/// Unit roundoff of `f64`.
const U: f64 = 0.5 * f64::EPSILON;

/// What a certificate in `f64` allows itself, in [`U`] of the contract's scale.
const DILATION: f64 = 56.0;

/// How far a polytope reaches from its own origin.
fn extent(lattice: &Lattice, unit: f64) -> f64 {
    let corners = lattice.form(unit).corners().expect("a polytope");
    let lengths = corners.into_iter().map(|c| Vector3::from(c).norm());
    lengths.fold(0.0, f64::max)
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
        let moving = Body::new(self.moving.form(unit))
            .turned(QUARTER_TURNS[self.quarter()])
            .at(whole(self.position, 16, unit));
        let fixed = Body::new(self.fixed.form(unit));
        Cast::new(moving, whole(self.displacement, 24, unit), fixed)
    }

    fn quarter(&self) -> usize {
        usize::from(self.quarter) % QUARTER_TURNS.len()
    }

    /// The corners of the obstacle, fixed − moving, in units of the lattice.
    fn obstacle(&self) -> Vec<Vector3<f64>> {
        let corners = |lattice: &Lattice| lattice.form(1.0).corners().expect("a polytope");
        let turned = |[x, y, z]: [f64; 3]| match self.quarter() {
            0 => [x, y, z],
            1 => [x, -z, y],
            2 => [z, y, -x],
            3 => [y, -x, z],
            _ => [x, -y, -z],
        };
        let position = Vector3::from(whole(self.position, 16, 1.0));
        let moving: Vec<_> = corners(&self.moving).into_iter().map(turned).collect();
        let fixed = corners(&self.fixed);
        let pairs = fixed
            .iter()
            .flat_map(|f| moving.iter().map(move |m| (f, m)));
        pairs
            .map(|(f, m)| Vector3::from(*f) - Vector3::from(*m) - position)
            .collect()
    }

    /// All lengths that enter: the shapes' extents and the distance of their origins, where no frame makes them less.
    fn lengths(&self) -> f64 {
        let offset = Vector3::from(whole(self.position, 16, self.unit())).norm();
        extent(&self.moving, self.unit()) + extent(&self.fixed, self.unit()) + offset
    }

    /// By how much an end of a bracket may be farther off than its certificate's tolerance: a length along the normal.
    ///
    /// With u = 2⁻⁵³ of all lengths: a search closes to 8u, is content where it stalls at 32u, and at an edge or a corner with 64u along the
    /// steepest plane; and the points that it goes by are off by 24u. Then the lower end is moved outward by what the proof of a plane takes
    /// off, 39u here, and the upper end by all rounding at its worst, 56u here, where the fixed shape is not turned and no shape is curved
    /// (docs/contract.md). That is 127u and 144u in all, of which the certificate's tolerance has 56u in `f64`.
    fn widened(&self) -> f64 {
        88.0 * U * self.lengths()
    }

    /// The judge's precision, in parts of the obstacle's largest coordinate, `scale`. Rounding errs in parts of the contract's scale, the
    /// shapes' extents and their distance. That is many times as much where shapes lie far from their own origins and their offset
    /// brings them together again.
    fn precision<T: Real>(&self, scale: f64) -> Precision {
        let precision = Precision::of::<T>();
        let stated = (DILATION * U * self.lengths() + self.widened()) / (T::EPSILON * scale);
        Precision {
            error_budget: precision.error_budget.max(stated),
            ..precision
        }
    }

    /// Whether the line of motion goes through the inside of the obstacle's outline, seen along the motion: where it only touches
    /// the outline, rounding may decide.
    ///
    /// Exact: whole numbers of at most 12 digits. The origin is on the outline or outside when all corners are in a half-plane
    /// through it, and such a half-plane can be turned until a corner is on its border.
    fn pierces(&self) -> bool {
        let d = Vector3::from(whole(self.displacement, 24, 1.0));
        let across = d.cross(&Vector3::ith(d.iamin(), 1.0));
        let up = d.cross(&across);
        let seen: Vec<[f64; 2]> = self
            .obstacle()
            .iter()
            .map(|c| [c.dot(&across), c.dot(&up)])
            .filter(|c| *c != [0.0; 2])
            .collect();
        let left = |p: &[f64; 2], q: &[f64; 2]| p[0] * q[1] - p[1] * q[0] >= 0.0;
        !seen.is_empty() && !seen.iter().any(|p| seen.iter().all(|q| left(p, q)))
    }
}

fuzz_target!(|grid: Grid| {
    let cast = grid.cast();
    let truth = Truth::of(&cast).expect("polytopes have a truth");
    if truth.scale == 0.0 {
        // Two points in one place: there is no length to measure by.
        return;
    }
    // Fractions are; depths and distances are roots of whole numbers, within proven bounds.
    let exact = truth.means == Means::Exact || !matches!(truth.fact, Fact::Meets(_));
    assert!(exact, "{}", cast.to_json());
    let touch = touches(&truth.fact, grid.unit() / 1200.0)
        || matches!(truth.fact, Fact::Meets(_)) && !grid.pierces();
    check::<f32>(&grid, &cast, &truth, touch);
    check::<f64>(&grid, &cast, &truth, touch);
});

fn check<T: Real>(grid: &Grid, cast: &Cast, truth: &Truth, touch: bool) {
    let (precision, widened) = (grid.precision::<T>(truth.scale), grid.widened());
    let sweep = cast.sweep::<T>();
    for method in Method::ALL {
        let options = CastOptions {
            method,
            ..CastOptions::default()
        };
        let certified = sweep.cast_certified(&options);
        let told = || {
            format!(
                "{method:?} {}: {certified:?} of {truth:?}",
                type_name::<T>()
            )
        };
        let verdict = judge(cast, &Claim::from(&certified.outcome), truth, &precision);
        assert!(
            verdict.is_right(),
            "{:?}: {} {}",
            verdict.faults,
            cast.to_json(),
            told()
        );
        if let (Outcome::Hit(hit), Fact::Meets(meets)) = (&certified.outcome, &truth.fact) {
            let off = ends(hit, meets, &certified.certificate, widened, cast);
            assert!(off <= 0.0, "off by {off}: {} {}", cast.to_json(), told());
        }
        assert!(
            !verdict.excused || touch,
            "excused: {} {}",
            cast.to_json(),
            told()
        );
        check_certificate(&sweep, &certified, cast);
    }
}

/// By what length an end of a hit's bracket is too far off: along the plane's normal both are within the certificate's tolerance of
/// the exact fraction and what they are `widened` by, and within a unit in the last place more by their rounding into the scalar.
///
/// Where the line of motion goes through an edge or a corner of the obstacle many planes are right, and how exactly the fraction is
/// known depends on how steeply the line meets the one that was taken. So it is that plane by which it is judged.
fn ends<T: Real>(
    hit: &Hit<T>,
    meets: &Meets,
    certificate: &Certificate,
    widened: f64,
    cast: &Cast,
) -> f64 {
    let exact = meets.fraction.value();
    let rate = -certificate.plane.normalize().dot(&cast.motion());
    let (low, high) = (hit.fraction.to_f64(), hit.fraction_upper.to_f64());
    let off = (exact - low).max(high - exact) - 2.0 * T::EPSILON * exact;
    off * rate - certificate.tolerance - widened
}

/// Whether the bodies touch without overlapping, at the start, at the end or beside the way, so that rounding may decide.
///
/// A height over a plane through lattice points is a multiple of 1/|n| with n the cross product of two whole vectors: edges, at
/// most 16√3 long, or the displacement, at most 24√3. So |n| is at most 1,152, and what is below `least`, a 1,200th, is zero. (At
/// the scale of this lattice, at most 50, rounding decides below 64 ε·50, a 2,600th in `f32`.)
fn touches(fact: &Fact, least: f64) -> bool {
    let zero = match fact {
        Fact::Meets(meets) => {
            let beyond = (1.0 - meets.fraction.value()) * meets.rate;
            beyond.min(meets.separation.value())
        }
        Fact::Apart(apart) => apart.gap.value(),
        Fact::Inside(inside) => inside.depth.lower.value(),
    };
    zero < least
}

fn check_certificate<T: Real>(sweep: &RunTimeSweep<T>, certified: &Certified<T>, cast: &Cast) {
    if let Err(flaw) = certified.certificate.verify(sweep) {
        panic!("{flaw}: {certified:?} {}", cast.to_json());
    }
}
