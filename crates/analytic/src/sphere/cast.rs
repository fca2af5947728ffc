//! A point against a rounded prism: the one closed form behind every sweep of spheres and capsules at straight edges.
//!
//! A sphere of radius r touches a shape K when its centre comes within r of K; so a ray, the way of the centre, is cast
//! against the sum of K and a ball. For a polytope K that sum is the union of a ball about every corner, a cylinder of
//! length |e| about every edge e, and a slab of thickness 2·r over every face, out to its sides. Each piece is an
//! intersection of half-spaces, an infinite cylinder or a ball; the line of motion is in it for an interval of fractions;
//! and the entry into the union is the least entry into a piece. No piece sticks out of the sum, so no case has to be ruled
//! out: there is nothing to decide but which number is least.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, section 5.5.7; his remark in the forum thread "New take on swept
//! sphere collision detection", 2005. That fractions come as intervals is a departure.
//!
//! **Error.** A piece is right for points that are off by 8u of the scale L (the sizes, and the distance at the nearest
//! approach), by `interval.rs`; pieces overlap at their seams by 8u·L; the prism's own corners are off by 2u·L, its normals
//! turn points by 3u·L. Together the fraction is that of a shape grown or shrunk by at most 32u·L, and rounded by 4u. For a
//! motion that meets the surface at an angle this is 32u·L / |n·d|; for a grazing one it is up to √(64u·L·r) / |d|.

use super::interval::Interval;
use super::offset::Offset;
use super::prism::{Prism, across, cross, unit};
use crate::tolerance::{ACROSS, SEAM, TOUCHING};
use crate::view::View;
use crate::{Answer, Hit, Miss, Overlap};
use nalgebra::{Point3, Unit, Vector3};

/// The obstacle for a point: a prism, rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    pub(crate) prism: Prism<'a>,
    /// The sum of both shapes' radii, and that of the fixed one.
    pub(crate) radius: f64,
    pub(crate) fixed_radius: f64,
    /// The axis of a moving capsule, from the point that is cast to its other end: the prism is swept by minus this.
    pub(crate) axis: Vector3<f64>,
    /// A unit vector along which the fixed shape has no end; everything else is given across it.
    pub(crate) endless: Option<Vector3<f64>>,
}

impl<'a> Obstacle<'a> {
    /// A fixed polygon with `fixed_radius`, for a sphere.
    pub(crate) fn for_sphere(prism: Prism<'a>, radius: f64, fixed_radius: f64) -> Self {
        Self {
            prism,
            radius: radius + fixed_radius,
            fixed_radius,
            axis: Vector3::zeros(),
            endless: None,
        }
    }

    /// A fixed polygon with `fixed_radius`, for a capsule with this axis.
    pub(crate) fn for_capsule(
        corners: &'a [Point3<f64>],
        axis: Vector3<f64>,
        radius: f64,
        fixed_radius: f64,
    ) -> Self {
        Self {
            axis,
            ..Self::for_sphere(Prism::polygon(corners, -axis), radius, fixed_radius)
        }
    }

    /// The sweep of the point `start`, given relative to the prism's base, which is at `base` in the world.
    pub(crate) fn cast(&self, base: &Point3<f64>, start: &Offset, d: &Vector3<f64>) -> Answer {
        self.start(base, &start.high, d).unwrap_or_else(|| {
            let shift = start.nearest(d).clamp(0.0, 1.0);
            self.travel(base, &start.advanced(d, shift), d, shift)
        })
    }

    /// The sweep of a point that a rotated frame sees, whose origin is at `base`.
    pub(crate) fn cast_view(&self, base: &Point3<f64>, view: &View) -> Answer {
        self.start(base, &view.start, &view.d)
            .unwrap_or_else(|| self.travel(base, &view.foot, &view.d, view.shift))
    }

    /// What the contract makes of a start in contact, at `q`; nothing, when the start is apart.
    fn start(&self, base: &Point3<f64>, q: &Vector3<f64>, d: &Vector3<f64>) -> Option<Answer> {
        let tolerance = TOUCHING * (self.prism.extent() + self.radius + q.norm());
        let apart = self.prism.nearest(q, &Vector3::zeros()).difference;
        let (normal, separation) = self.best(apart, d, |n| self.separation(q, n));
        if separation < -tolerance {
            let depth = -separation;
            return Some(Answer::Overlap(Overlap {
                depth,
                normal: Unit::new_unchecked(normal),
                point: base + self.on_fixed(&(q + normal * depth), &normal),
            }));
        }
        let noise = ACROSS * d.norm();
        if *d == Vector3::zeros() || normal.dot(d) >= 0.0 {
            return Some(miss(normal));
        }
        if separation <= tolerance {
            // Does any plane keep them apart, or as close as they are now?
            let (slide, speed) = self.best(apart, d, |n| {
                if self.separation(q, n) >= separation.min(0.0) - tolerance {
                    n.dot(d)
                } else {
                    f64::NEG_INFINITY
                }
            });
            return Some(if speed >= -noise {
                miss(slide)
            } else {
                Answer::Hit(Hit {
                    fraction: 0.0,
                    point: base + self.on_fixed(q, &normal),
                    normal: Unit::new_unchecked(normal),
                })
            });
        }
        None
    }

    /// The sweep of a point that starts apart and is at `q`, where it is nearest to the base, at the fraction `shift`.
    fn travel(&self, base: &Point3<f64>, q: &Vector3<f64>, d: &Vector3<f64>, shift: f64) -> Answer {
        let window = Interval {
            low: -shift,
            high: 1.0 - shift,
        };
        let scale = self.prism.extent() + self.radius + q.norm();
        let radius = self.radius.max(SEAM * scale);
        let Some(entry) = self.entry(q, d, window, radius) else {
            return self.miss(q, d, window);
        };
        let at = q + d * entry;
        let near = self.prism.nearest(&at, &Vector3::zeros()).difference;
        let (mut normal, room) = self.best(near, d, |n| self.separation(&at, n));
        let noise = ACROSS * d.norm();
        if normal.dot(d) >= -noise {
            // A graze, unless another plane that is as good is crossed.
            let (other, speed) = self.best(near, d, |n| {
                if self.separation(&at, n) >= room - SEAM * scale {
                    -n.dot(d)
                } else {
                    f64::NEG_INFINITY
                }
            });
            if speed <= noise {
                return self.miss(q, d, window);
            }
            normal = other;
        }
        // A radius that was raised made contact come early: the plane is reached later by what is left of its room, unless a motion all
        // but along it has passed the obstacle by then.
        let late = if radius > self.radius {
            (self.separation(&at, &normal) / -normal.dot(d)).max(0.0)
        } else {
            0.0
        };
        let reached = (entry + late).min(window.high);
        let still_near = || {
            let there = q + d * reached;
            let near = self.prism.nearest(&there, &Vector3::zeros());
            near.difference.norm() <= radius + SEAM * scale
        };
        let entry = if late > 0.0 && still_near() {
            reached
        } else {
            entry
        };
        Answer::Hit(Hit {
            fraction: (shift + entry).clamp(0.0, 1.0),
            point: base + self.on_fixed(&(q + d * entry), &normal),
            normal: Unit::new_unchecked(normal),
        })
    }

    /// The miss of a point at `q` that moves by the fractions of `window`, with the plane that leaves the most room.
    fn miss(&self, q: &Vector3<f64>, d: &Vector3<f64>, window: Interval) -> Answer {
        // No point of the line beyond this reach is the nearest to the prism: q itself is nearer.
        let reach = 2.0 * (self.prism.extent() + q.norm()) / d.norm();
        let (low, high) = (window.low.max(-reach), window.high.min(reach));
        let way = d * (high - low);
        let near = self.prism.nearest(&(q + d * low), &way).difference;
        // What rounding leaves of a speed across the motion would add up over a long sweep, until it hid which plane leaves room.
        let noise = ACROSS * d.norm();
        let gap = |n: &Vector3<f64>| {
            let speed = Some(n.dot(d)).filter(|speed| speed.abs() > noise);
            let most = |speed: f64| (window.low * speed).min(window.high * speed);
            self.separation(q, n) + speed.map_or(0.0, most)
        };
        let n = self.best(near, d, gap).0;
        let level = Some(n).filter(|n| n.dot(d).abs() <= noise);
        miss(level.and_then(|n| across(&n, d)).unwrap_or(n))
    }

    /// The first fraction of `window` in a piece of the prism rounded by `radius`.
    fn entry(
        &self,
        q: &Vector3<f64>,
        d: &Vector3<f64>,
        window: Interval,
        radius: f64,
    ) -> Option<f64> {
        let seam = SEAM * (self.prism.extent() + radius);
        let mut first: Option<f64> = None;
        let mut offer = |piece: Interval| {
            if let Some(t) = piece.first() {
                first = Some(first.map_or(t, |f| f.min(t)));
            }
        };
        self.prism
            .each_corner(|c| offer(window.in_ball(&(q - c), d, radius)));
        self.prism.each_edge(|from, edge| {
            if let Some(axis) = unit(&edge) {
                let q = q - from;
                let piece = window
                    .in_cylinder(&q, d, &axis, radius)
                    .below(&q, d, &axis, edge.norm() + seam)
                    .below(&q, d, &-axis, seam);
                offer(piece);
            }
        });
        self.prism.each_face(|face, n| {
            let mut piece = window;
            let mut on_plane = Vector3::zeros();
            self.prism.each_side(face, &n, |corner, out| {
                piece = piece.below(&(q - corner), d, &out, seam);
                on_plane = corner;
            });
            let q = q - on_plane;
            offer(piece.below(&q, d, &n, radius).below(&q, d, &-n, radius));
        });
        first
    }

    /// How far the plane across `n` keeps the point at `q` from the obstacle.
    fn separation(&self, q: &Vector3<f64>, n: &Vector3<f64>) -> f64 {
        n.dot(q) - self.prism.support(n) - self.radius
    }

    /// The unit vector of the greatest score, and the score. The candidates are `nearest`, the normals of all faces, sides
    /// and edges, and those directions across the motion that two edges make with it: the best plane is always one.
    fn best(
        &self,
        nearest: Vector3<f64>,
        d: &Vector3<f64>,
        score: impl Fn(&Vector3<f64>) -> f64,
    ) -> (Vector3<f64>, f64) {
        let mut best = (Vector3::x(), f64::NEG_INFINITY);
        let mut offer = |v: Vector3<f64>| {
            let Some(mut n) = unit(&v) else { return };
            if let Some(u) = self.endless {
                // Up to rounding, a candidate is either along the endless direction or across it.
                let part = n - u * u.dot(&n);
                match unit(&part) {
                    Some(m) if part.norm_squared() > 0.25 => n = m,
                    _ => return,
                }
            }
            let value = score(&n);
            if value > best.1 {
                best = (n, value);
            }
        };
        offer(nearest);
        if let Some(n) = across(&nearest, d) {
            offer(n);
        }
        let mut both = |v: Vector3<f64>| {
            offer(v);
            offer(-v);
        };
        let frame = [Vector3::x(), Vector3::y(), Vector3::z()];
        self.prism.each_face(|face, n| {
            both(n);
            self.prism.each_side(face, &n, |_, out| both(out));
        });
        self.prism.each_edge(|_, edge| {
            let m = cross(&edge, d);
            both(m);
            if let Some(e) = unit(&edge) {
                // Across the edge exactly: far along it, a small error of the direction would be a large one.
                both(nearest - e * e.dot(&nearest));
                if let Some(m) = unit(&m) {
                    both(cross(&e, &m));
                }
            }
            both(edge);
            for axis in frame {
                both(cross(&edge, &axis));
            }
        });
        both(*d);
        frame.into_iter().for_each(both);
        best
    }

    /// The fixed shape's point, relative to the base, that touches along `normal` when the point that is cast is at `q`.
    fn on_fixed(&self, q: &Vector3<f64>, normal: &Vector3<f64>) -> Vector3<f64> {
        let fixed = if self.axis == Vector3::zeros() {
            self.prism
        } else {
            Prism {
                sweep: Vector3::zeros(),
                ..self.prism
            }
        };
        let near = fixed.nearest(q, &self.axis);
        near.on_prism + toward(&near.difference, normal) * self.fixed_radius
    }
}

/// The direction of `way`, which is that of `normal` but for rounding; `normal` where it is not.
pub(crate) fn toward(way: &Vector3<f64>, normal: &Vector3<f64>) -> Vector3<f64> {
    unit(way).filter(|n| n.dot(normal) > 0.5).unwrap_or(*normal)
}

fn miss(axis: Vector3<f64>) -> Answer {
    Answer::Miss(Miss {
        axis: Unit::new_unchecked(axis),
    })
}
