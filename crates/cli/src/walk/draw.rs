//! The path over the scene, as a picture.

use super::{Tally, World};
use crate::report::counted;
use swept::{Real, Shape};
use swept_picture::{Over, draw_path};

/// The picture of a walk, as the text of an SVG file.
pub fn draw<T: Real>(world: &World<T>, shape: &Shape<T>, kind: &str, tally: &Tally) -> String {
    let facets = &world.facets;
    let moves = counted(tally.casts.len(), "move");
    draw_path(
        facets.triangles.clone(),
        &facets.indices,
        facets.vertices as usize,
        &Over {
            shape,
            paths: &tally.paths,
            words: [
                format!("{kind}: {moves} by collide and slide"),
                format!(
                    "{}, {} led into something",
                    counted(tally.hits, "contact"),
                    counted(tally.entered, "move")
                ),
                world.words.clone(),
            ],
        },
    )
}
