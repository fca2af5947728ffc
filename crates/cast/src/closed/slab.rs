//! Two boxes: the obstacle is the intersection of 15 slabs, and the line of motion enters it through the last of them.
//!
//! In the fixed box's axes, with the moving box's axes as the columns of R, half extents e and m, the moving box's middle at
//! p and moving by d, contact along an axis n lasts while |q + t v| ≤ r:
//!
//! ```text
//! n           q = n·p, v = n·d         r
//! eᵢ          pᵢ                       eᵢ + Σ mⱼ |Rᵢⱼ|
//! Rⱼ          p·Rⱼ                     mⱼ + Σ eᵢ |Rᵢⱼ|
//! eᵢ × Rⱼ     p_b R_aj − p_a R_bj      e_a |R_bj| + e_b |R_aj| + m_k |R_il| + m_l |R_ik|
//! ```
//!
//! with i, a, b and j, k, l in cyclic order. The first contact is the greatest entry, t = (−|q| − r) / |v| with the
//! sign of v put on q, unless an exit comes before it.
//!
//! Around cores with a radius ρ, each r is greater by ρ |n|. Where a corner meets a face or two edges cross, the obstacle's
//! surface is a plane all the same, at the distance ρ: the line meets it where ρ n further in it meets the core. Elsewhere the
//! surface is round, and the cast is left open.
//!
//! Four slabs at a time are intersected to *choose* the axis; what it proves is computed anew, so nothing here has to be
//! exact. So the cross axes may be written with R's orthogonality (the last two terms of r), and their slabs are widened by
//! `CLEARLY_LATER`: a cross axis parallel to a face's normal, or so short that it is all rounding, does not take part. Those of
//! the faces are entered half as much ahead, so that of several slabs entered at once one is taken that the line crosses
//! fast (see [`interval_ahead`]): a face at least half as fast as the fastest, and about as fast as that product. Of a box's faces
//! at an edge or a corner one is met at least 1/√3 as steeply as any plane there, as their normals are across each other.
//!
//! Source: S. Gottschalk, M. Lin and D. Manocha, *OBBTree* (1996), for the axes.

use super::corners::corners;
use super::crossing::{Crossing, Group, Triple, interval, interval_ahead, length_above};
use super::held;
use super::proof::{Around, Sight};
use crate::found::{Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::tolerance::{CLEARLY_LATER, FACES};
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, sqrt};
use wide::f64x4;

type V = Vector3<f64>;

/// The boxes in the fixed one's axes.
pub(super) struct Boxes<'a> {
    pub(super) fixed: &'a V,
    pub(super) moving: &'a V,
    pub(super) rotation: &'a LinearMap,
    pub(super) position: V,
    pub(super) displacement: V,
    /// Around the core of the obstacle.
    pub(super) radius: f64,
}

/// The point of contact: on the fixed box, and on the moving one in its own frame; and what they are apart by.
struct Meeting {
    on_fixed: V,
    on_moving: V,
    apart: f64,
}

/// First contact of two boxes.
#[inline(always)]
pub(super) fn boxes<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    fixed: &V,
    moving: &V,
) -> Option<Found> {
    meet(obstacle, mixture, fixed, moving, |boxes, margin| {
        boxes.crossing::<f64x4>(margin)
    })
}

/// The same, where the line crosses the slabs being known or found by `crossing`.
#[inline(always)]
pub(super) fn meet<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    fixed: &V,
    moving: &V,
    crossing: impl FnOnce(&Boxes, f64) -> Crossing,
) -> Option<Found> {
    let map = obstacle.moving_to_working;
    let boxes = Boxes {
        fixed,
        moving,
        rotation: &map,
        position: obstacle.position,
        displacement: obstacle.displacement,
        radius: obstacle.radius,
    };
    let end = 1.0 - obstacle.base;
    let tolerance = obstacle.tightest();
    let around = Around {
        d: &boxes.displacement,
        radius: boxes.radius,
        tolerance,
        height: |n: &V| boxes.height(n),
    };
    let found = crossing(&boxes, CLEARLY_LATER * obstacle.scale);
    let into = boxes.axis(found.enters());
    let length = sqrt(into.norm_squared()).copysign(into.dot(around.d));
    let into = into * (-1.0 / length);
    if found.passes() {
        return around
            .apart(into, boxes.axis(found.leaves()), end)
            .found(end);
    }
    let sight = around.through(into);
    let Sight::Touches(contact) = &sight else {
        return None;
    };
    if contact.upper <= end {
        let meeting = boxes.meeting(found.enters(), &into, contact.upper, tolerance);
        if meeting.apart.is_nan() || meeting.apart > tolerance {
            return None;
        }
        let (on_fixed, on_moving) = (meeting.on_fixed, meeting.on_moving);
        *mixture = Mixture {
            y: on_fixed - map.apply(&on_moving) - boxes.position,
            on_moving,
            rounding: contact.normal,
        };
        obstacle.remember_directions(|| {
            corners(fixed, &on_fixed).flat_map(|(f, v)| {
                corners(moving, &on_moving).map(move |(m, w)| {
                    let (fixed, moving) = (f, m);
                    (Directions { fixed, moving }, v * w)
                })
            })
        });
    }
    sight.found(end)
}

impl Boxes<'_> {
    /// The greatest n·c over the obstacle.
    #[inline(always)]
    fn height(&self, n: &V) -> f64 {
        let across = self.rotation.apply_transposed(n);
        self.fixed.dot(&n.abs()) + self.moving.dot(&across.abs()) - n.dot(&self.position)
    }

    /// The axis with this number.
    #[inline(always)]
    fn axis(&self, index: usize) -> V {
        let r = &self.rotation.rows;
        let (group, j) = (index / 4, index % 4);
        let mut n = V::zeros();
        match group {
            0 => n[j] = 1.0,
            1 => n = V::new(r[0][j], r[1][j], r[2][j]),
            _ => {
                let (a, b) = ((group - 1) % 3, group % 3);
                n[a] = -r[b][j];
                n[b] = r[a][j];
            }
        }
        n
    }

    /// Intersects the slabs, numbered as above, row by row; those of the products are widened by `margin`, a length per unit of their axis,
    /// and those of the faces entered ahead by a part of it.
    #[inline(always)]
    pub(super) fn crossing<N: Triple>(&self, margin: f64) -> Crossing {
        let r = &self.rotation.rows;
        let row = |i: usize| N::new(r[i][0], r[i][1], r[i][2]);
        let rows = [row(0), row(1), row(2)];
        let sizes = [rows[0].abs(), rows[1].abs(), rows[2].abs()];
        let a = |i: usize, j: usize| r[i][j].abs();
        let (e, m) = (self.fixed, self.moving);
        let (p, d) = (&self.position, &self.displacement);
        let splat = N::splat;

        let column = |j: usize| N::new(a(0, j), a(1, j), a(2, j));
        let own = |v: &V| rows[0] * splat(v.x) + rows[1] * splat(v.y) + rows[2] * splat(v.z);
        let rounding = splat(self.radius);
        let radius = |of: &V, over: [N; 3], by: &V| {
            let own = N::of(of) + rounding;
            own + over[0] * splat(by.x) + over[1] * splat(by.y) + over[2] * splat(by.z)
        };
        let columns = [column(0), column(1), column(2)];
        let ahead = splat(FACES * margin);
        let faces = |q: N, v: N, r: N| interval_ahead(q, v, r, r + ahead);
        let groups = [
            faces(N::of(p), N::of(d), radius(e, columns, m)),
            faces(own(p), own(d), radius(m, sizes, e)),
            self.products(0, &rows, &sizes, margin),
            self.products(1, &rows, &sizes, margin),
            self.products(2, &rows, &sizes, margin),
        ];
        Crossing::of(&groups)
    }

    /// The slabs across the products of the fixed box's axis `i` with the moving one's; `sizes` are the magnitudes of the
    /// rotation's `rows`.
    #[inline(always)]
    fn products<N: Triple>(
        &self,
        i: usize,
        rows: &[N; 3],
        sizes: &[N; 3],
        margin: f64,
    ) -> Group<N> {
        let splat = N::splat;
        let (e, m) = (self.fixed, self.moving);
        let [x, y, z] = self.rotation.rows[i].map(f64::abs);
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let moment = |v: &V| rows[a] * splat(v[b]) - rows[b] * splat(v[a]);
        let mut radius = sizes[b] * splat(e[a])
            + sizes[a] * splat(e[b])
            + N::new(m.y, m.z, m.x) * N::new(z, x, y)
            + N::new(m.z, m.x, m.y) * N::new(y, z, x);
        if self.radius > 0.0 {
            let across = rows[a] * rows[a] + rows[b] * rows[b];
            radius = radius + across.root() * splat(self.radius);
        }
        let (q, v) = (moment(&self.position), moment(&self.displacement));
        interval(q, v, radius + splat(margin))
    }

    /// Where the boxes meet at the fraction `t` in the plane with this axis and normal, out of the fixed box.
    #[inline(always)]
    fn meeting(&self, axis: usize, normal: &V, t: f64, tolerance: f64) -> Meeting {
        let (e, m, map) = (self.fixed, self.moving, self.rotation);
        let middle = self.position + self.displacement * t - normal * self.radius;
        let across = map.apply_transposed(normal);
        // Toward the other box, where the normal does not say which corner.
        let toward = map.apply_transposed(&middle);
        let (mut on_moving, mut on_fixed) = (*m, *e);
        for j in 0..3 {
            let free = across[j].abs() * m[j] <= tolerance;
            on_moving[j] = -m[j].copysign(if free { toward[j] } else { across[j] });
            let free = normal[j].abs() * e[j] <= tolerance;
            on_fixed[j] = e[j].copysign(if free { middle[j] } else { normal[j] });
        }
        match axis / 4 {
            0 => {
                let x = middle + map.apply(&on_moving);
                let mut foot = x.zip_map(e, held);
                foot[axis] = on_fixed[axis];
                Meeting {
                    on_fixed: foot,
                    on_moving,
                    apart: length_above(&(x - foot)),
                }
            }
            1 => {
                let x = map.apply_transposed(&(on_fixed - middle));
                let mut foot = x.zip_map(m, held);
                foot[axis % 4] = on_moving[axis % 4];
                Meeting {
                    on_fixed,
                    on_moving: foot,
                    apart: length_above(&(x - foot)),
                }
            }
            row => self.edges(row - 2, axis % 4, &middle, on_fixed, on_moving),
        }
    }

    /// Where the edge along the fixed box's axis `i` meets the one along the moving box's axis `j`.
    ///
    /// With w the way from the fixed edge's middle to the moving edge's, R_j β + w has to lie along the fixed edge: across
    /// it, along the axes a and b, β = −(w_a R_aj + w_b R_bj) / (R_aj² + R_bj²).
    #[inline(always)]
    fn edges(&self, i: usize, j: usize, middle: &V, mut on_fixed: V, mut on_moving: V) -> Meeting {
        let (e, m, map) = (self.fixed, self.moving, self.rotation);
        let r = |k: usize| map.rows[k][j];
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        on_fixed[i] = 0.0;
        on_moving[j] = 0.0;
        let w = middle + map.apply(&on_moving) - on_fixed;
        let beta = -(w[a] * r(a) + w[b] * r(b)) / (r(a) * r(a) + r(b) * r(b));
        on_moving[j] = held(beta, m[j]);
        let x = middle + map.apply(&on_moving);
        on_fixed[i] = held(x[i], e[i]);
        Meeting {
            on_fixed,
            on_moving,
            apart: length_above(&(x - on_fixed)),
        }
    }
}
