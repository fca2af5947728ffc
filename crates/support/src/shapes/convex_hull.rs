use super::{bounds_of, corner, extent_of, farthest_of, middle_of, middle_of_hull};
use crate::invalid::InvalidShape;
use crate::math::by_place;
use crate::polytope::are_thin;
use crate::smallest_ball::{ball_about, smallest_ball};
use crate::{Aabb, BoundingBall, Core, LinearMap, Middle, Polytope, Real, Support};
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::{Point3, Vector3, center};

mod cells;
use cells::Cells;

/// Up to this many points a scan costs less than finding out which of them are corners.
const WORTH_REDUCING: usize = 9;

/// The convex hull of a set of points. Read from a data format it has the points that it was written with, as by
/// [`from_corners`](Self::from_corners).
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull<T: Real> {
    corners: Vec<Point3<T>>,
    /// Which corners can be farthest, by direction; for small hulls a scan of all corners is as fast.
    cells: Option<Cells>,
    /// Along the shape's own axes.
    bounds: Aabb,
    centre: Point3<f64>,
    extent: f64,
    ball: BoundingBall,
    aside: Option<Box<Aside>>,
}

/// A hull far from its shape's origin.
#[derive(Clone, Debug, PartialEq)]
struct Aside {
    middle: Middle,
    /// The corners, seen from the middle. Told apart by these, the farthest is as near to the true one as the hull is small.
    corners: Vec<Point3<f64>>,
}

impl Aside {
    /// `None` for a hull that is about as far from the origin as it is large, and in `f32`.
    fn new<T: Real>(corners: &[Point3<T>], extent: f64) -> Option<Box<Self>> {
        let wide = corners.iter().map(|p| p.map(Real::to_f64));
        let middle = middle_of_hull::<T>(wide.clone(), extent)?;
        let corners = wide.map(|p| Point3::from(p - middle.at)).collect();
        Some(Box::new(Self { middle, corners }))
    }
}

impl<T: Real> ConvexHull<T> {
    /// From this many corners on, those to compare are looked up in a table by direction; fewer are scanned as fast.
    pub const TABLE_FROM: usize = 24;

    /// The convex hull of `points`, in any order: duplicates, flat sets, lines and single points are allowed.
    /// Of nine points or more those that lie strictly inside the hull of the others are dropped (all but of needles and plates that are thinner
    /// than a millionth of their length), and of several at one place all but the first.
    ///
    /// # Errors
    /// [`InvalidShape`] when there is no point, or a coordinate is not finite or beyond the scalar's largest
    /// length.
    pub fn new<P: Into<Point3<T>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, InvalidShape> {
        let mut corners = checked(points)?;
        if corners.len() >= WORTH_REDUCING {
            drop_redundant(&mut corners);
        }
        Ok(Self::of_all(corners))
    }

    /// The convex hull of points that are all corners, or nearly all: the same shape in less time, as none is looked for that
    /// lies inside. Each that does is kept, and makes casts slower.
    ///
    /// # Errors
    /// As [`ConvexHull::new`].
    pub fn from_corners<P: Into<Point3<T>>>(
        corners: impl IntoIterator<Item = P>,
    ) -> Result<Self, InvalidShape> {
        checked(corners).map(Self::of_all)
    }

    fn of_all(corners: Vec<Point3<T>>) -> Self {
        let wide = || corners.iter().map(|p| p.map(Real::to_f64));
        let (extent, bounds) = (extent_of(wide()), bounds_of(wide(), &LinearMap::IDENTITY));
        let has_many = corners.len() >= Self::TABLE_FROM;
        let middle = center(&bounds.min, &bounds.max);
        // Of few corners the smallest would take longer to find than all else.
        let ball = if has_many {
            smallest_ball(&middle, wide(), extent)
        } else {
            ball_about(&middle, wide(), extent)
        };
        Self {
            centre: middle_of(corners.len(), wide()),
            extent,
            ball,
            bounds,
            aside: Aside::new(&corners, extent),
            cells: if has_many { Cells::new(&corners) } else { None },
            corners,
        }
    }

    /// The corners kept, in the order given, in the shape's own frame.
    #[must_use]
    pub fn corners(&self) -> &[Point3<T>] {
        &self.corners
    }

    /// Whether the corners to compare are looked up by direction: they are many, and do not all lie near one another as seen from most
    /// sides, as those of a needle do.
    #[must_use]
    pub fn has_table(&self) -> bool {
        self.cells.is_some()
    }

    /// The index of the corner that is farthest along (x, y, z). Never inlined; arguments and result are passed in registers, as for
    /// [`Shape`](crate::Shape).
    #[inline(never)]
    fn farthest(&self, x: f64, y: f64, z: f64) -> usize {
        let n = Vector3::new(x, y, z);
        match &self.aside {
            None => farthest_among(&self.corners, self.cells.as_ref(), &n),
            Some(aside) => farthest_among(&aside.corners, self.cells.as_ref(), &n),
        }
    }
}

/// The index of the corner that is farthest along `n`, by the table where there is one.
#[inline(always)]
fn farthest_among<T: Real>(
    corners: &[Point3<T>],
    cells: Option<&Cells>,
    n: &Vector3<f64>,
) -> usize {
    match cells {
        None => farthest_of(corners.iter().map(|p| p.map(Real::to_f64)), n),
        Some(cells) => cells.farthest(corners, n),
    }
}

impl<T: Real> Support for ConvexHull<T> {
    #[inline(always)]
    fn support_point(&self, n: &Vector3<f64>) -> Point3<f64> {
        self.corners[self.farthest(n.x, n.y, n.z)].map(Real::to_f64)
    }
    fn interior_point(&self) -> Point3<f64> {
        self.centre
    }
    fn extent(&self) -> f64 {
        self.extent
    }
    fn middle(&self) -> Option<Middle> {
        self.aside.as_ref().map(|aside| aside.middle)
    }
    fn core(&self) -> Core {
        Core::Polytope
    }
    fn core_ball(&self) -> BoundingBall {
        self.ball
    }
    fn core_bounds(&self, axes: &LinearMap) -> Aabb {
        if axes.exact {
            return self.bounds;
        }
        let Some(cells) = &self.cells else {
            return bounds_of(self.corners.iter().map(|p| p.map(Real::to_f64)), axes);
        };
        // One by one, as a map of an array would be a call.
        let along = |row: [f64; 3]| cells.reaches(&self.corners, &row.into());
        let [x, y, z] = axes.rows;
        let (x, y, z) = (along(x), along(y), along(z));
        Aabb {
            min: Point3::new(x.0, y.0, z.0),
            max: Point3::new(x.1, y.1, z.1),
        }
    }
}

/// At least one point, all of them finite and within the scalar's lengths.
fn checked<T: Real, P: Into<Point3<T>>>(
    points: impl IntoIterator<Item = P>,
) -> Result<Vec<Point3<T>>, InvalidShape> {
    let mut checked = Vec::new();
    for (i, p) in points.into_iter().enumerate() {
        let p = corner(format_args!("points[{i}]"), p.into())?;
        checked.push(p);
    }
    if checked.is_empty() {
        return Err(InvalidShape::new(
            "points",
            0.0,
            "a count of points (expected at least 1)",
        ));
    }
    Ok(checked)
}

/// Keeps the points that are not strictly inside the hull of the others, up to rounding, nor at the place of an earlier one: when in doubt,
/// a point is kept, which costs time and never accuracy.
fn drop_redundant<T: Real>(points: &mut Vec<Point3<T>>) {
    let wide: Vec<Vector3<f64>> = points.iter().map(|p| p.coords.map(Real::to_f64)).collect();
    let known = if are_thin(&wide) {
        None
    } else {
        Polytope::redundant(&wide)
    };
    // Of what is flat nothing is inside.
    let redundant = known.unwrap_or_else(|| {
        let mut redundant = alloc::vec![true; wide.len()];
        for i in without_duplicates(&wide) {
            redundant[i] = false;
        }
        redundant
    });
    let mut redundant = redundant.into_iter();
    points.retain(|_| redundant.next() != Some(true));
}

/// The numbers of all points but those that lie where an earlier one does.
fn without_duplicates(points: &[Vector3<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    // Stable: of equals the first comes first.
    order.sort_by(|&i, &j| by_place(&points[i], &points[j]));
    order.dedup_by(|i, j| points[*i] == points[*j]);
    order.sort_unstable();
    order
}
