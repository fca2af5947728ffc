//! The rest of phase 2 in one go, on curved obstacles: the plane of contact by [Newton's method](crate::newton), from where the portal is.
//!
//! The portal's corners tell which generators of the shapes take part. The direction that comes out is one more query, whose support
//! point proves the one bound; a mixture of the support points of those generators the other. Where they do not meet,
//! the portal goes on as if nothing had been tried.

use super::{PortalCast, Side};
use crate::Observer;
use crate::found::{Contact, Directions, Mixture, NO_PARTS};
use crate::newton::{Active, Ellipsoid, generator, support_point, toward};
use crate::problem::Problem;
use crate::shear::Corner;
use crate::tolerance::{
    GRAZING, NEARLY_ACROSS, NEWTON_FIRST, NEWTON_FIRST_IN_F32, NEWTON_ROUNDS, NEWTON_SQUARES,
    ON_BORDER,
};
use nalgebra::{Vector2, Vector3};
use swept_support::{Core, KnownCore, Support, sqrt};

type V = Vector3<f64>;

/// A support point of the obstacle that may have a share in the contact.
#[derive(Clone, Copy)]
struct Touch {
    at: V,
    on_moving: V,
    asked: Directions,
}

impl Touch {
    const NONE: Self = Self {
        at: V::new(0.0, 0.0, 0.0),
        on_moving: V::new(0.0, 0.0, 0.0),
        asked: Directions {
            fixed: V::new(0.0, 0.0, 0.0),
            moving: V::new(0.0, 0.0, 0.0),
        },
    };
}

/// The mixture of them that is nearest to the axis.
struct Mixed {
    shares: [f64; 3],
    at: V,
    on_moving: V,
    /// The square of its distance from the axis, across the main axis.
    off: f64,
}

/// What a direction comes to.
enum Verdict {
    Met(Contact, Mixture),
    /// Something reaches farther than what takes part.
    Farther,
    /// The mixture is not near enough to the axis.
    Off,
}

/// A direction that has been asked for: sheared, its support point, and what the shapes were asked for.
struct Query {
    n: V,
    /// The obstacle's support point, and the shapes' of which it is made. (Not a [`Corner`], which would be copied
    /// with what is not asked for.)
    at: V,
    on_fixed: V,
    on_moving: V,
    asked: Directions,
}

impl<A: Support, B: Support, O: Observer, const K: usize> PortalCast<'_, '_, A, B, O, K> {
    /// Steps before the first try to finish by Newton's method; none come where nothing is curved.
    #[inline(always)]
    pub(super) fn first_finish(&self) -> u32 {
        if !self.obstacle.is_curved() {
            return u32::MAX;
        }
        let Problem { fixed, moving, .. } = self.obstacle.problem;
        let corners = |core, known| match (core, known) {
            (Core::Curved, _) => 0,
            (Core::Polytope, KnownCore::Other) => 2,
            (Core::Polytope, KnownCore::Point) => 0,
            (Core::Polytope, _) => 1,
        };
        let corners = corners(fixed.core(), fixed.known_core())
            .max(corners(moving.core(), moving.known_core()));
        let first = if self.obstacle.is_for_f32() {
            NEWTON_FIRST_IN_F32
        } else {
            NEWTON_FIRST
        };
        first[corners]
    }

    /// Where the axis enters or leaves, from the direction `n` of the portal's next step; `None` where that is not found.
    #[inline(never)]
    pub(super) fn finish(&mut self, side: Side, n: V) -> Option<(Contact, Mixture)> {
        let open = self.obstacle.tightest();
        let mut near = NEWTON_SQUARES * open * self.obstacle.scale;
        let mut n = n * (1.0 / n.z.abs());
        let (maps, position) = self.shear.maps();
        let mut active = Active::new(maps, self.obstacle.radius, position);
        self.take_part(&mut active)?;
        for round in 1..=NEWTON_ROUNDS {
            match active.settle(n, near) {
                Some(settled) => n = settled,
                // Towards the middle of a face that is flat and round.
                None if active.count() == 1 => return self.face_on(side, &active),
                None => return None,
            }
            if self.obstacle.exhausted() {
                return None;
            }
            let query = self.query(&n);
            let mut touches = [Touch::NONE; 3];
            if active.count() == 1 && query.at.xy().norm_squared() <= open * open {
                touches[0] = Touch {
                    at: query.at,
                    on_moving: query.on_moving,
                    asked: query.asked,
                };
            } else {
                for (i, touch) in touches.iter_mut().enumerate().take(active.count()) {
                    let choice = active.choice(i);
                    let asked = Directions {
                        fixed: toward(choice[0], &query.asked.fixed),
                        moving: toward(choice[1], &query.asked.moving),
                    };
                    *touch = self.touch(&query, asked, choice);
                }
            }
            let touches = &touches[..active.count()];
            match self.judge(side, &query, touches, round == NEWTON_ROUNDS)? {
                Verdict::Met(contact, mixture) => return Some((contact, mixture)),
                // It takes part.
                Verdict::Farther
                    if !self.take(
                        &mut active,
                        &query.asked,
                        [&query.on_fixed, &query.on_moving],
                    )? =>
                {
                    return None;
                }
                Verdict::Farther => {}
                // Once more, and nearer.
                Verdict::Off => near *= NEWTON_SQUARES * NEWTON_SQUARES,
            }
        }
        None
    }

    /// The same in the plane of a disc of one of the shapes, whose points are all the farthest there.
    #[cold]
    fn face_on(&mut self, side: Side, active: &Active) -> Option<(Contact, Mixture)> {
        for k in 0..2 {
            let Some(flat) = active.choice(0)[k].flat() else {
                continue;
            };
            let axis = V::ith(flat, 1.0);
            let normal = if k == 0 {
                axis
            } else {
                self.obstacle.moving_to_working.apply(&axis)
            };
            let n = self.shear.push(&normal);
            if n.z.abs() <= NEARLY_ACROSS {
                continue;
            }
            let n = n * (side.toward() / n.z);
            let Some(border) = active.face_on(k, &n) else {
                continue;
            };
            if self.obstacle.exhausted() {
                return None;
            }
            let query = self.query(&n);
            let choice = active.choice(0);
            let other = toward(
                choice[1 - k],
                if k == 0 {
                    &query.asked.moving
                } else {
                    &query.asked.fixed
                },
            );
            let touches = border.map(|disc| {
                let [fixed, moving] = if k == 0 { [disc, other] } else { [other, disc] };
                self.touch(&query, Directions { fixed, moving }, choice)
            });
            if let Some(Verdict::Met(contact, mixture)) = self.judge(side, &query, &touches, true) {
                return Some((contact, mixture));
            }
        }
        None
    }

    /// Asks the obstacle for a direction.
    #[inline(always)]
    fn query(&mut self, n: &V) -> Query {
        let (Corner { at, source }, [fixed, moving]) = self.shear.support(self.obstacle, n);
        let asked = Directions { fixed, moving };
        Query {
            n: *n,
            at,
            on_fixed: source.on_fixed,
            on_moving: source.on_moving,
            asked,
        }
    }

    /// Holds the mixture of these points nearest to the axis against the direction's support point. At last, a bracket that is closed
    /// along the normal will do.
    #[inline(always)]
    fn judge(
        &mut self,
        side: Side,
        query: &Query,
        touches: &[Touch],
        last: bool,
    ) -> Option<Verdict> {
        let toward = side.toward();
        // As near as rounding allows, whatever tolerance was asked for: Newton's method gives the last digits for free.
        let open = self.obstacle.tightest() * self.obstacle.tightest();
        let normal = query.asked.fixed;
        let bound = query.n.dot(&query.at);
        let mixed = mixed(touches)?;
        let reached = toward * mixed.at.z;
        let rise = bound - reached;
        if rise > 0.0 && rise * rise > open * normal.norm_squared() {
            return Some(Verdict::Farther);
        }
        let off = self.off(&mixed.at, toward * bound);
        let (reached, off) = if off <= open {
            // There is contact in the plane itself, or as near to it.
            (bound, off)
        } else if last && mixed.off <= open {
            (reached, mixed.off)
        } else {
            return Some(Verdict::Off);
        };
        let heights = match side {
            Side::Entry => (-bound, -reached),
            Side::Exit => (reached, bound),
        };
        let speed = self.shear.speed;
        let shown = [heights.0 / speed, heights.1 / speed];
        self.show(&query.at, &query.n, 3, shown);
        let (contact, mixture) = self.met(heights, normal, touches, &mixed, off);
        Some(Verdict::Met(contact, mixture))
    }

    /// The square of how far a point is from the one on the axis at this height: a length.
    #[inline(always)]
    fn off(&self, at: &V, height: f64) -> f64 {
        let way = V::new(at.x, at.y, at.z - height);
        self.shear.to_working(&way).norm_squared()
    }

    /// Has the choices of generators behind the portal's corners take part; `None` where a shape has no generators.
    #[inline(always)]
    fn take_part(&self, active: &mut Active) -> Option<()> {
        for source in &self.sources {
            let [fixed, moving] = self.asked(source);
            let on = [&source.on_fixed, &source.on_moving];
            self.take(active, &Directions { fixed, moving }, on)?;
        }
        Some(())
    }

    /// Has the generators that reach farthest along these directions take part, by which these points of the shapes were found.
    #[inline(always)]
    fn take(
        &self,
        active: &mut Active,
        asked: &Directions,
        [on_fixed, on_moving]: [&V; 2],
    ) -> Option<bool> {
        let problem = self.obstacle.problem;
        let of = [
            generator(problem.fixed, &asked.fixed, on_fixed)?,
            generator(problem.moving, &asked.moving, on_moving)?,
        ];
        Some(active.take(&of, &[asked.fixed, asked.moving]))
    }

    /// The point of the obstacle in the query's direction that is made of the shapes' support points along these, which are of this
    /// choice.
    #[inline(always)]
    fn touch(&mut self, query: &Query, asked: Directions, choice: [&Ellipsoid; 2]) -> Touch {
        self.obstacle.evaluations += 1;
        let problem = self.obstacle.problem;
        let on_fixed = support_point(problem.fixed, &asked.fixed, choice[0]);
        let on_moving = support_point(problem.moving, &asked.moving, choice[1]);
        let n = &query.asked.fixed;
        Touch {
            at: self.shear.corner(self.obstacle, n, &on_fixed, &on_moving),
            on_moving,
            asked,
        }
    }

    /// The contact in the plane with this normal, and its parts written down.
    #[inline(always)]
    fn met(
        &mut self,
        (lower, upper): (f64, f64),
        normal: V,
        touches: &[Touch],
        mixed: &Mixed,
        off: f64,
    ) -> (Contact, Mixture) {
        let speed = self.shear.speed;
        let contact = Contact::new(
            lower / speed,
            upper / speed,
            normal,
            &self.obstacle.displacement,
        );
        let mut y = self.shear.to_working(&mixed.at);
        let mut rounding = V::zeros();
        if self.obstacle.radius > 0.0 {
            rounding = normal / sqrt(normal.norm_squared());
            y -= rounding * self.obstacle.radius;
        }
        if self.obstacle.parts.is_some() {
            let mut parts = NO_PARTS;
            for (to, (touch, w)) in parts.iter_mut().zip(touches.iter().zip(mixed.shares)) {
                *to = (touch.asked, w);
            }
            self.obstacle.parts = Some(parts);
        }
        let near = ON_BORDER * self.obstacle.scale;
        let contact = Contact {
            short: sqrt(off),
            border: contact.is_flat(speed) && mixed.is_at_border(touches, near)
                || contact.stretch * speed > GRAZING,
            ..contact
        };
        let mixture = Mixture {
            y,
            on_moving: mixed.on_moving,
            rounding,
        };
        (contact, mixture)
    }
}

impl Mixed {
    /// Whether one of several has all but no share.
    fn is_at_border(&self, touches: &[Touch], near: f64) -> bool {
        touches.iter().zip(self.shares).any(|(touch, share)| {
            let away = (touch.at - self.at).xy().norm_squared();
            touches.len() > 1 && share * share * away <= near * near
        })
    }
}

/// The mixture that is nearest to the axis; `None` where it is not among three points.
#[inline(always)]
fn mixed(touches: &[Touch]) -> Option<Mixed> {
    let shadow = |i: usize| touches.get(i).map_or(Vector2::zeros(), |t| t.at.xy());
    let [g, h, k] = [shadow(0), shadow(1), shadow(2)];
    let shares = match touches.len() {
        1 => [1.0, 0.0, 0.0],
        2 => {
            let e = g - h;
            let share = -e.dot(&h) / e.norm_squared();
            let share = share.clamp(0.0, 1.0);
            [share, 1.0 - share, 0.0]
        }
        _ => {
            let areas = [h.perp(&k), k.perp(&g), g.perp(&h)];
            let inverse = 1.0 / (areas[0] + areas[1] + areas[2]);
            areas.map(|area| area * inverse)
        }
    };
    if !shares.iter().all(|&share| share >= 0.0) {
        return None;
    }
    let (mut at, mut on_moving) = (V::zeros(), V::zeros());
    for (touch, share) in touches.iter().zip(shares) {
        at += touch.at * share;
        on_moving += touch.on_moving * share;
    }
    Some(Mixed {
        off: at.xy().norm_squared(),
        shares,
        at,
        on_moving,
    })
}
