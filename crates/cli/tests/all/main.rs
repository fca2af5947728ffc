//! The program, from outside: what it prints, writes and refuses.

mod check;
mod level;
mod program;
