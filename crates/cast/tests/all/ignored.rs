//! Turning casts that ignore an overlap at the start: how much they ignore, held against dense poses by arithmetic of its own.

mod hair;
mod solid;

use self::solid::{Body, Core, Pair, Stand};
use crate::dice::Dice;
use nalgebra::{Isometry3, Rotation3, Unit, UnitQuaternion, Vector3};
use swept_cast::{
    Distance, Outcome, StartOverlap, Sweep, TurningCertificate, TurningOptions, TurningSweep,
    Turns, distance,
};
use swept_support::{Placed, Real, Shape};

impl Dice {
    fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.part()
    }

    /// Between two powers of ten.
    fn power(&mut self, least: f64, most: f64) -> f64 {
        10_f64.powf(self.between(least, most))
    }

    fn toward(&mut self) -> Vector3<f64> {
        Unit::new_normalize(self.vector()).into_inner()
    }

    fn core(&mut self) -> Core {
        let [a, b, c] = [0; 3].map(|_| self.between(0.1, 1.0));
        match self.below(7) {
            0 => Core::Point,
            1 => Core::Rod(a),
            2 => Core::Cuboid(Vector3::new(a, b, c)),
            3 => {
                let many = 4 + self.below(12);
                Core::Hull((0..many).map(|_| self.vector()).collect())
            }
            4 => Core::Cylinder(a, b),
            5 => Core::Cone(a, b),
            _ => Core::Ellipsoid(Vector3::new(a, b, c)),
        }
    }

    /// A body about the origin, of about this size.
    fn body(&mut self, size: f64) -> Body {
        let core = self.core();
        let round = matches!(core, Core::Point | Core::Rod(_)) || self.below(4) == 0;
        let radius = if round { self.between(0.05, 0.5) } else { 0.0 };
        // Of powers of ten, so that some turn by a hair and some many times.
        let omega = match self.below(4) {
            0 => Vector3::zeros(),
            1 => self.toward() * self.power(-4.0, 0.0),
            2 => self.toward() * self.power(0.0, 1.0),
            _ => self.toward() * self.power(1.0, 2.5),
        };
        let far = [0.0, 0.3, 1.0, 5.0][self.below(4) as usize];
        Body {
            core,
            radius,
            rotation: UnitQuaternion::from_scaled_axis(self.vector() * 3.0),
            position: Vector3::zeros(),
            omega,
            centre: self.vector() * far,
        }
        .scaled(size)
    }
}

impl Body {
    fn scaled(mut self, by: f64) -> Self {
        self.core = match self.core {
            Core::Point => Core::Point,
            Core::Rod(h) => Core::Rod(h * by),
            Core::Cuboid(half) => Core::Cuboid(half * by),
            Core::Hull(points) => Core::Hull(points.iter().map(|p| p * by).collect()),
            Core::Cylinder(h, r) => Core::Cylinder(h * by, r * by),
            Core::Cone(h, r) => Core::Cone(h * by, r * by),
            Core::Ellipsoid(radii) => Core::Ellipsoid(radii * by),
        };
        self.radius *= by;
        self.position *= by;
        self.centre *= by;
        self
    }

    /// Its numbers as `T` has them.
    fn rounded<T: Real>(mut self) -> Self {
        let s = |x: f64| T::nearest(x).to_f64();
        let v = |v: Vector3<f64>| v.map(s);
        self.core = match self.core {
            Core::Point => Core::Point,
            Core::Rod(h) => Core::Rod(s(h)),
            Core::Cuboid(half) => Core::Cuboid(v(half)),
            Core::Hull(points) => Core::Hull(points.into_iter().map(v).collect()),
            Core::Cylinder(h, r) => Core::Cylinder(s(h), s(r)),
            Core::Cone(h, r) => Core::Cone(s(h), s(r)),
            Core::Ellipsoid(radii) => Core::Ellipsoid(v(radii)),
        };
        self.radius = s(self.radius);
        let q = self.rotation.coords.map(s);
        self.rotation = UnitQuaternion::new_unchecked(q.into());
        (self.position, self.omega, self.centre) =
            (v(self.position), v(self.omega), v(self.centre));
        self
    }
}

/// Two bodies that overlap at the start: deep, or by a hair. Of sizes, units and places of all kinds.
fn draw<T: Real>(dice: &mut Dice) -> Option<Pair> {
    let single = T::EPSILON > 1e-10;
    let mixed = dice.below(3) == 0;
    let sizes = [0; 2].map(|_| if mixed { dice.power(-2.0, 1.0) } else { 1.0 });
    let mut pair = Pair {
        moving: dice.body(sizes[0]),
        fixed: dice.body(sizes[1]),
        way: Vector3::zeros(),
    };
    let small = sizes[0].min(sizes[1]);
    let long = [0.0, 0.3, 3.0, 100.0][dice.below(4) as usize];
    pair.way = dice.vector() * (long * small);
    if pair.moving.omega + pair.fixed.omega == Vector3::zeros() {
        pair.moving.omega = dice.vector();
    }
    // From where they are apart to where their middles are together, some place next to which they begin to overlap.
    let from = dice.toward() * (2.0 * (pair.moving.reach() + pair.fixed.reach()));
    let (mut out, mut within) = (1.0, 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (out + within);
        pair.moving.position = from * middle;
        let apart = pair.stand(0.0).apart() > 0.0;
        *(if apart { &mut out } else { &mut within }) = middle;
    }
    let least = if single { -4.0 } else { -9.0 };
    let deep = if dice.below(2) == 0 {
        dice.power(least, -1.0)
    } else {
        dice.between(0.1, 1.0)
    };
    pair.moving.position = from * (within * (1.0 - deep));
    let unit = match dice.below(3) {
        0 => 1.0,
        _ if single => dice.power(-6.0, 6.0),
        _ => dice.power(-20.0, 20.0),
    };
    // Where the shapes are in the world does not count but for what their places are rounded by.
    let far = match dice.below(3) {
        0 => dice.vector() * if single { 1e2 } else { 1e6 },
        _ => Vector3::zeros(),
    };
    pair.moving.position += far;
    pair.fixed.position += far;
    let body = |body: Body| body.scaled(unit).rounded::<T>();
    let pair = Pair {
        moving: body(pair.moving),
        fixed: body(pair.fixed),
        way: (pair.way * unit).map(|x| T::nearest(x).to_f64()),
    };
    (pair.stand(0.0).apart() <= 0.0).then_some(pair)
}

fn sweep<T: Real>(pair: &Pair) -> TurningSweep<T, Shape<T>, Shape<T>> {
    let place = |body: &Body| {
        let q = body.rotation.coords.map(T::nearest);
        let turned = UnitQuaternion::new_unchecked(q.into());
        let pose = Isometry3::from_parts(body.position.map(T::nearest).into(), turned);
        Placed::new(body.shape::<T>(), pose).unwrap()
    };
    let way = pair.way.map(T::nearest);
    let linear = Sweep::new(place(&pair.moving), way, place(&pair.fixed)).unwrap();
    let turns = Turns {
        moving: pair.moving.turn(),
        fixed: pair.fixed.turn(),
    };
    TurningSweep::new(linear, turns).unwrap()
}

/// A direction along which the bodies are next to apart, and their depth at least, as bodies that stand have it. Of the direction only
/// what it proves counts, by the arithmetic here.
fn way_out(pair: &Pair, t: f64) -> (Vector3<f64>, f64) {
    let stand = pair.stand(t);
    let place = |body: &Body, i: usize, at: Vector3<f64>| {
        let turned = Rotation3::from_matrix_unchecked(stand.rotations[i]);
        let turned = UnitQuaternion::from_rotation_matrix(&turned);
        Placed::new(
            body.shape::<f64>(),
            Isometry3::from_parts(at.into(), turned),
        )
        .unwrap()
    };
    let m = place(&pair.moving, 0, stand.offset);
    let f = place(&pair.fixed, 1, Vector3::zeros());
    match distance(&m, &f).unwrap() {
        Distance::Apart(apart) => (apart.normal.into_inner(), 0.0),
        Distance::Overlap(overlap) => (overlap.normal.into_inner(), overlap.depth_lower),
    }
}

/// The direction next to one, up to 2⁻¹⁶ of it aside along either of two axes across it, along which the bodies are the least deep.
///
/// Depth along directions around the best one grows as the square of the angle, so that a search which ends within a part ε of the scale
/// ends within about √ε of that direction, some 10⁻⁶: along it bodies look deeper than they are. A height over the plane across a
/// direction, of directions that keep their lengths, is concave, so that one search within another finds the greatest. Each leaves
/// 2⁻¹⁵·(2/3)⁶⁴ < 2⁻⁵² of its way.
fn steepest(stand: &Stand<'_>, n: &Vector3<f64>) -> Vector3<f64> {
    let a = n.cross(&Vector3::ith(n.iamin(), 1.0)).normalize();
    let b = n.cross(&a);
    let height = |n: &Vector3<f64>| stand.along(n) * n.norm();
    let along_b = |n: &Vector3<f64>| n + b * greatest(|t| height(&(n + b * t)));
    let t = greatest(|t| height(&along_b(&(n + a * t))));
    along_b(&(n + a * t))
}

/// Where a concave function is greatest between −2⁻¹⁶ and 2⁻¹⁶.
fn greatest(f: impl Fn(f64) -> f64) -> f64 {
    let (mut from, mut to) = (-(0.5_f64.powi(16)), 0.5_f64.powi(16));
    for _ in 0..64 {
        let third = (to - from) / 3.0;
        if f(from + third) < f(to - third) {
            from += third;
        } else {
            to -= third;
        }
    }
    0.5 * (from + to)
}

/// How a cast went.
struct Judged {
    /// Up to where the overlap was ignored.
    ignored: f64,
    /// What ended it.
    end: End,
}

#[derive(PartialEq)]
enum End {
    Hit,
    Miss,
    Unresolved,
}

/// Casts a pair and holds what is ignored against poses of it; `None` where there is nothing to ignore.
///
/// # Errors
/// What is wrong.
fn judge<T: Real>(pair: &Pair, poses: u32) -> Result<Option<Judged>, String> {
    let sweep = sweep::<T>(pair);
    let options = TurningOptions {
        start_overlap: StartOverlap::Ignore,
        ..TurningOptions::default()
    };
    let found = sweep.cast_certified(&options);
    if let Err(flaw) = found.certificate.verify(&sweep) {
        return Err(format!("certificate: {flaw}"));
    }
    let TurningCertificate::Turning(proof) = &found.certificate else {
        return Ok(None);
    };
    let turned = pair.moving.omega.norm() + pair.fixed.omega.norm();
    let (open, u) = (T::EPSILON.max(2_f64.powi(-45)), f64::EPSILON);
    // Twice what counts as touching, which is twice the tolerance, and what the poses are off by.
    let doubt = (4.0 * open + 16.0 * u * (1.0 + turned)) * pair.scale();
    let until = proof.ignored[0];
    if until == 0.0 {
        return Ok(None);
    }
    for i in 0..=poses {
        let step = until / f64::from(poses);
        let t = step * f64::from(i);
        let apart = pair.stand(t).apart();
        if apart > doubt {
            return Err(format!("late: {apart:e} apart at {t} before {until}"));
        }
        // Where they are next to apart, poses in between, along the way out.
        let (n, _) = way_out(pair, t);
        for k in -7..8_i32 {
            let t = (t + step * f64::from(k) / 8.0).clamp(0.0, until);
            let apart = pair.stand(t).along(&n);
            if apart > doubt {
                return Err(format!("late: {apart:e} apart at {t} before {until}"));
            }
        }
    }
    let judged = |end| {
        Ok(Some(Judged {
            ignored: until,
            end,
        }))
    };
    let end = match &found.outcome {
        Outcome::Unresolved(_) => return judged(End::Unresolved),
        Outcome::Overlap(_) => return Err("an overlap".into()),
        Outcome::Hit(hit) => hit.fraction.to_f64(),
        Outcome::Miss(_) => 1.0,
    };
    if until < 1.0 {
        let stand = pair.stand(until);
        let mut deep = -stand.along(&way_out(pair, until).0);
        if deep > doubt {
            deep = -stand.along(&steepest(&stand, &way_out(pair, until).0));
        }
        if deep > doubt {
            return Err(format!("early: {deep:e} deep at {until}"));
        }
    }
    if let Outcome::Hit(_) = &found.outcome {
        let parts = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
        let after = |part: &f64| pair.stand(end + part * (1.0 - end)).apart() > doubt;
        if end < 1.0 && (end - until) * turned.max(1.0) < 1e-6 && parts.iter().all(after) {
            return Err(format!("nothing deepens after {end}"));
        }
    }
    for i in 1..poses {
        let t = until + (end - until) * f64::from(i) / f64::from(poses);
        if t > until && pair.stand(t).apart() <= 0.0 {
            let (_, deep) = way_out(pair, t);
            if deep > doubt {
                return Err(format!(
                    "missed: {deep:e} deep at {t}, from {until} to {end}"
                ));
            }
        }
    }
    judged(match found.outcome {
        Outcome::Hit(_) => End::Hit,
        _ => End::Miss,
    })
}

fn survey<T: Real>(seeds: core::ops::Range<u64>) {
    let (mut left, mut stay, mut hits, mut unresolved) = (0, 0, 0, 0);
    for seed in seeds {
        let Some(pair) = draw::<T>(&mut Dice(seed)) else {
            continue;
        };
        match judge::<T>(&pair, 48) {
            Err(wrong) => panic!("{seed}: {wrong}"),
            Ok(None) => {}
            Ok(Some(judged)) => match judged.end {
                End::Unresolved => unresolved += 1,
                _ if judged.ignored == 1.0 => stay += 1,
                end => {
                    left += 1;
                    hits += u32::from(end == End::Hit);
                }
            },
        }
    }
    assert!(left > 100 && stay > 40 && hits > 20, "{left} {stay} {hits}");
    assert!(unresolved == 0, "{unresolved}");
}

#[test]
fn what_is_ignored_ends_where_the_bodies_come_apart() {
    survey::<f64>(0..400);
}

#[test]
fn so_it_does_in_single_precision() {
    survey::<f32>(1_000_000..1_000_400);
}

/// Casts whose end, along the direction that a measured depth has, looks two to thirty times as deep as it is.
#[test]
fn so_it_does_where_a_direction_is_known_to_the_root_of_rounding() {
    for seed in [2120, 3165, 4705, 5676, 6929, 7696, 9288] {
        let pair = draw::<f64>(&mut Dice(seed)).unwrap();
        assert!(judge::<f64>(&pair, 48).unwrap().is_some(), "{seed}");
    }
}

/// What looks for a point that stays in both bodies counts its measurements as steps, and ends with them.
#[test]
fn the_search_for_a_common_point_keeps_to_the_limit_of_steps() {
    let mut unresolved = 0;
    for (seed, max_steps) in (0..400).flat_map(|seed| [5, 20, 60].map(|most| (seed, most))) {
        let Some(pair) = draw::<f64>(&mut Dice(seed)) else {
            continue;
        };
        let options = TurningOptions {
            start_overlap: StartOverlap::Ignore,
            max_steps,
            ..TurningOptions::default()
        };
        let found = sweep::<f64>(&pair).cast_certified(&options);
        // The last of them may look ahead along a slide.
        let most = max_steps + 16;
        assert!(
            found.steps <= most,
            "{seed}: {} of {max_steps}",
            found.steps
        );
        unresolved += u32::from(matches!(found.outcome, Outcome::Unresolved(_)));
    }
    assert!(unresolved > 300, "{unresolved}");
}
