//! The bodies at a fraction of a turning cast, and how far they are apart there.

use crate::arith::{Ball, norm};
use crate::nearest::nearest;
use crate::obstacle::{Obstacle, unit};
use crate::tolerance::{NEAREST, PLAINLY_APART, POSE, TURNED};
use crate::{Body, Cast, Fact, Form, Truth, Turns};

/// A turning cast, to be stopped anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Poses<'a> {
    cast: &'a Cast,
    /// The moving and the fixed body's cores, and the radius around both together: distances of round bodies are those of
    /// their cores, whose support points do not turn with the direction, less the radius.
    cores: [Form; 2],
    radius: f64,
    /// Bound on the speed of any point of one body relative to one of the other, per unit of fraction.
    pub(crate) speed: f64,
    /// The unit of errors: both reaches and the farthest that the bodies' origins come apart.
    pub(crate) scale: f64,
    /// How far a point of a body may be from where its pose in `f64` has it: a length.
    pub(crate) blur: f64,
}

/// How far bodies are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Separation {
    /// Proven, and 0 or less where no plane was found.
    pub(crate) lower: f64,
    /// By the nearest points of the cores, which are points of theirs but for rounding. Where it is negative, the bodies
    /// overlap by as much at least: a shift by less leaves the cores nearer than the radius.
    pub(crate) upper: f64,
    /// Unit normal of the plane that proves it, out of the fixed body; zero where there is none.
    pub(crate) normal: [f64; 3],
}

impl<'a> Poses<'a> {
    pub(crate) fn new(cast: &'a Cast) -> Self {
        let length = |v: &[f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let offset: [f64; 3] =
            std::array::from_fn(|i| cast.moving.position[i] - cast.fixed.position[i]);
        let after: [f64; 3] = std::array::from_fn(|i| offset[i] + cast.displacement[i]);
        let (moving, fixed) = (cast.moving.reach(), cast.fixed.reach());
        let world = length(&cast.moving.position) + length(&cast.displacement);
        let turned = |w: &[f64; 3], reach: f64| reach * (POSE + length(w));
        let blur = turned(&cast.turn.moving, moving) + turned(&cast.turn.fixed, fixed) + world;
        let (core, radii) = cast.moving.shape.core();
        let (other, more) = cast.fixed.shape.core();
        Self {
            cast,
            radius: radii.iter().chain(&more).sum(),
            cores: [core.into_owned(), other.into_owned()],
            speed: cast.speed() * (1.0 + 8.0 * f64::EPSILON),
            scale: moving + fixed + length(&offset).max(length(&after)),
            blur: f64::EPSILON * blur,
        }
    }

    /// The bodies at a fraction, as a cast without motion.
    pub(crate) fn at(&self, s: f64) -> Cast {
        self.posed(s, [&self.cast.moving.shape, &self.cast.fixed.shape])
    }

    /// These shapes in the bodies' poses at a fraction.
    fn posed(&self, s: f64, [moving, fixed]: [&Form; 2]) -> Cast {
        let cast = self.cast;
        let body = |shape: &Form, body: &Body, way: &[f64; 3], turn: &[f64; 3]| Body {
            shape: shape.clone(),
            position: std::array::from_fn(|i| body.position[i] + s * way[i]),
            rotation: product(&rotation(turn, s), &body.rotation),
        };
        Cast {
            id: cast.id.clone(),
            moving: body(moving, &cast.moving, &cast.displacement, &cast.turn.moving),
            fixed: body(fixed, &cast.fixed, &[0.0; 3], &cast.turn.fixed),
            displacement: [0.0; 3],
            turn: Turns::NONE,
        }
    }

    /// How far the bodies are apart at a fraction, to within `open`, a length; `first` is a direction to begin with.
    pub(crate) fn separation(&self, s: f64, first: &[f64; 3], open: f64) -> Separation {
        let [moving, fixed] = &self.cores;
        let pose = self.posed(s, [moving, fixed]);
        let plain = Obstacle::<f64>::new(&pose);
        let open = open.max(NEAREST * self.scale);
        let found = nearest(|n| plain.support(n), first, open);
        let upper = found.distance - self.radius + self.blur;
        if found.normal == [0.0; 3] {
            return Separation {
                lower: -self.radius,
                upper,
                normal: found.normal,
            };
        }
        let height = plain.height(&found.normal) / norm(&found.normal);
        // Far apart, the rounding of f64 does not matter; near contact it is counted.
        let lower = if -height > PLAINLY_APART * self.scale {
            -height - TURNED * self.scale
        } else {
            let proof = Obstacle::<Ball>::new(&pose);
            proof.separation(&found.normal).lower().value()
        };
        Separation {
            lower: lower - self.radius - self.blur,
            upper,
            normal: unit(&found.normal),
        }
    }

    /// How deep the bodies overlap at a fraction: proven from below, 0 where they do not.
    pub(crate) fn depth(&self, s: f64) -> f64 {
        let at = self.separation(s, &[1.0, 1.0, 1.0], 0.0);
        if at.lower > 0.0 {
            return 0.0;
        }
        let by_cores = (-at.upper - 2.0 * NEAREST * self.scale).max(0.0);
        match Truth::of(&self.at(s)).map(|truth| truth.fact) {
            Ok(Fact::Inside(inside)) => by_cores.max(inside.depth.lower.value() - self.blur),
            _ => by_cores,
        }
    }
}

/// The quaternion x, y, z, w of a rotation by s times a rotation vector.
fn rotation(vector: &[f64; 3], s: f64) -> [f64; 4] {
    let angle = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if angle == 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let (sine, cosine) = (0.5 * angle * s).sin_cos();
    let [x, y, z] = vector.map(|x| x / angle * sine);
    [x, y, z, cosine]
}

/// The quaternion of rotating by `b` first, and by `a` then.
fn product(a: &[f64; 4], b: &[f64; 4]) -> [f64; 4] {
    let [ax, ay, az, aw] = *a;
    let [bx, by, bz, bw] = *b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn a_quarter_of_a_turn_takes_x_to_y() {
        // Half of a rotation by π about z, of a point of the body on its x axis.
        let q = rotation(&[0.0, 0.0, PI], 0.5);
        let rows = crate::solid::rotation::<f64>(&q);
        let x: [f64; 3] = std::array::from_fn(|i| rows[i][0]);
        assert!((x[0]).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15 && x[2].abs() < 1e-15);
        // Two of them, about z and then about x, take x to y and on to z.
        let both = product(&rotation(&[FRAC_PI_2, 0.0, 0.0], 1.0), &q);
        let rows = crate::solid::rotation::<f64>(&both);
        let x: [f64; 3] = std::array::from_fn(|i| rows[i][0]);
        assert!(x[0].abs() < 1e-15 && x[1].abs() < 1e-15 && (x[2] - 1.0).abs() < 1e-15);
    }

    #[test]
    fn separation_and_depth_of_a_rod_over_a_ball() {
        // A rod of half length 2 along x turns by π/2 about z; a ball of radius 1/2 hangs 3/2 over it. At the start they are 1
        // apart; at the end the rod goes through the ball's middle, and a step aside of a radius frees it.
        let rod = Body::new(Form::Segment {
            a: [-2.0, 0.0, 0.0],
            b: [2.0, 0.0, 0.0],
        });
        let ball = Body::new(Form::sphere(0.5)).at([0.0, 1.5, 0.0]);
        let turn = Turns {
            moving: [0.0, 0.0, FRAC_PI_2],
            fixed: [0.0; 3],
        };
        let cast = Cast::new(rod, [0.0; 3], ball).turning(turn);
        let poses = Poses::new(&cast);
        let start = poses.separation(0.0, &[0.0, -1.0, 0.0], 0.0);
        assert!((start.lower - 1.0).abs() < 1e-13 && (start.upper - 1.0).abs() < 1e-13);
        assert!((start.normal[1] + 1.0).abs() < 1e-13);
        assert_eq!(poses.depth(0.0), 0.0);
        assert!((poses.depth(1.0) - 0.5).abs() < 1e-13);
        // The rod's end goes fastest: 2·π/2 per unit.
        assert!((poses.speed - PI).abs() < 1e-14);
    }
}
