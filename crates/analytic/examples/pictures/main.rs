//! Draws a picture for each family of closed forms: `docs/pictures/closed-*.svg`.
//!
//! `cargo run -p swept-analytic --example pictures [FOLDER]`. Every contact, normal and interval that is drawn is an answer of
//! the closed form that the picture is about; what lies in the picture's plane is cast in space.

mod boxes;
mod capsules;
mod ellipsoids;
mod page;
mod polyhedra;
mod quadratic;
mod rays;
mod spheres;

use nalgebra::{Point3, Vector3};
use page::V;

/// A point of the picture's plane, in space.
fn lift(p: V) -> Point3<f64> {
    Point3::new(p.x, p.y, 0.0)
}

/// A vector of the picture's plane, in space.
fn way(p: V) -> Vector3<f64> {
    lift(p).coords
}

fn main() -> std::io::Result<()> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let folder = std::env::args().nth(1).unwrap_or_else(|| default.into());
    std::fs::create_dir_all(&folder)?;
    for (name, text) in [
        ("quadratic", quadratic::draw()),
        ("spheres", spheres::draw()),
        ("capsules", capsules::draw()),
        ("boxes", boxes::draw()),
        ("polyhedra", polyhedra::draw()),
        ("rays", rays::draw()),
        ("ellipsoids", ellipsoids::draw()),
    ] {
        std::fs::write(format!("{folder}/closed-{name}.svg"), text)?;
    }
    Ok(())
}
