//! Box against box.

use super::clip::{clamp, feature_of_box};
use super::{Axes, Cuboid};
use crate::Answer;
use crate::slab::{Base, Bracket, Moment, Pair, Slab, bracket, size, sweep};
use nalgebra::{Point3, Vector3};

/// Sweeps the box `moving` by `displacement` against the box `fixed`.
///
/// The obstacle C is the sum of six segments, the edges of both boxes; its facets are spanned by two of them. So the
/// normals of its facets are among the 3 axes of either box and the 9 cross products of an axis of one with an axis of
/// the other: 15 slabs. This holds for boxes without thickness, too: the slabs of a flat or a straight C leave nothing
/// but C.
///
/// In the fixed box's axes, with R the moving box's axes as columns, p its middle, e and m the half extents:
///
/// ```text
/// n           |n|²              q = n·p                  r
/// eᵢ          1                 pᵢ                       eᵢ + Σ mⱼ |Rᵢⱼ|
/// Rⱼ          1                 p·Rⱼ                     mⱼ + Σ eᵢ |Rᵢⱼ|
/// eᵢ × Rⱼ     Raⱼ² + Rbⱼ²       p_b Raⱼ − p_a R_bj       e_a |R_bj| + e_b |R_aj| + Σ_{k ≠ j} m_k |R_bk R_aj − R_ak R_bj|
/// ```
///
/// where i, a, b is a cyclic order of the axes. A cross product's components are entries of R, so its slab is as
/// accurate, per unit of |n|, as any other, however short it is; where the edges are parallel it vanishes and is left
/// out. (It holds no facet then.)
///
/// Errors: with scale = the sum of all half extents and of the components of the offset between the middles where they
/// are nearest, the slabs' walls err by at most 128u of the scale (u = 2⁻⁵³); the fraction thus errs by that length
/// over the speed along the normal, plus u/2, and [`box_box_bracket`] encloses it. However far the sweep starts, this
/// does not grow, up to 2⁵⁰ times the boxes' sizes, from where a fraction no longer says where they meet. A box that
/// slides along a face comes down on it at any time, as far as that error can tell: the answer is then where it first
/// meets anything, and errs as the contact of boxes does that are grown by twice or shrunk by once the walls' error.
/// Shapes that pass each other within this error are a hit unless an axis has more room than that. The point lies on
/// the fixed box up to the rounding of its world coordinates, and within √3 times that error of the moving box. Depth
/// errs by 128u of the scale at the start.
///
/// Source: Gottschalk, Lin and Manocha, "OBBTree", 1996. Departure: no threshold added to the rotation, which would
/// spoil short cross axes; the motion is measured from the closest approach.
pub fn box_box(moving: &Cuboid, displacement: &Vector3<f64>, fixed: &Cuboid) -> Answer {
    sweep(&BoxBox::new(moving, displacement, fixed))
}

/// The fractions that enclose the first contact of [`box_box`]; `lower` holds for boxes that are grown by the length
/// `dilation` together.
pub fn box_box_bracket(
    moving: &Cuboid,
    displacement: &Vector3<f64>,
    fixed: &Cuboid,
    dilation: f64,
) -> Bracket {
    bracket(&BoxBox::new(moving, displacement, fixed), dilation)
}

/// In the fixed box's axes, about its middle.
struct BoxBox<'a> {
    fixed: &'a Cuboid,
    moving: &'a Cuboid,
    /// The fixed box's axes in the world.
    world: Axes,
    /// The moving box's axes.
    turned: Axes,
    /// The moving box's middle at the base.
    offset: Vector3<f64>,
    displacement: Vector3<f64>,
    base: Base,
}

impl<'a> BoxBox<'a> {
    #[inline(always)]
    fn new(moving: &'a Cuboid, displacement: &Vector3<f64>, fixed: &'a Cuboid) -> Self {
        let world = fixed.axes();
        let (to, from) = (moving.middle(), fixed.middle());
        let base = Base::nearest(&(to - from), displacement);
        Self {
            turned: Axes(moving.axes().0.map(|axis| world.inward(&axis))),
            offset: world.inward(&base.offset(to, from, displacement)),
            displacement: world.inward(displacement),
            fixed,
            moving,
            world,
            base,
        }
    }

    fn offset(&self, moment: Moment) -> Vector3<f64> {
        match moment {
            Moment::Base => self.offset,
            Moment::Start => self
                .world
                .inward(&(self.moving.middle() - self.fixed.middle())),
        }
    }
}

impl Pair for BoxBox<'_> {
    type Slabs = [Slab; 15];

    #[inline(always)]
    fn slabs(&self, moment: Moment) -> [Slab; 15] {
        let p = self.offset(moment);
        let (r, d) = (&self.turned.0, &self.displacement);
        let (e, m) = (&self.fixed.half_extents, &self.moving.half_extents);
        let size = r.map(|axis| axis.abs());
        let mut slabs = [Slab::NONE; 15];
        for i in 0..3 {
            let row = m.x * size[0][i] + m.y * size[1][i] + m.z * size[2][i];
            slabs[i] = Slab::new(p[i], e[i] + row, d[i], 1.0);
            slabs[3 + i] = Slab::new(p.dot(&r[i]), m[i] + e.dot(&size[i]), d.dot(&r[i]), 1.0);
        }
        for i in 0..3 {
            let (a, b) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (k, l) = ((j + 1) % 3, (j + 2) % 3);
                let (x, y) = (r[j][a], r[j][b]);
                let along = |k: usize| (r[k][b] * x - r[k][a] * y).abs();
                slabs[6 + 3 * i + j] = Slab::new(
                    p[b] * x - p[a] * y,
                    e[a] * size[j][b] + e[b] * size[j][a] + m[k] * along(k) + m[l] * along(l),
                    d[b] * x - d[a] * y,
                    x * x + y * y,
                );
            }
        }
        slabs
    }

    #[inline(always)]
    fn axis(&self, index: usize) -> Vector3<f64> {
        let j = index % 3;
        let mut n = Vector3::zeros();
        match index {
            0..3 => n[j] = 1.0,
            3..6 => n = self.turned.0[j],
            _ => {
                let i = index / 3 - 2;
                n[(i + 1) % 3] = -self.turned.0[j][(i + 2) % 3];
                n[(i + 2) % 3] = self.turned.0[j][(i + 1) % 3];
            }
        }
        n
    }

    #[inline(always)]
    fn base(&self) -> f64 {
        self.base.fraction
    }

    #[inline(always)]
    fn displacement(&self) -> Vector3<f64> {
        self.displacement
    }

    #[inline(always)]
    fn scale(&self, moment: Moment) -> f64 {
        size(&self.offset(moment))
            + size(&self.fixed.half_extents)
            + size(&self.moving.half_extents)
    }

    /// The part of the moving box's feature within the fixed box, grown by `slack`; its middle, put onto the fixed box.
    #[inline(always)]
    fn contact(
        &self,
        moment: Moment,
        shift: &Vector3<f64>,
        normal: &Vector3<f64>,
        slack: f64,
    ) -> Point3<f64> {
        let middle = self.offset(moment) + shift;
        let half = &self.fixed.half_extents;
        let feature = feature_of_box(
            &middle,
            &self.turned,
            &self.moving.half_extents,
            &-normal,
            slack,
        );
        let point = clamp(&feature.middle_within(half, slack), half);
        Point3::from(self.world.outward(&point) + self.fixed.middle())
    }

    #[inline(always)]
    fn world(&self, v: &Vector3<f64>) -> Vector3<f64> {
        self.world.outward(v)
    }
}
