//! Box against triangle, and triangle against box.

use super::clip::{Feature, clamp};
use super::{Axes, Cuboid};
use crate::Answer;
use crate::slab::{Base, Bracket, Moment, Pair, Slab, bracket, size, sweep};
use crate::sphere::prism::cross;
use nalgebra::{Point3, Vector3};

/// Sweeps the box `moving` by `displacement` against the triangle with the corners `fixed`, in either winding.
///
/// The facets of the obstacle C are the triangle's plane, the box's faces, and the parallelograms that an edge of one
/// spans with an edge of the other: 1 + 3 + 9 = 13 slabs. This holds for boxes without thickness and for triangles whose
/// corners coincide or lie on one line: the slabs of a flat or a straight C leave nothing but C, since the cross
/// products of an edge with the box's axes span all that is perpendicular to the edge.
///
/// In the box's axes, with corners x₁ x₂ x₃ seen from the box's middle and edges g, along an axis n: the triangle reaches
/// from min n·xₖ to max n·xₖ, all three products evaluated, and the box to ±Σ eᵢ |nᵢ|. Any n has a correct slab, however
/// it is rounded. The normal of a sliver is a product that cancels, and still one of its plane: the product's components are off by
/// 2u of themselves, so that it leans along no edge by more than 3u of its length. Axes that vanish (an edge parallel to one of the
/// box's, a triangle without a plane) hold no facet and are left out.
///
/// Errors: as [`box_box`](super::box_box()) states them, where the scale is the sum of the half extents and of the largest
/// coordinates of the triangle's corners seen from the box's middle where that is nearest to the triangle's first
/// corner. The point lies on the triangle, up to the rounding of its coordinates, and within √3 times the slabs' error of
/// the box.
///
/// Source: Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001, here with a motion.
pub fn box_triangle(
    moving: &Cuboid,
    displacement: &Vector3<f64>,
    fixed: &[Point3<f64>; 3],
) -> Answer {
    sweep(&BoxTriangle::new(moving, fixed, displacement, 1.0))
}

/// The fractions that enclose the first contact of [`box_triangle`]; `lower` holds for shapes that are grown by the
/// length `dilation` together.
pub fn box_triangle_bracket(
    moving: &Cuboid,
    displacement: &Vector3<f64>,
    fixed: &[Point3<f64>; 3],
    dilation: f64,
) -> Bracket {
    bracket(
        &BoxTriangle::new(moving, fixed, displacement, 1.0),
        dilation,
    )
}

/// Sweeps the triangle with the corners `moving` by `displacement` against the box `fixed`: the slabs of
/// [`box_triangle`], with the same errors. The point lies on the box.
pub fn triangle_box(
    moving: &[Point3<f64>; 3],
    displacement: &Vector3<f64>,
    fixed: &Cuboid,
) -> Answer {
    sweep(&BoxTriangle::new(fixed, moving, displacement, -1.0))
}

/// The fractions that enclose the first contact of [`triangle_box`]; `lower` holds for shapes that are grown by the
/// length `dilation` together.
pub fn triangle_box_bracket(
    moving: &[Point3<f64>; 3],
    displacement: &Vector3<f64>,
    fixed: &Cuboid,
    dilation: f64,
) -> Bracket {
    bracket(
        &BoxTriangle::new(fixed, moving, displacement, -1.0),
        dilation,
    )
}

/// In the box's axes, about its middle.
struct BoxTriangle<'a> {
    cuboid: &'a Cuboid,
    triangle: &'a [Point3<f64>; 3],
    /// 1 when the box moves, −1 when the triangle does.
    role: f64,
    /// The box's axes in the world.
    world: Axes,
    /// The triangle's corners at the base.
    corners: [Vector3<f64>; 3],
    /// The triangle's edges.
    edges: [Vector3<f64>; 3],
    displacement: Vector3<f64>,
    base: Base,
}

impl<'a> BoxTriangle<'a> {
    #[inline(always)]
    fn new(
        cuboid: &'a Cuboid,
        triangle: &'a [Point3<f64>; 3],
        displacement: &Vector3<f64>,
        role: f64,
    ) -> Self {
        let world = cuboid.axes();
        // The triangle's motion, as the box sees it.
        let relative = displacement * -role;
        let base = Base::nearest(&(triangle[0].coords - cuboid.middle()), &relative);
        let corners =
            triangle.map(|x| world.inward(&base.offset(&x.coords, cuboid.middle(), &relative)));
        let edge = |a: usize, b: usize| world.inward(&(triangle[b] - triangle[a]));
        Self {
            edges: [edge(0, 1), edge(1, 2), edge(2, 0)],
            displacement: world.inward(displacement),
            cuboid,
            triangle,
            role,
            world,
            corners,
            base,
        }
    }

    fn corners(&self, moment: Moment) -> [Vector3<f64>; 3] {
        match moment {
            Moment::Base => self.corners,
            Moment::Start => self
                .triangle
                .map(|x| self.world.inward(&(x.coords - self.cuboid.middle()))),
        }
    }

    #[inline(always)]
    fn slab(&self, corners: &[Vector3<f64>; 3], n: &Vector3<f64>) -> Slab {
        let [a, b, c] = corners.each_ref().map(|x| n.dot(x));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (
            if c < low { c } else { low },
            if c > high { c } else { high },
        );
        let e = &self.cuboid.half_extents;
        Slab::new(
            -self.role * 0.5 * (low + high),
            0.5 * (high - low) + (e.x * n.x.abs() + e.y * n.y.abs() + e.z * n.z.abs()),
            n.dot(&self.displacement),
            n.norm_squared(),
        )
    }
}

impl Pair for BoxTriangle<'_> {
    type Slabs = [Slab; 13];

    #[inline(always)]
    fn slabs(&self, moment: Moment) -> [Slab; 13] {
        let corners = self.corners(moment);
        let mut slabs = [Slab::NONE; 13];
        for (k, slab) in slabs.iter_mut().enumerate() {
            *slab = self.slab(&corners, &self.axis(k));
        }
        slabs
    }

    #[inline(always)]
    fn axis(&self, index: usize) -> Vector3<f64> {
        match index {
            0 => Vector3::x(),
            1 => Vector3::y(),
            2 => Vector3::z(),
            3 => cross(&self.edges[0], &self.edges[1]),
            _ => {
                let g = &self.edges[(index - 4) % 3];
                match (index - 4) / 3 {
                    0 => Vector3::new(0.0, -g.z, g.y),
                    1 => Vector3::new(g.z, 0.0, -g.x),
                    _ => Vector3::new(-g.y, g.x, 0.0),
                }
            }
        }
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
        let [a, b, c] = self.corners(moment);
        size(&a.abs().sup(&b.abs()).sup(&c.abs())) + size(&self.cuboid.half_extents)
    }

    /// The part of the triangle's feature within the box, grown by `slack`; its middle, put onto the box where that is
    /// the fixed one.
    #[inline(always)]
    fn contact(
        &self,
        moment: Moment,
        shift: &Vector3<f64>,
        normal: &Vector3<f64>,
        slack: f64,
    ) -> Point3<f64> {
        let half = &self.cuboid.half_extents;
        let shift = shift * self.role;
        let corners = self.corners(moment).map(|x| x - shift);
        let heights = corners.map(|x| self.role * normal.dot(&x));
        let top = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut feature = Feature::EMPTY;
        for (x, height) in corners.iter().zip(heights) {
            if height >= top - slack {
                feature.push(*x);
            }
        }
        let point = feature.middle_within(half, slack);
        Point3::from(if self.role > 0.0 {
            // Seen from a corner, which is where it is, and not from the box, which may have come from afar.
            let from_corner = point + shift - self.corners(moment)[0];
            self.world.outward(&from_corner) + self.triangle[0].coords
        } else {
            self.world.outward(&clamp(&point, half)) + self.cuboid.middle()
        })
    }

    #[inline(always)]
    fn world(&self, v: &Vector3<f64>) -> Vector3<f64> {
        self.world.outward(v)
    }
}
