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
//! The slabs are intersected, three at a time, to *choose* the axis; what it proves is computed anew, so nothing here has to be
//! exact. So it is done in `f32`, of which a register holds all three on every processor; where the choice is not borne out, which is when
//! two slabs are entered within what `f32` can tell of each other, it is made again in `f64`. And the cross axes may be written with
//! R's orthogonality (the last two terms of r), and their slabs are widened by `CLEARLY_LATER`: a cross axis parallel to a face's
//! normal, or so short that it is all rounding, does not take part. Those of the faces are entered half as much ahead, so that of
//! several slabs entered at once one is taken that the line crosses fast (see [`interval_ahead`]): a face at least half as fast as
//! the fastest, and about as fast as that product. Of a box's faces at an edge or a corner one is met at least 1/√3 as steeply as any
//! plane there, as their normals are across each other.
//!
//! Source: S. Gottschalk, M. Lin and D. Manocha, *OBBTree* (1996), for the axes.

use super::corners::corners;
use super::crossing::{
    Crossing, Group, Three, Triple, Widths, clear_sight, interval, interval_ahead, length_above,
};
use super::proof::{Around, Sight};
use super::{AXES, ONLY, Only, each, held, with_only};
use crate::found::{Contact, Directions, Found, Mixture};
use crate::obstacle::Obstacle;
use crate::tolerance::{CLEARLY_LATER, CLEARLY_LATER_IN_F32};
use nalgebra::Vector3;
use swept_support::{LinearMap, Support, inverse_power_of_two, paired};
use wide::{f32x4, f64x4};

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

/// The moving box's middle at contact, and the corners that are the nearest to each other then: the fixed box's, and the moving
/// one's in its own frame.
pub(super) struct Near {
    middle: V,
    on_fixed: V,
    on_moving: V,
}

/// The point of contact: on the fixed box, and on the moving one in its own frame; and what they are apart by.
pub(super) struct Meeting {
    pub(super) on_fixed: V,
    pub(super) on_moving: V,
    pub(super) apart: f64,
}

impl Meeting {
    const NONE: Self = Self {
        on_fixed: V::new(0.0, 0.0, 0.0),
        on_moving: V::new(0.0, 0.0, 0.0),
        apart: f64::INFINITY,
    };
}

/// First contact of two boxes.
#[inline(always)]
pub(super) fn boxes<A: Support, B: Support>(
    obstacle: &mut Obstacle<'_, A, B>,
    mixture: &mut Mixture,
    fixed: &V,
    moving: &V,
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
    let around = boxes.around(obstacle.tightest());
    let mut meeting = Meeting::NONE;
    let sight = clear_sight(
        boxes.slabs::<f32x4>(obstacle.scale).crossing(),
        || boxes.crossing_closely(obstacle.scale),
        #[inline(always)]
        |found| boxes.sight(&around, found, end, &mut meeting),
    );
    if let Sight::Touches(contact) = &sight
        && contact.upper <= end
    {
        let (on_fixed, on_moving) = (meeting.on_fixed, meeting.on_moving);
        *mixture = boxes.mixture(&meeting, contact.normal);
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
    /// The core of the obstacle, for proofs to be closed to `tolerance`, a length.
    #[inline(always)]
    pub(super) fn around(&self, tolerance: f64) -> Around<'_, impl Fn(&V) -> f64> {
        Around::new(
            &self.displacement,
            self.radius,
            tolerance,
            #[inline(always)]
            |n: &V| self.height(n),
        )
    }

    /// The point of contact as answers have it.
    #[inline(always)]
    pub(super) fn mixture(&self, meeting: &Meeting, normal: V) -> Mixture {
        let Meeting {
            on_fixed,
            on_moving,
            ..
        } = *meeting;
        Mixture {
            y: on_fixed - self.rotation.apply(&on_moving) - self.position,
            on_moving,
            rounding: normal,
        }
    }

    /// What is seen through the plane across the slab that is entered last, and where the boxes meet in it, when they do before `end`.
    #[inline(always)]
    fn sight<H: Fn(&V) -> f64>(
        &self,
        around: &Around<'_, H>,
        found: &Crossing,
        end: f64,
        meeting: &mut Meeting,
    ) -> Sight {
        let axis = self.axis(found.enters());
        if found.passes {
            return around.apart(around.against(&axis), self.axis(found.leaves()), end);
        }
        let sight = around.through(&axis);
        if let Sight::Touches(Contact { upper, normal, .. }) = &sight
            && *upper <= end
        {
            *meeting = self.meeting(found.enters(), normal, *upper, around.tolerance);
            if meeting.apart.is_nan() || meeting.apart > around.tolerance {
                return Sight::Unclear;
            }
        }
        sight
    }

    /// The greatest n·c over the obstacle.
    #[inline(always)]
    fn height(&self, n: &V) -> f64 {
        let across = self.rotation.apply_transposed(n);
        self.fixed.dot(&n.abs()) + self.moving.dot(&across.abs()) - n.dot(&self.position)
    }

    /// The axis with this number.
    #[inline(always)]
    fn axis(&self, index: usize) -> V {
        let (group, j) = (index / 4, index % 4);
        match group {
            0 => AXES[j],
            1 => self.column(j),
            row => AXES[row - 2].cross(&self.column(j)),
        }
    }

    /// The moving box's axis `j`.
    #[inline(always)]
    fn column(&self, j: usize) -> V {
        let r = &self.rotation.rows;
        V::new(r[0][j], r[1][j], r[2][j])
    }

    /// The same in units of about `scale`, the cross axes widened by `later` of the scale.
    #[inline(always)]
    fn in_units<N: Triple>(&self, scale: f64, later: f64) -> Slabs<N> {
        let unit = inverse_power_of_two(scale);
        let lengths = |v: &V| N::of(&(v * unit));
        let row = |i: usize| N::of(&V::from(self.rotation.rows[i]));
        Slabs {
            rows: [row(0), row(1), row(2)],
            fixed: lengths(self.fixed),
            moving: lengths(self.moving),
            position: lengths(&self.position),
            displacement: lengths(&self.displacement),
            widths: Widths::new(scale, later, self.radius),
        }
    }

    /// The slabs in half the precision: which of two is entered last when both are within some 2⁻²² of the scale, they do not tell.
    #[inline(always)]
    pub(super) fn slabs<N: Triple<Number = f32>>(&self, scale: f64) -> Slabs<N> {
        self.in_units(scale, CLEARLY_LATER_IN_F32)
    }

    /// The same in full precision.
    #[cold]
    #[inline(never)]
    fn crossing_closely(&self, scale: f64) -> Crossing {
        let slabs: Slabs<f64x4> = self.in_units(scale, CLEARLY_LATER);
        slabs.crossing()
    }

    /// Where the boxes meet at the fraction `t` in the plane with this axis and normal, out of the fixed box.
    #[inline(always)]
    fn meeting(&self, axis: usize, normal: &V, t: f64, tolerance: f64) -> Meeting {
        let near = self.near(normal, t, tolerance);
        match axis / 4 {
            0 => self.on_fixed_face(&ONLY[axis], &near),
            1 => self.on_moving_face(&ONLY[axis % 4], &near),
            row => {
                let (i, j) = (row - 2, axis % 4);
                self.on_edges([&ONLY[i], &ONLY[j]], &self.column(j), &near)
            }
        }
    }

    /// The corners that are the nearest to each other there.
    #[inline(always)]
    pub(super) fn near(&self, normal: &V, t: f64, tolerance: f64) -> Near {
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
        Near {
            middle,
            on_fixed,
            on_moving,
        }
    }

    /// Where a corner meets the fixed box's face across this axis.
    #[inline(always)]
    pub(super) fn on_fixed_face(&self, axis: &Only, near: &Near) -> Meeting {
        let x = near.middle + self.rotation.apply(&near.on_moving);
        let foot = with_only(&paired(&x, self.fixed, held), axis, &near.on_fixed);
        Meeting {
            on_fixed: foot,
            on_moving: near.on_moving,
            apart: length_above(&(x - foot)),
        }
    }

    /// Where a corner meets the moving box's face across this axis.
    #[inline(always)]
    pub(super) fn on_moving_face(&self, axis: &Only, near: &Near) -> Meeting {
        let x = (self.rotation).apply_transposed(&(near.on_fixed - near.middle));
        let foot = with_only(&paired(&x, self.moving, held), axis, &near.on_moving);
        Meeting {
            on_fixed: near.on_fixed,
            on_moving: foot,
            apart: length_above(&(x - foot)),
        }
    }

    /// Where the edge along the fixed box's axis i meets the one along the moving box's axis j, `column`.
    ///
    /// With w the way from the fixed edge's middle to the moving edge's, R_j β + w has to lie along the fixed edge: across
    /// it, along the axes a and b, β = −(w_a R_aj + w_b R_bj) / (R_aj² + R_bj²).
    #[inline(always)]
    pub(super) fn on_edges(&self, [i, j]: [&Only; 2], column: &V, near: &Near) -> Meeting {
        let (e, m, map) = (self.fixed, self.moving, self.rotation);
        let none = V::zeros();
        let fixed_middle = with_only(&near.on_fixed, i, &none);
        let moving_middle = with_only(&near.on_moving, j, &none);
        let w = near.middle + map.apply(&moving_middle) - fixed_middle;
        let across = with_only(column, i, &none);
        let beta = V::repeat(-w.dot(&across) / across.norm_squared());
        let on_moving = with_only(&moving_middle, j, &paired(&beta, m, held));
        let x = near.middle + map.apply(&on_moving);
        let on_fixed = with_only(&fixed_middle, i, &paired(&x, e, held));
        Meeting {
            on_fixed,
            on_moving,
            apart: length_above(&(x - on_fixed)),
        }
    }
}

/// What the slabs are made of: the boxes in units of about their scale.
pub(super) struct Slabs<N> {
    /// Of the rotation.
    rows: [N; 3],
    fixed: N,
    moving: N,
    position: N,
    displacement: N,
    widths: Widths<N>,
}

impl<N: Triple> Slabs<N> {
    /// Intersects the slabs, numbered as above, row by row.
    #[inline(always)]
    pub(super) fn crossing(&self) -> Crossing {
        let rows = &self.rows;
        let sizes = rows.map(N::abs);
        let [x, y, z] = sizes.map(N::parts);
        let column = |j: usize| N::new([x[j], y[j], z[j]]);
        let columns = [column(0), column(1), column(2)];
        let (e, m) = (self.fixed, self.moving);
        let (p, d) = (self.position, self.displacement);
        // In the moving box's axes.
        let [own_p, own_d] = each(
            &[p, d],
            #[inline(always)]
            |v| {
                let [x, y, z] = v.parts().map(N::splat);
                rows[0] * x + rows[1] * y + rows[2] * z
            },
        );
        let [fixed, moving] = each(
            &[(p, d, e, columns, m), (own_p, own_d, m, sizes, e)],
            #[inline(always)]
            |&(q, v, of, over, by)| {
                let [x, y, z] = by.parts().map(N::splat);
                let r = of + self.widths.radius + over[0] * x + over[1] * y + over[2] * z;
                interval_ahead(q, v, r, r + self.widths.ahead)
            },
        );
        let groups = [
            fixed,
            moving,
            self.products(0, &sizes),
            self.products(1, &sizes),
            self.products(2, &sizes),
        ];
        Crossing::of(&groups)
    }

    /// The slabs across the products of the fixed box's axis `i` with the moving one's; `sizes` are the magnitudes of the
    /// rotation's rows.
    #[inline(always)]
    fn products(&self, i: usize, sizes: &[N; 3]) -> Group<N> {
        let rows = &self.rows;
        let (e, m) = (self.fixed.parts(), self.moving.parts());
        let [x, y, z] = sizes[i].parts();
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let [q, v] = each(
            &[self.position, self.displacement],
            #[inline(always)]
            |v| {
                let v = v.parts();
                rows[a] * N::splat(v[b]) - rows[b] * N::splat(v[a])
            },
        );
        let mut radius = sizes[b] * N::splat(e[a])
            + sizes[a] * N::splat(e[b])
            + N::new([m[1], m[2], m[0]]) * N::new([z, x, y])
            + N::new([m[2], m[0], m[1]]) * N::new([y, z, x]);
        if self.widths.rounded {
            let across = rows[a] * rows[a] + rows[b] * rows[b];
            radius = radius + across.root() * self.widths.radius;
        }
        interval(q, v, radius + self.widths.margin)
    }
}

/// Numbers that slabs without a radius are made of.
pub(super) const NUMBERS: usize = 23;

impl Slabs<Three> {
    /// Those numbers, where there is no radius.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [f32; NUMBERS] {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.rows.map(Triple::parts);
        let [j, k, l] = self.fixed.parts();
        let [m, n, o] = self.moving.parts();
        let [p, q, r] = self.position.parts();
        let [s, t, u] = self.displacement.parts();
        let [v, ..] = self.widths.margin.parts();
        let [w, ..] = self.widths.ahead.parts();
        [
            a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w,
        ]
    }

    /// The slabs that these numbers are of.
    #[inline(always)]
    pub(super) fn of(numbers: impl Fn(usize) -> f32) -> Self {
        let three = |k: usize| Three::new([numbers(k), numbers(k + 1), numbers(k + 2)]);
        Self {
            rows: [three(0), three(3), three(6)],
            fixed: three(9),
            moving: three(12),
            position: three(15),
            displacement: three(18),
            widths: Widths {
                radius: Three::splat(0.0),
                rounded: false,
                margin: Three::splat(numbers(21)),
                ahead: Three::splat(numbers(22)),
            },
        }
    }
}
