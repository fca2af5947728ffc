//! What is known of one end of the line's way through the obstacle.

use crate::Means;
use crate::truth::Bracket;

/// One end of the line's way through C.
#[derive(Clone, Debug)]
pub(crate) struct Proven {
    /// The fraction.
    pub(crate) fraction: Bracket,
    /// Normal of the plane that proves the outer bound, out of C.
    pub(crate) normal: [f64; 3],
    /// By how much C must grow for the inner bound: 0 where a triangle of its points is pierced for certain.
    pub(crate) dilation: f64,
    pub(crate) means: Means,
}

/// The line's way through C.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// It passes beside, on the side of this plane.
    Beside([f64; 3], Means),
    Through(Proven),
}
