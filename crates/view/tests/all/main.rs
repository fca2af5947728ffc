//! The program as browsers, other programs and attackers meet it: over its address alone.

mod answers;
mod client;
mod hostile;
mod meshes;
