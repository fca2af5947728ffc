//! A first portal that nobody has to search for.
//!
//! A triangle, or a side of a box, and the point of the other shape that is farthest against it make a face of the obstacle. Where the
//! line of motion goes through that face, contact is there, and nothing is left to search for (`landing.rs`): most of what comes
//! down on a floor comes down on a face of it. Where the line goes through all but its border, it is the portal; and where the line
//! passes the face by, the support point is as good a start of the search as any.

use crate::closed::each;
use crate::obstacle::Obstacle;
use crate::portal::Portal;
use crate::shear::{Corner, Shear, Source};
use crate::tolerance::{LEAST_FACE, SLIVER, STEEP};
use nalgebra::Vector3;
use swept_support::{KnownCore, Support, largest};

/// A face of the obstacle: one of a shape's, and the point of the other shape that is farthest against it. It is the same wherever the
/// obstacle's origin is.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    /// What the fixed and the moving shape are asked for along its normal, toward where the motion comes from. The former is the normal
    /// in the working frame.
    pub(super) asked: [Vector3<f64>; 2],
    /// The point of the other shape, in that shape's frame.
    pub(super) against: Vector3<f64>,
    /// The axis that the side of a box is across.
    axis: usize,
}

/// One of a shape's faces, in that shape's frame.
pub(super) struct Outline {
    /// In turn around it; of a triangle, the last is the first again.
    pub(super) corners: [Vector3<f64>; 4],
    pub(super) is_triangle: bool,
    pub(super) of_moving: bool,
}

/// A shape with faces that are known.
enum Known {
    Triangle([Vector3<f64>; 3]),
    Cuboid(Vector3<f64>),
}

/// The shape whose faces are known, and whether it is the moving one; `None` where neither's are, and where the other shape is one of
/// those whose support points cost less than all this.
#[inline(always)]
fn known<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>) -> Option<(Known, bool)> {
    let of = |core| match core {
        KnownCore::Triangle(corners) => Some(Known::Triangle(corners)),
        KnownCore::Cuboid(half) => Some(Known::Cuboid(half)),
        _ => None,
    };
    let problem = obstacle.problem;
    match (problem.fixed.known_core(), problem.moving.known_core()) {
        (fixed, KnownCore::Other) => of(fixed).map(|known| (known, false)),
        (KnownCore::Other, moving) => of(moving).map(|known| (known, true)),
        _ => None,
    }
}

/// What the shape with the faces comes toward the other one by, in its own frame.
#[inline(always)]
fn way<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>, of_moving: bool) -> Vector3<f64> {
    if of_moving {
        obstacle
            .moving_to_working
            .apply_transposed(&obstacle.displacement)
    } else {
        -obstacle.displacement
    }
}

impl Face {
    /// The face that is the most likely to be met first; `None` where none is known, and where the motion is all but along it.
    #[inline(always)]
    pub(crate) fn of<A: Support, B: Support>(obstacle: &mut Obstacle<'_, A, B>) -> Option<Self> {
        let (known, of_moving) = known(obstacle)?;
        let (fixed, moving) = (obstacle.problem.fixed, obstacle.problem.moving);
        let axis = match known {
            Known::Triangle(_) => 0,
            Known::Cuboid(half) if of_moving => {
                let from = obstacle
                    .moving_to_working
                    .apply_transposed(&-obstacle.position);
                last_met(&half, &from, &way(obstacle, true), fixed.extent())
            }
            Known::Cuboid(half) => {
                let from = obstacle.position;
                last_met(&half, &from, &way(obstacle, false), moving.extent())
            }
        };
        let normal = normal(&outline(obstacle, axis)?, obstacle)?;
        obstacle.evaluations += 1;
        let asked = [
            normal,
            -obstacle.moving_to_working.apply_transposed(&normal),
        ];
        let against = if of_moving {
            fixed.support_point(&asked[0])
        } else {
            moving.support_point(&asked[1])
        };
        Some(Self {
            asked,
            against: against.coords,
            axis,
        })
    }

    /// The shape's part of it.
    #[inline(always)]
    pub(super) fn outline<A: Support, B: Support>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
    ) -> Option<Outline> {
        outline(obstacle, self.axis)
    }

    /// A corner of it.
    #[inline(always)]
    pub(super) fn first<A: Support, B: Support, const K: usize>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        shear: &Shear<K>,
    ) -> Option<Corner> {
        Some(self.corner(0, &self.outline(obstacle)?, obstacle, shear))
    }

    /// The portal, where the line of motion goes through the face, and where its corners come from.
    #[inline(always)]
    pub(super) fn portal<A: Support, B: Support, const K: usize>(
        &self,
        obstacle: &Obstacle<'_, A, B>,
        shear: &Shear<K>,
    ) -> Option<(Portal, [Source; 3])> {
        let outline = self.outline(obstacle)?;
        let [a, b, c] = each(
            &[0, 1, 2],
            #[inline(always)]
            |k| self.corner(*k, &outline, obstacle, shear),
        );
        let half = around(&a, &b, &c);
        if half.is_some() || outline.is_triangle {
            return half;
        }
        around(&a, &c, &self.corner(3, &outline, obstacle, shear))
    }

    #[inline(always)]
    fn corner<A: Support, B: Support, const K: usize>(
        &self,
        k: u8,
        outline: &Outline,
        obstacle: &Obstacle<'_, A, B>,
        shear: &Shear<K>,
    ) -> Corner {
        let here = outline.corners[usize::from(k) % 4];
        let (on_fixed, on_moving) = if outline.of_moving {
            (self.against, here)
        } else {
            (here, self.against)
        };
        Corner {
            at: shear.corner(obstacle, &self.asked[0], &on_fixed, &on_moving),
            source: Source {
                n: shear.push(&self.asked[0]),
                on_fixed,
                on_moving,
                of_face: Some(k),
            },
        }
    }

    /// What the fixed and the moving shape are to be asked for, to give corner `k` of the face and the point of the other shape.
    pub(super) fn asked_for(&self, k: usize, outline: &Outline) -> [Vector3<f64>; 2] {
        let [fixed, moving] = self.asked;
        if outline.of_moving {
            [fixed, outline.toward(k)]
        } else {
            [outline.toward(k), moving]
        }
    }
}

/// The portal of these corners, if the axis goes through it.
#[inline(always)]
fn around(a: &Corner, b: &Corner, c: &Corner) -> Option<(Portal, [Source; 3])> {
    let (ab, ac) = (b.at - a.at, c.at - a.at);
    // Counter-clockwise in the shadow.
    let [b, c] = if ab.x * ac.y >= ab.y * ac.x {
        [b, c]
    } else {
        [c, b]
    };
    let portal = Portal::around_axis([a.at, b.at, c.at])?;
    Some((portal, [a.source, b.source, c.source]))
}

/// The face across this axis, of a box; of a triangle, there is but one.
#[inline(always)]
fn outline<A: Support, B: Support>(obstacle: &Obstacle<'_, A, B>, axis: usize) -> Option<Outline> {
    let (known, of_moving) = known(obstacle)?;
    let (corners, is_triangle) = match known {
        Known::Triangle([a, b, c]) => ([a, b, c, a], true),
        Known::Cuboid(half) => {
            let way = way(obstacle, of_moving);
            (side(&half, axis, way[axis]), false)
        }
    };
    Some(Outline {
        corners,
        is_triangle,
        of_moving,
    })
}

impl Outline {
    /// A direction along which this corner of the shape is the farthest.
    fn toward(&self, k: usize) -> Vector3<f64> {
        let corner = |k: usize| self.corners[k % 4];
        let here = corner(k);
        if !self.is_triangle {
            return here.map(|x| 1.0_f64.copysign(x));
        }
        // Away from the opposite side, in the triangle's plane.
        let (next, last) = (corner((k + 1) % 3), corner((k + 2) % 3));
        let (out, side) = (here - next, last - next);
        out - side * (out.dot(&side) / side.norm_squared())
    }
}

/// The normal of a face, toward where the motion comes from, in the working frame. `None` where the motion is flat to it, whose plane
/// would be a bad bound; for slivers, whose normal and corners are known badly; and where there is none.
#[inline(always)]
fn normal<A: Support, B: Support>(
    outline: &Outline,
    obstacle: &Obstacle<'_, A, B>,
) -> Option<Vector3<f64>> {
    let [a, b, c, _] = &outline.corners;
    let (ab, bc) = (b - a, c - b);
    let n = ab.cross(&bc);
    let squared = n.norm_squared();
    if outline.is_triangle {
        let longest = longest(outline);
        if squared <= SLIVER * (longest * longest) {
            return None;
        }
    }
    let n = if outline.of_moving {
        obstacle.moving_to_working.apply(&n)
    } else {
        n
    };
    let d = &obstacle.displacement;
    // In units of the motion's largest component.
    let speed = n.dot(d) / largest(d);
    let n = if speed > 0.0 { -n } else { n };
    (speed * speed >= STEEP * squared && squared > LEAST_FACE).then_some(n)
}

/// The square of the longest side between the first three corners.
#[inline(always)]
fn longest(outline: &Outline) -> f64 {
    let [a, b, c, _] = &outline.corners;
    let [x, y, z] = [b - a, c - b, a - c].map(|side| side.norm_squared());
    x.max(y).max(z)
}

/// Of the sides by which a box with these half extents, moving by `way`, comes toward a ball about `at`, the axis of the one whose plane
/// the ball meets last. A side without area is none.
#[inline(always)]
fn last_met(half: &Vector3<f64>, at: &Vector3<f64>, way: &Vector3<f64>, radius: f64) -> usize {
    let times = each(
        &[0, 1, 2],
        #[inline(always)]
        |&i: &usize| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            if way[i] == 0.0 || half[j] == 0.0 || half[k] == 0.0 {
                return f64::NEG_INFINITY;
            }
            let height = at[i] * 1.0_f64.copysign(way[i]);
            (height - half[i] - radius) / way[i].abs()
        },
    );
    let last = |i: usize, j: usize| if times[j] > times[i] { j } else { i };
    last(last(0, 1), 2)
}

/// The side of a box across an axis, the one toward `way`.
///
/// Each coordinate by itself: written where `axis` says, they would have to come back from memory.
#[inline(always)]
fn side(half: &Vector3<f64>, axis: usize, way: f64) -> [Vector3<f64>; 4] {
    let across = 1.0_f64.copysign(way);
    let corner = |u: f64, v: f64| {
        let [x, y, z] = match axis {
            0 => [across, u, v],
            1 => [v, across, u],
            _ => [u, v, across],
        };
        Vector3::new(x * half.x, y * half.y, z * half.z)
    };
    [
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
    ]
}
