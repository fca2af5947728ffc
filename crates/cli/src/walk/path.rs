//! A scripted path.

use crate::failure::Failure;
use crate::numbers::Triple;
use nalgebra::Vector3;
use std::path::Path;
use swept::Real;

/// The displacements in a file, one x,y,z a line; blank lines and what follows a `#` are passed over.
pub fn read<T: Real>(file: &Path) -> Result<Vec<Vector3<T>>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|e| Failure::io(file.display(), &e))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
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
        moves.push(Vector3::from(way.rounded::<T>(&place)?));
    }
    if moves.is_empty() {
        return Err(Failure::Message(format!("{}: no moves", file.display())));
    }
    Ok(moves)
}
