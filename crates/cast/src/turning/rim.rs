//! The tangent of a rim, taken for an edge of its body.
//!
//! A rim is the curved edge of a core, as that of a disc. At its point p, with the tangent b, the core is met by the normals across b
//! between those of both sides. Along all of these nothing of it comes beyond p, nor beyond the line through p along b. So what
//! `crossed.rs` proves of an edge holds of this line, with an excess of 0 for as long as the axis stays between both sides.
//!
//! The line itself leaves the core: at a distance τ from p it is beyond the rim by some τ²/2r, r its radius of curvature, and so much
//! too low is an axis across the tangent at a point so far from the contact. In contact a normal is known to about the root of the contact
//! tolerance, and where it leaves p is off by r times that: by no less than the tolerance that is to be kept. So it takes the point of
//! contact itself.
//!
//! **The point** is the one at whose tangent's own place the other edge crosses it. Where the tangent at p is crossed at x = p + τb, the rim's
//! point on the way from its centre to x is off x by some τ²/2r, and its tangent is crossed as far from it: a step of Newton's
//! method. Where both bodies show a rim, each tangent turns as the other point moves, which moves the crossing by a product of both
//! distances: of second order again.

use nalgebra::Vector3;
use swept_support::{Core, Generator, Support, sqrt};

/// A rim in its shape's own frame.
pub(super) struct Rim {
    disc: Generator,
    /// Across it.
    axle: Vector3<f64>,
}

impl Rim {
    /// The rim that a shape shows toward `n`, if it is known to have one there.
    pub(super) fn shown(shape: &impl Support, n: &Vector3<f64>) -> Option<Self> {
        if shape.core() == Core::Polytope {
            return None;
        }
        let disc = shape.generator(n)?;
        let flat = disc.radii.imin();
        let is_disc = (0..3).all(|i| (disc.radii[i] > 0.0) == (i != flat));
        is_disc.then(|| Self {
            disc,
            axle: Vector3::ith(flat, 1.0),
        })
    }

    /// The tangent where the rim is farthest along `n`; `None` where all of it is as far.
    pub(super) fn tangent(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let along = self.axle.cross(n);
        let length = sqrt(along.norm_squared());
        (length > 0.0).then(|| along / length)
    }

    /// The tangent at the point on the way from the rim's centre to `x`.
    pub(super) fn beside(&self, x: &Vector3<f64>) -> Option<Vector3<f64>> {
        let Generator { centre, radii } = &self.disc;
        // Across the ellipse through x.
        let n = Vector3::from_fn(|i, _| {
            if radii[i] > 0.0 {
                (x[i] - centre[i]) / radii[i] / radii[i]
            } else {
                0.0
            }
        });
        self.tangent(&n)
    }
}
