//! A body, evaluated in whatever numbers are asked for: its height along a direction, and its farthest point there.
//!
//! The heights are closed forms. With local components (x, y, z) of the direction and s = √(x² + z²): a cylinder reaches
//! h|y| + r s; a cone max(h y, −h y + r s); an ellipsoid √((a x)² + (b y)² + (c z)²); a polytope as far as its farthest
//! corner; a ball around any of them adds its radius times the direction's length. The rotation of a quaternion q of any
//! length has entries that are quadratic forms of q divided by |q|², so nothing but that one quotient is rounded.

use crate::arith::{Ball, Number, cross, dot, norm, sum, times, wide};
use crate::{Body, Form};

/// A body at its pose.
#[derive(Clone, Debug)]
pub struct Solid<N> {
    core: Core<N>,
    /// Radius of the ball around the core.
    radius: N,
    /// Rows of the rotation.
    rows: [[N; 3]; 3],
    /// Position of the body's origin.
    offset: [N; 3],
}

#[derive(Clone, Debug)]
enum Core<N> {
    /// Corners at their pose.
    Polytope(Vec<[N; 3]>),
    Cylinder {
        half_height: N,
        radius: N,
    },
    Cone {
        half_height: N,
        radius: N,
    },
    Ellipsoid([N; 3]),
    /// Everything below the plane through the body's origin with this normal, at its pose.
    HalfSpace([N; 3]),
}

impl<N: Number> Solid<N> {
    /// The body with its origin at `offset`, whatever position it has.
    pub fn new(body: &Body, offset: [N; 3]) -> Self {
        Self::posed(&body.shape, rotation(&body.rotation), offset)
    }

    /// A shape with its origin at `offset`, turned by the rotation with these rows.
    pub fn posed(shape: &Form, rows: [[N; 3]; 3], offset: [N; 3]) -> Self {
        let (core, radii) = shape.core();
        let radius = radii.iter().fold(N::default(), |sum, r| sum + N::from(*r));
        let turned = |p: &[f64; 3]| -> [N; 3] {
            let p = wide(p);
            std::array::from_fn(|i| dot(&rows[i], &p))
        };
        let core = match core.as_ref() {
            Form::Cylinder {
                half_height,
                radius,
            } => Core::Cylinder {
                half_height: N::from(*half_height),
                radius: N::from(*radius),
            },
            Form::Cone {
                half_height,
                radius,
            } => Core::Cone {
                half_height: N::from(*half_height),
                radius: N::from(*radius),
            },
            Form::Ellipsoid { radii } => Core::Ellipsoid(wide(radii)),
            Form::HalfSpace { normal } => Core::HalfSpace(turned(normal)),
            other => {
                let corners = other.corners().unwrap_or_default();
                Core::Polytope(corners.iter().map(|c| sum(&turned(c), &offset)).collect())
            }
        };
        Self {
            core,
            radius,
            rows,
            offset,
        }
    }

    /// Radius of the ball around the core.
    pub fn radius(&self) -> N {
        self.radius
    }

    /// The core's corners, when it has nothing else.
    pub(crate) fn corners(&self) -> Option<&[[N; 3]]> {
        match &self.core {
            Core::Polytope(corners) => Some(corners),
            _ => None,
        }
    }

    /// Which corner of a polytope is farthest along `n`: the first of equals.
    pub(crate) fn farthest(&self, n: &[N; 3]) -> usize {
        let mut best = (0, N::default());
        for (i, c) in self.corners().unwrap_or_default().iter().enumerate() {
            let height = dot(n, c);
            if i == 0 || (height - best.1).value() > 0.0 {
                best = (i, height);
            }
        }
        best.0
    }

    /// The normal of a half-space.
    pub fn unbounded_normal(&self) -> Option<[N; 3]> {
        match &self.core {
            Core::HalfSpace(normal) => Some(*normal),
            _ => None,
        }
    }

    /// The direction in the body's own frame.
    fn local(&self, n: &[N; 3]) -> [N; 3] {
        let r = &self.rows;
        std::array::from_fn(|j| r[0][j] * n[0] + r[1][j] * n[1] + r[2][j] * n[2])
    }

    /// The point of the body's own frame, at its pose.
    fn placed(&self, p: &[N; 3]) -> [N; 3] {
        std::array::from_fn(|i| dot(&self.rows[i], p) + self.offset[i])
    }

    /// max n·p over the body. A half-space is taken along its normal, whatever `n`.
    pub fn height(&self, n: &[N; 3]) -> N {
        let core = match &self.core {
            Core::Polytope(corners) => {
                let heights = corners.iter().map(|c| dot(n, c));
                heights.reduce(N::max).unwrap_or_default()
            }
            _ => self.round_height(&self.local(n)) + dot(n, &self.offset),
        };
        core + self.radius * norm(n)
    }

    /// The height of a core that is no polytope, above its own origin.
    fn round_height(&self, n: &[N; 3]) -> N {
        let across = || (n[0] * n[0] + n[2] * n[2]).sqrt();
        match &self.core {
            Core::Cylinder {
                half_height,
                radius,
            } => *half_height * n[1].abs() + *radius * across(),
            Core::Cone {
                half_height,
                radius,
            } => {
                let apex = *half_height * n[1];
                apex.max(-apex + *radius * across())
            }
            Core::Ellipsoid(radii) => norm(&[radii[0] * n[0], radii[1] * n[1], radii[2] * n[2]]),
            Core::HalfSpace(_) | Core::Polytope(_) => N::default(),
        }
    }

    /// A farthest point along `n`.
    pub fn support(&self, n: &[N; 3]) -> [N; 3] {
        let core = match &self.core {
            Core::Polytope(corners) => corners[self.farthest(n)],
            _ => self.placed(&self.round_support(&self.local(n))),
        };
        let length = norm(n);
        if self.radius.value() == 0.0 || length.value() == 0.0 {
            return core;
        }
        sum(&core, &times(n, self.radius.over(length)))
    }

    fn round_support(&self, n: &[N; 3]) -> [N; 3] {
        let zero = N::default();
        let across = (n[0] * n[0] + n[2] * n[2]).sqrt();
        let on_disc = |radius: N, y: N| {
            if across.value() > 0.0 {
                let s = radius.over(across);
                [n[0] * s, y, n[2] * s]
            } else {
                [zero, y, zero]
            }
        };
        match &self.core {
            Core::Cylinder {
                half_height,
                radius,
            } => {
                let y = if n[1].value() < 0.0 {
                    -*half_height
                } else {
                    *half_height
                };
                on_disc(*radius, y)
            }
            Core::Cone {
                half_height,
                radius,
            } => {
                let apex = *half_height * n[1];
                if (apex + apex - *radius * across).value() >= 0.0 {
                    [zero, *half_height, zero]
                } else {
                    on_disc(*radius, -*half_height)
                }
            }
            Core::Ellipsoid(radii) => {
                let w: [N; 3] = std::array::from_fn(|i| radii[i] * n[i]);
                let length = norm(&w);
                if length.value() > 0.0 {
                    std::array::from_fn(|i| radii[i] * w[i].over(length))
                } else {
                    [zero; 3]
                }
            }
            Core::HalfSpace(_) | Core::Polytope(_) => [zero; 3],
        }
    }

    /// A point well inside, as far as the body has an inside.
    pub(crate) fn middle(&self) -> [N; 3] {
        match &self.core {
            Core::Polytope(corners) => {
                let all = corners.iter().fold([N::default(); 3], |s, c| sum(&s, c));
                times(&all, N::from(1.0 / corners.len().max(1) as f64))
            }
            // The centroid: a quarter of the way from base to apex.
            Core::Cone { half_height, .. } => {
                let zero = N::default();
                self.placed(&[zero, -(*half_height * N::from(0.5)), zero])
            }
            _ => self.offset,
        }
    }
}

impl<N: Number> Solid<N> {
    /// A point of the body, farthest along `n` or nearly, with all that may be wrong with it; `proof` is the same body.
    ///
    /// Any point of the body serves, so the direction's own errors, which a small circle's worth of digits may hang on, do
    /// not count: the point computed for it is off the body by its last roundings only, as the factor of a radius.
    pub(crate) fn witness(&self, proof: &Solid<Ball>, n: &[N; 3]) -> [Ball; 3] {
        let near = |x: N, size: f64| Ball::around(x.wide(), size * N::OFF);
        let core = match proof.corners() {
            Some(corners) => corners[self.farthest(n)],
            None => {
                let point = self.round_support(&self.local(n));
                let size = norm(&point).value();
                proof.placed(&point.map(|x| near(x, size)))
            }
        };
        let (length, radius) = (norm(n), self.radius);
        if radius.value() == 0.0 || length.value() == 0.0 {
            return core;
        }
        let rounding = times(n, radius.over(length));
        sum(&core, &rounding.map(|x| near(x, radius.value())))
    }
}

/// The rotation of a quaternion x, y, z, w of any length.
pub fn rotation<N: Number>(q: &[f64; 4]) -> [[N; 3]; 3] {
    let [x, y, z, w] = near_one(q);
    if x == 0.0 && y == 0.0 && z == 0.0 {
        let unit = |i: usize| std::array::from_fn(|j| N::from(f64::from(u8::from(i == j))));
        return std::array::from_fn(unit);
    }
    let [x, y, z, w] = [x, y, z, w].map(N::from);
    let (two, one) = (N::from(2.0), N::from(1.0));
    let s = two.over(x * x + y * y + z * z + w * w);
    let v = [x, y, z];
    // R = 1 + s (w [v]× + [v]×²): column j is e_j + s (w v × e_j + v × (v × e_j)).
    let column = |j: usize| {
        let mut e = [N::default(); 3];
        e[j] = one;
        let once = cross(&v, &e);
        let twice = cross(&v, &once);
        let turned: [N; 3] = std::array::from_fn(|i| s * (w * once[i] + twice[i]));
        sum(&e, &turned)
    };
    let columns: [[N; 3]; 3] = std::array::from_fn(column);
    std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]))
}

/// The quaternion times a power of two, so that its squares neither overflow nor vanish: exact.
fn near_one(q: &[f64; 4]) -> [f64; 4] {
    let largest = q.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    let power = crate::tolerance::power_of_two(largest);
    q.map(|c| c / power)
}
