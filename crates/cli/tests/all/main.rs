//! The program, from outside: what it prints, writes and refuses.

mod bad_input;
mod cast;
mod check;
mod compare;
mod level;
mod program;
mod queries;
mod walk;
