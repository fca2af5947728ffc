//! Polyhedron against polyhedron.

use super::Polyhedron;
use super::feature::meeting;
use crate::Answer;
use crate::slab::{Base, Bracket, Moment, Pair, Slab, bracket, size, sweep};
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3};

/// Sweeps the polyhedron `moving` by `displacement` against the polyhedron `fixed`; points, edges and faces are
/// polyhedra, too.
///
/// The facets of the obstacle C = fixed − moving lie in planes of the faces of either, or are spanned by an edge of each.
/// Which pairs of edges span one, the Gauss map knows: those whose arcs cross. Pairs are left out when their arcs certainly do
/// not, since an axis too many does no harm. For a flat or straight C, that of two points, edges or coplanar faces, these planes leave its
/// rim open: the coordinate axes and their cross products with all edges, the planes of a third box without
/// size, close it, because the products with an edge span all that is perpendicular to it.
///
/// Along each axis, all corners are projected. The time is the product of the numbers of axes, about edges times edges,
/// and of corners: this is made to be right, and not for a hot loop.
///
/// Errors: as for [`box_box`](crate::boxes::box_box), less its rotations; the scale is the sum of both shapes' largest
/// coordinates, seen from a corner of the fixed one, at the fraction where the shapes' first corners are nearest. The point
/// lies within 4·128u of that scale of both shapes.
///
/// A depth errs by 20u of the scale at the start, less than that since nothing is turned. A coordinate is off by u and a height along
/// an axis by 3u more, 4u of the scale for both shapes; the two sums and the difference of them by 5u, the quotient by the axis'
/// length by 3.5u. And an axis leans along no edge of its facet by more than 3u of it: the plane passes the facet's corners within 6u
/// of the scale, and beyond them another facet's is the lower one.
///
/// Source: de Berg et al., "Computational Geometry", chapter 13, for Minkowski sums of polytopes.
pub fn polyhedron_polyhedron(
    moving: &Polyhedron,
    displacement: &Vector3<f64>,
    fixed: &Polyhedron,
) -> Answer {
    sweep(&Solids::new(moving, displacement, fixed))
}

/// The fractions that enclose the first contact of [`polyhedron_polyhedron`]; `lower` holds for shapes that are grown by
/// the length `dilation` together.
pub fn polyhedron_polyhedron_bracket(
    moving: &Polyhedron,
    displacement: &Vector3<f64>,
    fixed: &Polyhedron,
    dilation: f64,
) -> Bracket {
    bracket(&Solids::new(moving, displacement, fixed), dilation)
}

/// In the world's axes, about a corner of the fixed polyhedron.
struct Solids<'a> {
    moving: &'a Polyhedron,
    fixed: &'a Polyhedron,
    displacement: Vector3<f64>,
    base: Base,
    axes: Vec<Vector3<f64>>,
}

impl<'a> Solids<'a> {
    fn new(moving: &'a Polyhedron, displacement: &Vector3<f64>, fixed: &'a Polyhedron) -> Self {
        let units = [Vector3::x(), Vector3::y(), Vector3::z()];
        let mut axes = units.to_vec();
        axes.extend(fixed.normals.iter().chain(&moving.normals));
        let edges = || fixed.edges.iter().chain(&moving.edges);
        axes.extend(edges().flat_map(|g| units.map(|e| e.cross(&g.along))));
        for g in &fixed.edges {
            axes.extend(moving.edges.iter().filter_map(|h| g.axis_with(h)));
        }
        Self {
            base: Base::nearest(&(moving.corners[0] - fixed.corners[0]), displacement),
            moving,
            fixed,
            displacement: *displacement,
            axes,
        }
    }

    fn moving_at(&self, moment: Moment) -> Vec<Vector3<f64>> {
        let base = match moment {
            Moment::Base => self.base,
            Moment::Start => Base { fraction: 0.0 },
        };
        let origin = &self.fixed.corners[0].coords;
        let place = |x: &Point3<f64>| base.offset(&x.coords, origin, &self.displacement);
        self.moving.corners.iter().map(place).collect()
    }

    fn fixed_corners(&self) -> Vec<Vector3<f64>> {
        let origin = self.fixed.corners[0];
        self.fixed.corners.iter().map(|x| x - origin).collect()
    }
}

/// The least and the greatest height of points along an axis.
fn range(points: &[Vector3<f64>], n: &Vector3<f64>) -> (f64, f64) {
    points
        .iter()
        .map(|x| n.dot(x))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| {
            (low.min(h), high.max(h))
        })
}

impl Pair for Solids<'_> {
    type Slabs = Vec<Slab>;

    fn slabs(&self, moment: Moment) -> Vec<Slab> {
        let (moving, fixed) = (self.moving_at(moment), self.fixed_corners());
        let slab = |n: &Vector3<f64>| {
            let (from, to) = range(&moving, n);
            let (low, high) = range(&fixed, n);
            Slab::new(
                0.5 * ((from + to) - (low + high)),
                0.5 * ((to - from) + (high - low)),
                n.dot(&self.displacement),
                n.norm_squared(),
            )
        };
        self.axes.iter().map(slab).collect()
    }

    fn axis(&self, index: usize) -> Vector3<f64> {
        self.axes[index]
    }

    fn base(&self) -> f64 {
        self.base.fraction
    }

    fn displacement(&self) -> Vector3<f64> {
        self.displacement
    }

    fn scale(&self, moment: Moment) -> f64 {
        let largest = |points: &[Vector3<f64>]| {
            size(
                &points
                    .iter()
                    .fold(Vector3::zeros(), |a: Vector3<f64>, x| a.sup(&x.abs())),
            )
        };
        largest(&self.moving_at(moment)) + largest(&self.fixed_corners())
    }

    fn contact(
        &self,
        moment: Moment,
        shift: &Vector3<f64>,
        normal: &Vector3<f64>,
        slack: f64,
    ) -> Point3<f64> {
        let moving: Vec<_> = self.moving_at(moment).iter().map(|x| x + shift).collect();
        let fixed = self.fixed_corners();
        let top = range(&fixed, normal).1;
        let bottom = range(&moving, normal).0;
        let level = |points: &[Vector3<f64>], near: &dyn Fn(f64) -> bool| -> Vec<_> {
            points
                .iter()
                .filter(|x| near(normal.dot(x)))
                .copied()
                .collect()
        };
        let above = level(&moving, &|h| h <= bottom + slack);
        let below = level(&fixed, &|h| h >= top - slack);
        self.fixed.corners[0] + meeting(&above, &below, 4.0 * slack)
    }

    fn world(&self, v: &Vector3<f64>) -> Vector3<f64> {
        *v
    }
}
