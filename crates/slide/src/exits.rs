//! The ways out of everything that a shape overlaps.
//!
//! Each overlap has a shortest way out of its own, and the half-space across it clears that overlap. Where the overlaps are the triangles
//! of a surface, that is not enough: out of a triangle under the rim of a box that is sunk into a floor it leads sideways, along the
//! floor, and at the other rim the other way, and nothing clears both. But any direction frees a shape from a convex one, as far as a
//! plane across it asks for, and each half-space of that kind is as good as another. So sets of them are tried, and the
//! shortest way that clears all of a set is taken:
//!
//! - each overlap by its own way;
//! - the same, but by the surface's normal where its own way leads along the surface rather than out of it, or where that asks for no
//!   more than another overlap does; and so from triangles that are not overlapped, or those of a floor beside the box would hold it
//!   between them;
//! - each by the surface's normal, however far that is: where a mover that is deep in a surface stands on the edge of two of its
//!   triangles, their own ways lead across that edge to opposite sides, and nothing clears both, or what does is many times as far;
//! - all of them in one direction, each of these that take the least, and by no way that leads past the middle of one of them to its far
//!   side: a wall is not gone through where that is farther than back. But where the side counts on which there is room, of one-sided
//!   faces, and of a closed mesh where nothing else leads out ([`Fronts`]), a way may lead to that side from the other, never back
//!   from it: what is in a thin closed thing, between faces that all ask it to stay inside, has a way out.
//!
//! # By planes
//! None of these leads a thin mover back in that pokes through the corner of a room. At the rim of a wall its own way out leads around the
//! rim, and so does the surface's normal where the rim is open; of two walls that meet there they lead to opposite sides. And what of the
//! mover is beyond the corner may be in a third wall's plane and miss that wall, which then asks for nothing and stops the way back.
//!
//! So each triangle is left by its own plane as well, to the side on which most of the mover is. A triangle that stops such a way, or in
//! which it ends since a one-sided one lets it pass, joins them by its plane, and the shortest way that clears all ends on one side of
//! that: so the walls of a corner are found one by one.

use crate::lift::{Clearing, shortest, slack};
use crate::solid::Solid;
use crate::tolerance::{ALONG, BACK, EVEN, FARTHEST_OUT, MOST_DIRECTIONS, MOST_TOGETHER, SAME};
use nalgebra::{Point3, Unit, Vector3};
use smallvec::{SmallVec, smallvec};
use std::iter;
use swept_cast::Distance;
use swept_scene::{Scene, SceneDistance, SubShape};
use swept_support::{Placed, Real, Support};

/// Whose fronts count: a triangle whose front counts holds what is before it to that side, and lets what is behind it come through.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Fronts {
    /// Those of one-sided faces, which let pass what comes from behind in any case.
    OneSided,
    /// Those of closed meshes, too.
    Closed,
}

impl Fronts {
    /// The front of a triangle, if it has one that counts.
    pub(crate) fn of<T: Real>(self, scene: &Scene<T>, of: &SubShape) -> Option<Vector3<f64>> {
        let front = scene.front(of).map(Unit::into_inner);
        // Faces that pass what comes from behind are one-sided.
        front.filter(|front| self == Self::Closed || scene.is_passed(of, front))
    }
}

/// What is near, as half-spaces of ways: out of it, or, where `by` is negative, as near to it as that.
pub(crate) struct Exits {
    sets: SmallVec<[Vec<Clearing>; 4]>,
    /// How far a way may lead into each of the overlaps.
    middles: Vec<Clearing>,
    /// The surface's normal where the deepest is.
    side: Vector3<f64>,
}

impl Exits {
    /// Of a mover that is `wider` on all sides by this length than it is.
    pub(crate) fn of<T: Real, S: Support>(
        scene: &Scene<T>,
        mover: &Placed<T, S>,
        near: &[SceneDistance<T>],
        wider: f64,
        fronts: Fronts,
    ) -> Self {
        let exits: Vec<Exit<'_, T, S>> = (near.iter())
            .map(|near| Exit {
                own: own(near, wider),
                wider,
                surface: wide(&near.place.normal),
                front: fronts.of(scene, &near.place.sub_shape),
                mover,
                fixed: Solid::of(scene, &near.place.sub_shape),
            })
            .collect();
        let deepest = exits.iter().map(|e| e.own.by).fold(0.0, f64::max);
        let of_deepest = exits.iter().max_by(|a, b| a.own.by.total_cmp(&b.own.by));
        let side = of_deepest.map_or(Vector3::zeros(), |e| e.surface);
        let out_of_surface = |e: &Exit<'_, T, S>| e.out_of_surface(deepest, &side);
        let by_surface = |e: &Exit<'_, T, S>| e.out_of_surface(f64::INFINITY, &side);
        let mut sets: SmallVec<[Vec<Clearing>; 4]> = smallvec![
            exits.iter().map(|e| e.own).collect(),
            exits.iter().map(out_of_surface).collect(),
            exits.iter().map(by_surface).collect(),
        ];
        let (overlaps, apart): (Vec<_>, Vec<_>) = exits.iter().partition(|e| e.own.by > 0.0);
        let middles: Vec<Clearing> = overlaps.iter().filter_map(|e| e.middle()).collect();
        let bounds = apart.iter().map(|e| e.own).chain(middles.iter().copied());
        let bounds: Vec<Clearing> = bounds.collect();
        let ways = together(&overlaps, &side, &middles);
        sets.extend(ways.map(|way| iter::once(way).chain(bounds.iter().copied()).collect()));
        Self {
            sets,
            middles,
            side,
        }
    }

    /// The shortest way out of all overlaps by `out` more than it takes, and no nearer than `margin` to what is apart, or no nearer than
    /// it is; `None` when there is none.
    pub(crate) fn shortest(&self, out: f64, margin: f64) -> Option<Vector3<f64>> {
        self.ways(out, margin).into_iter().next()
    }

    /// The shortest of each set, the shortest of these first.
    pub(crate) fn ways(&self, out: f64, margin: f64) -> SmallVec<[Vector3<f64>; 4]> {
        let ways = (self.sets.iter()).filter_map(|set| way_out(set, out, margin));
        let mut ways: SmallVec<[Vector3<f64>; 4]> = ways.collect();
        ways.sort_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
        ways.dedup();
        ways
    }

    /// How far a way may lead into each of the overlaps: not past the middle of one of them to its far side.
    pub(crate) fn middles(&self) -> &[Clearing] {
        &self.middles
    }

    /// Of all that is near, each triangle by its plane, and all else by its own way. So is a triangle whose plane does not run through the
    /// mover.
    pub(crate) fn by_planes<T: Real, S: Support>(
        &self,
        scene: &Scene<T>,
        mover: &Placed<T, S>,
        near: &[SceneDistance<T>],
    ) -> Vec<Clearing> {
        let clearing = |near: &SceneDistance<T>| {
            let plane = self.plane(scene, mover, &near.place.sub_shape);
            let runs_through = plane.filter(|plane| plane.by > 0.0);
            runs_through.unwrap_or_else(|| own(near, 0.0))
        };
        near.iter().map(clearing).collect()
    }

    /// The way out of a triangle by its plane, to the nearer side; `None` for a convex shape.
    pub(crate) fn plane<T: Real, S: Support>(
        &self,
        scene: &Scene<T>,
        mover: &Placed<T, S>,
        triangle: &SubShape,
    ) -> Option<Clearing> {
        let normal = scene.triangle_normal(triangle)?.into_inner();
        let fixed = Solid::of(scene, triangle)?;
        let sides = [normal, -normal].map(|normal| Clearing {
            by: out_of(&fixed, mover, &normal),
            normal,
        });
        Some(nearer(sides, &self.side))
    }
}

/// The way out of one, or minus what is between.
fn own<T: Real>(near: &SceneDistance<T>, wider: f64) -> Clearing {
    clearing(&near.distance, wider)
}

/// The same, of a distance.
pub(crate) fn clearing<T: Real>(distance: &Distance<T>, wider: f64) -> Clearing {
    let deep = match distance {
        Distance::Overlap(overlap) => overlap.depth.to_f64(),
        Distance::Apart(apart) => -apart.separation.to_f64(),
    };
    Clearing {
        normal: wide(&distance.normal()),
        by: wider + deep,
    }
}

/// The shortest way out of a set by `out` more than it takes, and no nearer than `margin` to what is apart, or no nearer than it is;
/// `None` when there is none.
pub(crate) fn way_out(set: &[Clearing], out: f64, margin: f64) -> Option<Vector3<f64>> {
    let most = set.iter().map(|c| c.by).fold(0.0, f64::max);
    // What a way that is no more than so many times as long as the most may be too short by.
    let out = out + slack(most, FARTHEST_OUT * most);
    let asked = set.iter().map(|c| Clearing {
        by: if c.by > 0.0 {
            c.by + out
        } else {
            (margin + c.by).min(0.0)
        },
        ..*c
    });
    shortest(&asked.collect::<Vec<_>>())
}

/// Of the ways to both sides of a surface the one that is less. Where that is the same, it is the one that faces `side`, the same for all
/// triangles of a flat surface.
fn nearer([out, back]: [Clearing; 2], side: &Vector3<f64>) -> Clearing {
    let is_same = (out.by - back.by).abs() <= EVEN * out.by.abs();
    let leads_back = if is_same {
        back.normal.dot(side) > 0.0
    } else {
        back.by < out.by
    };
    if leads_back { back } else { out }
}

/// What is near of one convex shape or triangle.
struct Exit<'a, T: Real, S> {
    /// The shortest way out, or minus what is between.
    own: Clearing,
    /// The normal of the surface that it is part of.
    surface: Vector3<f64>,
    /// The side of a triangle on which there is room, where that is known and counts.
    front: Option<Vector3<f64>>,
    mover: &'a Placed<T, S>,
    wider: f64,
    /// `None` when it is gone.
    fixed: Option<Placed<T, Solid<T>>>,
}

impl<T: Real, S: Support> Exit<'_, T, S> {
    /// The way out in a direction: until a plane across it is between the two. Negative when one is already, infinite when none ever is.
    fn along(&self, direction: &Vector3<f64>) -> f64 {
        self.past(direction, &nearest(self.mover, direction))
    }

    /// The same, with the [`nearest`] point of the mover known.
    fn past(&self, direction: &Vector3<f64>, near: &Point3<f64>) -> f64 {
        match &self.fixed {
            Some(fixed) if fixed.shape().unbounded_normal().is_none() => {
                out_past(fixed, direction, near) + self.wider
            }
            // The plane across its own way out is known to be one.
            _ => {
                let slope = direction.dot(&self.own.normal);
                if slope > 0.0 {
                    self.own.by / slope
                } else {
                    f64::INFINITY
                }
            }
        }
    }

    fn clearing(&self, normal: Vector3<f64>) -> Clearing {
        Clearing {
            by: self.along(&normal),
            normal,
        }
    }

    /// How far a way may lead into it: until the far side is as near as the near one. With b the way out and B the way through, after
    /// x into it they are b + x and B − x, the same at x = (B − b)/2. Farther than that it would be left to the far side by less.
    ///
    /// A triangle whose sides are alike has a far side only where its own way out is across it: past an edge it leads around, not
    /// through. One whose front is known is held to by its front, wherever it is touched; from behind it, it holds nothing.
    fn middle(&self) -> Option<Clearing> {
        let near = if let Some(front) = self.front {
            Some(front).filter(|front| self.is_before(front))
        } else {
            let across = self.own.normal.cross(&self.surface).norm() <= SAME;
            let fixed = self.fixed.as_ref()?.shape();
            let has_far_side = across || !fixed.is_triangle();
            has_far_side.then_some(self.own.normal)
        };
        near.map(|normal| Clearing {
            by: (0.5 * (self.along(&normal) - self.along(&-normal))).min(0.0),
            normal,
        })
    }

    /// The side to be held to: of a triangle whose front is known that one, and none from behind it. What is there has come through
    /// it, and may be led back. Of all else its surface tells: beside an edge its own way out leads along that.
    fn side_held_to(&self, side: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self.front {
            Some(front) => Some(front).filter(|front| self.is_before(front)),
            None => Some(self.out_of_surface(f64::INFINITY, side).normal),
        }
    }

    /// Whether a triangle is left to its front by no more than to its back. Beside an edge neither its own way out nor the surface
    /// there tells on which side the mover is: they lead along it.
    fn is_before(&self, front: &Vector3<f64>) -> bool {
        self.along(front) <= self.along(&-front)
    }

    /// Its own way out, or the one by the surface: where its own leads along that, and where the surface asks for no more than
    /// `deepest`, the deepest of all overlaps, does already. To which of the surface's sides is decided by what is [`nearer`]: a way along
    /// it tells nothing of that.
    fn out_of_surface(&self, deepest: f64, side: &Vector3<f64>) -> Clearing {
        let lean = self.surface.dot(&self.own.normal);
        if lean >= 1.0 {
            return self.own;
        }
        let sides = [self.surface, -self.surface].map(|n| self.clearing(n));
        let out = nearer(sides, side);
        if lean <= ALONG || (out.by > 0.0 && out.by <= deepest) {
            out
        } else {
            self.own
        }
    }
}

/// Whether a way leads past a triangle out of its plane: at the start the plane runs through the shape, and at the end the shape is
/// on one side of it, by more than `margin`. It cannot have gone through the triangle, from one side to the other.
pub(crate) fn leaves_plane<T: Real, S: Support>(
    scene: &Scene<T>,
    mover: &Placed<T, S>,
    triangle: &SubShape,
    way: &Vector3<f64>,
    margin: f64,
) -> bool {
    let (Some(normal), Some(fixed)) = (scene.triangle_normal(triangle), Solid::of(scene, triangle))
    else {
        return false;
    };
    let sides = [*normal, -*normal].map(|n| (out_of(&fixed, mover, &n), n.dot(way)));
    sides.iter().all(|(out, _)| *out > 0.0) && sides.iter().any(|(out, gone)| out + margin < *gone)
}

/// The way out of a bounded shape in a direction, of unit length: until a plane across it is between the two. Negative when one is
/// already.
pub(crate) fn out_of<T: Real, S: Support>(
    fixed: &Placed<T, Solid<T>>,
    mover: &Placed<T, S>,
    direction: &Vector3<f64>,
) -> f64 {
    out_past(fixed, direction, &nearest(mover, direction))
}

/// The same, with the [`nearest`] point of the mover known.
fn out_past<T: Real>(
    fixed: &Placed<T, Solid<T>>,
    direction: &Vector3<f64>,
    near: &Point3<f64>,
) -> f64 {
    direction.dot(&(fixed.support_point(direction) - near))
}

/// The point of the mover that is farthest against a direction: the last to be out of what is left that way.
fn nearest<T: Real>(mover: &Placed<T, impl Support>, direction: &Vector3<f64>) -> Point3<f64> {
    mover.support_point(&-direction)
}

/// The directions that free of all overlaps soonest, the soonest first: of those of the deepest, and none that leads into another
/// one, nor past the middle of one: not through a wall, away from the one across.
fn together<T: Real, S: Support>(
    overlaps: &[&Exit<'_, T, S>],
    side: &Vector3<f64>,
    middles: &[Clearing],
) -> impl Iterator<Item = Clearing> {
    let mut deepest = overlaps.to_vec();
    deepest.sort_by(|a, b| b.own.by.total_cmp(&a.own.by));
    let mut directions: Vec<Vector3<f64>> = Vec::new();
    // Out of one there is no other way than those that are known.
    let several = deepest.iter().filter(|_| overlaps.len() > 1);
    for direction in several.flat_map(|o| [Some(o.own.normal), Some(o.surface), o.front]) {
        let new =
            direction.filter(|d| directions.len() < MOST_DIRECTIONS && !directions.contains(d));
        directions.extend(new);
    }
    let sides: Vec<Vector3<f64>> = (overlaps.iter())
        .filter_map(|o| o.side_held_to(side))
        .collect();
    let leads_back = |d: &Vector3<f64>| sides.iter().any(|side| side.dot(d) < -BACK);
    let clearings = (directions.into_iter().filter(|d| !leads_back(d))).map(|normal| {
        // The same point for all of them.
        let near = overlaps.first().map(|o| nearest(o.mover, &normal));
        let by = near.map_or(0.0, |near| {
            let by = overlaps.iter().map(|o| o.past(&normal, &near));
            by.fold(0.0, f64::max)
        });
        Clearing { normal, by }
    });
    let leads_through = |c: &Clearing| {
        let way = c.normal * c.by;
        middles.iter().any(|middle| middle.missed_by(&way) > 0.0)
    };
    let mut ways: Vec<Clearing> = clearings
        .filter(|c| c.by.is_finite() && !leads_through(c))
        .collect();
    ways.sort_by(|a, b| a.by.total_cmp(&b.by));
    ways.into_iter().take(MOST_TOGETHER)
}

/// In `f64`, and of unit length in that.
pub(crate) fn wide<T: Real>(normal: &Unit<Vector3<T>>) -> Vector3<f64> {
    normal.map(Real::to_f64).normalize()
}
