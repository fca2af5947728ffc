//! The path over the scene, as a picture.

use super::{Tally, World};
use crate::args::ShapeSpec;
use crate::failure::Failure;
use nalgebra::Point3;
use swept::Real;
use swept_picture::{Over, draw_path};

/// The picture of a walk, as the text of an SVG file.
pub fn draw<T: Real>(world: &World<T>, spec: &ShapeSpec, tally: &Tally) -> Result<String, Failure> {
    let shape = spec
        .shape::<T>()
        .map_err(|e| Failure::Message(format!("--shape: {e}")))?;
    let all = 0..world.mesh.triangles().len() as u32;
    let corners = all.filter_map(|i| world.mesh.corners(i));
    let triangles = corners.map(|c| c.map(|p: Point3<T>| p.map(Real::to_f64)));
    let moves = tally.casts.len();
    Ok(draw_path(
        triangles.collect(),
        world.mesh.triangles(),
        world.mesh.vertices().len(),
        &Over {
            shape: &shape,
            paths: &tally.paths,
            words: [
                format!("{}: {moves} moves by collide and slide", spec.name()),
                format!(
                    "{} contacts, {} moves ended inside something",
                    tally.hits, tally.entered
                ),
                world.name.clone(),
            ],
        },
    ))
}
