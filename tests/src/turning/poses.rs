//! Where the bodies of a turning case stand at a fraction, and how far they are apart there: in twice the precision of `f64`,
//! by the shapes and the distance search of the oracle.
//!
//! **What it may be off by.** A sum or a product of such numbers errs by 2⁻¹⁰⁰ of itself at most, and no length here comes of
//! more than some hundred of them in a row: less than 2⁻⁹² of all lengths that enter, the world coordinates included. An angle is a
//! root, a product, and a remainder by π/2, whose digits end at 2⁻¹⁰⁸: less than 2⁻⁹⁸ of itself, felt by the body's reach.
//! A separation lies between what a plane proves and the distance of two points, and both are off by no more than this.

use super::TurningCase;
use crate::Form;
use swept_oracle::arith::{cross, difference, dot, narrow, norm, sum, times, wide};
use swept_oracle::{Double, Number, Solid, nearest, rotation};

type Double3 = [Double; 3];
type Rows = [Double3; 3];

/// What lengths may be off by, in parts of all that enter.
const OFF: f64 = 1.0 / (1u128 << 92) as f64;
/// What an angle may be off by, in parts of itself.
const ANGLE_OFF: f64 = 1.0 / (1u128 << 98) as f64;
/// Below this part of the scale a separation in `f64`, which errs by some dozens of 2⁻⁵³, is measured in twice the precision.
const NEAR: f64 = 1.0 / (1u64 << 32) as f64;
/// To this part of the scale the distance search goes: a thousandth of 2⁻⁵³.
const CLOSE: f64 = 1.0 / (1u64 << 63) as f64;

/// How a body turns.
struct Turning {
    core: Form,
    /// Its rotation at the start.
    rows: Rows,
    /// Unit rotation axis, and the whole angle.
    axis: Double3,
    angle: Double,
    /// What it turns about: in its own frame, and from its origin at the start in world axes.
    centre: Double3,
    lever: Double3,
    /// How far its points are from what it turns about.
    reach: f64,
}

/// A turning case that can be stopped at any fraction.
pub struct Poses {
    bodies: [Turning; 2],
    /// From the fixed body's origin to the moving one's at the start, the displacement, and the fixed body's origin.
    offset: Double3,
    displacement: Double3,
    fixed_at: Double3,
    /// Both radii, extents, and ways to the points that are turned about.
    radius: Double,
    extents: f64,
    levers: f64,
    world: f64,
    /// A bound on the speed of any point of one body relative to one of the other.
    pub speed: f64,
    unbounded: bool,
}

/// Where both bodies stand.
pub struct Pose {
    rows: [Rows; 2],
    /// From the fixed body's origin to the moving one's.
    offset: Double3,
    /// The fixed body's origin in world space.
    origin: Double3,
    /// All lengths that count for a tolerance here.
    pub scale: f64,
    /// What a separation here may be off by.
    pub error: f64,
}

/// How far bodies are apart.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Proven by a plane; −∞ where the cores overlap.
    pub lower: f64,
    /// Proven by two points; in an overlap no more than minus the depth, proven by a ball or a tetrahedron.
    pub upper: f64,
}

impl Poses {
    /// The motion of a case.
    pub fn new(case: &TurningCase) -> Self {
        let cast = &case.cast;
        let (m, f) = (&cast.moving, &cast.fixed);
        let turning = |body: &crate::Body, turn: &[f64; 3], centre: &[f64; 3]| {
            let rows = rotation::<Double>(&body.rotation);
            let turn: Double3 = wide(turn);
            let angle = norm(&turn);
            let axis = match angle.value() > 0.0 {
                true => turn.map(|x| x.over(angle)),
                false => [Double::default(); 3],
            };
            let centre: Double3 = wide(centre);
            let lever = applied(&rows, &centre);
            let (core, radii) = body.shape.core();
            let reach = body.shape.extent() + norm(&centre).value();
            let core = core.into_owned();
            (
                Turning {
                    core,
                    rows,
                    axis,
                    angle,
                    centre,
                    lever,
                    reach,
                },
                radii
                    .iter()
                    .fold(Double::default(), |sum, r| sum + (*r).into()),
            )
        };
        let (moving, first) = turning(m, &cast.turn.moving, &case.centres[0]);
        let (fixed, second) = turning(f, &cast.turn.fixed, &case.centres[1]);
        let fixed_at: Double3 = wide(&f.position);
        let offset = difference(&wide(&m.position), &fixed_at);
        let displacement: Double3 = wide(&cast.displacement);
        let way = norm(&displacement).value();
        let levers = norm(&moving.centre).value() + norm(&fixed.centre).value();
        let unbounded = matches!(fixed.core, Form::HalfSpace { .. });
        let far = norm(&offset).value() + way + 2.0 * levers + moving.reach;
        let fixed_reach = if unbounded { far } else { fixed.reach };
        let speed = way + moving.angle.value() * moving.reach + fixed.angle.value() * fixed_reach;
        let positions = [&m.position, &f.position].map(norm::<f64>);
        Self {
            offset,
            displacement,
            fixed_at,
            radius: first + second,
            extents: m.shape.extent() + f.shape.extent(),
            levers,
            world: positions[0] + positions[1],
            speed: speed * (1.0 + 1e-12),
            unbounded,
            bodies: [moving, fixed],
        }
    }

    /// The most turns that either body makes.
    pub fn turns(&self) -> f64 {
        let [m, f] = &self.bodies;
        m.angle.value().max(f.angle.value()) / std::f64::consts::TAU
    }

    /// All lengths that the way between the bodies is made of.
    pub fn ways(&self) -> f64 {
        norm(&self.offset).value() + norm(&self.displacement).value() + 2.0 * self.levers
    }

    /// Where the bodies stand at a fraction.
    pub fn at(&self, s: Double) -> Pose {
        let [m, f] = &self.bodies;
        let rows = [turned(m, s), turned(f, s)];
        let shift =
            |body: &Turning, rows: &Rows| difference(&body.lever, &applied(rows, &body.centre));
        let (moved, fixed) = (shift(m, &rows[0]), shift(f, &rows[1]));
        let way = times(&self.displacement, s);
        let offset = sum(&sum(&self.offset, &way), &difference(&moved, &fixed));
        let scale = self.extents + norm(&offset).value() + self.levers;
        let spun = |b: &Turning| b.angle.value() * b.reach;
        Pose {
            rows,
            origin: sum(&self.fixed_at, &fixed),
            error: OFF * (self.world + self.ways() + scale) + ANGLE_OFF * (spun(m) + spun(f)),
            offset,
            scale,
        }
    }

    /// The separation at a fraction that `f64` holds.
    pub fn separation(&self, s: f64) -> Separation {
        self.separation_at(&self.at(s.into()))
    }

    /// The separation at a pose: in `f64`, and near contact in twice the precision.
    pub fn separation_at(&self, pose: &Pose) -> Separation {
        let plain = self.measure(pose, Double::value, f64::EPSILON * 4.0 * pose.scale);
        let noise = 64.0 * f64::EPSILON * pose.scale;
        if plain.lower > NEAR * pose.scale {
            return Separation {
                lower: plain.lower - noise,
                upper: plain.upper + noise,
            };
        }
        self.closely(pose)
    }

    /// The separation at a pose in twice the precision.
    pub fn closely(&self, pose: &Pose) -> Separation {
        let near = self.measure(pose, |x| x, CLOSE * pose.scale);
        Separation {
            lower: near.lower - pose.error,
            upper: near.upper + pose.error,
        }
    }

    /// How far the plane with this normal keeps the bodies apart: minus how deep they overlap along it. Of a half-space its own plane.
    pub fn along(&self, pose: &Pose, n: &[f64; 3]) -> f64 {
        let (moving, fixed) = self.solids(pose, |x| x);
        let n = fixed.unbounded_normal().unwrap_or(wide(n));
        let height = fixed.height(&n) + moving.height(&n.map(|x| -x));
        (-height.over(norm(&n)) - self.radius).value()
    }

    /// How far a point of world space is from the surface of a body, 0 for the moving one: inside or outside of the body, as it
    /// stands at a pose. By the plane or the points that tell; where it is inside of the core no more is known than by planes along `n`.
    pub fn off(
        &self,
        pose: &Pose,
        body: usize,
        radius: f64,
        p: &[f64; 3],
        n: &[f64; 3],
    ) -> [f64; 2] {
        let at: Double3 = difference(&wide(p), &pose.origin);
        let (moving, fixed) = self.solids(pose, |x| x);
        let solid = if body == 0 { &moving } else { &fixed };
        let n: Double3 = fixed.unbounded_normal().unwrap_or(wide(n));
        let n = if body == 0 { n.map(|x| -x) } else { n };
        let below = ((solid.height(&n) - dot(&n, &at)).over(norm(&n))).value() + radius;
        if body == 1 && self.unbounded {
            return [(-below).max(0.0), below];
        }
        let within = CLOSE * (pose.scale + norm(&at).value());
        let found = nearest(|n| difference(&solid.support(n), &at), &narrow(&n), within);
        // What a plane proves: the search may end early, above the distance.
        let k: Double3 = wide(&found.normal);
        let outside = match found.normal == [0.0; 3] {
            true => 0.0,
            false => (dot(&k, &at) - solid.height(&k)).over(norm(&k)).value() - radius,
        };
        [outside.max(0.0), below]
    }

    /// The radius around the core of a body, 0 for the moving one.
    pub fn radius_of(case: &TurningCase, body: usize) -> f64 {
        let body = if body == 0 {
            &case.cast.moving
        } else {
            &case.cast.fixed
        };
        body.shape.core().1.iter().sum()
    }

    fn solids<N: Number>(&self, pose: &Pose, number: impl Fn(Double) -> N) -> (Solid<N>, Solid<N>) {
        let rows = pose.rows.map(|r| r.map(|v| v.map(&number)));
        let offset = pose.offset.map(&number);
        let [m, f] = &self.bodies;
        (
            Solid::posed(&m.core, rows[0], offset),
            Solid::posed(&f.core, rows[1], [N::default(); 3]),
        )
    }

    fn measure<N: Number>(
        &self,
        pose: &Pose,
        number: impl Fn(Double) -> N,
        within: f64,
    ) -> Separation {
        let (moving, fixed) = self.solids(pose, &number);
        let radius = number(self.radius);
        // What is said in `f64` is rounded to it.
        let less = |distance: f64| {
            let rounding = f64::EPSILON * (distance.abs() + self.radius.value());
            distance - self.radius.value() + rounding
        };
        let height = |n: &[N; 3]| {
            let height = fixed.height(n) + moving.height(&n.map(|x| -x));
            (-height.over(norm(n)) - radius).value()
        };
        if let Some(n) = fixed.unbounded_normal() {
            let apart = height(&n);
            return Separation {
                lower: apart,
                upper: apart,
            };
        }
        let support = |n: &[N; 3]| difference(&fixed.support(n), &moving.support(&n.map(|x| -x)));
        let found = nearest(support, &narrow(&pose.offset.map(|x| -x)), within);
        if found.mixture.len() == 4 {
            let corners: Vec<[N; 3]> = found
                .mixture
                .iter()
                .map(|(_, n)| support(&wide(n)))
                .collect();
            return Separation {
                lower: f64::NEG_INFINITY,
                upper: less(-inside(&corners)),
            };
        }
        let lower = match found.normal == [0.0; 3] {
            true => f64::NEG_INFINITY,
            false => height(&wide(&found.normal)),
        };
        Separation {
            lower,
            upper: less(found.distance),
        }
    }
}

/// How deep the origin lies in a tetrahedron: 0 where it is not in it, or where it is so flat that rounding decides on which side of a
/// face its fourth corner is. With corners of size L that are good to 2⁻⁹² L, a normal of length 2⁻⁷⁰ L² and a height of 2⁻⁷⁰ L are.
fn inside<N: Number>(p: &[[N; 3]]) -> f64 {
    const FLAT: f64 = 1.0 / (1u128 << 70) as f64;
    let size = p.iter().map(|c| norm(c).value()).fold(0.0, f64::max);
    let face = |i: usize| {
        let [a, b, c] = [(i + 1) % 4, (i + 2) % 4, (i + 3) % 4].map(|j| p[j]);
        let n = cross(&difference(&b, &a), &difference(&c, &a));
        let length = norm(&n);
        if length.value() <= FLAT * size * size {
            return 0.0;
        }
        let high = |v: &[N; 3]| dot(&n, v).over(length).value();
        let (here, there) = (-high(&a), high(&difference(&p[i], &a)));
        match there.abs() > FLAT * size {
            true => here * there.signum(),
            false => 0.0,
        }
    };
    (0..4).map(face).fold(f64::INFINITY, f64::min).max(0.0)
}

fn applied(rows: &Rows, v: &Double3) -> Double3 {
    std::array::from_fn(|i| dot(&rows[i], v))
}

/// The rotation of a body at a fraction: exp(s·ω) by O. Rodrigues' formula, 1 + sin θ K + (1 − cos θ) K², after the one at the
/// start.
fn turned(body: &Turning, s: Double) -> Rows {
    let (sine, cosine) = sin_cos(body.angle * s);
    let k = &body.axis;
    let less = Double::from(1.0) - cosine;
    // Row i of exp(s·ω): e_i cos θ + k_i (1 − cos θ) k + sin θ (e_i × k), as (k × v)_i = v·(e_i × k).
    let spin: Rows = std::array::from_fn(|i| {
        let mut e = [Double::default(); 3];
        e[i] = 1.0.into();
        let along = times(k, k[i] * less);
        sum(
            &sum(&times(&e, cosine), &along),
            &times(&cross(&e, k), sine),
        )
    });
    if body.angle.value() == 0.0 {
        return body.rows;
    }
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let column: Double3 = std::array::from_fn(|k| body.rows[k][j]);
            dot(&spin[i], &column)
        })
    })
}

/// Sine and cosine of an angle of 0 to 2²⁶, by their series about the nearest multiple of π/2.
fn sin_cos(angle: Double) -> (Double, Double) {
    use std::f64::consts::FRAC_PI_2;
    // The digits of π/2 that `f64` does not hold.
    let quarter = Double::from(FRAC_PI_2) + Double::from(6.123_233_995_736_766e-17);
    let quarters = (angle.value() / FRAC_PI_2).round();
    let x = angle - quarter * quarters.into();
    let squared = x * x;
    // 28 terms: (π/4)²⁸/28! is 2⁻¹⁰⁷.
    let mut terms = [Double::from(1.0), x];
    let mut sums = terms;
    for n in 2..30 {
        let divisor = f64::from(n) * f64::from(n - 1);
        let term = -(terms[n as usize % 2] * squared).over(divisor.into());
        terms[n as usize % 2] = term;
        sums[n as usize % 2] = sums[n as usize % 2] + term;
    }
    let [c, s] = sums;
    match quarters.rem_euclid(4.0) as u32 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_of_many_turns_double_as_they_should() {
        for x in [0.0, 0.3, 1.0, 2.5, 4.0, 1e3 + 0.1, 1.6e7] {
            let (s, c) = sin_cos(x.into());
            let (double, _) = sin_cos((2.0 * x).into());
            let off = double - (s * c).times_power(2.0);
            assert!(off.value().abs() < 1e-29 * (1.0 + x), "{x} {off:?}");
            let one = s * s + c * c - 1.0.into();
            assert!(one.value().abs() < 1e-30, "{x} {one:?}");
            assert!((s.value() - x.sin()).abs() < 1e-15);
        }
    }

    #[test]
    fn the_origin_in_a_tetrahedron() {
        let p = [
            [-1.0, -1.0, -1.0],
            [5.0, 0.0, -1.0],
            [0.0, 5.0, -1.0],
            [0.0, 0.0, 9.0],
        ];
        // The plane of the first three is the nearest, but for the one through two edges: 1 below.
        assert!(inside::<f64>(&p) <= 1.0 && inside::<f64>(&p) > 0.5);
        let outside = [
            [1.0, 0.0, 0.0],
            [2.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 0.0, 1.0],
        ];
        assert_eq!(inside::<f64>(&outside), 0.0);
    }
}
