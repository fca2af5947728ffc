//! A scripted path.

use crate::failure::Failure;
use crate::numbers::Triple;
use crate::text;
use nalgebra::Vector3;
use std::path::Path;
use swept::Real;

/// The displacements in a file, one x,y,z a line; blank lines and what follows a `#` are passed over.
pub fn read<T: Real>(file: &Path) -> Result<Vec<Vector3<T>>, Failure> {
    let text = text::read(file)?;
    let mut moves = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let said = line.split('#').next().unwrap_or("").trim();
        if said.is_empty() {
            continue;
        }
        let place = text::place(file, number);
        let way: Triple = said
            .parse()
            .map_err(|why| Failure::Message(format!("{place}: {why}")))?;
        let rounded = way.rounded::<T>(&place)?;
        way.in_range::<T>(&place)?;
        moves.push(Vector3::from(rounded));
    }
    if moves.is_empty() {
        return Err(Failure::Message(format!("{}: no moves", file.display())));
    }
    Ok(moves)
}
