//! The path over the scene, as a picture.

use super::{Tally, World};
use crate::args::ShapeSpec;
use crate::failure::Failure;
use swept::Real;
use swept_picture::{Over, draw_path};

/// The picture of a walk, as the text of an SVG file.
pub fn draw<T: Real>(world: &World<T>, spec: &ShapeSpec, tally: &Tally) -> Result<String, Failure> {
    let shape = spec
        .shape::<T>()
        .map_err(|e| Failure::Message(format!("--shape: {e}")))?;
    let facets = &world.facets;
    let moves = tally.casts.len();
    Ok(draw_path(
        facets.triangles.clone(),
        &facets.indices,
        facets.vertices as usize,
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
