//! The truth of a cast whose bodies turn on the way.
//!
//! At the fraction s the moving body has moved by s·d, and each body is rotated by s times its rotation vector, about its own
//! origin and in world axes. Nothing about this is convex in s; but no point of one body moves faster relative to one of the
//! other than V = |d| + Σ |ω| ρ, ρ being a body's reach. So the separation is Lipschitz: where it is σ, there is no contact for
//! σ/V (J. Bajaj and others call it a sphere of safety; sphere tracing, J. C. Hart 1996, is the same for rays). The
//! separation of a pose is proven by one plane in numbers that carry a bound on their error, as for casts that do not turn.
//!
//! Marching from sphere to sphere proves freedom from contact up to the first near touch. Whether the bodies then meet or only
//! graze is decided by poses after it: an overlap of proven depth is contact for certain; bodies that come apart again
//! grazed, and rounding decides.

mod march;
mod pose;

pub(crate) use march::march;
pub(crate) use pose::Poses;
