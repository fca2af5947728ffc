//! Finding the truth of a cast.

mod ends;
mod half_space;
mod line;
mod linear;
mod triangle;

pub(crate) use linear::find;
