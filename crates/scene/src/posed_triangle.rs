//! The plane and the corners of a triangle in world space, for tests that are cheaper than a cast.

use crate::flight::Pose;
use crate::triangles::{unit, winding};
use nalgebra::{Point3, Vector3};
use swept_support::{Real, largest};

/// A triangle's pose and corners; nothing for a convex shape, which these tests do not know.
pub(crate) struct PosedTriangle<'a>(Option<(&'a Pose, [Point3<f64>; 3])>);

impl<'a> PosedTriangle<'a> {
    /// Of a convex shape.
    pub(crate) const NONE: Self = Self(None);

    /// Of a triangle with these corners in the frame `pose`.
    #[inline(always)]
    pub(crate) fn of<T: Real>(pose: &'a Pose, corners: &[Point3<T>; 3]) -> Self {
        let [a, b, c] = corners;
        let wide = |p: &Point3<T>| p.map(Real::to_f64);
        Self(Some((pose, [wide(a), wide(b), wide(c)])))
    }

    /// Whether it is that of a triangle.
    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// A slab that holds the triangle.
    #[inline]
    pub(crate) fn slab(&self) -> Option<Slab> {
        let (pose, corners) = self.0.as_ref()?;
        let [a, b, c] = corners;
        let normal = (b - a).cross(&(c - a));
        let half = normal.dot(&(b - a)).abs().max(normal.dot(&(c - a)).abs());
        Some(Slab {
            normal: pose.rotation.apply(&normal),
            middle: pose.place(a),
            half,
            lengths: self.lengths(),
        })
    }

    /// The corner opposite to the side beyond which a point of the plane lies, in the world; `None` between the corners. Of two such
    /// sides, it is the one that cuts more off, in heights of the triangle.
    #[inline]
    pub(crate) fn beyond(&self, x: &Vector3<f64>) -> Option<u32> {
        let (pose, [a, b, c]) = self.0.as_ref()?;
        let x = pose.rotation.turn_back(&(x - pose.position)) - a.coords;
        let (u, v) = (b - a, c - a);
        let n = u.cross(&v);
        let (second, third) = (x.cross(&v).dot(&n), u.cross(&x).dot(&n));
        let shares = [n.norm_squared() - second - third, second, third];
        let lesser = |i: usize, k: usize| if shares[k] < shares[i] { k } else { i };
        let least = lesser(lesser(0, 1), 2);
        (shares[least] < 0.0).then_some(least as u32)
    }

    /// The way to `x` from the point of the triangle that is nearest to it, in the world, up to rounding; `None` of a convex shape.
    ///
    /// Source: C. Ericson, *Real-Time Collision Detection* (2005), section 5.1.5: beyond which sides and corners the point lies.
    #[inline]
    pub(crate) fn toward(&self, x: &Vector3<f64>) -> Option<Vector3<f64>> {
        let (pose, [a, b, c]) = self.0.as_ref()?;
        let x = Point3::from(pose.rotation.turn_back(&(x - pose.position)));
        let (u, v) = (b - a, c - a);
        let along = |p: &Point3<f64>| (u.dot(&(x - p)), v.dot(&(x - p)));
        let [(au, av), (bu, bv), (cu, cv)] = [a, b, c].map(along);
        // Products of normals of the sides with the triangle's own.
        let (of_a, of_b, of_c) = (bu * cv - cu * bv, cu * av - au * cv, au * bv - bu * av);
        let nearest = if au <= 0.0 && av <= 0.0 {
            *a
        } else if bu >= 0.0 && bv <= bu {
            *b
        } else if cv >= 0.0 && cu <= cv {
            *c
        } else if of_c <= 0.0 && au >= 0.0 && bu <= 0.0 {
            a + u * (au / (au - bu))
        } else if of_b <= 0.0 && av >= 0.0 && cv <= 0.0 {
            a + v * (av / (av - cv))
        } else if of_a <= 0.0 && bv >= bu && cu >= cv {
            b + (c - b) * ((bv - bu) / ((bv - bu) + (cu - cv)))
        } else {
            let all = of_a + of_b + of_c;
            a + u * (of_b / all) + v * (of_c / all)
        };
        Some(pose.rotation.turn(&(x - nearest)))
    }

    /// The side opposite to corner `k`.
    #[inline]
    pub(crate) fn side(&self, k: u32) -> Option<Side> {
        let (corners, k) = (self.corners()?, k as usize);
        let [here, from, to] = [0, 1, 2].map(|i| corners[(k + i) % 3]);
        let along = (to - from).normalize();
        let out = from - here;
        Some(Side {
            corners: [from, to, here],
            along,
            out: (out - along * out.dot(&along)).normalize(),
            lengths: self.lengths(),
        })
    }

    /// The sum of the lengths that the triangle brings.
    #[inline]
    pub(crate) fn lengths(&self) -> f64 {
        (self.0.as_ref()).map_or(0.0, |(pose, corners)| {
            largest(&pose.position) + size(corners)
        })
    }

    /// The triangle's corners in the world.
    #[inline]
    pub(crate) fn corners(&self) -> Option<[Point3<f64>; 3]> {
        let (pose, [a, b, c]) = self.0.as_ref()?;
        Some([pose.place(a), pose.place(b), pose.place(c)])
    }

    /// The triangle across a unit normal of its plane, as far as that can be told.
    pub(crate) fn across(&self) -> Option<Across> {
        let (pose, corners) = self.0.as_ref()?;
        let normal = unit(&pose.rotation.apply(&winding(corners)))?;
        Some(Across {
            normal,
            corners: corners.map(|p| pose.place(&p)),
            lengths: self.lengths(),
        })
    }
}

/// A side of a triangle in the world.
pub(crate) struct Side {
    /// Its ends, and the corner opposite to it.
    pub(crate) corners: [Point3<f64>; 3],
    /// From one end to the other, and out across it in the triangle's plane: of unit length, and no numbers where there is no area.
    pub(crate) along: Vector3<f64>,
    pub(crate) out: Vector3<f64>,
    /// The sum of the lengths that the triangle brings.
    pub(crate) lengths: f64,
}

/// The largest coordinate of three corners.
#[inline]
fn size([a, b, c]: &[Point3<f64>; 3]) -> f64 {
    largest(&a.coords)
        .max(largest(&b.coords))
        .max(largest(&c.coords))
}

/// A triangle as it is met across its plane, in the world.
pub(crate) struct Across {
    /// Of unit length.
    pub(crate) normal: Vector3<f64>,
    /// All of them: of a sliver the normal is rounding, and no corner tells where the others are along it.
    pub(crate) corners: [Point3<f64>; 3],
    /// The sum of the lengths that it is made of.
    pub(crate) lengths: f64,
}

/// The space between two planes across `normal` (of any length): |normal · (x − middle)| is at most `half` there, which is
/// 0 but for the rounding of the normal; of slivers, that can be a large part of it.
pub(crate) struct Slab {
    pub(crate) normal: Vector3<f64>,
    pub(crate) middle: Point3<f64>,
    pub(crate) half: f64,
    /// The sum of the lengths that it is made of.
    pub(crate) lengths: f64,
}
