//! Turning casts: one shape moves along a line, and either or both turn at a constant rate.
//!
//! # The motion
//! A point of a body that stands at q relative to the body's centre of rotation c at the start (world axes) is at
//! fraction s at
//!
//! ```text
//! c + s·d + exp(s·ω)·q        (d = 0 for the fixed shape)
//! ```
//!
//! with ω the rotation vector: s|ω| radians about the axis k = ω/|ω|.
//!
//! # The interval bound
//! Take any vector n, a moving core point m and a fixed core point f, and let g(s) = n·m(s) − n·f(s). Only the
//! rotations bend it. With q⊥ the part of q across the axis, exp(s·ω)q turns on a circle, so
//!
//! ```text
//! d²/ds² n·(exp(s·ω)q) = n·(ω × (ω × exp(s·ω)q)) = −|ω|² n·(exp(s·ω)q⊥) = −|ω|² n⊥·(exp(s·ω)q⊥)
//! ```
//!
//! where n⊥ is the part of n across the axis: exp(s·ω)q⊥ stays across it. Let ρ be a bound on |q⊥|, the distance of the
//! body's core from its axis. Then the second derivative is at most |ω|²·ρ·|n⊥| in magnitude, and
//!
//! ```text
//! g''(s) ≤ K = Σ over both bodies of |ω|²·ρ·|n⊥|        for every pair of points, at every s.
//! ```
//!
//! So g(s) − K s²/2 is concave. The separation along n, φ(s) = min over all pairs of g(s), less the radii times |n|
//! (balls turn into themselves), is a least value of such functions: φ(s) − K s²/2 is concave as well, and lies above its
//! chord. On an interval of length h, counted from its beginning, that reads
//!
//! ```text
//! φ(s) ≥ φ(0)·(1 − s/h) + φ(h)·s/h − K s (h − s)/2.
//! ```
//!
//! Two evaluations of φ, of one support point of each shape each, thus prove a whole interval, whatever the angle. The
//! right side is a parabola, and up to its first root there is no contact. Without rotation K is 0, the bound is the
//! chord, and φ is linear: the plane of the linear cast.
//!
//! # Where a body reaches less far than ρ
//! A body whose centre of rotation lies in the plane of contact, such as a box that tips over its edge, does not reach
//! beyond it, and yet ρ is large. For one body, let u be n or −n, toward the other one, and write r(s) = u·(exp(s·ω)q)
//! for a point of its core, with the constant part a = (u·k)(k·q). The rest turns on a circle: (r − a)'' = −|ω|²(r − a).
//! Two values at the ends of an interval shorter than half a turn determine r between them:
//!
//! ```text
//! r(s) = w₀ r(0) + w_h r(h) − a (w₀ + w_h − 1),    w₀ = sin |ω|(h − s) / sin |ω|h,   w_h = sin |ω|s / sin |ω|h
//! ```
//!
//! w₀ and w_h are at least 1 − s/h and s/h, sines being concave. With R the body's reach, the greatest r, and
//! A a bound on −a over the core, the excess over the chord is at most α (w₀ + w_h − 1) with α = max(R(0), R(h)) + A, or 0
//! where that is negative. And w₀ + w_h − 1 = cos(|ω|(s − h/2))/cos b − 1 with b = |ω|h/2, which is at most
//! (1/cos b − 1)·4s(h − s)/h², because (1 − cos x)/x² falls with |x|. So
//!
//! ```text
//! K = 8 α (1/cos b − 1)/h²        (for short intervals α |ω|²)
//! ```
//!
//! serves for this body in the interval bound along a standing n, and of the two the lesser is taken. In contact, where all else
//! comes to little, and out of it after many steps, the body is asked for each point's r and a together: `leaning.rs`.
//!
//! # An axis that turns along
//! Where edges cross, or a face turns with its body, the separating axis turns as well, and along an n that stands still
//! the separation is soon lost, however slowly the bodies approach. So let n go on a straight line from n₀ to n₀ + h·ν
//! during the interval. Then g = n·(m − f) has g'' = 2ν·(m' − f') + n·(m'' − f''), because n'' = 0. With |n⊥| convex
//! along the line,
//!
//! ```text
//! K = max over both ends of Σ |ω|²·ρ·|n⊥|  +  2·(ν·d + Σ |ω|·ρ·|ν⊥|)
//! ```
//!
//! serves in the same bound, with φ(0) along n₀ and φ(h) along n₀ + h·ν. The loss is now of second order in h. Nothing
//! depends on how ν is chosen: it is the rate at which the normals of the last two distances differ. Lengths along n are
//! in units of |n|, which is convex as well: no more than the greater of both ends.
//!
//! # An axis that a body carries along
//! Where both bodies turn, only the difference of their motions separates them or brings them together. Along an axis
//! that turns with one of them, the bounds are of the other's motion as that one sees it: `carried.rs`.
//!
//! # An axis across two edges
//! An edge that turns about the very point where it touches another one keeps in contact with it, along the axis across both and no
//! other: what that proves is in `crossed.rs`.
//!
//! # The bound of what turning bodies can reach
//! Far away, or after many turns, the curvature says less than this: however a body turns, it stays in what it sweeps by a
//! full turn. With k·q between two numbers that no rotation changes, −n·(exp(s·ω)q) is at most
//! A(n) = max(−(n·k)(k·q)) + |n⊥|·ρ, and in the same way for the fixed body, so
//!
//! ```text
//! φ(s) ≥ n·(c_moving(s) − c_fixed) − A_moving(n) − A_fixed(−n) − radii·|n|
//! ```
//!
//! which is linear in s: contact needs the centres to come as near as that. For a body that does not turn, A is its
//! support along n. A wheel that spins in place gives this bound exactly; a body that comes from far away is brought near in
//! one step of it. With the support along sixteen and more directions around the axis A is as near as wanted (`full_turn.rs`): for
//! spins of many turns. What holds at any angle of one body, or at any two of both, is in `whole_turns.rs` and `cells.rs`.
//!
//! # The loop
//! Distance at a proven fraction gives n and the separation. Within the tolerance: a hit, at that fraction. Otherwise one
//! of the two bounds advances it, a few times along the same n, and distance is asked again. With φ the separation,
//! a step is at least about √(8φ/K) long, against φ/(|ω|ρ) for plain conservative advancement, whose step is
//! separation over greatest closing speed (B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996,
//! section 2.3): when a turning body only grazes, the one is the square root of the other.
//!
//! # Why no contact is ever passed
//! Every advance is proven by one of the bounds, with the rounding errors of both evaluations of φ (the rotation of
//! the directions included: `tolerance.rs`) taken off φ and those of the root taken off the step. Where a step limit
//! ends the cast, what is proven so far is the safe fraction.

mod advance;
mod angle;
mod bound;
mod carried;
mod cells;
mod certificate;
mod common;
mod contact;
mod crossed;
mod full_turn;
mod half_space;
mod interval;
mod leaning;
mod middle;
mod motion;
mod near;
mod options;
mod ride;
mod rim;
mod ring;
mod shown;
mod side;
mod solve;
mod standing;
mod step;
mod still;
mod sunk;
mod sweep;
mod turned;
mod verify;
mod whole_turns;

pub use carried::Frame;
pub use certificate::{
    AllAngles, Cell, CertifiedTurn, Piece, TurningCertificate, TurningProof, TurningProven, Within,
};
pub use options::{TurningMethod, TurningOptions};
#[cfg(all(not(debug_assertions), not(test)))]
pub(crate) use solve::linear;
pub use sweep::{Turn, TurningSweep, Turns};
