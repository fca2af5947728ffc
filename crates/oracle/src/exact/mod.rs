//! The truth of two polytopes, without any tolerance: the same linear program over whole numbers.
//!
//! All numbers of a cast are whole multiples of powers of two, and the rotation of a quaternion q is a matrix of quadratic forms
//! of q over |q|². Times both |q|² and a power of two, every corner of C is whole; signs, ratios and the optimum are those
//! of whole numbers, and nothing is rounded until the fraction is given.

mod corners;
mod program;
mod whole;

pub(crate) use corners::Corners;
pub(crate) use program::optimum;
pub(crate) use whole::quotient;
