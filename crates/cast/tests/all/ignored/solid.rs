//! Bodies in plain numbers, where they stand as they turn, and whether they are apart there: by arithmetic of its own, which shares
//! neither poses nor support points nor searches with casts.

use nalgebra::{Matrix3, Point3, UnitQuaternion, Vector3};
use swept_cast::Turn;
use swept_support::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Real, Rounded, Shape, Sphere,
};

/// A core.
#[derive(Clone, Debug)]
pub(crate) enum Core {
    Point,
    /// Along y, by half of its length.
    Rod(f64),
    Cuboid(Vector3<f64>),
    Hull(Vec<Vector3<f64>>),
    /// Half of its height, and its radius.
    Cylinder(f64, f64),
    Cone(f64, f64),
    Ellipsoid(Vector3<f64>),
}

/// A core with a radius around it, where it stands at the start, and how it turns.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) core: Core,
    pub(crate) radius: f64,
    /// From the shape's frame to the world's.
    pub(crate) rotation: UnitQuaternion<f64>,
    pub(crate) position: Vector3<f64>,
    pub(crate) omega: Vector3<f64>,
    /// The centre of rotation, in the shape's frame.
    pub(crate) centre: Vector3<f64>,
}

impl Core {
    /// A point of it that is farthest along a direction.
    fn farthest(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let around = |r: f64| {
            let length = n.x.hypot(n.z);
            let (x, z) = if length > 0.0 {
                (n.x / length, n.z / length)
            } else {
                (1.0, 0.0)
            };
            Vector3::new(x * r, 0.0, z * r)
        };
        match self {
            Self::Point => Vector3::zeros(),
            Self::Rod(h) => Vector3::y() * h.copysign(n.y),
            Self::Cuboid(half) => half.zip_map(n, f64::copysign),
            Self::Hull(points) => {
                let along = |a: &&Vector3<f64>, b: &&Vector3<f64>| n.dot(a).total_cmp(&n.dot(b));
                *points.iter().max_by(along).unwrap()
            }
            Self::Cylinder(h, r) => around(*r) + Vector3::y() * h.copysign(n.y),
            Self::Cone(h, r) => {
                let rim = around(*r) - Vector3::y() * *h;
                if n.y * h > n.dot(&rim) {
                    Vector3::y() * *h
                } else {
                    rim
                }
            }
            Self::Ellipsoid(radii) => {
                let scaled = n.component_mul(radii);
                radii.component_mul(&(scaled / scaled.norm()))
            }
        }
    }

    /// How far its points are from the shape's origin at most.
    fn extent(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Rod(h) => *h,
            Self::Cuboid(half) => half.norm(),
            Self::Hull(points) => points.iter().map(Vector3::norm).fold(0.0, f64::max),
            Self::Cylinder(h, r) | Self::Cone(h, r) => h.hypot(*r),
            Self::Ellipsoid(radii) => radii.max(),
        }
    }
}

impl Body {
    /// As a shape of the library's.
    pub(crate) fn shape<T: Real>(&self) -> Shape<T> {
        let s = T::nearest;
        let v = |v: &Vector3<f64>| v.map(T::nearest);
        let radius = s(self.radius);
        let core: Shape<T> = match &self.core {
            Core::Point => return Sphere::new(radius).unwrap().into(),
            Core::Rod(h) => return Capsule::new(s(*h), radius).unwrap().into(),
            Core::Cuboid(half) => Cuboid::new(v(half)).unwrap().into(),
            Core::Hull(points) => {
                let points = points.iter().map(|p| Point3::from(v(p)));
                ConvexHull::new(points).unwrap().into()
            }
            Core::Cylinder(h, r) => Cylinder::new(s(*h), s(*r)).unwrap().into(),
            Core::Cone(h, r) => Cone::new(s(*h), s(*r)).unwrap().into(),
            Core::Ellipsoid(radii) => Ellipsoid::new(v(radii)).unwrap().into(),
        };
        if self.radius == 0.0 {
            return core;
        }
        Rounded::new(core, radius).unwrap().into()
    }

    pub(crate) fn turn<T: Real>(&self) -> Turn<T> {
        let centre = Point3::from(self.centre.map(T::nearest));
        Turn::by(self.omega.map(T::nearest)).about(centre)
    }

    /// How far any point of it is from its origin, or from its centre of rotation, at most.
    pub(crate) fn reach(&self) -> f64 {
        self.core.extent() + self.radius + self.centre.norm()
    }

    /// Its rotation at a fraction, and how far turning has taken its origin.
    fn stands(&self, t: f64) -> (Matrix3<f64>, Vector3<f64>) {
        let start = matrix(&self.rotation);
        let turned = turned(&(self.omega * t)) * start;
        let lever = start * self.centre;
        (turned, lever - turned * self.centre)
    }
}

/// The matrix of a quaternion, of whatever length that is.
fn matrix(q: &UnitQuaternion<f64>) -> Matrix3<f64> {
    let (x, y, z, w) = (q.i, q.j, q.k, q.w);
    let v = Vector3::new(x, y, z);
    let squared = v.norm_squared() + w * w;
    let cross = v.cross_matrix();
    Matrix3::identity() + (cross * w + cross * cross) * (2.0 / squared)
}

/// The matrix of a rotation vector, by the formula of Rodrigues.
fn turned(by: &Vector3<f64>) -> Matrix3<f64> {
    let angle = by.norm();
    if angle == 0.0 {
        return Matrix3::identity();
    }
    let cross = (by / angle).cross_matrix();
    let half = (0.5 * angle).sin();
    Matrix3::identity() + cross * angle.sin() + cross * cross * (2.0 * half * half)
}

/// Two bodies, one of which moves.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) moving: Body,
    pub(crate) fixed: Body,
    pub(crate) way: Vector3<f64>,
}

impl Pair {
    /// Of both bodies at a fraction: rotations, and the way from the fixed one's origin to the moving one's.
    pub(crate) fn stand(&self, t: f64) -> Stand<'_> {
        let (m, moved) = self.moving.stands(t);
        let (f, carried) = self.fixed.stands(t);
        // The places are taken from one another before all else: they may be far from the world's origin.
        let apart = self.moving.position - self.fixed.position;
        Stand {
            pair: self,
            rotations: [m, f],
            offset: apart + (moved - carried) + self.way * t,
        }
    }

    /// All lengths of it together.
    pub(crate) fn scale(&self) -> f64 {
        let apart = self.moving.position - self.fixed.position;
        self.moving.reach() + self.fixed.reach() + apart.norm() + self.way.norm()
    }
}

/// Where both bodies stand.
pub(crate) struct Stand<'p> {
    pair: &'p Pair,
    pub(crate) rotations: [Matrix3<f64>; 2],
    pub(crate) offset: Vector3<f64>,
}

impl Stand<'_> {
    /// The point of the difference of both cores, moving less fixed, that is farthest against a direction.
    fn lowest(&self, n: &Vector3<f64>) -> Vector3<f64> {
        let [m, f] = &self.rotations;
        let on_moving = m * self.pair.moving.core.farthest(&-m.tr_mul(n));
        let on_fixed = f * self.pair.fixed.core.farthest(&f.tr_mul(n));
        on_moving + self.offset - on_fixed
    }

    /// How far the bodies are apart along a direction; minus how far the moving one has to go along it to be so.
    pub(crate) fn along(&self, n: &Vector3<f64>) -> f64 {
        let n = n / n.norm();
        n.dot(&self.lowest(&n)) - self.pair.moving.radius - self.pair.fixed.radius
    }

    /// How far they are apart, at least, by the nearest point of the difference of their cores (E. Gilbert, D. Johnson and S. Keerthi,
    /// 1988): no more than 0, and nothing else, where they overlap.
    pub(crate) fn apart(&self) -> f64 {
        let mut nearest = self.lowest(&Vector3::new(0.3, -0.5, 0.7));
        let mut simplex = vec![nearest];
        let mut most = f64::NEG_INFINITY;
        let scale = self.pair.scale();
        for _ in 0..200 {
            let length = nearest.norm();
            if length < 1e-15 * scale {
                break;
            }
            most = most.max(self.along(&nearest));
            let radii = self.pair.moving.radius + self.pair.fixed.radius;
            if length - radii - most < 1e-14 * scale {
                break;
            }
            simplex.push(self.lowest(&nearest));
            (nearest, simplex) = least(&simplex);
        }
        most
    }
}

/// The point of the hull of up to four points that is nearest to the origin, and those points whose hull has it inside.
fn least(points: &[Vector3<f64>]) -> (Vector3<f64>, Vec<Vector3<f64>>) {
    let mut best = (points[0], vec![points[0]]);
    for chosen in 1..1_u32 << points.len() {
        let some: Vec<_> = (0..points.len())
            .filter(|i| chosen >> i & 1 == 1)
            .map(|i| points[i])
            .collect();
        let (first, edges) = (some[0], &some[1..]);
        let edges: Vec<_> = edges.iter().map(|p| p - first).collect();
        // Of the nearest point of their plane, line or space: by cross products, which lose less than the squares of lengths.
        let (weights, at) = match edges[..] {
            [] => (vec![], first),
            [e] => {
                let w = -first.dot(&e) / e.norm_squared();
                (vec![w], first + e * w)
            }
            [e, f] => {
                let n = e.cross(&f);
                let n = n / n.norm_squared().max(f64::MIN_POSITIVE);
                let weights = vec![-first.cross(&f).dot(&n), -e.cross(&first).dot(&n)];
                (weights, e.cross(&f) * n.dot(&first))
            }
            [e, f, g] => {
                let volume = e.cross(&f).dot(&g);
                let part = |a: &Vector3<f64>, b: &Vector3<f64>| -a.cross(b).dot(&first) / volume;
                (
                    vec![part(&f, &g), part(&g, &e), part(&e, &f)],
                    Vector3::zeros(),
                )
            }
            _ => continue,
        };
        let inside = weights.iter().all(|w| *w >= 0.0) && weights.iter().sum::<f64>() <= 1.0;
        if !inside {
            continue;
        }
        if at.norm_squared() < best.0.norm_squared() {
            best = (at, some);
        }
    }
    best
}
