//! A scripted path.

use crate::failure::Failure;
use crate::numbers::{Triple, in_range};
use nalgebra::Vector3;
use std::path::Path;
use swept::Real;

/// The displacements in a file, one x,y,z a line; blank lines and what follows a `#` are passed over.
pub fn read<T: Real>(file: &Path) -> Result<Vec<Vector3<T>>, Failure> {
    let bytes = std::fs::read(file).map_err(|e| Failure::io(file.display(), &e))?;
    let text = std::str::from_utf8(&bytes).map_err(|e| {
        let before = &bytes[..e.valid_up_to()];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Failure::Message(format!("{}:{line}: not UTF-8", file.display()))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut moves = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let said = line.split('#').next().unwrap_or("").trim();
        if said.is_empty() {
            continue;
        }
        let place = format!("{}:{number}", file.display());
        let way: Triple = said
            .parse()
            .map_err(|why| Failure::Message(format!("{place}: {why}")))?;
        let rounded = way.rounded::<T>(&place)?;
        way.0
            .iter()
            .try_for_each(|x| in_range::<T>(&place, x.abs()))?;
        moves.push(Vector3::from(rounded));
    }
    if moves.is_empty() {
        return Err(Failure::Message(format!("{}: no moves", file.display())));
    }
    Ok(moves)
}
