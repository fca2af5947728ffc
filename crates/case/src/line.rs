//! From a line to its answer's line.

use crate::{BadLine, Case, Meshes};
use swept::{CastOptions, Real};

/// Answers one line of JSON: appends the answer's line to `out`, line end included. Returns whether the line was
/// good; for a bad one, the answer is an error line.
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
            case.cast(options).map(|answer| answer.push_line(id, out))
        } else {
            case.cast_turning(options)
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

/// What answers a line in one scalar.
#[cfg(all(debug_assertions, not(test)))]
type Answering<T> = fn(&[u8], u64, &mut Meshes<T>, &CastOptions<T>, &mut String) -> bool;

/// Both scalars' solvers for shapes known at run time, made here: without full optimisation, crates share what the crates
/// below them have made, so that programs and tests need not make it anew.
#[cfg(all(debug_assertions, not(test)))]
#[used]
static SHARED: (Answering<f32>, Answering<f64>) = (answer_line::<f32>, answer_line::<f64>);
