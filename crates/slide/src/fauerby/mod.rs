//! Collide and slide of an ellipsoid as published in 2003, beside the general mover.
//!
//! K. Fauerby, *Improved collision detection and response* (2003). A reference: it keeps to the paper, in its
//! own `f64` arithmetic, and calls nothing of the casters. What the paper does and [`move_and_slide`](crate::move_and_slide)
//! does not:
//!
//! - Space is divided by the ellipsoid's radii, so that the mover is the unit sphere (section 2): a plane's normal there is not the
//!   normal here, so sliding is along what is a plane in the ellipsoid's space.
//! - The mover stops a **very close distance** before the contact, measured *along the motion* (section 4): a glancing
//!   move ends much nearer to the surface, and can enter it by rounding. Triangles are met from the front only, so what was
//!   entered is left freely.
//! - The plane to slide along is that through the point of contact, across the way from it to the sphere's centre; the end of the
//!   motion is projected on it, and the rest is a move of its own, at most five deep. Only the newest plane counts.
//! - Gravity is a second call, after the motion.
//!
//! All triangles are tested, one by one: the paper's culling by an octree changes no answer, and the shares of triangles
//! that end each test early are what [`Statistics`] counts.

mod response;
mod statistics;
mod sweep;

pub use response::{Ellipsoidal, Walker};
pub use statistics::Statistics;
