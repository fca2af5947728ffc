//! From a line to its answer's line.

use crate::{BadLine, Case, Meshes};
use swept::{CastOptions, Real};

/// Answers one line of JSON: appends the answer's line to `out`, line end included. Returns whether the line was
/// good; for a bad one, the answer is an error line.
///
/// Numbers in the line are rounded to `T`. Corners of mesh files in a folder are not: the answer is about the mesh in the file, in
/// `f32` too.
///
/// `number` counts lines from 1 and is named in error lines.
pub fn answer_line<T: Real>(
    line: &[u8],
    number: u64,
    meshes: &mut Meshes<T>,
    options: &CastOptions<T>,
    out: &mut String,
) -> bool {
    let answered = Case::parse(line, meshes).and_then(|case| {
        let id = case.id.as_ref();
        let done = if case.turn.is_none() {
            case.cast_as_filed(meshes, options)
                .map(|answer| answer.push_line(id, out))
        } else {
            case.cast_turning_as_filed(meshes, options)
                .map(|answer| answer.push_line(id, out))
        };
        done.map_err(|error| BadLine { id: case.id, error })
    });
    if let Err(bad) = &answered {
        out.push_str(&bad.to_line(number));
    }
    out.push('\n');
    answered.is_ok()
}
