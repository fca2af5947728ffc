//! A flat convex polygon, swept by a vector: the shape against which all sweeps with straight edges are sweeps of a point.
//!
//! A point is a polygon of one corner and a segment one of two; a box is a rectangle swept by its third edge. And a capsule
//! with the axis from a to a + w touches K when a + s·w is in K for an s in [0, 1], which is when a is in K swept by −w.

use crate::quadratic::{difference_of_products, sqrt};
use crate::tolerance::{FLAT, FOOT, SEAM};
use nalgebra::{Point3, Vector3};

/// The polygon's corners in order, relative to `base`, and the vector by which it is swept, which may be 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prism<'a> {
    pub(crate) corners: &'a [Point3<f64>],
    pub(crate) base: Point3<f64>,
    pub(crate) sweep: Vector3<f64>,
}

/// A plane polygon of a prism's surface.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Face {
    /// The polygon itself, shifted.
    Base(Vector3<f64>),
    /// The parallelogram over an edge of it.
    Side(usize),
}

/// Where two sets come closest: the parameter along the segment, the point on the prism, and the difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) along: f64,
    pub(crate) on_prism: Vector3<f64>,
    pub(crate) difference: Vector3<f64>,
}

/// a × b with each component off by 2u of itself.
pub(crate) fn cross(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(
        difference_of_products(a.y, b.z, a.z, b.y),
        difference_of_products(a.z, b.x, a.x, b.z),
        difference_of_products(a.x, b.y, a.y, b.x),
    )
}

/// The direction of `v`, `None` for the zero vector.
pub(crate) fn unit(v: &Vector3<f64>) -> Option<Vector3<f64>> {
    // By the largest component first, so that no square underflows.
    let largest = v.amax();
    (largest > 0.0).then(|| {
        let v = v / largest;
        v / sqrt(v.norm_squared())
    })
}

/// The direction of the part of `v` across `d`, to within u: what rounding leaves along d is taken out once more.
pub(crate) fn across(v: &Vector3<f64>, d: &Vector3<f64>) -> Option<Vector3<f64>> {
    let e = unit(d)?;
    let once = unit(v).and_then(|v| unit(&(v - e * e.dot(&v))))?;
    unit(&(once - e * e.dot(&once)))
}

impl<'a> Prism<'a> {
    /// The polygon alone, relative to its first corner.
    pub(crate) fn polygon(corners: &'a [Point3<f64>], sweep: Vector3<f64>) -> Self {
        Self {
            corners,
            base: corners.first().copied().unwrap_or_else(Point3::origin),
            sweep,
        }
    }

    fn corner(&self, i: usize) -> Vector3<f64> {
        self.corners[i % self.corners.len()] - self.base
    }

    fn is_swept(&self) -> bool {
        self.sweep != Vector3::zeros()
    }

    /// Calls `visit` with each corner.
    pub(crate) fn each_corner(&self, mut visit: impl FnMut(Vector3<f64>)) {
        for i in 0..self.corners.len() {
            visit(self.corner(i));
            if self.is_swept() {
                visit(self.corner(i) + self.sweep);
            }
        }
    }

    /// Calls `visit` with the start of each edge that is longer than 0 and the way to its end.
    pub(crate) fn each_edge(&self, mut visit: impl FnMut(Vector3<f64>, Vector3<f64>)) {
        let count = self.corners.len();
        for i in 0..count {
            let from = self.corner(i);
            let edge = self.corners[(i + 1) % count] - self.corners[i];
            if edge != Vector3::zeros() {
                visit(from, edge);
                if self.is_swept() {
                    visit(from + self.sweep, edge);
                }
            }
            if self.is_swept() {
                visit(from, self.sweep);
            }
        }
    }

    /// Calls `visit` with each face that is not flat and its unit normal, which points to either side.
    pub(crate) fn each_face(&self, mut visit: impl FnMut(Face, Vector3<f64>)) {
        let mut offer = |face| {
            if let Some(n) = self.normal(face) {
                visit(face, n);
            }
        };
        if self.corners.len() > 2 {
            offer(Face::Base(Vector3::zeros()));
            if self.is_swept() {
                offer(Face::Base(self.sweep));
            }
        }
        if self.is_swept() && self.corners.len() > 1 {
            for i in 0..self.corners.len() {
                offer(Face::Side(i));
            }
        }
    }

    fn count(&self, face: Face) -> usize {
        match face {
            Face::Base(_) => self.corners.len(),
            Face::Side(_) => 4,
        }
    }

    fn face_corner(&self, face: Face, k: usize) -> Vector3<f64> {
        match face {
            Face::Base(shift) => self.corner(k) + shift,
            Face::Side(i) => match k % 4 {
                0 => self.corner(i),
                1 => self.corner(i + 1),
                2 => self.corner(i + 1) + self.sweep,
                _ => self.corner(i) + self.sweep,
            },
        }
    }

    fn face_edge(&self, face: Face, k: usize) -> Vector3<f64> {
        match face {
            Face::Base(_) => {
                let count = self.corners.len();
                self.corners[(k + 1) % count] - self.corners[k % count]
            }
            Face::Side(i) => {
                let edge = self.corners[(i + 1) % self.corners.len()] - self.corners[i];
                match k % 4 {
                    0 => edge,
                    1 => self.sweep,
                    2 => -edge,
                    _ => -self.sweep,
                }
            }
        }
    }

    /// The unit normal of a face, counterclockwise about it; `None` where it is flat.
    ///
    /// The longest edge e and the corner farthest from its line span the plane. In a sliver the cross product m is off by
    /// 3u of the product of its sides, which tilts the plane along the long edge by as much as across it. Along e the tilt
    /// would move the far end of the edge, so it is taken out: m − (m·e)·e. What is left turns the plane about e, and
    /// moves no point of the face by more than 3u of its length.
    fn normal(&self, face: Face) -> Option<Vector3<f64>> {
        let count = self.count(face);
        let longest = (0..count).max_by(|&i, &j| {
            let square = |k| self.face_edge(face, k).norm_squared();
            square(i).total_cmp(&square(j))
        })?;
        let e = self.face_edge(face, longest);
        let from = self.face_corner(face, longest);
        // Of a polygon without rounding errors, all corners are on one side.
        let m = (0..count)
            .map(|k| match face {
                Face::Base(_) => {
                    let count = self.corners.len();
                    cross(
                        &e,
                        &(self.corners[k % count] - self.corners[longest % count]),
                    )
                }
                Face::Side(_) if k == (longest + 2) % 4 => {
                    cross(&e, &self.face_edge(face, longest + 1))
                }
                Face::Side(_) => cross(&e, &(self.face_corner(face, k) - from)),
            })
            .max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
        let size = self.size(face);
        if m.norm_squared() <= FLAT * e.norm_squared() * size * size {
            return None;
        }
        let (m, e) = (unit(&m)?, unit(&e)?);
        unit(&(m - e * m.dot(&e)))
    }

    /// The longest edge of a face.
    fn size(&self, face: Face) -> f64 {
        (0..self.count(face))
            .map(|k| self.face_edge(face, k).norm())
            .fold(0.0, f64::max)
    }

    /// Calls `visit` with a point on each side of a face and the unit vector out of the face there, in its plane; at a corner sharper than
    /// a right angle also with the one that points away from the middle between its two sides.
    ///
    /// Sides that are moved out by s meet s / sin(φ/2) beyond a corner with the angle φ: far from the tip of a sliver. The line across
    /// the tip ends the face where it ends.
    pub(crate) fn each_side(
        &self,
        face: Face,
        normal: &Vector3<f64>,
        mut visit: impl FnMut(Vector3<f64>, Vector3<f64>),
    ) {
        let count = self.count(face);
        let mut before = (1..count)
            .rev()
            .find_map(|k| unit(&self.face_edge(face, k)));
        for k in 0..count {
            let edge = self.face_edge(face, k);
            let Some(along) = unit(&edge) else { continue };
            let corner = self.face_corner(face, k);
            if let Some(out) = unit(&cross(&edge, normal)) {
                visit(corner, out);
            }
            if let Some(arrived) = before
                && arrived.dot(&along) < 0.0
                && let Some(out) = unit(&(arrived - along))
            {
                visit(corner, out);
            }
            before = Some(along);
        }
    }

    /// The greatest n·x of all its points.
    pub(crate) fn support(&self, n: &Vector3<f64>) -> f64 {
        let mut most = f64::NEG_INFINITY;
        self.each_corner(|c| most = most.max(n.dot(&c)));
        most
    }

    /// The greatest distance of a corner from the base.
    pub(crate) fn extent(&self) -> f64 {
        let mut most = 0.0f64;
        self.each_corner(|c| most = most.max(c.norm()));
        most
    }

    /// Where the segment from `q` to `q + way` comes closest to the surface.
    ///
    /// Two convex polytopes are closest at a corner and a face, or at two edges, of which a corner and an edge are a
    /// limit; or the segment passes through a face. All of them are tried. The distance is exact for points off by 8u
    /// of the scale.
    pub(crate) fn nearest(&self, q: &Vector3<f64>, way: &Vector3<f64>) -> Nearest {
        // The best of corners, of edges and of faces.
        let mut best: [Option<Nearest>; 3] = [None; 3];
        let mut offer = |kind: usize, along: f64, on_prism: Vector3<f64>| {
            let difference = q + way * along - on_prism;
            let squared = difference.norm_squared();
            if best[kind].is_none_or(|b| squared < b.difference.norm_squared()) {
                best[kind] = Some(Nearest {
                    along,
                    on_prism,
                    difference,
                });
            }
        };
        let onto = |p: &Vector3<f64>, way: &Vector3<f64>| {
            let square = way.norm_squared();
            if square > 0.0 {
                (p.dot(way) / square).clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        self.each_corner(|c| offer(0, onto(&(c - q), way), c));
        self.each_edge(|from, edge| {
            for s in [0.0, 1.0] {
                offer(1, s, from + edge * onto(&(q + way * s - from), &edge));
            }
            // The common perpendicular of the two lines: with m across both, edge × m is across edge, and
            // (q + s·way − from)·(edge × m) = 0.
            let m = cross(way, &edge);
            let across = cross(&edge, &m);
            let speed = across.dot(way);
            if speed != 0.0 {
                let s = ((from - q).dot(&across) / speed).clamp(0.0, 1.0);
                offer(1, s, from + edge * onto(&(q + way * s - from), &edge));
            }
        });
        self.each_face(|face, n| {
            let on = self.face_corner(face, 0);
            let (start, speed) = (n.dot(&(q - on)), n.dot(way));
            let through = if speed == 0.0 {
                0.0
            } else {
                (-start / speed).clamp(0.0, 1.0)
            };
            for s in [0.0, 1.0, through] {
                let p = q + way * s;
                let foot = p - n * n.dot(&(p - on));
                let mut inside = true;
                let slack = SEAM * (self.extent() + foot.norm());
                self.each_side(face, &n, |corner, out| {
                    inside &= out.dot(&(foot - corner)) <= slack
                });
                if inside {
                    offer(2, s, foot);
                }
            }
        });
        // Of what is as near up to rounding, the foot on a face before that on an edge, and both before a corner: points as far from
        // the true foot as √u of the distance are as near, and a foot is known better.
        let nearer = |a: Nearest, b: Nearest| {
            let (here, there) = (a.difference.norm_squared(), b.difference.norm_squared());
            if here < there * (1.0 - FOOT) { a } else { b }
        };
        let nothing = Nearest {
            along: 0.0,
            on_prism: Vector3::zeros(),
            difference: *q,
        };
        best.into_iter().flatten().reduce(nearer).unwrap_or(nothing)
    }
}
